"""What a deck tests: each hand type, each two types beside one another, each rank that decides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import NamedTuple

from poker_table.game.hand import Hand, HandType
from poker_table.hands.explanation import has_low_ace
from poker_table.hands.in_words import deciding_digit


class Skill(NamedTuple):
    """One thing that a criterion asks of a program.

    For `types` that is a hand type, or the wheel; for `between` two types, the better one first;
    for `within` a type, and which of its ranks is the first to differ.
    """

    criterion: str
    about: tuple[int, ...]


def type_skill(hand: Hand) -> Skill:
    """Return what a hand asks for its type: in a wheel that is that the ace may be low."""
    wheel = has_low_ace(hand)
    return Skill("types", (HandType.STRAIGHT if wheel else hand.hand_type, wheel))


def order_skill(better: Hand, worse: Hand) -> Skill:
    """Return the skill that a program needs to put two unequal hands in order.

    >>> order_skill(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC")).about  # pair, kicker
    (<HandType.PAIR: 1>, 1)
    """
    if better.hand_type == worse.hand_type:
        return Skill("within", (better.hand_type, deciding_digit(better, worse)))
    return Skill("between", (better.hand_type, worse.hand_type))


def unequal(hands: Iterable[Hand]) -> Iterator[tuple[Hand, Hand]]:
    """Yield every two hands that do not tie, in their order."""
    return (pair for pair in combinations(hands, 2) if pair[0].strength != pair[1].strength)


def order_skills(hands: Iterable[Hand]) -> set[Skill]:
    """Return what hands ask for their order."""
    ordered = sorted(hands, key=lambda hand: hand.strength, reverse=True)
    return {order_skill(*pair) for pair in unequal(ordered)}
