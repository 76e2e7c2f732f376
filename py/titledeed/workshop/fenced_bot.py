"""A bot's program at a table: asked, understood, and replaced by ``simple`` where it fails.

The rules are those of the arena (``lab/third_party_bots.py``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..bots.protocol import Choice, View
from ..engine.answers import Answer
from ..engine.legal_answers import Options
from ..engine.notation import Notation
from ..lab.third_party_bots import Guarded, TooLateError
from .bot_code import BotProgram
from .diagnosis import may_say_nothing, of_answer, of_error, seen_by
from .findings import Finding


class ProgramFault(Exception):
    """A bot's program has failed where that ends the run."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.key)
        self.finding = finding


@dataclass
class Asked:
    """The last question of a bot: what it returned, its reason, the line that decided, and what was wrong."""

    ask: str = ""
    answer: str = ""
    reason: str = ""
    line: int = 0
    finding: Finding | None = None
    seen: tuple[tuple[str, str], ...] = ()


class FencedBot(Guarded):
    """A program's bot. ``strict``: a fault raises :class:`ProgramFault` instead of ``simple`` answering."""

    def __init__(self, program: BotProgram, notation: Notation, strict: bool = False) -> None:
        """Make the bot. Raises whatever its ``__init__`` raises."""
        super().__init__(program.make(), notation)
        self.program = program
        self.strict = strict
        self.asked = Asked()
        self._shown: tuple[View, Options] | None = None

    def choose(self, view: View, options: Options) -> Choice | None:
        """See :class:`~..bots.protocol.Bot`."""
        self.asked = Asked(view.ask.kind)
        choice = super().choose(view, options)
        if self.asked.finding is None:
            self.asked.line = self.program.watch.line
            if choice is not None:
                self.asked.answer = self.notation.text(choice.answer, view._state)
                self.asked.reason = choice.why
        return choice

    def _call(self, view: View, options: Options) -> Any:
        self._shown = view, options
        return self.program.choose(self.bot, view, options)

    def _read(self, reply: Any, view: View) -> tuple[Answer | None, str]:
        if reply is None and not may_say_nothing(view):
            raise ValueError("no answer")
        return super()._read(reply, view)

    def _replace(
        self, view: View, options: Options, reply: Any, error: BaseException | None
    ) -> Choice | None:
        watch, code = self.program.watch, self.program.code
        own = error is not None and reply is None and str(error) != "no answer"
        if isinstance(error, TooLateError):  # it has answered, but too late: no line is to blame
            finding = Finding("too-slow")
        elif own:
            assert error is not None
            finding = of_error(error, code, watch.line)
        else:
            shown = self._shown or (view, options)
            finding = of_answer(reply, *shown, watch.line, code)
        self.asked.finding = finding
        self.asked.line = finding.line
        self.asked.seen = tuple(seen_by(error if own else None))
        if self.strict:
            raise ProgramFault(finding)
        choice = super()._replace(view, options, reply, error)
        if choice is not None:
            self.asked.answer = self.notation.text(choice.answer, view._state)
        return choice
