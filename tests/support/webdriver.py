"""Drives Firefox and WebKitGTK by WebDriver through one interface.

Firefox itself answers WebDriver BiDi over a WebSocket. WebKitGTK's MiniBrowser needs a separate driver,
which answers classic WebDriver over HTTP, and a screen, which Xvfb simulates.
"""

from __future__ import annotations

import base64
import itertools
import json
import os
import re
import shutil
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import IO, Any, Final

import websocket

from tools.bench.firefox import SETTINGS
from tools.site import write_worker

PATIENCE: Final = 60.0  # seconds; a start takes two or three, on a loaded machine many more
KEYS: Final = {
    "Tab": "\ue004",
    "Enter": "\ue007",
    "Escape": "\ue00c",
    "Space": " ",
    "Shift": "\ue008",
    "Control": "\ue009",
    "ArrowRight": "\ue014",
}
# Writes violations to the console, which the tests read: the browser does not log each of them there by
# itself.
VIOLATIONS: Final = """document.addEventListener("securitypolicyviolation", (event) =>
  console.error("against the policy:", event.violatedDirective, event.blockedURI, event.sample));"""
HEARD: Final = """(() => {
  const hear = (what) => {
    const all = JSON.parse(sessionStorage.getItem("heard") ?? "[]");
    sessionStorage.setItem("heard", JSON.stringify([...all, what]));
  };
  for (const level of ["warn", "error"]) {
    const own = console[level];
    console[level] = (...said) => {
      hear(`${level}: ${said.join(" ")}`);
      own.apply(console, said);
    };
  }
  const what = ({ message, target }) => message ?? `not loaded: ${target.src ?? target.href}`;
  addEventListener("error", (event) => hear(`error: ${what(event)}`), true);
  addEventListener("unhandledrejection", ({ reason }) => hear(`error: not caught: ${reason}`));
  VIOLATIONS
})();""".replace("VIOLATIONS", VIOLATIONS)
SAME: Final = 6  # equal readings of a size, 50 ms apart, after which it counts as stable


class Failed(Exception):
    """A driver has refused a command; the message is the driver's."""


class Driven(ABC):
    """A browser with one page."""

    name: str

    @abstractmethod
    def open(self, address: str) -> None: ...

    @abstractmethod
    def run(self, body: str, *arguments: Any) -> Any:
        """Run a function with this body, which may be async, in the page, and return its value."""

    @abstractmethod
    def act(self, *actions: dict[str, Any]) -> None:
        """Perform actions of the pointer or of keys, in WebDriver's format."""

    @abstractmethod
    def size(self, width: int, height: int) -> None: ...

    @abstractmethod
    def picture(self) -> bytes:
        """A screenshot as PNG."""

    @abstractmethod
    def console(self) -> list[str]:
        """Warnings and errors so far."""

    @abstractmethod
    def close(self) -> None: ...

    def click(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        self.act({"type": "pointer", "id": "mouse", "actions": steps})

    def keys(self, *names: str, held: str = "") -> None:
        """Press these one after the other: names of ``KEYS``, or letters."""
        pressed = [KEYS.get(name, name) for name in names]
        both = [[{"type": "keyDown", "value": k}, {"type": "keyUp", "value": k}] for k in pressed]
        steps = list(itertools.chain.from_iterable(both))
        if held:
            mark = KEYS[held]
            down, up = {"type": "keyDown", "value": mark}, {"type": "keyUp", "value": mark}
            steps = [down, *steps, up]
        self.act({"type": "key", "id": "keys", "actions": steps})


class Firefox(Driven):
    """Firefox, by WebDriver BiDi."""

    name = "firefox"

    def __init__(self, program: str) -> None:
        self.folder = tempfile.TemporaryDirectory(
            prefix="titledeed-firefox-", ignore_cleanup_errors=True
        )
        lines = [f'user_pref("{name}", {json.dumps(value)});' for name, value in SETTINGS.items()]
        (Path(self.folder.name) / "user.js").write_text("\n".join(lines))
        self.log = (Path(self.folder.name) / "firefox.log").open("w+")
        command = [program, "--headless", "--no-remote", "--remote-debugging-port", "0"]
        self.process = subprocess.Popen(
            [*command, "--profile", self.folder.name, "about:blank"],
            stdout=self.log,
            stderr=self.log,
        )
        try:
            self._connect()
        except BaseException:
            self.close()
            raise

    def _connect(self) -> None:
        address = waited(lambda: re.search(r"ws://[\d.:]+", Path(self.log.name).read_text()))
        self.socket = websocket.create_connection(
            f"{address[0]}/session", timeout=PATIENCE, suppress_origin=True
        )
        self.ids = itertools.count(1)
        self.seen: list[str] = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        # Nothing can have the focus in the window that Firefox opens by itself.
        window = self.send("browsingContext.create", type="window")
        self.page: str = window["context"]
        self.send("browsingContext.activate", context=self.page)
        self.send("script.addPreloadScript", functionDeclaration=f"() => {{ {VIOLATIONS} }}")

    def send(self, method: str, **params: Any) -> Any:
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] in ("warn", "error"):
                    self.seen.append(f"{entry['level']}: {entry['text']}")
            elif message.get("id") == number:
                if message["type"] == "error":
                    raise Failed(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    def open(self, address: str) -> None:
        self.send("browsingContext.navigate", context=self.page, url=address, wait="complete")

    def run(self, body: str, *values: Any) -> Any:
        done = self.send(
            "script.callFunction",
            functionDeclaration=f"async (given) => {{ const it = async (...given) => {{ {body} }};"
            " return JSON.stringify(await it(...JSON.parse(given)) ?? null) }",
            arguments=[{"type": "string", "value": json.dumps(values)}],
            target={"context": self.page},
            awaitPromise=True,
        )
        if done["type"] == "exception":
            raise Failed(done["exceptionDetails"]["text"])
        return json.loads(done["result"]["value"])

    def act(self, *actions: dict[str, Any]) -> None:
        self.send("input.performActions", context=self.page, actions=list(actions))

    def size(self, width: int, height: int) -> None:
        viewport = {"width": width, "height": height}
        self.send("browsingContext.setViewport", context=self.page, viewport=viewport)

    def picture(self) -> bytes:
        return base64.b64decode(
            self.send("browsingContext.captureScreenshot", context=self.page)["data"]
        )

    def console(self) -> list[str]:
        self.run("return 1")  # wait for a round trip: all earlier messages have arrived then
        return self.seen

    def close(self) -> None:
        if hasattr(self, "socket"):
            self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.log.close()
        self.folder.cleanup()


class WebKit(Driven):
    """WebKitGTK's MiniBrowser, by its WebDriver, on a virtual screen of Xvfb."""

    name = "webkit"
    # The bar of MiniBrowser's window has ten buttons, which limit how narrow its page can be: 447 pixels by
    # default, 305 with this GTK style.
    NARROW = "* { min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 4px }"

    def __init__(self, driver: str, screen: str, browser: str) -> None:
        self.folder = tempfile.TemporaryDirectory(
            prefix="titledeed-webkit-", ignore_cleanup_errors=True
        )
        self.log: IO[str] = (Path(self.folder.name) / "log").open("w+")
        style = Path(self.folder.name) / "gtk-3.0" / "gtk.css"
        style.parent.mkdir()
        style.write_text(self.NARROW)
        reading, writing = os.pipe()
        command = [
            screen,
            "-displayfd",
            str(writing),
            "-screen",
            "0",
            "1600x1200x24",
            "-nolisten",
            "tcp",
        ]
        quiet = {"stdout": self.log, "stderr": self.log}
        self.processes = [subprocess.Popen(command, pass_fds=[writing], **quiet)]  # type: ignore[call-overload]
        os.close(writing)
        with os.fdopen(reading) as told:
            display = told.readline().strip()
        env = {name: value for name, value in os.environ.items() if "BUS_ADDRESS" not in name}
        # An empty profile.
        env |= {"DISPLAY": f":{display}", "HOME": self.folder.name, "LANG": "en_US.UTF-8"}
        env |= {f"XDG_{kind}_HOME": self.folder.name for kind in ("DATA", "CACHE", "CONFIG")}
        env |= {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"} if not os.geteuid() else {}
        port = free_port()
        self.processes.append(
            subprocess.Popen([driver, f"--port={port}"], env=env, **quiet)  # type: ignore[call-overload]
        )
        self.address = f"http://127.0.0.1:{port}"
        options = {"binary": browser, "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        try:
            waited(self._alive)
            session = self.send("POST", "/session", wanted)
        except BaseException:
            self.close()
            raise
        self.address += f"/session/{session['sessionId']}"

    def _alive(self) -> bool:
        try:
            return bool(self.send("GET", "/status"))
        except OSError:
            return False

    def send(self, method: str, path: str, body: Any = None) -> Any:
        data = json.dumps(body if body is not None else {}).encode() if method == "POST" else None
        kind = {"Content-Type": "application/json"}
        asked = urllib.request.Request(self.address + path, data, kind, method=method)
        try:
            with urllib.request.urlopen(asked, timeout=4 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(f"{path}: {error.read().decode()}") from None

    def open(self, address: str) -> None:
        self.send("POST", "/url", {"url": address})

    def run(self, body: str, *values: Any) -> Any:
        script = f"""const done = arguments[arguments.length - 1];
            (async (...given) => {{ {body} }})(...JSON.parse(arguments[0])).then(
              (value) => done(JSON.stringify([value ?? null])), (why) => done(JSON.stringify(String(why))))"""
        value = self.send(
            "POST", "/execute/async", {"script": script, "args": [json.dumps(values)]}
        )
        results = json.loads(value)
        if isinstance(results, str):
            raise Failed(results)
        return results[0]

    def act(self, *actions: dict[str, Any]) -> None:
        self.send("POST", "/actions", {"actions": list(actions)})

    def size(self, width: int, height: int) -> None:
        wanted = [width, height]
        window = wanted
        for _ in range(2):  # twice, as only the page knows the height of the window's bar
            self.send("POST", "/window/rect", {"width": window[0], "height": window[1]})
            page = self._page_size()
            window = [window[0] + wanted[0] - page[0], window[1] + wanted[1] - page[1]]
        assert self._page_size() == wanted

    def _page_size(self) -> list[int]:
        """The page's size, once it is stable."""
        sizes: list[list[int]] = [[0, 0]] * SAME

        def look() -> bool:
            sizes.append(self.run("return [innerWidth, innerHeight]"))
            return all(size == sizes[-1] for size in sizes[-SAME:])

        waited(look)
        return sizes[-1]

    def picture(self) -> bytes:
        return base64.b64decode(self.send("GET", "/screenshot"))

    def console(self) -> list[str]:
        heard: list[str] = self.run("return JSON.parse(sessionStorage.getItem('heard') ?? '[]')")
        return heard

    @classmethod
    def heard(cls, site: Path, out: Path) -> Path:
        """Return a copy of the site whose first script records the messages of the console.

        WebKitGTK's driver has private windows, whose messages are not logged. The copy misses messages
        that the browser itself writes there, unless an event reports them too."""
        shutil.copytree(site, out)
        (first,) = out.glob("static/boot/guard.*.js")
        first.write_text(f"{HEARD}\n{first.read_text()}")
        write_worker(out)
        return out

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        self.log.close()
        self.folder.cleanup()


def free_port() -> int:
    import socket  # noqa: PLC0415 (of WebKit's alone)

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def waited(look: Callable[[], Any], condition: str = "", seconds: float = PATIENCE) -> Any:
    """Wait until ``look`` returns something true, and return that."""
    until = time.monotonic() + seconds
    while not (result := look()):
        if time.monotonic() > until:
            raise AssertionError(f"waited {seconds:.0f} s for {condition or look}")
        time.sleep(0.05)
    return result
