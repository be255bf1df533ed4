"""The score of a test file: which mutants its tests catch; and the page of a score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from poker_table.files.text import COMMENT, package_text
from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import FLUSHES, HAND_SIZE
from poker_table.hands.best_five import Holding
from poker_table.hands.in_a_line import SEPARATOR
from poker_table.mutants.evaluator import RIGHT, Evaluator, FiveCards, Mutant, best_of
from poker_table.mutants.wrong import MUTANTS
from poker_table.show.page import Column, Page, Section

EXAMPLE = package_text("mutants/example.txt")  # the model test file, which catches every mutant
NOT_CAUGHT = "not caught"
MANY_TESTS = 100
MOST_CARDS = 10  # in a hand: the mutants try every five of them
COLUMNS = (
    Column("Caught", field="where", cell=lambda where: where or NOT_CAUGHT),
    Column("The mistake, or a hint", field="told_and_line"),
)


@cache
def example_tests() -> list[str]:
    """Return the tests of the model file, without the comments."""
    return [line.partition(COMMENT)[0].strip() for line in EXAMPLE.splitlines()]


@cache
def _example_hands() -> set[frozenset[frozenset[Card]]]:
    return {_unordered(five.all_cards for five in _best_hands(test)) for test in example_tests()}


def _unordered(hands: Iterable[Iterable[Card]]) -> frozenset[frozenset[Card]]:
    return frozenset(map(frozenset, hands))


def listed(
    evaluator: Evaluator, five: FiveCards, check_order: bool = True
) -> list[tuple[Rank, Suit | None]]:
    """Return the five cards as an evaluator lists them; without `check_order`, sorted.

    Only a flush is listed with its suits; elsewhere, where suits do not matter, they are None.
    """
    flush = five.hand_type in FLUSHES
    cards = [(card.rank, card.suit if flush else None) for card in evaluator.listing(five)]
    return cards if check_order else sorted(cards, key=lambda card: (card[0], card[1] or 0))


def differs(mutant: Mutant, hands: list[FiveCards], check_order: bool = False) -> bool:
    """Return whether a mutant's answer to a test is wrong.

    `hands` are the best five of each hand of the test. The answer consists of the type and the five
    cards of each hand, and of who wins between any two hands. With `check_order`, the order of the
    five cards must be right too.
    """
    answers = (
        [mutant.evaluate(five.all_cards) for five in hands] if mutant.affects_choice else hands
    )
    pairs = zip(combinations(answers, 2), combinations(hands, 2), strict=True)
    if any(mutant.compare(*wrong) != RIGHT.compare(*right) for wrong, right in pairs):
        return True
    if not mutant.affects_choice and mutant.stage != "listing":
        return False
    return any(
        wrong.hand_type != right.hand_type
        or listed(mutant, wrong, check_order) != listed(RIGHT, right, check_order)
        for wrong, right in zip(answers, hands, strict=True)
    )


def catches(mutant: Mutant, test: str) -> bool:
    """Return whether a test of the example, a line without its comment, catches a mutant."""
    return differs(mutant, _best_hands(test), check_order=mutant.needs == "order")


@cache
def _best_hands(test: str) -> list[FiveCards]:
    return [best_of(Holding.of(hand)) for hand in test.split(SEPARATOR)]


class Outcome(NamedTuple):
    """Whether a mutant was caught. The fields are keys of the JSON document.

    `told` is its mistake, or a hint at it; `where` is the first test that caught it, or None;
    `line` is a test that would catch it, if that is to be revealed.
    """

    name: str
    told: str
    where: str | None
    line: str = ""

    @property
    def caught(self) -> bool:
        """Whether a test has caught the mutant."""
        return self.where is not None

    @property
    def verdict(self) -> str:
        """The test that caught the mutant, or "not caught", with a line, if any, that would."""
        if self.line:
            return f"{NOT_CAUGHT}; a line that would catch it:\n{self.line}"
        return self.where or NOT_CAUGHT

    @property
    def told_and_line(self) -> str:
        """The mistake or the hint, and the line below it."""
        return f"{self.told}\n{self.line}" if self.line else self.told


class Score:
    """Which mutants a series of tests has caught, each with the first test that did.

    Only mutants that the tests could catch count. Mutants that need hands of six cards count once a
    test has such a hand. Mutants that need shared cards or ties count if the tests are `rounds` and
    not tables. Mutants that list the five cards in a wrong order count with `check_order`. `copied`
    is the number of tests that are lines of the example.
    """

    def __init__(self, rounds: bool = True, check_order: bool = False) -> None:
        self.check_order = check_order
        shown = {"five": True, "rounds": rounds, "order": check_order}
        self.needs: set[str] = {need for need, is_shown in shown.items() if is_shown}
        self.tests: int = 0
        self.unreadable: int = 0
        self.copied: int = 0
        self.caught: dict[Mutant, str] = {}

    @property
    def mutants(self) -> list[Mutant]:
        """The mutants that the tests could catch."""
        return [mutant for mutant in MUTANTS if mutant.needs in self.needs]

    def add_test(self, name: str, holdings: Sequence[Holding]) -> None:
        """Try a test on every mutant that no test has caught yet."""
        self.tests += 1
        self.copied += _unordered(holding.given for holding in holdings) in _example_hands()
        types = {holding.best.hand.hand_type for holding in holdings}
        card_count = max(map(len, holdings))
        if card_count > HAND_SIZE:
            self.needs.add("six")
        uncaught = [mutant for mutant in self.mutants if mutant not in self.caught]
        if may_differ := [mutant for mutant in uncaught if mutant.may_differ(types, card_count)]:
            hands = list(map(best_of, holdings))
            caught = [mutant for mutant in may_differ if differs(mutant, hands, self.check_order)]
            self.caught |= dict.fromkeys(caught, name)

    def outcomes(self, reveal: bool) -> list[Outcome]:
        """Return the outcome of each mutant.

        A mutant that was not caught is described by its hint or, with `reveal`, by its mistake and
        a line of the example that catches it.
        """
        outcomes = []
        for mutant in self.mutants:
            where, line = self.caught.get(mutant), ""
            if where is None and reveal:
                line = next(test for test in example_tests() if catches(mutant, test))
            told = mutant.hint if where is None and not reveal else mutant.mistake
            outcomes.append(Outcome(mutant.name, told, where, line))
        return outcomes


def mutants_page(subject: str, score: Score, outcomes: Sequence[Outcome]) -> Page:
    """Return a page with a row for each mutant: the missed ones, highlighted, then the others.

    The score comes last.
    """
    caught, total = sum(outcome.caught for outcome in outcomes), len(outcomes)
    unreadable = f" ({score.unreadable} more could not be read)" if score.unreadable else ""
    title = f"{subject}: which wrong evaluators do the tests miss?"
    result = (
        f"{caught} of {total} wrong evaluators caught"
        f" by {score.tests} test{'s' * (score.tests != 1)}{unreadable}."
    )
    notes = []
    if score.copied:
        verb = "is" if score.copied == 1 else "are"
        notes.append(f"{score.copied} of these lines {verb} the example's own.")
    if "six" not in score.needs and "rounds" in score.needs:
        others = sum(mutant.needs == "six" for mutant in MUTANTS)
        notes.append(f"{others} others show only in hands of six cards or more.")
    if "rounds" in score.needs and score.tests >= MANY_TESTS and caught < total:
        notes.append(
            f"More lines are not better: these {score.tests:,} lines catch {caught} of {total},"
            f" the {len(example_tests())} chosen lines of `poker-table mutants --example` catch"
            " all of them."
        )
    rows = sorted(outcomes, key=lambda outcome: outcome.caught)
    missed = range(total - caught)
    section = Section(title, COLUMNS, rows, [*notes, result], key="mutants", highlighted=missed)
    facts = {"subject": subject, "tests": score.tests, "unreadable": score.unreadable}
    return Page(title, [section], facts=facts)
