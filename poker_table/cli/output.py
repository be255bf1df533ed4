"""The two streams of a command: data on one, everything else on the other."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from io import StringIO

from poker_table.cli.commands import INTERRUPTED
from poker_table.files.deck_file import bundled_decks
from poker_table.files.text import can_encode
from poker_table.files.whole_file import check_writable, write_whole
from poker_table.game.errors import FileError, UsageError, one_of, printable, quoted

# `typing` is not loaded for the ten lines: it takes a tenth of their time. Checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO, TypeVar

    from poker_table.show.page import Page, Stream

    Grown = TypeVar("Grown")

READABLE_FORMS = "table", "plain", "words"
SIGNS = "·²³⁴"
FORM_OF_SUFFIX = {
    ".svg": "svg",
    ".html": "html",
    ".txt": "plain",
    ".md": "markdown",
    ".json": "json",
    ".csv": "csv",
}
FORMS = *READABLE_FORMS, "json", "html", "svg", "markdown", "csv"


def form_of(path: str) -> str | None:
    """Return the form that the ending of a file's name stands for, or None."""
    return FORM_OF_SUFFIX.get(os.path.splitext(path)[1].lower())


class Output:
    """The two streams of a command; either may be None, as Python has it for a closed one."""

    def __init__(self, out: TextIO | None, err: TextIO | None) -> None:
        self._out = out
        self._err = err or StringIO()
        self.format: str | None = None
        self.export: str | None = None
        self.force = False
        self.quiet = False  # whether nobody wants to see how far it has got
        for stream in out, err:
            # A character that the encoding lacks is shown by its number.
            if reconfigure := getattr(stream, "reconfigure", None):
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

    def configure(self, options: Namespace) -> None:
        """Show what comes as a command's options say: --format, --export, --force and --quiet."""
        self.format = getattr(options, "format", None)
        self.export = getattr(options, "export", None)
        self.force = getattr(options, "force", False)
        self.quiet = getattr(options, "quiet", False)

    @property
    def form(self) -> str:
        """The form that is wanted. Raises UsageError if POKER_TABLE_FORMAT is no such."""
        if self.format or self.export:
            return self.format or str(form_of(self.export or ""))
        if not self.on_terminal:
            return "plain"
        wanted = os.environ.get("POKER_TABLE_FORMAT") or "table"
        if wanted not in READABLE_FORMS:
            expected = f"expected {one_of(READABLE_FORMS)}, got {quoted(wanted)}"
            raise UsageError(f"POKER_TABLE_FORMAT: {expected}")
        return wanted

    def check_destination(self) -> None:
        """Find out before a long work whether its result can be shown. Raises as `show` does."""
        if self.export:
            _may_export([self.export], self.force)
        else:
            self.format = self.form

    def show(self, page: Page) -> None:
        """Show a result on standard output, or export it."""
        self.show_all([page])

    def show_all(self, pages: Sequence[Page]) -> None:
        """Show results one below the other, or export each into a file of its own."""
        form = self.form
        if form == "table":
            from poker_table.show.table import console_on, draw

            console = console_on(self.out)
            for page in pages:
                draw(console, page)
            return
        from poker_table.show.forms import drawn
        from poker_table.show.page import in_ascii

        texts = drawn(form, pages)
        if self.export:
            self._write(self.export, texts)
        else:
            text = "\n".join(texts)
            self.write(text if can_encode(self.out.encoding, text) else in_ascii(text))

    def _write(self, path: str, texts: Sequence[str]) -> None:
        """Write texts into a file, or into numbered ones where there are several; all or none."""
        paths = [path]
        if len(texts) > 1:
            stem, suffix = os.path.splitext(path)
            width = len(str(len(texts)))
            paths = [f"{stem}-{n:0{width}}{suffix}" for n in range(1, len(texts) + 1)]
        _may_export(paths, self.force)
        for path, text in zip(paths, texts, strict=True):
            write_whole(path, text, self.force)
        last = f" to {printable(paths[-1])}" if len(paths) > 1 else ""
        self.message(f"Wrote {printable(paths[0])}{last}")

    def show_stream(self, stream: Stream) -> None:
        """Show a result as it comes, or export it."""
        form = self.form
        if form == "table":
            from poker_table.show import table

            table.draw_stream(table.console_on(self.out), stream)
            return
        from poker_table.show.forms import streamed

        if draw_stream := streamed(form):
            self.write_stream(draw_stream(stream))
        else:
            self.show(stream.page)

    def write_stream(self, texts: Iterable[str]) -> None:
        """Write the pieces of a text as they come, or export it whole."""
        if self.export:
            self._write(self.export, ["".join(texts)])
        elif can_encode(self.out.encoding, SIGNS):
            self.out.writelines(texts)
        else:
            from poker_table.show.page import in_ascii

            self.out.writelines(map(in_ascii, texts))

    def write(self, text: str) -> None:
        """Write what was asked for."""
        self.out.write(text)

    def message(self, text: str) -> None:
        """Write a line that is not data; one that cannot be written is dropped."""
        try:
            print(text, file=self._err, flush=True)
        except OSError:
            _point_at_nothing(self._err)

    @property
    def shows_progress(self) -> bool:
        """Whether a person is looking at standard error, and wants to know how far it has got."""
        return self._err.isatty() and not self.quiet

    def progress(self, text: str) -> None:
        """Show a person how far it has got, in place of what was last said; "" clears it."""
        if self.shows_progress:
            from shutil import get_terminal_size  # slow to load

            width = get_terminal_size().columns - 1  # beyond it the line would be a second one
            print(f"\r{text[:width]:<{width}}\r", end="", file=self._err, flush=True)

    def run_to_end(
        self, growing: Generator[Grown, None, None], last: Grown, how_far: Callable[[Grown], str]
    ) -> tuple[Grown, int]:
        """Return the last of what grows, or what there was when it was stopped, and the code."""
        try:
            try:
                with closing(growing):
                    for last in growing:
                        self.progress(how_far(last))
            finally:
                self.progress("")
        except KeyboardInterrupt:
            return last, INTERRUPTED
        except FileError as error:  # the checkpoint's; what was counted is shown all the same
            self.message(f"Error: {error}")
            return last, 1
        return last, 0

    def flush(self) -> None:
        """Write out what is held back, while an error can still be reported."""
        if self._out is not None:
            self._out.flush()

    def abandon(self) -> None:
        """Give up standard output, so that Python does not complain of it once more at the end."""
        _point_at_nothing(self.out)


def _may_export(paths: Iterable[str], force: bool) -> None:
    """Raise FileError for a file that may not be written, or that would hide a bundled deck."""
    why = "cannot be exported to: a bundled deck has that name, and a file here would hide it"
    for path in paths:
        if os.path.normpath(path) in bundled_decks():
            raise FileError(f"{printable(path)}: {why}")
        check_writable(path, force)


def _point_at_nothing(stream: TextIO) -> None:
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, stream.fileno())
    os.close(nothing)
