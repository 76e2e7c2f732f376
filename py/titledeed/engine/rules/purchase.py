"""Buying from the Bank at the printed price. Clauses: purchase.*, auction.trigger."""

from __future__ import annotations

from typing import Final

from ..answers import (
    Buy,
    Decline,
)
from ..asks import (
    AskBuy,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import BANK, Because
from ..state import (
    State,
)
from . import auction, houses

_OFFER: Final = (
    "purchase.option",
    "purchase.only-on-landing",
    "turn.space-decides",
    "setup.deed-data",
)
_OFFER_BY_CARD: Final = (*_OFFER, "purchase.by-card-move")
_SALE: Final[Because] = (
    "purchase.option",
    "purchase.title",
    "setup.deed-data",
    "bank.sells-and-lends",
    "bank.collects",
)
_SALE_BY_CARD: Final[Because] = (*_SALE, "purchase.by-card-move")
_TITLE: Final = ("purchase.title", "purchase.deed-display", "setup.deeds", "bank.custody")
_DECLINED: Final = ("auction.trigger", "purchase.option", "purchase.no-second-thoughts")


def offer(tx: Mutator, seat: int, space: int, by_card: bool) -> None:
    """Offer unowned property to the player who landed on it."""
    if tx.rules.lap_first and not tx.state.laps[seat]:
        tx.tell("no-offer", ("house.lap-first",), seat=seat, space=space)
        return
    tx.push(AskBuy(seat, space, by_card))
    if tx.events is not None:
        clauses = _OFFER_BY_CARD if by_card else _OFFER
        tx.tell("offered", clauses, seat=seat, space=space, price=tx.rules.price[space])


def buy_violations(state: State, ask: AskBuy, seat: int, answer: Buy) -> Because:
    clauses: Because = ()
    if state.cash[seat] < state.rules.price[ask.space]:
        clauses += ("purchase.option", "debt.bank-only-lender")
    if state.mortgage_money and state.rules.mortgage_bars_purchase and seat == state.turn:
        clauses += ("purchase.mortgage-same-move",)
    return clauses


def explain_buy(state: State, seat: int, answer: Buy, clause: str) -> Cause | None:
    match clause:
        case "purchase.option":
            return houses.has_only(state, seat)
        case "purchase.mortgage-same-move":
            return Cause("bought-on-mortgage", {"seat": seat})
    return None


def buy(tx: Mutator, ask: AskBuy, seat: int, answer: Buy) -> None:
    tx.pop()
    clauses = _SALE_BY_CARD if ask.by_card else _SALE
    if tx.state.mortgage_money and seat == tx.state.turn:
        clauses += ("purchase.mortgage-same-move",)
    tx.pay(seat, BANK, tx.rules.price[ask.space], clauses, "price", ask.space)
    tx.deed(ask.space, seat, _TITLE)


def decline(tx: Mutator, ask: AskBuy, seat: int, answer: Decline) -> None:
    tx.pop()
    if not tx.rules.auctions:
        tx.tell("declined", ("house.auctions",), seat=seat, space=ask.space)
        return
    tx.tell("declined", _DECLINED, seat=seat, space=ask.space)
    barred = () if tx.rules.decliner_bids else (seat,)
    auction.open_lot(tx, ask.space, seat, barred)
