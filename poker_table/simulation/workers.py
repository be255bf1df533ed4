"""Who counts: this machine's cores, or the workers of a Dask scheduler."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from threading import current_thread, main_thread
from typing import TYPE_CHECKING
from warnings import catch_warnings

from poker_table.game.errors import PokerTableError, printable

if TYPE_CHECKING:
    from concurrent.futures import Executor

WORTH_A_PROCESS = 300_000  # deals; with fewer the plain engine is done before processes begin
PATIENCE = 10  # seconds to wait for the scheduler


def cores() -> int:
    """Return how many of the machine's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def local_executor(
    engine: str, workers: int, work: int, executor: Executor | None = None
) -> Iterator[Executor | None]:
    """Give this executor, a new one of so many workers, or None: to count in this thread.

    The fast engine lets go of Python's lock, so threads do for it; the plain one needs processes.
    On Linux they are forks, which need no `if __name__ == "__main__":` in the script that asks.
    """
    if executor is not None or workers == 1 or (engine == "plain" and work < WORTH_A_PROCESS):
        yield executor
        return
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    if engine == "fast":
        pool: Executor = ThreadPoolExecutor(workers)
    else:  # interrupts are the parent's to see to
        from multiprocessing import get_context

        ignore = signal.SIGINT, signal.SIG_IGN
        context = get_context("fork" if sys.platform == "linux" else None)
        pool = ProcessPoolExecutor(workers, context, signal.signal, ignore)
    try:
        _begin(pool)
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(pool: Executor) -> None:
    """Have the processes begin; an interrupt waits until all have, or some would be left behind.

    From 3.12 on Python warns that a fork may wait for ever for what another thread held at that
    moment. These only count, and need nothing that another thread may hold.
    """
    came: list[int] = []
    hold = lambda number, _: came.append(number)  # noqa: E731
    of_main_thread = current_thread() is main_thread()  # no other is interrupted
    before = signal.signal(signal.SIGINT, hold) if of_main_thread else None
    try:
        with catch_warnings(action="ignore", category=DeprecationWarning):
            pool.submit(int)
    finally:
        if of_main_thread:
            signal.signal(signal.SIGINT, before)
    if came and callable(before):
        before(came[0], None)


@contextmanager
def dask_executor(address: str | None, workers: int) -> Iterator[tuple[Executor | None, int]]:
    """Give an executor whose work is done by a scheduler's workers, and how many cores they have.

    Without an address there is none: so many workers work here. Work of a worker that is lost is
    given to another by the scheduler. Raises PokerTableError if the extra is not installed or
    nobody answers at the address.
    """
    if address is None:
        yield None, workers
        return
    if find_spec("distributed") is None:
        raise PokerTableError("--dask needs Dask: pip install distributed")
    from distributed import Client

    class QuietClient(Client):  # type: ignore[misc]
        """One that failed to begin would wait for 20 seconds, then complain with a traceback."""

        def __del__(self) -> None:  # `with` closes it
            pass

    try:
        client = QuietClient(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError):  # TypeError: an address of no known kind
        raise PokerTableError(f"no Dask scheduler answers at {printable(address)}") from None
    with client:  # pragma: no cover - the test with a real scheduler runs it in another process
        yield client.get_executor(pure=False), max(1, sum(client.ncores().values()))


def worker_was_lost(error: Exception) -> bool:
    """Return whether an executor's error says that a worker went, not that the work went wrong.

    Dask gives a piece up once three workers were lost at it, by an error known here by its name:
    where it cannot come up, it cannot be imported either.
    """
    from concurrent.futures import BrokenExecutor, CancelledError

    lost = isinstance(error, BrokenExecutor | CancelledError)
    return lost or type(error).__name__ == "KilledWorker"
