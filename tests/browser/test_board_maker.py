"""The board maker in a browser: a board is typed, dragged, saved, shared and played."""

from __future__ import annotations

import re
from collections import Counter
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
    page.locator("#maker-square-18").click()
    page.get_by_role("button", name="Raise New York Avenue to $210").first.click()
    expect(page.locator(".maker-todo h2")).to_have_text("This board can be played.")
    page.keyboard.press("Escape")
    expect(page.locator("#maker-square-18")).to_be_focused()
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
    page.get_by_role("button", name="Play on it").first.click()
    expect(page.locator("#trial-title")).to_contain_text("My board")
    page.locator("#start-game").click()
    expect(page.locator("#board")).to_contain_text("Tennessee Avenue 7")


def test_a_price_that_is_being_typed_survives_a_reload(page: Page) -> None:
    begin(page)
    page.locator("#maker-square-39").click()
    page.locator("#maker-price").fill("420")
    expect(page.locator("#maker-price")).to_be_focused()
    page.reload()
    page.locator("[data-do=maker-saved]").first.click(timeout=PATIENT)
    page.locator("#maker-square-39").click()
    expect(page.locator("#maker-price")).to_have_value("420")


def test_the_sheets_are_printed_on_paper_of_their_size(page: Page) -> None:
    begin(page)
    page.locator(".maker-tabs").get_by_role("button", name="Print").click()
    expect(page.locator(".maker-page").first).to_be_visible()
    assert sheets(page) == {LETTER: int(of_count(page))}
    page.locator("[name=size][value=a4]").check()
    expect(page.locator(".maker-page.is-letter")).to_have_count(0)
    assert sheets(page) == {A4: int(of_count(page))}
    page.locator("[name=board][value=one]").check()
    expect(page.locator(".maker-page.is-a3")).to_have_count(1)
    assert sheets(page) == {A3: 1, A4: int(of_count(page)) - 1}


def test_a_sheet_is_seen_large_by_keyboard(page: Page) -> None:
    begin(page)
    page.locator(".maker-tabs").get_by_role("button", name="Print").click()
    sheet = page.get_by_role("button", name="Deeds, sheet 2 of 3")
    sheet.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Deeds, sheet 2 of 3")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("heading")).to_be_focused()
    expect(dialog.get_by_role("img", name="Deeds, sheet 2 of 3")).to_be_visible()
    large = dialog.locator(".maker-sheet")
    box = large.bounding_box()
    assert box
    assert box["width"] > 700
    dialog.get_by_role("button", name="Next").press("Enter")
    expect(page.get_by_role("dialog", name="Deeds, sheet 3 of 3")).to_be_visible()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Whole sheet").press("Enter")
    body = dialog.locator("#paper-body").bounding_box()
    shown = page.locator("#dlg-paper .maker-sheet").bounding_box()
    assert body
    assert shown
    assert shown["height"] <= body["height"]
    page.keyboard.press("Escape")
    expect(page.locator("#dlg-paper")).to_be_hidden()
    expect(sheet).to_be_focused()
    assert sheets(page) == {LETTER: int(of_count(page))}


A4, A3, LETTER = (595, 842), (842, 1191), (612, 792)  # points


def of_count(page: Page) -> str:
    said = page.locator("#maker-east [role=status]").inner_text()
    found = re.search(r"\d+", said)
    assert found, said
    return found[0]


def sheets(page: Page) -> dict[tuple[int, int], int]:
    """The sizes of the pages of the PDF, in points, and how often each occurs."""
    printed = page.pdf(prefer_css_page_size=True)
    sizes = re.findall(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)", printed)
    return dict(Counter((round(float(wide)), round(float(high))) for wide, high in sizes))


@pytest.mark.long
def test_200_games_are_played_for_the_figures_of_a_board(page: Page) -> None:
    begin(page)
    page.locator(".maker-tabs").get_by_role("button", name="Fair?").click()
    page.get_by_role("button", name="Play 200 games on each board").click(timeout=PATIENT)
    table = page.locator("table", has_text="200 games of four bots")
    expect(table).to_be_visible(timeout=900_000)
    rounds = table.locator("tr").nth(1)
    own, printed = rounds.locator("td").all_inner_texts()
    assert own == printed, "the same board, with the same seeds"
    middle, low, high = map(float, re.findall(r"[\d.]+", own)[:3])
    assert low < middle < high


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
