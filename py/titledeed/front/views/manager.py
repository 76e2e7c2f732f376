"""The view of the property manager: building, selling and mortgaging."""

from __future__ import annotations

from typing import Any

from ...engine.rules import debt, houses, rent
from ...engine.words import (
    Barred,
)
from .bits import Data, Reasons, Sight


def manager(sight: Sight, seat: int, only_raise: bool) -> Data:
    """The property manager: every deed of a seat with its options; ``only_raise``: only those that bring
    cash."""
    state, desk = sight.state, sight.desk
    ask = state.ask
    missing = debt.missing(state, ask) if ask.seat == seat else 0
    change = state.cash[seat] - desk.baseline
    return {
        "only_raise": only_raise,
        "seat": sight.seat(seat),
        "cash": sight.money(state.cash[seat]),
        "missing": sight.money(missing) if missing else "",
        "change": sight.teller.parts.numbers.change(change) if change else "",
        "change_up": change > 0,
        "stock": {"houses": state.stock[0], "hotels": state.stock[1]},
        "groups": [
            _managed(sight, seat, members, only_raise)
            for members in sight.property_groups()
            if any(state.owner[i] == seat for i in members)
        ],
    }


def _managed(sight: Sight, seat: int, members: tuple[int, ...], only_raise: bool) -> Data:
    state, rules, _ = sight.state, sight.rules, sight._
    own = [i for i in members if state.owner[i] == seat]
    reasons = Reasons(f"mg-{sight.group(members[0])['id']}")
    wanted = ("sell", "mortgage") if only_raise else ("build", "sell", "mortgage", "redeem")
    answers: dict[str, dict[int, Any]] = {kind: {} for kind in wanted}
    for kind in wanted:
        options = _options_of(sight, seat, kind)
        for answer in options:
            plain: Any = answer.answer if isinstance(answer, Barred) else answer
            if plain.space in own:
                answers[kind][plain.space] = answer
    deeds: list[Data] = []
    barred: list[Data] = []
    for i in own:
        views: dict[str, Data | None] = dict.fromkeys(("build", "sell", "mortgage", "redeem"))
        for kind in wanted:
            answer = answers[kind].get(i)
            if answer is None:
                continue
            option = sight.option(reasons, seat, answer, money=_price(sight, kind, i))
            if kind == "build":
                option["hotel"] = state.level[i] == rules.top - 1
                if rules.kind[i] != "street" or state.level[i] == rules.top:
                    continue
            views[kind] = option
            if option["barred"]:
                barred.append(option)
        deeds.append(
            {
                "id": sight.id(i),
                "name": sight.name(i),
                "mortgaged": state.mortgaged[i],
                "houses": state.level[i] if state.level[i] < rules.top else 0,
                "hotel": state.level[i] == rules.top,
                "rents": _rents(sight, i) if views["build"] else None,
                **views,
            }
        )
    complete = len(own) == len(members)
    return {
        "group": sight.group(members[0]),
        "name": sight.group_name(members[0]),
        "note": _("complete") if complete else _("{n} of {all}", n=len(own), all=len(members)),
        "sell_down": _sell_downs(sight, reasons, seat, members),
        "each": None if only_raise else _each(sight, seat, members),
        "deeds": deeds,
        "barred": barred,
    }


def _rents(sight: Sight, i: int) -> Data:
    """The rent of a street now, and with one building more."""
    rules, level = sight.rules, sight.state.level[i]
    return {
        "now": sight.money(rent.fixed_rent(sight.state, i)),
        "then": sight.money(rules.rents[i][level + 1]),
    }


def _each(sight: Sight, seat: int, members: tuple[int, ...]) -> Data | None:
    """The button that builds once on each street of an evenly built group. None if the seat cannot build
    all of them now, or at a table over several devices, where each answer is sent by itself."""
    state, rules = sight.state, sight.rules
    level = state.level[members[0]]
    can = {answer.space for answer in sight.options(seat).of("build")}  # type: ignore[union-attr]
    cost = sum(rules.cost[i] for i in members)
    top = level == rules.top - 1
    left = state.stock[1] if top else state.stock[0]
    if not can.issuperset(members) or cost > state.cash[seat] or left < len(members):
        return None
    if sight.desk.table is not None or any(state.level[i] != level for i in members):
        return None
    return {
        "label": sight._("One on each {money}", money=sight.money(cost)),
        "arg": sight.id(members[0]),
    }


def _options_of(sight: Sight, seat: int, kind: str) -> list[Any]:
    options = sight.options(seat)
    return [*options.of(kind), *options.barred(kind)]


def _price(sight: Sight, kind: str, i: int) -> str:
    """The sum on a button of the manager."""
    rules = sight.rules
    match kind:
        case "build":
            return sight.money(rules.cost[i])
        case "sell":
            return sight.money(houses.refund(sight.state, i, 1))
        case "mortgage":
            return sight.money(rules.mortgage_value[i])
        case _:
            return sight.money(rules.lift_cost[i])


def _sell_downs(sight: Sight, reasons: Reasons, seat: int, members: tuple[int, ...]) -> list[Data]:
    """The options to sell buildings of the whole group at once: all of them; with hotels also down to each
    level."""
    state, rules = sight.state, sight.rules
    hotels = any(state.level[i] == rules.top for i in members)
    views = []
    for answer in sight.options(seat).of("sell-down"):
        group = rules.edition.groups[answer.group]  # type: ignore[union-attr]
        if group.members == members and (hotels or answer.level == 0):  # type: ignore[union-attr]
            views.append(sight.option(reasons, seat, answer))
    return views
