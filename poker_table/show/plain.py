"""A page as plain lines: hands as the assignment prints them, tables in aligned columns."""

from __future__ import annotations

from itertools import zip_longest

from poker_table.show.cells import cell_text
from poker_table.show.page import Page, Section


def draw(page: Page) -> str:
    """Return the page as lines. For a showdown they are exactly those of the assignment.

    >>> from poker_table import Hand
    >>> from poker_table.show.hand_rows import HandRow, hands_section
    >>> row = HandRow.of(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(draw(Page("A showdown", [hands_section([row])])), end="")
    Player 2 - 7H 9D 9H 9S TS - Three of a Kind
    """
    head = f"{page.title}\n{page.lead}\n" if page.lead else ""
    rows = [row for section in page.sections for row in section.table_rows]
    only_hands = any(row.plain_line for row in rows) and not any(row.details for row in rows)
    footnote = f"\n{page.footnote}\n" if page.footnote and not only_hands else ""
    return head + "\n".join(map(_section, page.sections)) + footnote


def _section(section: Section) -> str:
    lines = [section.title] if section.title else []
    rows = section.table_rows
    if rows and not rows[0].plain_line:
        lines += _aligned(section)
    else:
        for row in rows:
            details = (f"    {name:<7}  {text}" for name, text in row.details.items())
            lines += [str(row.plain_line), *details]
    return "".join(f"{line}\n" for line in [*lines, *section.notes])


def _aligned(section: Section) -> list[str]:
    """Return the rows in aligned columns, with headings if any column has numbers."""
    cells = [[cell_text(cell).split("\n") for cell in row.cells] for row in section.table_rows]
    lines = [line for row in cells for line in zip_longest(*row, fillvalue="")]
    if any(column.number for column in section.columns):
        lines.insert(0, tuple(column.name for column in section.columns))
    columns = []
    for column, texts in zip(section.columns, zip(*lines, strict=True), strict=True):
        width = max(map(len, texts))
        align = str.rjust if column.number else str.ljust
        columns.append([align(text, width) for text in texts])
    return ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]
