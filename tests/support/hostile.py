"""Seeded hostile input for every reader of a file, link, message, code or stored text.

It runs in CPython and in Pyodide. There, an input can end the interpreter where CPython raises an
exception.

python tests/support/hostile.py [COUNT] [FIRST] [KIND…] prints for each kind how many inputs were
accepted and how many were refused. Any exception that is not the program's own ends the run.
"""

from __future__ import annotations

import copy
import json
import random
import re
import sys
import tomllib
import zipfile
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]
if __name__ == "__main__":
    sys.path.insert(0, str(TESTS / "support"))

if sys.platform == "emscripten":
    import titledeed

    # The site omits the modules that only the command line needs; these come from the source.
    titledeed.__path__.append(str(TESTS.parent / "py" / "titledeed"))

import classes  # noqa: E402 - the path is set only now
import simulated_tables  # noqa: E402
from titledeed.board_maker import (  # noqa: E402
    changes,
    checks,
    class_board,
    draft_file,
    draft_from_and_to_edition_table,
    edition_writer,
    link_code,
    part_files,
)
from titledeed.board_maker.draft import NOUNS, BoardDraft  # noqa: E402
from titledeed.board_maker.example_board import example_draft  # noqa: E402
from titledeed.classroom import class_codes, class_files, student  # noqa: E402
from titledeed.classroom import messages as class_messages  # noqa: E402
from titledeed.cli import check_record_expectations  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.engine.asks import (  # noqa: E402
    Over,
)
from titledeed.engine.errors import LoadError, MalformedAnswer, RefusedAnswer  # noqa: E402
from titledeed.engine.legal_answers import (  # noqa: E402
    Options,
)
from titledeed.engine.notation import ANSWER_WORDS  # noqa: E402
from titledeed.engine.parsing import edition_text_to_table  # noqa: E402
from titledeed.engine.parsing.untrusted_input import json_value  # noqa: E402
from titledeed.engine.record import parse_record_to_keep  # noqa: E402
from titledeed.game import share_link  # noqa: E402
from titledeed.game.session import Session  # noqa: E402
from titledeed.lab import (  # noqa: E402
    batch_games,
    parallel_jobs,
    position_editor,
    run_file,
)
from titledeed.lab import write_and_count_record_files as record_files  # noqa: E402
from titledeed.lab.curves import sweep_file  # noqa: E402
from titledeed.lab.curves.sweep import slim  # noqa: E402
from titledeed.lab.curves.swept_settings import SWEPT, table_with  # noqa: E402
from titledeed.lab.lessons import (  # noqa: E402
    answer_files,
    builtin,
    lesson_format,
    worksheet_answers_and_merging_two_copies,
)
from titledeed.language import own_nouns  # noqa: E402
from titledeed.language.catalogue import Catalogue, names_in, nouns_in  # noqa: E402
from titledeed.migrations.lesson_and_worksheet_formats import ANSWERS  # noqa: E402
from titledeed.peers import messages, proof, sdp_codec  # noqa: E402
from titledeed.peers.checksummed_codes import open_code  # noqa: E402
from titledeed.peers.checksummed_codes import seal_code as sealed_code  # noqa: E402
from titledeed.peers.correspondence.open_join_play_correspondence_game import (  # noqa: E402
    CorrespondenceGame,
    code_kind,
)
from titledeed.peers.device.device import Device  # noqa: E402
from titledeed.peers.log_entry_fields_and_checks import LogError  # noqa: E402
from titledeed.peers.messages import MessageError  # noqa: E402
from titledeed.peers.sdp_codec import SdpError  # noqa: E402
from titledeed.peers.what_a_proof_shows import report  # noqa: E402
from titledeed.storage import board_file_check, checksummed_copies  # noqa: E402
from titledeed.storage.game_storage_keys import BOARDS, PREFIX, facts_key, key_of  # noqa: E402
from titledeed.storage.save_models import KeptGame, whole_record  # noqa: E402
from titledeed.storage.storage_interfaces import MemoryStore  # noqa: E402
from titledeed.storage.store import Store  # noqa: E402
from titledeed.strategies import strategy_file  # noqa: E402
from titledeed.strategies.playing_rules import PlayingRules  # noqa: E402
from titledeed.strategy_desk import python_program, strategy_link  # noqa: E402
from titledeed.ui.classroom.actions.teaching import stored_class, stored_ways  # noqa: E402
from titledeed.ui.classroom.state import TABS, ClassroomState  # noqa: E402
from titledeed.ui.classroom.views.classroom import classroom_view  # noqa: E402
from titledeed.ui.lab.actions.lessons import storage  # noqa: E402
from titledeed.ui.lab.state.worksheets import WorksheetState  # noqa: E402
from titledeed.ui.settings import Settings  # noqa: E402
from titledeed.ui.strategy_desk.state.desk import DeskState  # noqa: E402
from titledeed.ui.strategy_desk.views.desk import desk_view  # noqa: E402
from titledeed.ui.workshop.actions import tournament_storage  # noqa: E402
from titledeed.ui.workshop.state.workshop import WorkshopState  # noqa: E402
from titledeed.ui.workshop.views.tournament import tournament_view  # noqa: E402
from titledeed.ui.workshop.views.workshop import workshop_view  # noqa: E402
from titledeed.workshop import bot_file, fence_answers, tournament  # noqa: E402
from titledeed.workshop.inside_fence import Inside  # noqa: E402
from titledeed.workshop.steps import STEPS  # noqa: E402


class Chance(random.Random):
    """The random numbers of one input, which follow from its kind and number.

    A fourth of the inputs is nested so deeply somewhere that an unbounded parser would overflow the
    stack."""

    def __init__(self, name: str, n: int) -> None:
        super().__init__(f"{name} {n}")
        self.deep = n % 4 == 0


ENDLESS = 30_000  # levels
SELDOM = 0.03  # the share of inputs that are far too large
DEEP = "\ue000deep "  # begins a text that becomes a deep value when the table is written
SIZES = (40, 65, 130, 900, 6_000, 20_000, 100_000)

# Values that are invalid in most places.
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 7, 39, 40, 41, 2**31, 2**63, 2**64, 10**40, -(10**40)),
    *(0.5, -0.0, 1e300, float("nan"), float("inf"), -float("inf"), 1.0),
    *(
        "",
        " ",
        "\0",
        "\u202e",
        "\ud800",
        "\udfff\ud800",
        "é",
        "e\u0301",
        "\ufeff",
        "²",
        "٣",
        "1e9",
        "NaN",
    ),
    *("seat:1", "seat:9", "seat:²", "seat:" + "9" * 5_000, "@41", "@-1", "@²", "Ada", "boardwalk"),
    *(
        "boardwalk:hotel",
        "boardwalk:m",
        "boardwalk:٣",
        "<img src=x onerror=hit()>",
        "{0.__class__}",
    ),
    *(
        "%s%n",
        "{a} {b}",
        "__class__",
        "x" * 10_000,
        "9" * 5_000,
        "-" * 3_000,
        "roll\nroll",
        "a\r\nb",
    ),
    *([], {}, [[]], [None], [{}], {"": ""}, {"a": {"b": {"c": {}}}}, ["Ada", "ada"], [1] * 60),
    *(
        {"e": []},
        {"e": {}},
        {"name": []},
        {"play": 5},
        {"play": [5]},
        {"0": "A" * 43},
        [[0, 0]] * 9,
    ),
    *("chance roll", "Ada offer Ben give 1 get nothing", "chance dice 3 4", "Ada bid 99999999999"),
]


def value(chance: Chance) -> Any:
    if chance.random() < 0.25:
        return f"{DEEP}{chance.choice(SIZES)} {chance.choice('[{(')}"
    return copy.deepcopy(chance.choice(VALUES))


def places(table: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield every place in a table, outermost first."""
    if path:
        yield path
    items: Any = ()
    if isinstance(table, dict):
        items = table.items()
    elif isinstance(table, list):
        items = enumerate(table)
    for key, inner in items:
        yield from places(inner, (*path, key))


def hostile_line(chance: random.Random) -> str:
    words = [
        *sorted(ANSWER_WORDS),
        "Ada",
        "Ben",
        "seat:2",
        "chance",
        "give",
        "get",
        "boardwalk",
        "@5",
        "7",
    ]
    words += ["²", "9" * 400, "dice", "card:chance", "\u202e", "nothing"]
    return " ".join(chance.choice(words) for _ in range(chance.randrange(8)))


def spoil(table: Any, chance: Chance) -> Any:
    """Return a copy with up to three changes."""
    out = copy.deepcopy(table)
    if chance.deep:
        _put(out, chance.choice(list(places(out))), f"{DEEP}{ENDLESS} {chance.choice('[{')}")
        return out
    for _ in range(chance.randrange(4)):
        change(out, chance, lambda: value(chance))
    return out


def change(table: Any, chance: random.Random, value: Callable[[], Any]) -> None:
    """Change a table at one place: another value, a deletion, a double, a swap, a key, or a line."""
    paths = list(places(table))
    if not paths:
        return
    path = chance.choice(paths)
    inside = table
    for key in path[:-1]:
        inside = inside[key]
    last = path[-1]
    match chance.randrange(6):
        case 0:
            inside[last] = value()
        case 1:
            del inside[last]
        case 2 if isinstance(inside, list):
            inside.insert(last, copy.deepcopy(inside[last]))
        case 3 if isinstance(inside, list):
            other = chance.randrange(len(inside))
            inside[last], inside[other] = inside[other], inside[last]
        case 4 if isinstance(inside, dict):
            inside[str(value())[:50]] = inside[last]
        case _ if isinstance(inside[last], str) and chance.random() < 0.7:
            inside[last] = hostile_line(chance)
        case _ if type(inside[last]) is int and chance.random() < 0.7:
            inside[last] += chance.choice((-1, 1, 100, -(10**9), 10**12))
        case _:
            inside[last] = value()


def _put(table: Any, path: tuple[Any, ...], new: Any) -> None:
    for key in path[:-1]:
        table = table[key]
    table[path[-1]] = new


def written(table: Any) -> str:
    """Return the table as JSON, with deep values that no program could write."""
    text = json.dumps(table)
    at = text.find(_MARK)
    while at >= 0:
        end = text.index('"', at + 1)
        size, bracket = text[at + len(_MARK) : end].split()
        deep = _deep(int(size), bracket)
        text = text[:at] + deep + text[end + 1 :]
        at = text.find(_MARK, at + len(deep))
    return text


_MARK = json.dumps(DEEP)[:-1]


def _deep(size: int, bracket: str) -> str:
    if bracket == "{":
        return '{"a":' * size + "1" + "}" * size
    return "[" * size + ("]" * size if bracket == "[" else "")


def spoil_text(text: str, chance: Chance) -> str:
    """Return a text with some characters changed, lost, doubled or inserted."""
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(text) + 1)
        size = chance.randrange(1, 40)
        match chance.randrange(5):
            case 0:
                text = text[:at] + text[at + size :]
            case 1:
                text = text[:at] + text[at : at + size] + text[at:]
            case 2:
                text = text[:at] + chance.choice(_LETTERS) + text[at + 1 :]
            case 3:
                text = text[:at]
            case _:
                text = text[:at] + chance.choice(_LETTERS) * size + text[at:]
    if chance.deep:
        at = chance.randrange(len(text) + 1)
        text = text[:at] + _deep(chance.choice(SIZES), chance.choice("[{(")) + text[at:]
    return text


_LETTERS = (*"\0\"'\\/{}[]9-.=#\n\ré\ud800", "😀")


def spoil_bytes(data: bytes, chance: Chance) -> bytes:
    """Return packed data with flipped bits, a cut-off end, or extra bytes."""
    out = bytearray(data)
    match chance.randrange(4):
        case 0:
            del out[chance.randrange(len(out) + 1) :]
        case 1:
            out += chance.randbytes(chance.randrange(1, 30))
        case _:
            for _ in range(chance.randrange(1, 4)):
                at = chance.randrange(len(out))
                out[at] ^= 1 << chance.randrange(8)
    return bytes(out)


def letters(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def fragment(text: str, chance: Chance) -> str:
    """Return a text as a link contains it, often damaged, and sometimes far larger than it seems."""
    data = text.encode("utf-8", "surrogatepass")
    if chance.random() < SELDOM:
        data = chance.choice((b"[", b'{"a":', b" ", b'"')) * 5_000_000
    packed = zlib.compress(data, 9)
    if chance.random() < 0.3:
        packed = spoil_bytes(packed, chance)
    out = "1." + letters(packed)
    return spoil_text(out, chance) if chance.random() < 0.1 else out


# ---------------------------------------------------------------- good ones to begin with


def short(table: dict[str, Any], lines: int = 60) -> dict[str, Any]:
    """Return the beginning of a game, so that one input takes milliseconds."""
    out = {key: inner for key, inner in table.items() if key not in ("checksum", "x-digests")}
    out["step"] = [{"play": table["step"][0]["play"][:lines]}]
    return out


@cache
def golden() -> list[dict[str, Any]]:
    files = sorted(TESTS.glob("golden/*.json"))[::6]
    return [short(json.loads(file.read_text("utf-8"))) for file in files]


@cache
def scenes() -> list[str]:
    return [file.read_text("utf-8") for file in sorted(TESTS.glob("records/*.toml"))[::9]]


@cache
def seeds() -> list[dict[str, Any]]:
    return [*golden(), *map(tomllib.loads, scenes())]


@cache
def saves() -> list[dict[str, Any]]:
    return [Session.load(game).save("2026-11-20T20:00:00Z") for game in golden()]


@cache
def town() -> tuple[str, dict[str, Any]]:
    text = (TESTS.parent / "docs" / "examples" / "my-town.toml").read_text("utf-8")
    return text, tomllib.loads(text)


@cache
def german() -> Catalogue:
    return Catalogue("de")


class Fault(AssertionError):
    """A reader has refused an input without a sentence."""


def refused(error: Exception) -> bool:
    """Return False, after checking that the refusal has a sentence, also in German."""
    text = str(error)
    if not text.strip() or len(text) > 400:
        raise Fault(f"{type(error).__name__} says {text[:80]!r}")
    german().sentence(text)
    return False


# ---------------------------------------------------------------- records, links, boards, saves


def _game(table: dict[str, Any]) -> bool:
    """Play or refuse a record that was read; return whether it was accepted."""
    try:
        session = Session.load(table)
        check_record_expectations.check_table(table)
    except (LoadError, MalformedAnswer, RefusedAnswer) as error:
        return refused(error)
    session.recall({"held": [["x"]], "ceilings": table.get("x-controls", [])})
    return True


def record_file(chance: Chance) -> bool:
    text = written(spoil(chance.choice(seeds()), chance))
    if chance.random() < 0.3:
        text = spoil_text(text, chance)
    try:
        table = parse_record_to_keep(text, toml=False)
    except LoadError as error:
        return refused(error)
    return _game(table)


def toml(text: str, chance: Chance) -> str:
    """Return TOML that is damaged, or nested by brackets, headings, dotted keys, or all of them."""
    if chance.random() < 0.6 and not chance.deep:
        return spoil_text(text, chance)
    size = ENDLESS if chance.deep else chance.choice(SIZES)
    dotted = ".".join("a" * min(size, 90))
    parts = (
        f"x-a = {'[' * size}{']' * size}\n",
        f"x-a = {'{a=' * size}1{'}' * size}\n",
        f"{'.'.join('a' * size)} = 1\n",
        f"[x-{dotted}]\n{dotted} = 1\n",
        f"[[x-{dotted}]]\n[[x-{dotted}.{dotted}]]\n",
        f"x-a = {('{' + dotted + ' = ') * min(size, 300)}1{'}' * min(size, 300)}\n",
        f"x-a = 0x{'f' * size}\n",
        f"x-a = {'9' * size}\n",
        f"x-a = {'1_' * size}1\n",
        f'x-a = """{chr(92) * size}"""\n',
        f"x-a = 1e{'9' * size}\n",
        "\n".join(f"[x-a{n}]" for n in range(min(size, 5_000))) + "\n",
    )
    return chance.choice(parts) + (text if chance.random() < 0.5 else "")


def record_toml(chance: Chance) -> bool:
    text = toml(chance.choice(scenes()), chance)
    try:
        table = parse_record_to_keep(text, toml=True)
    except LoadError as error:
        return refused(error)
    return _game(table)


def game_link(chance: Chance) -> bool:
    game = chance.choice(seeds())
    packed = fragment(written(spoil(game, chance)), chance)
    try:
        table = share_link.unpack_record(packed)
    except LoadError as error:
        return refused(error)
    return _game(table)


def save(chance: Chance) -> bool:
    table = spoil(chance.choice(saves()), chance)
    if isinstance(table, dict) and chance.random() < 0.8:
        table.pop("checksum", None)  # otherwise nearly all would fail at the checksum
    try:
        table = parse_record_to_keep(written(table), toml=False)
    except LoadError as error:
        return refused(error)
    return _game(table)


def board(chance: Chance) -> bool:
    text, table = town()
    name = "town.toml"
    if chance.random() < 0.5:
        text, name = written(spoil(table, chance)), "town.json"
    elif chance.random() < 0.9:
        text = toml(text, chance)
    table, trial = board_file_check.check_board_file(name, text)
    for fault in trial.faults:
        refused(LoadError(fault.sentence))
    try:
        edition_text_to_table.parse_edition_file(text, name.endswith("toml"))
        rules_compiler.make_rules(chance.choice(rules_compiler.BOOKS), table)
    except LoadError as error:
        refused(error)
        assert trial.faults
        return False
    return True


def own_noun_board(chance: Chance) -> bool:
    """A board whose own nouns are damaged, as a file, a draft or a link: it is refused, or every message
    that has such a noun can be said."""
    text, whole = town()
    nouns = spoil(whole[NOUNS], chance)
    for _ in range(0 if chance.deep else chance.randrange(6)):
        change(nouns, chance, lambda: value(chance))
    way = chance.randrange(4)
    try:
        if way == 0:  # the difference of a link
            draft = link_code.unpack_board(_link([0, -1, {NOUNS: [nouns]}]))
        elif way == 1:
            table = draft_file.draft_table(draft_from_and_to_edition_table.draft_of_table(whole))
            table["board"][NOUNS] = nouns
            draft = draft_file.draft_of_text(written(table))
        else:
            name = "town.json"
            if way == 2:
                text = written({**whole, NOUNS: nouns})
            else:
                head, mark, rest = text.partition(f"[{NOUNS}.")
                text, name = head + spoil_text(mark + rest, chance), "town.toml"
            table, trial = board_file_check.check_board_file(name, text)
            if trial.faults:
                raise LoadError(trial.faults[0].sentence)
            draft = draft_from_and_to_edition_table.draft_of_table(table)
            assert rules_compiler.own_edition(table).source == table
    except LoadError as error:
        return refused(error)
    _say_own_nouns(draft, chance)
    language, noun = chance.choice(("de", "fr", "es")), chance.choice(own_nouns.NOUNS)
    typed = changes.with_noun(draft, language, noun, "one", str(value(chance)))
    _say_own_nouns(typed, chance)
    return _board_draft(draft)


def _say_own_nouns(draft: BoardDraft, chance: Chance) -> None:
    """Check that a board's nouns end no message, and that what they say is text without placeholders."""
    nouns = nouns_in(draft.extra)
    for language in own_nouns.GENDERS:
        say, usual = Catalogue(language, nouns=nouns), Catalogue(language)
        marked = own_nouns.marked_messages(language)
        for message in chance.sample(sorted(marked), 12):
            text = say.find(message)
            assert "<" not in text
            assert _placeholders(text) == _placeholders(usual.find(message)), message
            assert len(text) < 40 * len(message) + 400


def _placeholders(text: str) -> list[str]:
    """The placeholders of a message without those of the nouns, which its own nouns replace."""
    usual = ("house", "houses", "hotel", "hotels", "token", "tokens")
    names = (name.lower().removeprefix("a ") for name in names_in(text))
    return sorted(name for name in names if name not in usual)


def said(chance: Chance) -> bool:
    """Try a line that a person, another device or a file gives as an answer."""
    session = Session.load(short(chance.choice(golden()), chance.randrange(60)))
    for _ in range(5):
        ask = session.state.ask
        seat = 0 if isinstance(ask, Over) else ask.seat
        good = chance.choice(("roll", "end", "buy", "decline", "pass", "pay", "dice 1 2"))
        wild = hostile_line(chance) if chance.random() < 0.8 else str(chance.choice(VALUES))
        try:
            session.say(seat, good if chance.random() < 0.3 else wild)
        except (MalformedAnswer, RefusedAnswer) as error:
            refused(error)
        else:
            return True
    return False


# ---------------------------------------------------------------- what is stored


@cache
def stored_texts() -> tuple[dict[str, Any], list[Any]]:
    """Return a summary as it is stored, and the steps of a tail."""
    game = saves()[0]
    session = Session.load(game)
    summary = {
        "age": [2, 3],
        "edit": 0,
        "title": "Friday",
        "players": ["Ada", "Ben"],
        "round": 3,
        "book": "modern",
        "when": "2026-11-20T20:00:00Z",
        "over": False,
        "official": True,
        "elapsed": 40,
        "answers": len(session.entries),
        "picture": {
            "edition": "atlantic-city",
            "tokens": ["hat", "ship"],
            **{name: [0, 1] for name in ("at", "cash", "playing")},
            **{name: [0] * 40 for name in ("owner", "level", "mortgaged")},
        },
        "aside": {
            "held": [["Ada offer Ben give 1 get nothing", "why", {"gain": 3}, 2]],
            "ceilings": [[0, 50]],
            "out": [[1]],
            "let_go": [[0]],
        },
    }
    steps: list[Any] = [["Ada roll", "person"], ["chance dice 3 4", ["bot", "why", {"n": 3}]], 4]
    return summary, steps


def sealed(text: str) -> str:
    """Return a text after its correct checksum, so that it does not count as damaged."""
    return f"{checksummed_copies.text_digest(text)} {text}"


def _tail(base: str, number: int, steps: list[Any], chance: Chance) -> str:
    lines = [base[:16]]
    for step in steps:
        number += 1 if chance.random() < 0.95 else chance.choice((0, 2, -1))
        parts = step if isinstance(step, list) else [step]
        text = written([number, *parts])
        lines.append(f"{checksummed_copies.text_digest(f'{lines[-1][:16]} {text}')} {text}")
    return "\n".join(lines)


def stored_game(chance: Chance) -> bool:
    """Try texts with correct checksums and wrong contents, in every part of one game."""
    summary, steps = stored_texts()
    key_values = MemoryStore()
    inside = {"save": 1, "age": [2, 0], "table": chance.choice(saves())}
    base = sealed(written(spoil(inside, chance)))
    steps = spoil(steps * 2, chance)
    facts = {"save": 1, **summary}
    key_values.write(key_of("1", f"base-{chance.randrange(2)}"), base)
    key_values.write(
        key_of("1", "tail"), _tail(base, 0, steps if isinstance(steps, list) else [], chance)
    )
    key_values.write(facts_key("1"), sealed(written(spoil(facts, chance))))
    store = Store(key_values)
    store.refresh()
    store.games()
    results: list[Any] = []
    store.duplicate("1", "again", results.append)
    store.raw("1", lambda text: None)
    store.open("1", results.append)
    game = results[-1]
    if not isinstance(game, KeptGame):
        return refused(game)
    loaded = False
    for state in (game, *game.earlier):
        table = whole_record(state)
        loaded = _game(table) or loaded
    if loaded:
        try:
            Session.load(whole_record(game)).recall(game.summary.aside)
        except (LoadError, MalformedAnswer, RefusedAnswer) as error:
            return refused(error)
    return loaded


def stored_settings(chance: Chance) -> bool:
    key_values = MemoryStore()
    usual = Settings()
    settings = {"save": 1, **usual.to_dict(), "theme": "night", "sound": "soft", "odds": True}
    text = written(spoil(settings, chance))
    text = spoil_text(text, chance) if chance.random() < 0.2 else text
    key_values.write(PREFIX + "settings", sealed(text))
    key_values.write(BOARDS + "x", sealed(written(spoil({"save": 1, "board": town()[1]}, chance))))
    store = Store(key_values)
    board_file_check.stored_boards(store)
    return Settings.from_table(store.settings()) != usual


def stored_sheets(chance: Chance) -> bool:
    """Try a student's stored worksheet and a teacher's stored draft."""
    of = chance.choice(lessons())
    store = Store(MemoryStore())
    storage.keep_worksheet(store, WorksheetState(of, "", filled_in(of)))
    storage.keep_draft(store, of)
    for name in list(store.box.names()):
        text = store.box.read(name) or ""
        table = json.loads(text.partition(" ")[2])
        damaged = chance.random() < 0.2
        store.box.write(
            name, spoil_text(text, chance) if damaged else sealed(written(spoil(table, chance)))
        )
    newest = storage.catch_up(
        store, WorksheetState(of, "", worksheet_answers_and_merging_two_copies.blank_worksheet(of))
    )
    return (
        bool(storage.stored_worksheets(store))
        or newest.touched
        or storage.stored_draft(store) != lesson_format.blank_lesson()
    )


def earlier_sheets(chance: Chance) -> bool:
    """Try the sheets and the draft that version 0.1.0 stored."""
    store = Store(MemoryStore())
    of = chance.choice(lessons())
    row = {"lesson": of, "pupil": "Ada", "seed": 3, "noted": True}
    rows = [{**row, "answers": ["yes"] * len(of["questions"])}]
    for name, table in (("sheets", rows), ("lesson", of)):
        store.note(name, _file(table, chance))
    storage.take_over_earlier(store)
    return (
        bool(storage.stored_worksheets(store))
        or storage.stored_draft(store) != lesson_format.blank_lesson()
    )


# ---------------------------------------------------------------- the laboratory


@cache
def lessons() -> list[Any]:
    position = {
        **lesson_format.blank_lesson(),
        "title": "A position",
        "questions": [{**lesson_format.question_of("Which?", "choice"), "choices": ["a", "b"]}],
        "run": {"kind": "position", "seed": 1, "size": 96, "record": empty(), "policy": "steady-1"},
    }
    return [
        *builtin.builtin_lessons("en").values(),
        *builtin.builtin_lessons("de").values(),
        *[position] * 4,
    ]


@cache
def empty() -> dict[str, Any]:
    seats = [("Ada", ""), ("Ben", "steady-1"), ("Cleo", "simple")]
    return position_editor.empty_position("modern", "atlantic-city", seats)


HANDED: dict[str, Any] = {
    "format": ANSWERS.id,
    "lesson": "0123456789abcdef",
    "title": "A lesson",
    "name": "Ada",
    "questions": ["One?", "Two?"],
    "answers": ["yes", "no\nor not"],
    "seed": 3,
    "figures": {"difference": 1.5, "low": -1.0, "high": 4.0},
    "tables": {"a": ["game,rounds", "0,12"], "b": ["game,rounds", "0,-1.5"]},
}


@cache
def run() -> dict[str, Any]:
    record = batch_games.record_of("modern", ["simple"] * 2)
    played = batch_games.run_games({"record": record, "seed": 1, "first": 0, "count": 2})
    side = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    table = {"question": "pot", "sides": [side, side], "guess": [0, 1, 2], "seed": 1, "size": 2}
    table |= {"measure": "rounds", "planned": 2, "unplanned": "", "plays": {}}
    parsed: dict[str, Any] = json.loads(run_file.write_run({**table, "played": [played, played]}))
    return parsed


@cache
def sweep() -> dict[str, Any]:
    """A sweep of two values with two games each."""
    record = batch_games.record_of("modern", ["simple"] * 2)
    values = [500, 1500]
    tables = [table_with(record, SWEPT["starting-cash"], value) for value in values]
    played = [[slim(game) for game in parallel_jobs.play_jobs(table, 1, 2)] for table in tables]
    setting = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2"}
    table = {"setting": setting, "vary": "starting-cash", "values": values, "measure": "rounds"}
    table |= {"aim": "low", "planned": 2, "unplanned": "", "guess": 0, "seed": 1, "size": 2}
    parsed: dict[str, Any] = json.loads(
        sweep_file.write_sweep({**table, "plays": {}, "played": played})
    )
    return parsed


def _file(table: Any, chance: Chance) -> str:
    if chance.random() < 0.3:
        return spoil_text(json.dumps(table), chance)
    return written(spoil(table, chance))


def a_lesson(chance: Chance) -> bool:
    try:
        table = lesson_format.read_lesson(_file(chance.choice(lessons()), chance))
    except LoadError as error:
        return refused(error)
    lesson_format.lesson_id(table)
    lesson_format.write_lesson(table)
    return True


def filled_in(of: dict[str, Any]) -> worksheet_answers_and_merging_two_copies.FilledWorksheet:
    answer = worksheet_answers_and_merging_two_copies.Text("yes", 5, ("no",))
    return worksheet_answers_and_merging_two_copies.FilledWorksheet(
        [answer] * len(of["questions"]),
        worksheet_answers_and_merging_two_copies.Text("Ada", 1),
        noted=4,
        place=0,
    )


def a_sheet(chance: Chance) -> bool:
    """Try a worksheet from another device, as a file or as a link."""
    of = chance.choice(lessons())
    table = json.loads(
        worksheet_answers_and_merging_two_copies.write_worksheet(of, "die", filled_in(of))
    )
    if chance.random() < 0.3:
        table["lesson"] = {"id": lesson_format.lesson_id(of), "language": of["language"]}
    try:
        if chance.random() < 0.5:
            carried = worksheet_answers_and_merging_two_copies.read_worksheet(_file(table, chance))
        else:
            carried = worksheet_answers_and_merging_two_copies.unpack_worksheet(
                fragment(written(spoil(table, chance)), chance)
            )
        filled = worksheet_answers_and_merging_two_copies.worksheet_of_table(
            carried.lesson or of, carried.table
        )
    except LoadError as error:
        return refused(error)
    worksheet_answers_and_merging_two_copies.worksheet_to_dict(
        worksheet_answers_and_merging_two_copies.merge_worksheets(
            carried.lesson or of,
            worksheet_answers_and_merging_two_copies.without_future_times(filled, 10),
            filled,
        )
    )
    return True


def a_lesson_link(chance: Chance) -> bool:
    spoilt = spoil(chance.choice(lessons()), chance)
    try:
        lesson_format.lesson_id(lesson_format.unpack_lesson(fragment(written(spoilt), chance)))
    except LoadError as error:
        return refused(error)
    return True


def handed_in(chance: Chance) -> bool:
    try:
        handed = answer_files.read_answers(_file(HANDED, chance))
    except LoadError as error:
        return refused(error)
    list(answer_files.answers_csv([handed, handed]))
    return True


def a_run(chance: Chance) -> bool:
    try:
        run_file.read_run(_file(run(), chance))
    except LoadError as error:
        return refused(error)
    return True


def a_sweep(chance: Chance) -> bool:
    try:
        table = sweep_file.read_sweep(_file(sweep(), chance))
        run = sweep_file.sweep_run("sweep.json", table)
        sweep_file.check_poolable([], run)
        first = sweep_file.sweep_run("first.json", {**sweep(), "seed": 2})
        if run.table["vary"] == "starting-cash" and run.table["plays"] == {}:
            sweep_file.check_poolable([first], run)
    except LoadError as error:
        return refused(error)
    return True


def zipped(more: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, game in enumerate(golden()[:3]):
            archive.writestr(f"{n}.json", json.dumps(game))
        for name, text in more.items():
            archive.writestr(name, text)
    return out.getvalue()


# File names that lead out of a folder, or nest as deeply as a name can.
WAYS_OUT = (
    *("../../etc/passwd", "/etc/passwd", "C:\\games\\1.json", "..\\..\\1.json", "//host/1.json"),
    *(
        "a/" * 30_000 + "1.json",
        "../" * 20_000,
        "con.json",
        "1.json/",
        ".json",
        "\u202e.json",
    ),
)
# Fields of an entry of a zip's directory: its place, its size and possible claims. A claim says that
# the file is encrypted, packed in an unknown way, much smaller or larger, or in another file's place.
CLAIMS = (
    (8, 2, (1, 9, 0x2000)),
    (10, 2, (1, 12, 14, 93, 99, 0xFFFF)),
    (16, 4, (0, 1)),
    (20, 4, (0, 1, 2**31, 2**32 - 1)),
    (24, 4, (0, 1, 2**31, 2**32 - 1)),
    (28, 2, (0, 1, 0xFFFF)),
    (42, 4, (0, 5, 2**31, 2**32 - 1)),
)


def claiming(data: bytes, chance: Chance) -> bytes:
    """Return a zip whose directory makes a false claim about one of its files."""
    out = bytearray(data)
    entries = [match.start() for match in re.finditer(b"PK\1\2", data)]
    at = chance.choice(entries)
    field, size, values = chance.choice(CLAIMS)
    out[at + field : at + field + size] = chance.choice(values).to_bytes(size, "little")
    return bytes(out)


def a_zip(chance: Chance) -> bool:
    """Try a zip of records that is damaged, or has a hostile record or name.

    Its directory may also be false, or it may contain far more than it seems to."""
    data = zipped({})
    match chance.randrange(6):
        case 0:
            data = spoil_bytes(data, chance)
        case 1:
            text = written(spoil(chance.choice(golden()), chance)).encode("utf-8", "replace")
            name = f"x{chance.choice(VALUES)}".encode("utf-8", "replace").decode()[:200]
            data = zipped({name: text})
        case 2:
            data = zipped({chance.choice(WAYS_OUT): json.dumps(golden()[0]).encode()})
        case 3:
            data = claiming(data, chance)
        case 4 if chance.random() < 2 * SELDOM:
            data = zipped({"9.json": chance.choice((b" ", b"[")) * 70_000_000})
        case 5 if chance.random() < 5 * SELDOM:
            data = zipped_entries(chance.choice((9_999, 10_001, 30_000)))
    try:
        for source in record_files.record_sources("games.zip", data):
            record_files.count_record(record_files.job_of(source))
    except LoadError as error:
        return refused(error)
    return True


@cache
def zipped_entries(count: int) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for n in range(count):
            archive.writestr(f"{n}", "")
    return out.getvalue()


def a_position(chance: Chance) -> bool:
    table = spoil(empty(), chance)
    try:
        position_editor.filled_position(share_link.unpack_record(fragment(written(table), chance)))
    except (LoadError, MalformedAnswer) as error:
        return refused(error)
    return True


# ---------------------------------------------------------------- several devices


@cache
def world() -> simulated_tables.World:
    table = simulated_tables.at_rest(3)
    for name in ("Ada", "Ben"):
        simulated_tables.say(table, name, "roll")
    return table


@cache
def real_messages() -> list[str]:
    still = {"ask": True, "beat": 1, "here": [0], "have": 0, "digest": "", "epoch": 0}
    hello = {
        "protocol": messages.PROTOCOL,
        "engine": simulated_tables.ENGINE,
        "device": "0123456789abcdef",
        "name": "Eve",
        "want": "seat",
        "game": "",
        "seat": -1,
        "token": "A" * 43,
        "have": 0,
        "digest": "",
        "epoch": 0,
    }
    out = [messages.write_message("still", **still), messages.write_message("hello", **hello)]
    out.append(messages.write_message("say", seat=1, id=1, n=3, line="Ben roll", sig=""))
    host = world().devices["Ada"]
    assert host.log is not None
    for n, entry in enumerate(host.log.entries):
        fields = {"before": host.log.digests[n], "digest": host.log.digests[n + 1]}
        out.append(messages.write_message("line", epoch=1, n=n, entry=entry, **fields))
    for conn in host.conns.values():
        host.log_sync.welcome(conn, 1, 0)
    out += [text for _, text in host.out if text]
    host.out.clear()
    return out


def message(chance: Chance) -> bool:
    """Try a message, read alone and by a device in the middle of a game."""
    text = chance.choice(real_messages())
    if chance.random() < 0.2:
        text = spoil_text(text, chance)
    elif chance.random() < 0.9:
        text = written(spoil(json.loads(text), chance))
    table = world()
    name = chance.choice(("Ada", "Ben"))
    device = table.devices[name]
    number = chance.randrange(10**9, 10**10)
    table.now += 1
    device.connect(number, table.now, chance.choice(["", table.devices["Cleo"].id]))
    device.receive(number, text, table.now)
    device.tick(table.now)
    for conn_id in list(device.conns):
        if conn_id >= 10**9:
            device.lost(conn_id, table.now)
    device.out.clear()
    device.news.clear()
    try:
        messages.read_message(text)
    except MessageError as error:
        return refused(error)
    return True


PLAYER = strategy_file.Strategy("Magpie", PlayingRules(buy_keep=300, any_times=1.3, swaps=False))


@cache
def first_messages() -> list[dict[str, Any]]:
    """Return what a host sends to a guest first, at a table with a player from rules."""
    record = simulated_tables.record(3)
    record.seats[2].bot = PLAYER.id
    record.extra[strategy_file.KEY] = {PLAYER.id: strategy_file.strategy_table(PLAYER)}
    table = simulated_tables.World(11, ["Ada", "Ben"], record)
    host = table.device("Ada")
    host.open(record, [0], table.now)
    host.connect(1, table.now, chosen=True)
    host.log_sync.welcome(host.conns[1], -1, 0)
    return [json.loads(text) for _, text in host.out if text]


def rules_in_head(chance: Chance) -> bool:
    """Try the rules of a table's player, as a host sends them: a guest has the right ones, or none."""
    texts = copy.deepcopy(first_messages())
    parts = [message for message in texts if message["m"] == "part"]
    head = json.loads("".join(part["text"] for part in parts))
    if chance.random() < 0.2:
        other = strategy_file.strategy_table(strategy_file.Strategy("Magpie"))
        head[strategy_file.KEY] = chance.choice(({}, {PLAYER.id: other}))
    else:
        head |= spoil({strategy_file.KEY: head.pop(strategy_file.KEY)}, chance)
    text = written(head)
    size = messages.LARGEST_PART
    sent = [text[at : at + size] for at in range(0, len(text), size)]
    at = texts.index(parts[0])
    texts[at - 1]["parts"] = len(sent)
    texts[at : at + len(parts)] = [{"m": "part", "n": n, "text": t} for n, t in enumerate(sent)]
    guest = Device("f" * 16, simulated_tables.ENGINE, random.Random(1).randbytes, 50)
    guest.connect(1, 1.0, chosen=True)
    for n, table in enumerate(texts):
        guest.receive(1, json.dumps(table), 1.0 + n)
    if guest.log is not None:
        rules = strategy_file.strategy_table(PLAYER)
        assert guest.log.strategies in ({}, {PLAYER.id: rules})
        return bool(guest.log.strategies)
    return refused(LoadError(next(str(n.facts["why"]) for n in guest.news if "why" in n.facts)))


def stored_table(chance: Chance) -> bool:
    """Try the state that a device has stored of its table or of its game by codes."""
    if chance.random() < 0.5:
        stored = world().devices[chance.choice(("Ada", "Ben"))].stored()
    else:
        stored = chance.choice(chance.choice(posts())).stored()
    try:
        parsed = json_value(written(spoil(stored, chance)))
    except ValueError:
        return False
    restore = CorrespondenceGame.restore if "letters" in stored else Device.restore
    try:
        restore(parsed, simulated_tables.ENGINE, random.Random(1).randbytes)
    except (LogError, LoadError) as error:
        return refused(error)
    return True


@cache
def posts() -> list[list[CorrespondenceGame]]:
    """Return games by codes: one that two people play, and a new one for three."""
    out = []
    for count in (2, 3):
        devices = [
            CorrespondenceGame(simulated_tables.ENGINE, random.Random(n).randbytes, 300)
            for n in range(count)
        ]
        devices[0].lay(simulated_tables.record(count, 3))
        for n, guest in enumerate(devices[1:]):
            guest.join(devices[0].code, f"Guest {n}")
            if count == 2:
                devices[0].read(guest.code)
        out.append(devices)
    return out


@cache
def codes() -> list[str]:
    """Return all codes of a short game, and those that begin another."""
    host, guest = posts()[0]
    out = [device.code for device in posts()[1]]
    for _ in range(12):
        for own, other in ((host, guest), (guest, host)):
            while own.encoder and own.encoder.mine() and not own.encoder.log.waits_for_chance:
                ask = own.encoder.log.state.ask
                assert not isinstance(ask, Over)
                open_ = Options(own.encoder.log.state, ask.seat)
                kinds = [k for k in open_.kinds() if k in ("roll", "end", "buy", "decline", "pass")]
                own.say(kinds[0] if kinds else open_.kinds()[0])
            if own.code and own.code not in out:
                out.append(own.code)
                other.read(own.code)
    return out


def code(chance: Chance) -> bool:
    """Try a code on a device in a game, on one that hosts, and on one that wants to join."""
    text = chance.choice(codes())
    match chance.randrange(5):
        case 0:
            text = spoil_text(text, chance)
        case 1:
            pass
        case 2:
            words = chance.choice((b"0 roll\n", b"[", b'{"a":', "1 offer Zoë\n".encode()))
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            data = packer.compress(words * chance.choice((1, 50, 1_000_000))) + packer.flush()
            text = sealed_code(open_code(text)[: chance.choice((45, 46, 53, 54))] + data)
        case _:
            text = _resealed(text, chance)
    code_kind(text)
    accepted = False
    joining = CorrespondenceGame(simulated_tables.ENGINE, random.Random(2).randbytes, 50)
    for device in (*posts()[0], *posts()[1]):
        twin = CorrespondenceGame.restore(
            device.stored(), simulated_tables.ENGINE, random.Random(1).randbytes
        )
        try:
            twin.read(text)
            accepted = True
        except LogError as error:
            refused(error)
    try:
        joining.join(text, "Eve")
        accepted = True
    except LogError as error:
        refused(error)
    return accepted


def _resealed(text: str, chance: Chance) -> str:
    """Return a code with damaged bytes and valid check characters."""
    return sealed_code(spoil_bytes(open_code(text), chance))


PRINT = ":".join(f"{n:02X}" for n in range(160, 192))
OFFER = f"""v=0
a=candidate:3091 1 udp 2113937151 0e9b2d7c-1f4a-4c8e-9a8c-1d2e3f405162.local 54321 typ host
a=candidate:1 1 udp 2113937151 192.168.7.23 40404 typ host
a=candidate:2 1 udp 2113937151 2001:db8::7 40404 typ srflx
a=ice-ufrag:rX2k
a=ice-pwd:AbCdEfGhIjKlMnOpQrStUv+/
a=fingerprint:sha-256 {PRINT}
a=setup:actpass
"""


def description(chance: Chance) -> bool:
    """Try an SDP, its code, and the letters of a device that comes back."""
    description = sdp_codec.parse_sdp(OFFER)
    back = sdp_codec.pack_connection_answer(3, description.ufrag, description.pwd)
    try:
        match chance.randrange(5):
            case 0:
                text = spoil_text(OFFER, chance)
                if chance.random() < 0.3:
                    wild = chance.choice(
                        ("9" * 5_000, "²", "٣", "-1", "1e9", "fe80::1%eth0", "::", "1." * 99)
                    )
                    text = text.replace(chance.choice(("54321", "40404", "192.168.7.23")), wild)
                sdp_codec.build_sdp(sdp_codec.parse_sdp(text))
            case 1:
                sdp_codec.unpack_connection(
                    _resealed(sdp_codec.pack_connection(description), chance)
                )
            case 2:
                sdp_codec.unpack_connection(
                    spoil_text(sdp_codec.pack_connection(description), chance), far=True
                )
            case 3:
                sdp_codec.unpack_connection_answer(spoil_text(back, chance))
            case _:
                text = str(chance.choice((*VALUES, "host:9", "host:80?transport=udp", "[::1]:9")))
                text += chance.choice(("", "", ":" + "9" * 5_000, ":00001" + "0" * 5_000))
                sdp_codec.ice_server(
                    chance.choice(("stun:", "turn:", "turns:", "")) + text, "me", text
                )
    except SdpError as error:
        return refused(error)
    return True


@cache
def proven() -> dict[str, Any]:
    codes()
    encoder = posts()[0][0].encoder
    assert encoder is not None
    table: dict[str, Any] = json.loads(json.dumps(proof.proof_to_dict(encoder.log)))
    return table


def a_proof(chance: Chance) -> bool:
    table = proven()
    inside = table if chance.random() < 0.3 else table["x-proof"]
    wrong = spoil(inside, chance)
    table = wrong if inside is table else {**table, "x-proof": wrong}
    if isinstance(table, dict):
        table.pop("checksum", None)
    try:
        parsed = parse_record_to_keep(written(table), toml=False)
    except LoadError as error:
        return refused(error)
    faults = proof.check_proof(parsed)
    for fault in faults:
        refused(LoadError(fault))
    if not faults:
        report(parsed)
    return not faults


# The readers, and each one's share of the inputs, in parts.
@cache
def board_draft() -> dict[str, Any]:
    """The table of a draft's file."""
    return draft_file.draft_table(example_draft())


def a_draft(chance: Chance) -> bool:
    """The file of a draft: whatever is accepted can be checked, repaired, and written again."""
    try:
        draft = draft_file.draft_of_text(_file(board_draft(), chance))
    except LoadError as error:
        return refused(error)
    return _board_draft(draft)


def a_board_link(chance: Chance) -> bool:
    """A board's link with a changed difference, or with changed characters."""
    code = _link(spoil([0, 1, {"name": ["Ours"], "space": {"1": {"price": [70]}}}], chance))
    if chance.random() < 0.2:
        code = code[: chance.randrange(len(code))] + chance.choice(("", "é", "A", "."))
    try:
        draft = link_code.unpack_board(code)
    except LoadError as error:
        return refused(error)
    return _board_draft(draft)


def _link(change: Any) -> str:
    """The code of a board's link with this difference, whatever it has."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=link_code._WORDS)
    data = written(change).encode("utf-8", "surrogatepass")[:200_000]
    packed = packer.compress(data) + packer.flush()
    sealed = zlib.crc32(packed).to_bytes(4, "big") + packed
    return "1." + urlsafe_b64encode(sealed).decode().rstrip("=")


def _board_draft(draft: BoardDraft) -> bool:
    for problem in checks.problems(draft)[:4]:
        for repair in problem.repairs:
            checks.problems(repair.change(draft))
    edition_writer.edition_file(draft)
    assert draft_file.draft_of_file(draft_file.draft_table(draft)) == draft
    return True


@cache
def _class_board() -> tuple[class_board.ClassBoard, BoardDraft]:
    """A board that two make, one of whom has handed in."""
    base = changes.printed_draft("atlantic-city", "Our town")
    board = class_board.ClassBoard("0123456789abcdef", base)
    board = class_board.with_hands(board, [("Ada", "a" * 16), ("Ben", "")])
    own = changes.with_price(changes.with_space_name(base, 1, "Bakery"), 3, 70)
    own = changes.with_effect(own, 0, 1, "pay", "Pay {amount}.")
    own = changes.with_group(own, own.groups[0].id, name="Sweets", color="#112233")
    part = board.task(1).part(own)
    return class_board.take_part(board, base, part, "2026-11-26")


def a_board_part(chance: Chance) -> bool:
    """A task, a part or the file of a class's board, as a file or in a link: what is accepted can be taken,
    decided about, and written again."""
    board, draft = _class_board()
    hand = board.hands[1]
    part = class_board.BoardPart(board.id, 1, hand.name, hand.values or {})
    kind = chance.randrange(3)
    text = (
        part_files.write_part(part),
        part_files.write_task(board.task(2)),
        part_files.write_class(board, draft),
    )[kind]
    table = json.loads(text)
    if kind == 0 and chance.random() < 0.5:
        table["values"] = spoil(table["values"], chance)
    try:
        if kind < 2 and chance.random() < 0.3:
            mark = chance.choice((part_files.TASK_MARK, part_files.PART_MARK))
            text = part_files.text_in(mark + fragment(written(spoil(table, chance)), chance))
        elif kind > 0 or chance.random() < 0.5:
            text = _file(table, chance)
        else:
            text = written(table)
        if kind == 0:
            read = part_files.read_part(text, board.base)
            board, draft = class_board.take_part(board, draft, read, "")
        elif kind == 1:
            task = part_files.read_task(text)
            assert task.allows(task.base)
            assert part_files.read_task(part_files.write_task(task)) == task
            return True
        else:
            board, draft = part_files.read_class(text)
    except LoadError as error:
        return refused(error)
    for question in class_board.questions(board, draft):
        hand_of = chance.choice((None, question.proposals[0].hand))
        board, draft = class_board.decided(board, draft, question.asked, hand_of)
    again, now = part_files.read_class(part_files.write_class(board, draft))
    assert (again, now) == (board, draft)
    return True


# ---------------------------------------------------------------- a class


def _class() -> classes.Classroom:
    """Return a class of two students, one of whom has written and handed in something."""
    room = classes.Classroom()
    room.teacher.give(classes.lesson())
    member = room.join("Ada")
    room.join("Ben")
    answers = [("7", 1000), ("6", 1001), ("because", 1002)]
    member.write(member.lesson_id, answers, classes.where(run="ran"), {"games": 100, "a": 1.5})
    member.hand_in(student.HandedIn("0" * 16, "bot", "Magpie", "# title-deed-bot/1\n"))
    room.teacher.show(0)
    room.run()
    return room


@cache
def class_talk() -> tuple[list[str], list[str]]:
    """Return the messages of a class: those of the students, and those of the teacher."""
    room = _class()
    member, teacher = room.members["Ada"], room.teacher
    said: tuple[list[str], list[str]] = [], []
    for kind, end in enumerate((member, teacher)):
        send = end._send

        def record(*values: Any, send: Any = send, kind: int = kind) -> None:
            said[kind].append(class_messages.write_message(values[-1]))
            send(*values)

        end._send = record  # type: ignore[method-assign]
    room.link("Ada")
    member.carry("code")
    member.hand_in(student.HandedIn("1" * 16, "bot", "Rook", "# title-deed-bot/1\n"))
    member.write(member.lesson_id, [("6", 2000)], classes.where(), {"games": 200})
    room.run()
    teacher.carried(member.device, "")
    for each in (member.offer_words, lambda words: teacher.offer_words(member.device, words)):
        each("words")
    teacher.deal_board({member.device: class_messages.BOARD_TASK + '1"}'})
    teacher.deal_board({})
    member.hand_in(student.HandedIn("2" * 16, "run", "Cash", class_messages.SWEEP + '1"}'))
    member.offer_spare("code", opens=True)
    teacher.offer_spare(member.device, "code", opens=False)
    for n in range(3):
        teacher.show(n)
    teacher.give(classes.lesson("Cards"))
    room.wait(5)
    teacher.end()
    member.leave()
    return said


def class_message(chance: Chance) -> bool:
    """Try a message of either end in the middle of a class."""
    of = chance.randrange(2)
    text = chance.choice(class_talk()[of])
    if chance.random() < 0.2:
        text = spoil_text(text, chance)
    elif chance.random() < 0.9:
        text = written(spoil(json.loads(text), chance))
    room = _class()
    if of:
        room.members["Ada"].receive(room.members["Ada"].conn, text, room.now)
    else:
        room.teacher.receive(room.members["Ada"].conn, text, room.now)
        room.teacher.connect(99, room.now)
        room.teacher.receive(99, text, room.now)
    room.wait(1)
    saved = class_files.read_class_file(class_files.write_class(room.teacher, ""))
    assert isinstance(saved, class_files.SavedClass)
    _drawn_class(saved)
    if not room.members["Ada"].refused:
        shown = ClassroomState("student", member=room.members["Ada"])
        classroom_view(shown, [], False, "#class=", german())
    try:
        class_messages.read_message(
            text, class_messages.OF_TEACHER if of else class_messages.OF_STUDENT
        )
    except class_messages.ClassMessageError as error:
        return refused(error)
    return True


def _drawn_class(saved: class_files.SavedClass) -> None:
    """Draw everything that the teacher sees, and make the class's invitation as its screen does."""
    teacher = saved.teacher
    for tab in TABS:
        for hidden in (False, True):
            shown = ClassroomState("teach", tab, teacher, hidden_names=hidden)
            classroom_view(shown, [], False, "#class=", german())
    if saved.words:
        code = class_codes.pack_invitation(
            class_codes.Invitation(teacher.name, teacher.id, saved.words, bytes(32))
        )
        assert class_codes.unpack_invitation(code).words == saved.words
    for lesson in teacher.lessons:
        list(answer_files.answers_csv(teacher.answer_sheets(lesson)))


def class_code(chance: Chance) -> bool:
    """Try an invitation to a class or a student's reply."""
    one = chance.choice((classes.invitation(), classes.invitation("Größe 9é")))
    text = class_codes.pack_invitation(one)
    if chance.random() < 0.5:
        text = class_codes.pack_reply(one, chance.choice(class_offers()))
    match chance.randrange(4):
        case 0:
            text = spoil_text(text, chance)
        case 1:
            pass
        case _:
            text = _resealed(text, chance)
    accepted = False
    for read in (class_codes.unpack_invitation, class_codes.unpack_reply):
        try:
            read(text)
            accepted = True
        except class_codes.ClassCodeError as error:
            refused(error)
    return accepted


@cache
def class_offers() -> list[str]:
    host = sdp_codec.Address("6b1c2f0e-1111-4222-8333-123456789abc.local", 50000)
    description = sdp_codec.ConnectionDescription("actpass", "abcd", "a" * 24, bytes(32), (host,))
    return [sdp_codec.pack_connection(description)]


def class_member(table: Any) -> bool:
    try:
        stored = json_value(written(table))
    except ValueError:
        return False
    return isinstance(stored, dict) and student.member_from_dict(stored) is not None


def class_file(chance: Chance) -> bool:
    """Try a file of a class, a student's work as a link, and what a student's device has stored."""
    room = _class()
    member = room.members["Ada"]
    texts = (
        class_files.write_invitation(room.teacher, "code"),
        class_files.write_work(member),
        class_files.write_class(room.teacher, classes.WORDS),
    )
    table = json.loads(chance.choice(texts))
    try:
        match chance.randrange(4):
            case 0:
                return class_member(spoil(member.to_dict(), chance))
            case 1:
                text = fragment(written(spoil(json.loads(texts[1]), chance)), chance)
                found: object = class_files.unpack_work("w." + text)
            case _:
                found = class_files.read_class_file(_file(table, chance))
    except LoadError as error:
        return refused(error)
    if isinstance(found, class_files.WorkFile):
        room.teacher.take_work(found.hello, found.messages)
        room.wait(1)
        found = class_files.SavedClass(room.teacher, "")
    if isinstance(found, class_files.SavedClass):
        _drawn_class(found)
    return True


def stored_classes(chance: Chance) -> bool:
    """The class that a teacher's device has stored: what can be read of it is drawn."""
    teacher = _class().teacher
    tables: dict[str, Any] = {
        f"pupil/{teacher.id}/{device}": class_files.student_to_dict(pupil)
        for device, pupil in teacher.students.items()
    }
    devices = list(teacher.students)
    tables["teacher"] = {
        "name": teacher.name,
        "class": teacher.id,
        "state": class_files.class_to_dict(teacher, classes.WORDS),
        "ways": {device: ["words", "code"] for device in devices},
        "numbers": {device: n for n, device in enumerate(devices, 1)},
        "texts": [["0" * 16], []],
    }
    try:
        stored = json_value(written(spoil(tables, chance)))
    except ValueError:
        return False
    stored = {name: table for name, table in stored.items() if isinstance(table, dict)}
    stored_ways(stored)
    saved = stored_class(stored)
    if saved is None:
        return False
    _drawn_class(saved)
    return True


# ---------------------------------------------------------------- bots and tournaments

_PROGRAM = "class Bot:\n    def choose(self, view, options):\n        return options.least()\n"


def a_bot(chance: Chance) -> bool:
    """The file or link of a bot: whatever is accepted can be written again, and has an id or a new name."""
    text = bot_file.write_bot(bot_file.BotFile("Magpie", _PROGRAM))
    try:
        if chance.random() < 0.5:
            bot = bot_file.read_bot(spoil_text(text, chance), "bot.py")
        else:
            bot = bot_file.read_bot_link(bot_file.MARK + fragment(text, chance))
    except LoadError as error:
        return refused(error)
    assert bot_file.read_bot(bot_file.write_bot(bot)).code.strip() == bot.code.strip()
    return True


def a_tournament(chance: Chance) -> bool:
    """The file of a tournament: whatever is accepted has a table, and its games can begin."""
    bots = [
        tournament.Entrant("Ada", bot_file.BotFile(f"Bot {n}", f"{_PROGRAM}# {n}\n"))
        for n in range(5)
    ]
    made = tournament.Tournament.of("Class", bots, "ab" * 16, 1)
    made.league.results[0] = tournament.Result((1,), "0" * 16, (0, 0, 2, 0))
    try:
        found = tournament.read_tournament(_file(json.loads(made.text()), chance))
    except LoadError as error:
        return refused(error)
    tournament.standings(found.league, found.players)
    json.loads(found.text())
    try:
        found.record(found.league, 0)
    except LoadError as error:
        return refused(error)
    return True


@cache
def _fenced() -> tuple[dict[str, Any], dict[str, Any]]:
    """What a fence answers: a short game, and the counts of a run."""
    asked = {"code": STEPS[0].solution, "against": ["novice"], "seed": 1, "rounds": 2}
    inside = Inside()
    game = json.loads(inside.answer(json.dumps({**asked, "do": "game", "game": 0})))
    run = {**asked, "do": "practice", "first": 0, "games": 2}
    game["record"].pop("checksum", None)
    return game, json.loads(inside.answer(json.dumps(run)))


def fence_answer(chance: Chance) -> bool:
    """What a fence answers: it is read, or refused."""
    game, run = _fenced()
    reply = {"reply": ["bid 20", "why"], "finding": None, "printed": ["a"], "left_out": 3}
    sort = chance.randrange(3)
    try:
        table = fence_answers.table_of(written(spoil((game, run, reply)[sort], chance)))
        fence_answers.read_printed(table)
        if sort == 0:
            fence_answers.position_at(fence_answers.read_game(table).record, 30)
        elif sort == 1:
            fence_answers.read_counts(table.get("counts"), 2)
        else:
            fence_answers.read_reply(table)
    except fence_answers.BadAnswerError:
        return False
    return True


def stored_workshop(chance: Chance) -> bool:
    """The programs that the workshop has stored, also by another window: what is accepted is drawn."""
    usual = WorkshopState()
    usual.code = _PROGRAM
    usual.set_aside(bot_file.BotFile("Rook", f"{_PROGRAM}# old"))
    workshop, table = WorkshopState(), spoil(usual.table(), chance)
    try:
        workshop.recall(table)
        usual.merge(WorkshopState().table(), table)
    except LoadError as error:
        return refused(error)
    assert WorkshopState.table(workshop)
    workshop_view(workshop, german())
    return True


def stored_tournament(chance: Chance) -> bool:
    """The tournament that this device has stored: what is accepted is drawn."""
    bots = [["Ada", f"Bot {n}", f"{_PROGRAM}# {n}\n"] for n in range(4)]
    entrants = [tournament.Entrant(a, bot_file.BotFile(name, code)) for a, name, code in bots]
    made = tournament.Tournament.of("Class", entrants, "ab" * 16, 1)
    lines = ["seat:1 roll"]
    made.league.results[0] = tournament.Result((1,), tournament.digest_of(lines), (0, 0, 0, 0))
    whole = {"bots": bots, "file": made.text(), "finals": False, "hides_names": False}
    if chance.random() < 0.5:
        whole["file"] = _file(json.loads(made.text()), chance)
    tables = {"whole": spoil(whole, chance), "lines/0/0": spoil({"lines": lines}, chance)}
    found = tournament_storage.state_of(tables)
    if found is None:
        return False
    tournament_view(found, [], "", german())
    return True


# ---------------------------------------------------------------- players from rules


def stored_desk(chance: Chance) -> bool:
    """The player that the strategy desk has stored: what is accepted is drawn."""
    usual = DeskState()
    usual.earlier = [strategy_file.Strategy("Rook")]
    desk, table = DeskState(), spoil(usual.table(), chance)
    try:
        desk.recall(table)
        usual.merge(DeskState().table(), table)
    except LoadError as error:
        return refused(error)
    desk_view(desk, german())
    return True


def a_strategy(chance: Chance) -> bool:
    """The file of a player from rules: whatever is accepted can be written, shown and played."""
    table = json.loads(strategy_file.write_strategy(strategy_file.Strategy()))
    try:
        return _strategy(strategy_file.read_strategy(_file(table, chance)))
    except LoadError as error:
        return refused(error)


def a_strategy_link(chance: Chance) -> bool:
    table = json.loads(strategy_file.write_strategy(strategy_file.Strategy()))
    code = fragment(written(spoil(table, chance)), chance)
    try:
        return _strategy(strategy_link.read_strategy_link(f"{strategy_link.MARK}{code}"))
    except LoadError as error:
        return refused(error)


def a_strategy_record(chance: Chance) -> bool:
    """A record whose ``x-strategies`` are damaged: it is opened and played on, or refused in a sentence."""
    player = strategy_file.Strategy()
    tables = {player.id: strategy_file.strategy_table(player)}
    table = {
        "format": "title-deed/1",
        "rulebook": "modern",
        "seats": ["Ada", {"name": "Ben", "bot": player.id}],
        strategy_file.KEY: spoil(tables, chance),
    }
    if chance.random() < 0.3:
        table["x-controls"] = spoil(["", player.id], chance)
    try:
        session = Session.load(parse_record_to_keep(written(table), toml=False))
    except LoadError as error:
        return refused(error)
    while session.step() is not None:
        pass
    return True


def _strategy(strategy: strategy_file.Strategy) -> bool:
    assert strategy_file.read_strategy(strategy_file.write_strategy(strategy)) == strategy
    compile(python_program.python_program(strategy, german()), "<player>", "exec")
    return True


KINDS: dict[str, tuple[Callable[[Chance], bool], int]] = {
    "record-files": (record_file, 12),
    "record-toml": (record_toml, 12),
    "game-links": (game_link, 8),
    "saves": (save, 6),
    "boards": (board, 8),
    "lines": (said, 6),
    "stored-games": (stored_game, 8),
    "stored-settings": (stored_settings, 6),
    "stored-sheets": (stored_sheets, 6),
    "earlier-sheets": (earlier_sheets, 6),
    "lessons": (a_lesson, 8),
    "sheets": (a_sheet, 8),
    "lesson-links": (a_lesson_link, 8),
    "answers": (handed_in, 8),
    "runs": (a_run, 8),
    "sweeps": (a_sweep, 8),
    "zips": (a_zip, 6),
    "positions": (a_position, 6),
    "drafts": (a_draft, 6),
    "board-links": (a_board_link, 6),
    "board-parts": (a_board_part, 6),
    "board-nouns": (own_noun_board, 6),
    "strategies": (a_strategy, 4),
    "strategy-links": (a_strategy_link, 4),
    "strategy-records": (a_strategy_record, 4),
    "bots": (a_bot, 6),
    "tournaments": (a_tournament, 6),
    "fence-answers": (fence_answer, 8),
    "stored-workshops": (stored_workshop, 6),
    "stored-tournaments": (stored_tournament, 6),
    "stored-desks": (stored_desk, 4),
    "messages": (message, 20),
    "rules-in-heads": (rules_in_head, 6),
    "stored-tables": (stored_table, 6),
    "codes": (code, 6),
    "descriptions": (description, 20),
    "proofs": (a_proof, 6),
    "class-messages": (class_message, 12),
    "class-codes": (class_code, 6),
    "class-files": (class_file, 8),
    "stored-classes": (stored_classes, 6),
}


def throw(name: str, count: int, first: int = 0) -> tuple[int, int]:
    """Try ``count`` inputs for each part of a kind; returns the numbers of accepted and refused ones."""
    read_one, parts = KINDS[name]
    outcomes = [0, 0]
    for n in range(first, first + count * parts):
        try:
            accepted = read_one(Chance(name, n))
        except Exception as error:
            raise AssertionError(f"{name}, input {n}: {error!r}"[:500]) from error
        outcomes[not accepted] += 1
    return outcomes[0], outcomes[1]


def main(arguments: list[str]) -> None:
    count, first = (int(text) for text in [*arguments[:2], "1", "0"][:2]) if arguments else (1, 0)
    for name in arguments[2:] or KINDS:
        accepted, no = throw(name, count, first)
        print(f"{name}: {accepted} accepted, {no} refused", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
