"""The trade table: an answer has a reason, and an offer can be changed and sent again. The manager names
the missing cash, and skipped turns are summed up."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from fake_page import Table
from titledeed.bots.protocol import Choice
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.odds import WHOLE, odds_of_features
from titledeed.ui.page_port import Gesture
from titledeed.ui.views.trading import fair_sum as trading_sums


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


def test_both_sides_and_all_partners_of_a_trade_have_their_faces() -> None:
    table = Table()
    bots = {"Ben": "builder", "Cleo": "dealer"}
    table.play("Ada", "Ben", "Cleo", "Dora", bots=bots)
    table.do("open-trade", where="tools")
    partners = table.page.regions["dlg-trade"]
    assert re.findall(r'href="#head-(\w+)"', partners) == ["builder", "dealer"]
    table.do("trade-with", "1", where="dlg-trade")
    assert re.findall(r'href="#head-(\w+)"', table.page.regions["dlg-trade"]) == [
        *("builder", "dealer"),  # the partners
        "builder",  # the side that gives
    ]


def test_a_bot_gives_a_reason_for_refusing_and_the_offer_can_be_changed() -> None:
    table = offering(get="connecticut-avenue", cash=10)
    assert table.session.state.owner[9] == 1
    table.press("notices", "Change the offer")
    assert table.page.opened == ["dlg-trade"]
    assert "Ben declines" not in table.page.text("notices")
    draft = table.app.draft
    assert draft is not None
    assert (draft.deeds["get"], draft.cash["give"]) == ({9}, 10)
    assert "offer Ben give 10 get connecticut-avenue" in table.answers("dlg-trade")


def test_a_refused_offer_returns_with_the_bots_price() -> None:
    table = offering(get="connecticut-avenue", cash=100)
    text = table.page.text("notices")
    assert text.startswith("Ben declines, but offers you Connecticut Avenue for $")
    # The refusal and the offer in return are one sentence, and name one sum.
    assert "Ben declines your offer." not in text
    assert len(re.findall(r"\$[\d,]+", text)) == 1
    # The reason in the journal agrees with it: Ada has offered $100.
    asked = int(re.findall(r"\$([\d,]+)", text)[0].replace(",", ""))
    reason = f"That’s not enough. For ${asked - 100:,} more, I’d agree."
    assert reason in table.page.text("journal")
    assert "I want to gain" not in table.page.text("journal")
    # A screen reader says it too.
    (said,) = [heard for heard in table.page.said if "but offers you Connecticut Avenue" in heard]
    assert said.index("Ben declines, but offers you Connecticut Avenue for $") < said.index("throw")
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
    assert re.search(r"B Connecticut Avenue from Ben you pay \$[\d,]+0 ", text)
    assert re.search(r"B Oriental Avenue and Vermont Avenue to Ben you get \$[\d,]+0 ", text)
    assert "Cleo $77" in text
    ben, cleo = table.page.regions["dlg-trade"].split('<li data-seat="')[1:]
    assert [part.count("#c-key") for part in (ben, cleo)] == [0, 1]
    table.do("trade-from", "give oriental-avenue 1 group", where="dlg-trade")
    draft = table.app.draft
    assert draft is not None
    assert (draft.partner, draft.deeds) == (1, {"give": {6, 8}, "get": set()})
    assert draft.cash["give"] == 0 < draft.cash["get"]
    assert f"A fair sum: ${draft.cash['get']:,}. " in table.page.text("dlg-trade")
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
    # $6 interest on the mortgage, due at once
    assert "Cash afterward $500 → $294 $300 → $500" in text
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
    text = table.page.text("dlg-manager")
    assert "$20 still missing" in text
    assert "Selling and mortgaging everything would raise $200, which is enough." in text
    table.do("close", where="dlg-manager")
    table.say("decline")
    table.say("bid 50")
    table.do("open-manager", "raise", where="ask")
    assert "$11 still missing" in table.page.text("dlg-manager")
    table.say("mortgage boardwalk", "dlg-manager")
    assert "still missing" not in table.page.text("dlg-manager")
    assert "Change so far +$200" in table.page.text("dlg-manager")


def test_the_manager_says_when_all_sales_and_mortgages_are_not_enough() -> None:
    table = Table()
    seats = {"Ada": {"cash": 10, "deeds": ["baltic-avenue"]}, "Ben": {"cash": 600}}
    table.play("Ada", "Ben", chance="by-hand", position={"seat": seats})
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 3")
    table.hands.play.go_on()
    table.page.run()
    table.do("open-manager", "raise", where="ask")
    assert "would raise $30, which isn’t enough. Only a trade could" in table.page.text(
        "dlg-manager"
    )


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


def test_skipped_turns_that_cost_nothing_say_so_of_ones_own_cash_only_until_the_next_move() -> None:
    table = Table(speed="normal")
    seats = {"Ben": {"jail": 1, "cash": 20}}
    table.play("Ada", "Ben", bots={"Ben": "simple"}, position={"seat": seats})
    while (asked := table.page.state["ask"]) != "end 0":
        table.say({"roll 0": "roll", "buy 0": "decline", "bid 0": "pass"}[asked])
    table.hands.handle_gesture(Gesture("click", where="ask", answer="end"))
    table.hands.handle_gesture(Gesture("click", where="ask", do="skip"))
    table.page.run()
    assert table.page.text("notices").startswith("1 turn was skipped. Your cash hasn’t changed.")
    table.say("roll")
    assert "skipped" not in table.page.text("notices")


# ---------------------------------------------------------------- a fair sum, and the likely answer

LIGHT_BLUE = {
    "Ada": {"deeds": ["oriental-avenue", "connecticut-avenue"], "cash": 1200},
    "Ben": {"deeds": ["vermont-avenue"], "cash": 900},
    "Cleo": {"cash": 900},
}


def trading(bots: dict[str, str] | None = None, **more: Any) -> Table:
    """Ada opens the trade table; Ben has the last deed of her group."""
    table = Table()
    table.play("Ada", "Ben", "Cleo", bots=bots, position={"seat": LIGHT_BLUE}, **more)
    table.do("open-trade", where="tools")
    return table


def paid(table: Table) -> int:
    """What the draft pays for Vermont Avenue."""
    assert table.app.draft is not None
    return table.app.draft.cash["give"]


def test_a_shortcut_fills_in_a_sum_that_changes_both_odds_equally() -> None:
    table = trading()
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    text = table.page.text("dlg-trade")
    shown = re.search(
        r"A fair sum: \$(\d+)\. It changes both players’ chances of winning about equally: "
        r"Ada (\d+)% → (\d+)%, Ben (\d+)% → (\d+)%\.",
        text,
    )
    assert shown, text
    cash, *percents = map(int, shown.groups())
    assert cash == paid(table) > 100
    assert abs((percents[1] - percents[0]) - (percents[3] - percents[2])) <= 1
    state = table.session.state.copy()
    before = odds_of_features(state)
    state.owner[8] = 0
    state.cash[0] -= cash
    state.cash[1] += cash
    then = odds_of_features(state)
    gains = [then[n] - before[n] for n in (0, 1)]
    assert abs(gains[0] - gains[1]) < WHOLE // 100
    assert f"Offer ${cash} for Vermont Avenue" in text
    table.do("trade-cash", "give +10", where="dlg-trade")
    assert "A fair sum" not in table.page.text("dlg-trade")  # it is another sum now


def test_without_odds_a_fair_sum_is_halfway_from_the_price_to_that_of_the_group(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(trading_sums.odds, "weights_ready", lambda: False)
    table = trading()
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    shown = re.search(
        r"A fair sum: \$(\d+)\. It’s halfway between the printed price, \$100, and that of the whole group, "
        r"\$320\.",
        table.page.text("dlg-trade"),
    )
    assert shown
    assert int(shown[1]) == paid(table) == (100 + 320) / 2


@pytest.mark.parametrize("odds", [True, False])
@pytest.mark.parametrize("cash", [40, 54, 57])
def test_a_fair_sum_is_at_most_the_cash_of_its_payer(
    monkeypatch: pytest.MonkeyPatch, cash: int, odds: bool
) -> None:
    if not odds:
        monkeypatch.setattr(trading_sums.odds, "weights_ready", lambda: False)
    table = Table()
    position = {"seat": {**LIGHT_BLUE, "Ada": {**LIGHT_BLUE["Ada"], "cash": cash}}}
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "steady", "Cleo": "steady"}, position=position)
    table.do("open-trade", where="tools")
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    assert paid(table) == cash
    assert f"You can pay only ${cash} now." in table.page.text("dlg-trade")


def test_a_sum_that_leaves_less_than_the_next_rent_can_cost_says_so() -> None:
    seats = {
        "Ada": {**LIGHT_BLUE["Ada"], "cash": 300, "at": "@29"},
        "Ben": {"deeds": ["vermont-avenue", "@31:3", "@32:3", "@34:3"], "cash": 900},
        "Cleo": {"deeds": ["@37:m", "@39:m"]},
    }
    table = Table()
    table.play("Ada", "Ben", "Cleo", position={"seat": seats})
    table.do("open-trade", where="tools")
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    left = 300 - paid(table)
    caution = (
        "Ada’s next throw can cost $1,000 rent on Pennsylvania Avenue, "
        f"more than the ${left} left after this trade."
    )
    assert caution in table.page.text("dlg-trade")
    assert "trade-caution" in table.page.regions["dlg-trade"].split("trade-foot")[1]
    # Nothing is said to a player who pays nothing or whom no dear street threatens.
    table.do("trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": "0"})
    assert "next throw can cost" not in table.page.text("dlg-trade")
    at_home = {**seats, "Ada": {**seats["Ada"], "at": "@10"}}
    table = Table()
    table.play("Ada", "Ben", "Cleo", position={"seat": at_home})
    table.do("open-trade", where="tools")
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    assert "next throw can cost" not in table.page.text("dlg-trade")


@pytest.mark.parametrize(
    ("cash", "mortgaged", "odds", "said"),
    [
        # Ben, who is rich, is not said to be short of cash.
        (0, False, True, "Ada can’t pay anything now."),
        (0, False, False, "Ada can’t pay anything now."),
        # The rest is for the interest on Vermont Avenue.
        (100, True, False, "Ada can pay only $95 now."),
    ],
)
def test_only_the_one_who_should_pay_more_is_said_to_be_short_of_cash(
    monkeypatch: pytest.MonkeyPatch, cash: int, mortgaged: bool, odds: bool, said: str
) -> None:
    if not odds:
        monkeypatch.setattr(trading_sums.odds, "weights_ready", lambda: False)
    deed = "vermont-avenue:m" if mortgaged else "vermont-avenue"
    ben = {"cash": 1400, "deeds": [deed]}
    seats = {**LIGHT_BLUE, "Ada": {**LIGHT_BLUE["Ada"], "cash": cash}, "Ben": ben}
    table = Table()
    table.play("Ada", "Ben", "Cleo", position={"seat": seats})
    table.do("open-trade", where="tools")
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    text = table.page.text("dlg-trade")
    assert said in text, text
    assert paid(table) == (95 if mortgaged else 0)


@pytest.mark.parametrize("odds", [True, False])
def test_a_partner_who_cannot_pay_a_fair_sum_pays_all_their_cash(
    monkeypatch: pytest.MonkeyPatch, odds: bool
) -> None:
    if not odds:
        monkeypatch.setattr(trading_sums.odds, "weights_ready", lambda: False)
    ben = {"cash": 54, "deeds": LIGHT_BLUE["Ada"]["deeds"]}
    seats = {"Ada": {"cash": 1400, "deeds": ["vermont-avenue"]}, "Ben": ben}
    table = Table()
    table.play("Ada", "Ben", "Cleo", position={"seat": seats})
    table.do("open-trade", where="tools")
    table.do("trade-from", "give vermont-avenue 1 group", where="dlg-trade")
    text = table.page.text("dlg-trade")
    assert "Ben can pay only $54 now." in text, text


def outlook(table: Table) -> tuple[str, str]:
    """The word for Ben's probable answer, and the fact behind it: "no" if the fact alone is the answer."""
    html = table.page.regions["dlg-trade"]
    shown = re.search(
        r'class="now"[^>]*>([^<]*)</li>.*?<p class="quiet">([^<]*)</p>', html, re.DOTALL
    )
    sure = re.search(r'class="outlook-no">([^<]*)</p>', html)
    return ("no", sure[1]) if sure else (shown[1], shown[2]) if shown else ("", "")


def test_a_bots_probable_answer_is_a_word_and_a_fact_but_never_its_limit() -> None:
    table = trading(bots={"Ben": "dealer", "Cleo": "dealer"})
    table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
    words = []
    for cash in (10, 150, 400, 1000):
        table.do(
            "trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": str(cash)}
        )
        words.append(outlook(table)[0])
        assert outlook(table)[1] == "You would have all of Light Blue."
    assert words[0] == "unlikely"
    assert words[-1] == "likely"
    assert words == sorted(words, key=["unlikely", "possible", "likely"].index)


def test_a_refused_sum_is_remembered() -> None:
    table = trading(bots={"Ben": "steady", "Cleo": "steady"})
    table.do("trade-with", "1", where="dlg-trade")
    for cash in (300, 310, 290):
        table.do("open-trade", where="tools")
        table.do("trade-clear", where="dlg-trade")
        table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
        table.do(
            "trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": str(cash)}
        )
        if cash == 300:
            table.say("offer Ben give 300 get vermont-avenue", "dlg-trade")
            assert table.session.entries[-1].seat != 0
            continue
        word, why = outlook(table)
        assert re.fullmatch(r"Ben asked for \$[\d,]+ in this trade\.", why)
        assert word == ("unlikely" if cash < 300 else word)
        assert word != "likely"


def test_an_offer_of_the_bots_own_promises_nothing_once_it_is_old_or_the_bot_has_declined_it() -> (
    None
):
    """A bot weighs each offer again, so it may decline a trade that it has offered itself."""
    seats = {"Ada": {"cash": 1400}, "Ben": {"deeds": ["boardwalk"], "cash": 1500}}
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "dealer"}, position={"seat": seats})

    def drafted(cash: int) -> tuple[str, str]:
        table.do("open-trade", where="tools")
        table.do("trade-clear", where="dlg-trade")
        table.do("trade-from", "get boardwalk 1", where="dlg-trade")
        table.do("trade-cash", "give", where="dlg-trade", fields={"amount": str(cash)})
        return outlook(table)

    def offered_by_ben() -> None:
        table.session.say(1, "offer Ada give boardwalk get 100")
        table.session.say(0, "reject")

    offered_by_ben()
    assert drafted(100) == ("likely", "Ben has offered this trade.")
    assert drafted(90) != ("likely", "Ben has offered this trade.")
    drafted(100)
    table.say("offer Ben give 100 get boardwalk", "dlg-trade")
    assert "reject" in [entry.answer.kind for entry in table.session.entries[-2:]]
    table.session.pending_offers.clear()
    word, why = drafted(100)
    assert (word, why) == ("unlikely", "Ben declined $100.")
    # It offers it once more, and a turn goes by.
    offered_by_ben()
    assert drafted(100) == ("likely", "Ben has offered this trade.")
    table.do("close", where="dlg-trade")
    turns = table.session.state.turns
    while table.session.state.turns == turns or table.page.state["ask"] != "roll 0":
        table.say(table.answers()[0])
    assert drafted(100) == ("likely", "Ben offered this trade earlier, and may want more now.")


def test_a_bot_that_never_trades_is_known_for_it_and_a_person_is_not_judged() -> None:
    table = trading(bots={"Ben": "hermit", "Cleo": "steady"})
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    assert outlook(table) == ("", "")  # the place of the button says it
    assert table.page.text("dlg-trade").count("Ben never trades.") == 1
    assert not any(b.text.startswith("Offer") for b in table.page.buttons("dlg-trade"))
    [barred] = [b for b in table.page.buttons("dlg-trade") if b.text == "Make the offer"]
    assert barred.barred
    reason = barred.attributes["aria-describedby"]
    assert f'<span id="{reason}">Ben never trades.</span>' in table.page.regions["dlg-trade"]
    assert "Let one of these bots" not in table.page.text("dlg-trade")  # Cleo does
    table = trading()
    table.do("trade-from", "get vermont-avenue 1 group", where="dlg-trade")
    assert outlook(table) == ("", "")


def test_a_bot_that_sells_nothing_for_cash_is_known_for_it() -> None:
    """So the trade table does not suggest it either."""
    table = trading(bots={"Ben": "hoarder", "Cleo": "steady"})
    assert "from Ben" not in table.page.text("dlg-trade")
    assert "to Ben" in table.page.text("dlg-trade")
    table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
    table.do("trade-cash", "give", where="dlg-trade", kind="change", fields={"amount": "1200"})
    assert outlook(table) == ("no", "Ben never sells for cash alone.")
    table.do("trade-toggle", "give oriental-avenue", where="dlg-trade")
    assert outlook(table)[1] != "Ben never sells for cash alone."
    # It seldom pays, however good the price.
    table.do("trade-clear", where="dlg-trade")
    table.do("trade-from", "give oriental-avenue 1", where="dlg-trade")
    table.do("trade-cash", "get", where="dlg-trade", kind="change", fields={"amount": "10"})
    assert outlook(table) == ("possible", "Ben holds on to its cash.")


def test_a_bot_that_judges_by_its_odds_is_likely_to_accept_only_much_more_than_the_price() -> None:
    seats = {"Ada": {"deeds": ["boardwalk"], "cash": 1400}, "Ben": {"deeds": ["vermont-avenue"]}}
    words = {}
    for bot in ("dealer", "shark"):
        table = Table()
        table.play(
            "Ada", "Ben", "Cleo", bots={"Ben": bot, "Cleo": "hermit"}, position={"seat": seats}
        )
        table.do("open-trade", where="tools")
        table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
        for cash in (300, 450):
            fields = {"amount": str(cash)}
            table.do("trade-cash", "give", where="dlg-trade", kind="change", fields=fields)
            words[bot, cash] = outlook(table)[0]
    assert words == {
        **{("dealer", cash): "likely" for cash in (300, 450)},
        ("shark", 300): "possible",
        ("shark", 450): "likely",
    }


def test_one_press_raises_the_money_to_a_sum_that_is_likely() -> None:
    seats = {"Ada": {"cash": 1400}, "Ben": {"deeds": ["reading-railroad"], "cash": 1500}}
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "dealer"}, position={"seat": seats})

    def drafted(cash: int) -> list[str]:
        table.do("open-trade", where="tools")
        table.do("trade-clear", where="dlg-trade")
        table.do("trade-from", "get reading-railroad 1", where="dlg-trade")
        table.do("trade-cash", "give", where="dlg-trade", fields={"amount": str(cash)})
        buttons = table.page.buttons("dlg-trade")
        return [b.text for b in buttons if b.text.startswith("Raise to")]

    assert drafted(100) == ["Raise to $440: likely"]
    assert outlook(table)[0] == "unlikely"
    table.press("dlg-trade", "Raise to $440")
    assert paid(table) == 440
    assert outlook(table)[0] == "likely"
    assert drafted(440) == []
    # Nothing is suggested that the player cannot pay.
    table.session.state.cash[0] = 400
    assert drafted(100) == []


def test_no_complete_offer_is_suggested_to_a_bot_that_never_trades() -> None:
    table = trading(bots={"Ben": "hermit", "Cleo": "steady"})
    text = table.page.text("dlg-trade")
    assert "Ben" in text
    assert "from Ben" not in text
    assert "to Ben" not in text
    assert text.count("never trades") == 1
    assert "Choose a partner" in text


def test_where_nobody_trades_one_sentence_says_so() -> None:
    table = trading(bots={"Ben": "hermit", "Cleo": "hermit"})
    text = table.page.text("dlg-trade")
    assert text.count("Hermits never trade: they refuse every offer.") == 1
    assert "What the others own" in text
    assert "Price" in text
    assert "never trades" not in text
    assert "Choose a partner" not in text
    # Neither a player nor a deed looks as if it could be chosen, and other bots can take over.
    buttons = [b.text for b in table.page.buttons("dlg-trade")]
    assert not any(name in text for text in buttons for name in ("Ben", "Cleo", "Vermont"))
    assert "Vermont Avenue" in text
    assert "Builds at any price" in text  # how each of them plays
    table.do("trading-bots", "builder", where="dlg-trade")
    assert table.session.controls == ["", "builder", "builder"]
    text = table.page.text("dlg-trade")  # it stays open, and now they can be chosen
    assert "Choose a partner" in text
    assert "from now on" not in text
    assert "Builder" in table.page.text("seats")
    table.do("trading-bots", "hermit", where="dlg-trade")
    assert table.session.controls == ["", "builder", "builder"]


def test_where_nobody_trades_no_terms_can_be_set() -> None:
    table = trading(bots={"Ben": "hermit", "Cleo": "hermit"})
    table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
    text = table.page.text("dlg-trade")
    assert "Choose the bot that plays for Ben and Cleo from now on." in text
    assert "Clear" not in text
    assert not any(b.text == "Make the offer" for b in table.page.buttons("dlg-trade"))
    table.do("trading-bots", "builder", where="dlg-trade")
    text = table.page.text("dlg-trade")  # now they can be set
    assert "from now on" not in text
    assert "Clear" in text


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (("simple", "simple"), "Simple bots never trade: they refuse every offer."),
        (("simple", "hermit"), "The other players are bots that never trade."),
    ],
)
def test_the_dialog_says_why_nobody_trades(bots: tuple[str, str], reason: str) -> None:
    table = trading(bots=dict(zip(("Ben", "Cleo"), bots, strict=True)))
    assert table.page.text("dlg-trade").count(reason) == 1


def test_a_deed_with_buildings_in_its_group_cannot_begin_a_trade() -> None:
    """The rules bar every offer of it; the reason stands at its owner."""
    table = Table()
    seats = {"Ada": {}, "Ben": {"deeds": ["@16:1", "@18:1", "@19:1", "@5"]}}
    table.play("Ada", "Ben", position={"seat": seats})
    table.do("open-trade", where="tools")
    chips = {b.text.split(" $")[0]: b for b in table.page.buttons("dlg-trade")}
    barred = {name.strip() for name, b in chips.items() if b.barred}
    assert any("New York Avenue" in name for name in barred)
    assert len(barred) == 3
    assert "Sell the buildings on" in table.page.text("dlg-trade")


def test_an_offer_that_will_surely_be_declined_is_no_main_button() -> None:
    def main(bot: str) -> bool:
        table = trading(bots={"Ben": bot, "Cleo": "steady"})
        table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
        table.do("trade-cash", "give +10", where="dlg-trade")
        [button] = [
            b
            for b in table.page.buttons("dlg-trade")
            if b.attributes.get("data-answer", "").startswith("offer")
        ]
        return "go" in button.attributes["class"].split()

    assert main("steady")
    assert not main("hoarder")


# ---------------------------------------------------------------- the board, and a debt


def test_the_board_can_be_seen_during_a_trade_and_its_squares_go_in_and_out() -> None:
    table = trading(bots={"Ben": "steady", "Cleo": "steady"})
    table.do("trade-with", "1", where="dlg-trade")
    table.press("dlg-trade", "See the board")
    assert table.page.opened == []
    assert "Press a property on the board" in table.page.text("notices")
    table.do("open-deed", "vermont-avenue", where="board")
    assert "You ask Ben for Vermont Avenue" in table.page.text("notices")
    assert table.page.opened == []
    assert table.app.held_back  # the bots wait
    table.press("notices", "Open the trade")
    assert table.page.opened == ["dlg-trade"]
    assert table.app.draft is not None
    assert table.app.draft.deeds["get"] == {8}
    assert "Open the trade" not in table.page.text("notices")
    table.press("dlg-trade", "See the board")
    table.say("roll")  # to play on is to forget the trade
    assert "Open the trade" not in table.page.text("notices")


def test_an_offer_that_waits_can_be_read_during_a_debt_and_made_by_the_debtor() -> None:
    table = Table()
    seats = {
        "Ada": {"cash": 30, "deeds": ["oriental-avenue", "boardwalk"], "at": "@0"},
        "Ben": {"deeds": ["vermont-avenue", "connecticut-avenue"]},
        "Cleo": {"deeds": ["@1:3", "@3:3"]},
    }
    bots = {"Ben": "steady", "Cleo": "simple"}
    table.play("Ada", "Ben", "Cleo", bots=bots, chance="by-hand", position={"seat": seats})
    table.say("roll")
    offer = Offer(0, Bundle(cash=250), Bundle((6,)))
    table.session.say(-3, "dice 1 2")
    assert table.session.ask.kind == "debt"
    table.session.offers.hold(1, Choice(offer, "x"), table.session.state, table.session.entries)
    table.hands.play.go_on()
    table.page.run()
    text = table.page.text("notices")
    assert "Ben offers you $250 for Oriental Avenue ." in text
    assert "While you’re in debt, you have to make this offer yourself." in text
    table.press("notices", "Offer this trade")
    draft = table.app.draft
    assert draft is not None
    assert (draft.bundle("give"), draft.bundle("get")) == (Bundle((6,)), Bundle(cash=250))
    assert "offer Ben give oriental-avenue get 250" in table.answers("dlg-trade")


@pytest.mark.parametrize(("deeds", "warned"), [(["@16", "@18"], True), (["@16"], False)])
def test_an_offer_says_which_group_its_maker_would_complete(deeds: list[str], warned: bool) -> None:
    table = Table()
    seats = {"Ada": {"deeds": deeds}, "Ben": {"deeds": ["@19"]}}
    table.play("Ada", "Ben", position={"seat": seats})
    table.do("open-trade", where="tools")
    table.do("trade-with", "1", where="dlg-trade")
    table.do("trade-toggle", "get new-york-avenue", where="dlg-trade")
    table.do("trade-cash", "give", where="dlg-trade", kind="type", fields={"amount": "370"})
    table.say("offer Ben give 370 get new-york-avenue", "dlg-trade")
    table.do("ready")
    table.take_device()
    text = table.page.text("ask")
    assert "Accept" in text
    assert ("Ada would have all of Orange." in text) is warned


def test_complete_offers_stand_under_two_headings_and_say_when_a_bot_will_hardly_accept() -> None:
    seats = {
        "Ada": {"deeds": ["oriental-avenue", "connecticut-avenue", "park-place"], "cash": 30},
        "Ben": {"deeds": ["vermont-avenue", "boardwalk"], "cash": 1500},
    }
    for bots, unlikely in (({"Ben": "builder"}, True), (None, False)):
        table = Table()
        table.play("Ada", "Ben", bots=bots, position={"seat": seats})
        table.do("open-trade", where="tools")
        text = table.page.text("dlg-trade")
        assert text.index("Complete a group of yours") < text.index(
            "Vermont Avenue from Ben you pay $"
        )
        assert text.index("Boardwalk from Ben") < text.index("Complete a group of theirs")
        assert text.index("Complete a group of theirs") < text.index("Park Place to Ben")
        assert ("Vermont Avenue from Ben you pay $30 unlikely" in text) is unlikely


def test_once_a_partner_is_chosen_what_others_could_trade_is_folded() -> None:
    table = Table()
    seats = {
        "Ada": {"deeds": ["oriental-avenue", "connecticut-avenue"]},
        "Ben": {"deeds": ["vermont-avenue"]},
        "Cleo": {"deeds": ["baltic-avenue"]},
    }
    table.play("Ada", "Ben", "Cleo", bots={"Ben": "steady"}, position={"seat": seats})
    table.do("open-trade", where="tools")
    assert 'id="trade-could-others"' not in table.page.regions["dlg-trade"]
    for partner, folded in (("1", False), ("2", True)):
        table.do("trade-with", partner, where="dlg-trade")
        before, fold, _after = table.page.regions["dlg-trade"].partition('id="trade-could-others"')
        assert bool(fold) is folded
        assert ("Vermont Avenue from Ben" in before) is not folded
    assert "Offers to others that complete a group: 2" in table.page.text("dlg-trade")


COMPLETE = {
    "Ada": {"deeds": ["@1", "@6", "@8", "@11", "@16", "@21"], "cash": 900},
    "Ben": {"deeds": ["@3", "@9", "@18", "@19"], "cash": 900},
    "Cleo": {"deeds": ["@13", "@14", "@23", "@24"], "cash": 900},
}


class Slices:
    """A table at which many groups can be completed. What waits for the next paint, and for how many
    positions the odds have been looked for, can be seen."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.looked = 0
        self.waiting: list[Callable[[], None]] = []
        self.table = Table()
        self.table.play("Ada", "Ben", "Cleo", position={"seat": COMPLETE})
        monkeypatch.setattr(trading_sums.odds, "odds_of_features", self._odds)
        monkeypatch.setattr(self.table.page, "painted", self._painted)

    def _odds(self, state: Any) -> dict[int, int]:
        self.looked += 1
        return odds_of_features(state)

    def _painted(self, then: Callable[[], None] | None = None) -> None:
        if then is not None:
            self.waiting.append(then)

    def paint(self) -> None:
        waiting, self.waiting = self.waiting, []
        for then in waiting:
            then()

    @property
    def complete(self) -> list[str]:
        """The complete offers, as they stand there."""
        buttons = self.table.page.buttons("dlg-trade")
        return [b.text for b in buttons if b.attributes.get("data-arg", "").endswith(" group")]

    @property
    def places(self) -> str:
        """All of the dialog but the sums."""
        return re.sub(r'(class="sum">)[^<]*', r"\1", self.table.page.regions["dlg-trade"])


def test_the_first_frame_of_a_trade_has_no_sums_and_later_ones_put_them_in_their_places(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = Slices(monkeypatch)
    at.table.do("open-trade", where="tools")
    assert at.table.page.opened == ["dlg-trade"]
    assert at.looked == 0
    first, places = at.complete, at.places
    assert len(first) == 4
    assert all(text.endswith(" …") for text in first), first
    for n in range(1, 5):
        assert at.complete == first, "all come together"
        before = at.looked
        at.paint()
        assert 0 < at.looked - before <= 15, f"slice {n} has more than one sum"
    assert not at.waiting
    assert at.places == places
    sums = at.complete
    assert all(re.search(r"^. .* from (Ben|Cleo) you pay \$[\d,]+0$", text) for text in sums), sums
    # They are known until the next answer.
    looked = at.looked
    at.table.do("close", where="dlg-trade")
    at.table.do("open-trade", where="tools")
    assert (at.complete, at.looked) == (sums, looked)


def test_a_complete_offer_that_is_pressed_before_its_sum_is_there_is_filled_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    at = Slices(monkeypatch)
    at.table.do("open-trade", where="tools")
    at.table.do("trade-from", "get connecticut-avenue 1 group", where="dlg-trade")
    draft = at.table.app.draft
    assert draft is not None
    assert draft.cash["give"] > 100
    assert f"A fair sum: ${draft.cash['give']}." in at.table.page.text("dlg-trade")
    while at.waiting:
        at.paint()
    chosen = next(text for text in at.complete if "Connecticut" in text)
    assert chosen.endswith(f" ${draft.cash['give']}")
    # Closed before they are known, it asks for no more of them.
    at.table.do("close", where="dlg-trade")
    at.table.say("roll")
    at.table.do("open-trade", where="tools")
    at.table.do("close", where="dlg-trade")
    looked = at.looked
    while at.waiting:
        at.paint()
    assert at.looked == looked


def test_a_refusal_names_no_other_sum_than_the_counter_offer() -> None:
    """A bot's demand depends on the price, so only its counter-offer names one."""
    ada = {"deeds": ["oriental-avenue", "connecticut-avenue"], "cash": 500}
    table = Table()
    seats = {"Ada": ada, "Ben": {"deeds": ["vermont-avenue"], "cash": 1500}}
    table.play("Ada", "Ben", bots={"Ben": "builder"}, position={"seat": seats})
    table.do("open-trade", where="tools")
    table.do("trade-clear", where="dlg-trade")
    table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
    table.do("trade-cash", "give", where="dlg-trade", fields={"amount": "350"})
    assert outlook(table)[0] == "possible"
    table.say("offer Ben give 350 get vermont-avenue", "dlg-trade")
    refused = next(e for e in table.session.entries if e.answer.kind == "reject")
    assert table.app.narrator is not None
    said = table.app.narrator.thought(refused.reason, refused.facts)
    gain = refused.facts["gain"]
    assert said.endswith(f"so I want to gain more than ${gain}."), said
    table.do("open-trade", where="tools")
    assert "wanted about" not in table.page.regions["dlg-trade"]


def test_once_a_bot_has_named_a_sum_it_decides_how_likely_an_offer_is() -> None:
    table = Table()
    seats = {"Ada": {"cash": 1400}, "Ben": {"deeds": ["boardwalk"], "cash": 1500}}
    table.play("Ada", "Ben", bots={"Ben": "builder"}, position={"seat": seats})

    def drafted(cash: int) -> tuple[str, str]:
        table.do("open-trade", where="tools")
        table.do("trade-clear", where="dlg-trade")
        table.do("trade-from", "get boardwalk 1", where="dlg-trade")
        table.do("trade-cash", "give", where="dlg-trade", fields={"amount": str(cash)})
        return outlook(table)

    drafted(100)
    table.say("offer Ben give 100 get boardwalk", "dlg-trade")
    refused = next(e for e in table.session.entries if e.answer.kind == "reject")
    assert "{loss}" in refused.reason
    lost = refused.facts["loss"]
    table.session.pending_offers.clear()  # its counter-offer would name a sum too
    word, why = drafted(100 + lost * 9 // 10)
    # The sum and the loss together would be its limit.
    assert (word, why) == ("unlikely", "Ben declined $100.")
    assert drafted(100 + lost * 12 // 10)[0] == "possible"
    assert drafted(100 + lost * 16 // 10)[0] == "likely"


def test_no_sum_below_the_one_that_a_bot_has_named_is_likely() -> None:
    table = Table()
    seats = {"Ada": {"cash": 1400}, "Ben": {"deeds": ["boardwalk"], "cash": 1500}}
    table.play("Ada", "Ben", bots={"Ben": "builder"}, position={"seat": seats})

    def drafted(cash: int) -> tuple[str, str]:
        table.do("open-trade", where="tools")
        table.do("trade-clear", where="dlg-trade")
        table.do("trade-from", "get boardwalk 1", where="dlg-trade")
        table.do("trade-cash", "give", where="dlg-trade", fields={"amount": str(cash)})
        return outlook(table)

    drafted(100)
    table.say("offer Ben give 100 get boardwalk", "dlg-trade")
    named = table.session.pending_offers[0].offer.get.cash
    for cash in range(110, named, 10):
        word, why = drafted(cash)
        assert word != "likely", cash
        assert why == f"Ben asked for ${named:,} in this trade."
    assert drafted(named) == ("likely", "Ben has offered this trade.")


def test_the_draft_of_a_folded_trade_is_put_aside_and_not_lost() -> None:
    table = trading(bots={"Ben": "steady", "Cleo": "steady"})
    table.do("trade-from", "get vermont-avenue 1", where="dlg-trade")
    table.do("trade-fold", where="dlg-trade")
    table.press("notices", "Put aside")
    assert "A draft, not sent yet" not in table.page.text("notices")
    draft = table.app.draft
    table.do("open-trade")
    assert draft is not None
    assert table.app.draft is draft
    assert len(draft.deeds["get"]) == 1
