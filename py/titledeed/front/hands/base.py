"""The base of all hands: the declaration of actions, what each one needs, and shared helpers."""

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
from ..views.setup import setup


class Needs(Enum):
    """What must be on the desk for an action to apply; else it is ignored."""

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
    """An action, named by ``data-do`` in the templates. ``waits``: it changes the game, so it is done only
    after the last answer has been saved."""

    call: Callable[[Gesture], None]
    needs: Needs
    waits: bool


_Method = TypeVar("_Method", bound=Callable[..., None])
_DECLARED: Final = "declared_action"


def needs(conditions: Needs, *, waits: bool = False) -> Callable[[_Method], _Method]:
    """Declare a method of a hand as an action: ``do_open_trade`` becomes "open-trade"."""

    def declare(method: _Method) -> _Method:
        setattr(method, _DECLARED, (conditions, waits))
        return method

    return declare


def actions_of(prefix: str, *hands: object) -> dict[str, Callable[[Gesture], None]]:
    """The methods ``do_…`` of these objects by the names of their actions: with the prefix "devices-",
    ``do_let_in`` is "devices-let-in". Raises ValueError if two have one name."""
    actions: dict[str, Callable[[Gesture], None]] = {}
    for hand in hands:
        for method in dir(type(hand)):
            if method.startswith("do_"):
                name = prefix + method.removeprefix("do_").replace("_", "-")
                if name in actions:
                    raise ValueError(f"two hands have an action “{name}”")
                actions[name] = getattr(hand, method)
    return actions


class Hand:
    """A group of actions. Its methods ``do_…`` that ``needs`` declares are its actions."""

    def __init__(self, page: Page, store: Store, desk: Desk, play: Play) -> None:
        self.page = page
        self.store = store
        self.desk = desk
        self.play = play

    def actions(self) -> Iterator[tuple[str, Action]]:
        """All actions of this hand with their names."""
        for name in vars(type(self)):
            if name.startswith("do_"):
                method = getattr(self, name)
                conditions, waits = getattr(method, _DECLARED)
                yield name.removeprefix("do_").replace("_", "-"), Action(method, conditions, waits)

    # ------------------------------------------------------------ what is meant

    def number(self, text: str, most: int) -> int | None:
        """The number in an argument; None if it is none or not below ``most``."""
        return int(text) if text.isascii() and text.isdigit() and int(text[:10]) < most else None

    def seat(self, text: str) -> int | None:
        """The seat in an argument; None if the game has no such seat."""
        session = self.desk.session
        return self.number(text, len(session.controls)) if session else None

    def space(self, id: str) -> int | None:
        """The space of the game's board with this id; None if there is none."""
        session = self.desk.session
        return session.state.rules.space_index(id) if session else None

    def answerer(self, gesture: Gesture) -> int | None:
        """The seat (or CHANCE) for which an answer pressed in this place is given; None if nothing is asked
        there now."""
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
        if desk.busy or desk.handing or desk.settling or desk.thinking:
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
        _ = self.desk.catalogue
        over = isinstance(self.desk.course.ask, Over)
        text = _("The game is over.") if over else _("Bots play for everybody who is left.")
        self.desk.notice(Notice("nobody", text))
        self.play.render()

    def say_full(self) -> None:
        """Tell people that the storage is full."""
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
        """The fields of the set-up form; if it is not on the page, as they were last."""
        fields = self.page.form("setup-form")
        if setup.count(fields) < setup.FEWEST:
            return self.desk.setup
        return setup.with_usual_board(self.desk.setup, fields)

    def speak(self) -> None:
        """Use the words of the board that the set-up form has chosen."""
        desk = self.desk
        if desk.session is None:
            words = setup.words_of(desk.setup, desk.boards)
            desk.catalogue = Catalogue(desk.settings.language, words)

    def begin_tour(self) -> None:
        """Begin the tour, and note that it was shown: it starts by itself only once."""
        desk = self.desk
        desk.tour = 1
        if not desk.settings.toured:
            desk.settings = replace(desk.settings, toured=True)
            self.store.keep_settings(desk.settings.to_dict())
        self.play.render()
