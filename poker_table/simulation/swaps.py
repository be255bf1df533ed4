"""Shuffling by swapping random cards, a test of whether that is fair, and its page."""

from __future__ import annotations

from collections.abc import Generator
from typing import Annotated, NamedTuple

from poker_table.game.deck import Deck
from poker_table.game.errors import counted
from poker_table.game.random import Random
from poker_table.show.page import Column, Page, Section, columns_of
from poker_table.simulation.result import verdict
from poker_table.simulation.statistics import chi_square, p_value

CARDS = 52
Counts = list[list[int]]  # how often each card is at each position: counts[position][card]
FREEDOM = (CARDS - 1) ** 2
DECKS_PER_YIELD = 1000
VERDICTS = (
    "not fair: cards stay nearer to where they were than chance allows",
    "no unfairness visible in this many decks",
    "suspiciously even",
)


class Shuffle(NamedTuple):
    """How unevenly a shuffle distributes the cards, and the probability of that by chance."""

    shuffled_by: Annotated[str, Column("Shuffled by", row_header=True)]
    chi_square: Annotated[float, Column("Chi-square", number=True, cell="{:,.1f}".format)]
    p: Annotated[float, Column("p", number=True, cell="{:.2g}".format)]
    verdict: Annotated[str, Column("In words")]


def swapped(random: Random, swaps: int) -> list[int]:
    """Return the indexes of a new deck's cards after swapping two random positions `swaps` times.

    >>> swapped(Random(seed=7), 0) == list(range(52))
    True
    """
    cards = list(range(CARDS))
    positions = random.integers([CARDS] * (2 * swaps))
    for a, b in zip(positions[::2], positions[1::2], strict=True):
        cards[a], cards[b] = cards[b], cards[a]
    return cards


def unevenness(counts: Counts) -> tuple[float, float]:
    """Return chi-square of the counts, and the probability that fair shuffles give that or more.

    After fair shuffles chi-square is FREEDOM on average. In each deck every position has one card
    and every card one position, so the sum over the 52 x 52 counts is multiplied by 51/52.
    """
    statistic = chi_square([count for row in counts for count in row]) * (CARDS - 1) / CARDS
    return statistic, p_value(statistic, FREEDOM)


def compare(seed: int, deals: int, swaps: int) -> Generator[tuple[Counts, Counts], None, None]:
    """Yield the counts after swaps and after fair shuffles: at the start, then every 1,000 decks.

    Both shuffles of a deck use the same seed and deal number.
    """
    by_swaps, fair = ([[0] * CARDS for _ in range(CARDS)] for _ in range(2))
    yield by_swaps, fair
    for deal in range(deals):
        shuffled = [card.index for card in Deck.shuffled(Random(seed, deal)).cards]
        for counts, cards in (by_swaps, swapped(Random(seed, deal), swaps)), (fair, shuffled):
            for row, card in zip(counts, cards, strict=True):
                row[card] += 1
        if (deal + 1) % DECKS_PER_YIELD == 0 or deal + 1 == deals:
            yield by_swaps, fair


def swaps_page(by_swaps: Counts, fair: Counts, seed: int, swaps: int) -> Page:
    """Return how evenly the cards are distributed after swaps, and after a fair shuffle."""
    decks = sum(by_swaps[0])
    by_name = counted(swaps, "swap")
    rows = []
    for name, counts in (by_name, by_swaps), ("a fair shuffle", fair):
        if decks:
            statistic, p = unevenness(counts)
            rows.append(Shuffle(name, statistic, p, verdict(p, VERDICTS)))
    title = f"Where the cards lie after {by_name}: {decks:,} decks of seed {seed}"
    note = (
        f"Chi-square of 52 x 52 counts, position by card: about {FREEDOM:,} if every card is"
        " equally likely at every position. p is the probability that a fair shuffle looks at"
        " least as uneven."
    )
    section = Section(title, columns_of(Shuffle), rows, (note,), key="shuffles")
    after = {"after_swaps": by_swaps, "after_fair_shuffle": fair}
    return Page(title, [section], facts={"seed": seed, "swaps": swaps, "decks": decks, **after})
