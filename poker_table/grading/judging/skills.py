"""The skills that decks test.

A skill is to recognise one hand type, to order two types, or to compare one rank that decides
between hands of the same type.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from poker_table.game.hand import Hand
from poker_table.hands.explanation import has_low_ace
from poker_table.hands.in_words import deciding_digit


class Skill(NamedTuple):
    """One thing that a program must be able to do to satisfy a criterion.

    `details` depends on the criterion:
        types: the hand type, and whether the hand is a wheel.
        between: the two hand types, the better one first.
        within: the hand type, and the index of the first of its ranks in which the hands differ.
    """

    criterion: str
    details: tuple[int, ...]


def type_skill(hand: Hand) -> Skill:
    """Return the skill that a program needs to recognise a hand's type."""
    return Skill("types", (hand.hand_type, has_low_ace(hand)))


def order_skill(better: Hand, worse: Hand) -> Skill:
    """Return the skill that a program needs to put two unequal hands in order.

    >>> order_skill(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC")).details  # pair, kicker
    (<HandType.PAIR: 1>, 1)
    """
    if better.hand_type == worse.hand_type:
        return Skill("within", (better.hand_type, deciding_digit(better, worse)))
    return Skill("between", (better.hand_type, worse.hand_type))


def unequal(hands: Iterable[Hand]) -> Iterator[tuple[Hand, Hand]]:
    """Return all pairs of hands that do not tie, each pair in the given order."""
    return (pair for pair in combinations(hands, 2) if pair[0].strength != pair[1].strength)


def order_skills(hands: Iterable[Hand]) -> set[Skill]:
    """Return the skills that a program needs to sort these hands."""
    ordered = sorted(hands, key=lambda hand: hand.strength, reverse=True)
    return {order_skill(*pair) for pair in unequal(ordered)}
