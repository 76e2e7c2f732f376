"""The trade model: its sums, its weights, and what it sees that the odds do not."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from random_positions import random_position
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.special_seats_and_ids import BANK
from titledeed.odds import WHOLE
from titledeed.odds.model import Network, odds_of_features
from titledeed.odds.trade_features import COMMON, OWN, SETS, read_trade_features
from titledeed.odds.trade_model import LAYOUT, odds_for_trades

ROOT = Path(__file__).resolve().parents[2]
BOOKS = ("classic", "australian", "modern", "wikibooks", "parker1973")


@pytest.mark.parametrize("book", BOOKS)
def test_the_odds_add_up_and_each_is_at_least_one(book: str) -> None:
    rules = rules_compiler.make_rules(book, "atlantic-city")
    draw = random.Random(book)
    for _ in range(30):
        state = random_position(rules, draw)
        odds = odds_for_trades(state)
        assert sum(odds.values()) == WHOLE
        assert min(odds.values()) >= 1
        assert sorted(odds) == [seat for seat, plays in enumerate(state.playing) if plays]


def test_the_rows_have_the_size_of_the_weights() -> None:
    table = json.loads((ROOT / "py/titledeed/odds/trade_weights.json").read_text())
    assert len(table["line"]) == len(table["into"]) == OWN + SETS + COMMON
    state = random_position(rules_compiler.make_rules("modern", "atlantic-city"), random.Random(1))
    seats, rows, common = read_trade_features(state)
    assert len(seats) == len(rows) > 1
    assert {len(row.own) for row in rows} == {OWN}
    assert len(common) == COMMON
    with pytest.raises(ValueError, match="other numbers"):
        Network(table)
    assert table["line"][-COMMON:] == [0.0] * COMMON  # so the sharpness is 1
    Network(table, LAYOUT)


def test_cash_counts_apart_from_loans() -> None:
    """A seat that mortgages deeds for cash has the same cash and loans together as before. The odds see
    only the interest that it now owes; the trade model sees that a seat without cash has become richer
    in cash."""
    rules = rules_compiler.make_rules("modern", "atlantic-city")
    draw = random.Random(7)
    changed = 0
    for _ in range(40):
        state = random_position(rules, draw)
        seat = next(seat for seat, plays in enumerate(state.playing) if plays)
        own = [
            i
            for i in rules.ownable
            if state.owner[i] == seat
            and not state.mortgaged[i]
            and not any(state.level[j] for j in rules.members[i])
        ]
        state.cash[seat] = 5
        before = odds_for_trades(state)[seat]
        odds = odds_of_features(state)[seat]
        for i in own[:3]:
            state.mortgaged[i] = True
            state.cash[seat] += rules.mortgage_value[i]
        changed += odds_for_trades(state)[seat] > before and odds_of_features(state)[seat] <= odds
    assert changed > 5


def test_a_swap_of_missing_deeds_is_seen() -> None:
    """Two seats that each lack one deed, held by the other, could swap them. The row tells them from
    seats that lack a deed of the Bank."""
    rules = rules_compiler.make_rules("modern", "atlantic-city")
    state = random_position(rules, random.Random(3))
    state.playing = [True] * state.seats
    state.owner = [BANK if owner != BANK else owner for owner in state.owner]
    state.level = [0] * len(state.level)
    brown, light = (6, 8, 9), (11, 13, 14)
    for i in brown[:2]:
        state.owner[i] = 0
    for i in light[:2]:
        state.owner[i] = 1
    state.owner[brown[2]], state.owner[light[2]] = 1, 0
    _, rows, _ = read_trade_features(state)
    swaps, blocks = 46, 45
    assert [row.own[swaps] for row in rows[:2]] == [0.5, 0.5]
    assert [row.own[blocks] for row in rows[:2]] == [0.5, 0.5]
    state.owner[brown[2]] = BANK
    _, rows, _ = read_trade_features(state)
    assert [row.own[swaps] for row in rows[:2]] == [0.0, 0.0]
