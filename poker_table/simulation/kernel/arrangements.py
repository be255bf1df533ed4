"""Every arrangement of the unknown cards, in planes that the kernel reads.

The cards of the rest are gone through in order: each is given to a group that still needs one, or
to nobody. A *head* says to whom the first ones are given, so that what then remains to be given
fits into one plane; these arrangements lie side by side, one a bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

MOST_SIDE_BY_SIDE = 2**16
MOST_KEPT = 2**10  # parts, of some kilobytes each
Head = tuple[tuple[int | None, ...], tuple[int, ...]]  # the first cards' groups, what is needed


def arrangements(cards: int, needs: Sequence[int]) -> int:
    """Return in how many ways groups can get the cards they need.

    >>> arrangements(48, [5]), arrangements(4, [1, 1])
    (1712304, 12)
    """
    total = 1
    for need in needs:
        total *= comb(cards, need)
        cards -= need
    return total


def heads(cards: int, needs: tuple[int, ...], given: tuple[int | None, ...] = ()) -> Iterator[Head]:
    """Yield the heads, each after those given, that together begin all arrangements of the rest."""
    if arrangements(cards, needs) <= MOST_SIDE_BY_SIDE:
        yield given, needs
        return
    for group, left in _choices(cards, needs):
        yield from heads(cards - 1, left, (*given, group))


def planes_of(head: Head, cards: int) -> tuple[list[int], int]:
    """Return a plane for each group and card of the rest, and how many bits are used.

    >>> [f"{plane:03b}" for plane in planes_of(((), (1,)), 3)[0]]
    ['001', '010', '100']
    """
    given, needs = head
    left = cards - len(given)
    planes, count = _planes(left, needs), arrangements(left, needs)
    rows = []
    for group in range(len(needs)):
        rows += [(1 << count) - 1 if owner == group else 0 for owner in given]
        rows += planes[group * left : (group + 1) * left]
    return rows, count


@lru_cache(maxsize=MOST_KEPT)
def _planes(cards: int, needs: tuple[int, ...]) -> Sequence[int]:
    """Return the planes of the last cards of the rest, group by group: put together from others."""
    rows, begin = [0] * (cards * len(needs)), 0
    for group, left in _choices(cards, needs):
        count = arrangements(cards - 1, left)
        later = iter(_planes(cards - 1, left))
        for row in range(len(rows)):
            if row % cards:
                rows[row] |= next(later) << begin
        if group is not None:
            rows[group * cards] |= (1 << count) - 1 << begin
        begin += count
    return rows


def _choices(cards: int, needs: tuple[int, ...]) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Yield who may get the next card, and what is needed then."""
    for group, need in enumerate(needs):
        if need:
            yield group, (*needs[:group], need - 1, *needs[group + 1 :])
    if cards > sum(needs):
        yield None, needs
