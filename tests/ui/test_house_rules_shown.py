"""The view of the rules never contradicts the game, with any house rule and any book."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

import pytest

from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.errors import LoadError
from titledeed.engine.rulebook_loader_and_rules_compiler import (
    AGREED_LIMITS,
    BOOKS,
    MORE_VALUES,
    clause_table,
    make_rules,
    parameter_table,
    rule_texts,
)
from titledeed.language.catalogue import Catalogue
from titledeed.language.sentence_parts import SentenceParts
from titledeed.ui.views import rules_clause_book_comparison_search as view

AUCTIONS = {
    *(id for id in clause_table() if id.startswith("auction.")),
    "purchase.no-second-thoughts",
    "purchase.only-on-landing",
    "bank.sells-and-lends",
    "bankruptcy.bank-auction",
    "bankruptcy.mortgages-on-return",
    "shortage.auction",
    "shortage.opening-bid",
    "shortage.bid-is-price",
}
# The facts that the engine asks of the rules, and the clauses that change with each of them.
SPEAK_OF_IT = {
    "rents": {"rent.marvin-gardens"},
    "lift_cost": {"mortgage.interest-base"},
    "transfer_interest": {"mortgage.transfer-interest"},
    "estate_interest": {"bankruptcy.mortgaged-interest"},
    "starting_cash": {"setup.starting-cash", "setup.denominations"},
    "salary": {"go.salary"},
    "go_landing_double": {"go.salary", "go.once-per-lap"},
    "lap_first": {
        "purchase.option",
        "purchase.by-card-move",
        "auction.trigger",
        "auction.bidders",
    },
    "turn_step": {"turn.order"},
    "auctions": AUCTIONS,
    "decliner_bids": {"auction.bidders", "purchase.no-second-thoughts"},
    "mortgage_bars_purchase": {"purchase.mortgage-same-move"},
    "opening_bid": {"auction.opening-bid"},
    "claim_limit": {"rent.claim-deadline"},
    "utility_by_anyone": {"rent.utility-multiplier"},
    "utility_fresh": {"rent.utility-dice"},
    "rent_in_jail": {"rent.due", "jail.activities"},
    "card_returns_late": {"cards.return-timing"},
    "income_tax": {"tax.income"},
    "luxury_tax": {"tax.luxury"},
    "fine_turns": {"jail.fine-window"},
    "exit_doubles_again": {"jail.exit-doubles-extra-throw"},
    "parking": {"free-parking.nothing", "free-parking.no-pot"},
    "pot": {
        "free-parking.nothing",
        "free-parking.no-pot",
        "bank.collects",
        "tax.on-landing",
        "jail.fine-amount",
    },
    "even": {"houses.even", "houses.free-choice", "selling-buildings.even"},
    "stock": {"shortage.supply"},
    "building_opening_bid": {"shortage.opening-bid"},
    "bare_group": {"mortgage.bare-group"},
    "liquidated": {"bankruptcy.to-player"},
    "limit_rounds": {"ending.last-player"},
    "limit_minutes": {"ending.last-player"},
}
# Facts about the whole, which no rule asks for.
OF_THE_WHOLE = {
    "book",
    "variant",
    "edition",
    "decks_id",
    "decks",
    "house_rules",
    "official",
    "values",
}

ROWS = {row["id"]: row for row in rule_texts("house-rules")["house"]}
IDLE = {row["id"] for row in rule_texts("house-rules")["parameter"] if row.get("idle")}


def single() -> Iterator[tuple[str, Any]]:
    """Every house rule with every value that a screen or a record gives it, including the books' own."""
    for key, row in ROWS.items():
        values = [row["suggest"], row["official"], *row.get("choices", ())]
        if row["kind"] == "pair":
            values += [[88, 22], [1, 1], [88, 1]]
        yield from ((key, value) for value in values if value != "")
    for key, by_book in parameter_table().items():
        if key != "short-game.offered":
            for value in dict.fromkeys([*by_book.values(), *MORE_VALUES.get(key, ())]):
                yield key, value


def marked(rules: Rules) -> dict[str, str]:
    parts = SentenceParts(rules, [], Catalogue("en", rules.edition.words))
    told = {id: view.why_changed(parts, id) for id in clause_table()}
    return {id: text for id, text in told.items() if text}


def asked(rules: Rules) -> dict[str, object]:
    return {f.name: getattr(rules, f.name) for f in fields(Rules) if f.name not in OF_THE_WHOLE}


@pytest.mark.parametrize("book", BOOKS)
def test_without_house_rules_nothing_is_marked(book: str) -> None:
    assert marked(make_rules(book)) == {}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("key", "value"), list(single()), ids=str)
def test_exactly_the_changed_clauses_are_marked(book: str, key: str, value: object) -> None:
    by_the_book = make_rules(book)
    try:
        rules = make_rules(book, house_rules={key: value})
    except LoadError:
        assert key == "tax.income-commit"  # only the tax itself can be changed
        return
    before, after = asked(by_the_book), asked(rules)
    changed = {name for name in before if before[name] != after[name]}
    wanted = set().union(*(SPEAK_OF_IT[name] for name in changed))
    told = marked(rules)
    assert wanted <= told.keys(), "a clause says the opposite of what is played"
    follow = {"tax.income-commit"} if "income_tax" in changed else set()
    if "stock" in changed:
        follow = {"shortage.auction", "shortage.opening-bid"}
    assert told.keys() - wanted <= follow | (IDLE & {key}) | ({key} & parameter_table().keys())
    for text in told.values():
        limit = ("Limit of rounds: ", "Time limit: ") if key in AGREED_LIMITS else ()
        assert text.startswith(("House rule: ", "The rulebook leaves this open", *limit))


@pytest.mark.parametrize("book", BOOKS)
def test_two_clauses_on_one_subject_agree(book: str) -> None:
    wide = [None, *parameter_table()["auction.bidders"].values()]
    second = [None, *parameter_table()["purchase.no-second-thoughts"].values()]
    for bidders, thoughts in itertools.product(dict.fromkeys(wide), dict.fromkeys(second)):
        rows = {"auction.bidders": bidders, "purchase.no-second-thoughts": thoughts}
        try:
            rules = make_rules(book, house_rules={k: v for k, v in rows.items() if v is not None})
        except LoadError:
            continue
        pair = rules.values["auction.bidders"], rules.values["purchase.no-second-thoughts"]
        assert pair == (
            ("all", "may bid at auction")
            if rules.decliner_bids
            else ("all but decliner", "barred until next landing")
        )


@pytest.mark.parametrize(
    ("book", "changes", "id", "says"),
    [
        (
            "wikibooks",
            {"auction.bidders": "all"},
            "purchase.no-second-thoughts",
            "House rule: you may still bid on it.",
        ),
        (
            "classic",
            {"purchase.no-second-thoughts": "barred until next landing"},
            "auction.bidders",
            "House rule: all players except the one who declined.",
        ),
        (
            "australian",
            {"stock": [32, 12]},
            "shortage.auction",
            "House rule: houses and hotels that several players want.",
        ),
        (
            "australian",
            {"stock": [32, 12]},
            "shortage.opening-bid",
            "House rule: any price.",
        ),
        (
            "australian",
            {"shortage.supply": "32/12"},
            "shortage.auction",
            "House rule: houses and hotels that several players want.",
        ),
        (
            "modern",
            {"stock": [88, 22]},
            "shortage.auction",
            "House rule: buildings never run out.",
        ),
        (
            "classic",
            {"lap-first": True},
            "auction.bidders",
            (
                "House rule: You can’t buy property or bid on it until you "
                "have gone around the board once."
            ),
        ),
        (
            "modern",
            {"tax.income": "choice"},
            "tax.income-commit",
            "House rule: before you add up all you own.",
        ),
        (
            "classic",
            {"auctions": False},
            "bankruptcy.bank-auction",
            (
                "House rule: If you decline a property, it stays with the Bank. "
                "Nothing is ever auctioned."
            ),
        ),
        (
            "classic",
            {"free-parking": "pot"},
            "bank.collects",
            "House rule: Free Parking bonus, the pot of taxes, fines and card payments.",
        ),
    ],
)
def test_the_text_of_a_marked_clause_says_what_now_applies(
    book: str, changes: dict[str, Any], id: str, says: str
) -> None:
    assert marked(make_rules(book, house_rules=changes))[id] == says
