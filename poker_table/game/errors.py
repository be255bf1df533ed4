"""The errors of poker-table, and how text from outside is shown inside a message."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import index
from types import UnionType

# `typing` is not loaded for the ten lines: it takes a tenth of their time. Checkers know the name.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Given = TypeVar("Given")
    Raised = TypeVar("Raised", bound="PokerTableError")


class PokerTableError(ValueError):
    """Anything a person can mend: the message says what was expected, where, and what came.

    It carries what it knows, and makes its sentence of that when it is read. What came is `given`,
    a word from outside, or `got`, what we call it; where, is the `name` of a file or a part of the
    command line, a `line` in it, and there a `player`, a `hand`, a `card`. A `problem` needs no
    such words; `kind` is what errors have in common that are alike.

    >>> from poker_table import Hand
    >>> try:
    ...     Hand.of("7H 9D 9H 9S 1C")
    ... except PokerTableError as error:
    ...     print(error, error.given)
    expected a card such as TH, got '1C' 1C
    """

    def __init__(
        self,
        problem: str = "",
        *,
        expected: str = "",
        given: object = None,
        got: object = "",
        kind: str = "",
        name: str = "",
        line: int | None = None,
        player: int | None = None,
        hand: int | None = None,
        card: int | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(problem)
        self.problem, self.expected, self.hint = problem, expected, hint
        self.given, self.got = given, str(got) or quoted(given)
        self.kind = kind or (f"expected {expected}" if expected else problem)
        self.name, self.line, self.player, self.hand, self.card = name, line, player, hand, card

    def __str__(self) -> str:
        file = self.name if self.line is None else f"{self.name}:{self.line}"
        numbers = [(word, getattr(self, word)) for word in ("player", "hand", "card")]
        place = ", ".join([f"{word} {number}" for word, number in numbers if number is not None])
        what = self.problem or f"expected {self.expected}, got {self.got}"
        return ": ".join(filter(None, [file, place, what])) + self.hint

    def at(self, kind: type[Raised], **where: str | int) -> Raised:
        """Return this error as one of another class, with more about where it happened."""
        error = kind(self.problem)
        vars(error).update(vars(self) | where)
        return error


class CardError(PokerTableError):
    """A rank, a suit or a word that is no card."""


class DeckError(PokerTableError):
    """A deck that cannot be dealt from, or a deck file that cannot be read."""


class RoundError(PokerTableError):
    """A line that is no round or no hand, or a file without any.

    >>> from poker_table import read_rounds
    >>> [found] = read_rounds(["5H 5C ; 1H"])
    >>> isinstance(found, RoundError), str(found)
    (True, 'rounds:1: hand 1: expected five cards or more, got 2')
    """


class MarkerError(PokerTableError):
    """The marker could not do its job, which says nothing about the submission."""


class FileError(PokerTableError):
    """A file that cannot be found, read or written, or that is no text."""


class NoFileError(FileError):
    """A file that does not exist."""


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
    kind: type[object] | UnionType,
    given: Given,
    expected: str,
    error: type[PokerTableError] = PokerTableError,
) -> Given:
    """Return the given object if it is of a type, or raise the error with what was expected."""
    if not isinstance(given, kind):
        raise error(expected=expected, given=given, got=quoted(given))
    return given


def whole_number(
    given: object,
    least: int,
    largest: int,
    expected: str,
    error: type[PokerTableError] = PokerTableError,
) -> int:
    """Return a whole number within its bounds, or raise the error with what was expected."""
    try:
        number = index(given)  # type: ignore[arg-type]
    except TypeError:
        whole = f"{expected}, a whole number"
        raise error(expected=whole, given=given, got=quoted(given)) from None
    if not least <= number <= largest:
        raise error(expected=expected, got=number)
    return number
