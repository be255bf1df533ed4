"""Finds rows of five cards in a text, in all usual spellings, in time that grows with its length.

A card is a rank beside a suit. Cards with the same separator between them are a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.notation import ALL_SUITS
from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HAND_SIZE

LONGEST_GAP = 60  # characters between two cards of a row
# Both cases are spelt out: with re.IGNORECASE, ſ would match an S and the Kelvin sign a K.
_RANK, _LETTER = "(?:1[0-4]|[0-9TJQKAtjqka])", "[CDHScdhs]"
_RANK_OR_WORD = f"(?:(?ai:{'|'.join(rank.word for rank in Rank)})|{_RANK})"
_SYMBOL, _SUIT_WORD = "[♣♦♥♠♧♢♡♤]", "(?ai:(?:club|diamond|heart|spade)s?)"
_STARTS, _ENDS = r"(?<![^\W_])", r"(?![^\W_])"  # of a word
# What may stand between a rank and its suit, as in `ten of hearts`, (10, 'H'), rank='T', suit='H'.
_IN_CARD = (
    r"(?:[ \t_]{0,20}(?ai:of)[ \t_]{0,20}"
    r"""|['"]? ?, ?(?ai:suit ?[=:] ?)?['"]?|[ \t_/:(\-]?)"""
)
# Cards with the rank first, and with the suit first: several without a blank between them, as in
# 7H9D, or one.
_CARDS = [
    re.compile(
        f"{_STARTS}(?:((?:{_RANK}{_LETTER})+){_ENDS}|(?P<rank>{_RANK_OR_WORD})(?P<inner>{_IN_CARD})"
        f"(?P<suit>{_SYMBOL}|(?:{_SUIT_WORD}|{_STARTS}{_LETTER}){_ENDS}))"
    ),
    re.compile(
        f"{_STARTS}((?:{_LETTER}{_RANK})+){_ENDS}"
        f"|(?P<suit>{_SYMBOL}|{_STARTS}(?:{_SUIT_WORD}|{_LETTER}){_ENDS})"
        f"(?P<inner>{_IN_CARD})(?P<rank>{_STARTS}{_RANK_OR_WORD}){_ENDS}"
    ),
]
_ONE_CARD = re.compile(f"(?P<first>{_LETTER})?(?P<rank>{_RANK})(?P<last>{_LETTER})?")
# What is left out between two cards: `card 3:`, `the`, `Card(rank=`, blanks.
_CARD_NUMBER = re.compile(r"(?ai)\bcard[ _#]?\d{1,2} *[:=.)-]")
_FILLING = re.compile(r"(?ai)\b(?:cards?|rank|suit|value|the|an?|of)\b|[^\S\n]+|[='\"_]+")
_AND = re.compile(r"(?ai)\band\b")
_BETWEEN = frozenset(" \n,;:|/()[]{}<>.*+-\ufe0f&")

_RANK_OF_WORD = {
    **{word: rank for rank in Rank for word in (rank.word, rank.letter.lower())},
    **{str(rank + 2): rank for rank in Rank},
    "0": Rank.TEN,
    "1": Rank.ACE,
}


class _Card(NamedTuple):
    """A card in a text: its words for rank and suit, what joins them, and where it stands."""

    rank: str
    suit: str
    joined_by: str
    start: int
    end: int


class CardRow(NamedTuple):
    """Five cards that stand together in a text, and where."""

    cards: tuple[Card, ...]
    start: int
    end: int


def card_rows(text: str, most: int) -> list[CardRow]:
    """Return the last rows of exactly five cards in a text.

    >>> text = "1. [('T', 'H'), Card(rank=9, suit='Hearts'), Ace of Spades, 2♣, 3d]"
    >>> [str(card) for row in card_rows(text, 9) for card in row.cards]
    ['TH', '9H', 'AS', '2C', '3D']
    """
    ways = [[*_cards(text, pattern)] for pattern in _CARDS]
    rows = [[row for row in _rows(cards, text) if len(row) == HAND_SIZE] for cards in ways]
    # That way is right which gives more rows, and joins all ranks and suits alike.
    best = max(
        range(len(ways)), key=lambda n: (len(rows[n]), -len({card.joined_by for card in ways[n]}))
    )
    ranks = _ranks(card.rank for row in rows[best] for card in row)
    found = list[CardRow]()
    for row in rows[best][-most:]:
        suits = [ALL_SUITS.index(card.suit[0].upper()) % 4 for card in row]
        cards = map(Card, [ranks[card.rank.lower()] for card in row], suits)
        found.append(CardRow(tuple(cards), row[0].start, row[-1].end))
    return found


def _cards(text: str, pattern: re.Pattern[str]) -> Iterator[_Card]:
    for found in pattern.finditer(text):
        if found[1] is None:
            yield _Card(found["rank"], found["suit"], found["inner"], *found.span())
        else:
            for card in _ONE_CARD.finditer(found[1]):
                yield _Card(card["rank"], card["first"] or card["last"], "", *found.span())


def _rows(cards: Iterable[_Card], text: str) -> Iterator[list[_Card]]:
    """Yield the cards in rows, with the same separator between any two cards of a row."""
    row, separator = list[_Card](), None
    for card in cards:
        between = _separator(text[row[-1].end : card.start][: LONGEST_GAP + 1]) if row else None
        if row and (between is None or separator not in (None, between)):
            yield row
            row = []
        separator = between if row else None
        row.append(card)
    if row:
        yield row


@lru_cache(4096)
def _separator(between: str) -> str | None:
    """Return what separates two cards, in short, or None if other words stand between them."""
    short = _FILLING.sub(" ", _AND.sub(",", _CARD_NUMBER.sub(" ", between)))
    if len(between) > LONGEST_GAP or not _BETWEEN.issuperset(short):
        return None
    return "".join(dict.fromkeys(filter("\n,;:|/.*+-&".__contains__, short)))


def _ranks(words: Iterable[str]) -> Mapping[str, Rank]:
    """Return the rank for which each word stands, as far as the other words show it.

    A 1 is a shortened ten if there are other words for aces, else an ace. If all are numbers, and
    both 0 and 10 occur, the ranks are numbered from 0, which is a two.
    """
    used = {word.lower() for word in words}
    if {"0", "10"} <= used and all(map(str.isdecimal, used)):
        return _RANK_OF_WORD | {str(int(rank)): rank for rank in Rank}
    return _RANK_OF_WORD | ({"1": Rank.TEN} if used & {"a", "ace", "14"} else {})
