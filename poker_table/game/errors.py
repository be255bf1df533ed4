"""The errors of the game, and the formatting of foreign text in messages."""

from __future__ import annotations

from collections.abc import Iterable
from operator import index


class PokerTableError(ValueError):
    """An error that the user can correct: it says what was expected, what came instead, and where.

    Another error as the problem supplies every attribute that is not given.

    >>> print(PokerTableError(expected="five cards", got=4, player=2))
    player 2: expected five cards, got 4
    """

    problem: str = ""  # a whole message, in place of "expected ..., got ..."
    expected: str = ""  # what valid input is
    given: object = None  # the input that came instead
    got: object = ""  # how the message names it: by default, `given` in quotes
    name: str = ""  # of a file
    line: int | None = None  # lines and cards are counted from 1
    parameter: str = ""  # of a function; the command line shows the option of this name
    player: int | None = None
    hand: int | None = None
    card: int | None = None
    hint: str = ""  # the end of the message

    def __init__(self, problem: str | PokerTableError = "", **details: object) -> None:
        super().__init__(problem)
        known = vars(problem) if isinstance(problem, PokerTableError) else {"problem": problem}
        vars(self).update(known | details)

    def __str__(self) -> str:
        file = self.name if self.line is None else f"{self.name}:{self.line}"
        numbers = {"player": self.player, "hand": self.hand, "card": self.card}
        places = [f"{word} {number}" for word, number in numbers.items() if number is not None]
        place = ", ".join(filter(None, [self.parameter, *places]))
        got = quoted(self.given) if self.got == "" else self.got
        problem = self.problem or f"expected {self.expected}, got {got}"
        return ": ".join(filter(None, [file, place, problem])) + self.hint


class CardError(PokerTableError):
    """A rank, a suit or a word that does not describe a card."""


class DeckError(PokerTableError):
    """A deck that cannot be dealt from, or a deck file that cannot be read."""


def list_in_words(names: Iterable[str], word: str = "or") -> str:
    """Return two names or more as a list in a sentence, with a word before the last.

    >>> list_in_words(["plain", "table", "json"])
    'plain, table or json'
    """
    *others, last = names
    return f"{', '.join(others)} {word} {last}"


def counted(number: int, noun: str) -> str:
    """Return a number of things, such as "1 deal" or "1,000 deals"."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def printable(text: str) -> str:
    r"""Return the text with control characters and lone surrogates escaped, safe for a terminal.

    >>> print(printable("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quoted(text: object, longest: int = 40) -> str:
    r"""Return a text in quotes, or the `repr` of another object, for a message.

    Unprintable characters are escaped, and only the first `longest` characters are kept.

    >>> print(quoted("1H\n"))
    '1H\n'
    """
    if not isinstance(text, str):
        return printable(repr(text)[:longest])
    cut = text if len(text) <= longest else text[:longest] + "…"
    return "'" + printable(cut) + "'"


def number_in_range(
    number: int, low: int, high: int, expected: str, error: type[PokerTableError] = PokerTableError
) -> int:
    """Return the number as an `int` if it is from low to high, both included. Raises the error.

    Raises TypeError if it is not a whole number. NumPy's integers are.
    """
    number = index(number)
    if not low <= number <= high:
        raise error(expected=expected, got=number)
    return number
