"""Fetches the weights of the odds model, which are in a separate archive, when they are first needed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ... import odds
from ..page_port import Page

PART: Final = "odds"
AGAIN: Final = 10_000.0  # milliseconds after a failed fetch in which a view alone starts no other


class OddsWeightsLoader:
    """The weights of the odds model, for one page."""

    def __init__(self, page: Page, arrived: Callable[[], None]) -> None:
        """``arrived`` is called once the weights can be read."""
        self._page = page
        self._arrived = arrived
        self._waiting: list[Callable[[str], None]] = []
        self._fetching = False
        self._failed = float("-inf")  # when the last fetch failed

    def want(self) -> None:
        """Fetch the weights for a view, which shows nothing until they are here."""
        if self._page.now() - self._failed > AGAIN:
            self._begin()

    def fetch(self, then: Callable[[str], None]) -> None:
        """Fetch the weights, then call ``then("")``, or ``then`` with a text about the trouble."""
        self._waiting.append(then)
        self._begin()

    def _begin(self) -> None:
        if not self._fetching:
            self._fetching = True
            self._page.fetch_part(PART, self._fetched)

    def _fetched(self, trouble: str) -> None:
        self._fetching = False
        if not odds.weights_ready():
            self._failed = self._page.now()
            trouble = trouble or PART
        waiting, self._waiting = self._waiting, []
        if not trouble:
            self._arrived()
        for then in waiting:
            then(trouble)
