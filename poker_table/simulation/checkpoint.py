"""How far a simulation has come, in a file that is replaced whole as it goes on."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from contextlib import suppress
from glob import escape, glob
from typing import Any
from zlib import crc32

from poker_table.files.text import unreadable
from poker_table.files.whole_file import write_whole
from poker_table.game.errors import SimulationError, printable
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.run import Simulation

SCHEMA = "poker-table simulation checkpoint 3"
EVERY = 1.0  # seconds between two savings
LONGEST_FILE = 64 * 1024  # characters; one of ours has a fiftieth
# What goes wrong in reading a file that is no checkpoint, or a damaged one.
NO_CHECKPOINT = ValueError, LookupError, TypeError, AttributeError, RecursionError


class Checkpoint:
    """The file in which a simulation's tally is kept.

    The deals of a tally are always the first ones, so that their number says where to go on. A
    number that is worked out from everything else in the file proves that it is whole.
    """

    def __init__(self, path: str, simulation: Simulation) -> None:
        self.path = path
        self._name = printable(os.fspath(path))
        self._saved = time.monotonic()
        self._settings: dict[str, int] = {
            "seed": simulation.seed,
            "asked": simulation.deals,
            "players": simulation.players,
        }

    def begin(self) -> Tally:
        """Return the tally to go on from; a new file is written at once, while nothing is lost.

        Drafts that killed runs have left are removed. Raises what `load` and `save` do.
        """
        tally = self.load()
        for draft in glob(f"{escape(os.path.realpath(self.path))}.[0-9]*.new"):
            with suppress(OSError):
                os.unlink(draft)
        if tally is None:
            tally = Tally(self._settings["players"])
            self.save(tally)
        return tally

    def load(self) -> Tally | None:
        """Return the tally in the file, None if there is no file yet.

        Raises SimulationError, and leaves the file alone, if it is not a checkpoint of this
        simulation, FileError if it cannot be read.
        """
        try:
            kept = _kept_in(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(self._name, error) from None
        except NO_CHECKPOINT:
            raise SimulationError(f"{self._name}: not a checkpoint, or a damaged one") from None
        for setting, ours in self._settings.items():
            if kept[setting] != ours:
                theirs = f"a checkpoint of {setting} {kept[setting]!r}"
                raise SimulationError(f"{self._name}: {theirs}, not {ours}")
        strangest = tuple(kept["strangest"]) if kept["strangest"] else None
        return Tally(kept["players"], kept["counts"], strangest)

    def save(self, tally: Tally) -> None:
        """Replace the file. Raises FileError, and keeps the file that was, if it cannot."""
        kept = {**self._settings, "counts": tally.counts, "strangest": tally.strangest}
        text = json.dumps({"schema": SCHEMA, **kept, "check": _check(kept)})
        write_whole(self.path, f"{text}\n", force=True)
        self._saved = time.monotonic()

    def save_now_and_then(self, tally: Tally) -> None:
        """Replace the file, as `save` does, if that was long enough ago."""
        if time.monotonic() - self._saved >= EVERY:
            self.save(tally)


def seed_in(path: str) -> int | None:
    """Return the seed of a checkpoint, for a command that names none; None if there is none."""
    try:
        return int(_kept_in(path)["seed"])
    except (OSError, *NO_CHECKPOINT):
        return None


def _kept_in(path: str) -> dict[str, Any]:
    """Return what a checkpoint keeps. Raises OSError, or one of NO_CHECKPOINT if it is none."""
    with open(path, encoding="utf-8") as file:
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise ValueError
    kept: dict[str, Any] = json.loads(text)
    schema, check = kept.pop("schema"), kept.pop("check")
    if schema != SCHEMA or check != _check(kept):
        raise ValueError
    return kept


def _check(kept: Mapping[str, object]) -> int:
    """Return a number that is another one as soon as anything that is kept is."""
    return crc32(json.dumps(kept).encode())
