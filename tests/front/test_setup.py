"""The set-up screen: house rules and what they contradict, boards from files, limits."""

from __future__ import annotations

import json
import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import fake_page
from fake_page import Database, FakePage, Table, disk
from titledeed.bots import OFFERED
from titledeed.bots.strengths import STRENGTHS
from titledeed.engine import books
from titledeed.engine.words import Over
from titledeed.front.desk import Desk
from titledeed.front.hands.hands import Hands
from titledeed.front.showing import screen
from titledeed.front.views.bits import Cache
from titledeed.front.views.setup import house_rules, preview, setup
from titledeed.front.views.setup.opponents import line
from titledeed.language.catalogue import Catalogue
from titledeed.storage import boards as own_boards
from titledeed.storage.places import Memory, StorageFull
from titledeed.storage.store import Store

TEXT = (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_text(
    "utf-8"
)
SEATS = {"name-0": "Ada", "kind-0": "person", "name-1": "Ben", "kind-1": "person"}
ENGLISH = Catalogue("en")


def at_setup(**fields: str) -> Table:
    table = Table()
    change(table, **fields)
    return table


def change(table: Table, **fields: str) -> None:
    """Fill in fields of the form, as a person does."""
    named = {name.replace("__", ":").replace("_", "-"): value for name, value in fields.items()}
    table.page.fields = {**SEATS, **table.desk.setup, **named}
    table.do("setup", kind="change")


def start(table: Table) -> None:
    table.page.fields = dict(table.desk.setup)
    table.do("start-game", kind="submit")


def form(book: str, **fields: str) -> dict[str, Any]:
    entries = {f"house:{key}": value for key, value in fields.items()}
    house_form = house_rules.HouseForm(entries, ENGLISH, book, "atlantic-city", "standard")
    return house_form.view()


# ---------------------------------------------------------------- house rules


def every_row(book: str) -> list[dict[str, Any]]:
    house_form = house_rules.HouseForm({}, ENGLISH, book, "atlantic-city", "standard")
    view = house_form.view()
    topics = [row for topic in view["topics"] for row in topic["rules"]]
    return [*view["rules"], *topics, *house_form.options(), *house_form.limits()]


@pytest.mark.parametrize("book", books.BOOKS)
def test_every_rule_that_may_be_changed_is_on_the_form(book: str) -> None:
    names = {row["name"].removeprefix("house:") for row in every_row(book)}
    differ = {
        key
        for key, values in books.parameters().items()
        if len({str(v) for v in values.values()}) > 1
    }
    assert set(books.HOUSE_RULES) | differ - {"short-game.offered"} <= names


@pytest.mark.parametrize("book", books.BOOKS)
def test_each_rule_is_explained_in_one_sentence(book: str) -> None:
    for row in every_row(book):
        assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.", row["text"]), row["text"]


@pytest.mark.parametrize("book", books.BOOKS)
def test_a_parameter_takes_any_books_value(book: str) -> None:
    """Each value of each select makes the rule that it says, and says that it is not by the book."""
    tried = 0
    for row in every_row(book):
        key = row["name"].removeprefix("house:")
        if key not in books.parameters():
            continue
        mine = str(books.parameters()[key][book])
        for option in row["options"][1:]:
            fields = {row["name"]: option["value"]}
            changes = house_rules.house_rules(fields, ENGLISH, book)
            assert list(changes) == [key]
            assert str(changes[key]) == option["value"] != mine
            if key == "tax.income-commit":
                with pytest.raises(books.Contradiction, match=r"tax\.income"):
                    books.make_rules(book, house_rules=changes)
                continue
            rules = books.make_rules(book, house_rules=changes)
            # Whether buildings can be scarce follows from how many there are.
            if key not in ("shortage.auction", "shortage.opening-bid"):
                assert rules.values[key] == changes[key]
            assert rules.official == (key in {o["id"] for o in house_rules.book_options(book)})
            tried += 1
    assert tried > 20


@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({"free-parking": "pot"}, {"free-parking": "pot"}),
        ({"free-parking": "sum"}, {"free-parking": 500}),
        ({"free-parking": "sum", "free-parking:sum": "75"}, {"free-parking": 75}),
        ({"free-parking:sum": "75"}, {}),
        ({"go-landing": "double"}, {"go-landing": "double"}),
        ({"auctions": "on"}, {"auctions": False}),
        ({"starting-cash": "2000"}, {"starting-cash": 2000}),
        ({"salary": " 400 "}, {"salary": 400}),
        ({"stock:houses": "20", "stock:hotels": "3"}, {"stock": [20, 3]}),
        ({"stock:houses": "20"}, {"stock": [20, 12]}),
        ({"stock:hotels": "0"}, {"stock": [32, 0]}),
        ({"build-evenly": "on"}, {"build-evenly": False}),
        ({"rent-in-jail": "on"}, {"rent-in-jail": False}),
        ({"lap-first": "on"}, {"lap-first": True}),
        ({"limit-rounds": "30"}, {"limit-rounds": 30}),
        ({"limit-minutes": "45"}, {"limit-minutes": 45}),
        ({"tax.luxury": "75"}, {"tax.luxury": 75}),
        ({"auction.opening-bid": "1"}, {"auction.opening-bid": 1}),
        ({"rent.marvin-gardens": "22"}, {"rent.marvin-gardens": 22}),
        ({"turn.order": "right"}, {"turn.order": "right"}),
        ({"salary": ""}, {}),
        ({"tax.luxury": "90"}, {}),
        ({"go-landing": "triple"}, {}),
    ],
)
def test_a_field_makes_its_rule(fields: dict[str, str], rules: dict[str, Any]) -> None:
    entries = {f"house:{key}": value for key, value in fields.items()}
    assert house_rules.house_rules(entries, ENGLISH, "modern") == rules


@pytest.mark.parametrize(
    "fields",
    [
        {"salary": "-1"},
        {"salary": "1.5"},
        {"salary": "x"},
        {"salary": "٣"},
        {"salary": "9" * 30},
        {"limit-rounds": "0"},
        {"stock:houses": "2000"},
        {"free-parking": "sum", "free-parking:sum": "0"},
    ],
)
def test_a_number_that_is_none_is_said_with_its_rule(fields: dict[str, str]) -> None:
    view = form("modern", **fields)
    assert re.search(r": enter a whole number from \d+ to \d+\.$", view["error"])
    assert view["summary"] == "not complete"


@pytest.mark.parametrize(
    ("book", "fields", "first", "second"),
    [
        (
            "classic",
            {"auctions": "on", "auction.opening-bid": "10"},
            "No auctions",
            "Lowest first bid",
        ),
        (
            "classic",
            {"auctions": "on", "auction.bidders": "all but decliner"},
            "No auctions",
            "Who may bid",
        ),
        (
            "classic",
            {"stock:houses": "5", "shortage.supply": "88/22"},
            "Number of buildings",
            "Buildings in the Bank",
        ),
        (
            "classic",
            {"tax.income-commit": "not applicable"},
            "When the tax is chosen",
            "Income Tax",
        ),
    ],
)
def test_two_rules_that_contradict_each_other_are_both_named(
    book: str, fields: dict[str, str], first: str, second: str
) -> None:
    view = form(book, **fields)
    assert f"“{first}” and “{second}” contradict each other: " in view["error"]
    rows = [*view["rules"], *(row for topic in view["topics"] for row in topic["rules"])]
    assert {row["label"] for row in rows if row["clash"]} == {first, second}


def test_a_contradiction_is_refused_with_both_names_and_nothing_starts() -> None:
    table = at_setup(house__auctions="on")
    change(table, **{"house:auction.opening-bid": "1"})
    start(table)
    assert table.desk.session is None
    assert "“No auctions” and “Lowest first bid” contradict" in table.desk.setup_error


def test_house_rules_are_marked_at_set_up_on_the_table_and_in_the_record() -> None:
    table = at_setup()
    assert "Not by the book" not in table.page.text("setup")
    change(table, house__salary="400", house__lap_first="on")
    shown = table.page.text("setup")
    assert "2 house rules" in shown
    assert "Not by the book: 2 house rules." in shown
    assert "Salary: $400." in shown
    start(table)
    badge = next(b for b in table.page.buttons("bar") if b.text == "house rules")
    table.click(badge)
    assert "Salary: $400." in table.page.text("dlg-rules")
    assert table.session.save("")["house_rules"] == {"salary": 400, "lap-first": True}


def test_back_to_the_book_takes_all_of_them_away() -> None:
    table = at_setup(house__salary="400", house__auctions="on", chance="by-hand")
    table.page.fields = dict(table.desk.setup)
    table.do("by-the-book")
    assert "none: by the book" in table.page.text("setup")
    assert table.desk.setup["chance"] == "by-hand"


def test_the_older_rent_of_the_third_yellow_street_is_a_switch_and_official() -> None:
    table = at_setup(**{"house:rent.marvin-gardens": "22"})
    assert "none: by the book" in table.page.text("setup")
    start(table)
    assert table.session.state.rules.rents[29][0] == 22
    assert table.session.state.rules.official


# ---------------------------------------------------------------- boards


def test_the_board_that_goes_with_a_book_comes_first_and_with_it() -> None:
    table = at_setup(rulebook="modern", edition="atlantic-city")
    change(table, rulebook="australian")
    assert table.desk.setup["edition"] == "australia"
    shown = setup.setup(table.desk.setup, ENGLISH, {})["boards"]
    assert (shown[0]["id"], shown[0]["usual"]) == ("australia", True)
    assert sum(b["usual"] for b in shown) == 1
    change(table, edition="london")
    change(table, rulebook="classic")
    assert table.desk.setup["edition"] == "london"


@pytest.mark.parametrize("book", books.BOOKS)
@pytest.mark.parametrize("edition", books.EDITIONS)
def test_any_book_plays_on_any_board(book: str, edition: str) -> None:
    table = at_setup(rulebook=book, edition=edition)
    change(table, edition=edition)
    start(table)
    assert table.session.state.rules.book == book
    assert table.session.state.rules.edition.id == edition


def load(table: Table, text: str, name: str = "my-town.toml") -> None:
    table.do("load-board")
    assert table.page.asked_for_file
    table.hands.imported(name, text)


def boards(table: Table) -> list[str]:
    return re.findall(r'name="edition" value="([^"]+)"', table.page.regions["setup"])


def test_a_board_from_a_file_is_kept_chosen_and_played() -> None:
    store = disk()
    table = Table(store)
    load(table, TEXT)
    assert "Hedgewater is now on the list of boards." in table.page.text("setup")
    assert table.desk.setup["edition"] == "my-town"
    again = Table(store)
    assert boards(again)[-1] == "my-town"
    change(again, edition="my-town")
    start(again)
    assert again.session.state.rules.edition.name == "Hedgewater"
    assert again.page.painted_with[0] == ("#7a4a2b", "#ffffff")
    again.do("leave")
    assert again.page.painted_with == []


def test_a_game_goes_on_after_its_board_is_removed() -> None:
    store = disk()
    table = Table(store)
    load(table, TEXT)
    change(table, kind_1="person")
    start(table)
    table.say("roll")
    table.do("leave")
    table.page.fields = dict(table.desk.setup)
    table.do("remove-board", "my-town")
    assert "my-town" in boards(table)  # it is asked about first
    assert "Remove the board Hedgewater?" in table.page.text("dlg-confirm")
    table.press("dlg-confirm", "Remove")
    assert "my-town" not in boards(table)
    again = Table(store)
    assert "my-town" not in boards(again)
    again.do("continue", store.games()[0].id)
    assert again.session.state.rules.edition.name == "Hedgewater"
    assert "Ada roll" in [entry.line for entry in again.session.entries]


def test_a_faulty_file_is_told_of_line_by_line_and_changes_nothing() -> None:
    table = Table()
    bad = TEXT.replace('jail = "detention"', "jail = 3").replace(
        "mortgage = 30", "mortgage = 31", 1
    )
    before = boards(table)
    load(table, bad)
    shown = table.page.text("setup")
    assert "my-town.toml can’t be used yet: fix 2 things." in shown
    assert (
        "Line 17 The edition, words: “jail” must be a text of 1 to 40 characters. jail = 3" in shown
    )
    assert "Line 112 The edition, space 1: the mortgage value must be half the price, 30." in shown
    assert boards(table) == before
    table.page.fields = dict(table.desk.setup)
    table.do("close-trial")
    assert "mended" not in table.page.text("setup")


NOTES = ["2026-01-02", "2026-01-02T03:04:05Z", "03:04:05", "inf", "[[2026-01-02], {d = 1}]"]
DEEPEST = 10  # lists in one another that a record can hold in its edition


@pytest.mark.parametrize("note", [*NOTES, "[" * DEEPEST + "]" * DEEPEST])
def test_what_a_board_holds_beside_is_kept_with_it(note: str) -> None:
    """And a game on it is opened again."""
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
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "The edition: the file is nested too deeply."),
        ("[" * 200 + "]" * 200, "The edition: the file is nested too deeply."),
        ("0x" + "f" * 5000, "a number has too many digits"),
    ],
)
def test_what_no_record_could_hold_makes_no_board(note: str, says: str) -> None:
    """A game on such a board could not be saved, or not be opened again."""
    table = Table()
    load(table, f"x-note = {note}\n{TEXT}")
    assert says in table.page.text("setup")
    assert "my-town" not in boards(table)


@pytest.mark.parametrize(
    "text", ["", "x = ", "[1]", "\0", "a" * 200_000, '{"schema": 1}', "[[" * 900]
)
@pytest.mark.parametrize("name", ["a.toml", "a.json", "a", "", "<b>\u202e.toml"])
def test_what_is_no_board_at_all_is_said(text: str, name: str) -> None:
    table = Table()
    load(table, text, name)
    assert "can’t be used yet" in table.page.text("setup")
    assert "<b>\u202e" not in table.page.regions["setup"]
    assert table.desk.boards == {}


HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '\\"><script>alert(1)</script>',
    "{{ 7*7 }}{% x %}{0.__class__}",
    "עיר הגנים של שכונתנו",
    "W" * 40,
    "'; DROP TABLE --",
)


@pytest.mark.parametrize("words", HOSTILE)
def test_a_boards_text_is_a_strangers(words: str) -> None:
    text = TEXT.replace('name = "Hedgewater"', f'name = "{words}"')
    text = text.replace('jail = "detention"', f'jail = "{words}"')
    text = text.replace('name = "Apple Lane"', f'name = "{words}"')
    text = text.replace('name = "Orchard"', f'name = "{words[:30]}"')
    table = Table()
    load(table, text)
    assert table.desk.boards, table.page.text("setup")
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


def test_a_file_that_says_it_is_a_board_is_taken_as_one_wherever_it_is_opened() -> None:
    table = Table()
    table.do("import")
    table.hands.imported("town.toml", TEXT)
    assert table.desk.setup["edition"] == "my-town"


def test_a_game_that_carries_its_board_along_is_still_a_game() -> None:
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


def test_a_board_dropped_on_a_game_leaves_the_game_saved() -> None:
    table = Table()
    table.play("Ada", "Ben")
    table.hands.imported("town.toml", TEXT)
    assert table.desk.session is None
    assert len(table.store.games()) == 1


def test_a_stored_board_that_is_damaged_or_no_longer_good_is_left_out() -> None:
    store = disk()
    load(Table(store), TEXT)
    (key,) = [key for key in store.box.names() if "board/" in key]
    good = store.box.read(key)
    assert good is not None
    store.box.write(key, good.replace("Hedgewater", "Hedgewatts"))
    assert own_boards.kept(store) == {}
    store.keep_board("my-town", {"schema": "title-deed-edition/1", "id": "my-town"})
    assert own_boards.kept(store) == {}


def test_where_nothing_more_can_be_stored_the_board_is_there_for_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(id: str, board: Any) -> None:
        raise StorageFull

    table = Table()
    monkeypatch.setattr(table.store, "keep_board", full)
    load(table, TEXT)
    assert boards(table)[-1] == "my-town"
    assert "The storage of this browser is full." in table.page.text("setup")


def test_where_the_quick_place_is_denied_boards_come_from_the_sure_one() -> None:
    database = Database()
    load(Table(Store(Memory(), database)), TEXT)
    again = Table(Store(Memory(), Database(dict(database.texts))))
    again.page.run()
    assert boards(again)[-1] == "my-town"


def test_the_oldest_of_too_many_boards_makes_room() -> None:
    table = Table()
    for n in range(own_boards.MOST + 1):
        load(table, TEXT.replace('id = "my-town"', f'id = "town-{n}"'))
    assert len(table.desk.boards) == own_boards.MOST
    assert "town-0" not in table.desk.boards


@pytest.mark.parametrize(
    ("color", "ink"),
    [
        ("#000000", "#ffffff"),
        ("#ffffff", "#16110a"),
        ("#ecc52d", "#16110a"),
        ("#26418f", "#ffffff"),
    ],
)
def test_what_stands_on_a_boards_colour_can_be_read(color: str, ink: str) -> None:
    table = tomllib.loads(TEXT)
    table["group"][0]["color"] = color
    edition = books.own_edition(table)
    assert own_boards.colors(edition.groups)[0] == (color, ink)


# ---------------------------------------------------------------- limits


def test_a_game_of_rounds_says_how_far_it_is_and_who_is_richest() -> None:
    table = Table()
    seats = {"Ada": {"deeds": ["boardwalk:m"]}, "Ben": {}}
    table.play("Ada", "Ben", house_rules={"limit-rounds": 2}, position={"seat": seats})
    assert "round 1 of 2" in table.page.text("bar")
    for _ in range(60):
        if isinstance(table.session.state.ask, Over):
            break
        if table.desk.handing:
            table.press("ask", "I am")
        kind = table.page.state["ask"].split()[0]
        table.say(
            {"buy": "buy", "roll": "roll", "end": "end", "card-choice": "pay"}.get(kind, "")
            or table.answers()[0]
        )
        if table.session.state.round == 2 and not isinstance(table.session.state.ask, Over):
            assert "last round" in table.page.text("bar")
    assert table.page.state["ask"] == "over"
    assert re.search(r"cash \$[\d,]+ · deeds \$[\d,]+ · buildings \$0", table.page.text("ask"))


def clocked(minutes: int = 10) -> Table:
    page = FakePage()
    table = Table(page=page)
    table.play("Ada", "Ben", house_rules={"limit-minutes": minutes})
    return table


def pass_time(table: Table, seconds: int) -> None:
    """Let the clock tick; nobody does anything."""
    end = table.page.clock + seconds * 1000
    while table.page.clock < end and table.page.tick():
        pass


def test_a_clock_runs_and_ends_the_game_with_the_round() -> None:
    table = clocked()
    assert "10:00 left" in table.page.text("bar")
    pass_time(table, 61)
    assert re.search(r"8:5\d left", table.page.text("bar"))
    pass_time(table, 250)
    assert "5 minutes are left." in table.page.said
    pass_time(table, 300)
    assert "1 minute is left." in table.page.said
    assert "chance time-up" in [entry.line for entry in table.session.entries]
    assert "last round" in table.page.text("bar")
    assert "left" not in table.page.text("bar")
    assert not isinstance(table.session.state.ask, Over)


def test_a_machine_that_slept_was_not_at_the_table() -> None:
    table = clocked()
    table.page.clock += 3_600_000
    pass_time(table, 5)
    assert "chance time-up" not in [entry.line for entry in table.session.entries]


def test_the_clock_goes_on_where_it_stood_when_a_game_is_continued() -> None:
    table = clocked()
    pass_time(table, 120)
    table.say("roll")
    table.do("leave")
    before = len(table.page.patches)
    pass_time(table, 60)
    assert len(table.page.patches) == before
    table.do("continue", table.store.games()[0].id)
    assert re.search(r"(7:5\d|8:00) left", table.page.text("bar"))


def test_a_game_without_a_limit_has_no_clock() -> None:
    table = Table()
    table.play("Ada", "Ben")
    assert "left" not in table.page.text("bar")
    assert not table.page.tick()


# ---------------------------------------------------------------- the board beside the form


def looked_at(table: Table) -> tuple[str, list[str]]:
    """Returns the board's key, and the names on its deeds."""
    html = table.page.regions["setup"]
    [key] = re.findall(r'id="look"[^>]* data-same="([^"]+)"', html)
    return key, re.findall(r'<h3 id="look-\d+-title"[^>]*>([^<]+)</h3>', html)


def test_the_board_is_that_of_the_form() -> None:
    table = at_setup(edition="london")
    key, names = looked_at(table)
    assert key == "london modern en"
    assert len(names) == 40
    assert names[39] == "Mayfair"
    squares = [b for b in table.page.buttons("setup") if b.attributes.get("id", "")[:6] == "space-"]
    assert [b.attributes["data-shows"] for b in squares] == [f"look-{i}" for i in range(40)]
    assert "for sale at £400" in squares[39].text
    assert squares[0].text.startswith("GO, collect £200 ")  # and nobody is said to be there
    change(table, rulebook="classic", edition="london")
    assert looked_at(table)[0] == "london classic en"


def test_the_board_that_came_with_the_page_is_not_rendered_again() -> None:
    """The page keeps it while what tells it is the same (front/browser/page.py)."""
    table = Table()
    assert looked_at(table) == ("atlantic-city modern en", [])
    look = screen.shell()["setup"]["look"]
    assert look["key"] == "atlantic-city modern en"
    assert [deed["name"] for deed in look["deeds"]][39] == "Boardwalk"
    change(table, edition="london")
    change(table, edition="atlantic-city")
    assert looked_at(table)[1][39] == "Boardwalk"
    start(table)
    assert table.page.regions["setup"] == ""
    table.do("leave")
    assert looked_at(table)[1][39] == "Boardwalk"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_page_came_with_is_not_rendered_at_the_start(language: str) -> None:
    built = screen.shell(language)["shell"]

    def first(speaks: str = language, **fields: str) -> set[str]:
        """The regions that a start renders."""
        page = FakePage(speaks=speaks, built_with=built)
        store = disk()
        Hands(page, fake_page.screen(), store).start(fields)
        return {region for region in page.patches if page.regions[region]}

    assert first() == set()
    assert first(**setup.defaults()) == set()
    assert first(**setup.defaults() | {"edition": "london"}) == {"setup"}
    assert first(speaks="de" if language == "en" else "en") == {"bar", "menu", "setup"}


def test_a_board_that_the_page_has_is_not_rendered_with_each_change_of_the_form() -> None:
    table = Table()
    change(table, edition="london")
    assert len(looked_at(table)[1]) == 40
    patched = len(table.page.patches)
    table.hands.play.render()
    assert "setup" not in table.page.patches[patched:]
    change(table, edition="london", kind_1="simple")
    assert looked_at(table) == ("london modern en", [])


def test_in_another_language_the_board_is_made_anew() -> None:
    table = Table()
    table.desk.settings.language = "de"
    table.do("settings", kind="change")
    german = Table(store=table.store)
    key, names = looked_at(german)
    assert key == "atlantic-city modern de"
    assert names[39] == "Boardwalk"
    assert "Miete" in german.page.text("setup")


def test_a_board_from_a_file_is_looked_at_as_it_was_loaded_last() -> None:
    table = at_setup()
    load(table, TEXT)
    first = looked_at(table)
    load(table, TEXT.replace("price = 60", "price = 61"))
    second = looked_at(table)
    assert first[0] != second[0]
    assert first[1] == second[1]
    assert "61" in table.page.text("setup")


@pytest.mark.parametrize("edition", [*books.EDITIONS, "file"])
@pytest.mark.parametrize("book", books.BOOKS)
def test_every_board_can_be_looked_at_by_every_book(book: str, edition: str) -> None:
    fields = setup.defaults() | {"rulebook": book, "edition": edition}
    look = preview.look(Desk(setup=fields, boards={"file": tomllib.loads(TEXT)}), Cache())
    assert len(look["spaces"]) == len(look["deeds"]) == 40


def test_every_opponent_has_a_line_a_portrait_and_a_measured_strength() -> None:
    table = Table()
    table.do("open-opponents")
    shown = table.page.regions["dlg-opponents"]
    for bot in OFFERED:
        assert f"static/art/people/{bot}.svg" in shown
        assert (Path(__file__).parents[2] / "static" / "art" / "people" / f"{bot}.svg").is_file()
        assert line(ENGLISH, bot)
        assert bot in STRENGTHS
    assert shown.index(">Shark<") < shown.index(">Hermit<") < shown.index(">Novice<")
    strengths = [STRENGTHS[bot] for bot in OFFERED]
    assert all(a >= b + 5 for a, b in pairwise(strengths))  # neighbours can be told apart
    assert "Always has an offer, and another one after that." in table.page.text("setup")
