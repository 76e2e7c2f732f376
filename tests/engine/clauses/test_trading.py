"""Trading: what may change hands between players, when, and at what price."""

from __future__ import annotations

import pytest

from scene import clause, shown, table

SEATS = {"Ada": {"deeds": "short-line boardwalk"}, "Ben": {"deeds": "water-works"}}


@clause("trading.private-sale", "trading.free-price")
def test_a_deed_changes_hands_when_both_players_agree(book: str) -> None:
    t = table(book, seats=SEATS).play("Ada offer Ben give short-line get 150").ask("Ben answer")
    t.owner(short_line="Ada").refuses("Ada accept").refuses("Cleo accept", "trading.private-sale")
    t.play("Ben accept").owner(short_line="Ben").cash(Ada=1650, Ben=1350, bank=-4500)
    t.ask("Ada roll").cites("trading.private-sale", "trading.free-price")


@clause("trading.private-sale")
def test_a_rejected_offer_changes_nothing(book: str) -> None:
    t = table(book, seats=SEATS).play("Ada offer Ben give short-line get 150", "Ben reject")
    t.owner(short_line="Ada").cash(Ada=1500, Ben=1500).ask("Ada roll")
    t.cites("trading.private-sale").play("Ben offer Ada give 120 get short-line", "Ada accept")
    t.owner(short_line="Ben").cash(Ada=1620)


@clause("trading.private-sale")
def test_a_player_cannot_trade_with_themselves_or_the_bank_or_a_retired_player(book: str) -> None:
    seats = {**SEATS, "Dora": {"out": True}}
    t = table(book, players="Ada Ben Cleo Dora", seats=seats)
    t.refuses("Ada offer Ada give short-line get 5", "trading.private-sale")
    t.refuses("Ada offer Dora give short-line get 0", "trading.private-sale", "bankruptcy.retire")
    t.refuses("Dora offer Ada give nothing get short-line", "bankruptcy.retire")
    t.malformed("Ada offer bank give short-line get 100")
    t.malformed("Ada offer chance give short-line get 100").malformed(
        "Ada offer Zoe give 5 get nothing"
    )


@clause("trading.any-time")
def test_any_two_players_may_trade_in_any_turn(book: str) -> None:
    t = table(book, seats=SEATS).play("Ben offer Cleo give water-works get 90", "Cleo accept")
    t.ask("Ada roll").throw("Ada", 4, 6).play(
        "Cleo offer Ada give water-works get 95", "Ada accept"
    )
    t.ask("Ada end").cites("trading.any-time").owner(water_works="Ada")


@clause("trading.any-time")
@pytest.mark.parametrize(
    "lines",
    [
        [],  # before the throw
        ["Ada roll", "chance dice 5 5"],  # between two throws
        ["Ada roll", "chance dice 4 6"],  # before the turn is ended
        ["Ada roll", "chance dice 1 2", "Ada buy"],
        ["Ada mortgage short-line"],
        ["Ada roll", "chance dice 4 6", "Ada end"],
    ],
)
def test_players_may_make_offers_at_any_quiet_moment(book: str, lines: list[str]) -> None:
    t = table(book, seats=SEATS).play(*lines)
    before = t.game.state.ask
    for line in ("Ada offer Ben give boardwalk get 5", "Cleo offer Ben give 5 get water-works"):
        t.play(line).ask("Ben answer").cites("trading.any-time").play("Ben reject")
    assert t.game.state.ask == before


@clause("trading.any-time")
def test_players_cannot_make_offers_while_something_is_unsettled(book: str) -> None:
    t = table(book, seats=SEATS).play("Ada roll")
    line = "Ben offer Cleo give water-works get 90"
    t.refuses(line, "trading.any-time").play("chance dice 1 2").ask("Ada buy")
    t.refuses(line, "trading.any-time").refuses(
        "Ada offer Ben give short-line get 5", "trading.any-time"
    )
    t.play("Ada decline").refuses(line, "trading.any-time").refuses(
        "Ada offer Cleo give 5 get nothing"
    )
    t = table(book, seats=SEATS).play("Ada offer Ben give short-line get 5")
    t.refuses("Ben offer Ada give 6 get short-line", "trading.any-time")  # reject first


@clause("trading.any-time", "debt.raise-cash")
def test_only_the_debtor_may_make_offers_during_a_debt(book: str) -> None:
    seats = {"Ada": {"cash": 10, "deeds": "short-line"}, "Ben": {"deeds": "water-works"}}
    t = table(book, seats=seats, deck={"chance": ["small-fine"]}).throw("Ada", 3, 4)
    t.play("chance card small-fine").ask("Ada debt").cites("debt.raise-cash")
    t.refuses("Ben offer Ada give 100 get short-line", "trading.any-time")
    t.play("Ada offer Ben give short-line get 100", "Ben accept").ask("Ada debt").cash(Ada=110)
    t.cites("trading.any-time").play("Ada pay").cash(Ada=95)


@clause("trading.free-price")
@pytest.mark.parametrize("price", ["nothing", "0", "1", "1500"])
def test_the_two_players_set_the_price_of_a_trade(book: str, price: str) -> None:
    t = table(book, seats=SEATS).play(f"Ada offer Ben give short-line get {price}", "Ben accept")
    paid = 0 if price == "nothing" else int(price)
    t.cash(Ada=1500 + paid, Ben=1500 - paid).cites("trading.free-price")


@clause("trading.bare-group")
def test_players_cannot_trade_a_street_while_its_group_has_buildings(book: str) -> None:
    sky = "oriental-avenue:1 vermont-avenue connecticut-avenue"
    t = table(book, seats={"Ada": {"deeds": f"{sky} short-line"}})
    for id in ("oriental-avenue", "vermont-avenue", "connecticut-avenue"):
        t.refuses(f"Ada offer Ben give {id} get 50", "trading.bare-group")
        t.refuses(f"Ben offer Ada give 50 get {id}", "trading.bare-group")
    t.may("Ada offer Ben give short-line get 50")
    t.play("Ada sell oriental-avenue").may("Ada offer Ben give vermont-avenue get 50")


@clause("trading.bare-group", "mortgage.bare-group", books=("wikibooks",))
def test_a_mortgaged_street_cannot_be_traded_while_its_group_has_houses(book: str) -> None:
    sky = "oriental-avenue:1 vermont-avenue:1 connecticut-avenue"
    t = table(book, seats={"Ada": {"deeds": sky}}).play("Ada mortgage connecticut-avenue")
    t.refuses("Ada offer Ben give connecticut-avenue get 50", "trading.bare-group")
    t.refuses("Ada mortgage vermont-avenue", "mortgage.bare-group")


@clause("trading.assets")
def test_players_may_trade_cash_deeds_and_jail_cards(book: str) -> None:
    seats = {
        "Ada": {"deeds": "short-line boardwalk", "cards": ["chance"]},
        "Ben": {"deeds": "water-works", "cards": ["community-chest"]},
    }
    t = table(book, seats=seats)
    t.play("Ada offer Ben give short-line card:chance 100 get water-works card:community-chest")
    t.play("Ben accept").owns("Ada", "boardwalk", "water-works").owns("Ben", "short-line")
    t.cards(Ada=["community-chest"], Ben=["chance"]).cash(Ada=1400, Ben=1600)
    t.cites("trading.assets")


@clause("trading.assets")
def test_an_offer_must_contain_something_and_at_most_one_amount_of_cash(book: str) -> None:
    t = table(book, seats=SEATS)
    t.refuses("Ada offer Ben give nothing get nothing", "trading.assets")
    t.refuses("Ada offer Ben give 0 get 0", "trading.assets")
    t.refuses("Ada offer Ben give 10 get 20", "trading.assets")
    t.refuses("Ada offer Ben give short-line 10 20 get nothing", "trading.assets")
    t.may("Ada offer Ben give 10 get nothing", "Ada offer Ben give nothing get water-works")


@clause("trading.assets")
def test_a_player_can_offer_only_things_they_own(book: str) -> None:
    t = table(book, seats={**SEATS, "Cleo": {"cash": 20}})
    t.refuses("Ada offer Ben give water-works get 5", "trading.assets")
    t.refuses("Ada offer Ben give 5 get short-line", "trading.assets")
    t.refuses("Ada offer Cleo give short-line get 21", "trading.assets")
    t.refuses("Cleo offer Ada give 21 get short-line", "trading.assets")
    t.refuses("Ada offer Ben give card:chance get 5", "trading.assets")
    t.refuses("Ada offer Ben give oriental-avenue get 5", "trading.assets")
    t.may("Cleo offer Ada give 20 get short-line")


@shown("trading.assets", by="grammar")
def test_the_notation_has_no_line_for_promises_shares_options_or_houses(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place:1 boardwalk"}})
    for item in ("house", "boardwalk:1", "option:boardwalk", "50%", "rent:5", "later:100", "half"):
        t.malformed(f"Ada offer Ben give {item} get 100")
    t.malformed("Ada offer Ben give get 100").malformed("Ada offer Ben get 100")
    t.malformed("Ada offer Ben give boardwalk boardwalk get 1").malformed("Ada promise Ben 100")


@clause("trading.mortgaged", "mortgage.transfer-choice")
def test_a_mortgaged_deed_stays_mortgaged_after_a_trade(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada offer Ben give short-line get 30", "Ben accept").owns("Ben", "short-line:m")
    t.cites("trading.mortgaged").ask("Ben transfer").play("Ben keep").cites(
        "mortgage.transfer-choice"
    )
    t.owns("Ben", "short-line:m").ask("Ada roll")


@clause("trading.no-shared-ownership", "houses.full-group")
def test_two_players_cannot_share_a_deed_or_a_group(book: str) -> None:
    seats = {"Ada": {"deeds": "boardwalk"}, "Ben": {"deeds": "park-place"}}
    t = table(book, seats=seats).refuses("Ada build boardwalk", "houses.full-group")
    t.refuses("Cleo offer Ada give park-place get 5", "trading.no-shared-ownership")
    t.malformed("Ada offer Ben give half:boardwalk get 200").malformed("Ada share boardwalk Ben")


@shown("trading.no-rent-immunity", by="grammar")
def test_the_notation_has_no_line_for_immunity_from_rent(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue"}})
    t.malformed("Ada offer Ben give 100 get immunity").malformed("Ben waive oriental-avenue")
    t.malformed("Ada offer Ben give free:boardwalk get 1").malformed("Ben spare Ada")
    t.throw("Ada", 2, 4).cash(Ada=1494, Ben=1506)
