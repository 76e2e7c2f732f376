"""Bots from files sit at tables: asked line by line in a fence, replaced by ``simple`` where they fail."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fake_page import FakePage, Table
from playing import sensible
from titledeed.bots.protocol import View
from titledeed.bots.written_bots import WrittenBot, is_written, make_bot, written_id, written_name
from titledeed.engine.legal_answers import Options
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.ui.page_port import Gesture
from titledeed.workshop.bot_code import BotProgram
from titledeed.workshop.bot_file import BotFile, bot_link, write_bot
from titledeed.workshop.fenced_bot import FencedBot
from titledeed.workshop.steps import STEPS

GOOD = BotFile("Magpie", STEPS[-1].solution)
ID = written_id(GOOD.name, GOOD.key)


def table(code: str = GOOD.code, *, other: str = "dealer", thinks: bool = False) -> Table:
    bot = BotFile("Magpie", code)
    at = Table(page=FakePage(thinks=thinks))
    at.app.written[written_id(bot.name, bot.key)] = code
    seats = [Seat("A", ""), Seat("B", written_id(bot.name, bot.key)), Seat("C", other)]
    at.hands.play.start(Record("modern", seats, seed=11))
    at.page.run()
    return at


def play(at: Table, answers: int) -> list[str]:
    while len(at.session.entries) < answers and at.session.people():
        answer = sensible(at.answers())
        at.say(answer)
        if answer == "bankrupt":
            at.say(answer, "dlg-confirm")
    return [entry.line for entry in at.session.entries[:answers]]


def in_one_process(lines: list[str]) -> list[str]:
    """The same game with the program asked directly; the person's answers come from ``lines``."""
    seats = [Seat("A", ""), Seat("B", "simple"), Seat("C", "dealer")]
    session = Session.start(Record("modern", seats, seed=11))
    program = BotProgram(GOOD.code)
    program.load()
    session.players.set(1, FencedBot(program, session.game.notation))
    while len(session.entries) < len(lines):
        if session.step() is None and session.waiting().who == "person":
            who, _, text = lines[len(session.entries)].partition(" ")
            assert who == "A"
            session.say(0, text)
    return [entry.line for entry in session.entries]


def test_ids_name_the_bot_and_its_program() -> None:
    assert is_written(ID)
    assert written_name(ID) == "Magpie"
    for odd in ("", "Magpie", "#0123456789ab", "a" * 25 + "#0123456789ab", "M\u202eb#0123456789ab"):
        assert not is_written(odd)


@pytest.mark.parametrize("thinks", [False, True])
def test_a_written_bot_plays_as_if_it_were_asked_directly(*, thinks: bool) -> None:
    at = table(thinks=thinks)
    played = play(at, 110)
    assert played == in_one_process(played)
    assert not list(at.app.notices)


@pytest.mark.parametrize("thinks", [False, True])
def test_slow_bots_and_written_ones_sit_at_one_table(*, thinks: bool) -> None:
    at, alone = table(other="shark", thinks=thinks), table(other="shark")
    assert play(at, 60) == play(alone, 60)


def test_the_program_never_gets_the_seed_or_the_order_of_the_cards() -> None:
    at = table()
    play(at, 120)
    (fence,) = at.page.fences
    text = json.dumps(fence.heard)
    assert "shuffle" not in text
    assert "seed" not in text
    assert {question["do"] for question in fence.heard} == {"sit", "follow", "ask"}


def test_the_record_names_the_bot_and_replays_without_its_program() -> None:
    at = table()
    play(at, 80)
    saved = at.session.save("2026-11-26T08:00:00Z")
    assert saved["seats"][1] == {"name": "B", "bot": ID}
    assert "def choose" not in json.dumps(saved)
    again = Session.load(saved)
    assert [e.line for e in again.entries] == [e.line for e in at.session.entries]
    assert again.controls == at.session.controls


def test_after_a_reload_and_an_undo_the_bot_answers_as_before() -> None:
    at = table()
    before = play(at, 60)
    at.gesture(kind="click", do="undo")
    at.gesture(kind="click", do="redo")
    assert [e.line for e in at.session.entries][:60] == before
    at.gesture(kind="click", do="undo")
    again = play(at, len(before))
    assert again == before
    page = FakePage()
    back = Table(store=at.disk(), page=page)
    back.app.written[ID] = GOOD.code
    back.gesture(kind="click", do="continue", arg=at.app.game_id)
    assert play(back, 100) == play(at, 100)


FAULTS = {
    "raises": "class B:\n    def choose(self, view, options):\n        return 1 / 0\n",
    "illegal": "class B:\n    def choose(self, view, options):\n        return 'build boardwalk'\n",
    "no bot": "x = 1\n",
    "not Python": "class B(:\n",
    "init": "class B:\n    def __init__(self):\n        1 / 0\n    def choose(self, v, o):\n        pass\n",
    "exit": "import sys\nclass B:\n    def choose(self, view, options):\n        sys.exit()\n",
}


@pytest.mark.parametrize("code", FAULTS.values(), ids=FAULTS)
def test_simple_answers_for_a_program_that_fails(code: str) -> None:
    at = table(code)
    played = play(at, 60)
    assert len(played) == 60
    notice = at.app.notices.get("program-1")
    assert notice is not None
    assert str(notice.text).startswith("B: ")
    answers = [entry for entry in at.session.entries if entry.seat == 1]
    assert answers
    assert all("simple bot answered" in e.reason for e in answers if e.reason), answers
    simple = make_bot(ID)
    state = at.session.at(next(n for n, e in enumerate(at.session.entries) if e.seat == 1))
    choice: Any = simple.choose(View(state, 1), Options(state, 1))
    assert choice.answer == answers[0].answer


@pytest.mark.parametrize("why", ["late", "dead"])
@pytest.mark.parametrize("do", ["sit", "follow", "ask"])
def test_a_program_that_breaks_its_fence_is_asked_no_more(why: str, do: str) -> None:
    at = table()
    play(at, 30)
    (fence,) = at.page.fences
    fence.breaks[do] = why
    if do == "sit":
        at.gesture(kind="click", do="undo")
    asked = len(fence.heard)
    played = play(at, 70)
    assert len(played) == 70
    assert not fence.on
    assert len(fence.heard) - asked <= 3
    assert len(at.page.fences) == 1
    notice = at.app.notices.get("program-1")
    assert notice is not None
    assert "until this game is opened again" in notice.more


def test_without_its_program_or_a_fence_simple_plays() -> None:
    at = table()
    del at.app.written[ID]
    at.hands.play.start(at.session.game.record)
    at.page.run()
    play(at, 40)
    notice = at.app.notices.get("program-1")
    assert notice is not None
    assert "isn’t on this device" in str(notice.text)
    blocked = Table(page=FakePage(broken_fence="blocked"))
    blocked.app.written[ID] = GOOD.code
    blocked.hands.play.start(Record("modern", [Seat("A", ""), Seat("B", ID)], seed=11))
    blocked.page.run()
    play(blocked, 40)
    notice = blocked.app.notices.get("program-1")
    assert notice is not None
    assert "can’t run" in str(notice.text)


def test_two_authors_never_share_a_fence_and_fences_end_with_the_game() -> None:
    other = BotFile("Owl", STEPS[0].solution)
    at = Table()
    for bot in (GOOD, other):
        at.app.written[written_id(bot.name, bot.key)] = bot.code
    ids = [ID, written_id(other.name, other.key), ID]
    seats = [Seat("A", ""), *(Seat(name, id) for name, id in zip("BCD", ids, strict=True))]
    at.hands.play.start(Record("modern", seats, seed=11))
    at.page.run()
    play(at, 60)
    assert len(at.page.fences) == 2
    for fence in at.page.fences:
        assert len({q["code"] for q in fence.heard if "code" in q}) == 1
    at.hands.play.leave_game()
    assert not any(fence.on for fence in at.page.fences)


def test_a_file_is_looked_at_then_sits_at_the_table_that_is_set_up() -> None:
    at = Table()
    at.hands.imported("magpie.py", write_bot(GOOD))
    assert "Look at it first" in at.page.regions["lab"]
    assert not at.app.written
    at.gesture(kind="click", do="workshop-seat")
    assert at.app.lab is None
    assert at.app.setup["kind-1"] == ID
    assert at.app.setup["name-1"] == "Magpie"
    assert "Magpie" in at.page.regions["setup"]
    assert not at.page.fences  # nothing runs before the game
    at.page.fields = dict(at.app.setup)
    at.hands.handle_gesture(Gesture("submit", do="start-game"))
    at.page.run()
    assert at.session.controls[1] == ID
    assert at.page.fences[0].heard[0]["do"] == "sit"
    again = Table(store=at.disk())
    assert again.app.written == {ID: GOOD.code}


def test_a_link_can_sit_down_during_a_game_and_be_removed_later() -> None:
    at = Table()
    at.play("Ada", "Ben", bots={"Ben": "simple"})
    at.hands.open_link(bot_link(GOOD))
    at.gesture(kind="click", do="workshop-seat")
    at.gesture(kind="click", do="seat-bot", arg=f"1 {ID}")
    assert at.session.controls[1] == ID
    play(at, 40)
    assert at.page.fences[0].heard
    at.hands.play.leave_game()
    at.gesture(kind="click", do="remove-bot", arg=ID)
    at.gesture(kind="click", do="remove-bot-now", arg=ID)
    assert not at.app.written
    assert not Table(store=at.disk()).app.written


@pytest.mark.parametrize("to", ["", "simple", ID])
def test_a_seat_may_change_hands_while_its_program_is_asked(to: str) -> None:
    at = table()
    play(at, 20)
    (fence,) = at.page.fences
    ask = fence.ask
    handed: list[str] = []

    def asked(question: Any, *more: Any) -> None:
        ask(question, *more)
        if question["do"] == "ask" and not handed:
            handed.append(to)
            at.session.hand_to(1, to)

    fence.ask = asked  # type: ignore[method-assign]
    while not handed:
        play(at, len(at.session.entries) + 1)
    play(at, len(at.session.entries) + 20)
    assert at.session.controls[1] == to
    assert at.app.notices.get("program-1") is None


def test_a_game_with_a_slow_bot_that_is_opened_late_asks_the_programs() -> None:
    at = Table(page=FakePage(thinks=True))
    at.app.written[ID] = GOOD.code
    seats = [Seat("A", ""), Seat("B", ID), Seat("C", "shark")]
    position = {"round": 9, "turn": "B"}
    at.hands.play.start(Record("modern", seats, seed=11, position=position))
    at.page.run()
    play(at, 8)
    assert [entry.by for entry in at.session.entries if entry.seat == 1]
    assert not any("simple bot" in entry.reason for entry in at.session.entries)
    assert any(question["do"] == "ask" for question in at.page.fences[0].heard)


def test_a_fence_that_does_not_start_ends_no_other() -> None:
    other = BotFile("Owl", STEPS[0].solution)
    second = written_id(other.name, other.key)
    at = table()
    at.app.written[second] = other.code
    at.session.hand_to(2, second)
    bot, written = at.session.players.bots[2], at.hands.play._thinking._written
    assert isinstance(bot, WrittenBot)
    assert written is not None
    bot.driven = True
    at.page.broken_fence = "blocked"
    written.warm(at.session)
    at.page.broken_fence = ""
    first, failed = at.page.fences
    asked = len(first.heard)
    play(at, len(at.session.entries) + 20)
    assert first.on
    assert not failed.on
    assert len(first.heard) > asked
    at.hands.play.leave_game()
    assert not any(fence.on for fence in at.page.fences)
