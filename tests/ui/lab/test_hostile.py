"""Hostile files for the laboratory: lessons, answers and positions, damaged or far too large.

Each is opened whole, or refused with a sentence that leaves the screen as it was. Runs are in
test_compare_screen.py."""

from __future__ import annotations

import copy
import json
import random
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from fake_page import FakePage, Table
from titledeed.engine.errors import LoadError
from titledeed.game import share_link
from titledeed.lab import batch_games, run_file
from titledeed.lab.lessons import answer_files, builtin, lesson_format
from titledeed.lab.lessons import worksheet_answers_and_merging_two_copies as filling
from titledeed.migrations.lesson_and_worksheet_formats import WORKSHEET

ROOT = Path(__file__).resolve().parents[3]
EVIL = "<img src=x onerror=alert(1)>"
WILD: list[Any] = [
    *(EVIL, "", "\u202e", "9" * 5000, "../../etc/passwd", "title-deed-lesson/3", "__class__"),
    *(-1, 0, 10**20, 1e300, True, None),
    *([], {}, [[]] * 50, [EVIL] * 500, {EVIL: EVIL}),
]

TOWN = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))
SIDE = {"rulebook": "modern", "edition": "atlantic-city", "seats": "2", "cash-0": "900"}
RUNS: list[Any] = [
    {
        "kind": "compare",
        "seed": 5,
        "size": 100,
        "sides": [SIDE, {**SIDE, "house:free-parking": "pot"}],
        "measure": "rounds",
    },
    {
        "kind": "position",
        "seed": 5,
        "size": 96,
        "record": {
            **batch_games.record_of("modern", ["simple", "simple"]),
            "position": {"seat": {"seat-1": {"cash": 5, "deeds": ["boardwalk"]}}},
        },
        "policy": "simple",
    },
    {"kind": "die", "seed": 5, "size": 600, "weights": [1, 1, 1, 1, 1, 2]},
    {
        "kind": "compare",
        "seed": 5,
        "size": 100,
        "sides": [{**SIDE, "edition": TOWN["id"]}, SIDE],
        "measure": "rounds",
        "boards": {TOWN["id"]: TOWN},
    },
]
LESSONS: list[Any] = [
    {
        **lesson_format.blank_lesson(),
        "title": "A title",
        "text": "Read this.",
        "questions": [
            lesson_format.question_of("What do you guess?", when="before"),
            {**lesson_format.question_of("Which?", "choice"), "choices": ["this", "that"]},
        ],
        "run": run,
    }
    for run in RUNS
]
ANSWERS: Any = {
    "lesson": "0123456789abcdef",
    "title": "A title",
    "name": "Ada",
    "questions": ["one", "two"],
    "answers": ["yes", "no"],
    "seed": 3,
    "figures": {"difference": 1.5, "low": -1.0, "high": 4.0},
    "tables": {"a": ["game,rounds", "0,12"]},
}


def changed(rng: random.Random, table: Any) -> Any:
    """Return a copy in which one value, anywhere in it, is changed or removed."""
    spoilt = copy.deepcopy(table)
    place = spoilt
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        inner = place[key]
        if not inner or not isinstance(inner, dict | list) or rng.random() < 0.3:
            if rng.random() < 0.15:
                del place[key]
            else:
                place[key] = rng.choice(WILD)
            return spoilt
        place = inner


def damaged(rng: random.Random, text: str) -> str:
    """Return the text with letters changed or removed."""
    at = rng.randrange(len(text))
    put = rng.choice(("", "9", '"', "}", "[", "A", "\u0000", "NaN", "\ud800"))
    return text[:at] + put + text[at + rng.choice((0, 1, 9, 400)) :]


def a_lesson(rng: random.Random) -> str:
    return lesson_format.write_lesson(changed(rng, rng.choice(LESSONS)))


def some_answers(rng: random.Random) -> str:
    return answer_files.write_answers(changed(rng, ANSWERS))


def a_link(rng: random.Random) -> str:
    return "#lesson=" + share_link.deflate_text(json.dumps(changed(rng, rng.choice(LESSONS))))


def a_position(rng: random.Random) -> str:
    record = changed(rng, RUNS[1]["record"])
    try:
        return "#desk=" + share_link.pack_record(record)
    except (LoadError, TypeError, AttributeError, ValueError):
        return "#desk=" + share_link.deflate_text(json.dumps(record))


def a_sheet(rng: random.Random) -> str:
    of = rng.choice(LESSONS)
    mine = {**filling.worksheet_to_dict(filling.blank_worksheet(of)), "pupil": ["Ada", 5, [EVIL]]}
    table = {"format": WORKSHEET.id, "ready": "", "lesson": of, **mine}
    if rng.random() < 0.5:
        of = builtin.builtin_lessons("en")["die"]
        named = {"id": lesson_format.lesson_id(of), "language": "en"}
        mine = filling.worksheet_to_dict(filling.blank_worksheet(of))
        table = {"format": WORKSHEET.id, "ready": "die", "lesson": named, **mine}
    text = json.dumps(changed(rng, table))
    return "#sheet=" + share_link.deflate_text(text) if rng.random() < 0.5 else text


SENT: list[Callable[[random.Random], str]] = [
    *(a_lesson, a_link, some_answers, a_position, a_sheet),
]


@pytest.mark.parametrize("many", [300, pytest.param(10_000, marks=pytest.mark.long)])
def test_input_from_strangers_is_opened_completely_or_refused_with_a_sentence(many: int) -> None:
    table = Table(page=FakePage())
    table.do("lab", "desk")
    lab: Any = table.app.lab
    lab.open_file(lesson_format.write_lesson(LESSONS[0]))
    rng = random.Random(16)
    opened = 0

    def state() -> tuple[Any, ...]:
        sheets = lab.lessons.folder
        collected = [len(answers) for _, answers in sheets.collected.lessons()]
        return (
            sheets.sheet,
            collected,
            lab.compare.comparison,
            json.dumps(lab.position.editor.table),
        )

    def same(before: tuple[Any, ...]) -> bool:
        """Whether nothing has changed. A reopened lesson is another sheet, even with the same words."""
        now = state()
        return now[0] is before[0] and now[2] is before[2] and now[1::2] == before[1::2]

    for n in range(many):
        sent = SENT[n % len(SENT)](rng)
        if rng.random() < 0.3:
            mark, _, rest = sent.rpartition("=") if sent[0] == "#" else ("", "", sent)
            sent = (mark and mark + "=") + damaged(rng, rest)
        lab.lessons.folder.trouble = lab.position.editor.trouble = (
            lab.compare.comparison.trouble
        ) = ""
        lab.lessons.folder.said = ""
        lab.lessons.folder.refused.clear()
        before = state()
        (lab.open_link if sent[0] == "#" else lab.open_file)(sent)
        trouble = (
            lab.lessons.folder.trouble
            or lab.position.editor.trouble
            or lab.compare.comparison.trouble
            or "".join(says for _name, says in lab.lessons.folder.refused)
        )
        if trouble:
            assert trouble[-1] in ".!…"
            assert same(before)
        else:
            opened += 1
            # A link to the open sheet leads to that sheet.
            assert not same(before) or lab.lessons.folder.said or sent[:5] in ("#desk", "#less")
        if not trouble or not n % 20:
            lab.render()
            assert "<img src=x" not in table.page.regions["lab"]
    assert many / 30 < opened < many


def test_a_deeply_nested_board_is_refused_and_the_laboratory_opens() -> None:
    deep = json.dumps(
        {**LESSONS[3], "run": {**RUNS[3], "boards": {TOWN["id"]: {**TOWN, "x-y": 7}}}}
    )
    table = Table(page=FakePage())
    # the program can read some of these, but not write them
    for levels in (12, 500, *range(850, 1000)):
        text = deep.replace('"x-y": 7', '"x-y": ' + "[" * levels + "]" * levels)
        table.hands.imported("lesson.json", text)
        lab: Any = table.app.lab
        assert lab.lessons.folder.trouble.startswith("The file is damaged")
        lab.lessons.folder.trouble = ""


def test_a_file_that_cannot_be_opened_does_not_lock_the_laboratory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(page=FakePage())
    table.do("lab")
    lab: Any = table.app.lab

    def broken(_text: str, _name: str) -> None:
        raise RecursionError

    monkeypatch.setattr(lab, "open_file", broken)
    with pytest.raises(RecursionError):
        table.hands.imported("lesson.json", lesson_format.write_lesson(LESSONS[0]))
    table.do("lab", "desk")
    assert lab.at == "desk"


def test_extra_data_from_other_programs_on_a_board_is_dropped() -> None:
    plain = {key: value for key, value in TOWN.items() if not key.startswith("x-")}
    noted = {**TOWN, "x-note": 1e999, "space": [{**TOWN["space"][0], "x-y": 1}, *TOWN["space"][1:]]}
    assert run_file.boards_of(RUNS[3]["sides"], {TOWN["id"]: noted}) == {TOWN["id"]: plain}
    text = lesson_format.write_lesson(LESSONS[3]).replace(
        '"schema"', '"x-note": 1e999, "schema"', 1
    )
    assert "x-note" in text
    assert lesson_format.read_lesson(text)["run"]["boards"] == {TOWN["id"]: plain}


def test_typing_does_not_check_the_whole_worksheet_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(page=FakePage())
    table.do("lab", "lessons")
    lab: Any = table.app.lab
    lab.open_file(lesson_format.write_lesson({**LESSONS[3], "title": "Typed on"}))
    table.do("lab-answers", kind="type", fields={"answer-0": "a"})
    table.do("lab-answers", kind="type", fields={"answer-0": "ab"})
    checked: list[Any] = []
    check = lesson_format.check_lesson
    monkeypatch.setattr(
        lesson_format, "check_lesson", lambda file: (checked.append(file), check(file))[1]
    )
    table.do("lab-answers", kind="type", fields={"answer-0": "abc"})
    assert checked == []
    assert lab.lessons.folder.sheet.answers[0] == "abc"
