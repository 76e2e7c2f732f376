"""Saves the open game after each answer. The next answer is taken only when this one is stored.
If the storage fails, people are told so once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ...engine.asks import (
    Over,
)
from ...game.session import Session
from ...storage.save_models import BoardPicture, Summary
from ...storage.store import Store
from ..notices import Notice, action_data
from ..page_port import Page, Timer
from ..render.renderer import Renderer
from ..state import AppState
from . import finished_games_statistics
from .played_time_and_minutes_limit import Clock

PERSIST: Final = 5  # answers of people after which the browser is asked not to delete the data
_SLOW: Final = 700.0  # milliseconds of saving after which people are told


class OngoingSession:
    """The session in the form that the store takes."""

    def __init__(self, session: Session, saved: str, title: str) -> None:
        self._session = session
        self._saved = saved
        self._title = title

    def count(self) -> int:
        return len(self._session.entries)

    def unchanged(self) -> int:
        late = self._session.told_late
        return self.count() if late is None else late

    def since(self, start: int) -> list[tuple[str, Any]]:
        self._session.told_late = None
        return [
            (entry.line, [entry.by, entry.reason, dict(entry.facts)] if entry.reason else entry.by)
            for entry in self._session.entries[start:]
        ]

    def full(self) -> dict[str, Any]:
        self._session.told_late = None
        return self._session.save(self._saved, self._title)


class AutoSave:
    """Saves the game, and holds back what a person presses meanwhile."""

    def __init__(
        self, page: Page, store: Store, app: AppState, clock: Clock, rendering: Renderer
    ) -> None:
        self._page = page
        self._store = store
        self._app = app
        self._clock = clock
        self._rendering = rendering
        self._trouble = ""  # the storage trouble that people have been told about
        # What a person pressed while an answer was being saved.
        self._waiting_call: Callable[[], None] | None = None
        self._over = False  # the game was over when it was last saved
        # The session's saved data beside its record: offers set aside, ceilings.
        self._aside: Mapping[str, Any] = {}
        self._given = 0  # answers of people since the page was opened
        self._slow = Timer(page)

    def let_go(self) -> None:
        """Stop saving: the game is closed."""
        self._store.close()
        self._waiting_call = None
        self._over = False
        self._trouble = ""

    def save(self) -> None:
        """Save the game in its current state, except during a replay."""
        app = self._app
        if app.replaying is not None:
            return
        session = app.running
        self._clock.pass_time()
        saved = self._page.today()
        state = session.state
        summary = Summary(
            id=app.game_id,
            title=app.title,
            players=tuple(seat.name for seat in session.game.record.seats),
            round=state.round,
            book=state.rules.book,
            when=saved,
            over=isinstance(state.ask, Over),
            official=state.rules.official,
            elapsed=int(app.elapsed),
            answers=len(session.entries),
            picture=BoardPicture(
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
        self._store.keep(summary, OngoingSession(session, saved, app.title))
        if summary.over or self._over:
            finished_games_statistics.keep_result(
                self._store, app.game_id, session, summary.elapsed, saved
            )
        self._over = summary.over
        self.say_trouble()

    def save_aside(self) -> None:
        """Save offers set aside and ceilings if they have changed, as they are not answers."""
        playing = self._app.playing
        if playing is not None and playing.session.aside() != self._aside:
            self.save()

    def say_trouble(self) -> bool:
        """Tell people once about trouble with the storage. Return whether this changed the notices."""
        trouble = self._store.trouble
        if trouble == self._trouble:
            return False
        self._trouble = trouble
        app, _ = self._app, self._app.catalogue
        app.notices.dismiss("storage")
        if not trouble:
            return True
        says = {
            "none": (
                _("This browser can’t save games here. If you leave the page, the game is lost."),
                _("You can save the game as a file."),
            ),
            "unsaved": (
                _("This browser’s storage is full: nothing more will be saved."),
                _("Delete some saved games, or save this one as a file."),
            ),
            "quick": (
                _("One of the browser’s two storage areas for saved games is full."),
                _("This game is saved in the other storage area, so nothing is lost."),
            ),
            "sure": (
                _("One of the browser’s two storage areas for saved games isn’t working."),
                _("If the browser crashes, the latest moves may be lost."),
            ),
            "box": (
                _("One of the browser’s two storage areas for saved games isn’t working."),
                _("Games are saved in the other storage area, so nothing is lost."),
            ),
        }
        text, more = says[trouble]
        acts = []
        if trouble == "unsaved":
            acts.append(action_data("open-saves", _("Saved games")))
        if trouble in ("unsaved", "none") and app.session is not None:
            acts.append(action_data("export", _("Save the game as a file")))
        app.notices.add(
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
        """Count a person's answer. After some answers, ask the browser not to delete the data."""
        self._given += 1
        # Some browsers then ask the person, so do this at most once a month.
        if self._given == PERSIST and self._store.note("persist", self._page.today()[:7]):
            self._page.persist()

    # ------------------------------------------------------------ while it is being kept

    def hold(self, call: Callable[[], None]) -> bool:
        """Make this call once all answers are saved. Of several calls only the first is held.

        Return False without calling if all answers are already saved."""
        if self._store.settled:
            return False
        if self._waiting_call is None:
            self._waiting_call = call
            self._store.when_settled(self._release)
        return True

    def _release(self) -> None:
        call, self._waiting_call = self._waiting_call, None
        if call is not None:
            call()

    @property
    def holding(self) -> bool:
        """Whether a call waits for the last answer to be saved."""
        return self._waiting_call is not None

    def watch(self) -> None:
        """Tell people that the game is being saved, if that takes long."""
        if not self._store.settled:
            self._slow.after(_SLOW, self._say_slow)
            self._store.when_settled(self._slow.stop)  # measure the next save from zero

    def _say_slow(self) -> None:
        if self._store.settled or self._app.session is None:
            return
        if self._app.course.waiting().who == "elsewhere" and not self.holding:
            return  # nobody here waits for it: it would only cover what is read meanwhile
        _ = self._app.catalogue
        self._app.notices.add(
            Notice(
                "saving",
                _("Saving…"),
                more=_("You can make your next move as soon as your last move is saved."),
                icon="u-saves",
            )
        )
        self._rendering.render(("notices",))
