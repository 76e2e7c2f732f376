"""A new version is published over an old one, file by file, in any order.

A visitor in the middle of it plays one of the two versions or gets an error sentence. A returning
visitor still has the old version and the game. In the end everybody has the new version."""

from __future__ import annotations

import gzip
import os
import random
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player
from tables import TABLES
from tools import site
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]
HASH = re.compile(r"\.([0-9a-f]{8})(?=[./])")
USUAL, LONG = 1, 20  # orders
NEW = "A newer Title Deed"
# What a browser reports about missing or removed files.
EXPECTED = (
    "404|integrity|ServiceWorker|Service Worker|Failed to|preloaded|MIME|could not be|module"
    "|wasm instantiation failed"
)


@pytest.fixture(scope="module")
def newer(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A later version. All its files have other addresses except those that its archives name."""
    folder = tmp_path_factory.mktemp("newer") / "site"
    files = [file for file in sorted(built_site.rglob("*")) if file.is_file()]
    packed = b"".join(gzip.decompress(file.read_bytes()) for file in built_site.glob("python/*.gz"))
    names = [file.relative_to(built_site).as_posix() for file in files]
    hashes = {match[1] for name in names if (match := HASH.search(name))}
    moved = {old: old[::-1] for old in hashes if old.encode() not in packed}
    assert len(moved) > 30

    def renamed(text: str) -> str:
        return HASH.sub(lambda match: f".{moved.get(match[1], match[1])}", text)

    for file, name in zip(files, names, strict=True):
        path = folder / renamed(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        if file.suffix in (".html", ".js", ".css", ".json", ".webmanifest"):
            path.write_text(renamed(file.read_text("utf-8")), "utf-8")
        else:
            shutil.copy(file, path)
    page = folder / "index.html"
    page.write_text(page.read_text("utf-8").replace("<title>Title Deed", f"<title>{NEW}"), "utf-8")
    site.write_worker(folder)
    return folder


class Publishing:
    """The steps from one site to another in a random order.

    On a mirrored host, files of the old site disappear in between; otherwise they stay until the end."""

    def __init__(self, old: Path, new: Path, chance: random.Random, mirrored: bool) -> None:
        self.old, self.new = old, new
        before, after = contents(old), contents(new)
        self.steps = [name for name in after if before.get(name) != after[name]]
        if mirrored:
            self.steps += sorted(before.keys() - after.keys())
        chance.shuffle(self.steps)
        self.done = chance.randrange(1, len(self.steps))

    def half(self, out: Path) -> Path:
        """Build the site halfway through the steps."""
        shutil.copytree(self.old, out, copy_function=os.link)
        for name in self.steps[: self.done]:
            path = out / name
            path.unlink(missing_ok=True)
            if (self.new / name).exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.new / name, path)
        return out


def contents(folder: Path) -> dict[str, bytes]:
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


@pytest.fixture(
    params=[pytest.param(n, marks=[pytest.mark.long] if n >= USUAL else []) for n in range(LONG)]
)
def publishing(
    request: pytest.FixtureRequest, built_site: Path, newer: Path, tmp_path: Path
) -> Iterator[Callable[[], Path]]:
    """Return a function that gives half of the new version, in a random order of its own."""
    number: int = request.param
    steps = Publishing(built_site, newer, random.Random(f"publishing {number}"), number % 2 == 0)
    yield lambda: steps.half(tmp_path / "half")
    shutil.rmtree(tmp_path / "half", ignore_errors=True)


def comes_to(page: Page) -> str:
    """Wait until the page plays, or says why it does not; returns what it says."""
    ready = page.locator("html[data-state=ready]")
    told = page.locator("#guard, #unguarded, #start-why, #start-do").filter(visible=True)
    expect(ready.or_(told).first).to_be_attached(timeout=60_000)
    return "" if ready.count() else str(told.first.inner_text())


def newest(visit: Visits, page: Page) -> None:
    """Reload until the new version is here: it comes on request or with the next visit."""
    page.reload()
    visit.state(page, "ready")
    waits = page.locator("#update:not([hidden])")
    for _ in range(600):
        if page.title() == NEW or waits.count():
            break
        page.wait_for_timeout(100)
    if page.title() != NEW:
        page.get_by_role("button", name="Update now").click()
    expect(page).to_have_title(NEW)
    visit.state(page, "ready")


def test_a_visitor_during_publishing_plays_one_of_the_two_versions_or_sees_a_message(
    visit: Visits, hosting: Hosting, newer: Path, publishing: Callable[[], Path]
) -> None:
    visit.expected(EXPECTED)
    host, address = hosting()
    host.folder = publishing()
    page = visit(at=address, wait=None)
    trouble = comes_to(page)
    if not trouble:
        me = Player(page)
        me.sit_down(TABLES["buy 0"])
        me.press(re.compile("^Buy Baltic"))
        me.is_asked("end 0")
    host.folder = newer
    newest(visit, page)
    if not trouble:
        page.locator("#setup [data-do=continue]").click()
        Player(page).is_asked("end 0")


def test_a_returning_visitor_during_publishing_keeps_the_game_and_gets_the_new_version(
    visit: Visits, hosting: Hosting, newer: Path, publishing: Callable[[], Path]
) -> None:
    visit.expected(EXPECTED)
    host, address = hosting()
    page = visit(at=address)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    me = Player(page)
    me.sit_down(TABLES["buy 0"])
    host.folder = publishing()
    me.press(re.compile("^Buy Baltic"))
    me.leave()
    # Files that the open page has not requested so far come from its own version too.
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible()
    me.leave()
    page.reload()
    visit.state(page, "ready")
    expect(page).to_have_title("Title Deed")
    expect(page.locator("#guard")).to_have_count(0)
    host.folder = newer
    newest(visit, page)
    page.locator("#setup [data-do=continue]").click()
    me.is_asked("end 0")
    (cache,) = page.evaluate("caches.keys()")
    assert cache.endswith(str(page.locator("meta[name=version]").get_attribute("content")))


@pytest.mark.long
def test_an_open_page_in_a_browser_that_stores_no_sites_says_which_files_are_gone(
    visit: Visits, hosting: Hosting, newer: Path, publishing: Callable[[], Path]
) -> None:
    visit.expected(EXPECTED)
    host, address = hosting()
    page = visit(at=address, service_workers="block")
    me = Player(page)
    me.sit_down(TABLES["buy 0"])
    host.folder = publishing()
    me.press(re.compile("^Buy Baltic"))
    me.leave()
    page.get_by_role("button", name="Laboratory").click()
    opened = page.get_by_role("heading", name="Laboratory")
    gone = page.locator("#guard", has_text="A newer version of this site has been published")
    expect(opened.or_(gone).first).to_be_visible()
    host.folder = newer
    page.goto(address)
    visit.state(page, "ready")
    expect(page).to_have_title(NEW)
    page.locator("#setup [data-do=continue]").click()
    me.is_asked("end 0")
