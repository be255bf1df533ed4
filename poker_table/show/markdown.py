"""A page as Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence

from poker_table.hands.sentence import Text, with_symbols
from poker_table.show.cells import cell_text
from poker_table.show.page import Column, Page, Row, Section

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def draw(page: Page) -> str:
    """Return the sections as Markdown tables, with the details of the rows below each table."""
    parts = [
        f"# {_escaped(page.title)}\n",
        f"{_escaped(page.lead)}\n" if page.lead else "",
        *(part for section in page.sections for part in _section(section, page)),
        f"{_escaped(page.footnote)}\n" if page.footnote else "",
    ]
    return "\n".join(filter(None, parts))


def _section(section: Section, page: Page) -> list[str]:
    """Return the parts of a section; empty ones are left out by the caller."""
    rows = section.table_rows
    cells = [[_escaped(cell_text(cell, symbols=True)) for cell in row.cells] for row in rows]
    lines = [[column.name for column in section.columns], *cells]
    table = [f"| {' | '.join(line)} |\n" for line in lines]
    rule = "|".join("---:" if column.number else "---" for column in section.columns)
    table.insert(1, f"|{rule}|\n")
    details = (_details(row, section.columns) for row in rows)
    notes = (f"{_escaped(note)}\n" for note in section.notes)
    title = page.heading(section)
    heading = f"## {_escaped(title)}\n" if title else ""
    return [heading, "".join(table) if rows else "", *details, *notes]


def _details(row: Row, columns: Sequence[Column]) -> str:
    """Return the details of a row; their heading is its row header and its last cell."""
    lines = "".join(f"- {name}: {_escaped(text)}\n" for name, text in row.details.items())
    cells = zip(columns, row.cells, strict=True)
    header = " ".join(f"{column.name} {cell}" for column, cell in cells if column.row_header)
    return f"## {header}: {row.cells[-1]}\n\n{lines}" if lines else ""


def _escaped(text: Text) -> str:
    """Return a text on one line, without Markdown: a line break would end the row of a table."""
    return "<br>".join(_SPECIAL.sub(r"\\\1", line) for line in with_symbols(text).splitlines())
