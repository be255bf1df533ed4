"""`grade --batch --into`: the files in RESULTS, what is marked again, and resuming after a kill."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from junit import check_junit
from program import PYTHON, error_of, rows_of, run

from poker_table.files.deck_file import bundled_path, format_deck, read_deck
from poker_table.grading.errors import MarkerError
from poker_table.grading.judging.faults import Fault
from poker_table.grading.results import folder as folders
from poker_table.grading.results.deck_files import deck_files, write_deck_files
from poker_table.grading.results.folder import (
    PACKAGE,
    Marking,
    Results,
    content_digest,
    folder_name,
    judging_code_digest,
)
from poker_table.grading.sheet import FAILED, PASSED, Finding, Item, Sheet
from poker_table.order.composed import composed_deck

NASTY = "<img src=x onerror=alert(1)>\"'&"
# A program that prints so, whatever the deck is.
PRINTS = "print({!r})"
# A batch of what there is in a folder, on one deck, without the runs on no file.
BATCH = """
import sys
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import entries_in
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, decks_to_try
from poker_table.grading.results.folder import Results
from poker_table.grading.running.runner import Limits
folder, results, python = sys.argv[1:]
decks = dict(list(decks_to_try(0, 1).items())[:1])
points = DEFAULT_POINTS | {"random": 0, "missing": 0}
options = MarkingOptions(decks, points, "none", Limits(time=60), {})
entries, _ = entries_in(folder, "", {".py"})
languages = {".py": {"run": python + " {file}"}}
batch = Batch(entries, [], options, languages=languages, results=Results(results))
list(batch.run(2))
"""


def submissions(folder: Path, *names: str) -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(PRINTS.format(name + NASTY))
    return folder


@pytest.fixture
def batch(tmp_path: Path, same_decks_for_every_seed: None) -> list[str]:
    """The arguments for a batch in which nothing compiles, so that marking takes no time."""
    folder = submissions(tmp_path / "submissions", "ann.py", "ben.py", "cid.py")
    words = "grade", "--sandbox", "none", "--compile", "false", "--into", str(tmp_path / "results")
    return [*words, "--batch", str(folder), "./Poker"]


def told(batch: list[str], *options: str) -> list[str]:
    """Return the submissions that a batch marks."""
    *before, program = batch
    _, _, err = run(*before, *options, program)
    said = [line for line in err.splitlines() if not line.endswith("marks it again")]
    return sorted(
        line.split(":")[0] for line in said if not line.startswith(("Seed", "This", "New"))
    )


def test_results_has_a_folder_for_each_student_and_the_files_of_the_class(tmp_path):
    folder, results = submissions(tmp_path / "in", "ann.py", "ben.py"), tmp_path / "new" / "results"
    subprocess.run([sys.executable, "-c", BATCH, folder, results, PYTHON], check=True)
    assert sorted(path.name for path in results.iterdir()) == [
        ".lock", "ann.py", "ben.py", "class.html", "lessons", "marks.csv", "report.json",
        "state.json",
    ]  # fmt: skip
    ann = results / "ann.py"
    assert sorted(path.name for path in ann.iterdir()) == [
        "feedback.html", "feedback.md", "junit.xml", "output", "results.json", "state.json",
        "three-expected.txt", "three.txt",
    ]  # fmt: skip
    assert (ann / "output" / "three.txt").read_text() == f"ann.py{NASTY}\n"
    check_junit(ElementTree.parse(ann / "junit.xml").getroot())
    assert json.loads((ann / "results.json").read_text())["tests"][0]["score"] == 0
    assert (ann / "feedback.md").read_text().startswith("# ann.py: ")
    assert NASTY not in (ann / "feedback.html").read_text()
    assert [row["submission"] for row in rows_of(results / "marks.csv")] == ["ann.py", "ben.py"]
    assert len(json.loads((results / "report.json").read_text())["sheets"]) == 2


def test_no_deck_of_the_markers_own_replaces_another_deck_beside_a_letter(tmp_path):
    decks = {"three.txt": read_deck(bundled_path("three.txt")).cards}
    long = "long" * 50
    for n, name in enumerate(["three.txt", "three", "a b.txt", "a-b.txt", long, f"{long}.txt"]):
        own = tmp_path / "decks" / name
        own.parent.mkdir(exist_ok=True)
        own.write_text(format_deck(deck := composed_deck(1, n)))
        decks[str(own)] = deck.cards
    faults = [Fault("ill", "It is ill", {"types"}, deck=deck) for deck in decks]
    findings = tuple(Finding(("types",), fault, ()) for fault in faults)
    write_deck_files(Sheet("ann", (), findings), tmp_path)
    files = {deck: deck_files(deck) for deck in decks}
    assert {
        deck: read_deck(str(tmp_path / file)).cards for deck, (file, _) in files.items()
    } == decks
    expected = {(tmp_path / file).read_text() for _, file in files.values()}
    assert len(expected) == len(decks)
    assert [file for file, _ in files.values()][:2] == ["three.txt", "three-own.txt"]


def test_only_what_is_new_or_changed_is_marked(batch, tmp_path):
    assert told(batch) == ["ann.py", "ben.py", "cid.py"]
    first = (tmp_path / "results" / "report.json").read_text()
    assert told(batch) == []
    assert (tmp_path / "results" / "report.json").read_text() == first
    (tmp_path / "submissions" / "ben.py").write_text("another")
    (tmp_path / "submissions" / "dan.py").write_text("new")
    assert told(batch) == ["ben.py", "dan.py"]


@pytest.mark.parametrize("option", ["--timeout 7", "--random 2", "--seed 5", "--rubric r.toml"])
def test_all_are_marked_again_if_an_option_changes(option, batch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("r.toml").write_text("[points]\ntypes = 10\n")
    told(batch)
    assert told(batch, *option.split()) == ["ann.py", "ben.py", "cid.py"]
    assert told(batch, *option.split()) == []


def test_all_are_marked_again_if_the_judging_code_changes(batch, monkeypatch):
    told(batch)
    monkeypatch.setattr(folders, "judging_code_digest", lambda package: "another")
    assert told(batch) == ["ann.py", "ben.py", "cid.py"]
    assert told(batch) == []


@pytest.mark.parametrize(
    ("file", "is_another"),
    [
        ("game/hand.py", True),
        ("grading/judging/table.py", True),
        ("mutants/mistakes.txt", True),
        ("cli/output.py", False),
        ("simulation/run.py", False),
    ],
)
def test_the_judging_code_is_the_code_on_which_marks_depend(file, is_another, tmp_path):
    package = Path(shutil.copytree(PACKAGE, tmp_path / "poker_table"))
    (package / file).write_text("another rule")
    assert (judging_code_digest(package) != judging_code_digest(PACKAGE)) is is_another


def test_the_seed_is_kept_with_the_results(batch, tmp_path):
    assert [run(*batch)[2].startswith("Seed ") for _ in range(2)] == [True, False]
    told(batch, "--seed", "5")
    told(batch, "--random", "0")
    assert Results(str(tmp_path / "results")).remembered["secret_seed"] == 5


def test_only_one_and_again(batch, tmp_path):
    assert told(batch, "--only", "ann.py", "--only", "cid.py") == ["ann.py", "cid.py"]
    assert told(batch, "--only", "ann") == []
    assert told(batch, "--only", "ann.py", "--again") == ["ann.py"]
    assert told(batch) == ["ben.py"]
    assert told(batch, "--again") == ["ann.py", "ben.py", "cid.py"]
    told(batch, "--only", "ann.py", "--again")  # which leaves the marks of the others
    rows = rows_of(tmp_path / "results" / "marks.csv")
    assert [row["outcome"] for row in rows] == ["failed"] * 3


def test_a_results_folder_of_a_command_killed_at_its_start_can_be_used(tmp_path):
    (tmp_path / "state.json.7.new").write_text("")
    assert Results(str(tmp_path)).remembered == {"command": "grade"}
    assert sorted(os.listdir(tmp_path)) == [".lock", "state.json"]


def test_only_its_owner_can_read_a_folder_of_results(tmp_path):
    (tmp_path / "empty").mkdir(mode=0o755)
    for name in "empty", "new":
        for mode in 0o700, 0o750:
            Results(str(tmp_path / name))
            assert (tmp_path / name).stat().st_mode & 0o777 == mode
            (tmp_path / name).chmod(0o750)  # its owner shares it, and that stays


def test_drafts_left_by_a_kill_are_removed_but_not_a_students_files(tmp_path):
    results = tmp_path / "results [1]"
    drafts = "state.json.7.new marks.csv.8.new grades.csv.9.new lessons/three.html.1.new"
    for draft in drafts.split():
        Results(str(results))
        (results / "lessons").mkdir(exist_ok=True)
        (results / "ann.1.new").mkdir(exist_ok=True)
        (results / draft).write_text("half")
        Results(str(results))
        assert not (results / draft).exists()
    assert (results / "ann.1.new").is_dir()


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("--only dan", "--only: there is no submission 'dan': write the name as marks.csv does"),
        ("--only an", "--only: there is no submission 'an'. Did you mean 'ann' or 'ann.py'?"),
        ("--into submissions", "submissions: expected a new folder, or one that --into has made,"
         " got one with ann.py in it"),
    ],
)  # fmt: skip
def test_folders_that_cannot_hold_results(wrong, message, batch, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    *before, program = batch
    code, _, err = run(*before, *wrong.split(), program)
    assert (code, err.splitlines()[-1]) == (3, f"Error: {message}")
    assert not (tmp_path / "submissions" / "state.json").exists()


# A command that marks into a folder, and does so until its input ends.
AT_WORK = "import sys; from poker_table.grading.results.folder import Results;"
AT_WORK += "r = Results(sys.argv[1]); print(flush=True); sys.stdin.read()"


def test_two_commands_cannot_write_to_one_folder(tmp_path):
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


def test_results_may_be_inside_the_folder_of_submissions(batch, tmp_path):
    into = "--into", str(tmp_path / "submissions" / "results")
    assert told(batch, *into) == told(batch, *into, "--again") == ["ann.py", "ben.py", "cid.py"]


def test_no_name_leads_outside_results_or_to_another_folder():
    names = [
        "ann", "Finn O'Lee (7)", "..", ".", "", "../ann", "/ann", ".new-ann", "class.html",
        "x" * 300, "lessons", "a\x00b", "a\nb", "\udcff", "ä" * 200, folder_name("../ann"),
        "état", "-rf",
    ]  # fmt: skip
    folders = [folder_name(name) for name in names]
    assert len(set(folders)) == len(names)
    assert folders[:2] == names[:2]
    for folder in folders:
        assert Path(folder).name == folder
        assert folder[0] != "."
        assert len(folder.encode()) < 200
    assert not {"class.html", "lessons", "state.json"} & set(folders)


def finished(results: Path) -> dict[str, tuple[int, int]]:
    """Return the state files, with what changes if one is written again."""
    stats = {path.parent.name: path.stat() for path in results.glob("[!.]*/state.json")}
    return {name: (stat.st_ino, stat.st_mtime_ns) for name, stat in stats.items()}


@pytest.mark.slow  # sixteen batches
def test_a_batch_killed_fifteen_times_ends_with_the_same_results(tmp_path):
    """Kill a batch at random moments, then let it end, and compare the results."""
    kills = 15
    folder = submissions(tmp_path / "in", *(f"s{n}.py" for n in range(20)))
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


def test_an_interrupted_marking_keeps_the_old_results(tmp_path, monkeypatch):
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    sheet = Sheet("ann", (Item("types", "Every type", 5, 5, PASSED, ""),))
    results, letter = Results(str(tmp_path / "results")), tmp_path / "results/ann/feedback.md"
    results.finish(Marking(sheet, {"submission": "was"}, {"output/one.txt": "printed"}))
    assert (tmp_path / "results/ann/output/one.txt").read_text() == "printed"
    written = letter.read_text()

    with monkeypatch.context() as patch:
        patch.setattr(Results, "_write_letter", interrupted)
        with pytest.raises(KeyboardInterrupt):
            results.finish(Marking(sheet, {"submission": "is"}, {"output/two.txt": "printed"}))
    results = Results(str(tmp_path / "results"))  # the next command
    assert letter.read_text() == written
    assert results.is_finished("ann", {"submission": "was"})
    assert (stands := results.sheet("ann"))
    assert stands.score == 5

    results.finish(Marking(sheet, {"submission": "is"}))
    assert results.is_finished("ann", {"submission": "is"})
    assert not (tmp_path / "results/ann/output").exists()
    results.write_class([sheet])
    there = {path.name for path in (tmp_path / "results").iterdir()} - {".lock"}
    assert there == {"ann", "class.html", "lessons", "marks.csv", "report.json", "state.json"}


def test_a_finished_folder_left_by_a_kill_is_moved_to_its_place(tmp_path, monkeypatch):
    right, was = Item("types", "Types", 5, 5, PASSED), Item("types", "Types", 5, 2, FAILED)
    results = Results(str(tmp_path))
    results.finish(Marking(Sheet("ann", (was,)), {"submission": "1"}))
    monkeypatch.setattr(Results, "_publish", lambda *_: None)
    results.finish(Marking(Sheet("ann", (right,)), {"submission": "2"}))
    shutil.rmtree(tmp_path / "ann")
    monkeypatch.undo()
    stands = Results(str(tmp_path)).sheet("ann")
    assert stands
    assert (stands.score, stands.score_before) == (5, 2)


STATES = (
    "[1]", '{"finished": "x"}', '{"sheet": {"items": [], "new": 1}}',
    '{"sheet": {"is": "Hand", "cards": 1, "player": 1}}',
)  # fmt: skip


@pytest.mark.parametrize("state", STATES)
def test_results_of_another_version_are_marked_again(state, batch, tmp_path):
    told(batch)
    (tmp_path / "results" / "ann.py" / "state.json").write_text(state)
    assert told(batch) == ["ann.py"]


def test_no_link_imitates_another_submission(tmp_path):
    """Where it leads to is the students' choice, also what our digest takes for the next file."""
    for name in "ann", "ben":
        (tmp_path / name).mkdir()
    (tmp_path / "ann" / "b.py").write_text("right")
    next_file = os.fsencode(repr(("b.py", (tmp_path / "ann" / "b.py").stat().st_mode)))
    (tmp_path / "ann" / "a").symlink_to("x")
    os.symlink(b"x" + next_file + sha256(b"right").digest(), os.fsencode(tmp_path / "ben" / "a"))
    one, other = (content_digest(str(tmp_path / name)) for name in ("ann", "ben"))
    assert one != other


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
    said = error_of(MarkerError, Results, str(tmp_path / "file"))
    assert said == f"{tmp_path / 'file'}: cannot be a folder of results: File exists"
