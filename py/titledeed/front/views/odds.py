"""Each seat's chance to win as a strip above the players: in every replay, and during play if the setting is
on. The odds come from what everybody at the table sees, and from nothing hidden."""

from __future__ import annotations

from typing import Final

from ...engine.words import Over
from ...odds import WHOLE, Unready, expected
from ..desk import Replaying
from .bits import Data, Sight

WIDE: Final = 1000  # width of the strip, and of the curve behind a replay's slider
HIGH: Final = 100


def strip(sight: Sight) -> Data | None:
    """The view of the strip; None if it is not wanted, or odds are unknown or hidden."""
    desk, state = sight.desk, sight.state
    wanted = desk.settings.odds or desk.replaying is not None
    if not wanted or sight.worth_hidden or isinstance(state.ask, Over):
        return None
    session = sight.session
    moment = (id(session), len(session.entries), sight.teller)
    cached = sight.cache.odds
    if cached[0] == moment or (desk.busy and cached[0][:1] == moment[:1]):
        return cached[1]  # do not show the result before its motions are over
    try:
        view = _strip(sight)
    except Unready:
        sight.cache.unready = True
        sight.cache.odds = (id(session), -1), None
        return None
    sight.cache.odds = moment, view
    return view


def _strip(sight: Sight) -> Data:
    odds = expected(sight.state)
    _ = sight._
    parts = []
    x = 0
    for seat, share in odds.items():
        wide = round(share * WIDE / WHOLE)
        percent = sight.teller.parts.numbers.percent(round(100 * share / WHOLE))
        parts.append(sight.seat(seat, x=x, wide=wide, percent=percent))
        x += wide
    each = [_("{seat} {percent}", seat=part["name"], percent=part["percent"]) for part in parts]
    return {"parts": parts, "says": _("Chances to win: {all}", all=", ".join(each))}


def areas(sight: Sight, replaying: Replaying) -> list[Data]:
    """The odds of the whole game as stacked areas; [] until they have been worked out."""
    points = replaying.odds
    if len(points) < 2 or sight.worth_hidden:
        return []
    last = max(replaying.replay.last, 1)
    out = []
    below = [0] * len(points)
    for seat in range(sight.state.seats):
        above = [low + odds.get(seat, 0) for low, (_stop, odds) in zip(below, points, strict=True)]
        sides = [*zip(points, above, strict=True), *reversed(list(zip(points, below, strict=True)))]
        path = " ".join(
            f"{round(stop * WIDE / last)},{round(HIGH - share * HIGH / WHOLE)}"
            for (stop, _odds), share in sides
        )
        out.append({"n": seat, "points": path})
        below = above
    return out
