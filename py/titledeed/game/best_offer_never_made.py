"""Finds the offer that a seat should have made and did not: the one deal of the game that would have
raised its odds most and that its partner would probably have accepted.

The search looks at the seat's own turns, where the owners of deeds have changed since its last look. It
ranks the exchanges of all looks by their gains in money, and computes the odds of a few. How likely a
partner accepts is estimated from its answers up to that moment (``bots.trade_acceptance_model``), even if
it is a bot. So the search uses only what a player at the table could know.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum, prod
from typing import Final, NamedTuple

from ..bots.protocol import AnsweredOffer, View
from ..bots.shark_bot_by_odds import RAISE, needed
from ..bots.trade_acceptance_model import (
    CASES,
    ENOUGH,
    PRIOR,
    SHARES,
    SOBER,
    WRONG,
    JudgedOffer,
    Partner,
    judged_offers,
)
from ..bots.trading import Standing, Swap, TradeContext
from ..bots.valuation import holdings_of
from ..engine.answers import Accept, Answer, Bundle, Offer, Reject
from ..engine.asks import QUIET
from ..engine.reducer import play_in_place, violations
from ..engine.special_seats_and_ids import NOBODY
from ..engine.state import State
from ..odds import WHOLE, expected_odds, expected_odds_after, settle_position
from ..run_generator_to_end import at_once

LEAST: Final = WHOLE // 200  # half a percentage point: the odds are not more exact
LIKELY: Final = 0.5  # the least probability of acceptance
REFUSER: Final = 0.1  # the part of all players who accept no offer
SURE: Final = 99  # no estimate is higher, in percent
WORTH: Final = 15.0  # the least gain in money of both sides together
# Limits that keep the search short:
LOOKS: Final = 24  # moments of one seat
PRICED: Final = 48  # exchanges of one seat for which it looks for a price
TRIED: Final = 20  # of these, exchanges whose odds are computed
AGAIN: Final = 6  # other moments at which it tries the best exchange
LINES: Final = 100  # answers played in one slice

Deeds = tuple[int, ...]
Key = tuple[int, Deeds, Deeds]  # the partner, the deeds given and the deeds received


@dataclass(frozen=True)
class UnmadeOffer:
    """``offer``: what ``seat`` should have offered after ``count`` answers. ``before`` and ``after``: its
    odds without and with the deal, in millionths. ``likely``: the percentage with which its partner
    would have accepted."""

    count: int
    seat: int
    offer: Offer
    before: int
    after: int
    likely: int


class Look(NamedTuple):
    """A moment in a seat's turn, after ``moment`` answers. ``heard``: how many offers had been answered."""

    moment: int
    state: State
    heard: int


@dataclass
class OfferHistory:
    """What the game tells: every answered offer, and by seat the moments to look at."""

    past: list[AnsweredOffer] = field(default_factory=list)
    looks: dict[int, list[Look]] = field(default_factory=dict)


class PricedExchange(NamedTuple):
    """An exchange with its price at a look, the most promising first. ``likely`` as in
    :class:`UnmadeOffer`."""

    rank: float
    key: Key
    place: int  # the index of the look
    cash: int  # paid by the seat; negative: received
    likely: int


def unmade_offers(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> dict[int, UnmadeOffer | None]:
    """Return for each of these seats the best offer that it never made; None if there is none."""
    return at_once(search_in_slices(start, answers, seats))


def search_in_slices(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> Generator[None, None, dict[int, UnmadeOffer | None]]:
    """As :func:`unmade_offers`, as a generator that pauses often."""
    history = yield from _followed(start, answers, seats)
    found = {}
    for seat in seats:
        found[seat] = yield from _Search(history, seat).best()
    return found


def _followed(
    start: State, answers: Sequence[tuple[int, Answer]], seats: Collection[int]
) -> Generator[None, None, OfferHistory]:
    history = OfferHistory(looks={seat: [] for seat in seats})
    state = start.copy()
    seen: dict[int, list[int]] = {}
    pending: tuple[int, int, Offer] | None = None
    for count, (seat, answer) in enumerate(answers):
        ask = state.agenda[-1]
        mover = ask.seat if isinstance(ask, QUIET) else NOBODY
        if mover in history.looks and state.owner != seen.get(mover):
            seen[mover] = state.owner[:]
            history.looks[mover].append(Look(count, state.copy(), len(history.past)))
        if isinstance(answer, Offer):
            pending = state.turns, seat, answer
        elif pending is not None and isinstance(answer, (Accept, Reject)):
            turns, by, offer = pending
            agreed = isinstance(answer, Accept)
            history.past.append(AnsweredOffer(turns, by, offer.to, offer.give, offer.get, agreed))
            pending = None
        play_in_place(state, seat, answer)
        if count % LINES == LINES - 1:
            yield
    return history


def _spread(looks: Sequence[Look], most: int) -> list[Look]:
    """At most so many of the looks, evenly spread, with the last one."""
    n = len(looks)
    return [looks[(i + 1) * n // most - 1] for i in range(most)] if n > most else list(looks)


class _Search:
    """The search for one seat."""

    def __init__(self, history: OfferHistory, seat: int) -> None:
        self.seat = seat
        self.looks = _spread(history.looks[seat], LOOKS)
        self.past = history.past
        self.known = _Known(history.past, seat)
        # By look and seat: a partner, and the probability that it makes deals at all.
        self._partners: dict[tuple[int, int], tuple[Partner, float]] = {}

    def best(self) -> Generator[None, None, UnmadeOffer | None]:
        """The best offer; None if there is none."""
        found: dict[Key, list[tuple[float, int]]] = {}
        for place in range(len(self.looks)):
            for key, gain in self._exchanges(place):
                found.setdefault(key, []).append((-gain, place))
            yield
        first = sorted((min(each), key) for key, each in found.items())
        ideas = []
        for (_gain, place), key in first[:PRICED]:
            idea = self._priced(place, key)
            if idea is not None:
                ideas.append(idea)
            yield
        best = None
        for idea in sorted(ideas)[:TRIED]:
            best = _better(best, self._offer(idea))
            yield
        if best is not None:
            key = best.offer.to, best.offer.give.deeds, best.offer.get.deeds
            for _gain, place in sorted(found[key])[1 : AGAIN + 1]:
                again = self._priced(place, key)
                if again is not None:
                    best = _better(best, self._offer(again))
                yield
        return best

    def _view(self, place: int) -> View:
        look = self.looks[place]
        return View(look.state, self.seat, self.past[: look.heard])

    def _exchanges(self, place: int) -> Iterator[tuple[Key, float]]:
        """The exchanges to consider at a look, with the gain in money of both sides together."""
        view = self._view(place)
        position = holdings_of(view, SOBER)
        standing = Standing(view, position, TradeContext())
        for other in view.others():
            for give, get in exchanges(view, self.seat, other):
                key = other, give, get
                if self.known.made(key):
                    continue
                gain = sum(Swap(standing, other, Bundle(give), Bundle(get)).gains(0))
                if gain > WORTH:
                    yield key, round(gain, 6)

    def _priced(self, place: int, key: Key) -> PricedExchange | None:
        """The exchange at the lowest price that the partner would probably accept."""
        other, give, get = key
        if (place, other) not in self._partners:
            view = self._view(place)
            position = holdings_of(view, SOBER)
            open_to = trades_at_all(judged_offers(view, position, other))
            self._partners[place, other] = Partner(view, position, other), open_to
        partner, open_to = self._partners[place, other]
        exchange = partner.exchange(give, get)
        for cash, likely in partner.prices(exchange, self.known.refused(key), RAISE):
            if likely * open_to >= LIKELY:
                gain = round(exchange.gains[0] - cash, 6)
                percent = min(SURE, round(100 * likely * open_to))
                return PricedExchange(-gain, key, place, cash, percent) if gain > 0 else None
        return None

    def _offer(self, idea: PricedExchange) -> UnmadeOffer | None:
        """The offer, if it is legal and raises the seat's odds enough."""
        other, give, get = idea.key
        look = self.looks[idea.place]
        paid, received = Bundle(give, max(idea.cash, 0)), Bundle(get, max(-idea.cash, 0))
        offer = Offer(other, paid, received)
        if not _legal(look.state, self.seat, offer):
            return None
        before = expected_odds(look.state)[self.seat]
        after = _agreed(look.state, self.seat, offer)
        if after - before < max(LEAST, needed(self._view(idea.place), other, paid, received)):
            return None
        return UnmadeOffer(look.moment, self.seat, offer, before, after, idea.likely)


def _better(one: UnmadeOffer | None, other: UnmadeOffer | None) -> UnmadeOffer | None:
    """The offer that raises the odds more, or else the earlier one."""
    both = [each for each in (one, other) if each is not None]
    return min(both, key=lambda each: (each.before - each.after, each.count), default=None)


def _legal(state: State, seat: int, offer: Offer) -> bool:
    if violations(state, seat, offer):
        return False
    then = state.copy()
    play_in_place(then, seat, offer)
    return not violations(then, offer.to, Accept())


def _agreed(state: State, seat: int, offer: Offer) -> int:
    """The seat's odds after the deal, in millionths."""
    left = settle_position(state)
    for giver, receiver, bundle in ((seat, offer.to, offer.give), (offer.to, seat, offer.get)):
        left.cash[giver] -= bundle.cash
        left.cash[receiver] += bundle.cash
        for i in bundle.deeds:
            left.owner[i] = receiver
            if left.mortgaged[i]:
                left.cash[receiver] -= left.rules.transfer_interest[i]
    return expected_odds_after(state, left)[seat]


def trades_at_all(judged: Sequence[JudgedOffer]) -> float:
    """The probability that a player is none of those who accept no offer, given those that it has judged.

    It is low if the player has refused offers that most others would have accepted. The opponent model
    has no such case of its own, so good offers that are refused tell it nothing."""
    if any(offer.agreed for offer in judged):
        return 1.0
    usual = fsum(
        PRIOR[method] / len(SHARES) * prod(_refusal(offer, method, tenth) for offer in judged)
        for method, tenth in CASES
    )
    never = REFUSER * (1 - WRONG) ** len(judged)
    return (1 - REFUSER) * usual / (never + (1 - REFUSER) * usual)


def _refusal(offer: JudgedOffer, method: int, tenth: int) -> float:
    """The probability that a player of this case refuses what the partner has refused."""
    measure = offer.measures[method]
    if measure is None:
        return 1 - WRONG  # it tells nothing about the player
    return WRONG if measure >= ENOUGH[method][offer.kind][tenth] else 1 - WRONG


# ---------------------------------------------------------------- exchanges


def exchanges(view: View, seat: int, other: int) -> Iterator[tuple[Deeds, Deeds]]:
    """Exchanges to consider, as (deeds of the seat, deeds of the other).

    One side hands over all its deeds of a set of which the other owns a part too. In return it gets cash
    alone, all deeds of another such set, or one deed."""
    sets: dict[Deeds, tuple[Deeds, Deeds]] = {}
    rules, owner, level = view.rules, view.owner, view.level
    free: list[int] = []
    for i in rules.ownable:
        members = rules.members[i]
        if members in sets or any(level[j] for j in members):
            continue
        own = tuple(j for j in members if owner[j] == seat)
        theirs = tuple(j for j in members if owner[j] == other)
        sets[members] = own, theirs
        free += own
    shared = [(own, theirs) for own, theirs in sets.values() if own and theirs]
    for own, theirs in shared:
        yield (), theirs
        yield own, ()
        whole = {given for given, _ in shared if given != own}
        yield from ((given, theirs) for given in sorted(whole))
        yield from (((i,), theirs) for i in free if i not in own and (i,) not in whole)


# ---------------------------------------------------------------- what the two have said


class _Known:
    """The offers of the whole game between a seat and each partner."""

    def __init__(self, past: Sequence[AnsweredOffer], seat: int) -> None:
        self._refused: dict[int, list[tuple[set[int], set[int], int]]] = {}
        self._done: dict[int, list[tuple[set[int], set[int]]]] = {}
        self._proposed: set[Key] = set()
        for deal in past:
            own = deal.by == seat
            partner = deal.to if own else deal.by if deal.to == seat else NOBODY
            if partner == NOBODY:
                continue
            give, get = (deal.give, deal.get) if own else (deal.get, deal.give)
            terms = set(give.deeds), set(get.deeds)
            if deal.accepted:
                self._done.setdefault(partner, []).append(terms)
            elif not own:
                self._proposed.add((partner, tuple(sorted(terms[0])), tuple(sorted(terms[1]))))
            elif not get.cards:
                paid = give.cash - get.cash
                self._refused.setdefault(partner, []).append((*terms, paid))

    def made(self, key: Key) -> bool:
        """Whether the partner has offered this exchange, or the two have made it, perhaps with more."""
        partner, give, get = key
        if (partner, tuple(sorted(give)), tuple(sorted(get))) in self._proposed:
            return True
        done = self._done.get(partner, ())
        return any(got.issuperset(get) and (get or given.issuperset(give)) for given, got in done)

    def refused(self, key: Key) -> int | None:
        """The highest price that the partner has refused for this exchange or one that is better for
        it; None if there is none."""
        partner, give, get = key
        prices = [
            paid
            for given, got, paid in self._refused.get(partner, ())
            if given.issuperset(give) and got.issubset(get)
        ]
        return max(prices, default=None)
