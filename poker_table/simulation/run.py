"""A simulation from its settings to its tally."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib.util import find_spec
from itertools import accumulate, islice, takewhile
from operator import add
from typing import Any, TypeVar

from poker_table.game.errors import SimulationError, one_of, quoted, whole_number
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS, seats
from poker_table.game.version import __version__
from poker_table.simulation.chance import STRANGENESS
from poker_table.simulation.engines import plain
from poker_table.simulation.engines.compiler import FAST, LEAST, Compiler, is_compiled
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.arranged import MOST_HANDS
from poker_table.simulation.kernel.arrangements import heads
from poker_table.simulation.workers import local_executor, worker_was_lost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

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


class Simulation:
    """What is asked for: so many deals of a seed, from deal 0 on, for a number of players.

    Without a seed it takes one from the operating system. Raises SimulationError unless there are
    1 to 2**64 deals, TableError unless there are 1 to 10 players, RandomError for a seed that is
    none.
    """

    def __init__(self, deals: int, seed: int | None = None, players: int = MOST_PLAYERS) -> None:
        self.deals = whole_number(deals, 1, 2**64, f"1 to {2**64} deals", SimulationError)
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
    on its way. Raises what Simulation does, and SimulationError if the engine is not installed.

    >>> tally = simulate(2000, seed=7)
    >>> tally.deals, sum(tally.held), sum(tally.alone) + tally.tied
    (2000, 20000, 2000)
    """
    simulation = Simulation(deals, seed, players)
    workers = whole_number(workers, 1, 2**16, "1 to 65536 workers", SimulationError)
    growing = progress(simulation, Tally(players), engine, workers, executor)
    return deque(growing, maxlen=1).pop()


def progress(
    simulation: Simulation,
    tally: Tally,
    engine: str,
    workers: int,
    executor: Executor | None = None,
) -> Generator[Tally, None, None]:
    """Yield the growing tally, a piece at a time, from where the given one left off."""
    left = simulation.deals - tally.deals
    chosen = choose_engine(engine, left)
    if executor is None and must_compile(engine, left):
        with Compiler(FAST, LEAST if left <= workers * MEANWHILE else 0) as compiler:
            works = lambda _: compiler.poll() is None  # noqa: E731
            growing = _growing(simulation, tally, "plain", workers, None, works)
            for tally in growing:
                yield tally
        chosen = "plain" if compiler.poll() else "fast"  # plain if it failed
    yield from _growing(simulation, tally, chosen, workers, executor)


def must_compile(engine: str, deals: int) -> bool:
    """Return whether the fast engine is the best one, but has yet to be compiled."""
    return engine == "auto" and choose_engine(engine, deals) == "fast" and not is_compiled()


def _growing(
    simulation: Simulation,
    tally: Tally,
    engine: str,
    workers: int,
    executor: Executor | None,
    goes_on: Callable[[Piece], bool] = bool,
) -> Iterator[Tally]:
    """Yield the growing tally as one engine counts, to the end or as long as it is to go on."""
    left = simulation.deals - tally.deals
    share = max(1, -(-left // workers))
    size = -(-share // -(-share // PIECE[engine]))  # no worker has one piece more than another
    if executor is not None:
        size = max(size, min(AWAY * PIECE[engine], left // (16 * workers)))
    pieces = (
        (__version__, engine, simulation.seed, first, min(size, simulation.deals - first),
         simulation.players)
        for first in range(tally.deals, simulation.deals, size)
    )  # fmt: skip
    with local_executor(engine, workers, left, executor) as pool:
        for counted in in_order(count_piece, takewhile(goes_on, pieces), pool, workers):
            tally += counted
            yield tally


def choose_engine(engine: str, deals: int) -> str:
    """Return the engine to use. Raises SimulationError if it is unknown or not installed."""
    if engine not in ENGINES:
        raise SimulationError(f"engine: expected {one_of(ENGINES)}, got {quoted(engine)}")
    installed = find_spec("numba") is not None
    if engine == "fast" and not installed:
        raise SimulationError("--engine fast needs the extra: pip install 'poker-table[fast]'")
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

    Raises SimulationError if the version there is not the one that asks.
    """
    check_version(version)
    tally, size = Tally(players), PIECE[engine]
    for begin in range(first, first + deals, size):
        part = min(size, first + deals - begin)
        tally += module_of(engine).count_deals(seed, begin, part, players, STRANGENESS)
    return tally


def check_version(asking: str) -> None:
    """Raise SimulationError if the version that asks is not the one here."""
    if asking != __version__:
        raise SimulationError(f"poker-table {asking} asks, a worker has {__version__}")


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

    Raises SimulationError for another number of cards, or if the engine is not installed.

    >>> *_, counts = all_hands(5, engine="plain")
    >>> counts
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    if cards not in (5, 7):
        raise SimulationError(f"expected hands of 5 or 7 cards, got {cards}")
    plan = Plan(tuple(range(52)), (0,) * cards, (cards,), (0,) * 52, (1,))
    deals = plan.arrangements // MOST_PLAYERS  # a deal has as many hands
    waits = must_compile(engine, deals)  # for longer than the plain engine takes for all
    counting = module_of("plain" if waits else choose_engine(engine, deals))
    every = heads(52, plan.needs)
    pieces = iter(lambda: list(islice(every, 32)), [])
    counted = (tuple(counting.count_listed(plan, piece)[MOST_HANDS:-1]) for piece in pieces)
    growing = accumulate(counted, lambda total, more: tuple(map(add, total, more)))
    return (counts for counts in growing)  # can be closed
