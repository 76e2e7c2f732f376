"""The set-up screen: house rules and their conflicts, limits, the board beside the form."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from markupsafe import escape

import fake_page
from fake_page import FakePage, Table, disk
from playing import sensible
from set_up import ENGLISH, TEXT, at_setup, change, load, start
from titledeed.bots import BOTS, BY_ID, CHOOSABLE, OFFERED
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import (
    Over,
)
from titledeed.language.catalogue import Catalogue
from titledeed.ui import setup_form
from titledeed.ui.actions.dispatcher import Dispatcher
from titledeed.ui.render import jinja_renderer
from titledeed.ui.state import AppState
from titledeed.ui.views.setup import house_rules, start_page_board_with_owners_of_saved_game
from titledeed.ui.views.setup.bot_profiles import bot_line, strength_words
from titledeed.ui.views.view_context_and_shared_parts import Cache, bot_name

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.mark.parametrize("book", rules_compiler.BOOKS)
def test_every_changeable_rule_is_on_the_form(book: str) -> None:
    names = {row["name"].removeprefix("house:") for row in every_row(book)}
    differ = {
        key
        for key, values in rules_compiler.parameter_table().items()
        if len({str(v) for v in values.values()}) > 1
    }
    assert set(rules_compiler.HOUSE_RULES) | differ - {"short-game.offered"} <= names


@pytest.mark.parametrize("book", rules_compiler.BOOKS)
def test_each_rule_is_explained_in_one_or_two_sentences(book: str) -> None:
    for row in every_row(book):
        assert re.fullmatch(r"[^.]+(\.\d[^.]*)*\.( [^.]+\.)?", row["text"]), row["text"]


@pytest.mark.parametrize("book", rules_compiler.BOOKS)
def test_a_rule_field_accepts_the_value_of_any_book(book: str) -> None:
    """Each value of each select sets the rule as labeled, and says whether it is by the book."""
    tried = 0
    for row in every_row(book):
        key = row["name"].removeprefix("house:")
        if key not in rules_compiler.parameter_table():
            continue
        mine = str(rules_compiler.parameter_table()[key][book])
        for option in row["options"][1:]:
            fields = {row["name"]: option["value"]}
            changes = setup_form.house_rules_of_form(fields, ENGLISH, book)
            assert list(changes) == [key]
            assert str(changes[key]) == option["value"] != mine
            if key == "tax.income-commit":
                with pytest.raises(rules_compiler.Contradiction, match=r"tax\.income"):
                    rules_compiler.make_rules(book, house_rules=changes)
                continue
            rules = rules_compiler.make_rules(book, house_rules=changes)
            # The number of buildings decides whether they can be scarce.
            if key not in ("shortage.auction", "shortage.opening-bid"):
                assert rules.values[key] == changes[key]
            assert rules.official == (key in {o["id"] for o in setup_form.book_options(book)})
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
def test_a_field_sets_its_rule(fields: dict[str, str], rules: dict[str, Any]) -> None:
    entries = {f"house:{key}": value for key, value in fields.items()}
    assert setup_form.house_rules_of_form(entries, ENGLISH, "modern") == rules


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
def test_an_invalid_number_is_reported_with_its_rule(fields: dict[str, str]) -> None:
    view = form("modern", **fields)
    assert re.search(r": enter a whole number from \d+ to \d+\.$", view["error"])
    assert view["summary"] == "not valid yet"


@pytest.mark.parametrize(
    ("book", "fields", "first", "second"),
    [
        (
            "classic",
            {"auctions": "on", "auction.opening-bid": "10"},
            "No auctions",
            "Lowest opening bid",
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
            "When you choose the tax",
            "Income Tax",
        ),
    ],
)
def test_two_contradictory_rules_are_both_named(
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
    assert table.app.session is None
    assert "“No auctions” and “Lowest opening bid” contradict" in table.app.setup_error


def test_the_form_sends_each_seats_token() -> None:
    sent = re.findall(r'name="token-(\d)" value="([a-z-]+)"', at_setup().page.regions["setup"])
    assert [seat for seat, _ in sent] == ["0", "1", "2", "3"]
    assert len({token for _, token in sent}) == 4


def test_house_rules_are_marked_in_the_setup_form_on_the_table_and_in_the_record() -> None:
    table = at_setup()
    assert "House rules in this game" not in table.page.text("setup")
    assert "This game has" not in table.page.text("setup")
    change(table, house__salary="400", house__lap_first="on")
    shown = table.page.text("setup")
    assert "2 house rules" in shown
    assert "This game has 2 house rules." in shown
    assert "Salary: $400." in shown
    start(table)
    badge = next(b for b in table.page.buttons("bar") if b.text == "house rules")
    table.click(badge)
    assert "Salary: $400." in table.page.text("dlg-rules")
    assert table.session.save("")["house_rules"] == {"salary": 400, "lap-first": True}


def test_back_to_the_book_removes_all_house_rules() -> None:
    table = at_setup(house__salary="400", house__auctions="on", chance="by-hand")
    table.page.fields = dict(table.app.setup)
    table.do("by-the-book")
    assert "none chosen" in table.page.text("setup")
    assert table.app.setup["chance"] == "by-hand"


def test_the_older_rent_of_the_third_yellow_street_is_an_official_option() -> None:
    table = at_setup(**{"house:rent.marvin-gardens": "22"})
    assert "none chosen" in table.page.text("setup")
    start(table)
    assert table.session.state.rules.rents[29][0] == 22
    assert table.session.state.rules.official


# ---------------------------------------------------------------- limits


def test_a_game_with_a_round_limit_shows_its_progress_and_the_richest_player() -> None:
    table = Table()
    seats = {"Ada": {"deeds": ["boardwalk:m"]}, "Ben": {}}
    table.play("Ada", "Ben", house_rules={"limit-rounds": 2}, position={"seat": seats})
    assert "round 1 of 2" in table.page.text("bar")
    for _ in range(60):
        if isinstance(table.session.state.ask, Over):
            break
        if table.app.handing_over:
            table.press("ask", "I’m")
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


def test_time_while_the_machine_sleeps_does_not_count() -> None:
    table = clocked()
    table.page.clock += 3_600_000
    pass_time(table, 5)
    assert "chance time-up" not in [entry.line for entry in table.session.entries]


def test_the_clock_resumes_when_a_game_is_continued() -> None:
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


def test_the_board_matches_the_form() -> None:
    table = at_setup(edition="london")
    key, names = looked_at(table)
    assert key == "london modern en"
    assert len(names) == 40
    assert names[39] == "Mayfair"
    squares = [b for b in table.page.buttons("setup") if b.attributes.get("id", "")[:6] == "space-"]
    assert [b.attributes["data-shows"] for b in squares] == [f"look-{i}" for i in range(40)]
    assert "for sale at £400" in squares[39].text
    assert squares[0].text.startswith("GO, collect £200 ")  # no token on it is mentioned
    change(table, rulebook="classic", edition="london")
    assert looked_at(table)[0] == "london classic en"


def test_sums_in_the_note_about_a_rulebook_have_the_boards_money_sign() -> None:
    assert "Income Tax is £200 and Super Tax is £100" in at_setup(edition="london").page.text(
        "setup"
    )
    assert "auction starts at $10" in at_setup(edition="atlantic-city").page.text("setup")


def test_the_board_delivered_with_the_page_is_not_rendered_again() -> None:
    """The page does not replace it while its key is the same (ui/browser/dom_page.py)."""
    table = Table()
    assert looked_at(table) == ("atlantic-city modern en", [])
    look = jinja_renderer.shell()["setup"]["look"]
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
def test_parts_delivered_with_the_page_are_not_rendered_at_the_start(language: str) -> None:
    built = jinja_renderer.shell(language)["shell"]

    def first(speaks: str = language, **fields: str) -> set[str]:
        """Return the regions that a start renders."""
        page = FakePage(speaks=speaks, built_with=built)
        store = disk()
        Dispatcher(page, fake_page.screen(), store).start(fields)
        return {region for region in page.patches if page.regions[region]}

    assert first() == set()
    assert first(**setup_form.default_fields()) == set()
    assert first(**setup_form.default_fields() | {"edition": "london"}) == {"setup"}
    assert first(speaks="de" if language == "en" else "en") == {"bar", "menu", "setup"}


def test_changing_the_form_does_not_render_a_board_that_the_page_already_has() -> None:
    table = Table()
    change(table, edition="london")
    assert len(looked_at(table)[1]) == 40
    patched = len(table.page.patches)
    table.hands.play.render()
    assert "setup" not in table.page.patches[patched:]
    change(table, edition="london", kind_1="simple")
    assert looked_at(table) == ("london modern en", [])


def test_a_change_of_language_renders_the_board_again() -> None:
    table = Table()
    table.app.settings.language = "de"
    table.do("settings", kind="change")
    german = Table(store=table.store)
    key, names = looked_at(german)
    assert key == "atlantic-city modern de"
    assert names[39] == "Boardwalk"
    assert "Miete" in german.page.text("setup")


def test_a_board_from_a_file_is_shown_as_last_loaded() -> None:
    table = at_setup()
    load(table, TEXT)
    first = looked_at(table)
    load(table, TEXT.replace("price = 60", "price = 61"))
    second = looked_at(table)
    assert first[0] != second[0]
    assert first[1] == second[1]
    assert "61" in table.page.text("setup")


@pytest.mark.parametrize("edition", [*rules_compiler.EDITIONS, "file"])
@pytest.mark.parametrize("book", rules_compiler.BOOKS)
def test_every_board_can_be_viewed_with_every_book(book: str, edition: str) -> None:
    fields = setup_form.default_fields() | {"rulebook": book, "edition": edition}
    look = start_page_board_with_owners_of_saved_game.look_view(
        AppState(setup=fields, boards={"file": tomllib.loads(TEXT)}), Cache()
    )
    assert len(look["spaces"]) == len(look["deeds"]) == 40


def test_every_bot_has_a_name_and_a_description_in_each_language() -> None:
    for bot in BOTS:
        for catalogue in (ENGLISH, Catalogue("de")):
            assert bot_name(catalogue, bot)
            assert bot_line(catalogue, bot)
    assert {bot_name(ENGLISH, bot) for bot in BOTS} == {bot.name for bot in BY_ID.values()}
    with pytest.raises(KeyError):
        bot_name(ENGLISH, "nobody")


def test_exactly_the_selectable_bots_have_portraits() -> None:
    portraits = {file.stem for file in (ROOT / "static" / "art" / "people").glob("*.svg")}
    assert portraits == set(CHOOSABLE)


def test_the_strength_of_an_opponent_is_said_in_games_of_ten() -> None:
    def games(strength: int) -> str:
        said = strength_words(ENGLISH, strength)
        start, end = "comes first in ", " games against three bots with other playing styles"
        assert said.startswith(start)
        assert said.endswith(end)
        return said.removeprefix(start).removesuffix(end)

    rounded = {5: "fewer than 1 in 10", 9: "fewer than 1 in 10", 10: "1 of 10", 14: "1 of 10"}
    rounded |= {15: "2 of 10", 24: "2 of 10", 25: "3 of 10", 40: "4 of 10", 58: "6 of 10"}
    assert {strength: games(strength) for strength in rounded} == rounded
    table = Table()
    table.do("open-opponents")
    shown = table.page.regions["dlg-opponents"]
    for bot in OFFERED:
        strength = BY_ID[bot].strength
        assert strength is not None
        assert strength < 95  # a stronger one would have no true sentence
        assert strength_words(ENGLISH, strength) in shown


def test_every_opponent_has_a_description_a_portrait_and_a_measured_strength() -> None:
    table = Table()
    table.do("open-opponents")
    shown = table.page.regions["dlg-opponents"]
    for bot in CHOOSABLE:
        assert f"static/art/people/{bot}.svg" in shown
        assert escape(bot_line(ENGLISH, bot)) in shown
    assert ">Steady bot<" in shown
    assert ">Simple bot<" in shown
    assert shown.index(">Shark<") < shown.index(">Hermit<") < shown.index(">Novice<")
    strengths = [BY_ID[bot].strength for bot in OFFERED]
    assert all(
        a and b and a >= b + 5 for a, b in pairwise(strengths)
    )  # neighbors can be told apart
    assert "Makes many offers, and improves them when they’re declined." in table.page.text("setup")


# ---------------------------------------------------------------- half an hour or a full game


def test_half_an_hour_and_a_full_game_are_offered_as_equals_and_half_an_hour_limits_the_rounds() -> (
    None
):
    table = at_setup()
    offered = re.findall(r'name="length" value="([a-z-]+)"', table.page.regions["setup"])
    assert offered == ["half-hour", "full"]
    change(table, length="half-hour")
    rounds = setup_form.half_hour_rounds(1, 3)
    assert f"{rounds} rounds, then the richest player wins" in table.page.text("setup")
    start(table)
    assert table.session.save("")["house_rules"] == {"limit-rounds": rounds}
    assert table.session.state.rules.official
    bar = table.page.text("bar")
    assert "Half an hour · Modern rulebook · Atlantic City" in bar
    assert f"round 1 of {rounds}" in bar
    assert "house rules" not in bar


def test_a_full_game_has_no_limit() -> None:
    table = at_setup(length="full")
    start(table)
    assert table.session.state.rules.limit_rounds == 0
    assert "Modern rulebook · Atlantic City · round 1" in table.page.text("bar")


def test_ones_own_limit_is_a_third_length_until_another_is_chosen() -> None:
    table = at_setup()
    change(table, house__limit_rounds="12")
    assert table.app.setup["length"] == "own"
    assert "Your own limit" in table.page.text("setup")
    change(table, length="half-hour")
    assert table.app.setup["house:limit-rounds"] == ""
    assert "Your own limit" not in table.page.text("setup")
    change(table, house__limit_minutes="45", length="half-hour")
    assert table.app.setup["length"] == "own"
    change(table, length="full")
    assert setup_form.house_rules_of_form(table.app.setup, ENGLISH, "modern") == {}


def test_the_last_round_is_announced_one_round_before() -> None:
    table = Table()
    table.play("Ada", "Ben", house_rules={"limit-rounds": 3}, position={"round": 1})
    told = "The next round is the last one."
    while table.session.state.round < 2:
        assert told not in table.page.text("journal")
        if table.app.handing_over:
            table.press("ask", "I’m")
        table.say(sensible(table.answers()))
    assert told in table.page.text("journal")
    assert told in table.page.text("notices")
    assert any(told in text for text in table.page.said)
    assert "last round" not in table.page.text("bar")
    # The limit is no house rule, so nobody reads or hears "house" of it.
    table.gesture(kind="click", where="bar", clauses="house.limit-rounds")
    for region in ("notices", "journal", "bar", "dlg-why"):
        read = re.sub(r'data-(why|arg)="[^"]*"', "", table.page.regions[region])
        assert "limit-rounds" not in read, region
