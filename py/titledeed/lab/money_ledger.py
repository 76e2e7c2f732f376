"""A double-entry ledger of one game: the flow of money by round, account and cause.

Every payment is entered twice, with its payer and with its payee. So each cause of each round sums to
zero over the accounts. For each account and round, the cash before plus all causes equals the cash
after. :meth:`MoneyLedger.faults` checks both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ..engine.generic_event import Event
from ..engine.record import Game, Record
from ..engine.special_seats_and_ids import BANK, POT
from ..engine.state import (
    State,
)

# The causes in the order of display, each with the engine's payments (the fact ``what``) it includes.
CAUSES: Final[Mapping[str, tuple[str, ...]]] = {
    "start": (),  # the Bank's payments before the first answer
    "salary": ("salary",),
    "rent": ("rent",),
    "deals": ("deal",),
    "cards": ("card", "repairs"),
    "taxes": ("tax", "fine"),
    "parking": ("parking",),
    "deeds": ("price", "bid"),
    "buildings": (
        *("house", "hotel", "bid-house", "bid-hotel"),
        *("sell-house", "sell-hotel", "sell-down", "estate-buildings"),
    ),
    "mortgages": ("mortgage", "redeem", "interest"),
    "estates": ("estate",),
}
_CAUSE: Final = {reason: cause for cause, whats in CAUSES.items() for reason in whats}


class MoneyLedger:
    """The ledger of a game. Accounts are the seats, then the pot, then the Bank.

    ``flow[round][account][cause]``: money received less money paid, in whole units.
    ``cash[round][account]``: the cash at the end of a round.
    Round 0 is the state before the first answer. Starting throws and the deeds dealt in a Short Game
    belong to round 1.
    """

    def __init__(self, state: State) -> None:
        self.accounts = state.seats + 2
        self.flow: dict[int, dict[int, dict[str, int]]] = {}
        self.cash: dict[int, list[int]] = {}
        opening = self._row(0)
        for account in range(self.accounts):
            amount = self._held(state, account)
            if amount:
                opening[account]["start"] += amount
        self.cash[0] = self._all(state)

    def _row(self, round: int) -> dict[int, dict[str, int]]:
        return self.flow.setdefault(
            round, {account: defaultdict(int) for account in range(self.accounts)}
        )

    def _place(self, account: int) -> int:
        return {POT: self.accounts - 2, BANK: self.accounts - 1}.get(account, account)

    def _held(self, state: State, place: int) -> int:
        special = {self.accounts - 2: POT, self.accounts - 1: BANK}
        return state.cash[special.get(place, place)]

    def _all(self, state: State) -> list[int]:
        return [self._held(state, place) for place in range(self.accounts)]

    def book(self, round: int, events: Iterable[Event], after: State) -> None:
        """Enter the payments among the events of one answer that was given in this round. ``after``: the
        State after the answer."""
        row = self._row(round)
        for event in events:
            if event.kind == "pay":
                facts = event.facts
                cause = _CAUSE[str(facts["what"])]
                row[self._place(int(str(facts["payer"])))][cause] -= int(str(facts["amount"]))
                row[self._place(int(str(facts["payee"])))][cause] += int(str(facts["amount"]))
        self.cash[round] = self._all(after)

    @property
    def rounds(self) -> list[int]:
        """The rounds played, from 0."""
        return sorted(self.flow)

    def before(self, round: int) -> list[int]:
        """The cash of each account when the round began."""
        earlier = [r for r in self.cash if r < round]
        return self.cash[max(earlier)] if earlier else [0] * self.accounts

    def total(self, account: int) -> dict[str, int]:
        """The flow of an account over the whole game, by cause."""
        sums = dict.fromkeys(CAUSES, 0)
        for row in self.flow.values():
            for cause, amount in row[account].items():
                sums[cause] += amount
        return sums

    def faults(self) -> list[str]:
        """The places where the sums do not balance; an empty list unless the program has a bug."""
        sentences = []
        for round in self.rounds:
            row, before, after = self.flow[round], self.before(round), self.cash[round]
            sentences += [
                f"round {round}, account {account}"
                for account in range(self.accounts)
                if before[account] + sum(row[account].values()) != after[account]
            ]
            sentences += [
                f"round {round}, {cause}"
                for cause in CAUSES
                if sum(row[account].get(cause, 0) for account in row)
            ]
        return sentences


def ledger_of(record: Record) -> MoneyLedger:
    """The ledger of a played game. Raises the errors of :class:`Game` if a line cannot be played."""
    game = Game(record)
    ledger = MoneyLedger(game.state)
    for step in record.steps:
        for line in step.lines:
            round = max(game.state.round, 1)
            ledger.book(round, game.line(line), game.state)
    return ledger


def cash_flow_csv(ledger: MoneyLedger, names: Sequence[str]) -> Iterator[str]:
    """The ledger as lines of CSV with a heading; docs/LAB.md defines the columns."""
    yield ",".join(("round", "account", "before", *CAUSES, "after", "check"))
    accounts = [f"seat_{seat + 1}" for seat in range(len(names))] + ["pot", "bank"]
    for round in ledger.rounds:
        before = ledger.before(round)
        for account, name in enumerate(accounts):
            flows = [ledger.flow[round][account].get(cause, 0) for cause in CAUSES]
            after = ledger.cash[round][account]
            check = before[account] + sum(flows) - after
            yield ",".join(map(str, (round, name, before[account], *flows, after, check)))


def to_dict(ledger: MoneyLedger) -> dict[str, Any]:
    """Plain data: for each cause the flow of each account over the whole game."""
    totals = [ledger.total(account) for account in range(ledger.accounts)]
    return {cause: [total[cause] for total in totals] for cause in CAUSES}
