"""The view of a deed: its rents, prices, and present terms."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....engine.asks import (
    AskRentRoll,
    Over,
)
from ....engine.rules import (
    rent,
)
from ....engine.special_seats_and_ids import BANK, FREE, NOBODY
from ....language import (
    asks,
    rule_clauses,
)
from ....language.state_descriptions import (
    deed_rows,
    income_tax,
    landing_cost,
    owner_says,
    square_foot,
)
from .. import property_manager
from ..view_context_and_shared_parts import ViewContext
from .board import (
    _CLAUSES,
    SPACE_ICONS,
)
from .own_drawings import own_drawing

if TYPE_CHECKING:
    from ..types import (
        DeedView,
        LabelledMoney,
        OwnDeed,
        RentChange,
    )


_LAST: Final = 2  # the last turn in jail, counted from 0


def deed_view(ctx: ViewContext, i: int, dom: str) -> DeedView:
    """The view of a space's deed, or of the space's effect if it is not a property.

    ``dom``: id of its element."""
    state, rules, narrator, _ = ctx.state, ctx.rules, ctx.narrator, ctx._
    kind = rules.kind[i]
    view: DeedView = {
        "dom": dom,
        "id": ctx.id(i),
        "name": ctx.name(i),
        "kind_name": _("{Deed}"),
        "group": None,
        "icon": "",
        "printed": "",
        "mortgaged": state.mortgaged[i],
        "text": "",
        "clause": "",
        "rows": [],
        "owner": None,
        "owner_says": owner_says(narrator.parts, state, i),
        "houses": 0,
        "hotel": False,
        "would": "",
        "rent_clause": "",
        "facts": [],
        "acts": [],
        "own": None,
    }
    if kind not in ("street", "railroad", "utility"):
        clause = _CLAUSES[kind]
        if kind == "free-parking" and "free-parking" in rules.house_rules:
            clause = "house.free-parking"
        prisoner = ctx.acting()
        if kind == "jail" and prisoner != NOBODY and state.jail[prisoner] != FREE:
            clause = "jail.third-turn" if state.jail[prisoner] == _LAST else "jail.exit-doubles"
        view |= {
            "kind_name": _("Space {n}", n=i),
            "icon": own_drawing(rules.edition, i) or SPACE_ICONS[kind],
            "printed": "" if kind == "jail" else square_foot(narrator.parts, state, i),
            "text": income_tax(narrator.parts)
            if kind == "income-tax"
            else rule_clauses.describe_clause(narrator.parts, clause)["text"],
            "clause": clause,
        }
        if kind in ("income-tax", "luxury-tax"):
            view["owner_says"] = (
                narrator.parts._(
                    "Taxes and fines go into the pot. If you land on {free_parking}, you get the pot."
                )
                if rules.pot
                else narrator.parts._(
                    "Taxes and fines go to the {bank}. They go into a pot only if a house rule says so."
                )
            )
        return view
    owner, level = state.owner[i], state.level[i]
    acting = ctx.acting()
    now = _row_now(ctx, i)
    view |= {
        "group": ctx.group(i),
        "icon": own_drawing(rules.edition, i) or ctx.group(i)["icon"],
        "rows": [
            {"label": label, "money": money, "now": n == now}
            for n, (label, money) in enumerate(deed_rows(narrator.parts, i))
        ],
        "owner": ctx.seat(owner) if owner != BANK else None,
        "houses": level if level < rules.top else 0,
        "hotel": level == rules.top,
        "would": landing_cost(narrator.parts, state, i, acting) if acting != NOBODY else "",
        "rent_clause": _rent_clause(ctx, i),
        "facts": printed_view(ctx, i),
    }
    if isinstance(state.ask, AskRentRoll) and state.ask.space == i:
        # A card may set another multiple than the deed.
        view["would"] = asks.asking(narrator.parts, state)["text"]
        view["rent_clause"] = state.ask.clauses[0]
    if owner != BANK and acting != NOBODY and dom == "deed-dialog":
        if owner == acting and not isinstance(state.ask, Over):
            view["own"] = _own(ctx, i, acting)
            view["would"] = ""  # the rents say it
            if state.mortgaged[i]:
                view["facts"] = printed_view(ctx, i, lifted_by_button=True)
        if owner == acting:
            view["acts"] = [
                {"do": "open-manager", "label": _("All my {deeds}…"), "arg": str(owner)}
            ]
        elif ctx.state.playing[acting]:
            label = _("Trade with {seat}…", seat=ctx.seat(owner)["name"])
            view["acts"] = [{"do": "trade-for", "label": label, "arg": ctx.id(i)}]
    return view


def _own(ctx: ViewContext, i: int, seat: int) -> OwnDeed:
    """What the owner can do on this deed, and on the streets of its group if it is complete."""
    state, rules, parts = ctx.state, ctx.rules, ctx.narrator.parts
    members, level = rules.members[i], state.level[i]
    group = property_manager.managed_group(ctx, seat, members, where="own")
    whole = rules.kind[i] == "street" and all(state.owner[m] == seat for m in members)
    fewer: RentChange | None = None
    if level:
        rents = rules.rents[i]
        then = rents[level - 1] if level > 1 else 2 * rents[0]
        fewer = {"now": ctx.money(rent.fixed_rent(state, i)), "then": ctx.money(then)}
    return {
        "deed": next(deed for deed in group["deeds"] if deed["id"] == ctx.id(i)),
        "fewer": fewer,
        "cash": ctx.money(state.cash[seat]),
        "title": parts._("All of {group}", group=parts.group(parts.group_index(i)))
        if whole
        else "",
        "streets": group["deeds"] if whole else [],
        "each": group["each"] if whole else None,
        "barred": group["barred"],
    }


def _row_now(ctx: ViewContext, i: int) -> int:
    """The index of the printed rent that is due now, or -1."""
    state, rules = ctx.state, ctx.rules
    if state.owner[i] == BANK or state.mortgaged[i]:
        return -1
    rents = rules.rents[i]
    if rules.kind[i] == "utility":
        times = rent.utility_times(state, i)
        if isinstance(state.ask, AskRentRoll) and state.ask.space == i and state.ask.times != times:
            return -1
        return rents.index(times)
    due = rent.fixed_rent(state, i)
    if rules.kind[i] == "railroad":
        return rents.index(due) if due in rents else -1
    level = state.level[i]
    if level == 0:
        return 0 if due == rents[0] else 1
    return 1 + level


def _rent_clause(ctx: ViewContext, i: int) -> str:
    """The clause that determines the rent now."""
    if ctx.state.owner[i] == BANK:
        return "rent.due"
    if ctx.state.mortgaged[i]:
        return "rent.mortgaged-none"
    if ctx.rules.kind[i] == "utility":
        return "rent.utility-multiplier"
    return (*rent.reasons(ctx.state, i), "rent.due")[0]


def _lifting(ctx: ViewContext, i: int) -> str:
    """The sum that lifting a mortgage costs, as it is worked out: "$175 + 10%"."""
    rules, tenth = ctx.rules, ctx.narrator.parts.numbers.percent(10)
    if rules.values["mortgage.interest-base"] == "printed-price":
        price = ctx.money(rules.price[i])
        tenth = ctx._("{percent} of {price}", percent=tenth, price=price)
    return f"{ctx.money(rules.mortgage_value[i])} + {tenth}"


def printed_view(ctx: ViewContext, i: int, lifted_by_button: bool = False) -> list[LabelledMoney]:
    """The sums below the rents of a deed: the price first, then building and mortgage.

    ``lifted_by_button``: a button says what lifting the mortgage costs in all."""
    rules, _ = ctx.rules, ctx._
    rows: list[LabelledMoney] = [{"label": _("Price"), "money": ctx.money(rules.price[i])}]
    if rules.kind[i] == "street":
        rows.append({"label": _("{A house} costs"), "money": ctx.money(rules.cost[i])})
    rows.append({"label": _("Mortgage value"), "money": ctx.money(rules.mortgage_value[i])})
    if ctx.state.mortgaged[i]:
        money = _lifting(ctx, i)
        if not lifted_by_button:
            money = f"{money} = {ctx.money(rules.lift_cost[i])}"
        rows.append({"label": _("Lift mortgage for"), "money": money})
    return rows
