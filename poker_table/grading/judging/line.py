"""Reads a hand from a printed line, in all usual spellings of cards, players and hand types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from poker_table.game.card import Card
from poker_table.game.hand import Hand
from poker_table.game.notation import PLAYING_CARDS
from poker_table.game.rank_and_suit import Rank, Suit
from poker_table.game.rules import HAND_SIZE, HandType
from poker_table.grading.judging.label import type_of_label

# Both cases are spelt out: with re.IGNORECASE, ſ would match an S and the Kelvin sign a K.
_RANK, _SUIT = "(?:1[0-4]|[0-9TJQKAtjqka])", "(?:[CDHScdhs♣♦♥♠♧♢♡♤]\ufe0f?)"
_RANK_WORD = f"(?ai:{'|'.join(rank.word for rank in Rank)})"
_SUIT_WORD = "(?ai:(?:club|diamond|heart|spade)s?)"
_ANY_RANK, _ANY_SUIT = f"(?:{_RANK_WORD}|{_RANK})", f"(?:{_SUIT_WORD}|{_SUIT})"
_IN_CARD = r"(?:[\s_]*(?ai:of)[\s_]*|[\s_/:(-]?)"
_BETWEEN = r"[\s,;:|/()\[\]{}<>'\"._*+-]*"
# A card, with its rank first or its suit first. The forms without a separator are tried first,
# because `2 H 7 D 9` could be read either way.
_CARDS = [
    f"{first}{inner}{last}"
    for first, inner, last in (
        (_RANK, "", _SUIT),
        (_SUIT, "", _RANK),
        (_ANY_RANK, _IN_CARD, _ANY_SUIT),
        (_ANY_SUIT, _IN_CARD, _ANY_RANK),
    )
]
# Several cards with the same separator between any two of them.
_ROWS = [
    re.compile(rf"(?<![^\W_]){card}(?:({_BETWEEN}){card}(?:\1{card})*)?(?![^\W_])")
    for card in _CARDS
]
_ONE_CARD = [
    re.compile(rf"({_ANY_RANK}){_IN_CARD}({_ANY_SUIT})"),
    re.compile(rf"({_ANY_SUIT}){_IN_CARD}({_ANY_RANK})"),
]
_CARD_ALONE = re.compile(
    rf"(?<![^\W_])(?:(?P<rank>{_ANY_RANK}){_IN_CARD}{_ANY_SUIT}"
    rf"|{_ANY_SUIT}{_IN_CARD}(?P<rank_last>{_ANY_RANK}))(?![^\W_])"
)
# A card in brackets, such as ('T', 'H') or Card(rank=10, suit='Hearts').
_IN_BRACKETS = [
    re.compile(
        rf"[A-Za-z]*[\[({{<]\s*(?:\w+\s*[=:]\s*)?['\"]?({first})['\"]?\s*,"
        rf"\s*(?:\w+\s*[=:]\s*)?['\"]?({last})['\"]?\s*[\])}}>]"
    )
    for first, last in ((_ANY_RANK, _ANY_SUIT), (_ANY_SUIT, _ANY_RANK))
]
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
_NUMBER_WORDS = [rank.word for rank in Rank][: Rank.JACK]  # two to ten
_NUMBER_OF_WORD = {"one": 1} | {word: number for number, word in enumerate(_NUMBER_WORDS, 2)}
_PLAYER = re.compile(
    # The lookahead keeps "hand: Two Pair" from being read as hand number two.
    r"(?:(?:player|seat|\bp)[\W_]{0,4}|hand(?:[^\w:=>–—-]|_){0,4}"
    r"|hand[\W_]{0,4}(?!\w+[\s_-]{1,3}(?:pairs?|of|high)\b))(?:(?:no|num|number|id)[\W_]{1,3})?"
    rf"(\d+|(?:{'|'.join(_NUMBER_OF_WORD)})\b)",
    re.I | re.A,
)
# The place at the start of a line. If it stayed, "2. Pair" would be read as two pair.
_PLACE = re.compile(r"^\W*(?:#\s*\d+|\d+(?:\s*[.):\]|]|\s+-|\t|(?:st|nd|rd|th)\b))", re.I)
_NUMBER, _WORD = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_BLANKS = [(re.compile(r"[^\S\n\t]+"), " "), (re.compile(r" ?([,;|\n]) ?"), r"\1 ")]
# Words that are removed between cards: "card 3:", "the", "and". "Aces and 8s" must stay: two pair.
_WORDS_BETWEEN = [
    (re.compile(r"\bcard[ _#]?\d\s*[:=.)-]", re.I), " "),
    (re.compile(r"\b(?:the|an?) (?=\w+ of\b)", re.I), ""),
    (re.compile(r",? (?i:and) (?=\w+ of\b|(?:10|[2-9TJQKA])[CDHS♣♦♥♠])"), ", "),
]
_TYPE_PREFIX = re.compile(r"^\W*(?:hand[ _]?)?type\W+", re.I)
# A quick test that rules out most lines: five cards have at least five of these characters.
_FIVE_SUITS = re.compile(r"(?:.*?[CDHScdhs♣♦♥♠♧♢♡♤🂠-🃿]){5}", re.S)
LOOKS_LIKE_A_HAND = re.compile(rf"player\s*\W?\d|({_RANK}{_SUIT}\W+){{2}}", re.I)
LONGEST_LINE = 400  # characters of a line that are read

Ranks = Mapping[str, Rank]


@dataclass(frozen=True)
class PrintedHand:
    """A hand as it was printed.

    `line`: its full text, several lines joined by slashes.
    `cards`: in printed order.
    `hand_type`: None if the label is not one that we know.
    `label`: the text that stands for the hand type.
    `frame`: the other words before the cards. Within a table they are the same for all hands.
    """

    line: str
    player: int
    cards: tuple[Card, ...]
    hand_type: HandType | None
    label: str
    frame: str = ""

    @cached_property
    def hand(self) -> Hand | None:
        """The hand of these cards, or None if a card occurs twice."""
        return Hand.of(self.cards, self.player) if len(set(self.cards)) == HAND_SIZE else None


def ranks_in(text: str) -> Ranks:
    """Return the rank for which each word stands in a text, as far as the other words show it.

    A 1 is a shortened ten if there are other words for aces, else an ace. If both 0 and 10 occur,
    the ranks are numbered from 0, which is a two.

    >>> ranks_in("1H 2H 3H")["1"], ranks_in("1H 2H AH")["1"]
    (<Rank.ACE: 12>, <Rank.TEN: 8>)
    """
    words = {(match["rank"] or match["rank_last"]).lower() for match in _CARD_ALONE.finditer(text)}
    if {"0", "10"} <= words:
        return _RANK_OF_WORD | {str(int(rank)): rank for rank in Rank}
    other_aces = words & {"a", "ace", "14"}
    return _RANK_OF_WORD | ({"1": Rank.TEN} if other_aces else {})


def normalised(line: str) -> str:
    """Return a line with cards in plain spelling, and nothing but a separator between them.

    >>> normalised("[('T', 'H'),  Card(rank=9, suit='Hearts'), Card 3: Ace of Spades]")
    '[T H, 9 Hearts, Ace of Spades]'
    """
    line = line.translate(PLAYING_CARDS)
    brackets = ((pattern, r"\1 \2") for pattern in _IN_BRACKETS)
    for pattern, replacement in (*_WORDS_BETWEEN, *brackets, *_BLANKS):
        line = pattern.sub(replacement, line)
    return line


def names_a_player(line: str) -> bool:
    """Return whether a line names a player by number, or is a complete hand."""
    return player_and_type(line)[0] is not None or read_line(line) is not None


def player_and_type(line: str) -> tuple[int | None, HandType | None]:
    """Return the player and the hand type that a line names, each None if it names none."""
    text = _CARD_ALONE.sub(" ", normalised(line))
    return _named(text), type_of_label(_label(_PLACE.sub("", text)))


def read_line(line: str, ranks: Ranks = _RANK_OF_WORD) -> PrintedHand | None:
    """Return the hand in a line, or None if there are not both a player's number and five cards.

    >>> read_line("#4 | H2 S3 D4 C5 HA | wheel").label
    'wheel'
    """
    text = normalised(line) if _FIVE_SUITS.match(line) else ""
    rows = [
        (match, cards)
        for form, row in enumerate(_ROWS)
        for match in row.finditer(text)
        if len(cards := _rank_and_suit_words(match.group(), form)) == HAND_SIZE
    ]
    # A number without a word such as player counts only before the cards: behind them it may
    # belong to a card.
    for find_player in _named_before, _named_behind, _last_number_before:
        for match, cards in rows:
            before, behind = text[: match.start()], text[match.end() :]
            if (player := find_player(before, behind)) is not None:
                full_text = " / ".join(line.splitlines())
                five = tuple(_card(rank, suit, ranks) for rank, suit in cards)
                label_parts = _type_label_and_frame(before, behind)
                return PrintedHand(full_text, player, five, *label_parts)
    return None


def _type_label_and_frame(before: str, behind: str) -> tuple[HandType | None, str, str]:
    """Return the hand type, its label and the frame, from the text before and behind the cards.

    A label before the cards that names no known type stays in the frame too: it may be either.
    """
    labels = _label(behind), _label(_PLACE.sub("", before))
    for label in labels:
        if (hand_type := type_of_label(label)) is not None:
            return hand_type, label, _frame(before.replace(label, " "))
    return None, labels[0] or labels[1], _frame(before)


def _frame(text: str) -> str:
    return " ".join(_WORD.findall(_PLAYER.sub(" ", text)))


def _named(text: str) -> int | None:
    """Return the number after a word such as player, or else after the word hand."""
    matches = sorted(_PLAYER.finditer(text), key=lambda match: match.group()[0] in "hH")
    return _number(matches[0].group(1)) if matches else None


def _named_before(before: str, _: str) -> int | None:
    return _named(before)


def _named_behind(_: str, behind: str) -> int | None:
    return _named(behind)


def _last_number_before(before: str, _: str) -> int | None:
    """Return the last number before the cards: a place may come before the player."""
    numbers = _NUMBER.findall(before)
    return _number(numbers[-1]) if numbers else None


def _number(word: str) -> int:
    return _NUMBER_OF_WORD.get(word.lower()) or int(word[:4])


def _label(text: str) -> str:
    return _TYPE_PREFIX.sub("", _PLAYER.sub("", text)).strip(" \t\r\n-:=|,;.()[]{}<>*'\"→│").strip()


def _rank_and_suit_words(row: str, form: int) -> list[tuple[str, str]]:
    """Return the words for rank and suit of each card; in the odd forms the suit comes first."""
    pairs = _ONE_CARD[form % 2].findall(row)
    return [(rank, suit) for suit, rank in pairs] if form % 2 else pairs


def _card(rank: str, suit: str, ranks: Ranks) -> Card:
    return Card(ranks[rank.lower()], _SUIT_OF_LETTER[suit[0].lower()])
