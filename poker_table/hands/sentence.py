"""Sentence: a text in which the cards stay objects, so that each form draws them in its own way."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from poker_table.game.card import Card


class Sign(NamedTuple):
    """A part of a sentence that is spoken differently than it is written, such as "+"."""

    written: str
    spoken: str

    def __str__(self) -> str:
        return self.written


Part = str | Card | Sign
GAP = Sign(" ", ", ")  # between two cards
RIGHT, WRONG = Sign("✓ ", "right: "), Sign("✗ ", "wrong: ")
PLUS = Sign(" + ", " plus ")  # between two groups of cards


class Sentence(tuple[Part, ...]):
    """A tuple of words, cards and signs; a sentence within a sentence is replaced by its parts.

    >>> dealt = Sentence("Player 2 is dealt ", Card.parse("TH"), ".")
    >>> str(dealt), with_symbols(dealt), aloud(dealt)
    ('Player 2 is dealt TH.', 'Player 2 is dealt 10♥.', 'Player 2 is dealt ten of hearts.')
    """

    __slots__ = ()

    def __new__(cls, *contents: Part | Sentence) -> Sentence:
        """Return the sentence that consists of the contents."""
        return super().__new__(cls, (part for content in contents for part in parts(content)))

    def __getnewargs__(self) -> tuple[Part, ...]:
        return tuple(self)

    def __str__(self) -> str:
        return "".join(map(str, self))


Text = str | Sentence  # a str is shown unchanged, even if it contains the name of a card


def parts(text: Part | Sentence) -> tuple[Part, ...]:
    """Return the parts of a sentence, or the given part alone."""
    return tuple(text) if isinstance(text, Sentence) else (text,)


def joined(separator: Part, texts: Iterable[Part | Sentence]) -> Sentence:
    """Return one sentence of several texts, with a separator between them.

    >>> str(joined("; ", ["a flush", "a pair"]))
    'a flush; a pair'
    """
    return Sentence(*[part for text in texts for part in (separator, *parts(text))][1:])


def side_by_side(cards: Iterable[Card]) -> Sentence:
    """Return a sentence of cards alone, separated by blanks or, when spoken, by commas.

    >>> aloud(side_by_side([Card.parse("TH"), Card.parse("AS")]))
    'ten of hearts, ace of spades'
    """
    return joined(GAP, cards)


def with_symbols(text: Text) -> str:
    """Return a text with each card as printed on it: 10♥ for TH."""
    drawn = (part.with_symbol if isinstance(part, Card) else str(part) for part in parts(text))
    return "".join(drawn)


def aloud(text: Text) -> str:
    """Return a text with its cards and signs in words, for a screen reader."""
    return "".join(map(_spoken, parts(text)))


def card_in_words(card: Card) -> str:
    """Return the name of a card in words: ten of hearts."""
    return f"{card.rank.word} of {card.suit.word}"


def _spoken(part: Part) -> str:
    if isinstance(part, Card):
        return card_in_words(part)
    return part.spoken if isinstance(part, Sign) else part
