"""Exact odds of the hand types, derived from the rules in hand.py by combinatorics."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import comb, log2, prod

from poker_table.cards import Card, Rank, Suit
from poker_table.hand import HAND_SIZE, HandType, judge

FIVE_CARD_HANDS = comb(52, 5)


@cache
def hands_of_type() -> tuple[int, ...]:
    """Return how many of the 2,598,960 five-card hands are of each type, weakest first.

    What a hand is depends on its ranks and on whether its suits are all one. So one hand is judged
    for each choice of ranks, and once more in one suit, and counted as often as there are suits.

    >>> hands_of_type()[HandType.STRAIGHT_FLUSH], sum(hands_of_type())
    (40, 2598960)
    """
    counts = [0] * len(HandType)
    for ranks in combinations_with_replacement(Rank, HAND_SIZE):
        held = {rank: ranks.count(rank) for rank in ranks}
        if max(held.values()) > len(Suit):
            continue
        ways = prod(comb(len(Suit), number) for number in held.values())
        if len(held) == HAND_SIZE:
            ways -= len(Suit)
            in_one_suit, _ = judge([Card(rank, Suit.CLUBS) for rank in ranks])
            counts[in_one_suit] += len(Suit)
        in_suits, _ = judge(in_different_suits(ranks))
        counts[in_suits] += ways
    return tuple(counts)


def in_different_suits(ranks: tuple[Rank, ...]) -> list[Card]:
    """Return cards of these ranks: the first of a rank in spades, and never all in one suit."""
    cards = [Card(rank, 3 - ranks[:place].count(rank)) for place, rank in enumerate(ranks)]
    if len({card.suit for card in cards}) == 1:
        cards[0] = Card(cards[0].rank, Suit.CLUBS)
    return cards


def probability(kind: HandType) -> Fraction:
    """Return the exact probability that five cards are of a type.

    >>> probability(HandType.FULL_HOUSE)
    Fraction(6, 4165)
    """
    return Fraction(hands_of_type()[kind], FIVE_CARD_HANDS)


@cache
def strangeness() -> tuple[int, ...]:
    """Return how strange each type is: how many times its probability halves, to the nearest.

    The score of a table is the sum over its players.

    >>> strangeness()
    (1, 1, 4, 6, 8, 9, 9, 12, 16)
    """
    return tuple(round(-log2(probability(kind))) for kind in HandType)
