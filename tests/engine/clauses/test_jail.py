"""Jail: three ways in, the ways out and their conditions, and what a player in jail may do."""

from __future__ import annotations

import pytest

from scene import clause, table

TWO_WINDOWS = ("classic", "parker1973")
THREE_WINDOWS = ("australian", "modern", "wikibooks")
NO_MORE = ("classic", "modern", "wikibooks", "parker1973")

# ---------------------------------------------------------------- in


@clause("jail.entry", "jail.direct", "jail.ends-turn")
def test_the_fourth_corner_sends_a_player_to_jail(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "b-and-o-railroad"}}).throw("Ada", 2, 3)
    t.at(Ada="jail").jail(Ada=0).cash(Ada=1500).ask("Ada end").cites("jail.entry", "jail.direct")
    t.refuses("Ada roll", "jail.ends-turn").refuses("Ada fine", "jail.fine-window")
    t.play("Ada end").ask("Ben roll")


@clause("jail.entry", "jail.direct", "jail.ends-turn", "cards.obey")
@pytest.mark.parametrize("deck", ["chance", "community-chest"])
def test_a_card_sends_a_player_to_jail(book: str, deck: str) -> None:
    start = "marvin-gardens" if deck == "chance" else "b-and-o-railroad"
    t = table(book, seats={"Ada": {"at": start}}, deck={deck: ["go-to-jail"]})
    t.throw("Ada", 3, 4 if deck == "chance" else 5).play("chance card go-to-jail")
    t.at(Ada="jail").jail(Ada=0).cash(Ada=1500).ask("Ada end").cites("jail.entry", "jail.direct")
    t.bottom(deck, "go-to-jail")


@clause("jail.entry", "doubles.third")
def test_three_doubles_in_a_row_send_a_player_to_jail(book: str) -> None:
    t = table(book, doubles=2).throw("Ada", 1, 1).at(Ada="jail").jail(Ada=0).ask("Ada end")
    t.cites("jail.entry")


@clause("jail.ends-turn", "jail.entry")
def test_a_card_to_jail_cancels_the_extra_throw_for_doubles(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "virginia-avenue"}}, deck={"chance": ["go-to-jail"]})
    t.throw("Ada", 4, 4).play("chance card go-to-jail").ask("Ada end").cites("jail.entry")
    t.refuses("Ada roll", "jail.ends-turn")


@clause("jail.direct")
def test_a_player_sent_to_jail_does_not_pass_go(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "marvin-gardens"}}, deck={"chance": ["go-to-jail"]})
    t.throw("Ada", 3, 4).play("chance card go-to-jail").cash(Ada=1500).is_silent_on("go.salary")
    t.cites("jail.direct")


@clause("jail.ends-turn", "houses.any-time", "trading.any-time")
def test_a_player_just_sent_to_jail_may_still_build_and_trade_before_the_turn_ends(
    book: str,
) -> None:
    mine = {"at": "b-and-o-railroad", "deeds": "park-place boardwalk short-line"}
    t = table(book, seats={"Ada": mine}).throw("Ada", 2, 3).cites("jail.ends-turn")
    t.play("Ada build boardwalk").cites("houses.any-time")
    t.play("Ada offer Ben give short-line get 90", "Ben accept").cites("trading.any-time")
    t.ask("Ada end").cash(Ada=1390)


@clause("jail.just-visiting")
def test_a_player_who_lands_on_jail_is_just_visiting(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "reading-railroad"}})
    t.throw("Ada", 2, 3).at(Ada="jail").jail(Ada="free").cash(Ada=1500).cites("jail.just-visiting")
    t.play("Ada end").throw("Ben", 4, 6).play("Ben end").refuses("Ada fine", "jail.just-visiting")
    t.throw("Ada", 4, 6).at(Ada="free-parking")


@clause("jail.just-visiting")
def test_a_visitor_at_the_jail_cannot_play_a_jail_card_or_pay_a_fine(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "jail", "cards": ["chance"]}})
    t.refuses("Ada use-card", "jail.just-visiting").refuses("Ada fine", "jail.just-visiting")
    t.throw("Ada", 5, 5).ask("Ada roll").at(Ada="free-parking")


# ---------------------------------------------------------------- doubles


@clause("jail.exit-doubles")
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_player_who_throws_doubles_leaves_jail_and_moves_at_once(book: str, turns: int) -> None:
    t = table(book, seats={"Ada": {"jail": turns}}).throw("Ada", 5, 5)
    t.at(Ada="free-parking").jail(Ada="free").cash(Ada=1500).cites("jail.exit-doubles")


@clause("jail.exit-doubles")
def test_a_player_in_jail_must_throw_before_ending_the_turn(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0}}).refuses("Ada end", "turn.throw-and-move")
    t.throw("Ada", 5, 5).cites("jail.exit-doubles")


@clause("jail.exit-doubles-extra-throw", books=NO_MORE)
def test_doubles_out_of_jail_earn_no_extra_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 1}}).throw("Ada", 5, 5).ask("Ada end")
    t.refuses("Ada roll", "jail.exit-doubles-extra-throw").play("Ada end").ask("Ben roll")


@clause("jail.exit-doubles-extra-throw", books=("australian",))
def test_doubles_out_of_jail_earn_an_extra_throw_if_the_rulebook_has_no_exception(
    book: str,
) -> None:
    t = table(book, seats={"Ada": {"jail": 1}}).throw("Ada", 5, 5).ask("Ada roll")
    t.cites("jail.exit-doubles-extra-throw").throw("Ada", 4, 6).jail(Ada=0)  # on to space 30
    t = table(book, seats={"Ada": {"jail": 1, "deeds": "electric-company virginia-avenue"}})
    t.throw("Ada", 1, 1).throw("Ada", 1, 1).ask("Ada roll").throw("Ada", 3, 3)
    t.jail(Ada=0).at(Ada="jail").cites("doubles.third")  # the freeing throw was the first of three


@clause("jail.exit-doubles-extra-throw")
def test_a_house_rule_can_set_the_effect_of_doubles_out_of_jail(book: str) -> None:
    other = "no" if book == "australian" else "yes (by silence)"
    house = {"jail.exit-doubles-extra-throw": other}
    t = table(book, house=house, seats={"Ada": {"jail": 0}}).throw("Ada", 5, 5)
    t.ask("Ada end" if book == "australian" else "Ada roll")
    t.cites("jail.exit-doubles-extra-throw")


# ---------------------------------------------------------------- card


@clause("jail.exit-card", "jail.exit-throw-played", "cards.goojf-return")
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_player_in_jail_may_use_the_card_before_the_throw_on_any_turn(
    book: str, turns: int
) -> None:
    t = table(book, seats={"Ada": {"jail": turns, "cards": ["chance"]}})
    t.play("Ada use-card").jail(Ada="free").cards(Ada=[]).bottom("chance", "jail-free")
    t.cites("jail.exit-card", "jail.exit-throw-played").ask("Ada roll").cash(Ada=1500)
    t.throw("Ada", 4, 6).at(Ada="free-parking").ask("Ada end").cites("jail.exit-throw-played")


@clause("jail.exit-card", "cards.goojf-keep")
def test_a_player_without_a_jail_card_cannot_use_one(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 1, "cards": ["chance"]}, "Ben": {"jail": 1}})
    t.refuses("Ada use-card community-chest", "jail.exit-card")
    other = table(book, seats={"Ada": {"jail": 1, "cards": ["community-chest"]}})
    other.refuses("Ada use-card chance", "jail.exit-card").may("Ada use-card community-chest")
    t.throw("Ada", 1, 2).play("Ada end").refuses(
        "Ben use-card", "jail.exit-card", "cards.goojf-keep"
    )


@clause("jail.exit-card")
def test_a_player_cannot_use_the_jail_card_in_the_turn_of_going_to_jail(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "b-and-o-railroad", "cards": ["chance"]}})
    t.throw("Ada", 2, 3).jail(Ada=0).refuses("Ada use-card", "jail.exit-card")


@clause("jail.exit-bought-card", "jail.exit-card", "cards.goojf-trade")
def test_a_player_may_buy_and_use_a_jail_card_in_the_same_turn(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 1}, "Ben": {"cards": ["community-chest"]}})
    t.play("Ada offer Ben give 40 get card:community-chest", "Ben accept").ask("Ada roll")
    t.cites("jail.exit-bought-card", "cards.goojf-trade").cards(Ada=["community-chest"])
    t.play("Ada use-card").jail(Ada="free").cash(Ada=1460, Ben=1540)
    t.cites("jail.exit-bought-card").bottom("community-chest", "jail-free")


# ---------------------------------------------------------------- fine


@clause("jail.fine-amount", "jail.fine-window", "bank.collects")
def test_a_player_pays_the_bank_a_jail_fine_of_50(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0}}).play("Ada fine").cash(Ada=1450, bank=-4450)
    t.jail(Ada="free").at(Ada="jail").ask("Ada roll").cites("jail.fine-amount", "bank.collects")
    t.refuses("Ada fine", "jail.fine-amount").throw("Ada", 4, 6).at(Ada="free-parking")


@clause("jail.fine-window")
@pytest.mark.parametrize("turns", [0, 1, 2])
def test_the_rulebook_sets_the_turns_in_which_a_player_may_choose_to_pay_the_jail_fine(
    book: str, turns: int
) -> None:
    t = table(book, seats={"Ada": {"jail": turns}})
    if turns == 2 and book in TWO_WINDOWS:
        t.refuses("Ada fine", "jail.fine-window")
    else:
        t.play("Ada fine").jail(Ada="free").cash(Ada=1450).cites("jail.fine-window")


@clause("jail.fine-window")
@pytest.mark.parametrize("window", ["turns-1-2", "turns-1-3"])
def test_a_house_rule_can_set_the_turns_for_paying_the_jail_fine_by_choice(
    book: str, window: str
) -> None:
    t = table(book, house={"jail.fine-window": window}, seats={"Ada": {"jail": 2}})
    if window == "turns-1-2":
        t.refuses("Ada fine", "jail.fine-window")
    else:
        t.play("Ada fine").cites("jail.fine-window")


@clause("jail.fine-amount", "debt.bank-only-lender")
def test_a_player_needs_cash_in_hand_to_choose_to_pay_the_jail_fine(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0, "cash": 49, "deeds": "short-line"}})
    t.refuses("Ada fine", "jail.fine-amount", "debt.bank-only-lender")
    t.play("Ada mortgage short-line", "Ada fine").cash(Ada=99).cites("jail.fine-amount")
    table(book, seats={"Ada": {"jail": 0, "cash": 50}}).play("Ada fine").cash(Ada=0)


@clause("jail.exit-throw-played")
def test_a_player_who_pays_the_jail_fine_throws_and_moves_in_the_same_turn(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 1}}).play("Ada fine").refuses("Ada end")
    t.cites("jail.exit-throw-played").throw("Ada", 4, 6).at(Ada="free-parking").ask("Ada end")
    t.cites("jail.exit-throw-played")


@clause("jail.doubles-after-release", "doubles.extra-throw")
@pytest.mark.parametrize("way", ["fine", "use-card"])
def test_doubles_after_a_jail_fine_or_jail_card_earn_an_extra_throw(book: str, way: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0, "cards": ["chance"]}}).play(f"Ada {way}")
    t.throw("Ada", 5, 5).at(Ada="free-parking").ask("Ada roll")
    t.cites("jail.doubles-after-release", "doubles.extra-throw")


@clause("jail.doubles-after-release", "doubles.third")
def test_doubles_after_a_jail_fine_count_as_the_first_of_three(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0, "deeds": "electric-company virginia-avenue"}})
    t.play("Ada fine").throw("Ada", 1, 1).cites("jail.doubles-after-release").throw("Ada", 1, 1)
    t.is_silent_on("jail.doubles-after-release").throw("Ada", 3, 3).jail(Ada=0)
    t.cites("doubles.third")


# ---------------------------------------------------------------- staying, and the third turn


@clause("jail.failed-throw", "jail.exit-doubles")
@pytest.mark.parametrize("turns", [0, 1])
def test_a_player_without_doubles_stays_in_jail(book: str, turns: int) -> None:
    t = table(book, seats={"Ada": {"jail": turns, "cards": ["chance"]}}).throw("Ada", 1, 2)
    t.at(Ada="jail").jail(Ada=turns + 1).cash(Ada=1500).ask("Ada end").cites("jail.failed-throw")
    t.refuses("Ada fine", "jail.failed-throw").refuses("Ada use-card", "jail.failed-throw")
    t.refuses("Ada roll", "jail.failed-throw").play("Ada end").ask("Ben roll")


@clause("jail.third-turn", "jail.fine-amount")
def test_a_player_pays_and_moves_at_once_after_the_third_failed_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2}}).throw("Ada", 4, 6).cash(Ada=1450, bank=-4450)
    t.jail(Ada="free").at(Ada="free-parking").ask("Ada end").cites("jail.third-turn")


@clause("jail.third-turn", "jail.failed-throw")
def test_no_player_stays_in_jail_for_a_fourth_turn(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"jail": 0}})
    for turns in (1, 2):
        t.throw("Ada", 1, 2).jail(Ada=turns).play("Ada end").throw("Ben", 4, 6).play("Ben end")
    t.throw("Ada", 4, 6).jail(Ada="free").cites("jail.third-turn")


@clause("jail.third-turn", "rent.due")
def test_the_space_reached_after_the_forced_fine_takes_effect(book: str) -> None:
    seats = {"Ada": {"jail": 2}, "Ben": {"deeds": "st-charles-place virginia-avenue"}}
    t = table(book, seats=seats).throw("Ada", 1, 3).cash(Ada=1438, Ben=1512)
    t.cites("jail.third-turn", "rent.due")


@clause("jail.third-turn", "debt.raise-cash")
def test_a_player_short_of_the_forced_fine_raises_cash_before_moving(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2, "cash": 10, "deeds": "short-line"}})
    t.throw("Ada", 4, 6).ask("Ada debt").at(Ada="jail").jail(Ada=2).cites("debt.raise-cash")
    t.refuses("Ada bankrupt", "bankruptcy.condition").play("Ada mortgage short-line", "Ada pay")
    t.cash(Ada=60).jail(Ada="free").at(Ada="free-parking").cites("jail.third-turn")


@clause("jail.third-turn", "bankruptcy.to-bank")
def test_a_player_unable_to_pay_the_forced_fine_is_bankrupt_before_moving(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2, "cash": 10}}).throw("Ada", 4, 6).ask("Ada debt")
    t.cites("jail.third-turn").play("Ada bankrupt").at(Ada="jail").ask("Ben roll")
    t.cites("bankruptcy.to-bank")


@clause("jail.third-turn-card")
def test_a_player_cannot_use_the_jail_card_instead_of_the_forced_fine(book: str) -> None:
    t = table(
        book, seats={"Ada": {"jail": 2, "cash": 10, "cards": ["chance"], "deeds": "short-line"}}
    )
    t.throw("Ada", 4, 6).ask("Ada debt").refuses("Ada use-card", "jail.third-turn-card")
    t = table(book, seats={"Ada": {"jail": 2, "cards": ["chance"]}}).throw("Ada", 4, 6)
    t.cash(Ada=1450).cards(Ada=["chance"]).refuses("Ada use-card", "jail.third-turn-card")


@clause("jail.third-turn-card", "jail.exit-card")
def test_a_player_may_use_the_jail_card_before_the_third_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2, "cards": ["chance"]}}).play("Ada use-card")
    t.cites("jail.third-turn-card").throw("Ada", 4, 6).cash(Ada=1500).at(Ada="free-parking")


# ---------------------------------------------------------------- life in jail


@clause("jail.activities", "rent.due")
def test_a_player_in_jail_collects_rent(book: str) -> None:
    t = table(book, seats={"Ben": {"jail": 0, "deeds": "oriental-avenue"}}).throw("Ada", 2, 4)
    t.cash(Ben=1506).cites("jail.activities", "rent.due")
    t = table(book, rent="asked", seats={"Ben": {"jail": 0, "deeds": "oriental-avenue"}})
    t.throw("Ada", 2, 4).play("Ben ask-rent oriental-avenue").cash(Ben=1506)
    t.cites("jail.activities")


@clause("jail.activities")
@pytest.mark.parametrize(
    "line",
    [
        "Ben build boardwalk",
        "Ben sell light-blue",
        "Ben sell-down brown 0",
        "Ben mortgage short-line",
        "Ben redeem water-works",
        "Ben offer Cleo give short-line get 100",
        "Cleo offer Ben give 100 get short-line",
    ],
)
def test_a_player_in_jail_can_build_sell_mortgage_and_trade(book: str, line: str) -> None:
    mine = (
        "boardwalk park-place oriental-avenue:1 vermont-avenue connecticut-avenue short-line "
        "mediterranean-avenue:1 baltic-avenue:1 water-works:m"
    )
    t = table(book, seats={"Ben": {"jail": 1, "deeds": mine}})
    t.play(line.replace("sell light-blue", "sell oriental-avenue"))
    if line.startswith("Cleo"):
        t.play("Ben accept")
    t.cites("jail.activities").jail(Ben=1)


@clause("jail.activities", "auction.bidders")
def test_a_player_in_jail_can_win_an_auction(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ben": {"jail": 1}}).throw("Ada", 1, 2)
    t.play("Ada decline", "Ben bid 10").cites("jail.activities", "auction.bidders")
