"""All arrangements of the unknown cards, as planes for the kernel.

An arrangement says which of the remaining cards each group has. It gives each remaining card, in
the order of the deck, to a group that still needs one, or to nobody. A *prefix* is the beginning of
many arrangements: it says who gets the first few cards. It is just long enough that all its
arrangements of the other cards fit into one plane, one bit each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb

MOST_IN_A_PLANE = 2**16  # arrangements
MOST_CACHED = 2**10  # results of `_planes`, some kilobytes each
Owners = tuple[int | None, ...]  # the groups that get the first cards, None for nobody
Prefix = tuple[Owners, tuple[int, ...]]  # the owners, and how many cards each group still needs


def number_of_arrangements(cards: int, needs: Sequence[int]) -> int:
    """Return in how many ways each group can get as many of the cards as it needs.

    >>> number_of_arrangements(48, [5]), number_of_arrangements(4, [1, 1])
    (1712304, 12)
    """
    total = 1
    for need in needs:
        total *= comb(cards, need)
        cards -= need
    return total


def prefixes(cards: int, needs: tuple[int, ...], owners: Owners = ()) -> Iterator[Prefix]:
    """Yield prefixes that begin with these owners; each arrangement begins with one of them.

    `cards` is the number of cards that come after the owners', `needs` how many of them each group
    gets.
    """
    if number_of_arrangements(cards, needs) <= MOST_IN_A_PLANE:
        yield owners, needs
        return
    for group, needs_then in _choices(cards, needs):
        yield from prefixes(cards - 1, needs_then, (*owners, group))


def planes_of(prefix: Prefix, cards: int) -> tuple[list[int], int]:
    """Return a plane for each group and remaining card, and the number of arrangements.

    A plane has a bit for each arrangement: it is set if the group has the card.

    >>> [f"{plane:03b}" for plane in planes_of(((), (1,)), 3)[0]]
    ['001', '010', '100']
    """
    owners, needs = prefix
    others = cards - len(owners)
    other_planes, arrangements = _planes(others, needs), number_of_arrangements(others, needs)
    planes = []
    for group in range(len(needs)):
        planes += [(1 << arrangements) - 1 if owner == group else 0 for owner in owners]
        planes += other_planes[group * others : (group + 1) * others]
    return planes, arrangements


@lru_cache(maxsize=MOST_CACHED)
def _planes(cards: int, needs: tuple[int, ...]) -> Sequence[int]:
    """Return the planes of all arrangements of some cards, group by group.

    The bits are in this order: first the arrangements in which group 0 gets the first card, then
    group 1, and so on, and last those in which nobody gets it.
    """
    planes, begin = [0] * (cards * len(needs)), 0
    for group, needs_then in _choices(cards, needs):
        arrangements = number_of_arrangements(cards - 1, needs_then)
        other_planes = iter(_planes(cards - 1, needs_then))
        for row in range(len(planes)):
            if row % cards:
                planes[row] |= next(other_planes) << begin
        if group is not None:
            planes[group * cards] |= (1 << arrangements) - 1 << begin
        begin += arrangements
    return planes


def _choices(cards: int, needs: tuple[int, ...]) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """Yield each group that may get the next card, None for nobody, and the needs after that."""
    for group, need in enumerate(needs):
        if need:
            yield group, (*needs[:group], need - 1, *needs[group + 1 :])
    if cards > sum(needs):
        yield None, needs
