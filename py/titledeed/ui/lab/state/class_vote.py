"""The state of a class's vote about the question at the table."""

from __future__ import annotations

from dataclasses import dataclass, field

from ....engine.answers import Offer
from ....game.state_digest import state_digest
from ...state import AppState
from .number_fields import NumberFields

Moment = tuple[str, int, str]


@dataclass
class VoteState:
    """``moment``: the moment of the question for which the votes were counted.

    ``hands``: the votes by answer; ``at``: the answer that the keys have reached. ``deal``: the offer
    that a good player would make at that moment; () for none, and None until it is worked out."""

    moment: Moment = ("", -1, "")
    hands: dict[str, int] = field(default_factory=dict)
    at: int = -1
    deal: tuple[Offer, ...] | None = None
    entries: NumberFields = field(
        default_factory=NumberFields
    )  # numbers of hands that cannot be used


def vote_moment(app: AppState) -> Moment:
    """Return what identifies the question: the game, the number of its answers, and its state.

    After an undo and another answer, the number alone would be that of an earlier question."""
    if app.session is None:
        return app.game_id, -1, ""
    return app.game_id, len(app.session.entries), state_digest(app.session.state)


def waiting_person(app: AppState) -> int | None:
    """Return the seat of the person who has to answer, or None if nobody here has to."""
    session = app.session
    if session is None or app.replaying is not None or app.in_motion:
        return None
    who = session.waiting()
    return who.seat if who.who in ("person", "claim") else None
