"""The fast engine: the compiled kernel over rows of 64-bit words.

Only the kernel says how a hand is judged. How a deck is dealt is the kernel's too, but that
`fill_words` repeats how a word is refused, for deals one after the other. Coverage cannot trace
compiled functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from poker_table.game.random import MULTIPLIERS, ROUNDS, WORD_MASK
from poker_table.simulation.engines.compiled import KERNEL, U, cached_jit, inlined_jit, jit
from poker_table.simulation.engines.engine import Engine, Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.arranged import Arranged
from poker_table.simulation.kernel.arrangements import Head, planes_of
from poker_table.simulation.kernel.buffers import Buffers
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import Digits, Masks, digits_of, groups_of, round_keys

BLOCK = 64 * WIDTH  # deals

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = map(U, (draws.PAIRS, draws.FOURS, draws.EIGHTS))
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])

draw, philox_round, shuffle, judge, count = map(
    KERNEL.get, "draw philox_round shuffle judge count".split()
)
place_cards, count_arranged = map(KERNEL.get, "place_cards count_arranged".split())


class Batch(NamedTuple):
    """Which digits a loop over blocks draws, and the numbers of its deals."""

    digits: Digits
    products: Any  # of each word, that of its radices
    offsets: Any  # 0, 1, ..., one for each deal of a block
    numbers: Any  # of a block's deals
    refused: Any  # the deals that had a word refused


class Tables(NamedTuple):
    """Tables to be judged and counted; `best` is the greatest score, and the deal that has it."""

    players: int
    strangeness: Any
    counts: Any
    best: Any


@inlined_jit
def masks():
    """Return the kernel's masks."""
    return Masks(
        splat(LOW), splat(TOP), splat(UNIT), splat(ONES), splat(PAIRS), splat(FOURS),
        splat(EIGHTS), TIMES,
    )  # fmt: skip


@inlined_jit
def as_rows(arranged):
    """Return a task with its arrays as rows of vectors, which the kernel reads."""
    _, group_of, remaining, sizes, has_card, members, _ = arranged
    planes, counts = rows(arranged.planes), rows(arranged.counts)
    return Arranged(planes, group_of, remaining, sizes, has_card, members, counts)


@jit
def draw_block(buffers, base, offsets, blocks, keys):
    """Fill the words of a block of deals."""
    start, high = splat(base & LOW), splat(base >> U(32))
    draw(rows(buffers.words), start, rows(offsets), blocks, high, keys, masks())


@jit
def shuffle_block(buffers, digits):
    """Turn the words into cards."""
    shuffle(rows(buffers), digits, masks())


@jit
def judge_tables(buffers, numbers, task):
    """Judge and count the accepted deals; write the greatest score and its first deal to `best`."""
    players, best = task.players, task.best
    judge(rows(buffers), players, splat(ONES))
    score = U(count(rows(buffers), players, task.strangeness, rows(task.counts), splat(ONES)))
    if score >= best[0]:
        deal = first_of(buffers.strangest, numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


@jit
def count_arrangements(buffers, task):
    """Judge and count the accepted arrangements."""
    count_arranged(rows(buffers), as_rows(task), splat(ONES))


@jit
def judge_arranged(buffers, numbers, task):
    """Give each group the cards dealt to it; judge and count the accepted deals."""
    task.planes[:] = U(0)
    place_cards(rows(buffers), as_rows(task), splat(ONES))
    count_arrangements(buffers, task)


@jit
def first_of(strangest, numbers):
    """Return the least of the numbers whose bit is set."""
    least = ONES
    for row in range(64):
        for w in range(WIDTH):
            if strangest[w] >> U(row) & UNIT:
                least = min(least, numbers[row * WIDTH + w])
    return least


@jit
def restrict(accepted, begin, end, numbers, refused, listed_so_far):
    """Accept only deals from begin up to end; list those of them that had a word refused."""
    for w in range(WIDTH):
        inside = ONES
        if begin > 0 or end < BLOCK:
            for row in range(64):
                if row * WIDTH + w < begin or row * WIDTH + w >= end:
                    inside &= ~(UNIT << U(row))
        missing = inside & ~accepted[w]
        for row in range(64 if missing else 0):
            if missing >> U(row) & UNIT:
                refused[listed_so_far] = numbers[row * WIDTH + w]
                listed_so_far += 1
        accepted[w] &= inside
    return listed_so_far


@jit
def fill_words(words, deals, keys, batch):
    """Fill the words of the given deals, one deal after the other, as `accepted_words` does."""
    products, slacks = batch.products, batch.digits.slacks
    for number in range(deals.size):
        low, high = deals[number] & LOW, deals[number] >> U(32)
        group, turn = 0, U(0)
        while group < products.size:
            four = turn, U(0), low, high
            for k in range(ROUNDS):
                four = philox_round(four, k, keys, LOW, TIMES)
            turn += UNIT
            for word in four:
                if group < products.size and (word * products[group] & LOW) + slacks[group] > LOW:
                    words[group * BLOCK + number] = word
                    group += 1


@cached_jit
def count_all(buffers, batch, keys, first, deals, task):
    """Deal, judge and count consecutive deals; those with a word refused come last."""
    digits, offsets, numbers, refused = batch.digits, batch.offsets, batch.numbers, batch.refused
    listed_so_far = 0
    skipped = first % U(BLOCK)
    for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
        base = first - skipped + U(k) * U(BLOCK)
        for i in range(BLOCK):
            numbers[i] = base + offsets[i]
        draw_block(buffers, base, offsets, digits.philox_blocks, keys)
        shuffle_block(buffers, digits)
        begin = np.int64(skipped) - np.int64(k) * BLOCK
        end = begin + np.int64(deals)
        listed_so_far = restrict(buffers.accepted, begin, end, numbers, refused, listed_so_far)
        judge_tables(buffers, numbers, task)
    for begin in range(0, listed_so_far, BLOCK):
        listed = refused[begin : min(begin + BLOCK, listed_so_far)]
        fill_words(buffers.words, listed, keys, batch)
        shuffle_block(buffers, digits)
        for i in range(listed.size):  # a slice would compile for seconds, to say what is wrong
            numbers[i] = listed[i]
        restrict(buffers.accepted, 0, listed.size, numbers, refused, 0)
        judge_tables(buffers, numbers, task)


@cached_jit
def count_head(buffers, planes, task):
    """Judge and count all arrangements with one head."""
    arranged, last = task.planes, planes.shape[0] - 1
    for begin in range(0, planes.shape[1], WIDTH):
        for w in range(WIDTH):
            for row in range(last):
                arranged[row * WIDTH + w] = planes[row, begin + w]
            buffers.accepted[w] = planes[last, begin + w]
        count_arrangements(buffers, task)


# The same loop over another function: what Numba caches cannot be handed a function.
arrange_all = cached_jit(
    FunctionType(
        count_all.py_func.__code__, {**globals(), "judge_tables": judge_arranged}, "arrange_all"
    )
)


def empty_buffers() -> Buffers:
    """Return the buffers that the kernel works in."""
    return Buffers(*(zeros(len(part)) for part in Buffers()))


def zeros(number: int) -> Any:
    """Return so many rows of zeros, placed so that a vector is loaded in one piece."""
    part: Any = np.zeros((number + 1) * WIDTH, U)
    start = -part.ctypes.data // 8 % WIDTH
    return part[start : start + number * WIDTH]


def sums(counts: Any) -> list[int]:
    """Return the counts: the kernel has one in each lane."""
    return [int(count) for count in counts.reshape(-1, WIDTH).sum(1)]


def side_by_side(planes: Sequence[int], bits: int) -> Any:
    """Return planes of so many bits as rows of words."""
    size = -(-bits // BLOCK) * BLOCK // 8
    rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
    return np.frombuffer(rows, U).reshape(len(planes), size // 8)


def batch_of(cards: int, remaining: int, deals: int) -> Batch:
    """Return the batch of a loop that deals so many of the remaining cards."""
    groups, offsets = groups_of(cards, remaining), zeros(64)
    offsets[:] = range(BLOCK)
    digits = digits_of(groups, cards)
    as_arrays: dict[str, Any] = {
        "sizes": np.array(digits.sizes),
        "radices": np.array(digits.radices, np.uint32),
        "slacks": np.array(digits.slacks, U),
    }
    products: Any = np.array([product for _, product in groups], U)
    numbers: Any = np.empty(BLOCK, U)
    refused: Any = np.empty(deals + BLOCK, U)
    return Batch(digits._replace(**as_arrays), products, offsets, numbers, refused)


def count_deals(
    seed: int, first: int, deals: int, players: int, strangeness: Sequence[int]
) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    best = np.array([0, 2**64 - 1], U)
    task = Tables(players, np.array(strangeness), zeros(COUNTS), best)
    _deal(count_all, 5 * players, 52, seed, first, deals, task)
    strangest = int(best[0]), int(best[1])
    return Tally(players, sums(task.counts), strangest if deals else None)


def _deal(
    loop: Any,
    cards: int,
    remaining: int,
    seed: int,
    first: int,
    deals: int,
    task: Tables | Arranged,
) -> None:
    """Run a loop over consecutive deals of so many of the remaining cards."""
    batch, keys = batch_of(cards, remaining, deals), np.array(round_keys(seed), U)
    loop(empty_buffers(), batch, keys, U(first), U(deals), task)


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of the chances in some consecutive deals of a seed."""
    task = _task(plan)
    _deal(arrange_all, len(plan.group_of), len(plan.remaining), seed, first, deals, task)
    return sums(task.counts)


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    buffers, task = empty_buffers(), _task(plan)
    for head in heads:
        planes, number = planes_of(head, len(plan.remaining))
        count_head(buffers, side_by_side([*planes, (1 << number) - 1], number), task)
    return sums(task.counts)


def _task(plan: Plan) -> Arranged:
    """Return what is asked, with empty planes and counts of 0."""
    group_of, remaining, sizes, members = (
        np.array(numbers, np.int64)
        for numbers in (plan.group_of, plan.remaining, plan.sizes, plan.members)
    )
    has_card: Any = np.array(plan.has_card, U)
    planes, counts = zeros(plan.rows), zeros(plan.counts)
    return Arranged(planes, group_of, remaining, sizes, has_card, members, counts)


FAST = Engine("fast", count_deals, count_dealt, count_listed)
LOOPS = {"count_deals": count_all, "count_dealt": arrange_all, "count_listed": count_head}
