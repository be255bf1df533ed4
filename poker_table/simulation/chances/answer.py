"""From a question to how often each hand wins: by every arrangement, or by a sample of deals."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import count, islice
from typing import Any, NamedTuple

from poker_table.game.errors import QuestionError, SimulationError, whole_number
from poker_table.game.hand import HandType
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS
from poker_table.game.version import __version__
from poker_table.simulation.chance import interval
from poker_table.simulation.chances.question import Question, read_question, shown
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.kernel.arranged import MOST_HANDS, OF_A_HAND
from poker_table.simulation.kernel.arrangements import MOST_SIDE_BY_SIDE, heads
from poker_table.simulation.run import PIECE, check_version, choose_engine, in_order, module_of
from poker_table.simulation.workers import local_executor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_EXACT = 2_000_000  # arrangements that are gone through unless a sample is asked for
MOST_FORCED = 10**9
DEALS = 10_000
SAMPLED_AS_LONG = 8  # to deal takes so many times as long as to go through an arrangement


class HandChances(NamedTuple):
    """What came of one hand: counts of deals, its equity, and the interval it lies in."""

    cards: str
    wins: int
    shared: int
    losses: int
    equity: float
    low: float
    high: float
    wins_with: dict[HandType, int]


class Chances:
    """How often each hand wins, in all arrangements of the unknown cards or in a sample.

    `seed` is None if it is exact. `ties` are the deals whose best hand was shared.
    """

    def __init__(self, question: Question, seed: int | None, counts: Sequence[int]) -> None:
        self.question = question
        self.exact = seed is None
        self.seed = seed
        self.deals = counts[-1]
        self.hands = [
            self._hand(shown(hand), counts[OF_A_HAND * k : OF_A_HAND * (k + 1)])
            for k, hand in enumerate(question.hands)
        ]
        self.ties = self.deals - sum(hand.wins for hand in self.hands)

    def __repr__(self) -> str:
        equities = " ; ".join(f"{hand.cards}: {hand.equity:.4f}" for hand in self.hands)
        return f"<Chances: {'exact' if self.exact else 'sampled'}, deals {self.deals}, {equities}>"

    @property
    def within(self) -> float:
        """How far the widest interval reaches to either side."""
        return max(hand.high - hand.low for hand in self.hands) / 2

    def document(self) -> dict[str, object]:
        """Return it all as what JSON can hold; the names are the fields'."""
        hands = [hand._asdict() for hand in self.hands]
        for hand in hands:
            hand["wins_with"] = {str(kind): count for kind, count in hand["wins_with"].items()}
        return {"exact": self.exact, "deals": self.deals, "seed": self.seed, "hands": hands}

    def _hand(self, cards: str, counts: Sequence[int]) -> HandChances:
        won, by_type = counts[:MOST_HANDS], counts[MOST_HANDS:]
        total = sum(count / winners for winners, count in enumerate(won, start=1))
        squares = sum(count / winners**2 for winners, count in enumerate(won, start=1))
        equity = total / self.deals if self.deals else 0.0
        low = high = equity
        if not self.exact:
            low, high = interval(total, squares, self.deals, added=1)
        return HandChances(
            cards, won[0], sum(won[1:]), self.deals - sum(won), equity, low, high,
            dict(zip(HandType, by_type, strict=True)),
        )  # fmt: skip


def chances(
    hands: str | Iterable[str],
    board: str = "",
    dead: str = "",
    players: int | None = None,
    deals: int = DEALS,
    within: float | None = None,
    seed: int | None = None,
    exact: bool | None = None,
    engine: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
) -> Chances:
    """Return how often each of some hands wins, when ? and ?0, ?1, ... are the unknown cards.

    A ? is a card of its own, ?0 the same card wherever it stands. Up to 2,000,000 arrangements are
    all gone through; beyond that so many random deals are a sample, or, with `within`, as many as
    it takes to have every interval reach no further than that to either side. `exact` forces
    either. The answer depends on neither engine nor workers. Raises QuestionError,
    SimulationError, RandomError.

    >>> found = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    >>> found.exact, found.deals, [hand.wins for hand in found.hands]
    (True, 990, [185, 805])
    """
    lines = hands.splitlines() if isinstance(hands, str) else hands
    question = read_question(lines, board=board, dead=dead, players=players)
    whole_number(deals, 1, 2**64, f"1 to {2**64} deals", SimulationError)
    chosen = None if goes_through(question.plan, exact) else Random(seed).seed
    *_, found = progress(question, chosen, deals, within, engine, workers, executor)
    return found


def goes_through(plan: Plan, exact: bool | None = None) -> bool:
    """Return whether all arrangements are gone through. Raises QuestionError for too many."""
    number = plan.arrangements
    if exact and number > MOST_FORCED:
        expected = f"expected at most {MOST_FORCED:,} arrangements of the unknown cards"
        raise QuestionError(f"--exact: {expected}, got {number:,}")
    return number <= MOST_EXACT if exact is None else exact


def progress(
    question: Question,
    seed: int | None,
    deals: int,
    within: float | None,
    engine: str,
    workers: int,
    executor: Executor | None = None,
) -> Generator[Chances, None, None]:
    """Yield the growing chances: of all arrangements, or, of a seed, of its first deals.

    With `within` it is after 10,000, 20,000, 40,000, ... deals that the intervals are looked at.
    """
    plan, total = question.plan, [0] * question.plan.counts
    first = plan.arrangements if seed is None else deals if within is None else DEALS
    for stop in (first << k for k in count()):
        work = stop * len(plan.sizes) // MOST_PLAYERS // (SAMPLED_AS_LONG if seed is None else 1)
        chosen = choose_engine(engine, work)
        pieces = _pieces(plan, seed, total[-1], stop, chosen)
        with local_executor(chosen, workers, work, executor) as pool:
            for counts in in_order(count_piece, pieces, pool, workers):
                total = [a + b for a, b in zip(total, counts, strict=True)]
                yield (found := Chances(question, seed, total))
        if seed is None or within is None or found.within <= within:
            return


def count_piece(
    version: str, engine: str, plan: Plan, seed: int | None, work: Sequence[Any]
) -> list[int]:
    """Return the counts of one piece: of some heads, or of the deals from one up to another.

    It runs wherever the executor has it run. Raises SimulationError for another version there.
    """
    check_version(version)
    if seed is None:
        return list(module_of(engine).count_listed(plan, work))
    return list(module_of(engine).count_dealt(plan, seed, *work))


def _pieces(plan: Plan, seed: int | None, begin: int, stop: int, engine: str) -> Iterator[Any]:
    size = PIECE[engine]
    if seed is not None:
        for first in range(begin, stop, size):
            yield __version__, engine, plan, seed, (first, min(size, stop - first))
        return
    every, most = heads(len(plan.rest), plan.needs), -(-SAMPLED_AS_LONG * size // MOST_SIDE_BY_SIDE)
    while piece := list(islice(every, most)):
        yield __version__, engine, plan, None, piece
