"""Houses: where they may be built, what they cost, and when."""

from __future__ import annotations

import pytest

from scene import clause, table, will_not_load

BLUE = "park-place boardwalk"
ORANGE = "st-james-place tennessee-avenue new-york-avenue"


@clause("houses.full-group")
def test_a_player_needs_the_whole_group_to_build(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk"}, "Ben": {"deeds": "park-place"}})
    t.refuses("Ada build boardwalk", "houses.full-group")
    t.refuses("Ben build boardwalk", "houses.full-group")
    t.refuses("Ada build park-place", "houses.full-group")
    t.play("Ada offer Ben give 400 get park-place", "Ben accept", "Ada build boardwalk")
    t.cites("houses.full-group").buildings(boardwalk=1)


@clause("houses.full-group")
def test_a_position_with_houses_in_an_incomplete_group_is_refused(book: str) -> None:
    will_not_load(book, "houses.full-group", seats={"Ada": {"deeds": "boardwalk:1"}})


@clause("houses.from-bank", "bank.sells-and-lends", "shortage.supply")
def test_a_player_buys_a_house_from_the_bank(book: str) -> None:
    houses, hotels = (88, 22) if book == "australian" else (32, 12)
    t = table(book, seats={"Ada": {"deeds": BLUE}}).play("Ada build boardwalk")
    t.cash(Ada=1300, bank=-4300).stock(houses - 1, hotels).cites("houses.from-bank")
    t.malformed("Ada offer Ben give house get 100").malformed("Ada build boardwalk Ben")


@clause("houses.any-time")
def test_a_player_may_build_in_any_turn(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": BLUE}}).play("Ben build boardwalk").ask("Ada roll")
    t.throw("Ada", 4, 6).play("Ben build park-place").ask("Ada end").cites("houses.any-time")
    t.cash(Ben=1100).play("Ada end", "Ben build boardwalk").ask("Ben roll")


@clause("houses.any-time")
def test_nobody_can_build_before_a_throw_is_settled(book: str) -> None:
    seats = {"Ada": {"deeds": "short-line", "cash": 10}, "Ben": {"deeds": BLUE}}
    t = table(book, seats=seats, deck={"chance": ["small-fine"]}).play("Ada roll")
    t.refuses("Ben build boardwalk", "houses.any-time").play("chance dice 3 4")
    t.play("chance card small-fine").ask("Ada debt")
    t.refuses("Ben build boardwalk", "houses.any-time").refuses("Ada build short-line")
    t.play("Ada mortgage short-line", "Ada pay").may("Ben build boardwalk")
    t = table(book, seats={"Ada": {"deeds": BLUE}}).throw("Ada", 1, 2).ask("Ada buy")
    t.refuses("Ada build boardwalk", "houses.any-time")


@clause("houses.any-time")
def test_building_between_two_throws_of_a_turn_is_allowed(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": BLUE}}).throw("Ada", 5, 5).ask("Ada roll")
    t.play("Ada build boardwalk").ask("Ada roll").cites("houses.any-time")


@clause("houses.even")
@pytest.mark.parametrize(
    ("levels", "allowed"),
    [
        ((0, 0, 0), (True, True, True)),
        ((1, 0, 0), (False, True, True)),
        ((1, 1, 0), (False, False, True)),
        ((2, 2, 1), (False, False, True)),
        ((3, 2, 2), (False, True, True)),
        ((4, 4, 3), (False, False, True)),
        ((4, 3, 4), (False, True, False)),
    ],
)
def test_a_player_must_build_houses_evenly(
    book: str, levels: tuple[int, ...], allowed: tuple[bool, ...]
) -> None:
    ids = ORANGE.split()
    deeds = " ".join(f"{id}:{n}" if n else id for id, n in zip(ids, levels, strict=True))
    t = table(book, seats={"Ada": {"deeds": deeds}})
    for id, ok in zip(ids, allowed, strict=True):
        if ok:
            t.may(f"Ada build {id}")
        else:
            t.refuses(f"Ada build {id}", "houses.even")
    t.play(f"Ada build {ids[allowed.index(True)]}").cites("houses.even")


@clause("houses.even")
@pytest.mark.parametrize("levels", [(2, 0, 0), (3, 1, 2), (0, 2, 1), (4, 2, 3)])
def test_a_position_with_uneven_buildings_is_refused(book: str, levels: tuple[int, ...]) -> None:
    ids = ORANGE.split()
    deeds = [f"{id}:{n}" if n else id for id, n in zip(ids, levels, strict=True)]
    will_not_load(book, "houses.even", seats={"Ada": {"deeds": deeds}})
    table(book, house={"build-evenly": False}, seats={"Ada": {"deeds": deeds}})


@clause("houses.free-choice")
def test_a_player_may_put_the_first_house_on_any_street_and_the_next_in_any_group(
    book: str,
) -> None:
    for id in ORANGE.split():
        t = table(book, seats={"Ada": {"deeds": f"{ORANGE} {BLUE}"}}).play(f"Ada build {id}")
        t.may("Ada build boardwalk", "Ada build park-place").cites("houses.free-choice")
        t.may(*(f"Ada build {other}" for other in ORANGE.split() if other != id))


@clause("houses.price")
@pytest.mark.parametrize(
    ("group", "cost"),
    [
        ("mediterranean-avenue baltic-avenue", 50),
        ("oriental-avenue vermont-avenue connecticut-avenue", 50),
        ("st-charles-place states-avenue virginia-avenue", 100),
        (ORANGE, 100),
        ("kentucky-avenue indiana-avenue illinois-avenue", 150),
        ("atlantic-avenue ventnor-avenue marvin-gardens", 150),
        ("pacific-avenue north-carolina-avenue pennsylvania-avenue", 200),
        (BLUE, 200),
    ],
)
def test_a_house_costs_the_price_on_its_deed(book: str, group: str, cost: int) -> None:
    t = table(book, seats={"Ada": {"deeds": group, "cash": 2 * cost - 1}})
    for id in group.split():
        t.may(f"Ada build {id}")
    first, second = group.split()[:2]
    t.play(f"Ada build {first}").cash(Ada=cost - 1).cites("houses.price")
    t.refuses(f"Ada build {second}", "houses.price")


@clause("houses.max-four")
def test_a_street_holds_at_most_four_houses(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place:3 boardwalk:4"}}
    t = table(book, seats=seats).refuses("Ada build boardwalk", "houses.max-four")
    full = {"Ada": {"deeds": "park-place:4 boardwalk:4"}}
    t = table(book, house={"stock": [32, 0]}, seats=full)
    t.refuses("Ada build boardwalk", "houses.max-four", "shortage.wait")
    will_not_load(book, seats={"Ada": {"deeds": "park-place:5 boardwalk:5"}})


@clause("houses.quantity", "houses.price")
def test_a_player_may_build_as_much_as_cash_allows(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": BLUE, "cash": 2099}})
    for n in range(8):
        t.play(f"Ada build {BLUE.split()[n % 2]}").ask("Ada roll")
    t.cites("houses.quantity").play("Ada build boardwalk").buildings(boardwalk=5, park_place=4)
    t.cash(Ada=299).play("Ada build park-place").cash(Ada=99)
    t = table(book, seats={"Ada": {"deeds": BLUE, "cash": 199}})
    t.refuses("Ada build boardwalk", "houses.price", "houses.quantity")
    table(book, seats={"Ada": {"deeds": BLUE, "cash": 200}}).play("Ada build boardwalk").cash(Ada=0)


@clause("houses.unmortgaged-group")
def test_a_player_cannot_build_while_a_street_of_the_group_is_mortgaged(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place:m boardwalk"}})
    t.refuses("Ada build boardwalk", "houses.unmortgaged-group")
    t.refuses("Ada build park-place", "houses.unmortgaged-group")
    t.play("Ada redeem park-place").may("Ada build boardwalk", "Ada build park-place")


@clause("houses.unmortgaged-group", books=("classic", "australian", "modern", "parker1973"))
def test_a_position_with_houses_in_a_mortgaged_group_is_refused(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place:m boardwalk:1"}}
    will_not_load(book, "houses.unmortgaged-group", seats=seats)


@clause("houses.unmortgaged-group", "hotels.prerequisite", books=("wikibooks",))
def test_one_mortgaged_street_stops_all_building_in_its_group(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place:m boardwalk:1"}})
    t.refuses("Ada build boardwalk", "houses.unmortgaged-group")
    t = table(
        book, house={"build-evenly": False}, seats={"Ada": {"deeds": "park-place:m boardwalk:4"}}
    )
    t.refuses("Ada build boardwalk", "houses.unmortgaged-group", "hotels.prerequisite")


@clause("houses.rebuy-full-price", "selling-buildings.half-price")
def test_a_player_buys_back_a_sold_building_at_full_price(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place boardwalk:1"}})
    t.play("Ada sell boardwalk", "Ada mortgage boardwalk").cash(Ada=1800)
    t.play("Ada redeem boardwalk", "Ada build boardwalk").cites("houses.rebuy-full-price")
    t.cash(Ada=1360 if book == "australian" else 1380)
    t.play("Ada sell boardwalk").cites("selling-buildings.half-price")


@clause("houses.streets-only")
@pytest.mark.parametrize(
    "id", ["short-line", "water-works", "go", "jail", "income-tax", "chance-1"]
)
def test_a_player_can_build_only_on_streets(book: str, id: str) -> None:
    railroads = "short-line reading-railroad b-and-o-railroad pennsylvania-railroad"
    t = table(book, seats={"Ada": {"deeds": f"{railroads} water-works electric-company"}})
    t.refuses(f"Ada build {id}", "houses.streets-only")


@clause("houses.streets-only", "houses.full-group")
def test_a_position_with_buildings_on_other_property_is_refused(book: str) -> None:
    both = {"Ada": {"deeds": "water-works:1 electric-company:1"}}
    will_not_load(book, "houses.streets-only", seats=both)
    table(book).refuses("Ada build boardwalk", "houses.full-group")
