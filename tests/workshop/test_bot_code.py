"""Several programs run in turn inside one Python: the lines and the time of one are not another's."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fickle_bot import FICKLE
from titledeed.workshop import bot_code
from titledeed.workshop.bot_code import BotProgram
from titledeed.workshop.inside_fence import Inside


class Monitoring:
    """As ``sys.monitoring``, which this version of Python may lack. It only notes who listens."""

    class events:
        LINE, JUMP = 32, 256

    def __init__(self) -> None:
        self.tool = ""
        self.listeners: dict[int, Any] = {}

    def get_tool(self, _id: int) -> str | None:
        return self.tool or None

    def use_tool_id(self, _id: int, name: str) -> None:
        assert not self.tool, "in use"
        self.tool = name

    def register_callback(self, _id: int, event: int, listener: Any) -> None:
        self.listeners[event] = listener

    def set_local_events(self, *_: object) -> None:
        pass


@pytest.fixture
def monitoring(monkeypatch: pytest.MonkeyPatch) -> Monitoring:
    fake = Monitoring()
    monkeypatch.setattr(bot_code, "_monitoring", fake)
    monkeypatch.setattr(bot_code.Watch, "_listening", None)
    return fake


def test_the_lines_of_a_program_are_reported_to_its_own_watch(monitoring: Monitoring) -> None:
    heard = []
    code = "class Bot:\n    def choose(self, view, options):\n        return view()\n"
    programs = [BotProgram(code) for _ in range(3)]
    for program in programs:
        program.load()
    for n in (0, 1, 2, 0, 0, 2):

        def line(n: int = n) -> int:
            monitoring.listeners[monitoring.events.LINE](None, 10 + n)
            monitoring.listeners[monitoring.events.JUMP](None, 0, 0)
            heard.append(n)
            return n

        program = programs[n]
        assert program.choose(program.make(), line, None) == n
        assert [each.watch.line for each in programs].count(10 + n) == 1
        assert program.watch.line == 10 + n
    assert heard == [0, 1, 2, 0, 0, 2]


def test_a_program_that_draws_and_remembers_plays_every_game_anew() -> None:
    """The same 100 games for everyone, however often they are run, and whatever was played before."""
    inside = Inside()
    game = {"code": FICKLE, "against": ["novice"] * 3, "seed": 1, "rounds": 10}

    def asked(inside: Inside, **question: Any) -> Any:
        return json.loads(inside.answer(json.dumps({**game, **question})))

    runs = [asked(inside, do="practice", first=0, games=4) for _ in range(2)]
    assert runs[0]["counts"] == runs[1]["counts"]
    assert runs[0]["counts"]["answered"].keys() >= {"buy"}, runs
    assert runs[0]["printed"].count("once") == 1
    later = asked(inside, do="game", game=3)
    assert asked(Inside(), do="game", game=3)["record"] == later["record"]
