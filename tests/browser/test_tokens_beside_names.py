"""A token on a space at the side of the board covers no letter of a name."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from drawn_screens import Walker, serve, show
from playing import game

# By how many pixels a token reaches into the lines of a name, without what is free above and below letters.
COVERED = """
() => {
  const names = [...document.querySelectorAll("#board .space:not(.corner) .name")].flatMap((name) => {
    const range = document.createRange();
    range.selectNodeContents(name);
    return [...range.getClientRects()].map((line) => [name.textContent.trim(), line]);
  });
  return [...document.querySelectorAll("#board .tok")].flatMap((token) => {
    const {left, top, width, height} = token.getBoundingClientRect();
    const x = left + width / 2, y = top + height / 2;
    return names.filter(([, line]) => {
      const free = line.height * .15;
      const near = Math.max(line.left, Math.min(x, line.right));
      const level = Math.max(line.top + free, Math.min(y, line.bottom - free));
      return Math.hypot(x - near, y - level) < width / 2;
    }).map(([name]) => name);
  });
}
"""


@pytest.mark.parametrize("many", [1, 4])
def test_tokens_cover_no_name(browser: Browser, many: int) -> None:
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    serve(page, "en")
    names = ["Ada", "Ben", "Cleo", "Dora"]
    for space in ("@15", "@18", "@32", "@34"):
        walker = Walker("en")
        at = {name: {"at": space if n < many else "@20"} for n, name in enumerate(names)}
        walker.sit_down(game(*names, at_table=at))
        for size in ((1280, 720), (1440, 900)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            show(page, walker.drawn())
            assert page.locator("#board .tok").count() == 4
            assert page.evaluate(COVERED) == [], (space, size)
    page.close()
