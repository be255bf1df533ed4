"""Hands from the command line, a file, or standard input."""

from __future__ import annotations

import os
import time

from poker_table.compare.rounds import SEPARATOR
from poker_table.files.text import shown_name, text_lines
from poker_table.game.card import Card
from poker_table.game.errors import CardError, RoundError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import TypeVar

    from poker_table.cli.output import Output
    from poker_table.cli.parser import CommandParser

    Found = TypeVar("Found")

COMMAND_LINE = "command line"  # as it stands in messages
MARKS = " ,;\n"  # an argument with one of these is no file, unless there is one of that name
SECONDS_BETWEEN_REPORTS = 0.5


def hands_in(
    arguments: list[str], waiting: Waiting, between: str = "\n"
) -> tuple[str, Iterable[str]]:
    """Return the name and the lines of a file, or those that stand on the command line itself.

    There all words are one line, or each hand is in quotes, and `between` them is understood where
    none has a ; itself.
    """
    if len(arguments) == 1 and not is_hands(arguments[0]):
        return shown_name(arguments[0]), text_lines(arguments[0], waiting)
    if _words(arguments):
        between = " "
    elif SEPARATOR in "".join(arguments):
        between = "\n"
    return COMMAND_LINE, between.join(arguments).splitlines()


def check_hands(arguments: list[str], parser: CommandParser) -> None:
    """Refuse as wrong usage several files, or hands in quotes beside words without."""
    if len(arguments) > 1 and not any(map(is_hands, arguments)):
        got = f"got {quoted(arguments[0])} and {quoted(arguments[1])}"
        parser.error(f"expected hands or one file, {got}")
    words = _words(arguments)
    if words and len(words) < len(arguments) and SEPARATOR not in words:
        got = f"got {quoted(words[0])} beside hands in quotes"
        parser.error(f"expected every hand in quotes, or the cards of one without, {got}")


def is_hands(argument: str) -> bool:
    """Return whether an argument is hands of cards rather than the name of a file.

    >>> is_hands("Kc Ac Jh 8s 9c"), is_hands("10h"), is_hands("hands.txt"), is_hands("-")
    (True, True, False, False)
    """
    marked = any(mark in argument for mark in MARKS)
    return (marked or _is_card(argument)) and not os.path.exists(argument)


def _words(arguments: list[str]) -> list[str]:
    return [word for word in arguments if len(word.replace(",", " ").split()) == 1]


def _is_card(word: str) -> bool:
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
        self.done = self.bad = 0
        self._output = output
        self._what = what
        self._shown = not output.on_terminal
        self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def __call__(self) -> None:
        """Write out the results so far."""
        self._output.flush()
        if self._shown and time.monotonic() > self._next:
            self._output.progress(f"{self.done:,} {self._what}")
            self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def noted(
        self, found: Iterable[Found | RoundError], strict: bool
    ) -> Iterator[Found | RoundError]:
        """Yield what is found, and report what is bad in place of how far it has got."""
        for each in found:
            self.done += 1
            if isinstance(each, RoundError):
                self.bad += 1
                self._take_away()
                self._output.note(f"Error: {each}")
            yield each
            if strict and self.bad:
                break
        self._take_away()

    def _take_away(self) -> None:
        if self._shown:
            self._output.progress("")
