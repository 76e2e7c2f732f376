"""What hands share: what they work on, what each action needs, and what more than one of them does."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, TypeVar

from ...engine.words import CHANCE, Over
from ...language.catalogue import Catalogue
from ...storage.store import Store
from ..desk import Desk, Notice
from ..page import Gesture, Page
from ..playing.play import Play
from ..views import setup


class Needs(Enum):
    """What has to be on the desk before an action means anything."""

    NOTHING = "nothing"
    GAME = "a game, played or shown again"
    PLAY = "a game that is played"
    REPLAY = "a game that is shown again"

    def met(self, desk: Desk) -> bool:
        match self:
            case Needs.NOTHING:
                return True
            case Needs.GAME:
                return desk.session is not None
            case Needs.PLAY:
                return desk.session is not None and desk.replaying is None
            case Needs.REPLAY:
                return desk.replaying is not None


@dataclass(frozen=True)
class Action:
    """What ``data-do`` names. ``waits``: it changes the game, so it waits until the last answer is kept."""

    call: Callable[[Gesture], None]
    needs: Needs
    waits: bool


_Method = TypeVar("_Method", bound=Callable[..., None])
_DECLARED: Final = "declared_action"


def needs(conditions: Needs, *, waits: bool = False) -> Callable[[_Method], _Method]:
    """Declare a method ``do_open_trade`` as the action "open-trade"."""

    def declare(method: _Method) -> _Method:
        setattr(method, _DECLARED, (conditions, waits))
        return method

    return declare


class Hand:
    """A group of actions. Its methods ``do_…`` that ``needs`` declares are its actions."""

    def __init__(self, page: Page, store: Store, desk: Desk, play: Play) -> None:
        self.page = page
        self.store = store
        self.desk = desk
        self.play = play

    def actions(self) -> Iterator[tuple[str, Action]]:
        """Name and action."""
        for name in vars(type(self)):
            if name.startswith("do_"):
                method = getattr(self, name)
                conditions, waits = getattr(method, _DECLARED)
                yield name.removeprefix("do_").replace("_", "-"), Action(method, conditions, waits)

    # ------------------------------------------------------------ what is meant

    def number(self, text: str, most: int) -> int | None:
        """A number below ``most`` from an argument."""
        return int(text) if text.isascii() and text.isdigit() and int(text[:10]) < most else None

    def seat(self, text: str) -> int | None:
        """A seat of the game from an argument."""
        session = self.desk.session
        return self.number(text, len(session.controls)) if session else None

    def space(self, id: str) -> int | None:
        """A space of the game's board, by its id."""
        session = self.desk.session
        return session.state.rules.space_index(id) if session else None

    def answerer(self, gesture: Gesture) -> int | None:
        """Whose answer an answer given there is; None where nothing is asked there now."""
        desk = self.desk
        session = desk.course
        match gesture.where:
            case "dlg-manager" | "dlg-confirm" as where:
                sheet = desk.sheet(where.removeprefix("dlg-"))
                return sheet.seat if sheet else None
            case "dlg-trade":
                return desk.draft.seat if desk.draft else None
            case "dlg-seat":
                sheet = desk.sheet("seat")
                return int(sheet.arg) if sheet else None
            case "notices":
                claim = re.fullmatch(r"notice-rent-(\d)-\d+", gesture.notice)
                return int(claim[1]) if claim else None
        if desk.busy or desk.handing or desk.settling:
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
        """There is nobody at the device who could do that."""
        _ = self.desk.catalogue
        over = isinstance(self.desk.course.ask, Over)
        text = _("The game is over.") if over else _("Bots play for everybody who is left.")
        self.desk.notice(Notice("nobody", text))
        self.play.render()

    def say_full(self) -> None:
        """The storage takes no more."""
        _ = self.desk.catalogue
        self.desk.notice(
            Notice(
                "full",
                _("The storage of this browser is full."),
                more=_("Delete saved games, or keep some as files."),
                bad=True,
                icon="u-saves",
                lasts=True,
            )
        )
        self.play.render()

    # ------------------------------------------------------------ what several do

    def form(self) -> dict[str, str]:
        """The fields of the set-up form; those of the last time where the form is not there."""
        fields = self.page.form("setup-form")
        if setup.count(fields) < setup.FEWEST:
            return self.desk.setup
        return setup.with_usual_board(self.desk.setup, fields)

    def speak(self) -> None:
        """The set-up form says things as the chosen board does."""
        desk = self.desk
        if desk.session is None:
            words = setup.words_of(desk.setup, desk.boards)
            desk.catalogue = Catalogue(desk.settings.language, words)

    def begin_tour(self) -> None:
        """Begin the tour; that is enough for it not to come again by itself."""
        desk = self.desk
        desk.tour = 1
        if not desk.settings.toured:
            desk.settings = replace(desk.settings, toured=True)
            self.store.keep_settings(desk.settings.to_dict())
        self.play.render()
