"""The keys of the buttons: what a pressed key stands for, and what the help says about them."""

from __future__ import annotations

import pytest

from fake_page import Table
from on_screen import game
from titledeed.ui.button_keys import EXPLAINED, LETTERS, MAIN_KEY, names_of
from titledeed.ui.game_loop.handover import HASTE
from titledeed.ui.page_port import Gesture


@pytest.mark.parametrize(
    ("key", "code", "shift", "names"),
    [
        ("n", "KeyN", False, ("n",)),
        ("N", "KeyN", True, ()),
        ("N", "KeyN", False, ("n",)),  # Caps Lock
        ("Enter", "Enter", False, (MAIN_KEY,)),
        (" ", "Space", False, (MAIN_KEY,)),
        ("Enter", "Enter", True, ()),
        ("2", "Digit2", False, ("2",)),
        ("2", "Numpad2", False, ("2",)),
        ("+", "Equal", True, ("+",)),
        ("=", "Equal", False, ("+",)),
        ("!", "Digit1", True, ()),
        # a French keyboard
        ("1", "Digit1", True, ("1",)),
        ("&", "Digit1", False, ("1",)),
        ("é", "Digit2", False, ("2",)),
        ("-", "Digit6", False, ("-", "6")),
        ("à", "Digit0", False, ()),
        ("é", "", False, ()),
        ("Tab", "Tab", False, ()),
    ],
)
def test_what_a_key_stands_for(key: str, code: str, shift: bool, names: tuple[str, ...]) -> None:
    """On a French keyboard the digits need Shift, and their keys write other signs without it."""
    assert names_of(key, code, shift=shift) == names


def test_the_help_explains_every_letter() -> None:
    explained = {key.lower() for key, _ in EXPLAINED}
    # These are shown on their buttons; each is there only once in a game, or very rarely.
    rare = {"i", "q", "u", "v"}
    assert set(LETTERS.values()) - rare <= explained


def test_screen_readers_are_told_the_keys_only_where_and_while_they_work() -> None:
    table = Table()
    table.play("Ada", "Ben", bots={"Ben": "simple"})
    trade = 'data-do="open-trade" data-key="t" aria-keyshortcuts="T"'
    assert trade in table.page.regions["tools"]
    assert 'data-key="h" aria-keyshortcuts="H"' in table.page.regions["ask"]
    table.do("open-over", where="menu")
    assert "data-key" in table.page.regions["dlg-over"]
    assert "aria-keyshortcuts" not in table.page.regions["dlg-over"]
    table.app.settings.keys = False
    table.hands.play.render()
    assert 'data-key="t"' in table.page.regions["tools"]
    for region in ("tools", "ask", "notices"):
        assert "aria-keyshortcuts" not in table.page.regions[region]


def test_a_question_about_money_is_not_answered_by_a_key_meant_for_what_was_there_before() -> None:
    table = game("modern", "Ada roll", "chance dice 1 2")
    table.page.run()
    assert table.page.state["ask"] == "buy 0"
    assert table.hands.asks_about_money_just_now()
    table.page.clock += HASTE
    assert not table.hands.asks_about_money_just_now()
    # Each bid of an auction is another question.
    table.press("ask", "Put it up for auction")
    table.page.run()
    assert table.page.state["ask"].startswith("bid")
    assert table.hands.asks_about_money_just_now()
    table.page.clock += HASTE
    table.press("ask", "Bid $10")
    table.page.run()
    assert table.page.state["ask"].startswith("bid")
    assert table.hands.asks_about_money_just_now()


def test_a_throw_and_the_end_of_a_turn_can_be_pressed_at_once() -> None:
    table = game("modern")
    table.page.run()
    assert table.page.state["ask"] == "roll 0"
    assert not table.hands.asks_about_money_just_now()


def test_the_main_key_skips_only_the_moves_of_others() -> None:
    table = Table(speed="normal")
    table.play("Ada", "Ben", bots={"Ben": "simple"}, position={"turn": "Ada"})
    table.page.run()
    table.hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    assert table.app.in_motion
    assert not table.hands.main_key_skips()
    table.hands.press()
    assert not table.app.in_motion
    assert table.hands.main_key_skips()
    table.session.hand_to(0, "simple")  # now it would skip the whole game
    assert not table.hands.main_key_skips()
