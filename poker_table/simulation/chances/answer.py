"""Answer a question about chances: count all arrangements of the unknown cards, or a sample."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import Executor
from itertools import count
from typing import NamedTuple

from poker_table.game.errors import PokerTableError, number_in_range
from poker_table.game.random import Random
from poker_table.game.rules import HandType
from poker_table.hands.sentence import Sentence
from poker_table.show.cells import Interval
from poker_table.simulation.chances.question import UNKNOWN, Question, hand_sentence, read_question
from poker_table.simulation.engines.choice import Resources
from poker_table.simulation.kernel.wins import COUNTS_PER_HAND, MOST_HANDS
from poker_table.simulation.run import count_all_arrangements, count_numbered
from poker_table.simulation.statistics import interval

MOST_EXACT = 2_000_000  # up to this many arrangements, all are counted by default
MOST_FORCED = 10**9  # up to this many, all are counted with `exact`
DEALS = 10_000  # in a sample
LEAST_WITHIN, MOST_WITHIN = 0.00001, 0.5


class HandChances(NamedTuple):
    """How often a hand wins: counts of deals, its equity, and the interval of the equity."""

    hand: int
    cards: Sentence
    wins: int  # deals that it won alone
    shared: int  # deals that it won with others
    losses: int
    equity: float
    low: float
    high: float
    wins_with: dict[HandType, int]

    @property
    def interval(self) -> Interval:
        """The equity's 95 % confidence interval."""
        return Interval(self.low, self.equity, self.high)


class Sample(NamedTuple):
    """Count the first deals of a seed: a fixed number, or, with `within`, as many as necessary.

    With `within`, counting stops as soon as no interval is wider than `within` to either side. This
    is checked after 10,000, 20,000, 40,000, ... deals.
    """

    seed: int
    deals: int = DEALS
    within: float | None = None


class Chances:
    """How often each hand wins, in all arrangements of the unknown cards or in a sample.

    `seed` is None if the chances are exact. `ties` counts the deals that several hands won.

    >>> chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    <Chances: exact, deals 990, KH QS 9D 2C JH ? ?: 0.1869 ; AS AC 9D 2C JH ? ?: 0.8131>
    """

    def __init__(
        self, question: Question, sample: Sample | None, counts: Sequence[int] | None = None
    ) -> None:
        self.question: Question = question
        self.sample: Sample | None = sample
        self.exact: bool = sample is None
        self.seed: int | None = sample.seed if sample else None
        self.counts: Sequence[int] = counts or [0] * question.layout.number_of_counts
        self.deals: int = self.counts[-1]
        self.hands: list[HandChances] = [*map(self._hand, range(len(question.hands)))]
        self.ties: int = self.deals - sum(hand.wins for hand in self.hands)

    def with_more(self, counts: Sequence[int]) -> Chances:
        """Return the chances after adding the counts of more deals."""
        total = [a + b for a, b in zip(self.counts, counts, strict=True)]
        return Chances(self.question, self.sample, total)

    def __repr__(self) -> str:
        equities = " ; ".join(f"{hand.cards}: {hand.equity:.4f}" for hand in self.hands)
        return f"<Chances: {'exact' if self.exact else 'sampled'}, deals {self.deals}, {equities}>"

    @property
    def half_width(self) -> float:
        """Half the width of the widest interval."""
        return max(hand.high - hand.low for hand in self.hands) / 2

    @property
    def leaders(self) -> list[HandChances]:
        """The hands with the greatest equity."""
        best = max(hand.equity for hand in self.hands)
        return [hand for hand in self.hands if hand.equity == best]

    @property
    def ahead(self) -> tuple[int, ...]:
        """The leaders if they are certainly ahead; none if all are equal or intervals overlap."""
        leaders = self.leaders
        others = [hand.high for hand in self.hands if hand not in leaders]
        sure = others and max(others) < min(hand.low for hand in leaders)
        return tuple(hand.hand for hand in leaders) if sure else ()

    def _hand(self, index: int) -> HandChances:
        counts = self.counts[COUNTS_PER_HAND * index :][:COUNTS_PER_HAND]
        by_winners, by_type = counts[:MOST_HANDS], counts[MOST_HANDS:]
        total = sum(count / winners for winners, count in enumerate(by_winners, start=1))
        squares = sum(count / winners**2 for winners, count in enumerate(by_winners, start=1))
        equity = total / self.deals if self.deals else 0.0
        low = high = equity
        if not self.exact:
            low, high = interval(total, squares, self.deals, added=1)
        cards, wins_with = self.question.hands[index], dict(zip(HandType, by_type, strict=True))
        return HandChances(
            index + 1, hand_sentence(cards), by_winners[0], sum(by_winners[1:]),
            self.deals - sum(by_winners), equity, low, high, wins_with,
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
    """Return how often each hand wins. ? is an unknown card of one hand, ?0, ?1, ... are shared.

    If the unknown cards have at most 2,000,000 arrangements, all of them are counted. If there are
    more, a sample of `deals` random deals is counted or, with `within`, as many deals as it takes
    until no interval is wider than `within` to either side. `exact=True` forces all arrangements,
    `exact=False` a sample. The answer depends on neither engine nor workers. Raises
    PokerTableError.

    >>> result = chances("Kh Qs ; As Ac", board="9d 2c Jh ? ?")
    >>> result.exact, result.deals, [hand.wins for hand in result.hands]
    (True, 990, [185, 805])
    """
    lines = hands.splitlines() if isinstance(hands, str) else hands
    question = read_question(lines, board=board, dead=dead, players=players)
    number_in_range(deals, 1, 2**64, f"1 to {2**64} deals")
    is_number = isinstance(within, int | float)
    if within is not None and not (is_number and LEAST_WITHIN <= within <= MOST_WITHIN):
        expected = f"a number from {LEAST_WITHIN:.5f} to {MOST_WITHIN}"
        raise PokerTableError(expected=expected, given=within, parameter="within")
    sample = choose_sample(question, exact, seed, deals, within)
    *_, result = compute_chances(question, sample, Resources(engine, workers, executor))
    return result


def choose_sample(
    question: Question, exact: bool | None, seed: int | None, deals: int, within: float | None
) -> Sample | None:
    """Return the sample to count, or None to count all arrangements.

    If `exact` is None, all are counted if there are few of them. Without a seed, a sample takes one
    from the operating system. Raises PokerTableError if exact chances would take too many
    arrangements.
    """
    arrangements = question.layout.arrangements
    if exact and arrangements > MOST_FORCED:
        expected = f"at most {MOST_FORCED:,} arrangements of the unknown cards"
        got, hint = f"{arrangements:,}", ": without it, a sample is dealt"
        raise PokerTableError(expected=expected, got=got, hint=hint, parameter="exact")
    count_all = arrangements <= MOST_EXACT if exact is None else exact
    return None if count_all else Sample(Random(seed).seed, deals, within)


def compute_chances(
    question: Question, sample: Sample | None, resources: Resources
) -> Generator[Chances, None, None]:
    """Yield the chances after each piece of the work; the last ones are the answer."""
    layout, result = question.layout, Chances(question, sample)
    if sample is None:
        for counts in count_all_arrangements(layout, resources):
            yield (result := result.with_more(counts))
        return
    arguments = layout, sample.seed
    # The numbers of deals after which counting may stop.
    for stop in (sample.deals,) if sample.within is None else (DEALS << k for k in count()):
        deals, hands = range(result.deals, stop), stop * len(layout.sizes)
        for counts in count_numbered("count_sample", arguments, deals, hands, resources):
            yield (result := result.with_more(counts))
        if sample.within is None or result.half_width <= sample.within:
            return


def all_hands(cards: int, resources: Resources) -> Generator[tuple[int, ...], None, None]:
    """After each piece, yield how many hands of so many cards have each type so far.

    The weakest type comes first.

    >>> *_, counts = all_hands(5, Resources("plain"))
    >>> counts
    (1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40)
    """
    question = read_question([" ".join(UNKNOWN * cards)])
    for result in compute_chances(question, None, resources):
        yield tuple(result.hands[0].wins_with.values())  # a single hand always wins alone
