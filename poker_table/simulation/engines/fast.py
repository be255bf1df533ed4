"""The fast engine: the compiled kernel over rows of 64-bit words.

Nothing here says how a deck is dealt or a hand judged: that is the kernel's. A measurement of what
the tests run sees nothing of the functions that are compiled.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from poker_table.game.random import MULTIPLIERS, ROUNDS, WORD_MASK
from poker_table.simulation.engines.compiled import KERNEL, VERSION, U, alone, remembered
from poker_table.simulation.engines.engine import Engine, Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel.arrangements import Head, planes_of
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import MASKS, groups_of, round_keys, slack
from poker_table.simulation.kernel.room import Room

BLOCK = 64 * WIDTH  # deals

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = map(U, MASKS)
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])

draw, philox_round, shuffle, judge, count = map(
    KERNEL.get, "draw philox_round shuffle judge count".split()
)
place_cards, count_arranged = map(KERNEL.get, "place_cards count_arranged".split())


@alone
def draw_block(room, base, offsets, blocks, keys):
    """Fill the words of a block of deals."""
    start, high = splat(base & LOW), splat(base >> U(32))
    draw(rows(room.words), start, rows(offsets), blocks, high, keys, splat(LOW), splat(UNIT), TIMES)


@alone
def shuffle_block(room, sizes, radices, rests, cards):
    """Turn the words into cards."""
    masks = splat(PAIRS), splat(FOURS), splat(EIGHTS)
    shuffle(rows(room), sizes, radices, rests, cards, splat(LOW), splat(TOP), splat(ONES), masks)


@alone
def count_block(room, numbers, task):
    """Judge and count the kept deals; write the strangest so far and its score to best."""
    players, weights, totals, best = task
    judge(rows(room), players, splat(ONES))
    score = U(count(rows(room), players, weights, rows(totals), splat(ONES)))
    if score >= best[0]:
        deal = first_of(room.strangest, numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


@alone
def count_arrangements(room, task):
    """Judge and count the kept arrangements."""
    arranged, _, rest, sizes, known, members, counts = task
    count_arranged(
        rows(room), rows(arranged), rest, sizes, known, members, rows(counts), splat(ONES)
    )


@alone
def arrange_block(room, numbers, task):
    """Give the cards dealt to those who need them; judge and count the kept deals."""
    arranged, group_of, rest, _, _, _, _ = task
    arranged[:] = U(0)
    place_cards(rows(room), group_of, len(rest), rows(arranged), splat(ONES))
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
def place(words, deals, keys, products, rests):
    """Fill the words of any deals, one after the other, refused words left out."""
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
    def count_all(room, digits, keys, first, deals, task):
        cards, sizes, radices, products, rests, blocks, offsets, numbers, refused = digits
        known = 0 * version
        skipped = first % U(BLOCK)
        for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
            base = first - skipped + U(k) * U(BLOCK)
            for i in range(BLOCK):
                numbers[i] = base + offsets[i]
            draw_block(room, base, offsets, blocks, keys)
            shuffle_block(room, sizes, radices, rests, cards)
            begin = np.int64(skipped) - np.int64(k) * BLOCK
            end = begin + np.int64(deals)
            known = restrict(room.kept, begin, end, numbers, refused, known)
            count_block(room, numbers, task)
        for begin in range(0, known, BLOCK):
            listed = refused[begin : min(begin + BLOCK, known)]
            place(room.words, listed, keys, products, rests)
            shuffle_block(room, sizes, radices, rests, cards)
            for i in range(listed.size):  # a slice would compile for seconds, to say what is wrong
                numbers[i] = listed[i]
            restrict(room.kept, 0, listed.size, numbers, refused, 0)
            count_block(room, numbers, task)

    @remembered
    def count_head(room, planes, task):
        arranged, last = task[0], planes.shape[0] - 1
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


def plan_digits(cards: int, left: int, deals: int) -> tuple[Any, ...]:
    """Return what the loop over blocks is told of the digits, and where it notes deals."""
    groups, offsets = groups_of(cards, left), zeros(64)
    offsets[:] = range(BLOCK)
    return (
        cards,
        np.array([len(radices) for radices, _ in groups]),
        np.array([radix for radices, _ in groups for radix in radices], np.uint32),
        np.array([product for _, product in groups], U),
        np.array([slack(product) for _, product in groups], U),
        -(-len(groups) // 4),
        offsets,
        np.empty(BLOCK, U),
        np.empty(deals + BLOCK, U),
    )


def count_deals(seed: int, first: int, deals: int, players: int, weights: Sequence[int]) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    totals, best = zeros(COUNTS), np.array([0, 2**64 - 1], U)
    task = players, np.array(weights), totals, best
    _deal(count_all, 5 * players, 52, seed, first, deals, task)
    found = int(best[0]), int(best[1])
    return Tally(players, sums(totals), found if deals else None)


def _deal(
    loop: Any, cards: int, left: int, seed: int, first: int, deals: int, task: tuple[Any, ...]
) -> None:
    """Go through some consecutive deals of so many cards of those left."""
    digits, keys = plan_digits(cards, left, deals), np.array(round_keys(seed), U)
    loop(empty_room(), digits, keys, U(first), U(deals), task)


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of the chances in some consecutive deals of a seed."""
    task = _task(plan)
    _deal(arrange_all, len(plan.group_of), len(plan.rest), seed, first, deals, task)
    return sums(task[-1])


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    room, task = empty_room(), _task(plan)
    for head in heads:
        planes, number = planes_of(head, len(plan.rest))
        count_head(room, side_by_side([*planes, (1 << number) - 1], number), task)
    return sums(task[-1])


def _task(plan: Plan) -> tuple[Any, ...]:
    """Return the planes of the arrangements, what is asked, and counts of 0."""
    group_of, rest, sizes, members = (
        np.array(numbers, np.int64)
        for numbers in (plan.group_of, plan.rest, plan.sizes, plan.members)
    )
    known = np.array(plan.known, U)
    return zeros(plan.rows), group_of, rest, sizes, known, members, zeros(plan.counts)


FAST = Engine("fast", count_deals, count_dealt, count_listed)
LOOPS = {"count_deals": count_all, "count_dealt": arrange_all, "count_listed": count_head}
