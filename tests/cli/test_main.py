"""The command line within one process: what each way to call it prints, and its exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from program import THREE, Terminal, on_terminal, run

from poker_table import Deck, Random, Showdown, deal, format_deck, parse_deck
from poker_table.files.deck_file import bundled_decks, read_deck

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def test_three_txt_is_the_assignments_run():
    assert run("three.txt") == (0, THREE, "")
    assert run("deal", "three.txt") == (0, THREE, "")
    assert run("three.txt", "--format", "plain") == (0, THREE, "")


def test_a_random_deal_names_its_seed_and_can_be_had_again():
    code, out, err = run()
    seed = int(err.split()[1].rstrip(","))
    again = f"poker-table --seed {seed}"
    assert (code, err) == (0, f"Seed {seed}, deal 0. The same table again: {again}\n")
    assert run("--seed", str(seed))[1] == out
    assert run("--seed", str(seed), "--deal", "1")[1] != out
    again = "poker-table --seed 7 --deal 482113 --players 3"
    _, out, err = run(*again.split()[1:])
    assert err == f"Seed 7, deal 482113. The same table again: {again}\n"
    assert len(out.splitlines()) == 3


def test_fewer_players_than_a_bundled_deck_was_made_for():
    note = "three.txt was made for 10 players; dealt to 3, it gives different hands\n"
    _, out, err = run("three.txt", "--players", "3")
    assert (len(out.splitlines()), err) == (3, note)
    _, out, err = run("decks", "show", "three.txt", "--players", "3")
    assert err == note
    assert out.splitlines()[:4] == [
        "three.txt: The assignment's own run: three nines beat three pairs.",
        "Player 1   7S 2D AS JS QH",
        "Player 2   7H 2H AH 5D 3H",
        "Player 3   6C AC TC 9H 7D",
    ]
    assert out.splitlines()[4].startswith("Not dealt  ")
    assert len(out.splitlines()[4].split()) == 2 + 37


def test_the_one_card_that_a_deck_lacks_is_named(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, whole, _ = run("decks", "make", "1: pair", "--seed", "3", "--notation")
    lost = whole.split()[7]
    Path("51.txt").write_text(" ".join(word for word in whole.split() if word != lost))
    Path("50.txt").write_text(" ".join(whole.split()[:50]))
    assert run("51.txt")[2] == f"51.txt has 51 cards: {lost} is missing\n"
    assert run("50.txt")[2] == ""


FOR_FOUR = "mine.txt was made for 4 players, so it is dealt to 4; --players N changes that\n"


@pytest.mark.parametrize("options", [[], ["--notation"]])
def test_a_deck_that_is_saved_keeps_its_players(options):
    lines = run("--seed", "7", "--players", "4", "--save", "mine.txt", *options)[1]
    assert run("mine.txt") == (0, lines, FOR_FOUR)
    assert run("mine.txt", "--players", "4") == (0, lines, "")
    assert run("mine.txt", "--save", "again.txt")[0] == 0
    assert Path("again.txt").read_text() == format_deck(read_deck("mine.txt"))
    assert run("mine.txt", "--players", "10", "--save", "ten.txt")[2] == (
        "mine.txt was made for 4 players; dealt to 10, it gives different hands\nWrote ten.txt\n"
    )
    assert len(run("ten.txt")[1].splitlines()) == 10
    _, out, err = run("decks", "show", "mine.txt")
    assert (len(out.splitlines()), err) == (1 + 4 + 1, FOR_FOUR)
    _, out, err = run("mine.txt", "--step")
    assert ("4 players get one card each in turn" in out, err) == (True, FOR_FOUR)
    run("--seed", "7", "--players", "1", "--save", "one.txt")
    assert run("one.txt")[2].startswith("one.txt was made for 1 player, so it is dealt to 1;")


def test_a_deck_without_a_number_of_its_own_is_dealt_to_ten_and_nothing_is_said():
    Path("mine.txt").write_text("\n".join(format_deck(Deck()).split()))
    code, out, err = run("mine.txt")
    assert (code, len(out.splitlines()), err) == (0, 10, "")
    assert run("mine.txt", "--players", "3")[2] == ""


@pytest.mark.usefixtures("without_chances")
def test_a_file_hides_the_bundled_deck_of_its_name():
    Path("three.txt").write_text(format_deck(Deck()))
    assert run("three.txt", "--players", "3")[2] == ""
    assert run("decks", "show", "three.txt")[1].startswith(
        "three.txt: a deck file\nPlayer 1   2C 4H"
    )
    run("three.txt", "--export", "lesson.html")
    assert '"title":"three"' in Path("lesson.html").read_text()


def test_json_holds_everything_and_says_which_direction_wins():
    document = json.loads(run("three.txt", "--format", "json")[1])
    assert document["deck"] == "three.txt"
    assert document["who_wins"] == "place 1; the greater strength is always the better hand"
    value = 7 * 169 + 8 * 13 + 5
    assert document["hands"][0] == {
        "place": 1, "player": 2, "cards": ["7H", "9D", "9H", "9S", "TS"],
        "hand_type": "Three of a Kind", "chance": None, "value": value,
        "strength": 3 * 13**5 + value, "in_words": "three nines, then ten, seven",
        "explanation": None,
    }  # fmt: skip
    strengths = [hand["strength"] for hand in document["hands"]]
    assert strengths == sorted(strengths, reverse=True)
    assert json.loads(run("--seed", "7", "--format", "json")[1])["seed"] == 7


def test_a_terminal_gets_a_table():
    out = on_terminal("three.txt")
    assert "Showdown of deck three.txt: best hand first" in out
    assert "1        2   7♥ 9♦ 9♥ 9♠ 10♠   Three of a Kind   7 8 5 = 1,292" in out
    assert max(map(len, out.splitlines())) <= 80
    table = on_terminal("decks")
    assert all(name in table for name in bundled_decks())
    assert run("decks")[1].startswith("three.txt                The assignment's own run: three")


@pytest.mark.parametrize("columns", [40, 44, 60, 71, 72, 80, 200])
@pytest.mark.parametrize("deck", ["every-hand-type.txt", "straight-flushes.txt"])
def test_the_table_fits_its_terminal(columns, deck):
    out = on_terminal(deck, columns=columns)
    assert max(map(len, out.splitlines())) <= columns
    for hand in Showdown(deal(read_deck(deck))).hands:
        assert " ".join(card.with_symbol for card in hand.cards) in out


@pytest.mark.parametrize("size", ["0", "-1", "²", "٣", "9" * 99, "many", ""])
def test_a_size_that_no_terminal_has_is_none(monkeypatch, size):
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.delenv("LINES", raising=False)
    table = run("three.txt", out=Terminal())
    for name in b"COLUMNS", b"LINES":  # bytes: the locale may not have the character
        monkeypatch.setitem(os.environb, name, size.encode())
    assert run("three.txt", out=Terminal()) == table
    assert "7 8 5 = 1,292" in table[1]


@pytest.mark.parametrize(
    ("options", "begins"), [([], "12 1  8 0  7 1"), (["--notation"], "AD TC 9D")]
)
def test_saving_the_deck(options, begins):
    code, out, _ = run("--seed", "7", "--save", "mine.txt", *options)
    deck = Deck()
    deck.shuffle(Random(7))
    text = Path("mine.txt").read_text()
    assert (code, parse_deck(text).cards) == (0, deck.cards)
    assert text.startswith(begins)
    assert run("mine.txt")[1] == out


def test_saving_never_loses_a_file():
    Path("mine.txt").write_text("dear")
    code, _, err = run("--seed", "7", "--save", "mine.txt")
    error = "Error: mine.txt: exists already; --force replaces it"
    assert (code, err.splitlines()[1:]) == (1, [error])
    assert Path("mine.txt").read_text() == "dear"
    assert run("--seed", "7", "--save", "mine.txt", "--force")[0] == 0
    assert read_deck("mine.txt").cards_left == 52


@pytest.mark.parametrize(
    "argv",
    [
        ["three.txt", "--export"], ["decks", "show", "wheel", "--export"],
        ["simulate", "9", "--save"], ["decks", "make", "1: pair", "--save"],
    ],
)  # fmt: skip
@pytest.mark.parametrize("path", ["three.txt", "./wheel.txt", "x/../wheel.txt"])
def test_no_file_hides_a_bundled_deck(argv, path, tmp_path):
    code, out, err = run(*argv, path, "--force")
    why = "this file would hide the bundled deck of the same name: choose another name"
    assert (code, out, err.splitlines()[-1]) == (1, "", f"Error: {path}: {why}")
    assert not list(tmp_path.iterdir())


def test_an_export_elsewhere_hides_nothing(tmp_path):
    (tmp_path / "for-class").mkdir()
    assert run("three.txt", "--export", "for-class/three.txt")[0] == 0
    assert run("three.txt")[1] == THREE
    error = "for-class/three.txt:1: card 1: expected a card such as TH, got 'Player'"
    assert run("for-class/three.txt") == (1, "", f"Error: {error}\n")


def test_a_folder_that_cannot_be_listed_suggests_nothing(monkeypatch):
    def refuse(_: str) -> None:
        raise PermissionError

    Path("for.txt").touch()
    assert "Did you mean the file for.txt?" in run("four.txt")[2]
    monkeypatch.setattr("os.scandir", refuse)
    none = "There is no file, bundled deck or command 'four.txt'."
    lists = "`poker-table decks` lists the decks, `poker-table --help` the commands."
    assert run("four.txt") == (1, "", f"Error: Could not find file\n{none}\n{lists}\n")


@pytest.mark.parametrize(
    ("name", "guess"), [("nope.txt", ""), ("thre", " Did you mean the bundled deck three.txt?")]
)
def test_where_no_command_can_be_meant_none_is_spoken_of(name, guess):
    lists = "`poker-table decks` lists the decks."
    none = f"There is no file or bundled deck '{name}'."
    message = f"Error: Could not find file\n{none}{guess}\n{lists}\n"
    assert run("decks", "show", name) == (1, "", message)


def test_a_missing_file_in_a_folder_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert "A test is a line of two hands: '" in run("mutants", "nofile")[2]
    assert run("thre.txt")[2].splitlines()[1].endswith("Did you mean the bundled deck three.txt?")


def test_a_bad_file_deals_nothing():
    Path("mine.txt").write_text("7 0 " * 50)
    assert run("mine.txt") == (1, "", "Error: mine.txt: 9C appears twice (cards 1 and 2)\n")


@pytest.mark.parametrize("argv", [["{}"], ["decks", "show", "{}"], ["decks", "copy", "{}"]])
def test_hostile_names_are_shown_not_sent(argv, monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    name = "\x1b[2J[bold]"
    if "copy" not in argv:
        Path(name).write_text(format_deck(Deck()))
    _, out, err = run(*[word.format(name) for word in argv], out=Terminal())
    assert "\x1b" not in out + err
    assert r"\x1b[2J[bold]" in out + err


def test_copying_the_decks():
    said = f"Wrote {len(bundled_decks())} decks, and their list CONTENTS, to here\n"
    assert run("decks", "copy", "here") == (0, "", said)
    assert run("here/three.txt")[1] == THREE


NOT_EMPTY = OSError(39, "Directory not empty", "a\nb")


@pytest.mark.parametrize(
    ("argv", "error", "code", "said"),
    [
        (["three.txt"], ZeroDivisionError("zero"), 3,
         "Error: poker-table itself failed: ZeroDivisionError('zero'). Please report this."),
        (["three.txt"], NOT_EMPTY, 1, r"Error: [Errno 39] Directory not empty: 'a\nb'"),
        (["grade", "./Poker"], NOT_EMPTY, 3, r"Error: [Errno 39] Directory not empty: 'a\nb'"),
        (["three.txt"], KeyboardInterrupt(), 130, "Interrupted"),
    ],
)  # fmt: skip
def test_an_error_at_work_is_no_traceback(argv, error, code, said, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("poker_table.cli.commands.deal.deal", fail)
    monkeypatch.setattr("poker_table.cli.commands.grade.report_files", fail)
    assert run(*argv) == (code, "", f"{said}\n")


def test_an_error_on_a_terminal_is_broken_between_words_but_in_no_command(monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    lines = run("a.html", err=Terminal())[2].splitlines()
    assert lines == [
        "Error: Could not find file",
        "There is no file, bundled deck or command",
        "  'a.html'. Did you mean",
        "  `poker-table three.txt --export a.html`?",
        "`poker-table decks` lists the decks,",
        "  `poker-table --help` the commands.",
    ]
    assert "Did you mean `poker-table three.txt" in run("a.html")[2]
