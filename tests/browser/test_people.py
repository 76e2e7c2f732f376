"""People at one device: trades, handing over, undo, seats, leaving, and untrusted files."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from playing import Player, back_in_the_game, game
from tables import ORANGE, TABLES
from titledeed.cli.check_record_expectations import check_table

Come = Callable[..., Player]


def checksum(me: Player) -> str:
    """Return the checksum in the game's own record."""
    state: str = me.report()["snapshot"]["state"]
    return state


# ---------------------------------------------------------------- trades


def five_for_short_line(me: Player) -> tuple[Locator, Locator]:
    """Fill in an offer of Ada's that the bot will refuse; return the dialog and its money field."""
    at_table = {"Ada": {"deeds": [ORANGE[0]]}, "Ben": {"deeds": ["short-line"]}}
    me.sit_down(game("Ada", "Ben", bots={"Ben": "steady-1"}, at_table=at_table))
    me.button("Trade", "#tools").click()
    table = me.page.locator("#dlg-trade")
    me.button("Ben", table.locator(".partner")).click()
    me.button(re.compile("Short Line"), table.locator(".side")).click()
    money = table.get_by_role("spinbutton").first
    money.fill("5")
    money.press("Tab")
    return table, money


@pytest.mark.long
def test_a_person_makes_an_offer_and_a_bot_answers_with_a_reason(player: Come) -> None:
    me = player()
    table, _ = five_for_short_line(me)
    expect(table.locator(".effect")).to_contain_text("Cash")
    me.press(re.compile("Offer .*5 for Short Line"), table)
    expect(table).to_be_hidden()
    record = me.report()
    assert "Ada offer Ben give 5 get short-line" in me.lines(record)
    assert "Ben reject" in me.lines(record)
    expect(me.page.locator("#journal .thought").first).to_contain_text(re.compile(r"\w+ \w+"))


def test_people_trade_on_one_device_and_accept_a_counteroffer(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["answer 1"])
    me.button("Make a counteroffer…").click()
    table = me.page.locator("#dlg-trade")
    expect(table.get_by_role("heading", name="Trade with Ada")).to_be_focused()
    me.button("Park Place mortgaged", table).click()  # Ben does not offer this one
    me.press(re.compile("^Offer New York Avenue for"), table)
    me.is_asked("handover 0")
    me.press("I’m Ada")
    me.press("Accept the offer")
    lines = me.lines()
    assert lines[-3:-1] == [
        "Ben reject",
        "Ben offer Ada give new-york-avenue get reading-railroad 120 card:chance",
    ]
    assert me.cash() == ["$1,380", "$1,620"]


@pytest.mark.long
def test_a_bots_offer_waits_and_is_then_opened_and_accepted(player: Come) -> None:
    me = player()
    me.sit_down(OFFERED)
    notice = me.page.locator("#notices .notice", has_text="Ben has an offer for you")
    expect(notice).to_be_visible()
    me.is_asked("roll 0")  # the waiting offer blocks nothing
    me.press("View offer", notice)
    me.is_asked("answer 0")
    me.press("Accept the offer")
    assert "Ada accept" in me.lines()
    expect(notice).to_be_hidden()


def test_a_person_counters_a_bots_offer_at_the_trade_table(player: Come) -> None:
    me = player()
    me.sit_down(OFFERED)
    me.press("View offer", "#notices")
    me.button("Make a counteroffer…").click()
    table = me.page.locator("#dlg-trade")
    expect(table.get_by_role("heading", name="Trade with Ben")).to_be_focused()
    money = table.get_by_role("spinbutton").last
    expect(money).to_have_value("650")  # of Ben's
    money.fill("600")
    money.press("Tab")
    me.press("Offer St. James Place for States Avenue and $600", table)
    expect(me.page.locator("#notices")).to_contain_text("Ben accepts your offer.")
    lines = me.lines()
    at = lines.index("Ada reject")
    assert lines[at + 1] == "Ada offer Ben give st-james-place get states-avenue 600"
    assert "Ben accept" in lines[at + 2 :]
    assert me.cash()[0] == "$2,100"


@pytest.mark.long
def test_a_person_changes_an_offer_that_a_bot_refused_and_sends_it_again(player: Come) -> None:
    me = player()
    table, money = five_for_short_line(me)
    me.press(re.compile("Offer .*5 for Short Line"), table)
    refused = me.page.locator("#notice-reply")
    expect(refused).to_contain_text("I’d lose about $148 on that.")
    me.button("Change the offer…", refused).click()
    expect(money).to_have_value("5")  # the offer is unchanged
    money.fill("265")
    money.press("Tab")
    me.press("Offer $265 for Short Line", table)
    expect(refused).to_contain_text("Ben accepts your offer.")
    assert me.cash() == ["$1,235", "$1,765"]


def test_a_dismissed_offer_stays_away_after_a_reload_in_the_browser(player: Come) -> None:
    me = player()
    me.sit_down(OFFERED)
    reload(me)
    me.is_asked("roll 0")
    notice = me.page.locator("#notices .notice", has_text="Ben has an offer for you")
    me.button("Dismiss", notice).click()
    expect(notice).to_be_hidden()
    reload(me)
    me.is_asked("roll 0")
    expect(notice).to_be_hidden()
    me.press("Throw the dice")
    expect(notice).to_be_hidden()


def reload(me: Player) -> None:
    """Reload the page and go on with the same game."""
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    back_in_the_game(me.page)
    me.settled()


# Ben lacks one orange street for his set, and can pay for it.
OFFERED = game(
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    bots={"Ben": "steady-1", "Cleo": "simple", "Dora": "simple"},
    turn="Ben",
    at_table={
        "Ada": {"deeds": [ORANGE[0], "st-charles-place"]},
        "Ben": {"deeds": [*ORANGE[1:], "states-avenue"], "at": "@7"},
        "Cleo": {"deeds": ["boardwalk"]},
    },
    play="Ben roll\nchance dice 1 2",
)


# ---------------------------------------------------------------- several people


def test_nobody_can_answer_for_the_next_person(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["end 0 two"])
    me.page.locator("#ask [data-answer=end]").dblclick()
    me.is_asked("handover 1")
    assert me.answers == []
    me.button("Build", "#tools").click()
    expect(me.dialog("Build or mortgage")).to_contain_text("Ada’s cash")
    me.close_all()
    me.press("I’m Ben")
    me.is_asked("roll 1")
    expect(me.page.locator("#ask-title")).to_be_focused()


def test_a_person_confirms_before_resigning(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", "Cleo"))
    me.page.locator("#seat-0 button").click()
    me.button("Resign…", "#dlg-seat").click()
    question = me.dialog("Resign for good?")
    expect(me.button("Play on", question)).to_be_visible()
    me.press("Resign", question)
    assert me.lines()[-1] == "Ada resign"
    expect(me.page.locator("#seat-0")).to_contain_text("out")


@pytest.mark.long
def test_a_seat_is_given_to_a_bot_and_taken_back(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", "Cleo"))
    me.page.locator("#seat-1 button").click()
    me.button("Simple bot plays for Ben", "#dlg-seat").click()
    expect(me.page.locator("#seat-1")).to_contain_text("Simple bot")
    me.page.locator("#seat-1 button").click()
    me.button("Play Ben yourself", "#dlg-seat").click()
    expect(me.page.locator("#seat-1")).to_contain_text("Person")


# ---------------------------------------------------------------- going back, going on


@pytest.mark.long
def test_undo_and_redo_lead_to_the_same_game(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["buy 0"])
    before = checksum(me)
    me.press(re.compile("Buy Baltic"))
    after = checksum(me)
    me.button("Undo", "#bar").click()
    me.is_asked("buy 0")
    me.check_focus_is_somewhere()
    assert checksum(me) == before
    me.button("Redo", "#bar").click()
    me.is_asked("end 0")
    me.check_focus_is_somewhere()
    assert checksum(me) == after


def test_undo_returns_the_question_to_the_person_who_answered_it(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["end 0 two"])
    before = checksum(me)
    me.press("End the turn")
    me.is_asked("handover 1")
    me.button("Undo", "#bar").click()
    me.is_asked("end 0")  # the device does not change hands
    me.check_focus_is_somewhere()
    assert checksum(me) == before
    me.button("Redo", "#bar").click()
    me.is_asked("roll 1")  # the player who pressed it has the device
    me.press("Throw the dice")
    me.button("Undo", "#bar").click()
    me.is_asked("roll 1")
    me.button("Undo", "#bar").click()
    me.is_asked("end 0")
    assert checksum(me) == before


def test_after_a_reload_the_same_game_continues(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["buy 0"])
    me.press(re.compile("Buy Baltic"))
    before, cash = checksum(me), me.cash()
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    back_in_the_game(me.page)
    me.is_asked("end 0")
    assert checksum(me) == before
    assert me.cash() == cash
    me.press("End the turn")
    assert me.asked.endswith(" 0")


def test_players_leave_a_game_and_start_another_with_the_same_seats(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["over"])
    asked = me.press("Play again with the same players")
    assert asked in ("roll 0", "roll 1", "roll 2")  # the starting throws are over
    me.leave()
    expect(me.page.locator("#start-game")).to_be_focused()
    expect(me.button(re.compile("^Continue"), "#setup")).to_be_visible()


# ---------------------------------------------------------------- files


def test_a_reported_game_passes_the_referee_and_can_be_continued(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["place 2"])
    record = me.report()
    assert check_table(record) == []
    me.choose_file("again.json", json.dumps(record))
    me.is_asked("place 2")


@pytest.mark.long
def test_a_file_that_is_not_a_record_is_refused_and_the_game_stays(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["buy 0"])
    before = checksum(me)
    for text in ("{}", "not a record", '{"format": "title-deed/9"}'):
        me.choose_file("wrong.json", text, settle=False)
        expect(me.page.locator("#notices .notice.bad")).to_be_visible()
        me.page.get_by_role("button", name="Dismiss").first.click()
    assert checksum(me) == before


# ---------------------------------------------------------------- names


@pytest.mark.long
def test_a_hostile_name_stays_plain_text(player: Come) -> None:
    me = player()
    markup = "<img src=x onerror=alert(1)>"
    me.set_up((markup, "Person"), ("{seat} & <b>", "Simple bot"))
    # The browser would not submit such a name, but a person may bypass that.
    name = me.page.locator("#name-1")
    name.evaluate("e => { e.removeAttribute('maxlength'); }")
    name.fill("Ω" * 10_000)
    name.press("Tab")
    me.page.locator("#setup-form").evaluate("form => { form.noValidate = true; }")
    me.start()
    expect(me.page.locator("#seat-0 .seat-name")).to_have_text(markup)
    expect(me.page.locator("#seat-1 .seat-name")).to_have_text("Ω" * 30)
    assert me.page.locator("img").count() == 0
    me.ask.locator("[data-answer]:not([aria-disabled=true])").first.click()
    me.settled()
    assert me.page.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
