"""Tests scored by the mutants that they catch, and the score as a page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from poker_table.files.text import COMMENT
from poker_table.game.card import Card, Rank, Suit
from poker_table.game.hand import FLUSHES, HAND_SIZE
from poker_table.hands.best_five import Holding
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Mutant, best_of
from poker_table.mutants.wrong import MUTANTS
from poker_table.show.page import Column, Page, Section

FREE = "not caught"
MANY_TESTS = 100
COLUMNS = (
    Column("Caught", field="where", cell=lambda where: where or FREE),
    Column("The mistake, or a hint", field="in_full"),
)
MOST_CARDS = 10  # in a hand: every five of them are tried


def example_lines() -> str:
    """Return the model test file, which catches every mutant."""
    return Path(__file__).with_name("example.txt").read_text("utf-8")


def listed(
    evaluator: Evaluator, five: FiveCards, order: bool = True
) -> list[tuple[Rank, Suit | None]]:
    """Return the five cards in the order in which they are listed; suits count in a flush only.

    Without `order` they come sorted.
    """
    flush = five.hand_type in FLUSHES
    cards = [(card.rank, card.suit if flush else None) for card in evaluator.listing(five)]
    return cards if order else sorted(cards, key=lambda card: (card[0], card[1] or 0))


def differs(mutant: Mutant, best: list[FiveCards], order: bool = False) -> bool:
    """Return whether a mutant says anything wrong of some hands, which come as their best five.

    That may be a type, who wins, or the five cards of a hand; their `order` too, if that counts.
    """
    answers = [mutant.evaluate(five.all_cards) for five in best] if mutant.chooses else best
    pairs = zip(combinations(answers, 2), combinations(best, 2), strict=True)
    if any(mutant.compare(*wrong) != RIGHT.compare(*right) for wrong, right in pairs):
        return True
    if not mutant.chooses and mutant.step != "listing":
        return False
    return any(
        wrong.hand_type != right.hand_type
        or listed(mutant, wrong, order) != listed(RIGHT, right, order)
        for wrong, right in zip(answers, best, strict=True)
    )


class Outcome(NamedTuple):
    """What became of a mutant: its mistake, or a hint to it, and the test that caught it first."""

    name: str
    told: str
    where: str | None  # None: by no test
    line: str = ""  # one that would catch it, where that is to be told

    @property
    def caught(self) -> bool:
        """Whether a test has caught it."""
        return self.where is not None

    @property
    def text(self) -> str:
        """Where it was caught, or that it was not and by what it would be."""
        return f"{FREE}; a line that does it:\n{self.line}" if self.line else self.where or FREE

    @property
    def in_full(self) -> str:
        """The mistake, or the hint, and below it the line."""
        return f"{self.told}\n{self.line}" if self.line else self.told


class Score:
    """Which of the mutants some tests have caught, each with the first test that did.

    Counted are the mutants that can show in hands of as many cards as the tests have. Those that
    only a tie or shared cards show are counted if the tests are `rounds`, not tables; those that
    only list the five cards in another order, with `order`. `copied` are the example's own tests.
    """

    def __init__(self, rounds: bool = True, order: bool = False) -> None:
        self.order = order
        self.needs = {"five", "rounds" if rounds else "five", "order" if order else "five"}
        self.tests = self.unreadable = self.copied = 0
        self.caught: dict[Mutant, str] = {}

    @property
    def asked(self) -> list[Mutant]:
        """The mutants that the tests could catch."""
        return [mutant for mutant in MUTANTS if mutant.needs in self.needs]

    def try_on(self, test: str, holdings: Sequence[Holding]) -> None:
        """Let every mutant that is still free, and may go wrong over a test, answer it."""
        self.tests += 1
        self.copied += _cards(holdings) in _example()
        types = {holding.best.digits[0] for holding in holdings}
        cards = max(map(len, holdings))
        self.needs |= {"six"} if cards > HAND_SIZE else set()
        free = (mutant for mutant in self.asked if mutant not in self.caught)
        if may_differ := [mutant for mutant in free if mutant.may_differ(types, cards)]:
            best = list(map(best_of, holdings))
            caught = [mutant for mutant in may_differ if differs(mutant, best, self.order)]
            self.caught |= dict.fromkeys(caught, test)

    def outcomes(self, reveal: bool) -> list[Outcome]:
        """Return whether each mutant was caught; `reveal` adds a line that would catch it."""
        outcomes = []
        for mutant in self.asked:
            where = self.caught.get(mutant)
            free = where is None
            # Every mutant is caught by a line of the example.
            line = next(filter(partial(catches, mutant), _hands())) if free and reveal else ""
            text = mutant.hint if free and not reveal else mutant.mistake
            outcomes.append(Outcome(mutant.name, text, where, line))
        return outcomes


def catches(mutant: Mutant, line: str) -> bool:
    """Return whether a mutant's answer to a line of the example is wrong."""
    best = [best_of(Holding.of(hand)) for hand in line.split(";")]
    return differs(mutant, best, order=mutant.needs == "order")


def _hands() -> list[str]:
    """Return the lines of the example without their reasons."""
    return [line.partition(COMMENT)[0].strip() for line in example_lines().splitlines()]


def _cards(holdings: Sequence[Holding]) -> frozenset[frozenset[Card]]:
    """Return the hands of a test, in whatever order they and their cards stand."""
    return frozenset(frozenset(holding.given) for holding in holdings)


@cache
def _example() -> set[frozenset[frozenset[Card]]]:
    return {_cards([Holding.of(hand) for hand in line.split(";")]) for line in _hands()}


def mutants_page(subject: str, score: Score, outcomes: Sequence[Outcome]) -> Page:
    """Return a row for each mutant, those that are caught first; who got away stands out."""
    caught = sum(outcome.caught for outcome in outcomes)
    left_out = f" ({score.unreadable} more could not be read)" if score.unreadable else ""
    title = (
        f"{subject}: {caught} of {len(outcomes)} wrong evaluators caught"
        f" by {score.tests} test{'s' * (score.tests != 1)}{left_out}"
    )
    rows, notes = sorted(outcomes, key=lambda each: not each.caught), []
    if score.copied:
        notes.append(f"{score.copied} of these lines are the example's own.")
    if "six" not in score.needs and "rounds" in score.needs:
        more = sum(mutant.needs == "six" for mutant in MUTANTS)
        notes.append(f"{more} others show only in hands of six cards or more.")
    if "rounds" in score.needs and score.tests >= MANY_TESTS and caught < len(outcomes):
        chosen = f"the {len(_hands())} chosen lines of"
        example = f"{chosen} `poker-table mutants --example` catch all {len(outcomes)}"
        notes.append(
            f"Quantity is no merit: these {score.tests:,} lines catch {caught}, {example}."
        )
    marked = range(caught, len(rows))
    section = Section(title, COLUMNS, rows, notes, key="mutants", marked=marked)
    facts = {"subject": subject, "tests": score.tests, "unreadable": score.unreadable}
    return Page(title, [section], facts=facts)
