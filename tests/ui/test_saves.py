"""Saving as people see it: the page asks nothing before the last answer is saved.

A fault of the storage is one sentence, and the game goes on."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from fake_page import Box, Database, Table, Window
from playing import game
from tables import TABLES
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.record import Record, Seat, record_checksum
from titledeed.storage import checksummed_copies
from titledeed.storage.storage_interfaces import FAILED, FULL, MemoryStore
from titledeed.storage.store import Store
from titledeed.ui.game_loop.autosave import _SLOW, PERSIST
from titledeed.ui.page_port import Gesture


def test_a_game_saved_as_a_file_after_an_undo_opens_again() -> None:
    table = Table()
    table.hands.imported("a.json", json.dumps(TABLES["debt 0"]))
    table.page.run()
    table.gesture(kind="click", answer="mortgage short-line")
    table.do("undo")
    table.do("export")
    (file,) = table.page.files.values()
    again = Table()
    again.hands.imported("b.json", file)
    again.page.run()
    assert again.session.game.lines == table.session.game.lines
    assert again.page.state["ask"] == table.page.state["ask"]


def test_a_game_saved_under_an_earlier_ruling_continues_from_before_it_mattered() -> None:
    """The Australian book once paid a second salary for any card."""
    record = {
        **game("Ada", "Ben", rulebook="australian", at_table={"Ada": {"at": "boardwalk"}}),
        "decks": "us-1936",
        "chance": "by-hand",
    }
    make = rules_compiler.make_rules
    table = Table()
    with pytest.MonkeyPatch.context() as earlier:
        earlier.setattr(
            rules_compiler,
            "make_rules",
            lambda *args: replace(make(*args), salary_by_every_card=True),
        )
        earlier.setattr("titledeed.game.save_record.RULINGS", "an earlier day")
        table.hands.imported("a.json", json.dumps(record))
        table.page.run()
        for seat, line in [(0, "roll"), (-3, "dice 3 5"), (-3, "card advance-to-5"), (0, "buy")]:
            table.hands.play.answer(seat, line)
            table.page.run()
    assert table.session.state.cash[0] == 1500 + 400 - 200
    again = Table(table.disk())
    again.do("load", table.app.game_id)
    notice = again.page.text("setup")
    assert "only the card that sends you to GO itself now pays a second time" in notice
    assert "The last good save goes up to move 2 of 4." in notice
    again.press("setup", "Continue from there")
    assert again.session.state.ask.kind == "card"


def slow_table(**setting: Any) -> tuple[Table, Database]:
    """A game of two people with a database that does nothing until it is told to."""
    database = Database()
    table = Table(Store(Box(), database))
    table.play("Ada", "Ben", **setting)
    database.slow = True
    return table, database


def test_bots_reasons_about_a_lot_are_saved_with_the_answer_that_closes_it() -> None:
    """The answers about the lot have been saved before, without these sentences."""
    table = Table()
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "steady", "Cleo": "steady"})
    closed = False
    while not closed:
        answers = table.answers()
        lot_open = table.session.ask.kind == "bid"
        table.say(next((a for a in ("decline", "pass") if a in answers), answers[0]))
        closed = lot_open and table.session.ask.kind != "bid"
        if table.session.ask.kind == "bid":
            stored = " ".join(table.store.box.texts.values())  # type: ignore[attr-defined]
            assert '"limit"' not in stored.replace('\\"', '"')
    again = Table(table.disk())
    again.do("continue", table.app.game_id)
    here, there = (
        [(entry.line, entry.reason) for entry in t.session.entries] for t in (table, again)
    )
    assert here == there
    assert any("worth" in reason for line, reason in there if " bid " in line)


def damage(table: Table, part: str) -> None:
    """Damage a part of the game in both stores: its last quotation mark, or else its last letter."""
    for texts in (table.store.box.texts, table.store._queue.database.texts):  # type: ignore[attr-defined]
        for key in [key for key in texts if key.endswith(part)]:
            at = max(texts[key].rfind('"'), 0) or len(texts[key]) - 1
            texts[key] = texts[key][:at] + "'" + texts[key][at + 1 :]


# ---------------------------------------------------------------- the next ask


def test_the_next_question_shows_at_once_and_is_enabled_when_the_answer_is_saved() -> None:
    table, database = slow_table()
    table.say("roll")
    assert table.answers()  # painted
    assert (table.page.state["ask"], table.page.state["game"]) == ("bots", "saving")
    assert table.page.state["saved"] == "2"
    database.finish()
    assert table.page.state["ask"] == table.session.ask.kind + " 0"
    assert table.page.state["saved"] == table.page.state["step"] == "4"


def test_saving_settings_does_not_make_the_page_wait() -> None:
    table, database = slow_table()
    table.say("roll")
    database.finish()
    table.store.keep_settings({"speed": "brisk"})
    table.hands.play.render()
    assert table.page.state["game"] == "saving"
    database.finish()
    assert table.page.state["game"] == "asking"


def test_a_press_during_saving_counts_once_the_answer_is_saved() -> None:
    table, database = slow_table()
    table.say("roll")
    before = len(table.session.entries)
    first = table.answers()[0]
    table.say(first)
    table.say(first)
    table.do("undo")
    assert len(table.session.entries) == before
    database.finish()
    assert table.session.entries[before].line.endswith(first)
    lines = [entry.line for entry in table.session.entries[before:] if entry.by == "person"]
    assert len(lines) == 1


def test_looking_at_something_does_not_have_to_wait() -> None:
    table, database = slow_table()
    table.say("roll")
    table.do("open-journal")
    assert table.page.opened == ["dlg-journal"]
    database.finish()


def test_presses_in_a_game_that_was_left_are_dropped() -> None:
    table, database = slow_table()
    table.say("roll")
    table.say(table.answers()[0])
    table.do("leave")
    database.finish()
    assert table.app.session is None
    assert table.store.games()[0].answers == 4


def test_slow_saving_is_reported_while_it_lasts() -> None:
    table, database = slow_table()
    table.say("roll")
    assert "Saving" not in table.page.text("notices")
    clock = table.page.clock
    while table.page.clock < clock + _SLOW - 10:
        assert "Saving" not in table.page.text("notices")
        assert table.page.tick()
    assert (
        "Saving… You can make your next move as soon as your last move is saved."
        in table.page.text("notices")
    )
    database.finish()
    assert "Saving" not in table.page.text("notices")


def test_slow_saving_is_not_reported_while_another_device_is_to_move() -> None:
    """Nobody here waits for it then, and the notice would cover the journal."""
    table, database = slow_table()
    table.say("roll")
    table.session.elsewhere = frozenset({table.session.ask.seat})
    clock = table.page.clock
    while table.page.clock < clock + 3 * _SLOW and table.page.tick():
        assert "Saving" not in table.page.text("notices")
    database.finish()


def test_repeated_quick_saving_is_not_reported_as_slow() -> None:
    table, database = slow_table()
    table.say("roll")
    database.finish()
    table.page.clock += _SLOW - 10
    table.say(table.answers()[0])  # saving this would last until after the time of the first one
    table.page.clock += 20
    while table.page.tick() and "Saving" not in table.page.text("notices"):
        pass
    assert table.page.clock >= 2 * _SLOW - 10


def test_bots_are_at_most_one_step_ahead_of_saving() -> None:
    database = Database(slow=True)
    table = Table(Store(Box(), database))
    record = Record("modern", [Seat("Ada", "simple"), Seat("Ben", "simple")], seed=1)
    table.hands.play.start(record)
    database.finish()
    for _ in range(4):
        while table.page.tick():
            pass
        # The store is writing one batch, and the next one waits. No more moves have been played.
        done = len(table.session.entries)
        assert table.store.behind
        assert not table.page.tick()
        database.finish(1)
        assert len(table.session.entries) == done
    assert len(table.session.entries) > 40
    database.finish()
    assert facts_of(table, database)["answers"] == len(table.session.entries)


def facts_of(table: Table, database: Database) -> dict[str, Any]:
    text = database.texts[f"titledeed/1/facts/{table.app.game_id}"]
    facts: dict[str, Any] = json.loads(text.partition(" ")[2])
    return facts


def test_an_undo_works_while_bots_play_at_full_speed() -> None:
    database = Database()
    table = Table(Store(Box(), database))
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    while table.answers() != ["end"]:
        table.say(table.answers()[-1])
    database.slow = True
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    assert table.page.state["ask"] == "bots"
    done = len(table.session.entries)
    table.hands.handle_gesture(Gesture("click", where="bar", do="undo"))
    while table.page.tick():
        pass
    assert len(table.session.entries) == done  # the bots wait for the storage
    database.finish()
    assert table.session.undone
    assert table.answers() == ["end"]


# ---------------------------------------------------------------- damaged


def test_a_game_with_a_damaged_newest_state_is_offered_up_to_its_last_good_state() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.say("roll")
    table.say(table.answers()[0])
    had = len(table.session.entries)
    damage(table, "tail")
    again = Table(table.disk())
    again.do("continue", table.app.game_id)
    assert again.app.session is None
    text = again.page.text("setup")
    assert "The latest save of this game is damaged." in text
    assert f"The last good save goes up to move {had - 1} of {had}." in text
    again.press("setup", "Save the damaged game as a file")
    file = json.loads(again.page.files["titledeed-damaged.json"])
    assert file["sure"][f"titledeed/1/game/{table.app.game_id}/tail"]
    again.press("setup", "Continue from there")
    assert len(again.session.entries) == had - 1
    assert "damaged" not in again.page.text("notices")


def test_a_game_without_a_good_copy_is_explained_and_can_be_saved_as_a_file() -> None:
    table = Table()
    table.play("Ada", "Ben")
    for part in ("base-0", "tail", table.app.game_id):
        damage(table, part)
    again = Table(table.disk())
    assert again.store.games()[0].players == ()
    again.do("load", table.app.game_id)
    assert again.app.session is None
    assert "This saved game can’t be opened." in again.page.text("setup")
    again.press("setup", "Save it as a file")
    assert "Ada" in again.page.files["titledeed-damaged.json"]


def test_a_game_that_the_current_rules_reject_is_offered_up_to_the_rejected_answer() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.say("roll")
    good = len(table.session.entries)
    id = table.app.game_id
    saved = table.session.save("")
    saved["step"] = [{"play": [*saved["step"][0]["play"], "Ben roll", "Ada end"]}]
    saved["x-by"] += ["person", "person"]
    saved["program"] = "0.0.9"
    saved["snapshot"] = {"version": "0.0.9", "state": "another"}
    saved["checksum"] = record_checksum(saved)
    store = table.disk()
    for texts in (store.box.texts, store._queue.database.texts):  # type: ignore[attr-defined]
        text = checksummed_copies.base_text((7, 0), saved)
        texts[f"titledeed/1/game/{id}/base-0"] = text
        texts[f"titledeed/1/game/{id}/tail"] = checksummed_copies.empty_tail(text)
    again = Table(store)
    again.do("load", id)
    assert "The last good save goes up to move" in again.page.text("setup")
    again.press("setup", "Continue from there")
    assert len(again.session.entries) == good


# ---------------------------------------------------------------- full, failing, absent


def test_without_storage_the_game_can_be_played_and_a_message_says_so() -> None:
    table = Table(Store(MemoryStore(), Database(fails=FAILED)))
    assert "If you leave the page, the game is lost" in table.page.text("setup")
    table.play("Ada", "Ben")
    table.say("roll")
    assert "If you leave the page, the game is lost" in table.page.text("notices")
    assert table.page.state["ask"] == table.session.ask.kind + " 0"
    table.press("notices", "Save the game as a file")
    assert table.page.files


@pytest.mark.parametrize(
    ("room", "fails", "says"),
    [
        (0, "", "One of the browser’s two storage areas for saved games is full."),
        (10**9, FULL, "One of the browser’s two storage areas for saved games isn’t working"),
        (10**9, FAILED, "One of the browser’s two storage areas for saved games isn’t working"),
        (0, FULL, "nothing more will be saved"),
        (0, FAILED, "nothing more will be saved"),
    ],
)
def test_a_failing_store_is_reported_once_and_the_game_continues(
    room: int, fails: str, says: str
) -> None:
    box, database = Box(), Database()
    table = Table(Store(box, database))
    table.play("Ada", "Ben")
    box.room, database.fails = room, fails
    table.say("roll")
    assert says in table.page.text("notices")
    table.do("dismiss", "storage")
    table.say(table.answers()[0])
    assert says not in table.page.text("notices")
    assert table.page.state["game"] == "asking"
    saved = table.page.state["saved"] == table.page.state["step"]
    assert saved == (not fails)


def test_the_warning_disappears_when_there_is_space_again() -> None:
    box = Box()
    table = Table(Store(box, Database()))
    table.play("Ada", "Ben")
    box.room = 0
    table.say("roll")
    assert "is full" in table.page.text("notices")
    box.room = 10**9
    for _ in range(12):
        if table.page.state["ask"].startswith("handover"):
            table.press("ask", "I’m")
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    assert "is full" not in table.page.text("notices")


def test_the_browser_is_asked_for_persistent_storage_when_there_is_something_to_lose() -> None:
    table = Table()
    table.play("Ada", "Ben")
    for n in range(PERSIST):
        assert table.page.asked_to_persist == 0, n
        if table.page.state["ask"].startswith("handover"):
            table.press("ask", "I’m")
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    assert table.page.asked_to_persist == 1
    again = Table(table.disk())
    again.do("continue", table.app.game_id)
    for _ in range(PERSIST):
        if again.page.state["ask"].startswith("handover"):
            again.press("ask", "I’m")
        answers = again.answers()
        again.say(answers[-1] if "pass" in answers else answers[0])
    assert again.page.asked_to_persist == 0  # at most once a month


# ---------------------------------------------------------------- two windows


def two_windows(deaf: bool = False) -> tuple[Table, Table]:
    """A game in progress in the first window; the second has just opened the page."""
    holders: dict[str, Window] = {}
    box, database = Box(), Database()
    first = Table(Store(box, database), windows=Window(holders, deaf=deaf))
    first.play("Ada", "Ben")
    first.say("roll")
    return first, Table(Store(box, database), windows=Window(holders))


def test_a_second_window_says_that_the_game_is_open_elsewhere() -> None:
    first, second = two_windows()
    second.press("setup", "Continue")
    assert second.app.session is None
    assert "This game is open in another window." in second.page.text("setup")
    first.say(first.answers()[0])
    assert first.page.state["saved"] == first.page.state["step"]


@pytest.mark.parametrize("deaf", [False, True])
def test_a_second_window_can_take_over_the_game_and_the_first_says_so(deaf: bool) -> None:
    first, second = two_windows(deaf)
    id = first.app.game_id
    second.press("setup", "Continue")
    second.press("setup", "Play it here")
    assert len(second.session.entries) == 4
    if deaf:
        # The first window learns from the storage, when it is about to write. Its answer does not
        # count.
        first.say(first.answers()[0])
    while first.page.tick():
        pass
    assert first.app.session is None
    assert "This game is now being played in another window." in first.page.text("setup")
    assert any("now being played in another window" in sentence for sentence in first.page.said)
    second.say(second.answers()[0])
    lines = [entry.line for entry in second.session.entries]
    other = Table(second.disk())
    other.do("continue", id)
    assert [entry.line for entry in other.session.entries] == lines
    # And back to the first window.
    first.press("setup", "Play it here")
    assert [entry.line for entry in first.session.entries] == lines
    while second.page.tick():
        pass
    assert second.app.session is None


def test_after_a_game_is_left_another_window_can_open_it_at_once() -> None:
    first, second = two_windows()
    first.do("leave")
    second.press("setup", "Continue")
    assert len(second.session.entries) == 4


def test_a_game_remains_open_here_if_the_next_one_is_damaged_or_open_elsewhere() -> None:
    first, second = two_windows()
    second.play("Cleo", "Dan")
    second.do("load", first.app.game_id)
    assert "open in another window" in second.page.text("notices")
    second.say("roll")
    assert second.page.state["saved"] == "4"
    mine = second.app.game_id
    assert second.hands.play.windows.holders[mine] is second.hands.play.windows  # type: ignore[attr-defined]
    first.do("leave")
    for part in ("base-0", "tail"):
        damage(first, f"{first.app.game_id}/{part}")
    second.do("load", first.app.game_id)
    assert "can’t be opened" in second.page.text("notices")
    assert second.hands.play.windows.holders[mine] is second.hands.play.windows  # type: ignore[attr-defined]
    second.say(second.answers()[0])
    assert second.page.state["saved"] == second.page.state["step"] != "4"


# ---------------------------------------------------------------- the start page


def squares(table: Table) -> dict[int, str]:
    """Return the owners of the squares that the start page's board shows."""
    pairs = re.findall(
        r'id="square-(\d+)".*?data-shows="look-\d+"[^>]*?(?: data-seat="(\d)")?>',
        table.page.regions["setup"],
        re.DOTALL,
    )
    return {int(at): seat for at, seat in pairs if seat}


def test_the_game_to_continue_is_on_the_board_of_the_start_page() -> None:
    table = Table()
    seats = {"Ada": {"deeds": ["park-place:4", "boardwalk:hotel"]}, "Ben": {"deeds": ["@5:m"]}}
    table.play("Ada", "Ben", position={"seat": seats})
    game = table.app.game_id
    table.do("leave")
    assert squares(table) == {5: "1", 37: "0", 39: "0"}
    assert "Park Place, Dark Blue group, owned by Ada, 4 houses" in table.page.text("setup")
    again = Table(table.disk())
    again.page.run()
    assert squares(again) == {5: "1", 37: "0", 39: "0"}
    # The game does not appear on another board, and it disappears once it is deleted.
    again.page.fields = {**again.app.setup, "edition": "london"}
    again.do("setup", kind="change")
    assert squares(again) == {}
    again.page.fields = {**again.app.setup, "edition": "atlantic-city"}
    again.do("setup", kind="change")
    assert len(squares(again)) == 3
    again.do("open-saves")
    again.do("delete", game, where="dlg-saves")
    assert squares(again) == {}
