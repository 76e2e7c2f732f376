"""Runs slow bots in a worker (:mod:`titledeed.game.bot_worker_questions_and_answers`).

They think in the page if there can be no worker. In the first rounds they do so until it has started,
and later if its start takes long. No bot is asked before the weights of the odds have been fetched
(:mod:`.odds_weights_loader`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...engine.state import (
    State,
)
from ...game.bot_worker_questions_and_answers import CALL, Questions, hear_worker, is_slow
from ...game.session import Session
from ...odds import weights_ready
from ..page_port import BackgroundWork, Page, Timer
from ..state import AppState
from .odds_weights_loader import OddsWeightsLoader

EARLY: Final = 3  # rounds in which few deeds have an owner, so that no thought takes long
PATIENCE: Final = 10_000.0  # milliseconds after which the page answers a question itself after all


class BotThinking:
    """The question that bots think about in a worker, for the open game."""

    def __init__(
        self,
        page: Page,
        app: AppState,
        weights: OddsWeightsLoader,
        thought: Callable[[], None],
        unread: Callable[[str], None],
    ) -> None:
        """``thought`` is called when the bots may be asked after :meth:`ready` was false.

        ``unread`` is called with the trouble if the weights of the odds cannot be fetched, so that no
        bot may be asked."""
        self._page = page
        self._app = app
        self._weights = weights
        self._thought = thought
        self._unread = unread
        self._lacking: State | None = None  # the state at which a bot waits for the weights
        self._questions = Questions()
        self._patience = Timer(page)
        self._work: BackgroundWork | None = None
        self._started = False  # the worker has answered once
        self._none = False  # there is no worker, or it was late with an answer
        self._meanwhile = False  # it is late to start: until then bots think in the page
        self._at: State | None = None  # the state that the question is about

    def ready(self) -> bool:
        """Return whether the bots may be asked now. If not, ``thought`` is called once they may."""
        session = self._app.running
        state = session.state
        if not is_slow(session) or session.players.expects(state):
            return True
        if not weights_ready():
            # Without the weights a bot would give another answer.
            if self._lacking is not state:
                self._lacking = state
                self._weights.fetch(self._fetched)
            return False
        if self._none:
            return True
        if not self._started:
            if self._work is None:
                self._work = self._page.beside(
                    CALL, {"game": -1, "from": -1}, self._start, self._fail
                )
            if state.round <= EARLY or self._none or self._meanwhile:
                return True
            if self._at is not state:
                self._at = state
                self._patience.after(PATIENCE, lambda: self._late(state))
            return False
        if self._at is not state:
            self._ask(session)
        return self._none

    def _fetched(self, trouble: str) -> None:
        session, waiting = self._app.session, self._lacking
        if session is None or session.state is not waiting:
            return
        if trouble:
            self._unread(trouble)
        else:
            self._lacking = None
            self._thought()

    def _start(self, _: Any) -> None:
        self._started, self._meanwhile = True, False
        self._patience.stop()
        session, waiting = self._app.session, self._at
        self._at = None
        if session is not None and session.state is waiting:
            self._thought()

    def begin(self) -> None:
        """Begin another game. A worker that was late in the last game is asked again."""
        self.forget()
        if self._none and not self._started:
            self._work = None
        self._none = False

    def forget(self) -> None:
        """Drop the question: the game goes on without its answer."""
        self._patience.stop()
        self._lacking = None
        if self._at is not None and self._work is not None and self._started:
            self._work.cancel()
        self._at = None

    def _ask(self, session: Session, whole: bool = False) -> None:
        """Ask about this state. An answer to an earlier question is ignored from now on."""
        self.forget()
        at = self._at = session.state
        bots = list(session.controls)
        self._patience.after(PATIENCE, lambda: self._late(at))
        question = self._questions.next(session, whole)
        self._work = self._page.beside(
            CALL, question, lambda answer: self._hear(at, bots, answer), self._fail
        )

    def _hear(self, at: State, bots: list[str], answer: Any) -> None:
        session = self._app.session
        if at is not self._at:
            return
        if not isinstance(session, Session) or session.state is not at:
            self.forget()
            return
        if answer.get("missing"):
            self._ask(session, whole=True)
            return
        self.forget()
        if session.controls == bots:  # otherwise a seat has a new player, who will be asked
            try:
                hear_worker(session, at, answer)
            except Exception as error:  # noqa: BLE001 - a damaged answer is none
                self._fail(str(error))
        self._thought()

    def _late(self, at: State) -> None:
        """Stop asking a worker that has let a table wait for an answer.

        A worker that has not started may still do so. If nobody waits for it, it may be late."""
        session = self._app.session
        if session is None or session.state is not at:
            self.forget()
        elif self._started:
            self._fail("it takes too long")
        else:
            self._meanwhile = True
            self.forget()
            self._thought()

    def _fail(self, _: str) -> None:
        """Let the bots think in the page from now on, as no worker answers."""
        self._none, self._meanwhile = True, False
        self._patience.stop()
        if self._work is not None:
            self._work.cancel()
        session = self._app.session
        waiting, self._at = self._at, None
        if session is not None and session.state is waiting:
            self._thought()
