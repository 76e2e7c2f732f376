"""The geometry of the squares in a drawing of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ...views.view_context_and_shared_parts import SIDE, SIDES

if TYPE_CHECKING:
    from .types import SquareView

SIZE: Final = 1000.0
CORNER: Final = 125.0
_WIDTH: Final = (SIZE - 2 * CORNER) / 9


def square_view(place: int) -> SquareView:
    """Return the box of a space: ``x``, ``y``, ``wide``, ``high``, and its ``side``.

    Unless it is a corner, it also has the middle of its inner edge (``ix``, ``iy``). Space 0 is at the
    lower right; the others follow clockwise."""
    side, step = divmod(place, SIDE)
    far = SIZE - CORNER
    if step == 0:
        x, y = ((far, far), (0.0, far), (0.0, 0.0), (far, 0.0))[side]
        return {"place": place, "side": "corner", "x": x, "y": y, "wide": CORNER, "high": CORNER}
    along = CORNER + (step - 1) * _WIDTH
    back = SIZE - along - _WIDTH
    half = _WIDTH / 2
    x, y = ((back, far), (0.0, back), (along, 0.0), (far, along))[side]
    ix, iy = ((x + half, far), (CORNER, y + half), (x + half, CORNER), (far, y + half))[side]
    wide, high = (CORNER, _WIDTH) if side % 2 else (_WIDTH, CORNER)
    return {
        "place": place,
        "side": SIDES[side],
        "x": round(x, 1),
        "y": round(y, 1),
        "wide": round(wide, 1),
        "high": round(high, 1),
        "ix": round(ix, 1),
        "iy": round(iy, 1),
    }
