"""Pages as self-contained SVG pictures for slides."""

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
# The side panel, to the right of intervals: its width, and the characters in a line of it.
PANEL_WIDTH, PANEL_TEXT_WIDTH = 480, 46
# The x of each field of a hand: the right end of place and player, the left end of the others. All
# fields without an x are written below the type and the value.
PLACE, PLAYER, CARDS, TYPE, VALUE = 70, 150, 190, 500, 660
FIELD_X = {"place": PLACE, "player": PLAYER, "cards": CARDS}
FIELD_X |= {"hand_type": TYPE, "chance": TYPE, "value": VALUE}
CARD_WIDTH, CARD_HEIGHT, CARD_STEP = 54, 34, 60
ROW, LINE, GAP = 48, 21, 12  # heights
TITLE_Y, LEAD_STEP = 46, 30  # the y of the title, and the height of each line of the lead below it
CHART_FONT_SIZE = 17
TEXT_WIDTH, LEAD_WIDTH = 112, 104  # the characters in a line of text
LETTER_WIDTH = 9  # of a letter in a table: no text has a greater average
INK, QUIET, RULE, HIGHLIGHT = "#14161a", "#4c5159", "#c5c9d0", "#eef3fa"


def draw_all(pages: Sequence[Page]) -> list[str]:
    """Return an SVG document for each page, all with the same height and position of the tables."""
    leads = [textwrap.wrap(with_symbols(page.lead), LEAD_WIDTH) for page in pages]
    top = TITLE_Y + LEAD_STEP * max(map(len, leads)) + 36
    drawings = [Drawing(page, lead, top) for page, lead in zip(pages, leads, strict=True)]
    height = max(drawing.y for drawing in drawings) + MARGIN
    return [drawing.document(height) for drawing in drawings]


class Drawing:
    """The shapes that draw a page, from the top down: the next shape begins at y."""

    def __init__(self, page: Page, lead: Sequence[str], top: int) -> None:
        self.page = page
        self.shapes: list[str] = []
        fitting_size = 3 * (WIDTH - 2 * MARGIN) // (2 * len(page.title) + 1)
        self.text(page.title, MARGIN, TITLE_Y, max(12, min(26, fitting_size)), weight=700)
        for number, line in enumerate(lead, start=1):
            self.text(line, MARGIN, TITLE_Y + LEAD_STEP * number, 19)
        self.y, self.width, self.text_width = top, WIDTH, TEXT_WIDTH
        with_scale = [section for section in page.scales_first if section.has_scale]
        others = [section for section in page.scales_first if not section.has_scale]
        for section in with_scale or others:
            self.section(section)
        self.notes([page.footnote])
        if with_scale and others:
            self.side_panel(others, top)

    def side_panel(self, sections: Sequence[Section], top: int) -> None:
        """Draw sections to the right of everything else, so that they fit on a slide."""
        bottom, self.y, self.text_width = self.y, top, PANEL_TEXT_WIDTH
        self.shapes.append(f'<g transform="translate({WIDTH} 0)">')
        for section in sections:
            self.section(section)
        self.shapes.append("</g>")
        self.y, self.width = max(bottom, self.y), WIDTH + PANEL_WIDTH

    def section(self, section: Section) -> None:
        """Draw the title, the chart or the rows, and the sentences below them."""
        if section.title not in ("", self.page.title):
            self.text(section.title, MARGIN, self.y + ROW, 19, weight=700)
            self.y += ROW + (ROW if section.rows else 0)
        elif section.title and section is not self.page.scales_first[0]:
            self.y += ROW
        if section.chart:
            top = self.y - (ROW if section.rows else -GAP)
            height = CHART_FONT_SIZE * section.chart.height
            box = f'x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" height="{height}"'
            style = f'font-size="{CHART_FONT_SIZE}" color="{INK}"'
            self.shapes.append(f"<svg {box} {style}>{shapes(section.chart)}</svg>")
            self.y = int(top + height)
        elif section.rows and section.large_cards:
            self.hands(section)
        elif section.rows:
            self.table(section)
        self.notes(section.notes)
        self.y += GAP if section.title else 0

    def notes(self, notes: Sequence[Text]) -> None:
        """Draw sentences, wrapped."""
        for note in notes:
            for line in textwrap.wrap(with_symbols(note), self.text_width):
                self.y += LINE
                self.text(line, MARGIN, self.y + 8, 16, QUIET)

    def hands(self, section: Section) -> None:
        """Draw the rows of hands, below the headings."""
        for column in section.columns:
            if x := FIELD_X.get(column.field):
                self.text(column.name, x, self.y, 15, QUIET, "end" if column.number else "start")
        self.y += GAP
        for row in section.table_rows:
            self.hand(row, section.columns)

    def hand(self, row: Row, columns: Sequence[Column]) -> None:
        """Draw a hand with its cards, and its details below it."""
        y, details = self.y, _details(row)
        height = ROW + LINE * len(details) + (GAP if details else 0)
        if row.highlighted:
            size = f'width="{WIDTH - MARGIN}" height="{height}"'
            self.shapes.append(f'<rect x="{MARGIN // 2}" y="{y}" {size} fill="{HIGHLIGHT}"/>')
        self.shapes.append(f'<path d="M{MARGIN // 2} {y}h{WIDTH - MARGIN}" stroke="{RULE}"/>')
        weight, below = 700 if row.highlighted else 400, list[str]()
        for column, cell in zip(columns, row.cells, strict=True):
            x, text = FIELD_X.get(column.field), cell_text(cell, symbols=True)
            if x == CARDS and isinstance(cell, tuple):
                for index, card in enumerate(part for part in cell if isinstance(part, Card)):
                    self.card(card, CARDS + CARD_STEP * index, y + 7, card in row.making)
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
        """Draw a card with its upper left corner at x and y, and a bar if it makes the type."""
        size = f'width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="6"'
        self.shapes.append(f'<rect x="{x}" y="{y}" {size} fill="#ffffff" stroke="#8d939c"/>')
        middle = x + CARD_WIDTH // 2
        self.text("".join(face(card)), middle, y + 24, 20, INKS[card.suit], "middle", 700)
        if making:
            bar = f'x="{x + 5}" y="{y + CARD_HEIGHT - 4}" width="{CARD_WIDTH - 10}" height="4"'
            self.shapes.append(f'<rect {bar} fill="{INKS[card.suit]}"/>')

    def table(self, section: Section) -> None:
        """Draw rows in columns as wide as their longest cells; bars take the remaining width."""
        headings = Row(tuple("" if column.legend else column.name for column in section.columns))
        rows = [headings, *section.table_rows]
        texts = [[_text(cell) for cell in row.cells] for row in rows]
        starts = [MARGIN]
        for column in zip(*texts, strict=True):
            starts.append(starts[-1] + LETTER_WIDTH * max(map(len, column)) + MARGIN)
        for row, line in zip(rows, texts, strict=True):
            colour = QUIET if row is headings else INK
            cells = zip(row.cells, line, section.columns, starts, starts[1:], strict=False)
            for cell, text, column, x, end in cells:
                if isinstance(cell, Share):
                    size = f'width="{cell.share * (WIDTH - MARGIN - x):.1f}" height="14"'
                    self.shapes.append(f'<rect x="{x}" y="{self.y - 12}" {size} fill="{QUIET}"/>')
                elif isinstance(cell, Interval):
                    self.plot(plotted(cell), end, self.y - 18)
                elif column.legend and row is headings:
                    self.plot(scale(column.legend), end, self.y - 38)
                elif column.number:
                    self.text(text, end - MARGIN, self.y, 15, colour, "end")
                else:
                    self.text(text, x, self.y, 15, colour)
            self.y += LINE + GAP // 2
        self.y -= GAP

    def plot(self, shapes: str, x: int, y: int) -> None:
        """Draw SVG shapes in the rest of a row, with their upper left corner at x and y."""
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
        """Draw a line of text unless it is empty."""
        style = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}"'
        if text:
            self.shapes.append(f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>')

    def document(self, height: int) -> str:
        """Return the SVG document, with the height that all pictures share."""
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
    """Return the wrapped lines of a row's details; the first line of each detail has its name."""
    return [
        ("" if index else name, line)
        for name, text in row.details.items()
        for index, line in enumerate(textwrap.wrap(with_symbols(text), TEXT_WIDTH - 16))
    ]
