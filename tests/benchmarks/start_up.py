"""How long commands take from start to end, compared with starting the Python interpreter.

Run `python tests/benchmarks/start_up.py`. The commands run in turn, many times, each with a pipe or
a pseudo-terminal for its output. It prints the medians and the medians of the ratios.
"""

from __future__ import annotations

import os
import pty
import shutil
import statistics
import subprocess
import sys
import time
from contextlib import suppress

ROUNDS = 40
POKER_TABLE = shutil.which("poker-table", path=os.path.dirname(sys.executable)) or "poker-table"
PYTHON = sys.executable


def seconds(command: list[str], terminal: bool) -> float:
    """Return how long a command takes until it ends and its output is read."""
    ours, theirs = pty.openpty() if terminal else os.pipe()
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    with suppress(OSError):  # the end of a pseudo-terminal
        while os.read(ours, 65536):
            pass
    os.close(ours)
    if process.wait():
        raise SystemExit(f"{command} failed")
    return time.perf_counter() - start


def compare(what: str, ours: list[str], bare: list[str], terminal: bool) -> None:
    """Print the median times of two commands run in turn, and the median ratio."""
    pairs = [(seconds(ours, terminal), seconds(bare, terminal)) for _ in range(ROUNDS)]
    ratio = statistics.median(a / b for a, b in pairs)
    mine, base = (statistics.median(times) * 1000 for times in zip(*pairs, strict=True))
    print(f"{what:<34}{mine:7.1f} ms {base:7.1f} ms   ratio {ratio:.2f}")


if __name__ == "__main__":
    print(f"{'':<34}{'ours':>10} {'bare':>10}")
    ten_lines = [POKER_TABLE, "three.txt"]
    compare("ten lines / python -c pass", ten_lines, [PYTHON, "-c", "pass"], False)
    for option in "--explain", "--step", "--format=json", "--format=words":
        compare(f"{option} / ten lines", [*ten_lines, option], ten_lines, False)
    imports = [PYTHON, "-c", "import rich.table, rich.console"]
    compare("rich table / importing rich", ten_lines, imports, True)
