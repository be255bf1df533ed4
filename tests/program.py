"""Ways to run the program under test, in this process or as a subprocess."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from poker_table.cli import main
from poker_table.cli.parser import CommandParser
from poker_table.grading.running.runner import Limits, Run, run_copy

CLONE = Path(__file__).parents[1]
TESTS = CLONE / "tests"
STUDENTS = TESTS / "students"
THREE = (CLONE / "sample_output" / "three.txt").read_text()
# Characters of all kinds, for random texts: for all that there are, hypothesis needs a second.
SIGNS = "".join(map(chr, [*range(0x800), *range(0x2000, 0x2C00), *range(0xFE00, 0x10000),
                          *range(0x1F000, 0x1F200)]))  # fmt: skip
# The interpreter outside of the virtual environment, like the one that students have.
PYTHON = os.path.realpath(getattr(sys, "_base_executable", sys.executable))

POKER_TABLE = shutil.which("poker-table", path=os.path.dirname(sys.executable)) or ""
needs_program = pytest.mark.skipif(
    not POKER_TABLE, reason="the program poker-table is not installed"
)

needs_numba = pytest.mark.skipif(not find_spec("numba"), reason="needs the extra `fast`")
ENGINES = ["plain", pytest.param("fast", marks=needs_numba)]

needs_linux = pytest.mark.skipif(
    sys.platform != "linux",
    reason="needs Linux: /proc, bubblewrap, or limits of memory or processes",
)

needs_source = pytest.mark.skipif(
    not (CLONE / "poker_table").is_dir(), reason="needs the source tree, not only what is installed"
)

# What a terminal gets when the progress bar is erased and the cursor is visible again.
SHOWN_NO_MORE = "\x1b[?25h\r\x1b[1A\x1b[2K"


class Terminal(io.StringIO):
    """A stream that claims to be a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


def run(
    *argv: str,
    out: io.StringIO | None = None,
    err: io.StringIO | None = None,
    answers: str | None = None,
) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of a command line.

    `answers` is the text of its standard input.
    """
    out, err = out or io.StringIO(), err or io.StringIO()
    with patch("sys.stdin", sys.stdin if answers is None else io.StringIO(answers)):
        code = main(list(argv), out, err)
    return code, out.getvalue(), err.getvalue()


def error_of(kind: Any, call: Callable[..., object], *given: Any, **more: Any) -> str:
    """Return the message of the error of this kind, or of one of several, that a call raises."""
    with pytest.raises(kind) as caught:
        call(*given, **more)
    return str(caught.value)


def put(path: Path, text: str = "", mode: int = 0o644) -> str:
    """Write a file, and the folders that it is in; return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(mode)
    return str(path)


def run_in(folder: Path | str, *command: str, level: str = "none", **limits: int) -> Run:
    """Return the run of a command in a copy of a folder."""
    return run_copy(str(folder), command, {}, level, Limits(**limits))


def wait_until(is_so: Callable[[], object], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def rows_of(path: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def parser_of(command: str) -> CommandParser:
    parsers: list[CommandParser] = []

    def take(parser: CommandParser, *_: object) -> None:
        parsers.append(parser)
        raise SystemExit(0)

    with patch.object(CommandParser, "parse_args", take):
        main(command.split(), io.StringIO(), io.StringIO())
    return parsers[0]


def environment(**changed: str) -> dict[str, str]:
    """Return an environment in which `poker-table` is the program under test, in UTF-8."""
    path = f"{os.path.dirname(POKER_TABLE)}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", **changed}


def without_colours(text: str) -> str:
    """Return a text without the escape sequences that set colours or move the cursor."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text)


def on_terminal(*argv: str, columns: int = 80) -> str:
    """Return what a command prints on a terminal of so many columns, without its colours."""
    with patch.dict(os.environ, {"COLUMNS": str(columns), "TERM": "xterm-256color"}):
        return without_colours(run(*argv, out=Terminal())[1])


def progress_lines(err: str) -> list[str]:
    """Return each line that a terminal showed meanwhile, without its bar."""
    lines = [line.strip().partition(" ━")[0] for line in re.split("[\r\n]", without_colours(err))]
    return [*dict.fromkeys(filter(None, lines))]


def running(word: str) -> list[str]:
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes().replace(b"\0", b" ").decode("utf-8", "replace"))
        except OSError:
            continue
    return [line for line in lines if word in line]
