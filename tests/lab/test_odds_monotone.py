"""All else equal, more cash, a deed more or a lifted mortgage never lowers a seat's odds, and no sale at
mortgage value raises the seller's."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from random_positions import random_position
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.special_seats_and_ids import BANK
from titledeed.engine.state import (
    State,
)
from titledeed.odds import WHOLE
from titledeed.odds.features import feature_rows, rising_features
from titledeed.odds.model import odds_of_features

ROOT = Path(__file__).resolve().parents[2]
NEAR = 1e-9  # the sums of a row are floats
POINT = WHOLE // 100
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")
EDITIONS = ("atlantic-city", "london", "australia")
LIMITS = (0, 0, 0, 15, 60)
AMOUNTS = (1, 10, 50, 200, 1000)

# Some changes of a position, each with the seat that it concerns.
Changes = Iterator[tuple[int, State]]
Change = Callable[[State, random.Random], Changes]


def seats_of(state: State) -> list[int]:
    return [seat for seat in range(state.seats) if state.playing[seat]]


def more_cash(state: State, draw: random.Random) -> Changes:
    for seat in seats_of(state):
        after = state.copy()
        after.cash[seat] += draw.choice(AMOUNTS)
        yield seat, after


def a_deed_from_the_bank(state: State, draw: random.Random) -> Changes:
    unsold = [i for i in state.rules.ownable if state.owner[i] == BANK]
    for seat in seats_of(state) if unsold else ():
        after = state.copy()
        after.owner[draw.choice(unsold)] = seat
        yield seat, after


def a_lifted_mortgage(state: State, draw: random.Random) -> Changes:
    for seat in seats_of(state):
        pawned = [i for i in state.rules.ownable if state.owner[i] == seat and state.mortgaged[i]]
        if pawned:
            after = state.copy()
            after.mortgaged[draw.choice(pawned)] = False
            yield seat, after


def a_sale_at_mortgage_value(state: State, draw: random.Random) -> Changes:
    rules = state.rules
    for seat in seats_of(state):
        deeds = [
            i
            for i in rules.ownable
            if state.owner[i] == seat
            and not state.mortgaged[i]
            and not any(state.level[j] for j in rules.members[i])
        ]
        rivals = [other for other in seats_of(state) if other != seat]
        for i in draw.sample(deeds, min(len(deeds), 3)):
            loan = rules.mortgage_value[i]
            buyers = [other for other in rivals if state.cash[other] >= loan]
            if buyers:
                buyer = draw.choice(buyers)
                after = state.copy()
                after.owner[i] = buyer
                after.cash[seat] += loan
                after.cash[buyer] -= loan
                yield seat, after


def rules_of(book: str, draw: random.Random) -> Iterator[Rules]:
    """Rules of this book without end, on every edition, some with a limit of rounds or the Short Game."""
    made = [
        rules_compiler.make_rules(
            book, edition, variant=variant, house_rules={"limit-rounds": limit} if limit else {}
        )
        for edition in EDITIONS
        for limit in LIMITS
        for variant in (("standard", "short") if book == "parker1973" else ("standard",))
    ]
    while True:
        yield from draw.sample(made, 1) * 10  # a few positions each, as the model caches few boards


COUNTS = [40, pytest.param(2000, marks=pytest.mark.long)]
CHANGES = {
    more_cash: (1, 0.05),
    a_deed_from_the_bank: (1, 0.05),
    a_lifted_mortgage: (1, 0.05),
    a_sale_at_mortgage_value: (-1, 0.1),
}


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_no_gain_lowers_the_odds_and_no_sale_at_mortgage_value_raises_them(
    book: str, count: int
) -> None:
    draw = random.Random(f"{book} {count}")
    worst: dict[str, float] = {}
    seen: dict[str, int] = {}
    wrong: dict[str, int] = {}
    for _, rules in zip(range(count), rules_of(book, draw), strict=False):
        state = random_position(rules, draw)
        before = odds_of_features(state)
        for change, (sign, tolerance) in CHANGES.items():
            for seat, after in change(state, draw):
                off = sign * (before[seat] - odds_of_features(after)[seat]) / POINT
                name = change.__name__
                seen[name] = seen.get(name, 0) + 1
                worst[name] = max(worst.get(name, 0.0), off)
                wrong[name] = wrong.get(name, 0) + (off > tolerance)
    assert len(seen) == len(CHANGES)
    assert not any(wrong.values()), (worst, wrong, seen)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.long)])
def test_rising_features_rise_and_free_ones_stay(book: str, count: int) -> None:
    """The rows of the seat, of its rivals and of the parties to a sale, feature by feature.

    If this holds, the odds are monotone for any weights of the right signs, not only for today's."""
    draw = random.Random(f"{book} {count}")
    rising = rising_features()
    for _, rules in zip(range(count), rules_of(book, draw), strict=False):
        state = random_position(rules, draw)
        seats, before = feature_rows(state)
        for change in CHANGES:
            for seat, after in change(state, draw):
                _, rows = feature_rows(after)
                sale = change is a_sale_at_mortgage_value
                buyers = {o for o in seats if sale and after.cash[o] < state.cash[o]}
                for who, old, new in zip(seats, before, rows, strict=True):
                    up = who in buyers or (who == seat and not sale)
                    stays = sale and who != seat and not up
                    wrong = [
                        n
                        for n, (a, b) in enumerate(zip(old, new, strict=True))
                        if abs(a - b) > NEAR and (stays or not rising[n] or up != (b > a))
                    ]
                    assert not wrong, (change.__name__, who, seat, wrong)


def test_no_weight_has_the_wrong_sign() -> None:
    """More of a rising feature raises the strength by the linear term and by each hidden unit."""
    table = json.loads((ROOT / "py" / "titledeed" / "odds" / "weights.json").read_text("utf-8"))
    for rises, linear, row in zip(rising_features(), table["line"], table["into"], strict=True):
        if rises:
            assert linear >= 0
            assert min(w * out for w, out in zip(row, table["out"], strict=True)) >= 0
