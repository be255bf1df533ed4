"""Tables for a terminal: the only file that imports rich."""

from __future__ import annotations

import os

from rich import box
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

from poker_table.game.card import SUIT_SYMBOLS, Suit
from poker_table.show.page import pieces
from poker_table.show.text import in_ascii

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TextIO

    from poker_table.game.card import Card
    from poker_table.show.page import Row, Section, View

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


def draw_view(console: Console, view: View) -> None:
    """Draw a view: a table, or, where every hand is explained, one below the other."""
    if sum(bool(row.reading) for row in view.rows) > 1:
        _draw_explained(console, view)
    else:
        _draw_table(console, view)
    if view.note:
        console.print(view.note)


class Drawn:
    """A view that rich can print, in the width and the encoding that it is printed in."""

    def __init__(self, view: View) -> None:
        self.view = view

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        """Yield what rich is to print."""
        yield _view_table(self.view, options.max_width, has_symbols(console))


def lines_of(console: Console, view: View) -> list[str]:
    """Return the lines that draw a view, with their colours, without writing them."""
    with console.capture() as capture:
        draw_view(console, view)
    return capture.get().splitlines()


def draw_lines(console: Console, texts: Iterable[str]) -> None:
    """Draw texts as they come, the first line of each bold, each card in its suit's colour."""
    for text in texts:
        drawn = _text_with_cards(text, console)
        drawn.stylize("bold", 0, drawn.plain.find("\n"))
        console.print(drawn, end="")


def _draw_table(console: Console, view: View) -> None:
    if view.lead:
        console.print(Text(view.title, style="bold"))
        console.print(_text_with_cards(view.lead, console))
    console.print(_view_table(view, console.width, has_symbols(console)))
    for row in view.rows:
        if row.reading:
            console.print(_reading(row, console))


def _view_table(view: View, width: int, symbols: bool) -> Table:
    table = _table("" if view.lead else view.title, "Place", "Player", "Cards", "Hand")
    table.columns[0].justify = table.columns[1].justify = "right"
    table.columns[2].no_wrap = True
    if view.lead:
        _keep_still(table)
    if width < NARROW:
        table.padding = (0, 0)
    for row in view.rows:
        mark = ">" if row.marked and view.lead else ""
        cards = cards_text(row.cards, symbols)
        worth = row.words if width >= NARROW or row.hand_type is None else str(row.hand_type)
        style = "bold" if row.marked else ""
        table.add_row(str(row.place or mark), str(row.player), cards, worth, style=style)
    return table


def _keep_still(table: Table) -> None:
    """Give each column one width for all the views of a sequence, however full they are."""
    table.expand = True
    for column, width in zip(table.columns, (5, 6, 14), strict=False):
        column.width = width
    table.columns[3].ratio = 1


def _draw_explained(console: Console, view: View) -> None:
    console.print(Text(view.title, style="bold"), "")
    for row in view.rows:
        cards = cards_text(row.cards, has_symbols(console))
        console.print(
            Text.assemble(
                f"{row.place}. Player {row.player}  ", cards, f"  {row.words}", style="bold"
            )
        )
        console.print(_reading(row, console), "")


def _reading(row: Row, console: Console) -> Table:
    grid = Table.grid(padding=(0, 0, 0, 3))
    grid.add_column(min_width=len("Against"))
    for name, text in row.reading.items():
        grid.add_row(name, _text_with_cards(text, console))
    return grid


def _text_with_cards(text: str, console: Console) -> Text:
    symbols = has_symbols(console)
    parts = pieces(text if symbols else in_ascii(text))
    texts = (part if isinstance(part, str) else cards_text([part], symbols) for part in parts)
    return Text.assemble(*texts)


def draw_report(console: Console, sections: Iterable[Section]) -> None:
    """Draw the tables of a report, each with its sentences below."""
    for section in sections:
        if section.rows:
            console.print(_report_table(section, console))
        else:
            console.print(Text(section.title, style="bold"))
        for note in section.notes:
            console.print(Text(note))
        console.print()


def _report_table(section: Section, console: Console) -> Table:
    columns = list(zip(section.headers, zip(*section.rows, strict=True), strict=True))
    gap = 1 if console.width < NARROW else 3
    for spare in section.spare:
        widths = [max(map(len, (header, *cells))) + gap for header, cells in columns]
        if sum(widths) >= console.width:
            columns = [column for column in columns if column[0] != spare]
    table = _table(section.title, *(header for header, _ in columns))
    table.padding = (0, gap // 2)
    for column in table.columns[1:]:
        column.justify = "right" if column.header else "left"
    block = "█" if has_symbols(console) else "#"
    for row in zip(*(cells for _, cells in columns), strict=True):
        table.add_row(*(cell.replace("#", block) for cell in row))
    return table


def draw_rows(
    console: Console, title: str, headers: Sequence[str], rows: Iterable[tuple[Sequence[str], bool]]
) -> None:
    """Draw rows of texts under a title, those in bold that say so."""
    table = _table(title, *headers)
    for cells, bold in rows:
        table.add_row(*cells, style="bold" if bold else "")
    console.print(table)


def draw_texts(console: Console, texts: Iterable[str]) -> None:
    """Draw lines that are wrapped already."""
    for text in texts:
        console.print(text, soft_wrap=True)


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


def _table(title: str, *headers: str) -> Table:
    table = Table(
        box=box.SIMPLE_HEAD,
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
    )
    for header in headers:
        table.add_column(header, overflow="fold")
    return table
