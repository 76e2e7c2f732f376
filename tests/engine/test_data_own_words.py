"""An untrusted edition may have its own words; our own files may not use protected ones."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import pytest

from data_files import EDITIONS, ROOT, edition, texts, unknown_words

SUMS = frozenset(("space", "amount", "house", "hotel", "salary"))
TEXT_FILES = {".py", ".toml", ".html", ".css", ".js", ".mjs", ".svg", ".json", ".md", ".txt"}

# Each word is split in two, so that this file can be searched too.
FOREIGN = re.compile(
    "mono" + "poly|has" + "bro|penny" + "bags|parker" + "[ -]brothers|waddin" + "gton",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def town() -> dict[str, Any]:
    return tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))


def test_the_example_edition_is_a_complete_board_with_its_own_names(town: dict[str, Any]) -> None:
    assert len(town["space"]) == 40
    ours = {space["name"] for name in EDITIONS for space in edition(name)["space"]}
    assert not ours & {space["name"] for space in town["space"]}
    assert len({space["id"] for space in town["space"]}) == 40
    assert [space["kind"] for space in town["space"]] == [
        space["kind"] for space in edition("atlantic-city")["space"]
    ]


def test_the_example_edition_satisfies_the_fixed_facts_of_every_board(town: dict[str, Any]) -> None:
    streets = [space for space in town["space"] if space["kind"] == "street"]
    assert len(streets) == 22
    prices = [space["price"] for space in streets]
    assert prices == sorted(prices)
    for space in town["space"]:
        if "price" in space:
            assert space["mortgage"] == space["price"] // 2
            assert space["rents"] == sorted(space["rents"])
    sizes = [sum(s.get("group") == group["id"] for s in streets) for group in town["group"]]
    assert sizes == [2, 3, 3, 3, 3, 3, 3, 2]


def test_the_example_edition_has_two_decks_of_sixteen_cards(town: dict[str, Any]) -> None:
    words = edition("atlantic-city")["words"] | town["words"]
    for deck in ("chance", "community-chest"):
        cards = town[deck]
        assert len(cards) == 16
        assert len({card["id"] for card in cards}) == 16
        assert [card["do"] for card in cards].count("jail-free") == 1
        for card in cards:
            assert unknown_words(card["text"], words, SUMS) == [], card["id"]
            assert len(card["text"]) <= 200


def test_the_example_edition_has_a_card_for_every_possible_effect(town: dict[str, Any]) -> None:
    done = {card["do"] for deck in ("chance", "community-chest") for card in town[deck]}
    assert done == {
        "advance",
        "back-to",
        "back",
        "nearest",
        "collect",
        "pay",
        "collect-each",
        "pay-each",
        "repairs",
        "pay-or-chance",
        "go-to-jail",
        "jail-free",
    }


def test_the_example_edition_changes_only_existing_vocabulary_words(town: dict[str, Any]) -> None:
    assert set(town["words"]) <= set(edition("atlantic-city")["words"])
    assert len(town["words"]) > 10


def test_the_vocabulary_page_names_every_word() -> None:
    page = (ROOT / "docs" / "EDITIONS.md").read_text("utf-8")
    for key in edition("atlantic-city")["words"]:
        assert f"`{key}`" in page, key


def test_our_files_contain_no_publisher_trademarks() -> None:
    searched = 0
    for folder in ("py", "templates", "static", "docs", "tests/support/data_files.py", "."):
        root = ROOT / folder
        files = [root] if root.is_file() else root.glob("*" if folder == "." else "**/*")
        for path in files:
            if path.is_file() and path.suffix in TEXT_FILES and "LICENSE" not in path.name:
                searched += 1
                match = FOREIGN.search(path.read_text("utf-8"))
                assert match is None, f"{path.relative_to(ROOT)}: {match and match.group()}"
            assert FOREIGN.search(path.name) is None
    assert searched > 20


def test_each_of_our_texts_is_a_single_line() -> None:
    for path in (ROOT / "py" / "titledeed").glob("**/*.toml"):
        lesson = path.parent.name == "data"  # lesson texts have paragraphs
        for text in texts(tomllib.loads(path.read_text("utf-8"))):
            if "\nclass MyBot" in text:  # a program that a lesson shows
                continue
            lines = text.splitlines() if lesson else [text]
            assert all(line.isprintable() for line in lines), (path.name, text)
            assert "  " not in text, (path.name, text)
