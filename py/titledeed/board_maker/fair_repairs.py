"""What stands out in a board's figures, and the changes that would bring a group back to the printed board.

A group stands out if its houses pay for themselves much sooner or later than on the printed board. A
person may want that: the board then keeps the group's id under ``x-fair``, and nobody mentions it again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from . import changes
from .checks import BoardRepair, Change
from .draft import BoardDraft
from .draft_from_and_to_edition_table import extra_with
from .rents_and_costs_from_price import MOST_COST, following_cost, following_rents

WANTED: Final = "x-fair"
OUT: Final = 1.33  # times the printed figure, or its inverse
_ROUND: Final = 5  # of a cost of houses; of one below 50, whole units
_FINE: Final = 50

Figures = Mapping[str, Any]  # lab.landings.board_figures.GroupFigures


def wanted_groups(draft: BoardDraft) -> tuple[str, ...]:
    """The ids of the groups that are meant to stand out."""
    ids = draft.extra.get(WANTED)
    return tuple(id for id in ids if isinstance(id, str)) if isinstance(ids, list) else ()


def with_wanted_group(draft: BoardDraft, id: str) -> BoardDraft:
    """Keep a group as it is, although it stands out."""
    ids = [*(other for other in wanted_groups(draft) if other != id), id]
    return replace(draft, extra=extra_with(draft.extra, WANTED, ids))


def without_wanted_groups(draft: BoardDraft) -> BoardDraft:
    """Mention every group again."""
    return replace(draft, extra=extra_with(draft.extra, WANTED, []))


def payback_ratio(own: Figures, printed: Figures) -> float:
    """How many times sooner or later than on the printed board a third house of a group has paid."""
    if own["payback"] is None:
        return float("inf")
    ratio: float = own["payback"] / printed["payback"]
    return max(ratio, 1 / ratio)


def outstanding_groups(
    draft: BoardDraft, own: Sequence[Figures], printed: Sequence[Figures]
) -> list[int]:
    """The indices of the groups that stand out, most conspicuous first, without those that are wanted so."""
    wanted = wanted_groups(draft)
    ratios = [payback_ratio(a, b) for a, b in zip(own, printed, strict=True)]
    found = [
        n
        for n, ratio in enumerate(ratios)
        if ratio > OUT and n < len(draft.groups) and draft.groups[n].id not in wanted
    ]
    return sorted(found, key=lambda n: -ratios[n])


def fair_repairs(
    draft: BoardDraft, n: int, own: Figures, printed: Figures
) -> tuple[BoardRepair, ...]:
    """Changes after which the group ``n`` pays as on the printed board, or as its prices would have it."""
    return tuple(_repairs(draft, n, own, printed))


def _repairs(draft: BoardDraft, n: int, own: Figures, printed: Figures) -> Iterator[BoardRepair]:
    group = draft.groups[n]
    members = draft.members(group.id)
    costs: list[int] = []
    if any(draft.spaces[at].rents != following_rents(draft, at) for at in members):
        yield BoardRepair("group-rents", lambda d: _following(d, members), {"group": group.name})
    if group.house_cost != following_cost(draft, group):
        costs.append(following_cost(draft, group))
    if own["payback"] is not None:
        # The cost is what pays, so the throws are in proportion to it.
        exact = group.house_cost * printed["payback"] / own["payback"]
        step = 1 if exact < _FINE else _ROUND
        costs.append(min(max(1, round(exact / step) * step), MOST_COST))
    for cost in dict.fromkeys(costs):
        if cost != group.house_cost:
            facts: dict[str, str | int] = {"group": group.name, "amount": cost}
            yield BoardRepair("group-cost", _costing(group.id, cost), facts)


def _costing(id: str, cost: int) -> Change:
    return lambda draft: changes.with_group(draft, id, house_cost=cost)


def _following(draft: BoardDraft, members: list[int]) -> BoardDraft:
    for at in members:
        draft = changes.with_following_rents(draft, at)
    return draft
