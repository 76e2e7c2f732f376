"""The median with its confidence interval and standard error, and the five numbers of a box plot.

* The interval lies between two order statistics and holds for any distribution (Conover, *Practical
  Nonparametric Statistics*, 3rd ed. 1999, section 3.2).
* The standard error is that of McKean and Schrader (1984), as in Wilcox, *Introduction to Robust
  Estimation and Hypothesis Testing*.
* A box plot's whiskers reach to the last value within 1.5 box lengths (Tukey, *Exploratory Data
  Analysis*, 1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import Final, NamedTuple

from ..intervals import Interval, median, quantile

_Z: Final = 2.575829303548901  # the 99.5 % quantile of the standard normal distribution, as there
_WHISKER: Final = 1.5  # box lengths


@lru_cache(maxsize=256)
def order_rank(n: int) -> int:
    """The largest rank r, from 1, for which the r-th smallest and the r-th largest of ``n`` values enclose
    the median with a chance of at least 95 %; 0 if there is none, for fewer than six values."""
    # The chance that at most r - 1 of n values are below the median, in units of 2 ** -n: whole numbers.
    term, below, rank = 1, 0, 0
    while 40 * (below + term) <= 2**n:  # 2.5 % on each side
        below += term
        term = term * (n - rank) // (rank + 1)
        rank += 1
    return rank


def of_median(ordered: Sequence[float]) -> Interval:
    """The median of sorted values with its 95 % interval, from the least to the largest value if there are
    fewer than six."""
    if not ordered:
        return Interval(0.0, 0.0, 0.0)
    rank = max(order_rank(len(ordered)), 1)
    return Interval(median(ordered), ordered[rank - 1], ordered[-rank])


def median_error(ordered: Sequence[float]) -> float:
    """The standard error of the median of sorted values."""
    n = len(ordered)
    if n < 2:
        return 0.0
    rank = max(1, round((n + 1) / 2 - _Z * sqrt(n / 4)))
    return (ordered[n - rank] - ordered[rank - 1]) / (2 * _Z)


class Box(NamedTuple):
    """A box plot. ``low``, ``high``: the ends of the whiskers; ``beyond``: the values outside."""

    low: float
    lower: float
    middle: float
    upper: float
    high: float
    beyond: tuple[float, ...]


def box_of(ordered: Sequence[float]) -> Box:
    """The box plot of sorted values, of which there must be at least one."""
    lower, upper = quantile(ordered, 0.25), quantile(ordered, 0.75)
    reach = _WHISKER * (upper - lower)
    within = [value for value in ordered if lower - reach <= value <= upper + reach]
    beyond = tuple(value for value in ordered if not lower - reach <= value <= upper + reach)
    return Box(within[0], lower, median(ordered), upper, within[-1], beyond)
