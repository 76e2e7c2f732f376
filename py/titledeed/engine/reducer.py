"""The only entry to the rules: which answers are legal, and what an answer does.

Theory of operation
-------------------
**The agenda** (``State.agenda``) is a stack of everything that remains to be done: *asks*, which wait
for an answer, and *steps*, which run by themselves. Between two answers the pending ask is on top. An
interruption is pushed above the item that it interrupts: a debt above the move that caused it, an offer
above the debt. Once it is answered, the interrupted item is on top again. Nothing waits anywhere else,
so a state can be copied, compared and saved at any moment.

**One answer** takes three stages, all in ``play_in_place``. First ``violations`` decides whether it is
legal; if not, nothing has been written. Then the rule of the answer runs, which may pop the ask and push
others. Then steps run until an ask is on top.

**Quiet and busy.** A table is *quiet* while ``roll`` or ``end`` is asked: the previous move is settled
and the next has not begun. Then every seat may build, sell, mortgage, offer, demand rent or resign, not
only the seat whose turn it is (``STANDING``). From a throw until all its consequences are settled the
table is *busy*: only the pending ask is answered. A seat that is asked to buy, to bid or to pay a debt
may raise cash first (``RAISING``).

**Chance** is a seat that is asked like any other, for dice, cards and shuffles; nothing here is random.

``violations`` alone decides which answers are legal: ``play`` calls it for the given answer,
``options`` for candidates. Four tables below are the index of the whole game. ``ANSWERS`` has each ask
with its answers, ``STANDING`` the standing answers, ``RAISING`` the answers that raise cash, ``STEPS``
the steps.
"""

from __future__ import annotations

from collections.abc import (
    Callable,
)
from typing import (
    Any,
    Final,
    TypeAlias,
)

from .agenda_step_types import Due, Leave, Lots, PassTurn, PutBack, Settle, Wishes
from .answers import (
    Accept,
    Answer,
    Bid,
    Build,
    Buy,
    CardIs,
    ClaimIt,
    Deal,
    Decline,
    DemandRent,
    Dice,
    End,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Mortgage,
    Offer,
    Pass,
    Pay,
    Percent,
    Place,
    Redeem,
    Reject,
    Resign,
    Roll,
    Sell,
    SellDown,
    Shuffle,
    TakeChance,
    TimeUp,
    UseCard,
)
from .asks import (
    QUIET,
    Ask,
    AskAnswer,
    AskBid,
    AskBuy,
    AskCard,
    AskCardChoice,
    AskClaim,
    AskDeal,
    AskDebt,
    AskDice,
    AskEnd,
    AskOrder,
    AskPlace,
    AskRentRoll,
    AskRoll,
    AskShuffle,
    AskTax,
    AskTransfer,
    Over,
)
from .board_and_rules_types import Rules
from .errors import RefusedAnswer
from .generic_event import Event
from .mutations import Mutator, Payment, collected_events
from .rules import (
    auction,
    bankruptcy,
    building_shortage,
    cards,
    debt,
    houses,
    leaving_jail,
    mortgage,
    purchase,
    rent,
    short_game,
    tax,
    trading,
    turn,
)
from .special_seats_and_ids import BANK, CHANCE, FREE, Because
from .state import (
    State,
)

AskBar: TypeAlias = Callable[[State, Any, int, Any], Because]

AskDo: TypeAlias = Callable[[Mutator, Any, int, Any], None]

SeatBar: TypeAlias = Callable[[State, int, Any], Because]

SeatDo: TypeAlias = Callable[[Mutator, int, Any], None]


def _always(state: State, ask: Ask, seat: int, answer: Answer) -> Because:
    return ()


def _ever(state: State, seat: int, answer: Answer) -> Because:
    return ()


# The answers to each ask, each with two functions: the clauses that bar it now, and its rule.
ANSWERS: Final[dict[type[Ask], dict[type[Answer], tuple[AskBar, AskDo]]]] = {
    AskShuffle: {Shuffle: (turn.shuffle_violations, turn.shuffle)},
    AskDeal: {Deal: (short_game.deal_violations, short_game.deal)},
    AskOrder: {Roll: (_always, turn.throw_for_start)},
    AskRoll: {
        Roll: (_always, turn.roll),
        Fine: (leaving_jail.fine_violations, leaving_jail.fine),
        UseCard: (leaving_jail.use_card_violations, leaving_jail.use_card),
    },
    AskDice: {Dice: (_always, turn.dice)},
    AskRentRoll: {Roll: (_always, rent.roll)},
    AskCard: {CardIs: (cards.draw_violations, cards.draw)},
    AskCardChoice: {Pay: (_always, cards.pay), TakeChance: (_always, cards.take_chance)},
    AskBuy: {Buy: (purchase.buy_violations, purchase.buy), Decline: (_always, purchase.decline)},
    AskBid: {Bid: (auction.bid_violations, auction.bid), Pass: (_always, auction.pass_bid)},
    AskTax: {Flat: (_always, tax.flat), Percent: (_always, tax.percent)},
    AskDebt: {
        Pay: (debt.pay_violations, debt.pay),
        GiveUp: (debt.give_up_violations, debt.give_up),
    },
    AskTransfer: {
        Redeem: (mortgage.transfer_redeem_violations, mortgage.transfer_redeem),
        Keep: (mortgage.keep_violations, mortgage.keep),
    },
    AskAnswer: {
        Accept: (trading.accept_violations, trading.accept),
        Reject: (_always, trading.reject),
    },
    AskClaim: {
        ClaimIt: (_always, building_shortage.claim),
        Pass: (_always, building_shortage.pass_claim),
    },
    AskPlace: {Place: (building_shortage.place_violations, building_shortage.place)},
    AskEnd: {End: (_always, turn.end)},
    Over: {},
}

# The standing answers, which every seat may give while the table is quiet.
STANDING: Final[dict[type[Answer], tuple[SeatBar, SeatDo]]] = {
    Build: (houses.build_violations, building_shortage.order),
    Sell: (houses.sell_violations, houses.sell),
    SellDown: (houses.sell_down_violations, houses.sell_down),
    Mortgage: (mortgage.mortgage_violations, mortgage.mortgage),
    Redeem: (mortgage.redeem_violations, mortgage.redeem),
    Offer: (trading.offer_violations, trading.offer),
    DemandRent: (rent.ask_violations, rent.ask),
    Resign: (_ever, bankruptcy.resign),
}

# The standing answers that raise cash, which the asked seat may give at these asks of a busy table.
RAISING: Final[dict[type[Ask], tuple[type[Answer], ...]]] = {
    AskBuy: (Sell, SellDown, Mortgage),
    AskBid: (Sell, SellDown, Mortgage),
    AskDebt: (Sell, SellDown, Mortgage, Offer),
}

# The function that runs each step.
STEPS: Final[dict[type[Any], Callable[[Mutator, Any], None]]] = {
    Settle: turn.settle,
    PassTurn: turn.pass_turn,
    Due: debt.fall_due,
    PutBack: lambda tx, step: tx.put_back(step.deck, step.card, ("cards.return-timing",)),
    Leave: leaving_jail.leave_jail,
    Lots: bankruptcy.next_lot,
    Wishes: building_shortage.run,
}

# The clauses that bar a standing answer while the table is busy (RECORD.md).
ANY_TIME: Final[dict[type[Answer], Because]] = {
    Build: ("houses.any-time",),
    Sell: ("selling-buildings.any-time",),
    SellDown: ("selling-buildings.any-time",),
    Mortgage: ("mortgage.any-time",),
    Redeem: ("mortgage.any-time",),
    Offer: ("trading.any-time",),
    DemandRent: ("rent.claim-deadline", "rent.due"),
    Resign: ("bankruptcy.condition", "bankruptcy.retire"),
}

# The clauses behind each ask. The page shows them at "why?", and they are cited when the wrong seat
# answers it.
ASKED_BY: Final[dict[type[Ask], Because]] = {
    AskShuffle: ("setup.shuffle",),
    AskDeal: ("short-game.deal",),
    AskOrder: ("setup.starting-player",),
    AskRoll: ("turn.throw-and-move", "turn.order"),
    AskDice: ("setup.dice", "turn.throw-and-move"),
    AskRentRoll: ("rent.utility-dice",),
    AskCard: ("cards.draw", "cards.obey"),
    AskCardChoice: ("cards.obey",),
    AskBuy: ("purchase.option", "purchase.only-on-landing"),
    AskBid: ("auction.trigger", "auction.bidders", "auction.winner-pays"),
    AskTax: ("tax.income", "tax.income-commit"),
    AskDebt: ("debt.raise-cash", "bankruptcy.condition"),
    AskTransfer: ("mortgage.transfer-choice", "mortgage.transfer-interest"),
    AskAnswer: ("trading.private-sale", "trading.assets"),
    AskClaim: ("shortage.auction",),
    AskPlace: ("shortage.auction", "houses.even"),
    AskEnd: ("turn.completion", "turn.order"),
    Over: ("ending.last-player",),
}


def asked_by(state: State) -> Because:
    """The clauses behind the pending ask in this game. That of the question itself is first."""
    ask = state.agenda[-1]
    match ask:
        case Over():
            return ask.clauses
        case AskBid(lot=-1):
            return ("shortage.auction", "shortage.opening-bid", "auction.winner-pays")
        case AskBid():
            first_lap = ("house.lap-first",) if state.rules.lap_first else ()
            trigger = auction.trigger(state, ask.about)
            return (trigger, "auction.bidders", "auction.winner-pays", *first_lap)
        case AskPlace():
            even = "houses.even" if state.rules.even else "house.build-evenly"
            return ("shortage.auction", even)
        case AskTransfer():
            return mortgage.explain_transfer(ask)
        case AskDebt():
            return (*ASKED_BY[AskDebt], *collected_events(ask.clauses, ask.creditor))
    return ASKED_BY[type(ask)]  # type: ignore[index]


# The answers that a jailed player may give like any other player. Their events cite
# ``jail.activities``.
ACTIVITIES: Final = frozenset(
    {Build, Sell, SellDown, Mortgage, Redeem, Offer, Accept, DemandRent, Bid, Place}
)

_IN_JAIL: Final = ("jail.activities",)

# The clauses behind each answer, cited when the pending ask does not accept it.
_OWN: Final[dict[type[Answer], Because]] = {
    Roll: ("turn.completion", "turn.order"),
    Fine: ("jail.fine-window", "jail.failed-throw", "jail.third-turn"),
    UseCard: ("jail.exit-card", "jail.failed-throw", "jail.third-turn-card"),
    Buy: ("purchase.only-on-landing", "purchase.option"),
    Decline: ("purchase.option",),
    Bid: ("auction.bidders",),
    Pass: ("auction.winner-pays",),
    Flat: ("tax.income", "tax.income-commit"),
    Percent: ("tax.income", "tax.income-commit"),
    Pay: ("debt.raise-cash",),
    TakeChance: ("cards.obey",),
    GiveUp: ("bankruptcy.condition",),
    Keep: ("mortgage.transfer-choice",),
    Accept: ("trading.private-sale",),
    Reject: ("trading.private-sale",),
    ClaimIt: ("shortage.auction",),
    Place: ("shortage.auction",),
    End: ("turn.completion", "doubles.extra-throw"),
    Dice: ("setup.dice",),
    CardIs: ("cards.draw",),
    Shuffle: ("setup.shuffle",),
    Deal: ("short-game.deal",),
}


def _own(rules: Rules, kind: type[Answer]) -> Because:
    """The clauses behind an answer that apply in this game."""
    match kind.kind:
        case "flat" | "percent" if (
            rules.income_tax != "choice" and "tax.income" in rules.house_rules
        ):
            return ("tax.income",)
        case "bid" | "pass" | "claim" | "place" if not rules.auctions:
            return ("house.auctions",)
        case "claim" | "place" if rules.values["shortage.auction"] == "not applicable":
            return ("shortage.supply",)
    return _OWN.get(kind, ())


def violations(state: State, seat: int, answer: Answer) -> Because:
    """The clauses that bar this answer of this seat now; () if it is allowed."""
    ask = state.agenda[-1]
    kind = type(ask)
    rule = ANSWERS[kind].get(type(answer))  # type: ignore[index]
    if rule is not None and ask.seat == seat:  # type: ignore[union-attr]
        return rule[0](state, ask, seat, answer)
    return _bar_other(state, seat, answer, ask)  # type: ignore[arg-type]


def _bar_other(state: State, seat: int, answer: Answer, ask: Ask) -> Because:
    kind = type(answer)
    standing = STANDING.get(kind)
    quiet = isinstance(ask, QUIET)
    if standing is not None and quiet and seat >= 0 and state.playing[seat]:
        return standing[0](state, seat, answer)  # most answers that are no answers to the ask
    if isinstance(ask, Over):
        return asked_by(state)
    if kind is TimeUp:
        if seat == CHANCE and quiet:
            return turn.time_up_violations(state, seat, answer)  # type: ignore[arg-type]
        return ("house.limit-minutes", "ending.last-player")
    if seat >= 0 and not state.playing[seat]:
        return ("bankruptcy.retire", *_own(state.rules, kind))
    if standing is not None and seat >= 0:
        if ask.seat == seat and kind in RAISING.get(type(ask), ()):
            clauses = standing[0](state, seat, answer)
            if not clauses and isinstance(ask, AskBid) and ask.lot < 0:
                clauses = building_shortage.spoiling_violations(state, ask, answer)
            return clauses
        return ANY_TIME[kind]
    asked = asked_by(state)
    if kind is Buy and _on_offer(state, seat):
        return (_refused_before(state, seat), *_own(state.rules, Buy), *asked)
    if kind is Roll and isinstance(ask, AskEnd) and ask.seat == seat:
        return (*_no_throw(state, ask), *_own(state.rules, Roll), *asked)
    if kind is Roll and state.again and seat == state.turn:
        # Doubles have earned this throw, but the space must be settled first.
        return ("doubles.resolve-space", *_own(state.rules, Roll), *asked)
    # A bidder who is excluded gets the clause that excludes it. Any other seat gets the clauses of the
    # ask.
    excluded = kind is Bid and isinstance(ask, AskBid) and seat not in ask.bidders
    extra = _excluded(state, seat, ask) if excluded else ()  # type: ignore[arg-type]
    return tuple(dict.fromkeys((*extra, *_own(state.rules, kind), *asked)))


def in_first_lap(state: State, seat: int) -> bool:
    """Whether a house rule bars the seat from buying property because it is in its first lap."""
    return state.rules.lap_first and seat >= 0 and not state.laps[seat]


def _refused_before(state: State, seat: int) -> str:
    """The clause that bars the mover from buying the property that it is on, for now or for good."""
    if in_first_lap(state, seat):
        return "house.lap-first"
    return "purchase.no-second-thoughts" if state.rules.auctions else "house.auctions"


def _excluded(state: State, seat: int, ask: AskBid) -> Because:
    """The clauses that exclude a seat from an auction."""
    if ask.lot < 0:
        return ("shortage.auction",)
    if in_first_lap(state, seat):
        return ("house.lap-first", "auction.bidders")
    return ("auction.bidders", "purchase.no-second-thoughts")


def _on_offer(state: State, seat: int) -> bool:
    """Whether the mover's throw has led to a property that the Bank owns."""
    if seat != state.turn or not state.thrown or isinstance(state.agenda[-1], AskDice):
        return False
    at = state.at[seat]
    return at in state.rules.ownable and state.owner[at] == BANK


def _no_throw(state: State, ask: AskEnd) -> Because:
    """The clauses that explain why the seat has no throw left in this turn."""
    if ask.freed:
        return ("jail.exit-doubles-extra-throw",)
    match state.jail[ask.seat]:
        case 0:
            return ("jail.ends-turn",)
        case 1 | 2:
            return ("jail.failed-throw",)
    return ("doubles.extra-throw",)


def play_in_place(
    state: State,
    seat: int,
    answer: Answer,
    events: list[Event] | None = None,
    payments: list[Payment] | None = None,
) -> None:
    """Carry out an answer on ``state`` itself, and append its events to ``events`` if that is a list.

    ``payments``: a list for its payments, for a caller that counts money but reads no events, since events
    with their clauses take much longer to make.

    Raises :class:`RefusedAnswer`. The state is unchanged then, since nothing is written before
    ``violations`` has allowed the answer.
    """
    agenda = state.agenda
    ask = agenda[-1]
    rule = ANSWERS[type(ask)].get(type(answer))  # type: ignore[index]
    tx = Mutator(state, events, payments)
    if rule is not None and ask.seat == seat:  # type: ignore[union-attr]
        clauses = rule[0](state, ask, seat, answer)
        if clauses:
            raise RefusedAnswer(clauses, answer)
        if events is not None and type(answer) in ACTIVITIES and state.jail[seat] != FREE:
            tx.also = _IN_JAIL
        rule[1](tx, ask, seat, answer)
    else:
        clauses = _bar_other(state, seat, answer, ask)  # type: ignore[arg-type]
        if clauses:
            raise RefusedAnswer(clauses, answer)
        if type(answer) is TimeUp:
            turn.time_up(tx, seat, answer)
        else:
            if events is not None and state.jail[seat] != FREE:
                tx.also = _IN_JAIL
            STANDING[type(answer)][1](tx, seat, answer)
    tx.also = ()
    top = agenda[-1]
    run = STEPS.get(type(top))
    while run is not None:
        agenda.pop()
        run(tx, top)
        top = agenda[-1]
        run = STEPS.get(type(top))


def play(state: State, seat: int, answer: Answer) -> tuple[State, list[Event]]:
    """The state after an answer, and its events. ``state`` itself is not changed.

    Raises :class:`RefusedAnswer`.
    """
    new = state.copy()
    events: list[Event] = []
    play_in_place(new, seat, answer, events)
    return new, events
