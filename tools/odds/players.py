"""The players of the games from which the odds were learned.

Some characters have changed since then. The weights come from games of their earlier forms, which stay
here so that the same games can be played again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from titledeed.bots import BOTS
from titledeed.bots.frozen.steady_1 import Steady1
from titledeed.bots.novice import Novice
from titledeed.bots.protocol import Bot, Choice, View
from titledeed.bots.shared_bot_strategy import PolicyBot, PolicyParams
from titledeed.bots.simple_bot_without_trades import Simple
from titledeed.bots.trading import TradeContext
from titledeed.engine.asks import (
    AskBid,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.odds import model

# The weights from the first wave of games, with which ``shark`` plays in the second.
FIRST_WEIGHTS: Final = Path(__file__).with_name("first.json")

FORMER_PARAMS: Final[Mapping[str, PolicyParams]] = {
    "hoarder": PolicyParams(
        keep=500, lends=False, caution=3.0, dealing=TradeContext(sells=False, most=1)
    ),
    "builder": PolicyParams(
        caution=0.0, first=5, hoards=False, lift_keep=0, dealing=TradeContext(most=1)
    ),
    "dealer": PolicyParams(dealing=TradeContext(greed=0.7, guard=1.2, patience=4)),
}


class BiddingNovice(Novice):
    """The novice before it gave up bidding."""

    __slots__ = ()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~titledeed.bots.protocol.Bot`."""
        if isinstance(view.ask, AskBid) and view.ask.seat == view.seat:
            return Simple.choose(self, view, options)
        return super().choose(view, options)


class IdleSteady1(Steady1):
    """``steady-1`` as it played in counted games of release 0.1.0.

    Once it has found nothing to build or to lift, it stops looking. It looks again only with more cash,
    or after a change of a deed, a building or a mortgage."""

    __slots__ = ("_changes_then", "_idle")

    def __init__(self) -> None:
        super().__init__()
        self._changes_then = -1
        self._idle = -1

    def _standing(self, view: View, options: Options) -> Choice | None:
        if view.claims:
            rent = self._ask_rent(view, options)
            if rent is not None:
                return rent
        if view.changes != self._changes_then:
            self._changes_then, self._idle = view.changes, -1
        cash = view.cash[view.seat]
        if cash <= self._idle:
            return None
        choice = super()._standing(view, options)
        if choice is None:
            self._idle = cash
        return choice


CLASSES: Final[Mapping[str, Callable[[], Bot]]] = {
    "novice": BiddingNovice,
    "steady-1": IdleSteady1,
}


def make_player(name: str) -> Bot:
    """The player of this name."""
    if name in FORMER_PARAMS:
        return PolicyBot(FORMER_PARAMS[name])
    return CLASSES.get(name, BOTS[name])()


def use_first() -> None:
    """Let the bots of this process use the first weights."""
    model.use_weights(model.Network(json.loads(FIRST_WEIGHTS.read_text("utf-8"))))
