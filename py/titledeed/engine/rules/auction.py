"""Auctions of property and of scarce buildings. Clauses: auction.*, shortage.opening-bid.

Bidding rounds start at the left of the seat that the auction is about. A pass is not final until nobody
raises (ruling: auction.winner-pays).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..agenda_step_types import Wishes
from ..answers import (
    Bid,
    Pass,
)
from ..asks import (
    AskBid,
    AskPlace,
)
from ..board_and_rules_types import Rules
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, NOBODY, PIECES, Because
from ..state import (
    State,
    around,
)
from . import houses

LEAST_RAISE: Final = 1

_OPEN: Final = ("auction.bidders", "auction.auctioneer", "auction.opening-bid")
_FIRST_BID: Final = ("auction.bidders", "auction.opening-bid")
_RAISE: Final = ("auction.bidders", "auction.minimum-raise")
_FIRST_BID_PIECE: Final = ("shortage.auction", "shortage.opening-bid")
_RAISE_PIECE: Final = ("shortage.auction", "auction.minimum-raise")
_WON: Final = ("bank.sells-and-lends", "bank.collects")
_UNSOLD: Final = ("auction.unsold",)
_OPEN_PIECE: Final = ("shortage.auction", "shortage.opening-bid")
_WON_PIECE: Final = ("shortage.auction", "shortage.bid-is-price", "auction.winner-pays")


def open_lot(tx: Mutator, space: int, about: int, barred: Sequence[int] = ()) -> None:
    """Auction a property. If nobody may bid, it stays with the Bank."""
    state = tx.state
    bidders = tuple(
        seat
        for seat in around(state, about)
        if seat not in barred and not (tx.rules.lap_first and not state.laps[seat])
    )
    clauses: Because = (trigger(state, about), *_OPEN)
    if barred:
        clauses += ("purchase.no-second-thoughts",)
    if tx.rules.lap_first:
        clauses += ("house.lap-first",)
    tx.tell(
        "auction",
        clauses,
        space=space,
        piece=-1,
        about=about,
        bidders=bidders,
        low=tx.rules.opening_bid,
    )
    if bidders:
        tx.push(AskBid(bidders[0], space, -1, 0, NOBODY, 0, bidders, about))
    else:
        tx.tell("unsold", (*_UNSOLD, "house.lap-first"), space=space, piece=-1)


def trigger(state: State, about: int) -> str:
    """The clause that triggers an auction: a player has declined the deed, or lost it to the Bank."""
    return "auction.trigger" if state.playing[about] else "bankruptcy.bank-auction"


def open_piece(tx: Mutator, building: int, orderer: int, wishers: Sequence[int]) -> None:
    """Auction one scarce building among the seats that claim it."""
    bidders = tuple(seat for seat in around(tx.state, orderer) if seat in wishers)
    tx.tell(
        "auction",
        _OPEN_PIECE,
        space=-1,
        piece=building,
        about=orderer,
        bidders=bidders,
        low=tx.rules.building_opening_bid,
    )
    tx.push(AskBid(bidders[0], -1, building, 0, NOBODY, 0, bidders, orderer))


def least_over(bid: int) -> int:
    """The lowest bid that raises this one (auction.minimum-raise)."""
    return bid + LEAST_RAISE


def lowest_bid(rules: Rules, ask: AskBid) -> int:
    """The lowest legal bid, regardless of the bidders' cash. The whole program uses this function."""
    if ask.leader != NOBODY:
        return least_over(ask.bid)
    return rules.opening_bid if ask.lot >= 0 else rules.building_opening_bid


def bid_violations(state: State, ask: AskBid, seat: int, answer: Bid) -> Because:
    clauses: Because = ()
    if answer.amount < lowest_bid(state.rules, ask):
        if ask.leader != NOBODY:
            clauses += ("auction.minimum-raise",)
        else:
            clauses += ("auction.opening-bid",) if ask.lot >= 0 else ("shortage.opening-bid",)
    if answer.amount > state.cash[seat]:
        clauses += ("auction.winner-pays", "debt.bank-only-lender")
    if ask.lot < 0 and not houses.could_place(state, seat, ask.piece):
        clauses += ("shortage.auction",)
    return clauses


def explain_bid(state: State, seat: int, answer: Bid, clause: str) -> Cause | None:
    ask = state.agenda[-1]
    if not isinstance(ask, AskBid):
        return None
    match clause:
        case "auction.minimum-raise" | "auction.opening-bid" | "shortage.opening-bid":
            return Cause("bid-too-low", {"low": lowest_bid(state.rules, ask)})
        case "auction.winner-pays":
            return houses.has_only(state, seat)
        case "shortage.auction":
            return Cause("no-site", {"seat": seat})
    return None


def bid(tx: Mutator, ask: AskBid, seat: int, answer: Bid) -> None:
    if ask.lot >= 0:
        clauses = _FIRST_BID if ask.leader == NOBODY else _RAISE
    else:
        clauses = _FIRST_BID_PIECE if ask.leader == NOBODY else _RAISE_PIECE
    tx.tell("bid", clauses, seat=seat, amount=answer.amount, space=ask.lot, piece=ask.piece)
    _go_round(tx, ask, seat, answer.amount, seat, 0)


def pass_bid(tx: Mutator, ask: AskBid, seat: int, answer: Pass) -> None:
    clauses = (
        ("auction.winner-pays",) if ask.lot >= 0 else ("shortage.auction", "auction.winner-pays")
    )
    tx.tell("pass", clauses, seat=seat, space=ask.lot, piece=ask.piece)
    _go_round(tx, ask, seat, ask.bid, ask.leader, ask.passed | 1 << seat)


def _go_round(tx: Mutator, ask: AskBid, seat: int, amount: int, leader: int, passed: int) -> None:
    bidders = ask.bidders
    here = bidders.index(seat)
    tx.pop()
    for asked in (*bidders[here + 1 :], *bidders[:here]):
        if asked != leader and not passed >> asked & 1:
            tx.push(AskBid(asked, ask.lot, ask.piece, amount, leader, passed, bidders, ask.about))
            return
    if ask.lot >= 0:
        _close_lot(tx, ask.lot, amount, leader, ask.about)
    else:
        _close_piece(tx, ask.piece, amount, leader)


def _close_lot(tx: Mutator, space: int, amount: int, leader: int, about: int) -> None:
    if leader == NOBODY:
        tx.tell("unsold", _UNSOLD, space=space, piece=-1)
        return
    tx.pay(
        leader, BANK, amount, ("auction.winner-pays", trigger(tx.state, about), *_WON), "bid", space
    )
    tx.deed(space, leader, ("auction.winner-pays", "purchase.title", "setup.deeds"))


def _close_piece(tx: Mutator, building: int, amount: int, leader: int) -> None:
    wishes = tx.pop()
    assert isinstance(wishes, Wishes)
    if leader == NOBODY:
        # If nobody bids on a building, all claims end (RECORD.md).
        tx.tell("unsold", ("shortage.auction", "auction.unsold"), space=-1, piece=building)
        return
    rest = tuple(seat for seat in wishes.seats if seat != leader)
    tx.push(Wishes(building, wishes.orderer, wishes.space, rest))
    tx.pay(leader, BANK, amount, _WON_PIECE, f"bid-{PIECES[building]}")
    tx.push(AskPlace(leader, building, True))
