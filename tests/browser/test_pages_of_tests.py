"""A test may reuse the page of the test before it, but only if that page is like a new one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from browsing import PATIENCE, Visits
from playing import Player
from tables import TABLES


@pytest.fixture(scope="module")
def all_others(browser: Browser, site_address: str) -> Iterator[Visits]:
    visits = Visits(browser, site_address)
    yield visits
    for context in visits.contexts:
        context.close()


@pytest.fixture
def others(all_others: Visits) -> Iterator[Visits]:
    """Returning visitors whose pages no other test uses."""
    expect.set_options(timeout=PATIENCE)
    yield all_others
    all_others.give_back(well=False)


def name_a_seat(page: Page) -> None:
    page.locator("#who > summary").click()
    page.locator("#name-0").fill("Eva")


def test_a_page_from_an_earlier_test_is_reused_and_shows_no_trace_of_it(others: Visits) -> None:
    page = others.again({})
    new = page.locator("body").inner_text()
    me = Player(page)
    name_a_seat(page)
    me.sit_down(TABLES["end 0 two"])
    page.set_viewport_size({"width": 390, "height": 844})
    me.from_menu("Journal")
    others.give_back(well=True)
    assert others.again({}) is page
    assert page.locator("body").inner_text() == new
    assert me.focused()["tag"] == "BODY"
    me.unfold("who")
    expect(page.locator("#name-0")).not_to_have_value("Eva")
    assert page.viewport_size == {"width": 1280, "height": 720}
    others.give_back(well=False)  # as after a failed test
    assert page.is_closed()


def choose_a_theme(page: Page) -> None:
    page.get_by_role("button", name="Switch between light and dark").click()


def leave_a_sheet(page: Page) -> None:
    """Leave something on the page that no part of the program removes."""
    page.evaluate("() => document.body.append(document.createElement('aside'))")


def leave_a_script(page: Page) -> None:
    page.evaluate("() => { window.mine = 1; }")


@pytest.mark.long
@pytest.mark.parametrize("change", [choose_a_theme, leave_a_sheet, leave_a_script])
def test_a_page_that_is_not_like_new_is_closed(
    others: Visits, change: Callable[[Page], None]
) -> None:
    page = others.again({})
    change(page)
    others.give_back(well=True)
    assert others.again({}) is not page
    assert page.is_closed()


@pytest.mark.long
def test_a_page_is_reused_only_for_tests_that_want_the_same_kind(others: Visits) -> None:
    page = others.again({})
    others.give_back(well=True)
    other = others.again({}, script="window.mine = 1;")
    assert page.is_closed()
    others.give_back(well=True)
    assert other.is_closed()
