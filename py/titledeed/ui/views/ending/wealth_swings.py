"""The turning points of a game: the turns in which the shares of all wealth changed most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

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


class Turning(NamedTuple):
    """A turning point. ``turn``: its index in ``session.wealth``; ``at``: the number of answers up to it.

    ``seat`` and ``change``: the seat whose worth changed most, and the amount."""

    turn: int
    at: int
    entry: Entry
    event: Event
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
        (first, before), (last, after) = wealth[turn - 1], wealth[turn]
        was, now = sum(before) or 1, sum(after) or 1
        shares = [b / now - a / was for a, b in zip(before, after, strict=True)]
        seat = max(range(len(shares)), key=lambda n: abs(shares[n]))
        cause = _what(session.entries, first, last)
        if cause is None or abs(shares[seat]) < _LEAST:
            continue
        count, event = cause
        weight = abs(shares[seat]) * (_ENDS if event.kind == "bankrupt" else 1)
        entry = session.entries[count - 1]
        change = after[seat] - before[seat]
        weighed.append((weight, Turning(turn, count, entry, event, seat, change)))
    weighed.sort(key=lambda point: -point[0])
    return sorted((point for _, point in weighed[:MOST]), key=lambda point: point.turn)


def _what(entries: list[Entry], first: int, last: int) -> tuple[int, Event] | None:
    """Return the cause among the answers from ``first`` to ``last``.

    It is a bankruptcy, or a deal, or else the greatest payment."""
    best: tuple[tuple[int, int], int, Event] | None = None
    for n in range(first, min(last, len(entries))):
        for event in entries[n].events:
            facts: Any = event.facts
            match event.kind:
                case "bankrupt":
                    rank = (2, 0)
                case "deal":
                    rank = (1, 0)
                case "pay" if facts["payer"] >= 0 or facts["payee"] >= 0:
                    rank = (0, facts["amount"])
                case _:
                    continue
            if best is None or rank > best[0]:
                best = rank, n + 1, event
    return (best[1], best[2]) if best else None


def wealth_swings_view(ctx: ViewContext, points: list[Turning]) -> list[TurningPoint]:
    """The view of turning points: the round, the event, and the seat whose worth it changed most."""
    narrator = ctx.narrator
    shown: list[TurningPoint] = []
    for n, point in enumerate(points, 1):
        text = narrator.event(point.event) if point.event.kind == "pay" else None
        if text is None:
            text = narrator.events(point.entry.events, point.entry.answer)[0]["text"]
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
