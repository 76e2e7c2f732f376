"""A bot's memory is the record's, and that of the offers that wait: after a reload or an undo it gives the
answer that it would have given."""

from __future__ import annotations

import json
from typing import Any

import pytest

from titledeed.bots import BOTS
from titledeed.engine.record import Record, Seat
from titledeed.engine.words import Over
from titledeed.session import Session

ANSWERS = 170


def reloaded(session: Session) -> Session:
    """The same game, read from what is saved of it."""
    whole: dict[str, Any] = json.loads(
        json.dumps({"record": session.save("2026-11-23T00:00:00Z"), "aside": session.aside()})
    )
    again = Session.load(whole["record"])
    again.recall(whole["aside"])
    return again


def next_answer(session: Session) -> tuple[str, list[Any]]:
    """What the bots answer next, and the offers that then wait for people."""
    entry = session.step()
    return entry.line if entry else "", [(held.by, held.offer) for held in session.held]


def compared(name: str, seed: int) -> tuple[int, int]:
    """Plays a game of two such bots, a person and a dealer. How often a reloaded table was compared with
    it, and how often offers waited then."""
    seats = [Seat("A", ""), Seat("B", name), Seat("C", name), Seat("D", "dealer")]
    session = Session.start(Record("modern", seats, seed=seed))
    asked, questions, tried, waited = None, 0, 0, 0
    while len(session.entries) < ANSWERS and not isinstance(session.ask, Over):
        waiting = session.waiting()
        if waiting.who != "person" or (session.quiet and asked is not session.state):
            asked = session.state
            questions += 1
            twin = None
            if waiting.who in ("bot", "person") and questions % 3 == 0:
                twin = reloaded(session)
                tried += 1
                waited += bool(session.held)
            if questions % 31 == 0 and session.can_undo():
                back = reloaded(session)
                back.undo()
                assert next_answer(reloaded(back)) == next_answer(back)
            here = next_answer(session)
            if twin is not None:
                assert next_answer(twin) == here
        elif session.held and session.quiet and questions % 3:
            if questions % 3 == 1:
                session.open_offer(session.held[0].id)
            else:
                session.drop_offer(session.held[0].id)
        elif waiting.who == "person":
            choice = session.players.plain(session.state, waiting.seat)
            session.give(waiting.seat, choice.answer)
    assert any(" offer " in entry.line for entry in session.entries)
    return tried, waited


@pytest.mark.parametrize("name", [name for name in BOTS if name != "steady-1"])
def test_after_a_reload_or_an_undo_every_bot_answers_as_it_would_have(name: str) -> None:
    tried, waited = compared(name, 2)
    assert tried > 20
    assert waited > 0


@pytest.mark.parametrize("seed", [1, 3, 5])
def test_so_does_the_shark_in_other_games(seed: int) -> None:
    assert compared("shark", seed)[0] > 20
