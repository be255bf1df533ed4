"""A simulation from its settings to its tally."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from importlib.util import find_spec
from itertools import accumulate, islice
from operator import add
from typing import Any, TypeVar

from poker_table.game.errors import PokerTableError, one_of, quoted, whole_number
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, seats
from poker_table.game.version import __version__
from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines import plain
from poker_table.simulation.engines.compiler import FAST, LEAST, Compiler, is_compiled
from poker_table.simulation.engines.plan import Plan, plan_of_hands
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.arranged import MOST_HANDS
from poker_table.simulation.kernel.arrangements import MOST_SIDE_BY_SIDE, Head, heads
from poker_table.simulation.workers import local_executor, worker_was_lost

Piece = tuple[Any, ...]
Counted = TypeVar("Counted")

ENGINES = "auto", "plain", "fast"
# A piece takes a tenth of a second or so: Ctrl-C and checkpoints wait for no more than that.
PIECE = {"plain": 2**15, "fast": 2**20}
# Many times as large may be one that goes to another machine: its way costs 2 ms or so.
AWAY = 256
# With fewer deals the plain engine is done before Numba is loaded.
WORTH_LOADING = 300_000
# So many does a worker of the plain engine deal while the fast one is compiled. With more, that
# is not to wait for idle cores.
MEANWHILE = 2**24
SAMPLED_AS_LONG = 8  # to deal takes so many times as long as to go through an arrangement


class Simulation:
    """What is asked for: so many deals of a seed, from deal 0 on, for a number of players.

    Without a seed it takes one from the operating system. Raises PokerTableError unless there are
    1 to 2**64 deals, 1 to 10 players and, if one is given, a seed of 0 to 2**64 - 1.
    """

    def __init__(self, deals: int, seed: int | None = None, players: int = MOST_PLAYERS) -> None:
        self.deals = whole_number(deals, 1, 2**64, f"1 to {2**64} deals")
        self.seed = Random(seed).seed
        self.players = len(seats(players))

    def __repr__(self) -> str:
        return f"Simulation(deals={self.deals}, seed={self.seed}, players={self.players})"


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
    on its way. On macOS and Windows a script has its workers below `if __name__ == "__main__":`, as
    multiprocessing asks for. Raises PokerTableError as Simulation does, or if the engine is not
    installed.

    >>> tally = simulate(2000, seed=7)
    >>> tally.deals, sum(tally.held), sum(tally.alone) + tally.tied
    (2000, 20000, 2000)
    """
    simulation = Simulation(deals, seed, players)
    workers = whole_number(workers, 1, 2**16, "1 to 65536 workers")
    growing = progress(simulation, Tally(players), Runner(engine, workers, executor))
    return deque(growing, maxlen=1).pop()


class Runner:
    """Who counts: an engine, and so many workers here or an executor's.

    `auto` is the plain engine for little work, and until what the fast one needs is compiled;
    `compiling` is called when that begins.
    """

    def __init__(
        self,
        engine: str = "auto",
        workers: int = 1,
        executor: Executor | None = None,
        compiling: Callable[[], object] = bool,
    ) -> None:
        self.engine = engine
        self.workers = workers
        self.executor = executor
        self.compiling = compiling
        self.compiler: Compiler | None = None

    def counted(
        self,
        count: Callable[..., Counted],
        pieces: Callable[[str], Iterator[Piece]],
        function: str,
        deals: int,
    ) -> Iterator[Counted]:
        """Yield what `count` makes of each piece, in their order.

        `pieces` gives an engine all that is left then, `function` is what the engine does with it,
        and `deals` how much work that is.
        """
        engine = choose_engine(self.engine, deals)
        if self.compiler is None and self._must_compile(engine, function):
            self.compiling()
            nice = LEAST if deals <= self.workers * MEANWHILE else 0
            self.compiler = Compiler(FAST, function, nice)
        if compiler := self.compiler:
            with compiler:
                code, left = compiler.poll, pieces("plain")
                meanwhile = iter(lambda: next(left, None) if code() is None else None, None)
                yield from self._counted(count, meanwhile, "plain", deals)
            engine = "plain" if code() else "fast"  # plain if it failed
        yield from self._counted(count, pieces(engine), engine, deals)

    def size(self, engine: str, deals: int) -> int:
        """Return how many deals a piece has: as many as any other, whichever worker has it."""
        share = max(1, -(-deals // self.workers))
        size = -(-share // -(-share // PIECE[engine]))
        if self.executor is None:
            return size
        return max(size, min(AWAY * PIECE[engine], deals // (16 * self.workers)))

    def _counted(
        self, count: Callable[..., Counted], pieces: Iterable[Piece], engine: str, deals: int
    ) -> Iterator[Counted]:
        with local_executor(engine, self.workers, deals, self.executor) as pool:
            yield from in_order(count, pieces, pool, self.workers)

    def _must_compile(self, engine: str, function: str) -> bool:
        """Return whether the fast engine was chosen, not asked for, and has yet to be compiled."""
        chosen = self.engine == "auto" and engine == "fast" and self.executor is None
        return chosen and not is_compiled(function)


def progress(simulation: Simulation, tally: Tally, runner: Runner) -> Generator[Tally, None, None]:
    """Yield the growing tally, a piece at a time, from where the given one left off."""
    stop, seed, players = simulation.deals, simulation.seed, simulation.players

    def pieces(engine: str) -> Iterator[Piece]:
        size = runner.size(engine, stop - tally.deals)
        for first in range(tally.deals, stop, size):
            yield __version__, engine, seed, first, min(size, stop - first), players

    for counted in runner.counted(count_piece, pieces, "count_deals", stop - tally.deals):
        tally += counted
        yield tally


def choose_engine(engine: str, deals: int) -> str:
    """Return the engine to use. Raises PokerTableError if it is unknown or not installed."""
    if engine not in ENGINES:
        raise PokerTableError(f"engine: expected {one_of(ENGINES)}, got {quoted(engine)}")
    installed = find_spec("numba") is not None
    if engine == "fast" and not installed:
        raise PokerTableError("--engine fast needs Numba: pip install numba numpy")
    if engine == "auto":
        return "fast" if installed and deals >= WORTH_LOADING else "plain"
    return engine


def module_of(engine: str) -> Any:
    """Return the module of an engine."""
    if engine == "fast":
        from poker_table.simulation.engines import fast  # slow to load

        return fast
    return plain


def count_piece(
    version: str, engine: str, seed: int, first: int, deals: int, players: int
) -> Tally:
    """Return the tally of one piece; runs wherever the executor has it run.

    Raises PokerTableError if the version there is not the one that asks.
    """
    check_version(version)
    tally, size = Tally(players), PIECE[engine]
    for begin in range(first, first + deals, size):
        part = min(size, first + deals - begin)
        tally += module_of(engine).count_deals(seed, begin, part, players, STRANGENESS)
    return tally


def check_version(asking: str) -> None:
    """Raise PokerTableError if the version that asks is not the one here."""
    if asking != __version__:
        raise PokerTableError(f"poker-table {asking} asks, a worker has {__version__}")


def in_order(
    count: Callable[..., Counted], pieces: Iterable[Piece], pool: Executor | None, workers: int
) -> Iterator[Counted]:
    """Yield what `count` makes of the pieces, in their order; a few at a time are on their way."""
    window = 1 if pool is None else 3 * workers
    on_their_way: deque[Callable[[], Counted]] = deque()
    for piece in pieces:
        on_their_way.append(_sent(count, piece, pool))
        if len(on_their_way) >= window:
            yield on_their_way.popleft()()
    while on_their_way:
        yield on_their_way.popleft()()


def _sent(
    count: Callable[..., Counted], piece: Piece, pool: Executor | None
) -> Callable[[], Counted]:
    """Return what waits for a piece that the pool counts, or counts it if its worker was lost."""

    def counted() -> Counted:
        try:
            return future.result() if future else count(*piece)
        except Exception as error:
            if not worker_was_lost(error):
                raise
            return count(*piece)

    future = None
    try:
        future = pool.submit(count, *piece) if pool else None
    except RuntimeError as error:  # a pool that has lost a process takes no more work
        if not worker_was_lost(error):
            raise
    return counted


def all_hands(cards: int = 5, engine: str = "auto") -> Generator[tuple[int, ...], None, None]:
    """Yield the growing counts of all hands of 5 or 7 cards by their type, weakest first.

    Raises PokerTableError for another number of cards, or if the engine is not installed.

    >>> *_, counts = all_hands(5, engine="plain")
    >>> counts
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    if cards not in (5, 7):
        raise PokerTableError(f"expected hands of 5 or 7 cards, got {cards}")
    plan = plan_of_hands(cards)
    listed = (tuple(counts[MOST_HANDS:-1]) for counts in counted_arrangements(plan, Runner(engine)))
    growing = accumulate(listed, lambda total, more: tuple(map(add, total, more)))
    return (counts for counts in growing)  # can be closed


def counted_arrangements(plan: Plan, runner: Runner) -> Iterator[list[int]]:
    """Yield the counts of all arrangements of a plan, a piece at a time."""
    every = heads(len(plan.rest), plan.needs)

    def pieces(engine: str) -> Iterator[Piece]:
        most = -(-SAMPLED_AS_LONG * PIECE[engine] // MOST_SIDE_BY_SIDE)
        while piece := list(islice(every, most)):
            yield __version__, engine, plan, piece

    work = plan.arrangements * len(plan.sizes) // MOST_PLAYERS // SAMPLED_AS_LONG
    return runner.counted(count_listed, pieces, "count_listed", work)


def count_listed(version: str, engine: str, plan: Plan, piece: Sequence[Head]) -> list[int]:
    """Return the counts of one piece of arrangements: those with some heads."""
    check_version(version)
    return list(module_of(engine).count_listed(plan, piece))
