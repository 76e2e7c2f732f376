"""The players of the games that the odds were learned from.

Some characters have changed since. The weights come from games of the former ones, which are kept here, so
that the same games can be played again.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from titledeed.bots import BOTS
from titledeed.bots.deals import Dealing
from titledeed.bots.mind import Mind, Temper
from titledeed.bots.novice import Novice
from titledeed.bots.protocol import Bot, Choice, View
from titledeed.bots.simple import Simple
from titledeed.engine.door import Options
from titledeed.engine.words import AskBid
from titledeed.odds import model

# The weights that the first wave of games gives, by which ``shark`` plays in the second.
FIRST_WEIGHTS: Final = Path(__file__).with_name("first.json")

TEMPERS: Final[Mapping[str, Temper]] = {
    "hoarder": Temper(keep=500, lends=False, caution=3.0, dealing=Dealing(sells=False, most=1)),
    "builder": Temper(caution=0.0, first=5, hoards=False, lift_keep=0, dealing=Dealing(most=1)),
    "dealer": Temper(dealing=Dealing(greed=0.7, guard=1.2, patience=4)),
}


class BiddingNovice(Novice):
    """The novice before it gave up bidding."""

    __slots__ = ()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~titledeed.bots.protocol.Bot`."""
        if isinstance(view.ask, AskBid) and view.ask.seat == view.seat:
            return Simple.choose(self, view, options)
        return super().choose(view, options)


def make_player(name: str) -> Bot:
    """The player of this name."""
    if name in TEMPERS:
        return Mind(TEMPERS[name])
    return BiddingNovice() if name == "novice" else BOTS[name]()


def use_first() -> None:
    """Let the bots of this process think by the first weights."""
    model.use(model.Net(json.loads(FIRST_WEIGHTS.read_text("utf-8"))))
