"""After one visit the site works without a network, and is never a mixture of two versions."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import invariants
from browsing import Visits
from kept_games import stored
from playing import Player, back_in_the_game, sensible
from titledeed.storage import checksummed_copies
from titledeed.workshop.bot_file import BotFile, bot_link
from titledeed.workshop.steps import STEPS
from tools import site
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]

PARTS = ("python", "static/words")
FILE_OF_A_LANGUAGE = re.compile(r"/(python|static/words)/(\w\w)\.")

# Resolves when no new version is being fetched any more; returns the names of the stored files.
SETTLED = """
async () => {
  const registration = await navigator.serviceWorker.ready;
  while (registration.installing) await new Promise((go) => setTimeout(go, 20));
  return caches.keys();
}
"""


def kept(page: Page) -> None:
    expect(page.locator("html[data-kept]")).to_have_count(1)


@pytest.fixture
def newer(built_site: Path, tmp_path: Path) -> Path:
    """The same site with another title, as a later version."""
    folder = tmp_path / "newer"
    shutil.copytree(built_site, folder)
    page = folder / "index.html"
    page.write_text(page.read_text().replace("<title>Title Deed", "<title>A newer Title Deed"))
    site.write_worker(folder)
    return folder


def test_after_one_visit_the_page_starts_offline(
    visit: Visits, hosting: Hosting, tmp_path: Path
) -> None:
    host, address = hosting()
    page = visit(at=address)
    kept(page)
    host.folder = tmp_path  # the host has no files any more
    host.sent.clear()
    again = page.context.new_page()
    again.goto(f"{address}?from=mail")
    visit.state(again, "ready")
    assert [name for name, _ in host.sent if name != "sw.js"] == []


def test_the_board_maker_opens_offline(visit: Visits, hosting: Hosting, tmp_path: Path) -> None:
    host, address = hosting()
    page = visit(at=address)
    kept(page)
    host.folder = tmp_path
    host.sent.clear()
    again = page.context.new_page()
    again.goto(f"{address}#board-maker")
    again.get_by_role("button", name="Atlantic City").click(timeout=120_000)
    expect(again.locator("#maker-square-39")).to_be_visible()
    again.locator(".maker-tabs").get_by_role("button", name="Share").click()
    expect(again.locator("#maker-east")).to_contain_text("link")
    assert [name for name, _ in host.sent if name != "sw.js"] == []


@pytest.mark.long
def test_a_bot_plays_at_a_table_while_the_host_is_gone(visit: Visits, hosting: Hosting) -> None:
    """The service worker can't answer for the closed frame; the browser has its file, as hosts usually let it
    store files for a while."""
    host, address = hosting(max_age=3600)
    page = visit(at=f"{address}#workshop")
    kept(page)
    expect(page.locator(".ws-state")).to_contain_text("No mistakes found", timeout=120_000)
    host.die()
    visit.expected("Failed to load|ERR_")
    again = page.context.new_page()
    again.goto(address)
    visit.state(again, "ready")
    bot = BotFile("Magpie", STEPS[-1].solution)
    again.evaluate("(link) => { location.hash = link; }", bot_link(bot))
    again.get_by_role("button", name="Put it at my table").click(timeout=120_000)
    expect(again.locator("#setup .notices")).to_contain_text("Magpie sits at the table")
    again.locator("#start-game").click()
    expect(again.locator("iframe")).to_have_count(1)
    ada = Player(again)
    ada.settled()
    for _ in range(6):
        step = again.locator("html").get_attribute("data-step") or ""
        again.locator(f'#ask [data-answer="{sensible(ada.answers)}"]').first.click()
        expect(again.locator("html")).not_to_have_attribute("data-step", step, timeout=120_000)
        expect(again.locator("html")).not_to_have_attribute("data-ask", "bots", timeout=120_000)
        if any("Magpie" in line for line in ada.journal()):
            break
    assert any("Magpie" in line for line in ada.journal())
    assert again.locator("#notice-program-1").count() == 0


def await_languages(page: Page, languages: set[str]) -> None:
    deadline = time.monotonic() + 20
    while len(files_of_languages(page)) < 2 * len(languages) and time.monotonic() < deadline:
        page.wait_for_timeout(50)
    assert files_of_languages(page) == {(part, of) for part in PARTS for of in languages}


def files_of_languages(page: Page) -> set[tuple[str, str]]:
    """Return the folder and the language of each stored file that belongs to one language."""
    urls = page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(async name =>"
        " (await (await caches.open(name)).keys()).map(request => request.url)))).then(all => all.flat())"
    )
    return {(match[1], match[2]) for url in urls if (match := FILE_OF_A_LANGUAGE.search(url))}


def test_only_the_languages_in_use_are_stored(
    visit: Visits, hosting: Hosting, newer: Path, tmp_path: Path
) -> None:
    host, address = hosting()
    page = visit(at=address, locale="fr-FR")
    kept(page)
    await_languages(page, {"fr"})
    page.get_by_role("button", name="Menu").click()
    page.locator("[data-do=open-settings]").click()
    page.get_by_role("radio", name="Español").check()
    expect(page.locator("html")).to_have_attribute("lang", "es")
    await_languages(page, {"fr", "es"})
    # They are there after an update as well, and without a network.
    updated(visit, page, host, newer)
    page.evaluate(SETTLED)
    assert len(page.evaluate("caches.keys()")) == 2
    host.folder = tmp_path
    page.locator("#update-now").click()
    expect(page).to_have_title("A newer Title Deed")
    visit.state(page, "ready")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    await_languages(page, {"fr", "es"})


def updated(visit: Visits, page: Page, host: Host, newer: Path) -> None:
    """Load the page again while a newer version is waiting."""
    host.folder = newer
    page.reload()
    visit.state(page, "ready")
    expect(page.locator("#update-now")).to_be_visible()


def test_a_newer_version_waits_until_a_player_asks_for_it(
    visit: Visits, hosting: Hosting, newer: Path
) -> None:
    """A window from the first visit moves to it too: it was opened before anything was stored, and has
    not been reloaded since."""
    host, address = hosting()
    first = visit(at=address)
    kept(first)
    page = first.context.new_page()
    page.goto(address)
    visit.state(page, "ready")
    player = Player(page)
    player.set_up(("Ada", "Person"), ("Grace", "Person"))
    player.start()
    updated(visit, page, host, newer)
    expect(page).to_have_title("Title Deed")
    host.sent.clear()
    page.get_by_role("button", name="Update now").click()
    for window in (page, first):
        expect(window).to_have_title("A newer Title Deed")
        visit.state(window, "ready")
    expect(page.locator("#update")).to_be_hidden()
    assert len(page.evaluate(SETTLED)) == 1
    assert [name for name, _ in host.sent if name != "sw.js"] == []  # all files were stored before
    back_in_the_game(page)
    assert player.settled()
    expect(page.locator("#seats")).to_contain_text("Grace")


BRISK = f"""
const chosen = {json.dumps(checksummed_copies.seal_table({"speed": "brisk"}))};
if (location.protocol === "http:") localStorage.setItem("titledeed/1/settings", chosen);
"""
# Presses the update button and returns the number of answers that the table shows at that moment.
PRESS = """
() => {
  const shown = Number(document.documentElement.dataset.step);
  document.getElementById("update-now").click();
  return shown;
}
"""


def test_an_update_during_bot_play_loses_none_of_their_answers(
    visit: Visits, hosting: Hosting, newer: Path
) -> None:
    host, address = hosting()
    page = visit(at=address, script=BRISK)
    kept(page)
    player = Player(page)
    player.set_up(("Ada", "Simple bot"), ("Grace", "Simple bot"), ("Emmy", "Simple bot"))
    player.button("Start the game", "#setup-form").click()
    root = page.locator("html")
    expect(root).to_have_attribute("data-step", re.compile(r"^([5-9]|\d{2,})$"))
    updated(visit, page, host, newer)
    back_in_the_game(page)
    expect(root).to_have_attribute("data-step", re.compile(r"^\d{2,}$"))
    shown = page.evaluate(PRESS)
    expect(page).to_have_title("A newer Title Deed")
    visit.state(page, "ready")
    game, session = stored(page).load()
    assert not game.lost
    assert len(session.entries) >= shown
    invariants.check(session.state)
    back_in_the_game(page)
    goes_on = re.compile(rf"^(?!{len(session.entries)}$)\d+$")
    expect(root).to_have_attribute("data-step", goes_on)


@pytest.mark.parametrize("windows", [1, pytest.param(2, marks=pytest.mark.long)])
def test_entries_for_a_new_game_survive_an_update(
    visit: Visits, hosting: Hosting, newer: Path, windows: int
) -> None:
    """The same holds in a second window, which reloads together with the one that asked to update."""
    host, address = hosting()
    page = visit(at=address)
    kept(page)
    updated(visit, page, host, newer)
    pages = {"Hedy": page}
    if windows == 2:
        other = page.context.new_page()
        other.goto(address)
        visit.state(other, "ready")
        pages["Dorothy"] = other
    for name, visitor in pages.items():
        Player(visitor).set_up(("Ada", "Person"), (name, "Simple bot"), ("Emmy", "Person"))
        visitor.locator("#choice > summary").click()
        visitor.get_by_role("radio", name="London").check(force=True)
        expect(visitor.locator("#look")).to_have_attribute("data-same", "london modern en")
    page.get_by_role("button", name="Update now").click()
    for name, visitor in pages.items():
        expect(visitor).to_have_title("A newer Title Deed")
        visit.state(visitor, "ready")
        expect(visitor.locator(".setup-seat")).to_have_count(3)
        expect(visitor.get_by_label("Name of player 2")).to_have_value(name)
        expect(visitor.get_by_label("Player 2: person or bot")).to_have_value("simple")
        # The section with the chosen board is folded up again.
        expect(visitor.get_by_role("radio", name="London", include_hidden=True)).to_be_checked()
        visitor.reload()  # after that, the entries are gone
        visit.state(visitor, "ready")
        expect(visitor.get_by_label("Name of player 2")).to_have_value("Grace")


def test_the_site_can_be_installed(visit: Visits, hosting: Hosting) -> None:
    _, address = hosting()
    page = visit(at=address)
    kept(page)
    tools = page.context.new_cdp_session(page)
    manifest = tools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert "shot-wide" in manifest["data"]
    errors = tools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A test's browser has no regular window, so it cannot install.
    assert [e["errorId"] for e in errors if e["errorId"] != "in-incognito"] == []


def test_an_incomplete_version_is_not_used(visit: Visits, hosting: Hosting, newer: Path) -> None:
    host, address = hosting()
    page = visit(at=address)
    kept(page)
    # Half of the new version has arrived at the host: its page is still the old one.
    visit.expected("integrity|404|ServiceWorker|Failed to")
    shutil.copy(host.folder / "index.html", newer / "index.html")
    host.folder = newer
    with page.context.expect_event("serviceworker"):
        page.reload()
    visit.state(page, "ready")
    expect(page.locator("#update")).to_be_hidden()
    page.reload()
    visit.state(page, "ready")
    expect(page).to_have_title("Title Deed")
    assert len(page.evaluate(SETTLED)) == 1
