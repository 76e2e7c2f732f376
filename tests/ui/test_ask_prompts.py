"""Every question of the five books can be answered on screen.

Every question, report and barred answer leads to a clause that opens."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

import wild_games
from fake_page import Table
from on_screen import barred_ones, game, on_screen, opens, signs
from scene import BOOKS
from titledeed.engine import rng
from titledeed.engine.answers import (
    Resign,
)
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.legal_answers import (
    Amount,
    Options,
)
from titledeed.engine.record import read_record
from titledeed.engine.reducer import (
    asked_by,
)
from titledeed.engine.rulebook_loader_and_rules_compiler import clause_table
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.session import Session
from titledeed.ui.views.view_context_and_shared_parts import ViewContext

# ---------------------------------------------------------------- every ask of every book

# The questions that a book can ask. Nobody is asked for a shuffle or for the deal of the Short Game.
# Only real dice and cards (`chance = "by-hand"`) are asked for.
EVERYWHERE = {
    "order", "roll", "buy", "bid", "card-choice", "debt", "transfer", "answer", "claim", "place",
    "end", "over",
}  # fmt: skip
MORE = {
    "classic": {"tax"},
    "australian": set(),
    "modern": {"rent-roll"},
    "wikibooks": {"tax", "rent-roll"},
    "parker1973": {"tax"},
}


def wild(book: str, n: int) -> Session:
    draw = random.Random(n)
    more: dict[str, Any] = {"rulebook": book, "rent": "asked" if n % 2 else "automatic"}
    if n % 3 == 0:
        more["edition"] = "london"
    if n % 4 == 3:
        return Session.start(read_record(wild_games.fresh(draw, **more)))
    return Session.start(read_record(wild_games.crowded(draw, scarce=n % 2 == 0, **more)))


@pytest.mark.parametrize("book", BOOKS)
def test_every_question_of_a_book_can_be_answered_on_screen(book: str) -> None:
    seen: dict[str, int] = {}
    for n in range(24):
        draw = random.Random(n)
        session = wild(book, n)
        for _ in range(260):
            ask = session.state.ask
            if ask.seat == CHANCE:
                answer = rng.chance_answer(session.state, session.game.record.seed)
                session.give(CHANCE, answer, "chance")
                continue
            if seen.get(ask.kind, 0) < 3:
                seen[ask.kind] = seen.get(ask.kind, 0) + 1
                answered_on_screen(session)
            if isinstance(ask, Over):
                break
            session.give(*wild_games.pick(session.state, draw))
        if seen.keys() >= (EVERYWHERE | MORE[book]) - {"over"}:
            break
    alone = game(book).session
    alone.give(1, Resign())
    seen["over"] = 1
    answered_on_screen(alone)
    assert seen.keys() == EVERYWHERE | MORE[book]


def answered_on_screen(session: Session) -> None:
    """Check that the page has a button for exactly each legal answer, and a sign of the clause."""
    table = on_screen(session)
    state = session.state
    ask = state.ask
    shown = signs(table, "ask")
    assert shown, ask.kind
    assert shown[0] == asked_by(state)[0]
    for id in shown:
        opens(table, id)
    if isinstance(ask, Over):
        return
    options, text = Options(state, ask.seat), session.game.notation.text
    bid = ["bid"] if ask.kind == "bid" else []  # a bid is in no list of answers
    for kind in (*bid, *options._of_ask()):
        for option in options.of(kind):
            if isinstance(option, Amount):
                bids = [a for a in table.answers() if a.startswith("bid")]
                assert bids[0] == f"bid {option.low}"
                assert 'data-answer-form="bid {amount}"' in table.page.regions["ask"]
                assert f'min="{option.low}" max="{option.high}"' in table.page.regions["ask"]
            else:
                assert text(option, state) in table.answers()
    for answer, (reason, cited) in barred_ones(table, "ask").items():
        assert reason
        assert cited, answer
        assert all(id in clause_table() or id.startswith("house.") for id in cited)


@pytest.mark.parametrize("book", BOOKS)
def test_a_barred_action_in_a_dialog_shows_its_reason_and_clause_mark(book: str) -> None:
    barred = 0
    for n in range(6):
        session = wild(book, 2 * n)
        draw = random.Random(n)
        wild_games.walk(session, draw, 40 + 17 * n)
        while session.state.ask.seat == CHANCE:
            session.step()
        table = on_screen(session)
        state = session.state
        for seat in range(state.seats):
            if not state.playing[seat] or isinstance(state.ask, Over):
                continue
            table.do("open-manager", str(seat))
            table.do("open-seat", str(seat))
            acting = ViewContext(table.app).acting()
            if seat != acting:
                table.do("trade-with", str(seat))
            for region in ("dlg-manager", "dlg-seat", "dlg-trade"):
                for answer, (reason, cited) in barred_ones(table, region).items():
                    barred += 1
                    assert reason, answer
                    assert cited, answer
                    assert all(id in clause_table() or id.startswith("house.") for id in cited)
            table.hands.play.close_all()
    assert barred > 20


@pytest.mark.parametrize("book", BOOKS)
def test_every_journal_line_links_to_its_clause(book: str) -> None:
    session = wild(book, 5)
    wild_games.walk(session, random.Random(5), 250)
    table = on_screen(session)
    table.do("open-journal")
    html = table.page.regions["dlg-journal"]
    lines = re.findall(r'<li class="entry.*?</li>', html, re.DOTALL)
    assert len(lines) > 80
    assert all("data-why=" in line for line in lines)
    table.do("close", where="dlg-journal")
    for id in sorted(set(" ".join(re.findall(r'data-why="([^"]+)"', html)).split())):
        opens(table, id)


def test_a_barred_answer_cannot_be_pressed() -> None:
    table = Table()
    table.play("Ada", "Ben", position={"seat": {"Ada": {"cash": 20}}})
    table.say("roll")  # 2 and 1, to Baltic Avenue for 60
    buttons = table.page.buttons("ask")
    barred = {
        b.attributes["data-answer"]: b.barred for b in buttons if "data-answer" in b.attributes
    }
    assert barred["buy"]
    assert not barred["decline"]
    # The title names the deed, so that these two are short enough to share a row on a phone.
    assert [b.text for b in buttons if "data-answer" in b.attributes] == [
        "Buy for $60",
        "Auction it",
    ]


# ---------------------------------------------------------------- buying


def for_sale(space: str, dice: str, **seats: dict[str, object]) -> str:
    """The card that asks Ada whether to buy the space on which she lands."""
    table = Table()
    position = {"turn": "Ada", "seat": {"Ada": {}, "Ben": {}, "Cleo": {}, **seats}}
    table.play("Ada", "Ben", "Cleo", chance="by-hand", position=position)
    table.say("roll")
    table.session.say(-3, f"dice {dice}")
    table.hands.play.go_on()
    table.page.run()
    assert table.session.ask.kind == "buy"
    assert table.app.session is not None
    assert table.session.state.rules.space_index(space) == table.session.state.at[0]
    return table.page.text("ask")


def test_a_purchase_shows_the_rents_the_owners_of_the_group_and_the_cash_left() -> None:
    ben = {"deeds": ["oriental-avenue"]}
    card = for_sale("connecticut-avenue", "4 5", Ada={"cash": 500}, Ben=ben)
    assert (
        "Rent $8 with group $16 with hotel $600 Cash left $380 "
        "B Oriental Avenue Ben B Vermont Avenue unsold" in card
    )


def test_a_purchase_that_completes_a_group_says_so() -> None:
    ada = {"deeds": ["oriental-avenue", "vermont-avenue"]}
    card = for_sale("connecticut-avenue", "4 5", Ada=ada)
    assert "with group $16 with hotel $600" in card
    assert "Rent $8" not in card
    assert "This property would complete the group." in card


def test_a_purchase_says_when_one_rival_has_the_rest_of_the_group() -> None:
    ben = {"deeds": ["oriental-avenue", "vermont-avenue:m"]}
    card = for_sale("connecticut-avenue", "4 5", Ada={"cash": 100}, Ben=ben)
    assert "Ben owns the rest of the group." in card
    assert "B Vermont Avenue Ben mortgaged" in card
    assert "Still missing $20" in card


def test_the_rents_of_a_railroad_for_sale_count_those_already_owned() -> None:
    card = for_sale("reading-railroad", "2 3", Ada={"deeds": ["short-line"]})
    assert "with 2 railroads $50 with 4 railroads $200 Cash left" in card
    card = for_sale("electric-company", "6 6", Ben={"deeds": ["water-works"]})
    assert "with 1 utility 4 × dice with 2 utilities 10 × dice" in card


def test_cash_is_raised_only_by_players_who_lack_it() -> None:
    deeds = {"deeds": ["boardwalk"]}
    assert "Raise cash" not in for_sale("connecticut-avenue", "4 5", Ada={"cash": 1210, **deeds})
    assert "Raise cash" in for_sale("connecticut-avenue", "4 5", Ada={"cash": 100, **deeds})
