"""Writes the laboratory's figures in a language, and names its measures."""

from __future__ import annotations

from collections.abc import Iterable

from ....engine.board_and_rules_types import Edition
from ....engine.rulebook_loader_and_rules_compiler import built_in_edition
from ....lab.compare import Measure
from ....lab.intervals import Interval, outward
from ....language.catalogue import Catalogue
from ....language.numbers import Numbers


class FigureFormat:
    """Names of measures, and figures written in a language."""

    def __init__(self, _: Catalogue, edition: str | Edition) -> None:
        """``edition``: an edition of the board, or the id of a built-in one."""
        self._ = _
        board = built_in_edition(edition) if isinstance(edition, str) else edition
        self.numbers = Numbers(board, _.language)
        self._point = _.conventions.decimal

    def percent(self, number: str) -> str:
        """Return a written number as a percentage: 10%, in German 10 %."""
        return number + self._.conventions.percent

    def fixed(self, value: float, digits: int, sign: bool = False) -> str:
        """Return a number with this many decimals. ``sign``: also write a plus."""
        whole, _point, rest = f"{abs(value):.{digits}f}".partition(".")
        text = self.numbers.number(int(whole)) + (self._point + rest if rest else "")
        zero = not any(c in "123456789" for c in text)
        minus = "−" if value < 0 and not zero else "+" if sign and not zero else ""
        return minus + text

    def measure(self, measure: Measure) -> str:
        """The name of a measure."""
        _ = self._
        n = measure.seat + 1
        match measure.id.partition("_")[0]:
            case "rounds":
                return _("Rounds until the end")
            case "throws":
                return _("Dice throws")
            case "gini":
                return _("Inequality, mean over all rounds")
            case "win":
                return _("Seat {n} wins", n=n)
            case "worth":
                return _("Final worth of seat {n}", n=n)
            case "groups":
                return _("Winner’s {color_groups}")
        return {
            "income_salary": _("{Salary} as a share of income"),
            "income_rent": _("Rent as a share of income"),
            "income_card": _("Cards as a share of income"),
            "income_parking": _("{free_parking} as a share of income"),
        }[measure.id]

    def value(
        self, measure: Measure, value: float, sign: bool = False, digits: int | None = None
    ) -> str:
        """Return a mean of this measure, or with ``sign`` a difference.

        ``digits``: by default those of its means."""
        kind = measure.id.partition("_")[0]
        digits = measure.digits if digits is None else digits
        if kind in ("win", "income"):
            text = self.fixed(100 * value, max(0, digits - 2), sign)
            return self._("{n} points", n=text) if sign else self.percent(text)
        if kind == "worth":
            text = self.numbers.money(abs(round(value)))
            return ("−" if value < -0.5 else "+" if sign and value > 0.5 else "") + text
        return self.fixed(value, digits, sign)

    def median(self, measure: Measure, value: float, among: Iterable[float] = ()) -> str:
        """Return a median of this measure, which is mostly a whole number for rounds and throws.

        ``among``: the medians beside it, which have the same number of decimals."""
        beside = (value, *among)
        whole = measure.id in ("rounds", "throws") and all(each == int(each) for each in beside)
        return self.value(measure, value, digits=0 if whole else None)

    def ends(self, measure: Measure, interval: Interval, digits: int) -> tuple[str, str]:
        """Return the ends of an interval of differences, rounded outward to this many decimals."""
        ends = outward(interval, digits)[1:]
        low, high = (self.value(measure, end, sign=True, digits=digits) for end in ends)
        return low, high

    def span(self, measure: Measure, interval: Interval, digits: int) -> str:
        """Like :meth:`ends`, as one text."""
        if measure.id.startswith(("win", "income")):
            ends = outward(interval, digits)[1:]
            low, high = (self.fixed(100 * end, digits - 2, sign=True) for end in ends)
            return self._("{low} to {high} points", low=low, high=high)
        low, high = self.ends(measure, interval, digits)
        return self._("{low} to {high}", low=low, high=high)

    def shares(self, interval: Interval, digits: int = 1, sign: bool = False) -> tuple[str, str]:
        """Return the ends of an interval of shares in percent, rounded outward to this many decimals."""
        low, high = outward(interval, digits + 2)[1:]
        return self.fixed(100 * low, digits, sign), self.fixed(100 * high, digits, sign)
