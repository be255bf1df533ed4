"""Simulations and counts of all hands: work cut into pieces, each counted by an engine."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from importlib.util import find_spec
from itertools import accumulate, islice
from operator import add
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from poker_table.game.errors import PokerTableError, one_of, quoted, whole_number
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.game.version import __version__
from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines.engine import Engine, Plan, plan_of_hands
from poker_table.simulation.engines.plain import PLAIN
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.arranged import MOST_HANDS
from poker_table.simulation.kernel.arrangements import MOST_SIDE_BY_SIDE, Head, heads
from poker_table.simulation.workers import local_executor, worker_was_lost

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

    from poker_table.simulation.engines.compiler import Compiler

Counted = TypeVar("Counted")
Found = TypeVar("Found", covariant=True)

ENGINES = "auto", "plain", "fast"
# A piece takes a tenth of a second or so: Ctrl-C and checkpoints wait for no more than that.
PIECE = {"plain": 2**15, "fast": 2**20}
# For another machine as many pieces may be sent as one: its way costs 2 ms or so.
MOST_SENT_AS_ONE = 256
# With fewer deals the plain engine is done before Numba is loaded.
WORTH_LOADING = 300_000
# With fewer deals for each worker the plain engine may be done before the fast one is compiled, so
# the compiler runs at the lowest priority.
DEALT_WHILE_COMPILING = 2**24
ARRANGEMENTS_A_DEAL = 8  # that are gone through in the time of one deal


class Piece(Protocol[Found]):
    """Some of the work, small enough to be sent to another process."""

    def counted_by(self, engine: Engine) -> Found:
        """Return what the engine counts."""


class Deals(NamedTuple):
    """Some consecutive deals of a simulation."""

    seed: int
    first: int
    deals: int
    players: int

    def counted_by(self, engine: Engine) -> Tally:
        """Return their tally."""
        tally, size = Tally(self.players), PIECE[engine.name]
        for begin in range(self.first, self.first + self.deals, size):  # several, if sent as one
            part = min(size, self.first + self.deals - begin)
            tally += engine.count_deals(self.seed, begin, part, self.players, STRANGENESS)
        return tally


class Arrangements(NamedTuple):
    """The arrangements of a plan that begin with one of some heads."""

    plan: Plan
    heads: Sequence[Head]

    def counted_by(self, engine: Engine) -> list[int]:
        """Return how often each hand won in them."""
        return engine.count_listed(self.plan, self.heads)


class Simulation:
    """What is asked for: so many deals of a seed, from deal 0 on, for a number of players.

    Without a seed it takes one from the operating system. Raises PokerTableError unless there are
    1 to 2**64 deals, 1 to 10 players and, if one is given, a seed of 0 to 2**64 - 1.
    """

    def __init__(self, deals: int, seed: int | None = None, players: int = MOST_PLAYERS) -> None:
        self.deals = whole_number(deals, 1, 2**64, f"1 to {2**64} deals")
        self.seed = Random(seed).seed
        self.players = len(player_numbers(players))

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


def progress(simulation: Simulation, tally: Tally, runner: Runner) -> Generator[Tally, None, None]:
    """Yield the growing tally, a piece at a time, from where the given one left off."""
    stop, seed, players = simulation.deals, simulation.seed, simulation.players

    def pieces(engine: Engine) -> Iterator[Deals]:
        size = runner.size(engine, stop - tally.deals)
        for first in range(tally.deals, stop, size):
            yield Deals(seed, first, min(size, stop - first), players)

    for counted in runner.counted(pieces, "count_deals", stop - tally.deals):
        tally += counted
        yield tally


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
    # The only hand always wins alone: its wins by type are all hands by type.
    listed = (tuple(counts[MOST_HANDS:-1]) for counts in counted_arrangements(plan, Runner(engine)))
    growing = accumulate(listed, lambda total, more: tuple(map(add, total, more)))
    return (counts for counts in growing)  # which can be closed, as `accumulate` cannot


def counted_arrangements(plan: Plan, runner: Runner) -> Iterator[list[int]]:
    """Yield the counts of all arrangements of a plan, a piece at a time."""
    every = heads(len(plan.remaining), plan.needs)

    def pieces(engine: Engine) -> Iterator[Arrangements]:
        most = -(-ARRANGEMENTS_A_DEAL * PIECE[engine.name] // MOST_SIDE_BY_SIDE)
        while together := list(islice(every, most)):
            yield Arrangements(plan, together)

    work = plan.arrangements * len(plan.sizes) // MOST_PLAYERS // ARRANGEMENTS_A_DEAL
    return runner.counted(pieces, "count_listed", work)


def _warn(text: str) -> None:
    warnings.warn(text, RuntimeWarning, stacklevel=2)


class Runner:
    """Who counts: an engine, and so many workers here or an executor's.

    `auto` is the plain engine for little work, and until what the fast one needs is compiled;
    `compiling` is called when that begins, and `broken` with a sentence if Numba fails: then the
    plain engine goes on.
    """

    def __init__(
        self,
        engine: str = "auto",
        workers: int = 1,
        executor: Executor | None = None,
        compiling: Callable[[], object] = bool,
        broken: Callable[[str], object] = _warn,
    ) -> None:
        self.engine = engine
        self.workers = workers
        self.executor = executor
        self.compiling = compiling
        self.broken = broken
        self.compiler: Compiler | None = None

    def counted(
        self,
        pieces: Callable[[Engine], Iterator[Piece[Counted]]],
        function: str,
        work: int,
    ) -> Iterator[Counted]:
        """Yield the count of each piece, in their order.

        `pieces` is called again when the engine changes, and then begins where the counts that were
        yielded end. `function` is what the engine does, `work` how much, in deals to ten players.
        """
        engine = PLAIN
        if choose_engine(self.engine, work) == "fast":
            if self._must_compile(function):
                yield from self._meanwhile(pieces(PLAIN), function, work)
                if self.compiler and self.compiler.poll() is None:  # the plain engine was sooner
                    return
            engine = self._fast(function)
        yield from self._counted(pieces(engine), engine, work)

    def size(self, engine: Engine, deals: int) -> int:
        """Return how many deals a piece has: as many as any other, whichever worker has it."""
        share = max(1, -(-deals // self.workers))
        size = -(-share // -(-share // PIECE[engine.name]))
        if self.executor is None:
            return size
        return max(size, min(MOST_SENT_AS_ONE * PIECE[engine.name], deals // (16 * self.workers)))

    def _must_compile(self, function: str) -> bool:
        """Return whether the plain engine deals first, while the fast one is compiled.

        It does not where somebody asked for the fast engine by its name.
        """
        from poker_table.simulation.engines.compiler import is_compiled

        by_itself = self.engine == "auto" and self.executor is None
        return by_itself and (self.compiler is not None or not is_compiled(function))

    def _meanwhile(
        self, pieces: Iterator[Piece[Counted]], function: str, work: int
    ) -> Iterator[Counted]:
        """Yield what the plain engine counts until the fast one is compiled in another process."""
        from poker_table.simulation.engines.compiler import LOWEST_PRIORITY, Compiler

        if self.compiler is None:
            self.compiling()
            little = work <= self.workers * DEALT_WHILE_COMPILING
            self.compiler = Compiler(function, LOWEST_PRIORITY if little else 0)
        compiler = self.compiler
        with compiler:
            until_then = iter(lambda: next(pieces, None) if compiler.poll() is None else None, None)
            yield from self._counted(until_then, PLAIN, work)

    def _fast(self, function: str) -> Engine:
        """Return the fast engine, ready for a function, or the plain one if Numba fails."""
        from poker_table.simulation.engines.compiler import compiled_engine, fast_engine

        try:
            if self.compiler and self.compiler.poll():
                raise PokerTableError("it cannot be compiled")
            return compiled_engine(function) if self.executor is None else fast_engine()
        except Exception as error:  # Numba and what it needs fail in many ways
            why = str(error).partition("\n")[0] or type(error).__name__
            self.broken(f"The fast engine does not work here, so the plain one goes on: {why}")
            self.engine = "plain"
            return PLAIN

    def _counted(
        self, pieces: Iterable[Piece[Counted]], engine: Engine, work: int
    ) -> Iterator[Counted]:
        with local_executor(engine.name, self.workers, work, self.executor) as pool:
            yield from in_order(pieces, engine, pool, self.workers)


def choose_engine(engine: str, work: int) -> str:
    """Return the engine to use for so many deals.

    Raises PokerTableError if it is unknown or not installed.
    """
    if engine not in ENGINES:
        raise PokerTableError(f"engine: expected {one_of(ENGINES)}, got {quoted(engine)}")
    installed = find_spec("numba") is not None
    if engine == "fast" and not installed:
        raise PokerTableError("--engine fast needs Numba: pip install numba numpy")
    if engine == "auto":
        return "fast" if installed and work >= WORTH_LOADING else "plain"
    return engine


def count_piece(version: str, engine: Engine, piece: Piece[Counted]) -> Counted:
    """Return what an engine counts in a piece; runs wherever the executor has it run.

    Raises PokerTableError if the version there is not the one that asks.
    """
    if version != __version__:
        raise PokerTableError(f"poker-table {version} asks, a worker has {__version__}")
    return piece.counted_by(engine)


def in_order(
    pieces: Iterable[Piece[Counted]], engine: Engine, pool: Executor | None, workers: int
) -> Iterator[Counted]:
    """Yield the count of each piece, in their order; a few at a time are on their way."""
    window = 1 if pool is None else 3 * workers
    on_their_way: deque[Callable[[], Counted]] = deque()
    for piece in pieces:
        on_their_way.append(_sent(piece, engine, pool))
        if len(on_their_way) >= window:
            yield on_their_way.popleft()()
    while on_their_way:
        yield on_their_way.popleft()()


def _sent(piece: Piece[Counted], engine: Engine, pool: Executor | None) -> Callable[[], Counted]:
    """Return what waits for a piece that the pool counts, or counts it if its worker was lost."""

    def counted() -> Counted:
        try:
            return future.result() if future else count_piece(__version__, engine, piece)
        except Exception as error:
            if not worker_was_lost(error):
                raise
            return count_piece(__version__, engine, piece)

    future: Future[Counted] | None = None
    try:
        future = pool.submit(count_piece, __version__, engine, piece) if pool else None
    except RuntimeError as error:  # a pool that has lost a process takes no more work
        if not worker_was_lost(error):
            raise
    return counted
