"""`poker-table decks make`: what is printed, what is saved, what is refused."""

import shlex
from functools import partial

import program
import pytest

from poker_table.files.deck_file import read_deck
from poker_table.game.cards import CARDS
from poker_table.game.table import Showdown, deal

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")
run = partial(program.run, "decks", "make")
HANDS = "3: straight flush, nine high", "7: full house, kings over fours", "1: pair of aces"
AGAIN = (
    "The same again: poker-table decks make '3: straight flush, nine high'"
    " '7: full house, kings over fours' '1: pair of aces' --seed 7"
)


def test_the_deck_is_printed_as_a_deck_file_and_can_be_had_again(tmp_path):
    code, out, err = run(*HANDS, "--seed", "7")
    assert (code, err) == (0, f"Seed 7. {AGAIN}\n")
    assert program.run(*shlex.split(AGAIN.partition("poker-table ")[2]))[1] == out
    (tmp_path / "mine.txt").write_text(out)
    best = Showdown(deal(read_deck("mine.txt"))).hands[:3]
    assert [hand.player for hand in best] == [3, 7, 1]
    assert run(*HANDS, "--seed", "7")[1] == out


@pytest.mark.parametrize("argv", [HANDS[:1], ("--most", "kicker", "--of", "500")])
def test_a_terminal_shows_the_table_of_decks_show(argv, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    options = *argv, "--seed", "7"
    run(*options, "--save", "mine.txt")
    shown = program.run("decks", "show", "mine.txt", out=program.Terminal())[1]
    made = run(*options, out=program.Terminal())[1]
    assert made.partition("Player 1")[1:] == shown.partition("Player 1")[1:] != ("", "")


@pytest.mark.parametrize("players", [1, 4, 10])
def test_the_table_of_a_deck_has_every_card(players, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    options = "1: pair", "--players", str(players), "--seed", "7"
    table = run(*options, out=program.Terminal())[1]
    assert all(card.with_symbol in table for card in CARDS)
    assert table.count(" Player ") == players
    assert " Not dealt " in table


def test_a_deck_is_saved_in_notation_and_never_over_another():
    code, out, err = run(*HANDS, "--seed", "7", "--save", "mine.txt", "--notation")
    assert (code, out) == (0, "")
    assert err == f"Wrote mine.txt. Seed 7. {AGAIN}\n"
    assert read_deck("mine.txt").cards_left == 52
    assert run("1: pair", "--save", "mine.txt")[::2] == (
        1,
        "Error: mine.txt: exists already; --force replaces it\n",
    )
    assert run("1: pair", "--save", "mine.txt", "--force")[0] == 0


FOR_THREE = "mine.txt was made for 3 players, so it is dealt to 3; --players N changes that\n"


@pytest.mark.parametrize("notation", [[], ["--notation"]])
def test_a_deck_for_a_smaller_table_knows_its_players(notation, tmp_path):
    argv = "2: royal flush", "--players", "3", "--seed", "7", *notation
    again = "The same again: poker-table decks make '2: royal flush' --seed 7 --players 3\n"
    assert run(*argv, "--save", "mine.txt")[2] == f"Wrote mine.txt. Seed 7. {again}"
    assert (tmp_path / "mine.txt").read_text() == run(*argv)[1]
    code, out, err = program.run("mine.txt")
    assert (code, err) == (0, FOR_THREE)
    assert out.startswith("Player 2 - T")
    assert program.run("mine.txt", "--players", "3") == (0, out, "")
    assert str(Showdown(deal(read_deck("mine.txt")))) + "\n" == out


def test_what_cannot_be_had_says_why():
    assert run("2: royal flush in spades", "5: flush, ace high, in spades") == (
        1,
        "",
        "Error: players 2 and 5 both need the ace of spades\n",
    )
    assert run("10: pair", "--players", "9")[2] == (
        "Error: a hand is requested for player 10, at a table of 9\n"
    )


def test_anyone_may_beat_them_if_told_so():
    assert run("4: king high")[0] == 1
    code, _, err = run("4: king high", "--anyone", "--seed", "7")
    assert (code, err.rpartition("make ")[2]) == (0, "'4: king high' --anyone --seed 7\n")


def test_no_hand_is_wrong_usage():
    assert run()[0] == 2


def test_a_title_that_is_a_sentence_ends_with_one_full_stop():
    first = program.run("decks", "show", "wheel.txt", "--format", "words")[1].splitlines()[0]
    assert first == "wheel.txt: A-2-3-4-5 is five high: six high beats it."


def test_the_list_needs_no_action():
    assert program.run("decks", "--format", "json") == program.run(
        "decks", "list", "--format", "json"
    )
    assert "got 'lsit'. Did you mean the action list?\n" in program.run("decks", "lsit")[2]
