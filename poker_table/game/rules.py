"""The rules of poker: the type of five cards, and the value that orders hands of one type."""

from collections.abc import Iterable, Sequence
from enum import IntEnum

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank

HAND_SIZE = 5


class HandType(IntEnum):
    """The type of a hand, weakest first: a hand of a greater type always wins.

    `str` returns the name that the assignment's rules use; `label` is the name that its output
    uses, which has a small k in one type.

    >>> str(HandType.FOUR_OF_A_KIND), HandType.FOUR_OF_A_KIND.label
    ('Four of a Kind', 'Four of a kind')
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    @property
    def label(self) -> str:
        """The name of the type in the assignment's output."""
        return "Four of a kind" if self is HandType.FOUR_OF_A_KIND else str(self)

    def __str__(self) -> str:
        return self.name.replace("_", " ").title().replace("Of A", "of a")


# The definition of each type, weakest first: the number of cards of each rank, largest first;
# whether the five ranks are consecutive; whether all cards have the same suit.
RULES = {
    ((1, 1, 1, 1, 1), False, False): HandType.HIGH_CARD,
    ((2, 1, 1, 1), False, False): HandType.PAIR,
    ((2, 2, 1), False, False): HandType.TWO_PAIR,
    ((3, 1, 1), False, False): HandType.THREE_OF_A_KIND,
    ((1, 1, 1, 1, 1), True, False): HandType.STRAIGHT,
    ((1, 1, 1, 1, 1), False, True): HandType.FLUSH,
    ((3, 2), False, False): HandType.FULL_HOUSE,
    ((4, 1), False, False): HandType.FOUR_OF_A_KIND,
    ((1, 1, 1, 1, 1), True, True): HandType.STRAIGHT_FLUSH,
}
STRAIGHTS = (HandType.STRAIGHT, HandType.STRAIGHT_FLUSH)
FLUSHES = (HandType.FLUSH, HandType.STRAIGHT_FLUSH)
# The ranks of the only straight in which the ace counts below the two, which players call the
# wheel; highest first.
WHEEL = (Rank.FIVE, Rank.FOUR, Rank.THREE, Rank.TWO, Rank.ACE)


def type_and_ranks(cards: Sequence[Card]) -> tuple[HandType, tuple[Rank, ...]]:
    """Return the type of five cards, and their distinct ranks, the most important first.

    >>> type_and_ranks([Card.parse(word) for word in "7H 9D 9H 9S TS".split()])
    (<HandType.THREE_OF_A_KIND: 3>, (<Rank.NINE: 7>, <Rank.TEN: 8>, <Rank.SEVEN: 5>))
    """
    given = [card.rank for card in cards]
    # Ranks of which there are more cards come first, and among them the higher ones.
    ranks = tuple(sorted(set(given), key=lambda rank: (given.count(rank), rank), reverse=True))
    if set(ranks) == set(WHEEL):
        ranks = WHEEL
    shape = tuple(given.count(rank) for rank in ranks)  # such as (3, 1, 1)
    straight = ranks == WHEEL or (len(ranks) == HAND_SIZE and ranks[0] - ranks[-1] == HAND_SIZE - 1)
    flush = len({card.suit for card in cards}) == 1
    return RULES[(shape, straight, flush)], ranks


def summary_value(ranks: Iterable[int]) -> int:
    """Return the base-13 number whose digits are the ranks, the most important rank first.

    The example in the assignment, 8 T Q K A:

    >>> summary_value([Rank.ACE, Rank.KING, Rank.QUEEN, Rank.TEN, Rank.EIGHT])
    368699
    """
    value = 0
    for rank in ranks:
        value = 13 * value + rank  # 13·(13·a + b) + c is a·13² + b·13 + c
    return value
