"""A folder of submissions, several marked at a time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from functools import partial
from threading import Event

from poker_table.files.deck_file import format_deck
from poker_table.files.text import unreadable
from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.grading.marking import Marking, MarkingOptions
from poker_table.grading.results.fingerprint import fingerprint
from poker_table.grading.results.folder import Results, write_output
from poker_table.grading.running.folder import scratch
from poker_table.grading.running.submission import common_suffix, from_folder
from poker_table.grading.sheet import Sheet
from poker_table.grading.weighing import weigh


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


def time_left(done: int, many: int, seconds: float) -> str:
    """Return how long the rest will take if it goes on as it did so far.

    >>> time_left(10, 40, 60.0), time_left(39, 40, 60.0), time_left(0, 40, 1.0)
    (', about 3 minutes left', ', less than a minute left', '')
    """
    if not done or done == many:
        return ""
    minutes = round(seconds / done * (many - done) / 60)
    told = f"about {minutes} minute{'s' * (minutes > 1)}" if minutes else "less than a minute"
    return f", {told} left"


@dataclass
class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far.

    With `results` those that are finished there are not marked, unless it is to be done `again`;
    with `only`, no others than these are. `tell` gets a line for each that is marked.
    """

    paths: Sequence[str]
    command: Sequence[str]
    compiler: str
    options: MarkingOptions
    results: Results | None = None
    only: Collection[str] = ()
    again: bool = False
    tell: Callable[[str], None] = lambda line: None
    called_off: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        self.suffix = common_suffix(self.paths)  # of the students' programs
        self.names = [printable(os.path.basename(path)) for path in self.paths]
        for name in self.only:
            if name not in self.names:
                raise MarkerError(f"--only: there is no submission {quoted(name)}")
        facts = dict(self.options.facts)
        not_marked = [Sheet(name, (), facts=facts, complete=False) for name in self.names]
        if self.results is None:
            self.sheets = not_marked
        else:  # until they are marked again, the marks that stand there
            self.sheets = [self.results.sheet(sheet.subject) or sheet for sheet in not_marked]

    def run(self, workers: int) -> Iterator[str]:
        """Mark what is to be marked; yield how many are done, from none of them on.

        Threads are enough: all that takes long is done by other processes.
        """
        executor, started = ThreadPoolExecutor(workers), time.monotonic()
        try:
            to_do = self._to_do()
            yield f"0 of {len(to_do)} marked"
            marked = {executor.submit(self.mark, self.paths[n], self.names[n]): n for n in to_do}
            for done, future in enumerate(as_completed(marked), start=1):
                sheet = self.sheets[marked[future]] = future.result()
                self.tell(sheet.in_a_line)
                left = time_left(done, len(marked), time.monotonic() - started)
                yield f"{done} of {len(marked)} marked{left}"
        finally:  # after Ctrl-C too: what runs now ends with its next result
            self.called_off.set()
            executor.shutdown(cancel_futures=True)
            if self.results:
                self.results.tidy()
                self.results.write_class(self.sheets)

    def _to_do(self) -> list[int]:
        """Return the places of what is to be marked; where times are known, the slow ones first."""
        places = [n for n, name in enumerate(self.names) if not self.only or name in self.only]
        results = self.results
        if results is None:
            return places
        if not self.again:
            places = [
                n
                for n in places
                if not results.is_finished(self.names[n], self.fingerprint(self.paths[n]))
            ]
        return sorted(places, key=lambda n: -results.seconds(self.names[n]))

    def fingerprint(self, path: str) -> str:
        """Return the fingerprint of a submission and of all else that its marks depend on."""
        decks = {name: format_deck(deck) for name, deck in self.options.decks.items()}
        how = self.command, self.compiler, self.suffix, self.options.limits, self.options.level
        return fingerprint(path, decks, self.options.points, *how)

    def mark(self, path: str, name: str) -> Sheet:
        """Return the sheet of one submission; where there are results, it stands there too."""
        if self.results is None:
            return self._marked(path, name, lambda deck, out: None)
        started, now = time.monotonic(), self.fingerprint(path)
        folder = self.results.begin(name)
        sheet = self._marked(path, name, partial(write_output, folder))
        if not self.called_off.is_set():
            self.results.finish(folder, sheet, now, time.monotonic() - started)
        return sheet

    def _marked(self, path: str, name: str, keep: Callable[[str, str], None]) -> Sheet:
        """Return the sheet of one submission; the marker's own trouble is said in it."""
        with scratch() as folder:
            level = self.options.level
            try:
                if os.path.isdir(path) and not os.listdir(path):
                    raise MarkerError("expected a program, got an empty folder")
                submission = from_folder(
                    path, self.command, self.compiler, folder, level, self.suffix
                )
            except (MarkerError, OSError) as error:
                not_marked = Sheet(name, (), facts=dict(self.options.facts), complete=False)
                return replace(not_marked, trouble=printable(str(error)))
            marking = Marking(submission, self.options, keep=keep)
            for _ in marking.run():
                if self.called_off.is_set():
                    break
            return weigh(marking)
