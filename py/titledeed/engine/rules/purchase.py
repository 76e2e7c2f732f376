"""Buying from the Bank at the printed price. Clauses: purchase.*, auction.trigger."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import BANK, AskBuy, Because, Buy, Cause, Decline, State
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


def offer(t: Table, seat: int, space: int, by_card: bool) -> None:
    """Offer unowned property to the player who landed on it."""
    if t.rules.lap_first and not t.s.laps[seat]:
        t.tell("no-offer", ("house.lap-first",), seat=seat, space=space)
        return
    t.push(AskBuy(seat, space, by_card))
    if t.events is not None:
        because = _OFFER_BY_CARD if by_card else _OFFER
        t.tell("offered", because, seat=seat, space=space, price=t.rules.price[space])


def bar_buy(s: State, ask: AskBuy, seat: int, answer: Buy) -> Because:
    because: Because = ()
    if s.cash[seat] < s.rules.price[ask.space]:
        because += ("purchase.option", "debt.bank-only-lender")
    if s.mortgage_money and s.rules.mortgage_bars_purchase and seat == s.turn:
        because += ("purchase.mortgage-same-move",)
    return because


def why_buy(s: State, seat: int, answer: Buy, clause: str) -> Cause | None:
    match clause:
        case "purchase.option":
            return houses.has_only(s, seat)
        case "purchase.mortgage-same-move":
            return Cause("bought-on-mortgage", {"seat": seat})
    return None


def buy(t: Table, ask: AskBuy, seat: int, answer: Buy) -> None:
    t.pop()
    because = _SALE_BY_CARD if ask.by_card else _SALE
    if t.s.mortgage_money and seat == t.s.turn:
        because += ("purchase.mortgage-same-move",)
    t.pay(seat, BANK, t.rules.price[ask.space], because, "price", ask.space)
    t.deed(ask.space, seat, _TITLE)


def decline(t: Table, ask: AskBuy, seat: int, answer: Decline) -> None:
    t.pop()
    if not t.rules.auctions:
        t.tell("declined", ("house.auctions",), seat=seat, space=ask.space)
        return
    t.tell("declined", _DECLINED, seat=seat, space=ask.space)
    barred = () if t.rules.decliner_bids else (seat,)
    auction.open_lot(t, ask.space, seat, barred)
