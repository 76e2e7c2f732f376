"""Scenes protect the value of each parameter of each book.

With another book's value, a scene of that clause fails. The test tries every book and every other
value. Values that make no difference are listed in the data (``idle`` in house-rules.toml gives the
reason) or below."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from scene import BOOKS
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.errors import LoadError
from tools import shown

# Other ways to say the same.
ALIKE = {
    ("turn.order", "left", "left (right optional)"),
    ("tax.income", "flat", "flat-200"),
    ("jail.exit-doubles-extra-throw", "yes", "yes (by silence)"),
    # if pieces are not scarce, there is no opening bid
    ("shortage.opening-bid", "1", "not applicable"),
}
# The second follows from the first, so the two change together.
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
    """Yield the arguments of each run of a scene under this book."""
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
    """Return the scenes that show each clause."""
    return shown.scenes()


def held(scenes: list[Callable[..., None]], book: str) -> str:
    """Return the first scene that fails, or "" if none does."""
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
def test_a_scene_fails_when_a_book_gets_another_value_for_a_parameter(
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


# The moment of a tax choice must agree with the tax: tests/engine/clauses/test_house_rules.py.
@pytest.mark.parametrize("id", sorted(shown.idle().keys() - {"tax.income-commit"}))
def test_parameters_marked_idle_change_nothing_in_play(id: str) -> None:
    """The value may affect the words on the screen, but it changes nothing in the rules in force."""
    by_book = rules_compiler.parameter_table()[id]
    for book, other in itertools.product(BOOKS, dict.fromkeys(by_book.values())):
        plain = rules_compiler.make_rules(book)
        changed = rules_compiler.make_rules(book, house_rules={id: other})
        same = {"house_rules": {}, "values": {}, "official": True}
        assert replace(plain, **same) == replace(changed, **same)
