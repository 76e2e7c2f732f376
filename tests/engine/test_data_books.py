"""The five books and the house rules, as the set-up screen shows them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from data_files import BOOKS, clauses, edition, table, texts, unknown_words
from titledeed.engine.rulebook_loader_and_rules_compiler import MORE_VALUES

NAMES = {
    "classic": "Classic",
    "australian": "Australian",
    "modern": "Modern",
    "wikibooks": "Wikibooks",
    "parker1973": "1973",
}
KINDS = {
    "free-parking": "amount",
    "go-landing": "choice",
    "auctions": "switch",
    "starting-cash": "amount",
    "salary": "amount",
    "stock": "pair",
    "build-evenly": "switch",
    "rent-in-jail": "switch",
    "lap-first": "switch",
    "limit-rounds": "amount",
    "limit-minutes": "amount",
}
# The value in a record when the house rule is switched on.
SUGGESTED: dict[str, object] = {
    "free-parking": 500,
    "go-landing": "double",
    "auctions": False,
    "starting-cash": 2000,
    "salary": 400,
    "stock": [32, 12],
    "build-evenly": False,
    "rent-in-jail": False,
    "lap-first": True,
    "limit-rounds": 30,
    "limit-minutes": 45,
}


def books() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("books/books.toml")["book"]}


def house(key: str = "house") -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in table("books/house-rules.toml")[key]}


def test_the_five_books_have_the_right_names() -> None:
    assert {id: row["name"] for id, row in books().items()} == NAMES


@pytest.mark.parametrize("book", BOOKS)
def test_each_book_has_four_to_six_short_lines_of_introduction(book: str) -> None:
    row = books()[book]
    assert set(row) == {
        "id",
        "name",
        "title",
        "era",
        "line",
        "differences",
        "editions",
        "variants",
        "decks",
    }
    assert 4 <= len(row["differences"]) <= 6
    assert len(set(row["differences"])) == len(row["differences"])
    for line in row["differences"]:
        assert len(line) <= 110
        assert line.endswith(".")


def test_only_the_1973_book_has_a_short_game() -> None:
    variants = {id: row["variants"] for id, row in books().items()}
    assert variants == {
        "classic": ["standard"],
        "australian": ["standard"],
        "modern": ["standard"],
        "wikibooks": ["standard"],
        "parker1973": ["standard", "short"],
    }


def test_each_book_lists_its_own_edition_first() -> None:
    first = {id: row["editions"][0] for id, row in books().items()}
    assert first == {
        "classic": "atlantic-city",
        "australian": "australia",
        "modern": "atlantic-city",
        "wikibooks": "atlantic-city",
        "parker1973": "atlantic-city",
    }
    for row in books().values():
        assert sorted(row["editions"]) == ["atlantic-city", "australia", "london"]


@pytest.mark.parametrize(
    ("book", "atlantic_city"),
    [
        ("classic", "us-1936"),
        ("australian", "us-1936"),
        ("modern", "us-2008"),
        ("wikibooks", "us-1936"),
        ("parker1973", "us-1936"),
    ],
)
def test_each_book_names_a_set_of_decks_for_each_edition(book: str, atlantic_city: str) -> None:
    assert books()[book]["decks"] == {
        "atlantic-city": atlantic_city,
        "london": "uk-classic",
        "australia": "uk-classic",
    }


def test_every_house_rule_is_listed_with_its_kind() -> None:
    assert {id: row["kind"] for id, row in house().items()} == KINDS


def test_each_house_rule_suggests_an_unofficial_value() -> None:
    for id, value in SUGGESTED.items():
        suggested = house()[id]["suggest"]
        assert suggested == value, id
        assert type(suggested) is type(value), id
        assert suggested != house()[id]["official"], id


def test_amounts_have_limits_and_choices_have_names() -> None:
    for id, row in house().items():
        if row["kind"] in ("amount", "pair"):
            assert 0 <= row["min"] < row["max"], id
        if row["kind"] == "amount":
            assert row["min"] <= row["suggest"] <= row["max"], id
        if "choices" in row:
            assert list(row["names"]) == [str(choice) for choice in row["choices"]], id


def test_a_house_rule_is_explained_in_one_or_two_sentences() -> None:
    for id, row in house().items():
        assert row["text"].endswith("."), id
        assert row["text"].count(". ") <= 1, id
        assert 1 <= len(row["label"]) <= 60, id


def test_each_book_has_the_right_options_left_to_the_players() -> None:
    options = house("option")
    assert {id: (row["books"], row["choices"]) for id, row in options.items()} == {
        "turn.order": (["australian"], ["left", "right"]),
        "rent.marvin-gardens": (list(BOOKS), [24, 22]),
    }


def test_every_parameter_has_a_name_for_each_of_its_values() -> None:
    rows = house("parameter")
    values = {id: row["value"] for id, row in clauses().items() if row["kind"] == "parameter"}
    assert list(rows) == list(values)
    for id, row in rows.items():
        assert {str(value) for value in values[id].values()} <= set(row["names"]), id
        # Beyond the books' own values, the names cover only those that a record may also give.
        more = {str(value) for value in MORE_VALUES.get(id, ())}
        assert set(row["names"]) == more | {str(value) for value in values[id].values()}, id


def test_the_short_game_cannot_be_a_house_rule() -> None:
    assert [id for id, row in house("parameter").items() if row.get("fixed")] == [
        "short-game.offered"
    ]


def test_parameters_with_no_effect_on_play_give_the_reason() -> None:
    idle = {id for id, row in house("parameter").items() if "idle" in row}
    assert idle == {
        "setup.denominations",
        "setup.starting-player",
        "bank.banker",
        "bank.banker-abstains",
        "tax.income-commit",
        "jail.activities",
        "shortage.auction",
        "selling-buildings.hotel-method",
        "bankruptcy.mortgages-on-return",
    }


@pytest.mark.parametrize("file", ["books", "house-rules"])
def test_every_word_in_braces_is_in_the_vocabulary(file: str) -> None:
    words = edition("atlantic-city")["words"]
    for text in texts(table(f"books/{file}.toml")):
        assert unknown_words(text, words, frozenset()) == [], text


# Numbers that are always sums in these texts.
SUM = re.compile(r"(?<![\w{×])(?:24|50|75|100|110|120|150|200|400|1500)(?![\w%×])")


def test_every_sum_in_a_text_has_the_money_sign() -> None:
    rows = [*clauses().values(), table("books/books.toml"), table("books/house-rules.toml")]
    for row in rows:
        said = {key: value for key, value in row.items() if key not in ("value", "title")}
        for text in texts(said):
            if " " in text:
                assert not SUM.search(text), text


# The topic of each line of "differences", and the value in the clause table that makes it true.
TRUE: dict[str, list[tuple[str, object]]] = {
    "classic": [
        ("tax.income", "choice"),
        ("jail.fine-window", "turns-1-2"),
        ("auction.opening-bid", 1),
        ("rent.claim-deadline", "second-following-throw"),
        ("rent.utility-dice", "landing"),
        ("bankruptcy.to-player", "all-assets"),
    ],
    "australian": [
        ("shortage.supply", "88/22"),
        ("mortgage.interest-base", "printed-price"),
        ("tax.income", "min"),
        ("jail.exit-doubles-extra-throw", "yes (by silence)"),
        ("rent.claim-deadline", "none"),
        ("turn.order", "left (right optional)"),
    ],
    "modern": [
        ("auction.opening-bid", 10),
        ("tax.income", "flat-200"),
        ("bankruptcy.to-player", "liquidated"),
        ("jail.fine-window", "turns-1-3"),
        ("rent.utility-dice", "fresh"),
        ("rent.claim-deadline", "next-player-throw"),
    ],
    "wikibooks": [
        ("purchase.no-second-thoughts", "barred until next landing"),
        ("purchase.mortgage-same-move", "forbidden"),
        ("rent.utility-multiplier", "both-owned-by-anyone"),
        ("mortgage.bare-group", "lot"),
        ("rent.claim-deadline", "next-player-throw"),
        ("rent.utility-dice", "fresh"),
    ],
    "parker1973": [
        ("short-game.offered", "yes"),
        ("short-game.offered", "yes"),
        ("short-game.offered", "yes"),
        ("tax.income", "choice"),
        ("jail.fine-window", "turns-1-2"),
        ("rent.claim-deadline", "second-following-throw"),
    ],
}


@pytest.mark.parametrize("book", BOOKS)
def test_the_description_of_each_book_is_true_and_sets_it_apart(book: str) -> None:
    rows = clauses()
    assert len(books()[book]["differences"]) == len(TRUE[book])
    for id, value in TRUE[book]:
        assert rows[id]["value"][book] == value, id
        assert set(rows[id]["value"].values()) != {value}, id


def test_each_book_lists_its_unique_features_first() -> None:
    """The set-up screen shows three lines, which must contain the book's main differences."""
    rows = clauses()
    for book in set(BOOKS) - {"classic"}:
        first = TRUE[book][:3]
        alone = [id for id, value in first if list(rows[id]["value"].values()).count(value) == 1]
        assert len(alone) >= 2, book
