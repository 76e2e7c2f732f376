"""The page's side of the fence: who may keep a program alive, and what is said when no frame starts."""

from __future__ import annotations

import asyncio
import importlib
import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType, SimpleNamespace
from typing import Any, TypeVar

import pytest

from titledeed.workshop.practice import Counts

T = TypeVar("T")


class Clock:
    """The page's timers."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waiting: dict[int, tuple[float, Callable[[], None]]] = {}
        self._next = 0

    def after(self, milliseconds: float, call: Callable[[], None]) -> int:
        self._next += 1
        self.waiting[self._next] = (self.now + milliseconds, call)
        return self._next

    def cancel(self, handle: int | None) -> None:
        self.waiting.pop(handle or 0, None)

    def run(self, milliseconds: float) -> None:
        """Let this time pass."""
        end = self.now + milliseconds
        while due := [each for each in self.waiting.items() if each[1][0] <= end]:
            handle, (at, call) = min(due, key=lambda each: each[1][0])
            del self.waiting[handle]
            self.now = max(self.now, at)
            call()
        self.now = end


class Port:
    """The page's end of the channel. ``sent``: the questions."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.onmessage: Callable[[Any], None] = lambda _: None
        self.closed = False

    def postMessage(self, text: str) -> None:
        self.sent.append(json.loads(text))

    def close(self) -> None:
        self.closed = True


class Framed:
    """A fence over a browser that does nothing; the test answers for the frame."""

    def __init__(self, module: Any) -> None:
        self.module, self.clock = module, Clock()
        module.js.performance = SimpleNamespace(now=lambda: self.clock.now)
        self.failed: list[str] = []
        self.fence = module.FenceFrame(self.clock.after, self.clock.cancel, self.failed.append)
        self.fence.warm = self._begin
        self.started = 0
        self.done: list[dict[str, Any]] = []
        self.alive: list[dict[str, Any]] = []

    def _begin(self) -> None:
        if self.fence._frame is None:
            self.started += 1
            self.fence._frame = SimpleNamespace(remove=lambda: None)
            self.fence._port = self.port = Port()
            self.tell({"ready": True})

    def tell(self, message: dict[str, Any]) -> None:
        """What the frame says."""
        event = SimpleNamespace(data=json.dumps(message))
        self.fence._hear(self.fence._frame, event)

    def ask(self, do: str, watched: bool = False) -> int:
        """Ask a question, and return its number."""
        more = (self.alive.append,) if watched else ()
        self.fence.ask({"do": do}, 1900.0, self.done.append, *more)
        return int(self.port.sent[-1]["id"])


@pytest.fixture
def framed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Framed]:
    js = SimpleNamespace()
    ffi = SimpleNamespace(create_proxy=lambda call: call, to_js=lambda value, **_: value)
    ffi.JsException = type("JsException", (Exception,), {})
    modules: dict[str, Any] = {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    modules["pyscript"] = ModuleType("pyscript")
    modules["pyscript.js_modules"] = SimpleNamespace(boot=SimpleNamespace())
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "titledeed.ui.browser.fence", raising=False)
    yield Framed(importlib.import_module("titledeed.ui.browser.fence"))
    sys.modules.pop("titledeed.ui.browser.fence", None)
    vars(sys.modules["titledeed.ui.browser"]).pop("fence", None)


def finished(started: Coroutine[Any, Any, T]) -> T:
    """Run this to its end, in a thread of its own: Playwright may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, started).result()


def counts(games: int) -> str:
    return json.dumps(Counts(games).table())


@pytest.mark.parametrize("do", ["sit", "follow", "ask", "many", "read", "game"])
def test_a_program_at_a_table_cannot_forge_signs_of_life(framed: Framed, do: str) -> None:
    id = framed.ask(do)
    for _ in range(10):
        framed.clock.run(500)
        if not framed.done:
            framed.tell({"id": id, "alive": "{}"})
    assert framed.done == [{"broken": "dead"}]
    assert framed.clock.now <= 5000
    assert framed.started == 2


def test_a_run_may_take_long_but_not_for_one_game(framed: Framed) -> None:
    id = framed.ask("practice", watched=True)
    for n in range(80):
        framed.clock.run(1500)
        framed.tell({"id": id, "alive": counts(n)})
    framed.tell({"id": id, "done": "{}"})
    assert framed.done == [{}], "two minutes of games that end"
    id = framed.ask("practice", watched=True)
    for _ in range(80):
        framed.clock.run(1500)
        if len(framed.done) == 1:
            framed.tell({"id": id, "alive": counts(3)})
    assert framed.done[1:] == [{"broken": "long"}]
    assert len(framed.alive) < 130


def test_a_run_ends_at_last_whatever_it_says(framed: Framed) -> None:
    id = framed.ask("practice", watched=True)
    n = 0
    while not framed.done:
        framed.clock.run(1800)
        n += 1
        if not framed.done:
            framed.tell({"id": id, "alive": counts(n)})
    assert framed.done == [{"broken": "long"}]
    assert framed.clock.now <= 1_810_000


def test_silence_ends_a_program_in_two_seconds(framed: Framed) -> None:
    framed.ask("practice", watched=True)
    framed.clock.run(1999)
    assert framed.done == [{"broken": "late"}]


def test_a_host_that_never_sends_the_files_ends_the_start(
    framed: Framed, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, fence = framed.module, framed.fence
    frame = SimpleNamespace(remove=lambda: None)

    async def loaded(*_: object) -> str:
        return ""

    async def never(*_: object) -> Any:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(module, "_FILES", 20)
    monkeypatch.setattr(fence, "_loaded", loaded)
    module.js.Object = SimpleNamespace(new=SimpleNamespace)
    module.js.fetch = never
    module.boot.address = str
    fence._frame = frame
    fence.ask({"do": "read"}, 1900.0, framed.done.append)
    finished(fence._begin(frame))
    assert framed.failed == ["slow"]
    assert framed.done == [{"broken": "slow"}]


def test_headers_that_never_come_are_a_slow_host(
    framed: Framed, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> Any:
        await asyncio.get_running_loop().create_future()

    monkeypatch.setattr(framed.module, "_LOADING", 20)
    framed.module.js.fetch = never
    framed.module.boot.address = str
    assert finished(framed.fence._hindrance()) == "slow"
