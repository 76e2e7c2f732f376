"""Random positions of any rulebook: who has what, and where everybody stands, without a game behind them."""

from __future__ import annotations

import random

from titledeed.engine.asks import (
    AskRoll,
)
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.special_seats_and_ids import BANK, FREE
from titledeed.engine.state import (
    State,
)

SEATS = (2, 3, 4, 4, 4, 4, 5, 6, 8)
ROUNDS = (6, 20, 60, 150, 500)
PURSES = (60, 400, 1500, 5000)


def random_position(rules: Rules, draw: random.Random) -> State:
    """A position at the start of a turn. In about half of them nobody has a complete group."""
    n = draw.choice(SEATS)
    state = lay_out_state(rules, n, asked=False, by_hand=False)
    playing = [True] * n
    if n > 2 and draw.random() < 0.3:
        playing[draw.randrange(n)] = False
    seats = [seat for seat in range(n) if playing[seat]]
    state.playing = playing
    unsold = draw.choice((0.0, 0.1, 0.5, 0.9))
    for i in rules.ownable:
        state.owner[i] = BANK if draw.random() < unsold else draw.choice(seats)
    for group in rules.edition.groups:
        if draw.random() < draw.choice((0.0, 0.0, 0.3)):
            owner = draw.choice(seats)
            for i in group.members:
                state.owner[i] = owner
    pawned = draw.choice((0.0, 0.15, 0.6))
    for i in rules.ownable:
        state.mortgaged[i] = state.owner[i] != BANK and draw.random() < pawned
    for group in rules.edition.groups:
        owners = {state.owner[i] for i in group.members}
        bare = len(owners) > 1 or BANK in owners or any(state.mortgaged[i] for i in group.members)
        if bare or draw.random() < 0.5:
            continue
        level = draw.randrange(rules.top)
        for i in group.members:
            state.level[i] = level + draw.randrange(2)
    purse = draw.choice(PURSES)
    state.cash = [draw.randrange(purse) if plays else 0 for plays in playing] + state.cash[n:]
    state.at = [draw.randrange(40) for _ in range(n)]
    state.jail = [FREE if draw.random() < 0.9 else 0 for _ in range(n)]
    for seat in range(n):
        if state.jail[seat] != FREE:
            state.at[seat] = rules.jail_at
    state.turn = draw.choice(seats)
    state.starter = draw.choice(seats)
    state.round = draw.randint(1, draw.choice(ROUNDS))
    state.agenda = [AskRoll(state.turn)]
    return state
