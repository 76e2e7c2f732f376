"""Pause and vote: what is asked at the table, large, and the hands of a class for each answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ...desk import Desk
from .. import asks
from ..bits import Data, Sight

MOST_HANDS: Final = 999
_MOST: Final = 9  # answers that are voted on


@dataclass
class Vote:
    """``moment``: the game and how many answers it had when hands were counted."""

    moment: tuple[str, int] = ("", -1)
    hands: dict[str, int] = field(default_factory=dict)


def moment(desk: Desk) -> tuple[str, int]:
    """Which question of which game this is."""
    return desk.game_id, len(desk.session.entries) if desk.session else -1


def waiting(desk: Desk) -> int | None:
    """The seat of the person who is asked at the table; None where nobody is, or not on this device."""
    session = desk.session
    if session is None or desk.replaying is not None or desk.busy:
        return None
    who = session.waiting()
    return who.seat if who.who in ("person", "claim") else None


def answers(desk: Desk) -> list[Data]:
    """What can be voted on: all that the table offers as a button of its own."""
    if waiting(desk) is None:
        return []
    by_answer: dict[str, Data] = {}
    _collect(asks.ask(Sight(desk)), by_answer)
    return list(by_answer.values())[:_MOST]


def _collect(view: Any, by_answer: dict[str, Data]) -> None:
    if isinstance(view, dict):
        answer, label = view.get("answer"), view.get("label")
        if isinstance(answer, str) and answer and label and not view.get("barred"):
            by_answer.setdefault(answer, {"answer": answer, "label": label})
        else:
            for inner in view.values():
                _collect(inner, by_answer)
    elif isinstance(view, list):
        for inner in view:
            _collect(inner, by_answer)


def view(it: Vote, desk: Desk) -> Data:
    """Everything that the screen shows."""
    _ = desk.catalogue
    options = answers(desk)
    if not options:
        return {"vote": None, "missing": desk.session is None or desk.replaying is not None}
    sight = Sight(desk)
    seat = waiting(desk)
    assert seat is not None
    asked = asks.ask(sight)
    hands = [it.hands.get(one["answer"], 0) for one in options]
    total, most = sum(hands), max(hands)
    leads = hands.count(most) == 1 and most > 0
    return {
        "missing": False,
        "vote": {
            "seat": sight.seat(seat),
            "title": asked["title"],
            "text": asked["text"],
            "cash": asked["cash"],
            "total": total,
            "says": _("A tie: somebody has to have the last word.")
            if total and not leads
            else _.count("{n} hand", "{n} hands", total)
            if total
            else _("Count hands for each answer, then make the choice."),
            "rows": [
                {
                    "n": n,
                    "label": one["label"],
                    "hands": count,
                    "part": round(100 * count / total) if total else 0,
                    "leads": leads and count == most,
                }
                for n, (one, count) in enumerate(zip(options, hands, strict=True))
            ],
        },
    }
