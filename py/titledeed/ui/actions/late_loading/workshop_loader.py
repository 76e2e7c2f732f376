"""Opens the bot workshop and the strategy desk, and fetches their code the first time (``ui/workshop/``,
``ui/strategy_desk/``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...game_loop.replay_start_step_branch_leave import ReplayPlayer
from ...page_port import Gesture
from ...render.jinja_renderer import JinjaRenderer
from ...state import Laboratory
from ..action_group import ActionContext
from ..declare_actions import Needs, needs
from .late_screen import LateScreen


class _BotScreen(LateScreen):
    icon = "u-bot"

    def __init__(
        self, context: ActionContext, screen: JinjaRenderer, replays: ReplayPlayer
    ) -> None:
        super().__init__(context, screen)
        self._replays = replays

    @property
    def sorry(self) -> str:
        return self.app.catalogue("The workshop couldn’t be loaded. Try again.")

    def given(self) -> tuple[Any, ...]:
        """What both screens are made with."""
        from .seat_written_bot import bot_screen_parts  # noqa: PLC0415 - it has arrived only now

        return bot_screen_parts(self, self._replays)


class WorkshopLoader(_BotScreen):
    """Opens the workshop; its own actions are in ``ui/workshop/``."""

    parts = ("lab", "workshop")
    marks = ("#workshop", "#bot=")
    heads = ("# title-deed-bot/",)

    @needs(Needs.NOTHING)
    def do_workshop(self, gesture: Gesture) -> None:
        """Open the workshop; fetch it first if need be."""
        self.want()

    def takes(self, text: str, name: str) -> bool:
        return super().takes(text, name) or name.endswith(".py")

    def make(self) -> Laboratory:
        from ...workshop.actions.workshop_screen import WorkshopScreen  # noqa: PLC0415 - it has arrived only now

        return WorkshopScreen(*self.given())

    def enter(self, bots: Sequence[tuple[str, str, str]], hides_names: bool = False) -> None:
        """Enter bots in the tournament of this device: each with its author's name, its file and the
        file's name."""
        self._files += [
            (text, "/".join(part.replace("/", " ") for part in (author, name)))
            for author, text, name in bots
        ]
        self._first = "nameless-tournament" if hides_names else "tournament"
        self.want()


class StrategyDeskLoader(_BotScreen):
    """Opens the strategy desk; its own actions are in ``ui/strategy_desk/``."""

    parts = ("lab", "strategies", "desk")
    marks = ("#strategy",)

    def __init__(
        self,
        context: ActionContext,
        screen: JinjaRenderer,
        replays: ReplayPlayer,
        workshop: WorkshopLoader,
    ) -> None:
        super().__init__(context, screen, replays)
        self._workshop = workshop

    @needs(Needs.NOTHING)
    def do_strategies(self, gesture: Gesture) -> None:
        """Open the strategy desk; fetch it first if need be."""
        self.want()

    def takes(self, text: str, name: str) -> bool:
        return '"title-deed-strategy/' in text[:200]

    def make(self) -> Laboratory:
        from ...strategy_desk.actions.desk_screen import StrategyDesk  # noqa: PLC0415 - it has arrived only now

        given = (*self.given(), self._workshop.open_file, self._workshop.enter)
        return StrategyDesk(*given)
