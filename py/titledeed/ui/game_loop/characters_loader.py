"""Fetches the expressions and the lines of the characters, which are in a separate archive.

A start does not wait for them: until they are here, all faces are at ease and nobody speaks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ..page_port import Page, Timer
from ..state import AppState

PART: Final = "characters"
SOON: Final = 300.0  # milliseconds, so that the answer that was just given is shown first


class CharactersLoader:
    """The characters, for one page."""

    def __init__(self, page: Page, app: AppState, arrived: Callable[[], None]) -> None:
        """``arrived`` is called once they can be shown."""
        self._page = page
        self._app = app
        self._arrived = arrived
        self._fetching = False
        self._timer = Timer(page)

    def want(self) -> None:
        """Fetch them soon, if they are not here yet. After a failure, the next call tries again."""
        if self._app.characters is None and not self._fetching and not self._timer.on:
            self._timer.after(SOON, self._fetch)

    def _fetch(self) -> None:
        self._fetching = True
        self._page.fetch_part(PART, self._fetched)

    def _fetched(self, trouble: str) -> None:
        self._fetching = False
        if trouble:
            return  # the game goes on without them
        from .character_expressions_and_lines import FetchedCharacters  # noqa: PLC0415 - just fetched

        self._app.characters = FetchedCharacters()
        self._arrived()
