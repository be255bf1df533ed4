"""Where a command writes: data to standard output, messages to standard error."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from importlib import import_module
from io import StringIO
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from poker_table.cli.commands import INTERRUPTED
from poker_table.cli.progress import HowFar, ProgressBar
from poker_table.files.deck_file import bundled_decks
from poker_table.files.text import FileError
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.errors import PokerTableError, list_in_words, printable, quoted
from poker_table.show.encoding import can_encode, in_ascii

if TYPE_CHECKING:  # a plain deal shows no page
    from poker_table.show.page import Page, Stream

Result = TypeVar("Result")

# The forms, each with the suffix of its files if it can be exported. `table` draws on a terminal.
# The others are drawn by the file of their name in show/, which has `draw`, and `draw_stream` if it
# can begin early. It is imported when needed: all would take half of the time of a short command.
FORMS = {
    "table": "", "plain": ".txt", "words": "", "json": ".json", "html": ".html", "svg": ".svg",
    "markdown": ".md", "csv": ".csv",
}  # fmt: skip
FORM_OF_SUFFIX = {suffix: form for form, suffix in FORMS.items() if suffix}
READABLE_FORMS = "table", "plain", "words"


def form_of(path: str) -> str | None:
    """Return the form that belongs to the suffix of a path, or None for an unknown suffix."""
    return FORM_OF_SUFFIX.get(os.path.splitext(path)[1].lower())


class UsageError(PokerTableError):
    """A command line or an environment variable with an invalid value."""


class OutputError(Exception):
    """An OSError of writing to standard output; commands handle the other ones themselves."""


class StandardOutput:
    """A stream whose writing raises OutputError."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write a text to the stream."""
        try:
            return self._stream.write(text)
        except OSError as error:
            raise OutputError(error) from None

    def flush(self) -> None:
        """Flush the stream, while an error can still be reported."""
        try:
            self._stream.flush()
        except OSError as error:
            raise OutputError(error) from None


class Output:
    """The two streams of a command, either None if it is closed, and how it shows its result."""

    def __init__(self, out: TextIO | None, err: TextIO | None) -> None:
        self.standard: StandardOutput | None = None if out is None else StandardOutput(out)
        self._err = err or StringIO()
        self._bar: ProgressBar | None = None
        for stream in out, err:
            # If the encoding lacks a character, show its number.
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="backslashreplace")

    @property
    def out(self) -> TextIO:
        """Standard output, in place of the progress. Raises FileError if it is closed."""
        self.hide_progress()
        if self.standard is None:
            raise FileError("standard output: cannot be written: it is closed")
        return self.standard  # type: ignore[return-value]  # it has every method of its stream

    @property
    def on_terminal(self) -> bool:
        """Whether standard output is a terminal."""
        return self.out.isatty()

    def configure(self, options: Namespace) -> None:
        """Set --format, --export and --force, if the command has them.

        Check that the result can be shown or exported, before it is calculated; else raise the
        error.
        """
        self.format: str | None = getattr(options, "format", None)
        self.export: str | None = getattr(options, "export", None)
        self.force: bool = getattr(options, "force", False)
        for path in filter(None, [self.export, getattr(options, "save", None)]):
            if os.path.normpath(path) in bundled_decks():
                why = "this file would hide the bundled deck of the same name: choose another name"
                raise FileError(f"{printable(path)}: {why}")
        if self.export:
            check_writable(self.export, self.force)
        elif hasattr(options, "format"):
            _ = self.form  # raises UsageError for a bad POKER_TABLE_FORMAT

    @property
    def form(self) -> str:
        """The form in which to show results. Raises UsageError for a bad POKER_TABLE_FORMAT."""
        if self.format or self.export:
            return self.format or str(form_of(self.export or ""))
        if not self.on_terminal:
            return "plain"
        form = os.environ.get("POKER_TABLE_FORMAT") or "table"
        if form not in READABLE_FORMS:
            expected = f"expected {list_in_words(READABLE_FORMS)}, got {quoted(form)}"
            raise UsageError(f"environment variable POKER_TABLE_FORMAT: {expected}")
        return form

    def show(self, page: Page) -> None:
        """Show a result on standard output, or export it."""
        form = self.form
        if form == "table":
            from poker_table.show.table import console_on, show

            show(console_on(self.out), page)
        else:
            self.write_pieces([import_module(f"poker_table.show.{form}").draw(page)], form)

    def show_stream(self, stream: Stream) -> None:
        """Show a result row by row as it comes, or export it."""
        form = self.form
        if form == "table":
            from poker_table.show.table import console_on, draw_stream

            draw_stream(console_on(self.out), stream)
        elif draw := getattr(import_module(f"poker_table.show.{form}"), "draw_stream", None):
            self.write_pieces(draw(stream), form)
        else:  # this form needs all records before it can begin
            self.show(stream.page([*stream.valid_records]))

    def write_pieces(self, texts: Iterable[str], form: str = "plain") -> None:
        """Write the pieces of a text as they come, or export the whole text."""
        if self.export:
            write_whole(self.export, "".join(texts), self.force)
            self.message(f"Wrote {printable(self.export)}")
            return
        # What is for another program is in UTF-8, as --export writes it, in any locale.
        reconfigure = getattr(self.out, "reconfigure", None)
        if reconfigure and form not in READABLE_FORMS and not self.on_terminal:
            reconfigure(encoding="utf-8", errors="backslashreplace")
        out, encoding = self.out, self.out.encoding
        for text in texts:
            out.write(text if can_encode(encoding, text) else in_ascii(text))

    def write(self, text: str) -> None:
        """Write a text to standard output."""
        self.out.write(text)

    def message(self, text: str) -> None:
        """Write a line to standard error; drop it if it cannot be written."""
        self.hide_progress()
        try:
            print(text, file=self._err, flush=True)
        except OSError:
            _redirect_to_null(self._err)

    def error(self, text: str) -> None:
        """Write an error to standard error: on a terminal broken between words and indented.

        A command in backticks is not broken, so that it can be copied.
        """
        lines = f"Error: {text}".split("\n")
        if self._err.isatty():
            import re  # these are slow to load
            from shutil import get_terminal_size
            from textwrap import TextWrapper

            wrapper = TextWrapper(
                get_terminal_size().columns, subsequent_indent="  ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
            for index, line in enumerate(lines):
                kept = re.sub("`[^`]*`", lambda found: found[0].replace(" ", "\xa0"), line)
                lines[index] = wrapper.fill(kept).replace("\xa0", " ")
        self.message("\n".join(lines))

    def progress(self, how_far: HowFar) -> None:
        """Show how far long work has got, if standard error is a terminal."""
        if self._err.isatty():
            if self._bar is None:
                self._bar = ProgressBar(self._err)
            self._bar.show(how_far)

    def hide_progress(self) -> None:
        """Remove the progress from the terminal."""
        if self._bar:
            self._bar.hide()

    def run_to_end(
        self, results: Generator[Result], latest: Result, how_far: Callable[[Result], HowFar]
    ) -> tuple[Result, int]:
        """Show the progress of a calculation that yields ever more complete results.

        Return the latest result and an exit code: 0 at the end, INTERRUPTED after Ctrl-C. `latest`
        is the result if none is yielded.
        """
        try:
            with closing(results):
                for latest in results:
                    self.progress(how_far(latest))
        except KeyboardInterrupt:
            self.message(f"Interrupted after {how_far(latest)}")
            return latest, INTERRUPTED
        return latest, 0

    def flush(self) -> None:
        """Flush standard output, while an error can still be reported."""
        if self.standard is not None:
            self.standard.flush()

    def abandon(self) -> None:
        """Discard the buffered output: at exit, Python would report the same error again."""
        _redirect_to_null(self.out)


def _redirect_to_null(stream: TextIO) -> None:
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stream.fileno())
    os.close(null)
