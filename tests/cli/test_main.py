"""The command line within one process: what each way to call it prints, and its exit code."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from program import THREE, Terminal, run

from poker_table import Deck, Random, Showdown, __version__, deal, format_deck, parse_deck
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


def test_a_numbered_deal_names_both_numbers():
    again = "poker-table --seed 7 --deal 482113"
    assert run("--seed", "7", "--deal", "482113")[2] == (
        f"Seed 7, deal 482113. The same table again: {again}\n"
    )


def test_fewer_players():
    _, out, err = run("--players", "3", "--seed", "7")
    assert len(out.splitlines()) == 3
    assert err.endswith(" again: poker-table --seed 7 --players 3\n")


def test_fewer_players_than_a_bundled_deck_was_made_for():
    note = "three.txt was made for 10 players; dealt to 3, it gives different hands\n"
    _, out, err = run("three.txt", "--players", "3")
    assert (len(out.splitlines()), err) == (3, note)
    _, out, err = run("decks", "show", "three.txt", "--players", "3")
    assert err == note
    assert out.splitlines()[1:4] == [
        "Player 1   7S 2D AS JS QH",
        "Player 2   7H 2H AH 5D 3H",
        "Player 3   6C AC TC 9H 7D",
    ]
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


def test_however_it_is_dealt_a_deck_knows_its_players():
    run("--seed", "7", "--players", "4", "--save", "mine.txt")
    _, out, err = run("decks", "show", "mine.txt")
    assert (len(out.splitlines()), err) == (1 + 4 + 1, FOR_FOUR)
    _, out, err = run("mine.txt", "--step")
    assert ("4 players get one card each in turn" in out, err) == (True, FOR_FOUR)


def test_a_deck_for_one_player_is_told_in_the_singular():
    run("--seed", "7", "--players", "1", "--save", "mine.txt")
    assert run("mine.txt")[2].startswith("mine.txt was made for 1 player, so it is dealt to 1;")


def test_a_deck_without_a_number_of_its_own_is_dealt_to_ten_and_nothing_is_said():
    Path("mine.txt").write_text("\n".join(format_deck(Deck()).split()))
    code, out, err = run("mine.txt")
    assert (code, len(out.splitlines()), err) == (0, 10, "")
    assert run("mine.txt", "--players", "3")[2] == ""


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
    assert document["hands"][0] == {
        "place": 1,
        "player": 2,
        "cards": ["7H", "9D", "9H", "9S", "TS"],
        "hand_type": "Three of a Kind",
        "chance": None,
        "value": 7 * 169 + 8 * 13 + 5,
        "strength": 3 * 13**5 + 7 * 169 + 8 * 13 + 5,
        "in_words": "three nines, then ten, seven",
        "explanation": None,
    }
    strengths = [hand["strength"] for hand in document["hands"]]
    assert strengths == sorted(strengths, reverse=True)
    assert json.loads(run("--seed", "7", "--format", "json")[1])["seed"] == 7


def test_a_terminal_gets_a_table(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = run("three.txt", out=Terminal())
    assert "Showdown of deck three.txt: best hand first" in out
    assert "1        2   7♥ 9♦ 9♥ 9♠ 10♠   Three of a Kind   7 8 5 = 1,292" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("columns", [40, 44, 60, 71, 72, 80, 200])
@pytest.mark.parametrize("deck", ["every-hand-type.txt", "straight-flushes.txt"])
def test_the_table_fits_its_terminal(monkeypatch, columns, deck):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = run(deck, out=Terminal())
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
    assert run("--seed", "7", "--save", "mine.txt")[::2] == (
        1,
        "Seed 7, deal 0. The same table again: poker-table --seed 7\n"
        "Error: mine.txt: exists already; --force replaces it\n",
    )
    assert Path("mine.txt").read_text() == "dear"
    assert run("--seed", "7", "--save", "mine.txt", "--force")[0] == 0
    assert read_deck("mine.txt").cards_left == 52


@pytest.mark.parametrize("argv", [["three.txt"], ["decks", "show", "wheel"], ["simulate", "9"]])
@pytest.mark.parametrize("path", ["three.txt", "./wheel.txt", "x/../wheel.txt"])
def test_no_export_hides_a_bundled_deck(argv, path, tmp_path):
    code, out, err = run(*argv, "--export", path, "--force")
    assert (code, out) == (1, "")
    assert err.splitlines()[-1] == (
        f"Error: {path}: this file would hide the bundled deck of the same name:"
        " choose another name"
    )
    assert not list(tmp_path.iterdir())


def test_an_export_elsewhere_hides_nothing(tmp_path):
    (tmp_path / "for-class").mkdir()
    assert run("three.txt", "--export", "for-class/three.txt")[0] == 0
    assert run("three.txt")[1] == THREE
    assert run("for-class/three.txt") == (
        1,
        "",
        "Error: for-class/three.txt:1: card 1: expected a card such as TH, got 'Player'\n",
    )


def test_a_folder_that_cannot_be_listed_suggests_nothing(monkeypatch):
    def refuse(_: str) -> None:
        raise PermissionError

    monkeypatch.setattr("os.scandir", refuse)
    assert run("four.txt") == (
        1,
        "",
        "Error: Could not find file\n"
        "There is no file, bundled deck or command 'four.txt'.\n"
        "`poker-table decks` lists the decks, `poker-table --help` the commands.\n",
    )


def test_a_missing_file():
    lists = "`poker-table decks` lists the decks, `poker-table --help` the commands."
    none = "There is no file, bundled deck or command 'four.txt'."
    assert run("four.txt") == (1, "", f"Error: Could not find file\n{none}\n{lists}\n")


@pytest.mark.parametrize(
    ("name", "guess"), [("nope.txt", ""), ("thre", " Did you mean the bundled deck three.txt?")]
)
def test_where_no_command_can_be_meant_none_is_spoken_of(name, guess):
    lists = "`poker-table decks` lists the decks."
    none = f"There is no file or bundled deck '{name}'."
    message = f"Error: Could not find file\n{none}{guess}\n{lists}\n"
    assert run("decks", "show", name) == (1, "", message)


def test_a_missing_file_of_tests_speaks_of_tests():
    assert "A test is a line of two hands: '" in run("mutants", "nofile")[2]


def test_a_missing_file_in_a_folder_that_is_gone(tmp_path, monkeypatch):
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert run("thre.txt")[2].splitlines()[1].endswith("Did you mean the bundled deck three.txt?")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("thre.txt", "the bundled deck three.txt"),
        ("dekcs", "the command decks"),
        ("mien.txt", "the file mine.txt"),
    ],
)
def test_a_mistyped_name(name, meant):
    Path("mine.txt").write_text("")
    assert f"'{name}'. Did you mean {meant}?" in run(name)[2]


def test_a_bad_file_deals_nothing():
    Path("mine.txt").write_text("7 0 " * 50)
    assert run("mine.txt") == (1, "", "Error: mine.txt: 9C appears twice (cards 1 and 2)\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--players", "11"], "--players: expected 1 to 10, got '11'"),
        (["--players", "two"], "--players: expected 1 to 10, got 'two'"),
        (["--seed=--"], "Error: --seed: expected a value, got '--'\n"),
        (["decks", "make", "3: pair", "--save=--"], "--save: expected a value, got '--'\n"),
        (["evalute", "AS KS QS JS TS"], "Did you mean `poker-table evaluate 'AS KS QS JS TS'`?\n"),
        (["simulat", "1000"], "after 'simulat', got '1000'. Did you mean the command simulate?\n"),
        (["--seed", "-1"], "--seed: expected 0 to 18446744073709551615, got '-1'"),
        (["--seed", "1" * 99], "--seed: expected 0 to 18446744073709551615,"),
        (["--see", "1"], "there is no option '--see'. Did you mean --seed?\n"),
        (["three.txt", "-z"], "there is no option '-z'\n"),
        (["--format", "xml"], "markdown or csv, got 'xml'\n"),
        (["step", "three.txt"], "expected nothing more after 'step', got 'three.txt'. Did"),
        (["practice", "three.txt"], "nothing more after 'poker-table practice', got 'three.txt'\n"),
        (["three.txt", "more", "-n"], "expected nothing more after 'three.txt', got 'more'\n"),
        (["wheel.txt", "wheel.txt", "--step"], "nothing more after 'wheel.txt', got 'wheel.txt'\n"),
        (["three.txt", "--players", "3", "3"], "expected nothing more after '3', got '3'\n"),
        (["--seed", "7", "simulate"], "before its options: poker-table simulate --seed 7\n"),
        (["decks", "show", "three.txt", "9"], "expected nothing more after 'three.txt', got '9'\n"),
        (["--\x1b[2J"], r"there is no option '--\x1b[2J'"),
        (["decks", "show", "three.txt", "\x1b"], r"more after 'three.txt', got '\x1b'"),
        (["decks", "show", "three.txt", "--play", "3"],
         "there is no option '--play'. Did you mean --players?\n"),
        (["decks", "shuffle"], "ACTION: expected list, show, copy or make, got 'shuffle'\n"),
        (["decks", "three"], "got 'three'. Did you mean `poker-table decks show three`?\n"),
    ],
)  # fmt: skip
def test_wrong_usage(argv, message):
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err


def test_version():
    assert run("--version") == (0, f"poker-table {__version__}\n", "")


def test_the_list_of_decks(monkeypatch):
    monkeypatch.setenv("TERM", "dumb")
    _, out, _ = run("decks")
    assert out.splitlines()[0] == (
        "three.txt                The assignment's own run: three nines beat three pairs."
    )
    _, table, _ = run("decks", out=Terminal())
    assert all(name in table for name in bundled_decks())


def test_showing_a_deck():
    _, out, _ = run("decks", "show", "three.txt")
    lines = out.splitlines()
    assert lines[0] == "three.txt: The assignment's own run: three nines beat three pairs."
    assert sorted(lines[2].split()[2:]) == ["7H", "9D", "9H", "9S", "TS"]
    assert lines[2].startswith("Player 2   ")
    assert lines[-1].startswith("Not dealt  ")


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


def test_a_fault_of_our_own_is_no_traceback(monkeypatch):
    monkeypatch.setattr("poker_table.cli.commands.deal.deal", lambda *_: 1 / 0)
    assert run("three.txt") == (
        3,
        "",
        "Error: poker-table itself failed: ZeroDivisionError('division by zero')."
        " Please report this.\n",
    )


@pytest.mark.parametrize(("argv", "expected"), [(["three.txt"], 1), (["grade", "./Poker"], 3)])
def test_an_error_of_the_system_is_not_blamed_on_standard_output(argv, expected, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise OSError(39, "Directory not empty", "a\nb")

    monkeypatch.setattr("poker_table.cli.commands.deal.deal", fail)
    monkeypatch.setattr("poker_table.cli.commands.grade.report_files", fail)
    message = r"Error: [Errno 39] Directory not empty: 'a\nb'"
    assert run(*argv) == (expected, "", f"{message}\n")


def test_an_interrupt_at_work(monkeypatch):
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("poker_table.cli.commands.deal.deal", interrupt)
    assert run("three.txt") == (130, "", "Interrupted\n")


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
