"""Rounds read from lines: the layouts, the errors for bad lines, and the summary."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from poker_table.compare.result import round_result
from poker_table.compare.rounds import Round, Summary, read_rounds
from poker_table.game.cards import CARDS
from poker_table.game.hand import HandComparer
from poker_table.hands.best_five import best_five
from poker_table.hands.in_a_line import RoundError
from poker_table.hands.in_words import why_it_beats

HIGH, PAIR, FLUSH = "AC KD QH JS 9C", "2C 2D 3H 4S 5C", "2H 4H 6H 8H TH"


def read(*lines: str, layout: str | None = None) -> list[Round | str]:
    """Return the rounds, and the text of the error for each bad one."""
    rounds = read_rounds(lines, "r.txt", layout)
    return [str(item) if isinstance(item, RoundError) else item for item in rounds]


def winners(*lines: str, layout: str | None = None) -> list[int | str | None]:
    """Return the winner of each round, and the text of the error for each bad one."""
    return [getattr(item, "winner", item) for item in read(*lines, layout=layout)]


ONE_CARD = "r.txt:2: expected five cards, got 1"
TWICE = "r.txt:6: hand 2: AC appears twice (cards 1 and 2)"
NO_SEMICOLON = "r.txt:1: expected two hands with ; between them, got one"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([f"{HIGH} ; {PAIR}"], [2]),
        ([f"{HIGH};{PAIR}"], [2]),
        ([f"{HIGH} 9D ; {PAIR} ; {FLUSH}"], [3]),
        ([f"{FLUSH} ; {PAIR} ; {FLUSH}"], [None]),
        ([f"{FLUSH} ; {PAIR} ; {PAIR}"], [1]),
        ([HIGH, PAIR], [2]),
        ([f"{PAIR} {HIGH}"], [1]),
        ([f"{HIGH} {PAIR}", f"{FLUSH} {PAIR}"], [2, 1]),
        (["# a comment", f"{HIGH} ; {PAIR}  # and another"], [2]),
        ([HIGH.replace(" ", ", "), PAIR.replace(" ", ",")], [2]),
        ([f"{HIGH} ; {PAIR}", f"{PAIR} 6H 7H ; {FLUSH}", f"{FLUSH} ; {HIGH}"], [2, 2, 1]),
        ([], []),
        ([f"{HIGH} ; {PAIR}", "", ""], [2]),
        (["# only a comment", "#"], []),
        # the lines after a bad one are read
        ([HIGH, "2C", FLUSH, PAIR, PAIR, "AC AC KC QC JC", PAIR, HIGH], [ONE_CARD, 1, TWICE, 1]),
        # an empty line between two hands does not separate them
        ([HIGH, "", PAIR, FLUSH, PAIR], ["r.txt:2: expected a hand, got an empty line", 2, 1]),
        # a bad first line does not hide the layout
        ([f"{HIGH} 2C 3C 4C 5D", f"{HIGH} {PAIR}"], ["r.txt:1: expected ten cards, got 9", 2]),
        # of the first hundred lines that are more than comments, one shows the layout
        (["# one"] * 150 + [f"{HIGH} {PAIR}"], [2]),
        # empty lines between two deals
        ([f"Player 1 - {HIGH} - High Card", f"Player 2 - {PAIR} - Pair", "", ""] * 2, [2, 2]),
    ],
)
def test_the_layout_is_detected_by_content(lines, expected):
    assert winners(*lines) == expected


@pytest.mark.parametrize(
    ("layout", "lines", "expected"),
    [
        ("ten-cards", [f"{HIGH} {PAIR}"], [2]),
        ("two-lines", [f"{HIGH} {PAIR}"] * 2, ["r.txt:1: expected five cards, got 10"]),
        ("semicolon", [HIGH], [NO_SEMICOLON]),
    ],
)
def test_a_layout_can_be_forced(layout, lines, expected):
    assert winners(*lines, layout=layout) == expected


@pytest.mark.parametrize("before", [98, 99, 100, 101])
def test_the_layout_is_detected_in_the_first_hundred_lines(before):
    first, *others = winners(*["AS"] * before, "5H 5C 6S 7S KC", "2C 3S 8S 8D TD")
    assert ("expected five cards" in first) is (before < 100)
    assert before < 100 or (first, len(others)) == (NO_SEMICOLON, before + 1)


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ([f"{HIGH} ; 1H 2D 3H 4S 5C"], "1: hand 2, card 1: expected a card such as TH, got '1H'"),
        ([f"{HIGH} ; 2X 2D 3H 4S 5C"], "1: hand 2, card 1: expected a card such as TH, got '2X'"),
        ([f"{HIGH} 9c ; {PAIR}"], "1: hand 1: 9C appears twice (cards 5 and 6)"),
        ([f"{HIGH} ; AS KS QS JS"], "1: hand 2: expected five cards or more, got 4"),
        ([f"{HIGH} ; "], "1: hand 2: expected five cards or more, got none"),
        (["AS KS QS JS TS 9S"], "1: expected two hands with ; between them, got one"),
        ([HIGH, PAIR, FLUSH], "3: expected a second hand, on the next line or after ;, got none"),
        ([HIGH, f"{PAIR} 6H"], "2: expected five cards, got 6"),
        ([HIGH, "2C"], "2: expected five cards, got 1"),
        ([f"{HIGH} {PAIR}", f"{HIGH} {FLUSH} 6H"], "2: expected ten cards, got 11"),
        ([f"{HIGH} {PAIR}", HIGH], "2: expected ten cards, got 5"),
        ([HIGH, PAIR, "", "", HIGH, PAIR], "3: expected a hand, got an empty line"),
        ([HIGH, "", PAIR], "2: expected a hand, got an empty line"),
        (["", f"{HIGH} ; {PAIR}"], "1: expected a hand, got an empty line"),
        ([HIGH, f"{HIGH} ; {PAIR}"], "2: expected five cards, got 11"),
        ([f"{HIGH} ; 7ſ 2D 3H 4S 5C"], "1: hand 2, card 1: expected a card such as TH, got '7ſ'"),
        (["\x1b[2J ; [kc 0s as]"], "1: hand 1, card 1: expected a card such as TH, got '\\x1b[2J'"),
    ],
)
def test_errors_name_file_line_and_card(lines, error):
    texts = [item for item in winners(*lines) if isinstance(item, str)]
    assert texts == [f"r.txt:{error}"]


@pytest.mark.parametrize(
    ("hand", "bad"),
    [
        ("2C 3C 4C 5 C6C", (4, "5")),
        ("2C 3C 4C 5C 6C7", (5, "6C7")),
        ("2C3 4C 5C 6C 7C", (1, "2C3")),
        ("2C 3C 4C 5C 6", (5, "6")),
        ("2C 3C 4C 5CX6C 7C", (4, "5CX6C")),
        ("2C 3C 4C 5C 6E", (5, "6E")),
    ],
)
def test_a_word_that_is_no_card_is_not_read_as_a_part_of_its_neighbours(hand, bad):
    card, word = bad
    error = f"r.txt:1: hand 1, card {card}: expected a card such as TH, got {word!r}"
    assert winners(f"{hand} ; {PAIR}") == [error]


@pytest.mark.parametrize("start", ["player 1 - 7H", "player 1 -"])
def test_a_long_line_takes_no_more_steps_than_characters(start):
    """A test with no bound on time: if the steps grow with the square, it takes a minute."""
    [error] = winners(start + " " * 65_000)
    assert error.startswith("r.txt:1: ")


def test_bad_rounds_are_numbered_too():
    lines = ["", f"{HIGH} ; {PAIR}", "nonsense", f"{PAIR} ; {HIGH}", "", "# and", f"{HIGH};{PAIR}"]
    summary = Summary()
    rounds = list(summary.count(read_rounds(lines)))
    numbers = [(i, item.number) for i, item in enumerate(rounds, 1) if isinstance(item, Round)]
    assert numbers == [(2, 2), (4, 4), (6, 6)]
    assert (summary.rounds, summary.invalid) == (6, 3)


def as_lines(layout: str, hands: list[str]) -> list[str]:
    if layout == "two-lines":
        return hands
    gap = " ; " if layout == "semicolon" else " "
    return [f"{a}{gap}{b}" for a, b in zip(hands[::2], hands[1::2], strict=True)]


@pytest.mark.parametrize("layout", ["semicolon", "two-lines", "ten-cards", "showdown"])
@pytest.mark.parametrize("seed", range(6))
def test_a_comment_on_every_line_changes_nothing(layout, seed):
    """The lines include a few bad ones, empty ones and comments, at random."""
    rng = random.Random(seed)
    hands = [" ".join(map(str, rng.sample(CARDS, 5))) for _ in range(400)]
    lines = as_lines(layout, hands)
    unusual = ["", "# comment", "KH", "1H 2H 3H 4H 5H", HIGH + " ; " + HIGH, "2C 2C 3C 4C 5C", "|"]
    for _ in range(seed):
        lines.insert(rng.randrange(len(lines)), rng.choice(unusual))

    def results(lines):
        return [
            str(item)
            if isinstance(item, RoundError)
            else (item.number, item.line, item.winner, [h.given for h in item.holdings])
            for item in read_rounds(lines, "x", layout)
        ]

    assert results(lines) == results(f"{line} #" if line else line for line in lines)


@given(st.lists(st.text(alphabet="23A0TKchs♠;,# |\ufe0f\t1x", max_size=40), max_size=12))
@settings(max_examples=300)
def test_any_text_gives_rounds_or_errors(lines):
    for item in read_rounds(lines):
        assert isinstance(item, Round | RoundError)


HANDS = st.lists(st.sampled_from(CARDS), min_size=5, max_size=8, unique=True)


@given(HANDS, HANDS, HANDS)
@settings(max_examples=200)
def test_comparing_is_antisymmetric_and_transitive(a, b, c):
    a, b, c = ([*map(str, hand)] for hand in (a, b, c))
    winner, swapped = Round(1, 1, [a, b]).winner, Round(1, 1, [b, a]).winner
    assert (winner, swapped) in ((1, 2), (2, 1), (None, None))
    is_lower = HandComparer()
    assert (winner == 2) == is_lower(best_five(a), best_five(b))
    if winner != 2 and Round(1, 1, [b, c]).winner != 2:
        assert Round(1, 1, [a, c]).winner != 2


def test_a_round_of_four_hands_ranks_them_all():
    (round_,) = read(f"{PAIR} ; {FLUSH} ; {HIGH} ; {FLUSH}")
    assert isinstance(round_, Round)
    assert [(place, hand.player) for place, hand in round_.showdown] == [
        (1, 2), (1, 4), (3, 1), (4, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "wins", "ties", "invalid"),
    [
        ([f"{HIGH} ; {PAIR}", f"{PAIR};{PAIR}", f"{HIGH};{HIGH};{FLUSH}", ";"], [0, 1, 1], 1, 1),
        ([f"{HIGH};{PAIR};{HIGH}", f"{HIGH};{HIGH};{PAIR};{PAIR}"], [0, 1, 0, 0], 1, 0),
    ],
)
def test_the_summary_has_every_hand_of_the_largest_round(lines, wins, ties, invalid):
    summary = Summary()
    assert len(list(summary.count(read_rounds(lines)))) == len(lines) == summary.rounds
    assert summary.won_by == {None: ties} | dict(enumerate(wins, start=1))
    assert summary.invalid == invalid


def test_repr_has_the_hands_and_the_result():
    won, tied = read(f"{HIGH} 2c ; {PAIR}", f"{PAIR};{PAIR};{HIGH}")
    assert repr(won) == f"<Round 1: {HIGH} 2C ; {PAIR} - hand 2 wins>"
    assert repr(tied) == f"<Round 2: {PAIR} ; {PAIR} ; {HIGH} - a tie>"


def test_the_cached_reason_is_right(every_strength):
    """For any two strengths the cached reason is equal to the one computed for these hands."""
    rng = random.Random(5)
    for _ in range(1500):
        index = rng.randrange(len(every_strength) - 1)
        higher = min(len(every_strength) - 1, index + rng.choice([1, 2, 9, 80, 900]))
        worse, better = every_strength[index], every_strength[higher]
        (round_,) = read(" ; ".join(" ".join(map(str, hand.cards)) for hand in (worse, better)))
        assert round_result(round_) == f"hand 2 wins: {why_it_beats(better, worse)}"
