"""From a question to how often each hand wins: by every arrangement, or by a sample of deals."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from poker_table.game.errors import PokerTableError, whole_number
from poker_table.game.hand import HandType
from poker_table.game.random import Random
from poker_table.game.table import MOST_PLAYERS
from poker_table.hands.sentence import Sentence
from poker_table.show.page import Interval
from poker_table.simulation.chance import interval
from poker_table.simulation.chances.question import Question, hand_sentence, read_question
from poker_table.simulation.engines.engine import Engine, Plan
from poker_table.simulation.kernel.arranged import MOST_HANDS, OF_A_HAND
from poker_table.simulation.run import PIECE, Runner, counted_arrangements

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_EXACT = 2_000_000  # arrangements that are gone through unless a sample is asked for
MOST_FORCED = 10**9
DEALS = 10_000


class HandChances(NamedTuple):
    """What came of one hand: counts of deals, its equity, and the interval it lies in.

    `wins` are those that it won alone.
    """

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


class Exact:
    """Every arrangement of the unknown cards is gone through."""


class Sample(NamedTuple):
    """The first deals of a seed: so many, or, with `within`, as many as it takes.

    That is until every interval reaches no further than `within` to either side, which is looked
    at after 10,000, 20,000, 40,000, ... deals.
    """

    seed: int
    deals: int = DEALS
    within: float | None = None

    @property
    def stops(self) -> Iterable[int]:
        """After how many deals it may end."""
        return (self.deals,) if self.within is None else (DEALS << k for k in count())


class SampledDeals(NamedTuple):
    """Some consecutive deals of the unknown cards."""

    plan: Plan
    seed: int
    first: int
    deals: int

    def counted_by(self, engine: Engine) -> list[int]:
        """Return the counts of each hand: how often it won alone, shared, and with each type."""
        return engine.count_dealt(*self)


class Chances:
    """How often each hand wins, in all arrangements of the unknown cards or in a sample.

    `seed` is None if it is exact. `ties` are the deals whose best hand was shared.

    >>> chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    <Chances: exact, deals 990, KH QS 9D 2C JH ? ?: 0.1869 ; AS AC 9D 2C JH ? ?: 0.8131>
    """

    def __init__(
        self, question: Question, how: Exact | Sample, counts: Sequence[int] | None = None
    ) -> None:
        self.question, self.how = question, how
        self.exact = isinstance(how, Exact)
        self.seed = how.seed if isinstance(how, Sample) else None
        self.counts = counts = counts or [0] * question.plan.counts
        self.deals = counts[-1]
        self.hands = [
            self._hand(k + 1, hand_sentence(hand), counts[OF_A_HAND * k : OF_A_HAND * (k + 1)])
            for k, hand in enumerate(question.hands)
        ]
        self.ties = self.deals - sum(hand.wins for hand in self.hands)

    def with_more(self, counts: Sequence[int]) -> Chances:
        """Return the chances with the counts of more deals."""
        both = [a + b for a, b in zip(self.counts, counts, strict=True)]
        return Chances(self.question, self.how, both)

    def __repr__(self) -> str:
        equities = " ; ".join(f"{hand.cards}: {hand.equity:.4f}" for hand in self.hands)
        return f"<Chances: {'exact' if self.exact else 'sampled'}, deals {self.deals}, {equities}>"

    @property
    def within(self) -> float:
        """How far the widest interval reaches to either side."""
        return max(hand.high - hand.low for hand in self.hands) / 2

    def _hand(self, number: int, cards: Sentence, counts: Sequence[int]) -> HandChances:
        by_winners, by_type = counts[:MOST_HANDS], counts[MOST_HANDS:]
        total = sum(count / winners for winners, count in enumerate(by_winners, start=1))
        squares = sum(count / winners**2 for winners, count in enumerate(by_winners, start=1))
        equity = total / self.deals if self.deals else 0.0
        low = high = equity
        if not self.exact:
            low, high = interval(total, squares, self.deals, added=1)
        return HandChances(
            number, cards, by_winners[0], sum(by_winners[1:]), self.deals - sum(by_winners),
            equity, low, high,
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

    >>> result = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    >>> result.exact, result.deals, [hand.wins for hand in result.hands]
    (True, 990, [185, 805])
    """
    lines = hands.splitlines() if isinstance(hands, str) else hands
    question = read_question(lines, board=board, dead=dead, players=players)
    whole_number(deals, 1, 2**64, f"1 to {2**64} deals")
    how = how_to_count(question.plan, exact, seed, deals, within)
    *_, result = progress(question, how, Runner(engine, workers, executor))
    return result


def how_to_count(
    plan: Plan,
    exact: bool | None,
    seed: int | None,
    deals: int = DEALS,
    within: float | None = None,
) -> Exact | Sample:
    """Return how to count where `exact` forces either way, or leaves it to how many there are.

    Without a seed a sample takes one from the operating system. Raises PokerTableError if there
    are too many arrangements to go through.
    """
    number = plan.arrangements
    if exact and number > MOST_FORCED:
        expected = f"expected at most {MOST_FORCED:,} arrangements of the unknown cards"
        raise PokerTableError(f"--exact: {expected}, got {number:,}")
    all_of_them = number <= MOST_EXACT if exact is None else exact
    return Exact() if all_of_them else Sample(Random(seed).seed, deals, within)


def progress(
    question: Question, how: Exact | Sample, runner: Runner
) -> Generator[Chances, None, None]:
    """Yield the growing chances: of all arrangements, or of a sample."""
    plan, result = question.plan, Chances(question, how)
    if isinstance(how, Exact):
        for counts in counted_arrangements(plan, runner):
            yield (result := result.with_more(counts))
        return
    for stop in how.stops:
        for counts in _sampled(plan, how.seed, result.deals, stop, runner):
            yield (result := result.with_more(counts))
        if how.within is None or result.within <= how.within:
            return


def _sampled(plan: Plan, seed: int, begin: int, stop: int, runner: Runner) -> Iterator[list[int]]:
    """Yield the counts of the deals from one up to another, a piece at a time."""

    def pieces(engine: Engine) -> Iterator[SampledDeals]:
        size = PIECE[engine.name]
        for first in range(begin, stop, size):
            yield SampledDeals(plan, seed, first, min(size, stop - first))

    work = stop * len(plan.sizes) // MOST_PLAYERS
    for counts in runner.counted(pieces, "count_dealt", work):
        begin += counts[-1]  # where another engine begins
        yield counts
