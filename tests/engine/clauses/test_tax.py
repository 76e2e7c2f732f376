"""Taxes: Income Tax in each book, the choice before the count, a player's worth, and Luxury Tax."""

from __future__ import annotations

import pytest

from scene import clause, table

CHOICE = ("classic", "wikibooks", "parker1973")


@clause("tax.on-landing", "bank.collects")
def test_a_tax_is_paid_to_the_bank_on_landing(book: str) -> None:
    amount = {"classic": 75, "australian": 100, "modern": 100, "wikibooks": 75, "parker1973": 75}[
        book
    ]
    t = table(book, seats={"Ada": {"at": "short-line"}}).throw("Ada", 1, 2).at(Ada="luxury-tax")
    t.cash(Ada=1500 - amount, bank=-4500 + amount, Ben=1500).ask("Ada end")
    t.cites("tax.on-landing", "bank.collects")


@clause("tax.on-landing")
def test_passing_a_tax_costs_nothing(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "short-line"}, "Ben": {"at": "short-line"}})
    t.throw("Ada", 1, 4).cash(Ada=1700).is_silent_on("tax.on-landing").play("Ada end")
    t.throw("Ben", 1, 2).cites("tax.on-landing")


@clause("tax.on-landing", "cards.obey")
def test_a_card_can_also_lead_to_a_tax(book: str) -> None:
    t = table(book, deck={"chance": ["back-three"]}).throw("Ada", 3, 4)
    t.play("chance card back-three").at(Ada="income-tax").cites("cards.obey")
    if book in CHOICE:
        t.ask("Ada tax").play("Ada flat")
    t.cites("tax.on-landing")


@clause("tax.luxury")
def test_luxury_tax_is_the_amount_given_in_the_rulebook(book: str) -> None:
    amount = {"classic": 75, "australian": 100, "modern": 100, "wikibooks": 75, "parker1973": 75}[
        book
    ]
    for edition in ("atlantic-city", "london", "australia"):
        t = table(book, edition=edition, seats={"Ada": {"at": "short-line"}}).throw("Ada", 1, 2)
        t.cash(Ada=1500 - amount).cites("tax.luxury")


@clause("tax.luxury")
def test_a_house_rule_can_use_the_luxury_tax_of_another_rulebook(book: str) -> None:
    other = 100 if book in CHOICE else 75
    t = table(book, house={"tax.luxury": other}, seats={"Ada": {"at": "short-line"}})
    t.throw("Ada", 1, 2).cash(Ada=1500 - other).cites("tax.luxury")


@clause("tax.income", books=("modern",))
def test_income_tax_is_200_flat(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 300}}).throw("Ada", 1, 3).cash(Ada=100).ask("Ada end")
    t.cites("tax.income")


@clause("tax.income", "tax.income-worth", books=("australian",))
@pytest.mark.parametrize(
    ("cash", "deeds", "tax"),
    [
        (1500, "", 150),
        (2500, "", 200),
        (2000, "", 200),
        (1991, "", 200),
        (1981, "", 199),
        (100, "boardwalk:m", 50),
        (150, "park-place:1 boardwalk", 110),
        (600, "park-place:hotel boardwalk:4", 200),
    ],
)
def test_income_tax_is_the_smaller_of_200_and_a_tenth(
    book: str, cash: int, deeds: str, tax: int
) -> None:
    t = table(book, seats={"Ada": {"cash": cash, "deeds": deeds}}).throw("Ada", 1, 3)
    t.cash(Ada=cash - tax).ask("Ada end").cites("tax.income", "tax.income-worth")


@clause("tax.income", "tax.income-commit", books=CHOICE)
def test_a_player_chooses_200_or_a_tenth_as_income_tax(book: str) -> None:
    t = table(book).throw("Ada", 1, 3).ask("Ada tax").cash(Ada=1500)
    t.cites("tax.income", "tax.income-commit").refuses("Ben flat").refuses("Ada end", "tax.income")
    t.play("Ada flat").cash(Ada=1300).cites("tax.income")
    table(book).throw("Ada", 1, 3).play("Ada percent").cash(Ada=1350).ask("Ada end")


@clause("tax.income-commit", "tax.income-worth", books=CHOICE)
def test_the_income_tax_choice_comes_before_the_count_and_is_final(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 3000}}).throw("Ada", 1, 3)
    shown = {key for event in t.last for key in event.facts}
    assert not shown & {"worth", "amount", "total"}
    t.play("Ada percent").cash(Ada=2700).cites("tax.income-commit", "tax.income-worth")
    t.refuses("Ada flat", "tax.income-commit")


@clause("tax.income-commit", "mortgage.any-time", books=CHOICE)
def test_a_player_cannot_sell_or_mortgage_before_choosing_the_income_tax(book: str) -> None:
    mine = "park-place:1 boardwalk short-line"
    t = table(book, seats={"Ada": {"deeds": mine}}).throw("Ada", 1, 3)
    t.refuses("Ada mortgage short-line", "mortgage.any-time")
    t.refuses("Ada sell park-place", "selling-buildings.any-time")
    t.refuses("Ada offer Ben give short-line get 1", "trading.any-time")
    t.play("Ada flat").cites("tax.income-commit")


@clause("tax.income-commit", "tax.income", books=("australian", "modern"))
def test_a_player_has_no_income_tax_choice_in_rulebooks_without_one(book: str) -> None:
    t = table(book).throw("Ada", 1, 3).ask("Ada end").cites("tax.income")
    t.refuses("Ada percent", "tax.income-commit").refuses("Ada flat", "tax.income")
    t.cash(Ada=1350 if book == "australian" else 1300)


@clause("tax.income-worth")
@pytest.mark.parametrize(
    ("cash", "deeds", "cards", "tenth"),
    [
        (1000, "", [], 100),
        (1001, "", [], 101),
        (1000, "short-line", [], 120),
        (1000, "short-line:m", [], 120),
        (1000, "mediterranean-avenue:3 baltic-avenue:2", [], 137),
        (100, "park-place:hotel boardwalk:hotel", [], 285),
        (1000, "", ["chance", "community-chest"], 100),
    ],
)
def test_income_tax_counts_the_cash_property_and_buildings_of_a_player(
    book: str, cash: int, deeds: str, cards: list[str], tenth: int
) -> None:
    seats = {"Ada": {"cash": cash, "deeds": deeds, "cards": cards}}
    t = table(book, seats=seats, house={"tax.income": "choice"}).throw("Ada", 1, 3)
    t.play("Ada percent").cites("tax.income-worth")
    if cash >= tenth:
        t.cash(Ada=cash - tenth)
    else:
        t.ask("Ada debt").play("Ada sell-down dark-blue 4", "Ada pay").cash(Ada=cash + 200 - tenth)


@clause("tax.income-worth", "hotels.equals-five", books=("classic", "australian"))
def test_income_tax_counts_a_hotel_as_five_houses(book: str) -> None:
    deeds = "mediterranean-avenue:hotel baltic-avenue:4"
    t = table(book, seats={"Ada": {"cash": 30, "deeds": deeds}}).throw("Ada", 1, 3)
    if book == "classic":
        t.play("Ada percent")
    # 30 + 60 + 60 and nine times 50 add up to 600.
    t.ask("Ada debt").refuses("Ada pay").play("Ada sell mediterranean-avenue")
    t.play("Ada sell mediterranean-avenue", "Ada pay").cash(Ada=20)
    t.cites("tax.income-worth", "hotels.equals-five")


@clause("tax.income", "debt.raise-cash")
def test_a_tax_that_cannot_be_paid_is_a_debt_to_the_bank(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 20, "deeds": "park-place boardwalk"}}).throw("Ada", 1, 3)
    if book in CHOICE:
        t.play("Ada flat")
    t.ask("Ada debt").cites("tax.income", "debt.raise-cash").play("Ada mortgage boardwalk")
    # 200 where the tax is flat; a tenth of 770 in the australian book
    t.play("Ada pay").cash(Ada=143 if book == "australian" else 20).ask("Ada end")


@clause("tax.income")
@pytest.mark.parametrize("form", ["choice", "min", "flat-200"])
def test_a_house_rule_can_use_the_income_tax_of_another_rulebook(book: str, form: str) -> None:
    t = table(book, house={"tax.income": form}).throw("Ada", 1, 3)
    if form == "choice":
        t.ask("Ada tax").play("Ada percent")
    t.cash(Ada=1300 if form == "flat-200" else 1350).cites("tax.income")


@clause("tax.income", books=("classic",))
def test_a_house_rule_for_the_income_tax_of_another_rulebook_needs_no_other_rule(book: str) -> None:
    house = {"tax.income": "min", "tax.income-commit": "not applicable"}
    table(book, house=house).throw("Ada", 1, 3).cash(Ada=1350).cites("tax.income")
