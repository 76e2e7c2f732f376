"""A group that stands out can be brought back or kept, and the figures then say so."""

from __future__ import annotations

from typing import Any

from titledeed.board_maker import changes, fair_repairs
from titledeed.board_maker.draft import BoardDraft
from titledeed.board_maker.draft_from_and_to_edition_table import table_of
from titledeed.engine.rulebook_loader_and_rules_compiler import own_faults
from titledeed.lab.landings.board_figures import exact_figures

PRINTED: Any = exact_figures("atlantic-city")["groups"]


def figures(draft: BoardDraft) -> Any:
    return exact_figures(table_of(draft))["groups"]


def test_each_repair_of_a_cheap_group_brings_it_back() -> None:
    draft = changes.printed_draft(name="Ours")
    draft = changes.with_group(draft, "orange", house_cost=50)
    draft = changes.with_rent(draft, 19, 3, 700)
    own = figures(draft)
    assert fair_repairs.outstanding_groups(draft, own, PRINTED) == [3]
    found = fair_repairs.fair_repairs(draft, 3, own[3], PRINTED[3])
    assert [repair.code for repair in found] == ["group-rents", "group-cost", "group-cost"]
    assert found[1].facts["amount"] == 100
    for repair in found[1:]:
        better = repair.change(draft)
        assert not own_faults(table_of(better))
        assert fair_repairs.outstanding_groups(better, figures(better), PRINTED) == []
    assert found[0].change(draft).spaces[19].rents == changes.printed_draft().spaces[19].rents


def test_a_house_that_never_pays_gets_its_rents_back() -> None:
    draft = changes.printed_draft(name="Ours")
    for at in draft.members("red"):
        for n in (2, 3, 4, 5):
            draft = changes.with_rent(draft, at, n, 500)
    own = figures(draft)
    assert own[4]["payback"] is None
    assert fair_repairs.outstanding_groups(draft, own, PRINTED) == [4]
    (repair,) = fair_repairs.fair_repairs(draft, 4, own[4], PRINTED[4])
    assert figures(repair.change(draft))[4] == PRINTED[4]


def test_a_wanted_group_is_not_mentioned_again_and_the_file_keeps_that() -> None:
    draft = changes.with_group(changes.printed_draft(name="Ours"), "orange", house_cost=50)
    own = figures(draft)
    kept = fair_repairs.with_wanted_group(draft, "orange")
    assert fair_repairs.outstanding_groups(kept, own, PRINTED) == []
    assert table_of(kept)["x-fair"] == ["orange"]
    assert fair_repairs.without_wanted_groups(kept) == draft
