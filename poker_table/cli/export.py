"""`poker-table --export FILE`: what would be on the screen, as a page, picture, notes or text."""

from __future__ import annotations

import argparse
import os

from poker_table.errors import printable, quoted
from poker_table.whole_file import may_write, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from poker_table.cli.output import Output
    from poker_table.show.view import View

SUFFIXES = ".svg", ".html", ".txt", ".md"


def export_path(text: str) -> str:
    """Return a path that --export can write, for argparse."""
    if os.path.splitext(text)[1].lower() in SUFFIXES:
        return text
    raise argparse.ArgumentTypeError(
        f"expected a name that ends in {', '.join(SUFFIXES)}, got {quoted(text)}"
    )


def export(views: Sequence[View], path: str, words: bool, force: bool, output: Output) -> None:
    """Write one view into one file, or several into numbered ones; all of them or none."""
    drawn = _renderer(os.path.splitext(path)[1].lower(), words)
    paths = _numbered(path, len(views)) if len(views) > 1 else [path]
    for each in paths:
        may_write(each, force)
    for each, view in zip(paths, views, strict=True):
        write_whole(each, drawn(view), force)
    last = f" to {printable(paths[-1])}" if len(paths) > 1 else ""
    output.note(f"Wrote {printable(paths[0])}{last}")


def _renderer(suffix: str, words: bool) -> Callable[[View], str]:
    """Return what draws a view; each is imported only where it is wanted."""
    if suffix == ".html":
        from poker_table.show.page import page as drawn
    elif suffix == ".svg":
        from poker_table.show.picture import picture as drawn
    elif suffix == ".md":
        from poker_table.show.markdown import markdown as drawn
    elif words:
        from poker_table.show.words import view_sentences as drawn
    else:
        from poker_table.show.text import view_lines as drawn
    return drawn


def _numbered(path: str, count: int) -> list[str]:
    stem, suffix = os.path.splitext(path)
    width = len(str(count))
    return [f"{stem}-{number:0{width}}{suffix}" for number in range(1, count + 1)]
