"""The marking of one program, from its first run to its mark sheet."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from poker_table.files.deck_file import bundled_decks, bundled_path, format_deck, read_deck
from poker_table.game.deck import Deck
from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.game.hand import Hand
from poker_table.game.random import Random
from poker_table.game.table import deal
from poker_table.grading.judging.printed import Printed, read_printed
from poker_table.grading.judging.rubric import CRITERIA, ON_EVERY_DECK
from poker_table.grading.judging.run import (
    answer_of,
    faults_over_all,
    missing_file_faults,
    missing_file_notes,
    random_deal_faults,
    run_faults,
)
from poker_table.grading.judging.style import Table, notes, style_faults, suit_renaming
from poker_table.grading.judging.table import judge_deck
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.submission import DECK_NAME, NO_SUCH_NAME, Submission
from poker_table.grading.sheet import ERROR, FAILED, PASSED, Fault, Item, Sheet, findings_in

TRIES = 2  # runs on each deck
GIVE_UP_AFTER = 3  # decks on which the program had to be stopped
GIVEN_UP = f"After {GIVE_UP_AFTER} decks on which it was stopped, it was not run on the others"
CLOCK_STEP = 1.1  # seconds after which a generator seeded by the clock deals another table
NOT_JUDGED = {PASSED: "", FAILED: "", ERROR: "Not judged: the marking was cut short."}
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

    faults: Sequence[Fault]
    stopped: bool  # it would not have ended by itself
    lost: bool  # no run left a table: how they ended is all there is to say


@dataclass(frozen=True)
class Terms:
    """What holds for every submission: decks, points, sandbox and limits; `facts` tells of them."""

    decks: Mapping[str, Deck]
    points: Mapping[str, float]
    level: str
    limits: Limits
    facts: Mapping[str, str | int]


@dataclass
class Marking:
    """The marking of one submission: `steps` does the work, `sheet` tells the result so far."""

    submission: Submission
    terms: Terms
    trials: dict[str, Trial] = field(default_factory=dict)
    others: dict[str, Sequence[Fault]] = field(default_factory=dict)  # of the runs without a deck
    remarks: Sequence[str] = ()  # on the run with a missing file
    complete: bool = False
    trouble: str = ""  # the marker's own

    def steps(self) -> Iterator[str]:
        """Run the program on each deck, on a missing file and on none; yield what was done."""
        try:
            if not self.submission.unusable:
                yield from self._steps()
            self.complete = True
        except (MarkerError, OSError) as error:
            self.trouble = printable(str(error))

    def sheet(self) -> Sheet:
        """Return the result so far; what was not tried yet earns nothing yet."""
        tables = self.trials.values()
        suits = suit_renaming(tables)
        faults = {
            name: [fault for fault in trial.faults if not suits or fault.criterion != "reading"]
            for name, trial in self.trials.items()
        } | self.others
        if self._given_up:
            stopped = self._stopped_on
            example = f"It was stopped on {', '.join(stopped)}."
            faults[stopped[-1]] = [*faults[stopped[-1]], Fault("ends", GIVEN_UP, example)]
        if not self._enough_judged:
            faults = {name: [*self._blamed_for_all(found)] for name, found in faults.items()}
        findings = findings_in(faults)
        warnings = [f"The compiler says: {said}" for said in [self.submission.warnings] if said]
        told = notes(tables, suits, priced=bool(self.terms.points["style"]))
        found = {key: [str(f) for f in findings if key in f.items] for key in self._criteria()}
        return Sheet(
            subject=self.submission.name,
            items=tuple(self._item(key, faults, texts) for key, texts in found.items()),
            findings=tuple(findings),
            notes=(*told, *self.remarks, *warnings),
            facts=dict(self.terms.facts),
            complete=self.complete,
            trouble=self.trouble,
        )

    def _steps(self) -> Iterator[str]:
        for name, deck in self.terms.decks.items():
            if self._given_up:
                break
            self.trials[name] = self._trial(deck)
            yield name
        if self.terms.points["missing"]:
            run = self._run(NO_SUCH_NAME)
            tables = sum(trial.printed.is_table(len(trial.dealt)) for trial in self.trials.values())
            self.others[MISSING] = [*missing_file_faults(run, tables)]
            self.remarks = [] if self.others[MISSING] else missing_file_notes(run)
            yield MISSING
        if self.terms.points["random"]:
            self.others[RANDOM] = [*self._random_faults()]
            yield RANDOM

    def _trial(self, deck: Deck) -> Trial:
        """Run the program on a deck, more than once unless it had to be stopped."""
        dealt = deal(Deck(deck.cards))
        for hand in dealt:
            hand.evaluate()
        tries = []
        lost = True
        for variant in range(TRIES):
            run = self._run(DECK_NAME, deck, variant)
            printed = read_printed(run.out)
            whole = printed.is_table(len(dealt))
            lost = lost and bool(run.failure) and not whole
            tries.append((printed, run_faults(run, self._judge(dealt, printed), whole)))
            if run.was_stopped:
                break
        return Trial(dealt, tries[0][0], faults_over_all(tries), run.was_stopped, lost)

    def _judge(self, dealt: Sequence[Hand], printed: Printed) -> list[Fault]:
        """Return what is wrong with a printed table, and with its style if that has points."""
        faults = judge_deck(dealt, printed)
        if not self.terms.points["style"]:
            return faults
        if printed.is_table(len(dealt)):
            return [*faults, *style_faults(printed)]
        return [*faults, replace(faults[0], criterion="style")]

    def _random_faults(self) -> Iterator[Fault]:
        started = time.monotonic()
        run = self._run(None)
        yield from random_deal_faults(run)
        first = answer_of(read_printed(run.out))
        if run.was_stopped or not first:
            return
        for wait in 0, CLOCK_STEP:
            time.sleep(max(0.0, started + wait - time.monotonic()))
            if answer_of(read_printed(self._run(None).out)) != first:
                return
        best = quoted(run.out.splitlines()[0], 80)
        example = f"Three runs without a file, more than a second apart, all began with {best}."
        yield Fault("random", "The random deal is always the same", example)

    def _run(self, deck_name: str | None, deck: Deck | None = None, variant: int = 0) -> Run:
        files = {} if deck is None else {DECK_NAME: format_deck(deck)}
        command, terms = self.submission.on_deck(deck_name), self.terms
        return run_copy(self.submission.folder, command, files, terms.level, terms.limits, variant)

    def _criteria(self) -> list[str]:
        """Return what is judged: style, and what has runs of its own, only where it has points."""
        judged_anyway = *ON_EVERY_DECK, "ends"
        return [key for key in CRITERIA if self.terms.points[key] or key in judged_anyway]

    def _item(self, key: str, faults: Mapping[str, Sequence[Fault]], found: Sequence[str]) -> Item:
        tried, planned = self._tried(key)
        held = sum(all(fault.criterion != key for fault in faults[name]) for name in tried)
        points = self.terms.points[key]
        score = points if held == planned else points / 2 if 2 * held >= planned else 0.0
        text = self.submission.unusable or "\n".join(found)
        unfinished = self.trouble or not (self.complete or text)
        outcome = PASSED if held == planned else ERROR if unfinished else FAILED
        some = outcome == FAILED and planned > 1 and not self.submission.unusable
        title = CRITERIA[key] + (f" ({held} of {planned} decks)" if some else "")
        return Item(key, title, points, score, outcome, text or NOT_JUDGED[outcome])

    def _tried(self, key: str) -> tuple[Collection[str], int]:
        """Return the runs that say something about a criterion, and how many there are to be."""
        if own := {"missing": MISSING, "random": RANDOM}.get(key):
            return {own} & self.others.keys(), 1
        if key == "ends" or not self._enough_judged:
            return self.trials, len(self.terms.decks)
        to_come = 0 if self._given_up else len(self.terms.decks) - len(self.trials)
        return self._judged, len(self._judged) + to_come

    @property
    def _stopped_on(self) -> list[str]:
        return [name for name, trial in self.trials.items() if trial.stopped]

    @property
    def _given_up(self) -> bool:
        return len(self._stopped_on) == GIVE_UP_AFTER

    @property
    def _judged(self) -> list[str]:
        """The decks for which there was something to judge besides how the runs ended."""
        return [name for name, trial in self.trials.items() if not trial.lost]

    @property
    def _enough_judged(self) -> bool:
        """Whether there is something to judge on half of the decks; else all are paid for."""
        all_tried = self.complete or self._given_up
        wanted = len(self.terms.decks) if all_tried else len(self.trials)
        return 2 * len(self._judged) >= wanted > 0

    def _blamed_for_all(self, faults: Sequence[Fault]) -> Iterator[Fault]:
        """Yield the faults, and how a run ended once more for each criterion left unjudged."""
        yield from faults
        unjudged = set(self._criteria()) - {"ends", "missing", "random"}
        for fault in faults:
            if fault.criterion == "ends":
                yield from (replace(fault, criterion=key) for key in unjudged)
