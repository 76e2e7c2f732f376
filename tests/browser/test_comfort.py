"""Comfort at the table: the tour, hints, settings that persist and German.

The layout does not jump while bots play."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from browsing import Visits
from playing import Player, game
from tables import TABLES
from titledeed.storage.checksummed_copies import seal_table

Come = Callable[..., Player]

# A browser without scroll anchoring that reports this.
NO_ANCHORS = """
const knows = CSS.supports.bind(CSS);
CSS.supports = (...asked) => asked[0] !== "overflow-anchor" && knows(...asked);
const sheet = new CSSStyleSheet();
sheet.replaceSync(".entries { overflow-anchor: none; }");
document.adoptedStyleSheets = [sheet];
"""
# Counts the updates with new lines in two seconds, and measures how close the list stays to its top.
READING = """
() => new Promise((done) => {
  const list = document.querySelector("#journal .entries");
  const until = performance.now() + 2000;
  let newest = list.querySelector(".entry").id, drawn = 0, least = Infinity;
  const look = () => {
    const id = list.querySelector(".entry").id;
    if (id !== newest) drawn += 1;
    newest = id;
    least = Math.min(least, list.scrollTop);
    if (performance.now() < until) requestAnimationFrame(look); else done([drawn, least]);
  };
  look();
})
"""
# Counts every sound that starts.
SOUNDS = """
window.sounds = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { sounds += 1; return start.apply(this, at); };
"""


def await_route(page: Page, held: list[Route]) -> None:
    """Wait until a request is held; Playwright reports it only during a call."""
    for _ in range(600):
        if held:
            return
        page.wait_for_timeout(50)
    pytest.fail("the request that was to be held did not come in 30 s")


def test_the_first_games_tour_blocks_nothing_and_does_not_come_back(player: Come) -> None:
    me = player(settings={"toured": False})
    me.start()
    notices = me.page.locator("#notices")
    while me.settled().startswith("bid"):  # the tour waits until an auction is over
        me.press("Pass")
    expect(me.page.locator("body")).to_have_attribute("data-tour", "ask")
    expect(notices).to_contain_text("(1 of 5)")
    for n in range(2, 6):
        me.button("Next", "#notices").click()
        expect(notices).to_contain_text(f"({n} of 5)")
    for sign in ("#bar [data-do=undo]", "#ask .hint", "#ask .clause > span"):
        expect(me.page.locator(sign).first).to_have_css("outline-style", "dashed")
    me.button("Start playing", "#notices").click()
    expect(notices).to_have_text("")
    # The focus is not lost with the button.
    assert me.focused()["tag"] != "BODY"
    me.leave()
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    me.start()
    expect(notices).not_to_contain_text("of 5")


def test_a_hint_gives_sums_and_advice_on_demand(player: Come) -> None:
    me = player(size=(390, 844))
    me.sit_down(TABLES["buy 0"])
    hint = me.page.locator("#hint")
    expect(hint).to_be_hidden()
    me.button("Hint: what would a good player consider?").click()
    expect(hint.locator("p")).to_have_text(re.compile(r"^Buy it\. "))
    hint.get_by_text("Why?").click()
    expect(hint).to_contain_text(re.compile(r"costs \$60 and is worth about \$\d+ to you"))
    expect(hint).to_contain_text("You would have $1,440 left.")
    expect(hint).to_contain_text("The shark bot would choose: Buy Baltic Avenue for $60.")
    expect(hint).to_contain_text(re.compile(r"\d+% with Baltic Avenue for \$60, \d+% if "))
    expect(me.page.locator("#announce")).to_contain_text("You would have $1,440 left.")
    me.button("Hint: what would a good player consider?").click()
    expect(hint).to_be_hidden()


def test_settings_apply_at_once_and_after_a_return(player: Come) -> None:
    me = player()
    me.from_menu("Settings")
    box = me.dialog("Settings")
    for group, choice in (
        ("Theme", "dark"),
        ("Size", "large, for a projector"),
        ("Motion", "less motion"),
        ("Game speed", "fast"),
    ):
        box.get_by_role("group", name=group).get_by_label(choice, exact=True).check()
    box.get_by_role("radio", name="Deutsch").check()
    root = me.page.locator("html")
    for _ in range(2):
        expect(root).to_have_attribute("data-theme", "night")
        expect(root).to_have_attribute("data-size", "projector")
        expect(root).to_have_attribute("data-motion", "less")
        expect(root).to_have_attribute("data-speed", "brisk")
        expect(root).to_have_attribute("lang", "de")
        expect(me.page.locator("#start-game")).to_have_text("Spiel starten")
        me.page.reload()
        expect(root).to_have_attribute("data-state", "ready")


def test_chosen_settings_apply_before_python_runs(visit: Visits) -> None:
    chosen = json.dumps(seal_table({"theme": "night", "size": "projector", "motion": "less"}))
    page = visit(
        wait=None,
        script=f"if (origin !== 'null') localStorage['titledeed/1/settings'] = {chosen};"
        "window.first = []; document.addEventListener('DOMContentLoaded', () =>"
        " first.push(document.documentElement.dataset.state,"
        " document.documentElement.dataset.theme, document.documentElement.dataset.size));",
    )
    visit.state(page, "ready")
    assert page.evaluate("first[1] + ' ' + first[2]") == "night projector"
    assert page.evaluate("first[0]") in ("shell", "loading")


@pytest.mark.parametrize(
    "from_where", [pytest.param("the settings", marks=pytest.mark.long), "the browser"]
)
def test_the_page_is_in_german_before_python_runs(visit: Visits, from_where: str) -> None:
    chosen = json.dumps(seal_table({"language": "de"}))
    stored = f"if (origin !== 'null') localStorage['titledeed/1/settings'] = {chosen}"
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visit(
        wait=None,
        before=lambda page: page.route("**/python/app.*", hold),
        **{
            "the settings": {"script": stored},
            "the browser": {"locale": "de-AT"},
        }[from_where],
    )
    start = page.locator("#start-game")
    expect(start).to_have_text("Spiel starten")
    root = page.locator("html")
    expect(root).to_have_attribute("lang", "de")
    expect(page.locator("#start-words")).to_contain_text("Das Programm wird geladen.")
    expect(page.get_by_role("button", name="Menü")).to_be_visible()
    page.locator("#who > summary").click()
    page.get_by_label("Name von Spieler 1").fill("Start the game")
    expect(root).to_have_attribute("data-state", "loading")
    await_route(page, held)
    for route in held:
        route.continue_()
    visit.state(page, "ready")
    expect(start).to_have_text("Spiel starten")
    expect(page.get_by_label("Name von Spieler 1")).to_have_value("Start the game")


@pytest.mark.parametrize(
    ("text", "locale", "language"),
    [
        ('0000000000000000 {"save":1,"language":"de","theme":"night"}', "en-US", "de"),
        pytest.param(
            '0000000000000000 {"save":1,"language":"xx"}', "de-AT", "de", marks=pytest.mark.long
        ),
        ('0000000000000000 {"save":1,"language":"constructor"}', "en-US", "en"),
        pytest.param('{"save":1,"language":"d', "de-AT", "de", marks=pytest.mark.long),
    ],
)
def test_with_damaged_settings_the_page_is_in_one_language(
    visit: Visits, text: str, locale: str, language: str
) -> None:
    """Three scripts and the program read the settings, each for its part of the page."""
    stored = f"if (origin !== 'null') localStorage['titledeed/1/settings'] = {json.dumps(text)}"
    page = visit(script=stored, locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator("#start-game")).to_have_text(
        {"de": "Spiel starten", "en": "Start the game"}[language]
    )
    expect(page.locator(".skip").first).to_have_text(
        {"de": "Zur Frage springen", "en": "Skip to the question"}[language]
    )
    assert page.evaluate("guard.language()")[:2] == language


def test_an_english_reader_downloads_no_other_language(visit: Visits) -> None:
    page = visit()
    fetched = page.evaluate("performance.getEntriesByType('resource').map(e => e.name)")
    assert any("/static/saved." in name for name in fetched)
    assert not any("/static/words/" in name or "/python/de." in name for name in fetched)


@pytest.mark.parametrize("times", [pytest.param(1, marks=pytest.mark.long), 2])
def test_the_page_starts_when_the_words_of_a_language_are_missing(
    visit: Visits, times: int
) -> None:
    """The words are fetched with the program and again when it runs; then the page reports a failure."""
    visit.expected("Failed to load resource|net::ERR_FAILED|not here yet")
    lost: list[Route] = []

    def lose(route: Route) -> None:
        lost.append(route)
        if len(lost) > times:
            route.continue_()
        else:
            route.abort()

    page = visit(
        before=lambda page: page.route("**/python/de.*", lose),
        locale="de-DE",
        service_workers="block",
    )
    visit.expected("Service Worker registration blocked by Playwright")
    notice = page.get_by_text("couldn’t be loaded")
    if times == 1:
        expect(page.locator("#start-game")).to_have_text("Spiel starten")
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(notice).to_have_count(0)
    else:
        expect(notice.first).to_be_visible()
        expect(page.locator("#start-game")).to_have_text("Start the game")
        assert len(lost) == 2


def test_a_language_that_cannot_be_fetched_leaves_the_page_unchanged(visit: Visits) -> None:
    visit.expected("Failed to load resource|net::ERR_FAILED|Service Worker registration blocked")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visit(before=lambda page: page.route("**/python/de.*", hold), service_workers="block")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings", exact=True).click()
    box = page.get_by_role("dialog", name="Settings")
    box.get_by_role("radio", name="Deutsch").check()
    await_route(page, held)
    # Not earlier: check() queries the field afterwards, and the field disappears when the dialog
    # closes.
    held[0].abort()
    expect(page.locator("#announce")).to_contain_text("couldn’t be loaded")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(box).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Settings", exact=True).click()
    expect(box.get_by_role("radio", name="English")).to_be_checked()


def test_a_game_continues_in_german_from_the_same_place(player: Come) -> None:
    me = player()
    me.sit_down(TABLES["buy 0"])
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="Deutsch").check()
    me.page.keyboard.press("Escape")
    me.is_asked("buy 0")
    expect(me.ask).to_contain_text("Baltic Avenue für 60 $ kaufen")
    expect(me.page.locator("#journal")).to_contain_text("würfel")
    me.press(re.compile("kaufen"))
    expect(me.page.locator("#journal .entry").first).to_contain_text("kauf")


@pytest.mark.long
def test_sound_is_off_until_a_player_turns_it_on(player: Come) -> None:
    me = player()
    me.page.add_init_script(SOUNDS)
    me.page.reload()
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")
    me.sit_down(TABLES["buy 0"])
    me.press("Buy")
    assert me.page.evaluate("sounds") == 0
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="soft").check()
    expect(me.page.locator("#dlg-settings input[name=sound][value=soft]")).to_be_checked()
    heard = me.page.evaluate("sounds")
    assert heard > 0  # the setting plays a sample
    me.page.keyboard.press("Escape")
    me.press("End the turn")
    assert me.page.evaluate("sounds") >= heard


@pytest.mark.parametrize(
    "size",
    [(1280, 720), pytest.param((390, 844), marks=pytest.mark.long)],
    ids=["desk", "phone"],
)
def test_nothing_jumps_while_bots_play(player: Come, size: tuple[int, int]) -> None:
    me = player(size=size, settings={"speed": "brisk"})
    me.watch_shifts()
    me.sit_down(TABLES["end 0"])
    me.page.evaluate("shifts.length = 0")
    me.press("End the turn")
    me.check_nothing_jumped()


def test_new_journal_lines_do_not_move_the_text_under_a_reader(player: Come) -> None:
    """Four bots play on a desktop: the journal scrolls only for a reader at its beginning."""
    me = player(size=(1280, 720), settings={"speed": "brisk"})
    me.set_up(*[(name, "Steady bot") for name in ("Ada", "Ben", "Cleo", "Dan")])
    me.button("Start the game", "#setup-form").click()
    lines = me.page.locator("#journal .entry")
    expect(lines.nth(6)).to_be_attached()

    def wait_for_lines(count: int) -> None:
        newest = int((lines.first.get_attribute("id") or "").removeprefix("entry-"))
        expect(me.page.locator(f"#entry-{newest + count}")).to_be_attached()

    me.watch_shifts()
    wait_for_lines(5)
    shifts = me.page.evaluate("shifts")
    # A deed of another height above the journal moves the whole journal: that is not meant here.
    of_deed = ("rents", "deed-facts", "said")
    moved = [
        shift
        for shift in shifts
        if any(source.startswith("entry-") for source in shift[2])
        and not any(source.startswith(of_deed) for source in shift[2])
    ]
    assert len(moved) < 3, moved
    journal = me.page.locator("#journal .entries")
    expect(journal).to_have_js_property("scrollTop", 1)

    journal.evaluate("entries => entries.scrollTo(0, 60)")
    line = lines.nth(3)
    id, top = line.evaluate("line => [line.id, line.getBoundingClientRect().y]")
    wait_for_lines(2)
    read = me.page.locator(f"#{id}")
    assert abs(read.evaluate("line => line.getBoundingClientRect().y") - top) < 2


@pytest.mark.long
def test_an_untouched_journal_keeps_its_newest_line_in_view(player: Come) -> None:
    """The heights of its lines are not whole pixels."""
    me = player(size=(1440, 900), settings={"speed": "instant", "handover": False})
    me.page.emulate_media(reduced_motion="reduce")
    me.sit_down(game("Ada", "Ben", seed=3))
    journal = me.page.locator("#journal .entries")
    answers = me.page.locator("#ask [data-answer]:not([aria-disabled=true])")
    for _ in range(14):
        answers.first.click()
        me.page.wait_for_timeout(700)  # longer than the list can take to slide
    expect(journal.locator(".entry").nth(8)).to_be_attached()
    assert journal.evaluate("e => e.scrollHeight > e.clientHeight + 20")
    assert journal.evaluate("entries => entries.scrollTop") <= 3


@pytest.mark.long
def test_the_journal_keeps_its_lines_in_place_when_the_browser_does_not(
    player: Come,
) -> None:
    """Safari 16.4 is such a browser. Here bots play as fast as they can."""
    me = player(size=(1280, 720), settings={"speed": "instant"}, script=NO_ANCHORS)
    me.set_up(*[(name, "Shark") for name in ("Ada", "Ben", "Cleo", "Dan")])
    me.button("Start the game", "#setup-form").click()
    journal = me.page.locator("#journal .entries")
    expect(journal.locator(".entry").nth(12)).to_be_attached()
    journal.evaluate("entries => entries.scrollTo(0, 100)")
    drawn, least = me.page.evaluate(READING)
    assert drawn > 0
    assert least > 50


def test_a_game_begins_at_the_top_of_its_page(player: Come) -> None:
    """This holds no matter how far somebody has scrolled down the first page."""
    me = player(size=(390, 640))
    me.page.evaluate("scrollTo(0, 200)")
    assert me.page.evaluate("scrollY") == 200
    me.start()
    assert me.page.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)], ids=["desk", "phone"])
def test_escape_closes_only_the_upper_of_two_dialogs(player: Come, size: tuple[int, int]) -> None:
    me = player(size=size)
    me.sit_down(TABLES["buy 0"])
    below, above = me.page.locator("#dlg-saves"), me.page.locator("#dlg-confirm")
    me.from_menu("Saved games")
    me.button("Delete", below).first.click()
    expect(above).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(above).to_be_hidden()
    # Once the page answers another key, the browser has finished handling the first one.
    me.page.keyboard.press("Tab")
    me.check_focus()
    expect(below).to_be_visible()
    me.page.keyboard.press("Escape")
    expect(below).to_be_hidden()


@pytest.mark.long
def test_large_wall_type_does_not_scroll_sideways_on_a_phone(player: Come) -> None:
    me = player(size=(390, 844), settings={"size": "projector"})
    me.sit_down(TABLES["bid 1"])
    expect(me.page.locator("html")).to_have_attribute("data-size", "projector")
    assert me.page.evaluate("document.scrollingElement.scrollWidth") == 390
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="Deutsch").check()
    expect(me.page.locator("html")).to_have_attribute("lang", "de")
    me.close_all()
    assert me.page.evaluate("document.scrollingElement.scrollWidth") == 390


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (1280, 720)])
def test_the_menu_of_a_game_keeps_the_way_out_in_sight(player: Come, size: tuple[int, int]) -> None:
    me = player(size=size)
    me.sit_down(TABLES["buy 0"])
    me.page.get_by_role("button", name="Menu").click()
    expect(me.page.locator("#menu [data-do=leave]")).to_be_in_viewport(ratio=1)
    me.page.locator("#menu").get_by_role("button", name="Laboratory").click()
    expect(me.page.locator("#lab")).to_be_visible()
    me.page.locator("#lab").get_by_role("button", name="Leave the laboratory").click()
    me.is_asked("buy 0")
    expect(me.page.locator("#ask-title")).to_be_focused()
