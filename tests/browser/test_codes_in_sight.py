"""Codes that are held up to a camera, and what is done with the answer, are in sight without scrolling.

The screens are drawn without Python in the page (``drawn_screens.py``)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from drawn_screens import drawn, serve, show
from screens import SCREENS
from titledeed.language.catalogue import LANGUAGES

BY_CODES = next(screen for screen in SCREENS if screen.name == "several devices, by codes")
JOINING = next(screen for screen in SCREENS if screen.name == "class, join")
# Where each of these begins and ends, from above.
PLACES = """
(names) => names.map((name) => {
  const box = document.querySelector(`#dlg-devices ${name}`).getBoundingClientRect();
  return [box.top, box.bottom];
})
"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    yield page
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_a_game_by_codes_shows_both_steps_and_what_follows(
    page: Page, language: str
) -> None:
    page.set_viewport_size(ViewportSize(width=390, height=844))
    serve(page, language)
    show(page, drawn(BY_CODES, language))
    names = [".devices-step", ".qr", "#devices-code", ".devices-paste", "[data-do=devices-camera]"]
    names.append(".devices-code b")
    places = page.evaluate(PLACES, names)
    assert places == sorted(places)
    # Nothing of it stands in the fade at the sheet's lower edge.
    assert places[-1][1] < 844 - 20
    assert page.locator("#dlg-devices .sheet-foot").count() == 0


@pytest.mark.parametrize(
    ("width", "height", "letters", "least"),
    [
        (1280, 720, "normal", 440),
        (1440, 900, "normal", 540),
        (1280, 720, "projector", 340),
        (1920, 1080, "projector", 640),
        (1024, 768, "projector", 320),
    ],
)
def test_the_code_of_a_class_is_whole_on_the_teachers_screen(
    page: Page, width: int, height: int, letters: str, least: int
) -> None:
    page.set_viewport_size(ViewportSize(width=width, height=height))
    serve(page, "en")
    show(page, drawn(JOINING, "en"))
    page.evaluate(f"document.documentElement.dataset.size = '{letters}'")
    box = page.locator("#class-picture").bounding_box()
    assert box is not None
    assert box["y"] + box["height"] < height
    assert box["width"] >= least
