"""The fence: a closed frame of the page in which one bot's program runs (static/boot/fence.js).

Its sandbox gives it an origin of its own, and its policy forbids every connection. The page sends it
Python's files and then questions, and it sends texts back. A program that takes too long, or breaks
Python, is removed together with its frame, and the next question starts a new frame."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import js
from pyodide.ffi import JsException, create_proxy, to_js
from pyscript.js_modules import boot

from ...workshop.fence_answers import BadAnswerError, stops_frame, table_of

ENTRY: Final = "titledeed.workshop.inside_fence:answer"
PARTS: Final = ("lab", "strategies", "tables", "workshop")  # the archives besides the program
_LOADING: Final = 30_000  # milliseconds in which the frame must load
_GRACE: Final = 3000  # milliseconds after its loading in which it must report
_TRIES: Final = 2  # before a frame that does not load is given up
AT_ONCE: Final = 2  # frames that start at a time: each start takes a processor for seconds
_FILES: Final = 90_000  # milliseconds in which what the frame needs must have been fetched
_BOOT: Final = 45_000  # milliseconds in which Python must start there
# A program can forge signs of life. So a run must end a game in time, and itself in the end.
_LONGEST_GAME: Final = 60_000.0  # milliseconds between two games that a run has ended
_LONGEST_RUN: Final = 1_800_000.0  # milliseconds
After = Callable[[float, Callable[[], None]], int]


_turn: asyncio.Semaphore | None = None


def _turns() -> asyncio.Semaphore:
    """The turns in which frames start."""
    global _turn  # noqa: PLW0603 - it belongs to the page's loop
    _turn = _turn or asyncio.Semaphore(AT_ONCE)
    return _turn


async def _first(milliseconds: float, *futures: asyncio.Future[bool]) -> None:
    """Wait until one of these is done, or time is up."""
    first = asyncio.FIRST_COMPLETED
    await asyncio.wait(futures, timeout=milliseconds / 1000, return_when=first)


def _end(future: asyncio.Future[bool]) -> None:
    if not future.done():
        future.set_result(True)


@dataclass
class Question:
    """A question that waits for its answer; see :class:`~..page_port.Fence`.

    ``games``: how many games its run has ended; ``end``: when the next must have ended; ``last``: when the
    run must have."""

    text: str
    limit: float
    done: Callable[[dict[str, Any]], None]
    alive: Callable[[dict[str, Any]], None] | None
    games: int = 0
    end: float = 0.0
    last: float = 0.0

    def begin(self, now: float) -> None:
        """The question is asked now."""
        self.end, self.last = now + _LONGEST_GAME, now + _LONGEST_RUN

    def lives(self, counts: dict[str, Any], now: float) -> float:
        """Take a sign of life, and return for how many milliseconds the program may be silent. Raises
        :class:`BadAnswerError` if no such sign can come here."""
        if self.alive is None:
            raise BadAnswerError
        self.alive(counts)
        games = counts.get("games")
        if isinstance(games, int) and games > self.games:
            self.games, self.end = games, now + _LONGEST_GAME
        return min(self.limit, self.end - now, self.last - now)


class FenceFrame:
    """See :class:`~..page_port.Fence`."""

    def __init__(
        self, after: After, cancel: Callable[[int | None], None], failed: Callable[[str], None]
    ) -> None:
        """``failed`` is called with "blocked" if the host stops the frame, "file" if the page was opened from
        a file, and "slow" if the frame or Python does not start in time; else with a reason."""
        self._after, self._cancel, self._failed = after, cancel, failed
        self._frame: Any = None
        self._port: Any = None
        self._ready = False
        self._waiting: deque[Question] = deque()
        self._now: Question | None = None
        self._id = 0
        self._timer: int | None = None
        self._proxies: list[Any] = []
        self._starting: Any = None
        self._over: asyncio.Future[bool] | None = (
            None  # done once the start has ended, well or badly
        )
        self._ended = False

    # ------------------------------------------------------------ the frame

    def warm(self) -> None:
        """Start Python in the frame, so that the first question need not wait for that."""
        if self._frame is None and not self._ended:
            self._frame = js.document.createElement("iframe")
            self._starting = asyncio.ensure_future(self._start(self._frame))

    async def _start(self, frame: Any) -> None:
        if self._frame is not frame:
            return
        if str(js.location.protocol) == "file:":  # it can fetch nothing to send to the frame
            self._fail(frame, "file")
            return
        frame.setAttribute("sandbox", "allow-scripts")
        frame.hidden = True
        frame.title = "Bot"
        async with _turns():
            await self._begin(frame)

    async def _begin(self, frame: Any) -> None:
        """Load the frame, and start Python there; return when that has ended well or badly."""
        over = self._over = asyncio.get_running_loop().create_future()
        for _ in range(_TRIES):
            if self._frame is not frame:
                return  # it has been removed meanwhile
            why = await self._loaded(frame, over)
            if why != "slow":
                break
            frame.remove()
        try:
            files = await asyncio.wait_for(self._files(), _FILES / 1000) if not why else None
        except (JsException, TimeoutError):  # one could not be fetched, or not in time
            why = "slow"
        if why or files is None:
            self._fail(frame, why)
            return
        if self._frame is not frame:
            return
        channel = js.MessageChannel.new()
        self._port = channel.port1
        told = create_proxy(lambda event: self._hear(frame, event))
        self._proxies.append(told)
        self._port.onmessage = told
        worker, sent = files
        message = js.Object.new()
        message.worker, message.files = worker, sent
        buffers = [value for value in js.Object.values(sent) if hasattr(value, "byteLength")]
        frame.contentWindow.postMessage(message, "*", to_js([channel.port2, *buffers]))
        self._timer = self._after(_BOOT, lambda: self._fail(frame, "slow"))
        await over

    async def _loaded(self, frame: Any, over: asyncio.Future[bool]) -> str:
        """Load the frame. Return why it has not, or ""."""
        loop = asyncio.get_running_loop()
        here, loaded = loop.create_future(), loop.create_future()

        def heard(event: Any) -> None:
            if event.source == frame.contentWindow and str(event.data) == "here":
                _end(here)

        listeners = create_proxy(heard), create_proxy(lambda _: _end(loaded))
        js.addEventListener("message", listeners[0])
        frame.addEventListener("load", listeners[1])
        try:
            frame.src = boot.address("fence")
            js.document.body.append(frame)
            await _first(_LOADING, here, loaded, over)
            if loaded.done():  # the browser may have loaded a page of its own instead
                await _first(_GRACE, here, over)
            return "" if here.done() or over.done() else await self._hindrance()
        finally:
            js.removeEventListener("message", listeners[0])
            frame.removeEventListener("load", listeners[1])
            for listener in listeners:
                listener.destroy()

    async def _hindrance(self) -> str:
        """Why the frame has not reported: "blocked" if headers of the host forbid it, else "slow"."""
        try:
            response = await asyncio.wait_for(js.fetch(boot.address("fence")), _LOADING / 1000)
        except (JsException, TimeoutError):
            return "slow"
        headers = response.headers
        named = (headers.get(name) for name in ("content-security-policy", "x-frame-options"))
        policy, options = (str(value) if value else "" for value in named)
        return "blocked" if stops_frame(policy, options) else "slow"

    async def _files(self) -> tuple[str, Any]:
        """The worker's script, and Python's files by name."""
        sent = js.Object.new()
        for name in ("pyodide", "script", "wasm", "empty"):
            response = await js.fetch(boot.address(name))
            setattr(sent, name, await response.arrayBuffer())
        for part in ("stdlib", "app", *PARTS):
            setattr(sent, part, (await boot.archive(part)).buffer)
        sent.lock, sent.entry = boot.lock(), ENTRY
        script = await (await js.fetch(boot.address("fenceWorker"))).text()
        return str(script), sent

    def _fail(self, frame: Any, reason: str) -> None:
        """Give up: no frame can be started."""
        if self._frame is not frame:
            return
        waiting = [*([self._now] if self._now else []), *self._waiting]
        self._now = None
        self._waiting.clear()
        self._remove()
        self._failed(reason)
        for question in waiting:
            question.done({"broken": reason})

    def _remove(self) -> None:
        """Remove the frame with everything that runs in it."""
        self._stop_timer()
        if self._over is not None:
            _end(self._over)
        if self._frame is not None:
            self._frame.remove()
        if self._port is not None:
            self._port.close()
        self._frame = self._port = None
        self._ready = False
        for proxy in self._proxies:
            # This may run inside a call of the proxy itself.
            self._after(0, proxy.destroy)
        self._proxies.clear()

    def _stop_timer(self) -> None:
        self._cancel(self._timer)
        self._timer = None

    # ------------------------------------------------------------ questions

    def ask(
        self,
        question: Mapping[str, Any],
        limit: float,
        done: Callable[[dict[str, Any]], None],
        alive: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self._waiting.append(Question(json.dumps(question), limit, done, alive))
        self.warm()
        self._next()

    def stop(self) -> None:
        self._now = None
        self._waiting.clear()
        self._remove()

    def end(self) -> None:
        self._ended = True
        self.stop()

    def _next(self) -> None:
        if not self._ready or self._now is not None or not self._waiting:
            return
        self._now = question = self._waiting.popleft()
        self._id += 1
        frame = self._frame
        question.begin(js.performance.now())
        self._timer = self._after(question.limit, lambda: self._lose(frame, "late"))
        self._port.postMessage(f'{{"id":{self._id},{question.text[1:]}')

    def _lose(self, frame: Any, why: str) -> None:
        """Remove the frame, tell whoever asked, and start a new one for the next question."""
        if self._frame is not frame:
            return
        question, self._now = self._now, None
        self._remove()
        if question is not None:
            question.done({"broken": why})
        if not self._ended:
            self.warm()

    def _hear(self, frame: Any, event: Any) -> None:
        if self._frame is not frame:
            return
        try:
            told = table_of(str(event.data))
        except BadAnswerError:
            self._lose(frame, "dead")
            return
        if told.get("ready") is True and not self._ready:
            self._stop_timer()
            self._ready = True
            if self._over is not None:
                _end(self._over)
            self._next()
        elif "dead" in told:
            if self._ready:
                self._lose(frame, "dead")
            else:
                self._fail(frame, str(told["dead"])[:200])
        elif self._now is not None and told.get("id") == self._id:
            self._take(frame, told)

    def _take(self, frame: Any, told: dict[str, Any]) -> None:
        question = self._now
        assert question is not None
        self._stop_timer()
        try:
            if "alive" in told:
                left = question.lives(table_of(told["alive"]), js.performance.now())
                if left > 0:
                    why = "late" if left == question.limit else "long"
                    self._timer = self._after(left, lambda: self._lose(frame, why))
                else:
                    self._lose(frame, "long")
                return
            answer = table_of(told["done"]) if "done" in told else {"broken": "dead"}
        except BadAnswerError:
            answer = {"broken": "dead"}
        if "broken" in answer:
            self._lose(frame, str(answer["broken"]))
            return
        self._now = None
        question.done(answer)
        self._next()
