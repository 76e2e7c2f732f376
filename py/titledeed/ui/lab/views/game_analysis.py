"""The view of the screen about one game: worth and odds by round, ledger, dice, landings, deeds,
decisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ....engine.answers import (
    Answer,
    Offer,
)
from ....engine.asks import (
    AskAnswer,
    AskBid,
)
from ....engine.special_seats_and_ids import NOBODY
from ....engine.state import (
    State,
)
from ....lab import game_worth_ledger_and_dice as stories
from ....lab.dice_fairness import SUMS
from ....lab.game_worth_ledger_and_dice import Story
from ....lab.landings.markov import JAIL, JAIL_SPACE
from ....lab.money_ledger import CAUSES
from ....language import answer_labels
from ....language.catalogue import N_, Catalogue
from ....language.sentence_parts import plain_text
from ....odds import WHOLE
from ...state import AppState
from ...views.ending.standings_and_wealth import round_step
from ...views.view_context_and_shared_parts import ViewContext
from ..state.game_review_and_worth_ledger import GameAnalysisState
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from ....game.review_of_weightiest_decisions import UnmadeRow
    from ....game.session import Session
    from .types import (
        ChartMark,
        DeedAccount,
        DeedAccounts,
        DiceBar,
        DiceChart,
        GameAnalysisView,
        LandingCount,
        LedgerCell,
        LedgerRow,
        LedgerView,
        OddsArea,
        OddsChart,
        ReviewedSeat,
        ReviewRow,
        ReviewView,
        RoundTick,
        UnmadeOfferView,
        WorthChart,
        WorthLine,
    )

WIDTH: Final = 640
HEIGHT: Final = 220
_ODDS_HEIGHT: Final = 130
_DICE_HEIGHT: Final = 110
_MARKS: Final = 4  # events named in the chart, at most
_LISTED: Final = 14  # deeds

CAUSE_NAMES: Final = {
    "start": N_("Dealt at the start"),
    "salary": N_("{Salary}"),
    "rent": N_("Rent"),
    "deals": N_("Trades"),
    "cards": N_("Cards"),
    "taxes": N_("Taxes and fines"),
    "parking": N_("{free_parking}"),
    "deeds": N_("{Deeds} bought"),
    "buildings": N_("Buildings"),
    "mortgages": N_("Mortgages"),
    "estates": N_("Bankruptcies"),
}


def game_analysis_view(analysis: GameAnalysisState, app: AppState) -> GameAnalysisView:
    """The view of the screen."""
    if app.session is None or app.whole is None:
        return {"game": None, "missing": True, "trouble": ""}
    if analysis.story is None:
        return {"game": None, "missing": False, "trouble": analysis.trouble}
    ctx = ViewContext(app)
    story = analysis.story
    figures = FigureFormat(ctx._, ctx.rules.edition)
    seats = [ctx.seat_called(n) for n in range(story["seats"])]
    _, n_ = ctx._, ctx.n_
    return {
        "trouble": analysis.trouble,
        "missing": False,
        "game": {
            "title": app.title or _("This game"),
            "text": _(
                "{rounds}, {throws}",
                rounds=n_("{n} round", "{n} rounds", story["rounds"]),
                throws=n_("{n} throw", "{n} throws", story["throws"]),
            ),
            "seats": seats,
            "replay": app.replaying is not None,
            "hidden": ctx.worth_hidden,
            "worth": None if ctx.worth_hidden else worth_view(story, ctx, figures),
            "odds": None if ctx.worth_hidden else odds_view(story, ctx),
            "turning": "" if ctx.worth_hidden else turning_sentence(story, ctx, figures),
            "ledger": ledger_view(analysis, story, ctx),
            "dice": dice_view(story, figures, _),
            "deeds": deeds_view(story, ctx),
            "landings": game_landings_view(story, ctx),
            "review": None if analysis.hidden(app) else review_view(analysis, app, ctx, figures),
        },
    }


# ---------------------------------------------------------------- decisions


def review_view(
    analysis: GameAnalysisState, app: AppState, ctx: ViewContext, figures: FigureFormat
) -> ReviewView:
    """The decisions of each seat that changed its odds most, the greatest change first."""
    _ = ctx._
    whole = app.whole
    assert whole is not None
    seats = analysis.reviewed(app)
    people: list[ReviewedSeat] = []
    for place, seat in enumerate(seats[: analysis.seen]):
        rows: list[ReviewRow] = []
        for _seat, count, line, points in (row for row in analysis.review if row[0] == seat):
            entry, before = whole.entries[count], whole.at(count)
            other = _other(ctx, line, seat, before)
            rows.append(
                {
                    "count": count,
                    "round": ctx.narrator.parts.number(entry.round),
                    "about": _about(ctx, before),
                    "did": _answer(ctx, seat, entry.answer, before),
                    "other": other,
                    "cost": points < 0,
                    "points": figures.fixed(points * 100 / WHOLE, 1, sign=True),
                }
            )
        unmade = next((row for row in analysis.unmade if row[0] == seat), None)
        people.append(
            {
                "seat": ctx.seat_called(seat),
                "rows": rows,
                "unmade": _unmade(unmade, whole, ctx, figures) if unmade else None,
                "first": place == 0,
            }
        )
    return {"people": people, "more": analysis.seen < len(seats)}


def _unmade(
    row: UnmadeRow, whole: Session, ctx: ViewContext, figures: FigureFormat
) -> UnmadeOfferView | None:
    """The best offer that a seat never made, at its moment."""
    seat, count, line, before, after, likely = row
    parsed = whole.game.notation.parse(line, whole.at(count))
    if parsed is None or not isinstance(parsed[1], Offer):
        return None
    offer = parsed[1]
    return {
        "count": count,
        "round": ctx.narrator.parts.number(whole.entries[count].round),
        "offer": plain_text(ctx.narrator.offer(seat, offer)),
        "other": ctx.seat(offer.to)["name"],
        "before": figures.fixed(before * 100 / WHOLE, 1),
        "after": figures.fixed(after * 100 / WHOLE, 1),
        "likely": figures.fixed(likely, 0),
    }


def _about(ctx: ViewContext, before: State) -> str:
    """The subject of a decision, if its label does not name it: the lot, or the deal."""
    match before.ask:
        case AskBid(lot=lot) if lot >= 0:
            return ctx.name(lot)
        case AskAnswer(by=by, seat=to, give=give, get=get):
            return plain_text(ctx.narrator.offer(by, Offer(to, give, get)))
    return ""


def _other(ctx: ViewContext, line: str, seat: int, before: State) -> str:
    if not line:
        return ctx._("do nothing")
    notation = ctx.session.game.notation
    parsed = notation.parse(line, before)
    return _answer(ctx, seat, parsed[1], before) if parsed else ""


def _answer(ctx: ViewContext, seat: int, answer: Answer, before: State) -> str:
    if isinstance(answer, Offer):
        return plain_text(ctx.narrator.offer(seat, answer))
    return answer_labels.answer_label(ctx.narrator.parts, answer, before)


# ---------------------------------------------------------------- by round


def _x(n: int, last: int) -> float:
    return round(n * WIDTH / max(last, 1), 1)


def worth_view(story: Story, ctx: ViewContext, figures: FigureFormat) -> WorthChart:
    """The chart of worth by round: a line for each seat, which ends on the axis when the seat is out."""
    points = story["points"]
    last = len(points) - 1
    highest = max(1, *(max(worths) for _round, worths, _odds in points))
    unit = round_step(highest)
    top = -(-highest // unit) * unit
    lines: list[WorthLine] = []
    for n in range(story["seats"]):
        end = max((i for i, point in enumerate(points) if point[1][n]), default=0)
        drawn = list(enumerate(points))[: end + 2]
        path = [(_x(i, last), round(HEIGHT - p[1][n] * HEIGHT / top, 1)) for i, p in drawn]
        lines.append(
            {
                **ctx.seat_called(n),
                "points": " ".join(f"{x},{y}" for x, y in path),
                "x": path[-1][0],
                "y": path[-1][1],
                "out": end < last,
            }
        )
    rich = max(range(story["seats"]), key=lambda n: points[-1][1][n])
    _ = ctx._
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "grid": [
            {"y": round(HEIGHT - n * HEIGHT / top, 1), "label": ctx.money(n)}
            for n in range(unit, top + 1, unit)
        ],
        "rounds": _ticks(points),
        "lines": lines,
        "marks": _marks(story, ctx),
        "says": ctx.narrator.parts._(
            "Each player’s worth, round by round. At the end, {seat} [is|are] worth the "
            "most: {amount}.",
            seat=ctx.narrator.parts.seat(rich),
            amount=ctx.money(points[-1][1][rich]),
        ),
        "rows": [
            {
                "round": point[0],
                "worth": [ctx.money(n) for n in point[1]],
                "odds": [
                    figures.percent(figures.fixed(share * 100 / WHOLE, 0)) for share in point[2]
                ],
            }
            for point in points
        ],
    }


def _ticks(points: Sequence[tuple[int, list[int], list[int]]]) -> list[RoundTick]:
    last = len(points) - 1
    every = round_step(max(points[-1][0], 1))
    return [
        {"x": _x(i, last), "label": str(point[0])}
        for i, point in enumerate(points)
        if i == 0 or point[0] % every == 0
    ]


def _marks(story: Story, ctx: ViewContext) -> list[ChartMark]:
    """The bankruptcies as labels in the chart."""
    points = story["points"]
    at = {point[0]: i for i, point in enumerate(points)}
    marks: list[ChartMark] = []
    for round_, kind, seat, other, _space in story["events"]:
        if kind == "bankrupt" and round_ in at and len(marks) < _MARKS:
            marks.append(
                {
                    "x": _x(at[round_], len(points) - 1),
                    "text": _event(ctx, kind, seat, other, NOBODY),
                    "row": len(marks),
                    "late": at[round_] > len(points) / 2,
                }
            )
    return marks


def _event(ctx: ViewContext, kind: str, seat: int, other: int, space: int) -> str:
    parts = ctx.narrator.parts
    name = parts.seat(seat)
    if kind == "bankrupt":
        if other >= 0:
            return parts._("{seat} bankrupted by {other}", seat=name, other=parts.seat(other))
        return parts._("{seat} bankrupt", seat=name)
    if kind == "group":
        return parts._("{seat} ha[s|ve] all of {group}", seat=name, group=ctx.group_name(space))
    return parts._("A trade: {seat} and {other}", seat=name, other=parts.seat(other))


def odds_view(story: Story, ctx: ViewContext) -> OddsChart | None:
    """The chart of odds by round as stacked areas; None if odds are not known for all rounds."""
    points = story["points"]
    if not all(point[2] for point in points):
        return None
    last = len(points) - 1
    areas: list[OddsArea] = []
    for n in range(story["seats"]):
        low = [(_x(i, last), sum(p[2][:n])) for i, p in enumerate(points)]
        high = [(_x(i, last), sum(p[2][: n + 1])) for i, p in enumerate(points)]
        outline = [*high, *reversed(low)]
        areas.append(
            {
                **ctx.seat_called(n),
                "points": " ".join(
                    f"{x},{round(_ODDS_HEIGHT - share * _ODDS_HEIGHT / WHOLE, 1)}"
                    for x, share in outline
                ),
            }
        )
    best = max(range(story["seats"]), key=lambda n: points[-1][2][n])
    _ = ctx._
    return {
        "height": _ODDS_HEIGHT,
        "areas": areas,
        "says": ctx.narrator.parts._(
            "Each player’s chance of winning, round by round. At the end, {seat} [is|are] "
            "most likely to win: {share}%.",
            seat=ctx.narrator.parts.seat(best),
            share=round(points[-1][2][best] * 100 / WHOLE),
        ),
    }


def turning_sentence(story: Story, ctx: ViewContext, figures: FigureFormat) -> str:
    """A text about the round that changed the odds most."""
    _ = ctx._
    point = stories.turning_point(story["points"])
    if point is None:
        return (
            _(
                "No round of this game raised any player’s chance of winning by 10 "
                "percentage points or more."
            )
            if _has_odds(story)
            else ""
        )
    round_, seat, before, after = point
    text = ctx.narrator.parts._(
        "The biggest change came in round {n}: [{seat}’s|your] chance of winning rose "
        "from {before}% to {after}%.",
        n=round_,
        seat=ctx.narrator.parts.seat(seat),
        before=figures.fixed(before * 100 / WHOLE, 0),
        after=figures.fixed(after * 100 / WHOLE, 0),
    )
    there = [
        _event(ctx, kind, by, other, space)
        for at, kind, by, other, space in story["events"]
        if at == round_
    ]
    return f"{text} " + _("What happened: {events}.", events="; ".join(there)) if there else text


def _has_odds(story: Story) -> bool:
    return all(point[2] for point in story["points"])


# ---------------------------------------------------------------- money


def ledger_view(analysis: GameAnalysisState, story: Story, ctx: ViewContext) -> LedgerView:
    """The ledger by cause and account, of the whole game or of one round. Each row sums to zero."""
    _ = ctx._
    rounds = len(story["ledger_rounds"])
    at = analysis.round if 0 <= analysis.round < rounds else -1
    flows = story["flow"] if at < 0 else [story["flow"][at]]
    accounts = story["seats"] + 2
    pot = any(flow[accounts - 2][i] for flow in story["flow"] for i in range(len(CAUSES)))
    shown = [*range(story["seats"]), *([accounts - 2] if pot else []), accounts - 1]
    sums = [
        [sum(flow[account][i] for flow in flows) for account in shown] for i in range(len(CAUSES))
    ]
    most = max(1, *(abs(amount) for row in sums for amount in row))
    rows: list[LedgerRow] = [
        {
            "name": _(CAUSE_NAMES[cause]),
            "cells": [_cell(amount, most, ctx) for amount in row],
            "sum": ctx.narrator.parts.number(sum(row)),
        }
        for cause, row in zip(CAUSES, sums, strict=True)
        if any(row)
    ]
    before = [0] * accounts if at < 0 else story["before"][at]
    after = story["after"][-1] if at < 0 else story["after"][at]
    heads = [ctx.seat_called(n) for n in range(story["seats"])]
    return {
        "heads": heads,
        "pot": pot,
        "rows": rows,
        "before": None if at < 0 else [ctx.money(before[account]) for account in shown],
        "after": [ctx.money(after[account]) for account in shown],
        "round": at,
        "rounds": [
            {"at": i, "label": str(n), "chosen": i == at}
            for i, n in enumerate(story["ledger_rounds"])
        ],
        "faults": story["faults"],
    }


def _cell(amount: int, most: int, ctx: ViewContext) -> LedgerCell:
    return {
        "text": ctx.narrator.parts.number(amount),
        "wide": round(abs(amount) * 100 / most, 1),
        "paid": amount < 0,
    }


# ---------------------------------------------------------------- dice, deeds, landings


def dice_view(story: Story, figures: FigureFormat, _: Catalogue) -> DiceChart:
    """The chart of the dice: bars for the sums seen, lines for those expected, and the chi-square test in
    words."""
    test = stories.fairness(story)
    most = max(1.0, *test.seen, *test.expected)
    per = 26
    bars: list[DiceBar] = [
        {
            "x": n * per,
            "total": total,
            "seen": seen,
            "high": round(seen * _DICE_HEIGHT / most, 1),
            "line": round(_DICE_HEIGHT - expected * _DICE_HEIGHT / most, 1),
            "expected": figures.fixed(expected, 1),
        }
        for n, (total, seen, expected) in enumerate(
            zip(SUMS, test.seen, test.expected, strict=True)
        )
    ]
    share = figures.fixed(test.p * 100, 0 if test.p >= 0.01 else 2)
    title, text = {
        "too-few": (_("Too few throws to tell."), ""),
        "nothing-against": (
            _("The dice look fair."),
            _(
                "In {n} of 100 games of this length, fair dice give totals at least this uneven.",
                n=share,
            ),
        ),
        "doubtful": (
            _("The dice look a little uneven."),
            _(
                "In {n} of 100 games of this length, fair dice give totals at least this "
                "uneven. Even with fair dice, about one game in twenty looks like this.",
                n=share,
            ),
        ),
        "hardly": (
            _("The dice don’t look fair."),
            _(
                "In only {n} of 100 games of this length, fair dice give totals at least "
                "this uneven.",
                n=share,
            ),
        ),
    }[test.verdict]
    return {
        "bars": bars,
        "width": per * len(bars),
        "height": _DICE_HEIGHT,
        "title": title,
        "text": text,
        "test": _(
            "Chi-square {square} with {n} degrees of freedom.",
            square=figures.fixed(test.square, 1),
            n=test.freedom,
        )
        if test.freedom
        else "",
        "says": _(
            "How often each total of two dice came up in {n} throws, next to the numbers "
            "expected from fair dice. {title}",
            n=test.throws,
            title=title,
        ),
    }


def deeds_view(story: Story, ctx: ViewContext) -> DeedAccounts:
    """Return for each deed and owner its cost (price and buildings) and its income.

    The income is rents, and the proceeds of buildings, mortgages and sales. The deeds that moved the
    most money come first."""
    sorted_deeds = sorted(story["deeds"], key=lambda row: -(row[2] + row[3]))
    most = max([1, *(max(cost, brought) for _s, _p, cost, brought in sorted_deeds)])
    rows: list[DeedAccount] = [
        {
            "seat": ctx.seat_called(seat),
            "group": ctx.group(space),
            "name": ctx.name(space),
            "cost": ctx.money(cost),
            "brought": ctx.money(brought),
            "gain": ctx.narrator.parts.numbers.change(brought - cost),
            "lost": brought < cost,
            "from": round(cost * 100 / most, 1),
            "to": round(brought * 100 / most, 1),
        }
        for seat, space, cost, brought in sorted_deeds
    ]
    return {"first": rows[:_LISTED], "rest": rows[_LISTED:]}


def game_landings_view(story: Story, ctx: ViewContext) -> list[LandingCount]:
    """The number of times that tokens came to rest on each space, the most visited first."""
    _ = ctx._
    counts = story["landings"]
    most = max(1, *counts)

    def name(place: int) -> str:
        if place == JAIL:
            return _("In {jail}")
        return _("Visiting {jail}") if place == JAIL_SPACE else ctx.name(place)

    order = sorted((n for n in range(len(counts)) if counts[n]), key=lambda n: -counts[n])
    return [
        {"name": name(n), "count": counts[n], "wide": round(counts[n] * 100 / most, 1)}
        for n in order
    ]
