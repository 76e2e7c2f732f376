"""Tables without a page, for tests of sessions."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import invariants
from titledeed.bots.protocol import Choice
from titledeed.bots.simple_bot_without_trades import Simple
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session


def table(*, bots: str = "", position: dict[str, Any] | None = None, **more: Any) -> Session:
    """Return a session: Ada is a person, as are Ben and Cleo unless ``bots`` names bots for them."""
    seats = [Seat("Ada"), Seat("Ben", bots), Seat("Cleo", bots)]
    book = more.pop("book", "modern")
    return Session.start(Record(book, seats, position=position or {"turn": "Ada"}, **more))


def run(session: Session, until: Callable[[Session], bool], most: int = 5000) -> None:
    """Play all seats, people like the bot ``simple``, until a condition holds."""
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
    """A bot that offers its first deed for a dollar whenever it can, and else plays like ``simple``."""

    def choose(self, view: Any, options: Options) -> Choice | None:
        deeds = view.deeds(view.seat)
        if deeds and options.of("offer"):
            offer = Offer(0, Bundle((deeds[0],)), Bundle(cash=1))
            return Choice(offer, "I want {amount}.", {"amount": 1})
        return Simple().choose(view, options)


def pedlars_table(**more: Any) -> Session:
    session = table(
        bots="simple",
        position={"turn": "Ada", "seat": {"Ben": {"deeds": ["reading-railroad"]}}},
        **more,
    )
    session.players.set(1, Pedlar())
    run(session, lambda session: session.waiting().who == "person")
    return session


def reloaded(session: Session) -> Session:
    """The game as it is after the page was left and opened again."""
    again = Session.load(session.save(""))
    again.recall(json.loads(json.dumps(session.aside())))
    return again


def auction_table() -> Session:
    session = table(position={"turn": "Ada", "seat": {"Ada": {"at": "go"}}})
    run(session, lambda session: session.waiting().who == "person")
    session.say(0, "roll")
    session.give(-3, session.game.notation.answer(["dice", "1", "2"], session.state), "chance")
    session.say(0, "decline")
    return session
