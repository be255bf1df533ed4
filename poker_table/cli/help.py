"""The help of a command: examples, the options that people use, and then the others in groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from poker_table.show.table import console_on, write_in_pager

Rows = Sequence[tuple[str, str]]  # command lines or options, each with what it does
HEADING, NAME = "bold", "cyan"
WIDEST = 100  # columns of the help
WIDEST_OPTION = 24


def print_help(examples: Rows, sections: Mapping[str, Rows], ending: str, stream: TextIO) -> None:
    """Print the help of a command; in a pager if a terminal has too few lines for it."""
    console = console_on(stream)
    console.width = min(console.width, WIDEST)
    longest = max(len(about) for _, about in examples)
    with console.capture() as capture:
        _print_section(console, "examples:", examples, console.width - 4 - longest)
        for heading, rows in sections.items():
            _print_section(console, f"\n{heading}", rows, WIDEST_OPTION)
        if ending:
            console.print(f"\n{ending}", soft_wrap=True)
    text = capture.get()
    if not stream.isatty():
        text = Text.from_ansi(text).plain  # no escape sequence, whatever FORCE_COLOR says
    lines = [line.rstrip() for line in text.splitlines()]  # rich fills them with blanks
    write_in_pager(console, "\n".join(lines) + "\n")


def _print_section(console: Console, heading: str, rows: Rows, widest: int) -> None:
    """Print rows in two columns; a name that is wider than `widest` has its text below it."""
    console.print(Text(heading, HEADING))
    width = max((len(name) for name, _ in rows if len(name) <= widest), default=widest)
    for name, about in rows:
        if len(name) > width:
            console.print(Text(f"  {name}", NAME), soft_wrap=True)
            name = ""
        grid = Table.grid(padding=(0, 2, 0, 0))
        grid.add_column(width=width, no_wrap=True)
        grid.add_row(Text(name, NAME), Text(about))
        console.print(Padding(grid, (0, 0, 0, 2)))
