"""The Bank: what it holds, pays, sells, lends and collects. The rules about its banker are physical."""

from __future__ import annotations

import pytest

import invariants
from scene import clause, shown, table


@clause("bank.custody", "purchase.title")
def test_the_bank_hands_over_a_deed_on_payment(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "b-and-o-railroad"}})
    t.owner(atlantic_avenue="bank", water_works="bank")
    t.throw("Ada", 1, 2).play("Ada buy")
    t.cites("bank.custody").cash(Ada=1350, bank=-4350).owner(water_works="Ada")


@clause("bank.custody", "shortage.supply")
def test_buildings_come_from_the_bank_and_return_to_it(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "park-place boardwalk"}})
    houses, hotels = (88, 22) if book == "australian" else (32, 12)
    t.stock(houses, hotels).play("Ada build boardwalk").stock(houses - 1, hotels)
    t.play("Ada sell boardwalk").stock(houses, hotels)
    t.throw("Ada", 1, 2).play("Ada buy").cites("bank.custody")


@clause("bank.pays", "go.salary", "cards.obey")
def test_the_bank_pays_salaries_and_bonuses(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "park-place"}}, deck={"community-chest": ["inheritance"]})
    t.throw("Ada", 1, 4).cash(Ada=1700, bank=-4700)
    t.play("chance card inheritance").cash(Ada=1800, bank=-4800, Ben=1500, Cleo=1500)
    assert t.payments() == [("bank", "Ada", 100)]
    t.cites("bank.pays")


@clause("bank.collects", "free-parking.no-pot")
@pytest.mark.parametrize(
    ("start", "dice", "extra", "paid"),
    [
        ("short-line", (1, 2), "", {"australian": 100, "modern": 100}),  # Luxury Tax
        ("jail", (1, 2), "fine", {}),
        ("go", (3, 4), "chance card small-fine", {}),
    ],
)
def test_taxes_fines_and_card_payments_go_to_the_bank(
    book: str, start: str, dice: tuple[int, int], extra: str, paid: dict[str, int]
) -> None:
    jailed = {"jail": 0} if extra == "fine" else {}
    t = table(book, seats={"Ada": {"at": start, **jailed}}, deck={"chance": ["small-fine"]})
    if extra == "fine":
        t.play("Ada fine").cash(Ada=1450, bank=-4450)
    else:
        t.throw("Ada", *dice)
        if extra:
            t.play(extra).cash(Ada=1485, bank=-4485)
        else:
            amount = paid.get(book, 75)
            t.cash(Ada=1500 - amount, bank=-4500 + amount)
    t.cites("bank.collects", "free-parking.no-pot").cash(pot=0, Ben=1500, Cleo=1500)


@clause("bank.collects", "mortgage.lift")
def test_a_player_repays_a_mortgage_loan_to_the_bank_with_interest(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "short-line:m"}})
    t.play("Ada redeem short-line").cites("bank.collects")
    amount = 120 if book == "australian" else 110
    t.cash(Ada=1500 - amount, bank=-4500 + amount)


@clause("bank.sells-and-lends", "auction.winner-pays", "mortgage.value", "houses.from-bank")
def test_the_bank_sells_property_and_buildings_holds_auctions_and_lends(book: str) -> None:
    t = table(
        book, seats={"Ada": {"at": "st-charles-place"}, "Ben": {"deeds": "park-place boardwalk"}}
    )
    t.throw("Ada", 1, 3).play("Ada buy").cites("bank.sells-and-lends").play("Ada end")
    t.play("Ben build boardwalk").cites("bank.sells-and-lends").cash(Ben=1300)
    t.throw("Ben", 1, 2).play("Ben decline", "Cleo bid 20", *_all_pass(book))
    t.cites("bank.sells-and-lends", "auction.winner-pays").owner(baltic_avenue="Cleo")
    t.play("Cleo mortgage baltic-avenue").cites("bank.sells-and-lends").cash(Cleo=1510)


def _all_pass(book: str) -> list[str]:
    return ["Ada pass"] if book == "wikibooks" else ["Ada pass", "Ben pass"]


@clause("bank.sells-and-lends", "purchase.only-on-landing", "debt.bank-only-lender")
def test_the_bank_does_not_sell_or_lend_in_any_other_way(book: str) -> None:
    t = table(book, seats={"Ada": {"at": "go", "cash": 50, "deeds": "short-line"}})
    t.malformed("Ada offer bank give short-line get 200").malformed("Ada borrow 100")
    t.malformed("Ada offer bank give nothing get boardwalk").malformed("Ada lend Ben 10")
    t.refuses("Ada buy", "purchase.only-on-landing")
    t.throw("Ada", 1, 2).refuses("Ada buy", "debt.bank-only-lender")
    t.play("Ada mortgage short-line").cites("bank.sells-and-lends")


@shown("bank.never-broke", by="data")
def test_the_bank_always_pays_its_debts(book: str) -> None:
    rich = {"cash": 999_999_999, "at": "boardwalk"}
    t = table(book, seats={"Ada": rich, "Ben": {**rich}})
    t.throw("Ada", 1, 2).cash(Ada=1_000_000_199)


@shown("bank.banker-funds", by="grammar")
def test_money_moves_between_a_seat_and_the_bank_only_by_a_rule(book: str) -> None:
    t = table(book)
    t.malformed("Ada pay bank 100").malformed("bank pay Ada 100").malformed("Ada take 100")
    t.malformed("bank roll").malformed("Ada offer bank give 1 get nothing").refuses("Ada pay")


@shown("bank.records", by="data")
def test_every_change_in_player_holdings_is_an_event_that_cites_its_rule(book: str) -> None:
    """``play`` compares the events with the changes after every line of every scene.

    This test checks that the comparison notices a missing event."""
    t = table(book, seats={"Ada": {"deeds": "short-line"}})
    before = t.game.state.copy()
    t.play("Ada mortgage short-line")
    invariants.explained(before, t.game.state, t.last)
    for event in t.last:
        rest = [other for other in t.last if other is not event]
        with pytest.raises(AssertionError, match="untold"):
            invariants.explained(before, t.game.state, rest)
