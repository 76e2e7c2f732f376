"""The charts of what a class has answered."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ....language.catalogue import Catalogue
from ...lab.state.comparison_form import PLAIN
from ...lab.views.figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import ClassBar, ClassChart, ClassDot, ClassTick

WIDTH: Final = 480
_COLUMNS: Final = 24  # places of dots on an axis
_STEP: Final = WIDTH / _COLUMNS
_LETTER: Final = 14.0  # the width of a digit on a phone, where they are largest
_APART: Final = 12.0  # between two labels
_LOWEST: Final = 90.0  # the least height of a dot chart


def chart_view(chart: Mapping[str, Any], language: str, _: Catalogue) -> ClassChart:
    """The view of a chart as :func:`titledeed.classroom.tallies.chart_of` makes it."""
    figures = FigureFormat(_, PLAIN["edition"])
    numbers: Sequence[float] = chart["numbers"]
    dots, height = _dots(numbers)
    low, high = (min(numbers), max(numbers)) if numbers else (0.0, 0.0)
    answered = _("{n} of {all} have answered", n=chart["answered"], all=chart["pupils"])
    says = answered
    if numbers:
        says = _(
            "{count}: from {low} to {high}, median {n}",
            count=answered,
            low=_number(low, figures),
            high=_number(high, figures),
            n=_number(median(numbers), figures),
        )
    elif chart["kind"] == "choice":
        says = "; ".join(
            (
                f"{label}: {count}"
                for label, count in zip(chart["labels"], chart["counts"], strict=True)
            ),
        )
    return {
        "kind": chart["kind"],
        "question": chart["question"],
        "language": language,
        "answered": answered,
        "says": says,
        "bars": _bars(chart, figures),
        "dots": dots,
        "ticks": _ticks(low, high, figures) if low != high else [],
        "middle": _x(median(numbers), low, high) if numbers else 0.0,
        "median": _number(median(numbers), figures) if numbers else "",
        "height": height,
        "low": _number(low, figures) if numbers else "",
        "high": _number(high, figures) if numbers else "",
        "texts": [
            {"text": text, "count": count} for text, count in Counter(chart["texts"]).items()
        ],
    }


def median(numbers: Sequence[float]) -> float:
    """The median of numbers in order."""
    half = len(numbers) // 2
    return numbers[half] if len(numbers) % 2 else (numbers[half - 1] + numbers[half]) / 2


def _number(value: float, figures: FigureFormat) -> str:
    digits = 0 if value == int(value) else 1 if abs(value) >= 10 else 2
    if 0 < abs(value) < 0.1:  # two significant digits
        digits = min(12, 1 - math.floor(math.log10(abs(value))))
    return figures.fixed(value, digits)


def _bars(chart: Mapping[str, Any], figures: FigureFormat) -> list[ClassBar]:
    whole = sum(chart["counts"])
    most = max(chart["counts"], default=0)
    return [
        {
            "label": label,
            "count": figures.fixed(count, 0),
            "share": figures.percent(figures.fixed(100 * count / whole, 0)) if whole else "",
            "wide": round(100 * count / most, 1) if most else 0.0,
        }
        for label, count in zip(chart["labels"], chart["counts"], strict=True)
    ]


def _x(value: float, low: float, high: float) -> float:
    if high == low:
        return WIDTH / 2
    return round(_STEP / 2 + (value - low) / (high - low) * (WIDTH - _STEP), 1)


def _ticks(low: float, high: float, figures: FigureFormat) -> list[ClassTick]:
    """Round numbers between the ends of an axis. Those too close to another label have none."""
    rough = (high - low) / 5
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(times * power for times in (1, 2, 5, 10) if times * power >= rough)
    ticks: list[ClassTick] = []
    free = 4 + _LETTER * len(_number(low, figures))
    last = WIDTH - 4 - _LETTER * len(_number(high, figures))
    for n in range(math.floor(low / step) + 1, math.ceil(high / step)):
        label = _number(n * step, figures)
        x, half = _x(n * step, low, high), _LETTER * len(label) / 2
        fits = free + _APART <= x - half and x + half + _APART <= last
        ticks.append({"x": x, "label": label if fits else ""})
        free = x + half if fits else free
    return ticks


def _dots(numbers: Sequence[float]) -> tuple[list[ClassDot], float]:
    """The dots of numbers, piled up where they are close to each other, and the height of the chart."""
    if not numbers:
        return [], _LOWEST
    low, high = min(numbers), max(numbers)
    piles: dict[int, int] = {}
    places = []
    for value in numbers:
        column = int(_x(value, low, high) // _STEP)
        piles[column] = piles.get(column, 0) + 1
        places.append((column, piles[column]))
    height = max(_LOWEST, max(piles.values()) * _STEP + 4)
    dots: list[ClassDot] = [
        {
            "x": round((column + 0.5) * _STEP, 1),
            "y": round(height - (pile - 0.5) * _STEP, 1),
        }
        for column, pile in places
    ]
    return dots, height
