"""Houses and hotels: building and selling. Clauses: houses.*, hotels.*, selling-buildings.*,
shortage.supply, shortage.wait, short-game.hotel-at-three, short-game.hotel-refund."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..table import Table
from ..words import BANK, HOTEL, HOUSE, Because, Build, Cause, Rules, Sell, SellDown, State

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


# What is won in an auction has cost the bid.
_WON: Final = _without(_BUILD, "houses.price", "houses.quantity", "houses.rebuy-full-price")
_WON_HOTEL: Final = _without(_HOTEL, "hotels.price")
# The same where building need not be even.
_BUILD_UNEVEN: Final = _without(_BUILD, "houses.even", "houses.free-choice") + _UNEVEN
_WON_UNEVEN: Final = _without(_WON, "houses.even", "houses.free-choice") + _UNEVEN
_SELL_UNEVEN: Final = _without(_SELL, "selling-buildings.even") + _UNEVEN


# ---------------------------------------------------------------- where a building may stand


def next_piece(s: State, space: int) -> int:
    """The next building on this street: HOUSE or HOTEL."""
    return HOTEL if s.level[space] == s.rules.top - 1 else HOUSE


def others_streets(s: State, seat: int, members: Sequence[int]) -> list[int]:
    """The members that the seat does not own."""
    return [i for i in members if s.owner[i] != seat]


def mortgaged(s: State, members: Sequence[int]) -> list[int]:
    """The mortgaged members."""
    return [i for i in members if s.mortgaged[i]]


def lower(s: State, members: Sequence[int], level: int) -> list[int]:
    """The members with fewer buildings than ``level``."""
    return [i for i in members if s.level[i] < level]


def higher(s: State, members: Sequence[int], level: int) -> list[int]:
    """The members with more buildings than ``level``; with 0, all that have a building."""
    return [i for i in members if s.level[i] > level]


def uneven(rules: Rules, levels: Sequence[int]) -> bool:
    """Whether building house by house can never lead to these levels of a group. Checks the position that a
    game begins with."""
    return rules.even and max(levels) - min(levels) > 1


def bar_site(s: State, seat: int, space: int) -> Because:
    """The clauses against the next building on ``space``, apart from money and stock."""
    rules = s.rules
    kind = rules.kind[space]
    if kind != "street":
        extra: Because = ()
        if kind == "railroad":
            extra = ("setup.transport-spaces",)
        elif kind == "utility":
            extra = ("setup.utility-spaces",)
        return ("houses.streets-only", *extra)
    members = rules.members[space]
    because: Because = ()
    here = s.level[space]
    if others_streets(s, seat, members):
        because += ("houses.full-group",)
    if mortgaged(s, members):
        because += ("houses.unmortgaged-group",)
    if here == rules.top:
        because += ("hotels.one-per-street",)
    elif here == rules.top - 1:
        if lower(s, members, here):
            because += ("hotels.prerequisite", "houses.max-four")
            if rules.short:
                because += ("short-game.hotel-at-three",)
            if rules.even:
                because += ("houses.even",)
    elif rules.even and lower(s, members, here):
        because += ("houses.even",)
    return because


def why_site(s: State, space: int, seat: int, clause: str) -> Cause | None:
    """The facts behind a clause of :func:`bar_site` or :func:`bar_stock`."""
    members = s.rules.members[space]
    match clause:
        case "houses.streets-only":
            return Cause("no-street", {"space": space})
        case "houses.full-group":
            return Cause("group-incomplete", {"spaces": others_streets(s, seat, members)})
        case "houses.unmortgaged-group":
            return Cause("group-mortgaged", {"spaces": mortgaged(s, members)})
        case "hotels.one-per-street":
            return Cause("has-hotel", {"space": space})
        case "hotels.prerequisite":
            top = s.rules.top - 1
            lacking = lower(s, members, top)
            return Cause("hotel-too-early", {"n": top, "spaces": lacking}) if lacking else None
        case "houses.even":
            return Cause("uneven", {"spaces": lower(s, members, s.level[space])})
        case "shortage.wait":
            return Cause("no-hotels" if next_piece(s, space) == HOTEL else "no-houses")
    return None


def bar_stock(s: State, space: int) -> Because:
    """The clauses against the next building because of the Bank's stock."""
    piece = next_piece(s, space)
    if s.stock[piece]:
        return ()
    because: Because = ("shortage.wait", "shortage.supply", *own_stock(s.rules))
    # Without houses nobody can reach a hotel; without hotels a fifth house is no substitute.
    because += ("hotels.no-skipping",) if piece == HOUSE else ("houses.max-four",)
    return because


def own_stock(rules: Rules) -> Because:
    """The clause of the house rule that sets the Bank's stock, if there is one."""
    return ("house.stock",) if "stock" in rules.house_rules else ()


def bar_build(s: State, seat: int, answer: Build) -> Because:
    because = bar_site(s, seat, answer.space)
    if s.rules.kind[answer.space] != "street":
        return because
    if s.level[answer.space] == s.rules.top:
        return because
    because += bar_stock(s, answer.space)
    if s.cash[seat] < s.rules.cost[answer.space]:
        hotel = next_piece(s, answer.space) == HOTEL
        because += ("hotels.price",) if hotel else ("houses.price", "houses.quantity")
    return because


def why_build(s: State, seat: int, answer: Build, clause: str) -> Cause | None:
    if clause in ("houses.price", "hotels.price"):
        return has_only(s, seat)
    return why_site(s, answer.space, seat, clause)


def has_only(s: State, seat: int) -> Cause:
    """The cause that the seat's cash is not enough."""
    return Cause("cash", {"seat": seat, "cash": s.cash[seat]})


def sites(s: State, seat: int, piece: int) -> list[int]:
    """The streets on which the seat may put this piece now, apart from money and stock."""
    rules = s.rules
    want = rules.top - 1
    return [
        i
        for i in rules.streets
        if s.owner[i] == seat
        and (s.level[i] == want) == (piece == HOTEL)
        and s.level[i] < rules.top
        and not bar_site(s, seat, i)
    ]


def could_place(s: State, seat: int, piece: int) -> bool:
    """Whether the seat may put this piece on any of its streets now."""
    return bool(sites(s, seat, piece))


def put(t: Table, seat: int, space: int, price: int, because: Because = ()) -> None:
    """Pay ``price`` and erect the next building on the street. ``price`` is 0 for one that was won in an
    auction."""
    s = t.s
    hotel = next_piece(s, space) == HOTEL
    if hotel:
        why: Because = _HOTEL if price else _WON_HOTEL
    elif t.rules.even:
        why = _BUILD if price else _WON
    else:
        why = _BUILD_UNEVEN if price else _WON_UNEVEN
    why += because
    if hotel and t.rules.short:
        why += ("short-game.hotel-at-three",)
    if price:
        t.pay(seat, BANK, price, why, "hotel" if hotel else "house", space)
    t.stack(space, s.level[space] + 1, why)


# ---------------------------------------------------------------- selling


def refund(s: State, space: int, levels: int) -> int:
    """The Bank's price for ``levels`` building levels of this street: half the cost of each, rounded down
    like a mortgage value. Each level is rounded by itself, so the sum does not depend on how they are sold.
    A hotel is ``rules.top`` levels (hotels.equals-five)."""
    return levels * (s.rules.cost[space] // 2)


def bar_sell(s: State, seat: int, answer: Sell) -> Because:
    space = answer.space
    rules = s.rules
    if rules.kind[space] != "street":
        return ("houses.streets-only", "selling-buildings.half-price")
    if s.owner[space] != seat:
        return ("selling-buildings.half-price", "selling-buildings.bank-only")
    level = s.level[space]
    if not level:
        return ("selling-buildings.half-price",)
    because: Because = ()
    if rules.even and higher(s, rules.members[space], level):
        because += ("selling-buildings.even",)
    if level == rules.top and s.stock[HOUSE] < rules.top - 1:
        because += ("selling-buildings.downgrade-stock", "selling-buildings.hotel-method")
    return because


def why_sell(s: State, seat: int, answer: Sell, clause: str) -> Cause | None:
    space = answer.space
    match clause:
        case "houses.streets-only":
            return Cause("no-street", {"space": space})
        case "selling-buildings.half-price":
            if others_streets(s, seat, s.rules.members[space]):
                return Cause("nothing-to-sell", {"seat": seat})
            return Cause("not-built", {"space": space})
        case "selling-buildings.even":
            return Cause(
                "sell-first", {"spaces": higher(s, s.rules.members[space], s.level[space])}
            )
        case "selling-buildings.downgrade-stock":
            return _few_houses(s, s.rules.top - 1)
    return None


def _few_houses(s: State, need: int) -> Cause:
    """The cause that the Bank cannot spare so many houses. It has enough only where the last of them is being
    auctioned (``shortage.bar_spoiling``)."""
    if s.stock[HOUSE] >= need:
        return Cause("house-on-offer")
    return Cause("few-houses", {"n": s.stock[HOUSE]})


def sell(t: Table, seat: int, answer: Sell) -> None:
    """Sell one building. A hotel becomes the houses below it, for half the cost of one level."""
    s = t.s
    space = answer.space
    because: Because = _SELL if t.rules.even else _SELL_UNEVEN
    if s.level[space] == t.rules.top:
        because += (
            "selling-buildings.hotel-method",
            "selling-buildings.downgrade-stock",
            "hotels.equals-five",
        )
        if t.rules.short:
            because += ("short-game.hotel-refund",)
    kind = "sell-hotel" if s.level[space] == t.rules.top else "sell-house"
    t.pay(BANK, seat, refund(s, space, 1), because, kind, space)
    t.stack(space, s.level[space] - 1, because)


def houses_needed(s: State, members: tuple[int, ...], level: int) -> int:
    """The houses that the Bank must provide for a sale down to ``level``, less those that it gets back."""
    top = s.rules.top
    need = 0
    for i in members:
        before = s.level[i]
        after = min(before, level)
        need += after - (before if before < top else 0)
    return need


def bar_sell_down(s: State, seat: int, answer: SellDown) -> Because:
    members = s.rules.edition.groups[answer.group].members
    if others_streets(s, seat, members) or not higher(s, members, answer.level):
        return ("selling-buildings.half-price", "selling-buildings.hotel-method")
    if houses_needed(s, members, answer.level) > s.stock[HOUSE]:
        return ("selling-buildings.downgrade-stock", "selling-buildings.hotel-method")
    return ()  # an even group stays even


def why_sell_down(s: State, seat: int, answer: SellDown, clause: str) -> Cause | None:
    match clause:
        case "selling-buildings.half-price":
            if others_streets(s, seat, s.rules.edition.groups[answer.group].members):
                return Cause("nothing-to-sell", {"seat": seat})
            return Cause("no-more-there")
        case "selling-buildings.downgrade-stock":
            members = s.rules.edition.groups[answer.group].members
            return _few_houses(s, houses_needed(s, members, answer.level))
    return None


def sell_down(t: Table, seat: int, answer: SellDown) -> None:
    """Sell a whole group in one transaction, so that no step in between needs stock."""
    s = t.s
    members = t.rules.edition.groups[answer.group].members
    because: Because = _SELL if t.rules.even else _SELL_UNEVEN
    because += ("selling-buildings.hotel-method",)
    if any(s.level[i] == t.rules.top for i in members):
        because += ("hotels.equals-five",)
        if answer.level:
            because += ("selling-buildings.downgrade-stock",)
        if t.rules.short:
            because += ("short-game.hotel-refund",)
    steps = sum(max(s.level[i] - answer.level, 0) for i in members)
    t.pay(BANK, seat, refund(s, members[0], steps), because, "sell-down", members[0])
    for i in members:
        if s.level[i] > answer.level:
            t.stack(i, answer.level, because)


def all_refunds(s: State, seat: int) -> int:
    """The Bank's price for all buildings of the seat."""
    return sum(refund(s, i, s.level[i]) for i in s.rules.streets if s.owner[i] == seat)
