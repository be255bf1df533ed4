"""How far a simulation has come, in a file that is replaced whole as it goes on.

A tally always has a seed's first deals, so their number says where to go on. A checksum proves that
the file is whole.
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
EVERY = 1.0  # seconds between two savings
LONGEST_FILE = 64 * 1024  # characters; one of ours has a fiftieth


def resume(path: str, deals: int, seed: int | None, players: int) -> tuple[Simulation, Tally]:
    """Return a simulation and the tally to go on from; without a seed it is the checkpoint's.

    A new file is written at once, while nothing is lost. Drafts that killed runs have left are
    removed. Raises PokerTableError if the checkpoint is another simulation's, and what `load` and
    `save` do.
    """
    theirs, tally = load(path) or (None, Tally(players))
    simulation = Simulation(deals, theirs.seed if theirs and seed is None else seed, players)
    for setting, asked in _settings(simulation).items():
        if theirs and (value := _settings(theirs)[setting]) != asked:
            expected = f"a checkpoint of {setting} {value}, not {asked}"
            raise PokerTableError(f"{printable(os.fspath(path))}: {expected}")
    remove_drafts(escape(os.path.realpath(path)))
    if not theirs:
        save(path, simulation, tally)
    return simulation, tally


def load(path: str) -> tuple[Simulation, Tally] | None:
    """Return what a checkpoint is of and the tally so far; None if there is no file yet.

    Raises PokerTableError if it is no checkpoint, FileError if it cannot be read.
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
        raise PokerTableError(f"{name}: not a checkpoint, or a damaged one") from None


def save(path: str, simulation: Simulation, tally: Tally) -> None:
    """Replace the file. Raises FileError, and keeps the file that was, if it cannot."""
    data = {**_settings(simulation), "counts": tally.counts, "strangest": tally.strangest}
    text = json.dumps({"schema": SCHEMA, **data, "check": _check(data)})
    write_whole(path, f"{text}\n", force=True)


def keeping(
    path: str, simulation: Simulation, tally: Tally, growing: Iterable[Tally]
) -> Generator[Tally, None, None]:
    """Yield the growing tally, saved now and then and, however it ends, at the end."""
    saved = time.monotonic()
    try:
        for tally in growing:
            yield tally
            if time.monotonic() - saved >= EVERY:
                save(path, simulation, tally)
                saved = time.monotonic()
    finally:
        save(path, simulation, tally)


def _settings(simulation: Simulation) -> dict[str, int]:
    return {"seed": simulation.seed, "asked": simulation.deals, "players": simulation.players}


def _read(text: str) -> tuple[Simulation, Tally]:
    """Return the contents of a checkpoint. Raises what `load` takes for a damaged one."""
    data = json.loads(text)
    schema, check = data.pop("schema"), data.pop("check")
    if len(text) > LONGEST_FILE or schema != SCHEMA or check != _check(data):
        raise ValueError
    simulation = Simulation(data["asked"], data["seed"], data["players"])
    strangest = tuple(data["strangest"]) if data["strangest"] else None
    return simulation, Tally(simulation.players, data["counts"], strangest)


def _check(data: Mapping[str, object]) -> int:
    """Return a checksum: another number as soon as any of the data changes."""
    return crc32(json.dumps(data).encode())
