"""Saves the game on the desk after each answer; the next answer counts only when this one is stored.
Tells people once when the storage fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...engine.words import Over
from ...session import Session
from ...storage.saved import Picture, Summary
from ...storage.store import Store
from ..desk import Desk, Notice, act
from ..page import Page, Timer
from ..showing.rendering import Rendering
from . import results
from .clock import Clock

PERSIST: Final = 5  # answers of people after which the browser is asked to keep what is stored
_SLOW: Final = 700.0  # milliseconds of saving after which it is said


class OngoingSession:
    """The session as the store keeps it."""

    def __init__(self, session: Session, saved: str, title: str) -> None:
        self._session = session
        self._saved = saved
        self._title = title

    def count(self) -> int:
        return len(self._session.entries)

    def since(self, start: int) -> list[tuple[str, Any]]:
        return [
            (e.line, [e.by, e.why, dict(e.facts)] if e.why else e.by)
            for e in self._session.entries[start:]
        ]

    def full(self) -> dict[str, Any]:
        return self._session.save(self._saved, self._title)


class Keeping:
    """Keeps the game, and holds back what is pressed meanwhile."""

    def __init__(
        self, page: Page, store: Store, desk: Desk, clock: Clock, rendering: Rendering
    ) -> None:
        self._page = page
        self._store = store
        self._desk = desk
        self._clock = clock
        self._rendering = rendering
        self._trouble = ""  # of the storage, as it has been said
        # What was pressed while an answer was being kept.
        self._held: Callable[[], None] | None = None
        self._over = False  # the game stood at its end when it was kept last
        # What the session keeps beside the record, as it is saved.
        self._aside: Mapping[str, Any] = {}
        self._given = 0  # answers of people on this visit
        self._slow = Timer(page)

    def let_go(self) -> None:
        """The game that was kept leaves the desk."""
        self._store.close()
        self._held = None
        self._over = False
        self._trouble = ""

    def save(self) -> None:
        """Keep the game as it stands; a moment of it that is looked at is not the game."""
        desk = self._desk
        if desk.replaying is not None:
            return
        session = desk.running
        self._clock.pass_time()
        saved = self._page.today()
        state = session.state
        summary = Summary(
            id=desk.game_id,
            title=desk.title,
            players=tuple(seat.name for seat in session.game.record.seats),
            round=state.round,
            book=state.rules.book,
            when=saved,
            over=isinstance(state.ask, Over),
            official=state.rules.official,
            elapsed=int(desk.elapsed),
            answers=len(session.entries),
            picture=Picture(
                edition=state.rules.edition.id,
                tokens=tuple(seat.token for seat in session.game.record.seats),
                at=tuple(state.at),
                cash=tuple(state.cash[: state.seats]),
                playing=tuple(map(int, state.playing)),
                owner=tuple(state.owner),
                level=tuple(state.level),
                mortgaged=tuple(map(int, state.mortgaged)),
            ),
            aside=session.aside(),
        )
        self._aside = summary.aside
        self._store.keep(summary, OngoingSession(session, saved, desk.title))
        if summary.over or self._over:
            results.keep(self._store, desk.game_id, session, summary.elapsed, saved)
        self._over = summary.over
        self.say_trouble()

    def save_aside(self) -> None:
        """Keep what is no answer, if it has changed: offers put aside, ceilings."""
        session = self._desk.session
        if isinstance(session, Session) and session.aside() != self._aside:
            self.save()

    def say_trouble(self) -> bool:
        """Say what is not as it should be with the storage, once; whether something new was said."""
        trouble = self._store.trouble
        if trouble == self._trouble:
            return False
        self._trouble = trouble
        desk, _ = self._desk, self._desk.catalogue
        desk.notices = [n for n in desk.notices if n.id != "storage"]
        if not trouble:
            return True
        says = {
            "none": (
                _("This browser stores nothing here: the game is gone when you leave the page."),
                _("You can keep the game as a file."),
            ),
            "unsaved": (
                _("The storage of this browser is full: from here on nothing is saved."),
                _("Delete saved games, or keep this one as a file."),
            ),
            "quick": (
                _("One of the two places where games are kept is full."),
                _("This game is kept in the other one; nothing is lost."),
            ),
            "sure": (
                _("One of the two places where games are kept does not work in this browser."),
                _("If the browser crashes, the last answers may be lost."),
            ),
        }
        text, more = says[trouble]
        acts = []
        if trouble == "unsaved":
            acts.append(act("open-saves", _("Saved games")))
        if trouble in ("unsaved", "none") and desk.session is not None:
            acts.append(act("export", _("Keep the record as a file")))
        desk.notice(
            Notice(
                "storage",
                text,
                more=more,
                bad=trouble == "unsaved",
                icon="u-saves",
                lasts=True,
                acts=tuple(acts),
            )
        )
        return True

    def count_answer(self) -> None:
        """A person has answered: there is something to lose now."""
        self._given += 1
        # Some browsers ask people: not more than once a month.
        if self._given == PERSIST and self._store.note("persist", self._page.today()[:7]):
            self._page.persist()

    # ------------------------------------------------------------ while it is being kept

    def hold(self, call: Callable[[], None]) -> bool:
        """Do this once all that was answered is kept; the first thing that was pressed counts. False
        where all is kept already: then nothing was noted."""
        if self._store.settled:
            return False
        if self._held is None:
            self._held = call
            self._store.when_settled(self._release)
        return True

    def _release(self) -> None:
        call, self._held = self._held, None
        if call is not None:
            call()

    @property
    def holding(self) -> bool:
        """Whether something was pressed that waits for the last answer to be kept."""
        return self._held is not None

    def mind(self) -> None:
        """Something is asked that may be answered once all is kept: should it take long, say so."""
        if not self._store.settled:
            self._slow.after(_SLOW, self._say_slow)
            self._store.when_settled(self._slow.stop)  # what is saved next has its own time

    def _say_slow(self) -> None:
        if self._store.settled or self._desk.session is None:
            return
        _ = self._desk.catalogue
        self._desk.notice(
            Notice(
                "saving",
                _("Saving…"),
                more=_("Your press counts as soon as the last answer is saved."),
                icon="u-saves",
            )
        )
        self._rendering.render(("notices",))
