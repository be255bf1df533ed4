"""The error of an extra that is not installed."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError


class MissingExtraError(PokerTableError):
    """The error that says what needs an extra, and how to install it.

    >>> print(MissingExtraError("the fast engine", "fast"))
    the fast engine needs an extra: pip install 'poker-table[fast]'
    """

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'poker-table[{extra}]'")
