"""What a program printed, read in every usual spelling."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from poker_table.game.card import Card
from poker_table.game.hand import HAND_SIZE, Hand, HandType
from poker_table.game.table import MOST_PLAYERS
from poker_table.grading.running.runner import MOST_READ
from poker_table.hands.types import type_of_label

# Both cases by name: where case is ignored, ſ passes for an S and the Kelvin sign for a K.
_RANK, _SUIT = "(?:10|[2-9TJQKAtjqka0])", "(?:[CDHScdhs♣♦♥♠♧♢♡♤]\ufe0f?)"
_BETWEEN = r"[\s,;:|/()\[\]{}<>'\"._-]*"
# Rank first or suit first, and only then with blanks inside the card, where `2 H 7 D 9` could be
# read either way.
_FIVE_CARDS = [
    re.compile(rf"(?<![^\W_])({card}(?:{_BETWEEN}{card}){{{HAND_SIZE - 1}}})(?![^\W_])")
    for blank in ("", r"(?:\s+[oO][fF]\s+|\s+)")
    for card in (f"{_RANK}{blank}{_SUIT}", f"{_SUIT}{blank}{_RANK}")
]
_OF = r"(?:\s+[oO][fF])?\s*"
_ONE_CARD = re.compile(rf"({_RANK}){_OF}({_SUIT})|({_SUIT}){_OF}({_RANK})")
_OPEN_SUITS = str.maketrans("♧♢♡♤", "♣♦♥♠")
_PLAYER = re.compile(r"(?:player|hand|seat|\bp)[\s#:_.-]*(\d+)", re.I)
# The number of a line that begins with its label: "2. Pair" is not two pair.
_PLACE = re.compile(r"^\W*(?:#\s*\d+|\d+(?:\s*[.):\]]|\s+[-|]|\t))")
_NUMBER = re.compile(r"\d+")
_ESCAPE = re.compile(
    r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-_])|[\x00-\x08\x0e-\x1f]"
)
LOOKS_LIKE_A_HAND = re.compile(rf"player\s*\W?\d|({_RANK}{_SUIT}\W+){{2}}", re.I)
LONGEST_LINE = 400  # characters of a line that are looked at
MOST_LINES = 100  # of each kind that are kept, where there is no whole table


@dataclass(frozen=True)
class PrintedHand:
    """One line that was read: player, cards as printed, type (None: no label that we know)."""

    line: str
    player: int
    cards: tuple[Card, ...]
    hand_type: HandType | None
    label: str

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that these cards make, or None if one of them is there twice."""
        return Hand.of(self.cards, self.player) if len(set(self.cards)) == HAND_SIZE else None


@dataclass
class Printed:
    """Everything that one run printed: the hands in their order, and the lines that are none."""

    hands: list[PrintedHand]
    unread: list[str]
    others: list[str]
    escapes: bool
    cut: bool

    @property
    def is_table(self) -> bool:
        """Whether there is a table to judge: a hand for each player, or for all but one."""
        return len(self.first_of_each_player()) >= MOST_PLAYERS - 1

    def first_of_each_player(self) -> list[PrintedHand]:
        """Return the hands in their order, without repetitions."""
        again = {hand.player: hand for hand in self.hands[::-1]}
        return [hand for hand in self.hands if again[hand.player] is hand]

    @property
    def meaning(self) -> list[list[tuple[int, list[str], str]]]:
        """What a program says, not how: the same for two runs that agree but for ties."""
        tied = groupby(self.hands, key=lambda hand: hand.hand and hand.hand.strength)
        return [
            sorted((h.player, sorted(map(str, h.cards)), str(h.hand_type)) for h in hands)
            for _, hands in tied
        ]


def read_printed(text: str) -> Printed:
    """Return the hands in a text, the lines that look like hands but cannot be read, and others.

    >>> read_printed("Player 3 - 7H 9D - Pair").unread
    ['Player 3 - 7H 9D - Pair']
    """
    read, escapes = _ESCAPE.subn("", text[:MOST_READ])
    hands, unread, others = list[PrintedHand](), list[str](), list[str]()
    for line in filter(str.strip, read.splitlines()):
        begins = line[:LONGEST_LINE]
        if hand := read_line(begins):
            hands.append(hand)
        else:
            (unread if LOOKS_LIKE_A_HAND.search(begins) else others).append(line)
    cut = len(text) > MOST_READ
    return Printed(_last_table(hands), unread[:MOST_LINES], others[:MOST_LINES], escapes > 0, cut)


def _last_table(hands: list[PrintedHand]) -> list[PrintedHand]:
    """Return the last of several complete tables; the first hands if they are none."""
    tables: list[dict[int, PrintedHand]] = [{}]
    for hand in hands:
        if hand.player in tables[-1]:
            tables.append({})
        tables[-1][hand.player] = hand
    complete = all(len(table) >= MOST_PLAYERS - 1 for table in tables)
    return list(tables[-1].values()) if complete else hands[:MOST_LINES]


def read_line(line: str) -> PrintedHand | None:
    """Return the hand that a line shows, or None: it takes a player's number and five cards.

    >>> read_line("#4 | H2 S3 D4 C5 HA | wheel").label
    'wheel'
    """
    found = [match for pattern in _FIVE_CARDS for match in pattern.finditer(line)]
    # A number before the cards first: one behind them may be part of a card, read the other way.
    for behind in False, True:
        for match in found:
            before, after = line[: match.start()], line[match.end() :]
            player = _player(after if behind else before)
            if player is not None:
                cards = tuple(map(_card, _ONE_CARD.finditer(match.group())))
                label = _label(after) or _label(_PLACE.sub("", before))
                return PrintedHand(line, player, cards, type_of_label(label), label)
    return None


def _player(text: str) -> int | None:
    """Return the number after the word player, else the last number: a place may come first."""
    named = _PLAYER.search(text)
    numbers = [named.group(1)] if named else _NUMBER.findall(text)
    return int(numbers[-1][:4]) if numbers else None


def _label(text: str) -> str:
    return _PLAYER.sub("", text).strip(" \t\r\n-:=|,;.()[]{}<>*'\"→").strip()


def _card(match: re.Match[str]) -> Card:
    rank, suit, suit_first, rank_last = match.groups()
    return Card.parse(((rank or rank_last) + (suit or suit_first)).translate(_OPEN_SUITS))
