"""What there is to see, before it is drawn: rows of hands under a title."""

from __future__ import annotations

import re
from typing import NamedTuple

from poker_table.cards import Card
from poker_table.errors import printable
from poker_table.explain import in_words, why_it_beats
from poker_table.hand import Hand, HandType
from poker_table.table import Showdown

_CARD = r"\b([2-9TJQKA][CDHS])\b"
HOW_TO_READ = (
    "The better type wins; of two hands of one type, the greater value."
    " Ranks count from two (0) to ace (12)."
)


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


def showdown_view(showdown: Showdown, source: dict[str, int | str], explain: bool = False) -> View:
    """Return the view of a showdown, each hand explained if `explain` is given.

    `source` says where the deck came from, for the title.
    """
    named = ", ".join(f"{key} {value}" for key, value in source.items())
    title = f"Showdown of {printable(named)}: best hand first"
    readings = explained(showdown) if explain else [{} for _ in showdown.hands]
    rows = (
        evaluated(hand, place, reading=reading, marked=place == 1)
        for (place, hand), reading in zip(showdown, readings, strict=True)
    )
    notes = (what_decides(showdown), HOW_TO_READ if explain else "")
    return View(title, tuple(rows), note=" ".join(filter(None, notes)))


def what_decides(showdown: Showdown) -> str:
    """Return why the best hand beats the next, as one sentence; nothing where there is no next.

    >>> from poker_table import Hand, Showdown
    >>> what_decides(Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)]))
    'Player 1 against player 2: both pair aces; the king kicker beats the queen.'
    """
    if len(showdown.hands) < 2:
        return ""
    best, below = showdown.hands[:2]
    return f"Player {best.player} against player {below.player}: {why_it_beats(best, below)}."


def evaluated(
    hand: Hand,
    place: int | None = None,
    reading: dict[str, str] | None = None,
    marked: bool = False,
) -> Row:
    """Return the row of a hand whose worth is known."""
    words = in_words(hand)
    return Row(hand.player, hand.cards, place, hand.hand_type, words, reading or {}, marked)


def explained(showdown: Showdown) -> list[dict[str, str]]:
    """Return how each hand was read and, but for the last, why it beats the one below it.

    >>> from poker_table import Hand, Showdown
    >>> showdown = Showdown([Hand.of("AC AD KH 9S 8S", 1), Hand.of("AH AS QC JC TC", 2)])
    >>> explained(showdown)[0]["Against"]
    'player 2: both pair aces; the king kicker beats the queen'
    """
    from poker_table.reading import explanation

    readings = [explanation(hand) for hand in showdown.hands]
    for reading, hand, below in zip(readings, showdown.hands, showdown.hands[1:], strict=False):
        reading["Against"] = f"player {below.player}: {why_it_beats(hand, below)}"
    return readings


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
