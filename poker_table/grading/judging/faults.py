"""What a check yields: a fault, with its own sentences."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from unicodedata import category

from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.grading.judging.skills import Skill
from poker_table.hands.sentence import Sentence, Text

MAX_QUOTED = 80  # characters of a printed line
# Names of faults that are treated in a special way when they are scored or shown.
NOT_COMPILED, NOT_COPIED = "not-compiled", "not-copied"
NOT_READ = "not-read"  # a person must look at the output
ENDED, UNSTEADY, GIVEN_UP = "ended", "unsteady", "given-up"
TYPE_UNREADABLE = "type-unreadable"
MISSING_AS_ANY = "missing-as-any"


class Foreign(str):
    """A part of a sentence that a student or a program chose: no anonymous letter has it."""

    __slots__ = ()


def quote(text: str, longest: int = MAX_QUOTED) -> Sentence:
    """Return a text of a program in quotes, safe to show.

    >>> print(quote("Player 1"))
    'Player 1'
    """
    cut = text if len(text) <= longest else text[:longest] + "…"
    return Sentence("'", Foreign(as_printed(cut)), "'")


def as_printed(text: str) -> str:
    r"""Return a line of a program, safe to show: control characters are escaped, blanks are not.

    >>> print(as_printed("Player\t1 - 2C\x1b"))
    Player  1 - 2C\x1b
    """
    return "".join(c if category(c) == "Zs" else printable(c) for c in text.expandtabs())


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong on one deck.

    `name`: that of the check's mistake, or of the mutant that makes it; programs read it.
    `cause`: what is wrong, as students read it, without a full stop. Faults with the same cause
        are one mistake.
    `criteria`: the keys of the rubric that it affects.
    `example`: sentences that show it.
    `hands`: the hands of the example in the right order, and `printed`, the lines that the program
        printed in their places.
    `deck`: the name of the deck, or of a run without one (see `OTHER_RUNS` in rubric.py).
    `rule`: what is true instead, where a wrong evaluator explains it.
    `skills`: the skills that it shows to be missing. If there are none, the deck counts as wrong
        for every skill of its criteria.
    """

    name: str
    cause: Text
    criteria: Set[str]
    example: Text = ""
    hands: tuple[Hand, ...] = ()
    printed: tuple[str, ...] = ()
    deck: str = ""
    skills: Set[Skill] = frozenset()
    rule: str = ""

    @property
    def complexity(self) -> int:
        """Of faults with one cause, the least complex is shown: that of the lowest hands.

        If it is not about evaluating hands, the first one is as good.
        """
        return sum(hand.strength for hand in self.hands) if self.skills else 0
