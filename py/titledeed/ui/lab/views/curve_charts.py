"""The charts of curves as plain data: a sweep, samples, comparisons, Lorenz curves.

All lengths are in units of the charts' view boxes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from ....lab import compare
from ....lab.compare import Measure, common_digits, unit_of
from ....lab.curves.samples import Itself, Samples
from ....lab.curves.sweep import Best, Point
from ....lab.curves.swept_settings import Swept, Value
from ....lab.curves.unequal_starts import Lorenz
from .comparison_charts import histogram_bins
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import (
        AxisTick,
        ComparisonLine,
        CurveChart,
        ItselfChart,
        LorenzChart,
        SampleBar,
        SampleChart,
        SweepPoint,
    )

WIDTH: Final = 640
HEIGHT: Final = 480  # a phone shows a chart at less than half of its units
_BOX: Final = 16.0  # the width of a box plot
_BESIDE: Final = 22.0  # from an interval to its box plot, which stands to the right of the ring
# Of the first and the last value of a sweep: their marks leave the axis. A box plot may be beside the last.
_INSET: Final = 30
_INSET_BOX: Final = 64
_SIDE_ROOM: Final = 120  # that half of the words at a line in the chart may need
_SAMPLE_HEIGHT: Final = 170
_LINE: Final = 16  # the height of one comparison; of a few, each has more
_FEW: Final = 12
_TALLEST: Final = 52
_ROOM: Final = 336  # that few comparisons share
_EVERY: Final = 5  # of more comparisons, every fifth has its number in the chart
_SIDE: Final = 420  # of the square of the Lorenz curve
_MOST_LABELS: Final = 8


def value_text(figures: FigureFormat, swept: Swept, value: Value) -> str:
    """A value of the varied setting, as people write it."""
    if swept.kind == "money":
        return figures.numbers.money(int(value))
    written = figures.fixed(value, swept.digits)
    return figures.percent(written) if swept.kind == "percent" else written


def nice_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers at equal distances from ``low`` or below to ``high`` or above, ``most`` or fewer steps
    apart."""
    span = max(high - low, 1e-6)
    unit = 1e-6
    while unit * 10 <= span / most:
        unit *= 10
    step = next(unit * part for part in (1, 2, 2.5, 5, 10, 20) if unit * part >= span / most)
    first = low // step
    ticks, n = [], 0
    while True:
        ticks.append(round((first + n) * step, 9))
        if ticks[-1] >= high - 1e-9:
            return ticks
        n += 1


def _scale(low: float, high: float, length: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: round((value - low) / span * length, 1)


def curve_chart(
    points: Sequence[Point],
    lines: Sequence[Sequence[Point]],
    best: Best | None,
    guess: Value | None,
    boxes: bool,
    swept: Swept,
    values: Sequence[Value],
    measure: Measure,
    figures: FigureFormat,
) -> CurveChart:
    """The curve of a sweep with its intervals. ``lines``: the curves of the sweeps that are pooled in it."""
    ends = [end for point in points for end in (point.estimate.low, point.estimate.high)]
    ends += [point.estimate.value for line in lines for point in line]
    with_boxes = boxes and all(point.box for point in points)
    if with_boxes:
        ends += [end for point in points if point.box for end in (point.box.lower, point.box.upper)]
    low, high = _bulk(points, ends)
    ticks = nice_ticks(low, high, 5)
    up = _scale(ticks[0], ticks[-1], HEIGHT)
    room = WIDTH - _INSET - (_INSET_BOX if with_boxes else _INSET)
    between = _scale(values[0], values[-1], room)
    places = {value: n for n, value in enumerate(values)}
    written = _label_of(ticks, measure, figures)

    def along(value: float) -> float:
        return round(_INSET + between(value), 1)

    def y(value: float) -> float:
        return round(HEIGHT - min(max(up(value), 0.0), float(HEIGHT)), 1)

    def path(line: Sequence[Point]) -> str:
        return " ".join(f"{along(point.value)},{y(point.estimate.value)}" for point in line)

    # With many values there is less room between two intervals.
    between_two = room / max(len(values) - 1, 1)
    beside, wide = min(_BESIDE, between_two * 0.2), min(_BOX, between_two * 0.6)
    marks: list[SweepPoint] = []
    for point in points:
        place = places[point.value]
        box = point.box
        marks.append(
            {
                "x": along(point.value),
                "y": y(point.estimate.value),
                "low": y(point.estimate.low),
                "high": y(point.estimate.high),
                "above": point.estimate.high > ticks[-1],
                "below": point.estimate.low < ticks[0],
                "high_text": written(point.estimate.high),
                "low_text": written(point.estimate.low),
                "may": best is not None and place in best.may,
                "best": best is not None and best.differs and place == best.best,
                "out": best is not None and place not in best.may,
                "box": None
                if box is None or not with_boxes
                else {
                    "low": y(box.low),
                    "lower": y(box.lower),
                    "upper": y(box.upper),
                    "high": y(box.high),
                    "middle": y(box.middle),
                    "above": max((box.high, *box.beyond)) > ticks[-1],
                    "below": min((box.low, *box.beyond)) < ticks[0],
                    "tall": round(y(box.lower) - y(box.upper), 1),
                    "x": round(along(point.value) + beside, 1),
                    "width": round(wide, 1),
                    "points": sorted(
                        {y(each) for each in box.beyond if ticks[0] <= each <= ticks[-1]}
                    ),
                },
            }
        )
    step = -(-len(values) // _MOST_LABELS)
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "path": path(points),
        "cut": " ".join(
            sign
            for sign, some in (
                ("▲", any(mark["above"] for mark in marks)),
                ("▼", any(mark["below"] for mark in marks)),
            )
            if some
        ),
        "cuts": sum(mark["above"] or mark["below"] for mark in marks),
        "lines": [path(line) for line in lines],
        "marks": marks,
        "guess": -1.0 if guess is None else along(guess),
        "guess_side": ""
        if guess is None
        else "end"
        if along(guess) > WIDTH - _SIDE_ROOM
        else "start"
        if along(guess) < _SIDE_ROOM
        else "mid",
        "xs": [
            {"at": along(value), "text": value_text(figures, swept, value)}
            for n, value in enumerate(values)
            if not n % step
        ],
        "ys": [{"at": y(tick), "text": written(tick)} for tick in ticks],
    }


def _bulk(points: Sequence[Point], ends: Sequence[float]) -> tuple[float, float]:
    """The range of the vertical axis. It holds all intervals except those that are far longer than usual.

    One interval from 40 to 500 would flatten a curve between 60 and 80. It is cut at the chart's edge."""
    lows = sorted(point.estimate.low for point in points)
    highs = sorted(point.estimate.high for point in points)
    usual_low, usual_high = lows[len(lows) // 2], highs[len(highs) // 2]
    reach = max(usual_high - usual_low, 1e-9)
    kept = [end for end in ends if usual_low - reach <= end <= usual_high + reach]
    kept += [point.estimate.value for point in points]
    return min(kept), max(kept)


def _labels(
    ticks: Sequence[float],
    place: Callable[[float], float],
    measure: Measure,
    figures: FigureFormat,
) -> list[AxisTick]:
    """Labels of an axis, with as many decimals as its steps need."""
    written = _label_of(ticks, measure, figures)
    return [{"at": place(tick), "text": written(tick)} for tick in ticks]


def _label_of(
    ticks: Sequence[float], measure: Measure, figures: FigureFormat
) -> Callable[[float], str]:
    """How a value is written on the axis with these ticks."""
    step = ticks[1] - ticks[0] if len(ticks) > 1 else 1.0
    share = measure.id.startswith(("win", "income"))
    step = 100 * step if share else step
    digits = 0 if step >= 1 and step == round(step) else 1 if step >= 0.1 else 2

    def written(value: float) -> str:
        if share:
            return figures.percent(figures.fixed(100 * value, digits))
        if measure.id.startswith("worth"):
            return figures.value(measure, value)
        return figures.fixed(value, digits)

    return written


# ---------------------------------------------------------------- samples


def sample_chart(
    values: Sequence[float], samples: Samples, measure: Measure, figures: FigureFormat
) -> SampleChart:
    """The games above, and the means of their samples below, on one axis."""
    start, width, count = histogram_bins(values)
    if measure.id.startswith("win"):
        # A game is won or not. The means of samples lie between.
        start, width, count = -0.025, 0.05, 21
    low, high = start, start + width * count
    # Means are closer together than games, so their bars are narrower.
    parts = 1 if measure.id.startswith("win") else 2
    along = _scale(low, high, WIDTH)

    def most(bars: Sequence[SampleBar]) -> str:
        return figures.numbers.number(max((bar["count"] for bar in bars), default=0))

    def bars(numbers: Sequence[float], parts: int) -> list[SampleBar]:
        counts = compare.histogram(numbers, start, width / parts, count * parts)
        most = max(1, *counts)
        step = WIDTH / (count * parts)
        return [
            {
                "x": round(n * step + 0.5, 2),
                "width": round(step - 1, 2),
                "tall": round(_SAMPLE_HEIGHT * number / most, 1),
                "count": number,
            }
            for n, number in enumerate(counts)
            if number
        ]

    def inside(value: float) -> float:
        return min(float(WIDTH), max(0.0, along(value)))

    ticks = [tick for tick in nice_ticks(low, high, 6) if low <= tick <= high + 1e-9]
    recent = list(samples.unfinished)
    games, means = bars(values, 1), bars(samples.means, parts)
    return {
        "width": WIDTH,
        "height": _SAMPLE_HEIGHT,
        "games": games,
        "means": means,
        "most_games": most(games),
        "most_means": most(means) if means else "",
        "now": [inside(value) for value in recent],
        "now_mean": inside(sum(recent) / len(recent)) if recent else -1.0,
        "last": inside(samples.means[-1]) if samples.means else -1.0,
        "mean": inside(samples.mean),
        "low": inside(samples.mean - 1.96 * samples.expected),
        "high": inside(samples.mean + 1.96 * samples.expected),
        "xs": _labels(ticks, along, measure, figures),
    }


# ---------------------------------------------------------------- a setting against itself


def itself_chart(rows: Sequence[Itself], first: int, figures: FigureFormat) -> ItselfChart:
    """The intervals of comparisons of a setting with itself. ``first``: how many there are before them."""
    reach = max(
        (max(abs(row.compared.interval().low), abs(row.compared.interval().high)) for row in rows),
        default=1.0,
    )
    measure = rows[0].compared.measure
    digits = common_digits((row.compared, row.compared.interval()) for row in rows)[
        unit_of(measure)
    ]
    above = nice_ticks(0, reach, 2)[1:]  # the axis ends at a round number
    along = _scale(-above[-1], above[-1], WIDTH)
    few = len(rows) <= _FEW
    tall = max(2 * _LINE, min(_TALLEST, _ROOM // len(rows))) if few else _LINE
    lines: list[ComparisonLine] = []
    for n, row in enumerate(rows):
        interval = row.compared.interval()
        lines.append(
            {
                "n": first + n + 1,
                "named": few or not (first + n + 1) % _EVERY,
                "y": n * tall + tall // 2,
                "low": along(interval.low),
                "high": along(interval.high),
                "at": along(row.compared.difference.value),
                "shows": row.shows,
                "difference": figures.value(
                    measure, row.compared.difference.value, sign=True, digits=digits
                ),
                "span": figures.span(measure, interval, digits),
            }
        )
    return {
        "width": WIDTH,
        "height": tall * max(len(rows), 1),
        "zero": along(0),
        "lines": lines,
        "xs": [
            {"at": along(tick), "text": figures.value(measure, tick, sign=True, digits=digits)}
            for tick in (*(-tick for tick in reversed(above)), *above)
        ],
    }


# ---------------------------------------------------------------- unequal starts


def lorenz_chart(start: Lorenz, later: Lorenz, figures: FigureFormat) -> LorenzChart:
    """The Lorenz curves of the start and of a later round, with the band of the later one."""
    seats = len(later.shares) - 1

    def at(n: int, share: float) -> str:
        return f"{round(n * _SIDE / seats, 1)},{round(_SIDE * (1 - share), 1)}"

    def path(curve: Lorenz) -> str:
        return " ".join(at(n, share.value) for n, share in enumerate(curve.shares))

    band = [at(n, max(0.0, share.low)) for n, share in enumerate(later.shares)]
    band += [at(n, min(1.0, later.shares[n].high)) for n in range(seats, -1, -1)]
    percent = [figures.percent(figures.fixed(100 * part / 4, 0)) for part in range(5)]
    return {
        "side": _SIDE,
        "start": path(start),
        "later": path(later),
        "band": " ".join(band),
        "ticks": [{"at": round(n * _SIDE / 4, 1), "text": text} for n, text in enumerate(percent)],
    }
