"""The bots by name, and the ones offered to people. A bot is either a :class:`~.policy.PolicyBot` with a
:class:`~.policy.PolicyParams`, or a class of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .frozen.steady_1 import Steady1
from .novice import Novice
from .policy import PolicyBot, PolicyParams
from .protocol import Bot
from .shark import Shark
from .simple_bot import Simple
from .trading import TradeContext

TEMPERS: Final[Mapping[str, PolicyParams]] = {
    "hermit": PolicyParams(dealing=None),
    "hoarder": PolicyParams(
        keep=650, lends=False, caution=3.0, dealing=TradeContext(sells=False, most=1)
    ),
    "builder": PolicyParams(
        caution=0.0, first=5, hoards=False, lift_keep=0, dealing=TradeContext(most=0)
    ),
    "dealer": PolicyParams(
        dealing=TradeContext(greed=0.0, guard=0.0, rungs=(0.4, 1.0), patience=2)
    ),
    "steady": PolicyParams(dealing=TradeContext(rungs=(0.5,), most=2)),
}


def _minded(temper: PolicyParams) -> Callable[[], Bot]:
    return lambda: PolicyBot(temper)


BOTS: Final[Mapping[str, Callable[[], Bot]]] = {
    "simple": Simple,
    "novice": Novice,
    **{name: _minded(temper) for name, temper in TEMPERS.items()},
    "shark": Shark,
    "steady-1": Steady1,  # the first version of steady, kept unchanged as a benchmark
}


NEVER_DEAL: Final = frozenset({"simple", "hermit"})  # they refuse every offer

# An answer of theirs may take longer than one frame of the page, so the page runs them in a worker.
SLOW: Final = frozenset({"shark"})

# The characters, the strongest first: neighbours differ by at least five points in the league.
OFFERED: Final = ("shark", "dealer", "builder", "hoarder", "hermit", "novice")

# All bots that people may choose for a seat. Those of the arena come last.
CHOOSABLE: Final = (*OFFERED, "steady", "simple")
