"""A bot that plays differently has a higher number of its play, which simulations and worksheets save.

After a change: raise ``play`` in ``bots/registry.py``, then run ``python -m tools.golden --plays``."""

from __future__ import annotations

import pytest

import plays
from titledeed.bots.registry import BOTS, BY_ID, CHARACTERS
from titledeed.bots.shared_bot_strategy import PolicyBot, PolicyParams


@pytest.mark.parametrize("bot", [character.id for character in CHARACTERS])
def test_a_bot_that_plays_differently_has_another_number(bot: str) -> None:
    before = plays.kept()[bot]
    now = {"play": BY_ID[bot].play, "digest": plays.digest_of(bot)}
    assert now == before, f"raise the play of {bot} in registry.py, then tools.golden --plays"


def test_a_small_change_of_play_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    params = BY_ID["hermit"].make().params  # type: ignore[attr-defined]
    changed: PolicyParams = params._replace(keep=200)
    monkeypatch.setitem(BOTS, "hermit", lambda: PolicyBot(changed))  # type: ignore[misc]
    assert plays.digest_of("hermit") != plays.kept()["hermit"]["digest"]
