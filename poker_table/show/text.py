"""A view as plain text: the assignment's lines, with whatever else there is to say around them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.show.view import Row, View

_ASCII = {ord("·"): "*", ord("²"): "^2", ord("³"): "^3", ord("⁴"): "^4"}


def view_lines(view: View) -> str:
    """Return the rows as the assignment prints them, each followed by how it was read."""
    first = f"{view.title}\n{view.lead}\n\n" if view.lead else ""
    is_read = any(row.reading for row in view.rows)
    last = f"\n{view.note}\n" if view.note and is_read else ""  # else the bare lines, no more
    return first + "".join(map(_lines, view.rows)) + last


def step_lines(views: list[View]) -> str:
    """Return one paragraph a step: what happens, and the rows it happens to."""
    return "\n".join(_step(view) for view in views)


def in_ascii(text: str) -> str:
    """Return a base-13 sum for an output that cannot write its signs.

    >>> in_ascii("7·13² + 8·13 + 5 = 1,292")
    '7*13^2 + 8*13 + 5 = 1,292'
    """
    return text.translate(_ASCII)


def _lines(row: Row) -> str:
    below = (f"    {name:<7}  {text}\n" for name, text in row.reading.items())
    return f"{row.line}\n{''.join(below)}"


def _step(view: View) -> str:
    marked = "".join(_lines(row) for row in view.rows if row.marked)
    return f"{view.title}\n{view.lead}\n{marked}"
