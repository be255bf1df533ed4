"""Every kind of hand, with its strength."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement

from poker_table.game.card import CARDS, Rank
from poker_table.game.hand import HAND_SIZE, Hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


class HandKind:
    """Hands that differ only in their suits: what hand.py says of one of them holds for all."""

    def __init__(self, hand: Hand, one_suit: bool) -> None:
        self.hand = hand  # one of them
        self.one_suit = one_suit
        # The same without an enum, whose `str`, hash and comparison take ten times as long.
        self.type_name = str(hand.hand_type)
        self.type_number = int(hand.hand_type)
        self.digits = tuple(map(int, hand.ranks))
        self.strength = hand.strength
        self.five_ranks = [int(card.rank) for card in hand.cards_by_importance]


def kind_of(five: Sequence[int], one_suit: bool) -> HandKind:
    """Return the kind of hand that five sorted ranks are, in one suit or in several.

    >>> kind_of([Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN], one_suit=True).type_name
    'Straight Flush'
    """
    # Four suits in turn: equal ranks get different ones, and five cards never all the same.
    suits = (0, 0, 0, 0, 0) if one_suit else (0, 1, 2, 3, 0)
    cards = (CARDS[4 * rank + suit] for rank, suit in zip(five, suits, strict=True))
    return HandKind(Hand.of(cards), one_suit)


@cache
def every_kind() -> tuple[HandKind, ...]:
    """Return each of the 7,462 kinds of hand, strongest first.

    >>> len(every_kind())
    7462
    """
    kinds = [
        kind_of(ranks, one_suit)
        for ranks in combinations_with_replacement(map(int, Rank), HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank is there five times
    ]
    return tuple(sorted(kinds, key=lambda kind: -kind.strength))
