"""The error of an extra that is not installed."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError


class MissingExtraError(PokerTableError):
    """A command or an option needs an extra that is not installed."""


def missing_extra(what: str, extra: str) -> MissingExtraError:
    """Return the error that says how to install an extra.

    >>> print(missing_extra("the fast engine", "fast"))
    the fast engine needs an extra: pip install 'poker-table[fast]'
    """
    return MissingExtraError(f"{what} needs an extra: pip install 'poker-table[{extra}]'")
