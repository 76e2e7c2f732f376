"""What keys do: those that stand for an action, and those that go over the board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ..desk import Desk
from ..views.bits import SIDES
from .base import Needs


@dataclass(frozen=True)
class Key:
    """The action that a key stands for, and in which fields it does so too, by their type."""

    do: str
    arg: str = ""
    needs: Needs = Needs.GAME
    fields: tuple[str, ...] = ()


# Fields in which nothing is written: an undo does nothing of their own there.
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
# The keys without what is held with them, in lower case: the page reports no others.
KEY_NAMES: Final = frozenset(name.rpartition("+")[2] for name in KEYS)
# Digits go to the dice that are entered by hand.
DIGITS: Final = frozenset({*"123456", "Backspace"})


def key_for(desk: Desk, key: str, where: str, field: str) -> Key | None:
    """What a key stands for where it was pressed: ``where`` is the region or dialog, ``field`` the type
    of the field, "" outside of one. Dialogs keep their keys, and so do the regions in a replay."""
    meant = KEYS.get(key)
    if meant is None or (field and field not in meant.fields) or not meant.needs.met(desk):
        return None
    if where.startswith("dlg-") or (not where and desk.sheets):
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
    """Column and row: the first square lies at the lower right, and it goes clockwise from there."""
    side, along = divmod(at, _EDGE)
    return (
        (_EDGE - along, _EDGE),
        (0, _EDGE - along),
        (along, 0),
        (_EDGE, along),
    )[side]


_CELLS: Final = [_cell(at) for at in range(len(SIDES) * _EDGE)]


def led_to(at: int, key: str) -> int | None:
    """The square that a key leads to from this one: an arrow goes on along the side, or straight
    across the board, and nowhere at its edge. None where the key is none of these."""
    if key not in _ARROWS:
        return _ENDS.get(key)
    across, down = _ARROWS[key]
    column, row = _CELLS[at]
    for far in range(1, _EDGE + 1):
        cell = (column + far * across, row + far * down)
        if cell in _CELLS:
            return _CELLS.index(cell)
    return at
