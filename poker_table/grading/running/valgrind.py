"""Where a compiled program misuses memory: one run under valgrind, if the marker has it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping, Sequence

from poker_table.grading.running.runner import MIB, Limits, run_copy
from poker_table.grading.running.sandbox import PROGRAMS
from poker_table.grading.running.untrusted_files import walk_submission

LIMITS = Limits(time=60, memory=2048 * MIB)  # valgrind is thirty times as slow
LINE = re.compile(r"==\d+== (?P<error>[A-Z].*)|==\d+==    (?:at|by) 0x\w+: (?P<where>.+:\d+\))")


def memory_error(
    folder: str, command: Sequence[str], files: Mapping[str, str], level: str
) -> tuple[str, str] | None:
    """Return what valgrind says first about the program's own lines, and the line; None if nothing.

    Only for a program that is compiled and in the folder: an interpreter's memory is not its own.
    """
    valgrind = shutil.which("valgrind", path=PROGRAMS)
    if valgrind is None or not command[0].startswith("./"):
        return None
    sources = {entry.name for entry in walk_submission(folder)}
    run = run_copy(folder, [valgrind, "-q", *command], files, level, LIMITS)
    error = ""
    for found in filter(None, map(LINE.fullmatch, run.err.splitlines())):
        error = found["error"] or error
        # A place is such as `main (Poker.cpp:8)`: the first one in a file of the student's counts.
        place = (found["where"] or "").rpartition(" (")[2].partition(":")[0]
        if place in sources:
            return error.strip(), found["where"]
    return None
