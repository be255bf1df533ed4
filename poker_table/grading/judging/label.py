"""Reads the hand type in the text around a hand, as students print it.

The name of a type stands for that type, even if it is always printed for another one: a program
that calls each full house four of a kind is wrong. What has no name is read in the program's own
words, as all its tables together explain them. If most hands have such words, it prints another
language. Then a name means the type for which it always stands: the Polish `Poker` is a straight
flush.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.grading.judging.printed import Hands, PrintedHand
from poker_table.hands.types import FACTS

MAX_PARTS = 12  # of the text before or behind a hand
LONGEST_LABEL = 80  # characters
# The texts in a place stand for types if at least this share of the hands have their text's type.
LABEL_SHARE = 0.8
MAX_LABELS = 2 * len(HandType)  # with more texts, they do not stand for hand types

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
# That a hand is not of a type, such as `isFlush=False`. A high card counts only where nothing else
# is named, so that it may stay.
_DENIED = re.compile(
    r"""(?ai)(?<![^\W_])([\w ]{1,20})['"]?(?: ?[=:] ?(?:false|no)| ?= ?0)(?![^\W_])"""
)
# Several cards of one rank, such as "kings" or "10s".
_SEVERAL = rf"({'|'.join(rank.word for rank in Rank)}|10|[2-9tjqka])(e?s| s)"
# Labels that describe a hand by its ranks instead of naming its type.
_DESCRIPTIONS = {
    HandType.PAIR: rf"(two|2) {_SEVERAL}",
    HandType.TWO_PAIR: rf"{_SEVERAL} and (two )?{_SEVERAL}|{_SEVERAL} up",
    HandType.THREE_OF_A_KIND: rf"(three|3|trip(le)?) {_SEVERAL}",
    HandType.FULL_HOUSE: rf"{_SEVERAL} (full|over)|(three|3) {_SEVERAL} (and|with) (a pair|two|2)",
    HandType.FOUR_OF_A_KIND: rf"(four|4|quad) {_SEVERAL}",
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
    before, behind = (
        _DENIED.sub(lambda found: "" if type_of_label(found[1]) else found[0], text)
        for text in (before, behind)
    )
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
_RANK_WORDS = "|".join(f"{rank.word}|{rank.plural}" for rank in Rank)
_BESIDE = (
    rf"(?>(?:(?:{_RANK_WORDS}|\d+|[tjqka])s?"
    r"|(?:club|diamond|heart|spade)s?|high|low|kickers?|which|is|an?|the|has|with|of|to|in|on|and"
    r"|over|up|hand|type|something)(?= |$))"
)


@cache
def _patterns() -> dict[HandType, re.Pattern[str]]:
    """Return the pattern of each type, the strongest type first, with other words beside it.

    The order matters: the pattern of a high card also matches "straight, ace high".
    """
    return {
        hand_type: re.compile(rf"(?:{_BESIDE} )*(?:{form})(?:e?s)?(?: {_BESIDE})*")
        for hand_type, facts in reversed(FACTS.items())
        for form in ["|".join(filter(None, [facts.spelling, _DESCRIPTIONS.get(hand_type)]))]
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


# Words of a program's own

_NUMBER_FIRST = re.compile(r"\W*\d+\b\W*")
_RANKS_AND_SUITS = (
    rf"(?ai)\b(?:{_RANK_WORDS}|\d+|[tjqka])(?:'?s)?\b|\b(?:club|diamond|heart|spade)s?\b"
)
# What differs from hand to hand, and may be left out: nothing, numbers, or ranks and suits too.
LEFT_OUT = "", r"\d+", _RANKS_AND_SUITS


class Place(NamedTuple):
    """Where labels stand: these parts or words of the text behind or before the cards."""

    left_out: str = ""  # a pattern
    at: slice = slice(None)
    behind: bool = True
    of_words: bool = False

    def text(self, hand: PrintedHand) -> str:
        """Return the text in this place, or an empty one."""
        parts: Sequence[str] = hand.behind if self.behind else hand.before
        if self.of_words:
            parts = " ".join(parts).split()
        return _without(self.left_out, " ".join(parts[self.at]))


class OwnLabels(NamedTuple):
    """Where a program prints labels in words of its own, and the type of each."""

    place: Place
    types: Mapping[str, HandType]
    with_names: bool = False  # even the names of types are such words
    numbered: bool = False  # a number that is no part of the name begins each label

    def read(self, hand: PrintedHand) -> PrintedHand:
        """Return a hand with the type and the label that it has in the program's own words."""
        hand = _without_number(hand) if self.numbered else hand
        text = self.place.text(hand) if self.with_names or hand.hand_type is None else ""
        if not text:
            return hand
        return replace(hand, hand_type=self.types.get(text, hand.hand_type), label=text)


def own_labels(hands: Hands) -> OwnLabels:
    """Return the types for which texts stand, whatever their words, as the cards show.

    Each place around the cards is tried, and that one counts whose texts most nearly have one type
    each: they may be `3`, `Stright Flush` or `Drilling`.
    """
    numbered = all(_NUMBER_FIRST.match(hand.label) for hand in hands)
    hands = [*map(_without_number, hands)] if numbered else hands
    unknown = [hand for hand in hands if hand.hand_type is None]
    with_names = 2 * len(unknown) > len(hands)
    read = [hand for hand in (hands if with_names else unknown) if hand.hand]
    best, best_share = OwnLabels(Place(), {}, numbered=numbered), 0.0
    for place in _places(read):
        share, types = _types_of_texts(place, read)
        if share > best_share:
            best, best_share = OwnLabels(place, types, with_names, numbered), share
    return best


def _types_of_texts(place: Place, hands: Hands) -> tuple[float, Mapping[str, HandType]]:
    """Return the type for which each text in a place stands, and how many hands have that type.

    A text that is a name must always stand for one type, other words only for the most part.
    """
    types_of = defaultdict[str, Counter[HandType]](Counter)
    for hand in hands:
        if hand.hand and (text := place.text(hand)):
            types_of[text][hand.hand.hand_type] += 1
    names = {place.text(hand) for hand in hands if hand.hand_type is not None}
    types, standing = dict[str, HandType](), 0
    for text, counts in types_of.items():
        ((hand_type, times),) = counts.most_common(1)
        standing += times
        if times == counts.total() or (text not in names and 2 * times > counts.total()):
            types[text] = hand_type
    share = standing / len(hands)
    is_label = len(types_of) <= MAX_LABELS and share >= LABEL_SHARE
    return (share, types) if is_label else (0.0, {})


def _places(hands: Hands) -> Iterator[Place]:
    """Yield the places of some hands, the whole text first."""
    parts = max((len(parts) for hand in hands for parts in (hand.before, hand.behind)), default=0)
    columns = [
        each
        for n in range(min(parts, MAX_PARTS))
        for each in (slice(n, n + 1), slice(-1 - n, -n or None))
    ]
    for left_out in LEFT_OUT if parts else ():
        for at in (slice(None), *columns):
            yield from (Place(left_out, at, behind) for behind in (True, False))
        for at in columns[:2]:
            yield from (Place(left_out, at, behind, of_words=True) for behind in (True, False))


def _without_number(hand: PrintedHand) -> PrintedHand:
    return replace(hand, hand_type=type_of_label(_NUMBER_FIRST.sub("", hand.label)))


@lru_cache(4096)
def _without(pattern: str, text: str) -> str:
    return re.sub(pattern, "#", text) if pattern else text
