"""Boards on the set-up screen: those of the books, and those from files."""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import pytest

from fake_page import Database, Table, disk
from set_up import ENGLISH, TEXT, at_setup, change, load, start
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.storage import board_file_check as own_boards
from titledeed.storage.storage_interfaces import MemoryStore, StorageFull
from titledeed.storage.store import Store
from titledeed.ui.views.setup import setup

NOTES = ["2026-01-02", "2026-01-02T03:04:05Z", "03:04:05", "inf", "[[2026-01-02], {d = 1}]"]
DEEPEST = 10  # nested lists that a record can hold in its edition
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '\\"><script>alert(1)</script>',
    "{{ 7*7 }}{% x %}{0.__class__}",
    "עיר הגנים של שכונתנו",
    "W" * 40,
    "'; DROP TABLE --",
)


def test_a_books_own_board_comes_first_and_is_chosen_with_the_book() -> None:
    table = at_setup(rulebook="modern", edition="atlantic-city")
    change(table, rulebook="australian")
    assert table.app.setup["edition"] == "australia"
    shown = setup.setup_view(table.app.setup, ENGLISH, {}, {})["boards"]
    assert (shown[0]["id"], shown[0]["usual"]) == ("australia", True)
    assert sum(b["usual"] for b in shown) == 1
    change(table, edition="london")
    change(table, rulebook="classic")
    assert table.app.setup["edition"] == "london"


@pytest.mark.parametrize("book", rules_compiler.BOOKS)
@pytest.mark.parametrize("edition", rules_compiler.EDITIONS)
def test_any_book_plays_on_any_board(book: str, edition: str) -> None:
    table = at_setup(rulebook=book, edition=edition)
    change(table, edition=edition)
    start(table)
    assert table.session.state.rules.book == book
    assert table.session.state.rules.edition.id == edition


def boards(table: Table) -> list[str]:
    return re.findall(r'name="edition" value="([^"]+)"', table.page.regions["setup"])


def test_a_board_from_a_file_can_be_stored_chosen_and_played() -> None:
    store = disk()
    table = Table(store)
    load(table, TEXT)
    assert "Hedgewater is now on the list of boards." in table.page.text("setup")
    assert table.app.setup["edition"] == "my-town"
    again = Table(store)
    assert boards(again)[-1] == "my-town"
    change(again, edition="my-town")
    start(again)
    assert again.session.state.rules.edition.name == "Hedgewater"
    assert again.page.painted_with[0] == ("#7a4a2b", "#ffffff")
    again.do("leave")
    change(again, edition="london")
    assert again.page.painted_with == []


def test_the_set_up_screen_shows_a_board_in_its_own_colors() -> None:
    store = disk()
    table = Table(store)
    load(table, TEXT)
    assert table.page.painted_with[0] == ("#7a4a2b", "#ffffff")
    start(table)
    table.do("leave")
    assert table.page.painted_with[0] == ("#7a4a2b", "#ffffff")
    change(table, edition="london")
    assert table.page.painted_with == []
    change(table, edition="my-town")
    assert len(table.page.painted_with) == 8
    table.do("remove-board", "my-town")
    table.do("remove-board-now", "my-town")
    assert table.page.painted_with == []


def test_a_game_continues_after_its_board_is_removed() -> None:
    store = disk()
    table = Table(store)
    load(table, TEXT)
    change(table, kind_1="person")
    start(table)
    table.say("roll")
    table.do("leave")
    table.page.fields = dict(table.app.setup)
    table.do("remove-board", "my-town")
    assert "my-town" in boards(table)  # the page asks for a confirmation first
    assert "Remove the board Hedgewater?" in table.page.text("dlg-confirm")
    table.press("dlg-confirm", "Remove")
    assert "my-town" not in boards(table)
    again = Table(store)
    assert "my-town" not in boards(again)
    again.do("continue", store.games()[0].id)
    assert again.session.state.rules.edition.name == "Hedgewater"
    assert "Ada roll" in [entry.line for entry in again.session.entries]


def test_a_faulty_file_is_explained_line_by_line_and_changes_nothing() -> None:
    table = Table()
    bad = TEXT.replace('jail = "detention"', "jail = 3").replace(
        "mortgage = 30", "mortgage = 61", 1
    )
    before = boards(table)
    load(table, bad)
    shown = table.page.text("setup")
    assert "my-town.toml can’t be used yet: fix 2 mistakes." in shown
    assert "Line 17 Board file, words: “jail” must be text of 1 to 40 characters. jail = 3" in shown
    assert (
        "Line 112 Board file, space 1: the mortgage value must not be more than the price, 60."
        in shown
    )
    assert boards(table) == before
    table.page.fields = dict(table.app.setup)
    table.do("close-trial")
    assert "mended" not in table.page.text("setup")


@pytest.mark.parametrize("note", [*NOTES, "[" * DEEPEST + "]" * DEEPEST])
def test_extra_data_in_a_board_is_stored_with_it(note: str) -> None:
    """A game on such a board can be reopened too."""
    store = disk()
    table = Table(store)
    load(table, f"x-note = {note}\n{TEXT}")
    change(table, edition="my-town", kind_1="person")
    start(table)
    again = Table(store)
    assert "my-town" in boards(again)
    again.do("continue", store.games()[0].id)
    assert again.session.state.rules.edition.name == "Hedgewater"


@pytest.mark.parametrize(
    ("note", "says"),
    [
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "The board file is nested too deeply."),
        ("[" * 200 + "]" * 200, "The board file is nested too deeply."),
        ("0x" + "f" * 5000, "a number has too many digits"),
    ],
)
def test_a_board_that_no_record_could_hold_is_refused(note: str, says: str) -> None:
    """A game on such a board could not be saved, or not be reopened."""
    table = Table()
    load(table, f"x-note = {note}\n{TEXT}")
    assert says in table.page.text("setup")
    assert "my-town" not in boards(table)


@pytest.mark.parametrize(
    "text", ["", "x = ", "[1]", "\0", "a" * 200_000, '{"schema": 1}', "[[" * 900]
)
@pytest.mark.parametrize("name", ["a.toml", "a.json", "a", "", "<b>\u202e.toml"])
def test_a_file_that_is_not_a_board_is_reported(text: str, name: str) -> None:
    table = Table()
    load(table, text, name)
    assert "can’t be used yet" in table.page.text("setup")
    assert "<b>\u202e" not in table.page.regions["setup"]
    assert table.app.boards == {}


@pytest.mark.parametrize("words", HOSTILE)
def test_text_in_a_board_is_untrusted(words: str) -> None:
    text = TEXT.replace('name = "Hedgewater"', f'name = "{words}"')
    text = text.replace('jail = "detention"', f'jail = "{words}"')
    text = text.replace('name = "Apple Lane"', f'name = "{words}"')
    text = text.replace('name = "Orchard"', f'name = "{words[:30]}"')
    table = Table()
    load(table, text)
    assert table.app.boards, table.page.text("setup")
    pages = [table.page.regions["setup"]]
    start(table)
    table.do("open-deed", "apple-lane")
    table.do("open-rules")
    pages += table.page.regions.values()
    shown = words.replace('\\"', '"')
    assert any(
        shown.replace("{", "(").replace("}", ")") in table.page.text(r)
        or shown in table.page.text(r)
        for r in table.page.regions
    )
    for page in pages:
        assert not re.search(r'<(?!/)(script|img(?! src="static/art/people/))', page)
        assert "49" not in re.findall(r"7\*7|49", page)


def test_a_file_that_claims_to_be_a_board_is_opened_as_one_everywhere() -> None:
    table = Table()
    table.do("import")
    table.hands.imported("town.toml", TEXT)
    assert table.app.setup["edition"] == "my-town"


def test_a_game_that_includes_its_board_is_still_a_game() -> None:
    table = Table()
    load(table, TEXT)
    change(table, edition="my-town")
    start(table)
    text = json.dumps(table.session.save("", ""))
    assert "title-deed-edition/" in text
    other = Table()
    other.do("import")
    other.hands.imported("game.json", text)
    assert other.session.state.rules.edition.name == "Hedgewater"
    assert boards(Table(other.store))[-1] != "my-town"


def test_dropping_a_board_on_a_game_leaves_the_game_saved() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.hands.imported("town.toml", TEXT)
    assert table.app.session is None
    assert len(table.store.games()) == 1


def test_a_damaged_or_outdated_stored_board_is_left_out() -> None:
    store = disk()
    load(Table(store), TEXT)
    (key,) = [key for key in store.box.names() if "board/" in key]
    good = store.box.read(key)
    assert good is not None
    store.box.write(key, good.replace("Hedgewater", "Hedgewatts"))
    assert own_boards.stored_boards(store) == {}
    store.keep_board("my-town", {"schema": "title-deed-edition/1", "id": "my-town"})
    assert own_boards.stored_boards(store) == {}


def test_when_storage_is_full_the_board_is_available_for_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(id: str, board: Any) -> None:
        raise StorageFull

    table = Table()
    monkeypatch.setattr(table.store, "keep_board", full)
    load(table, TEXT)
    assert boards(table)[-1] == "my-town"
    assert "This browser’s storage is full." in table.page.text("setup")


def test_boards_come_from_the_database_when_localstorage_is_denied() -> None:
    database = Database()
    load(Table(Store(MemoryStore(), database)), TEXT)
    again = Table(Store(MemoryStore(), Database(dict(database.texts))))
    again.page.run()
    assert boards(again)[-1] == "my-town"


def test_a_board_beyond_the_last_place_is_refused_and_none_is_removed() -> None:
    table = Table()
    for n in range(own_boards.MOST + 1):
        load(table, TEXT.replace('id = "my-town"', f'id = "town-{n}"'))
    assert list(table.app.boards) == [f"town-{n}" for n in range(own_boards.MOST)]
    assert "The list of boards is full." in table.page.regions["setup"]
    load(table, TEXT.replace('id = "my-town"', 'id = "town-0"'))  # in place of the earlier one
    assert "is now on the list" in table.page.regions["setup"]


@pytest.mark.parametrize(
    ("color", "ink"),
    [
        ("#000000", "#ffffff"),
        ("#ffffff", "#16110a"),
        ("#ecc52d", "#16110a"),
        ("#26418f", "#ffffff"),
    ],
)
def test_text_on_a_board_color_is_readable(color: str, ink: str) -> None:
    table = tomllib.loads(TEXT)
    table["group"][0]["color"] = color
    edition = rules_compiler.own_edition(table)
    assert own_boards.board_colors(edition.groups)[0] == (color, ink)
