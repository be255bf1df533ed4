"""A folder of submissions, several marked at a time."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from math import inf
from threading import Event, Semaphore
from typing import NamedTuple

from poker_table.files.deck_file import format_deck
from poker_table.game.errors import MarkerError, PokerTableError, printable, quoted
from poker_table.grading.intake.archives import ArchiveError, unpacked
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.languages import LANGUAGES, command_of
from poker_table.grading.intake.late import Late
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.marking import Callbacks, MarkingOptions, mark
from poker_table.grading.results.folder import Results, fingerprint, write_output
from poker_table.grading.running.runner import Run
from poker_table.grading.running.submission import Submission, submission_from_folder
from poker_table.grading.running.untrusted_files import temporary_folder
from poker_table.grading.sheet import Sheet, with_adjustments


class Progress(NamedTuple):
    """How many submissions of a batch are marked, the last sheet, and the seconds for the rest."""

    done: int
    of: int
    sheet: Sheet | None = None
    seconds_left: float = 0.0


@dataclass(frozen=True)
class BatchOptions:
    """What is run for each submission of a batch, and which submissions are marked.

    Without a command, `languages` says what is run. `suffix` is the suffix of the file that {file}
    stands for. The `notes` go to the page of the class. A submission that is finished in `results`
    is marked `again` only if asked; if there are names in `only`, no others are marked. `windows`
    supplies Windows's headers. `late` says what being late costs.
    """

    command: Sequence[str]
    marking: MarkingOptions
    compiler: str = ""
    suffix: str = ""
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)
    roster: Roster | None = None
    notes: Sequence[str] = ()
    results: Results | None = None
    only: Collection[str] = ()
    again: bool = False
    windows: bool = False
    late: Late = field(default_factory=Late)


THREADS_A_WORKER = 4  # one marks; the others wait for the second random deal of theirs


class CalledOffError(Exception):
    """The marking of a batch ends before this submission is marked."""


class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far.

    Raises MarkerError if a name in `only` is no submission's.
    """

    def __init__(self, entries: Sequence[Entry], options: BatchOptions) -> None:
        self.entries, self.options = entries, options
        self.called_off, self.at_work = Event(), Semaphore()
        names = {name for entry in entries for name in (entry.name, entry.display_name)}
        for name in options.only:
            if name not in names:
                raise MarkerError(f"--only: there is no submission {quoted(name)}")
        missing = options.roster.missing if options.roster else []
        absent = [Sheet(name, (), missing=True) for name in missing]
        if results := options.results:
            results.match_marks(entries, sum(options.marking.points.values()))
            # Until a submission is marked again, its sheet is the one in the results folder.
            self.sheets = [results.current_sheet(e.name) or self._not_marked(e) for e in entries]
            self.sheets += map(results.settled, absent)
        else:
            self.sheets = [*map(self._not_marked, entries), *absent]

    def run(self, workers: int) -> Iterator[Progress]:
        """Mark the submissions; yield the progress at the start, and after each of them.

        Threads are enough: other processes do what takes long.
        """
        executor, started = ThreadPoolExecutor(THREADS_A_WORKER * workers), time.monotonic()
        self.at_work = Semaphore(workers)
        try:
            to_do = self._to_do()
            yield Progress(0, len(to_do))
            entry_of = {executor.submit(self.mark, entry): entry for entry in to_do}
            for done, future in enumerate(as_completed(entry_of), start=1):
                sheet = self.sheets[self.entries.index(entry_of[future])] = future.result()
                seconds = (time.monotonic() - started) / done * (len(entry_of) - done)
                yield Progress(done, len(entry_of), sheet, seconds)
        finally:  # after Ctrl-C too: what runs now ends with its next result
            self.called_off.set()
            executor.shutdown(cancel_futures=True)
            if self.options.results:
                notes, roster = self.options.notes, self.options.roster
                self.options.results.write_class(self.sheets, notes, roster)

    def _not_marked(self, entry: Entry) -> Sheet:
        return Sheet(entry.name, (), facts={**self.options.marking.facts, **entry.facts})

    def _to_do(self) -> list[Entry]:
        """Return what is to be marked; the submissions that took longest last time come first."""
        only, results = {*self.options.only}, self.options.results
        to_do = [e for e in self.entries if not only or {e.name, e.display_name} & only]
        if results is None:
            return to_do
        again = self.options.again
        due = [e for e in to_do if again or not results.is_finished(e.name, self.fingerprint(e))]
        return sorted(due, key=lambda e: -results.state(e.name).get("seconds", inf))

    def fingerprint(self, entry: Entry) -> dict[str, str]:
        """Return the fingerprints of a submission and of all else that its marks depend on."""
        options, marking = self.options, self.options.marking
        how = options.command or options.languages, options.compiler, options.suffix
        return fingerprint(
            entry.path,
            decks={name: format_deck(deck) for name, deck in marking.decks.items()},
            rubric=(marking.points, options.late),
            command=(how, options.windows),
            limits=(marking.limits, marking.level, marking.total),
            platform=entry.facts,
        )

    def mark(self, entry: Entry) -> Sheet:
        """Return the sheet of one submission, and write it to the results folder if there is one.

        Raises CalledOffError if the batch is called off before the end.
        """
        with self.at_work:
            if results := self.options.results:
                return self._mark_into(results, entry)
            callbacks = Callbacks(self._check_called_off, self._wait)
            return with_adjustments(self._sheet_of(entry, callbacks), None, 0.0)

    def _wait(self, seconds: float) -> None:
        """Wait for the second random deal; meanwhile another submission is marked."""
        self.at_work.release()
        self.called_off.wait(seconds)
        self.at_work.acquire()

    def _mark_into(self, results: Results, entry: Entry) -> Sheet:
        prints, folder = self.fingerprint(entry), results.begin(entry.name)
        written, seconds = set[str](), list[float]()

        def after_run(name: str, run: Run) -> None:
            seconds.append(run.seconds)
            if name in self.options.marking.decks and name not in written:
                written.add(name)
                write_output(folder, name, run.out)
            self._check_called_off(name, run)

        sheet = self._sheet_of(entry, Callbacks(after_run, self._wait))
        return results.finish(folder, sheet, prints, sum(seconds))

    def _sheet_of(self, entry: Entry, callbacks: Callbacks) -> Sheet:
        """Return the sheet of one submission; if the marker fails, the sheet says why."""
        unmarked = self._not_marked(entry)
        try:
            with temporary_folder() as folder, unpacked(entry.path) as path:
                submission = replace(self._submission(path, folder), name=entry.name)
                sheet = mark(submission, self.options.marking, callbacks)
        except ArchiveError as error:
            return replace(unmarked, trouble=error.why if error.name == entry.name else str(error))
        except (PokerTableError, OSError) as error:
            return replace(unmarked, trouble=printable(str(error)))
        penalty = self.options.late.penalty(entry.late_by) if entry.late else 0.0
        return replace(sheet, facts=unmarked.facts, penalty=penalty)

    def _submission(self, path: str, folder: str) -> Submission:
        if os.path.isdir(path) and not os.listdir(path):
            raise MarkerError("expected a program, got an empty folder")
        options = self.options
        shared = options.command, options.compiler
        command, compiler = shared if options.command else command_of(path, options.languages)
        level = options.marking.level
        suffix, windows = options.suffix, options.windows
        return submission_from_folder(path, command, compiler, folder, level, suffix, windows)

    def _check_called_off(self, name: str, run: Run) -> None:
        if self.called_off.is_set():
            raise CalledOffError
