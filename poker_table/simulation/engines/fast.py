"""The fast engine: the compiled kernel on vectors of 64-bit integers.

The kernel deals and judges. One function repeats a function of the kernel: `fill_words` does what
`accepted_words` does, in a form that Numba can compile, for the deals that had a word refused.
Coverage cannot trace compiled functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from poker_table.game.philox import MULTIPLIERS, ROUNDS, WORD_MASK
from poker_table.simulation.engines.compiled import KERNEL, U, cached_jit, inlined_jit, jit
from poker_table.simulation.engines.engine import Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import (
    Digits,
    Masks,
    digits_of,
    radices_per_word,
    round_keys,
)
from poker_table.simulation.kernel.prefixes import Prefix, planes_of
from poker_table.simulation.kernel.wins import ChancesTask

BLOCK = 64 * WIDTH  # deals in a block
DEALS_PER_PIECE = 2**20
IN_THREADS = True  # compiled functions release Python's global lock

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = map(U, (draws.PAIRS, draws.FOURS, draws.EIGHTS))
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])

# Functions of the kernel, compiled.
draw_words, philox_round = KERNEL["draw_words"], KERNEL["philox_round"]
shuffle, judge, count_tables = KERNEL["shuffle"], KERNEL["judge"], KERNEL["count_tables"]
place_cards, judge_and_count = KERNEL["place_cards"], KERNEL["judge_and_count"]


class Batch(NamedTuple):
    """The digits that a loop over blocks draws, and arrays for the numbers of its deals."""

    digits: Digits
    products: Any  # for each word, the product of its radices
    offsets: Any  # 0, 1, ..., one for each deal of a block
    numbers: Any  # the numbers of a block's deals
    refused: Any  # the numbers of the deals that had a word refused


class TablesTask(NamedTuple):
    """What `judge_tables` needs, and its results: the counts, the greatest score and its deal."""

    players: int
    counts: Any
    best: Any  # the greatest score, and the first deal that has it


@inlined_jit
def masks():
    """Return the kernel's masks."""
    return Masks(
        splat(LOW), splat(TOP), splat(UNIT), splat(ONES), splat(PAIRS), splat(FOURS),
        splat(EIGHTS), TIMES,
    )  # fmt: skip


@inlined_jit
def as_rows(task):
    """Return a task whose planes and counts are rows of vectors, as the kernel reads them."""
    _, group_of, remaining, sizes, has_card, members, _ = task
    planes, counts = rows(task.planes), rows(task.counts)
    return ChancesTask(planes, group_of, remaining, sizes, has_card, members, counts)


@jit
def draw_block(buffers, base, offsets, blocks, keys):
    """Fill the words of a block of deals."""
    start, high = splat(base & LOW), splat(base >> U(32))
    draw_words(rows(buffers.words), start, rows(offsets), blocks, high, keys, masks())


@jit
def shuffle_block(buffers, digits):
    """Turn the words into cards."""
    shuffle(rows(buffers), digits, masks())


@jit
def judge_tables(buffers, numbers, task):
    """Judge and count the accepted deals; update the greatest score and its deal in `best`."""
    players, best = task.players, task.best
    judge(rows(buffers), players, splat(ONES))
    counts = rows(task.counts)
    score = U(count_tables(rows(buffers), players, counts, splat(ONES)))
    if score >= best[0]:
        deal = first_of(buffers.strangest, numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


@jit
def judge_arrangements(buffers, task):
    """Judge and count the accepted arrangements."""
    judge_and_count(rows(buffers), as_rows(task), splat(ONES))


@jit
def judge_sample(buffers, numbers, task):
    """Give each group the cards dealt to it; judge and count the accepted deals."""
    task.planes[:] = U(0)
    place_cards(rows(buffers), as_rows(task), splat(ONES))
    judge_arrangements(buffers, task)


@jit
def first_of(strangest, numbers):
    """Return the smallest of the deals whose bit is set."""
    first = ONES
    for row in range(64):
        for w in range(WIDTH):
            if strangest[w] >> U(row) & UNIT:
                first = min(first, numbers[row * WIDTH + w])
    return first


@jit
def accept_only(accepted, begin, end, numbers, refused, listed):
    """Accept only deals from begin up to end, and list those that had a word refused.

    They are appended to `refused`, which has `listed` deals. Return its new number of deals.
    """
    for w in range(WIDTH):
        wanted = ONES
        if begin > 0 or end < BLOCK:
            for row in range(64):
                if row * WIDTH + w < begin or row * WIDTH + w >= end:
                    wanted &= ~(UNIT << U(row))
        missing = wanted & ~accepted[w]
        for row in range(64 if missing else 0):
            if missing >> U(row) & UNIT:
                refused[listed] = numbers[row * WIDTH + w]
                listed += 1
        accepted[w] &= wanted
    return listed


@jit
def fill_words(words, deals, keys, batch):
    """Fill the words of the given deals, one deal after the other, as `accepted_words` does."""
    products, slacks = batch.products, batch.digits.slacks
    for number in range(deals.size):
        low, high = deals[number] & LOW, deals[number] >> U(32)
        k, philox_block = 0, U(0)
        while k < products.size:
            four = philox_block, U(0), low, high
            for turn in range(ROUNDS):
                four = philox_round(four, turn, keys, LOW, TIMES)
            philox_block += UNIT
            for word in four:
                if k < products.size and (word * products[k] & LOW) + slacks[k] > LOW:
                    words[k * BLOCK + number] = word
                    k += 1


@cached_jit
def deal_tables(buffers, batch, keys, first, deals, task):
    """Deal, judge and count consecutive deals; those with a word refused come last."""
    digits, offsets, numbers, refused = batch.digits, batch.offsets, batch.numbers, batch.refused
    listed = 0
    skipped = first % U(BLOCK)
    for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
        base = first - skipped + U(k) * U(BLOCK)
        for i in range(BLOCK):
            numbers[i] = base + offsets[i]
        draw_block(buffers, base, offsets, digits.philox_blocks, keys)
        shuffle_block(buffers, digits)
        begin = np.int64(skipped) - np.int64(k) * BLOCK
        end = begin + np.int64(deals)
        listed = accept_only(buffers.accepted, begin, end, numbers, refused, listed)
        judge_tables(buffers, numbers, task)
    for begin in range(0, listed, BLOCK):
        part = refused[begin : min(begin + BLOCK, listed)]
        fill_words(buffers.words, part, keys, batch)
        shuffle_block(buffers, digits)
        for i in range(part.size):  # assigning a slice takes seconds more to compile
            numbers[i] = part[i]
        accept_only(buffers.accepted, 0, part.size, numbers, refused, 0)
        judge_tables(buffers, numbers, task)


# The same loop, with `judge_sample` in place of `judge_tables`. These are two functions, because
# Numba cannot cache a function that takes a function as an argument.
deal_sample = cached_jit(
    FunctionType(
        deal_tables.py_func.__code__, {**globals(), "judge_tables": judge_sample}, "deal_sample"
    )
)


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
    """Return the buffers that the kernel works in."""
    return Buffers(*(zeros(len(buffer)) for buffer in Buffers()))


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
    size = -(-bits // BLOCK) * BLOCK // 8
    rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
    return np.frombuffer(rows, U).reshape(len(planes), size // 8)


def batch_of(cards: int, remaining: int, deals: int) -> Batch:
    """Return the batch to deal `cards` of the `remaining` cards in so many deals at once."""
    words, offsets = radices_per_word(cards, remaining), zeros(64)
    offsets[:] = range(BLOCK)
    digits = digits_of(words, cards)
    as_arrays: dict[str, Any] = {
        "sizes": np.array(digits.sizes),
        "radices": np.array(digits.radices, np.uint32),
        "slacks": np.array(digits.slacks, U),
    }
    products: Any = np.array([product for _, product in words], U)
    numbers: Any = np.empty(BLOCK, U)
    refused: Any = np.empty(deals + BLOCK, U)
    return Batch(digits._replace(**as_arrays), products, offsets, numbers, refused)


def count_deals(seed: int, players: int, first: int, deals: int) -> Tally:
    """Return the tally of consecutive deals of a seed."""
    best = np.array([0, 2**64 - 1], U)
    task = TablesTask(players, zeros(COUNTS), best)
    batch = batch_of(5 * players, 52, min(deals, DEALS_PER_PIECE))
    deal_with(deal_tables, batch, seed, first, deals, task)
    strangest = int(best[0]), int(best[1])
    return Tally(players, sums(task.counts), strangest if deals else None)


def count_sample(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of a plan in consecutive deals of a seed."""
    batch = batch_of(len(plan.group_of), len(plan.remaining), min(deals, DEALS_PER_PIECE))
    task = chances_task(plan)
    deal_with(deal_sample, batch, seed, first, deals, task)
    return sums(task.counts)


def deal_with(loop: Any, batch: Batch, seed: int, first: int, deals: int, task: Any) -> None:
    """Let a compiled loop deal, as many deals at once as the batch has room for."""
    buffers, keys = empty_buffers(), np.array(round_keys(seed), U)
    for begin in range(first, first + deals, DEALS_PER_PIECE):
        part = min(DEALS_PER_PIECE, first + deals - begin)
        loop(buffers, batch, keys, U(begin), U(part), task)


def count_arrangements(plan: Plan, prefixes: Iterable[Prefix]) -> list[int]:
    """Return the counts of a plan in all arrangements that begin with one of the prefixes."""
    buffers, task = empty_buffers(), chances_task(plan)
    for prefix in prefixes:
        planes, arrangements = planes_of(prefix, len(plan.remaining))
        planes = [*planes, (1 << arrangements) - 1]
        go_through_prefix(buffers, side_by_side(planes, arrangements), task)
    return sums(task.counts)


def chances_task(plan: Plan) -> ChancesTask:
    """Return the task of a plan, with empty planes and counts of 0."""
    group_of, remaining, sizes, members = (
        np.array(numbers, np.int64)
        for numbers in (plan.group_of, plan.remaining, plan.sizes, plan.members)
    )
    has_card: Any = np.array(plan.has_card, U)
    planes, counts = zeros(plan.rows), zeros(plan.counts)
    return ChancesTask(planes, group_of, remaining, sizes, has_card, members, counts)


#: The cached function in which each function of the engine spends its time.
LOOPS = {
    "count_deals": deal_tables,
    "count_sample": deal_sample,
    "count_arrangements": go_through_prefix,
}
