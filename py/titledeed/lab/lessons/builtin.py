"""The lessons that come with the program: what they run once for all languages, their words by language."""

from __future__ import annotations

import json
import os
from functools import cache
from typing import Any, cast

from ...language.catalogue import LANGUAGES
from ...migrations.lessons import LESSON
from .lesson_format import Lesson

__loader__: Any


def _data(stem: str) -> dict[str, Any]:
    """A data file that lies here: JSON where the build made one, else TOML."""
    place = os.path.join(os.path.dirname(__file__), "data", stem)
    try:
        return cast("dict[str, Any]", json.loads(__loader__.get_data(place + ".json")))
    except OSError:
        import tomllib  # noqa: PLC0415 - not needed where there is JSON

        return tomllib.loads(__loader__.get_data(place + ".toml").decode("utf-8"))


@cache
def builtin_lessons(language: str) -> dict[str, Lesson]:
    """All ready lessons in this language, or in English, by name."""
    try:
        words = _data(language if language in LANGUAGES else "en")
    except OSError:  # the lessons are not translated into this language yet
        return builtin_lessons("en")
    by_name = {}
    for row in _data("runs")["lesson"]:
        texts = words[row["name"]]
        asked = zip(texts["question"], row["question"], strict=True)
        by_name[row["name"]] = {
            "format": LESSON.id,
            "title": texts["title"],
            "minutes": row["minutes"],
            "language": language if language in LANGUAGES else "en",
            "text": texts["text"].strip(),
            "questions": [
                {
                    "text": text["text"],
                    "answer": room["answer"],
                    "lines": room.get("lines", 3),
                    "choices": list(text.get("choices", [])),
                    "when": room["when"],
                }
                for text, room in asked
            ],
            "run": row["run"],
            "locked": {"settings": row.get("locked", True), "guess": True},
            "own_seed": row.get("own_seed", False),
            "teacher": texts["teacher"].strip(),
        }
    return by_name
