"""Clauses that hold only at times, and must not be cited where they do not hold; rare moments of a game."""

from __future__ import annotations

import pytest

from scene import BOOKS, clause, table
from shortages import BLUE, BROWN, LIMITED, SKY, at_level, scarce

OTHERS = tuple(book for book in BOOKS if book != "australian")
ORANGE = "st-james-place tennessee-avenue new-york-avenue"


# ---------------------------------------------------------------- jail


@clause("jail.exit-card")
@pytest.mark.parametrize(("named", "other"), [("chance", 1), ("community-chest", 0)])
def test_of_two_jail_cards_the_one_that_is_named_is_used(book: str, named: str, other: int) -> None:
    decks = ["chance", "community-chest"]
    t = table(book, seats={"Ada": {"jail": 0, "cards": decks}})
    t.refuses("Ada use-card", "cards.goojf-return").play(f"Ada use-card {named}")
    t.cards(Ada=[decks[other]]).jail(Ada="free").cites("jail.exit-card")
    t.is_silent_on("jail.exit-bought-card", "jail.third-turn-card")


@clause("jail.exit-card")
@pytest.mark.parametrize("deck", ["chance", "community-chest"])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_card_of_one_s_own_is_not_called_bought(book: str, deck: str, turns: int) -> None:
    t = table(book, seats={"Ada": {"jail": turns, "cards": [deck]}}).play("Ada use-card")
    t.is_silent_on("jail.exit-bought-card", "jail.third-turn-card")


@clause("mortgage.any-time")
def test_what_is_done_outside_jail_does_not_cite_what_may_be_done_in_it(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line"}, "Ben": {"deeds": "boardwalk", "jail": 1}}
    t = table(book, seats=seats).play("Ada mortgage short-line").cites("mortgage.any-time")
    t.is_silent_on("jail.activities").play("Ben mortgage boardwalk").cites("jail.activities")
    t.play("Ada offer Ben give 5 get nothing").is_silent_on("jail.activities")
    t.play("Ben accept").cites("jail.activities")


@clause("bankruptcy.bank-auction", "jail.activities")
def test_the_auctions_after_a_resignation_are_no_longer_what_the_jailed_player_does(
    book: str,
) -> None:
    t = table(book, seats={"Ada": {"jail": 1, "deeds": "short-line boardwalk"}}).play("Ada resign")
    by_kind = {event.kind: event.because for event in t.last}
    assert "jail.activities" in by_kind["bankrupt"]
    assert "jail.activities" not in by_kind["estate-lot"]
    assert "jail.activities" not in by_kind["auction"]


# ---------------------------------------------------------------- throws and moves


@clause("turn.token-stays")
def test_a_space_is_not_shared_with_somebody_who_has_left_the_game(book: str) -> None:
    seats = {"Cleo": {"out": True, "at": "jail"}, "Ben": {"at": "short-line"}}
    t = table(book, seats=seats).throw("Ada", 4, 6).at(Ada="jail")
    t.is_silent_on("turn.shared-space")


@clause("doubles.resolve-space")
def test_only_the_mover_hears_that_the_space_comes_first(book: str) -> None:
    t = table(book).throw("Ada", 3, 3).ask("Ada buy")
    t.refuses("Ada roll", "doubles.resolve-space")
    t.refuses("Ben roll", "turn.order")


@clause("purchase.only-on-landing")
def test_before_the_throw_nothing_is_on_offer_that_was_declined(book: str) -> None:
    seats = {"Ada": {"at": "oriental-avenue"}}
    t = table(book, chance="by-hand", seats=seats).ask("Ada roll")
    t.refuses("Ada buy", "purchase.only-on-landing")
    t.play("Ada roll").refuses("Ada buy", "purchase.only-on-landing")


@clause("setup.shuffle")
def test_people_who_draw_by_hand_shuffle_nothing_in_the_program(book: str) -> None:
    t = table(book, shuffled=False, chance="by-hand").ask("Ada roll")
    t.throw("Ada", 1, 2).ask("Ada buy")
    table(book, shuffled=False).ask("chance shuffle").play("Ada roll").cites("setup.shuffle")


# ---------------------------------------------------------------- buying and money


@clause("purchase.title")
def test_who_has_not_mortgaged_in_this_move_buys_without_a_word_about_it(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line"}}
    t = table(book, seats=seats).play("Ada mortgage short-line").throw("Ada", 1, 2)
    t.play("Ada buy").cites("purchase.title").is_silent_on("purchase.mortgage-same-move")


@clause("tax.income")
def test_where_the_tax_is_not_chosen_nobody_hears_about_a_choice(book: str) -> None:
    t = table(book, house={"tax.income": "flat-200"}).refuses("Ada flat", "tax.income")
    t.refuses("Ada percent", "tax.income").throw("Ada", 1, 3)
    t.is_silent_on("tax.income-commit", "tax.income-worth", "hotels.equals-five")


@clause("tax.income", books=("wikibooks", "parker1973"))
def test_a_tenth_without_hotels_does_not_speak_of_them(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place:4 boardwalk:4"}}
    t = table(book, seats=seats).throw("Ada", 1, 3).play("Ada percent").cites("tax.income-worth")
    t.is_silent_on("hotels.equals-five")


@clause("house.auctions")
def test_without_auctions_nobody_may_bid_claim_or_place(book: str) -> None:
    t = table(book, house={"auctions": False}, seats={"Ada": {"deeds": BLUE}})
    for answer in ("bid 10", "pass", "claim", "place boardwalk"):
        t.refuses(f"Ada {answer}", "house.auctions")


@clause("shortage.supply", books=("australian",))
def test_where_buildings_are_never_scarce_nobody_claims_or_places_one(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": BLUE}})
    t.refuses("Ada claim", "shortage.supply").refuses("Ada place boardwalk", "shortage.supply")
    t.refuses("Ada bid 10", "auction.bidders").refuses("Ada pass", "auction.winner-pays")


# ---------------------------------------------------------------- scarce buildings


@clause("shortage.auction", books=LIMITED)
def test_a_wish_that_lapses_is_told(book: str) -> None:
    """Ben wins the last house, and so nothing is left for the other two."""
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo claim", "Ben bid 50")
    t.play("Cleo pass", "Ada pass", "Ben place baltic-avenue").stock(0, 12)
    assert [e.facts["seat"] for e in t.last if e.kind == "wish-lapse"] == [0, 2]
    t.cites("shortage.wait")


@clause("shortage.auction", books=LIMITED)
def test_an_orderer_who_can_pay_no_more_is_told_so(book: str) -> None:
    """Ada spends her cash on another lot, and two houses are left for the other two."""
    seats = {"Ada": {"cash": 260}, "Dora": {"deeds": ORANGE}}
    t = scarce(book, 2, players="Ada Ben Cleo Dora", seats=seats)
    t.play("Ada build boardwalk", "Ben claim", "Cleo pass", "Dora claim").ask("Ben bid")
    t.play("Ben pass", "Dora pass", "Ada bid 200", "Ben pass", "Dora pass")
    t.play("Ada place boardwalk").ask("Ben bid")
    t.is_silent_on("houses.price")


@clause("selling-buildings.downgrade-stock", books=LIMITED)
@pytest.mark.parametrize(("left", "may"), [(5, True), (4, False)])
def test_a_bidder_for_a_house_leaves_the_last_one_in_the_bank(
    book: str, left: int, may: bool
) -> None:
    """A hotel broken down takes four houses."""
    seats = {
        "Ada": {"deeds": BLUE},
        "Ben": {"deeds": f"{BROWN} {at_level(ORANGE, 'hotel')}"},
        "Cleo": {"deeds": SKY},
        "Dora": {"deeds": "kentucky-avenue indiana-avenue illinois-avenue"},
        "Emil": {"deeds": "pacific-avenue north-carolina-avenue pennsylvania-avenue"},
        "Fritz": {"deeds": "st-charles-place states-avenue virginia-avenue"},
    }
    t = scarce(book, left, players="Ada Ben Cleo Dora Emil Fritz", seats=seats)
    claims = [f"{name} claim" for name in ("Ben", "Cleo", "Dora", "Emil", "Fritz")]
    t.play("Ada build boardwalk", *claims).ask("Ben bid")
    if may:
        t.play("Ben sell st-james-place").stock(1, 13)
        t.cites("selling-buildings.hotel-method")
        t.refuses("Ben sell tennessee-avenue", "selling-buildings.downgrade-stock")
    else:
        t.refuses("Ben sell st-james-place", "shortage.auction")
        t.refuses("Ben sell-down orange 4", "selling-buildings.downgrade-stock")


@clause("shortage.auction", books=OTHERS)
@pytest.mark.parametrize(("stock", "even"), [(2, True), (2, False)])
def test_a_building_is_placed_evenly_only_where_that_is_the_rule(
    book: str, stock: int, even: bool
) -> None:
    house = {"stock": [stock, 12]} | ({} if even else {"build-evenly": False})
    seats = {"Ada": {"deeds": BLUE}, "Ben": {"deeds": BROWN}, "Cleo": {"deeds": SKY}}
    t = table(book, house=house, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo pass")
    t.ask("Ben place").refuses("Cleo end", "houses.even" if even else "house.build-evenly")
    t.play("Ben place baltic-avenue")
    t.is_silent_on("house.build-evenly" if even else "houses.even")
