"""The board maker in a browser: a board is typed, dragged, saved, shared and played."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

PATIENT = 120_000

pytestmark = pytest.mark.browser


def begin(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Board maker")).click()
    page.get_by_role("button", name="Atlantic City").click(timeout=PATIENT)
    expect(page.locator("#maker-square-1")).to_be_visible()


def in_another_window(page: Page) -> None:
    """Change the board as another window does: what is being typed on this page stays."""
    key, saved = page.evaluate(
        "Object.entries(localStorage).find(([key]) => key.startsWith('titledeed/1/maker/'))"
    )
    page.locator("#maker-name").fill("Elsewhere")
    expect(page.locator("#maker-title")).to_have_text("Elsewhere")
    page.locator("#maker-price").fill("19")
    page.evaluate(
        """([key, saved]) => {
            localStorage.setItem(key, saved);
            dispatchEvent(new StorageEvent("storage", {key, storageArea: localStorage}));
        }""",
        [key, saved],
    )
    expect(page.locator("#maker-name")).to_have_value("Tennessee Avenue 7")
    expect(page.locator("#maker-price")).to_have_value("19")
    page.locator("#maker-price").fill("210")


def test_a_board_is_typed_saved_and_played(page: Page) -> None:
    begin(page)
    page.locator("#maker-square-19").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#maker-name")).to_be_focused()
    expect(page.locator("#maker-name")).to_have_value("Tennessee Avenue")
    page.keyboard.press("End")
    page.keyboard.type(" 7")
    expect(page.locator("#maker-title")).to_have_text("Tennessee Avenue 7")
    page.locator("#maker-price").fill("210")
    page.keyboard.press("Tab")
    expect(page.locator("[name=rent-0]")).to_have_value("17")
    expect(page.locator(".maker-todo h2")).to_have_text("1 thing to fix")
    page.locator("#maker-square-19").click()
    page.get_by_role("button", name="Raise New York Avenue to $210").first.click()
    expect(page.locator(".maker-todo h2")).to_have_text("This board can be played.")
    page.keyboard.press("Escape")
    expect(page.locator("#maker-square-19")).to_be_focused()
    page.locator("#maker-square-1").drag_to(page.locator("#maker-square-39"))
    expect(page.locator("#maker-title")).to_have_text("Mediterranean Avenue")
    page.keyboard.press("Control+z")
    page.locator("#maker-square-37").click()
    other = page.locator("select[name=other]")
    other.focus()
    for _ in range(3):  # past the first corner, which stays where it is
        page.keyboard.press("ArrowDown")
    expect(other).to_have_value("2")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#maker-title")).to_have_text("Park Place")
    expect(page.locator("#maker-square-1")).to_have_attribute("aria-current", "true")
    page.keyboard.press("Control+z")
    page.locator("#maker-square-18").click()
    in_another_window(page)
    page.set_viewport_size({"width": 390, "height": 844})
    saved = page.locator(".maker-saved")
    expect(saved).to_be_hidden()  # a phone says only that a board is not saved
    saved.evaluate("element => element.classList.add('is-not')")
    expect(saved).to_be_visible()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.reload()
    page.locator("[data-do=maker-saved]").first.click(timeout=PATIENT)
    page.locator("#maker-square-18").click()
    expect(page.locator("#maker-name")).to_have_value("Tennessee Avenue 7")
    page.get_by_role("button", name="Play on it").click()
    expect(page.locator("#trial-title")).to_contain_text("My board")
    page.locator("#start-game").click()
    expect(page.locator("#board")).to_contain_text("Tennessee Avenue 7")


def test_own_nouns_are_entered_in_german_and_said_in_the_game(
    visit: Callable[..., Page],
) -> None:
    page = visit(locale="de-DE")
    page.get_by_role("button", name=re.compile("^Spielbrettwerkstatt")).click()
    page.get_by_role("button", name="Atlantic City").click(timeout=PATIENT)
    page.locator(".maker-tabs").get_by_role("button", name=re.compile("Wörter")).click()
    page.locator("#maker-nouns-fold summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("[name=noun-language]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.type("der")
    page.keyboard.press("Tab")
    page.keyboard.type("Turm")
    page.keyboard.press("Tab")
    page.keyboard.type("Türme")
    page.keyboard.press("Tab")
    expect(page.locator("#maker-nouns-fold li").last).to_contain_text("Nach 4 Türmen")
    page.locator("[data-do=maker-play]").click()
    page.locator("#start-game").click()
    expect(page.locator("#board")).to_contain_text("Mediterranean")
    expect(page.locator("body")).to_contain_text("noch 32 Türme")
    expect(page.locator("body")).not_to_contain_text("Häuser")
