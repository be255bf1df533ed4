"""The overhead of sending work to workers, and how many workers one process can supply.

Run `python tests/benchmarks/workers.py` with the extras `fast` and `dask`. Pieces of one
deal each are counted by threads, by processes, and by a Dask cluster on this machine, so that
nearly all of the time is overhead. It prints the microseconds of processor time per piece in this
process, which sends all pieces (Dask's scheduler runs in it). It also prints how many cores this
process can keep busy: the processor time of a full piece, divided by the overhead.
"""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial

from poker_table.simulation.engines import plain
from poker_table.simulation.run import MOST_BATCHES_SENT_AS_ONE
from poker_table.simulation.workers import count_in_order

PIECES = 1000
ROUNDS = 3


def overhead_of_piece(engine, pool, workers) -> float:
    """Return the least seconds of processor time that a piece of one deal takes this process."""
    count = partial(engine.count_deals, 7, 10)
    pieces = [range(deal, deal + 1) for deal in range(PIECES)]
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        deals = sum(tally.deals for tally in count_in_order(count, pieces, True, workers, pool))
        assert deals == PIECES
        times.append((time.process_time() - start) / PIECES)
    return min(times)


def time_of_deal(fast) -> float:
    """Return the least seconds of processor time that a deal of the fast engine takes."""
    times = []
    for _ in range(ROUNDS + 1):  # the first round loads Numba
        start = time.thread_time()
        fast.count_deals(7, 10, range(fast.DEALS_PER_BATCH))
        times.append((time.thread_time() - start) / fast.DEALS_PER_BATCH)
    return min(times)


def main() -> None:
    from distributed import LocalCluster

    from poker_table.simulation.engines import fast

    deal, piece = time_of_deal(fast), overhead_of_piece(fast, None, 1)
    batch = deal * fast.DEALS_PER_BATCH
    sent = batch * MOST_BATCHES_SENT_AS_ONE
    print(f"a deal of the fast engine: {deal * 1e9:.1f} ns; a piece, here: {piece * 1e6:.0f} us")
    with ThreadPoolExecutor(2) as pool:
        show("2 threads", overhead_of_piece(fast, pool, 2) - piece, batch)
    with ProcessPoolExecutor(2) as pool:
        show("2 processes", overhead_of_piece(plain, pool, 2), sent)
    for workers in 1, 2, 4:
        with (
            LocalCluster(workers, threads_per_worker=1, dashboard_address=None) as cluster,
            cluster.get_client() as client,
        ):
            cost = overhead_of_piece(plain, client.get_executor(pure=False), workers)
            show(f"Dask, {workers} worker(s)", cost, sent)


def show(who: str, cost: float, whole: float) -> None:
    print(f"{who:<17}{cost * 1e6:6.0f} us a piece; enough for {whole / cost:,.0f} cores")


if __name__ == "__main__":
    main()
