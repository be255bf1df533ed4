"""What a line of text may have besides the cards of one hand: more hands, a board, an error."""

from __future__ import annotations

import re

from poker_table.game.errors import PokerTableError

BOARD_CARDS = 5  # at most, that belong to every hand in hold'em
SEPARATOR = ";"  # between the hands of a line
_BETWEEN_HANDS = rf"(?ai){SEPARATOR}|(?<!\S)(?:vs?|versus)\.?(?!\S)"


class RoundError(PokerTableError):
    """A line that is not a round or not a hand, or a file without rounds.

    >>> from poker_table import read_rounds
    >>> [error] = read_rounds(["5H 5C ; 1H"])
    >>> isinstance(error, RoundError), str(error)
    (True, 'rounds:1: hand 1: expected five cards or more, got 2')
    """


def hands_in(text: str) -> list[str]:
    """Return the texts of the hands in a line, with ; or vs between them.

    >>> hands_in("AcAs vs KcKs ; 2c2d")
    ['AcAs ', ' KcKs ', ' 2c2d']
    """
    return re.split(_BETWEEN_HANDS, text)
