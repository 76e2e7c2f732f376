"""GO: the salary, once for each lap."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from scene import BOOKS, clause, table

TOWN = Path(__file__).resolve().parents[3] / "docs" / "examples" / "my-town.toml"


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
def test_a_card_move_past_go_earns_the_salary(book: str, card: str, space: str, cash: int) -> None:
    mine = "st-charles-place illinois-avenue boardwalk"
    t = table(book, seats={"Ada": {"at": "marvin-gardens", "deeds": mine}}, deck={"chance": [card]})
    t.throw("Ada", 3, 4).play(f"chance card {card}").at(Ada=space).cash(Ada=cash)
    t.cites("cards.obey", *(["go.salary"] if cash > 1500 else []))
    if cash == 1500:
        t.is_silent_on("go.salary")


@clause("go.once-per-lap")
def test_leaving_go_earns_no_second_salary(book: str) -> None:
    t = table(book, players="Ada Ben", seats={"Ada": {"at": "short-line"}})
    t.throw("Ada", 2, 3).cash(Ada=1700).play("Ada end").throw("Ben", 4, 6).play("Ben end")
    t.throw("Ada", 4, 6).cash(Ada=1700).cites("go.once-per-lap").is_silent_on("go.salary")


@clause("go.once-per-lap")
def test_the_first_move_from_go_earns_no_salary(book: str) -> None:
    table(book).throw("Ada", 4, 6).cash(Ada=1500).cites("go.once-per-lap")


@clause("go.salary")
def test_a_player_gets_the_salary_before_the_space_takes_effect(book: str) -> None:
    seats = {"Ada": {"at": "boardwalk", "cash": 0}, "Ben": {"deeds": "oriental-avenue"}}
    t = table(book, seats=seats).throw("Ada", 3, 4).ask("Ada end")
    t.cash(Ada=194, Ben=1506).cites("go.salary")
    assert t.payments() == [("bank", "Ada", 200), ("Ada", "Ben", 6)]


@clause("go.second-salary-by-card", "go.salary")
@pytest.mark.parametrize(
    ("dice", "deck"), [((1, 2), "community-chest"), ((3, 5), "chance")], ids=["two", "seven"]
)
def test_passing_go_and_then_reaching_it_by_a_card_pays_twice(
    book: str, dice: tuple[int, int], deck: str
) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}, deck={deck: ["advance-to-go"]})
    t.throw("Ada", *dice).cash(Ada=1700).play("chance card advance-to-go")
    t.at(Ada="go").cash(Ada=1900).cites("go.second-salary-by-card", "go.salary")


AGAIN = {
    "decks": "us-1936",
    "seats": {"Ada": {"at": "boardwalk", "deeds": "reading-railroad"}},
    "deck": {"chance": ["advance-to-5"]},
}
OTHERS = tuple(book for book in BOOKS if book != "australian")


@clause("go.second-salary-by-card", books=OTHERS)
def test_every_card_that_passes_go_again_pays_the_salary_again(book: str) -> None:
    t = table(book, **AGAIN).throw("Ada", 3, 5).cites("go.salary")
    t.is_silent_on("go.second-salary-by-card")
    t.play("chance card advance-to-5").cash(Ada=1900)
    t.cites("go.second-salary-by-card", "go.salary", "bank.pays")


@clause("go.second-salary-by-card", books=("australian",))
def test_only_the_advance_to_go_card_pays_again_in_the_australian_rulebook(book: str) -> None:
    t = table(book, **AGAIN).throw("Ada", 3, 5).cash(Ada=1700).cites("go.salary")
    t.play("chance card advance-to-5").at(Ada="reading-railroad").cash(Ada=1700)
    t.cites("go.second-salary-by-card").is_silent_on("go.salary", "bank.pays")
    # From a space before GO the same card pays, because GO is passed for the first time.
    seats = {"Ada": {"at": "atlantic-avenue", "deeds": "reading-railroad"}}
    t = table(book, **{**AGAIN, "seats": seats}).throw("Ada", 4, 6)
    t.play("chance card advance-to-5").cash(Ada=1700)
    t.cites("go.salary").is_silent_on("go.second-salary-by-card")


def town(deck: str, id: str, **card: object) -> dict[str, Any]:
    """Return the example edition with another effect on one card."""
    edition = tomllib.loads(TOWN.read_text("utf-8"))
    for row in edition[deck]:
        if row["id"] == id:
            row.clear()
            row.update(id=id, text="A card of our own.", **card)
    return edition


@clause("go.second-salary-by-card")
def test_a_card_drawn_instead_of_paying_pays_the_second_salary(book: str) -> None:
    edition = town("community-chest", "old-home", do="pay-or-chance", amount=10)
    cards = {row["id"]: row for row in edition["chance"]}
    cards["errand"].update(to=1, text="A card of our own.")
    seats = {"Ada": {"at": "@39", "deeds": "@1"}}
    decks = {"community-chest": ["old-home"], "chance": ["errand"]}
    t = table(book, edition=edition, seats=seats, deck=decks).throw("Ada", 1, 2)
    t.play("chance card old-home", "Ada take-chance", "chance card errand")
    t.cites("go.second-salary-by-card").cash(Ada=1700 if book == "australian" else 1900)


@clause("go.salary", "cards.obey")
def test_a_card_that_names_the_current_space_moves_the_token_a_full_lap(book: str) -> None:
    """Only a card that is drawn instead of paying can name the space that its drawer is on."""
    edition = town("community-chest", "old-home", do="pay-or-chance", amount=10)
    errand = next(row for row in edition["chance"] if row["id"] == "errand")
    errand.update(to=17, text="A card of our own.")
    seats = {"Ada": {"at": "@14"}}
    decks = {"community-chest": ["old-home"], "chance": ["errand"]}
    t = table(book, edition=edition, seats=seats, deck=decks).throw("Ada", 1, 2)
    t.play("chance card old-home", "Ada take-chance", "chance card errand").cash(Ada=1700)
    t.at(Ada="town-news-2").cites("go.salary", "cards.obey").ask("chance card")


@clause("go.second-salary-by-card")
def test_a_card_drawn_after_a_move_back_pays_the_second_salary(book: str) -> None:
    edition = town("chance", "errand", do="back", steps=5)
    seats = {"Ada": {"at": "@39"}}
    decks = {"chance": ["errand"], "community-chest": ["to-market"]}
    t = table(book, edition=edition, seats=seats, deck=decks).throw("Ada", 3, 5)
    t.play("chance card errand", "chance card to-market").at(Ada="market-day").cash(Ada=1900)
    t.cites("go.second-salary-by-card")


@clause("go.second-salary-by-card")
def test_a_second_card_in_the_same_move_pays_the_second_salary(book: str) -> None:
    edition = town("chance", "errand", do="advance", to=17)
    edition["community-chest"][1].clear()
    edition["community-chest"][1].update(id="old-home", text="Ours.", do="advance", to=1)
    seats = {"Ada": {"at": "@39", "deeds": "@1"}}
    decks = {"chance": ["errand"], "community-chest": ["old-home"]}
    t = table(book, edition=edition, seats=seats, deck=decks).throw("Ada", 3, 5)
    t.play("chance card errand").cash(Ada=1700).is_silent_on("go.second-salary-by-card")
    t.play("chance card old-home").at(Ada="apple-lane")
    t.cites("go.second-salary-by-card").cash(Ada=1700 if book == "australian" else 1900)


@clause("go.second-salary-by-card")
def test_a_second_card_also_pays_again_if_the_first_card_itself_passed_go(book: str) -> None:
    edition = town("chance", "errand", do="advance", to=2)
    edition["community-chest"][1].clear()
    edition["community-chest"][1].update(id="old-home", text="Ours.", do="advance", to=1)
    seats = {"Ada": {"at": "@20", "deeds": "@1"}}
    decks = {"chance": ["errand"], "community-chest": ["old-home"]}
    t = table(book, edition=edition, seats=seats, deck=decks).throw("Ada", 1, 1)
    t.play("chance card errand").cash(Ada=1700).is_silent_on("go.second-salary-by-card")
    t.play("chance card old-home").at(Ada="apple-lane")
    t.cites("go.second-salary-by-card").cash(Ada=1700 if book == "australian" else 1900)


@clause("go.salary", "jail.direct", "cards.obey")
def test_a_player_sent_to_jail_by_a_card_keeps_the_salary_from_the_throw(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "boardwalk"}}, deck={"chance": ["go-to-jail"]})
    t.throw("Ada", 3, 5).cash(Ada=1700).cites("go.salary")
    t.play("chance card go-to-jail").cash(Ada=1700).jail(Ada=0).cites("jail.direct")


@clause("go.salary", "cards.obey")
def test_moving_backward_past_go_earns_nothing(book: str) -> None:
    t = table(
        book,
        edition="london",
        seats={"Ada": {"at": "boardwalk", "deeds": "mediterranean-avenue"}},
        deck={"community-chest": ["back-to-1"]},
    )
    t.throw("Ada", 1, 2).cash(Ada=1700).cites("go.salary")
    t.play("chance card back-to-1").at(Ada="mediterranean-avenue").cash(Ada=1700)
    t.cites("cards.obey").is_silent_on("go.salary")
