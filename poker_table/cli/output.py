"""The two streams of a command: data on one, everything else on the other."""

from __future__ import annotations

import os

from poker_table.game.errors import FileError, UsageError, one_of, quoted
from poker_table.show.text import in_ascii, report_lines, spoken, view_lines, view_sentences

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TextIO

    from poker_table.show.page import Section, View

FOR_A_PERSON = "table", "plain", "words"
PROGRESS_WIDTH = 39  # on the narrowest terminal it stays on its line


class Output:
    """The two streams of a command; either may be None, as Python has it for a closed one."""

    def __init__(self, out: TextIO | None, err: TextIO | None) -> None:
        self._out = out
        self._err = err
        self.quiet = False  # whether nobody wants to see how far it has got
        for stream in out, err:
            reconfigure = getattr(stream, "reconfigure", None)
            if reconfigure:  # a character that the encoding lacks is shown by its number
                reconfigure(errors="backslashreplace")

    @property
    def out(self) -> TextIO:
        """Standard output. Raises FileError if it is closed."""
        if self._out is None:
            raise FileError("standard output: cannot be written: it is closed")
        return self._out

    @property
    def on_terminal(self) -> bool:
        """Whether a person is looking at standard output."""
        return self.out.isatty()

    def default_format(self) -> str:
        """Return the format that serves where none is asked for: bare lines where nobody looks.

        Raises UsageError if POKER_TABLE_FORMAT is set, but to no format for a person.
        """
        if not self.on_terminal:
            return "plain"
        wanted = os.environ.get("POKER_TABLE_FORMAT") or "table"
        if wanted not in FOR_A_PERSON:
            expected = f"expected {one_of(FOR_A_PERSON)}, got {quoted(wanted)}"
            raise UsageError(f"POKER_TABLE_FORMAT: {expected}")
        return wanted

    def can_write(self, text: str) -> bool:
        """Return whether standard output has every character of a text."""
        try:
            text.encode(self.out.encoding or "utf-8")
        except UnicodeEncodeError:
            return False
        return True

    def data(self, text: str) -> None:
        """Write what was asked for."""
        self.out.write(text)

    def note(self, text: str) -> None:
        """Write a line that is not data; one that cannot be written is let go."""
        if self._err is not None:
            try:
                print(text, file=self._err, flush=True)
            except OSError:
                _point_at_nothing(self._err)

    def progress(self, text: str) -> None:
        """Show a person how far it has got, in place of what was last said; "" clears it.

        Nothing is shown where nobody watches standard error.
        """
        if self._err is not None and self._err.isatty() and not self.quiet:
            print(f"\r{text:<{PROGRESS_WIDTH}}\r", end="", file=self._err, flush=True)

    def flush(self) -> None:
        """Write out what is held back, while an error can still be reported."""
        if self._out is not None:
            self._out.flush()

    def abandon(self) -> None:
        """Give up standard output, so that Python does not complain of it once more at the end."""
        _point_at_nothing(self.out)


def _point_at_nothing(stream: TextIO) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)


def show_view(view: View, form: str, output: Output) -> None:
    """Show a view as a table, as plain lines, or in words."""
    if form == "table":
        from poker_table.show.table import console_on, draw_view

        draw_view(console_on(output.out), view)
    else:
        _write(_told(view, form), output)


def show_steps(views: list[View], form: str, output: Output) -> None:
    """Show what happens at each step, and to whom, in words or as plain lines."""
    told = (view._replace(rows=tuple(row for row in view.rows if row.marked)) for view in views)
    _write("\n".join(_told(view, form) for view in told), output)


def show_lines(texts: Iterable[str], form: str, output: Output) -> None:
    """Show texts as they come, each of some lines: with colours, in words, or as they are."""
    if form == "table":
        from poker_table.show.table import console_on, draw_lines

        draw_lines(console_on(output.out), texts)
        return
    if form == "words":
        texts = map(spoken, texts)
    elif not output.can_write("·²³⁴"):
        texts = map(in_ascii, texts)
    for text in texts:
        output.data(text)


def show_report(
    sections: Sequence[Section], document: Mapping[str, object], form: str, output: Output
) -> None:
    """Show a report as tables or as plain lines, or the document of its counts as JSON."""
    if form == "json":
        import json

        output.data(json.dumps(document, indent=2) + "\n")
    elif form == "table":
        from poker_table.show.table import console_on, draw_report

        draw_report(console_on(output.out), sections)
    else:
        output.data(report_lines(sections))


def _told(view: View, form: str) -> str:
    return view_sentences(view) if form == "words" else view_lines(view)


def _write(text: str, output: Output) -> None:
    output.data(text if output.can_write(text) else in_ascii(text))
