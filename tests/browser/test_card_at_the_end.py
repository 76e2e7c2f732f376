"""The end of a game: all buttons of its card are in sight, however many have played, and the numbers of the
turning points cover no label of the chart."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from drawn_screens import Walker, serve, show
from playing import Record, game
from screens import spoken
from titledeed.language.catalogue import PSEUDO

# Each of them says something when it wins.
RIVALS = ("Ben", "Cleo", "Dora", "Emmy", "Finn", "Gus", "Hanna")
CHARACTERS = ("builder", "dealer", "hoarder", "hermit")
# What a card cuts, and how many rows of its list of players are in sight.
SEEN = """
() => {
  const box = (e) => e.getBoundingClientRect();
  const card = box(document.querySelector("#ask .ask-card"));
  const around = [card, box(document.querySelector(".centre")), box(document.documentElement)];
  const top = Math.max(...around.map((one) => one.top));
  const bottom = Math.min(innerHeight, ...around.map((one) => one.bottom));
  const list = document.querySelector("#ask .ranking");
  return {
    cut: [...document.querySelectorAll("#ask-title, #ask > * > .quiet, #ask .btn")]
      .filter((e) => box(e).top < top || box(e).bottom > bottom).map((e) => e.textContent.trim()),
    rows: list.clientHeight / box(list.children[1]).height,
  };
}
"""

# Moves the first turning point to the first throws of a long game, near the labels of the axis.
AT_AXIS = """
() => {
  const mark = document.querySelector("#dlg-over .turning-mark");
  mark.setAttribute("transform", mark.getAttribute("transform").replace(/[0-9]+/, "12"));
}
"""
COVERED = """
() => {
  const all = (what) => [...document.querySelectorAll(`#dlg-over .curves ${what}`)];
  const boxes = (what) => all(what).map((e) => [e, e.getBoundingClientRect()]);
  const found = [];
  for (const [mark, a] of boxes(".turning-mark circle"))
    for (const [label, b] of boxes(".grid text"))
      if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        found.push(`${mark.nextElementSibling.textContent} covers ${label.textContent}`);
  return found;
}
"""


def ended(seats: int, taxed: bool = False) -> Record:
    """A game of so many seats after its last round. The list says what each of them owns. ``taxed``: all but
    Ada have paid Income Tax in that round, which makes turning points."""
    names = (*RIVALS[: seats - 1], "Ada")
    streets = ("@1", "@3", "@6", "@8", "@9", "@11", "@13", "@14")
    turns = [("Ada", "4 6"), *((name, "1 3") for name in names[:-1]), ("Ada", "4 6")]
    played = turns if taxed else turns[:1]
    return game(
        *names,
        bots={name: CHARACTERS[n % 4] for n, name in enumerate(names[:-1])},
        turn="Ada",
        position={"round": 44 if taxed else 45},
        house_rules={"limit-rounds": 45},
        at_table={
            name: {"cash": 3000 - n, "deeds": [street]}
            for n, (name, street) in enumerate(zip(names, streets, strict=False))
        },
        play="\n".join(f"{who} roll\nchance dice {dice}\n{who} end" for who, dice in played),
    )


@pytest.fixture(scope="module", params=["en", PSEUDO])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def page(browser: Browser, language: str) -> Iterator[Page]:
    page = browser.new_page(reduced_motion="reduce", locale="en-US")
    serve(page, language)
    yield page
    page.close()


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("size", [(1440, 900), (1280, 720)])
def test_all_buttons_at_the_end_are_in_sight(
    page: Page, language: str, seats: int, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    walker = Walker(language)
    walker.sit_down(ended(seats))
    walker.go(spoken)
    show(page, walker.drawn())
    assert page.locator("#ask .speech").count() == 1
    seen = page.evaluate(SEEN)
    assert seen["cut"] == []
    assert seen["rows"] >= (2 if seats == 2 else 2.5)


@pytest.mark.parametrize(
    ("size", "type_size"),
    [((1440, 900), "normal"), ((390, 844), "normal"), ((1920, 1080), "projector")],
)
def test_the_number_of_a_turning_point_covers_no_label_of_the_chart(
    page: Page, language: str, size: tuple[int, int], type_size: str
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    walker = Walker(language)
    walker.sit_down(ended(4, taxed=True))
    walker.press("See how it went", "#ask")
    picture = walker.drawn()
    picture.attributes["size"] = type_size
    show(page, picture)
    page.evaluate(AT_AXIS)
    assert page.evaluate(COVERED) == []
