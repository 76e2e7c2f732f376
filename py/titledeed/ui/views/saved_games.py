"""The views of saved games: their list, and those that the start page offers to continue."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ...storage.save_models import Summary
from ..state import AppState
from .board_thumbnail import number_at, thumbnail_view
from .view_context_and_shared_parts import tokens

if TYPE_CHECKING:
    from .types import (
        ContinueView,
        SavedGameRow,
        SavedPlayer,
        SavedStart,
        SavesView,
    )

RECENT: Final = 3  # games on the start page besides the one to continue


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
            "out": bool(picture.playing) and not number_at(picture.playing, n),
        }
        for n, name in enumerate(summary.players)
    ]
    return {
        "id": summary.id,
        "title": summary.title or _.series(summary.players),
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


def start_view(app: AppState, games: Sequence[Summary]) -> SavedStart:
    """The start page's view: the game to continue, and some others."""
    first = under_way(games)
    others = [summary for summary in games if summary.players and summary is not first][:RECENT]
    shown: ContinueView | None = None
    if first is not None:
        label = app.catalogue(
            "Continue: {players} · round {n}",
            players=app.catalogue.series(first.players),
            n=first.round,
        )
        shown = {"id": first.id, "label": label}
    return {"continue": shown, "recent": [row_view(app, summary) for summary in others]}
