"""The missing sum is computed in one place, for a debt, a price and a bid."""

from __future__ import annotations

from scene import table
from titledeed.engine.rules.debt import missing


def test_the_missing_sum_of_a_debt_is_the_part_above_cash_in_hand() -> None:
    seats = {"Ada": {"at": "short-line", "cash": 30, "deeds": "boardwalk"}}
    t = table("modern", seats=seats).throw("Ada", 1, 2).ask("Ada debt")
    assert missing(t.game.state, t.game.state.ask) == 70
    t.play("Ada mortgage boardwalk")
    assert missing(t.game.state, t.game.state.ask) == 0


def test_the_missing_sum_depends_on_the_price_of_a_property_or_the_lowest_bid() -> None:
    seats = {"Ada": {"cash": 20}, "Ben": {"cash": 4}}
    t = table("modern", seats=seats).throw("Ada", 1, 2).ask("Ada buy")
    assert missing(t.game.state, t.game.state.ask) == 40
    t.play("Ada decline").ask("Ben bid")
    assert missing(t.game.state, t.game.state.ask) == 6


def test_the_missing_sum_is_zero_without_a_payment() -> None:
    t = table("modern", seats={"Ada": {"cash": 0}})
    assert missing(t.game.state, t.game.state.ask) == 0
    t.play("Ada roll")
    assert missing(t.game.state, t.game.state.ask) == 0
