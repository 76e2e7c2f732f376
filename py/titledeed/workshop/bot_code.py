"""Loads a bot's program and watches it: its time, its prints, the line it is in, and Python's own functions.

This runs inside the fence. It ends most endless loops with their line. It is no protection against a
program that means harm: the fence is that."""

from __future__ import annotations

import builtins
import random
import sys
import time
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final

FILE: Final = "<bot>"  # the name of its file in Python's errors
PATIENCE: Final = 1.0  # seconds for an answer, as in the arena
MOST_PRINTED: Final = 200  # lines that are kept
_LONGEST_LINE: Final = 300  # characters of a printed line
_OFTEN: Final = 256  # lines between two looks at the clock
_TOOL: Final = 4  # our number among the tools of sys.monitoring
_monitoring: Any = getattr(sys, "monitoring", None)  # from Python 3.12 on


class LateError(BaseException):
    """Raised in a bot's program when its time is up. It is not an ``Exception``, so that
    ``except Exception`` does not catch it."""


class Printed:
    """Collects what a bot prints, up to a limit."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.left_out = 0  # lines beyond the limit
        self._open = ""  # a line that has not ended yet

    def write(self, text: str) -> int:
        """Take printed text, as a file does."""
        text = str(text)
        if len(self.lines) >= MOST_PRINTED:
            self.left_out += text.count("\n")
            return len(text)
        *whole, self._open = (self._open + text[:20_000]).split("\n")
        room = MOST_PRINTED - len(self.lines)
        self.lines += [line[:_LONGEST_LINE] for line in whole[:room]]
        self.left_out += len(whole[room:])
        self._open = self._open[:_LONGEST_LINE]
        return len(text)

    def flush(self) -> None:
        """Do nothing, as a file without a buffer."""

    def take(self) -> list[str]:
        """The lines so far, which are then forgotten."""
        lines, self.lines = self.lines, []
        if self._open:
            lines.append(self._open)
            self._open = ""
        return lines


class Watch:
    """Watches a bot's program while it answers. ``line``: the last line that it has begun."""

    _listening: ClassVar[Watch | None] = None  # the watch that gets the events of sys.monitoring

    def __init__(self) -> None:
        self.line = 0
        self._count = 0
        self._end = 0.0
        self._usual = dict(vars(builtins))

    def follow(self, code: types.CodeType) -> None:
        """Watch this code and all functions inside it."""
        waiting = [code]
        while waiting:
            each = waiting.pop()
            waiting += [inner for inner in each.co_consts if isinstance(inner, types.CodeType)]
            if _monitoring is not None:
                events = _monitoring.events.LINE | _monitoring.events.JUMP
                _monitoring.set_local_events(_TOOL, each, events)

    @contextmanager
    def running(self, seconds: float = PATIENCE) -> Iterator[None]:
        """Let the bot's program run in the block for at most so many seconds. Raises :class:`LateError`."""
        self.line, self._count = 0, 0
        self._end = time.monotonic() + seconds
        if _monitoring is not None:
            self._listen()
            yield
            return
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            yield
        finally:
            sys.settrace(before)

    def begin(self) -> None:
        """Take our place among the tools of ``sys.monitoring``, unless another watch has taken it."""
        if _monitoring is not None and _monitoring.get_tool(_TOOL) is None:
            _monitoring.use_tool_id(_TOOL, "titledeed")

    def _listen(self) -> None:
        """Have the lines reported here. Several programs may run in turn, and all use the same tool: so a
        program's lines and time are never counted for another."""
        if Watch._listening is self:
            return
        Watch._listening = self
        events = _monitoring.events
        _monitoring.register_callback(_TOOL, events.LINE, self._began)
        # A loop in a single line begins no other line, but jumps.
        _monitoring.register_callback(_TOOL, events.JUMP, self._jumped)

    def _began(self, _code: types.CodeType, line: int) -> None:
        self.line = line
        self._count += 1
        if self._count % _OFTEN == 0 and time.monotonic() > self._end:
            raise LateError

    def _jumped(self, code: types.CodeType, _start: int, _end: int) -> None:
        self._began(code, self.line)

    def _trace(self, frame: types.FrameType, event: str, _arg: object) -> Callable[..., Any] | None:
        if frame.f_code.co_filename != FILE:
            return None
        if event == "line":
            self._began(frame.f_code, frame.f_lineno)
        return self._trace

    def changed_builtin(self) -> str:
        """The name of a function of Python that the bot has replaced; "" if it has replaced none. It gets
        its usual value back."""
        now = vars(builtins)
        if now == self._usual:
            return ""
        for name, value in self._usual.items():
            if now.get(name) is not value and name != "_":
                now.clear()
                now.update(self._usual)
                return name
        return ""


class NoClassError(Exception):
    """The program has no class with a method ``choose``."""


class BotProgram:
    """A bot's program. ``load()`` runs it. Then ``for_game()`` returns the program for one game, and that
    one's ``make()`` a new bot.

    ``seed``: on which, with ``moment``, the numbers of Python's module ``random`` depend, "" if they are left
    alone; ``moment``: the game so far. So the same game brings the same numbers, wherever it is played,
    after an undo, and while other games are played."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.printed = Printed()
        self.watch = Watch()
        self.bot_class: type = object
        self.seed = ""
        self.moment = 0
        self._compiled: types.CodeType | None = None

    def load(self) -> None:
        """Run the program's own lines. Raises whatever they raise, and :class:`NoClassError`."""
        self._compiled = compile(self.code, FILE, "exec", dont_inherit=True)
        self.watch.begin()
        self.watch.follow(self._compiled)
        self._run(self.printed)

    def for_game(self, seed: str) -> BotProgram:
        """The program for one game: a module of its own, without anything that it noted in other games.

        Raises what :meth:`load` raises. What the lines of the module print was shown when it was loaded."""
        assert self._compiled is not None
        own = BotProgram(self.code)
        own.printed, own.watch, own._compiled = self.printed, self.watch, self._compiled
        own.seed = seed
        own._run(Printed())
        return own

    def _run(self, printed: Printed) -> None:
        names: dict[str, Any] = {"__name__": "bot", "__builtins__": builtins}
        assert self._compiled is not None
        with self._heard(printed):
            exec(self._compiled, names)  # noqa: S102 - inside the fence
        self.bot_class = self._bot_class(names)

    def _bot_class(self, names: dict[str, Any]) -> type:
        own = [
            value
            for value in names.values()
            if isinstance(value, type)
            and value.__module__ == "bot"
            and callable(getattr(value, "choose", None))
        ]
        if not own:
            raise NoClassError
        return own[-1]

    @contextmanager
    def _heard(self, printed: Printed) -> Iterator[None]:
        before = sys.stdout, sys.stderr
        sys.stdout = sys.stderr = printed
        if self.seed:
            random.seed(f"{self.seed} {self.moment}")
        try:
            with self.watch.running():
                yield
        finally:
            sys.stdout, sys.stderr = before

    def make(self) -> Any:
        """A new bot. Raises whatever its ``__init__`` raises."""
        with self._heard(self.printed):
            return self.bot_class()

    def choose(self, bot: Any, view: Any, options: Any) -> Any:
        """What the bot answers. Raises whatever it raises, and :class:`LateError`."""
        with self._heard(self.printed):
            return bot.choose(view, options)
