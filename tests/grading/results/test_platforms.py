"""Sheets in every format: reports for people, programs and platforms, and letters."""

import csv
import io
import json
from dataclasses import replace
from shlex import quote
from xml.etree import ElementTree

import pytest
from junit import check_junit
from program import error_of

from poker_table.cli.output import UsageError
from poker_table.cli.reports import report_files
from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.grading.judging.faults import Fault, Foreign
from poker_table.grading.judging.run_checks import program_can_be_run
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import batch_page
from poker_table.grading.results.platforms import REPORTS, write_reports
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.running.runner import Ending
from poker_table.grading.running.submission import Unusable
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
    Sheet("wrong, \"quoted\" & <odd>",
     (Item("between", "Hands of different types", 5, 2.5, FAILED, "A | pipe_and_line\nnext"),
     Item("within", "Hands of one type", 5, 5, PASSED),
     Item("ends", "The program ends", 1.5, 0, FAILED, "=1+1")),
     (Finding(("between",), ODD, ("three.txt",)),),
     (Sentence("Besides the hands you print lines such as ", quote("Player  2 - *<3H>*")),),
     {"seed": 1, "sandbox": "none"}),
    Sheet("no marker", (), trouble="the sandbox failed"),
    Sheet("not yet", (), facts={"sandbox": "none", "seed": 1}),
]  # fmt: skip

FAR = "see which line it prints last: look in the code just after that"


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
        {"kind": "ended", "cause": "The compiler says: =A cause <here>", "items": ["between"],
         "example": SAID, "example_from": "three.txt", "seen_in": ["three.txt"], "expected": [],
         "printed": [], "worked_out": [],
         "command": "poker-table three.txt --save deck.txt --force"},
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
    assert (failure.get("message"), failure.text) == (TOLD, f"{TOLD}\nA | pipe_and_line\nnext")


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
        ('a;"=1;"', 'a;\'"=1;"'),
        ("error\n=1\n\nb", "error\n'=1\n\nb"),
    ],
)
def test_no_csv_cell_is_a_formula_in_any_spreadsheet(name, shown):
    (row,) = csv.DictReader(io.StringIO(REPORTS["csv"]([Sheet(name, ())])))
    assert row["submission"] == shown


def test_the_markdown_report_escapes_text():
    lines = REPORTS["markdown"](SHEETS[1:2]).splitlines()
    assert [line for line in lines if "\\" in line] == [
        '# wrong, "quoted" & \\<odd\\>: 7.5 of 11.5 points',
        "## The compiler says: =A cause \\<here\\>.",
        "three.txt: It said '=1 \\| \\<here\\>'. It had printed nothing.",
        "Hands of different types: 2.5 of 5. A \\| pipe\\_and\\_line<br>next",
        "Besides the hands you print lines such as 'Player  2 - \\*\\<3H\\>\\*'.",
    ]
    assert "| ✗ partly | 2.5 of 5 | Hands of different types |" in lines


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
        "✓ Expected     2C 3C 4C 5D AC  Player 3 - 2C 3C 4C 5D AC - Straight",
        "✗ You printed                  Player 3 - 2C 3C 4C 5D AC - High Card",
        "a.txt: Player 3 has 2C 3C 4C 5D AC.",
        "Next: poker-table a.txt --save deck.txt --force",
        "Then run your program on deck.txt and compare what it prints with what is expected,"
        " line by line.",
        "To see it: poker-table a.txt --explain",
        "Also on 5 other decks: b.txt, c.txt, d.txt, e.txt …",
        "It cost 2 points.",
        "",
        "2. The program ended with exit code 1.",
        f"three.txt: {SAID}",
        "Next: poker-table three.txt --save deck.txt --force",
        f"Then run your program on deck.txt and {FAR}.",
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
        "Besides the hands you print lines such as 'Player  2 - *<3H>*'.",
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
        ('wrong, "quoted" & <odd>', "mistakes", "7.5 of 11.5",
         "The compiler says: =A cause <here>"),
        ("no marker", "error", "", "the sandbox failed"),
        ("not yet", "not marked", "", ""),
    ]  # fmt: skip


def test_a_report_can_be_overwritten_during_marking(tmp_path):
    path = tmp_path / "out.json"
    files = report_files([f"json={path}"], force=False)
    for sheet in SHEETS[3], SHEETS[0]:
        write_reports(files, [sheet])
        assert json.loads(path.read_text())["sheets"][0]["outcome"] == sheet.outcome


@pytest.mark.parametrize(
    ("wanted", "many", "kinds"),
    [
        ("pdf=x.pdf", False, "json, junit, gradescope, markdown, csv"),
        ("json", False, "json, junit, gradescope, markdown, csv"),
        ("gradescope=x.json", True, "json, junit, markdown, csv for many submissions"),
    ],
)
def test_impossible_reports(wanted, many, kinds):
    said = error_of(UsageError, report_files, [wanted], force=False, many=many)
    assert said == f"--report: expected KIND=FILE, KIND one of {kinds}, got '{wanted}'"
