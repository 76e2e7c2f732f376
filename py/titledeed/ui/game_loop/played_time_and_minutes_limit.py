"""Measures the time at the table, and calls time when an agreed limit of minutes is reached."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...engine.asks import (
    Over,
)
from ..page_port import Page, Timer
from ..state import AppState

# milliseconds, the longest gap that counts: a background page still wakes each minute
_NAP: Final = 90_000.0


class Clock:
    """Counts the time that a game is played. If its minutes are limited, calls ``second`` each second."""

    def __init__(self, page: Page, app: AppState, second: Callable[[], None]) -> None:
        self._page = page
        self._app = app
        self._second = second
        self._counted = page.now()  # the moment up to which time is counted
        self._watching = Timer(page)

    def begin(self) -> None:
        """Start counting now."""
        self._counted = self._page.now()

    def stop(self) -> None:
        """Stop the calls of ``second``."""
        self._watching.stop()

    def pass_time(self) -> None:
        """Add the time since the last call, or only ``_NAP`` if the machine slept longer."""
        app, session = self._app, self._app.running
        now = self._page.now()
        app.elapsed += min(max(0.0, now - self._counted), _NAP) / 1000
        self._counted = now
        limit = session.state.rules.limit_minutes
        if limit and app.elapsed >= limit * 60:
            session.time_over = True

    def watch(self) -> None:
        """Start checking the clock each second, if a limit of minutes was agreed."""
        playing = self._app.playing
        if self._watching.on or playing is None:
            return
        state = playing.session.state
        if state.rules.limit_minutes and not state.time_up and not isinstance(state.ask, Over):
            self._counted = self._page.now()
            self._watching.after(1000, self._watch)

    def _watch(self) -> None:
        """Handle each passing second."""
        app, session = self._app, self._app.course
        before = app.elapsed
        self.pass_time()
        self._call_time(session.state.rules.limit_minutes * 60, before)
        self.watch()
        self._second()

    def _call_time(self, limit: int, before: float) -> None:
        """Announce when five minutes are left, and when one is."""
        for left in (300, 60):
            if before < limit - left <= self._app.elapsed and limit > left:
                self._page.announce(
                    self._app.catalogue.count(
                        "{n} minute is left.", "{n} minutes are left.", left // 60
                    )
                )
