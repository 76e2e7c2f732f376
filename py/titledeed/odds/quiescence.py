"""The odds at any moment, not only at the start of a turn.

Pending debts are paid, and the leading bidder gets an auction's lot. Then the model computes the odds
of the resulting position."""

from __future__ import annotations

from ..engine.agenda_step_types import Due
from ..engine.asks import (
    AskBid,
    AskDebt,
    Over,
)
from ..engine.board_and_rules_types import Rules
from ..engine.special_seats_and_ids import BANK, POT
from ..engine.state import (
    State,
)
from .model import WHOLE, odds_of_features


class Settled:
    """A mutable copy of a State, with the attributes that the model reads."""

    __slots__ = (
        *("at", "cash", "held", "jail", "level", "mortgaged", "owner", "playing", "round"),
        *("rules", "stock", "turn"),
    )

    def __init__(self, state: State) -> None:
        self.rules: Rules = state.rules
        self.cash = state.cash[:]
        self.at = state.at
        self.jail = state.jail
        self.playing = state.playing[:]
        self.owner = state.owner[:]
        self.level = state.level[:]
        self.mortgaged = state.mortgaged[:]
        self.held = state.held
        self.stock = state.stock[:]
        self.turn = state.turn
        self.round = state.round

    def pay(self, payer: int, payee: int, amount: int) -> None:
        """Pay, and raise cash if necessary. A payer who cannot pay retires and leaves everything to the
        payee."""
        self.cash[payer] -= amount
        self.cash[payee] += amount
        self._raise(payer)
        if self.cash[payer] < 0:
            self._retire(payer, payee)

    def _raise(self, seat: int) -> None:
        """Raise cash until the seat owes none. First mortgage deeds without buildings, starting with
        those outside complete groups. Then sell buildings, then mortgage the deeds under them."""
        rules = self.rules
        deeds = [i for i in rules.ownable if self.owner[i] == seat and not self.mortgaged[i]]
        deeds.sort(key=lambda i: (all(self.owner[j] == seat for j in rules.members[i]), i))
        for i in deeds:
            if self.cash[seat] >= 0:
                return
            if not any(self.level[j] for j in rules.members[i]):
                self.mortgaged[i] = True
                self.cash[seat] += rules.mortgage_value[i]
        while self.cash[seat] < 0:
            high = max(
                (i for i in deeds if self.level[i]), key=lambda i: (self.level[i], i), default=-1
            )
            if high < 0:
                break
            self.level[high] -= 1
            self.cash[seat] += rules.cost[high] // 2
        for i in deeds:
            if self.cash[seat] < 0 and not self.mortgaged[i]:
                self.mortgaged[i] = True
                self.cash[seat] += rules.mortgage_value[i]

    def _retire(self, seat: int, heir: int) -> None:
        self.playing[seat] = False
        self.cash[heir] += self.cash[seat]
        self.cash[seat] = 0
        for i in self.rules.ownable:
            if self.owner[i] == seat:
                self.owner[i] = heir if heir >= 0 else BANK
                self.mortgaged[i] &= heir >= 0


def settle_position(state: State) -> Settled:
    """The position after pending debts are paid and the lot of an auction has gone to its leader."""
    left = Settled(state)
    for item in reversed(state.agenda):
        match item:
            case AskBid(lot=lot, bid=bid, leader=leader) if leader >= 0 and lot >= 0:
                left.owner[lot] = leader
                left.pay(leader, BANK, bid)
            case AskDebt(seat, creditor, amount) | Due(seat, creditor, amount):
                if left.playing[seat]:
                    left.pay(seat, creditor if creditor >= 0 or creditor == POT else BANK, amount)
            case _:
                pass
    return left


def expected_odds(state: State) -> dict[int, int]:
    """The odds of each seat still playing, in millionths, with any pending items settled. Their sum is
    ``WHOLE``. If the game is over, its winners share ``WHOLE``.

    Raises :class:`WeightsNotReady` if the weights cannot be read.
    """
    seats = [seat for seat, plays in enumerate(state.playing) if plays]
    over = state.agenda[-1]
    if isinstance(over, Over):
        share, rest = divmod(WHOLE, len(over.winners))
        won = {seat: share + (n < rest) for n, seat in enumerate(over.winners)}
        return {seat: won.get(seat, 0) for seat in seats}
    return expected_odds_after(state, settle_position(state))


def expected_odds_after(state: State, left: Settled) -> dict[int, int]:
    """As :func:`expected_odds`, where ``left`` is the settled position of ``state``. A seat that plays
    in ``state`` but has retired in ``left`` gets one millionth."""
    seats = [seat for seat, plays in enumerate(state.playing) if plays]
    odds = odds_of_features(left if any(left.playing) else Settled(state))
    for seat in seats:
        if seat not in odds:
            odds[seat] = 1
            odds[max(odds, key=lambda o: (odds[o], -o))] -= 1
    return {seat: odds[seat] for seat in seats}
