"""The differences between the five books, on screen."""

from __future__ import annotations

import random
import re

import pytest

import wild_games
from on_screen import barred_ones, game, on_screen, signs
from scene import BOOKS
from titledeed.engine.answers import (
    Roll,
)
from titledeed.engine.asks import (
    AskShuffle,
)
from titledeed.engine.record import read_record
from titledeed.engine.rules import rent, tax
from titledeed.game.session import Session
from titledeed.ui.views.board.deed import deed_view
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

ORANGE = ("st-james-place", "tennessee-avenue", "new-york-avenue")


# ---------------------------------------------------------------- the tax


@pytest.mark.parametrize("book", ["classic", "wikibooks", "parker1973"])
def test_a_player_chooses_the_tax_before_anything_is_added_up(book: str) -> None:
    seat = {"cash": 1340, "at": "go", "deeds": [*[f"{id}:2" for id in ORANGE], "reading-railroad"]}
    table = game(
        book, "Ada roll", "chance dice 1 3", position={"seat": {"Ada": seat, "Ben": {"cash": 871,
                 "deeds": ["park-place:m"]}}}
    )  # fmt: skip
    assert table.page.state["ask"] == "tax 0"
    assert sorted(table.answers()) == ["flat", "percent"]
    worths = [tax.worth(table.session.state, n) for n in (0, 1)]
    for n in (0, 1):
        table.do("open-seat", str(n))
    table.do("open-spaces")
    table.do("open-journal")
    table.do("open-trade")
    for region in [*table.page.regions]:
        text = table.page.text(region)
        assert "worth " not in text or region not in ("seats", "dlg-seat"), region
        for worth in worths:
            assert table.app.narrator is not None
            assert table.app.narrator.parts.money(worth) not in text, region
            assert table.app.narrator.parts.money(worth // 10) not in text, region
    assert signs(table, "ask")[0] == "tax.income"
    assert "tax.income-commit" in signs(table, "ask")
    table.hands.play.close_all()
    table.say("percent")
    assert "worth" in table.page.text("seats")
    assert table.session.state.cash[0] == 1340 - worths[0] // 10


@pytest.mark.parametrize(("book", "cash"), [("australian", 1050), ("modern", 1000)])
def test_two_books_leave_the_player_no_tax_choice(book: str, cash: int) -> None:
    seat = {"cash": 1200, "at": "go", "deeds": ["reading-railroad"]}
    if book == "australian":
        seat = {"cash": 1200, "at": "go", "deeds": ["park-place"]}
        cash = 1200 - (1200 + 350) // 10
    table = game(book, "Ada roll", "chance dice 1 3", position={"seat": {"Ada": seat}})
    assert table.session.state.ask.kind == "end"
    assert table.session.state.cash[0] == cash


# ---------------------------------------------------------------- rent that is asked for


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ("classic", "The rent is lost as soon as Cleo throws."),
        ("australian", "There’s no deadline."),
        ("modern", "The rent is lost as soon as Ben throws."),
        ("wikibooks", "The rent is lost as soon as Ben throws."),
        ("parker1973", "The rent is lost as soon as Cleo throws."),
    ],
)
def test_a_rent_claim_shows_what_ends_it(book: str, says: str) -> None:
    position = {"seat": {"Ada": {"at": "go"}, "Dora": {"deeds": ["oriental-avenue"]}}}
    table = game(
        book, "Ada roll", "chance dice 2 4", seats=wild_games.NAMES, rent="asked", position=position
    )
    assert "Dora may claim rent from Ada." in table.page.text("notices")
    assert says in table.page.text("notices")
    assert signs(table, "notices") == ["rent.claim-deadline"]
    table.say("end")
    table.press("ask", "I’m")
    assert says in table.page.text("notices")
    table.say("ask-rent oriental-avenue Ada", "notices")
    assert table.session.state.cash[0] == 1494


@pytest.mark.parametrize("book", BOOKS)
def test_a_bots_throw_waits_and_shows_its_deadline(book: str) -> None:
    bots = [{"name": name, "bot": "simple"} for name in ("Ben", "Cleo", "Dora")]
    seats = ["Ada", *bots]
    position = {"turn": "Ben", "seat": {"Ben": {"at": "go"}, "Ada": {"deeds": ["oriental-avenue"]}}}
    table = game(book, "Ben roll", "chance dice 2 4", seats=seats, rent="asked", position=position)
    limit = table.session.state.rules.claim_limit
    if not limit:
        assert "rent-claim" not in table.page.state["ask"]
        assert "no deadline" in table.page.text("notices")
        return
    assert table.page.state["ask"] == "rent-claim 0"
    ends = {1: "Cleo", 2: "Dora"}[limit]
    assert f"The rent is lost as soon as {ends} throws." in table.page.text("ask")
    assert signs(table, "ask") == ["rent.claim-deadline"]


@pytest.mark.parametrize("book", [book for book in BOOKS if book != "australian"])
def test_the_throw_that_was_named_ends_the_rent_claim(book: str) -> None:
    lapsed = 0
    for n in range(12):
        draw = random.Random(n)
        record = wild_games.crowded(draw, rulebook=book, rent="asked")
        for moment in wild_games.moments(record, draw, 300):
            gone = {
                (event.facts["space"], event.facts["of"])
                for event in moment.events
                if event.kind == "claim-lapse"
            }
            if not isinstance(moment.answer, Roll):
                continue
            for claim in moment.before.claims:
                if (claim.space, claim.of) in gone:
                    lapsed += 1
                    assert rent.lapses_by(moment.before, claim) == moment.seat
                elif moment.before.ask.kind == "roll" and not moment.before.thrown:
                    assert rent.lapses_by(moment.before, claim) != moment.seat
    assert lapsed > 5


# ---------------------------------------------------------------- cards


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("answer", ["pay", "take-chance"])
def test_a_card_lets_the_player_pay_or_draw(book: str, answer: str) -> None:
    card = pay_or_chance()
    position = {"deck": {"community-chest": [card]}}
    table = game(
        book,
        "Ada roll",
        "chance dice 1 1",
        f"chance card {card}",
        edition="london",
        decks="uk-classic",
        position=position,
    )
    assert table.page.state["ask"] == "card-choice 0"
    assert sorted(table.answers()) == ["pay", "take-chance"]
    assert "£10" in table.page.text("ask")
    before = table.session.state.cash[0]
    table.say(answer)
    drawn = [
        event.facts["deck"]
        for entry in table.session.entries
        for event in entry.events
        if event.kind == "card"
    ]
    if answer == "pay":
        assert table.session.state.cash[0] == before - 10
        assert drawn == [1]
    else:
        assert drawn == [1, 0]


def pay_or_chance() -> str:
    state = game("classic", edition="london").session.state
    return next(card.id for card in state.rules.decks[1] if card.do == "pay-or-chance")


# ---------------------------------------------------------------- scarce buildings


@pytest.mark.parametrize(("book", "low"), [("classic", 1), ("modern", 10), ("wikibooks", 1)])
def test_the_last_house_is_claimed_auctioned_and_placed(book: str, low: int) -> None:
    deeds = {
        "Ada": {"deeds": ["park-place", "boardwalk"]},
        "Ben": {"deeds": ["mediterranean-avenue", "baltic-avenue"]},
        "Cleo": {"deeds": list(ORANGE)},
    }
    table = game(
        book,
        seats=("Ada", "Ben", "Cleo"),
        house_rules={"stock": [1, 12]},
        position={"seat": deeds},
    )
    table.do("open-manager", "0")
    table.say("build boardwalk", "dlg-manager")
    table.do("close", where="dlg-manager")
    assert table.page.state["ask"] == "claim 1"
    assert "The Bank has 1 house left" in table.page.text("ask")
    assert "A house costs $50 on Mediterranean Avenue and Baltic Avenue." in table.page.text("ask")
    assert signs(table, "ask")[0] == "shortage.auction"
    table.say("claim")
    assert table.page.state["ask"] == "claim 2"
    table.say("pass")
    assert table.page.state["ask"].startswith("bid")
    assert f"Starting bid ${low}" in table.page.text("ask")
    assert "Printed price: $" in table.page.text("ask")
    assert set(signs(table, "ask")) >= {"shortage.auction", "shortage.opening-bid"}
    assert table.answers()[0] == f"bid {low}"
    table.say(f"bid {low}")
    table.say("pass")
    table.press("ask", "I’m")
    asked = table.page.state["ask"]
    assert asked.startswith("place")
    winner = int(asked[-1])
    assert "There’s nothing more to pay" in table.page.text("ask")
    mine = deeds[("Ada", "Ben")[winner]]["deeds"]
    assert sorted(table.answers()) == sorted(f"place {id}" for id in mine)
    assert "You must build evenly" not in table.page.text("ask")
    table.say(f"place {mine[0]}")
    assert table.session.state.cash[winner] == 1500 - low
    assert table.session.state.stock[0] == 0
    table.do("open-manager", str(winner))
    bars = barred_ones(table, "dlg-manager")
    reason, cited = bars[f"build {mine[1]}"]
    assert reason == "The Bank has no house left."
    assert cited[0].startswith("shortage.")


def test_a_building_with_a_single_place_says_why_it_has_no_other() -> None:
    deeds = {
        "Ada": {"deeds": ["park-place", "boardwalk"]},
        "Ben": {"deeds": ["mediterranean-avenue:1", "baltic-avenue"]},
    }
    table = game(
        "modern",
        seats=("Ada", "Ben"),
        house_rules={"stock": [2, 12]},
        position={"seat": deeds},
    )
    table.do("open-manager", "0")
    table.say("build boardwalk", "dlg-manager")
    table.do("close", where="dlg-manager")
    table.say("claim")
    for _ in range(9):
        if table.page.state["ask"].startswith("place"):
            break
        bids = [answer for answer in table.answers() if answer.startswith("bid")]
        mine = table.session.ask.seat == 1
        table.say(bids[0] if mine and bids else "pass")
        if table.app.handing_over:
            table.press("ask", "I’m")
    assert table.page.state["ask"] == "place 1"
    assert table.answers() == ["place baltic-avenue"]
    assert "Ben’s house goes on Baltic Avenue" in table.page.text("ask")
    assert (
        "You must build evenly, and Baltic Avenue has fewer buildings than the rest of its group."
        in table.page.text("ask")
    )
    assert "houses.even" in signs(table, "ask")


def test_with_88_houses_there_is_no_shortage() -> None:
    table = game("australian")
    assert "88 houses left" in table.page.text("tools")
    assert "22 hotels left" in table.page.text("tools")


@pytest.mark.parametrize("book", BOOKS)
def test_if_a_hotel_cannot_be_broken_down_the_whole_group_can_be_sold(book: str) -> None:
    deeds = [f"{id}:hotel" for id in ("mediterranean-avenue", "baltic-avenue")]
    table = game(book, house_rules={"stock": [2, 2]}, position={"seat": {"Ada": {"deeds": deeds}}})
    table.do("open-manager", "0")
    reason, cited = barred_ones(table, "dlg-manager")["sell baltic-avenue"]
    assert reason == "The Bank has 2 houses left, not enough to break up a hotel."
    assert cited[0] == "selling-buildings.downgrade-stock"
    downs = [a for a in table.answers("dlg-manager") if a.startswith("sell-down")]
    assert downs == ["sell-down brown 0", "sell-down brown 1"]
    table.say("sell-down brown 1", "dlg-manager")
    table.press("dlg-confirm", "Sell")
    assert table.session.state.stock == (0, 2) or list(table.session.state.stock) == [0, 2]
    assert table.session.state.cash[0] == 1500 + 8 * 25


@pytest.mark.parametrize("book", BOOKS)
def test_a_hotel_is_broken_down_to_four_houses_when_there_are_enough(book: str) -> None:
    deeds = [f"{id}:hotel" for id in ("mediterranean-avenue", "baltic-avenue")]
    table = game(book, position={"seat": {"Ada": {"deeds": deeds}}})
    table.do("open-manager", "0")
    table.say("sell baltic-avenue", "dlg-manager")
    assert table.session.state.level[3] == 4
    assert table.session.state.cash[0] == 1525


# ---------------------------------------------------------------- mortgages that change hands


@pytest.mark.parametrize("book", BOOKS)
def test_a_player_who_takes_over_a_mortgage_sees_the_interest(book: str) -> None:
    table = game(
        book,
        "Ada offer Ben give park-place get 100",
        "Ben accept",
        position={"seat": {"Ada": {"deeds": ["park-place:m"]}}},
    )
    assert table.page.state["ask"] == "transfer 1"
    interest, lift = ("$35", "$210") if book == "australian" else ("$18", "$193")
    assert f"keep it and pay {interest} interest" in table.page.text("ask")
    assert f"Lift the mortgage now for {lift}" in table.page.text("ask")
    assert sorted(table.answers()) == ["keep park-place", "redeem park-place"]
    assert "mortgage.transfer-choice" in signs(table, "ask")
    table.do("open-manager", where="tools")
    told = "Ben must first decide about the mortgage on Park Place."
    assert told in table.page.text("dlg-manager")
    before = table.session.state.cash[1]
    table.say("keep park-place")
    assert before - table.session.state.cash[1] == int(interest[1:])


def test_the_deal_itself_shows_the_interest_due_at_once() -> None:
    table = game(
        "australian",
        "Ada offer Ben give park-place get 100",
        position={"seat": {"Ada": {"deeds": ["park-place:m"]}}},
    )
    assert table.page.state["ask"] == "answer 1"
    assert "Interest due at once: $35" in table.page.text("ask")


# ---------------------------------------------------------------- utilities


@pytest.mark.parametrize("book", BOOKS)
def test_one_player_can_own_both_utilities(book: str) -> None:
    table = game(
        book,
        position={
            "seat": {"Ada": {"deeds": ["electric-company"]}, "Ben": {"deeds": ["water-works"]}}
        },
    )
    rows = deed_view(ViewContext(table.app), 28, "deed-side")["rows"]
    now = [(row["label"], row["money"]) for row in rows if row["now"]]
    table.do("open-deed", "water-works")
    text = table.page.text("dlg-deed")
    if book == "wikibooks":
        assert now == [("both owned", "10 × dice")]
        assert "10 times the throw" in text
    else:
        assert now == [("with 1 utility", "4 × dice")]
        assert "4 times the throw" in text
    assert "rent.utility-multiplier" in signs(table, "dlg-deed")


@pytest.mark.parametrize("book", BOOKS)
def test_a_utility_rent_may_need_a_throw(book: str) -> None:
    table = game(
        book,
        "Ada roll",
        "chance dice 1 1",
        position={"seat": {"Ada": {"at": "@10"}, "Ben": {"deeds": ["electric-company"]}}},
    )
    fresh = book in ("modern", "wikibooks")
    assert table.page.state["ask"] == ("rent-roll 0" if fresh else "roll 0")
    if fresh:
        assert "gets 4 times the total" in table.page.text("ask")
        assert "rent.utility-dice" in signs(table, "ask")


# ---------------------------------------------------------------- buying with mortgage money


@pytest.mark.parametrize("book", BOOKS)
def test_one_book_bars_a_purchase_after_a_mortgage_in_the_same_move(book: str) -> None:
    table = game(
        book,
        "Ada roll",
        "chance dice 1 2",
        position={"seat": {"Ada": {"cash": 40, "deeds": ["park-place"]}}},
    )
    assert table.page.state["ask"] == "buy 0"
    assert "buy" in barred_ones(table, "ask")
    table.do("open-manager", "raise")
    table.say("mortgage park-place", "dlg-manager")
    table.do("close", where="dlg-manager")
    if book == "wikibooks":
        reason, cited = barred_ones(table, "ask")["buy"]
        assert (
            reason == "Ada took out a mortgage after this throw and so may not buy this property."
        )
        assert cited[0] == "purchase.mortgage-same-move"
        table.click(next(b for b in table.page.buttons("ask") if b.barred))
        assert table.page.state["ask"] == "buy 0"
        assert table.answers() == ["decline"]
    else:
        table.say("buy")
        assert table.session.state.owner[3] == 0


@pytest.mark.parametrize("book", BOOKS)
def test_each_book_says_who_may_bid_after_declining(book: str) -> None:
    table = game(book, "Ada roll", "chance dice 1 2", "Ada decline", seats=wild_games.NAMES[:3])
    assert table.page.state["ask"] == "bid 1"
    bidders = re.findall(r'<li class="bidder[^"]*" data-seat="(\d)"', table.page.regions["ask"])
    assert bidders == (["1", "2"] if book == "wikibooks" else ["0", "1", "2"])
    assert "auction.bidders" in signs(table, "ask")
    assert f"Starting bid ${10 if book == 'modern' else 1}" in table.page.text("ask")


# ---------------------------------------------------------------- debts


@pytest.mark.parametrize("book", BOOKS)
def test_several_creditors_are_paid_one_after_another(book: str) -> None:
    table = game(
        book,
        "Ada roll",
        "chance dice 3 4",
        "chance card chairman",
        seats=wild_games.NAMES,
        decks="us-1936",
        position={
            "seat": {"Ada": {"cash": 120, "deeds": ["baltic-avenue"]}},
            "deck": {"chance": ["chairman"]},
        },
    )
    assert table.page.state["ask"] == "debt 0"
    assert "Ada owes Dora $50" in table.page.text("ask")
    assert table.session.state.cash[:4] == [20, 1550, 1550, 1500]
    assert barred_ones(table, "ask")["bankrupt"][1]
    assert "mortgage baltic-avenue" in table.answers()
    table.say("mortgage baltic-avenue")
    table.say("pay")
    assert table.session.state.cash[:4] == [0, 1550, 1550, 1550]


@pytest.mark.parametrize("book", BOOKS)
def test_the_button_says_when_the_fine_may_be_paid(book: str) -> None:
    for turn in (0, 1, 2):
        table = game(book, position={"seat": {"Ada": {"jail": turn}}})
        late = turn == 2 and book not in ("australian", "modern", "wikibooks")
        bars = barred_ones(table, "ask")
        assert ("fine" in table.answers()) != late
        if late:
            reason, cited = bars["fine"]
            assert reason == "It’s too late to pay the fine before this throw."
            assert "jail.fine-window" in cited


def test_the_short_game_deals_deeds_and_takes_the_price_at_once() -> None:
    record = {
        "format": "title-deed/1",
        "rulebook": "parker1973",
        "variant": "short",
        "seed": 4,
        "seats": ["Ada", "Ben"],
        "chance": "by-hand",
    }
    table = on_screen(Session.start(read_record(record)))
    while table.session.state.ask.kind == AskShuffle.kind:
        table.session.step()
    table.hands.play.go_on()
    assert table.page.state["ask"] == "deal chance"
    assert len(table.answers()) == 28
    assert signs(table, "ask")[0] == "short-game.deal"
