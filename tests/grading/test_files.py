"""What the marker reads and writes: rubrics, submissions, mark sheets in every format."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import tomllib
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from shlex import quote
from xml.etree import ElementTree

import pytest
from junit import check_junit
from program import needs_linux

from poker_table.cli.errors import UsageError
from poker_table.cli.reports import report_files
from poker_table.files.errors import FileError
from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.grading.batch import Batch, BatchCancelledError
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.entries import Entry, entries_in
from poker_table.grading.judging.faults import Fault, Foreign
from poker_table.grading.judging.rubric import CRITERIA, DEFAULT_POINTS, read_rubric
from poker_table.grading.judging.run_checks import in_words, program_can_be_run
from poker_table.grading.marking import MarkingOptions, decks_to_try, mark
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import batch_page
from poker_table.grading.results.platforms import REPORTS, write_reports
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.running import sandbox, supervisor_pool
from poker_table.grading.running.runner import Ending, Limits, Run, run_copy
from poker_table.grading.running.submission import (
    Submission,
    Unusable,
    submission_from_command,
    submission_from_folder,
)
from poker_table.grading.sheet import ERROR, FAILED, NOT_MARKED, PASSED, Finding, Item, Sheet
from poker_table.hands.sentence import Sentence, side_by_side
from poker_table.show import plain

NASTY = "=cmd|' /C calc'!A0 <b>&\x1b[2J\n]]>"
SAID = "It said '=1 | <here>'. It had printed nothing."
CRASH = Fault("ended", "The program ended with exit code 1", {"ends"}, SAID, deck="three.txt")
ODD = replace(CRASH, cause="The compiler says: =A cause <here>")
TOLD = f"The compiler says: =A cause <here>. three.txt: {SAID}"
SHEETS = [
    Sheet("right.py", (Item("types", "Every hand is given its type", 5, 5, PASSED),)),
    Sheet(
        "wrong, \"quoted\" & <odd>",
        (
            Item("between", "Hands of different types", 5, 2.5, FAILED, "A | pipe_and_line\nnext"),
            Item("within", "Hands of one type", 5, 5, PASSED),
            Item("ends", "The program ends", 1.5, 0, FAILED, "=1+1"),
        ),
        (Finding(("between",), ODD, ("three.txt",)),),
        (Sentence("You print lines that are not a player's hand: ", quote("Player  2 - *<3H>*")),),
        {"seed": 1, "sandbox": "none"},
    ),
    Sheet("no marker", (), trouble="the sandbox failed"),
    Sheet("not yet", (), facts={"sandbox": "none", "seed": 1}),
]  # fmt: skip

FAR = "see how far it comes: the line that it prints last is close to the mistake"


def test_outcomes():
    assert [sheet.outcome for sheet in SHEETS] == [PASSED, FAILED, ERROR, NOT_MARKED]
    assert [sheet.score for sheet in SHEETS] == [5, 7.5, 0, 0]
    assert [sheet.points_text for sheet in SHEETS[1:]] == ["7.5 of 11.5", "", ""]


def test_a_sheet_survives_a_round_trip_through_json():
    hand = Hand.of("2C 3C 4C 5C 6C", 3)
    example = Sentence("You printed ", side_by_side(hand.cards), Foreign("…"))
    fault = Fault("not-dealt", "Not dealt", {"reading"}, example, hands=(hand,))
    sheets = [*SHEETS, replace(SHEETS[1], findings=(Finding(("x",), fault, ()),))]
    for sheet in sheets:
        again = from_data(json.loads(json.dumps(as_data(sheet))))
        assert json.loads(REPORTS["json"]([again])) == json.loads(REPORTS["json"]([sheet]))


def test_the_json_report_is_complete():
    sheets = json.loads(REPORTS["json"](SHEETS))["sheets"]
    assert [sheet["outcome"] for sheet in sheets] == [PASSED, FAILED, ERROR, NOT_MARKED]
    assert sheets[1]["items"][0] == {
        "key": "between", "title": "Hands of different types", "outcome": "failed",
        "score": 2.5, "points": 5, "text": f"{TOLD}\nA | pipe_and_line\nnext",
        "right": 1, "tested": 1, "unit": "decks",
    }  # fmt: skip
    assert sheets[1]["findings"] == [
        {
            "kind": "ended", "cause": "The compiler says: =A cause <here>",
            "items": ["between"], "example": SAID, "example_from": "three.txt",
            "seen_in": ["three.txt"],
            "expected": [], "printed": [], "worked_out": [],
            "command": "poker-table three.txt --save deck.txt, then your program on deck.txt",
        }
    ]  # fmt: skip
    assert (sheets[1]["sandbox"], sheets[1]["seed"]) == ("none", 1)


def test_the_junit_report_conforms_to_its_schema():
    text = REPORTS["junit"](SHEETS)
    root = ElementTree.fromstring(text)
    check_junit(root)
    assert [root.get(name) for name in ("tests", "failures", "errors")] == ["6", "2", "2"]
    assert [error.get("message") for error in root.iterfind(".//error")] == [
        "the sandbox failed", "not marked",
    ]  # fmt: skip
    for suite in root:
        cases = suite.findall("testcase")
        assert int(suite.get("tests", "")) == len(cases)
        assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("errors", "")) == len(suite.findall("testcase/error"))
    case = root[1][0]
    assert {p.get("name"): p.get("value") for p in case[0]} == {"points": "5", "score": "2.5"}
    failure = case.find("failure")
    assert failure is not None
    assert (failure.get("message"), failure.text) == (
        TOLD,
        f"{TOLD}\nA | pipe_and_line\nnext",
    )


def test_the_gradescope_report_has_the_documented_fields():
    for sheet in SHEETS:
        document = json.loads(REPORTS["gradescope"]([sheet]))
        assert document.keys() <= {"output", "output_format", "visibility", "tests", "extra_data"}
        assert document["visibility"] == "visible"
        assert sum(test["score"] for test in document["tests"]) == sheet.score
        for place, test in enumerate(document["tests"], start=1):
            assert set(test) == {
                "number", "name", "score", "max_score", "status", "output", "output_format",
                "visibility",
            }  # fmt: skip
            assert test["number"] == str(place)
            assert test["status"] in ("passed", "failed")
            assert test["output_format"] == "text"
            assert test["visibility"] == "visible"
            assert 0 <= test["score"] <= test["max_score"]


def test_the_csv_report_can_be_read_back_and_contains_no_formula():
    rows = list(csv.DictReader(io.StringIO(REPORTS["csv"](SHEETS))))
    assert [row["submission"] for row in rows] == [sheet.subject for sheet in SHEETS]
    assert [row["outcome"] for row in rows] == [PASSED, FAILED, ERROR, NOT_MARKED]
    assert [row["sandbox"] for row in rows] == ["", "none", "", "none"]
    assert rows[1]["between"] == "2.5"
    assert rows[0]["between"] == ""
    assert rows[1]["first_fault"] == TOLD
    assert rows[2]["first_fault"] == "the sandbox failed"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("=1+1", "'=1+1"),
        (" @SUM(1)", "' @SUM(1)"),
        ("ann;=1+1;-2", "ann;'=1+1;'-2"),
        ("ann; =1+1", "ann;' =1+1"),
        ("a=1;b-2", "a=1;b-2"),
        ("-2.5", "-2.5"),
        ("-2+1", "'-2+1"),
        ("1;-2", "1;'-2"),
        ("\t1", "'\t1"),
        ("\r1", "'\n1"),
        ("＝1+1", "'＝1+1"),
    ],
)
def test_no_csv_cell_is_a_formula_in_any_spreadsheet(name, shown):
    (row,) = csv.DictReader(io.StringIO(REPORTS["csv"]([Sheet(name, ())])))
    assert row["submission"] == shown


def test_the_csv_report_has_points_only_for_marked_submissions():
    rows = list(csv.DictReader(io.StringIO(REPORTS["csv"](SHEETS))))
    assert [(row["score"], row["points"]) for row in rows] == [
        ("5", "5"), ("7.5", "11.5"), ("", ""), ("", ""),
    ]  # fmt: skip
    assert [row["types"] for row in rows] == ["5", "", "", ""]


def test_the_markdown_report_escapes_text():
    text = REPORTS["markdown"](SHEETS[1:2])
    assert text.splitlines() == [
        '# wrong, "quoted" & \\<odd\\>: 7.5 of 11.5 points', "", "One mistake cost 4 points.", "",
        "## The compiler says: =A cause \\<here\\>.", "",
        "three.txt: It said '=1 \\| \\<here\\>'. It had printed nothing.", "",
        f"Next: run your program on three.txt and {FAR}.", "",
        "To see it: poker-table three.txt --save deck.txt, then your program on deck.txt", "",
        "## What is right", "",
        "✓ 1 of 3 criteria are right.", "",
        "## Points", "",
        "| Outcome | Points | What is judged |",
        "|---|---:|---|",
        "| ✗ partly | 2.5 of 5 | Hands of different types |",
        "| ✗ failed | 0 of 1.5 | The program ends |", "",
        "Hands of different types: 2.5 of 5. A \\| pipe\\_and\\_line<br>next", "",
        "The program ends: 0 of 1.5. =1+1", "",
        "seed: 1; sandbox: none", "",
        "## Notes, which cost nothing", "",
        "You print lines that are not a player's hand: 'Player  2 - \\*\\<3H\\>\\*'.",
    ]  # fmt: skip


def test_every_report_accepts_hostile_text():
    """The judge makes a program's output printable; each report escapes all other text."""
    nasty = printable(NASTY)
    finding = Finding(("types",), replace(CRASH, cause=nasty), ("three.txt",))
    sheet = Sheet("x", (Item("types", "Types", 5, 0, FAILED, nasty),), (finding,))
    said = {kind: report([sheet]) for kind, report in REPORTS.items()}
    assert json.loads(said["json"])["sheets"][0]["items"][0]["text"].endswith(nasty)
    assert nasty in json.loads(said["gradescope"])["tests"][0]["output"]
    assert ElementTree.fromstring(said["junit"]).find(".//failure").text.endswith(f"\n{nasty}")
    (row,) = csv.DictReader(io.StringIO(said["csv"]))
    assert nasty in row["first_fault"]
    assert "<b>" not in said["markdown"]


def test_a_letter_tells_the_mistakes_and_then_what_is_right():
    seen = tuple(f"{letter}.txt" for letter in "abcdef")
    hand, line = Hand.of("AC 2C 3C 4C 5D", 3), "Player 3 - 2C 3C 4C 5D AC - High Card"
    fault = Fault(
        "type-taken", "A straight, five high, is taken for high card", {"within", "ends"},
        Sentence("Player 3 has ", side_by_side(hand.cards), "."), (hand,), (line,), "a.txt",
    )  # fmt: skip
    finding = Finding(("within", "ends"), fault, (*seen, "a random deal"))
    other = Finding(("ends",), CRASH, ("b.txt",))
    assert plain.draw(letter(replace(SHEETS[1], findings=(finding, other)))).splitlines() == [
        'wrong, "quoted" & <odd>: 7.5 of 11.5 points',
        "Two mistakes cost 4 points.",
        "1. A straight, five high, is taken for high card.",
        "✓ Expected     2C 3C 4C 5D AC  Player 3 - Straight",
        "✗ You printed                  Player 3 - 2C 3C 4C 5D AC - High Card",
        "a.txt: Player 3 has 2C 3C 4C 5D AC.",
        "Next: run your program on a.txt and compare what it prints with what is expected,"
        " line by line.",
        "To see it: poker-table a.txt --explain",
        "Also on 5 other decks: b.txt, c.txt, d.txt, e.txt …",
        "It cost 2 points.",
        "",
        "2. The program ended with exit code 1.",
        f"three.txt: {SAID}",
        f"Next: run your program on three.txt and {FAR}.",
        "To see it: poker-table three.txt --save deck.txt, then your program on deck.txt",
        "Also on 1 other deck: b.txt",
        "It cost 2 points.",
        "",
        "What is right",
        "✓ 1 of 3 criteria are right.",
        "",
        "Points",
        "Outcome     Points  What is judged",
        "✗ partly  2.5 of 5  Hands of different types",
        "✗ failed  0 of 1.5  The program ends",
        "Hands of different types: 2.5 of 5. A | pipe_and_line",
        "next",
        "The program ends: 0 of 1.5. =1+1",
        "seed: 1; sandbox: none",
        "",
        "Notes, which cost nothing",
        "You print lines that are not a player's hand: 'Player  2 - *<3H>*'.",
    ]


def test_a_letter_quotes_the_compiler():
    words = "x.c: in function\nerror: no luck\n   1 | int"
    (fault,) = program_can_be_run(Unusable("make", Ending("code", 2), words))
    item = Item("types", "Types", 5, 0, FAILED)
    sheet = Sheet("x.c", (item, item), (Finding(("types",), fault, ("",)),))
    told = plain.draw(letter(sheet)).splitlines()
    assert told[1:] == [
        "One mistake cost 10 points.", "It does not compile.", "error: no luck",
        "make ended with exit code 2.",
        "Next: mend the first error and compile again: the others may follow from it.", "",
        "What is right", "✗ 0 of 2 criteria are right.", "",
        "Points", "Outcome   Points  What is judged", "✗ failed  0 of 5  Types",
        "✗ failed  0 of 5  Types",
    ]  # fmt: skip
    assert plain.draw(letter(SHEETS[2])) == ("no marker: could not be marked: the sandbox failed\n")


def test_a_batch_has_a_row_for_each_sheet():
    assert batch_page(SHEETS).sections[-1].records == [
        ("right.py", "passed", "5 of 5", ""),
        (
            'wrong, "quoted" & <odd>',
            "mistakes",
            "7.5 of 11.5",
            "The compiler says: =A cause <here>",
        ),
        ("no marker", "error", "", "the sandbox failed"),
        ("not yet", "not marked", "", ""),
    ]


def test_a_report_can_be_overwritten_during_marking(tmp_path):
    path = tmp_path / "out.json"
    files = report_files([f"json={path}"], force=False)
    for sheet in SHEETS[3], SHEETS[0]:
        write_reports(files, [sheet])
        assert json.loads(path.read_text())["sheets"][0]["outcome"] == sheet.outcome


@pytest.mark.parametrize(
    ("wanted", "many", "message"),
    [
        (
            "pdf=x.pdf", False,
            "--report: expected KIND=FILE, KIND one of json, junit, gradescope, markdown,"
            " csv, got 'pdf=x.pdf'",
        ),
        (
            "json", False,
            "--report: expected KIND=FILE, KIND one of json, junit, gradescope, markdown,"
            " csv, got 'json'",
        ),
        (
            "gradescope=x.json", True,
            "--report: expected KIND=FILE, KIND one of json, junit, markdown, csv for many"
            " submissions, got 'gradescope=x.json'",
        ),
    ],
)  # fmt: skip
def test_impossible_reports(wanted, many, message):
    with pytest.raises(UsageError) as caught:
        report_files([wanted], force=False, many=many)
    assert str(caught.value) == message


def test_an_existing_report_is_not_overwritten(tmp_path):
    path = tmp_path / "out.json"
    path.write_text("mine")
    with pytest.raises(FileError) as caught:
        report_files([f"json={path}"], force=False)
    assert str(caught.value) == f"{path}: exists already; --force replaces it"
    write_reports(report_files([f"json={path}"], force=True), SHEETS[:1])
    assert path.read_text() != "mine"


def test_the_default_points_add_up_to_25():
    assert sum(DEFAULT_POINTS.values()) == 25
    assert DEFAULT_POINTS.keys() == CRITERIA.keys()


def test_a_rubric_changes_points(tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text("[points]\ntypes = 10\ncards = 2.5\n")
    assert read_rubric(str(path)) == DEFAULT_POINTS | {"types": 10.0, "cards": 2.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[points]\ntypo = 1\n", "expected a criterion, one of between, within, types,"
         " reading, players, cards, missing, random, ends, got 'typo'"),
        ("[points]\ntypes = -1\n", "types: expected points from 0 to 1000, got '-1'"),
        ("[points]\ntypes = true\n", "types: expected points from 0 to 1000, got 'True'"),
        ("[points]\ntypes = 'many'\n", "types: expected points from 0 to 1000, got 'many'"),
        ("[points]\ntypes = nan\n", "types: expected points from 0 to 1000, got 'nan'"),
        (f"[points]\ntypes = 0x{'f' * 5000}\n",
         "types: expected points from 0 to 1000, got a number of thousands of digits"),
        (f"[points]\ntypes = {'[' * 9000}{']' * 9000}\n",
         "expected a TOML file, got lists in lists too deep"),
        ("\n" * 65537, "expected points, got more than 65536 bytes"),
        ("[scores]\ntypes = 1\n", "expected only [points] and [late], got 'scores'"),
        ("points = 3\n", "expected lines below [points], such as types = 10, got none"),
    ],
)  # fmt: skip
def test_invalid_rubrics(text, message, tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    with pytest.raises((MarkerError, FileError)) as caught:
        read_rubric(str(path))
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize("text", [f"[points]\ntypes = {'9' * 5000}\n", "[points\n"])
def test_a_rubric_that_is_not_toml(text, tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    with pytest.raises(ValueError) as python:  # noqa: PT011
        tomllib.loads(text)
    with pytest.raises(MarkerError) as caught:
        read_rubric(str(path))
    assert str(caught.value) == f"{path}: expected a TOML file: {python.value}"


def test_a_missing_rubric(tmp_path):
    with pytest.raises(FileError) as caught:
        read_rubric(str(tmp_path / "none.toml"))
    assert (
        str(caught.value)
        == f"Could not find file\nThere is no file or folder '{tmp_path}/none.toml'."
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder to copy into, with a student's files in the current one."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "copies").mkdir()
    monkeypatch.chdir(tmp_path / "mine")
    for name in "mine.py", "cards.py", "answers.txt", "Poker.class", "Card.class", "PokerEval":
        Path(name).write_text(name)
    Path("PokerEval").chmod(0o755)
    (tmp_path / "mine" / "build").mkdir()
    Path("build", "lib.so").write_text("lib")
    return tmp_path / "copies"


@pytest.mark.parametrize(
    ("command", "words", "copies"),
    [
        (["./PokerEval"], ["./PokerEval"], {"PokerEval"}),
        (["python3", "mine.py", "-v"], [None, "mine.py", "-v"], {"mine.py", "cards.py"}),
        (["sh", "Poker"], [None, "Poker"], {"Poker.class", "Card.class"}),
        (["sh", "-cp", "build", "Poker"], [None, "-cp", "build", "Poker"],
         {"build", "Poker.class", "Card.class"}),
        (["../mine/PokerEval"], ["./PokerEval"], {"PokerEval"}),
        (["sh", "--lib=x.py", "a.jar:b.jar", "{deck}.py"],
         [None, "--lib=x.py", "a.jar:b.jar", "{deck}.py"], set()),
    ],
)  # fmt: skip
def test_the_files_that_a_command_names_are_copied(command, words, copies, folder):
    submission = submission_from_command(command, [], str(folder))
    assert list(submission.command[1:]) == words[1:]
    assert words[0] is None or submission.command[0] == words[0]
    assert set(os.listdir(folder)) == copies


def test_the_program_may_be_one_of_the_needed_files(folder):
    Path("build", "main.py").write_text("main")
    submission = submission_from_command(["sh", "main.py"], ["build/main.py"], str(folder))
    assert submission.command[1:] == ("main.py",)


def test_needed_files_are_copied(folder):
    submission_from_command(["./PokerEval"], ["answers.txt", "build"], str(folder))
    assert set(os.listdir(folder)) == {"PokerEval", "answers.txt", "build"}


@pytest.mark.parametrize(
    ("command", "needs", "message"),
    [
        (["./Nothing"], [], "there is no program './Nothing'"),
        (["/nowhere/at/all"], [], "there is no program '/nowhere/at/all'"),
        (["PokerEval"], [], "PokerEval may not be run: try ./PokerEval"),
        (["no-such-program"], [], "there is no program 'no-such-program'"),
        (["sh mine.py"], [], "there is no program 'sh mine.py'; should the quotes be left out?"),
        (["./PokerEval -v"], [],
         "there is no program './PokerEval -v'; should the quotes be left out?"),
        (["python3", "nothere.py"], [], "there is no program 'nothere.py'"),
        (["./PokerEval"], ["gone.txt"], "gone.txt: cannot be copied: No such file or directory"),
        (["./PokerEval"], ["pipes"], "pipes: cannot be copied: pipes/pipe is not a regular file"),
        (["./PokerEval"], ["pipes/pipe"],
         "pipes/pipe: cannot be copied: pipes/pipe is not a regular file"),
        (["./PokerEval"], ["/dev/zero"],
         "/dev/zero: cannot be copied: /dev/zero is not a regular file"),
        (["./PokerEval"], ["large"], "large: cannot be copied: more than 256 MiB"),
        (["./PokerEval"], ["many"], "many: cannot be copied: more than 256 MiB"),
        pytest.param(["sh", "/proc/self/mem"], [],
                     "/proc/self/mem: cannot be copied: Input/output error", marks=needs_linux),
    ],
)  # fmt: skip
def test_commands_that_cannot_be_run(command, needs, message, folder):
    os.mkdir("pipes")
    os.mkfifo("pipes/pipe")
    os.mkdir("many")
    for name in "large", "many/a", "many/b":  # with nothing on the disk
        Path(name).touch()
        os.truncate(name, 2**28 + 1 if name == "large" else 2**27 + 1)
    with pytest.raises(MarkerError) as caught:
        submission_from_command(command, needs, str(folder))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("word", "text", "mode", "message"),
    [
        (
            "./p.py",
            "#!/bin/sh",
            0o644,
            "./p.py may not be run: try python3 ./p.py",
        ),
        ("./p.py", "print()", 0o644, "./p.py may not be run: try python3 ./p.py"),
        ("./p.py", "print()", 0o755, "./p.py may not be run: try python3 ./p.py"),
        ("p.py", "#!/bin/sh", 0o755, "p.py may not be run: try python3 p.py"),
        ("./P", "", 0o644, "./P may not be run: try chmod +x ./P"),
        ("./my P", "", 0o644, "'./my P' may not be run: try chmod +x './my P'"),
        ("./P.class", "", 0o755, "./P.class may not be run: try java ./P"),
        ("./P.jar", "PK", 0o644, "./P.jar may not be run: try java -jar ./P.jar"),
        ("./P.cpp", "int main", 0o644, "./P.cpp may not be run: try to compile it"),
        ("./P.cpp", "int main", 0o755, "./P.cpp may not be run: try to compile it"),
        ("P.java", "class P", 0o644, "P.java may not be run: try to compile it"),
    ],
)
def test_programs_that_cannot_be_executed_directly(word, text, mode, message, folder):
    Path(word).write_text(text)
    Path(word).chmod(mode)
    with pytest.raises(MarkerError) as caught:
        submission_from_command([word], [], str(folder))
    assert str(caught.value) == message
    assert os.listdir(folder) == []


def test_a_script_with_a_shebang_is_executed_directly(folder):
    Path("mine.py").write_text("#!/usr/bin/env python3")
    Path("mine.py").chmod(0o755)
    assert submission_from_command(["./mine.py"], [], str(folder)).command == ("./mine.py",)


def test_programs_in_the_markers_virtual_environment_are_not_found(monkeypatch):
    own = os.path.dirname(sys.executable)
    monkeypatch.setenv("PATH", os.pathsep.join([own, "/usr/bin", "/bin"]))
    where = sandbox.find_program("sh")
    assert where is not None
    if sys.prefix != sys.base_prefix:
        assert sandbox.find_program("poker-table") is None
    monkeypatch.setattr(sandbox.sys, "prefix", sys.base_prefix)  # nothing of its own to hide
    assert sandbox.find_program("sh") is not None


def test_a_version_managers_shim_is_resolved_to_the_interpreter(tmp_path, monkeypatch):
    real, shims, managers = (
        tmp_path / name for name in ("real/ruby", ".rbenv/shims", ".rbenv/bin")
    )
    for path, text in (
        (real, "#!/bin/sh\n"),
        (shims / "ruby", "#!/bin/sh\n"),
        (shims / "gone", "#!/bin/sh\n"),
        (managers / "rbenv", f'#!/bin/sh\n[ "$1 $2" = "which ruby" ] && echo {real}\n'),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}:/usr/bin:/bin")
    assert sandbox.find_program("ruby") == str(real)
    assert sandbox.find_program("gone") == str(shims / "gone")
    by_path = submission_from_command([str(shims / "ruby")], [], str(tmp_path))
    assert by_path.command == (str(real),)


def test_a_batch_submission_is_compiled_in_a_copy(tmp_path):
    work = tmp_path / "ann"
    work.mkdir()
    (work / "source.txt").write_text("hello")
    copies = tmp_path / "copies"
    copies.mkdir()
    done = submission_from_folder(str(work), ["./a", "-v"], "cp source.txt a", str(copies), "none")
    assert (done.name, done.command, done.unusable) == ("ann", ("./a", "-v"), None)
    assert (copies / "a").read_text() == "hello"
    assert done.warnings == ""
    assert not (work / "a").exists()


def test_a_compiled_program_with_another_name_is_an_error(tmp_path):
    (tmp_path / "ann.c").write_text("hello")
    copies = tmp_path / "copies"
    copies.mkdir()
    with pytest.raises(MarkerError) as caught:
        submission_from_folder(
            str(tmp_path / "ann.c"), ["./poker"], "mv ann.c Poker", str(copies), "none"
        )
    assert str(caught.value) == "compiled, but there is no './poker'; there is: Poker"


@pytest.fixture
def batch(tmp_path):
    """Three programs, a folder with one, two folders without exactly one, and another file."""
    for name in "ann.py", "ben.py", "eve.py", "notes.txt":
        (tmp_path / "batch" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "batch" / name).write_text(name)
    for name, files in {
        "carol": ["a.py", "b.py", "c.py"], "dan": ["mine.py", "deck.txt", ".py"], "fay": [],
    }.items():  # fmt: skip
        (tmp_path / "batch" / name).mkdir()
        for file in files:
            (tmp_path / "batch" / name / file).write_text(file)
    return tmp_path / "batch"


@pytest.mark.parametrize("command", [["sh", "mine.py"], ["./mine.py", "-v"]])
def test_a_submission_without_the_file_that_the_command_names_is_an_error(command, batch, tmp_path):
    for copies in "dans", "carols":
        (tmp_path / copies).mkdir()
    submission_from_folder(str(batch / "dan"), command, "", str(tmp_path / "dans"), "none")
    with pytest.raises(MarkerError) as caught:
        submission_from_folder(str(batch / "carol"), command, "", str(tmp_path / "carols"), "none")
    named = next(word for word in command if word.endswith("mine.py"))
    assert str(caught.value) == f"there is no '{named}'; there is: a.py, b.py, c.py"


def test_our_own_reports_are_not_submissions(batch):
    before = entries_in(str(batch), "", {".py"})
    (batch / "marks.py").write_text("")
    ours = [os.path.relpath(batch / "marks.py")]
    assert entries_in(str(batch), "", {".py"}, ours) == before


def test_a_compilers_warnings_are_kept(tmp_path):
    (tmp_path / "ann.c").write_text("int main() {}")
    copies = tmp_path / "copies"
    copies.mkdir()
    done = submission_from_folder(
        str(tmp_path / "ann.c"), ["./a"], "touch a; echo 'odd: ann.c' >&2", str(copies), "none"
    )
    assert (done.unusable, done.warnings) == (None, "odd: ann.c")


def test_a_symbolic_link_in_a_batch_is_not_followed(tmp_path):
    (tmp_path / "secret.txt").write_text("the answers")
    (tmp_path / "ann.py").symlink_to(tmp_path / "secret.txt")
    copies = tmp_path / "copies"
    copies.mkdir()
    submission_from_folder(str(tmp_path / "ann.py"), ["./ann.py"], "", str(copies), "none")
    assert (copies / "ann.py").is_symlink()


def test_caches_and_virtual_environments_are_not_copied(tmp_path):
    ann, copies = tmp_path / "ann", tmp_path / "copies"
    for name in "mine.py", ".git/HEAD", "a/__pycache__/mine.pyc", "a/env/pyvenv.cfg", "a/more.py":
        (ann / name).parent.mkdir(parents=True, exist_ok=True)
        (ann / name).write_text("")
    copies.mkdir()
    submission_from_folder(str(ann), ["python3", "mine.py"], "", str(copies), "none")
    files = {str(path.relative_to(copies)) for path in copies.rglob("*") if path.is_file()}
    assert files == {"mine.py", "a/more.py"}


def test_a_supervisor_is_reused_and_replaced_if_it_is_killed(tmp_path):
    program = "import os; print(open(f'/proc/{os.getppid()}/stat').read().split()[3])"
    command = [sys.executable, "-c", program]
    run = partial(run_copy, str(tmp_path), command, {}, "none", Limits())
    with supervisor_pool.SUPERVISORS:
        watched_by = [run().out for _ in range(2)]
        assert watched_by[0] == watched_by[1]
        os.kill(int(watched_by[0]), signal.SIGKILL)
        with pytest.raises(MarkerError, match="could not be supervised: its supervisor was killed"):
            run()
        last = run().out
        assert last != watched_by[0]
        assert os.path.exists(f"/proc/{int(last)}")
    assert not os.path.exists(f"/proc/{int(last)}")
    assert not os.path.exists(
        f"/proc/{int(run().out)}"
    )  # outside `with`, a supervisor ends after one run


@needs_linux
@pytest.mark.parametrize("held", range(12))
def test_a_run_starts_whatever_descriptors_the_supervisor_holds(held, tmp_path, monkeypatch):
    level = sandbox.level_in_force("auto")
    hold = f"import os; [os.dup(0) for _ in range({held})]; "
    monkeypatch.setattr(supervisor_pool, "_SUPERVISE", hold + supervisor_pool._SUPERVISE)
    assert run_copy(str(tmp_path), ["echo", "begun"], {}, level, Limits()).out == "begun\n"


def test_an_interpreter_is_mounted_with_its_installation(tmp_path):
    """Links to it are recreated; a program in the system's folders needs no mount of its own."""
    for path in "opt/bin/python9", "opt/lib/python9.3.3/os.py":
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("")
    (tmp_path / "python").symlink_to(tmp_path / "opt" / "bin" / "python9")

    def shown(*command: str) -> list[str]:
        words = sandbox.command_in_bwrap(command, "/a", 512, 512)
        options = "--ro-bind", "--symlink", "--tmpfs"
        return [f"{option} {path}" for option, path in pairwise(words) if option in options]

    own = shown("./PokerEval")
    at = own.index("--tmpfs /tmp") + 1
    assert shown("/usr/bin/env") == own
    assert shown("./PokerEval", str(tmp_path / "opt" / "bin" / "python9"))[at:-1] == [
        f"--ro-bind {tmp_path}/opt/bin/python9"
    ]
    assert shown(str(tmp_path / "python"))[at:-1] == [
        f"--symlink {tmp_path}/opt/bin/python9",
        f"--ro-bind {tmp_path}/opt/bin", f"--ro-bind {tmp_path}/opt/lib",
    ]  # fmt: skip
    (tmp_path / "env" / "bin").mkdir(parents=True)
    (tmp_path / "env" / "bin" / "python3").symlink_to("/usr/bin/python3")
    (tmp_path / "env" / "pyvenv.cfg").write_text("")
    ours = tmp_path / "env/lib/python3.9/site-packages/poker_table"
    ours.mkdir(parents=True)
    assert shown(str(tmp_path / "env/bin/python3"))[at:-1] == [
        f"--ro-bind {tmp_path}/env/bin", f"--ro-bind {tmp_path}/env/lib",
        f"--ro-bind {tmp_path}/env/pyvenv.cfg", f"--tmpfs {ours}",
    ]  # fmt: skip


def test_a_program_that_does_not_compile_is_unusable(tmp_path):
    (tmp_path / "ann.c").write_text("int main( {}")
    copies = tmp_path / "copies"
    copies.mkdir()
    compiler = "echo 'error: no luck' >&2; exit 4"
    done = submission_from_folder(
        str(tmp_path / "ann.c"), ["./a.out"], compiler, str(copies), "none"
    )
    assert done.unusable == (compiler, ("code", 4), "error: no luck")


def test_impossible_batches(tmp_path):
    (tmp_path / ".hidden").write_text("")
    with pytest.raises(MarkerError) as caught:
        entries_in(str(tmp_path), "", {".py"})
    assert str(caught.value) == f"{tmp_path}: expected submissions, got an empty folder"
    with pytest.raises(FileError) as caught:
        entries_in(str(tmp_path / "none"), "", {".py"})
    assert (
        str(caught.value) == f"Could not find file\nThere is no file or folder '{tmp_path}/none'."
    )


@needs_linux
def test_a_requested_sandbox_that_does_not_work_is_an_error(tmp_path):
    """Each case needs a new process: whether bwrap works is cached."""
    bare = {name: value for name, value in os.environ.items() if name != "PATH"}
    said = {}
    (tmp_path / "ann.py").write_text("")
    for asked in "bwrap", "auto", "none", "--batch=.":
        options = [asked] if asked.startswith("--") else ["--sandbox", asked]
        command = [sys.executable, "-m", "poker_table", "grade", *options, "./nothing"]
        done = subprocess.run(
            command, cwd=tmp_path, env={**bare, "PATH": str(tmp_path)}, capture_output=True,
            text=True,
        )  # fmt: skip
        said[asked] = (done.returncode, done.stderr)
    nothing = "Error: there is no program './nothing'\n"
    no_bwrap = (
        "Error: bubblewrap does not work here: there is no program bwrap"
        " (apt-get install bubblewrap, or --sandbox none for programs that you trust)\n"
    )
    assert said == {
        "bwrap": (3, no_bwrap),
        "auto": (3, nothing),
        "none": (3, nothing),
        "--batch=.": (3, no_bwrap),
    }


def test_a_run_that_cannot_be_prepared_is_the_markers_error(tmp_path):
    with pytest.raises(MarkerError) as caught:
        run_copy(str(tmp_path / "nowhere"), ["true"], {"deck.txt": "0 0"}, "none", Limits())
    assert str(caught.value).startswith("the run could not be prepared: cp: cannot stat")


@pytest.mark.parametrize("kind", ["folder", "link to a folder", "file"])
def test_a_submission_may_have_what_is_named_like_the_deck_file(kind, tmp_path):
    own, beside = tmp_path / "ann" / "deck.txt", tmp_path / "beside"
    for folder in beside / "a", own.parent / "*":
        folder.mkdir(parents=True)
    if kind == "folder":
        (own / "a").mkdir(parents=True)
    elif kind == "file":
        own.write_text("mine")
    else:
        own.symlink_to(beside)
    program = ["sh", "-c", "cat deck.txt; ls"]
    done = run_copy(str(own.parent), program, {"deck.txt": "0 0\n"}, "none", Limits())
    assert (done.out, done.err) == ("0 0\n*\ndeck.txt\n", "")
    assert own.exists()
    assert (beside / "a").exists()


def test_marking_fails_if_its_runs_cannot_be_prepared(tmp_path):
    submission = Submission("ann", str(tmp_path / "nowhere"), ("true",))
    options = MarkingOptions(decks_to_try(0, 1), DEFAULT_POINTS, "none", Limits(), {})
    with pytest.raises(MarkerError, match="^the run could not be prepared: cp: cannot stat"):
        mark(submission, options)


def test_a_cancelled_batch_ends_after_the_current_run(tmp_path):
    (tmp_path / "ann").mkdir()
    (tmp_path / "ann" / "notes.txt").write_text("")
    decks = decks_to_try(0, 1)
    options = MarkingOptions(decks, DEFAULT_POINTS, "none", Limits(), {})
    batch = Batch([Entry("ann", str(tmp_path / "ann"))], ["true"], options)
    batch.cancel()
    with pytest.raises(BatchCancelledError):
        batch.mark(*batch.entries)
    assert [sheet.outcome for sheet in batch.sheets] == [NOT_MARKED]


def test_a_program_runs_without_stdbuf(monkeypatch, tmp_path):
    monkeypatch.setattr(sandbox, "PROGRAMS", str(tmp_path))
    assert "-oL" not in sandbox.command_in_copy(["true"], "/tmp", 512)
    monkeypatch.undo()
    assert sandbox.command_in_copy(["true"], "/tmp", 512)[-2:] == ["-oL", "true"]


def stand_in(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize(
    ("script", "said"),
    [("echo no such thing >&2", "no such thing"), ("", "its supervisor was killed")],
)
def test_a_supervisor_that_fails_is_the_markers_error(script, said, folder, monkeypatch):
    monkeypatch.setattr(sys, "executable", stand_in(folder.parent / "python", script))
    with pytest.raises(MarkerError) as caught:
        run_copy(str(folder), ["true"], {}, "none", Limits())
    assert str(caught.value) == f"the run could not be supervised: {said}"


def test_the_library_path_is_passed_on(folder, monkeypatch):
    """Environment modules set it; the supervisor and students' programs need it."""
    script = f'[ "$LD_LIBRARY_PATH" = /opt/lib ] || exit 127; exec {quote(sys.executable)} "$@"'
    python = stand_in(folder.parent / "python", script)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/lib")
    monkeypatch.setattr(sys, "executable", python)
    run = run_copy(str(folder), [python, "-c", "print('begun')"], {}, "none", Limits())
    assert (run.out, run.err, run.exit_code) == ("begun\n", "", 0)


def test_a_sandbox_that_fails_is_the_markers_error(folder, monkeypatch):
    stand_in(folder.parent / "bwrap", 'echo "bwrap: Can\'t mount x" >&2; exit 1')
    monkeypatch.setenv("PATH", f"{folder.parent}:{os.environ['PATH']}")
    with pytest.raises(MarkerError) as caught:
        run_copy(str(folder), ["true"], {}, "bwrap", Limits())
    assert str(caught.value) == "the run could not be prepared: bwrap: Can't mount x"


@pytest.mark.parametrize(
    ("run", "trouble"),
    [
        (Run("", "", 0), ""),
        (Run("", "", 3), ""),
        (Run("", "", 139), "crashed: SIGSEGV"),
        (Run("", "", 134), "crashed: SIGABRT"),
        (Run("", "", 136), "crashed: SIGFPE"),
        (Run("", "", 127), "could not be started"),
        (Run("", "", 126), "could not be started"),
        (Run("", "", 127, Ending("time", 5)), "hung: stopped after 5 seconds"),
    ],
)
def test_how_a_crash_is_worded(run, trouble):
    assert (in_words(run.crash) if run.crash else "") == trouble


@pytest.mark.parametrize(
    ("limit", "told"),
    [
        ("time", "hung: stopped after 5 seconds"),
        ("memory", "used more than 512 MiB of memory and was stopped"),
        ("processes", "started more than 64 processes and was stopped"),
        ("output", "printed more than 1 MiB and was stopped"),
        ("threads", "started more than 256 threads and was stopped"),
    ],
)
def test_how_an_exceeded_limit_is_worded(limit, told):
    assert in_words(Limits().ending_at(limit)) == told


def test_a_run_that_uses_up_its_processor_time_counts_as_hung(tmp_path):
    """The kernel may stop it before the supervisor does."""
    run = run_copy(str(tmp_path), ["sh", "-c", "kill -XCPU $$"], {}, "none", Limits(seconds=1))
    assert (run.exit_code, run.crash) == (152, Ending("time", 1))


def test_a_file_in_the_current_folder_does_not_replace_a_bundled_deck(tmp_path, monkeypatch):
    right = {name: str(deck) for name, deck in decks_to_try(2, 1).items()}
    monkeypatch.chdir(tmp_path)
    (tmp_path / "three.txt").write_text("Player 2 - 7H 9D 9H 9S TS - Three of a Kind\n")
    assert {name: str(deck) for name, deck in decks_to_try(2, 1).items()} == right
