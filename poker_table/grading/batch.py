"""Marking a folder of submissions, several at a time."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, ThreadPoolExecutor, wait
from dataclasses import dataclass, field, replace

from poker_table.files.deck_file import format_deck
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.archives import unpacked
from poker_table.grading.intake.entries import Entry
from poker_table.grading.intake.languages import LANGUAGES, Commands, commands_for
from poker_table.grading.intake.rosters import Roster
from poker_table.grading.marking import MarkingOptions, mark
from poker_table.grading.results.by_hand import no_such_submission
from poker_table.grading.results.deck_files import deck_files
from poker_table.grading.results.folder import Marking, Results, failed_sheet, fingerprint
from poker_table.grading.running.runner import Run
from poker_table.grading.running.submission import Submission, submission_from_folder
from poker_table.grading.running.untrusted_files import temporary_folder
from poker_table.grading.sheet import Sheet, with_adjustments


class StoppedBesideOthersError(BaseException):
    """The clock stopped a run while others ran: the submission is to be marked again, alone."""


CANCEL_WITHIN = 0.2  # seconds


@dataclass(eq=False)
class Batch:
    """The marking of many submissions: `run` does the work, `sheets` has the results so far.

    Without a command, `languages` provides it. `messages` about skipped files are shown on the page
    of the class. Submissions that are finished in `results` are marked `again` only on request; if
    `only` has names, no others are marked. Raises MarkerError if a name in `only` is not the name
    of a submission.
    """

    entries: Sequence[Entry]
    command: Sequence[str]
    marking: MarkingOptions
    compiler: str = ""
    languages: Mapping[str, Mapping[str, str]] = field(default_factory=lambda: LANGUAGES)
    roster: Roster | None = None
    messages: Sequence[str] = ()
    results: Results | None = None
    only: Collection[str] = ()
    again: bool = False

    def __post_init__(self) -> None:
        self.cancelled = False
        self.alone = True  # whether submissions run one after another
        names = {name for entry in self.entries for name in (entry.name, entry.display_name)}
        for name in self.only:
            if name not in names:
                raise MarkerError(f"--only: {no_such_submission(name, names)}")
        missing = self.roster.missing if self.roster else []
        absent = [Sheet(name, (), missing=True) for name in missing]
        if results := self.results:
            results.match_marks(self.entries, sum(self.marking.points.values()))
            # Until a submission is marked again, its sheet is the one in the results folder.
            self.sheets = [*map(results.current_sheet, map(self._unmarked, self.entries))]
            self.sheets += map(results.adjusted, absent)
        else:
            self.sheets = [*map(self._unmarked, self.entries), *absent]

    def run(self, workers: int) -> Iterator[tuple[int, int, Sheet | None]]:
        """Mark the submissions; yield how many are marked, of how many, and the last sheet.

        The workers are threads: most of the time they wait for the students' processes. All files
        of the results are written in the thread of the caller, so that they always agree. Raises
        KeyboardInterrupt after `cancel`, when each worker's current run has ended.
        """
        self.alone = workers == 1
        with ThreadPoolExecutor(workers) as executor:
            try:
                due, places = self._due_entries(), {e.name: n for n, e in enumerate(self.entries)}
                yield 0, len(due), None
                for done, marking in enumerate(self._markings(executor, due), start=1):
                    adjusted = with_adjustments(marking.sheet, None, 0.0)
                    sheet = self.results.finish(marking) if self.results else adjusted
                    self.sheets[places[sheet.subject]] = sheet
                    yield done, len(due), sheet
            except BaseException:
                self.cancelled = True
                raise
            finally:  # before the wait for the workers, during which the marker may be killed
                if self.results:
                    self.results.write_class(self.sheets, self.messages, self.roster)
        self._check_cancelled()

    def cancel(self) -> None:
        """Let `run` end with KeyboardInterrupt; it takes no lock, so a signal may call it."""
        self.cancelled = True

    def _markings(self, executor: Executor, due: Sequence[Entry]) -> Iterator[Marking]:
        """Yield the markings of submissions; at the end, of those to be marked again alone."""
        entries = {executor.submit(self.mark, entry): entry for entry in due}
        stopped = list[Entry]()
        while entries:
            done = wait(entries, CANCEL_WITHIN, FIRST_COMPLETED).done
            self._check_cancelled()  # else what ended because of it would count as marked
            for marked in done:
                entry, error = entries.pop(marked), marked.exception()  # its files need memory
                if isinstance(error, StoppedBesideOthersError):
                    stopped.append(entry)
                else:
                    yield Marking(self._unmarked(entry)) if error else marked.result()
        self.alone = True
        yield from map(self.mark, stopped)

    def _unmarked(self, entry: Entry) -> Sheet:
        facts = {**self.marking.facts, **entry.facts}
        return Sheet(entry.name, (), facts=facts, late=entry.late)

    def _due_entries(self) -> list[Entry]:
        only, results = {*self.only}, self.results
        entries = [e for e in self.entries if not only or {e.name, e.display_name} & only]
        if results is None or self.again:
            return entries
        return [e for e in entries if not results.is_finished(e.name, self.fingerprint(e))]

    def fingerprint(self, entry: Entry) -> dict[str, str]:
        """Return the fingerprints of a submission and of everything else its marks depend on."""
        marking = self.marking
        return fingerprint(
            entry.path,
            {name: format_deck(deck) for name, deck in marking.decks.items()},
            (marking.points, marking.late),
            (self.command or self.languages, self.compiler),
            (marking.limits, marking.level, marking.total),
            (entry.facts, entry.late),
        )

    def mark(self, entry: Entry) -> Marking:
        """Run and judge one submission. If the marker fails, the sheet says why.

        Raises KeyboardInterrupt if the batch is cancelled first, StoppedBesideOthersError if it
        is to be marked again.
        """
        self._check_cancelled()
        files = dict[str, str]()
        try:
            return self._mark(entry, files)
        except Exception as error:
            kept = files if self.results else None
            return Marking(failed_sheet(self._unmarked(entry), error, kept), files=files)

    def _mark(self, entry: Entry, files: dict[str, str]) -> Marking:
        fingerprint = self.fingerprint(entry)

        def after_run(name: str, run: Run) -> None:
            if name in self.marking.decks:
                files.setdefault(f"output/{deck_files(name)[0]}", run.out)
            self._check_cancelled()
            if run.by_clock and not self.alone:
                raise StoppedBesideOthersError

        with temporary_folder() as copies, unpacked(entry.path) as path:
            submission = replace(self._submission(path, copies), name=entry.name)
            sheet = mark(submission, self.marking, after_run)
        facts, penalty = self._unmarked(entry).facts, self.marking.late.penalty(entry.late)
        sheet = replace(sheet, facts=facts, late=entry.late, penalty=penalty)
        return Marking(sheet, fingerprint, files)

    def _submission(self, path: str, folder: str) -> Submission:
        if os.path.isdir(path) and not os.listdir(path):
            raise MarkerError("expected a program, got an empty folder")
        commands = Commands([*self.command], self.compiler)
        if not self.command:
            commands = commands_for(path, self.languages)
        level = self.marking.level
        submission = submission_from_folder(path, commands.run, commands.compiler, folder, level)
        return replace(submission, left_out=commands.left_out)

    def _check_cancelled(self) -> None:
        if self.cancelled:
            raise KeyboardInterrupt
