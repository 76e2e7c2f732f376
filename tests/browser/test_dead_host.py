"""After one visit the whole program works even if its host is dead.

Nothing can be connected to, and the browser's open connections are cut."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, FilePayload, expect

from browsing import Visits
from playing import Player
from screens import SCREENS, thrown
from tables import TABLES
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]
PATIENT = 240_000  # ms: a loaded machine plays slowly


@pytest.fixture
def alone(visit: Visits, hosting: Hosting) -> Iterator[Callable[..., Player]]:
    """Return a function that opens a page of a second visit, after the host has died."""

    def come(**context: Any) -> Player:
        visit.expected("ERR_CONNECTION|ERR_EMPTY|ERR_FAILED|ServiceWorker")
        host, address = hosting()
        page = visit(at=address, **context)
        expect(page.locator("html[data-kept]")).to_have_count(1)
        host.die()
        page.reload()
        visit.state(page, "ready")
        page.context.on("requestfailed", lambda request: failed.append(request.url))
        return Player(page)

    failed: list[str] = []
    yield come
    # The browser checks for a newer version now and then; it requests nothing else from the host.
    assert [address for address in failed if not address.endswith("/sw.js")] == []


@pytest.mark.long
def test_odds_and_a_review_work_without_the_host(alone: Callable[..., Player]) -> None:
    me = alone()
    page = me.page
    me.from_menu("Settings")
    me.dialog("Settings").get_by_label("instant").check(force=True)
    me.dialog("Settings").locator("[name=odds]").check()
    me.close_all()
    me.sit_down(TABLES["buy 0"])
    expect(page.get_by_label(re.compile("Chances of winning: "))).to_be_visible()
    me.sit_down(TABLES["over"])
    me.button("Laboratory", "#ask").click()
    review = page.locator("#lab-review")
    expect(review).to_be_visible(timeout=PATIENT)
    expect(review).not_to_contain_text("being analyzed", timeout=PATIENT)
    expect(page.locator("#lab-worth-picture")).to_be_visible(timeout=PATIENT)


def test_the_laboratory_and_a_worksheet_work_without_the_host(alone: Callable[..., Player]) -> None:
    me = alone()
    page = me.page
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=PATIENT)
    for side in "ab":
        page.locator(f"#lab-form-{side} > summary").click()
        page.locator(f"#lab-form-{side} form [name=seats]").select_option("2")
    page.get_by_role("button", name="Run simulation", exact=True).click()
    expect(page.get_by_role("heading", name="No verdict yet")).to_be_visible(timeout=PATIENT)
    page.get_by_role("button", name="Stop", exact=True).click()
    nav = page.locator("#lab .lab-nav")
    nav.get_by_role("button", name="Worksheets", exact=True).click()
    page.get_by_role("button", name=re.compile("Open: Is this die")).click()
    thrown(me)


@pytest.mark.long
def test_custom_boards_and_multi_device_tables_work_without_the_host(
    alone: Callable[..., Player],
) -> None:
    me = alone()
    for name in ("start, house rules", "rules", "several devices, by codes"):
        next(screen for screen in SCREENS if screen.name == name).open(me)
        me.close_all()
    me.leave()
    town = (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_bytes()
    me.unfold("choice")
    me.unfold("own-board")
    with me.page.expect_file_chooser() as chooser:
        me.page.locator("#load-board").click()
    chooser.value.set_files(FilePayload(name="town.toml", mimeType="text/plain", buffer=town))
    expect(me.page.locator("#trial-title")).to_contain_text("is now on the list of boards")
    me.set_up(("Ada", "Person"), ("Ben", "Person"))
    me.start()
    expect(me.page.locator("#board")).to_contain_text("Apple Lane")


@pytest.mark.long
def test_every_screen_works_without_the_host(alone: Callable[..., Player]) -> None:
    me = alone(reduced_motion="reduce")
    failures = []
    for screen in SCREENS:
        me.forget_games()  # so that the list of games stays short
        try:
            screen.open(me)
        except (Error, AssertionError) as error:
            failures.append(f"{screen.name}: {error}"[:300])
    assert failures == []
