"""The bundled decks expose every wrong order of hands of one type.

A wrong order is exposed if it sorts the hands of some deck wrongly, in whichever order it leaves
the hands that it takes for equal: as dealt, or reversed.

An order that no bundled deck exposes must be right on every deck. For instance, one deck cannot
deal two full houses with three cards of the same rank, so the rank of the pair never matters. The
tests prove this: they try each unexposed order on every two hands that fit into one deck.
They show, for instance, that the five ranks of a high card may be read as digits in base 10.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations

import pytest

from poker_table.files.deck_file import bundled_decks, read_deck
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal

Order = Callable[[Hand], object]  # a sort key: greater is better

SHOWDOWNS = [Showdown(deal(read_deck(deck))) for deck in bundled_decks()]
TABLES = [sorted(showdown.hands, key=lambda hand: hand.player) for showdown in SHOWDOWNS]


def base_ten(digits: Sequence[int]) -> int:
    return sum(digit * 10**place for place, digit in enumerate(reversed(digits)))


# Wrong sort keys for the ranks of a hand, or for the ranks after the first few.
WRONG_KEYS: dict[str, Callable[[Sequence[Rank]], object]] = {
    "summed": sum,
    "as digits in base 10": base_ten,
    "as written, in base 10": lambda ranks: base_ten([rank + 2 for rank in ranks]),
    "as letters": lambda ranks: [rank.letter for rank in ranks],
    "with the ace low": lambda ranks: [-1 if rank is Rank.ACE else rank for rank in ranks],
    "the lowest best": lambda ranks: [-rank for rank in ranks],
}


def ranks_of_cards(hand: Hand) -> list[Rank]:
    """Return the ranks of all five cards, highest first; the ace is first even in the wheel."""
    return sorted((card.rank for card in hand.cards), reverse=True)


def wrong_orders(count: int) -> Iterator[tuple[str, Order]]:
    """Yield named wrong orders for a hand type in which `count` ranks count."""
    # Every selection and every permutation of the ranks except the right one.
    for length in range(count + 1):
        for indices in permutations(range(count), length):
            if indices != tuple(range(count)):
                yield f"{indices}", lambda hand, indices=indices: [hand.ranks[i] for i in indices]
    for first in range(count):
        for name, key in WRONG_KEYS.items():
            yield (
                f"{first} ranks, the others {name}",
                lambda hand, first=first, key=key: (hand.ranks[:first], key(hand.ranks[first:])),
            )
    yield "all cards, highest first", ranks_of_cards
    yield "all cards, lowest first", lambda hand: ranks_of_cards(hand)[::-1]
    yield "all cards, summed", lambda hand: sum(ranks_of_cards(hand))
    yield "all cards, as digits in base 10", lambda hand: base_ten(ranks_of_cards(hand))


def orders_by_suit() -> Iterator[tuple[str, Order]]:
    """Yield the orders that compare each card's suit before the next card's rank."""
    for suits in permutations(Suit):
        yield (
            " over ".join(suit.word for suit in suits),
            lambda hand, suits=suits: [
                (card.rank, -suits.index(card.suit)) for card in hand.cards_by_importance
            ],
        )


def is_wrong(order: Order, hands: Sequence[Hand]) -> bool:
    """Return whether sorting the hands by this key puts a stronger hand below a weaker one."""
    strengths = [hand.strength for hand in sorted(hands, key=order, reverse=True)]
    return strengths != sorted(strengths, reverse=True)


def is_exposed(order: Order, hand_type: HandType) -> bool:
    """Return whether some bundled deck exposes the order, however it leaves ties."""
    tables = [[hand for hand in hands if hand.hand_type is hand_type] for hands in TABLES]
    as_dealt = any(is_wrong(order, hands) for hands in tables)
    return as_dealt and any(is_wrong(order, hands[::-1]) for hands in tables)


def fit_into_one_deck(*hands: Hand) -> bool:
    return max(Counter(card.rank for hand in hands for card in hand.cards).values()) <= len(Suit)


def proof_of_wrong(order: Order, hands: Sequence[Hand]) -> str | None:
    """Return two hands of one deck in the wrong order, or None; `hands` are weakest first."""
    keys = [(hand, order(hand)) for hand in hands]
    for (lower, lower_key), (higher, higher_key) in combinations(keys, 2):
        if not lower_key < higher_key and fit_into_one_deck(lower, higher):
            return f"{lower} below {higher}"
    return None


SLOW = HandType.PAIR, HandType.THREE_OF_A_KIND, HandType.FLUSH


@pytest.mark.parametrize(
    "hand_type",
    [pytest.param(kind, marks=[pytest.mark.slow] if kind in SLOW else []) for kind in HandType],
    ids=str,
)
def test_an_order_that_no_deck_exposes_is_right_on_every_deck(hand_type, every_strength):
    hands = [hand for hand in every_strength if hand.hand_type is hand_type]
    unexposed = {
        name: proof_of_wrong(order, hands)
        for name, order in wrong_orders(len(hands[0].ranks))
        if not is_exposed(order, hand_type)
    }
    assert {name: proof for name, proof in unexposed.items() if proof} == {}


# Two hands of any other type differ in the first rank, or tie.
@pytest.mark.parametrize(
    "hand_type", [HandType.HIGH_CARD, HandType.PAIR, HandType.TWO_PAIR, HandType.FLUSH], ids=str
)
def test_a_suit_never_counts_before_a_rank(hand_type):
    assert [name for name, order in orders_by_suit() if not is_exposed(order, hand_type)] == []
