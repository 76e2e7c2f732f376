"""``novice`` plays like a child: it buys every property that it lands on and can pay for. It accepts a
deal that brings it more deeds or much cash. It never bids. For everything else it plays like
``simple``."""

from __future__ import annotations

from typing import Final

from ..engine.answers import (
    Accept,
    Buy,
    Decline,
    Pass,
    Reject,
)
from ..engine.asks import (
    AskAnswer,
    AskBid,
    AskBuy,
)
from ..engine.legal_answers import (
    Options,
)
from .protocol import Choice, View
from .simple_bot_without_trades import Simple

A_CARD: Final = 150  # the value in money that it assigns to any deed, cheap or expensive
PLEASED: Final = 50  # the least gain, in money, for which it accepts a deal


def final_worth(view: View, deeds: tuple[int, ...]) -> int:
    """What these deeds add to the final score of their receiver, who pays interest on mortgaged ones."""
    rules = view.rules
    return sum(
        rules.price[i] // 2 - rules.transfer_interest[i] if view.mortgaged[i] else rules.price[i]
        for i in deeds
    )


class Novice(Simple):
    """The player of one seat."""

    __slots__ = ()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`."""
        ask = view.ask
        if ask.seat == view.seat:
            if isinstance(ask, AskBuy):
                return self._buy(view, options, ask)
            if isinstance(ask, AskBid):
                if ask.lot < 0:
                    facts = {"cash": view.cash[view.seat]}
                    return Choice(
                        Pass(), "I’m keeping my {cash} and won’t bid on a building.", facts
                    )
                reason = "I’m not bidding on {space}: I only buy where I land."
                return Choice(Pass(), reason, {"space": ask.lot})
            if isinstance(ask, AskAnswer):
                return self._answer(view, options, ask)
        return super().choose(view, options)

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        price = view.rules.price[ask.space]
        facts = {"space": ask.space, "price": price}
        if options.is_legal(Buy()):
            return Choice(Buy(), "I landed on {space}, so I’m buying it for {price}!", facts)
        return Choice(Decline(), "I don’t have {price} for {space}.", facts)

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        give, get = ask.give, ask.get
        better = give.cash - get.cash
        if view.last_round:
            better += final_worth(view, give.deeds) - final_worth(view, get.deeds)
        else:
            better += A_CARD * (len(give.deeds) - len(get.deeds))
        facts = {
            "seat": ask.by,
            "count": len(give.deeds) + len(give.cards),
            "count_mine": len(get.deeds) + len(get.cards),
            "cash": give.cash,
        }
        if better >= PLEASED and options.is_legal(Accept()):
            reason = (
                "Cards for me: {count}. Cards for {seat}: {count_mine}. Cash for me: "
                "{cash}. That looks good!"
            )
            return Choice(Accept(), reason, facts)
        return Choice(Reject(), "I’d rather keep what I have[, {seat}|].", facts)
