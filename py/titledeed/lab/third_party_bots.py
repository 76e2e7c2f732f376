"""Third-party bots ("strangers"): loaded from a file, shown only public information, and replaced for any
answer that fails. Loading a file runs its code."""

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
from ..bots.simple_bot_without_trades import Simple
from ..engine import (
    answers,
    asks,
    board_and_rules_types,
    generic_event,
    legal_answers,
    reducer,
    special_seats_and_ids,
)
from ..engine import state as states
from ..engine.answers import (
    Answer,
)
from ..engine.asks import (
    QUIET,
)
from ..engine.errors import LoadError
from ..engine.legal_answers import (
    Options,
)
from ..engine.notation import Notation
from ..engine.reducer import violations

PATIENCE: Final = 1.0  # seconds that a bot may take for an answer
TO_LOAD: Final = 10.0  # seconds allowed for loading its file, and for making each bot
# The names that docs/BOTS.md listed before titledeed.api existed, and the modules that have them now.
_OLD_MODULES: Final = {
    "titledeed.engine.words": (
        board_and_rules_types,
        asks,
        answers,
        states,
        generic_event,
        special_seats_and_ids,
    ),
    "titledeed.engine.door": (legal_answers, reducer),
}
AGAIN: Final = 0.1  # seconds between interruptions, for code that catches the first one


class TooLateError(BaseException):
    """Raised when time is up. It is not an ``Exception``, so that a bot with ``except Exception`` does
    not catch it."""


def _in_time(seconds: float, call: Callable[[], Any]) -> Any:
    """Call, and raise :class:`TooLateError` after so many seconds if the platform can. That needs the main
    thread and POSIX timers. Elsewhere the caller has to measure the time."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can:
        return call()

    def late(number: int, frame: Any) -> None:
        raise TooLateError

    before = signal.signal(signal.SIGALRM, late)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
            return call()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(
            signal.ITIMER_REAL, 0
        )  # again: TooLateError may have interrupted the first call
        signal.signal(signal.SIGALRM, before)


class Guarded:
    """A third-party bot with protection for the program. It gets a copy of the State without hidden
    information. If it answers wrongly or too late or raises, ``simple`` answers instead and ``faults``
    increases by one."""

    def __init__(self, bot: Any, notation: Notation) -> None:
        self.bot = bot
        self.notation = notation
        self.faults = 0
        self._simple = Simple()

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~..bots.protocol.Bot`."""
        state = view._state
        shown = public(state)
        reply: Any = None
        start = time.monotonic()
        try:
            # Its output goes to stderr, since the command's stdout is data.
            own_view = View(
                shown,
                view.seat,
                tuple(view.past),
                tuple(view.offered),
                tuple([tuple(counts) for counts in view.purchases]),
            )
            own_options = Options(shown, view.seat)
            reply = self._call(own_view, own_options)
            answer, reason = self._read(reply, view)
            barred = answer is not None and bool(violations(state, view.seat, answer))
        except KeyboardInterrupt:  # the user's Ctrl-C
            raise
        except BaseException as error:  # noqa: BLE001 - anything else, SystemExit and TooLateError among it
            return self._replace(view, options, reply, error)
        if time.monotonic() - start > PATIENCE:
            return self._replace(view, options, None, TooLateError())
        if barred:
            return self._replace(view, options, reply, None)
        if answer is None:
            ask = state.ask
            if ask.seat != view.seat or isinstance(ask, QUIET):
                return None
            return self._replace(view, options, reply, None)
        return Choice(answer, reason)

    def _call(self, view: View, options: Options) -> Any:
        """Ask the bot itself."""
        with redirect_stdout(sys.stderr):
            return _in_time(PATIENCE, lambda: self.bot.choose(view, options))

    def _read(self, reply: Any, view: View) -> tuple[Answer | None, str]:
        reason = ""
        if isinstance(reply, Choice):
            reply = reply.answer
        elif isinstance(reply, tuple):
            reply, reason = reply
            # The page shows its sentence literally; braces would be read as placeholders.
            reason = str(reason)[:300].replace("{", "(").replace("}", ")")
        if reply is None:
            return None, reason
        # An Answer object is written as text and parsed again, so that only a valid line is accepted.
        text = reply if isinstance(reply, str) else self.notation.text(reply, view._state)
        return self.notation.answer(text.split(), view._state), reason

    def _replace(
        self, view: View, options: Options, reply: Any, error: BaseException | None
    ) -> Choice | None:
        """The answer of ``simple``, after this reply or error of the bot."""
        self.faults += 1
        return self._simple.choose(view, options)


def _offer_old_modules() -> None:
    """Let bots import from the modules that existed before 0.1.0."""
    for name, parts in _OLD_MODULES.items():
        module = type(sys)(name, "An older name, for bots: import titledeed.api.")
        for part in parts:
            vars(module).update({key: value for key, value in vars(part).items() if key[0] != "_"})
        sys.modules.setdefault(name, module)


def load_bot(name: str) -> Callable[[], Bot]:
    """The class named by ``path/to/file.py:ClassName``. Raises :class:`LoadError` with a sentence."""
    path, _, wanted = name.rpartition(":")
    file = Path(path)
    if not file.is_file():
        raise LoadError(f"There is no file “{path}” with a bot in it.")
    spec = importlib.util.spec_from_file_location(f"stranger_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise LoadError(f"“{path}” is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    _offer_old_modules()
    run = spec.loader.exec_module
    try:
        with redirect_stdout(sys.stderr):
            _in_time(TO_LOAD, lambda: run(module))
    except TooLateError:
        raise LoadError(f"“{path}” takes more than {TO_LOAD:.0f} s to load.") from None
    except (Exception, SystemExit) as error:
        raise LoadError(f"“{path}” does not load: {error!r}.") from error
    factory = getattr(module, wanted, None)
    if not callable(factory) or not hasattr(factory, "choose"):
        raise LoadError(f"“{path}” has no class “{wanted}” with a method choose(view, options).")

    def make() -> Bot:
        try:
            with redirect_stdout(sys.stderr):
                return _in_time(TO_LOAD, factory)  # type: ignore[no-any-return]
        except TooLateError:
            raise LoadError(
                f"“{wanted}” from “{path}” takes more than {TO_LOAD:.0f} s to get ready."
            ) from None
        except (Exception, SystemExit) as error:
            raise LoadError(f"“{wanted}” from “{path}” cannot be created: {error!r}.") from error

    return make
