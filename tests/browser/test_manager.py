"""Saved games in the built page: names, copies, deletion with undo, files and links.

The list also works before Python is loaded."""

from __future__ import annotations

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from browsing import Visits
from playing import import_file, open_saves
from titledeed.engine.record import Record, Seat, record_checksum
from titledeed.game import share_link
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Path]:
    """A game of bots and people as a record, and the path of its file."""
    seats = [Seat("Ada"), Seat("Ben", "simple", "rook"), Seat("Cleo", "simple")]
    session = Session.start(Record("modern", seats, seed=11))
    # The game ends when Ada is asked and no bot can act, so it does not change when it is opened.
    while (entry := session.step()) is not None or session.state.round < 4:
        if entry is None:
            seat = session.waiting().seat
            session.give(seat, session.players.plain(session.state, seat).answer)
    assert session.waiting().who == "person"
    table = session.save("2026-11-20T20:00:00Z", "Friday")
    file = tmp_path_factory.mktemp("games") / "friday.json"
    file.write_text(json.dumps(table), "utf-8")
    return table, file


def bring(page: Page, file: Path) -> None:
    """Import a game from a file and check that it is shown."""
    import_file(page, file)
    expect(page.locator("body")).to_have_attribute("data-screen", "table")
    expect(page.locator("body")).to_have_attribute("data-game", "asking")


def leave(page: Page) -> None:
    page.get_by_role("button", name="Menu").click()
    page.locator("#menu [data-do=leave]").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "setup")


def row(saves: Locator, title: str) -> Locator:
    return saves.locator(".save").filter(
        has=saves.page.get_by_role("heading", name=title, exact=True)
    )


def played(table: dict[str, Any]) -> list[str]:
    lines: list[str] = table["step"][0]["play"]
    return lines


def test_an_exported_game_imports_with_the_same_checksum(
    page: Page, game: tuple[dict[str, Any], Path], tmp_path: Path
) -> None:
    bring(page, game[1])
    saves = open_saves(page)
    expect(row(saves, "Friday")).to_contain_text("round 4")
    expect(row(saves, "Friday").locator(".thumb-tok")).to_have_count(3)
    files = [tmp_path / "first.json", tmp_path / "again.json"]
    with page.expect_download() as download:
        row(saves, "Friday").get_by_role("button", name="Export").click()
    download.value.save_as(files[0])
    saves.get_by_role("button", name="Back to the game").click()
    leave(page)
    bring(page, files[0])
    saves = open_saves(page)
    expect(saves.locator(".save")).to_have_count(2)
    with page.expect_download() as download:
        saves.locator(".is-current").get_by_role("button", name="Export").click()
    download.value.save_as(files[1])
    first, again = (json.loads(file.read_text("utf-8")) for file in files)
    assert played(first) == played(again) == played(game[0])
    for table in (first, again):
        assert table["checksum"] == record_checksum(table)
        table["saved"] = ""
    assert record_checksum(first) == record_checksum(again)


def test_games_can_be_renamed_copied_deleted_and_restored(
    page: Page, game: tuple[dict[str, Any], Path]
) -> None:
    bring(page, game[1])
    leave(page)
    expect(page.locator("#continue")).to_have_text("Continue: Ada, Ben, Cleo · round 4")
    saves = open_saves(page)
    row(saves, "Friday").get_by_role("button", name="Duplicate").click()
    expect(saves.locator(".save")).to_have_count(2)
    row(saves, "Copy of Friday").get_by_role("button", name="Rename").click()
    page.get_by_label("Name of the game").fill("Saturday <b>night</b>")
    page.locator("#dlg-rename").get_by_role("button", name="Rename").click()
    expect(row(saves, "Saturday <b>night</b>")).to_be_visible()
    row(saves, "Friday").get_by_role("button", name="Delete").click()
    expect(saves.locator(".save")).to_have_count(1)
    back = saves.get_by_role("button", name="Bring it back")
    expect(back).to_be_focused()
    expect(saves).to_contain_text("“Friday” was deleted.")
    back.click()
    expect(saves.locator(".save")).to_have_count(2)
    # The restored game is still there after the page reloads.
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    saves = open_saves(page)
    expect(saves.locator(".save")).to_have_count(2)
    row(saves, "Friday").get_by_role("button", name="Watch").click()
    expect(page.locator("html")).to_have_attribute("data-ask", "replay")
    page.locator("#replay-to").press("End")
    expect(page.locator("html")).to_have_attribute("data-step", str(len(played(game[0]))))


def test_a_link_opens_the_game_for_another_visitor(
    visit: Visits, game: tuple[dict[str, Any], Path]
) -> None:
    page = visit(permissions=["clipboard-read", "clipboard-write"])
    bring(page, game[1])
    saves = open_saves(page)
    row(saves, "Friday").get_by_role("button", name="Copy as link").click()
    box = page.locator("#dlg-link")
    box.get_by_role("button", name="Copy the link").click()
    expect(box.get_by_role("button", name="Copied")).to_be_visible()
    address = page.evaluate("navigator.clipboard.readText()")
    assert address == page.locator("#link-address").input_value()
    assert state_digest(
        Session.load(share_link.unpack_record(address.partition("#game=")[2])).state
    ) == state_digest(Session.load(game[0]).state)
    other = visit(address.removeprefix(visit.address))
    confirm = other.locator("#dlg-confirm")
    expect(confirm).to_contain_text("Ada, Ben, Cleo · round 4")
    assert "#" not in other.url
    expect(other.locator("body")).to_have_attribute("data-screen", "setup")
    confirm.get_by_role("button", name="Open it as a new game").click()
    expect(other.locator("html")).to_have_attribute("data-step", str(len(played(game[0]))))
    for n in range(3):
        expect(other.locator(f"#cash-{n}")).to_have_text(page.locator(f"#cash-{n}").inner_text())


@pytest.mark.long
def test_a_hostile_link_is_refused_with_a_sentence(visit: Visits) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"\0" * 30_000_000, 9)).decode().rstrip("=")
    page = visit(f"#game=1.{bomb}")
    expect(page.locator("#setup .notice")).to_contain_text("This link can’t be opened.")
    expect(page.locator("#setup .notice")).to_contain_text("more data than any game")
    # Another link arrives while the page is open.
    page.evaluate("location.hash = '#game=1.<img src=x onerror=alert(1)>'")
    expect(page.locator("#setup .notice")).to_contain_text("some of its characters are wrong")
    assert "#" not in page.url
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()


def test_saved_games_are_listed_before_python_is_ready(
    visit: Visits, game: tuple[dict[str, Any], Path]
) -> None:
    visit.expected("Service Worker registration blocked by Playwright")
    page = visit(service_workers="block")
    bring(page, game[1])
    leave(page)
    shown = page.locator("#continue").inner_text()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/python/app.*", hold)
    page.reload(wait_until="domcontentloaded")
    expect(page.locator("html")).to_have_attribute("data-state", "loading")
    expect(page.locator("#continue")).to_have_text(re.compile(re.escape(shown.strip())))
    # The page remembers the press and acts as soon as it can.
    page.locator("#continue").click()
    expect(page.locator("html")).to_have_attribute("data-state", "loading")
    for route in held:
        route.continue_()
    expect(page.locator("html")).to_have_attribute("data-step", str(len(played(game[0]))))
