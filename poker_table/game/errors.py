"""The errors of poker-table, and how text from outside is shown inside a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import UnionType
    from typing import TypeVar

    Given = TypeVar("Given")


class PokerTableError(ValueError):
    """Anything a person can mend: the message says what was expected, where, and what came.

    >>> from poker_table import Hand
    >>> try:
    ...     Hand.of("7H 9D 9H 9S 1C")
    ... except PokerTableError as error:
    ...     print(error)
    expected a card such as TH, got '1C'
    """


class RandomError(PokerTableError):
    """A seed, a deal number or a range that no random number can come from."""


class CardError(PokerTableError):
    """A rank, a suit or a word that is no card."""


class HandError(PokerTableError):
    """A hand with the wrong cards, or one whose type is asked for before it is evaluated."""


class DeckError(PokerTableError):
    """A deck that cannot be dealt from, or a deck file that cannot be read."""


class TableError(PokerTableError):
    """A table with an impossible number of players."""


class SimulationError(PokerTableError):
    """A simulation that cannot be run, or cannot go on from where it was."""


class QuestionError(PokerTableError):
    """A question about chances that has no answer, or none in reasonable time."""


class RoundError(PokerTableError):
    """A line that is no round or no hand, or a file without any."""


class MarkerError(PokerTableError):
    """The marker could not do its job, which says nothing about the submission."""


class FileError(PokerTableError):
    """A file that cannot be found, read or written, or that is no text."""


class NoFileError(FileError):
    """A file that does not exist."""


class RequestError(PokerTableError):
    """A request for a hand that does not exist, or that no deck can deal along with the others."""


class UsageError(PokerTableError):
    """A command line, or an environment variable, that asks for something that does not exist."""


def one_of(names: Iterable[str]) -> str:
    """Return what may be given, for a message.

    >>> one_of(["plain", "table", "json"])
    'plain, table or json'
    """
    *others, last = names
    return f"{', '.join(others)} or {last}"


def printable(text: str) -> str:
    r"""Return the text with every control or unencodable character shown, not sent.

    >>> print(printable("a\x1b[2Jb"))
    a\x1b[2Jb
    """
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def quoted(text: object, longest: int = 40) -> str:
    r"""Return the text in quotes for a message: control characters shown, a long one cut.

    >>> print(quoted("1H\n"))
    '1H\n'
    """
    if not isinstance(text, str):
        return printable(repr(text)[:longest])  # as Python writes it
    cut = text if len(text) <= longest else text[:longest] + "…"
    return "'" + printable(cut) + "'"


def listed(names: Sequence[str], most: int = 10) -> str:
    """Return the first names, for a message.

    >>> listed(["a.c", "b.c", "c.c"], 2)
    'a.c, b.c …'
    """
    return ", ".join(map(printable, names[:most])) + " …" * (len(names) > most) or "nothing"


def expect(
    kind: type[object] | UnionType, given: Given, expected: str, error: type[PokerTableError]
) -> Given:
    """Return what is given if it is of a kind, or raise the error with what was expected."""
    if not isinstance(given, kind):
        raise error(f"expected {expected}, got {quoted(given)}")
    return given


def whole_number(
    given: object, least: int, largest: int, expected: str, error: type[PokerTableError]
) -> int:
    """Return a whole number within its bounds, or raise the error with what was expected."""
    try:
        number = index(given)  # type: ignore[arg-type]
    except TypeError:
        raise error(f"expected {expected}, a whole number, got {quoted(given)}") from None
    if not least <= number <= largest:
        raise error(f"expected {expected}, got {number}")
    return number
