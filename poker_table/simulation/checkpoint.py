"""Checkpoints: a file with the settings and the tally of a simulation, to resume it later.

The tally counts the first deals of the seed, so their number says where to resume. The file is
always replaced as a whole, and has a checksum.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Generator, Iterable, Mapping
from glob import escape
from zlib import crc32

from poker_table.files.text import read_error
from poker_table.files.whole_file import remove_drafts, write_whole
from poker_table.game.errors import PokerTableError, printable
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.run import Simulation

SCHEMA = "poker-table simulation checkpoint 3"
SECONDS_BETWEEN_SAVES = 1.0
LONGEST_FILE = 64 * 1024  # characters; a real checkpoint has about a fiftieth of that


def resume(path: str, deals: int, seed: int | None, players: int) -> tuple[Simulation, Tally]:
    """Return the simulation and the tally to resume from; without a seed, use the checkpoint's.

    If there is no file, write one at once, so that an error comes before any work is done. Drafts
    left by killed runs are removed. Raises PokerTableError if the checkpoint is of another
    simulation, and the errors of `load` and `save`.
    """
    saved, tally = load(path) or (None, Tally(players))
    simulation = Simulation(deals, saved.seed if saved and seed is None else seed, players)
    for name, words in ("seed", "seed {}"), ("deals", "{:,} deals"), ("players", "{} players"):
        asked = words.format(getattr(simulation, name))
        if saved and (value := words.format(getattr(saved, name))) != asked:
            text = f"this checkpoint is of {value}, not of {asked}: use another file"
            raise PokerTableError(f"{printable(os.fspath(path))}: {text}")
    remove_drafts(escape(os.path.realpath(path)))
    if not saved:
        save(path, simulation, tally)
    return simulation, tally


def load(path: str) -> tuple[Simulation, Tally] | None:
    """Return the simulation and the tally of a checkpoint; None if there is no file yet.

    Raises PokerTableError if the file is not a checkpoint, FileError if it cannot be read.
    """
    name = printable(os.fspath(path))
    try:
        with open(path, encoding="utf-8") as file:
            return _read(file.read(LONGEST_FILE + 1))
    except FileNotFoundError:
        return None
    except OSError as error:
        raise read_error(name, error) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise PokerTableError(
            f"{name}: not a checkpoint, or a damaged one: use another file"
        ) from None


def save(path: str, simulation: Simulation, tally: Tally) -> None:
    """Write the file as a whole. Raises FileError, and keeps the old file, if that fails."""
    settings = {"seed": simulation.seed, "asked": simulation.deals, "players": simulation.players}
    data = {**settings, "counts": tally.counts, "strangest": tally.strangest}
    text = json.dumps({"schema": SCHEMA, **data, "check": _checksum(data)})
    write_whole(path, f"{text}\n", force=True)


def save_regularly(
    path: str, simulation: Simulation, tally: Tally, tallies: Iterable[Tally]
) -> Generator[Tally, None, None]:
    """Yield each tally; save one about every second, and the last one however the loop ends.

    If there are no tallies at all, `tally` is saved.
    """
    last_save = time.monotonic()
    try:
        for tally in tallies:
            yield tally
            if time.monotonic() - last_save >= SECONDS_BETWEEN_SAVES:
                save(path, simulation, tally)
                last_save = time.monotonic()
    finally:
        save(path, simulation, tally)


def _read(text: str) -> tuple[Simulation, Tally]:
    """Return the contents of a checkpoint. A damaged one raises an error that `load` catches."""
    data = json.loads(text)
    schema, checksum = data.pop("schema"), data.pop("check")
    if len(text) > LONGEST_FILE or schema != SCHEMA or checksum != _checksum(data):
        raise ValueError
    simulation = Simulation(data["asked"], data["seed"], data["players"])
    strangest = tuple(data["strangest"]) if data["strangest"] else None
    return simulation, Tally(simulation.players, data["counts"], strangest)


def _checksum(data: Mapping[str, object]) -> int:
    """Return a number that almost certainly changes when any of the data changes."""
    return crc32(json.dumps(data).encode())
