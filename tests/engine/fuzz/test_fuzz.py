"""Bounded hostile input: record files, links, editions, saves and a bot's answers.

It also covers the laboratory's files: lessons, students' answers, runs and positions. Each input
either loads, and then every invariant holds, or is refused with a sentence. Any other exception is a
failure, and so is a timeout. An input is made from a number alone, so a failure names the number that
makes it again. The usual run takes a few seconds; ``--long`` makes over 100,000 inputs.
"""

from __future__ import annotations

import copy
import json
import random
import signal
import tomllib
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import invariants
from fake_page import Table
from hostile import HANDED, change, empty, hostile_line, lessons, run, short
from titledeed.bots.protocol import View
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.parsing import edition_text_to_table
from titledeed.engine.record import Game, parse_record, read_record, replay_record
from titledeed.game import share_link
from titledeed.game.session import Session
from titledeed.game.state_digest import state_digest
from titledeed.lab import run_file
from titledeed.lab.lessons import answer_files, lesson_format
from titledeed.lab.third_party_bots import Guarded

TESTS = Path(__file__).resolve().parents[2]
SECONDS = 10  # far above the time for any input; this limit catches endless loops
MEMORY = 100_000_000  # bytes one input may take at its peak


GOLDEN = [json.loads(file.read_text("utf-8")) for file in sorted(TESTS.glob("golden/*.json"))[::4]]
RECORDS = [tomllib.loads(f.read_text("utf-8")) for f in sorted(TESTS.glob("records/*.toml"))]
SEEDS = [short(game, 120) for game in GOLDEN] + RECORDS
TOWN_TEXT = (TESTS.parent / "docs" / "examples" / "my-town.toml").read_text("utf-8")
TOWN = tomllib.loads(TOWN_TEXT)
SAVES = [Session.load(short(game, 90)).save("2026-11-20T20:00:00Z") for game in GOLDEN]

HOSTILE: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1,
    39,
    40,
    2**31,
    2**64,
    10**40,
    -(10**40),
    0.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "seat:1",
    "seat:9",
    "@41",
    "@-1",
    "Ada",
    "boardwalk",
    "boardwalk:hotel",
    "boardwalk:m",
    "<img src=x onerror=alert(1)>",
    "{0.__class__}",
    "%s%n",
    "\0",
    "\u202e",
    "é",
    "e\u0301",
    "x" * 10_000,
    [],
    {},
    [[]],
    [None],
    ["Ada", "ada"],
    {"a": {"b": {"c": {}}}},
    {"": ""},
    "chance roll",
    "Ada offer Ben give 1 get nothing",
]


@contextmanager
def in_time() -> Iterator[None]:
    """Interrupt an input that does not finish in time."""

    def late(number: int, frame: object) -> None:
        raise AssertionError(f"still at it after {SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ---------------------------------------------------------------- making inputs


def spoil(table: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Return a copy with one to three changes."""
    out = copy.deepcopy(table)
    for _ in range(chance.randrange(1, 4)):
        change(out, chance, lambda: copy.deepcopy(chance.choice(HOSTILE)))
    return out


def spoil_bytes(text: str, chance: random.Random) -> str:
    """Return a text with some characters changed, lost or doubled."""
    out = list(text)
    for _ in range(chance.randrange(1, 6)):
        if not out:
            break
        at = chance.randrange(len(out))
        match chance.randrange(3):
            case 0:
                out[at] = chr(chance.choice((0, 10, 34, 47, 92, 123, 125, 233, 0x1F600)))
            case 1:
                del out[at : at + chance.randrange(1, 40)]
            case _:
                out[at:at] = out[at : at + chance.randrange(1, 40)]
    return "".join(out)


# ---------------------------------------------------------------- what must come of them


def a_sentence(error: Exception) -> None:
    text = str(error)
    assert text.strip(), "refused without a word"
    assert len(text) < 400, "a refusal repeats what it was given"


def play(table: Any) -> None:
    """Try a record: every line leaves a valid state, or the record is refused."""
    try:
        record = read_record(table)
        game = Game(record)
    except LoadError as error:
        a_sentence(error)
        return
    for step in record.steps:
        for line in step.lines:
            before = state_digest(game.state)
            try:
                game.line(line)
            except (MalformedAnswer, RefusedAnswer) as error:
                a_sentence(error)
                assert state_digest(game.state) == before, "a refused line changed the game"
                return
            invariants.check(game.state)


def record_table(chance: random.Random) -> None:
    play(spoil(chance.choice(SEEDS), chance))


def record_text(chance: random.Random) -> None:
    text = spoil_bytes(json.dumps(chance.choice(SEEDS)), chance)
    try:
        table = parse_record(text, toml=chance.random() < 0.2)
    except LoadError as error:
        a_sentence(error)
        return
    play(table)


def address(chance: random.Random) -> None:
    text = share_link.pack_record(chance.choice(SEEDS))
    if chance.random() < 0.5:
        text = spoil_bytes(text, chance)
    else:
        text = share_link.pack_record(spoil(chance.choice(SEEDS), chance))
    try:
        table = share_link.unpack_record(text)
    except LoadError as error:
        a_sentence(error)
        return
    play(table)


def edition(chance: random.Random) -> None:
    table = spoil(TOWN, chance)
    faults = rules_compiler.own_faults(table)
    for fault in faults:
        a_sentence(fault)
        assert 0 <= edition_text_to_table.line_of(TOWN_TEXT, fault.at) <= TOWN_TEXT.count("\n")
    refused = ""
    try:
        rules_compiler.make_rules(chance.choice(rules_compiler.BOOKS), table)
    except LoadError as error:
        refused = str(error)
    assert refused == (str(faults[0]) if faults else "")


def edition_text(chance: random.Random) -> None:
    """Try a whole file that is damaged letter by letter: TOML, or what was TOML."""
    text = spoil_bytes(TOWN_TEXT, chance)
    try:
        table = edition_text_to_table.parse_edition_file(text, toml=chance.random() < 0.9)
    except LoadError as error:
        a_sentence(error)
        return
    for fault in rules_compiler.own_faults(table):
        a_sentence(fault)
        assert 0 <= edition_text_to_table.line_of(text, fault.at) <= len(text.splitlines())


def save(chance: random.Random) -> None:
    table = spoil(chance.choice(SAVES), chance)
    if chance.random() < 0.8:
        table.pop("checksum", None)  # otherwise nearly all would fail at the checksum
    try:
        session = Session.load(table)
    except LoadError as error:
        a_sentence(error)
        return
    invariants.check(session.state)


class Babbler:
    """A bot that gives random answers."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def choose(self, view: View, options: Options) -> Any:
        match self.chance.randrange(5):
            case 0:
                return hostile_line(self.chance)
            case 1:
                return self.chance.choice(HOSTILE)
            case 2:
                return (hostile_line(self.chance), "{0.__class__} is {why}")
            case 3:
                view.cash[0] += 5000  # type: ignore[index]
                raise RuntimeError("no")
            case _:
                kinds = options.kinds()
                answers = options.of(self.chance.choice(kinds)) if kinds else []
                return self.chance.choice(answers) if answers else None


def bot_answers(chance: random.Random) -> None:
    """Ask a babbling bot a few times in the middle of a game."""
    game = replay_record(read_record(short(chance.choice(GOLDEN), chance.randrange(10, 60))))
    bot = Guarded(Babbler(chance), game.notation)
    for _ in range(10):
        state = game.state
        if isinstance(state.ask, Over):
            return
        if state.ask.seat < 0:
            game.fill(state, game.lines, game.events, None)
            continue
        before = state_digest(state)
        choice = bot.choose(View(state, state.ask.seat), Options(state, state.ask.seat))
        assert state_digest(state) == before, "a bot changed the game by looking"
        if choice is None:
            return
        game.give(state.ask.seat, choice.answer)
        invariants.check(game.state)


# ---------------------------------------------------------------- what the laboratory opens

WRITTEN = {key: HANDED[key] for key in HANDED if key != "format"}


@cache
def laboratory() -> tuple[Table, Any]:
    """Return one page for all inputs, so that an input meets the state that earlier ones left."""
    table = Table()
    table.do("lab", "lessons")
    return table, table.app.lab


def opened(text: str) -> None:
    """Open a file: the laboratory shows it, or says a sentence and shows what it showed before."""
    table, lab = laboratory()
    before = lab.lessons.folder.sheet
    lab.lessons.folder.trouble = ""
    table.hands.imported("a.json", text)
    trouble = lab.lessons.folder.trouble or lab.compare.comparison.trouble
    lab.compare.comparison.trouble = ""
    if trouble:
        a_sentence(ValueError(trouble))
        assert lab.lessons.folder.sheet is before
    assert "<script" not in table.page.regions["lab"]
    assert "<img" not in table.page.regions["lab"]


def a_lesson(chance: random.Random) -> None:
    sample = chance.choice(lessons())
    if chance.random() < 0.3:
        text = spoil_bytes(lesson_format.write_lesson(sample), chance)
    else:
        text = json.dumps(spoil(sample, chance))
    if not text.startswith(lesson_format.HEAD) or chance.random() < 0.3:
        try:
            lesson_format.read_lesson(text)
        except LoadError as error:
            a_sentence(error)
        return
    opened(text)


def a_lesson_link(chance: random.Random) -> None:
    packed = lesson_format.pack_lesson(chance.choice(lessons()))
    if chance.random() < 0.5:
        packed = spoil_bytes(packed, chance)
    else:
        packed = share_link.deflate_text(json.dumps(spoil(chance.choice(lessons()), chance)))
    try:
        lesson_format.check_lesson(lesson_format.unpack_lesson(packed))
    except LoadError as error:
        a_sentence(error)


def handed_in(chance: random.Random) -> None:
    if chance.random() < 0.4:
        text = spoil_bytes(answer_files.write_answers(WRITTEN), chance)
    else:
        text = json.dumps(spoil(HANDED, chance))
    try:
        sheet = answer_files.read_answers(text)
    except LoadError as error:
        a_sentence(error)
        return
    for line in answer_files.answers_csv([sheet, sheet]):
        for cell in line.split(","):
            assert cell[:1] not in ("=", "+", "@", "\t", "\r"), line
    _table, lab = laboratory()
    lab.lessons.folder.collected.sheets.clear()
    opened(text)


def kept_run(chance: random.Random) -> None:
    if chance.random() < 0.3:
        text = spoil_bytes(json.dumps(run()), chance)
    else:
        text = json.dumps(spoil(run(), chance))
    if text.startswith(run_file.HEAD):
        opened(text)
        return
    try:
        run_file.read_run(text)
    except LoadError as error:
        a_sentence(error)


def position(chance: random.Random) -> None:
    packed = (
        share_link.pack_record(spoil(empty(), chance))
        if chance.random() < 0.7
        else share_link.pack_record(empty())
    )
    if chance.random() < 0.4:
        packed = spoil_bytes(packed, chance)
    table, lab = laboratory()
    lab.position.editor.trouble = ""
    before = lab.position.editor.table
    table.hands.open_link("#desk=" + packed)
    if lab.position.editor.trouble:
        a_sentence(ValueError(lab.position.editor.trouble))
        assert lab.position.editor.table is before
    lab.position.editor.past.clear()


KINDS: dict[str, tuple[Callable[[random.Random], None], int, int]] = {
    # function, inputs in the usual run, inputs in the long run
    "record-tables": (record_table, 200, 40_000),
    "record-texts": (record_text, 120, 20_000),
    "links": (address, 80, 14_000),
    "editions": (edition, 200, 20_000),
    "edition-texts": (edition_text, 100, 4_000),
    "saves": (save, 100, 6_000),
    "bot-answers": (bot_answers, 50, 2_000),
    "lessons": (a_lesson, 60, 4_000),
    "lesson-links": (a_lesson_link, 60, 2_000),
    "answers": (handed_in, 60, 2_000),
    "runs": (kept_run, 30, 2_000),
    "positions": (position, 30, 1_000),
}


def throw(kind: str, numbers: range) -> None:
    make = KINDS[kind][0]
    for number in numbers:
        try:
            with in_time():
                make(random.Random(f"{kind} {number}"))
        except Exception as error:
            raise AssertionError(f"{kind}, input {number}: {error!r}") from error


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_input_is_accepted_in_full_or_refused_with_a_sentence(kind: str) -> None:
    throw(kind, range(KINDS[kind][1]))


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_long_runs_of_hostile_input_are_accepted_in_full_or_refused_with_a_sentence(
    kind: str,
) -> None:
    assert sum(long for _, _, long in KINDS.values()) >= 100_000
    throw(kind, range(KINDS[kind][1], KINDS[kind][1] + KINDS[kind][2]))


@pytest.mark.parametrize("kind", KINDS)
def test_hostile_input_uses_little_memory(kind: str) -> None:
    tracemalloc.start()
    try:
        throw(kind, range(1_000_000, 1_000_004))
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


def test_a_crash_in_a_reader_fails_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A crash inside the reader counts as a failure."""

    def crash(table: Any) -> None:
        raise KeyError("position")

    monkeypatch.setitem(KINDS, "broken", (lambda chance: crash(None), 1, 1))
    with pytest.raises(AssertionError, match="broken, input 0: KeyError"):
        throw("broken", range(1))
