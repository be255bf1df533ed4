"""Texts and facts about each hand type, in tables, the weakest type first.

Columns are separated by two or more blanks; a "-" is an empty cell.

{0}, {1} … are the ranks of a hand, the most important first, and {rest} is all of them but the
first. In the column that says what decides, {0} is the winner's rank and {1} the loser's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TypeVar

from poker_table.game.card import Rank
from poker_table.game.hand import HandType

T = TypeVar("T")

# Columns: the type's name in a sentence; a hand in words; why it is not of the next higher type.
_NAMED = """
high card         {0.word} high, then {rest}                           five different ranks
a pair            pair of {0.plural}, then {rest}                      only the {0.plural} match
two pair          two pair, {0.plural} and {1.plural}, then {2.word}   no rank three times
three of a kind   three {0.plural}, then {rest}                        only three different ranks
a straight        straight, {0.word} high                              {suits} suits
a flush           flush, {0.word} high, then {rest}                    five different ranks
a full house      full house, {0.plural} over {1.plural}               three {0.plural}, not four
four of a kind    four {0.plural}, then {1.word}                       only two different ranks
a straight flush  straight flush, {0.word} high                        -
"""
# Columns: a regular expression for the spellings of the type; the fact to point out to people who
# mistake a hand of this type for another type.
_MISTAKEN = r"""
high ?card|nothing|none|no ?pair|bust|\w+ high  No two cards have the same rank.
(?<!no )((one|1) ?)?pairs?|(two|2) ?of ?a? ?kind  Two cards have the same rank, and no others do.
(two|2) ?pairs?                            There are two pairs, and no three cards of one rank.
(three|3) ?(of)? ?a? ?kind|trips|set       Three cards have the same rank, and the other two do not.
straight                                   The five ranks follow one another.
flush                                      All five cards are of one suit.
full ?(house|boat|of)|boat                 Three cards have one rank, and the other two another.
(four|4) ?(of)? ?a? ?kind|quads|poker(?! hand)  Four cards have the same rank.
straight ?flush|royal ?flush|royal         -
"""
# Columns: how many of the 2,598,960 hands have the type; names of the ranks that count.
_COUNTED = """
1302540  highest  second highest  middle one  second lowest  lowest
1098240  pair  highest kicker  middle kicker  lowest kicker
123552   higher pair  lower pair  kicker
54912    three of a kind  higher kicker  lower kicker
10200    highest
5108     highest  second highest  middle one  second lowest  lowest
3744     three of a kind  pair
624      four of a kind  kicker
40       highest
"""
# For each rank that can decide between two hands of one type, a line: what the hands share, and
# what decides. The last line of a type also applies to all later ranks.
_DECIDING = """
both are high-card hands                         {0.word} high beats {1.word} high
both are {0.word} high                           the {0.word} beats the {1.word}

both have a pair                                 {0.plural} beat {1.plural}
both have a pair of {0.plural}                   the {0.word} kicker beats the {1.word}

both have two pair                               {0.plural} beat {1.plural}
both have two pair with {0.plural}               {0.plural} beat {1.plural}
both have two pair, {0.plural} and {1.plural}    the {0.word} kicker beats the {1.word}

both have three of a kind                        {0.plural} beat {1.plural}
both have three {0.plural}                       the {0.word} kicker beats the {1.word}

both are straights                               {0.word} high beats {1.word} high

both are flushes                                 {0.word} high beats {1.word} high
both are flushes, {0.word} high                  the {0.word} beats the {1.word}

both are full houses                             three {0.plural} beat three {1.plural}
both are full houses with three {0.plural}       two {0.plural} beat two {1.plural}

both have four of a kind                         {0.plural} beat {1.plural}
both have four {0.plural}                        the {0.word} kicker beats the {1.word}

both are straight flushes                        {0.word} high beats {1.word} high
"""


def _lines(table: str) -> list[list[str]]:
    return [re.split(" {2,}", line) for line in table.strip().splitlines()]


def _by_type(entries: Iterable[T]) -> dict[HandType, T]:
    return dict(zip(HandType, entries, strict=True))


def _columns(table: str) -> Iterable[dict[HandType, str]]:
    return map(_by_type, zip(*_lines(table), strict=True))


TYPE_NAMES, PHRASES, WHY_NOT_THE_NEXT = _columns(_NAMED)
SPELLINGS, OVERLOOKED = _columns(_MISTAKEN)
HAND_COUNTS = _by_type(int(hands) for hands, *_ in _lines(_COUNTED))
COUNTING_RANKS = _by_type(names for _, *names in _lines(_COUNTED))
DECIDING_PHRASES = _by_type(map(_lines, _DECIDING.split("\n\n")))
# Near misses that an explanation mentions. Others are trivial: every pair is one card short of two
# pair.
NEAR_MISS_TYPES = HandType.STRAIGHT, HandType.FLUSH, HandType.STRAIGHT_FLUSH
# The reply to somebody who mistakes a hand of another type for one of these types.
REQUIREMENTS = {
    HandType.STRAIGHT: "A straight needs five ranks that follow one another without a gap.",
    HandType.FLUSH: "A flush needs five cards of one suit.",
}
# Regular expressions for descriptions of a hand by its ranks; R is several cards of one rank.
DESCRIPTIONS = {
    HandType.PAIR: "(two|2) R",
    HandType.TWO_PAIR: "R and (two )?R|R up",
    HandType.THREE_OF_A_KIND: "(three|3|trip(le)?) R",
    HandType.FULL_HOUSE: "R (full|over)|(three|3) R (and|with) (a pair|two|2)",
    HandType.FOUR_OF_A_KIND: "(four|4|quad) R",
}
_R = rf"({'|'.join(rank.word for rank in Rank)}|10|[2-9tjqka])(e?s| s)"


@cache
def _label_patterns() -> dict[HandType, re.Pattern[str]]:
    """Return the pattern of each type, the strongest type first.

    The order matters: the pattern of a flush also matches "straight flush", and that of a high card
    also matches "straight, ace high".
    """
    forms = {hand_type: [SPELLINGS[hand_type]] for hand_type in reversed(HandType)}
    for hand_type, form in DESCRIPTIONS.items():
        forms[hand_type].append(form.replace("R", _R))
    return {t: re.compile(rf"\b({'|'.join(of_type)})(e?s)?\b") for t, of_type in forms.items()}


def type_of_label(label: str) -> HandType | None:
    """Return the hand type that a label names or describes, in any usual spelling, or None.

    >>> type_of_label("Four-of-a-kind"), type_of_label("ONE_PAIR"), type_of_label("TwoPairs")
    (<HandType.FOUR_OF_A_KIND: 7>, <HandType.PAIR: 1>, <HandType.TWO_PAIR: 2>)
    >>> type_of_label("Nines over 10s"), type_of_label("3 Kings")
    (<HandType.FULL_HOUSE: 6>, <HandType.THREE_OF_A_KIND: 3>)
    >>> type_of_label("No Pair")
    <HandType.HIGH_CARD: 0>
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", label)
    words = re.sub(r"[^a-z0-9]+", " ", spaced.lower())
    return next((t for t, pattern in _label_patterns().items() if pattern.search(words)), None)
