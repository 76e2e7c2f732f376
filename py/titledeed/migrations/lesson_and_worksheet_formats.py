"""The formats of lessons, filled worksheets and answers, and the sheets that version 0.1.0 stored.

A lesson's id is a checksum of its table (``lesson_format.id_of``). A migration that changes lessons changes
their ids, under which stored sheets and the answers of pupils find them.
"""

from __future__ import annotations

from typing import Any, Final

from .versioned_format import FileFormat, Table

LESSON: Final = FileFormat("title-deed-lesson")
WORKSHEET: Final = FileFormat("title-deed-sheet")
ANSWERS: Final = FileFormat("title-deed-answers")

# Lessons of earlier versions whose links are still about, and what has replaced them: the first player has no
# advantage that any class could measure.
REPLACED: Final = {"first": "start"}


def sheet_of_0_1_0(table: Table, lesson: Table) -> Table:
    """A sheet as version 0.1.0 stored it, in today's form. It knew no times and no other answers."""
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
