"""The fast engine: the compiled kernel over rows of 64-bit words.

Nothing here says how a deck is dealt or a hand judged: that is the kernel's. Coverage cannot trace
compiled functions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from poker_table.game.random import MULTIPLIERS, ROUNDS, WORD_MASK
from poker_table.simulation.engines.compiled import KERNEL, VERSION, U, alone, inlined, remembered
from poker_table.simulation.engines.engine import Engine, Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel import draws
from poker_table.simulation.kernel.arranged import Arranged
from poker_table.simulation.kernel.arrangements import Head, planes_of
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import Digits, Masks, digits_of, groups_of, round_keys
from poker_table.simulation.kernel.room import Room

BLOCK = 64 * WIDTH  # deals

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = map(U, (draws.PAIRS, draws.FOURS, draws.EIGHTS))
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])

draw, philox_round, shuffle, judge, count = map(
    KERNEL.get, "draw philox_round shuffle judge count".split()
)
place_cards, count_arranged = map(KERNEL.get, "place_cards count_arranged".split())


class Batch(NamedTuple):
    """What a loop over blocks is told of the digits, and where it notes deals."""

    digits: Digits
    products: Any  # of each word, that of its radices
    offsets: Any  # 0, 1, ..., one for each deal of a block
    numbers: Any  # of a block's deals
    refused: Any  # the deals that had a word refused


class Tables(NamedTuple):
    """Tables to be judged and counted; `best` is the greatest score, and the deal that has it."""

    players: int
    weights: Any
    counts: Any
    best: Any


@inlined
def masks():
    """Return the kernel's masks."""
    return Masks(
        splat(LOW), splat(TOP), splat(UNIT), splat(ONES), splat(PAIRS), splat(FOURS),
        splat(EIGHTS), TIMES,
    )  # fmt: skip


@inlined
def as_rows(arranged):
    """Return what is asked, its memory as the kernel sees it."""
    _, group_of, rest, sizes, known, members, _ = arranged
    planes, counts = rows(arranged.planes), rows(arranged.counts)
    return Arranged(planes, group_of, rest, sizes, known, members, counts)


@alone
def draw_block(room, base, offsets, blocks, keys):
    """Fill the words of a block of deals."""
    start, high = splat(base & LOW), splat(base >> U(32))
    draw(rows(room.words), start, rows(offsets), blocks, high, keys, masks())


@alone
def shuffle_block(room, digits):
    """Turn the words into cards."""
    shuffle(rows(room), digits, masks())


@alone
def count_block(room, numbers, task):
    """Judge and count the kept deals; write the strangest so far and its score to best."""
    players, best = task.players, task.best
    judge(rows(room), players, splat(ONES))
    score = U(count(rows(room), players, task.weights, rows(task.counts), splat(ONES)))
    if score >= best[0]:
        deal = first_of(room.strangest, numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


@alone
def count_arrangements(room, task):
    """Judge and count the kept arrangements."""
    count_arranged(rows(room), as_rows(task), splat(ONES))


@alone
def arrange_block(room, numbers, task):
    """Give the cards dealt to those who need them; judge and count the kept deals."""
    task.planes[:] = U(0)
    place_cards(rows(room), as_rows(task), splat(ONES))
    count_arrangements(room, task)


@alone
def first_of(strangest, numbers):
    """Return the least of the numbers whose bit is set."""
    found = ONES
    for row in range(64):
        for w in range(WIDTH):
            if strangest[w] >> U(row) & UNIT:
                found = min(found, numbers[row * WIDTH + w])
    return found


@alone
def restrict(kept, begin, end, numbers, refused, known):
    """Keep the deals from begin up to end; list those among them that had a word refused."""
    for w in range(WIDTH):
        inside = ONES
        if begin > 0 or end < BLOCK:
            for row in range(64):
                if row * WIDTH + w < begin or row * WIDTH + w >= end:
                    inside &= ~(UNIT << U(row))
        missing = inside & ~kept[w]
        for row in range(64 if missing else 0):
            if missing >> U(row) & UNIT:
                refused[known] = numbers[row * WIDTH + w]
                known += 1
        kept[w] &= inside
    return known


@alone
def place(words, deals, keys, batch):
    """Fill the words of any deals, one after the other, refused words left out."""
    products, rests = batch.products, batch.digits.rests
    for number in range(deals.size):
        low, high = deals[number] & LOW, deals[number] >> U(32)
        group, turn = 0, U(0)
        while group < products.size:
            four = turn, U(0), low, high
            for k in range(ROUNDS):
                four = philox_round(four, k, keys, LOW, TIMES)
            turn += UNIT
            for word in four:
                if group < products.size and (word * products[group] & LOW) + rests[group] > LOW:
                    words[group * BLOCK + number] = word
                    group += 1


def _loops(version: int) -> tuple[Any, Any]:
    """Return the loops; Numba keeps them compiled for as long as the version in each holds."""

    @remembered
    def count_all(room, batch, keys, first, deals, task):
        digits, offsets, numbers, refused = (
            batch.digits,
            batch.offsets,
            batch.numbers,
            batch.refused,
        )
        known = 0 * version
        skipped = first % U(BLOCK)
        for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
            base = first - skipped + U(k) * U(BLOCK)
            for i in range(BLOCK):
                numbers[i] = base + offsets[i]
            draw_block(room, base, offsets, digits.blocks, keys)
            shuffle_block(room, digits)
            begin = np.int64(skipped) - np.int64(k) * BLOCK
            end = begin + np.int64(deals)
            known = restrict(room.kept, begin, end, numbers, refused, known)
            count_block(room, numbers, task)
        for begin in range(0, known, BLOCK):
            listed = refused[begin : min(begin + BLOCK, known)]
            place(room.words, listed, keys, batch)
            shuffle_block(room, digits)
            for i in range(listed.size):  # a slice would compile for seconds, to say what is wrong
                numbers[i] = listed[i]
            restrict(room.kept, 0, listed.size, numbers, refused, 0)
            count_block(room, numbers, task)

    @remembered
    def count_head(room, planes, task):
        arranged, last = task.planes, planes.shape[0] - 1
        for begin in range(0 * version, planes.shape[1], WIDTH):
            for w in range(WIDTH):
                for row in range(last):
                    arranged[row * WIDTH + w] = planes[row, begin + w]
                room.kept[w] = planes[last, begin + w]
            count_arrangements(room, task)

    return count_all, count_head


def _with(loop: Any, count_block: Any) -> Any:
    """Return a loop over blocks that counts each of them in another way."""
    text, scope = loop.py_func, {**globals(), "count_block": count_block}
    return remembered(FunctionType(text.__code__, scope, None, None, text.__closure__))


count_all, count_head = _loops(VERSION)
arrange_all = _with(count_all, arrange_block)


def empty_room() -> Room:
    """Return the room that the kernel works in."""
    return Room(*(zeros(len(part)) for part in Room()))


def zeros(number: int) -> Any:
    """Return so many rows of zeros, placed so that a vector is loaded in one piece."""
    part: Any = np.zeros((number + 1) * WIDTH, U)
    start = -part.ctypes.data // 8 % WIDTH
    return part[start : start + number * WIDTH]


def sums(counts: Any) -> list[int]:
    """Return the counts, which the kernel keeps lane by lane."""
    return [int(count) for count in counts.reshape(-1, WIDTH).sum(1)]


def side_by_side(planes: Sequence[int], bits: int) -> Any:
    """Return planes of so many bits as rows of words."""
    size = -(-bits // BLOCK) * BLOCK // 8
    rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
    return np.frombuffer(rows, U).reshape(len(planes), size // 8)


def batch_of(cards: int, left: int, deals: int) -> Batch:
    """Return what the loop over blocks is told, for as many cards of those left."""
    groups, offsets = groups_of(cards, left), zeros(64)
    offsets[:] = range(BLOCK)
    digits = digits_of(groups, cards)
    as_arrays: dict[str, Any] = {
        "sizes": np.array(digits.sizes),
        "radices": np.array(digits.radices, np.uint32),
        "rests": np.array(digits.rests, U),
    }
    products: Any = np.array([product for _, product in groups], U)
    numbers: Any = np.empty(BLOCK, U)
    refused: Any = np.empty(deals + BLOCK, U)
    return Batch(digits._replace(**as_arrays), products, offsets, numbers, refused)


def count_deals(seed: int, first: int, deals: int, players: int, weights: Sequence[int]) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    best = np.array([0, 2**64 - 1], U)
    task = Tables(players, np.array(weights), zeros(COUNTS), best)
    _deal(count_all, 5 * players, 52, seed, first, deals, task)
    found = int(best[0]), int(best[1])
    return Tally(players, sums(task.counts), found if deals else None)


def _deal(
    loop: Any, cards: int, left: int, seed: int, first: int, deals: int, task: Tables | Arranged
) -> None:
    """Go through some consecutive deals of so many cards of those left."""
    batch, keys = batch_of(cards, left, deals), np.array(round_keys(seed), U)
    loop(empty_room(), batch, keys, U(first), U(deals), task)


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of the chances in some consecutive deals of a seed."""
    task = _task(plan)
    _deal(arrange_all, len(plan.group_of), len(plan.rest), seed, first, deals, task)
    return sums(task.counts)


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    room, task = empty_room(), _task(plan)
    for head in heads:
        planes, number = planes_of(head, len(plan.rest))
        count_head(room, side_by_side([*planes, (1 << number) - 1], number), task)
    return sums(task.counts)


def _task(plan: Plan) -> Arranged:
    """Return what is asked, with empty planes and counts of 0."""
    group_of, rest, sizes, members = (
        np.array(numbers, np.int64)
        for numbers in (plan.group_of, plan.rest, plan.sizes, plan.members)
    )
    known: Any = np.array(plan.known, U)
    planes, counts = zeros(plan.rows), zeros(plan.counts)
    return Arranged(planes, group_of, rest, sizes, known, members, counts)


FAST = Engine("fast", count_deals, count_dealt, count_listed)
LOOPS = {"count_deals": count_all, "count_dealt": arrange_all, "count_listed": count_head}
