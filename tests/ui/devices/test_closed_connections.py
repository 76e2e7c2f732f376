"""Late events of a closed connection have no effect."""

from __future__ import annotations

import asyncio
import importlib
import sys
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest


class Heard:
    """A listener that records its calls."""

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
        self.sent: list[str] = []

    def send(self, text: str) -> None:
        assert self.readyState == "open"
        self.sent.append(text)

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
        monkeypatch.delitem(sys.modules, f"titledeed.ui.browser.{name}", raising=False)
    yield importlib.import_module("titledeed.ui.browser.webrtc")
    for name in ("peers", "peers_certificate", "camera"):
        sys.modules.pop(f"titledeed.ui.browser.{name}", None)
        vars(sys.modules["titledeed.ui.browser"]).pop(name, None)


def opened(peers: Any) -> tuple[Any, Heard, Channel]:
    heard, channel = Heard(), Channel()
    page = peers.WebRtcPeers(heard)
    page._connections[1] = SimpleNamespace(close=SimpleNamespace(bind=lambda close: close))
    page._carries(1, channel)
    return page, heard, channel


def test_an_open_connection_reports_incoming_messages(peers: Any) -> None:
    _page, heard, channel = opened(peers)
    channel.calls["message"](SimpleNamespace(data="a"))
    channel.calls["open"](None)
    assert heard.told == [("opened", 1), ("arrived", 1, "a")]


def test_a_closed_connection_does_not_open_again_or_deliver_anything(peers: Any) -> None:
    page, heard, channel = opened(peers)
    page.close(1)
    channel.calls["open"](None)
    channel.calls["message"](SimpleNamespace(data="late"))
    channel.calls["close"](None)
    late = Channel()
    page._on_channel(1)(SimpleNamespace(channel=late))
    assert heard.told == []
    assert late.closed


def complete(steps: Coroutine[Any, Any, object]) -> None:
    """Run these steps in a thread of their own: another test's browser may have a loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, steps).result()


def test_a_connection_closed_while_its_code_is_being_made_fails_silently(peers: Any) -> None:
    page, heard, _channel = opened(peers)
    page.close(1)
    complete(page._gathered(1, lambda here: here))
    assert heard.told == []


def test_messages_sent_before_the_browser_reports_an_open_channel_are_not_lost(peers: Any) -> None:
    """The other device's greeting may come first; without an answer both would wait forever."""
    page, heard, channel = opened(peers)
    channel.calls["message"](SimpleNamespace(data="hello"))
    page.send(1, "hello back")
    assert channel.sent == []
    channel.readyState = "open"
    channel.calls["open"](None)
    assert channel.sent == ["hello back"]
    assert [event for event, *_facts in heard.told] == ["opened", "arrived"]


def test_a_failed_connection_may_recover_before_the_program_gives_up(
    peers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Chromium says "failed" when a Firefox guest has tried for 15 s, and connects 3 s later."""
    for recovers in (True, False):
        page, heard, _channel = opened(peers)
        connection = page._connections[1]
        connection.connectionState = "failed"

        async def waited(
            _seconds: float, connection: Any = connection, well: bool = recovers
        ) -> None:
            connection.connectionState = "connected" if well else "failed"

        monkeypatch.setattr(peers.asyncio, "sleep", waited)
        complete(page._recovers(1, connection))
        assert heard.told == ([] if recovers else [("trouble", 1, "apart")])
        assert (1 in page._connections) == recovers


def test_a_server_that_the_browser_rejects_is_refused_on_entry(
    peers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = peers.WebRtcPeers(Heard())

    def refuses(_options: Any) -> Any:
        raise RuntimeError("no such server")

    monkeypatch.setattr(peers, "_object", lambda options: options)
    monkeypatch.setattr(peers.js, "RTCPeerConnection", SimpleNamespace(new=refuses), raising=False)
    with pytest.raises(peers.SdpError, match="This browser can’t use that address"):
        page.servers("stun:example.org", "", "")
    assert page._servers == []


def test_a_browser_that_cannot_make_a_connection_shows_a_message(
    peers: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A wrong server address once ended in silence, with neither a code nor a sentence."""
    heard = Heard()
    page = peers.WebRtcPeers(heard)

    async def refuses(_options: Any) -> Any:
        raise peers.JsException("no connection")

    page._certificates = SimpleNamespace(connection=refuses)
    page._connections[1] = None
    complete(page._connect(1, lambda way: None))
    assert heard.told == [("trouble", 1, "no-addresses")]
