"""`poker-table --export`: what would be on the screen, as files."""

from __future__ import annotations

import argparse
import os

from poker_table.files.whole_file import may_write, write_whole
from poker_table.game.errors import one_of, printable, quoted
from poker_table.lesson.showdown import showdown_view
from poker_table.lesson.steps import steps
from poker_table.show.html import page
from poker_table.show.svg import pictures
from poker_table.show.text import view_lines, view_markdown, view_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from poker_table.cli.output import Output
    from poker_table.game.table import Showdown
    from poker_table.show.page import View

SUFFIXES = ".svg", ".html", ".txt", ".md"


def export_path(text: str) -> str:
    """Return a path that --export can write, for argparse."""
    if _suffix(text) in SUFFIXES:
        return text
    raise argparse.ArgumentTypeError(
        f"expected a name that ends in {one_of(SUFFIXES)}, got {quoted(text)}"
    )


def export(
    showdown: Showdown, source: dict[str, int | str], options: argparse.Namespace, output: Output
) -> None:
    """Write the showdown into one file, or the steps to it into numbered ones; all or none."""
    path = options.export
    assert path is not None
    if options.step:
        views = steps(showdown)
        paths = _numbered(path, len(views))
    else:
        views, paths = [showdown_view(showdown, source, options.explain)], [path]
    for each in paths:
        may_write(each, options.force)
    drawn = _drawn(views, options.format or _suffix(path))
    for each, text in zip(paths, drawn, strict=True):
        write_whole(each, text, options.force)
    last = f" to {printable(paths[-1])}" if len(paths) > 1 else ""
    output.note(f"Wrote {printable(paths[0])}{last}")


def _drawn(views: Sequence[View], form: str) -> Iterable[str]:
    """Return the text of each view; what draws it is imported only where it is wanted."""
    if form == ".svg":
        return pictures(views)
    drawn = {
        ".html": page,
        ".md": view_markdown,
        ".txt": view_lines,
        "words": view_sentences,
    }[form]
    return map(drawn, views)


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _numbered(path: str, count: int) -> list[str]:
    stem, suffix = os.path.splitext(path)
    width = len(str(count))
    return [f"{stem}-{number:0{width}}{suffix}" for number in range(1, count + 1)]
