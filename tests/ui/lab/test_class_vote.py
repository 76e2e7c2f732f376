"""Pause and vote: a large question, hands counted, and the choice made at the table."""

from __future__ import annotations

import re

import pytest

from fake_page import Table
from tables import TABLES
from titledeed.bots.protocol import Choice
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.game.session import Session
from titledeed.ui.lab.state.class_vote import vote_moment
from titledeed.ui.page_port import Gesture


def voting(*people: str) -> Table:
    table = Table()
    table.play(*people)
    table.do("lab", "vote")
    return table


def labels(table: Table) -> list[str]:
    return [
        b.attributes["aria-label"]
        for b in table.page.buttons("lab")
        if b.attributes.get("data-do") == "lab-choose"
    ]


def test_the_class_decides_the_question() -> None:
    table = voting("Ada", "Ben")
    lab = table.app.lab
    session = table.app.session
    assert lab is not None
    assert session is not None
    before = len(session.entries)
    asked = session.ask.kind
    options = labels(table)
    assert options, table.page.text("lab")
    assert "Count the votes for each option" in table.page.text("lab")
    assert re.search("The class decides for (Ada|Ben)", table.page.text("lab"))
    assert table.page.text("lab").count("$1,500") >= 3, "the cash of each player is seen"
    table.do("lab-hand", "0 1")
    table.do("lab-hand", "0 1")
    table.do("lab-hand", "0 -1")
    assert 'value="1"' in table.page.regions["lab"]
    table.do(
        "lab-hands",
        kind="change",
        fields={"hands-0": "17", "hands-9": "4", "x": "y", "hands-1": "-5"},
    )
    assert "17" in table.page.regions["lab"]
    assert 'value="-5"' in table.page.regions["lab"], "what was typed stays"
    assert "Enter a whole number from 0 to 999." in table.page.text("lab")
    table.do("lab-hand", "1 1")
    assert "Enter a whole number" not in table.page.text("lab")
    table.do("lab-hand", "1 -1")
    assert len(session.entries) == before, "counting hands answers nothing"
    table.hands.handle_gesture(Gesture("click", where="lab", do="lab-choose", arg="0"))
    assert table.app.lab is None
    assert len(session.entries) > before
    assert session.entries[before].by == "person"
    assert session.entries[before].answer.kind == asked == "roll"
    # The next question has no counted hands yet.
    table.do("lab", "vote")
    assert 'value="17"' not in table.page.regions["lab"]


def test_there_is_no_vote_when_nobody_has_a_question() -> None:
    table = Table()
    table.do("lab")
    table.do("lab-screen", "vote")
    assert "No game is in progress. Start or continue one to vote." in table.page.text("lab")
    table.do("lab-choose", "0")
    table.do("lab-hand", "0 1")
    assert "Vote" not in [b.text for b in table.page.buttons("lab")]


def test_an_invalid_vote_is_not_played() -> None:
    table = voting("Ada", "Ben")
    assert table.app.session is not None
    before = len(table.app.session.entries)
    for arg in ("", "9", "-1", "x", "99999999"):
        table.do("lab-choose", arg)
        table.do("lab-hand", arg)
    assert len(table.app.session.entries) == before
    assert table.app.lab is not None


def sitting(name: str) -> Table:
    table = Table()
    table.hands.play.begin_new(Session.load(TABLES[name]), "")
    table.page.run()
    table.do("lab", "vote")
    return table


def press(table: Table, *keys: str) -> None:
    for key in keys:
        table.hands.key(key, "vote", "")


def test_in_a_quiet_turn_the_class_can_vote_on_building_and_trading() -> None:
    table = sitting("roll 0")
    offered = [label.removeprefix("Choose: ") for label in labels(table)]
    assert len(offered) == 7
    for begin in (
        "Throw the dice",
        "Build a house on ",
        "Lift the mortgage on ",
        "Mortgage ",
        "Make a trade offer",
        "Manage other deeds",
    ):
        assert any(label.startswith(begin) for label in offered), (begin, offered)
    houses = [label for label in offered if label.startswith("Build a house")]
    assert len(houses) == 1, "one street of the group stands for all"
    session = table.app.session
    assert session is not None
    before = len(session.entries)
    table.hands.handle_gesture(
        Gesture("click", where="lab", do="lab-choose", arg=str(offered.index(houses[0])))
    )
    assert session.entries[before].answer.kind == "build"


@pytest.mark.parametrize(("row", "sheet"), [("Make a trade", "trade"), ("Manage other", "manager")])
def test_choices_that_cannot_be_listed_are_made_at_the_table(row: str, sheet: str) -> None:
    table = sitting("roll 0")
    at = next(n for n, label in enumerate(labels(table)) if row in label)
    table.do("lab-choose", str(at))
    assert table.app.lab is None
    shown = table.app.open_dialog(sheet)
    assert shown is not None
    assert shown.seat == 0


def test_the_class_looks_at_an_open_offer_and_then_votes_on_it() -> None:
    table = Table()
    session = Session.load(TABLES["roll 0"])
    railroad = next(i for i in (5, 15, 25, 35) if session.state.owner[i] == 0)
    offer = Offer(0, Bundle(cash=300), Bundle(deeds=(railroad,)))
    session.offers.hold(1, Choice(offer, "", {}), session.state, session.entries)
    table.hands.play.begin_new(session, "")
    table.page.run()
    table.do("lab", "vote")
    at = next(n for n, label in enumerate(labels(table)) if "Look at Ben’s offer" in label)
    table.do("lab-choose", str(at))
    assert session.ask.kind == "answer"
    table.do("lab", "vote")
    assert [label.removeprefix("Choose: ") for label in labels(table)][:2] == [
        "Accept the offer",
        "Decline",
    ]


def test_the_class_raises_missing_cash_first() -> None:
    table = sitting("debt 0")
    assert labels(table)[-1] == "Choose: Raise cash first"
    table.do("lab-choose", str(len(labels(table)) - 1))
    shown = table.app.open_dialog("manager")
    assert shown is not None
    assert shown.arg == "raise"


def test_a_class_votes_without_a_mouse() -> None:
    table = sitting("roll 0")
    assert table.page.focused == "#vote h2"
    press(table, "2", "2", "2", "arrowleft", "arrowdown", "arrowright")
    assert table.page.focused == "#vote-2 [data-do=lab-choose]"
    assert re.findall(r'name="hands-\d" [^>]*value="(\d+)"', table.page.regions["lab"])[:4] == [
        "0",
        "2",
        "1",
        "0",
    ]
    press(table, *["arrowup"] * 12)
    assert table.page.focused == "#vote-0 [data-do=lab-choose]"
    press(table, "arrowleft", "mod+1", "x")
    assert table.page.said[-1] == "0 votes"
    assert not table.hands.key("1", "vote", "number"), "figures in a field are the field's"
    assert not table.hands.key("1", "lab", "")
    table.do("lab-leave")
    assert table.hands.key("1", "vote", "")


def test_votes_do_not_carry_over_to_another_question_with_the_same_number() -> None:
    """An answer is taken back, and another one is given in its place."""
    table = voting("Ada", "Ben")
    before = vote_moment(table.app)
    assert vote_moment(table.app) == before
    assert table.app.session is not None
    other = Table()
    other.play("Ada", "Cleo")
    other.app.game_id = table.app.game_id
    assert other.app.session is not None
    assert len(other.app.session.entries) == len(table.app.session.entries)
    other.app.session.state.cash[0] += 1
    assert vote_moment(other.app)[:2] == before[:2]
    assert vote_moment(other.app) != before
