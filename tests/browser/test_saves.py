"""A game in progress survives in a real browser: reload, lost writes, damage and a second window.

The storage may be full or missing. Kills of the browser are in test_kills.py."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from kept_games import stored
from playing import Player, back_in_the_game
from titledeed.storage import checksummed_copies

Come = Callable[..., Player]

# Games do not fit in localStorage, but the settings do.
BOX_FULL = """
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (/game|facts|holder/.test(key)) throw new DOMException("full", "QuotaExceededError");
  setItem.call(this, key, text);
};
"""
JOURNAL_FULL = """
IDBObjectStore.prototype.put = function () {
  throw new DOMException("full", "QuotaExceededError");
};
"""
# A storage is full after so many more writes: localStorage fails at once, IndexedDB at a transaction's
# end.
FILLS = """
globalThis.left = {box: Infinity, journal: Infinity};
const setItem = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, text) {
  if (/game|facts|holder/.test(key) && left.box-- <= 0) throw new DOMException("full", "QuotaExceededError");
  setItem.call(this, key, text);
};
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (...given) {
  const request = put.apply(this, given);
  if (left.journal-- <= 0) this.transaction.abort();
  return request;
};
"""
NO_BOX = """
Object.defineProperty(globalThis, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});
"""
NO_JOURNAL = """
Object.defineProperty(globalThis, "indexedDB", {
  get() { throw new DOMException("denied", "SecurityError"); },
});
"""
# The first wait for IndexedDB (storage.PATIENCE) takes one second instead of eight.
STUCK_JOURNAL = """
IDBFactory.prototype.open = () => new EventTarget();
const later = setTimeout;
globalThis.setTimeout = (call, ms, ...more) => later(call, ms === 8000 ? 1000 : ms, ...more);
"""


def asked(page: Page) -> str:
    """Wait until a person is asked; return the question."""
    root = page.locator("html")
    expect(root).to_have_attribute("data-ask", re.compile(r"^(?!bots).+"))
    return root.get_attribute("data-ask") or ""


def play(page: Page, answers: int) -> int:
    """Give a person's answers, each time the first offered one; return the total number of answers."""
    root = page.locator("html")
    for _ in range(answers):
        asked(page)
        before = root.get_attribute("data-step") or "0"
        page.locator("#ask [data-answer]:not([aria-disabled=true])").first.click()
        # The answered question stays on the page until the engine has taken the answer.
        expect(root).not_to_have_attribute("data-step", before)
    asked(page)
    return int(page.locator("html").get_attribute("data-step") or 0)


def at_once(page: Page) -> None:
    """Chooses the speed that other visitors have stored."""
    me = Player(page)
    me.from_menu("Settings")
    me.dialog("Settings").get_by_role("radio", name="instant").check()
    me.close_all()


def begin(page: Page, answers: int = 3) -> int:
    page.get_by_role("button", name="Start the game").click()
    return play(page, answers)


def go_on(page: Page) -> int:
    """Reload the page and go on with the game; return its number of answers."""
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    back_in_the_game(page)
    asked(page)
    return int(page.locator("html").get_attribute("data-step") or 0)


# ---------------------------------------------------------------- two places


def test_the_next_question_comes_once_the_answer_is_in_both_stores(player: Come) -> None:
    page = player(
        script="""
        globalThis.modes = [];
        const begin = IDBDatabase.prototype.transaction;
        IDBDatabase.prototype.transaction = function (names, mode, options) {
          modes.push(`${mode} ${options?.durability}`);
          return begin.call(this, names, mode, options);
        };
        """
    ).page
    begin(page, 1)
    for _ in range(4):
        step = play(page, 1)
        assert page.locator("html").get_attribute("data-saved") == str(step)
        places = stored(page)
        facts = places.games()[0]
        assert facts.answers == step
        for place in (places.quick, places.sure):
            assert (
                checksummed_copies.unseal_table(place[f"titledeed/1/facts/{facts.id}"])["answers"]
                == step
            )  # type: ignore[index]
    _, session = places.load()
    assert len(session.entries) == step
    assert "readwrite strict" in page.evaluate("modes")
    assert "readwrite undefined" not in page.evaluate("modes")
    assert go_on(page) == step


@pytest.mark.long
@pytest.mark.parametrize(
    "lose",
    [
        "Object.keys(localStorage).forEach((k) => /set/.test(k) || localStorage.removeItem(k))",
        "new Promise((done) => { indexedDB.deleteDatabase('titledeed').onsuccess = done; })",
    ],
    ids=["localStorage", "the journal"],
)
def test_losing_one_store_completely_costs_nothing(player: Come, lose: str) -> None:
    page = player().page
    step = begin(page)
    page.evaluate(f"async () => {{ await ({lose}); }}")
    assert go_on(page) == step
    places = stored(page)
    id = places.games()[0].id
    assert f"titledeed/1/game/{id}/tail" in places.quick
    assert f"titledeed/1/game/{id}/tail" in places.sure


def test_data_cleared_during_the_game_is_written_again(player: Come) -> None:
    page = player().page
    begin(page)
    page.evaluate(
        "async () => { localStorage.clear(); await new Promise((done) =>"
        " { indexedDB.deleteDatabase('titledeed').onsuccess = done; }); }"
    )
    step = play(page, 1)
    _, session = stored(page).load()
    assert len(session.entries) == step
    assert go_on(page) == step


# ---------------------------------------------------------------- damage


def test_a_damaged_game_is_explained_and_its_newest_good_state_is_offered(
    player: Come, tmp_path: Path
) -> None:
    page = player().page
    step = begin(page, 4)
    page.evaluate(
        """
        async () => {
          const hurt = (text) => text.slice(0, -4) + "!" + text.slice(-3);
          const key = Object.keys(localStorage).find((k) => k.endsWith("/tail"));
          localStorage.setItem(key, hurt(localStorage.getItem(key)));
          await new Promise((done) => {
            indexedDB.open("titledeed", 1).onsuccess = ({target}) => {
              const change = target.result.transaction("texts", "readwrite");
              const texts = change.objectStore("texts");
              texts.get(key).onsuccess = (e) => texts.put(hurt(e.target.result), key);
              change.oncomplete = () => { target.result.close(); done(); };
            };
          });
        }
        """
    )
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    notice = page.locator("#notice-damaged")
    expect(notice).to_contain_text("The latest save of this game is damaged.")
    expect(notice).to_contain_text(f"up to move {step - 1} of {step}.")
    with page.expect_download() as download:
        notice.get_by_role("button", name="Save the damaged game as a file").click()
    download.value.save_as(tmp_path / "damaged.json")
    file = json.loads((tmp_path / "damaged.json").read_text())
    assert any(key.endswith("/tail") and "!" in text[-4:] for key, text in file["sure"].items())
    notice.get_by_role("button", name="Continue from there").click()
    asked(page)
    assert int(page.locator("html").get_attribute("data-step") or 0) >= step - 1
    expect(page.locator("#notice-damaged")).to_have_count(0)


# Damages the last text with this ending in one of the two storages.
HURT = """
async ([place, end]) => {
  const hurt = (text) => text.slice(0, -4) + "!" + text.slice(-3);
  const key = Object.keys(localStorage).sort().findLast((k) => k.endsWith(end) || k.includes(end + "-"));
  if (place === "box") return localStorage.setItem(key, hurt(localStorage.getItem(key)));
  await new Promise((done) => {
    indexedDB.open("titledeed", 1).onsuccess = ({target}) => {
      const change = target.result.transaction("texts", "readwrite");
      const texts = change.objectStore("texts");
      texts.get(key).onsuccess = (e) => texts.put(hurt(e.target.result), key);
      change.oncomplete = () => { target.result.close(); done(); };
    };
  });
}
"""


@pytest.mark.long
@pytest.mark.parametrize("box", [pytest.param("base", marks=pytest.mark.long), "tail"])
def test_two_partly_damaged_copies_give_one_whole_game(player: Come, box: str) -> None:
    page = player().page
    step = begin(page, 4)
    page.evaluate(HURT, ["box", box])
    page.evaluate(HURT, ["journal", "tail" if box == "base" else "base"])
    assert go_on(page) == step
    expect(page.locator("#notice-damaged")).to_have_count(0)
    step = play(page, 1)
    assert go_on(page) == step


@pytest.mark.long
def test_an_older_copy_and_a_damaged_one_give_the_newest_good_state(player: Come) -> None:
    """The browser has put back an older localStorage, and the newest line of the journal is damaged."""
    page = player().page
    step = begin(page, 3)
    older = page.evaluate("({...localStorage})")
    newest = play(page, 2)
    assert newest > step
    page.evaluate(HURT, ["journal", "tail"])
    page.evaluate(
        "older => { localStorage.clear();"
        " for (const [key, text] of Object.entries(older)) localStorage.setItem(key, text) }",
        older,
    )
    good = stored(page).answers()
    assert step <= good < newest
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    notice = page.locator("#notice-damaged")
    expect(notice).to_contain_text(f"up to move {good}")
    notice.get_by_role("button", name="Continue from there").click()
    asked(page)
    assert int(page.locator("html").get_attribute("data-step") or 0) >= good


# ---------------------------------------------------------------- full, absent, stuck


DOES_NOT_WORK = "One of the browser’s two storage areas for saved games isn’t working"


@pytest.mark.parametrize(
    ("script", "says", "lasts"),
    [
        pytest.param(
            BOX_FULL,
            "One of the browser’s two storage areas for saved games is full.",
            True,
            marks=pytest.mark.long,
        ),
        pytest.param(JOURNAL_FULL, DOES_NOT_WORK, True, marks=pytest.mark.long),
        pytest.param(NO_JOURNAL, DOES_NOT_WORK, True, marks=pytest.mark.long),
        (STUCK_JOURNAL, DOES_NOT_WORK, True),
        pytest.param(
            BOX_FULL + JOURNAL_FULL,
            "nothing more will be saved",
            False,
            marks=pytest.mark.long,
        ),
        (NO_BOX + NO_JOURNAL, "If you leave the page, the game is lost", False),
    ],
    ids=["box full", "journal full", "no journal", "journal stuck", "both full", "nothing"],
)
def test_failing_storage_is_reported_and_the_game_continues(
    player: Come, script: str, says: str, lasts: bool
) -> None:
    page = player(script=script).page
    if NO_BOX in script:
        at_once(page)
    step = begin(page, 2)
    expect(page.locator("#notices")).to_contain_text(says)
    assert play(page, 2) > step
    step = int(page.locator("html").get_attribute("data-step") or 0)
    if lasts:
        assert go_on(page) == step
    else:
        with page.expect_download():
            page.get_by_role("button", name="Save the game as a file").click()


@pytest.mark.parametrize(
    ("full", "says"),
    [
        pytest.param(
            {"box": 1},
            "One of the browser’s two storage areas for saved games is full.",
            marks=pytest.mark.long,
        ),
        ({"journal": 1}, DOES_NOT_WORK),
        pytest.param(
            {"box": 1, "journal": 1}, "nothing more will be saved", marks=pytest.mark.long
        ),
    ],
    ids=["box", "journal", "both"],
)
def test_a_store_that_fills_up_during_an_answer_loses_no_answer(
    player: Come, full: dict[str, int], says: str
) -> None:
    page = player(script=FILLS).page
    begin(page, 2)
    page.evaluate("full => Object.assign(left, full)", full)
    step = play(page, 2)
    expect(page.locator("#notices")).to_contain_text(says)
    if len(full) == 1:
        assert stored(page).answers() == step
    page.evaluate("Object.assign(left, {box: Infinity, journal: Infinity})")
    step = play(page, 1)
    assert stored(page).answers() == step
    assert go_on(page) == step


def test_the_journal_alone_is_enough_when_localstorage_is_denied(player: Come) -> None:
    page = player(script=NO_BOX).page
    page.get_by_role("button", name="Switch between light and dark").click()
    theme = page.locator("html").get_attribute("data-theme")
    assert theme in ("light", "night")
    at_once(page)
    step = begin(page, 2)
    notice = page.locator("#notice-storage")
    expect(notice).to_contain_text("isn’t working. Games are saved in the other storage area")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-state", "ready")
    expect(page.locator("html")).to_have_attribute("data-theme", theme or "")
    back_in_the_game(page)
    asked(page)
    assert int(page.locator("html").get_attribute("data-step") or 0) >= step


# ---------------------------------------------------------------- two windows


WITHOUT = {
    "": "",
    "locks": "delete Navigator.prototype.locks;",
    "locks and channels": "delete Navigator.prototype.locks; delete globalThis.BroadcastChannel;",
}


@pytest.mark.parametrize(
    "lacks", ["", *(pytest.param(lacks, marks=pytest.mark.long) for lacks in WITHOUT if lacks)]
)
def test_a_second_window_says_that_the_game_is_open_and_can_take_it_over(
    player: Come, lacks: str
) -> None:
    """This also works in browsers that lack the API for coordinating windows."""
    script = WITHOUT[lacks]
    first = player(script=script).page
    begin(first, 2)
    address = first.url
    second = first.context.new_page()
    second.add_init_script(script)
    second.goto(address)
    expect(second.locator("html")).to_have_attribute("data-state", "ready")
    second.get_by_role("button", name=re.compile("Continue")).click()
    notice = second.locator("#notice-elsewhere")
    expect(notice).to_contain_text("This game is open in another window.")
    step = play(first, 1)  # undisturbed
    notice.get_by_role("button", name="Play it here").click()
    asked(second)
    assert int(second.locator("html").get_attribute("data-step") or 0) == step
    expect(first.locator("body")).to_have_attribute("data-screen", "setup")
    expect(first.locator("#notice-elsewhere")).to_contain_text("now being played in another window")
    step = play(second, 2)
    _, session = stored(first).load()
    assert len(session.entries) == step
    first.locator("#notice-elsewhere").get_by_role("button", name="Play it here").click()
    asked(first)
    assert int(first.locator("html").get_attribute("data-step") or 0) == step
    expect(second.locator("body")).to_have_attribute("data-screen", "setup")


def test_the_database_knows_which_window_has_the_game_when_windows_cannot_communicate(
    player: Come,
) -> None:
    script = WITHOUT["locks and channels"] + NO_BOX
    first = player(script=script).page
    at_once(first)
    begin(first, 2)
    second = first.context.new_page()
    second.add_init_script(script)
    second.goto(first.url)
    expect(second.locator("html")).to_have_attribute("data-state", "ready")
    second.get_by_role("button", name=re.compile("Continue")).click()
    asked(second)
    at_once(second)
    step = play(second, 1)
    first.locator("#ask [data-answer]:not([aria-disabled=true])").first.click()
    expect(first.locator("#notice-elsewhere")).to_contain_text("now being played in another window")
    expect(first.locator("body")).to_have_attribute("data-screen", "setup")
    assert go_on(second) == step


@pytest.mark.long
def test_a_closed_window_blocks_nothing(player: Come) -> None:
    first = player().page
    step = begin(first, 2)
    address = first.url
    second = first.context.new_page()
    first.close()
    second.goto(address)
    expect(second.locator("html")).to_have_attribute("data-state", "ready")
    second.get_by_role("button", name=re.compile("Continue")).click()
    asked(second)
    assert int(second.locator("html").get_attribute("data-step") or 0) == step


# ---------------------------------------------------------------- for good


def test_the_browser_is_asked_for_persistent_storage_after_some_answers(player: Come) -> None:
    page = player(
        script="""
        globalThis.wanted = 0;
        if (globalThis.StorageManager) {
          StorageManager.prototype.persisted = async () => false;
          StorageManager.prototype.persist = async () => { wanted += 1; return true; };
        }
        """
    ).page
    begin(page, 2)
    assert page.evaluate("wanted") == 0
    play(page, 6)
    assert page.evaluate("wanted") == 1
