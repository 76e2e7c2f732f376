"""Each question of the table is answered with real buttons and fields."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from playing import Player, back_in_the_game, game
from tables import LIGHT_BLUE, ORANGE, TABLES, built

Come = Callable[..., Player]


# ---------------------------------------------------------------- auctions


@pytest.mark.smoke
def test_players_raise_bid_any_amount_or_pass_in_an_auction(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["bid 1"])
    me.press("Bid $10")
    me.is_asked("bid 2")
    me.ask.get_by_label("Another amount, $11 to $1,500").fill("75")
    me.press("Bid", me.ask.locator(".bid-form"))
    me.is_asked("bid 3")
    expect(me.ask.locator(".bidder", has_text="Cleo")).to_contain_text("leading")
    me.press("Pass")
    me.press("Pass")
    me.press("Pass")
    me.is_asked("handover 0")
    assert me.cash() == ["$1,500", "$1,500", "$1,425", "$1,500"]
    expect(me.page.locator("#space-3")).to_contain_text("owned by Cleo")


def test_a_bid_that_is_too_low_is_refused_with_its_clause_and_nothing_is_lost(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["bid 1"])
    field = me.ask.locator("#bid-amount")
    for key, value in (("+", "110"), ("=", "120"), ("-", "110")):
        me.page.keyboard.press(key)
        expect(field).to_have_value(value)
    # A person may bypass the limits of the field.
    field.evaluate("e => { e.removeAttribute('min'); e.value = 3 }")
    me.press("Bid", me.ask.locator(".bid-form"))
    expect(me.page.locator("#notices")).to_contain_text("auction.opening-bid")
    me.is_asked("bid 1")


def test_the_program_bids_for_a_person_up_to_their_bid_limit(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["bid 1"])
    me.button("Auto-bid up to…").click()
    box = me.dialog("Auto-bid for Ben")
    field = box.locator("#ceiling-amount")
    expect(field).to_have_attribute("type", "password")  # the others don't see the limit
    expect(field).to_have_attribute(
        "placeholder", "$60"
    )  # the printed price, which an empty field means
    field.fill("21")
    box.get_by_role("button", name="$10 more").click()
    expect(field).to_have_value("31")
    me.press("Show the amount", box)
    expect(field).to_have_attribute("type", "number")
    expect(field).to_have_value("31")
    me.press("Start auto-bid", box)
    me.is_asked("bid 2")
    me.press("Bid $20")
    me.press("Pass")
    me.press("Pass")
    me.is_asked("bid 2")  # Ben's limit made the bid of 21
    me.ask.locator("#bid-amount").fill("31")
    me.press("Bid", me.ask.locator(".bid-form"))
    me.press("Pass")
    me.press("Pass")
    me.is_asked("end 0")  # the 32 needed now is over Ben's limit
    assert me.cash() == ["$1,500", "$1,500", "$1,469", "$1,500"]


@pytest.mark.long
def test_a_player_raises_cash_during_an_auction(player: Come) -> None:
    me = player()
    at_table = {"Ben": {"cash": 20, "deeds": ["boardwalk"]}}
    me.sit_down(
        game("Ada", "Ben", at_table=at_table, play="Ada roll\nchance dice 1 2\nAda decline")
    )
    me.button(re.compile("Raise cash")).click()
    box = me.dialog("Raise cash")
    me.press(re.compile("Mortgage .200"), box)
    expect(box).to_contain_text("$220")
    me.close_all()
    me.is_asked("bid 1")
    me.ask.locator("#bid-amount").fill("200")
    me.press("Bid", me.ask.locator(".bid-form"))
    me.press("Pass")
    assert me.cash() == ["$1,500", "$20"]


# ---------------------------------------------------------------- debts


def test_a_player_pays_a_debt_after_raising_the_cash(player: Come) -> None:
    me = player()
    at_table = {
        "Ada": {"cash": 40, "deeds": [*built(ORANGE, 1), "short-line"], "at": "@37"},
        "Ben": {"deeds": ["park-place", "boardwalk"]},
    }
    me.sit_down(game("Ada", "Ben", at_table=at_table, play="Ada roll\nchance dice 1 1"))
    me.is_asked("debt 0")
    expect(me.ask).to_contain_text("$60 still missing")
    me.press("Mortgage Short Line for $100")
    expect(me.ask.locator(".debt-bar")).not_to_contain_text("missing")
    me.press("Pay Ben $100")
    me.is_asked("roll 0")  # the throw was a double
    assert me.cash() == ["$40", "$1,600"]


def test_a_player_who_cannot_pay_goes_bankrupt_and_the_last_player_wins(player: Come) -> None:
    me = player()
    me.sit_down(
        game(
            "Ada",
            "Ben",
            at_table={
                "Ada": {"cash": 10, "deeds": ["short-line"], "at": "@37"},
                "Ben": {"deeds": ["park-place:3", "boardwalk:3"]},
            },
            play="Ada roll\nchance dice 1 1",
        )
    )
    me.press("Go bankrupt")
    me.press("Go bankrupt", "#dlg-confirm")
    me.settled()
    while me.asked != "over":
        me.press(re.compile("Keep it|Pass|I’m Ben"))
    expect(me.ask.get_by_role("heading", name="Ben wins")).to_be_visible()


# The tax exceeds Ada's cash and mortgage value. Two people and a bot are left to bid in the auction.
RUINED = game(
    "Ada",
    "Ben",
    "Cleo",
    "Dora",
    bots={"Cleo": "simple"},
    at_table={
        "Ada": {"cash": 10, "deeds": ["baltic-avenue", "short-line:m"], "at": "@1"},
        "Ben": {"cash": 100},
        "Cleo": {"cash": 12},
        "Dora": {"cash": 30, "deeds": ["boardwalk"]},
    },
    play="Ada roll\nchance dice 1 2",
)


@pytest.mark.long
def test_the_bank_auctions_a_bankrupts_deeds_to_people_and_bots(player: Come) -> None:
    me = player()
    me.sit_down(RUINED)
    me.press("Go bankrupt")
    me.press("Go bankrupt", "#dlg-confirm")
    me.is_asked("bid 1")
    expect(me.ask).to_contain_text("Baltic Avenue")
    expect(me.ask).to_contain_text("1 more auction follows")
    me.press("Bid $10")
    me.is_asked("bid 3")
    expect(me.ask.locator(".bidder", has_text="Cleo")).to_contain_text("leading")  # her bot's bid
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    back_in_the_game(me.page)
    me.is_asked("bid 3")
    me.button(re.compile("Raise cash")).click()
    me.press(re.compile("Mortgage .200"), me.dialog("Raise cash"))
    me.close_all()
    me.ask.locator("#bid-amount").fill("35")
    me.press("Bid", me.ask.locator(".bid-form"))
    me.press("Pass")  # Ben passes; Cleo can't follow
    me.is_asked("bid 1")
    expect(me.page.locator("#space-3")).to_contain_text("owned by Dora")
    expect(me.ask.locator(".lot")).to_contain_text("Short Line")
    expect(me.ask).not_to_contain_text("more auction follows")
    me.press("Pass")
    me.is_asked("bid 3")
    me.press("Bid $20")
    me.press("Pass")
    assert me.asked.endswith(" 1")  # Ben's turn
    assert me.cash() == ["out", "$100", "$12", "$175"]


# ---------------------------------------------------------------- jail, tax


@pytest.mark.parametrize(
    ("exit", "cash"),
    [
        ("Pay the fine of $50", "$1,450"),
        pytest.param("Use the card from Chance", "$1,500", marks=pytest.mark.long),
    ],
)
def test_players_leave_jail_by_fine_or_card_before_the_throw(
    player: Come, exit: str, cash: str
) -> None:
    me = player()
    record = TABLES["roll 0 jail"] | {"chance": "by-hand"}
    me.sit_down(record)
    me.press(exit)
    assert me.cash()[0] == cash
    me.press("Throw the dice")
    me.throw(2, 1)
    me.is_asked("buy 0")
    expect(me.page.locator("#space-13")).to_contain_text("Ada")


@pytest.mark.long
def test_players_leave_jail_by_doubles_and_stay_there_otherwise(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["roll 0 jail"] | {"chance": "by-hand"})
    me.press("Throw for doubles")
    me.throw(2, 1)
    me.is_asked("end 0")
    me.button("Undo", "#bar").click()
    me.is_asked("dice chance")
    me.throw(4, 4)
    expect(me.page.locator("#space-18")).to_contain_text("Ada")


@pytest.mark.long
def test_a_player_must_pay_after_the_third_throw_in_jail(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["roll 0 jail last"] | {"chance": "by-hand"})
    expect(me.button("Pay the fine of $50")).to_be_disabled()
    me.press("Throw for doubles")
    me.throw(2, 1)
    me.is_asked("debt 0")
    me.press("Mortgage Boardwalk for $200")
    me.press("Pay $50")
    assert me.cash()[0] == "$170"


@pytest.mark.parametrize(
    ("choice", "cash"),
    [
        pytest.param("Pay $200", "$1,300", marks=pytest.mark.long),
        ("Pay 10%", "$1,350"),
    ],
)
def test_a_player_chooses_how_to_pay_income_tax(player: Come, choice: str, cash: str) -> None:
    me = player()
    me.sit_down(TABLES["tax 0"])
    me.press(re.compile(re.escape(choice)))
    assert me.cash()[0] == cash


# ---------------------------------------------------------------- scarce buildings, mortgages


@pytest.mark.long
def test_players_claim_the_last_houses_at_auction_and_place_them(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["claim 1"])
    me.press("Claim a house")
    me.press("Claim a house")
    me.is_asked("bid 1")
    me.press("Bid $10")
    me.ask.locator("#bid-amount").fill("40")
    me.press("Bid", me.ask.locator(".bid-form"))
    me.press("Pass")
    me.press("Pass")
    me.press("I’m Cleo")
    me.is_asked("place 2")
    me.press("Build on Baltic Avenue")
    me.is_asked("bid 1")  # one house is left, and two still want it
    assert me.cash()[2] == "$1,460"


@pytest.mark.long
@pytest.mark.parametrize(
    ("choice", "cash"), [("Keep it mortgaged", "$1,482"), ("Lift the mortgage", "$1,307")]
)
def test_a_mortgaged_deed_changes_owner(player: Come, choice: str, cash: str) -> None:
    me = player()
    me.sit_down(TABLES["transfer 1"])
    me.press(re.compile(choice))
    assert me.cash()[1] == cash


def test_the_manager_builds_sells_mortgages_and_redeems(player: Come) -> None:
    me = player()
    at_table = {"Ada": {"deeds": [*ORANGE, "short-line"]}}
    me.sit_down(game("Ada", "Ben", at_table=at_table))
    me.button("Build", "#tools").click()
    box = me.dialog("Build or mortgage")
    street = box.locator(".mdeed", has_text="Tennessee Avenue")
    me.press("Build $100", street)
    expect(box).to_contain_text("−$100")
    # The neighboring streets come first now: the button stays, gives the reason, and does nothing.
    again = me.button("Build $100", street)
    expect(again).to_be_disabled()
    expect(again).to_have_accessible_description(re.compile("even", re.IGNORECASE))
    me.press("Sell $50", street)
    rail = box.locator(".mdeed", has_text="Short Line")
    me.press("Mortgage $100", rail)
    me.press("Lift for $110", rail)
    expect(box.locator(".manager-sum")).to_contain_text("$1,440")
    me.close_all()
    assert me.lines()[-4:] == [
        "Ada build tennessee-avenue",
        "Ada sell tennessee-avenue",
        "Ada mortgage short-line",
        "Ada redeem short-line",
    ]


def test_undo_stays_bright_and_usable_beside_the_manager_that_dims_the_rest(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", at_table={"Ada": {"deeds": [*ORANGE]}}))
    me.button("Build", "#tools").click()
    box = me.dialog("Build or mortgage")
    me.press("Build on each: $300", box)
    expect(box).to_contain_text("$1,200")
    shadow = box.evaluate("e => getComputedStyle(e).boxShadow")
    assert "rgba(13, 20, 22, 0.3) 0px 0px 0px" in shadow
    bar, over = (
        me.page.locator(part).evaluate("e => +getComputedStyle(e).zIndex")
        for part in ("#bar", "#dlg-manager")
    )
    assert bar > over
    me.button("Undo", "#bar").click()
    expect(box).not_to_contain_text("$1,200")
    expect(box).to_be_visible()


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_presses_at_one_spot_build_on_each_street_again_and_again(
    player: Come, size: tuple[int, int]
) -> None:
    me = player(size=size)
    at_table = {"Ada": {"deeds": [*LIGHT_BLUE, *ORANGE, "short-line"], "cash": 780}}
    me.sit_down(game("Ada", "Ben", at_table=at_table))
    me.button("Build", "#tools").click()
    box = me.dialog("Build or mortgage")
    place = me.button("Build on each: $150", box).bounding_box()
    assert place is not None
    cash = me.page.locator("#dlg-manager .manager-sum .sum").first
    # Three houses each time, then the hotels; the presses after that do nothing.
    for left in ("$630", "$480", "$330", "$180", "$30", "$30"):
        me.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
        me.page.wait_for_timeout(500)
        expect(cash).to_have_text(left)
    expect(me.button("Build on each: $150", box)).to_be_disabled()
    me.close_all()
    assert not any("sell" in line for line in me.lines())


def test_money_of_a_trade_counts_while_it_is_typed(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", at_table={"Ada": {"cash": 500}, "Ben": {"deeds": ["@5"]}}))
    me.button("Trade", "#tools").click()
    box = me.dialog(re.compile("^Trade"))
    box.locator(".chip", has_text="Reading Railroad").click()
    field = box.locator("#cash-give")
    field.press("Control+a")
    field.press_sequentially("260", delay=60)
    foot = box.locator(".trade-foot")
    expect(foot).to_contain_text("$260")
    expect(box.locator(".trade-effect")).to_contain_text("$240")
    expect(field).to_be_focused()
    field.press("Backspace")
    expect(foot).to_contain_text("$26 ")
    field.press_sequentially("99", delay=60)  # more than there is: the field keeps to the cash
    expect(foot).to_contain_text("$500")
    field.press("Tab")
    expect(field).to_have_value("500")


# ---------------------------------------------------------------- rent


def test_a_player_asks_for_rent_in_time(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["rent-claim 0"])
    me.press("Claim $6 from Ben")
    assert "Ada ask-rent oriental-avenue Ben" in me.lines()
    assert me.cash()[0] == "$1,506"
    # The sum below the last player's cash makes no scroll bar. It is not shown at instant speed.
    assert me.page.evaluate(
        """() => {
          const sum = Object.assign(document.createElement("span"), {className: "delta", textContent: "+$6"});
          seats.querySelector(".seat:last-child").append(sum);
          sum.style.translate = "0 60%";  // where its motion begins
          const fits = seats.scrollHeight <= seats.clientHeight;
          sum.remove();
          return fits;
        }"""
    )


@pytest.mark.long
def test_rent_that_nobody_asks_for_is_not_paid(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["rent-claim 0"])
    me.press("Waive it")
    assert "ask-rent" not in " ".join(me.lines())


def test_the_end_of_a_game_can_be_saved_as_an_image(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["over"])
    me.button("See how it went", "#ask").click()
    over = me.dialog("How it went")
    with me.page.expect_download() as download:
        over.get_by_role("button", name="Save as an image").click()
    image = download.value.path().read_bytes()
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(image[16:20], "big") == 1080
    assert download.value.suggested_filename == "title-deed.png"


@pytest.mark.long
def test_a_player_leaves_an_auction_for_good_and_can_come_back(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["bid 1"])
    me.button("Leave this auction", "#ask").click()
    me.is_asked("bid 2")
    expect(me.ask.locator(".bidder", has_text="Ben")).to_contain_text("out")
    me.press("Bid $10")
    me.is_asked("bid 3")
    me.press("Pass")
    me.is_asked("bid 0")
    me.button("Ben rejoins the bidding", "#ask").click()
    me.press("Pass")
    me.is_asked("bid 1")
