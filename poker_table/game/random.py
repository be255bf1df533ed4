"""Random: exactly uniform random integers, reproducible from a seed and a deal number."""

import os
from collections.abc import Iterable

from poker_table.game.errors import PokerTableError, number_in_range
from poker_table.game.philox import draw_digits, random_words

LARGEST_SEED = 2**64 - 1
LARGEST_DEAL = 2**64 - 1


class Random:
    """A generator of exactly uniform integers; seed and deal number are from 0 to 2**64 - 1.

    One seed has a sequence of integers for each deal number. Without a seed, the operating system
    supplies one; `seed` is the seed in use. Raises PokerTableError if either is out of range.

    >>> random = Random(seed=7)
    >>> [random.integer(1, 6) for _ in range(5)]
    [6, 5, 1, 1, 3]
    """

    def __init__(self, seed: int | None = None, deal: int = 0) -> None:
        self.deal = number_in_range(
            deal, 0, LARGEST_DEAL, f"a deal number from 0 to {LARGEST_DEAL}"
        )
        if seed is None:
            self.randomise()
        else:
            self._start(seed)

    def randomise(self) -> None:
        """Restart with a seed from the operating system, of 32 bits: short enough to write down."""
        self._start(int.from_bytes(os.urandom(4), "big"))  # four random bytes as one integer

    def integer(self, low: int, high: int) -> int:
        """Return a random integer from low to high, both included, each equally likely.

        Raises PokerTableError if low is greater than high.
        """
        if low > high:
            raise PokerTableError(f"expected low <= high, got integer({low}, {high})")
        [index] = self.integers([high - low + 1])
        return low + index

    def integers(self, limits: Iterable[int]) -> list[int]:
        """Return one random integer for each limit, from 0 to limit - 1.

        Every combination is equally likely.
        """
        return draw_digits(limits, self._words)  # philox.py, which need not be read to go on

    def __repr__(self) -> str:
        return f"Random(seed={self.seed}, deal={self.deal})"

    def _start(self, seed: int) -> None:
        self.seed = number_in_range(seed, 0, LARGEST_SEED, f"a seed from 0 to {LARGEST_SEED}")
        self._words = random_words(self.seed, self.deal)  # an endless supply of random numbers
