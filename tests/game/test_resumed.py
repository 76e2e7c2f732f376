"""A bot's memory comes only from the record and the waiting offers.

After a reload or an undo it gives the answer that it would have given."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from titledeed.bots import BOTS
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session

ANSWERS = 170


def reloaded(session: Session) -> Session:
    """Return the same game, read from its save."""
    whole: dict[str, Any] = json.loads(
        json.dumps({"record": session.save("2026-11-23T00:00:00Z"), "aside": session.aside()})
    )
    again = Session.load(whole["record"])
    again.recall(whole["aside"])
    return again


def next_answer(session: Session) -> tuple[str, list[Any]]:
    """Gives the bots' next answer; returns its line, and the offers that then wait for people."""
    entry = session.step()
    return entry.line if entry else "", [
        (pending.by, pending.offer) for pending in session.pending_offers
    ]


def give_plain(session: Session, seat: int) -> None:
    """Answer for a person like the bot ``simple``."""
    session.give(seat, session.players.plain(session.state, seat).answer)


def person_acts(session: Session, questions: int) -> None:
    """Let a person act once: open a waiting offer, dismiss one, or answer the question, in turn."""
    waiting = session.waiting()
    if session.pending_offers and session.quiet and questions % 3:
        if questions % 3 == 1:
            session.open_offer(session.pending_offers[0].id)
        else:
            session.drop_offer(session.pending_offers[0].id)
    elif waiting.who == "person":
        give_plain(session, waiting.seat)


def compared(name: str, seed: int) -> tuple[int, int]:
    """Play a game of two such bots, a person and a dealer.

    Return how often a reloaded table was compared with the game, and how often offers were waiting."""
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
                waited += bool(session.pending_offers)
            if questions % 31 == 0 and session.can_undo():
                live, back = copy.deepcopy(session), reloaded(session)
                live.undo()
                back.undo()
                after = next_answer(reloaded(live))
                assert next_answer(reloaded(back)) == after
                assert next_answer(live) == next_answer(back) == after
            here = next_answer(session)
            if twin is not None:
                assert next_answer(twin) == here
        else:
            person_acts(session, questions)
    assert any(" offer " in entry.line for entry in session.entries)
    return tried, waited


@pytest.mark.parametrize("name", [name for name in BOTS if name != "steady-1"])
def test_after_a_reload_or_an_undo_every_bot_gives_the_answer_it_would_have_given(
    name: str,
) -> None:
    tried, waited = compared(name, 3)
    assert tried > 20
    assert waited > 0


@pytest.mark.parametrize("seed", [1, pytest.param(5, marks=pytest.mark.long)])
def test_after_a_reload_or_an_undo_the_shark_gives_the_same_answers_in_other_games(
    seed: int,
) -> None:
    assert compared("shark", seed)[0] > 20


def next_answers(session: Session) -> list[tuple[str, list[Any]]]:
    """Return ten results of :func:`next_answer`, while people answer like the bot ``simple``."""
    answers = []
    for _ in range(10):
        answers.append(next_answer(session))
        waiting = session.waiting()
        if not answers[-1][0] and waiting.who == "person":
            give_plain(session, waiting.seat)
    return answers


@pytest.mark.parametrize(
    ("name", "seed", "seat", "to"),
    [
        pytest.param("steady", 2, 0, "dealer", marks=pytest.mark.long),
        ("steady", 5, 1, ""),
        ("dealer", 3, 0, "steady"),
    ],
)
def test_after_a_seat_changed_hands_with_an_offer_waiting_every_bot_answers_the_same(
    name: str, seed: int, seat: int, to: str
) -> None:
    seats = [Seat("A", ""), Seat("B", name), Seat("C", name), Seat("D", "dealer")]
    session = Session.start(Record("modern", seats, seed=seed))
    asked, questions, tried = None, 0, 0
    while len(session.entries) < ANSWERS and not isinstance(session.ask, Over):
        waiting = session.waiting()
        if waiting.who != "person" or (session.quiet and asked is not session.state):
            asked = session.state
            questions += 1
            if session.pending_offers:
                handed = copy.deepcopy(session)
                handed.hand_to(seat, to)
                again = reloaded(handed)
                assert next_answers(handed) == next_answers(again)
                tried += 1
            next_answer(session)
        else:
            person_acts(session, questions)
    assert tried > 5
