"""Rank, Suit, Card and CardComparer."""

from __future__ import annotations

import copy
import pickle
from unittest.mock import ANY

import pytest
from hypothesis import given
from hypothesis import strategies as st
from program import SIGNS, error_of

from poker_table.game.card import Card, CardComparer
from poker_table.game.cards import CARDS
from poker_table.game.errors import CardError
from poker_table.game.rank_and_suit import Rank, Suit


def test_ranks_and_suits_are_numbered_as_in_the_course():
    assert [rank.letter for rank in sorted(Rank)] == list("23456789TJQKA")
    assert [suit.letter for suit in sorted(Suit)] == list("CDHS")
    assert (Rank.TWO, Rank.ACE, Suit.CLUBS, Suit.SPADES) == (0, 12, 0, 3)


def test_a_printed_card_is_parsed_as_the_same_card():
    for card in CARDS:
        assert Card.parse(str(card)) == card
        assert eval(repr(card)) == card
        assert Card.parse(card.rank.letter + card.suit.symbol) == card
        assert pickle.loads(pickle.dumps(card)) == card == copy.deepcopy(card)
        assert CARDS[card.index] == card
        assert Card.parse(card) is card


@pytest.mark.parametrize(
    "word",
    ["TH", "th", "10h", "10H", "0h", "T♥", "10♥", "0♥", "T♥\ufe0f", "T♡", "🂺",
     "Ten of Hearts", "10 OF HEART", "ten_of_hearts", "TofH"],
)  # fmt: skip
def test_the_ten_of_hearts_in_every_notation(word):
    assert Card.parse(word) == Card(Rank.TEN, Suit.HEARTS)


@given(st.text(SIGNS, max_size=5))
def test_parse_returns_a_card_or_raises_a_card_error(word):
    try:
        card = Card.parse(word)
    except CardError:
        return
    assert str(card)[-1] in "CDHS"


def test_cards_are_equal_if_rank_and_suit_are_and_have_no_order():
    assert len(set(CARDS)) == 52
    assert Card(8, 2) == Card(Rank.TEN, Suit.HEARTS) != Card(8, 3)
    assert Card(8, 2) != (8, 2)
    assert Card(8, 2) != "TH"
    assert Card(8, 2) == ANY  # another type may define equality with a card
    with pytest.raises(TypeError):
        sorted([Card(8, 2), Card(8, 3)])


def test_the_comparer_compares_ranks_alone():
    for first, second, is_lower in ("9S", "TC", True), ("TC", "TS", False), ("TS", "TC", False):
        assert CardComparer()(Card.parse(first), Card.parse(second)) is is_lower


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Card(13, 0), "expected a rank from 0 to 12, got 13"),
        (lambda: Card(-1, 0), "expected a rank from 0 to 12, got -1"),
        (lambda: Card(0, 4), "expected a suit from 0 to 3, got 4"),
        (lambda: Card(0, -1), "expected a suit from 0 to 3, got -1"),
        (lambda: Card.parse("1H"), "expected a card such as TH, got '1H'"),
        (lambda: Card.parse(""), "expected a card such as TH, got ''"),
        (lambda: Card.parse("\x1b[2J"), r"expected a card such as TH, got '\x1b[2J'"),
        (lambda: Card.parse("x" * 40), f"expected a card such as TH, got '{'x' * 40}'"),
        (lambda: Card.parse("x" * 99), f"expected a card such as TH, got '{'x' * 40}…'"),
        (lambda: Card.parse("7ſ"), "expected a card such as TH, got '7ſ'"),
        (lambda: Card.parse("aceofſpades"), "expected a card such as TH, got 'aceofſpades'"),
        *[
            (
                lambda word=word: Card.parse(word),
                f"expected a card such as TH, got {word!r}"
                " (ranges such as AKs and QQ+ are not read: name the cards)",
            )
            for word in ("AKs", "ako", "QQ+", "22", "TT-88", "A5s-A2s")
        ],
    ],
)
def test_errors(make, message):
    assert error_of(CardError, make) == message


@pytest.mark.parametrize(("rank", "suit"), [("T", 2), (8.0, 2), (8, "H")])
def test_a_rank_and_a_suit_are_integers(rank, suit):
    with pytest.raises(TypeError):
        Card(rank, suit)


@pytest.mark.parametrize("name", ["rank", "suit"])
def test_a_card_is_immutable(name):
    property_of_card = f"property '{name}' of 'Card' object has no"
    card = Card(0, 0)
    assert error_of(AttributeError, setattr, card, name, 1) == f"{property_of_card} setter"
    assert error_of(AttributeError, delattr, card, name) == f"{property_of_card} deleter"
