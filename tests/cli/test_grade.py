"""`poker-table grade` from the command line: exit codes, formats, reports, batches."""

from __future__ import annotations

import io
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from program import (
    PYTHON,
    STUDENTS,
    Terminal,
    needs_linux,
    progress_lines,
    rows_of,
    run,
    running,
    wait_until,
    without_colours,
)  # fmt: skip

from poker_table.files.deck_file import bundled_path
from poker_table.game.table import Showdown, deal
from poker_table.grading import batch as batches
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import Entry
from poker_table.grading.marking import MarkingOptions, decks_to_try
from poker_table.grading.results.folder import Marking, Results
from poker_table.grading.running.sandbox import level_in_force
from poker_table.grading.running.submission import Submission
from poker_table.grading.sheet import Item, Sheet


def grade(*argv: str, level: str = "none", **streams: io.StringIO | None) -> tuple[int, str, str]:
    """Mark without a sandbox, where that is not the point: so it is the same on every machine."""
    options = "--random", "0", "--timeout", "30", "--sandbox", level
    return run("grade", *options, *argv, **streams)


GRADE = [sys.executable, "-m", "poker_table", "grade"]


def student(name: str) -> tuple[str, str]:
    return PYTHON, str(STUDENTS / f"{name}.py")


@pytest.mark.slow  # every deck, twice
def test_a_right_program_passes_and_every_report_is_written(tmp_path):
    kinds = "json", "junit", "gradescope", "markdown", "csv"
    reports = [word for kind in kinds for word in ("--report", f"{kind}={tmp_path / kind}")]
    code, out, err = grade(*reports, *student("right"), level="auto")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("right.py: 25 of 25 points")
    assert all((tmp_path / kind).stat().st_size for kind in kinds)


@pytest.mark.slow  # every deck, twice
def test_a_wrong_program_fails_and_marks_are_the_same_the_next_time(tmp_path):
    first = grade("--format", "json", *student("wheel"))
    assert first == grade("--format", "json", *student("wheel"))
    code, out, _ = first
    (sheet,) = json.loads(out)["sheets"]
    assert (code, sheet["score"]) == (1, 22.5)
    assert grade("--exit-zero", *student("wheel"))[0] == 0


@pytest.mark.slow  # every deck, twice
def test_a_person_sees_a_table_with_the_points_of_the_rubric(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    rubric = tmp_path / "rubric.toml"
    rubric.write_text("[points]\ntypes = 100\n")
    options = "--rubric", str(rubric), *student("wheel")
    code, out, _ = grade(*options, level="auto", out=Terminal())
    shown = without_colours(out)
    assert code == 1
    assert "70 of 120 points" in shown
    assert [line for line in shown.splitlines() if len(line) > 80] == []
    assert "What is judged" in shown
    assert "the ace may count below the two." in " ".join(shown.split())


NOT_FOUND = "Could not find file\nThere is no file or folder '{}'."
TROUBLE = {
    "./nothing-here": "there is no program './nothing-here'",
    "-- ./nothing-here --report ${x}": "there is no program './nothing-here'",
    "./poker": "./poker may not be run: try chmod +x ./poker",
    "--rubric none.toml ./x": NOT_FOUND.format("none.toml"),
    "--rubric typo.toml ./x": "typo.toml: expected a criterion, one of between, within, types,"
    " reading, players, cards, missing, random, ends, got 'typo'",
    "--rubric late.toml ./x": "late.toml: [late]: expected one line, per_day or per_hour, got"
    " 'per_week'",
    "--report csv=typo.toml ./x": "typo.toml: exists already; --force replaces it",
    "--batch empty ./x": "empty: expected submissions, got an empty folder",
    "--batch none --into results ./x": NOT_FOUND.format("none"),
    "--decks empty ./x": "empty: expected decks, got an empty folder",
    "--decks bad ./x": "bad/mine.txt: expected 50 to 52 cards, got 2",
    "--decks none ./x": NOT_FOUND.format("none"),
}


@pytest.mark.parametrize(("line", "error"), TROUBLE.items())
@pytest.mark.usefixtures("in_an_empty_folder")
def test_trouble_before_anything_is_marked(line, error):
    for folder in "empty", "bad":
        Path(folder).mkdir()
    Path("bad/mine.txt").write_text("2C 2C\n")
    Path("typo.toml").write_text("[points]\ntypo = 1\n")
    Path("late.toml").write_text("[late]\nper_week = 1\n")
    Path("poker").touch()
    assert grade(*line.split()) == (3, "", f"Error: {error}\n")
    assert not Path("results").exists()


@pytest.mark.slow  # every deck, twice
def test_a_batch_has_a_line_for_each_submission(tmp_path):
    folder = tmp_path / "submissions"
    folder.mkdir()
    for name in "right", "wheel", "silent":
        (folder / name).mkdir()
        shutil.copy(STUDENTS / f"{name}.py", folder / name / "mine.py")
        shutil.copy(STUDENTS / "right.py", folder / name)
    (folder / "broken").mkdir()
    (folder / "broken" / "notes.txt").write_text("")
    compiler = f"test -e mine.py && cp {PYTHON} python || echo 'no mine.py'; test -e mine.py"
    csv_file = tmp_path / "marks.csv"
    code, out, _ = grade(
        "--batch", str(folder), "--compile", compiler, "--report", f"csv={csv_file}",
        PYTHON, "mine.py", level=level_in_force("auto"),
    )  # fmt: skip
    rows = {row["submission"]: row for row in rows_of(csv_file)}
    assert code == 1
    assert [line.split(maxsplit=5) for line in out.splitlines()[-3:-1]] == [
        ["right", "passed", "25", "of", "25"],
        ["silent", "mistakes", "1", "of", "25", "Nothing is printed"],
    ]
    assert {name: row["score"] for name, row in rows.items()} == {
        "broken": "0", "right": "25", "silent": "1", "wheel": "22.5",
    }  # fmt: skip
    assert rows["broken"]["first_fault"].startswith("It does not compile.\nno mine.py\n")
    assert rows["broken"]["first_fault"].endswith("ended with exit code 1.")


@pytest.mark.parametrize("command", [("--compile", "make", "./Poker"), ()])
def test_an_empty_folder_is_the_same_in_every_language(command, tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "mark", lambda submission, *_: Sheet(submission.name, ()))
    (tmp_path / "carol").mkdir()
    (tmp_path / "dan.py").write_text("")
    code, out, _ = grade("--batch", str(tmp_path), *command)
    why = "expected a program, got an empty folder"
    assert code == 3
    submissions = out.splitlines()[out.splitlines().index("Submissions") + 2 :]
    assert submissions[0].split(maxsplit=2) == ["carol", "error", why]


def test_a_stray_file_is_left_alone_and_what_is_no_program_is_an_error(tmp_path):
    for name in "ann", "ben":
        (tmp_path / name).mkdir()
        for file in "a.py", "b.py":
            (tmp_path / name / file).write_text("")
    (tmp_path / "notes.txt").write_text("")
    marks = tmp_path / "marks.csv"
    command = "--report", f"csv={marks}", "--force", "--batch", str(tmp_path)
    first, second = grade(*command), grade(*command)  # the second finds the first one's report
    assert first[:2] == second[:2]
    assert sorted(first[2].splitlines()) == sorted(second[2].splitlines())
    left = "notes.txt: left alone: it is no program, no folder and no archive"
    assert first[2].splitlines()[:1] == [left]
    rows = [[row["submission"], row["outcome"], row["first_fault"]] for row in rows_of(marks)]
    why = "expected one .py file, or one with main in it, got a.py, b.py"
    assert (first[0], rows) == (3, [["ann", "error", why], ["ben", "error", why]])
    assert [line.split(maxsplit=2) for line in first[1].splitlines()[-2:]] == rows


def test_the_markers_decks_in_the_batch_are_no_submission(tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "mark", lambda submission, *_: Sheet(submission.name, ()))
    (tmp_path / "decks").mkdir()
    shutil.copy(bundled_path("three.txt"), tmp_path / "decks")
    (tmp_path / "dan.py").write_text("")
    out = grade("--batch", str(tmp_path), "--decks", str(tmp_path / "decks"))[1].splitlines()
    assert [line.split()[0] for line in out[out.index("Submissions") + 2 :]] == ["dan.py"]


def test_a_batch_draws_its_seed_and_repeats_with_it(tmp_path, monkeypatch):
    decks = list[list[str]]()

    def marked(submission: Submission, options: MarkingOptions, *_: object) -> Sheet:
        decks.append([name for name in options.decks if "composed" in name])
        return Sheet(submission.name, (), facts=options.facts)

    monkeypatch.setattr(batches, "mark", marked)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.py").write_text("")

    def told(*options: str) -> list[str]:
        *told, _ = grade("--random", "5", *options, "--batch", str(tmp_path / "in"))[2].splitlines()
        return told

    (first,) = told()
    seed = first.rpartition(" ")[2]
    assert first == f"Seed {seed} for the composed decks; the same decks again: --seed {seed}"
    assert (told("--seed", seed), len(told()), told("--random", "0")) == ([], 1, [])
    monkeypatch.setattr("poker_table.cli.commands.grade.randbits", lambda bits: 2**bits - 1)
    assert told()[0].endswith(f" --seed {2**64 - 1}")  # too many to try all of them
    drawn, repeated, another, none, _ = decks
    assert (drawn == repeated, drawn == another, none) == (True, False, [])


def test_a_composed_deck_of_a_batch_tells_nothing_about_the_others():
    decks = decks_to_try(5, 7, secret=True)
    names = [name for name in decks if "composed" in name]
    seeds = {int(name.split()[1]) for name in names}
    assert len(seeds - {7}) == 5
    for name in names:
        assert run(*name.split())[1] == f"{Showdown(deal(decks[name]))}\n"


def test_no_letter_of_a_batch_has_its_seed(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "ann.py").write_text("")
    results = tmp_path / "results"
    options = "--random", "5", "--seed", "987654321", "--into", str(results), "--anonymous"
    grade(*options, "--batch", str(tmp_path / "in"), "--compile", "false", "./x")
    pages = [path for path in results.rglob("*") if path.is_file()]
    shown = [path.name for path in pages if "987654321" in path.read_text()]
    assert shown == ["state.json"]
    assert json.loads((results / "state.json").read_text())["secret_seed"] == 987654321


def test_decks_of_the_markers_own(tmp_path):
    shutil.copy(bundled_path("three.txt"), tmp_path)
    (tmp_path / ".hidden").write_text("")
    path = str(tmp_path / "three.txt")
    assert [*decks_to_try(1, 7, str(tmp_path))][:2] == ["--seed 7 --composed 0", path]


@pytest.mark.slow  # every deck, twice
def test_without_bubblewrap_one_program_runs_and_only_its_result_says_so(tmp_path):
    command = [*GRADE, "--random", "0", "/bin/true"]
    bare = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(command, cwd=tmp_path, env=bare, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, "")
    assert "sandbox: none" in done.stdout


def test_who_watches_sees_how_far_it_has_got(tmp_path, monkeypatch):
    (tmp_path / "submissions" / "carol").mkdir(parents=True)
    (tmp_path / "submissions" / "carol" / "notes.txt").write_text("")
    monkeypatch.setenv("TERM", "xterm-256color")
    batch = "--batch", str(tmp_path / "submissions"), "--compile", "true"
    _, _, err = grade(*batch, "./Poker", err=Terminal())
    assert progress_lines(err) == [
        "0 of 1 submissions",
        "carol: could not be marked: compiled, but there is no './Poker'; there is: notes.txt",
        "1 of 1 submissions",
    ]


def test_ctrl_c_between_two_submissions_keeps_what_was_marked(tmp_path, monkeypatch):
    """Pressed twice, while the first submission is written: that one still counts."""

    def mark(_: Batch, entry: Entry) -> Marking:
        return Marking(Sheet(entry.name, (Item("types", "Types", 5, 5, "passed"),)))

    def news(_: Sheet) -> list[str]:
        for _ in range(2):
            signal.raise_signal(signal.SIGINT)
        return []

    monkeypatch.setattr(Batch, "mark", mark)
    monkeypatch.setattr("poker_table.cli.commands.grade.news", news)
    folder, report, results = (tmp_path / name for name in ("submissions", "marks.csv", "results"))
    folder.mkdir()
    names = "a.py", "b.py", "c.py"
    for name in names:
        shutil.copy(STUDENTS / "silent.py", folder / name)
    batch = "--batch", str(folder), "--workers", "1", "--into", str(results)
    code, out, err = grade(*batch, "--report", f"csv={report}")
    rows = rows_of(report)
    (marked,) = (row["submission"] for row in rows if row["outcome"] == "passed")
    assert (code, out) == (130, "")
    assert err.splitlines() == [
        f"{marked}: 5 of 5 points",
        f"1 of 3 marked, see {report} and {results}: the same command with --force resumes",
        "Interrupted",
    ]
    assert [row["submission"] for row in rows] == list(names)
    assert (results / "marks.csv").read_text() == report.read_text()
    assert [name for name in names if (results / name).exists()] == [marked]
    assert (results / "class.html").exists()


def test_ctrl_c_after_the_last_submission_counts_too(tmp_path, monkeypatch):
    monkeypatch.setattr(Results, "write_class", lambda *_: signal.raise_signal(signal.SIGINT))
    (tmp_path / "submissions" / "ann").mkdir(parents=True)
    results = tmp_path / "results"
    code, out, err = grade("--batch", str(tmp_path / "submissions"), "--into", str(results), "./x")
    assert (code, out) == (130, "")
    assert err.endswith(f"1 of 1 marked, see {results}: the same command resumes\nInterrupted\n")


def hanging(folder: Path, *options: str) -> tuple[str, Path, list[str]]:
    """Return the name of a program that hangs, the path of a report, and what marks it."""
    report, name = folder / "out.json", f"hang_{os.getpid()}.py"
    shutil.copy(STUDENTS / "hang.py", folder / name)
    shutil.copy(STUDENTS / "right.py", folder)
    return name, report, [*GRADE, *options, "--report", f"json={report}", PYTHON, name]


def ended_by_ctrl_c(command: list[str], folder: Path, when: Callable[[], bool]) -> tuple[int, str]:
    """Return the exit code and the errors of a command that gets Ctrl-C when it is time."""
    quiet = subprocess.DEVNULL
    with subprocess.Popen(
        command, cwd=folder, stdout=quiet, stderr=subprocess.PIPE, text=True
    ) as marker:
        wait_until(when, 120)
        marker.send_signal(signal.SIGINT)
        _, err = marker.communicate(timeout=120)
    return marker.returncode, err


@needs_linux
def test_ctrl_c_while_a_program_runs_ends_it_and_says_that_it_is_not_judged(tmp_path):
    name, report, command = hanging(tmp_path, "--timeout", "60", "--sandbox", "none")

    def runs() -> bool:
        return any("deck" in line for line in running(name) if "--report" not in line)

    assert ended_by_ctrl_c(command, tmp_path, when=runs) == (130, "Interrupted\n")
    (sheet,) = json.loads(report.read_text())["sheets"]
    assert sheet["outcome"] == "not marked"
    assert running(name) == []


@pytest.mark.slow  # every deck, twice
def test_ctrl_c_ends_a_batch_soon_and_its_report_stays(tmp_path):
    folder, report = tmp_path / "submissions", tmp_path / "marks.csv"
    folder.mkdir()
    names = [f"hang_{os.getpid()}_{number}.py" for number in range(9)]
    for name in names:
        shutil.copy(STUDENTS / "silent.py", folder / name)
    options = "--batch", str(folder), "--workers", "2", "--sandbox", "none", "--seed", "1"
    code, err = ended_by_ctrl_c(
        [*GRADE, *options, "--report", f"csv={report}"],
        tmp_path,
        when=lambda: report.exists() and "failed" in report.read_text(),
    )
    rows = rows_of(report)
    outcomes = [row["outcome"] for row in rows]
    marked = outcomes.count("failed")
    assert [row["submission"] for row in rows] == names
    assert 1 <= marked < len(names)
    assert sorted(outcomes) == ["failed"] * marked + ["not marked"] * (len(names) - marked)
    assert {row["score"] for row in rows if row["outcome"] == "not marked"} == {""}
    assert (code, err.count(" of 25 points")) == (130, marked)
    assert err.endswith(f"{marked} of 9 marked, see {report}\nInterrupted\n")
    assert running(f"hang_{os.getpid()}_") == []


@pytest.mark.slow  # every deck, twice
def test_a_killed_run_still_reports_and_leaves_nothing_behind(tmp_path):
    name, report, command = hanging(tmp_path, "--timeout", "3")
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) as marker:
        wait_until(report.exists)
        marker.send_signal(signal.SIGKILL)
    (sheet,) = json.loads(report.read_text())["sheets"]
    assert sheet["outcome"] == "not marked"
    wait_until(lambda: running(name) == [], 30)
