"""The characters react and speak in a browser, once their part of the program has been fetched."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from playing import Player, game

# Notes the drawing of which a picture is made.
NOTE = """
const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, "src");
Object.defineProperty(HTMLImageElement.prototype, "src", {...own, set(value) {
  if (value.startsWith("data:image/svg+xml")) window.drawing = decodeURIComponent(value.split(",", 2)[1]);
  own.set.call(this, value);
}});
"""
Come = Callable[..., Player]
OWNED = {
    "Ben": {"deeds": ["kentucky-avenue:hotel", "indiana-avenue:hotel", "illinois-avenue:hotel"]}
}


def test_after_the_first_answer_faces_change_and_lines_are_spoken_in_the_chosen_language(
    player: Come,
) -> None:
    me = player()
    at_table = {**OWNED, "Ada": {"at": "@19"}}
    me.sit_down(game("Ada", "Ben", bots={"Ben": "builder"}, at_table=at_table, chance="by-hand"))
    face = me.page.locator("#seat-1 .face")
    expect(face).to_have_attribute("data-mood", "at-ease")
    expect(me.page.locator("#look-pleased")).to_have_count(0)
    for row in ("0", "1"):
        me.page.locator(f'#ask [data-do="die"][data-arg="{row} 1"]').click()
    expect(face).to_have_attribute("data-mood", "pleased")
    expect(me.page.locator("#look-pleased")).to_have_count(1)
    line = me.page.locator("#journal .speech").first
    expect(line).to_contain_text(re.compile("Good walls pay|Built to last"))
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="Deutsch").check()
    expect(line).to_contain_text(re.compile("Gute Mauern lohnen sich|Solide gebaut"))


def test_the_picture_of_the_end_contains_all_parts_of_the_winners_face(player: Come) -> None:
    me = player(script=NOTE)
    at_table = {"Ada": {"at": "@19", "cash": 5}, **OWNED}
    record = game("Ada", "Ben", bots={"Ben": "builder"}, at_table=at_table, chance="by-hand")
    me.sit_down({**record, "step": [{"play": ["Ada resign"]}]})
    expect(me.page.locator("#ask .crest .face")).to_have_attribute("data-mood", "triumphant")
    me.button("See how it went").click()
    with me.page.expect_download() as download:
        me.button("Save as an image", "#dlg-over").click()
    assert download.value.suggested_filename == "title-deed.png"
    drawing = me.page.evaluate("window.drawing")
    used = set(re.findall(r'<use[^>]* href="#([\w-]+)"', drawing))
    assert {"head-builder", "look-triumphant"} <= used
    assert used <= set(re.findall(r'id="([\w-]+)"', drawing))
