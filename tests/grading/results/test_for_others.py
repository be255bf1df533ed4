"""The exports to Moodle, to a second marker who must not see names, and to JPlag."""

import csv
import json
import os
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from program import put, rows_of, run

from poker_table.files.deck_file import read_deck
from poker_table.game.rules import HandType
from poker_table.game.table import Showdown, deal
from poker_table.grading import batch as batches
from poker_table.grading.intake.entries import Entry
from poker_table.grading.judging.judge import judge
from poker_table.grading.judging.label import OwnLabels, Place
from poker_table.grading.judging.reading import read_output
from poker_table.grading.judging.remarks import remarks_on
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.judging.run_checks import run_ends_well
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.results.folder import Results
from poker_table.grading.results.for_others import anonymous_sheet, write_jplag
from poker_table.grading.results.letter import letter
from poker_table.grading.results.pages import class_page
from poker_table.grading.results.sheet_json import as_data, from_data
from poker_table.grading.running.runner import Ending, Run, Runs
from poker_table.grading.running.submission import Submission, Unusable
from poker_table.grading.scoring import score
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
    (fault,) = run_ends_well(Run(line, line, 1))
    finding = Finding(("types",), replace(fault, deck="lee.txt"), ("lee.txt",))
    return Sheet(submission.name, (Item("types", "Types", 5, 2, FAILED),), (finding,))


@pytest.fixture
def results(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_decks_for_every_seed: None
) -> Path:
    monkeypatch.setattr(batches, "mark", marked)
    for folder in FOLDERS:
        put(tmp_path / "in" / folder / "src" / "poker.h", "// by Ann")
        put(tmp_path / "in" / folder / "main.py")
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
    told = "One mistake cost 3 points: 2 of 5. The program ended with exit code 1."
    text = (results / "grades.csv").read_bytes().decode()
    lines = text.split("\r\n")
    assert lines[:3] == [HEADER, ANN.format("2", told), ZOE.format("2", told)]
    assert "\r\n".join(lines[3:]) == BOB
    for row in csv.DictReader(lines[:3]):
        assert row["Feedback comments"] == told
        assert None not in row


def test_the_letters_for_moodle_are_in_the_folders_of_its_download(results):
    with zipfile.ZipFile(results / "feedback.zip") as archive:
        assert sorted(archive.namelist()) == [f"{folder}/feedback.html" for folder in FOLDERS]
        assert "<html" in archive.read(archive.namelist()[0]).decode()


def read_key(results: Path, name: str = "anonymous-key.csv") -> dict[str, str]:
    return {row["Submission"]: row["Code"] for row in rows_of(results / name)}


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
DECKS = {name: read_deck(name) for name in ("three.txt", "run-1.txt", "pairs.txt")}
TABLES = [str(Showdown(deal(deck))) for deck in DECKS.values()]
CHANGES: list[Callable[[str], str]] = [
    lambda table: NAME,
    lambda table: f"{table}\nPlayer 4711 - 2C 3C 4C 5C 6C - Flush",
    lambda table: f"{table}\nPlayer 12 - 4711 {NAME}\nPlayer 2 - 3C 4C 5D 6H 7S - Pair\n",
    lambda table: re.sub("(?m)^Player 3 .*", f"Player 3 - {NAME} 7H 2C", table),
    lambda table: table.replace("Player", "Player 4711"),
    lambda table: "\n".join(f"{line} {NAME}" for line in table.splitlines()),
    lambda table: table.replace("Pair", f"{NAME}").replace("High Card", f"x{NAME}"),
    lambda table: "\n".join(sorted(f"{line[:26]} - Pair {NAME}" for line in table.splitlines())),
    lambda table: TABLES[0].replace("Player", f"{NAME} Player"),
    lambda table: "\n".join(reversed(table.splitlines())),
    lambda table: table.replace("7H", "7D"),
]
ENDS = (0, None), (1, None), (139, None), (137, Ending("time", 5))


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("code", ENDS)
def test_no_example_shows_a_text_of_the_program(change, code):
    """Whatever it prints, with and without a deck, and however it ends."""
    runs = [Run(change(table), f"Error: {NAME}", *code) for table in TABLES]
    both = {name: (run, run._replace(out=NAME)) for name, run in zip(DECKS, runs, strict=True)}
    unusable = Unusable(f"g++ {NAME}.cpp", Ending("code", 1), f"{NAME}.cpp: error: {NAME}")
    for on_decks in {name: pair[:1] for name, pair in both.items()}, both:
        judgement = judge(Runs(on_decks, runs[0], (runs[0],) * 2), DECKS, unusable)
        items, findings = score(judgement, DEFAULT_POINTS)
        sheet = Sheet(NAME, items, findings, judgement.remarks)
        hidden = anonymous_sheet(from_data(json.loads(json.dumps(as_data(sheet)))), "c0de")
        text = plain.draw(letter(hidden)) + plain.draw(class_page([hidden]))
        assert "4711" not in text
        assert "It does not compile" in text


def test_neither_a_remark_nor_a_fact_nor_a_trouble_shows_a_text_of_the_program():
    table = TABLES[0].replace("Three of a Kind", NAME) + f"\n{NAME}"
    printed, labels = read_output(table), OwnLabels(Place(), {NAME: HandType.FLUSH})
    in_own_words = replace(printed, hands=tuple(map(labels.read, printed.hands)))
    remarks = [*remarks_on([in_own_words], None)]
    facts = {"student": NAME, "sandbox": "bwrap", "number": 4711}
    sheet = Sheet(NAME, (), remarks=tuple(remarks), facts=facts, trouble=f"{NAME}.zip: broken")
    text = plain.draw(letter(anonymous_sheet(sheet, "c0de")))
    assert "4711" not in text
    assert "You print '…' for 'Flush'" in text
    assert "such as '…'." in text
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
