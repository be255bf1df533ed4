"""Hands of every kind: what hand.py says of one holds for all that differ only in their suits."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement

from poker_table.game.card import CARDS
from poker_table.game.hand import HAND_SIZE, Hand, HandComparer


def hand_of_ranks(ranks: Sequence[int], one_suit: bool) -> Hand:
    """Return a hand of five sorted ranks, in one suit or in several.

    >>> print(hand_of_ranks([12, 11, 10, 9, 8], one_suit=True))
    Player 1 - TC JC QC KC AC - Straight Flush
    """
    # Four suits in turn: equal ranks get different ones, and five cards never all the same.
    suits = (0, 0, 0, 0, 0) if one_suit else (0, 1, 2, 3, 0)
    return Hand.of(CARDS[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True))


@cache
def every_hand() -> list[Hand]:
    """Return one hand of each of the 7,462 strengths, weakest first.

    >>> len(every_hand())
    7462
    """
    hands = [
        hand_of_ranks(ranks, one_suit)
        for ranks in combinations_with_replacement(range(13), HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank is there five times
    ]
    return sorted(hands, key=HandComparer.key)
