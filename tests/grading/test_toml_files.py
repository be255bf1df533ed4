"""The marker's files: rubrics, languages, marks by hand; what they may contain, and what not."""

import tomllib

import pytest
from program import error_of

from poker_table.files.text import FileError
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.languages import read_languages
from poker_table.grading.intake.late import LatePolicy, late_policy
from poker_table.grading.judging.rubric import CRITERIA, DEFAULT_POINTS, read_rubric
from poker_table.grading.results.by_hand import read_marks


def test_the_default_points_add_up_to_25():
    assert sum(DEFAULT_POINTS.values()) == 25
    assert DEFAULT_POINTS.keys() == CRITERIA.keys()


def read_late(path: str) -> LatePolicy:
    return late_policy(path, read_rubric(path)[1])


def test_a_rubric_changes_points(tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text("[points]\ntypes = 10\ncards = 2.5\n")
    points = DEFAULT_POINTS | {"types": 10.0, "cards": 2.5}
    assert read_rubric(str(path))[0] == points
    assert read_late(str(path)) == LatePolicy(0)


ONE_LINE = "[late]: expected one line, per_day or per_hour, got"
COMMANDS = "[js]: expected run = 'COMMAND', and compile = 'COMMAND' if it is compiled"
REFUSED = [
    (read_rubric, "[points]\ntypo = 1", "expected a criterion, one of between, within, types,"
     " reading, players, cards, missing, random, ends, got 'typo'"),
    (read_rubric, "[points]\ntypes = -1", "types: expected points from 0 to 1000, got '-1'"),
    (read_rubric, "[points]\ntypes = true", "types: expected points from 0 to 1000, got 'True'"),
    (read_rubric, "[points]\ntypes = 'many'", "types: expected points from 0 to 1000, got 'many'"),
    (read_rubric, "[points]\ntypes = nan", "types: expected points from 0 to 1000, got 'nan'"),
    (read_rubric, f"[points]\ntypes = 0x{'f' * 5000}",
     "types: expected points from 0 to 1000, got a number of thousands of digits"),
    (read_rubric, f"[points]\ntypes = {'[' * 9000}{']' * 9000}",
     "expected a TOML file, got lists in lists too deep"),
    (read_rubric, "\n" * 65537, "expected points, got more than 65536 bytes"),
    (read_rubric, "[scores]\ntypes = 1", "expected only [points] and [late], got 'scores'"),
    (read_rubric, "points = 3", "expected lines below [points], such as types = 10, got none"),
    (read_late, "late = 3", f"{ONE_LINE} none"),
    (read_late, "[late]", f"{ONE_LINE} none"),
    (read_late, "[late]\nper_week = 1", f"{ONE_LINE} 'per_week'"),
    (read_late, "[late]\nper_day = 1\nper_hour = 1", f"{ONE_LINE} 'per_day, per_hour'"),
    (read_late, "[late]\nper_day = -1",
     "[late]: per_day: expected points from 0 to 1000, got '-1'"),
    (read_languages, "[js]\nrun = 1", COMMANDS),
    (read_languages, "[js]\ncompile = 'x'", COMMANDS),
    (read_languages, "[js]\nrun = 'x'\nfile = 'x'", COMMANDS),
    (read_languages, "js = 1", COMMANDS),
    (read_languages, '[js]\nrun = "node \'x"', "[js]: expected a command, got 'node 'x'"),
    (read_marks, "ann = 3", "[ann]: expected this line, and points in the lines below it"),
    (read_marks, "[ann]\nwhole = '3'",
     "[ann]: whole: expected points from -1000 to 1000, got '3'"),
    (read_marks, "[ann]\nwhole = nan",
     "[ann]: whole: expected points from -1000 to 1000, got 'nan'"),
    (read_marks, "[ann]\ncomment = 3", "[ann]: comment: expected a text in quotes"),
    (read_marks, "[ann]\ndismiss = 1",
     "[ann]: dismiss: expected the letter's numbers of mistakes, such as [1]"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("read", "text", "message"),
    REFUSED,
    ids=[f"{read.__name__} {number}" for number, (read, _, _) in enumerate(REFUSED)],
)
def test_what_a_file_may_not_contain(read, text, message, tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    assert error_of((MarkerError, FileError), read, str(path)) == f"{path}: {message}"


@pytest.mark.parametrize("text", [f"[points]\ntypes = {'9' * 5000}\n", "[points\n"])
def test_a_file_that_is_not_toml(text, tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    why = error_of(ValueError, tomllib.loads, text)
    assert error_of(MarkerError, read_rubric, str(path)) == f"{path}: expected a TOML file: {why}"
