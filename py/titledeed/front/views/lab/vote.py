"""Pause and vote: the table's question in large type, and the votes of a class for each answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from ....bots import BOTS
from ....bots.protocol import View
from ....engine.words import Offer
from ....fingerprints import digest
from ....language import labels
from ....language.pieces import plain
from ...desk import Desk
from .. import asks
from ..bits import Data, Sight
from .entries import Entries

MOST_HANDS: Final = 999
_MOST: Final = 9  # answers that are voted on: as many as there are keys
_MANAGED: Final = ("build", "redeem", "mortgage", "sell", "sell-down")  # what is done with deeds


Moment = tuple[str, int, str]


@dataclass
class Vote:
    """``moment``: that of the question for which the votes were counted; ``hands``: the votes
    by answer; ``at``: the answer that the keys have reached; ``deal``: an offer that a good player would make
    at that moment, None until it is worked out."""

    moment: Moment = ("", -1, "")
    hands: dict[str, int] = field(default_factory=dict)
    at: int = -1
    deal: list[Data] | None = None
    entries: Entries = field(default_factory=Entries)  # numbers of hands that cannot be used


def moment(desk: Desk) -> Moment:
    """What names the question: the game, the number of its answers, and its state. After an answer was taken
    back and another one given, the number alone would be that of an earlier question."""
    if desk.session is None:
        return desk.game_id, -1, ""
    return desk.game_id, len(desk.session.entries), digest(desk.session.state)


def waiting(desk: Desk) -> int | None:
    """The seat of the person who has to answer. None if nobody has to, or only on another device."""
    session = desk.session
    if session is None or desk.replaying is not None or desk.busy:
        return None
    who = session.waiting()
    return who.seat if who.who in ("person", "claim") else None


def answers(vote: Vote, desk: Desk) -> list[Data]:
    """The answers to vote on: each button of the question; at a quiet table also waiting offers and rents,
    buildings, mortgages and a deal, and the dialogs for everything else. ``do`` names the dialog to open,
    "" for an answer."""
    seat = waiting(desk)
    if seat is None:
        return []
    sight = Sight(desk)
    by_answer: dict[str, Data] = {}
    _collect(asks.ask(sight), by_answer)
    asked = list(by_answer.values())[:_MOST]
    ways = _ways(sight, seat)
    room = _MOST - len(asked) - len(ways)
    if not sight.session.quiet or room < 0:
        return [*asked, *ways][:_MOST]
    standing = [
        answer for answer in _standing(vote, sight, seat) if answer["answer"] not in by_answer
    ]
    return [*asked, *standing[:room], *ways]


def _standing(vote: Vote, sight: Sight, seat: int) -> list[Data]:
    """The answers possible at a quiet table, the most urgent first, with one street of each group."""
    options, rules = sight.options(seat), sight.rules
    parts = sight.teller.parts

    def some(kind: str, most: int) -> list[Data]:
        answers: Any = options.of(kind)
        if kind == "mortgage":
            answers = sorted(answers, key=lambda answer: -rules.mortgage_value[answer.space])
        if kind in ("build", "sell"):
            answers = {rules.members[answer.space]: answer for answer in reversed(answers)}.values()
        return [_answer(sight, answer) for answer in list(answers)[:most]]

    held = [] if sight.desk.table is not None else sight.session.held
    offers = [
        {
            "answer": f"offer {offer.id}",
            "label": parts._("Look at the offer of {seat}", seat=parts.named(offer.by)),
            "do": "offer",
            "arg": offer.id,
        }
        for offer in held
        if offer.to == seat
    ]
    if vote.deal is None:
        vote.deal = _deal(sight, seat)
    return [
        *offers[:2],
        *some("ask-rent", 2),
        *some("build", 3),
        *vote.deal,
        *some("redeem", 1),
        *some("mortgage", 2),
        *some("sell", 1),
    ]


def _answer(sight: Sight, answer: Any) -> Data:
    return {
        "answer": sight.notation.text(answer, sight.state),
        "label": labels.label(sight.teller.parts, answer, sight.state),
        "do": "",
        "arg": 0,
    }


def _deal(sight: Sight, seat: int) -> list[Data]:
    """The offer that ``steady`` would make for this seat, or nothing if it would not make one."""
    choice: Any = BOTS["steady"]().choose(View(sight.state, seat), sight.options(seat))
    if choice is None or not isinstance(choice.answer, Offer):
        return []
    label = plain(sight.teller.offer(seat, choice.answer))
    return [_answer(sight, choice.answer) | {"label": label}]


def _ways(sight: Sight, seat: int) -> list[Data]:
    """The dialogs for answers that are not listed: any other deal, and everything about deeds."""
    options, _ = sight.options(seat), sight._
    ways = []
    if sight.session.quiet and options.of("offer"):
        ways.append({"answer": "trade", "label": _("Put a deal together"), "do": "trade", "arg": 0})
    if any(options.of(kind) for kind in _MANAGED):
        label = _("Something else with {deeds}") if sight.session.quiet else _("Raise cash first")
        ways.append({"answer": "deeds", "label": label, "do": "deeds", "arg": 0})
    return ways


def _collect(view: Any, by_answer: dict[str, Data]) -> None:
    """Add every button for an answer in a view to ``by_answer``."""
    if isinstance(view, dict):
        answer, label = view.get("answer"), view.get("label")
        if isinstance(answer, str) and answer and label and not view.get("barred"):
            by_answer.setdefault(answer, {"answer": answer, "label": label, "do": "", "arg": 0})
        else:
            for inner in view.values():
                _collect(inner, by_answer)
    elif isinstance(view, list):
        for inner in view:
            _collect(inner, by_answer)


def view(vote: Vote, desk: Desk) -> Data:
    """The view of the screen."""
    _ = desk.catalogue
    options = answers(vote, desk)
    if not options:
        return {"vote": None, "missing": desk.session is None or desk.replaying is not None}
    sight = Sight(desk)
    seat = waiting(desk)
    assert seat is not None
    asked = asks.ask(sight)
    hands = [vote.hands.get(option["answer"], 0) for option in options]
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
                    "key": n + 1,
                    "here": n == vote.at,
                    "label": option["label"],
                    "hands": count,
                    "field": vote.entries.shown(f"hands-{n}", count),
                    "part": round(100 * count / total) if total else 0,
                    "leads": leads and count == most,
                }
                for n, (option, count) in enumerate(zip(options, hands, strict=True))
            ],
        },
    }
