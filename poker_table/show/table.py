"""Tables for a terminal: the only file that imports rich."""

from __future__ import annotations

import os

from rich import box
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

from poker_table.game.card import SUIT_SYMBOLS, Card, Suit
from poker_table.show.page import (
    Cell,
    Column,
    Page,
    Row,
    Section,
    Share,
    TypeInWords,
    cell_text,
    in_ascii,
    pieces,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal, TextIO

# Okabe and Ito's palette: readable on black and on white, and by the colour-blind. Spades keep
# the terminal's own colour.
COLOURS = {Suit.CLUBS: "#009E73", Suit.DIAMONDS: "#0072B2", Suit.HEARTS: "#D55E00"}
SIZES = set(map(str, range(1, 1000)))  # of terminals, as they stand in the environment
NARROW = 72  # with fewer columns there is room for the hand type, not for the hand in words


def console_on(stream: TextIO) -> Console:
    """Return a console that draws on a stream and takes no text for markup."""
    # Sizes that no terminal has would show nothing (0), fail (²) or fill the memory (a billion).
    given = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES") or v in SIZES}
    console = Console(file=stream, markup=False, highlight=False, emoji=False, _environ=given)
    if console.is_dumb_terminal:  # rich takes every one of them for 80 columns wide
        import shutil

        console.width, console.height = shutil.get_terminal_size()
    return console


def draw(console: Console, page: Page) -> None:
    """Draw a page: its tables, or, where every hand is explained, one below the other."""
    if sum(bool(row.details) for section in page.sections for row in section.rows) > 1:
        _draw_explained(console, page)
    else:
        for section in page.sections:
            _draw_section(console, section, page)
    if page.note:
        console.print(page.note)


class Drawn:
    """A page that rich can print, in the width and the encoding that it is printed in."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        """Yield what rich is to print."""
        for section in self.page.sections:
            title = section.title or self.page.title
            yield _table(section, title, options.max_width, has_symbols(console))


def filling_lines(stream: TextIO, page: Page, last: str) -> list[str]:
    """Return what fills a terminal: a page, cut where it ends, and a line in the last row."""
    console = console_on(stream)
    room = console.height - 1
    with console.capture() as capture:
        draw(console, page)
    lines = capture.get().splitlines()
    if len(lines) > room:
        lines = [line for line in lines if line.strip()][:room]
    return lines + [""] * (room - len(lines)) + [last[: console.width]]


def draw_lines(console: Console, texts: Iterable[str]) -> None:
    """Draw texts as they come, the first line of each bold, each card in its suit's colour."""
    for text in texts:
        drawn = _text_with_cards(text, console)
        drawn.stylize("bold", 0, drawn.plain.find("\n"))
        console.print(drawn, end="")


def _draw_section(console: Console, section: Section, page: Page) -> None:
    still = bool(page.lead)
    if still:
        console.print(Text(page.title, style="bold"))
        console.print(_text_with_cards(page.lead, console))
    title = section.title or ("" if still else page.title)
    if section.rows:
        console.print(_table(section, title, console.width, has_symbols(console), still))
    else:
        console.print(Text(title, style="bold"))
    for row in section.rows:
        if row.details:
            console.print(_details(row, console))
    for note in section.notes:
        console.print(Text(note))
    if section.notes:
        console.print()


def _table(section: Section, title: str, width: int, symbols: bool, still: bool = False) -> Table:
    """Return the table of a section, without the columns for which there is too little room."""
    cells = [[_cell(cell, width, symbols) for cell in row.cells] for row in section.rows]
    shown = _columns_that_fit(section.columns, cells, width)
    table = Table(
        box=box.SIMPLE_HEAD,
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
        padding=(0, 0 if width < NARROW else 1),
    )
    for column in (section.columns[place] for place in shown):
        justify: Literal["right", "left"] = "right" if column.number else "left"
        no_wrap = column.name == "Cards"
        table.add_column(column.name, justify=justify, no_wrap=no_wrap, overflow="fold")
    if still:
        _keep_still(table)
    for row, texts in zip(section.rows, cells, strict=True):
        if row.marked and not texts[0]:
            texts[0] = Text(">")
        table.add_row(*(texts[place] for place in shown), style="bold" if row.marked else "")
    return table


def _columns_that_fit(
    columns: Sequence[Column], cells: Sequence[Sequence[Text]], width: int
) -> list[int]:
    """Return the places of the columns that are shown; the greatest spare goes first."""
    gap = 1 if width < NARROW else 3
    widths = [
        max([len(column.name), *(len(row[place]) for row in cells)]) + gap
        for place, column in enumerate(columns)
    ]
    shown = list(range(len(columns)))
    for place in sorted(shown, key=lambda place: -columns[place].spare):
        if columns[place].spare and sum(widths[other] for other in shown) >= width:
            shown.remove(place)
    return shown


def _cell(cell: Cell, width: int, symbols: bool) -> Text:
    if isinstance(cell, Share):
        return Text(cell_text(cell, symbols))
    if isinstance(cell, TypeInWords):
        known = cell.hand_type is not None
        return Text(str(cell.hand_type) if known and width < NARROW else cell.words)
    return Text(cell) if isinstance(cell, str) else cards_text(cell, symbols)


def _keep_still(table: Table) -> None:
    """Give each column one width for all the pages of a sequence, however full they are."""
    table.expand = True
    for column, width in zip(table.columns, (5, 6, 14), strict=False):
        column.width = width
    table.columns[3].ratio = 1


def _draw_explained(console: Console, page: Page) -> None:
    console.print(Text(page.title, style="bold"), "")
    for row in page.sections[0].rows:
        roomy = max(console.width, NARROW)
        cells = (_cell(cell, roomy, has_symbols(console)) for cell in row.cells)
        place, player, cards, words = cells
        first = Text.assemble(place, ". Player ", player, "  ", cards, "  ", words)
        first.stylize("bold")
        console.print(first)
        console.print(_details(row, console), "")


def _details(row: Row, console: Console) -> Table:
    grid = Table.grid(padding=(0, 0, 0, 3))
    grid.add_column(min_width=len("Against"))
    for name, text in row.details.items():
        grid.add_row(name, _text_with_cards(text, console))
    return grid


def _text_with_cards(text: str, console: Console) -> Text:
    symbols = has_symbols(console)
    parts = pieces(text if symbols else in_ascii(text))
    texts = (part if isinstance(part, str) else cards_text([part], symbols) for part in parts)
    return Text.assemble(*texts)


def cards_text(cards: Iterable[Card], symbols: bool) -> Text:
    """Return cards side by side, each in its suit's colour, with a symbol or a letter for it."""
    words = (
        Text(card.with_symbol if symbols else str(card), style=COLOURS.get(card.suit, ""))
        for card in cards
    )
    return Text(" ").join(words)


def has_symbols(console: Console) -> bool:
    """Return whether the console's encoding can write ♣♦♥♠."""
    try:
        SUIT_SYMBOLS.encode(console.encoding)
    except UnicodeEncodeError:
        return False
    return True
