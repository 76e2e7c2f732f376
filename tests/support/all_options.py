"""Computes what a seat may answer, according to RECORD.md, and compares it with the program's options.

These are the kinds of answer and, for each kind, the answers that can be listed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, get_args

from titledeed import api as w
from titledeed.engine.asks import (
    QUIET,
)
from titledeed.engine.legal_answers import (
    ListedAnswer,
    Options,
    options,
)
from titledeed.engine.reducer import violations
from titledeed.engine.special_seats_and_ids import BANK, CHANCE, FREE
from titledeed.engine.state import (
    State,
)

LISTED: Final = {answer.kind: answer for answer in get_args(ListedAnswer)}

# The answers to each question, followed by those with which its seat may raise cash first.
ASKED: Final[dict[str, tuple[str, ...]]] = {
    "order": ("roll",),
    "roll": ("roll",),
    "rent-roll": ("roll",),
    "dice": ("dice",),
    "card": ("card",),
    "shuffle": (),
    "deal": ("deal",),
    "buy": ("buy", "decline", "sell", "sell-down", "mortgage"),
    "bid": ("bid", "pass", "sell", "sell-down", "mortgage"),
    "tax": ("flat", "percent"),
    "card-choice": ("pay", "take-chance"),
    "debt": ("pay", "bankrupt", "sell", "sell-down", "mortgage", "offer"),
    "transfer": ("redeem", "keep"),
    "answer": ("accept", "reject"),
    "claim": ("claim", "pass"),
    "place": ("place",),
    "end": ("end",),
    "over": (),
}
AT_ANY_TIME: Final = (
    *("build", "sell", "sell-down", "mortgage", "redeem", "ask-rent", "resign", "offer"),
)
NOT_ASKED: Final = {"bid", "build", "offer", "roll"}  # for seats that are not asked
PLAIN: Final = {
    answer.kind: answer
    for answer in (
        *(w.Roll(), w.Fine(), w.Buy(), w.Decline(), w.Pass(), w.Flat(), w.Percent(), w.Pay()),
        *(w.TakeChance(), w.GiveUp(), w.Accept(), w.Reject(), w.ClaimIt(), w.End(), w.Resign()),
    )
}

# One answer of each kind except time-up.
OF_EACH_KIND: Final = (
    *PLAIN.values(),
    *(w.Bid(1), w.Build(39), w.CardIs(0), w.Deal(0, 5), w.DemandRent(6), w.Dice(1, 2)),
    *(w.Keep(-1), w.Mortgage(35), w.Offer(0, w.Bundle((35,)), w.Bundle(cash=1)), w.Place(39)),
    *(w.Redeem(35), w.Sell(39), w.SellDown(7, 0), w.Shuffle(0, (0,)), w.UseCard()),
)


def kinds(state: State, seat: int) -> list[str]:
    """Return the kinds of answer that the seat may consider."""
    ask = state.ask
    names = list(ASKED[ask.kind]) if ask.seat == seat else []
    if ask.kind == "roll" and ask.seat == seat and state.jail[seat] != FREE:
        names += ["fine", "use-card"]
    if isinstance(ask, QUIET) and seat >= 0 and state.playing[seat]:
        names += AT_ANY_TIME
    return names


def of_kind(state: State, seat: int, kind: str, mine: list[int]) -> Iterator[w.Answer]:
    """Yield the answers of a kind that the seat may consider, legal or not; no bids or offers."""
    ask, rules = state.ask, state.rules
    match kind:
        case "build":
            yield from (w.Build(i) for i in mine if rules.kind[i] == "street")
        case "sell":
            yield from (w.Sell(i) for i in mine if state.level[i])
        case "sell-down":
            for n, group in enumerate(rules.edition.groups):
                highest = max(state.level[i] for i in group.members)
                if state.owner[group.members[0]] == seat:
                    yield from (w.SellDown(n, level) for level in range(highest))
        case "mortgage":
            yield from (w.Mortgage(i) for i in mine if not state.mortgaged[i])
        case "redeem" if isinstance(ask, w.AskTransfer):
            yield w.Redeem(ask.space)
        case "redeem":
            yield from (w.Redeem(i) for i in mine if state.mortgaged[i])
        case "keep":
            assert isinstance(ask, w.AskTransfer)
            yield w.Keep(ask.space)
        case "ask-rent":
            claims = dict.fromkeys((c.space, c.of) for c in state.claims if c.by == seat)
            yield from (w.DemandRent(*claim) for claim in claims)
        case "use-card":
            held = [deck for deck in (0, 1) if state.held[deck] == seat]
            yield from (w.UseCard(n) for n in held) if len(held) > 1 else [w.UseCard()] * len(held)
        case "dice":
            yield from (w.Dice(a, b) for a in range(1, 7) for b in range(1, 7))
        case "card":
            assert isinstance(ask, w.AskCard)
            there = state.decks[ask.deck]
            yield from (w.CardIs(n) for n in (sorted(there) if state.by_hand else there[:1]))
        case "deal":
            assert isinstance(ask, w.AskDeal)
            free = [i for i in rules.ownable if state.owner[i] == BANK]
            yield from (w.Deal(ask.receiver, i) for i in free)
        case "place":
            assert isinstance(ask, w.AskPlace)
            places = (w.Place(i) for i in mine if rules.kind[i] == "street")
            yield from (answer for answer in places if _fits(state, ask, seat, answer))
        case _:
            yield PLAIN[kind]


def _fits(state: State, ask: w.AskPlace, seat: int, answer: w.Place) -> bool:
    """Return whether the building may be placed there, apart from its cost."""
    paid = w.AskPlace(ask.seat, ask.piece, True)
    look = state.copy()
    look.agenda[-1] = paid
    return not violations(look, seat, answer)


def check(state: State) -> None:
    """Compare the options of chance, of the asked seat and of one or two others.

    Raises AssertionError."""
    ask = state.ask
    another = (max(ask.seat, 0) + state.turns) % state.seats
    for seat in {CHANCE, ask.seat, another} if isinstance(ask, QUIET) else {CHANCE, ask.seat, 0}:
        seen = options(state, seat)
        mine = [i for i in state.rules.ownable if state.owner[i] == seat]
        wanted = kinds(state, seat)
        assert seen.kinds() == wanted, f"seat {seat} may think of {seen.kinds()}"
        for kind in wanted:
            _check_kind(state, seat, kind, seen, mine)
        for kind in NOT_ASKED - set(wanted):
            assert seen.of(kind) == seen.barred(kind) == [], f"seat {seat} is offered {kind}"


def _check_kind(state: State, seat: int, kind: str, seen: Options, mine: list[int]) -> None:
    ask = state.ask
    if kind == "offer":
        others = [o for o in range(state.seats) if o != seat and state.playing[o]]
        assert seen.of(kind) == [w.Terms(o) for o in others]
        assert seen.barred(kind) == []
    elif kind == "bid":
        assert isinstance(ask, w.AskBid)
        rules = state.rules
        low = rules.opening_bid if ask.lot >= 0 else rules.building_opening_bid
        low = low if ask.leader < 0 else ask.bid + 1
        clauses = violations(state, seat, w.Bid(low))
        assert seen.of(kind) == ([] if clauses else [w.Amount(low, state.cash[seat])])
        assert seen.barred(kind) == ([w.Barred(w.Bid(low), clauses)] if clauses else [])
    else:
        answers = [
            (answer, violations(state, seat, answer)) for answer in of_kind(state, seat, kind, mine)
        ]
        barred = [(w.Barred(answer, clauses)) for answer, clauses in answers if clauses]
        allowed = [answer for answer, clauses in answers if not clauses]
        assert seen.of(kind) == allowed, kind
        assert seen.of(LISTED[kind]) == allowed, kind
        assert seen.barred(kind) == barred, kind
        earlier_name = [bar.because for bar in seen.barred(kind)]  # for bots from before 0.1.0
        assert earlier_name == [bar.clauses for bar in barred], kind
        assert all(seen.violations(answer) == clauses for answer, clauses in answers[:1])
