"""Formats money and numbers by the edition's currency and the language's conventions."""

from __future__ import annotations

from typing import Final, Protocol

from .catalogue import conventions

_NBSP: Final = "\u00a0"


class Signed(Protocol):
    """The part of an edition that is needed to format money."""

    @property
    def sign(self) -> str: ...
    @property
    def sign_after(self) -> bool: ...
    @property
    def separator(self) -> str: ...


class Numbers:
    """Formats numbers. In English the edition sets the place of the money sign and the thousands
    separator. Other languages have their own conventions and take only the sign from the edition."""

    def __init__(self, edition: Signed, language: str) -> None:
        ours = self._conventions = conventions(language)
        english = language == "en"
        self._sign = edition.sign
        self._separator = edition.separator if english else ours.group
        self._after = edition.sign_after or ours.sign_after
        # A no-break space separates a sign from the sum before it, unless the sign begins with a space.
        self._gap = _NBSP if self._after and not edition.sign[:1].isspace() else ""

    @property
    def sign(self) -> str:
        """The money sign alone, for the label of a field; "" if the edition has none."""
        return self._sign.strip()

    def number(self, n: int) -> str:
        """A plain number: 1,204."""
        return self._sign_of(n) + self._conventions.grouped(abs(n))

    def money(self, n: int) -> str:
        """A sum with the money sign: $1,204, in German 1.204 $."""
        digits = self._conventions.grouped(abs(n), self._separator)
        if self._after:
            return f"{self._sign_of(n)}{digits}{self._gap}{self._sign}"
        return f"{self._sign_of(n)}{self._sign}{digits}"

    def change(self, n: int) -> str:
        """A sum with a plus or minus sign: +$50, −$50."""
        return ("+" if n > 0 else "") + self.money(n)

    def percent(self, n: int) -> str:
        """10% or 10 %."""
        return f"{n}{self._conventions.percent}"

    @staticmethod
    def _sign_of(n: int) -> str:
        return "−" if n < 0 else ""
