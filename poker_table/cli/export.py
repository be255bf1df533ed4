"""`--export`: what would be on the screen, as files."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence

from poker_table.cli import load
from poker_table.files.whole_file import may_write, write_whole
from poker_table.game.errors import printable
from poker_table.show.page import Page


def export(pages: Sequence[Page], name: str, options: Namespace) -> str:
    """Write a page in a form into one file, or several into numbered ones; say which."""
    paths = [options.export] if len(pages) == 1 else _numbered(options.export, len(pages))
    for path in paths:
        may_write(path, options.force)
    form = load(f"show.{name}")
    texts = form.draw_alike(pages) if name == "svg" else map(form.draw, pages)
    for path, text in zip(paths, texts, strict=True):
        write_whole(path, text, options.force)
    last = f" to {printable(paths[-1])}" if len(paths) > 1 else ""
    return f"Wrote {printable(paths[0])}{last}"


def write(text: str, options: Namespace) -> str:
    """Write a text into the file that the options name; say which."""
    write_whole(options.export, text, options.force)
    return f"Wrote {printable(options.export)}"


def _numbered(path: str, count: int) -> list[str]:
    stem, suffix = os.path.splitext(path)
    width = len(str(count))
    return [f"{stem}-{number:0{width}}{suffix}" for number in range(1, count + 1)]
