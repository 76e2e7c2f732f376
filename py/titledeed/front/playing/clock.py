"""The time at the table, and the limit of minutes that was agreed for a short game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...engine.words import Over
from ..desk import Desk
from ..page import Page, Timer

_NAP: Final = 90_000.0  # milliseconds: a page in the background is woken at least each minute


class Clock:
    """Counts the time a game has been on the table. While minutes are limited, ``second`` is called
    after each second."""

    def __init__(self, page: Page, desk: Desk, second: Callable[[], None]) -> None:
        self._page = page
        self._desk = desk
        self._second = second
        self._counted = page.now()  # until when the time is counted
        self._watching = Timer(page)

    def begin(self) -> None:
        """What was before now does not count."""
        self._counted = self._page.now()

    def stop(self) -> None:
        """No second is waited for."""
        self._watching.stop()

    def pass_time(self) -> None:
        """Count the time at the table. A machine that slept was not at the table."""
        desk, session = self._desk, self._desk.running
        now = self._page.now()
        desk.elapsed += min(max(0.0, now - self._counted), _NAP) / 1000
        self._counted = now
        limit = session.state.rules.limit_minutes
        if limit and desk.elapsed >= limit * 60:
            session.time_over = True

    def mind(self) -> None:
        """Look at the clock each second where a limit of minutes was agreed."""
        session = self._desk.session
        if self._watching.on or session is None or self._desk.replaying is not None:
            return
        state = session.state
        if state.rules.limit_minutes and not state.time_up and not isinstance(state.ask, Over):
            self._counted = self._page.now()
            self._watching.after(1000, self._watch)

    def _watch(self) -> None:
        """A second has passed."""
        desk, session = self._desk, self._desk.course
        before = desk.elapsed
        self.pass_time()
        self._call_time(session.state.rules.limit_minutes * 60, before)
        self.mind()
        self._second()

    def _call_time(self, limit: int, before: float) -> None:
        """Say aloud when five minutes are left, and one."""
        for left in (300, 60):
            if before < limit - left <= self._desk.elapsed and limit > left:
                self._page.announce(
                    self._desk.catalogue.count(
                        "{n} minute is left.", "{n} minutes are left.", left // 60
                    )
                )
