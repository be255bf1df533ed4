"""A page as CSV: for each section a header and its records, with an empty line between them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

from poker_table.show.json import fields
from poker_table.show.page import Page, Stream

# What a spreadsheet would run as a formula; a negative number is none. Some split cells at ";".
FORMULA = re.compile(r"(?:^(?!-[\d.]+\Z)|(?<=;))(?=\s*[=+@\-＝＋＠－])")


def guarded(cell: object) -> str:
    """Return the text of a cell, with an apostrophe before what a spreadsheet would run.

    >>> guarded("=1+1"), guarded(-2.5)
    ("'=1+1", '-2.5')
    """
    return FORMULA.sub("'", str(cell))


def draw(page: Page) -> str:
    """Return a table for each section that has records."""
    tables = [[*_lines(section.rows)] for section in page.sections if section.rows]
    # A field that only some records have is a column too.
    return "\n".join("".join(_table(t, [*dict.fromkeys(chain.from_iterable(t))])) for t in tables)


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the header, then one or more lines for each record as it is produced."""
    return _table(_lines(stream.valid_records))


def _table(lines: Iterable[dict[str, object]], names: Sequence[str] = ()) -> Iterator[str]:
    """Yield a header with the names, by default those of the first line; then the lines."""
    for number, line in enumerate(lines):
        text = io.StringIO()
        names = names or [*line]
        if not number:
            csv.writer(text, lineterminator="\n").writerow(names)
        csv.DictWriter(text, names, restval="", lineterminator="\n").writerow(line)
        yield text.getvalue()


def _lines(records: Iterable[Any]) -> Iterator[dict[str, object]]:
    """Yield the line of each record; if one of its fields is a list of records, a line for each."""
    for data in map(fields, records):
        lists = (name for name, value in data.items() if isinstance(value, list))
        name = next((name for name in lists if any(isinstance(x, dict) for x in data[name])), None)
        inner: list[dict[str, Any]] = [{}] if name is None else data.pop(name)
        for line in inner:
            yield flat(data | line)


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
