"""Opens the bot workshop, and fetches its code the first time (``ui/workshop/``)."""

from __future__ import annotations

from typing import Final

from ....bots.written_bots import written_name
from ....storage import written_bots
from ....storage.storage_interfaces import StorageFull
from ... import setup_form
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...notices import Notice
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs
from .lab_exits_play_replay_vote import LeaveLab

PARTS: Final = ("lab", "workshop")
HEAD: Final = "# title-deed-bot/"  # how a bot's file begins
# The beginnings of the links that it opens: the workshop itself, and a bot.
MARKS: Final = ("#workshop", "#bot=")


class WorkshopLoader(ActionGroup):
    """Opens the workshop; its own actions are in ``ui/workshop/``."""

    def __init__(
        self, context: ActionContext, screen: JinjaRenderer, replays: ReplayPlayer
    ) -> None:
        super().__init__(context)
        self._screen = screen
        self._replays = replays
        self._workshop: Laboratory | None = None
        self._fragment, self._again = "", False
        self._file: tuple[str, str] | None = None  # a file to open, with its name
        self._coming = False

    @needs(Needs.NOTHING)
    def do_workshop(self, gesture: Gesture) -> None:
        """Open the workshop at the step in the argument; fetch it first if need be."""
        self._coming = True
        self._fetch(list(PARTS))

    def _fetch(self, parts: list[str]) -> None:
        if self._workshop is not None or not parts:
            self._fetched("")
            return

        def then(trouble: str) -> None:
            if trouble:
                self._fetched(trouble)
            else:
                self._fetch(parts[1:])

        self.page.fetch_part(parts[0], then)

    def _fetched(self, trouble: str) -> None:
        if not self._coming:
            return  # the person has since gone back
        app = self.app
        if trouble:
            text = app.catalogue("The workshop couldn’t be loaded. Try again.")
            app.notices.add(Notice("workshop", text, more=trouble, bad=True, icon="u-bot"))
            self.page.announce(text)
            self.play.render()
            return
        from ...workshop.actions.workshop_screen import WorkshopScreen  # noqa: PLC0415 - it has arrived only now

        if self._workshop is None:
            out = LeaveLab(self.page, app, self.play, self._replays)
            self._workshop = WorkshopScreen(
                self.page,
                self._screen,
                self.store,
                app,
                out.replay,
                self.leave_workshop,
                self._seat,
            )
        self._open(self._workshop)

    def _open(self, workshop: Laboratory) -> None:
        self.play.close_all()
        self.app.lab = workshop
        fragment, self._fragment = self._fragment, ""
        file, self._file = self._file, None
        if fragment:
            workshop.open_link(fragment, self._again)
        if file is not None:
            workshop.open_file(*file)
        self.play.render()
        workshop.focus()

    def open_link(self, fragment: str, again: bool = False) -> None:
        """Open a link in the workshop, or go back ``again`` to it."""
        self._fragment, self._again = fragment, again
        self.do_workshop(Gesture("click"))

    def open_file(self, text: str, name: str) -> None:
        """Open a bot's file in the workshop."""
        self._file = text, name
        self.do_workshop(Gesture("click"))

    def _seat(self, bot: str, code: str) -> str:
        """Let a bot sit at tables of this device, and put it at the table that is being set up. Return why
        not, or "" if it sits there."""
        app, _ = self.app, self.app.catalogue
        if bot not in app.written and len(app.written) >= written_bots.MOST:
            return _.count(
                "There’s room for {n} bot from a file. Remove one at the set-up screen first.",
                "There’s room for {n} bots from files. Remove one at the set-up screen first.",
                written_bots.MOST,
            )
        app.written[bot] = code
        try:
            written_bots.keep_bot(self.store, bot, code)
        except StorageFull:
            self.say_full()
        name = written_name(bot)
        if app.session is None:
            app.setup, seat = setup_form.with_bot(self.form(), bot, name)
            text = _("{bot} sits at the table as player {n}.", bot=name, n=seat + 1)
        else:
            text = _(
                "{bot} can play at your tables now: choose it when you set up a game, or press "
                "a player’s name during a game.",
                bot=name,
            )
        app.notices.add(Notice("written-bot", text, icon="u-bot", lasts=True))
        self.leave_workshop()
        self.page.announce(text)
        if app.session is None:
            self.page.focus("#start-game")
        return ""

    def leave_workshop(self) -> None:
        """Return to the screen before the workshop."""
        self._coming = False
        if self._workshop is None or self.app.lab is not self._workshop:
            return
        self.play.close_all()
        self.app.lab = None
        self.play.render()
        self.page.focus("#setup [data-do=lab], #ask [data-do=lab]")
