"""95 % confidence intervals of means, differences of means, and shares.

Only the four operations, ``math.fsum`` and square roots are used, so that every Python computes the same
figures. The page does not ship the standard library's ``statistics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Final, NamedTuple

DIGITS: Final = 6  # decimals of every figure that the laboratory prints
_Z: Final = 1.959963984540054  # the 97.5 % quantile of the standard normal distribution
# The 97.5 % quantiles of Student's t distribution with 1 to 30 degrees of freedom (any printed table).
_T: Final = (
    *(12.706205, 4.302653, 3.182446, 2.776445, 2.570582, 2.446912, 2.364624, 2.306004, 2.262157),
    *(2.228139, 2.200985, 2.178813, 2.160369, 2.144787, 2.131450, 2.119905, 2.109816, 2.100922),
    *(2.093024, 2.085963, 2.079614, 2.073873, 2.068658, 2.063899, 2.059539, 2.055529, 2.051831),
    *(2.048407, 2.045230, 2.042272),
)


class Interval(NamedTuple):
    """An estimate with the bounds of its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def shows(self) -> bool:
        """Whether the interval excludes 0, so that a difference is significant."""
        return self.low > 0 or self.high < 0


def student(freedom: float) -> float:
    """The 97.5 % quantile of Student's t distribution: the factor of a 95 % interval."""
    if freedom < 1:
        return _T[0]
    if freedom <= len(_T):
        return _T[int(freedom) - 1]  # rounded down, towards the wider interval
    # The first terms of the Cornish-Fisher expansion; four digits are right from 30 degrees on.
    z, n = _Z, freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of no values."""
    return fsum(values) / len(values) if values else 0.0


def variance(values: Sequence[float]) -> float:
    """The sample variance, with the divisor n - 1; 0 of fewer than two values."""
    if len(values) < 2:
        return 0.0
    middle = mean(values)
    return fsum((value - middle) ** 2 for value in values) / (len(values) - 1)


def of_mean(values: Sequence[float]) -> Interval:
    """The mean of independent values, with Student's interval."""
    half = student(len(values) - 1) * sqrt(variance(values) / max(len(values), 1))
    middle = mean(values)
    return Interval(middle, middle - half, middle + half)


def paired(a: Sequence[float], b: Sequence[float]) -> Interval:
    """The mean of ``b`` less that of ``a`` for paired samples: values with one index belong together."""
    return of_mean([there - here for here, there in zip(a, b, strict=True)])


def unpaired(a: Sequence[float], b: Sequence[float]) -> Interval:
    """The mean of ``b`` less that of ``a`` for independent samples, by Welch's method (1947)."""
    parts = [variance(values) / max(len(values), 1) for values in (a, b)]
    spread = parts[0] + parts[1]
    difference = mean(b) - mean(a)
    if not spread:
        return Interval(difference, difference, difference)
    freedom = spread**2 / fsum(
        part**2 / max(len(values) - 1, 1) for part, values in zip(parts, (a, b), strict=True)
    )
    half = student(freedom) * sqrt(spread)
    return Interval(difference, difference - half, difference + half)


def share(wins: float, games: int) -> Interval:
    """The share of games won, with Wilson's score interval (1927), which stays within 0 and 1.

    ``wins`` may be a fraction: a tie of two counts one half."""
    if not games:
        return Interval(0.0, 0.0, 1.0)
    part = wins / games
    square = _Z**2 / games
    middle = (part + square / 2) / (1 + square)
    half = _Z * sqrt(part * (1 - part) / games + square / (4 * games)) / (1 + square)
    return Interval(part, max(0.0, middle - half), min(1.0, middle + half))


def quantile(ordered: Sequence[float], part: float) -> float:
    """The quantile of the sorted values at ``part`` (0 to 1); 0 of no values."""
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, max(0, -int(-part * len(ordered) // 1) - 1))]


def median(values: Sequence[float]) -> float:
    """The middle value, or the mean of the two in the middle; 0 of no values."""
    ordered = sorted(values)
    half = len(ordered) // 2
    if len(ordered) % 2:
        return ordered[half]
    return (ordered[half - 1] + ordered[half]) / 2 if ordered else 0.0


def rounded(interval: Interval) -> Interval:
    """The interval rounded to ``DIGITS`` decimals, as it is printed."""
    return Interval(*(round(value, DIGITS) for value in interval))
