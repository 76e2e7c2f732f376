"""The middle of the board: a big moment, and the events since a player's last move."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from fake_page import FakePage, Table
from titledeed.bots import BOTS as PLAYERS
from titledeed.bots.protocol import Choice, View
from titledeed.engine.answers import (
    Accept,
    Build,
    Bundle,
    Decline,
    End,
    Offer,
    Pass,
    Roll,
)
from titledeed.engine.asks import (
    AskAnswer,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.record import Record, Seat
from titledeed.game.big_moments import greatest_moment
from titledeed.ui.game_loop.character_expressions_and_lines import FetchedCharacters
from titledeed.ui.render import event_sounds_as_synthesizer_notes as event_sounds
from titledeed.ui.views.board import bots_meanwhile
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

BOTS = {"Ben": "simple", "Cleo": "simple"}


def at_table(speed: str = "normal", bots: dict[str, str] | None = None, **seats: Any) -> Table:
    table = Table(speed=speed)
    table.app.settings.sound = "soft"
    table.play("Ada", "Ben", "Cleo", bots=bots or {}, chance="by-hand", position={"seat": seats})
    return table


def throw(table: Table, first: int, second: int) -> None:
    """Enter the real dice that were thrown."""
    table.do("die", f"0 {first}", where="ask")
    table.do("die", f"1 {second}", where="ask")


def moment(table: Table) -> str:
    """The kind of the moment that is shown, or ""."""
    match = re.search(r'class="moment moment-(\w+)', table.page.regions["stage"])
    return match[1] if match else ""


def test_completing_a_group_is_a_big_moment_until_the_next_press() -> None:
    table = at_table(Ada={"deeds": ["@21", "@23"], "at": "@21"})
    table.say("roll")
    throw(table, 1, 2)
    assert moment(table) == ""
    table.page.heard.clear()
    table.say("buy")
    assert moment(table) == "group"
    assert "Ada has all of Red" in table.page.text("stage")
    assert "Illinois Avenue $20 $40" in table.page.text("stage")
    assert table.page.heard[0] == (len(event_sounds.SOUNDS["group"]), 0.15)
    table.say("end")
    assert moment(table) == ""


def test_the_first_house_and_each_hotel_are_big_moments_but_other_houses_are_not() -> None:
    table = Table(speed="normal")
    record = Record("modern", [Seat("Ada", ""), Seat("Ben", "")], seed=1)
    table.hands.play.start(record)
    table.page.run()
    # The game began without buildings. The seat gets both deeds, then builds five times on each.
    table.app.device = table.session.ask.seat
    seat = table.session.ask.seat
    state = table.session.state
    for space in (1, 3):
        state.owner[space] = seat
    kinds = []
    for n in range(10):
        entry = table.session.say(seat, f"build @{(1, 3)[n % 2]}")
        highlight = greatest_moment(table.session, [entry])
        kinds.append(highlight.kind if highlight else "")
    assert kinds == ["house", *[""] * 7, "hotel", "hotel"]


def test_a_rent_above_a_third_of_the_cash_is_a_big_moment_but_a_small_one_is_not() -> None:
    table = at_table(
        Ada={"at": "@16", "cash": 900}, Ben={"deeds": ["@21:3", "@23:3", "@24:3", "@37", "@39"]}
    )
    table.say("roll")
    throw(table, 2, 3)
    assert moment(table) == "rent"
    assert "Ada pays Ben $700 Kentucky Avenue · $200 in cash left" in table.page.text("stage")


def test_paying_off_a_debt_is_a_narrow_escape() -> None:
    table = at_table(
        Ada={"at": "@16", "cash": 600, "deeds": ["@39", "@5"]},
        Ben={"deeds": ["@21:3", "@23:3", "@24:3"]},
    )
    table.say("roll")
    throw(table, 2, 3)
    assert moment(table) == ""
    table.say("mortgage boardwalk")
    table.say("pay")
    assert moment(table) == "escape"
    assert "Ada has paid $700" in table.page.text("stage")


def test_the_starting_throws_are_one_view_and_nobody_has_to_make_them() -> None:
    table = Table(speed="normal")
    seats = [Seat("Ada", ""), Seat("Ben", "simple"), Seat("Cleo", "simple")]
    table.hands.play.start(Record("modern", seats, seed=3))
    assert moment(table) == "order"
    thrown = [entry for entry in table.session.entries if entry.seat == 0]
    assert [(entry.line, entry.by) for entry in thrown][:1] == [("Ada roll", "program")]
    assert not table.session.can_undo()


def test_real_dice_are_also_requested_at_the_start() -> None:
    table = Table(speed="normal")
    seats = [Seat("Ada", ""), Seat("Ben", "simple")]
    table.hands.play.start(Record("modern", seats, seed=3, chance="by-hand"))
    table.page.run()
    while table.page.state["ask"] == "shuffle chance":
        raise AssertionError("cards that are real need no shuffling")
    assert table.page.state["ask"] == "order 0"


def test_each_bots_actions_since_the_last_turn_are_one_line() -> None:
    page = FakePage()
    table = Table(page=page, speed="normal")
    table.play("Ada", "Ben", "Cleo", bots=BOTS)
    while page.state["ask"] != "end 0":
        table.say({"roll 0": "roll", "buy 0": "buy"}[page.state["ask"]])
    table.say("end")
    assert page.state["ask"] == "roll 0"
    assert table.page.regions["stage"].count('id="meanwhile"') == 1
    rows = re.findall(r"<b[^>]*>(\w+)</b>\s+<span>([^<]+)<", table.page.regions["stage"])
    assert [name for name, _ in rows] == ["Ben", "Cleo"]
    table.say("roll")
    assert 'id="meanwhile"' not in table.page.regions["stage"]


def test_who_only_visits_the_jail_is_not_said_to_be_in_it() -> None:
    table = Table()
    table.play("Ada", "Ben")
    assert bots_meanwhile._place(ViewContext(table.app), 10) == "Just Visiting"


class Swapper:
    """Plays simply, but in its first turn offers Cleo all its railroads, and Cleo agrees."""

    def choose(self, view: View, options: Options) -> Choice | None:
        if isinstance(view.ask, AskAnswer):
            return Choice(Accept(), "Fine.")
        rails = tuple(i for i in (5, 15) if view.owner[i] == view.seat)
        if view.ask.seat == view.seat == 1 and rails:
            return Choice(Offer(2, Bundle(rails), Bundle((39,), cash=70)), "Here.")
        if view.ask.seat == view.seat:
            kind = view.ask.kind
            return Choice({"roll": Roll(), "buy": Decline(), "bid": Pass()}.get(kind, End()), "On.")
        return None


def test_what_happened_meanwhile_names_every_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "simple", Swapper)  # type: ignore[arg-type]
    ben, cleo = {"deeds": ["@5", "@15"], "at": "@31"}, {"deeds": ["boardwalk"], "at": "@10"}
    table = at_table(bots=BOTS, Ada={"at": "@17"}, Ben=ben, Cleo=cleo)
    table.say("roll")
    throw(table, 1, 2)
    table.say("end")
    if table.session.ask.kind != "roll" or table.session.ask.seat:
        throw(table, 3, 4)
    while table.page.state["ask"].startswith(("bid", "dice")):
        if table.page.state["ask"].startswith("bid"):
            table.say("pass")
        else:
            throw(table, 4, 6)
    assert table.page.state["ask"] == "roll 0"
    assert (
        "gives Cleo Reading Railroad and Pennsylvania Railroad for Boardwalk and $70"
        in table.page.text("stage")
    )


def test_a_deal_before_an_auction_is_named_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A phone names none while it asks for a bid."""
    monkeypatch.setitem(PLAYERS, "simple", Swapper)  # type: ignore[arg-type]
    ben, cleo = {"deeds": ["@5", "@15"], "at": "@31"}, {"deeds": ["boardwalk"], "at": "@10"}
    table = at_table(bots=BOTS, Ada={"at": "@17"}, Ben=ben, Cleo=cleo)
    table.say("roll")
    throw(table, 1, 2)
    table.say("end")
    throw(table, 1, 2)  # Ben comes to Pennsylvania Avenue and declines it
    deal = "gives Cleo Reading Railroad and Pennsylvania Railroad for Boardwalk and $70"
    assert table.page.state["ask"] == "bid 0"
    assert deal in table.page.text("stage")
    table.say("pass")
    throw(table, 4, 6)
    assert table.page.state["ask"] == "roll 0"
    assert deal in table.page.text("stage")
    table.say("roll")
    throw(table, 1, 2)
    assert deal not in table.page.text("stage")


class Giver(Swapper):
    """Before Ada throws, Ben sells Cleo the last of her orange streets."""

    def choose(self, view: View, options: Options) -> Choice | None:
        if view.seat == 1 and view.ask.seat == 0 and view.owner[16] == 1:
            return Choice(Offer(2, Bundle((16,)), Bundle(cash=70)), "Here.")
        return super().choose(view, options)


def test_a_big_moment_does_not_hide_the_deal_behind_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "simple", Giver)  # type: ignore[arg-type]
    table = at_table(bots=BOTS, Ada={}, Ben={"deeds": ["@16"]}, Cleo={"deeds": ["@18", "@19"]})
    assert table.page.state["ask"] == "roll 0"
    assert moment(table) == "group"
    text = table.page.text("stage")
    assert "Cleo has all of Orange" in text
    assert "Ben gives Cleo St. James Place for $70" in text


def test_the_biggest_moment_in_between_is_named() -> None:
    ben = {"deeds": ["@6", "@8"], "at": "@2"}
    table = at_table(bots=BOTS, Ada={"at": "@17"}, Ben=ben, Cleo={"at": "@31"})
    table.say("roll")
    throw(table, 1, 2)
    table.say("end")
    throw(table, 3, 4)  # Ben buys the third light blue street
    throw(table, 3, 6)  # Cleo passes GO
    assert table.page.state["ask"] == "roll 0"
    assert moment(table) == ""
    text = table.page.text("stage")
    assert text.startswith(
        "Since your last move Ben has all of Light Blue Ben Connecticut Avenue · bought for $120"
        " · builds 15 times Cleo GO"
    )


class Builder(Swapper):
    """Before Ada throws, Cleo buys the last of her orange streets from Ben, and builds on it."""

    def choose(self, view: View, options: Options) -> Choice | None:
        if view.seat == 2 and view.ask.seat == 0:
            if view.owner[16] == 1:
                return Choice(Offer(1, Bundle(cash=70), Bundle((16,))), "Here.")
            if not any(view.level):
                return Choice(Build(16), "Here.")
        return super().choose(view, options)


def test_moves_of_others_stand_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PLAYERS, "simple", Builder)  # type: ignore[arg-type]
    table = at_table(bots=BOTS, Ada={}, Ben={"deeds": ["@16"]}, Cleo={"deeds": ["@18", "@19"]})
    shown = bots_meanwhile.meanwhile_view(ViewContext(table.app))
    assert shown is not None
    assert [row["text"] for row in shown["rows"]] == [
        "gives Ben $70 for St. James Place · builds once"
    ]
    # A dot stands only before a place: what somebody does is the verb to the name.
    assert re.search(r"<b>Cleo</b>\s+<span>gives Ben", table.page.regions["stage"])


def test_a_dot_stands_between_a_name_and_a_place() -> None:
    table = at_table(
        bots=BOTS,
        Ada={"deeds": ["@21", "@23", "@24"], "at": "@7"},
        Ben={"at": "@16"},
        Cleo={"at": "@16"},
    )
    table.say("roll")
    throw(table, 1, 2)
    table.say("end")
    throw(table, 2, 3)  # Ben comes to Kentucky Avenue and pays 36
    throw(table, 1, 3)  # Cleo comes to Free Parking
    stage = table.page.regions["stage"]
    assert re.search(r'<b class="is-placed">Ben</b>\s+<span>Kentucky Avenue', stage)


# ---------------------------------------------------------------- the end


def test_the_end_page_names_the_best_deed_and_can_be_saved_as_a_picture() -> None:
    table = at_table(
        bots=BOTS,
        Ada={"deeds": ["@21", "@23", "@24"], "at": "@7"},
        Ben={"at": "@16"},
        Cleo={"at": "@16"},
    )
    table.do("picture")
    assert table.page.files == {}  # there is no picture before the end
    table.say("roll")
    throw(table, 1, 2)
    table.say("end")
    throw(table, 2, 3)  # Ben comes to Kentucky Avenue and pays 36
    throw(table, 1, 3)  # Cleo comes to Free Parking
    assert table.page.state["ask"] == "roll 0"
    for seat in (1, 2):
        table.session.say(seat, "resign")
    table.hands.play.go_on()
    table.page.run()
    assert table.page.state["ask"] == "over"
    table.do("open-over", where="ask")
    assert "Best deed E Kentucky Avenue earned $36 from 1 visit" in table.page.text("dlg-over")
    table.do("picture", where="dlg-over")
    drawn = table.page.files["title-deed.png"]
    ElementTree.fromstring(drawn)  # this parser is as strict as the browser's own SVG parser
    assert "<script" not in drawn
    assert "Kentucky Avenue" in drawn
    assert drawn.count("<circle") == 3


def test_the_picture_of_a_game_that_a_bot_won_has_its_face() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "builder"})
    table.app.characters = FetchedCharacters()
    table.session.say(0, "resign")
    table.hands.play.go_on()
    table.page.run()
    assert table.page.state["ask"] == "over"
    table.do("open-over", where="ask")
    table.do("picture", where="dlg-over")
    drawn = table.page.files["title-deed.png"]
    ElementTree.fromstring(drawn)
    for part in ("body-builder", "head-builder", "look-triumphant", "hat-builder"):
        assert f'<use href="#{part}"/>' in drawn


def test_an_untouched_tour_advances_automatically_and_ends() -> None:
    table = at_table(bots=BOTS, Ada={"at": "@7"})
    table.do("tour")
    table.say("roll")
    throw(table, 1, 2)
    assert table.app.tour == 1
    table.say("end")
    assert table.app.tour == 2


def test_a_small_debt_or_one_that_is_easily_paid_is_no_narrow_escape() -> None:
    for cash, deeds, rent in (
        (20, ["@39", "@5", "@15", "@25"], "@21"),  # a small sum
        (
            600,
            ["@39", "@37", "@31", "@32", "@34", "@5", "@15"],
            "@21:3",
        ),  # much could still be raised
    ):
        owner = [rent, "@23", "@24"] if ":" not in rent else [rent, "@23:3", "@24:3"]
        table = at_table(
            Ada={"at": "@16", "cash": cash, "deeds": deeds}, Ben={"deeds": owner, "cash": 500}
        )
        table.say("roll")
        throw(table, 2, 3)
        assert table.page.state["ask"] == "debt 0"
        table.say(next(answer for answer in table.answers() if answer.startswith("mortgage")))
        table.say("pay")
        assert moment(table) == ("rent" if ":" in rent else "")


def test_the_end_of_an_auction_is_a_short_moment() -> None:
    table = at_table(bots={"Ben": "simple"}, Ada={"at": "@35"}, Cleo={"cash": 0})
    table.say("roll")
    throw(table, 1, 3)
    table.say("decline")
    while table.page.state["ask"].startswith("bid"):
        table.say(table.answers()[0] if table.page.state["ask"] == "bid 0" else "pass")
    assert moment(table) == "sold"
    assert "Sold" in table.page.text("stage")
    assert "Boardwalk for $" in table.page.text("stage")


def test_a_bought_deed_comes_to_its_owner_and_a_complete_group_shines() -> None:
    table = at_table(Ada={"deeds": ["@21", "@23"], "at": "@21"})
    table.say("roll")
    throw(table, 1, 2)
    assert table.page.carried == []
    table.say("buy")
    assert table.page.carried == [("Illinois Avenue", "square-24", "seat-0")]
    assert table.page.glowed == [21, 23, 24]


def test_without_motion_no_deed_is_carried() -> None:
    for speed, motion in (("instant", "auto"), ("normal", "less")):
        table = at_table(speed=speed, Ada={"deeds": ["@21", "@23"], "at": "@21"})
        table.app.settings.motion = motion
        table.say("roll")
        throw(table, 1, 2)
        table.say("buy")
        assert (table.page.carried, table.page.glowed) == ([], [])
