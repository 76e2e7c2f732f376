"""Computes, independently of the rules, which events an answer must have, and some of their facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

from cited_clauses import Cited
from titledeed import api as w
from titledeed.engine import agenda_step_types
from titledeed.engine.special_seats_and_ids import BANK

# The events that each answer must have, one of each group.
TOLD: Final[dict[type[w.Answer], tuple[str, ...]]] = {
    w.Accept: ("deal",),
    w.Build: ("build scarce",),
    w.Buy: ("deed",),
    w.CardIs: ("card",),
    w.ClaimIt: ("claim",),
    w.Deal: ("deed",),
    w.Decline: ("declined",),
    w.DemandRent: ("ask-rent",),
    w.Dice: ("throw",),
    w.End: ("turn over",),
    w.Fine: ("pay", "free"),
    w.Flat: ("pay debt",),
    w.GiveUp: ("bankrupt",),
    w.Mortgage: ("pay", "mortgage"),
    w.Offer: ("offer",),
    w.Pass: ("pass claim-pass",),
    w.Pay: ("pay debt",),
    w.Percent: ("pay debt",),
    w.Place: ("build",),
    w.Redeem: ("pay", "redeem"),
    w.Reject: ("reject",),
    w.Resign: ("bankrupt",),
    w.Sell: ("pay", "unbuild"),
    w.SellDown: ("pay", "unbuild"),
    w.Shuffle: ("shuffle",),
    w.TakeChance: ("take-chance",),
    w.TimeUp: ("time-up",),
    w.UseCard: ("hand-card", "free"),
    w.Bid: ("bid",),
}


def missing(c: Cited) -> Iterator[str]:
    """Yield the events that the answer lacks. ``c.event`` is ignored."""
    kinds = {event.kind for event in c.all}
    for group in TOLD.get(type(c.answer), ()):
        if kinds.isdisjoint(group.split()):
            yield f"{c.answer} has no event {group}"
    for n, event in enumerate(c.all):
        if event.kind == "move" and event.facts["how"] != "jail":
            told = {later.kind for later in c.all[n + 1 :]}
            due = _landing(c, event)
            if due and told.isdisjoint(due.split()):
                yield f"nothing is told of the space {event.facts['to']}: {due}"
    yield from _turns(c, kinds)
    yield from _wishes(c)
    yield from _cards(c)


def _landing(c: Cited, event: w.Event) -> str:
    """Return the kinds of event; one of them must report the space that a token reaches."""
    facts: Any = event.facts
    state, rules, seat = c.before, c.rules, facts["seat"]
    match rules.kind[facts["to"]]:
        case "go":
            return "rest"
        case "jail":
            return "visit"
        case "free-parking":
            return "rest" if rules.pot or not rules.parking else "pay"
        case "chance" | "community-chest":
            return "draw"
        case "income-tax":
            return "tax pay debt"
        case "luxury-tax":
            return "pay debt"
        case "go-to-jail":
            return "move"
    owner = state.owner[facts["to"]]
    if owner == BANK:
        # The lap that this move ends may be the first.
        return "no-offer offered" if rules.lap_first else "offered"
    if owner == seat:
        return "own"
    return "no-rent claim-open pay debt" if not isinstance(c.after.ask, w.AskRentRoll) else ""


def _turns(c: Cited, kinds: set[str]) -> Iterator[str]:
    state, after = c.before, c.after
    asks = (w.AskRoll, w.AskEnd)
    same = after.turns == state.turns and not isinstance(state.ask, asks)
    moving = same and any(isinstance(item, agenda_step_types.Settle) for item in state.agenda)
    if isinstance(after.ask, w.AskRoll) and moving and "again" not in kinds:
        yield "another throw is not told"
    again = isinstance(after.ask, w.AskOrder) and not after.ask.totals
    if again and "throw" in kinds and "tie" not in kinds:
        yield "a tie is not told"
    if "bankrupt" in kinds and "over" not in kinds and "play-on" not in kinds:
        yield "it is not told that play goes on"
    if c.told("bankrupt") and isinstance(after.ask, w.AskBid) and "estate-lot" not in kinds:
        yield "the lot of an estate is not told"
    if isinstance(c.answer, w.Deal):
        last = isinstance(state.ask, w.AskDeal) and not state.ask.rest
        if last != ("dealt" in kinds):
            yield "the end of the deal is told at the wrong moment"
    if isinstance(c.answer, w.Dice | w.CardIs | w.Shuffle | w.Deal) != (after.draws > state.draws):
        yield "an answer of chance is not counted"
    if after.again and isinstance(after.ask, asks):
        yield "a throw is owed at a quiet table"


def _waiting(s: w.State) -> Counter[int]:
    """Return the seats that wait for a scarce building."""
    seats = [
        seat
        for item in s.agenda
        if isinstance(item, agenda_step_types.Wishes)
        for seat in item.seats
    ]
    ask = s.ask
    if isinstance(ask, w.AskClaim):
        seats += [ask.orderer, *ask.wishes]
    if isinstance(ask, w.AskPlace):
        seats.append(ask.seat)
    return Counter(seats)


def _wishes(c: Cited) -> Iterator[str]:
    waited = _waiting(c.before)
    if isinstance(c.answer, w.ClaimIt):
        waited[c.before.ask.seat] += 1
    gone = set((waited - _waiting(c.after)).elements())
    served = {event.facts["seat"] for event in c.all if event.kind == "build"}
    lapsed = [event.facts["seat"] for event in c.all if event.kind == "wish-lapse"]
    if len(set(lapsed)) < len(lapsed):
        yield "a wish lapses twice"
    if c.told("unsold"):
        served |= gone
    if gone != served | set(lapsed) and not isinstance(c.answer, w.Build):
        yield f"{gone} wait no longer, {served} have a building, of {lapsed} the wish has lapsed"


def _cards(c: Cited) -> Iterator[str]:
    state, after = c.before, c.after
    drawn = [(event.facts["deck"], event.facts["card"]) for event in c.all if event.kind == "card"]
    back = [
        (event.facts["deck"], event.facts["card"]) for event in c.all if event.kind == "card-back"
    ]
    held = [event.facts["deck"] for event in c.all if event.kind == "hold"]
    gone = Counter([*state.drawn, *drawn]) - Counter(after.drawn)
    told = Counter(back) + Counter(card for card in gone if card[0] in held)
    if gone != told:
        yield f"the cards {gone} are put away, and {told} is told"
    put_back = any(isinstance(item, agenda_step_types.PutBack) for item in after.agenda)
    if isinstance(c.answer, w.TakeChance) and put_back:
        yield "the card that gave the choice is still to be put back"


# ---------------------------------------------------------------- facts


def _lot(c: Cited) -> tuple[int, int]:
    """Return the lot of the auction: a property and -1, or -1 and a building."""
    ask = c.before.ask if isinstance(c.before.ask, w.AskBid) else c.after.ask
    return (ask.lot, ask.piece) if isinstance(ask, w.AskBid) else (c.facts["space"], -1)


def _auction(c: Cited) -> bool:
    ask, facts, rules = c.after.ask, c.facts, c.rules
    building = facts["space"] < 0
    low = rules.building_opening_bid if building else rules.opening_bid
    good = facts["low"] == low and (facts["space"] == -1) == building == (facts["piece"] >= 0)
    if not isinstance(ask, w.AskBid):
        return bool(good and not facts["bidders"] and facts["piece"] == -1)
    named = (facts["space"], facts["piece"], facts["about"], tuple(facts["bidders"]))
    return bool(good and named == (ask.lot, ask.piece, ask.about, ask.bidders))


def _pay(c: Cited) -> bool:
    space, ask, facts = c.facts["space"], c.before.ask, c.facts
    if facts["amount"] < (0 if facts["what"] == "salary" else 1):
        return False  # a payment of nothing has no event
    for account in ("payer", "payee"):
        if (facts[f"{account}_after"] is None) != (facts[account] < 0):
            return False
    match facts["what"]:
        case "salary":
            return bool(space == 0)
        case "sell-down":
            assert isinstance(c.answer, w.SellDown)
            return bool(space == c.rules.edition.groups[c.answer.group].members[0])
        case "price" | "bid":
            return bool(
                space == getattr(c.answer, "space", getattr(ask, "space", getattr(ask, "lot", -1)))
            )
        case "bid-house" | "bid-hotel" | "deal" | "estate" | "fine" | "card" | "repairs":
            return bool(space == -1)
    return bool(0 < space < 40)


def _built(c: Cited) -> bool:
    facts, top = c.facts, c.rules.top
    up = facts["after"] > facts["before"]
    hotel = top in (facts["after"], facts["before"])
    return (
        up == (c.kind == "build") and facts["after"] != facts["before"] and facts["hotel"] == hotel
    )


def _resigns(c: Cited) -> bool:
    return isinstance(c.answer, w.Resign)


# The changes that the state counts; each has its own event.
CHANGES: Final = ("build", "deed", "mortgage", "redeem", "unbuild")

FACTS: Final[dict[str, Callable[[Cited], bool]]] = {
    "auction": _auction,
    "bankrupt": lambda c: (
        c.event.clauses[0] == f"bankruptcy.{'retire' if _resigns(c) else 'condition'}"
    ),
    "bid": lambda c: (c.facts["space"], c.facts["piece"]) == _lot(c),
    "build": _built,
    "mortgage": lambda c: not c.before.mortgaged[c.facts["space"]],
    "pass": lambda c: (c.facts["space"], c.facts["piece"]) == _lot(c),
    "pay": _pay,
    "redeem": lambda c: c.before.mortgaged[c.facts["space"]],
    "throw": lambda c: (
        (c.facts["space"] > 0) == (c.facts["purpose"] == "rent")
        and (c.facts["space"] >= -1 and c.facts["space"] != 0)
    ),
    "unbuild": _built,
    "unsold": lambda c: (c.facts["space"], c.facts["piece"]) == _lot(c),
}


def faults(before: w.State, answer: w.Answer, after: w.State, events: list[w.Event]) -> list[str]:
    """Return the missing events and those with wrong facts."""
    wrong = list(missing(Cited(w.Event("", (), {}), before, after, events, answer)))
    changes = sum(event.kind in CHANGES for event in events)
    if after.changes - before.changes != changes:
        wrong.append(f"{after.changes - before.changes} changes are counted, and {changes} told")
    for event in events:
        cited = Cited(event, before, after, events, answer)
        if event.kind in FACTS and not FACTS[event.kind](cited):
            wrong.append(f"wrong facts: {event}")
    return wrong
