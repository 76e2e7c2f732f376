"""The charts of a comparison as plain data: histogram, interval of the difference, inequality by round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ....lab import compare
from ....lab.compare import Compared, Corrected, Measure, Runs
from ....lab.intervals import quantile
from ....language.catalogue import Catalogue
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import (
        HistogramBar,
        HistogramTick,
        HistogramView,
        InequalityView,
        IntervalView,
        StripView,
    )

MOST_BARS: Final = 20

WIDTH: Final = 640
HEIGHT: Final = 150  # height of one side (A or B) of the histogram
_GAP: Final = 5.0  # between two of its bars
_MOST_COUNTS: Final = 3  # labels of the axis of a side


def histogram_bins(values: Sequence[float]) -> tuple[float, float, int]:
    """Start, width and number of the histogram's bars: at most ``MOST_BARS``, of a round width. The last bar
    also counts all larger values."""
    if not values:
        return 0.0, 1.0, 1
    ordered = sorted(values)
    low, high = ordered[0], quantile(ordered, 0.99)
    distinct = set(ordered)
    if distinct <= {0, 1}:
        return 0.0, 1.0, 2
    span = max(high - low, 1e-9)
    # Integers (thousandths), so that every Python computes the same bars.
    wanted = max(1, round(1000 * span / (MOST_BARS - 2)))
    if all(value == int(value) for value in distinct):
        wanted = max(wanted, 1000)
    unit = 1
    while unit * 10 <= wanted:
        unit *= 10
    width = next(unit * step for step in (1, 2, 5, 10) if unit * step >= wanted)
    start = int(1000 * low // width) * width
    count = min(MOST_BARS, int((1000 * high - start) // width) + 1)
    return start / 1000, width / 1000, max(count, 1)


def histogram_view(played: Runs, bar: int, row: Compared, figures: FigureFormat) -> HistogramView:
    """The histogram of both sides' games by a measure: A upwards, B downwards. ``row``: the same games, as
    compared."""
    _, measure = figures._, row.measure
    sides = [[game for game in side if game] for side in played]
    values = [[float(measure.of(game)) for game in side] for side in sides]
    start, width, count = histogram_bins([*values[0], *values[1]])
    counts = [compare.histogram(side, start, width, count) for side in values]
    most = max(1, *counts[0], *counts[1])
    step = WIDTH / count
    digits = 0 if width >= 1 else 1 if width >= 0.1 else 2 if width >= 0.01 else 3
    percent = measure.id.startswith(("win", "income"))

    def edge(n: int) -> str:
        at = start + n * width
        return figures.fixed(100 * at, max(0, digits - 2)) if percent else figures.fixed(at, digits)

    largest = max((*values[0], *values[1]), default=0.0)
    whole = measure.id in ("rounds", "throws", "groups_of_winners")
    bars: list[HistogramBar] = []
    for n in range(count):
        if measure.id.startswith("win"):
            name = _("won") if n else _("not won")
        elif n == count - 1 and largest >= start + count * width:
            name = _("{n} or more", n=edge(n))
        elif width == 1 and not percent:
            name = edge(n)
        elif whole:
            last = figures.fixed(start + (n + 1) * width - 1, 0)
            name = _("{low} to {high}", low=edge(n), high=last)
        else:
            name = _("{low} to {high}", low=edge(n), high=edge(n + 1))
        tall = [round(HEIGHT * side[n] / most, 1) for side in counts]
        bars.append(
            {
                "n": n,
                "name": name,
                "a": counts[0][n],
                "b": counts[1][n],
                "x": round(n * step + _GAP / 2, 2),
                "width": round(step - _GAP, 2),
                "up": tall[0],
                "down": tall[1],
                "chosen": n == bar,
            }
        )
    label = max(1, -(-count // 8))
    ticks: list[HistogramTick] = [
        {
            # Place a number at its value on the axis, and a word under its bar.
            "x": round((n + (0 if count > 3 and width != 1 else 0.5)) * step, 1),
            "text": bars[n]["name"] if count <= 3 else edge(n),
        }
        for n in range(0, count, label)
    ]
    return {
        "bars": bars,
        "ticks": ticks,
        "width": WIDTH,
        "height": HEIGHT,
        "counts": [
            {"at": round(HEIGHT * n / most, 1), "text": figures.numbers.number(n)}
            for n in _counts(most)
        ],
        "says": _(
            "{measure}: {a} games of A above, {b} games of B below. The means are "
            "{mean_a} and {mean_b}.",
            measure=figures.measure(measure),
            a=len(values[0]),
            b=len(values[1]),
            mean_a=figures.value(measure, row.a),
            mean_b=figures.value(measure, row.b),
        ),
        "means": [
            {
                "text": figures.value(measure, middle),
                "median": ""
                if measure.id.startswith("win")
                else figures.median(measure, row.medians[n], row.medians),
                "half": _spread(sorted(values[n]), measure, figures),
                "x": round(min(WIDTH, max(0.0, (middle - start) / width * step)), 1),
            }
            for n, middle in enumerate((row.a, row.b))
        ],
    }


def _counts(most: int) -> range:
    """Numbers of games at equal distances, from the first above zero to ``most`` or just below."""
    unit = 1
    while True:
        for part in (1, 2, 3, 5):
            if most < (_MOST_COUNTS + 1) * unit * part:
                return range(unit * part, most + 1, unit * part)
        unit *= 10


def _spread(ordered: Sequence[float], measure: Measure, figures: FigureFormat) -> str:
    """Return a text with the two values between which the middle half of the games lies."""
    if measure.id.startswith("win") or not ordered:
        return ""
    middle = [quantile(ordered, part) for part in (0.25, 0.75)]
    if measure.id in ("rounds", "throws"):
        low, high = (figures.numbers.number(int(value)) for value in middle)
    else:
        low, high = (figures.value(measure, value) for value in middle)
    return figures._("middle half of the games: {low} to {high}", low=low, high=high)


def interval_view(
    compared: Compared,
    mark: Corrected,
    hands: Sequence[int],
    figures: FigureFormat,
    digits: int,
) -> IntervalView:
    """The difference with an interval on an axis around zero, and the guess of the class.

    ``digits``: the decimals of the ends. ``hands``: for less, no difference and more, or none if nobody
    guessed about this measure."""
    low, high = mark.interval.low, mark.interval.high
    reach = max(abs(low), abs(high), 1e-6) * 1.6

    def x(value: float) -> float:
        return round(WIDTH / 2 + value / reach * WIDTH / 2, 1)

    guessed = hands.index(max(hands)) if sum(hands) and hands.count(max(hands)) == 1 else -1
    _ = figures._
    low_text, high_text = figures.ends(compared.measure, mark.interval, digits)
    value = figures.value(compared.measure, compared.difference.value, sign=True, digits=digits)
    return {
        "low": x(low),
        "high": x(high),
        "at": x(compared.difference.value),
        "zero": x(0),
        "width": WIDTH,
        "shows": mark.shows,
        "low_text": low_text,
        "high_text": high_text,
        "guessed": guessed,
        "says": _(
            "B minus A: {value}, interval from {low} to {high}.",
            value=value,
            low=low_text,
            high=high_text,
        ),
        "guess": _guess_text(guessed, _),
    }


STRIP: Final = 100  # the width of a strip; zero is in its middle


def interval_strip_view(compared: Compared, mark: Corrected) -> StripView:
    """The interval of a difference with zero, on a scale of its own that always holds all of it: a scale
    for all measures draws most of them as dots."""
    low, high = mark.interval.low, mark.interval.high
    half = 1.1 * max(abs(low), abs(high), abs(compared.difference.value)) or 1.0

    def x(value: float) -> float:
        return round(STRIP / 2 * (1 + value / half), 1)

    return {
        "low": x(low),
        "high": x(high),
        "at": x(compared.difference.value),
        "shows": mark.shows,
    }


def _guess_text(guessed: int, _: Catalogue) -> str:
    texts = (
        _("Most common guess: lower in B."),
        _("Most common guess: no difference."),
        _("Most common guess: higher in B."),
    )
    return texts[guessed] if guessed >= 0 else ""


def inequality_view(
    lines: Sequence[Sequence[float]], figures: FigureFormat
) -> InequalityView | None:
    """The chart of the Gini coefficient by round, from :func:`mean_curves`; None without games."""
    if not lines:
        return None
    last = len(lines[0])
    width, height = 300, 110
    _ = figures._

    def path(line: Sequence[float]) -> str:
        return " ".join(
            f"{round(n * width / (last - 1), 1)},{round(height - value * height, 1)}"
            for n, value in enumerate(line)
        )

    step = max(1, -(-last // 8))
    return {
        "a": path(lines[0]),
        "b": path(lines[1]),
        "width": width,
        "height": height,
        "last": last,
        "says": _(
            "Inequality after {n} rounds: {a} in A, {b} in B.",
            n=last,
            a=figures.fixed(lines[0][-1], 2),
            b=figures.fixed(lines[1][-1], 2),
        ),
        "rows": [
            {"n": n + 1, "a": figures.fixed(lines[0][n], 3), "b": figures.fixed(lines[1][n], 3)}
            for n in range(0, last, step)
        ],
    }
