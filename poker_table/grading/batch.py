"""Marking a folder of submissions, several at a time."""

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
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.languages import LANGUAGES, commands_for
from poker_table.grading.intake.late import LatePolicy
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.marking import Callbacks, MarkingOptions, mark
from poker_table.grading.results.folder import Results, fingerprint, write_output
from poker_table.grading.running.runner import Run
from poker_table.grading.running.submission import Submission, submission_from_folder
from poker_table.grading.running.untrusted_files import temporary_folder
from poker_table.grading.sheet import Sheet, with_adjustments


class Progress(NamedTuple):
    """How many submissions of a batch are marked, the last sheet, and the estimated time left."""

    done: int
    total: int
    sheet: Sheet | None = None
    seconds_left: float = 0.0


@dataclass(frozen=True)
class BatchOptions:
    """How the submissions of a batch are run, and which of them are marked.

    Without a command, `languages` provides it. `suffix` is the suffix of the file that {file}
    stands for. `messages` about skipped files are shown on the page of the class. Submissions that
    are finished in `results` are marked `again` only on request; if `only` has names, no others
    are marked. `windows` supplies Windows headers.
    """

    command: Sequence[str]
    marking: MarkingOptions
    compiler: str = ""
    suffix: str = ""
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)
    roster: Roster | None = None
    messages: Sequence[str] = ()
    results: Results | None = None
    only: Collection[str] = ()
    again: bool = False
    windows: bool = False
    late: LatePolicy = field(default_factory=LatePolicy)


THREADS_PER_WORKER = 4  # one works while the others wait for a second random deal


class BatchCancelledError(Exception):
    """The batch was cancelled before this submission was marked."""


class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far.

    Raises MarkerError if a name in `only` is not the name of a submission.
    """

    def __init__(self, entries: Sequence[Entry], options: BatchOptions) -> None:
        self.entries, self.options = entries, options
        self.cancelled, self.free_workers = Event(), Semaphore()
        names = {name for entry in entries for name in (entry.name, entry.display_name)}
        for name in options.only:
            if name not in names:
                raise MarkerError(f"--only: there is no submission {quoted(name)}")
        missing = options.roster.missing if options.roster else []
        absent = [Sheet(name, (), missing=True) for name in missing]
        if results := options.results:
            results.match_marks(entries, sum(options.marking.points.values()))
            # Until a submission is marked again, its sheet is the one in the results folder.
            self.sheets = [results.current_sheet(e.name) or self._unmarked(e) for e in entries]
            self.sheets += map(results.adjusted, absent)
        else:
            self.sheets = [*map(self._unmarked, entries), *absent]

    def run(self, workers: int) -> Iterator[Progress]:
        """Mark the submissions; yield the progress at the start, and after each of them.

        The workers are threads: most of the time they wait for the students' processes.
        """
        executor, started = ThreadPoolExecutor(THREADS_PER_WORKER * workers), time.monotonic()
        self.free_workers = Semaphore(workers)
        try:
            due = self._due_entries()
            yield Progress(0, len(due))
            index_of = {executor.submit(self.mark, e): self.entries.index(e) for e in due}
            for done, future in enumerate(as_completed(index_of), start=1):
                sheet = self.sheets[index_of[future]] = future.result()
                seconds_left = (time.monotonic() - started) / done * (len(due) - done)
                yield Progress(done, len(due), sheet, seconds_left)
        finally:  # after Ctrl-C too: each submission in progress stops after its current run
            self.cancelled.set()
            executor.shutdown(cancel_futures=True)
            if self.options.results:
                messages, roster = self.options.messages, self.options.roster
                self.options.results.write_class(self.sheets, messages, roster)

    def _unmarked(self, entry: Entry) -> Sheet:
        return Sheet(entry.name, (), facts={**self.options.marking.facts, **entry.facts})

    def _due_entries(self) -> list[Entry]:
        """Return the submissions to mark: first the new ones, then the slowest of last time."""
        only, results = {*self.options.only}, self.options.results
        entries = [e for e in self.entries if not only or {e.name, e.display_name} & only]
        if results is None:
            return entries
        again = self.options.again
        due = [e for e in entries if again or not results.is_finished(e.name, self.fingerprint(e))]
        return sorted(due, key=lambda e: -results.state(e.name).get("seconds", inf))

    def fingerprint(self, entry: Entry) -> dict[str, str]:
        """Return the fingerprints of a submission and of everything else its marks depend on."""
        options, marking = self.options, self.options.marking
        command = options.command or options.languages, options.compiler, options.suffix
        return fingerprint(
            entry.path,
            decks={name: format_deck(deck) for name, deck in marking.decks.items()},
            rubric=(marking.points, options.late),
            command=(command, options.windows),
            limits=(marking.limits, marking.level, marking.total),
            platform=entry.facts,
        )

    def mark(self, entry: Entry) -> Sheet:
        """Return the sheet of one submission; write it to the results folder if there is one.

        Raises BatchCancelledError if the batch is cancelled first.
        """
        with self.free_workers:
            if results := self.options.results:
                return self._mark_into(results, entry)
            callbacks = Callbacks(self._check_cancelled, self._wait)
            return with_adjustments(self._sheet_of(entry, callbacks), None, 0.0)

    def _wait(self, seconds: float) -> None:
        """Wait between two random deals; let another thread mark a submission meanwhile."""
        self.free_workers.release()
        self.cancelled.wait(seconds)
        self.free_workers.acquire()

    def _mark_into(self, results: Results, entry: Entry) -> Sheet:
        fingerprints, folder = self.fingerprint(entry), results.begin(entry.name)
        written, seconds = set[str](), list[float]()

        def after_run(name: str, run: Run) -> None:
            seconds.append(run.seconds)
            if name in self.options.marking.decks and name not in written:
                written.add(name)
                write_output(folder, name, run.out)
            self._check_cancelled(name, run)

        sheet = self._sheet_of(entry, Callbacks(after_run, self._wait))
        return results.finish(folder, sheet, fingerprints, sum(seconds))

    def _sheet_of(self, entry: Entry, callbacks: Callbacks) -> Sheet:
        """Return the sheet of one submission; if the marker fails, a sheet that says why."""
        unmarked = self._unmarked(entry)
        try:
            with temporary_folder() as folder, unpacked(entry.path) as path:
                submission = replace(self._submission(path, folder), name=entry.name)
                sheet = mark(submission, self.options.marking, callbacks)
        except (PokerTableError, OSError) as error:
            return replace(unmarked, trouble=printable(str(error)))
        penalty = self.options.late.penalty(entry.late_by) if entry.late else 0.0
        return replace(sheet, facts=unmarked.facts, penalty=penalty)

    def _submission(self, path: str, folder: str) -> Submission:
        """Copy a submission to an empty folder, and compile it there if need be."""
        if os.path.isdir(path) and not os.listdir(path):
            raise MarkerError("expected a program, got an empty folder")
        options = self.options
        command, compiler = options.command, options.compiler
        if not command:
            command, compiler = commands_for(path, options.languages)
        level = options.marking.level
        suffix, windows = options.suffix, options.windows
        return submission_from_folder(path, command, compiler, folder, level, suffix, windows)

    def _check_cancelled(self, name: str, run: Run) -> None:
        if self.cancelled.is_set():
            raise BatchCancelledError
