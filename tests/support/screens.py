"""Lists every screen, dialog and kind of question, with the steps that lead there.

The tests check the common requirements of all of them, such as no fault found by axe, and enough room
for large text.

A new screen is one line: its name, its game, and the buttons to press from there. The game is a key of
``TABLES``, or None for the first page.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from playwright.sync_api import FilePayload, Page, expect

from browsing import RUN
from class_screens import (
    CHARTED,
    ENDED,
    ENTERED,
    FAULTY,
    IN_CLASS,
    JOINING,
    LEAGUE,
    LOOKING,
    OFFERED,
    OPENED,
    PLAYED,
    RAN,
    TAUGHT,
    WORKSHOP,
)
from left_tables import AWAITED, KEPT, invitation, left
from playing import Player, Record
from tables import TABLES
from titledeed.lab import batch_games, run_file
from titledeed.lab import write_and_count_record_files as record_files
from titledeed.lab.curves import sweep_file
from titledeed.lab.curves.sweep import slim
from titledeed.lab.curves.swept_settings import SWEPT, table_with
from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.state.comparison_form import PLAIN, table_of

Way = Callable[[Player], object]

# Finds text that does not fit: cut off by its box, or outside the window without a way to scroll there.
CUT = """
() => {
  const found = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} px wide`);
  for (const e of document.querySelectorAll("button, h2, h3, label, .quiet, .sum")) {
    if (!e.checkVisibility({visibilityProperty: true}) || e.closest(".vh, #board, .skip")) continue;
    const box = e.getBoundingClientRect();
    if (box.width < 2) continue;
    const scrolls = e.closest(".notices, table, .ws-path, .ws-keys, .lab-nav, .class-tabs, .maker-tabs");
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1))
      found.push(`beside the window: ${e.outerHTML.slice(0, 100)}`);
    if (e.matches("button") && e.scrollWidth > e.clientWidth + 2)
      found.push(`cut: ${e.outerHTML.slice(0, 100)}`);
  }
  return found;
}
"""


SIZES = {
    "1440x900": (1440, 900),
    "1280x720": (1280, 720),
    "1024x768": (1024, 768),
    "768x1024": (768, 1024),
    "390x844": (390, 844),
    "360x640": (360, 640),
    "landscape": (844, 390),
    "projector": (1920, 1080),
}

# Finds controls that a person cannot see or press.
FAULTS = """
async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const found = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > root.clientWidth) found.push(`${root.scrollWidth} px wide`);
  const seen = (e) => e.checkVisibility({visibilityProperty: true, opacityProperty: true})
    && !e.closest(".skip, .vh") && e.getBoundingClientRect().width > 2;
  const name = (e) => `${e.tagName} “${(e.ariaLabel || e.textContent).trim().slice(0, 40)}”`;
  const whole = (e, what) => {
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`${what} is not in view: ${name(e)} ${JSON.stringify(box)}`);
  };
  for (const e of document.querySelectorAll("button, a, input, select, summary, h1, h2, h3, p, td, li")) {
    const tabs = ".ws-path, .ws-keys, .lab-nav, .class-tabs, .maker-tabs";
    if (!seen(e) || e.closest(`.notices, .lab-wide, .class-wide, ${tabs}`))
      continue;
    const box = e.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`beside the page: ${name(e)}`);
  }
  for (const e of document.querySelectorAll(".btn, .chip, .seg label, .clause")) {
    if (seen(e) && e.scrollWidth > e.clientWidth + 1) found.push(`words cut: ${name(e)}`);
  }
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog) {
    whole(dialog, "the dialog");
    const close = dialog.querySelector("[data-do=close]");
    if (close) whole(close, "what closes it");
    for (const e of dialog.querySelectorAll(".trade-foot .btn.go")) whole(e, "what makes the offer");
  } else if (document.body.dataset.screen === "table") {
    const main = document.querySelector("#ask .btn:not([aria-disabled=true]):not(.hint)");
    if (main) whole(main, "what goes on");
    for (const e of document.querySelectorAll("#ask-title, .bar-acts .btn, #seats .seat"))
      if (seen(e)) whole(e, "a main part");
    if (innerWidth >= 896 && innerHeight >= 608) {
      whole(document.getElementById("board"), "the board");
      const said = document.getElementById("said");
      const shown = getComputedStyle(said).visibility === "visible";
      if (shown && said.textContent.trim() && !["bid", "debt", "over"].includes(document.body.dataset.ask)) {
        const box = said.getBoundingClientRect();
        const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        if (!there?.closest("#stage")) found.push(`what happened is covered: ${name(said)}`);
      }
      for (const e of document.querySelectorAll(".tools .btn")) if (seen(e)) whole(e, "a tool");
    }
  }
  return found;
}
"""


def resize(page: Page, size: str) -> None:
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    choose_type(page, size)


def choose_type(page: Page, size: str = "") -> None:
    """Choose the type size for a projector if ``size`` is "projector", else the normal one."""
    page.evaluate(
        "size => { document.documentElement.dataset.size = size; scrollTo(0, 0) }",
        "projector" if size == "projector" else "normal",
    )


class Lens:
    """Lays a page out for another window size and paints it small.

    Painting at full size takes longer than the layout. This object must outlast the page, because the
    page loses its size when the session ends."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tools = page.context.new_cdp_session(page)

    def size(self, width: int, height: int, scale: float = 0.1) -> None:
        size = {"width": width, "height": height, "screenWidth": width, "screenHeight": height}
        how = {"deviceScaleFactor": 1, "mobile": False, "scale": scale}
        self.tools.send("Emulation.setDeviceMetricsOverride", size | how)
        assert self.page.evaluate("[innerWidth, innerHeight]") == [width, height]

    def away(self) -> None:
        """Give the page its own size back."""
        own = self.page.viewport_size
        assert own
        self.size(own["width"], own["height"], scale=1)


@dataclass(frozen=True)
class Screen:
    """A screen of the page. ``name``: its name in tests."""

    name: str
    table: str | None
    way: tuple[Way, ...] = ()
    sight: str = ""  # the selector of what the way has brought into sight

    def open(self, player: Player) -> None:
        """Go to the screen from anywhere, after closing all dialogs."""
        player.close_all()
        if self.table is None:
            player.leave()
        else:
            sit_down(player, TABLES[self.table])
            # Dismiss the notice about the game or table that the file has replaced. The notice is not
            # part of the screen.
            replaced = re.compile("is still in your saved games|left the game on")
            notices = player.page.locator("#notices .notice", has_text=replaced)
            for _ in range(notices.count()):
                notices.first.get_by_role("button", name="Dismiss").click()
        for step in self.way:
            step(player)


# Opens the saved games and asks for a file, without the menu that leads there.
ASK_FOR_FILE = """
async () => {
  document.querySelector("#menu [data-do=open-saves]").click();
  const button = () => document.querySelector("#dlg-saves[open] [data-do=import]");
  const until = performance.now() + 20_000;
  while (!button() && performance.now() < until) await new Promise((go) => setTimeout(go, 10));
  button().click();
}
"""


def sit_down(player: Player, record: Record) -> None:
    """Import a record like ``Player.sit_down``, without the menu that leads there."""
    with player.page.expect_file_chooser() as chooser:
        player.page.evaluate(ASK_FOR_FILE)
    file: FilePayload = {
        "name": "game.json",
        "mimeType": "application/json",
        "buffer": json.dumps(record).encode(),
    }
    chooser.value.set_files(file)
    expect(player.page.locator("dialog[open]")).to_have_count(0)
    player.settled()


@dataclass(frozen=True)
class FromMenu:
    """Choose something from the menu."""

    name: str

    def __call__(self, player: Player) -> None:
        player.from_menu(self.name)


@dataclass(frozen=True)
class FromBar:
    """Press a button of the bar, or of the menu if the bar has no room for it."""

    name: str

    def __call__(self, player: Player) -> None:
        button = player.button(self.name, "#bar .bar-acts")
        if button.count() and button.is_visible():
            button.click()
        else:
            player.from_menu(self.name)


@dataclass(frozen=True)
class Press:
    """Press the first button whose text contains this."""

    words: str
    where: str = "body"

    def __call__(self, player: Player) -> None:
        player.button(re.compile(re.escape(self.words)), self.where).first.click()


def menu(name: str) -> Way:
    return FromMenu(name)


def bar(name: str) -> Way:
    return FromBar(name)


def push(words: str, where: str = "body") -> Way:
    return Press(words, where)


def square(name: str) -> Way:
    return Press(name, "#board")


@dataclass(frozen=True)
class LabScreen:
    """Open a screen of the laboratory, and wait for its results."""

    name: str

    def __call__(self, player: Player) -> None:
        page = player.page
        if page.locator("body").get_attribute("data-screen") != "lab":
            player.button(re.compile("Laboratory"), "#setup").click()
        screens = page.locator("#lab .lab-nav")
        screens.wait_for(state="attached")
        if not screens.is_visible():  # on a phone a worksheet leads only to the list of worksheets
            page.get_by_role("button", name="All worksheets").click()
        screens.get_by_role("button", name=self.name, exact=True).click()
        if self.name == "Worksheets":
            # From a teacher's page there are two steps to the list.
            for back in ("For teachers", "All worksheets"):
                if (
                    not page.locator("#lesson-list").count()
                    and page.get_by_role("button", name=back).count()
                ):
                    page.get_by_role("button", name=back).click()
        if self.name == "Landings":
            seen = page.locator("#lab-seen")
            expect(seen).to_have_text(re.compile("throws, seed"), timeout=120_000)


def lab(name: str) -> Way:
    return LabScreen(name)


def own_question(player: Player) -> None:
    """Show two plain games, with the forms of both."""
    lab = player.page.locator("#lab")
    lab.locator("[name=question]").select_option(label="Your own question")
    lab.locator(".is-own").wait_for()


def all_settings(player: Player) -> None:
    """Show two plain games, with all parts of both forms unfolded."""
    own_question(player)
    for summary in player.page.locator("#lab-changes form summary").all():
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()


def run_over(player: Player) -> None:
    """Open the file of a comparison that was played elsewhere, and the games of one bar."""
    page = player.page
    if page.get_by_role("heading", name="Download").count():
        other = "Does the rulebook make a difference?"
        page.locator("#lab [name=question]").select_option(label=other)
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a simulation").click()
    file = {"name": "run.json", "mimeType": "application/json", "buffer": kept_run().encode()}
    chooser.value.set_files(file)
    page.get_by_role("heading", name="Games won by each bot").wait_for()
    folds = "#lab :is(.lab-main, .lab-east) summary:not(.lab-verdict summary)"
    for summary in page.locator(folds).all():
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()
    page.get_by_role("button", name=re.compile("^Show games")).first.click()


def game_files(player: Player) -> None:
    """Count games of two characters from their records, beside a file that holds no game."""
    page = player.page
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Choose files…").click()
    chooser.value.set_files(
        [
            FilePayload(name=f"{n}.json", mimeType="application/json", buffer=text.encode())
            for n, text in enumerate([*recorded_games(), "{}"])
        ]
    )
    page.get_by_role("heading", name="3 games counted.").wait_for(timeout=120_000)


@cache
def recorded_games() -> tuple[str, ...]:
    """The records of three games of two characters."""
    record = batch_games.record_of(
        "modern", ["simple", batch_games.POLICY], house_rules={"limit-rounds": 9}
    )
    job = batch_games.GamesJob(record=record, seed=11, first=0, count=3)
    return tuple(game["record"] for game in record_files.run_recorded_games(job))


@cache
def kept_run() -> str:
    """The file of a run of 20 games each of two characters."""
    sides: list[dict[str, str]] = [
        {**PLAIN, "seats": "2", "bot-1": "simple", **rules}
        for rules in ({}, {"house:free-parking": "pot"})
    ]
    tables = [table_of(side, Catalogue(), {}) for side in sides]
    run: dict[str, Any] = {"question": "own", "sides": sides, "guess": [3, 0, 9], "plays": {}}
    run |= {"measure": "rounds", "planned": 20, "unplanned": "", "seed": 11, "size": 20}
    jobs = [batch_games.GamesJob(record=table, seed=11, first=0, count=20) for table in tables]
    return run_file.write_run({**run, "played": [batch_games.run_games(job) for job in jobs]})


def sweep_over(player: Player) -> None:
    """Open the file of a sweep that was played elsewhere, and add it to those of the class."""
    page = player.page
    if not page.get_by_role("button", name="Open a sweep").count():
        page.get_by_role("button", name="Plan a simulation").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a sweep").click()
    file = {"name": "sweep.json", "mimeType": "application/json", "buffer": kept_sweep().encode()}
    chooser.value.set_files(file)
    page.locator("#lab .lab-verdict[role=status]").wait_for(timeout=60_000)
    if page.locator("#lab .lab-pool").count():  # of an earlier visit
        page.get_by_role("button", name="Remove all sweeps").click()
    page.get_by_role("button", name="Add the sweep of this device").click()
    page.locator("#lab .lab-pool").wait_for(timeout=60_000)
    page.locator("#lab .lab-thin").first.wait_for(state="attached", timeout=60_000)


@cache
def kept_sweep() -> str:
    """The file of a sweep of five values, with eight games at each."""
    values = [500, 1000, 1500, 2000, 2500]
    setting: dict[str, str] = {**PLAIN, "seats": "2", "bot-0": "simple", "bot-1": "simple"}
    plain = table_of(setting, Catalogue(), {})
    played = [
        [
            slim(game)
            for game in batch_games.run_games(
                {
                    "record": table_with(plain, SWEPT["starting-cash-1"], value),
                    "seed": 5,
                    "first": 0,
                    "count": 8,
                }
            )
        ]
        for value in values
    ]
    sweep: dict[str, Any] = {"setting": setting, "vary": "starting-cash-1", "values": values}
    sweep |= {"measure": "rounds", "aim": "low", "planned": 8, "unplanned": "", "guess": 3}
    return sweep_file.write_sweep({**sweep, "seed": 5, "size": 8, "plays": {}, "played": played})


def enter_towers(player: Player) -> None:
    """Enter a German noun for a house in the board maker, and one for a hotel that lacks its plural."""
    page = player.page
    page.locator("#maker-nouns-fold summary").click()
    page.locator("[name=noun-de-house-gender]").select_option("m")
    for form, text in (("one", "Turm"), ("many", "Türme")):
        page.locator(f"[name=noun-de-house-{form}]").fill(text)
    page.locator("[name=noun-de-hotel-one]").fill("Burg")
    page.locator("[name=noun-de-hotel-one]").press("Tab")
    page.locator("#maker-nouns-fold li").first.wait_for()
    page.locator(".maker-noun-note").wait_for()


def board_maker(player: Player) -> None:
    """Open the board maker at the choice of boards."""
    page = player.page
    page.evaluate("location.hash = '#board-maker'")
    page.locator("#lab .maker-head").wait_for(timeout=120_000)
    if page.locator("#lab [data-do=maker-close]").count():
        page.locator("#lab [data-do=maker-close]").click()
    page.locator("#lab [data-do=maker-begin]").first.wait_for()


def strategy_desk(player: Player) -> None:
    """Open the strategy desk."""
    page = player.page
    page.evaluate("location.hash = '#strategy-desk'")
    page.locator("#lab .sd-head").wait_for(timeout=120_000)
    if page.locator("#strategy-program").count():
        player.button("Hide the program", "#lab").click()


def classroom(player: Player) -> None:
    """Open the screen of a class."""
    page = player.page
    page.evaluate("location.hash = '#class'")
    page.locator("#lab .class-head").wait_for(timeout=120_000)


def workshop(player: Player) -> None:
    """Open the bot workshop."""
    page = player.page
    page.evaluate("location.hash = '#workshop'")
    page.locator("#lab .ws-head").wait_for(timeout=120_000)


def spoil(player: Player) -> None:
    """Make a street cheaper than the one before it, and leave a name empty."""
    page = player.page
    page.locator("#maker-price").fill("300")
    page.locator("#maker-name").fill("")
    page.locator(".maker-todo summary").click()


@dataclass(frozen=True)
class SeveralDevices:
    """Open the dialog for several devices in its first state, press these buttons, and wait for ``wait``."""

    names: tuple[str, ...]
    wait: str

    def __call__(self, player: Player) -> None:
        dialog = player.page.locator("#dlg-devices")
        player.page.evaluate("name => sessionStorage.removeItem(name)", KEPT)
        player.set_up(("Ada", "Person"), ("Ben", "Person"))
        player.button(re.compile("Several devices"), "#setup").click()
        leave = dialog.get_by_role(
            "button", name=re.compile("Leave th|^Back( to “Several devices”)?$")
        )
        expect(dialog).to_be_visible(timeout=120_000)
        if leave.count():
            leave.click()
        for name in self.names:
            player.button(name, "#dlg-devices").click()
        if self.wait:
            expect(dialog.locator(self.wait).first).to_be_visible(timeout=60_000)


@dataclass(frozen=True)
class InProgram:
    """Change something in the program, and wait for what follows. ``code``: Python; ``hands`` is the
    dispatcher."""

    code: str
    wait: str = ""

    def __call__(self, player: Player) -> None:
        player.page.evaluate(RUN, FOUND_DISPATCHER + self.code)
        if self.wait:
            expect(player.page.locator(self.wait).first).to_be_visible(timeout=60_000)


FOUND_DISPATCHER = """
import gc
from titledeed.ui.actions.dispatcher import Dispatcher
gc.unfreeze()  # the page freezes what it has made at the start
hands = [one for one in gc.get_objects() if type(one) is Dispatcher][-1]
gc.freeze()
"""


def several(*names: str, wait: str = "") -> Way:
    return SeveralDevices(names, wait)


def code_shown(player: Player) -> None:
    """Wait until the dialog shows a code, or why there is none."""
    shown = player.page.locator("#dlg-devices").locator(".qr, [role=alert]")
    expect(shown.first).to_be_visible(timeout=60_000)


def answered(player: Player) -> None:
    """Show a guest's answer to an invitation."""
    several("Join a table")(player)
    player.page.locator("#dlg-devices [name=code]").fill(invitation())
    player.button("Join", "#devices-form").first.click()
    expect(player.page.locator("#devices-picture")).to_be_visible(timeout=60_000)


def spoken(player: Player) -> None:
    """Wait for what a character says about the last answer."""
    expect(player.page.locator("#said .bubble")).to_be_visible(timeout=60_000)


# The devices of a connection cannot reach each other.
apart = InProgram(
    """
devices = hands.app.several
devices.trouble(devices.pairing.offer, "apart")
""",
    ".remedies",
)
# A class makes the board that is open: two students have handed in different prices, and a task is shown.
dealt_out = InProgram(
    """
from titledeed.board_maker import changes, part_files
from titledeed.ui.board_maker.actions import maker_storage
from titledeed.ui.page_port import Gesture
lab = hands.app.lab
for saved in maker_storage.saved_drafts(lab.store):
    maker_storage.forget_draft(lab.store, saved.id)
press = lambda do, arg="": lab.handle_gesture(Gesture("click", do=do, arg=arg))
press("maker-tab", "class")
fields = {"names": chr(10).join(("Ada", "Ben", "Cleo")), "which": "all"}
lab.handle_gesture(Gesture("submit", do="maker-deal", fields=fields))
press("maker-hand", "2")
press("maker-square", "3")
for hand, price in ((1, 70), (2, 80)):
    task = lab.maker.klass.task(hand)
    part = task.part(changes.with_price(task.base, 3, price))
    lab.together.take_text(part_files.write_part(part))
press("maker-task", "3")
press("maker-class-end")
""",
    "#maker-ending",
)
# This device has a student's part of a board.
dealt_to = InProgram(
    """
from titledeed.board_maker import changes, class_board, part_files
from titledeed.ui.board_maker.actions import maker_storage
from titledeed.ui.page_port import Gesture
lab = hands.app.lab
for saved in maker_storage.saved_drafts(lab.store):
    maker_storage.forget_draft(lab.store, saved.id)
board = class_board.ClassBoard("0123456789abcdef", lab.maker.draft)
board = class_board.with_hands(board, [("Ada", ""), ("Ben", "")])
lab.together.take_text(part_files.write_task(board.task(2)))
lab.maker.at = 39
lab.put(changes.with_price(lab.maker.draft, 39, 420))
lab.handle_gesture(Gesture("click", do="maker-tab", arg="class"))
lab.handle_gesture(Gesture("click", do="maker-hand-in", arg="code"))
""",
    "#maker-task-address",
)
# Sound is off and has not been offered.
sound_offer = InProgram(
    """
from dataclasses import replace
from titledeed.ui.game_loop.ask_once_to_turn_sound_on import offer_sound
hands.app.settings = replace(hands.app.settings, sound="off", sound_offered=False)
offer_sound(hands.app, hands.store)
hands.play.render()
""",
    "#notice-sound",
)
# Thirty games have ended on this device.
many_games = InProgram(
    """
for n in range(30):
    bots = ("builder", "dealer", "hoarder", "shark", "simple")
    hands.store.put(
        f"result/screen-{n:02}",
        {
            "book": ("modern", "modern", "classic")[n % 3],
            "official": True,
            "board": "Atlantic City",
            "people": 1,
            "won": n % 5 in (0, 1, 3) and n != 20,
            "bots": sorted({bots[n % 5], bots[n * n % 4]}),
            "rounds": 24 + 7 * n % 31,
            "seconds": 1400 + 37 * n,
            "rent": 900 + 55 * (7 * n % 13),
            "street": "Boardwalk" if n % 2 else "New York Avenue",
            "sign": ["$", False, ","],
            "when": f"2026-01-{n + 1:02}T18:30:00Z",
        },
    )
"""
)
# So that the statistics of other screens are empty again.
no_games = InProgram(
    """
for n in range(30):
    hands.store.drop([f"result/screen-{n:02}"])
"""
)


# Games of one setting have been played, for the studies of samples and of chance alone.
setting_games = InProgram(
    """
from titledeed.lab.batch_games import record_of, run_games
screen = hands.app.lab.curves
record = record_of("modern", ["simple"] * 2, house_rules={"limit-rounds": 6})
screen.curves.setting = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
screen.curves.games.size = 5
screen.curves.games.measure = "worth_1"
screen.curves.games.played = run_games({"record": record, "seed": 3, "first": 0, "count": 64})
screen._compare_with_itself()
screen.render()
""",
    "#lab .lab-curve-chart",
)
# Games with unequal starts have been played.
unequal_games = InProgram(
    """
from titledeed.lab.curves.unequal_starts import run_courses
screen = hands.app.lab.curves
bots = {f"bot-{n}": "simple" for n in range(4)}
screen.curves.starts.fields = {**screen.curves.starts.fields, **bots, "house:limit-rounds": "20"}
record = screen.table()
screen.curves.starts.played = run_courses({"record": record, "seed": 3, "first": 0, "count": 12})
screen.render()
""",
    "#lab-lorenz",
)


def alone(player: Player) -> None:
    """Show a page that is back at a table and has lost all other devices.

    It shows letters to pass on, and a field for the others' letters."""
    page = player.page
    several()(player)
    player.close_all()
    page.evaluate("([name, text]) => sessionStorage.setItem(name, text)", [KEPT, left()])
    player.button(re.compile("Several devices"), "#setup").click()
    player.button("Back to that game", "#dlg-devices").click()
    expect(page.locator(".devices-back")).to_be_visible(timeout=60_000)
    page.evaluate(RUN, AWAITED)
    expect(page.get_by_text("see a code for you?")).to_be_visible()


def unfold_lost(player: Player) -> None:
    """Unfold the ways back that are needed if codes do not work."""
    for summary in player.page.locator("#dlg-devices .devices-else summary").all():
        summary.click()


def thrown(player: Player) -> None:
    """Throw the die of a worksheet, after the guess."""
    page = player.page
    if not page.locator("#lesson-die").count():
        page.locator("#lesson-a-0").fill("120")
        page.locator("#lab [name=answer-1]").first.check()
        page.get_by_role("button", name="Throw the die").click()
    page.locator("#lesson-die").wait_for()


def writing(player: Player) -> None:
    """Open the editor with a worksheet."""
    named = re.compile("Write a worksheet|Start new worksheet")
    player.page.locator("#lab").get_by_role("button", name=named).click()
    player.button(re.compile("A die"), "#lab").click()
    player.button(re.compile("Add a question"), "#lab").click()


def coded(player: Player) -> None:
    """Show the QR code that takes a worksheet to another device."""
    if not player.page.locator(".lesson-move").count():
        player.button("Continue on another device", "#lab").click()
    player.page.locator("#lesson-address-code").wait_for(timeout=60_000)


for_teachers = push("For teachers", "#lab")


def refused(player: Player) -> None:
    """Open a file that holds no game."""
    player.choose_file("wrong.json", "{}", settle=False)


def unfold_all(player: Player) -> None:
    """Unfold everything on the set-up screen, outer parts first."""
    for summary in player.page.locator("#setup form summary").all():
        if not summary.evaluate("summary => summary.parentElement.open"):
            summary.click()


QUESTIONS = [Screen(asked, asked) for asked in TABLES]

SCREENS = [
    Screen("start", None),
    Screen("start, house rules", None, (unfold_all,)),
    Screen("start, menu", None, (push("Menu", "#bar"),)),
    *QUESTIONS,
    Screen("handover 1", "end 0 two", (push("End the turn"),)),
    Screen("menu", "roll 0", (push("Menu", "#bar"),)),
    Screen("taken back", "end 0", (push("Undo", "#bar"),)),
    Screen("deed", "roll 0", (square("Boardwalk"),)),
    Screen("deed, mortgaged", "roll 0", (square("Park Place"),)),
    Screen("deed, what its owner can do", "roll 0", (square("St. James Place"),)),
    Screen("deed of a tax", "roll 0", (square("Income Tax"),)),
    Screen("seat", "roll 0", (push("Ada", "#seats"),)),
    Screen("seat of a bot", "roll 0", (push("Cleo", "#seats"),)),
    Screen("manager", "roll 0", (push("Build", "#tools"),)),
    Screen("manager, raising cash", "debt 0", (push("Raise cash", "#ask"),)),
    Screen("manager without deeds", "bid 1", (push("Build", "#tools"),)),
    Screen("trade", "roll 0", (push("Trade", "#tools"),)),
    Screen(
        "trade, terms",
        "roll 0 traders",
        (
            push("Dora", "#seats"),
            push("Trade with Dora…", "#dlg-seat"),
            push("Illinois Avenue", "#dlg-trade"),
            push("$10 more", "#dlg-trade"),
        ),
    ),
    Screen(
        "trade, folded",
        "roll 0 traders",
        (
            push("Dora", "#seats"),
            push("Trade with Dora…", "#dlg-seat"),
            push("Illinois Avenue", "#dlg-trade"),
            push("See the board", "#dlg-trade"),
        ),
    ),
    Screen("a character speaks", "end 0 spoken", (spoken,)),
    Screen("sound is offered", "roll 0", (sound_offer,)),
    Screen("all spaces", "roll 0", (push("Deeds", "#tools"),)),
    Screen("journal", "end 0", (menu("Journal"),)),
    Screen("why", "buy 0", (push("Why?", "#ask"),)),
    Screen("rules", "buy 0", (bar("Rules"),)),
    Screen("settings", "buy 0", (menu("Settings"),)),
    Screen("help", "buy 0", (bar("Help"),)),
    Screen("saved games", "buy 0", (menu("Saved games"),)),
    Screen("game as a link", "buy 0", (menu("Saved games"), push("Copy as link", "#dlg-saves"))),
    Screen("statistics", "buy 0", (no_games, menu("Statistics"))),
    Screen("statistics, many games", "over", (many_games, menu("Statistics"))),
    Screen("rename", "buy 0", (menu("Saved games"), push("Rename", "#dlg-saves"))),
    Screen("delete", "buy 0", (menu("Saved games"), push("Delete", "#dlg-saves"))),
    Screen("how it went", "over", (push("See how it went"),)),
    Screen("how it goes", "end 0", (menu("Standings"),)),
    Screen("replay", "over", (push("Watch the replay", "#ask"),)),
    Screen("bid 1, a hint", "bid 1", (push("Hint", "#ask"),)),
    Screen("bid 1 house, a hint", "bid 1 house", (push("Hint", "#ask"),)),
    Screen("ceiling", "bid 1", (push("up to", "#ask"),)),
    Screen("resign", "roll 0", (push("Ada", "#seats"), push("Resign…", "#dlg-seat"))),
    Screen("lab, compare", None, (lab("Compare"),)),
    Screen("lab, a question of one's own", None, (lab("Compare"), own_question)),
    Screen("lab, all settings of A and B", None, (lab("Compare"), all_settings)),
    Screen("lab, a run that is over", None, (lab("Compare"), run_over)),
    Screen("lab, curves", None, (lab("Curves"), push("Over a range", "#lab"))),
    Screen("lab, a sweep", None, (lab("Curves"), push("Over a range", "#lab"), sweep_over)),
    *(
        Screen(
            f"lab, {study.lower()}",
            None,
            (lab("Curves"), push(study, "#lab .lab-studies"), games),
        )
        for study, games in (
            ("One game at a time", setting_games),
            ("Chance alone", setting_games),
            ("Unequal starts", unequal_games),
        )
    ),
    Screen("lab, landings", None, (lab("Landings"),)),
    Screen("lab, game files", None, (lab("Game files"), game_files)),
    Screen("lab, no game", None, (lab("This game"),)),
    Screen("lab, this game", "over", (push("Laboratory", "#ask"), lab("This game"))),
    Screen("lab, position desk", None, (lab("Position editor"),)),
    Screen("lab, a vote", "buy 0", (menu("Pause and vote"),)),
    Screen("lab, a vote at a quiet turn", "roll 0", (menu("Pause and vote"),)),
    Screen("lab, worksheets", None, (lab("Worksheets"),)),
    Screen("lab, a sheet", None, (lab("Worksheets"), push("Open: Is the Free", "#lab"))),
    Screen(
        "lab, a die thrown",
        None,
        (lab("Worksheets"), push("Open: Is this die fair", "#lab"), thrown),
    ),
    Screen(
        "lab, the teacher's page",
        None,
        (lab("Worksheets"), for_teachers, push("The teacher’s page: What is a house", "#lab")),
    ),
    Screen(
        "lab, writing",
        None,
        (lab("Worksheets"), for_teachers, writing),
    ),
    Screen(
        "lab, collecting",
        None,
        (lab("Worksheets"), for_teachers, push("Collect answers", "#lab")),
    ),
    Screen("lab, for teachers", None, (lab("Worksheets"), for_teachers)),
    Screen(
        "lab, to another device",
        None,
        (
            lab("Worksheets"),
            push("Open: Is this die fair", "#lab"),
            coded,
        ),
    ),
    Screen("lab, a square", None, (lab("Position editor"), push("Boardwalk", "#lab"))),
    Screen("class", None, (classroom, InProgram(OPENED + "screen.render()"))),
    *(
        Screen(f"class, {tab}", None, (classroom, InProgram(f"{OPENED}TAB = '{tab}'\n{TAUGHT}")))
        for tab in ("join", "overview", "answers", "handed")
    ),
    *(
        Screen(f"class, {name}", None, (classroom, InProgram(f"{OPENED}AT = '{at}'\n{JOINING}")))
        for name, at in (("joining", "join"), ("a student's code", "reply"))
    ),
    Screen("class, a student", None, (classroom, InProgram(OPENED + IN_CLASS + CHARTED))),
    Screen("class, ended", None, (classroom, InProgram(OPENED + IN_CLASS + ENDED))),
    Screen("class, look here", None, (classroom, InProgram(OPENED + IN_CLASS + LOOKING))),
    *(
        Screen(f"workshop{name}", None, (workshop, InProgram(WORKSHOP + filled)))
        for name, filled in (
            ("", "screen.render()"),
            (", a run", RAN),
            (", a mistake", FAULTY),
            (", look first", OFFERED),
        )
    ),
    *(
        Screen(f"tournament{name}", None, (workshop, InProgram(WORKSHOP + LEAGUE + filled)))
        for name, filled in (
            ("", ENTERED),
            (", a league", "OVER = False\n" + PLAYED),
            (", the end", "OVER = True\n" + PLAYED),
        )
    ),
    Screen("strategy desk", None, (strategy_desk,)),
    Screen(
        "strategy desk, in Python",
        None,
        (strategy_desk, push("Show it in Python", "#lab")),
        "#strategy-program",
    ),
    Screen("board maker", None, (board_maker,)),
    Screen("board maker, a space", None, (board_maker, push("Atlantic City", "#lab"))),
    Screen("board maker, what is wrong", None, (board_maker, push("Atlantic City", "#lab"), spoil)),
    *(
        Screen(
            f"board maker, {tab.lower()}",
            None,
            (board_maker, push("Atlantic City", "#lab"), push(tab.split()[0], "#lab .maker-tabs")),
        )
        for tab in ("Cards", "Words and money", "Fair?", "Print", "Share", "Class")
    ),
    Screen(
        "board maker, a sheet",
        None,
        (
            board_maker,
            push("Atlantic City", "#lab"),
            push("Print", "#lab .maker-tabs"),
            push("Deeds, sheet 1", "#lab"),
        ),
    ),
    Screen(
        "board maker, own nouns",
        None,
        (
            *(board_maker, push("Atlantic City", "#lab")),
            *(push("Words", "#lab .maker-tabs"), enter_towers),
        ),
    ),
    Screen(
        "board maker, class, dealt out",
        None,
        (board_maker, push("Atlantic City", "#lab"), dealt_out),
    ),
    Screen(
        "board maker, class, a student",
        None,
        (board_maker, push("Atlantic City", "#lab"), dealt_to),
    ),
    Screen("board maker, the example", None, (board_maker, push("Nettlewick Lane", "#lab"))),
    Screen("several devices", None, (several(),)),
    Screen(
        "several devices, inviting", None, (several("Invite people", wait=".qr, [role=alert]"),)
    ),
    Screen("several devices, joining", None, (several("Join a table"),)),
    Screen(
        "several devices, an attempt failed",
        None,
        (several("Invite people", wait=".qr, [role=alert]"), apart, code_shown),
    ),
    Screen("several devices, a guest's attempt failed", None, (answered, apart, code_shown)),
    Screen("several devices, how to play by codes", None, (several("Play by codes"),)),
    Screen(
        "several devices, by codes", None, (several("Play by codes", "Fair throws", wait=".qr"),)
    ),
    Screen("several devices, a projector", None, (several("Watch several tables"),)),
    Screen("several devices, a guest's answer", None, (answered,)),
    Screen("several devices, all others lost", None, (alone,)),
    Screen("several devices, all others lost, unfolded", None, (alone, unfold_lost)),
    Screen(
        "several devices, all others lost, inviting",
        None,
        (alone, unfold_lost, push("Make an invitation", "#dlg-devices"), code_shown),
    ),
    Screen("refusal", "buy 0", (refused,)),
]
