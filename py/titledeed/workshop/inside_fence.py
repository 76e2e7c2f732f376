"""What runs inside the fence: it answers the page's questions about one bot's program, with JSON in and out.

``read`` looks for errors without running the program. ``practice`` plays games and counts, ``game``
plays one and returns its record and moments. ``sit`` begins as a guest at a table, ``follow`` brings the
game's next lines, ``ask`` asks there, and ``leave`` ends it. A fence may have several guests, which run the
same program. ``many`` has several such questions in one message."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from ..engine.errors import LoadError
from .bot_code import FILE, BotProgram
from .diagnosis import of_error, suspicions
from .fenced_bot import ProgramFault
from .findings import Finding
from .guest import FencedGuest
from .practice import Counts, PracticeGame, run_practice

_EVERY: Final = 0.2  # seconds between two signs of life


class Inside:
    """The answers of one fence. ``program``: the last one; ``guests``: its guests, by the numbers that the
    page gave them."""

    def __init__(self) -> None:
        self.program: BotProgram | None = None
        self.guests: dict[int, FencedGuest] = {}

    def answer(self, text: str, alive: Callable[[str], object] = lambda _: None) -> str:
        """Answer a question of the page. ``alive`` is called with the counts of a run so far, as JSON."""
        question = json.loads(text)
        if question["do"] == "many":
            found: dict[str, Any] = {"each": [self._one(each, alive) for each in question["each"]]}
        else:
            found = self._one(question, alive)
        program = self.program
        if program is not None:
            found["printed"] = program.printed.take()
            found["left_out"] = program.printed.left_out
            program.printed.left_out = 0
            changed = program.watch.changed_builtin()
            if changed:
                self.program = None
                found["finding"] = Finding("changed-python", 0, {"name": changed}).table()
        return json.dumps(found, ensure_ascii=False)

    def _one(self, question: Any, alive: Callable[[str], object]) -> dict[str, Any]:
        call: Callable[..., dict[str, Any]] = _ANSWERS[question["do"]]
        try:
            return call(self, question, alive)
        except ProgramFault as fault:
            return {"finding": fault.finding.table()}
        except LoadError as trouble:
            return {"refused": str(trouble)}

    def _loaded(self, code: str) -> BotProgram:
        """The program, loaded anew unless it is the last one. Raises :class:`ProgramFault`."""
        program = self.program
        if program is not None and program.code == code and program.bot_class is not object:
            return program
        self.program = program = BotProgram(code)
        try:
            program.load()
        except BaseException as error:  # noqa: BLE001 - whatever a program raises
            raise ProgramFault(of_error(error, code, program.watch.line)) from None
        return program

    def _read(self, question: Any, _alive: object) -> dict[str, Any]:
        code = question["code"]
        try:
            compile(code, FILE, "exec", dont_inherit=True)
            found = suspicions(code)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            found = [of_error(error, code)]
        return {"findings": [finding.table() for finding in found]}

    def _practice(self, question: Any, alive: Callable[[str], object]) -> dict[str, Any]:
        last = time.monotonic()

        def told(counts: Counts) -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= _EVERY:
                last = now
                alive(json.dumps(counts.table()))

        code, seed = question["code"], question["seed"]
        against: Sequence[str] = question["against"]
        games = range(question["first"], question["first"] + question["games"])
        try:
            counts, end = run_practice(
                self._loaded(code), against, seed, question["rounds"], games, told
            )
        except (ProgramFault, LoadError):
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a program raises
            raise ProgramFault(of_error(error, code)) from None
        found: dict[str, Any] = {"counts": counts.table()}
        if end is not None:
            found |= {"finding": end[1].finding.table(), "game": end[0]}
        return found

    def _game(self, question: Any, _alive: object) -> dict[str, Any]:
        code = question["code"]
        program = self._loaded(code)
        try:
            game = PracticeGame(
                program, question["against"], question["seed"], question["game"], question["rounds"]
            )
        except LoadError:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a program raises
            raise ProgramFault(of_error(error, code)) from None
        found: dict[str, Any] = {}
        try:
            found["won"] = game.play(Counts(), keep=True)
        except ProgramFault as fault:
            found["finding"] = fault.finding.table()
        record = game.record()
        return {
            **found,
            "record": record,
            "seat": game.seat,
            "moments": [moment.table() for moment in game.moments],
        }

    def _sit(self, question: Any, _alive: object) -> dict[str, Any]:
        code, seat = question["code"], question["seat"]
        program = self._loaded(code)
        for number, guest in list(self.guests.items()):
            if guest.bot.program.watch is not program.watch:
                del self.guests[number]
        try:
            self.guests[question.get("guest", 0)] = FencedGuest(
                program, question["record"], seat, question.get("random", "")
            )
        except LoadError:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a program raises
            raise ProgramFault(of_error(error, code)) from None
        return {}

    def _follow(self, question: Any, _alive: object) -> dict[str, Any]:
        self.guests[question.get("guest", 0)].follow(question["lines"])
        return {}

    def _leave(self, question: Any, _alive: object) -> dict[str, Any]:
        self.guests.pop(question["guest"], None)
        return {}

    def _ask(self, question: Any, _alive: object) -> dict[str, Any]:
        guest = self.guests[question.get("guest", 0)]
        guest.follow(question.get("lines", ()))
        reply = guest.ask(question["offered"])
        finding = guest.bot.asked.finding
        return {"reply": reply, "finding": finding.table() if finding else None}


_ANSWERS: Final[dict[str, Callable[..., dict[str, Any]]]] = {
    "read": Inside._read,
    "practice": Inside._practice,
    "game": Inside._game,
    "sit": Inside._sit,
    "follow": Inside._follow,
    "ask": Inside._ask,
    "leave": Inside._leave,
}

answer: Final = Inside().answer  # of the fence in which this runs
