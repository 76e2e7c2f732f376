"""The view of a replay: where it stands, and its controls."""

from __future__ import annotations

from typing import Final

from ...engine.words import CHANCE, AskOrder, Over, State
from ...language import asks, labels
from ...log import Entry
from ..desk import Replaying
from . import odds
from .bits import Data, Sight
from .over import polylines

_SPARK: Final = (odds.WIDE, odds.HIGH)  # the drawing behind the slider


def answer(sight: Sight, entry: Entry, before: State) -> str:
    """An answer in words: the seat's name and the label of its button. ``before``: the state it was given
    in."""
    label = labels.label(sight.teller.parts, entry.answer, before)
    if entry.seat == CHANCE:
        return label
    return sight._("{seat}: {answer}", seat=sight.seat(entry.seat)["name"], answer=label)


def card(sight: Sight, replaying: Replaying) -> Data:
    """The panel of a replay, in place of the question: the moment that is shown, and the controls."""
    _, replay, state = sight._, replaying.replay, sight.state
    over = isinstance(state.ask, Over)
    asked = asks.asking(sight.teller.parts, state)
    following = replay.following()
    mover = sight.seat(state.turn)
    ordering = isinstance(state.ask, AskOrder)
    if over:
        title = asked["title"]
    elif ordering:
        title = _("Before the first round")
    else:
        round_ = sight.teller.parts.number(state.round)
        title = _("Round {n}, {seat} to move", n=round_, seat=mover["name"])
    where = _(
        "answer {n} of {all}",
        n=sight.teller.parts.number(replay.stop),
        all=sight.teller.parts.number(replay.last),
    )
    known = (replaying.replay, sight.teller, len(replaying.odds))
    if sight.cache.spark[0] != known:
        sight.cache.spark = known, spark(sight, replaying)
    return {
        "kind": "replay",
        "advice": None,
        "seat": None if over or ordering else mover,
        "title": title,
        "where": where,
        "text": asked["text"] if over else asked["title"],
        "next": answer(sight, following[0], state) if following else "",
        "clauses": [],
        "cash": "",
        "raise": None,
        "options": {},
        "says": f"{title}, {where}",
        "stop": replay.stop,
        "last": replay.last,
        "playing": replaying.playing,
        "at_start": replay.stop == 0,
        "at_end": replay.stop == replay.last,
        "over": over,
        "spark": sight.cache.spark[1],
        "paces": [
            {"value": value, "label": label, "chosen": value == replaying.pace}
            for value, label in (
                ("1", _("1×")),
                ("2", _("2×")),
                ("8", _("8×")),
                ("turns", _("by turns")),
            )
        ],
    }


def spark(sight: Sight, replaying: Replaying) -> Data | None:
    """The small chart behind the slider: the whole game's odds, or its wealth until these are worked out.
    None before the second turn. It does not depend on the moment that is shown."""
    replay = replaying.replay
    points = [(replay.stop_at(count), worths) for count, worths in replay.whole.wealth]
    if len(points) < 2 or sight.worth_hidden:
        return None
    width, height = _SPARK
    top = max(1, *(max(worths) for _, worths in points))
    return {
        "areas": odds.areas(sight, replaying),
        "width": width,
        "height": height,
        "lines": polylines(sight, points, replay.last, top, width, height),
    }
