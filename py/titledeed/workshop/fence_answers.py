"""Reads what a fence answers. A bot's program could send anything, so every value is checked here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ..engine.errors import LoadError, MalformedAnswer
from ..engine.notation import LONGEST_LINE, Notation
from ..engine.parsing.untrusted_input import json_value
from ..engine.parsing.value_predicates import is_list, is_whole_number
from ..engine.record import Game, Record, read_record, replay_line_by_line
from ..engine.state import State
from .bot_code import MOST_PRINTED
from .findings import Finding, read_finding, shortened

MOST_TEXT: Final = 3_000_000  # characters of an answer
MOST_LINES: Final = 30_000  # lines of a practice game
MOST_MOMENTS: Final = 3000
LONGEST_REASON: Final = 300
_MOST_GAMES: Final = 10_000
_MOST_SEATS: Final = 8
_MOST_COUNT: Final = 10_000_000
_KINDS: Final = 40


def stops_frame(policy: str, frame_options: str) -> bool:
    """Whether a host that sends these headers with the fence's page stops it: those of
    ``Content-Security-Policy`` (several are joined by commas) and ``X-Frame-Options``."""
    if "deny" in frame_options.lower():
        return True
    for each in policy.lower().split(","):
        rules: dict[str, list[str]] = {}
        for rule in each.split(";"):
            name, *values = rule.split() or [""]
            rules.setdefault(name, values)
        ancestors = rules.get("frame-ancestors", ["*"])
        scripts = rules.get("script-src", rules.get("default-src", ["'unsafe-inline'"]))
        if set(ancestors) <= {"'none'"} or "'unsafe-inline'" not in scripts:
            return True
        if "allow-scripts" not in rules.get("sandbox", ["allow-scripts"]):
            return True
    return False


class BadAnswerError(Exception):
    """A fence has sent something that is no answer to the question."""


def table_of(text: object) -> dict[str, Any]:
    """The table in an answer. Raises :class:`BadAnswerError`."""
    if not isinstance(text, str) or len(text) > MOST_TEXT:
        raise BadAnswerError
    try:
        table = json_value(text, finite=True)
    except ValueError:
        raise BadAnswerError from None
    if not isinstance(table, dict):
        raise BadAnswerError
    return table


@dataclass
class RunCounts:
    """What a run has counted so far; see :class:`~.practice.Counts`."""

    games: int = 0
    won: int = 0
    outright: int = 0
    refused: int = 0
    groups: int = 0
    others: list[int] = field(default_factory=list)
    lost: list[int] = field(default_factory=list)
    asked: dict[str, int] = field(default_factory=dict)
    answered: dict[str, int] = field(default_factory=dict)


def read_counts(value: Any, most: int) -> RunCounts:
    """The counts of a run of at most ``most`` games. Raises :class:`BadAnswerError`."""
    if not isinstance(value, dict):
        raise BadAnswerError
    counts = RunCounts()
    for name in ("games", "won", "outright", "refused", "groups"):
        high = _MOST_COUNT if name == "refused" else most
        if not is_whole_number(value.get(name), 0, high):
            raise BadAnswerError
        setattr(counts, name, value[name])
    others, lost = value.get("others"), value.get("lost")
    if not is_list(others, 0, _MOST_SEATS, lambda n: is_whole_number(n, 0, most)) or not is_list(
        lost, 0, most, lambda n: is_whole_number(n, 0, _MOST_GAMES)
    ):
        raise BadAnswerError
    counts.others, counts.lost = others, lost
    if not counts.outright <= counts.won <= counts.games:
        raise BadAnswerError
    counts.asked, counts.answered = _by_kind(value.get("asked")), _by_kind(value.get("answered"))
    return counts


def _by_kind(value: Any) -> dict[str, int]:
    if not isinstance(value, dict) or len(value) > _KINDS:
        raise BadAnswerError
    if not all(is_whole_number(n, 0, _MOST_COUNT) for n in value.values()):
        raise BadAnswerError
    return {shortened(kind, 20): n for kind, n in value.items()}


def read_printed(table: Mapping[str, Any]) -> list[str]:
    """What the bot has printed, line by line."""
    lines = table.get("printed", [])
    if not isinstance(lines, list):
        return []
    return [shortened(line, 300) for line in lines[: MOST_PRINTED + 1] if isinstance(line, str)]


@dataclass
class PlayedMoment:
    """A question of the bot in a practice game, and the State in which it was asked."""

    lines: int
    round: int
    ask: str
    answer: str
    reason: str
    line: int
    printed: list[str]
    finding: Finding | None
    seen: list[tuple[str, str]]


@dataclass
class PlayedGame:
    """A practice game. ``won``: indices of the winners, 0 for the workshop's bot.

    It is None if a fault ended the game."""

    record: Record
    table: dict[str, Any]
    seat: int
    won: list[int] | None
    moments: list[PlayedMoment]
    finding: Finding | None


def read_game(table: Mapping[str, Any]) -> PlayedGame:
    """A played game. Its record is replayed later, by :class:`Position`. Raises :class:`BadAnswerError`."""
    record_table, seat, won = table.get("record"), table.get("seat"), table.get("won")
    moments = table.get("moments")
    if not isinstance(record_table, dict) or not is_list(moments, 0, MOST_MOMENTS, lambda _: True):
        raise BadAnswerError
    if not is_whole_number(seat, 0, _MOST_SEATS - 1):
        raise BadAnswerError
    if won is not None and not is_list(won, 0, 8, lambda n: is_whole_number(n, 0, 7)):
        raise BadAnswerError
    try:
        record = read_record(record_table)
    except LoadError:
        raise BadAnswerError from None
    if sum(len(step.lines) for step in record.steps) > MOST_LINES or seat >= len(record.seats):
        raise BadAnswerError
    found = [_moment(moment) for moment in moments]
    finding = read_finding(table.get("finding"))
    return PlayedGame(record, record_table, seat, won, found, finding)


def _moment(value: Any) -> PlayedMoment:
    if not isinstance(value, dict):
        raise BadAnswerError
    numbers = [value.get(name) for name in ("lines", "round", "line")]
    if not all(is_whole_number(n, 0, 100_000) for n in numbers):
        raise BadAnswerError
    texts = [value.get(name) for name in ("ask", "answer", "reason")]
    if not all(isinstance(text, str) for text in texts):
        raise BadAnswerError
    seen = value.get("seen")
    rows = seen if isinstance(seen, list) else []
    return PlayedMoment(
        *(value["lines"], value["round"], shortened(texts[0], 20)),
        *(shortened(texts[1], LONGEST_LINE), shortened(texts[2], LONGEST_REASON), value["line"]),
        read_printed(value),
        read_finding(value.get("finding")),
        [
            (shortened(row[0], 40), shortened(row[1]))
            for row in rows[:12]
            if isinstance(row, list) and len(row) == 2
        ],
    )


def position_at(record: Record, lines: int) -> tuple[State, Notation]:
    """The State of a practice game after so many lines. Raises :class:`BadAnswerError` for a game that
    breaks the rules."""
    try:
        game = Game(record)
        if lines:
            for n, _events in enumerate(replay_line_by_line(game), 1):
                if n >= lines:
                    break
    except (LoadError, MalformedAnswer):
        raise BadAnswerError from None
    return game.state, game.notation


def read_reply(table: Mapping[str, Any]) -> tuple[str | None, str, Finding | None]:
    """A guest's answer, None if it does nothing, its reason, and what was wrong. Whether the answer is legal
    is for the table to check. Raises :class:`BadAnswerError`."""
    reply = table.get("reply")
    finding = read_finding(table.get("finding"))
    if reply is None:
        return None, "", finding
    if not is_list(reply, 2, 2, lambda text: isinstance(text, str)):
        raise BadAnswerError
    answer, reason = reply
    if len(answer) > LONGEST_LINE:
        raise BadAnswerError
    plain = shortened(reason, LONGEST_REASON).replace("{", "(").replace("}", ")")
    return answer, plain, finding
