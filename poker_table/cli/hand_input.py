"""Hands that are read from the command line, a file, or standard input."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from poker_table.cli.hand_lines import read_lines
from poker_table.cli.output import Output
from poker_table.cli.parser import HELP, CommandParser
from poker_table.cli.progress import HowFar
from poker_table.compare.errors import RoundError
from poker_table.files.deck_file import bundled_decks
from poker_table.files.errors import FileError
from poker_table.files.text import shown_name
from poker_table.game.cards import parse_cards
from poker_table.game.errors import CardError, quoted
from poker_table.game.notation import is_range, split_words
from poker_table.hands.in_a_line import hands_in

Item = TypeVar("Item")

LINES_OF_HANDS = "lines of `hand ; hand`"
BETWEEN_CARDS = " ,;\n"  # an argument with one of these is hands, unless a file has that name
SECONDS_BETWEEN_REPORTS = 0.5
MOST_ERRORS_OF_A_KIND = 10  # further errors of the same kind are only counted


def input_lines(
    arguments: list[str], progress: InputProgress, between: str = "\n"
) -> tuple[str, Iterable[str]]:
    """Return the name and the lines of a file, or of the hands on the command line.

    On the command line, separate words form one line. Quoted hands are joined by `between`, but if
    one of them contains ";" or "vs", each argument is a line.
    """
    if len(arguments) == 1 and not is_hands(arguments[0]):
        if arguments[0] in bundled_decks() and not os.path.exists(arguments[0]):
            deals = f"`poker-table {arguments[0]}` deals it"
            raise FileError(f"{arguments[0]}: expected hands, got a bundled deck: {deals}")
        return shown_name(arguments[0]), read_lines(arguments[0], progress)
    words = [word for word in arguments if len(split_words(word)) == 1]
    if len(words) == len(arguments) or any(len(hands_in(word)) > 1 for word in words):
        between = " "
    elif len(hands_in(" ".join(arguments))) > 1:
        between = "\n"
    return "command line", between.join(arguments).splitlines()


def check_hands(arguments: list[str], parser: CommandParser) -> None:
    """Raise UsageError if there are no arguments, or several that are not hands."""
    if not arguments:
        parser.error(f"expected {HELP['hands']}")
    if len(arguments) > 1 and not any(map(is_hands, arguments)) and not _are_cards(arguments):
        got = f"got {quoted(arguments[0])} and {quoted(arguments[1])}"
        parser.error(f"expected hands or one file, {got}")


def is_hands(argument: str) -> bool:
    """Return whether an argument is hands of cards and not the name of a file.

    >>> [is_hands(text) for text in ("Kc Ac Jh 8s 9c", "AhKhQhJhTh", "10h", "hands.txt", "-")]
    [True, True, True, False, False]
    """
    if os.path.exists(argument):
        return False
    return any(sign in argument for sign in BETWEEN_CARDS) or _are_cards([argument])


def _are_cards(words: list[str]) -> bool:
    """Return whether words are cards, even `Ace of Spades` in three words, or a range."""
    try:
        parse_cards(" ".join(words))
    except CardError:
        return is_range(words[0])
    return True


class InputProgress:
    """Counts the items of an input, and reports the number and the errors on standard error."""

    def __init__(self, output: Output, plural: str) -> None:
        self.done: int = 0
        self.bad: int = 0
        self._output = output
        self._results_show_it = output.on_terminal  # there the results themselves are the progress
        self._plural = plural
        self._next_report = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def __call__(self) -> None:
        """Flush the results, and now and then report their number: called before each read."""
        self._output.flush()
        if time.monotonic() > self._next_report:
            if not self._results_show_it:
                self._output.progress(HowFar(self.done, None, self._plural))
            self._next_report = time.monotonic() + SECONDS_BETWEEN_REPORTS

    def checked(
        self, items: Iterable[Item | RoundError], name: str, expected: str
    ) -> Iterator[Item | RoundError]:
        """Yield the items, errors included, and report at most ten errors of each kind.

        Raises RoundError if there is no item.
        """
        kinds = Counter[str]()
        for item in items:
            self.done += 1
            if isinstance(item, RoundError):
                self.bad += 1
                kind = f"expected {item.expected}" if item.expected else item.problem
                kinds[kind] += 1
                if kinds[kind] <= MOST_ERRORS_OF_A_KIND:
                    self._output.message(f"Error: {item}")
            yield item
        for kind, count in kinds.items():
            if (more := count - MOST_ERRORS_OF_A_KIND) > 0:
                lines = "line" if more == 1 else "lines"
                self._output.message(f"Error: {name}: {more:,} more {lines} like these: {kind}")
        self._output.hide_progress()
        if not self.done:
            raise RoundError(expected=expected, got="none", name=name)
