"""The arrow keys, Home and End on the board: where each moves the focus."""

from __future__ import annotations

from typing import Final

from ..views.view_context_and_shared_parts import SIDES

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
    """Return the square that a key leads to from square ``at``, or None if it is not a key of the board.

    An arrow moves along the side or straight across the board; at the edge it stays."""
    if key not in _ARROWS:
        return _ENDS.get(key)
    across, down = _ARROWS[key]
    column, row = _CELLS[at]
    for far in range(1, _EDGE + 1):
        cell = (column + far * across, row + far * down)
        if cell in _CELLS:
            return _CELLS.index(cell)
    return at
