"""Tables for a terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Collection, Iterator
from typing import TextIO

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text as RichText

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import SUIT_SYMBOLS
from poker_table.hands.explanation import Value
from poker_table.hands.sentence import Part, Text, parts
from poker_table.show.cells import TILES, Bar, Cell, as_text, cell_text
from poker_table.show.encoding import can_encode, in_ascii
from poker_table.show.page import Column, Page, Row, Section, Stream

VALID_SIZES = set(map(str, range(1, 1000)))  # of a terminal, in an environment variable
WIDE_GAP, NARROW_GAP = 3, 1  # between columns
LONG_HEADING = 9  # characters: it has several words
SHORT_WORD = 5  # the least width of a column whose cells may be broken


def console_on(stream: TextIO) -> Console:
    """Return a console that draws on a stream and does not parse markup in texts."""
    # With a size that no terminal has, rich would print nothing (0), raise an error (²), or run out
    # of memory (a billion).
    environ = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "LINES") or value in VALID_SIZES
    }
    console = Console(file=stream, markup=False, highlight=False, emoji=False, _environ=environ)
    if console.is_dumb_terminal:  # rich assumes that every dumb terminal has 80 columns
        console.width, console.height = shutil.get_terminal_size()
    return console


def show(console: Console, page: Page) -> None:
    """Draw a page; in a pager if it explains several hands and the terminal has too few lines."""
    if not _is_explained(page):
        draw(console, page)
        return
    with console.capture() as capture:
        draw(console, page)
    write_in_pager(console, capture.get())


def write_in_pager(console: Console, text: str) -> None:
    """Write a text; in a pager if standard output is a terminal that has too few lines for it."""
    to_terminal = console.file is sys.stdout and sys.stdout.isatty()
    if to_terminal and text.count("\n") >= console.height:
        import pydoc  # slow to load

        if shutil.which("less"):
            # Show colours, leave the text on the screen, and show the keys as the prompt. On the
            # command line, because pydoc sets LESS itself from Python 3.13 on.
            os.environ.setdefault("PAGER", "less -FRXm '-PmSpace goes on, q ends$'")
        pydoc.pager(text)
    else:
        console.file.write(text)


def draw(console: Console, page: Page) -> None:
    """Draw the tables of a page or, if several hands are explained, one hand below the other."""
    explained = _is_explained(page)
    if page.lead or explained:
        _print(console, page.title, style="bold")
    if page.lead:
        _print(console, page.lead)
    for section in page.sections:
        if explained:
            _draw_lines(console, section)
        else:
            _draw_section(console, section, page)
    if page.footnote:
        _print(console, page.footnote)


def draw_stream(console: Console, stream: Stream) -> None:
    """Draw the records of a stream as they are produced, with a line for each row."""
    for record in stream.valid_records:
        for section in stream.page([record]).sections:
            _draw_lines(console, section)
    if summary := stream.page([]).lead:
        _print(console, summary, style="bold")


def titled_tables(page: Page, console: Console, width: int) -> Iterator[RichText | Table]:
    """Yield the titles and the tables of a page, in a width and in the encoding of a console."""
    for section in page.sections:
        yield RichText(section.title or page.title, style="bold")
        yield _table(section, False, width, console)


def _is_explained(page: Page) -> bool:
    return sum(bool(row.details) for section in page.sections for row in section.table_rows) > 1


def _draw_section(console: Console, section: Section, page: Page) -> None:
    # Every step of a deal has a lead, below its title.
    if title := section.title or ("" if page.lead else page.title):
        _print(console, title, style="bold")
    if section.records:
        console.print(_table(section, bool(page.lead), console.width, console))
    for row in section.table_rows:
        _draw_details(console, row)
    for note in section.notes:
        _print(console, note)
    if section.notes:
        console.print()


def _draw_lines(console: Console, section: Section) -> None:
    if section.title:
        _print(console, section.title, style="bold")
    for row in section.table_rows:
        _print(console, row.plain_line, style="" if section.title else "bold")
        _draw_details(console, row)


def _draw_details(console: Console, row: Row) -> None:
    for name, text in row.details.items():
        _print(console, text, f"    {name:<7}  ")


def _print(console: Console, text: Text, start: str = "", style: str = "") -> None:
    """Print a text after a start, broken between words; the lines after the first are indented."""
    drawn, indent = text_with_cards(text, console), len(start) or 2
    drawn.stylize_before(style)
    if start or len(drawn) > console.width:
        lines = drawn.wrap(console, max(1, console.width - indent))
        for line in lines:
            line.rstrip()
        drawn = RichText("\n" + " " * indent).join(lines)
    console.print(RichText.assemble(start, drawn))


def _table(section: Section, fixed: bool, width: int, console: Console) -> Table:
    """Return the table of a section in the first layout that fits the width, or in the last.

    In the steps of a deal the columns are `fixed`: each is as wide as its longest cell can be, so
    that nothing moves from one step to the next.
    """
    for columns, short, gap in _layouts(section, fixed):
        rows = section._replace(columns=columns).table_rows
        cells = [[_cell(cell, row, console, short) for cell in row.cells] for row in rows]
        widths = [
            (fixed and ((short and column.short_width) or column.width))
            or max(len(column.name), *map(len, texts))
            for column, texts in zip(columns, zip(*cells, strict=True), strict=True)
        ]
        if (needed := sum(widths) + gap * len(widths) + 1) <= width:
            break
    else:
        if fixed:  # the last column of the last layout takes what is left
            widths[-1] = max(1, widths[-1] - needed + width)
    sized = [*zip(columns, widths, strict=True)]
    # A longer cell, such as the cards that are not dealt, would take all of the other columns.
    cards = [c for c, size in sized if c.name in ("Cards", "Deck") and size <= 2 * width // 3]
    # Below a long heading that is wider than they are, numbers have room even if it is broken.
    numbers = [c for c, size in sized if c.number and len(c.name) < max(size, LONG_HEADING)]
    unbroken = cards + numbers
    least = sum(size if c in unbroken else SHORT_WORD for c, size in sized)
    if least + gap * len(sized) + 1 > width:  # rich would cut off digits
        unbroken = cards
    table = Table(box=box.SIMPLE_HEAD, padding=(0, gap // 2))
    for column, column_width in sized:
        table.add_column(
            column.name,
            justify="right" if column.number else "left",
            no_wrap=column in unbroken,
            overflow="fold",
            width=column_width if fixed else None,
        )
    for row, texts in zip(rows, cells, strict=True):
        # A highlighted row without a text in the first column, or without that column, gets a ">".
        if row.highlighted and not (texts[0] and columns[0] is section.columns[0]):
            texts[0] = RichText.assemble(">", " " * bool(texts[0]), texts[0])
        table.add_row(*texts, style="bold" if row.highlighted else "")
    return table


def _layouts(section: Section, fixed: bool) -> Iterator[tuple[list[Column], bool, int]]:
    """Yield layouts, the widest first: columns, whether values are shortened, and a gap.

    Columns are dropped one by one, by their `drop_order`; what can be shortened is, before it is
    dropped. Empty columns are left out of every layout, except if the layout is `fixed`.
    """
    columns = [
        column
        for column in section.columns
        if fixed or any(column.cell_of(record) != "" for record in section.records)
    ]
    for column in sorted(columns, key=lambda column: (not column.drop_order, column.drop_order)):
        for short in (False, True) if column.short_width else (False,):
            yield columns, short, WIDE_GAP
            yield columns, short, NARROW_GAP
        if not column.drop_order:
            return
        columns = [other for other in columns if other is not column]


def _cell(cell: Cell, row: Row, console: Console, short: bool) -> RichText:
    if isinstance(cell, Bar):
        return RichText(cell_text(cell, can_encode(console.encoding, SUIT_SYMBOLS)))
    text = cell.short if short and isinstance(cell, Value) else as_text(cell)
    return text_with_cards(text, console, row.making)


def text_with_cards(text: Text, console: Console, making: Collection[Part] = ()) -> RichText:
    """Return a text with its cards drawn as tiles, those that make the type of a hand underlined.

    The suit of a card is a symbol, or a letter if the console cannot write symbols.
    """
    paper, inks = TILES.get(console.color_system or "", TILES["standard"])
    symbols = can_encode(console.encoding, SUIT_SYMBOLS)
    drawn: list[str | tuple[str, str]] = []
    for part in parts(text):
        if isinstance(part, Card):
            face = part.with_symbol if symbols else part.rank.face + part.suit.letter
            underline = "underline " * (part in making)
            drawn.append((face, f"not bold {underline}{inks[part.suit]} on {paper}"))
        else:
            drawn.append(str(part) if symbols else in_ascii(str(part)))
    return RichText.assemble(*drawn)
