"""Reads the hand type in the label of a hand, as students print it."""

from __future__ import annotations

import re
from functools import cache

from poker_table.game.rank_and_suit import Rank
from poker_table.game.rules import HandType
from poker_table.hands.types import FACTS

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


@cache
def _patterns() -> dict[HandType, re.Pattern[str]]:
    """Return the pattern of each type, the strongest type first.

    The order matters: the pattern of a flush also matches "straight flush", and that of a high card
    also matches "straight, ace high".
    """
    forms = {
        hand_type: "|".join(filter(None, [facts.spelling, _DESCRIPTIONS.get(hand_type)]))
        for hand_type, facts in reversed(FACTS.items())
    }
    return {hand_type: re.compile(rf"\b({form})(e?s)?\b") for hand_type, form in forms.items()}


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
    return next((t for t, pattern in _patterns().items() if pattern.search(words)), None)
