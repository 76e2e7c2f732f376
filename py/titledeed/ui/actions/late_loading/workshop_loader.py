"""Opens the bot workshop and the strategy desk, and fetches their code the first time (``ui/workshop/``,
``ui/strategy_desk/``)."""

from __future__ import annotations

from typing import Final

from ....storage import written_bots
from ....storage.storage_interfaces import StorageFull
from ... import setup_form
from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...notices import Notice
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ...views.view_context_and_shared_parts import bot_name
from ..action_group import ActionContext, ActionGroup
from ..declare_actions import Needs, needs
from .lab_exits_play_replay_vote import LeaveLab

PARTS: Final = {"workshop": ("lab", "workshop"), "strategy": ("lab", "strategies", "desk")}
HEAD: Final = "# title-deed-bot/"  # how a bot's file begins
STRATEGY: Final = '"title-deed-strategy/'  # in the file of a player from rules
# The beginnings of the links that it opens: both screens, a bot, and a player from rules.
MARKS: Final = ("#workshop", "#bot=", "#strategy")


class WorkshopLoader(ActionGroup):
    """Opens the workshop; its own actions are in ``ui/workshop/``."""

    def __init__(
        self, context: ActionContext, screen: JinjaRenderer, replays: ReplayPlayer
    ) -> None:
        super().__init__(context)
        self._screen = screen
        self._replays = replays
        self._screens: dict[str, Laboratory] = {}
        self._fragment, self._again = "", False
        self._file: tuple[str, str] | None = None  # a file to open, with its name
        self._coming = False

    @needs(Needs.NOTHING)
    def do_workshop(self, gesture: Gesture) -> None:
        """Open the workshop; fetch it first if need be."""
        self._want("workshop")

    @needs(Needs.NOTHING)
    def do_strategies(self, gesture: Gesture) -> None:
        """Open the strategy desk; fetch it first if need be."""
        self._want("strategy")

    def _want(self, name: str) -> None:
        self._coming = True
        self._fetch(name, list(PARTS[name]))

    def _fetch(self, name: str, parts: list[str]) -> None:
        if name in self._screens or not parts:
            self._fetched(name, "")
            return

        def then(trouble: str) -> None:
            if trouble:
                self._fetched(name, trouble)
            else:
                self._fetch(name, parts[1:])

        self.page.fetch_part(parts[0], then)

    def _fetched(self, name: str, trouble: str) -> None:
        if not self._coming:
            return  # the person has since gone back
        app = self.app
        if trouble:
            text = app.catalogue("The workshop couldn’t be loaded. Try again.")
            app.notices.add(Notice("workshop", text, more=trouble, bad=True, icon="u-bot"))
            self.page.announce(text)
            self.play.render()
            return
        if name not in self._screens:
            self._screens[name] = self._made(name)
        self._open(self._screens[name])

    def _made(self, name: str) -> Laboratory:
        out = LeaveLab(self.page, self.app, self.play, self._replays)
        given = (self.page, self._screen, self.store, self.app, out.replay, self.leave_workshop)
        if name == "strategy":
            from ...strategy_desk.actions.desk_screen import StrategyDesk  # noqa: PLC0415 - it has arrived only now

            return StrategyDesk(*given, self._seat, self.open_file)
        from ...workshop.actions.workshop_screen import WorkshopScreen  # noqa: PLC0415 - it has arrived only now

        return WorkshopScreen(*given, self._seat)

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
        """Open a link in its screen, or go back ``again`` to it."""
        self._fragment, self._again = fragment, again
        self._want("strategy" if fragment.startswith("#strategy") else "workshop")

    def open_file(self, text: str, name: str) -> None:
        """Open a bot's file in the workshop, or that of a player from rules at the strategy desk."""
        self._file = text, name
        self._want("strategy" if is_strategy_file(text) else "workshop")

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
        name = bot_name(_, bot)
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
        if self.app.lab is None or self.app.lab not in self._screens.values():
            return
        self.play.close_all()
        self.app.lab = None
        self.play.render()
        self.page.focus("#setup [data-do=lab], #ask [data-do=lab]")


def is_strategy_file(text: str) -> bool:
    """Whether this is the file of a player from rules."""
    return STRATEGY in text[:200]
