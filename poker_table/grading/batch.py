"""Mark every submission in a folder, several at a time; memory is bounded by how many."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event

from poker_table.deck import Deck
from poker_table.errors import MarkerError, printable
from poker_table.grading.marking import Marking
from poker_table.grading.runner import SCRATCH, Limits, Runner
from poker_table.grading.sheet import Sheet
from poker_table.grading.submission import Submission, from_folder


@dataclass(frozen=True)
class Task:
    """What holds for every submission: how to run it, on what, for how many points.

    `suffix` is that of a batch's programs.
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
                return replace(self.blank(path), trouble=printable(str(error)))
            marking = self.marking(submission)
            for _ in marking.steps():
                if self.called_off.is_set():
                    break
            return marking.sheet(self.facts)

    def marking(self, submission: Submission) -> Marking:
        """Return the marking of one submission, to be gone through."""
        runner = Runner(submission.folder, self.level, self.limits)
        return Marking(submission, self.decks, self.points, runner)

    def blank(self, path: str) -> Sheet:
        """Return the sheet of a submission that is not marked yet."""
        name = printable(os.path.basename(path))
        return Sheet(name, (), facts=dict(self.facts), complete=False)


def submissions_in(folder: str, reports: Iterable[str] = ()) -> list[str]:
    """Return the paths of a folder's entries, in the order of their names.

    Hidden ones and our own reports are left out. Raises MarkerError if there are none.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise MarkerError(f"{printable(folder)}: cannot be read: {error.strerror}") from None
    ours = {*map(os.path.realpath, reports)}
    paths = [os.path.join(folder, name) for name in names]
    found = [path for path in paths if os.path.realpath(path) not in ours]
    if not found:
        raise MarkerError(f"{printable(folder)}: expected submissions, got an empty folder")
    return found


def mark_all(task: Task, paths: Sequence[str], workers: int) -> Iterator[list[Sheet]]:
    """Yield the sheets of all submissions, first not marked, then with each one that is done.

    They keep the given order. Threads are enough: all that takes long is done by other processes.
    """
    sheets = [task.blank(path) for path in paths]
    yield sheets
    executor = ThreadPoolExecutor(workers)
    try:
        for place, sheet in enumerate(executor.map(task, paths)):
            sheets[place] = sheet
            yield sheets
    finally:  # after Ctrl-C too: what runs now ends with its next result
        task.called_off.set()
        executor.shutdown(cancel_futures=True)
