"""One thing that is wrong with a program."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from poker_table.game.hand import Hand

AS_ONE_WITH = "your program behaves as one with this mistake: "


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: `cause` is the same sentence wherever the mistake is the same.

    `criteria` are all that it touches. The example with the smallest `size` is the simplest one.
    `common_cause` is told in place of the causes that share it where these are many. Of a
    criterion's causes, the one that decides by the earliest rank is told first. `hands` are those
    of the example as they should stand, `printed` the lines that stood in their places.
    """

    criteria: Set[str]
    cause: str
    example: str
    size: int = 0
    common_cause: str = ""
    depth: int = 0
    hands: tuple[Hand, ...] = ()
    printed: tuple[str, ...] = ()
