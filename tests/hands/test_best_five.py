"""The best five of many cards: compared with brute force, and invariants."""

from __future__ import annotations

import itertools
import random

import pytest
from program import error_of

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.errors import PokerTableError
from poker_table.game.hand import Hand
from poker_table.game.rank_and_suit import Suit
from poker_table.game.rules import HandType
from poker_table.hands.best_five import Holding, best_five
from poker_table.hands.every_strength import hand_of_each_strength


def cards(text: str) -> list[Card]:
    return [Card.parse(word) for word in text.split()]


def by_brute_force(held: list[Card]) -> Hand:
    """Return the best of all fives; of equal ones that with the lowest suits, clubs first."""
    fives = map(Hand.of, itertools.combinations(held, 5))
    return min(
        fives, key=lambda hand: (-hand.strength, [card.suit for card in hand.cards_by_importance])
    )


@pytest.mark.parametrize("times", [1, pytest.param(20, marks=pytest.mark.slow)])
@pytest.mark.parametrize("count", range(5, 13))
def test_equals_brute_force_including_the_order_of_the_cards(count, times):
    """Also of two suits, or of seven ranks, which make flushes and straights likely."""
    draw = random.Random(count)
    two_suits = [card for card in CARDS if card.suit in (Suit.DIAMONDS, Suit.SPADES)]
    few_ranks = [card for card in CARDS if card.rank < 6 or card.rank == 12]
    packs = [CARDS] * (times * 1000 // count**2) + [two_suits, few_ranks] * 5
    for held in [draw.sample(pack, count) for pack in packs]:
        brute = by_brute_force(held)
        holding = Holding.of(held)
        assert holding.five == holding.hand().cards_by_importance == brute.cards_by_importance
        assert holding.best.hand.strength == holding.hand().strength == brute.strength
        assert best_five(held).cards == brute.cards
        assert (holding.given, len(holding)) == (tuple(held), count)


@pytest.mark.parametrize(
    ("held", "five"),
    [
        ("As Kc Kh Kd Qc 8s 5d", "KC KD KH AS QC"),
        ("As Ks Qc 5s 4c 3d 2d", "5S 4C 3D 2D AS"),
        ("As Ac Ks Kc Qh Jh 0d", "AC KC QH JH TD"),
        # a straight and a flush of different cards are not a straight flush
        ("As Kc Qd Jd 0d 5d 4d", "QD JD TD 5D 4D"),
        # equal ranks inside a straight, and two pair ordered by importance
        ("Qs Jd Jc 0h 9s 8c 8d", "QS JC TH 9S 8C"),
        ("Kd Qs 9h 9c 4s 4d 2h", "9C 9H 4D 4S KD"),
        # two trips, three pairs, two trips and a pair
        ("2c 2d 2h 9c 9d 9s Kh", "9C 9D 9S 2C 2D"),
        ("2c 2d 9c 9s Kh Kd Ac", "KD KH 9C 9S AC"),
        ("2c 2d 9c 9s Kh Kd 3c", "KD KH 9C 9S 3C"),
        ("2c 2d 2h 9c 9d 9s Kh Kd", "9C 9D 9S KD KH"),
        # a straight flush below a higher plain straight, and the higher of two straight flushes
        ("9h 8h 7h 6h 5h Td Jc", "9H 8H 7H 6H 5H"),
        ("6s As 2s 3s 4s 5s", "6S 5S 4S 3S 2S"),
        ("Ac Kd Qh Js Tc 5c 4d 3h 2s", "AC KD QH JS TC"),
        # two flushes in ten cards
        ("As Ks 9s 5s 3s Ah Kh 9h 5h 4h", "AH KH 9H 5H 4H"),
        ("As Ks 9s 5s 4s Ah Kh 9h 5h 3h", "AS KS 9S 5S 4S"),
        ("As Ks 9s 5s 4s Ah Kh 9h 5h 4h", "AH KH 9H 5H 4H"),
        # a straight does not continue past the ace
        ("Kc Ad 2h 3s 4c 9d", "AD KC 9D 4C 3S"),
        (CARDS, "AC KC QC JC TC"),
    ],
)
def test_worked_cases(held, five):
    assert Holding.of(held).line().startswith(f"{five} - ")


@pytest.mark.parametrize("removed", [0, 4, 5, 12])
def test_forty_cards_without_a_straight(removed):
    """Without tens and fives there is no straight."""
    held = [card for card in CARDS if card.rank not in (8, 3, removed)]
    best = best_five(held)
    assert best.hand_type is HandType.FOUR_OF_A_KIND
    assert best.ranks[0] == max(card.rank for card in held)


def test_a_flush_is_stronger_than_the_same_ranks_in_several_suits():
    """`Holding` relies on this."""
    for ranks in itertools.combinations(range(13), 5):
        one_suit = Hand.of(Card(rank, 0) for rank in ranks)
        several = Hand.of(
            Card(rank, suit) for rank, suit in zip(ranks, (0, 1, 2, 3, 0), strict=True)
        )
        assert one_suit.strength > several.strength


@pytest.mark.parametrize(
    ("held", "message"),
    [
        ("", "expected five cards or more, got none"),
        ("AS KS QS JS", "expected five cards or more, got 4"),
        ("AS KS QS JS TS 2C ks", "KS appears twice (cards 2 and 7)"),
        ("AS AS AS AS AS", "AS appears twice (cards 1 and 2)"),
        ("2C 3C 4C 5C 5C 6C", "5C appears twice (cards 4 and 5)"),
    ],
)
def test_invalid_hands(held, message):
    assert error_of(PokerTableError, best_five, cards(held)) == message


def test_any_card_that_appears_twice_or_often_is_detected():
    """The cache by rank counts must not hide it."""
    draw = random.Random(3)
    wrong = []
    for count in (5, 6, 7, 9):
        for _ in range(300):
            held = draw.sample(CARDS, count - 1)
            held.insert(draw.randrange(count), draw.choice(held))
            wrong.append(held)
    for count in (5, 6, 8, 9, 13, 40, 52):
        wrong += [[CARDS[7]] * count, [*CARDS[:40:4], *[CARDS[50]] * count]]
    for held in wrong:
        with pytest.raises(PokerTableError, match="appears twice"):
            Holding.of(held)


def test_greater_digits_mean_a_stronger_hand():
    digits = [Holding.of(hand.dealt).best.digits for hand in hand_of_each_strength()]
    assert all(low < high for low, high in itertools.pairwise(digits))
