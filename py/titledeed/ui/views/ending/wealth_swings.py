"""The turning points of a game: the events that changed a seat's worth most, compared with all wealth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ....engine.board_and_rules_types import Rules
from ....engine.generic_event import Event
from ....game.answer_entries_and_checkpoints import Entry
from ..view_context_and_shared_parts import ViewContext

if TYPE_CHECKING:
    from ..types import (
        TurningPoint,
    )

MOST: Final = 3
_ENDS: Final = 0.3  # weight of a bankruptcy: it ends something rather than turning it
_LEAST: Final = 0.01  # share of all wealth: a smaller change is no turning point
# Payments that turn nothing: everybody gets the salary, and what is bought is worth its price. A building
# from an auction is placed only with the next answer, so its payment alone would look like a loss.
_ROUTINE: Final = ("salary", "price", "bid-house", "bid-hotel")
_PROPERTY: Final = ("deed", "build", "unbuild", "mortgage", "redeem")


class Turning(NamedTuple):
    """A turning point. ``turn``: its index in ``session.wealth``; ``at``: the number of answers up to it.

    ``events``: those of the answer ``entry`` that one sentence tells. ``seat`` and ``change``: the seat
    whose worth they changed most, and by how much."""

    turn: int
    at: int
    entry: Entry
    events: Sequence[Event]
    seat: int
    change: int


def points(ctx: ViewContext) -> list[Turning]:
    """The greatest turning points in the order of the game; [] while worth is hidden."""
    session = ctx.session
    if ctx.worth_hidden:
        return []
    weighed: list[tuple[float, Turning]] = []
    wealth = session.wealth
    for turn in range(1, len(wealth)):
        (first, before), (last, _after) = wealth[turn - 1], wealth[turn]
        everything = sum(before) or 1
        for n, entry in enumerate(session.entries[first:last], first + 1):
            for events in happenings(entry.events):
                changes = worth_changes(ctx.rules, events, len(before))
                # If one seat gains what another loses, show the gain.
                seat = max(range(len(before)), key=lambda n: (abs(changes[n]), changes[n]))
                weight = abs(changes[seat]) / everything
                if changes[seat] and weight >= _LEAST:
                    weight *= _ENDS if events[0].kind == "bankrupt" else 1
                    weighed.append((weight, Turning(turn, n, entry, events, seat, changes[seat])))
    weighed.sort(key=lambda point: -point[0])
    return sorted((point for _, point in weighed[:MOST]), key=lambda point: point.at)


def happenings(events: Sequence[Event]) -> Iterator[Sequence[Event]]:
    """Split off what may be a turning point from the events of one answer.

    Each part is what one sentence tells: a bankruptcy with its estate, a deal with what changes hands, or
    a payment with what it is for."""
    n = 0
    while n < len(events):
        start, event = n, events[n]
        n += 1
        facts: Any = event.facts
        match event.kind:
            case "bankrupt":
                n = len(events)
            case "deal":
                while n < len(events) and _changes_hands(events[n]):
                    n += 1
            case "pay":
                while n < len(events) and events[n].kind in _PROPERTY:
                    n += 1
                if facts["what"] in _ROUTINE:
                    continue
            case _:
                continue
        yield events[start:n]


def _changes_hands(event: Event) -> bool:
    return event.kind in ("deed", "hand-card") or (
        event.kind == "pay" and event.facts["what"] == "deal"
    )


def worth_changes(rules: Rules, events: Sequence[Event], seats: int) -> list[int]:
    """Return by how much these events change the worth of each seat, counted as in the Short Game."""
    changes = [0] * seats

    def change(seat: int, amount: int) -> None:
        if seat >= 0:
            changes[seat] += amount

    for event in events:
        facts: Any = event.facts
        match event.kind:
            case "pay":
                change(facts["payer"], -facts["amount"])
                change(facts["payee"], facts["amount"])
            case "deed":
                price = rules.price[facts["space"]]
                value = price // 2 if facts["mortgaged"] else price
                change(facts["giver"], -value)
                change(facts["to"], value)
            case "mortgage" | "redeem" as kind:
                price = rules.price[facts["space"]]
                hidden = price - price // 2
                change(facts["seat"], -hidden if kind == "mortgage" else hidden)
            case "build" | "unbuild":
                levels = facts["after"] - facts["before"]
                change(facts["seat"], levels * rules.cost[facts["space"]])
    return changes


def wealth_swings_view(ctx: ViewContext, points: list[Turning]) -> list[TurningPoint]:
    """The view of turning points: the round, the event, and the seat whose worth it changed most."""
    narrator = ctx.narrator
    shown: list[TurningPoint] = []
    for n, point in enumerate(points, 1):
        text = narrator.events(point.events, point.entry.answer)[0]["text"]
        shown.append(
            {
                "n": n,
                "round": ctx._("Round {n}", n=narrator.parts.number(point.entry.round)),
                "text": text,
                "seat": {**ctx.seat(point.seat), "name": ctx.called(point.seat)},
                "change": narrator.parts.numbers.change(point.change),
                "up": point.change > 0,
                "count": point.at,
            }
        )
    return shown
