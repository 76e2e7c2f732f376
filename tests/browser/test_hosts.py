"""The site starts, plays and is stored for offline use, whatever a host does to its files."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import real_hosts
from browsing import RUN, Visits, waits
from playing import Player, back_in_the_game
from tables import TABLES
from titledeed.game import share_link
from tools import machine, other_words, pages, site
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]

# The endings that such a host does not know.
UNKNOWN = (".gz", ".xz", ".zip", ".wasm", ".webmanifest", ".woff2")


def sent_as(kind: str, *endings: str, **more: str) -> dict[str, dict[str, str]]:
    return {ending: {"Content-Type": kind, **more} for ending in endings or UNKNOWN}


def plays_and_is_kept(visit: Visits, address: str, end: Callable[[], None]) -> None:
    page = visit(at=address)
    player = Player(page)
    player.sit_down(TABLES["buy 0"])
    player.press(re.compile("^Buy Baltic"))
    player.is_asked("end 0")
    expect(page.locator("html[data-kept]")).to_have_count(1)
    end()
    page.reload()
    visit.state(page, "ready")
    back_in_the_game(page)
    player.is_asked("end 0")


HOSTS: dict[str, dict[str, Any]] = {
    # With `nosniff`, like all hosts here unless noted otherwise.
    "octets, and .gz decoded": {
        "headers": sent_as("application/octet-stream") | {".gz": {"Content-Encoding": "gzip"}}
    },
    "text, a proxy's comment, and no 404": {
        "headers": sent_as("text/plain"),
        "added": b"<!-- served by a proxy -->\n",
        "fallback": True,
    },
    "no type, and no manifest": {
        "headers": sent_as(""),
        "missing": {"manifest.webmanifest", "licenses.txt", "examples/my-town.toml"},
    },
}


@pytest.mark.long
@pytest.mark.parametrize(
    "host",
    [
        "text, a proxy's comment, and no 404",
        *(
            pytest.param(name, marks=pytest.mark.long)
            for name in ("octets, and .gz decoded", "no type, and no manifest")
        ),
    ],
)
def test_the_game_plays_on_any_kind_of_host(
    visit: Visits, hosting: Hosting, tmp_path: Path, host: str
) -> None:
    visit.expected("404")
    served, address = hosting(**HOSTS[host])

    def end() -> None:
        served.folder, served.fallback = tmp_path, False

    plays_and_is_kept(visit, address, end)


@pytest.mark.long
def test_the_game_plays_from_an_address_with_index_html(
    visit: Visits, hosting: Hosting, tmp_path: Path
) -> None:
    served, address = hosting()

    def end() -> None:
        served.folder = tmp_path

    plays_and_is_kept(visit, f"{address}index.html", end)


def test_the_game_plays_from_pythons_own_server(
    visit: Visits, built_site: Path, tmp_path: Path
) -> None:
    with real_hosts.serving(real_hosts.python, built_site, tmp_path) as (address, end):
        plays_and_is_kept(visit, address.removesuffix("/"), end)  # it redirects


@pytest.mark.long
@pytest.mark.parametrize("server", ["nginx", "lighttpd", "apache2"])
def test_the_game_plays_from_debians_web_servers(
    visit: Visits, built_site: Path, server: str
) -> None:
    machine.server(server)
    command = getattr(real_hosts, server)
    with (
        tempfile.TemporaryDirectory(prefix="titledeed-host-") as work,
        real_hosts.serving(command, built_site, Path(work)) as (address, end),
    ):
        plays_and_is_kept(visit, address.removesuffix("/"), end)


# For each address the host sends the page, but the page's files are not where the page looks for them.
ASTRAY = {
    "a folder without its slash": ("../place", {}),
    "where nothing is": ("no/such/place", {"fallback": True}),
    "where no folder is": ("no/such/place/", {"fallback": True}),
    "a folder that is redirected to go without its slash": ("", {"slashless": True}),
}


@pytest.mark.parametrize(
    "where",
    [
        "where nothing is",
        *(
            pytest.param(where, marks=pytest.mark.long)
            for where in ASTRAY
            if where != "where nothing is"
        ),
    ],
)
def test_a_page_at_the_wrong_address_finds_its_folder(
    visit: Visits, hosting: Hosting, where: str
) -> None:
    visit.expected("404|MIME|Failed to load")
    path, how = ASTRAY[where]
    _, address = hosting(**how)
    game = f"?from=mail#game={share_link.pack_record(json.loads(json.dumps(TABLES['buy 0'])))}"
    page = visit(at=f"{address}{path}{game}")
    page.get_by_role("button", name="Open it as a new game").click()
    Player(page).is_asked("buy 0")
    assert "info: Title Deed is not at this address. Looking for its folder." in visit.console
    if "fallback" in how:  # the browser also reports each preload that gets a 404
        assert len([line for line in visit.console if line.startswith("error")]) <= 2
    named = "index.html" if "slashless" in how else ""
    assert page.url.partition("#")[0] == f"{address}{named}?from=mail"
    page.goto("about:blank")
    page.goto(f"{address}{path}", wait_until="commit")  # and the same happens the next time
    expect(page).to_have_url(
        re.compile(f"{address}(index.html)?$")
    )  # once the site is stored, with its slash
    visit.state(page, "ready")


@pytest.mark.long
def test_the_game_plays_when_the_folder_has_no_trailing_slash(
    visit: Visits, hosting: Hosting, tmp_path: Path
) -> None:
    visit.expected("404|MIME|Failed to load")
    served, address = hosting(slashless=True)

    def end() -> None:
        served.folder = tmp_path

    plays_and_is_kept(visit, address, end)


def test_a_page_without_a_folder_says_what_its_address_must_be(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("404|MIME|Failed to load")
    _, address = hosting(missing={"static/boot/guard.js"})
    page = visit(at=address.removesuffix("/"), wait="shell")
    expect(page.locator("#unguarded")).to_be_visible()
    expect(page.locator("#unguarded")).to_contain_text("must end in a slash")


# ---- what is published in part -----------------------------------------------------------------


@pytest.fixture
def newer(built_site: Path, tmp_path: Path) -> Path:
    """A later version with another page and another style."""
    folder = tmp_path / "newer"
    shutil.copytree(built_site, folder)
    page = folder / "index.html"
    (style,) = folder.glob("static/css/first.*.css")
    style.rename(style.with_name("first.00000000.css"))
    text = page.read_text().replace(style.name, "first.00000000.css")
    page.write_text(text.replace("<title>Title Deed", "<title>A newer Title Deed"))
    site.write_worker(folder)
    return folder


def mixed(old: Path, new: Path, out: Path, first: str) -> Path:
    """The old site with one file of the new one."""
    shutil.copytree(old, out)
    shutil.copy(new / first, out / first)
    return out


@pytest.mark.long
@pytest.mark.parametrize("first", ["index.html", pytest.param("sw.js", marks=pytest.mark.long)])
def test_a_visitor_keeps_a_complete_version_while_another_is_only_half_there(
    visit: Visits, hosting: Hosting, built_site: Path, newer: Path, tmp_path: Path, first: str
) -> None:
    visit.expected("404|integrity|ServiceWorker|Failed to")
    served, address = hosting()
    page = visit(at=address)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    served.folder = mixed(built_site, newer, tmp_path / "mixed", first)
    page.reload()
    visit.state(page, "ready")
    expect(page).to_have_title("Title Deed")
    expect(page.locator("#guard")).to_have_count(0)  # nothing of it is missing
    served.folder = newer
    page.reload()
    visit.state(page, "ready")
    page.get_by_role("button", name="Update now").click()
    expect(page).to_have_title("A newer Title Deed")


@pytest.mark.long
def test_a_new_visitor_to_a_half_published_version_gets_it_or_sees_a_message(
    visit: Visits, hosting: Hosting, built_site: Path, newer: Path, tmp_path: Path
) -> None:
    # Without styles, the preloaded fonts are not used.
    visit.expected("404|integrity|ServiceWorker|Failed to|woff2 was preloaded")
    served, address = hosting()
    served.folder = mixed(built_site, newer, tmp_path / "mixed", "index.html")
    page = visit(at=address)
    expect(page).to_have_title("A newer Title Deed")
    notice = page.locator("#guard")
    expect(notice).to_contain_text("Part of this page’s design didn’t arrive: static/css/first.0")
    served.folder = newer
    notice.get_by_role("button", name="Reload the page").click()
    expect(notice).to_have_count(0)
    visit.state(page, "ready")


def test_only_the_page_and_its_worker_change_at_the_same_address(built_site: Path) -> None:
    names = [file.relative_to(built_site).as_posix() for file in built_site.rglob("*.*")]
    files = [name for name in names if (built_site / name).is_file()]
    plain = {name for name in files if not re.search(r"\.[0-9a-f]{8}[./]", name)}
    not_of_play = {"manifest.webmanifest", "licenses.txt", "static/boot/start.mjs"}
    not_of_play |= {"examples/EDITIONS.md", "examples/my-town.toml"}
    not_of_play |= {f"manifest.{language}.webmanifest" for language in ("de", "es", "fr")}
    assert plain - not_of_play == {"index.html", "sw.js"}


# Imports a module of the standard library that is fetched on demand.
LATE = """
try:
    import xml.etree.ElementTree
    said = "it is here"
except ImportError as why:
    said = str(why)
said
"""


def test_the_page_says_when_files_have_disappeared_from_the_host_since_the_start(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("404|Fetching the rest|Synchronous XMLHttpRequest|Service Worker registration")
    served, address = hosting()
    page = visit(at=address, service_workers="block")
    player = Player(page)
    player.sit_down(TABLES["buy 0"])
    player.press(re.compile("^Buy Baltic"))
    player.is_asked("end 0")
    served.missing.add("python/rest.xz")
    assert "404" in page.evaluate(RUN, LATE)
    notice = page.locator("#guard")
    expect(notice).to_contain_text(
        re.compile("python/rest.*xz is no longer there. Reload the page: your game is safe")
    )
    served.missing.clear()  # no file is missing any more
    notice.get_by_role("button", name="Reload the page").click()
    expect(notice).to_have_count(0)
    visit.state(page, "ready")
    back_in_the_game(page)
    player.is_asked("end 0")
    assert page.evaluate(RUN, LATE) == "it is here"


# The addresses of all stored files, relative to the site's root.
STORED = """
async () => {
  const [name] = await caches.keys();
  const requests = await (await caches.open(name)).keys();
  return requests.map(({ url }) => url.slice(new URL("./", document.baseURI).href.length));
}
"""


def of_a_language(name: str) -> bool:
    """Return whether this is a file of a language that this visitor does not use."""
    match = site.LANGUAGE.match(name)
    return match is not None and match[1] in other_words.languages()


def test_files_fetched_later_are_stored_with_the_rest(
    visit: Visits, hosting: Hosting, built_site: Path, tmp_path: Path
) -> None:
    served, address = hosting()
    page = visit(at=address)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    files = {file.relative_to(built_site).as_posix() for file in built_site.rglob("*.*")}
    files = {name for name in files if (built_site / name).is_file() and not of_a_language(name)}
    assert set(page.evaluate(STORED)) == files - {"index.html", "sw.js"} | {"", "kept.json"}
    served.folder = tmp_path
    page.reload()
    visit.state(page, "ready")
    page.get_by_role("button", name="Laboratory").click()
    expect(page.get_by_role("heading", name="Laboratory")).to_be_visible()


# ---- offline, visibly --------------------------------------------------------------------------


def settings_say(page: Page, words: str) -> None:
    Player(page).from_menu("Settings")
    expect(page.locator("#settings-offline")).to_contain_text(re.compile(words))
    Player(page).close_all()


def test_the_settings_say_whether_the_site_is_stored_and_report_and_retry_failures(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("integrity|404|ServiceWorker|Failed to")
    served, address = hosting(cut={"static/art/seal.svg"})
    page = visit(at=address)
    notice = page.locator("#unkept")
    expect(notice).to_be_visible(timeout=60_000)
    expect(notice).to_contain_text("couldn’t be saved for offline play")
    settings_say(page, r"some downloaded files were altered or incomplete \(static/art/seal.*svg\)")
    notice.get_by_role("button", name="Dismiss").click()
    expect(notice).to_be_hidden()
    served.cut.clear()
    page.reload()
    visit.state(page, "ready")
    expect(page.locator("html[data-kept]")).to_have_count(1)
    settings_say(page, r"saved on this device and works offline\. It takes up 17 MB")


def test_the_settings_say_so_when_the_browser_stores_no_sites(visit: Visits) -> None:
    page = visit(script="delete Navigator.prototype.serviceWorker")
    expect(page.locator("html[data-unkept]")).to_have_count(1)
    settings_say(page, "this browser or private window doesn’t save websites")


# ---- each file missing, cut or under a wrong type ------------------------------------------------

# Returns when the page starts or shows a sentence about the fault.
TOLD = """
() => {
  const { dataset } = document.documentElement;
  const shown = (id) => {
    const element = document.getElementById(id);
    return element && element.checkVisibility({ visibilityProperty: true }) && element.textContent.trim();
  };
  if (dataset.state === "ready") return "starts";
  if (dataset.state === "failed" && shown("start-why")) return shown("start");
  return shown("unguarded") || "";
}
"""
FAULTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "missing": lambda name: {"missing": {name}},
    "cut": lambda name: {"cut": {name}},
    "typed": lambda name: {"headers": {name: {"Content-Type": "application/octet-stream"}}},
}
# Without the page, nothing can show a message. If it has the wrong type, browsers show it as text.
BEYOND = {("missing", "index.html"), ("typed", "index.html")}
EACH = 18  # every 18th of the files that a start requests, in the usual run


@pytest.mark.parametrize("fault", FAULTS)
def test_with_any_faulty_file_the_page_starts_or_says_why_not(
    visit: Visits, hosting: Hosting, built_site: Path, request: pytest.FixtureRequest, fault: str
) -> None:
    visit.expected("")
    files = sorted(file for file in built_site.rglob("*") if file.is_file())
    names = [pages.plain(file.relative_to(built_site).as_posix()) for file in files]
    # Each host is another origin, so its visitor is a new one.
    served, address = hosting()
    visitor = visit(at=address, service_workers="block").context
    every = 1
    if not request.config.getoption("--long"):
        # A start that does not request a file cannot report a fault in it.
        asked_for = {name or "index.html" for name, _ in served.sent}
        names, every = [name for name in names if name in asked_for], EACH
        assert len(names) > 20
    silent = {}
    for name in names[list(FAULTS).index(fault) :: every]:
        if (fault, name) in BEYOND:
            continue
        _, address = hosting(**FAULTS[fault](name))
        page = visitor.new_page()
        page.goto(address)
        try:
            # For a loaded machine; people get the sentence within ten seconds.
            waits(page, TOLD, patience=60_000)
        except Exception:  # noqa: BLE001 (all that are silent are named at the end)
            silent[name] = page.locator("html").get_attribute("data-state")
        page.close()
    assert silent == {}
