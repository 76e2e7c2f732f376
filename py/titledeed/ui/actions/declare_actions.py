"""Declares methods as actions, and the conditions of an action."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeVar

from ..page_port import Gesture
from ..state import AppState


class Needs(Enum):
    """The condition for an action to apply. An action whose condition is not met is ignored."""

    NOTHING = "nothing"
    GAME = "a game, played or shown again"
    PLAY = "a game that is played"
    REPLAY = "a game that is shown again"

    def met(self, app: AppState) -> bool:
        match self:
            case Needs.NOTHING:
                return True
            case Needs.GAME:
                return app.session is not None
            case Needs.PLAY:
                return app.playing is not None
            case Needs.REPLAY:
                return app.replaying is not None


@dataclass(frozen=True)
class Action:
    """An action, named by ``data-do`` in the templates. ``waits``: it changes the game, so it is done only
    after the last answer has been saved."""

    call: Callable[[Gesture], None]
    needs: Needs
    waits: bool


_Method = TypeVar("_Method", bound=Callable[..., None])
DECLARED: Final = "declared_action"


def needs(conditions: Needs, *, waits: bool = False) -> Callable[[_Method], _Method]:
    """Declare a method of a group as an action: ``do_open_trade`` becomes "open-trade"."""

    def declare(method: _Method) -> _Method:
        setattr(method, DECLARED, (conditions, waits))
        return method

    return declare


def actions_of(prefix: str, *groups: object) -> dict[str, Callable[[Gesture], None]]:
    """Return the ``do_…`` methods of these objects by the names of their actions.

    With the prefix "devices-", ``do_let_in`` is "devices-let-in". Raises ValueError if two have one
    name."""
    actions: dict[str, Callable[[Gesture], None]] = {}
    for group in groups:
        for method in dir(type(group)):
            if method.startswith("do_"):
                name = prefix + method.removeprefix("do_").replace("_", "-")
                if name in actions:
                    raise ValueError(f"two groups have an action “{name}”")
                actions[name] = getattr(group, method)
    return actions
