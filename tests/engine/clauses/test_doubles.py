"""Doubles: the space counts, another throw follows, and the third leads to jail."""

from __future__ import annotations

from scene import clause, table


@clause("doubles.resolve-space", "doubles.extra-throw", "turn.throw-and-move")
def test_the_space_reached_by_doubles_takes_full_effect(book: str) -> None:
    t = table(book, seats={"Ben": {"deeds": "vermont-avenue"}})
    t.throw("Ada", 4, 4).cash(Ada=1494, Ben=1506).ask("Ada roll")
    t.cites("doubles.resolve-space", "doubles.extra-throw", "turn.throw-and-move")


@clause("doubles.resolve-space", "purchase.option")
def test_property_is_bought_or_declined_before_the_next_throw(book: str) -> None:
    t = table(book).throw("Ada", 3, 3).ask("Ada buy")
    t.refuses("Ada roll", "doubles.resolve-space", "purchase.option")
    t.cites("doubles.resolve-space").play("Ada buy").ask("Ada roll").owns("Ada", "oriental-avenue")
    t.throw("Ada", 1, 3).at(Ada="jail").ask("Ada end")


@clause("doubles.resolve-space", "auction.trigger")
def test_the_auction_is_held_before_the_next_throw(book: str) -> None:
    t = table(book, players="Ada Ben").throw("Ada", 3, 3).play("Ada decline").ask("Ben bid")
    t.refuses("Ada roll", "auction.trigger").play("Ben bid 60")
    if book != "wikibooks":
        t.play("Ada pass")
    t.ask("Ada roll").owns("Ben", "oriental-avenue")


@clause("doubles.extra-throw")
def test_a_player_must_take_the_extra_throw_for_doubles(book: str) -> None:
    t = table(book).throw("Ada", 5, 5).refuses("Ada end", "doubles.extra-throw")
    t.throw("Ada", 4, 6).ask("Ada end").refuses("Ada roll", "doubles.extra-throw")


@clause("doubles.third", "jail.entry", "jail.direct", "jail.ends-turn")
def test_the_third_doubles_send_a_player_straight_to_jail(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "go"}, "Ben": {"deeds": "boardwalk park-place"}})
    t.throw("Ada", 5, 5).throw("Ada", 5, 5).ask("Ada roll").at(Ada="free-parking")
    t.throw("Ada", 2, 2).at(Ada="jail").jail(Ada=0).cash(Ada=1500).ask("Ada end")
    t.cites("doubles.third", "jail.ends-turn").refuses("Ada roll", "jail.ends-turn")
    t.play("Ada end").ask("Ben roll")


@clause("doubles.third")
def test_a_player_sent_to_jail_by_three_doubles_earns_no_salary_on_the_way(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}, doubles=2)
    t.throw("Ada", 6, 6).at(Ada="jail").jail(Ada=0).cash(Ada=1500).is_silent_on("go.salary")
    t.cites("doubles.third")


@clause("doubles.third")
def test_doubles_from_an_earlier_turn_do_not_count(book: str) -> None:
    t = table(book, players="Ada Ben")
    t.throw("Ada", 5, 5).throw("Ada", 6, 4).play("Ada end")
    t.throw("Ben", 4, 6).play("Ben end")
    t.throw("Ada", 5, 5).jail(Ada=0)  # space 30 sends her to jail by itself
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "jail"}}, doubles=1)
    t.throw("Ada", 5, 5).ask("Ada roll").throw("Ada", 1, 1).jail(Ada=0).cites("doubles.third")


@clause("doubles.third", "rent.utility-dice")
def test_doubles_thrown_for_rent_do_not_count(book: str) -> None:
    t = table(
        book,
        decks="us-1936",
        deck={"chance": ["nearest-utility"]},
        seats={"Ada": {"at": "go"}, "Ben": {"deeds": "electric-company"}},
        doubles=1,
    )
    t.throw("Ada", 3, 4).play("chance card nearest-utility", "Ada roll", "chance dice 6 6")
    t.cash(Ada=1380, Ben=1620).at(Ada="electric-company").ask("Ada end").jail(Ada="free")
    t = table(book, seats={"Ada": {"at": "pennsylvania-railroad"}}, doubles=2)
    t.throw("Ada", 2, 2).cites("doubles.third")


@clause("doubles.extra-throw", "jail.ends-turn")
def test_doubles_that_land_on_go_to_jail_earn_no_extra_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "free-parking"}})
    t.throw("Ada", 5, 5).at(Ada="jail").jail(Ada=0).ask("Ada end")
    t.cites("doubles.extra-throw", "jail.ends-turn").refuses("Ada roll", "jail.ends-turn")


@clause("doubles.extra-throw", "bankruptcy.retire")
def test_a_bankrupt_player_gets_no_extra_throw_for_doubles(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 10, "at": "park-place"}, "Ben": {"deeds": "boardwalk"}})
    t.throw("Ada", 1, 1).ask("Ada debt").play("Ada bankrupt").ask("Ben roll")
    t.cites("bankruptcy.retire").cash(Ada=0, Ben=1510)
    t.throw("Ben", 5, 5).cites("doubles.extra-throw")
