"""Labels of buttons, for every kind of answer."""

from __future__ import annotations

from typing import assert_never

from ..engine.rules import houses, mortgage
from ..engine.rules.tax import FLAT
from ..engine.words import (
    HOTEL,
    NOBODY,
    Accept,
    Amount,
    AskCardChoice,
    AskClaim,
    AskDebt,
    AskOrder,
    AskRentRoll,
    AskRoll,
    AskTransfer,
    Barred,
    Bid,
    Build,
    Buy,
    Card,
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
    Option,
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
    State,
    TakeChance,
    Terms,
    TimeUp,
    UseCard,
)
from .pieces import Parts


def label(p: Parts, option: Option | Barred, s: State) -> str:
    """The label of a button for an option at this state, with the sums and names concerned."""
    answer = option.answer if isinstance(option, Barred) else option
    rules = s.rules
    ask = s.ask
    match answer:
        case Roll():
            if isinstance(ask, AskOrder):
                return p._("Throw for the start")
            if isinstance(ask, AskRentRoll):
                return p._("Throw for the rent")
            if isinstance(ask, AskRoll) and s.jail[ask.seat] >= 0:
                return p._("Throw for doubles")
            return p._("Throw the dice")
        case Fine():
            return p._("Pay the fine of {amount}", amount=p.sum(rules.jail_fine))
        case UseCard():
            deck = answer.deck if answer.deck >= 0 else _held(s)
            return p._("Use {card}", card=p.jail_card(deck))
        case Buy():
            space = getattr(ask, "space", -1)
            if space < 0:
                return p._("Buy it")
            return p._(
                "Buy {space} for {price}", space=p.space(space), price=p.sum(rules.price[space])
            )
        case Decline():
            return p._("Leave it to the auction") if rules.auctions else p._("Leave it")
        case Bid():
            return p._("Bid {amount}", amount=p.sum(answer.amount))
        case Amount():
            return p._("Bid {low} to {high}", low=p.sum(answer.low), high=p.sum(answer.high))
        case Pass():
            return p._("No, thanks") if isinstance(ask, AskClaim) else p._("Pass")
        case Flat():
            return p._("Pay {amount}", amount=p.sum(FLAT))
        case Percent():
            return p._("Pay {percent} of everything", percent=p.numbers.percent(10))
        case Pay():
            if isinstance(ask, AskDebt) and ask.creditor >= 0:
                return p._(
                    "Pay {other} {amount}", other=p.seat(ask.creditor), amount=p.sum(ask.amount)
                )
            if isinstance(ask, (AskDebt, AskCardChoice)):
                return p._("Pay {amount}", amount=p.sum(ask.amount))
            return p._("Pay")
        case TakeChance():
            return p._("Take a {chance} card")
        case GiveUp():
            return p._("Go bankrupt")
        case Keep():
            return _keep(p, answer, s)
        case Accept():
            return p._("Accept the deal")
        case Reject():
            return p._("Refuse")
        case ClaimIt():
            if isinstance(ask, AskClaim) and ask.piece == HOTEL:
                return p._("Claim {a hotel}")
            return p._("Claim {a house}")
        case Place():
            return p._("Build on {space}", space=p.space(answer.space))
        case End():
            return p._("End the turn")
        case Build():
            return _build(p, answer.space, s)
        case Sell():
            return _sell(p, answer.space, s)
        case SellDown():
            return _sell_down(p, answer, s)
        case Mortgage():
            return p._(
                "Mortgage {space} for {amount}",
                space=p.space(answer.space),
                amount=p.sum(rules.mortgage_value[answer.space]),
            )
        case Redeem():
            space = answer.space if answer.space >= 0 else getattr(ask, "space", -1)
            if space < 0:
                return p._("Lift the mortgage")
            return p._(
                "Lift the mortgage on {space} for {amount}",
                space=p.space(space),
                amount=p.sum(rules.lift_cost[space]),
            )
        case Offer():
            return _offer(p, answer)
        case Terms():
            return p._("Trade with {other}", other=p.seat(answer.partner))
        case DemandRent():
            return _ask_rent(p, answer, s)
        case Resign():
            return p._("Leave the game")
        case Dice():
            return p._("Enter {dice}", dice=p.dice(answer.a, answer.b))
        case CardIs():
            deck = getattr(ask, "deck", 0)
            card = p.rules.decks[deck][answer.card]
            return f"{effect(p, card)} · {p.what_card_says(card)}"
        case Shuffle():
            return p._("Shuffle {deck}", deck=p.deck(answer.deck))
        case Deal():
            return p._(
                "Deal {space} to {seat}", space=p.space(answer.space), seat=p.seat(answer.seat)
            )
        case TimeUp():
            return p._("The time is up")
        case _:
            assert_never(answer)


def _held(s: State) -> int:
    """The deck of the only jail card that the asked seat holds."""
    return s.held.index(s.ask.seat) if s.ask.seat in s.held else 0


def _keep(p: Parts, answer: Keep, s: State) -> str:
    ask = s.ask
    if isinstance(ask, AskTransfer):
        interest = mortgage.interest(s, ask.space, ask.estate)
        return p._("Keep it mortgaged and pay {amount} interest", amount=p.sum(interest))
    return p._("Keep it mortgaged")


def _build(p: Parts, space: int, s: State) -> str:
    pieces = {"space": p.space(space), "amount": p.sum(s.rules.cost[space])}
    if s.rules.kind[space] == "street" and houses.next_piece(s, space) == HOTEL:
        return p._("Build {a hotel} on {space} for {amount}", **pieces)
    return p._("Build {a house} on {space} for {amount}", **pieces)


def _sell(p: Parts, space: int, s: State) -> str:
    pieces = {"space": p.space(space), "amount": p.sum(houses.refund(s, space, 1))}
    if s.level[space] == s.rules.top:
        return p.n_(
            "Give back the {hotel} on {space} for {n} {house} and {amount}",
            "Give back the {hotel} on {space} for {n} {houses} and {amount}",
            s.rules.top - 1,
            **pieces,
        )
    return p._("Sell {a house} on {space} for {amount}", **pieces)


def _sell_down(p: Parts, answer: SellDown, s: State) -> str:
    members = s.rules.edition.groups[answer.group].members
    steps = sum(max(s.level[i] - answer.level, 0) for i in members)
    pieces = {"group": p.group(answer.group), "amount": p.sum(houses.refund(s, members[0], steps))}
    if answer.level == 0:
        return p._("Sell everything on {group} for {amount}", **pieces)
    if houses.lower(s, members, answer.level):
        return p.n_(
            "Sell {group} down to at most {n} {house} each for {amount}",
            "Sell {group} down to at most {n} {houses} each for {amount}",
            answer.level,
            **pieces,
        )
    return p.n_(
        "Sell {group} down to {n} {house} each for {amount}",
        "Sell {group} down to {n} {houses} each for {amount}",
        answer.level,
        **pieces,
    )


def _offer(p: Parts, answer: Offer) -> str:
    if not answer.get:
        return p._("Give {things} as a gift", things=p.bundle(answer.give))
    if not answer.give:
        return p._("Ask for {things} as a gift", things=p.bundle(answer.get))
    return p._("Offer {give} for {get}", give=p.bundle(answer.give), get=p.bundle(answer.get))


def _ask_rent(p: Parts, answer: DemandRent, s: State) -> str:
    space = p.space(answer.space)
    for claim in s.claims:
        if claim.space == answer.space and answer.of in (NOBODY, claim.of):
            other = p.seat(claim.of)
            if claim.times:
                return p._("Ask {other} for the rent of {space}", other=other, space=space)
            amount = p.sum(claim.amount)
            return p._(
                "Ask {other} for {amount} rent for {space}", other=other, amount=amount, space=space
            )
    return p._("Ask for the rent of {space}", space=space)


def effect(p: Parts, card: Card) -> str:
    """The effect of a card in a few words, by which people find a printed card in a list."""
    amount = p.sum(card.amount)
    match card.do:
        case "advance":
            return p._("Advance to {space}", space=p.space(card.to))
        case "nearest" if card.kind == "railroad":
            return p._("Advance to the next {railroad}")
        case "nearest":
            return p._("Advance to the next {utility}")
        case "back":
            return p.n_("Back {n} space", "Back {n} spaces", card.steps)
        case "back-to":
            return p._("Back to {space}", space=p.space(card.to))
        case "go-to-jail":
            return p._("Go to {jail}")
        case "jail-free":
            return p._("{Jail_card}")
        case "collect":
            return p._("Collect {amount}", amount=amount)
        case "collect-each":
            return p._("Collect {amount} from everybody", amount=amount)
        case "pay":
            return p._("Pay {amount}", amount=amount)
        case "pay-each":
            return p._("Pay everybody {amount}", amount=amount)
        case "pay-or-chance":
            return p._("Pay {amount}, or take a {chance} card", amount=amount)
        case _:
            return p._("Pay for repairs")
