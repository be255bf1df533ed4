"""The exact odds of the hand types."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, log2, prod

from poker_table.game.card import Suit
from poker_table.game.hand import HAND_SIZE, HandType
from poker_table.hands.hand_kinds import every_kind

FIVE_CARD_HANDS = comb(52, 5)


@cache
def hands_of_type() -> tuple[int, ...]:
    """Return how many of the 2,598,960 five-card hands are of each type, weakest first.

    >>> hands_of_type()[HandType.STRAIGHT_FLUSH], sum(hands_of_type())
    (40, 2598960)
    """
    counts = [0] * len(HandType)
    for kind in every_kind():
        ranks = Counter(kind.five_ranks)
        in_one = len(Suit) if len(ranks) == HAND_SIZE else 0
        in_all = prod(comb(len(Suit), times) for times in ranks.values())
        counts[kind.type_number] += in_one if kind.one_suit else in_all - in_one
    return tuple(counts)


def probability(hand_type: HandType) -> Fraction:
    """Return the exact probability that five cards are of a type.

    >>> probability(HandType.FULL_HOUSE)
    Fraction(6, 4165)
    """
    return Fraction(hands_of_type()[hand_type], FIVE_CARD_HANDS)


@cache
def strangeness() -> tuple[int, ...]:
    """Return how strange each type is: how many times its probability halves, to the nearest.

    The score of a table is the sum over its players.

    >>> strangeness()
    (1, 1, 4, 6, 8, 9, 9, 12, 16)
    """
    return tuple(round(-log2(probability(hand_type))) for hand_type in HandType)
