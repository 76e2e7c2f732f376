"""In a replay the panel with its controls covers no drawn card."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from drawn_screens import Walker, serve, show
from playing import game
from titledeed.language.catalogue import LANGUAGES

# Enough turns for the curves above the slider; the card has the longest text of all.
TURNS = """
Ada roll
chance dice 4 6
Ada end
Ben roll
chance dice 4 6
Ben end
Ada roll
chance dice 6 6
chance card nearest-railroad
Ada buy
Ben resign
"""
BOXES = """
() => ["#drawn", "#ask .ask-card"].map((what) => {
  const box = document.querySelector(what).getBoundingClientRect();
  return [box.height, box.top, box.bottom];
})
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_drawn_card_is_wholly_in_sight_in_a_replay_or_not_at_all(
    browser: Browser, language: str
) -> None:
    walker = Walker("en")
    walker.sit_down(game("Ada", "Ben", chance="by-hand", play=TURNS))
    walker.press("Watch the replay", "#ask")
    while 'id="drawn"' not in walker.page.regions["stage"]:
        walker.press("Forward one move", "#ask")
    walker.speak(language)
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    serve(page, language)
    for size in ((1280, 720), (1440, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        show(page, walker.drawn())
        assert page.locator("#ask .spark").count() == 1
        (height, _, bottom), (_, top, _) = page.evaluate(BOXES)
        assert bottom <= top, size
        # On a low screen only the journal has its text.
        assert height or size[1] < 900, size
    page.close()
