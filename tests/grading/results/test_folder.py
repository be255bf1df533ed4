"""`grade --batch --into`: what stands in RESULTS, what is marked again, and what a kill leaves."""

from __future__ import annotations

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
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from junit import check_junit
from program import PYTHON, run

from poker_table.game.errors import MarkerError, quoted
from poker_table.game.hand import Hand, HandType
from poker_table.grading import batch as batches
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import Entry
from poker_table.grading.judging.faults import Cause, Fault, Kind
from poker_table.grading.results import folder as folders
from poker_table.grading.results.folder import PACKAGE, Results, folder_of, judging_code
from poker_table.grading.results.pages import class_page, write_lessons
from poker_table.grading.sheet import FAILED, PASSED, Before, Finding, Item, Sheet
from poker_table.show import html, plain

NASTY = "<img src=x onerror=alert(1)>\"'&"
# A program that prints so, whatever the deck is.
PRINTS = "print({!r})"
# A batch of what there is in a folder, on one deck, without the runs on no file.
BATCH = """
import sys
from poker_table.grading.batch import Batch, BatchOptions
from poker_table.grading.intake.entries import entries_in
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, decks_to_try
from poker_table.grading.results.folder import Results
from poker_table.grading.running.runner import Limits
folder, results, python = sys.argv[1:]
decks = dict(list(decks_to_try(0, 1).items())[:1])
points = DEFAULT_POINTS | {"random": 0, "missing": 0}
options = MarkingOptions(decks, points, "none", Limits(seconds=60), {})
entries, _ = entries_in(folder, "", {".py"})
asked = BatchOptions([python, "{file}"], options, suffix=".py", results=Results(results))
list(Batch(entries, asked).run(2))
"""


def submissions(folder: Path, *names: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(PRINTS.format(name + NASTY))
    return folder


@pytest.fixture
def batch(tmp_path: Path) -> list[str]:
    """The words of a batch in which nothing compiles, so that it is marked at once."""
    folder = submissions(tmp_path / "submissions", "ann.py", "ben.py", "cid.py")
    words = "grade", "--sandbox", "none", "--compile", "false", "--into", str(tmp_path / "results")
    return [*words, "--batch", str(folder), "./Poker"]


def told(batch: list[str], *options: str) -> list[str]:
    """Return whom a batch marks."""
    *before, program = batch
    _, _, err = run(*before, *options, program)
    said = [line for line in err.splitlines() if not line.endswith("marks it all the same")]
    return sorted(
        line.split(":")[0] for line in said if not line.startswith(("Seed", "This", "New"))
    )


def test_a_folder_a_student_and_beside_them_what_is_told_of_all(tmp_path):
    folder, results = submissions(tmp_path / "in", "ann.py", "ben.py"), tmp_path / "results"
    subprocess.run([sys.executable, "-c", BATCH, folder, results, PYTHON], check=True)
    assert sorted(path.name for path in results.iterdir()) == [
        ".lock", "ann.py", "ben.py", "class.html", "lessons", "marks.csv", "report.json",
        "state.json",
    ]  # fmt: skip
    ann = results / "ann.py"
    assert sorted(path.name for path in ann.iterdir()) == [
        "feedback.html", "feedback.md", "github.json", "junit.xml", "output", "results.json",
        "state.json",
    ]  # fmt: skip
    assert (ann / "output" / "three.txt").read_text() == f"ann.py{NASTY}\n"
    check_junit(ElementTree.parse(ann / "junit.xml").getroot())
    assert json.loads((ann / "results.json").read_text())["tests"][0]["score"] == 0
    assert json.loads((ann / "github.json").read_text())["status"] == "fail"
    assert (ann / "feedback.md").read_text().startswith("# ann.py: ")
    assert NASTY not in (ann / "feedback.html").read_text()
    with (results / "marks.csv").open() as file:
        assert [row["submission"] for row in csv.DictReader(file)] == ["ann.py", "ben.py"]
    assert len(json.loads((results / "report.json").read_text())["sheets"]) == 2


def test_only_what_is_new_or_changed_is_marked(batch, tmp_path):
    assert told(batch) == ["ann.py", "ben.py", "cid.py"]
    first = (tmp_path / "results" / "report.json").read_text()
    assert told(batch) == []
    assert (tmp_path / "results" / "report.json").read_text() == first
    (tmp_path / "submissions" / "ben.py").write_text("another")
    (tmp_path / "submissions" / "dan.py").write_text("new")
    assert told(batch) == ["ben.py", "dan.py"]


@pytest.mark.parametrize("option", [("--timeout", "7"), ("--random", "2"), ("--seed", "5")])
def test_all_are_marked_again_if_the_way_of_marking_is_another(option, batch):
    told(batch)
    assert told(batch, *option) == ["ann.py", "ben.py", "cid.py"]
    assert told(batch, *option) == []


def test_all_are_marked_again_if_the_code_that_judges_is_another(batch, monkeypatch):
    told(batch)
    monkeypatch.setattr(folders, "judging_code", lambda package: "another")
    assert told(batch) == ["ann.py", "ben.py", "cid.py"]
    assert told(batch) == []


@pytest.mark.parametrize(
    ("file", "is_another"),
    [
        ("game/hand.py", True),
        ("grading/judging/table.py", True),
        ("mutants/mistakes.txt", True),
        ("cli/screen.py", False),
        ("simulation/run.py", False),
    ],
)
def test_the_code_that_judges_is_what_marks_depend_on(file, is_another, tmp_path):
    package = Path(shutil.copytree(PACKAGE, tmp_path / "poker_table"))
    (package / file).write_text("another rule")
    assert (judging_code(package) != judging_code(PACKAGE)) is is_another


def test_another_rubric_marks_again(batch, tmp_path):
    told(batch)
    (tmp_path / "rubric.toml").write_text("[points]\ntypes = 10\n")
    assert len(told(batch, "--rubric", str(tmp_path / "rubric.toml"))) == 3


def test_the_seed_is_kept_with_the_results(batch, tmp_path):
    assert [run(*batch)[2].startswith("Seed ") for _ in range(2)] == [True, False]
    seed = json.loads((tmp_path / "results" / "state.json").read_text())["seed"]
    report = json.loads((tmp_path / "results" / "report.json").read_text())
    assert {sheet["seed"] for sheet in report["sheets"]} == {seed}
    told(batch, "--seed", "5")
    told(batch, "--random", "0")
    assert Results(str(tmp_path / "results")).remembered["seed"] == 5


def test_only_one_and_again(batch):
    assert told(batch, "--only", "ann.py", "--only", "cid.py") == ["ann.py", "cid.py"]
    assert told(batch, "--only", "ann") == []
    assert told(batch, "--only", "ann.py", "--again") == ["ann.py"]
    assert told(batch) == ["ben.py"]
    assert told(batch, "--again") == ["ann.py", "ben.py", "cid.py"]


def test_with_only_the_marks_of_the_others_stay(batch, tmp_path):
    told(batch)
    told(batch, "--only", "ann.py", "--again")
    with (tmp_path / "results" / "marks.csv").open() as file:
        assert [row["outcome"] for row in csv.DictReader(file)] == ["failed"] * 3


def test_a_command_that_was_killed_as_it_began_has_made_a_folder_of_results(tmp_path):
    (tmp_path / "state.json.7.new").write_text("")
    assert Results(str(tmp_path)).remembered == {}
    assert sorted(os.listdir(tmp_path)) == [".lock", "state.json"]


def test_what_a_kill_has_left_of_files_goes_and_what_is_a_students_stays(tmp_path):
    results = tmp_path / "results [1]"
    for draft in (
        "state.json.7.new",
        "marks.csv.8.new",
        "grades.csv.9.new",
        "lessons/three.html.1.new",
    ):
        Results(str(results)).begin("ann.1.new")
        (results / "lessons").mkdir(exist_ok=True)
        (results / "ann.1.new").mkdir(exist_ok=True)
        (results / draft).write_text("half")
        Results(str(results))
        assert not (results / draft).exists()
    assert (results / "ann.1.new").is_dir()


def test_what_could_not_be_marked_is_tried_again(batch, tmp_path):
    (tmp_path / "submissions" / "empty").mkdir()
    told(batch)
    assert told(batch) == ["empty"]


@pytest.mark.parametrize(
    ("wrong", "code", "message"),
    [
        (["--only", "dan"], 3, "Error: --only: there is no submission 'dan'\n"),
        (["--into", "{}"], 3, "Error: {}: expected a new folder, or one that --into has made, got"
         " one with ann.py in it\n"),
    ],
)  # fmt: skip
def test_what_cannot_be_marked_into(wrong, code, message, batch, tmp_path):
    foreign, (*before, program) = str(tmp_path / "submissions"), batch
    words = [word.format(foreign) for word in wrong]
    done, _, err = run(*before, *words, program)
    assert (done, err.splitlines(keepends=True)[-1]) == (code, message.format(foreign))
    assert not (tmp_path / "submissions" / "state.json").exists()


# A command that marks into a folder, and does so until its input ends.
AT_WORK = "import sys; from poker_table.grading.results.folder import Results;"
AT_WORK += "r = Results(sys.argv[1]); print(flush=True); sys.stdin.read()"


def test_two_commands_do_not_mark_into_one_folder(tmp_path):
    results = str(tmp_path / "results")
    with subprocess.Popen(
        [sys.executable, "-c", AT_WORK, results], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        other.stdout.readline()
        with pytest.raises(MarkerError) as caught:
            Results(results)
        told = "another `poker-table grade` is writing to this folder; wait until it ends"
        assert str(caught.value) == f"{results}: {told}"
        other.kill()
    Results(results)


def test_results_may_lie_among_the_submissions(batch, tmp_path):
    into = "--into", str(tmp_path / "submissions" / "results")
    assert told(batch, *into) == told(batch, *into, "--again") == ["ann.py", "ben.py", "cid.py"]


def test_no_name_leads_out_of_results_or_to_anothers_folder():
    names = [
        "ann", "Finn O'Lee (7)", "..", ".", "", "../ann", "/ann", ".new-ann", "class.html",
        "x" * 300, "lessons", "a\x00b", "a\nb", "\udcff", "ä" * 200, folder_of("../ann"),
        "état", "-rf",
    ]  # fmt: skip
    folders = [folder_of(name) for name in names]
    assert len(set(folders)) == len(names)
    assert folders[:2] == names[:2]
    for folder in folders:
        assert Path(folder).name == folder
        assert folder[0] != "."
        assert len(folder.encode()) < 200
    assert not {"class.html", "lessons", "state.json"} & set(folders)


def test_the_slow_ones_come_first_once_their_times_are_known(batch, tmp_path, monkeypatch):
    told(batch)
    for name, seconds in ("ann.py", 1), ("ben.py", 3), ("cid.py", 2):
        state = tmp_path / "results" / name / "state.json"
        state.write_text(json.dumps(json.loads(state.read_text()) | {"seconds": seconds}))
    begun = []

    def mark(_: Batch, entry: Entry) -> Sheet:
        begun.append(entry.name)
        return Sheet(entry.name, ())

    monkeypatch.setattr(Batch, "mark", mark)
    monkeypatch.setattr(batches, "THREADS_PER_WORKER", 1)
    told(batch, "--again", "--workers", "1")
    assert begun == ["ben.py", "cid.py", "ann.py"]


def finished(results: Path) -> dict[str, tuple[int, int]]:
    """Return which state files there are; a file that was written again is another."""
    stats = {path.parent.name: path.stat() for path in results.glob("[!.]*/state.json")}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


def killed_and_gone_on(tmp_path: Path, count: int, kills: int) -> None:
    """Kill a batch at random moments, then let it end: it is as if it had not been disturbed."""
    folder = submissions(tmp_path / "in", *(f"s{n}.py" for n in range(count)))
    calm, results = tmp_path / "calm", tmp_path / "results"
    command = [sys.executable, "-c", BATCH, folder]
    started = time.monotonic()
    subprocess.run([*command, calm, PYTHON], check=True)
    took, draw, done = time.monotonic() - started, random.Random(7), {}
    for _ in range(kills):
        with subprocess.Popen([*command, results, PYTHON]) as marker:
            time.sleep(draw.uniform(0.1, 1) * max(took / kills, 0.4))
            marker.send_signal(signal.SIGKILL)
        now = finished(results)
        assert done.items() <= now.items()
        done = now
    subprocess.run([*command, results, PYTHON], check=True)
    assert done.items() <= finished(results).items()
    for name in "marks.csv", "report.json", "class.html":
        assert (results / name).read_bytes() == (calm / name).read_bytes()
    assert {path.name for path in results.iterdir()} == {path.name for path in calm.iterdir()}


@pytest.mark.slow
def test_a_batch_that_is_killed_goes_on_where_it_was(tmp_path):
    killed_and_gone_on(tmp_path, 12, 3)


@pytest.mark.slow  # fifty times
def test_a_batch_that_is_killed_fifty_times_ends_as_one_that_is_not(tmp_path):
    killed_and_gone_on(tmp_path, 40, 50)


def test_what_is_not_marked_to_its_end_leaves_the_results_that_stood_there(tmp_path):
    sheet = Sheet("ann", (Item("types", "Every type", 5, 5, PASSED, ""),))
    results, letter = Results(str(tmp_path / "results")), tmp_path / "results/ann/feedback.md"
    new = results.begin("ann")
    (new / "output/one.txt").write_text("printed")
    results.finish(new, sheet, {"submission": "was"}, 1.0)
    written = letter.read_text()

    results.begin("ann")
    assert letter.read_text() == written
    assert results.is_finished("ann", {"submission": "was"})
    assert (stands := results.sheet("ann"))
    assert stands.score == 5

    results = Results(str(tmp_path / "results"))  # the next command
    results.finish(results.begin("ann"), sheet, {"submission": "is"}, 1.0)
    assert results.is_finished("ann", {"submission": "is"})
    assert not (tmp_path / "results/ann/output/one.txt").exists()
    results.begin("ann")
    results.write_class([sheet])
    there = {path.name for path in (tmp_path / "results").iterdir()} - {".lock"}
    assert there == {"ann", "class.html", "lessons", "marks.csv", "report.json", "state.json"}


def test_ctrl_c_says_what_stands_there(batch, tmp_path, monkeypatch):
    def finish(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Results, "finish", finish)
    results = tmp_path / "results"
    *before, program = batch
    code, out, err = run(*before, "--seed", "1", program)
    assert (code, out) == (130, "")
    assert err == f"0 of 3 marked, see {results}: the same command goes on\nInterrupted\n"
    assert [path.name for path in results.glob(".*")] == [".lock"]


def test_what_a_kill_left_finished_takes_its_place(tmp_path, monkeypatch):
    right, was = Item("types", "Types", 5, 5, PASSED), Item("types", "Types", 5, 2, FAILED)
    results = Results(str(tmp_path))
    results.finish(results.begin("ann"), Sheet("ann", (was,)), {"submission": "1"}, 1.0)
    monkeypatch.setattr(Results, "_put", lambda *_: None)
    results.finish(results.begin("ann"), Sheet("ann", (right,)), {"submission": "2"}, 1.0)
    shutil.rmtree(tmp_path / "ann")
    monkeypatch.undo()
    stands = Results(str(tmp_path)).sheet("ann")
    assert stands
    assert (stands.score, stands.before) == (5, Before(2, {"types": 2}, ("submission",)))


def flush_missed(name: str, *more: Finding) -> Sheet:
    fault = Fault(
        Kind.TYPE_TAKEN, {"types"}, (HandType.FLUSH, HandType.HIGH_CARD, False), deck="flushes.txt",
        hands=(Hand.of("2C 4C 5C 6C 7C", 3),), printed=("Player 3 - thus",),
    )  # fmt: skip
    finding = Finding(fault.cause, ("types",), fault, ("flushes.txt", "run-2.txt"))
    item = Item("types", "Types", 5, 2.5, FAILED, right=3, decks=4)
    return Sheet(name, (item,), (finding, *more))


def test_the_class_is_told_its_mistakes_its_decks_and_its_points():
    fault = Fault(Kind.ENDED, {"ends"}, ("code", 1), (NASTY, 0, ""), deck="wheel.txt")
    crash = Finding(Cause(Kind.COMPILER_SAYS, (NASTY,)), ("ends",), fault, ("wheel.txt",))
    right = Sheet("dan", (Item("types", "Types", 5, 5, PASSED),))
    ill = Sheet(
        "x.py", (), facts={"student": NASTY}, trouble="expected a program, got an empty folder"
    )
    after = Finding(Cause(Kind.GIVEN_UP, (3,)), ("ends",), fault, ("wheel.txt",))
    sheets = [flush_missed("ann", after), flush_missed("ben", crash), right, ill]
    page = class_page(sheets)
    assert plain.draw(page).splitlines() == [
        "The class",
        "3 of 4 submissions are marked: 1 passed. They have 3.33 points on average.",
        "Please look",
        "ann                              stopped              After 3 decks on which it was"
        f" stopped, it is judged by the decks tried. It said {quoted(NASTY)}."
        " It had printed nothing.",
        f"{NASTY}  could not be marked  expected a program, got an empty folder",
        "",
        "What to teach again",
        "A flush is taken for high card                      2 of 3  1",
        f"The compiler says: {NASTY}  1 of 3  0",
        "",
        "The decks most failed",
        "run-2.txt    2  The assignment's second sample: a flush on top. A flush is taken for"
        " high card.",
        "flushes.txt  2  Eight flushes: each rank outweighs all later ones."
        " A flush is taken for high card.",
        "",
        "Points",
        "4 to 5        1  #######",
        "3 to under 4  0",
        "2 to under 3  2  #############",
        "1 to under 2  0",
        "0 to under 1  0",
        "",
        "Points by criterion",
        "Types  1  2  0",
    ]
    text = html.draw(page)
    assert '<a href="lessons/flushes.html">flushes.txt</a>' in text
    assert NASTY not in text


@pytest.mark.slow
def test_the_decks_that_most_failed_are_lessons(tmp_path):
    write_lessons([flush_missed("ann")], tmp_path)
    assert sorted(path.name for path in tmp_path.rglob("*.html")) == ["flushes.html", "run-2.html"]
    for name in "flushes", "run-2":
        lesson = (tmp_path / "lessons" / f"{name}.html").read_text()
        assert f"Showdown of deck {name}.txt: best hand first" in lesson


def test_every_lesson_that_the_class_is_shown_is_there(tmp_path):
    marked, broken_off = flush_missed("ann"), flush_missed("ben")
    decks = [f"{name}.txt" for name in "wheel pairs twos straights three".split()]
    found = [replace(broken_off.findings[0], seen_in=(deck,)) for deck in decks for _ in range(2)]
    broken_off = replace(broken_off, findings=tuple(found), trouble="full")
    results = Results(str(tmp_path))
    results.write_class([marked, broken_off])
    links = re.findall(r'href="(lessons/[^"]+)"', (tmp_path / "class.html").read_text())
    assert links
    assert all((tmp_path / link).exists() for link in links)


def test_a_class_of_which_nobody_is_marked():
    page = class_page([Sheet("ann", ())])
    assert plain.draw(page) == (
        "The class\n0 of 1 submissions are marked: 0 passed.\nNot marked\nann  not marked\n"
    )


@pytest.mark.parametrize(
    "state", ["[1]", '{"finished": "x"}', '{"sheet": {"items": [], "new": 1}}']
)
def test_what_another_version_wrote_is_marked_again(state, batch, tmp_path):
    told(batch)
    (tmp_path / "results" / "ann.py" / "state.json").write_text(state)
    assert told(batch) == ["ann.py"]


def test_a_link_among_the_results_is_not_followed(batch, tmp_path):
    (tmp_path / "theirs").mkdir()
    told(batch)
    (tmp_path / "results" / "ann.py").rename(tmp_path / "results" / "moved")
    (tmp_path / "results" / "ann.py").symlink_to(tmp_path / "theirs")
    told(batch, "--again")
    assert [*(tmp_path / "theirs").iterdir()] == []
    assert (tmp_path / "results" / "ann.py" / "state.json").exists()


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(MarkerError) as caught:
        Results(str(tmp_path / "file"))
    assert str(caught.value) == f"{tmp_path / 'file'}: cannot be a folder of results: File exists"
