"""What a class has answered to a question, without names: choices counted, numbers in order, texts."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..lab.number_input import parse_number
from .messages import LONGEST_SHOWN, MOST_TEXTS

_MOST_NUMBER: Final = 10**15


def chart_of(
    question: Mapping[str, Any], answers: Sequence[str], students: int, language: str
) -> dict[str, Any]:
    """The chart of the answers to a question, as in the message ``now``.

    ``answers``: those of the students who have answered. Texts come in an order that says nothing about who
    wrote them."""
    kind = question["answer"]
    given = [text.strip() for text in answers if text.strip()]
    chart: dict[str, Any] = {
        "kind": kind,
        "question": question["text"],
        "labels": [],
        "counts": [],
        "numbers": [],
        "texts": [],
        "answered": len(given),
        "pupils": students,
    }
    if kind == "choice":
        chart["labels"] = list(question["choices"])
        chart["counts"] = [given.count(label) for label in question["choices"]]
        chart["answered"] = sum(chart["counts"])
    elif kind == "number":
        numbers = [parse_number(text, language) for text in given]
        chart["numbers"] = sorted(
            n for n in numbers if n is not None and -_MOST_NUMBER <= n <= _MOST_NUMBER
        )
        chart["answered"] = len(chart["numbers"])
    else:
        chart["texts"] = [cut_text(text) for text in sorted_texts(given)[:MOST_TEXTS]]
    return chart


def sorted_texts(answers: Sequence[str]) -> list[str]:
    """Answers in words, in an order that says nothing about who wrote them."""
    given = [text.strip() for text in answers if text.strip()]
    return sorted(given, key=lambda text: hashlib.sha256(text.encode()).digest())


def cut_text(text: str) -> str:
    """An answer as all see it."""
    return text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
