"""Scarce buildings: claims, auctions and placing. Clauses: shortage.* (RECORD.md has the procedure).

A building is scarce when the Bank's stock of it is no larger than the number of rivals. A rival is
another seat that may place one now and whose cash, with the Bank's payments to it, reaches the opening
bid.
"""

from __future__ import annotations

from typing import Final

from ..agenda_step_types import Wishes
from ..answers import (
    Answer,
    Build,
    ClaimIt,
    Pass,
    Place,
    Sell,
    SellDown,
)
from ..asks import (
    AskBid,
    AskClaim,
    AskPlace,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import HOTEL, HOUSE, Because
from ..state import (
    State,
    around,
)
from . import auction, debt, houses

_SCARCE: Final = ("shortage.auction", "shortage.supply")


def rivals(state: State, orderer: int, building: int) -> tuple[int, ...]:
    """The other seats that may claim one, in order from the orderer's left."""
    low = state.rules.building_opening_bid
    return tuple(
        seat
        for seat in around(state, orderer)
        if seat != orderer
        and houses.could_place(state, seat, building)
        and state.cash[seat] + debt.obtainable(state, seat) >= low
    )


def order(tx: Mutator, seat: int, answer: Build) -> None:
    """Order a building. It is built at once. If it is scarce, it is first announced to the rivals."""
    state = tx.state
    space = answer.space
    building = houses.next_piece(state, space)
    if state.stock[building] < len(state.at) and tx.rules.auctions:
        others = rivals(state, seat, building)
        if state.stock[building] <= len(others):
            clauses = (*_SCARCE, *houses.own_stock(tx.rules))
            tx.tell(
                "scarce",
                clauses,
                seat=seat,
                piece=building,
                space=space,
                left=state.stock[building],
            )
            _ask_next(tx, building, seat, space, others, ())
            return
    houses.put(tx, seat, space, tx.rules.cost[space])


def _ask_next(
    tx: Mutator,
    building: int,
    orderer: int,
    space: int,
    rest: tuple[int, ...],
    wishes: tuple[int, ...],
) -> None:
    if rest:
        tx.push(AskClaim(rest[0], building, orderer, space, rest[1:], wishes))
    else:
        tx.push(Wishes(building, orderer, space, (orderer, *wishes)))


def claim(tx: Mutator, ask: AskClaim, seat: int, answer: ClaimIt) -> None:
    tx.pop()
    tx.tell("claim", _SCARCE, seat=seat, piece=ask.piece)
    _ask_next(tx, ask.piece, ask.orderer, ask.space, ask.rest, (*ask.wishes, seat))


def pass_claim(tx: Mutator, ask: AskClaim, seat: int, answer: Pass) -> None:
    tx.pop()
    tx.tell("claim-pass", _SCARCE, seat=seat, piece=ask.piece)
    _ask_next(tx, ask.piece, ask.orderer, ask.space, ask.rest, ask.wishes)


def run(tx: Mutator, step: Wishes) -> None:
    """Grant the claims. While there are more claims than pieces, hold auctions; then grant in order."""
    state = tx.state
    building = step.piece
    stock = state.stock[building]
    seats = tuple(seat for seat in step.seats if houses.could_place(state, seat, building))
    for seat in step.seats:
        if seat not in seats or not stock:
            clauses: Because = (
                ("shortage.auction",) if stock else ("shortage.wait", "shortage.auction")
            )
            tx.tell("wish-lapse", clauses, seat=seat, piece=building)
    if not stock or not seats:
        return
    if len(seats) > stock:
        tx.push(Wishes(building, step.orderer, step.space, seats))
        auction.open_piece(tx, building, step.orderer, seats)
        return
    first, rest = seats[0], seats[1:]
    if rest:
        tx.push(Wishes(building, step.orderer, step.space, rest))
    if first == step.orderer:
        if houses.build_violations(state, first, Build(step.space)) or (
            houses.next_piece(state, step.space) != building
        ):
            tx.tell("wish-lapse", ("shortage.auction",), seat=first, piece=building)
        else:
            houses.put(tx, first, step.space, tx.rules.cost[step.space], ("shortage.auction",))
    elif any(state.cash[first] >= tx.rules.cost[i] for i in houses.sites(state, first, building)):
        tx.push(AskPlace(first, building, False))
    else:
        tx.tell("wish-lapse", (_price(building), "shortage.auction"), seat=first, piece=building)


def place_violations(state: State, ask: AskPlace, seat: int, answer: Place) -> Because:
    space = answer.space
    clauses = houses.site_violations(state, seat, space)
    if clauses:
        return clauses
    if houses.next_piece(state, space) != ask.piece:
        return ("shortage.auction", "hotels.prerequisite" if ask.piece else "houses.max-four")
    if not ask.paid and state.cash[seat] < state.rules.cost[space]:
        return (_price(ask.piece),)
    return ()


def _price(building: int) -> str:
    return "hotels.price" if building == HOTEL else "houses.price"


def explain_place(state: State, seat: int, answer: Place, clause: str) -> Cause | None:
    if clause in ("houses.price", "hotels.price"):
        return houses.has_only(state, seat)
    return houses.explain_site(state, answer.space, seat, clause)


def place(tx: Mutator, ask: AskPlace, seat: int, answer: Place) -> None:
    """Place a building. If it was won in an auction, it costs only the bid (shortage.bid-is-price), else
    the deed's price."""
    tx.pop()
    price = 0 if ask.paid else tx.rules.cost[answer.space]
    clauses: Because = ("shortage.auction",)
    if ask.paid:
        clauses += ("shortage.bid-is-price",)
    houses.put(tx, seat, answer.space, price, clauses)


def spoiling_violations(state: State, ask: AskBid, answer: Answer) -> Because:
    """Bar a bidder for a house from selling a hotel down to raise cash, since that takes houses from the
    stock."""
    if ask.piece != HOUSE:
        return ()
    match answer:
        case Sell() if state.level[answer.space] == state.rules.top:
            need = state.rules.top - 1
        case SellDown():
            members = state.rules.edition.groups[answer.group].members
            need = houses.houses_needed(state, members, answer.level)
        case _:
            return ()
    if state.stock[HOUSE] - need < 1:
        return ("selling-buildings.downgrade-stock", "shortage.auction")
    return ()
