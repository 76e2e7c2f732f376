"""Plays the page as a person would, for the tests in a browser.

It uses only things that a person has: buttons found by their text, fields found by their labels, and
files given to the file chooser. A test waits for ``html[data-ask]``, never for a fixed time. The value
is "buy 0", "handover 1", "over" and the like, or "bots" while nobody here is asked anything.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page, expect

Record = dict[str, Any]

# Returns a description of any fault of the focus, or "" if there is none.
FOCUS = """
() => {
  const e = document.activeElement;
  if (!e || e === document.body) return "nothing has the focus";
  const mark = e.closest(".seg label") || e;
  const style = getComputedStyle(mark);
  const name = e.outerHTML.slice(0, 120);
  const title = /^H[1-6]$/.test(e.tagName) && style.textDecorationLine === "underline";
  if (!title && (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2))
    return `the focus cannot be seen on ${name}`;
  const box = mark.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, innerHeight) / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return `out of sight is ${name}`;
  const above = document.elementFromPoint(x, y);
  if (mark.contains(above) || above?.contains(mark)) return "";
  return `${above?.outerHTML.slice(0, 80)} covers ${name}`;
}
"""

# Records the layout shifts that no press caused, except walking tokens and a new question panel.
SHIFTS = """
window.shifts = [];
new PerformanceObserver((list) => {
  for (const shift of list.getEntries())
    if (!shift.hadRecentInput) shifts.push([shift.startTime, shift.value, shift.sources.map((s) => {
      const e = s.node?.nodeType === 1 ? s.node : s.node?.parentElement;
      return `${e?.id || e?.className || e?.tagName} ${s.previousRect.y}→${s.currentRect.y}`;
    })]);
}).observe({type: "layout-shift"});
"""

# Waits until a person is asked something. Playwright's own check looks again only after a second at last.
SETTLED = """
(most) => new Promise((go) => {
  const root = document.documentElement;
  const look = () => {
    if (!(root.dataset.ask && !root.dataset.ask.startsWith("bots"))) return;
    looking.disconnect();
    clearTimeout(end);
    go();
  };
  const looking = new MutationObserver(look);
  looking.observe(root, {attributeFilter: ["data-ask"]});
  const end = setTimeout(() => { looking.disconnect(); go(); }, most);
  look();
})
"""


def game(
    *seats: str,
    bots: Mapping[str, str] | None = None,
    play: str = "",
    turn: str = "",
    rulebook: str = "modern",
    seed: int = 1,
    at_table: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> Record:
    """Return the record of a game with these seats.

    ``bots``: a bot's name by seat. ``at_table``: cash, deeds and so on by seat. ``turn``: the first
    seat unless given. ``play``: lines that have been given already. Other keys are the record's."""
    position = {"turn": turn or seats[0], "seat": dict(at_table or {}), **more.pop("position", {})}
    return {
        "format": "title-deed/1",
        "rulebook": rulebook,
        "seats": [{"name": name, "bot": (bots or {}).get(name, "")} for name in seats],
        "seed": seed,
        "position": position,
        "step": [{"play": play.strip().splitlines()}] if play else [],
        **more,
    }


class Player:
    """A person at a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    # ------------------------------------------------------------ what is asked

    @property
    def asked(self) -> str:
        """The ask and its seat, in two words ("buy 0")."""
        return self.page.locator("html").get_attribute("data-ask") or ""

    def settled(self) -> str:
        """Wait until a person is asked something, or the game is over; returns the ask."""
        with suppress(Error):  # a page that reloads meanwhile
            self.page.evaluate(SETTLED, 10_000)
        root = self.page.locator("html")
        expect(root).to_have_attribute("data-ask", re.compile(r"^(?!bots).+"))
        return self.asked

    def is_asked(self, ask: str) -> None:
        """Wait until this is asked, for example "buy 0"."""
        expect(self.page.locator("html")).to_have_attribute("data-ask", ask)

    def see_the_end(self) -> Locator:
        """Wait for the end of the game, and return its dialog, which opens by itself."""
        self.is_asked("over")
        return self.dialog("How it went")

    @property
    def ask(self) -> Locator:
        return self.page.locator("#ask")

    @property
    def answers(self) -> list[str]:
        """The answers of the panel's buttons that are not barred."""
        buttons = self.page.locator("#ask [data-answer]:not([aria-disabled=true])")
        answers: list[str] = buttons.evaluate_all("all => all.map(b => b.dataset.answer)")
        return answers

    # ------------------------------------------------------------ doing

    def press(self, name: str | re.Pattern[str], where: str | Locator = "#ask") -> str:
        """Press the button with these words, and wait until the page asks again."""
        self.button(name, where).click()
        return self.settled()

    def button(self, name: str | re.Pattern[str], where: str | Locator = "#ask") -> Locator:
        place = self.page.locator(where) if isinstance(where, str) else where
        return place.get_by_role("button", name=name)

    def dialog(self, name: str | re.Pattern[str]) -> Locator:
        """The open dialog of this title."""
        dialog = self.page.get_by_role("dialog", name=name)
        expect(dialog).to_be_visible()
        return dialog

    def from_menu(self, name: str) -> None:
        """Choose something from the menu."""
        self.page.get_by_role("button", name="Menu").click()
        self.page.locator("#menu").get_by_role("button", name=name).click()

    def close_all(self) -> None:
        """Close all dialogs."""
        over = self.page.locator("dialog[open]")
        while n := over.count():
            self.page.keyboard.press("Escape")
            expect(over).not_to_have_count(n)

    def leave(self) -> None:
        """Leave the game for the first page."""
        body = self.page.locator("body")
        if body.get_attribute("data-screen") == "lab":
            lab = self.page.locator("#lab")
            if lab.locator(".cup-head").count():
                self.button("Back to the workshop", "#lab").click()
            if lab.locator(".class-head").count():
                # From what a student fills in, and from a class that is over, this leads to the start.
                start = lab.locator(".class-head").locator(
                    "[data-do=class-start], [data-do=class-leave]"
                )
                if start.count():
                    start.click()
                lab.locator("[data-do=class-exit]").click()
            else:
                left = re.compile("^Leave( the (laboratory|strategy desk|workshop))?$")
                self.button(left, "#lab").click()
            expect(self.page.locator("#lab")).to_be_hidden()
        if body.get_attribute("data-screen") == "table":
            self.from_menu("Leave the game (it’s saved)")
        expect(body).to_have_attribute("data-screen", "setup")

    def throw(self, first: int, second: int) -> str:
        """Enter a throw of real dice."""
        self.ask.get_by_role("button", name=f"First die: {first}").click()
        return self.press(f"Second die: {second}")

    def forget_games(self) -> None:
        """Clear both stores of games, as a browser may do at any time."""
        self.page.evaluate(
            "() => { localStorage.clear(); return new Promise((done) =>"
            " { indexedDB.deleteDatabase('titledeed').onsuccess = () => done(); }); }"
        )

    def sit_down(self, record: Record) -> str:
        """Import a record, as a person does with a file."""
        return self.choose_file("game.json", json.dumps(record))

    def choose_file(self, name: str, text: str, settle: bool = True) -> str:
        self.from_menu("Saved games")
        with self.page.expect_file_chooser() as chooser:
            self.button(re.compile("Import a game"), self.dialog("Saved games")).click()
        file = {"name": name, "mimeType": "application/json", "buffer": text.encode()}
        chooser.value.set_files([file])  # type: ignore[list-item]
        expect(self.page.locator("dialog[open]")).to_have_count(0)
        return self.settled() if settle else ""

    def set_up(self, *seats: tuple[str, str], **fields: str) -> None:
        """Fill in the set-up form: a name and a player ("Person", "Simple bot") for each seat."""
        form = self.page.locator("#setup-form")
        self.unfold("who")
        rows = form.locator(".setup-seat")
        while (n := rows.count()) != len(seats):
            if n > len(seats):
                form.get_by_role("button", name=f"Remove player {n}").click()
            else:
                form.get_by_role("button", name="Add a player").click()
            expect(rows).not_to_have_count(n)
        for n, (name, who) in enumerate(seats, 1):
            form.get_by_label(f"Name of player {n}").fill(name)
            form.get_by_label(f"Player {n}: person or bot").select_option(label=who)

    def unfold(self, id: str) -> None:
        """Open a part of the set-up form."""
        part = self.page.locator(f"#{id}")
        if part.get_attribute("open") is None:
            part.locator("> summary").click()

    def start(self) -> str:
        self.button("Start the game", "#setup-form").click()
        return self.settled()

    # ------------------------------------------------------------ what there is

    def report(self) -> Record:
        """The file of "Report a problem"."""
        with self.page.expect_download() as download:
            self.from_menu("Report a problem")
        record: Record = json.loads(download.value.path().read_text())
        return record

    def lines(self, record: Record | None = None) -> list[str]:
        """All answers of the game so far."""
        return [line for step in (record or self.report())["step"] for line in step["play"]]

    def cash(self) -> list[str]:
        """Everybody's cash as the seats show it."""
        return self.page.locator("#seats .seat-cash").all_inner_texts()

    def journal(self) -> list[str]:
        """The sentences of the journal beside the board, newest first."""
        return self.page.locator("#journal .entry p").all_inner_texts()

    def announced(self) -> str:
        return self.page.locator("#announce").inner_text()

    def check_focus(self) -> None:
        """Check that an element has the focus, is visible, and is not covered."""
        trouble = self.page.evaluate(FOCUS)
        assert not trouble, f"{trouble}, when {self.asked} is asked"

    def check_focus_is_somewhere(self) -> None:
        assert self.focused()["tag"] != "BODY"

    def watch_shifts(self) -> None:
        """Start recording layout shifts on the page."""
        self.page.evaluate(SHIFTS)

    def check_nothing_jumped(self) -> None:
        """Check that little on the page has moved without input, by Cumulative Layout Shift.

        Shifts less than a second apart count together, for at most five seconds. A sum below 0.1 is
        good."""
        shifts = self.page.evaluate("shifts")
        began = last = -10_000.0
        total = 0.0
        for at, value, _ in shifts:
            if at - last > 1000 or at - began > 5000:
                began, total = at, 0.0
            last, total = at, total + value
            assert total < 0.1, "\n".join(
                f"{at:.0f}: {value:.4f} {sources}" for at, value, sources in shifts
            )

    def tab_to(self, selector: str, most: int = 40) -> None:
        """Press Tab until this element has the focus, ``most`` times at most."""
        for _ in range(most):
            if self.page.evaluate("it => document.activeElement.matches(it)", selector):
                return
            self.page.keyboard.press("Tab")
            self.check_focus()
        raise AssertionError(f"{most} times Tab do not lead to {selector}")

    def focused(self) -> dict[str, str]:
        """The focused element: its tag, id and words."""
        focus: dict[str, str] = self.page.evaluate(
            """() => { const e = document.activeElement;
            return {tag: e.tagName, id: e.id, words: (e.textContent || e.ariaLabel || "").trim()} }"""
        )
        return focus


def back_in_the_game(page: Page) -> None:
    """Wait until a reloaded page has returned to its game by itself."""
    expect(page.locator("body")).to_have_attribute("data-screen", "table")


def seats_of(names: Sequence[str]) -> list[tuple[str, str]]:
    """Return these seats: a person first, then simple bots."""
    return [(name, "Simple bot" if n else "Person") for n, name in enumerate(names)]


# The order of preference, by the first word of the answer. A bid comes first while it is small.
_PREFERRED = (
    *("pay", "buy", "flat", "roll", "claim", "place", "keep", "reject", "end"),
    *("mortgage", "sell", "sell-down", "bankrupt", "pass", "decline"),
    *("fine", "use-card", "percent", "take-chance", "redeem", "accept", "bid"),
)


def sensible(answers: Sequence[str]) -> str:
    """Return an answer that moves the game on: it buys, pays, bids a little and trades nothing."""
    for answer in answers:
        kind, _, amount = answer.partition(" ")
        if kind == "bid" and int(amount) <= 100:
            return answer
    return min(answers, key=lambda answer: _PREFERRED.index(answer.split()[0]))


def open_saves(page: Page) -> Locator:
    """Open the list of saved games and return it."""
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu [data-do=open-saves]").click()
    return page.locator("#dlg-saves")


def import_file(page: Page, file: Path) -> None:
    """Import a game from a file."""
    saves = open_saves(page)
    with page.expect_file_chooser() as chooser:
        saves.get_by_role("button", name="Import a game").click()
    chooser.value.set_files(file)
