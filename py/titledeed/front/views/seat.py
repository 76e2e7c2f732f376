"""The view of a player."""

from __future__ import annotations

from typing import Final

from ...bots import CHOOSABLE
from ...engine.door import bar
from ...engine.rules import short_game
from ...engine.words import (
    FREE,
    NOBODY,
    Barred,
    Resign,
)
from ...language.board import jailed
from .bits import Data, Reasons, Sight, bot_name, chip

_THOUGHTS: Final = 5


def who(sight: Sight, seat: int) -> Data:
    """The view of a player."""
    state, session = sight.state, sight.session
    deeds = [chip(sight, i) for i in sight.rules.ownable if state.owner[i] == seat]
    thoughts: list[str] = []
    for entry in reversed(session.entries[-200:]):
        if entry.seat == seat and entry.by == "bot" and entry.why:
            text = sight.teller.thought(entry.why, entry.facts)
            if text not in thoughts:
                thoughts.append(text)
            if len(thoughts) == _THOUGHTS:
                break
    playing = state.playing[seat]
    person = session.is_person(seat)
    now = sight.desk.replaying is None
    acting = sight.acting()
    place = sight.name(state.at[seat])
    if state.jail[seat] != FREE:
        place = jailed(sight.teller.parts, state, seat)
    resign = None
    if person and playing and now:
        resignations = sight.all(Reasons("seat"), seat, "resign")
        resign = resignations[0] if resignations else _no_resign(sight, seat)
    hidden = sight.worth_hidden or not playing
    return sight.seat(
        seat,
        cash=sight.money(state.cash[seat]),
        worth="" if hidden else sight.money(short_game.score(state, seat)),
        worth_note=sight.worth_note(),
        at=place if playing else sight._("out of the game"),
        deeds=deeds,
        cards=[sight.teller.parts.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat],
        thoughts=thoughts,
        can_trade=playing and acting not in (NOBODY, seat),
        can_manage=playing and person and now,
        can_switch=playing and now,
        bots=bots(sight),
        all=[sight.seat(n) for n in range(state.seats)],
        resign=resign,
    )


def bots(sight: Sight) -> list[Data]:
    """The bots that a seat may be given to."""
    return [{"id": bot, "name": bot_name(sight.catalogue, bot)} for bot in CHOOSABLE]


def _no_resign(sight: Sight, seat: int) -> Data:
    because = bar(sight.state, seat, Resign())
    return sight.option(Reasons("seat"), seat, Barred(Resign(), because))
