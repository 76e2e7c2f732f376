"""Clauses that apply only sometimes and must not be cited otherwise, and rare moments of a game."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scene import BOOKS, Scene, clause, table
from shortages import BLUE, BROWN, LIMITED, SKY, at_level, scarce
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.engine.explain_refusal import explain_refusal
from titledeed.engine.reducer import violations

TOWN = Path(__file__).resolve().parents[3] / "docs" / "examples" / "my-town.toml"
OTHERS = tuple(book for book in BOOKS if book != "australian")
ORANGE = "st-james-place tennessee-avenue new-york-avenue"


# ---------------------------------------------------------------- jail


@clause("jail.exit-card")
@pytest.mark.parametrize(("named", "other"), [("chance", 1), ("community-chest", 0)])
def test_a_player_with_two_jail_cards_uses_the_named_one(book: str, named: str, other: int) -> None:
    decks = ["chance", "community-chest"]
    t = table(book, seats={"Ada": {"jail": 0, "cards": decks}})
    t.refuses("Ada use-card", "cards.goojf-return").play(f"Ada use-card {named}")
    t.cards(Ada=[decks[other]]).jail(Ada="free").cites("jail.exit-card")
    t.is_silent_on("jail.exit-bought-card", "jail.third-turn-card")


@clause("jail.exit-card")
@pytest.mark.parametrize("deck", ["chance", "community-chest"])
@pytest.mark.parametrize("turns", [0, 1])
def test_using_a_jail_card_already_held_does_not_cite_the_rule_on_bought_cards(
    book: str, deck: str, turns: int
) -> None:
    t = table(book, seats={"Ada": {"jail": turns, "cards": [deck]}}).play("Ada use-card")
    t.is_silent_on("jail.exit-bought-card", "jail.third-turn-card")


@clause("mortgage.any-time")
def test_an_action_outside_jail_does_not_cite_the_jail_rule(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line"}, "Ben": {"deeds": "boardwalk", "jail": 1}}
    t = table(book, seats=seats).play("Ada mortgage short-line").cites("mortgage.any-time")
    t.is_silent_on("jail.activities").play("Ben mortgage boardwalk").cites("jail.activities")
    t.play("Ada offer Ben give 5 get nothing").is_silent_on("jail.activities")
    t.play("Ben accept").cites("jail.activities")


@clause("bankruptcy.bank-auction", "jail.activities")
def test_auctions_after_a_resignation_in_jail_do_not_cite_the_jail_rule(
    book: str,
) -> None:
    t = table(book, seats={"Ada": {"jail": 1, "deeds": "short-line boardwalk"}}).play("Ada resign")
    by_kind = {event.kind: event.clauses for event in t.last}
    assert "jail.activities" in by_kind["bankrupt"]
    assert "jail.activities" not in by_kind["estate-lot"]
    assert "jail.activities" not in by_kind["auction"]


# ---------------------------------------------------------------- throws and moves


@clause("turn.token-stays")
def test_a_player_does_not_share_a_space_with_a_retired_player(book: str) -> None:
    seats = {"Cleo": {"out": True, "at": "jail"}, "Ben": {"at": "short-line"}}
    t = table(book, seats=seats).throw("Ada", 4, 6).at(Ada="jail")
    t.is_silent_on("turn.shared-space")


@clause("doubles.resolve-space")
def test_only_the_player_to_move_is_refused_because_of_an_unsettled_space(book: str) -> None:
    t = table(book).throw("Ada", 3, 3).ask("Ada buy")
    t.refuses("Ada roll", "doubles.resolve-space")
    t.refuses("Ben roll", "turn.order")


@clause("purchase.only-on-landing")
def test_no_property_counts_as_declined_before_the_throw(book: str) -> None:
    seats = {"Ada": {"at": "oriental-avenue"}}
    t = table(book, chance="by-hand", seats=seats).ask("Ada roll")
    t.refuses("Ada buy", "purchase.only-on-landing")
    t.play("Ada roll").refuses("Ada buy", "purchase.only-on-landing")


@clause("setup.shuffle")
def test_players_who_draw_by_hand_do_not_shuffle_in_the_program(book: str) -> None:
    t = table(book, shuffled=False, chance="by-hand").ask("Ada roll")
    t.throw("Ada", 1, 2).ask("Ada buy")
    table(book, shuffled=False).ask("chance shuffle").play("Ada roll").cites("setup.shuffle")


# ---------------------------------------------------------------- buying and money


@clause("purchase.title")
def test_a_purchase_without_a_mortgage_in_the_move_does_not_cite_the_mortgage_ban(
    book: str,
) -> None:
    seats = {"Ada": {"deeds": "short-line"}}
    t = table(book, seats=seats).play("Ada mortgage short-line").throw("Ada", 1, 2)
    t.play("Ada buy").cites("purchase.title").is_silent_on("purchase.mortgage-same-move")


@clause("tax.income")
def test_a_fixed_income_tax_does_not_cite_the_choice_rule(book: str) -> None:
    t = table(book, house={"tax.income": "flat-200"}).refuses("Ada flat", "tax.income")
    t.refuses("Ada percent", "tax.income").throw("Ada", 1, 3)
    t.is_silent_on("tax.income-commit", "tax.income-worth", "hotels.equals-five")


@clause("tax.income", books=("wikibooks", "parker1973"))
def test_a_tenth_without_hotels_does_not_cite_the_hotel_rule(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place:4 boardwalk:4"}}
    t = table(book, seats=seats).throw("Ada", 1, 3).play("Ada percent").cites("tax.income-worth")
    t.is_silent_on("hotels.equals-five")


@clause("house.auctions")
def test_without_auctions_nobody_can_bid_claim_or_place(book: str) -> None:
    t = table(book, house={"auctions": False}, seats={"Ada": {"deeds": BLUE}})
    for answer in ("bid 10", "pass", "claim", "place boardwalk"):
        t.refuses(f"Ada {answer}", "house.auctions")


@clause("shortage.supply", books=("australian",))
def test_nobody_can_claim_or_place_a_building_in_a_rulebook_without_shortages(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": BLUE}})
    t.refuses("Ada claim", "shortage.supply").refuses("Ada place boardwalk", "shortage.supply")
    t.refuses("Ada bid 10", "auction.bidders").refuses("Ada pass", "auction.winner-pays")


# ---------------------------------------------------------------- scarce buildings


@clause("shortage.auction", books=LIMITED)
def test_a_lapsed_building_claim_is_reported_as_an_event(book: str) -> None:
    """Ben wins the last house, so the other two players get none."""
    t = scarce(book, 1).play("Ada build boardwalk", "Ben claim", "Cleo claim", "Ben bid 50")
    t.play("Cleo pass", "Ada pass", "Ben place baltic-avenue").stock(0, 12)
    assert [event.facts["seat"] for event in t.last if event.kind == "wish-lapse"] == [0, 2]
    t.cites("shortage.wait")


@clause("shortage.auction", books=LIMITED)
def test_an_order_filled_at_auction_does_not_lapse_when_the_cash_runs_out(book: str) -> None:
    """Ada spends her cash on another lot, and two houses are left for the other two."""
    seats = {"Ada": {"cash": 260}, "Dora": {"deeds": ORANGE}}
    t = scarce(book, 2, players="Ada Ben Cleo Dora", seats=seats)
    t.play("Ada build boardwalk", "Ben claim", "Cleo pass", "Dora claim").ask("Ben bid")
    t.play("Ben pass", "Dora pass", "Ada bid 200", "Ben pass", "Dora pass")
    t.play("Ada place boardwalk").ask("Ben bid")
    t.is_silent_on("houses.price")


@clause("selling-buildings.downgrade-stock", books=LIMITED)
@pytest.mark.parametrize(("left", "may"), [(5, True), (4, False)])
def test_a_bidder_for_a_house_may_not_use_the_last_house_to_break_a_hotel_down(
    book: str, left: int, may: bool
) -> None:
    """Breaking down a hotel takes four houses."""
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
def test_a_claimed_building_must_be_placed_evenly_only_if_the_even_building_rule_applies(
    book: str, stock: int, even: bool
) -> None:
    house = {"stock": [stock, 12]} | ({} if even else {"build-evenly": False})
    seats = {"Ada": {"deeds": BLUE}, "Ben": {"deeds": BROWN}, "Cleo": {"deeds": SKY}}
    t = table(book, house=house, seats=seats).play("Ada build boardwalk", "Ben claim", "Cleo pass")
    t.ask("Ben place").refuses("Cleo end", "houses.even" if even else "house.build-evenly")
    t.play("Ben place baltic-avenue")
    t.is_silent_on("house.build-evenly" if even else "houses.even")


# ---------------------------------------------------------------- building and selling, at the edges


@clause("houses.streets-only", "hotels.one-per-street")
def test_an_order_on_a_railroad_or_hotel_cites_its_own_rule_even_without_houses_in_the_bank(
    book: str,
) -> None:
    deeds = f"{at_level(BLUE, 'hotel')} short-line"
    t = table(book, house={"stock": [0, 2]}, seats={"Ada": {"deeds": deeds, "cash": 0}})
    t.refuses("Ada build short-line", "houses.streets-only").is_silent_on("shortage.wait")
    t.refuses("Ada build boardwalk", "hotels.one-per-street")
    t.is_silent_on("shortage.wait", "houses.price", "hotels.price")


@clause("shortage.auction", books=OTHERS)
def test_the_winner_of_a_house_pays_the_bid_when_uneven_building_is_allowed(book: str) -> None:
    t = scarce(book, 1, house={"build-evenly": False}).play("Ada build boardwalk", "Ben claim")
    t.play("Cleo pass", "Ben bid 10", "Ada pass", "Ben place baltic-avenue").cash(Ben=1490)
    t.cites("house.build-evenly", "shortage.bid-is-price")
    t.is_silent_on("houses.price", "houses.quantity", "houses.even")


@clause("selling-buildings.half-price")
def test_selling_a_group_down_to_a_level_leaves_lower_streets_unchanged(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place:1 boardwalk:3"}}
    t = table(book, house={"build-evenly": False}, seats=seats)
    t.play("Ada sell-down dark-blue 2").buildings(park_place=1, boardwalk=2).cash(Ada=1600)
    t.cites("house.build-evenly").is_silent_on("selling-buildings.even")
    assert [event.facts["space"] for event in t.last if event.kind == "unbuild"] == [39]


@clause("shortage.auction", books=LIMITED)
def test_a_bidder_for_a_hotel_may_use_the_last_houses_to_break_another_hotel_down(
    book: str,
) -> None:
    seats = {
        "Ada": {"deeds": at_level(BLUE, 4)},
        "Ben": {"deeds": f"{at_level(BROWN, 4)} {at_level(SKY, 'hotel')}"},
        "Cleo": {"deeds": ""},
    }
    t = scarce(book, 4, 1, seats=seats).play("Ada build boardwalk", "Ben claim").ask("Ben bid")
    t.play("Ben sell oriental-avenue").stock(0, 2).cash(Ben=1525)


@clause("shortage.auction", books=LIMITED)
@pytest.mark.parametrize("piece", ["house", "hotel"])
def test_a_building_not_won_at_auction_can_be_placed_only_where_the_player_can_pay_for_it(
    book: str, piece: str
) -> None:
    """The houses or the hotel that Ben gives back make up for Ada's wish."""
    level = 4 if piece == "hotel" else 0
    green = "pacific-avenue north-carolina-avenue pennsylvania-avenue"
    seats = {
        "Ada": {"deeds": f"{at_level(BLUE, level)} {at_level(ORANGE, 'hotel' if level else 1)}"},
        "Ben": {"deeds": f"{at_level(BROWN, level)} {at_level(green, level)}", "cash": 60},
        "Cleo": {"deeds": ""},
    }
    t = scarce(book, *((4, 1) if level else (1, 12)), seats=seats)
    t.play("Ada build boardwalk", "Ben claim", "Ben pass")
    t.play("Ada sell st-james-place", "Ada bid 20", "Ben pass", "Ada place boardwalk")
    t.ask("Ben place").refuses("Ben place pacific-avenue", f"{piece}s.price")
    t.is_silent_on(f"{'house' if level else 'hotel'}s.price", "hotels.prerequisite")
    t.play("Ben place baltic-avenue").cash(Ben=10)


@clause("shortage.auction", books=LIMITED)
@pytest.mark.parametrize("piece", ["house", "hotel"])
def test_the_auction_winner_must_place_the_building_on_a_legal_street(
    book: str, piece: str
) -> None:
    seats = {"Ada": {"deeds": at_level(BLUE, 4 if piece == "hotel" else 0)}}
    seats["Ben"] = {"deeds": f"{at_level(BROWN, 4)} {SKY}"}
    seats["Cleo"] = {"deeds": ""}
    t = scarce(book, *((4, 1) if piece == "hotel" else (1, 12)), seats=seats)
    t.play("Ada build boardwalk", "Ben claim", "Ben bid 10", "Ada pass").ask("Ben place")
    if piece == "hotel":
        t.refuses("Ben place vermont-avenue", "hotels.prerequisite")
        t.is_silent_on("houses.max-four").play("Ben place baltic-avenue")
    else:
        t.refuses("Ben place baltic-avenue", "houses.max-four")
        t.is_silent_on("hotels.prerequisite").play("Ben place vermont-avenue")


@clause("shortage.auction", "houses.price", books=LIMITED)
def test_a_claim_lapses_if_the_player_cannot_pay_for_any_street(book: str) -> None:
    seats = {"Ada": {"deeds": f"{BLUE} {at_level(ORANGE, 1)}"}, "Ben": {"cash": 20}}
    seats["Cleo"] = {"deeds": ""}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk", "Ben claim", "Ben pass")
    t.play("Ada sell st-james-place", "Ada bid 20", "Ben pass", "Ada place boardwalk")
    t.ask("Ada roll").stock(1, 12).cash(Ben=20)
    assert [event.facts["seat"] for event in t.last if event.kind == "wish-lapse"] == [1]


@clause("shortage.auction", books=LIMITED)
@pytest.mark.parametrize("more", ["", ORANGE])
def test_an_order_lapses_when_its_street_can_no_longer_be_built_on(book: str, more: str) -> None:
    """Ada mortgages Park Place while she bids; with another group she could still build there."""
    seats = {"Ada": {"deeds": f"{BLUE} {more}", "cash": 1000}}
    seats["Ben"] = {"deeds": at_level(BROWN, 1)}
    seats["Cleo"] = {"deeds": ""}
    t = scarce(book, 1, seats=seats).play("Ada build boardwalk", "Ben claim")
    t.play("Ben sell baltic-avenue", "Ben bid 20", "Ada mortgage park-place", "Ada pass")
    t.play("Ben place baltic-avenue").ask("Ada roll").stock(1, 12).buildings(boardwalk=0)
    assert [event.facts["seat"] for event in t.last if event.kind == "wish-lapse"] == [0]
    t.cash(Ada=1175)


# ---------------------------------------------------------------- offers


@clause("trading.private-sale", "debt.no-player-loans")
def test_an_offer_checks_the_cash_of_the_player_who_would_pay(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line", "cash": 0}, "Ben": {"cash": 500}}
    t = table(book, seats=seats).refuses(
        "Ada offer Ben give short-line get 501", "debt.no-player-loans"
    )
    t.play("Ada offer Ben give short-line get 500", "Ben accept").cites("trading.private-sale")


@clause("trading.private-sale")
def test_an_offer_refused_for_another_reason_does_not_cite_interest(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line:m"}, "Ben": {"cash": 0}}
    t = table(book, seats=seats)
    t.refuses("Ada offer Ben give short-line get boardwalk", "trading.private-sale")
    t.is_silent_on("mortgage.transfer-choice", "mortgage.transfer-interest")


@clause("debt.raise-cash", "trading.private-sale")
def test_a_refused_debt_offer_cites_only_the_rules_it_breaks(book: str) -> None:
    seats = {"Ada": {"at": "short-line", "cash": 5, "deeds": "mediterranean-avenue:m short-line"}}
    t = table(book, seats=seats).throw("Ada", 1, 2).ask("Ada debt")
    for offer in ("give short-line get boardwalk", "give short-line boardwalk get nothing"):
        t.refuses(f"Ada offer Ben {offer}", "trading.private-sale")
        t.is_silent_on("debt.raise-cash", "bankruptcy.condition")
    t.may("Ada offer Ben give mediterranean-avenue get nothing")
    t.refuses("Ada offer Ben give short-line get nothing", "debt.raise-cash")


@clause("debt.raise-cash")
@pytest.mark.parametrize(("cash", "may"), [(0, False), (100, True)])
def test_a_mortgaged_deed_adds_nothing_to_the_cash_a_debtor_can_raise(
    book: str, cash: int, may: bool
) -> None:
    """Ada owes 75 or 100; Boardwalk would bring 200 if it were not mortgaged."""
    interest = 40 if book == "australian" else 20
    seats = {"Ada": {"at": "short-line", "cash": interest}, "Ben": {"deeds": "boardwalk:m"}}
    seats["Ada"]["deeds"] = "park-place" if cash else ""
    t = table(book, seats=seats).throw("Ada", 1, 2).ask("Ada debt")
    if may:
        t.may("Ada offer Ben give nothing get boardwalk").refuses("Ada bankrupt", "debt.raise-cash")
    else:
        t.refuses("Ada offer Ben give nothing get boardwalk", "debt.raise-cash")


@clause("trading.private-sale", "mortgage.transfer-choice", "cards.goojf-trade")
def test_an_offer_is_checked_again_on_acceptance(book: str) -> None:
    """No answer can come in between, so this test changes the table by hand."""
    seats = {"Ada": {"deeds": "short-line:m", "cards": ["chance"]}, "Ben": {"cash": 100}}

    def offered(goods: str) -> Scene:
        t = table(book, seats=seats).play(f"Ada offer Ben give {goods} get 90").ask("Ben answer")
        return t.may("Ben accept")

    t = offered("card:chance")
    t.game.state.held[0] = 2
    t.refuses("Ben accept", "cards.goojf-trade")
    t = offered("card:chance")
    t.game.state.cash[1] = 89
    t.refuses("Ben accept", "debt.no-player-loans")
    seats["Ada"]["deeds"] = "short-line"
    t = offered("short-line")
    t.game.state.owner[35] = 2
    t.refuses("Ben accept", "trading.private-sale")
    t = offered("short-line")
    t.game.state.mortgaged[35] = True
    t.game.state.cash[1] = 91
    t.refuses("Ben accept", "mortgage.transfer-choice")
    seats["Ada"]["deeds"] = BLUE
    t = offered("boardwalk")
    t.game.state.level[37] = 1
    t.refuses("Ben accept", "trading.bare-group")


@clause("debt.raise-cash", "bankruptcy.condition")
def test_a_debt_offer_is_also_checked_again_on_acceptance(book: str) -> None:
    seats = {"Ada": {"at": "short-line", "cash": 5, "deeds": "short-line boardwalk"}}
    t = table(book, seats=seats).throw("Ada", 1, 2).ask("Ada debt")
    t.play("Ada offer Ben give short-line get 50").may("Ben accept")
    t.game.state.mortgaged[39] = True
    t.refuses("Ben accept", "debt.raise-cash", "bankruptcy.condition")


@pytest.mark.parametrize("to", [-1, 3, 99])
def test_a_player_cannot_make_an_offer_to_a_nonexistent_seat(to: int) -> None:
    state = table("classic").game.state
    offer = Offer(to, Bundle(), Bundle(cash=1))
    assert violations(state, 0, offer) == ("bankruptcy.retire", "trading.private-sale")
    assert explain_refusal(state, 0, offer, violations(state, 0, offer)) is None


# ---------------------------------------------------------------- mortgages, taxes, cards


@clause("mortgage.owner-keeps")
def test_go_has_no_deed_to_mortgage_or_redeem(book: str) -> None:
    t = table(book).refuses("Ada redeem go", "mortgage.owner-keeps")
    t.is_silent_on("mortgage.transfer-choice").refuses("Ada mortgage go", "mortgage.owner-keeps")


@clause("mortgage.transfer-choice")
def test_a_player_can_spend_all_remaining_cash_to_lift_a_mortgage(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line:m"}}
    for cash in (110 + 10 * (book == "australian"), 109):
        seats["Ben"] = {"cash": cash}
        t = table(book, seats=seats).play("Ada offer Ben give short-line get nothing", "Ben accept")
        if cash == 109:
            t.refuses("Ben redeem", "mortgage.lift")
        else:
            t.play("Ben redeem").cash(Ben=0)


@clause("tax.income", books=("wikibooks", "parker1973", "classic"))
def test_hotels_of_other_players_do_not_count_toward_a_tenth(book: str) -> None:
    seats = {"Ben": {"deeds": at_level(BLUE, "hotel")}}
    t = table(book, seats=seats).throw("Ada", 1, 3).play("Ada percent").cites("tax.income-worth")
    t.is_silent_on("hotels.equals-five")


@clause("setup.shuffle")
def test_known_cards_keep_their_places_in_a_shuffle(book: str) -> None:
    t = table(book, shuffled=False, deck={"chance": ["dividend", "small-fine"]})
    deck = [t.game.notation.card_id(0, card) for card in t.game.state.decks[0]]
    swapped = [deck[1], deck[0], *deck[2:]]
    t.refuses(f"chance shuffle chance {' '.join(swapped)}", "setup.shuffle")
    t.play(f"chance shuffle chance {' '.join(deck)}").cites("setup.shuffle")


@clause("rent.due")
def test_a_custom_board_has_no_special_rent_for_marvin_gardens(book: str) -> None:
    edition = tomllib.loads(TOWN.read_text("utf-8"))
    seats = {"Ada": {"at": "@22"}, "Ben": {"deeds": "@29"}}
    t = table(book, edition=edition, seats=seats).throw("Ada", 3, 4)
    t.is_silent_on("rent.marvin-gardens")


@clause("ending.last-player")
def test_time_can_be_called_only_with_an_agreed_limit_and_only_once(book: str) -> None:
    table(book).refuses("chance time-up", "house.limit-minutes", "ending.last-player")
    t = table(book, house={"limit-minutes": 45}).play("chance time-up")
    t.refuses("chance time-up", "house.limit-minutes", "ending.last-player")
    t.throw("Ada", 1, 2).refuses("chance time-up", "house.limit-minutes", "ending.last-player")


# ---------------------------------------------------------------- estates


@clause("bankruptcy.to-player", "bankruptcy.jail-cards")
def test_the_first_seat_inherits_like_the_others(book: str) -> None:
    seats = {
        "Ada": {"deeds": at_level(BLUE, "hotel")},
        "Ben": {"at": "@36", "cash": 5, "deeds": "short-line:m", "cards": ["chance"]},
    }
    t = table(book, turn="Ben", seats=seats).throw("Ben", 1, 2).play("Ben bankrupt")
    t.ask("Ada transfer").cash(Ada=1505).cards(Ada=["chance"]).owner(short_line="Ada")
    t.cites("bankruptcy.to-player", "bankruptcy.jail-cards").is_silent_on("bankruptcy.to-bank")


@clause("short-game.final-transfer", "short-game.end", books=("parker1973",))
def test_the_first_seat_also_inherits_at_the_end_of_the_game(book: str) -> None:
    seats = {
        "Ada": {"deeds": "park-place:hotel boardwalk:hotel"},
        "Ben": {"at": "@36", "cash": 5, "deeds": "short-line:m", "cards": ["chance"]},
        "Dora": {"out": True},
    }
    t = table(book, turn="Ben", players="Ada Ben Cleo Dora", seats=seats, variant="short")
    t.throw("Ben", 1, 2).play("Ben bankrupt").ask("over").cards(Ada=["chance"]).cash(Ada=1505)
    t.cites("short-game.final-transfer")


@clause("short-game.final-transfer", "short-game.end", books=("parker1973",))
def test_the_bank_takes_debts_to_the_pot_at_the_end_of_the_game(book: str) -> None:
    seats = {
        "Ada": {"at": "short-line", "cash": 5, "deeds": "oriental-avenue:m", "cards": ["chance"]},
        "Dora": {"out": True},
    }
    house = {"free-parking": "pot"}
    t = table(book, house=house, players="Ada Ben Cleo Dora", seats=seats, variant="short")
    t.throw("Ada", 1, 2).play("Ada bankrupt").ask("over").cash(Ada=0, pot=0)
    t.owner(oriental_avenue="bank").cites("short-game.final-transfer")


# ---------------------------------------------------------------- eight players, two claims


@clause("turn.order", "turn.throw-and-move")
def test_the_eighth_player_takes_turns_like_the_others(book: str) -> None:
    names = "Ada Ben Cleo Dora Emil Fritz Gerd Hans"
    t = table(book, players=names, turn="Hans", seats={"Hans": {"jail": 0}}).ask("Hans roll")
    t.play("Hans fine").throw("Hans", 4, 6).ask("Hans end").play("Hans end").ask("Ada roll")
    t = table(book, players=names, turn="Gerd").throw("Gerd", 4, 6).play("Gerd end")
    t.ask("Hans roll").throw("Hans", 5, 5).ask("Hans roll").throw("Hans", 4, 6).ask("Hans end")
    t.cites("turn.throw-and-move")


@clause("rent.claim-deadline")
def test_the_older_of_two_equal_claims_is_paid_first(book: str) -> None:
    claim = {"space": "oriental-avenue", "by": "Ben", "from": "Ada", "amount": 6}
    older = {**claim, "amount": 12}
    t = table(book, rent="asked", seats={"Ben": {"deeds": SKY}}, claims=[older, claim])
    t.play("Ben ask-rent oriental-avenue").cash(Ben=1512).cites("rent.claim-deadline")
    t.play("Ben ask-rent oriental-avenue").cash(Ben=1518)


@clause("bankruptcy.retire")
def test_a_rent_claim_between_two_players_stays_open_when_a_third_player_leaves(book: str) -> None:
    claim = {"space": "oriental-avenue", "by": "Ben", "from": "Cleo", "amount": 6}
    t = table(book, rent="asked", seats={"Ben": {"deeds": SKY}}, claims=[claim])
    t.play("Ada resign", "Ben ask-rent oriental-avenue").cash(Ben=1506, Cleo=1494)
    t.cites("rent.due")


@clause("short-game.end", books=("parker1973",))
def test_no_cash_passes_at_the_end_if_the_bankrupt_player_has_none(book: str) -> None:
    seats = {"Ada": {"at": "short-line", "cash": 0}, "Dora": {"out": True}}
    t = table(book, players="Ada Ben Cleo Dora", seats=seats, variant="short").throw("Ada", 1, 2)
    t.play("Ada bankrupt").ask("over").cites("short-game.end")
    assert t.payments() == []
