"""Ceilings: up to which amount the program bids for a person, and for whom it passes until a lot is sold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .engine.door import bar
from .engine.words import Answer, Ask, AskBid, Bid, Pass, State


class Ceilings:
    """``amounts`` by seat; ``out``: the persons for whom every bid for this lot is passed."""

    def __init__(self) -> None:
        self.amounts: dict[int, int] = {}
        self.out: set[int] = set()

    def of(self, ask: Ask, is_person: Callable[[int], bool]) -> int | None:
        """Up to which amount the program bids at this ask; None where it does not bid."""
        if isinstance(ask, AskBid) and is_person(ask.seat):
            return 0 if ask.seat in self.out else self.amounts.get(ask.seat)
        return None

    def answer(self, state: State, ask: Ask, ceiling: int) -> Answer:
        """The bid, a step over the standing one, or a pass."""
        assert isinstance(ask, AskBid)
        rules = state.rules
        low = rules.opening_bid if ask.lot >= 0 else rules.building_opening_bid
        amount = ask.bid + 1 if ask.bid else low
        # Two ceilings would step up by ones: the lower one is reached at once.
        rival = self.amounts.get(ask.leader)
        if rival is not None and amount <= ceiling:
            amount = max(amount, min(ceiling, rival + 1))
            amount = min(amount, max(state.cash[ask.seat], ask.bid + 1))
        if amount <= ceiling and not bar(state, ask.seat, Bid(amount)):
            return Bid(amount)
        # The ceiling stays: a pass is asked again after every higher bid.
        return Pass()

    def forget(self) -> None:
        """The lot is sold, or was taken back."""
        self.amounts.clear()
        self.out.clear()

    # ------------------------------------------------------------ kept beside the record

    def rows(self) -> dict[str, list[list[int]]]:
        """Both, as JSON can hold them."""
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
        """Take up again what ``rows`` gave; what does not fit the table is left out."""
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
