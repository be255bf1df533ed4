"""The assignment in C++ passes in full, and each of its single faults is told apart."""

import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from program import TESTS

from poker_table.cli.commands.grade import COMPOSED
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, decks_to_try, mark
from poker_table.grading.running.runner import Limits
from poker_table.grading.running.sandbox import level_in_force
from poker_table.grading.running.submission import submission_from_command

SOURCE = TESTS / "reference" / "PokerEval.cpp"
COMPILER = shutil.which("g++") or shutil.which("clang++")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(COMPILER is None, reason="there is no C++ compiler (g++ or clang++)"),
]


# The fault, what it fails, and how it is told.
FAULTS = [
    (
        "the twos are never counted",
        {"types", "within"},  # so many types are wrong that the order within them is unknown
        "Hands are given wrong types in many ways",
    ),
    ("no wheel", {"types"},
     "Your program does not know that the ace may be low: it misses the straight A-2-3-4-5"),
    ("straights wrap around", {"types"}, "High card is taken for a straight"),
    ("the wheel is ace-high", {"within"},
     "Your program counts the ace of A-2-3-4-5 as the highest card"),
    ("no straight flush", {"types"},
     "Your program takes a straight flush for a flush: it never asks for a straight as well"),
    ("base 10", {"within"},
     "Your program writes the ranks as digits in base 10, where thirteen ranks do not fit"),
    ("the type is ignored", {"between"},
     "Your program compares hands by their ranks alone, whatever their types"),
    ("a missing file goes by", {"missing"}, "With a missing file, nothing is printed"),
    ("always the same deal", {"random"}, "Two random deals were the same"),
    ("five cards at once", {"reading"},
     "Each player gets five cards in a row; player 1 must get cards 1, 11, 21, 31 and 41"),
    ("a crash at the end", {"ends"}, "The program crashed: SIGSEGV"),
    ("a variable that was never set", {"types"},
     "Two runs on the same deck differ:"
     " a variable is used before it is set (in C and C++), or chance decides"),
]  # fmt: skip


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """The reference, and a program for each fault, by number; 0 is the right one."""
    folder = tmp_path_factory.mktemp("reference")

    def compiled(fault: int) -> Path:
        path = folder / f"PokerEval{fault}"
        flags = ["-std=c++17", "-O0", f"-DFAULT={fault}", "-o", str(path)]
        subprocess.run([str(COMPILER), *flags, str(SOURCE)], check=True)
        return path

    with ThreadPoolExecutor(2) as executor:
        return list(executor.map(compiled, range(len(FAULTS) + 1)))


@pytest.fixture(scope="module")
def sheets(programs, tmp_path_factory):
    def marked(program: Path):
        folder = str(tmp_path_factory.mktemp(program.name))
        submission = submission_from_command([str(program)], [], folder)
        limits, level = Limits(time=30), level_in_force("auto")
        options = MarkingOptions(decks_to_try(COMPOSED, seed=1), DEFAULT_POINTS, level, limits, {})
        return mark(submission, options)

    with ThreadPoolExecutor(2) as executor:
        return list(executor.map(marked, programs))


def test_the_reference_passes_in_full(sheets):
    sheet = sheets[0]
    assert (sheet.outcome, sheet.score, sheet.findings, sheet.remarks) == ("passed", 25, (), ())


@pytest.mark.parametrize("fault", range(1, len(FAULTS) + 1), ids=[name for name, _, _ in FAULTS])
def test_each_fault_is_told(fault, sheets):
    _, failed, cause = FAULTS[fault - 1]
    assert cause in {str(finding.example.cause) for finding in sheets[fault].findings}
    assert {item.key for item in sheets[fault].items if item.outcome != "passed"} == failed


def test_no_two_faults_are_told_alike(sheets):
    told = [tuple((f.example.cause, f.seen_in) for f in sheet.findings) for sheet in sheets]
    assert len(set(told)) == len(FAULTS) + 1
