"""Finds rows of five cards in a text, in all usual spellings, in time that grows with its length.

The text is taken apart into words and suit symbols. A word is a card, a rank, a suit, or something
else; a rank beside a suit is a card too. Cards with the same separator between them are a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from poker_table.game.card import Card
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE

# Both cases are spelt out: with re.IGNORECASE, ſ would match an S and the Kelvin sign a K.
_RANK, _SUIT = "(?:1[0-4]|[0-9TJQKAtjqka])", "[CDHScdhs♣♦♥♠♧♢♡♤]"
_RANK_WORD = f"(?ai:{'|'.join(rank.word for rank in Rank)})"
_SUIT_WORD = "(?ai:(?:club|diamond|heart|spade)s?)"
_WORD = re.compile(r"[^\W_]+|[♣♦♥♠♧♢♡♤]")
_RANK_ALONE = re.compile(f"{_RANK}|{_RANK_WORD}")
_SUIT_ALONE = re.compile(f"{_SUIT}|{_SUIT_WORD}")
# One card or more without a blank between them, the rank first or the suit first: 7H9D, H7.
_CARDS = [
    (re.compile(f"(?:{first}{last})+"), re.compile(f"({first})({last})"), suit_first)
    for first, last, suit_first in ((_RANK, _SUIT, False), (_SUIT, _RANK, True))
]
_CARD_WORD = re.compile(f"({_RANK_WORD}|{_RANK})(?ai:of)?({_SUIT_WORD})")
# What may stand between a rank and its suit, as in `ten of hearts`, (10, 'H'), rank='T', suit='H'.
_IN_CARD = re.compile(r"""[ \t_]*(?ai:of)[ \t_]*|[ \t_/:(\-]?|['"]? ?, ?(?ai:suit ?[=:] ?)?['"]?""")
LONGEST_GAP = 60  # characters between two cards of a row, and within a card
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
_SUIT_OF_LETTER = {
    letter: suit
    for suit, letters in zip(Suit, ("c♣♧", "d♦♢", "h♥♡", "s♠♤"), strict=True)
    for letter in letters
}

Span = tuple[int, int]


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


class _Word(NamedTuple):
    start: int
    end: int
    whole_cards: Sequence[tuple[str, str]]  # their ranks and suits
    suit_first: bool  # in these cards
    rank: str
    suit: str


def card_rows(text: str, left_out: Sequence[Span] = (), most: int = 1000) -> list[CardRow]:
    """Return the last rows of exactly five cards in a text; words in the spans left out are none.

    >>> text = "1. [('T', 'H'), Card(rank=9, suit='Hearts'), Ace of Spades, 2♣, 3d]"
    >>> [str(card) for row in card_rows(text) for card in row.cards]
    ['TH', '9H', 'AS', '2C', '3D']
    """
    words = [*_words(text, left_out)]
    if not any(word.whole_cards or word.rank for word in words):
        return []
    both = any(word.suit or word.suit_first for word in words)
    ways = [[*_cards(words, text, suit_first)] for suit_first in (False, True)[: 1 + both]]
    rows = [[row for row in _rows(cards, text) if len(row) == HAND_SIZE] for cards in ways]
    # That way is right which gives more rows, and joins all ranks and suits alike.
    best = max(
        range(len(ways)), key=lambda n: (len(rows[n]), -len({card.joined_by for card in ways[n]}))
    )
    ranks = _ranks({card.rank for card in ways[best]})
    return [
        CardRow(
            tuple(Card(ranks[c.rank.lower()], _SUIT_OF_LETTER[c.suit[0].lower()]) for c in row),
            row[0].start,
            row[-1].end,
        )
        for row in rows[best][-most:]
    ]


def _words(text: str, left_out: Sequence[Span]) -> Iterator[_Word]:
    """Yield the words that are cards, ranks or suits."""
    spans = iter([*left_out, (len(text), len(text))])
    out_start, out_end = next(spans)
    for match in _WORD.finditer(text):
        start, end = match.span()
        while out_end <= start and out_end < len(text):
            out_start, out_end = next(spans)
        if start >= out_start and end <= out_end:
            continue
        if end - start <= LONGEST_GAP and (meant := _meant(match[0])):
            yield _Word(start, end, *meant)


@lru_cache(4096)
def _meant(word: str) -> tuple[Sequence[tuple[str, str]], bool, str, str] | None:
    """Return the cards that a word is, and if their suits come first; else its rank and suit."""
    for row, card, suit_first in _CARDS:
        if row.fullmatch(word):
            pairs = card.findall(word)
            cards = [(rank, suit) for suit, rank in pairs] if suit_first else pairs
            return cards, suit_first, "", ""
    if match := _CARD_WORD.fullmatch(word):
        return [(match[1], match[2])], False, "", ""
    rank = word if _RANK_ALONE.fullmatch(word) else ""
    suit = word if _SUIT_ALONE.fullmatch(word) else ""
    return ((), False, rank, suit) if rank or suit else None


def _cards(words: Sequence[_Word], text: str, suit_first: bool) -> Iterator[_Card]:
    """Yield the cards in which the suit comes first, or else those in which the rank does."""
    at = 0
    while at < len(words):
        word = words[at]
        if word.suit_first == suit_first:
            for rank, suit in word.whole_cards:
                yield _Card(rank, suit, "", word.start, word.end)
        if at + 1 < len(words) and not word.whole_cards:
            other = words[at + 1]
            rank, suit = (other.rank, word.suit) if suit_first else (word.rank, other.suit)
            inner = text[word.end : other.start][: LONGEST_GAP + 1]
            if rank and suit and _IN_CARD.fullmatch(inner):
                yield _Card(rank, suit, inner, word.start, other.end)
                at += 1
        at += 1


def _rows(cards: Sequence[_Card], text: str) -> Iterator[list[_Card]]:
    """Yield the cards in rows, with the same separator between any two cards of a row."""
    row, separator = list[_Card](), None
    for card in cards:
        between = _separator(text, row[-1], card) if row else None
        if row and between is not None and (separator is None or between == separator):
            separator = between
        elif row:
            yield row
            row, separator = [], None
        row.append(card)
    if row:
        yield row


def _separator(text: str, one: _Card, other: _Card) -> str | None:
    """Return what separates two cards, in short, or None if other words stand between them."""
    if one.start == other.start:
        return ""
    between = text[one.end : other.start]
    if len(between) > LONGEST_GAP:
        return None
    return _short(between)


@lru_cache(4096)
def _short(between: str) -> str | None:
    separator = _FILLING.sub(" ", _AND.sub(",", _CARD_NUMBER.sub(" ", between)))
    if not _BETWEEN.issuperset(separator):
        return None
    return "".join(dict.fromkeys(filter("\n,;:|/.*+-&".__contains__, separator)))


def _ranks(words: Iterable[str]) -> Mapping[str, Rank]:
    """Return the rank for which each word stands, as far as the other words show it.

    A 1 is a shortened ten if there are other words for aces, else an ace. If both 0 and 10 occur,
    the ranks are numbered from 0, which is a two.
    """
    used = {word.lower() for word in words}
    if {"0", "10"} <= used:
        return _RANK_OF_WORD | {str(int(rank)): rank for rank in Rank}
    other_aces = used & {"a", "ace", "14"}
    return _RANK_OF_WORD | ({"1": Rank.TEN} if other_aces else {})
