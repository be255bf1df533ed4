"""Calls that a beginner tries without reading the docs: they work, or the error says why not."""

import re

import pytest

from poker_table import (
    CardComparer,
    Deck,
    Hand,
    HandComparer,
    PokerTableError,
    Random,
    Request,
    Showdown,
    deal,
    explanation,
    format_deck,
    in_words,
    parse_deck,
    read_deck,
    simulate,
    stacked_deck,
    why_it_beats,
)
from poker_table.hands.best_five import best_five

HAND = Hand.of("9D 9H 7H TS 9S")
CARDS = "expected cards, such as '7H 9D 9H 9S TS', got"
A_HAND = "expected a Hand, such as Hand.of('7H 9D 9H 9S TS'), got"
A_DECK = "expected a Deck, such as Deck.shuffled(Random(seed=7)), got"
DEALS = "expected 1 to 18446744073709551616 deals, a whole number, got"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Hand.of(9), f"{CARDS} 9"),
        (lambda: Hand.of(None), f"{CARDS} None"),
        (lambda: Deck(9), f"{CARDS} 9"),
        (lambda: Deck([9]), "expected a card such as TH, got 9"),
        (lambda: best_five(9), f"{CARDS} 9"),
        (lambda: parse_deck(9), "expected the text of a deck, got 9"),
        (lambda: parse_deck(["7H"]), "expected the text of a deck, got ['7H']"),
        (lambda: read_deck(9), "expected the name of a deck file, got 9"),
        (lambda: read_deck(b"three.txt"), "expected the name of a deck file, got b'three.txt'"),
        (lambda: format_deck(9), f"{A_DECK} 9"),
        (lambda: deal("7H 9D"), f"{A_DECK} '7H 9D'"),
        (lambda: Showdown(9), "expected hands, such as deal(deck) returns, got 9"),
        (
            lambda: Showdown(Hand(3)),
            "expected hands, such as deal(deck) returns, got <Hand: Player 3>",
        ),
        (lambda: Showdown([HAND, 2]), f"{A_HAND} 2"),
        (lambda: Showdown(["9D 9H"]), f"{A_HAND} '9D 9H'"),
        (lambda: HandComparer()(HAND, 2), f"{A_HAND} 2"),
        (lambda: CardComparer()("9S", 2), "expected a card such as TH, got 2"),
        (lambda: in_words("9D 9H"), f"{A_HAND} '9D 9H'"),
        (lambda: why_it_beats(HAND, 2), f"{A_HAND} 2"),
        (lambda: explanation("9D 9H"), f"{A_HAND} '9D 9H'"),
        (lambda: Request.parse(9), "expected a request in words, such as '3: pair of aces', got 9"),
        (lambda: stacked_deck(9, Random(7)), "expected a list of requests, got 9"),
        (
            lambda: stacked_deck(["2: pair"], Random(7)),
            "expected a Request, such as Request.parse('2: pair'), got '2: pair'",
        ),
        (lambda: simulate("10"), f"{DEALS} '10'"),
        (lambda: simulate(1e6), f"{DEALS} 1000000.0"),
        (lambda: deal(Deck(players=11)), "expected 1 to 10 players, got 11"),
        (lambda: deal(Deck(), 0), "expected 1 to 10 players, got 0"),
    ],
)  # fmt: skip
def test_an_argument_of_the_wrong_type_gets_an_error_that_names_the_right_one(make, message):
    with pytest.raises(PokerTableError, match=f"^{re.escape(message)}$"):
        make()


def test_strings_are_accepted_as_cards():
    assert CardComparer()("9S", "TC")
    assert str(best_five("AC KD QD JD TS 5D 4D")) == "Player 1 - 4D 5D JD QD KD - Flush"
    assert best_five("AC KD QD JD TS 5D 4D".split()) == best_five("AC KD QD JD TS 5D 4D")


def test_a_deck_is_dealt_to_its_number_of_players_and_drawn_for_them():
    deck = stacked_deck([Request.parse("2: royal flush")], Random(seed=7), players=4)
    assert (deck.players, len(deal(deck))) == (4, 4)
    assert deck._repr_html_().count("<tr") == 1 + 5 + 1
    assert len(deal(Deck(deck.cards, players=4), players=3)) == 3


@pytest.mark.parametrize("frames", ["pandas", "polars"])
def test_the_rows_of_a_tally_are_a_data_frame(frames):
    rows = simulate(100, seed=7).rows
    frame = pytest.importorskip(frames, reason=f"needs {frames}").DataFrame(rows)
    assert list(frame.columns) == ["hand_type", "held", "won"]
    assert sum(frame["won"]) == 100
