"""Shuffling by swaps, and whether it is fair."""

from __future__ import annotations

from collections.abc import Generator

from poker_table.game.deck import Deck
from poker_table.game.random import Random
from poker_table.simulation.chance import chi_square, p_value

CARDS = 52
Counts = list[list[int]]  # by position, then by card
FREEDOM = (CARDS - 1) ** 2
SHOWN = 1000  # decks between two looks at how far it is


def swapped(random: Random, swaps: int) -> list[int]:
    """Return the indexes of a new deck's cards after so many swaps of two random positions.

    >>> swapped(Random(seed=7), 0) == list(range(52))
    True
    """
    cards = list(range(CARDS))
    positions = random.digits([CARDS] * (2 * swaps))
    for a, b in zip(positions[::2], positions[1::2], strict=True):
        cards[a], cards[b] = cards[b], cards[a]
    return cards


def unevenness(counts: Counts) -> tuple[float, float]:
    """Return chi-square of the positions, FREEDOM on average after a fair shuffle, and its p.

    Every card lies somewhere and every position is taken, so the plain sum over the 52 x 52 counts
    is too great by 52/51.
    """
    statistic = chi_square([count for row in counts for count in row]) * (CARDS - 1) / CARDS
    return statistic, p_value(statistic, FREEDOM)


def compare(seed: int, deals: int, swaps: int) -> Generator[tuple[Counts, Counts], None, None]:
    """Yield the growing counts after swaps and after fair shuffles of the same deals of a seed."""
    by_swaps, fair = ([[0] * CARDS for _ in range(CARDS)] for _ in range(2))
    yield by_swaps, fair
    for deal in range(deals):
        fairly = [card.index for card in Deck.shuffled(Random(seed, deal)).cards]
        for counts, cards in (by_swaps, swapped(Random(seed, deal), swaps)), (fair, fairly):
            for row, card in zip(counts, cards, strict=True):
                row[card] += 1
        if (deal + 1) % SHOWN == 0 or deal + 1 == deals:
            yield by_swaps, fair
