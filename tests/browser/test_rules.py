"""The rules in the page are searched, compared, and opened from every sign.

Questions that only some books ask are shown on screen."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from playing import Player

Come = Callable[..., Player]

RECORDS = Path(__file__).resolve().parents[1] / "records"
SIZES = {"desk": (1280, 720), "phone": (390, 844)}


def import_record(page: Page, file: str, text: str) -> None:
    """Opens a record as a person would: from the menu, as a file."""
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Saved games").click()
    with page.expect_file_chooser() as chosen:
        page.locator("#dlg-saves [data-do=import]").click()
    payload: FilePayload = {"name": file, "mimeType": "application/json", "buffer": text.encode()}
    chosen.value.set_files(payload)
    expect(page.locator("body")).to_have_attribute("data-screen", "table")


def position(page: Page, book: str, *lines: str, seats: Any = ("Ada", "Ben"), **more: Any) -> None:
    """Open a game after these lines; Ada begins."""
    record = {
        "format": "title-deed/1",
        "rulebook": book,
        "seats": list(seats),
        "seed": 1,
        "position": {"turn": "Ada", **more.pop("position", {})},
        "step": [{"play": "\n".join(lines)}] if lines else [],
        **more,
    }
    import_record(page, "a.json", json.dumps(record))


def asked(page: Page, ask: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-ask", ask)


def open_rules(page: Page) -> Locator:
    button = page.locator("#bar").get_by_role("button", name="Rules", exact=True)
    if not button.is_visible():
        page.get_by_role("button", name="Menu").click()
        button = page.locator("#menu").get_by_role("button", name="Rules", exact=True)
    button.click()
    rules = page.locator("#dlg-rules")
    expect(rules).to_be_visible()
    return rules


# ---------------------------------------------------------------- the rules


LOOKED_AT = [
    size if n else pytest.param(size, marks=pytest.mark.long) for n, size in enumerate(SIZES)
]


@pytest.mark.parametrize("size", LOOKED_AT)
def test_the_rules_are_searched_while_a_player_types(player: Come, size: str) -> None:
    page = player(size=SIZES[size]).page
    rules = open_rules(page)
    expect(rules).to_contain_text("Modern rulebook")
    status = rules.get_by_role("status")
    expect(status).to_have_text("173 rules")
    query = rules.get_by_role("searchbox")
    query.press_sequentially("FÍNE-W")
    expect(status).to_have_text("1 of 173 rules found.")
    expect(query).to_be_focused()
    expect(query).to_have_value("FÍNE-W")
    rule = rules.locator("#rule-jail-fine-window")
    expect(rule).to_be_visible()
    expect(rule).to_contain_text("before any of the three throws")
    expect(rule).to_contain_text("Classic and 1973")
    query.fill("qqq")
    expect(status).to_have_text("No rule contains all these words.")
    expect(rules.locator(".rule")).to_have_count(0)
    query.fill("")
    expect(status).to_have_text("173 rules")
    # A topic unfolds by keyboard.
    rules.locator("summary", has_text="Doubles").focus()
    page.keyboard.press("Enter")
    expect(rules.locator("#rule-doubles-third")).to_be_visible()
    rules.get_by_label("Topic").select_option("tax")
    expect(status).to_have_text("5 rules")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()


@pytest.mark.long
def test_any_two_books_can_be_compared(page: Page) -> None:
    page.locator("#choice > summary").click()
    page.get_by_role("radio", name="Wikibooks").check()
    expect(page.locator("#book-note")).to_contain_text("no second chance")
    page.get_by_role("button", name="All differences").click()
    rules = page.locator("#dlg-rules")
    status = rules.get_by_role("status")
    expect(status).to_contain_text("Wikibooks and Modern differ in")
    rules.get_by_label("Second rulebook").select_option("parker1973")
    expect(status).to_contain_text("Wikibooks and 1973 differ in")
    count = int(re.findall(r"differ in (\d+) ", status.inner_text())[0])
    expect(rules.locator(".rule")).to_have_count(count)
    sides = rules.locator("#rule-purchase-mortgage-same-move .rule-sides > div")
    expect(sides.nth(0)).to_contain_text("forbidden")
    expect(sides.nth(1)).to_contain_text("allowed")
    rules.get_by_label("Topic").select_option("short-game")
    expect(rules.locator(".rule")).to_have_count(12)
    expect(rules.locator("#rule-short-game-deal")).to_contain_text("has no Short Game")
    # A sign opens a dialog on top, which leads to the place in the chosen book and can be closed.
    rules.get_by_label("Topic").select_option("auction")
    rules.locator("#rule-auction-bidders [data-why]").click()
    why = page.locator("#dlg-why")
    expect(why.get_by_role("heading", level=2)).to_be_focused()
    why.get_by_role("button", name="Show it in the rules").click()
    expect(why).to_be_hidden()
    expect(rules).to_contain_text("Wikibooks rulebook")
    expect(rules.locator("#rule-auction-bidders")).to_be_focused()
    expect(rules.locator("#rule-auction-bidders")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="All differences")).to_be_focused()


def test_house_rules_in_force_are_marked(page: Page) -> None:
    position(page, "classic", house_rules={"free-parking": "pot"})
    rules = open_rules(page)
    expect(rules).to_contain_text("This game has house rules")
    rules.get_by_role("searchbox").fill("free-parking.no-pot")
    expect(rules.locator(".rule")).to_contain_text("House rule: Free Parking bonus")


# ---------------------------------------------------------------- why?


@pytest.mark.parametrize("size", LOOKED_AT)
def test_why_opens_the_clause_from_a_question_a_journal_line_and_a_disabled_button(
    player: Come, size: str
) -> None:
    page = player(size=SIZES[size], reduced_motion="reduce").page
    position(
        page,
        "wikibooks",
        "Ada roll",
        "chance dice 1 2",
        "Ada mortgage park-place",
        position={"seat": {"Ada": {"cash": 40, "deeds": ["park-place"]}}},
    )
    asked(page, "buy 0")
    why = page.locator("#dlg-why")
    # an ask
    sign = page.locator("#ask .ask-head ~ p [data-why]").first
    sign.focus()
    page.keyboard.press("Enter")
    expect(why).to_contain_text("§ purchase.option")
    expect(why.get_by_role("heading", level=2)).to_be_focused()
    page.keyboard.press("Escape")
    expect(why).to_be_hidden()
    expect(sign).to_be_focused()
    # a disabled button
    buy = page.locator("#ask [data-answer=buy]")
    expect(buy).to_have_attribute("aria-disabled", "true")
    reason = page.locator("#ask .reason")
    expect(reason).to_contain_text("took out a mortgage after this throw and so may not buy")
    expect(buy).to_have_attribute(
        "aria-describedby", reason.locator("span").first.get_attribute("id") or ""
    )
    buy.click(force=True)
    asked(page, "buy 0")
    sign = reason.locator("[data-why='purchase.mortgage-same-move']")
    expect(sign).to_have_attribute("title", "purchase.mortgage-same-move")
    sign.click()
    expect(why).to_contain_text("forbidden")
    why.get_by_role("button", name="Show it in the rules").click()
    expect(page.locator("#rule-purchase-mortgage-same-move")).to_be_in_viewport()
    page.keyboard.press("Escape")
    # a line of the journal
    if size == "phone":
        page.locator("#tools [data-do=open-journal]").click()
    line = page.locator("#dlg-journal .entry" if size == "phone" else "#journal .entry").first
    expect(line).to_contain_text("mortgages Park Place")
    line.locator("[data-why]").click()
    expect(why).to_contain_text("§ mortgage.value")


# ---------------------------------------------------------------- what only some books ask


def test_a_player_chooses_the_tax_before_any_total_is_on_the_page(page: Page) -> None:
    import_record(
        page,
        "tenth.toml",
        (RECORDS / "tenth-of-total-worth-wikibooks.toml")
        .read_text("utf-8")
        .rsplit("[[step]]", 1)[0],
    )
    asked(page, "tax 0")
    total = re.compile(r"worth \$|1,620|\$162\b")
    for region in ("#seats", "#ask", "#notices", "#journal", "#bar"):
        expect(page.locator(region)).not_to_contain_text(total)
    page.locator("#seats [data-do=open-seat]").first.click()
    expect(page.locator("#dlg-seat")).to_be_visible()
    expect(page.locator("#dlg-seat")).not_to_contain_text(re.compile("worth", re.IGNORECASE))
    page.keyboard.press("Escape")
    page.locator("#ask [data-answer=percent]").click()
    asked(page, "end 0")
    expect(page.locator("#cash-0")).to_contain_text("$838")
    expect(page.locator("#seats")).to_contain_text("worth $")


@pytest.mark.long
def test_the_page_asks_for_a_rent_claim_and_shows_its_deadline(page: Page) -> None:
    position(
        page,
        "classic",
        "Ada roll",
        "chance dice 2 4",
        "Ada end",
        seats=["Ada", "Ben", "Cleo", "Dora"],
        rent="asked",
        position={"seat": {"Dora": {"deeds": ["oriental-avenue"]}}},
    )
    notice = page.locator("#notices .notice")
    expect(notice).to_contain_text("Dora may claim rent from Ada.")
    expect(notice).to_contain_text("The rent is lost as soon as Cleo throws.")
    expect(notice.locator("[data-why='rent.claim-deadline']")).to_be_visible()
    notice.get_by_role("button", name=re.compile("Claim")).click()
    expect(page.locator("#cash-3")).to_contain_text("$1,506")
    expect(notice).to_have_count(0)


@pytest.mark.long
def test_a_card_lets_the_player_pay_or_draw(page: Page) -> None:
    position(
        page,
        "australian",
        "Ada roll",
        "chance dice 1 1",
        "chance card fine-or-chance",
        edition="london",
        decks="uk-classic",
        position={"deck": {"community-chest": ["fine-or-chance"]}},
    )
    asked(page, "card-choice 0")
    ask = page.locator("#ask")
    expect(ask.locator("[data-answer=pay]")).to_contain_text("£10")
    ask.locator("[data-answer=take-chance]").click()
    expect(page.locator("html")).not_to_have_attribute("data-ask", "card-choice 0")
    expect(page.locator("#drawn")).to_have_attribute("data-deck", "chance")
