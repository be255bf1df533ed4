"""A page as CSV: for each section a header and its records, with an empty line between them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from poker_table.show.json import fields
from poker_table.show.page import Page, Stream


def draw(page: Page) -> str:
    """Return a table for each section that has records."""
    tables = [_table(map(fields, section.rows)) for section in page.sections if section.rows]
    return "\n".join(map("".join, tables))


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the header, then one or more lines for each record as it is produced."""
    return _table(map(fields, stream.valid_records))


def _table(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a header with the field names of the first line, then the lines of each record."""
    names: list[str] = []
    for line in chain.from_iterable(map(_lines, records)):
        text = io.StringIO()
        if not names:
            names = [*line]
            csv.writer(text, lineterminator="\n").writerow(names)
        csv.DictWriter(text, names, restval="", lineterminator="\n").writerow(line)
        yield text.getvalue()


def _lines(data: dict[str, Any]) -> list[dict[str, object]]:
    """Return the line of a record; if one of its fields is a list of records, a line for each."""
    for name, value in data.items():
        if isinstance(value, list) and any(isinstance(item, dict) for item in value):
            outer = {other: data[other] for other in data if other != name}
            return [flat(outer | inner) for inner in value]
    return [flat(data)]


def flat(data: dict[str, Any], prefix: str = "") -> dict[str, object]:
    """Return nested data as one dict: nested names are joined by _, the items of a list by blanks.

    >>> flat({"cards": ["2C", "3D"], "explanation": {"type": "a pair"}})
    {'cards': '2C 3D', 'explanation_type': 'a pair'}
    """
    line: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            line |= flat(value, f"{prefix}{name}_")
        else:
            is_list = isinstance(value, list)
            line[prefix + name] = " ".join(map(str, value)) if is_list else value
    return line
