"""Whole games through the page, from the set-up form to the ranking."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from playing import Player, sensible
from titledeed.cli.check_record_expectations import check_table

# The program gets this instead of random numbers from the browser. So the game has a known seed and is
# one of the shorter ones. A game with any other seed would end too.
SEEDED = "crypto.getRandomValues = (array) => array.fill(35);"
MOST = 600  # answers; a game that takes longer counts as endless


def next_answer(me: Player) -> str:
    answers = me.answers
    assert answers, f"a dead end: {me.asked}"
    return sensible(answers)


def test_a_game_can_be_played_to_a_winner_with_the_buttons(player: Callable[..., Player]) -> None:
    """This plays on a phone; another test plays by keyboard on a desktop.

    Nothing jumps around meanwhile."""
    me = player(size=(390, 844), script=SEEDED)
    me.set_up(("Ada", "Person"), ("Ben", "Steady bot"))
    me.start()
    me.watch_shifts()
    for _ in range(MOST):
        if me.asked == "over":
            break
        answer = next_answer(me)
        me.page.locator(f'#ask [data-answer="{answer}"]').click()
        if answer == "bankrupt":  # the page asks for confirmation
            me.page.locator("#dlg-confirm [data-answer]").click()
        me.settled()
    told = me.see_the_end()
    me.check_nothing_jumped()
    expect(told.locator(".standings tbody tr")).to_have_count(2)
    expect(told.locator(".curve")).to_have_count(2)
    me.close_all()
    expect(me.page.locator("body")).to_have_attribute("data-game", "over")
    expect(me.ask.get_by_role("heading", name=re.compile(r"^(You win|Ben wins)$"))).to_be_focused()
    ranking = me.ask.locator(".rank")
    expect(ranking).to_have_count(2)
    expect(ranking.last).to_contain_text("bankrupt")

    record = me.report()
    assert check_table(record) == []
    assert [seat["name"] for seat in record["seats"]] == ["Ada", "Ben"]
    assert not record.get("house_rules")


@pytest.mark.long
def test_a_game_can_be_played_to_a_winner_by_keyboard_alone(player: Callable[..., Player]) -> None:
    me = player(script=SEEDED)
    keys = me.page.keyboard
    me.tab_to("#who > summary")
    keys.press("Enter")
    me.tab_to("#name-0")
    keys.press("Control+a")
    keys.type("Ada")
    while me.page.locator(".setup-seat").count() > 2:
        me.tab_to("[data-do=remove-seat][data-arg='2']")
        keys.press("Enter")
        me.check_focus()
    me.tab_to("#kind-1")
    keys.type("Simple")
    me.tab_to("#start-game")
    keys.press("Enter")
    me.settled()
    for n in range(MOST):
        if me.asked == "over":
            break
        me.check_focus()
        expect(me.page.locator("#ask-title")).to_be_focused()
        answer = next_answer(me)
        me.tab_to(f'#ask [data-answer="{answer}"]', most=16)
        keys.press("Enter" if n % 2 else "Space")
        if answer == "bankrupt":  # the page asks for confirmation
            me.tab_to("#dlg-confirm [data-answer]", most=4)
            keys.press("Enter")
        me.settled()
    expect(me.see_the_end().get_by_role("heading").first).to_be_focused()
    keys.press("Escape")
    expect(me.page.locator("#ask-title")).to_be_focused()
    me.tab_to("#ask [data-do=open-over]", most=8)
    keys.press("Enter")
    expect(me.dialog("How it went").get_by_role("heading").first).to_be_focused()
    keys.press("Escape")
    me.check_focus()
    assert me.focused()["words"] == "See how it went…"
