"""The name of a hand type, in whatever usual spelling it comes."""

from __future__ import annotations

import re

from poker_table.game.hand import HandType
from poker_table.hands.types import ABOUT


def type_of_label(label: str) -> HandType | None:
    """Return the hand type that a label names in any usual spelling, or None.

    >>> type_of_label("Four-of-a-kind"), type_of_label("ONE_PAIR"), type_of_label("TwoPairs")
    (<HandType.FOUR_OF_A_KIND: 7>, <HandType.PAIR: 1>, <HandType.TWO_PAIR: 2>)
    """
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", label)
    words = re.sub(r"[^a-z0-9]+", " ", spaced.lower())
    # The strongest first: a "straight flush" must not be read as a flush, nor "two pair" as a pair,
    # nor "straight, ace high" as a high card.
    for hand_type in reversed(HandType):
        if re.search(rf"\b({ABOUT[hand_type].spelling})\b", words):
            return hand_type
    return None
