"""Tests whether the dice were fair, with Pearson's chi-square test on the sums of two dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import erfc, exp, fsum, lgamma, log, sqrt
from typing import Final, NamedTuple

SUMS: Final = range(2, 13)
# The number of throws, of the 36 of two fair dice, that make each sum.
WAYS: Final = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
ENOUGH: Final = 5.0  # the least expected count of a class; smaller classes are merged
DOUBTFUL: Final = 0.05  # below this p-value the dice are doubtful
HARDLY: Final = 0.001  # below this they are hardly fair


class Fairness(NamedTuple):
    """The result of the test. ``seen`` and ``expected`` are counts of the sums 2 to 12. ``square``: the
    chi-square statistic with ``freedom`` degrees of freedom. ``p``: the probability that fair dice
    deviate at least this much, or 1 if there are too few throws. ``verdict``: "too-few",
    "nothing-against", "doubtful" or "hardly"."""

    throws: int
    seen: tuple[int, ...]
    expected: tuple[float, ...]
    square: float
    freedom: int
    p: float
    verdict: str


def dice_fairness(sums: Iterable[int]) -> Fairness:
    """Test throws of two dice, given their sums (2 to 12)."""
    seen = [0] * len(WAYS)
    for total in sums:
        seen[total - 2] += 1
    throws = sum(seen)
    expected = tuple(throws * ways / 36 for ways in WAYS)
    classes = _classes(seen, expected)
    square = fsum((here - wanted) ** 2 / wanted for here, wanted in classes)
    freedom = len(classes) - 1
    if freedom < 1:
        return Fairness(throws, tuple(seen), expected, 0.0, 0, 1.0, "too-few")
    p = chi_square_tail(square, freedom)
    verdict = "hardly" if p < HARDLY else "doubtful" if p < DOUBTFUL else "nothing-against"
    return Fairness(throws, tuple(seen), expected, round(square, 4), freedom, round(p, 6), verdict)


def _classes(seen: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """Classes as (observed, expected): neighboring sums are merged from 2 upward until each class has
    an expected count of ``ENOUGH``; a small rest at the end joins the last class."""
    classes: list[tuple[int, float]] = []
    here, wanted = 0, 0.0
    for count, share in zip(seen, expected, strict=True):
        here, wanted = here + count, wanted + share
        if wanted >= ENOUGH:
            classes.append((here, wanted))
            here, wanted = 0, 0.0
    if wanted and classes:
        last = classes.pop()
        classes.append((last[0] + here, last[1] + wanted))
    return classes


def chi_square_tail(square: float, freedom: int) -> float:
    """The probability that a chi-square variable with ``freedom`` degrees of freedom exceeds ``square``.

    This is the regularized upper incomplete gamma function Q(freedom/2, square/2), by its closed form
    for 1 or 2 degrees and its recurrence from there."""
    x = square / 2
    if x <= 0:
        return 1.0
    half = freedom / 2
    if freedom % 2:
        total, step = erfc(sqrt(x)), 0.5
    else:
        total, step = exp(-x), 1.0
    while step < half:
        total += exp(step * log(x) - x - lgamma(step + 1))
        step += 1
    return min(1.0, total)
