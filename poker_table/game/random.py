"""Random: exactly uniform random integers, reproducible from a seed and a deal number."""

import os
from collections.abc import Iterable

from poker_table.game.errors import PokerTableError, number_in_range
from poker_table.game.philox import draw_digits, random_words

LARGEST_SEED = LARGEST_DEAL = 2**64 - 1


class Random:
    """A generator of exactly uniform integers; seed and deal number are from 0 to 2**64 - 1.

    Without a seed, the operating system supplies one; `seed` is the seed in use. Raises
    PokerTableError if the seed or the deal number is out of range.

    >>> random = Random(seed=7)
    >>> [random.integer(1, 6) for _ in range(5)]
    [6, 5, 1, 1, 3]
    """

    def __init__(self, seed: int | None = None, deal: int = 0) -> None:
        expected = f"a deal number from 0 to {LARGEST_DEAL}"
        self.deal: int = number_in_range(deal, 0, LARGEST_DEAL, expected)
        if seed is None:
            self.randomise()
        else:
            self._start(seed)

    def randomise(self) -> None:
        """Restart with a seed from the operating system, of 32 bits: short enough to write down."""
        self._start(int.from_bytes(os.urandom(4), "big"))

    def integer(self, low: int, high: int) -> int:
        """Return a random integer from low to high, both included, each equally likely.

        Raises PokerTableError if low is greater than high.
        """
        if low > high:
            raise PokerTableError(f"expected low <= high, got integer({low}, {high})")
        return low + self.digits([high - low + 1])[0]

    def digits(self, radices: Iterable[int]) -> list[int]:
        """Return a random integer from 0 below each radix: [6, 6] gives those of two dice.

        Every combination is equally likely. Several integers share one random word.
        """
        return draw_digits(radices, self._words)

    def __repr__(self) -> str:
        return f"Random(seed={self.seed}, deal={self.deal})"

    def _start(self, seed: int) -> None:
        expected = f"a seed from 0 to {LARGEST_SEED}"
        self.seed: int = number_in_range(seed, 0, LARGEST_SEED, expected)
        self._words = random_words(self.seed, self.deal)  # an endless supply of random numbers
