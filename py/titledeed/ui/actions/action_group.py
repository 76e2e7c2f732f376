"""The base class of all groups of actions, with the helpers that they share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from ...engine.asks import Over
from ...engine.special_seats_and_ids import CHANCE, NOBODY
from ...storage.store import Store
from .. import setup_form
from ..game_loop.game_loop import GameLoop
from ..notices import Notice
from ..page_port import Gesture, Page
from ..state import AppState
from ..views.setup import setup
from .declare_actions import DECLARED, Action


class ActionContext(NamedTuple):
    """What every group of actions works with."""

    page: Page
    store: Store
    app: AppState
    play: GameLoop


class ActionGroup:
    """A group of actions: its ``do_…`` methods that are declared with ``needs``."""

    def __init__(self, context: ActionContext) -> None:
        self.page, self.store, self.app, self.play = context

    def actions(self) -> Iterator[tuple[str, Action]]:
        """All actions of this group with their names."""
        for name in vars(type(self)):
            if name.startswith("do_"):
                method = getattr(self, name)
                conditions, waits = getattr(method, DECLARED)
                yield name.removeprefix("do_").replace("_", "-"), Action(method, conditions, waits)

    # ------------------------------------------------------------ what is meant

    def number(self, text: str, most: int) -> int | None:
        """Return the number in an argument, or None if it is not a number below ``most``."""
        return int(text) if text.isascii() and text.isdigit() and int(text[:10]) < most else None

    def seat(self, text: str) -> int | None:
        """The seat in an argument; None if the game has no such seat."""
        session = self.app.session
        return self.number(text, len(session.controls)) if session else None

    def space(self, id: str) -> int | None:
        """The space of the game's board with this id; None if there is none."""
        session = self.app.session
        return session.state.rules.space_index(id) if session else None

    def answerer(self, gesture: Gesture) -> int | None:
        """Return the seat (or CHANCE) that an answer given here is for.

        Return None if nothing is asked there now."""
        app = self.app
        session = app.course
        match gesture.where:
            case "dlg-manager" | "dlg-confirm" | "dlg-deed" as where:
                dialog = app.open_dialog(where.removeprefix("dlg-"))
                return dialog.seat if dialog and dialog.seat != NOBODY else None
            case "dlg-trade":
                return app.draft.seat if app.draft else None
            case "dlg-seat":
                dialog = app.open_dialog("seat")
                return int(dialog.arg) if dialog else None
            case "notices":
                claim = re.fullmatch(r"notice-rent-(\d)-\d+", gesture.notice)
                return int(claim[1]) if claim else None
        if not app.takes_answers:
            return None
        waiting = session.waiting()
        match waiting.who:
            case "hand":
                return CHANCE
            case "person" | "claim":
                return waiting.seat
            case _:
                return None

    # ------------------------------------------------------------ what is said

    def say_nobody(self) -> None:
        """Tell people that no person can act: the game is over, or only bots are left."""
        _ = self.app.catalogue
        over = isinstance(self.app.course.ask, Over)
        text = _("The game is over.") if over else _("Only bots are left in the game.")
        self.app.notices.add(Notice("nobody", text))
        self.play.render()

    def say_full(self) -> None:
        """Tell people that the storage is full."""
        _ = self.app.catalogue
        self.app.notices.add(
            Notice(
                "full",
                _("This browser’s storage is full."),
                more=_("Delete saved games you no longer need. You can save them as files first."),
                bad=True,
                icon="u-saves",
                lasts=True,
            )
        )
        self.play.render()

    # ------------------------------------------------------------ what several do

    def form(self) -> dict[str, str]:
        """Return the fields of the set-up form, or their last values if the form is not on the page."""
        fields = self.page.form("setup-form")
        if setup_form.seat_count(fields) < setup_form.FEWEST:
            return self.app.setup
        fields = setup_form.with_usual_board(self.app.setup, fields)
        return setup_form.with_length(self.app.setup, fields)

    def speak(self) -> None:
        """Use the vocabulary of the board that is selected in the set-up form."""
        app = self.app
        if app.session is None:
            app.catalogue = setup.catalogue_of(app.settings.language, app.setup, app.boards)

    def begin_tour(self) -> None:
        """Begin the tour, and note that it was shown, as it starts by itself only once."""
        app = self.app
        app.tour = 1
        if not app.settings.toured:
            app.settings = replace(app.settings, toured=True)
            self.store.keep_settings(app.settings.to_dict())
        self.play.render()
