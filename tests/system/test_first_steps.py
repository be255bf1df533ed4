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
