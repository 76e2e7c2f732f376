"""Hints on demand: amounts, dangers, and nothing that is hidden."""

from __future__ import annotations

import re

from fake_page import Table
from titledeed.engine.door import play
from titledeed.engine.record import Record, Seat
from titledeed.engine.words import Buy, Decline
from titledeed.front.views import hints
from titledeed.front.views.bits import Sight
from titledeed.odds import WHOLE, expected
from titledeed.session import Session


def ask(table: Table) -> list[str]:
    table.do("hint", where="ask")
    view = table.hands.play.view()["ask"]
    return list(view["advice"]["lines"])


def buying(table: Table) -> None:
    """Ada is asked for Vermont Avenue, the last of her group."""
    record = Record(
        "modern",
        [Seat("Ada", ""), Seat("Ben", "")],
        seed=1,
        chance="by-hand",
        position={
            "turn": "Ada",
            "seat": {
                "Ada": {"cash": 700, "deeds": ["oriental-avenue", "connecticut-avenue"]},
                "Ben": {"deeds": ["st-charles-place", "states-avenue"]},
            },
        },
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(0, "roll")
    table.session.say(-3, "dice 3 5")
    table.hands.play.go_on()
    table.page.run()


def test_a_hint_for_a_purchase_says_worth_price_what_is_left_and_the_danger_ahead() -> None:
    table = Table()
    buying(table)
    lines = ask(table)
    assert lines[0].startswith("Vermont Avenue costs $100, and is worth about $")
    worth = int(lines[0].split("about $")[1].split(" ")[0].rstrip(":").replace(",", ""))
    assert worth > 100  # it completes the group
    assert lines[1] == "You would have $600 left."
    assert lines[2] == "Your next throw costs $2 on average, at worst $10 on St. Charles Place."
    assert lines[3].startswith("A shark in your seat: Buy Vermont Avenue for $100. “")


def test_a_hint_is_shown_on_demand_only_and_goes_with_the_answer() -> None:
    table = Table()
    buying(table)
    assert "worth about" not in table.page.text("ask")
    table.press("ask", "")  # the first button of the card is the hint
    assert "worth about" in table.page.text("ask")
    assert "worth about" in table.page.said[-1]
    table.press("ask", "")
    assert "worth about" not in table.page.text("ask")
    table.press("ask", "")
    table.say("buy")
    assert table.desk.session is not None
    assert "worth about" not in table.page.text("ask")


def test_the_choice_of_tax_is_not_counted_for_anybody() -> None:
    table = Table()
    record = Record(
        "classic",
        [Seat("Ada", ""), Seat("Ben", "")],
        seed=1,
        chance="by-hand",
        position={"turn": "Ada", "seat": {"Ada": {"cash": 4321}}},
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 3")
    table.hands.play.go_on()
    table.page.run()
    assert table.session.ask.kind == "tax"
    (line,) = ask(table)
    assert "less than $200 while you are worth less than $2,000" in line
    assert "4,321" not in line


def test_no_hint_depends_on_what_lies_in_the_decks() -> None:
    sentences = []
    for top in ("chairman", "advance-to-go"):
        table = Table()
        table.play(
            "Ada",
            "Ben",
            position={"round": 7, "deck": {"chance": [top]}, "seat": {"Ada": {"at": "@16"}}},
        )
        sentences.append(ask(table))
    assert sentences[0] == sentences[1] != []


def test_every_kind_that_is_weighed_is_a_kind_of_ask() -> None:
    session = Session.start(Record("modern", [Seat("Ada", ""), Seat("Ben", "")], seed=1))
    assert session.ask.kind not in hints.KINDS  # the throw for the start
    table = Table()
    table.play("Ada", "Ben")
    assert hints.hint(Sight(table.desk))


def test_no_hint_on_an_offer_is_against_its_own_odds() -> None:
    """The advice and the odds below it once came from two players, and said the opposite of each other."""
    table = Table()
    names = ["Ada", "Ben", "Cleo", "Dan"]
    record = Record("modern", [Seat(name, "dealer") for name in names], seed=4)
    table.hands.play.start(record)
    session = table.session
    accepted = refused = 0
    while session.state.round < 20 and session.step() is not None:
        if session.ask.kind != "answer":
            continue
        *_, advice, worth = hints.hint(Sight(table.desk))
        with_it, without = (int(part) for part in re.findall(r"(\d+)%", worth))
        if "in your seat: Accept" in advice:
            accepted += 1
            assert with_it >= without, (advice, worth)
        else:
            refused += 1
            assert with_it >= without - 3, (advice, worth)  # it wants three points for a group
    assert accepted
    assert refused > 5


def test_a_hint_says_what_it_is_worth_in_odds() -> None:
    table = Table()
    buying(table)
    state = table.session.state
    percents = []
    for answer in (Buy(), Decline()):
        then, _events = play(state, 0, answer)
        percents.append(round(100 * expected(then)[0] / WHOLE))
    with_it, without = percents
    assert with_it > without
    assert ask(table)[-1] == f"Your chance to win: {with_it}% with that, {without}% without."
