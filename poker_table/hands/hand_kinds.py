"""Every kind of hand with its strength, and the strongest that given ranks can make."""

from __future__ import annotations

from functools import cache, reduce
from itertools import combinations_with_replacement, groupby
from operator import and_

from poker_table.game.card import CARDS, Rank
from poker_table.game.hand import HAND_SIZE, Hand

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeAlias

    # What all hands of a branch need, and the one kind it leads to or its finer branches.
    Branch: TypeAlias = "tuple[int, HandKind | tuple[Branch, ...]]"


class HandKind:
    """Hands that differ only in their suits: what hand.py says of one of them holds for all."""

    __slots__ = (
        "digits",
        "five_ranks",
        "hand",
        "hand_type",
        "needs",
        "one_suit",
        "ranks",
        "strength",
        "type_number",
    )

    def __init__(self, hand: Hand, one_suit: bool) -> None:
        self.hand = hand  # an example; which suits it has is of no account
        self.one_suit = one_suit
        self.hand_type = hand.hand_type
        self.ranks = hand.ranks
        # The same as bare integers: an enum's hash and comparison take ten times as long.
        self.type_number = int(hand.hand_type)
        self.digits = tuple(map(int, hand.ranks))
        self.strength = hand.strength
        self.five_ranks = [card.rank for card in hand.cards_by_importance]
        self.needs = _needs(self.five_ranks)


def kind_of(five: Sequence[Rank], one_suit: bool) -> HandKind:
    """Return the kind of hand that five sorted ranks are, in one suit or in several.

    >>> kind_of([Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN], one_suit=True).hand_type
    <HandType.STRAIGHT_FLUSH: 8>
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
        for ranks in combinations_with_replacement(Rank, HAND_SIZE)
        for one_suit in (False, True)
        if len(set(ranks)) > (HAND_SIZE - 1 if one_suit else 1)  # no rank is there five times
    ]
    return tuple(sorted(kinds, key=lambda kind: -kind.strength))


def strongest(ranks: Sequence[Rank], one_suit: bool) -> HandKind:
    """Return the strongest kind of hand that five of the given ranks can be.

    The kinds are tried strongest first, whole branches of them at once, so that it takes
    microseconds for any number of cards.

    >>> strongest(list(Rank), one_suit=False).ranks
    (<Rank.ACE: 12>,)
    """
    found = _first(_branches(one_suit), ~_needs(ranks))
    assert found is not None  # any five ranks are of some kind
    return found


@cache
def _branches(one_suit: bool) -> tuple[Branch, ...]:
    """Return every kind of hand, strongest first, as a tree: by type, then by each rank in turn."""
    return tuple(_grown([v for v in every_kind() if v.one_suit is one_suit]))


def _grown(kinds: list[HandKind], depth: int = 0) -> Iterator[Branch]:
    for _, group in groupby(kinds, key=lambda v: (v.hand_type, *v.ranks)[depth]):
        alike = list(group)
        if len(alike) == 1:
            yield alike[0].needs, alike[0]
        else:
            finer = tuple(_grown(alike, depth + 1))
            yield reduce(and_, (needs for needs, _ in finer)), finer


def _first(branches: tuple[Branch, ...], lacking: int) -> HandKind | None:
    """Return the first kind of a tree that needs nothing of what is lacking."""
    for needs, inside in branches:
        if needs & lacking == 0:
            kind = inside if isinstance(inside, HandKind) else _first(inside, lacking)
            if kind:
                return kind
    return None


def _needs(ranks: Iterable[Rank]) -> int:
    """Return a set as bits, four for each rank: one card of it, a second, a third, a fourth."""
    bits = 0
    for rank in ranks:
        bits |= (bits >> 4 * rank & 0b0111) << 4 * rank + 1 | 1 << 4 * rank
    return bits
