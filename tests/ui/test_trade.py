"""The trade table: an answer has a reason, and an offer can be changed and sent again. The manager names
the missing cash, and skipped turns are summed up."""

from __future__ import annotations

import re

from fake_page import Table
from titledeed.ui.page_port import Gesture


def offering(*, get: str, cash: int) -> Table:
    """Ada has offered a steady bot money for a deed."""
    table = Table()
    position = {
        "seat": {
            "Ada": {"deeds": ["oriental-avenue", "vermont-avenue"]},
            "Ben": {"deeds": ["connecticut-avenue", "boardwalk"]},
        }
    }
    table.play("Ada", "Ben", bots={"Ben": "steady"}, position=position)
    table.do("open-trade", where="tools")
    table.do("trade-with", "1", where="dlg-trade")
    table.do("trade-toggle", f"get {get}", where="dlg-trade")
    table.do("trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": str(cash)})
    table.say(f"offer Ben give {cash} get {get}", "dlg-trade")
    return table


def test_a_bot_gives_a_reason_for_refusing_and_the_offer_can_be_changed() -> None:
    table = offering(get="connecticut-avenue", cash=10)
    text = table.page.text("notices")
    assert "Ben declines your offer." in text
    assert re.search(r"“.*\$\d.*”", text)
    assert table.session.state.owner[9] == 1
    table.press("notices", "Change the offer")
    assert table.page.opened == ["dlg-trade"]
    assert "Ben refuses" not in table.page.text("notices")
    draft = table.app.draft
    assert draft is not None
    assert (draft.deeds["get"], draft.cash["give"]) == ({9}, 10)
    assert "offer Ben give 10 get connecticut-avenue" in table.answers("dlg-trade")


def test_a_refused_offer_returns_with_the_bots_price() -> None:
    table = offering(get="connecticut-avenue", cash=100)
    assert "Ben declines your offer." in table.page.text("notices")
    assert re.search(r"Ben offers you Connecticut Avenue for \$[\d,]+", table.page.text("notices"))
    paid = table.session.state.cash[0]
    table.press("notices", "Accept the offer")
    assert table.session.state.owner[9] == 0
    assert table.session.state.cash[0] < paid - 100
    kinds = [entry.answer.kind for entry in table.session.entries[-3:]]
    assert ["offer", "accept"] in (kinds[:2], kinds[1:])  # the record has both


def test_a_trade_starts_with_a_possible_offer() -> None:
    table = Table()
    position = {
        "seat": {
            "Ada": {"deeds": ["oriental-avenue", "vermont-avenue", "park-place"]},
            "Ben": {"deeds": ["connecticut-avenue", "boardwalk"]},
            "Cleo": {"deeds": ["baltic-avenue"], "cash": 77, "cards": ["chance"]},
        }
    }
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "steady", "Cleo": "steady"}, position=position)
    table.do("open-trade", where="tools")
    text = table.page.text("dlg-trade")
    assert "Completes the group for you Connecticut Avenue" in text
    assert "Completes the group for Ben Oriental Avenue and Vermont Avenue" in text
    assert "Cleo $77" in text
    ben, cleo = table.page.regions["dlg-trade"].split('<li data-seat="')[1:]
    assert [part.count("#c-key") for part in (ben, cleo)] == [0, 1]
    table.do("trade-from", "give oriental-avenue 1 group", where="dlg-trade")
    draft = table.app.draft
    assert draft is not None
    assert (draft.partner, draft.deeds) == (1, {"give": {6, 8}, "get": set()})
    sums = [b.attributes for b in table.page.buttons("dlg-trade")]
    steps = [a["data-arg"] for a in sums if a.get("data-do") == "trade-cash"]
    assert steps == ["give -10", "give +10", "get -10", "get +10"]
    # The board is part of the trade table: a square goes in or out, and others show their deed.
    table.do("open-deed", "boardwalk", where="board")
    table.do("open-deed", "vermont-avenue", where="board")
    table.do("open-deed", "baltic-avenue", where="board")
    assert draft.deeds == {"give": {6}, "get": {39}}
    assert table.app.deed == 3
    for nonsense in (
        "",
        "get",
        "get boardwalk",
        "get nowhere 1",
        "take boardwalk 1",
        "get boardwalk 0",
    ):
        table.do("trade-from", nonsense, where="dlg-trade")
    assert draft.deeds == {"give": {6}, "get": {39}}
    table.app.draft = None
    table.do("open-trade", where="tools")
    table.do("trade-from", "get baltic-avenue 2", where="dlg-trade")
    assert table.app.draft is not None
    assert (table.app.draft.partner, table.app.draft.deeds["get"]) == (2, {3})


def test_adding_money_first_reduces_the_money_asked_for() -> None:
    table = offering(get="connecticut-avenue", cash=10)
    draft = table.app.sent
    assert draft is not None
    draft.cash = {"give": 0, "get": 30}
    table.do("edit-offer", "50")
    assert draft.cash == {"give": 20, "get": 0}


def test_the_effects_on_both_sides_list_groups_cash_and_interest() -> None:
    table = Table()
    position = {
        "seat": {
            "Ada": {"deeds": ["oriental-avenue", "vermont-avenue"], "cash": 500},
            "Ben": {"deeds": ["connecticut-avenue:m"], "cash": 300},
        }
    }
    table.play("Ada", "Ben", position=position)
    table.do("open-trade", where="tools")
    table.do("trade-with", "1", where="dlg-trade")
    table.do("trade-toggle", "get connecticut-avenue", where="dlg-trade")
    table.do("trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": "200"})
    text = table.page.text("dlg-trade")
    assert "Cash afterward $294 $500" in text  # $6 interest on the mortgage, due at once
    assert "Groups completed Light Blue no group" in text
    assert "Interest due at once $6 $0" in text


def test_the_manager_shows_the_cash_missing_for_a_purchase_or_bid() -> None:
    table = Table()
    seats = {"Ada": {"cash": 40, "deeds": ["boardwalk"]}, "Ben": {"cash": 600}}
    table.play("Ada", "Ben", chance="by-hand", position={"seat": seats})
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 2")
    table.hands.play.go_on()
    table.page.run()
    table.do("open-manager", "raise", where="ask")
    assert "Still missing $20" in table.page.text("dlg-manager")
    table.do("close", where="dlg-manager")
    table.say("decline")
    table.say("bid 50")
    table.do("open-manager", "raise", where="ask")
    assert "Still missing $11" in table.page.text("dlg-manager")
    table.say("mortgage boardwalk", "dlg-manager")
    assert "Still missing" not in table.page.text("dlg-manager")
    assert "Change so far +$200" in table.page.text("dlg-manager")


def test_a_skipped_round_gives_a_summary_with_its_cost() -> None:
    table = Table(speed="normal")
    mine = ["@6", "@8", "@9", "@16", "@18", "@19", "@26", "@27", "@29"]
    seats = {"Ada": {"deeds": mine, "at": "@17"}, "Ben": {"at": "@1"}, "Cleo": {"at": "@11"}}
    table.play(
        "Ada",
        "Ben",
        "Cleo",
        bots={"Ben": "simple", "Cleo": "simple"},
        position={"seat": seats},
    )
    while (asked := table.page.state["ask"]) != "end 0":
        table.say({"roll 0": "roll", "buy 0": "decline", "bid 0": "pass"}[asked])
    before = table.session.state.cash[0]
    count = len(table.session.entries)
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    assert table.page.state["ask"] == "bots"
    table.hands.handle_gesture(Gesture("click", where="ask", do="skip"))
    table.page.run()
    assert table.page.state["ask"].endswith(" 0")
    assert len(table.session.entries) > count + 4
    text = table.page.text("notices")
    assert re.search(r"\d turns? (was|were) skipped\.", text)
    change = table.session.state.cash[0] - before
    shown = f"You: {'+' if change > 0 else '−'}${abs(change)}."
    assert change != 0
    assert shown in text
