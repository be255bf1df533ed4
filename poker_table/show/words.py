"""A page in sentences, for a screen reader or to be read aloud."""

from __future__ import annotations

from collections.abc import Iterator

from poker_table.hands.sentence import aloud
from poker_table.show.cells import Bar, as_text
from poker_table.show.page import Page, Row, Section, Stream


def draw(page: Page) -> str:
    """Return the page as lines: one for each row, and one for each of its details.

    >>> from poker_table import Hand
    >>> from poker_table.show.hand_rows import HandRow, hands_section
    >>> row = HandRow.of(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(draw(Page("A showdown", [hands_section([row])])), end="")
    Place 1, player 2: three nines, then ten, seven. The cards are seven of hearts, nine of \
diamonds, nine of hearts, nine of spades, ten of spades.
    """
    head = f"{page.title.rstrip('.')}.\n{aloud(page.lead)}\n" if page.lead else ""
    footnote = f"{aloud(page.footnote)}\n" if page.footnote else ""
    return head + "\n".join(map(_section, page.sections)) + footnote


def draw_stream(stream: Stream) -> Iterator[str]:
    """Yield the sentences of each record as it is produced."""
    for record in stream.valid_records:
        yield from map(_section, stream.page([record]).sections)
    if summary := stream.page([]).lead:
        yield f"{summary}\n"


def _section(section: Section) -> str:
    lines = [f"{section.title.rstrip('.')}."] if section.title else []
    for row in section.table_rows:
        lines.append(aloud(row.spoken or row.plain_line) or _cells(section, row))
        lines += [f"{name}: {aloud(text)}." for name, text in row.details.items()]
    return "".join(f"{line}\n" for line in [*lines, *map(aloud, section.notes)])


def _cells(section: Section, row: Row) -> str:
    parts = (
        f"{column.name}: {aloud(as_text(cell))}"
        for column, cell in zip(section.columns, row.cells, strict=True)
        if not isinstance(cell, Bar)  # a bar repeats a number of the row
    )
    return "; ".join(parts).rstrip(".") + "."
