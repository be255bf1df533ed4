"""A view as an SVG picture for slides: titled, described, and complete in itself."""

from __future__ import annotations

import textwrap
from html import escape

from poker_table.show.page import COLOURS
from poker_table.show.view import with_symbols
from poker_table.show.words import view_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from poker_table.cards import Card
    from poker_table.show.view import Row, View

WIDTH, MARGIN = 960, 30
PLACE, PLAYER, CARDS, WORDS = 70, 150, 190, 500  # where the columns are; the first two end there
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 50, 34, 57
ROW, LINE, GAP = 44, 21, 12  # heights
TEXT_WIDTH = 96  # how many characters a line of text may have
INK, QUIET, RULE, MARK = "#14161a", "#4c5159", "#c5c9d0", "#eef3fa"


def picture(view: View) -> str:
    """Return the view as the text of an SVG file, as high as what it shows."""
    shapes = [*_text(view.title, MARGIN, 46, 26, weight=700)]
    y = 46
    for line in textwrap.wrap(with_symbols(view.lead), TEXT_WIDTH - 6):
        y += 30
        shapes += _text(line, MARGIN, y, 19)
    y += 36
    shapes += _headings(y)
    y += 12
    for row in view.rows:
        shapes += _row(row, y)
        y += _height(row)
    for line in textwrap.wrap(view.note, TEXT_WIDTH):
        y += LINE
        shapes += _text(line, MARGIN, y + 8, 16, QUIET)
    return _document(view, y + MARGIN, shapes)


def _document(view: View, height: int, shapes: list[str]) -> str:
    said = f"{view.lead}\n{view_sentences(view)}".strip()
    body = "\n".join(shapes)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" \
height="{height}" role="img" aria-labelledby="title desc" \
font-family="Verdana, DejaVu Sans, sans-serif" xml:lang="en">
<title id="title">{escape(view.title)}</title>
<desc id="desc">{escape(said)}</desc>
<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>
{body}
</svg>
"""


def _headings(y: int) -> Iterator[str]:
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
    shown = f"{card.rank.letter}{card.suit.symbol}"
    middle = x + CARD_WIDTH // 2
    yield from _text(shown, middle, y + 25, 22, COLOURS[card.suit], "middle", 700)


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
