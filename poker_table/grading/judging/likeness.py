"""Whether what a program prints is exactly what a known wrong evaluator would."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from poker_table.game.card import Card
from poker_table.game.hand import Hand, HandType
from poker_table.mutants.evaluator import RIGHT, Evaluator, Five, Key, Mutant
from poker_table.mutants.wrong import MUTANTS

FEWEST_DECKS = 3  # on fewer, many a mistake looks like another
#: Those that can be told apart by hands of five cards each.
KNOWN = [mutant for mutant in MUTANTS if mutant.needs == "five"]
#: A table's hands, best first: their cards, and the types printed for them, if these could be read.
Shown = Sequence[tuple[tuple[Card, ...], HandType | None]]


class Together(Evaluator):
    """Wrong evaluators as one: each in its own step, and in a common step one after another."""

    def __init__(self, mutants: Sequence[Mutant]) -> None:
        self.mutants = mutants

    def taken_for(self, five: Five) -> Five:
        """Return what the last of them takes five cards for."""
        for mutant in self.mutants:
            five = mutant.taken_for(five)
        return five

    def weight(self, five: Five) -> Key:
        """Return the first wrong weight, if there is one."""
        weights = [mutant.weight(five) for mutant in self.mutants]
        return next((weight for weight in weights if weight != five.key), five.key)


def likeness(tables: Sequence[Shown]) -> tuple[Mutant, ...]:
    """Return the wrong evaluator, or the two, that print exactly these tables, best hand first.

    Of several that which knows the fewest ties, for what ties may stand in any order. Nothing if
    the right one prints them, or none, or if the tables are few.
    """
    # Those that a right evaluator does not print say first who does not print them either.
    tables = sorted(tables, key=lambda table: _prints(RIGHT, [table]))
    if len(tables) < FEWEST_DECKS or _prints(RIGHT, tables[:1]):
        return ()
    found: list[tuple[Mutant, ...]] = []
    for count in 1, 2:
        some = combinations(KNOWN, count)
        found = found or [mutants for mutants in some if _prints(Together(mutants), tables)]
    return min(found, key=lambda mutants: _ties(Together(mutants), tables), default=())


def differs(mutant: Mutant, hands: Sequence[Hand]) -> bool:
    """Return whether a wrong evaluator gives a hand a wrong type, or two, best first, an order."""
    fives = [mutant.evaluate(hand.cards) for hand in hands]
    wrong_type = fives[0].hand_type != hands[0].hand_type
    return wrong_type if len(fives) == 1 else mutant.compare(*fives) <= 0


def _prints(evaluator: Evaluator, tables: Sequence[Shown]) -> bool:
    try:
        for table in tables:
            fives = [evaluator.evaluate(cards) for cards, _ in table]
            types = zip(fives, table, strict=True)
            if any(hand_type not in (None, five.hand_type) for five, (_, hand_type) in types):
                return False
            if any(evaluator.compare(upper, lower) < 0 for upper, lower in pairwise(fives)):
                return False
    except (ValueError, IndexError):  # one of two has no answer for what the other takes a hand for
        return False
    return True


def _ties(evaluator: Evaluator, tables: Sequence[Shown]) -> int:
    fives = [[evaluator.evaluate(cards) for cards, _ in table] for table in tables]
    pairs = (pair for table in fives for pair in combinations(table, 2))
    return sum(evaluator.compare(*pair) == 0 for pair in pairs)
