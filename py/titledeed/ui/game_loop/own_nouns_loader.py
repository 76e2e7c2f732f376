"""Fetches the grammar and the messages for boards with their own nouns, which are in a separate archive.

A start does not wait for them: until they are here, the page says the usual nouns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..page_port import Page

PART: Final = "nouns"
AGAIN: Final = 10_000.0  # milliseconds after a failed fetch in which a view starts no other


class OwnNounsLoader:
    """The grammar and messages, for one page. ``arrived`` is called once they can be used."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self.arrived: Callable[[], None] = lambda: None
        self._fetching = False  # or they are here
        self._failed = float("-inf")  # when the last fetch failed

    def want(self) -> None:
        """Fetch them, as the page shows a board with own nouns."""
        if not self._fetching and self._page.now() - self._failed > AGAIN:
            self._fetching = True
            self._page.fetch_part(PART, self._fetched)

    def _fetched(self, trouble: str) -> None:
        if trouble:
            self._fetching = False
            self._failed = self._page.now()  # the page goes on with the usual nouns
        else:
            self.arrived()
