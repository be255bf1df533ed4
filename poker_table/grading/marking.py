"""Marking a submission: run it, judge its output, and score the judgement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from time import monotonic, sleep

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.files.text import paths_in_folder
from poker_table.game.deck import Deck
from poker_table.game.errors import printable
from poker_table.grading.errors import MarkerError, listed
from poker_table.grading.intake.late import LatePolicy
from poker_table.grading.judging.faults import ENDED, UNSTEADY, Foreign, quote
from poker_table.grading.judging.judge import Judgement, is_consistent, judge
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.rubric import OTHER_RUNS
from poker_table.grading.running.runner import (
    MAX_JUDGED,
    PATTERNS,
    Ending,
    Limits,
    Run,
    Runs,
    check_start,
    run_copy,
)
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission
from poker_table.grading.running.valgrind import memory_error
from poker_table.grading.scoring import (
    crash_remarks,
    in_common,
    reasons_to_look,
    score,
    scored_decks,
    what_is_right,
)
from poker_table.grading.sheet import Finding, Sheet
from poker_table.hands.sentence import Sentence, Text
from poker_table.order.composed import composed_deck, secret_seed

#: The published decks that are run beside composed ones: for the simplest example of a mistake, and
#: to see whether a program is right on published decks only.
PUBLISHED = [
    "three.txt", "every-hand-type.txt", "flushes.txt", "base-thirteen.txt", "straight-flushes.txt",
]  # fmt: skip
TWO_PATTERNS = 3  # so many decks, and one deck for each cause found, are run with two patterns
CLOCK_STEP = 1.1  # seconds after which a generator seeded by the clock deals another table


def decks_to_try(
    composed: int, seed: int, folder: str | None = None, secret: bool = False
) -> dict[str, Deck]:
    """Return a number of composed decks, those in the marker's folder, and some bundled ones.

    Without composed decks, all bundled ones are returned. The keys are the options that compose the
    deck again, paths, and names of bundled decks. If the seed is `secret`, each composed deck has a
    seed of its own, which tells nothing about the others. Raises FileError, DeckError, and
    MarkerError for a folder without decks.
    """
    seeds = [secret_seed(seed, number) if secret else seed for number in range(composed)]
    decks = {f"--seed {own} --composed {n}": composed_deck(own, n) for n, own in enumerate(seeds)}
    paths = paths_in_folder(folder) if folder else []
    if folder and not paths:
        raise MarkerError(f"{printable(folder)}: expected decks, got an empty folder")
    decks |= {path: read_deck(path) for path in paths}
    published = PUBLISHED if composed else bundled_decks()
    return decks | {name: read_deck(bundled_path(name)) for name in published}


@dataclass(frozen=True)
class MarkingOptions:
    """The options for all submissions: decks, points per criterion, sandbox level, limits.

    `facts` describe these options on the sheet. `total` is the limit in seconds for all runs of a
    submission together. `late` says what being late costs.
    """

    decks: Mapping[str, Deck]
    points: Mapping[str, float]
    level: str
    limits: Limits
    facts: Mapping[str, str | int]
    total: int = 120
    late: LatePolicy = field(default_factory=LatePolicy)


#: Called after each run, with the name of its deck or of the other run.
AfterRun = Callable[[str, Run], None]


def mark(
    submission: Submission, options: MarkingOptions, after_run: AfterRun = lambda name, run: None
) -> Sheet:
    """Run a submission, judge its runs, and score the judgement.

    Raises MarkerError or OSError if the marker itself fails.
    """
    runs = run_submission(submission, options, after_run)
    judgement = judge(runs, options.decks, submission.unusable)
    items, findings = score(judgement, options.points)
    findings = _with_memory_error(findings, submission, options, judgement, runs)
    remarks: list[Text] = [*crash_remarks(judgement), *judgement.remarks]
    if submission.left_out:
        files = Foreign(listed(submission.left_out))
        remarks.append(Sentence("Not compiled (tests, or with a main of their own): ", files))
    if submission.warnings:
        remarks.append(Sentence("The compiler says: ", Foreign(submission.warnings)))
    return Sheet(
        submission.name, items, findings, tuple(remarks), dict(options.facts),
        is_right=what_is_right(judgement), confusions=judgement.confusions,
        look=tuple(reasons_to_look(judgement)),
    )  # fmt: skip


def _with_memory_error(
    findings: tuple[Finding, ...], submission: Submission, options: MarkingOptions,
    judgement: Judgement, runs: Runs,
) -> tuple[Finding, ...]:  # fmt: skip
    """Add what valgrind says, where two runs differ or no hand explains a crash."""
    for number, finding in enumerate(findings):
        fault = finding.example
        crashed = fault.name == ENDED and any(
            run.crash_or_stop and run.crash_or_stop.kind == "signal" and not in_common(judgement)
            for run in runs.on_decks.get(fault.deck, ())[:1]
        )
        if fault.name != UNSTEADY and not crashed:
            continue
        files = {DECK_NAME: format_deck(options.decks[fault.deck])}
        command = submission.command_for(DECK_NAME)
        if error := memory_error(submission.folder, command, files, options.level):
            what, where = map(quote, error)
            example = Sentence(fault.example, " valgrind says: ", what, " in ", where, ".")
            told = replace(finding, example=replace(fault, example=example))
            return (*findings[:number], told, *findings[number + 1 :])
        break
    return findings


def run_submission(submission: Submission, options: MarkingOptions, after_run: AfterRun) -> Runs:
    """Run a submission without a file, on a missing file, and on the decks.

    These runs fill the time between two random deals. Those that earn points come first, so that no
    program can use up its time before them.
    """
    if submission.unusable:
        return Runs({})
    program, points = _Program(submission, options, after_run), options.points
    random_deals = [program.run(OTHER_RUNS["random"], None)] if points["random"] else []
    first_ended = monotonic()
    missing = program.run(OTHER_RUNS["missing"], NO_SUCH_NAME) if points["missing"] else None
    on_decks, ignores_decks = program.run_on_decks()
    if any(not run.stopped_by and read_output(run.out).hands for run in random_deals):
        sleep(max(0.0, first_ended + CLOCK_STEP - monotonic()))
        random_deals.append(program.run(OTHER_RUNS["random"], None))
    later_run = None
    if ignores_decks:
        sleep(CLOCK_STEP)
        later_run = program.run_on_deck(next(iter(options.decks)))
    return Runs(on_decks, missing, tuple(random_deals), later_run)


@dataclass(frozen=True)
class _Program:
    """A submission and the seconds that each of its runs took so far."""

    submission: Submission
    options: MarkingOptions
    after_run: AfterRun
    seconds: list[float] = field(default_factory=list)

    @property
    def out_of_time(self) -> bool:
        """Whether all runs together have reached the time limit."""
        return sum(self.seconds) >= self.options.total

    def run_on_decks(self) -> tuple[dict[str, tuple[Run, ...]], bool]:
        """Run the program on the decks that earn points, and after a mistake also on the others.

        Give up after three decks if it ended on none. If it ended on a deck, run it on every deck
        that earns points: otherwise a program could hang three times to avoid the rest. Run it
        twice on some decks. Return the runs by deck, and whether it printed hands but never those
        that were dealt.
        """
        runs, ended = dict[str, tuple[Run, ...]](), False
        earn_points = scored_decks(self.options.decks.keys())
        for name in self.options.decks:
            if name in earn_points and (ended or not Runs(runs).given_up):
                runs[name] = (self.run_on_deck(name),)
                if len(runs) <= TWO_PATTERNS:
                    self._add_other_pattern(runs, name)
                ended = ended or any(not run.stopped_by for run in runs[name])
        judgement = judge(Runs(runs), self.options.decks)
        for name in self.options.decks if ended and judgement.faults else ():
            if name not in runs and not (Runs(runs).given_up or self.out_of_time):
                runs[name] = (self.run_on_deck(name),)
        self._add_second_runs(runs, judgement)
        return runs, judgement.ignores_decks

    def _add_second_runs(self, runs: dict[str, tuple[Run, ...]], judgement: Judgement) -> None:
        """Add a run with another pattern on one deck for each cause.

        If any second run differs from the first, add one on every deck.
        """
        deck_of_cause = {fault.cause: fault.deck for fault in reversed(judgement.faults)}
        decks = [*reversed(deck_of_cause.values())]
        for name in dict.fromkeys([*decks, *runs]):
            is_over = Runs(runs).given_up or self.out_of_time
            if is_over or (name not in decks and is_consistent(Runs(runs))):
                break
            self._add_other_pattern(runs, name)

    def _add_other_pattern(self, runs: dict[str, tuple[Run, ...]], name: str) -> None:
        """Add a second run on a deck, unless there is one or the first was stopped."""
        if len(runs[name]) == 1 and not (runs[name][0].stopped_by or self.out_of_time):
            runs[name] = (*runs[name], self.run_on_deck(name, again=True))

    def run_on_deck(self, name: str, again: bool = False) -> Run:
        """Run the program on a deck; `again`, with zeros in fresh memory, or else without."""
        pattern = [*self.options.decks].index(name) % PATTERNS
        pattern = int(pattern == 0) if again else pattern
        return self.run(name, DECK_NAME, format_deck(self.options.decks[name]), pattern)

    def run(self, name: str, file: str | None, content: str = "", pattern: int = 0) -> Run:
        """Run the program with the name of a file, if given, which exists only if it has content.

        If the time for all runs is used up, return a run that this limit stopped. Raises
        MarkerError if it is this machine that lacks what the first run needs to start.
        """
        if self.out_of_time:
            ending = Ending("total", self.options.total)
            stopped = Run("", "", 1, ending, by_clock=True)
            self.after_run(name, stopped)
            return stopped
        command = self.submission.command_for(file)
        files = {file: content} if file and content else {}
        level, limits = self.options.level, self.options.limits
        run = run_copy(self.submission.folder, command, files, level, limits, pattern)
        if not self.seconds:
            check_start(run, self.submission.folder, command, level, limits)
        self.seconds.append(run.seconds)
        self.after_run(name, run)
        # Only this part is judged; of a failed run, also the last line.
        return run if run.failure else run._replace(out=run.out[: MAX_JUDGED + 1])
