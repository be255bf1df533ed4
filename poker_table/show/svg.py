"""Pages as SVG pictures for slides, complete in themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from html import escape

from poker_table.game.card import Card
from poker_table.show import words
from poker_table.show.html import COLOURS
from poker_table.show.page import (
    HAND_COLUMNS,
    Page,
    Row,
    Section,
    Share,
    cell_text,
    face,
    with_symbols,
)

WIDTH, MARGIN = 960, 30
PLACE, PLAYER, CARDS, WORDS = 70, 150, 190, 500  # where the columns are; the first two end there
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 50, 34, 57
ROW, LINE, GAP = 44, 21, 12  # heights
TITLE, LEAD = 46, 30  # where the title stands, and how far apart are the lines below it
TEXT_WIDTH, LEAD_WIDTH = 96, 90  # how many characters a line of text may have
LETTER = 9  # how wide a letter is, at the most, on average
INK, QUIET, RULE, MARK = "#14161a", "#4c5159", "#c5c9d0", "#eef3fa"


def draw(page: Page) -> str:
    """Return the page as the text of an SVG file."""
    return draw_alike([page])[0]


def draw_alike(pages: Sequence[Page]) -> list[str]:
    """Return pages as the texts of SVG files of one height, their tables all in one place."""
    leads = [textwrap.wrap(with_symbols(page.lead), LEAD_WIDTH) for page in pages]
    top = TITLE + LEAD * max(map(len, leads)) + 36
    bodies = [_body(page, top) for page in pages]
    height = max(bottom for _, bottom in bodies) + MARGIN
    return [
        _document(page, height, [*_heading(page.title, lead), *body])
        for page, lead, (body, _) in zip(pages, leads, bodies, strict=True)
    ]


def _heading(title: str, lead: list[str]) -> Iterator[str]:
    yield from _text(title, MARGIN, TITLE, 26, weight=700)
    for number, line in enumerate(lead, start=1):
        yield from _text(line, MARGIN, TITLE + LEAD * number, 19)


def _body(page: Page, y: int) -> tuple[list[str], int]:
    """Return what draws the sections and the note from y on, and where they end."""
    shapes: list[str] = []
    for section in page.sections:
        if section.title not in ("", page.title):
            shapes += _text(section.title, MARGIN, y + ROW, 19, weight=700)
            y += ROW + (ROW if section.rows else 0)
        if section.rows:
            drawn, y = (_hands if section.columns == HAND_COLUMNS else _table)(section, y)
            shapes += drawn
        for line in (line for note in section.notes for line in textwrap.wrap(note, TEXT_WIDTH)):
            y += LINE
            shapes += _text(line, MARGIN, y + 8, 16, QUIET)
        y += GAP if section.title else 0
    for line in textwrap.wrap(page.note, TEXT_WIDTH):
        y += LINE
        shapes += _text(line, MARGIN, y + 8, 16, QUIET)
    return shapes, y


def _hands(section: Section, y: int) -> tuple[list[str], int]:
    shapes = [*_columns(y)]
    y += GAP
    for row in section.rows:
        shapes += _row(row, y)
        y += _height(row)
    return shapes, y


def _table(section: Section, y: int) -> tuple[list[str], int]:
    """Return rows whose columns are as wide as their longest cells; bars take what is left."""
    texts = [[column.name for column in section.columns]]
    texts += [
        ["" if isinstance(cell, Share) else cell_text(cell, symbols=True) for cell in row.cells]
        for row in section.rows
    ]
    starts = [MARGIN]
    for column in zip(*texts, strict=True):
        starts.append(starts[-1] + LETTER * max(map(len, column)) + MARGIN)
    shapes: list[str] = []
    for number, line in enumerate(texts):
        colour, cells = (INK, section.rows[number - 1].cells) if number else (QUIET, ())
        for place, (text, column) in enumerate(zip(line, section.columns, strict=True)):
            at_end = starts[place + 1] - MARGIN
            if column.number:
                shapes += _text(text, at_end, y, 15, colour, "end")
            else:
                shapes += _text(text, starts[place], y, 15, colour)
        for place, cell in enumerate(cells):
            if isinstance(cell, Share):
                shapes.append(_bar(cell.share, starts[place], y))
        y += LINE + GAP // 2
    return shapes, y - GAP


def _bar(share: float, x: int, y: int) -> str:
    width = share * (WIDTH - MARGIN - x)
    return f'<rect x="{x}" y="{y - 12}" width="{width:.1f}" height="14" fill="{QUIET}"/>'


def _document(page: Page, height: int, shapes: list[str]) -> str:
    body = "\n".join(shapes)
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" \
height="{height}" role="img" aria-labelledby="title desc" \
font-family="Verdana, DejaVu Sans, sans-serif" xml:lang="en">
<title id="title">{escape(page.title)}</title>
<desc id="desc">{escape(words.draw(page).strip())}</desc>
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
    place, player, cards, hand = row.cells
    if row.marked:
        size = f'width="{WIDTH - MARGIN}" height="{_height(row)}"'
        yield f'<rect x="{MARGIN // 2}" y="{y}" {size} fill="{MARK}"/>'
    yield f'<path d="M{MARGIN // 2} {y}h{WIDTH - MARGIN}" stroke="{RULE}"/>'
    base, weight = y + 29, 700 if row.marked else 400
    yield from _text(cell_text(place), PLACE, base, 19, anchor="end", weight=weight)
    yield from _text(cell_text(player), PLAYER, base, 19, anchor="end", weight=weight)
    for number, card in enumerate(cards):
        if isinstance(card, Card):
            yield from _card(card, CARDS + CARD_STEP * number, y + 5)
    yield from _text(cell_text(hand), WORDS, base, 17, weight=weight)
    for number, (name, text) in enumerate(_details(row), start=1):
        yield from _text(name, PLAYER - 40, base + LINE * number + 9, 15, QUIET)
        yield from _text(text, CARDS, base + LINE * number + 9, 15)


def _height(row: Row) -> int:
    lines = len(_details(row))
    return ROW + LINE * lines + (GAP if lines else 0)


def _details(row: Row) -> list[tuple[str, str]]:
    """Return the lines of a row's details, each with its name, if it is the first of that name."""
    return [
        ("" if number else name, line)
        for name, text in row.details.items()
        for number, line in enumerate(textwrap.wrap(with_symbols(text), TEXT_WIDTH - 16))
    ]


def _card(card: Card, x: int, y: int) -> Iterator[str]:
    size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6"'
    yield f'<rect x="{x}" y="{y}" {size} fill="#ffffff" stroke="#8d939c"/>'
    middle = x + CARD_WIDTH // 2
    yield from _text("".join(face(card)), middle, y + 25, 22, COLOURS[card.suit], "middle", 700)


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
