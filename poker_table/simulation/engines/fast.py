"""The fast engine: the compiled kernel over rows of 64-bit words.

Nothing here says how a deck is dealt or a hand judged: that is the kernel's. A measurement of what
the tests run sees nothing of the functions that are compiled.
"""

from __future__ import annotations

import numpy as np

from poker_table.game.random import MULTIPLIERS, WORD_MASK
from poker_table.simulation.engines.compiled import (
    KERNEL,
    VERSION,
    U,
    alone,
    inlined,
    note_of,
    remembered,
)
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.engines.vectors import WIDTH, rows, splat
from poker_table.simulation.kernel.all_hands import HEAD, tails, tails_above, tops
from poker_table.simulation.kernel.block import KEPT, PLANES, ROOM, STRANGEST, WORDS
from poker_table.simulation.kernel.counts import COUNTS, TYPES, WON
from poker_table.simulation.kernel.draws import (
    GROUPS,
    Groups,
    blocks_for,
    groups_for,
    round_keys,
    slack,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

BLOCK = 64 * WIDTH  # deals

LOW, TOP, UNIT, ONES = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1)
PAIRS, FOURS, EIGHTS = U(0x5555_5555_5555_5555), U(0x3333_3333_3333_3333), U(0x0F0F_0F0F_0F0F_0F0F)
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])

draw, philox, shuffle, judge, count, count_bests = (
    KERNEL[name] for name in ("draw", "philox", "shuffle", "judge", "count", "count_bests")
)


@alone
def draw_block(room, base, offsets, blocks, keys):
    """Fill the words of a block of deals."""
    start, high = splat(base & LOW), splat(base >> U(32))
    draw(
        rows(room[WORDS]), start, rows(offsets), blocks, high, keys, splat(LOW), splat(UNIT), TIMES
    )


@alone
def shuffle_block(room, sizes, radices, rests, cards):
    """Turn the words into cards."""
    masks = splat(PAIRS), splat(FOURS), splat(EIGHTS)
    shuffle(rows(room), sizes, radices, rests, cards, splat(LOW), splat(TOP), splat(ONES), masks)


@alone
def count_block(room, players, weights, totals, numbers, best):
    """Judge and count the kept deals; write the strangest so far and its score to best."""
    judge(rows(room), players, splat(ONES))
    score = U(count(rows(room), players, weights, rows(totals), splat(ONES)))
    if score >= best[0]:
        deal = first_of(room[STRANGEST], numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


@alone
def count_row(room, counts):
    """Count a row of hands, each of a head and a tail."""
    count_bests(rows(room), rows(counts), splat(ONES))


@inlined
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
            a, b, c, d = philox(turn, U(0), low, high, keys, LOW, TIMES)
            turn += UNIT
            for word in (a & LOW, b & LOW, c & LOW, d & LOW):
                if group < products.size and (word * products[group] & LOW) + rests[group] > LOW:
                    words[group * BLOCK + number] = word
                    group += 1


def _count_all(version: int) -> Any:
    """Return the loop over blocks; Numba keeps it compiled for as long as the version holds."""

    @remembered
    def count_all(room, digits, keys, players, weights, totals, best, first, deals):
        sizes, radices, products, rests, blocks, offsets, numbers, refused = digits
        known = 0 * version
        skipped = first % U(BLOCK)
        for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
            base = first - skipped + U(k) * U(BLOCK)
            for i in range(BLOCK):
                numbers[i] = base + offsets[i]
            draw_block(room, base, offsets, blocks, keys)
            shuffle_block(room, sizes, radices, rests, 5 * players)
            begin = np.int64(skipped) - np.int64(k) * BLOCK
            end = begin + np.int64(deals)
            known = restrict(room[KEPT], begin, end, numbers, refused, known)
            count_block(room, players, weights, totals, numbers, best)
        for begin in range(0, known, BLOCK):
            listed = refused[begin : min(begin + BLOCK, known)]
            place(room[WORDS], listed, keys, products, rests)
            shuffle_block(room, sizes, radices, rests, 5 * players)
            for i in range(listed.size):  # a slice would compile for seconds, to say what is wrong
                numbers[i] = listed[i]
            restrict(room[KEPT], 0, listed.size, numbers, refused, 0)
            count_block(room, players, weights, totals, numbers, best)

    return count_all


def _count_tails(version: int) -> Any:
    """Return the loop over the heads below one card, and their tails; kept in the same way."""

    @remembered
    def count_tails(room, table, top, head, fits, counts):
        present, kept = room[PLANES], room[KEPT]
        for begin in range(0, fits, BLOCK + 0 * version):
            for w in range(WIDTH):
                bits = min(max(fits - begin - 64 * w, 0), 64)
                kept[w] = ONES >> U(64 - bits) if bits else U(0)
                for card in range(52):
                    present[card * WIDTH + w] = table[card, begin // 64 + w] & kept[w]
            present[top * WIDTH : (top + 1) * WIDTH] = ONES
            # Below the top of a head are a and, if the head has three cards, b above it.
            for b in range(1, top) if head == 3 else range(top, top + 1):
                present[b * WIDTH : (b + 1) * WIDTH] = ONES
                for a in range(b):
                    present[a * WIDTH : (a + 1) * WIDTH] = ONES
                    count_row(room, counts)
                    present[a * WIDTH : (a + 1) * WIDTH] = U(0)
                if b < top:
                    present[b * WIDTH : (b + 1) * WIDTH] = U(0)

    return count_tails


count_all, count_tails = _count_all(VERSION), _count_tails(VERSION)
NOTE = note_of(count_all)


def empty_room() -> tuple[Any, ...]:
    """Return the room that the kernel works in."""
    return tuple(zeros(number) for number in ROOM.values())


def zeros(number: int) -> Any:
    """Return so many rows of zeros, placed so that a vector is loaded in one piece."""
    part: Any = np.zeros((number + 1) * WIDTH, U)
    start = -part.ctypes.data // 8 % WIDTH
    return part[start : start + number * WIDTH]


def sums(counts: Any) -> list[int]:
    """Return the counts, which the kernel keeps lane by lane."""
    return [int(count) for count in counts.reshape(-1, WIDTH).sum(1)]


def plan_digits(groups: Groups, deals: int) -> tuple[Any, ...]:
    """Return what the loops over blocks are told of the digits, and where they note deals."""
    offsets = zeros(64)
    offsets[:] = range(BLOCK)
    return (
        np.array([len(radices) for radices, _ in groups]),
        np.array([radix for radices, _ in groups for radix in radices], np.uint32),
        np.array([product for _, product in groups], U),
        np.array([slack(product) for _, product in groups], U),
        blocks_for(len(groups)),
        offsets,
        np.empty(BLOCK, U),
        np.empty(deals + BLOCK, U),
    )


def count_deals(seed: int, first: int, deals: int, players: int, weights: Sequence[int]) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    digits = plan_digits(GROUPS[: groups_for(5 * players)], deals)
    totals = zeros(COUNTS)
    best = np.array([0, 2**64 - 1], U)
    keys = np.array(round_keys(seed), U)
    room = empty_room()
    count_all(room, digits, keys, players, np.array(weights), totals, best, U(first), U(deals))
    found = int(best[0]), int(best[1])
    return Tally(players, sums(totals), found if deals else None)


def keep() -> None:
    """Compile what `count_deals` runs, and note that it is kept."""
    count_deals(0, 0, 1, 1, [1] * TYPES)
    NOTE.touch()


def count_hands(cards: int) -> Iterator[tuple[int, ...]]:
    """Yield the growing numbers of hands of each type, of all hands of so many cards."""
    planes = tails(cards)
    size = -(-max(plane.bit_length() for plane in planes) // BLOCK) * BLOCK // 8
    rows = b"".join(plane.to_bytes(size, "little") for plane in planes)
    table = np.frombuffer(rows, U).reshape(52, -1)
    room: tuple[Any, ...] = empty_room()
    counts = zeros(COUNTS)
    for top in tops(cards):
        count_tails(room, table, top, HEAD[cards], tails_above(top, cards), counts)
        yield tuple(sums(counts)[WON : WON + TYPES])
