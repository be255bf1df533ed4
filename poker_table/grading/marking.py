"""A program run on each deck, on a missing file and on none, and what is wrong with each run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.files.text import names_in
from poker_table.game.deck import Deck
from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.game.random import Random
from poker_table.grading.judging.printed import read_printed
from poker_table.grading.judging.reading import Table
from poker_table.grading.judging.rubric import Fault
from poker_table.grading.judging.run import (
    Answer,
    judge_run,
    missing_file_faults,
    random_deal_faults,
)
from poker_table.grading.judging.table import Judgement
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission

VARIANTS = 2  # of what memory holds: the decks have them in turn, and some have both
BOTH_ON = 3  # decks, the first ones, and on one of each cause that is found
GIVE_UP_AFTER = 3  # decks on which the program had to be stopped
GIVEN_UP = f"After {GIVE_UP_AFTER} decks on which it was stopped, it was not run on the others"
CLOCK_STEP = 1.1  # seconds after which a generator seeded by the clock deals another table
#: The criteria that have a run of their own, and what it is called.
OTHER_RUNS = {"missing": "a missing file", "random": "a random deal"}


def decks_to_try(random: int, seed: int, folder: str | None = None) -> dict[str, Deck]:
    """Return the bundled decks, those in a folder of the marker's, and so many deals of a seed.

    They stand under names that find them again. Raises FileError, DeckError, and MarkerError for
    a folder without decks.
    """
    decks = {name: read_deck(bundled_path(name)) for name in bundled_decks()}
    own = [os.path.join(folder, name) for name in names_in(folder)] if folder else []
    if folder and not own:
        raise MarkerError(f"{printable(folder)}: expected decks, got an empty folder")
    decks |= {path: read_deck(path) for path in own}
    for number in range(random):
        decks[f"--seed {seed} --deal {number}"] = Deck.shuffled(Random(seed, number))
    return decks


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
    faults: dict[str, list[Fault]] = field(default_factory=dict)  # by deck, or other run
    answers: dict[str, list[Answer]] = field(default_factory=dict)  # by deck, of each run
    stopped: list[str] = field(default_factory=list)  # decks on which it had to be stopped
    complete: bool = False
    trouble: str = ""  # the marker's own
    keep: Callable[[str, str], None] = lambda deck, out: None  # called with what it printed
    wait: Callable[[float], None] = time.sleep
    judgements: dict[int, Judgement] = field(default_factory=dict)  # the last ones, by run

    @property
    def given_up(self) -> bool:
        """Whether it was stopped so often that it is run on no other deck."""
        return len(self.stopped) == GIVE_UP_AFTER

    def run(self) -> Iterator[str]:
        """Run the program on each deck, on a missing file and on none; yield what was done."""
        try:
            if not self.submission.unusable:
                yield from self._work()
            self.complete = True
        except (MarkerError, OSError) as error:
            self.trouble = printable(str(error))

    def _work(self) -> Iterator[str]:
        """Do all runs; the time between two random deals is spent on the others."""
        points = self.options.points
        dealt = self._run(None) if points["random"] else None
        ended = time.monotonic()
        yield from self._decks()
        judgement = self.judgement()
        yield from self._decks_again(judgement)
        if points["missing"]:
            run = self._run(NO_SUCH_NAME)
            self.faults[OTHER_RUNS["missing"]] = missing_file_faults(run, judgement.usable)
            yield OTHER_RUNS["missing"]
        if dealt:
            self.faults[OTHER_RUNS["random"]] = self._random_faults(dealt, ended)
            yield OTHER_RUNS["random"]

    @property
    def steady(self) -> bool:
        """Whether it did the same each time on every deck on which it was run twice."""
        return all(
            first.printed.meaning == again.printed.meaning and first.faults == again.faults
            for first, *others in self.answers.values()
            for again in others
        )

    def judgement(self, run: int = 0) -> Judgement:
        """Return what is wrong on all decks with something to judge, by a run on each, or by -1."""
        tables = {}
        for name, answers in self.answers.items():
            if judged := [answer for answer in answers if answer.judged]:
                tables[name] = Table(self.options.decks[name].cards, judged[run].printed)
        if run not in self.judgements or self.judgements[run].tables != tables:
            self.judgements[run] = Judgement(tables)
        return self.judgements[run]

    def _decks(self) -> Iterator[str]:
        """Run the program on each deck, on the first ones twice, until it was stopped too often."""
        for number, (name, deck) in enumerate(self.options.decks.items()):
            for variant in range(VARIANTS) if number < BOTH_ON else [number % VARIANTS]:
                if name not in self.stopped:
                    self._run_on(name, deck, variant)
            given_up = Fault({"ends"}, GIVEN_UP, f"It was stopped on {', '.join(self.stopped)}.")
            self.faults[name] = [given_up] if self.given_up else []
            yield name
            if self.given_up:
                return

    def _decks_again(self, judgement: Judgement) -> Iterator[str]:
        """Run it with other memory where that tells most; if it then differs, on every deck."""
        names, first_with = [*self.answers], dict[str, str]()
        for name, answers in self.answers.items():
            for fault in [*answers[0].faults, *judgement.faults.get(name, [])]:
                first_with.setdefault(fault.cause, name)
        for name in dict.fromkeys([*first_with.values(), *names]):
            if self.given_up or (name not in first_with.values() and self.steady):
                return
            if len(self.answers[name]) < VARIANTS and name not in self.stopped:
                number = names.index(name)
                self._run_on(name, self.options.decks[name], (number + 1) % VARIANTS)
                yield name

    def _run_on(self, name: str, deck: Deck, variant: int) -> None:
        """Run it on a deck; the answers with each variant stand in the order of these."""
        run = self._run(DECK_NAME, format_deck(deck), variant)
        if name not in self.answers:
            self.keep(name, run.out)
        answer = judge_run(run, style=self.options.points["style"] > 0)
        self.answers.setdefault(name, []).insert(variant, answer)
        if run.stopped:
            self.stopped.append(name)

    def _random_faults(self, run: Run, ended: float) -> list[Fault]:
        """Return what is wrong with a random deal, or that a later one is the same."""
        faults = random_deal_faults(run)
        first = read_printed(run.out).meaning
        if run.stopped or not first:
            return faults
        self.wait(max(0.0, ended + CLOCK_STEP - time.monotonic()))
        if read_printed(self._run(None).out).meaning != first:
            return faults
        best = quoted(run.out.splitlines()[0], 80)
        example = f"Two runs without a file, more than a second apart, both began with {best}."
        return [*faults, Fault({"random"}, "The random deal is always the same", example)]

    def _run(self, name: str | None, deck: str = "", variant: int = 0) -> Run:
        """Run it on a deck file of a name, if that is given; it exists if there is a deck."""
        command, files = self.submission.on_deck(name), {name: deck} if name and deck else {}
        level, limits = self.options.level, self.options.limits
        return run_copy(self.submission.folder, command, files, level, limits, variant)
