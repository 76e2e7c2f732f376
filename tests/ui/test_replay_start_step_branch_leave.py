"""Replaying a game on the page, undo and redo in words, and the summary of the game."""

from __future__ import annotations

import json
import re

from fake_page import Table
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest
from titledeed.storage.storage_interfaces import MemoryStore
from titledeed.storage.store import Store


def bots(rounds: int = 6, seed: int = 3) -> Session:
    seats = [Seat(name, "simple") for name in ("Ada", "Ben", "Cleo")]
    session = Session.start(
        Record("modern", seats, seed=seed, house_rules={"limit-rounds": rounds})
    )
    while session.step() is not None:
        pass
    return session


def finished(rounds: int = 6) -> Table:
    """A table on which a game of bots is over."""
    table = Table()
    table.hands.play.begin(bots(rounds), table.store.new_id(), "Friday")
    table.page.run()
    return table


def slide(table: Table, stop: int) -> None:
    """Move the slider to this stop, and let the page catch up."""
    table.do("replay-to", kind="change", where="ask", fields={"to": str(stop)})
    table.page.tick()


def shown(table: Table) -> tuple[str, str, str]:
    return table.page.text("board"), table.page.text("seats"), table.page.text("journal")


# ---------------------------------------------------------------- a replay


def test_a_replay_can_stop_at_any_moment_and_changes_nothing() -> None:
    table = finished()
    before = shown(table)
    whole = table.session
    saved = table.kept()
    first = next(entry for entry in whole.entries if entry.seat >= 0)
    table.press("ask", "Watch the replay")
    assert table.page.state["game"] == "replay"
    assert table.page.state["step"] == str(whole.entries.index(first))
    assert "Replay" in table.page.text("bar")
    assert "Before the first round" in table.page.text("ask")
    replaying = table.app.replaying
    assert replaying is not None
    for stop in (7, replaying.replay.last, 1, replaying.replay.last // 2):
        slide(table, stop)
        count = replaying.replay.stops[stop]
        assert table.page.state["step"] == str(count)
        assert state_digest(table.session.state) == state_digest(whole.at(count))
        assert f"move {stop} of {replaying.replay.last}" in table.page.text("ask")
    middle = shown(table)
    assert middle != before
    table.do("replay-leave")
    assert table.app.session is whole
    assert table.page.state["game"] == "over"
    assert shown(table) == before
    assert table.kept() == saved


def test_messages_about_the_end_do_not_apply_to_the_replay() -> None:
    table = finished()
    table.do("open-trade", where="tools")
    assert "The game is over." in table.page.text("notices")
    table.do("replay")
    assert table.page.text("notices") == ""


def test_a_replay_moves_by_answers_and_by_turns() -> None:
    table = finished()
    table.do("replay")
    replaying = table.app.replaying
    assert replaying is not None
    buttons = {
        b.attributes["data-arg"]: b for b in table.page.buttons("ask") if "data-arg" in b.attributes
    }
    assert buttons["turn -1"].barred
    assert not buttons["turn 1"].barred
    table.click(buttons["answer 1"])
    assert replaying.replay.stop == 1
    table.click(buttons["turn 1"])
    assert replaying.replay.stop == replaying.replay.turns[1]
    mover = ("Ada", "Ben", "Cleo")[table.session.state.turn]
    assert table.page.said[-1].startswith(
        f"Round 1, {mover} to move, move {replaying.replay.stop} of"
    )
    assert table.hands.key("pagedown", "ask", "range")
    assert replaying.replay.stop == replaying.replay.turns[2]
    assert table.hands.key("pageup", "ask", "range")
    assert table.hands.key("arrowleft", "ask", "")
    assert replaying.replay.stop == replaying.replay.turns[1] - 1
    # On the slider, the arrow keys belong to the slider.
    assert not table.hands.key("arrowleft", "ask", "range")
    assert not table.hands.key("pagedown", "dlg-journal", "")


def test_a_replay_plays_to_the_end_with_animations() -> None:
    table = finished(rounds=2)
    table.do("replay")
    replaying = table.app.replaying
    assert replaying is not None
    table.do("replay-run")
    while replaying.playing:
        assert table.page.tick()
    assert replaying.replay.stop == replaying.replay.last
    assert table.page.walked
    assert table.page.flown
    assert table.page.state["speed"] == "normal"
    # At the end, a replay starts again from the beginning. A press stops it where it is.
    table.do("replay-run")
    assert replaying.replay.stop == 0
    for _ in range(12):
        table.page.tick()
    table.do("replay-pause")
    stop = replaying.replay.stop
    assert stop > 0
    while table.page.tick():
        pass
    assert (replaying.replay.stop, replaying.playing) == (stop, False)


def test_by_turns_a_replay_moves_from_turn_to_turn() -> None:
    table = finished(rounds=3)
    table.do("replay")
    replaying = table.app.replaying
    assert replaying is not None
    table.do("replay-pace", kind="change", fields={"pace": "turns"})
    table.do("replay-run")
    seen = [0]
    while replaying.playing and table.page.tick():
        if replaying.replay.stop != seen[-1]:
            seen.append(replaying.replay.stop)
    assert seen == sorted({*replaying.replay.turns, replaying.replay.last})


def test_of_many_slider_moves_the_last_one_is_shown() -> None:
    table = finished()
    table.do("replay")
    table.page.patches.clear()
    for stop in range(2, 20):
        table.do("replay-to", kind="change", where="ask", fields={"to": str(stop)})
    assert table.page.patches == []
    table.page.tick()
    assert table.page.patches.count("#board .ring") == 1
    assert table.app.replaying is not None
    assert table.app.replaying.replay.stop == 19


def test_nothing_can_be_answered_in_a_replay() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.say("roll")
    count = len(table.session.entries)
    whole = table.session
    before = table.kept()
    table.do("replay")
    for do, arg in (
        ("undo", ""),
        ("open-manager", ""),
        ("open-trade", ""),
        ("seat-bot", "0 simple"),
    ):
        table.do(do, arg)
    table.hands.play.save()
    table.gesture(kind="click", where="ask", answer="roll")
    table.gesture(kind="click", where="dlg-confirm", answer="resign")
    assert table.page.opened == []
    assert len(whole.entries) == count
    assert table.kept() == before
    assert whole.controls == ["", ""]
    assert not table.answers()
    table.do("open-seat", "0")
    assert "resign" not in table.page.regions["dlg-seat"]
    assert "seat-bot" not in table.page.regions["dlg-seat"]


def test_continuing_from_a_replay_makes_a_new_game_and_leaves_the_old_one() -> None:
    table = finished()
    whole, old = table.session, table.app.game_id
    before = table.kept(old)
    table.do("replay")
    replaying = table.app.replaying
    assert replaying is not None
    slide(table, replaying.replay.last // 2)
    count = replaying.replay.count
    table.press("ask", "Play on from here")
    assert table.app.replaying is None
    assert table.app.game_id != old
    assert state_digest(table.session.state) == state_digest(whole.at(count))
    assert "Friday, from round" in table.app.title
    # Bots alone would only repeat the same game, so they wait until a person takes a seat.
    assert table.app.paused
    assert any("people and bots" in b.text for b in table.page.buttons("notices"))
    assert table.kept(old) == before
    table.do("seat-person", "0")
    table.do("resume")
    table.page.run()
    assert len(table.session.entries) > count
    assert {facts.id for facts in table.store.games()} == {old, table.app.game_id}


def test_at_the_end_of_a_game_nobody_can_continue_from_the_replay() -> None:
    table = finished()
    id = table.app.game_id
    table.do("replay")
    assert table.app.replaying is not None
    slide(table, table.app.replaying.replay.last)
    assert not any("Play on" in b.text for b in table.page.buttons("ask"))
    table.do("replay-branch")
    assert table.app.game_id == id


def test_a_replay_does_not_change_a_saved_game() -> None:
    store = Store(MemoryStore())
    first = Table(store)
    first.play("Ada", "Ben")
    first.say("roll")
    first.do("leave")
    before = dict(store.box.texts)  # type: ignore[attr-defined]
    table = Table(store)
    table.do("open-saves")
    watch = next(
        b for b in table.page.buttons("dlg-saves") if b.attributes.get("data-do") == "watch"
    )
    table.click(watch)
    assert table.page.state["game"] == "replay"
    slide(table, 2)
    table.do("leave")
    assert store.box.texts == before  # type: ignore[attr-defined]
    assert table.page.state["screen"] == "setup"


def test_a_replay_hides_worth_while_a_tax_choice_is_open() -> None:
    table = Table()
    seats = [Seat("Ada"), Seat("Ben")]
    position = {"turn": "Ada", "seat": {"Ada": {"at": "go"}}}
    record = Record("parker1973", seats, seed=1, position=position, chance="by-hand")
    table.hands.play.start(record)
    table.page.run()
    table.say("roll")
    table.do("die", "0 1", where="ask")
    table.do("die", "1 3", where="ask")
    assert table.session.ask.kind == "tax"
    table.do("replay")
    assert "worth" not in table.page.text("seats")
    slide(table, 0)
    assert "worth" not in table.page.text("seats")
    table.do("open-over")
    assert "Wealth stays hidden" in table.page.text("dlg-over")


# ---------------------------------------------------------------- undo in words


def test_undo_names_what_it_takes_back_and_redo_what_it_restores() -> None:
    table = Table()
    table.play("Ada", "Ben")
    undo = next(b for b in table.page.buttons("bar") if b.text == "Undo")
    assert undo.barred
    table.say("roll")
    dice = table.session.entries[-1].line
    undo = next(b for b in table.page.buttons("bar") if b.text == "Undo")
    assert undo.attributes["title"] == "Undo: Ada: Throw the dice (Ctrl+Z)"
    assert table.hands.key("mod+z", "ask", "")
    assert "Undone: Ada: Throw the dice" in table.page.text("notices")
    assert table.page.said[-1].startswith("Undone: Ada: Throw the dice")
    redo = next(b for b in table.page.buttons("bar") if b.text == "Redo")
    assert redo.attributes["title"] == "Redo: Ada: Throw the dice (Ctrl+Y)"
    assert table.hands.key("mod+shift+z", "", "")
    assert table.session.entries[-1].line == dice
    # In a text field, the keys belong to the browser.
    assert not table.hands.key("mod+z", "ask", "text")
    assert not table.hands.key("mod+z", "dlg-trade", "")


def test_an_undo_goes_back_past_bots_answers() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    table.say("roll")
    while table.session.entries[-1].by != "bot":
        table.say(table.answers()[0])
    entries = table.session.to_undo()
    answers = sum(entry.seat >= 0 for entry in entries[1:])
    assert answers
    undo = next(b for b in table.page.buttons("bar") if b.text == "Undo")
    assert re.search(rf", and {answers} moves? after it \(Ctrl\+Z\)$", undo.attributes["title"])
    lines = [entry.line for entry in table.session.entries]
    table.click(undo)
    assert table.session.waiting().who == "person"
    assert [entry.line for entry in table.session.entries] == lines[: -len(entries)]
    table.do("redo")
    assert [entry.line for entry in table.session.entries][: len(lines)] == lines


def test_after_an_undo_during_a_bots_turn_the_bots_wait_so_that_redo_is_possible() -> None:
    table = Table(speed="normal")
    position = {"seat": {"Ada": {"deeds": ["boardwalk", "park-place"]}}}
    seats = [Seat("Ada"), Seat("Ben", "simple")]
    record = Record("modern", seats, seed=1, position={"turn": "Ben", **position})
    table.hands.play.start(record)
    assert table.session.waiting().who == "bot"
    table.hands.play.answer(0, "mortgage boardwalk")
    assert table.session.waiting().who == "bot"
    table.do("undo")
    while table.page.tick():
        pass
    assert table.session.can_redo()
    assert table.app.paused
    table.do("redo")
    assert table.session.state.mortgaged[39]
    table.do("undo")
    table.press("ask", "Resume")
    assert not table.session.can_redo()


def test_the_dice_bar_says_when_it_prevents_an_undo() -> None:
    table = Table()
    table.app.settings.undo_dice = False
    table.play("Ada", "Ben")
    table.say("roll")
    undo = next(b for b in table.page.buttons("bar") if b.text == "Undo")
    assert undo.barred
    assert "can’t undo past a throw" in undo.attributes["title"]
    count = len(table.session.entries)
    assert table.hands.key("mod+z", "ask", "")
    assert "can’t undo past a throw" in table.page.said[-1]
    assert len(table.session.entries) == count


# ---------------------------------------------------------------- how it went


def test_before_a_turn_ends_the_progress_page_shows_the_current_worths() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("open-over")
    assert table.session.wealth == []
    assert table.page.text("dlg-over").count("$1,500") == 2


def test_curves_ranking_and_seats_show_the_same_worths_during_a_turn() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"deeds": ["park-place:m", "boardwalk"]}}})
    session = table.session
    answers = {"roll": "roll", "buy": "buy", "end": "end"}
    while len(session.wealth) < 2 or session.waiting().who == "chance":
        if session.step() is None:
            session.say(session.ask.seat, answers[session.ask.kind])
    session.say(0, "mortgage boardwalk")
    table.do("open-over")
    # The cash with one more mortgage, and half the prices of $350 and $400.
    worth = f"${1500 + 200 + 175 + 200:,}"
    assert f"worth {worth}" in table.page.text("seats")
    html = table.page.regions["dlg-over"]
    ranking, curves = (
        html.split(part)[1].split("</table>")[0] for part in ("standings", "curve-table")
    )
    assert worth in ranking
    assert worth in curves.split("<tr>")[-1]


def test_the_ranking_has_curves_and_a_table_with_the_same_numbers() -> None:
    table = finished()
    table.do("open-over")
    text = table.page.text("dlg-over")
    assert "How it went" in text
    worth = table.session.wealth[-1][1]
    for n, name in enumerate(("Ada", "Ben", "Cleo")):
        assert name in text
        assert f"${worth[n]:,}" in text
    html = table.page.regions["dlg-over"]
    tokens = [seat["token"] for seat in table.hands.play.view()["seats"]]
    drawn = re.findall(r"<svg viewBox.*?</svg>", html, re.DOTALL)
    curves = next(svg for svg in drawn if f'href="#t-{tokens[0]}"' in svg)
    for token in tokens:
        assert curves.count(f'href="#t-{token}"') == 3
    rows = re.findall(r'<tr><th scope="row" class="sum">', html)
    assert 4 <= len(rows) <= 14


def test_the_progress_page_opens_during_the_game() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("open-over")
    text = table.page.text("dlg-over")
    assert "Standings" in text
    assert "starts with the second turn" in text
    assert "Play again" not in text


def test_a_report_from_a_replay_contains_the_whole_game() -> None:
    table = finished()
    whole = table.session
    table.do("replay")
    slide(table, 3)
    table.do("export")
    (text,) = table.page.files.values()
    assert json.loads(text)["step"][0]["play"] == [entry.line for entry in whole.entries]
