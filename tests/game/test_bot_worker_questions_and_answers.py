"""Bots that answer in a worker (:mod:`titledeed.game.bot_worker_questions_and_answers`) give the same answers
as at the table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import Record, Seat
from titledeed.game import bot_worker_questions_and_answers as bot_worker
from titledeed.game.session import Session

SEATS = {"A": "shark", "B": "", "C": "shark", "D": "steady"}
ANSWERS = 250


def began(seed: int, book: str = "modern") -> Session:
    seats = [Seat(name, bot) for name, bot in SEATS.items()]
    return Session.start(Record(book, seats, seed=seed))


def played(
    session: Session, before: Callable[[Session], None], answers: int = ANSWERS
) -> list[str]:
    """Return the lines of a game whose person answers like ``simple`` and opens every offer."""
    asked = None
    while len(session.entries) < answers and not isinstance(session.ask, Over):
        waiting = session.waiting()
        if waiting.who != "person" or (session.quiet and asked is not session.state):
            asked = session.state
            before(session)
            session.step()
        elif session.pending_offers and session.quiet:
            session.open_offer(session.pending_offers[0].id)
        elif waiting.who == "person":
            choice = session.players.plain(session.state, waiting.seat)
            session.give(waiting.seat, choice.answer)
    return [f"{entry.line} | {entry.reason} {dict(entry.facts)}" for entry in session.entries]


class Elsewhere:
    """Sends the questions to a copy, as text."""

    def __init__(self) -> None:
        self.questions = bot_worker.Questions()
        self.asked = self.whole = 0

    def __call__(self, session: Session) -> None:
        if not bot_worker.is_slow(session):
            return
        self.asked += 1
        answer = self.ask(self.questions.next(session))
        if answer.get("missing"):
            answer = self.ask(self.questions.next(session, whole=True))
        bot_worker.hear_worker(session, session.state, answer)
        assert session.players.expects(session.state)

    def ask(self, question: dict[str, Any]) -> dict[str, Any]:
        self.whole += "record" in question
        answer: dict[str, Any] = json.loads(
            json.dumps(bot_worker.answer_question(json.loads(json.dumps(question))))
        )
        return answer


@pytest.mark.parametrize(
    ("seed", "book"), [(1, "modern"), (2, "classic"), (3, "australian"), (4, "modern")]
)
def test_a_game_is_the_same_no_matter_where_the_sharks_think(seed: int, book: str) -> None:
    elsewhere = Elsewhere()
    lines = played(began(seed, book), elsewhere)
    assert lines == played(began(seed, book), lambda _: None)
    assert elsewhere.asked > 20
    assert elsewhere.whole == 1, "the copy follows the game"
    assert any(" offer " in line for line in lines)


def test_an_offer_to_a_person_is_held_while_the_bots_play_on() -> None:
    held = 0

    def watch(session: Session) -> None:
        nonlocal held
        held = max(held, len(session.pending_offers))

    for seed in range(1, 5):
        elsewhere, watched = Elsewhere(), began(seed)
        lines = played(
            watched, lambda session, ask=elsewhere: (ask(session), watch(session))[0], 250
        )
        assert lines == played(began(seed), lambda _: None, 250)
    assert held


def test_a_lost_copy_is_made_again() -> None:
    elsewhere = Elsewhere()

    def lost(session: Session) -> None:
        if elsewhere.asked % 7 == 3:
            bot_worker._copies.clear()
        elsewhere(session)

    assert played(began(5), lost) == played(began(5), lambda _: None)
    assert elsewhere.whole > 3


def test_the_bots_continue_at_the_table_when_the_worker_no_longer_answers() -> None:
    elsewhere = Elsewhere()

    def now_and_then(session: Session) -> None:
        if len(session.entries) % 60 < 30:
            elsewhere(session)

    assert played(began(6), now_and_then) == played(began(6), lambda _: None)


def test_a_worker_forgets_its_thoughts_when_the_game_takes_another_course() -> None:
    def undoing(ask: Callable[[Session], None]) -> list[str]:
        session = began(7)
        played(session, ask, 120)
        ask(session)
        session.undo()
        assert not session.players.expects(session.state)
        session.hand_to(1, "hermit")
        played(session, ask, 200)
        session.hand_to(3, "shark")
        return played(session, ask, 300)

    assert undoing(Elsewhere()) == undoing(lambda _: None)


def test_a_table_without_a_shark_never_uses_a_worker() -> None:
    session = Session.start(Record("modern", [Seat("A", "steady"), Seat("B", "novice")], seed=1))
    played(
        session, lambda session: pytest.fail("asked") if bot_worker.is_slow(session) else None, 150
    )
