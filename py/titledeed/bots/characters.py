"""The bots by name, and the ones offered to people. A bot is either a :class:`~.mind.Mind` with a
:class:`~.mind.Temper`, or a class of its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .deals import Dealing
from .mind import Mind, Temper
from .novice import Novice
from .protocol import Bot
from .shark import Shark
from .simple import Simple
from .steady_1 import Steady1

TEMPERS: Final[Mapping[str, Temper]] = {
    "hermit": Temper(dealing=None),
    "hoarder": Temper(keep=650, lends=False, caution=3.0, dealing=Dealing(sells=False, most=1)),
    "builder": Temper(caution=0.0, first=5, hoards=False, lift_keep=0, dealing=Dealing(most=0)),
    "dealer": Temper(dealing=Dealing(greed=0.0, guard=0.0, rungs=(0.4, 1.0), patience=2)),
    "steady": Temper(dealing=Dealing(rungs=(0.5,), most=2)),
}


def _minded(temper: Temper) -> Callable[[], Bot]:
    return lambda: Mind(temper)


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
