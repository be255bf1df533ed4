"""marks.toml: the marks and comments that a person gives, which no rerun changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any

from poker_table.game.errors import MarkerError, printable, quoted
from poker_table.grading.judging.rubric import MAX_POINTS, toml_document
from poker_table.grading.sheet import ByHand

MARKS = "marks.toml"
LONGEST = 2**22  # bytes: a page for each of a thousand


def read_marks(path: str) -> dict[str, ByHand]:
    """Return what a person gives each submission, by its name or its student's, if there is a file.

    The file has a table for each, such as `[ann]`, with points by the keys of what is judged, by
    `late` or `whole`, and a `comment`. Raises FileError, and MarkerError where it says more.
    """
    document = toml_document(path, "marks", LONGEST) if os.path.lexists(path) else {}
    return {printable(name): _by_hand(printable(path), name, it) for name, it in document.items()}


def nobody_called(name: str, known: Iterable[str]) -> str:
    """Return that nobody has a name of marks.toml, and whose names begin with it."""
    near = [quoted(other) for other in known if other.startswith(name)]
    meant = f". Did you mean {' or '.join(near)}?" if near else ""
    return f"{MARKS}: there is no submission {quoted(name)}{meant}"


def _by_hand(path: str, name: str, table: Any) -> ByHand:
    where = f"{path}: [{printable(name)}]"
    if not isinstance(table, Mapping):
        raise MarkerError(f"{where}: expected a table, got {quoted(str(table), 80)}")
    points, comment = dict(table), table.get("comment", "")
    points.pop("comment", None)
    if not isinstance(comment, str):
        raise MarkerError(f"{where}: comment: expected a text in quotes")
    for key, value in points.items():
        if type(value) not in (int, float) or not -MAX_POINTS <= value <= MAX_POINTS:
            expected = f"expected points from {-MAX_POINTS} to {MAX_POINTS}"
            raise MarkerError(f"{where}: {printable(key)}: {expected}")
    return ByHand(points, "\n".join(map(printable, comment.splitlines())))
