"""A checkpoint: how far a simulation has come, in a file that is replaced whole as it goes on."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from glob import escape, glob

from poker_table.errors import SimulationError, printable
from poker_table.rng import LARGEST_SEED
from poker_table.simulation.tally import Tally
from poker_table.text_file import unreadable
from poker_table.whole_file import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.simulation.run import Simulation

SCHEMA = "poker-table simulation checkpoint 2"
EVERY = 1.0  # seconds between two savings
LONGEST_FILE = 64 * 1024  # characters; one of ours has a twentieth
LONGEST_SHOWN = 40  # characters of what another file has for a setting


class Checkpoint:
    """The file in which a simulation's tally is kept.

    The deals of a tally are always the first ones, so that their number says where to go on.
    """

    def __init__(self, path: str, simulation: Simulation) -> None:
        self.path = path
        self._name = printable(os.fspath(path))
        self._simulation = simulation
        self._saved = time.monotonic()
        self._settings: dict[str, int | str] = {
            "schema": SCHEMA,
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
            tally = Tally(self._simulation.players)
            self.save(tally)
        return tally

    def load(self) -> Tally | None:
        """Return the tally in the file, None if there is no file yet.

        Raises SimulationError, and leaves the file alone, if it is not a checkpoint of this
        simulation, FileError if it cannot be read.
        """
        try:
            document = _document(self.path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise unreadable(self._name, error) from None
        except (ValueError, RecursionError):
            raise self._damaged() from None
        return self._tally(document)

    def _tally(self, document: object) -> Tally:
        if not isinstance(document, dict) or document.get("schema") != SCHEMA:
            raise self._damaged()
        for setting, ours in self._settings.items():
            if document.get(setting) != ours:
                theirs = repr(document.get(setting))
                theirs = theirs if len(theirs) <= LONGEST_SHOWN else theirs[:LONGEST_SHOWN] + "…"
                raise SimulationError(
                    f"{self._name}: a checkpoint of {setting} {theirs}, not {ours}"
                )
        try:
            tally = Tally.of_document(document["tally"])
        except (KeyError, TypeError, SimulationError):
            raise self._damaged() from None
        _, last = tally.strangest or (0, -1)  # of the deals that were counted, from 0 on
        possible = last < tally.deals <= self._simulation.deals
        if tally.players != self._simulation.players or not possible:
            raise self._damaged()
        return tally

    def _damaged(self) -> SimulationError:
        return SimulationError(f"{self._name}: not a checkpoint, or a damaged one")

    def save(self, tally: Tally) -> None:
        """Replace the file. Raises FileError, and keeps the file that was, if it cannot."""
        text = json.dumps({**self._settings, "tally": tally.document()}, indent=1) + "\n"
        write_whole(self.path, text, force=True)
        self._saved = time.monotonic()

    def save_now_and_then(self, tally: Tally) -> None:
        """Replace the file, as `save` does, if that was long enough ago."""
        if time.monotonic() - self._saved >= EVERY:
            self.save(tally)


def seed_in(path: str) -> int | None:
    """Return the seed of a checkpoint, for a command that names none; None if there is none."""
    try:
        document = _document(path)
    except (OSError, ValueError, RecursionError):
        return None
    seed = document.get("seed") if isinstance(document, dict) else None
    return seed if type(seed) is int and 0 <= seed <= LARGEST_SEED else None


def _document(path: str) -> object:
    """Return what a file of JSON holds. Raises OSError, ValueError or RecursionError."""
    with open(path, encoding="utf-8") as file:
        text = file.read(LONGEST_FILE + 1)
    if len(text) > LONGEST_FILE:
        raise ValueError
    return json.loads(text)
