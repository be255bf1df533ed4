"""The exact odds of the hand types."""

from __future__ import annotations

from functools import cache
from math import comb, log2

from poker_table.game.hand import HandType
from poker_table.hands.types import HANDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

FIVE_CARD_HANDS = comb(52, 5)


def hands_of_type() -> tuple[int, ...]:
    """Return how many of the 2,598,960 five-card hands are of each type, weakest first.

    >>> hands_of_type()[HandType.STRAIGHT_FLUSH], sum(hands_of_type())
    (40, 2598960)
    """
    return tuple(HANDS.values())


def probability(hand_type: HandType) -> Fraction:
    """Return the exact probability that five cards are of a type.

    >>> probability(HandType.FULL_HOUSE)
    Fraction(6, 4165)
    """
    from fractions import Fraction  # slow to load

    return Fraction(hands_of_type()[hand_type], FIVE_CARD_HANDS)


@cache
def strangeness() -> tuple[int, ...]:
    """Return how strange each type is: how many times its probability halves, to the nearest.

    The score of a table is the sum over its players.

    >>> strangeness()
    (1, 1, 4, 6, 8, 9, 9, 12, 16)
    """
    return tuple(round(-log2(probability(hand_type))) for hand_type in HandType)
