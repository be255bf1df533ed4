"""What people type who do not know the words of this program, and the answer they get."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest
from program import CLONE, POKER_TABLE, needs_program, run

from poker_table import __version__
from poker_table.cli.commands import COMMANDS

REGISTER = shutil.which("register-python-argcomplete", path=os.path.dirname(sys.executable))
LISTS = "`poker-table decks` lists the decks, `poker-table --help` the commands."
HAND = "7H 9D 9H 9S TS"


pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def line(command: str) -> str:
    """Return a command with its line in the help."""
    return f"`poker-table {command}` ({COMMANDS[command]})"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("4", "`poker-table --players 4`"),
        ("10", "`poker-table --players 10`"),
        ("007", "`poker-table --players 7`"),
        ("42", "`poker-table --seed 42`"),
        (f"{2**64 - 1}", f"`poker-table --seed {2**64 - 1}`"),
        (f"{2**64}", ""),
        ("submission", ""),
        ("lesson.html", "`poker-table three.txt --export lesson.html`"),
        ("Poker.java", "`poker-table grade Poker.java`"),
        (HAND, f"`poker-table evaluate '{HAND}'`"),
        ("AhKhQhJhTh", "`poker-table evaluate AhKhQhJhTh`"),
        ("1H 2H 3H 4H 5H", "`poker-table evaluate '1H 2H 3H 4H 5H'`"),
        ("H10 DJ CQ SK HA", "`poker-table evaluate 'H10 DJ CQ SK HA'`"),
        (f"{HAND} ; {HAND}", f"`poker-table compare '{HAND} ; {HAND}'`"),
        (f"{HAND} vs {HAND}", f"`poker-table compare '{HAND} ; {HAND}'`"),
        ("As Ks", "`poker-table chances 'As Ks'`"),
        ("As Ac vs Kh Kd", "`poker-table chances 'As Ac ; Kh Kd'`"),
        ("practise", "the command practice"),
        ("dekcs", "the command decks"),
        ("exlpain", "the option --explain"),
        ("stpe", "the option --step"),
        ("tree.txt", "the bundled deck three.txt"),
        ("thre.txt", "the bundled deck three.txt"),
        ("mien.txt", "the file mine.txt"),
        ("lesson", f"{line('deal')} or {line('present')}"),
        ("class", line("present")),
        ("quiz", line("practice")),
        ("odds", f"{line('simulate')} or {line('chances')}"),
        ("equity", line("chances")),
        ("marks", line("grade")),
    ],
)
def test_a_word_that_is_no_deck(name, meant):
    Path("mine.txt").touch()
    none = f"There is no file, bundled deck or command '{name}'."
    guess = f" Did you mean {meant}?" if meant else ""
    error = f"Error: Could not find file\n{none}{guess}\n{LISTS}\n"
    for before in [], ["deal"]:
        assert run(*before, name) == (1, "", error)


@pytest.mark.parametrize("argv", [["help"], ["-help"], ["help", "compare"], ["version"]])
def test_help_and_version_as_other_programs_have_them(argv):
    shown = run(*argv)
    assert shown == run(*argv[1:], "--version" if argv[0] == "version" else "--help")
    assert (shown[0], shown[2]) == (0, "")
    assert argv[0] != "version" or shown[1] == f"poker-table {__version__}\n"


NOT_QUOTED = "Error: expected nothing more after 'my', got 'deck.txt'. Did you mean"


@pytest.mark.parametrize("name", ["three", "wheel"])
def test_a_bundled_deck_goes_without_its_ending(name):
    assert run(name) == run(f"{name}.txt")
    assert run("decks", "show", name)[0] == 0
    Path("my deck.txt").touch()
    assert run("my", "deck.txt")[2].startswith(f"{NOT_QUOTED} `poker-table 'my deck.txt'`?\n")


@pytest.mark.usefixtures("without_chances")
def test_a_page_is_no_deck():
    assert run("three.txt", "--export", "lesson.html")[0] == 0
    message = "Error: lesson.html: expected a deck, got a page: open it in a browser\n"
    assert run("lesson.html") == (1, "", message)
    Path("class.votes").touch()
    assert "expected a deck, got the votes of a class: `poker" in run("class.votes")[2]


def test_cards_without_blanks():
    spaced, together = "Ah Kh Qh Jh 10h", "AhKhQhJh10h"
    assert run("evaluate", together) == run("evaluate", spaced)
    assert run("evaluate", together, "2c3d4h5sAs")[1].count("Hand ") == 2
    assert run("compare", f"{together} ; 2c3d4h5sAs") == run("compare", f"{spaced};2c 3d 4h 5s As")
    assert run("chances", "AsAc ; KhKd", "--board", "2c3c4c")[0] == 0
    wrong = "Error: command line:1: hand 1, card 1: expected a card such as TH, got 'AhKhX'\n"
    assert wrong in run("evaluate", "AhKhX 2C 3C 4C 5C")[2]


def test_two_cards_are_holdem():
    given = json.loads(run("chances", "As Ac ; Kh Kd", "--format", "json")[1])
    said = run("chances", "As Ac ; Kh Kd", "--board", "? ? ? ? ?", "--format", "json")[1]
    assert given["hands"] == json.loads(said)["hands"]
    first = run("chances", "As Ac ; Kh Kd", "--board", "2c 3c 4c 5c")[1].splitlines()[0]
    expected = "Hold'em, one card of the board to come. All 44 arrangements of the unknown cards"
    assert first == expected
    omaha = "hand 1: expected 5 to 10 cards, or two in each hand (hold'em), got 4. Omaha is not"
    assert omaha in run("chances", "As Ac 2c 3d ; Kh Kd 5s 6s")[2]


def test_our_own_ten_lines_are_hands():
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
        ("poker-table decks make --most ", {"changes", "upset", "kicker"}),
        ("poker-table decks sh", {"show "}),
        ("poker-table decks show wh", {"wheel.txt "}),
        ("poker-table compare ro", {"rounds.txt "}),
    ],
)
def test_tab_completes(line, expected):
    Path("rounds.txt").touch()
    typed = {"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": "9"}
    asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_STDOUT_FILENAME": "out"}
    command = [sys.executable, "-m", "poker_table"]
    environment = {**os.environ, **typed, **asked, "PYTHONPATH": str(CLONE)}
    subprocess.run(command, env=environment, check=True, timeout=60)
    assert set(Path("out").read_text().split("\n")) == expected


@needs_program
@pytest.mark.skipif(not REGISTER, reason="needs the extra completion")
@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_the_line_for_tab_completion_works_in_a_new_shell():
    (line,) = re.findall(r"- bash: `(.*)`", (CLONE / "docs" / "README.md").read_text())
    line = line.replace("~/poker-table/.venv/bin/register-python-argcomplete", quote(REGISTER))
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
