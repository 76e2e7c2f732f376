"""The view of the property manager: building, selling and mortgaging."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...engine.answers import Build, SellDown
from ...engine.asks import AskDebt, AskTransfer
from ...engine.legal_answers import (
    Barred,
)
from ...engine.rules import debt, houses, rent
from ...engine.special_seats_and_ids import Because
from ...engine.state import State
from ...language.asks import debt_text
from .view_context_and_shared_parts import Reasons, ViewContext

if TYPE_CHECKING:
    from .types import (
        BarredView,
        BuildEach,
        BuildOption,
        ManagedDeed,
        ManagedGroup,
        ManagerView,
        MoneyOption,
        OptionView,
        RentChange,
    )


def manager_view(ctx: ViewContext, seat: int, only_raise: bool) -> ManagerView:
    """The property manager: every deed of a seat with its options.

    ``only_raise``: only those that bring cash."""
    state, app = ctx.state, ctx.app
    ask = state.ask
    missing = debt.missing(state, ask) if ask.seat == seat else 0
    change = state.cash[seat] - app.baseline
    return {
        "only_raise": only_raise,
        "whose": ctx.narrator.parts._("[{seat}’s|Your] cash", seat=ctx.narrator.parts.seat(seat)),
        "none": ctx.narrator.parts._(
            "{seat} own[s|] no {deeds} yet.", seat=ctx.narrator.parts.seat(seat)
        ),
        "waits": _waits(ctx, seat),
        "cash": ctx.money(state.cash[seat]),
        "cash_n": state.cash[seat],
        "needed_n": state.cash[seat] + missing,
        "owes": debt_text(ctx.narrator.parts, ask) if isinstance(ask, AskDebt) and missing else "",
        "missing": ctx.money(missing) if missing else "",
        "reach": _reach(ctx, seat, missing) if missing else "",
        "only_trade": isinstance(ask, AskDebt) and debt.obtainable(state, seat) < missing,
        "change": ctx.narrator.parts.numbers.change(change) if change else "",
        "change_up": change > 0,
        "stock": {"houses": state.stock[0], "hotels": state.stock[1]},
        "groups": [
            managed_group(ctx, seat, members, only_raise)
            for members in ctx.property_groups()
            if any(state.owner[i] == seat for i in members)
        ],
    }


def _waits(ctx: ViewContext, seat: int) -> str:
    """The reason why no deed has a button to build, sell or mortgage; "" if any has one."""
    ask, parts = ctx.state.ask, ctx.narrator.parts
    if any(_options_of(ctx, seat, kind) for kind in ("build", "sell", "mortgage")):
        return ""
    if isinstance(ask, AskTransfer):
        return parts._(
            "{seat} must first decide about the mortgage on {space}.",
            seat=parts.seat(ask.seat),
            space=parts.space(ask.space),
        )
    return ""


def _reach(ctx: ViewContext, seat: int, missing: int) -> str:
    """Whether everything that the Bank would pay the seat brings what is missing."""
    most = debt.obtainable(ctx.state, seat)
    money = ctx.money(most)
    if most >= missing:
        return ctx._(
            "Selling and mortgaging everything would raise {money}, which is enough.", money=money
        )
    text = ctx._(
        "Selling and mortgaging everything would raise {money}, which isn’t enough.", money=money
    )
    if isinstance(ctx.state.ask, AskDebt):
        text += " " + ctx._("Only a trade could bring the rest.")
    return text


def managed_group(
    ctx: ViewContext,
    seat: int,
    members: tuple[int, ...],
    only_raise: bool = False,
    where: str = "mg",
) -> ManagedGroup:
    """A seat's deeds of a group, with what can be done. ``where``: the prefix of the ids of reasons."""
    state, rules, _ = ctx.state, ctx.rules, ctx._
    own = [i for i in members if state.owner[i] == seat]
    reasons = Reasons(f"{where}-{ctx.group(members[0])['id']}")
    wanted = ("sell", "mortgage") if only_raise else ("build", "sell", "mortgage", "redeem")
    answers: dict[str, dict[int, Any]] = {kind: {} for kind in wanted}
    for kind in wanted:
        options = _options_of(ctx, seat, kind)
        for answer in options:
            plain: Any = answer.answer if isinstance(answer, Barred) else answer
            if plain.space in own:
                answers[kind][plain.space] = answer
    deeds: list[ManagedDeed] = []
    barred: list[MoneyOption] = []
    for i in own:
        views: dict[str, MoneyOption] = {}
        build: BuildOption | None = None
        for kind in wanted:
            answer = answers[kind].get(i)
            if answer is None:
                continue
            option: MoneyOption = {
                **ctx.option(reasons, seat, answer),
                "money": _price(ctx, kind, i),
            }
            if kind == "build":
                if rules.kind[i] != "street" or state.level[i] == rules.top:
                    continue
                build = {**option, "hotel": state.level[i] == rules.top - 1}
            else:
                views[kind] = option
            if option["barred"]:
                barred.append(option)
        deeds.append(
            {
                "id": ctx.id(i),
                "name": ctx.name(i),
                "mortgaged": state.mortgaged[i],
                "houses": state.level[i] if state.level[i] < rules.top else 0,
                "hotel": state.level[i] == rules.top,
                "rents": _rents(ctx, i) if build and not state.mortgaged[i] else None,
                "build": build,
                "sell": views.get("sell"),
                "mortgage": views.get("mortgage"),
                "redeem": views.get("redeem"),
            }
        )
    complete = len(own) == len(members)
    return {
        "group": ctx.group(members[0]),
        "name": ctx.group_name(members[0]),
        "note": _("complete") if complete else _("{n} of {all}", n=len(own), all=len(members)),
        "sell_down": _sell_downs(ctx, reasons, seat, members),
        "each": None if only_raise else _each(ctx, reasons, seat, members),
        "deeds": deeds,
        "barred": barred,
    }


def _rents(ctx: ViewContext, i: int) -> RentChange:
    """The rent of a street now, and with one building more."""
    rules, level = ctx.rules, ctx.state.level[i]
    return {
        "now": ctx.money(rent.fixed_rent(ctx.state, i)),
        "then": ctx.money(rules.rents[i][level + 1]),
    }


def _each(
    ctx: ViewContext, reasons: Reasons, seat: int, members: tuple[int, ...]
) -> BuildEach | None:
    """The button that builds once on each street of a complete group, barred if that cannot be done now.

    Return None if nothing is ever built here or nothing can be built now. Also return None at a table
    over several devices, where each answer is sent separately."""
    state, rules = ctx.state, ctx.rules
    complete = all(rules.kind[i] == "street" and state.owner[i] == seat for i in members)
    if not complete or ctx.app.table is not None or not _options_of(ctx, seat, "build"):
        return None
    reason, clauses = _no_each(ctx, seat, members)
    barred: BarredView | None = None
    if reason:
        barred = {"id": reasons.id(reason), "reason": reason, "clauses": list(clauses[:2])}
    cost = sum(rules.cost[i] for i in members)
    return {
        "label": ctx._("Build on each: {money}", money=ctx.money(cost)),
        "arg": ctx.id(members[0]),
        "barred": barred,
    }


def _no_each(ctx: ViewContext, seat: int, members: tuple[int, ...]) -> tuple[str, Because]:
    """The reason why the seat cannot build once on each of these streets, and its clauses; "" if it can."""
    state, rules, _ = ctx.state, ctx.rules, ctx._
    levels = {state.level[i] for i in members}
    if levels == {rules.top}:
        return _("Each {street} has {a hotel}."), ("hotels.one-per-street",)
    if len(levels) > 1:
        return (
            _("“Build on each” needs the same number of {houses} on each {street}."),
            ("houses.even",) if rules.even else ("house.build-evenly",),
        )
    hotels = levels == {rules.top - 1}
    if (state.stock[1] if hotels else state.stock[0]) < len(members):
        if hotels:
            return _("The {bank} has too few {hotels} for each {street}."), ("shortage.supply",)
        return _("The {bank} has too few {houses} for each {street}."), ("shortage.supply",)
    cost = sum(rules.cost[i] for i in members)
    if cost > state.cash[seat]:
        return (
            _("“Build on each” costs {money}.", money=ctx.money(cost)),
            ("hotels.price" if hotels else "houses.price",),
        )
    options = ctx.options(seat)
    if not {answer.space for answer in options.of(Build)}.issuperset(members):
        for bar in options.barred("build"):
            if isinstance(bar.answer, Build) and bar.answer.space in members:
                return ctx.narrator.reason(seat, bar.answer, bar.clauses, state), bar.clauses
        return _("“Build on each” is impossible now."), ("houses.any-time",)
    return "", ()


def _options_of(ctx: ViewContext, seat: int, kind: str) -> list[Any]:
    options = ctx.options(seat)
    return [*options.of(kind), *options.barred(kind)]


def _price(ctx: ViewContext, kind: str, i: int) -> str:
    """The sum on a button of the manager."""
    rules = ctx.rules
    match kind:
        case "build":
            return ctx.money(rules.cost[i])
        case "sell":
            return ctx.money(houses.refund(ctx.state, i, 1))
        case "mortgage":
            return ctx.money(rules.mortgage_value[i])
        case _:
            return ctx.money(rules.lift_cost[i])


def _sell_downs(
    ctx: ViewContext, reasons: Reasons, seat: int, members: tuple[int, ...]
) -> list[OptionView]:
    """The options to sell buildings of the whole group at once: all, and with hotels down to each level."""
    state, rules = ctx.state, ctx.rules
    hotels = any(state.level[i] == rules.top for i in members)
    views: list[OptionView] = []
    for answer in ctx.options(seat).of(SellDown):
        group = rules.edition.groups[answer.group]
        if group.members != members or sells_one_building(state, answer):
            continue
        option = ctx.option(reasons, seat, answer)
        if answer.level == 0:
            money = ctx.money(
                houses.refund(state, members[0], sum(state.level[i] for i in members))
            )
            option["label"] = ctx._("Sell all: {money}", money=money)
            views.append(option)
        elif hotels:
            views.append(option)
    return views


def sells_one_building(state: State, answer: SellDown) -> bool:
    """Whether a sale of a group's buildings sells one only. Then the button of its street says the same."""
    members = state.rules.edition.groups[answer.group].members
    return sum(max(state.level[i] - answer.level, 0) for i in members) == 1
