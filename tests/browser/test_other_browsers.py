"""Firefox and, with ``--long``, WebKitGTK: a person begins, plays, is offline and ends a game.

WebKitGTK is the closest thing to Safari on Linux, but it is not Safari. Each browser makes only one
visit, because its start takes the longest. The tests appear in the order in which they run. The last
part plays a game to its end after the host has gone.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from person import Person
from playing import Record, game
from tables import TABLES, built
from titledeed.storage.checksummed_copies import seal_table
from tools import machine
from tools.serve import Host, serving
from webdriver import Driven, Firefox, WebKit, waited

ROOT = Path(__file__).resolve().parents[2]
DESK, PHONE = (1280, 720), (390, 844)
YELLOW = ["atlantic-avenue", "ventnor-avenue", "marvin-gardens"]
# Two people share one device and use their own dice. Ada lacks one orange street, and Ben has it.
EVENING: Record = game(
    "Ada",
    "Ben",
    chance="by-hand",
    at_table={
        "Ada": {"deeds": ["new-york-avenue", "tennessee-avenue", *built(YELLOW, 4)], "at": "@13"},
        "Ben": {"deeds": ["st-james-place", "short-line"], "at": "@12", "cash": 20},
    },
)
FAST = seal_table({"speed": "instant", "handover": True})
# The tables to look at, the way to each dialog there, and its name.
DIALOGS = {
    "roll 0": [
        ("deed", [("Boardwalk", "#board")]),
        ("seat", [("Ada", "#seats")]),
        ("manager", [("^Build", "#tools")]),
        ("trade", [("Dora", "#seats"), ("^Trade with Dora", "#dlg-seat")]),
        ("spaces", [("^Deeds", "#tools")]),
        ("why", [("Why\\?", "#ask")]),
        ("journal", [("^Menu$", "#bar"), ("^Journal", "#menu")]),
        ("over", [("^Menu$", "#bar"), ("^Standings", "#menu")]),
        ("settings", [("^Menu$", "#bar"), ("^Settings", "#menu")]),
        ("saves", [("^Menu$", "#bar"), ("^Saved games", "#menu")]),
        ("results", [("^Menu$", "#bar"), ("^Statistics", "#menu")]),
        ("rename", [("^Menu$", "#bar"), ("^Saved games", "#menu"), ("^Rename", "#dlg-saves")]),
        ("link", [("^Menu$", "#bar"), ("^Saved games", "#menu"), ("^Copy as link", "#dlg-saves")]),
        ("confirm", [("Ada", "#seats"), ("^Resign", "#dlg-seat")]),
        ("rules", [("^Menu$", "#bar"), ("^Rules", "#menu")]),
        ("help", [("^Menu$", "#bar"), ("^Help", "#menu")]),
        ("devices", [("^Menu$", "#bar"), ("^Several devices", "#menu")]),
    ],
    "bid 1": [("ceiling", [("up to", "#ask")])],
}
# Lists content wider than the window, and parts of the open dialog outside it.
BESIDE = """
const found = [];
if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the window");
const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
const box = dialog.getBoundingClientRect();
if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  found.push(`${dialog.id} is not in view: ${JSON.stringify(box)}`);
if (!dialog.contains(document.activeElement)) found.push(`the focus is not in ${dialog.id}`);
return found.join("; ");
"""
# The text color, which shows whether the night colors are in use.
INK = "return getComputedStyle(document.body).color"


@pytest.fixture(params=["firefox", pytest.param("webkit", marks=pytest.mark.long)])
def driven(request: pytest.FixtureRequest) -> Iterator[Driven]:
    browser: Driven = (
        Firefox(machine.firefox()) if request.param == "firefox" else WebKit(*machine.webkit())
    )
    yield browser
    browser.close()


def test_the_game_plays_in_other_browsers(
    driven: Driven, built_site: Path, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    me = Person(driven)
    site = WebKit.heard(built_site, tmp_path / "site") if driven.name == "webkit" else built_site
    try:
        with serving(Host(site, prefix="/some/place/")) as address:
            driven.size(*DESK)
            long = request.config.getoption("--long")
            a_game_is_played_to_its_end_by_the_keyboard_alone(me, address, rounds=2 if long else 1)
            if long:
                every_dialog_opens_at_night_on_a_phone(me, address)
                driven.size(*DESK)
            # The first game has shown the animations.
            driven.run(
                "localStorage.clear(); localStorage['titledeed/1/settings'] = given[0]", FAST
            )
            me.sit_down(address, EVENING)
            what_is_bought_by_trade_is_built_on(me)
            a_square_is_auctioned(me)
            me.kept()
        # The host is gone from now on.
        step = driven.run("return document.documentElement.dataset.step")
        driven.open(f"{address}index.html")
        me.state("ready")
        waited(
            lambda: driven.run("return document.documentElement.dataset.step") == step, "the game"
        )
        a_debt_is_paid_and_the_next_one_ends_the_game(me)
        assert driven.console() == []
        driven.run("console.error('so it would be heard')")
        assert driven.console() == ["error: so it would be heard"]
    except BaseException:
        folder = ROOT / "test-results" / f"other-browsers-{driven.name}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "page.png").write_bytes(driven.picture())
        (folder / "console.txt").write_text("\n".join(driven.console()))
        raise


def a_game_is_played_to_its_end_by_the_keyboard_alone(
    me: Person, address: str, rounds: int
) -> None:
    keys = me.driven.keys
    me.driven.open(address)
    me.state("ready")
    me.tab_to("#who > summary")
    keys("Enter")
    me.tab_to("#name-0")
    keys("a", held="Control")
    keys(*"Eve")
    while me.count(".setup-seat") > 2:
        seats = me.count(".setup-seat")
        me.tab_to("[data-do=remove-seat][data-arg='2']")
        keys("Enter")
        waited(lambda seats=seats: me.count(".setup-seat") < seats, "a seat less")
    # A short game: after these rounds the richest player wins.
    me.tab_to("#choice > summary", most=120, back=True)
    keys("Enter")
    me.tab_to("#limit > summary", most=120)
    keys("Enter")
    me.tab_to("[name='house:limit-rounds']", most=120)
    keys("a", held="Control")
    keys(str(rounds), "Tab")
    waited(lambda: str(rounds) in me.text("#limit > summary"), "a limit of rounds")
    me.tab_to("#start-game", most=120)
    keys("Enter")
    for n in range(60):
        me.is_asked(r"(?!bots).+")
        if me.asked == "over":
            break
        step = me.driven.run("return document.documentElement.dataset.step")
        first = "#ask [data-answer]:not([aria-disabled=true])"
        me.tab_to(first, most=25)
        keys("Enter" if n % 2 else "Space")
        waited(
            lambda step=step: me.driven.run("return document.documentElement.dataset.step") != step
        )
    assert n >= 2 * rounds
    waited(lambda: "win" in me.text("#ask-title"), "the winner")
    assert "Eve" in me.text("#seats")
    waited(lambda: me.count("#dlg-over[open]"), "the page of the end")
    keys("Escape")
    waited(lambda: not me.count("dialog[open]"), "nothing over the table")
    me.tab_to("[data-shows=menu]", back=True)
    keys("Enter")
    waited(lambda: me.count("#menu[open]"), "the menu")
    keys("Escape")
    waited(lambda: not me.count("#menu[open]"), "no menu")
    assert me.driven.run("return document.activeElement.matches('[data-shows=menu]')")


def every_dialog_opens_at_night_on_a_phone(me: Person, address: str) -> None:
    day = me.driven.run(INK)
    me.press("^Switch between", "#bar")
    waited(lambda: me.driven.run(INK) != day, "the night")
    assert me.driven.run(INK) == "rgb(241, 233, 214)"
    me.driven.size(*PHONE)
    seen = set()
    for table, dialogs in DIALOGS.items():
        me.sit_down(address, TABLES[table])
        for name, way in dialogs:
            for words, where in way:
                me.press(words, where)
            me.dialog(f"dlg-{name}")
            waited(lambda: not me.driven.run(BESIDE), f"{name}: {me.driven.run(BESIDE)}")
            me.close()
            seen.add(f"dlg-{name}")
    me.driven.open(address)  # the first page has a dialog of its own
    me.driven.run("document.getElementById('who').open = true")
    me.press("^Meet the opponents", "#setup")
    me.dialog("dlg-opponents")
    waited(lambda: not me.driven.run(BESIDE), f"opponents: {me.driven.run(BESIDE)}")
    me.close()
    seen.add("dlg-opponents")
    there = me.driven.run("return [...document.querySelectorAll('dialog.sheet')].map((e) => e.id)")
    assert set(there) == seen
    me.press("^Switch between", "#bar")


def throw(me: Person, first: int, second: int) -> None:
    me.answer("roll")
    me.press(f"^First die: {first}")
    me.press(f"^Second die: {second}")


def sits_down(me: Person, name: str) -> None:
    """Take over the device. The page ignores a press that comes too soon after the last one."""
    me.is_asked("handover .")
    for _ in range(6):
        me.press(f"^I’m {name}")
        with suppress(AssertionError):
            waited(lambda: not me.asked.startswith("handover"), seconds=5)
            return
    raise AssertionError(f"{name} is still asked to take the device: {me.asked}")


def has_cash(me: Person, *cash: str) -> None:
    waited(lambda: me.cash() == list(cash), f"{cash}; there is {me.cash()}")


def what_is_bought_by_trade_is_built_on(me: Person) -> None:
    me.press("^Trade", "#tools")
    me.dialog("dlg-trade")
    me.press("Ben", "#dlg-trade .partner")
    me.press("St. James Place", "#dlg-trade .side")
    me.type("#dlg-trade .side input.money", "40")
    me.driven.keys("Tab")
    me.press("^Offer .*40 for St. James Place", "#dlg-trade")
    sits_down(me, "Ben")
    me.answer("accept")  # the device changes hands once a turn, and it already has
    has_cash(me, "$1,460", "$60")
    me.press("^Build", "#tools")
    me.dialog("dlg-manager")
    for street in ("st-james-place", "tennessee-avenue", "new-york-avenue"):
        me.answer(f"build {street}", "#dlg-manager")
    me.close()
    has_cash(me, "$1,160", "$60")


def a_square_is_auctioned(me: Person) -> None:
    throw(me, 5, 6)
    me.answer("decline")
    me.answer("bid 10")  # Ben's
    me.answer("pass")
    has_cash(me, "$1,160", "$50")
    assert "owned by Ben" in me.text("#space-24")


def a_debt_is_paid_and_the_next_one_ends_the_game(me: Person) -> None:
    me.answer("end")
    sits_down(me, "Ben")
    throw(me, 4, 2)  # to Tennessee Avenue, which has a house
    me.is_asked("debt 1")
    assert "$20 still missing" in me.text("#ask")
    me.answer("mortgage short-line")
    me.answer("pay")
    has_cash(me, "$1,230", "$80")
    me.answer("end")
    sits_down(me, "Ada")
    throw(me, 1, 2)  # to a square of her own
    me.answer("end")
    sits_down(me, "Ben")
    throw(me, 5, 3)  # to Atlantic Avenue with its four houses
    me.is_asked("debt 1")
    me.answer("bankrupt")
    me.press("^Go bankrupt", "#dlg-confirm")
    me.is_asked("over")
    waited(lambda: "Ada wins" in me.text("#ask"), "the winner")
    waited(lambda: me.count("#dlg-over[open]"), "the page of the end")
    me.close()
