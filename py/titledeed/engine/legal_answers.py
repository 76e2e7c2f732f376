"""Legal answers: the answers that a seat may give now, and the barred ones with their clauses."""

from __future__ import annotations

from collections.abc import (
    Callable,
    Iterable,
    Iterator,
)
from dataclasses import (
    dataclass,
)
from typing import (
    Any,
    Final,
    TypeAlias,
    TypeVar,
    overload,
)

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
    TakeChance,
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
from .reducer import RAISING, violations
from .rules import auction, houses, leaving_jail, short_game
from .special_seats_and_ids import FREE, Because
from .state import (
    State,
)


@dataclass(frozen=True, slots=True)
class Amount:
    """Any bid from ``low`` to ``high``, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Terms:
    """Any offer to ``partner`` that the trading clauses allow."""

    partner: int


Option: TypeAlias = Answer | Amount | Terms
# The answers that ``Options.of`` lists one by one. Bids, offers and answers that occur only in records
# are not among them.
ListedAnswer: TypeAlias = (
    Roll
    | Fine
    | UseCard
    | Dice
    | CardIs
    | Deal
    | Buy
    | Decline
    | Pass
    | Flat
    | Percent
    | Pay
    | TakeChance
    | GiveUp
    | Keep
    | Accept
    | Reject
    | ClaimIt
    | Place
    | End
    | Build
    | Sell
    | SellDown
    | Mortgage
    | Redeem
    | DemandRent
    | Resign
)
_Listed = TypeVar("_Listed", bound=ListedAnswer)


@dataclass(frozen=True, slots=True)
class Barred:
    """An answer that is not allowed now, with the clauses that bar it."""

    answer: Answer
    clauses: Because

    @property
    def because(self) -> Because:
        """The attribute's name before 0.1.0, for third-party bots."""
        return self.clauses


def _own_streets(state: State, seat: int) -> Iterator[int]:
    return (i for i in state.rules.streets if state.owner[i] == seat)


def _own_deeds(state: State, seat: int) -> Iterator[int]:
    return (i for i in state.rules.ownable if state.owner[i] == seat)


def _builds(state: State, seat: int) -> Iterator[Answer]:
    return (Build(i) for i in _own_streets(state, seat))


def _sells(state: State, seat: int) -> Iterator[Answer]:
    return (Sell(i) for i in _own_streets(state, seat) if state.level[i])


def _sell_downs(state: State, seat: int) -> Iterator[Answer]:
    for g, group in enumerate(state.rules.edition.groups):
        if state.owner[group.members[0]] == seat:
            for level in range(max(state.level[i] for i in group.members)):
                yield SellDown(g, level)


def _mortgages(state: State, seat: int) -> Iterator[Answer]:
    return (Mortgage(i) for i in _own_deeds(state, seat) if not state.mortgaged[i])


def _redeems(state: State, seat: int) -> Iterator[Answer]:
    return (Redeem(i) for i in _own_deeds(state, seat) if state.mortgaged[i])


def _rents(state: State, seat: int) -> Iterator[Answer]:
    seen = set()
    for claim in state.claims:
        if claim.by == seat and (claim.space, claim.of) not in seen:
            seen.add((claim.space, claim.of))
            yield DemandRent(claim.space, claim.of)


def _resigns(state: State, seat: int) -> Iterator[Answer]:
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


def _candidates(state: State, ask: Ask, seat: int) -> dict[str, list[Answer]]:
    """Every answer that the pending ask could accept from its seat, by kind, legal or not. Bids and offers
    are too many to list."""
    match ask:
        case AskRoll():
            answers: dict[str, list[Answer]] = {"roll": [Roll()]}
            if state.jail[seat] != FREE:
                answers["fine"] = [Fine()]
                jail_cards = leaving_jail.held_by(state, seat)
                answers["use-card"] = (
                    [UseCard(deck) for deck in jail_cards]
                    if len(jail_cards) > 1
                    else [UseCard()]
                    if jail_cards
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
            return {"place": [Place(i) for i in houses.sites(state, seat, ask.piece)]}
        case AskEnd():
            return {"end": [End()]}
        case AskCard():
            deck = state.decks[ask.deck]
            return {"card": [CardIs(i) for i in (sorted(deck) if state.by_hand else deck[:1])]}
        case AskDice():
            return {"dice": [Dice(a, b) for a in range(1, 7) for b in range(1, 7)]}
        case AskDeal():
            return {"deal": [Deal(ask.receiver, i) for i in short_game.undealt(state)]}
        case AskShuffle() | Over():
            return {}


# The kinds of ``Options.least``, in this order, and those that it leaves out.
_LEAST: Final = ("roll", "end", "pass", "decline", "reject", "pay", "mortgage", "sell", "sell-down")
_NEVER_LEAST: Final = frozenset({"bid", "offer"})


class Options:
    """The answers that one seat may give now. ``of`` lists the allowed ones of a kind, ``barred`` the
    others with their clauses. Each kind is computed only on demand."""

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

    def violations(self, answer: Answer) -> Because:
        """The clauses that bar this answer now; () if it is legal. Use it for offers and bids, which
        cannot be listed."""
        return violations(self._state, self._seat, answer)

    def is_legal(self, answer: Answer) -> bool:
        """Whether this answer is legal now."""
        return not violations(self._state, self._seat, answer)

    def least(self) -> Answer | None:
        """The legal answer that does the least: it spends nothing where that is possible. None if there is
        none."""
        for kind in (*_LEAST, *self.kinds()):
            if kind not in _NEVER_LEAST:
                for answer in self.of(kind):
                    assert not isinstance(answer, (Amount, Terms))
                    return answer
        return None

    @overload
    def of(self, kind: type[_Listed]) -> list[_Listed]: ...

    @overload
    def of(self, kind: str) -> list[Option]: ...

    def of(self, kind: type[_Listed] | str) -> list[Any]:
        """The allowed options of a kind: answers, but one ``Amount`` for all bids, and one ``Terms`` for
        the offers to each partner. ``kind``: its name or, except for bids and offers, its class."""
        if not isinstance(kind, str):
            kind = kind.kind
        state, seat = self._state, self._seat
        ask = state.ask
        if kind == "bid":
            if isinstance(ask, AskBid) and ask.seat == seat:
                low = auction.lowest_bid(state.rules, ask)
                if not violations(state, seat, Bid(low)):
                    return [Amount(low, state.cash[seat])]
            return []
        if kind == "offer":
            if "offer" in self._standing():
                return [Terms(o) for o in range(state.seats) if state.playing[o] and o != seat]
            return []
        return [answer for answer in self._all(kind) if not violations(state, seat, answer)]

    def barred(self, kind: str) -> list[Barred]:
        """The options of a kind that are not allowed now, each with the clauses that bar it."""
        state, seat = self._state, self._seat
        ask = state.ask
        if kind == "bid":
            if isinstance(ask, AskBid) and ask.seat == seat:
                lowest = Bid(auction.lowest_bid(state.rules, ask))
                clauses = violations(state, seat, lowest)
                return [Barred(lowest, clauses)] if clauses else []
            return []
        out = []
        for answer in self._all(kind):
            clauses = violations(state, seat, answer)
            if clauses:
                out.append(Barred(answer, clauses))
        return out


def options(state: State, seat: int) -> Options:
    """The options of a seat now. The program decides legality only here and in ``violations``."""
    return Options(state, seat)
