"""On a phone what stands in the middle of the start page's board covers none of its squares."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from drawn_screens import Walker, serve, show
from playing import game
from titledeed.language.catalogue import LANGUAGES

# The room above and below what stands in the middle.
ROOM = """
() => {
  const box = (what) => document.querySelector(`#setup .front ${what}`).getBoundingClientRect();
  const board = box(".board"), side = 0.132 * board.height;  // --dy in start.css
  const [first, last] = [box("h1"), box(".front-middle [data-do=open-saves]")];
  return [first.top - board.top - side, board.bottom - side - last.bottom];
}
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_game_to_continue_fits_into_the_middle_of_the_board(
    browser: Browser, language: str
) -> None:
    walker = Walker("en")
    walker.sit_down(game("Ada", "Zoë", "Emmy", "Alan", position={"round": 5}))
    walker.table.hands.play.leave_game()
    walker.run()
    walker.speak(language)
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    serve(page, language)
    for size in ((390, 844), (360, 640), (430, 932)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        show(page, walker.drawn())
        assert page.locator("#continue").is_visible()
        assert min(page.evaluate(ROOM)) >= 8, size
    page.close()
