"""The actions for saved games: list, open, rename, copy, delete, export and import them.

Each game is open in one window at a time. If a game's newest state is damaged, people are told so and offered
the newest good state. Opening a damaged game deletes nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from ...engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from ...engine.record import parse_record_to_keep, record_checksum
from ...game.recognize_saves_of_older_programs import ChangedRuling
from ...game.session import Session
from ...game.strategy_seats import MissingPart
from ...language.sanitize import clean_text
from ...storage.save_models import KeptGame, whole_record
from ..game_loop.replay_start_step_branch_leave import ReplayPlayer
from ..notices import Notice, action_data
from ..page_port import Gesture
from ..state import OpenDialog
from .action_group import ActionContext, ActionGroup
from .declare_actions import Needs, needs

_MOST_NAME: Final = 60
_FILE_NAME: Final = re.compile(r"[^\w.-]+")


class SavedGamesActions(ActionGroup):
    """Opens, changes and exports saved games."""

    def __init__(self, context: ActionContext, replays: ReplayPlayer) -> None:
        super().__init__(context)
        self._replays = replays
        self._undelete: Callable[[], None] | None = None
        self._opening = ""  # the game that is being opened

    @needs(Needs.NOTHING)
    def do_open_saves(self, gesture: Gesture) -> None:
        self.app.deleted = ""
        self.store.refresh()
        self.play.open(OpenDialog("saves"))

    @needs(Needs.NOTHING)
    def do_continue(self, gesture: Gesture) -> None:
        self._load(gesture.arg)

    @needs(Needs.NOTHING)
    def do_load(self, gesture: Gesture) -> None:
        self._load(gesture.arg)

    @needs(Needs.NOTHING)
    def do_take_over(self, gesture: Gesture) -> None:
        """Play a game here that is open in another window."""
        self._load(gesture.arg, by_force=True)

    @needs(Needs.NOTHING)
    def do_load_good(self, gesture: Gesture) -> None:
        """Resume the newest good state of a damaged game."""
        self._load(gesture.arg, damaged=True)

    @needs(Needs.NOTHING)
    def do_watch(self, gesture: Gesture) -> None:
        """Show a replay of a saved game, which does not change it."""
        if self.app.session is not None and gesture.arg == self.app.game_id:
            self.play.close_all()
            self._replays.start()
        else:
            self._load(gesture.arg, look=True)

    def _load(
        self, id: str, by_force: bool = False, damaged: bool = False, look: bool = False
    ) -> None:
        """Open the newest good state of a saved game, to play on or only to ``look`` at it. If later answers
        are damaged, ask people first, unless ``damaged`` says that they have agreed. ``by_force``: take it
        from another window."""
        if self._opening or (id == self.app.game_id and self.app.session is not None):
            self.play.close("saves")
            return
        self._opening = id

        def given_up() -> None:
            self._opening = ""
            self._keep_on()

        def got_lock(ours: bool) -> None:
            if ours:
                self.store.open(id, opened)
            else:
                self._opening = ""
                self._elsewhere(id)

        def opened(game: KeptGame | LoadError) -> None:
            self._opening = ""
            try:
                session, game, trouble = reopened(game)
            except MissingPart as missing:
                self._opening = id
                stored = game
                self.play.fetch_part(missing, lambda: opened(stored), given_up)
                return
            except (LoadError, MalformedAnswer, RefusedAnswer) as error:
                self._keep_on()
                self._damaged(id, error)
                return
            if (game.lost or trouble) and not damaged:
                self._keep_on()
                self._offer_good(game, session, trouble)
                return
            if not (game.lost or trouble):
                session.recall(game.summary.aside)
            self.play.close_all()
            self.play.begin(session, id, game.summary.title, game.summary.elapsed, look=look)
            if look:
                self._replays.start(0)

        self.play.windows.hold(id, by_force, got_lock)

    def _keep_on(self) -> None:
        """Keep playing the open game: the other one could not be opened."""
        app = self.app
        if app.session is None:
            self.play.windows.let_go()
        else:
            self.play.windows.hold(app.game_id, True, lambda _: None)

    def _elsewhere(self, id: str) -> None:
        """Tell people that another window has this game."""
        _ = self.app.catalogue
        self._tell(
            "elsewhere",
            _("This game is open in another window."),
            _("Continue there, or play it here. If you play here, the other window stops."),
            [("take-over", id, _("Play it here"))],
            bad=False,
        )

    def taken(self, id: str) -> None:
        """Leave the game after the current task has ended, as another window has taken it."""
        self.store.lose(id)
        self.page.after(0, lambda: self._was_taken(id))

    def _was_taken(self, id: str) -> None:
        app, _ = self.app, self.app.catalogue
        if app.session is None or app.game_id != id:
            return
        self.play.leave_game()
        self._tell(
            "elsewhere",
            _("This game is now being played in another window."),
            _("Your moves here are saved. From now on, only the other window saves the game."),
            [("take-over", id, _("Play it here"))],
            bad=False,
        )
        self.page.announce(_("This game is now being played in another window."))

    def _damaged(self, id: str, error: Exception) -> None:
        _ = self.app.catalogue
        sentence = self.app.catalogue.sentence(str(error))
        self._tell(
            "damaged",
            _("This saved game can’t be opened."),
            f"{sentence} " + _("Nothing has been deleted. You can save the game as a file."),
            [("export-damaged", id, _("Save it as a file"))],
        )

    def _offer_good(self, game: KeptGame, session: Session, trouble: Exception | None) -> None:
        """Tell people that a game's newest state is damaged, and offer the newest good one."""
        _ = self.app.catalogue
        text = _("The latest save of this game is damaged.")
        if isinstance(trouble, ChangedRuling):
            text = _.sentence(str(trouble))
        have, had = len(session.entries), game.summary.answers
        if had > have:
            good = _("The last good save goes up to move {n} of {m}.", n=have, m=had)
        else:
            good = _("The last good save goes up to move {n}.", n=have)
        self._tell(
            "damaged",
            text,
            good,
            [
                ("load-good", game.summary.id, _("Continue from there")),
                ("export-damaged", game.summary.id, _("Save the damaged game as a file")),
            ],
        )

    def _tell(
        self, id: str, text: str, more: str, acts: list[tuple[str, str, str]], bad: bool = True
    ) -> None:
        """Show a notice with buttons, and close the list of saved games."""
        buttons = tuple(
            action_data(do, label, arg, main=n == 0) for n, (do, arg, label) in enumerate(acts)
        )
        self.app.notices.add(
            Notice(id, text, more=more, bad=bad, icon="u-saves", lasts=True, acts=buttons)
        )
        self.play.close("saves")
        self.play.render()
        self.page.focus(f"#notice-{id} button")

    @needs(Needs.NOTHING)
    def do_export_damaged(self, gesture: Gesture) -> None:
        """Save everything stored of a damaged game as a file, unchecked."""
        self.store.raw(gesture.arg, lambda text: self.page.download("titledeed-damaged.json", text))

    @needs(Needs.NOTHING)
    def do_rename(self, gesture: Gesture) -> None:
        self.play.open(OpenDialog("rename", gesture.arg))

    @needs(Needs.NOTHING)
    def do_rename_to(self, gesture: Gesture) -> None:
        title = clean_text(gesture.fields.get("title", ""), _MOST_NAME)
        if gesture.kind != "submit" or not title:
            return
        self.store.rename(gesture.arg, title)
        if self.app.game_id == gesture.arg:
            self.app.title = title
        self.play.close("rename")
        self.play.render()

    @needs(Needs.NOTHING)
    def do_duplicate(self, gesture: Gesture) -> None:
        summary = next((f for f in self.store.games() if f.id == gesture.arg), None)
        if summary is not None:
            title = self.app.catalogue("Copy of {title}", title=summary.title)[:_MOST_NAME]
            self.store.duplicate(gesture.arg, title, self._duplicated)

    def _duplicated(self, id: str) -> None:
        if not id:
            self.say_full()
        self.play.render()

    @needs(Needs.NOTHING)
    def do_delete(self, gesture: Gesture) -> None:
        """Delete a game at once, since it can be restored. Ask first if it is the open game."""
        if self.app.session is not None and self.app.game_id == gesture.arg:
            self.play.open(OpenDialog("confirm", f"delete {gesture.arg}"))
        else:
            self.do_delete_now(gesture)

    @needs(Needs.NOTHING)
    def do_delete_now(self, gesture: Gesture) -> None:
        app, _ = self.app, self.app.catalogue
        summary = next((f for f in self.store.games() if f.id == gesture.arg), None)
        if summary is None:
            return
        self._undelete = self.store.delete(gesture.arg)
        app.deleted = summary.title or _("Damaged game {id}", id=summary.id)
        self.play.close("confirm")
        if app.session is not None and app.game_id == gesture.arg:
            self.play.leave_game()
            self.play.open(OpenDialog("saves"))
        self.page.announce(_("“{title}” was deleted.", title=app.deleted))
        self.play.render()
        # The pressed button has disappeared with its row, so the focus needs a new place.
        self.page.focus("#dlg-saves .deleted button")

    @needs(Needs.NOTHING)
    def do_undelete(self, gesture: Gesture) -> None:
        """Bring back the game that was deleted last."""
        if self._undelete is not None:
            self._undelete()
            self._undelete = None
            self.page.announce(self.app.catalogue("“{title}” is back.", title=self.app.deleted))
        self.app.deleted = ""
        self.play.render()
        self.page.focus("#dlg-saves-title")

    @needs(Needs.NOTHING)
    def do_export(self, gesture: Gesture) -> None:
        """Save a game as a file: a stored one, or the one that is played."""
        app = self.app
        if app.whole is not None and gesture.arg in ("", app.game_id):
            self._download(app.title, app.whole.save(self.page.today(), app.title))
        elif gesture.arg:

            def read(game: KeptGame | LoadError) -> None:
                if isinstance(game, LoadError):
                    self.do_export_damaged(gesture)
                else:
                    self._download(game.summary.title, whole_record(game))

            self.store.look(gesture.arg, read)

    @needs(Needs.NOTHING)
    def do_report(self, gesture: Gesture) -> None:
        """Save the record of the game as a file for a bug report."""
        app = self.app
        if app.whole is not None:
            self._download(f"report-{app.title}", app.whole.save(self.page.today(), app.title))

    def _download(self, title: str, table: dict[str, Any]) -> None:
        name = _FILE_NAME.sub("-", title).strip("-")[:40] or "game"
        text = json.dumps(table, ensure_ascii=False, indent=1)
        self.page.download(f"titledeed-{name}.json", text)

    def open_file(self, name: str, text: str) -> None:
        """Open the record in a file as a new game.

        Raises :class:`LoadError`, :class:`MalformedAnswer` or :class:`RefusedAnswer` if it is not
        valid."""
        session = Session.load(parse_record_to_keep(text, toml=name.lower().endswith(".toml")))
        title = session.game.record.title or ", ".join(
            seat.name for seat in session.game.record.seats
        )
        before = self.app.title if self.app.session is not None else ""
        self.play.close_all()
        self.play.begin_new(session, title[:_MOST_NAME])
        if before:
            text = self.app.catalogue(
                "The file is open. “{title}” is still in your saved games.", title=before
            )
            self.app.notices.add(Notice("opened", text, icon="u-saves"))
            self.play.render()


def reopened(game: KeptGame | LoadError) -> tuple[Session, KeptGame, Exception | None]:
    """Return the newest good state of a game as a session, the game, and the error that cut it short.

    The error is None if nothing was cut. A game is cut short if this version of the rules refuses a
    later answer or gets a different result. Raises LoadError, MalformedAnswer or RefusedAnswer if no
    state of it is good.
    """
    if isinstance(game, LoadError):
        raise game
    try:
        return Session.load(whole_record(game)), game, None
    except ChangedRuling as changed:
        return Session.load(_beginning(whole_record(game), changed.agree)), game, changed
    except (LoadError, MalformedAnswer, RefusedAnswer) as error:
        shorter = [
            shortened for copy in (game, *game.earlier) if (shortened := _as_far_as_it_goes(copy))
        ]
        if not shorter:
            raise error from None
        return max(shorter, key=lambda session: len(session.entries)), game, error


def _as_far_as_it_goes(game: KeptGame) -> Session | None:
    """The longest beginning of a game that loads, found by bisection; None if there is none."""
    table = whole_record(game)
    lines = [line for step in table["step"] for line in step.get("play", [])]
    best: Session | None = None
    good, bad = -1, len(lines) + 1
    while bad - good > 1:
        count = (good + bad) // 2
        try:
            best, good = Session.load(_beginning(table, count)), count
        except (LoadError, MalformedAnswer, RefusedAnswer):
            bad = count
    return best


def _beginning(table: Mapping[str, Any], count: int) -> dict[str, Any]:
    """Return the record of a game with only its first ``count`` lines."""
    lines = [line for step in table["step"] for line in step.get("play", [])]
    beginning: dict[str, Any] = {**table, "step": [{"play": lines[:count]}]}
    if isinstance(by := beginning.get("x-by"), list):
        beginning["x-by"] = by[:count]
    beginning.pop("snapshot", None)
    beginning["checksum"] = record_checksum(beginning)
    return beginning
