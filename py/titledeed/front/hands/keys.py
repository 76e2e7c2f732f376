"""The board as it is drawn, for going over it by keyboard."""

from __future__ import annotations

from typing import Final

from ..views.bits import SIDES

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
