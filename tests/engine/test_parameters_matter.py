"""Scenes hold the value of each parameter of each book: with another book's value a scene of that clause
fails. Every book and every other value is tried. Values that make no difference are listed in the data
(``idle`` in house-rules.toml gives the reason) or below."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from scene import BOOKS
from titledeed.engine import rules_compiler
from titledeed.engine.errors import LoadError
from tools import shown

# Another way to say the same.
ALIKE = {
    ("turn.order", "left", "left (right optional)"),
    ("tax.income", "flat", "flat-200"),
    ("jail.exit-doubles-extra-throw", "yes", "yes (by silence)"),
    ("shortage.opening-bid", "1", "not applicable"),  # where pieces are not scarce, nothing opens
}
# The one follows from the other: it is changed with it.
TOGETHER = {
    ("purchase.no-second-thoughts", "barred until next landing"): {
        "auction.bidders": "all but decliner"
    },
    ("purchase.no-second-thoughts", "may bid at auction"): {"auction.bidders": "all"},
}


def changes() -> Iterator[tuple[str, str, object]]:
    for id, by_book in rules_compiler.parameter_table().items():
        if id in shown.idle():
            continue
        every = dict.fromkeys([*by_book.values(), *rules_compiler.MORE_VALUES.get(id, ())])
        for book, other in itertools.product(BOOKS, every):
            pair = sorted((str(by_book[book]), str(other)))
            if other != by_book[book] and (id, *pair) not in ALIKE:
                yield id, book, other


def runs(scene: Callable[..., None], book: str) -> Iterator[dict[str, Any]]:
    """The arguments of each run of a scene under this book."""
    columns: list[list[dict[str, Any]]] = []
    for mark in scene.pytestmark:  # type: ignore[attr-defined]
        names, values = mark.args
        if names == "book":
            continue
        row = []
        for value in values:
            case = value.values if hasattr(value, "marks") else value
            if isinstance(names, str):
                row.append({names: case[0] if hasattr(value, "marks") else case})
            else:
                row.append(dict(zip(names, case, strict=True)))
        columns.append(row)
    for combination in itertools.product(*columns):
        yield {"book": book} | {name: value for part in combination for name, value in part.items()}


@pytest.fixture(scope="module")
def scenes() -> dict[str, list[Callable[..., None]]]:
    """Clause -> the scenes that show it."""
    return shown.scenes()


def held(scenes: list[Callable[..., None]], book: str) -> str:
    """The first scene that fails, or ""."""
    for scene in scenes:
        if book not in scene.shows.books:  # type: ignore[attr-defined]
            continue
        for arguments in runs(scene, book):
            try:
                scene(**arguments)
            except (AssertionError, pytest.fail.Exception, LoadError):
                return scene.__name__
    return ""


@pytest.mark.parametrize(("id", "book", "other"), list(changes()))
def test_a_book_s_value_is_held_by_its_scenes(
    scenes: dict[str, list[Callable[..., None]]],
    monkeypatch: pytest.MonkeyPatch,
    id: str,
    book: str,
    other: object,
) -> None:
    assert held(scenes[id], book) == ""
    changed = {key: dict(by_book) for key, by_book in rules_compiler.parameter_table().items()}
    changed[id] |= {book: other, "still allowed as a house rule": changed[id][book]}
    for more, value in TOGETHER.get((id, str(other)), {}).items():
        changed[more][book] = value
    monkeypatch.setattr(rules_compiler, "parameter_table", lambda: changed)
    assert held(scenes[id], book), f"no scene of {id} minds if {book} has “{other}”"


# A moment for a choice of tax must agree with the tax: tests/engine/clauses/test_house_rules.py.
@pytest.mark.parametrize("id", sorted(shown.idle().keys() - {"tax.income-commit"}))
def test_what_is_said_to_be_idle_is_idle(id: str) -> None:
    """It may reach the words on the screen; of the rules in force it changes nothing."""
    by_book = rules_compiler.parameter_table()[id]
    for book, other in itertools.product(BOOKS, dict.fromkeys(by_book.values())):
        plain = rules_compiler.make_rules(book)
        changed = rules_compiler.make_rules(book, house_rules={id: other})
        same = {"house_rules": {}, "values": {}, "official": True}
        assert replace(plain, **same) == replace(changed, **same)
