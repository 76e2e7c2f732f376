"""Bots from strangers: loaded from a file, shown only what is public, and replaced where they fail."""

from __future__ import annotations

import importlib.util
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, Final

from ..bots.protocol import Bot, Choice, View, public
from ..bots.simple import Simple
from ..engine.door import Options, bar
from ..engine.notation import Notation
from ..engine.words import Answer, AskEnd, AskRoll, Unloadable

PATIENCE: Final = 1.0  # seconds that a stranger may take over an answer
TO_LOAD: Final = 10.0  # seconds that its file may take, and the making of each bot
AGAIN: Final = 0.1  # seconds to the next interruption of one who catches the first


class _Late(BaseException):
    """No ``Exception``, so that a stranger who catches everything is interrupted all the same."""


def _in_time(seconds: float, call: Callable[[], Any]) -> Any:
    """Interrupts where the platform can (a main thread with timers); the caller measures anyway."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can:
        return call()

    def late(number: int, frame: Any) -> None:
        raise _Late

    before = signal.signal(signal.SIGALRM, late)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
            return call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)  # it may have rung just before it was switched off
        signal.signal(signal.SIGALRM, before)


class Guarded:
    """A stranger's bot behind a guard: it sees a copy without hidden state, and a wrong answer, an
    exception or an answer later than a second is replaced by ``simple``'s and counted."""

    def __init__(self, bot: Any, notation: Notation) -> None:
        self.bot = bot
        self.notation = notation
        self.faults = 0
        self._simple = Simple()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~..bots.protocol.Bot`."""
        state = view._s
        shown = public(state)
        reply: Any = None
        start = time.monotonic()
        try:
            # What it prints is not part of what the command prints.
            own_view = View(shown, view.seat, tuple(view.past), tuple(view.offered))
            own_options = Options(shown, view.seat)
            with redirect_stdout(sys.stderr):
                reply = _in_time(PATIENCE, lambda: self.bot.choose(own_view, own_options))
            answer, why = self._read(reply, view)
            barred = answer is not None and bool(bar(state, view.seat, answer))
        except KeyboardInterrupt:  # by whoever runs it
            raise
        except BaseException:  # noqa: BLE001 - anything else, SystemExit and _Late among it
            return self._replace(view, options)
        if barred or time.monotonic() - start > PATIENCE:
            return self._replace(view, options)
        if answer is None:
            ask = state.ask
            if ask.seat != view.seat or isinstance(ask, (AskRoll, AskEnd)):
                return None
            return self._replace(view, options)
        return Choice(answer, why)

    def _read(self, reply: Any, view: View) -> tuple[Answer | None, str]:
        why = ""
        if isinstance(reply, Choice):
            reply = reply.answer
        elif isinstance(reply, tuple):
            reply, why = reply
            # A stranger's sentence is shown as it is: braces are no placeholders in it.
            why = str(why)[:300].replace("{", "(").replace("}", ")")
        if reply is None:
            return None, why
        # An answer made by hand is spelled out and read, so that nothing but a line comes in.
        text = reply if isinstance(reply, str) else self.notation.text(reply, view._s)
        return self.notation.answer(text.split(), view._s), why

    def _replace(self, view: View, options: Options) -> Choice | None:
        self.faults += 1
        return self._simple.choose(view, options)


def load_stranger(name: str) -> Callable[[], Bot]:
    """The class named by ``path/to/file.py:ClassName``. Raises :class:`Unloadable` with a sentence."""
    path, _, wanted = name.rpartition(":")
    file = Path(path)
    if not file.is_file():
        raise Unloadable(f"There is no file “{path}” with a bot in it.")
    spec = importlib.util.spec_from_file_location(f"stranger_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise Unloadable(f"“{path}” is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    run = spec.loader.exec_module
    try:
        with redirect_stdout(sys.stderr):
            _in_time(TO_LOAD, lambda: run(module))
    except _Late:
        raise Unloadable(f"“{path}” takes more than {TO_LOAD:.0f} s to load.") from None
    except (Exception, SystemExit) as error:
        raise Unloadable(f"“{path}” does not load: {error!r}.") from error
    factory = getattr(module, wanted, None)
    if not callable(factory) or not hasattr(factory, "choose"):
        raise Unloadable(f"“{path}” has no class “{wanted}” with a method choose(view, options).")

    def make() -> Bot:
        try:
            with redirect_stdout(sys.stderr):
                return _in_time(TO_LOAD, factory)  # type: ignore[no-any-return]
        except _Late:
            slow = f"“{wanted}” of “{path}” takes more than {TO_LOAD:.0f} s to be made."
            raise Unloadable(slow) from None
        except (Exception, SystemExit) as error:
            raise Unloadable(f"“{wanted}” of “{path}” cannot be made: {error!r}.") from error

    return make
