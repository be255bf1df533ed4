"""The errors of files."""

from __future__ import annotations

from poker_table.game.errors import PokerTableError


class FileError(PokerTableError):
    """A file that cannot be found, read or written, or that is not text."""


class NoFileError(FileError):
    """A file that does not exist."""
