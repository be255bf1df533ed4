"""The hand types that labels name, in all usual spellings."""

from __future__ import annotations

import pytest

from poker_table.game.rules import HandType
from poker_table.grading.judging.label import type_of_label

SPELLINGS = {
    HandType.HIGH_CARD: ["High Card", "HIGH_CARD", "HighCard", "highcard", "Nothing", "Ace high",
                         "No Pair", "NO_PAIR", "nopair"],
    HandType.PAIR: ["Pair", "One Pair", "ONE_PAIR", "OnePair", "1 pair", "Pair of Kings", "pairs"],
    HandType.TWO_PAIR: ["Two Pair", "Two Pairs", "TWO_PAIR", "TwoPairs", "2 Pair", "two-pair"],
    HandType.THREE_OF_A_KIND: ["Three of a Kind", "THREE_OF_A_KIND", "ThreeOfAKind", "3 of a kind",
     "Trips", "Set", "Three-of-a-kind", "3-of-a-kind", "Three of Kind"],
    HandType.STRAIGHT: ["Straight", "STRAIGHT", "Straight, ace high", "straight (A high)",
                        "Straights:"],
    HandType.FLUSH: ["Flush", "FLUSH", "Flush, king high", "Flushes"],
    HandType.FULL_HOUSE: ["Full House", "FULL_HOUSE", "FullHouse", "Kings full of 10s",
     "King's full of 9's"],
    HandType.FOUR_OF_A_KIND: ["Four of a kind", "Four of a Kind", "Four-of-a-kind",
     "FOUR_OF_A_KIND", "FourOfAKind", "4 of a kind", "Quads"],
    HandType.STRAIGHT_FLUSH: ["Straight Flush", "STRAIGHT_FLUSH", "StraightFlush", "straightflush",
     "Royal Flush"],
}  # fmt: skip
LABELS = [(label, kind) for kind, labels in SPELLINGS.items() for label in labels]


@pytest.mark.parametrize(("label", "kind"), LABELS)
def test_every_usual_label_is_read(label, kind):
    assert type_of_label(label) is kind


@pytest.mark.parametrize("label", ["", "Three of a Kin", "Strait", "???", "Pear", "42", "SFlush"])
def test_a_label_that_names_no_type_gives_none(label):
    assert type_of_label(label) is None
