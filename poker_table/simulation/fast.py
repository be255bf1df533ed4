"""The fast engine: the same kernel, compiled by Numba over rows of 64-bit words.

Nothing here says how a deck is dealt or a hand judged: the functions of the kernel are compiled as
they stand, in a namespace in which they call each other compiled. Only `at` and `ones_in` are said
once more, for unsigned integers. (Signed ones would be wrong: their overflow is undefined, and an
index that might be negative keeps a loop from being widened.)
"""

from __future__ import annotations

import zlib
from pathlib import Path
from types import FunctionType, ModuleType

import numpy as np

from poker_table.rng import MULTIPLIERS, WORD_MASK
from poker_table.simulation import block, counts, decks, draws, strengths
from poker_table.simulation.block import KEPT, ROOM, STRANGEST, WORDS
from poker_table.simulation.counts import COUNTS
from poker_table.simulation.draws import GROUPS, groups_for, round_keys, slack
from poker_table.simulation.tally import Tally
from poker_table.simulation.vectors import numba

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

KERNEL = draws, decks, strengths, counts, block
WIDTH = 64  # words in a row: shorter rows spend more on asking whether rows overlap
BLOCK = 64 * WIDTH  # deals

U = np.uint64
LOW, TOP, UNIT, ONES, ROW = U(WORD_MASK), U(WORD_MASK << 32), U(1), U(2**64 - 1), U(WIDTH)
MASKS = U(0x5555_5555_5555_5555), U(0x3333_3333_3333_3333), U(0x0F0F_0F0F_0F0F_0F0F)
TIMES = U(MULTIPLIERS[0]), U(MULTIPLIERS[1])
TURNS = U(0), U(1), U(2)

# Inlined, so that the masks above are constants in it: a mask that is known may cost nothing.
inlined = numba.njit(forceinline=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)
alone = numba.njit(nogil=True)


@numba.extending.intrinsic
def _bits_set(typing, word):
    def generate(context, builder, signature, arguments):
        return builder.ctpop(arguments[0])

    return numba.uint64(numba.uint64), generate


@inlined
def at(row, w, width):
    """Return where word w of a row lies, unsigned."""
    return U(row) * U(width) + U(w)


@inlined
def ones_in(word):
    """Return how many bits are set."""
    return _bits_set(U(word))


def compiled(*modules: ModuleType) -> dict[str, Any]:
    """Return the functions of modules, each compiled in a copy of its module's namespace."""
    done: dict[object, object] = {draws.at: at, counts.ones_in: ones_in}
    scopes: list[dict[str, Any]] = [{} for _ in modules]
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType) and thing.__module__ == module.__name__:
                done.setdefault(thing, inlined(FunctionType(thing.__code__, scope, name)))
    for module, scope in zip(modules, scopes, strict=True):
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType | int):
                scope[name] = done.get(thing, thing)
    return scopes[-1] | scopes[0]


SCOPE = compiled(*KERNEL)
draw, philox, shuffle, judge, count = (
    SCOPE[name] for name in ("draw", "philox", "shuffle", "judge", "count")
)


@alone
def draw_block(room, base, offsets, keys):
    """Fill the words of a block of deals."""
    draw(room[WORDS], base & LOW, offsets, TURNS, base >> U(32), keys, LOW, TIMES, ROW)


@alone
def shuffle_block(room, sizes, radices, rests, players):
    """Turn the words into cards."""
    shuffle(room, sizes, radices, rests, 5 * players, LOW, TOP, UNIT, ONES, MASKS, ROW)


@alone
def judge_block(room, players):
    """Find the strengths and who wins."""
    judge(room, players, ONES, ROW)


@alone
def count_block(room, players, weights, totals, numbers, best):
    """Count the kept deals; write the strangest so far and its score to best."""
    score = U(count(room, players, weights, totals, ONES, ROW))
    if score >= best[0]:
        deal = first_of(room[STRANGEST], numbers)
        if score > best[0] or deal < best[1]:
            best[0], best[1] = score, deal


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
        while missing:
            below = (missing & (~missing + UNIT)) - UNIT  # the bits under its lowest one
            refused[known] = numbers[ones_in(below) * ROW + U(w)]
            known += 1
            missing &= missing - UNIT
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
    """Return the engine's loop; Numba keeps it compiled for as long as the version holds."""

    @numba.njit(nogil=True, cache=True)
    def count_all(room, plan, keys, players, weights, totals, best, first, deals):
        sizes, radices, products, rests, offsets, numbers, refused = plan
        known = 0 * version
        skipped = first % U(BLOCK)
        for k in range((skipped + deals + U(BLOCK - 1)) // U(BLOCK)):
            base = first - skipped + U(k) * U(BLOCK)
            for i in range(BLOCK):
                numbers[i] = base + offsets[i]
            draw_block(room, base, offsets, keys)
            shuffle_block(room, sizes, radices, rests, players)
            begin = np.int64(skipped) - np.int64(k) * BLOCK
            end = begin + np.int64(deals)
            known = restrict(room[KEPT], begin, end, numbers, refused, known)
            judge_block(room, players)
            count_block(room, players, weights, totals, numbers, best)
        for begin in range(0, known, BLOCK):
            listed = refused[begin : min(begin + BLOCK, known)]
            place(room[WORDS], listed, keys, products, rests)
            shuffle_block(room, sizes, radices, rests, players)
            numbers[: listed.size] = listed
            restrict(room[KEPT], 0, listed.size, numbers, refused, 0)
            judge_block(room, players)
            count_block(room, players, weights, totals, numbers, best)

    return count_all


def fingerprint(*modules: ModuleType) -> int:
    """Return a number that is another when the modules' text is: Numba looks at one file only."""
    return zlib.crc32(b"".join(Path(module.__file__ or "").read_bytes() for module in modules))


count_all = _count_all(fingerprint(*KERNEL))


def aligned(size: int) -> Any:
    """Return zeros that begin where a vector can be loaded in one piece."""
    room: Any = np.zeros(size + 8, U)
    start = -room.ctypes.data // 8 % 8
    return room[start : start + size]


def count_deals(seed: int, first: int, deals: int, players: int, weights: Sequence[int]) -> Tally:
    """Return the tally of some consecutive deals of a seed."""
    groups = GROUPS[: groups_for(5 * players)]
    plan: tuple[Any, ...] = (
        np.array([len(radices) for radices, _ in groups]),
        np.array([radix for radices, _ in groups for radix in radices], np.uint32),
        np.array([product for _, product in groups], U),
        np.array([slack(product) for _, product in groups], U),
        np.arange(BLOCK, dtype=U),
        np.empty(BLOCK, U),
        np.empty(deals + BLOCK, U),
    )
    totals: Any = np.zeros(COUNTS, U)
    best = np.array([0, 2**64 - 1], U)
    room: tuple[Any, ...] = tuple(aligned(rows * WIDTH) for rows in ROOM.values())
    keys = np.array(round_keys(seed), U)
    count_all(room, plan, keys, players, np.array(weights), totals, best, U(first), U(deals))
    found = int(best[0]), int(best[1])
    return Tally(players, [int(total) for total in totals], found if deals else None)
