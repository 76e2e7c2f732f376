"""A program that cannot start names the missing part and tells people what to do."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from browsing import Visits
from tools.serve import Host

pytestmark = pytest.mark.kept

Hosting = Callable[..., tuple[Host, str]]

SECONDS = 12_000  # two seconds more than people are asked to wait, for a loaded machine
UNTYPED = {".js": {"Content-Type": "application/octet-stream", "X-Content-Type-Options": ""}}


def said(page: Page, words: str) -> None:
    expect(page.locator("#start")).to_contain_text(re.compile(words), timeout=SECONDS)


def test_the_page_names_scripts_that_a_host_sends_with_the_wrong_type(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("MIME type")
    host, address = hosting(headers=dict(UNTYPED))
    page = visit(at=address, wait="failed")
    said(page, "couldn’t be started")
    said(
        page,
        r"The web host sends .*pyodide.*js as application/octet-stream; .* only as text/javascr",
    )
    said(page, "the owner of this site must publish these files again or correct")
    host.headers.clear()
    page.get_by_role("button", name="Try again").click()
    expect(page.locator("html")).not_to_have_attribute("data-state", "failed")
    visit.state(page, "ready")


def test_the_page_names_a_truncated_file_and_how_much_of_it_arrived(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("")
    _, address = hosting(cut={"static/boot/python.js"})
    page = visit(at=address, wait="failed")
    said(page, r"static/boot/python.*js arrived incomplete: \d+ of \d+ bytes")


def test_the_page_names_wrong_types_in_german_too(visit: Visits, hosting: Hosting) -> None:
    visit.expected("MIME type")
    _, address = hosting(headers=dict(UNTYPED))
    page = visit(at=address, wait="failed", locale="de-DE")
    said(page, "Das Programm konnte nicht gestartet werden")
    said(page, r"Der Webserver sendet .*pyodide.*js als application/octet-stream")
    expect(page.get_by_role("button", name="Noch einmal versuchen")).to_be_visible()


def test_the_page_names_what_the_browser_lacks_and_lets_people_try_anyway(visit: Visits) -> None:
    visit.expected("")
    page = visit(wait="lacking", script="delete globalThis.WebAssembly")
    said(page, "This browser is missing something the program needs: WebAssembly.")
    said(page, "Use a newer browser: Chrome")
    page.get_by_role("button", name="Try anyway").click()
    visit.state(page, "failed")
    said(page, "couldn’t be started")


def test_the_page_says_so_when_no_script_arrives(visit: Visits, hosting: Hosting) -> None:
    visit.expected("")
    wrong = {"Content-Type": "application/octet-stream"}
    _, address = hosting(headers={".js": wrong})
    page = visit(at=address, wait="shell")
    expect(page.locator("#unguarded")).to_be_visible(timeout=SECONDS)
    expect(page.locator("#unguarded")).to_contain_text("Is the address complete?")
    expect(page.locator("#unguarded")).to_contain_text("Ist die Adresse vollständig?")


def test_a_hanging_start_shows_a_message(visit: Visits) -> None:
    held: list[Route] = []
    page = visit(
        before=lambda page: page.route(
            "**/python/app.*",
            lambda route: held.append(route),  # noqa: PLW0108 (Playwright marks it)
        ),
        wait=None,
    )
    said(page, "Nothing has arrived for a while")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    while held:
        held.pop().continue_()
    visit.state(page, "ready")
    expect(page.locator("#start")).to_be_hidden()


def test_a_missing_stylesheet_stops_nothing_and_is_reported(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("404")
    _, address = hosting(missing={"static/css/first.css"})

    def late(route: Route) -> None:
        time.sleep(0.5)  # after the first script has begun to listen
        route.continue_()

    page = visit(at=address, before=lambda page: page.route(re.compile(r"/first\.\w+\.css"), late))
    expect(page.locator("#guard")).to_contain_text(
        re.compile("Part of this page’s design.*first.*css")
    )
    # The preload of the style fails too.
    expect(page.locator("#guard")).not_to_contain_text(re.compile(r"\.css.*\.css"))


def test_half_a_page_says_that_it_is_incomplete(visit: Visits) -> None:
    visit.expected("")

    def half(page: Page) -> None:
        def cut(route: Route) -> None:
            whole = route.fetch()
            body = whole.text()
            route.fulfill(response=whole, body=body[: len(body) // 2])

        page.route(re.compile("/some/place/$"), cut)

    page = visit(wait="failed", before=half)
    said(page, "The page itself arrived incomplete")
