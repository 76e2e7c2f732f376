"""A fair sum for an exchange of deeds: from the odds if they are known, else from the printed prices.

Both follow from what everybody at the table sees. Neither uses anything of how a bot decides."""

from __future__ import annotations

from typing import Final

from .... import odds
from ....bots.agreed_price_binary_search import nearest
from ....bots.imagined_position import Imagined
from ....bots.protocol import View
from ....engine.answers import (
    Bundle,
)
from ....engine.rules import trading
from ....engine.special_seats_and_ids import NOBODY
from ...state import FairSum
from ..view_context_and_shared_parts import ViewContext

STEP: Final = 10  # a fair sum is a multiple of this, unless it is all that its payer has
_HALVINGS: Final = 10  # steps of the search for the sum that changes both odds equally


def goes_by_odds(ctx: ViewContext) -> bool:
    """Whether fair sums are looked for with the odds. That takes a slow device some 50 ms for each."""
    return odds.weights_ready() and not ctx.worth_hidden


def fair_sum(
    ctx: ViewContext, seat: int, partner: int, give: tuple[int, ...], get: tuple[int, ...]
) -> FairSum:
    """The sum that makes this exchange fair, as far as its payer has the cash."""
    if goes_by_odds(ctx):
        return _by_odds(ctx, seat, partner, give, get)
    return _by_prices(ctx, seat, partner, give, get)


def _limits(
    ctx: ViewContext, seat: int, partner: int, give: tuple[int, ...], get: tuple[int, ...]
) -> tuple[int, int]:
    """The most that the partner can pay, negated, and the most that the seat can."""
    state = ctx.state
    due = trading.interest_due(state, Bundle(get)), trading.interest_due(state, Bundle(give))
    return -max(0, state.cash[partner] - due[1]), max(0, state.cash[seat] - due[0])


def _by_odds(
    ctx: ViewContext, seat: int, partner: int, give: tuple[int, ...], get: tuple[int, ...]
) -> FairSum:
    """The sum with which the exchange changes the odds of both sides equally."""
    view = View(ctx.state, seat)
    now = odds.odds_of_features(view)

    def odds_with(cash: int) -> dict[int, int]:
        position = Imagined(view)
        position.hand(give, partner)
        position.hand(get, seat)
        position.cash[seat] -= cash
        position.cash[partner] += cash
        return odds.odds_of_features(position)

    def ahead(cash: int) -> bool:
        then = odds_with(cash)
        return then[seat] - now[seat] >= then[partner] - now[partner]

    low, high = _limits(ctx, seat, partner, give, get)
    limited = seat if ahead(high) else NOBODY if ahead(low) else partner
    best = high if limited == seat else nearest(low, high, _HALVINGS, ahead)
    cash = best if limited != NOBODY else _rounded(best, low, high)
    then = odds_with(cash)
    percents = [
        round(100 * odds_of[n] / odds.WHOLE) for n in (seat, partner) for odds_of in (now, then)
    ]
    return FairSum(give, get, cash, odds=tuple(percents), limited=limited)


def _by_prices(
    ctx: ViewContext, seat: int, partner: int, give: tuple[int, ...], get: tuple[int, ...]
) -> FairSum:
    """Halfway from the printed price of the deeds to that of the whole group which they complete.

    If both sides give deeds, the sum is the difference of the two."""
    low, high = _limits(ctx, seat, partner, give, get)
    sides = [_prices(ctx, seat, give, get), _prices(ctx, partner, get, give)]
    halves = [(price + whole) // 2 for price, whole in sides]
    fair = halves[0] - halves[1]
    limited = seat if fair > high else partner if fair < low else NOBODY
    price, whole = sides[0] if get else sides[1]
    return FairSum(
        give,
        get,
        _rounded(fair, low, high),
        prices=(price, whole) if not (give and get) and whole > price else (),
        limited=limited,
    )


def _prices(
    ctx: ViewContext, receiver: int, gives: tuple[int, ...], gets: tuple[int, ...]
) -> tuple[int, int]:
    """The printed price of the deeds that a side gets, and that of the groups which they complete."""
    rules, state = ctx.rules, ctx.state
    price = whole = 0
    for i in gets:
        own = rules.price[i] - (rules.mortgage_value[i] if state.mortgaged[i] else 0)
        price += own
        whole += own
    for members in {rules.members[i] for i in gets}:
        kept = [i for i in members if state.owner[i] == receiver and i not in gives]
        if all(i in gets or i in kept for i in members):
            whole += sum(rules.price[i] for i in kept)
    return price, whole


def _rounded(cash: int, low: int, high: int) -> int:
    """Round to a multiple of ``STEP``, but to no more than either can pay."""
    return max(min(round(cash / STEP) * STEP, high), low)
