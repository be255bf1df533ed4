"""How far counts may stray by chance: standard errors, intervals, chi-square."""

from __future__ import annotations

from math import exp, lgamma, log, sqrt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def chi_square(counts: Sequence[int]) -> float:
    """Return Pearson's chi-square of counts that ought to be equal.

    >>> chi_square([10, 20, 30])
    10.0
    """
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 / expected for count in counts) if expected else 0.0


def p_value(statistic: float, freedom: int) -> float:
    """Return the probability that chi-square, with so many degrees of freedom, is at least this.

    It is the regularised incomplete gamma function: a series below the mean, a continued fraction
    (Lentz's method) above it.

    >>> round(p_value(16.919, 9), 4), round(p_value(2601, 2601), 3)
    (0.05, 0.496)
    """
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    scale = exp(a * log(x) - x - lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-16:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value, turn, change = d, 0, 0.0
    while abs(change - 1) > 1e-15 and turn < 100_000:
        turn += 1
        numerator = turn * (a - turn)
        b += 2
        d = 1 / (numerator * d + b)
        c = b + numerator / c
        change = c * d
        value *= change
    return value


def wilson(count: int, total: int, deviations: float = 1.96) -> tuple[float, float]:
    """Return an interval for the probability behind a count (Wilson 1927); 1.96 makes it 95 %.

    >>> [round(end, 4) for end in wilson(5, 100)]
    [0.0215, 0.1118]
    """
    if not total:
        return 0.0, 1.0
    share, squared = count / total, deviations**2
    middle = share + squared / (2 * total)
    spread = deviations * sqrt(share * (1 - share) / total + squared / (4 * total**2))
    scale = 1 + squared / total
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def standard_error(total: int, squares: int, deals: int) -> float:
    """Return the standard error of a sum over deals, from the sum of the deals' squares.

    It is measured, not assumed: the hands of one table come from one deck and are not independent.

    >>> standard_error(50, 50, 100)
    5.0
    """
    return sqrt(max(0.0, squares - total * total / deals)) if deals else 0.0
