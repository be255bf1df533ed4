"""How the program ends on closed pipes, full disks, interrupts, odd terminals and encodings."""

import os
import pty
import random
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from zipapp import create_archive

import pytest
from program import (
    CLONE,
    POKER_TABLE,
    PYTHON,
    STUDENTS,
    THREE,
    environment,
    needs_program,
    needs_source,
    run,
)

from poker_table.cli.commands import COMMANDS

pytestmark = needs_program
# Before 3.13, Python decodes the path of an editable install in the locale's encoding.
begins_in_c = pytest.mark.skipif(
    sys.version_info < (3, 13) and not str(CLONE).isascii(),
    reason="with LC_ALL=C this Python cannot read the non-ASCII path of the installed package",
)


def shell(script: str, **changed: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which poker-table is the program under test."""
    return subprocess.run(
        ["bash", "-c", f"set -o pipefail; {script}"], capture_output=True, text=True, timeout=60,
        env=environment(**changed),
    )  # fmt: skip


def on_terminal(command: str, columns: int = 80, **changed: str) -> str:
    """Run a command on a new pseudo-terminal and return what it writes there."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        ["bash", "-c", f"stty rows 24 cols {columns}; {command}"], stdin=theirs, stdout=theirs,
        stderr=theirs, start_new_session=True,
        env=environment(**{"TERM": "xterm-256color"} | changed),
    )  # fmt: skip
    os.close(theirs)
    written = b""
    while True:
        try:
            written += os.read(ours, 65536)
        except OSError:  # a pseudo-terminal reports its end this way
            break
    os.close(ours)
    assert process.wait() == 0
    return written.decode().replace("\r\n", "\n")


@pytest.mark.parametrize(
    "script",
    [
        "poker-table three.txt | cat",
        "poker-table < /dev/null three.txt | cat",
        "FORCE_COLOR=1 poker-table three.txt | cat",
        "TERM=dumb NO_COLOR=1 poker-table three.txt | cat",
        "PYTHONIOENCODING=ascii poker-table three.txt | cat",
        pytest.param("LC_ALL=C poker-table three.txt | cat", marks=begins_in_c),
        "poker-table decks copy $(mktemp -d)/x 2> /dev/null; poker-table three.txt",
        "COLUMNS=20 poker-table three.txt",
        "tr -d '\\r' < $(mktemp) | poker-table three.txt 2>&1",
        f"{shlex.quote(sys.executable)} -m poker_table three.txt",
        "cd /; poker-table three.txt",
    ],
)
def test_the_ten_lines_whatever_the_surroundings(script):
    result = shell(script)
    assert (result.returncode, result.stdout, result.stderr) == (0, THREE, "")


@needs_source
def test_a_deck_from_standard_input():
    bundled = shlex.quote(str(CLONE / "decks" / "three.txt"))
    assert shell(f"poker-table - < {bundled}").stdout == THREE
    for_four = shell("poker-table decks make '1: pair' --players 4 | poker-table -")
    assert len(for_four.stdout.splitlines()) == 4
    assert for_four.stderr.endswith(
        "standard input was made for 4 players, so it is dealt to 4; --players N changes that\n"
    )


CLOSED = "Error: standard {}: cannot be {}\n"


@pytest.mark.parametrize(
    ("script", "code", "out", "err"),
    [
        ("poker-table three.txt | head -1", 0, THREE.partition("\n")[0] + "\n", ""),
        ("poker-table three.txt | true; echo ${PIPESTATUS[0]}", 0, "0\n", ""),
        ("poker-table --help | true; echo ${PIPESTATUS[0]}", 0, "0\n", ""),
        ("poker-table three.txt >&-", 1, "", CLOSED.format("output", "written: it is closed")),
        ("poker-table --seed 7 2>&- | wc -l", 0, "10\n", ""),
        ("poker-table --seed 7 2> /dev/full | wc -l", 0, "10\n", ""),
        ("poker-table - <&-", 1, "", CLOSED.format("input", "read: Bad file descriptor")),
        ("echo 7 0 | poker-table -", 1, "",
         "Error: standard input: expected 50 to 52 cards, got 1\n"),
    ],
)  # fmt: skip
def test_closed_streams_and_a_reader_that_has_seen_enough(script, code, out, err):
    result = shell(script)
    assert (result.returncode, result.stdout, result.stderr) == (code, out, err)


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ("three.txt", 1), ("--help", 1), ("--version", 1), ("decks make --help", 1),
        ("grade --help", 3), ("mutants --example", 3),  # 1: what a student handed in failed
    ],
)  # fmt: skip
def test_a_full_disk(asked, code, unbuffered):
    result = shell(f"poker-table {asked} > /dev/full", PYTHONUNBUFFERED=unbuffered)
    assert result.returncode == code
    assert result.stderr == "Error: standard output: cannot be written: No space left on device\n"


def test_an_error_after_the_first_lines_ends_as_any_other():
    for reader in "| true", "| cat", "> /dev/full":
        command = f"poker-table evaluate nowhere.txt --format json {reader}"
        result = shell(command, PYTHONUNBUFFERED="")
        assert result.returncode == 1
        assert result.stderr.startswith("Error: Could not find file\n")
        assert "ignored" not in result.stderr


@pytest.mark.parametrize("endless", ["yes 7", "yes TH", "cat /dev/zero", "yes '#'"])
def test_an_endless_pipe_is_refused_in_bounded_memory(endless):
    result = shell(
        f"ulimit -v 1000000; {endless} | timeout 20 poker-table -; exit ${{PIPESTATUS[1]}}"
    )
    assert result.returncode == 1
    assert result.stderr.startswith("Error: standard input: expected a deck of 52 cards, got more")


@pytest.mark.parametrize(
    "command",
    ["x", "evaluate x", "practice --results y",
     "grade --sandbox none --decks y true", "grade --sandbox none --rubric x true"],
)  # fmt: skip
def test_nothing_waits_for_a_named_pipe(command, tmp_path):
    result = shell(f"cd {tmp_path}; mkdir y; mkfifo x y/x; timeout 50 poker-table {command}")
    assert result.stderr.endswith("x: expected a file, got a pipe or a device\n")
    assert result.returncode == (3 if "grade" in command else 1)


@pytest.mark.parametrize("given", ["<(cat {})", "/dev/stdin < {}"])
def test_a_pipe_that_is_open_is_read(given):
    deck = shlex.quote(str(CLONE / "decks" / "three.txt"))
    assert shell(f"poker-table {given.format(deck)}").stdout == THREE


def test_a_pipe_of_hands_is_read_once():
    given = "<(echo 'As Ac ; Kh Kd')"
    result = shell(f"poker-table chances {given} --deals 9")
    assert (result.returncode, result.stderr.count("Error")) == (0, 0)


def test_a_title_says_standard_input():
    deck = shlex.quote(str(CLONE / "decks" / "three.txt"))
    shown = shell(f"poker-table decks show - < {deck}; poker-table - --format markdown < {deck}")
    assert "standard input: a deck file\n" in shown.stdout
    assert "# Showdown of deck standard input: best hand first\n" in shown.stdout


@pytest.mark.parametrize(("files", "code"), [(10, 3), (12, 3), (14, 3), (32, 0)])
def test_with_few_descriptors_there_is_a_mark_or_the_reason_why_not(files, code, tmp_path):
    """A mark of 0 would be the student's loss.

    In a folder with a blank in its name, the script `poker-table` would need a shell, which has
    its own limit.
    """
    grade = [sys.executable, *"-m poker_table grade --sandbox none --random 1 --seed 1".split()]
    command = shlex.join([*grade, PYTHON, str(STUDENTS / "right.py")])
    result = shell(f"cd {tmp_path}; ulimit -n {files}; {command}")
    assert result.returncode == code
    assert ("Too many open files" in result.stderr) is (code == 3)


def test_marks_that_cannot_be_shown_are_no_mistake_of_the_program(tmp_path):
    result = shell(f"cd {tmp_path}; poker-table grade --sandbox none --random 0 true > /dev/full")
    assert result.returncode == 3
    assert result.stderr == "Error: standard output: cannot be written: No space left on device\n"


def test_without_a_temporary_folder_nothing_is_marked(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/nowhere"])
    code, _, err = run("grade", "--sandbox", "none", "true")
    assert (code, "No usable temporary directory found" in err) == (3, True)


def test_a_huge_file_is_refused_in_bounded_memory(tmp_path):
    huge = tmp_path / "huge.txt"
    with huge.open("wb") as file:
        file.truncate(2**30)
    result = shell(f"ulimit -v 1000000; poker-table {huge}")
    message = f"Error: {huge}: expected a deck of 52 cards, got more than 65536 bytes\n"
    assert (result.returncode, result.stderr) == (1, message)


def test_hostile_names_are_shown_not_sent():
    result = shell("poker-table $'\\e[2Jx'", PYTHONIOENCODING="ascii")
    assert "\x1b" not in result.stderr
    assert r"'\x1b[2Jx'" in result.stderr
    assert shell("poker-table $'\\xff'").returncode == 1


def test_a_terminal_gets_colours_and_symbols():
    table = on_terminal("poker-table three.txt", COLORTERM="truecolor")
    assert "\x1b[4;38;2;166;60;0;48;2;255;255;255m9♥" in table  # underlined: it makes the type
    assert max(map(len, on_terminal("poker-table three.txt", TERM="dumb").splitlines())) <= 80


@pytest.mark.parametrize("columns", [40, 120])
def test_the_table_is_as_wide_as_the_terminal_allows(columns):
    table = on_terminal("poker-table straight-flushes.txt", columns, TERM="dumb")
    assert max(map(len, table.splitlines())) <= columns
    assert "10♠ J♠ Q♠ K♠ A♠" in table


def test_no_colour_when_asked():
    assert "\x1b[38" not in on_terminal("poker-table three.txt", NO_COLOR="1")


def test_an_ascii_terminal_gets_letters():
    table = on_terminal("poker-table three.txt", PYTHONIOENCODING="ascii", TERM="dumb")
    assert table.isascii()
    assert "7H 9D 9H 9S 10S" in table


def test_ctrl_c_at_any_moment(tmp_path):
    """An interrupt before `main` is called may print a traceback of the interpreter's start-up."""
    moments = random.Random(5)
    for number in range(30):
        target = tmp_path / f"{number}.txt"
        process = subprocess.Popen(
            [POKER_TABLE, "--seed", "7", "--save", str(target)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        time.sleep(moments.uniform(0, 0.09))
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        assert not re.search(r'poker_table/cli/__init__.py", line \d+, in main', err), err
        if process.returncode == 0:
            assert len(out.splitlines()) == 10
        assert not target.exists() or len(target.read_text().split()) == 104
    assert not list(tmp_path.glob("*.new"))


# The interrupt comes while `main` imports a module, directly or inside another import.
WHILE_LOADING = """
import sys
class Interrupt:
    def find_spec(self, name, *_):
        if name == "poker_table.{}":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from poker_table.cli import main
sys.exit(main(["three.txt"]))
"""
AT_THE_FIRST_THING = """
import os.path, sys
from poker_table.cli import main
def interrupted(path):
    raise KeyboardInterrupt
os.path.isfile = interrupted
sys.exit(main(["three.txt"]))
"""
LOADED = "cli.output", "cli.commands.deal", "game.table"


@pytest.mark.parametrize(
    "program",
    [*map(WHILE_LOADING.format, LOADED), AT_THE_FIRST_THING],
    ids=[*LOADED, "the first thing"],
)
def test_ctrl_c_while_loading_and_at_the_first_thing_that_main_does(program, unmeasured):
    command = [sys.executable, "-c", program]
    result = subprocess.run(command, capture_output=True, text=True, env=unmeasured)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "Interrupted\n")


# Remove the signals and the modules that Python lacks on Windows.
AS_ON_WINDOWS = """
import enum, signal, sys
THERE = "SIGINT SIGILL SIGFPE SIGSEGV SIGTERM SIGABRT".split()
signal.Signals = enum.IntEnum("Signals", {name: getattr(signal, name) for name in THERE})
for name in [name for name in vars(signal) if name.startswith("SIG") and name[3] != "_"]:
    if name not in THERE:
        delattr(signal, name)
sys.modules |= dict.fromkeys("curses fcntl grp pty pwd resource termios tty".split())
from poker_table.cli import main
sys.exit(max(main([command, "--help"]) for command in sys.argv[1:]))
"""


def test_the_help_of_every_command_as_on_windows(unmeasured):
    argv = [sys.executable, "-c", AS_ON_WINDOWS, *COMMANDS]
    result = subprocess.run(argv, capture_output=True, text=True, env=unmeasured)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.count("usage: poker-table") == len(COMMANDS)


def test_a_long_explanation_goes_through_the_pager_and_the_winner_stays_in_sight():
    told = on_terminal("poker-table three.txt --explain", PAGER="head -n 3")
    assert "Player 2 - " in told
    assert "Player 8 - " not in told
    high = on_terminal("stty rows 100; poker-table three.txt --explain", PAGER="head -n 3")
    assert "Player 9 - " in high


@needs_source
def test_a_zip_file_is_to_be_unpacked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Python 3.13.0 leaves out all files of the folder that one is in
    zipped, main = tmp_path / "poker.pyz", "poker_table.cli:main"
    ours = lambda path: path.parts[0] == "poker_table" and path.suffix == ".py"  # noqa: E731
    create_archive(CLONE, zipped, main=main, filter=ours)
    ended = subprocess.run(
        [sys.executable, "-I", zipped, "three.txt"], capture_output=True, text=True
    )
    there = "unpack it and run `python -m poker_table` in the unpacked folder"
    message = f"Error: poker-table cannot run inside a zip file: {there}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", message)
