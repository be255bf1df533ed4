"""Views as SVG pictures for slides, complete in themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from poker_table.game.card import Card
from poker_table.show.html import COLOURS
from poker_table.show.page import Row, View, with_symbols
from poker_table.show.text import view_sentences

WIDTH, MARGIN = 960, 30
PLACE, PLAYER, CARDS, WORDS = 70, 150, 190, 500  # where the columns are; the first two end there
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 50, 34, 57
ROW, LINE, GAP = 44, 21, 12  # heights
TITLE, LEAD = 46, 30  # where the title stands, and how far apart are the lines below it
TEXT_WIDTH, LEAD_WIDTH = 96, 90  # how many characters a line of text may have
INK, QUIET, RULE, MARK = "#14161a", "#4c5159", "#c5c9d0", "#eef3fa"


def pictures(views: Sequence[View]) -> list[str]:
    """Return views as the texts of SVG files of one height, their tables all in one place."""
    leads = [textwrap.wrap(with_symbols(view.lead), LEAD_WIDTH) for view in views]
    top = TITLE + LEAD * max(map(len, leads)) + 36
    tables = [_table(view, top) for view in views]
    height = max(bottom for _, bottom in tables) + MARGIN
    return [
        _document(view, height, [*_heading(view.title, lead), *table])
        for view, lead, (table, _) in zip(views, leads, tables, strict=True)
    ]


def _heading(title: str, lead: list[str]) -> Iterator[str]:
    yield from _text(title, MARGIN, TITLE, 26, weight=700)
    for number, line in enumerate(lead, start=1):
        yield from _text(line, MARGIN, TITLE + LEAD * number, 19)


def _table(view: View, y: int) -> tuple[list[str], int]:
    """Return what draws the rows and the note from y on, and where they end."""
    shapes = [*_columns(y)]
    y += GAP
    for row in view.rows:
        shapes += _row(row, y)
        y += _height(row)
    for line in textwrap.wrap(view.note, TEXT_WIDTH):
        y += LINE
        shapes += _text(line, MARGIN, y + 8, 16, QUIET)
    return shapes, y


def _document(view: View, height: int, shapes: list[str]) -> str:
    body = "\n".join(shapes)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" \
height="{height}" role="img" aria-labelledby="title desc" \
font-family="Verdana, DejaVu Sans, sans-serif" xml:lang="en">
<title id="title">{escape(view.title)}</title>
<desc id="desc">{escape(view_sentences(view).strip())}</desc>
<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>
{body}
</svg>
"""


def _columns(y: int) -> Iterator[str]:
    yield from _text("Place", PLACE, y, 15, QUIET, anchor="end")
    yield from _text("Player", PLAYER, y, 15, QUIET, anchor="end")
    yield from _text("Cards", CARDS, y, 15, QUIET)
    yield from _text("Hand", WORDS, y, 15, QUIET)


def _row(row: Row, y: int) -> Iterator[str]:
    reading = _reading(row)
    if row.marked:
        size = f'width="{WIDTH - MARGIN}" height="{_height(row)}"'
        yield f'<rect x="{MARGIN // 2}" y="{y}" {size} fill="{MARK}"/>'
    yield f'<path d="M{MARGIN // 2} {y}h{WIDTH - MARGIN}" stroke="{RULE}"/>'
    base, weight = y + 29, 700 if row.marked else 400
    yield from _text(str(row.place or ""), PLACE, base, 19, anchor="end", weight=weight)
    yield from _text(str(row.player), PLAYER, base, 19, anchor="end", weight=weight)
    for number, card in enumerate(row.cards):
        yield from _card(card, CARDS + CARD_STEP * number, y + 5)
    yield from _text(row.words, WORDS, base, 17, weight=weight)
    for number, (name, text) in enumerate(reading, start=1):
        yield from _text(name, PLAYER - 40, base + LINE * number + 9, 15, QUIET)
        yield from _text(text, CARDS, base + LINE * number + 9, 15)


def _height(row: Row) -> int:
    lines = len(_reading(row))
    return ROW + LINE * lines + (GAP if lines else 0)


def _reading(row: Row) -> list[tuple[str, str]]:
    """Return the lines of a reading, each with its name, if it is the first of that name."""
    return [
        ("" if number else name, line)
        for name, text in row.reading.items()
        for number, line in enumerate(textwrap.wrap(with_symbols(text), TEXT_WIDTH - 16))
    ]


def _card(card: Card, x: int, y: int) -> Iterator[str]:
    size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6"'
    yield f'<rect x="{x}" y="{y}" {size} fill="#ffffff" stroke="#8d939c"/>'
    middle = x + CARD_WIDTH // 2
    yield from _text(card.with_symbol, middle, y + 25, 22, COLOURS[card.suit], "middle", 700)


def _text(
    text: str,
    x: int,
    y: int,
    size: int,
    colour: str = INK,
    anchor: str = "start",
    weight: int = 400,
) -> Iterator[str]:
    if text:
        look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}"'
        yield f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>'
