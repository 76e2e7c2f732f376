"""The formats of lessons, filled worksheets and answers, and the sheets that version 0.1.0 stored.

A lesson's id is a checksum of what version 1 said of it (``lesson_format.lesson_id``). Stored sheets and
students' answers refer to these ids, so a migration must not change them.
"""

from __future__ import annotations

from typing import Any, Final

from .versioned_format import FileFormat, Table


def _without_short_form(lesson: Table) -> Table:
    """Version 1 had neither a short form nor model answers, and its teacher's page was one text."""
    questions = lesson.get("questions")
    asked = questions if isinstance(questions, list) else []
    return {
        **lesson,
        "short": 0,
        "questions": [
            {**question, "short": True, "model": "", "errors": ""}
            if isinstance(question, dict)
            else question
            for question in asked
        ],
        "teacher": {"aims": "", "steps": [], "notes": lesson.get("teacher"), "positions": []},
    }


LESSON: Final = FileFormat("title-deed-lesson", _without_short_form)
WORKSHEET: Final = FileFormat("title-deed-sheet")
ANSWERS: Final = FileFormat("title-deed-answers")

# Lessons of earlier versions whose links are still in use, and their replacements. The first player has
# no advantage that any class could measure.
REPLACED: Final = {"first": "start"}


def sheet_of_0_1_0(table: Table, lesson: Table) -> Table:
    """Convert a sheet of version 0.1.0 to the present form. It had no times and no other answers."""
    answers, noted = table.get("answers"), table.get("noted")
    texts = answers if isinstance(answers, list) else []
    return {
        "pupil": _written(table.get("pupil")),
        "answers": [_written(text) for text in texts],
        "seed": table.get("seed"),
        "noted": int(noted) if isinstance(noted, bool) else None,
        "ran": any(
            text and question["when"] == "after"
            for text, question in zip(texts, lesson["questions"], strict=False)
        ),
        "place": -1,
    }


def _written(text: Any) -> list[Any]:
    return [text, 1 if text else 0, []]
