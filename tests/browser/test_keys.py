"""Single keys press the buttons of a question."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from playing import Player, game
from titledeed.ui.game_loop.handover import HASTE

Come = Callable[..., Player]
MOST = 200  # keys; three rounds need fewer


def pressed(me: Player, key: str) -> None:
    """Press a key that answers the question, and wait until the page asks again."""
    root = me.page.locator("html")
    step = root.get_attribute("data-step") or ""
    me.page.wait_for_timeout(HASTE)  # a question about money ignores a main key that comes at once
    me.page.keyboard.press(key)
    expect(root).not_to_have_attribute("data-step", step)
    me.settled()


@pytest.mark.parametrize(("rounds", "seed"), [(1, 9), pytest.param(3, 5, marks=pytest.mark.long)])
def test_rounds_are_played_with_one_hand_on_the_keyboard(
    player: Come, rounds: int, seed: int
) -> None:
    """The space bar presses the main button, and N says no. The focus stays at the decision."""
    me = player()
    bots = {"Ben": "dealer", "Cleo": "builder"}
    me.sit_down(game("Ada", "Ben", "Cleo", bots=bots, seed=seed))
    keys = []
    while f"round {rounds + 1}" not in me.page.locator("#bar").inner_text():
        assert me.focused()["id"] == "ask-title"
        main = me.page.locator("#ask .btn.go").count() and not me.asked.startswith("bid")
        declines = me.asked.startswith("buy") and "n" not in keys  # then there is an auction too
        keys.append(" " if main and not declines else "n")
        pressed(me, keys[-1])
        me.check_focus()
        assert len(keys) < MOST
    assert {" ", "n"} == set(keys)
    by_ada = [line for line in me.lines() if line.startswith("Ada ")]
    assert len(by_ada) == len(keys)


def test_enter_skips_the_bots_moves_and_buys(player: Come) -> None:
    me = player(settings={"speed": "normal"})
    bots = dict.fromkeys(("Ben", "Cleo", "Dan"), "simple")
    play = "Ada roll\nchance dice 1 2\nAda buy"
    me.sit_down(game("Ada", *bots, bots=bots, seed=3, play=play))
    me.is_asked("end 0")
    root, keyboard = me.page.locator("html"), me.page.keyboard
    keyboard.press("Enter")
    expect(me.button("Skip to my next move")).to_be_visible()
    me.page.wait_for_timeout(HASTE)
    keyboard.press("Enter")
    # Three bots have moved at this speed for longer than this.
    expect(root).to_have_attribute("data-ask", "roll 0", timeout=2_000)
    for _ in range(20):
        asked = me.settled()
        if asked.startswith("buy"):
            break
        me.page.wait_for_timeout(HASTE)
        keyboard.press("Enter")
        me.page.wait_for_timeout(50)
        keyboard.press("n")
    step = root.get_attribute("data-step") or ""
    me.page.wait_for_timeout(HASTE)
    keyboard.press("Enter")
    expect(root).not_to_have_attribute("data-step", step)
    assert f"Ada {'buy'}" in "\n".join(me.lines())


def test_enter_presses_the_main_button_of_a_limit(player: Come) -> None:
    me = player()
    play = "Ada roll\nchance dice 1 2\nAda decline"
    me.sit_down(game("Ada", "Ben", bots={"Ben": "simple"}, play=play))
    me.is_asked("bid 0")
    me.page.keyboard.press("m")
    expect(me.page.locator("#dlg-ceiling-title")).to_be_focused()
    me.page.keyboard.press("Enter")
    expect(me.page.locator("#dlg-ceiling")).to_be_hidden()
    me.settled()
    assert not me.asked.startswith("bid 0")


def test_keys_are_shown_on_request_and_dead_in_fields_and_dialogs(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", bots={"Ben": "steady"}))
    root, keyboard = me.page.locator("html"), me.page.keyboard
    step = root.get_attribute("data-step") or ""
    keyboard.press("k")
    expect(root).to_have_attribute("data-keys", "shown")
    assert me.page.evaluate(
        "getComputedStyle(document.querySelector('#tools [data-do=open-trade]'), '::after').content"
    ) in ('"t"', "attr(data-key)")
    keyboard.press("k")
    expect(root).not_to_have_attribute("data-keys", re.compile(""))
    keyboard.press("?")
    expect(me.page.locator("#help-keys")).to_be_focused()
    expect(me.page.locator("#dlg-help")).to_contain_text("show this list")
    keyboard.press("Escape")
    expect(me.page.locator("#dlg-help")).to_be_hidden()
    keyboard.press("t")
    trade = me.dialog("Trade")
    for key in ("j", "k"):
        keyboard.press(key)
    trade.get_by_role("button", name="Ben").click()
    me.page.locator("#dlg-trade input[type=number]").first.focus()
    keyboard.press("j")
    expect(me.page.locator("dialog[open]")).to_have_count(1)
    expect(root).not_to_have_attribute("data-keys", re.compile(""))
    me.close_all()
    # The menu hides the question too, even if nothing in it has the focus.
    me.page.get_by_role("button", name="Menu").click()
    for leave in ("", "document.activeElement.blur()"):
        me.page.evaluate(f"() => {{ {leave} }}")
        for key in ("g", "k", "t", "Control+z"):
            keyboard.press(key)
    expect(me.page.locator("dialog[open]")).to_have_count(1)
    me.close_all()
    expect(root).to_have_attribute("data-step", step)
    expect(root).not_to_have_attribute("data-keys", re.compile(""))


def test_keys_do_not_press_a_button_that_nobody_sees(player: Come) -> None:
    """While people look at the board for a trade, a phone shows only the head of a high question."""
    me = player(size=(390, 844))
    me.sit_down(game("Ada", "Ben", bots={"Ben": "steady"}, play="Ada roll\nchance dice 1 2"))
    me.is_asked("buy 0")
    root, keyboard = me.page.locator("html"), me.page.keyboard
    step = root.get_attribute("data-step") or ""
    keyboard.press("t")
    me.dialog("Trade").get_by_role("button", name="Ben").click()
    me.page.locator("#dlg-trade [data-do=trade-fold]").click()
    expect(me.ask.locator("#ask-title")).to_be_visible()
    expect(me.ask.locator(".acts")).to_be_hidden()
    for key in ("y", "n", "Enter"):
        keyboard.press(key)
    expect(me.page.locator("#notice-trade")).to_be_visible()
    expect(root).to_have_attribute("data-step", step)


def test_single_keys_can_be_turned_off(player: Come) -> None:
    me = player()
    me.sit_down(game("Ada", "Ben", bots={"Ben": "steady"}))
    root, keyboard = me.page.locator("html"), me.page.keyboard
    me.from_menu("Settings")
    me.dialog("Settings").get_by_label("Play with single keys").uncheck()
    me.close_all()
    step = root.get_attribute("data-step") or ""
    me.page.locator("#ask-title").focus()
    for key in (" ", "Enter", "k", "t", "j"):
        keyboard.press(key)
    expect(me.page.locator("dialog[open]")).to_have_count(0)
    expect(root).not_to_have_attribute("data-keys", re.compile(""))
    expect(root).to_have_attribute("data-step", step)
    # Each button can still be reached and pressed.
    me.tab_to("#ask [data-answer=roll]")
    pressed(me, "Enter")
