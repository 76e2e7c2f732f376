"""The two choices about money that need no valuation."""

from __future__ import annotations

from ....engine.answers import (
    Flat,
    Pay,
    Percent,
    TakeChance,
)
from ....engine.asks import (
    AskCardChoice,
)
from ...protocol import Choice, View


def tax(view: View) -> Choice:
    """The lesser of the flat tax and the tenth. It adds up in its head, as anybody may; the program
    shows no total before the choice."""
    rules = view.rules
    worth = view.cash[view.seat]
    for i in view.deeds(view.seat):
        worth += rules.price[i] + view.level[i] * rules.cost[i]
    if worth < 2000:
        return Choice(
            Percent(), "I’m worth about {worth}, and a tenth of that is cheaper.", {"worth": worth}
        )
    return Choice(
        Flat(), "I’m worth about {worth}, and a tenth of that would cost more.", {"worth": worth}
    )


def pay_or_draw(view: View, ask: AskCardChoice) -> Choice:
    """Pay what is in hand rather than draw what may cost more."""
    if view.cash[view.seat] >= ask.amount:
        return Choice(
            Pay(), "If I pay {amount}, at least I know the price.", {"amount": ask.amount}
        )
    return Choice(TakeChance(), "I don’t have {amount} in hand.", {"amount": ask.amount})
