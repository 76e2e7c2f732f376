"""Labels of buttons, for every kind of answer."""

from __future__ import annotations

from typing import assert_never

from ..engine.answers import (
    Accept,
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
from ..engine.asks import (
    AskCardChoice,
    AskClaim,
    AskDebt,
    AskOrder,
    AskRentRoll,
    AskRoll,
    AskTransfer,
)
from ..engine.board_and_rules_types import Card
from ..engine.legal_answers import (
    Amount,
    Barred,
    Option,
    Terms,
)
from ..engine.rules import houses, mortgage
from ..engine.rules.tax import FLAT, SHARE
from ..engine.special_seats_and_ids import HOTEL, NOBODY
from ..engine.state import (
    State,
)
from .sentence_parts import SentenceParts


def answer_label(parts: SentenceParts, option: Option | Barred, state: State) -> str:
    """The label of a button for an option at this state, with its sums and names."""
    answer = option.answer if isinstance(option, Barred) else option
    rules = state.rules
    ask = state.ask
    match answer:
        case Roll():
            if isinstance(ask, AskOrder):
                return parts._("Throw to go first")
            if isinstance(ask, AskRentRoll):
                return parts._("Throw to set the rent")
            if isinstance(ask, AskRoll) and state.jail[ask.seat] >= 0:
                return parts._("Throw for doubles")
            return parts._("Throw the dice")
        case Fine():
            return parts._("Pay the fine of {amount}", amount=parts.sum(rules.jail_fine))
        case UseCard():
            deck = answer.deck if answer.deck >= 0 else _held(state)
            return parts._("Use the card from {deck}", deck=parts.deck_name(deck))
        case Buy():
            space = getattr(ask, "space", -1)
            if space < 0:
                return parts._("Buy it")
            return parts._(
                "Buy {space} for {price}",
                space=parts.space(space),
                price=parts.sum(rules.price[space]),
            )
        case Decline():
            return parts._("Put it up for auction") if rules.auctions else parts._("Don’t buy")
        case Bid():
            return parts._("Bid {amount}", amount=parts.sum(answer.amount))
        case Amount():
            return parts._(
                "Bid {low} to {high}", low=parts.sum(answer.low), high=parts.sum(answer.high)
            )
        case Pass():
            return parts._("No, thanks") if isinstance(ask, AskClaim) else parts._("Pass")
        case Flat():
            return parts._("Pay {amount}", amount=parts.sum(FLAT))
        case Percent():
            return parts._("Pay {percent} of total worth", percent=parts.numbers.percent(SHARE))
        case Pay():
            if isinstance(ask, AskDebt) and ask.creditor >= 0:
                return parts._(
                    "Pay {other} {amount}",
                    other=parts.seat(ask.creditor),
                    amount=parts.sum(ask.amount),
                )
            if isinstance(ask, (AskDebt, AskCardChoice)):
                return parts._("Pay {amount}", amount=parts.sum(ask.amount))
            return parts._("Pay")
        case TakeChance():
            return parts._("Draw a {chance} card")
        case GiveUp():
            return parts._("Go bankrupt")
        case Keep():
            return _keep(parts, answer, state)
        case Accept():
            return parts._("Accept the offer")
        case Reject():
            return parts._("Decline")
        case ClaimIt():
            if isinstance(ask, AskClaim) and ask.piece == HOTEL:
                return parts._("Claim {a hotel}")
            return parts._("Claim {a house}")
        case Place():
            return parts._("Build on {space}", space=parts.space(answer.space))
        case End():
            return parts._("End the turn")
        case Build():
            return _build(parts, answer.space, state)
        case Sell():
            return _sell(parts, answer.space, state)
        case SellDown():
            return _sell_down(parts, answer, state)
        case Mortgage():
            return parts._(
                "Mortgage {space} for {amount}",
                space=parts.space(answer.space),
                amount=parts.sum(rules.mortgage_value[answer.space]),
            )
        case Redeem():
            space = answer.space if answer.space >= 0 else getattr(ask, "space", -1)
            if space < 0:
                return parts._("Lift the mortgage")
            if isinstance(ask, AskTransfer):  # the question names the property
                return parts._(
                    "Lift the mortgage for {amount}", amount=parts.sum(rules.lift_cost[space])
                )
            return parts._(
                "Lift the mortgage on {space} for {amount}",
                space=parts.space(space),
                amount=parts.sum(rules.lift_cost[space]),
            )
        case Offer():
            return _offer(parts, answer)
        case Terms():
            return parts._("Trade with {other}", other=parts.seat(answer.partner))
        case DemandRent():
            return _ask_rent(parts, answer, state)
        case Resign():
            return parts._("Resign")
        case Dice():
            return parts._("Enter {dice}", dice=parts.dice(answer.a, answer.b))
        case CardIs():
            deck = getattr(ask, "deck", 0)
            card = parts.rules.decks[deck][answer.card]
            return f"{card_effect(parts, card)} · {parts.what_card_says(card)}"
        case Shuffle():
            return parts._("Shuffle {deck}", deck=parts.deck(answer.deck))
        case Deal():
            return parts._(
                "Deal {space} to {seat}",
                space=parts.space(answer.space),
                seat=parts.seat(answer.seat),
            )
        case TimeUp():
            return parts._("Time is up")
        case _:
            assert_never(answer)


def _held(state: State) -> int:
    """The deck of the only jail card that the asked seat holds."""
    return state.held.index(state.ask.seat) if state.ask.seat in state.held else 0


def _keep(parts: SentenceParts, answer: Keep, state: State) -> str:
    ask = state.ask
    if isinstance(ask, AskTransfer):
        interest = mortgage.interest(state, ask.space, ask.estate)
        return parts._("Keep it mortgaged and pay {amount} interest", amount=parts.sum(interest))
    return parts._("Keep it mortgaged")


def _build(parts: SentenceParts, space: int, state: State) -> str:
    values = {"space": parts.space(space), "amount": parts.sum(state.rules.cost[space])}
    if state.rules.kind[space] == "street" and houses.next_piece(state, space) == HOTEL:
        return parts._("Build {a hotel} on {space} for {amount}", **values)
    return parts._("Build {a house} on {space} for {amount}", **values)


def _sell(parts: SentenceParts, space: int, state: State) -> str:
    values = {"space": parts.space(space), "amount": parts.sum(houses.refund(state, space, 1))}
    if state.level[space] == state.rules.top:
        return parts.n_(
            "Give back the {hotel} on {space} for {n} {house} and {amount}",
            "Give back the {hotel} on {space} for {n} {houses} and {amount}",
            state.rules.top - 1,
            **values,
        )
    return parts._("Sell {a house} on {space} for {amount}", **values)


def _sell_down(parts: SentenceParts, answer: SellDown, state: State) -> str:
    members = state.rules.edition.groups[answer.group].members
    steps = sum(max(state.level[i] - answer.level, 0) for i in members)
    values = {
        "group": parts.group(answer.group),
        "amount": parts.sum(houses.refund(state, members[0], steps)),
    }
    if answer.level == 0:
        return parts._("Sell all buildings on {group} for {amount}", **values)
    if houses.lower(state, members, answer.level):
        return parts.n_(
            "Sell {group} down to at most {n} {house} each, for {amount} in all",
            "Sell {group} down to at most {n} {houses} each, for {amount} in all",
            answer.level,
            **values,
        )
    return parts.n_(
        "Sell {group} down to {n} {house} each, for {amount} in all",
        "Sell {group} down to {n} {houses} each, for {amount} in all",
        answer.level,
        **values,
    )


def _offer(parts: SentenceParts, answer: Offer) -> str:
    if not answer.get:
        return parts._("Give {things} as a gift", things=parts.bundle(answer.give))
    if not answer.give:
        return parts._("Ask for {things} as a gift", things=parts.bundle(answer.get))
    return parts._(
        "Offer {give} for {get}", give=parts.bundle(answer.give), get=parts.bundle(answer.get)
    )


def _ask_rent(parts: SentenceParts, answer: DemandRent, state: State) -> str:
    space = parts.space(answer.space)
    for claim in state.claims:
        if claim.space == answer.space and answer.of in (NOBODY, claim.of):
            other = parts.seat(claim.of)
            if claim.times:
                return parts._("Claim rent from {other} for {space}", other=other, space=space)
            amount = parts.sum(claim.amount)
            if len(state.claims) == 1:  # the question names the property
                return parts._("Claim {amount} from {other}", other=other, amount=amount)
            return parts._(
                "Claim {amount} rent from {other} for {space}",
                other=other,
                amount=amount,
                space=space,
            )
    return parts._("Claim the rent for {space}", space=space)


def card_effect(parts: SentenceParts, card: Card) -> str:
    """The effect of a card in a few words, so that people can find a printed card in a list."""
    amount = parts.sum(card.amount)
    match card.do:
        case "advance":
            return parts._("Advance to {space}", space=parts.space(card.to))
        case "nearest" if card.kind == "railroad":
            return parts._("Advance to the next {railroad}")
        case "nearest":
            return parts._("Advance to the next {utility}")
        case "back":
            return parts.n_("Move back {n} space", "Move back {n} spaces", card.steps)
        case "back-to":
            return parts._("Move back to {space}", space=parts.space(card.to))
        case "go-to-jail":
            return parts._("Go to {jail}")
        case "jail-free":
            return parts._("{Jail_card}")
        case "collect":
            return parts._("Collect {amount}", amount=amount)
        case "collect-each":
            return parts._("Collect {amount} from each player", amount=amount)
        case "pay":
            return parts._("Pay {amount}", amount=amount)
        case "pay-each":
            return parts._("Pay each player {amount}", amount=amount)
        case "pay-or-chance":
            return parts._("Pay {amount}, or draw a {chance} card", amount=amount)
        case _:
            return parts._("Pay for repairs")
