"""Accessibility and layout of every screen, dialog and question.

They are tested by day and by night, on a desktop and on a phone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from browsing import PATIENCE, Visits
from playing import Player
from screens import CUT, FAULTS, SCREENS, SIZES, Lens, Screen, choose_type

DESK, PHONE = (1440, 900), (390, 844)
ZOOMED = 320, 256  # a window of 1280 at 400 %

# All rules, including those that axe leaves out by default. Only the stricter level AAA and the rules
# that axe has deprecated are left out. By night only the rules about colors run. The page behind a
# dialog has been checked on the screen that the dialog was opened from.
AXE = """
async ([scheme, narrow]) => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((motion) => motion.finished));
  const colour = (rule) => rule.tags.includes("cat.color");
  const all = axe.getRules().filter((rule) => !rule.tags.some((tag) => /aaa$|deprecated/.test(tag)));
  const faults = async (place, chosen) => {
    const rules = Object.fromEntries(all.filter(chosen).map((rule) => [rule.ruleId, {enabled: true}]));
    const values = Object.keys(rules);
    return axe.run(place, {runOnly: {type: "rule", values}, rules, resultTypes: ["violations"]});
  };
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  const found = [];
  if (narrow) found.push(await faults(dialog ?? "#ask", scheme === "light" ? () => true : colour));
  else if (scheme === "light" && !dialog) found.push(await faults(document, () => true));
  else found.push(await faults(dialog ?? document, colour));
  if (narrow) return sentences(found);
  if (scheme === "light" && dialog) found.push(await faults(document, (rule) => !colour(rule)));
  return sentences(found);

  function sentences(reports) {
    return reports.flatMap(({violations}) => violations).flatMap((rule) => rule.nodes.map((node) =>
      `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary.replace(/\\s+/g, " ")}`));
  }
}
"""

# Controls are at least 44 px each way, a square of the board 24. An element within a label counts as
# being as large as the label.
SMALL = """
() => {
  const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest(".skip");
  const found = [];
  for (const e of document.querySelectorAll("button, a[href], input, select, summary")) {
    if (!seen(e) || e.type === "hidden") continue;
    const {offsetWidth: wide, offsetHeight: high} = e.closest("label.check") || e;
    const least = e.closest(".board") ? 24 : 44;
    if (Math.min(wide, high) < least) found.push(`${wide}×${high} ${e.outerHTML.slice(0, 90)}`);
  }
  return found;
}
"""

TEXT = "getComputedStyle(document.documentElement).fontSize"
WIDER = "document.scrollingElement.scrollWidth - document.scrollingElement.clientWidth"


@pytest.fixture(scope="module")
def guide(regulars: Visits) -> Iterator[Player]:
    """A player who goes from screen to screen and does not wait for animations."""
    expect.set_options(timeout=PATIENCE)
    page = regulars.again({}, reduced_motion="reduce")
    yield Player(page)
    page.close()


@pytest.fixture(scope="module")
def lens(guide: Player) -> Lens:
    return Lens(guide.page)


@pytest.fixture
def at(
    guide: Player, regulars: Visits, request: pytest.FixtureRequest
) -> Iterator[Callable[[Screen, tuple[int, int]], Player]]:
    regulars.forget()

    def go(screen: Screen, size: tuple[int, int]) -> Player:
        guide.page.set_viewport_size({"width": size[0], "height": size[1]})
        guide.forget_games()  # so that the list of games stays short
        screen.open(guide)
        assert guide.page.evaluate("[innerWidth, innerHeight]") == [*size]
        return guide

    yield go
    assert regulars.unexpected() == []


@contextmanager
def large_text(lens: Lens) -> Iterator[None]:
    """Double the text size, as people can set it in the browser."""
    lens.tools.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    assert lens.page.evaluate(TEXT) == "32px"
    try:
        yield
    finally:
        lens.tools.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})


def faults(player: Player, narrow: bool = False) -> list[str]:
    """Return the faults that axe finds; ``narrow``: only in the open dialog or the question."""
    page = player.page
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    reports: list[Any] = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        reports += [f"{scheme}: {fault}" for fault in page.evaluate(AXE, [scheme, narrow])]
    page.emulate_media(color_scheme="light")
    return reports


def misfits(
    player: Player, lens: Lens, every: bool = True, more: tuple[str, ...] = ()
) -> list[str]:
    """List elements that cannot be seen or pressed in windows of other sizes, and cut-off words."""
    page = player.page
    sentences: list[str] = []
    try:
        sizes = [name for name in SIZES if name not in UPRIGHT]
        for name in (*(sizes if every else USUAL), *more):
            lens.size(*SIZES[name])
            choose_type(page, name)
            sentences += [f"{name}: {fault}" for fault in page.evaluate(FAULTS)]
        choose_type(page)
        lens.size(*ZOOMED)
        sentences += page.evaluate(CUT)
        with large_text(lens):
            for size in (PHONE, DESK) if every else (PHONE,):
                lens.size(*size)
                cut = page.evaluate(CUT)
                sentences += [f"large text, {size[0]} wide: {words}" for words in cut]
    finally:
        lens.away()
    return sentences


# Small screens, and screens that differ little from one in the usual run.
SELDOM = {
    "start",
    "order 0",
    "card chance",
    "deal chance",
    "rent-roll 0",
    "place 2",
    "claim 1",
    "rent-claim 0",
    "trade",
    "rename",
    "statistics",
    "help",
    "lab, game files",
    "lab, this game",
    "lab, a vote",
    "lab, the teacher's page",
    "lab, writing",
    "lab, collecting",
    "lab, to another device",
    "several devices, a projector",
    "several devices, all others lost",
    "start, menu",
    "roll 0 jail last",
    "buy 0 poor",
    "bid 1 house",
    "end 0 two",
    "taken back",
    "deed, mortgaged",
    "deed of a tax",
    "seat of a bot",
    "manager, raising cash",
    "manager without deeds",
    "how it goes",
    "delete",
    "lab, all settings of A and B",
    "lab, no game",
    "lab, a vote at a quiet turn",
    "lab, a sheet",
    "lab, for teachers",
    "lab, a square",
    "several devices, how to play by codes",
    "several devices, a guest's answer",
    "several devices, all others lost, inviting",
    "roll 0 jail",
    "tax 0",
    "sound is offered",
    "game as a link",
    "card-choice 0",
    "transfer 1",
    "bid 0 going",
    "end 0 spoken",
    "deed, what its owner can do",
    "trade, folded",
    "a character speaks",
    "ceiling",
    "lab, a die thrown",
    "board maker, what is wrong",
    "board maker, words and money",
    "board maker, share",
    "board maker, class",
    "board maker, class, a student",
    "board maker, the example",
    "several devices, a guest's attempt failed",
    "class",
    "class, joining",
    "class, overview",
    "class, a student's code",
    "class, look here",
    "class, handed",
    "workshop",
    "workshop, a mistake",
    "workshop, look first",
    "tournament",
    "tournament, a league",
}
# For other tables the usual run checks only the question or the dialog: the rest is the same.
WHOLE = {"roll 0", "bid 1", "over", "replay", "refusal"}
USUAL = ("1280x720", "360x640")
UPRIGHT = ("768x1024",)  # tablets: the board maker has a layout for them
LOOKED_AT = [
    pytest.param(screen, id=screen.name, marks=[pytest.mark.long] if screen.name in SELDOM else [])
    for screen in SCREENS
]


@pytest.mark.parametrize(
    "size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"]
)
@pytest.mark.parametrize("screen", LOOKED_AT)
def test_no_screen_keeps_anybody_out(
    at: Callable[[Screen, tuple[int, int]], Player],
    lens: Lens,
    screen: Screen,
    size: tuple[int, int],
    request: pytest.FixtureRequest,
) -> None:
    player = at(screen, size)
    every = request.config.getoption("--long")
    sentences = faults(player, not every and screen.table is not None and screen.name not in WHOLE)
    sentences += player.page.evaluate(SMALL)
    assert not sentences, "\n".join(sentences)
    assert player.page.evaluate(WIDER) <= 0
    upright = screen.name.startswith("board maker")
    # The button that makes the offer is in sight at every size.
    sizes = every or screen.name == "trade, terms"
    sentences = misfits(player, lens, sizes, UPRIGHT if upright else ())
    assert not sentences, "\n".join(sentences)


@pytest.mark.long
def test_the_accessibility_check_finds_a_planted_fault(
    at: Callable[[Screen, tuple[int, int]], Player], lens: Lens
) -> None:
    player = at(SCREENS[0], DESK)
    player.page.evaluate(
        """() => document.querySelector(".bar-acts").append(
        Object.assign(document.createElement("button"), {id: "planted", className: "btn"}))"""
    )
    assert any("button-name: #planted" in fault for fault in faults(player))
    player.page.evaluate(
        """() => { const e = document.getElementById("planted");
        e.textContent = "pale"; e.style.cssText = "color: #aaa; background: #bbb"; }"""
    )
    pale = [fault for fault in faults(player) if "color-contrast: #planted" in fault]
    assert [fault.split(":")[0] for fault in pale] == ["light", "dark"]
    planted = player.page.locator("#planted")
    planted.evaluate("e => { e.className = ''; e.textContent = 'x' }")
    assert [fault for fault in player.page.evaluate(SMALL) if "planted" in fault]
    planted.evaluate("e => { e.style.width = '2000px' }")
    assert player.page.evaluate(WIDER) > 0
    planted.evaluate("e => { e.style.cssText = 'inline-size: 30em; flex: none' }")
    misfit = "\n".join(misfits(player, lens))
    for where in ("390x844: beside the page", "beside the window", "large text, 390 wide"):
        assert where in misfit
    assert "1440x900" not in misfit
    planted.evaluate("e => e.remove()")
    assert not misfits(player, lens)
    assert player.page.evaluate("innerWidth") == DESK[0]
