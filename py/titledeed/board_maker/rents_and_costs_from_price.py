"""The sums that follow from a street's price, by the 22 streets of the printed board.

Between two printed streets the sums lie on a straight line. Beyond the cheapest and the dearest street
they are in proportion to the price. All three built-in boards share their sums.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from ..engine.board_and_rules_types import Space
from ..engine.rulebook_loader_and_rules_compiler import built_in_edition
from .draft import BoardDraft, DraftGroup, DraftSpace

PRINTED: Final = "atlantic-city"
RENTS: Final = 6
MOST_RENT: Final = 1_000_000
MOST_COST: Final = 100_000
_FINE: Final = 50  # smaller sums are rounded to whole units, larger ones to fives
_ROUND: Final = 5
# The sums of a railroad and of a utility on the printed board.
OTHERS: Final = {"railroad": (200, (25, 50, 100, 200)), "utility": (150, (4, 10))}


@cache
def printed_streets() -> tuple[Space, ...]:
    """The streets of the printed board, from the cheapest to the dearest."""
    return tuple(space for space in built_in_edition(PRINTED).spaces if space.kind == "street")


@cache
def _printed_costs() -> tuple[tuple[float, int], ...]:
    """The mean price of each printed group, and the cost of its houses."""
    board = built_in_edition(PRINTED)
    rows = []
    for group in board.groups:
        prices = [board.spaces[at].price for at in group.members]
        rows.append((sum(prices) / len(prices), group.house_cost))
    return tuple(rows)


def _rounded(sum_: float, most: int) -> int:
    step = 1 if sum_ < _FINE else _ROUND
    return min(max(1, int(sum_ / step + 0.5) * step), most)


def rents_at(price: int, rank: int) -> tuple[int, ...]:
    """The six rents that follow from a price. ``rank``: the number of streets before this one on its
    board. It decides only where the printed board has two sets of rents for one price."""
    streets = printed_streets()
    same = [n for n, street in enumerate(streets) if street.price == price]
    if same:
        return streets[min(same, key=lambda n: abs(n - rank))].rents
    low = next((s for s in reversed(streets) if s.price < price), None)
    high = next((s for s in streets if s.price > price), None)
    if low is None or high is None:
        end = streets[0] if low is None else streets[-1]
        return tuple(_rounded(rent * price / end.price, MOST_RENT) for rent in end.rents)
    share = (price - low.price) / (high.price - low.price)
    return tuple(
        _rounded(a + (b - a) * share, MOST_RENT) for a, b in zip(low.rents, high.rents, strict=True)
    )


def cost_at(mean: float) -> int:
    """The cost of a house that follows from the mean price of a group's streets: that of the printed group
    whose mean price is nearest, or in proportion beyond the printed ones."""
    rows = _printed_costs()
    for end in (rows[0], rows[-1]):
        outside = mean < end[0] if end is rows[0] else mean > end[0]
        if outside:
            return _rounded(end[1] * mean / end[0], MOST_COST)
    return min(rows, key=lambda row: abs(row[0] - mean))[1]


def rank_of(draft: BoardDraft, at: int) -> int:
    """The number of streets before this space."""
    return sum(space.kind == "street" for space in draft.spaces[:at])


def following_rents(draft: BoardDraft, at: int) -> tuple[int, ...]:
    """The rents that follow from the price of this space. Those of railroads and utilities are the printed
    ones."""
    space = draft.spaces[at]
    if space.kind == "street":
        return rents_at(space.price, rank_of(draft, at))
    return OTHERS[space.kind][1] if space.kind in OTHERS else ()


def following_cost(draft: BoardDraft, group: DraftGroup) -> int:
    """The cost of a house that follows from the prices of this group; its own cost if it has no streets."""
    prices = [draft.spaces[at].price for at in draft.members(group.id)]
    return cost_at(sum(prices) / len(prices)) if prices else group.house_cost


def printed_price(draft: BoardDraft, at: int) -> int:
    """The price of the printed board at this place: that of the street with the same rank, or of a railroad
    or utility; 0 for other spaces."""
    kind = draft.spaces[at].kind
    if kind in OTHERS:
        return OTHERS[kind][0]
    if kind != "street":
        return 0
    streets = printed_streets()
    return streets[min(rank_of(draft, at), len(streets) - 1)].price


def distance(draft: BoardDraft, at: int) -> float:
    """How far a street's rents lie from the curve: the mean of their ratios, less 1 (0.1: 10% above)."""
    space = draft.spaces[at]
    usual = following_rents(draft, at)
    if space.kind != "street" or len(space.rents) != len(usual):
        return 0.0
    return sum(own / rent for own, rent in zip(space.rents, usual, strict=True)) / len(usual) - 1


def followed(before: BoardDraft, after: BoardDraft) -> BoardDraft:
    """``after``, where every rent and cost that followed its price in ``before``, and that the change has
    not touched, follows its price again."""
    if before.spaces is after.spaces and before.groups is after.groups:
        return after
    was = {space.id: at for at, space in enumerate(before.spaces)}
    spaces = list(after.spaces)
    for at, space in enumerate(after.spaces):
        there = was.get(space.id)
        if space.kind == "street" and there is not None:
            spaces[at] = _follow(before, there, after, at)
    if any(a is not b for a, b in zip(spaces, after.spaces, strict=True)):
        after = replace(after, spaces=tuple(spaces))
    groups = list(after.groups)
    for n, group in enumerate(after.groups):
        old = before.group(group.id)
        if (
            old is not None
            and old.house_cost == group.house_cost == following_cost(before, old)
            and (cost := following_cost(after, group)) != group.house_cost
        ):
            groups[n] = replace(group, house_cost=cost)
    if any(a is not b for a, b in zip(groups, after.groups, strict=True)):
        after = replace(after, groups=tuple(groups))
    return after


def _follow(before: BoardDraft, there: int, after: BoardDraft, at: int) -> DraftSpace:
    old, new = before.spaces[there], after.spaces[at]
    if old.kind != "street" or len(old.rents) != RENTS or len(new.rents) != RENTS:
        return new
    usual, now = following_rents(before, there), following_rents(after, at)
    rents = tuple(
        now[n] if new.rents[n] == old.rents[n] == usual[n] else new.rents[n] for n in range(RENTS)
    )
    return new if rents == new.rents else replace(new, rents=rents)
