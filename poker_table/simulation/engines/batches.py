"""Batches: deals that an engine counts in one go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple


class Batch(NamedTuple):
    """Deals that are counted together: those with the numbers `base + offsets`."""

    base: int
    offsets: Sequence[int]
    skipped: int = 0  # of each deal, up to so many refused words are skipped

    def deals(self, plane: int, begin: int = 0) -> list[int]:
        """Return the deals whose bits are set in a plane of the batch from `begin` on.

        >>> Batch(100, range(8)).deals(0b101)
        [100, 102]
        """
        deals = []
        while plane:
            lowest = plane & -plane
            deals.append(self.base + self.offsets[begin + lowest.bit_length() - 1])
            plane ^= lowest
        return deals


def batches_of(first: int, deals: int, size: int, refused: list[int]) -> Iterator[Batch]:
    """Yield consecutive deals in batches; then those that had a word refused, one in five hundred.

    While a batch is counted, these are appended to `refused`. Hardly any deal has more words
    refused than are then skipped; if one has, it is dealt once more.
    """
    for base, number in consecutive(first, first + deals, size):
        yield Batch(base, range(number))
    skipped = 0
    while refused:
        numbers, skipped = tuple(refused), skipped + 2
        refused.clear()
        for begin, number in consecutive(0, len(numbers), size):
            yield Batch(0, numbers[begin : begin + number], skipped)


def consecutive(first: int, stop: int, size: int) -> Iterator[tuple[int, int]]:
    """Yield the first number and the number of numbers of each piece of a range.

    >>> [*consecutive(100, 120, 8)]
    [(100, 8), (108, 8), (116, 4)]
    """
    for begin in range(first, stop, size):
        yield begin, min(size, stop - begin)
