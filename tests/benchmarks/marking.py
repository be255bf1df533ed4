"""Submissions marked in a second, and the marker's memory: `python tests/benchmarks/marking.py`.

Two hundred submissions, twenty of them hostile: programs that hang, flood, fork, eat memory, leave
children behind, write everywhere. It needs a C++ compiler for the others.
"""

from __future__ import annotations

import csv
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

TESTS = Path(__file__).parents[1]
HOSTILE = (
    "hang", "flood", "many_processes", "much_memory", "leaves_a_child", "leaves_a_session",
    "writes_everywhere", "no_text", "escapes", "silent",
)  # fmt: skip
FAULTS = 12


def make(folder: Path, count: int) -> None:
    """Lay out the submissions: one in ten hostile, the others the C++ reference and its faults."""
    binaries = []
    for fault in range(FAULTS):
        binaries.append(folder.parent / f"PokerEval{fault}")
        source = TESTS / "reference" / "PokerEval.cpp"
        command = ["g++", "-std=c++17", "-O1", f"-DFAULT={fault}", "-o", binaries[-1], source]
        subprocess.run(command, check=True)
    for number in range(count):
        own = folder / f"student-{number:03}"
        own.mkdir(parents=True)
        if number % 10 == 9:
            text = (TESTS / "students" / f"{HOSTILE[number // 10 % len(HOSTILE)]}.py").read_text()
            (own / "PokerEval").write_text(f"#!/usr/bin/env python3\n{text}")
            shutil.copy(TESTS / "students" / "right.py", own)
        else:
            shutil.copy(binaries[number % FAULTS], own / "PokerEval")
        (own / "PokerEval").chmod(0o755)


def peak_of(command: list[str]) -> float:
    """Run the marker to its end; return the most memory that it had itself, in MiB."""
    peak = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as marker:
        while marker.poll() is None:
            status = Path(f"/proc/{marker.pid}/status").read_text().splitlines()
            peak = max([peak, *(int(line.split()[1]) / 1024 for line in status if "VmHWM" in line)])
            time.sleep(0.2)
    return peak


def main(count: int) -> None:
    """Mark them all and print what it took."""
    with tempfile.TemporaryDirectory() as scratch:
        folder, marks = Path(scratch, "submissions"), Path(scratch, "marks.csv")
        make(folder, count)
        started = time.monotonic()
        command = [sys.executable, "-m", "poker_table", "grade"]
        options = ["--batch", str(folder), "--report", f"csv={marks}", "--format", "json"]
        memory = peak_of([*command, *options, "./PokerEval"])
        seconds = time.monotonic() - started
        with marks.open() as file:
            rows = list(csv.DictReader(file))
    print(f"{len(rows)} submissions in {seconds:.0f} s: {len(rows) / seconds:.2f} a second")
    print(f"outcomes: {dict(Counter(row['outcome'] for row in rows))}")
    scores = Counter(float(row["score"]) for row in rows if row["score"])
    print(f"scores: {dict(sorted(scores.items()))}")
    print(f"the marker's own memory at its highest: {memory:.0f} MiB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
