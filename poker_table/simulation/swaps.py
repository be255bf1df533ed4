"""Shuffling by swaps, and whether it is fair."""

from __future__ import annotations

from collections.abc import Generator

from poker_table.game.deck import Deck
from poker_table.game.random import Random
from poker_table.simulation.chance import chi_square, p_value

CARDS = 52
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


class Positions:
    """How often each card came to lie at each position."""

    def __init__(self) -> None:
        self.decks = 0
        self.counts = [[0] * CARDS for _ in range(CARDS)]

    def add(self, cards: list[int]) -> None:
        """Count the positions of one deck's cards."""
        self.decks += 1
        for row, card in zip(self.counts, cards, strict=True):
            row[card] += 1

    @property
    def chi_square(self) -> float:
        """How unevenly the cards lie; FREEDOM on average after a fair shuffle.

        Every card lies somewhere and every position is taken, so the plain sum over the 52 x 52
        counts is too great by 52/51.
        """
        return chi_square([count for row in self.counts for count in row]) * (CARDS - 1) / CARDS

    @property
    def p(self) -> float:
        """The probability that a fair shuffle looks as uneven as this, or more."""
        return p_value(self.chi_square, FREEDOM)


def compare(
    seed: int, deals: int, swaps: int
) -> Generator[tuple[Positions, Positions], None, None]:
    """Yield the growing counts after swaps and after fair shuffles of the same deals of a seed."""
    by_swaps, fair = Positions(), Positions()
    yield by_swaps, fair
    for deal in range(deals):
        by_swaps.add(swapped(Random(seed, deal), swaps))
        fair.add([card.index for card in Deck.shuffled(Random(seed, deal)).cards])
        if fair.decks % SHOWN == 0 or fair.decks == deals:
            yield by_swaps, fair
