"""How each character plays that differs from the others by its parameters alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .shared_bot_strategy import PolicyParams
from .trading import TradeContext

POLICIES: Final[Mapping[str, PolicyParams]] = {
    "dealer": PolicyParams(
        dealing=TradeContext(
            greed=0.0, guard=0.0, rungs=(0.4, 0.6, 0.8, 1.0), patience=2, collects=True
        )
    ),
    "builder": PolicyParams(
        caution=0.0,
        first=5,
        hoards=False,
        lift_keep=0,
        patient=False,
        takes=False,
        denies=False,
        eager=True,
        dealing=TradeContext(most=0),
    ),
    "hoarder": PolicyParams(
        keep=650,
        lends=False,
        caution=3.0,
        dealing=TradeContext(sells=False, refuses_cash=True, keep=650, most=1),
    ),
    "hermit": PolicyParams(dealing=None),
    "steady": PolicyParams(dealing=TradeContext(rungs=(0.5,), most=2, sells=False, collects=True)),
}
