"""Three players made against ``shark`` of 2026-11-26, which sells and buys by its chance of winning.

Mimic       deals as ``shark`` does, in everybody's turn and with prices that come down, but overcharges
Cornerer    pays for the deeds that others need, keeps them, and sells them late to whoever is poor then
Latecomer   refuses everything while ``shark`` learns that it is hard, and then sells dear

They know of the program only ``titledeed.api``, and play else like ``Merchant`` of the field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from titledeed.api import BANK, Accept, Bundle, Choice, Offer, Options, Reject, View
from tools.field.strangers import Stranger

OFFERS = 3  # in one turn, which is what the game allows
AGAIN = 6  # rounds after which a price may start again from the top
LEFT = 0.95  # of its cash, the most that is asked of a buyer


class Sharper(Stranger):
    """A player that offers deeds for cash and names lower prices after each refusal."""

    BID = 1.2
    PAY = (1.2, 1.6, 2.2)
    RUNGS: tuple[float, ...] = (4.0, 3.0, 2.5)  # times the list, for a deed that completes a group
    PLAIN: tuple[float, ...] = (1.8, 1.5)  # for another one of which the buyer owns a part
    FROM = 0  # the round from which it sells

    def choose(self, view: View, options: Options) -> Any:
        choice = super().choose(view, options)
        if choice is None and view.ask.seat != view.seat:
            return self.propose(view, options)
        return choice

    def propose(self, view: View, options: Options) -> Any:
        if len(view.offered) >= OFFERS:
            return None
        for offer in (*self.sales(view), *self.ideas(view)):
            if offer in view.offered or options.violations(offer):
                continue
            if not offer.give.deeds and self.heard(view, offer):
                continue  # its own bids come once in AGAIN rounds
            return Choice(offer, "")
        return None

    def heard(self, view: View, offer: Offer) -> int:
        """How often the other has refused as much or more for these deeds in the last rounds."""
        since = view.turns - AGAIN * sum(view.playing)
        price = offer.give.cash - offer.get.cash
        return sum(
            deal.by == view.seat
            and deal.to == offer.to
            and deal.turns >= since
            and not deal.accepted
            and (deal.give.deeds, deal.get.deeds) == (offer.give.deeds, offer.get.deeds)
            and deal.give.cash - deal.get.cash >= price
            for deal in view.past
        )

    def free(self, view: View) -> list[int]:
        """The own deeds that may be traded, outside complete groups."""
        members = view.rules.members
        return [i for i in self.loose(view) if not any(view.level[j] for j in members[i])]

    def needs(self, view: View, other: int, space: int) -> bool:
        """Whether the deed completes a group for the other."""
        return self.completes(view, other, (space,))

    def sales(self, view: View) -> Iterator[Offer]:
        """The own deeds for sale, each at the highest price that has not been refused."""
        if view.round < self.FROM:
            return
        for other in sorted(view.others(), key=lambda o: (-view.cash[o], o)):
            for i in self.free(view):
                whole = self.needs(view, other, i)
                part = any(view.owner[j] == other for j in view.rules.members[i])
                if not part or not self.sells_to(view, other, i):
                    continue
                for times in self.RUNGS if whole else self.PLAIN:
                    most = int(view.cash[other] * LEFT)
                    asked = min(int(times * view.rules.price[i]), most) // 10 * 10
                    offer = Offer(other, Bundle((i,)), Bundle((), asked))
                    if asked > 0 and not self.heard(view, offer):
                        yield offer
                        break

    def sells_to(self, view: View, other: int, space: int) -> bool:
        return True

    def least(self, view: View, by: int, space: int) -> float:
        """The least for which it gives up a deed to this buyer."""
        rungs = self.RUNGS if self.needs(view, by, space) else self.PLAIN
        return rungs[-1] * view.rules.price[space]

    def on_answer(self, view: View, options: Options, ask: Any) -> Any:
        if options.violations(Accept()) or view.round < self.FROM:
            return Choice(Reject(), "")
        gain, loss = ask.give, ask.get
        asked = loss.cash + sum(self.least(view, ask.by, i) for i in loss.deeds)
        got = gain.cash + 40 * len(gain.cards)
        coming, going = set(gain.deeds), set(loss.deeds)
        got += sum(self.value_to(view, view.seat, i, coming, going) for i in gain.deeds)
        fine = got >= asked and all(self.sells_to(view, ask.by, i) for i in loss.deeds)
        return Choice(Accept() if fine else Reject(), "")


class Mimic(Sharper):
    """Its prices come down in small steps, as ``shark``'s offers go up. It also swaps deeds that complete
    a group on both sides, and asks for cash on top."""

    RUNGS = (6.0, 5.0, 4.2, 3.5, 3.0, 2.6, 2.2)
    PLAIN = (2.2, 1.9, 1.6, 1.4)
    TOP = 3
    ON_TOP = (0.9, 0.6, 0.4, 0.2, 0.1)  # of the other's cash

    def sales(self, view: View) -> Iterator[Offer]:
        seat = view.seat
        for other in view.others():
            theirs = [
                i
                for i in view.deeds(other)
                if self.completes(view, seat, (i,))
                and not any(view.level[j] for j in view.rules.members[i])
            ]
            mine = [i for i in self.free(view) if self.needs(view, other, i)]
            for i in mine:
                for j in theirs:
                    for part in self.ON_TOP:
                        asked = int(part * view.cash[other] / 10) * 10
                        offer = Offer(other, Bundle((i,)), Bundle((j,), asked))
                        if not self.heard(view, offer):
                            yield offer
                            break
        yield from super().sales(view)


class Cornerer(Sharper):
    """It pays up to three times the list for a deed that another player needs."""

    DENIES = 3.0
    COMPLETES = 3.0
    RUNGS = (5.0, 4.0, 3.0, 2.5)
    FROM = 20
    POOR = 250  # cash that the sale may leave a buyer who completes a group by it

    def ideas(self, view: View) -> Iterator[Offer]:
        """It also buys a deed that a third player needs, if the owner may part with it cheaply."""
        price, cash = view.rules.price, view.cash[view.seat]
        for other in view.others():
            for i in view.deeds(other):
                owners = {view.owner[j] for j in view.rules.members[i] if j != i}
                needed = len(owners) == 1 and not owners & {BANK, other, view.seat}
                built = any(view.level[j] for j in view.rules.members[i])
                if needed and not built:
                    for times in (1.1, 1.5, 2.0):
                        paid = int(times * price[i] / 10) * 10
                        if paid <= cash - 200:
                            yield Offer(other, Bundle((), paid), Bundle((i,)))
        yield from super().ideas(view)

    def sells_to(self, view: View, other: int, space: int) -> bool:
        if not self.needs(view, other, space):
            return True
        return view.cash[other] - self.least(view, other, space) <= self.POOR


class Latecomer(Sharper):
    """By then it has refused more often than a player who trades would have."""

    FROM = 15
    BID = 1.5
    RUNGS = (5.0, 4.0, 3.3, 2.8)
    PLAIN = (2.5, 2.1, 1.8)

    def ideas(self, view: View) -> Iterator[Offer]:
        return iter(()) if view.round < self.FROM else super().ideas(view)
