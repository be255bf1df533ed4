"""The exports to Moodle, to a second marker who must not see names, and to JPlag."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path

import pytest
from program import run

from poker_table.grading import batch as batches
from poker_table.grading.intake.entries import Entry
from poker_table.grading.judging.faults import Fault, Kind
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.results.for_others import without_names
from poker_table.grading.running.submission import Submission
from poker_table.grading.sheet import FAILED, Finding, Item, Sheet

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
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(batches, "mark", marked)
    for folder in FOLDERS:
        (tmp_path / "in" / folder / "src").mkdir(parents=True)
        (tmp_path / "in" / folder / "src" / "poker.h").write_text("// by Ann")
        (tmp_path / "in" / folder / "main.py").write_text("")
    rows = HEADER, ANN.format("", ""), ZOE.format("", ""), BOB
    (tmp_path / "grades.csv").write_text("\r\n".join(rows), "utf-8", newline="")
    words = "--roster", str(tmp_path / "grades.csv"), "--anonymous", "--jplag"
    results = tmp_path / "results"
    for _ in range(2):
        run("grade", "--batch", str(tmp_path / "in"), "--sandbox", "none", "--into", str(results),
            *words)  # fmt: skip
    return results


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


def test_a_second_marker_sees_no_name_and_no_student_number(results):
    with (results / "anonymous-key.csv").open(encoding="utf-8") as file:
        key = {row["Code"]: row["Submission"] for row in csv.DictReader(file)}
    assert sorted(key.values()) == sorted(FOLDERS)
    pages = [path for path in (results / "anonymous").iterdir() if path.is_file()]
    assert {path.stem for path in pages} == {*key, "class"}
    for page in pages:
        text = page.read_text("utf-8").lower()
        assert ("poker by" in text) is (page.stem in key)
        assert ("lee.txt" in text) is (page.stem in key)  # a deck keeps its name
        ours = {word for word in ("657737", "657738", "hara", "zoë") if word in text}
        assert ours == ({"657737"} if key.get(page.stem) == FOLDERS[1] else set())  # another's


def test_a_second_marker_sees_no_name_in_why_a_program_could_not_be_marked():
    entry = Entry("ann_lee.zip", "in/ann_lee.zip", "Ann Lee")
    sheet = Sheet(entry.name, (), trouble="ann_lee.zip: cannot be unpacked")
    assert without_names(sheet, entry, "c0de").trouble == "…_….…: cannot be unpacked"


def test_jplag_gets_a_folder_of_files_for_each(results):
    files = {str(path.relative_to(results / "jplag")) for path in results.glob("jplag/*/**/*.*")}
    names = {path.name for path in (results / "jplag").iterdir()}
    assert files == {f"{name}/{file}" for name in names for file in ("main.py", "src/poker.h")}
    assert len(names) == 2
