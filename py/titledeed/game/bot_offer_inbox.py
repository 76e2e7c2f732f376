"""Offers of bots to people that have not been opened yet. They wait outside the game: an offer enters the
record only when the person opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ..bots.protocol import COUNTER, Choice
from ..engine.answers import (
    Offer,
    Reject,
)
from ..engine.asks import (
    QUIET,
)
from ..engine.errors import MalformedAnswer, RefusedAnswer
from ..engine.notation import Notation
from ..engine.reducer import violations
from ..engine.state import (
    State,
)
from .answer_entries_and_checkpoints import Entry, read_giver

HELD_TURNS: Final = 8  # turns after which an unopened offer is withdrawn
PEACE_ROUNDS: Final = 6  # rounds in which an offer like a refused one is not made again
BETTER: Final = 50  # cash by which a new offer must be better than the old one
# Refusals in these rounds after which no offer for the same deeds is shown, however good.
TIRED: Final = 2

IsPerson = Callable[[int], bool]


@dataclass(frozen=True)
class PendingOffer:
    """A bot's offer to a person that has not been opened: not yet part of the game."""

    id: int
    by: int
    to: int
    offer: Offer
    reason: str
    facts: Mapping[str, int]
    turns: int


class PendingOffers:
    """A bot's offers to people, outside the game.

    ``waiting``: offers that wait; ``unopened``: offers that were dismissed or withdrawn."""

    def __init__(self) -> None:
        self.waiting: list[PendingOffer] = []
        self.unopened: list[PendingOffer] = []
        self._next_id = 1

    def hold(self, by: int, choice: Choice, state: State, log: Sequence[Entry]) -> None:
        """Hold a bot's offer for its person, unless the person has lately refused one like it, or two for
        the same deeds. The bot plays on as if the offer waited.

        A bot has only one offer to a person at a time. The first one stays, so that the person can open
        it. It is replaced by a counter-offer, or by an offer for the same deeds that is better for the
        person. It is also replaced if it can no longer be made."""
        offer = choice.answer
        assert isinstance(offer, Offer)
        if any(h.by == by and h.offer == offer for h in self.waiting):
            return
        if self.pesters(by, offer, state, log):
            return
        if choice.why != COUNTER and self.tires(by, offer, state, log):
            return
        waiting = [h for h in self.waiting if (h.by, h.to) == (by, offer.to)]
        if choice.why != COUNTER and any(
            not violations(state, by, h.offer) and not _bettered(h.offer, offer) for h in waiting
        ):
            return
        self.waiting = [h for h in self.waiting if h not in waiting]
        self.waiting.append(
            PendingOffer(self._id(), by, offer.to, offer, choice.why, choice.facts, state.turns)
        )

    def _id(self) -> int:
        self._next_id += 1
        return self._next_id - 1

    def pesters(self, by: int, offer: Offer, state: State, log: Sequence[Entry]) -> bool:
        """Whether the person has lately refused, dismissed or ignored an offer like this one."""
        return any(_alike(offer, old) for old in self._lately(by, offer.to, state, log))

    def tires(self, by: int, offer: Offer, state: State, log: Sequence[Entry]) -> bool:
        """Whether the person has lately said no to two offers for some of the same deeds."""
        lately = self._lately(by, offer.to, state, log)
        return sum(_same_deeds(offer, old) for old in lately) >= TIRED

    def _lately(self, by: int, to: int, state: State, log: Sequence[Entry]) -> list[Offer]:
        """The offers of a bot that a person has lately refused, dismissed or ignored."""
        since = _peace_since(state)
        dismissed = [
            h.offer for h in self.unopened if (h.by, h.to) == (by, to) and h.turns >= since
        ]
        return [*dismissed, *_refused(log, by, to, since)]

    def take(self, id: int, state: State) -> PendingOffer:
        """Remove and return an offer that its person opens.

        Raises :class:`MalformedAnswer` if the offer is gone. Raises :class:`RefusedAnswer` if it can no
        longer be made (it is then withdrawn) or if the table is not quiet (it stays).
        """
        pending = next((h for h in self.waiting if h.id == id), None)
        if pending is None:
            raise MalformedAnswer("This offer has been withdrawn.")
        clauses = violations(state, pending.by, pending.offer)
        if not clauses or isinstance(state.ask, QUIET):
            self.waiting.remove(pending)
        if clauses:
            raise RefusedAnswer(clauses, pending.offer)
        return pending

    def drop(self, id: int, state: State) -> None:
        """Dismiss an offer; the bot does not repeat one like it for some rounds."""
        self.unopened += [replace(h, turns=state.turns) for h in self.waiting if h.id == id]
        self.waiting = [h for h in self.waiting if h.id != id]

    def withdraw(self, state: State, is_person: IsPerson) -> None:
        """Withdraw the offers that are too old or can no longer be made."""
        if not self.waiting:
            return
        old = [h for h in self.waiting if state.turns - h.turns > HELD_TURNS]
        self.unopened += [replace(h, turns=state.turns) for h in old]
        quiet = isinstance(state.ask, QUIET)
        self.waiting = [
            h
            for h in self.waiting
            if h not in old
            and state.playing[h.by]
            and state.playing[h.to]
            and is_person(h.to)
            and not (quiet and violations(state, h.by, h.offer))
        ]

    def to_people(self, is_person: IsPerson) -> None:
        """Discard all offers except those from a bot to a person."""
        self.waiting = [h for h in self.waiting if is_person(h.to) and not is_person(h.by)]

    # ------------------------------------------------------------ kept beside the record

    def rows(self, notation: Notation, state: State) -> dict[str, list[list[Any]]]:
        """Return both lists as JSON values."""

        def row(pending: PendingOffer) -> list[Any]:
            line = notation.line(pending.by, pending.offer, state)
            # A bot's reason stays secret until the offer is answered. The reason of a counter-offer
            # does not.
            reason, facts = (
                (pending.reason, dict(pending.facts)) if pending.reason == COUNTER else ("", {})
            )
            return [line, reason, facts, pending.turns]

        since = _peace_since(state)
        self.unopened = [pending for pending in self.unopened if pending.turns >= since]
        return {
            "held": [row(pending) for pending in self.waiting],
            "unopened": [row(pending) for pending in self.unopened],
        }

    def recall(
        self,
        waiting: Iterable[list[Any]],
        unopened: Iterable[list[Any]],
        notation: Notation,
        state: State,
        is_person: IsPerson,
    ) -> None:
        """Restore what ``rows`` returned; ignore rows that do not fit the game."""

        quiet = isinstance(state.ask, QUIET)

        def offers(rows: Iterable[list[Any]]) -> Iterator[PendingOffer]:
            for row in rows:
                offer = self._read(row, notation, state, is_person)
                if offer is not None:
                    yield offer

        # An unopened offer counts even if it can no longer be made.
        self.waiting = [
            pending
            for pending in offers(waiting)
            if not (quiet and violations(state, pending.by, pending.offer))
        ]
        self.unopened = list(offers(unopened))

    def _read(
        self, row: list[Any], notation: Notation, state: State, is_person: IsPerson
    ) -> PendingOffer | None:
        match row:
            case [str(line), str(reason), dict(facts), int(turns)] if 0 <= turns <= state.turns:
                _by, reason, facts_ = read_giver(["bot", reason, facts], "bot")
                try:
                    parsed = notation.parse(line, state)
                except (MalformedAnswer, RefusedAnswer):
                    return None
                if parsed is None:
                    return None
                by, offer = parsed
                if not isinstance(offer, Offer):
                    return None
                if by < 0 or is_person(by) or not is_person(offer.to):
                    return None
                if not (state.playing[by] and state.playing[offer.to]):
                    return None
                return PendingOffer(self._id(), by, offer.to, offer, reason, facts_, turns)
        return None


def _peace_since(state: State) -> int:
    """Return the earliest turn whose refusals still count."""
    return state.turns - PEACE_ROUNDS * state.seats


def was_refused(by: int, offer: Offer, state: State, log: Sequence[Entry]) -> bool:
    """Whether the log has a refusal of an offer like this one that still counts."""
    refused = _refused(log, by, offer.to, _peace_since(state))
    return any(_alike(offer, old) for old in refused)


def _refused(log: Sequence[Entry], by: int, to: int, since: int) -> Iterator[Offer]:
    """Yield the offers of a bot that a person has refused since a turn.

    They are read from the log, so that they are also right after loading or an undo."""
    refused = False
    for entry in reversed(log):
        if entry.turns < since:
            return
        answer = entry.answer
        if isinstance(answer, Reject) and entry.seat == to:
            refused = True
        elif isinstance(answer, Offer):
            if refused and entry.seat == by and answer.to == to:
                yield answer
            refused = False


def _alike(new: Offer, old: Offer) -> bool:
    """Whether two offers exchange the same deeds and cards, and the new one gives less than ``BETTER``
    more."""
    return _exchanged(new) == _exchanged(old) and _paid(new) - _paid(old) < BETTER


def _same_deeds(new: Offer, old: Offer) -> bool:
    """Whether two offers ask for some of the same deeds, or if they ask for none, offer some of the same."""
    wanted, before = set(new.get.deeds), set(old.get.deeds)
    if wanted or before:
        return bool(wanted & before)
    return bool(set(new.give.deeds) & set(old.give.deeds))


def _bettered(old: Offer, new: Offer) -> bool:
    """Whether the new offer exchanges the same deeds and cards as the old one, and pays more for them."""
    return _exchanged(new) == _exchanged(old) and _paid(new) > _paid(old)


def _exchanged(offer: Offer) -> tuple[object, ...]:
    sides = (offer.give, offer.get)
    return (offer.to, *((set(side.deeds), set(side.cards)) for side in sides))


def _paid(offer: Offer) -> int:
    return offer.give.cash - offer.get.cash
