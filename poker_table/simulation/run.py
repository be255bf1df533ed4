"""Run a simulation: cut it into pieces, have them counted here or elsewhere, add them up."""

from __future__ import annotations

import os
import signal
from collections import deque
from concurrent.futures import BrokenExecutor, CancelledError
from contextlib import contextmanager
from importlib.util import find_spec

from poker_table import __version__
from poker_table.errors import SimulationError
from poker_table.rng import LARGEST_DEAL, Random
from poker_table.simulation.counts import empty_counts
from poker_table.simulation.odds import strangeness
from poker_table.simulation.tally import Tally
from poker_table.table import MOST_PLAYERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator
    from concurrent.futures import Executor, Future

ENGINES = "auto", "plain", "fast"
# A piece takes a tenth of a second or so: Ctrl-C and checkpoints wait for no more than that.
PIECE = {"plain": 2**15, "fast": 2**20}
# With fewer deals the plain engine is done before Numba is loaded.
WORTH_LOADING = 300_000
WORTH_A_PROCESS = 100_000


class Simulation:
    """What is asked for: so many deals of a seed, from deal 0 on, for a number of players.

    Without a seed it takes one from the operating system. Raises SimulationError unless there are
    1 to 2**64 deals and 1 to 10 players, RandomError for a seed that is none.
    """

    def __init__(self, deals: int, seed: int | None = None, players: int = MOST_PLAYERS) -> None:
        if not 1 <= deals <= LARGEST_DEAL + 1:
            raise SimulationError(f"expected 1 to {LARGEST_DEAL + 1} deals, got {deals}")
        if not 1 <= players <= MOST_PLAYERS:
            raise SimulationError(f"expected 1 to {MOST_PLAYERS} players, got {players}")
        self.deals = deals
        self.seed = Random(seed).seed
        self.players = players

    def nothing(self) -> Tally:
        """Return the tally of no deals."""
        return Tally(self.players, empty_counts())


def simulate(
    deals: int,
    seed: int | None = None,
    players: int = MOST_PLAYERS,
    engine: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
) -> Tally:
    """Return what happened in so many deals of a seed. It depends on neither engine nor workers.

    `executor` may be any executor of concurrent.futures; `workers` then says how much work to keep
    on its way. Raises SimulationError as Simulation does, or if the engine is not installed.

    >>> tally = simulate(2000, seed=7)
    >>> tally.deals, sum(tally.held), sum(tally.alone) + tally.tied
    (2000, 20000, 2000)
    """
    simulation = Simulation(deals, seed, players)
    counted = progress(simulation, simulation.nothing(), engine, workers, executor)
    return deque(counted, maxlen=1).pop()


def progress(
    simulation: Simulation,
    tally: Tally,
    engine: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
) -> Generator[Tally, None, None]:
    """Yield the growing tally, a piece at a time, from where the given one left off."""
    engine = choose_engine(engine, simulation.deals - tally.deals)
    size = min(PIECE[engine], max(1, -(-(simulation.deals - tally.deals) // workers)))
    pieces = (
        (simulation.seed, first, min(size, simulation.deals - first), simulation.players)
        for first in range(tally.deals, simulation.deals, size)
    )
    with _executor(engine, workers, simulation.deals - tally.deals, executor) as pool:
        for counted in _in_order(pieces, engine, pool, 3 * workers):
            tally += counted
            yield tally


def choose_engine(engine: str, deals: int) -> str:
    """Return the engine to use. Raises SimulationError if it is unknown or not installed."""
    if engine not in ENGINES:
        raise SimulationError(f"expected an engine of {', '.join(ENGINES)}, got {engine!r}")
    installed = find_spec("numba") is not None
    if engine == "fast" and not installed:
        raise SimulationError("the fast engine is not installed: pip install 'poker-table[fast]'")
    if engine == "auto":
        return "fast" if installed and deals >= WORTH_LOADING else "plain"
    return engine


def count_piece(
    version: str, engine: str, seed: int, first: int, deals: int, players: int
) -> Tally:
    """Return the tally of one piece; runs wherever the executor has it run.

    Raises SimulationError if the version there is not the one that asks.
    """
    if version != __version__:
        raise SimulationError(f"poker-table {version} asks, a worker has {__version__}")
    if engine == "fast":
        from poker_table.simulation.fast import count_deals
    else:
        from poker_table.simulation.plain import count_deals
    return count_deals(seed, first, deals, players, strangeness())


def _in_order(
    pieces: Iterable[tuple[int, int, int, int]], engine: str, pool: Executor | None, window: int
) -> Iterator[Tally]:
    """Yield the pieces' tallies in their order, with at most `window` of them on their way."""
    waiting: deque[tuple[Future[Tally] | None, tuple[int, int, int, int]]] = deque()
    for piece in pieces:
        future = pool.submit(count_piece, __version__, engine, *piece) if pool else None
        waiting.append((future, piece))
        if len(waiting) >= window or pool is None:
            yield _result(*waiting.popleft(), engine)
    while waiting:
        yield _result(*waiting.popleft(), engine)


def _result(future: Future[Tally] | None, piece: tuple[int, int, int, int], engine: str) -> Tally:
    """Return a piece's tally; a piece whose worker was lost is counted here."""
    if future is not None:
        try:
            return future.result()
        except (BrokenExecutor, CancelledError):
            pass
    return count_piece(__version__, engine, *piece)


@contextmanager
def _executor(
    engine: str, workers: int, deals: int, given: Executor | None
) -> Iterator[Executor | None]:
    """Give the executor to use, or None to count in this thread; close one that is ours.

    The fast engine lets go of Python's lock, so threads do for it; the plain one needs processes.
    """
    if given is not None or workers == 1 or (engine == "plain" and deals < WORTH_A_PROCESS):
        yield given
        return
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

    pool = (
        ThreadPoolExecutor(workers)
        if engine == "fast"
        else ProcessPoolExecutor(workers, initializer=_leave_interrupts_to_the_parent)
    )
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def cores() -> int:
    """Return how many of the machine's cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
