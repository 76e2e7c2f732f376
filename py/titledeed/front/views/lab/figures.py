"""Writes the laboratory's figures in a language, and names its measures."""

from __future__ import annotations

from ....engine.books import built_in_edition
from ....engine.words import Edition
from ....lab.compare import Measure
from ....language.catalogue import Catalogue
from ....language.numbers import Numbers


class Words:
    """Names of measures, and figures written in a language."""

    def __init__(self, _: Catalogue, edition: str | Edition) -> None:
        """``edition``: of the board, or the id of a built-in one."""
        self._ = _
        board = built_in_edition(edition) if isinstance(edition, str) else edition
        self.numbers = Numbers(board, _.language)
        self._comma = _.language == "de"

    def fixed(self, value: float, digits: int, sign: bool = False) -> str:
        """A number with this many decimals; ``sign``: also write a plus."""
        whole, _point, rest = f"{abs(value):.{digits}f}".partition(".")
        text = self.numbers.number(int(whole)) + (
            ("," if self._comma else ".") + rest if rest else ""
        )
        zero = not any(c in "123456789" for c in text)
        minus = "−" if value < 0 and not zero else "+" if sign and not zero else ""
        return minus + text

    def measure(self, measure: Measure) -> str:
        """The name of a measure."""
        _ = self._
        n = measure.seat + 1
        match measure.id.partition("_")[0]:
            case "rounds":
                return _("Rounds until it is over")
            case "throws":
                return _("Throws of the dice")
            case "gini":
                return _("Inequality, mean of all rounds")
            case "win":
                return _("Seat {n} wins", n=n)
            case "worth":
                return _("Worth of seat {n} at the end", n=n)
            case "groups":
                return _("Groups owned by the winner")
        return {
            "income_salary": _("{Salary}, share of income"),
            "income_rent": _("Rent, share of income"),
            "income_card": _("Cards, share of income"),
            "income_parking": _("{free_parking}, share of income"),
        }[measure.id]

    def value(self, measure: Measure, value: float, sign: bool = False) -> str:
        """A mean of this measure, or with ``sign`` a difference."""
        kind = measure.id.partition("_")[0]
        if kind in ("win", "income"):
            text = self.fixed(100 * value, 1, sign)
            return self._("{n} points", n=text) if sign else f"{text}\u202f%"
        if kind == "worth":
            text = self.numbers.money(abs(round(value)))
            return ("−" if value < -0.5 else "+" if sign and value > 0.5 else "") + text
        digits = {"gini": 3, "groups": 2}.get(kind, 1)
        return self.fixed(value, digits, sign)

    def span(self, measure: Measure, low: float, high: float) -> str:
        """An interval of differences of this measure."""
        if measure.id.startswith(("win", "income")):
            ends = [self.fixed(100 * value, 1, sign=True) for value in (low, high)]
            return self._("{low} to {high} points", low=ends[0], high=ends[1])
        ends = [self.value(measure, value, sign=True) for value in (low, high)]
        return self._("{low} to {high}", low=ends[0], high=ends[1])
