"""Turns a moment of a game into a record's ``[position]``: the board and the possessions of each seat.

A position describes only the start of a turn. It omits hidden information: the order of the decks and
the seed. Games from a position shuffle again.
"""

from __future__ import annotations

from typing import Any

from ..engine import rng
from ..engine.asks import (
    AskRoll,
    AskShuffle,
)
from ..engine.notation import Notation
from ..engine.record import Game, Record
from ..engine.reducer import play
from ..engine.special_seats_and_ids import CHANCE, DECKS, FREE, POT
from ..engine.state import (
    State,
)


def begins_turn(state: State) -> bool:
    """Whether the next answer begins a turn."""
    ask = state.ask
    return isinstance(ask, AskRoll) and ask.seat == state.turn and not state.thrown


def position_of(state: State, notation: Notation) -> dict[str, Any]:
    """The ``[position]`` table of a State, which must be at the start of a turn (:func:`begins_turn`)."""
    table: dict[str, Any] = {
        "turn": notation.seat_word(state.turn),
        "round": state.round,
        "seat": {
            notation.seat_word(seat): _place(state, seat, notation) for seat in range(state.seats)
        },
    }
    if state.rules.pot:
        table["pot"] = state.cash[POT]
    if state.claims:
        table["claims"] = [
            {
                "space": notation.space_id(claim.space),
                "by": notation.seat_word(claim.by),
                "from": notation.seat_word(claim.of),
                "throws": claim.throws,
                **({"amount": claim.amount} if not claim.times else {}),
            }
            for claim in state.claims
        ]
    return table


def _place(state: State, seat: int, notation: Notation) -> dict[str, Any]:
    if not state.playing[seat]:
        return {"out": True}
    rules = state.rules
    place: dict[str, Any] = {"cash": state.cash[seat]}
    if state.jail[seat] == FREE:
        place["at"] = notation.space_id(state.at[seat])
    else:
        place["jail"] = state.jail[seat]
    deeds = []
    for space in rules.ownable:
        if state.owner[space] == seat:
            level = state.level[space]
            mark = ":m" if state.mortgaged[space] else f":{level}" if level else ""
            deeds.append(notation.space_id(space) + (":hotel" if level == rules.top else mark))
    place["deeds"] = deeds
    cards = [DECKS[deck] for deck in (0, 1) if state.held[deck] == seat]
    if cards:
        place["cards"] = cards
    if rules.lap_first:
        place["laps"] = state.laps[seat]
    return place


def last_turn(record: Record) -> tuple[dict[str, Any], int] | None:
    """The position at the last start of a turn in a record, and the number of lines played up to there;
    None if no turn begins in it. Raises :class:`MalformedAnswer` or :class:`RefusedAnswer` for a line that
    cannot be played."""
    game = Game(record)
    latest = None
    lines = 0
    state = game.state
    while isinstance(state.ask, AskShuffle):
        state, _ = play(state, CHANCE, rng.chance_answer(state, record.seed))
    if begins_turn(state):
        latest = position_of(state, game.notation), 0
    for step in record.steps:
        for line in step.lines:
            game.line(line)
            lines += 1
            if begins_turn(game.state):
                latest = position_of(game.state, game.notation), lines
    return latest
