"""A batch goes on whatever happens to one of its submissions."""

import pytest
from program import put, rows_of, run

from poker_table.files.text import FileError
from poker_table.grading import batch as batches
from poker_table.grading.batch import Batch
from poker_table.grading.intake.entries import Entry
from poker_table.grading.judging.rubric import DEFAULT_POINTS
from poker_table.grading.marking import MarkingOptions, decks_to_try
from poker_table.grading.results.folder import Results
from poker_table.grading.running.runner import Ending, Limits, Run
from poker_table.grading.sheet import FAILED, NOT_MARKED, Item, Sheet

FAILURES = [
    (ZeroDivisionError("no"), "ZeroDivisionError: no"),
    (MemoryError(), "MemoryError"),
    (UnicodeEncodeError("utf-8", "\udc80" * 9999, 0, 1, "no"), "UnicodeEncodeError: "),
]
WRITE_LETTER = Results._write_letter


def judged(submission, *_):
    return Sheet(submission.name, (Item("types", "Types", 5, 2, FAILED),))


@pytest.fixture
def batch(tmp_path, monkeypatch):
    """The arguments for a batch of two, whose submissions are judged without a run."""
    for name in "ann", "ben":
        put(tmp_path / "in" / name / "Poker")
    monkeypatch.setattr(batches, "mark", judged)
    options = "--sandbox", "none", "--random", "0", "--into", str(tmp_path / "out")
    return "grade", *options, "--batch", str(tmp_path / "in"), "./Poker"


def scores(tmp_path):
    return [row["score"] for row in rows_of(tmp_path / "out" / "marks.csv")]


@pytest.mark.parametrize(("error", "said"), FAILURES)
def test_an_unexpected_error_is_that_submissions_alone(error, said, batch, tmp_path, monkeypatch):
    def mark(submission, *_):
        if submission.name == "ann":
            raise error
        return judged(submission)

    monkeypatch.setattr(batches, "mark", mark)
    for _ in range(2):  # the second time it resumes
        code, _, err = run(*batch)
        assert (code, scores(tmp_path)) == (3, ["", "2"])
        assert f"ann: could not be marked: poker-table itself failed: {said}" in err
        assert "; error.txt in its results says where\n" in err
        assert len(err) < 1000
        details = (tmp_path / "out" / "ann" / "error.txt").read_text()
        assert (details.startswith("Traceback "), said in details) == (True, True)
    monkeypatch.setattr(batches, "mark", judged)
    assert (run(*batch)[0], scores(tmp_path)) == (1, ["2", "2"])
    assert not (tmp_path / "out" / "ann" / "error.txt").exists()
    monkeypatch.setattr(batches, "mark", mark)
    without_results = batch[:5] + batch[7:]
    _, _, err = run(*without_results)
    assert f"ann: could not be marked: poker-table itself failed: {said}" in err
    assert "error.txt" not in err


@pytest.mark.parametrize(("error", "said"), FAILURES)
def test_an_error_in_a_letter_is_that_submissions_alone(error, said, batch, tmp_path, monkeypatch):
    def write_letter(results, folder, sheet):
        if sheet.subject == "ann" and not sheet.trouble:
            raise error
        WRITE_LETTER(results, folder, sheet)

    monkeypatch.setattr(Results, "_write_letter", write_letter)
    assert run(*batch)[0] == 3
    assert scores(tmp_path) == ["", "2"]
    assert said in (tmp_path / "out" / "ann" / "error.txt").read_text()
    assert "could not be marked" in (tmp_path / "out" / "ann" / "feedback.md").read_text()


def test_results_that_cannot_be_written_stay_as_they_were(batch, tmp_path, monkeypatch):
    def write_letter(results, folder, sheet):
        if sheet.subject == "ann":
            raise FileError("ann: cannot be written: No space left")
        WRITE_LETTER(results, folder, sheet)

    run(*batch)
    letter = (tmp_path / "out" / "ann" / "feedback.md").read_text()
    monkeypatch.setattr(Results, "_write_letter", write_letter)
    code, _, err = run(*batch[:1], "--again", *batch[1:])
    assert (code, scores(tmp_path)) == (3, ["", "2"])
    assert "ann: could not be marked: ann: cannot be written: No space left\n" in err
    assert (tmp_path / "out" / "ann" / "feedback.md").read_text() == letter


def test_a_worker_that_fails_twice_ends_no_batch(batch, tmp_path, monkeypatch):
    def failed_sheet(*_):
        raise MemoryError

    monkeypatch.setattr(batches, "failed_sheet", failed_sheet)
    monkeypatch.setattr(batches, "mark", failed_sheet)
    assert (run(*batch)[0], scores(tmp_path)) == (1, ["", ""])
    monkeypatch.undo()
    monkeypatch.setattr(batches, "mark", judged)
    assert scores(tmp_path) == ["", ""]
    assert (run(*batch)[0], scores(tmp_path)) == (1, ["2", "2"])


def test_a_file_of_tests_fails_alone_too(tmp_path, monkeypatch):
    def add_test(score, test, holdings):
        raise ZeroDivisionError(test)

    put(tmp_path / "in" / "ann.txt", "2C 3C 4C 5C 6C ; 2D 3D 4D 5D 7D\n")
    put(tmp_path / "in" / "ben.txt", "# no tests\n")
    monkeypatch.setattr("poker_table.mutants.score.Score.add_test", add_test)
    run("mutants", "--batch", str(tmp_path / "in"), "--into", str(tmp_path / "out"))
    assert scores(tmp_path)[0] == ""
    assert "add_test" in (tmp_path / "out" / "ann.txt" / "error.txt").read_text()
    assert not (tmp_path / "out" / ".unfinished").exists()


def test_old_results_that_cannot_be_shown_are_that_submissions_alone(batch, tmp_path, monkeypatch):
    def sheet(results, name):
        return 1 / 0 if name == "ann" else None

    monkeypatch.setattr(Results, "sheet", sheet)
    code, _, err = run(*batch[:1], "--only", "ben", *batch[1:])
    assert (code, scores(tmp_path)) == (3, ["", "2"])
    assert "ben: 2 of 5 points\n" in err


@pytest.mark.parametrize(
    ("workers", "by_clock", "times"), [("2", True, 2), ("1", True, 1), ("2", False, 1)]
)
def test_what_the_clock_stopped_beside_others_is_marked_again_alone(
    workers, by_clock, times, batch, tmp_path, monkeypatch
):
    """That is at the end, and counts."""
    names = []

    def mark(submission, _, after_run):
        names.append(submission.name)
        if submission.name == "ann":
            run = Run("", "", 1, Ending("time", 5), by_clock=by_clock)
            after_run("three.txt", run)
        return judged(submission)

    monkeypatch.setattr(batches, "mark", mark)
    code, _, err = run(*batch[:1], "--workers", workers, *batch[1:])
    assert (code, scores(tmp_path)) == (1, ["2", "2"])
    assert sorted(names) == ["ann"] * times + ["ben"]
    assert times == 1 or names[-1] == "ann"
    assert err.count(" of 5 points\n") == 2


def test_a_cancelled_batch_ends_after_the_current_run(tmp_path):
    put(tmp_path / "ann" / "notes.txt")
    options = MarkingOptions(decks_to_try(0, 1), DEFAULT_POINTS, "none", Limits(), {})
    batch = Batch([Entry("ann", str(tmp_path / "ann"))], ["true"], options)
    batch.cancel()
    with pytest.raises(KeyboardInterrupt):
        batch.mark(*batch.entries)
    assert [sheet.outcome for sheet in batch.sheets] == [NOT_MARKED]
