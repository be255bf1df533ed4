"""A page as CSV: a header and rows for each of its tables, or the counts it has for that."""

from __future__ import annotations

import csv
import io

from poker_table.show.page import Digits, Page, cell_text


def draw(page: Page) -> str:
    """Return the tables, an empty line between them."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    for section in [page.counts] if page.counts else [s for s in page.sections if s.rows]:
        stream.write("\n" if stream.tell() else "")
        writer.writerow(column.name for column in section.columns)
        for row in section.rows:  # the value of a hand is a number there
            writer.writerow(c.value if isinstance(c, Digits) else cell_text(c) for c in row.cells)
    return stream.getvalue()
