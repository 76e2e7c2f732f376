"""The base class of the laboratory's screens, and what they share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ....storage.store import Store
from ...actions.declare_actions import actions_of
from ...page_port import BackgroundWork, Gesture, Page
from ...state import AppState


class LabExits(NamedTuple):
    """The exits from the laboratory. ``watch``: show a record as a replay, with a title and a note.

    The note is "" for none. ``play``: play a record, with a title; ``moment``: show the open game after
    so many answers; ``answer``: give a seat's answer at the table. ``turn_to``: show what a seat may do
    there ("offer" with its number, "trade", "deeds"); ``leave``: return to the screen before."""

    watch: Callable[[dict[str, Any], str, str], None]
    play: Callable[[dict[str, Any], str], None]
    moment: Callable[[int], None]
    answer: Callable[[int, str], None]
    turn_to: Callable[[str, int, int], None]
    leave: Callable[[], None]


@dataclass(frozen=True)
class LabScreen:
    """What each screen works with. ``render`` draws the laboratory's current screen again; ``part`` draws one
    element of it, given its id and its template; ``show`` turns to the screen of that name."""

    page: Page
    store: Store
    app: AppState
    exits: LabExits
    render: Callable[[], None]
    part: Callable[[str, str], None]
    show: Callable[[str], None]
    warmed: list[BackgroundWork] = field(
        default_factory=list
    )  # the trigger of the first worker, if any


class LabActions:
    """A screen of the laboratory. Its methods ``do_…`` are its actions: ``data-do="lab-run"`` calls
    ``do_run``."""

    def __init__(self, screen: LabScreen) -> None:
        self.bench = screen
        self.page, self.app = screen.page, screen.app
        self.actions = actions_of("lab-", self)

    def screen_opened(self) -> None:
        """Called when a person turns to this screen."""

    def warm(self) -> None:
        """Start one worker for all screens, so that the first results of a run do not wait for its start."""
        if self.bench.warmed:
            return
        work = self.page.work(
            "titledeed.lab.batch_games:warm_up",
            [None],
            lambda _place, _done: None,
            lambda _why: None,
        )
        self.bench.warmed.append(work)

    def screen_view(self) -> Mapping[str, object]:
        """Return the values for the screen's template."""
        return {}

    def render(self) -> None:
        self.bench.render()

    def handle_gesture(self, gesture: Gesture) -> None:
        """Do the action of this gesture.

        An action of another screen is ignored, as its button was pressed while the screen changed."""
        if gesture.do in self.actions:
            self.actions[gesture.do](gesture)
