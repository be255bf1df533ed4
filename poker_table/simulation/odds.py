"""Every kind of hand, judged once: the exact odds of the types, and strengths to look up."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, log2, prod

from poker_table.cards import Card, Rank, Suit
from poker_table.hand import HAND_SIZE, HandType
from poker_table.verdicts import every_verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

FIVE_CARD_HANDS = comb(52, 5)
SUITS = 36  # the lowest bit of the suits in a prepared card; 5**13 ranks fit below
RANKS = (1 << SUITS) - 1
PLACE_VALUES: list[int] = [5**rank for rank in range(len(Rank))]  # no rank is there five times


@cache
def hands_of_type() -> tuple[int, ...]:
    """Return how many of the 2,598,960 five-card hands are of each type, weakest first.

    >>> hands_of_type()[HandType.STRAIGHT_FLUSH], sum(hands_of_type())
    (40, 2598960)
    """
    counts = [0] * len(HandType)
    for verdict in every_verdict():
        held = Counter(verdict.five_ranks)
        in_one = len(Suit) if len(held) == HAND_SIZE else 0
        in_all = prod(comb(len(Suit), times) for times in held.values())
        counts[verdict.hand_type] += in_one if verdict.one_suit else in_all - in_one
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


def prepared(card: Card) -> int:
    """Return a card as a number; the sum of five says how many there are of each rank and suit.

    >>> hex(prepared(Card.parse("3D")))
    '0x10000000005'
    """
    return PLACE_VALUES[card.rank] + (1 << SUITS + 4 * card.suit)


@cache
def strength_lookup() -> Callable[[int, int, int, int, int], int]:
    """Return a function from five prepared cards to `Hand.strength`. Making it takes a moment.

    One hand at a time, this is as fast as Python goes.

    >>> from poker_table import Hand
    >>> strength = strength_lookup()
    >>> hand = Hand.of("9D 9H 7H TS 9S")
    >>> strength(*map(prepared, hand.cards)) == hand.strength
    True
    """
    in_suits: dict[int, int] = {}
    in_one_suit: dict[int, int] = {}
    one_suit = {HAND_SIZE << 4 * suit for suit in Suit}
    for verdict in every_verdict():
        table = in_one_suit if verdict.one_suit else in_suits
        table[sum(PLACE_VALUES[rank] for rank in verdict.five_ranks)] = verdict.strength

    def strength(a: int, b: int, c: int, d: int, e: int) -> int:
        total = a + b + c + d + e
        table = in_one_suit if total >> SUITS in one_suit else in_suits
        return table[total & RANKS]

    return strength
