"""Explains with facts why an answer is barred.

``door.bar`` returns the clauses that bar an answer. :func:`why` adds the exact cause, such as the missing sum
or the street that stands in the way. It is slow, so it is called only to show a reason. Each rule has its
function ``why_x`` beside ``bar_x``; ``language/reasons.py`` has a sentence for each cause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .door import ANSWERS, RAISING, STANDING, in_first_lap
from .rules import (
    auction,
    debt,
    houses,
    jail,
    mortgage,
    purchase,
    rent,
    shortage,
    trading,
)
from .words import (
    FREE,
    QUIET,
    Accept,
    Answer,
    AskBid,
    AskEnd,
    AskOrder,
    AskRoll,
    Because,
    Bid,
    Build,
    Buy,
    Cause,
    DemandRent,
    End,
    Fine,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Over,
    Pay,
    Place,
    Redeem,
    Roll,
    Sell,
    SellDown,
    State,
    UseCard,
)

_WHY: Final[dict[type[Answer], Callable[[State, int, Any, str], Cause | None]]] = {
    Accept: trading.why_accept,
    Bid: auction.why_bid,
    Build: houses.why_build,
    Buy: purchase.why_buy,
    DemandRent: rent.why_ask,
    Fine: jail.why_fine,
    GiveUp: debt.why_give_up,
    Keep: mortgage.why_keep,
    Mortgage: mortgage.why_mortgage,
    Offer: trading.why_offer,
    Pay: debt.why_pay,
    Place: shortage.why_place,
    Redeem: mortgage.why_redeem,
    Sell: houses.why_sell,
    SellDown: houses.why_sell_down,
    UseCard: jail.why_use_card,
}


def why(s: State, seat: int, answer: Answer, because: Because) -> tuple[Cause, str] | None:
    """The cause of a refusal and the clause that it belongs to; "" as clause if the answer comes at the wrong
    moment. None if no cause says more than the clauses themselves.

    ``because``: the clauses that ``bar`` returned, or those of them to be explained."""
    ask = s.ask
    if isinstance(ask, Over):
        return Cause("over"), ""
    if seat < 0:  # chance's, or of nobody at the table
        return None
    if not s.playing[seat]:
        return Cause("out", {"seat": seat}), ""
    kind = type(answer)
    asked = ask.seat == seat and kind in (*ANSWERS[type(ask)], *RAISING.get(type(ask), ()))
    if kind in STANDING and not asked and not isinstance(ask, QUIET):
        return _busy(s, seat), ""
    if kind not in STANDING and not asked:
        return _not_asked(s, seat, answer), ""
    behind = _WHY.get(kind)
    for clause in because if behind else ():
        cause = behind(s, seat, answer, clause) if behind else None
        if cause is not None:
            return cause, clause
    return None


def _busy(s: State, seat: int) -> Cause:
    """The cause for a standing answer while the table is busy."""
    ask = s.ask
    if ask.seat == seat:
        return Cause("answer-first")
    return Cause("other-first", {"other": ask.seat}) if ask.seat >= 0 else Cause("chance-first")


def _not_asked(s: State, seat: int, answer: Answer) -> Cause:
    """The cause for an answer that the pending ask does not ask of this seat."""
    ask = s.ask
    if isinstance(ask, AskBid) and isinstance(answer, Bid) and seat not in ask.bidders:
        return _no_bidder(s, ask, seat)
    quiet = isinstance(ask, QUIET)
    if quiet and isinstance(answer, Buy) and seat == s.turn and s.thrown and in_first_lap(s, seat):
        return Cause("first-lap", {"seat": seat})
    if ask.seat == seat:
        return _other_question(s, seat, answer)
    if ask.seat < 0:
        return Cause("chance-first")
    turn = isinstance(ask, (AskRoll, AskEnd, AskOrder))
    return Cause("others-turn" if turn else "other-asked", {"other": ask.seat})


def _no_bidder(s: State, ask: AskBid, seat: int) -> Cause:
    """The cause for which a seat is not among the bidders."""
    if ask.lot < 0:
        return Cause("no-wish", {"seat": seat})
    if in_first_lap(s, seat):
        return Cause("first-lap", {"seat": seat})
    return Cause("declined", {"seat": seat})


def _other_question(s: State, seat: int, answer: Answer) -> Cause:
    match s.ask, answer:
        case AskRoll(), End():
            return Cause("throw-first", {"seat": seat})
        case AskEnd(), Roll():
            return Cause("no-throw-left", {"seat": seat})
        case AskEnd(), Fine() | UseCard():
            return jail.not_in_jail(seat) if s.jail[seat] == FREE else Cause("too-late")
    return Cause("else-asked")
