"""Rubrics: which points they change, and what is refused."""

from __future__ import annotations

import tomllib

import pytest
from program import error_of

from poker_table.files.errors import FileError
from poker_table.grading.errors import MarkerError
from poker_table.grading.judging.rubric import CRITERIA, DEFAULT_POINTS, read_rubric


def test_the_default_points_add_up_to_25():
    assert sum(DEFAULT_POINTS.values()) == 25
    assert DEFAULT_POINTS.keys() == CRITERIA.keys()


def test_a_rubric_changes_points(tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text("[points]\ntypes = 10\ncards = 2.5\n")
    assert read_rubric(str(path)) == DEFAULT_POINTS | {"types": 10.0, "cards": 2.5}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[points]\ntypo = 1\n", "expected a criterion, one of between, within, types,"
         " reading, players, cards, missing, random, ends, got 'typo'"),
        ("[points]\ntypes = -1\n", "types: expected points from 0 to 1000, got '-1'"),
        ("[points]\ntypes = true\n", "types: expected points from 0 to 1000, got 'True'"),
        ("[points]\ntypes = 'many'\n", "types: expected points from 0 to 1000, got 'many'"),
        ("[points]\ntypes = nan\n", "types: expected points from 0 to 1000, got 'nan'"),
        (f"[points]\ntypes = 0x{'f' * 5000}\n",
         "types: expected points from 0 to 1000, got a number of thousands of digits"),
        (f"[points]\ntypes = {'[' * 9000}{']' * 9000}\n",
         "expected a TOML file, got lists in lists too deep"),
        ("\n" * 65537, "expected points, got more than 65536 bytes"),
        ("[scores]\ntypes = 1\n", "expected only [points] and [late], got 'scores'"),
        ("points = 3\n", "expected lines below [points], such as types = 10, got none"),
    ],
)  # fmt: skip
def test_invalid_rubrics(text, message, tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    with pytest.raises((MarkerError, FileError)) as caught:
        read_rubric(str(path))
    assert str(caught.value) == f"{path}: {message}"


@pytest.mark.parametrize("text", [f"[points]\ntypes = {'9' * 5000}\n", "[points\n"])
def test_a_rubric_that_is_not_toml(text, tmp_path):
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    with pytest.raises(ValueError) as python:  # noqa: PT011
        tomllib.loads(text)
    assert (
        error_of(MarkerError, read_rubric, str(path))
        == f"{path}: expected a TOML file: {python.value}"
    )
