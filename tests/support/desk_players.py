"""A player of the strategy desk with unusual rules, for tests of tables over several devices."""

from __future__ import annotations

from dataclasses import replace

from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.session import Session
from titledeed.game.strategy_seats import KEY
from titledeed.strategies.playing_rules import PlayingRules, table_of
from titledeed.strategies.strategy_file import Strategy, write_strategy

# It buys nothing, not even from others, and keeps all its money.
MISER = Strategy(
    "Miser", PlayingRules(buy_keep=1000, any_times=0.5, second_times=0.5, offers=0, swaps=False)
)
FILES = {MISER.id: write_strategy(MISER)}
TABLES = {MISER.id: {"name": "Miser", "rules": table_of(MISER.rules)}}


def differing_moves(session: Session, first: int) -> int:
    """Check every answer of ``MISER`` from this line on against its rules.

    Returns how many of them a player with the usual rules would have given differently."""
    record, moves = session.game.record, []
    for player in (MISER, Strategy("Miser")):
        extra = {KEY: {MISER.id: {"name": "Miser", "rules": table_of(player.rules)}}}
        moves.append(Session.start(replace(record, steps=[], extra=extra)))
    differing = 0
    for n, entry in enumerate(session.entries):
        if n >= first and entry.by == "bot" and session.controls[entry.seat] == MISER.id:
            due, other = (
                alone.game.notation.line(*proposed, alone.state)
                if (proposed := alone.propose())
                else ""
                for alone in moves
            )
            assert entry.line == due, f"line {n}"
            differing += due != other
        for alone in moves:
            answer = alone.game.notation.parse(entry.line, alone.state)
            assert answer is not None
            alone.give(*answer, "chance" if entry.seat == CHANCE else "hand")
    return differing
