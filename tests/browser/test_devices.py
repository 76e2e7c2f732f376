"""One table on two devices: in two windows of a browser, and over WebRTC."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from browsing import Visits, waits
from desk_players import MISER, TABLES
from playing import Player, Record, sensible
from titledeed.cli.check_record_expectations import check_table
from titledeed.game.strategy_seats import KEY
from titledeed.peers import proof
from titledeed.strategy_desk.strategy_link import strategy_link

MOST = 400  # answers of a game of two rounds
LONG_AGO = 300.0  # seconds without anything to answer: then the table is stuck
PATIENT = 120_000
# A page with its own script is not reused by another test, where an open table would survive.
OWN = "0;"


def set_up(me: Player, rounds: str = "2", *more: tuple[str, str]) -> None:
    """Set up two people and further seats, with a limit of rounds."""
    me.set_up(("Ada", "Person"), ("Ben", "Person"), *more)
    for fold in ("choice", "limit"):
        me.unfold(fold)
        expect(me.page.locator(f"#{fold}")).to_have_attribute("open", "")
    me.page.locator("#limit [name='house:limit-rounds']").fill(rounds)
    me.page.keyboard.press("Tab")
    expect(me.page.locator("#limit > summary")).to_contain_text(rounds)


def dialog(page: Page) -> None:
    """Open the dialog from the first page; the first call fetches its part of the program."""
    page.locator("#setup [data-do=devices]").click()
    expect(page.locator("#dlg-devices")).to_be_visible(timeout=PATIENT)


def lay(me: Player) -> None:
    dialog(me.page)
    me.button("Invite people", "#dlg-devices").click()
    expect(me.page.locator("#devices-seats")).to_contain_text("Ada")


def join_beside(me: Player, name: str = "") -> None:
    """Join the table of another window of this browser."""
    dialog(me.page)
    me.button("Join a table", "#dlg-devices").click()
    if name:
        me.page.locator("#dlg-devices [name=name]").fill(name)
    me.button("Join a game in another window", "#dlg-devices").click()


def begin(host: Player, guest: Player) -> None:
    """Begin the game as soon as the guest has a seat."""
    expect(host.page.locator("#devices-seats")).not_to_contain_text("free", timeout=PATIENT)
    expect(guest.page.locator("#devices-seats")).to_contain_text("this device")
    host.button(re.compile("^Start "), "#dlg-devices").click()
    for player in (host, guest):
        expect(player.page.locator("body")).to_have_attribute("data-screen", "table")


def play(players: list[Player], until: Callable[[Player], bool] = lambda me: False) -> None:
    """Answer for every player whose turn it is until the game is over on every device.

    Stop earlier if ``until`` is true of one."""
    last = time.monotonic()
    for _ in range(MOST):
        while True:
            asked = [me.asked for me in players]
            if any(until(me) for me in players):
                return
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
                # A button that disappears has already been answered; the loop looks again.
                button = me.page.locator(f'#ask [data-answer="{sensible(answers)}"]').first
                button.evaluate_all("all => all.forEach(b => b.click())")
                sure = me.page.locator("#dlg-confirm [data-answer]")  # to confirm a bankruptcy
                sure.evaluate_all("all => all.forEach(b => b.click())")
        last = time.monotonic()
    raise AssertionError("the game does not end")


def agree(players: list[Player]) -> None:
    """Check that every device has the whole game and its proof."""
    records: list[Record] = [me.report() for me in players]
    for record in records:
        assert check_table(record) == []
        assert proof.check_proof(record) == []
    assert len({json.dumps(me.lines(r)) for me, r in zip(players, records, strict=True)}) == 1


# Each browser gets the same random bytes in each run, so all throws and cards of a table are known. The
# n-th request for a given number of bytes always has the same answer, regardless of other requests.
SEEDED = """
(() => {
  const asked = {};
  Crypto.prototype.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    asked[bytes.length] = (asked[bytes.length] ?? 0) + 1;
    let x = (SEED * 7919 + bytes.length * 104729 + asked[bytes.length] * 1299709) >>> 0 || 1;
    for (let n = -8; n < bytes.length; n++) {
      x ^= x << 13; x ^= x >>> 17; x ^= x << 5;
      if (n >= 0) bytes[n] = x >>> 11;
    }
    return array;
  };
})();
"""


def seeded(seed: int) -> str:
    return SEEDED.replace("SEED", str(seed)) if seed else OWN


def two_windows(
    player: Callable[..., Player],
    regulars: Visits,
    rounds: str = "2",
    *more: tuple[str, str],
    seed: int = 0,
) -> tuple[Player, Player]:
    """Return the host of a table and a guest in another window of the same browser."""
    host = player(script=seeded(seed))
    page = host.page.context.new_page()
    page.add_init_script(seeded(seed and seed + 1))
    page.goto(regulars.address)
    regulars.state(page, "ready")
    set_up(host, rounds, *more)
    lay(host)
    return host, Player(page)


def test_a_half_typed_code_stays_when_a_guest_sits_down(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host = player(script=OWN)
    page = host.page.context.new_page()
    page.goto(regulars.address)
    regulars.state(page, "ready")
    host.set_up(("Ada", "Person"), ("Ben", "Person"), ("Cleo", "Person"))
    lay(host)
    typed = host.page.locator("#devices-answer")
    typed.fill("half a code")
    guest = Player(page)
    join_beside(guest, "Zoë")
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)
    expect(typed).to_have_value("half a code")
    expect(typed).to_be_focused()


def test_a_half_typed_code_stays_when_the_codes_picture_comes_late(visit: Visits) -> None:
    """The picture shifts what stands around the field, and so the field is moved within the page."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page = visit(before=lambda page: page.route("**/vendor/qr-*/**", hold))
    host = Player(page)
    host.set_up(("Ada", "Person"), ("Ben", "Person"))
    with page.expect_request("**/vendor/qr-*/**", timeout=PATIENT):
        lay(host)
    typed = page.locator("#devices-answer")
    typed.fill("half a code")
    for route in held:
        route.continue_()
    expect(page.get_by_role("img", name="The code as a picture")).to_be_visible(timeout=PATIENT)
    expect(typed).to_have_value("half a code")
    expect(typed).to_be_focused()


def test_a_half_typed_code_stays_until_it_is_entered_wherever_the_focus_goes(
    player: Callable[..., Player],
) -> None:
    host = player(script=OWN)
    page = host.page
    host.set_up(("Ada", "Person"), ("Ben", "Person"))
    lay(host)
    typed, trouble = page.locator("#devices-answer"), page.locator("#dlg-devices .devices-trouble")
    typed.fill("half a code")
    name = page.locator("#dlg-devices [name=name]")
    for tried in ("Zoë", "Ben"):
        name.fill(tried)
        name.press("Enter")
        expect(typed).to_have_value("half a code")
    expect(trouble).to_have_text("This name is taken. Choose another one.")
    expect(page.locator("#devices-seats")).to_contain_text("Zoë")
    expect(typed).to_have_value("half a code")
    host.button("Let them in", "#dlg-devices").click()
    expect(trouble).not_to_have_text("This name is taken. Choose another one.")
    expect(typed).to_have_value("")
    # It was refused: over the empty field the button is barred again.
    expect(host.button("Let them in", "#dlg-devices")).to_have_attribute("aria-disabled", "true")


def test_two_windows_play_a_whole_game_and_a_reloaded_one_returns_to_its_seat(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host, guest = two_windows(player, regulars, "1")
    page = guest.page
    expect(host.page.get_by_role("img", name="The code as a picture")).to_be_visible(
        timeout=PATIENT
    )
    join_beside(guest, "Zoë")
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)
    begin(host, guest)
    page.reload()
    regulars.state(page, "ready")
    # The page leads back to the table by itself, not into a solo game, and asks nothing before.
    expect(page.locator("body")).to_have_attribute("data-screen", "table")
    play([host, guest])
    agree([host, guest])
    # The table is over: neither this window's key nor that of the page before leads back to it.
    keys = "() => !Object.keys(localStorage).some(k => k.startsWith('titledeed/several/'))"
    waits(page, keys, patience=PATIENT)
    assert page.evaluate("() => sessionStorage.getItem('titledeed/several/')") is None


@pytest.mark.long
def test_a_duplicated_tab_takes_the_place_of_the_first_and_nobody_is_accused(
    player: Callable[..., Player], regulars: Visits
) -> None:
    both = at_two_windows(player, regulars)
    host, guest = both
    waits(
        guest.page, "() => sessionStorage.getItem('titledeed/several/') !== null", patience=PATIENT
    )
    copied = guest.page.evaluate("() => JSON.stringify({...sessionStorage})")
    play(both, until=lambda me: len(me.journal()) > 5)
    page = host.page.context.new_page()
    page.add_init_script(
        f"if (!sessionStorage.length) Object.assign(sessionStorage, {copied}); // as browsers do"
    )
    page.goto(regulars.address)
    regulars.state(page, "ready")
    dialog(page)
    second = Player(page)
    second.button("Back to that game", "#dlg-devices").click()
    elsewhere = guest.page.locator("#notice-devices-elsewhere")
    expect(elsewhere).to_contain_text("This game is now being played in another window.")
    expect(page.locator("body")).to_have_attribute("data-screen", "table")
    play([host, second])
    agree([host, second])
    for me in (host, second):
        expect(me.page.locator("#notice-devices-stopped")).to_have_count(0)


@pytest.mark.long
def test_a_latecomer_replaces_a_bot_once_everybody_agrees(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host, guest = two_windows(player, regulars, "1", ("Cleo", "Simple bot"))
    join_beside(guest)
    begin(host, guest)
    page = host.page.context.new_page()
    page.goto(regulars.address)
    regulars.state(page, "ready")
    late = Player(page)
    join_beside(late, "Eve")
    expect(page.locator("body")).to_have_attribute("data-screen", "table", timeout=PATIENT)
    expect(page.locator("#notices")).to_contain_text("this game has already begun")
    late.button("Several devices", "#notices").click()
    late.button("Play instead of the bot", "#dlg-devices").click()
    late.close_all()
    for me in (host, guest):
        notices = me.page.locator("#notices")
        expect(notices).to_contain_text("Eve is new here and would like to play for Cleo")
        expect(notices).to_contain_text("Still waiting for")
        me.button("I agree", "#notices").click()
    expect(page.locator("#notices")).to_contain_text("You’re playing as Cleo.")
    play([host, guest, late])
    agree([host, guest, late])
    entries = late.report()["x-proof"]["entries"]
    joined = next(n for n, entry in enumerate(entries) if entry["e"] == "join")
    drawn = [entry for entry in entries[joined:] if entry["e"] == "draw"]
    assert len(drawn) > 3
    assert all("2" in entry["reveals"] for entry in drawn)


def at_two_windows(
    player: Callable[..., Player], regulars: Visits, rounds: str = "2", seed: int = 0
) -> list[Player]:
    """Return both players of a table that has begun in two windows.

    ``seed`` determines all its throws and cards; 0 leaves them random."""
    host, guest = two_windows(player, regulars, rounds, seed=seed)
    join_beside(guest)
    begin(host, guest)
    return [host, guest]


@pytest.mark.long
def test_a_deal_is_offered_on_one_device_and_accepted_on_the_other(
    player: Callable[..., Player], regulars: Visits
) -> None:
    both = at_two_windows(player, regulars)
    play(both, until=lambda me: "buy" in me.answers)
    buyer = next(me for me in both if "buy" in me.answers)
    other = both[1 - both.index(buyer)]
    buyer.page.locator('#ask [data-answer="buy"]').click()
    expect(buyer.page.locator("html")).to_have_attribute("data-ask", re.compile("^(roll|end)"))
    buyer.button("Trade", "#tools").click()
    table = buyer.page.locator("#dlg-trade")
    table.locator(".partner button").click()
    gives, gets = table.locator(".side").all()
    gives.locator("[data-do=trade-toggle]").click()
    gets.get_by_role("spinbutton").fill("50")
    buyer.page.keyboard.press("Tab")
    before = buyer.cash()
    table.get_by_role("button", name=re.compile("^Offer .* for .*50")).click()
    expect(other.page.locator("html")).to_have_attribute("data-ask", re.compile("^answer"))
    assert buyer.answers == []  # nobody answers for the other device
    other.page.locator('#ask [data-answer="accept"]').click()
    for me in both:
        expect(me.page.locator("#seats .seat-cash").first).not_to_have_text(before[0])
    expect(buyer.page.locator("html")).to_have_attribute("data-ask", re.compile("^(roll|end)"))
    assert both[0].cash() == both[1].cash()
    for me in both:
        agreed = [line.split()[1] for line in me.lines() if re.search("offer|accept", line)]
        assert agreed == ["offer", "accept"]
        assert check_table(me.report()) == []


# A deed that completes a group of streets; groups other than streets have a picture instead of a
# letter.
COULD = ".could:not([data-arg^=give]):not(:has(.mark svg))"


def could_complete(me: Player) -> bool:
    """Return whether a trade would complete a group for this player; if so, leave the dialog open."""
    if not (me.asked.startswith(("roll", "end")) and me.answers):
        return False
    me.button("Trade", "#tools").click()
    table = me.page.locator("#dlg-trade")
    expect(table).to_be_visible()
    if table.locator(COULD).count():
        return True
    me.close_all()
    return False


@pytest.mark.long
def test_a_guests_building_sales_and_mortgages_appear_on_the_other_device(
    player: Callable[..., Player], regulars: Visits
) -> None:
    # With this seed the guest can complete a group after 41 answers.
    both = at_two_windows(player, regulars, rounds="40", seed=10)
    host, guest = both
    turns: set[str] = set()

    def group_in_reach(me: Player) -> bool:
        step = me.page.locator("html").get_attribute("data-step") or "0"
        if me is not guest or int(step) < 40 or step in turns:
            return False
        turns.add(step)
        return could_complete(me)

    play(both, until=group_in_reach)
    table = guest.page.locator("#dlg-trade")
    table.locator(COULD).first.click()
    money = table.locator(".side").first.get_by_role("spinbutton")
    if (money.input_value() or "0") == "0":
        money.fill("1")
        guest.page.keyboard.press("Tab")
    table.locator(".trade-foot button.go").click()
    expect(host.page.locator("html")).to_have_attribute("data-ask", re.compile("^answer"))
    host.page.locator('#ask [data-answer="accept"]').click()
    expect(guest.page.locator("html")).to_have_attribute("data-ask", re.compile("^(roll|end)"))
    guest.button("Build", "#tools").click()
    box = guest.dialog("Build or mortgage")
    answers = []
    for word in ("build", "sell", "mortgage", "redeem"):
        step = guest.page.locator("html").get_attribute("data-step")
        button = box.locator(f'[data-answer^="{word} "]:not([aria-disabled=true]):enabled').first
        answers.append(button.get_attribute("data-answer"))
        before = host.cash()
        button.click()
        # Both devices show the step and the money that it cost or brought in.
        for me in both:
            expect(me.page.locator("html")).not_to_have_attribute("data-step", step or "")
        expect(host.page.locator("#seats .seat-cash").nth(1)).not_to_have_text(before[1])
        expect(host.page.locator("#board .plot .house")).to_have_count(1 if word == "build" else 0)
        assert host.cash() == guest.cash()
    guest.close_all()
    assert host.lines()[-4:] == guest.lines()[-4:] == [f"Ben {answer}" for answer in answers]
    for me in both:
        assert check_table(me.report()) == []


@pytest.mark.long
def test_a_guest_who_left_an_auction_is_not_asked_again(
    player: Callable[..., Player], regulars: Visits
) -> None:
    both = at_two_windows(player, regulars, rounds="20")
    host, guest = both
    # When the host declines, the auction begins with the guest, so the host still has to bid.
    play(both, until=lambda me: me is host and "decline" in me.answers)
    host.page.locator('#ask [data-answer="decline"]').click()
    expect(guest.page.locator('#ask [data-answer="pass"]')).to_be_visible()
    guest.button("Leave this auction", "#ask").click()
    bid = host.page.locator('#ask [data-answer^="bid"]').first
    expect(bid).to_be_visible()
    assert guest.answers == []
    bid.click()
    for me in both:
        expect(me.page.locator("html")).not_to_have_attribute("data-ask", re.compile("^bid"))
    answers = [line for line in host.lines() if re.match("(Ada|Ben) (decline|bid|pass)", line)]
    assert [line.split()[:2] for line in answers] == [
        *(["Ada", "decline"], ["Ben", "pass"], ["Ada", "bid"], ["Ben", "pass"])
    ]
    assert host.lines() == guest.lines()


# While a window is deaf, the messages that it sends and receives are dropped.
DEAF = """
const Real = BroadcastChannel;
globalThis.BroadcastChannel = class {
  constructor(name) {
    this.real = new Real(name);
    this.real.onmessage = (event) => { if (!globalThis.deaf) this.onmessage?.(event); };
  }
  postMessage(text) { if (!globalThis.deaf) this.real.postMessage(text); }
  close() { this.real.close(); }
};
"""


def mortgages(me: Player, just_look: bool = False) -> bool:
    """Mortgage one of the player's deeds. With ``just_look``, only return whether this is possible."""
    me.button("Build", "#tools").click()
    button = me.dialog("Build or mortgage").locator(
        '[data-answer^="mortgage "]:not([aria-disabled=true]):enabled'
    )
    if not just_look:
        button.first.click()
        return True
    there = button.count() > 0
    me.close_all()
    return there


@pytest.mark.long
def test_when_two_halves_of_a_table_meet_after_both_played_on_the_page_says_so(
    player: Callable[..., Player], regulars: Visits
) -> None:
    host = player(script=OWN)
    page = host.page.context.new_page()
    page.add_init_script(DEAF)
    page.goto(regulars.address)
    regulars.state(page, "ready")
    guest = Player(page)
    set_up(host)
    lay(host)
    join_beside(guest)
    begin(host, guest)
    both = [host, guest]
    steps: set[str] = set()

    def each_has_a_deed(me: Player) -> bool:
        step = me.page.locator("html").get_attribute("data-step") or ""
        if me is not host or step in steps or not (me.asked.startswith("roll") and me.answers):
            return False
        steps.add(step)
        return all(mortgages(each, just_look=True) for each in both)

    play(both, until=each_has_a_deed)
    page.evaluate("globalThis.deaf = true")
    # The guest becomes the host. Without the other device there are no dice, but each may mortgage a
    # deed.
    expect(page.locator("#notices")).to_contain_text("This device is now the host.", timeout=30_000)
    for me in both:
        step = me.page.locator("html").get_attribute("data-step") or ""
        mortgages(me)
        expect(me.page.locator("html")).not_to_have_attribute("data-step", step)
        me.close_all()
    expect(page.locator("#ask")).to_contain_text("you can also continue alone", timeout=60_000)
    page.evaluate("globalThis.deaf = false")
    met = "The devices lost contact and split into two groups, and both groups played on."
    for _ in range(300):
        told = [me for me in (host, guest) if met in me.page.locator("#notices").inner_text()]
        if told:
            break
        page.wait_for_timeout(100)
    (behind,) = told
    ahead = guest if behind is host else host
    behind.button("Switch to their game", "#notices").click()
    step = ahead.page.locator("html").get_attribute("data-step") or ""
    expect(behind.page.locator("html")).to_have_attribute("data-step", step)
    assert host.lines() == guest.lines()


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


def test_the_oldest_of_eight_table_certificates_is_dropped(
    player: Callable[..., Player], regulars: Visits
) -> None:
    me = player(script=OWN)
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
    me.button("Leave this game", "#dlg-devices").click()
    me.button("Invite people", "#dlg-devices").click()
    expect(page.locator("#devices-code")).not_to_have_value("", timeout=PATIENT)
    new = set(page.evaluate(CERTIFICATES, {}))
    assert len(new) == 8
    assert (five_and_new | set(more)) - new == {"table 9"}


# A camera that sees the code that `before(picture)` holds up: a path of so many modules.
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
    """Show one device's code to the other device's camera."""
    picture = code_of.locator("#devices-picture")
    expect(picture).to_be_visible(timeout=PATIENT)
    side = int((picture.get_attribute("viewBox") or "").split()[2])
    to.evaluate(
        "([side, path]) => before(side, path)", [side, picture.locator("path").get_attribute("d")]
    )


def test_a_guest_with_an_invitation_gets_a_reply_and_no_trouble(visit: Visits) -> None:
    host, guest = Player(visit(script=OWN)), Player(visit(script=OWN))
    set_up(host)
    lay(host)
    meet(host, guest, "pasting")


@pytest.mark.long
@pytest.mark.parametrize("by", ["pasting", "camera"])
def test_two_browsers_connect_with_two_codes_and_play_a_whole_game(visit: Visits, by: str) -> None:
    host, guest = Player(visit(script=CAMERA)), Player(visit(script=CAMERA))
    set_up(host)
    lay(host)
    meet(host, guest, by)
    if by == "camera":
        return
    begin(host, guest)
    play([host, guest])
    agree([host, guest])


@pytest.mark.long
def test_a_guest_plays_on_a_board_that_only_the_host_has(visit: Visits) -> None:
    visit.expected("style-src")
    host, guest = Player(visit(script=OWN)), Player(visit(script=OWN))
    page = host.page
    page.locator("#setup [data-do=board-maker]").first.evaluate("button => button.click()")
    page.get_by_role("button", name="Atlantic City").click(timeout=PATIENT)
    page.locator("#maker-square-1").click()
    page.locator("#maker-name").fill("Ada Street")
    page.get_by_role("button", name="Play on it").click()
    expect(page.locator("#trial-title")).to_contain_text("My board")
    page.locator("[data-do=close-trial]").click()
    set_up(host, "1")
    lay(host)
    meet(host, guest, "pasting")
    begin(host, guest)
    for player in (host, guest):
        expect(player.page.locator("#board")).to_contain_text("Ada Street")
    play([host, guest])
    agree([host, guest])


@pytest.mark.long
def test_a_guest_has_the_rules_of_a_desk_player_that_only_the_host_has(visit: Visits) -> None:
    host, guest = Player(visit(script=OWN)), Player(visit(script=OWN))
    page = host.page
    page.evaluate("(link) => { location.hash = link; }", strategy_link(MISER))
    page.get_by_role("button", name="Open it at the desk").click(timeout=PATIENT)
    page.get_by_role("button", name="Put it at my table").click(timeout=PATIENT)
    expect(page.locator("#start-game")).to_be_focused(timeout=PATIENT)
    set_up(host, "2", ("Miser", "Miser"))
    lay(host)
    meet(host, guest, "pasting")
    begin(host, guest)
    assert guest.report()[KEY] == TABLES
    page.close()
    now_host = guest.page.locator("#notices", has_text="This device is now the host")
    expect(now_host).to_be_visible(timeout=PATIENT)
    assert guest.report()[KEY] == TABLES


def meet(host: Player, guest: Player, by: str) -> None:
    """Let a guest sit down at a table by two codes."""
    code = host.page.locator("#devices-code")
    expect(code).not_to_have_value("", timeout=PATIENT)
    dialog(guest.page)
    guest.button("Join a table", "#dlg-devices").click()
    guest.page.locator("#dlg-devices [name=name]").fill("Zoë")
    if by == "camera":
        hold_up(host.page, guest.page)
        guest.button("Scan the code with the camera", "#dlg-devices").click()
    else:
        guest.page.locator("#dlg-devices [name=code]").fill(code.input_value())
        guest.page.locator("#devices-form button[type=submit]").click()
    answer = guest.page.locator("#devices-code")
    expect(answer).not_to_have_value("", timeout=PATIENT)
    expect(guest.page.locator("#dlg-devices .devices-trouble")).to_have_count(0)
    if by == "camera":
        hold_up(guest.page, host.page)
        host.button("Scan their reply", "#dlg-devices").click()
    else:
        host.page.locator("#devices-answer").fill(answer.input_value())
        host.button("Let them in", "#dlg-devices").click()
    expect(host.page.locator("#devices-seats")).to_contain_text("Zoë", timeout=PATIENT)


def test_a_part_of_the_page_that_cannot_be_patched_is_replaced(visit: Visits) -> None:
    visit.expected("could not be patched")
    failing = 'throw new Error("as morphdom fails in some places");'

    def fail(route: Route) -> None:
        answer = route.fetch()
        body = answer.text().replace("export default", "const patched =") + (
            f"\nexport default (place, ...rest) => {{ if (place.id === 'ask') {failing}"
            " return patched(place, ...rest); };\n"
        )
        route.fulfill(response=answer, body=body)

    me = Player(visit(before=lambda page: page.route("**/morphdom-esm.js", fail)))
    set_up(me, "1", ("Cleo", "Simple bot"))
    me.page.locator("#start-game").click()
    expect(me.page.locator("#ask [data-answer]").first).to_be_visible(timeout=PATIENT)
