"""Pages as SVG pictures for slides, complete in themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

from poker_table.game.card import Card
from poker_table.hands.sentence import Text, with_symbols
from poker_table.show import words
from poker_table.show.chart import shapes
from poker_table.show.html import plotted, scale
from poker_table.show.page import (
    HANDS,
    INKS,
    Cell,
    Column,
    Interval,
    Page,
    Row,
    Section,
    Share,
    cell_text,
    face,
)

WIDTH, MARGIN = 1120, 30
BESIDE, BESIDE_TEXT = 480, 46  # how wide what stands beside charts is, in letters too
# Where a hand's fields are; the first two end there. All others stand below type and value.
PLACE, PLAYER, CARDS, TYPE, VALUE = 70, 150, 190, 500, 660
PLACES = {"place": PLACE, "player": PLAYER, "cards": CARDS}
PLACES |= {"hand_type": TYPE, "chance": TYPE, "value": VALUE}
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 54, 34, 60
ROW, LINE, GAP, FONT = 48, 21, 12, 17  # heights; the last is that of a chart's letters
TITLE, LEAD = 46, 30  # where the title stands, and how far apart are the lines below it
TEXT_WIDTH, LEAD_WIDTH = 112, 104  # how many characters a line of text may have
LETTER = 9  # how wide a letter is, at the most, on average
INK, QUIET, RULE, MARK = "#14161a", "#4c5159", "#c5c9d0", "#eef3fa"


def draw_alike(pages: Sequence[Page]) -> list[str]:
    """Return pages as the texts of SVG files of one height, their tables all in one place."""
    leads = [textwrap.wrap(with_symbols(page.lead), LEAD_WIDTH) for page in pages]
    top = TITLE + LEAD * max(map(len, leads)) + 36
    drawings = [Drawing(page, lead, top) for page, lead in zip(pages, leads, strict=True)]
    height = max(drawing.y for drawing in drawings) + MARGIN
    return [drawing.document(height) for drawing in drawings]


class Drawing:
    """The shapes that draw a page, from the top down: what comes next begins at y."""

    def __init__(self, page: Page, lead: Sequence[str], top: int) -> None:
        self.page = page
        self.shapes: list[str] = []
        fits = 3 * (WIDTH - 2 * MARGIN) // (2 * len(page.title) + 1)
        size = max(12, min(26, fits))
        self.text(page.title, MARGIN, TITLE, size, weight=700)
        for number, line in enumerate(lead, start=1):
            self.text(line, MARGIN, TITLE + LEAD * number, 19)
        self.y, self.width, self.text_width = top, WIDTH, TEXT_WIDTH
        charts = [section for section in page.from_the_top if section.drawn]
        for section in charts or page.from_the_top:
            self.section(section)
        self.notes([page.note])
        if charts:
            self.beside([section for section in page.from_the_top if not section.drawn], top)

    def beside(self, sections: Sequence[Section], top: int) -> None:
        """Draw sections to the right of all else, so that a slide holds them."""
        if sections:
            below, self.y, self.text_width = self.y, top, BESIDE_TEXT
            self.shapes.append(f'<g transform="translate({WIDTH} 0)">')
            for section in sections:
                self.section(section)
            self.shapes.append("</g>")
            self.y, self.width = max(below, self.y), WIDTH + BESIDE

    def section(self, section: Section) -> None:
        """Draw a heading, the rows, and the sentences below them."""
        if section.title not in ("", self.page.title):
            self.text(section.title, MARGIN, self.y + ROW, 19, weight=700)
            self.y += ROW + (ROW if section.rows else 0)
        elif section.title and section is not self.page.from_the_top[0]:
            self.y += ROW
        if section.chart:
            top, height = self.y - (ROW if section.rows else -GAP), FONT * section.chart.height
            place = f'x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}"'
            drawn = f'<svg {place} font-size="{FONT}" color="{INK}">{shapes(section.chart)}</svg>'
            self.shapes.append(drawn)
            self.y = int(top + height)
        elif section.rows and section.layout == HANDS:
            self.hands(section)
        elif section.rows:
            self.table(section)
        self.notes(section.notes)
        self.y += GAP if section.title else 0

    def notes(self, notes: Sequence[Text]) -> None:
        """Draw sentences, in lines that fit."""
        for line in (
            n for note in notes for n in textwrap.wrap(with_symbols(note), self.text_width)
        ):
            self.y += LINE
            self.text(line, MARGIN, self.y + 8, 16, QUIET)

    def hands(self, section: Section) -> None:
        """Draw hands, their cards as cards."""
        for column in section.columns:
            if x := PLACES.get(column.field):
                self.text(column.name, x, self.y, 15, QUIET, "end" if column.number else "start")
        self.y += GAP
        for row in section.table_rows:
            self.hand(row, section.columns)

    def hand(self, row: Row, columns: Sequence[Column]) -> None:
        """Draw a hand, and below it how it was read."""
        y, details = self.y, _details(row)
        height = ROW + LINE * len(details) + (GAP if details else 0)
        if row.marked:
            size = f'width="{WIDTH - MARGIN}" height="{height}"'
            self.shapes.append(f'<rect x="{MARGIN // 2}" y="{y}" {size} fill="{MARK}"/>')
        self.shapes.append(f'<path d="M{MARGIN // 2} {y}h{WIDTH - MARGIN}" stroke="{RULE}"/>')
        weight, below = 700 if row.marked else 400, list[str]()
        for column, cell in zip(columns, row.cells, strict=True):
            x, text = PLACES.get(column.field), cell_text(cell, symbols=True)
            if x == CARDS and isinstance(cell, tuple):
                for number, card in enumerate(part for part in cell if isinstance(part, Card)):
                    self.card(card, CARDS + CARD_STEP * number, y + 7, card in row.making)
            elif x is None:
                below += [text] if text else []
            elif x <= PLAYER:
                self.text(text, x, y + 31, 19, anchor="end", weight=weight)
            else:
                self.text(text, x, y + 21, 17 if x == TYPE else 16, weight=weight)
        self.text(", ".join(below), TYPE, y + 40, 14, QUIET)
        for number, (name, text) in enumerate(details, start=1):
            self.text(name, PLAYER - 40, y + LINE * number + 42, 15, QUIET)
            self.text(text, CARDS, y + LINE * number + 42, 15)
        self.y += height

    def card(self, card: Card, x: int, y: int, making: bool) -> None:
        """Draw a card, its upper left corner at x and y, thickly below if it makes the type."""
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6"'
        self.shapes.append(f'<rect x="{x}" y="{y}" {size} fill="#ffffff" stroke="#8d939c"/>')
        middle = x + CARD_WIDTH // 2
        self.text("".join(face(card)), middle, y + 24, 20, INKS[card.suit], "middle", 700)
        if making:
            bar = f'x="{x + 5}" y="{y + CARD_HEIGHT - 4}" width="{CARD_WIDTH - 10}" height="4"'
            self.shapes.append(f'<rect {bar} fill="{INKS[card.suit]}"/>')

    def table(self, section: Section) -> None:
        """Draw rows whose columns are as wide as their longest cells; bars take what is left."""
        heads = Row(tuple("" if column.legend else column.name for column in section.columns))
        rows = [heads, *section.table_rows]
        texts = [[_text(cell) for cell in row.cells] for row in rows]
        starts = [MARGIN]
        for column in zip(*texts, strict=True):
            starts.append(starts[-1] + LETTER * max(map(len, column)) + MARGIN)
        for row, line in zip(rows, texts, strict=True):
            colour = QUIET if row is heads else INK
            places = zip(row.cells, line, section.columns, starts, starts[1:], strict=False)
            for cell, text, column, x, end in places:
                if isinstance(cell, Share):
                    size = f'width="{cell.share * (WIDTH - MARGIN - x):.1f}" height="14"'
                    self.shapes.append(f'<rect x="{x}" y="{self.y - 12}" {size} fill="{QUIET}"/>')
                elif isinstance(cell, Interval):
                    self.plot(plotted(cell), end, self.y - 18)
                elif column.legend and row is heads:
                    self.plot(scale(column.legend), end, self.y - 38)
                elif column.number:
                    self.text(text, end - MARGIN, self.y, 15, colour, "end")
                else:
                    self.text(text, x, self.y, 15, colour)
            self.y += LINE + GAP // 2
        self.y -= GAP

    def plot(self, shapes: str, x: int, y: int) -> None:
        """Draw shapes in what is left of a row, their upper left corner at x and y."""
        size = f'width="{WIDTH - MARGIN - GAP - x}" height="{LINE + GAP // 2}"'
        self.shapes.append(
            f'<svg x="{x}" y="{y}" {size} color="{INK}" overflow="visible">{shapes}</svg>'
        )

    def text(
        self,
        text: str,
        x: int,
        y: int,
        size: int,
        colour: str = INK,
        anchor: str = "start",
        weight: int = 400,
    ) -> None:
        """Draw a line of text, if there is any."""
        look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}"'
        if text:
            self.shapes.append(f'<text x="{x}" y="{y}" {look}>{escape(text)}</text>')

    def document(self, height: int) -> str:
        """Return the SVG file, so high that its neighbours fit as well."""
        shapes = "\n".join(self.shapes)
        return f"""\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {height}" width="{self.width}" \
height="{height}" role="img" aria-labelledby="title desc" \
font-family="Verdana, DejaVu Sans, sans-serif" xml:lang="en">
<title id="title">{escape(self.page.title)}</title>
<desc id="desc">{escape(words.draw(self.page).strip())}</desc>
<rect width="{self.width}" height="{height}" fill="#ffffff"/>
{shapes}
</svg>
"""


def _text(cell: Cell) -> str:
    return "" if isinstance(cell, Share | Interval) else cell_text(cell, symbols=True)


def _details(row: Row) -> list[tuple[str, str]]:
    """Return the lines of a row's details, each with its name, if it is the first of that name."""
    return [
        ("" if number else name, line)
        for name, text in row.details.items()
        for number, line in enumerate(textwrap.wrap(with_symbols(text), TEXT_WIDTH - 16))
    ]
