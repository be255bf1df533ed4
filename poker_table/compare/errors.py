"""The error of a line that is not a round."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError


class RoundError(PokerTableError):
    """A line that is not a round or not a hand, or a file without rounds.

    >>> from poker_table import read_rounds
    >>> [error] = read_rounds(["5H 5C ; 1H"])
    >>> isinstance(error, RoundError), str(error)
    (True, 'rounds:1: hand 1: expected five cards or more, got 2')
    """
