"""Combined house rules: pairs that affect the same moment, and whole books made of house rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from scene import BOOKS, clause, table, will_not_load
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.errors import LoadError
from titledeed.engine.record import Game, read_record
from titledeed.game.state_digest import state_digest

BLUE = "park-place boardwalk"
GOLDEN = Path(__file__).resolve().parents[2] / "golden"


# ---------------------------------------------------------------- every parameter, all at once


def made_of(book: str, other: str) -> dict[str, Any]:
    """Return the house rules that turn one book into another."""
    return {
        key: values[other]
        for key, values in rules_compiler.parameter_table().items()
        if values[other] != values[book] and key != "short-game.offered"
    }


@pytest.mark.parametrize("other", BOOKS)
@pytest.mark.parametrize("book", BOOKS)
def test_a_rulebook_with_all_the_rules_of_another_rulebook_plays_like_that_rulebook(
    book: str, other: str
) -> None:
    record = json.loads((GOLDEN / f"{other}-atlantic-city.json").read_text("utf-8"))
    lines = record.pop("step")[0]["play"][:700]
    record = {key: value for key, value in record.items() if key not in ("checksum", "x-digests")}
    record["decks"] = rules_compiler.default_decks("atlantic-city", other)
    as_it_is = Game(read_record(record))
    game = Game(read_record({**record, "rulebook": book, "house_rules": made_of(book, other)}))
    assert game.rules.official == (made_of(book, other) == {})
    for line in lines:
        as_it_is.line(line)
        game.line(line)
    assert state_digest(game.state) == state_digest(as_it_is.state)


def test_a_rulebook_without_the_rules_of_another_rulebook_plays_differently() -> None:
    """The books really differ on these lines, so the test above can fail."""
    refused = 0
    for other in BOOKS:
        record = json.loads((GOLDEN / f"{other}-atlantic-city.json").read_text("utf-8"))
        lines = record.pop("step")[0]["play"][:700]
        del record["checksum"], record["x-digests"]
        record["decks"] = rules_compiler.default_decks("atlantic-city", other)
        wanted = Game(read_record(record))
        plain = Game(read_record({**record, "rulebook": "modern"}))
        for line in lines:
            wanted.line(line)
        try:
            for line in lines:
                plain.line(line)
        except Exception:  # noqa: BLE001 - refused, or no longer an answer: either is a difference
            refused += 1
        else:
            refused += state_digest(plain.state) != state_digest(wanted.state)
    assert refused >= 3


# ---------------------------------------------------------------- pairs


@clause("purchase.option")
def test_without_auctions_property_stays_with_the_bank_during_the_first_lap(book: str) -> None:
    house = {"auctions": False, "lap-first": True}
    t = table(book, house=house, seats={"Ben": {"laps": 1}}).throw("Ada", 1, 2)
    t.ask("Ada end").owner(baltic_avenue="bank").play("Ada end")
    t.throw("Ben", 1, 2).ask("Ben buy").cites("purchase.option").play("Ben decline").ask("Ben end")
    t.owner(baltic_avenue="bank").is_silent_on("auction.trigger")


@clause("houses.from-bank", "shortage.wait")
def test_uneven_building_is_still_limited_by_the_stock(book: str) -> None:
    house = {"build-evenly": False, "stock": [4, 1], "auctions": False}
    t = table(book, house=house, seats={"Ada": {"deeds": BLUE, "cash": 5000}})
    t.play(*["Ada build boardwalk"] * 4).stock(0, 1).cites("houses.from-bank")
    t.refuses("Ada build park-place", "shortage.wait")


@clause("houses.unmortgaged-group")
def test_with_uneven_building_a_bare_street_can_be_mortgaged_which_stops_building_in_its_group(
    book: str,
) -> None:
    house = {"build-evenly": False, "mortgage.bare-group": "lot"}
    t = table(book, house=house, seats={"Ada": {"deeds": "park-place boardwalk:3", "cash": 5000}})
    t.play("Ada mortgage park-place").mortgaged(park_place=True).buildings(boardwalk=3)
    t.refuses("Ada build boardwalk", "houses.unmortgaged-group")


@clause("short-game.score")
def test_the_first_of_two_limits_to_be_reached_ends_the_game(book: str) -> None:
    house = {"limit-rounds": 1, "limit-minutes": 45}
    t = table(book, players="Ada Ben", house=house, seats={"Ben": {"cash": 1600}})
    t.throw("Ada", 4, 6).play("Ada end").throw("Ben", 4, 6).play("Ben end").winners("Ben")
    t.cites("short-game.score")
    house = {"limit-rounds": 30, "limit-minutes": 45}
    t = table(book, players="Ada Ben", house=house, seats={"Ben": {"cash": 1600}})
    t.play("chance time-up").throw("Ada", 4, 6).play("Ada end").throw("Ben", 4, 6).play("Ben end")
    t.winners("Ben")


@clause("turn.order", "short-game.score")
def test_rounds_are_also_counted_when_the_turn_passes_to_the_right(book: str) -> None:
    house = {"turn.order": "right", "limit-rounds": 1}
    t = table(book, house=house, seats={"Cleo": {"cash": 1600}})
    t.throw("Ada", 4, 6).play("Ada end").ask("Cleo roll").cites("turn.order")
    t.throw("Cleo", 4, 6).play("Cleo end").ask("Ben roll").throw("Ben", 4, 6).play("Ben end")
    t.winners("Cleo").cites("short-game.score")


@clause("short-game.score", books=("parker1973",))
def test_a_short_game_can_have_a_round_limit(book: str) -> None:
    house = {"limit-rounds": 1}
    seats = {"Ada": {"cash": 100, "deeds": "boardwalk"}, "Ben": {"cash": 400}}
    t = table(book, players="Ada Ben", variant="short", house=house, seats=seats)
    t.throw("Ada", 4, 6).play("Ada end").throw("Ben", 4, 6).play("Ben end").winners("Ada")


def test_a_short_game_with_no_starting_cash_is_refused() -> None:
    sentence = will_not_load("parker1973", variant="short", house={"starting-cash": 0}, turn=None)
    assert sentence


@clause("rent.claim-deadline")
def test_an_owner_may_ask_for_rent_at_any_time_if_no_deadline_applies(book: str) -> None:
    house = {"rent.claim-deadline": "none"}
    seats = {"Ben": {"deeds": "oriental-avenue"}, "Ada": {"at": "go"}}
    t = table(book, rent="asked", house=house, seats=seats).throw("Ada", 2, 4).play("Ada end")
    t.throw("Ben", 4, 6).play("Ben end").throw("Cleo", 4, 6).play("Cleo end")
    t.throw("Ada", 1, 3).cash(Ada=1500, Ben=1500).play("Ben ask-rent oriental-avenue")
    t.cash(Ada=1494, Ben=1506)
    house = {"rent.claim-deadline": "next-player-throw"}
    t = table(book, rent="asked", house=house, seats=seats).throw("Ada", 2, 4).play("Ada end")
    t.throw("Ben", 4, 6).refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    t.cites("rent.claim-deadline")


@clause("jail.fine-amount")
def test_a_jail_fine_in_a_later_turn_goes_to_the_pot(book: str) -> None:
    house = {"jail.fine-window": "turns-1-3", "free-parking": "pot"}
    t = table(book, house=house, seats={"Ada": {"jail": 2}}, pot=10).play("Ada fine")
    t.cash(Ada=1450, pot=60).cites("jail.fine-amount")


@clause("tax.on-landing")
def test_taxes_borrowed_from_another_rulebook_go_to_the_pot(book: str) -> None:
    house = {"tax.income": "flat-200", "tax.luxury": 75, "free-parking": "pot"}
    seats = {"Ada": {"at": "go"}, "Ben": {"at": "short-line"}}
    t = table(book, house=house, seats=seats).throw("Ada", 1, 3).cash(Ada=1300, pot=200)
    t.cites("tax.on-landing").play("Ada end").throw("Ben", 1, 2).cash(Ben=1425, pot=275)


@clause("auction.opening-bid")
def test_a_house_rule_for_the_lowest_bid_works_together_with_one_for_the_bidders(book: str) -> None:
    house = {
        "auction.opening-bid": 10,
        "auction.bidders": "all but decliner",
        "purchase.no-second-thoughts": "barred until next landing",
    }
    t = table(book, house=house).throw("Ada", 1, 2).play("Ada decline").ask("Ben bid")
    t.refuses("Ben bid 9", "auction.opening-bid").play("Ben bid 10", "Cleo pass").ask("Ada end")
    t.owner(baltic_avenue="Ben")


@clause("go.salary")
def test_each_seat_can_have_its_own_salary(book: str) -> None:
    house = {"salary": [400, 200, 0], "go-landing": "double"}
    at = {"at": "short-line"}
    t = table(book, house=house, seats={"Ada": at, "Ben": at, "Cleo": {**at, "cash": 70}})
    t.throw("Ada", 2, 3).cash(Ada=2300).cites("go.salary").play("Ada end")
    t.throw("Ben", 1, 4).cash(Ben=1900).cites("go.salary").play("Ben end")
    t.throw("Cleo", 2, 3).cash(Cleo=70).cites("go.salary")


@pytest.mark.parametrize(
    ("salary", "says"),
    [
        ([400, 200], "“salary” must have one amount for each of the 3 players, not 2."),
        ([400, 200, 200, 100], "“salary” must have one amount for each of the 3 players, not 4."),
        (
            [],
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        (
            [1] * 9,
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        (
            [400, 200, -1],
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        (
            [400, 200, True],
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        (
            [400, 200, "1"],
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        (
            [400, 200, 100_001],
            "“salary” must be a whole number from 0 to 100000, or a list of such numbers, one for each seat",
        ),
        ("400", "“salary” must be a whole number"),
    ],
)
def test_a_list_of_salaries_must_match_the_number_of_seats(salary: object, says: str) -> None:
    assert says in will_not_load("modern", house={"salary": salary}, players="Ada Ben Cleo")


# ---------------------------------------------------------------- none without a scene


def test_each_house_rule_has_a_scene() -> None:
    told = "".join(
        (Path(__file__).parent / name).read_text("utf-8")
        for name in ("test_misc.py", "test_house_rules.py")
    )
    scenes = told.split(
        "# ---------------------------------------------------------------- Free Parking"
    )[1]
    assert [key for key in rules_compiler.HOUSE_RULES if f'"{key}"' not in scenes] == []


@pytest.mark.parametrize("key", [*rules_compiler.HOUSE_RULES, *rules_compiler.parameter_table()])
def test_a_house_rule_without_a_value_is_refused(key: str) -> None:
    """JSON can have ``null`` as a value."""
    table = {"format": "title-deed/1", "rulebook": "modern", "seats": ["Ada", "Ben"]}
    with pytest.raises(LoadError, match="House rules"):
        Game(read_record(table | {"house_rules": {key: None}}))
