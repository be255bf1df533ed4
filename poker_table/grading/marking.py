"""A program run on each deck, on a missing file and on none, and what is wrong with each run."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.files.text import unreadable
from poker_table.game.deck import Deck
from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.game.random import Random
from poker_table.grading.judging.fault import Fault
from poker_table.grading.judging.printed import read_printed
from poker_table.grading.judging.reading import Table
from poker_table.grading.judging.run import (
    Answer,
    judge_run,
    missing_file_faults,
    missing_file_notes,
    random_deal_faults,
)
from poker_table.grading.judging.table import Judgement, judge
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission

RUNS = 2  # on each deck
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
    decks |= {path: read_deck(path) for path in (_files_in(folder) if folder else [])}
    for number in range(random):
        decks[f"--seed {seed} --deal {number}"] = Deck.shuffled(Random(seed, number))
    return decks


def _files_in(folder: str) -> list[str]:
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise unreadable(folder, error) from None
    if not names:
        raise MarkerError(f"{printable(folder)}: expected decks, got an empty folder")
    return [os.path.join(folder, name) for name in names]


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
    notes: Sequence[str] = ()  # on the run with a missing file
    complete: bool = False
    trouble: str = ""  # the marker's own
    keep: Callable[[str, str], None] = lambda deck, out: None  # called with what it printed

    @property
    def given_up(self) -> bool:
        """Whether it was stopped so often that it is run on no other deck."""
        return len(self.stopped) == GIVE_UP_AFTER

    def run(self) -> Iterator[str]:
        """Run the program on each deck, on a missing file and on none; yield what was done."""
        try:
            for name, faults_of in self._work().items():
                if not (self.given_up and name in self.options.decks):
                    self.faults[name] = faults_of(name)
                    yield name
            self.complete = True
        except (MarkerError, OSError) as error:
            self.trouble = printable(str(error))

    def _work(self) -> dict[str, Callable[[str], list[Fault]]]:
        """Return what is to be run, by name, and how its faults are found."""
        if self.submission.unusable:
            return {}
        work: dict[str, Callable[[str], list[Fault]]] = {}
        work |= dict.fromkeys(self.options.decks, self._deck_faults)
        others = {"missing": self._missing_file_faults, "random": self._random_faults}
        return work | {OTHER_RUNS[key]: others[key] for key in others if self.options.points[key]}

    @property
    def judged(self) -> list[str]:
        """The decks on which there is something to judge."""
        return [name for name, answers in self.answers.items() if any(a.judged for a in answers)]

    def judgement(self, run: int = 0) -> Judgement:
        """Return what is wrong with the tables of all decks, by one run on each, such as -1."""
        tables = {}
        for name in self.judged:
            answers = [answer for answer in self.answers[name] if answer.judged]
            tables[name] = Table(self.options.decks[name].cards, answers[run].printed)
        return judge(tables)

    def _deck_faults(self, name: str) -> list[Fault]:
        """Run the program on a deck, more than once unless it had to be stopped."""
        deck = self.options.decks[name]
        answers = []
        for variant in range(RUNS):
            run = self._run(DECK_NAME, {DECK_NAME: format_deck(deck)}, variant)
            if not variant:
                self.keep(name, run.out)
            answers.append(judge_run(run, style=self.options.points["style"] > 0))
            if run.stopped:
                self.stopped.append(name)
                break
        self.answers[name] = answers
        example = f"It was stopped on {', '.join(self.stopped)}."
        return [Fault({"ends"}, GIVEN_UP, example)] if self.given_up else []

    def _missing_file_faults(self, _: str) -> list[Fault]:
        run = self._run(NO_SUCH_NAME)
        faults = missing_file_faults(run, self.judgement().usable)
        self.notes = [] if faults else missing_file_notes(run)
        return faults

    def _random_faults(self, _: str) -> list[Fault]:
        started = time.monotonic()
        run = self._run(None)
        faults = random_deal_faults(run)
        first = read_printed(run.out).meaning
        if run.stopped or not first:
            return faults
        for wait in 0, CLOCK_STEP:
            time.sleep(max(0.0, started + wait - time.monotonic()))
            if read_printed(self._run(None).out).meaning != first:
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
