"""From a question to how often each hand wins: by every arrangement, or by a sample of deals."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import count
from typing import NamedTuple

from poker_table.game.errors import PokerTableError, whole_number
from poker_table.game.hand import HandType
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS
from poker_table.game.version import __version__
from poker_table.hands.sentence import Sentence
from poker_table.show.page import Interval
from poker_table.simulation.chance import interval
from poker_table.simulation.chances.question import Question, read_question, shown
from poker_table.simulation.engines.plan import Plan
from poker_table.simulation.kernel.arranged import MOST_HANDS, OF_A_HAND
from poker_table.simulation.run import (
    PIECE,
    Piece,
    Runner,
    check_version,
    counted_arrangements,
    module_of,
)

MOST_EXACT = 2_000_000  # arrangements that are gone through unless a sample is asked for
MOST_FORCED = 10**9
DEALS = 10_000


class HandChances(NamedTuple):
    """What came of one hand: counts of deals, its equity, and the interval it lies in."""

    hand: int
    cards: Sentence
    wins: int
    shared: int
    losses: int
    equity: float
    low: float
    high: float
    wins_with: dict[HandType, int]

    @property
    def interval(self) -> Interval:
        """Where the equity lies, 95 times in 100."""
        return Interval(self.low, self.equity, self.high)


class Chances:
    """How often each hand wins, in all arrangements of the unknown cards or in a sample.

    `seed` is None if it is exact. `ties` are the deals whose best hand was shared.

    >>> chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    <Chances: exact, deals 990, KH QS 9D 2C JH ? ?: 0.1869 ; AS AC 9D 2C JH ? ?: 0.8131>
    """

    def __init__(self, question: Question, seed: int | None, counts: Sequence[int]) -> None:
        self.question = question
        self.exact = seed is None
        self.seed = seed
        self.deals = counts[-1]
        self.hands = [
            self._hand(k + 1, shown(hand), counts[OF_A_HAND * k : OF_A_HAND * (k + 1)])
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

    def _hand(self, number: int, cards: Sentence, counts: Sequence[int]) -> HandChances:
        won, by_type = counts[:MOST_HANDS], counts[MOST_HANDS:]
        total = sum(count / winners for winners, count in enumerate(won, start=1))
        squares = sum(count / winners**2 for winners, count in enumerate(won, start=1))
        equity = total / self.deals if self.deals else 0.0
        low = high = equity
        if not self.exact:
            low, high = interval(total, squares, self.deals, added=1)
        return HandChances(
            number, cards, won[0], sum(won[1:]), self.deals - sum(won), equity, low, high,
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
    either. The answer depends on neither engine nor workers. Raises PokerTableError.

    >>> found = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    >>> found.exact, found.deals, [hand.wins for hand in found.hands]
    (True, 990, [185, 805])
    """
    lines = hands.splitlines() if isinstance(hands, str) else hands
    question = read_question(lines, board=board, dead=dead, players=players)
    whole_number(deals, 1, 2**64, f"1 to {2**64} deals")
    chosen = None if goes_through(question.plan, exact) else Random(seed).seed
    *_, found = progress(question, chosen, deals, within, Runner(engine, workers, executor))
    return found


def goes_through(plan: Plan, exact: bool | None = None) -> bool:
    """Return whether all arrangements are gone through. Raises PokerTableError for too many."""
    number = plan.arrangements
    if exact and number > MOST_FORCED:
        expected = f"expected at most {MOST_FORCED:,} arrangements of the unknown cards"
        raise PokerTableError(f"--exact: {expected}, got {number:,}")
    return number <= MOST_EXACT if exact is None else exact


def progress(
    question: Question, seed: int | None, deals: int, within: float | None, runner: Runner
) -> Generator[Chances, None, None]:
    """Yield the growing chances: of all arrangements, or, of a seed, of its first deals.

    With `within` it is after 10,000, 20,000, 40,000, ... deals that the intervals are looked at.
    """
    plan = question.plan
    total = [0] * plan.counts
    for stop in (DEALS << k for k in count()) if within else (deals,):
        for counts in _counted(plan, seed, total[-1], stop, runner):
            total = [a + b for a, b in zip(total, counts, strict=True)]
            yield (found := Chances(question, seed, total))
        if within is None or found.within <= within:
            return


def _counted(
    plan: Plan, seed: int | None, begin: int, stop: int, runner: Runner
) -> Iterator[list[int]]:
    """Yield the counts of all arrangements, or of the deals from one up to another, in pieces."""
    if seed is None:
        yield from counted_arrangements(plan, runner)
        return

    def pieces(engine: str) -> Iterator[Piece]:
        for first in range(begin, stop, PIECE[engine]):
            deals = min(PIECE[engine], stop - first)
            yield __version__, engine, plan, seed, first, deals

    work = stop * len(plan.sizes) // MOST_PLAYERS
    for counts in runner.counted(count_piece, pieces, "count_dealt", work):
        begin += counts[-1]
        yield counts


def count_piece(
    version: str, engine: str, plan: Plan, seed: int, first: int, deals: int
) -> list[int]:
    """Return the counts of one piece of a sample.

    It runs wherever the executor has it run. Raises PokerTableError for another version there.
    """
    check_version(version)
    return list(module_of(engine).count_dealt(plan, seed, first, deals))
