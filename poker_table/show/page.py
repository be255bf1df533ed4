"""What there is to see, before it is drawn: rows of hands under a title."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.hand import Hand, HandType
from poker_table.hands.in_words import in_words

_CARD = r"\b([2-9TJQKA][CDHS])\b"


class Row(NamedTuple):
    """One hand as it is seen: before its evaluation it has no type, before the sort no place."""

    player: int
    cards: tuple[Card, ...]
    place: int | None = None
    hand_type: HandType | None = None
    words: str = ""
    reading: dict[str, str] = {}  # noqa: RUF012 (never written to)
    marked: bool = False

    @property
    def line(self) -> str:
        """The row as the assignment prints a hand."""
        label = "" if self.hand_type is None else self.hand_type.label
        parts = f"Player {self.player}", " ".join(map(str, self.cards)), label
        return " - ".join(filter(None, parts))


class View(NamedTuple):
    """A title, a sentence below it, rows of hands, and a note at the end."""

    title: str
    rows: tuple[Row, ...]
    lead: str = ""
    note: str = ""


class Section(NamedTuple):
    """A table with a title, and sentences to read after it; any of them may be missing.

    `spare` are the headers of the columns that a narrow screen does without, in that order.
    """

    title: str
    headers: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    notes: Sequence[str] = ()
    spare: Sequence[str] = ()


def evaluated(
    hand: Hand,
    place: int | None = None,
    reading: dict[str, str] | None = None,
    marked: bool = False,
) -> Row:
    """Return the row of a hand whose worth is known."""
    words = in_words(hand)
    return Row(hand.player, hand.cards, place, hand.hand_type, words, reading or {}, marked)


def pieces(text: str) -> list[str | Card]:
    """Return a text in pieces, so that each card in it can be drawn as one.

    >>> pieces("Player 2 is dealt TH.")
    ['Player 2 is dealt ', Card(Rank.TEN, Suit.HEARTS), '.']
    """
    parts = re.split(_CARD, text)
    return [Card.parse(part) if re.fullmatch(_CARD, part) else part for part in parts if part]


def with_symbols(text: str) -> str:
    """Return a text with a symbol for the suit of each card in it.

    >>> with_symbols("Player 2 is dealt TH.")
    'Player 2 is dealt T♥.'
    """
    return "".join(part.with_symbol if isinstance(part, Card) else part for part in pieces(text))
