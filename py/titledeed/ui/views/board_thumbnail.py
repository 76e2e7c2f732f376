"""The view of a thumbnail: the small board of a saved game, with owners, buildings and tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from ...engine.special_seats_and_ids import SPACES
from ...storage.save_models import BoardPicture
from .view_context_and_shared_parts import SIDE, group_view, tokens

if TYPE_CHECKING:
    from ...engine.board_and_rules_types import Rules
    from .types import OwnedPaths, ThumbnailBand, ThumbnailToken, ThumbnailView

# A thumbnail is 100 units wide; a corner takes 14 of them, a space between corners 8.
_CORNER: Final = 14
_SIDE: Final = 8
_FAR: Final = 100 - _CORNER
_BAND: Final = 6
_PAST_RING: Final = 6  # from the ring's inner edge to the middle of a token inside it
_PAST_BUILDING: Final = 9

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


def thumbnail_view(picture: BoardPicture, rules: Rules | None = None) -> ThumbnailView | None:
    """A small board with owners, buildings and tokens; None if the saved game has no picture.

    ``rules``: those of the game, for a board that is large enough for the bands of the groups. The
    buildings then stand inside the ring, and so do the tokens: they cover neither band nor owner."""
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
        aside, down = shift, shift
        if rules and i % SIDE:  # the shift goes along the ring
            inward = _CORNER // 2 + (_PAST_BUILDING if i in built else _PAST_RING)
            aside, down = ((shift, -inward), (inward, shift), (shift, inward), (-inward, shift))[
                i // SIDE
            ]
        standing.append(
            {"n": n, "token": drawn[n], "x": x + wide // 2 + aside, "y": y + high // 2 + down}
        )
    return {
        "owned": [seat for seat in owned if seat["plain"] or seat["dim"]],
        "bands": _bands(rules) if rules else [],
        "built": _path(
            _edge(i, min(max(picture.level[i], 1), 5) + 2, 3, inside=rules is not None)
            for i in built
        ),
        "tokens": standing,
    }


def number_at(numbers: Sequence[int], i: int) -> int:
    """Return the number at a place of a stored list, or 0 beyond its end."""
    return numbers[i] if i < len(numbers) else 0


def _is_space(picture: BoardPicture, n: int) -> bool:
    return n < len(picture.at) and 0 <= picture.at[n] < 40


def _bands(rules: Rules) -> list[ThumbnailBand]:
    """The bands of all properties."""
    bands: list[ThumbnailBand] = []
    for i in rules.ownable:
        x, y, wide, high = _edge(i, _SIDE, _BAND)
        bands.append({"group": group_view(rules, i), "x": x, "y": y, "wide": wide, "high": high})
    return bands


def _edge(i: int, long: int, deep: int, inside: bool = False) -> Box:
    """A bar at the inner edge of a space; ``inside``: inside the ring, in front of the space."""
    x, y, wide, high = thumbnail_box(i)
    off = deep + 1 if inside else 0
    match i // SIDE:
        case 0:
            return x + (wide - long) // 2, y - off, long, deep
        case 1:
            return x + wide - deep + off, y + (high - long) // 2, deep, long
        case 2:
            return x + (wide - long) // 2, y + high - deep + off, long, deep
        case _:
            return x - off, y + (high - long) // 2, deep, long


def thumbnail_path(spaces: Iterable[int]) -> str:
    """An SVG path around these spaces of a thumbnail."""
    return _path(map(thumbnail_box, spaces))


def _path(boxes: object) -> str:
    """Rectangles as one SVG path."""
    assert hasattr(boxes, "__iter__")
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in boxes)
