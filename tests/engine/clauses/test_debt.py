"""Debts: players raise cash before they give up, and only the Bank lends."""

from __future__ import annotations

from scene import clause, shown, table

FINE = {"deck": {"chance": ["small-fine"]}}


@clause("debt.raise-cash", "bankruptcy.condition")
def test_a_player_with_a_debt_above_cash_in_hand_raises_cash_first(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 5, "deeds": "short-line"}}, **FINE).throw("Ada", 3, 4)
    t.play("chance card small-fine").ask("Ada debt").cites("debt.raise-cash").cash(Ada=5)
    t.refuses("Ada pay", "debt.raise-cash").refuses("Ada bankrupt", "bankruptcy.condition")
    t.play("Ada mortgage short-line").ask("Ada debt").cash(Ada=105).play("Ada pay").cash(Ada=90)
    t.ask("Ada end").cites("debt.raise-cash")


@clause("debt.raise-cash", "rent.due")
def test_a_player_raises_cash_for_a_debt_to_another_player_in_the_same_way(book: str) -> None:
    seats = {
        "Ada": {"cash": 10, "at": "park-place", "deeds": "mediterranean-avenue:1 baltic-avenue:1"},
        "Ben": {"deeds": "boardwalk"},
    }
    t = table(book, seats=seats).throw("Ada", 1, 1).ask("Ada debt").cites("debt.raise-cash")
    t.refuses("Ada pay").play("Ada sell baltic-avenue").refuses("Ada pay", "debt.raise-cash")
    t.play("Ada sell mediterranean-avenue", "Ada pay").cash(Ada=10, Ben=1550).cites("rent.due")
    t.ask("Ada roll")


@clause("debt.raise-cash", "mortgage.any-time", "houses.any-time", "purchase.only-on-landing")
def test_a_debtor_can_only_raise_cash_during_a_debt(book: str) -> None:
    seats = {
        "Ada": {"cash": 5, "deeds": "short-line water-works:m"},
        "Ben": {"deeds": "park-place boardwalk"},
    }
    t = table(book, seats=seats, **FINE).throw("Ada", 3, 4).play("chance card small-fine")
    t.refuses("Ada end").refuses("Ada roll").refuses("Ada redeem water-works", "mortgage.any-time")
    t.refuses("Ada build boardwalk", "houses.any-time").refuses(
        "Ada buy", "purchase.only-on-landing"
    )
    t.refuses("Ada resign", "bankruptcy.condition").refuses(
        "Ben build boardwalk", "houses.any-time"
    )
    t.refuses("Ben pay").refuses("Ben bankrupt").refuses("Ben resign").cites("debt.raise-cash")


@clause("debt.raise-cash", "trading.any-time")
def test_a_debtor_can_raise_cash_by_a_sale_to_another_player(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 5, "deeds": "short-line"}}, **FINE).throw("Ada", 3, 4)
    t.play("chance card small-fine", "Ada offer Cleo give short-line get 60").ask("Cleo answer")
    t.cites("trading.any-time").refuses("Ada pay").play("Cleo accept").ask("Ada debt")
    t.play("Ada pay").cash(Ada=50, Cleo=1440).cites("debt.raise-cash").ask("Ada end")


@clause("debt.raise-cash", "bankruptcy.condition")
def test_a_debtor_cannot_make_a_deal_that_leaves_the_debt_uncovered(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 5, "deeds": "short-line"}}, **FINE).throw("Ada", 3, 4)
    t.play("chance card small-fine")
    t.refuses("Ada offer Ben give short-line get 9", "debt.raise-cash", "bankruptcy.condition")
    t.refuses("Ada offer Ben give short-line get nothing", "debt.raise-cash")
    t.may("Ada offer Ben give short-line get 10", "Ada offer Ben give 5 get nothing")
    # If Ada has a second deed to mortgage, she can still cover the debt after a gift.
    t = table(book, seats={"Ada": {"cash": 5, "deeds": "short-line boardwalk"}}, **FINE)
    t.throw("Ada", 3, 4).play("chance card small-fine")
    t.may("Ada offer Ben give short-line get nothing")


@clause("debt.raise-cash", "bankruptcy.condition")
def test_the_mortgage_value_of_a_deed_received_counts_toward_a_debt(book: str) -> None:
    seats = {
        "Ada": {"cash": 40, "at": "park-place", "deeds": "short-line:m"},
        "Ben": {"deeds": "boardwalk"},
        "Cleo": {"deeds": "oriental-avenue pacific-avenue:m"},
    }
    # a rent of 50 for the bare deed
    t = table(book, seats=seats).throw("Ada", 1, 1).ask("Ada debt")
    t.refuses("Ada offer Cleo give 1 get pacific-avenue", "debt.raise-cash")
    t.refuses("Ada offer Cleo give short-line get 9", "bankruptcy.condition")
    t.play("Ada offer Cleo give 10 get oriental-avenue", "Cleo accept").refuses("Ada bankrupt")
    t.play("Ada mortgage oriental-avenue", "Ada pay").cash(Ada=30, Ben=1550, Cleo=1510)
    t.cites("debt.raise-cash")


@clause("debt.raise-cash", "bankruptcy.condition")
def test_a_debtor_facing_bankruptcy_cannot_give_anything_away(book: str) -> None:
    seats = {
        "Ada": {"cash": 5, "at": "park-place", "deeds": "short-line:m", "cards": ["chance"]},
        "Ben": {"deeds": "boardwalk"},
    }
    t = table(book, seats=seats).throw("Ada", 1, 1).ask("Ada debt")
    t.refuses("Ada offer Cleo give card:chance get 1", "debt.raise-cash")
    t.refuses("Ada offer Cleo give 5 get nothing", "bankruptcy.condition")
    t.may("Ada offer Cleo give card:chance get 45", "Ada bankrupt")


@clause("debt.raise-cash", "mortgage.transfer-choice")
def test_a_debtor_who_receives_a_mortgaged_deed_pays_its_interest_too(book: str) -> None:
    seats = {"Ada": {"cash": 14, "deeds": "boardwalk"}, "Ben": {"deeds": "mediterranean-avenue:m"}}
    t = table(book, seats=seats, **FINE).throw("Ada", 3, 4).play("chance card small-fine")
    t.play("Ada offer Ben give nothing get mediterranean-avenue", "Ben accept").ask("Ada transfer")
    t.play("Ada keep").ask("Ada debt").cites("mortgage.transfer-choice")
    due = 6 if book == "australian" else 3
    t.cash(Ada=14 - due).play("Ada mortgage boardwalk", "Ada pay").cash(Ada=199 - due)
    t.cites("debt.raise-cash")


@clause("debt.bank-only-lender", "mortgage.value")
def test_only_the_bank_lends_and_only_on_a_mortgage(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 40, "deeds": "short-line"}}).throw("Ada", 1, 2)
    t.refuses("Ada buy", "debt.bank-only-lender").play("Ada mortgage short-line").cash(Ada=140)
    t.cites("debt.bank-only-lender", "mortgage.value")


@shown("debt.bank-only-lender", "debt.no-player-loans", by="grammar")
def test_the_notation_has_no_line_for_a_loan(book: str) -> None:
    t = table(book)
    for line in ("Ada borrow 100", "Ada lend Ben 100", "Ben owe Ada 100", "Ada repay Ben 100"):
        t.malformed(line)
    t.malformed("Ada offer Ben give 100 get loan").malformed("Ada offer Ben give 100 get later:110")


@clause("debt.no-player-loans")
def test_a_player_cannot_pay_with_future_money(book: str) -> None:
    t = table(book, seats={"Ada": {"cash": 90, "deeds": "short-line"}})
    t.refuses("Ada offer Ben give 91 get nothing", "debt.no-player-loans")
    t.refuses("Ben offer Ada give nothing get 91", "debt.no-player-loans")
    t.may("Ada offer Ben give 90 get nothing")


# ---------------------------------------------------------------- several creditors, several debtors


def chairman(book: str, cash: int, deeds: str = "", **more: object) -> object:
    seats = {"Ben": {"cash": cash, "deeds": deeds}, **more}
    t = table(
        book,
        turn="Ben",
        players="Ada Ben Cleo Dora",
        decks="us-2008",
        seats=seats,
        deck={"chance": ["chairman"]},
    )
    return t.throw("Ben", 3, 4).play("chance card chairman")


@clause("cards.obey")
def test_a_payment_covered_by_exact_cash_is_made_automatically(book: str) -> None:
    chairman(book, 150).ask("Ben end").cash(Ben=0, Ada=1550, Cleo=1550, Dora=1550).cites(
        "cards.obey"
    )


@clause("debt.raise-cash", "cards.obey")
def test_several_creditors_are_paid_in_turn_starting_at_the_left_of_the_payer(book: str) -> None:
    t = (
        chairman(book, 120, "short-line")
        .ask("Ben debt")
        .cash(Cleo=1550, Dora=1550, Ada=1500, Ben=20)
    )
    t.cites("debt.raise-cash", "cards.obey").play("Ben mortgage short-line", "Ben pay")
    t.cash(Ada=1550, Ben=70).ask("Ben end")


@clause("bankruptcy.to-player", "cards.obey")
def test_a_payer_goes_bankrupt_to_the_first_creditor_not_paid_in_full(book: str) -> None:
    t = chairman(book, 80, "short-line:m").ask("Ben debt").cash(Cleo=1550, Dora=1500, Ben=30)
    t.cites("cards.obey").play("Ben bankrupt").ask("Dora transfer").cash(Dora=1530, Ada=1500, Ben=0)
    t.cites("bankruptcy.to-player").play("Dora keep").ask("Cleo roll").owns("Dora", "short-line:m")


@clause("debt.raise-cash", "bankruptcy.to-player")
def test_players_with_enough_cash_pay_even_if_another_player_is_short(book: str) -> None:
    seats = {
        "Ada": {"at": "b-and-o-railroad"},
        "Ben": {"cash": 4, "deeds": "baltic-avenue:m"},
        "Cleo": {"cash": 5, "deeds": "short-line"},
    }
    t = table(
        book,
        players="Ada Ben Cleo Dora",
        decks="us-2008",
        seats=seats,
        deck={"community-chest": ["collect-from-each"]},
    )
    t.throw("Ada", 3, 5).play("chance card collect-from-each").ask("Ben debt").cash(Dora=1500)
    t.refuses("Ada end").refuses("Cleo pay").play("Ben bankrupt").ask("Ada transfer").cash(Ada=1504)
    t.cites("bankruptcy.to-player").play("Ada keep").ask("Cleo debt").cites("debt.raise-cash")
    t.play("Cleo mortgage short-line", "Cleo pay").ask("Ada end").cash(Cleo=95, Dora=1490)
    due = 6 if book == "australian" else 3
    t.cash(Ada=1524 - due).play("Ada end").bottom("community-chest", "collect-from-each")


@clause("bankruptcy.retire", "ending.play-on")
def test_a_collector_bankrupted_by_an_inheritance_is_owed_nothing_more(book: str) -> None:
    """Ben's mortgages cost Ada more interest than she has; the card's other payers owe nothing."""
    big = "boardwalk:m park-place:m pennsylvania-avenue:m pacific-avenue:m north-carolina-avenue:m"
    seats = {"Ada": {"at": "b-and-o-railroad", "cash": 0}, "Ben": {"cash": 4, "deeds": big}}
    t = table(
        book,
        players="Ada Ben Cleo Dora",
        decks="us-2008",
        seats=seats,
        deck={"community-chest": ["collect-from-each"]},
    )
    t.throw("Ada", 3, 5).play("chance card collect-from-each", "Ben bankrupt").ask("Ada transfer")
    t.play("Ada keep pacific-avenue").ask("Ada debt").play("Ada bankrupt").ask("Cleo bid")
    t.cites("bankruptcy.retire", "ending.play-on").cash(Ada=0, Cleo=1500, Dora=1500)
    t.play(*["Cleo pass", "Dora pass"] * 5)
    t.ask("Cleo roll").playing("Cleo", "Dora").deck_size("community-chest", 16)
    for id in big.replace(":m", "").split():
        t.owner(**{id.replace("-", "_"): "bank"}).mortgaged(**{id.replace("-", "_"): False})
