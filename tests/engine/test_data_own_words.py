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


def test_the_example_is_a_whole_board_with_names_of_its_own(town: dict[str, Any]) -> None:
    assert len(town["space"]) == 40
    ours = {space["name"] for name in EDITIONS for space in edition(name)["space"]}
    assert not ours & {space["name"] for space in town["space"]}
    assert len({space["id"] for space in town["space"]}) == 40
    assert [space["kind"] for space in town["space"]] == [
        space["kind"] for space in edition("atlantic-city")["space"]
    ]


def test_the_example_keeps_the_facts_of_every_board(town: dict[str, Any]) -> None:
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


def test_the_example_brings_two_decks_of_sixteen(town: dict[str, Any]) -> None:
    words = edition("atlantic-city")["words"] | town["words"]
    for deck in ("chance", "community-chest"):
        cards = town[deck]
        assert len(cards) == 16
        assert len({card["id"] for card in cards}) == 16
        assert [card["do"] for card in cards].count("jail-free") == 1
        for card in cards:
            assert unknown_words(card["text"], words, SUMS) == [], card["id"]
            assert len(card["text"]) <= 200


def test_the_example_shows_every_effect_that_a_card_can_have(town: dict[str, Any]) -> None:
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


def test_the_example_changes_only_words_that_there_are(town: dict[str, Any]) -> None:
    assert set(town["words"]) <= set(edition("atlantic-city")["words"])
    assert len(town["words"]) > 10


def test_the_vocabulary_page_names_every_word() -> None:
    page = (ROOT / "docs" / "EDITIONS.md").read_text("utf-8")
    for key in edition("atlantic-city")["words"]:
        assert f"`{key}`" in page, key


def test_no_trademark_of_a_publisher_is_in_what_we_ship() -> None:
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


def test_texts_of_ours_are_one_line_each() -> None:
    for path in (ROOT / "py" / "titledeed").glob("**/*.toml"):
        lesson = path.parent.name == "data"  # lesson texts have paragraphs
        for text in texts(tomllib.loads(path.read_text("utf-8"))):
            lines = text.splitlines() if lesson else [text]
            assert all(line.isprintable() for line in lines), (path.name, text)
            assert "  " not in text, (path.name, text)
