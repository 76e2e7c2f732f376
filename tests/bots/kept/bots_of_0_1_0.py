"""Bots as somebody wrote them by docs/BOTS.md before titledeed.api was there: such bots still load and play.

Nothing in this file is to be changed."""

from __future__ import annotations

from titledeed.engine.door import Amount, Options, Terms
from titledeed.engine.words import (
    BANK,
    FREE,
    AskBid,
    AskDebt,
    Bid,
    Build,
    Bundle,
    Buy,
    Decline,
    End,
    Mortgage,
    Offer,
    Pass,
    Roll,
)

from titledeed.bots.protocol import Choice, View


class Careful:
    def choose(self, view, options):  # noqa: RET503 - as it stood in the page
        cash = view.cash[view.seat]
        if view.ask.seat != view.seat:
            return None  # somebody else's turn: nothing to say
        kinds = options.kinds()
        if "buy" in kinds:
            price = view.rules.price[view.ask.space]
            if cash >= price + 100:
                return ("buy", f"That leaves me {cash - price}.")
            return "decline"
        if "bid" in kinds:
            half = view.rules.price[view.ask.lot] // 2 if view.ask.lot >= 0 else 100
            for bids in options.of("bid"):
                if bids.low <= half <= bids.high:
                    return f"bid {bids.low}"
            return "pass"
        if cash > 500:
            for build in options.of("build"):
                return build
        if "bankrupt" in kinds:
            for kind in ("pay", "mortgage", "sell", "sell-down"):
                for answer in options.of(kind):
                    return answer
        for kind in kinds:
            for answer in options.of(kind):
                return answer


class Reader:
    """Reads all that the page promises, and says what is wrong by raising."""

    def choose(self, view: View, options: Options) -> Choice | None:
        rules = view.rules
        seat = view.seat
        assert view.turn in range(len(view.playing))
        assert view.turns >= view.round
        assert view.cash[seat] >= 0
        assert 0 <= view.at[seat] < 40
        assert view.jail[seat] >= FREE
        assert len(view.owner) == len(view.level) == len(view.mortgaged) == 40
        assert all(view.owner[i] == seat for i in view.deeds(seat))
        assert all(0 <= view.level[i] <= rules.top for i in rules.ownable)
        assert sum(owner == BANK for owner in view.owner) >= view.left_with_bank()
        assert len(view.held) == len(view.stock) == 2
        assert seat not in view.others()
        assert all(rules.edition.groups[g] for g in view.complete(seat))
        assert view.changes >= 0
        assert rules.edition.spaces[39].id == "boardwalk"
        assert rules.jail_fine > 0
        for values in (rules.mortgage_value, rules.lift_cost, rules.cost, rules.rents, rules.price):
            assert values[39]
        assert 39 in rules.members[39]
        for deal in view.past:
            assert deal.turns <= view.turns
            assert deal.by != deal.to
            assert isinstance(deal.give, Bundle)
            assert isinstance(deal.get, Bundle)
            assert deal.accepted in (True, False)
        for offer in view.offered:
            assert isinstance(offer, Offer)
        for claim in view.claims:
            assert claim.because
        if view.ask.seat != seat:
            return None
        for barred in options.barred("buy"):
            assert barred.because
            assert barred.answer == Buy()
        return self.answer(view, options)

    def answer(self, view: View, options: Options) -> Choice | None:
        ask, kinds = view.ask, options.kinds()
        if isinstance(ask, AskBid):
            assert ask.kind == "bid"
            for amount in options.of("bid"):
                assert isinstance(amount, Amount)
                if amount.low <= view.rules.price[ask.lot] // 2:
                    return Choice(Bid(amount.low), "")
            return Choice(Pass(), "")
        if isinstance(ask, AskDebt):
            assert ask.amount > 0
            assert ask.because
        if ask.kind == "buy":
            price = view.rules.price[ask.space]
            return Choice(Buy() if view.cash[view.seat] >= price + 50 else Decline(), "")
        if "offer" in kinds and not view.offered and view.turns % 5 == 0:
            for terms in options.of("offer"):
                assert isinstance(terms, Terms)
                theirs = [i for i in view.deeds(terms.partner) if not view.level[i]]
                if theirs and view.cash[view.seat] > 50:
                    return Choice(Offer(terms.partner, Bundle((), 50), Bundle((theirs[0],), 0)), "")
        if ask.kind == "end":
            for build in options.of("build"):
                assert isinstance(build, Build)
                return Choice(build, "")
            return Choice(End(), "")
        if ask.kind == "roll":
            return Choice(Roll(), "")
        for kind in ("pay", "mortgage", "sell", "sell-down", *kinds):
            for answer in options.of(kind):
                assert kind != "mortgage" or isinstance(answer, Mortgage)
                return Choice(answer, "")
        return None
