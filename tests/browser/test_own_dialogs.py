"""The dialogs that work without Python: the menu and the first page's deeds."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Route, expect

from browsing import Visits
from playing import Player


def test_the_menu_opens_before_python_is_ready(visit: Visits) -> None:
    late: list[Route] = []
    page = visit(
        before=lambda page: page.route(
            "**/python/app.*",
            lambda route: late.append(route),  # noqa: PLW0108 (Playwright marks it)
        ),
        wait=None,
    )
    expect(page.locator("html")).to_have_attribute("data-state", "loading")
    button = page.get_by_role("button", name="Menu")
    menu = page.get_by_role("dialog", name="Menu")
    button.click()
    expect(menu.get_by_role("button", name="Several devices")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    page.mouse.click(300, 500)  # beside it
    expect(menu).to_be_hidden()
    button.click()
    menu.get_by_role("button", name="Settings").click()
    late.pop().continue_()
    visit.state(page, "ready")
    expect(menu).to_be_hidden()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def test_the_menu_stays_open_while_the_table_changes(player: Callable[..., Player]) -> None:
    me = player(settings={"speed": "normal"})
    me.set_up(("Ada", "Person"), ("Ben", "Simple bot"))
    me.start()
    me.ask.locator("[data-answer]:not([aria-disabled=true])").first.click()
    me.page.get_by_role("button", name="Menu").click()
    menu = me.page.get_by_role("dialog", name="Menu")
    me.settled()
    expect(menu).to_be_visible()
    menu.get_by_role("button", name="Leave the game (it’s saved)").click()
    expect(menu).to_be_hidden()
    expect(me.page.locator("body")).to_have_attribute("data-screen", "setup")
