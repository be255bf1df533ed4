"""Every arrangement of the unknown cards, in planes that the kernel reads.

Each unknown card in turn is given to a group that still needs one, or to nobody. A *head* says who
gets the first cards. It is long enough that all arrangements of the other cards fit into one plane,
one arrangement a bit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

MOST_SIDE_BY_SIDE = 2**16
MOST_KEPT = 2**10  # parts, of some kilobytes each
Owners = tuple[int | None, ...]  # the groups of the first cards, None for nobody
Head = tuple[Owners, tuple[int, ...]]  # and how many cards each group still needs


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


def heads(cards: int, needs: tuple[int, ...], owners: Owners = ()) -> Iterator[Head]:
    """Yield the heads that together begin all arrangements; each begins with these owners."""
    if arrangements(cards, needs) <= MOST_SIDE_BY_SIDE:
        yield owners, needs
        return
    for group, needs_then in _choices(cards, needs):
        yield from heads(cards - 1, needs_then, (*owners, group))


def planes_of(head: Head, cards: int) -> tuple[list[int], int]:
    """Return a plane for each group and unknown card, and how many bits of it are used.

    >>> [f"{plane:03b}" for plane in planes_of(((), (1,)), 3)[0]]
    ['001', '010', '100']
    """
    owners, needs = head
    later = cards - len(owners)
    planes, count = _planes(later, needs), arrangements(later, needs)
    rows = []
    for group in range(len(needs)):
        rows += [(1 << count) - 1 if owner == group else 0 for owner in owners]
        rows += planes[group * later : (group + 1) * later]
    return rows, count


@lru_cache(maxsize=MOST_KEPT)
def _planes(cards: int, needs: tuple[int, ...]) -> Sequence[int]:
    """Return the planes of the last unknown cards, group by group, made of those of fewer cards."""
    rows, begin = [0] * (cards * len(needs)), 0
    for group, needs_then in _choices(cards, needs):
        count = arrangements(cards - 1, needs_then)
        later = iter(_planes(cards - 1, needs_then))
        for row in range(len(rows)):
            if row % cards:
                rows[row] |= next(later) << begin
        if group is not None:
            rows[group * cards] |= (1 << count) - 1 << begin
        begin += count
    return rows


def _choices(cards: int, needs: tuple[int, ...]) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Yield each group that may get the next card, None for nobody, and what is then needed."""
    for group, need in enumerate(needs):
        if need:
            yield group, (*needs[:group], need - 1, *needs[group + 1 :])
    if cards > sum(needs):
        yield None, needs
