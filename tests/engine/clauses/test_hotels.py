"""Hotels: after four houses on every street, for one more house and the four handed back."""

from __future__ import annotations

import pytest

from scene import clause, table, will_not_load

ORANGE = ("st-james-place", "tennessee-avenue", "new-york-avenue")


def orange(*levels: object) -> str:
    return " ".join(f"{id}:{n}" if n else id for id, n in zip(ORANGE, levels, strict=True))


@clause("hotels.prerequisite")
@pytest.mark.parametrize(
    ("levels", "allowed"),
    [
        ((4, 4, 4), (True, True, True)),
        ((4, 4, 3), (False, False, None)),
        (("hotel", 4, 4), (False, True, True)),
        (("hotel", "hotel", 4), (False, False, True)),
    ],
)
def test_a_hotel_requires_four_houses_on_every_street_of_the_group(
    book: str, levels: tuple[object, ...], allowed: tuple[bool | None, ...]
) -> None:
    t = table(book, seats={"Ada": {"deeds": orange(*levels)}})
    for id, level, ok in zip(ORANGE, levels, allowed, strict=True):
        if ok:
            t.may(f"Ada build {id}")
        elif level == 4:
            t.refuses(f"Ada build {id}", "hotels.prerequisite")
    ready = allowed.index(True) if True in allowed else 2
    t.play(f"Ada build {ORANGE[ready]}")
    if ready == 2 and levels[2] == 3:
        t.is_silent_on("hotels.prerequisite").play(f"Ada build {ORANGE[0]}")
    t.cites("hotels.prerequisite")


@clause("hotels.prerequisite")
def test_a_position_with_a_hotel_next_to_three_houses_is_refused(book: str) -> None:
    will_not_load(book, "hotels.prerequisite", seats={"Ada": {"deeds": orange("hotel", 3, 4)}})


@clause("hotels.price", "hotels.houses-return", "shortage.supply")
def test_a_hotel_costs_one_house_price_and_returns_four_houses_to_the_bank(book: str) -> None:
    houses, hotels = (76, 22) if book == "australian" else (20, 12)
    t = table(book, seats={"Ada": {"deeds": orange(4, 4, 4), "cash": 150}}).stock(houses, hotels)
    t.play("Ada build new-york-avenue").cash(Ada=50).stock(houses + 4, hotels - 1)
    t.buildings(new_york_avenue=5, st_james_place=4).cites("hotels.price", "hotels.houses-return")
    t.refuses("Ada build st-james-place", "hotels.price")


@clause("hotels.one-per-street")
def test_nothing_can_be_built_on_a_street_with_a_hotel(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": orange("hotel", 4, 4)}})
    t.refuses("Ada build st-james-place", "hotels.one-per-street")
    t = table(book, seats={"Ada": {"deeds": orange("hotel", "hotel", "hotel")}})
    t.refuses("Ada build new-york-avenue", "hotels.one-per-street")


@clause("hotels.equals-five", "selling-buildings.half-price")
def test_a_hotel_counts_as_five_houses(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": orange("hotel", "hotel", "hotel")}})
    t.play("Ada sell-down orange 0").cash(Ada=2250).cites("hotels.equals-five")
    t = table(book, seats={"Ada": {"deeds": orange("hotel", 4, 4)}})
    t.play("Ada sell st-james-place").cash(Ada=1550).buildings(st_james_place=4)
    t.cites("hotels.equals-five")


@clause("hotels.no-skipping", "shortage.wait")
def test_a_player_cannot_skip_houses_to_reach_a_hotel(book: str) -> None:
    blocked = {"Ada": {"deeds": orange(4, 4, 3)}, "Ben": {"deeds": "park-place:4 boardwalk:4"}}
    t = table(book, house={"stock": [19, 12]}, seats=blocked).stock(0, 12)
    t.refuses("Ada build new-york-avenue", "hotels.no-skipping", "shortage.wait")
    t.refuses("Ada build st-james-place", "hotels.prerequisite")
    t.play("Ben sell boardwalk", "Ada build new-york-avenue", "Ben pass")
    t.play("Ada build new-york-avenue").buildings(new_york_avenue=5)


@clause("hotels.no-skipping")
def test_houses_returned_for_a_hotel_can_be_built_on_the_next_street(book: str) -> None:
    mine = f"{orange(4, 4, 4)} park-place:3 boardwalk:3"
    t = table(book, house={"stock": [18, 3]}, seats={"Ada": {"deeds": mine, "cash": 9000}})
    t.refuses("Ada build boardwalk", "hotels.no-skipping")
    t.play("Ada build st-james-place").stock(4, 2).play("Ada build boardwalk").stock(3, 2)
    t.play("Ada build park-place", "Ada build park-place", "Ada build boardwalk")
    t.buildings(boardwalk=5, park_place=5).stock(10, 0)
