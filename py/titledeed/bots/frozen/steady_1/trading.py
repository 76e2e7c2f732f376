"""Offers: what one does to both sides, which ones a seat would make, and which it lets rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from ....engine.answers import (
    Bundle,
    Offer,
)
from ....engine.legal_answers import (
    Options,
)
from ...protocol import Choice, View
from .valuation import Holding, Holdings, holdings_of

SHARE: Final = 0.5  # of the other side's gain that a seat wants for itself, at a table of four
LEAST: Final = 15.0  # a deal that gains less is not worth the talk
LEAD: Final = (0.6, 2.0)  # how far the other side's standing may change that share
JAIL_CARD: Final = 30
ROOM: Final = 0.2  # of the room for bargaining that goes to the other side
STEP: Final = 10  # cash in offers is a multiple of this
EVEN: Final = 40  # a deal nearer than this to the wanted split is left as it is
ROUNDS: Final = 4  # in which the price is sought

REPEAT: Final = 10  # rounds before the like of a refused offer may come again
PATIENCE: Final = 3  # rounds that a partner is left alone after a refusal; doubled by each
SEARCH: Final = 4  # rounds after which it looks again although no deed has changed hands
MOST_OFFERS: Final = 2  # in one turn


class Judgement(NamedTuple):
    """An offer weighed for one seat: what both sides gain in money, what the seat wants to gain if
    the other side gains so much, and the sentence. ``why`` and ``facts`` are those of a Choice."""

    mine: float
    theirs: float
    needed: float
    why: str
    facts: Mapping[str, int]

    @property
    def good(self) -> bool:
        """Whether the seat would agree."""
        return self.mine >= self.needed


def judge(
    view: View, by: int, give: Bundle, get: Bundle, position: Holdings | None = None
) -> Judgement:
    """What ``view.seat`` thinks of an offer by ``by``, who gives ``give`` and gets ``get``."""
    where = position or holdings_of(view)
    seat = view.seat
    after_mine, after_theirs = where.after(seat, by, get.deeds, give.deeds)
    table = Standing(view, where)
    mine, theirs = table.gains(by, after_mine, after_theirs, get, give)
    needed = table.needed(seat, by, theirs)
    facts = {
        "gain": int(mine),
        "loss": int(-mine),
        "gain_theirs": int(theirs),
        "needed": int(needed),
        "seat": by,
    }
    completes = [g for g in after_theirs.groups if g not in where.holding(by).groups]
    if mine >= needed:
        reason = "I gain about {gain} and {seat} gain[s|] {gain_theirs}: good enough for me."
    elif mine < 0:
        reason = "I’d lose about {loss} on this trade."
    elif completes:
        facts["group"] = completes[0]
        reason = (
            "This trade completes {group} [for {seat}|for you], so I want to gain "
            "{needed}, not just {gain}."
        )
    elif theirs <= 0:
        reason = "I’d gain only {gain} from this trade."
    else:
        reason = (
            "{seat} gain[s|] {gain_theirs} from this trade, so I want to gain {needed}, "
            "not just {gain}."
        )
    return Judgement(mine, theirs, needed, reason, facts)


class Standing:
    """The seats' standing at one moment, for weighing many deals of one seat."""

    __slots__ = ("cash", "mean", "position", "rules", "seat", "view", "worths")

    def __init__(self, view: View, position: Holdings) -> None:
        self.view = view
        self.position = position
        self.seat = view.seat
        self.rules = view.rules
        self.cash = view.cash
        self.worths = {
            o: max(1.0, position.now(o, view.cash[o]))
            for o, plays in enumerate(view.playing)
            if plays
        }
        self.mean = sum(self.worths.values())

    def needed(self, seat: int, other: int, their_gain: float) -> float:
        """What ``seat`` wants to gain if ``other`` gains so much: a share of it, larger the fewer
        sit at the table and the further the other is ahead."""
        if their_gain <= 0:
            return LEAST
        others = len(self.worths) - 1
        mean = (self.mean - self.worths[seat]) / others
        lead = min(LEAD[1], max(LEAD[0], self.worths[other] / mean))
        share = SHARE * max(1.0, 3 / (others + 1))
        return max(LEAST, share * lead * their_gain)

    def interest(self, deeds: Sequence[int]) -> int:
        """What the mortgaged ones cost their receiver at once."""
        mortgaged, interest = self.position.mortgaged, self.rules.transfer_interest
        return sum([interest[i] for i in deeds if mortgaged[i]])

    def gains(
        self, other: int, mine: Holding, theirs: Holding, give: Bundle, get: Bundle
    ) -> tuple[float, float]:
        """What the own seat and the other gain by an exchange that leaves them these holdings."""
        position, cash, seat = self.position, self.cash, self.seat
        flow = get.cash - give.cash
        cards = JAIL_CARD * (len(get.cards) - len(give.cards))
        here = cash[seat] + flow - self.interest(get.deeds)
        there = cash[other] - flow - self.interest(give.deeds)
        return (
            position.worth(seat, here, mine) - self.worths[seat] + cards,
            position.worth(other, there, theirs) - self.worths[other] - cards,
        )


class Dealer:
    """Finds offers for one seat, and remembers what it offered."""

    __slots__ = ("_again", "_owner", "_pending", "_refusals", "_search", "_turn", "_wait")

    def __init__(self) -> None:
        self._again: dict[tuple[object, ...], int] = {}
        self._owner: tuple[int, ...] = ()
        self._pending: Offer | None = None
        self._refusals: dict[int, int] = {}
        self._search = 0
        self._turn = (-1, 0)
        self._wait: dict[int, int] = {}

    def propose(self, view: View, options: Options, position: Holdings) -> Choice | None:
        """The best offer to make now; None where there is none, or where partners want their peace."""
        self._note_reply(view)
        if view.turns < self._search and position.owner == self._owner:
            return None
        turn, offers = self._turn
        if turn != view.turns:
            offers = 0
        elif offers >= MOST_OFFERS:
            return None
        table = Standing(view, position)
        best: tuple[float, float, Offer, Holding] | None = None
        for other in view.others():
            if view.turns < self._wait.get(other, 0):
                continue
            for give, get in _ideas(view, position, other):
                if view.turns < self._again.get((other, give, get), 0):
                    continue
                deal = _price(table, other, give, get)
                if deal and (best is None or deal[0] > best[0]) and options.is_legal(deal[2]):
                    best = deal
        seats = len(table.worths)
        if best is None:
            self._owner = position.owner
            self._search = view.turns + SEARCH * seats
            return None
        gain, theirs, offer, holding = best
        self._turn = (view.turns, offers + 1)
        self._pending = offer
        key = (offer.to, offer.give.deeds, offer.get.deeds)
        self._again[key] = view.turns + REPEAT * seats
        facts = {"seat": offer.to, "gain": int(gain), "gain_theirs": int(theirs)}
        new = [g for g in holding.groups if g not in position.holding(view.seat).groups]
        if new:
            facts["group"] = new[0]
            reason = "This trade completes {group} for me, and {seat} gain[s|] about {gain_theirs}."
        else:
            reason = "{seat} gain[s|] about {gain_theirs} from this trade, and I gain about {gain}."
        return Choice(offer, reason, facts)

    def _note_reply(self, view: View) -> None:
        """A partner who refused is left alone, the longer the oftener."""
        offer = self._pending
        if offer is None:
            return
        self._pending = None
        to = offer.to
        owner = view.owner
        if any(owner[i] == to for i in offer.give.deeds) or any(
            owner[i] == view.seat for i in offer.get.deeds
        ):
            self._refusals[to] = 0
            return
        count = self._refusals[to] = min(self._refusals.get(to, 0) + 1, 6)
        self._wait[to] = view.turns + sum(view.playing) * PATIENCE * 2 ** (count - 1)


def _ideas(
    view: View, position: Holdings, other: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Deeds that might change hands, (mine, theirs): where both have a part of a set."""
    seat = view.seat
    owner = position.owner
    sets = position.board.sets
    shared = []
    for s in position.shared:
        parts = position.parts(s)
        if seat in parts and other in parts:
            a = tuple([i for i in sets[s] if owner[i] == seat])
            b = tuple([i for i in sets[s] if owner[i] == other])
            shared.append((a, b))
    for j, (a, b) in enumerate(shared):
        yield (), b
        yield a, ()
        for k, (c, _) in enumerate(shared):
            if j != k:
                yield c, b


def _price(
    table: Standing, other: int, give: tuple[int, ...], get: tuple[int, ...]
) -> tuple[float, float, Offer, Holding] | None:
    """The exchange with the cash that makes it good for both sides, and both gains; None where no
    cash does."""
    seat = table.seat
    position = table.position
    mine, theirs = position.after(seat, other, give, get)
    most, least = table.cash[seat], -table.cash[other]
    now, their_now = table.worths[seat], table.worths[other]
    have = most - table.interest(get)
    they_have = -least - table.interest(give)
    cash = 0
    best = None
    for _ in range(ROUNDS):
        here = position.worth(seat, have - cash, mine) - now
        there = position.worth(other, they_have + cash, theirs) - their_now
        slack = here - table.needed(seat, other, there)
        their_slack = there - table.needed(other, seat, here)
        room = slack + their_slack
        if room <= 0:
            break
        if slack >= 0 and their_slack >= 0:
            best = here, there, cash
        # Cash takes from the one what it gives to the other, and shifts what both want.
        move = (ROOM * room - their_slack) / (1 + SHARE)
        if best is not None and abs(move) < EVEN:
            break
        after = min(most, max(least, round((cash + move) / STEP) * STEP))
        if after == cash:
            break
        cash = after
    if best is None:
        return None
    here, there, cash = best
    offer = Offer(other, Bundle(give, max(cash, 0)), Bundle(get, max(-cash, 0)))
    return here, there, offer, mine
