"""The built-in lessons. ``data/runs.toml`` has their runs, ``data/texts.toml`` their English texts. Each
title, question, choice and paragraph is a message (docs/TRANSLATING.md)."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, cast

from ...language.catalogue import LANGUAGES, PSEUDO, pseudo, translations_of
from ...migrations.lesson_and_worksheet_formats import LESSON
from .lesson_format import Lesson, short_form

SHORT: Final = ".short"  # suffix of the name of a lesson in its short form

__loader__: Any


def _data(stem: str) -> dict[str, Any]:
    """A data file in this folder: the build's JSON if there is one, else TOML."""
    place = os.path.join(os.path.dirname(__file__), "data", stem)
    try:
        return cast("dict[str, Any]", json.loads(__loader__.get_data(place + ".json")))
    except OSError:
        import tomllib  # noqa: PLC0415 - not needed where there is JSON

        return tomllib.loads(__loader__.get_data(place + ".toml").decode("utf-8"))


@cache
def _asked() -> list[tuple[Any, Any, list[str]]]:
    rows = [row for row in _data("runs")["lesson"] if "asks" in row]
    return [(row["run"]["sides"], row["run"]["measure"], row["asks"]) for row in rows]


def asked_measures(run: Mapping[str, Any]) -> list[str]:
    """The measures that the questions of a comparison ask about, besides that of its verdict.

    Each is a kind of measure, such as "win", or "inequality" for the chart of that name.
    Only ready lessons say so: those with this comparison, in whatever file or class it comes."""
    for sides, measure, asks in _asked():
        if (sides, measure) == (run["sides"], run["measure"]):
            return asks
    return []


@cache
def builtin_lessons(language: str) -> dict[str, Lesson]:
    """All ready lessons by name, in this language as far as it has their texts."""
    if language not in (*LANGUAGES, PSEUDO):
        language = "en"
    translations = translations_of(language)

    def said(text: str) -> str:
        if language == PSEUDO:
            return "\n".join(map(pseudo, text.strip().splitlines()))
        lines = (translations.get(line, line) for line in text.strip().splitlines())
        return "\n".join(line if isinstance(line, str) else line[0] for line in lines)

    words = _data("texts")
    by_name = {}
    for row in _data("runs")["lesson"]:
        texts = words[row["name"]]
        asked = zip(texts["question"], row["question"], strict=True)
        steps = zip(texts["step"], row["step"], strict=True)
        positions = zip(texts.get("position", ()), row.get("position", ()), strict=True)
        by_name[row["name"]] = {
            "format": LESSON.id,
            "title": said(texts["title"]),
            "minutes": row["minutes"],
            "short": row["short"],
            "language": language,
            "text": said(texts["text"]),
            "questions": [
                {
                    "text": said(text["text"]),
                    "answer": room["answer"],
                    "lines": room.get("lines", 3),
                    "choices": list(map(said, text.get("choices", []))),
                    "when": room["when"],
                    "short": room.get("short", True),
                    "model": said(text["model"]),
                    "errors": said(text.get("errors", "")),
                }
                for text, room in asked
            ],
            "run": row.get("run"),
            "locked": {"settings": row.get("locked", True), "guess": True},
            "own_seed": row.get("own_seed", False),
            "teacher": {
                "aims": said(texts["aims"]),
                "steps": [
                    {
                        "text": said(step["text"]),
                        "say": said(step.get("say", "")),
                        "minutes": minutes,
                        "short": short,
                    }
                    for step, (minutes, short) in steps
                ],
                "notes": said(texts["notes"]),
                "positions": [
                    {"title": said(title), "record": record} for title, record in positions
                ],
            },
        }
    return by_name


def builtin_lesson(name: str, language: str) -> Lesson | None:
    """The lesson of this name; with :data:`SHORT` behind it, its short form."""
    lesson = builtin_lessons(language).get(name.removesuffix(SHORT))
    return short_form(lesson) if lesson is not None and name.endswith(SHORT) else lesson
