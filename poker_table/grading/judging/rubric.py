"""The criteria by which a program is judged, and the points that each is worth."""

from __future__ import annotations

from typing import Any

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError
from poker_table.grading.toml_files import checked_points, toml_document

# The course gives 25 of its 50 marks for these. The split is ours; `--rubric` changes it.
_RUBRIC = [
    ("between", 5.0, "Hands of different types stand in the right order"),
    ("within", 5.0, "Hands of one type stand in the right order"),
    ("types", 5.0, "Every hand is given its type"),
    ("reading", 3.0, "The supplied decks are read correctly"),
    ("players", 2.0, "Every player is there once"),
    ("cards", 1.0, "The cards of a hand stand in order"),
    ("missing", 1.0, "A missing file gives an error and a failing exit code"),
    ("random", 2.0, "A random deal has 50 different cards, and the next one differs"),
    ("ends", 1.0, "The program ends by itself, without a crash"),
]
ALL = {key for key, _, _ in _RUBRIC}
CRITERIA = {key: title for key, _, title in _RUBRIC}
DEFAULT_POINTS = {key: points for key, points, _ in _RUBRIC}
#: The criteria that are judged on every deck; `missing` and `random` have runs of their own.
ON_EVERY_DECK = frozenset({"between", "within", "types", "reading", "players", "cards"})
#: The criteria that are judged by a run of their own, and the name of this run in reports.
OTHER_RUNS = {"missing": "a missing file", "random": "a random deal"}
#: The criteria that are judged by the skills that the decks test.
BY_SKILL = {"between", "within", "types"}
#: The order in which faults are reported: how the program reads decks, single hands, pairs of
#: hands, the other runs, how it ends.
SIMPLEST_FIRST = "players reading types cards within between missing random ends".split()


def read_rubric(path: str) -> tuple[dict[str, float], Any]:
    """Return the points for each criterion, those in a TOML file, else the default; and `[late]`.

    The file has a table `[points]` of criteria and numbers, or a table `[late]`, which is checked
    elsewhere, or both. Raises FileError if it cannot be read, and MarkerError for other content.
    """
    document, name = toml_document(path, "points"), printable(path)
    changes = document.pop("points", {} if "late" in document else None)
    late = document.pop("late", {"per_day": 0})
    if document:
        raise MarkerError(f"{name}: expected only [points] and [late], got {quoted(min(document))}")
    if not isinstance(changes, dict):
        raise MarkerError(f"{name}: expected lines below [points], such as types = 10, got none")
    points = {key: _points(name, key, value) for key, value in changes.items()}
    return DEFAULT_POINTS | points, late


def _points(name: str, key: str, value: float) -> float:
    if key not in CRITERIA:
        known = ", ".join(CRITERIA)
        raise MarkerError(f"{name}: expected a criterion, one of {known}, got {quoted(key)}")
    return checked_points(f"{name}: {key}", value)
