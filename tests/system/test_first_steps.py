"""Calls that a beginner tries without reading the docs: they work, or the error says why not."""

import pytest

from poker_table import (
    CardComparer,
    Deck,
    Hand,
    HandComparer,
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
from poker_table.game.players import DeckForPlayers
from poker_table.hands.best_five import best_five

HAND = Hand.of("9D 9H 7H TS 9S")


@pytest.mark.parametrize(
    "make",
    [
        lambda: Hand.of(9),
        lambda: Deck([9]),
        lambda: best_five(9),
        lambda: parse_deck(["7H"]),
        lambda: read_deck(9),
        lambda: format_deck(9),
        lambda: deal("7H 9D"),
        lambda: Deck().shuffle(7),
        lambda: Random("seven"),
        lambda: Random(7).integer("1", 6),
        lambda: Showdown(Hand(3)),
        lambda: Showdown(["9D 9H"]),
        lambda: HandComparer()(HAND, 2),
        lambda: CardComparer()("9S", "TC"),
        lambda: in_words("9D 9H"),
        lambda: why_it_beats(HAND, 2),
        lambda: explanation("9D 9H"),
        lambda: Request.parse(9),
        lambda: stacked_deck(["2: pair"], Random(7)),
        lambda: simulate("10"),
        lambda: simulate(1e6),
    ],
)
def test_an_argument_of_the_wrong_type_raises_pythons_own_error(make):
    with pytest.raises((TypeError, AttributeError)):
        make()


def test_cards_may_be_text_or_words():
    assert str(best_five("AC KD QD JD TS 5D 4D")) == "Player 1 - 4D 5D JD QD KD - Flush"
    assert best_five("AC KD QD JD TS 5D 4D".split()) == best_five("AC KD QD JD TS 5D 4D")


def test_a_deck_is_dealt_to_its_number_of_players_and_drawn_for_them():
    deck = stacked_deck([Request.parse("2: royal flush")], Random(seed=7), players=4)
    assert len(deal(deck)) == 4
    assert deck._repr_html_().count("<tr") == 1 + 5 + 1
    assert len(deal(DeckForPlayers(deck.cards, 4), players=3)) == 3


@pytest.mark.parametrize("frames", ["pandas", "polars"])
def test_the_rows_of_a_tally_are_a_data_frame(frames):
    rows = simulate(100, seed=7).rows
    frame = pytest.importorskip(frames, reason=f"needs {frames}").DataFrame(rows)
    assert list(frame.columns) == ["hand_type", "held", "won"]
    assert sum(frame["won"]) == 100
