"""Deck: dealing, and a shuffle that is fair and never changes."""

from __future__ import annotations

import math
from itertools import product

import pytest
from program import error_of

from poker_table.game.card import Card
from poker_table.game.cards import CARDS
from poker_table.game.deck import Deck
from poker_table.game.errors import CardError, DeckError
from poker_table.game.philox import random_words
from poker_table.game.random import Random


def shuffled_independently(seed: int, deal: int) -> list[Card]:
    """Return the shuffled cards, computed without the arithmetic of Random."""
    stream, remaining, order, radix = random_words(seed, deal), list(CARDS), [], 52
    while radix > 1:
        group = [radix]
        while group[-1] > 2 and math.prod(group) * (group[-1] - 1) <= 2**22:
            group.append(group[-1] - 1)
        total = math.prod(group)
        while (scaled := next(stream) * total) % 2**32 < 2**32 % total:
            pass
        number = scaled >> 32  # uniform from 0 to total - 1; its mixed-radix digits are the draws
        for i, size in enumerate(group):
            order.append(remaining.pop(number // math.prod(group[i + 1 :]) % size))
        radix = group[-1] - 1
    return order + remaining


def test_cards_are_dealt_from_the_front_until_none_remain():
    deck = Deck(CARDS[:2])
    assert (deck.deal_next_card(), deck.deal_next_card()) == CARDS[:2]
    assert deck.cards_left == 0
    assert error_of(DeckError, deck.deal_next_card) == "no card is left of the deck's 2"


def test_the_length_of_a_deck_includes_dealt_cards():
    deck = Deck()
    first = deck.deal_next_card()
    assert (len(deck), deck.cards_left) == (52, 51)
    assert tuple(deck) == CARDS
    assert first in deck


@pytest.mark.parametrize("cards", ["2C 2d 2♥", ["2C", "2D", "2H"], (CARDS[0], "2D", CARDS[2])])
def test_a_deck_of_words(cards):
    assert Deck(cards).cards == CARDS[:3]
    said = error_of(CardError, Deck, "three.txt")
    assert said == "expected a card such as TH, got 'three.txt'"
    assert error_of(DeckError, Deck, "2C 2D 2H 2S 2H") == "2H appears twice (cards 3 and 5)"


@pytest.mark.parametrize(
    ("dealt", "text"),
    [
        (0, "<Deck: 7 of 7 cards left, next 2C 2D 2H 2S 3C>"),
        (4, "<Deck: 3 of 7 cards left, next 3C 3D 3H>"),
        (7, "<Deck: 0 of 7 cards left, next none>"),
    ],
)
def test_repr_shows_the_next_cards(dealt, text):
    deck = Deck(CARDS[:7])
    for _ in range(dealt):
        deck.deal_next_card()
    assert repr(deck) == text


def test_shuffling_gathers_all_cards():
    deck = Deck()
    deck.deal_next_card()
    deck.shuffle(Random(3))
    assert deck.cards_left == 52
    assert sorted(card.index for card in deck.cards) == list(range(52))


# Lecture notes cite seeds, so these decks must never change.
@pytest.mark.parametrize(
    ("seed", "deal", "first"),
    [
        (0, 0, "7C JS 5D KH 3H"),
        (7, 0, "AD TC 9D JH JS"),
        (7, 482113, "QH QC JS 8H 3C"),
        (2**64 - 1, 2**64 - 1, "5C 7S 6H 8C JD"),
    ],
)
def test_the_deck_of_a_seed_and_a_deal_never_changes(seed, deal, first):
    assert str(Deck.shuffled(Random(seed, deal))).startswith(first + " ")


def test_the_random_digits_are_the_lehmer_digits_of_the_deck():
    """About one deal in four hundred has a rejected word, which is skipped."""
    deals = [(1, deal) for deal in range(3_000)]
    deals += product([0, 1, 7, 2**32, 2**64 - 1], [0, 1, 2**32 + 5, 2**64 - 1])
    for seed, deal in deals:
        assert [*Deck.shuffled(Random(seed, deal)).cards] == shuffled_independently(seed, deal)


@pytest.mark.slow
def test_the_shuffle_is_fair():
    """Chi-square test of position x card; each tail has a probability of 1 in 100,000.

    Each row and each column of the 52 x 52 table adds up to the number of decks, so the table has
    51 x 51 degrees of freedom. The statistic is scaled by 51/52, because the variance of a
    permutation matrix is that of a product of uniforms, times 52/51.
    """
    decks = 20_000
    counts = [[0] * 52 for _ in range(52)]
    for deal in range(decks):
        for position, card in enumerate(Deck.shuffled(Random(1938, deal)).cards):
            counts[position][card.index] += 1
    expected = decks / 52
    chi_square = sum((n - expected) ** 2 / expected for row in counts for n in row) * 51 / 52
    deviation = (chi_square - 51**2) / math.sqrt(2 * 51**2)
    assert -4.3 < deviation < 4.3
