"""Executors: threads or processes on this machine, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor
from contextlib import contextmanager
from importlib.util import find_spec
from threading import current_thread, main_thread
from warnings import catch_warnings

from poker_table.game.errors import PokerTableError, missing_extra, printable

# With fewer deals, the plain engine is done before worker processes would have started.
PROCESSES_FROM_DEALS = 300_000
SCHEDULER_TIMEOUT = 10  # seconds


def cores() -> int:
    """Return how many of the machine's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_executor(
    engine: str, workers: int, work: int, executor: Executor | None = None
) -> Iterator[Executor | None]:
    """Yield the given executor, a new one with `workers` workers, or None to count in this thread.

    The fast engine releases Python's global lock, so threads suffice for it; the plain engine needs
    processes. On Linux these are forked, so that the calling script needs no
    `if __name__ == "__main__":`.
    """
    if executor is not None or workers == 1 or (engine == "plain" and work < PROCESSES_FROM_DEALS):
        yield executor
        return
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if engine == "fast":
        pool: Executor = ThreadPoolExecutor(workers)
    else:  # the parent process alone handles Ctrl-C
        from multiprocessing import get_context

        ignore = signal.SIGINT, signal.SIG_IGN
        context = get_context("fork" if sys.platform == "linux" else None)
        pool = ProcessPoolExecutor(workers, context, signal.signal, ignore)
    try:
        _start(pool)
        yield pool
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
    scheduler gives its work to another one. Raises PokerTableError if Dask is not installed or no
    scheduler answers at the address.
    """
    if address is None:
        yield None, workers
        return
    if find_spec("distributed") is None:
        raise missing_extra("Dask", "dask")
    from distributed import Client

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
        yield client.get_executor(pure=False), max(1, sum(client.ncores().values()))


def worker_was_lost(error: Exception) -> bool:
    """Return whether an executor's error means that a worker died, not that the work failed.

    Dask raises KilledWorker if several workers have died of the same work. The error is recognised
    by its name, because Dask may not be installed.
    """
    lost = isinstance(error, BrokenExecutor | CancelledError)
    return lost or type(error).__name__ == "KilledWorker"
