"""GO: the salary, once for each time round."""

from __future__ import annotations

import pytest

from scene import clause, table


@clause("go.salary", "bank.pays")
@pytest.mark.parametrize(("dice", "space"), [((2, 3), "go"), ((4, 6), "reading-railroad")])
def test_reaching_or_passing_go_pays_200(book: str, dice: tuple[int, int], space: str) -> None:
    t = table(book, seats={"Ada": {"at": "short-line", "deeds": "reading-railroad"}})
    t.throw("Ada", *dice).at(Ada=space).cash(Ada=1700).cites("go.salary")


@clause("cards.obey")
@pytest.mark.parametrize(
    ("card", "space", "cash"),
    [
        ("advance-to-go", "go", 1700),
        ("advance-to-11", "st-charles-place", 1700),
        ("advance-to-24", "illinois-avenue", 1700),
        ("advance-to-39", "boardwalk", 1500),
    ],
)
def test_a_card_that_leads_over_go_earns_the_salary(
    book: str, card: str, space: str, cash: int
) -> None:
    mine = "st-charles-place illinois-avenue boardwalk"
    t = table(book, seats={"Ada": {"at": "marvin-gardens", "deeds": mine}}, deck={"chance": [card]})
    t.throw("Ada", 3, 4).play(f"chance card {card}").at(Ada=space).cash(Ada=cash)
    t.cites("cards.obey", *(["go.salary"] if cash > 1500 else []))
    if cash == 1500:
        t.is_silent_on("go.salary")


@clause("go.once-per-lap")
def test_leaving_go_earns_nothing_more(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "short-line"}})
    t.throw("Ada", 2, 3).cash(Ada=1700).play("Ada end").throw("Ben", 4, 6).play("Ben end")
    t.throw("Ada", 4, 6).cash(Ada=1700).cites("go.once-per-lap").is_silent_on("go.salary")


@clause("go.once-per-lap")
def test_the_first_move_from_go_earns_nothing(book: str) -> None:
    table(book).throw("Ada", 4, 6).cash(Ada=1500).cites("go.once-per-lap")


@clause("go.salary")
def test_the_salary_is_there_before_the_space_is_settled(book: str) -> None:
    seats = {"Ada": {"at": "boardwalk", "cash": 0}, "Ben": {"deeds": "oriental-avenue"}}
    t = table(book, seats=seats).throw("Ada", 3, 4).ask("Ada end")
    t.cash(Ada=194, Ben=1506).cites("go.salary")
    assert t.payments() == [("bank", "Ada", 200), ("Ada", "Ben", 6)]


@clause("go.second-salary-by-card", "go.salary")
@pytest.mark.parametrize(
    ("dice", "deck"), [((1, 2), "community-chest"), ((3, 5), "chance")], ids=["two", "seven"]
)
def test_go_passed_and_then_reached_by_a_card_pays_twice(
    book: str, dice: tuple[int, int], deck: str
) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}, deck={deck: ["advance-to-go"]})
    t.throw("Ada", *dice).cash(Ada=1700).play("chance card advance-to-go")
    t.at(Ada="go").cash(Ada=1900).cites("go.second-salary-by-card", "go.salary")


@clause("go.second-salary-by-card")
def test_every_card_that_goes_round_again_pays_again(book: str) -> None:
    t = table(
        book,
        decks="us-1936",
        seats={"Ada": {"at": "boardwalk", "deeds": "reading-railroad"}},
        deck={"chance": ["advance-to-5"]},
    )
    t.throw("Ada", 3, 5).play("chance card advance-to-5").cash(Ada=1900)
    t.cites("go.second-salary-by-card")


@clause("go.salary", "jail.direct", "cards.obey")
def test_a_card_that_jails_keeps_the_salary_of_the_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}, deck={"chance": ["go-to-jail"]})
    t.throw("Ada", 3, 5).cash(Ada=1700).cites("go.salary")
    t.play("chance card go-to-jail").cash(Ada=1700).jail(Ada=0).cites("jail.direct")


@clause("go.salary", "cards.obey")
def test_going_back_over_go_earns_nothing(book: str) -> None:
    t = table(
        book,
        edition="london",
        seats={"Ada": {"at": "boardwalk", "deeds": "mediterranean-avenue"}},
        deck={"community-chest": ["back-to-1"]},
    )
    t.throw("Ada", 1, 2).cash(Ada=1700).cites("go.salary")
    t.play("chance card back-to-1").at(Ada="mediterranean-avenue").cash(Ada=1700)
    t.cites("cards.obey").is_silent_on("go.salary")
