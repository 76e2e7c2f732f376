"""The bot workshop in a browser: the guided path, the keyboard, axe, and a host that stops the frame."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from browsing import RUN, Visits, press_by_keyboard
from playing import Player, sensible
from titledeed.cli.tournament_command import play_again
from titledeed.workshop.bot_file import BotFile, bot_link, write_bot
from titledeed.workshop.steps import STEPS
from titledeed.workshop.tournament import read_tournament
from tools import machine
from tools.pages import POLICY
from tools.serve import Host, serving
from webdriver import Firefox, waited

# A run has fewer games.
FEWER = """
from titledeed.ui.workshop.actions import workshop_screen
from titledeed.ui.workshop.views import workshop
workshop_screen.GAMES = workshop.GAMES = 20
"""
# A league of one table, whose games are short.
SHORT = """
from titledeed.workshop import tournament
_of = tournament.Tournament.of.__func__
def _short(cls, name, entrants, secret):
    made = _of(cls, name, entrants, secret, 1)
    made.rounds = 2
    return made
tournament.Tournament.of = classmethod(_short)
tournament.FINAL = 1
"""
PATIENT = 120_000  # milliseconds: a loaded machine plays slowly
AXE = """
async () => {
  await new Promise(requestAnimationFrame);
  await Promise.allSettled(document.getAnimations().map((motion) => motion.finished));
  const {violations} = await axe.run(document, {resultTypes: ["violations"]});
  const named = (rule, node) => `${rule.id}: ${node.target.join(" ")}: ${node.failureSummary}`;
  return violations.flatMap((rule) => rule.nodes.map((node) => named(rule, node)));
}
"""


def axe(page: Page) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(f"() => {{ {AXE_SCRIPT}; }}")
    faults: list[str] = page.evaluate(AXE)
    return faults


def wide(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    extra: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return extra


def test_the_first_step_by_keyboard_and_its_looks(
    visit: Visits, request: pytest.FixtureRequest
) -> None:
    # axe copies elements together with their style, which the policy then reports.
    visit.expected("style-src")
    page = visit()
    page.locator("#bar").get_by_role("button", name="Menu").click()
    page.locator("#menu").get_by_role("button", name="Bot workshop").click()
    code = page.locator("#workshop-code .cm-content")
    expect(code).to_be_visible(timeout=PATIENT)
    expect(page.locator(".ws-state")).to_contain_text("No mistakes found", timeout=PATIENT)
    assert page.url.endswith("#workshop")
    long = request.config.getoption("--long")
    assert not long or axe(page) == []
    # Tab indents; after Escape it leaves the editor.
    code.click()
    page.keyboard.press("Control+Home")
    page.keyboard.press("Tab")
    expect(code.locator(".cm-line").first).to_have_text("    class MyBot:")
    page.keyboard.press("Control+z")
    expect(code.locator(".cm-line").first).to_have_text("class MyBot:")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(page.locator("#workshop-run")).to_be_focused()
    # The program of step 1, with a mistake that is corrected by a press.
    code.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(STEPS[0].solution.replace("cash >= price", "cash >= prize"))
    page.keyboard.press("Control+Enter")
    fault = page.locator(".ws-fault")
    expect(fault).to_contain_text("Nothing here is called “prize”", timeout=PATIENT)
    expect(code.locator(".cm-fault")).to_contain_text("prize")
    expect(page.locator("#workshop-moment")).to_be_visible(timeout=PATIENT)
    assert axe(page) == []
    if not long:
        page.evaluate(RUN, FEWER)
    fault.get_by_role("button", name="Change it to price").click()
    page.locator("#workshop-run").click()
    verdict = page.locator(".ws-verdict")
    won = "Goal reached: MyBot won 15 of 100." if long else re.compile("^MyBot won [1-9] of 20[.]")
    expect(verdict).to_have_text(won, timeout=PATIENT)
    page.get_by_role("button", name="Next decision").first.click()
    expect(page.locator("#workshop-moment")).to_be_visible(timeout=PATIENT)
    page.emulate_media(color_scheme="dark")
    assert axe(page) == []
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 390, "height": 844})
    assert wide(page) <= 0
    assert not long or axe(page) == []
    # A loop without an end stops when told.
    page.set_viewport_size({"width": 1280, "height": 720})
    code.click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(
        "class MyBot:\n    def choose(self, view, options):\n        while True: pass\n"
    )
    page.locator("#workshop-run").click()
    expect(fault).to_contain_text("Does this loop ever end?", timeout=PATIENT)
    page.get_by_role("button", name="Leave the workshop").click()
    expect(page.locator("#start-game")).to_be_visible()
    assert page.locator("iframe").count() == 0


def test_all_of_a_long_program_is_colored(visit: Visits) -> None:
    page = visit(viewport={"width": 1440, "height": 1800})
    bot = BotFile("Magpie", STEPS[4].solution)
    page.evaluate("(link) => { location.hash = link; }", bot_link(bot))
    page.get_by_role("button", name="Open it in the workshop").click(timeout=PATIENT)
    lines = page.locator("#workshop-code .cm-line")
    expect(lines.last).to_be_visible(timeout=PATIENT)
    heads = lines.filter(has_text=re.compile("^ *(def|if|return) "))
    assert heads.count() > 11
    expect(heads.locator("css=span:first-child")).to_have_count(heads.count())


def test_a_bot_from_a_link_is_shown_first_and_the_host_may_stop_the_frame(
    visit: Visits, hosting: Callable[..., tuple[Host, str]]
) -> None:
    """This host sends the page's policy with every file."""
    policy = {"Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'"}
    _, address = hosting(headers={".html": policy})
    visit.expected("frame-ancestors|Framing|frame")
    bot = BotFile("Magpie", STEPS[0].solution)
    page = visit(at=address + bot_link(bot))
    expect(page.get_by_role("heading", name="Look at it first: Magpie")).to_be_visible()
    assert page.locator("iframe").count() == 0
    assert axe(page) == []
    page.get_by_role("button", name="Open it in the workshop").click()
    alert = page.locator("#lab [role=alert]")
    expect(alert).to_contain_text("This web host blocks the closed frame", timeout=PATIENT)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    assert saving.value.suggested_filename == "Magpie.py"


@pytest.mark.long
def test_a_frame_that_did_not_load_is_tried_again(
    visit: Visits, hosting: Callable[..., tuple[Host, str]]
) -> None:
    host, address = hosting()
    host.missing = {"static/boot/fence.html"}
    visit.expected("404")
    page = visit(at=f"{address}#workshop")
    alert = page.locator("#lab [role=alert]")
    expect(alert).to_contain_text("frame that bots run in hasn’t loaded", timeout=PATIENT)
    host.missing.clear()
    page.get_by_role("button", name="Try again").click()
    expect(alert).to_have_count(0)
    expect(page.locator(".ws-state")).to_contain_text("No mistakes found", timeout=PATIENT)


def test_bots_from_links_play_at_the_table_and_one_of_them_never_answers(
    player: Callable[..., Player],
) -> None:
    hangs = "class B:\n    def choose(self, view, options):\n        return max(map(len, iter(str, 1)))\n"
    ada = player()
    page = ada.page
    for bot in (BotFile("Magpie", STEPS[-1].solution), BotFile("Sloth", hangs)):
        page.evaluate("(link) => { location.hash = link; }", bot_link(bot))
        look = page.locator("#workshop-look")
        expect(look).to_contain_text(f"Look at it first: {bot.name}", timeout=PATIENT)
        look.get_by_role("button", name="Put it at my table").click()
        expect(page.locator("#setup .notices")).to_contain_text(f"{bot.name} sits at the table")
    expect(page.locator("iframe")).to_have_count(0)
    page.locator("#start-game").click()
    ada.settled()
    trouble = page.locator("#notice-program-2")
    for _ in range(20):
        if trouble.count():
            break
        step = page.locator("html").get_attribute("data-step") or ""
        page.locator(f'#ask [data-answer="{sensible(ada.answers)}"]').first.click()
        expect(page.locator("html")).not_to_have_attribute("data-step", step)
        expect(page.locator("html")).not_to_have_attribute("data-ask", "bots", timeout=PATIENT)
    expect(trouble).to_contain_text("still running after a second")
    expect(page.locator("iframe")).to_have_count(1)
    assert page.locator("#notice-program-1").count() == 0
    assert any("Magpie" in line for line in ada.journal())
    ada.leave()
    expect(page.locator("iframe")).to_have_count(0)


def test_a_tournament_is_played_by_keyboard(visit: Visits) -> None:
    page = visit()
    page.evaluate("location.hash = '#workshop=tournament'")
    expect(page.locator("#cup-bots")).to_be_visible(timeout=PATIENT)
    page.evaluate(RUN, SHORT)
    bots = [BotFile(name, f"# {name}\n{STEPS[0].solution}") for name in ("Magpie", "Rook")]
    with page.expect_file_chooser() as choosing:
        press_by_keyboard(page, "Add bots from files…")
    choosing.value.set_files(
        [
            {"name": bot.file_name, "mimeType": "text/plain", "buffer": write_bot(bot).encode()}
            for bot in bots
        ]
    )
    expect(page.locator("#lab .note")).to_have_text("2 bots entered.")
    for stage, next_press in (("League", "Prepare the final"), ("Final", "Save all as a file")):
        seeds = page.locator("#cup-seeds[open]")
        if stage == "Final":
            expect(seeds).to_contain_text("Its SHA-256:")
        press_by_keyboard(page, f"Start the {stage.lower()}")
        expect(seeds).to_contain_text("The secret:", timeout=PATIENT)
        expect(page.locator("#cup-run")).to_have_text("4 of 4 games played")
        expect(page.locator("#cup-title")).to_have_text(stage)
        assert page.locator(".cup-why").count() == 0, "no move was made by the simple bot"
        if stage == "League":
            press_by_keyboard(page, next_press)
    with page.expect_download() as saving:
        press_by_keyboard(page, next_press)
    saved = read_tournament(Path(saving.value.path()).read_text("utf-8"))
    assert saved.final is not None
    for each in (saved.league, saved.final):
        assert play_again(saved, each) == []
    expect(page.locator("iframe")).to_have_count(0)


@pytest.mark.long
def test_the_whole_path_with_the_solutions(player: Callable[..., Player]) -> None:
    page = player(size=(1440, 900)).page
    page.evaluate("location.hash = '#workshop'")
    expect(page.locator("#workshop-code .cm-content")).to_be_visible(timeout=PATIENT)
    for n, _step in enumerate(STEPS, 1):
        expect(page.locator("#workshop-task")).to_contain_text(re.compile(f"^Step {n}"))
        page.get_by_role("button", name="Show a solution").click()
        page.get_by_role("button", name="Put it into the editor").click()
        page.locator("#workshop-run").click()
        verdict = page.locator(".ws-verdict")
        expect(verdict).to_contain_text("Goal reached", timeout=PATIENT)
        page.get_by_role("button", name="Next step").click()
    expect(page.locator("#workshop-task")).to_have_text("Any opponents")


@pytest.mark.long
def test_a_run_in_firefox(built_site: Path) -> None:
    with serving(Host(built_site, prefix="/some/place/", compress=True)) as address:
        driven = Firefox(machine.firefox())

        def text(place: str) -> str:
            return str(driven.run(f"return document.querySelector('{place}')?.textContent ?? ''"))

        try:
            driven.open(f"{address}#workshop")
            waited(lambda: "No mistakes found" in text(".ws-state"))
            driven.run("document.querySelector('#workshop-run').click()")
            waited(lambda: "times and never bought anything" in text(".ws-verdict"))
        finally:
            driven.close()
