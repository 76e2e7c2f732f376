"""Finds the moments of a game that the page shows large.

These are the throws for the start, a complete group, a first house, a hotel, a high rent, a narrow
escape, a bankruptcy, and the end of an auction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ..engine.generic_event import Event
from ..engine.rules import debt
from ..engine.special_seats_and_ids import BANK
from .answer_entries_and_checkpoints import Entry
from .common_base_of_session_and_replay import SessionBase

# The most important kind comes first. If there are several moments, the page shows the first kind in
# this order.
KINDS: Final = ("bankrupt", "escape", "group", "hotel", "rent", "house", "order", "sold")
# Beats for which a moment is shown before the game goes on.
HOLD: Final = 7.0
HOLD_SOLD: Final = 3.5
_HURTS: Final = 3  # a rent above a third of the cash
_LEAST: Final = 100  # and at least this amount


@dataclass(frozen=True)
class BigMoment:
    """A moment that the page shows large.

    ``seat``: the player concerned; ``other``: the recipient of the payment, or the Bank; ``left``: the
    payer's cash afterwards. ``throws``: for "order", what each seat threw. ``space`` is -1 and
    ``amount`` 0 if there is none."""

    kind: str
    seat: int
    other: int = BANK
    space: int = -1
    amount: int = 0
    left: int = 0
    throws: tuple[tuple[int, ...], ...] = ()

    @property
    def rank(self) -> tuple[int, int]:
        """A sort key that puts the most important moment first."""
        return KINDS.index(self.kind), -self.amount

    @property
    def hold(self) -> float:
        """The beats for which it is shown before the game goes on."""
        return HOLD_SOLD if self.kind == "sold" else HOLD


def greatest_moment(session: SessionBase, entries: Sequence[Entry]) -> BigMoment | None:
    """Return the most important moment of these answers, which are the last ones of the session."""
    return min(moments(session, entries), key=lambda moment: moment.rank, default=None)


def moments(session: SessionBase, entries: Sequence[Entry]) -> Iterator[BigMoment]:
    """Yield all moments of these answers, which are the last ones of the session."""
    for entry in entries:
        for event in entry.events:
            facts: Any = event.facts
            match event.kind:
                case "start":
                    throws = _throws(session, entries)
                    if any(throws):
                        yield BigMoment("order", facts["seat"], throws=throws)
                case "bankrupt":
                    yield BigMoment("bankrupt", facts["seat"], facts["creditor"])
                case "deed":
                    yield from _group(session, facts["space"], facts["to"])
                case "build":
                    yield from _built(session, event)
                case "pay":
                    yield from _paid(session, entry, facts)


def _throws(session: SessionBase, entries: Sequence[Entry]) -> tuple[tuple[int, ...], ...]:
    """Return the totals that each seat threw for the start; after a tie there are several."""
    by_seat: list[list[int]] = [[] for _ in range(session.state.seats)]
    for entry in entries:
        for event in entry.events:
            facts: Any = event.facts
            if event.kind == "throw" and facts["purpose"] == "order":
                by_seat[facts["seat"]].append(facts["a"] + facts["b"])
    return tuple(map(tuple, by_seat))


def _group(session: SessionBase, space: int, to: int) -> Iterator[BigMoment]:
    state = session.state
    members = state.rules.members[space]
    if to < 0 or state.rules.kind[space] != "street":
        return
    if all(state.owner[member] == to for member in members):
        yield BigMoment("group", to, space=space)


def _built(session: SessionBase, event: Event) -> Iterator[BigMoment]:
    facts: Any = event.facts
    seat, space = facts["seat"], facts["space"]
    rent = session.state.rules.rents[space][facts["after"]]
    if facts["hotel"]:
        yield BigMoment("hotel", seat, space=space, amount=rent)
    elif facts["before"] == 0 and _first(session, event, seat):
        yield BigMoment("house", seat, space=space, amount=rent)


def _first(session: SessionBase, event: Event, seat: int) -> bool:
    """Whether this is the seat's first building; always false in a game that starts from a position."""
    for entry in session.entries:
        for earlier in entry.events:
            if earlier is event:
                return not session.game.record.position
            if earlier.kind == "build" and earlier.facts["seat"] == seat:
                return False
    return False


def _paid(session: SessionBase, entry: Entry, facts: Any) -> Iterator[BigMoment]:
    """Yield the moments of a payment that a person at this device makes or receives."""
    payer, payee, amount, left = (
        facts["payer"],
        facts["payee"],
        facts["amount"],
        facts["payer_after"],
    )
    if payer < 0:
        return
    here = session.is_person(payer) or session.is_person(payee)
    if facts["what"] == "bid":
        yield BigMoment("sold", payer, payee, facts["space"], amount, left)
    elif entry.answer.kind == "pay" and here and _escaped(session, entry, payer, amount, left):
        yield BigMoment("escape", payer, payee, facts["space"], amount, left)
    elif facts["what"] == "rent" and here and is_high_rent(amount, left):
        yield BigMoment("rent", payer, payee, facts["space"], amount, left)


def _escaped(session: SessionBase, entry: Entry, seat: int, amount: int, left: int) -> bool:
    """Whether a seat has just settled a debt that it could not have paid twice."""
    last = left + debt.obtainable(session.state, seat)
    return amount >= _LEAST and last < amount and _owed(session, entry, seat)


def _owed(session: SessionBase, entry: Entry, seat: int) -> bool:
    """Whether this answer settles a debt that was more than the seat had."""
    for earlier in reversed(session.entries):
        if earlier.turns != entry.turns:
            return False
        if any(event.kind == "debt" and event.facts["seat"] == seat for event in earlier.events):
            return True
    return False


def is_high_rent(amount: int, left: int) -> bool:
    """Whether a rent is high for its payer, who has ``left`` after it."""
    return amount >= max(_LEAST, (amount + left) // _HURTS)
