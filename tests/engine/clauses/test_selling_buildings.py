"""Selling buildings back: for half, at any time, evenly, only to the Bank; breaking down hotels."""

from __future__ import annotations

import pytest

from data_files import edition
from scene import clause, table

BLUE = ("park-place", "boardwalk")
ORANGE = ("st-james-place", "tennessee-avenue", "new-york-avenue")


def built(ids: tuple[str, ...], *levels: object) -> str:
    return " ".join(f"{id}:{n}" if n else id for id, n in zip(ids, levels, strict=True))


@clause("selling-buildings.half-price")
@pytest.mark.parametrize(
    ("id", "group", "half"),
    [
        ("baltic-avenue", "mediterranean-avenue", 25),
        ("virginia-avenue", "st-charles-place states-avenue", 50),
        ("illinois-avenue", "kentucky-avenue indiana-avenue", 75),
        ("boardwalk", "park-place", 100),
    ],
)
def test_the_bank_pays_half_the_price_of_a_house(book: str, id: str, group: str, half: int) -> None:
    t = table(book, seats={"Ada": {"deeds": f"{id}:1 {group}"}}).play(f"Ada sell {id}")
    t.cash(Ada=1500 + half, bank=-4500 - half).cites("selling-buildings.half-price")


@clause("selling-buildings.half-price", "bankruptcy.condition")
@pytest.mark.parametrize(
    "sales",
    [
        ("Ada sell-down brown 0",),
        ("Ada sell-down brown 1", "Ada sell-down brown 0"),
        ("Ada sell baltic-avenue", "Ada sell mediterranean-avenue", "Ada sell-down brown 0"),
        tuple(f"Ada sell {id}" for id in ("baltic-avenue", "mediterranean-avenue") * 2),
    ],
)
@pytest.mark.parametrize("cash", [35, 36])
def test_half_of_an_odd_price_adds_up_the_same_for_any_order_of_sales(
    book: str, cash: int, sales: tuple[str, ...]
) -> None:
    # A house costs 3. Four bring 1 each, the two mortgages 30 each; Ben's three railroads cost 100.
    board = edition("atlantic-city")
    board["id"] = "odd"
    board["group"][0]["house_cost"] = 3
    seats = {
        "Ada": {"cash": cash, "at": "@2", "deeds": "mediterranean-avenue:2 baltic-avenue:2"},
        "Ben": {"deeds": "reading-railroad pennsylvania-railroad short-line"},
    }
    t = table(book, edition=board, seats=seats).throw("Ada", 1, 2).ask("Ada debt")
    if cash == 35:
        t.may("Ada bankrupt")
    else:
        t.refuses("Ada bankrupt", "bankruptcy.condition")
    t.play(*sales).cash(Ada=cash + 4).cites("selling-buildings.half-price")
    t.play("Ada mortgage mediterranean-avenue", "Ada mortgage baltic-avenue")
    if cash == 35:
        t.refuses("Ada pay").play("Ada bankrupt").cites("bankruptcy.condition").cash(Ben=1599)
    else:
        t.refuses("Ada bankrupt", "bankruptcy.condition").play("Ada pay").cash(Ada=0, Ben=1600)


@clause("bankruptcy.buildings", books=("classic", "australian", "wikibooks", "parker1973"))
def test_the_bank_pays_the_creditor_the_same_total_for_odd_prices(book: str) -> None:
    board = edition("atlantic-city")
    board["id"] = "odd"
    board["group"][0]["house_cost"] = 3
    seats = {
        "Ada": {"cash": 0, "at": "@36", "deeds": "mediterranean-avenue:hotel baltic-avenue:4"},
        "Ben": {"deeds": "park-place:hotel boardwalk:hotel"},
    }
    t = table(book, edition=board, seats=seats).throw("Ada", 1, 2).play("Ada bankrupt")
    t.cash(Ben=1509).cites("bankruptcy.buildings")


@clause("selling-buildings.half-price")
def test_a_building_sells_for_half_its_deed_price_regardless_of_the_winning_bid(book: str) -> None:
    seats = {
        "Ada": {"deeds": "park-place boardwalk"},
        "Ben": {"deeds": "mediterranean-avenue baltic-avenue"},
    }
    t = table(book, house={"stock": [1, 1]}, seats=seats).play("Ada build boardwalk", "Ben claim")
    t.play("Ben bid 20", "Ada bid 21", "Ben pass", "Ada place boardwalk", "Ada sell boardwalk")
    t.cash(Ada=1579).cites("selling-buildings.half-price")


@clause("selling-buildings.half-price")
def test_a_player_can_sell_only_their_own_buildings(book: str) -> None:
    seats = {"Ada": {"deeds": built(BLUE, 0, 1)}, "Ben": {"deeds": "short-line"}}
    t = table(book, seats=seats).refuses("Ada sell park-place", "selling-buildings.half-price")
    t.refuses("Ben sell boardwalk", "selling-buildings.half-price").refuses("Ben sell short-line")
    t.refuses("Ben sell-down dark-blue 0", "selling-buildings.half-price")
    t.refuses("Ada sell-down dark-blue 1", "selling-buildings.half-price")
    t.refuses("Ada sell-down orange 0").malformed("Ada sell-down dark-blue").refuses("Ada sell go")


@clause("selling-buildings.any-time")
def test_a_player_may_sell_buildings_in_any_turn_and_during_a_debt(book: str) -> None:
    seats = {
        "Ada": {"cash": 10, "deeds": built(BLUE, 1, 1)},
        "Ben": {"deeds": built(ORANGE, 1, 1, 1)},
    }
    t = table(book, seats=seats, deck={"chance": ["small-fine"]})
    t.play("Ben sell new-york-avenue").cites("selling-buildings.any-time").throw("Ada", 3, 4)
    t.play("chance card small-fine").ask("Ada debt").play("Ada sell boardwalk", "Ada pay")
    t.cash(Ada=95, Ben=1550).cites("selling-buildings.any-time")


@clause("selling-buildings.any-time")
def test_other_players_cannot_sell_buildings_until_a_move_is_settled(book: str) -> None:
    seats = {"Ben": {"deeds": built(ORANGE, 1, 1, 1)}}
    t = table(book, seats=seats).play("Ada roll")
    t.refuses("Ben sell new-york-avenue", "selling-buildings.any-time")
    t.play("chance dice 1 2").refuses("Ben sell-down orange 0", "selling-buildings.any-time")
    t.play("Ada buy").may("Ben sell new-york-avenue")


@clause("selling-buildings.bank-only", "trading.bare-group")
def test_a_player_cannot_sell_buildings_to_another_player(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": built(BLUE, 0, 1)}})
    t.refuses("Ada offer Ben give boardwalk get 900", "selling-buildings.bank-only")
    t.malformed("Ada offer Ben give boardwalk:1 get 900").malformed("Ada sell boardwalk Ben")
    t.play("Ada sell boardwalk").cites("selling-buildings.bank-only")
    t.may("Ada offer Ben give boardwalk get 900")
    t.refuses("Ada offer Ben give short-line get 9")
    table(book, seats={"Ada": {"deeds": built(BLUE, 1, 1)}}).refuses(
        "Ben offer Ada give 500 get park-place", "trading.bare-group"
    )


@clause("selling-buildings.even")
@pytest.mark.parametrize(
    ("levels", "allowed"),
    [
        ((2, 2, 2), (True, True, True)),
        ((2, 2, 1), (True, True, False)),
        ((1, 2, 1), (False, True, False)),
        ((4, 4, 3), (True, True, False)),
        (("hotel", 4, 4), (True, False, False)),
        ((1, 0, 0), (True, False, False)),
    ],
)
def test_a_player_must_sell_houses_evenly(
    book: str, levels: tuple[object, ...], allowed: tuple[bool, ...]
) -> None:
    t = table(book, seats={"Ada": {"deeds": built(ORANGE, *levels)}})
    for id, level, ok in zip(ORANGE, levels, allowed, strict=True):
        if ok:
            t.may(f"Ada sell {id}")
        elif level:
            t.refuses(f"Ada sell {id}", "selling-buildings.even")
    t.play(f"Ada sell {ORANGE[allowed.index(True)]}").cites("selling-buildings.even")


@clause("selling-buildings.even", "selling-buildings.hotel-method")
def test_a_player_can_sell_a_group_down_evenly_in_one_step(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": built(ORANGE, 3, 3, 2)}})
    t.play("Ada sell-down orange 1").cash(Ada=1750).cites("selling-buildings.even")
    t.buildings(st_james_place=1, tennessee_avenue=1, new_york_avenue=1)
    t.play("Ada sell-down orange 0").cash(Ada=1900)
    # A street that is already at the lower level brings nothing.
    t = table(book, seats={"Ada": {"deeds": built(ORANGE, 3, 2, 2)}})
    t.play("Ada sell-down orange 2").cash(Ada=1550)


@clause("selling-buildings.hotel-method", "selling-buildings.downgrade-stock")
def test_a_hotel_that_is_sold_leaves_four_houses(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": built(BLUE, "hotel", "hotel")}})
    houses, hotels = (88, 20) if book == "australian" else (32, 10)
    t.stock(houses, hotels).play("Ada sell boardwalk").cash(Ada=1600).buildings(boardwalk=4)
    t.stock(houses - 4, hotels + 1).cites("selling-buildings.hotel-method")
    t.cites("selling-buildings.downgrade-stock")


@clause("selling-buildings.hotel-method", "hotels.equals-five")
@pytest.mark.parametrize(
    ("levels", "down", "cash"),
    [
        (("hotel", "hotel", "hotel"), 0, 2250),
        (("hotel", "hotel", "hotel"), 2, 1950),
        (("hotel", "hotel", 4), 0, 2200),
        (("hotel", 4, 4), 3, 1700),
    ],
)
def test_a_player_can_sell_all_hotels_of_a_group_at_once_for_half_price(
    book: str, levels: tuple[object, ...], down: int, cash: int
) -> None:
    t = table(book, seats={"Ada": {"deeds": built(ORANGE, *levels)}})
    t.play(f"Ada sell-down orange {down}").cash(Ada=cash)
    t.buildings(st_james_place=down, tennessee_avenue=down, new_york_avenue=down)
    t.cites("selling-buildings.hotel-method", "hotels.equals-five")


@clause("selling-buildings.downgrade-stock")
def test_breaking_down_a_hotel_requires_enough_houses_in_the_bank(book: str) -> None:
    three_left = {"Ada": {"deeds": built(BLUE, "hotel", "hotel")}}
    t = table(book, house={"stock": [3, 2]}, seats=three_left)
    t.refuses("Ada sell boardwalk", "selling-buildings.downgrade-stock")
    t.refuses("Ada sell-down dark-blue 4", "selling-buildings.downgrade-stock")
    t.refuses("Ada sell-down dark-blue 2", "selling-buildings.downgrade-stock")
    t.play("Ada sell-down dark-blue 1").buildings(boardwalk=1, park_place=1).stock(1, 2)
    t.cash(Ada=2300).cites("selling-buildings.downgrade-stock")


@clause("selling-buildings.downgrade-stock", "selling-buildings.hotel-method")
def test_a_player_can_sell_a_whole_group_of_hotels_with_no_houses_in_the_bank(book: str) -> None:
    t = table(
        book, house={"stock": [0, 2]}, seats={"Ada": {"deeds": built(BLUE, "hotel", "hotel")}}
    )
    t.refuses("Ada sell boardwalk", "selling-buildings.downgrade-stock")
    t.refuses("Ada sell-down dark-blue 1", "selling-buildings.downgrade-stock")
    t.play("Ada sell-down dark-blue 0").cash(Ada=2500).stock(0, 2)
    t.cites("selling-buildings.hotel-method")


@clause("selling-buildings.downgrade-stock", "debt.raise-cash", "bankruptcy.condition")
def test_a_debtor_can_always_sell_hotels_for_cash(book: str) -> None:
    seats = {
        "Ada": {"cash": 0, "at": "b-and-o-railroad", "deeds": built(BLUE, "hotel", 4)},
        "Ben": {
            "deeds": built(
                ("pacific-avenue", "north-carolina-avenue", "pennsylvania-avenue"), 2, 2, 2
            )
        },
    }
    t = table(book, house={"stock": [11, 1]}, seats=seats).stock(1, 0).throw("Ada", 3, 3)
    t.ask("Ada debt").cites("debt.raise-cash")
    t.refuses("Ada sell park-place", "selling-buildings.downgrade-stock")
    t.refuses("Ada bankrupt", "bankruptcy.condition")
    t.play("Ada sell-down dark-blue 2", "Ada pay").cash(Ada=110).buildings(
        boardwalk=2, park_place=2
    )
    t.ask("Ada roll")
