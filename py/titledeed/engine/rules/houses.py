"""Houses and hotels: building and selling. Clauses: houses.*, hotels.*, selling-buildings.*,
shortage.supply, shortage.wait, short-game.hotel-at-three, short-game.hotel-refund."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..answers import (
    Build,
    Sell,
    SellDown,
)
from ..board_and_rules_types import Rules
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, HOTEL, HOUSE, Because
from ..state import (
    State,
)

_BUILD: Final = (
    "houses.any-time",
    "houses.full-group",
    "houses.even",
    "houses.free-choice",
    "houses.from-bank",
    "houses.price",
    "houses.quantity",
    "houses.rebuy-full-price",
    "shortage.supply",
    "bank.sells-and-lends",
)
_HOTEL: Final = (
    "hotels.prerequisite",
    "hotels.price",
    "hotels.houses-return",
    "hotels.equals-five",
    "houses.any-time",
    "shortage.supply",
    "bank.sells-and-lends",
)
_SELL: Final = (
    "selling-buildings.half-price",
    "selling-buildings.any-time",
    "selling-buildings.even",
    "selling-buildings.bank-only",
)
_UNEVEN: Final[Because] = ("house.build-evenly",)


def _without(because: Because, *clauses: str) -> Because:
    return tuple(clause for clause in because if clause not in clauses)


# The bid has already paid for a building won in an auction.
_WON: Final = _without(_BUILD, "houses.price", "houses.quantity", "houses.rebuy-full-price")
_WON_HOTEL: Final = _without(_HOTEL, "hotels.price")
# The same for games in which building need not be even.
_BUILD_UNEVEN: Final = _without(_BUILD, "houses.even", "houses.free-choice") + _UNEVEN
_WON_UNEVEN: Final = _without(_WON, "houses.even", "houses.free-choice") + _UNEVEN
_SELL_UNEVEN: Final = _without(_SELL, "selling-buildings.even") + _UNEVEN


# ---------------------------------------------------------------- where a building may stand


def next_piece(state: State, space: int) -> int:
    """The next building on this street: HOUSE or HOTEL."""
    return HOTEL if state.level[space] == state.rules.top - 1 else HOUSE


def others_streets(state: State, seat: int, members: Sequence[int]) -> list[int]:
    """The members that the seat does not own."""
    return [i for i in members if state.owner[i] != seat]


def mortgaged(state: State, members: Sequence[int]) -> list[int]:
    """The mortgaged members."""
    return [i for i in members if state.mortgaged[i]]


def lower(state: State, members: Sequence[int], level: int) -> list[int]:
    """The members with fewer buildings than ``level``."""
    return [i for i in members if state.level[i] < level]


def higher(state: State, members: Sequence[int], level: int) -> list[int]:
    """The members with more buildings than ``level``; with 0, all that have a building."""
    return [i for i in members if state.level[i] > level]


def uneven(rules: Rules, levels: Sequence[int]) -> bool:
    """Whether building house by house can never lead to these levels of a group. It checks the starting
    position of a game."""
    return rules.even and max(levels) - min(levels) > 1


def site_violations(state: State, seat: int, space: int) -> Because:
    """The clauses against the next building on ``space``, apart from money and stock."""
    rules = state.rules
    kind = rules.kind[space]
    if kind != "street":
        extra: Because = ()
        if kind == "railroad":
            extra = ("setup.transport-spaces",)
        elif kind == "utility":
            extra = ("setup.utility-spaces",)
        return ("houses.streets-only", *extra)
    members = rules.members[space]
    clauses: Because = ()
    here = state.level[space]
    if others_streets(state, seat, members):
        clauses += ("houses.full-group",)
    if mortgaged(state, members):
        clauses += ("houses.unmortgaged-group",)
    if here == rules.top:
        clauses += ("hotels.one-per-street",)
    elif here == rules.top - 1:
        if lower(state, members, here):
            clauses += ("hotels.prerequisite", "houses.max-four")
            if rules.short:
                clauses += ("short-game.hotel-at-three",)
            if rules.even:
                clauses += ("houses.even",)
    elif rules.even and lower(state, members, here):
        clauses += ("houses.even",)
    return clauses


def explain_site(state: State, space: int, seat: int, clause: str) -> Cause | None:
    """The facts behind a clause of :func:`site_violations` or :func:`stock_violations`."""
    members = state.rules.members[space]
    match clause:
        case "houses.streets-only":
            return Cause("no-street", {"space": space})
        case "houses.full-group":
            return Cause("group-incomplete", {"spaces": others_streets(state, seat, members)})
        case "houses.unmortgaged-group":
            return Cause("group-mortgaged", {"spaces": mortgaged(state, members)})
        case "hotels.one-per-street":
            return Cause("has-hotel", {"space": space})
        case "hotels.prerequisite":
            top = state.rules.top - 1
            lacking = lower(state, members, top)
            return Cause("hotel-too-early", {"n": top, "spaces": lacking}) if lacking else None
        case "houses.even":
            return Cause("uneven", {"spaces": lower(state, members, state.level[space])})
        case "shortage.wait":
            return Cause("no-hotels" if next_piece(state, space) == HOTEL else "no-houses")
    return None


def stock_violations(state: State, space: int) -> Because:
    """The clauses against the next building because of the Bank's stock."""
    building = next_piece(state, space)
    if state.stock[building]:
        return ()
    clauses: Because = ("shortage.wait", "shortage.supply", *own_stock(state.rules))
    # Without houses nobody can reach a hotel; without hotels a fifth house is no substitute.
    clauses += ("hotels.no-skipping",) if building == HOUSE else ("houses.max-four",)
    return clauses


def own_stock(rules: Rules) -> Because:
    """The clause of the house rule that sets the Bank's stock, if there is one."""
    return ("house.stock",) if "stock" in rules.house_rules else ()


def build_violations(state: State, seat: int, answer: Build) -> Because:
    clauses = site_violations(state, seat, answer.space)
    if state.rules.kind[answer.space] != "street":
        return clauses
    if state.level[answer.space] == state.rules.top:
        return clauses
    clauses += stock_violations(state, answer.space)
    if state.cash[seat] < state.rules.cost[answer.space]:
        hotel = next_piece(state, answer.space) == HOTEL
        clauses += ("hotels.price",) if hotel else ("houses.price", "houses.quantity")
    return clauses


def explain_build(state: State, seat: int, answer: Build, clause: str) -> Cause | None:
    if clause in ("houses.price", "hotels.price"):
        return has_only(state, seat)
    return explain_site(state, answer.space, seat, clause)


def has_only(state: State, seat: int) -> Cause:
    """The cause for cash that is too low."""
    return Cause("cash", {"seat": seat, "cash": state.cash[seat]})


def sites(state: State, seat: int, building: int) -> list[int]:
    """The streets on which the seat may put this piece now, apart from money and stock."""
    rules = state.rules
    want = rules.top - 1
    return [
        i
        for i in rules.streets
        if state.owner[i] == seat
        and (state.level[i] == want) == (building == HOTEL)
        and state.level[i] < rules.top
        and not site_violations(state, seat, i)
    ]


def could_place(state: State, seat: int, building: int) -> bool:
    """Whether the seat may put this piece on any of its streets now."""
    return bool(sites(state, seat, building))


def put(tx: Mutator, seat: int, space: int, price: int, clauses: Because = ()) -> None:
    """Pay ``price`` and build the next building on the street. ``price`` is 0 for one that was won in an
    auction."""
    state = tx.state
    hotel = next_piece(state, space) == HOTEL
    if hotel:
        clauses_of_building: Because = _HOTEL if price else _WON_HOTEL
    elif tx.rules.even:
        clauses_of_building = _BUILD if price else _WON
    else:
        clauses_of_building = _BUILD_UNEVEN if price else _WON_UNEVEN
    clauses_of_building += clauses
    if hotel and tx.rules.short:
        clauses_of_building += ("short-game.hotel-at-three",)
    if price:
        tx.pay(seat, BANK, price, clauses_of_building, "hotel" if hotel else "house", space)
    tx.stack(space, state.level[space] + 1, clauses_of_building)


# ---------------------------------------------------------------- selling


def refund(state: State, space: int, levels: int) -> int:
    """The Bank's price for ``levels`` building levels of this street: half the cost of each, rounded down
    like a mortgage value. Each level is rounded separately, so the sum does not depend on the order of
    sales. A hotel is ``rules.top`` levels (hotels.equals-five)."""
    return levels * (state.rules.cost[space] // 2)


def sell_violations(state: State, seat: int, answer: Sell) -> Because:
    space = answer.space
    rules = state.rules
    if rules.kind[space] != "street":
        return ("houses.streets-only", "selling-buildings.half-price")
    if state.owner[space] != seat:
        return ("selling-buildings.half-price", "selling-buildings.bank-only")
    level = state.level[space]
    if not level:
        return ("selling-buildings.half-price",)
    clauses: Because = ()
    if rules.even and higher(state, rules.members[space], level):
        clauses += ("selling-buildings.even",)
    if level == rules.top and state.stock[HOUSE] < rules.top - 1:
        clauses += ("selling-buildings.downgrade-stock", "selling-buildings.hotel-method")
    return clauses


def explain_sell(state: State, seat: int, answer: Sell, clause: str) -> Cause | None:
    space = answer.space
    match clause:
        case "houses.streets-only":
            return Cause("no-street", {"space": space})
        case "selling-buildings.half-price":
            if others_streets(state, seat, state.rules.members[space]):
                return Cause("nothing-to-sell", {"seat": seat})
            return Cause("not-built", {"space": space})
        case "selling-buildings.even":
            return Cause(
                "sell-first",
                {"spaces": higher(state, state.rules.members[space], state.level[space])},
            )
        case "selling-buildings.downgrade-stock":
            return _few_houses(state, state.rules.top - 1)
    return None


def _few_houses(state: State, need: int) -> Cause:
    """The cause that the Bank cannot spare so many houses. If the stock is large enough, the last of
    them is being auctioned (``building_shortage.spoiling_violations``)."""
    if state.stock[HOUSE] >= need:
        return Cause("house-on-offer")
    return Cause("few-houses", {"n": state.stock[HOUSE]})


def sell(tx: Mutator, seat: int, answer: Sell) -> None:
    """Sell one building. A hotel becomes the houses below it, for half the cost of one level."""
    state = tx.state
    space = answer.space
    clauses: Because = _SELL if tx.rules.even else _SELL_UNEVEN
    if state.level[space] == tx.rules.top:
        clauses += (
            "selling-buildings.hotel-method",
            "selling-buildings.downgrade-stock",
            "hotels.equals-five",
        )
        if tx.rules.short:
            clauses += ("short-game.hotel-refund",)
    kind = "sell-hotel" if state.level[space] == tx.rules.top else "sell-house"
    tx.pay(BANK, seat, refund(state, space, 1), clauses, kind, space)
    tx.stack(space, state.level[space] - 1, clauses)


def houses_needed(state: State, members: tuple[int, ...], level: int) -> int:
    """The houses that the Bank must provide for a sale down to ``level``, less those that it gets back."""
    top = state.rules.top
    need = 0
    for i in members:
        before = state.level[i]
        after = min(before, level)
        need += after - (before if before < top else 0)
    return need


def sell_down_violations(state: State, seat: int, answer: SellDown) -> Because:
    members = state.rules.edition.groups[answer.group].members
    if others_streets(state, seat, members) or not higher(state, members, answer.level):
        return ("selling-buildings.half-price", "selling-buildings.hotel-method")
    if houses_needed(state, members, answer.level) > state.stock[HOUSE]:
        return ("selling-buildings.downgrade-stock", "selling-buildings.hotel-method")
    return ()  # an even group stays even


def explain_sell_down(state: State, seat: int, answer: SellDown, clause: str) -> Cause | None:
    match clause:
        case "selling-buildings.half-price":
            if others_streets(state, seat, state.rules.edition.groups[answer.group].members):
                return Cause("nothing-to-sell", {"seat": seat})
            return Cause("no-more-there")
        case "selling-buildings.downgrade-stock":
            members = state.rules.edition.groups[answer.group].members
            return _few_houses(state, houses_needed(state, members, answer.level))
    return None


def sell_down(tx: Mutator, seat: int, answer: SellDown) -> None:
    """Sell a whole group in one transaction, so that no intermediate step needs stock."""
    state = tx.state
    members = tx.rules.edition.groups[answer.group].members
    clauses: Because = _SELL if tx.rules.even else _SELL_UNEVEN
    clauses += ("selling-buildings.hotel-method",)
    if any(state.level[i] == tx.rules.top for i in members):
        clauses += ("hotels.equals-five",)
        if answer.level:
            clauses += ("selling-buildings.downgrade-stock",)
        if tx.rules.short:
            clauses += ("short-game.hotel-refund",)
    steps = sum(max(state.level[i] - answer.level, 0) for i in members)
    tx.pay(BANK, seat, refund(state, members[0], steps), clauses, "sell-down", members[0])
    for i in members:
        if state.level[i] > answer.level:
            tx.stack(i, answer.level, clauses)


def all_refunds(state: State, seat: int) -> int:
    """The Bank's price for all buildings of the seat."""
    return sum(
        refund(state, i, state.level[i]) for i in state.rules.streets if state.owner[i] == seat
    )
