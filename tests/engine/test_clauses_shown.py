"""Every clause of every book is physical, or has a scene, a data test or a grammar test that cites it.

A scene fails if the clauses that it promises to show are not cited."""

from __future__ import annotations

import re

import pytest

from scene import BOOKS, clause, table
from titledeed.language.rule_clauses import house_rules
from tools import shown


@pytest.fixture(scope="module")
def tests_of() -> dict[str, list[shown.Test]]:
    return shown.tests()


def test_every_clause_of_every_book_has_a_test(tests_of: dict[str, list[shown.Test]]) -> None:
    assert list(shown.missing(shown.clauses(), tests_of)) == []


def test_every_test_cites_an_existing_clause(tests_of: dict[str, list[shown.Test]]) -> None:
    """A scene may show the clause of a house rule too."""
    assert set(tests_of) <= {*shown.clauses(), *(f"house.{key}" for key in house_rules())}


def test_only_physical_clauses_have_no_test(
    tests_of: dict[str, list[shown.Test]],
) -> None:
    assert [id for id in shown.clauses() if not tests_of.get(id)] == [
        "setup.board-placement",
        "setup.rule-reader",
        "bank.banker",
        "bank.banker-abstains",
        "bank.banker-duties",
    ]


def test_books_silent_on_a_clause_still_play_by_it(tests_of: dict[str, list[shown.Test]]) -> None:
    """The Short Game is the only rule that books silent on it do not have."""
    without = {
        id
        for id in shown.clauses()
        if tests_of.get(id) and set(BOOKS) - {book for test in tests_of[id] for book in test.books}
    }
    assert all(id.startswith("short-game.") for id in without)


def test_every_parameter_value_that_affects_play_has_a_scene(
    tests_of: dict[str, list[shown.Test]],
) -> None:
    for id, row in shown.clauses().items():
        if row["kind"] == "parameter" and id not in shown.idle():
            for value, books in shown.values(row).items():
                scenes = [t for t in tests_of[id] if t.how == "scene" and set(books) & set(t.books)]
                assert scenes, f"no scene shows {id} = {value}"


def test_the_tests_named_for_other_files_exist() -> None:
    for tests in shown.ELSEWHERE.values():
        for file, name in tests:
            assert f"\ndef {name}(" in (shown.ROOT / "tests" / file).read_text("utf-8")


def test_the_page_of_clauses_and_tests_is_up_to_date() -> None:
    assert shown.PAGE.read_text("utf-8") == shown.page(), "run: python -m tools.shown"


def test_the_list_of_rulings_is_complete_and_up_to_date() -> None:
    text = shown.RULINGS.read_text("utf-8")
    assert text == shown.rulings(), "run: python -m tools.shown"
    ruled = [id for id, row in shown.clauses().items() if "ruling" in row]
    for cells in (2, len(BOOKS)):  # the rulings, and what the rulebooks say
        row = r"(?m)^\| `([\w.-]+)` \|" + r"[^|\n]+\|" * cells + "$"
        assert re.findall(row, text) == ruled


# ---------------------------------------------------------------- promises can be broken


def story(book: str) -> None:
    table(book).throw("Ada", 4, 6).refuses("Ada roll", "turn.completion")


def test_a_scene_that_does_not_cite_its_clause_fails() -> None:
    clause("jail.just-visiting", "turn.completion")(story)("modern")
    with pytest.raises(AssertionError, match=r"nothing in this scene cited auction\.bidders"):
        clause("auction.bidders")(story)("modern")


def test_a_scene_does_not_count_other_clauses_cited_by_a_refusal() -> None:
    with pytest.raises(AssertionError, match=r"turn\.order"):
        clause("turn.order")(story)("modern")


def test_a_scene_fails_if_an_answer_is_unexpectedly_accepted_or_refused() -> None:
    t = table("modern")
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE"):
        t.refuses("Ada roll")
    with pytest.raises(AssertionError, match=r"not by \['jail.entry'\]"):
        t.refuses("Ben roll", "jail.entry")
    with pytest.raises(AssertionError, match="Ada fine"):
        t.play("Ada fine")
    with pytest.raises(AssertionError, match="is refused by"):
        t.may("Ben roll")
    with pytest.raises(AssertionError):
        t.cash(Ada=1501)
    with pytest.raises(AssertionError, match="the ask is"):
        t.ask("Ada end")
