"""A person at a browser that WebDriver drives: sees, presses and types.

``playing.Player`` does the same for Chromium, through Playwright."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from typing import Any

from titledeed.game import share_link
from webdriver import Driven, waited

# Finds a visible element with these words that can be pressed; returns its center once it stops moving.
FIND = """
const [words, where] = given;
const shown = (e) => e.getClientRects().length && (!e.checkVisibility || e.checkVisibility());
const name = (e) => (e.getAttribute("aria-label") || e.textContent).replace(/\\s+/g, " ").trim();
const place = [...document.querySelectorAll(where)].filter(shown);
const all = place.flatMap((e) => [e, ...e.querySelectorAll("button, a, summary, label")]);
const found = words
  ? all.filter((e) => e.matches("button, a, summary, label") && shown(e) && new RegExp(words).test(name(e)))
  : place;
if (!found.length) return null;
const e = found[0];
e.scrollIntoView({block: "nearest", inline: "nearest", behavior: "instant"});
const frame = () => new Promise((go) => { requestAnimationFrame(go); setTimeout(go, 100); });
let box = e.getBoundingClientRect();
for (let n = 0; n < 40; n += 1) {
  await frame();
  const now = e.getBoundingClientRect();
  if (now.x === box.x && now.y === box.y) break;
  box = now;
}
box = e.getClientRects()[0] ?? e.getBoundingClientRect();
const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
const above = document.elementFromPoint(x, y);
const hit = above && (e.contains(above) || above.contains(e));
return hit ? [x, y] : `${above?.outerHTML.slice(0, 100)} covers ${e.outerHTML.slice(0, 100)}`;
"""
NOT_AGAIN = 0.6  # seconds between presses: the page ignores the second of two quick ones
FOCUS = """
const e = document.activeElement;
if (!e || e === document.body) return "nothing has the focus";
const mark = e.closest(".seg label") || e;
const style = getComputedStyle(mark);
const drawn = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2
  || /^H[1-6]$/.test(e.tagName) && style.textDecorationLine === "underline";
return drawn ? "" : `the focus cannot be seen on ${e.outerHTML.slice(0, 120)}`;
"""


class Person:
    """A person at a browser that WebDriver drives."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven
        self.pressed = 0.0

    # ------------------------------------------------------------ seeing

    @property
    def asked(self) -> str:
        return str(self.driven.run("return document.documentElement.dataset.ask ?? ''"))

    def is_asked(self, ask: str) -> None:
        waited(lambda: re.fullmatch(ask, self.asked), f"{ask}; asked is {self.asked}")

    def state(self, state: str) -> None:
        waited(
            lambda: re.fullmatch(
                f"{state}|failed|lacking",
                self.driven.run("return document.documentElement.dataset.state"),
            ),
            state,
        )
        reached = self.driven.run("return document.documentElement.dataset.state")
        assert reached == state, self.text("#start")

    def kept(self) -> None:
        """Wait until the site is stored for offline use."""
        waited(lambda: self.driven.run("return 'kept' in document.documentElement.dataset"), "kept")

    def text(self, where: str) -> str:
        text = self.driven.run(
            "return [...document.querySelectorAll(given[0])].map((e) => e.innerText).join(' ')",
            where,
        )
        return re.sub(r"\s+", " ", text).strip()

    def count(self, where: str) -> int:
        return int(self.driven.run("return document.querySelectorAll(given[0]).length", where))

    def cash(self) -> list[str]:
        amounts: list[str] = self.driven.run(
            "return [...document.querySelectorAll('#seats .seat-cash')].map((e) => e.innerText.trim())"
        )
        return amounts

    # ------------------------------------------------------------ doing

    def find(self, words: str, where: str) -> tuple[float, float]:
        last: list[Any] = [None]

        def look() -> Any:
            last[0] = self.driven.run(FIND, words, where)
            return isinstance(last[0], list)

        try:
            waited(look, seconds=30)
        except AssertionError:
            raise AssertionError(
                f"no {words!r} in {where}: {last[0]}; {self.text(where)}"
            ) from None
        x, y = last[0]
        return x, y

    def press(self, words: str, where: str = "#ask") -> None:
        """Press the element with these words (a regular expression)."""
        place = self.find(words, where)
        time.sleep(max(0.0, self.pressed + NOT_AGAIN - time.monotonic()))
        self.driven.click(*place)
        # noted after the press, which takes a while on a loaded machine
        self.pressed = time.monotonic()

    def answer(self, answer: str, where: str = "#ask") -> None:
        self.press("", f'{where} [data-answer="{answer}"]:not([aria-disabled=true])')

    def type(self, where: str, text: str) -> None:
        """Type a text into a field, replacing its content."""
        self.driven.click(*self.find("", where))
        self.driven.keys("a", held="Control")
        self.driven.keys(*text)

    def dialog(self, id: str) -> None:
        waited(lambda: self.count(f"dialog#{id}[open]"), f"dialog {id}")

    def close(self) -> None:
        """Close all dialogs, the topmost first."""
        while n := self.count("dialog[open]"):
            self.driven.keys("Escape")
            waited(lambda n=n: self.count("dialog[open]") < n, "a dialog to close")

    def from_menu(self, words: str) -> None:
        self.press("^Menu$", "#bar")
        self.press(words, "#menu")
        waited(lambda: not self.count("#menu[open]"), "the menu to close")

    def tab_to(self, selector: str, most: int = 60, back: bool = False) -> None:
        for _ in range(most):
            if self.driven.run("return document.activeElement.matches(given[0])", selector):
                assert not (trouble := self.driven.run(FOCUS)), trouble
                return
            self.driven.keys("Tab", held="Shift" if back else "")
        raise AssertionError(f"{most} times Tab do not lead to {selector}")

    def sit_down(self, address: str, record: Mapping[str, Any]) -> None:
        """Open a link with this game."""
        self.driven.open("about:blank")
        self.driven.open(f"{address}#game={share_link.pack_record(json.loads(json.dumps(record)))}")
        self.state("ready")
        self.press("^Open it as a new game", "#dlg-confirm")
        waited(lambda: self.count("body[data-screen=table]"), "the table")
