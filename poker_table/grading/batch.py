"""Mark every submission in a folder, several at a time; memory is bounded by how many."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

from poker_table.deck import Deck
from poker_table.errors import MarkerError, printable
from poker_table.grading.marking import Marking
from poker_table.grading.runner import SCRATCH, Limits, Runner
from poker_table.grading.sheet import Sheet
from poker_table.grading.submission import from_folder


@dataclass(frozen=True)
class Task:
    """What holds for every submission of a batch: how to run it, on what, for how many points.

    `suffix` is that of the programs, where the command names them.
    """

    command: Sequence[str]
    compiler: str
    decks: Mapping[str, Deck]
    points: Mapping[str, float]
    level: str
    limits: Limits
    facts: Mapping[str, str | int]
    suffix: str = ""
    called_off: Event = field(default_factory=Event)

    def __call__(self, path: str) -> Sheet:
        """Return the sheet of one submission; the marker's own trouble is said in it."""
        with tempfile.TemporaryDirectory(prefix=SCRATCH, ignore_cleanup_errors=True) as folder:
            try:
                submission = from_folder(
                    path, self.command, self.compiler, folder, self.level, self.suffix
                )
            except (MarkerError, OSError) as error:
                name = printable(os.path.basename(path))
                return Sheet(name, (), facts=dict(self.facts), trouble=printable(str(error)))
            runner = Runner(folder, self.level, self.limits)
            marking = Marking(submission, self.decks, self.points, runner)
            for _ in marking.steps():
                if self.called_off.is_set():
                    break
            return marking.sheet(self.facts)


def submissions_in(folder: str) -> list[str]:
    """Return the paths of a folder's entries, hidden ones left out, in the order of their names.

    Raises MarkerError if there are none.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise MarkerError(f"{printable(folder)}: cannot be read: {error.strerror}") from None
    if not names:
        raise MarkerError(f"{printable(folder)}: expected submissions, got an empty folder")
    return [os.path.join(folder, name) for name in names]


def mark_all(task: Task, paths: Sequence[str], workers: int) -> Iterator[Sheet]:
    """Yield the sheet of each submission, in the given order, as they are done.

    Threads are enough: all that takes long is done by other processes.
    """
    executor = ThreadPoolExecutor(workers)
    try:
        yield from executor.map(task, paths)
    finally:  # after Ctrl-C too: what runs now ends with its next result
        task.called_off.set()
        executor.shutdown(cancel_futures=True)
