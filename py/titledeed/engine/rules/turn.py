"""Turns: starting throws, moves, doubles, the end of a turn and of a round.
Clauses: setup.starting-player, setup.shuffle, turn.*, doubles.*, ending of agreed limits."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    FREE,
    AskDice,
    AskOrder,
    AskRoll,
    AskShuffle,
    Because,
    Dice,
    End,
    PassTurn,
    Roll,
    Settle,
    Shuffle,
    State,
    TimeUp,
)
from . import jail, landing, rent, short_game

_THROW: Final[Because] = ("turn.throw-and-move", "setup.dice")
_DOUBLES: Final = ("doubles.extra-throw", "doubles.resolve-space")
_RELEASED: Final = (*_DOUBLES, "jail.doubles-after-release", "jail.exit-throw-played")
_THIRD: Final = ("doubles.third", "jail.entry", "jail.direct", "jail.ends-turn")
_END: Final = ("turn.order", "turn.completion")


# ---------------------------------------------------------------- before the first turn


def bar_shuffle(s: State, ask: AskShuffle, seat: int, answer: Shuffle) -> Because:
    deck = s.decks[ask.deck]
    known, rest = deck[: len(deck) - ask.count], deck[len(deck) - ask.count :]
    order = list(answer.order)
    if answer.deck != ask.deck or not (
        sorted(order) == sorted(rest)
        or (order[: len(known)] == known and sorted(order[len(known) :]) == sorted(rest))
    ):
        return ("setup.shuffle", "setup.card-decks")
    return ()


def shuffle(t: Table, ask: AskShuffle, seat: int, answer: Shuffle) -> None:
    t.pop()
    t.count_draw()
    known = t.s.decks[ask.deck]
    known = known[: len(known) - ask.count]
    order = list(answer.order)
    if len(order) == ask.count:
        order = known + order
    t.order_deck(ask.deck, order, ("setup.shuffle", "setup.card-decks", "setup.decks-placed"))


def throw_for_start(t: Table, ask: AskOrder, seat: int, answer: Roll) -> None:
    t.push(AskDice(seat, "order"))


def _thrown_for_start(t: Table, a: int, b: int) -> None:
    ask = t.pop()
    assert isinstance(ask, AskOrder)
    because: Because = ("setup.starting-player",)
    t.tell("throw", because, seat=ask.seat, a=a, b=b, purpose="order", space=-1)
    totals = (*ask.totals, (ask.seat, a + b))
    if ask.rest:
        t.push(AskOrder(ask.rest[0], ask.rest[1:], totals))
        return
    best = max(total for _, total in totals)
    first = [seat for seat, total in totals if total == best]
    if len(first) > 1:  # players who tie throw again (ruling: setup.starting-player)
        t.tell("tie", because, seats=tuple(first), total=best)
        t.push(AskOrder(first[0], tuple(first[1:]), ()))
    else:
        own_cash = "starting-cash" in t.rules.house_rules
        t.first_turn(
            first[0],
            (
                "setup.starting-player",
                "setup.tokens-on-go",
                "house.starting-cash" if own_cash else "setup.starting-cash",
                "setup.leftovers-to-bank",
            ),
        )


# ---------------------------------------------------------------- the throw


def roll(t: Table, ask: AskRoll, seat: int, answer: Roll) -> None:
    """Make the throw of a move, which ages the open rent claims."""
    first = t.count_throw()
    if first and t.s.claims:
        rent.age_claims(t)
    t.begin_move(seat, ask.released)


def dice(t: Table, ask: AskDice, seat: int, answer: Dice) -> None:
    t.pop()
    t.count_draw()
    a, b = answer.a, answer.b
    if ask.purpose == "move":
        _move(t, ask.mover, a, b, ask.released)
    elif ask.purpose == "order":
        _thrown_for_start(t, a, b)
    else:
        rent.thrown(t, a, b)


def _move(t: Table, mover: int, a: int, b: int, released: bool) -> None:
    s = t.s
    if t.events is not None:
        because = _THROW
        if a == b and s.jail[mover] == FREE:
            because += _RELEASED if released else _DOUBLES
        elif released:
            because += ("jail.exit-throw-played",)
        t.tell(
            "throw",
            because,
            seat=mover,
            a=a,
            b=b,
            purpose="move",
            space=-1,
            jail=s.jail[mover],
        )
    t.use_up_throw()
    if s.jail[mover] != FREE:
        jail.throw(t, mover, a, b)
    elif a != b:
        landing.walk(t, mover, a + b)
    elif t.count_doubles(True) == 3:
        t.lock_up(mover, _THIRD)
    else:
        landing.walk(t, mover, a + b, ("doubles.resolve-space",))


# ---------------------------------------------------------------- the end of a move


def settle(t: Table, step: Settle) -> None:
    """Finish a move: another throw if doubles earned one, else ask for the end of the turn."""
    s = t.s
    if s.again and s.jail[step.seat] == FREE:
        t.tell("again", ("doubles.extra-throw", "doubles.resolve-space"), seat=step.seat)
        t.use_up_throw()
        t.ask_roll(step.seat)
    else:
        t.ask_end(step.seat, step.freed)


def end(t: Table, ask: object, seat: int, answer: End) -> None:
    t.pop()
    pass_turn(t, PassTurn(seat))


def pass_turn(t: Table, step: PassTurn) -> None:
    """Pass the turn to the next playing seat. A round ends when the turn reaches or passes the starter's
    place."""
    s = t.s
    seat = next_seat(s, step.seat)
    if s.drawn:
        t.return_drawn(("cards.return-timing",))
    new_round = _ends_round(s, step.seat, seat)
    if new_round and s.time_up:
        short_game.finish(t, ("house.limit-minutes", "short-game.score"))
    elif new_round and t.rules.limit_rounds and s.round >= t.rules.limit_rounds:
        short_game.finish(t, ("house.limit-rounds", "short-game.score"))
    else:
        t.give_turn(seat, new_round, _END)


def next_seat(s: State, seat: int) -> int:
    """The seat whose turn follows that of ``seat``."""
    by, n = s.rules.turn_step, s.seats
    following = (seat + by) % n
    while not s.playing[following]:
        following = (following + by) % n
    return following


def _ends_round(s: State, seat: int, following: int) -> bool:
    by, n = s.rules.turn_step, s.seats
    return (following - s.starter) * by % n <= (seat - s.starter) * by % n


def is_last(s: State, seat: int) -> bool:
    """Whether an agreed limit ends the game with this turn of the seat."""
    limit = s.rules.limit_rounds
    over = s.time_up or bool(limit and s.round >= limit)
    return over and _ends_round(s, seat, next_seat(s, seat))


def bar_time_up(s: State, seat: int, answer: TimeUp) -> Because:
    if not s.rules.limit_minutes or s.time_up:
        return ("house.limit-minutes", "ending.last-player")
    return ()


def time_up(t: Table, seat: int, answer: TimeUp) -> None:
    t.agree_time_up(("house.limit-minutes",))
