"""``shark`` deals by its chance to win."""

from __future__ import annotations

import pytest

from scene import table
from titledeed.bots import shark
from titledeed.bots.protocol import Choice, View
from titledeed.bots.shark import Shark, after
from titledeed.engine.door import Options
from titledeed.engine.words import Accept, Bundle, Reject
from titledeed.odds.model import Unready, millionths

SEATS = {
    "Ada": {"deeds": "oriental-avenue vermont-avenue reading-railroad", "cash": 900},
    "Ben": {"deeds": "connecticut-avenue boardwalk", "cash": 400},
}


def answer(line: str) -> Choice:
    """What the shark in Ben's seat says to Ada's offer."""
    t = table("modern", players="Ada Ben", turn="Ada", seats=SEATS).play(line)
    choice = Shark().choose(View(t.game.state, 1), Options(t.game.state, 1))
    assert isinstance(choice, Choice)
    return choice


def test_the_odds_after_a_deal_are_those_of_the_position_that_it_leads_to() -> None:
    t = table("modern", players="Ada Ben", turn="Ada", seats=SEATS)
    give, get = Bundle((9,), 0), Bundle((5,), 120)
    expected = after(View(t.game.state, 1), 0, give, get)
    t.play("Ada offer Ben give reading-railroad 120 get connecticut-avenue", "Ben accept")
    assert millionths(t.game.state)[1] == expected


def test_what_completes_a_group_is_not_sold_for_its_price() -> None:
    choice = answer("Ada offer Ben give 120 get connecticut-avenue")
    assert isinstance(choice.answer, Reject)
    assert choice.facts["count_after"] < choice.facts["count"]


def test_what_raises_its_odds_is_taken() -> None:
    choice = answer("Ada offer Ben give oriental-avenue vermont-avenue get 10")
    assert isinstance(choice.answer, Accept)
    assert choice.facts["count_after"] > choice.facts["count"]


def test_without_the_weights_it_judges_in_money(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_position: object) -> dict[int, int]:
        raise Unready

    monkeypatch.setattr(shark, "millionths", missing)
    choice = answer("Ada offer Ben give 120 get connecticut-avenue")
    assert isinstance(choice.answer, Reject)
    assert "chance to win" not in choice.why
