"""What there is to see on its way out: to standard output in a format, or into files of a kind."""

from __future__ import annotations

import os

from poker_table.errors import one_of, printable, quoted
from poker_table.show.text import (
    in_ascii,
    spoken,
    step_lines,
    step_sentences,
    view_lines,
    view_sentences,
)
from poker_table.whole_file import may_write, write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from poker_table.cli.output import Output
    from poker_table.show.report import Section
    from poker_table.show.view import View

SUFFIXES = ".svg", ".html", ".txt", ".md"


def show_view(view: View, form: str, output: Output) -> None:
    """Show a view as a table, as plain lines, or in words."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_view

        draw_view(console_on(output.out), view)
    else:
        _write("".join(_drawn([view], form)), output)


def show_steps(views: list[View], form: str, output: Output) -> None:
    """Show what happens at each step, and to whom, in words or as plain lines."""
    _write((step_sentences if form == "words" else step_lines)(views), output)


def show_lines(texts: Iterable[str], form: str, output: Output) -> None:
    """Show texts as they come, each of some lines: with colours, in words, or as they are."""
    if form == "table":
        from poker_table.show.terminal import console_on, draw_lines

        draw_lines(console_on(output.out), texts)
        return
    if form == "words":
        texts = map(spoken, texts)
    elif not output.can_write("·²³⁴"):
        texts = map(in_ascii, texts)
    for text in texts:
        output.data(text)


def show_report(
    sections: Sequence[Section], document: Mapping[str, object], form: str | None, output: Output
) -> None:
    """Show a report as tables or as plain lines, or the document of its counts as JSON."""
    if form == "json":
        import json

        output.data(json.dumps(document, indent=2) + "\n")
    elif form == "table" or (form is None and output.on_terminal):
        from poker_table.show.terminal import console_on, draw_report

        draw_report(console_on(output.out), sections)
    else:
        from poker_table.show.report import report_lines

        output.data(report_lines(sections))


def export_path(text: str) -> str:
    """Return a path that --export can write, for argparse."""
    if _suffix(text) in SUFFIXES:
        return text
    import argparse  # half of the start-up time: not before it is wanted

    raise argparse.ArgumentTypeError(
        f"expected a name that ends in {one_of(SUFFIXES)}, got {quoted(text)}"
    )


def export(views: Sequence[View], path: str, words: bool, force: bool, output: Output) -> None:
    """Write one view into one file, or several into numbered ones; all of them or none."""
    drawn = _drawn(views, "words" if words else _suffix(path))
    paths = _numbered(path, len(views)) if len(views) > 1 else [path]
    for each in paths:
        may_write(each, force)
    for each, text in zip(paths, drawn, strict=True):
        write_whole(each, text, force)
    last = f" to {printable(paths[-1])}" if len(paths) > 1 else ""
    output.note(f"Wrote {printable(paths[0])}{last}")


def _drawn(views: Sequence[View], form: str) -> Iterable[str]:
    """Return the text of each view; what draws it is imported only where it is wanted."""
    if form == ".svg":
        from poker_table.show.picture import pictures

        return pictures(views)
    if form == ".html":
        from poker_table.show.page import page as drawn
    elif form == ".md":
        from poker_table.show.markdown import markdown as drawn
    else:
        drawn = view_sentences if form == "words" else view_lines
    return map(drawn, views)


def _write(text: str, output: Output) -> None:
    output.data(text if output.can_write(text) else in_ascii(text))


def _suffix(path: str) -> str:
    return os.path.splitext(path)[1].lower()


def _numbered(path: str, count: int) -> list[str]:
    stem, suffix = os.path.splitext(path)
    width = len(str(count))
    return [f"{stem}-{number:0{width}}{suffix}" for number in range(1, count + 1)]
