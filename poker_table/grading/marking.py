"""A program run on each deck, on a missing file and on none, and what is wrong with each run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.game.deck import Deck
from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.game.random import Random
from poker_table.game.table import deal
from poker_table.grading.judging.fault import Fault
from poker_table.grading.judging.printed import read_printed
from poker_table.grading.judging.run import (
    answer_of,
    faults_over_all,
    missing_file_faults,
    missing_file_notes,
    random_deal_faults,
    run_faults,
)
from poker_table.grading.judging.style import Table, style_faults
from poker_table.grading.judging.table import judge_deck
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission

RUNS = 2  # on each deck
GIVE_UP_AFTER = 3  # decks on which the program had to be stopped
GIVEN_UP = f"After {GIVE_UP_AFTER} decks on which it was stopped, it was not run on the others"
CLOCK_STEP = 1.1  # seconds after which a generator seeded by the clock deals another table
MISSING, RANDOM = "a missing file", "a random deal"


def decks_to_try(random: int, seed: int) -> dict[str, Deck]:
    """Return the bundled decks, and so many deals of a seed, under names that find them again."""
    decks = {name: read_deck(bundled_path(name)) for name in bundled_decks()}
    for number in range(random):
        decks[f"--seed {seed} --deal {number}"] = Deck.shuffled(Random(seed, number))
    return decks


@dataclass(frozen=True)
class Trial(Table):
    """What came of one deck: the table of its first run, and the faults of all its runs."""

    faults: list[Fault]
    stopped: bool  # it would not have ended by itself
    judged: bool  # else no run left a table: how they ended is all there is to say


@dataclass(frozen=True)
class MarkingOptions:
    """What holds for every submission: decks, points, sandbox and limits; `facts` tells of them."""

    decks: Mapping[str, Deck]
    points: Mapping[str, float]
    level: str
    limits: Limits
    facts: Mapping[str, str | int]


@dataclass
class Marking:
    """The marking of one submission: `run` does the work, the rest is what came of it so far."""

    submission: Submission
    options: MarkingOptions
    trials: dict[str, Trial] = field(default_factory=dict)
    others: dict[str, Sequence[Fault]] = field(default_factory=dict)  # of the runs without a deck
    remarks: Sequence[str] = ()  # on the run with a missing file
    complete: bool = False
    trouble: str = ""  # the marker's own

    @property
    def stopped_on(self) -> list[str]:
        """The decks on which the program had to be stopped."""
        return [name for name, trial in self.trials.items() if trial.stopped]

    @property
    def given_up(self) -> bool:
        """Whether it was stopped so often that it is run on no other deck."""
        return len(self.stopped_on) == GIVE_UP_AFTER

    def run(self) -> Iterator[str]:
        """Run the program on each deck, on a missing file and on none; yield what was done."""
        points = self.options.points
        self.complete = bool(self.submission.unusable)
        if self.complete:
            return
        try:
            for name in self.options.decks:
                if self.given_up:
                    break
                self._try_deck(name)
                yield name
            if points["missing"]:
                self._try_missing_file()
                yield MISSING
            if points["random"]:
                self.others[RANDOM] = self._random_faults()
                yield RANDOM
            self.complete = True
        except (MarkerError, OSError) as error:
            self.trouble = printable(str(error))

    def _try_deck(self, name: str) -> None:
        """Run the program on a deck, more than once unless it had to be stopped."""
        deck = self.options.decks[name]
        dealt = deal(Deck(deck.cards))
        for hand in dealt:
            hand.evaluate()
        found = []
        judged = False
        for variant in range(RUNS):
            run = self._run(DECK_NAME, {DECK_NAME: format_deck(deck)}, variant)
            printed = read_printed(run.out)
            whole = printed.is_table(len(dealt))
            style = style_faults(printed) if whole and self.options.points["style"] else []
            faults = run_faults(run, [*judge_deck(dealt, printed), *style], whole)
            found.append((printed, faults))
            judged = judged or whole or not run.failure
            if run.was_stopped:
                break
        trial = Trial(dealt, found[0][0], faults_over_all(found), run.was_stopped, judged)
        self.trials[name] = trial
        if self.given_up:
            example = f"It was stopped on {', '.join(self.stopped_on)}."
            trial.faults.append(Fault({"ends"}, GIVEN_UP, example))

    def _try_missing_file(self) -> None:
        run = self._run(NO_SUCH_NAME)
        tables = sum(trial.printed.is_table(len(trial.dealt)) for trial in self.trials.values())
        self.others[MISSING] = missing_file_faults(run, tables)
        self.remarks = [] if self.others[MISSING] else missing_file_notes(run)

    def _random_faults(self) -> list[Fault]:
        started = time.monotonic()
        run = self._run(None)
        faults = random_deal_faults(run)
        first = answer_of(read_printed(run.out))
        if run.was_stopped or not first:
            return faults
        for wait in 0, CLOCK_STEP:
            time.sleep(max(0.0, started + wait - time.monotonic()))
            if answer_of(read_printed(self._run(None).out)) != first:
                return faults
        best = quoted(run.out.splitlines()[0], 80)
        example = f"Three runs without a file, more than a second apart, all began with {best}."
        return [*faults, Fault({"random"}, "The random deal is always the same", example)]

    def _run(
        self, deck_name: str | None, files: Mapping[str, str] | None = None, variant: int = 0
    ) -> Run:
        command, options = self.submission.on_deck(deck_name), self.options
        folder, level = self.submission.folder, options.level
        return run_copy(folder, command, files or {}, level, options.limits, variant)
