"""Score tests by the mutants that they catch: those that answer otherwise than they should."""

from __future__ import annotations

import os
from itertools import combinations

from poker_table.deck import Deck
from poker_table.grading.sheet import FAILED, PASSED, Item, Sheet
from poker_table.mutants import comparing, flushes, kinds, straights
from poker_table.mutants.evaluator import Evaluator, Mutant
from poker_table.table import deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from poker_table.cards import Card

    Hands = Sequence[Sequence[Card]]

RIGHT = Evaluator()
MOST_CARDS = 10  # in a hand: every five of them are tried
EXAMPLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "example.txt")


def all_mutants() -> list[Mutant]:
    """Return one of each mutant, in the order in which the files have them."""
    files = straights, flushes, kinds, comparing
    return [
        kind()
        for file in files
        for kind in vars(file).values()
        if isinstance(kind, type) and issubclass(kind, Mutant) and kind.__module__ == file.__name__
    ]


def example_lines() -> str:
    """Return the model test file, which catches every mutant."""
    with open(EXAMPLE, encoding="utf-8") as file:
        return file.read()


def answer(evaluator: Evaluator, hands: Hands, listed: bool = True) -> tuple[object, ...]:
    """Return all that an evaluator says of some hands: types, the five cards of each, who wins.

    Not `listed` leaves out the five cards, as where only the types and the order are printed.
    """
    evaluated = [evaluator.evaluate(hand) for hand in hands]
    return (
        tuple(five.hand_type for five in evaluated),
        tuple(evaluator.shown(five) for five in evaluated) if listed else (),
        tuple(evaluator.compare(*pair) for pair in combinations(evaluated, 2)),
    )


class Score:
    """Which of the mutants some tests have caught, each with the first test that did."""

    def __init__(self, listed: bool = True) -> None:
        self.listed = listed
        seen = ("five", "six", "rounds", "order") if listed else ("five",)
        self.caught: dict[Mutant, str | None] = {
            mutant: None for mutant in all_mutants() if mutant.needs in seen
        }

    def try_on(self, test: str, hands: Hands) -> None:
        """Let every mutant that is still free answer a test."""
        right = answer(RIGHT, hands, self.listed)
        for mutant, caught_by in self.caught.items():
            if caught_by is None and answer(mutant, hands, self.listed) != right:
                self.caught[mutant] = test

    def sheet(
        self, subject: str, facts: Mapping[str, str | int], revealed: Mapping[str, str]
    ) -> Sheet:
        """Return the mark sheet: a point for each mutant; a hint for those that got away.

        Where a mutant's name is among the revealed, its mistake and that test are told instead.
        """
        items = tuple(_item(*caught, revealed) for caught in self.caught.items())
        return Sheet(subject, items, facts=dict(facts))


def try_decks(score: Score, decks: Mapping[str, Deck]) -> None:
    """Let the mutants evaluate each deck's table."""
    for name, deck in decks.items():
        score.try_on(name, [hand.dealt for hand in deal(Deck(deck.cards))])


def revealing(mutant: Mutant, tests: Iterable[tuple[str, Hands]]) -> str:
    """Return the first test that catches a mutant, or nothing."""
    for test, hands in tests:
        if answer(mutant, hands) != answer(RIGHT, hands):
            return test
    return ""


def _item(mutant: Mutant, caught_by: str | None, revealed: Mapping[str, str]) -> Item:
    name = mutant.name()
    if caught_by is not None:
        return Item(name, mutant.mistake(), 1, 1, PASSED, caught_by)
    if name in revealed:
        text = f"not caught; a line that does it: {revealed[name]}"
        return Item(name, mutant.mistake(), 1, 0, FAILED, text)
    return Item(name, mutant.hint, 1, 0, FAILED, "not caught")
