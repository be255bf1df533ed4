"""Engine: what counts; and Plan: what it is told of a question about chances."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.arranged import OF_A_HAND
from poker_table.simulation.kernel.arrangements import Head, arrangements

Numbers = tuple[int, ...]


class Plan(NamedTuple):
    """A question about chances as numbers, in which a card is its index."""

    group_of: Numbers  # of each unknown card, in the order in which they are dealt
    remaining: Numbers  # the cards that nobody knows
    sizes: Numbers  # of each hand, how many cards it has
    has_card: Numbers  # of each hand, for all 52 cards, whether it has that one for certain
    members: Numbers  # of each hand, for each group, whether that is its own

    @property
    def needs(self) -> tuple[int, ...]:
        """How many cards each group needs."""
        groups = range(max(self.group_of, default=-1) + 1)
        return tuple(self.group_of.count(group) for group in groups)

    @property
    def arrangements(self) -> int:
        """In how many ways the unknown cards can lie."""
        return arrangements(len(self.remaining), self.needs)

    @property
    def rows(self) -> int:
        """How many planes say where the unknown cards lie."""
        return len(self.remaining) * len(self.needs)

    @property
    def counts(self) -> int:
        """How many numbers are counted."""
        return OF_A_HAND * len(self.sizes) + 1


class Engine(NamedTuple):
    """A way to count; both ways count the same.

    `count_deals` returns the tally of consecutive deals, of a seed, the first one, how many, the
    players, and the strangeness of each hand type. `count_dealt` returns the counts of the chances
    in such deals, and `count_listed` in all arrangements that begin with one of some heads.
    """

    name: str
    count_deals: Callable[[int, int, int, int, Sequence[int]], Tally]
    count_dealt: Callable[[Plan, int, int, int], list[int]]
    count_listed: Callable[[Plan, Iterable[Head]], list[int]]


def plan_of_hands(cards: int) -> Plan:
    """Return the plan of a single hand of so many unknown cards.

    >>> plan_of_hands(5).arrangements
    2598960
    """
    return Plan((0,) * cards, tuple(range(52)), (cards,), (0,) * 52, (1,))
