"""Each program in `students`, of a file or of wrong.py, has one fault, and gets its verdict."""

import re
import shutil
import tempfile
import uuid
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from program import PYTHON, STUDENTS, needs_linux, running

from poker_table.files.deck_file import read_deck
from poker_table.game.deck import Deck
from poker_table.grading.errors import MarkerError
from poker_table.grading.judging.rubric import DEFAULT_POINTS, ON_EVERY_DECK
from poker_table.grading.marking import MarkingOptions, decks_to_try, mark
from poker_table.grading.results.words import fault_texts
from poker_table.grading.running.runner import Limits, run_copy
from poker_table.grading.running.sandbox import level_in_force
from poker_table.grading.running.submission import submission_from_command
from poker_table.grading.sheet import Sheet

pytestmark = needs_linux

slow = pytest.mark.slow  # two runs of each program on each deck

DECKS = {
    name: read_deck(name)
    for name in ("three.txt", "every-hand-type.txt", "wheel.txt", "base-thirteen.txt")
}
DECK_CRITERIA = set(ON_EVERY_DECK)
EVERYTHING = DECK_CRITERIA | {"missing", "random", "ends"}

PASSES: set[str] = set()
# What fails for each, and the causes that are told. Mistakes that show in a table alone are printed
# without a process in test_judge.py, test_explain.py and test_costs.py.
VERDICTS = {
    "right": (PASSES, []),
    "leaves_a_child": (PASSES, []),
    "leaves_a_session": (PASSES, []),
    "reads_standard_input": (PASSES, []),
    "random_by_the_clock": (PASSES, []),
    "type_ignored": ({"between"}, ["Hands of different types stand in the wrong order in many ways:"
     " the type must decide first"]),
    "wheel": ({"types"},
     ["Your program does not know that the ace may be low: it misses the straight A-2-3-4-5"]),
    "unsteady": ({"types"}, ["Two runs on the same deck differ:"
     " a variable is used before it is set (in C and C++), or chance decides"]),
    "crash": (EVERYTHING, ["The program crashed: SIGSEGV"]),
    "exception": ({"types", "ends"}, ["The program ended with exit code 1"]),
    "hang": (DECK_CRITERIA | {"ends", "missing"}, ["The program hung: stopped after 1 second"]),
    "flood": (EVERYTHING, ["The program printed more than 1 MiB and was stopped",
     "With a missing file, the program printed more than 1 MiB and was stopped"]),
    "silent": (EVERYTHING - {"ends"}, ["Nothing is printed",
     "With a missing file, nothing is printed", "Without a file, no complete table is printed"]),
    "no_text": (EVERYTHING - {"ends"}, ["No player's hand could be read",
     "With a missing file, the program ends with exit code 0, as if all were well",
     "Without a file, no complete table is printed"]),
    "much_memory": (EVERYTHING, ["The program used more than 128 MiB of memory and was stopped",
     "With a missing file, the program used more than 128 MiB of memory and was stopped"]),
    "many_processes": (EVERYTHING, ["The program started more than 64 processes and was stopped",
     "With a missing file, the program started more than 64 processes and was stopped"]),
}  # fmt: skip
NEEDS_A_SANDBOX = "writes_everywhere"
# The marks that a fair marker gives to those who did little, and to one with several mistakes, on
# ten decks, six of them from nowhere; and what the first of the little is told.
FAIR_MARKS = {
    "fixed_lines": (1, "The same hands are printed for several decks, so they cannot be judged"),
    "all_straight_flush": (6, "No hand is evaluated: neither types nor order depend on the cards"),
    "four_mistakes": (18, "The players are numbered from 0"),
}


def level_or_skip(level: str) -> str:
    try:
        return level_in_force(level)
    except MarkerError as error:
        pytest.skip(str(error))


def words_of(program: str) -> list[str]:
    """Return the words that run a program: its file, or wrong.py and its name."""
    own = STUDENTS / f"{program}.py"
    return [str(own)] if own.exists() else [str(STUDENTS / "wrong.py"), program]


def marked(program: str, level: str, limits: Limits, decks: Mapping[str, Deck] = DECKS) -> Sheet:
    with tempfile.TemporaryDirectory() as copies:
        submission = submission_from_command([PYTHON, *words_of(program)], [], copies)
        return mark(submission, MarkingOptions(decks, DEFAULT_POINTS, level, limits, {}))


@cache
def fairly_marked(program: str) -> Sheet:
    nowhere = {name: deck for name, deck in decks_to_try(6, 7).items() if "seed" in name}
    return marked(program, level_in_force("auto"), Limits(time=30), decks=DECKS | nowhere)


def causes(sheet: Sheet) -> list[str]:
    return [str(finding.example.cause) for finding in sheet.findings]


def limits_for(program: str) -> Limits:
    if program == "much_memory":
        return Limits(memory=128 * 2**20)
    return Limits(time=1) if program == "hang" else Limits(time=30)


def check_verdict(sheet: Sheet, program: str) -> None:
    failed, told = VERDICTS[program]
    assert {item.key for item in sheet.items if item.outcome != "passed"} == failed
    assert {*causes(sheet)} == {*told}


@pytest.mark.parametrize("program", VERDICTS)
@slow
def test_each_student_gets_its_verdict_and_no_other(program):
    sheet = marked(program, level_in_force("auto"), limits_for(program))
    failed, _ = VERDICTS[program]
    check_verdict(sheet, program)
    assert sheet.score == sum(i.points if i.key not in failed else i.score for i in sheet.items)


@pytest.mark.parametrize(
    "program",
    [pytest.param(p, marks=[slow] if p != "four_mistakes" else []) for p in FAIR_MARKS],
)
def test_each_student_gets_the_marks_of_a_fair_marker(program):
    sheet = fairly_marked(program)
    assert (sheet.score, causes(sheet)[0]) == FAIR_MARKS[program], fault_texts(sheet)


def test_each_mistake_of_a_real_submission_is_reported_and_a_misspelt_type_is_none():
    sheet = fairly_marked("four_mistakes")
    assert causes(sheet) == [
        "The players are numbered from 0",
        "Your program takes a straight flush for a flush: it never asks for a straight as well",
        "The table is upside down",
    ]
    assert [*map(str, sheet.remarks)][:2] == [
        "The suits 0 to 3 are C D H S in the decks; in your program they are D C H S",
        "You print 'Ful Hose' for 'Full House'",
    ]


def test_every_student_has_a_verdict():
    of_wrong = re.findall(r"^def ([a-z]\w*)", (STUDENTS / "wrong.py").read_text(), re.MULTILINE)
    names = {path.stem for path in STUDENTS.glob("*.py")} - {"wrong"} | {*of_wrong}
    assert names == {*VERDICTS, *FAIR_MARKS, NEEDS_A_SANDBOX}


@pytest.mark.parametrize("program", ["unsteady", "crash"])
def test_a_failing_run_is_reported_on_a_single_deck_too(program):
    decks = {"three.txt": DECKS["three.txt"]}
    check_verdict(marked(program, "none", Limits(time=30), decks=decks), program)


@pytest.mark.parametrize("program", ["right", "wheel", "crash", "many_processes"])
@slow
def test_the_sandbox_changes_no_verdict(program):
    check_verdict(marked(program, "none", limits_for(program)), program)


@pytest.mark.parametrize("level", ["bwrap", "none"])
@pytest.mark.parametrize(
    "program", ["leaves_a_child", "leaves_a_session", "hang", "many_processes"]
)
@slow
def test_no_process_survives(program, level, tmp_path):
    level = level_or_skip(level)
    name, (path, *rest) = f"{program}_{uuid.uuid4().hex}.py", words_of(program)
    shutil.copy(path, tmp_path / name)
    shutil.copy(STUDENTS / "right.py", tmp_path)
    deck = {"deck.txt": "0 0 " * 52}
    command = [PYTHON, name, *rest, "deck.txt"]
    run_copy(str(tmp_path), command, deck, level, limits_for(program))
    assert running(name) == []


@slow
def test_nothing_outside_the_folder_changes():
    level = level_or_skip("bwrap")
    before = {path: path.stat().st_mtime_ns for path in sorted(STUDENTS.iterdir())}
    sheet = marked(NEEDS_A_SANDBOX, level, Limits(time=30))
    assert [item.key for item in sheet.items if item.outcome != "passed"] == []
    places = [STUDENTS, STUDENTS.parent, Path("/"), Path("/tmp"), Path("/var/tmp"), Path.home()]
    assert [place for place in places if (place / "i-was-here.txt").exists()] == []
    assert {path: path.stat().st_mtime_ns for path in sorted(STUDENTS.iterdir())} == before


@slow
def test_a_program_sees_neither_the_markers_files_nor_the_network(tmp_path, monkeypatch):
    level = level_or_skip("bwrap")
    secret = tmp_path / "answers.txt"
    secret.write_text("the right answers")
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "spy.py").write_text(
        "import os, socket, sys\n"
        f"print(os.path.exists({str(secret)!r}), os.path.exists({str(Path(__file__))!r}))\n"
        "print(sorted(os.listdir('.')), sorted(os.listdir(os.path.expanduser('~'))))\n"
        "print([name for _, name in socket.if_nameindex()], len(os.listdir('/proc')) < 90)\n"
        "print(sorted(name for name in os.environ if 'TOKEN' in name or 'SECRET' in name))\n"
    )
    monkeypatch.setenv("SECRET_OF_THE_MARKER", "1")
    run = run_copy(str(tmp_path / "work"), [PYTHON, "spy.py"], {}, level, Limits())
    assert run.out.splitlines() == ["False False", "['spy.py'] ['spy.py']", "['lo'] True", "[]"]
