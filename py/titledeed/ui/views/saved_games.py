"""The views of saved games: their list, a thumbnail of each board, and a link that holds one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...engine.special_seats_and_ids import SPACES
from ...language.catalogue import Catalogue
from ...storage.save_models import BoardPicture, Summary
from ..state import AppState
from .view_context_and_shared_parts import SIDE, tokens

if TYPE_CHECKING:
    from .types import (
        ConfirmView,
        ContinueView,
        LinkView,
        OwnedPaths,
        SavedGameRow,
        SavedPlayer,
        SavesView,
        StartView,
        ThumbnailToken,
        ThumbnailView,
    )

RECENT: Final = 3  # games on the start page besides the one to continue
_LONG_LINK: Final = 2000  # characters; some programs cut longer addresses

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
        plain = [i for i in spaces if not _at(picture.mortgaged, i)]
        dim = [i for i in spaces if _at(picture.mortgaged, i)]
        owned.append(
            {
                "n": n,
                "plain": _path(map(thumbnail_box, plain)),
                "dim": _path(map(thumbnail_box, dim)),
            }
        )
    built = [i for i in range(SPACES) if _at(picture.level, i)]
    standing: list[ThumbnailToken] = []
    where = [(n, picture.at[n]) for n in seats if _at(picture.playing, n) and _is_space(picture, n)]
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


def _at(numbers: Sequence[int], i: int) -> int:
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


def _path(boxes: object) -> str:
    """Rectangles as one SVG path."""
    assert hasattr(boxes, "__iter__")
    return "".join(f"M{x} {y}h{w}v{h}h-{w}z" for x, y, w, h in boxes)


# ---------------------------------------------------------------- the list


def row_view(app: AppState, summary: Summary) -> SavedGameRow:
    """A saved game in the list."""
    _ = app.catalogue
    if not summary.players:
        return {
            "id": summary.id,
            "title": _("Damaged game {id}", id=summary.id),
            "note": _("This game can’t be read. You can save it as a file."),
            "players": [],
            "when": "",
            "picture": None,
            "current": False,
            "over": False,
            "house": "",
            "damaged": True,
        }
    picture = summary.picture
    drawn = tokens(list(picture.tokens)) if len(picture.tokens) == len(summary.players) else []
    players: list[SavedPlayer] = [
        {
            "n": n,
            "name": name,
            "token": drawn[n] if drawn else "",
            "out": bool(picture.playing) and not _at(picture.playing, n),
        }
        for n, name in enumerate(summary.players)
    ]
    return {
        "id": summary.id,
        "title": summary.title or ", ".join(summary.players),
        "note": _("over") if summary.over else _("round {n}", n=summary.round),
        "players": players,
        "when": app.date(summary.when, _.language),
        "picture": thumbnail_view(picture),
        "current": app.session is not None and summary.id == app.game_id,
        "over": summary.over,
        "house": "" if summary.official else _("house rules"),
        "damaged": False,
    }


def saves_view(app: AppState, games: Sequence[Summary]) -> SavesView:
    """The view of the list, and the title of the game that was deleted last."""
    return {"games": [row_view(app, summary) for summary in games], "deleted": app.deleted}


def under_way(games: Sequence[Summary]) -> Summary | None:
    """The newest game that is not over, or None."""
    return next((summary for summary in games if summary.players and not summary.over), None)


def start_view(app: AppState, games: Sequence[Summary]) -> StartView:
    """The start page's view: the game to continue, and some others."""
    first = under_way(games)
    others = [summary for summary in games if summary.players and summary is not first][:RECENT]
    shown: ContinueView | None = None
    if first is not None:
        label = app.catalogue(
            "Continue: {players} · round {n}", players=", ".join(first.players), n=first.round
        )
        shown = {"id": first.id, "label": label}
    return {"continue": shown, "recent": [row_view(app, summary) for summary in others]}


# ---------------------------------------------------------------- a link


def link_view(app: AppState) -> LinkView | None:
    """The view of the dialog with a link; None if no link was made."""
    shown = app.link
    if shown is None:
        return None
    _ = app.catalogue
    note = ""
    if len(shown.address) > _LONG_LINK:
        note = _(
            "The address has {n} characters. Some programs cut off such long addresses. "
            "Try it, or send the game as a file.",
            n=f"{len(shown.address):,}",
        )
    return {
        "id": shown.id,
        "address": shown.address,
        "trouble": _.sentence(shown.trouble) if shown.trouble else "",
        "note": note,
        "copied": shown.copied,
    }


def linked_view(_: Catalogue, names: Sequence[str], round_: int, over: bool) -> ConfirmView:
    """The question whether to open the game of a link."""
    where = _("over") if over else _("round {n}", n=round_)
    return {
        "title": _("Game from a link"),
        "text": _(
            "{players} · {where}. It opens as a new game and replaces none of your saved games.",
            players=", ".join(names),
            where=where,
        ),
        "label": _("Open it as a new game"),
        "cancel": _("Not now"),
        "icon": "",
        "do": "open-link",
        "arg": "",
        "answer": "",
    }
