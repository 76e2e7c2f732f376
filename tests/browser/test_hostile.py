"""Hostile names, titles, files and editions stay text and never become markup."""

from __future__ import annotations

import base64
import json
import re
import tomllib
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player, game
from titledeed.game import share_link
from titledeed.game.share_link import VERSION
from titledeed.lab import run_file
from titledeed.lab.lessons import answer_files, lesson_format
from titledeed.storage.checksummed_copies import text_digest
from titledeed.storage.game_storage_keys import PREFIX
from titledeed.ui.actions.share_link import MARK

Come = Callable[..., Player]

EDITIONS = Path(__file__).resolve().parents[2] / "py" / "titledeed" / "editions"
# Each fits into a name of 30 letters; the first would run, the others would break out.
NAMES = ["<img src=x onerror=hit()>", '"><script>hit()</script>', "{{ 7*7 }}{seat}'onclick=hit()"]
WATCH = "window.hits = 0; window.hit = () => { window.hits += 1; };"


def harmless(page: Page) -> None:
    """Check that none of the input has become part of the page, wherever it is shown."""
    assert page.evaluate("window.hits") == 0
    elements = page.locator(
        "body img:not([src^='static/art/people/']), body script:not([src]):not([type=py]), body iframe,"
        " [onerror], [onclick], [onload]"
    )
    expect(elements).to_have_count(0)


def look_at_everything(player: Player) -> None:
    page = player.page
    for dialog in ("saves", "journal", "spaces", "trade", "manager"):
        opener = page.locator(f"[data-do=open-{dialog}]").first
        if opener.count():
            opener.evaluate("button => button.click()")
            harmless(page)
            player.close_all()
    harmless(page)


def test_hostile_names_and_titles_stay_text(player: Come) -> None:
    me = player(script=WATCH)
    page = me.page
    record = game(*NAMES, title="<svg onload=hit()></svg>")
    del record["position"]  # positions name seats in lines, and these names would not work there
    me.sit_down(record)
    for name in NAMES:
        expect(page.locator("#seats")).to_contain_text(name)
    me.from_menu("Saved games")
    expect(page.locator("#dlg-saves")).to_contain_text("<svg onload=hit()></svg>")
    harmless(page)
    me.close_all()
    look_at_everything(me)
    me.leave()
    harmless(page)
    me.set_up(*[(name, "Person") for name in NAMES])
    me.start()
    look_at_everything(me)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    harmless(page)


def hostile_edition() -> dict[str, Any]:
    """Return an edition that is valid except for its words."""
    edition = tomllib.loads((EDITIONS / "london.toml").read_text("utf-8"))
    edition["id"] = "hostile"
    edition["name"] = NAMES[0]
    edition["currency"]["sign"] = "<b>"
    for n, space in enumerate(edition["space"]):
        space["name"] = f"<i onclick=hit()>{n}</i>"
        space["short"] = f"<i>{n}"
    for group in edition["group"]:
        group["name"] = f"<u>{group['name']}"
    return edition


def test_a_hostile_edition_stays_text_or_is_refused(player: Come) -> None:
    me = player(script=WATCH)
    page = me.page
    me.sit_down(game("Ada", "Ben", edition=hostile_edition()))
    expect(page.locator("#board")).to_contain_text("<i>1")
    expect(page.locator("#board i, #board u")).to_have_count(0)
    look_at_everything(me)


def test_a_hostile_file_is_refused_with_a_sentence(player: Come) -> None:
    me = player(script=WATCH)
    page = me.page
    for file in (NAMES[0], json.dumps({"format": NAMES[0]}), json.dumps({NAMES[0]: 1})):
        me.choose_file(f"{NAMES[0]}.json", file, settle=False)
        expect(page.locator("body")).to_have_attribute("data-screen", "setup")
        harmless(page)


@pytest.mark.long
def test_an_endlessly_nested_file_does_not_crash_the_program(player: Come) -> None:
    """Every reader in the browser must refuse it before the browser's own stack overflows."""
    me = player()
    files = {
        "deep.json": "[" * 1_000_000,
        "table.json": '{"a":' * 100_000,
        "deep.toml": "a = " + "[" * 100_000,
        "key.toml": ".".join("a" * 50_000) + " = 1",
    }
    for name, text in files.items():
        me.choose_file(name, text, settle=False)
        notice = me.page.locator("#setup .notice", has_text="nested too deeply")
        expect(notice).to_be_visible()
        me.button("Dismiss", notice).click()
        expect(notice).to_be_hidden()
    me.sit_down(game("Ada", "Ben"))
    me.is_asked("roll 0")
    packed = base64.urlsafe_b64encode(zlib.compress(b"[" * 1_000_000)).decode().rstrip("=")
    site = me.page.url.partition("#")[0]
    me.page.goto(f"{site}{MARK}{VERSION}.{packed}")
    expect(me.page.locator("#notices")).to_contain_text("nested too deeply")
    # Input for the laboratory: files that declare their format, and a link of a few hundred letters.
    for head in (lesson_format.HEAD, answer_files.HEAD, run_file.HEAD):
        deep = f'{head}1", "x": {"[" * 30_000}{"]" * 30_000}}}'
        me.choose_file("deep.json", deep, settle=False)
        expect(me.page.locator("#lab")).to_contain_text("The file is damaged")
    me.page.goto(f"{site}{lesson_format.MARK}{share_link.deflate_text(deep)}")
    expect(me.page.locator("#lab")).to_contain_text("The file is damaged")
    expect(me.page.locator("html")).to_have_attribute("data-state", "ready")


def test_endlessly_nested_storage_does_not_crash_the_program(visit: Visits) -> None:
    text = '{"save":1,"board":' + '{"a":' * 20_000 + "1" + "}" * 20_000 + "}"
    stored = json.dumps(f"{text_digest(text)} {text}")
    keys = json.dumps([f"{PREFIX}{name}" for name in ("settings", "board/x", "facts/1")])
    put = f"for (const key of {keys}) localStorage.setItem(key, {stored});"
    page = visit(script=f"if (origin !== 'null') {put}")  # not in the document before the page
    expect(page.locator("#setup-form")).to_be_visible()


def test_a_hostile_address_does_nothing(visit: Visits) -> None:
    page = visit("?edition=<script>hit()</script>#<img src=x onerror=hit()>", script=WATCH)
    harmless(page)


# Attacks from inside the page, if there were a way in. The policy refuses each of them.
ATTACKS = {
    "html": "document.body.innerHTML = '<img src=x onerror=hit()>'",
    "a script's text": "document.createElement('script').textContent = 'hit()'",
    "a script's address": "document.createElement('script').src = 'data:text/javascript,hit()'",
    "a handler": "document.body.setAttribute('onclick', 'hit()')",
    "a second policy": "trustedTypes.createPolicy('mine', {createHTML: text => text})",
    "the same policy again": "trustedTypes.createPolicy('titledeed', {createHTML: text => text})",
    "a worker": "new Worker('data:text/javascript,1')",
    "another host": "await fetch('https://elsewhere.example/')",
    "a form": "const f = document.createElement('form'); f.action = 'https://elsewhere.example/';"
    " document.body.append(f); f.submit(); throw Error(await new Promise(refused =>"
    " document.addEventListener('securitypolicyviolation', e => refused(e.violatedDirective))))",
}


def test_the_policy_blocks_injected_code(visit: Visits) -> None:
    page = visit(script=WATCH)
    visit.expected("")
    for name, attack in ATTACKS.items():
        answer = page.evaluate(
            f"(async () => {{ {attack}; }})().then(() => 'let through', why => String(why))"
        )
        assert re.search(r"Trusted|[Pp]olicy|fetch|form-action|Worker", answer), f"{name}: {answer}"
    assert page.evaluate("window.hits") == 0
