"""Clauses that apply only sometimes: each has a case where it does not apply and is not cited.

``tests/engine/test_sometimes.py`` requires such a scene for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from scene import Scene, clause, table
from shortages import BLUE, BROWN, LIMITED, SKY, at_level, scarce

SHORT = {"variant": "short"}
WINDOW = {"jail.fine-window": "turns-1-2"}
FRESH_THROW = ("modern", "wikibooks")
SHORT_BOOK = ("parker1973",)
HOTELS = {"deeds": "park-place:hotel boardwalk:hotel"}
FROM_CHANCE = {"Ada": {"at": "marvin-gardens"}}  # 3 + 4 leads to Chance


def ruined(
    book: str, deeds: str = "", seats: Mapping[str, Any] | None = None, **more: Any
) -> Scene:
    """Return a scene in which Ada cannot pay the rent of Ben's hotel."""
    places = {"Ada": {"at": "@36", "cash": 5, "deeds": deeds}, "Ben": HOTELS, **(seats or {})}
    return table(book, seats=places, **more).throw("Ada", 1, 2).ask("Ada debt")


def drawn(book: str, card: str, seats: Mapping[str, Any] | None = None, **more: Any) -> Scene:
    """Return a scene in which Ada draws a Chance card."""
    t = table(book, seats={**FROM_CHANCE, **(seats or {})}, deck={"chance": [card]}, **more)
    return t.throw("Ada", 3, 4).play(f"chance card {card}")


# ---------------------------------------------------------------- auctions, purchases


@clause("auction.opening-bid", "auction.minimum-raise", "auction.winner-pays")
def test_a_refused_bid_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).play("Ada decline")
    t.is_silent_on("house.lap-first", "house.auctions", "bankruptcy.bank-auction")
    t.refuses("Ben bid 0", "auction.opening-bid")
    t.is_silent_on("auction.winner-pays", "auction.minimum-raise", "debt.bank-only-lender")
    t.refuses("Ben bid 1501", "auction.winner-pays", "debt.bank-only-lender")
    t.is_silent_on("auction.opening-bid", "auction.minimum-raise", "shortage.auction")
    t.play("Ben bid 20").cites("auction.opening-bid").is_silent_on("auction.minimum-raise")
    t.refuses("Cleo bid 20", "auction.minimum-raise")
    t.is_silent_on("auction.opening-bid", "auction.winner-pays", "shortage.opening-bid")
    t.play("Cleo bid 30").cites("auction.minimum-raise").is_silent_on("auction.opening-bid")


@clause("purchase.option", "purchase.mortgage-same-move")
def test_a_refused_purchase_cites_only_the_rules_it_breaks(book: str) -> None:
    house = {"purchase.mortgage-same-move": "forbidden"}
    seats = {"Ada": {"cash": 100, "deeds": "short-line"}}
    t = table(book, house=house, seats={"Ada": {**seats["Ada"], "cash": 59}}).throw("Ada", 1, 2)
    t.refuses("Ada buy", "purchase.option").is_silent_on("purchase.mortgage-same-move")
    t = table(book, house=house, seats=seats).throw("Ada", 1, 2).play("Ada mortgage short-line")
    t.refuses("Ada buy", "purchase.mortgage-same-move")
    t.is_silent_on("purchase.option", "debt.bank-only-lender")


@clause("purchase.by-card-move", "purchase.option")
def test_only_a_purchase_after_a_card_move_cites_the_rule_on_card_moves(book: str) -> None:
    t = table(book).throw("Ada", 1, 2).is_silent_on("purchase.by-card-move")
    t.play("Ada buy").is_silent_on("purchase.by-card-move", "purchase.mortgage-same-move")
    t = drawn(book, "advance-to-24").cites("purchase.by-card-move")
    t.is_silent_on("rent.by-card-move").play("Ada buy").cites("purchase.by-card-move")


@clause("purchase.only-on-landing", "purchase.no-second-thoughts")
def test_a_refused_purchase_cites_the_declined_offer_only_after_the_player_declined_it(
    book: str,
) -> None:
    t = table(book).refuses("Ada buy", "purchase.only-on-landing")
    t.is_silent_on("purchase.no-second-thoughts", "house.auctions", "house.lap-first")
    t.throw("Ada", 1, 2).play("Ada buy").refuses("Ada buy", "purchase.only-on-landing")
    t.is_silent_on("purchase.no-second-thoughts").play("Ada end").throw("Ben", 1, 5)
    t.play("Ben decline", "Cleo pass", "Ada pass", *([] if book == "wikibooks" else ["Ben pass"]))
    t.refuses("Ben buy", "purchase.no-second-thoughts").is_silent_on("house.auctions")
    t.refuses("Cleo buy", "purchase.option").is_silent_on("purchase.no-second-thoughts")


@clause("house.auctions")
def test_without_auctions_a_declined_offer_is_final(book: str) -> None:
    t = table(book, house={"auctions": False}).throw("Ada", 1, 2).play("Ada decline")
    t.cites("house.auctions").is_silent_on("purchase.no-second-thoughts", "auction.trigger")
    t.refuses("Ada buy", "house.auctions").is_silent_on("purchase.no-second-thoughts")


@clause("house.lap-first")
def test_the_first_lap_rule_applies_only_to_players_in_their_first_lap(book: str) -> None:
    seats = {"Ada": {"laps": 1, "at": "go"}}
    t = table(book, house={"lap-first": True}, seats=seats).throw("Ada", 1, 2)
    t.is_silent_on("house.lap-first").play("Ada buy").is_silent_on("house.lap-first")
    t.play("Ada end").throw("Ben", 2, 4).cites("house.lap-first")
    t.refuses("Ben buy", "house.lap-first").is_silent_on("purchase.no-second-thoughts")


# ---------------------------------------------------------------- money to and from the Bank


@clause("house.free-parking")
def test_a_payment_to_the_pot_does_not_cite_the_bank_rules(book: str) -> None:
    seats = {"Ada": {"at": "short-line"}, "Ben": {"cash": 3, "at": "short-line"}}
    t = table(book, house={"free-parking": "pot"}, seats=seats).throw("Ada", 1, 2)
    t.cites("house.free-parking").is_silent_on("bank.collects", "free-parking.no-pot")
    t.play("Ada end").throw("Ben", 1, 2).ask("Ben debt").cites("house.free-parking")
    t.is_silent_on("bank.collects", "free-parking.no-pot").refuses("Cleo roll", "debt.raise-cash")
    t.is_silent_on("bank.collects")


@clause("bank.collects", "free-parking.no-pot")
def test_without_a_pot_the_bank_collects_payments_and_no_pot_rule_is_cited(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "short-line"}}).throw("Ada", 1, 2)
    t.is_silent_on("house.free-parking", "debt.raise-cash", "debt.bank-only-lender")
    t = table(book, seats={"Ada": {"at": "st-james-place"}}).throw("Ada", 1, 3)
    t.is_silent_on("house.free-parking", "bank.collects").cites("free-parking.no-pot")
    t = table(book, house={"free-parking": 500}, seats={"Ada": {"at": "st-james-place"}})
    t.throw("Ada", 1, 3).is_silent_on("free-parking.nothing", "free-parking.no-pot")


@clause("go.salary", "go.once-per-lap")
def test_a_salary_without_a_house_rule_cites_only_the_rule_of_the_rulebook(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}).throw("Ada", 5, 6).cites("go.salary")
    t.is_silent_on("house.salary", "house.go-landing", "go.second-salary-by-card")
    seats = {"Ada": {"at": "boardwalk"}, "Ben": {"at": "short-line"}}
    t = table(book, house={"go-landing": "double"}, seats=seats).throw("Ada", 5, 6)
    t.is_silent_on("house.go-landing").cites("go.salary").play("Ada end").throw("Ben", 2, 3)
    t.cites("house.go-landing")


@clause("turn.throw-and-move")
def test_go_rules_are_not_cited_for_a_move_away_from_go(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "jail"}}).throw("Ada", 1, 2)
    t.is_silent_on("go.once-per-lap", "go.salary")


@clause("setup.starting-cash")
def test_starting_cash_comes_from_the_rulebook_or_from_a_house_rule(book: str) -> None:
    lines = ("Ada roll", "chance dice 6 5", "Ben roll", "chance dice 1 2", "Cleo roll")
    t = table(book, turn=None).play(*lines, "chance dice 1 3").cites("setup.starting-cash")
    t.is_silent_on("house.starting-cash", "turn.throw-and-move", "doubles.extra-throw")
    own = table(book, turn=None, house={"starting-cash": 1600}).play(*lines, "chance dice 1 3")
    own.cites("house.starting-cash").is_silent_on("setup.starting-cash")


@clause("debt.raise-cash")
def test_debt_rules_are_cited_only_if_there_is_a_debt(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue"}}).throw("Ada", 2, 4)
    t.is_silent_on("debt.raise-cash", "debt.bank-only-lender")
    t = ruined(book, seats={"Ada": {"at": "@36", "cash": 1995, "deeds": "short-line"}})
    t.cites("debt.raise-cash").play("Ada mortgage short-line").is_silent_on("debt.raise-cash")
    t.play("Ada pay").cites("debt.raise-cash")


# ---------------------------------------------------------------- throws and moves


@clause("doubles.extra-throw", "turn.throw-and-move")
def test_doubles_rules_are_cited_only_after_doubles(book: str) -> None:
    t = table(book).throw("Ada", 1, 2)
    t.is_silent_on("doubles.extra-throw", "doubles.resolve-space", "doubles.third")
    t = table(book).throw("Ada", 5, 5).cites("doubles.extra-throw", "doubles.resolve-space")
    t.is_silent_on("doubles.third", "jail.entry", "jail.exit-doubles")
    t.is_silent_on("jail.doubles-after-release", "jail.exit-throw-played")
    t.throw("Ada", 5, 5).is_silent_on("doubles.third", "jail.entry")


@clause("jail.entry", "setup.corners")
def test_the_go_to_jail_space_does_not_cite_the_rule_on_three_doubles(book: str) -> None:
    t = table(book, doubles=1, seats={"Ada": {"at": "ventnor-avenue"}})
    t.throw("Ada", 1, 2).cites("jail.entry").is_silent_on(
        "doubles.third", "jail.just-visiting", "cards.obey"
    )
    t = table(book, doubles=2).throw("Ada", 1, 1).cites("doubles.third")
    t.is_silent_on("setup.corners", "turn.space-decides", "cards.obey", "jail.just-visiting")


@clause("jail.just-visiting")
def test_a_visitor_is_not_in_jail(book: str) -> None:
    t = table(book).throw("Ada", 4, 6).cites("jail.just-visiting")
    t.is_silent_on("jail.entry", "jail.direct", "jail.ends-turn", "turn.shared-space")


@clause("jail.exit-card", "jail.exit-doubles", "jail.third-turn")
def test_each_way_out_of_jail_cites_only_its_own_rule(book: str) -> None:
    mine = {"jail": 1, "cards": ["chance"]}
    t = table(book, seats={"Ada": mine}).play("Ada use-card").cites("jail.exit-card")
    t.is_silent_on("jail.exit-doubles", "jail.fine-window", "jail.third-turn", "jail.fine-amount")
    t = table(book, seats={"Ada": mine}).throw("Ada", 5, 5).cites("jail.exit-doubles")
    t.is_silent_on("jail.exit-card", "jail.exit-throw-played", "jail.third-turn")
    t.is_silent_on("jail.failed-throw", "jail.fine-amount")
    t = table(book, seats={"Ada": {"jail": 2}}).throw("Ada", 4, 6).cites("jail.third-turn")
    t.is_silent_on("jail.exit-card", "jail.exit-doubles", "jail.failed-throw", "jail.fine-window")
    t = table(book, seats={"Ada": mine}).play("Ada fine").cites("jail.fine-window")
    t.is_silent_on("jail.third-turn", "jail.exit-card", "jail.exit-doubles", "jail.failed-throw")
    t = table(book, seats={"Ada": mine}).throw("Ada", 1, 2).cites("jail.failed-throw")
    t.is_silent_on("jail.third-turn", "jail.fine-amount", "jail.exit-throw-played")


@clause("jail.fine-amount", "jail.fine-window")
def test_a_refused_jail_fine_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 0, "cash": 49}}).refuses("Ada fine", "jail.fine-amount")
    t.is_silent_on("jail.fine-window", "jail.third-turn", "jail.just-visiting")
    t = table(book, house=WINDOW, seats={"Ada": {"jail": 2}})
    t.refuses("Ada fine", "jail.fine-window", "jail.third-turn")
    t.is_silent_on("jail.fine-amount", "debt.bank-only-lender", "jail.just-visiting")


@clause("cards.goojf-keep", "cards.goojf-return")
def test_a_refused_jail_card_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 1}}).refuses("Ada use-card", "cards.goojf-keep")
    t.is_silent_on("cards.goojf-return", "jail.just-visiting")
    both = {"jail": 1, "cards": ["chance", "community-chest"]}
    t = table(book, seats={"Ada": both}).refuses("Ada use-card", "cards.goojf-return")
    t.is_silent_on("cards.goojf-keep", "jail.just-visiting")


@clause("cards.goojf-trade")
def test_buying_a_jail_card_outside_jail_cites_only_the_trading_rule(book: str) -> None:
    seats = {"Ada": {"jail": 1}, "Ben": {"cards": ["chance"]}}
    t = table(book, seats=seats).play("Ben offer Cleo give card:chance get 9", "Cleo accept")
    t.cites("cards.goojf-trade").is_silent_on("jail.exit-bought-card", "jail.activities")
    t.play("Cleo offer Ada give card:chance get 9", "Ada accept").cites("jail.exit-bought-card")


# ---------------------------------------------------------------- cards


@clause("cards.draw")
def test_a_refused_card_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats=FROM_CHANCE, deck={"chance": ["dividend"]}).throw("Ada", 3, 4)
    t.refuses("chance card small-fine", "setup.decks-placed").is_silent_on("cards.goojf-keep")
    hand = {**FROM_CHANCE, "Ben": {"cards": ["chance"]}}
    t = table(book, chance="by-hand", seats=hand).throw("Ada", 3, 4)
    t.refuses("chance card jail-free", "cards.goojf-keep").is_silent_on("setup.decks-placed")


@clause("cards.obey")
def test_only_the_nearest_railroad_and_repairs_cards_cite_their_own_rules(book: str) -> None:
    t = drawn(book, "nearest-utility", decks="us-1936").is_silent_on("cards.nearest-railroad")
    drawn(book, "advance-to-5").is_silent_on("cards.nearest-railroad")
    t = drawn(book, "small-fine").cites("cards.obey")
    t.is_silent_on("cards.street-repairs", "cards.nearest-railroad", "cards.goojf-keep")
    t.is_silent_on("bank.pays", "purchase.by-card-move", "rent.by-card-move")


# ---------------------------------------------------------------- rent


@clause("rent.railroad-scale", "setup.transport-spaces")
def test_railroad_rent_cites_only_railroad_rules(book: str) -> None:
    ben = {"deeds": "reading-railroad short-line"}
    t = table(book, seats={"Ben": ben}).throw("Ada", 2, 3).cites("rent.railroad-scale")
    t.is_silent_on("rent.holdings-count-mortgaged", "rent.by-card-move", "rent.claim-deadline")
    t.is_silent_on("rent.utility-multiplier", "rent.utility-dice", "rent.buildings", "cards.obey")
    t.is_silent_on("rent.group-double", "cards.nearest-railroad", "jail.activities")
    others = {"Ben": {"deeds": "reading-railroad"}, "Cleo": {"deeds": "short-line:m"}}
    t = table(book, seats=others).throw("Ada", 2, 3).is_silent_on("rent.holdings-count-mortgaged")


@clause("rent.utility-multiplier", "rent.utility-dice")
def test_utility_rent_cites_only_utility_rules(book: str) -> None:
    seats = {"Ada": {"at": "reading-railroad"}, "Ben": {"deeds": "electric-company water-works"}}
    t = table(book, seats=seats).throw("Ada", 3, 4)
    if book in FRESH_THROW:
        t.throw("Ada", 3, 4)
    t.cites("rent.utility-multiplier")
    t.is_silent_on("rent.holdings-count-mortgaged", "rent.railroad-scale", "rent.group-double")
    t.is_silent_on("setup.transport-spaces", "rent.by-card-move", "cards.obey")


@clause("rent.due")
def test_street_rent_cites_the_double_rent_rule_only_for_a_whole_group(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue:m"}})
    t.throw("Ada", 2, 4).cites("rent.siblings-unmortgaged")
    t.is_silent_on("rent.group-double", "rent.group-double-mortgage", "rent.buildings")
    t.is_silent_on("rent.railroad-scale", "setup.transport-spaces", "rent.utility-multiplier")
    t.is_silent_on("rent.utility-dice", "rent.mortgaged-none", "house.rent-in-jail")
    t = table(book, seats={"Ben": {"deeds": SKY}}).throw("Ada", 2, 4).cites("rent.group-double")
    t.is_silent_on("rent.siblings-unmortgaged", "rent.group-double-mortgage")
    t.is_silent_on("rent.group-double-part-built", "rent.buildings", "rent.marvin-gardens")
    built = {"deeds": at_level(SKY, 1)}
    t = table(book, seats={"Ben": built}).throw("Ada", 2, 4).cites("rent.buildings")
    t.is_silent_on("rent.group-double", "rent.group-double-part-built", "short-game.hotel-rent")


@clause("rent.buildings")
def test_marvin_gardens_has_its_special_rent_only_without_buildings(book: str) -> None:
    yellow = "atlantic-avenue ventnor-avenue marvin-gardens"
    seats = {"Ada": {"at": "indiana-avenue"}, "Ben": {"deeds": at_level(yellow, 1)}}
    table(book, seats=seats).throw("Ada", 2, 4).is_silent_on("rent.marvin-gardens")
    seats["Ben"] = {"deeds": "ventnor-avenue"}
    seats["Ada"] = {"at": "kentucky-avenue"}
    table(book, seats=seats).throw("Ada", 2, 4).is_silent_on("rent.marvin-gardens")


@clause("house.rent-in-jail", "rent.mortgaged-none")
def test_waived_rent_cites_only_one_reason(book: str) -> None:
    house = {"rent-in-jail": False}
    seats = {"Ben": {"jail": 0, "deeds": "oriental-avenue"}}
    t = table(book, house=house, seats=seats).throw("Ada", 2, 4).cites("house.rent-in-jail")
    t.is_silent_on("rent.mortgaged-none", "mortgage.deed-face-down", "rent.due")
    seats["Ben"] = {"jail": 0, "deeds": "oriental-avenue:m"}
    t = table(book, house=house, seats=seats).throw("Ada", 2, 4).cites("rent.mortgaged-none")
    t.is_silent_on("house.rent-in-jail", "rent.siblings-unmortgaged")


@clause("bankruptcy.retire")
def test_a_claim_lapses_when_its_debtor_leaves_without_citing_the_deadline(book: str) -> None:
    seats = {"Ben": {"deeds": "oriental-avenue"}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).play("Ada resign")
    lapse = next(event for event in t.last if event.kind == "claim-lapse")
    assert lapse.clauses == ("bankruptcy.retire",)
    t.is_silent_on("rent.claim-deadline")


@clause("rent.claim-deadline", books=("classic", "parker1973"))
def test_a_claim_that_lapses_after_a_throw_does_not_cite_the_rule_on_leaving_players(
    book: str,
) -> None:
    t = table(book, rent="asked", seats={"Ben": {"deeds": "oriental-avenue"}}).throw("Ada", 2, 4)
    t.play("Ada end").throw("Ben", 4, 6).play("Ben end").throw("Cleo", 4, 6)
    t.cites("rent.claim-deadline").is_silent_on("bankruptcy.retire")


# ---------------------------------------------------------------- buildings


@clause("houses.full-group", "houses.unmortgaged-group", "houses.price", "houses.streets-only")
def test_a_refused_house_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk"}})
    t.refuses("Ada build boardwalk", "houses.full-group")
    t.is_silent_on("houses.unmortgaged-group", "houses.price", "houses.quantity", "houses.even")
    t.is_silent_on("shortage.supply", "shortage.wait", "hotels.no-skipping", "houses.max-four")
    t = table(book, seats={"Ada": {"deeds": "boardwalk:m park-place"}})
    t.refuses("Ada build park-place", "houses.unmortgaged-group")
    t.is_silent_on("houses.full-group", "hotels.one-per-street", "hotels.prerequisite")
    t = table(book, seats={"Ada": {"deeds": BLUE, "cash": 199}})
    t.refuses("Ada build park-place", "houses.price", "houses.quantity")
    t.is_silent_on("houses.unmortgaged-group", "hotels.price", "house.stock", "shortage.supply")
    t = table(book, seats={"Ada": {"deeds": "short-line water-works"}})
    t.refuses("Ada build short-line", "setup.transport-spaces").is_silent_on("setup.utility-spaces")
    t.refuses("Ada build water-works", "setup.utility-spaces")
    t.is_silent_on("setup.transport-spaces")
    t.refuses("Ada build go", "houses.streets-only")
    t.is_silent_on("setup.transport-spaces", "setup.utility-spaces")


@clause("houses.max-four", "hotels.one-per-street", "hotels.prerequisite", "hotels.price")
def test_a_refused_hotel_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk:4 park-place:3"}})
    t.refuses("Ada build boardwalk", "hotels.prerequisite", "houses.max-four")
    t.is_silent_on("hotels.one-per-street", "short-game.hotel-at-three", "hotels.price")
    t = table(book, seats={"Ada": {"deeds": "boardwalk:hotel park-place:4"}})
    t.refuses("Ada build boardwalk", "hotels.one-per-street")
    t.is_silent_on("houses.even", "hotels.prerequisite", "houses.max-four", "shortage.wait")
    t = table(book, seats={"Ada": {"deeds": at_level(BLUE, 4), "cash": 199}})
    t.refuses("Ada build boardwalk", "hotels.price")
    t.is_silent_on("houses.price", "houses.quantity", "hotels.prerequisite", "houses.max-four")


@clause("shortage.wait", "shortage.supply")
def test_building_without_stock_is_refused_because_of_the_shortage(book: str) -> None:
    t = scarce(book, 0).refuses("Ada build boardwalk", "shortage.wait", "shortage.supply")
    t.is_silent_on("houses.max-four", "houses.price", "houses.even")
    t = scarce(book, 5, 0, seats={"Ada": {"deeds": at_level(BLUE, 4)}})
    t.refuses("Ada build boardwalk", "shortage.wait", "house.stock")
    t.is_silent_on("hotels.no-skipping", "hotels.prerequisite", "hotels.price")


@clause("houses.price", "hotels.price")
def test_building_a_house_cites_no_hotel_rules(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": BLUE}}).play("Ada build boardwalk")
    t.cites("houses.price", "houses.full-group", "houses.quantity").is_silent_on("hotels.price")
    t.is_silent_on("hotels.prerequisite", "hotels.houses-return", "hotels.equals-five")
    t.is_silent_on("house.build-evenly", "shortage.auction", "shortage.wait", "house.stock")
    t = table(book, seats={"Ada": {"deeds": at_level(BLUE, 4)}}).play("Ada build boardwalk")
    t.cites("hotels.price", "hotels.houses-return").is_silent_on("houses.price", "houses.quantity")
    t.is_silent_on("houses.full-group", "houses.even", "houses.free-choice", "houses.from-bank")
    t.is_silent_on("short-game.hotel-at-three")


@clause("house.build-evenly")
def test_uneven_building_under_the_house_rule_does_not_cite_the_even_building_rule(
    book: str,
) -> None:
    t = table(book, house={"build-evenly": False}, seats={"Ada": {"deeds": BLUE}})
    t.play("Ada build boardwalk").cites("house.build-evenly")
    t.is_silent_on("houses.even", "houses.free-choice").play("Ada sell boardwalk")
    t.cites("house.build-evenly").is_silent_on("selling-buildings.even")


@clause("shortage.auction", books=LIMITED)
def test_only_the_auction_winner_pays_the_bid_for_a_building(book: str) -> None:
    seats = {"Ben": {"deeds": at_level(BROWN, 1), "cash": 0}}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo pass")
    t.play("Ben sell baltic-avenue", "Ben pass", "Ada bid 10", "Ben pass")
    t.ask("Ada place").play("Ada place boardwalk").cites("shortage.bid-is-price")
    t.is_silent_on("houses.quantity")
    seats = {"Cleo": {"cash": 60}}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk", "Ben pass", "Cleo pass")
    t.cites("shortage.auction").is_silent_on("shortage.bid-is-price", "shortage.wait")
    table(book, seats={"Ada": {"deeds": BLUE}}).play("Ada build boardwalk").is_silent_on(
        "shortage.bid-is-price"
    )


@clause("selling-buildings.half-price", "selling-buildings.even")
def test_a_refused_sale_of_buildings_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk:1 park-place:2"}})
    t.refuses("Ada sell boardwalk", "selling-buildings.even")
    t.is_silent_on("selling-buildings.downgrade-stock", "selling-buildings.half-price")
    t.refuses("Ada sell-down dark-blue 2", "selling-buildings.half-price")
    t.is_silent_on("selling-buildings.downgrade-stock", "shortage.auction")
    house = {"stock": [3, 2]}
    t = table(book, house=house, seats={"Ada": HOTELS})
    t.refuses("Ada sell boardwalk", "selling-buildings.hotel-method")
    t.is_silent_on("selling-buildings.even", "selling-buildings.half-price", "shortage.auction")


@clause("selling-buildings.any-time")
def test_selling_a_house_cites_no_hotel_rules(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": at_level(BLUE, 2)}}).play("Ada sell boardwalk")
    t.is_silent_on("selling-buildings.hotel-method", "selling-buildings.downgrade-stock")
    t.is_silent_on("hotels.equals-five", "short-game.hotel-refund", "house.build-evenly")
    t = table(book, seats={"Ada": HOTELS}).play("Ada sell-down dark-blue 0")
    t.cites("selling-buildings.hotel-method", "hotels.equals-five")
    t.is_silent_on("selling-buildings.downgrade-stock", "short-game.hotel-refund")
    t = table(book, seats={"Ada": {"deeds": BLUE}}).play("Ada mortgage boardwalk")
    t.is_silent_on("selling-buildings.half-price")


# ---------------------------------------------------------------- mortgages


@clause("mortgage.value", "mortgage.property-only", "mortgage.lift")
def test_a_refused_mortgage_cites_only_the_rules_it_breaks(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m boardwalk:1 park-place:1"}})
    t.refuses("Ada mortgage short-line", "mortgage.value", "mortgage.deed-face-down")
    t.is_silent_on("mortgage.bare-group", "mortgage.property-only", "mortgage.owner-keeps")
    t.refuses("Ada mortgage boardwalk", "mortgage.property-only", "mortgage.bare-group")
    t.is_silent_on("mortgage.value", "mortgage.deed-face-down")
    t.refuses("Ada redeem boardwalk", "mortgage.lift").is_silent_on("mortgage.interest-base")
    t = table(book, seats={"Ada": {"deeds": "short-line:m", "cash": 109}})
    t.refuses("Ada redeem short-line", "mortgage.interest-base")
    t.is_silent_on("mortgage.owner-keeps", "mortgage.transfer-choice")
    t.refuses("Ada redeem boardwalk", "mortgage.owner-keeps")
    t.is_silent_on("mortgage.interest-base", "mortgage.value")


@clause("trading.private-sale", "mortgage.transfer-choice")
def test_only_a_trade_with_mortgaged_deeds_cites_the_mortgage_rules(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line water-works:m"}})
    t.play("Ada offer Ben give short-line get 5", "Ben accept")
    t.is_silent_on("trading.mortgaged", "cards.goojf-trade", "mortgage.deed-face-down")
    t.play("Ada offer Ben give water-works get 5", "Ben accept").cites("trading.mortgaged")
    t.refuses("Ben keep short-line", "mortgage.transfer-choice").is_silent_on(
        "mortgage.lift", "bankruptcy.mortgage-later"
    )
    t.play("Ben keep").cites("trading.mortgaged", "mortgage.transfer-interest")
    t.is_silent_on("bankruptcy.mortgaged-interest", "bankruptcy.mortgage-later", "mortgage.lift")
    t.play("Ben redeem water-works").cites("mortgage.later-lift-interest")
    t.is_silent_on("mortgage.transfer-choice", "trading.mortgaged", "bankruptcy.mortgage-later")


@clause("bankruptcy.mortgage-later")
def test_an_inherited_mortgage_does_not_cite_the_trading_rule(book: str) -> None:
    t = ruined(book, "short-line:m water-works:m").play("Ada bankrupt")
    t.refuses("Cleo roll", "bankruptcy.mortgage-later").is_silent_on("trading.mortgaged")
    t.play("Ben redeem").cites("bankruptcy.mortgage-later", "mortgage.lift")
    t.is_silent_on("bankruptcy.mortgaged-interest", "mortgage.later-lift-interest")
    t.play("Ben keep").cites("bankruptcy.mortgaged-interest").is_silent_on("trading.mortgaged")


# ---------------------------------------------------------------- leaving, and the end


@clause("bankruptcy.to-bank", "bankruptcy.bank-auction")
def test_a_player_who_resigns_leaves_everything_to_the_bank(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line"}}).play("Ada resign")
    t.is_silent_on("bankruptcy.to-player", "bankruptcy.jail-cards", "bankruptcy.buildings")
    t.is_silent_on("bankruptcy.mortgages-on-return", "auction.trigger", "ending.last-player")
    t.is_silent_on("debt.raise-cash", "short-game.first-bankruptcy", "short-game.end")
    t.refuses("Cleo bid 10", "bankruptcy.bank-auction").is_silent_on("auction.trigger")


@clause("bankruptcy.to-player")
def test_a_bankruptcy_to_a_player_does_not_cite_the_rule_on_bankruptcy_to_the_bank(
    book: str,
) -> None:
    t = ruined(book).play("Ada bankrupt").cites("bankruptcy.to-player")
    t.is_silent_on("bankruptcy.to-bank", "bankruptcy.bank-auction", "bankruptcy.jail-cards")
    t.is_silent_on("bankruptcy.mortgages-on-return", "bankruptcy.mortgaged-interest")


@clause("short-game.score")
@pytest.mark.parametrize("limit", ["limit-rounds", "limit-minutes"])
def test_a_game_that_reaches_its_limit_cites_only_that_limit(book: str, limit: str) -> None:
    t = table(book, players="Ada Ben", house={limit: 1 if limit == "limit-rounds" else 45})
    if limit == "limit-minutes":
        t.play("chance time-up")
    t.throw("Ada", 4, 6).play("Ada end").throw("Ben", 4, 6).play("Ben end").ask("over")
    other = "limit-minutes" if limit == "limit-rounds" else "limit-rounds"
    t.cites(f"house.{limit}").is_silent_on(f"house.{other}", "ending.last-player")
    t.is_silent_on("bankruptcy.retire", "short-game.end", "short-game.winner")


@clause("ending.last-player")
def test_a_win_by_the_last_player_cites_no_limit(book: str) -> None:
    house = {"limit-rounds": 9, "limit-minutes": 45}
    t = table(book, players="Ada Ben", house=house).play("Ada resign").ask("over")
    t.is_silent_on("house.limit-minutes", "house.limit-rounds", "short-game.score")


@clause("short-game.first-bankruptcy", "short-game.end", books=SHORT_BOOK)
def test_the_first_and_second_bankruptcy_in_a_short_game_cite_different_rules(book: str) -> None:
    t = table(book, players="Ada Ben Cleo Dora", **SHORT).play("Ada resign")
    t.cites("short-game.first-bankruptcy").is_silent_on("short-game.end", "short-game.winner")
    t.play("Ben resign").cites("short-game.end").is_silent_on("short-game.first-bankruptcy")
    t.is_silent_on("ending.last-player", "bankruptcy.jail-cards", "bankruptcy.mortgages-on-return")


@clause("hotels.prerequisite", books=SHORT_BOOK)
def test_short_game_hotel_rules_are_cited_only_for_a_hotel(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": at_level(BLUE, 2)}}, **SHORT)
    t.play("Ada build boardwalk").is_silent_on("short-game.hotel-at-three")
    t.play("Ada sell boardwalk").is_silent_on("short-game.hotel-refund")
    t.play("Ada build boardwalk", "Ada build park-place", "Ada build boardwalk")
    t.cites("hotels.prerequisite", "short-game.hotel-at-three")
    seats = {"Ada": {"at": "short-line"}, "Ben": {"deeds": at_level(BLUE, 3)}}
    t = table(book, seats=seats, **SHORT).throw("Ada", 1, 3).is_silent_on("short-game.hotel-rent")
