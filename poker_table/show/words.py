"""A page in sentences, for a screen reader or for reading aloud."""

from __future__ import annotations

from poker_table.show.page import Page, Row, Section, Share, cell_text, spoken


def draw(page: Page) -> str:
    """Return one sentence for each row, and one for each thing said of it.

    >>> from poker_table import Hand
    >>> from poker_table.show.page import evaluated, hands_page
    >>> row = evaluated(Hand.of("7H 9D 9H 9S TS", player=2), place=1)
    >>> print(draw(hands_page("A showdown", [row])), end="")
    Place 1, player 2: three nines, then ten, seven. The cards are seven of hearts, nine of \
diamonds, nine of hearts, nine of spades, ten of spades.
    """
    first = f"{page.title}.\n{spoken(page.lead)}\n" if page.lead else ""
    last = f"{page.note}\n" if page.note else ""
    return first + "\n".join(map(_section, page.sections)) + last


def _section(section: Section) -> str:
    title = f"{section.title}.\n" if section.title else ""
    rows = "".join(_row(row, section) for row in section.rows)
    return title + rows + "".join(f"{note}\n" for note in section.notes)


def _row(row: Row, section: Section) -> str:
    sentence = row.sentence or _sentence(row, section)
    details = (f"{name}: {spoken(text)}.\n" for name, text in row.details.items())
    return f"{sentence}\n{''.join(details)}"


def _sentence(row: Row, section: Section) -> str:
    """Return the cells, each after the name of its column; a bar says nothing more."""
    told = (
        f"{column.name}: {cell_text(cell)}"
        for column, cell in zip(section.columns, row.cells, strict=True)
        if not isinstance(cell, Share)
    )
    return "; ".join(told).rstrip(".") + "."
