"""The phases of the page: each transition between them, and random presses at any moment.

No press may bring the page to a standstill."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable
from random import Random

import pytest

from fake_page import Table
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import NOBODY
from titledeed.game.session import Session
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import (
    AwaitingAnswer,
    HandingOver,
    InMotion,
    Playing,
    Replaying,
    Stage,
    Tempo,
    Thinking,
    Underway,
)

# ---------------------------------------------------------------- the ways from stage to stage

SESSION = Session.start(Record("modern", [Seat("Ada"), Seat("Ben")]))
RUNNING: list[Stage] = [
    kind(mover, tempo) for kind in (Underway, Thinking) for mover in (NOBODY, 1) for tempo in Tempo
]
ASKING: list[Stage] = [
    *(AwaitingAnswer(guarded) for guarded in (False, True)),
    *(HandingOver(1, guarded) for guarded in (False, True)),
]
STAGES: list[Stage] = [*RUNNING, InMotion(1), *ASKING]
EACH = [Playing(SESSION, stage, paused) for stage in STAGES for paused in (False, True)]


def named(phase: Playing) -> str:
    """The name of a case, which must be the same in each process that shares the tests."""
    return f"{phase.stage}, paused" if phase.paused else str(phase.stage)


def after(before: Playing, way: Callable[[Playing], None]) -> Playing:
    phase = dataclasses.replace(before)
    way(phase)
    assert phase.session is before.session
    return phase


@pytest.mark.parametrize("before", EACH, ids=named)
def test_each_transition_leads_to_the_stage_that_it_names(before: Playing) -> None:
    stage, paused = before.stage, before.paused
    moving = isinstance(stage, InMotion)
    assert after(before, Playing.start_over) == Playing(SESSION)
    ends = {
        Playing.proceed: stage if moving else Underway(before.mover, before.tempo),
        Playing.end_motions: Underway(1) if moving else stage,
        Playing.think: Thinking(before.mover, before.tempo),
        Playing.ask: AwaitingAnswer(),
    }
    for way, end in ends.items():
        assert after(before, way) == Playing(SESSION, end, paused), way.__name__
    for guarded in (False, True):
        asked = after(before, lambda phase: phase.ask(guarded=guarded))  # noqa: B023
        assert asked == Playing(SESSION, AwaitingAnswer(guarded), paused)
        handed = after(before, lambda phase: phase.hand_over(0, guarded=guarded))  # noqa: B023
        assert handed == Playing(SESSION, HandingOver(0, guarded), paused)
    assert after(before, lambda phase: phase.show_motions(0)).stage == InMotion(0)
    assert after(before, Playing.skip) == Playing(
        SESSION, Underway(before.mover, Tempo.SKIPPING), False
    )


@pytest.mark.parametrize("before", EACH, ids=named)
def test_a_skip_and_a_guard_end_without_another_stage(before: Playing) -> None:
    changed = {
        Playing.hurry: (Tempo.NORMAL, Tempo.HURRIED),
        Playing.end_hurry: (Tempo.HURRIED, Tempo.NORMAL),
    }
    for way, (old, new) in changed.items():
        now = after(before, way)
        assert (type(now.stage), now.mover, now.paused) == (
            type(before.stage),
            before.mover,
            before.paused,
        )
        runs = isinstance(before.stage, Underway | Thinking)
        assert now.tempo is (new if runs and before.tempo is old else before.tempo)
    now = after(before, Playing.end_guard)
    assert not getattr(now.stage, "guarded", False)
    assert after(now, Playing.end_guard) == now
    assert type(now.stage) is type(before.stage)


def test_only_stages_in_which_bots_may_act_allow_another_speed() -> None:
    assert {type(phase.stage) for phase in EACH if phase.tempo is not Tempo.NORMAL} == {
        Underway,
        Thinking,
    }
    assert all(phase.mover == NOBODY for phase in EACH if phase.stage in ASKING)


def test_a_phase_has_no_data_of_another_phase() -> None:
    fields = {
        kind: {field.name for field in dataclasses.fields(kind)}
        for kind in (Playing, Replaying, AwaitingAnswer, HandingOver, InMotion, Underway, Thinking)
    }
    assert fields[Playing] & fields[Replaying] == set()
    for one, other in itertools.product(
        (AwaitingAnswer, HandingOver), (InMotion, Underway, Thinking)
    ):
        assert fields[one] & fields[other] == set()
    table = Table()
    for name in ("session", "playing", "replaying", "paused", "tempo", "in_motion"):
        with pytest.raises(AttributeError):
            setattr(table.app, name, None)
    with pytest.raises(dataclasses.FrozenInstanceError):
        AwaitingAnswer().guarded = True  # type: ignore[misc]


# ---------------------------------------------------------------- what once brought the page to a stand


def in_motion(**bots: str) -> Table:
    """Ada has rolled, and her dice tumble."""
    table = Table(speed="normal")
    table.play("Ada", "Ben", "Cleo", bots=bots or {"Ben": "simple", "Cleo": "simple"})
    assert table.page.state["ask"] == "roll 0"
    table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    assert table.app.in_motion
    return table


def test_closing_a_dialog_during_animations_does_not_stop_them() -> None:
    table = in_motion()
    table.hands.handle_gesture(Gesture("click", do="open-seat", arg="0"))
    table.hands.handle_gesture(Gesture("click", do="close", where="dlg-seat"))
    table.page.run()
    assert table.app.takes_answers
    assert table.page.state["ask"].endswith(" 0")


def test_giving_a_seat_to_a_bot_during_animations_does_not_stop_them() -> None:
    table = in_motion(Ben="simple")
    table.hands.handle_gesture(Gesture("click", do="seat-bot", arg="0"))
    table.page.run()
    assert table.app.takes_answers
    assert table.page.state["ask"].endswith(" 2")


def test_a_replay_continues_when_a_dialog_closes_during_its_animations() -> None:
    table = in_motion()
    table.page.run()
    table.do("replay", "0")
    table.hands.handle_gesture(Gesture("click", do="replay-run"))
    while not table.app.in_motion:
        assert table.page.tick()
    table.hands.handle_gesture(Gesture("click", do="open-seat", arg="0"))
    table.hands.handle_gesture(Gesture("click", do="close", where="dlg-seat"))
    replaying = table.app.replaying
    assert replaying is not None
    while replaying.playing:
        assert table.page.tick()
    assert replaying.replay.stop == replaying.replay.last


def test_a_bot_replaces_a_person_who_has_not_taken_the_device_and_its_dice_are_entered() -> None:
    table = Table()
    ada = {"at": "@17"}
    table.play("Ada", "Ben", "Cleo", chance="by-hand", position={"seat": {"Ada": ada}})
    table.say("roll")
    table.do("die", "0 1", where="ask")
    table.do("die", "1 2", where="ask")
    table.say("end")
    assert table.page.state["ask"] == "handover 1"
    table.do("seat-bot", "1")
    assert table.page.state["ask"] == "dice chance"
    table.do("die", "0 1", where="ask")
    table.do("die", "1 6", where="ask")
    assert "chance dice 1 6" in [entry.line for entry in table.session.entries]


def test_a_replay_opened_during_a_skip_shows_its_animations() -> None:
    table = in_motion()
    table.page.run()
    while table.page.state["ask"] != "end 0":
        table.say(table.answers()[-1] if "pass" in table.answers() else table.answers()[0])
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    table.hands.handle_gesture(Gesture("click", do="skip"))
    assert table.app.tempo is Tempo.SKIPPING
    table.hands.handle_gesture(Gesture("click", do="replay", arg="0"))
    assert table.app.beat > 0
    table.hands.handle_gesture(Gesture("click", do="replay-run"))
    while not table.app.in_motion:
        assert table.page.tick()


# ---------------------------------------------------------------- anything pressed at any moment

PRESSED = (
    *("undo", "redo", "skip", "pause", "resume", "ready", "hint", "replay", "replay 0"),
    *("replay-run", "replay-pause", "replay-leave", "replay-by answer 1", "replay-by turn -1"),
    *("open-seat 0", "open-seat 1", "open-manager", "open-trade", "open-journal", "close"),
    *("seat-bot 0", "seat-person 0", "let-go", "die 0 3", "die 1 4"),
)


class AnyPress:
    """A page on which people press anything, whether the page shows it at that moment or not.

    Ben is always a person, so that nobody waits for a whole game of bots."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.table = table = Table(speed=luck.choice(("normal", "brisk", "instant")))
        self.app = table.app
        self.app.settings.handover = luck.random() < 0.5
        bots = {"Ada": luck.choice(("", "simple")), "Cleo": "simple"}
        chance = {"chance": "by-hand"} if luck.random() < 0.3 else {}
        table.play("Ada", "Ben", "Cleo", bots=bots, **chance)

    def step(self) -> None:
        luck = self.luck.random()
        if luck < 0.3:
            for _ in range(self.luck.randint(1, 8)):
                self.table.page.tick()
        elif luck < 0.6:
            self.answer()
        else:
            self.press(self.luck.choice(PRESSED))

    def answer(self) -> None:
        """Answer, mostly only once somebody is asked, so that animations follow."""
        if self.luck.random() < 0.7:
            self.table.page.run()
            self.table.do("ready", where="ask")
        answers = [text for text in self.table.answers() if text not in ("resign", "bankrupt")]
        if answers:
            text = self.luck.choice(answers)
            self.table.hands.handle_gesture(Gesture("click", where="ask", answer=text))

    def press(self, pressed: str) -> None:
        name, _, arg = pressed.partition(" ")
        where = (
            f"dlg-{self.app.open_dialogs[-1].id}"
            if self.app.open_dialogs and name == "close"
            else "ask"
        )
        self.table.hands.handle_gesture(Gesture("click", where=where, do=name, arg=arg))

    # ------------------------------------------------------------ what is always so

    def check(self) -> None:
        self.check_that_something_comes()
        self.check_what_is_asked()

    def check_that_something_comes(self) -> None:
        """Check that automatic progress always has a timer, or waits for people who can see that."""
        app, play = self.app, self.table.hands.play
        match app.phase:
            case Playing(stage=Underway()):
                assert play._timer.on or app.held_back
            case Playing(
                stage=InMotion()
                | Thinking()
                | AwaitingAnswer(guarded=True)
                | HandingOver(guarded=True)
            ):
                assert play._timer.on
            case Replaying(playing=True):
                assert play._timer.on
        assert app.in_motion or not play._motions._left

    def check_what_is_asked(self) -> None:
        """Check that the page asks the question that the game waits for."""
        app, asked = self.app, self.table.page.state["ask"]
        match app.phase:
            case Replaying():
                assert asked == "replay"
            case Playing(stage=HandingOver(seat=seat, guarded=guarded), session=session):
                waiting = session.waiting()
                assert (waiting.who, waiting.seat) == ("person", seat)
                assert asked == ("bots" if guarded else f"handover {seat}")
            case Playing(stage=AwaitingAnswer(guarded=False), session=session):
                assert session.waiting().who in ("person", "hand", "claim", "over")
                assert asked != "bots"
            case _:
                assert asked == "bots"

    def end(self) -> None:
        """Check that somebody is asked, or that the game is over, once people let the game go on."""
        for name in ("replay-leave", "resume", "skip"):
            self.table.do(name)
        while self.app.open_dialogs:
            self.table.do("close", where=f"dlg-{self.app.open_dialogs[-1].id}")
        self.table.page.run()
        assert self.app.takes_answers or self.app.handing_over, self.app.phase


@pytest.mark.parametrize("seed", range(12))
def test_the_game_continues_after_any_press_at_any_moment(seed: int) -> None:
    page = AnyPress(Random(seed))
    for _ in range(50):
        page.step()
        page.check()
    page.end()
