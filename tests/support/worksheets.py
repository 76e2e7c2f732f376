"""A small lesson, and ways to use the screen of worksheets on a fake page."""

from __future__ import annotations

from typing import Any

from fake_page import FakePage, Table
from titledeed.lab.lessons import answer_files, lesson_format
from titledeed.storage.store import Store


def laboratory(
    page: FakePage | None = None, at: str = "lessons", store: Store | None = None
) -> Table:
    table = Table(store, page)
    table.do("lab")
    table.do("lab-screen", at)
    return table


def linked(fragment: str, store: Store | None = None, page: FakePage | None = None) -> Table:
    """A page that was opened by a link."""
    table = Table(store, page or FakePage())
    table.hands.open_link(fragment)
    table.page.run()
    return table


def text(table: Table) -> str:
    return table.page.text("lab")


def sheets(table: Table) -> Any:
    assert table.app.lab is not None
    return table.app.lab.lessons  # type: ignore[attr-defined]


def small() -> lesson_format.Lesson:
    """A lesson whose games last three rounds."""
    side = {
        "rulebook": "modern",
        "edition": "atlantic-city",
        "seats": "2",
        "house:limit-rounds": "3",
    }
    return {
        **lesson_format.blank_lesson(),
        "title": "Pots & pans <b>",
        "text": "First line.\nSecond line.",
        "questions": [
            lesson_format.question_of("What do you guess?", when="before"),
            {**lesson_format.question_of("Which?", "choice"), "choices": ["this", "that"]},
            lesson_format.question_of("How many?", "number"),
        ],
        "run": {
            "kind": "compare",
            "seed": 5,
            "size": 10,
            "sides": [side, {**side, "house:free-parking": "pot"}],
            "measure": "throws",
        },
        "teacher": {**lesson_format.blank_teacher(), "notes": "The secret is 42."},
    }


def for_teachers(lesson: lesson_format.Lesson) -> str:
    """All that only teachers see of a lesson, a paragraph on each line."""
    teacher = lesson["teacher"]
    texts = [teacher["aims"], teacher["notes"]]
    for step in teacher["steps"]:
        texts += [step["text"], step["say"]]
    for question in lesson["questions"]:
        texts += [question["model"], question["errors"]]
    return "\n".join(text for text in texts if text)


def write(table: Table, **fields: str) -> None:
    table.do("lab-answers", kind="type", fields={k.replace("_", "-"): v for k, v in fields.items()})


def handed_in(table: Table) -> answer_files.Answers:
    table.press("lab", "Hand in as a file")
    name = next(name for name in table.page.files if name.startswith("titledeed-answers-"))
    return answer_files.read_answers(table.page.files[name])
