"""One hand of each of the 7,462 strengths, and those of them that begin with certain ranks."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import combinations_with_replacement

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand, HandComparer
from poker_table.game.rules import HAND_SIZE, HandType


def cards_of_ranks(ranks: Iterable[int], one_suit: bool) -> list[Card]:
    """Return five cards of these sorted ranks, in one suit or in several."""
    # The suits take turns, so that cards of equal rank get different suits.
    suits = (0, 0, 0, 0, 0) if one_suit else (0, 1, 2, 3, 0)
    return [CARDS[4 * rank + suit] for rank, suit in zip(ranks, suits, strict=True)]


@cache
def hand_of_each_strength() -> list[Hand]:
    """Return one hand of each of the 7,462 strengths, weakest first."""
    hands = [
        Hand.of(cards_of_ranks(ranks, one_suit))
        for ranks in combinations_with_replacement(range(13), HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank appears five times
    ]
    return sorted(hands, key=HandComparer.key)


@cache
def hands_that_begin(hand_type: HandType, *ranks: int) -> list[Hand]:
    """Return one hand of each strength of a type whose ranks begin with these, weakest first.

    >>> [str(hand.ranks[1].word) for hand in hands_that_begin(HandType.FULL_HOUSE, 12)[:3]]
    ['two', 'three', 'four']
    """
    if not ranks:
        return [hand for hand in hand_of_each_strength() if hand.hand_type is hand_type]
    shorter = hands_that_begin(hand_type, *ranks[:-1])  # cached, so few hands are looked through
    return [hand for hand in shorter if hand.ranks[: len(ranks)] == ranks]
