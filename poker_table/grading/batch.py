"""A folder of submissions, several marked at a time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from datetime import timedelta
from functools import partial
from math import inf
from threading import Event, Semaphore

from poker_table.files.deck_file import format_deck
from poker_table.game.errors import MarkerError, PokerTableError, printable, quoted
from poker_table.grading.intake.archives import opened
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.languages import LANGUAGES, command_of
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.marking import Marking, MarkingOptions
from poker_table.grading.results.folder import Results, fingerprint, write_output
from poker_table.grading.running.folder import scratch
from poker_table.grading.running.submission import Submission, from_folder
from poker_table.grading.sheet import Sheet
from poker_table.grading.weighing import weigh

BEGUN = 4  # submissions for each that is worked at: the others wait for their second random deal


@dataclass
class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far.

    Without a command the languages say what is run. The `notes` go to the page of the class. What
    is finished in `results` is not marked, unless it is to be done `again`; with `only`, no others
    than these are. `tell` gets a line for each that is marked.
    """

    entries: Sequence[Entry]
    command: Sequence[str]
    compiler: str
    options: MarkingOptions
    suffix: str = ""  # of what {file} stands for
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)
    roster: Roster | None = None
    notes: Sequence[str] = ()
    results: Results | None = None
    only: Collection[str] = ()
    again: bool = False
    tell: Callable[[str], None] = lambda line: None
    called_off: Event = field(default_factory=Event)
    worked_at: Semaphore = field(default_factory=Semaphore)

    def __post_init__(self) -> None:
        known = {name for entry in self.entries for name in (entry.name, entry.called)}
        for name in self.only:
            if name not in known:
                raise MarkerError(f"--only: there is no submission {quoted(name)}")
        sheet = self.results.sheet if self.results else lambda name: None
        # Until they are marked again, the marks that stand there.
        self.sheets = [sheet(entry.name) or self._not_marked(entry) for entry in self.entries]
        missing = self.roster.missing if self.roster else []
        self.sheets += [Sheet(name, (), complete=False, missing=True) for name in missing]

    def run(self, workers: int) -> Iterator[str]:
        """Mark what is to be marked; yield how many are done, from none of them on.

        Threads are enough: all that takes long is done by other processes.
        """
        executor, started = ThreadPoolExecutor(BEGUN * workers), time.monotonic()
        self.worked_at = Semaphore(workers)
        try:
            to_do = self._to_do()
            yield f"0 of {len(to_do)} marked"
            marked = {executor.submit(self.mark, entry): entry for entry in to_do}
            for done, future in enumerate(as_completed(marked), start=1):
                sheet = self.sheets[self.entries.index(marked[future])] = future.result()
                self.tell(sheet.in_a_line)
                each = (time.monotonic() - started) / done
                left = timedelta(seconds=round(each * (len(marked) - done)))
                yield f"{done} of {len(marked)} marked" + f", {left} left" * bool(left)
        finally:  # after Ctrl-C too: what runs now ends with its next result
            self.called_off.set()
            executor.shutdown(cancel_futures=True)
            if self.results:
                self.results.write_class(self.sheets, self.notes, self.roster)

    def _not_marked(self, entry: Entry) -> Sheet:
        return Sheet(entry.name, (), facts={**self.options.facts, **entry.facts}, complete=False)

    def _to_do(self) -> list[Entry]:
        """Return what is to be marked; where times are known, the slow ones first."""
        only, results, again = {*self.only}, self.results, self.again
        to_do = [e for e in self.entries if not only or {e.name, e.called} & only]
        if results is None:
            return to_do
        due = [e for e in to_do if again or not results.is_finished(e.name, self.fingerprint(e))]
        return sorted(due, key=lambda e: -results.state(e.name).get("seconds", inf))

    def fingerprint(self, entry: Entry) -> str:
        """Return the fingerprint of a submission and of all else that its marks depend on."""
        decks = {name: format_deck(deck) for name, deck in self.options.decks.items()}
        how = self.command or self.languages, self.compiler, self.suffix
        options = self.options.points, self.options.limits, self.options.level
        return fingerprint(entry.path, decks, *how, *options, entry.facts)

    def mark(self, entry: Entry) -> Sheet:
        """Return the sheet of one submission; where there are results, it stands there too."""
        with self.worked_at:
            if self.results is None:
                return self._marked(entry, lambda deck, out: None)
            started, now = time.monotonic(), self.fingerprint(entry)
            folder = self.results.begin(entry.name)
            sheet = self._marked(entry, partial(write_output, folder))
            if not self.called_off.is_set():
                self.results.finish(folder, sheet, now, time.monotonic() - started)
            return sheet

    def _marked(self, entry: Entry, keep: Callable[[str, str], None]) -> Sheet:
        """Return the sheet of one submission; the marker's own trouble is said in it."""
        with scratch() as folder:
            try:
                with opened(entry.path) as path:
                    submission = self._submission(path, folder)
            except (PokerTableError, OSError) as error:
                told = printable(str(error)).removeprefix(f"{entry.name}: ")
                return replace(self._not_marked(entry), trouble=told)
            submission = replace(submission, name=entry.name)
            marking = Marking(submission, self.options, keep=keep, wait=self._wait)
            for _ in marking.run():
                if self.called_off.is_set():
                    break
            return replace(weigh(marking), facts=self._not_marked(entry).facts)

    def _submission(self, path: str, folder: str) -> Submission:
        if os.path.isdir(path) and not os.listdir(path):
            raise MarkerError("expected a program, got an empty folder")
        shared = self.command, self.compiler
        command, compiler = shared if self.command else command_of(path, self.languages)
        return from_folder(path, command, compiler, folder, self.options.level, self.suffix)

    def _wait(self, seconds: float) -> None:
        """Let others be worked at for so many seconds; no longer if all is called off."""
        self.worked_at.release()
        self.called_off.wait(seconds)
        self.worked_at.acquire()
