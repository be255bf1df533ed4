"""What both engines have in common: the functions that count, and what these are called with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import ModuleType
from typing import NamedTuple

from poker_table.simulation.kernel.wins import Plan

# The module plain.py or fast.py. Both have the functions `count_deals`, `count_sample` and
# `count_arrangements`, which count the same numbers; DEALS_PER_PIECE, which are counted in about a
# tenth of a second, for which Ctrl-C has to wait; and IN_THREADS, whether several threads count
# faster than one. Otherwise processes do.
Engine = ModuleType


class Block(NamedTuple):
    """Deals that are dealt together: those with the numbers `base + offsets`."""

    base: int
    offsets: Sequence[int]
    skipped: int = 0  # of each deal, up to so many refused words are skipped

    def deals(self, plane: int, begin: int = 0) -> list[int]:
        """Return the deals whose bits are set in a plane of the block from `begin` on.

        >>> Block(100, range(8)).deals(0b101)
        [100, 102]
        """
        deals = []
        while plane:
            lowest = plane & -plane
            deals.append(self.base + self.offsets[begin + lowest.bit_length() - 1])
            plane ^= lowest
        return deals


def blocks_of(first: int, deals: int, size: int, refused: list[int]) -> Iterator[Block]:
    """Yield consecutive deals in blocks; then those that had a word refused, one in five hundred.

    While a block is counted, these are appended to `refused`. Hardly any deal has more words
    refused than are then skipped; if one has, it is dealt once more.
    """
    for base, number in consecutive(first, first + deals, size):
        yield Block(base, range(number))
    skipped = 0
    while refused:
        numbers, skipped = tuple(refused), skipped + 2
        refused.clear()
        for begin, number in consecutive(0, len(numbers), size):
            yield Block(0, numbers[begin : begin + number], skipped)


def consecutive(first: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first number and the number of numbers of each piece of a range.

    >>> [*consecutive(100, 120, 8)]
    [(100, 8), (108, 8), (116, 4)]
    """
    for begin in range(first, stop, size):
        yield begin, min(size, stop - begin)


def plan_of_hands(cards: int) -> Plan:
    """Return the plan of a single hand that has the given number of unknown cards.

    >>> plan_of_hands(5).arrangements
    2598960
    """
    return Plan((0,) * cards, tuple(range(52)), (cards,), (0,) * 52, (1,))
