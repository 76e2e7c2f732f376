"""Each seat's chance to win as a strip above the players: in every replay, and during play if the setting is
on. The odds come from what everybody at the table sees, and from nothing hidden."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ... import odds
from ...engine.asks import (
    Over,
)
from ..phase_stage_and_tempo import Replaying
from .view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from .types import (
        AreaView,
        OddsPart,
        OddsStrip,
    )

WIDE: Final = 1000  # width of the strip, and of the curve behind a replay's slider
HIGH: Final = 100


def odds_strip_view(ctx: ViewContext) -> OddsStrip | None:
    """The view of the strip; None if it is not wanted, or odds are unknown or hidden."""
    app, state = ctx.app, ctx.state
    wanted = app.settings.odds or app.replaying is not None
    if not wanted or ctx.worth_hidden or isinstance(state.ask, Over):
        return None
    session = ctx.session
    moment = (id(session), len(session.entries), ctx.narrator)
    cached = ctx.cache.odds
    if cached[0] == moment or (app.in_motion and cached[0][:1] == moment[:1]):
        return cached[1]  # do not show the result before its motions are over
    try:
        view = _strip(ctx)
    except odds.WeightsNotReady:
        ctx.cache.unready = True
        ctx.cache.odds = (id(session), -1), None
        return None
    ctx.cache.odds = moment, view
    return view


def _strip(ctx: ViewContext) -> OddsStrip:
    shares = odds.expected_odds(ctx.state)
    _ = ctx._
    parts: list[OddsPart] = []
    x = 0
    for seat, share in shares.items():
        wide = round(share * WIDE / odds.WHOLE)
        percent = ctx.narrator.parts.numbers.percent(round(100 * share / odds.WHOLE))
        parts.append({**ctx.seat_called(seat), "x": x, "wide": wide, "percent": percent})
        x += wide
    each = [_("{seat} {percent}", seat=part["name"], percent=part["percent"]) for part in parts]
    return {"parts": parts, "says": _("Chances of winning: {all}", all=_.series(each))}


def areas_view(ctx: ViewContext, replaying: Replaying) -> list[AreaView]:
    """The odds of the whole game as stacked areas; [] until they have been worked out."""
    points = replaying.odds
    if len(points) < 2 or ctx.worth_hidden:
        return []
    last = max(replaying.replay.last, 1)
    out: list[AreaView] = []
    below = [0] * len(points)
    for seat in range(ctx.state.seats):
        above = [
            low + shares.get(seat, 0) for low, (_stop, shares) in zip(below, points, strict=True)
        ]
        sides = [*zip(points, above, strict=True), *reversed(list(zip(points, below, strict=True)))]
        path = " ".join(
            f"{round(stop * WIDE / last)},{round(HIGH - share * HIGH / odds.WHOLE)}"
            for (stop, _shares), share in sides
        )
        out.append({"n": seat, "points": path})
        below = above
    return out
