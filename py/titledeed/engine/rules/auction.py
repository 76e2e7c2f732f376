"""Auctions of property and of scarce buildings. Clauses: auction.*, shortage.opening-bid.

Rounds go by seats from the left of the seat that the auction is about; a pass is not final until
nobody raises (ruling: auction.winner-pays).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..table import Table
from ..words import (
    BANK,
    NOBODY,
    PIECES,
    AskBid,
    AskPlace,
    Because,
    Bid,
    Cause,
    Pass,
    State,
    Wishes,
    around,
)
from . import houses

_OPEN: Final = ("auction.bidders", "auction.auctioneer", "auction.opening-bid")
_FIRST_BID: Final = ("auction.bidders", "auction.opening-bid")
_RAISE: Final = ("auction.bidders", "auction.minimum-raise")
_FIRST_BID_PIECE: Final = ("shortage.auction", "shortage.opening-bid")
_RAISE_PIECE: Final = ("shortage.auction", "auction.minimum-raise")
_WON: Final = ("bank.sells-and-lends", "bank.collects")
_UNSOLD: Final = ("auction.unsold",)
_OPEN_PIECE: Final = ("shortage.auction", "shortage.opening-bid")
_WON_PIECE: Final = ("shortage.auction", "shortage.bid-is-price", "auction.winner-pays")


def open_lot(t: Table, space: int, about: int, barred: Sequence[int] = ()) -> None:
    """Auction a property. If nobody may bid, it stays with the Bank."""
    s = t.s
    bidders = tuple(
        seat
        for seat in around(s, about)
        if seat not in barred and not (t.rules.lap_first and not s.laps[seat])
    )
    because: Because = (trigger(s, about), *_OPEN)
    if barred:
        because += ("purchase.no-second-thoughts",)
    if t.rules.lap_first:
        because += ("house.lap-first",)
    t.tell(
        "auction",
        because,
        space=space,
        piece=-1,
        about=about,
        bidders=bidders,
        low=t.rules.opening_bid,
    )
    if bidders:
        t.push(AskBid(bidders[0], space, -1, 0, NOBODY, 0, bidders, about))
    else:
        t.tell("unsold", (*_UNSOLD, "house.lap-first"), space=space, piece=-1)


def trigger(s: State, about: int) -> str:
    """The clause for which a property is auctioned: a player has declined it, or has lost it to the Bank."""
    return "auction.trigger" if s.playing[about] else "bankruptcy.bank-auction"


def open_piece(t: Table, piece: int, orderer: int, wishers: Sequence[int]) -> None:
    """Auction one scarce building among the seats that claim it."""
    bidders = tuple(seat for seat in around(t.s, orderer) if seat in wishers)
    t.tell(
        "auction",
        _OPEN_PIECE,
        space=-1,
        piece=piece,
        about=orderer,
        bidders=bidders,
        low=t.rules.building_opening_bid,
    )
    t.push(AskBid(bidders[0], -1, piece, 0, NOBODY, 0, bidders, orderer))


def lowest(s: State, ask: AskBid) -> int:
    """The lowest legal bid, whatever cash the bidders have."""
    if ask.leader != NOBODY:
        return ask.bid + 1
    return s.rules.opening_bid if ask.lot >= 0 else s.rules.building_opening_bid


def bar_bid(s: State, ask: AskBid, seat: int, answer: Bid) -> Because:
    because: Because = ()
    if answer.amount < lowest(s, ask):
        if ask.leader != NOBODY:
            because += ("auction.minimum-raise",)
        else:
            because += ("auction.opening-bid",) if ask.lot >= 0 else ("shortage.opening-bid",)
    if answer.amount > s.cash[seat]:
        because += ("auction.winner-pays", "debt.bank-only-lender")
    if ask.lot < 0 and not houses.could_place(s, seat, ask.piece):
        because += ("shortage.auction",)
    return because


def why_bid(s: State, seat: int, answer: Bid, clause: str) -> Cause | None:
    ask = s.agenda[-1]
    if not isinstance(ask, AskBid):
        return None
    match clause:
        case "auction.minimum-raise" | "auction.opening-bid" | "shortage.opening-bid":
            return Cause("bid-too-low", {"low": lowest(s, ask)})
        case "auction.winner-pays":
            return houses.has_only(s, seat)
        case "shortage.auction":
            return Cause("no-site", {"seat": seat})
    return None


def bid(t: Table, ask: AskBid, seat: int, answer: Bid) -> None:
    if ask.lot >= 0:
        because = _FIRST_BID if ask.leader == NOBODY else _RAISE
    else:
        because = _FIRST_BID_PIECE if ask.leader == NOBODY else _RAISE_PIECE
    t.tell("bid", because, seat=seat, amount=answer.amount, space=ask.lot, piece=ask.piece)
    _go_round(t, ask, seat, answer.amount, seat, 0)


def pass_bid(t: Table, ask: AskBid, seat: int, answer: Pass) -> None:
    because = (
        ("auction.winner-pays",) if ask.lot >= 0 else ("shortage.auction", "auction.winner-pays")
    )
    t.tell("pass", because, seat=seat, space=ask.lot, piece=ask.piece)
    _go_round(t, ask, seat, ask.bid, ask.leader, ask.passed | 1 << seat)


def _go_round(t: Table, ask: AskBid, seat: int, amount: int, leader: int, passed: int) -> None:
    bidders = ask.bidders
    here = bidders.index(seat)
    t.pop()
    for asked in (*bidders[here + 1 :], *bidders[:here]):
        if asked != leader and not passed >> asked & 1:
            t.push(AskBid(asked, ask.lot, ask.piece, amount, leader, passed, bidders, ask.about))
            return
    if ask.lot >= 0:
        _close_lot(t, ask.lot, amount, leader, ask.about)
    else:
        _close_piece(t, ask.piece, amount, leader)


def _close_lot(t: Table, space: int, amount: int, leader: int, about: int) -> None:
    if leader == NOBODY:
        t.tell("unsold", _UNSOLD, space=space, piece=-1)
        return
    t.pay(leader, BANK, amount, ("auction.winner-pays", trigger(t.s, about), *_WON), "bid", space)
    t.deed(space, leader, ("auction.winner-pays", "purchase.title", "setup.deeds"))


def _close_piece(t: Table, piece: int, amount: int, leader: int) -> None:
    wishes = t.pop()
    assert isinstance(wishes, Wishes)
    if leader == NOBODY:
        # A building on which nobody bids ends all claims (RECORD.md).
        t.tell("unsold", ("shortage.auction", "auction.unsold"), space=-1, piece=piece)
        return
    rest = tuple(seat for seat in wishes.seats if seat != leader)
    t.push(Wishes(piece, wishes.orderer, wishes.space, rest))
    t.pay(leader, BANK, amount, _WON_PIECE, f"bid-{PIECES[piece]}")
    t.push(AskPlace(leader, piece, True))
