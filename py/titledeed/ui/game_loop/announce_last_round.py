"""Announces the last round of a game with a limit of rounds, one round before."""

from __future__ import annotations

from collections.abc import Sequence

from ...game.answer_entries_and_checkpoints import Entry
from ..notices import Notice
from ..state import AppState


def announce_last_round(app: AppState, entries: Sequence[Entry]) -> None:
    """Show a notice if the last round but one begins with these answers. The journal says the same."""
    limit = app.course.state.rules.limit_rounds
    rounds = {
        event.facts["round"]
        for entry in entries
        for event in entry.events
        if event.kind == "turn" and event.facts["new_round"]
    }
    if limit and limit - 1 in rounds:
        text = app.catalogue("The next round is the last one.")
        app.notices.add(Notice("last-round", text, icon="u-flag", clauses=("house.limit-rounds",)))
