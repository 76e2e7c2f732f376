"""The only entry to the rules: which answers are legal, and what an answer does.

Theory of operation
-------------------
**The agenda** (``State.agenda``) is a stack of all that is left to do: *asks*, which wait for an answer,
and *steps*, which run by themselves. Between two answers an ask is on top, the pending one. An interruption
is pushed above the thing that it interrupts: a debt above the move that caused it, an offer above the debt.
Once it is answered, the interrupted thing is on top again. Nothing waits anywhere else, so a state can be
copied, compared and saved at any moment.

**One answer** takes three stages, all in ``play_in_place``. First ``bar`` decides whether it is legal; if
not, nothing has been written. Then the answer's rule is carried out, which may pop the ask and push others.
Then steps run until an ask is on top.

**Quiet and busy.** A table is *quiet* while ``roll`` or ``end`` is asked: the move before is settled and
the next has not begun. Then every seat may build, sell, mortgage, offer, demand rent or resign, not only the
seat whose turn it is (``STANDING``). From a throw until all its consequences are settled the table is *busy*:
only the pending ask is answered. A seat that is asked to buy, to bid or to pay a debt may raise cash first
(``RAISING``).

**Chance** is a seat that is asked like any other, for dice, cards and shuffles; nothing here is random.

``bar`` alone decides what is legal: ``play`` calls it for the given answer, ``options`` for candidates. Four
tables below are the index of the whole game: ``ANSWERS`` has each ask with its answers, ``STANDING`` the
standing answers, ``RAISING`` the answers that raise cash, ``STEPS`` the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, TypeAlias

from .rules import (
    auction,
    bankruptcy,
    cards,
    debt,
    houses,
    jail,
    mortgage,
    purchase,
    rent,
    short_game,
    shortage,
    tax,
    trading,
    turn,
)
from .table import Table, collected
from .words import (
    BANK,
    CHANCE,
    FREE,
    QUIET,
    Accept,
    Amount,
    Answer,
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
    Barred,
    Because,
    Bid,
    Build,
    Buy,
    CardIs,
    ClaimIt,
    Deal,
    Decline,
    DemandRent,
    Dice,
    Due,
    End,
    Event,
    Fine,
    Flat,
    GiveUp,
    Keep,
    Leave,
    Lots,
    Mortgage,
    Offer,
    Option,
    Over,
    Pass,
    PassTurn,
    Pay,
    Percent,
    Place,
    PutBack,
    Redeem,
    Refused,
    Reject,
    Resign,
    Roll,
    Rules,
    Sell,
    SellDown,
    Settle,
    Shuffle,
    State,
    TakeChance,
    Terms,
    TimeUp,
    UseCard,
    Wishes,
)

AskBar: TypeAlias = Callable[[State, Any, int, Any], Because]
AskDo: TypeAlias = Callable[[Table, Any, int, Any], None]
SeatBar: TypeAlias = Callable[[State, int, Any], Because]
SeatDo: TypeAlias = Callable[[Table, int, Any], None]


def _always(s: State, ask: Ask, seat: int, answer: Answer) -> Because:
    return ()


def _ever(s: State, seat: int, answer: Answer) -> Because:
    return ()


# The answers to each ask, each with two functions: the clauses that bar it now, and its rule.
ANSWERS: Final[dict[type[Ask], dict[type[Answer], tuple[AskBar, AskDo]]]] = {
    AskShuffle: {Shuffle: (turn.bar_shuffle, turn.shuffle)},
    AskDeal: {Deal: (short_game.bar_deal, short_game.deal)},
    AskOrder: {Roll: (_always, turn.throw_for_start)},
    AskRoll: {
        Roll: (_always, turn.roll),
        Fine: (jail.bar_fine, jail.fine),
        UseCard: (jail.bar_use_card, jail.use_card),
    },
    AskDice: {Dice: (_always, turn.dice)},
    AskRentRoll: {Roll: (_always, rent.roll)},
    AskCard: {CardIs: (cards.bar_draw, cards.draw)},
    AskCardChoice: {Pay: (_always, cards.pay), TakeChance: (_always, cards.take_chance)},
    AskBuy: {Buy: (purchase.bar_buy, purchase.buy), Decline: (_always, purchase.decline)},
    AskBid: {Bid: (auction.bar_bid, auction.bid), Pass: (_always, auction.pass_bid)},
    AskTax: {Flat: (_always, tax.flat), Percent: (_always, tax.percent)},
    AskDebt: {Pay: (debt.bar_pay, debt.pay), GiveUp: (debt.bar_give_up, debt.give_up)},
    AskTransfer: {
        Redeem: (mortgage.bar_transfer_redeem, mortgage.transfer_redeem),
        Keep: (mortgage.bar_keep, mortgage.keep),
    },
    AskAnswer: {Accept: (trading.bar_accept, trading.accept), Reject: (_always, trading.reject)},
    AskClaim: {ClaimIt: (_always, shortage.claim), Pass: (_always, shortage.pass_claim)},
    AskPlace: {Place: (shortage.bar_place, shortage.place)},
    AskEnd: {End: (_always, turn.end)},
    Over: {},
}

# The standing answers, which every seat may give while the table is quiet.
STANDING: Final[dict[type[Answer], tuple[SeatBar, SeatDo]]] = {
    Build: (houses.bar_build, shortage.order),
    Sell: (houses.bar_sell, houses.sell),
    SellDown: (houses.bar_sell_down, houses.sell_down),
    Mortgage: (mortgage.bar_mortgage, mortgage.mortgage),
    Redeem: (mortgage.bar_redeem, mortgage.redeem),
    Offer: (trading.bar_offer, trading.offer),
    DemandRent: (rent.bar_ask, rent.ask),
    Resign: (_ever, bankruptcy.resign),
}

# The standing answers that raise cash, which the asked seat may give at these asks of a busy table.
RAISING: Final[dict[type[Ask], tuple[type[Answer], ...]]] = {
    AskBuy: (Sell, SellDown, Mortgage),
    AskBid: (Sell, SellDown, Mortgage),
    AskDebt: (Sell, SellDown, Mortgage, Offer),
}

# The function that runs each step.
STEPS: Final[dict[type[Any], Callable[[Table, Any], None]]] = {
    Settle: turn.settle,
    PassTurn: turn.pass_turn,
    Due: debt.fall_due,
    PutBack: lambda t, step: t.put_back(step.deck, step.card, ("cards.return-timing",)),
    Leave: jail.leave,
    Lots: bankruptcy.next_lot,
    Wishes: shortage.run,
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

# The clauses behind each ask, shown at "why?" and cited when the wrong seat answers it.
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
    """The clauses behind the pending ask in this game, the one behind the question itself first."""
    ask = state.agenda[-1]
    match ask:
        case Over():
            return ask.because
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
            return mortgage.why(ask)
        case AskDebt():
            return (*ASKED_BY[AskDebt], *collected(ask.because, ask.creditor))
    return ASKED_BY[type(ask)]  # type: ignore[index]


# The answers that a jailed player may give like any other; their events cite ``jail.activities``.
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
    """The clauses behind an answer, those that hold in this game."""
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


# ---------------------------------------------------------------- legality


def bar(state: State, seat: int, answer: Answer) -> Because:
    """The clauses that bar this answer of this seat now; () if it is allowed."""
    ask = state.agenda[-1]
    kind = type(ask)
    rule = ANSWERS[kind].get(type(answer))  # type: ignore[index]
    if rule is not None and ask.seat == seat:  # type: ignore[union-attr]
        return rule[0](state, ask, seat, answer)
    return _bar_other(state, seat, answer, ask)  # type: ignore[arg-type]


def _bar_other(state: State, seat: int, answer: Answer, ask: Ask) -> Because:
    kind = type(answer)
    if isinstance(ask, Over):
        return asked_by(state)
    if kind is TimeUp:
        quiet = isinstance(ask, QUIET)
        if seat == CHANCE and quiet:
            return turn.bar_time_up(state, seat, answer)  # type: ignore[arg-type]
        return ("house.limit-minutes", "ending.last-player")
    if seat >= 0 and not state.playing[seat]:
        return ("bankruptcy.retire", *_own(state.rules, kind))
    standing = STANDING.get(kind)
    if standing is not None and seat >= 0:
        if isinstance(ask, QUIET):
            return standing[0](state, seat, answer)
        if ask.seat == seat and kind in RAISING.get(type(ask), ()):
            because = standing[0](state, seat, answer)
            if not because and isinstance(ask, AskBid) and ask.lot < 0:
                because = shortage.bar_spoiling(state, ask, answer)
            return because
        return ANY_TIME[kind]
    asked = asked_by(state)
    if kind is Buy and _on_offer(state, seat):
        return (_refused_before(state, seat), *_own(state.rules, Buy), *asked)
    if kind is Roll and isinstance(ask, AskEnd) and ask.seat == seat:
        return (*_no_throw(state, ask), *_own(state.rules, Roll), *asked)
    if kind is Roll and state.again and seat == state.turn:
        # Doubles have earned this throw, but the space must be settled first.
        return ("doubles.resolve-space", *_own(state.rules, Roll), *asked)
    # A bidder who is excluded gets the clause that excludes it, any other seat those of the ask.
    excluded = kind is Bid and isinstance(ask, AskBid) and seat not in ask.bidders
    extra = _excluded(state, seat, ask) if excluded else ()  # type: ignore[arg-type]
    return tuple(dict.fromkeys((*extra, *_own(state.rules, kind), *asked)))


def in_first_lap(state: State, seat: int) -> bool:
    """Whether a house rule keeps the seat from buying property, since it is in its first lap."""
    return state.rules.lap_first and seat >= 0 and not state.laps[seat]


def _refused_before(state: State, seat: int) -> str:
    """The clause for which the mover cannot buy the property that it stands on, any more or yet."""
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
    """Whether the mover stands on property that its throw led to, and that the Bank has."""
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


# ---------------------------------------------------------------- play


def play_in_place(
    state: State, seat: int, answer: Answer, events: list[Event] | None = None
) -> None:
    """Carry out an answer on ``state`` itself, and append its events to ``events`` if that is a list.

    Raises :class:`Refused`; the state is unchanged then, since nothing is written before ``bar`` has
    allowed the answer.
    """
    agenda = state.agenda
    ask = agenda[-1]
    rule = ANSWERS[type(ask)].get(type(answer))  # type: ignore[index]
    t = Table(state, events)
    if rule is not None and ask.seat == seat:  # type: ignore[union-attr]
        because = rule[0](state, ask, seat, answer)
        if because:
            raise Refused(because, answer)
        if events is not None and type(answer) in ACTIVITIES and state.jail[seat] != FREE:
            t.also = _IN_JAIL
        rule[1](t, ask, seat, answer)
    else:
        because = _bar_other(state, seat, answer, ask)  # type: ignore[arg-type]
        if because:
            raise Refused(because, answer)
        if type(answer) is TimeUp:
            turn.time_up(t, seat, answer)
        else:
            if events is not None and state.jail[seat] != FREE:
                t.also = _IN_JAIL
            STANDING[type(answer)][1](t, seat, answer)
    t.also = ()
    top = agenda[-1]
    run = STEPS.get(type(top))
    while run is not None:
        agenda.pop()
        run(t, top)
        top = agenda[-1]
        run = STEPS.get(type(top))


def play(state: State, seat: int, answer: Answer) -> tuple[State, list[Event]]:
    """The state after an answer, and its events. ``state`` itself is not changed.

    Raises :class:`Refused`.
    """
    new = state.copy()
    events: list[Event] = []
    play_in_place(new, seat, answer, events)
    return new, events


# ---------------------------------------------------------------- options


def _own_streets(s: State, seat: int) -> Iterator[int]:
    return (i for i in s.rules.streets if s.owner[i] == seat)


def _own_deeds(s: State, seat: int) -> Iterator[int]:
    return (i for i in s.rules.ownable if s.owner[i] == seat)


def _builds(s: State, seat: int) -> Iterator[Answer]:
    return (Build(i) for i in _own_streets(s, seat))


def _sells(s: State, seat: int) -> Iterator[Answer]:
    return (Sell(i) for i in _own_streets(s, seat) if s.level[i])


def _sell_downs(s: State, seat: int) -> Iterator[Answer]:
    for g, group in enumerate(s.rules.edition.groups):
        if s.owner[group.members[0]] == seat:
            for level in range(max(s.level[i] for i in group.members)):
                yield SellDown(g, level)


def _mortgages(s: State, seat: int) -> Iterator[Answer]:
    return (Mortgage(i) for i in _own_deeds(s, seat) if not s.mortgaged[i])


def _redeems(s: State, seat: int) -> Iterator[Answer]:
    return (Redeem(i) for i in _own_deeds(s, seat) if s.mortgaged[i])


def _rents(s: State, seat: int) -> Iterator[Answer]:
    seen = set()
    for claim in s.claims:
        if claim.by == seat and (claim.space, claim.of) not in seen:
            seen.add((claim.space, claim.of))
            yield DemandRent(claim.space, claim.of)


def _resigns(s: State, seat: int) -> Iterator[Answer]:
    yield Resign()


STANDING_CANDIDATES: Final[dict[str, Callable[[State, int], Iterable[Answer]]]] = {
    "build": _builds,
    "sell": _sells,
    "sell-down": _sell_downs,
    "mortgage": _mortgages,
    "redeem": _redeems,
    "ask-rent": _rents,
    "resign": _resigns,
}


def _candidates(s: State, ask: Ask, seat: int) -> dict[str, list[Answer]]:
    """Every answer that the pending ask could accept from its seat, by kind, legal or not. Bids and offers
    are too many to list."""
    match ask:
        case AskRoll():
            answers: dict[str, list[Answer]] = {"roll": [Roll()]}
            if s.jail[seat] != FREE:
                answers["fine"] = [Fine()]
                held = jail.held_by(s, seat)
                answers["use-card"] = (
                    [UseCard(deck) for deck in held]
                    if len(held) > 1
                    else [UseCard()]
                    if held
                    else []
                )
            return answers
        case AskOrder() | AskRentRoll():
            return {"roll": [Roll()]}
        case AskBuy():
            return {"buy": [Buy()], "decline": [Decline()]}
        case AskBid():
            return {"pass": [Pass()]}
        case AskTax():
            return {"flat": [Flat()], "percent": [Percent()]}
        case AskCardChoice():
            return {"pay": [Pay()], "take-chance": [TakeChance()]}
        case AskDebt():
            return {"pay": [Pay()], "bankrupt": [GiveUp()]}
        case AskTransfer():
            return {"redeem": [Redeem(ask.space)], "keep": [Keep(ask.space)]}
        case AskAnswer():
            return {"accept": [Accept()], "reject": [Reject()]}
        case AskClaim():
            return {"claim": [ClaimIt()], "pass": [Pass()]}
        case AskPlace():
            return {"place": [Place(i) for i in houses.sites(s, seat, ask.piece)]}
        case AskEnd():
            return {"end": [End()]}
        case AskCard():
            deck = s.decks[ask.deck]
            return {"card": [CardIs(i) for i in (sorted(deck) if s.by_hand else deck[:1])]}
        case AskDice():
            return {"dice": [Dice(a, b) for a in range(1, 7) for b in range(1, 7)]}
        case AskDeal():
            return {"deal": [Deal(ask.receiver, i) for i in short_game.undealt(s)]}
        case AskShuffle() | Over():
            return {}


class Options:
    """The answers that one seat may give now. ``of`` lists the allowed ones of a kind, ``barred`` the
    others with their clauses. Each kind is worked out only when it is asked for."""

    __slots__ = ("_asked", "_seat", "_state")

    def __init__(self, state: State, seat: int) -> None:
        self._state = state
        self._seat = seat
        self._asked: dict[str, list[Answer]] | None = None

    def _of_ask(self) -> dict[str, list[Answer]]:
        if self._asked is None:
            ask = self._state.ask
            asked = ask.seat == self._seat
            self._asked = _candidates(self._state, ask, self._seat) if asked else {}
        return self._asked

    def _standing(self) -> tuple[str, ...]:
        ask = self._state.ask
        if isinstance(ask, QUIET):
            if self._seat >= 0 and self._state.playing[self._seat]:
                return (*STANDING_CANDIDATES, "offer")
            return ()
        if ask.seat == self._seat:
            return tuple(kind.kind for kind in RAISING.get(type(ask), ()))
        return ()

    def kinds(self) -> list[str]:
        """The kinds of answer for which ``of`` or ``barred`` may list something, those of the pending ask
        first."""
        kinds = list(self._of_ask())
        if isinstance(self._state.ask, AskBid) and self._state.ask.seat == self._seat:
            kinds.insert(0, "bid")
        return list(dict.fromkeys((*kinds, *self._standing())))

    def _all(self, kind: str) -> Iterable[Answer]:
        asked = self._of_ask().get(kind)
        if asked is not None:
            return asked
        if kind in STANDING_CANDIDATES and kind in self._standing():
            return STANDING_CANDIDATES[kind](self._state, self._seat)
        return ()

    def allows(self, answer: Answer) -> Because:
        """The clauses that bar this answer now; () if it is allowed. It serves for offers and bids, which
        cannot be listed. Note that an empty, false result means allowed."""
        return bar(self._state, self._seat, answer)

    def of(self, kind: str) -> list[Option]:
        """The allowed options of a kind: answers, but one ``Amount`` for all bids, and one ``Terms`` for
        the offers to each partner."""
        s, seat = self._state, self._seat
        ask = s.ask
        if kind == "bid":
            if isinstance(ask, AskBid) and ask.seat == seat:
                low = auction.lowest(s, ask)
                if not bar(s, seat, Bid(low)):
                    return [Amount(low, s.cash[seat])]
            return []
        if kind == "offer":
            if "offer" in self._standing():
                return [Terms(o) for o in range(s.seats) if s.playing[o] and o != seat]
            return []
        return [answer for answer in self._all(kind) if not bar(s, seat, answer)]

    def barred(self, kind: str) -> list[Barred]:
        """The options of a kind that are not allowed now, each with the clauses that bar it."""
        s, seat = self._state, self._seat
        ask = s.ask
        if kind == "bid":
            if isinstance(ask, AskBid) and ask.seat == seat:
                lowest = Bid(auction.lowest(s, ask))
                because = bar(s, seat, lowest)
                return [Barred(lowest, because)] if because else []
            return []
        out = []
        for answer in self._all(kind):
            because = bar(s, seat, answer)
            if because:
                out.append(Barred(answer, because))
        return out


def options(state: State, seat: int) -> Options:
    """The options of a seat now. All of the program asks here, or ``bar``, what is legal."""
    return Options(state, seat)
