"""A page as plain lines: hands as the assignment prints them, tables lined up."""

from __future__ import annotations

from itertools import zip_longest

from poker_table.show.page import Page, Section, cell_text


def draw(page: Page) -> str:
    """Return the page as lines; of a showdown they are the assignment's and nothing else.

    >>> from poker_table import Hand
    >>> from poker_table.show.page import HandRow, hands_page
    >>> row = HandRow.of(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(draw(hands_page("A showdown", [row])), end="")
    Player 2 - 7H 9D 9H 9S TS - Three of a Kind
    """
    first = f"{page.title}\n{page.lead}\n" if page.lead else ""
    rows = [row for section in page.sections for row in section.table_rows]
    bare = any(row.line for row in rows) and not any(row.details for row in rows)
    last = f"\n{page.note}\n" if page.note and not bare else ""
    return first + "\n".join(map(_section, page.sections)) + last


def _section(section: Section) -> str:
    lines = [section.title] if section.title else []
    rows = section.table_rows
    if rows and not rows[0].line:
        lines += _lined_up(section)
    else:
        for row in rows:
            details = (f"    {name:<7}  {text}" for name, text in row.details.items())
            lines += [str(row.line), *details]
    return "".join(f"{line}\n" for line in [*lines, *section.notes])


def _lined_up(section: Section) -> list[str]:
    """Return rows in columns as wide as they need; only where there are numbers, with headings."""
    numbers = [column.number for column in section.columns]
    cells = [[cell_text(cell).split("\n") for cell in row.cells] for row in section.table_rows]
    lines = [line for row in cells for line in zip_longest(*row, fillvalue="")]
    if any(numbers):
        lines.insert(0, tuple(column.name for column in section.columns))
    columns = []
    for number, texts in zip(numbers, zip(*lines, strict=True), strict=True):
        width = max(map(len, texts))
        columns.append([text.rjust(width) if number else text.ljust(width) for text in texts])
    return ["  ".join(line).rstrip() for line in zip(*columns, strict=True)]
