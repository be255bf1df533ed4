"""What can be wrong with a program, and a fault: its cause, its criteria, where it showed and how.

All of it is data; what it says in words is made by results/words.py, when it is shown.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, NamedTuple

from poker_table.game.hand import Hand
from poker_table.grading.judging.skills import Skill


class Kind(StrEnum):
    """What can be wrong, or remarkable, about a program; each kind has its words in words.py."""

    # It cannot be run, or it did not end well.
    NOT_COMPILED = auto()
    NOT_COPIED = auto()
    ENDED = auto()
    GIVEN_UP = auto()
    UNSTEADY = auto()
    # Its tables: the players, the cards of the deck, the types, the order.
    NOT_READ = auto()
    NO_HANDS = auto()
    FROM_ZERO = auto()
    PLAYER_MISSING = auto()
    PLAYER_REPEATED = auto()
    PLAYER_STRANGE = auto()
    OTHER_PLAYERS = auto()
    FIVE_IN_A_ROW = auto()
    OTHER_END = auto()
    RANKS_SHIFTED = auto()
    CARD_TWICE = auto()
    SOME_NOT_DEALT = auto()
    NOT_DEALT = auto()
    SAME_HANDS = auto()
    NOT_USED = auto()
    NOT_EVALUATED = auto()
    ONLY_PUBLISHED = auto()
    TYPE_UNREADABLE = auto()
    TYPE_TAKEN = auto()
    MANY_TYPES = auto()
    CARDS_UNSORTED = auto()
    UPSIDE_DOWN = auto()
    BY_PLAYER = auto()
    BETWEEN = auto()
    TYPE_NOT_FIRST = auto()
    WITHIN = auto()
    UNSORTED = auto()
    LATER_RANKS = auto()
    LIKE_MUTANT = auto()
    # A missing file, and none at all.
    MISSING_ENDED = auto()
    MISSING_HANDS = auto()
    MISSING_SILENT = auto()
    MISSING_CONTENT = auto()
    MISSING_AS_ANY = auto()
    RANDOM_NO_TABLE = auto()
    RANDOM_TWICE = auto()
    RANDOM_SAME = auto()
    # How its lines are written.
    AGREES = auto()
    SUITS_NUMBERED = auto()
    OTHER_LABELS = auto()
    HIGH_TO_LOW = auto()
    CONTROLS = auto()
    RANKINGS_DIFFER = auto()
    CUT = auto()
    OTHER_LINES = auto()
    COMPILER_SAYS = auto()


class Cause(NamedTuple):
    """A kind of mistake or remark, and what it is about: hand types, ranks, limits, texts."""

    kind: Kind
    about: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, and its evidence.

    `kind` is what was seen, `about` what makes it another cause than others of its kind, and `seen`
    the rest that an example tells. `hands` are those of the example as they should stand, `printed`
    the lines that stood in their places. `deck` is where it showed: a deck, or a run without one.
    `criteria` are all that it touches, and `skills` are what it shows to be missing; without these
    it spoils all that the deck tests of the criteria. The fault of the smallest `size` is the
    simplest example. Of a criterion's causes the one that decides by the earliest rank, its
    `depth`, is told first. A `wider` cause is told in place of those that share it where these are
    many, and the cause `told` in place of its own where more is known.
    """

    kind: Kind
    criteria: Set[str]
    about: tuple[Any, ...] = ()
    seen: tuple[Any, ...] = ()
    hands: tuple[Hand, ...] = ()
    printed: tuple[str, ...] = ()
    deck: str = ""
    skills: Set[Skill] = frozenset()
    size: int = 0
    depth: int = 0
    wider: Cause | None = None
    told: Cause | None = None

    @property
    def cause(self) -> Cause:
        """The cause that the letter tells: `told` if it is set, else the fault's own."""
        return self.told or Cause(self.kind, self.about)
