"""Reads the hand type in the text around a hand, as students print it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import NamedTuple

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.types import FACTS

MAX_PARTS = 12  # of the text before or behind a hand
LONGEST_LABEL = 80  # characters

_PARTS = re.compile(r"[ \t]-{1,3}(?=\s)|[-=]{1,2}>|[|,;:=()\[\]{}\t\"│→]| {2}")
_AROUND = " \t\r-:=|,;.()[]{}<>*'\"→│#_~+/\\"
# The place at the start of a line. If it stayed, `2. Pair` would be read as two pair.
_PLACE_IN_TABLE = re.compile(
    r"(?aim)^[^\w\n]{0,9}(?:#[ ]?\d{1,4}|\d{1,4}(?: ?[.):\]]|[ ]+-|\t|(?:st|nd|rd|th)\b))"
)
# Words that say nothing of the type.
_EMPTY = re.compile(
    r"(?ai)\b(?:(?:ha[sd]|is|with|hand|cards?|place|player|rank|value|type|s|which|an?|the)\b|\W)+"
)


# Several cards of one rank, such as "kings" or "10s".
_RANKS = rf"({'|'.join(rank.word for rank in Rank)}|10|[2-9tjqka])(e?s| s)"
# Labels that describe a hand by its ranks instead of naming its type.
_DESCRIPTIONS = {
    HandType.PAIR: rf"(two|2) {_RANKS}",
    HandType.TWO_PAIR: rf"{_RANKS} and (two )?{_RANKS}|{_RANKS} up",
    HandType.THREE_OF_A_KIND: rf"(three|3|trip(le)?) {_RANKS}",
    HandType.FULL_HOUSE: rf"{_RANKS} (full|over)|(three|3) {_RANKS} (and|with) (a pair|two|2)",
    HandType.FOUR_OF_A_KIND: rf"(four|4|quad) {_RANKS}",
}


class Label(NamedTuple):
    """The type that is named in the text around a hand, its label, and all parts of the text.

    The type is None if no part names one. The parts of the line nearest to the cards come first.
    """

    hand_type: HandType | None
    text: str
    before: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()


def label_in(before: str, behind: str) -> Label:
    """Return the label in the text before and behind the cards of a hand.

    >>> label_in("2. ", " - Two Pair (not a full house)")[:2]
    (<HandType.TWO_PAIR: 2>, 'Two Pair')
    """
    lines = [_PLACE_IN_TABLE.sub("", before).split("\n")[::-1], behind.split("\n")]
    parts = [[_parts(line) for line in each][:MAX_PARTS] for each in lines]  # the nearest first
    around = [tuple(part for line in each for part in line) for each in parts]
    for line in (*parts[1], *parts[0]):
        types = [(kind, part) for part in line if (kind := type_of_label(part)) is not None]
        if types:
            return Label(*max(types, key=lambda each: each[0]), *around)
    wordy = (part for part in (*around[1], *around[0]) if not _EMPTY.fullmatch(part))
    return Label(None, next(wordy, ""), *around)


def _parts(line: str) -> list[str]:
    parts = (part.strip(_AROUND) for part in _PARTS.split(line))
    return [part[:LONGEST_LABEL] for part in parts if part][:MAX_PARTS]


# Words that may stand beside the name of a type, such as `which is a`, `of kings`, `9 high`.
_BESIDE = (
    rf"(?>(?:(?:{'|'.join(f'{r.word}|{r.plural}' for r in Rank)}|\d+|[tjqka])s?"
    r"|(?:club|diamond|heart|spade)s?|high|low|kickers?|which|is|an?|the|has|with|of|to|in|on|and"
    r"|over|up|hand|type|something)(?= |$))"
)


@cache
def _patterns() -> dict[HandType, re.Pattern[str]]:
    """Return the pattern of each type, the strongest type first, with other words beside it.

    The order matters: the pattern of a high card also matches "straight, ace high".
    """
    forms = {
        hand_type: "|".join(filter(None, [facts.spelling, _DESCRIPTIONS.get(hand_type)]))
        for hand_type, facts in reversed(FACTS.items())
    }
    return {
        hand_type: re.compile(rf"(?:{_BESIDE} )*(?:{form})(?:e?s)?(?: {_BESIDE})*")
        for hand_type, form in forms.items()
    }


@lru_cache(4096)
def type_of_label(label: str) -> HandType | None:
    """Return the hand type that a whole label names or describes, in any usual spelling, or None.

    A part of the label is never enough.

    >>> type_of_label("Four-of-a-kind"), type_of_label("ONE_PAIR"), type_of_label("TwoPairs")
    (<HandType.FOUR_OF_A_KIND: 7>, <HandType.PAIR: 1>, <HandType.TWO_PAIR: 2>)
    >>> type_of_label("Nines over 10s"), type_of_label("Nine-high flush")
    (<HandType.FULL_HOUSE: 6>, <HandType.FLUSH: 5>)
    >>> type_of_label("No Pair"), type_of_label("Stright Flush")
    (<HandType.HIGH_CARD: 0>, None)
    """
    if len(label) > LONGEST_LABEL:
        return None
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", label.replace("'s", "s"))
    words = re.sub(r"[^a-z0-9]+", " ", spaced.lower()).strip()
    return next((t for t, pattern in _patterns().items() if pattern.fullmatch(words)), None)
