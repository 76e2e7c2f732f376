"""Runs slow bots in a worker (:mod:`titledeed.game.bot_worker_questions_and_answers`), and written bots in
fences (:mod:`.written_bots_at_table`).

They think in the page if there can be no worker. In the first rounds they do so until it has started,
and later if its start takes long. No bot is asked before the weights of the odds have been fetched
(:mod:`.odds_weights_loader`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from ... import odds
from ...bots.protocol import Bot
from ...bots.written_bots import UnansweredError, WrittenBot
from ...engine.state import (
    State,
)
from ...game.bot_worker_questions_and_answers import (
    CALL,
    Heard,
    Questions,
    hear,
    hear_worker,
    is_slow,
    think_here,
)
from ...game.session import Session
from ..notices import Notice
from ..page_port import BackgroundWork, Page, Timer
from ..state import AppState
from .odds_weights_loader import OddsWeightsLoader

if TYPE_CHECKING:
    from .written_bots_at_table import WrittenBotsAtTable

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
        render: Callable[[], None],
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
        self._render = render
        self._written: WrittenBotsAtTable | None = None
        self._fetching = False  # the code that asks written bots is on its way
        self._unfetched = False  # it could not be fetched
        self._hearing: State | None = None  # the state at which a written bot is asked
        # What written bots have answered, and the state that they were asked about.
        self._heard: list[tuple[Bot | None, Heard]] = []
        self._heard_at: State | None = None

    def ready(self) -> bool:
        """Return whether the bots may be asked now. If not, ``thought`` is called once they may."""
        session = self._app.running
        state = session.state
        if session.players.expects(state):
            return True
        if self._hearing is state:
            return False
        written = self._is_written(session)
        if written and self._written is None:
            self._fetch_written()
            return False
        if not is_slow(session):
            return not written or self._think_here(session)
        if not odds.weights_ready():
            # Without the weights a bot would give another answer.
            if self._lacking is not state:
                self._lacking = state
                self._weights.fetch(self._fetched)
            return False
        if self._none:
            return not written or self._think_here(session)
        if not self._started:
            if self._work is None:
                self._work = self._page.beside(
                    CALL, {"game": -1, "from": -1}, self._start, self._fail
                )
            if state.round <= EARLY or self._none or self._meanwhile:
                return not written or self._think_here(session)
            if self._at is not state:
                self._at = state
                self._patience.after(PATIENCE, lambda: self._late(state))
            return False
        if self._at is not state:
            self._ask(session)
        return not written and self._none

    # ------------------------------------------------------------ written bots

    def _is_written(self, session: Session) -> bool:
        """Whether a written bot may be asked next. Prepares all of them."""
        bots = [bot for bot in session.players.bots if isinstance(bot, WrittenBot)]
        if not bots or self._unfetched:
            return False
        if self._written is not None:
            for bot in bots:
                bot.driven = not bot.given_up
            self._written.warm(session)
        asked = session.players.asked(session.state)
        waiting = [session.players.bots[seat] for seat in asked]
        return any(isinstance(bot, WrittenBot) and not bot.given_up for bot in waiting)

    def _think_here(self, session: Session) -> bool:
        """Let the bots think in the page. Return False if a program has to be asked first."""
        state = session.state
        try:
            think_here(session)
        except UnansweredError as error:
            offered = [session.game.notation.text(offer, state) for offer in error.offered]
            self._ask_program(session, error.seat, offered)
            return session.players.expects(state)
        return True

    def _ask_program(self, session: Session, seat: int, offered: list[str]) -> None:
        assert self._written is not None
        state = self._hearing = session.state
        bot = session.players.bots[seat]

        def then(heard: Heard) -> None:
            self._hearing = None
            if self._app.session is not session or session.state is not state:
                return
            if session.players.bots[seat] is bot:  # otherwise the seat has a new player
                hear(session.players, session.game.notation, state, heard)
                if self._heard_at is not state:
                    self._heard, self._heard_at = [], state
                self._heard.append((bot, heard))
            self._page.after(0, self._thought)

        self._written.ask(session, seat, offered, then)

    def _fetch_written(self) -> None:
        if self._fetching:
            return
        self._fetching = True
        parts = ["lab", "workshop"]

        def fetched(trouble: str) -> None:
            if not trouble and parts:
                self._page.fetch_part(parts.pop(0), fetched)
                return
            self._fetching = False
            if trouble:
                self._unfetched = True
                self._say_unfetched(trouble)
            else:
                from .written_bots_at_table import WrittenBotsAtTable  # noqa: PLC0415 - it has arrived only now

                self._written = WrittenBotsAtTable(self._page, self._app, self._render)
            self._page.after(0, self._thought)

        fetched("")

    def _say_unfetched(self, trouble: str) -> None:
        app, _ = self._app, self._app.catalogue
        text = _(
            "A file that bots from files need couldn’t be loaded. The simple bot plays for "
            "them until the page is reloaded."
        )
        app.notices.add(Notice("programs", text, more=trouble, bad=True, icon="u-bot", lasts=True))
        self._page.announce(text)
        self._render()

    # ------------------------------------------------------------ the worker

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
        """Begin another game, or leave one. A worker that was late in the last game is asked again."""
        self.forget()
        if self._written is not None:
            self._written.end()
        if self._none and not self._started:
            self._work = None
        self._none = False

    def forget(self) -> None:
        """Drop the question: the game goes on without its answer."""
        self._patience.stop()
        self._lacking = self._hearing = None
        if self._written is not None:
            self._written.forget()
        if self._at is not None and self._work is not None and self._started:
            self._work.cancel()
        self._at = None

    def _ask(self, session: Session, whole: bool = False) -> None:
        """Ask about this state. An answer to an earlier question is ignored from now on."""
        self.forget()
        at = self._at = session.state
        bots = list(session.controls)
        self._patience.after(PATIENCE, lambda: self._late(at))
        heard = []
        if self._heard_at is at:
            players = session.players.bots
            heard = [row for bot, row in self._heard if players[row[0]] is bot]
        question = self._questions.next(session, whole, heard)
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
        if "wanted" in answer:
            if session.controls == bots:
                self._ask_program(session, answer["wanted"], answer["offered"])
            return
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
