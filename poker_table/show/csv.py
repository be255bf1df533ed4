"""A page as CSV: for each section a header and its records, with an empty line between them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, get_args, get_type_hints

from poker_table.hands.explanation import Value
from poker_table.show.json import fields
from poker_table.show.page import Page, Stream

# What a spreadsheet would run as a formula; a negative number is none. Some split cells at ";".
# Then no quotes hold a cell together: it is also split at its own quotes and lines.
FORMULA = re.compile(
    r"(?:^(?!-[\d.]+\Z)|(?<=;))(?=\s*[=+@\-＝＋＠－]|[\t\n])"
    r"|(?<=[;\n])(?=(?:[^\S\n]|\")*[=+@\-＝＋＠－])"
)
IN_FORMULAS = frozenset("=+@-＝＋＠－\t\n\r")


def guarded(cell: object) -> object:
    """Return a cell; in a text, with an apostrophe before what a spreadsheet would run.

    >>> guarded("=1+1"), guarded(-2.5)
    ("'=1+1", -2.5)
    """
    if not isinstance(cell, str) or IN_FORMULAS.isdisjoint(cell):  # most cells: quickly
        return cell
    cell = cell.replace("\r", "\n")  # before 3.13, Python puts no quotes around \r
    return FORMULA.sub("'", cell)


def draw(page: Page) -> str:
    """Return a table for each section that has records."""
    return "\n".join("".join(_table(each.records)) for each in page.sections if each.records)


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the header, then one or more lines for each record as it is produced."""
    return _table(stream.valid_records)


def _table(records: Iterable[Any]) -> Iterator[str]:
    names: list[str] = []
    for cells in chain.from_iterable(map(_lines, records)):
        if not names:
            names = [*cells]
            yield line(names)
        yield line(cells[name] for name in names)


def line(cells: Iterable[object]) -> str:
    """Return a line of a table, its cells guarded.

    >>> line(["=1+1", 3]).rstrip()
    "'=1+1,3"
    """
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(map(guarded, cells))
    return text.getvalue()


def _lines(record: Any) -> list[dict[str, object]]:
    """Return the line of a record; if one of its fields is a list of records, a line for each."""
    data, record_class = fields(record), record.__class__
    for name, inner in _record_fields(record_class).items():
        if isinstance(data[name], list):
            inner_records = data.pop(name)
            outer = _flat(data, record_class)
            return [outer | _flat(each, inner) for each in inner_records]
    return [_flat(data, record_class)]


@cache
def _record_fields(record_class: type) -> dict[str, Any]:
    """Return the class of each field that is a record, or a list of records."""
    return {
        name: part
        for name, hint in get_type_hints(record_class).items()
        for part in (hint, *get_args(hint))
        if hasattr(part, "_fields") and part is not Value
    }


def _flat(data: dict[str, Any], record_class: type, prefix: str = "") -> dict[str, object]:
    """Return nested data as one dict: nested names are joined by _, the items of a list by blanks.

    A record within a record of `record_class` has all of its fields, even if it is None.
    """
    line: dict[str, object] = {}
    inner = _record_fields(record_class)
    for name, value in data.items():
        if name in inner:
            value = value or dict.fromkeys(inner[name]._fields)
        if isinstance(value, dict):
            line |= _flat(value, inner.get(name, dict), f"{prefix}{name}_")
        else:
            is_list = isinstance(value, list)
            line[prefix + name] = " ".join(map(str, value)) if is_list else value
    return line
