"""The fast engine: the compiled kernel on vectors of 64-bit integers.

The kernel deals and judges; the compiled loops here take it through a batch of deals. Coverage
cannot trace compiled functions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from poker_table.game.philox import WORD_MASK
from poker_table.simulation.engines.batches import batches_of, deals_in
from poker_table.simulation.engines.compiled import KERNEL, U, cached_jit, inlined_jit, jit
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, as_words, splat
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import Digits, Masks, digits_of, philox_blocks, round_keys
from poker_table.simulation.kernel.prefixes import Prefix, planes_of
from poker_table.simulation.kernel.wins import ChancesTask, Layout

AT_ONCE = 64 * WIDTH  # deals, one for each bit of a vector
DEALS_PER_BATCH = 2**20
IN_THREADS = True  # compiled functions release Python's global lock

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = map(U, (draws.PAIRS, draws.FOURS, draws.EIGHTS))

# Functions of the kernel, compiled.
draw_words, shuffle = KERNEL["draw_words"], KERNEL["shuffle"]
judge, count_tables = KERNEL["judge"], KERNEL["count_tables"]
place_cards, judge_and_count = KERNEL["place_cards"], KERNEL["judge_and_count"]


class Dealing(NamedTuple):
    """A batch of deals, and how they are dealt."""

    digits: Digits
    keys: Any  # of each round of Philox
    base: Any
    offsets: Any  # of all deals or, if they are consecutive, of the first AT_ONCE
    deals: int
    skipped: int
    refused: Any  # room for the numbers of the deals that have a word refused


class TablesTask(NamedTuple):
    """What `judge_tables` needs, and its results."""

    players: int
    counts: Any
    best: Any  # the greatest score, and from which deal of the batch on `strangest` counts
    strangest: Any  # a plane: which deals have the greatest score


@inlined_jit
def masks():
    """Return the kernel's masks."""
    return Masks(
        splat(LOW), splat(TOP), splat(UNIT), splat(ONES), splat(PAIRS), splat(FOURS), splat(EIGHTS)
    )


@jit
def draw_vector(buffers, dealing, base, offsets):
    """Fill the words of AT_ONCE deals."""
    digits, keys, _, _, _, skipped, _ = dealing
    draw_words(
        as_words(buffers.words), digits, splat(base), as_words(offsets), 64, skipped, keys, masks()
    )


@jit
def shuffle_vector(buffers, digits):
    """Turn the words of AT_ONCE deals into cards."""
    shuffle(as_words(buffers), digits, masks())


@inlined_jit
def deal(buffers, dealing, begin, listed):
    """Deal AT_ONCE deals of the batch, from `begin` on.

    Append those with a refused word to the list of `listed` refused deals; return its new length.
    """
    base, offsets = dealing.base, dealing.offsets[begin:]
    if dealing.skipped == 0:  # consecutive deals
        base, offsets = base + U(begin), dealing.offsets[0:]
    for lane in range(WIDTH):
        left = dealing.deals - begin - 64 * lane
        buffers.wanted[lane] = ONES if left >= 64 else (UNIT << U(max(left, 0))) - UNIT
    draw_vector(buffers, dealing, base, offsets)
    shuffle_vector(buffers, dealing.digits)
    for lane in range(WIDTH):
        for row in range(64 if buffers.refused[lane] else 0):
            if buffers.refused[lane] >> U(row) & UNIT:
                dealing.refused[listed] = base + offsets[WIDTH * row + lane]
                listed += 1
    return listed


@jit
def judge_tables(buffers, begin, task):
    """Judge and count the accepted deals; note which deals have the greatest score."""
    judge(as_words(buffers), task.players, splat(ONES))
    score = count_tables(as_words(buffers), task.players, as_words(task.counts), splat(ONES))
    if score > task.best[0]:
        task.best[0], task.best[1] = score, begin
        for lane in range(WIDTH):
            task.strangest[lane] = buffers.strangest[lane]


@jit
def judge_arrangements(buffers, task):
    """Judge and count the accepted arrangements."""
    task = ChancesTask(task.layout, as_words(task.planes), as_words(task.counts))
    judge_and_count(as_words(buffers), task, splat(ONES))


@jit
def judge_sample(buffers, task):
    """Give each group the cards dealt to it; judge and count the accepted deals."""
    task.planes[:] = U(0)
    place_cards(as_words(buffers), task.layout, as_words(task.planes), splat(ONES))
    judge_arrangements(buffers, task)


@cached_jit
def deal_tables(buffers, dealing, task):
    """Deal, judge and count a batch of tables; return how many deals are refused."""
    listed = 0
    for begin in range(0, dealing.deals, AT_ONCE):
        listed = deal(buffers, dealing, begin, listed)
        judge_tables(buffers, begin, task)
    return listed


@cached_jit
def deal_sample(buffers, dealing, task):
    """Deal, judge and count a batch of a sample; return how many deals are refused."""
    listed = 0
    for begin in range(0, dealing.deals, AT_ONCE):
        listed = deal(buffers, dealing, begin, listed)
        judge_sample(buffers, task)
    return listed


@cached_jit
def go_through_prefix(buffers, planes, task):
    """Judge and count all arrangements of one prefix; the last of `planes` has a bit for each."""
    task_planes, last = task.planes, planes.shape[0] - 1
    for begin in range(0, planes.shape[1], WIDTH):
        for w in range(WIDTH):
            for row in range(last):
                task_planes[row * WIDTH + w] = planes[row, begin + w]
            buffers.accepted[w] = planes[last, begin + w]
        judge_arrangements(buffers, task)


def empty_buffers() -> Buffers:
    """Return new buffers."""
    lengths = [WIDTH * len(buffer) for buffer in Buffers()]
    memory, ends = zeros(sum(lengths) // WIDTH), accumulate(lengths)  # one array is faster made
    return Buffers(*(memory[end - n : end] for n, end in zip(lengths, ends, strict=True)))


def zeros(number: int) -> Any:
    """Return an array of `number` vectors of zeros, aligned so that a vector loads in one piece."""
    array: Any = np.zeros((number + 1) * WIDTH, U)
    start = -array.ctypes.data // 8 % WIDTH
    return array[start : start + number * WIDTH]


def sums(counts: Any) -> list[int]:
    """Return each count summed over the lanes; the kernel counts in each lane separately."""
    return [int(count) for count in counts.reshape(-1, WIDTH).sum(1)]


def side_by_side(planes: Sequence[int], bits: int) -> Any:
    """Return planes of the given number of bits as an array, one row of words for each plane."""
    size = -(-bits // AT_ONCE) * AT_ONCE // 8
    words = b"".join(plane.to_bytes(size, "little") for plane in planes)
    return np.frombuffer(words, U).reshape(len(planes), size // 8)


def in_lanes(numbers: Sequence[int]) -> Any:
    """Return numbers for the lanes of rows: number n of the first 512 in lane n // 64, row n % 64.

    Deal n is bit n of a plane, as in the plain engine.
    """
    size = -(-len(numbers) // AT_ONCE)
    lanes = zeros(64 * size)
    lanes[: len(numbers)] = np.array(numbers, U)
    lanes[:] = lanes.reshape(size, WIDTH, 64).swapaxes(1, 2).ravel()
    return lanes


CONSECUTIVE = in_lanes(range(AT_ONCE))


@lru_cache
def digits_as_arrays(cards: int, remaining: int) -> Digits:
    """Return the digits of so many cards for the compiled loops."""
    digits = digits_of(cards, remaining)
    sizes: Any = np.array(digits.sizes)
    radices: Any = np.array(digits.radices, np.uint32)
    slacks: Any = np.array(digits.slacks, U)
    return Digits(cards, sizes, radices, slacks)


def count_deals(seed: int, players: int, deals: range) -> Tally:
    """Return the tally of deals of a seed."""
    tally, refused, buffers = Tally(players), list[int](), empty_buffers()
    digits = digits_as_arrays(5 * players, 52)
    for batch, skipped in batches_of(deals, DEALS_PER_BATCH, refused):
        best: Any = np.zeros(2, np.int64)
        task = TablesTask(players, zeros(COUNTS), best, zeros(1))
        refused += count_batch(deal_tables, buffers, digits, seed, batch, skipped, task)
        score, begin = best.tolist()
        plane = int.from_bytes(task.strangest.tobytes(), sys.byteorder)
        strangest = deals_in(plane, batch[begin:])
        tally += Tally(players, sums(task.counts), (score, strangest[0]) if strangest else None)
    return tally


def count_sample(layout: Layout, seed: int, deals: range) -> list[int]:
    """Return the counts of a layout in deals of a seed."""
    task, refused, buffers = chances_task(layout), list[int](), empty_buffers()
    digits = digits_as_arrays(len(layout.group_of), len(layout.remaining))
    for batch, skipped in batches_of(deals, DEALS_PER_BATCH, refused):
        refused += count_batch(deal_sample, buffers, digits, seed, batch, skipped, task)
    return sums(task.counts)


def count_batch(
    loop: Any, buffers: Buffers, digits: Digits, seed: int, deals: Sequence[int], skipped: int,
    task: Any,
) -> list[int]:  # fmt: skip
    """Let a compiled loop deal and count a batch; return the deals with a refused word."""
    base, offsets = (U(0), in_lanes(deals)) if skipped else (U(deals[0]), CONSECUTIVE)
    refused: Any = np.empty(len(deals), U)
    keys = np.array(round_keys(seed), U)
    dealing = Dealing(digits, keys, base, offsets, len(deals), skipped, refused)
    words = zeros(256 * philox_blocks(digits, skipped))
    listed = loop(buffers._replace(words=words), dealing, task)
    return list(refused[:listed].tolist())


def count_arrangements(layout: Layout, prefixes: Iterable[Prefix]) -> list[int]:
    """Return the counts of a layout in all arrangements that begin with one of the prefixes."""
    buffers, task = empty_buffers(), chances_task(layout)
    for prefix in prefixes:
        planes, arrangements = planes_of(prefix, len(layout.remaining))
        planes = [*planes, (1 << arrangements) - 1]
        go_through_prefix(buffers, side_by_side(planes, arrangements), task)
    return sums(task.counts)


def chances_task(layout: Layout) -> ChancesTask:
    """Return the task of a layout, with empty planes and counts of 0."""
    arrays = Layout(*(np.array(numbers, np.int64) for numbers in layout))
    return ChancesTask(arrays, zeros(layout.number_of_planes), zeros(layout.number_of_counts))


#: The cached function in which each function of the engine spends its time.
LOOPS = {
    "count_deals": deal_tables,
    "count_sample": deal_sample,
    "count_arrangements": go_through_prefix,
}
