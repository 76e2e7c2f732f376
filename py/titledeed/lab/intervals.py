"""Confidence intervals of means, differences of means, and shares.

The code uses only the four basic operations, ``math.fsum``, square roots, and an arctangent whose
result is rounded. So every Python computes the same figures. The page does not ship the standard
library's ``statistics``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import atan, erf, fsum, pi, sqrt
from typing import Final, NamedTuple

DIGITS: Final = 6  # decimals of every figure that the laboratory prints
_Z: Final = 1.959963984540054  # the 97.5 % quantile of the standard normal distribution
MOST_TESTS: Final = 30  # the most measures that are corrected together
# The quantiles of the standard normal distribution at 1 - 0.025 / n, for n = 2 to MOST_TESTS tests.
_Z_OF: Final = (
    *(
        2.241402727605,
        2.393979799819,
        2.497705474412,
        2.575829303549,
        2.638257273477,
        2.690109527159,
    ),
    *(
        2.734368786533,
        2.772921294609,
        2.807033768344,
        2.837596912944,
        2.865260238532,
        2.890511560692,
    ),
    *(
        2.913726318334,
        2.935199468867,
        2.955166847498,
        2.973819901220,
        2.991316115184,
        3.007786556473,
    ),
    *(
        3.023341439739,
        3.038074304924,
        3.052065201865,
        3.065383151645,
        3.078088072842,
        3.090232306168,
    ),
    *(3.101861833740, 3.113017263409, 3.123734630324, 3.134046054924, 3.143980287069),
)
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


def around(value: float, half: float) -> Interval:
    """The interval that reaches ``half`` either way."""
    return Interval(value, value - half, value + half)


def student(freedom: float, tests: int = 1) -> float:
    """The quantile of Student's t distribution at 1 - 0.025 / ``tests``: the factor of a 95 % interval, or
    of one that is widened for so many tests (Bonferroni), ``MOST_TESTS`` at most."""
    if freedom <= len(_T):
        whole = max(int(freedom), 1)  # rounded down, toward the wider interval
        return _T[whole - 1] if tests == 1 else _few(whole, tests)
    # The first terms of the Cornish-Fisher expansion; four digits are right from 30 degrees on.
    z, n = (_Z if tests == 1 else _normal(tests)), freedom
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / n + second / n**2 + third / n**3


@cache
def _normal(tests: int) -> float:
    """The quantile of the standard normal distribution at 1 - 0.025 / ``tests``, to nine decimals."""
    if tests <= MOST_TESTS:
        return _Z_OF[tests - 2]
    low, high = 3.0, 5.0
    for _ in range(60):
        middle = (low + high) / 2
        if 1 - erf(middle / sqrt(2)) > 0.05 / tests:
            low = middle
        else:
            high = middle
    return round(high, 9)


@cache
def _few(freedom: int, tests: int) -> float:
    """As :func:`student`, for few degrees of freedom, to six decimals."""
    # With one degree of freedom it is 382 for 30 tests, and 6,366 for 500.
    low, high = 0.0, 1000.0 if tests <= MOST_TESTS else 10_000.0
    for _ in range(60):
        middle = (low + high) / 2
        if 1 - _within(middle, freedom) > 0.05 / tests:
            low = middle
        else:
            high = middle
    return round(high, 6)


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t is between -t and t (Abramowitz and Stegun 1964, 26.7.3 and 26.7.4)."""
    square = freedom / (
        freedom + t * t
    )  # of the cosine of the angle whose tangent is t / sqrt(freedom)
    sine = t / sqrt(freedom + t * t)
    odd = freedom % 2
    term, total = (sqrt(square) if odd else 1.0), 0.0
    for n in range(1 + odd, freedom, 2):
        total += term
        term *= square * n / (n + 1)
    return 2 / pi * (atan(t / sqrt(freedom)) + sine * total) if odd else sine * total


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
    return around(
        mean(values),
        student(len(values) - 1) * sqrt(variance(values) / max(len(values), 1)),
    )


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
    return around(difference, student(freedom) * sqrt(spread))


def share_interval(wins: float, games: int) -> Interval:
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


def outward(interval: Interval, digits: int) -> Interval:
    """The interval as it is shown, with this many decimals. The ends are rounded outward, so that no
    interval becomes narrower. Every statement about an interval follows from these ends."""
    # Whole numbers of the printed six decimals, so that 5.1 is not treated as slightly less than 5.1.
    value, low, high = (round(end * 10**DIGITS) for end in interval)
    step = 10 ** (DIGITS - digits)
    middle = round(value / 10**DIGITS, digits)
    return Interval(middle, low // step / 10**digits, -(-high // step) / 10**digits)
