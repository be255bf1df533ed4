"""The criteria a program is judged by, and the points that each is worth."""

from __future__ import annotations

from typing import Any

from poker_table.files.text import read_text
from poker_table.game.errors import MarkerError, printable, quoted

# The course gave 25 of its 50 marks for these; how they divide is ours, and `--rubric` changes it.
_RUBRIC = [
    ("between", 5.0, "Hands of different types stand in the right order"),
    ("within", 5.0, "Hands of one type stand in the right order"),
    ("types", 5.0, "Every hand is given its type"),
    ("reading", 3.0, "The supplied decks are read correctly"),
    ("players", 2.0, "Every player is there once"),
    ("cards", 1.0, "The cards of a hand stand in order"),
    ("missing", 1.0, "A missing file gives an error and a failing exit"),
    ("random", 2.0, "A random deal is 50 different cards, others the next time"),
    ("ends", 1.0, "The program ends by itself, without a crash"),
    ("style", 0.0, "The hands' lines are the assignment's, letter for letter"),
]
ALL = {key for key, _, _ in _RUBRIC}
CRITERIA = {key: title for key, _, title in _RUBRIC}
DEFAULT_POINTS = {key: points for key, points, _ in _RUBRIC}
#: What is judged on every deck; `missing` and `random` have runs of their own.
ON_EVERY_DECK = "between", "within", "types", "reading", "players", "cards"
#: What is judged by the skills that the decks test.
BY_SKILL = {"between", "within", "types"}
#: What there is to judge only where there is a table.
OF_A_TABLE = {*ON_EVERY_DECK, "style"}
#: What the program read, then single hands, two hands, the other runs, and how it ended if no more.
SIMPLEST_FIRST = "players reading types cards within between missing random ends style".split()
MOST_POINTS = 1000
LONGEST_FILE = 64 * 1024  # bytes; a line for each criterion is a hundredth of it


def read_rubric(path: str) -> dict[str, float]:
    """Return the points for each criterion, the default ones changed by a TOML file.

    The file has one table, `[points]`, of criteria and numbers, and may say what being `[late]`
    costs. Raises FileError, and MarkerError where it says something else.
    """
    document, name = toml_document(path, "points"), printable(path)
    late = document.pop("late", None)
    changes = document.pop("points", {} if late else None)
    if document or not isinstance(changes, dict):
        raise MarkerError(f"{name}: expected one table, [points], and nothing else")
    return DEFAULT_POINTS | {key: _points(name, key, value) for key, value in changes.items()}


def toml_document(path: str, what: str, longest: int = LONGEST_FILE) -> dict[str, Any]:
    """Return what a TOML file says. Raises FileError, and MarkerError if it is none."""
    import tomllib

    text = read_text(path, what, longest)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not TOML, or a number too long
        why = f"expected a TOML file: {printable(str(error))}"
    except RecursionError:
        why = "expected a TOML file, got lists in lists too deep"
    raise MarkerError(f"{printable(path)}: {why}")


def _points(name: str, key: str, value: float) -> float:
    if key not in CRITERIA:
        known = ", ".join(CRITERIA)
        raise MarkerError(f"{name}: expected criteria among {known}, got {quoted(key)}")
    if type(value) in (int, float) and 0 <= value <= MOST_POINTS:
        return float(value)
    try:
        got = quoted(str(value))
    except ValueError:  # Python does not write out so many digits
        got = "a number of thousands of digits"
    raise MarkerError(f"{name}: {key}: expected points from 0 to {MOST_POINTS}, got {got}")
