"""How a bot will probably answer an offer: likely, possible or unlikely.

This uses what a player at the table can know: prices, groups, the bot's description, and its earlier
answers. It never asks the bot."""

from __future__ import annotations

from dataclasses import replace
from math import ceil, inf
from typing import TYPE_CHECKING, Final, NamedTuple

from ....bots import BY_ODDS, HOARD, NEVER_DEAL
from ....bots.protocol import COUNTER
from ....engine.answers import (
    Bundle,
    Offer,
    Reject,
)
from ....engine.rules import trading
from ..view_context_and_shared_parts import ViewContext
from .fair_sum import STEP

if TYPE_CHECKING:
    from ..types import TradeOutlook

UNLIKELY: Final = 0
OPEN: Final = 1
LIKELY: Final = 2
MEMORY: Final = 8  # rounds for which a refusal counts
JAIL_CARD: Final = 30  # the value of a jail card
# A deed that completes a group is worth more than its price: the group's prices are added this many times.
GROUP: Final = 1.0
# What a bot gets, as a multiple of what it gives, from which an offer is possible, and from which likely.
# Of 9,000 offers to dealer, builder, hoarder and steady at a table of their own, they accepted 6 % below the
# first bound and 88 % above the second; of 350 that completed a group for the other side, 6 % and 89 %.
FROM: Final = (0.8, 2.2)
# The same for a bot that judges by its chance of winning: of 300 offers, it accepted 3 % below 0.8, 43 % from
# 2 to 4, and 76 % above. Hoarder accepted 0 of 200 that count as unlikely, and 37 of 43 as likely.
FROM_BY_ODDS: Final = (0.8, 4.0)
# After a refusal that named a loss: the part of it that must be added from which an offer is possible, and
# from which likely. Of some 3,500 offers that dealer, builder and steady had declined as a loss, they
# accepted 6 % with the loss added, 43 % with 1.1 times and 86 % with 1.5 times as much.
LOST: Final = (1.0, 1.5)
_MOST_PERCENT: Final = 999


class _Side(NamedTuple):
    """What one side gets: the value by prices, and the groups that it completes."""

    value: float
    groups: tuple[int, ...]  # the first space of each


class _Asked(NamedTuple):
    """The least sum with which the partner has offered an exchange itself, and whether it was this turn.

    Of some 130 own offers and counter-offers that dealer got back as they were, it accepted all in the same
    turn. Of some 100 offers it accepted 82 % a round later and 77 % three rounds later, because what a deed
    is worth to it changes with the position."""

    paid: int
    now: bool


class _Refused(NamedTuple):
    """A sum that was declined, and how much the partner then said it would have lost; 0 if it did not say."""

    paid: int
    lost: int


def outlook_view(ctx: ViewContext, seat: int, partner: int, offer: Offer) -> TradeOutlook | None:
    """How the partner will probably answer; None if it is a person."""
    if not is_judged(ctx, partner):
        return None
    bot = ctx.session.controls[partner]
    level, reason = _judged(ctx, seat, partner, offer, bot)
    sure = declines_always(bot, offer)  # the reason is the whole answer
    least = 0 if sure or level == LIKELY else _likely_from(ctx, seat, partner, offer, bot)
    return {
        "seat": ctx.faced(partner),
        "title": ctx._("Will {seat} accept?", seat=ctx.seat(partner)["name"]),
        "levels": []
        if sure
        else [{"label": word, "now": n == level} for n, word in enumerate(_words(ctx))],
        "reason": reason,
        "likely": {
            "arg": f"give +{least - offer.give.cash}",
            "label": ctx._("Raise to {money}: likely", money=ctx.money(least)),
        }
        if least
        else None,
    }


def is_judged(ctx: ViewContext, partner: int) -> bool:
    """Whether the page says how the partner will probably answer: it is a bot, and at this device."""
    return bool(ctx.session.controls[partner]) and ctx.app.table is None


def level_text(ctx: ViewContext, seat: int, partner: int, offer: Offer) -> str:
    """How the bot will probably answer, in a word; "" if the partner is a person."""
    if not is_judged(ctx, partner):
        return ""
    bot = ctx.session.controls[partner]
    return _words(ctx)[_judged(ctx, seat, partner, offer, bot)[0]]


def _words(ctx: ViewContext) -> tuple[str, str, str]:
    return ctx._("unlikely"), ctx._("possible"), ctx._("likely")


def _judged(ctx: ViewContext, seat: int, partner: int, offer: Offer, bot: str) -> tuple[int, str]:
    """One of the three levels, and the fact behind it in a sentence."""
    parts = ctx.narrator.parts
    other = parts.named(partner)
    if bot in NEVER_DEAL:
        return UNLIKELY, never_text(ctx, partner)
    paid = offer.give.cash - offer.get.cash
    if sells_nothing(bot, offer):
        return UNLIKELY, parts._("{other} never sells for cash alone.", other=other)
    asked = _asked_for(ctx, seat, partner, offer)
    if asked is not None and paid >= asked.paid:
        if asked.now:
            return LIKELY, parts._("{other} has offered this trade.", other=other)
        return LIKELY, parts._(
            "{other} offered this trade earlier, and may want more now.", other=other
        )
    theirs = _gets(ctx, partner, seat, offer.give, offer.get)
    mine = _gets(ctx, seat, partner, offer.get, offer.give)
    bounds = FROM_BY_ODDS if bot in BY_ODDS else FROM
    ratio = theirs.value / mine.value if mine.value else bounds[-1]
    level = sum(ratio >= bound for bound in bounds)
    refused = _refused(ctx, seat, partner, offer)
    if refused is not None:
        level = _after_refusal(ctx, seat, paid, refused, level)
    if asked is not None:
        return min(level, OPEN), _asking(ctx, partner, asked)
    if refused is not None:
        return level, _refusal(ctx, partner, refused)
    if bot in HOARD and paid < 0:
        return min(level, OPEN), parts._("{other} holds on to its cash.", other=other)
    for side, n in ((mine, seat), (theirs, partner)):
        if side.groups:
            group = ctx.group_name(side.groups[0])
            return level, parts._(
                "{seat} would have all of {group}.", seat=parts.seat(n), group=group
            )
    percent = parts.numbers.percent(min(round(100 * ratio), _MOST_PERCENT))
    return level, parts._(
        "By printed prices, {other} would get back {percent} of the value.",
        other=other,
        percent=percent,
    )


def _likely_from(ctx: ViewContext, seat: int, partner: int, offer: Offer, bot: str) -> int:
    """The least sum with which an offer that pays too little would be likely; 0 if the seat cannot pay it."""
    paid = offer.give.cash
    if offer.get.cash or not (offer.get.deeds or offer.get.cards):
        return 0
    asked = _asked_for(ctx, seat, partner, offer)
    refused = _refused(ctx, seat, partner, offer)
    if asked is not None:
        least = asked.paid
    elif refused is not None:
        least = _up(refused.paid + LOST[-1] * refused.lost)
    else:
        theirs = _gets(ctx, partner, seat, offer.give, offer.get)
        mine = _gets(ctx, seat, partner, offer.get, offer.give)
        bounds = FROM_BY_ODDS if bot in BY_ODDS else FROM
        least = _up(paid + bounds[-1] * mine.value - theirs.value)
    most = ctx.state.cash[seat] - trading.interest_due(ctx.state, offer.get)
    if not paid < least <= most:
        return 0
    raised = replace(offer, give=replace(offer.give, cash=least))
    return least if _judged(ctx, seat, partner, raised, bot)[0] == LIKELY else 0


def _up(amount: float) -> int:
    """The next multiple of ``STEP``."""
    return ceil(amount / STEP) * STEP


def never_trades(ctx: ViewContext, partner: int) -> bool:
    """Whether the partner is a bot that declines every trade by its own description."""
    return ctx.session.controls[partner] in NEVER_DEAL and ctx.app.table is None


def never_text(ctx: ViewContext, partner: int) -> str:
    """The sentence that a bot never trades."""
    parts = ctx.narrator.parts
    return parts._("{other} never trades.", other=parts.named(partner))


def nobody_text(ctx: ViewContext, others: list[int]) -> str:
    """Why nobody trades: all other players are bots that never do. Else ""."""
    if not others or not all(never_trades(ctx, n) for n in others):
        return ""
    bots = {ctx.session.controls[n] for n in others}
    if bots == {"simple"}:
        return ctx._("Simple bots never trade: they refuse every offer.")
    if bots == {"hermit"}:
        return ctx._("Hermits never trade: they refuse every offer.")
    return ctx._("The other players are bots that never trade. They refuse every offer.")


def sells_nothing(bot: str, offer: Offer) -> bool:
    """Whether the offer asks a bot to sell for cash alone, which this bot is known never to do."""
    asked, paid = offer.get, offer.give
    return bot in HOARD and bool(asked.deeds or asked.cards) and not (paid.deeds or paid.cards)


def declines_always(bot: str, offer: Offer) -> bool:
    """Whether this bot is known to decline such offers. ``bot``: "" for a person."""
    return bot in NEVER_DEAL or sells_nothing(bot, offer)


def _gets(ctx: ViewContext, receiver: int, giver: int, gets: Bundle, gives: Bundle) -> _Side:
    """What a side gets, by prices, with an addition for each group that it completes."""
    state, rules = ctx.state, ctx.rules
    value = float(gets.cash - trading.interest_due(state, gets) + JAIL_CARD * len(gets.cards))
    for i in gets.deeds:
        value += rules.price[i] - (rules.mortgage_value[i] if state.mortgaged[i] else 0)
    groups = []
    for members in ctx.property_groups():
        if rules.kind[members[0]] != "street" or not set(members) & set(gets.deeds):
            continue
        if all(
            i in gets.deeds or (state.owner[i] == receiver and i not in gives.deeds)
            for i in members
        ):
            groups.append(members[0])
            value += GROUP * sum(rules.price[i] for i in members)
    return _Side(value, tuple(groups))


def _asked_for(ctx: ViewContext, seat: int, partner: int, offer: Offer) -> _Asked | None:
    """The least sum with which the partner has lately offered the same exchange itself: by a counter-offer
    that waits, or by an offer that the seat has declined. A sum that it has declined since does not count."""
    turns = ctx.state.turns
    since = turns - MEMORY * ctx.state.seats
    asked: list[_Asked] = []
    declined = False
    most = -inf  # that the partner has declined since
    for entry in reversed(ctx.session.entries):
        if entry.turns < since:
            break
        made = entry.answer
        if isinstance(made, Reject):
            declined = entry.seat == partner
        elif isinstance(made, Offer):
            paid = made.get.cash - made.give.cash
            if entry.seat == partner and made.to == seat and _same(made, offer):
                if paid > most:
                    asked.append(_Asked(paid, entry.turns == turns))
            elif declined and entry.seat == seat and made.to == partner and _alike(made, offer):
                most = max(most, -paid)
            declined = False
    for pending in ctx.session.pending_offers:
        made = pending.offer
        paid = made.get.cash - made.give.cash
        mine = pending.by == partner and made.to == seat and pending.reason == COUNTER
        # It asks for more than what was declined before it.
        if mine and _same(made, offer) and paid > most:
            asked.append(_Asked(paid, pending.turns == turns))
    return min(asked, key=lambda one: (one.paid, not one.now), default=None)


def _alike(made: Offer, offer: Offer) -> bool:
    """Whether two offers of the seat exchange the same deeds and cards."""
    return (made.give.deeds, made.get.deeds, made.give.cards, made.get.cards) == (
        *(offer.give.deeds, offer.get.deeds, offer.give.cards, offer.get.cards),
    )


def _same(theirs: Offer, offer: Offer) -> bool:
    """Whether an offer of the partner exchanges the same deeds and cards as one of the seat."""
    return (theirs.get.deeds, theirs.give.deeds, theirs.get.cards, theirs.give.cards) == (
        *(offer.give.deeds, offer.get.deeds, offer.give.cards, offer.get.cards),
    )


def _refused(ctx: ViewContext, seat: int, partner: int, offer: Offer) -> _Refused | None:
    """The highest sum that the partner has lately declined for the same exchange; None if there is none."""
    since = ctx.state.turns - MEMORY * ctx.state.seats
    sums: list[_Refused] = []
    declined = False
    lost = 0
    for entry in reversed(ctx.session.entries):
        if entry.turns < since:
            break
        made = entry.answer
        if isinstance(made, Reject):
            declined = entry.seat == partner
            lost = entry.facts.get("loss", 0) if "{loss}" in entry.reason else 0
        elif isinstance(made, Offer):
            if declined and entry.seat == seat and made.to == partner and _alike(made, offer):
                paid = made.give.cash - made.get.cash
                sums.append(_Refused(paid, max(0, lost)))
            declined = False
    return max(sums, default=None)


def _after_refusal(ctx: ViewContext, seat: int, paid: int, refused: _Refused, level: int) -> int:
    """The level of an offer like a declined one. If the partner has named a loss, that decides."""
    lost = refused.lost
    if paid <= refused.paid or lost > ctx.state.cash[seat] - refused.paid:
        return UNLIKELY
    if not lost:
        return min(level, OPEN)
    part = (paid - refused.paid) / lost
    return sum(part >= bound for bound in LOST)


def _asking(ctx: ViewContext, partner: int, asked: _Asked) -> str:
    """The sum with which the partner has offered this trade itself, in a sentence."""
    parts = ctx.narrator.parts
    other = parts.named(partner)
    if asked.paid > 0:
        return parts._(
            "{other} asked for {amount} in this trade.", other=other, amount=parts.sum(asked.paid)
        )
    if asked.paid < 0:
        return parts._(
            "{other} offered {amount} in this trade.", other=other, amount=parts.sum(-asked.paid)
        )
    return parts._("{other} offered this trade without any cash.", other=other)


def _refusal(ctx: ViewContext, partner: int, told: _Refused) -> str:
    """What the partner has declined, in a sentence, but not its loss: sum and loss would be its limit."""
    parts = ctx.narrator.parts
    other, refused = parts.named(partner), told.paid
    if refused > 0:
        return parts._("{other} declined {amount}.", other=other, amount=parts.sum(refused))
    if refused < 0:
        return parts._(
            "{other} didn’t want to pay {amount}.", other=other, amount=parts.sum(-refused)
        )
    return parts._("{other} declined this trade.", other=other)
