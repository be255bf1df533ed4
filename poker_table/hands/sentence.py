"""Sentence: words and cards in a row, so that each form draws the cards in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from poker_table.game.card import Card


class Sign(NamedTuple):
    """A part of a sentence that is not said as it is written."""

    written: str
    said: str

    def __str__(self) -> str:
        return self.written


Part = str | Card | Sign
GAP, PLUS = Sign(" ", ", "), Sign(" + ", " plus ")  # between two cards, and two groups of cards


class Sentence(tuple[Part, ...]):
    """Words, cards and signs; a sentence among its parts becomes part of it.

    >>> dealt = Sentence("Player 2 is dealt ", Card.parse("TH"), ".")
    >>> str(dealt), with_symbols(dealt), aloud(dealt)
    ('Player 2 is dealt TH.', 'Player 2 is dealt T♥.', 'Player 2 is dealt ten of hearts.')
    """

    __slots__ = ()

    def __new__(cls, *contents: Part | Sentence) -> Sentence:
        """Return the sentence of these parts."""
        return super().__new__(cls, (part for each in contents for part in parts(each)))

    def __getnewargs__(self) -> tuple[Part, ...]:
        return tuple(self)

    def __str__(self) -> str:
        return "".join(map(str, self))


Text = str | Sentence  # a str names no card: whatever stands in it is shown as it is


def parts(text: Part | Sentence) -> tuple[Part, ...]:
    """Return the parts of a sentence; of anything else, itself."""
    return tuple(text) if isinstance(text, Sentence) else (text,)


def joined(between: Part, texts: Iterable[Part | Sentence]) -> Sentence:
    """Return texts as one sentence.

    >>> str(joined("; ", ["a flush", "a pair"]))
    'a flush; a pair'
    """
    return Sentence(*[part for text in texts for part in (between, *parts(text))][1:])


def side_by_side(cards: Iterable[Card]) -> Sentence:
    """Return cards side by side.

    >>> aloud(side_by_side([Card.parse("TH"), Card.parse("AS")]))
    'ten of hearts, ace of spades'
    """
    return joined(GAP, cards)


def with_symbols(text: Text) -> str:
    """Return a text with a symbol for the suit of each card: T♥ for TH."""
    drawn = (part.with_symbol if isinstance(part, Card) else str(part) for part in parts(text))
    return "".join(drawn)


def aloud(text: Text) -> str:
    """Return a text with its cards and signs in words."""
    return "".join(map(_said, parts(text)))


def card_in_words(card: Card) -> str:
    """Return a card in words: ten of hearts."""
    return f"{card.rank.word} of {card.suit.word}"


def _said(part: Part) -> str:
    if isinstance(part, Card):
        return card_in_words(part)
    return part.said if isinstance(part, Sign) else part
