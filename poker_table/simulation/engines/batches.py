"""Batches: deals that an engine counts in one go. A deal is known by its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def batches_of(
    deals: Sequence[int], size: int, refused: list[int]
) -> Iterator[tuple[Sequence[int], int]]:
    """Yield batches of deals, each with the number of refused words to skip in each deal.

    First no word is skipped. While a batch is counted, the deals that had a word refused, one in
    five hundred, are appended to `refused`. They come at the end. Hardly any of them has more words
    refused than are then skipped; if one has, it comes once more.
    """
    skipped = 0
    while deals:
        for begin in range(0, len(deals), size):
            yield deals[begin : begin + size], skipped
        deals, skipped = tuple(refused), skipped + 2
        refused.clear()


def deals_in(plane: int, deals: Sequence[int]) -> list[int]:
    """Return the deals whose bits are set in a plane.

    >>> deals_in(0b101, range(100, 108))
    [100, 102]
    """
    chosen = []
    while plane:
        lowest = plane & -plane
        chosen.append(deals[lowest.bit_length() - 1])
        plane ^= lowest
    return chosen
