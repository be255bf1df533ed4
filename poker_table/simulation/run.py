"""Run a simulation, or count all hands of five or seven cards.

The work is cut into pieces. What is sent to a worker is a function of an engine with its arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import accumulate, islice
from operator import add
from typing import Any, TypeVar

from poker_table.game.errors import PokerTableError, number_in_range
from poker_table.game.players import MOST_PLAYERS, player_numbers
from poker_table.game.random import Random
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.engines.engine import Engine, consecutive, plan_of_hands
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.prefixes import MOST_IN_A_PLANE, prefixes
from poker_table.simulation.kernel.wins import MOST_HANDS, Plan
from poker_table.simulation.workers import count_in_order, local_executor

Count = TypeVar("Count")

# To send a piece to another machine costs 2.5 ms, so up to this many are sent as one.
MOST_PIECES_SENT_AS_ONE = 256
ARRANGEMENTS_PER_DEAL = 8  # counted in the time of one deal to ten players


def simulate(
    deals: int,
    seed: int | None = None,
    players: int = MOST_PLAYERS,
    engine: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
) -> Tally:
    """Return the tally of the first deals of a seed. It depends on neither engine nor workers.

    Without a seed it takes one from the operating system. `executor` may be any executor of
    concurrent.futures; three pieces for each of the `workers` are then in flight. On macOS and
    Windows, a script must call this function with several workers below
    `if __name__ == "__main__":`, as multiprocessing requires. Raises PokerTableError unless there
    are 1 to 2**64 deals, 1 to 10 players, a seed of 0 to 2**64 - 1 and an engine that is installed.

    >>> tally = simulate(2000, seed=7)
    >>> tally.deals, sum(tally.held), sum(tally.alone) + tally.tied
    (2000, 20000, 2000)
    """
    number_in_range(deals, 1, 2**64, f"1 to {2**64} deals")
    number_in_range(workers, 1, 2**16, "1 to 65536 workers")
    player_numbers(players)
    resources = Resources(engine, workers, executor)
    return deque(tallies(deals, Random(seed).seed, players, resources), maxlen=1).pop()


def tallies(
    deals: int, seed: int, players: int, resources: Resources
) -> Generator[Tally, None, None]:
    """Yield the tally of the deals that are counted so far, after each piece."""
    engine, tally = resources.choose("count_deals", deals), Tally(players)
    size = _deals_per_piece(engine, deals, resources)
    count = partial(engine.count_deals, seed, players)
    for counted in count_pieces(engine, count, consecutive(0, deals, size), deals, resources):
        yield (tally := tally + counted)


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
    pieces = count_all_arrangements(plan_of_hands(cards), Resources(engine))
    # A single hand always wins alone, so its wins by type are the hands of each type.
    by_type = (tuple(counts[MOST_HANDS:-1]) for counts in pieces)
    totals = accumulate(by_type, lambda total, more: tuple(map(add, total, more)))
    return (counts for counts in totals)  # `accumulate` has no `close`, which callers need


def count_all_arrangements(plan: Plan, resources: Resources) -> Iterator[list[int]]:
    """Yield the counts of each piece of all arrangements of a plan."""
    work = plan.arrangements * len(plan.sizes) // MOST_PLAYERS // ARRANGEMENTS_PER_DEAL
    engine = resources.choose("count_arrangements", work)
    size = -(-ARRANGEMENTS_PER_DEAL * engine.DEALS_PER_PIECE // MOST_IN_A_PLANE)
    all_prefixes = prefixes(len(plan.remaining), plan.needs)
    pieces = iter(lambda: (list(islice(all_prefixes, size)),), ([],))
    return count_pieces(engine, partial(engine.count_arrangements, plan), pieces, work, resources)


def count_pieces(
    engine: Engine,
    count: Callable[..., Count],
    pieces: Iterable[tuple[Any, ...]],
    work: int,
    resources: Resources,
) -> Iterator[Count]:
    """Yield what `count`, a function of the engine, returns for the arguments of each piece."""
    if resources.executor is not None:
        yield from count_in_order(count, pieces, resources.executor, resources.workers)
        return
    with local_executor(engine.IN_THREADS, resources.workers, work) as executor:
        yield from count_in_order(count, pieces, executor, resources.workers)


def _deals_per_piece(engine: Engine, deals: int, resources: Resources) -> int:
    """Return how many deals a piece has, so that every worker gets the same number of deals."""
    per_worker, most_at_once = -(-deals // resources.workers), int(engine.DEALS_PER_PIECE)
    pieces_per_worker = -(-per_worker // most_at_once)
    size = -(-per_worker // pieces_per_worker)
    if resources.executor is None:
        return size
    most = MOST_PIECES_SENT_AS_ONE * most_at_once
    return max(size, min(most, deals // (16 * resources.workers)))
