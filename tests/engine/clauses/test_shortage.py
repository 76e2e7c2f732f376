"""Building shortages: the stock, waiting, and how scarce pieces are claimed, auctioned and placed.

These scenes set the stock by hand, so that a few streets make a shortage in every book. The first
scenes show each book's own stock.
"""

from __future__ import annotations

import pytest

from data_files import edition
from scene import clause, table, will_not_load
from shortages import BLUE, BROWN, GROUPS, LIMITED, SKY, STREETS, at_level, scarce

# ---------------------------------------------------------------- the stock of each book


ALL_HOUSES = " ".join(f"{id}:4" for id in STREETS[:8])  # 32 of them, in three groups


@clause("shortage.supply", books=LIMITED)
def test_the_bank_has_32_houses_and_12_hotels(book: str) -> None:
    table(book).stock(32, 12)
    t = table(book, seats={"Ada": {"deeds": f"{ALL_HOUSES} {BLUE}"}}).stock(0, 12)
    t.refuses("Ada build boardwalk", "shortage.supply", "shortage.wait")


@clause("shortage.supply", books=LIMITED)
@pytest.mark.parametrize(
    "deeds",
    [
        f"{ALL_HOUSES} {at_level(GROUPS[7], 1)}",
        " ".join(at_level(group, "hotel") for group in (*GROUPS[:4], GROUPS[7])),
    ],
    ids=["34 houses", "13 hotels"],
)
def test_a_position_with_more_buildings_than_the_stock_is_refused(book: str, deeds: str) -> None:
    will_not_load(book, "shortage.supply", seats={"Ada": {"deeds": deeds}})


@clause("shortage.supply", books=("australian",))
def test_the_bank_has_88_houses_and_22_hotels(book: str) -> None:
    table(book).stock(88, 22)
    full = " ".join(f"{id}:4" for id in STREETS)
    t = table(book, seats={"Ada": {"deeds": full}}).stock(0, 22)
    for id in STREETS[:2]:
        t.play(f"Ada build {id}")
    t.stock(8, 20).cites("shortage.supply")
    hotels = " ".join(f"{id}:hotel" for id in STREETS)
    table(book, seats={"Ada": {"deeds": hotels}}).stock(88, 0)


@clause("shortage.supply")
@pytest.mark.parametrize(("supply", "stock"), [("32/12", (32, 12)), ("88/22", (88, 22))])
def test_a_house_rule_can_use_the_building_stock_of_another_rulebook(
    book: str, supply: str, stock: tuple[int, int]
) -> None:
    t = table(book, house={"shortage.supply": supply}, seats={"Ada": {"deeds": BLUE}})
    t.stock(*stock).play("Ada build boardwalk").stock(stock[0] - 1, stock[1])
    t.cites("shortage.supply")


@clause("shortage.wait", "shortage.supply")
def test_builders_wait_until_a_building_returns_to_the_bank(book: str) -> None:
    ben = {"deeds": at_level(BROWN, 1)}
    t = scarce(book, 0, seats={"Ben": ben}).refuses("Ada build boardwalk", "shortage.wait")
    t.play("Ben sell baltic-avenue").stock(1, 12).play("Ada build boardwalk").ask("Ben claim")
    t.play("Ben pass", "Cleo pass").buildings(boardwalk=1).stock(0, 12).cites("shortage.supply")


@clause("shortage.wait")
def test_a_player_with_four_houses_must_wait_if_the_bank_has_no_hotels(book: str) -> None:
    t = scarce(book, 5, 0, seats={"Ada": {"deeds": at_level(BLUE, 4)}})
    t.refuses("Ada build boardwalk", "shortage.wait")


# ---------------------------------------------------------------- when is a piece scarce?


@clause("houses.from-bank", "shortage.supply")
def test_a_player_builds_the_last_house_without_an_auction_if_no_other_player_could(
    book: str,
) -> None:
    seats = {"Ben": {"deeds": "short-line"}, "Cleo": {"deeds": "vermont-avenue"}}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk").ask("Ada roll").stock(0, 12)
    t.cash(Ada=1300).cites("houses.from-bank", "shortage.supply")


@clause("shortage.auction")
@pytest.mark.parametrize(("left", "asked"), [(1, True), (2, True), (3, False)])
def test_houses_are_scarce_when_at_least_as_many_other_players_could_place_one(
    book: str, left: int, asked: bool
) -> None:
    t = scarce(book, left).play("Ada build boardwalk")
    if asked:
        t.ask("Ben claim").cites("shortage.auction")
    else:
        t.ask("Ada roll").buildings(boardwalk=1).is_silent_on("shortage.auction")
        t.play("Ada build park-place").ask("Ben claim").cites("shortage.auction")


@clause("houses.from-bank", "shortage.supply")
def test_players_unable_to_place_a_house_do_not_make_houses_scarce(book: str) -> None:
    """There are two houses and four seats, but only one of the other players could place a house."""
    seats = {"Ben": {"deeds": "short-line"}, "Dora": {"deeds": "boardwalk:m", "cash": 90}}
    seats["Ada"] = {"deeds": GROUPS[3]}
    t = scarce(book, 2, seats=seats, players="Ada Ben Cleo Dora").play("Ada build new-york-avenue")
    t.ask("Ada roll").stock(1, 12).cites("houses.from-bank", "shortage.supply")
    t.play("Ada build tennessee-avenue").ask("Cleo claim")


@clause("houses.from-bank", books=LIMITED)
def test_a_player_unable_to_reach_the_opening_bid_is_not_asked_to_claim(book: str) -> None:
    """On a custom board a street may cost 1, and its mortgage may bring nothing."""
    board = edition("atlantic-city")
    board["id"] = "cheap"
    for space in board["space"]:
        if space.get("group") == "brown":
            space.update(price=1, mortgage=0)
    low = 10 if book == "modern" else 1
    seats = {"Ben": {"cash": low - 1}, "Cleo": {"deeds": "short-line"}}
    scarce(book, 1, edition=board, seats=seats).play("Ada build boardwalk").ask("Ada roll")
    seats["Ben"]["cash"] = low
    scarce(book, 1, edition=board, seats=seats).play("Ada build boardwalk").ask("Ben claim")
    # Ben has no cash, but a house on Baltic Avenue sells for half its price, which is enough.
    seats["Ben"] = {"cash": 0, "deeds": "mediterranean-avenue baltic-avenue:1"}
    scarce(book, 1, edition=board, seats=seats).play("Ada build boardwalk").ask("Ben claim")


@clause("shortage.auction")
@pytest.mark.parametrize(
    "deeds",
    [
        "mediterranean-avenue:m baltic-avenue",  # a mortgage in the group
        "mediterranean-avenue short-line",  # no group
        "mediterranean-avenue:4 baltic-avenue:4",  # only a hotel fits
        "mediterranean-avenue:hotel baltic-avenue:hotel",  # nothing fits
    ],
)
def test_a_player_unable_to_place_a_building_is_not_asked_to_claim(book: str, deeds: str) -> None:
    t = scarce(book, 1, seats={"Ben": {"deeds": deeds}}).play("Ada build boardwalk")
    t.ask("Cleo claim").cites("shortage.auction")


@clause("shortage.auction")
def test_players_may_claim_in_order_starting_at_the_left_of_the_buyer(book: str) -> None:
    t = scarce(book, 1).play("Ben build baltic-avenue").ask("Cleo claim").play("Cleo pass")
    t.ask("Ada claim").cites("shortage.auction").play("Ada pass").ask("Ada roll")
    t.buildings(baltic_avenue=1).cash(Ben=1450)


@clause("shortage.auction", "houses.any-time")
def test_nothing_else_can_happen_while_building_claims_are_open(book: str) -> None:
    t = scarce(book, 1).play("Ada build boardwalk").ask("Ben claim")
    t.refuses("Cleo claim", "shortage.auction").refuses("Ada roll")
    t.refuses("Ben build baltic-avenue", "houses.any-time")
    t.refuses("Cleo offer Ada give 1 get nothing", "trading.any-time").malformed("Ben claim 50")


# ---------------------------------------------------------------- no more wishes than pieces


@clause("shortage.auction", "houses.price")
def test_an_order_goes_ahead_unchanged_if_no_other_player_claims_the_building(book: str) -> None:
    t = scarce(book, 1).play("Ada build boardwalk", "Ben pass", "Cleo pass").ask("Ada roll")
    t.buildings(boardwalk=1).cash(Ada=1300).stock(0, 12).cites("shortage.auction", "houses.price")


@clause("shortage.auction", "houses.price")
def test_with_enough_houses_each_claimant_places_one_in_turn_at_the_deed_price(
    book: str,
) -> None:
    t = scarce(book, 2).play("Ada build boardwalk", "Ben pass", "Cleo claim").ask("Cleo place")
    t.buildings(boardwalk=1).cash(Ada=1300, Cleo=1500)
    t.refuses("Cleo place boardwalk", "houses.full-group").refuses("Ben place baltic-avenue")
    t.play("Cleo place vermont-avenue").cash(Cleo=1450).stock(0, 12).ask("Ada roll")
    t.cites("houses.price", "shortage.auction").buildings(vermont_avenue=1)


@clause("shortage.auction", "houses.price")
def test_three_claims_on_three_houses_are_carried_out_in_order(book: str) -> None:
    seats = {"Dora": {"deeds": GROUPS[3]}}
    t = scarce(book, 3, seats=seats, players="Ada Ben Cleo Dora").play("Cleo build vermont-avenue")
    t.ask("Dora claim").play("Dora claim").ask("Ada claim").play("Ada pass", "Ben claim")
    t.buildings(vermont_avenue=1).ask("Dora place").play("Dora place new-york-avenue")
    t.ask("Ben place").play("Ben place baltic-avenue").ask("Ada roll").stock(0, 12)
    t.cash(Ada=1500, Ben=1450, Cleo=1450, Dora=1400).cites("shortage.auction", "houses.price")


@clause("shortage.auction", "houses.even")
def test_a_claimed_house_must_follow_the_building_rules(book: str) -> None:
    sky = "oriental-avenue:1 vermont-avenue:1 connecticut-avenue"
    t = scarce(book, 2, seats={"Cleo": {"deeds": f"{sky} short-line"}})
    t.play("Ada build boardwalk", "Ben pass", "Cleo claim").cites("shortage.auction")
    t.refuses("Cleo place oriental-avenue", "houses.even")
    t.refuses("Cleo place short-line", "houses.streets-only").play("Cleo place connecticut-avenue")


@clause("shortage.auction", "houses.price")
def test_a_claimant_without_enough_cash_gets_no_building(book: str) -> None:
    t = scarce(book, 2, seats={"Cleo": {"cash": 49}})
    t.play("Ada build boardwalk", "Ben pass", "Cleo claim").ask("Ada roll").stock(1, 12)
    t.cash(Ada=1300, Cleo=49).cites("shortage.auction", "houses.price")
    t = scarce(book, 2, seats={"Cleo": {"cash": 50}})
    t.play("Ada build boardwalk", "Ben pass", "Cleo claim", "Cleo place oriental-avenue")
    t.cash(Cleo=0).stock(0, 12)


# ---------------------------------------------------------------- more wishes than pieces


@clause("shortage.auction", "shortage.opening-bid", "shortage.bid-is-price")
def test_a_contested_house_goes_to_the_highest_bidder_among_the_claimants(book: str) -> None:
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo pass").ask("Ben bid")
    t.cites("shortage.auction", "shortage.opening-bid").play("Ben bid 60").ask("Ada bid")
    t.refuses("Cleo bid 70", "auction.bidders").play("Ada bid 61").ask("Ben bid")
    t.play("Ben bid 75", "Ada pass").ask("Ben place").cash(Ada=1500, Ben=1425, bank=-4425)
    t.cites("shortage.bid-is-price").play("Ben place baltic-avenue").cash(Ben=1425)
    t.buildings(baltic_avenue=1, boardwalk=0).stock(0, 12).ask("Ada roll")


@clause("shortage.auction", "shortage.bid-is-price", "shortage.wait")
def test_the_player_who_ordered_a_house_may_win_it_and_pays_only_the_bid(book: str) -> None:
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo claim").ask("Ben bid")
    t.play("Ben bid 20", "Cleo pass", "Ada bid 30", "Ben pass", "Cleo pass").ask("Ada place")
    t.play("Ada place park-place").cash(Ada=1470).buildings(park_place=1, boardwalk=0)
    t.cites("shortage.bid-is-price", "shortage.wait").ask("Ada roll").stock(0, 12)


@clause("shortage.opening-bid")
def test_the_first_bid_for_a_building_must_reach_the_lowest_price(book: str) -> None:
    lowest = 10 if book == "modern" else 1
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo pass").ask("Ben bid")
    t.refuses(f"Ben bid {lowest - 1}", "shortage.opening-bid").may(f"Ben bid {lowest}")
    t.play(f"Ben bid {lowest}").cites("shortage.opening-bid").is_silent_on("auction.minimum-raise")
    t.refuses(f"Ada bid {lowest}", "auction.minimum-raise").play(f"Ada bid {lowest + 1}")
    t.cites("auction.minimum-raise").is_silent_on("shortage.opening-bid")


@clause("shortage.opening-bid", books=("classic", "wikibooks", "parker1973"))
def test_a_house_rule_can_set_another_lowest_bid_for_buildings(book: str) -> None:
    seats = {"Ada": {"deeds": BLUE}, "Ben": {"deeds": BROWN}}
    house = {"stock": [1, 1], "shortage.opening-bid": 10}
    t = table(book, house=house, seats=seats).play("Ada build boardwalk", "Ben claim")
    t.refuses("Ben bid 9", "shortage.opening-bid").may("Ben bid 10")


@clause("shortage.auction", "auction.unsold")
def test_an_auction_of_a_building_without_bids_ends_all_claims(book: str) -> None:
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo claim")
    t.play("Ben pass", "Cleo pass", "Ada pass").ask("Ada roll").stock(1, 12)
    t.buildings(boardwalk=0).cash(Ada=1500, Ben=1500, Cleo=1500)
    t.cites("shortage.auction", "auction.unsold")


@clause("shortage.auction", "shortage.wait")
def test_three_claims_on_two_houses_make_two_auctions(book: str) -> None:
    t = scarce(book, 2).play("Ada build boardwalk", "Ben claim", "Cleo claim").ask("Ben bid")
    t.play("Ben bid 20", "Cleo pass", "Ada pass").ask("Ben place")
    t.play("Ben place baltic-avenue").ask("Cleo bid").cites("shortage.auction").stock(1, 12)
    t.refuses("Ben bid 99", "auction.bidders").play("Cleo bid 15", "Ada bid 16", "Cleo pass")
    t.ask("Ada place").play("Ada place boardwalk").ask("Ada roll").stock(0, 12)
    t.cash(Ada=1484, Ben=1480, Cleo=1500).cites("shortage.wait")


@clause("shortage.auction")
def test_a_house_sold_by_the_bidder_goes_to_the_other_player_without_another_auction(
    book: str,
) -> None:
    """The house that Ben sells to raise cash goes to Ada, and there is no second lot."""
    seats = {"Ben": {"deeds": at_level(BROWN, 1), "cash": 0}}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo pass")
    t.ask("Ben bid").play("Ben sell baltic-avenue").stock(2, 12).cash(Ben=25).ask("Ben bid")
    t.play("Ben bid 25", "Ada pass").ask("Ben place").play("Ben place baltic-avenue")
    t.buildings(baltic_avenue=1, boardwalk=1).cash(Ada=1300, Ben=0).stock(0, 12).ask("Ada roll")
    t.cites("shortage.auction")


@clause("shortage.auction")
def test_a_claim_lapses_when_it_can_no_longer_be_carried_out(book: str) -> None:
    seats = {"Cleo": {"cash": 0}}
    t = scarce(book, 2, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo claim")
    t.play("Ben bid 30").ask("Cleo bid").play("Cleo mortgage vermont-avenue").cash(Cleo=50)
    t.refuses("Cleo bid 40", "shortage.auction").play("Cleo pass", "Ada pass")
    t.play("Ben place baltic-avenue").ask("Ada roll").buildings(boardwalk=1, baltic_avenue=1)
    t.cash(Ada=1300, Ben=1470, Cleo=50).stock(0, 12).cites("shortage.auction")


@clause("shortage.auction", "auction.winner-pays", "mortgage.any-time")
def test_a_bidder_for_a_building_can_raise_cash_to_cover_the_bid(book: str) -> None:
    t = scarce(book, 1, seats={"Ben": {"cash": 5, "deeds": f"{BROWN} short-line"}})
    t.play("Ada build boardwalk", "Ben claim", "Cleo pass").refuses(
        "Ben bid 80", "auction.winner-pays"
    )
    t.play("Ben mortgage short-line", "Ben bid 80").cites("mortgage.any-time").play("Ada pass")
    t.play("Ben place mediterranean-avenue").cash(Ben=25).cites("shortage.auction")


@clause("shortage.auction", "selling-buildings.downgrade-stock")
def test_a_bidder_cannot_break_a_hotel_down_with_the_house_at_auction(book: str) -> None:
    hotels = {"deeds": f"{at_level(BROWN, 'hotel')} {GROUPS[3]}", "cash": 0}
    four = {
        "Ben": hotels,
        "Dora": {"deeds": GROUPS[2]},
        "Emil": {"deeds": GROUPS[4]},
    }
    t = scarce(book, 4, seats=four, players="Ada Ben Cleo Dora Emil")
    t.play("Ada build boardwalk").cites("shortage.auction")
    t.play("Ben claim", "Cleo claim", "Dora claim", "Emil claim").ask("Ben bid")
    t.refuses("Ben sell baltic-avenue", "selling-buildings.downgrade-stock")
    t.play("Ben sell-down brown 0").cash(Ben=250).ask("Ben bid").stock(4, 14)


@clause("shortage.auction", "shortage.bid-is-price", "hotels.houses-return")
def test_players_compete_for_the_last_hotel_as_for_a_house(book: str) -> None:
    seats = {"Ada": {"deeds": at_level(BLUE, 4)}, "Ben": {"deeds": at_level(BROWN, 4)}}
    t = scarce(book, 9, 1, seats=seats).play("Ada build boardwalk").ask("Ben claim")
    t.cites("shortage.auction").play("Ben claim").ask("Ben bid").play("Ben bid 300", "Ada pass")
    t.ask("Ben place").play("Ben place baltic-avenue").cash(Ben=1200, Ada=1500).stock(13, 0)
    t.buildings(baltic_avenue=5, boardwalk=4).cites("shortage.bid-is-price", "hotels.houses-return")
    t.is_silent_on("hotels.price")


@clause("shortage.auction", "hotels.prerequisite")
def test_the_winner_of_a_hotel_places_it_on_a_street_with_four_houses(book: str) -> None:
    both = f"{at_level(BROWN, 4)} {GROUPS[3]}"
    seats = {"Ada": {"deeds": at_level(BLUE, 4)}, "Ben": {"deeds": both}}
    t = scarce(book, 9, 1, seats=seats).play("Ada build boardwalk", "Ben claim", "Ben bid 20")
    t.play("Ada pass").cites("shortage.auction")
    t.refuses("Ben place st-james-place", "hotels.prerequisite").may("Ben place baltic-avenue")


@clause("shortage.auction")
def test_an_order_for_a_hotel_never_becomes_a_house(book: str) -> None:
    """Ada could still place a hotel elsewhere, but not where she ordered it: her order lapses."""
    seats = {
        "Ada": {"deeds": f"{at_level(BLUE, 4)} {at_level(GROUPS[3], 4)}"},
        "Ben": {"deeds": at_level(BROWN, 4)},
        "Cleo": {"deeds": at_level(SKY, 4)},
    }
    t = scarce(book, 1, 2, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo claim")
    t.cites("shortage.auction").play("Ben bid 20", "Cleo sell vermont-avenue", "Cleo pass")
    t.play("Ada sell boardwalk", "Ada pass", "Ben place baltic-avenue").ask("Ada roll")
    t.buildings(boardwalk=3, park_place=4, vermont_avenue=3).stock(7, 1).cash(Ada=1600)


@clause("shortage.auction")
def test_players_who_could_place_only_a_house_are_not_asked_about_a_hotel(book: str) -> None:
    seats = {"Ada": {"deeds": at_level(BLUE, 4)}, "Ben": {"deeds": at_level(BROWN, 4)}}
    t = scarce(book, 9, 1, seats=seats).play("Ada build boardwalk", "Ben pass").ask("Ada roll")
    t.buildings(boardwalk=5).cash(Ada=1300).cites("shortage.auction")


@clause("shortage.bid-is-price", "shortage.auction")
def test_an_owner_of_an_expensive_street_can_win_a_house_below_its_deed_price(book: str) -> None:
    t = scarce(book, 1).play("Ben build baltic-avenue", "Cleo pass", "Ada claim").ask("Ada bid")
    t.play("Ada bid 60", "Ben pass", "Ada place boardwalk").cash(Ada=1440, Ben=1500)
    t.buildings(boardwalk=1).cites("shortage.bid-is-price", "shortage.auction")


@clause("shortage.auction", "turn.completion")
def test_the_earlier_question_is_pending_again_after_a_shortage(book: str) -> None:
    t = scarce(book, 1).throw("Ada", 4, 6).ask("Ada end").play("Cleo build vermont-avenue")
    t.ask("Ada claim").refuses("Ada end", "turn.completion").play("Ada claim", "Ben pass")
    t.play("Ada bid 100", "Cleo pass", "Ada place boardwalk").ask("Ada end")
    t.cites("shortage.auction")


@clause("shortage.auction", "jail.activities")
def test_a_player_in_jail_can_claim_a_scarce_building(book: str) -> None:
    t = scarce(book, 1, seats={"Ben": {"jail": 1}}).play("Ada build boardwalk", "Ben claim")
    t.play("Cleo pass", "Ben bid 70").cites("jail.activities").play("Ada pass")
    t.play("Ben place baltic-avenue").cites("shortage.auction", "jail.activities")


@clause("shortage.supply", books=LIMITED)
def test_a_shortage_can_occur_with_the_official_stock_of_buildings(book: str) -> None:
    """31 houses are built, and two players want the 32nd."""
    dora = f"{at_level(GROUPS[2], 4)} {at_level(GROUPS[3], 4)}"
    seats = {
        "Ada": {"deeds": at_level(BLUE, 2)},
        "Ben": {"deeds": at_level(SKY, 1)},
        "Dora": {"deeds": dora},
    }
    t = table(book, players="Ada Ben Cleo Dora", seats=seats).stock(1, 12)
    t.play("Ben build vermont-avenue").ask("Ada claim").play("Ada claim").ask("Ada bid")
    lowest = 10 if book == "modern" else 1
    t.play(f"Ada bid {lowest}", "Ben pass", "Ada place boardwalk").cash(Ada=1500 - lowest)
    t.stock(0, 12).buildings(boardwalk=3).cites("shortage.supply")
