"""Scarce buildings: claims, auctions and placing. Clauses: shortage.*; the procedure is in RECORD.md.

A building is scarce when the Bank's stock of it is no larger than the number of other seats that
may place one now and whose cash, with what the Bank would pay them, reaches the opening bid.
"""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    HOTEL,
    HOUSE,
    Answer,
    AskBid,
    AskClaim,
    AskPlace,
    Because,
    Build,
    Cause,
    ClaimIt,
    Pass,
    Place,
    Sell,
    SellDown,
    State,
    Wishes,
    around,
)
from . import auction, debt, houses

_SCARCE: Final = ("shortage.auction", "shortage.supply")


def rivals(s: State, orderer: int, piece: int) -> tuple[int, ...]:
    """The other seats that may claim one, in order from the orderer's left."""
    low = s.rules.building_opening_bid
    return tuple(
        seat
        for seat in around(s, orderer)
        if seat != orderer
        and houses.could_place(s, seat, piece)
        and s.cash[seat] + debt.obtainable(s, seat) >= low
    )


def order(t: Table, seat: int, answer: Build) -> None:
    """Order a building. It is erected at once, or announced to the rivals first if it is scarce."""
    s = t.s
    space = answer.space
    piece = houses.next_piece(s, space)
    if s.stock[piece] < len(s.at) and t.rules.auctions:
        others = rivals(s, seat, piece)
        if s.stock[piece] <= len(others):
            because = (*_SCARCE, *houses.own_stock(t.rules))
            t.tell("scarce", because, seat=seat, piece=piece, space=space, left=s.stock[piece])
            _ask_next(t, piece, seat, space, others, ())
            return
    houses.put(t, seat, space, t.rules.cost[space])


def _ask_next(
    t: Table, piece: int, orderer: int, space: int, rest: tuple[int, ...], wishes: tuple[int, ...]
) -> None:
    if rest:
        t.push(AskClaim(rest[0], piece, orderer, space, rest[1:], wishes))
    else:
        t.push(Wishes(piece, orderer, space, (orderer, *wishes)))


def claim(t: Table, ask: AskClaim, seat: int, answer: ClaimIt) -> None:
    t.pop()
    t.tell("claim", _SCARCE, seat=seat, piece=ask.piece)
    _ask_next(t, ask.piece, ask.orderer, ask.space, ask.rest, (*ask.wishes, seat))


def pass_claim(t: Table, ask: AskClaim, seat: int, answer: Pass) -> None:
    t.pop()
    t.tell("claim-pass", _SCARCE, seat=seat, piece=ask.piece)
    _ask_next(t, ask.piece, ask.orderer, ask.space, ask.rest, ask.wishes)


def run(t: Table, step: Wishes) -> None:
    """Grant the claims: by auctions while there are more claims than pieces, then in order."""
    s = t.s
    piece = step.piece
    stock = s.stock[piece]
    seats = tuple(seat for seat in step.seats if houses.could_place(s, seat, piece))
    for seat in step.seats:
        if seat not in seats or not stock:
            because: Because = (
                ("shortage.auction",) if stock else ("shortage.wait", "shortage.auction")
            )
            t.tell("wish-lapse", because, seat=seat, piece=piece)
    if not stock or not seats:
        return
    if len(seats) > stock:
        t.push(Wishes(piece, step.orderer, step.space, seats))
        auction.open_piece(t, piece, step.orderer, seats)
        return
    first, rest = seats[0], seats[1:]
    if rest:
        t.push(Wishes(piece, step.orderer, step.space, rest))
    if first == step.orderer:
        if houses.bar_build(s, first, Build(step.space)) or (
            houses.next_piece(s, step.space) != piece
        ):
            t.tell("wish-lapse", ("shortage.auction",), seat=first, piece=piece)
        else:
            houses.put(t, first, step.space, t.rules.cost[step.space], ("shortage.auction",))
    elif any(s.cash[first] >= t.rules.cost[i] for i in houses.sites(s, first, piece)):
        t.push(AskPlace(first, piece, False))
    else:
        t.tell("wish-lapse", (_price(piece), "shortage.auction"), seat=first, piece=piece)


def bar_place(s: State, ask: AskPlace, seat: int, answer: Place) -> Because:
    space = answer.space
    because = houses.bar_site(s, seat, space)
    if because:
        return because
    if houses.next_piece(s, space) != ask.piece:
        return ("shortage.auction", "hotels.prerequisite" if ask.piece else "houses.max-four")
    if not ask.paid and s.cash[seat] < s.rules.cost[space]:
        return (_price(ask.piece),)
    return ()


def _price(piece: int) -> str:
    return "hotels.price" if piece == HOTEL else "houses.price"


def why_place(s: State, seat: int, answer: Place, clause: str) -> Cause | None:
    if clause in ("houses.price", "hotels.price"):
        return houses.has_only(s, seat)
    return houses.why_site(s, answer.space, seat, clause)


def place(t: Table, ask: AskPlace, seat: int, answer: Place) -> None:
    """Place a building. Won in an auction it costs the bid alone (shortage.bid-is-price), else the deed's
    price."""
    t.pop()
    price = 0 if ask.paid else t.rules.cost[answer.space]
    why: Because = ("shortage.auction",)
    if ask.paid:
        why += ("shortage.bid-is-price",)
    houses.put(t, seat, answer.space, price, why)


def bar_spoiling(s: State, ask: AskBid, answer: Answer) -> Because:
    """Bar a bidder for a house from breaking a hotel down to raise cash, since that takes houses from the
    stock."""
    if ask.piece != HOUSE:
        return ()
    match answer:
        case Sell() if s.level[answer.space] == s.rules.top:
            need = s.rules.top - 1
        case SellDown():
            members = s.rules.edition.groups[answer.group].members
            need = houses.houses_needed(s, members, answer.level)
        case _:
            return ()
    if s.stock[HOUSE] - need < 1:
        return ("selling-buildings.downgrade-stock", "shortage.auction")
    return ()
