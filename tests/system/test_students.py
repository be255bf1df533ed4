"""Each program in `students`, of a file or of wrong.py, has one fault, and gets its verdict."""

from __future__ import annotations

import os
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
from poker_table.grading.results.letter import letter
from poker_table.grading.results.words import fault_texts, finding_text, item_text, item_title
from poker_table.grading.running.runner import Limits, Run, run_copy
from poker_table.grading.running.sandbox import level_in_force
from poker_table.grading.running.submission import submission_from_command
from poker_table.grading.sheet import Sheet, format_points
from poker_table.show import plain

pytestmark = needs_linux

slow = pytest.mark.slow  # two runs of each program on each deck

DECKS = {
    name: read_deck(name)
    for name in ("three.txt", "every-hand-type.txt", "wheel.txt", "base-thirteen.txt")
}
DECK_CRITERIA = set(ON_EVERY_DECK)
EVERYTHING = DECK_CRITERIA | {"missing", "random", "ends"}

PASSES: set[str] = set()
GIVEN_UP = "It was stopped on 3 decks, so it was not run on the rest"
NO_TABLE = "An error for a missing file counts only if other files give a table"
# What fails for each, and the causes that are told.
VERDICTS = {
    "right": (PASSES, []),
    "leaves_a_child": (PASSES, []),
    "leaves_a_session": (PASSES, []),
    "reads_standard_input": (PASSES, []),
    "escapes": (PASSES, []),
    "own_suit_order": (PASSES, []),
    "other_words": (PASSES, []),
    "random_by_the_clock": (PASSES, []),
    "type_ignored": ({"between"}, ["Hands of different types stand in the wrong order in many ways:"
     " the type must decide first"]),
    "value_ignored": ({"within"},
     ["Your program never compares the ranks: hands of one type always tie"]),
    "base_ten": ({"within"},
     ["Your program writes the ranks as digits in base 10, where thirteen ranks do not fit"]),
    "upside_down": ({"between"}, ["The table is upside down"]),
    "wheel": ({"types"},
     ["Your program does not know that the ace may be low: it misses the straight A-2-3-4-5"]),
    "flush_missed": ({"types"}, ["A flush is taken for high card"]),
    "trips_for_full_house": ({"types"}, ["A full house is taken for three of a kind"]),
    "low_cards_lost": ({"types"},
     ["Your program takes the two, whose number is 0, for no card: it misses a pair of twos"]),
    "other_deck": (DECK_CRITERIA | {"missing"},
     ["The same hands are printed for several decks, so they cannot be judged"]),
    "from_zero": ({"players"}, ["The players are numbered from 0"]),
    "cannot_be_read": ({"players"}, ["A player is missing"]),
    "cards_as_dealt": ({"cards"}, ["The cards of a hand do not stand in order of rank"]),
    "missing_file_passes": ({"missing"},
     ["With a missing file, the program ends with exit code 0, as if all were well"]),
    "missing_file_crashes": ({"missing"}, ["With a missing file, the program crashed: SIGSEGV"]),
    "missing_file_silent": ({"missing"}, ["With a missing file, nothing is printed"]),
    "missing_file_ignored": ({"missing"}, ["With a missing file, hands are still printed"]),
    "random_always_the_same": ({"random"}, ["Two random deals were the same"]),
    "random_with_repeats": ({"random"}, ["A card is dealt twice in a random deal"]),
    "unsteady": ({"types"}, ["Two runs on the same deck differ: chance decides"]),
    "crash": (EVERYTHING, ["The program crashed: SIGSEGV"]),
    "exit_code": ({"ends"}, ["The program ended with exit code 1"]),
    "exception": ({"types", "ends"}, ["The program ended with exit code 1"]),
    "breaks_off_often": ({"between", "within", "types", "reading", "players", "ends"},
     ["The program ended with exit code 1"]),
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


# The marks that a fair marker gives to those who did little, or who did all but look different;
# on ten decks, six of them from nowhere.
MANY_DECKS = DECKS | {name: deck for name, deck in decks_to_try(6, 7).items() if "seed" in name}
FAIR_MARKS = {
    "fixed_lines": 1,  # it ends
    "fixed_lines_with_care": 3,  # and deals at random
    "all_straight_flush": 6,  # and reads the decks
    "hard_coded": 4,  # it ends, deals at random, and misses a file
    "two_tables": 25,
    "two_tables_with_types": 25,
    "four_mistakes": 18,  # without players 2, half of an order, straight flushes and the wheel
}


TOLD_FIRST = {"fixed_lines": "same-hands", "all_straight_flush": "not-evaluated"}


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
    decks = DECKS if FAIR_MARKS[program] == 25 else MANY_DECKS
    return marked(program, level_in_force("auto"), Limits(seconds=30), decks=decks)


def causes(sheet: Sheet) -> list[str]:
    return [str(finding.example.cause) for finding in sheet.findings]


def notes(sheet: Sheet) -> list[str]:
    return [f"{remark}." for remark in sheet.remarks]


def limits_for(program: str) -> Limits:
    if program == "much_memory":
        return Limits(memory=128 * 2**20)
    return Limits(seconds=1) if program == "hang" else Limits(seconds=30)


@cache
def sheet_of(program: str) -> Sheet:
    return marked(program, level_in_force("auto"), limits_for(program))


def check_verdict(sheet: Sheet, program: str) -> None:
    failed, told = VERDICTS[program]
    assert {item.key for item in sheet.items if item.outcome != "passed"} == failed
    assert {*causes(sheet)} == {*told}


@pytest.mark.parametrize("program", VERDICTS)
@slow
def test_each_student_gets_its_verdict_and_no_other(program):
    sheet, (failed, _) = sheet_of(program), VERDICTS[program]
    check_verdict(sheet, program)
    assert sheet.score == sum(i.points if i.key not in failed else i.score for i in sheet.items)


LONG = "fixed_lines", "fixed_lines_with_care", "hard_coded", "all_straight_flush"


@pytest.mark.parametrize(
    "program", [pytest.param(p, marks=pytest.mark.slow) if p in LONG else p for p in FAIR_MARKS]
)
def test_each_student_gets_the_marks_of_a_fair_marker(program):
    sheet = fairly_marked(program)
    assert sheet.score == FAIR_MARKS[program], fault_texts(sheet)
    assert program not in TOLD_FIRST or sheet.findings[0].example.name == TOLD_FIRST[program]


def test_each_mistake_of_a_real_submission_is_reported_and_a_misspelt_type_is_none():
    sheet = fairly_marked("four_mistakes")
    assert causes(sheet) == [
        "The players are numbered from 0",
        "Your program takes a straight flush for a flush: it never asks for a straight as well",
        "The table is upside down",
    ]
    assert notes(sheet)[1] == "You print 'Ful Hose' for 'Full House'."
    assert notes(sheet)[0] == "Your suits are numbered D C H S; the decks use C D H S."


def test_every_student_has_a_verdict():
    of_wrong = re.findall(r"^def ([a-z]\w*)", (STUDENTS / "wrong.py").read_text(), re.MULTILINE)
    names = {path.stem for path in STUDENTS.glob("*.py")} - {"wrong"} | {*of_wrong}
    assert names == {*VERDICTS, *FAIR_MARKS, NEEDS_A_SANDBOX}


@pytest.mark.parametrize("program", ["unsteady", "crash"])
def test_a_failing_run_is_reported_on_a_single_deck_too(program):
    decks = {"three.txt": DECKS["three.txt"]}
    check_verdict(marked(program, "none", Limits(seconds=30), decks=decks), program)


@pytest.mark.parametrize(
    ("program", "limits", "limit"),
    [("flood", Limits(seconds=30, output=2**14), "output"), ("hang", Limits(seconds=1), "time")],
)
def test_a_program_is_stopped_at_its_limit(program, limits, limit):
    deck = {"deck.txt": "0 0 " * 52}
    run = run_copy(str(STUDENTS), [PYTHON, *words_of(program), "deck.txt"], deck, "none", limits)
    assert run.stopped_by == limits.ending_at(limit)
    assert len(run.out) <= limits.output


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
    deck = {"deck.txt": "".join("0 0 " * 52)}
    command = [PYTHON, name, *rest, "deck.txt"]
    run = run_copy(str(tmp_path), command, deck, level, limits_for(program))
    assert isinstance(run, Run)
    assert running(name) == []


@slow
def test_nothing_outside_the_folder_changes():
    level = level_or_skip("bwrap")
    before = {path: path.stat().st_mtime_ns for path in sorted(STUDENTS.iterdir())}
    sheet = marked(NEEDS_A_SANDBOX, level, Limits(seconds=30))
    assert [item.key for item in sheet.items if item.outcome != "passed"] == []
    places = [STUDENTS, STUDENTS.parent, Path("/"), Path("/tmp"), Path("/var/tmp"), Path.home()]
    assert [place for place in places if (place / "i-was-here.txt").exists()] == []
    assert {path: path.stat().st_mtime_ns for path in sorted(STUDENTS.iterdir())} == before


@slow
def test_a_program_sees_neither_the_markers_files_nor_the_network(tmp_path):
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
    os.environ["SECRET_OF_THE_MARKER"] = "1"
    try:
        run = run_copy(str(tmp_path / "work"), [PYTHON, "spy.py"], {}, level, Limits())
    finally:
        del os.environ["SECRET_OF_THE_MARKER"]
    assert run.out.splitlines()[0] == "False False"
    assert run.out.splitlines()[1] == "['spy.py'] ['spy.py']"
    assert run.out.splitlines()[2] == "['lo'] True"
    assert run.out.splitlines()[3] == "[]"


@slow
def test_a_program_stopped_on_three_decks_is_given_up():
    sheet = sheet_of("hang")
    assert sheet.findings[0].seen_in == tuple(DECKS)[:3]
    texts = {item.key: item.text for item in sheet.items if item.text}
    assert texts == {"ends": f"{GIVEN_UP}.", "missing": f"{NO_TABLE}."}
    assert sheet.remarks == ()
    told = plain.draw(letter(sheet))
    assert f"One mistake cost {format_points(sheet.points - sheet.score)} points." in told
    assert f"{GIVEN_UP}." in told
    assert f"{NO_TABLE}." in told


@slow
def test_a_crash_costs_its_share_of_the_ending_and_the_type_that_it_happens_on():
    sheet = sheet_of("exception")
    halves = {item.key: item for item in sheet.items if item.key not in ("missing", "random")}
    on_decks = [halves[key] for key in ("reading", "players", "cards", "ends")]
    assert {(item.right, item.tested, item.unit) for item in on_decks} == {(2, 4, "decks")}
    types = halves["types"]
    assert (types.tested - types.right, types.unit) == (1, "hand types")
    assert [halves[key].score for key in ("reading", "players", "cards", "ends")] == [
        3, 2, 1, 0.5,
    ]  # fmt: skip
    assert [halves[key].score for key in ("between", "within", "types")] == [5, 5, 2.5]
    assert item_title(halves["ends"]) == (
        "The program ends by itself, without a crash (2 of 4 decks)"
    )
    assert str(finding_text(sheet.findings[0])) == (
        "The program ended with exit code 1. every-hand-type.txt:"
        " It said 'IndexError: list index out of range'. It had printed nothing."
    )
    assert sheet.findings[0].seen_in == ("every-hand-type.txt", "wheel.txt")


@slow
def test_a_program_that_crashes_on_most_decks_earns_next_to_nothing_for_types_and_order():
    sheet = sheet_of("breaks_off_often")
    earned = {item.key: item.score / item.points for item in sheet.items}
    assert max(earned[key] for key in ("types", "between", "within")) <= 0.1
    assert earned["ends"] == 0


@slow
def test_a_program_that_crashes_on_every_deck_earns_nothing_and_is_told_why():
    sheet = sheet_of("crash")
    items = {item.key: item for item in sheet.items}
    assert {items[key].score for key in DECK_CRITERIA} == {0}
    assert {item_text(items[key], sheet).partition(".")[0] for key in DECK_CRITERIA} == {
        "The program crashed: SIGSEGV"
    }


@slow
def test_other_runs_without_points_are_skipped(tmp_path):
    submission = submission_from_command([PYTHON, str(STUDENTS / "right.py")], [], str(tmp_path))
    points = DEFAULT_POINTS | {"random": 0.0, "missing": 0.0}
    deck = {"three.txt": DECKS["three.txt"]}
    options = MarkingOptions(deck, points, level_in_force("auto"), Limits(seconds=30), {})
    ran = []
    sheet = mark(submission, options, lambda name, run: ran.append(name))
    assert ran == ["three.txt"] * 2
    assert {item.key for item in sheet.items} == DECK_CRITERIA | {"ends"}
    assert (sheet.outcome, sheet.score) == ("passed", 22)
