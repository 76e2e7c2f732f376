"""Undo, redo and the replay of a game, in the built page."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from playing import import_file, open_saves
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest


def bots(rounds: int = 12) -> Session:
    seats = [Seat(name, "simple") for name in ("Ada", "Ben", "Cleo")]
    session = Session.start(Record("modern", seats, seed=3, house_rules={"limit-rounds": rounds}))
    while session.step() is not None:
        pass
    return session


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Session, Path]:
    """A finished game of bots, and the path of its exported file."""
    session = bots()
    file = tmp_path_factory.mktemp("games") / "friday.json"
    file.write_text(json.dumps(session.save("2026-11-20T20:00:00Z", "Friday")), "utf-8")
    return session, file


def asked(page: Page, pattern: str) -> None:
    expect(page.locator("html")).to_have_attribute("data-ask", re.compile(pattern))


def step(page: Page) -> int:
    return int(page.locator("html").get_attribute("data-step") or -1)


def move(page: Page, stop: int) -> None:
    """Move the slider to this stop, as a pointer would."""
    page.locator("#replay-to").evaluate(
        "(e, to) => { e.value = to; e.dispatchEvent(new Event('input', {bubbles: true})) }", stop
    )
    expect(page.locator(".replay-where")).to_contain_text(f"move {stop} of")


def test_a_replay_moves_by_answers_and_turns_and_leaves_the_game_unchanged(
    page: Page, game: tuple[Session, Path]
) -> None:
    session, file = game
    import_file(page, file)
    asked(page, "over")
    end = page.locator("#seats").inner_text()
    page.locator("#ask").get_by_role("button", name="Watch the replay").click()
    asked(page, "replay")
    expect(page.locator("#ask-title")).to_be_focused()
    expect(page.locator("#bar .bar-replay")).to_be_visible()
    last = int(page.locator("#replay-to").get_attribute("max") or 0)
    own = [n for n, entry in enumerate(session.entries) if entry.by != "chance"]
    assert last == len(own)
    for stop in (last // 2, last // 4, last):
        move(page, stop)
        count = [*own, len(session.entries)][stop]
        expect(page.locator("html")).to_have_attribute("data-step", str(count))
        state = session.at(count)
        for n in range(3):
            shown = f"${state.cash[n]:,}" if state.playing[n] else "out"
            expect(page.locator(f"#cash-{n}")).to_have_text(shown)
    # On the keyboard, the slider's arrow keys move by answers and page keys by turns.
    move(page, 10)
    slider = page.locator("#replay-to")
    slider.focus()
    slider.press("ArrowRight")
    expect(page.locator(".replay-where")).to_contain_text("move 11 of")
    slider.press("PageDown")
    after = session.entries[step(page) - 1]
    assert session.entries[step(page)].turns == after.turns + 1
    expect(slider).to_be_focused()
    slider.press("Home")
    expect(page.locator(".replay-where")).to_contain_text("move 0 of")
    expect(slider).to_have_attribute("aria-valuetext", re.compile("move 0 of"))
    page.get_by_role("button", name="Forward one turn").click()
    expect(page.get_by_role("button", name="Forward one turn")).to_be_focused()
    expect(page.locator("#announce")).to_contain_text("Round 1")
    page.locator("#ask").get_by_role("button", name="Leave the replay").click()
    asked(page, "over")
    assert page.locator("#seats").inner_text() == end


@pytest.mark.long
def test_a_replay_plays_by_itself_and_pauses(page: Page, game: tuple[Session, Path]) -> None:
    import_file(page, game[1])
    page.locator("#ask").get_by_role("button", name="Watch the replay").click()
    page.get_by_role("radio", name="8×").check()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".replay-where")).to_contain_text(re.compile(r"move ([5-9]|\d\d) of"))
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_focused()
    page.get_by_role("radio", name="turn by turn").check()
    last = int(page.locator("#replay-to").get_attribute("max") or 0)
    move(page, last - 40)  # about five turns
    page.get_by_role("button", name="Play", exact=True).click()
    # Playback stops by itself at the end.
    asked(page, "replay")
    expect(page.locator("html")).to_have_attribute("data-step", str(len(game[0].entries)))
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_continuing_from_a_replay_leaves_the_old_game_unchanged(
    page: Page, game: tuple[Session, Path]
) -> None:
    session, file = game
    import_file(page, file)
    page.locator("#ask").get_by_role("button", name="Watch the replay").click()
    move(page, 20)
    count = step(page)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator("#notices")).to_contain_text("From here on, this is a new game")
    expect(page.locator("body")).not_to_have_attribute("data-game", "replay")
    expect(page.locator("html")).to_have_attribute("data-step", str(count))
    saves = open_saves(page)
    expect(saves.locator(".save")).to_have_count(2)
    expect(saves).to_contain_text("Friday, from round")
    with page.expect_download() as download:
        old = saves.locator(".save").filter(has_not_text="from round")
        old.locator("[data-do=export]").click()
    table = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert table["step"][0]["play"] == [entry.line for entry in session.entries]
    assert state_digest(Session.load(table).state) == state_digest(session.state)


@pytest.mark.long
def test_undo_and_redo_give_the_same_dice(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator("#table")).to_be_visible()
    expect(page.locator("body")).to_have_attribute("data-game", "asking")
    page.locator("#ask button[data-answer]").first.click()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    expect(page.locator("body")).to_have_attribute("data-game", "asking")
    after = page.locator("#journal li").all_inner_texts()
    faces = page.locator(".die").evaluate_all("els => els.map(e => e.dataset.face)")
    count = step(page)
    assert (undo.get_attribute("title") or "").startswith("Undo: ")
    page.keyboard.press("Control+z")
    expect(page.locator("#notices")).to_contain_text("Undone: ")
    assert step(page) < count
    redo = page.locator("#bar").get_by_role("button", name="Redo")
    expect(redo).to_be_visible()
    page.keyboard.press("Control+y")
    expect(page.locator("html")).to_have_attribute("data-step", str(count))
    assert page.locator("#journal li").all_inner_texts() == after
    assert page.locator(".die").evaluate_all("els => els.map(e => e.dataset.face)") == faces
