"""The edition for a USB stick plays from file://, saves included."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player, back_in_the_game
from tools import stick


@pytest.fixture
def on_a_stick(built_site: Path, tmp_path: Path) -> str:
    folder = tmp_path / "title deed"  # a space, as in many people's folders
    stick.make(built_site, folder)
    return (folder / "index.html").as_uri()


def test_the_game_runs_from_a_file_and_continues_after_a_reload(
    visit: Visits, on_a_stick: str
) -> None:
    page = visit(at=on_a_stick)
    needs_no_file_that_may_not_be_loaded(page, on_a_stick)
    policy = page.locator("meta[http-equiv=Content-Security-Policy]").get_attribute("content")
    assert policy == stick.POLICY
    expect(page.locator("#from-file")).to_contain_text("you can’t install it")
    player = Player(page)
    player.set_up(("Ada", "Person"), ("Ben", "Simple bot"))
    asked = player.start()
    throws = page.locator("#ask [data-answer]:not([aria-disabled=true])").first
    expect(throws).to_be_visible()
    throws.click()
    step = page.locator("html").get_attribute("data-step") or ""
    expect(page.locator("html")).not_to_have_attribute("data-step", "0")
    player.settled()
    journal = page.locator("#journal").inner_text()
    assert "You" in journal, (asked, step)  # the journal addresses a solo player
    page.reload()
    visit.state(page, "ready")
    back_in_the_game(page)
    player.settled()
    expect(page.locator("#journal")).to_contain_text("You")
    expect(page.locator("#from-file")).to_be_hidden()


def needs_no_file_that_may_not_be_loaded(page: Page, on_a_stick: str) -> None:
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.size)") > 0
    failed = page.evaluate("[...document.fonts].filter(f => f.status === 'error').length")
    assert failed == 0
    text = page.evaluate("document.fonts.check('1rem \"Instrument Sans Variable\"')")
    assert text is True
    styles = Path(on_a_stick.removeprefix("file://").replace("%20", " ")).parent / "static" / "css"
    for style in styles.glob("*.css"):
        addresses = re.findall(r"url\(\"?([^\")]{5})", style.read_text())
        assert {address for address in addresses if not address.startswith("#")} <= {"data:"}


@pytest.mark.long
def test_the_laboratory_plays_in_slices_when_a_file_may_not_start_workers(
    visit: Visits, on_a_stick: str
) -> None:
    page = visit(at=on_a_stick)
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="Worksheets", exact=True).click()
    page.get_by_role("button", name=re.compile("Open: Is this die fair")).click()
    page.locator("#lesson-a-0").fill("120")
    page.locator("#lab [name=answer-1]").first.check()
    page.get_by_role("button", name="Throw the die").click()
    expect(page.locator("#lesson-die")).to_be_visible(timeout=120_000)
    page.get_by_role("button", name="Compare", exact=True).click()
    page.locator("#lab [name=size][value='100']").check()
    page.get_by_role("button", name="Run simulation", exact=True).click()
    expect(page.get_by_text("This browser can’t play games in the background here")).to_be_visible(
        timeout=120_000
    )
    expect(page.locator("#lab-says")).to_contain_text("of 200 games", timeout=120_000)
    page.get_by_role("button", name="Stop", exact=True).click()
    expect(page.locator("#lab-says")).to_contain_text("Stopped after")
