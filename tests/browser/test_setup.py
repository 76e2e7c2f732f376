"""The set-up screen in the page: books, boards, house rules, a board from a file.

There is also a turn by hand, and a lesson that ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from playing import Player, game

TOWN = (Path(__file__).resolve().parents[2] / "docs" / "examples" / "my-town.toml").read_text(
    "utf-8"
)
Come = Callable[..., Player]
SIZES = {"desk": (1280, 720), "phone": (390, 844)}


def unfold(page: Page, id: str) -> Locator:
    if id not in ("choice", "who"):
        unfold(page, "choice")
    fold = page.locator(f"#{id}")
    if fold.get_attribute("open") is None:
        fold.locator("> summary").click()
    expect(fold).to_have_attribute("open", "")
    return fold


def load(page: Page, text: str, name: str = "my-town.toml") -> None:
    unfold(page, "own-board")
    with page.expect_file_chooser() as chosen:
        page.locator("#load-board").click()
    payload: FilePayload = {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
    chosen.value.set_files(payload)
    expect(page.locator("#trial-title")).to_be_focused()


def people(page: Page) -> None:
    """Set up two people and no bots."""
    unfold(page, "who")
    for left in (3, 2):
        page.locator("[data-do=remove-seat]").last.click()
        expect(page.locator(".setup-seat")).to_have_count(left)
    for n in (0, 1):
        page.locator(f"#kind-{n}").select_option("person")


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("body")).to_have_attribute("data-screen", "table")


def asked(page: Page, ask: str) -> None:
    """Wait for this question, and take over the seat that must answer it."""
    root = page.locator("html")
    expect(root).to_have_attribute("data-ask", re.compile(f"^({ask}|handover {ask[-1]})$"))
    if str(root.get_attribute("data-ask")).startswith("handover"):
        page.locator("#ask [data-do=ready]").click()
    expect(root).to_have_attribute("data-ask", ask)


def tap(page: Page, first: int, second: int) -> None:
    pad = page.locator("#ask .pad")
    pad.get_by_role("button", name=f"First die: {first}").click()
    expect(pad.get_by_role("button", name=f"First die: {first}")).to_have_attribute(
        "aria-pressed", "true"
    )
    pad.get_by_role("button", name=f"Second die: {second}").click()


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


# ---------------------------------------------------------------- books, boards, house rules


@pytest.mark.parametrize("size", [pytest.param("desk", marks=pytest.mark.long), "phone"])
def test_a_book_brings_its_board_and_house_rules_are_marked(player: Come, size: str) -> None:
    page = player(size=SIZES[size]).page
    unfold(page, "choice")
    page.locator("[name=rulebook][value=australian]").check()
    expect(page.locator("[name=edition][value=australia]")).to_be_checked()
    expect(page.locator(".boards label").first).to_contain_text("goes with this rulebook")
    fold = unfold(page, "house-rules")
    expect(fold).to_contain_text("A player in gaol collects no rent.")
    fold.get_by_label("No auctions").check()
    expect(fold.locator("> summary")).to_contain_text("1 house rule")
    expect(fold).to_have_attribute("open", "")
    page.get_by_label("Salary", exact=True).fill("400")
    page.keyboard.press("Tab")
    expect(fold.locator("> summary")).to_contain_text("2 house rules")
    # Two rules contradict each other: both are named, and nothing starts.
    topic = fold.locator("details", has_text="Lowest opening bid").first
    topic.locator("summary").click()
    topic.get_by_label("Lowest opening bid", exact=True).select_option("10")
    clash = "“No auctions” and “Lowest opening bid” contradict each other"
    expect(fold.get_by_role("alert")).to_contain_text(clash)
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".setup-seats > [role=alert]")).to_contain_text(clash)
    expect(page.locator("body")).to_have_attribute("data-screen", "setup")
    assert fits(page)
    topic.get_by_label("Lowest opening bid", exact=True).select_option("")
    expect(fold.get_by_role("alert")).to_have_count(0)
    start(page)
    page.locator("#bar").get_by_role("button", name="This game has house rules").click()
    rules = page.locator("#dlg-rules")
    expect(rules).to_contain_text("Salary: $400.")
    expect(rules).to_contain_text("No auctions")
    assert fits(page)


# ---------------------------------------------------------------- a board from a file


def test_a_board_from_a_file_can_be_played_stored_and_removed(player: Come) -> None:
    page = player().page
    load(page, TOWN)
    expect(page.locator("#trial-title")).to_have_text("Hedgewater is now on the list of boards.")
    expect(page.locator("[name=edition][value=my-town]")).to_be_checked()
    start(page)
    expect(page.locator("#board")).to_contain_text("Apple Lane")
    expect(page.locator("#seats")).to_contain_text("1 500 cr")
    painted = "getComputedStyle(document.documentElement).getPropertyValue('--own-brown')"
    assert page.evaluate(painted) == "#7a4a2b"
    Player(page).leave()
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    expect(page.locator("[name=edition][value=my-town]")).to_be_attached()
    unfold(page, "own-board").get_by_role("button", name="Remove the board Hedgewater").click()
    page.locator("#dlg-confirm [data-do=remove-board-now]").click()
    expect(page.locator("[name=edition][value=my-town]")).to_have_count(0)
    expect(page.locator("#load-board")).to_be_focused()
    # The record of a game on this board contains the board.
    page.locator("[data-do=continue]").first.click()
    expect(page.locator("body")).to_have_attribute("data-screen", "table")
    expect(page.locator("#board")).to_contain_text("Apple Lane")


def test_a_faulty_file_is_explained_line_by_line(player: Come) -> None:
    page = player(size=SIZES["phone"]).page
    bad = TOWN.replace(
        'name = "Hedgewater"', 'name = "<img src=x onerror=alert(1)>!!!!!!!!!!!!!!!!!"'
    )
    bad = bad.replace('color = "#8cc7de"', 'color = "url(x)"').replace(
        'kind = "go"', 'kind = "shop"'
    )
    load(page, bad)
    trial = page.locator(".trial")
    expect(trial.locator("h3")).to_have_text("my-town.toml can’t be used yet: fix 3 mistakes.")
    expect(trial.locator("li").nth(1)).to_contain_text("“color” must look like #8b4a2b.")
    expect(trial.locator("li").nth(1).locator("code")).to_have_text('color = "url(x)"')
    expect(trial.locator("code").first).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator(".trial img").count() == 0
    assert fits(page)
    with page.expect_file_chooser() as chosen:
        trial.get_by_role("button", name="Load the corrected file…").click()
    chosen.value.set_files({"name": "b.toml", "mimeType": "text/plain", "buffer": TOWN.encode()})
    expect(trial.locator("h3")).to_have_text("Hedgewater is now on the list of boards.")
    trial.get_by_role("button", name="Close").click()
    expect(trial).to_have_count(0)


def test_the_example_can_be_downloaded_and_loads(player: Come) -> None:
    page = player().page
    fold = unfold(page, "own-board")
    with page.expect_download() as fetched:
        fold.get_by_role("link", name="Download an example").click()
    assert fetched.value.suggested_filename == "my-town.toml"
    assert Path(fetched.value.path()).read_text("utf-8") == TOWN


DROP = """
(text) => {
  const given = new DataTransfer();
  given.items.add(new File([text], "town.toml"));
  for (const kind of ["dragover", "drop"])
    document.body.dispatchEvent(
      new DragEvent(kind, {dataTransfer: given, bubbles: true, cancelable: true}));
}
"""


@pytest.mark.long
def test_a_file_can_be_dropped_on_the_page(player: Come) -> None:
    page = player().page
    page.evaluate(DROP, TOWN)
    report = page.locator("#trial-title")
    expect(report).to_have_text("Hedgewater is now on the list of boards.")
    expect(report).to_be_visible()


def test_errors_in_a_dropped_file_are_shown(player: Come) -> None:
    page = player().page
    page.evaluate(DROP, TOWN.replace("[[space]]", "[[square]]", 1))
    expect(page.locator("#trial-title")).to_be_visible()
    expect(page.locator(".faults")).to_be_visible()


# ---------------------------------------------------------------- by hand


@pytest.mark.parametrize("size", [pytest.param("desk", marks=pytest.mark.long), "phone"])
def test_a_player_corrects_a_slip_in_a_turn_played_by_hand(player: Come, size: str) -> None:
    page = player(size=SIZES[size]).page
    people(page)
    unfold(page, "ways").get_by_label("Dice and cards").select_option("by-hand")
    start(page)
    asked(page, "order 0")
    tap(page, 6, 5)
    asked(page, "order 1")
    # The same by keyboard.
    page.locator("#ask-title").focus()
    page.keyboard.press("1")
    page.keyboard.press("2")
    asked(page, "roll 0")
    tap(page, 3, 3)
    asked(page, "buy 0")
    page.locator("#bar [data-do=undo]").click()
    asked(page, "dice chance")
    tap(page, 3, 4)
    asked(page, "card chance")
    search = page.get_by_role("searchbox")
    search.press_sequentially("go to jail")
    expect(page.locator("#ask .pick .btn")).to_have_count(1)
    expect(search).to_be_focused()
    search.press("Enter")
    asked(page, "end 0")
    expect(page.locator("#seats")).to_contain_text("jail")
    page.locator("#bar [data-do=undo]").click()
    asked(page, "card chance")
    expect(page.locator("#ask .pick .btn")).to_have_count(16)
    assert fits(page)


# ---------------------------------------------------------------- a limit


def test_a_lesson_of_one_round_can_be_played_to_its_end(player: Come) -> None:
    page = player(size=SIZES["phone"]).page
    people(page)
    page.get_by_role("button", name="Switch between light and dark").click()
    fold = unfold(page, "limit")
    fold.get_by_label("Limit of rounds").fill("1")
    fold.get_by_label("Time limit").fill("45")
    page.keyboard.press("Tab")
    expect(fold.locator("> summary")).to_contain_text("1 round · 45 minutes")
    unfold(page, "ways").get_by_label("Dice and cards").select_option("by-hand")
    start(page)
    limit = page.locator("#bar .limit")
    expect(limit).to_contain_text("round 1 of 1")
    expect(limit).to_contain_text("last round")
    for dice in ((6, 5), (1, 2)):
        asked(page, f"order {0 if dice == (6, 5) else 1}")
        tap(page, *dice)
    for seat in (0, 1):
        asked(page, f"roll {seat}")
        tap(page, 4, 6)
        asked(page, f"end {seat}")
        page.locator("#ask [data-answer=end]").click()
    asked(page, "over")
    expect(page.locator("#ask")).to_contain_text("cash $1,500")


def test_a_clock_runs_when_the_players_agree_on_minutes(player: Come) -> None:
    page = player().page
    unfold(page, "limit").get_by_label("Time limit").fill("45")
    start(page)
    expect(page.locator("#bar .clock")).to_have_text(re.compile(r"^44:\d\d left$"))


@pytest.mark.long
def test_a_timed_lesson_ends_with_the_round_in_which_time_runs_out(player: Come) -> None:
    me = player(
        locale="en-US"
    )  # a context of its own, whose later pages have the installed clock too
    me.page.clock.install()
    me.sit_down(game("Ada", "Ben", chance="by-hand", house_rules={"limit-minutes": 2}))
    clock = me.page.locator("#bar .clock")
    expect(clock).to_have_text(re.compile(r"^1:\d\d left$"))
    me.page.clock.fast_forward("01:10")
    expect(clock).to_have_text(re.compile(r"^0:\d\d left$"))
    me.press("Throw the dice")
    me.page.clock.fast_forward("01:10")
    # not in the middle of a throw
    expect(me.page.locator("#bar .limit")).not_to_contain_text("last round")
    me.throw(4, 6)
    me.is_asked("end 0")
    expect(me.page.locator("#bar .limit")).to_contain_text("last round")
    me.press("End the turn")
    me.is_asked("handover 1")
    me.press("I’m Ben")
    me.press("Throw the dice")
    me.throw(4, 5)
    me.press(re.compile("Buy Connecticut"))
    me.press("End the turn")
    me.see_the_end()
    me.close_all()
    assert me.lines().count("chance time-up") == 1
    expect(me.ask).to_contain_text(re.compile("win"))
