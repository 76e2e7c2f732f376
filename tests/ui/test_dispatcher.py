"""From a press on the page to the game and back, without a browser."""

from __future__ import annotations

import json
import re

import pytest

from fake_page import Table
from on_screen import ORANGE, cash, game
from titledeed.bots import BOTS
from titledeed.bots.protocol import View
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.storage.store import Store
from titledeed.ui.page_port import Gesture
from titledeed.ui.phase_stage_and_tempo import Tempo
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

# ---------------------------------------------------------------- set-up


def test_the_setup_form_creates_the_game_it_describes() -> None:
    table = Table()
    fields = {
        "name-0": "  Zoë  ",
        "kind-0": "person",
        "token-0": "snail",
        "name-1": "Bo",
        "kind-1": "simple",
        "token-1": "quill",
        "rulebook": "parker1973",
        "edition": "london",
        "variant": "short",
        "rent": "asked",
        "chance": "dealt",
        "house:starting-cash": "1700",
        "house:free-parking": "pot",
        "house:lap-first": "on",
    }
    table.page.fields = fields
    table.do("start-game", kind="submit")
    record = table.session.game.record
    assert [(seat.name, seat.bot, seat.token) for seat in record.seats] == [
        ("Zoë", "", "snail"),
        ("Bo", "simple", "quill"),
    ]
    assert (record.rulebook, record.edition, record.variant) == ("parker1973", "london", "short")
    assert (record.rent, record.chance) == ("asked", "dealt")
    assert record.house_rules == {"starting-cash": 1700, "free-parking": "pot", "lap-first": True}
    assert table.page.state["screen"] == "table"


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name-0": "Ada", "name-1": "ada "}, "Two players are called"),
        ({"name-0": "Ada", "name-1": " \u200b "}, "needs a name"),
        ({"name-0": "A", "name-1": "B", "house:salary": "-5"}, "a whole number"),
        ({"name-0": "A", "name-1": "B", "house:limit-rounds": "0"}, "a whole number"),
        ({"name-0": "A", "name-1": "B", "rulebook": "mine"}, "There is no rulebook"),
        ({"name-0": "A", "name-1": "B", "edition": "mars"}, "There is no board"),
    ],
)
def test_an_invalid_setup_form_is_refused_with_a_sentence(
    fields: dict[str, str], words: str
) -> None:
    table = Table()
    table.page.fields = {"rulebook": "modern", "edition": "atlantic-city"} | fields
    table.do("start-game", kind="submit")
    assert table.app.session is None
    assert words in table.page.text("setup")


def test_adding_and_removing_seats_preserves_the_typed_text() -> None:
    table = Table()
    table.page.fields = table.app.setup | {"name-1": "Grace Hopper", "name-2": "Grace"}
    table.do("add-seat")
    assert "Emmy" in table.page.regions["setup"]
    table.page.fields = dict(table.app.setup)
    table.do("remove-seat", "0")
    assert [table.app.setup[f"name-{n}"] for n in range(4)] == [
        "Grace Hopper",
        "Grace",
        "Alan",
        "Emmy",
    ]
    table.page.fields = dict(table.app.setup)
    table.do("next-token", "0")
    taken = [table.app.setup[f"token-{n}"] for n in range(4)]
    assert len(set(taken)) == 4


def test_a_name_of_ten_thousand_characters_is_cut() -> None:
    table = Table()
    table.page.fields = {"name-0": "x" * 10_000, "name-1": "Ben", "rulebook": "modern"}
    table.do("start-game", kind="submit")
    assert table.session.game.record.seats[0].name == "x" * 30


# ---------------------------------------------------------------- answers


def test_an_answer_and_its_chance_result_are_one_view() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.page.patches.clear()
    table.say("roll")
    assert len(table.session.entries) == 4  # two decks shuffled, the throw, the dice
    assert table.page.patches.count("#board .ring") == 1
    assert table.page.state["step"] == "4"


def test_a_barred_button_does_nothing() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"cash": 10, "jail": 0}}})
    fine = next(b for b in table.page.buttons("ask") if b.attributes.get("data-answer") == "fine")
    assert fine.barred
    table.click(fine)
    assert table.page.state["step"] == "2"
    assert table.page.text("notices") == ""


def test_the_second_half_of_a_double_click_is_ignored() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    steps = len(table.session.entries)
    for answer in table.answers():
        table.hands.handle_gesture(Gesture("click", where="ask", answer=answer, again=True))
    assert len(table.session.entries) == steps


@pytest.mark.parametrize(
    "answer", ["bid 5", "buy", "offer", "dice 7 7", "", "x" * 10_000, "build boardwalk"]
)
def test_an_invalid_answer_is_reported_and_changes_nothing(answer: str) -> None:
    table = Table()
    table.play("Ada", "Ben")
    before = table.session.state.contents()
    table.gesture(kind="submit", where="ask", form=answer)
    assert table.session.state.contents() == before
    assert answer == "" or "The game hasn’t changed." in table.page.text("notices")


def test_a_notice_disappears_when_the_game_continues_or_it_is_dismissed() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.gesture(kind="submit", where="ask", form="buy")
    assert table.page.buttons("notices")
    table.do("dismiss", "trouble")
    assert table.page.text("notices") == ""
    table.gesture(kind="submit", where="ask", form="buy")
    table.say("roll")
    assert table.page.text("notices") == ""


def test_in_a_game_by_hand_people_enter_dice_and_cards() -> None:
    table = Table()
    table.play("Ada", "Ben", chance="by-hand", position={"seat": {"Ada": {"at": "@4"}}})
    table.say("roll")
    assert table.page.state["ask"] == "dice chance"
    form = "dice {first} {second}"
    table.gesture(kind="submit", where="ask", form=form, fields={"first": "1", "second": "2"})
    assert table.page.state["ask"] == "card chance"
    table.say("card advance-to-go")
    assert cash(table) == [1700, 1500]


# ---------------------------------------------------------------- several people


def test_the_device_changes_hands_before_anything_is_asked() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"at": "@7"}}})
    table.say("roll")  # 2 and 1, to Just Visiting
    table.say("end")
    assert table.page.state["ask"] == "handover 1"
    assert ViewContext(table.app).acting() == 0  # the tools still act for Ada
    table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    assert table.session.entries[-1].line == "Ada end"
    numbers = [int(n) for n in re.findall(r'id="entry-(\d+)"', table.page.regions["journal"])]
    assert len(numbers) > 2
    assert numbers == sorted(numbers, reverse=True)
    table.press("ask", "I’m Ben")
    assert table.page.state["ask"] == "roll 1"
    assert ViewContext(table.app).acting() == 1


def test_an_auction_goes_around_without_passing_the_device() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", chance="by-hand")
    table.say("roll")
    table.gesture(kind="submit", where="ask", form="dice 1 2")
    table.say("decline")
    asked = []
    while table.page.state["ask"].startswith("bid"):
        asked.append(table.page.state["ask"])
        table.say("pass" if len(asked) > 3 else table.answers()[0])
    assert asked[:3] == ["bid 1", "bid 2", "bid 0"]


def test_a_person_may_act_out_of_turn_in_a_quiet_moment() -> None:
    table = Table()
    position = {"seat": {"Ben": {"deeds": ORANGE}}}
    table.play("Ada", "Ben", position=position)
    table.do("open-manager", "1")
    table.say("build st-james-place", "dlg-manager")
    assert table.session.entries[-1].line == "Ben build st-james-place"
    assert "−$100" in table.page.text("dlg-manager")
    assert table.page.state["ask"] == "handover 0"


def test_resigning_asks_for_confirmation() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo")
    table.do("open-seat", "1")
    table.say("resign", "dlg-seat")
    assert table.session.state.playing == [True, True, True]
    # The button has the color of danger, and a sign for people who cannot see the color.
    html = table.page.regions["dlg-confirm"]
    button = re.search(r"<button[^>]*answer=.resign.*?</button>", html, re.DOTALL)
    assert button
    assert "Your cash, buildings and cards go to the Bank for nothing" in table.page.text(
        "dlg-confirm"
    )
    assert "btn go bad" in button[0]
    assert "#u-flag" in button[0]
    table.say("resign", "dlg-confirm")
    assert table.session.state.playing == [True, False, True]


# ---------------------------------------------------------------- bots


def test_bots_play_until_a_person_is_asked() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "simple", "Cleo": "simple"})
    for _ in range(40):
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
        assert table.page.state["ask"].endswith(" 0")
    assert {entry.by for entry in table.session.entries} == {"person", "bot", "chance"}


def test_at_normal_speed_a_throw_tumbles_and_the_token_walks() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", position={"seat": {"Ada": {"at": "@1"}}}, chance="by-hand")
    table.say("roll")
    table.hands.handle_gesture(Gesture("submit", where="ask", form="dice 2 3"))
    assert table.page.state["ask"] == "bots"
    assert 'data-face="2"' in table.page.regions["stage"]
    assert table.answers() == []
    table.page.run()
    assert table.page.walked == [(0, n) for n in (2, 3, 4, 5, 6)]
    assert table.page.state["ask"] == "buy 0"


def test_a_skip_leaves_out_the_pauses_and_reports_what_was_missed() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "simple", "Cleo": "simple"})
    while table.page.state["ask"] != "end 0":
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    table.page.tick()
    table.do("skip")
    assert "skipped" in table.page.text("notices")
    assert table.page.state["ask"].endswith(" 0")
    assert table.app.tempo is Tempo.NORMAL


def test_bots_wait_for_an_open_dialog_once_the_table_is_quiet() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    while table.page.state["ask"] != "end 0":
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    table.hands.handle_gesture(Gesture("click", do="open-manager"))
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    while table.page.tick():
        pass
    assert table.session.ask.seat == 1
    steps = len(table.session.entries)
    assert "The bots are waiting for you" in table.page.text("ask")
    table.do("close", where="dlg-manager")
    table.page.run()
    assert len(table.session.entries) > steps


def test_a_pause_stops_the_bots_until_somebody_ends_it() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    while table.page.state["ask"] != "end 0":
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    table.hands.handle_gesture(Gesture("click", where="ask", do="pause"))
    while table.page.tick():
        pass
    assert table.session.ask.seat == 1
    table.press("ask", "Resume")
    table.page.run()
    assert table.session.ask.seat == 0


class Broken:
    """A bot that fails at every question."""

    def choose(self, view: View, options: Options) -> None:
        raise ZeroDivisionError("of a bot")


def test_a_failing_bot_does_not_end_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "simple", Broken)  # type: ignore[arg-type]
    table = Table()
    table.play("Ada", "Ben", bots={"Ada": "simple"})
    while table.page.tick():
        pass
    assert "of a bot" in table.page.text("notices")
    table.do("seat-person", "0")
    assert table.page.state["ask"] == "roll 0"


def test_a_bot_takes_over_a_seat_and_a_person_takes_it_back() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo")
    table.do("seat-bot", "0 simple")
    assert table.session.controls == ["simple", "", ""]
    assert not table.page.state["ask"].endswith(" 0")
    table.do("seat-person", "0")
    assert table.session.controls == ["", "", ""]
    again = Table(Store(table.store.box))
    again.do("continue", table.app.game_id)
    assert again.session.controls == ["", "", ""]


# ---------------------------------------------------------------- undo, saves, files


def test_undo_takes_an_answer_back_and_redo_restores_it() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    before = table.session.state.contents()
    table.say("roll")
    after = table.session.state.contents()
    table.do("undo")
    assert table.session.state.contents() == before
    assert "roll 0" in table.page.state["ask"]
    table.do("redo")
    assert table.session.state.contents() == after


def test_undo_can_be_limited_so_that_it_does_not_go_behind_a_throw() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("settings", kind="change", fields={"speed": "instant"})
    table.say("roll")
    undo = next(b for b in table.page.buttons("bar") if b.attributes.get("data-do") == "undo")
    assert undo.barred


def test_a_game_is_saved_after_every_answer_and_continues_elsewhere() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    for _ in range(12):
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
        again = Table(table.disk())
        again.do("continue", table.app.game_id)
        assert again.session.state.contents() == table.session.state.contents()
        assert again.page.state["ask"] == table.page.state["ask"]


def test_a_record_can_be_reported_exported_and_imported() -> None:
    table = Table()
    table.play("Ada", "Ben & Cie")
    table.say("roll")
    table.do("report")
    (name, text), *_ = table.page.files.items()
    assert name == "titledeed-report-Ada-Ben-Cie.json"
    assert json.loads(text)["format"] == "title-deed/1"
    assert Session.load(json.loads(text)).state.contents() == table.session.state.contents()
    other = Table()
    other.hands.imported(name, text)
    assert other.session.state.contents() == table.session.state.contents()
    assert len(other.store.games()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[1, 2]",
        '{"format": "title-deed/9"}',
        '{"format": "title-deed/1", "rulebook": "modern", "seats": ["A"]}',
        '{"format": "title-deed/1", "rulebook": "modern", "seats": ["A", "B"], "checksum": "0"}',
        '{"format": "title-deed/1", "rulebook": "modern", "seats": [{"name": "A", "bot": "x"}, "B"]}',
        (
            '{"format": "title-deed/1", "rulebook": "modern", "seats": ["A", "B"],'
            ' "step": [{"play": "A buy"}]}'
        ),
        "[" * 100_000,
    ],
)
def test_a_file_that_is_not_a_record_is_refused_with_a_sentence(text: str) -> None:
    table = Table()
    table.hands.imported("game.json", text)
    assert table.app.session is None
    assert "notice-trouble" in table.page.regions["setup"]
    says = table.page.text("setup")
    known = "title-deed" in text
    assert "“game.json” " + ("can’t be opened." if known else "isn’t a Title Deed game.") in says
    assert "Your saved games haven’t changed." in says
    assert "Choose another file" in says
    assert table.store.games() == []


def test_saved_games_can_be_renamed_copied_deleted_and_restored() -> None:
    table = Table()
    table.play("Ada", "Ben")
    id = table.app.game_id
    table.do("open-saves")
    table.do("rename", id)
    table.gesture(
        kind="submit",
        where="dlg-rename",
        do="rename-to",
        arg=id,
        fields={"title": " Friday  night "},
    )
    assert table.store.games()[0].title == "Friday night"
    table.do("duplicate", id)
    assert sorted(f.title for f in table.store.games()) == ["Copy of Friday night", "Friday night"]
    table.do("delete", id)
    table.do("delete-now", id, where="dlg-confirm")
    assert table.app.session is None
    assert [f.title for f in table.store.games()] == ["Copy of Friday night"]
    table.press("dlg-saves", "Bring it back")
    assert len(table.store.games()) == 2


def test_players_can_leave_a_game_and_play_again_with_the_same_seats() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    table.do("leave")
    assert table.page.state["screen"] == "setup"
    assert "Continue: Ada, Ben" in table.page.text("setup")
    table.do("continue", table.app.game_id)
    first = table.app.game_id
    table.do("again")
    assert table.app.game_id != first
    assert table.session.controls == ["", "simple"]
    assert len(table.session.entries) < 20


def test_a_time_limit_ends_the_game_with_the_round() -> None:
    table = Table()
    record = Record(
        "modern",
        [Seat("Ada"), Seat("Ben")],
        house_rules={"limit-minutes": 1},
        position={"turn": "Ada"},
    )
    table.hands.play.start(record)
    table.page.run()
    table.page.clock += 61_000
    for _ in range(30):
        if table.page.state["ask"] == "over":
            break
        if table.page.state["ask"].startswith("handover"):
            table.press("ask", "I’m")
            continue
        answers = table.answers()
        table.say(answers[-1] if "pass" in answers else answers[0])
    assert table.page.state["ask"] == "over"
    assert table.session.state.round == 1


def test_the_end_shows_a_ranking_and_the_course_of_the_game() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", position={"seat": {"Ada": {"deeds": ["boardwalk"]}}})
    for seat in ("2", "1"):
        table.do("open-seat", seat)
        table.say("resign", "dlg-seat")
        table.say("resign", "dlg-confirm")
    assert table.page.state["ask"] == "over"
    text = table.page.text("ask")
    assert "Ada wins" in text
    assert text.index("Ada") < text.index("Ben") < text.index("Cleo")
    table.press("ask", "See how it went…")
    assert "Rent collected" in table.page.text("dlg-over")


def test_the_language_can_change_during_a_game() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("settings", kind="change", fields={"language": "de", "speed": "instant"})
    assert "Würfeln" in table.page.text("ask") or "würfelt" in table.page.text("ask")
    assert table.page.state["lang"] == "de"


def test_nobody_can_trade_with_themselves() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.do("trade-with", "0")
    assert table.app.draft is None
    assert table.page.opened == []


def test_opening_a_game_shows_the_lot_of_its_auction() -> None:
    table = game("modern", "Ada roll", "chance dice 1 2", "Ada decline")
    assert "Baltic Avenue" in table.page.text("deed")
    table = game("modern", "Ada roll", "chance dice 1 2")
    assert "Baltic Avenue" in table.page.text("deed")  # the deed of the space where Ada is


@pytest.mark.parametrize(
    ("opened", "said"), [("lab", "Labor verlassen"), ("board-maker", "Spielbrettwerkstatt")]
)
def test_a_screen_that_covers_the_table_is_translated_too(opened: str, said: str) -> None:
    table = Table()
    table.do(opened)
    assert said not in table.page.text("lab")
    table.do("settings", kind="change", fields={"language": "de", "speed": "instant"})
    assert said in table.page.text("lab")
    assert "Leave" not in table.page.text("lab")


def test_a_missing_language_is_downloaded(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    here: set[str] = set()
    monkeypatch.setattr(
        "titledeed.ui.actions.settings.is_language_loaded", lambda name: name in here
    )
    change = {"kind": "change", "fields": {"language": "de", "speed": "brisk"}}
    table.page.no_part = "offline"
    table.do("settings", **change)
    assert table.page.parts == ["de"]
    assert "couldn’t be loaded" in table.page.said[-1]
    assert (table.app.settings.language, table.app.settings.speed) == ("en", "brisk")
    here.add("de")
    table.page.no_part = ""
    table.do("settings", **change)
    assert table.app.settings.language == "de"


def test_cards_of_a_player_have_a_heading_of_their_own_below_the_deeds() -> None:
    table = Table()
    ada = {"deeds": ["boardwalk", "park-place"], "cards": ["chance"]}
    table.play("Ada", "Ben", position={"seat": {"Ada": ada}})
    table.do("open-seat", "0")
    deeds, heading, cards = table.page.regions["dlg-seat"].partition("<h3>Cards</h3>")
    assert heading
    assert "Deeds (2)" in deeds
    assert "#c-key" not in deeds, "only deeds are counted and listed there"
    assert cards.count("#c-key") == 1
    table.do("open-seat", "1")
    assert "<h3>Cards</h3>" not in table.page.regions["dlg-seat"]
