"""House rules: none in official play; the effect of each agreed house rule, and contradictions."""

from __future__ import annotations

import pytest

from scene import clause, shown, table, will_not_load

BLUE = "park-place boardwalk"
TAX = {"classic": 75, "australian": 100, "modern": 100, "wikibooks": 75, "parker1973": 75}


# ---------------------------------------------------------------- official or not


@shown("misc.no-house-rules", by="data")
def test_a_game_is_official_without_house_rules(book: str) -> None:
    assert table(book).game.rules.official
    for house in (
        {"free-parking": 500},
        {"free-parking": "pot"},
        {"go-landing": "double"},
        {"auctions": False},
        {"starting-cash": 2000},
        {"salary": 400},
        {"stock": [32, 12]},
        {"build-evenly": False},
        {"rent-in-jail": False},
        {"lap-first": True},
        {"jail.fine-window": "turns-1-3" if book in ("classic", "parker1973") else "turns-1-2"},
    ):
        assert not table(book, house=house).game.rules.official, house


@shown("misc.no-house-rules", by="data")
def test_a_limit_keeps_the_game_official(book: str) -> None:
    assert table(book, house={"limit-rounds": 30, "limit-minutes": 45}).game.rules.official
    assert not table(book, house={"limit-rounds": 30, "salary": 400}).game.rules.official


@shown("misc.no-house-rules", by="data")
def test_using_an_option_of_the_rulebook_keeps_the_game_official(book: str) -> None:
    assert table(book, house={"rent.marvin-gardens": 22}).game.rules.official
    right = table(book, house={"turn.order": "right"}).game.rules
    assert right.official == (book == "australian")


@pytest.mark.parametrize(
    "house",
    [
        {"loans": True},
        {"rent-immunity": True},
        {"free-parking": -1},
        {"free-parking": "jackpot"},
        {"free-parking": True},
        {"go-landing": "triple"},
        {"go-landing": "single"},
        {"auctions": "no"},
        {"starting-cash": -5},
        {"starting-cash": 1.5},
        {"salary": "200"},
        {"stock": [32]},
        {"stock": [-1, 12]},
        {"stock": [32, 12, 1]},
        {"build-evenly": 0},
        {"limit-rounds": 0},
        {"limit-minutes": 0},
        {"jail.fine-window": "turns-1-4"},
        {"auction.opening-bid": 5},
        {"tax.luxury": True},
        {"rent.marvin-gardens": 23},
        {"no.such-clause": 1},
        {"turn.completion": True},
    ],
)
@pytest.mark.parametrize("book", ["classic", "modern"])
def test_an_unknown_house_rule_is_refused_by_name(book: str, house: dict[str, object]) -> None:
    assert next(iter(house)) in will_not_load(book, house=house)


@pytest.mark.parametrize(
    ("house", "named"),
    [
        ({"tax.income": "flat-200", "tax.income-commit": "before-count"}, "tax.income-commit"),
        ({"tax.income": "choice", "tax.income-commit": "not applicable"}, "tax.income-commit"),
        (
            {"auction.bidders": "all", "purchase.no-second-thoughts": "barred until next landing"},
            "auction.bidders",
        ),
        (
            {
                "auction.bidders": "all but decliner",
                "purchase.no-second-thoughts": "may bid at auction",
            },
            "auction.bidders",
        ),
        ({"stock": [32, 12], "shortage.supply": "88/22"}, "stock"),
        ({"auctions": False, "auction.bidders": "all"}, "auctions"),
        ({"auctions": False, "auction.opening-bid": 10}, "auctions"),
        ({"auctions": False, "shortage.opening-bid": 10}, "auctions"),
    ],
)
@pytest.mark.parametrize("book", ["classic", "wikibooks"])
def test_contradictory_house_rules_are_refused_with_a_sentence(
    book: str, house: dict[str, object], named: str
) -> None:
    sentence = will_not_load(book, house=house)
    assert named in sentence
    assert "contradict" in sentence


def test_consistent_house_rules_are_accepted() -> None:
    table("modern", house={"tax.income": "choice", "tax.income-commit": "before-count"})
    table("classic", house={"stock": [88, 22], "shortage.supply": "88/22"}).stock(88, 22)
    table(
        "classic",
        house={
            "auction.bidders": "all but decliner",
            "purchase.no-second-thoughts": "barred until next landing",
        },
    )


def test_dotted_keys_of_house_rules_can_be_written_as_a_table() -> None:
    t = table("classic", house={"jail": {"fine-window": "turns-1-3"}}, seats={"Ada": {"jail": 2}})
    t.play("Ada fine").cash(Ada=1450)


# ---------------------------------------------------------------- Free Parking


@clause("tax.on-landing", "jail.fine-amount", "cards.obey")
def test_only_taxes_fines_and_card_payments_go_to_the_pot(book: str) -> None:
    seats = {
        "Ada": {"at": "short-line"},
        "Ben": {"jail": 0, "deeds": "short-line:m"},
        "Cleo": {"at": "go"},
    }
    t = table(book, house={"free-parking": "pot"}, seats=seats, deck={"chance": ["small-fine"]})
    tax = TAX[book]
    t.throw("Ada", 1, 2).cash(Ada=1500 - tax, pot=tax).cites("tax.on-landing").play("Ada end")
    t.play("Ben fine").cash(Ben=1450, pot=tax + 50).cites("jail.fine-amount")
    t.throw("Ben", 1, 3).play("Ben buy", "Ben redeem short-line").cash(pot=tax + 50)
    t.play("Ben end").throw("Cleo", 3, 4).play("chance card small-fine").cash(pot=tax + 65)
    t.cites("cards.obey").is_silent_on("free-parking.no-pot")


@clause("turn.space-decides")
def test_a_player_who_lands_on_free_parking_takes_the_pot(book: str) -> None:
    seats = {"Ada": {"at": "jail"}, "Ben": {"at": "jail"}}
    t = table(book, house={"free-parking": "pot"}, seats=seats, pot=320).throw("Ada", 4, 6)
    t.cash(Ada=1820, pot=0).cites("turn.space-decides").is_silent_on("free-parking.nothing")
    t.play("Ada end").throw("Ben", 4, 6).cash(Ben=1500, pot=0)


@clause("bankruptcy.to-bank")
def test_a_debt_to_the_pot_is_a_debt_to_the_bank(book: str) -> None:
    ada = {"at": "short-line", "cash": 20, "deeds": "mediterranean-avenue:m"}
    t = table(book, house={"free-parking": "pot"}, seats={"Ada": ada}, pot=70).throw("Ada", 1, 2)
    t.ask("Ada debt").play("Ada bankrupt").cash(pot=70, Ada=0).cites("bankruptcy.to-bank")
    t.ask("Ben bid")


@clause("turn.space-decides")
def test_a_fixed_sum_on_free_parking_comes_from_the_bank(book: str) -> None:
    t = table(book, house={"free-parking": 500}, seats={"Ada": {"at": "jail"}}).throw("Ada", 4, 6)
    t.cash(Ada=2000, bank=-5000, pot=0).cites("turn.space-decides")


# ---------------------------------------------------------------- money at the start and on GO


@clause("go.salary")
def test_a_house_rule_can_pay_double_for_landing_on_go_but_not_for_passing_it(book: str) -> None:
    house = {"go-landing": "double", "salary": 300}
    t = table(book, house=house, seats={"Ada": {"at": "short-line"}, "Ben": {"at": "boardwalk"}})
    t.throw("Ada", 2, 3).cash(Ada=2100).cites("go.salary").play("Ada end")
    t.throw("Ben", 1, 3).cash(Ben=1800)


@clause("go.second-salary-by-card")
def test_a_card_to_go_also_pays_the_double_salary(book: str) -> None:
    house = {"go-landing": "double"}
    t = table(
        book, house=house, seats={"Ada": {"at": "boardwalk"}}, deck={"chance": ["advance-to-go"]}
    )
    t.throw("Ada", 3, 5).play("chance card advance-to-go").cash(Ada=2100)
    t.cites("go.second-salary-by-card")


@clause("setup.tokens-on-go")
def test_a_house_rule_can_set_other_starting_cash(book: str) -> None:
    t = table(book, turn=None, house={"starting-cash": 2000}).cash(Ada=2000, Ben=2000, bank=-6000)
    t.throw("Ada", 1, 3).throw("Ben", 1, 2).throw("Cleo", 1, 1).cites("house.starting-cash")
    t.is_silent_on("setup.starting-cash")
    t = table(book, house={"starting-cash": 0}).cash(Ada=0).throw("Ada", 1, 2)
    t.refuses("Ada buy", "purchase.option")


# ---------------------------------------------------------------- auctions


@clause("purchase.option")
def test_without_auctions_declined_property_stays_with_the_bank(book: str) -> None:
    t = table(book, house={"auctions": False}).throw("Ada", 1, 2).play("Ada decline").ask("Ada end")
    t.owner(baltic_avenue="bank").is_silent_on("auction.trigger").play("Ada end")
    t.throw("Ben", 1, 2).ask("Ben buy").cites("purchase.option")


@clause("bankruptcy.to-bank")
def test_without_auctions_the_bank_keeps_the_property_of_a_bankrupt_player(book: str) -> None:
    t = table(book, house={"auctions": False}, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada resign").ask("Ben roll").owner(short_line="bank").mortgaged(short_line=False)
    t.cites("bankruptcy.to-bank")


@clause("houses.price")
def test_without_auctions_the_first_player_to_order_the_last_house_gets_it(book: str) -> None:
    seats = {"Ada": {"deeds": BLUE}, "Ben": {"deeds": "mediterranean-avenue baltic-avenue"}}
    t = table(book, house={"auctions": False, "stock": [1, 1]}, seats=seats)
    t.play("Ben build baltic-avenue").ask("Ada roll").buildings(baltic_avenue=1).cites(
        "houses.price"
    )
    t.refuses("Ada build boardwalk", "shortage.wait")


# ---------------------------------------------------------------- building


@clause("hotels.prerequisite", "selling-buildings.half-price")
def test_with_uneven_building_a_hotel_still_requires_four_houses_on_every_street(
    book: str,
) -> None:
    t = table(book, house={"build-evenly": False}, seats={"Ada": {"deeds": BLUE, "cash": 5000}})
    t.play(*["Ada build boardwalk"] * 4).buildings(boardwalk=4, park_place=0)
    t.refuses("Ada build boardwalk", "hotels.prerequisite")
    t.play(*["Ada build park-place"] * 4).play("Ada build boardwalk").buildings(boardwalk=5)
    t.play("Ada sell park-place", "Ada sell park-place").buildings(park_place=2, boardwalk=5)
    t.cites("selling-buildings.half-price")


@clause("houses.from-bank")
def test_a_position_with_uneven_buildings_loads_under_the_house_rule_for_uneven_building(
    book: str,
) -> None:
    seats = {"Ada": {"deeds": "park-place:2 boardwalk:hotel"}}
    t = table(book, house={"build-evenly": False}, seats=seats).play("Ada build park-place")
    t.buildings(park_place=3, boardwalk=5).cites("houses.from-bank")


# ---------------------------------------------------------------- jail


@clause("turn.throw-and-move")
@pytest.mark.parametrize("rent", ["automatic", "asked"])
def test_a_house_rule_can_stop_a_player_in_jail_from_collecting_rent(book: str, rent: str) -> None:
    seats = {"Ben": {"jail": 0, "deeds": "oriental-avenue"}}
    t = table(book, house={"rent-in-jail": False}, rent=rent, seats=seats).throw("Ada", 2, 4)
    t.cash(Ada=1500, Ben=1500).ask("Ada end").cites("turn.throw-and-move")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    table(book, house={"rent-in-jail": False}, seats={"Ben": {"deeds": "oriental-avenue"}}).throw(
        "Ada", 2, 4
    ).cash(Ada=1494)


# ---------------------------------------------------------------- first lap


@clause("purchase.option", "go.salary")
def test_a_player_cannot_buy_in_the_first_lap(book: str) -> None:
    t = table(book, house={"lap-first": True}, seats={"Ada": {"at": "boardwalk"}})
    t.throw("Ada", 1, 3).ask("Ada buy").cites("go.salary", "purchase.option").play(
        "Ada buy", "Ada end"
    )
    t.throw("Ben", 1, 4).ask("Ben end").owner(reading_railroad="bank")


@clause("auction.bidders", "auction.unsold")
def test_a_player_in_the_first_lap_cannot_bid_either(book: str) -> None:
    seats = {"Ada": {"laps": 1}, "Cleo": {"laps": 2}}
    t = table(book, house={"lap-first": True}, seats=seats).throw("Ada", 1, 2).play("Ada decline")
    t.ask("Cleo bid").refuses("Ben bid 10", "auction.bidders").play("Cleo pass")
    if book != "wikibooks":
        t.play("Ada pass")
    t.ask("Ada end").cites("auction.unsold")
    # The decliner may not bid and the others are in their first lap, so nobody is asked.
    t = table(
        book,
        house={"lap-first": True, "auction.bidders": "all but decliner"},
        seats={"Ada": {"laps": 1}},
    )
    t.throw("Ada", 1, 2).play("Ada decline").ask("Ada end").cites("auction.unsold")


# ---------------------------------------------------------------- limits


@clause("short-game.score", "setup.objective")
def test_the_richest_player_wins_after_the_agreed_rounds(book: str) -> None:
    seats = {
        "Ada": {"cash": 100, "deeds": "boardwalk:hotel park-place:hotel"},
        "Ben": {"cash": 2849},
    }
    t = table(book, players="Ada Ben", house={"limit-rounds": 1}, seats=seats)
    t.throw("Ada", 4, 6).play("Ada end").ask("Ben roll").throw("Ben", 4, 6).play("Ben end")
    t.ask("over").winners("Ada").cites("short-game.score", "setup.objective")  # 2850


@clause("turn.order")
def test_a_game_with_a_round_limit_ends_after_its_last_full_round(book: str) -> None:
    t = table(book, players="Ada Ben", house={"limit-rounds": 8}, round=7)
    for name in ("Ada", "Ben"):
        t.throw(name, 4, 6).play(f"{name} end")
    t.round(8).ask("Ada roll").throw("Ada", 4, 6).play("Ada end").cites("turn.order").ask(
        "Ben roll"
    )
    t.throw("Ben", 4, 6).play("Ben end").winners("Ada", "Ben")


@clause("short-game.score")
def test_a_game_with_a_time_limit_ends_after_the_current_round(book: str) -> None:
    seats = {"Cleo": {"cash": 1501}}
    t = table(book, house={"limit-minutes": 45}, seats=seats).throw("Ada", 4, 6)
    t.play("chance time-up", "Ada end").ask("Ben roll").refuses("chance time-up")
    t.throw("Ben", 1, 2).refuses("chance time-up").play("Ben buy", "Ben end")
    t.throw("Cleo", 4, 6).play("Cleo end").winners("Cleo").cites("short-game.score")


@clause("ending.last-player")
def test_nobody_can_call_time_without_an_agreed_limit(book: str) -> None:
    t = table(book).refuses("chance time-up", "ending.last-player")
    table(book, house={"limit-minutes": 5}).refuses("Ada time-up").throw("Ada", 1, 2).refuses(
        "chance time-up"
    )
    t.refuses("Ada time-up")


# ---------------------------------------------------------------- together


@clause("go.salary", "shortage.wait")
def test_many_house_rules_can_apply_at_the_same_time(book: str) -> None:
    house = {
        "free-parking": "pot",
        "go-landing": "double",
        "salary": 100,
        "starting-cash": 900,
        "auctions": False,
        "lap-first": True,
        "limit-rounds": 2,
        "rent-in-jail": False,
        "build-evenly": False,
        "stock": [3, 0],
        "rent.utility-dice": "fresh",
        "tax.income": "min",
        "tax.income-commit": "not applicable",
    }
    seats = {
        "Ada": {"at": "short-line"},
        "Ben": {"deeds": BLUE},
        "Cleo": {"at": "b-and-o-railroad"},
    }
    t = table(book, house=house, seats=seats).throw("Ada", 2, 3).cash(Ada=1100).cites("go.salary")
    t.play("Ada end", *["Ben build boardwalk"] * 3).refuses("Ben build park-place", "shortage.wait")
    # Ben has 300 in cash, 750 in deeds and 600 in houses, which makes a tax of 165.
    t.throw("Ben", 1, 3).cash(Ben=135, pot=165).play("Ben end")
    t.throw("Cleo", 1, 4).jail(Cleo=0).play("Cleo end")
    t.throw("Ada", 1, 2).play("Ada buy", "Ada end").round(2)
    t.throw("Ben", 4, 2).play("Ben end").throw("Cleo", 1, 2).play("Cleo end").ask("over")
    t.winners("Ben").cash(pot=165)
