"""The weights of the odds are fetched when they are first needed, and not before."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player, game, sensible
from tools.serve import Host

Hosting = Callable[..., tuple[Host, str]]
NAMES = "performance.getEntriesByType('resource').map((entry) => entry.name)"
PEOPLE = game("Ada", "Ben", bots={"Ben": "simple"}, seed=3)
STRIP = re.compile("Chances of winning: ")


def fetched(page: Page) -> list[str]:
    return [name for name in page.evaluate(NAMES) if "/python/odds." in name]


def want_odds(me: Player) -> None:
    me.from_menu("Settings")
    me.dialog("Settings").locator("[name=odds]").check()
    me.close_all()


def test_the_weights_load_with_the_odds_strip_and_not_with_the_page(visit: Visits) -> None:
    me = Player(visit())
    me.sit_down(PEOPLE)
    for _ in range(3):
        before = me.asked
        answer = sensible(me.answers)
        me.ask.locator(f"[data-answer='{answer}']").click()
        expect(me.page.locator("html")).not_to_have_attribute("data-ask", before)
        me.settled()
    assert fetched(me.page) == []
    want_odds(me)
    expect(me.page.get_by_label(STRIP)).to_be_visible()
    assert len(fetched(me.page)) == 1


@pytest.mark.long
@pytest.mark.kept
def test_the_odds_strip_also_works_offline(visit: Visits, hosting: Hosting, tmp_path: Path) -> None:
    host, address = hosting()
    page = visit(at=address)
    expect(page.locator("html[data-kept]")).to_have_count(1)
    host.folder = tmp_path  # the host has no files any more
    me = Player(page.context.new_page())
    me.page.goto(address)
    visit.state(me.page, "ready")
    me.sit_down(PEOPLE)
    want_odds(me)
    expect(me.page.get_by_label(STRIP)).to_be_visible()


def test_a_shark_waits_for_the_weights_and_people_see_a_message(
    visit: Visits, hosting: Hosting
) -> None:
    visit.expected("")  # the browser reports the missing file
    host, address = hosting(missing={"python/odds.gz"})
    me = Player(visit(at=address))
    record = game("Ada", "Ben", bots={"Ben": "shark"}, seed=3, turn="Ben")
    me.choose_file("game.json", json.dumps(record), settle=False)
    told = me.page.locator("#notice-unread")
    expect(told).to_contain_text("A file the shark bot needs couldn’t be loaded.")
    expect(me.page.locator("html")).to_have_attribute("data-step", "2")  # the decks
    host.missing.clear()
    told.get_by_role("button", name="Try again").click()
    me.settled()
    expect(told).to_have_count(0)
    assert int(me.page.locator("html").get_attribute("data-step") or 0) > 2
