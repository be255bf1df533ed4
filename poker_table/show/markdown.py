"""A page as Markdown."""

from __future__ import annotations

import re

from poker_table.show.page import Page, Row, Section, cell_text, with_symbols

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~])")


def draw(page: Page) -> str:
    """Return the tables as Markdown, and below each how its rows were read."""
    parts = [
        f"# {_escaped(page.title)}\n",
        f"{_escaped(with_symbols(page.lead))}\n" if page.lead else "",
        *(part for section in page.sections for part in _section(section, page.title)),
        f"{_escaped(page.note)}\n" if page.note else "",
    ]
    return "\n".join(filter(None, parts))


def _section(section: Section, title: str) -> list[str]:
    table = [[column.name for column in section.columns]]
    table += [[_escaped(cell_text(cell, symbols=True)) for cell in r.cells] for r in section.rows]
    lines = [f"| {' | '.join(cells)} |\n" for cells in table]
    rule = "|".join("---:" if column.number else "---" for column in section.columns)
    lines.insert(1, f"|{rule}|\n")
    details = (_details(row) for row in section.rows)
    notes = (f"{_escaped(note)}\n" for note in section.notes)
    heading = f"## {_escaped(section.title)}\n" if section.title not in ("", title) else ""
    return [heading, "".join(lines) if section.rows else "", *details, *notes]


def _details(row: Row) -> str:
    lines = "".join(
        f"- {name}: {_escaped(with_symbols(text))}\n" for name, text in row.details.items()
    )
    return f"## Player {row.cells[1]}: {row.cells[-1]}\n\n{lines}" if lines else ""


def _escaped(text: str) -> str:
    return _SIGNS.sub(r"\\\1", text)
