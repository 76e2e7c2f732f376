"""Game records in the format ``title-deed/1``: reads TOML and JSON, writes JSON, and replays records.

Records are untrusted input. Every size has a limit, and a fault becomes a sentence
(:class:`~.errors.LoadError`, :class:`~.errors.MalformedAnswer`).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from ..migrations.record_version_declaration import RECORD
from ..migrations.versioned_format import NewerFormat, OtherFormat
from . import rng
from . import rulebook_loader_and_rules_compiler as rules_compiler
from .answers import (
    Answer,
    Shuffle,
)
from .asks import (
    AskShuffle,
)
from .board_and_rules_types import Rules
from .errors import LoadError, MalformedAnswer, RefusedAnswer
from .generic_event import Event
from .notation import Notation, check_name, without_joiners
from .parsing import positions
from .parsing.untrusted_input import (
    DEEPEST,
    EmptyFileError,
    NotTextError,
    TooDeepError,
    check_portable,
    json_value,
    nests_deeper,
    only_keys,
    quoted,
    text_of,
    toml_table,
)
from .parsing.value_predicates import is_whole_number
from .reducer import ANSWERS, play, play_in_place, violations
from .special_seats_and_ids import CHANCE, Because
from .state import (
    State,
)

FORMAT: Final = RECORD.id
LARGEST: Final = 16_000_000  # characters of a record's text
LARGEST_TOML: Final = 2_000_000  # less, since reading TOML takes ten times as long
MOST_LINES: Final = 400_000
# Not str.splitlines, which also splits at characters that a comment may contain.
_LINE_END: Final = re.compile(r"\r\n?|\n")

_TOP_KEYS: Final = frozenset(
    {
        "format",
        "rulebook",
        "edition",
        "decks",
        "variant",
        "seats",
        "seed",
        "rent",
        "chance",
        "house_rules",
        "position",
        "step",
        "refused",
        "program",
        "title",
        "saved",
        "snapshot",
        "checksum",
    }
)
_SEAT_KEYS: Final = frozenset({"name", "bot", "token"})
_STEP_KEYS: Final = frozenset({"play", "expect"})
EXPECT_KEYS: Final = frozenset(
    {
        "ask",
        "cash",
        "at",
        "owner",
        "buildings",
        "mortgaged",
        "jail",
        "cards",
        "stock",
        "playing",
        "winners",
        "may",
        "refuses",
        "cites",
        "deck_top",
        "deck_bottom",
    }
)


@dataclass
class Seat:
    """A seat in a record. It is a person's if ``bot`` is empty."""

    name: str
    bot: str = ""
    token: str = ""
    extra: dict[str, Any] = field(default_factory=dict)  # keys that begin with x-


@dataclass
class RecordStep:
    """Some lines of a record, with the expectations that a test checks after them."""

    lines: list[str]
    expect: dict[str, Any]


@dataclass
class Record:
    """A record as it was written. Its form has been checked, but not yet its agreement with the rules."""

    rulebook: str
    seats: list[Seat]
    edition: str | dict[str, Any] = "atlantic-city"
    decks: str | None = None
    variant: str = "standard"
    seed: int = 0
    rent: str = "automatic"
    chance: str = "dealt"
    house_rules: dict[str, Any] = field(default_factory=dict)
    position: dict[str, Any] | None = None
    steps: list[RecordStep] = field(default_factory=list)
    refused: str | None = None
    title: str = ""
    saved: str = ""
    program: str = ""
    snapshot: dict[str, Any] | None = None
    extra: dict[str, Any] = field(default_factory=dict)  # keys that begin with x-


# ---------------------------------------------------------------- reading


def _others(table: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of other programs (``x-…``), which are saved and otherwise ignored."""
    return {key: value for key, value in table.items() if key.startswith("x-")}


def parse_record(text: str, toml: bool) -> dict[str, Any]:
    """The table in a record's text. Raises :class:`LoadError` with a sentence."""
    most = LARGEST_TOML if toml else LARGEST
    if len(text) > most:
        raise LoadError(f"The game file has more than {most // 1000000} million characters.")
    try:
        plain = text_of(text)
        if not toml and plain.lstrip()[0] not in "{[":
            raise LoadError("This file contains no game: a game file in JSON begins with “{”.")
        table = toml_table(plain) if toml else json_value(plain)
    except EmptyFileError:
        raise LoadError("The file is empty: it contains no game.") from None
    except NotTextError:
        raise LoadError("The file is not UTF-8 text, so it contains no game.") from None
    except TooDeepError:
        raise LoadError("The game file is nested too deeply.") from None
    except ValueError as error:
        kind = "TOML" if toml else "JSON"
        raise LoadError(f"The game file is not valid {kind}: {quoted(error)}") from None
    if not isinstance(table, dict):
        raise LoadError("The game file must be a table with keys.")
    return table


def parse_record_to_keep(text: str, toml: bool) -> dict[str, Any]:
    """As :func:`parse_record`, for a record that will be saved.

    Also raises :class:`LoadError` for values that a file or a link cannot represent. They would change
    when read again, so the checksum would no longer match."""
    table = parse_record(text, toml)
    try:
        check_portable(table)
    except UnicodeError:
        raise LoadError("The game file contains a damaged character.") from None
    except ValueError:
        raise LoadError(
            "The game file contains “NaN” or “Infinity” where a number should be."
        ) from None
    return table


def canonical_json(table: Mapping[str, Any], ascii_only: bool = False) -> str:
    """The canonical JSON of a record: sorted keys, no spaces, without ``checksum``. With ``ascii_only`` other
    characters are escaped."""
    rest = {key: value for key, value in table.items() if key != "checksum"}
    return json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=ascii_only)


def record_checksum(table: Mapping[str, Any], ascii_only: bool = False) -> str:
    """The SHA-256 of the canonical JSON in UTF-8, in hexadecimal."""
    text = canonical_json(table, ascii_only)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _fits(table: Mapping[str, Any]) -> bool:
    """Whether the checksum matches the contents. Both forms of canonical JSON are accepted, since other
    programs may escape characters."""
    return table["checksum"] in (record_checksum(table), record_checksum(table, ascii_only=True))


def read_record(table: Mapping[str, Any]) -> Record:
    """The record in a table. Raises :class:`LoadError` with a sentence for the first fault."""
    if nests_deeper(table, DEEPEST):
        raise LoadError("The game file is nested too deeply.")
    where = "Game file"
    if "format" not in table:
        raise LoadError("This isn’t a game saved by Title Deed. Choose another file.")
    whole = "checksum" not in table or _fits(table)
    try:
        table = RECORD.upgrade(table)
    except (NewerFormat, OtherFormat):
        raise LoadError(
            f"The game file has the format “{quoted(table.get('format'))}”; this program reads “{FORMAT}”."
        ) from None
    only_keys(table, _TOP_KEYS, where)
    if not whole:
        raise LoadError("The game file is damaged: its checksum does not match its contents.")

    def text(key: str, default: str) -> str:
        value = table.get(key, default)
        if not isinstance(value, str):
            raise LoadError(f"{where}: “{key}” must be text.")
        if len(value) > 300:
            raise LoadError(f"{where}: “{key}” is longer than 300 characters.")
        return value

    def sub(key: str) -> dict[str, Any] | None:
        value = table.get(key)
        if value is not None and not isinstance(value, dict):
            raise LoadError(f"{where}: “{key}” must be a table.")
        return value

    if "rulebook" not in table:
        raise LoadError(f"{where}: “rulebook” is missing.")
    edition = table.get("edition", "atlantic-city")
    if not isinstance(edition, (str, dict)):
        raise LoadError(f"{where}: “edition” must be a name or a table.")
    seed = table.get("seed", 0)
    if not is_whole_number(seed, 0, rng.MOST_SEED):
        raise LoadError(f"{where}: “seed” must be a whole number from 0 to 2^63 - 1.")
    rent_mode = text("rent", "automatic")
    if rent_mode not in ("automatic", "asked"):
        raise LoadError(f"{where}: “rent” must be “automatic” or “asked”.")
    chance_mode = text("chance", "dealt")
    if chance_mode not in ("dealt", "by-hand"):
        raise LoadError(f"{where}: “chance” must be “dealt” or “by-hand”.")
    refused = table.get("refused")
    if refused is not None and not isinstance(refused, str):
        raise LoadError(f"{where}: “refused” must be text.")
    return Record(
        rulebook=text("rulebook", ""),
        seats=_read_seats(table.get("seats")),
        edition=edition,
        decks=text("decks", "") if "decks" in table else None,
        variant=text("variant", "standard"),
        seed=seed,
        rent=rent_mode,
        chance=chance_mode,
        house_rules=sub("house_rules") or {},
        position=sub("position"),
        steps=_read_steps(table.get("step", [])),
        refused=refused,
        title=text("title", ""),
        saved=text("saved", ""),
        program=text("program", ""),
        snapshot=sub("snapshot"),
        extra=_others(table),
    )


def _read_seats(value: Any) -> list[Seat]:
    if not isinstance(value, list):
        raise LoadError("Game file: “seats” must be a list of names.")
    if not 2 <= len(value) <= 8:
        raise LoadError(
            f"A game has two to eight players; this file has {len(value)}.", ("setup.player-count",)
        )
    seats: list[Seat] = []
    for entry in value:
        row = {"name": entry} if isinstance(entry, str) else entry
        if not isinstance(row, dict):
            raise LoadError("Game file: a seat must be a name, or a table with a name.")
        only_keys(row, _SEAT_KEYS, "Game file, seats")
        bot, token = row.get("bot", ""), row.get("token", "")
        if not isinstance(bot, str) or not isinstance(token, str) or len(bot + token) > 300:
            raise LoadError("Game file, seats: “bot” and “token” must be short text.")
        try:
            seats.append(Seat(check_name(row.get("name")), bot, token, _others(row)))
        except MalformedAnswer as error:
            raise LoadError(str(error)) from None
    folded = [without_joiners(seat.name).casefold() for seat in seats]
    for i, name in enumerate(folded):
        if name in folded[:i]:
            raise LoadError(
                f"Two players are called “{quoted(seats[i].name)}”.",
                ("setup.player-count", "setup.tokens"),
            )
    tokens = [seat.token for seat in seats if seat.token]
    if len(set(tokens)) < len(tokens):
        raise LoadError("Two players have the same token.", ("setup.tokens",))
    return seats


def _read_steps(value: Any) -> list[RecordStep]:
    if not isinstance(value, list):
        raise LoadError("Game file: “step” must be a list of tables.")
    steps: list[RecordStep] = []
    count = 0
    for entry in value:
        if not isinstance(entry, dict):
            raise LoadError("Game file: “step” must be a list of tables.")
        only_keys(entry, _STEP_KEYS, "Game file, step")
        lines = entry.get("play", "")
        if isinstance(lines, str):
            lines = _LINE_END.split(lines)
        if not isinstance(lines, list) or not all(isinstance(line, str) for line in lines):
            raise LoadError("Game file, step: “play” must be text or a list of lines.")
        count += len(lines)
        if count > MOST_LINES:
            raise LoadError(f"The game file has more than {MOST_LINES} lines.")
        expect = entry.get("expect", {})
        if not isinstance(expect, dict):
            raise LoadError("Game file, step: “expect” must be a table.")
        only_keys(expect, EXPECT_KEYS, "Game file, expect")
        steps.append(RecordStep(lines, expect))
    return steps


# ---------------------------------------------------------------- a game under way


class Given(Protocol):
    """An answer with its seat, as in the entries of a log."""

    @property
    def seat(self) -> int: ...

    @property
    def answer(self) -> Answer: ...


class Game:
    """A record that is being played.

    ``state``: the present State. ``lines``: all lines so far in canonical form, including those of
    chance. ``events``: the events since the caller last cleared the list.
    """

    def __init__(self, record: Record, rules: Rules | None = None) -> None:
        """Set up the record without playing its lines. ``rules``: those of an earlier version of the
        program, instead of the rules that the record names. Raises :class:`LoadError` with a
        sentence."""
        self.record = record
        self.rules = rules or rules_compiler.make_rules(
            record.rulebook, record.edition, record.decks, record.variant, record.house_rules
        )
        self.names = [seat.name for seat in record.seats]
        self.notation = Notation(self.rules, self.names)
        self.state = positions.opening_state(
            self.rules,
            self.notation,
            record.position or {},
            asked=record.rent == "asked",
            by_hand=record.chance == "by-hand",
        )
        self.lines: list[str] = []
        self.events: list[Event] = []

    def __repr__(self) -> str:
        last = f", last “{self.lines[-1]}”" if self.lines else ""
        return (
            f"<Game {self.record.rulebook} on {self.rules.edition.id} of {', '.join(self.names)}: "
            f"{len(self.lines)} lines{last}, asks “{self.notation.ask(self.state)}”; {self.state!r}>"
        )

    def fill(self, state: State, lines: list[str], events: list[Event], wanted: object) -> None:
        """Answer for chance from the seed until another seat is asked, or until chance's ask accepts the
        answer type ``wanted``. Appends to ``lines`` and ``events``, and changes ``state``."""
        if state.by_hand and self.record.chance == "by-hand":
            return
        ask = state.ask
        while ask.seat == CHANCE and wanted not in ANSWERS[type(ask)]:
            answer = rng.chance_answer(state, self.record.seed)
            lines.append(self.notation.line(CHANCE, answer, state))
            play_in_place(state, CHANCE, answer, events)
            ask = state.ask

    def line(self, text: str) -> list[Event]:
        """Play one line. First play the lines of chance that are missing before it. Returns the events.

        Raises :class:`MalformedAnswer` or :class:`RefusedAnswer`; nothing has changed then.
        """
        state = self.state.copy()
        parsed = self.notation.parse(text, state)
        if parsed is None:
            return []
        seat, answer = parsed
        lines: list[str] = []
        events: list[Event] = []
        self.fill(state, lines, events, type(answer) if seat == CHANCE else None)
        if lines:
            # parse again: a card's id depends on the deck
            parsed = self.notation.parse(text, state)
            assert parsed is not None
            seat, answer = parsed
        canonical_line = self.notation.line(seat, answer, state)
        play_in_place(state, seat, answer, events)
        self.state = state
        self.lines += [*lines, canonical_line]
        self.events += events
        return events

    def give(self, seat: int, answer: Answer) -> list[Event]:
        """Play an answer object, without filling in chance's answers. Returns the events.

        Raises :class:`RefusedAnswer`; nothing has changed then.
        """
        before = self.state
        state, events = play(before, seat, answer)
        self.lines.append(self.notation.line(seat, answer, before))
        self.state = state
        self.events += events
        return events

    @staticmethod
    def advanced(state: State, answers: Iterable[Given]) -> State:
        """Play answers that are known to be legal on ``state`` itself, and return it."""
        for entry in answers:
            play_in_place(state, entry.seat, entry.answer)
        return state

    def fork(self, state: State, count: int) -> Game:
        """An independent game at ``state``, the State after the first ``count`` lines."""
        other = copy(self)
        other.record = replace(self.record)
        other.state = state
        other.lines = self.lines[:count]
        other.events = []
        return other

    def rewind(self, state: State, count: int, answers: Iterable[Given]) -> None:
        """Go back to the State after the first ``count`` lines. ``state`` is an earlier State; playing
        the ``answers`` on it changes it into that State."""
        self.state = self.advanced(state, answers)
        del self.lines[count:]
        self.events.clear()

    def refusal(self, text: str) -> Because | None:
        """The clauses that would bar a line now; () if it is no answer, None if it is allowed.

        Nothing changes, and no throw or card is filled in. While chance is asked, the other seats are
        refused. Only pending shuffles are made first."""
        try:
            parsed = self.notation.parse(text, self.state)
            state = self.state
            if parsed is not None and not isinstance(parsed[1], Shuffle):
                state = _shuffled(state, self.record.seed)
                parsed = self.notation.parse(text, state)
        except RefusedAnswer as error:
            return error.clauses
        except MalformedAnswer:
            return ()
        return (parsed and violations(state, *parsed)) or None

    def to_dict(self) -> dict[str, Any]:
        """The table of the record so far: one step with all lines, chance's included, and a checksum."""
        record = self.record
        table: dict[str, Any] = {
            "format": FORMAT,
            "rulebook": record.rulebook,
            "edition": record.edition,
            "variant": record.variant,
            "seats": [
                {
                    key: value
                    for key, value in (
                        ("name", seat.name),
                        ("bot", seat.bot),
                        ("token", seat.token),
                    )
                    if value
                }
                | seat.extra
                for seat in record.seats
            ],
            "seed": record.seed,
            "rent": record.rent,
            "chance": record.chance,
            "house_rules": record.house_rules,
            "step": [{"play": list(self.lines)}],
            **record.extra,
        }
        if record.decks is not None:
            table["decks"] = record.decks
        if record.position is not None:
            table["position"] = record.position
        for key in ("title", "saved", "program"):
            if value := getattr(record, key):
                table[key] = value
        table["checksum"] = record_checksum(table)
        return table


def _shuffled(state: State, seed: int) -> State:
    """The State after pending shuffles have been made by the seed."""
    while isinstance(state.ask, AskShuffle):
        state, _ = play(state, CHANCE, rng.chance_answer(state, seed))
    return state


def replay_record(record: Record) -> Game:
    """Play all lines of a record, and return the game at its end. Raises :class:`LoadError` with the number
    of the line at fault."""
    game = Game(record)
    for _events in replay_line_by_line(game):
        pass
    return game


def replay_line_by_line(game: Game) -> Iterator[list[Event]]:
    """Play the lines of a new game's record; yields the events of each, with chance's before it.

    Raises :class:`LoadError` with the number of the line at fault."""
    n = 0
    for step in game.record.steps:
        for line in step.lines:
            n += 1
            try:
                events = game.line(line)
            except RefusedAnswer as error:
                raise LoadError(
                    f"Line {n} (“{quoted(line.strip())}”) is not allowed.", error.clauses
                ) from None
            except MalformedAnswer as error:
                raise LoadError(f"Line {n}: {error}") from None
            game.events.clear()
            yield events
