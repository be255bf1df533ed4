"""The fast engine's chances: unknown cards dealt, or every arrangement of them gone through."""

from __future__ import annotations

import numpy as np

from poker_table.simulation.engines.compiled import KERNEL, VERSION, U, alone, remembered
from poker_table.simulation.engines.fast import (
    BLOCK,
    ONES,
    draw_block,
    empty_room,
    place,
    plan_digits,
    restrict,
    shuffle_block,
    sums,
    zeros,
)
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel.arrangements import Head, table
from poker_table.simulation.kernel.block import KEPT, WORDS
from poker_table.simulation.kernel.draws import groups_of, round_keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

place_cards, judge_arranged, compare_hands, count_arranged = (
    KERNEL[name] for name in ("place_cards", "judge_arranged", "compare_hands", "count_arranged")
)


@alone
def judge_one(room, hand, arranged, question):
    """Write the strength of a hand."""
    _, rest, sizes, known, members = question
    judge_arranged(rows(room), hand, sizes[hand], rows(arranged), rest, known, members, splat(ONES))


@alone
def count_block(room, arranged, question, counts):
    """Judge and count the kept deals, whose unknown cards are arranged."""
    sizes = question[2]
    for hand in range(len(sizes)):
        judge_one(room, hand, arranged, question)
    compare_hands(rows(room), len(sizes), splat(ONES))
    count_arranged(rows(room), len(sizes), rows(counts), splat(ONES))


@alone
def arrange_block(room, arranged, question):
    """Turn cards into arrangements."""
    arranged[:] = U(0)
    place_cards(rows(room), question[0], len(question[1]), rows(arranged), splat(ONES))


def _count_all(version: int) -> Any:
    """Return the loop over blocks of deals; Numba keeps it compiled while the version holds."""

    @remembered
    def count_all(room, arranged, question, digits, keys, counts, first, deals):
        sizes, radices, products, rests, blocks, offsets, numbers, refused = digits
        known, cards = 0 * version, (len(question[0]) + 4) // 5 * 5
        skipped = first % U(BLOCK)
        for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
            base = first - skipped + U(k) * U(BLOCK)
            for i in range(BLOCK):
                numbers[i] = base + offsets[i]
            draw_block(room, base, offsets, blocks, keys)
            shuffle_block(room, sizes, radices, rests, cards)
            arrange_block(room, arranged, question)
            begin = np.int64(skipped) - np.int64(k) * BLOCK
            known = restrict(room[KEPT], begin, begin + np.int64(deals), numbers, refused, known)
            count_block(room, arranged, question, counts)
        for begin in range(0, known, BLOCK):
            listed = refused[begin : min(begin + BLOCK, known)]
            place(room[WORDS], listed, keys, products, rests)
            shuffle_block(room, sizes, radices, rests, cards)
            arrange_block(room, arranged, question)
            restrict(room[KEPT], 0, listed.size, numbers, refused, 0)
            count_block(room, arranged, question, counts)

    return count_all


def _count_table(version: int) -> Any:
    """Return the loop over the arrangements of a table; kept in the same way."""

    @remembered
    def count_table(room, arranged, question, table, number, counts):
        for begin in range(0 * version, table.shape[1], WIDTH):
            for row in range(table.shape[0]):
                for w in range(WIDTH):
                    arranged[row * WIDTH + w] = table[row, begin + w]
            for w in range(WIDTH):
                bits = min(max(number - 64 * (begin + w), 0), 64)
                room[KEPT][w] = ONES >> U(64 - bits) if bits else U(0)
            count_block(room, arranged, question, counts)

    return count_table


count_all, count_table = _count_all(VERSION), _count_table(VERSION)


def count_dealt(plan: Plan, seed: int, first: int, deals: int) -> list[int]:
    """Return the counts of some consecutive deals of a seed."""
    digits = plan_digits(groups_of(len(plan.homes), len(plan.rest)), deals)
    room, arranged, question, counts = _begin(plan)
    keys = np.array(round_keys(seed), U)
    count_all(room, arranged, question, digits, keys, counts, U(first), U(deals))
    return sums(counts)


def count_listed(plan: Plan, heads: Iterable[Head]) -> list[int]:
    """Return the counts of all arrangements with one of the heads."""
    room, arranged, question, counts = _begin(plan)
    for head in heads:
        planes, number = table(head, len(plan.rest))
        size = -(-number // BLOCK) * BLOCK // 8
        rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
        listed = np.frombuffer(rows, U).reshape(plan.rows, size // 8)
        count_table(room, arranged, question, listed, number, counts)
    return sums(counts)


def _begin(plan: Plan) -> tuple[Any, Any, Any, Any]:
    """Return the room, the planes of the arrangements, the question, and counts of 0."""
    homes, rest, sizes, members = (
        np.array(numbers, np.int64) for numbers in (plan.homes, plan.rest, plan.sizes, plan.members)
    )
    question = homes, rest, sizes, np.array(plan.known, U), members
    arranged: Any = zeros(plan.rows)
    return empty_room(), arranged, question, zeros(plan.counts)
