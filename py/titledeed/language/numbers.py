"""Money and numbers as an edition prints them and a language writes them."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

_NBSP: Final = "\u00a0"


class Signed(Protocol):
    """What is needed of an edition to write its money."""

    @property
    def sign(self) -> str: ...
    @property
    def sign_after(self) -> bool: ...
    @property
    def separator(self) -> str: ...


class _Habit(NamedTuple):
    separator: str
    percent: str


# How a language other than English groups digits; the money sign then stands behind the sum.
_HABITS: Final = {"de": _Habit(".", f"{_NBSP}%")}


class Numbers:
    """Writes sums. In English the edition says where the money sign stands and what separates
    thousands; another language has habits of its own and keeps only the sign."""

    def __init__(self, edition: Signed, language: str) -> None:
        self._sign = edition.sign
        habit = _HABITS.get(language)
        self._separator = habit.separator if habit else edition.separator
        self._plain = habit.separator if habit else ","
        self._percent = habit.percent if habit else "%"
        self._after = edition.sign_after or habit is not None
        # A sign behind the sum is kept off it; one that brings a space of its own is not kept off more.
        self._gap = _NBSP if self._after and not edition.sign[:1].isspace() else ""

    def number(self, n: int) -> str:
        """A plain number: 1,204."""
        return self._sign_of(n) + f"{abs(n):,}".replace(",", self._plain)

    def money(self, n: int) -> str:
        """A sum with the money sign: $1,204, in German 1.204 $."""
        digits = f"{abs(n):,}".replace(",", self._separator)
        if self._after:
            return f"{self._sign_of(n)}{digits}{self._gap}{self._sign}"
        return f"{self._sign_of(n)}{self._sign}{digits}"

    def change(self, n: int) -> str:
        """A sum with its sign in front: +$50, −$50."""
        return ("+" if n > 0 else "") + self.money(n)

    def percent(self, n: int) -> str:
        """10% or 10 %."""
        return f"{n}{self._percent}"

    @staticmethod
    def _sign_of(n: int) -> str:
        return "−" if n < 0 else ""
