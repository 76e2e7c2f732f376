"""The board maker on a page without a browser: every button and field changes the board as it says."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fake_page import Table, disk
from maker_table import draft, fill, opened, shown
from titledeed.board_maker import changes, checks, draft_file, link_code
from titledeed.board_maker.draft_from_and_to_edition_table import table_of
from titledeed.engine.rulebook_loader_and_rules_compiler import (
    default_words,
    own_edition,
    own_faults,
)
from titledeed.language.catalogue import LANGUAGES
from titledeed.storage.storage_interfaces import MemoryStore, StorageFull
from titledeed.storage.store import Store
from titledeed.ui import setup_form
from titledeed.ui.board_maker.actions import maker_storage
from titledeed.ui.board_maker.state.maker_state import TABS
from titledeed.ui.page_port import Gesture
from titledeed.ui.views.board.own_drawings import own_drawing

TOWN = (Path(__file__).resolve().parents[3] / "docs" / "examples" / "my-town.toml").read_text(
    "utf-8"
)


def test_the_first_page_offers_boards_and_later_the_saved_ones() -> None:
    store = disk()
    table = Table(store)
    table.do("board-maker")
    assert table.page.state["screen"] == "lab"
    assert table.page.state["place"] == "board-maker"
    assert shown(table).count('data-do="maker-begin"') == 3
    assert "Mayfair</span><b>£400</b>" in shown(table)
    table.do("maker-square", "3")  # nothing is open yet
    table.do("maker-empty")
    assert draft(table).spaces[1].name == "Street 1"
    assert checks.problems(draft(table)) == []
    assert "saved once you change it" in shown(table)
    table.do("maker-close")
    assert not _saved(table)
    table.do("maker-empty")
    fill(table, "maker-space", "type", name="Ada Street")
    assert "saved on this device" in shown(table)
    table.do("maker-close")
    (id,) = _saved(table)
    table.do("maker-saved", id)
    assert draft(table).spaces[39].name == "Street 22"
    table.do("maker-undo")  # what was done before the board was closed
    assert draft(table).spaces[1].name == "Street 1"


def _saved(table: Table) -> list[str]:
    """The ids of the boards of this device, as the first page shows them."""
    return re.findall(r'data-do="maker-saved"\s+data-arg="(\w+)"', shown(table))


def test_a_board_is_removed_only_after_a_question() -> None:
    table = opened()
    fill(table, "maker-space", "type", name="Ada Street")
    table.do("maker-close")
    (id,) = _saved(table)
    table.do("maker-forget", id)
    assert "Remove the board My board?" in shown(table)
    assert table.page.focused == "#maker-forgets"
    table.do("maker-forget-now", "another")
    assert _saved(table) == [id]
    table.do("maker-forget", id)
    table.do("maker-forget")
    assert "Remove the board My board?" not in shown(table)
    assert table.page.focused == f'[data-do=maker-forget][data-arg="{id}"]'
    table.do("maker-forget", id)
    table.do("maker-forget-now", id)
    assert _saved(table) == []


def test_a_board_of_this_device_never_makes_room_for_another_one() -> None:
    table = Table(disk())
    table.do("board-maker")
    for n in range(maker_storage.MOST):
        table.do("maker-begin", "london")
        fill(table, "maker-space", "type", name=f"Street {n}")
        table.do("maker-close")
    before = _saved(table)
    assert len(before) == maker_storage.MOST
    table.do("maker-begin", "london")
    assert "This device can save at most 12 boards. Remove one" in shown(table)
    assert _saved(table) == before
    table.hands.imported("my-town.toml", TOWN)
    assert _saved(table) == before
    table.do("maker-forget", before[0])
    table.do("maker-forget-now", before[0])
    table.hands.imported("my-town.toml", TOWN)
    assert draft(table).name == "Hedgewater"


def test_what_is_typed_is_saved_at_once_and_is_there_after_a_reload() -> None:
    store = disk()
    table = opened(store)
    fill(table, "maker-space", "type", name="Lighthouse Roa", short="Mediterr.")
    fill(table, "maker-space", "type", name="Lighthouse Road", short="Lighthouse")
    assert draft(table).spaces[1].shown == "Lighthouse"
    again = Table(store)
    again.do("board-maker")
    again.do("maker-saved", _saved(again)[0])
    assert draft(again).spaces[1].name == "Lighthouse Road"
    table.do("maker-undo")  # both letters were one change
    assert draft(table).spaces[1].name == "Mediterranean Avenue"
    table.do("maker-redo")
    assert draft(table).spaces[1].name == "Lighthouse Road"


def test_the_example_can_be_played_at_once_and_fits_into_a_link() -> None:
    table = Table(disk())
    table.do("board-maker")
    table.do("maker-example")
    assert draft(table).name == "Nettlewick Lane"
    assert checks.problems(draft(table)) == []
    assert not own_faults(table_of(draft(table)))
    assert len(link_code.pack_board(draft(table))) < link_code.LONGEST_LINK
    table.do("maker-play")
    assert table.app.setup["edition"] == "nettlewick-lane"


def test_the_boards_name_in_its_middle_leads_to_where_it_is_changed() -> None:
    table = opened()
    assert 'class="maker-name" data-do="maker-tab"' in shown(table)
    table.do("maker-tab", "words")
    assert "maker-name" not in shown(table)


def test_another_window_changes_the_board_and_undo_leads_back() -> None:
    store = disk()
    table = opened(store)
    fill(table, "maker-space", "type", name="Here")
    here: Any = table.app.lab
    other = Table(store)
    other.do("board-maker")
    other.do("maker-saved", here.maker.id)
    fill(other, "maker-space", "type", name="Elsewhere")
    table.hands.storage_changed(f"titledeed/1/maker/{here.maker.id}")
    assert draft(table).spaces[1].name == "Elsewhere"
    assert "Another window" in shown(table)
    table.do("maker-undo")
    assert draft(table).spaces[1].name == "Here"


def test_a_full_storage_is_said_and_the_board_goes_on() -> None:
    class Full(MemoryStore):
        lasts = True

        def write(self, key: str, text: str) -> None:
            if "maker/" in key:
                raise StorageFull

    table = opened(Store(Full()))
    fill(table, "maker-space", "type", name="Ada Street")
    assert draft(table).spaces[1].name == "Ada Street"
    assert re.search(r'maker-saved is-not">not saved: .* storage is full', shown(table))


def test_a_price_its_rents_and_what_is_wrong_with_it() -> None:
    table = opened()
    table.do("maker-square", "18")
    assert table.page.selected == ["#maker-name"]
    fill(table, "maker-space", price="210")
    assert draft(table).spaces[18].rents == (17, 85, 235, 650, 840, 1025)
    assert "Tennessee Avenue" in shown(table)
    # A change of either price would do. The fault is marked at the price that was typed.
    assert "costs $210, but" in shown(table)
    assert "after it costs only $200" in shown(table)
    table.do("maker-repair", "0 1")
    assert draft(table).spaces[19].price == 210
    assert checks.problems(draft(table)) == []
    assert table.page.focused == "#maker-title"  # as the button is gone
    fill(table, "maker-space", price="210", rent_5="1050")
    assert "2% above the usual $1,025" in shown(table)
    fill(table, "maker-space", price="210", mortgage="120")
    assert "14% above the usual $105" in shown(table)
    assert table_of(draft(table))["space"][18]["mortgage"] == 120
    assert not own_faults(table_of(draft(table)))
    code = link_code.pack_board(draft(table))
    assert link_code.unpack_board(code) == draft(table)
    fill(table, "maker-space", price="210", mortgage="211")
    assert "A mortgage of $211 is more than the price of $210." in shown(table)
    table.do("maker-repair", "0 0")
    assert draft(table).spaces[18].mortgage == 105
    fill(table, "maker-space", mortgage="1")
    table.do("maker-mortgage-back")
    assert draft(table).spaces[18].own_mortgage is None
    table.do("maker-rent-back", "5")
    assert draft(table).spaces[18].rents[5] == 1025
    table.do("maker-price", "+")
    table.do("maker-price", "-")
    assert draft(table).spaces[18].price == 210
    for bad in ("", "-5", "1.5", "99999999999999", "abc"):
        fill(table, "maker-space", price=bad)
    assert draft(table).spaces[18].price == 210


def test_a_class_leads_to_its_tab_once() -> None:
    table = Table(disk())
    for arg, tab in (("class", "class"), ("", "squares")):
        table.do("board-maker", arg)
        table.do("maker-leave")
        table.do("board-maker", arg)
        table.do("maker-begin", "london")
        lab: Any = table.app.lab
        assert lab.maker.tab == tab
        table.do("maker-close")
        table.do("board-maker", "class")
        table.do("maker-leave")


def test_a_space_without_a_name_and_the_next_wrong_one_are_explained() -> None:
    table = opened()
    table.do("maker-square", "1")
    fill(table, "maker-space", name="", price="300")
    title = re.search(r'id="maker-title"[^>]*>([^<]*)</h2>', shown(table))
    assert title
    assert title[1] == "No name yet"
    assert "Space 1 costs $300, but Baltic Avenue after it costs only $60." in shown(table)
    assert "Lower space 1 to $60" in shown(table)
    assert shown(table).count('aria-invalid="true"') == 2, "the name and the price"
    table.do("maker-next", "3")
    assert "space 1: The name is empty." in shown(table)
    assert 'aria-invalid="true"' not in shown(table)


def test_the_price_that_breaks_the_order_is_the_one_that_is_marked() -> None:
    def blamed(at: int, price: int) -> list[tuple[str, int, str]]:
        found = checks.problems(changes.with_price(draft(opened()), at, price))
        return [(one.code, one.place.n, one.repairs[0].code) for one in found]

    assert blamed(1, 300) == [("price-too-high", 1, "lower-price")]
    assert blamed(8, 10) == [("price-falls", 8, "raise-price")]
    assert blamed(39, 10) == [("price-falls", 39, "raise-price")]
    assert blamed(16, 390) == [("price-too-high", 16, "lower-price")]


def test_the_board_marks_the_space_to_which_the_chosen_card_leads() -> None:
    table = opened()
    table.do("maker-tab", "cards")
    assert re.findall(r'is-here[^>]*data-at="(\d+)"', shown(table)) == ["0"]
    cards = table.app.lab._context().decks[0]  # type: ignore[union-attr]
    for n, card in enumerate(cards):
        table.do("maker-card", str(n))
        leads = [str(card.to)] if card.do in ("advance", "back-to") else []
        assert re.findall(r'is-here[^>]*data-at="(\d+)"', shown(table)) == leads


def test_a_group_has_a_color_a_letter_and_a_cost() -> None:
    table = opened()
    table.do("maker-square", "19")
    fill(table, "maker-group", "type", group_name="Harbor", mark="Q")
    fill(table, "maker-group", group_name="Harbor", mark="Q", color="#123456", cost="110")
    group = draft(table).groups[3]
    assert (group.name, group.mark, group.color, group.house_cost) == (
        "Harbor",
        "Q",
        "#123456",
        110,
    )
    assert table.page.painted_with[3][0] == "#123456"
    table.do("maker-cost-back")
    table.do("maker-color", "#c8372d")
    assert draft(table).groups[3].house_cost == 100
    assert "Hard to tell from" in shown(table)
    table.do("maker-cost", "+")
    table.do("maker-group-icon", "anchor")
    table.do("maker-icon", "bell")
    table.do("maker-icon", "<img>")
    assert draft(table).groups[3].icon == "anchor"
    assert draft(table).spaces[19].icon == "bell"


def test_spaces_are_exchanged_or_the_fact_that_keeps_one_is_said() -> None:
    table = opened()
    table.do("maker-exchange", "1 39")
    assert draft(table).spaces[39].name == "Mediterranean Avenue"
    assert "have changed places" in shown(table)
    table.do("maker-exchange", "39 0")
    assert "The first corner is always the one that pays the salary." in shown(table)
    table.do("maker-square", "5")
    before = draft(table)
    for passed in ("0", "1", "15"):  # by arrow keys
        fill(table, "maker-exchange", other=passed)
    assert draft(table) == before
    fill(table, "maker-exchange", "submit", other="")
    assert "Choose the other space first." in shown(table)
    fill(table, "maker-exchange", "submit", other="15")
    assert draft(table).spaces[15].name == "Reading Railroad"
    before = draft(table)
    for arg in ("", "x y", "1", "1 40", "-1 2", "3 3"):
        table.do("maker-exchange", arg)
    assert draft(table) == before
    table.do("maker-square", "2")
    table.do("maker-kind", "street")
    assert "has 2 spaces" in shown(table)


def test_a_space_that_is_its_former_kind_again_has_its_name_and_sums() -> None:
    table = opened()
    table.do("maker-square", "18")
    fill(table, "maker-space", name="Harbor Street", short="Harbor")
    fill(table, "maker-space", price="190", rent_5="1000", mortgage="90")
    table.do("maker-icon", "anchor")
    before = draft(table)
    table.do("maker-kind", "chance")
    assert (draft(table).spaces[18].name, draft(table).spaces[18].icon) == ("Chance", "")
    table.do("maker-kind", "community-chest")
    table.do("maker-kind", "street")
    assert draft(table) == before


def test_a_card_gets_another_sentence_effect_and_target() -> None:
    table = opened()
    table.do("maker-tab", "cards")
    assert draft(table).decks is None
    assert "The program fills in {space} and {salary}." in shown(table)
    table.do("maker-card", "1")
    assert table.page.selected[-1] == "#maker-card [name=text]"
    fill(table, "maker-card-text", "type", text="Fog! Go on to {space}.")
    fill(table, "maker-card-text", text="Fog! Go on to {space}.", to="22")
    assert "Fog! Go on to Chance." in shown(table)
    assert "from one card to the next without an end" in shown(table)
    table.do("maker-repair", "0 0")
    assert checks.problems(draft(table)) == []
    table.do("maker-square", "39")  # pressed on the board
    assert "Fog! Go on to Boardwalk." in shown(table)
    table.do("maker-effect", "repairs")
    fill(table, "maker-card-text", house="11", hotel="22")
    assert "pays $11 for each house and $22 for each hotel" in shown(table)
    table.do("maker-effect", "nearest")
    fill(table, "maker-card-text", next="utility")
    assert "ten times a new throw" in shown(table)
    table.do("maker-card-back")
    table.do("maker-deck", "1")
    for effect in ("pay-or-chance", "back", "back-to", "pay-each", "collect-each", "jail-free"):
        table.do("maker-effect", effect)
    assert "2 jail-release cards" in shown(table)
    table.do("maker-deck-back")
    assert checks.problems(draft(table)) == []
    table.do("maker-decks-drop")
    assert draft(table).decks is None


def test_words_money_and_tokens() -> None:
    table = opened()
    table.do("maker-tab", "words")
    fill(table, "maker-words", "type", board="Hedgewater", sign="cr")
    fill(table, "maker-words", board="Hedgewater", sign=" cr", place="after", thousands=" ")
    fill(table, "maker-words", word_house="cottage", word_houses="cottages")
    board = draft(table)
    assert (board.id, board.name) == ("hedgewater", "Hedgewater")
    assert "1 500 cr" in shown(table)
    assert board.words == {"house": "cottage", "houses": "cottages"}
    table.do("maker-token", "kite")
    assert "kite" not in draft(table).tokens
    table.do("maker-token", "kite")
    assert draft(table).tokens == ()
    fill(table, "maker-words", board="", sign="euros")
    assert "The name is empty." in shown(table)
    assert "At most 4 characters" in shown(table)


def test_every_tab_speaks_with_the_words_of_its_own_board() -> None:
    table = opened()
    maker: Any = table.app.lab
    odd = {key: f"qux{n}" for n, key in enumerate(default_words())}
    spaces = [replace(s, name=f"Place {n}", short=None) for n, s in enumerate(draft(table).spaces)]
    maker.put(replace(draft(table), words=odd, spaces=tuple(spaces)))
    table.do("maker-tab", "print")
    fill(table, "maker-paper", board="four", deeds="on", money="on")  # printed cards say "street"
    for tab in TABS:
        table.do("maker-tab", tab)
        for at in ("1", "5", "12", "30") if tab == "squares" else ("",):
            table.do("maker-next", at)
            fold = r'(?s)<details class="fold wide" id="maker-(words|nouns)-fold.*?</details>'
            text = re.sub(fold, "", shown(table))  # it has the printed words beside the own ones
            labels = re.findall(r'aria-label="(.*?)"', text)
            said = re.sub(r"<.*?>", " ", " ".join([text, *labels]), flags=re.DOTALL).lower()
            for word in ("house", "hotel", "jail", "color", "street", "token"):
                assert word not in said, f"{tab} {at}: {word}"
    table.do("maker-play")
    table.do("board-maker")
    table.do("maker-close")
    table.do("maker-empty")
    assert draft(table).spaces[1].name == "Street 1"
    assert "Cost of a house" in shown(table)


def test_printed_texts_are_in_the_readers_language_and_stay_english_in_the_file() -> None:
    table = opened()
    before = draft(table)
    table.app.settings.language = "de"
    table.hands._settings.translate("de")
    table.do("maker-square", "2")
    assert 'value="Gemeinschaft"' in shown(table)
    fill(table, "maker-space", name="Gemeinschaft", short="Gemeinschaft")
    table.do("maker-tab", "cards")
    assert "Jemand flüstert" in shown(table)
    table.do("maker-tab", "words")
    assert 'name="word-house"' not in shown(table)
    assert draft(table) == before


def test_the_boards_of_this_device_come_first_and_only_once() -> None:
    table = opened()
    table.do("maker-words", kind="change", fields={"board": "Hedge End", "sign": "$"})
    table.do("maker-play")
    table.do("board-maker")
    table.do("maker-close")
    page = shown(table)
    assert page.index("Your boards on this device") < page.index("New board")
    assert page.count("Hedge End</bdi>") == 1
    assert "Boards from files" not in page
    table.do("maker-saved", re.findall(r'data-do="maker-saved"\s+data-arg="(\w+)"', page)[0])
    fill(table, "maker-space", name="Ada Street")
    table.do("maker-close")
    assert "Boards from files" in shown(table)  # the list still has the earlier one


def test_play_says_what_is_left_or_sets_up_a_game() -> None:
    table = opened()
    table.do("maker-square", "1")
    fill(table, "maker-space", "type", name="")
    table.do("maker-tab", "words")
    table.do("maker-play")
    assert "1 thing to fix" in shown(table)
    assert table.page.focused == "#maker-title"
    fill(table, "maker-space", "type", name="Ada Street")
    table.do("maker-play")
    assert table.app.lab is None
    assert table.app.setup["edition"] == "my-board"
    assert table.page.painted_with[0] == ("#7a4a2b", "#ffffff")
    assert table.app.boards["my-board"]["space"][1]["name"] == "Ada Street"
    assert not own_faults(table.app.boards["my-board"])


def test_boards_of_one_name_stay_apart_on_the_list() -> None:
    store = disk()
    table = opened(store)
    fill(table, "maker-space", "type", name="Ada Street")
    table.do("maker-play")
    table.do("board-maker")
    fill(table, "maker-space", "type", name="Ada Road")
    table.do("maker-play")  # the same board takes its own place
    assert _streets(table) == {"my-board": "Ada Road"}
    table.do("board-maker")
    table.do("maker-close")
    table.do("maker-begin", "london")
    assert draft(table).name == "My board 2"
    fill(table, "maker-words", board="My board")
    fill(table, "maker-space", "type", name="Ben Street")
    table.do("maker-play")
    assert _streets(table) == {"my-board": "Ada Road", "my-board-2": "Ben Street"}
    assert table.app.setup["edition"] == "my-board-2"
    again = Table(store)
    again.do("board-maker")
    for id in _saved(again):
        again.do("maker-saved", id)
        fill(again, "maker-space", "type", name=draft(again).spaces[1].name + " 1")
        again.do("maker-play")
        again.do("board-maker")
        again.do("maker-close")
    assert _streets(again) == {"my-board": "Ada Road 1", "my-board-2": "Ben Street 1"}


def test_a_strangers_board_of_the_same_name_stays() -> None:
    table = Table(disk())
    table.hands.imported("my-town.toml", TOWN.replace('id = "my-town"', 'id = "my-board"'))
    town = table.app.boards["my-board"]
    table.do("board-maker")
    table.do("maker-begin", "london")
    for n in range(2):
        fill(table, "maker-space", "type", name=f"Street {n}")
        table.do("maker-play")
        table.do("board-maker")
    assert table.app.boards["my-board"] == town
    assert list(table.app.boards) == ["my-board", "my-board-2"]


def _streets(table: Table) -> dict[str, str]:
    return {id: board["space"][1]["name"] for id, board in table.app.boards.items()}


def test_a_game_shows_the_drawings_and_the_tokens_of_its_board() -> None:
    table = opened()
    table.do("maker-square", "1")
    table.do("maker-icon", "crown")
    table.do("maker-square", "5")
    table.do("maker-icon", "bell")
    table.do("maker-square", "39")
    table.do("maker-group-icon", "moon")
    table.do("maker-tab", "words")
    for token in ("anchor", "kite", "rook"):
        table.do("maker-token", token)
    table.do("maker-play")
    tokens = re.findall(
        r'data-do="next-token".*?href="#t-(\w+)"', table.page.regions["setup"], re.DOTALL
    )
    assert tokens == ["bell", "acorn", "snail", "hourglass"]
    table.do("next-token", "0")
    table.do("start-game", kind="submit")
    board = table.page.regions["board"]
    squares = dict(re.findall(r'id="square-(\d+)"(.*?)</li>', board, re.DOTALL))
    drawings = {
        at: re.findall(r'href="#([suq]-\w+|t-bell)"', squares[at]) for at in ("1", "3", "5", "37")
    }
    assert drawings == {"1": ["u-crown"], "3": [], "5": ["t-bell"], "37": ["u-moon"]}
    session = table.app.session
    assert session is not None
    assert session.game.record.seats[0].token == "quill"


def test_a_board_with_odd_drawings_or_too_few_tokens_is_played_all_the_same() -> None:
    fields = setup_form.default_fields() | {"edition": "x"}
    boards: Any = {"x": {"x-tokens": ["snail", 7, "no-such"]}}
    assert setup_form.tokens_on(fields, boards)[:2] == ("snail", "anchor")
    assert len(setup_form.tokens_on(fields, boards)) == 8
    assert setup_form.tokens_on(fields, {"x": {"x-tokens": "snail"}}) == setup_form.TOKENS
    table = tomllib.loads(TOWN)
    for n, icon in enumerate(("no-such", 7, ["anchor"], {"a": 1}, "anchor")):
        table["space"][n]["x-icon"] = icon
    edition = own_edition(table)
    assert [own_drawing(edition, n) for n in (0, 1, 2, 3, 4)] == ["", "", "", "", "t-anchor"]


def test_a_board_is_shared_as_a_file_a_link_and_a_code() -> None:
    table = opened()
    fill(table, "maker-space", "type", name="Ada Street")
    table.do("maker-save-file")
    assert tomllib.loads(table.page.files["my-board.toml"])["space"][1]["name"] == "Ada Street"
    table.do("maker-tab", "share")
    table.do("maker-copy")
    link = str(table.page.clipboard)
    assert len(link) < link_code.LONGEST_QR
    assert "maker-qr" in shown(table)
    other = Table(disk())
    other.hands.open_link("#" + link.partition("#")[2])
    assert draft(other) == draft(table)
    table.page.clipboard = None
    table.do("maker-copy")
    assert table.page.selected[-1] == "#maker-address"


def test_a_long_board_offers_the_file_and_a_draft_has_a_format_of_its_own() -> None:
    table = Table(disk())
    table.do("board-maker")
    table.do("maker-file")
    assert table.page.asked_for_file
    table.hands.imported("my-town.toml", TOWN)
    assert draft(table).name == "Hedgewater"
    table.do("maker-tab", "share")
    assert "so send the file" in shown(table)
    assert "maker-copy" not in shown(table)
    fill(table, "maker-words", board="")
    table.do("maker-save-file")
    (file,) = table.page.files
    assert file.endswith(".draft.json")
    other = Table(disk())
    other.hands.imported("x.json", table.page.files[file])
    assert draft(other) == draft(table)


def test_the_figures_of_a_board_stand_beside_the_printed_ones() -> None:
    table = opened()
    for at in (16, 18, 19):
        table.do("maker-square", str(at))
        fill(table, "maker-space", rent_3="900", rent_4="950", rent_5="1000")
    table.do("maker-tab", "fair")
    assert "Orange stands out" in shown(table)
    assert "Illinois Avenue" in shown(table)
    assert "Play 200 games to see" in shown(table)
    maker: Any = table.app.lab
    figures = maker.maker.fair
    assert 0.029 < figures.exact["own"]["shares"][19] < 0.032
    out, done = draft(table), "Fair: no color group"
    table.do("maker-fair-keep", "orange")
    assert "Only Orange stands out, and you want it that way." in shown(table)
    assert maker.maker.fair is figures  # a wish changes no figure
    table.do("maker-fair-again")
    table.do("maker-fair-keep", "no-such-group")
    table.do("maker-fair-repair", "9")
    assert draft(table) == out
    table.do("maker-fair-repair", "0")
    assert done in shown(table)
    assert draft(table).spaces[19].rents[5] == 1000
    table.do("maker-undo")
    figures = maker.maker.fair
    table.do("maker-tab", "squares")
    table.do("maker-undo")
    assert maker.maker.fair is figures  # nobody looks


def test_figures_that_have_failed_can_be_tried_again() -> None:
    table = opened()
    table.page.no_part = "the line is down"
    table.do("maker-tab", "fair")
    assert "the line is down" in shown(table)
    table.page.no_part = ""
    table.do("maker-figures-again")
    assert "the line is down" not in shown(table)
    assert "Fair: no color group" in shown(table)
    figures = maker_of(table).fair
    table.do("maker-figures-again")  # nothing has failed
    assert maker_of(table).fair is figures


def test_every_visit_is_counted_and_no_figure_outlasts_its_board() -> None:
    table = opened()
    table.do("maker-tab", "fair")
    rows = re.findall(r'<tr><th scope="row" translate="no">([^<]*)</th><td>([\d.]*)', shown(table))
    assert len(rows) == 41
    assert rows[0][0] == "In jail"
    assert "Visiting jail" in dict(rows)
    assert abs(sum(float(share) for _name, share in rows) - 100) < 0.3  # 41 rounded figures
    assert sum(maker_of(table).fair.exact["own"]["shares"]) == pytest.approx(1, abs=1e-12)
    before = maker_of(table).history
    table.do("maker-square", "1")
    fill(table, "maker-space", name="")
    table.do("maker-tab", "fair")
    assert "once the board can be played" in shown(table)
    assert "In jail" not in shown(table)
    assert "Fair: no" not in shown(table)
    nine = draft(table)
    nine = replace(nine, groups=(*nine.groups, replace(nine.groups[0], id="ninth")))
    before.put(nine)
    table.do("maker-tab", "fair")
    assert "once the board can be played" in shown(table)


def test_two_groups_that_are_wanted_stand_out_and_one_that_no_longer_does_is_not_named() -> None:
    table = opened()
    for at in (16, 18, 19, 21, 23, 24):
        table.do("maker-square", str(at))
        fill(table, "maker-space", rent_3="900", rent_4="950", rent_5="1000")
    table.do("maker-tab", "fair")
    for group in ("orange", "red", "green"):
        table.do("maker-fair-keep", group)
    assert "Only Orange and Red stand out, and you want it that way." in shown(table)


def test_more_than_twelve_things_to_fix_are_counted() -> None:
    table = opened()
    for at in range(40):
        table.do("maker-square", str(at))
        fill(table, "maker-space", name="")
    count = int(re.findall(r"(\d+) things to fix", shown(table))[0])
    assert f"{count - 12} more things are shown once these are fixed." in shown(table)


def maker_of(table: Table) -> Any:
    maker: Any = table.app.lab
    return maker.maker


def test_games_on_both_boards_are_summed_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games stand for two hundred."""
    monkeypatch.setattr("titledeed.lab.landings.board_figures.GAMES", 2)
    monkeypatch.setattr("titledeed.lab.landings.board_figures.PER_JOB", 1)
    monkeypatch.setattr("titledeed.lab.landings.board_figures.ROUNDS", 4)
    monkeypatch.setattr("titledeed.ui.board_maker.actions.maker_screen._GAMES", 2)
    table = opened()
    table.do("maker-tab", "fair")
    table.do("maker-games")
    assert "Games last about as long as on the printed board: 4.0 rounds" in shown(table)
    assert "4.0 (4.0 to 4.0)" in shown(table)


def test_files_and_links_with_mistakes_are_refused_in_words() -> None:
    table = Table(disk())
    table.hands.open_link("#board=1.nothing")
    assert "The link is damaged" in shown(table)
    for text in ("", "{", "schema = 1", draft_file.HEAD, TOWN + '\n[[colour]]\nx = "y"\n'):
        table.hands.imported("x.toml", text)
        assert "maker-said" in shown(table), text
    assert "“colour” is unknown" in shown(table)
    assert "maker-begin" in shown(table)


def test_keys_undo_and_escape_leads_to_the_board() -> None:
    table = opened()
    fill(table, "maker-space", "type", name="Ada Street")
    assert table.hands.key("mod+z", "", "text")
    assert draft(table).spaces[1].name == "Mediterranean Avenue"
    assert table.hands.key("mod+y", "", "")
    table.hands.handle_gesture(Gesture("escape"))
    assert table.page.focused == "#maker-square-1"
    table.do("maker-leave")
    assert table.page.state["screen"] == "setup"
    assert not table.hands.key("mod+z", "", "text")
    table.hands.returned("board-maker")
    assert draft(table).spaces[1].name == "Ada Street"
    table.hands.returned("")
    assert table.page.state["screen"] == "setup"


def test_a_part_that_does_not_arrive_is_said() -> None:
    table = Table(disk())
    table.page.no_part = "the line is down"
    table.do("board-maker")
    assert table.app.lab is None
    assert "couldn’t be loaded" in table.page.regions["setup"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tab_is_drawn_in_every_language(language: str) -> None:
    table = opened()
    table.do("settings")
    table.app.catalogue = type(table.app.catalogue)(language)
    table.app.settings = type(table.app.settings)(language=language)
    for tab in TABS:
        table.do("maker-tab", tab)
        assert "{" not in re.sub(r"<[^>]*>|\{\w+\}", "", shown(table)), tab
    names = {"names": "Ada\nBen", "which": "all"}
    table.hands.handle_gesture(Gesture("submit", where="lab", do="maker-deal", fields=names))
    for do, arg in (("hand", "2"), ("square", "3"), ("task", "1"), ("class-end", "")):
        table.do(f"maker-{do}", arg)
        assert "{" not in re.sub(r"<[^>]*>|\{\w+\}", "", shown(table)), do
    for seed in range(3):
        table.do("maker-next", str(seed * 5))
    table.do("maker-tab", "squares")
    for kind in checks.FREE_KINDS:
        table.do("maker-kind", kind)
    assert changes.printed_draft() != draft(table)
