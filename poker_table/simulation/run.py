"""Run a simulation or count all arrangements: cut the work into pieces, count each with an engine.

The calls, from the command to the arithmetic of the kernel:

1. `run_simulation` cuts the deals into pieces, each a `Deals`.
2. `Runner.count` chooses the engine, and `local_executor` the workers. `count_piece` runs there.
3. `Deals.count_with(engine)` calls the engine's `count_deals`.
4. `count_deals` calls the kernel: `draw_words`, `shuffle`, `judge` and `count_tables`.
"""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from importlib.util import find_spec
from itertools import accumulate, islice
from operator import add
from typing import NamedTuple, Protocol, TypeVar

from poker_table.game.errors import PokerTableError, missing_extra, one_of, whole_number
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, player_numbers
from poker_table.game.version import __version__
from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines.compiler import (
    LOWEST_PRIORITY,
    Compiler,
    compiled_engine,
    fast_engine,
    is_compiled,
)
from poker_table.simulation.engines.engine import Engine, Plan, plan_of_hands
from poker_table.simulation.engines.plain import PLAIN
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.chances import MOST_HANDS
from poker_table.simulation.kernel.prefixes import MOST_IN_A_PLANE, Prefix, prefixes
from poker_table.simulation.workers import local_executor, worker_was_lost

Count = TypeVar("Count")
PieceCount = TypeVar("PieceCount", covariant=True)

ENGINES = "auto", "plain", "fast"
# Each engine counts a piece in about a tenth of a second. Ctrl-C and checkpoints wait for the piece
# that is being counted.
DEALS_PER_PIECE = {"plain": 2**15, "fast": 2**20}
# To send a piece to another machine costs about 2 ms, so up to this many are sent as one.
MOST_PIECES_SENT_AS_ONE = 256
# With fewer deals, the plain engine is done before Numba would have loaded.
FAST_FROM_DEALS = 300_000
# Up to this many deals per worker, the plain engine may finish before the fast one is compiled.
# The compiler then runs at the lowest priority.
LOW_PRIORITY_DEALS = 2**24
ARRANGEMENTS_PER_DEAL = 8  # counted in the time of one deal to ten players


class Piece(Protocol[PieceCount]):
    """A part of the work, small enough to be sent to another process."""

    def count_with(self, engine: Engine) -> PieceCount:
        """Return what the engine counts in this piece."""


class Deals(NamedTuple):
    """Consecutive deals of a simulation."""

    seed: int
    first: int
    deals: int
    players: int

    def count_with(self, engine: Engine) -> Tally:
        """Return the tally of these deals, counted with the engine."""
        tally, size = Tally(self.players), DEALS_PER_PIECE[engine.name]
        end = self.first + self.deals
        for first in range(self.first, end, size):  # more than once in a piece for another machine
            deals = min(size, end - first)
            tally += engine.count_deals(self.seed, first, deals, self.players, STRANGENESS)
        return tally


class Arrangements(NamedTuple):
    """The arrangements of a plan that begin with one of the given prefixes."""

    plan: Plan
    prefixes: Sequence[Prefix]

    def count_with(self, engine: Engine) -> list[int]:
        """Return the counts of each hand, as the kernel's `chances.py` lays them out."""
        return engine.count_arrangements(self.plan, self.prefixes)


class Simulation:
    """The settings of a simulation: the number of deals from deal 0 on, the seed, the players.

    Without a seed it takes one from the operating system. Raises PokerTableError unless there are
    1 to 2**64 deals, 1 to 10 players and, if one is given, a seed of 0 to 2**64 - 1.
    """

    def __init__(self, deals: int, seed: int | None = None, players: int = MOST_PLAYERS) -> None:
        self.deals: int = whole_number(deals, 1, 2**64, f"1 to {2**64} deals")
        self.seed: int = Random(seed).seed
        self.players: int = len(player_numbers(players))

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
    """Return the tally of the first deals of a seed. It depends on neither engine nor workers.

    `executor` may be any executor of concurrent.futures; three pieces for each of the `workers` are
    then in flight. On macOS and Windows, a script must call this function with several workers
    below `if __name__ == "__main__":`, as multiprocessing requires. Raises PokerTableError as
    Simulation does, or if the engine is not installed.

    >>> tally = simulate(2000, seed=7)
    >>> tally.deals, sum(tally.held), sum(tally.alone) + tally.tied
    (2000, 20000, 2000)
    """
    simulation = Simulation(deals, seed, players)
    workers = whole_number(workers, 1, 2**16, "1 to 65536 workers")
    tallies = run_simulation(simulation, Tally(players), Runner(engine, workers, executor))
    return deque(tallies, maxlen=1).pop()


def run_simulation(
    simulation: Simulation, tally: Tally, runner: Runner
) -> Generator[Tally, None, None]:
    """Count the deals that `tally` does not count yet; yield the tally after each piece."""
    stop, seed, players = simulation.deals, simulation.seed, simulation.players

    def pieces(engine: Engine) -> Iterator[Deals]:
        size = runner.piece_size(engine, stop - tally.deals)
        for first in range(tally.deals, stop, size):
            yield Deals(seed, first, min(size, stop - first), players)

    for counted in runner.count(pieces, "count_deals", stop - tally.deals):
        tally += counted
        yield tally


def all_hands(cards: int = 5, engine: str = "auto") -> Generator[tuple[int, ...], None, None]:
    """Yield how many hands of 5 or 7 cards have each type, weakest first, after each piece.

    The last numbers yielded count all hands. Raises PokerTableError for another number of cards, or
    if the engine is not installed.

    >>> *_, counts = all_hands(5, engine="plain")
    >>> counts
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    if cards not in (5, 7):
        raise PokerTableError(f"expected hands of 5 or 7 cards, got {cards}")
    pieces = count_all_arrangements(plan_of_hands(cards), Runner(engine))
    # A single hand always wins alone, so its wins by type are the hands of each type.
    by_type = (tuple(counts[MOST_HANDS:-1]) for counts in pieces)
    totals = accumulate(by_type, lambda total, more: tuple(map(add, total, more)))
    return (counts for counts in totals)  # `accumulate` has no `close`, which callers need


def count_all_arrangements(plan: Plan, runner: Runner) -> Iterator[list[int]]:
    """Yield the counts of each piece of all arrangements of a plan."""
    all_prefixes = prefixes(len(plan.remaining), plan.needs)

    def pieces(engine: Engine) -> Iterator[Arrangements]:
        size = -(-ARRANGEMENTS_PER_DEAL * DEALS_PER_PIECE[engine.name] // MOST_IN_A_PLANE)
        while next_prefixes := list(islice(all_prefixes, size)):
            yield Arrangements(plan, next_prefixes)

    work = plan.arrangements * len(plan.sizes) // MOST_PLAYERS // ARRANGEMENTS_PER_DEAL
    return runner.count(pieces, "count_arrangements", work)


def _warn(message: str) -> None:
    warnings.warn(message, RuntimeWarning, stacklevel=2)


class Runner:
    """Counts pieces with an engine, on local workers or in an executor.

    With `auto`, the plain engine counts if there is little work, and while another process compiles
    the fast engine. `on_compiling` is called when that process starts. `on_broken` is called with a
    message if Numba fails; the plain engine then counts the other pieces.
    """

    def __init__(
        self,
        engine: str = "auto",
        workers: int = 1,
        executor: Executor | None = None,
        on_compiling: Callable[[], object] = lambda: None,
        on_broken: Callable[[str], object] = _warn,
    ) -> None:
        self.engine: str = engine
        self.workers = workers
        self.executor = executor
        self.on_compiling = on_compiling
        self.on_broken = on_broken
        self.compilers: dict[str, Compiler] = {}  # by the function that each of them compiles

    def count(
        self, pieces: Callable[[Engine], Iterator[Piece[Count]]], function: str, work: int
    ) -> Iterator[Count]:
        """Yield the count of each piece, in the order of the pieces.

        `pieces` returns the pieces for an engine. It is called again when the engine changes, and
        must then start after the last piece whose count was yielded. `function` is the name of the
        engine's function that counts a piece. `work` is the amount of work, in ten-player deals.
        """
        engine = PLAIN
        if choose_engine(self.engine, work) == "fast":
            if compiler := self._compiler_of(function, work):
                with compiler:
                    yield from self._count(_until_compiled(compiler, pieces(PLAIN)), PLAIN, work)
                if compiler.poll() is None:  # the plain engine has counted all pieces
                    return
            engine = self._fast_engine(function)
        yield from self._count(pieces(engine), engine, work)

    def piece_size(self, engine: Engine, deals: int) -> int:
        """Return how many deals a piece has, so that every worker gets the same number of deals."""
        per_worker = max(1, -(-deals // self.workers))
        pieces_per_worker = -(-per_worker // DEALS_PER_PIECE[engine.name])
        size = -(-per_worker // pieces_per_worker)
        if self.executor is None:
            return size
        most = MOST_PIECES_SENT_AS_ONE * DEALS_PER_PIECE[engine.name]
        return max(size, min(most, deals // (16 * self.workers)))

    def _compiler_of(self, function: str, work: int) -> Compiler | None:
        """Return the process that compiles a function, or None; start it if that is necessary.

        With `--engine fast` there is none: the first call compiles, and the user waits. An
        executor's workers compile for themselves.
        """
        if self.engine != "auto" or self.executor is not None:
            return None
        if function not in self.compilers and not is_compiled(function):
            self.on_compiling()
            low_priority = work <= self.workers * LOW_PRIORITY_DEALS
            self.compilers[function] = Compiler(function, LOWEST_PRIORITY if low_priority else 0)
        return self.compilers.get(function)

    def _fast_engine(self, function: str) -> Engine:
        """Return the fast engine, with the function compiled, or the plain one if Numba fails."""
        try:
            if function in self.compilers and self.compilers[function].poll():
                raise PokerTableError("it cannot be compiled")
            return compiled_engine(function) if self.executor is None else fast_engine()
        except Exception as error:  # Numba and its dependencies raise many types of error
            reason = str(error).partition("\n")[0] or type(error).__name__
            self.on_broken(
                f"The fast engine does not work here, so the plain engine is used: {reason}"
            )
            self.engine = "plain"
            return PLAIN

    def _count(self, pieces: Iterable[Piece[Count]], engine: Engine, work: int) -> Iterator[Count]:
        with local_executor(engine.name, self.workers, work, self.executor) as executor:
            yield from count_in_order(pieces, engine, executor, self.workers)


def _until_compiled(compiler: Compiler, pieces: Iterator[Piece[Count]]) -> Iterator[Piece[Count]]:
    """Yield pieces while the compiler runs, and take no piece that is not yielded."""
    while compiler.poll() is None and (piece := next(pieces, None)) is not None:
        yield piece


def choose_engine(engine: str, work: int) -> str:
    """Return the engine to use for an amount of work, in deals to ten players.

    Raises PokerTableError if the engine is unknown or not installed.
    """
    if engine not in ENGINES:
        raise PokerTableError(expected=one_of(ENGINES), given=engine, parameter="engine")
    installed = find_spec("numba") is not None
    if engine == "fast" and not installed:
        raise missing_extra("the fast engine", "fast")
    if engine == "auto":
        return "fast" if installed and work >= FAST_FROM_DEALS else "plain"
    return engine


def count_piece(version: str, engine: Engine, piece: Piece[Count]) -> Count:
    """Return what an engine counts in a piece. An executor may call this on another machine.

    Raises PokerTableError if the poker-table there is not of the given version.
    """
    if version != __version__:
        raise PokerTableError(
            f"poker-table {version} sent work to a worker that has {__version__}:"
            " install the same version on both"
        )
    return piece.count_with(engine)


def count_in_order(
    pieces: Iterable[Piece[Count]], engine: Engine, executor: Executor | None, workers: int
) -> Iterator[Count]:
    """Yield the count of each piece, in the order of the pieces.

    Without an executor, this thread counts. Otherwise up to three pieces per worker are in flight,
    and a piece whose worker was lost is counted again in this thread.
    """
    if executor is None:
        for piece in pieces:
            yield count_piece(__version__, engine, piece)
        return
    in_flight: deque[tuple[Piece[Count], Future[Count]]] = deque()
    for piece in pieces:
        in_flight.append((piece, _submit(executor, engine, piece)))
        if len(in_flight) >= 3 * workers:
            yield _result(engine, *in_flight.popleft())
    while in_flight:
        yield _result(engine, *in_flight.popleft())


def _submit(executor: Executor, engine: Engine, piece: Piece[Count]) -> Future[Count]:
    """Submit a piece to an executor, and return its future."""
    try:
        return executor.submit(count_piece, __version__, engine, piece)
    except RuntimeError as error:  # an executor that has lost a process accepts no more work
        future: Future[Count] = Future()
        future.set_exception(error)
        return future


def _result(engine: Engine, piece: Piece[Count], future: Future[Count]) -> Count:
    """Return the count of a piece; count it here if its worker was lost."""
    try:
        return future.result()
    except Exception as error:
        if not worker_was_lost(error):
            raise
        return count_piece(__version__, engine, piece)
