"""A folder of submissions, several marked at a time."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from threading import Event, Semaphore

from poker_table.files.text import unreadable
from poker_table.game.errors import MarkerError, printable
from poker_table.grading.marking import Marking, MarkingOptions
from poker_table.grading.running.folder import scratch
from poker_table.grading.running.submission import common_suffix, from_folder
from poker_table.grading.sheet import Sheet
from poker_table.grading.weighing import weigh

BEGUN = 4  # submissions for each that is worked at: the others wait for their second random deal


def submissions_in(folder: str, reports: Iterable[str] = ()) -> list[str]:
    """Return the paths of a folder's entries, in the order of their names.

    Hidden ones and our own reports are left out. Raises MarkerError if there are none, FileError
    if the folder cannot be read.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise unreadable(folder, error) from None
    ours = {*map(os.path.realpath, reports)}
    paths = [os.path.join(folder, name) for name in names]
    found = [path for path in paths if os.path.realpath(path) not in ours]
    if not found:
        raise MarkerError(f"{printable(folder)}: expected submissions, got an empty folder")
    return found


@dataclass
class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far."""

    paths: Sequence[str]
    command: Sequence[str]
    compiler: str
    options: MarkingOptions
    called_off: Event = field(default_factory=Event)
    worked_at: Semaphore = field(default_factory=Semaphore)

    def __post_init__(self) -> None:
        self.suffix = common_suffix(self.paths)  # of the students' programs
        names = [printable(os.path.basename(path)) for path in self.paths]
        facts = dict(self.options.facts)
        self.sheets = [Sheet(name, (), facts=facts, complete=False) for name in names]

    def run(self, workers: int) -> Iterator[str]:
        """Mark all submissions; yield how many are done, from none of them on.

        Threads are enough: all that takes long is done by other processes.
        """
        executor, self.worked_at = ThreadPoolExecutor(BEGUN * workers), Semaphore(workers)
        try:
            yield f"0 of {len(self.paths)} marked"
            marked = executor.map(self.mark, self.paths, list(self.sheets))
            for done, sheet in enumerate(marked, start=1):
                self.sheets[done - 1] = sheet
                yield f"{done} of {len(self.paths)} marked"
        finally:  # after Ctrl-C too: what runs now ends with its next result
            self.called_off.set()
            executor.shutdown(cancel_futures=True)

    def mark(self, path: str, not_marked: Sheet) -> Sheet:
        """Return the sheet of one submission; the marker's own trouble is said in it."""
        with self.worked_at, scratch() as folder:
            level = self.options.level
            try:
                if os.path.isdir(path) and not os.listdir(path):
                    raise MarkerError("expected a program, got an empty folder")
                submission = from_folder(
                    path, self.command, self.compiler, folder, level, self.suffix
                )
            except (MarkerError, OSError) as error:
                return replace(not_marked, trouble=printable(str(error)))
            marking = Marking(submission, self.options, wait=self._wait)
            for _ in marking.run():
                if self.called_off.is_set():
                    break
            return weigh(marking)

    def _wait(self, seconds: float) -> None:
        """Let others be worked at for so many seconds; no longer if all is called off."""
        self.worked_at.release()
        self.called_off.wait(seconds)
        self.worked_at.acquire()
