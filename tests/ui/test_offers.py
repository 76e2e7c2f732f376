"""Offers between people and bots on the page, and rent that has to be asked for."""

from __future__ import annotations

import pytest

from fake_page import Table
from on_screen import ORANGE, cash
from titledeed.bots import BOTS
from titledeed.bots.protocol import Choice, View
from titledeed.engine.answers import (
    Accept,
    Bundle,
    End,
    Offer,
    Reject,
    Roll,
)
from titledeed.engine.asks import (
    AskAnswer,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.ui.notices import SKIPPED, SOUND, Notice
from titledeed.ui.views.page.notices import notices_view
from titledeed.ui.views.view_context_and_shared_parts import ViewContext


class Trader:
    """Offers a railroad to the first seat whenever it can, and accepts every offer."""

    wanted = (5,)

    def choose(self, view: View, options: Options) -> Choice | None:
        if isinstance(view.ask, AskAnswer):
            return Choice(Accept(), "It is what I want.")
        for deed in self.wanted:
            if view.owner[deed] == view.seat:
                return Choice(
                    Offer(0, Bundle((deed,)), Bundle(cash=100)), "I need {cash}.", {"cash": 100}
                )
        if view.ask.seat == view.seat:
            return Choice(Roll() if view.ask.kind == "roll" else End(), "I’m continuing.")
        return None


@pytest.fixture
def trader(monkeypatch: pytest.MonkeyPatch) -> Table:
    monkeypatch.setitem(BOTS, "dealer", Trader)  # type: ignore[arg-type]
    table = Table()
    position = {"seat": {"Ada": {"deeds": ["boardwalk"]}, "Ben": {"deeds": ["@5"]}}}
    table.play("Ada", "Ben", bots={"Ben": "dealer"}, position=position)
    return table


def test_a_bots_offer_waits_until_a_person_opens_it(trader: Table) -> None:
    assert "Ben has an offer for you" in trader.page.text("notices")
    assert trader.page.state["ask"] == "roll 0"
    assert trader.page.said[-1].endswith(" Ben has an offer for you. Your throw.")
    trader.press("notices", "View offer")
    assert trader.page.state["ask"] == "answer 0"
    assert "I need $100." not in trader.page.text("ask")  # a bot keeps its reasons to itself
    trader.say("accept")
    # the reason is secret until the offer is answered
    assert "I need $100." in trader.page.text("journal")
    assert trader.session.state.owner[5] == 0
    assert cash(trader) == [1400, 1600]


def test_an_offer_comes_before_what_can_wait(trader: Table) -> None:
    trader.app.notices.add(Notice(SOUND, "Sound is off."))
    trader.app.notices.add(Notice(SKIPPED, "3 turns were skipped."))
    trader.app.notices.add(Notice("trouble", "That isn’t possible."))
    views = notices_view(ViewContext(trader.app), "roll")
    ids = [view["id"].partition("-")[0] for view in views]
    assert ids == ["trouble", "offer", SOUND, SKIPPED]


def test_waiting_offers_take_one_line_while_a_question_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Trader, "wanted", (5, 15))
    monkeypatch.setitem(BOTS, "simple", Trader)  # type: ignore[arg-type]
    table = Table()
    position = {"seat": {"Ben": {"deeds": ["@5"]}, "Cy": {"deeds": ["@15"]}}}
    table.play("Ada", "Ben", "Cy", bots={"Ben": "simple", "Cy": "simple"}, position=position)
    assert "Ben has an offer for you" in table.page.text("notices")
    assert "Cy has an offer for you" in table.page.text("notices")
    table.say("roll")
    assert table.page.state["ask"] == "buy 0"
    assert " ".join(table.page.text("notices").split()) == "Offers from Ben and Cy are waiting."
    assert table.page.buttons("notices") == []
    assert "Offers from Ben and Cy are waiting." in table.page.said[-1]
    table.say("buy")
    assert table.page.state["ask"] == "end 0"
    assert "Cy has an offer for you" in table.page.text("notices")


def test_a_dismissed_offer_does_not_come_again(trader: Table) -> None:
    notice = next(b for b in trader.page.buttons("notices") if "dismiss" in str(b.attributes))
    trader.click(notice)
    assert trader.page.text("notices") == ""
    assert trader.session.pending_offers == []
    trader.say("roll")
    assert trader.session.pending_offers == []


def test_pressing_an_offer_that_is_gone_gives_a_message(trader: Table) -> None:
    trader.do("open-offer", "99", where="notices")
    assert "This offer has been withdrawn." in trader.page.text("notices")
    assert trader.page.state["ask"] == "roll 0"


def test_no_offer_remains_when_the_game_is_over(trader: Table) -> None:
    trader.session.say(0, "resign")
    trader.hands.play.go_on()
    trader.page.run()
    assert trader.page.state["ask"] == "over"
    assert trader.page.text("notices") == ""


def reopened(table: Table) -> Table:
    """Return the page after a reload, with the same game."""
    again = Table(table.disk())
    again.do("continue", arg=table.app.game_id)
    return again


def test_an_unopened_offer_survives_a_reload_and_a_dismissed_one_stays_away(
    trader: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Trader, "choose", lambda *_: None)  # the offer shown now is the saved one
    again = reopened(trader)
    assert "Ben has an offer for you" in again.page.text("notices")
    again.press("notices", "View offer")
    assert again.page.state["ask"] == "answer 0"
    monkeypatch.undo()


def test_an_offer_dismissed_before_a_reload_does_not_return(trader: Table) -> None:
    trader.click(next(b for b in trader.page.buttons("notices") if "dismiss" in str(b.attributes)))
    again = reopened(trader)
    assert again.page.text("notices") == ""
    assert again.session.pending_offers == []


def test_a_bid_limit_survives_a_reload() -> None:
    table = Table()
    table.play("Ada", "Ben", "Cleo", chance="by-hand")
    for seat, text in ((0, "roll"), (-3, "dice 1 2"), (0, "decline")):
        table.session.say(seat, text)
    table.hands.play.go_on()
    table.page.run()
    table.do("open-ceiling", where="ask")
    table.do("set-ceiling", kind="submit", where="dlg-ceiling", fields={"amount": "40"})
    table.say("pass")  # Cleo
    again = reopened(table)
    assert again.session.ceilings.amounts == {1: 40}
    again.say("bid 11")  # Ada
    assert again.session.entries[-1].line == "Ben bid 12"


def test_a_counteroffer_is_a_refusal_with_an_offer_in_return(trader: Table) -> None:
    trader.press("notices", "View offer")
    trader.press("ask", "counter")
    assert trader.session.entries[-1].answer == Reject()
    assert trader.app.draft is not None
    assert trader.app.draft.bundle("get") == Bundle((5,))
    trader.gesture(
        kind="change", where="dlg-trade", do="trade-cash", arg="give", fields={"amount": "60"}
    )
    trader.say("offer Ben give 60 get reading-railroad", "dlg-trade")
    assert cash(trader) == [1440, 1560]
    assert trader.page.opened == []


def test_a_player_builds_and_sends_an_offer_and_sees_its_effects() -> None:
    table = Table()
    position = {"seat": {"Ada": {"deeds": [*ORANGE[:2], "@5"]}, "Ben": {"deeds": [ORANGE[2]]}}}
    table.play("Ada", "Ben", position=position)
    table.do("open-trade")
    table.press("dlg-trade", "Ben")
    table.press("dlg-trade", "New York Avenue")
    assert "Orange" in table.page.text("dlg-trade")
    table.do("trade-cash", "give +10", where="dlg-trade")
    table.do("trade-cash", "get +10", where="dlg-trade")
    assert table.app.draft is not None
    assert table.app.draft.cash == {"give": 0, "get": 10}  # cash goes one way only
    table.do("trade-cash", "give +10", where="dlg-trade")
    table.say("offer Ben give 10 get new-york-avenue", "dlg-trade")
    assert table.page.state["ask"] == "handover 1"
    table.press("ask", "I’m Ben")
    table.say("accept")
    assert [table.session.state.owner[i] for i in (16, 18, 19)] == [0, 0, 0]


def test_a_colon_between_two_pieces_has_the_space_that_french_puts_before_it() -> None:
    table = Table()
    position = {"seat": {"Ada": {"deeds": ORANGE[:2]}, "Ben": {"deeds": [ORANGE[2]]}}}
    table.play("Ada", "Ben", position=position)
    table.session.say(0, "offer Ben give 10 get new-york-avenue")
    table.hands.play.go_on()
    table.page.run()
    table.press("ask", "I’m Ben")
    table.do("settings", kind="change", fields={"language": "fr", "speed": "instant"})
    assert "Argent liquide après l’échange\N{NO-BREAK SPACE}: " in table.page.regions["ask"]


def test_a_deed_in_a_group_with_buildings_cannot_be_offered_and_the_page_says_why() -> None:
    table = Table()
    position = {"seat": {"Ada": {"deeds": [f"{street}:1" for street in ORANGE]}}}
    table.play("Ada", "Ben", position=position)
    table.do("open-trade")
    table.press("dlg-trade", "Ben")
    street = next(b for b in table.page.buttons("dlg-trade") if "St. James" in b.text)
    assert street.barred
    assert "Sell the buildings on Orange first." in table.page.text("dlg-trade")


def test_a_bots_throw_waits_for_a_persons_rent_claim() -> None:
    table = Table()
    table.play(
        "Ada",
        "Ben",
        "Cleo",
        bots={"Ben": "simple", "Cleo": "simple"},
        rent="asked",
        position={
            "turn": "Cleo",
            "seat": {"Ada": {"deeds": ["boardwalk"]}},
            "claims": [{"space": "boardwalk", "by": "Ada", "from": "Ben", "amount": 50}],
        },
    )
    assert table.page.state["ask"] == "rent-claim 0"
    table.say("ask-rent boardwalk Ben")
    assert cash(table)[0] == 1550


def test_unclaimed_rent_does_not_stop_the_game() -> None:
    table = Table()
    table.play(
        "Ada",
        "Ben",
        bots={"Ben": "simple"},
        rent="asked",
        position={
            "turn": "Ben",
            "seat": {"Ada": {"deeds": ["boardwalk"]}},
            "claims": [{"space": "boardwalk", "by": "Ada", "from": "Ben", "amount": 50}],
        },
    )
    # In the lander's own turn nothing lapses: Ada is not asked before that turn is over.
    assert table.session.state.claims == [] or table.page.state["ask"] != "bots"
    while table.page.state["ask"].startswith("rent-claim"):
        table.press("ask", "Waive it")
    assert table.page.state["ask"].endswith(" 0")
