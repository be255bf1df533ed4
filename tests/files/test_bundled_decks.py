"""The bundled decks tell the wrong orders of hands of one type from the right one.

A wrong order is told apart if some deck is printed wrongly in it however it leaves the hands that
it takes for equal: as they were dealt, or the other way round. Equal hands may stand either way.

What no bundled deck tells apart is right on every deck: one deck cannot hold two threes, two full
houses or two fours of the same rank, so that whatever compares that rank first is right there,
and the ranks after it never matter. None of this is taken for granted: an order that the decks do
not tell apart is tried on every two hands that fit into one deck. It finds, for one, that the ranks
of five different cards, highest first, may be read in base 10: the lower digits never catch up.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.card import Rank, Suit
from poker_table.game.hand import Hand, HandType
from poker_table.game.table import Showdown, deal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    Order = Callable[[Hand], object]  # the greater is taken for the better

SHOWDOWNS = [Showdown(deal(read_deck(deck))) for deck in bundled_decks()]
TABLES = [sorted(showdown.hands, key=lambda hand: hand.player) for showdown in SHOWDOWNS]


def base_ten(digits: Sequence[int]) -> int:
    return sum(digit * 10**place for place, digit in enumerate(reversed(digits)))


# What a wrong evaluator may make of the ranks, or of those after the first few.
READINGS: dict[str, Callable[[Sequence[Rank]], object]] = {
    "summed": sum,
    "as digits in base 10": base_ten,
    "as written, in base 10": lambda ranks: base_ten([rank + 2 for rank in ranks]),
    "as letters": lambda ranks: [rank.letter for rank in ranks],
    "with the ace low": lambda ranks: [-1 if rank is Rank.ACE else rank for rank in ranks],
    "the lowest best": lambda ranks: [-rank for rank in ranks],
}


def held(hand: Hand) -> list[Rank]:
    """Return the ranks of all five cards, highest first: the wheel's ace stands in front."""
    return sorted((card.rank for card in hand.cards), reverse=True)


def wrong_orders(count: int) -> Iterator[tuple[str, Order]]:
    """Yield the wrong orders, with their names, for a type in which so many ranks count."""
    # None, one, the first few, all but one, two changed, last to first, and whatever else there is.
    for some in range(count + 1):
        for places in permutations(range(count), some):
            if places != tuple(range(count)):
                yield f"{places}", lambda hand, places=places: [hand.ranks[i] for i in places]
    for first in range(count):
        for name, read in READINGS.items():
            yield (
                f"{first} ranks, the others {name}",
                lambda hand, first=first, read=read: (hand.ranks[:first], read(hand.ranks[first:])),
            )
    yield "all cards, highest first", held
    yield "all cards, lowest first", lambda hand: held(hand)[::-1]
    yield "all cards, summed", lambda hand: sum(held(hand))
    yield "all cards, as digits in base 10", lambda hand: base_ten(held(hand))


def orders_by_suit() -> Iterator[tuple[str, Order]]:
    """Yield the orders in which each card's suit comes before the next card's rank."""
    for suits in permutations(Suit):
        yield (
            " over ".join(suit.word for suit in suits),
            lambda hand, suits=suits: [
                (card.rank, -suits.index(card.suit)) for card in hand.cards_by_importance
            ],
        )


def is_wrong(order: Order, hands: Sequence[Hand]) -> bool:
    """Return whether hands are in a wrong order once sorted so; a stable sort keeps the ties."""
    strengths = [hand.strength for hand in sorted(hands, key=order, reverse=True)]
    return strengths != sorted(strengths, reverse=True)


def is_told_apart(order: Order, hand_type: HandType) -> bool:
    tables = [[hand for hand in hands if hand.hand_type is hand_type] for hands in TABLES]
    as_dealt = any(is_wrong(order, hands) for hands in tables)
    return as_dealt and any(is_wrong(order, hands[::-1]) for hands in tables)


def fit_into_one_deck(*hands: Hand) -> bool:
    return max(Counter(card.rank for hand in hands for card in hand.cards).values()) <= len(Suit)


def proof_of_wrong(order: Order, hands: Sequence[Hand]) -> str | None:
    """Return two hands of one deck that are put in the wrong order; hands come weakest first."""
    keys = [(hand, order(hand)) for hand in hands]
    for (lower, its), (higher, others) in combinations(keys, 2):
        if not its < others and fit_into_one_deck(lower, higher):
            return f"{lower} below {higher}"
    return None


LONG = HandType.PAIR, HandType.THREE_OF_A_KIND, HandType.FLUSH


@pytest.mark.parametrize(
    "hand_type",
    [
        # Four million pairs of pairs take as long as all the other types together; two more types
        # have as many ranks as others.
        pytest.param(kind, marks=[pytest.mark.slow] if kind in LONG else [])
        for kind in HandType
    ],
    ids=str,
)
def test_what_no_deck_tells_from_the_right_order_is_right_on_every_deck(hand_type, every_strength):
    hands = [hand for hand in every_strength if hand.hand_type is hand_type]
    missed = {
        name: proof_of_wrong(order, hands)
        for name, order in wrong_orders(len(hands[0].ranks))
        if not is_told_apart(order, hand_type)
    }
    assert {name: proof for name, proof in missed.items() if proof} == {}


# Two hands of another type differ in the rank that comes first, or they are equal.
@pytest.mark.parametrize(
    "hand_type", [HandType.HIGH_CARD, HandType.PAIR, HandType.TWO_PAIR, HandType.FLUSH], ids=str
)
def test_a_suit_never_counts_before_a_rank(hand_type):
    assert [name for name, order in orders_by_suit() if not is_told_apart(order, hand_type)] == []
