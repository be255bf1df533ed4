"""Engine: the functions that count. Plan: a question about chances, as the engines read it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.chances import COUNTS_PER_HAND
from poker_table.simulation.kernel.prefixes import Prefix, number_of_arrangements

Numbers = tuple[int, ...]


class Plan(NamedTuple):
    """A question about chances as numbers. A card is its index in a new deck.

    Unknown cards that belong to the same hands form a *group*. The *remaining* cards are those that
    may still be dealt: neither known nor dead.
    """

    group_of: Numbers  # the group of each unknown card, in the order in which they are dealt
    remaining: Numbers  # the remaining cards, in the order of the deck
    sizes: Numbers  # the number of cards of each hand
    has_card: Numbers  # 52 numbers per hand: 1 if the hand is known to have that card
    members: Numbers  # one number per hand and group: 1 if the group belongs to the hand

    @property
    def needs(self) -> tuple[int, ...]:
        """The number of cards of each group."""
        groups = range(max(self.group_of, default=-1) + 1)
        return tuple(self.group_of.count(group) for group in groups)

    @property
    def arrangements(self) -> int:
        """The number of ways to give the groups their cards."""
        return number_of_arrangements(len(self.remaining), self.needs)

    @property
    def rows(self) -> int:
        """The number of planes for the groups' cards: one per group and remaining card."""
        return len(self.remaining) * len(self.needs)

    @property
    def counts(self) -> int:
        """The number of counts that an engine returns."""
        return COUNTS_PER_HAND * len(self.sizes) + 1


class Engine(NamedTuple):
    """The functions of an engine. Both engines return the same numbers.

    - `count_deals(seed, first, deals, players, strangeness)` returns the tally of consecutive
      deals. `strangeness` has one number per hand type.
    - `count_sample(plan, seed, first, deals)` returns the counts of a plan in consecutive deals.
    - `count_arrangements(plan, prefixes)` returns the counts of a plan in all arrangements that
      begin with one of the prefixes.
    """

    name: str
    count_deals: Callable[[int, int, int, int, Sequence[int]], Tally]
    count_sample: Callable[[Plan, int, int, int], list[int]]
    count_arrangements: Callable[[Plan, Iterable[Prefix]], list[int]]


def plan_of_hands(cards: int) -> Plan:
    """Return the plan of a single hand that has the given number of unknown cards.

    >>> plan_of_hands(5).arrangements
    2598960
    """
    return Plan((0,) * cards, tuple(range(52)), (cards,), (0,) * 52, (1,))
