"""Offers: what one does to both sides, what a seat wants for it, and which ones it makes.

A seat's standing is its share of the table: its worth against everybody's, squared. A deal is even for a
seat where its share stays as it is; it wants more than that. What partners said before is read from
``view.past``, so that a bot remembers what the table remembers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import fsum, sqrt
from typing import Final, NamedTuple

from ..engine.door import Options
from ..engine.words import Bundle, Offer
from .protocol import Choice, View
from .value import Holdings

LEAST: Final = 15.0  # a deal that gains less is not worth the talk
JAIL_CARD: Final = 30
STEP: Final = 10  # cash in offers is a multiple of this
HALVINGS: Final = 5  # by which a price is found
IDEAS: Final = 3  # that are priced in one search, the most promising
GIVES: Final = 6  # deeds thrown in for another, at most


class Dealing(NamedTuple):
    """How one player deals. ``greed``: the least gain, times what keeps its share as it is;
    ``guard``: the same where the other side completes a group and it does not."""

    greed: float = 1.2
    guard: float = 3.0
    rungs: tuple[float, ...] = (0.0, 0.4, 0.8, 1.0)  # from the lowest price to the highest it gives
    patience: int = 8  # rounds after which the like of a refused offer may come again
    most: int = 3  # offers in one turn
    counters: bool = True
    sells: bool = True  # whether it gives up a deed for money


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


class Standing:
    """The seats' worths at one moment, as one of them sees them."""

    __slots__ = ("dealing", "position", "powers", "seat", "total", "view", "worths")

    def __init__(self, view: View, position: Holdings, dealing: Dealing) -> None:
        self.view = view
        self.position = position
        self.dealing = dealing
        self.seat = view.seat
        cash = view.cash
        self.worths = {
            o: max(50.0, position.now(o, cash[o])) for o, plays in enumerate(view.playing) if plays
        }
        self.powers = {o: worth * worth for o, worth in self.worths.items()}
        self.total = fsum(self.powers.values())

    def even(self, seat: int, other: int, their_gain: float) -> float:
        """What ``seat`` must gain to keep its share, if ``other`` gains so much; 0 where it loses."""
        if their_gain <= 0:
            return 0.0
        rest = self.total - self.powers[seat] - self.powers[other]
        before = rest + self.powers[other]
        worth = self.worths[other] + their_gain
        after = rest + worth * worth
        ratio = sqrt(after / before)
        return self.worths[seat] * (ratio - 1)

    def share(self, mine: float, other: int, theirs: float) -> float:
        """The seat's share with these worths of its own and of another."""
        rest = self.total - self.powers[self.seat] - self.powers[other]
        mine, theirs = max(50.0, mine), max(50.0, theirs)
        return mine * mine / (mine * mine + rest + theirs * theirs)

    def interest(self, deeds: tuple[int, ...]) -> int:
        """What the mortgaged ones cost their receiver at once."""
        mortgaged = self.view.mortgaged
        return sum(self.view.rules.transfer_interest[i] for i in deeds if mortgaged[i])


class Swap:
    """Deeds and cards that might change hands between the seat and ``other``, for cash to be found."""

    __slots__ = ("_cards", "_fees", "completes", "get", "give", "mine", "other", "s", "theirs")

    def __init__(self, s: Standing, other: int, give: Bundle, get: Bundle) -> None:
        self.s = s
        self.other = other
        self.give, self.get = give, get
        position = s.position
        self.mine, self.theirs = position.after(s.seat, other, give.deeds, get.deeds)
        self._fees = s.interest(get.deeds), s.interest(give.deeds)
        self._cards = JAIL_CARD * (len(get.cards) - len(give.cards))
        old = position.holding(other).groups
        own = position.holding(s.seat).groups
        new = [g for g in self.theirs.groups if g not in old]
        self.completes = new[0] if new and len(self.mine.groups) <= len(own) else -1

    def gains(self, cash: int) -> tuple[float, float]:
        """What both gain if the seat pays ``cash`` (gets it, where negative)."""
        s = self.s
        here = s.view.cash[s.seat] - cash - self._fees[0]
        there = s.view.cash[self.other] + cash - self._fees[1]
        position = s.position
        return (
            position.worth(s.seat, here, self.mine) - s.worths[s.seat] + self._cards,
            position.worth(self.other, there, self.theirs) - s.worths[self.other] - self._cards,
        )

    def needed(self, theirs: float) -> float:
        """What the seat wants to gain, if the other gains so much."""
        dealing = self.s.dealing
        times = dealing.guard if self.completes >= 0 else dealing.greed
        return max(LEAST, times * self.s.even(self.s.seat, self.other, theirs))

    def agrees(self, cash: int) -> bool:
        """Whether the seat would pay so much."""
        mine, theirs = self.gains(cash)
        return mine >= self.needed(theirs)

    def suits(self, cash: int) -> bool:
        """Whether the other would agree, if it judged as the seat does and were content with less."""
        mine, theirs = self.gains(cash)
        return theirs >= max(LEAST, self.s.even(self.other, self.s.seat, mine))

    def limits(self) -> tuple[int, int]:
        """The least and the most cash that the seat can pay."""
        view = self.s.view
        least = -max(0, view.cash[self.other] - self._fees[1])
        return least, max(0, view.cash[self.s.seat] - self._fees[0])

    def most(self) -> int | None:
        """The most that the seat would pay; None where it would not for all that the other has."""
        low, high = self.limits()
        if not self.agrees(low):
            return None
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            if self.agrees(middle):
                low = middle
            else:
                high = middle
        return low

    def fair(self, most: int) -> int | None:
        """The least that the other would take; None where it would not take ``most``."""
        low, high = self.limits()[0], most
        if not self.suits(high):
            return None
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            if self.suits(middle):
                high = middle
            else:
                low = middle
        return high

    def offer(self, cash: int) -> Offer:
        """The offer with so much cash paid."""
        give, get = self.give, self.get
        return Offer(
            self.other,
            Bundle(give.deeds, max(cash, 0), give.cards),
            Bundle(get.deeds, max(-cash, 0), get.cards),
        )


def judge(view: View, by: int, give: Bundle, get: Bundle, s: Standing) -> Judgement:
    """What ``view.seat`` thinks of an offer by ``by``, who gives ``give`` and gets ``get``."""
    swap = Swap(s, by, get, give)
    mine, theirs = swap.gains(get.cash - give.cash)
    needed = swap.needed(theirs)
    facts = {
        "gain": int(mine),
        "loss": int(-mine),
        "gain_theirs": int(theirs),
        "needed": int(needed),
        "seat": by,
    }
    if mine >= needed:
        why = "I gain about {gain} by it and {seat} {gain_theirs}: a fair deal."
    elif mine < 0:
        why = "I would lose about {loss} by it."
    elif swap.completes >= 0:
        facts["group"] = swap.completes
        why = "It completes {group} for {seat}: I want {needed} out of it, not {gain}."
    elif theirs <= 0:
        why = "I would gain only {gain} by it."
    else:
        why = "{seat} gains {gain_theirs} by it: I want {needed} out of it, not {gain}."
    return Judgement(mine, theirs, needed, why, facts)


def counter(
    view: View, options: Options, s: Standing, swap_type: type[Swap] = Swap
) -> Choice | None:
    """What the seat would want instead of the offer that it has just refused; None where nothing, or
    where it was not the last thing said in this turn."""
    past = view.past
    if not past or view.offered:
        return None
    last = past[-1]
    if last.to != view.seat or last.accepted or last.turns != view.turns:
        return None
    if not view.playing[last.by]:
        return None
    if not last.give.deeds and not last.get.deeds:
        return None
    if any(view.owner[i] != last.by for i in last.give.deeds) or any(
        view.owner[i] != view.seat for i in last.get.deeds
    ):
        return None
    swap = swap_type(
        s,
        last.by,
        Bundle(last.get.deeds, 0, last.get.cards),
        Bundle(last.give.deeds, 0, last.give.cards),
    )
    most = swap.most()
    if most is None:
        return None
    fair = swap.fair(most)
    cash = _round(most if fair is None else (most + fair) // 2, most)
    asked = last.get.cash - last.give.cash
    offer = swap.offer(cash)
    if cash >= asked or options.allows(offer):
        return None
    facts = {"seat": last.by, "more": asked - cash}
    # The message is COUNTER; spelled out here, where the catalogue's messages are looked for.
    why = "Not for that, {seat}; I would for {more} more."
    return Choice(offer, why, facts)


def _round(cash: int, most: int) -> int:
    """To a multiple of ``STEP`` that the seat would still pay."""
    return min(round(cash / STEP) * STEP, most // STEP * STEP)


def propose(view: View, options: Options, s: Standing) -> Choice | None:
    """The best offer to make now; None where there is none, or where partners want their peace."""
    dealing = s.dealing
    if len(view.offered) >= dealing.most:
        return None
    tried_before = heard(view, dealing)
    ideas = []
    for other in view.others():
        for give, get in _ideas(view, s.position, other, dealing):
            swap = Swap(s, other, Bundle(give), Bundle(get))
            mine, theirs = swap.gains(0)
            sum_of_it = mine + theirs
            if sum_of_it > LEAST:
                ideas.append((-sum_of_it, other, give, get, swap))
    ideas.sort(key=lambda idea: idea[:4])
    tried = 0
    best: tuple[float, Offer, Swap, int] | None = None
    for _rank, other, give, get, swap in ideas:
        refused, times = tried_before.get((other, give, get), (None, 0))
        if times >= len(dealing.rungs):
            continue
        if tried == IDEAS:
            break
        tried += 1
        most = swap.most()
        if most is None:
            continue
        cash = _rung(view, swap, most, refused)
        if cash is None:
            continue
        offer = swap.offer(cash)
        if offer in view.offered or options.allows(offer):
            continue
        mine, theirs = swap.gains(cash)
        promise = mine - s.even(s.seat, other, theirs)
        if not swap.suits(cash):
            promise *= 0.1
        if best is None or promise > best[0]:
            best = promise, offer, swap, int(theirs)
    if best is None:
        return None
    _promise, offer, swap, theirs_of_it = best
    mine, _ = swap.gains(offer.give.cash - offer.get.cash)
    facts = {"seat": offer.to, "gain": int(mine), "gain_theirs": theirs_of_it}
    new = [g for g in swap.mine.groups if g not in s.position.holding(view.seat).groups]
    if new:
        facts["group"] = new[0]
        why = "It completes {group} for me, and {seat} gains about {gain_theirs} by it."
    else:
        why = "{seat} gains about {gain_theirs} by it, and I about {gain}."
    return Choice(offer, why, facts)


Key = tuple[int, tuple[int, ...], tuple[int, ...]]


def heard(view: View, dealing: Dealing) -> dict[Key, tuple[int, int]]:
    """The most cash that the seat has lately offered in vain for each exchange of deeds, and how often."""
    since = view.turns - dealing.patience * sum(view.playing)
    out: dict[Key, tuple[int, int]] = {}

    def add(to: int, give: Bundle, get: Bundle) -> None:
        paid = give.cash - get.cash
        most, times = out.get((to, give.deeds, get.deeds), (paid, 0))
        out[to, give.deeds, get.deeds] = max(most, paid), times + 1

    for deal in reversed(view.past):
        if deal.turns < since:
            break
        if deal.by == view.seat and not deal.accepted:
            add(deal.to, deal.give, deal.get)
    answered = {(d.to, d.give, d.get) for d in view.past[-8:] if d.turns == view.turns}
    for offer in view.offered:
        if (offer.to, offer.give, offer.get) not in answered:
            add(offer.to, offer.give, offer.get)
    return out


def _rung(view: View, swap: Swap, most: int, refused: int | None) -> int | None:
    """The next price on the ladder above one that was refused; None at its end."""
    price = view.rules.price
    least = swap.limits()[0]
    listed = sum(price[i] for i in swap.get.deeds) - sum(price[i] for i in swap.give.deeds)
    fair = swap.fair(most)
    low = max(least, min(listed, most) if fair is None else min(listed, fair, most))
    for share in swap.s.dealing.rungs:
        cash = _round(int(low + share * (most - low)), most)
        if cash < least:
            continue
        if refused is None or cash >= refused + max(2 * STEP, abs(refused) // 10):
            return cash
    return None


def _ideas(
    view: View, position: Holdings, other: int, dealing: Dealing
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
            shared.append((s, a, b))
    loose = [i for s in position.free for i in sets[s] if owner[i] == seat and len(sets[s]) > 1][
        : 2 * GIVES
    ]
    for s, a, b in shared:
        yield (), b
        if dealing.sells:
            yield a, ()
        for other_s, c, _ in shared:
            if s != other_s:
                yield c, b
                if len(c) > 1:
                    for i in c:
                        yield (i,), b
        for i in loose:
            if i not in a and not any(i in c for t, c, _ in shared if t != s):
                yield (i,), b
