"""Marks by hand: in the letter, on the class page and in the class list, after every rerun."""

import csv
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from program import TESTS, put, rows_of, run

from poker_table.grading import batch as batches
from poker_table.grading.intake.entries import METADATA, Entry
from poker_table.grading.judging.faults import NOT_READ, Fault
from poker_table.grading.judging.rubric import CRITERIA
from poker_table.grading.marking import MarkingOptions
from poker_table.grading.results.by_hand import MARKS
from poker_table.grading.results.folder import Marking, Results
from poker_table.grading.results.letter import letter as show_letter
from poker_table.grading.results.pages import class_page, please_look
from poker_table.grading.results.words import (
    item_text,
    news,
    number_of_mistakes,
    platform_comment,
    unexplained_losses,
)
from poker_table.grading.running.submission import Submission
from poker_table.grading.sheet import (
    FAILED,
    PASSED,
    UNREAD,
    ByHand,
    Finding,
    Item,
    Sheet,
    shares_of_cost,
    with_adjustments,
)
from poker_table.show import plain

TYPES = CRITERIA["types"]


def marked_by_its_text(submission: Submission, options: MarkingOptions, *_: object) -> Sheet:
    """Return a sheet with the points for types that the submission contains, of five."""
    (file,) = Path(submission.folder).iterdir()
    score = float(file.read_text().removeprefix("#"))
    types = Item("types", TYPES, 5, score, PASSED if score == 5 else FAILED)
    return Sheet(submission.name, (types, Item("ends", "It ends", 1, 1, PASSED)))


@pytest.fixture
def grade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, same_decks_for_every_seed: None
) -> Callable[..., tuple[int, str, str]]:
    """Mark the folder `in` into `results`, each submission by the points that it contains."""
    monkeypatch.setattr(batches, "mark", marked_by_its_text)
    for name, score in {"ann": 2.5, "ben": 5, "cid": 1}.items():
        put(tmp_path / "in" / f"{name}.py", f"#{score}")
    (tmp_path / "list.csv").write_text("Name,Grade\nann,\nben,\ncid,\ndan,\n")

    def marked(*options: str, roster: str = "list.csv") -> tuple[int, str, str]:
        words = "--into", str(tmp_path / "results"), "--roster", str(tmp_path / roster), *options
        return run("grade", "--batch", str(tmp_path / "in"), "--sandbox", "none", *words)

    marked()
    return marked


def write_marks(tmp_path: Path, text: str) -> None:
    (tmp_path / "results" / "marks.toml").write_text(text)


def letter(tmp_path: Path, name: str) -> str:
    folder = tmp_path / "results" / name
    letters = [(folder / f"feedback.{end}").read_text() for end in ("md", "html")]
    told = json.loads((folder / "results.json").read_text())
    assert told["output"].splitlines()[1] in letters[0].replace("\\", "")
    return letters[0].replace("\\", "")


def cells(tmp_path: Path, name: str = "list.csv") -> dict[str, str]:
    return {row["Name"]: row["Grade"] for row in rows_of(tmp_path / "results" / name)}


def marks(tmp_path: Path, name: str) -> list[str]:
    return [row["Grade"] for row in rows_of(tmp_path / "results" / name)]


def marked(tmp_path: Path) -> dict[str, dict[str, str]]:
    """Return the rows of marks.csv, by the name of the submission."""
    return {row["submission"]: row for row in rows_of(tmp_path / "results" / "marks.csv")}


BY_HAND = f"Your teacher changed: {TYPES}: 4, not 2.5."
SAYS = "Your teacher says: I ran it myself."
GIVEN = '[ann]\ntypes = 4\ncomment = "I ran it myself."\n'


def test_a_mark_by_hand_appears_everywhere_without_marking_again(grade, tmp_path):
    assert cells(tmp_path) == {"ann": "3.5", "ben": "6", "cid": "2", "dan": ""}
    write_marks(tmp_path, GIVEN + "[dan]\nwhole = 12\n")
    _, out, err = grade()
    assert "ann: " not in err
    assert BY_HAND in letter(tmp_path, "ann.py")
    assert SAYS in letter(tmp_path, "ann.py")
    assert cells(tmp_path) == {"ann": "5", "ben": "6", "cid": "2", "dan": "12"}
    ann = marked(tmp_path)["ann.py"]
    assert (ann["score"], ann["news"]) == ("5", f"{BY_HAND} {SAYS}")
    assert "5 of 6" in out
    write_marks(tmp_path, "")
    grade()
    assert cells(tmp_path)["ann"] == "3.5"
    assert "Your teacher" not in (tmp_path / "results/ann.py/feedback.md").read_text()


@pytest.mark.parametrize("options", [(), ("--again",), ("--random", "1")])
def test_a_changed_submission_keeps_its_mark_by_hand_and_is_listed(options, grade, tmp_path):
    write_marks(tmp_path, GIVEN)
    (tmp_path / "in" / "ann.py").write_text("#1")  # before any command has seen the marks
    (tmp_path / "others.csv").write_text("Name,Grade\nann,\n")
    for roster in "list.csv", "list.csv", "others.csv":
        _, out, _ = grade(*options, roster=roster)
        assert "changed since you marked it" in out
        assert f"{TYPES}: 4, not 1." in letter(tmp_path, "ann.py")
        assert "changed since you marked it" in (tmp_path / "results/class.html").read_text()
        assert cells(tmp_path, roster)["ann"] == "5"
    write_marks(tmp_path, GIVEN.replace("4", "3"))  # the person has looked again
    assert "changed since" not in grade(*options)[1]


def test_a_list_that_somebody_edited_is_neither_overwritten_nor_read(grade, tmp_path):
    path = tmp_path / "results" / "list.csv"
    ours = {"ann": "3.5", "ben": "6", "cid": "4", "dan": ""}
    edited = "Name,Grade,Points\nben,4,5\n"  # two columns for marks: no list that we would read
    path.write_text(edited)
    (tmp_path / "in" / "cid.py").write_text("#3")
    told = "list.csv has been edited: the new list is {}; marks by hand belong in marks.toml"
    for name in "list-2.csv", "list-2.csv", "list-3.csv":
        if name == "list-3.csv":
            (tmp_path / "results" / "list-2.csv").write_text(edited)
        err = grade()[2]
        assert told.format(name) in err.splitlines()
        assert (cells(tmp_path, name), path.read_text()) == (ours, edited)
        assert told.format(name) in (tmp_path / "results" / "class.html").read_text()
    path.unlink()
    assert "edited" not in grade()[2]
    assert cells(tmp_path) == ours
    words = "--batch", str(tmp_path / "in"), "--into", str(path.parent), "--sandbox", "none"
    assert "list.csv has not been updated: that needs --roster\n" in run("grade", *words)[2]


def test_a_copy_of_a_list_is_as_private_as_the_list(grade, tmp_path):
    for mode in 0o600, 0o640:
        roster = tmp_path / f"{mode:o}.csv"
        roster.write_text("Name\nann\n")
        roster.chmod(mode)
        for _ in range(2):
            grade(roster=roster.name)
            assert (tmp_path / "results" / roster.name).stat().st_mode & 0o777 == mode


def test_both_rows_of_a_group_get_its_mark(grade, tmp_path):
    (tmp_path / "group.csv").write_text("SID,Name,Grade\n1,Dan,9\n2,Eve,\n")
    put(tmp_path / "in" / "submission_1" / "x.py", "#3")
    two = "".join(f"  - :name: {name}\n    :sid: '{n}'\n" for n, name in ((1, "Dan"), (2, "Eve")))
    (tmp_path / "in" / METADATA).write_text(f"submission_1:\n  :submitters:\n{two}  :score:\n")
    for _ in range(2):
        grade(roster="group.csv")
        assert marks(tmp_path, "group.csv") == ["4", "4"]


def test_unknown_names_in_marks_toml_are_reported(grade, tmp_path):
    known = "[ann]\ntype = 1\n[ben]\nwhole = 2\n['ben.py']\nwhole = 4\n"
    write_marks(tmp_path, f"[bob]\nwhole = 1\n[b]\nwhole = 1\n{known}")
    _, out, err = grade()
    assert "marks.toml: there is no submission 'bob': write the name as marks.csv does\n" in err
    assert "marks.toml: there is no submission 'b'. Did you mean 'ben'?\n" in err
    assert "ann.py  marks.toml  there is no criterion type" in out
    assert "marks.toml: [ben] does not count for ben.py, [ben.py] does\n" in err
    assert (cells(tmp_path)["ann"], cells(tmp_path)["ben"]) == ("3.5", "4")


def test_nobody_gets_the_mark_of_another_by_choosing_a_name(grade, tmp_path):
    for name in "ann.py.py", "dan.py":
        (tmp_path / "in" / name).write_text("#1")
    (tmp_path / "names.csv").write_text("Name,ID,Grade\ndan.py,1,\nben.py,2,\nben,3,\nDan,4,\n")
    write_marks(tmp_path, '["ann.py"]\nwhole = 5\n["ben.py"]\nwhole = 4\n["dan.py"]\nwhole = 3\n')
    grade(roster="names.csv")
    assert marks(tmp_path, "names.csv") == ["", "", "4", "3"]
    rows = marked(tmp_path)
    assert (rows["ann.py"]["score"], rows["ann.py.py"]["score"]) == ("5", "2")


def test_a_mark_without_a_submission_has_no_fault(grade, tmp_path):
    write_marks(tmp_path, "[dan]\nwhole = 4\n")
    grade()
    dan = marked(tmp_path)["dan"]
    assert (dan["score"], dan["first_fault"]) == ("4", "")
    assert dan["news"] == "Your teacher gave: The whole: 4."
    write_marks(tmp_path, "[dan]\ntypes = 4\n")
    assert "types: nothing was marked, so only a whole can be given" in grade()[1]


ITEMS = Item("types", TYPES, 5, 2, FAILED), Item("between", "Order", 5, 0, UNREAD)
GAVE, GAVE_2 = f"Your teacher gave: {TYPES}", "Your teacher gave: Order"


def test_a_total_by_hand_replaces_please_look():
    unread, broken = Sheet("ann", ITEMS), Sheet("ann", (), trouble="no program")
    for sheet in unread, broken:
        assert with_adjustments(sheet, None, 10).points_text == ""
        told = with_adjustments(sheet, ByHand({"whole": 4}), 10)
        assert (told.points_text, told.trouble) == ("4 of 10", "")


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ({"whole": 18}, "18 of 25 points. Your teacher gave: The whole: 18."),
        (
            {"types": 15, "between": 10},
            f"No mistake was found: 25 of 25. {GAVE}: 15. {GAVE_2}: 10.",
        ),
        ({"types": 15, "between": 4}, f"19 of 25 points. {GAVE}: 15. {GAVE_2}: 4."),
    ],
)
def test_what_a_person_has_marked_need_not_be_looked_at_any_more(points, told):
    fault = Fault(NOT_READ, "A person must look at it", {"types", "between"}, deck="a.txt")
    items = Item("types", TYPES, 15, 0, UNREAD), Item("between", "Order", 10, 0, UNREAD)
    unread = Sheet("ann", items, (Finding(("types", "between"), fault, ("a.txt",)),))
    sheet = with_adjustments(unread, ByHand(points), 25)
    assert platform_comment(sheet) == told
    assert "must look" not in plain.draw(class_page([sheet])) + plain.draw(show_letter(sheet))
    assert "Other mistakes" not in plain.draw(class_page([sheet]))
    assert with_adjustments(unread, ByHand({"types": 15}), 25).findings == unread.findings


def test_a_mistake_beside_what_a_person_has_read_keeps_its_number():
    faults = [Fault(name, name, {"between"}, deck="a.txt") for name in (NOT_READ, "other", "more")]
    findings = tuple(Finding(("between",), fault, ("a.txt",)) for fault in faults)
    sheet = with_adjustments(Sheet("ann", ITEMS, findings), ByHand({"whole": 4}), 10)
    told = plain.draw(show_letter(sheet))
    assert "2. other." in told
    assert "3. more." in told
    assert "cost" not in told


def test_being_late_costs_at_most_all_points_and_can_be_waived():
    sheet = Sheet("ann", ITEMS[:1], penalty=3)
    late = with_adjustments(sheet, None, 5)
    assert [(item.outcome_word, item.points_text) for item in late.items][1:] == [("late", "-2")]
    assert late.score == 0
    assert with_adjustments(sheet, ByHand({"late": 0}), 5).score == 2
    assert with_adjustments(sheet, ByHand({"late": -5}), 5).score == 0
    assert with_adjustments(sheet, ByHand({"types": 5}), 5).score == 2


def test_points_for_being_late_are_no_mark_where_nothing_was_marked():
    told = with_adjustments(Sheet("ann", ()), ByHand({"late": 2}), 25)
    assert (told.items, told.is_marked) == ((), False)
    told = with_adjustments(Sheet("ann", ()), ByHand({"late": 2, "whole": 9}), 25)
    assert told.points_text == "9 of 25"


def test_the_cost_of_mistakes_excludes_the_penalty_for_being_late():
    fault = Fault("from-zero", "The players are numbered from 0", {"types"})
    finding = Finding(("types",), fault, ())
    told = platform_comment(
        with_adjustments(Sheet("ann", ITEMS[:1], (finding,), penalty=1.5), None, 5)
    )
    assert told.startswith("One mistake cost 3 points, being late 1.5: 0.5 of 5.")
    items = (Item("types", TYPES, 5, 5, PASSED),)
    told = platform_comment(with_adjustments(Sheet("ann", items, penalty=1.5), None, 5))
    assert told == "No mistake was found; being late cost 1.5: 3.5 of 5."
    too_little = replace(items[0], outcome=FAILED, score=2)
    lost = Sheet("ann", (too_little,))  # points are lost, none by a mistake
    assert (number_of_mistakes(lost), platform_comment(lost)) == ("", "2 of 5 points.")
    assert number_of_mistakes(Sheet("ann", (), (finding,))) == ""  # there is no mark


def test_points_that_a_teacher_takes_are_not_the_cost_of_a_mistake():
    fault = Fault("ended", "It crashed", {"ends"}, deck="wheel.txt")
    finding = Finding(("ends",), fault, ("wheel.txt",))
    items = Item("types", TYPES, 5, 5, PASSED), Item("ends", "It ends", 1, 0, FAILED)
    sheet = with_adjustments(Sheet("ann", items, (finding,)), ByHand({"types": 3}), 6)
    told = "One mistake cost 1 point: 3 of 6. It crashed. Your teacher changed:"
    assert platform_comment(sheet).startswith(told)
    assert unexplained_losses(sheet) == []
    assert item_text(sheet.items[0], sheet) == "Your teacher gave fewer points."


MOODLE = "Identifier,Full name,Status,Grade,Feedback comments\n"
MOODLE += "Participant 1,ann,Submitted for grading - 1 day 2 hours late,,\n"
MOODLE += "Participant 2,ben,Submitted for grading - late,,\n"
MOODLE += "Participant 3,cid,Submitted for grading,,\n"


def test_being_late_is_an_item_that_marks_toml_can_waive(grade, tmp_path):
    (tmp_path / "moodle.csv").write_text(MOODLE)
    (tmp_path / "rubric.toml").write_text("[late]\nper_day = 1.5\n")
    options = "--rubric", str(tmp_path / "rubric.toml"), "--random", "0"
    _, out, _ = grade(*options, roster="moodle.csv")
    told = letter(tmp_path, "ann.py")
    assert "| late | -3 | Handed in late |" in told
    assert "Handed in late: -3. There is too little" not in told
    rows = csv.reader((tmp_path / "results" / "marks.csv").read_text().splitlines())
    header, ann, *_ = rows
    assert len(header) == len({*header})
    row = dict(zip(header, ann, strict=True))
    assert (row["penalty"], row["late"]) == ("-3", "1 day 2 hours")
    assert marks(tmp_path, "moodle.csv") == ["0.5", "4.5", "2"]
    assert "ben.py  late" in out
    write_marks(tmp_path, "[ann]\nlate = 0\n")
    grade(*options, roster="moodle.csv")
    assert marks(tmp_path, "moodle.csv") == ["3.5", "4.5", "2"]
    assert "Your teacher changed: Handed in late: 0, not -3." in letter(tmp_path, "ann.py")


@pytest.mark.usefixtures("grade")
def test_being_late_costs_without_a_results_folder_too(tmp_path):
    put(tmp_path / "canvas" / "leeann_LATE_340934_208490284_a.py", "#3")
    reading, writing = os.pipe()  # as <(command) is: it can be read once
    os.write(writing, b"[late]\nper_hour = 1.5\n")
    os.close(writing)
    words = "--batch", str(tmp_path / "canvas"), "--rubric", f"/dev/fd/{reading}"
    assert "2.5 of 6" in run("grade", "--sandbox", "none", *words)[1]
    os.close(reading)


# A command that marks as the tests above do, whatever kills it.
COMMAND = "import test_by_hand as t; from poker_table.grading import batch;"
COMMAND += "import time; mark = t.marked_by_its_text;"
COMMAND += "batch.mark = lambda *words: (time.sleep(0.05), mark(*words))[1];"
COMMAND += "from poker_table.cli import main; main()"


@pytest.mark.slow
def test_fifteen_kills_lose_no_marks_by_hand(grade, tmp_path):
    """At random moments, of commands with other rosters, changed submissions and `--again`."""
    results, draw = tmp_path / "results", random.Random(7)
    environment = {**os.environ, "PYTHONPATH": f"{TESTS}:{Path(__file__).parent}"}
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    for n in range(12):
        (tmp_path / "in" / f"s{n}.py").write_text("#2")
    grade()
    write_marks(tmp_path, GIVEN)
    (results / "list.csv").write_text("edited")
    shutil.copy(tmp_path / "list.csv", tmp_path / "others.csv")
    for kill in range(15):
        (tmp_path / "in" / "ann.py").write_text(f"#{kill % 5}")
        (tmp_path / "in" / "cid.py").write_text(f"#{kill % 4}")
        roster = str(tmp_path / ("list.csv" if kill % 3 else "others.csv"))
        words = ["grade", "--batch", str(tmp_path / "in"), "--sandbox", "none", "--again"]
        words += ["--into", str(results), "--roster", roster]
        with subprocess.Popen(
            [sys.executable, "-c", COMMAND, *words], env=environment, **silent
        ) as marker:
            time.sleep(draw.uniform(0.2, 1.6))
            marker.send_signal(signal.SIGKILL)
        assert (results / "list.csv").read_text() == "edited"
    (tmp_path / "in" / "ann.py").write_text("#1")
    grade("--again")
    _, out, _ = grade()
    assert "changed since you marked it" in out
    assert f"{TYPES}: 4, not 1." in letter(tmp_path, "ann.py")
    assert SAYS in letter(tmp_path, "ann.py")
    assert SAYS.split(": ")[1] in (results / "ann.py" / "feedback.html").read_text()
    assert cells(tmp_path, "list-2.csv")["ann"] == "5"
    assert not (results / "list-3.csv").exists()  # no kill made one of ours look edited
    assert not list(results.rglob("*.new"))


def test_a_new_mark_is_reported_with_the_old_one(grade, tmp_path):
    (tmp_path / "in" / "ann.py").write_text("#5")
    _, out, err = grade("--only", "ann", "--again")
    told = "This is a new mark: 6 of 6, not 3.5."
    assert err.splitlines()[1:] == ["ann.py: 6 of 6 points", told]
    assert "new mark" not in out, "nobody needs to look at it"
    page = (tmp_path / "results" / "class.html").read_text()
    assert '<th scope="row">ann.py</th><td>new mark</td><td>6 of 6, not 3.5</td>' in page
    assert told in letter(tmp_path, "ann.py")
    grade("--only", "ann")
    assert told in letter(tmp_path, "ann.py")
    _, _, err = grade("--random", "1", "--only", "ann")
    assert "new mark" not in letter(tmp_path, "ann.py") + err


def test_a_mark_that_is_the_old_one_again_is_not_new(grade, tmp_path):
    (tmp_path / "in" / "ann.py").write_text("#5")
    grade()
    assert "new mark" in letter(tmp_path, "ann.py")
    write_marks(tmp_path, "[ann]\ntypes = 2.5\n")
    _, _, err = grade()
    page = (tmp_path / "results" / "class.html").read_text()
    assert "new mark" not in letter(tmp_path, "ann.py") + err + page


def test_a_mark_after_a_failed_marking_is_compared_with_the_one_before_it(grade, tmp_path):
    results = Results(str(tmp_path / "results"))
    results.finish(Marking(Sheet("ann.py", (), trouble="g++ is not there")))
    results.finish(Marking(Sheet("ann.py", (), trouble="g++ is not there")))
    told = results.finish(Marking(Sheet("ann.py", ITEMS[:1])))
    assert news(told) == ["This is a new mark: 2 of 5, not 3.5."]


def test_the_same_score_out_of_more_points_is_not_a_new_mark(grade, tmp_path):
    old = Sheet("x", (Item("types", TYPES, 5, 2, FAILED),))
    results = Results(str(tmp_path / "results"))
    for n, points in enumerate((5, 6, 6)):
        sheet = replace(old, items=(replace(old.items[0], points=points, score=2 + n // 2),))
        told = results.finish(Marking(sheet, {"rubric": str(n)}))
        assert told.score_before == (2 if n == 2 else None)


def test_marking_only_a_finished_submission_says_so(grade):
    nothing = "ann.py: 3.5 of 6 points: already marked; --again marks it again\n"
    assert grade("--only", "ann")[2].endswith(f"missing\n{nothing}")
    assert nothing not in grade("--only", "ann", "--again")[2]


def test_a_dismissed_mistake_is_gone_everywhere_with_its_cost():
    one, other = (Fault(name, f"It is {name}", {"types"}, deck="a.txt") for name in ("ill", "odd"))
    findings = tuple(Finding(("types",), fault, ("a.txt",)) for fault in (one, other))
    sheet = Sheet("ann", ITEMS[:1], findings)  # 3 points are lost
    for dismiss, score, names in (
        ((1,), 3.5, ["odd"]), ((2,), 3.5, ["ill"]), ((1, 2), 5, []), ((3,), 2, ["ill", "odd"]),
    ):  # fmt: skip
        told = with_adjustments(sheet, ByHand({}, dismiss=dismiss), 5)
        assert (told.score, [f.example.name for f in told.findings]) == (score, names)
    assert told.outcome == FAILED


def test_dismissing_gives_back_to_the_cent_what_the_letter_says_it_cost():
    """Also of what could not be judged, which followed from all three mistakes."""
    faults = [Fault(name, f"It is {name}", {"types"}, deck="a.txt") for name in ("ill", "odd", "x")]
    findings = tuple(Finding(("types",), fault, ("a.txt",)) for fault in faults)
    unjudged = Item("between", "Order", 5, 0, FAILED, "It could not be judged for flush, straight.")
    sheet = Sheet("ann", (ITEMS[0], unjudged), findings)
    costs = shares_of_cost(sheet)
    assert sum(costs) == 8
    for number, cost in enumerate(costs, start=1):
        told = with_adjustments(sheet, ByHand({}, dismiss=(number,)), 10)
        assert (told.score, told.outcome) == (2 + cost, FAILED)
    told = with_adjustments(sheet, ByHand({}, dismiss=(1, 2, 3)), 10)
    assert (told.score, told.outcome) == (10, PASSED)
    assert [item_text(item, told) for item in told.items] == ["", ""]


def test_dismissing_that_nobody_could_read_it_gives_no_mark():
    fault = Fault(NOT_READ, "No table could be read", {"between"}, deck="a.txt")
    sheet = Sheet("ann", ITEMS, (Finding(("between",), fault, ("a.txt",)),))
    told = with_adjustments(sheet, ByHand({}, dismiss=(1,)), 10)
    assert (told.outcome, told.points_text) == (UNREAD, "")
    what_to_do = "dismiss gives no points for what was not read: give a whole"
    assert [row.what for row in please_look([told]).records] == [what_to_do]
    told = with_adjustments(sheet, ByHand({"whole": 8}, dismiss=(1,)), 10)
    assert (told.points_text, please_look([told]).records) == ("8 of 10", [])


def test_a_number_to_dismiss_means_the_mistake_that_had_it_when_it_was_written(tmp_path):
    (tmp_path / "ann.py").write_text("")
    ann, folder = Entry("ann.py", str(tmp_path / "ann.py")), tmp_path / "results"
    looks = list[list[str]]()

    def told(by_hand: str, *names: str) -> list[str]:
        """Mark the submission again, now with these mistakes; return those in its letter."""
        Results(str(folder))
        write_marks(tmp_path, f"[ann]\n{by_hand}")
        results = Results(str(folder))
        results.match_marks([ann], 5)
        faults = [Fault(name, f"It is {name}", {"types"}, deck="wheel.txt") for name in names]
        findings = tuple(Finding(("types",), fault, ("wheel.txt",)) for fault in faults)
        sheet = results.finish(Marking(Sheet("ann.py", ITEMS[:1], findings)))
        looks.append([row.what for row in please_look([sheet]).records])
        text = (folder / "ann.py" / "feedback.md").read_text().replace("\\", "")
        return re.findall(r"(?m)^#+ (.*It is \w+)\.$", text)

    assert told("", "ill", "odd") == ["1. It is ill", "2. It is odd"]
    assert told("dismiss = [1]", "odd", "ill", "old") == ["1. It is odd", "3. It is old"]
    again = "dismiss = [1]\ncomment = 'Sorry.'"
    assert told(again, "old", "odd") == ["1. It is old", "2. It is odd"], "another text, no number"
    assert told("dismiss = [1, 2]", "new", "old", "odd") == ["It is new"]
    assert told("dismiss = []", "ill", "odd") == ["1. It is ill", "2. It is odd"]
    assert told("dismiss = [1]", "ill", "odd") == ["2. It is odd"]
    assert told("dismiss = [1, 7]", "ill", "odd") == ["2. It is odd"]
    no_such = ["dismiss names a mistake that is not there (any more): remove its number"]
    assert looks == [[], [], no_such, [], [], [], no_such]
    told("", "ill", "odd", "old")
    assert told("dismiss = [1]", "odd", "ill", "old") == ["1. It is odd", "3. It is old"]
    assert told("dismiss = [1, 3]", "odd", "ill", "old") == ["It is odd"], "1 keeps its meaning"


def test_a_dismissed_mistake_in_types_takes_the_table_of_types_with_it():
    faults = [Fault("taken", "It is odd", {"types"}), Fault("ended", "It crashed", {"ends"})]
    findings = tuple(
        Finding((key,), f, ()) for key, f in zip(("types", "ends"), faults, strict=True)
    )
    sheet = Sheet(
        "ann", ITEMS[:1], findings, is_right=("The type is right for pair.",),
        confusions=(("Flush", "Pair", 3),),
    )  # fmt: skip
    for dismiss, told in ((1,), False), ((2,), True):
        text = plain.draw(show_letter(with_adjustments(sheet, ByHand({}, dismiss=dismiss), 5)))
        assert ("Wrong types, and how often" in text) is told
        assert ("The type is right for pair." in text) is told


@pytest.mark.parametrize(
    ("points", "cost"),
    [
        ({"whole": 5}, "One mistake was found: 5 of 5."),
        ({"types": 7}, "One mistake cost nothing: 7 of 5."),
        ({"late": 1}, "One mistake cost 3 points: 3 of 5."),
    ],
)
def test_no_cost_of_a_mistake_contradicts_a_mark_by_hand(points, cost):
    finding = Finding(("types",), Fault("odd", "It is odd", {"types"}), ())
    sheet = with_adjustments(Sheet("ann", ITEMS[:1], (finding,)), ByHand(points), 5)
    assert platform_comment(sheet).startswith(f"{cost} It is odd.")


def test_a_mark_by_hand_stays_with_a_submission_whose_name_is_shown_otherwise(tmp_path):
    smith = Entry("smithbob", str(tmp_path / "bob.py"))
    other = Entry("smithbob-2", str(tmp_path / "other.py"), student="smithbob")

    def told(*entries: Entry) -> tuple[list[str], list[str]]:
        results = Results(str(tmp_path / "results"))
        write_marks(tmp_path, '["Smith, Bob"]\nwhole = 18\n')
        results = Results(str(tmp_path / "results"))
        results.match_marks(entries, 25)
        return [*results.by_hand], results.unknown_marks(entries)

    listed = replace(smith, student="Smith, Bob")
    namesake = replace(other, student="Smith, Bob")
    no_such = "marks.toml: there is no submission 'Smith, Bob': write the name as marks.csv does"
    assert told(smith, other) == ([], [no_such])
    assert told(listed, other) == (["smithbob"], [])
    assert told(smith, other) == (["smithbob"], [])
    assert told(smith, namesake) == (["smithbob-2"], []), "the name is another one's now"


def test_a_mark_under_a_former_name_is_not_said_to_be_nobodys(grade, tmp_path):
    put(tmp_path / "in" / "submission_1" / "x.py", "#1")
    dan = "submission_1:\n  :submitters:\n  - :name: Dan\n    :sid: '1'\n  :score:\n"
    (tmp_path / "in" / METADATA).write_text(dan)
    (tmp_path / "other.csv").write_text("SID,Name,Grade\n1,Daniel,\n")
    write_marks(tmp_path, "[dan]\nwhole = 3\n")
    for roster in "list.csv", "other.csv":
        _, _, err = grade(roster=roster)
        assert "there is no submission" not in err
    assert marks(tmp_path, "other.csv") == ["3"]


def test_who_was_marked_by_hand_needs_no_look():
    crashed = Sheet("ann", ITEMS[:1], look=(("crashed or hung", "nothing else is known"),))
    assert [row.why for row in please_look([crashed]).records] == ["crashed or hung"]
    for hand in ByHand({"types": 5}), ByHand({}, dismiss=(1,)), ByHand({}, "I have read it."):
        assert please_look([with_adjustments(crashed, hand, 5)]).records == []
    unread = Sheet("ann", (), trouble="no program")
    assert please_look([with_adjustments(unread, ByHand({"types": 5}), 5)]).records != []


@pytest.mark.parametrize(("whole", "asks"), [(225, True), (-3, True), (5, False), (0, False)])
def test_points_above_the_most_or_below_none_are_asked_about(whole, asks):
    told = with_adjustments(Sheet("ann", ITEMS[:1]), ByHand({"whole": whole}), 5)
    question = [f"{whole} of 5 points: is that meant?"]
    assert [row.what for row in please_look([told]).records] == question * asks


@pytest.mark.parametrize(
    ("points", "asked"),
    [
        ({"late": 5}, ["late adds 5 points: is that meant?"]),
        ({"types": 7}, ["types: 7 of 5 points: is that meant?"]),
        ({"types": -2}, ["types: -2 of 5 points: is that meant?"]),
        ({"types": 5, "late": -1}, []),
    ],
)
def test_points_for_a_criterion_that_it_cannot_have_are_asked_about(points, asked):
    ends = Item("ends", "It ends", 10, 2, FAILED)
    told = with_adjustments(Sheet("ann", (*ITEMS[:1], ends), penalty=1), ByHand(points), 15)
    assert [row.what for row in please_look([told]).records if row.why == MARKS] == asked
