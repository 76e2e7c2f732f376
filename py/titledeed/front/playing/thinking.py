"""Lets bots that think long do so in a web worker (:mod:`titledeed.thoughts`). Until the worker has started,
and where there can be none, they think in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...engine.words import State
from ...session import Session
from ...thoughts import CALL, Questions, hear, slow
from ..desk import Desk
from ..page import Page, Timer, Work

PATIENCE: Final = 10_000.0  # milliseconds after which a bot thinks in the page after all


class Thinking:
    """Asks the worker for the next answer of the game on a desk."""

    def __init__(self, page: Page, desk: Desk, thought: Callable[[], None]) -> None:
        """``thought`` is called once an answer that was not :meth:`ready` has come."""
        self._page = page
        self._desk = desk
        self._thought = thought
        self._questions = Questions()
        self._patience = Timer(page)
        self._work: Work | None = None
        self._started = False  # the worker has answered once
        self._none = False  # there is no worker, or it was too slow
        self._at: State | None = None  # the state that the worker is thinking about

    def ready(self) -> bool:
        """Whether the bots may be asked now. If not, ``thought`` is called once they may."""
        session = self._desk.running
        state = session.state
        if self._none or not slow(session) or session.players.expects(state):
            return True
        if not self._started:
            if self._work is None:
                self._work = self._page.beside(
                    CALL, {"game": -1, "from": -1}, self._start, self._fail
                )
            return True
        if self._at is not state:
            self._ask(session)
        return self._none

    def _start(self, _: Any) -> None:
        self._started = True

    def _ask(self, session: Session, whole: bool = False) -> None:
        self._at = session.state
        self._patience.after(PATIENCE, lambda: self._fail("it takes too long"))
        question = self._questions.next(session, whole)
        self._work = self._page.beside(CALL, question, self._hear, self._fail)

    def _hear(self, answer: Any) -> None:
        session = self._desk.session
        if not isinstance(session, Session) or session.state is not self._at:
            return  # the game has moved on meanwhile
        if answer.get("missing"):
            self._ask(session, whole=True)
            return
        self._patience.stop()
        self._at = None
        hear(session, session.state, answer)
        self._thought()

    def _fail(self, _: str) -> None:
        """The worker does not answer: from now on bots think in the page."""
        self._none = True
        self._patience.stop()
        if self._work is not None:
            self._work.cancel()
        session = self._desk.session
        waiting, self._at = self._at, None
        if session is not None and session.state is waiting:
            self._thought()
