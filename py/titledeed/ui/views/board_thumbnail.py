"""The view of a thumbnail: the small board of a saved game, with owners, buildings and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ...engine.special_seats_and_ids import SPACES
from ...storage.save_models import BoardPicture
from .view_context_and_shared_parts import SIDE, tokens

if TYPE_CHECKING:
    from .types import OwnedPaths, ThumbnailToken, ThumbnailView

# A thumbnail is 100 units wide; a corner takes 14 of them, a space between corners 8.
_CORNER: Final = 14
_SIDE: Final = 8
_FAR: Final = 100 - _CORNER

Box = tuple[int, int, int, int]  # x, y, width, height


def thumbnail_box(i: int) -> Box:
    """The box of a space on a thumbnail. Space 0 is at the lower right; the others follow clockwise."""
    side, n = divmod(i, SIDE)
    along = _CORNER + _SIDE * (n - 1)
    if n == 0:
        x, y = ((_FAR, _FAR), (0, _FAR), (0, 0), (_FAR, 0))[side]
        return x, y, _CORNER, _CORNER
    match side:
        case 0:
            return 100 - along - _SIDE, _FAR, _SIDE, _CORNER
        case 1:
            return 0, 100 - along - _SIDE, _CORNER, _SIDE
        case 2:
            return along, 0, _SIDE, _CORNER
        case _:
            return _FAR, along, _CORNER, _SIDE


def thumbnail_view(picture: BoardPicture) -> ThumbnailView | None:
    """A small board with owners, buildings and tokens; None if the saved game has no picture."""
    if len(picture.owner) != SPACES or not picture.tokens:
        return None
    seats = range(len(picture.tokens))
    drawn = tokens(list(picture.tokens))
    owned: list[OwnedPaths] = []
    for n in seats:
        spaces = [i for i in range(SPACES) if picture.owner[i] == n]
        plain = [i for i in spaces if not number_at(picture.mortgaged, i)]
        dim = [i for i in spaces if number_at(picture.mortgaged, i)]
        owned.append(
            {
                "n": n,
                "plain": _path(map(thumbnail_box, plain)),
                "dim": _path(map(thumbnail_box, dim)),
            }
        )
    built = [i for i in range(SPACES) if number_at(picture.level, i)]
    standing: list[ThumbnailToken] = []
    where = [
        (n, picture.at[n]) for n in seats if number_at(picture.playing, n) and _is_space(picture, n)
    ]
    for n, i in where:
        here = [m for m, j in where if i == j]
        x, y, wide, high = thumbnail_box(i)
        shift = 5 * here.index(n) - 2 * (len(here) - 1)
        standing.append(
            {"n": n, "token": drawn[n], "x": x + wide // 2 + shift, "y": y + high // 2 + shift}
        )
    return {
        "owned": [seat for seat in owned if seat["plain"] or seat["dim"]],
        "built": _path(_buildings(i, picture.level[i]) for i in built),
        "tokens": standing,
    }


def number_at(numbers: Sequence[int], i: int) -> int:
    """Return the number at a place of a stored list, or 0 beyond its end."""
    return numbers[i] if i < len(numbers) else 0


def _is_space(picture: BoardPicture, n: int) -> bool:
    return n < len(picture.at) and 0 <= picture.at[n] < 40


def _buildings(i: int, level: int) -> Box:
    """A bar at the inner edge of a space; its length shows the number of buildings."""
    x, y, wide, high = thumbnail_box(i)
    long = min(max(level, 1), 5) + 2
    match i // SIDE:
        case 0:
            return x + (wide - long) // 2, y, long, 3
        case 1:
            return x + wide - 3, y + (high - long) // 2, 3, long
        case 2:
            return x + (wide - long) // 2, y + high - 3, long, 3
        case _:
            return x, y + (high - long) // 2, 3, long


def thumbnail_path(spaces: Iterable[int]) -> str:
    """An SVG path around these spaces of a thumbnail."""
    return _path(map(thumbnail_box, spaces))


def _path(boxes: object) -> str:
    """Rectangles as one SVG path."""
    assert hasattr(boxes, "__iter__")
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in boxes)
