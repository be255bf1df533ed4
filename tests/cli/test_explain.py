"""--explain and --format words, as a person and a program see them."""

import io
import json
import re

import pytest
from program import Terminal, on_terminal, run

from poker_table.cli import main

THREE = """\
Player 2 - 7H 9D 9H 9S TS - Three of a Kind
    Cards    9D 9H 9S + TS + 7H
    Type     three of a kind; not a straight: only three different ranks
    Ranks    nine (7), ten (8), seven (5)
    Value    7·13² + 8·13 + 5 = 1,292
    Against  player 8: three of a kind beats a pair
"""

IN_WORDS = """\
Cards: nine of diamonds, nine of hearts, nine of spades plus ten of spades plus seven of hearts.
Type: three of a kind; not a straight: only three different ranks.
Ranks: nine (7), ten (8), seven (5).
Value: 7 times 13 squared plus 8 times 13 plus 5 equals 1,292.
Against: player 8: three of a kind beats a pair.
"""


def test_plain_lines_are_the_assignments_each_with_its_reading_below() -> None:
    code, out, _ = run("three.txt", "--explain")
    assert code == 0
    assert out.startswith(THREE)
    bare = [line for line in out.splitlines() if re.match(r"Player \d+ - ", line)]
    assert bare == run("three.txt")[1].splitlines()
    assert out.endswith(
        "\nPlayer 2 against player 8: three of a kind beats a pair."
        " The better type wins. Between two hands of one type, the greater value wins."
        " Ranks count from two (0) to ace (12).\n"
    )


def test_each_hand_but_the_last_is_held_against_the_one_below() -> None:
    out = run("equal-but-for-suits.txt", "--explain")[1]
    assert out.count("    Against  player ") == 9
    assert out.count("): only the suits differ\n") == 5


def test_json_holds_the_same_texts() -> None:
    players = json.loads(run("three.txt", "--explain", "--format", "json")[1])["hands"]
    told = [line.split(maxsplit=1) for line in THREE.splitlines()[1:]]
    assert players[0]["explanation"] == {name.lower(): text for name, text in told}
    assert players[-1]["explanation"]["against"] is None
    players = json.loads(run("three.txt", "--format", "json")[1])["hands"]
    assert [player["explanation"] for player in players] == [None] * 10


@pytest.mark.parametrize("columns", [80, 40])
def test_the_table_says_everything_in_any_width(columns: int) -> None:
    out = on_terminal("three.txt", "--explain", columns=columns)
    assert max(map(len, out.splitlines())) <= columns
    flowing = " ".join(out.split())
    assert "Player 2 - 7♥ 9♦ 9♥ 9♠ 10♠ - Three of a Kind Cards 9♦ 9♥ 9♠ + 10♠ + 7♥" in flowing
    assert "Value 7·13² + 8·13 + 5 = 1,292 Against player 8: three of a kind beats" in flowing


@pytest.mark.parametrize("argv", [["three.txt"], ["evaluate", "7H 9D 9H 9S TS"]])
def test_an_output_without_the_signs_gets_others(argv: list[str]) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii", write_through=True)
    assert main([*argv, "--explain"], out, io.StringIO()) == 0
    assert b"7*13^2 + 8*13 + 5 = 1,292" in out.buffer.getvalue()  # type: ignore[attr-defined]


def test_words_are_one_sentence_a_player_without_a_sign() -> None:
    lines = run("three.txt", "--format", "words")[1].splitlines()
    assert len(lines) == 11
    assert lines[10] == "Player 2 against player 8: three of a kind beats a pair."
    assert lines[0] == (
        "Place 1, player 2: three nines, then ten, seven. The cards are seven of hearts,"
        " nine of diamonds, nine of hearts, nine of spades, ten of spades."
    )
    assert all(line.isascii() for line in lines)
    explained = run("three.txt", "--format", "words", "--explain")[1].splitlines()
    assert (explained[0], explained[1:6]) == (lines[0], IN_WORDS.splitlines())


def test_the_environment_asks_for_words_on_a_terminal_once_and_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("POKER_TABLE_FORMAT", "words")
    assert run("three.txt", out=Terminal())[1].startswith("Place 1, player 2: three nines")
    assert run("three.txt")[1].startswith("Player 2 - 7H 9D")  # a pipe gets the bare lines
    assert "three nines" in run("three.txt", "--format", "json", out=Terminal())[1]
    monkeypatch.setenv("POKER_TABLE_FORMAT", "bra\x1bille")
    error = "environment variable POKER_TABLE_FORMAT: expected table, plain or words, got"
    told = rf"Error: {error} 'bra\x1bille'"
    assert run("three.txt", out=Terminal()) == (2, "", f"{told}\n")


@pytest.mark.parametrize(
    ("command", "line"),
    [
        ("decks", "Deck: wheel.txt; What it shows: A-2-3-4-5 is five high: six high beats it."),
        ("simulate 100 --seed 1 --engine plain", "100 deals of seed 1, 10 players."),
        ("simulate 10 --swaps 1 --seed 1", "Where the cards lie after 1 swap: 10 decks of seed 1."),
    ],
)
def test_where_words_are_wanted_no_table_is_drawn(
    command: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POKER_TABLE_FORMAT", "words")
    lines = run(*command.split(), out=Terminal())[1].splitlines()
    assert line in lines
    assert not any("─" in each for each in lines)
