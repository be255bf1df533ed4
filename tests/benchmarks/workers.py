"""What it costs to have others count, and how many may.

Run `python tests/benchmarks/workers.py` with the extras `fast` and `dask`. Pieces of one deal are
counted by threads, by processes, and by a Dask cluster on this machine: nearly all that is then
spent is the cost of a piece, apart from its deals. Printed are the microseconds of processor time a
piece takes here, in the one process that everything goes through (Dask's scheduler is part of it),
and how many cores this one can keep at work: the processor time of a whole piece, by that cost.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines.compiler import fast_engine
from poker_table.simulation.engines.plain import PLAIN
from poker_table.simulation.run import (
    DEALS_PER_PIECE,
    MOST_PIECES_SENT_AS_ONE,
    Deals,
    count_in_order,
)

PIECES = 1000
ROUNDS = 3


def here_a_piece(engine, pool, workers) -> float:
    """Return the least seconds of processor time a piece of one deal takes this process."""
    pieces = [Deals(7, deal, 1, 10) for deal in range(PIECES)]
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        assert sum(tally.deals for tally in count_in_order(pieces, engine, pool, workers)) == PIECES
        least = min(least, (time.process_time() - start) / PIECES)
    return least


def a_deal() -> float:
    """Return the least seconds of processor time that a deal of the fast engine takes."""
    from poker_table.simulation.engines.fast import count_deals

    taken = []
    for _ in range(ROUNDS + 1):  # the first loads
        start = time.thread_time()
        count_deals(7, 0, DEALS_PER_PIECE["fast"], 10, STRANGENESS)
        taken.append((time.thread_time() - start) / DEALS_PER_PIECE["fast"])
    return min(taken)


def main() -> None:
    from distributed import LocalCluster

    deal, piece = a_deal(), here_a_piece(fast_engine(), None, 1)
    print(f"a deal of the fast engine: {deal * 1e9:.1f} ns; a piece, here: {piece * 1e6:.0f} us")
    with ThreadPoolExecutor(2) as pool:
        show(
            "2 threads",
            here_a_piece(fast_engine(), pool, 2) - piece,
            deal * DEALS_PER_PIECE["fast"],
        )
    with ProcessPoolExecutor(2) as pool:
        show(
            "2 processes",
            here_a_piece(PLAIN, pool, 2),
            deal * MOST_PIECES_SENT_AS_ONE * DEALS_PER_PIECE["fast"],
        )
    for workers in 1, 2, 4:
        with (
            LocalCluster(workers, threads_per_worker=1, dashboard_address=None) as cluster,
            cluster.get_client() as client,
        ):
            cost = here_a_piece(PLAIN, client.get_executor(pure=False), workers)
            show(
                f"Dask, {workers} worker(s)",
                cost,
                deal * MOST_PIECES_SENT_AS_ONE * DEALS_PER_PIECE["fast"],
            )


def show(who: str, cost: float, whole: float) -> None:
    print(f"{who:<17}{cost * 1e6:6.0f} us a piece; enough for {whole / cost:,.0f} cores")


if __name__ == "__main__":
    main()
