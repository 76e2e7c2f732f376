"""Bankruptcy: when it happens, who receives what, and what the Bank does with its share."""

from __future__ import annotations

import pytest

from scene import Scene, clause, table, will_not_load

AS_IT_IS = ("classic", "australian", "wikibooks", "parker1973")


def ruined_by_ben(book: str, deeds: str = "", cash: int = 5, **more: object) -> Scene:
    """Ada lands on Ben's Boardwalk with its hotel and owes him 2000."""
    seats = {
        "Ada": {"at": "@36", "cash": cash, "deeds": deeds, **more.pop("ada", {})},
        "Ben": {"deeds": "park-place:hotel boardwalk:hotel", **more.pop("ben", {})},
    }
    return table(book, seats=seats, **more).throw("Ada", 1, 2).ask("Ada debt")


def ruined_by_tax(book: str, deeds: str = "", **more: object) -> Scene:
    """Ada lands on Luxury Tax and cannot pay."""
    seats = {"Ada": {"at": "short-line", "cash": 5, "deeds": deeds, **more.pop("ada", {})}}
    seats.update(more.pop("seats", {}))
    return table(book, seats=seats, **more).throw("Ada", 1, 2).ask("Ada debt")


OWED_TO_BEN = {"space": "virginia-avenue", "by": "Ben", "from": "Ada", "amount": 12}


def lots(t: Scene) -> list[str]:
    """Returns the lots of the auctions in the last ``play``."""
    return [t.id_of(event.facts["space"]) for event in t.last if event.kind == "auction"]


def nobody_bids(t: Scene, *names: str) -> Scene:
    return t.play(*(f"{name} pass" for name in names))


# ---------------------------------------------------------------- when


@clause("bankruptcy.condition", "debt.raise-cash")
def test_a_player_is_bankrupt_if_all_possible_cash_from_the_bank_does_not_cover_the_debt(
    book: str,
) -> None:
    t = ruined_by_tax(book, "mediterranean-avenue baltic-avenue")  # 5 + 30 + 30
    t.play("Ada bankrupt").cites("bankruptcy.condition").playing("Ben", "Cleo")
    t = ruined_by_tax(book, "mediterranean-avenue baltic-avenue short-line")
    t.refuses("Ada bankrupt", "bankruptcy.condition", "debt.raise-cash")
    t.play("Ada mortgage short-line").refuses("Ada bankrupt", "bankruptcy.condition")


@clause("bankruptcy.condition")
@pytest.mark.parametrize(("cash", "lost"), [(1664, True), (1665, False)])
def test_the_bankruptcy_limit_is_cash_plus_half_the_buildings_plus_mortgages(
    book: str, cash: int, lost: bool
) -> None:
    # Ada owes 2000. The four houses bring 100, the mortgages 30, 30, 100 and 75. A deed that is already
    # mortgaged brings nothing.
    deeds = "mediterranean-avenue:2 baltic-avenue:2 short-line reading-railroad:m water-works"
    t = ruined_by_ben(book, deeds, cash=cash)
    if lost:
        t.play("Ada bankrupt").cites("bankruptcy.condition")
    else:
        t.refuses("Ada bankrupt", "bankruptcy.condition")
        t.play("Ada sell-down brown 0", "Ada mortgage mediterranean-avenue")
        t.play("Ada mortgage baltic-avenue", "Ada mortgage short-line", "Ada mortgage water-works")
        t.play("Ada pay").cash(Ada=0)


@clause("bankruptcy.condition")
def test_a_possible_deal_does_not_delay_a_bankruptcy(book: str) -> None:
    t = ruined_by_tax(book, "baltic-avenue").may(
        "Ada bankrupt", "Ada offer Ben give baltic-avenue get 900"
    )
    t.play("Ada bankrupt").cites("bankruptcy.condition")


# ---------------------------------------------------------------- to a player


@clause("bankruptcy.to-player", "bankruptcy.retire", "bankruptcy.jail-cards", books=AS_IT_IS)
def test_a_creditor_receives_all_property_in_its_current_state(book: str) -> None:
    t = ruined_by_ben(book, "short-line baltic-avenue:m", ada={"cards": ["chance"]})
    t.play("Ada bankrupt").owns("Ben", "park-place", "boardwalk", "short-line", "baltic-avenue:m")
    t.cash(Ada=0, Ben=1505).cards(Ben=["chance"]).playing("Ben", "Cleo").ask("Ben transfer")
    t.cites("bankruptcy.to-player", "bankruptcy.retire", "bankruptcy.jail-cards")


@clause("bankruptcy.to-player", "bankruptcy.jail-cards", "debt.raise-cash", books=("modern",))
def test_the_modern_rulebook_mortgages_all_property_before_a_bankruptcy_transfer(book: str) -> None:
    t = ruined_by_ben(book, "short-line baltic-avenue:m", ada={"cards": ["chance"]})
    t.play("Ada bankrupt").owns("Ben", "park-place", "boardwalk", "short-line:m", "baltic-avenue:m")
    t.cash(Ada=0, Ben=1605, bank=-3105).cards(Ben=["chance"]).ask("Ben transfer")
    t.cites("bankruptcy.to-player", "bankruptcy.jail-cards", "debt.raise-cash")
    t.play("Ben keep baltic-avenue", "Ben redeem short-line").cash(Ben=1605 - 3 - 110)


@clause("bankruptcy.to-player")
@pytest.mark.parametrize("value", ["all-assets", "liquidated"])
def test_a_house_rule_can_set_the_property_that_passes_in_a_bankruptcy(
    book: str, value: str
) -> None:
    t = ruined_by_ben(book, "short-line", house={"bankruptcy.to-player": value})
    t.play("Ada bankrupt").cash(Ben=1605 if value == "liquidated" else 1505)
    t.mortgaged(short_line=value == "liquidated").cites("bankruptcy.to-player")


@clause("bankruptcy.buildings", "selling-buildings.half-price")
def test_the_bank_buys_the_buildings_at_half_price_and_the_creditor_gets_the_cash(
    book: str,
) -> None:
    t = ruined_by_ben(book, "mediterranean-avenue:hotel baltic-avenue:4")
    houses, hotels = t.game.state.stock
    t.play("Ada bankrupt").stock(houses + 4, hotels + 1).cites("bankruptcy.buildings")
    t.buildings(mediterranean_avenue=0, baltic_avenue=0)
    # 5 in cash, 125 and 100 for the buildings, and in the modern book 30 for each mortgage.
    t.cash(Ben=1790 if book == "modern" else 1730)


@clause("bankruptcy.buildings")
def test_a_bankrupt_player_returns_hotels_even_if_the_bank_has_no_houses(book: str) -> None:
    brown = "mediterranean-avenue:hotel baltic-avenue:hotel"
    t = ruined_by_ben(book, brown, house={"stock": [0, 4]}).stock(0, 0)
    t.play("Ada bankrupt").stock(0, 2).cites("bankruptcy.buildings")
    t.cash(Ben=1815 if book == "modern" else 1755)


@clause("bankruptcy.mortgaged-interest", "bankruptcy.mortgage-later")
def test_a_creditor_pays_interest_on_inherited_mortgages(book: str) -> None:
    t = (
        ruined_by_ben(book, "reading-railroad:m water-works:m")
        .play("Ada bankrupt")
        .ask("Ben transfer")
    )
    t.play("Ben keep").ask("Ben transfer").play("Ben keep").ask("Ben roll")
    due = 20 + 15 if book == "australian" else 10 + 8
    t.cash(Ben=1505 - due).owns(
        "Ben", "park-place", "boardwalk", "reading-railroad:m", "water-works:m"
    )
    t.cites("bankruptcy.mortgaged-interest", "bankruptcy.mortgage-later")


@clause("bankruptcy.mortgage-later", "mortgage.later-lift-interest")
def test_a_creditor_can_lift_a_mortgage_at_once_or_pay_interest_again_later(book: str) -> None:
    t = ruined_by_ben(book, "reading-railroad:m short-line:m").play("Ada bankrupt")
    t.play("Ben redeem reading-railroad").cites("bankruptcy.mortgage-later").play(
        "Ben keep short-line"
    )
    t.play("Ben redeem short-line").cites("mortgage.later-lift-interest")
    t.cash(Ben=1505 - 120 - 20 - 120 if book == "australian" else 1505 - 110 - 10 - 110)


@clause("bankruptcy.mortgaged-interest")
def test_a_house_rule_can_set_the_base_of_the_interest_on_inherited_mortgages(book: str) -> None:
    value = "mortgage-value" if book == "australian" else "printed-price"
    house = {"bankruptcy.mortgaged-interest": value}
    t = ruined_by_ben(book, "short-line:m", house=house).play("Ada bankrupt", "Ben keep")
    t.cash(Ben=1495 if book == "australian" else 1485).cites("bankruptcy.mortgaged-interest")


@clause("bankruptcy.mortgaged-interest", "debt.raise-cash")
def test_a_creditor_unable_to_pay_the_interest_on_inherited_mortgages_owes_it_to_the_bank(
    book: str,
) -> None:
    t = ruined_by_ben(book, "short-line:m", cash=0, ben={"cash": 0}).play("Ada bankrupt")
    t.ask("Ben transfer").refuses("Ben redeem", "bankruptcy.mortgaged-interest").play("Ben keep")
    t.ask("Ben debt").cites("bankruptcy.mortgaged-interest", "debt.raise-cash")
    t.play("Ben sell boardwalk", "Ben pay").cash(Ben=80 if book == "australian" else 90)
    t.ask("Ben roll")


@clause("bankruptcy.mortgaged-interest", "mortgage.transfer-interest")
def test_a_creditor_that_hands_on_an_inherited_deed_still_owes_its_interest(book: str) -> None:
    deeds = "reading-railroad:m short-line:m"
    t = ruined_by_ben(book, deeds, cash=0, ben={"cash": 0}).play("Ada bankrupt")
    t.play("Ben keep reading-railroad").ask("Ben debt")
    t.play("Ben offer Cleo give short-line get 200", "Cleo accept").ask("Cleo transfer")
    t.play("Cleo keep").ask("Ben debt")
    # There is nothing left to decide about the railroad that he handed on. He pays for both.
    t.play("Ben pay").ask("Ben roll").cites("bankruptcy.mortgaged-interest")
    t.cash(Ben=160 if book == "australian" else 180).owns("Cleo", "short-line:m")


@clause("bankruptcy.mortgaged-interest", "debt.raise-cash")
def test_the_interest_on_a_deed_handed_on_can_be_a_debt_too(book: str) -> None:
    deeds = "reading-railroad:m short-line:m"
    t = ruined_by_ben(book, deeds, cash=0, ben={"cash": 0}).play("Ada bankrupt")
    price = 20 if book == "australian" else 10
    t.play("Ben keep reading-railroad", f"Ben offer Cleo give short-line get {price}")
    t.play("Cleo accept", "Cleo redeem", "Ben pay").ask("Ben debt").cash(Ben=0)
    t.cites("bankruptcy.mortgaged-interest", "debt.raise-cash")
    t.play("Ben sell boardwalk", "Ben pay").ask("Ben roll").cash(Ben=100 - price)


@clause("bankruptcy.mortgaged-interest", "bankruptcy.to-bank", "ending.last-player")
def test_inherited_mortgages_can_bankrupt_a_creditor(book: str) -> None:
    seats = {
        "Ada": {"at": "vermont-avenue", "cash": 0, "deeds": "short-line:m boardwalk:m"},
        "Ben": {"cash": 10, "deeds": "virginia-avenue:m"},
        "Cleo": {"deeds": "electric-company"},
    }
    t = table(book, rent="asked", seats=seats, claims=[OWED_TO_BEN])
    t.play("Ben ask-rent virginia-avenue", "Ada bankrupt").ask("Ben transfer")
    t.cites("bankruptcy.to-player").play("Ben keep short-line")
    if book == "australian":  # interest of 20, and he has 10
        t.ask("Ben debt")
    else:
        t.ask("Ben transfer").cash(Ben=0).play("Ben keep boardwalk").ask("Ben debt")
    t.cites("bankruptcy.mortgaged-interest").play("Ben bankrupt").winners("Cleo")
    t.cites("bankruptcy.to-bank", "ending.last-player")


@clause("bankruptcy.retire", "mortgage.transfer-choice")
def test_a_bankruptcy_after_a_trade_leaves_the_other_player_the_choice_about_mortgages(
    book: str,
) -> None:
    """Lifting may cost a tenth of the printed price, and taking over a tenth of the loan.

    Then a player who lifts the first mortgage may not have enough left for the interest on the
    others."""
    house = {"mortgage.interest-base": "printed-price"}
    if book == "australian":
        house = {"mortgage.transfer-interest": "mortgage-value"}
    seats = {
        "Ada": {"cash": 41, "deeds": "short-line:m"},
        "Ben": {"deeds": "mediterranean-avenue:m park-place:m boardwalk:m"},
    }
    t = table(book, house=house, seats=seats)
    t.play("Ada offer Ben give short-line get mediterranean-avenue park-place boardwalk")
    t.play("Ben accept", "Ada redeem").ask("Ada transfer").cash(Ada=5)
    t.play("Ada keep", "Ada mortgage mediterranean-avenue", "Ada pay", "Ada keep").cash(Ada=17)
    t.ask("Ada debt").play("Ada bankrupt").cites("bankruptcy.retire")
    for _ in range(3):
        t.play("Ben pass", "Cleo pass")
    t.ask("Ben transfer").play("Ben keep").cash(Ben=1490).ask("Ben roll")
    t.cites("mortgage.transfer-choice").owns("Ben", "short-line:m")


@clause("bankruptcy.retire", "turn.order")
def test_a_bankrupt_player_is_out_of_the_game_for_good(book: str) -> None:
    t = ruined_by_ben(book).play("Ada bankrupt").ask("Ben roll").cites("bankruptcy.retire")
    t.refuses("Ada roll", "bankruptcy.retire").refuses(
        "Ada offer Ben give nothing get 5", "bankruptcy.retire"
    )
    t.refuses("Ben offer Ada give 5 get nothing", "bankruptcy.retire")
    t.refuses("Ada mortgage short-line", "bankruptcy.retire").refuses(
        "Ada resign", "bankruptcy.retire"
    )
    t.throw("Ben", 4, 6).play("Ben end").throw("Cleo", 4, 6).play("Cleo end").ask("Ben roll")
    t.cites("turn.order")


@clause("bankruptcy.retire")
def test_a_position_with_holdings_of_a_retired_player_is_refused(book: str) -> None:
    for place in ({"cash": 5}, {"deeds": ["short-line"]}, {"cards": ["chance"]}, {"jail": 1}):
        will_not_load(book, "bankruptcy.retire", seats={"Ben": {"out": True, **place}})
    will_not_load(book, "bankruptcy.retire", turn="Ben", seats={"Ben": {"out": True}})


# ---------------------------------------------------------------- to the Bank


@clause("bankruptcy.to-bank", "bankruptcy.bank-auction", "bankruptcy.jail-cards")
def test_the_bank_gets_everything_and_auctions_the_deeds(book: str) -> None:
    t = ruined_by_tax(book, "baltic-avenue:m", ada={"cards": ["community-chest"]})
    t.play("Ada bankrupt").ask("Ben bid").cash(Ada=0, Ben=1500).cards(Ada=[])
    t.bottom("community-chest", "jail-free").cites("bankruptcy.to-bank", "bankruptcy.bank-auction")
    t.cites("bankruptcy.jail-cards").play("Ben bid 50", "Cleo bid 51", "Ben pass").ask("Ben roll")
    t.owns("Cleo", "baltic-avenue").cash(Cleo=1449)


@clause("bankruptcy.bank-auction", "auction.unsold")
def test_the_deeds_are_auctioned_one_by_one_in_board_order(book: str) -> None:
    deeds = "park-place:m reading-railroad:m water-works:m st-charles-place:m"
    t = ruined_by_tax(book, deeds, players="Ada Ben Cleo Dora").play("Ada bankrupt")
    assert lots(t) == ["reading-railroad"]
    t.cites("bankruptcy.bank-auction").play("Ben bid 10", "Cleo pass", "Dora pass")
    assert lots(t) == ["st-charles-place"]
    t.play("Ben pass", "Cleo bid 20", "Dora pass", "Ben pass")
    assert lots(t) == ["water-works"]
    nobody_bids(t, "Ben", "Cleo", "Dora").cites("auction.unsold").owner(water_works="bank")
    assert lots(t) == ["park-place"]
    t.play("Ben pass", "Cleo pass", "Dora bid 30", "Ben pass", "Cleo pass").ask("Ben roll")
    t.owns("Ben", "reading-railroad").owns("Cleo", "st-charles-place").owns("Dora", "park-place")


@clause("bankruptcy.mortgages-on-return", "bankruptcy.bank-auction")
def test_a_mortgage_ends_when_the_deed_returns_to_the_bank(book: str) -> None:
    t = ruined_by_tax(book, "baltic-avenue:m").play("Ada bankrupt").mortgaged(baltic_avenue=False)
    t.cites("bankruptcy.mortgages-on-return", "bankruptcy.bank-auction").play(
        "Ben bid 10", "Cleo pass"
    )
    t.owns("Ben", "baltic-avenue").cash(Ben=1490).ask("Ben roll")


@clause("bankruptcy.buildings", "bankruptcy.to-bank", "bankruptcy.bank-auction")
def test_buildings_return_to_the_stock_and_are_not_auctioned(book: str) -> None:
    seats = {"Ada": {"at": "@0", "cash": 0, "deeds": "mediterranean-avenue:1 baltic-avenue:1"}}
    t = table(book, house={"tax.income": "flat-200"}, seats=seats)
    houses, hotels = t.game.state.stock
    t.throw("Ada", 1, 3).ask("Ada debt").play("Ada bankrupt").stock(houses + 2, hotels)
    t.cites("bankruptcy.buildings", "bankruptcy.to-bank").ask("Ben bid").play(
        "Ben bid 10", "Cleo pass"
    )
    t.buildings(mediterranean_avenue=0).ask("Ben bid")


@clause("bankruptcy.bank-auction", "auction.bidders")
def test_every_remaining_player_may_bid_for_an_estate(book: str) -> None:
    """The rule that bars the decliner in the wikibooks text affects nobody here."""
    t = ruined_by_tax(book, "baltic-avenue:m", seats={"Cleo": {"jail": 0}}).play("Ada bankrupt")
    t.play("Ben bid 10").refuses("Ada bid 20", "bankruptcy.retire").play("Cleo bid 11", "Ben pass")
    t.owns("Cleo", "baltic-avenue").cites("auction.bidders")
    ruined_by_tax(book, "baltic-avenue:m").play("Ada bankrupt").cites("bankruptcy.bank-auction")


@clause("bankruptcy.bank-auction", "auction.winner-pays", "mortgage.any-time")
def test_a_bidder_can_also_raise_cash_during_an_estate_auction(book: str) -> None:
    t = ruined_by_tax(book, "baltic-avenue:m", seats={"Ben": {"cash": 0, "deeds": "short-line"}})
    t.play("Ada bankrupt").cites("bankruptcy.bank-auction").refuses(
        "Ben bid 20", "auction.winner-pays"
    )
    t.play("Ben mortgage short-line", "Ben bid 20").cites("mortgage.any-time").play("Cleo pass")
    t.owns("Ben", "short-line:m", "baltic-avenue")


@clause("bankruptcy.to-bank", "ending.play-on")
def test_the_forced_fine_and_card_payments_are_debts_to_the_bank(book: str) -> None:
    t = table(book, seats={"Ada": {"jail": 2, "cash": 3}}).throw("Ada", 1, 3).play("Ada bankrupt")
    t.cites("bankruptcy.to-bank", "ending.play-on").ask("Ben roll").cash(Ben=1500)
    t = table(book, seats={"Ada": {"cash": 3}}, deck={"chance": ["small-fine"]}).throw("Ada", 3, 4)
    t.play("chance card small-fine", "Ada bankrupt").ask("Ben roll").cites("bankruptcy.to-bank")


# ---------------------------------------------------------------- resigning


@clause("bankruptcy.to-bank", "bankruptcy.bank-auction", "bankruptcy.retire")
def test_a_player_who_resigns_leaves_everything_to_the_bank(book: str) -> None:
    seats = {"Ada": {"deeds": "baltic-avenue short-line:m", "cards": ["chance"]}}
    t = (
        table(book, seats=seats)
        .play("Ada resign")
        .ask("Ben bid")
        .playing("Ben", "Cleo")
        .cash(Ada=0)
    )
    t.cites("bankruptcy.to-bank", "bankruptcy.bank-auction", "bankruptcy.retire")
    nobody_bids(t, "Ben", "Cleo", "Ben", "Cleo").ask("Ben roll").mortgaged(short_line=False)
    t.bottom("chance", "jail-free")


@clause("bankruptcy.retire", "ending.play-on")
def test_a_player_may_resign_in_any_turn(book: str) -> None:
    t = (
        table(book, seats={"Cleo": {"deeds": "baltic-avenue"}})
        .throw("Ada", 4, 6)
        .play("Cleo resign")
    )
    t.ask("Ada bid").cites("bankruptcy.retire", "ending.play-on").play("Ada bid 10", "Ben pass")
    t.ask("Ada end").play("Ada end").ask("Ben roll").throw("Ben", 4, 6).play("Ben end").ask(
        "Ada roll"
    )


@clause("bankruptcy.retire", "turn.order")
def test_a_player_who_resigns_in_mid_turn_passes_the_turn(book: str) -> None:
    t = table(book).throw("Ada", 5, 5).ask("Ada roll").play("Ada resign").ask("Ben roll")
    t.cites("bankruptcy.retire", "turn.order").throw("Ben", 4, 6).play("Ben end").ask("Cleo roll")


@clause("bankruptcy.retire", "bankruptcy.condition")
def test_a_player_cannot_resign_while_something_is_unsettled(book: str) -> None:
    t = table(book).play("Ada roll").refuses("Ben resign", "bankruptcy.condition")
    t.play("chance dice 1 2").refuses("Ada resign", "bankruptcy.retire").play("Ada decline")
    t.refuses("Ben resign").refuses("Cleo resign", "bankruptcy.condition")
