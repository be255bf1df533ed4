"""Counting in parallel: in threads, in processes, or on the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import contextmanager, nullcontext
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import TypeVar
from warnings import catch_warnings

from poker_table.game.errors import PokerTableError, printable
from poker_table.simulation.extras import MissingExtraError

Piece = TypeVar("Piece")
Count = TypeVar("Count")

SCHEDULER_TIMEOUT = 10  # seconds


def cores() -> int:
    """Return how many of the machine's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def count_in_order(
    count: Callable[[Piece], Count],
    pieces: Iterable[Piece],
    in_threads: bool,
    workers: int,
    executor: Executor | None = None,
) -> Iterator[Count]:
    """Yield what `count` returns for each piece, in the order of the pieces.

    Without an executor, threads or processes of this machine count, or this thread if there is only
    one worker. Up to three pieces per worker are in flight.
    """
    if executor is None and workers == 1:
        yield from map(count, pieces)
        return
    in_flight: deque[Future[Count]] = deque()
    with nullcontext(executor) if executor else local_executor(in_threads, workers) as executor:
        for piece in pieces:
            in_flight.append(executor.submit(count, piece))
            if len(in_flight) >= 3 * workers:
                yield in_flight.popleft().result()
        while in_flight:
            yield in_flight.popleft().result()


@contextmanager
def local_executor(in_threads: bool, workers: int) -> Iterator[Executor]:
    """Yield a new executor with `workers` workers.

    The fast engine releases Python's global lock, so threads suffice for it; the plain engine needs
    processes. On Linux these are forked, so that the calling script needs no
    `if __name__ == "__main__":`. Raises PokerTableError if a process is killed.
    """
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if in_threads:
        pool: Executor = ThreadPoolExecutor(workers)
    else:  # the parent process alone handles Ctrl-C
        from multiprocessing import get_context

        ignore = signal.SIGINT, signal.SIG_IGN
        context = get_context("fork" if sys.platform == "linux" else None)
        pool = ProcessPoolExecutor(workers, context, signal.signal, ignore)
    try:
        _start(pool)
        yield pool
    except BrokenExecutor:
        killed = "a worker process was killed, perhaps because memory ran out: try fewer workers"
        raise PokerTableError(killed) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _start(pool: Executor) -> None:
    """Start the workers; delay Ctrl-C until all are started, so that none is left behind.

    From 3.12 on, Python warns that a forked process may wait for ever for a lock that another
    thread held. These processes only count, and need no such lock.
    """
    interrupts: list[int] = []
    delay = lambda number, _: interrupts.append(number)  # noqa: E731
    in_main_thread = current_thread() is main_thread()  # only there does Python handle signals
    handler = signal.signal(signal.SIGINT, delay) if in_main_thread else None
    try:
        with catch_warnings(action="ignore", category=DeprecationWarning):
            pool.submit(int)
    finally:
        if in_main_thread:
            signal.signal(signal.SIGINT, handler)
    if interrupts and callable(handler):
        handler(interrupts[0], None)


@contextmanager
def dask_executor(address: str | None, workers: int) -> Iterator[tuple[Executor | None, int]]:
    """Yield the executor of a Dask scheduler, and the number of its workers' cores.

    Without an address, yield None and the number of local workers. If a worker is lost, the
    scheduler gives its work to another one. Raises PokerTableError if Dask is not installed, if no
    scheduler answers at the address, or if Dask gives up because worker after worker is lost.
    """
    if address is None:
        yield None, workers
        return
    if find_spec("distributed") is None:
        raise MissingExtraError("Dask", "dask")
    from distributed import Client, KilledWorker

    class QuietClient(Client):  # type: ignore[misc]
        """A client whose destructor does nothing.

        If the connection failed, Dask's would wait for 20 seconds and print a traceback.
        """

        def __del__(self) -> None:  # `with` closes it
            pass

    try:
        client = QuietClient(address, timeout=SCHEDULER_TIMEOUT, set_as_default=False)
    except (OSError, ValueError, TypeError):  # TypeError: an unknown kind of address
        raise PokerTableError(f"no Dask scheduler answers at {printable(address)}") from None
    with client:  # pragma: no cover - the test with a real scheduler runs it in another process
        try:
            yield client.get_executor(pure=False), max(1, sum(client.ncores().values()))
        except KilledWorker:
            lost = "Dask has lost several workers at the same work: their own logs say why"
            raise PokerTableError(lost) from None
