"""What a check yields: a fault, with its own sentences, and the skills that it shows to be missing.

A skill is to recognise one hand type, to order two types, or to compare one rank that decides
between hands of the same type.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import category

from poker_table.game.errors import printable
from poker_table.game.hand import Hand
from poker_table.game.rules import HandType
from poker_table.hands.explanation import has_low_ace
from poker_table.hands.in_words import deciding
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


def with_first(before: str, lines: Iterable[str], after: str = ".") -> Text:
    """Return a sentence that quotes the first of some lines, or nothing if there is none.

    >>> print(with_first("It printed ", ["Player 1", "Player 2"]))
    It printed 'Player 1'.
    """
    return next((Sentence(before, quote(line), after) for line in lines), "")


def as_printed(text: str) -> str:
    r"""Return a line of a program, safe to show: control characters are escaped, blanks are not.

    >>> print(as_printed("Player\t1 - 2C\x1b"))
    Player  1 - 2C\x1b
    """
    return "".join(c if category(c) == "Zs" else printable(c) for c in text.expandtabs())


class Skill(NamedTuple):
    """One thing that a program must be able to do to satisfy a criterion."""

    criterion: str
    types: tuple[int, ...]  # the hand types that it is about: two for `between`, the better first
    is_wheel: bool = False  # for `types`: whether the hand is A-2-3-4-5
    digit: int = 0  # for `within`: the index of the first rank in which the hands differ


def type_skill(hand: Hand) -> Skill:
    """Return the skill that a program needs to recognise a hand's type.

    The wheel in one suit is about straights too: who does not know the wheel makes one mistake.
    """
    is_wheel = has_low_ace(hand)
    types = {hand.hand_type: None} | ({HandType.STRAIGHT: None} if is_wheel else {})
    return Skill("types", (*types,), is_wheel)


def order_skill(better: Hand, worse: Hand) -> Skill:
    """Return the skill that a program needs to put two unequal hands in order.

    >>> order_skill(Hand.of("AC AD KH 9S 8S"), Hand.of("AH AS QC JC TC"))  # pair, kicker
    Skill(criterion='within', types=(<HandType.PAIR: 1>,), is_wheel=False, digit=1)
    """
    if rank := deciding(better, worse):
        return Skill("within", (better.hand_type,), digit=rank - 1)
    return Skill("between", (better.hand_type, worse.hand_type))


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong on one deck."""

    name: str  # of the check's mistake, or of the mutant that makes it; programs read it
    cause: Text  # what is wrong, without a full stop; faults with the same cause are one mistake
    criteria: Set[str]  # the keys of the rubric that it affects
    example: Text = ""  # sentences that show it
    hands: tuple[Hand, ...] = ()  # of the example, in the right order
    printed: tuple[str, ...] = ()  # the lines that the program printed in their places
    deck: str = ""  # its name, or that of a run without one (see `OTHER_RUNS` in rubric.py)
    # The skills that it shows to be missing. Without any, the deck counts as wrong for every skill
    # of its criteria.
    skills: Set[Skill] = frozenset()
    rule: str = ""  # what is true instead, where a wrong evaluator explains it
