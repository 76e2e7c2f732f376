"""``shark`` plays like :class:`~.mind.Mind`, but buys, bids and trades by its probability of winning.

The odds model (``titledeed.odds``) tells what a deed or an exchange is worth to the shark itself. For the
other side it assumes a plain valuation in money (:class:`Picture`) to guess the price that they would
just accept. It makes the offer that raises its own odds most.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import fsum
from typing import Final, NamedTuple

from ..engine.door import Options
from ..engine.words import NOBODY, Accept, AskAnswer, AskEnd, Bundle, Offer, Reject
from ..odds.model import WHOLE, Unready, millionths
from .deals import STEP, Dealing, Key, Swap, counter, heard, judge
from .mind import END, Mind, Temper
from .protocol import Choice, View
from .value import Holding, Holdings, Values, holdings_of

LEAST: Final = WHOLE // 100  # the gain in odds that it demands of a deal, in millionths
DEAR: Final = 3 * WHOLE // 100  # the same if the deal completes a group for the other side alone
CARD: Final = 15  # the value of a jail card in money; the odds model does not price it
TRIES: Final = 3  # how often it offers the same exchange before it lets it rest
# Limits that keep the search short:
IDEAS: Final = 16  # exchanges whose odds are computed
PRICED: Final = 14  # exchanges with one partner for which a price is sought
ALONE: Final = 20  # single deeds and pairs exchanged for cash alone
GIVES: Final = 16  # single deeds and pairs of its own exchanged for deeds of the other
GETS: Final = 14  # single deeds and pairs of the other that it asks for
EXTRA: Final = 6  # deeds outside shared sets that it may throw in
HALVINGS: Final = 8  # steps of the binary search for the partner's price
KEPT: Final = 4  # after a refusal it still keeps 1/KEPT of the gain that the refused price promised
BIDDING: Final = 6  # steps of the binary search for its own highest price
POOR: Final = 400  # it mortgages deeds to buy and build if the others' mean cash is at most this

# The valuation that it assumes of the others, and the part of its gain that they demand for themselves.
SOBER: Final = Values(
    *(30.0, 5.0),
    hope=1.0,
    means=1.0,
    dry=1.0,
    future=0.0,
    later=0.12,
    whole=0.2,
    deed=0.0,
)
SHARE: Final = 0.5
LEAD: Final = (0.6, 2.0)  # they demand more from a leader: bounds of that factor
PLEASED: Final = 15.0  # the least gain in money for which they agree


class Imagined:
    """A changeable copy of what a view shows, as the odds model reads it (``odds.numbers.OpenState``)."""

    def __init__(self, view: View) -> None:
        self.rules = view.rules
        self.cash = list(view.cash)
        self.at = view.at
        self.jail = view.jail
        self.playing = view.playing
        self.owner = list(view.owner)
        self.level = view.level
        self.mortgaged = view.mortgaged
        self.held = view.held
        self.stock = view.stock
        self.turn = view.turn
        self.round = view.round

    def hand(self, deeds: tuple[int, ...], to: int) -> None:
        """Give these deeds to the seat ``to``, which pays the interest on mortgaged ones."""
        for i in deeds:
            self.owner[i] = to
            if self.mortgaged[i]:
                self.cash[to] -= self.rules.transfer_interest[i]


def after(view: View, other: int, give: Bundle, get: Bundle) -> int:
    """The seat's odds, in millionths, after it has given ``give`` to ``other`` and received ``get``."""
    position = Imagined(view)
    position.hand(give.deeds, other)
    position.hand(get.deeds, view.seat)
    more = get.cash - give.cash + CARD * (len(get.cards) - len(give.cards))
    position.cash[view.seat] += more
    position.cash[other] -= more
    return millionths(position)[view.seat]


def completes(view: View, seat: int, deeds: tuple[int, ...]) -> bool:
    """Whether the seat would own a complete colour group with these deeds."""
    rules = view.rules
    return any(
        rules.kind[i] == "street"
        and all(j in deeds or view.owner[j] == seat for j in rules.members[i])
        for i in deeds
    )


def needed(view: View, other: int, give: tuple[int, ...], get: tuple[int, ...]) -> int:
    """The gain in odds that the seat demands of this exchange, in millionths."""
    alone = completes(view, other, give) and not completes(view, view.seat, get)
    return DEAR if alone else LEAST


class OddsSwap(Swap):
    """A swap to which the seat agrees if its odds rise enough."""

    __slots__ = ()

    def agrees(self, cash: int) -> bool:
        """Whether the seat would agree at this price."""
        view = self.s.view
        offer = self.offer(cash)
        wanted = needed(view, self.other, offer.give.deeds, offer.get.deeds)
        return after(view, self.other, offer.give, offer.get) >= (
            millionths(view)[view.seat] + wanted
        )


class Idea(NamedTuple):
    """An exchange at the lowest price that the other would presumably accept. Ideas sort by ``rank``,
    the most promising first. Gains are by the SOBER values."""

    rank: float  # the seat's gain, negated
    other: int
    give: tuple[int, ...]
    get: tuple[int, ...]
    cash: int  # paid by the seat; negative: received
    theirs: float  # the other's gain
    refused: int | None  # the highest price that the other has lately refused for it,
    times: int  # and the number of refusals
    most: int  # the highest price that the seat has the cash for


class Hands(NamedTuple):
    """The holdings of both sides after an exchange of deeds, and the interest each pays on mortgages."""

    mine: Holding
    theirs: Holding
    fees: tuple[int, int]


class Picture:
    """A model of the other seats: the worth of each by the SOBER values, and what they accept."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.position: Holdings = holdings_of(view, SOBER)
        cash = view.cash
        self.worths = {
            seat: max(1.0, self.position.now(seat, cash[seat]))
            for seat, plays in enumerate(view.playing)
            if plays
        }

    def share(self, other: int) -> float:
        """The least ratio of the other's gain to the seat's gain at which the other accepts."""
        rest = len(self.worths) - 1
        mean = (fsum(self.worths.values()) - self.worths[other]) / rest
        lead = min(LEAD[1], max(LEAD[0], self.worths[self.view.seat] / mean))
        return SHARE * max(1.0, 3 / (rest + 1)) * lead

    def gains(self, other: int, cash: int, swap: Hands) -> tuple[float, float]:
        """The gains of the seat and of the other, by the SOBER values, if the seat pays ``cash``."""
        view, worth = self.view, self.position.worth
        seat = view.seat
        return (
            worth(seat, view.cash[seat] - cash - swap.fees[0], swap.mine) - self.worths[seat],
            worth(other, view.cash[other] + cash - swap.fees[1], swap.theirs) - self.worths[other],
        )

    def ideas(self, other: int, tried: dict[Key, tuple[int, int]]) -> Iterator[Idea]:
        """Exchanges with ``other``: those with the largest sum of both gains, each at the lowest price
        that the other would accept."""
        view = self.view
        fee, mortgaged = view.rules.transfer_interest, view.mortgaged
        exchanges = []
        for give, get in _exchanges(view, self.position, other):
            refused, times = tried.get((other, give, get), (None, 0))
            if times >= TRIES:
                continue
            mine, theirs = self.position.after(view.seat, other, give, get)
            fees = (
                sum(fee[i] for i in get if mortgaged[i]),
                sum(fee[i] for i in give if mortgaged[i]),
            )
            swap = Hands(mine, theirs, fees)
            gain = round(fsum(self.gains(other, 0, swap)), 6)
            exchanges.append((-gain, give, get, refused, swap))
        exchanges.sort(key=lambda idea: idea[:3])
        share = self.share(other)
        for _, give, get, refused, swap in exchanges[:PRICED]:
            times = tried.get((other, give, get), (None, 0))[1]
            idea = self._priced(other, give, get, share, (refused, times), swap)
            if idea is not None:
                yield idea

    def _priced(
        self,
        other: int,
        give: tuple[int, ...],
        get: tuple[int, ...],
        share: float,
        heard_of: tuple[int | None, int],
        swap: Hands,
    ) -> Idea | None:
        view = self.view

        def takes(cash: int) -> bool:
            gain, their = self.gains(other, cash, swap)
            return their >= max(PLEASED, share * gain)

        low = -max(0, view.cash[other] - swap.fees[1])
        high = most = max(0, view.cash[view.seat] - swap.fees[0])
        if not takes(high):
            return None
        for _ in range(HALVINGS):
            middle = (low + high) // 2
            if takes(middle):
                high = middle
            else:
                low = middle
        cash = min(most, -(-high // STEP) * STEP)
        gain, their = self.gains(other, cash, swap)
        return Idea(-gain, other, give, get, cash, their, *heard_of, most)


def _exchanges(
    view: View, position: Holdings, other: int
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Exchanges to consider, as (deeds of the seat, deeds of the other).

    Each side gives at most two deeds, of sets that the receiver has a part of; the seat may instead give
    one deed of any other set."""
    set_of = position.board.set_of
    mine, theirs = _free(view, view.seat), _free(view, other)
    own = {set_of[i] for i in mine}
    their = {set_of[i] for i in theirs}
    gives = _ones_and_twos([i for i in mine if set_of[i] in their])
    gets = _ones_and_twos([i for i in theirs if set_of[i] in own])
    for give in gives[:ALONE]:
        yield give, ()
    for get in gets[:ALONE]:
        yield (), get
    extra = [(i,) for i in mine if set_of[i] not in their]
    offered = [*gives[:GIVES], *extra[:EXTRA]]
    for get in gets[:GETS]:
        sets = {set_of[i] for i in get}
        for give in offered:
            if len(sets) > 1 or {set_of[i] for i in give} != sets:
                yield give, get


def _free(view: View, seat: int) -> list[int]:
    """The seat's deeds that the rules allow it to trade: no building stands in their group."""
    level, members = view.level, view.rules.members
    return [i for i in view.deeds(seat) if not any(level[j] for j in members[i])]


def _ones_and_twos(deeds: list[int]) -> list[tuple[int, ...]]:
    return [*((i,) for i in deeds), *combinations(deeds, 2)]


def with_lot(view: View, lot: int, buyer: int, price: int) -> int:
    """The seat's odds, in millionths, if ``buyer`` gets the lot at this price. ``NOBODY``: it stays
    unsold."""
    position = Imagined(view)
    if buyer != NOBODY:
        position.owner[lot] = buyer
        position.cash[buyer] -= price
    return millionths(position)[view.seat]


class Shark(Mind):
    """The player of one seat. While the model's weights are not loaded (:class:`Unready`), it plays
    like :class:`~.mind.Mind`."""

    __slots__ = ("_asked", "_found")

    def __init__(self, temper: Temper | None = None) -> None:
        super().__init__(temper or Temper())
        self._asked: tuple[object, ...] = ()
        self._found = 0

    def _limit(self, view: View, space: int, rival: int, most: int) -> int:
        # The limit is computed once per auction, not again at every bid.
        asked = (view.changes, tuple(view.cash), tuple(view.at), view.turns, space, rival, most)
        if asked != self._asked:
            try:
                self._found = self._highest(view, space, rival, most)
            except Unready:
                return super()._limit(view, space, rival, most)
            self._asked = asked
        return self._found

    def _highest(self, view: View, space: int, rival: int, most: int) -> int:
        """The highest price at which its odds with the deed are as good as if the rival bought it."""
        seat, cash = view.seat, view.cash
        bare = self._where(view).holding(seat).bare if self._lends(view) else 0
        unsold = with_lot(view, space, NOBODY, 0) if rival == NOBODY else 0

        def better(price: int) -> bool:
            without = unsold
            if rival != NOBODY:
                without = with_lot(view, space, rival, min(price, cash[rival]))
            return with_lot(view, space, seat, price) >= without

        low, high = 0, max(0, min(most, cash[seat] + bare))
        if better(high):
            return high
        for _ in range(BIDDING):
            middle = (low + high) // 2
            if better(middle):
                low = middle
            else:
                high = middle
        return low

    def _lends(self, view: View) -> bool:
        others = view.others()
        return sum(view.cash[o] for o in others) <= POOR * len(others)

    def _answer(self, view: View, options: Options, ask: AskAnswer) -> Choice:
        if options.allows(Accept()):
            return Choice(Reject(), "The deal with {seat} cannot be carried out.", {"seat": ask.by})
        try:
            now = millionths(view)[view.seat]
            then = after(view, ask.by, ask.get, ask.give)
        except Unready:
            judgement = judge(view, ask.by, ask.give, ask.get, self._stand(view))
            answer = Accept() if judgement.good else Reject()
            return Choice(answer, judgement.why, judgement.facts)
        facts = {"count": _percent(now), "count_after": _percent(then)}
        if then >= now + needed(view, ask.by, ask.get.deeds, ask.give.deeds):
            why = "It takes my chance to win from {count} to {count_after} %: agreed."
            return Choice(Accept(), why, facts)
        if facts["count"] == facts["count_after"]:
            return Choice(Reject(), "It would leave my chance to win at {count} %.", facts)
        why = "It would take my chance to win from {count} to {count_after} %: that is not for me."
        return Choice(Reject(), why, facts)

    def _counter(self, view: View, options: Options) -> Choice | None:
        try:
            return counter(view, options, self._stand(view), OddsSwap)
        except Unready:
            return super()._counter(view, options)

    def _end(self, view: View, options: Options, ask: AskEnd) -> Choice:
        choice = self._standing(view, options)
        if choice is None and view.others():
            try:
                choice = propose(view, options, self._stand(view).dealing)
            except Unready:
                return super()._end(view, options, ask)
        return choice or END


def _percent(odds: int) -> int:
    return round(100 * odds / WHOLE)


def _offer(idea: Idea, cash: int) -> Offer:
    return Offer(idea.other, Bundle(idea.give, max(cash, 0)), Bundle(idea.get, max(-cash, 0)))


def _dearer(view: View, idea: Idea, now: int, least: int) -> int | None:
    """The price to offer after a refusal, or None if it would pay no more than the refused price.

    The first time it goes halfway to the highest price that it would pay, later all the way."""
    refused = idea.refused or 0

    def odds(cash: int) -> int:
        offer = _offer(idea, cash)
        return after(view, idea.other, offer.give, offer.get)

    # It raises its price only as far as it keeps 1/KEPT of the gain that the refused price promised.
    least = max(least, now + (odds(min(refused, idea.most)) - now) // KEPT)
    low, high = refused, idea.most
    if high <= low or odds(low) < least:
        return None
    for _ in range(BIDDING):
        middle = (low + high) // 2
        if odds(middle) >= least:
            low = middle
        else:
            high = middle
    cash = low if idea.times > 1 else max((refused + low) // 2, idea.cash)
    cash = min(cash // STEP * STEP, low)
    return cash if cash >= refused + 2 * STEP else None


def propose(view: View, options: Options, dealing: Dealing) -> Choice | None:
    """The offer that raises the seat's odds most, among those that the other presumably accepts; None
    if there is none."""
    if len(view.offered) >= dealing.most:
        return None
    tried = heard(view, dealing)
    picture = Picture(view)
    ideas = sorted(idea for other in view.others() for idea in picture.ideas(other, tried))
    if not ideas:
        return None
    now = millionths(view)[view.seat]
    best: tuple[int, Offer, Idea] | None = None
    for idea in ideas[:IDEAS]:
        least = now + needed(view, idea.other, idea.give, idea.get)
        cash = idea.cash if idea.refused is None else _dearer(view, idea, now, least)
        if cash is None:
            continue
        offer = _offer(idea, cash)
        if offer in view.offered or options.allows(offer):
            continue
        then = after(view, idea.other, offer.give, offer.get)
        if then >= least and (best is None or then > best[0]):
            best = then, offer, idea
    if best is None:
        return None
    then, offer, idea = best
    facts = {
        "seat": offer.to,
        "count": _percent(now),
        "count_after": _percent(then),
        "gain_theirs": int(idea.theirs),
    }
    why = (
        "It takes my chance to win from {count} to {count_after} %, and {seat} gains about"
        " {gain_theirs} by it."
    )
    return Choice(offer, why, facts)
