"""Nothing tells the result of a throw before the dice have come to rest and the token has walked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from fake_page import FakePage, Table
from playing import sensible
from titledeed.engine.record import Record, Seat
from titledeed.language.sentence_parts import plain_text
from titledeed.ui.game_loop.character_expressions_and_lines import FetchedCharacters
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import InMotion
from titledeed.ui.render.animation import Motion, hastened
from titledeed.ui.state import AppState
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

BEAT = 150.0  # milliseconds at normal speed
# The regions that may change while a throw is shown: the dice, the card with "Skip", and Undo.
MOVING = {"stage", "ask", "bar"}


@dataclass
class Watched(FakePage):
    """Notes what the page shows and announces while motions are shown."""

    app: AppState | None = None
    told: list[str] = field(default_factory=list)  # what was told too soon
    dice: list[str] = field(
        default_factory=list
    )  # the words of the stage, for each change of motion
    bar: str = ""  # the words of the bar before the motions

    @property
    def _moving(self) -> bool:
        return self.app is not None and self.app.in_motion

    def patch(self, region: str, html: str) -> None:
        super().patch(region, html)
        if not self._moving:
            self.bar = self.text("bar")
            return
        if region == "bar" and self.text("bar") != self.bar:
            self.told.append(f"{region}: {self.text(region)}")
        if region not in MOVING or (region == "ask" and 'id="card-wait"' not in html):
            self.told.append(f"{region}: {self.text(region)}")
        if region == "stage":
            assert self.app is not None
            self.dice.append(f"{self.app.shown.motion}: {words(self.regions['stage'])}")

    def items(self, place: str, html: str, count: int) -> None:
        super().items(place, html, count)
        if self._moving:
            self.told.append(place)

    def announce(self, text: str) -> None:
        super().announce(text)
        if self._moving:
            self.told.append(text)

    def attributes(self, values: Mapping[str, str]) -> None:
        super().attributes(values)
        replaying = self.app is not None and self.app.replaying
        if (
            self._moving
            and not replaying
            and (values.get("game", "busy"), values.get("ask", "bots"))
            != (
                "busy",
                "bots",
            )
        ):
            self.told.append(str(values))


def words(stage: str) -> str:
    """What the stage says: its texts and the label of the dice."""
    label = re.findall(r'aria-label="([^"]*)"', stage)
    return " ".join([re.sub(r"<[^>]+>", " ", stage), *label])


def watched(speed: str = "normal") -> tuple[Table, Watched]:
    page = Watched()
    table = Table(page=page, speed=speed)
    page.app = table.app
    return table, page


def started(**more: Any) -> tuple[Table, Watched]:
    """Ada, a person, is about to throw at a table with two bots."""
    table, page = watched()
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "simple", "Cleo": "simple"}, **more)
    assert page.state["ask"] == "roll 0"
    return table, page


def throw(table: Table) -> None:
    table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))


def test_in_twenty_throws_nothing_is_told_too_soon() -> None:
    throws = 0
    for seed in (1, 2, 3):
        table, page = watched()
        seats = [Seat(name, bot) for name, bot in (("Ada", ""), ("Ben", "simple"), ("Cleo", ""))]
        table.app.settings.handover = False
        table.hands.play.start(Record("modern", seats, seed=seed))
        page.run()
        while table.session.state.round < 4:
            answer = sensible(table.answers())
            throws += answer == "roll"
            table.say(answer)
        assert page.told == []
        tumbling = [text for text in page.dice if text.startswith("dice:")]
        assert tumbling
        assert all(re.search(r"throws?…", text) for text in tumbling)
        assert not any(re.search(r"\d", text) for text in tumbling), tumbling
    assert throws >= 20


def test_the_bar_does_not_tell_the_end_before_it_is_seen() -> None:
    table, page = started(house_rules={"limit-rounds": 1})
    assert "last round" in page.text("bar")
    for seat in (1, 2):
        table.session.say(seat, "resign")
    assert table.session.waiting().who == "over"
    table.playing.stage = InMotion(0)
    table.hands.play.render()
    assert "last round" in page.text("bar")
    assert page.told == []
    table.playing.start_over()
    table.hands.play.go_on()
    page.run()
    assert page.state["ask"] == "over"
    assert "last round" not in page.text("bar")


def test_a_face_that_is_fetched_during_a_throw_is_at_ease_until_the_throw_is_seen() -> None:
    table, page = watched()
    ben = {"deeds": [f"@{n}:3" for n in (21, 23, 24)]}
    table.play(
        *("Ada", "Ben"),
        bots={"Ben": "builder"},
        chance="by-hand",
        position={"seat": {"Ada": {"at": "@12"}, "Ben": ben}},
    )
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 6 6"))
    assert table.app.in_motion
    table.app.characters = FetchedCharacters()
    assert ViewContext(table.app).faced(1)["mood"] == ""
    page.run()
    assert ViewContext(table.app).faced(1)["mood"] == "pleased"


def test_the_dice_lie_still_before_the_token_walks_square_by_square() -> None:
    table, page = started(position={"seat": {"Ada": {"at": "@1"}}}, chance="by-hand")
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 4 5"))
    began = page.clock
    while table.app.shown.motion == "dice":
        page.tick()
    assert page.clock - began == pytest.approx(3.85 * BEAT, abs=5)
    assert page.walked == []
    assert "4 + 5" in page.text("stage")
    assert "The dice show 4 and 5" in page.regions["stage"]
    page.run()
    assert page.walked == [(0, n) for n in range(2, 11)]
    # 2.6 seconds in all with the card that follows
    assert page.clock - began <= 14.3 * BEAT + 20


def test_a_long_walk_takes_no_longer_than_nine_beats() -> None:
    table, page = started(position={"seat": {"Ada": {"at": "@1"}}}, chance="by-hand")
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 6 6"))
    began = page.clock
    page.run()
    assert len(page.walked) == 12
    assert page.clock - began <= 14.3 * BEAT + 20


def test_with_little_time_tokens_walk_faster_and_dice_tumble_as_long_as_ever() -> None:
    moves = [Motion("dice", 4.0), *[Motion("step", 1.0)] * 6, Motion("card", 6.0)]
    assert hastened(moves, 16.0) == moves
    assert [move.beats for move in hastened(moves, 10.0)] == [4.0, *[0.5] * 6, 3.0]
    assert [move.beats for move in hastened(moves, 0.0)] == [4.0, *[0.2] * 6, 1.5]


def test_a_card_comes_face_down_and_then_turns() -> None:
    deck = {"community-chest": ["bank-error"]}
    table, page = started(position={"deck": deck, "seat": {"Ada": {"at": "go"}}}, chance="by-hand")
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 1 1"))
    page.run()
    table.hands.handle_gesture(Gesture("click", where="ask", answer="card bank-error"))
    assert table.app.shown.motion == "draw"
    assert "Community Chest" in page.text("stage")
    assert "$200" not in page.regions["stage"]
    page.tick()
    assert "$200" in page.text("stage")
    assert page.told == []
    page.run()


def test_a_press_or_a_key_shows_the_result_at_once() -> None:
    table, page = started()
    throw(table)
    assert table.app.in_motion
    assert table.hands.press()
    assert not table.app.in_motion
    assert page.state["ask"] not in ("bots", "roll 0")
    # The dice, which were tumbling, lie still.
    assert 'data-beat=""' in page.regions["stage"]
    assert not table.hands.press()


def test_the_second_of_two_quick_presses_hurries_nothing() -> None:
    table, _page = started()
    throw(table)
    table.hands.handle_gesture(Gesture("click", where="ask", do="open-seat", arg="1", again=True))
    assert table.app.in_motion


def test_no_press_answers_a_question_that_nobody_has_seen() -> None:
    table, _page = started()
    throw(table)
    before = len(table.session.entries)
    answer = "buy" if table.session.ask.kind == "buy" else "end"
    table.hands.handle_gesture(Gesture("click", where="ask", answer=answer))
    assert not table.app.in_motion
    assert len(table.session.entries) == before


def test_an_undo_during_the_throw_tells_nothing_of_it() -> None:
    table, page = started()
    journal, said = page.text("journal"), page.said[:]
    throw(table)
    page.tick()
    page.tick()
    table.hands.handle_gesture(Gesture("key", where="ask", do="undo"))
    assert page.state["ask"] == "roll 0"
    assert page.text("journal") == journal
    assert not any("lands" in text for text in page.said[len(said) :])
    assert 'data-at="0"' in page.regions["board"]
    assert page.told == []


@pytest.mark.parametrize("motion", ["less", "hidden", "instant"])
def test_without_motion_nothing_is_delayed(motion: str) -> None:
    table, page = started()
    page.unseen = motion == "hidden"
    table.app.settings.motion = "less" if motion == "less" else "auto"
    table.app.settings.speed = "instant" if motion == "instant" else "normal"
    throw(table)
    assert page.state["ask"] not in ("bots", "roll 0")
    assert 'data-beat=""' in page.regions["stage"]


def test_a_page_that_is_hidden_meanwhile_waits_for_no_motion() -> None:
    table, page = started()
    throw(table)
    page.unseen = True
    began = page.clock
    while table.app.in_motion:
        page.tick()
    assert page.clock - began < 4 * BEAT
    assert page.state["ask"] not in ("bots", "roll 0")


def test_what_is_rendered_for_another_reason_tells_nothing() -> None:
    """Another device, a setting or the storage may change the page in the middle of a throw."""
    table, page = started()
    throw(table)
    table.hands.play.render()
    table.hands.handle_gesture(Gesture("click", do="theme"))
    table.hands.play.remark([])
    assert table.app.in_motion
    assert page.told == []
    page.run()
    assert "throws" in page.text("journal") or "throw" in page.text("journal")


def test_a_throw_of_a_hurried_bot_does_not_tumble_after_it_is_told() -> None:
    table, page = started()
    while page.state["ask"] != "end 0":
        table.say(sensible(table.answers()))
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    table.hands.handle_gesture(Gesture("click", where="ask", do="skip"))
    page.run()
    assert 'data-beat=""' in page.regions["stage"]
    assert page.told == []


def test_a_replay_does_not_tell_a_throw_before_it_is_shown() -> None:
    table, page = started()
    while table.session.state.round < 2:
        table.say(sensible(table.answers()))
    table.do("replay", "0")
    replaying = table.app.replaying
    assert replaying is not None
    page.told.clear()
    table.do("replay-run")
    shown = 0
    while replaying.playing:
        before = page.regions["ask"] if table.app.in_motion else ""
        assert page.tick()
        if before and table.app.in_motion:
            shown += 1
            assert page.regions["ask"] == before
    assert shown
    assert page.told == []


def test_the_line_of_the_last_round_has_no_bots_reason() -> None:
    """A bot's reason stands at the line of its own answer, and the announcement of a round is nobody's."""
    table, _ = started(house_rules={"limit-rounds": 3})
    while table.session.waiting().who != "over":
        table.say(sensible(table.answers()))
    told = [(plain_text(line["text"]), thought) for _, line, thought in table.app.lines]
    announced = [thought for text, thought in told if "last" in text and "round" in text]
    assert announced == ["", ""]
    assert any(thought for _, thought in told)


def test_gains_and_losses_at_the_seats_belong_to_the_throw_that_is_seen() -> None:
    """After skipped turns, the marks of a throw used to include all payments of these turns."""
    table, page = watched()
    seats = [Seat("Ada"), *(Seat(name, "steady") for name in ("Ben", "Cleo", "Dora"))]
    table.hands.play.start(Record("modern", seats, seed=3))
    page.run()
    seen = 0
    while table.session.state.round < 14 and table.session.people():
        before = table.session.state.cash[: len(seats)]  # without the Bank
        answer = sensible(table.answers())
        if answer not in ("end", "roll"):
            table.say(answer)
            page.run()
            continue
        table.hands.handle_gesture(Gesture("click", where="ask", answer=answer))
        if answer == "end":
            table.hands.play.hurry()
        else:
            while table.app.in_motion:
                page.tick()
            changed = {
                seat: after - was
                for seat, (was, after) in enumerate(
                    zip(before, table.session.state.cash, strict=False)
                )
                if after != was
            }
            assert table.app.deltas == changed
            seen += len(changed)
        page.run()
    assert seen > 2
