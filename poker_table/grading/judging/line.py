"""A hand as a program printed it, read in every usual spelling of cards, players and types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from poker_table.game.card import Card, Rank, Suit
from poker_table.game.hand import HAND_SIZE, Hand, HandType
from poker_table.hands.types import type_of_label

# Both cases by name: where case is ignored, ſ passes for an S and the Kelvin sign for a K.
_RANK, _SUIT = "(?:1[0-4]|[0-9TJQKAtjqka])", "(?:[CDHScdhs♣♦♥♠♧♢♡♤]\ufe0f?)"
_RANK_WORD = f"(?ai:{'|'.join(rank.word for rank in Rank)})"
_SUIT_WORD = "(?ai:(?:club|diamond|heart|spade)s?)"
_ANY_RANK, _ANY_SUIT = f"(?:{_RANK_WORD}|{_RANK})", f"(?:{_SUIT_WORD}|{_SUIT})"
_IN_CARD = r"(?:[\s_]*(?ai:of)[\s_]*|[\s_/:(-]?)"
_BETWEEN = r"[\s,;:|/()\[\]{}<>'\"._*+-]*"
# A card: rank first or suit first, and only then with something between them, where `2 H 7 D 9`
# could be read either way.
_CARDS = [
    f"{first}{inner}{last}"
    for first, inner, last in (
        (_RANK, "", _SUIT),
        (_SUIT, "", _RANK),
        (_ANY_RANK, _IN_CARD, _ANY_SUIT),
        (_ANY_SUIT, _IN_CARD, _ANY_RANK),
    )
]
# Cards in a row, the same between any two of them.
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
# A card in brackets of its own, ('T', 'H') or Card(rank=10, suit='Hearts'), without them.
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
# The playing cards of Unicode, which has a knight between jack and queen.
_PLAYING_CARDS = {
    first + number: f"{rank.letter}{suit} "
    for first, suit in ((0x1F0A0, "S"), (0x1F0B0, "H"), (0x1F0C0, "D"), (0x1F0D0, "C"))
    for number, rank in zip((1, *range(2, 12), 13, 14), (Rank.ACE, *Rank), strict=False)
}
_NUMBER_WORDS = [rank.word for rank in Rank][: Rank.JACK]  # two to ten
_NUMBER_OF_WORD = {"one": 1} | {word: number for number, word in enumerate(_NUMBER_WORDS, 2)}
_PLAYER = re.compile(
    # "hand: Two Pair" is no second hand.
    r"(?:(?:player|seat|\bp)[\W_]{0,4}|hand(?:[^\w:=>–—-]|_){0,4}"
    r"|hand[\W_]{0,4}(?!\w+[\s_-]{1,3}(?:pairs?|of|high)\b))(?:(?:no|num|number|id)[\W_]{1,3})?"
    rf"(\d+|(?:{'|'.join(_NUMBER_OF_WORD)})\b)",
    re.I | re.A,
)
# The number of a line that begins with its label: "2. Pair" is not two pair.
_PLACE = re.compile(r"^\W*(?:#\s*\d+|\d+(?:\s*[.):\]|]|\s+-|\t|(?:st|nd|rd|th)\b))", re.I)
_NUMBER, _WORD = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_BLANKS = [(re.compile(r"[^\S\n\t]+"), " "), (re.compile(r" ?([,;|\n]) ?"), r"\1 ")]
# Between cards: "card 3:", "the", "and"; but "aces and 8s" are two pair.
_WORDS_BETWEEN = [
    (re.compile(r"\bcard[ _#]?\d\s*[:=.)-]", re.I), " "),
    (re.compile(r"\b(?:the|an?) (?=\w+ of\b)", re.I), ""),
    (re.compile(r",? (?i:and) (?=\w+ of\b|(?:10|[2-9TJQKA])[CDHS♣♦♥♠])"), ", "),
]
_KEY = re.compile(r"^\W*(?:hand[ _]?)?type\W+", re.I)
_FEWEST = re.compile(
    r"(?:.*?[CDHScdhs♣♦♥♠♧♢♡♤🂠-🃿]){5}", re.S
)  # what five cards have, whatever the style
LOOKS_LIKE_A_HAND = re.compile(rf"player\s*\W?\d|({_RANK}{_SUIT}\W+){{2}}", re.I)
LONGEST_LINE = 400  # characters of a line that are looked at

Ranks = Mapping[str, Rank]


@dataclass(frozen=True)
class PrintedHand:
    """A hand that was read: player, cards as printed, type (None: no label that we know).

    `line` is all of its text, which may be of several lines; `frame` what stands before the cards
    besides, the same throughout a table.
    """

    line: str
    player: int
    cards: tuple[Card, ...]
    hand_type: HandType | None
    label: str
    frame: str = ""

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that these cards make, or None if one of them is there twice."""
        return Hand.of(self.cards, self.player) if len(set(self.cards)) == HAND_SIZE else None


def ranks_in(text: str) -> Ranks:
    """Return what each word for a rank means in a text: that depends on the others.

    A 1 is a ten cut short, or an ace if there is no other ace; where there is a 0 and a 10, the
    ranks are numbered from 0.

    >>> ranks_in("1H 2H 3H")["1"], ranks_in("1H 2H AH")["1"]
    (<Rank.ACE: 12>, <Rank.TEN: 8>)
    """
    words = {(match["rank"] or match["rank_last"]).lower() for match in _CARD_ALONE.finditer(text)}
    if {"0", "10"} <= words:
        return _RANK_OF_WORD | {str(int(rank)): rank for rank in Rank}
    other_aces = words & {"a", "ace", "14"}
    return _RANK_OF_WORD | ({"1": Rank.TEN} if other_aces else {})


def in_short(line: str) -> str:
    """Return a line with nothing but one separator between its cards, and single blanks.

    >>> in_short("[('T', 'H'),  Card(rank=9, suit='Hearts'), Card 3: Ace of Spades]")
    '[T H, 9 Hearts, Ace of Spades]'
    """
    brackets = ((form, r"\1 \2") for form in _IN_BRACKETS)
    for form, short in (*_WORDS_BETWEEN, *brackets, *_BLANKS):
        line = form.sub(short, line.translate(_PLAYING_CARDS))
    return line


def names_a_player(line: str) -> bool:
    """Return whether a line has a number after a word such as player, or a whole hand."""
    return player_and_type(line)[0] is not None or read_line(line) is not None


def player_and_type(line: str) -> tuple[int | None, HandType | None]:
    """Return the number after a word such as player, and the type that a line names, if any."""
    text = _CARD_ALONE.sub(" ", in_short(line))
    return _named(text), type_of_label(_label(_PLACE.sub("", text)))


def read_line(line: str, ranks: Ranks = _RANK_OF_WORD) -> PrintedHand | None:
    """Return the hand that a line shows, or None: it takes a player's number and five cards.

    >>> read_line("#4 | H2 S3 D4 C5 HA | wheel").label
    'wheel'
    """
    text = in_short(line) if _FEWEST.match(line) else ""
    rows = [
        (match, cards)
        for form, row in enumerate(_ROWS)
        for match in row.finditer(text)
        if len(cards := _cards(match.group(), form)) == HAND_SIZE
    ]
    # A number alone counts only before the cards: behind them it may be part of one.
    for player_in in _named_before, _named_behind, _last_number_before:
        for match, cards in rows:
            around = text[: match.start()], text[match.end() :]
            if (player := player_in(*around)) is not None:
                shown = " / ".join(line.splitlines())
                five = tuple(_card(*words, ranks) for words in cards)
                return PrintedHand(shown, player, five, *_type_label_and_frame(*around))
    return None


def _type_label_and_frame(before: str, after: str) -> tuple[HandType | None, str, str]:
    """Return the type that stands behind the cards or before them, its words, and what else does.

    A label that names no type may be one nobody knows: then it belongs to the frame as well.
    """
    labels = _label(after), _label(_PLACE.sub("", before))
    types = [type_of_label(label) for label in labels]
    named = next((at for at, hand_type in enumerate(types) if hand_type is not None), None)
    if named is None:
        return None, labels[0] or labels[1], _frame(before)
    return types[named], labels[named], _frame(before.replace(labels[named], " "))


def _frame(text: str) -> str:
    return " ".join(_WORD.findall(_PLAYER.sub(" ", text)))


def _named(text: str) -> int | None:
    """Return the number after a word such as player; that of a hand only if there is no other."""
    matches = sorted(_PLAYER.finditer(text), key=lambda match: match.group()[0] in "hH")
    return _number(matches[0].group(1)) if matches else None


def _named_before(before: str, _: str) -> int | None:
    return _named(before)


def _named_behind(_: str, after: str) -> int | None:
    return _named(after)


def _last_number_before(before: str, _: str) -> int | None:
    """Return the last number, for a place may come first."""
    numbers = _NUMBER.findall(before)
    return _number(numbers[-1]) if numbers else None


def _number(word: str) -> int:
    return _NUMBER_OF_WORD.get(word.lower()) or int(word[:4])


def _label(text: str) -> str:
    return _KEY.sub("", _PLAYER.sub("", text)).strip(" \t\r\n-:=|,;.()[]{}<>*'\"→│").strip()


def _cards(row: str, form: int) -> list[tuple[str, str]]:
    """Return the words for rank and suit of each card in a row."""
    pairs = _ONE_CARD[form % 2].findall(row)
    return [words[::-1] for words in pairs] if form % 2 else pairs


def _card(rank: str, suit: str, ranks: Ranks) -> Card:
    return Card(ranks[rank.lower()], _SUIT_OF_LETTER[suit[0].lower()])
