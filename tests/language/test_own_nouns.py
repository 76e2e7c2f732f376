"""A board's own nouns: their grammar, and the messages that are marked for them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from random_boards import random_board
from titledeed.engine.parsing.edition_text_to_table import parse_edition_file
from titledeed.language import own_nouns
from titledeed.language.catalogue import Catalogue, names_in, nouns_in, voiced
from titledeed.language.own_nouns import filled, marked_messages, noun_of
from tools import messages

TOWN = Path(__file__).parents[2] / "docs" / "examples" / "my-town.toml"
LANGUAGES = tuple(own_nouns.GENDERS)


def noun(gender: str, one: str, many: str, **more: object) -> dict[str, object]:
    return {"gender": gender, "one": one, "many": many, **more}


# Nouns of every gender, with vowels and with a stressed a, and their articles that must not occur.
NOUNS: Mapping[str, tuple[tuple[dict[str, object], str], ...]] = {
    "de": (
        (noun("m", "Turm", "Türme"), r"\b([Dd]as|[Dd]ie|[Ee]ine|[Kk]eine|[Jj]ede|[Jj]edes) Turm\b"),
        (noun("f", "Burg", "Burgen"), r"\b([Dd]as|[Dd]em|[Ee]in|[Ee]inem|[Kk]ein|[Jj]edes) Burg\b"),
        (noun("n", "Zelt", "Zelte"), r"\b([Dd]er|[Dd]en|[Dd]ie|[Ee]ine|[Ee]inen|[Jj]ede) Zelt\b"),
    ),
    "fr": (
        (
            noun("m", "château", "châteaux"),
            r"\b([Ll]a|[Uu]ne|[Aa]ucune|première) château|[LlDd]’château",
        ),
        (
            noun("f", "cabane", "cabanes"),
            r"\b([Ll]e|[Uu]n|[Dd]u|[Aa]ucun|premier) cabane|[LlDd]’cabane",
        ),
        (noun("f", "école", "écoles"), r"\b([Ll]e|[Ll]a|[Uu]n|[Dd]u|[Dd]e) écoles?\b"),
        (noun("m", "igloo", "igloos"), r"\b([Ll]e|[Ll]a|[Uu]ne|[Dd]u|[Dd]e) igloos?\b"),
    ),
    "es": (
        (
            noun("m", "castillo", "castillos"),
            r"\b([Ll]as?|[Uu]na|[Nn]inguna|[Tt]odas) castillos?\b",
        ),
        (
            noun("f", "tienda", "tiendas"),
            r"\b([Ee]l|[Ll]os|[Uu]n|[Dd]el|[Aa]l|[Nn]ingún) tiendas?\b",
        ),
        (noun("f", "aula", "aulas"), r"\b([Ll]a|[Uu]na|[Ll]os) aulas?\b"),
        (noun("m", "iglú", "iglús"), r"\b([Ll]as?|[Uu]na) iglús?\b|\by iglú"),
    ),
}


def all_filled(language: str, tables: Mapping[str, object]) -> dict[str, list[str]]:
    """All marked messages with these nouns."""
    own = own_nouns.own_messages(language, tables)
    assert own is not None
    found: dict[str, list[str]] = {}
    for message in marked_messages(language):
        text = own.get(message)
        assert text
        found[message] = [text] if isinstance(text, str) else text
    return found


# ---------------------------------------------------------------- the marked messages


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_about_a_house_is_marked_and_says_the_same_with_the_usual_nouns(
    language: str,
) -> None:
    assert messages.noun_faults(language) == []
    assert len(marked_messages(language)) > 250


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_main_translation_without_a_mark_is_told(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "OF_NOUNS", {language: "."})
    assert any(fault.startswith("nouns, not marked") for fault in messages.noun_faults(language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_article_disagrees_with_a_noun_of_any_gender(language: str) -> None:
    usual = re.compile(messages.OF_NOUNS[language])
    for table, wrong in NOUNS[language]:
        said = all_filled(language, dict.fromkeys(own_nouns.NOUNS, table))
        for message, forms in said.items():
            for form in forms:
                assert not re.search(wrong, form), (table["one"], form)
                plain = re.sub(r"\{[^}]*\}", "", form)
                assert not usual.search(plain), (message, form)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_placeholders_stay(language: str) -> None:
    table = NOUNS[language][0][0]
    main = Catalogue(language)
    for message, forms in all_filled(language, {"house": table}).items():
        usual = main._messages[message]
        before = [usual] if isinstance(usual, str) else usual
        for was, now in zip(before, forms, strict=True):
            kept = [name for name in names_in(was) if name.lower() not in ("house", "houses")]
            marks = [name for name in names_in(now) if name.lower() not in ("house", "houses")]
            assert sorted(kept) == sorted(marks), message
            assert voiced(now).count("[") == voiced(was).count("[")


# ---------------------------------------------------------------- grammar


@pytest.mark.parametrize(
    ("gender", "one", "many", "genitive", "accusative", "dative"),
    [
        ("n", "Haus", "Häuser", "Hauses", "Haus", "Häusern"),
        ("m", "Turm", "Türme", "Turms", "Turm", "Türmen"),
        ("f", "Burg", "Burgen", "Burg", "Burg", "Burgen"),
        ("n", "Hotel", "Hotels", "Hotels", "Hotel", "Hotels"),
        ("m", "Palast", "Paläste", "Palastes", "Palast", "Palästen"),
        ("n", "Iglu", "Iglus", "Iglus", "Iglu", "Iglus"),
        ("m", "Planet", "Planeten", "Planeten", "Planeten", "Planeten"),
        ("m", "Löwe", "Löwen", "Löwen", "Löwen", "Löwen"),
        ("m", "See", "Seen", "Sees", "See", "Seen"),
        ("m", "Staat", "Staaten", "Staats", "Staat", "Staaten"),
        ("n", "Geheimnis", "Geheimnisse", "Geheimnisses", "Geheimnis", "Geheimnissen"),
        ("f", "hütte", "hütten", "Hütte", "Hütte", "Hütten"),
    ],
)
def test_german_cases_follow_from_the_singular_the_plural_and_the_gender(
    gender: str, one: str, many: str, genitive: str, accusative: str, dative: str
) -> None:
    found = noun_of("de", noun(gender, one, many))
    assert found is not None
    assert (found.cases["G"], found.cases["A"], found.dative) == (genitive, accusative, dative)


def test_other_german_forms_can_be_given() -> None:
    found = noun_of("de", noun("m", "Bär", "Bären", genitive="Bären"))
    assert found is not None
    assert filled("de", "<Ein Haus:A> bauen", {"house": found}) == "Einen Bären bauen"
    other = noun_of("de", noun("n", "Mal", "Mals", dative="Malen"))
    assert other is not None
    assert filled("de", "mit <Häusern>", {"house": other}) == "mit Malen"


@pytest.mark.parametrize(
    ("language", "table", "marked", "said"),
    [
        ("fr", noun("f", "hutte", "huttes"), "<la maison>", "l’hutte"),
        ("fr", noun("f", "hutte", "huttes", aspirated=True), "<la maison>", "la hutte"),
        (
            "fr",
            noun("f", "hutte", "huttes", aspirated=True),
            "prix <de la maison>",
            "prix de la hutte",
        ),
        ("fr", noun("f", "yourte", "yourtes"), "pas <de maison>", "pas de yourte"),
        ("fr", noun("m", "château", "châteaux"), "prix <de la maison>", "prix du château"),
        ("fr", noun("m", "arbre", "arbres"), "<Une première maison>", "Un premier arbre"),
        ("fr", noun("m", "arbre", "arbres"), "<maisons> <restantes:house>", "arbres restants"),
        ("es", noun("f", "águila", "águilas"), "<la casa>", "el águila"),
        ("es", noun("f", "águila", "águilas"), "<la tercera casa>", "la tercera águila"),
        ("es", noun("f", "amiga", "amigas"), "<una casa>", "una amiga"),
        ("es", noun("f", "hacha", "hachas"), "precio <de la casa>", "precio del hacha"),
        ("es", noun("m", "árbol", "árboles"), "de <una:house> en <una:house>", "de uno en uno"),
        ("es", noun("m", "iglú", "iglús"), "fichas <y casas>", "fichas e iglús"),
        ("es", noun("m", "oso", "osos"), "fichas <o casas>", "fichas u osos"),
        ("es", noun("m", "hielo", "hielos"), "fichas <y casas>", "fichas y hielos"),
        ("de", noun("f", "Burg", "Burgen"), "<Jedes Haus> zählt", "Jede Burg zählt"),
        ("de", noun("m", "Turm", "Türme"), "<ein drittes Haus>", "ein dritter Turm"),
        ("de", noun("m", "Turm", "Türme"), "nach <dem anderen:D house>", "nach dem anderen"),
        ("de", noun("f", "Burg", "Burgen"), "nach <dem anderen:D house>", "nach der anderen"),
    ],
)
def test_what_stands_around_a_noun_agrees_with_it(
    language: str, table: dict[str, object], marked: str, said: str
) -> None:
    found = noun_of(language, table)
    assert found is not None
    nouns = {"house": found, "hotel": own_nouns.USUAL[language]["hotel"]}
    assert filled(language, marked, nouns) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_that_no_table_has_is_refused_where_it_is_marked(language: str) -> None:
    usual = own_nouns.USUAL[language]
    with pytest.raises(ValueError, match="unknown"):
        filled(language, f"<xyz {usual['house'].one}>", usual)


# ---------------------------------------------------------------- boards

TOWERS = {"x-words": {"de": {"house": noun("m", "Turm", "Türme")}}}


def test_a_board_with_nouns_says_them_in_their_language_only() -> None:
    nouns = nouns_in(TOWERS)
    german, french = Catalogue("de", nouns=nouns), Catalogue("fr", nouns=nouns)
    assert german("{A house} costs") == "Ein Turm kostet"
    assert german.count("{n} {house}", "{n} {houses}", 3) == "3 Türme"
    assert german.words["Houses"] == "Türme"
    assert german("{a hotel}") == "ein Hotel"
    assert french("{A house} costs") == Catalogue("fr")("{A house} costs")
    assert Catalogue("en", nouns=nouns)("{A house} costs") == "A house costs"
    assert Catalogue("de")("{A house} costs") == "Ein Haus kostet"


@pytest.mark.parametrize(
    "content",
    [
        *(None, 3, "Turm", [], {}, {"de": None}, {"de": []}, {"de": {}}, {"de": {"house": "Turm"}}),
        *({"de": {"house": {"one": 3}}}, {"de": {"house": noun("x", "Turm", "Türme")}}),
        {"de": {"house": noun("m", "", "Türme")}},
        {"de": {"house": noun("m", "T" * 41, "Türme")}},
        {"de": {"house": noun("m", "Tu\u202erm", "Türme")}},
        {"de": {"house": {"gender": [], "one": {}, "many": None}}},
        {"de": {"castle": noun("m", "Turm", "Türme")}},
    ],
)
def test_anything_else_under_the_key_leaves_the_usual_nouns(content: Any) -> None:
    say = Catalogue("de", nouns=nouns_in({"x-words": content}))
    assert say("{A house} costs") == "Ein Haus kostet"


def test_signs_of_a_message_in_a_noun_mean_nothing() -> None:
    table = noun("m", "{seat}<b>[a|b]", "{n}|<Haus>")
    say = Catalogue("de", nouns={"de": {"house": table}})
    assert say("{A house} costs", seat="Ada") == "Ein (seat)(b)(a/b) kostet"
    assert say.count("{n} {house}", "{n} {houses}", 2) == "2 (n)/(Haus)"


@pytest.mark.parametrize(
    "letter",
    ["\u3164", "\u115f", "\u1160", "\uffa0", "\u2800", "\u17b4", "\u034f", "\ufe0f", "\u200b"],
)
def test_a_noun_of_invisible_letters_is_none(letter: str) -> None:
    assert noun_of("de", noun("m", letter, "Türme")) is None
    assert noun_of("de", noun("m", "Turm", f" {letter} ")) is None
    assert own_nouns.form_fault("de", letter) == "hidden"
    if letter != "\ufe0f":  # it may follow a sign that is seen
        assert noun_of("de", noun("m", f"Tu{letter}rm", "Türme")) is None


def test_a_sign_with_its_selector_is_a_noun() -> None:
    known = noun_of("fr", noun("f", "\u2764\ufe0f", "\u2764\ufe0f"))
    assert known is not None
    assert known.one == "\u2764\ufe0f"


@pytest.mark.parametrize(
    ("language", "article"),
    [("de", "der"), ("de", "Einen"), ("de", "keine"), ("fr", "LES"), ("fr", "l'"), ("es", " una ")],
)
def test_an_article_is_no_noun(language: str, article: str) -> None:
    assert own_nouns.form_fault(language, article) == "article"
    assert noun_of(language, noun("m", article, "Xs")) is None
    assert noun_of(language, noun("m", "X", article)) is None


@pytest.mark.parametrize(
    ("language", "text", "begins"),
    [
        ("de", "der Turm", True),
        ("de", "Derwisch", False),
        ("fr", "l’école", True),
        ("fr", "La Tour", True),
        ("fr", "lapin", False),
        ("es", "el castillo", True),
        ("es", "elefante", False),
        ("es", "la", False),
    ],
)
def test_a_noun_with_its_article_is_told(language: str, text: str, begins: bool) -> None:
    assert own_nouns.begins_with_article(language, text) is begins


@pytest.mark.parametrize(
    ("language", "table", "message", "said"),
    [
        ("de", noun("m", "Kids’ Club", "Kids’ Clubs"), "{A house} costs", "Ein Kids’ Club kostet"),
        ("de", noun("m", "Turm", "Türme", genitive="türmes"), "", "Türmes"),
        ("fr", noun("f", "école", "écoles", aspirated=True), "{A house} costs", "Prix d’une école"),
        (
            "es",
            noun("m", "oso", "osos"),
            "a whole group at once, or {house} by {house}",
            "u oso a oso",
        ),
    ],
)
def test_unusual_nouns_keep_their_spaces_letters_and_articles(
    language: str, table: dict[str, object], message: str, said: str
) -> None:
    if message:
        assert said in Catalogue(language, nouns={language: {"house": table}})(message)
    else:
        assert getattr(noun_of(language, table), "cases", {}).get("G") == said


def test_an_h_that_was_chosen_is_forgotten_with_the_h() -> None:
    known = noun_of("fr", noun("f", "école", "écoles", aspirated=True))
    assert known is not None
    assert known.elides


def test_whatever_a_board_has_there_a_catalogue_can_be_made_and_fills_every_message() -> None:
    for seed in range(150):
        table = random_board(seed)
        for language in LANGUAGES:
            say = Catalogue(language, nouns=nouns_in(table))
            for message in (
                marked_messages(language) if "x-words" in table else ("{A house} costs",)
            ):
                assert "<" not in say.find(message)


def test_the_complete_example_has_its_own_nouns_in_every_language() -> None:
    table = parse_edition_file(TOWN.read_text("utf-8"), toml=True)
    nouns = nouns_in(table)
    assert Catalogue("de", nouns=nouns)("{A hotel}") == "Ein Gasthof"
    assert Catalogue("fr", nouns=nouns)("{seat} get[s|] no {hotel}.", seat="Ada") == (
        "Ada n’obtient pas d’auberge."
    )
    assert Catalogue("es", nouns=nouns)("{A house} costs") == "Una cabaña cuesta"
