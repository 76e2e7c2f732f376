"""The view of a board's figures beside those of the printed one, and what stands out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from ....board_maker.checks import BoardRepair
from ....board_maker.fair_repairs import (
    OUT,
    fair_repairs,
    outstanding_groups,
    payback_ratio,
    wanted_groups,
)
from ....engine.special_seats_and_ids import SPACES
from ...views.view_context_and_shared_parts import GROUPS
from .maker_context import MakerContext

if TYPE_CHECKING:
    from .types import MakerFair, MakerFairGames, MakerFairGroup, MakerFairSpace, MakerRepair

_LONGEST: Final = 40.0  # throws: a longer bar of payback is cut off
_PERCENT: Final = 100
JAIL: Final = SPACES  # the place of a token in jail, as in lab.landings.markov


def fair_view(ctx: MakerContext) -> MakerFair:
    """The tab with the figures."""
    fair, _ = ctx.maker.fair, ctx._
    both = are_there(ctx)
    own, printed = (fair.exact["own"], fair.exact["printed"]) if both else (None, None)
    out = outstanding(ctx) if both else []
    played = sum(map(len, fair.played.values()))
    working = ""
    if ctx.problems:
        working = _("The figures will appear once the board can be played.")
    elif not both and not fair.trouble:
        working = _("The figures are being calculated…")
    elif both and fair.planned and len(fair.games) < 2 and not fair.trouble:
        working = _(
            "{n} of {all} games played…",
            n=ctx.numbers.number(played),
            all=ctx.numbers.number(fair.planned),
        )
    return {
        "tab": "fair",
        "verdict": _verdict(ctx) if both else [],
        "repairs": _repairs(ctx) if both else [],
        "keep": ctx.draft.groups[out[0]].id if out else "",
        "kept": bool(wanted_groups(ctx.draft)),
        "working": working,
        "trouble": "" if ctx.problems else fair.trouble,
        "groups": _groups(ctx, own["groups"], printed["groups"]) if own and printed else [],
        "spaces": _spaces(ctx, own["shares"], printed["shares"]) if own and printed else [],
        "games": _games(ctx) if both else [],
        "can_play": both and not fair.planned,
    }


def are_there(ctx: MakerContext) -> bool:
    """Whether the figures of both boards are there, and are those of the board as it is now."""
    fair = ctx.maker.fair
    same = fair.of == ctx.draft and not ctx.problems
    return same and {"own", "printed"} <= fair.exact.keys()


def _fixed(ctx: MakerContext, value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    return text.replace(".", ctx._.conventions.decimal)


def _groups(
    ctx: MakerContext, own: Sequence[dict[str, Any]], printed: Sequence[dict[str, Any]]
) -> list[MakerFairGroup]:
    _ = ctx._
    rows: list[MakerFairGroup] = []
    for n, (group, mine, usual) in enumerate(zip(ctx.draft.groups, own, printed, strict=True)):
        payback, line = mine["payback"], usual["payback"]
        rows.append(
            {
                "css": GROUPS[n],
                "mark": group.mark,
                "name": ctx.says.group(group),
                "ends": _fixed(ctx, mine["ends"] * _PERCENT, 1),
                "earns": ctx.money(round(mine["earns"])),
                "payback": _("never") if payback is None else _fixed(ctx, payback, 1),
                "printed": _fixed(ctx, line, 1),
                "bar": _share(payback),
                "line": _share(line),
                "out": payback_ratio(mine, usual) > OUT,
            }
        )
    return rows


def _share(payback: float | None) -> float:
    long = _LONGEST if payback is None else min(payback, _LONGEST)
    return round(long / _LONGEST * _PERCENT, 1)


def _spaces(
    ctx: MakerContext, own: Sequence[float], printed: Sequence[float]
) -> list[MakerFairSpace]:
    order = sorted(range(SPACES + 1), key=lambda at: -own[at])
    return [
        {
            "name": _visited(ctx, at),
            "own": _fixed(ctx, own[at] * _PERCENT, 2),
            "printed": _fixed(ctx, printed[at] * _PERCENT, 2),
        }
        for at in order
    ]


def _visited(ctx: MakerContext, at: int) -> str:
    if at == JAIL:
        return ctx._("In {jail}")
    if ctx.draft.spaces[at].kind == "jail":
        return ctx._("Visiting {jail}")
    return ctx.name(at)


def _games(ctx: MakerContext) -> list[MakerFairGames]:
    games, _ = ctx.maker.fair.games, ctx._
    if len(games) < 2:
        return []
    labels = (("rounds", _("Rounds per game"), 1), ("gini", _("Inequality at the end"), 2))

    def shown(board: str, key: str, digits: int) -> str:
        value, low, high = (_fixed(ctx, part, digits) for part in games[board][key])
        return _("{value} ({low} to {high})", value=value, low=low, high=high)

    return [
        {"label": label, "own": shown("own", key, n), "printed": shown("printed", key, n)}
        for key, label, n in labels
    ]


def _verdict(ctx: MakerContext) -> list[str]:
    """Two sentences: the group that stands out most, and how games compare."""
    fair, _ = ctx.maker.fair, ctx._
    out = outstanding(ctx)
    n = out[0] if out else 0
    own, printed = fair.exact["own"]["groups"][n], fair.exact["printed"]["groups"][n]
    wanted = wanted_groups(ctx.draft)
    exact = zip(
        ctx.draft.groups, fair.exact["own"]["groups"], fair.exact["printed"]["groups"], strict=True
    )
    kept = [
        ctx.says.group(group)
        for group, mine, usual in exact
        if group.id in wanted and payback_ratio(mine, usual) > OUT
    ]
    if not out and kept:
        first = _.count(
            "Only {groups} stands out, and you want it that way.",
            "Only {groups} stand out, and you want it that way.",
            len(kept),
            groups=_.listed(kept),
        )
    elif not out:
        first = _(
            "Fair: no {color_group} pays for its {houses} much sooner or later than on the printed board."
        )
    elif own["payback"] is None:
        first = _(
            "In {group} a third {house} never pays for itself.",
            group=ctx.says.group(ctx.draft.groups[n]),
        )
    else:
        first = _(
            "{group} stands out: a third {house} there pays for itself after {n} throws "
            "of an opponent. On the printed board it takes {m}.",
            group=ctx.says.group(ctx.draft.groups[n]),
            n=_fixed(ctx, own["payback"], 1),
            m=_fixed(ctx, printed["payback"], 1),
        )
    return [first, _of_games(ctx)]


def outstanding(ctx: MakerContext) -> list[int]:
    """The groups that stand out, the most striking one first. Call this once both boards have figures."""
    exact = ctx.maker.fair.exact
    return outstanding_groups(ctx.draft, exact["own"]["groups"], exact["printed"]["groups"])


def repairs(ctx: MakerContext) -> tuple[BoardRepair, ...]:
    """The changes that would bring the most striking group back."""
    exact, out = ctx.maker.fair.exact, outstanding(ctx)
    if not out:
        return ()
    n = out[0]
    return fair_repairs(ctx.draft, n, exact["own"]["groups"][n], exact["printed"]["groups"][n])


def _repairs(ctx: MakerContext) -> list[MakerRepair]:
    return [
        {"label": ctx.says.repair(repair), "arg": str(n)} for n, repair in enumerate(repairs(ctx))
    ]


def _of_games(ctx: MakerContext) -> str:
    games, _ = ctx.maker.fair.games, ctx._
    if len(games) < 2:
        return _(
            "Play 200 games to see how long games last and how unequal the players are at the end."
        )
    own, printed = games["own"]["rounds"], games["printed"]["rounds"]
    rounds = _fixed(ctx, own[0], 1)
    if own[1] > printed[2]:
        return _(
            "Games last longer than on the printed board: {rounds} rounds on average.",
            rounds=rounds,
        )
    if own[2] < printed[1]:
        return _(
            "Games are shorter than on the printed board: {rounds} rounds on average.",
            rounds=rounds,
        )
    return _(
        "Games last about as long as on the printed board: {rounds} rounds on average.",
        rounds=rounds,
    )
