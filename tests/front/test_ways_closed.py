"""Late events of a closed connection have no effect."""

from __future__ import annotations

import asyncio
import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class Heard:
    """A listener that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[Any, ...]] = []

    def __getattr__(self, name: str) -> Any:
        return lambda *facts: self.told.append((name, *facts))


class Channel:
    """A data channel of the browser, whose events the test fires."""

    label = "title-deed-table/1"
    readyState = "connecting"

    def __init__(self) -> None:
        self.calls: dict[str, Any] = {}
        self.closed = False

    def addEventListener(self, event: str, call: Any) -> None:
        self.calls[event] = call

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def peers(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the page's connections, over a browser that does nothing."""
    js = SimpleNamespace(setTimeout=lambda call, milliseconds: None)
    ffi = SimpleNamespace(create_proxy=lambda call: call, create_once_callable=lambda call: call)
    ffi.JsException, ffi.jsnull, ffi.to_js = RuntimeError, None, lambda value, **_: value
    modules = {"js": js, "pyodide": ModuleType("pyodide"), "pyodide.ffi": ffi}
    modules["pyscript"] = ModuleType("pyscript")
    modules["pyscript.js_modules"] = SimpleNamespace(boot=None)
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)
    for name in ("peers", "peers_certificate", "camera"):
        monkeypatch.delitem(sys.modules, f"titledeed.front.browser.{name}", raising=False)
    yield importlib.import_module("titledeed.front.browser.peers")
    for name in ("peers", "peers_certificate", "camera"):
        sys.modules.pop(f"titledeed.front.browser.{name}", None)
        vars(sys.modules["titledeed.front.browser"]).pop(name, None)


def opened(peers: Any) -> tuple[Any, Heard, Channel]:
    heard, channel = Heard(), Channel()
    page = peers.Peers(heard)
    page._connections[1] = SimpleNamespace(close=SimpleNamespace(bind=lambda close: close))
    page._carries(1, channel)
    return page, heard, channel


def test_an_open_way_reports_what_comes(peers: Any) -> None:
    _page, heard, channel = opened(peers)
    channel.calls["message"](SimpleNamespace(data="a"))
    channel.calls["open"](None)
    assert heard.told == [("opened", 1), ("arrived", 1, "a")]


def test_a_way_that_was_closed_opens_no_more_and_brings_nothing(peers: Any) -> None:
    page, heard, channel = opened(peers)
    page.close(1)
    channel.calls["open"](None)
    channel.calls["message"](SimpleNamespace(data="late"))
    channel.calls["close"](None)
    late = Channel()
    page._on_channel(1)(SimpleNamespace(channel=late))
    assert heard.told == []
    assert late.closed


def test_a_way_that_is_closed_while_its_code_is_made_fails_in_silence(peers: Any) -> None:
    page, heard, _channel = opened(peers)
    page.close(1)
    asyncio.run(page._gathered(1))
    assert heard.told == []
