"""The error of a command that is used wrongly."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError


class UsageError(PokerTableError):
    """A command line or an environment variable with an invalid value."""
