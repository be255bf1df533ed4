"""Tables for a terminal: the only file that imports rich."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple, TextIO

from rich import box
from rich.console import Console, ConsoleOptions
from rich.table import Table
from rich.text import Text

from poker_table.files.text import can_encode
from poker_table.game.card import SUIT_SYMBOLS, Card
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Sentence, parts
from poker_table.hands.sentence import Text as Words
from poker_table.show.page import (
    INKS,
    Cell,
    Interval,
    Link,
    Page,
    Row,
    Section,
    Share,
    Stream,
    as_text,
    cell_text,
    in_ascii,
)

# A card is a white tile with dark ink, so that it reads alike on every background: the paper, and
# the inks of clubs, diamonds, hearts, spades. The contrasts are 6.4 or more; of 256 colours, where
# the nearest to clubs and diamonds would be almost one, 4.7 or more; of 16, which each terminal has
# its own way, 4.7 or more in xterm.
TILES = {
    "truecolor": ("#ffffff", INKS),
    "256": ("color(231)", ("color(22)", "color(26)", "color(130)", "color(16)")),
    "standard": ("bright_white", ("magenta", "blue", "red", "black")),
}
SIZES = set(map(str, range(1, 1000)))  # of terminals, as they stand in the environment
WIDE_GAP, NARROW_GAP = 3, 1  # between columns
# How wide the columns of a hand may become, and a value that is shortened.
LONGEST = {"Place": 5, "Player": 6, "Cards": 14, "Type": 15, "Base-13 value": 54, "In words": 49}
LONGEST["Chance"] = LONGEST["Type"]  # where it stands
SHORT = {"Base-13 value": 22}
IN_DETAILS = "hand_type", "value"  # of an explained hand


def console_on(stream: TextIO) -> Console:
    """Return a console that draws on a stream and takes no text for markup."""
    # Sizes that no terminal has would show nothing (0), fail (²) or fill the memory (a billion).
    variables = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES") or v in SIZES}
    console = Console(file=stream, markup=False, highlight=False, emoji=False, _environ=variables)
    if console.is_dumb_terminal:  # rich takes every one of them for 80 columns wide
        import shutil

        console.width, console.height = shutil.get_terminal_size()
    return console


def draw(console: Console, page: Page) -> None:
    """Draw a page: its tables, or, where every hand is explained, one below the other."""
    if sum(bool(row.details) for section in page.sections for row in section.table_rows) > 1:
        _draw_explained(console, page)
        return
    if page.lead:
        console.print(Text(page.title, style="bold"))
        console.print(_text_with_cards(page.lead, console))
    for section in page.sections:
        _draw_section(console, section, page)
    if page.note:
        console.print(_text_with_cards(page.note, console))


class Drawn(NamedTuple):
    """A page that rich can print, in the width and the encoding that it is printed in."""

    page: Page

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Table]:
        """Yield what rich is to print."""
        for section in self.page.sections:
            yield _table(section, self.page, options.max_width, console)


def filling_lines(stream: TextIO, page: Page, keys: str) -> list[str]:
    """Return what fills a terminal: a page, and the keys in the last row.

    Of a page that is too long it is the beginning, and that is said; the hand to which something
    happens then comes first.
    """
    console = console_on(stream)
    room = console.height - 1
    lines = _lines(console, page)
    if len(lines) > room:
        lines = [*filter(str.strip, lines)]
    if len(lines) > room:
        (section,) = page.sections
        marked = [section.rows[number] for number in section.marked]
        others = [row for number, row in enumerate(section.rows) if number not in section.marked]
        sections = [
            section._replace(rows=rows, marked=range(len(rows)) if rows is marked else ())
            for rows in (marked, others)
            if rows
        ]
        lines = [*filter(str.strip, _lines(console, page._replace(sections=sections)))]
    cut = f"{len(lines) - room} lines below  " if len(lines) > room else ""
    return lines[:room] + [""] * (room - len(lines)) + [f"{cut}{keys}"[: console.width]]


def _lines(console: Console, page: Page) -> list[str]:
    with console.capture() as capture:
        draw(console, page)
    return capture.get().splitlines()


def draw_stream(console: Console, stream: Stream) -> None:
    """Draw records as they come, a line for each row, its cards drawn as cards."""
    for record in stream.good:
        for section in stream.sections([record]):
            if section.title:
                console.print(Text(section.title, style="bold"))
            for row in section.table_rows:
                line = _text_with_cards(row.line, console)
                line.stylize_before("" if section.title else "bold")
                console.print(line)
                for name, text in row.details.items():
                    console.print(f"  {name:<5}  ", _text_with_cards(text, console), sep="")
    if end := stream.end()[0]:
        console.print(Text(end, style="bold"))


def _draw_section(console: Console, section: Section, page: Page) -> None:
    if section.rows:
        console.print(_table(section, page, console.width, console))
    else:
        console.print(Text(section.title or page.title, style="bold"))
    for row in section.table_rows:
        if row.details:
            console.print(_details(row, console))
    for note in section.notes:
        console.print(_text_with_cards(note, console))
    if section.notes:
        console.print()


def _table(section: Section, page: Page, width: int, console: Console) -> Table:
    """Return the table of a section, in the fullest of its layouts for which there is room.

    The tables of a sequence of pages keep `still`: their columns are as wide as they may become.
    """
    still = bool(page.lead)
    title = section.title or ("" if still else page.title)
    rows = section.table_rows
    for indexes, short, gap in _layouts(section, still):
        cells = [[_cell(cell, row, console, short) for cell in row.cells] for row in rows]
        heads = [Text(column.name) for column in section.columns]
        widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
        if still:
            longest = LONGEST | SHORT if short else LONGEST
            named = zip([column.name for column in section.columns], widths, strict=True)
            widths = [longest.get(name, width) for name, width in named]
        if sum(widths[index] + gap for index in indexes) + gap <= width:
            break
    table = Table(
        box=box.SIMPLE_HEAD,
        title=Text(title) if title else None,
        title_justify="left",
        title_style="bold",
        padding=(0, gap // 2),
    )
    for index in indexes:
        table.add_column(
            section.columns[index].name,
            justify="right" if section.columns[index].number else "left",
            no_wrap=section.columns[index].name == "Cards",
            overflow="fold",
            width=widths[index] if still else None,
        )
    for row, texts in zip(rows, cells, strict=True):
        if row.marked and (indexes[0] or not texts[0]):  # the first column may have gone
            texts[indexes[0]] = Text.assemble(">", " " * bool(texts[indexes[0]]), texts[indexes[0]])
        table.add_row(*(texts[index] for index in indexes), style="bold" if row.marked else "")
    return table


def _layouts(section: Section, still: bool) -> Iterator[tuple[list[int], bool, int]]:
    """Yield the columns to show, whether values are short, and the gap, the fullest layout first.

    Columns that may go do so one by one, a column of values only after it has been shortened.
    Those with nothing in them do so at once, unless the tables of a sequence keep `still`.
    """
    rows = section.table_rows
    indexes = [
        index
        for index in range(len(section.columns))
        if still or any(row.cells[index] != "" for row in rows)
    ]
    for _, index in sorted((c.dropped, n) for n, c in enumerate(section.columns) if c.dropped):
        values = any(isinstance(row.cells[index], Value) for row in rows)
        for short in (False, True) if values else (False,):
            yield indexes, short, WIDE_GAP
            yield indexes, short, NARROW_GAP
        indexes = [other for other in indexes if other != index]
    yield indexes, False, WIDE_GAP
    yield indexes, False, NARROW_GAP


def _cell(cell: Cell, row: Row, console: Console, short: bool = False) -> Text:
    if isinstance(cell, Value):
        return Text(cell.short if short else str(cell))
    if isinstance(cell, Share):
        return Text(cell_text(cell, has_symbols(console)))
    if isinstance(cell, str | Sentence | Interval | Link):
        return _text_with_cards(as_text(cell), console)
    return cards_text(cell, console, row.making)


def _draw_explained(console: Console, page: Page) -> None:
    """Draw each row with its details; through a pager if the terminal is not high enough."""
    with console.capture() as capture:
        console.print(Text(page.title, style="bold"), "")
        (section,) = page.sections
        for row in section.table_rows:
            cells = zip(section.columns, row.cells, strict=True)
            texts = {column.field: _cell(cell, row, console) for column, cell in cells}
            who = Text.assemble(texts.pop("place"), ". Player ", texts.pop("player"))
            others = [texts[field] for field in texts if field not in IN_DETAILS]
            first = Text("  ").join([who, *others])
            first.stylize_before("bold")
            console.print(first)
            console.print(_details(row, console), "")
        console.print(_text_with_cards(page.note, console))
    watched = console.file is sys.stdout and sys.stdout.isatty()
    if watched and capture.get().count("\n") > console.height:
        import pydoc  # slow to load

        os.environ.setdefault("LESS", "FRXPsSpace goes on, q ends$")  # with colours, left standing
        pydoc.pager(capture.get())
    else:
        console.file.write(capture.get())


def _details(row: Row, console: Console) -> Table:
    grid = Table.grid(padding=(0, 0, 0, 3))
    grid.add_column(min_width=len("Against"))
    for name, text in row.details.items():
        grid.add_row(name, _text_with_cards(text, console))
    return grid


def _text_with_cards(text: Words, console: Console) -> Text:
    """Return a text with its cards drawn as cards."""
    writable = has_symbols(console)
    return Text.assemble(
        *(
            cards_text([part], console)
            if isinstance(part, Card)
            else str(part)
            if writable
            else in_ascii(str(part))
            for part in parts(text)
        )
    )


def cards_text(cards: Iterable[Card], console: Console, making: Collection[Card] = ()) -> Text:
    """Return cards side by side, each a tile with a symbol or a letter for its suit.

    Those that are making the type of a hand are underlined.
    """
    paper, inks = TILES.get(console.color_system or "", TILES["standard"])
    symbols = has_symbols(console)
    tiles = (
        Text(
            card.with_symbol if symbols else str(card),
            f"not bold {'underline ' * (card in making)}{inks[card.suit]} on {paper}",
        )
        for card in cards
    )
    return Text(" ").join(tiles)


def has_symbols(console: Console) -> bool:
    """Return whether the console's encoding can write ♣♦♥♠."""
    return can_encode(console.encoding, SUIT_SYMBOLS)
