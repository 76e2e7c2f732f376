"""Mortgages: taking them, lifting them, and mortgaged deeds that change hands."""

from __future__ import annotations

import pytest

from scene import clause, shown, table

DEEDS = {
    # id: (mortgage value, to lift it, to lift it in the australian book)
    "mediterranean-avenue": (30, 33, 36),
    "vermont-avenue": (50, 55, 60),
    "connecticut-avenue": (60, 66, 72),
    "virginia-avenue": (80, 88, 96),
    "tennessee-avenue": (90, 99, 108),
    "illinois-avenue": (120, 132, 144),
    "marvin-gardens": (140, 154, 168),
    "pennsylvania-avenue": (160, 176, 192),
    "park-place": (175, 193, 210),
    "boardwalk": (200, 220, 240),
    "short-line": (100, 110, 120),
    "water-works": (75, 83, 90),
}


@clause("mortgage.value", "mortgage.bank-only", "bank.sells-and-lends")
@pytest.mark.parametrize(("id", "value"), [(id, row[0]) for id, row in DEEDS.items()])
def test_a_mortgage_pays_half_the_printed_price(book: str, id: str, value: int) -> None:
    t = table(book, seats={"Ada": {"deeds": id}}).play(f"Ada mortgage {id}")
    t.cash(Ada=1500 + value, bank=-4500 - value).owns("Ada", f"{id}:m")
    t.cites("mortgage.value", "mortgage.bank-only").refuses(f"Ada mortgage {id}", "mortgage.value")


@clause("mortgage.lift", "mortgage.interest-base", "bank.collects")
@pytest.mark.parametrize(("id", "row"), DEEDS.items())
def test_lifting_a_mortgage_costs_its_value_and_a_tenth(
    book: str, id: str, row: tuple[int, int, int]
) -> None:
    cost = row[2] if book == "australian" else row[1]
    t = table(book, seats={"Ada": {"deeds": f"{id}:m", "cash": cost}}).play(f"Ada redeem {id}")
    t.cash(Ada=0).owns("Ada", id).cites("mortgage.lift", "mortgage.interest-base")
    t = table(book, seats={"Ada": {"deeds": f"{id}:m", "cash": cost - 1}})
    t.refuses(f"Ada redeem {id}", "mortgage.lift", "mortgage.interest-base")


@clause("mortgage.interest-base", "mortgage.transfer-interest")
def test_a_house_rule_can_set_the_base_of_the_mortgage_interest(book: str) -> None:
    own = "mortgage-value" if book == "australian" else "printed-price"
    house = {"mortgage.interest-base": own, "mortgage.transfer-interest": own}
    t = table(book, house=house, seats={"Ada": {"deeds": "short-line:m water-works:m"}})
    t.play("Ada redeem short-line").cites("mortgage.interest-base")
    t.cash(Ada=1390 if book == "australian" else 1380)
    t.play("Ada offer Ben give water-works get nothing", "Ben accept", "Ben keep")
    t.cash(Ben=1492 if book == "australian" else 1485).cites("mortgage.transfer-interest")


@clause("mortgage.any-time")
def test_a_player_may_take_and_lift_mortgages_in_any_turn(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "short-line water-works:m"}})
    t.play("Ben mortgage short-line").ask("Ada roll").cites("mortgage.any-time").throw("Ada", 4, 6)
    t.play("Ben redeem water-works", "Ben redeem short-line").ask("Ada end")
    t.cites("mortgage.any-time").owns("Ben", "short-line", "water-works")


@clause("mortgage.any-time")
def test_players_may_mortgage_while_something_is_unsettled_only_to_raise_cash(book: str) -> None:
    seats = {"Ada": {"deeds": "boardwalk:m"}, "Ben": {"deeds": "short-line water-works:m"}}
    t = (
        table(book, seats=seats)
        .play("Ada roll")
        .refuses("Ben mortgage short-line", "mortgage.any-time")
    )
    t.refuses("Ben redeem water-works", "mortgage.any-time").play("chance dice 1 2").ask("Ada buy")
    t.refuses("Ben mortgage short-line", "mortgage.any-time")
    t.refuses("Ada redeem boardwalk", "mortgage.any-time").play("Ada decline").ask("Ben bid")
    t.refuses("Ben redeem water-works", "mortgage.any-time").play("Ben mortgage short-line")


@shown("mortgage.bank-only", by="grammar")
def test_the_notation_has_no_line_for_a_pledge_to_a_player(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line"}})
    t.malformed("Ada mortgage short-line Ben").malformed("Ada pledge short-line Ben 100")
    t.malformed("Ada mortgage short-line 50").malformed("Ada offer Ben give short-line:m get 100")


@clause("mortgage.bare-group", books=("classic", "australian", "modern", "parker1973"))
def test_the_whole_group_must_be_bare_before_a_player_mortgages_a_street(book: str) -> None:
    sky = "oriental-avenue:1 vermont-avenue connecticut-avenue"
    t = table(book, seats={"Ada": {"deeds": sky}})
    for id in ("oriental-avenue", "vermont-avenue", "connecticut-avenue"):
        t.refuses(f"Ada mortgage {id}", "mortgage.bare-group")
    t.play("Ada sell oriental-avenue").may("Ada mortgage vermont-avenue")


@clause("mortgage.bare-group", "rent.group-double-mortgage", books=("wikibooks",))
def test_only_the_street_itself_must_be_bare_before_its_owner_mortgages_it(book: str) -> None:
    sky = "oriental-avenue:1 vermont-avenue connecticut-avenue"
    t = table(book, seats={"Ben": {"deeds": sky}})
    t.refuses("Ben mortgage oriental-avenue", "mortgage.bare-group")
    t.play("Ben mortgage vermont-avenue").owns(
        "Ben", "oriental-avenue", "vermont-avenue:m", "connecticut-avenue"
    )
    t.refuses("Ben build connecticut-avenue", "houses.unmortgaged-group")
    t.play("Ben sell oriental-avenue").buildings(oriental_avenue=0)
    t.throw("Ada", 2, 4).cash(Ada=1488).cites("rent.group-double-mortgage")


@clause("mortgage.bare-group")
@pytest.mark.parametrize("value", ["group", "lot"])
def test_a_house_rule_can_set_how_much_of_the_group_must_be_bare_before_a_mortgage(
    book: str, value: str
) -> None:
    sky = "oriental-avenue:1 vermont-avenue connecticut-avenue"
    t = table(book, house={"mortgage.bare-group": value}, seats={"Ada": {"deeds": sky}})
    if value == "lot":
        t.may("Ada mortgage vermont-avenue")
        t.refuses("Ada mortgage oriental-avenue", "mortgage.bare-group")
    else:
        t.refuses("Ada mortgage vermont-avenue", "mortgage.bare-group")


@clause("mortgage.property-only")
def test_a_player_cannot_mortgage_buildings(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place:1 boardwalk:1"}})
    t.refuses("Ada mortgage boardwalk", "mortgage.property-only").malformed("Ada mortgage house")
    t.refuses("Ada mortgage income-tax", "mortgage.property-only")


@clause("mortgage.deed-face-down", "rent.mortgaged-none")
def test_a_mortgaged_deed_lies_face_down_until_its_owner_lifts_the_mortgage(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue"}})
    t.play("Ben mortgage oriental-avenue").mortgaged(oriental_avenue=True, vermont_avenue=False)
    t.cites("mortgage.deed-face-down").throw("Ada", 2, 4).cash(Ada=1500)
    t.cites("rent.mortgaged-none").play("Ben redeem oriental-avenue").mortgaged(
        oriental_avenue=False
    )
    t.refuses("Ben redeem oriental-avenue", "mortgage.lift")


@clause("mortgage.lift")
def test_a_player_cannot_lift_a_mortgage_in_part(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m", "cash": 60}})
    t.malformed("Ada redeem short-line 50").refuses("Ada redeem short-line", "mortgage.lift")
    t.refuses("Ada redeem", "mortgage.lift")


@clause("mortgage.owner-keeps")
def test_the_owner_keeps_mortgaged_property_and_only_the_owner_can_lift_the_mortgage(
    book: str,
) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line"}}).play("Ada mortgage short-line")
    t.owner(short_line="Ada").cites("mortgage.owner-keeps")
    t.refuses("Ben redeem short-line", "mortgage.owner-keeps")
    t.refuses("Ben mortgage short-line", "mortgage.owner-keeps")


# ---------------------------------------------------------------- changing hands


@clause("mortgage.transfer-choice", "mortgage.lift")
def test_a_new_owner_may_lift_a_mortgage_at_once_and_pay_interest_only_once(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada offer Ben give short-line get 10", "Ben accept").ask("Ben transfer")
    t.refuses("Ada roll").refuses("Ada redeem short-line").play("Ben redeem").owns(
        "Ben", "short-line"
    )
    t.cash(Ben=1370 if book == "australian" else 1380, Ada=1510).ask("Ada roll")
    t.cites("mortgage.transfer-choice", "mortgage.lift")


@clause("mortgage.transfer-interest", "mortgage.transfer-choice")
@pytest.mark.parametrize(
    ("id", "interest", "australian"),
    [("short-line", 10, 20), ("water-works", 8, 15), ("park-place", 18, 35), ("boardwalk", 20, 40)],
)
def test_a_player_who_keeps_a_mortgage_pays_the_interest_at_once(
    book: str, id: str, interest: int, australian: int
) -> None:
    due = australian if book == "australian" else interest
    t = table(book, seats={"Ada": {"deeds": f"{id}:m"}, "Ben": {"cash": 100}})
    t.play(f"Ada offer Ben give {id} get 10", "Ben accept", f"Ben keep {id}")
    t.cash(Ben=90 - due, Ada=1510).owns("Ben", f"{id}:m").cites("mortgage.transfer-interest")


@clause("mortgage.later-lift-interest", "mortgage.transfer-interest")
def test_lifting_a_mortgage_later_costs_the_interest_again(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada offer Ben give short-line get nothing", "Ben accept", "Ben keep")
    t.cites("mortgage.transfer-interest").play("Ben redeem short-line")
    t.cash(Ben=1360 if book == "australian" else 1380).cites("mortgage.later-lift-interest")


@clause("mortgage.transfer-interest")
def test_every_transfer_of_a_mortgaged_deed_costs_the_interest_again(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada offer Ben give short-line get nothing", "Ben accept", "Ben keep")
    t.play("Ben offer Cleo give short-line get nothing", "Cleo accept", "Cleo keep")
    due = 20 if book == "australian" else 10
    t.cash(Ada=1500, Ben=1500 - due, Cleo=1500 - due).cites("mortgage.transfer-interest")


@clause("mortgage.transfer-choice")
def test_an_offer_of_a_mortgaged_deed_needs_a_buyer_with_cash_for_the_interest(book: str) -> None:
    due = 20 if book == "australian" else 10
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}, "Ben": {"cash": due - 1}})
    t.refuses("Ada offer Ben give short-line get nothing", "mortgage.transfer-choice")
    t.may("Ada offer Ben give short-line 1 get nothing")
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}, "Ben": {"cash": 50}})
    t.refuses(f"Ada offer Ben give short-line get {51 - due}", "mortgage.transfer-choice")
    t.refuses(f"Ben offer Ada give {51 - due} get short-line", "mortgage.transfer-choice")
    t.may(f"Ada offer Ben give short-line get {50 - due}")


@clause("mortgage.transfer-choice", "mortgage.lift")
def test_a_new_owner_needs_enough_cash_to_lift_a_mortgage_at_once(book: str) -> None:
    t = table(
        book, seats={"Ada": {"deeds": "short-line:m"}, "Ben": {"cash": 100, "deeds": "boardwalk"}}
    )
    t.play("Ada offer Ben give short-line get nothing", "Ben accept")
    t.refuses("Ben redeem short-line", "mortgage.lift").refuses("Ben mortgage boardwalk")
    t.refuses("Ben redeem water-works", "mortgage.transfer-choice")
    t.refuses("Ben keep water-works", "mortgage.transfer-choice").play("Ben keep short-line")


@clause("mortgage.lift")
def test_a_player_may_omit_the_deed_name_only_when_answering_about_that_deed(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk:m short-line:m"}})
    t.refuses("Ada redeem", "mortgage.lift").malformed("Ada mortgage").refuses("Ada keep")
    t.play("Ada offer Ben give short-line get nothing", "Ben accept", "Ben redeem")
    t.mortgaged(boardwalk=True, short_line=False).cites("mortgage.lift")


@clause("mortgage.transfer-choice")
def test_the_new_owner_decides_about_mortgaged_deeds_one_by_one_in_board_order(book: str) -> None:
    seats = {
        "Ada": {"deeds": "boardwalk:m reading-railroad:m vermont-avenue"},
        "Ben": {"deeds": "water-works:m baltic-avenue:m"},
    }
    t = table(book, seats=seats)
    t.play(
        "Ada offer Ben give boardwalk reading-railroad vermont-avenue get water-works baltic-avenue",
        "Ben accept",
    )
    t.ask("Ada transfer").refuses("Ada keep water-works").play("Ada keep baltic-avenue")
    t.ask("Ada transfer").play("Ada redeem water-works").ask("Ben transfer")
    t.play("Ben keep reading-railroad").ask("Ben transfer").play("Ben redeem boardwalk")
    t.ask("Ada roll").cites("mortgage.transfer-choice")
    t.owns("Ada", "baltic-avenue:m", "water-works").owns(
        "Ben", "reading-railroad:m", "vermont-avenue", "boardwalk"
    )
    if book == "australian":
        t.cash(Ada=1500 - 6 - 90, Ben=1500 - 20 - 240)
    else:
        t.cash(Ada=1500 - 3 - 83, Ben=1500 - 10 - 220)
