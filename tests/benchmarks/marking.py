"""How many submissions are marked per second, and the marker's memory.

`python tests/benchmarks/marking.py` marks two hundred submissions. Twenty of them are hostile: they
hang, flood the output, fork, eat memory, leave child processes behind, or write everywhere. The
others need a C++ compiler.

`python tests/benchmarks/marking.py CHECKOUT` marks thirty honest submissions instead, fifteen in
C++ and fifteen in Python, by turns with that checkout of this repository and with this one.
"""

from __future__ import annotations

import csv
import os
import resource
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
    "writes_everywhere", "no_text", "silent", "fixed_lines",
)  # fmt: skip
HONEST = ("right", "wheel", "type_ignored", "four_mistakes", "random_by_the_clock") * 3
WRONG = """
import runpy, sys
sys.argv.insert(1, {!r})
runpy.run_path("wrong.py", run_name="__main__")
"""
FAULTS = 12
ROUNDS = 2


def make(folder: Path, count: int) -> None:
    """Create the submissions: one in ten hostile, the others the C++ reference with its faults."""
    binaries = compiled(folder)
    for number in range(count):
        own = folder / f"student-{number:03}"
        own.mkdir(parents=True)
        if number % 10 == 9:
            as_python(own, HOSTILE[number // 10 % len(HOSTILE)])
        else:
            shutil.copy(binaries[number % FAULTS], own / "PokerEval")


def make_honest(folder: Path) -> None:
    """Create the C++ reference with its faults, and as many students' programs in Python."""
    binaries = compiled(folder)
    for number, name in enumerate(HONEST):
        for kind in "cpp", "python":
            (folder / f"{kind}-{number:02}").mkdir(parents=True)
        shutil.copy(binaries[number % FAULTS], folder / f"cpp-{number:02}" / "PokerEval")
        as_python(folder / f"python-{number:02}", name)


def as_python(own: Path, name: str) -> None:
    """Create a submission from one of the students' programs, of a file or of wrong.py."""
    path = TESTS / "students" / f"{name}.py"
    text = path.read_text() if path.exists() else WRONG.format(name)
    (own / "PokerEval").write_text(f"#!/usr/bin/env python3\n{text}")
    (own / "PokerEval").chmod(0o755)
    for beside in "right.py", "wrong.py":
        shutil.copy(TESTS / "students" / beside, own)


def compiled(folder: Path) -> list[Path]:
    """Compile the reference with each of its faults; return the programs, beside the folder."""
    binaries = []
    for fault in range(FAULTS):
        binaries.append(folder.parent / f"PokerEval{fault}")
        source = TESTS / "reference" / "PokerEval.cpp"
        command = ["g++", "-std=c++17", "-O1", f"-DFAULT={fault}", "-o", binaries[-1], source]
        subprocess.run(command, check=True)
    return binaries


def peak_of(command: list[str]) -> float:
    """Run the marker to its end; return the peak of its own memory, in MiB."""
    peak = 0.0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as marker:
        while marker.poll() is None:
            status = Path(f"/proc/{marker.pid}/status").read_text().splitlines()
            peak = max([peak, *(int(line.split()[1]) / 1024 for line in status if "VmHWM" in line)])
            time.sleep(0.2)
    return peak


def main(count: int) -> None:
    """Mark all submissions; print the time, the scores and the memory."""
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


def cost(checkout: Path, folder: Path, marks: Path) -> tuple[float, float]:
    """Mark a folder with a checkout; return the elapsed seconds and the processor seconds."""
    command = [sys.executable, "-m", "poker_table", "grade", "--seed", "1", "--exit-zero"]
    options = ["--batch", str(folder), "--report", f"csv={marks}", "--force", "./PokerEval"]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    environment = {**os.environ, "PYTHONPATH": str(checkout)}
    quiet = subprocess.DEVNULL
    subprocess.run(
        command + options,
        cwd=folder.parent,
        env=environment,
        stdout=quiet,
        stderr=quiet,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.monotonic() - started, used


def compare(other: Path) -> None:
    """Mark by turns with another checkout and with this one; print the shortest times of each."""
    checkouts = {"there": other.resolve(), "here": TESTS.parent}
    costs: dict[str, list[tuple[float, float]]] = {where: [] for where in checkouts}
    with tempfile.TemporaryDirectory() as scratch:
        make_honest(Path(scratch, "submissions"))
        tables = {where: Path(scratch, f"{where}.csv") for where in checkouts}
        for _ in range(ROUNDS):
            for where, checkout in checkouts.items():
                costs[where].append(cost(checkout, Path(scratch, "submissions"), tables[where]))
        scores = [
            [(row["submission"], row["score"]) for row in csv.DictReader(table.open())]
            for table in tables.values()
        ]
    there, here = (list(map(min, zip(*costs[where], strict=True))) for where in checkouts)
    for what, before, after in zip(("the clock", "the processors"), there, here, strict=True):
        print(f"{before:.1f} s of {what} there, {after:.1f} here: {before / after:.1f} times")
    print("the same marks" if scores[0] == scores[1] else f"other marks: {scores}")


if __name__ == "__main__":
    if sys.argv[1:] and not sys.argv[1].isdecimal():
        compare(Path(sys.argv[1]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
