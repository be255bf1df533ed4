"""What an engine is told of a question about chances."""

from __future__ import annotations

from typing import NamedTuple

from poker_table.simulation.kernel.arranged import OF_A_HAND
from poker_table.simulation.kernel.arrangements import arrangements

Numbers = tuple[int, ...]


class Plan(NamedTuple):
    """Cards and groups of unknown cards as numbers (kernel/arranged.py says what they mean)."""

    rest: Numbers  # the cards that nobody knows, by their index
    homes: Numbers  # the group of each unknown card, in the order in which they are dealt
    sizes: Numbers  # of each hand, how many cards it has
    known: Numbers  # of each hand, for all 52 cards, whether it has that one for certain
    members: Numbers  # of each hand, for each group, whether that is its own

    @property
    def question(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """What has to be known of the cards and hands to judge an arrangement."""
        return self.rest, self.sizes, self.known, self.members

    @property
    def needs(self) -> tuple[int, ...]:
        """How many cards each group needs."""
        return tuple(self.homes.count(group) for group in range(max(self.homes, default=-1) + 1))

    @property
    def arrangements(self) -> int:
        """In how many ways the unknown cards can lie."""
        return arrangements(len(self.rest), self.needs)

    @property
    def rows(self) -> int:
        """How many planes say where the unknown cards lie."""
        return len(self.rest) * len(self.needs)

    @property
    def counts(self) -> int:
        """How many numbers are counted."""
        return OF_A_HAND * len(self.sizes) + 1


def plan_of_hands(cards: int) -> Plan:
    """Return the plan of a single hand of so many unknown cards.

    >>> plan_of_hands(5).arrangements
    2598960
    """
    return Plan(tuple(range(52)), (0,) * cards, (cards,), (0,) * 52, (1,))
