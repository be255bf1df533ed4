"""Reading what students' programs print: every usual spelling, and never a crash."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from poker_table.game.card import CARDS
from poker_table.game.hand import Hand, HandType
from poker_table.grading.judging.printed import (
    MOST_LINES,
    read_line,
    read_printed,
    type_of_label,
)
from poker_table.grading.running.runner import MOST_READ

SPELLINGS = {
    HandType.HIGH_CARD: ["High Card", "HIGH_CARD", "HighCard", "highcard", "Nothing", "Ace high",
                         "No Pair", "NO_PAIR", "nopair"],
    HandType.PAIR: ["Pair", "One Pair", "ONE_PAIR", "OnePair", "1 pair", "Pair of Kings", "pairs"],
    HandType.TWO_PAIR: ["Two Pair", "Two Pairs", "TWO_PAIR", "TwoPairs", "2 Pair", "two-pair"],
    HandType.THREE_OF_A_KIND: [
        "Three of a Kind", "THREE_OF_A_KIND", "ThreeOfAKind", "3 of a kind", "Trips", "Set",
        "Three-of-a-kind", "3-of-a-kind", "Three of Kind",
    ],
    HandType.STRAIGHT: ["Straight", "STRAIGHT", "Straight, ace high", "straight (A high)"],
    HandType.FLUSH: ["Flush", "FLUSH", "Flush, king high"],
    HandType.FULL_HOUSE: ["Full House", "FULL_HOUSE", "FullHouse", "Kings full of 10s"],
    HandType.FOUR_OF_A_KIND: [
        "Four of a kind", "Four of a Kind", "Four-of-a-kind", "FOUR_OF_A_KIND", "FourOfAKind",
        "4 of a kind", "Quads",
    ],
    HandType.STRAIGHT_FLUSH: [
        "Straight Flush", "STRAIGHT_FLUSH", "StraightFlush", "straightflush", "Royal Flush",
    ],
}  # fmt: skip
LABELS = [(label, kind) for kind, labels in SPELLINGS.items() for label in labels]


@pytest.mark.parametrize(("label", "kind"), LABELS)
def test_every_usual_label_is_read(label, kind):
    assert type_of_label(label) is kind


@pytest.mark.parametrize("label", ["", "Three of a Kin", "Strait", "???", "Pear", "42"])
def test_a_label_that_names_no_type_is_none(label):
    assert type_of_label(label) is None


LAYOUTS = [
    "Player 2 - 7H 9D 9H 9S TS - Three of a Kind",
    "Player  2 -  7H  9D  9H  9S  TS  - Three of a Kind   ",
    "Player 2: 7h, 9d, 9h, 9s, 10s => trips",
    "1. Player 2 | 7♥ 9♦ 9♥ 9♠ 10♠ | Trips",
    "#1 P2: [7♥️ 9♦️ 9♥️ 9♠️ 10♠️] THREE_OF_A_KIND",
    "(2) H7 D9 H9 S9 ST 3 of a kind",
    "Player 2 - 7 H, 9 D, 9 H, 9 S, T S - Three of a Kind",
    "Player 2 H 7 D 9 H 9 S 9 S 10 ThreeOfAKind",
    "Player 2:\t7 of H\t9 of D\t9 of H\t9 of S\t0 of S\tThree of a Kind",
    "Player 2: H of 7 D of 9 H of 9 S of 9 S OF 10 trips",
    "2 7H9D9H9STS Three of a Kind",
    "Three of a Kind - Player 2 - 7H 9D 9H 9S TS",
    "Three of a Kind: 7H 9D 9H 9S TS (player 2)",
    "\x1b[1mPlayer 2\x1b[0m - \x1b[31m7♥\x1b[0m 9♦ 9♥ 9♠ T♠ - Three of a Kind",
    "[bold]Player 2[/bold] - {7H|9D|9H|9S|TS} - Three of a Kind",
]


@pytest.mark.parametrize("line", LAYOUTS)
def test_every_usual_layout_is_read(line):
    (hand,) = read_printed(line).hands
    assert hand.player == 2
    assert " ".join(map(str, hand.cards)) == "7H 9D 9H 9S TS"
    assert hand.hand_type is HandType.THREE_OF_A_KIND


@pytest.mark.parametrize(
    "line",
    [
        "Player 3 - 7H 9D - Pair",
        "Player 3 - 7H 9D 9H 9S 1S - Pair",
        "Player 3: ???",
        "7H 9D 9H 9S TS - Three of a Kind",
        "Player 3 - 2C 3C 4C 5C \N{KELVIN SIGN}C - Flush",
        "Player 3 - 2C 3C 4C 5C 6\N{LATIN SMALL LETTER LONG S} - High Card",
    ],
)
def test_a_line_that_cannot_be_read_is_kept(line):
    printed = read_printed(f"Player 1 - 2C 3C 4C 5C 6C - Straight Flush\n{line}\n")
    assert len(printed.hands) == 1
    assert printed.unread == [line]


def test_other_lines_are_told_apart():
    printed = read_printed("Welcome to Poker!\n\nPlayer 1 - 2C 3C 4C 5C 6C - Flush\nBye\n")
    assert printed.others == ["Welcome to Poker!", "Bye"]
    assert printed.unread == []


@pytest.mark.parametrize(
    "place", ["2. ", "2) ", "(2) ", "#2 ", "[2] ", "2: ", "2 | ", "2\t", "\ufeff2."]
)
def test_a_place_before_the_label_is_none_of_it(place):
    line = read_line(f"{place}Pair - Player 8 - 3D 5S 6S AD AH")
    assert line is not None
    assert (line.player, line.hand_type, line.label) == (8, HandType.PAIR, "Pair")
    line = read_line("2 Pair - Player 8 - 3D 3S 6S AD AH")
    assert line is not None
    assert (line.player, line.hand_type) == (8, HandType.TWO_PAIR)


def test_a_card_twice_in_a_hand_makes_no_hand():
    line = read_line("Player 1 - 2C 2C 4C 5C 6C - Pair")
    assert line is not None
    assert line.hand is None


@given(st.lists(st.integers(0, 51), min_size=5, max_size=5, unique=True), st.integers(1, 10))
def test_our_own_lines_are_read_back(numbers, player):
    hand = Hand.of([CARDS[number] for number in numbers], player)
    line = read_line(str(hand))
    assert line is not None
    assert (line.player, line.cards, line.hand_type) == (player, hand.cards, hand.hand_type)


@given(st.text(max_size=300))
def test_no_text_is_too_strange(text):
    printed = read_printed(text)
    assert all(len(hand.cards) == 5 for hand in printed.hands)


@given(st.text("23456789TJQKA0CDHS♠♥ 1-,Pofſ\N{KELVIN SIGN}", max_size=200))
def test_no_text_of_cards_is_too_strange(text):
    for hand in read_printed(text).hands:
        assert len(hand.cards) == 5


def test_the_last_complete_table_counts():
    table = [f"Player {player} - 2C 3C 4C 5C 6C - Flush" for player in range(1, 11)]
    twice = read_printed("\n".join([*table, "Now in order:", *reversed(table)])).hands
    assert [hand.player for hand in twice] == [*range(10, 0, -1)]
    once_more = read_printed("\n".join([*table, table[0]])).hands
    assert [hand.player for hand in once_more] == [*range(1, 11), 1]
    assert len(read_printed("\n".join([*table[:8], *table])).hands) == 18


def test_what_is_beyond_the_limit_is_cut():
    line = "Player 1 - 2C 3C 4C 5C 6C - Flush"
    assert not read_printed(line.ljust(MOST_READ)).cut
    printed = read_printed("\n" * MOST_READ + line)
    assert (printed.cut, printed.hands, printed.unread) == (True, [], [])
    assert read_printed("\n" * MOST_READ + "б").others == []


def test_of_a_flood_little_is_kept():
    for line, hands, unread, others in (
        ("1 2C 3C 4C 5C 6C\n", MOST_LINES, 0, 0),
        ("Player 3\n", 0, MOST_LINES, 0),
        ("б\n", 0, 0, MOST_LINES),
    ):
        printed = read_printed(line * 3000)
        kept = printed.hands, printed.unread, printed.others
        assert tuple(map(len, kept)) == (hands, unread, others)


def test_a_flood_is_read_in_time_that_grows_with_its_length():
    """No pattern backtracks without end: two hundred kilobytes of the worst lines is read."""
    chance = random.Random(3)
    for letters in "2H ", "Player 1", "A ", "S S 2 ", "7 of ":
        line = "".join(chance.choice([letters, letters, " "]) for _ in range(400))
        text = (line[:400] + "\n") * 500
        assert len(read_printed(text).hands) <= 500
