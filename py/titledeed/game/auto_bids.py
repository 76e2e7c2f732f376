"""Bidding ceilings: the program bids for a person up to an amount, or passes for them until the lot is
sold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ..engine.answers import (
    Answer,
    Bid,
    Pass,
)
from ..engine.asks import (
    Ask,
    AskBid,
)
from ..engine.reducer import violations
from ..engine.rules.auction import least_over, lowest_bid
from ..engine.state import (
    State,
)


class AutoBids:
    """``amounts``: ceilings by seat; ``out``: the seats for which the program passes until the lot is
    sold."""

    def __init__(self) -> None:
        self.amounts: dict[int, int] = {}
        self.out: set[int] = set()

    def of(self, ask: Ask, is_person: Callable[[int], bool]) -> int | None:
        """Return the amount up to which the program bids at this ask.

        0 means that it passes, None that it does not answer."""
        if isinstance(ask, AskBid) and is_person(ask.seat):
            return 0 if ask.seat in self.out else self.amounts.get(ask.seat)
        return None

    def answer(self, state: State, ask: Ask, ceiling: int) -> Answer:
        """Return the program's answer: a bid one step above the standing bid, or a pass."""
        assert isinstance(ask, AskBid)
        amount = low = lowest_bid(state.rules, ask)
        # Against another ceiling, bid over it at once instead of step by step.
        rival = self.amounts.get(ask.leader)
        if rival is not None and amount <= ceiling:
            amount = max(amount, min(ceiling, least_over(rival)))
            amount = min(amount, max(state.cash[ask.seat], low))
        if amount <= ceiling and not violations(state, ask.seat, Bid(amount)):
            return Bid(amount)
        # The ceiling stays in force, because the seat is asked again after every higher bid.
        return Pass()

    def forget(self) -> None:
        """Forget all ceilings, because the lot is sold or the auction was undone."""
        self.amounts.clear()
        self.out.clear()

    # ------------------------------------------------------------ kept beside the record

    def rows(self) -> dict[str, list[list[int]]]:
        """Return the ceilings and the seats that are out, as JSON values."""
        return {
            "ceilings": [[seat, amount] for seat, amount in self.amounts.items()],
            "out": [[seat] for seat in sorted(self.out)],
        }

    def recall(
        self,
        amounts: Iterable[list[Any]],
        out: Iterable[list[Any]],
        state: State,
        is_person: Callable[[int], bool],
    ) -> None:
        """Restore what ``rows`` returned; ignore rows that do not fit the game."""
        if not isinstance(state.ask, AskBid):
            return
        for row in amounts:
            match row:
                case [int(seat), int(amount)] if 0 <= seat < state.seats and amount > 0:
                    if is_person(seat):
                        self.amounts[seat] = amount
        for row in out:
            match row:
                case [int(seat)] if 0 <= seat < state.seats and is_person(seat):
                    self.out.add(seat)
