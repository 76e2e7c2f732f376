"""A board's own nouns in other languages: in the board maker, in a game, and in what is saved and shared."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from typing import Any

import pytest

from fake_page import Table, disk
from maker_table import draft, fill, opened, shown, speaking, typed, value
from titledeed.board_maker import changes, edition_writer, link_code
from titledeed.board_maker.draft_from_and_to_edition_table import draft_of_table
from titledeed.engine.parsing.edition_text_to_table import parse_edition_file
from titledeed.engine.record import read_record
from titledeed.engine.rulebook_loader_and_rules_compiler import make_rules
from titledeed.game import share_link
from titledeed.language import own_nouns
from titledeed.language.catalogue import Catalogue

TOWER = {"gender": "m", "one": "Turm", "many": "Türme"}
CASTLE = {"gender": "f", "one": "Burg", "many": "Burgen"}


def with_towers(table: Table) -> None:
    """Enter a tower for a house and a castle for a hotel, in German."""
    for noun, forms in (("house", TOWER), ("hotel", CASTLE)):
        for form, text in forms.items():
            fill(table, "maker-words", **{f"noun_de_{noun}_{form}": text})


def nouns(table: Table) -> Any:
    return draft(table).extra.get("x-words")


# ---------------------------------------------------------------- the board maker


def test_the_forms_of_a_noun_are_entered_and_three_sentences_use_them() -> None:
    table = speaking("de")
    table.do("maker-tab", "words")
    assert "Niemand bietet" not in shown(table)
    typed(table, "maker-words", "noun-de-house-one", "Turm")
    assert "Bis dahin" in shown(table)  # what is missing is said beside it
    fill(table, "maker-words", noun_de_house_gender="m")
    typed(table, "maker-words", "noun-de-house-many", "Türme")
    assert nouns(table) == {"de": {"house": TOWER}}
    assert "Bis dahin" not in shown(table)
    assert "Niemand bietet: Der Turm bleibt bei der Bank." in shown(table)
    assert "Nach 4 Türmen kommt ein Hotel. Mit dem dritten Turm steigt die Miete steil." in shown(
        table
    )
    assert 'placeholder="Turms"' in shown(table)
    typed(table, "maker-words", "noun-de-house-genitive", "Turmes")
    table.do("maker-tab", "squares")
    table.do("maker-square", "1")
    assert "Preis eines Turmes" in shown(table)
    for _ in range(len(TOWER) + 1):
        table.do("maker-undo")
    assert nouns(table) is None


def test_another_language_is_chosen_and_has_its_own_articles() -> None:
    table = opened()
    table.do("maker-tab", "words")
    assert 'value="das"' not in shown(table)
    assert "noun-de-house-one" in shown(table)
    fill(table, "maker-words", noun_language="fr")
    assert "noun-fr-house-one" in shown(table)
    for form, text in (("gender", "f"), ("one", "hutte"), ("many", "huttes")):
        fill(table, "maker-words", **{f"noun_fr_house_{form}": text})
    assert "Personne n’enchérit\u00a0: l’hutte reste à la banque." in shown(table)
    fill(table, "maker-words", noun_fr_house_aspirated="1")
    assert "Personne n’enchérit\u00a0: la hutte reste à la banque." in shown(table)
    assert nouns(table)["fr"]["house"]["aspirated"] is True
    fill(table, "maker-words", noun_fr_house_aspirated="")
    assert "aspirated" not in nouns(table)["fr"]["house"]
    fill(
        table, "maker-words", noun_xx_house_one="a", noun_fr_castle_one="b", noun_fr_house_cost="c"
    )
    assert set(nouns(table)) == {"fr"}
    assert set(nouns(table)["fr"]) == {"house"}


@pytest.mark.parametrize(
    "content", [3, "Turm", [1], {"de": 3}, {"de": {"house": [1]}}, {"de": {"house": {"one": 3}}}]
)
def test_what_another_program_wrote_there_breaks_nothing(content: Any) -> None:
    table = speaking("de")
    maker: Any = table.app.lab
    table.do("maker-tab", "words")
    maker.put(draft_of_table({**edition(table), "x-words": content}))
    assert value(table, "noun-de-house-one") == ""
    assert make_rules("modern", edition(table)).edition.name
    with_towers(table)
    assert nouns(table)["de"]["house"] == TOWER


@pytest.mark.parametrize(
    "content",
    [
        *("hello", 3, {"de": "Turm"}, {"de": {}}, {"de": {"house": 3}}, {"fr": {"house": TOWER}}),
        *({"de": {"house": {**TOWER, "one": 5}}}, {"de": {"house": {**TOWER, "gender": "x"}}}),
        *({"de": {"house": {**TOWER, "one": "T" * 500}}}, {"de": {"house": {**TOWER, "note": 1}}}),
        {"de": {"house": {**TOWER, "one": "Tu\u200brm", "genitive": 7}}},
    ],
)
def test_another_word_of_the_form_leaves_what_another_program_wrote_there(content: Any) -> None:
    table = speaking("de")
    maker: Any = table.app.lab
    table.do("maker-tab", "words")
    maker.put(replace(draft(table), extra={**draft(table).extra, "x-words": content}))
    names = [
        f"noun_de_{noun}_{form}"
        for noun in ("house", "hotel", "token")
        for form in ("gender", "one", "many", "genitive", "dative")
    ]
    fields = {name: value(table, name.replace("_", "-")) for name in names if name in _named(table)}
    fill(table, "maker-words", word_bank="Sparkasse", noun_language="de", **fields)
    assert nouns(table) == content
    assert draft(table).words == {"bank": "Sparkasse"}


def _named(table: Table) -> set[str]:
    """The fields of the form that hold a text."""
    return {
        name.replace("-", "_") for name in re.findall(r'<input[^>]* name="([\w-]+)"', shown(table))
    }


def test_a_noun_that_is_cleared_leaves_no_further_forms() -> None:
    table = speaking("de")
    table.do("maker-tab", "words")
    for form, text in {"gender": "m", "one": "Bär", "many": "Bären", "genitive": "Bären"}.items():
        fill(table, "maker-words", **{f"noun_de_house_{form}": text})
    for form in ("gender", "one", "many"):
        fill(table, "maker-words", **{f"noun_de_house_{form}": ""})
    assert nouns(table) is None


def test_a_form_that_is_too_long_is_told() -> None:
    table = speaking("en")
    table.do("maker-tab", "words")
    with_towers(table)
    fill(table, "maker-words", noun_de_house_genitive="T" * 60)
    assert "At most 40 characters are allowed." in shown(table)


def test_an_article_and_invisible_letters_are_told() -> None:
    table = speaking("en")
    table.do("maker-tab", "words")
    with_towers(table)
    fill(table, "maker-words", noun_de_house_one="der")
    assert "“der” is an article. Enter a noun." in shown(table)
    fill(table, "maker-words", noun_de_house_one="der Turm")
    assert "“der Turm” seems to begin with an article." in shown(table)
    fill(table, "maker-words", noun_de_house_one="\u3164")
    assert "One of these words contains an invisible character." in shown(table)
    fill(table, "maker-words", noun_de_house_one="Turm")
    assert "article." not in shown(table)


def test_an_own_noun_is_text() -> None:
    table = speaking("de")
    table.do("maker-tab", "words")
    with_towers(table)
    fill(table, "maker-words", noun_de_house_one="<img src=x>{seat}[a|b]")
    assert "<img src=x" not in shown(table).replace('value="&lt;img', "")
    assert "(img src=x)(seat)(a/b)" in shown(table)


def edition(table: Table) -> dict[str, Any]:
    name, text = edition_writer.edition_file(draft(table))
    return parse_edition_file(text, name.endswith(".toml"))


def test_a_file_and_a_link_have_the_nouns() -> None:
    table = speaking("de")
    with_towers(table)
    board = draft(table)
    assert draft_of_table(edition(table)) == board
    assert link_code.unpack_board(link_code.pack_board(board)).extra == board.extra
    assert changes.with_noun(board, "de", "house", "one", "").extra["x-words"]["de"]["house"] == {
        "gender": "m",
        "many": "Türme",
    }


# ---------------------------------------------------------------- a game


def in_play(language: str = "de") -> Table:
    """A game of two people on a board with towers."""
    table = opened()
    fill(table, "maker-words", board="Hedge End")
    with_towers(table)
    table.do("maker-play")
    table.app.settings.language = language
    table.hands._settings.translate(language)
    table.play("Ada", "Ben", edition=table.app.boards[table.app.setup["edition"]])
    return table


def test_a_game_says_them_and_its_record_has_them() -> None:
    table = in_play()
    assert table.app.catalogue("{A house} costs") == "Ein Turm kostet"
    table.do("open-deed", "1")
    deed = str(table.page.regions)
    assert re.search("Türme", deed)
    record = table.session.game.record
    said = Catalogue.of("de", make_rules("modern", record.edition).edition)
    assert said("{seat} want[s|] {a house} too.", seat="Ada") == "Ada möchte auch einen Turm."
    again = read_record(
        share_link.unpack_record(share_link.pack_record(table.session.game.to_dict()))
    )
    assert (
        Catalogue.of("de", make_rules("modern", again.edition).edition)("{a hotel}") == "eine Burg"
    )


def test_other_languages_have_their_usual_words_in_this_game() -> None:
    table = in_play("fr")
    assert table.app.catalogue("{A house} costs") == Catalogue("fr")("{A house} costs")


def test_a_page_says_the_usual_words_until_the_others_are_here(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import titledeed.language as package  # noqa: PLC0415

    table = in_play()
    table.page.parts.clear()
    table.page.slow_part = "nouns"
    monkeypatch.delattr(package, "own_nouns")
    monkeypatch.setitem(sys.modules, "titledeed.language.own_nouns", None)
    table.hands._settings.say_again()
    assert table.app.catalogue("{A house} costs") == "Ein Haus kostet"
    assert table.page.parts == ["nouns"]
    table.hands._settings.say_again()
    assert table.page.parts == ["nouns"]
    monkeypatch.setitem(sys.modules, "titledeed.language.own_nouns", own_nouns)
    assert "Häuser" in table.page.regions["tools"]
    table.page.awaiting.pop()("")
    assert table.app.catalogue("{A house} costs") == "Ein Turm kostet"
    assert "Türme" in table.page.regions["tools"]
    assert table.page.parts == ["nouns"]


def test_the_stock_of_the_bank_has_the_words_of_the_board_that_is_played() -> None:
    table = in_play()
    assert "Türme" in table.page.regions["tools"]
    table.play("Ada", "Ben")
    assert "Häuser" in table.page.regions["tools"]
    assert "Türme" not in table.page.regions["tools"]


def test_a_board_without_nouns_fetches_nothing() -> None:
    table = Table(disk())
    table.play("Ada", "Ben")
    table.hands._settings.translate("de")
    table.play("Ada", "Ben")
    assert "nouns" not in table.page.parts
