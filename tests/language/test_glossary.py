"""The glossary (docs/WORDS.md) names the terms of every language, and the messages use them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from titledeed.language.catalogue import LANGUAGES, Catalogue
from tools import messages

WORDS = (Path(__file__).resolve().parents[2] / "docs" / "WORDS.md").read_text("utf-8")
MAIN = re.findall(r"^\| ([^|]+?) • \|", WORDS, re.MULTILINE)


def test_the_glossary_has_main_terms_and_a_column_for_each_language() -> None:
    assert len(MAIN) >= 18
    for name in LANGUAGES.values():
        if name != "English":
            assert f"| {name} |" in WORDS


@pytest.mark.parametrize("language", messages.languages())
def test_board_words_are_those_in_the_glossary(language: str) -> None:
    known = messages.terms(language)
    words = Catalogue(language).words
    for key, term in {
        "go": "GO",
        "jail": "jail",
        "free_parking": "Free Parking",
        "chance": "Chance",
        "community_chest": "Community Chest",
        "salary": "salary",
        "railroad": "railroad",
        "utility": "utility",
        "house": "house",
        "hotel": "hotel",
        "token": "token",
    }.items():
        assert words[key] == known[term].split(";")[0], term


@pytest.mark.parametrize("language", messages.languages())
def test_a_translation_uses_the_glossary_word_for_a_main_term(language: str) -> None:
    """Most messages with a main term have the glossary's word (or a form of it) in their translation.

    A few express it in another way."""
    known = messages.terms(language)
    for term in ("rent", "mortgage", "doubles", "rulebook", "house rule", "host"):
        stems = [word.split()[-1][:4].lower() for word in re.split("[;,] ", known[term])]
        has = [
            any(stem in str(m.string).lower() for stem in stems)
            for m in messages.read(language)
            if m.id
            and m.string
            and re.search(rf"\b{term}\b", str(m.id))
            and (term != "host" or "peers" in str(m.locations) or "devices" in str(m.locations))
        ]
        assert sum(has) >= 0.8 * len(has), (term, stems, sum(has), len(has))


def test_a_hint_names_a_term_only_where_the_word_has_its_sense() -> None:
    assert messages.has_term("Draw a Chance card", "Chance")
    assert messages.has_term("Pay your fines first", "fine")
    assert not messages.has_term("Chance of winning: 12%", "Chance")
    assert not messages.has_term("Let’s go.", "GO")
    assert not messages.has_term("Define the rules", "fine")
