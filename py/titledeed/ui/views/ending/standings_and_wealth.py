"""The view of the end of a game, or of one under way: the ranking, and wealth over time as curves and
table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....engine.answers import Resign
from ....engine.asks import (
    Over,
)
from ....engine.generic_event import Event
from ....engine.rules import short_game
from ....engine.special_seats_and_ids import NOBODY
from ....game.common_base_of_session_and_replay import wealth
from ....language.asks import asking
from ..view_context_and_shared_parts import ViewContext
from . import wealth_swings

if TYPE_CHECKING:
    from ..types import (
        AxisLabel,
        BestDeed,
        CurveMark,
        CurvesView,
        CurveView,
        LineView,
        OverView,
        RankedSeat,
        RankingRow,
        WinnersView,
        WorthRow,
        WorthTable,
    )

Worths = tuple[int, ...]

_POINTS: Final = 120  # points of a curve, at most
_ROWS: Final = 12  # rows of the table, at most
_MARKS: Final = 3  # tokens drawn on a curve
_APART: Final = 30  # of two turning points' numbers, whose circles are larger on a phone
_ABOVE: Final = 56  # how far they stand above the chart: no label of its upper edge is behind them
_LABELS: Final = 6  # approximate number of labels below the curves
_BESIDE: Final = 84  # room on the left for the sums, so that no curve runs through them
WIDTH: Final = 720
HEIGHT: Final = 300


def over_view(ctx: ViewContext) -> OverView:
    """The view of the whole dialog."""
    _, n_, narrator, session = ctx._, ctx.n_, ctx.narrator, ctx.session
    rents = [0] * ctx.state.seats
    throws = 0
    for entry in session.entries:
        for event in entry.events:
            if event.kind == "throw":
                throws += event.facts["purpose"] == "move"
            elif event.kind == "pay" and event.facts["what"] == "rent":
                payee, amount = event.facts["payee"], event.facts["amount"]
                assert isinstance(payee, int)
                assert isinstance(amount, int)
                if payee >= 0:
                    rents[payee] += amount
    ended = isinstance(ctx.state.ask, Over)
    ranks: list[RankingRow] = []
    for row in ranking_view(ctx):
        worth = "–" if ctx.worth_hidden else row["worth"]
        ranks.append({**row, "cells": [narrator.parts.money(rents[row["n"]]), worth]})
    points = wealth_swings.points(ctx)
    drawn = curves_view(ctx, points)
    return {
        "won": _won(ctx) if ended else None,
        "turning": wealth_swings.wealth_swings_view(ctx, points),
        "title": _("How it went") if ended else _("Standings"),
        "text": _(
            "{rounds}, {throws}",
            rounds=n_("{n} round", "{n} rounds", ctx.state.round),
            throws=n_("{n} throw", "{n} throws", throws),
        ),
        "best": _best(ctx),
        "columns": [_("Rent collected"), _("Final worth") if ended else _("Worth")],
        "ranking": ranks,
        "curves": drawn,
        "no_curves": "" if drawn else _no_curves(ctx),
        "ended": ended,
        "replay": ctx.app.replaying is not None,
    }


def _won(ctx: ViewContext) -> WinnersView:
    """The winners, and how they won."""
    ask_ = ctx.state.ask
    assert isinstance(ask_, Over)
    told = (
        line["text"]
        for entry in reversed(ctx.session.entries)
        for line in ctx.narrator.events(
            [event for event in entry.events if event.kind == "over"], entry.answer
        )
    )
    return {
        "seats": [ctx.faced(n) for n in ask_.winners],
        "title": asking(ctx.narrator.parts, ctx.state)["title"],
        "text": next(told, ""),
        "speech": winners_speech(ctx),
    }


def winners_speech(ctx: ViewContext) -> str:
    """What the winner says at the end of a game; "" if it is a person."""
    ask_, said = ctx.state.ask, ctx.said_last()
    if said is None or not isinstance(ask_, Over) or said.seat not in ask_.winners:
        return ""
    return ctx.quoted(said.text)


def _best(ctx: ViewContext) -> BestDeed | None:
    """The deed that brought the most rent, over all its owners; None if no rent was paid."""
    brought: Counter[int] = Counter()
    visits: Counter[int] = Counter()
    for entry in ctx.session.entries:
        for event in entry.events:
            facts: Any = event.facts
            if event.kind == "pay" and facts["what"] == "rent" and facts["space"] >= 0:
                brought[facts["space"]] += facts["amount"]
                visits[facts["space"]] += 1
    if not brought:
        return None
    space = max(brought, key=lambda i: (brought[i], -i))
    return {
        "group": ctx.group(space),
        "name": ctx.name(space),
        "text": ctx.n_(
            "earned {amount} from {n} visit",
            "earned {amount} from {n} visits",
            visits[space],
            amount=ctx.money(brought[space]),
        ),
    }


def ranking_view(ctx: ViewContext) -> list[RankedSeat]:
    """All seats: winners first, then those still playing by worth, then those out, the last one first."""
    state, _ = ctx.state, ctx._
    ask_ = state.ask
    winners = ask_.winners if isinstance(ask_, Over) else ()
    worths = wealth(state)
    fallen: dict[int, tuple[int, str]] = {}
    for n, entry in enumerate(ctx.session.entries):
        for event in entry.events:
            if event.kind == "bankrupt":
                note = (
                    _("resigned in round {n}", n=entry.round)
                    if isinstance(entry.answer, Resign)
                    else _fell(ctx, event, entry.round)
                )
                fallen[event.facts["seat"]] = (n, note)  # type: ignore[index]
    out = [seat for seat in range(state.seats) if not state.playing[seat]]
    left = [seat for seat in range(state.seats) if state.playing[seat] and seat not in winners]
    order = [
        *winners,
        *sorted(left, key=lambda seat: -worths[seat]),
        *sorted(out, key=lambda seat: -fallen.get(seat, (-1, ""))[0]),
    ]
    rows: list[RankedSeat] = []
    for place, seat in enumerate(order, 1):
        wins = seat in winners
        if seat in out:
            note = fallen.get(seat, (0, _("out of the game")))[1]
        else:
            note = _holds(ctx, seat, isinstance(ask_, Over) and "short-game.score" in ask_.clauses)
        rows.append(
            {
                **ctx.faced(seat),
                "name": ctx.called(seat),
                "place": ctx.narrator.parts.number(1 if wins else place),
                "note": note,
                "worth": ctx.money(worths[seat]),
                "winner": wins,
            }
        )
    return rows


def _holds(ctx: ViewContext, seat: int, scored: bool) -> str:
    """A note about a seat: the parts of its score if the score decides (``scored``), else its deeds."""
    _, state = ctx._, ctx.state
    if scored:
        cash, deeds, buildings = (ctx.money(n) for n in short_game.valuation(state, seat))
        return _(
            "cash {cash} · {deeds} {sum} · buildings {more}", cash=cash, sum=deeds, more=buildings
        )
    count = sum(state.owner[i] == seat for i in ctx.rules.ownable)
    return ctx.n_("{n} {deed}", "{n} {deeds}", count)


def _fell(ctx: ViewContext, event: Event, round_: int) -> str:
    creditor = event.facts["creditor"]
    _, parts = ctx._, ctx.narrator.parts
    if isinstance(creditor, int) and creditor >= 0:
        return parts._("bankrupt in round {n}, owing {other}", other=parts.seat(creditor), n=round_)
    return _("bankrupt in round {n}", n=round_)


def _no_curves(ctx: ViewContext) -> str:
    if ctx.worth_hidden:
        return ctx._("Wealth stays hidden until the tax choice is made.")
    return ctx._("The chart starts with the second turn.")


def thin_points(points: Sequence[tuple[float, Worths]], most: int) -> list[tuple[float, Worths]]:
    """About ``most`` of the points, the first and the last included."""
    step = max(1, -(-len(points) // most))
    return [*points[:-1:step], points[-1]]


def polylines_view(
    ctx: ViewContext,
    points: Sequence[tuple[float, Worths]],
    last: float,
    top: int,
    width: int,
    height: int,
) -> list[LineView]:
    """A line for each seat as points of an SVG polyline, which ends where the seat leaves the game.

    ``points``: pairs of x (0 to ``last``) and the worths (0 to ``top``)."""
    few = thin_points(points, _POINTS)
    rows: list[LineView] = []
    for n in range(ctx.state.seats):
        drawn = _until_out(few, n)
        path = " ".join(
            f"{round(x * width / max(last, 1))},{round(height - worths[n] * height / top)}"
            for x, worths in drawn
        )
        rows.append({**ctx.seat(n), "name": ctx.called(n), "points": path})
    return rows


def _until_out(points: Sequence[tuple[float, Worths]], n: int) -> list[tuple[float, Worths]]:
    """Return a seat's points up to the first worth of 0 that no worth above 0 follows."""
    end = max((i for i, (_, worths) in enumerate(points) if worths[n]), default=0)
    return list(points[: end + 2])


def curves_view(ctx: ViewContext, turns: Sequence[wealth_swings.Turning] = ()) -> CurvesView | None:
    """The chart of each seat's wealth by turn, with marks at the turning points.

    Return None if there are fewer than two points, or worth is hidden."""
    session, _ = ctx.session, ctx._
    if len(session.wealth) < 2 or ctx.worth_hidden:
        return None
    log = session.entries
    # One point for each turn; its round is that of the answer before it.
    wealth_log = session.wealth
    if wealth_log[-1][0] < len(log):  # in the middle of a turn: add the current worth
        wealth_log = [*wealth_log, (len(log), wealth(ctx.state))]
    points = list(enumerate(worths for _, worths in wealth_log))
    rounds = [log[min(count, len(log)) - 1].round for count, _ in wealth_log]
    x_positions = _places(rounds)
    drawn = [(x, worths) for x, (_, worths) in zip(x_positions, points, strict=True)]
    last = x_positions[-1]
    highest = max(max(worths) for _, worths in points)
    unit = round_step(highest)
    top = max(unit, -(-highest // unit) * unit)
    lines: list[CurveView] = [
        {**line, "marks": _marks(drawn, line["n"], last, top)}
        for line in polylines_view(ctx, drawn, last, top, WIDTH, HEIGHT)
    ]
    rich = max(range(ctx.state.seats), key=lambda n: points[-1][1][n])
    above = _ABOVE if turns else 0
    moments = [round(x_positions[point.turn] * WIDTH / max(last, 1)) for point in turns]
    return {
        "width": WIDTH,
        "height": HEIGHT,
        # Leave space for the labels above and below, and for a token at the end of a curve.
        "box": f"{-_BESIDE} {-18 - above} {WIDTH + _BESIDE + 14} {HEIGHT + 40 + above}",
        "bare": f"0 -18 {WIDTH + 14} {HEIGHT + 40}",
        "beside": _BESIDE,
        "above": above,
        "says": ctx.narrator.parts._(
            "Wealth turn by turn. At the end, {seat} ha[s|ve] the most: {amount}.",
            seat=ctx.narrator.parts.seat(rich),
            amount=ctx.money(points[-1][1][rich]),
        ),
        "grid": [
            {"at": round(HEIGHT - n * HEIGHT / top), "label": ctx.money(n)}
            for n in range(unit, top + 1, unit)
        ],
        "rounds": _rounds(ctx, rounds, x_positions),
        "lines": lines,
        "turning": [
            {"n": n, "x": x, "aside": at - x}
            for n, (x, at) in enumerate(zip(moments, part_marks(moments), strict=True), 1)
        ],
        "table": _table(ctx, points, rounds),
        "note": ctx.worth_note(),
    }


def part_marks(places: Sequence[int], apart: int = _APART) -> list[int]:
    """Return where marks are drawn so that none lies on another: as near their places, in ascending order,
    as a distance of ``apart`` allows."""
    # Without that distance their places must not descend. Marks that would lie on each other share the mean.
    together: list[list[int]] = []
    for n, place in enumerate(places):
        together.append([place - n * apart])
        while len(together) > 1 and _mean(together[-2]) > _mean(together[-1]):
            together[-2:] = [together[-2] + together[-1]]
    most = WIDTH - (len(places) - 1) * apart
    drawn = [min(max(_mean(marks), 0), most) for marks in together for _mark in marks]
    return [round(at + n * apart) for n, at in enumerate(drawn)]


def _mean(numbers: Sequence[int]) -> float:
    return sum(numbers) / len(numbers)  # the module statistics is not loaded with the page


def _places(rounds: Sequence[int]) -> list[float]:
    """Return the x of each turn, in rounds. All rounds are equally wide, however many seats still play."""
    turns = Counter(rounds)
    seen: Counter[int] = Counter()
    x_positions = []
    for round_ in rounds:
        x_positions.append(round_ - rounds[0] + seen[round_] / turns[round_])
        seen[round_] += 1
    return x_positions


def _marks(
    points: Sequence[tuple[float, Worths]], n: int, last: float, top: int
) -> list[CurveMark]:
    """The places of a seat's tokens: along its curve (shifted from seat to seat) and at its end."""
    drawn = _until_out(points, n)
    marks: list[CurveMark] = []
    for k in range(_MARKS):
        # The last mark is at the end of the curve; the others are shifted from seat to seat.
        part = 1.0 if k == _MARKS - 1 else (k + 0.35 + 0.09 * n) / _MARKS
        x, worths = drawn[round((len(drawn) - 1) * part)]
        marks.append(
            {
                "x": round(x * WIDTH / max(last, 1)),
                "y": round(HEIGHT - worths[n] * HEIGHT / top),
            }
        )
    return marks


def _rounds(
    ctx: ViewContext, rounds: Sequence[int], x_positions: Sequence[float]
) -> list[AxisLabel]:
    """The labels of the x axis: some rounds, each where it begins."""
    every = round_step(max(rounds)) if max(rounds) > _LABELS else 1
    labels: list[AxisLabel] = []
    seen = NOBODY
    for x, round_ in zip(x_positions, rounds, strict=True):
        if round_ != seen and round_ % every == 0:
            at = round(x * WIDTH / max(x_positions[-1], 1))
            labels.append({"at": at, "label": ctx.narrator.parts.number(round_)})
        seen = round_
    return labels


def _table(
    ctx: ViewContext, points: Sequence[tuple[int, Worths]], rounds: Sequence[int]
) -> WorthTable:
    """The curves as a table: the seats' worth in some rounds."""
    rows: list[WorthRow] = []
    for x, worths in thin_points(points, _ROWS):
        label = ctx.narrator.parts.number(rounds[int(x)])
        if rows and rows[-1]["round"] == label:
            rows.pop()
        rows.append({"round": label, "cells": [ctx.money(worth) for worth in worths]})
    return {"heads": [ctx.seat_called(n) for n in range(ctx.state.seats)], "rows": rows}


def round_step(top: int) -> int:
    """Return the distance of grid lines: 1, 2 or 5 times a power of ten, with at most five below ``top``."""
    unit = 1
    while True:
        for factor in (1, 2, 5):
            if top <= unit * factor * 5:
                return unit * factor
        unit *= 10
