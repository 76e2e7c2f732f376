"""The checks find what the rules refuse, and each repair removes its problem."""

from __future__ import annotations

import pytest

from random_boards import random_board, spoiled_board
from titledeed.board_maker import changes, checks
from titledeed.board_maker.draft_from_and_to_edition_table import draft_of_table, table_of
from titledeed.engine.rulebook_loader_and_rules_compiler import EDITIONS, own_faults


@pytest.mark.parametrize(
    "first", [0, *(pytest.param(n, marks=pytest.mark.long) for n in (100, 200, 300))]
)
def test_the_checks_agree_with_the_reader_of_editions(first: int) -> None:
    spoiled = 0
    for seed in range(first, first + 100):
        draft = draft_of_table(spoiled_board(seed))
        faults, found = own_faults(table_of(draft)), checks.problems(draft)
        assert bool(faults) == bool(found), (seed, [str(f) for f in faults], found)
        spoiled += bool(faults)
    assert spoiled > 70
    for seed in range(first // 4, first // 4 + 25):
        assert checks.problems(draft_of_table(random_board(seed))) == []


def test_the_beginnings_can_be_played_at_once() -> None:
    for id in EDITIONS:
        assert checks.problems(changes.printed_draft(id)) == []
        assert not own_faults(table_of(changes.printed_draft(id)))
    empty = changes.empty_draft("Street {n}", "My board")
    assert checks.problems(empty) == []
    assert [empty.spaces[1].name, empty.spaces[39].name] == ["Street 1", "Street 22"]


@pytest.mark.parametrize(
    "first",
    [0, pytest.param(40, marks=pytest.mark.long), pytest.param(200, marks=pytest.mark.long)],
)
def test_pressing_repairs_leads_to_a_playable_board(first: int) -> None:
    for seed in range(first, first + 40):
        for choice in (0, -1):
            draft = draft_of_table(spoiled_board(seed))
            for _press in range(40):
                found = checks.problems(draft)
                if not found:
                    break
                assert found[0].repairs, found[0]
                draft = found[0].repairs[choice].change(draft)
            assert checks.problems(draft) == [], (seed, choice, checks.problems(draft)[:2])
            assert not own_faults(table_of(draft))


@pytest.mark.parametrize("first", [0, pytest.param(40, marks=pytest.mark.long)])
def test_each_repair_removes_its_own_problem(first: int) -> None:
    for seed in range(first, first + 40):
        _repairs_remove_their_problems(seed)


def _repairs_remove_their_problems(seed: int) -> None:
    draft = draft_of_table(spoiled_board(seed))
    for problem in checks.problems(draft):
        for repair in problem.repairs:
            left = checks.problems(repair.change(draft))
            same = [
                p
                for p in left
                if (p.code, p.place, p.facts) == (problem.code, problem.place, problem.facts)
            ]
            assert not same, (problem.code, repair.code)


def test_a_fixed_space_says_which_fact_keeps_it() -> None:
    draft = changes.printed_draft()
    kept = {at: checks.fixed_fact(at) for at in range(40) if checks.fixed_fact(at)}
    assert kept == {
        0: 2,
        10: 3,
        20: 4,
        30: 5,
        5: 6,
        15: 6,
        25: 6,
        35: 6,
        12: 7,
        28: 7,
        4: 9,
        38: 9,
    }
    assert checks.fact_that_keeps(draft, 0, 1) == 2
    assert checks.fact_that_keeps(draft, 1, 30) == 5
    assert checks.fact_that_keeps(draft, 2, 22) == 8  # three on the first side, none on the third
    assert checks.fact_that_keeps(draft, 2, 11) in (8, 10)
    assert checks.fact_that_keeps(draft, 1, 39) == 0
    assert checks.fact_that_keeps(draft, 5, 35) == 0
    assert checks.fact_that_keeps(draft, 2, 7) == 0


def test_every_fact_of_the_document_has_a_check() -> None:
    """Fact 1 (whole sums) is kept by the types of a draft."""
    facts: set[int] = set()
    printed = changes.printed_draft()
    for at in (0, 10, 20, 30, 5, 12, 4):
        facts |= {p.fact for p in checks.problems(changes.with_kind(printed, at, "street"))}
    facts |= {p.fact for p in checks.problems(changes.with_kind(printed, 2, "street"))}
    facts |= {p.fact for p in checks.problems(changes.with_price(printed, 1, 300))}
    assert facts >= {2, 3, 4, 5, 6, 7, 8, 9, 10}
