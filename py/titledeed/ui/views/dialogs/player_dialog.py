"""The view of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ....bots import CHOOSABLE
from ....engine.answers import Resign
from ....engine.legal_answers import Barred
from ....engine.reducer import violations
from ....engine.rules import short_game
from ....engine.special_seats_and_ids import FREE, NOBODY
from ....language.state_descriptions import jail_text
from ..view_context_and_shared_parts import Reasons, ViewContext, bot_name, chip_view

if TYPE_CHECKING:
    from ..types import IdName, OptionView, WhoView

_THOUGHTS: Final = 5


def who_view(ctx: ViewContext, seat: int) -> WhoView:
    """The view of a player."""
    state, session = ctx.state, ctx.session
    deeds = [chip_view(ctx, i) for i in ctx.rules.ownable if state.owner[i] == seat]
    thoughts: list[str] = []
    for entry in reversed(session.entries[-200:]):
        if entry.seat == seat and entry.by == "bot" and entry.reason:
            text = ctx.narrator.thought(entry.reason, entry.facts)
            if text not in thoughts:
                thoughts.append(text)
            if len(thoughts) == _THOUGHTS:
                break
    playing = state.playing[seat]
    person = session.is_person(seat)
    now = ctx.app.replaying is None
    acting = ctx.acting()
    place = ctx.name(state.at[seat])
    if state.jail[seat] != FREE:
        place = jail_text(ctx.narrator.parts, state, seat)
    resign = None
    if person and playing and now:
        resignations = ctx.all(Reasons("seat"), seat, "resign")
        resign = resignations[0] if resignations else _no_resign(ctx, seat)
        resign = {**resign, "label": ctx._("Resign…")}  # a question follows
    hidden = ctx.worth_hidden or not playing
    parts = ctx.narrator.parts
    return {
        **ctx.seat(seat),
        "cash": ctx.money(state.cash[seat]),
        "worth": "" if hidden else ctx.money(short_game.score(state, seat)),
        "worth_note": ctx.worth_note(named=True),
        "at": place if playing else ctx._("out of the game"),
        "deeds": deeds,
        "none": parts._("{seat} own[s|] no {deeds} yet.", seat=parts.seat(seat)),
        "cards": [
            ctx.narrator.parts.jail_card(deck) for deck in (0, 1) if state.held[deck] == seat
        ],
        "thoughts": thoughts,
        "can_trade": playing and acting not in (NOBODY, seat),
        "can_manage": playing and person and now,
        "can_switch": playing and now,
        "bots": bots_view(ctx),
        "all": [ctx.seat(n) for n in range(state.seats)],
        "resign": resign,
    }


def bots_view(ctx: ViewContext) -> list[IdName]:
    """The bots that can be given a seat."""
    return [
        {"id": bot, "name": bot_name(ctx.catalogue, bot)} for bot in (*CHOOSABLE, *ctx.app.written)
    ]


def _no_resign(ctx: ViewContext, seat: int) -> OptionView:
    clauses = violations(ctx.state, seat, Resign())
    return ctx.option(Reasons("seat"), seat, Barred(Resign(), clauses))
