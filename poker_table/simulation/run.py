"""Count deals or arrangements: choose the engine, cut the work into pieces, and count them.

What is sent to a worker is a function of an engine with its arguments.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import Any

from poker_table.game.errors import number_in_range
from poker_table.game.players import MOST_PLAYERS, player_numbers
from poker_table.game.random import Random
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.engines.tally import Tally
from poker_table.simulation.kernel.prefixes import MOST_IN_A_PLANE, prefixes
from poker_table.simulation.kernel.wins import Layout
from poker_table.simulation.workers import count_in_order

# To send a piece to another machine costs 2.5 ms, so up to this many batches are sent as one.
MOST_BATCHES_SENT_AS_ONE = 256
ARRANGEMENTS_PER_DEAL = 8  # counted in the time of one deal to as many hands


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
    player_numbers(players)
    resources = Resources(engine, workers, executor)
    return deque(tallies(deals, Random(seed).seed, players, resources), maxlen=1).pop()


def tallies(
    deals: int, seed: int, players: int, resources: Resources
) -> Generator[Tally, None, None]:
    """Yield the tally of the deals that are counted so far, after each piece."""
    tally, hands = Tally(players), deals * players
    for counted in count_numbered("count_deals", (seed, players), range(deals), hands, resources):
        yield (tally := tally + counted)


def count_numbered(
    function: str, arguments: tuple[Any, ...], deals: range, hands: int, resources: Resources
) -> Iterator[Any]:
    """Yield what a function of an engine returns for each piece of the deals.

    `hands` is the number of hands in all of the work, by which the engine is chosen.
    """
    engine, workers = resources.choose(function, hands)
    first, stop = deals.start, deals.stop  # `len` takes no more than 2**63 - 1
    size = _deals_per_piece(stop - first, engine.DEALS_PER_BATCH, workers, resources.executor)
    count = partial(getattr(engine, function), *arguments)
    pieces = (range(begin, min(begin + size, stop)) for begin in range(first, stop, size))
    return count_in_order(count, pieces, engine.IN_THREADS, workers, resources.executor)


def count_all_arrangements(layout: Layout, resources: Resources) -> Iterator[list[int]]:
    """Yield the counts of each piece of all arrangements of a layout."""
    hands = layout.arrangements * len(layout.sizes) // ARRANGEMENTS_PER_DEAL
    engine, workers = resources.choose("count_arrangements", hands)
    size = -(-ARRANGEMENTS_PER_DEAL * engine.DEALS_PER_BATCH // MOST_IN_A_PLANE)
    all_prefixes = prefixes(len(layout.remaining), layout.needs)
    pieces = iter(lambda: list(islice(all_prefixes, size)), [])
    count = partial(engine.count_arrangements, layout)
    return count_in_order(count, pieces, engine.IN_THREADS, workers, resources.executor)


def _deals_per_piece(deals: int, batch: int, workers: int, executor: Executor | None) -> int:
    """Return how many deals a piece has, so that every worker gets the same number of deals."""
    per_worker = -(-deals // workers)
    size = -(-per_worker // -(-per_worker // batch))
    if executor is None:
        return size
    return max(size, min(MOST_BATCHES_SENT_AS_ONE * batch, deals // (16 * workers)))
