"""A page as CSV: a header and rows for each of its tables, or the counts it has for that."""

from __future__ import annotations

import csv
import io

from poker_table.show.page import Cell, Digits, Page, cell_text


def draw(page: Page) -> str:
    """Return the tables, an empty line between them.

    >>> from poker_table.show.page import table_of
    >>> print(draw(Page("", [table_of("", ["deck", "hands"], [["three.txt", "10"]])])), end="")
    deck,hands
    three.txt,10
    """
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for section in [page.counts] if page.counts else [s for s in page.sections if s.rows]:
        stream.write("\n" if stream.tell() else "")
        writer.writerow(column.name for column in section.columns)
        writer.writerows(map(_cell, row.cells) for row in section.rows)
    return stream.getvalue()


def _cell(cell: Cell) -> str:
    """Return a cell as a spreadsheet takes it: a value is a number there."""
    return str(cell.value) if isinstance(cell, Digits) else cell_text(cell)
