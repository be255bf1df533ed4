"""What a line of text may have besides the cards of one hand: more hands, and a board."""

from __future__ import annotations

import re

BOARD_CARDS = 5  # at most, that belong to every hand in hold'em
SEPARATOR = ";"  # between the hands of a line
_BETWEEN_HANDS = rf"(?ai){SEPARATOR}|(?<!\S)(?:vs?|versus)\.?(?!\S)"


def hands_in(text: str) -> list[str]:
    """Return the texts of the hands in a line, with ; or vs between them.

    >>> hands_in("AcAs vs KcKs ; 2c2d")
    ['AcAs ', ' KcKs ', ' 2c2d']
    """
    return re.split(_BETWEEN_HANDS, text)
