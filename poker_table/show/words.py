"""A page in sentences, for a screen reader or for reading aloud."""

from __future__ import annotations

from poker_table.show.page import Cell, Page, Row, Section, Share, cell_text, spoken


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
    lines = [f"{section.title}."] if section.title else []
    for row in section.rows:
        lines.append(row.sentence or (_hand(*row.cells) if row.line else _cells(section, row)))
        lines += [f"{name}: {spoken(text)}." for name, text in row.details.items()]
    return "".join(f"{line}\n" for line in [*lines, *section.notes])


def _hand(place: Cell, player: Cell, cards: Cell, known: Cell, _: Cell, told: Cell) -> str:
    who = f"Place {place}, player {player}" if place else f"Player {player}"
    what = f"{told}. " if told else ""
    chance = f" Chance: {known}." if known and not told else ""
    return f"{who}: {what}The cards are {spoken(cell_text(cards)) or 'none'}.{chance}"


def _cells(section: Section, row: Row) -> str:
    told = (
        f"{column.name}: {cell_text(cell)}"
        for column, cell in zip(section.columns, row.cells, strict=True)
        if not isinstance(cell, Share)  # a bar says nothing more
    )
    return "; ".join(told).rstrip(".") + "."
