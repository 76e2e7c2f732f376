"""In the last round of an agreed limit no bot gives up what it expects to have at the end, unless a debt
forces it. The expectation is computed here from the state alone, by the dice and the final score."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from random_positions import random_position
from scene import BOOKS
from titledeed.bots import BOTS, CHOOSABLE
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Accept,
    Bid,
    Build,
    Bundle,
    Buy,
    Fine,
    Mortgage,
    Offer,
    Redeem,
    Sell,
    SellDown,
)
from titledeed.engine.asks import AskAnswer, AskBid, AskDebt, AskRoll, Over
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.reducer import play
from titledeed.engine.rules.rent import fixed_rent, utility_times
from titledeed.engine.rules.short_game import score
from titledeed.engine.special_seats_and_ids import BANK, CHANCE, FREE
from titledeed.engine.state import State
from titledeed.game.bot_scheduler import BotScheduler

EDITIONS = ("atlantic-city", "london", "australia")
LIMIT = 20
DICE = [(a, b) for a in range(1, 7) for b in range(1, 7)]
TOLERANCE = 12.0  # the bots count with cards that move a token; the expectation here does not
FREE_ANSWERS = (Redeem, Build, Buy, Fine, Mortgage, Sell, SellDown)


def throws(state: State, seat: int) -> bool:
    """Whether the seat still throws in this round."""
    if seat == state.turn:
        return any(isinstance(ask, AskRoll) for ask in state.agenda)
    step, n = state.rules.turn_step, state.seats
    return (seat - state.starter) * step % n > (state.turn - state.starter) * step % n


def rent(state: State, space: int, dice: tuple[int, int]) -> int:
    if state.owner[space] == BANK or state.mortgaged[space]:
        return 0
    if state.rules.kind[space] == "utility":
        return utility_times(state, space) * sum(dice)
    return fixed_rent(state, space)


def expected(state: State, seat: int) -> float:
    """The final score that the seat may expect: its score now, the rents of the throws that are left, and
    less what a debt of its own throw would make it sell below cost."""
    total = float(score(state, seat))
    rules = state.rules
    for other in range(state.seats):
        if not state.playing[other] or not throws(state, other):
            continue
        for dice in DICE:
            space = (state.at[other] + sum(dice)) % 40
            owner = state.owner[space]
            if other != seat and owner == seat:
                total += rent(state, space, dice) / 36
            elif other == seat and owner not in (BANK, seat):
                short = rent(state, space, dice) - state.cash[seat]
                mine = [i for i in rules.ownable if state.owner[i] == seat]
                for i in mine:
                    built = any(state.level[j] for j in rules.members[i])
                    if not state.mortgaged[i] and not built:
                        short -= rules.mortgage_value[i]
                houses = sum(state.level[i] * rules.cost[i] for i in mine) // 2
                if short > 0:
                    total -= min(short, houses) / 36
                if short > houses:
                    total -= (score(state, seat) - rent(state, space, dice)) / 36
    return total


def given(state: State, seat: int, other: int, give: Bundle, get: Bundle) -> State:
    """The state after the seat has given ``give`` to ``other`` for ``get``."""
    new = state.copy()
    interest = state.rules.transfer_interest
    for bundle, by, to in ((give, seat, other), (get, other, seat)):
        new.cash[by] -= bundle.cash
        new.cash[to] += bundle.cash
        for i in bundle.deeds:
            new.owner[i] = to
            new.cash[to] -= interest[i] if state.mortgaged[i] else 0
    return new


def after(state: State, seat: int, answer: object) -> State | None:
    """The state in which the answer results; None for an answer that costs nothing."""
    ask = state.ask
    if isinstance(answer, Bid) and isinstance(ask, AskBid):
        if ask.lot < 0:
            return None
        new = state.copy()
        new.owner[ask.lot] = seat
        new.cash[seat] -= answer.amount
        return new
    if isinstance(answer, Offer):
        return given(state, seat, answer.to, answer.give, answer.get)
    if isinstance(answer, Accept) and isinstance(ask, AskAnswer):
        return given(state, seat, ask.by, ask.get, ask.give)
    if isinstance(answer, FREE_ANSWERS) and not isinstance(ask, AskDebt):
        return play(state, seat, answer)[0]
    return None


@cache
def rules_of(book: str, edition: str) -> Rules:
    return rules_compiler.make_rules(book, edition, house_rules={"limit-rounds": LIMIT})


def last_round(book: str, n: int) -> Iterator[tuple[str, int, State, object]]:
    """The answers of bots in the last round from a random position: the character, its seat, the state and
    the answer."""
    draw = random.Random(f"{book} {n}")
    state = random_position(rules_of(book, EDITIONS[n % len(EDITIONS)]), draw)
    state.round = LIMIT
    names = [draw.choice(CHOOSABLE) for _ in range(state.seats)]
    players = BotScheduler([BOTS[name]() for name in names])
    for seat in range(state.seats):
        players.purchases[seat][:] = draw.choice(((0, 0), (6, 0), (2, 4)))
    for _ in range(400):
        if isinstance(state.ask, Over):
            return
        if state.ask.seat == CHANCE:
            seat, answer = CHANCE, rng.chance_answer(state, n)
        else:
            chosen = players.next(state)
            assert chosen is not None
            seat, answer = chosen[0], chosen[1].answer
            yield names[seat], seat, state, answer
        players.follow(state, seat, answer, again=False, opens=False)
        players.note(state.turns, seat, answer)
        state, _ = play(state, seat, answer)
    raise AssertionError("the last round does not end")


def in_jail(state: State) -> bool:
    return any(
        state.playing[o] and state.jail[o] != FREE and throws(state, o) for o in range(state.seats)
    )


def losses(book: str, n: int) -> Iterator[tuple[str, object, float]]:
    for name, seat, state, answer in last_round(book, n):
        then = after(state, seat, answer)
        # The first throw of a prisoner depends on how it leaves jail.
        if then is None or in_jail(state):
            continue
        yield name, answer, expected(then, seat) - expected(state, seat)


def check(book: str, numbers: range) -> None:
    seen = 0
    bad = []
    for n in numbers:
        for name, answer, gain in losses(book, n):
            seen += 1
            if gain < -TOLERANCE:
                bad.append((n, name, answer, round(gain, 1)))
    assert bad == []
    assert seen > len(numbers) / 4


@pytest.mark.parametrize("book", BOOKS)
def test_nothing_in_the_last_round_lowers_the_expected_score(book: str) -> None:
    check(book, range(100))


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
def test_nothing_in_2000_last_rounds_lowers_the_expected_score(book: str) -> None:
    check(book, range(100, 2_100))
