"""One hand at a time, as fast as Python goes: strengths looked up in a table made from hand.py."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from poker_table.cards import Card, Rank, Suit
from poker_table.hand import HAND_SIZE, Hand
from poker_table.simulation.odds import in_different_suits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

SUITS = 36  # the lowest bit of the suits in a prepared card; 5**13 ranks fit below
RANKS = (1 << SUITS) - 1
PLACE_VALUES: list[int] = [5**rank for rank in range(len(Rank))]  # no rank is there five times


def prepared(card: Card) -> int:
    """Return a card as a number; the sum of five says how many there are of each rank and suit.

    >>> hex(prepared(Card.parse("3D")))
    '0x10000000005'
    """
    return PLACE_VALUES[card.rank] + (1 << SUITS + 4 * card.suit)


@cache
def strength_lookup() -> Callable[[int, int, int, int, int], int]:
    """Return a function from five prepared cards to `Hand.strength`. Making it takes a moment.

    >>> strength = strength_lookup()
    >>> hand = Hand.of("9D 9H 7H TS 9S")
    >>> strength(*map(prepared, hand.cards)) == hand.strength
    True
    """
    in_suits, in_one_suit = _tables()
    one_suit = {HAND_SIZE << 4 * suit for suit in Suit}

    def strength(a: int, b: int, c: int, d: int, e: int) -> int:
        total = a + b + c + d + e
        table = in_one_suit if total >> SUITS in one_suit else in_suits
        return table[total & RANKS]

    return strength


def _tables() -> tuple[dict[int, int], dict[int, int]]:
    """Return the strengths of cards in different suits, and in one, by the sum of their ranks."""
    in_suits, in_one_suit = {}, {}
    for ranks in combinations_with_replacement(Rank, HAND_SIZE):
        key = sum(PLACE_VALUES[rank] for rank in ranks)
        if max(map(ranks.count, ranks)) <= len(Suit):
            in_suits[key] = Hand.of(in_different_suits(ranks)).strength
        if len(set(ranks)) == HAND_SIZE:
            in_one_suit[key] = Hand.of(Card(rank, Suit.CLUBS) for rank in ranks).strength
    return in_suits, in_one_suit
