"""A page as CSV: a header and a line for each record, with an empty line between the tables."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from poker_table.show.json import fields
from poker_table.show.page import Page, Stream


def draw(page: Page) -> str:
    """Return the records of each section."""
    tables = [section.rows for section in page.sections if section.rows]
    return "\n".join("".join(_table(map(fields, records))) for records in tables)


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the header and the lines of records that come one by one."""
    return _table(map(fields, stream.good))


def _table(records: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield a header, the names of the first record's fields, and a line for each record."""
    lines = chain.from_iterable(map(_lines, records))
    for number, line in enumerate(lines):
        stream = io.StringIO()
        if not number:
            names = [*line]
            csv.writer(stream, lineterminator="\n").writerow(names)
        csv.DictWriter(stream, names, restval="", lineterminator="\n").writerow(line)
        yield stream.getvalue()


def _lines(data: dict[str, Any]) -> list[dict[str, object]]:
    """Return the line of a record, or where there are records within it one for each of these."""
    for name, value in data.items():
        if isinstance(value, list) and any(isinstance(each, dict) for each in value):
            outer = {other: data[other] for other in data if other != name}
            return [flat(outer | each) for each in value]
    return [flat(data)]


def flat(data: dict[str, Any], before: str = "") -> dict[str, object]:
    """Return data on one level: a name within another is put after it; cards are in a row.

    >>> flat({"cards": ["2C", "3D"], "explanation": {"type": "a pair"}})
    {'cards': '2C 3D', 'explanation_type': 'a pair'}
    """
    line: dict[str, object] = {}
    for name, value in data.items():
        if isinstance(value, dict):
            line |= flat(value, f"{before}{name}_")
        else:
            whole = isinstance(value, list)
            line[f"{before}{name}"] = " ".join(map(str, value)) if whole else value
    return line
