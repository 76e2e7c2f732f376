"""After one visit all of the program works though its host is dead: nothing can be connected to, and the
connections that the browser has kept are cut."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from browsing import Visits
from playing import Player
from screens import thrown
from tables import TABLES
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]
PATIENT = 240_000  # ms: a loaded machine plays slowly


@pytest.fixture
def alone(visit: Visits, hosting: Hosting) -> Callable[..., Player]:
    """A page of a second visit, whose host has died since the first."""

    def come(**context: Any) -> Player:
        visit.expected("ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|ServiceWorker")
        host, address = hosting()
        page = visit(at=address, **context)
        expect(page.locator("html[data-kept]")).to_have_count(1)
        host.die()
        page.reload()
        visit.state(page, "ready")
        return Player(page)

    return come


def test_languages_odds_and_a_review_need_no_host(alone: Callable[..., Player]) -> None:
    me = alone()
    page = me.page
    me.from_menu("Settings")
    me.dialog("Settings").get_by_label("instant").check(force=True)
    me.dialog("Settings").locator("[name=odds]").check()
    me.close_all()
    me.sit_down(TABLES["buy 0"])
    expect(page.get_by_label(re.compile("Chances to win: "))).to_be_visible()
    me.sit_down(TABLES["over"])
    me.button("Laboratory", "#ask").click()
    review = page.locator("#lab-review")
    expect(review).to_be_visible(timeout=PATIENT)
    expect(review).not_to_contain_text("being weighed", timeout=PATIENT)
    expect(page.locator("#lab-worth-picture")).to_be_visible(timeout=PATIENT)
    me.leave()
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="Deutsch").check()
    expect(page.get_by_role("dialog", name="Einstellungen")).to_be_visible()


def test_the_laboratory_and_a_worksheet_need_no_host(alone: Callable[..., Player]) -> None:
    me = alone()
    page = me.page
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=PATIENT)
    for side in "ab":
        page.locator(f"#lab-form-{side} summary").click()
        page.locator(f"#lab-form-{side} form [name=seats]").select_option("2")
    page.get_by_role("button", name="Run", exact=True).click()
    expect(page.get_by_role("heading", name="No verdict yet")).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="Stop", exact=True).click()
    nav = page.locator("#lab .lab-nav")
    nav.get_by_role("button", name="Worksheets", exact=True).click()
    page.get_by_role("button", name=re.compile("Open: Is this die")).click()
    thrown(me)
