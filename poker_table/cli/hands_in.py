"""Where hands come from: the command line itself, files, or standard input."""

from __future__ import annotations

import os
import time

from poker_table.cards import Card
from poker_table.errors import CardError
from poker_table.text_lines import shown_name, text_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from poker_table.cli.output import Output
    from poker_table.errors import RoundError

COMMAND_LINE = "command line"  # as it stands in messages
MARKS = " ,;\n"  # an argument with one of these is no file, unless there is one of that name
SECONDS_BETWEEN_REPORTS = 0.5


def hands_in(arguments: list[str], waiting: Waiting) -> Iterator[tuple[str, Iterator[list[str]]]]:
    """Yield the name and the lines of each source; cards on the command line are one source.

    Cards that are arguments of their own are one hand; otherwise each argument is.
    """
    typed = []
    for argument in arguments:
        if is_hands(argument):
            typed.append(argument)
        else:
            yield shown_name(argument), text_lines(argument, waiting)
    if typed:
        text = (" " if any(map(is_card, typed)) else "\n").join(typed)
        yield COMMAND_LINE, iter([text.splitlines()])


def is_hands(argument: str) -> bool:
    """Return whether an argument is hands of cards rather than the name of a file.

    >>> is_hands("Kc Ac Jh 8s 9c"), is_hands("10h"), is_hands("hands.txt"), is_hands("-")
    (True, True, False, False)
    """
    marked = any(mark in argument for mark in MARKS)
    return (marked or is_card(argument)) and not _exists(argument)


def is_card(word: str) -> bool:
    """Return whether a word stands for a card."""
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


class Waiting:
    """What is done before each wait for input: show what there is, and how far it has got.

    Progress is for a person who watches standard error while the results go somewhere else.
    """

    def __init__(self, output: Output, what: str) -> None:
        self.done = self.faults = 0
        self._output = output
        self._what = what
        self._watched = output.progress_is_seen
        self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def __call__(self) -> None:
        """Write out the results so far."""
        self._output.flush()
        if self._watched and time.monotonic() > self._next:
            self._output.progress(f"{self.done:,} {self._what}")
            self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def fault(self, error: RoundError) -> None:
        """Report a bad line, in place of how far it has got."""
        self.faults += 1
        self.end()
        self._output.note(f"Error: {error}")

    def end(self) -> None:
        """Take the report away."""
        if self._watched:
            self._output.progress("")


def _exists(name: str) -> bool:
    try:
        return os.path.exists(name)
    except ValueError:  # a zero character in the name
        return False
