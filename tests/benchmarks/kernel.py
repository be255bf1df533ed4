"""How long each part of the compiled kernel takes on one thread, in nanoseconds per deal.

Run `python tests/benchmarks/kernel.py` with the extra `fast`. The parts run in turn, and their
processor time is measured. It prints the shortest of many turns, which other programs disturb
least. To compare two versions, run it alternately in both.
"""

from __future__ import annotations

import time

import numba
import numpy as np

from poker_table.simulation.engines import fast
from poker_table.simulation.engines.compiled import KERNEL, U, jit
from poker_table.simulation.engines.vectors import as_words, splat
from poker_table.simulation.kernel.counts import COUNTS
from poker_table.simulation.kernel.draws import round_keys

TURNS, DEALS = 40, 2**18
to_cards, judge, count_tables = (KERNEL[name] for name in ("to_cards", "judge", "count_tables"))


@jit
def decode_block(buffers):
    to_cards(as_words(buffers.planes), 10, as_words(buffers.depths), splat(fast.ONES))


@jit
def judge_block(buffers):
    judge(as_words(buffers), 10, splat(fast.ONES))


@jit
def count_block(buffers, totals):
    count_tables(as_words(buffers), 10, as_words(totals), splat(fast.ONES))


def parts():
    """Return, for each part, a function that runs it on many blocks of ten-player deals."""
    digits, keys, base = fast.digits_as_arrays(50, 52), np.array(round_keys(7), U), U(0)
    words, refused = fast.zeros(64 * len(digits.sizes)), np.empty(0, U)
    buffers = fast.empty_buffers()._replace(words=words)
    dealing = fast.Dealing(digits, keys, base, fast.CONSECUTIVE, DEALS, 0, refused)
    return {
        "draw words": repeat(fast.draw_vector, buffers, dealing, base, fast.CONSECUTIVE),
        "shuffle": repeat(fast.shuffle_vector, buffers, digits),
        "  of which digits to cards": repeat(decode_block, buffers),
        "judge": repeat(judge_block, buffers),
        "count": repeat(count_block, buffers, fast.zeros(COUNTS)),
    }


def repeat(part, *arguments):
    """Return a function that runs a part for DEALS deals, with a single call from Python."""

    @numba.njit
    def repeated(arguments):
        for _ in range(DEALS // fast.AT_ONCE):
            part(*arguments)

    return lambda: repeated(arguments)


def main() -> None:
    functions = parts()
    least = dict.fromkeys(functions, float("inf"))
    for turn in range(TURNS + 1):
        for name, part in functions.items():
            start = time.thread_time()
            part()
            if turn:  # the first turn compiles
                least[name] = min(least[name], (time.thread_time() - start) / DEALS)
    for name, seconds in least.items():
        print(f"{name:<24}{seconds * 1e9:6.2f}")


if __name__ == "__main__":
    main()
