"""What people type who do not know the words of this program, and the answer they get."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from program import CLONE, POKER_TABLE, needs_program, run

from poker_table.cli.guesses import COMPLETION, REGISTER

LISTS = "`poker-table decks` lists the decks, `poker-table --help` the commands."
HAND = "7H 9D 9H 9S TS"


@pytest.fixture(autouse=True)
def _an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("quiz", "Did you mean `poker-table practice`?"),
        ("lesson", "Did you mean `poker-table three.txt --export lesson.html`?"),
        ("demo", "Did you mean `poker-table --step`?"),
        ("play", "Did you mean `poker-table`?"),
        ("Odds", "Did you mean `poker-table chances 'As Ac ; Kh Kd'`?"),
        ("list", "Did you mean `poker-table decks`?"),
        ("4", "Did you mean `poker-table --players 4`?"),
        ("10", "Did you mean `poker-table --players 10`?"),
        ("lesson.html", "A page is written by `poker-table three.txt --export lesson.html`."),
        (HAND, f"Did you mean `poker-table evaluate '{HAND}'`?"),
        ("AhKhQhJhTh", "Did you mean `poker-table evaluate AhKhQhJhTh`?"),
        ("/help", "Did you mean `poker-table --help`?"),
        ("rules", "Did you mean `poker-table every-hand-type.txt --explain`?"),
        ("homework", "Did you mean `poker-table grade ./PokerEval`?"),
        ("server", "Did you mean `poker-table present three.txt`?"),
        ("practise", "Did you mean `poker-table practice`?"),
        ("base13", f"Did you mean `poker-table evaluate '{HAND}'`?"),
        ("ace of spades", "Did you mean `poker-table evaluate 'ace of spades'`?"),
        ("completion", f"Did you mean `{COMPLETION}`?"),
        ("42", "Did you mean `poker-table --seed 42`?"),
        ("Poker.java", "A program is graded by `poker-table grade Poker.java`."),
        ("exlpain", "Did you mean `poker-table three.txt --explain`?"),
        ("1H 2H 3H 4H 5H", "Did you mean `poker-table evaluate '1H 2H 3H 4H 5H'`?"),
        ("H10 DJ CQ SK HA", "Did you mean `poker-table evaluate 'H10 DJ CQ SK HA'`?"),
        (f"{HAND} ; {HAND}", f"Did you mean `poker-table compare '{HAND} ; {HAND}'`?"),
    ],
)
@pytest.mark.parametrize("before", [[], ["deal"]])
def test_a_word_that_is_no_deck(name, meant, before):
    none = f"There is no file, bundled deck or command '{name}'."
    assert run(*before, name) == (1, "", f"Error: Could not find file\n{none} {meant}\n{LISTS}\n")


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["-n", "4"], "there is no option '-n'. Did you mean `poker-table --players 4`?"),
        (
            ["--html"],
            "no option '--html'. Did you mean `poker-table --export table.html`?",
        ),
        (["--html=x.html"], "no option '--html'. Did you mean `poker-table --export x.html`?"),
        (["--list"], "there is no option '--list'. Did you mean `poker-table decks`?"),
        (
            ["--dark"],
            "Cards look the same on a dark and on a light background: leave the option out.",
        ),
        (["--speed", "3"], "no option '--speed'. Did you mean `poker-table --step --delay 3`?"),
        (["--deals", "9"], "no option '--deals'. Did you mean `poker-table simulate 9`?"),
        (["simulate", "--deals", "1000"], "Did you mean `poker-table simulate 1000`?"),
        (["compare", "--json", "x"], "Did you mean `poker-table compare --format json`?"),
        (HAND.split(), f"got '9D'. Did you mean `poker-table evaluate '{HAND}'`?"),
        (["explain", HAND], f"Did you mean `poker-table evaluate '{HAND}'`?"),
        ([HAND, "vs", HAND], f"Did you mean `poker-table compare '{HAND} ; {HAND}'`?"),
        (["royal", "flush"], "Did you mean `poker-table straight-flushes.txt`?"),
        (["full", "house"], "got 'house'. Did you mean the bundled deck full-houses.txt?"),
        (["-n", "1000"], "no option '-n'. Did you mean `poker-table simulate 1000`?"),
        (["-s", "42"], "no option '-s'. Did you mean `poker-table --seed 42`?"),
        (["-q"], "there is no option '-q'. Did you mean `poker-table --format plain`?"),
        (
            ["simulate", "-q"],
            "there is no option '-q'. Did you mean `poker-table simulate --quiet`?",
        ),
        (["--cards", "7"], "there is no option '--cards'"),
        (["--hilfe"], "there is no option '--hilfe'. Did you mean `poker-table --help`?"),
        (
            ["--completion", "zsh"],
            f"Did you mean `{COMPLETION}`?",
        ),
        (["lesson", "three.txt"], "Did you mean `poker-table three.txt --export lesson.html`?"),
        (
            ["--explain", "evaluate", HAND],
            f"a command comes before its options: poker-table evaluate '{HAND}' --explain",
        ),
        (
            ["--explain", "compare"],
            "a command comes before its options: poker-table compare --explain",
        ),
    ],
)
def test_words_and_options_that_do_not_exist(argv, message):
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.splitlines()[0].endswith(message)


@pytest.mark.parametrize("argv", [["help"], ["-help"], ["help", "compare"], ["version"]])
def test_help_and_version_as_other_programs_have_them(argv, capsys):
    assert run(*argv)[0] == 0
    guessed = capsys.readouterr().out
    assert run(*argv[1:], "--version" if argv[0] == "version" else "--help")[0] == 0
    assert guessed == capsys.readouterr().out != ""


@pytest.mark.parametrize("name", ["three", "wheel"])
def test_a_bundled_deck_goes_without_its_ending(name):
    assert run(name) == run(f"{name}.txt")
    assert run("decks", "show", name)[0] == 0


@pytest.mark.usefixtures("without_chances")
def test_a_page_is_no_deck():
    assert run("three.txt", "--export", "lesson.html")[0] == 0
    message = "Error: lesson.html: expected a deck, got a page: open it in a browser\n"
    assert run("lesson.html") == (1, "", message)


def test_cards_without_blanks():
    spaced, together = "Ah Kh Qh Jh 10h", "AhKhQhJh10h"
    assert run("evaluate", together) == run("evaluate", spaced)
    assert run("evaluate", together, "2c3d4h5sAs")[1].count("Hand ") == 2
    assert run("compare", f"{together} ; 2c3d4h5sAs") == run("compare", f"{spaced};2c 3d 4h 5s As")
    assert run("chances", "AsAc ; KhKd", "--board", "2c3c4c")[0] == 0
    wrong = "Error: command line:1: hand 1, card 1: expected a card such as TH, got 'AhKhX'\n"
    assert wrong in run("evaluate", "AhKhX 2C 3C 4C 5C")[2]


def test_two_cards_are_holdem(tmp_path):
    given = json.loads(run("chances", "As Ac ; Kh Kd", "--format", "json")[1])
    said = run("chances", "As Ac ; Kh Kd", "--board", "? ? ? ? ?", "--format", "json")[1]
    assert given["hands"] == json.loads(said)["hands"]
    first = run("chances", "As Ac ; Kh Kd", "--board", "2c 3c 4c 5c")[1].splitlines()[0]
    expected = "Hold'em, one card of the board to come. All 44 arrangements of the unknown cards"
    assert first == expected
    omaha = "hand 1: expected 5 to 10 cards, or two in each hand (hold'em), got 4. Omaha is not"
    assert omaha in run("chances", "As Ac 2c 3d ; Kh Kd 5s 6s")[2]


def test_our_own_ten_lines_are_hands(tmp_path):
    lines = run("three.txt")[1]
    Path("ten.txt").write_text(lines)
    assert run("evaluate", "ten.txt")[1].splitlines()[0].startswith("Hand 1: 7♥ 9♦ 9♥ 9♠ 10♠")
    first, *hands, last = run("compare", "ten.txt")[1].splitlines()
    assert first == "Round 1: hand 2 wins: three of a kind beats a pair"
    assert hands[1] == "Hand 2: 9D 9H 9S TS 7H - Three of a Kind"  # hand 2 is player 2's
    Path("two-deals.txt").write_text(lines + lines)
    assert len(run("compare", "two-deals.txt")[1].split("Round ")) == 3
    assert last.startswith("1 round: ")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("poker-table th", {"three.txt", "threes-of-a-kind.txt"}),
        ("poker-table comp", {"compare "}),
        ("poker-table three.txt --ex", {"--explain", "--export"}),
        ("poker-table compare --layout ", {"semicolon", "two-lines", "ten-cards", "showdown"}),
        ("poker-table decks sh", {"show "}),
        ("poker-table decks show wh", {"wheel.txt "}),
        ("poker-table compare ro", {"rounds.txt "}),
    ],
)
def test_tab_completes(line, expected, tmp_path):
    Path("rounds.txt").touch()
    typed = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"}
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": "out"}
    command = [sys.executable, "-m", "poker_table"]
    environment = {**os.environ, **typed, **asked, "PYTHONPATH": str(CLONE)}
    subprocess.run(command, env=environment, check=True, timeout=60)
    assert set(Path("out").read_text().split("\n")) == expected


@needs_program
@pytest.mark.skipif(not os.path.exists(REGISTER), reason="needs the extra completion")
@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_the_line_for_tab_completion_works_in_a_new_shell(tmp_path):
    line = run("completion")[2].split("`")[1]
    script = """
eval "$1"; COMP_LINE=$2 COMP_POINT=${#2} COMP_TYPE=9
_python_argcomplete "$3"; complete -p poker-table; echo "${COMPREPLY[@]}"
"""
    command = ["bash", "-c", script, "bash", line, "poker-table three", POKER_TABLE]
    environment = {"PATH": os.defpath, "LC_ALL": "C.UTF-8"}
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert ended.stderr == ""
    assert "complete -o" in ended.stdout
    assert ended.stdout.splitlines()[-1].split() == ["three.txt", "threes-of-a-kind.txt"]
