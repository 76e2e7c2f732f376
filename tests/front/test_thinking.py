"""Bots that think for long do so beside the page; what the table shows is the same."""

from __future__ import annotations

import pytest

from fake_page import FakePage, Table
from playing import sensible
from titledeed.engine.record import Record, Seat

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
def test_the_game_is_the_same_beside_the_page_and_in_it(speed: str) -> None:
    beside = table(speed, thinks=True)
    inside = table(speed, thinks=False)
    assert lines(beside, 200)[:200] == lines(inside, 200)[:200]
    assert len(beside.page.questions) > 20
    assert not inside.page.questions


def test_until_the_worker_has_started_they_think_in_the_page() -> None:
    at = table("normal", thinks=True)
    first = at.page.questions[0]
    assert first == {"game": -1, "from": -1}
    lines(at, 60)
    assert all(question["game"] > 0 for question in at.page.questions[1:])
    assert "record" in at.page.questions[1]


def test_a_worker_that_never_answers_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = table("normal", thinks=True)
    lines(at, 60)

    class Silent:
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
    at.hands.play.leave()
    at.page.run()
    assert at.desk.session is None
    at.hands.play.start(Record("modern", SEATS, seed=12))
    at.page.run()
    assert lines(at, 60)


def test_a_thought_belongs_to_a_state_of_the_game_not_to_the_moment_when_it_comes() -> None:
    at = table("normal", thinks=True)
    lines(at, 80)
    thinking = at.hands.play._thinking
    at.hands.play.undo()
    at.hands.play.redo()
    while thinking._at is None:
        assert at.page.tick() or not at.say(sensible(at.answers()))
    at.hands.play.undo()
    asked = at.page.state["ask"]
    count = len(at.session.entries)
    at.page.run()
    assert len(at.session.entries) == count
    assert at.page.state["ask"] == asked
