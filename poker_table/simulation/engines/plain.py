"""The plain engine: the kernel on Python's own integers, each of which holds thousands of deals."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache

from poker_table.game.philox import WORD_MASK
from poker_table.simulation.engines.batches import batches_of, deals_in
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.buffers import Buffers, empty_buffers
from poker_table.simulation.kernel.cards import shuffle
from poker_table.simulation.kernel.counts import COUNTS, count_tables
from poker_table.simulation.kernel.draws import (
    EIGHTS,
    FOURS,
    PAIRS,
    ROWS,
    Masks,
    digits_of,
    draw_words,
    philox_blocks,
    round_keys,
)
from poker_table.simulation.kernel.prefixes import Prefix, planes_of
from poker_table.simulation.kernel.strengths import judge
from poker_table.simulation.kernel.wins import ChancesTask, Layout, judge_and_count, place_cards

DEALS_PER_BATCH = 2**15  # words are integers of 4 KiB
IN_THREADS = False  # Python's own integers are calculated by one thread at a time


@lru_cache
def masks_of(lanes: int) -> Masks:
    """Return the kernel's masks for words of so many lanes."""
    unit = sum(1 << 64 * lane for lane in range(lanes))
    low, ones = WORD_MASK * unit, (1 << 64 * lanes) - 1
    return Masks(low, low << 32, unit, ones, PAIRS * unit, FOURS * unit, EIGHTS * unit)


@lru_cache(maxsize=4)
def in_rows(numbers: Sequence[int]) -> list[int]:
    """Return 64 words that have the numbers in their lanes: number n in lane n // 64 of row n % 64.

    >>> in_rows((5, 6))[:3]
    [5, 6, 0]
    """
    lanes_of_rows = (array("Q", numbers[row::ROWS]) for row in range(ROWS))
    return [int.from_bytes(lanes.tobytes(), sys.byteorder) for lanes in lanes_of_rows]


def deal(
    seed: int, cards: int, remaining: int, deals: Sequence[int], skipped: int, refused: list[int]
) -> tuple[Buffers, int]:
    """Deal `cards` of the `remaining` cards in each deal; list the deals with a refused word.

    Up to `skipped` refused words of each deal are skipped; if none is, the deals are consecutive.
    Return the buffers, and a word of ones.
    """
    masks, digits = masks_of(-(-len(deals) // ROWS)), digits_of(cards, remaining)
    digits = digits._replace(slacks=[slack * masks.unit for slack in digits.slacks])
    keys = [key * masks.unit for key in round_keys(seed)]
    words = [0] * 256 * philox_blocks(digits, skipped)
    buffers = empty_buffers()._replace(words=words)
    buffers.wanted[0] = (1 << len(deals)) - 1
    base, offsets = (0, deals) if skipped else (deals[0] * masks.unit, range(len(deals)))
    rows = min(len(deals), ROWS)
    draw_words(words, digits, base, in_rows(offsets), rows, skipped, keys, masks)
    shuffle(buffers, digits, masks)
    refused += deals_in(buffers.refused[0], deals)
    return buffers, masks.ones


def count_deals(seed: int, players: int, deals: range) -> Tally:
    """Return the tally of deals of a seed."""
    tally, refused = Tally(players), list[int]()
    for batch, skipped in batches_of(deals, DEALS_PER_BATCH, refused):
        buffers, ones = deal(seed, 5 * players, 52, batch, skipped, refused)
        judge(buffers, players, ones)
        counts = [0] * COUNTS
        score = count_tables(buffers, players, counts, ones)
        strangest = deals_in(buffers.strangest[0], batch)
        tally += Tally(players, counts, (score, strangest[0]) if strangest else None)
    return tally


def count_sample(layout: Layout, seed: int, deals: range) -> list[int]:
    """Return the counts of a layout in deals of a seed."""
    counts, refused = [0] * layout.number_of_counts, list[int]()
    cards, remaining = len(layout.group_of), len(layout.remaining)
    for batch, skipped in batches_of(deals, DEALS_PER_BATCH, refused):
        buffers, ones = deal(seed, cards, remaining, batch, skipped, refused)
        planes = [0] * layout.number_of_planes
        place_cards(buffers, layout, planes, ones)
        judge_and_count(buffers, ChancesTask(layout, planes, counts), ones)
    return counts


def count_arrangements(layout: Layout, prefixes: Iterable[Prefix]) -> list[int]:
    """Return the counts of a layout in all arrangements that begin with one of the prefixes."""
    counts, buffers = [0] * layout.number_of_counts, empty_buffers()
    for prefix in prefixes:
        planes, arrangements = planes_of(prefix, len(layout.remaining))
        ones = (1 << arrangements) - 1
        buffers.accepted[0] = ones
        judge_and_count(buffers, ChancesTask(layout, planes, counts), ones)
    return counts
