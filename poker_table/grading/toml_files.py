"""The marker's files: what they contain, and the points in them."""

from __future__ import annotations

from typing import Any

from poker_table.files.text import read_text
from poker_table.game.errors import printable, quoted
from poker_table.grading.errors import MarkerError

MAX_POINTS = 1000
LONGEST_FILE = 64 * 1024  # bytes; a line for each criterion takes a hundredth of that


def toml_document(path: str, what: str, longest: int = LONGEST_FILE) -> dict[str, Any]:
    """Return the content of a TOML file. Raises FileError, and MarkerError if it is not TOML."""
    import tomllib

    text = read_text(path, what, longest)
    try:
        return tomllib.loads(text)
    except ValueError as error:  # not TOML, or a number of too many digits
        why = f"expected a TOML file: {printable(str(error))}"
    except RecursionError:
        why = "expected a TOML file, got lists in lists too deep"
    raise MarkerError(f"{printable(path)}: {why}")


def checked_points(where: str, value: Any, least: int = 0) -> float:
    """Return points from a TOML file, or raise MarkerError if they are not in range."""
    if type(value) in (int, float) and least <= value <= MAX_POINTS:
        return float(value)
    try:
        got = quoted(str(value))
    except ValueError:  # Python refuses to write out a number of so many digits
        got = "a number of thousands of digits"
    raise MarkerError(f"{where}: expected points from {least} to {MAX_POINTS}, got {got}")
