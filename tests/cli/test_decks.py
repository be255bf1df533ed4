"""`poker-table decks make`: what is printed, what is saved, what is refused."""

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


@pytest.mark.parametrize("argv", [HANDS[:1], ("--most", "kicker", "--of", "500")])
def test_a_terminal_shows_the_table_of_decks_show(argv):
    make = "decks", "make", *argv, "--seed", "7"
    program.run(*make, "--save", "mine.txt")
    shown = program.on_terminal("decks", "show", "mine.txt")
    made = program.on_terminal(*make)
    assert made.partition("Player 1")[1:] == shown.partition("Player 1")[1:] != ("", "")


@pytest.mark.parametrize("players", ["1", "4", "10"])
def test_the_table_of_a_deck_has_every_card(players):
    make = "decks", "make", "1: pair", "--players", players, "--seed", "7"
    table = program.on_terminal(*make)
    assert all(card.with_symbol in table for card in CARDS)
    assert table.count(" Player ") == int(players)
    assert " Not dealt " in table


def test_a_deck_is_saved_in_notation_and_never_over_another():
    code, out, err = run(*HANDS, "--seed", "7", "--save", "mine.txt", "--notation")
    assert (code, out) == (0, "")
    assert err == f"Wrote mine.txt. Seed 7. {AGAIN}\n"
    assert read_deck("mine.txt").cards_left == 52
    error = "Error: mine.txt: exists already; --force replaces it\n"
    assert run("1: pair", "--save", "mine.txt") == (1, "", error)
    assert run("1: pair", "--save", "mine.txt", "--force")[0] == 0


@pytest.mark.parametrize("notation", [[], ["--notation"]])
def test_a_deck_for_a_smaller_table_knows_its_players(notation, tmp_path):
    argv = "2: royal flush", "--players", "3", "--seed", "7", *notation
    again = "The same again: poker-table decks make '2: royal flush' --seed 7 --players 3\n"
    assert run(*argv, "--save", "mine.txt")[2] == f"Wrote mine.txt. Seed 7. {again}"
    assert (tmp_path / "mine.txt").read_text() == run(*argv)[1]
    code, out, err = program.run("mine.txt")
    assert err == "mine.txt was made for 3 players, so it is dealt to 3; --players N changes that\n"
    assert (code, out) == (0, f"{Showdown(deal(read_deck('mine.txt')))}\n")
    assert out.startswith("Player 2 - T")
    assert program.run("mine.txt", "--players", "3") == (0, out, "")


def test_what_cannot_be_had_says_why():
    error = "Error: a hand is requested for player 10, at a table of 9\n"
    assert run("10: pair", "--players", "9") == (1, "", error)


def test_anyone_may_beat_them_if_told_so():
    assert run("4: king high")[0] == 1
    code, _, err = run("4: king high", "--anyone", "--seed", "7")
    assert (code, err.rpartition("make ")[2]) == (0, "'4: king high' --anyone --seed 7\n")


def test_the_list_needs_no_action_and_a_title_that_is_a_sentence_one_full_stop():
    listed = program.run("decks", "list", "--format", "json")
    assert program.run("decks", "--format", "json") == listed
    out = program.run("decks", "show", "wheel.txt", "--format", "words")[1]
    assert out.startswith("wheel.txt: A-2-3-4-5 is five high: six high beats it.\n")
