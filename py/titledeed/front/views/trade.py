"""The views of four dialogs: a player, the property manager, the trade table, a bidding ceiling."""

from __future__ import annotations

from typing import Any, Final

from ...bots import CHOOSABLE
from ...engine.door import ANY_TIME, bar
from ...engine.rules import debt, houses, rent, short_game
from ...engine.words import (
    FREE,
    NOBODY,
    AskBid,
    Barred,
    Because,
    Bundle,
    Offer,
    Resign,
)
from ...language.board import jailed
from ..desk import Draft
from . import deal
from .bits import Data, Reasons, Sight, bot_name

_THOUGHTS: Final = 5
_STEP: Final = 10

# ---------------------------------------------------------------- a player


def who(sight: Sight, seat: int) -> Data:
    """The view of a player."""
    state, session = sight.state, sight.session
    deeds = [_chip(sight, i) for i in sight.rules.ownable if state.owner[i] == seat]
    thoughts: list[str] = []
    for entry in reversed(session.entries[-200:]):
        if entry.seat == seat and entry.by == "bot" and entry.why:
            text = sight.teller.thought(entry.why, entry.facts)
            if text not in thoughts:
                thoughts.append(text)
            if len(thoughts) == _THOUGHTS:
                break
    playing = state.playing[seat]
    person = session.is_person(seat)
    now = sight.desk.replaying is None
    acting = sight.acting()
    place = sight.name(state.at[seat])
    if state.jail[seat] != FREE:
        place = jailed(sight.teller.parts, state, seat)
    resign = None
    if person and playing and now:
        resignations = sight.all(Reasons("seat"), seat, "resign")
        resign = resignations[0] if resignations else _no_resign(sight, seat)
    hidden = sight.worth_hidden or not playing
    return sight.seat(
        seat,
        cash=sight.money(state.cash[seat]),
        worth="" if hidden else sight.money(short_game.score(state, seat)),
        worth_note=sight.worth_note(),
        at=place if playing else sight._("out of the game"),
        deeds=deeds,
        cards=[sight.teller.parts.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat],
        thoughts=thoughts,
        can_trade=playing and acting not in (NOBODY, seat),
        can_manage=playing and person and now,
        can_switch=playing and now,
        bots=bots(sight),
        all=[sight.seat(n) for n in range(state.seats)],
        resign=resign,
    )


def bots(sight: Sight) -> list[Data]:
    """The bots that a seat may be given to."""
    return [{"id": bot, "name": bot_name(sight.catalogue, bot)} for bot in CHOOSABLE]


def _no_resign(sight: Sight, seat: int) -> Data:
    because = bar(sight.state, seat, Resign())
    return sight.option(Reasons("seat"), seat, Barred(Resign(), because))


def _chip(sight: Sight, i: int, arg: str = "", **more: Any) -> Data:
    return {
        "id": sight.id(i),
        "arg": arg or sight.id(i),
        "group": sight.group(i),
        "name": sight.name(i),
        "mortgaged": sight.state.mortgaged[i],
        "note": sight.money(sight.rules.price[i]),
        **more,
    }


# ---------------------------------------------------------------- building and mortgaging


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


# ---------------------------------------------------------------- trading


def trade(sight: Sight, draft: Draft) -> Data:
    """The trade table: the draft of an offer, and its effects on both sides."""
    state = sight.state
    reasons = Reasons("trade")
    seat, partner = draft.seat, draft.partner
    partners = [
        sight.seat(
            n, chosen=n == partner, **(_possible(sight, seat, n) if partner == NOBODY else {})
        )
        for n in range(state.seats)
        if n != seat and state.playing[n]
    ]
    view: Data = {
        "partners": partners,
        "with": None,
        "gives": None,
        "gets": None,
        "step": sight.money(_STEP),
        "step_n": _STEP,
        "effects": [],
        "says": "",
        "offer": None,
        "barred": None,
    }
    moment = trading_barred(sight, seat)
    if moment:
        probe = Offer(partners[0]["n"] if partners else 0, Bundle(cash=1), Bundle())
        view["barred"] = sight.option(reasons, seat, Barred(probe, moment))
    if partner == NOBODY:
        return view
    give, get = draft.bundle("give"), draft.bundle("get")
    view["with"] = sight.seat(partner)
    view["gives"] = _side(sight, draft, "give", seat, reasons)
    view["gets"] = _side(sight, draft, "get", partner, reasons)
    if give or get:
        offer = Offer(partner, give, get)
        because = bar(state, seat, offer)
        view["effects"] = deal.effects(sight, seat, partner, give, get)
        if not moment:
            view["offer"] = sight.option(
                reasons, seat, Barred(offer, because) if because else offer
            )
    return view


def _possible(sight: Sight, seat: int, partner: int) -> Data:
    """What a deal with a partner could be about: what the partner owns, and groups that a deal could
    complete."""
    state, parts = sight.state, sight.teller.parts
    deeds = [i for i in sight.rules.ownable if state.owner[i] == partner]
    could = []
    for members in sight.property_groups():
        owners = {state.owner[i] for i in members}
        # All deeds belong to these two, and no building bars the trade.
        if owners != {seat, partner} or any(state.level[i] for i in members):
            continue
        for side, whose, giver in (("get", seat, partner), ("give", partner, seat)):
            missing = [i for i in members if state.owner[i] == giver]
            could.append(
                {
                    "group": sight.group(members[0]),
                    "arg": f"{side} {sight.id(missing[0])} {partner}",
                    "whose": parts._("for {seat}", seat=parts.seat(whose)),
                    "deeds": parts.listed([sight.name(i) for i in missing]),
                }
            )
    return {
        "cash": sight.money(state.cash[partner]),
        "deeds": [_chip(sight, i, f"get {sight.id(i)} {partner}") for i in deeds],
        "cards": sum(state.held[deck] == partner for deck in (0, 1)),
        "could": sorted(could, key=lambda row: row["arg"].startswith("give")),
    }


def trading_barred(sight: Sight, seat: int) -> Because:
    """The clauses that forbid an offer at this moment, or ()."""
    return () if sight.options(seat).of("offer") else ANY_TIME[Offer]


def _side(sight: Sight, draft: Draft, side: str, seat: int, reasons: Reasons) -> Data:
    state = sight.state
    chips = []
    other = draft.partner if seat == draft.seat else draft.seat
    for i in sight.rules.ownable:
        if state.owner[i] != seat:
            continue
        barred = None
        give, get = (Bundle((i,)), Bundle()) if side == "give" else (Bundle(), Bundle((i,)))
        offer = Offer(draft.partner, give, get)
        because = bar(state, draft.seat, offer)
        # Only a reason that the rest of the deal cannot remove bars the deed itself.
        if "trading.bare-group" in because:
            barred = sight.barred(reasons, draft.seat, offer, because)
        chips.append(
            _chip(sight, i, f"{side} {sight.id(i)}", chosen=i in draft.deeds[side], barred=barred)
        )
    assert other != seat
    return {
        "id": side,
        "seat": sight.seat(seat),
        "title": sight.teller.parts._("{seat} give[s|]", seat=sight.teller.parts.seat(seat)),
        "cash": sight.money(state.cash[seat]),
        "cash_n": max(state.cash[seat], 0),
        "money_n": draft.cash[side],
        "deeds": chips,
        "cards": [
            {
                "arg": f"{side} card:{deck}",
                "name": sight.teller.parts.jail_card(deck),
                "chosen": deck in draft.cards[side],
            }
            for deck in (0, 1)
            if state.held[deck] == seat
        ],
    }


# ---------------------------------------------------------------- bidding


def ceiling(sight: Sight, ask: AskBid, typed: str) -> Data:
    """The dialog for the sum up to which the program bids for a person. ``typed``: set if the last sum was
    too low."""
    bids = sight.options(ask.seat).of("bid")
    low = bids[0].low if bids else ask.bid + 1  # type: ignore[union-attr]
    high = sight.state.cash[ask.seat]
    price = sight.rules.price[ask.lot] if ask.lot >= 0 else low
    return {
        "seat": sight.seat(ask.seat),
        "cash": sight.money(high),
        "low": low,
        "high": high,
        "value": min(max(price, low), high),
        "least": sight.money(low),
        # Hide the sum if several people look at this device.
        "hidden": len(sight.session.people()) > 1,
        "error": sight._("That is less than the least bid now.") if typed else "",
    }
