"""Free Parking has no effect."""

from __future__ import annotations

from scene import clause, table, will_not_load


@clause("free-parking.nothing", "free-parking.no-pot")
def test_nothing_happens_on_free_parking(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "jail"}}).throw("Ada", 4, 6).at(Ada="free-parking")
    t.cash(Ada=1500, bank=-4500, pot=0).ask("Ada end").cites("free-parking.nothing")


@clause("free-parking.no-pot", "bank.collects")
def test_no_pot_collects_on_the_board(book: str) -> None:
    seats = {"Ada": {"at": "short-line"}, "Ben": {"at": "pennsylvania-railroad"}}
    t = table(book, seats=seats).throw("Ada", 1, 2).cash(pot=0).cites("free-parking.no-pot")
    t.cites("bank.collects").play("Ada end").throw("Ben", 1, 4).at(Ben="free-parking")
    t.cash(Ben=1500, pot=0)


@clause("free-parking.no-pot")
def test_a_position_with_a_pot_is_refused_without_the_house_rule(book: str) -> None:
    will_not_load(book, "free-parking.no-pot", pot=100)
    table(book, pot=100, house={"free-parking": "pot"}).cash(pot=100)
