"""Games saved by earlier releases open unchanged. tools/saves.py makes the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import invariants
from fake_page import Box, Database, Table
from titledeed.storage.store import Store

FOLDER = Path(__file__).resolve().parents[1] / "saves"
SAVES = sorted(FOLDER.glob("*/*.json"))


@pytest.mark.parametrize("place", ["both", "quick", "sure"])
@pytest.mark.parametrize("file", SAVES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_game_saved_by_an_earlier_release_opens_and_continues(file: Path, place: str) -> None:
    saved: dict[str, Any] = json.loads(file.read_text("utf-8"))
    quick = saved["quick"] if place != "sure" else {}
    sure = saved["sure"] if place != "quick" else {}
    table = Table(Store(Box(texts=quick), Database(sure)))
    facts, expect = table.store.games()[0], saved["expect"]
    assert (facts.title, facts.answers) == (expect["title"], expect["answers"])
    table.do("load", facts.id)
    session = table.session
    state = session.state
    invariants.check(state)
    assert len(session.entries) == expect["answers"]
    assert session.entries[-1].line == expect["last"]
    assert f"{state.ask.kind} {state.ask.seat}" == expect["ask"]
    assert (state.cash, state.at, state.owner) == (expect["cash"], expect["at"], expect["owner"])
    if table.page.state["ask"] != "over":
        if table.page.state["ask"].startswith("handover"):
            table.press("ask", "I am")
        table.say(table.answers()[-1])
        assert len(session.entries) > expect["answers"]


def test_saves_from_some_release_exist() -> None:
    assert len(SAVES) >= 4
