"""Bots that think for long do so beside the page, by a worker (:mod:`titledeed.thoughts`). Until it has
started, and where there can be none, they think in the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...engine.words import State
from ...session import Session
from ...thoughts import CALL, Questions, hear, slow
from ..desk import Desk
from ..page import Page, Timer, Work

PATIENCE: Final = 10_000.0  # milliseconds after which a question is answered in the page after all


class Thinking:
    """What is being thought of for the game on a desk."""

    def __init__(self, page: Page, desk: Desk, thought: Callable[[], None]) -> None:
        """``thought`` is called when what was not :meth:`ready` is."""
        self._page = page
        self._desk = desk
        self._thought = thought
        self._questions = Questions()
        self._patience = Timer(page)
        self._work: Work | None = None
        self._started = False  # the worker has answered once
        self._none = False  # there is no worker, or it has let us wait
        self._at: State | None = None  # what is being thought of

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

    def begin(self) -> None:
        """Another game: a worker that was late in the last one is asked once more."""
        self.forget()
        self._none = False

    def forget(self) -> None:
        """The game goes on without what is being thought of."""
        self._patience.stop()
        if self._at is not None and self._work is not None:
            self._work.cancel()
        self._at = None

    def _ask(self, session: Session, whole: bool = False) -> None:
        """Ask at this moment; an answer to an earlier question is not heard any more."""
        self.forget()
        at = self._at = session.state
        bots = list(session.controls)
        self._patience.after(PATIENCE, lambda: self._late(at))
        question = self._questions.next(session, whole)
        self._work = self._page.beside(
            CALL, question, lambda answer: self._hear(at, bots, answer), self._fail
        )

    def _hear(self, at: State, bots: list[str], answer: Any) -> None:
        session = self._desk.session
        if at is not self._at:
            return
        if not isinstance(session, Session) or session.state is not at:
            self.forget()
            return
        if answer.get("missing"):
            self._ask(session, whole=True)
            return
        self.forget()
        if session.controls == bots:  # else a seat has another player since, and is asked anew
            try:
                hear(session, at, answer)
            except Exception as why:  # noqa: BLE001 - a damaged answer is none
                self._fail(str(why))
        self._thought()

    def _late(self, at: State) -> None:
        """A worker that lets a table wait is not asked again; one that nobody waits for may be late."""
        session = self._desk.session
        if session is not None and session.state is at:
            self._fail("it takes too long")
        else:
            self.forget()

    def _fail(self, _: str) -> None:
        """Nobody answers: from now on they think in the page."""
        self._none = True
        self._patience.stop()
        if self._work is not None:
            self._work.cancel()
        session = self._desk.session
        waiting, self._at = self._at, None
        if session is not None and session.state is waiting:
            self._thought()
