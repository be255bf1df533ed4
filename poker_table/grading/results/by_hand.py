"""Reads marks.toml: marks and comments given by hand, which marking again does not change."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError
from poker_table.grading.intake.entries import composed
from poker_table.grading.sheet import ByHand
from poker_table.grading.toml_files import MAX_POINTS, checked_points, toml_document

MARKS = "marks.toml"
MAX_BYTES = 2**22  # enough for a page about each of a thousand submissions


def read_marks(path: str) -> dict[str, ByHand]:
    """Return the marks given by hand, keyed by the name of a submission or student.

    The file has a table for each, such as `[ann]`, with points for criteria, `late` or `whole`, and
    a `comment`; `dismiss` lists the numbers of mistakes that are none. Without a file there are no
    marks. Raises FileError if it cannot be read, and MarkerError for other content.
    """
    document = toml_document(path, "marks", MAX_BYTES) if os.path.lexists(path) else {}
    return {
        printable(composed(name)): _by_hand(printable(path), name, table)
        for name, table in document.items()
    }


def no_such_submission(name: str, known: Iterable[str]) -> str:
    """Return the message that no submission has this name; suggest names that begin with it."""
    near = [quoted(other) for other in sorted(known) if other.startswith(name)][:5]
    meant = f". Did you mean {' or '.join(near)}?" if near else ": write the name as marks.csv does"
    return f"there is no submission {quoted(name)}{meant}"


def _by_hand(path: str, name: str, table: Any) -> ByHand:
    where = f"{path}: [{printable(name)}]"
    if not isinstance(table, Mapping):
        raise MarkerError(f"{where}: expected this line, and points in the lines below it")
    points = dict(table)
    comment, dismiss = points.pop("comment", ""), points.pop("dismiss", [])
    if not isinstance(comment, str):
        raise MarkerError(f"{where}: comment: expected a text in quotes")
    if not isinstance(dismiss, list) or any(type(n) is not int or n < 1 for n in dismiss):
        expected = "expected the letter's numbers of mistakes, such as [1]"
        raise MarkerError(f"{where}: dismiss: {expected}")
    for key, value in points.items():
        checked_points(f"{where}: {printable(key)}", value, -MAX_POINTS)
    return ByHand(points, "\n".join(map(printable, comment.splitlines())), tuple(dismiss))
