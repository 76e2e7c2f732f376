"""What is typed in the board maker stays as it is typed, letter by letter, in every language."""

from __future__ import annotations

import pytest

from maker_table import draft, fill, opened, shown, speaking, typed, value


@pytest.mark.parametrize(
    ("language", "name"),
    [("es", "Red eléctrica"), ("de", "Redaktion"), ("de", "Printers"), ("fr", "Stop Café")],
)
def test_no_letter_that_is_typed_becomes_a_translation(language: str, name: str) -> None:
    table = speaking(language)
    for at in ("12", "7"):
        table.do("maker-square", at)
        typed(table, "maker-space", "name", name)
        typed(table, "maker-space", "short", "Red")
        assert draft(table).spaces[int(at)].shown == "Red"
    table.do("maker-square", "1")
    typed(table, "maker-group", "group-name", name)
    assert draft(table).groups[0].name == name
    table.do("maker-tab", "words")
    typed(table, "maker-words", "word-chance", name)
    assert [draft(table).spaces[at].name for at in (7, 22, 36)] == [name] * 3
    table.do("maker-tab", "cards")
    fill(table, "maker-card-text", "type", text="Red")
    assert "Red</textarea>" in shown(table)


def test_a_name_that_only_another_part_of_the_program_has_is_not_translated() -> None:
    table = speaking("de")
    table.do("maker-square", "12")
    typed(table, "maker-space", "name", "Print")
    assert draft(table).spaces[12].name == "Print"
    assert value(table, "name") == "Print"
    assert "12: Print" in shown(table)
    table.do("maker-undo")
    assert value(table, "name") == "E-Werk"
    table.do("maker-square", "19")
    assert value(table, "group-name") == "Orange"


def test_a_field_can_be_emptied_and_fills_itself_only_when_it_is_left() -> None:
    table = opened()
    table.do("maker-tab", "words")
    typed(table, "maker-words", "word-house", "lantern")
    fill(table, "maker-words", "type", word_house="")
    assert value(table, "word-house") == ""
    fill(table, "maker-words", word_house="")
    assert value(table, "word-house") == "house"
    table.do("maker-square", "19")
    fill(table, "maker-space", "type", short="N")
    fill(table, "maker-space", "type", short="")
    assert value(table, "short") == ""
    table.do("maker-next", "19")
    assert value(table, "short") == "New York"
    fill(table, "maker-space", "type", short="N")
    fill(table, "maker-space", "type", short="")
    fill(table, "maker-space", short="")
    assert value(table, "short") == "New York"


def test_a_deck_can_be_renamed_through_an_empty_field() -> None:
    table = opened()
    table.do("maker-square", "7")
    typed(table, "maker-space", "name", "Doorbell")
    assert [draft(table).spaces[at].name for at in (7, 22, 36)] == ["Doorbell"] * 3
    assert draft(table).words == {"chance": "Doorbell"}


def test_long_names_of_the_printed_board_may_break_in_every_language() -> None:
    table = speaking("de")
    table.do("maker-square", "1")
    assert "Einkom\N{SOFT HYPHEN}mensteuer" in shown(table)
    assert "Gemein\N{SOFT HYPHEN}schaft" in shown(table)
