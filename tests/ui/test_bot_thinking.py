"""Slow bots run in a worker, and the table shows the same game as without one."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from fake_page import FakePage, FakeWork, Table
from playing import sensible
from titledeed.bots.protocol import Choice
from titledeed.engine.answers import (
    Bid,
)
from titledeed.engine.record import Record, Seat
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab.call_job_by_name import answer_job
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import Thinking

SEATS = [Seat("A", ""), Seat("B", "shark"), Seat("C", "steady"), Seat("D", "shark")]


def table(speed: str, *, thinks: bool) -> Table:
    at = Table(page=FakePage(thinks=thinks), speed=speed)
    at.hands.play.start(Record("modern", SEATS, seed=11))
    at.page.run()
    return at


def lines(at: Table, answers: int) -> list[str]:
    while len(at.session.entries) < answers and at.session.people():
        answer = sensible(at.answers())
        at.say(answer)
        if answer == "bankrupt":
            at.say(answer, "dlg-confirm")
    return [entry.line for entry in at.session.entries]


@pytest.mark.parametrize("speed", ["normal", "instant"])
def test_the_game_is_the_same_with_bots_thinking_in_a_worker_or_in_the_page(speed: str) -> None:
    beside = table(speed, thinks=True)
    inside = table(speed, thinks=False)
    assert lines(beside, 200)[:200] == lines(inside, 200)[:200]
    assert len(beside.page.questions) > 20
    assert not inside.page.questions


def test_until_the_worker_has_started_bots_think_in_the_page() -> None:
    at = table("normal", thinks=True)
    first = at.page.questions[0]
    assert first == {"game": -1, "from": -1}
    lines(at, 60)
    assert all(question["game"] > 0 for question in at.page.questions[1:])
    assert "record" in at.page.questions[1]


LATE = Record("modern", SEATS, seed=11, position={"round": 9, "turn": "B"})


def test_in_an_advanced_game_bots_wait_for_the_worker_to_start() -> None:
    """An example is a reload: many deeds have owners, and a bot would think longer than a frame."""
    at = Table(page=FakePage(thinks=True), speed="normal")
    slow = Slow(at)
    at.hands.play.start(LATE)
    at.page.tick()
    assert [job for _, job, _, _ in slow.asked] == [{"game": -1, "from": -1}]
    assert not [entry for entry in at.session.entries if entry.by == "bot"]
    slow.answer(0)
    at.page.run()
    assert "record" in slow.asked[1][1]
    slow.answer(1)
    at.page.run()
    assert [entry for entry in at.session.entries if entry.by == "bot"]


def test_nobody_waits_forever_for_a_worker_that_never_starts() -> None:
    at = Table(page=FakePage(thinks=True), speed="normal")
    slow = Slow(at)
    until_patience_is_out(at, slow)
    play_on(at, slow, 30)
    assert len(at.session.entries) >= 30
    assert len(slow.asked) == 1


def play_on(at: Table, slow: Slow, answers: int) -> list[str]:
    """Play with a worker that answers each request at once."""
    answered = len(slow.asked)
    for _ in range(1000):
        if len(at.session.entries) >= answers:
            break
        if answered < len(slow.asked):
            slow.answer(answered)
            answered += 1
        elif at.answers():
            at.say(sensible(at.answers()))
            continue
        at.page.run()
    return [entry.line for entry in at.session.entries[:answers]]


def far_on(*, thinks: bool) -> Table:
    at = Table(page=FakePage(thinks=thinks), speed="normal")
    if not thinks:
        at.hands.play.start(LATE)
        at.page.run()
    return at


def until_patience_is_out(at: Table, slow: Slow) -> None:
    at.hands.play.start(LATE)
    while not any(entry.by == "bot" for entry in at.session.entries):
        assert at.page.tick()
    assert at.page.clock > 10_000
    assert len(slow.asked) == 1


def test_a_worker_that_starts_late_takes_over_at_the_next_question() -> None:
    at, inside = far_on(thinks=True), far_on(thinks=False)
    slow = Slow(at)
    until_patience_is_out(at, slow)
    assert not slow.asked[0][3].cancelled
    while len(at.session.entries) < 12:
        at.page.run(1)
        if at.answers():
            at.say(sensible(at.answers()))
    assert len(slow.asked) == 1, "nobody asks or waits before it has started"
    slow.answer(0)
    thinking_of(at, slow)
    assert "record" in slow.asked[1][1]
    slow.answer(1)
    assert play_on(at, slow, 80) == lines(inside, 80)[:80]
    assert len(slow.asked) > 5


@pytest.mark.parametrize("again", ["undo", "reload"])
def test_an_undo_or_a_reload_changes_no_answer_no_matter_when_the_worker_starts(again: str) -> None:
    at, inside = far_on(thinks=True), far_on(thinks=False)
    slow = Slow(at)
    until_patience_is_out(at, slow)
    while len(at.session.entries) < 30 or not at.answers():
        at.page.run(1)
        if len(at.session.entries) < 30 and at.answers():
            at.say(sensible(at.answers()))
    if again == "undo":
        at.hands.play.undo()
        slow.answer(0)
    else:
        at.hands.play.leave_game()
        at.page.run(1)
        at = Table(at.disk(), page=FakePage(thinks=True), speed="normal")
        slow = Slow(at)
        at.do("continue", next(iter(at.store.games())).id)
        if not slow.asked:
            thinking_of(at, slow)
        at.page.clock += 11_000
        while at.page.tick() and not at.answers():
            pass
        slow.answer(0)
    assert play_on(at, slow, 80) == lines(inside, 80)[:80]
    assert len(slow.asked) > 5


def test_a_worker_that_fails_to_start_is_tried_again_in_the_next_game() -> None:
    at = far_on(thinks=True)
    slow = Slow(at)
    until_patience_is_out(at, slow)
    slow.fail(0)
    play_on(at, slow, 30)
    assert len(slow.asked) == 1
    at.hands.play.start(LATE)
    at.page.tick()
    assert [job for _, job, _, _ in slow.asked[1:]] == [{"game": -1, "from": -1}]
    assert not [entry for entry in at.session.entries if entry.by == "bot"]


def test_nobody_waits_forever_for_a_worker_that_never_answers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = table("normal", thinks=True)
    lines(at, 60)

    class Silent:
        """A worker that never answers."""

        workers = 1

        def cancel(self) -> None:
            self.over = True

    silent: list[Silent] = []

    def beside(*_: object) -> Silent:
        silent.append(Silent())
        return silent[-1]

    monkeypatch.setattr(at.page, "beside", beside)
    before = at.page.clock
    while at.page.clock < before + 10_000:
        lines(at, len(at.session.entries) + 1)
    asked = len(silent)
    assert asked
    assert len(lines(at, 160)) >= 160
    assert len(silent) == asked, "after the first silence they think in the page"


def test_leaving_the_table_while_a_bot_thinks_leaves_no_trace() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    at.hands.play.leave_game()
    at.page.run()
    assert at.app.session is None
    at.hands.play.start(Record("modern", SEATS, seed=12))
    at.page.run()
    assert lines(at, 60)


class Slow:
    """A worker that answers on command, even requests whose answers nobody waits for anymore."""

    def __init__(self, at: Table) -> None:
        self.asked: list[tuple[str, Any, Callable[[Any], None], FakeWork]] = []
        self.failing: list[Callable[[str], None]] = []
        self.page = at.page
        at.page.beside = self.beside  # type: ignore[method-assign]
        at.page.run = self.run  # type: ignore[method-assign]

    def run(self, most: int = 10_000) -> None:
        """Let time pass until the worker, or somebody at the table, is asked."""
        count = len(self.asked)
        for _ in range(most):
            waits = (
                self.page.state["ask"] not in ("bots", "") or self.page.state["game"] == "saving"
            )
            if len(self.asked) > count or self._is_asked() or waits or not self.page.tick():
                break

    def _is_asked(self) -> bool:
        """Whether the table waits for an answer of the worker.

        The first request only asks whether the worker has started."""
        return any(job["game"] > 0 and not work.cancelled for _, job, _, work in self.asked)

    def beside(
        self, call: str, job: Any, done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> FakeWork:
        work = FakeWork()
        self.asked.append((call, json.loads(json.dumps(job)), done, work))
        self.failing.append(failed)
        return work

    def fail(self, number: int) -> None:
        self.failing[number]("a worker does not answer")

    def answer(self, number: int) -> None:
        call, job, done, _ = self.asked[number]
        done(json.loads(answer_job(call, json.dumps(job)))["done"])


def thinking_of(at: Table, slow: Slow) -> None:
    """Play on until the worker has been asked."""
    count = len(slow.asked)
    at.page.run()
    while len(slow.asked) == count:
        at.say(sensible(at.answers()))


def test_an_answer_to_an_earlier_question_is_ignored() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    slow = Slow(at)
    thinking_of(at, slow)
    at.hands.play.undo()
    assert slow.asked[0][3].cancelled
    thinking_of(at, slow)
    before = [entry.line for entry in at.session.entries]
    slow.answer(0)
    assert not at.session.players.expects(at.session.state)
    slow.answer(len(slow.asked) - 1)
    assert at.session.players.expects(at.session.state)
    assert [entry.line for entry in at.session.entries] == before


def test_taking_back_a_move_during_a_bots_thinking_does_not_stop_the_worker() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    slow = Slow(at)
    thinking_of(at, slow)
    at.hands.play.undo()
    at.page.clock += 11_000
    while at.page.tick():
        pass
    assert not at.hands.play._thinking._none
    thinking_of(at, slow)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_whose_answer_is_refused_stops_and_the_table_says_so(
    monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    at = Table(speed="normal")
    monkeypatch.setattr(
        BotScheduler, "next", lambda self, state: (state.ask.seat, Choice(Bid(1), "So."))
    )
    bots = [Seat(name, "steady") for name in "ABCD"[:seats]]
    position = {"turn": "A"}
    at.hands.play.start(Record("modern", bots, seed=1, position=position))
    while at.page.tick():
        pass
    assert at.app.paused
    assert [notice.id for notice in at.app.notices] == ["trouble"]


def test_a_seat_given_to_a_person_during_thinking_belongs_to_the_person() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    slow = Slow(at)
    thinking_of(at, slow)
    while at.session.ask.seat not in (1, 3):  # until the worker thinks about a shark's own answer
        slow.answer(len(slow.asked) - 1)
        thinking_of(at, slow)
    seat, count = at.session.ask.seat, len(at.session.entries)
    at.session.hand_to(seat, "")
    slow.answer(len(slow.asked) - 1)
    at.page.run()
    assert len(at.session.entries) == count
    assert at.session.waiting().who == "person"


def test_an_answered_question_cannot_be_pressed_again_while_the_bots_think() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    slow = Slow(at)
    for _ in range(60):
        thinking_of(at, slow)
        if isinstance(at.playing.stage, Thinking):
            break
        slow.answer(len(slow.asked) - 1)
    assert isinstance(at.playing.stage, Thinking)
    count = len(at.session.entries)
    assert at.page.state["ask"] == "bots"
    at.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    assert len(at.session.entries) == count
    assert not [notice for notice in at.app.notices if notice.bad]
    assert at.page.tick()
    assert "thinking" in at.page.regions["ask"]
    slow.answer(len(slow.asked) - 1)
    at.page.run()
    assert at.answers()
