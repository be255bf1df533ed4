"""The showdown as the assignment prints it, one bare line a player."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from poker_table.table import Showdown


def showdown_lines(showdown: Showdown) -> str:
    """Return the lines of the assignment, best hand first, each ended by a line feed.

    >>> from poker_table import Hand, Showdown
    >>> print(showdown_lines(Showdown([Hand.of("9D 9H 7H TS 9S", player=2)])), end="")
    Player 2 - 7H 9D 9H 9S TS - Three of a Kind
    """
    return "".join(f"{hand}\n" for hand in showdown.hands)
