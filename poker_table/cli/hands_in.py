"""Hands from the command line, a file, or standard input."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from poker_table.cli.output import Output
from poker_table.cli.parser import CommandParser
from poker_table.files.text import SEPARATOR, shown_name, text_lines
from poker_table.game.card import Card
from poker_table.game.errors import CardError, RoundError, quoted

Found = TypeVar("Found")

LINES_OF_HANDS = "lines of `hand ; hand`"
BETWEEN_CARDS = " ,;\n"  # an argument with one of these is hands, unless a file has that name
ERRORS_OF_A_KIND = 10  # so many are told


def hands_in(
    arguments: list[str], output: Output, between: str = "\n"
) -> tuple[str, Iterable[str]]:
    """Return the name and the lines of a file, or those that stand on the command line itself.

    There words are one line together, and hands in quotes are joined by `between`; but where one of
    them has a ; itself, each argument is a line. The results so far are written out before each
    wait for input.
    """
    if len(arguments) == 1 and not is_hands(arguments[0]):
        return shown_name(arguments[0]), text_lines(arguments[0], output.flush)
    words = [word for word in arguments if len(word.replace(",", " ").split()) == 1]
    if len(words) == len(arguments) or SEPARATOR in words:
        between = " "
    elif SEPARATOR in "".join(arguments):
        between = "\n"
    return "command line", between.join(arguments).splitlines()


def check_hands(arguments: list[str], parser: CommandParser) -> None:
    """Refuse several files as wrong usage."""
    if len(arguments) > 1 and not any(map(is_hands, arguments)):
        got = f"got {quoted(arguments[0])} and {quoted(arguments[1])}"
        parser.error(f"expected hands or one file, {got}")


def is_hands(argument: str) -> bool:
    """Return whether an argument is hands of cards rather than the name of a file.

    >>> is_hands("Kc Ac Jh 8s 9c"), is_hands("10h"), is_hands("hands.txt"), is_hands("-")
    (True, True, False, False)
    """
    several = any(sign in argument for sign in BETWEEN_CARDS)
    return (several or is_card(argument)) and not os.path.exists(argument)


def is_card(word: str) -> bool:
    """Return whether a word stands for a card."""
    try:
        Card.parse(word)
    except CardError:
        return False
    return True


def checked(
    found: Iterable[Found | RoundError], bad: Counter[str], output: Output,
    name: str, expected: str, strict: bool = False,
) -> Iterator[Found | RoundError]:  # fmt: skip
    """Yield what is found; tell ten errors of a kind, and count them all in `bad`.

    Raises RoundError if nothing is found.
    """
    nothing = True
    for each in found:
        nothing = False
        if isinstance(each, RoundError):
            # Errors of a kind have in common what was expected, not where, nor what came.
            expected_here = str(each).removeprefix(name).rpartition(", got")[0]
            kind = expected_here.rpartition(": ")[2] or "a card appears twice"
            bad[kind] += 1
            if bad[kind] <= ERRORS_OF_A_KIND:
                output.note(f"Error: {each}")
        yield each
        if strict and bad:
            break
    for kind, count in bad.items():
        if (more := count - ERRORS_OF_A_KIND) > 0:
            lines = "line" if more == 1 else "lines"
            output.note(f"Error: {name}: {more:,} more {lines} like these: {kind}")
    if nothing:
        raise RoundError(f"{name}: expected {expected}, got none")
