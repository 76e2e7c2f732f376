"""Rent: how much, to whom, and how long the owner may ask for it."""

from __future__ import annotations

import pytest

from scene import clause, table, will_not_load

ATLANTIC = "atlantic-avenue ventnor-avenue marvin-gardens"


# ---------------------------------------------------------------- how much


@clause("rent.due", "setup.deed-data")
def test_the_lander_pays_the_owner(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue"}}).throw("Ada", 2, 4)
    t.cash(Ada=1494, Ben=1506, Cleo=1500, bank=-4500).ask("Ada end").cites("rent.due")


@clause("rent.due", "jail.activities")
def test_an_owner_in_jail_still_collects_rent(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue", "jail": 1}}).throw("Ada", 2, 4)
    t.cash(Ada=1494, Ben=1506).cites("rent.due", "jail.activities")


@clause("rent.by-card-move", "rent.due")
def test_rent_is_also_due_after_a_card_move(book: str) -> None:
    seats = {"Ben": {"deeds": "illinois-avenue"}}
    t = table(book, seats=seats, deck={"chance": ["advance-to-24"]}).throw("Ada", 3, 4)
    t.play("chance card advance-to-24").cash(Ada=1480, Ben=1520).cites("rent.by-card-move")


@clause("rent.mortgaged-none")
@pytest.mark.parametrize(
    ("id", "dice"),
    [("oriental-avenue", (2, 4)), ("reading-railroad", (2, 3)), ("electric-company", (6, 6))],
)
def test_mortgaged_property_earns_no_rent(book: str, id: str, dice: tuple[int, int]) -> None:
    t = table(book, seats={"Ben": {"deeds": f"{id}:m"}}).throw("Ada", *dice)
    t.cash(Ada=1500, Ben=1500).cites("rent.mortgaged-none")
    t.ask("Ada roll" if dice == (6, 6) else "Ada end")


@clause("rent.mortgaged-none", "rent.claim-deadline")
def test_an_owner_cannot_claim_rent_for_mortgaged_property(book: str) -> None:
    t = table(book, rent="asked", seats={"Ben": {"deeds": "oriental-avenue:m"}})
    t.throw("Ada", 2, 4).cites("rent.mortgaged-none")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")


@clause("rent.group-double")
def test_an_owner_of_a_whole_group_collects_double_rent_on_bare_streets(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue connecticut-avenue"}})
    t.throw("Ada", 2, 4).cash(Ada=1488, Ben=1512).cites("rent.group-double")
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue"}})
    t.throw("Ada", 2, 4).cash(Ada=1494, Ben=1506).is_silent_on("rent.group-double")


@clause("rent.group-double")
def test_a_group_doubles_the_rent_as_soon_as_it_is_complete(book: str) -> None:
    seats = {"Ben": {"deeds": "boardwalk"}, "Cleo": {"deeds": "park-place"}, "Ada": {"at": "@36"}}
    t = table(book, seats=seats)
    t.play("Ben offer Cleo give 300 get park-place", "Cleo accept")
    t.throw("Ada", 1, 2).cash(Ada=1400).cites("rent.group-double")


@clause("rent.group-double-mortgage", "rent.siblings-unmortgaged", "rent.group-double")
def test_bare_streets_earn_double_rent_even_when_others_in_the_group_are_mortgaged(
    book: str,
) -> None:
    t = table(
        book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue:m connecticut-avenue:m"}}
    )
    t.throw("Ada", 2, 4).cash(Ada=1488, Ben=1512).cites("rent.group-double-mortgage")


@clause("rent.siblings-unmortgaged")
def test_a_mortgage_does_not_stop_rent_on_other_streets_of_the_group(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "oriental-avenue vermont-avenue:m"}})
    t.throw("Ada", 2, 4).cash(Ada=1494, Ben=1506).cites("rent.siblings-unmortgaged")


@clause("rent.group-double-part-built", "rent.group-double")
def test_a_bare_street_earns_double_rent_even_when_others_in_its_group_have_houses(
    book: str,
) -> None:
    deeds = "oriental-avenue vermont-avenue:1 connecticut-avenue:1"
    t = table(book, seats={"Ben": {"deeds": deeds}}).throw("Ada", 2, 4).cash(Ada=1488, Ben=1512)
    t.cites("rent.group-double-part-built")


@clause("rent.buildings")
@pytest.mark.parametrize(
    ("level", "rent"), [("1", 200), ("2", 600), ("3", 1400), ("4", 1700), ("hotel", 2000)]
)
def test_buildings_alone_set_the_rent_of_a_built_street(book: str, level: str, rent: int) -> None:
    seats = {
        "Ada": {"at": "@36", "cash": 3000},
        "Ben": {"deeds": f"park-place:{level} boardwalk:{level}"},
    }
    t = table(book, seats=seats).throw("Ada", 1, 2).cash(Ada=3000 - rent, Ben=1500 + rent)
    t.cites("rent.buildings").is_silent_on("rent.group-double")


@clause("rent.railroad-scale")
@pytest.mark.parametrize(
    ("deeds", "rent"),
    [
        ("short-line", 25),
        ("short-line reading-railroad", 50),
        ("short-line reading-railroad b-and-o-railroad", 100),
        ("short-line reading-railroad b-and-o-railroad pennsylvania-railroad", 200),
    ],
)
def test_railroad_rent_depends_on_the_number_of_railroads_owned(
    book: str, deeds: str, rent: int
) -> None:
    others = "reading-railroad b-and-o-railroad pennsylvania-railroad"
    cleo = " ".join(id for id in others.split() if id not in deeds.split())
    t = table(book, seats={"Ada": {"at": "@29"}, "Ben": {"deeds": deeds}, "Cleo": {"deeds": cleo}})
    t.throw("Ada", 2, 4).cash(Ada=1500 - rent, Ben=1500 + rent, Cleo=1500)
    t.cites("rent.railroad-scale")


@clause("rent.holdings-count-mortgaged", "rent.railroad-scale")
def test_mortgaged_railroads_count_toward_the_rent_of_the_others(book: str) -> None:
    deeds = "short-line reading-railroad:m b-and-o-railroad:m"
    t = table(book, seats={"Ada": {"at": "@29"}, "Ben": {"deeds": deeds}}).throw("Ada", 2, 4)
    t.cash(Ada=1400, Ben=1600).cites("rent.holdings-count-mortgaged")


@clause("rent.holdings-count-mortgaged", "rent.utility-multiplier")
def test_a_mortgaged_utility_counts_toward_the_rent_of_the_other_one(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company water-works:m"}})
    t.throw("Ada", 2, 4).cites(*([] if book in FRESH else ["rent.holdings-count-mortgaged"]))
    if book in FRESH:
        t.play("Ada roll", "chance dice 2 4").cites("rent.holdings-count-mortgaged")
    t.cash(Ada=1440, Ben=1560)


@clause("rent.marvin-gardens")
def test_the_third_yellow_street_earns_a_rent_of_24(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@23"}, "Ben": {"deeds": "marvin-gardens"}})
    t.throw("Ada", 2, 4).cash(Ada=1476, Ben=1524).cites("rent.marvin-gardens")
    t = table(book, seats={"Ada": {"at": "@23"}, "Ben": {"deeds": ATLANTIC}})
    t.throw("Ada", 2, 4).cash(Ada=1452, Ben=1548).cites("rent.marvin-gardens", "rent.group-double")


@clause("rent.marvin-gardens")
def test_the_third_yellow_street_rents_for_22_by_agreement_as_on_older_boards(book: str) -> None:
    for deeds, rent in (("marvin-gardens", 22), (ATLANTIC, 44)):
        t = table(
            book,
            house={"rent.marvin-gardens": 22},
            seats={"Ada": {"at": "@23"}, "Ben": {"deeds": deeds}},
        )
        assert t.game.rules.official
        t.throw("Ada", 2, 4).cash(Ada=1500 - rent, Ben=1500 + rent).cites("rent.marvin-gardens")


# ---------------------------------------------------------------- utilities

FRESH = ("modern", "wikibooks")
LANDING = ("classic", "australian", "parker1973")


@clause("rent.utility-dice", "rent.utility-multiplier", books=LANDING)
def test_the_throw_of_the_move_sets_the_rent_of_a_utility(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company"}})
    t.throw("Ada", 2, 4).cash(Ada=1476, Ben=1524).ask("Ada end").cites("rent.utility-dice")


@clause("rent.utility-dice", "rent.utility-multiplier", books=FRESH)
def test_a_new_throw_sets_the_rent_of_a_utility(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company"}})
    t.throw("Ada", 2, 4).ask("Ada rent-roll").cash(Ada=1500).refuses("Ada end")
    t.refuses("Ben roll", "rent.utility-dice").throw("Ada", 5, 6).cash(Ada=1456, Ben=1544)
    t.at(Ada="electric-company").ask("Ada end").cites("rent.utility-dice")


@clause("rent.utility-dice", books=FRESH)
def test_doubles_in_a_throw_for_rent_earn_no_extra_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company"}})
    t.throw("Ada", 2, 4).throw("Ada", 3, 3).cash(Ada=1476).ask("Ada end").at(Ada="electric-company")
    t.cites("rent.utility-dice")


@clause("rent.utility-dice", books=FRESH)
def test_doubles_of_the_move_still_earn_an_extra_throw_after_a_throw_for_rent(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company"}})
    t.throw("Ada", 3, 3).throw("Ada", 1, 2).cites("rent.utility-dice").ask("Ada roll")
    t.cash(Ada=1488)


@clause("rent.utility-dice", "rent.by-card-move")
def test_the_nearest_utility_card_requires_a_new_throw_in_every_rulebook(book: str) -> None:
    t = table(
        book,
        decks="us-1936",
        deck={"chance": ["nearest-utility"]},
        seats={"Ben": {"deeds": "electric-company"}},
    )
    t.throw("Ada", 3, 4).play("chance card nearest-utility").ask("Ada rent-roll")
    t.throw("Ada", 1, 2).cash(Ada=1470, Ben=1530).cites("rent.utility-dice")


@clause("rent.utility-multiplier")
@pytest.mark.parametrize(
    ("ben", "cleo", "wikibooks", "others"),
    [
        ("electric-company", "", 4, 4),
        ("electric-company water-works", "", 10, 10),
        ("electric-company", "water-works", 10, 4),
        ("electric-company", "water-works:m", 10, 4),
        ("electric-company water-works:m", "", 10, 10),
    ],
)
def test_utility_rent_is_a_multiple_of_the_dice(
    book: str, ben: str, cleo: str, wikibooks: int, others: int
) -> None:
    seats = {"Ada": {"at": "@6"}, "Ben": {"deeds": ben}, "Cleo": {"deeds": cleo}}
    t = table(book, seats=seats).throw("Ada", 2, 4)
    if book in FRESH:
        t.throw("Ada", 2, 4)
    rent = 6 * (wikibooks if book == "wikibooks" else others)
    t.cash(Ada=1500 - rent, Ben=1500 + rent, Cleo=1500).cites("rent.utility-multiplier")


@clause("rent.utility-multiplier", books=("wikibooks",))
def test_the_higher_utility_rent_also_applies_if_the_lander_owns_the_other_utility(
    book: str,
) -> None:
    seats = {"Ada": {"at": "@6", "deeds": "water-works"}, "Ben": {"deeds": "electric-company"}}
    t = table(book, seats=seats).throw("Ada", 2, 4).throw("Ada", 2, 4)
    t.cash(Ada=1440, Ben=1560).cites("rent.utility-multiplier")


@clause("rent.utility-multiplier", "rent.utility-dice")
def test_a_house_rule_can_use_the_utility_rules_of_another_rulebook(book: str) -> None:
    house = {
        "rent.utility-multiplier": "owner-count" if book == "wikibooks" else "both-owned-by-anyone",
        "rent.utility-dice": "landing" if book in FRESH else "fresh",
    }
    seats = {
        "Ada": {"at": "@6"},
        "Ben": {"deeds": "electric-company"},
        "Cleo": {"deeds": "water-works"},
    }
    t = table(book, house=house, seats=seats).throw("Ada", 2, 4)
    if book in LANDING:
        t.throw("Ada", 1, 1)
    rent = {"classic": 20, "australian": 20, "modern": 60, "wikibooks": 24, "parker1973": 20}[book]
    t.cash(Ada=1500 - rent).cites("rent.utility-multiplier", "rent.utility-dice")


# ---------------------------------------------------------------- rent that must be asked for

ASKED = {"rent": "asked", "seats": {"Ben": {"deeds": "oriental-avenue"}}}
QUICK = ("modern", "wikibooks")
SECOND = ("classic", "parker1973")


@clause("rent.claim-deadline", "rent.due")
def test_a_player_pays_rent_when_the_owner_asks_for_it(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).ask("Ada end").cash(Ada=1500)
    t.cites("rent.claim-deadline").may("Ben ask-rent oriental-avenue Ada")
    t.play("Ben ask-rent oriental-avenue").cash(Ada=1494, Ben=1506).ask("Ada end")
    t.cites("rent.claim-deadline", "rent.due")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")


@clause("rent.claim-deadline")
def test_only_the_owner_can_ask_for_rent_and_only_for_rent_owed(book: str) -> None:
    t = table(book, **ASKED).refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    t.throw("Ada", 2, 4).refuses("Cleo ask-rent oriental-avenue", "rent.claim-deadline")
    t.refuses("Ada ask-rent oriental-avenue").refuses("Ben ask-rent oriental-avenue Cleo")
    t.refuses("Ben ask-rent vermont-avenue", "rent.claim-deadline").may("Ben ask-rent @6")


@clause("rent.claim-deadline", books=QUICK)
def test_a_claim_lapses_when_the_next_player_throws(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ada end").may("Ben ask-rent oriental-avenue")
    t.play("Ben roll").cites("rent.claim-deadline")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline").play("chance dice 4 6")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline").cash(Ada=1500)


@clause("rent.claim-deadline", books=SECOND)
def test_a_claim_lapses_when_the_second_player_after_the_debtor_throws(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ada end").throw("Ben", 4, 6)
    t.may("Ben ask-rent oriental-avenue").play("Ben end").may("Ben ask-rent oriental-avenue")
    t.play("Cleo roll").cites("rent.claim-deadline").play("chance dice 4 6")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline").cash(Ada=1500)


@clause("rent.claim-deadline", books=("australian",))
def test_a_claim_without_a_deadline_never_lapses(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ada end")
    for name in ("Ben", "Cleo", "Ada", "Ben", "Cleo"):
        t.throw(name, *((4, 6) if name != "Ada" else (1, 3))).play(f"{name} end")
    t.play("Ben ask-rent oriental-avenue").cash(Ada=1494, Ben=1506).cites("rent.claim-deadline")


@clause("rent.claim-deadline", books=SECOND)
def test_with_two_players_the_claim_lapses_at_the_next_throw_of_the_debtor(book: str) -> None:
    t = table(book, players="Ada Ben", **ASKED).throw("Ada", 2, 4).play("Ada end")
    t.throw("Ben", 4, 6).play("Ben end").may("Ben ask-rent oriental-avenue")
    t.play("Ada roll").cites("rent.claim-deadline").play("chance dice 1 3")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")


@clause("rent.claim-deadline", books=QUICK)
def test_with_two_players_the_throw_of_the_owner_ends_the_claim(book: str) -> None:
    t = table(book, players="Ada Ben", **ASKED).throw("Ada", 2, 4).play("Ada end")
    t.may("Ben ask-rent oriental-avenue").throw("Ben", 4, 6).cites("rent.claim-deadline")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")


@clause("rent.claim-deadline")
def test_throws_by_the_debtor_in_the_same_turn_do_not_end_a_claim(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 3, 3).ask("Ada roll").throw("Ada", 2, 2).ask("Ada roll")
    t.throw("Ada", 4, 6).ask("Ada end").play("Ben ask-rent oriental-avenue").cash(Ada=1494)
    t.cites("rent.claim-deadline")


@clause("rent.claim-deadline")
def test_several_throws_in_one_turn_count_once_toward_the_claim_deadline(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ada end").throw("Ben", 5, 5)
    t.throw("Ben", 4, 6)
    if book in QUICK:
        t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    else:
        t.play("Ben ask-rent oriental-avenue").cash(Ada=1494).cites("rent.claim-deadline")


@clause("rent.claim-deadline", "jail.failed-throw")
def test_a_throw_in_jail_counts_toward_the_claim_deadline(book: str) -> None:
    seats = {"Ben": {"deeds": "oriental-avenue", "jail": 0}, "Cleo": {"jail": 0}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).play("Ada end")
    t.throw("Ben", 1, 2).jail(Ben=1).cites("jail.failed-throw")
    if book in QUICK:
        t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
        return
    t.may("Ben ask-rent oriental-avenue").play("Ben end").throw("Cleo", 1, 2)
    if book in SECOND:
        t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    else:
        t.play("Ben ask-rent oriental-avenue").cites("rent.claim-deadline").cash(Ada=1494)


@clause("rent.claim-deadline", "jail.fine-amount")
def test_paying_to_leave_jail_does_not_count_as_a_throw(book: str) -> None:
    seats = {"Ben": {"deeds": "oriental-avenue", "jail": 0}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).play("Ada end", "Ben fine")
    t.cites("jail.fine-amount").play("Ben ask-rent oriental-avenue").cash(Ada=1494, Ben=1456)
    t.cites("rent.claim-deadline").ask("Ben roll")


@clause("rent.claim-deadline")
def test_claimed_rent_is_the_amount_at_the_time_of_landing(book: str) -> None:
    deeds = "oriental-avenue vermont-avenue connecticut-avenue"
    t = table(book, rent="asked", seats={"Ben": {"deeds": deeds}}).throw("Ada", 2, 4)
    t.play("Ben build oriental-avenue", "Ben ask-rent oriental-avenue").cash(Ada=1488)
    t.cites("rent.claim-deadline")
    t = table(book, **ASKED).throw("Ada", 2, 4)
    t.play("Ben mortgage oriental-avenue", "Ben ask-rent oriental-avenue").cash(Ada=1494)


@clause("rent.claim-deadline", "rent.utility-dice")
def test_a_player_on_a_utility_throws_when_the_owner_asks_for_rent(book: str) -> None:
    seats = {"Ada": {"at": "@6"}, "Ben": {"deeds": "electric-company"}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).ask("Ada end")
    t.play("Ada end", "Ben ask-rent electric-company")
    if book in FRESH:
        t.ask("Ada rent-roll").refuses("Ben roll", "rent.utility-dice").throw("Ada", 1, 2)
    t.cash(Ada=1488 if book in FRESH else 1476).ask("Ben roll")
    t.cites("rent.claim-deadline" if book not in FRESH else "rent.utility-dice")


@clause("rent.claim-deadline")
def test_the_oldest_claim_is_paid_first_unless_the_owner_names_a_debtor(book: str) -> None:
    claims = [
        {"space": "oriental-avenue", "by": "Cleo", "from": "Ada", "amount": 7},
        {"space": "oriental-avenue", "by": "Cleo", "from": "Ben", "amount": 9},
    ]
    seats = {"Cleo": {"deeds": "oriental-avenue"}}
    t = table(book, turn="Ben", rent="asked", seats=seats, claims=claims)
    t.play("Cleo ask-rent oriental-avenue").cash(Ada=1493, Ben=1500, Cleo=1507)
    t.cites("rent.claim-deadline")
    t = table(book, turn="Ben", rent="asked", seats=seats, claims=claims)
    t.play("Cleo ask-rent oriental-avenue Ben").cash(Ada=1500, Ben=1491, Cleo=1509)
    t.play("Cleo ask-rent oriental-avenue").cash(Ada=1493)


@clause("rent.claim-deadline")
def test_only_the_first_throw_of_a_turn_counts_toward_the_claim_deadline(book: str) -> None:
    """Only a turn's first throw counts, and before a second doubles the mover has already made it."""
    of = "Cleo" if book == "australian" or book in SECOND else "Ada"
    throws = 1 if of == "Cleo" else 0
    claims = [{"space": "oriental-avenue", "by": "Ben", "from": of, "amount": 7, "throws": throws}]
    at = {"at": "jail" if of == "Cleo" else "oriental-avenue"}
    seats = {"Ben": {"deeds": "oriental-avenue"}, "Ada": at}
    t = table(book, rent="asked", seats=seats, claims=claims, doubles=1)
    t.throw("Ada", *((4, 6) if of == "Cleo" else (1, 3))).ask("Ada end").play(
        "Ben ask-rent oriental-avenue"
    ).cites("rent.claim-deadline")
    t.cash(**{of: 1493, "Ben": 1507})


@clause("rent.claim-deadline", "rent.due")
@pytest.mark.parametrize(
    ("doubles", "at", "claims"),
    [
        (1, "oriental-avenue", "Cleo"),  # Ada's first throw would have aged it
        (2, "oriental-avenue", "Ada Cleo"),
        (1, "oriental-avenue", "Ada Ada"),  # she has landed only once
        (2, "oriental-avenue", "Ada Ada Ada"),
        (1, "jail", "Ada"),  # she has landed elsewhere
        (2, None, "Ada Ada"),
    ],
)
def test_a_position_with_a_claim_that_does_not_fit_the_throws_of_the_turn_is_refused(
    book: str, doubles: int, at: str | None, claims: str
) -> None:
    rows = [
        {"space": "oriental-avenue", "by": "Ben", "from": of, "amount": 7} for of in claims.split()
    ]
    seats = {"Ben": {"deeds": "oriental-avenue"}, "Ada": {"at": at} if at else {}}
    claim = {"rent": "asked", "seats": seats, "claims": rows, "doubles": doubles}
    will_not_load(book, "rent.claim-deadline", "rent.due", **claim)


@clause("rent.claim-deadline")
def test_claims_from_the_current_turn_load_together_with_its_doubles(book: str) -> None:
    """With two doubles, only one of the landings needs to be on another player's property."""
    claim = {"space": "oriental-avenue", "by": "Ben", "from": "Ada", "amount": 7}
    seats = {"Ben": {"deeds": "oriental-avenue"}, "Ada": {"at": "oriental-avenue"}}
    for doubles, count in ((1, 1), (2, 1), (2, 2)):
        claims = [claim] * count
        t = table(book, rent="asked", seats=seats, claims=claims, doubles=doubles)
        t.play("Ben ask-rent oriental-avenue").cash(Ada=1493, Ben=1507).cites("rent.claim-deadline")
    table(book, rent="asked", seats={**seats, "Ada": {}}, claims=[claim], doubles=2).ask("Ada roll")


@clause("rent.claim-deadline")
def test_an_owner_can_claim_rent_only_when_nothing_is_unsettled(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 3, 3).play("Ada roll")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline").play("chance dice 1 2")
    t.ask("Ada buy").refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    t.play("Ada buy").may("Ben ask-rent oriental-avenue")


@clause("rent.claim-deadline", "debt.raise-cash")
def test_rent_asked_for_can_become_a_debt(book: str) -> None:
    seats = {"Ada": {"cash": 1, "deeds": "short-line"}, "Ben": {"deeds": "oriental-avenue"}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).play("Ada end")
    t.play("Ben ask-rent oriental-avenue").ask("Ada debt").cites("debt.raise-cash")
    t.play("Ada mortgage short-line", "Ada pay").cash(Ada=95, Ben=1506).ask("Ben roll")
    t.cites("rent.claim-deadline")


@clause("rent.claim-deadline", "bankruptcy.to-player")
def test_rent_asked_for_can_bankrupt_a_player_out_of_turn(book: str) -> None:
    seats = {"Ada": {"cash": 1}, "Ben": {"deeds": "oriental-avenue"}}
    t = table(book, rent="asked", seats=seats).throw("Ada", 2, 4).play("Ada end")
    t.play("Ben ask-rent oriental-avenue", "Ada bankrupt").ask("Ben roll").cash(Ben=1501)
    t.cites("rent.claim-deadline", "bankruptcy.to-player").playing("Ben", "Cleo")


@clause("rent.claim-deadline", "bankruptcy.retire")
def test_a_rent_claim_lapses_when_its_owner_or_its_debtor_leaves_the_game(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ben resign", "Cleo pass", "Ada pass")
    t.refuses("Ben ask-rent oriental-avenue", "bankruptcy.retire")
    t.refuses("Ada ask-rent oriental-avenue", "rent.claim-deadline")
    t = table(book, **ASKED).throw("Ada", 2, 4).play("Ada resign")
    t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")


@clause("rent.claim-deadline")
def test_the_seller_of_a_property_keeps_an_open_rent_claim(book: str) -> None:
    t = table(book, **ASKED).throw("Ada", 2, 4)
    t.play("Ben offer Cleo give oriental-avenue get 5", "Cleo accept")
    t.refuses("Cleo ask-rent oriental-avenue", "rent.claim-deadline")
    t.play("Ben ask-rent oriental-avenue").cash(Ada=1494, Ben=1511, Cleo=1495)


@clause("rent.claim-deadline")
def test_a_loaded_claim_counts_the_throws_already_made(book: str) -> None:
    claim = {"space": "oriental-avenue", "by": "Ben", "from": "Ada"}
    t = table(book, turn="Cleo", rent="asked", seats=ASKED["seats"], claims=[claim])
    t.may("Ben ask-rent oriental-avenue").throw("Cleo", 4, 6)
    if book in QUICK:
        t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
        return
    t.play("Ben ask-rent oriental-avenue").cash(Ada=1494).cites("rent.claim-deadline")
    claim["throws"] = 1
    t = table(book, turn="Cleo", rent="asked", seats=ASKED["seats"], claims=[claim])
    t.may("Ben ask-rent oriental-avenue").throw("Cleo", 4, 6)
    if book in SECOND:
        t.refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
    else:
        t.may("Ben ask-rent oriental-avenue")


LANDLORD = {"Ben": {"deeds": "boardwalk:3 park-place:3 reading-railroad:m short-line"}}


@clause("rent.due")
@pytest.mark.parametrize(("space", "left"), [("boardwalk", 100), ("short-line", 1450)])
def test_a_loaded_claim_without_an_amount_uses_the_current_rent(
    book: str, space: str, left: int
) -> None:
    claims = [{"space": space, "by": "Ben", "from": "Ada"}]
    t = table(book, turn="Ben", rent="asked", seats=LANDLORD, claims=claims)
    t.play(f"Ben ask-rent {space}").cash(Ada=left, Ben=3000 - left).cites("rent.due")


@clause("rent.due")
@pytest.mark.parametrize(
    ("space", "by"), [("boardwalk", "Cleo"), ("oriental-avenue", "Ben"), ("income-tax", "Ben")]
)
def test_a_position_with_a_claim_for_impossible_rent_is_refused(
    book: str, space: str, by: str
) -> None:
    claims = [{"space": space, "by": by, "from": "Ada"}]
    will_not_load(book, "rent.due", seats=LANDLORD, claims=claims)


@clause("rent.mortgaged-none")
def test_a_position_with_a_claim_on_mortgaged_property_is_refused(book: str) -> None:
    claims = [{"space": "reading-railroad", "by": "Ben", "from": "Ada"}]
    will_not_load(book, "rent.mortgaged-none", seats=LANDLORD, claims=claims)


@clause("rent.claim-deadline")
def test_a_loaded_claim_may_name_an_amount_and_a_former_owner(book: str) -> None:
    claims = [{"space": "boardwalk", "by": "Cleo", "from": "Ada", "amount": 50}]
    t = table(book, turn="Ben", rent="asked", seats=LANDLORD, claims=claims)
    t.play("Cleo ask-rent boardwalk").cash(Ada=1450, Cleo=1550).cites("rent.claim-deadline")


@clause("rent.claim-deadline", books=(*QUICK, *SECOND))
def test_a_position_with_a_lapsed_claim_is_refused(book: str) -> None:
    claims = [{"space": "boardwalk", "by": "Ben", "from": "Ada", "throws": 2}]
    will_not_load(book, "rent.claim-deadline", seats=LANDLORD, claims=claims)


@clause("rent.claim-deadline", "rent.due", books=("classic", "modern"))
def test_unclaimed_rent_costs_the_debtor_nothing(book: str) -> None:
    """This is the owner's only way to waive rent (ruling: rent.due)."""
    t = table(book, **ASKED).throw("Ada", 2, 4).cites("rent.due").play("Ada end")
    t.throw("Ben", 4, 6).play("Ben end").throw("Cleo", 4, 6).play("Cleo end").throw("Ada", 1, 3)
    t.cash(Ada=1500, Ben=1500).refuses("Ben ask-rent oriental-avenue", "rent.claim-deadline")
