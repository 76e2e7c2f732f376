"""One table at two devices: in two windows of a browser, and over WebRTC."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from browsing import Visits
from playing import Player, Record, sensible
from titledeed.peers import proof
from titledeed.referee import check_table

MOST = 400  # answers of a game of two rounds
LONG_AGO = 300.0  # seconds without anything to answer: then the table is stuck
PATIENT = 120_000


def set_up(me: Player) -> None:
    """Two persons, two rounds."""
    me.set_up(("Ada", "Person"), ("Ben", "Person"))
    for fold in ("#choice", "#limit"):
        me.page.locator(f"{fold} > summary").click()
        expect(me.page.locator(fold)).to_have_attribute("open", "")
    me.page.get_by_label("Limit of rounds").fill("2")
    me.page.keyboard.press("Tab")
    expect(me.page.locator("#limit > summary")).to_contain_text("2")


def dialog(page: Page) -> None:
    """Open the dialog from the first page; the first time its part of the program is fetched."""
    page.locator("#setup [data-do=devices]").click()
    expect(page.locator("#dlg-devices")).to_be_visible(timeout=PATIENT)


def lay(me: Player) -> None:
    dialog(me.page)
    me.button("Invite", "#dlg-devices").click()
    expect(me.page.locator("#devices-seats")).to_contain_text("Ada")


def waits(page: Page, body: str) -> None:
    """Until this is true. Playwright's own waiting makes a function of a string, which the policy forbids."""
    for _ in range(PATIENT // 100):
        if page.evaluate(body):
            return
        page.wait_for_timeout(100)
    raise AssertionError(body)


def begin(host: Player, guest: Player) -> None:
    """Once the guest sits."""
    expect(host.page.locator("#devices-seats")).not_to_contain_text("free", timeout=PATIENT)
    expect(guest.page.locator("#devices-seats")).to_contain_text("this device")
    host.button("Begin the game", "#dlg-devices").click()
    for player in (host, guest):
        expect(player.page.locator("body")).to_have_attribute("data-screen", "table")


def play(players: list[Player]) -> None:
    """Whoever is asked answers, until the game is over on every device."""
    last = time.monotonic()
    for _ in range(MOST):
        while True:
            asked = [me.asked for me in players]
            if all(ask == "over" for ask in asked):
                for me in players:
                    me.see_the_end()
                    me.close_all()
                return
            waits = [
                me
                for me, ask in zip(players, asked, strict=True)
                if ask[:4] not in ("bots", "over")
            ]
            if waits and any(me.answers for me in waits):
                break
            assert time.monotonic() - last < LONG_AGO, asked
            players[0].page.wait_for_timeout(30)
        for me in waits:
            answers = me.answers
            if answers:
                # What goes away under the hand has been answered; the loop looks again.
                button = me.page.locator(f'#ask [data-answer="{sensible(answers)}"]').first
                button.evaluate_all("all => all.forEach(b => b.click())")
                sure = me.page.locator("#dlg-confirm [data-answer]")  # of a bankruptcy
                sure.evaluate_all("all => all.forEach(b => b.click())")
        last = time.monotonic()
    raise AssertionError("the game does not end")


def agree(players: list[Player]) -> None:
    """Every device has the whole game, and its proof."""
    records: list[Record] = [me.report() for me in players]
    for record in records:
        assert check_table(record) == []
        assert proof.check(record) == []
    assert len({json.dumps(me.lines(r)) for me, r in zip(players, records, strict=True)}) == 1


def two_windows(player: Callable[..., Player], regulars: Visits) -> tuple[Player, Player]:
    """The host of a table, and somebody at another window of the same browser."""
    host = player()
    page = host.page.context.new_page()
    page.goto(regulars.address)
    regulars.state(page, "ready")
    set_up(host)
    lay(host)
    return host, Player(page)


def test_two_windows_of_one_browser_play_a_whole_game(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host, guest = two_windows(player, regulars)
    page = guest.page
    expect(host.page.get_by_role("img", name="The code as a picture")).to_be_visible(
        timeout=PATIENT
    )
    dialog(page)
    guest.page.locator("#dlg-devices [name=name]").fill("Zoë")
    guest.button("Join the table in another window", "#dlg-devices").click()
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)
    begin(host, guest)
    play([host, guest])
    agree([host, guest])


def test_a_code_that_is_being_typed_outlasts_a_guest_who_sits_down(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host = player()
    page = host.page.context.new_page()
    page.goto(regulars.address)
    regulars.state(page, "ready")
    host.set_up(("Ada", "Person"), ("Ben", "Person"), ("Cleo", "Person"))
    lay(host)
    typed = host.page.locator("#devices-answer")
    typed.fill("half a code")
    guest = Player(page)
    dialog(page)
    page.locator("#dlg-devices [name=name]").fill("Zoë")
    guest.button("Join the table in another window", "#dlg-devices").click()
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)
    expect(typed).to_have_value("half a code")
    expect(typed).to_be_focused()


def test_a_window_that_is_loaded_anew_comes_back_to_its_seat(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host, guest = two_windows(player, regulars)
    page = guest.page
    dialog(page)
    guest.button("Join the table in another window", "#dlg-devices").click()
    begin(host, guest)
    waits(page, "() => sessionStorage.getItem('titledeed/several/')")
    page.reload()
    regulars.state(page, "ready")
    dialog(page)
    guest.button("Back to that table", "#dlg-devices").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "table")
    play([host, guest])
    agree([host, guest])


CERTIFICATES = """
async (days) => {
  const opening = indexedDB.open("titledeed/several", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("certificates");
  const database = await new Promise((done) => { opening.onsuccess = () => done(opening.result); });
  const how = {name: "ECDSA", namedCurve: "P-256"};
  const made = Object.entries(days).map(async ([name, n]) =>
    [name, await RTCPeerConnection.generateCertificate({...how, expires: n * 86_400_000})]);
  const all = await Promise.all(made);
  const change = database.transaction("certificates", "readwrite");
  for (const [name, one] of all) change.objectStore("certificates").put(one, name);
  await new Promise((done) => { change.oncomplete = done; });
  const keys = database.transaction("certificates").objectStore("certificates").getAllKeys();
  await new Promise((done) => { keys.onsuccess = done; });
  database.close();
  return keys.result;
}
"""


def test_of_the_certificates_of_tables_the_oldest_goes_when_there_are_eight(
    player: Callable[..., Player], regulars: Visits
) -> None:
    me = player()
    page = me.page
    page.evaluate(
        "() => new Promise((done) => {"
        " indexedDB.deleteDatabase('titledeed/several').onsuccess = () => done(); })"
    )
    days = {"table 0": 2, "table 1": 3, "table 2": 4, "table 3": 5, "table 9": 1}
    page.evaluate(CERTIFICATES, days)
    set_up(me)
    lay(me)
    expect(page.locator("#devices-code")).not_to_have_value("", timeout=PATIENT)
    five_and_new = set(page.evaluate(CERTIFICATES, {}))
    assert five_and_new > set(days)
    more = {"table 4": 20, "table 5": 21}
    assert len(page.evaluate(CERTIFICATES, more)) == 8
    me.button("Leave this table", "#dlg-devices").click()
    me.button("Invite", "#dlg-devices").click()
    expect(page.locator("#devices-code")).not_to_have_value("", timeout=PATIENT)
    new = set(page.evaluate(CERTIFICATES, {}))
    assert len(new) == 8
    assert (five_and_new | set(more)) - new == {"table 9"}


# A camera that sees what `before(picture)` holds up to it: a path of so many modules.
CAMERA = """
  globalThis.held = null;
  globalThis.before = (side, path) => { held = { side, path: new Path2D(path) }; };
  if (navigator.mediaDevices) navigator.mediaDevices.getUserMedia = async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 640; canvas.height = 480;
    const sheet = canvas.getContext("2d");
    setInterval(() => {
      sheet.setTransform(1, 0, 0, 1, 0, 0);
      sheet.fillStyle = "#9a8"; sheet.fillRect(0, 0, 640, 480);
      if (!held) return;
      sheet.setTransform(400 / held.side, 12 / held.side, -12 / held.side, 400 / held.side, 120, 40);
      sheet.fillStyle = "#fff"; sheet.fillRect(0, 0, held.side, held.side);
      sheet.fillStyle = "#000"; sheet.fill(held.path);
    }, 50);
    return canvas.captureStream(10);
  };
"""


def hold_up(code_of: Page, to: Page) -> None:
    """One device's code before the other one's camera."""
    picture = code_of.locator("#devices-picture")
    expect(picture).to_be_visible(timeout=PATIENT)
    side = int((picture.get_attribute("viewBox") or "").split()[2])
    to.evaluate(
        "([side, path]) => before(side, path)", [side, picture.locator("path").get_attribute("d")]
    )


@pytest.mark.long
@pytest.mark.parametrize("by", ["pasting", "camera"])
def test_two_browsers_find_each_other_by_two_codes_and_play_a_whole_game(
    visit: Visits, by: str
) -> None:
    host, guest = Player(visit(script=CAMERA)), Player(visit(script=CAMERA))
    set_up(host)
    lay(host)
    code = host.page.locator("#devices-code")
    expect(code).not_to_have_value("", timeout=PATIENT)
    dialog(guest.page)
    guest.page.locator("#dlg-devices [name=name]").fill("Zoë")
    if by == "camera":
        hold_up(host.page, guest.page)
        guest.button("Read the code by the camera", "#dlg-devices").click()
    else:
        guest.page.locator("#dlg-devices [name=code]").fill(code.input_value())
        guest.page.locator("#devices-form button[type=submit]").click()
    answer = guest.page.locator("#devices-code")
    expect(answer).not_to_have_value("", timeout=PATIENT)
    if by == "camera":
        hold_up(guest.page, host.page)
        host.button("Read the code by the camera", "#dlg-devices").click()
    else:
        host.page.locator("#devices-answer").fill(answer.input_value())
        host.button("Let in", "#dlg-devices").click()
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)
    if by == "camera":
        return
    begin(host, guest)
    play([host, guest])
    agree([host, guest])
