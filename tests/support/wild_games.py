"""Plays random games: any allowed answer, from positions with much property and little cash, so that rare
events, questions and refusals come up within a few thousand answers.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from titledeed import api as w
from titledeed.engine import rng
from titledeed.engine.answers import (
    Answer,
    Bid,
    Bundle,
    Offer,
    Resign,
    Roll,
    TimeUp,
)
from titledeed.engine.asks import (
    AskDebt,
    AskEnd,
    AskRoll,
    Over,
)
from titledeed.engine.generic_event import Event
from titledeed.engine.legal_answers import (
    Amount,
    Options,
    options,
)
from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import (
    play,
)
from titledeed.engine.special_seats_and_ids import CHANCE, Because
from titledeed.engine.state import (
    State,
)
from titledeed.game.session import Session

NAMES = ("Ada", "Ben", "Cleo", "Dora")


class Moment(NamedTuple):
    """One answer of a random game; ``before`` must not be changed."""

    before: State
    seat: int
    answer: Answer
    events: list[Event]


GROUPS = (
    ("mediterranean-avenue", "baltic-avenue"),
    ("oriental-avenue", "vermont-avenue", "connecticut-avenue"),
    ("st-charles-place", "states-avenue", "virginia-avenue"),
    ("st-james-place", "tennessee-avenue", "new-york-avenue"),
    ("kentucky-avenue", "indiana-avenue", "illinois-avenue"),
    ("park-place", "boardwalk"),
)
LONE = ("reading-railroad", "short-line", "electric-company", "water-works", "pacific-avenue")


def crowded(draw: random.Random, *, scarce: bool = False, **more: Any) -> dict[str, Any]:
    """Return a record whose seats own whole color groups, some with buildings, and have little cash.

    ``scarce``: the Bank has hardly a building left."""
    groups = draw.sample(GROUPS, len(GROUPS))
    shares = [groups[:2], groups[2:4], groups[4:5], groups[5:]]
    seats: dict[str, Any] = {}
    houses = 0
    for name, share, lone in zip(NAMES, shares, LONE, strict=False):
        deeds = [lone + draw.choice(["", ":m"])]
        for group in share:
            level = draw.choice([0, 1, 2])
            houses += level * len(group)
            deeds += [f"{id}:{level}" if level else id for id in group]
        seats[name] = {"cash": draw.choice([20, 200, 900]), "deeds": deeds}
    if draw.random() < 0.5:
        seats["Ada"]["cards"] = ["chance"]
    if draw.random() < 0.4:
        seats["Dora"] = {"cash": 5}  # the first rent makes her bankrupt
    if draw.random() < 0.3:
        seats["Cleo"]["jail"] = draw.choice([0, 1, 2])
    if scarce:
        more["house_rules"] = {"stock": [houses + 1, 1], **more.get("house_rules", {})}
    return {
        "format": "title-deed/1",
        "seats": list(NAMES),
        "seed": draw.randrange(10**6),
        "position": {"seat": seats, "turn": draw.choice(NAMES)},
        **more,
    }


def fresh(draw: random.Random, **more: Any) -> dict[str, Any]:
    """A record of a game at its beginning."""
    seats = list(NAMES[: draw.choice([2, 3, 4])])
    return {"format": "title-deed/1", "seats": seats, "seed": draw.randrange(10**6), **more}


def moments(record: dict[str, Any], draw: random.Random, most: int) -> Iterator[Moment]:
    """The answers of one wild game, at most ``most``."""
    state = Game(read_record(record)).state
    seed = int(record["seed"])
    for _ in range(most):
        ask = state.ask
        if isinstance(ask, Over):
            return
        seat, answer = (CHANCE, None) if ask.seat == CHANCE else pick(state, draw)
        if seat == CHANCE and answer is None:
            answer = rng.chance_answer(state, seed)
        assert answer is not None
        after, events = play(state, seat, answer)
        yield Moment(state, seat, answer, events)
        state = after


def walk(session: Session, draw: random.Random, most: int) -> None:
    """Give at most this many answers, those of chance included."""
    for _ in range(most):
        state = session.state
        if isinstance(state.ask, Over):
            return
        if state.ask.seat == CHANCE:
            session.give(CHANCE, rng.chance_answer(state, session.game.record.seed), "chance")
        else:
            session.give(*pick(state, draw))


def pick(state: State, draw: random.Random) -> tuple[int, Answer]:
    ask = state.ask
    quiet = isinstance(ask, (AskRoll, AskEnd))
    playing = [s for s in range(state.seats) if state.playing[s]]
    if quiet and state.rules.limit_minutes and not state.time_up and draw.random() < 0.01:
        return CHANCE, TimeUp()
    seat = draw.choice(playing) if quiet and draw.random() < 0.5 else ask.seat
    open_ = options(state, seat)
    kinds = [kind for kind in open_.kinds() if kind != "resign" or draw.random() < 0.004]
    draw.shuffle(kinds)
    if isinstance(ask, AskDebt):
        kinds.sort(key=lambda kind: kind not in ("pay", "bankrupt"))
    if seat == ask.seat and quiet and draw.random() < 0.4:
        kinds = ["roll", "end", *kinds]
    for kind in kinds:
        answer = _of(state, seat, kind, open_, draw)
        if answer is not None:
            return seat, answer
    return ask.seat, next(
        a
        for kind in options(state, ask.seat).kinds()
        if (a := _of(state, ask.seat, kind, options(state, ask.seat), draw)) is not None
    )


def _of(state: State, seat: int, kind: str, open_: Options, draw: random.Random) -> Answer | None:
    if kind == "offer":
        for _ in range(6):
            offer = wild_offer(state, seat, draw)
            if open_.is_legal(offer):
                return offer
        return None
    possible = open_.of(kind)
    if not possible:
        return None
    option = draw.choice(possible)
    if isinstance(option, Amount):
        return Bid(min(option.high, option.low + draw.choice([0, 0, 1, 5, 40])))
    assert not hasattr(option, "partner")
    return option


def wild_offer(state: State, seat: int, draw: random.Random) -> Offer:
    """A random offer, often one that is not allowed."""
    to = draw.choice([s for s in range(state.seats) if s != seat])

    def bundle(of: int) -> Bundle:
        deeds = [i for i in state.rules.ownable if state.owner[i] == of]
        some = draw.sample(deeds, min(len(deeds), draw.choice([0, 1, 1, 2])))
        cards = [d for d in (0, 1) if state.held[d] == of and draw.random() < 0.5]
        cash = draw.choice([0, 0, 10, 200]) if draw.random() < 0.6 else 0
        return Bundle(tuple(sorted(some)), cash, tuple(cards))

    return Offer(to, bundle(seat), bundle(to))


def refused(state: State, draw: random.Random) -> Iterator[tuple[int, Answer, Because]]:
    """Answers of all seats that are not allowed now, each with its clauses."""
    for seat in range(state.seats):
        open_ = options(state, seat)
        for kind in open_.kinds():
            for barred in open_.barred(kind):
                yield seat, barred.answer, barred.clauses
        hostile: list[Answer] = [wild_offer(state, seat, draw), Roll(), Resign(), *_hostile(draw)]
        for answer in hostile:
            clauses = open_.violations(answer)
            if clauses:
                yield seat, answer, clauses


def _hostile(draw: random.Random) -> list[Answer]:
    space = draw.randrange(40)
    plain: list[Answer] = [
        w.Fine(), w.UseCard(), w.Buy(), w.Decline(), w.Pass(), w.Flat(), w.Percent(), w.Pay(),
        w.TakeChance(), w.GiveUp(), w.Accept(), w.Reject(), w.ClaimIt(), w.End(),
    ]  # fmt: skip
    about: list[Answer] = [
        w.Place(space), w.Build(space), w.Sell(space), w.Mortgage(space), w.Redeem(space),
        w.Keep(space), w.DemandRent(space), w.SellDown(space % 8, space % 5), w.Bid(space),
    ]  # fmt: skip
    return [*plain, *about]
