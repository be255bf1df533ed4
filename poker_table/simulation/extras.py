"""The error of an extra that is not installed."""

from __future__ import annotations

import os
import shlex
import sys

from poker_table.game.errors import PokerTableError


class MissingExtraError(PokerTableError):
    """The error that says what needs an extra, and how to install it for this Python.

    >>> str(MissingExtraError("Dask", "dask")).rpartition(" -m ")[2]
    "pip install 'poker-table[dask]'"
    """

    def __init__(self, what: str, extra: str) -> None:
        python = sys.executable if os.name == "nt" else shlex.quote(sys.executable)
        super().__init__(f"{what} needs an extra: {python} -m pip install 'poker-table[{extra}]'")
