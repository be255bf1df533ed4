"""Numbers to compare counts with: the odds of the hand types, chi-square, intervals."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, erfc, exp, fsum, lgamma, log, sqrt

from poker_table.hands.types import FACTS

FIVE_CARD_HANDS = comb(52, 5)
#: The number of five-card hands of each type, weakest first.
HANDS_OF_TYPE = tuple(facts.hands for facts in FACTS.values())
DEVIATIONS = 1.96  # 95 % of a normal distribution is within this many standard deviations


def chi_square(counts: Sequence[int]) -> float:
    """Return Pearson's chi-square of counts whose expected values are all equal.

    >>> chi_square([10, 20, 30])
    10.0
    """
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) if expected else 0.0


def p_value(statistic: float, freedom: int) -> float:
    """Return the probability that chi-square with `freedom` degrees is `statistic` or more.

    The probability is computed as a finite sum (Abramowitz and Stegun, Handbook of Mathematical
    Functions, 26.4.4 and 26.4.5).

    >>> round(p_value(16.919, 9), 4), round(p_value(2601, 2601), 3)
    (0.05, 0.496)
    """
    x = statistic / 2
    if x <= 0:
        return 1.0
    powers = (term + freedom % 2 / 2 for term in range(freedom // 2))
    terms = fsum(exp(power * log(x) - x - lgamma(power + 1)) for power in powers)
    return min(1.0, terms + (erfc(sqrt(x)) if freedom % 2 else 0.0))  # rounding errors may exceed 1


def wilson(count: float, total: float) -> tuple[float, float]:
    """Return the 95 % confidence interval of a probability, from `count` of `total` (Wilson 1927).

    >>> [round(end, 4) for end in wilson(5, 100)], wilson(0, 3000)[0]
    ([0.0215, 0.1118], 0.0)
    """
    if not total:
        return 0.0, 1.0
    share, squared = count / total, DEVIATIONS**2
    middle = share + squared / (2 * total)
    spread = DEVIATIONS * sqrt(share * (1 - share) / total + squared / (4 * total**2))
    scale = 1 + squared / total
    low = (middle - spread) / scale if count else 0.0  # exactly, without a rounding error
    return max(0.0, low), min(1.0, (middle + spread) / scale)


def interval(
    total: float, squares: float, deals: int, players: int = 1, added: int = 0
) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share of all hands, of which `total` were counted.

    `total` is the sum of a value from 0 to `players` over the deals, and `squares` the sum of its
    squares. The interval is Wilson's, for as many independent hands as would have the measured
    variance (Kish's effective sample size, 1965). `added` deals of independent hands are added to
    the measured ones, so that a few deals that are all alike do not seem certain.

    >>> [round(end, 4) for end in interval(5, 5, 50, 2)], interval(5, 5, 100) == wilson(5, 100)
    ([0.022, 0.1096], True)
    """
    hands = deals * players
    independent = total * (1 - total / hands) if total else 0.0  # variance of independent hands
    if not independent:
        return wilson(total, hands)
    assumed = added * independent / deals
    ratio = (squares - total**2 / deals + assumed) / (independent + assumed)
    return wilson(total / ratio, hands / ratio) if ratio > 0 else wilson(total, hands)
