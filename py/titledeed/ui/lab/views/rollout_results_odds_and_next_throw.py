"""The chances in a position: roll-outs and their funnel, odds, the next throw's costs.

It also shows the difference of two positions."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING, Final

from ....lab import compare, position_editor, rollouts
from ....lab.batch_games import POLICY, Played
from ....lab.intervals import Interval, share_interval
from ....odds import WHOLE
from ...views.view_context_and_shared_parts import ViewContext
from ..state import position_editor as position_editor_state
from ..state.comparison_form import BOTS
from ..state.position_editor import PositionEditorState
from .comparison_settings import bot_label, older_games
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import (
        DifferenceRow,
        FavouredRow,
        FavouredView,
        FunnelView,
        ThrowRow,
        ThrowView,
    )

_FUNNEL: Final = (10, 20, 40, 70, 96, 140, 200, 280, 385, 540, 760, 1068)
WIDTH: Final = 300
HEIGHT: Final = 54
# The difference between odds and roll-outs, in points: on average, and at most. python -m
# tools.odds.rolled --positions 20 --games 100
APART: Final = (4.0, 18.9)


def _wins(games: list[Played], seat: int) -> list[float]:
    return [(seat in g["winners"]) / max(len(g["winners"]), 1) for g in games]


def favoured_view(
    editor: PositionEditorState, ctx: ViewContext, figures: FigureFormat
) -> FavouredView:
    _ = ctx._
    games = [game for game in editor.played if game]
    seats = ctx.state.seats
    intervals = rollouts.win_shares(games, seats) if games else []
    rows: list[FavouredRow] = []
    for n in range(seats):
        if not ctx.state.playing[n]:
            continue
        odds = _percent(editor.odds[n] / WHOLE, figures) if editor.odds else ""
        seat = ctx.seat(n)
        row: FavouredRow = {
            "n": n,
            "name": seat["name"],
            "token": seat["token"],
            "kind": seat["kind"],
            "person": seat["person"],
            "odds": odds,
        }
        if games:
            low, high = figures.shares(intervals[n], 0)
            funnel = _funnel(_wins(games, n))
            row["line"], row["band"] = funnel["line"], funnel["band"]
            row["share"] = _percent(intervals[n].value, figures)
            row["low"], row["high"] = low, figures.percent(high)
            if editor.odds:
                row["outside"] = not _around(intervals[n], editor.odds[n] / WHOLE)
        rows.append(row)
    outside = sum(row.get("outside", False) for row in rows)
    stopped = compare.unfinished(games)
    return {
        "rows": rows,
        "any": bool(games),
        "outside": _.count(
            "For {n} seat, the model’s chance of winning is outside the interval from the "
            "trial games.",
            "For {n} seats, the model’s chance of winning is outside the interval from "
            "the trial games.",
            outside,
        )
        if outside and editor.state == "done"
        else "",
        "explanation": _explanation(figures) if games and editor.odds else [],
        "stopped": _.count(
            "{n} trial game was stopped after 500 rounds. It doesn’t count as a win for any seat.",
            "{n} trial games were stopped after 500 rounds. They don’t count as wins for any seat.",
            stopped,
        )
        if stopped
        else "",
        "older": older_games(_, editor.older),
        "state": editor.state,
        "done": len(games),
        "total": editor.size,
        "sizes": [
            {
                "n": n,
                "text": figures.numbers.number(n),
                "margin": "±" + figures.percent(figures.fixed(98 / n**0.5, 0)),
                "chosen": n == editor.size,
            }
            for n in position_editor_state.SIZES
        ],
        "policies": [
            {"value": id, "label": text, "chosen": id == editor.policy}
            for id, text in [
                ("", _("the bot set for each seat")),
                *((id, bot_label(_, id)) for id in BOTS),
            ]
        ],
        "policy": bot_label(_, editor.policy) if editor.policy else "",
        "seed": editor.entries.shown("seed", editor.seed),
        "odds": bool(editor.odds),
        "width": WIDTH,
        "height": HEIGHT,
        "two": editor.other is not None,
        "differences": _differences(editor, ctx, figures),
    }


def _around(interval: Interval, part: float) -> bool:
    """Whether the interval contains this share, with both as they are shown."""
    return floor(100 * interval.low) <= round(100 * part) <= ceil(100 * interval.high)


def _explanation(figures: FigureFormat) -> list[str]:
    """Sentences about the assumptions of roll-outs and of the odds model, and the difference between them."""
    _ = figures._
    return [
        _(
            "Trial games play this position to the end, again and again, with the chosen "
            "bots in the seats. The result holds only for players like these. The "
            "interval covers only the uncertainty due to chance."
        ),
        _(
            "The model plays no games. It calculates the chances of winning from the "
            "position in one step. It learned this from 23,100 games played by several "
            "bots, and it doesn’t know who is playing here."
        ),
        _(
            "In a test with 20 positions from round 15, one bot played all four seats "
            "({bot}). The chances of winning from the model and from 100 trial games "
            "differed by {mean} percentage points on average and by {most} at most.",
            bot=bot_label(_, POLICY),
            mean=figures.fixed(APART[0], 1),
            most=figures.fixed(APART[1], 1),
        ),
        _(
            "If you know who is playing, trust trial games with bots that play in a "
            "similar way. The model learned from positions that come up in games. A "
            "position set up by hand may be very different."
        ),
    ]


def _percent(part: float, figures: FigureFormat) -> str:
    return figures.percent(figures.fixed(part * 100, 0))


def _funnel(wins: list[float]) -> FunnelView:
    """The share of wins and its interval after growing numbers of roll-outs, on a logarithmic axis."""
    marks = [n for n in _FUNNEL if n < len(wins)] + [len(wins)]
    points: list[tuple[int, Interval]] = [(n, share_interval(sum(wins[:n]), n)) for n in marks]
    first, last = _log2(_FUNNEL[0]), _log2(_FUNNEL[-1])

    def x(n: int) -> float:
        return round(min(1.0, max(0.0, (_log2(n) - first) / (last - first))) * WIDTH, 1)

    def y(part: float) -> float:
        return round(HEIGHT - part * HEIGHT, 1)

    high = [f"{x(n)},{y(point.high)}" for n, point in points]
    low = [f"{x(n)},{y(point.low)}" for n, point in reversed(points)]
    return {
        "line": " ".join(f"{x(n)},{y(point.value)}" for n, point in points),
        "band": " ".join([*high, *low]),
    }


def _log2(n: int) -> float:
    """The logarithm to base 2, interpolated linearly between powers of two: equal in every Python."""
    whole = max(n, 1).bit_length() - 1
    return whole + (n - (1 << whole)) / (1 << whole)


def _differences(
    editor: PositionEditorState, ctx: ViewContext, figures: FigureFormat
) -> list[DifferenceRow]:
    """The difference of the two positions, paired by games with the same seed, once all are played.

    The intervals hold for all seats at once."""
    pairs = [(a, b) for a, b in zip(editor.other_played, editor.played, strict=False) if a and b]
    seats = ctx.state.seats
    if editor.other is None or not pairs or len(editor.other["seats"]) != seats:
        return []
    if editor.state != "done":
        return []
    measures = [measure for measure in compare.measures_for(seats) if measure.id.startswith("win")]
    first, now = ([pair[side] for pair in pairs] for side in (0, 1))
    rows: list[DifferenceRow] = []
    for n, measure in enumerate(measures):
        row = compare.compare_one(measure, first, now)
        low, high = figures.shares(row.interval(seats), 1, sign=True)
        rows.append(
            {
                **ctx.seat(n),
                "first": _percent(row.a, figures),
                "now": _percent(row.b, figures),
                "interval": ""
                if row.few(seats)
                else figures._("{low} to {high}", low=low, high=high),
            }
        )
    return rows


def throw_view(editor: PositionEditorState, ctx: ViewContext, figures: FigureFormat) -> ThrowView:
    """The exact outcomes of the mover's next throw."""
    _ = ctx._
    sums = position_editor.next_throw(editor.table)
    rows: list[ThrowRow] = []
    for end in sums:
        name = ctx.name(end.space) if end.space >= 0 else ""
        if end.varies:
            outcome = _("depends on doubles")
        elif end.jailed:
            outcome = _("goes to {jail} or stays there")
        elif end.card:
            outcome = _("a card")
        elif end.pays > 0:
            outcome = figures.numbers.money(-round(end.pays))
        elif end.pays < 0:
            outcome = figures.numbers.change(round(-end.pays))
        else:
            outcome = "–"
        rows.append(
            {
                "total": end.total,
                "ways": end.ways,
                "dots": "•" * end.ways,
                "name": name,
                "what": outcome,
                "short": end.short,
            }
        )
    cost = sum(end.ways * end.pays for end in sums) / 36
    short = sum(end.ways for end in sums if end.short)
    mover = ctx.seat(max(ctx.state.turn, 0))
    amount = figures.numbers.money(abs(round(cost)))
    return {
        "seat": mover,
        "rows": rows,
        "says": _("On average, the throw costs {amount}, not counting cards.", amount=amount)
        if cost > 0
        else _("On average, the throw brings in {amount}, not counting cards.", amount=amount),
        "more": _("After {n} of the 36 throws, the player’s cash isn’t enough.", n=short)
        if short
        else _("The player’s cash is enough after each of the 36 throws."),
    }
