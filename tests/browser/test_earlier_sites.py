"""A visitor with an earlier version stored gets this one, with the saved games. ``earlier_site/`` has the
service worker and ``offline.mjs`` of the first version word for word, and as much of its page as these
two need: scripts ended in ``.mjs``, and files that could change had a hash behind a "?"."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]

EARLIER = Path(__file__).parent / "earlier_site"
GAME = Path(__file__).parents[1] / "saves" / "0.1.0" / "under-way.json"
KEEP = "given => { for (const [name, value] of given) localStorage.setItem(name, value) }"


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """The earlier site as its build put it together."""
    folder = tmp_path / "earlier"
    boot = folder / "static" / "boot"
    boot.mkdir(parents=True)
    addresses = {}
    for file, address in {
        folder / "index.html": "./",
        boot / "start.mjs": "static/boot/start.mjs?v=00000000",
        boot / "offline.mjs": "static/boot/offline.mjs?v=00000000",
    }.items():
        content = (EARLIER / file.name).read_bytes()
        file.write_bytes(content)
        digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
        addresses[address] = f"sha256-{digest}"
    built = json.dumps({"version": "000000000000", "files": addresses})
    worker = (EARLIER / "sw.js").read_text()
    assert "const BUILT = {};" in worker
    (folder / "sw.js").write_text(worker.replace("const BUILT = {};", f"const BUILT = {built};"))
    return folder


def visited(visit: Visits, address: str, **context: Any) -> Page:
    """A page of the earlier site with a game under way."""
    page = visit(at=address, **context)
    expect(page).to_have_title("An earlier Title Deed")
    saved = json.loads(GAME.read_text("utf-8"))["quick"]
    page.evaluate(KEEP, [[name, saved[name]] for name in saved if "/holder/" not in name])
    return page


def goes_on(visit: Visits, page: Page) -> None:
    """This version has the game, at the question where it was left."""
    expect(page).to_have_title("Title Deed")
    visit.state(page, "ready")
    page.locator("#setup [data-do=continue]").click()
    Player(page).is_asked("roll 0")
    expect(page.locator("html")).to_have_attribute("data-step", "60")


@pytest.mark.parametrize(
    "when", ["when asked for", pytest.param("at the next visit", marks=pytest.mark.long)]
)
def test_a_visitor_with_an_earlier_version_stored_gets_this_version(
    visit: Visits, hosting: Hosting, built_site: Path, earlier: Path, when: str
) -> None:
    host, address = hosting()
    host.folder = earlier
    page = visited(visit, address)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    host.folder = built_site
    page.reload()
    use_it = page.get_by_role("button", name="Use it now")
    expect(use_it).to_be_visible()
    expect(page).to_have_title("An earlier Title Deed")
    if when == "when asked for":
        use_it.click()
    else:  # no page of the earlier version is open any more
        page.goto("about:blank")
        page.goto(address)
    goes_on(visit, page)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    (cache,) = page.evaluate("caches.keys()")
    assert "000000000000" not in cache


def test_a_stored_page_of_an_earlier_version_is_reloaded(
    visit: Visits, hosting: Hosting, built_site: Path, earlier: Path
) -> None:
    visit.expected("Service Worker registration blocked|404|addEventListener")
    host, address = hosting(headers={"index.html": {"Cache-Control": "max-age=86400"}})
    host.folder = earlier
    page = visited(visit, address, service_workers="block")
    host.folder = built_site
    host.sent.clear()
    page.goto("about:blank")
    page.goto(address)
    goes_on(visit, page)
    asked = [name for name, _ in host.sent]
    assert asked[0] == "static/boot/start.mjs"  # the page itself was taken as it was kept
    assert asked.count("static/boot/start.mjs") == 1


@pytest.mark.long
def test_a_new_visitor_to_a_half_published_site_sees_a_message_and_then_the_new_site(
    visit: Visits, hosting: Hosting, built_site: Path, earlier: Path
) -> None:
    """The host has this version's files already, but still the earlier page, as when files are copied one
    by one."""
    visit.expected("404|addEventListener|Service Worker registration blocked")
    host, address = hosting()
    page_of_before = (earlier / "index.html").read_bytes()
    shutil.copytree(built_site, earlier, dirs_exist_ok=True)
    (earlier / "index.html").write_bytes(page_of_before)
    host.folder = earlier
    page = visit(at=address, wait=None, service_workers="block")
    expect(page.get_by_text("A new version of this site is being published.")).to_be_visible()
    shutil.copy(built_site / "index.html", earlier / "index.html")
    expect(page.locator("html[data-state=ready]")).to_have_count(
        1
    )  # of the page that is loaded then
    expect(page).to_have_title("Title Deed")
