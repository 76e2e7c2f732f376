"""The players of the games from which the odds were learned.

The first two waves come from games of players that no longer change, so that the same games can be played
again: ``steady-1`` as it played simulated games in 0.1.0, ``simple``, and players of ``tools/field`` that
nobody held out for a final measurement. In the third wave ``shark`` plays, as it plays now.
"""

from __future__ import annotations

from titledeed.bots.frozen.steady_1 import Steady1
from titledeed.bots.protocol import Bot, Choice, View
from titledeed.bots.shark_bot_by_odds import Shark
from titledeed.bots.simple_bot_without_trades import Simple
from titledeed.engine.legal_answers import (
    Options,
)
from tools.field import habits, strangers


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


def make_player(name: str) -> Bot:
    """The player of this name."""
    if name == "shark":
        return Shark()
    if name == "steady-1":
        return IdleSteady1()
    if name == "simple":
        return Simple()
    player: Bot = getattr(habits if name in habits.NAMES else strangers, name)()
    return player
