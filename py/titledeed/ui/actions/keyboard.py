"""The keyboard: keys that stand for an action, and arrow keys that move the focus over the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..state import AppState
from ..views.view_context_and_shared_parts import SIDES
from .declare_actions import Needs


@dataclass(frozen=True)
class Key:
    """The action that a key stands for. ``fields``: the types of input fields in which it also does."""

    do: str
    arg: str = ""
    needs: Needs = Needs.GAME
    fields: tuple[str, ...] = ()


# Types of fields without text, which have no undo of their own.
_UNWRITTEN: Final = ("range", "radio", "checkbox")
KEYS: Final = {
    "mod+z": Key("undo", fields=_UNWRITTEN),
    "mod+shift+z": Key("redo", fields=_UNWRITTEN),
    "mod+y": Key("redo", fields=_UNWRITTEN),
    "pageup": Key("replay-by", "turn -1", Needs.REPLAY, ("range",)),
    "pagedown": Key("replay-by", "turn 1", Needs.REPLAY, ("range",)),
    "arrowleft": Key("replay-by", "answer -1", Needs.REPLAY),
    "arrowright": Key("replay-by", "answer 1", Needs.REPLAY),
}
# Keys that count hands in a vote that has the focus.
VOTING: Final = frozenset({*"123456789", "arrowleft", "arrowright", "arrowup", "arrowdown"})
# The keys without modifiers, in lower case; the page reports no others.
KEY_NAMES: Final = VOTING | frozenset(name.rpartition("+")[2] for name in KEYS)
# Keys for dice that are entered by hand.
DIGITS: Final = frozenset({*"123456", "Backspace"})


def key_for(app: AppState, key: str, where: str, field: str) -> Key | None:
    """The meaning of a key where it was pressed, None for none. ``where`` is the region or dialog, ``field``
    the type of the field or "". Inside a dialog no key has a meaning here; the keys of a replay have none
    inside other regions than the panel ("ask")."""
    meant = KEYS.get(key)
    if meant is None or (field and field not in meant.fields) or not meant.needs.met(app):
        return None
    if where.startswith("dlg-") or (not where and app.open_dialogs):
        return None
    if meant.needs is Needs.REPLAY and where not in ("", "ask"):
        return None
    return meant


# ---------------------------------------------------------------- over the board

_EDGE: Final = 10
_ARROWS: Final = {
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
}
_ENDS: Final = {"Home": 0, "End": len(SIDES) * _EDGE - 1}


def _cell(at: int) -> tuple[int, int]:
    """Column and row of a square. Square 0 is at the lower right; the others follow clockwise."""
    side, along = divmod(at, _EDGE)
    return (
        (_EDGE - along, _EDGE),
        (0, _EDGE - along),
        (along, 0),
        (_EDGE, along),
    )[side]


_CELLS: Final = [_cell(at) for at in range(len(SIDES) * _EDGE)]


def led_to(at: int, key: str) -> int | None:
    """The square that a key leads to from square ``at``: an arrow goes along the side, or straight across
    the board; at the edge it stays. None if it is not a key of the board."""
    if key not in _ARROWS:
        return _ENDS.get(key)
    across, down = _ARROWS[key]
    column, row = _CELLS[at]
    for far in range(1, _EDGE + 1):
        cell = (column + far * across, row + far * down)
        if cell in _CELLS:
            return _CELLS.index(cell)
    return at
