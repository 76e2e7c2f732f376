"""Tables without a page, for tests of sessions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import invariants
from titledeed.bots.protocol import Choice
from titledeed.bots.simple import Simple
from titledeed.engine.door import Options
from titledeed.engine.record import Record, Seat
from titledeed.engine.words import Bundle, Offer
from titledeed.session import Session


def table(*, bots: str = "", position: dict[str, Any] | None = None, **more: Any) -> Session:
    """Ada is a person; Ben and Cleo are people too unless ``bots`` names what they are."""
    seats = [Seat("Ada"), Seat("Ben", bots), Seat("Cleo", bots)]
    book = more.pop("book", "modern")
    return Session.start(Record(book, seats, position=position or {"turn": "Ada"}, **more))


def run(session: Session, until: Callable[[Session], bool], most: int = 5000) -> None:
    """Let everybody play, people as ``simple`` would, until a condition holds."""
    for _ in range(most):
        if until(session):
            return
        if session.step() is None:
            waiting = session.waiting()
            if waiting.who == "claim":
                assert waiting.claim is not None
                session.let_go(waiting.claim)
                continue
            assert waiting.who == "person"
            choice = session.players.plain(session.state, waiting.seat)
            session.give(waiting.seat, choice.answer)
        invariants.check(session.state)
    raise AssertionError("it never came to that")


class Pedlar:
    """Offers its first deed for a dollar at every quiet moment; else plays on."""

    def choose(self, view: Any, options: Options) -> Choice | None:
        deeds = view.deeds(view.seat)
        if deeds and options.of("offer"):
            offer = Offer(0, Bundle((deeds[0],)), Bundle(cash=1))
            return Choice(offer, "I want {amount}.", {"amount": 1})
        return Simple().choose(view, options)


def pedlars_table(**more: Any) -> Session:
    s = table(
        bots="simple",
        position={"turn": "Ada", "seat": {"Ben": {"deeds": ["reading-railroad"]}}},
        **more,
    )
    s.players.set(1, Pedlar())
    run(s, lambda s: s.waiting().who == "person")
    return s


def reloaded(s: Session) -> Session:
    """The game as it is after the page was left and opened again."""
    again = Session.load(s.save(""))
    again.recall(json.loads(json.dumps(s.aside())))
    return again


def auction_table() -> Session:
    s = table(position={"turn": "Ada", "seat": {"Ada": {"at": "go"}}})
    run(s, lambda s: s.waiting().who == "person")
    s.say(0, "roll")
    s.give(-3, s.game.notation.answer(["dice", "1", "2"], s.state), "chance")
    s.say(0, "decline")
    return s
