"""The amounts, spaces and groups in a bot's reason are those of the game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping

import pytest

import mixed_games
from scene import BOOKS
from titledeed import api as w
from titledeed.bots import BOTS
from titledeed.bots.protocol import Choice
from titledeed.engine import rng
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import play
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.engine.state import (
    State,
)
from titledeed.game.bot_scheduler import BotScheduler


def choices(book: str, n: int, most: int) -> Iterator[tuple[State, int, Choice]]:
    """Yield the choices of bots in a game, each with the state before it and the seat."""
    table = mixed_games.record(book, n)
    state = Game(read_record({**table, "chance": "dealt"})).state
    draw = random.Random(n)
    characters = [draw.choice(mixed_games.CHARACTERS) for _ in range(state.seats)]
    players = BotScheduler([BOTS[name]() for name in characters])
    for _ in range(most):
        if isinstance(state.ask, Over):
            return
        seat, answer = CHANCE, None
        if state.ask.seat == CHANCE:
            answer = rng.chance_answer(state, table["seed"])
        else:
            chosen = players.next(state)
            assert chosen is not None
            seat, choice = chosen
            answer = choice.answer
            yield state, seat, choice
        players.follow(state, seat, answer, again=False, opens=False)
        players.note(state.turns, seat, answer)
        state, _ = play(state, seat, answer)


def cost_of(state: State, answer: w.Answer) -> int | None:
    """Return the price of the building or of lifting the mortgage that the answer decides on."""
    match answer:
        case w.Build(space=space):
            return state.rules.cost[space]
        case w.Redeem(space=space) if space >= 0:
            return state.rules.lift_cost[space]
        case w.Redeem() | w.Keep():
            return state.rules.lift_cost[state.ask.space]  # type: ignore[union-attr]
    return None


def faults(state: State, seat: int, choice: Choice) -> Iterator[str]:
    """Yield the false facts in a reason."""
    facts: Mapping[str, int] = choice.facts
    answer, ask, rules, cash = choice.answer, state.ask, state.rules, state.cash[seat]
    cost, space = cost_of(state, answer), facts.get("space", -1)
    true = {
        "fine": {rules.jail_fine},
        "cost": {cost} if cost is not None else {facts.get("cost")},
        "missing": {facts.get("amount", 0) - cash},
        "loan": {rules.mortgage_value[space]},
    }
    if space >= 0 and not isinstance(ask, w.AskBid):
        true["price"] = {rules.price[space]}
    if isinstance(ask, w.AskDebt):
        true["amount"] = {ask.amount}
    if not isinstance(ask, w.AskAnswer):  # there "cash" is the offered amount
        true["cash"] = {cash, cash - (cost or 0)}
    for name, value in facts.items():
        if name in true and value not in true[name]:
            yield name
    unsold = sum(state.owner[i] < 0 for i in rules.ownable)
    if "unsold" in choice.why and facts["count"] != unsold:
        yield "unsold"
    if "complete group" in choice.why and len({state.owner[i] for i in rules.members[space]}) > 1:
        yield "complete group"
    landed = (
        isinstance(ask, (w.AskBuy, w.AskBid)) and state.turn == seat and state.at[seat] == space
    )
    if "land on" in choice.why and landed and "did not" in choice.why:
        yield "landed"
    if "landed on" in choice.why and not landed:
        yield "not landed"


@pytest.mark.parametrize("book", BOOKS)
def test_what_bots_say_is_true(book: str) -> None:
    wrong: Counter[tuple[str, str]] = Counter()
    reasons = 0
    for n in range(500, 504):
        for state, seat, choice in choices(book, n, 300):
            reasons += bool(choice.why)
            wrong.update((fault, choice.why) for fault in faults(state, seat, choice))
    assert wrong == Counter()
    assert reasons > 300
