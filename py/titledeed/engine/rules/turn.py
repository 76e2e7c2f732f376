"""Turns: starting throws, moves, doubles, the end of a turn and of a round.
Clauses: setup.starting-player, setup.shuffle, turn.*, doubles.*, ending of agreed limits."""

from __future__ import annotations

from typing import Final

from ..agenda_step_types import PassTurn, Settle
from ..answers import (
    Dice,
    End,
    Roll,
    Shuffle,
    TimeUp,
)
from ..asks import (
    AskDice,
    AskOrder,
    AskRoll,
    AskShuffle,
)
from ..mutations import Mutator
from ..special_seats_and_ids import FREE, Because
from ..state import (
    State,
)
from . import leaving_jail, movement_and_landing, rent, short_game

_THROW: Final[Because] = ("turn.throw-and-move", "setup.dice")
_DOUBLES: Final = ("doubles.extra-throw", "doubles.resolve-space")
_RELEASED: Final = (*_DOUBLES, "jail.doubles-after-release", "jail.exit-throw-played")
_THIRD: Final = ("doubles.third", "jail.entry", "jail.direct", "jail.ends-turn")
_END: Final = ("turn.order", "turn.completion")


# ---------------------------------------------------------------- before the first turn


def shuffle_violations(state: State, ask: AskShuffle, seat: int, answer: Shuffle) -> Because:
    deck = state.decks[ask.deck]
    known, rest = deck[: len(deck) - ask.count], deck[len(deck) - ask.count :]
    order = list(answer.order)
    if answer.deck != ask.deck or not (
        sorted(order) == sorted(rest)
        or (order[: len(known)] == known and sorted(order[len(known) :]) == sorted(rest))
    ):
        return ("setup.shuffle", "setup.card-decks")
    return ()


def shuffle(tx: Mutator, ask: AskShuffle, seat: int, answer: Shuffle) -> None:
    tx.pop()
    tx.count_draw()
    known = tx.state.decks[ask.deck]
    known = known[: len(known) - ask.count]
    order = list(answer.order)
    if len(order) == ask.count:
        order = known + order
    tx.order_deck(ask.deck, order, ("setup.shuffle", "setup.card-decks", "setup.decks-placed"))


def throw_for_start(tx: Mutator, ask: AskOrder, seat: int, answer: Roll) -> None:
    tx.push(AskDice(seat, "order"))


def _thrown_for_start(tx: Mutator, a: int, b: int) -> None:
    ask = tx.pop()
    assert isinstance(ask, AskOrder)
    clauses: Because = ("setup.starting-player",)
    tx.tell("throw", clauses, seat=ask.seat, a=a, b=b, purpose="order", space=-1)
    totals = (*ask.totals, (ask.seat, a + b))
    if ask.rest:
        tx.push(AskOrder(ask.rest[0], ask.rest[1:], totals))
        return
    best = max(total for _, total in totals)
    first = [seat for seat, total in totals if total == best]
    if len(first) > 1:  # players who tie throw again (ruling: setup.starting-player)
        tx.tell("tie", clauses, seats=tuple(first), total=best)
        tx.push(AskOrder(first[0], tuple(first[1:]), ()))
    else:
        own_cash = "starting-cash" in tx.rules.house_rules
        tx.first_turn(
            first[0],
            (
                "setup.starting-player",
                "setup.tokens-on-go",
                "house.starting-cash" if own_cash else "setup.starting-cash",
                "setup.leftovers-to-bank",
            ),
        )


# ---------------------------------------------------------------- the throw


def roll(tx: Mutator, ask: AskRoll, seat: int, answer: Roll) -> None:
    """Make the throw of a move, which ages the open rent claims."""
    first = tx.count_throw()
    if first and tx.state.claims:
        rent.age_claims(tx)
    tx.begin_move(seat, ask.released)


def dice(tx: Mutator, ask: AskDice, seat: int, answer: Dice) -> None:
    tx.pop()
    tx.count_draw()
    a, b = answer.a, answer.b
    if ask.purpose == "move":
        _move(tx, ask.mover, a, b, ask.released)
    elif ask.purpose == "order":
        _thrown_for_start(tx, a, b)
    else:
        rent.thrown(tx, a, b)


def _move(tx: Mutator, mover: int, a: int, b: int, released: bool) -> None:
    state = tx.state
    if tx.events is not None:
        clauses = _THROW
        if a == b and state.jail[mover] == FREE:
            clauses += _RELEASED if released else _DOUBLES
        elif released:
            clauses += ("jail.exit-throw-played",)
        tx.tell(
            "throw",
            clauses,
            seat=mover,
            a=a,
            b=b,
            purpose="move",
            space=-1,
            jail=state.jail[mover],
        )
    tx.use_up_throw()
    if state.jail[mover] != FREE:
        leaving_jail.throw(tx, mover, a, b)
    elif a != b:
        movement_and_landing.walk(tx, mover, a + b)
    elif tx.count_doubles(True) == 3:
        tx.lock_up(mover, _THIRD)
    else:
        movement_and_landing.walk(tx, mover, a + b, ("doubles.resolve-space",))


# ---------------------------------------------------------------- the end of a move


def settle(tx: Mutator, step: Settle) -> None:
    """Finish a move: owe another throw if doubles earned one, else ask for the end of the turn."""
    state = tx.state
    if state.again and state.jail[step.seat] == FREE:
        tx.tell("again", ("doubles.extra-throw", "doubles.resolve-space"), seat=step.seat)
        tx.use_up_throw()
        tx.ask_roll(step.seat)
    else:
        tx.ask_end(step.seat, step.freed)


def end(tx: Mutator, ask: object, seat: int, answer: End) -> None:
    tx.pop()
    pass_turn(tx, PassTurn(seat))


def pass_turn(tx: Mutator, step: PassTurn) -> None:
    """Pass the turn to the next playing seat. A round ends when the turn reaches or passes the seat that
    started."""
    state = tx.state
    seat = next_seat(state, step.seat)
    if state.drawn:
        tx.return_drawn(("cards.return-timing",))
    new_round = _ends_round(state, step.seat, seat)
    if new_round and state.time_up:
        short_game.finish(tx, ("house.limit-minutes", "short-game.score"))
    elif new_round and tx.rules.limit_rounds and state.round >= tx.rules.limit_rounds:
        short_game.finish(tx, ("house.limit-rounds", "short-game.score"))
    else:
        tx.give_turn(seat, new_round, _END)


def next_seat(state: State, seat: int) -> int:
    """The seat whose turn follows that of ``seat``."""
    by, n = state.rules.turn_step, state.seats
    following = (seat + by) % n
    while not state.playing[following]:
        following = (following + by) % n
    return following


def _ends_round(state: State, seat: int, following: int) -> bool:
    by, n = state.rules.turn_step, state.seats
    return (following - state.starter) * by % n <= (seat - state.starter) * by % n


def is_last(state: State, seat: int) -> bool:
    """Whether an agreed limit ends the game with this turn of the seat."""
    limit = state.rules.limit_rounds
    over = state.time_up or bool(limit and state.round >= limit)
    return over and _ends_round(state, seat, next_seat(state, seat))


def time_up_violations(state: State, seat: int, answer: TimeUp) -> Because:
    if not state.rules.limit_minutes or state.time_up:
        return ("house.limit-minutes", "ending.last-player")
    return ()


def time_up(tx: Mutator, seat: int, answer: TimeUp) -> None:
    tx.agree_time_up(("house.limit-minutes",))
