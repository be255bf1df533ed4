"""Hands that are read from the command line, a file, or standard input."""

from __future__ import annotations

import os
import shlex
import time
from codecs import getincrementaldecoder
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from io import IncrementalNewlineDecoder
from typing import TypeVar

from poker_table.cli.output import Output
from poker_table.cli.parser import HANDS, CommandParser
from poker_table.cli.progress import HowFar
from poker_table.files.deck_file import about_bundled, read_deck
from poker_table.files.text import FileError, decode_text, open_binary, read_bytes, shown_name
from poker_table.game.cards import parse_cards
from poker_table.game.errors import CardError, PokerTableError, counted, quoted
from poker_table.game.notation import is_range, split_words
from poker_table.hands.in_a_line import RoundError, hands_in

Item = TypeVar("Item")

LINES_OF_HANDS = "lines of `hand ; hand`"
BETWEEN_CARDS = " ,;\n"  # an argument with one of these is hands, unless a file has that name
A_HAND = "A hand is written as '7H 9D 9H 9S TS'."
CHUNK = 64 * 1024  # bytes
LONGEST_LINE = 64 * 1024  # characters: ten times as many as ten hands of 52 cards
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
        refuse_bundled_deck(arguments[0], "hands")
        return shown_name(arguments[0]), read_lines(arguments[0], progress)
    words = [word for word in arguments if len(split_words(word)) == 1]
    if len(words) == len(arguments) or any(len(hands_in(word)) > 1 for word in words):
        between = " "
    elif len(hands_in(" ".join(arguments))) > 1:
        between = "\n"
    return "command line", between.join(arguments).splitlines()


def refuse_bundled_deck(name: str, expected: str) -> None:
    """Raise FileError if this is the name of a bundled deck and of no file."""
    if about_bundled(name):
        got = f"got a bundled deck: `poker-table {name}` deals it"
        raise FileError(f"{name}: expected {expected}, {got}")


def read_lines(
    name: str, before_read: Callable[[], None] = lambda: None, example: str = A_HAND
) -> Iterator[str]:
    """Yield the lines of a file, or of standard input for the name "-", without line endings.

    Calls `before_read` before every read, which may block; the caller can show its progress there.
    If there is no such file, the error shows the `example` of what could be typed instead.
    Memory use is constant. Raises FileError if the file cannot be read, is not in UTF-8, or has a
    line of more than 65,536 characters (one of up to twice that length may still be read).
    """
    decoder = IncrementalNewlineDecoder(getincrementaldecoder("utf-8-sig")(), translate=True)
    number, incomplete_line, at_end = 1, "", False
    with open_binary(name, example) as file:
        while not at_end:
            before_read()
            chunk = read_bytes(file.read1, CHUNK, name)  # read1 returns what a pipe has so far
            at_end = not chunk
            first = number == 1 and not incomplete_line
            text = decode_text(chunk, partial(decoder.decode, final=at_end), name, number, first)
            *lines, incomplete_line = (incomplete_line + text).split("\n")
            number += len(lines)
            if len(incomplete_line) > LONGEST_LINE:
                got = f"got a line of more than {LONGEST_LINE} characters"
                raise FileError(f"{shown_name(name)}:{number}: expected a hand, {got}")
            yield from lines
    if incomplete_line:
        yield incomplete_line


def check_hands(arguments: list[str], parser: CommandParser) -> None:
    """Raise UsageError if there are no arguments, or several that are not hands."""
    if not arguments:
        parser.error(f"expected {HANDS}")
    if len(arguments) > 1 and not any(map(is_hands, arguments)) and not _are_cards(arguments):
        got = f"got {quoted(arguments[0])} and {quoted(arguments[1])}"
        parser.error(f"expected hands or one file, {got}. {A_HAND}")


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
        self, items: Iterable[Item | RoundError], name: str, expected: str = LINES_OF_HANDS
    ) -> Iterator[Item | RoundError]:
        """Yield the items, errors included, and report at most ten errors of each kind.

        Raises RoundError if there is no item.
        """
        kinds = Counter[str]()
        for item in items:
            self.done += 1
            if isinstance(item, RoundError):
                item = RoundError(item, hint=item.hint or self._hint(item))
                self.bad += 1
                kind = f"expected {item.expected}" if item.expected else item.problem
                kinds[kind] += 1
                if kinds[kind] <= MOST_ERRORS_OF_A_KIND:
                    self._output.error(str(item))
            yield item
        for kind, count in kinds.items():
            if (more := count - MOST_ERRORS_OF_A_KIND) > 0:
                self._output.error(f"{name}: {counted(more, 'more line')} like these: {kind}")
        self._output.hide_progress()
        if self.bad and os.path.isfile(name):
            with suppress(PokerTableError):
                read_deck(name)
                deals = f"`poker-table {shlex.quote(name)}` deals it"
                self._output.message(f"{name} is a deck file: {deals}")
        if not self.done:
            raise RoundError(expected=expected, got="none", name=name)

    def _hint(self, error: RoundError) -> str:
        """Return the end of a message: the command that takes such a line, if there is one."""
        if error.hand and error.got == 2:
            return " (`poker-table chances` takes hands of two cards)"
        if error.given == "?":
            return " (`poker-table chances` takes unknown cards)"
        if self._plural == "hands" and len(hands_in(str(error.given))) > 1:
            return " (`poker-table compare` takes `hand ; hand`)"
        return ""
