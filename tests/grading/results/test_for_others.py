"""The exports to Moodle, to a second marker who must not see names, and to JPlag."""

from __future__ import annotations

import csv
import json
import os
import zipfile
from pathlib import Path

import pytest
from program import run

from poker_table.game.cards import CARDS
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.grading import batch as batches
from poker_table.grading.intake.entries import Entry
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.results.folder import Results
from poker_table.grading.results.for_others import anonymous_sheet, write_jplag
from poker_table.grading.results.pages import class_page, letter
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.results.words import cause_text
from poker_table.grading.running.submission import Submission
from poker_table.grading.sheet import FAILED, Finding, Item, Sheet
from poker_table.show import plain

FOLDERS = "Ann Lee_657737_assignsubmission_file_", "Zoë O'Hara_657738_assignsubmission_file_"
HEADER = (
    "Identifier,Full name,Email address,Status,Grade,Maximum Grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments"
)
ANN = "Participant 657737,Ann Lee,ann@x.org,Submitted for grading - 2 days late,{},25.00,Yes,-,-,{}"
ZOE = "Participant 657738,Zoë O'Hara,z@x.org,Submitted for grading,{},25.00,Yes,-,-,{}"
BOB = "Participant 657739,Bob,b@x.org,No submission,,25.00,Yes,-,-,\r\n"


def marked(submission: Submission, options: MarkingOptions, *_: object) -> Sheet:
    """Return the sheet of a program that prints its student's name."""
    line = "Poker by ANN_LEE (657737), <b>"
    fault = Fault(Kind.ENDED, {"types"}, ("code", 1), (line, 1, line), deck="lee.txt")
    finding = Finding(fault.cause, ("types",), fault, ("lee.txt",))
    return Sheet(submission.name, (Item("types", "Types", 5, 2, FAILED),), (finding,))


@pytest.fixture
def results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_decks_for_every_seed: None
) -> Path:
    monkeypatch.setattr(batches, "mark", marked)
    for folder in FOLDERS:
        (tmp_path / "in" / folder / "src").mkdir(parents=True)
        (tmp_path / "in" / folder / "src" / "poker.h").write_text("// by Ann")
        (tmp_path / "in" / folder / "main.py").write_text("")
        (tmp_path / "in" / folder / "root").symlink_to("/")
    rows = HEADER, ANN.format("", ""), ZOE.format("", ""), BOB
    (tmp_path / "grades.csv").write_text("\r\n".join(rows), "utf-8", newline="")
    for _ in range(2):
        marked_again(tmp_path)
    return tmp_path / "results"


def marked_again(tmp_path: Path) -> str:
    """Mark the batch, and return what was written to standard error."""
    folders = "--batch", str(tmp_path / "in"), "--into", str(tmp_path / "results")
    more = "--roster", str(tmp_path / "grades.csv"), "--anonymous", "--jplag"
    return run("grade", "--sandbox", "none", *folders, *more)[2]


def test_moodles_worksheet_is_filled_with_marks_and_comments(results):
    told = "ended with exit code 1. It cost 3 points: 2 of 5."
    text = (results / "grades.csv").read_bytes().decode()
    lines = text.split("\r\n")
    assert lines[0] == HEADER
    assert lines[1].startswith(ANN.format("2", '"One mistake, seen in lee.txt: the program ended'))
    assert lines[2].startswith(ZOE.format("2", '"One mistake, seen in lee.txt: the program ended'))
    assert "\r\n".join(lines[3:]) == BOB
    for row in csv.DictReader(lines[:3]):
        assert row["Feedback comments"].endswith(told)
        assert None not in row


def test_the_letters_for_moodle_are_in_the_folders_of_its_download(results):
    with zipfile.ZipFile(results / "feedback.zip") as archive:
        assert sorted(archive.namelist()) == [f"{folder}/feedback.html" for folder in FOLDERS]
        assert "<html" in archive.read(archive.namelist()[0]).decode()


def read_key(results: Path, name: str = "anonymous-key.csv") -> dict[str, str]:
    with (results / name).open(encoding="utf-8", newline="") as file:
        return {row["Submission"]: row["Code"] for row in csv.DictReader(file)}


def test_a_second_marker_sees_no_name_and_no_student_number(results):
    key = read_key(results)
    assert sorted(key) == sorted(FOLDERS)
    pages = [path for path in (results / "anonymous").iterdir() if path.is_file()]
    assert {path.stem for path in pages} == {*key.values(), "class"}
    for page in pages:
        text = page.read_text("utf-8").lower()
        assert ("lee.txt" in text) is (page.stem != "class")  # a deck keeps its name
        assert not [word for word in ("657737", "hara", "zoë", "ann", "poker by") if word in text]


NAME = "ben4711"
HAND = (Hand.of("2C 4C 5C 6C 7C", 3),)
EXAMPLES_OF_FAULTS = [
    (Kind.NOT_COMPILED, (f"g++ {NAME}.cpp", "code", 1), (f"{NAME}.cpp: error: {NAME}",)),
    (Kind.ENDED, ("code", 1), (NAME, 2, NAME)),
    (Kind.GIVEN_UP, (1,), ("three.txt",)),
    (Kind.UNSTEADY, (), (NAME, "")),
    (Kind.NOT_READ, (), ()),
    (Kind.NO_HANDS, (), ("", NAME)),
    (Kind.PLAYER_MISSING, (), ((3,), NAME)),
    (Kind.PLAYER_REPEATED, (), ((4711,), NAME)),
    (Kind.PLAYER_STRANGE, (), ((4711, 12), NAME)),
    (Kind.OTHER_PLAYERS, (True,), (3, CARDS[:5], CARDS[5:10])),
    (Kind.NOT_EVALUATED, (), (NAME,)),
    (Kind.TYPE_UNREADABLE, (), (NAME,)),
    (Kind.TYPE_TAKEN, (HandType.FLUSH, HandType.HIGH_CARD, False), ()),
    (Kind.CARDS_UNSORTED, (), (3, CARDS[:5])),
    (Kind.MISSING_ENDED, ("signal", "SIGSEGV"), (NAME, NAME, 139)),
    (Kind.MISSING_HANDS, (), (NAME, NAME, 0)),
    (Kind.MISSING_SILENT, (), ("", "", 3)),
    (Kind.MISSING_PASSES, (), ("", NAME, 0)),
    (Kind.RANDOM_NO_TABLE, (), (3, NAME)),
    (Kind.RANDOM_TWICE, (), (CARDS[0], 4711, 2)),
    (Kind.RANDOM_SAME, (), (NAME,)),
]


@pytest.mark.parametrize(("kind", "details", "evidence"), EXAMPLES_OF_FAULTS)
def test_no_example_shows_a_text_of_the_program(kind, details, evidence):
    fault = Fault(kind, {"types"}, details, evidence, HAND, (f"Player 3 - {NAME}",), "three.txt")
    finding = Finding(fault.cause, ("types",), fault, ("three.txt",))
    sheet = Sheet(NAME, (Item("types", "Types", 5, 2, FAILED),), (finding,))
    hidden = anonymous_sheet(from_data(json.loads(json.dumps(as_data(sheet)))), "c0de")
    text = plain.draw(letter(hidden)) + plain.draw(class_page([hidden]))
    assert "4711" not in text
    assert cause_text(fault.cause).replace(f"g++ {NAME}.cpp", "…") in text


def test_neither_a_remark_nor_a_fact_nor_a_trouble_shows_a_text_of_the_program():
    remarks = [
        Cause(Kind.LEFT_OUT, (NAME,)), Cause(Kind.OTHER_LABELS, ((NAME, HandType.FLUSH),)),
        Cause(Kind.OTHER_LINES, (NAME,)), Cause(Kind.COMPILER_SAYS, (NAME,)),
        Cause(Kind.CUT, (65536,)),
    ]  # fmt: skip
    facts = {"student": NAME, "sandbox": "bwrap", "number": 4711}
    sheet = Sheet(NAME, (), remarks=tuple(remarks), facts=facts, trouble=f"{NAME}.zip: broken")
    text = plain.draw(letter(anonymous_sheet(sheet, "c0de")))
    assert "4711" not in text
    assert "You print '…' for 'Flush'" in text
    assert "64 KiB" in text
    assert "c0de: could not be marked: …" in text
    assert "sandbox: bwrap" in text


def test_the_codes_stay_whatever_became_of_the_key(tmp_path, results):
    first, path = read_key(results), results / "anonymous-key.csv"
    edited = path.read_text("utf-8").replace(",", ";") + "\n\n"
    path.write_text(edited, "utf-8")
    err = marked_again(tmp_path)
    told = "anonymous-key.csv has been edited: the new list is anonymous-key-2.csv"
    assert f"{told}; marks by hand belong in marks.toml" in err.splitlines()
    assert path.read_text("utf-8") == edited
    assert read_key(results, "anonymous-key-2.csv") == first


def test_the_key_holds_no_formula(tmp_path, results):
    (tmp_path / "in" / "=1+1_7_assignsubmission_file_").mkdir()
    marked_again(tmp_path)
    rows = list(csv.reader((results / "anonymous-key.csv").read_text("utf-8").splitlines()))
    assert rows[1][1:] == ["'=1+1_7_assignsubmission_file_", "'=1+1"]


def test_jplag_gets_a_folder_of_files_for_each(results):
    files = {str(path.relative_to(results / "jplag")) for path in results.glob("jplag/*/**/*.*")}
    names = {path.name for path in (results / "jplag").iterdir()}
    assert files == {f"{name}/{file}" for name in names for file in ("main.py", "src/poker.h")}
    assert len(names) == 2
    assert not [path for path in results.glob("jplag/**/*") if path.is_symlink()]


def test_jplag_gets_no_link_that_is_a_submission(tmp_path):
    (tmp_path / "ann.py").symlink_to("/etc/passwd")
    results = Results(str(tmp_path / "results"))
    write_jplag(results, [Entry("ann.py", str(tmp_path / "ann.py"))])
    assert os.listdir(tmp_path / "results" / "jplag" / "ann.py") == []
