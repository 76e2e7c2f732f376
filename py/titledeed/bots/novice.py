"""``novice``: plays as a child does. It buys what it lands on, bids for what looks nice, puts a house up
when it can, and takes a deal that brings more cards or big notes."""

from __future__ import annotations

from typing import Final

from ..engine.door import Options
from ..engine.words import Accept, AskAnswer, AskBuy, Buy, Decline, Reject
from .protocol import Choice, View
from .simple import Simple

A_CARD: Final = 150  # in notes: what a deed more or less is worth, whichever it is
PLEASED: Final = 50  # a deal must look so much better


class Novice(Simple):
    """One seat's player."""

    __slots__ = ()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~.protocol.Bot`."""
        ask = view.ask
        if ask.seat == view.seat:
            if isinstance(ask, AskBuy):
                return self._buy(view, options, ask)
            if isinstance(ask, AskAnswer):
                return self._answer(view, options, ask)
        return super().choose(view, options)

    def _buy(self, view: View, options: Options, ask: AskBuy) -> Choice:
        price = view.rules.price[ask.space]
        facts = {"space": ask.space, "price": price}
        if not options.allows(Buy()):
            return Choice(Buy(), "I landed on {space}, so I buy it for {price}!", facts)
        return Choice(Decline(), "I have not got {price} for {space}.", facts)

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        give, get = ask.give, ask.get
        better = A_CARD * (len(give.deeds) - len(get.deeds)) + give.cash - get.cash
        facts = {
            "seat": ask.by,
            "count": len(give.deeds) + len(give.cards),
            "count_mine": len(get.deeds) + len(get.cards),
            "cash": give.cash,
        }
        if better >= PLEASED and not options.allows(Accept()):
            why = "{count} for my {count_mine}, and {cash} from {seat}: that looks good."
            return Choice(Accept(), why, facts)
        return Choice(Reject(), "I would rather keep mine, {seat}.", facts)
