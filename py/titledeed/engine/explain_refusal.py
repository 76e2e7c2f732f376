"""Explains with facts why an answer is barred.

``reducer.violations`` returns the clauses that bar an answer. :func:`explain_refusal` adds the exact
cause, such as the missing sum or the street that prevents it. It is slow, so the program calls it only
to show a reason. Each rule has a function ``explain_x`` next to ``x_violations``;
``language/reasons.py`` has a sentence for each cause.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from .answers import (
    Accept,
    Answer,
    Bid,
    Build,
    Buy,
    DemandRent,
    End,
    Fine,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Pay,
    Place,
    Redeem,
    Roll,
    Sell,
    SellDown,
    UseCard,
)
from .asks import (
    QUIET,
    AskBid,
    AskEnd,
    AskOrder,
    AskRoll,
    Over,
)
from .errors import (
    Cause,
)
from .reducer import ANSWERS, RAISING, STANDING, in_first_lap
from .rules import (
    auction,
    building_shortage,
    debt,
    houses,
    leaving_jail,
    mortgage,
    purchase,
    rent,
    trading,
)
from .special_seats_and_ids import FREE, Because
from .state import (
    State,
)

_WHY: Final[dict[type[Answer], Callable[[State, int, Any, str], Cause | None]]] = {
    Accept: trading.explain_accept,
    Bid: auction.explain_bid,
    Build: houses.explain_build,
    Buy: purchase.explain_buy,
    DemandRent: rent.explain_ask,
    Fine: leaving_jail.explain_fine,
    GiveUp: debt.explain_give_up,
    Keep: mortgage.explain_keep,
    Mortgage: mortgage.explain_mortgage,
    Offer: trading.explain_offer,
    Pay: debt.explain_pay,
    Place: building_shortage.explain_place,
    Redeem: mortgage.explain_redeem,
    Sell: houses.explain_sell,
    SellDown: houses.explain_sell_down,
    UseCard: leaving_jail.explain_use_card,
}


def explain_refusal(
    state: State, seat: int, answer: Answer, clauses: Because
) -> tuple[Cause, str] | None:
    """The cause of a refusal and its clause. The clause is "" if the answer comes at the wrong moment.
    None if no cause says more than the clauses themselves.

    ``clauses``: the clauses that ``violations`` returned, or a selection of them."""
    ask = state.ask
    if isinstance(ask, Over):
        return Cause("over"), ""
    if seat < 0:  # an answer of chance or of nobody
        return None
    if not state.playing[seat]:
        return Cause("out", {"seat": seat}), ""
    kind = type(answer)
    asked = ask.seat == seat and kind in (*ANSWERS[type(ask)], *RAISING.get(type(ask), ()))
    if kind in STANDING and not asked and not isinstance(ask, QUIET):
        return _busy(state, seat), ""
    if kind not in STANDING and not asked:
        return _not_asked(state, seat, answer), ""
    behind = _WHY.get(kind)
    for clause in clauses if behind else ():
        cause = behind(state, seat, answer, clause) if behind else None
        if cause is not None:
            return cause, clause
    return None


def _busy(state: State, seat: int) -> Cause:
    """The cause for a standing answer while the table is busy."""
    ask = state.ask
    if ask.seat == seat:
        return Cause("answer-first")
    return Cause("other-first", {"other": ask.seat}) if ask.seat >= 0 else Cause("chance-first")


def _not_asked(state: State, seat: int, answer: Answer) -> Cause:
    """The cause for an answer that the pending ask does not ask of this seat."""
    ask = state.ask
    if isinstance(ask, AskBid) and isinstance(answer, Bid) and seat not in ask.bidders:
        return _no_bidder(state, ask, seat)
    quiet = isinstance(ask, QUIET)
    if (
        quiet
        and isinstance(answer, Buy)
        and seat == state.turn
        and state.thrown
        and in_first_lap(state, seat)
    ):
        return Cause("first-lap", {"seat": seat})
    if ask.seat == seat:
        return _other_question(state, seat, answer)
    if ask.seat < 0:
        return Cause("chance-first")
    turn = isinstance(ask, (AskRoll, AskEnd, AskOrder))
    return Cause("others-turn" if turn else "other-asked", {"other": ask.seat})


def _no_bidder(state: State, ask: AskBid, seat: int) -> Cause:
    """The cause that excludes a seat from the bidders."""
    if ask.lot < 0:
        return Cause("no-wish", {"seat": seat})
    if in_first_lap(state, seat):
        return Cause("first-lap", {"seat": seat})
    return Cause("declined", {"seat": seat})


def _other_question(state: State, seat: int, answer: Answer) -> Cause:
    match state.ask, answer:
        case AskRoll(), End():
            return Cause("throw-first", {"seat": seat})
        case AskEnd(), Roll():
            return Cause("no-throw-left", {"seat": seat})
        case AskEnd(), Fine() | UseCard():
            return leaving_jail.not_in_jail(seat) if state.jail[seat] == FREE else Cause("too-late")
    return Cause("else-asked")
