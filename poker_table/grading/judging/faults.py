"""Faults of a program as data; results/words.py turns them into sentences."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import Any, NamedTuple

from poker_table.game.hand import Hand
from poker_table.grading.judging.skills import Skill


class Kind(StrEnum):
    """The kinds of faults, and of remarks, which cost nothing."""

    # The program cannot be run, or does not end well.
    NOT_COMPILED = auto()
    NOT_COPIED = auto()
    ENDED = auto()
    GIVEN_UP = auto()
    UNSTEADY = auto()
    # The table that it printed: players, cards, hand types, order.
    NOT_READ = auto()
    NO_HANDS = auto()
    FROM_ZERO = auto()
    PLAYER_MISSING = auto()
    PLAYER_REPEATED = auto()
    PLAYER_STRANGE = auto()
    OTHER_PLAYERS = auto()
    FIVE_IN_A_ROW = auto()
    OTHER_END = auto()
    SECOND_CARD = auto()
    RANKS_SHIFTED = auto()
    CARD_TWICE = auto()
    SOME_NOT_DEALT = auto()
    NOT_DEALT = auto()
    SAME_HANDS = auto()
    NOT_USED = auto()
    NOT_EVALUATED = auto()
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
    # The run with a missing file, and the run without a file.
    MISSING_ENDED = auto()
    MISSING_HANDS = auto()
    MISSING_SILENT = auto()
    MISSING_PASSES = auto()
    MISSING_AS_ANY = auto()
    RANDOM_NO_TABLE = auto()
    RANDOM_TWICE = auto()
    RANDOM_SAME = auto()
    # Remarks.
    SUITS_NUMBERED = auto()
    OTHER_LABELS = auto()
    HIGH_TO_LOW = auto()
    CONTROLS = auto()
    RANKINGS_DIFFER = auto()
    CUT = auto()
    OTHER_LINES = auto()
    IN_COMMON = auto()
    MEMORY = auto()
    LEFT_OUT = auto()
    COMPILER_SAYS = auto()


class Cause(NamedTuple):
    """A kind of mistake or remark, and the details that its sentence names.

    The details are values such as hand types, ranks, limits or lines, in the order in which the
    function for the kind in results/words.py takes them.
    """

    kind: Kind
    details: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong on one deck, with its evidence.

    What it is:
        `kind` and `details` identify the cause, as in `Cause`.
        `reported_as`, if set, is a more telling cause: reports name it in place of the fault's own.
        `broader_cause` replaces the causes that share it if there are too many of these to list.
    What it costs:
        `criteria` are the keys of the rubric that it affects.
        `skills` are the skills that it shows to be missing. If empty, the deck counts as wrong for
        every skill of these criteria.
    What the example shows:
        `deck` is the name of the deck, or of a run without one (see `OTHER_RUNS` in judge.py).
        `hands` are the hands of the example in the right order, and `printed` the lines that the
        program printed in their places.
        `evidence` holds further values that the sentence of the example names.
    Which one is reported first:
        The fault with the lowest `complexity` becomes the example of its cause. Among the causes
        of one criterion, the one with the lowest `report_order` comes first.
    """

    kind: Kind
    criteria: Set[str]
    details: tuple[Any, ...] = ()
    evidence: tuple[Any, ...] = ()
    hands: tuple[Hand, ...] = ()
    printed: tuple[str, ...] = ()
    deck: str = ""
    skills: Set[Skill] = frozenset()
    complexity: int = 0
    report_order: int = 0
    broader_cause: Cause | None = None
    reported_as: Cause | None = None

    @property
    def cause(self) -> Cause:
        """The cause that reports name."""
        return self.reported_as or Cause(self.kind, self.details)
