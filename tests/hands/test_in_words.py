"""A hand in words."""

from __future__ import annotations

import pytest

from poker_table.game.hand import Hand
from poker_table.hands.in_words import in_words


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("QS JH 9C 7H 3D", "queen high, then jack, nine, seven, three"),
        ("6D 6H QD 9H 4S", "pair of sixes, then queen, nine, four"),
        ("JH JS TS TD 8S", "two pair, jacks and tens, then eight"),
        ("5S 5H 5D JH 6D", "three fives, then jack, six"),
        ("AC 2D 3H 4S 5C", "straight, five high"),
        ("AS JS 8S 6S 5S", "flush, ace high, then jack, eight, six, five"),
        ("7S 7H 7C JC JH", "full house, sevens over jacks"),
        ("4C 4D 4H 4S TD", "four fours, then ten"),
        ("TH 9H 8H 7H 6H", "straight flush, ten high"),
    ],
)
def test_hands_in_words(cards, words):
    assert in_words(Hand.of(cards)) == words
