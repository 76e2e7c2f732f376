"""The clause table: nothing is missing, and every parameter has its value for each book."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data_files import BOOKS, clauses, edition, texts, unknown_words

SLUGS = {
    "setup": (
        "objective player-count dice board-track corners transport-spaces utility-spaces "
        "card-spaces tax-spaces street-groups street-order edition-theme currency deeds deed-data "
        "card-decks decks-placed shuffle board-placement tokens tokens-on-go starting-cash "
        "denominations leftovers-to-bank rule-reader starting-player"
    ),
    "bank": (
        "banker banker-funds banker-abstains banker-duties custody records pays sells-and-lends "
        "collects never-broke"
    ),
    "turn": "throw-and-move order completion token-stays shared-space space-decides",
    "doubles": "resolve-space extra-throw third",
    "go": "salary once-per-lap second-salary-by-card",
    "purchase": (
        "option by-card-move title deed-display only-on-landing no-second-thoughts "
        "mortgage-same-move"
    ),
    "auction": "trigger bidders opening-bid minimum-raise winner-pays unsold auctioneer",
    "rent": (
        "due by-card-move mortgaged-none siblings-unmortgaged group-double group-double-mortgage "
        "group-double-part-built buildings claim-deadline railroad-scale holdings-count-mortgaged "
        "utility-multiplier utility-dice marvin-gardens"
    ),
    "cards": (
        "draw obey return-timing goojf-keep goojf-return goojf-trade goojf-one-per-deck "
        "street-repairs nearest-railroad"
    ),
    "tax": "on-landing income income-commit income-worth luxury",
    "jail": (
        "entry direct ends-turn just-visiting exit-doubles exit-doubles-extra-throw exit-card "
        "exit-bought-card fine-amount fine-window exit-throw-played doubles-after-release "
        "failed-throw third-turn third-turn-card activities"
    ),
    "free-parking": "nothing no-pot",
    "houses": (
        "full-group from-bank any-time even free-choice price max-four quantity unmortgaged-group "
        "rebuy-full-price streets-only"
    ),
    "hotels": "prerequisite price houses-return one-per-street equals-five no-skipping",
    "shortage": "supply wait auction opening-bid bid-is-price",
    "selling-buildings": "half-price any-time bank-only even hotel-method downgrade-stock",
    "trading": (
        "private-sale any-time free-price bare-group assets mortgaged no-shared-ownership "
        "no-rent-immunity"
    ),
    "mortgage": (
        "any-time bank-only bare-group value property-only deed-face-down lift interest-base "
        "owner-keeps transfer-choice transfer-interest later-lift-interest"
    ),
    "debt": "raise-cash bank-only-lender no-player-loans",
    "bankruptcy": (
        "condition to-player buildings mortgaged-interest mortgage-later to-bank bank-auction "
        "mortgages-on-return jail-cards retire"
    ),
    "ending": "last-player play-on",
    "short-game": (
        "offered deal deal-payment regular-start hotel-at-three hotel-rent hotel-refund "
        "first-bankruptcy end final-transfer score winner"
    ),
    "misc": "no-house-rules",
}

PHYSICAL = [
    "setup.decks-placed",
    "setup.board-placement",
    "setup.tokens",
    "setup.denominations",
    "setup.rule-reader",
    "bank.banker",
    "bank.banker-funds",
    "bank.banker-abstains",
    "bank.banker-duties",
    "bank.records",
    "bank.never-broke",
    "purchase.deed-display",
    "auction.auctioneer",
    "mortgage.deed-face-down",
]

# In the order of BOOKS.
VALUES: dict[str, tuple[object, object, object, object, object]] = {
    "setup.denominations": (
        "2x500 2x100 2x50 6x20 5x10 5x5 5x1",
        "unspecified",
        "2x500 4x100 1x50 1x20 2x10 1x5 5x1",
        "unspecified",
        "2x500 2x100 2x50 6x20 5x10 5x5 5x1",
    ),
    "setup.starting-player": (
        "highest-throw",
        "random (highest throw usual)",
        "highest-throw",
        "highest-throw",
        "highest-throw",
    ),
    "bank.banker": (
        "player, chosen",
        "none (abstract Bank)",
        "player, chosen",
        "none (abstract Bank)",
        "player, chosen",
    ),
    "bank.banker-abstains": (
        "if more than 5 persons",
        "not applicable",
        "always",
        "not applicable",
        "if more than 5 persons",
    ),
    "turn.order": ("left", "left (right optional)", "left", "left", "left"),
    "purchase.no-second-thoughts": (
        "may bid at auction",
        "may bid at auction",
        "may bid at auction",
        "barred until next landing",
        "may bid at auction",
    ),
    "purchase.mortgage-same-move": ("allowed", "allowed", "allowed", "forbidden", "allowed"),
    "auction.bidders": ("all", "all", "all", "all but decliner", "all"),
    "auction.opening-bid": (1, 1, 10, 1, 1),
    "rent.claim-deadline": (
        "second-following-throw",
        "none",
        "next-player-throw",
        "next-player-throw",
        "second-following-throw",
    ),
    "rent.utility-multiplier": (
        "owner-count",
        "owner-count",
        "owner-count",
        "both-owned-by-anyone",
        "owner-count",
    ),
    "rent.utility-dice": ("landing", "landing", "fresh", "fresh", "landing"),
    "rent.marvin-gardens": (24, 24, 24, 24, 24),
    "cards.return-timing": (
        "after-effect",
        "on-token-move-or-turn-pass",
        "after-effect",
        "after-effect",
        "after-effect",
    ),
    "tax.income": ("choice", "min", "flat-200", "choice", "choice"),
    "tax.income-commit": (
        "before-count",
        "not applicable",
        "not applicable",
        "before-count",
        "before-count",
    ),
    "tax.luxury": (75, 100, 100, 75, 75),
    "jail.exit-doubles-extra-throw": ("no", "yes (by silence)", "no", "no", "no"),
    "jail.fine-window": ("turns-1-2", "turns-1-3", "turns-1-3", "turns-1-3", "turns-1-2"),
    "jail.activities": (
        "rent, property trade, build, sell-buildings",
        "rent, property trade, build, sell-buildings, mortgage",
        "rent, auction, build, mortgage, trade",
        "rent, build",
        "rent, property trade, build, sell-buildings",
    ),
    "shortage.supply": ("32/12", "88/22", "32/12", "32/12", "32/12"),
    "shortage.auction": (
        "contested houses or hotels",
        "not applicable",
        "last house or hotel",
        "houses, one at a time",
        "contested houses or hotels",
    ),
    "shortage.opening-bid": (1, "not applicable", 10, 1, 1),
    "selling-buildings.hotel-method": (
        "group-at-once or stepwise",
        "group-at-once or stepwise",
        "exchange for 4 houses",
        "sale or break-down to k houses",
        "group-at-once or stepwise",
    ),
    "mortgage.bare-group": ("group", "group", "group", "lot", "group"),
    "mortgage.interest-base": (
        "mortgage-value",
        "printed-price",
        "mortgage-value",
        "mortgage-value",
        "mortgage-value",
    ),
    "mortgage.transfer-interest": (
        "mortgage-value",
        "printed-price",
        "mortgage-value",
        "mortgage-value",
        "mortgage-value",
    ),
    "bankruptcy.to-player": (
        "all-assets",
        "all-assets",
        "liquidated",
        "all-assets",
        "all-assets",
    ),
    "bankruptcy.mortgaged-interest": (
        "mortgage-value",
        "printed-price",
        "mortgage-value",
        "mortgage-value",
        "mortgage-value",
    ),
    "bankruptcy.mortgages-on-return": ("cancelled",) * 5,
    "short-game.offered": ("no", "no", "no", "no", "yes"),
}


@pytest.fixture(scope="module")
def rows() -> dict[str, dict[str, Any]]:
    return clauses()


def test_all_184_clauses_are_present_and_in_order(rows: dict[str, dict[str, Any]]) -> None:
    expected = [f"{topic}.{slug}" for topic, slugs in SLUGS.items() for slug in slugs.split()]
    assert len(expected) == 184
    assert list(rows) == expected


def test_every_clause_has_the_keys_it_needs(rows: dict[str, dict[str, Any]]) -> None:
    always = {"id", "topic", "kind", "text", "play", "silent", "books"}
    sometimes = {"ruling", "assumed", "physical", "value"}
    for id, row in rows.items():
        assert always <= set(row) <= always | sometimes, id
        assert row["topic"] == id.split(".")[0]
        assert row["kind"] in ("parameter", "same", "silent-in-some"), id
        for key in ("text", "play", "ruling"):
            if key in row:
                assert len(row[key]) > 15, (id, key)
                assert row[key].endswith("."), (id, key)


def test_each_clause_lists_every_book_as_either_stating_it_or_silent_on_it(
    rows: dict[str, dict[str, Any]],
) -> None:
    for id, row in rows.items():
        assert sorted([*row["books"], *row["silent"]]) == sorted(BOOKS), id
        if row["kind"] == "same":
            assert row["silent"] == [], id
        if row["kind"] == "silent-in-some":
            assert row["silent"] != [], id


def test_the_31_parameters_have_the_right_value_for_each_book(
    rows: dict[str, dict[str, Any]],
) -> None:
    assert len(VALUES) == 31
    assert [id for id, row in rows.items() if row["kind"] == "parameter"] == list(VALUES)
    for id, values in VALUES.items():
        assert rows[id]["value"] == dict(zip(BOOKS, values, strict=True)), id
        for value, literal in zip(rows[id]["value"].values(), values, strict=True):
            assert type(value) is type(literal), id


def test_only_parameters_have_values_and_assumptions(rows: dict[str, dict[str, Any]]) -> None:
    for id, row in rows.items():
        assert ("value" in row) == (id in VALUES), id
        assert ("assumed" in row) == (id in VALUES), id
        if id in VALUES:
            assert set(row["silent"]) <= set(row["assumed"]) <= set(BOOKS), id


def test_rules_on_handling_real_objects_are_marked_physical(
    rows: dict[str, dict[str, Any]],
) -> None:
    assert [id for id, row in rows.items() if row.get("physical")] == PHYSICAL


# Two assumptions need no ruling: both follow from the program running the Bank.
def test_all_but_two_assumptions_about_the_books_have_a_ruling(
    rows: dict[str, dict[str, Any]],
) -> None:
    unruled = [id for id, row in rows.items() if row.get("assumed") and "ruling" not in row]
    assert unruled == ["bank.banker", "bank.banker-abstains"]


def test_each_rule_that_most_books_leave_out_has_a_ruling(rows: dict[str, dict[str, Any]]) -> None:
    for id in (
        "setup.shuffle",
        "auction.minimum-raise",
        "auction.unsold",
        "rent.holdings-count-mortgaged",
        "cards.nearest-railroad",
        "jail.doubles-after-release",
        "selling-buildings.downgrade-stock",
        "trading.no-rent-immunity",
        "shortage.auction",
        "bankruptcy.condition",
        "short-game.score",
    ):
        assert "ruling" in rows[id], id


def test_every_word_in_braces_is_in_the_vocabulary(rows: dict[str, dict[str, Any]]) -> None:
    words = edition("atlantic-city")["words"]
    for id, row in rows.items():
        for text in texts(row):
            assert unknown_words(text, words, frozenset()) == [], id
            assert text.count("{") == text.count("}"), id


def test_words_that_editions_change_are_in_braces(rows: dict[str, dict[str, Any]]) -> None:
    changing = re.compile(
        r"\b(jail|gaol|railroads?|stations?|streets?|lots?|utility|utilities|colou?rs?|houses?"
        r"|hotels?|tokens?|decks?|deeds?|Bank|Banker|GO|Chance|Community Chest|Free Parking)\b"
        r"(?! rules?\b)"
    )
    for id, row in rows.items():
        for text in texts(
            {key: row[key] for key in ("text", "play", "ruling", "books") if key in row}
        ):
            assert changing.search(re.sub(r"\{[^}]*\}", "", text)) is None, (id, text)


def test_texts_have_no_article_before_a_vocabulary_word(rows: dict[str, dict[str, Any]]) -> None:
    for id, row in rows.items():
        for text in texts(row):
            assert re.search(r"\b[Aa]n? \{", text) is None, (id, text)


def test_clauses_contain_no_quotes_from_the_books(rows: dict[str, dict[str, Any]]) -> None:
    assert not any("quote" in key for row in rows.values() for key in row)
