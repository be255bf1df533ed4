"""The name of a hand type, in whatever usual spelling it comes."""

from __future__ import annotations

import re

from poker_table.game.hand import HandType

# How people write the types, the strongest first: a "straight flush" must not be read as a flush,
# nor "two pair" as a pair, nor "straight, ace high" as a high card.
_SPELLINGS = {
    HandType.STRAIGHT_FLUSH: r"straight ?flush|royal ?flush|royal",
    HandType.FOUR_OF_A_KIND: r"(four|4) ?(of)? ?a? ?kind|quads|poker",
    HandType.FULL_HOUSE: r"full ?house|full boat|boat",
    HandType.FLUSH: r"flush",
    HandType.STRAIGHT: r"straight",
    HandType.THREE_OF_A_KIND: r"(three|3) ?(of)? ?a? ?kind|trips|set",
    HandType.TWO_PAIR: r"(two|2) ?pairs?",
    HandType.PAIR: r"(?<!no )((one|1) ?)?pairs?",
    HandType.HIGH_CARD: r"high ?card|nothing|no ?pair|\w+ high|none",
}


def type_of_label(label: str) -> HandType | None:
    """Return the hand type that a label names in any usual spelling, or None.

    >>> type_of_label("Four-of-a-kind"), type_of_label("ONE_PAIR"), type_of_label("TwoPairs")
    (<HandType.FOUR_OF_A_KIND: 7>, <HandType.PAIR: 1>, <HandType.TWO_PAIR: 2>)
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", label)
    words = re.sub(r"[^a-z0-9]+", " ", spaced.lower())
    kinds = (kind for kind, said in _SPELLINGS.items() if re.search(rf"\b({said})\b", words))
    return next(kinds, None)
