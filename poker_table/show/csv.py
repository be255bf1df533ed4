"""A page as CSV: a header and rows for each of its tables, or the counts it has for that."""

from __future__ import annotations

import csv
import io

from poker_table.show.page import Cell, Digits, Page, Section, cell_text


def draw(page: Page) -> str:
    """Return the tables, an empty line between them.

    >>> from poker_table.show.page import table_of
    >>> print(draw(Page("", [table_of("", ["deck", "hands"], [["three.txt", "10"]])])), end="")
    deck,hands
    three.txt,10
    """
    sections = [page.counts] if page.counts else [s for s in page.sections if s.rows]
    return "\n".join(map(_section, sections))


def _section(section: Section) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(column.name for column in section.columns)
    writer.writerows(map(_cell, row.cells) for row in section.rows)
    return stream.getvalue()


def _cell(cell: Cell) -> str:
    """Return a cell as a spreadsheet takes it: a value is a number there."""
    return str(cell.value) if isinstance(cell, Digits) else cell_text(cell)
