"""Hands from the command line, a file, or standard input."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from poker_table.cli.output import Output
from poker_table.cli.parser import HELP, CommandParser
from poker_table.files.text import SEPARATOR, read_lines, shown_name
from poker_table.game.card import Card, split_words
from poker_table.game.errors import CardError, RoundError, quoted

Item = TypeVar("Item")

LINES_OF_HANDS = "lines of `hand ; hand`"
BETWEEN_CARDS = " ,;\n"  # an argument with one of these is hands, unless a file has that name
SECONDS_BETWEEN_REPORTS = 0.5
ERRORS_OF_A_KIND = 10  # so many are told


def input_lines(
    arguments: list[str], progress: InputProgress, between: str = "\n"
) -> tuple[str, Iterable[str]]:
    """Return the name and the lines of a file, or those that stand on the command line itself.

    On the command line, separate words form one line, and quoted hands are joined by `between`; if
    an argument contains ";", each argument is a line.
    """
    if len(arguments) == 1 and not is_hands(arguments[0]):
        return shown_name(arguments[0]), read_lines(arguments[0], progress)
    words = [word for word in arguments if len(split_words(word)) == 1]
    if len(words) == len(arguments) or SEPARATOR in words:
        between = " "
    elif SEPARATOR in "".join(arguments):
        between = "\n"
    return "command line", between.join(arguments).splitlines()


def check_hands(arguments: list[str], parser: CommandParser) -> None:
    """Refuse several files as wrong usage, and nothing at all."""
    if not arguments:
        parser.error(f"expected {HELP['hands']}")
    if len(arguments) > 1 and not any(map(is_hands, arguments)):
        got = f"got {quoted(arguments[0])} and {quoted(arguments[1])}"
        parser.error(f"expected hands or one file, {got}")


def is_hands(argument: str) -> bool:
    """Return whether an argument is hands of cards rather than the name of a file.

    >>> [is_hands(text) for text in ("Kc Ac Jh 8s 9c", "AhKhQhJhTh", "10h", "hands.txt", "-")]
    [True, True, True, False, False]
    """
    several = any(sign in argument for sign in BETWEEN_CARDS)
    cards = several or all(map(is_card, split_words(argument)))
    return cards and not os.path.exists(argument)


def is_card(word: str) -> bool:
    """Return whether a word stands for a card."""
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


class InputProgress:
    """How far the reading has got, and what is wrong with it, told on standard error."""

    def __init__(self, output: Output, what: str) -> None:
        output.quiet |= output.on_terminal  # there the results themselves show how far it has got
        self.done = self.bad = 0
        self._output = output
        self._what = what
        self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def __call__(self) -> None:
        """Before each wait for input: write out the results so far, now and then their number."""
        self._output.flush()
        if time.monotonic() > self._next:
            self._output.progress(f"{self.done:,} {self._what}")
            self._next = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def checked(
        self, items: Iterable[Item | RoundError], name: str, expected: str, strict: bool = False
    ) -> Iterator[Item | RoundError]:
        """Yield the items; report ten errors of a kind. Raises RoundError if there are none."""
        kinds = Counter[str]()
        for each in items:
            self.done += 1
            if isinstance(each, RoundError):
                self.bad += 1
                kinds[each.kind] += 1
                if kinds[each.kind] <= ERRORS_OF_A_KIND:
                    self._tell(str(each))
            yield each
            if strict and self.bad:
                break
        for kind, count in kinds.items():
            if (more := count - ERRORS_OF_A_KIND) > 0:
                lines = "line" if more == 1 else "lines"
                self._tell(f"{name}: {more:,} more {lines} like these: {kind}")
        self._output.progress("")
        if not self.done:
            raise RoundError(expected=expected, got="none", name=name)

    def _tell(self, error: str) -> None:
        self._output.progress("")
        self._output.message(f"Error: {error}")
