"""Several programs run in turn inside one Python: the lines and the time of one are not another's."""

from __future__ import annotations

from typing import Any

import pytest

from titledeed.workshop import bot_code
from titledeed.workshop.bot_code import BotProgram


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
