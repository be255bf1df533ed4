"""A page as plain lines: hands as the assignment prints them, tables lined up."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.show.page import Page, Row, Section, cell_text


def draw(page: Page) -> str:
    """Return the page as lines; of a showdown they are the assignment's and nothing else.

    >>> from poker_table import Hand
    >>> from poker_table.show.page import evaluated, hands_page
    >>> row = evaluated(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(draw(hands_page("A showdown", [row])), end="")
    Player 2 - 7H 9D 9H 9S TS - Three of a Kind
    """
    first = f"{page.title}\n{page.lead}\n" if page.lead else ""
    is_read = any(row.details for section in page.sections for row in section.rows)
    last = f"\n{page.note}\n" if page.note and is_read else ""  # else the bare lines, no more
    return first + "\n".join(map(_section, page.sections)) + last


def _section(section: Section) -> str:
    lines = [section.title] if section.title else []
    if section.rows and not section.rows[0].line:
        lines += _lined_up(section)
    else:
        lines += [line for row in section.rows for line in _row(row)]
    return "".join(f"{line}\n" for line in [*lines, *section.notes])


def _row(row: Row) -> list[str]:
    return [row.line, *(f"    {name:<7}  {text}" for name, text in row.details.items())]


def _lined_up(section: Section) -> list[str]:
    names = [column.name for column in section.columns]
    rows = [names, *([cell_text(cell) for cell in row.cells] for row in section.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    numbers = [column.number for column in section.columns]
    return [_line(row, widths, numbers) for row in rows]


def _line(row: Sequence[str], widths: Sequence[int], numbers: Sequence[bool]) -> str:
    cells = zip(row, widths, numbers, strict=True)
    return "  ".join(
        cell.rjust(width) if number else cell.ljust(width) for cell, width, number in cells
    ).rstrip()
