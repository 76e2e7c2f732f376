"""Samples from the games of one setting: the distribution of their means, and comparisons of a setting with
itself.

Games are grouped in the order in which they were played. So the same games make many small samples or a
few large ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from ..batch_games import Played
from ..compare import Compared, Measure, compare_one, measures_for
from ..intervals import mean, variance


class Samples(NamedTuple):
    """The samples of so many games each. ``means``: of all complete samples. ``unfinished``: the values of
    the last, incomplete one. ``mean``, ``spread``: the mean and the standard deviation of the games.
    ``expected``: the standard deviation that theory predicts for the means, which is ``spread`` divided by
    the root of the sample's size. ``seen``: the standard deviation of the means themselves."""

    means: list[float]
    unfinished: list[float]
    mean: float
    spread: float
    expected: float
    seen: float


def samples_of(values: Sequence[float], size: int) -> Samples:
    """Group the values of games into samples of this size."""
    whole = len(values) // size
    means = [mean(values[n * size : (n + 1) * size]) for n in range(whole)]
    spread = sqrt(variance(values))
    return Samples(
        means,
        list(values[whole * size :]),
        mean(values),
        spread,
        spread / sqrt(size),
        sqrt(variance(means)),
    )


class Itself(NamedTuple):
    """One comparison of a setting with itself. ``any``: whether any measure at all, taken for itself without
    a correction for their number, seems to differ."""

    compared: Compared
    shows: bool
    any: bool


def comparison_count(games: int, size: int) -> int:
    """How many comparisons of ``size`` games a side these games are enough for."""
    return games // (2 * size)


def compare_with_itself(
    games: Sequence[Played], measure: Measure, size: int, number: int
) -> Itself:
    """Comparison ``number`` (from 0): ``size`` games as A, and the next ones, with other seeds, as B.
    It is found as every verdict is (:mod:`..compare`)."""
    first = 2 * size * number
    a, b = games[first : first + size], games[first + size : first + 2 * size]
    compared = compare_one(measure, a, b)
    rest = (
        compare_one(other, a, b)
        for other in measures_for(len(games[0]["worth"]))
        if other.id != measure.id
    )
    shows = compared.shows()
    return Itself(compared, shows, shows or any(other.shows() for other in rest))
