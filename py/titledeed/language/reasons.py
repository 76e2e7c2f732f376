"""Why an answer is not allowed now: one short sentence that names the street, the sum or the player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from ..engine.door import ANSWERS, RAISING, STANDING
from ..engine.rules import debt, houses, trading
from ..engine.rules.auction import lowest
from ..engine.words import (
    CHANCE,
    FREE,
    HOTEL,
    HOUSE,
    QUIET,
    Accept,
    Answer,
    AskAnswer,
    AskBid,
    AskDebt,
    AskEnd,
    AskOrder,
    AskRoll,
    Because,
    Bid,
    Bundle,
    DemandRent,
    End,
    Fine,
    GiveUp,
    Keep,
    Offer,
    Over,
    Roll,
    SellDown,
    State,
    UseCard,
)
from .catalogue import N_
from .clauses import clause_text
from .pieces import Parts, Piece


@dataclass(frozen=True)
class _Case:
    """One refusal: whose answer, at which moment."""

    p: Parts
    s: State
    seat: int
    answer: Answer

    @property
    def space(self) -> int:
        """The space that the answer or the question is about, or -1."""
        space = getattr(self.answer, "space", -1)
        return space if space >= 0 else getattr(self.s.ask, "space", -1)

    @property
    def members(self) -> tuple[int, ...]:
        if isinstance(self.answer, SellDown):
            return self.s.rules.edition.groups[self.answer.group].members
        return self.s.rules.members[self.space] if self.space >= 0 else ()

    @property
    def who(self) -> Piece:
        return self.p.seat(self.seat)

    @property
    def where(self) -> Piece:
        return self.p.space(self.space)

    @property
    def terms(self) -> tuple[int, int, Bundle, Bundle] | None:
        """Who offers what to whom for what, where the answer is about that."""
        ask = self.s.ask
        if isinstance(self.answer, Offer):
            return self.seat, self.answer.to, self.answer.give, self.answer.get
        if isinstance(self.answer, Accept) and isinstance(ask, AskAnswer):
            return ask.by, ask.seat, ask.give, ask.get
        return None

    def has_only(self) -> str:
        """Not enough cash."""
        return self.p._(
            "{seat} has only {cash}.", seat=self.who, cash=self.p.sum(self.s.cash[self.seat])
        )

    def first(self, message: str, spaces: Iterable[int]) -> str | None:
        """A message about streets, where there are any."""
        found = list(spaces)
        return self.p._(message, spaces=self.p.spaces(found)) if found else None


def reason(p: Parts, s: State, seat: int, answer: Answer, because: Because) -> str:
    """Why this answer of this seat is not allowed now. ``because``: the clauses it was barred by."""
    ask = s.ask
    if isinstance(ask, Over):
        return p._("The game is over.")
    if seat == CHANCE:
        return _general(p, because)
    if not s.playing[seat]:
        return p._("{seat} is out of the game.", seat=p.seat(seat))
    case = _Case(p, s, seat, answer)
    kind = type(answer)
    asked = ask.seat == seat and kind in ANSWERS[type(ask)]
    raising = ask.seat == seat and kind in RAISING.get(type(ask), ())
    quiet = isinstance(ask, QUIET)
    if not asked and not raising and not (quiet and kind in STANDING):
        return _busy(case) if kind in STANDING else _not_asked(case)
    for clause in because:
        say = _SAY.get(clause)
        text = say(case) if say else None
        if text:
            return text
    return _general(p, because)


def _general(p: Parts, because: Because) -> str:
    for clause in because:
        if clause in PLAIN:
            return p._(PLAIN[clause])
    return clause_text(p, because[0]) if because else p._("This is not possible now.")


# ---------------------------------------------------------------- the moment


def _busy(c: _Case) -> str:
    """A standing answer while something else is open."""
    ask = c.s.ask
    if ask.seat == c.seat:
        return c.p._("First answer what is asked.")
    if ask.seat >= 0:
        return c.p._("First {other} has to answer.", other=c.p.seat(ask.seat))
    return c.p._("First the dice or a card must be seen.")


def _not_asked(c: _Case) -> str:
    """An answer to a question that somebody else is asked, or that nobody is asked."""
    ask = c.s.ask
    if isinstance(ask, AskBid) and isinstance(c.answer, Bid) and c.seat not in ask.bidders:
        if c.seat == ask.about:
            return c.p._("{seat} has left it, and may not bid for it in this book.", seat=c.who)
        return c.p._("{seat} may not bid for this.", seat=c.who)
    if ask.seat == c.seat:
        if isinstance(ask, AskRoll) and isinstance(c.answer, End):
            return c.p._("First {seat} has to throw.", seat=c.who)
        if isinstance(ask, AskEnd) and isinstance(c.answer, Roll):
            return c.p._("{seat} has no throw left in this turn.", seat=c.who)
        if isinstance(ask, AskEnd) and isinstance(c.answer, (Fine, UseCard)):
            return _jail(c) or c.p._("It is too late for that in this turn.")
        return c.p._("Something else is asked now.")
    if ask.seat >= 0:
        if isinstance(ask, (AskRoll, AskEnd, AskOrder)):
            return c.p._("It is {other}’s turn.", other=c.p.seat(ask.seat))
        return c.p._("{other} is asked now.", other=c.p.seat(ask.seat))
    return c.p._("First the dice or a card must be seen.")


# ---------------------------------------------------------------- buildings


def _full_group(c: _Case) -> str | None:
    return c.first(
        N_("The group is not complete: {spaces} missing."),
        (i for i in c.members if c.s.owner[i] != c.seat),
    )


def _unmortgaged(c: _Case) -> str | None:
    return c.first(
        N_("First the mortgage on {spaces} has to be lifted."),
        (i for i in c.members if c.s.mortgaged[i]),
    )


def _even(c: _Case) -> str | None:
    here = c.s.level[c.space] if c.space >= 0 else 0
    return c.first(
        N_("Buildings must stay even: first {spaces}."),
        (i for i in c.members if c.s.level[i] < here),
    )


def _prerequisite(c: _Case) -> str | None:
    top = c.s.rules.top - 1
    lacking = [i for i in c.members if c.s.level[i] < top]
    if not lacking:
        return None
    return c.p.n_(
        "{A hotel} needs {n} {house} on every {street} of the group: first {spaces}.",
        "{A hotel} needs {n} {houses} on every {street} of the group: first {spaces}.",
        top,
        spaces=c.p.spaces(lacking),
    )


def _streets_only(c: _Case) -> str | None:
    return c.p._("Nothing can be built on {space}.", space=c.where) if c.space >= 0 else None


def _has_hotel(c: _Case) -> str | None:
    return c.p._("{space} has {a hotel} already.", space=c.where) if c.space >= 0 else None


def _stock(c: _Case) -> str | None:
    if c.space < 0:
        return None
    if houses.next_piece(c.s, c.space) == HOTEL:
        return c.p._("The {bank} has no {hotel} left.")
    return c.p._("The {bank} has no {house} left.")


def _price(c: _Case) -> str | None:
    if c.space >= 0 and c.s.cash[c.seat] < c.s.rules.cost[c.space]:
        return c.has_only()
    return None


def _sell_even(c: _Case) -> str | None:
    if isinstance(c.answer, SellDown):
        return c.p._("That would leave the group uneven.")
    here = c.s.level[c.space] if c.space >= 0 else 0
    return c.first(
        N_("Buildings must stay even: first sell on {spaces}."),
        (i for i in c.members if c.s.level[i] > here),
    )


def _downgrade(c: _Case) -> str | None:
    if isinstance(c.s.ask, AskBid):
        return c.p._("The {house} that would be needed is the one under the hammer.")
    return c.p.n_(
        "The {bank} has only {n} {house}, too few to take {a hotel} apart.",
        "The {bank} has only {n} {houses}, too few to take {a hotel} apart.",
        c.s.stock[HOUSE],
    )


def _nothing_to_sell(c: _Case) -> str | None:
    if any(c.s.owner[i] != c.seat for i in c.members):
        return c.p._("{seat} has nothing to sell there.", seat=c.who)
    if isinstance(c.answer, SellDown):
        return c.p._("No {street} of the group has more than that.")
    return c.p._("Nothing is built on {space}.", space=c.where) if c.space >= 0 else None


# ---------------------------------------------------------------- mortgages


def _bare(c: _Case) -> str | None:
    if c.terms is not None:
        return _bare_trade(c)
    return c.first(
        N_("Buildings stand on {spaces}; they have to be sold first."),
        (i for i in c.members if c.s.level[i]),
    )


def _not_owner(c: _Case) -> str | None:
    if c.space < 0 or c.s.owner[c.space] == c.seat:
        return None
    if c.space not in c.s.rules.ownable:
        return c.p._("{space} has no {deed}.", space=c.where)
    return c.p._("{space} is not {seat}’s.", space=c.where, seat=c.who)


def _mortgaged(c: _Case) -> str | None:
    if c.space >= 0 and c.s.mortgaged[c.space]:
        return c.p._("{space} is mortgaged already.", space=c.where)
    return None


def _lift(c: _Case) -> str | None:
    if c.space < 0:
        return None
    if not c.s.mortgaged[c.space]:
        return c.p._("{space} is not mortgaged.", space=c.where)
    cost = c.s.rules.lift_cost[c.space]
    if c.s.cash[c.seat] < cost:
        return c.p._(
            "It takes {amount}; {seat} has only {cash}.",
            amount=c.p.sum(cost),
            seat=c.who,
            cash=c.p.sum(c.s.cash[c.seat]),
        )
    return None


def _transfer(c: _Case) -> str | None:
    if c.terms is not None:
        return _interest(c)
    if isinstance(c.answer, Keep) or c.space >= 0:
        return c.p._("Another {deed} is asked about.")
    return None


# ---------------------------------------------------------------- buying and auctions


def _option(c: _Case) -> str | None:
    return c.has_only() if c.s.cash[c.seat] < c.s.rules.price[c.space] else None


def _same_move(c: _Case) -> str:
    return c.p._("{seat} took a mortgage in this move; this book bars buying with it.", seat=c.who)


def _low(c: _Case) -> str | None:
    if isinstance(c.s.ask, AskBid):
        return c.p._("A bid has to be {low} or more.", low=c.p.sum(lowest(c.s, c.s.ask)))
    return None


def _winner_pays(c: _Case) -> str | None:
    if isinstance(c.answer, Bid) and c.answer.amount > c.s.cash[c.seat]:
        return c.has_only()
    return None


def _scarce(c: _Case) -> str | None:
    if isinstance(c.s.ask, AskBid):
        return c.p._("{seat} has no {street} left that could take it.", seat=c.who)
    return None


# ---------------------------------------------------------------- jail


def _jail(c: _Case) -> str | None:
    if c.s.jail[c.seat] == FREE:
        return c.p._("{seat} is not in {jail}.", seat=c.who)
    return None


def _fine_window(c: _Case) -> str | None:
    if c.s.jail[c.seat] >= c.s.rules.fine_turns:
        return c.p._("It is too late for the fine: now the throw decides.")
    return _jail(c)


def _fine_amount(c: _Case) -> str | None:
    return c.has_only() if c.s.cash[c.seat] < c.s.rules.jail_fine else None


def _exit_card(c: _Case) -> str | None:
    if c.s.jail[c.seat] == FREE:
        return _jail(c)
    if c.seat not in c.s.held:
        return c.p._("{seat} holds no {jail_card}.", seat=c.who)
    return c.p._("Which card: {one} or {two}?", one=c.p.deck(0), two=c.p.deck(1))


# ---------------------------------------------------------------- debts


def _raise(c: _Case) -> str | None:
    below = c.s.agenda[-2] if isinstance(c.s.ask, AskAnswer) else c.s.ask
    if not isinstance(below, AskDebt):
        return None
    if c.terms is not None:
        debtor = c.p.seat(below.seat)
        return c.p._("After this deal {seat} could not pay the debt any more.", seat=debtor)
    missing = debt.missing(c.s, below)
    return c.p._("{amount} is still missing.", amount=c.p.sum(missing)) if missing else None


def _condition(c: _Case) -> str | None:
    if not isinstance(c.answer, GiveUp):
        return None
    return c.p._(
        "The {bank} would still give {seat} {amount}: the debt can be paid.",
        seat=c.who,
        amount=c.p.sum(debt.obtainable(c.s, c.seat)),
    )


# ---------------------------------------------------------------- trading


def _assets(c: _Case) -> str | None:
    if c.terms is None:
        return None
    by, to, give, get = c.terms
    if not give and not get:
        return c.p._("Nothing is offered and nothing asked for.")
    if give.cash and get.cash:
        return c.p._("Money can stand on one side only.")
    for giver, bundle in ((by, give), (to, get)):
        lacking = [i for i in bundle.deeds if c.s.owner[i] != giver]
        if lacking:
            return c.p._(
                "{seat} does not own {spaces}.", seat=c.p.seat(giver), spaces=c.p.spaces(lacking)
            )
        for deck in bundle.cards:
            if c.s.held[deck] != giver:
                return c.p._(
                    "{seat} does not hold {card}.", seat=c.p.seat(giver), card=c.p.jail_card(deck)
                )
        if bundle.cash > c.s.cash[giver]:
            return c.p._(
                "{seat} has only {cash}.", seat=c.p.seat(giver), cash=c.p.sum(c.s.cash[giver])
            )
    return None


def _bare_trade(c: _Case) -> str | None:
    if c.terms is None:
        return None
    _, _, give, get = c.terms
    for i in (*give.deeds, *get.deeds):
        if c.s.rules.kind[i] == "street" and any(c.s.level[m] for m in c.s.rules.members[i]):
            group = c.p.group(c.p.group_index(i))
            return c.p._("Buildings stand on {group}; they have to be sold first.", group=group)
    return None


def _interest(c: _Case) -> str | None:
    if c.terms is None:
        return None
    by, to, give, get = c.terms
    for receiver, gets, gives in ((to, give, get), (by, get, give)):
        due = trading.interest_due(c.s, gets)
        if due and c.s.cash[receiver] + gets.cash - gives.cash < due:
            return c.p._(
                "{seat} could not pay the {amount} interest due at once.",
                seat=c.p.seat(receiver),
                amount=c.p.sum(due),
            )
    return None


def _private_sale(c: _Case) -> str | None:
    if c.terms is None:
        return None
    by, to, _, _ = c.terms
    if by == to:
        return c.p._("Nobody trades with themselves.")
    return _assets(c)


def _retired(c: _Case) -> str | None:
    if isinstance(c.answer, Offer) and not c.s.playing[c.answer.to]:
        return c.p._("{seat} is out of the game.", seat=c.p.seat(c.answer.to))
    return None


def _no_claim(c: _Case) -> str | None:
    if isinstance(c.answer, DemandRent):
        return c.p._("There is no open rent for {space}.", space=c.where)
    return None


_Say = Callable[[_Case], str | None]

_SAY: Final[Mapping[str, _Say]] = {
    "auction.minimum-raise": _low,
    "auction.opening-bid": _low,
    "auction.winner-pays": _winner_pays,
    "bankruptcy.condition": _condition,
    "bankruptcy.retire": _retired,
    "cards.goojf-trade": _assets,
    "debt.no-player-loans": _assets,
    "debt.raise-cash": _raise,
    "hotels.one-per-street": _has_hotel,
    "hotels.prerequisite": _prerequisite,
    "hotels.price": _price,
    "houses.even": _even,
    "houses.full-group": _full_group,
    "houses.price": _price,
    "houses.streets-only": _streets_only,
    "houses.unmortgaged-group": _unmortgaged,
    "jail.exit-card": _exit_card,
    "jail.fine-amount": _fine_amount,
    "jail.fine-window": _fine_window,
    "mortgage.bare-group": _bare,
    "mortgage.deed-face-down": _mortgaged,
    "mortgage.lift": _lift,
    "mortgage.owner-keeps": _not_owner,
    "mortgage.transfer-choice": _transfer,
    "mortgage.value": _mortgaged,
    "purchase.mortgage-same-move": _same_move,
    "purchase.option": _option,
    "rent.claim-deadline": _no_claim,
    "rent.due": _no_claim,
    "selling-buildings.downgrade-stock": _downgrade,
    "selling-buildings.even": _sell_even,
    "selling-buildings.half-price": _nothing_to_sell,
    "shortage.auction": _scarce,
    "shortage.opening-bid": _low,
    "shortage.supply": _stock,
    "shortage.wait": _stock,
    "trading.assets": _assets,
    "trading.bare-group": _bare_trade,
    "trading.private-sale": _private_sale,
}

# What is said where no street, sum or player is to be named, and to those who enter dice and cards by
# hand. A clause that is in neither table says itself.
PLAIN: Final[Mapping[str, str]] = {
    "cards.draw": N_("Another card lies on top."),
    "cards.goojf-keep": N_("Somebody holds that card."),
    "debt.bank-only-lender": N_("The cash has to be there: nobody lends."),
    "hotels.no-skipping": N_("The {bank} has no {house} left, and none can be skipped."),
    "house.limit-minutes": N_("No limit of minutes was agreed."),
    "houses.max-four": N_("No more {houses} fit there."),
    "mortgage.property-only": N_("Buildings cannot be mortgaged."),
    "selling-buildings.bank-only": N_("Buildings go back to the {bank} and to nobody else."),
    "setup.card-decks": N_("These are not the cards of that {deck}."),
    "setup.decks-placed": N_("Another card lies on top."),
    "setup.dice": N_("No dice are being thrown now."),
    "setup.shuffle": N_("The {decks} have to be shuffled first."),
    "short-game.deal": N_("First the {deeds} of the Short Game are dealt."),
}
