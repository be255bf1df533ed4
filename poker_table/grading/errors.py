"""The error of a marking that failed, and lists of names in its messages."""

from __future__ import annotations

from collections.abc import Sequence

from poker_table.game.errors import PokerTableError, printable


class MarkerError(PokerTableError):
    """The marking itself failed; the submission may be right or wrong."""


def listed(names: Sequence[str], most: int = 10) -> str:
    """Return the first names, at most `most`, for a message; "nothing" if there are none.

    >>> listed(["a.c", "b.c", "c.c"], 2), listed(["a.c", "b.c"], 2)
    ('a.c, b.c …', 'a.c, b.c')
    """
    return ", ".join(map(printable, names[:most])) + " …" * (len(names) > most) or "nothing"
