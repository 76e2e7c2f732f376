"""Hints: sums and dangers to weigh, and the answer that a bot would give.

A shark gives the answers that it decides by the odds shown with them, ``steady`` all others. Odds that
contradict the advice are not shown.

Bots see only what a person at the table sees. So a hint reveals nothing hidden: no card of a deck, no
dice, no ceiling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from ...bots import BOTS
from ...bots.protocol import Choice, View
from ...bots.trading import Standing, TradeContext, judge_offer
from ...bots.valuation import Holdings, holdings_of
from ...engine.agenda_step_types import Due
from ...engine.answers import (
    Accept,
    Answer,
    Bid,
    Buy,
    Decline,
    End,
    Offer,
    Pass,
    Reject,
    Roll,
)
from ...engine.asks import (
    Ask,
    AskAnswer,
    AskBid,
    AskBuy,
    AskDebt,
    AskEnd,
    AskRoll,
    AskTax,
)
from ...engine.legal_answers import (
    Options,
)
from ...engine.reducer import play_in_place, violations
from ...engine.rules.auction import lowest_bid
from ...engine.rules.tax import FLAT
from ...engine.special_seats_and_ids import BANK, FREE, NOBODY
from ...engine.state import (
    State,
)
from ...language import answer_labels
from ...language.sentence_parts import plain_text
from ...odds import (
    WHOLE,
    Settled,
    WeightsNotReady,
    expected_odds,
    expected_odds_after,
    odds_for_trades,
    settle_position,
    weights_ready,
)
from .trading.likelihood import declines_always
from .view_context_and_shared_parts import HINT_KINDS, ViewContext

_WAYS: Final = 36  # outcomes of two dice
_MOST_OFFERS: Final = (
    8  # that are always declined, before nothing is advised: each takes a bot's thought
)
_PLENTY: Final = 4  # times the price: bots value no lot higher


def hint_sentences(ctx: ViewContext) -> list[str]:
    """The advice in one line, then the sums and dangers behind it; [] if there is nothing to weigh."""
    ask = ctx.state.ask
    if ask.kind not in HINT_KINDS or ask.seat < 0:
        return []
    if isinstance(ask, AskTax):
        # Nobody may count before the choice is made (tax.income-commit), so the hint must not either.
        return [
            ctx._(
                "A tenth is less than {flat} if you’re worth less than {worth} in all.",
                flat=ctx.money(FLAT),
                worth=ctx.money(10 * FLAT),
            ),
            ctx._("Under the rules, you must choose before anyone adds it up."),
        ]
    name = "shark" if _by_odds(ctx, ask) else "steady"
    seen = View(ctx.state, ask.seat)
    choice = _advised(ctx, name, ask.seat)
    if choice is None:
        return []
    odds = _in_odds(ctx, ask, choice.answer, name)
    told = name == "shark" and "count_after" in choice.facts  # the bot's reason states the odds
    if name == "shark" and odds is None and not told:
        # Nobody would see the reason for the shark's answer.
        name, choice = "steady", _advised(ctx, "steady", ask.seat)
        if choice is None:
            return []
        odds = _in_odds(ctx, ask, choice.answer, name)
    where = holdings_of(seen)
    weigh = _WEIGH.get(type(ask))
    sentences = weigh(ctx, ask, where, choice) if weigh else []
    last = odds.sentence if odds is not None else ""
    refused = told and isinstance(choice.answer, Reject)
    if refused and odds is None and choice.facts["count_after"] > choice.facts["count"]:
        last = ctx._("The bot wants a bigger gain.")
    reason = _reason(ctx, ask, choice, where, odds, last)
    if (
        not reason
        and sentences
        and isinstance(ask, (AskBuy, AskBid))
        and _has_worth(ctx, ask, choice)
    ):
        reason, *sentences = sentences  # the worth, which the list need not repeat
    if not reason:
        # Unlike the other reasons, a bot's own speaks of itself, so it needs a speaker.
        thought = ctx.narrator.thought(choice.why, choice.facts)
        reason = ctx._("A bot would say: “{text}”", text=thought)
    line = ctx._(
        "{advice}. {reason}",
        advice=_short(ctx, ask, choice.answer).rstrip("."),
        reason=reason,
    )
    told_above = odds is not None and reason == odds.sentence
    told_last = [last] if last and not told_above else []
    return [line, *sentences, _advice(ctx, ask, choice, name), *told_last]


def _advised(ctx: ViewContext, bot: str, seat: int) -> Choice | None:
    """What a bot of the program would choose, but no offer that the other is known to decline always.

    In place of such an offer it is what the bot would choose after it."""
    offered: list[Offer] = []
    for _again in range(_MOST_OFFERS):
        choice = _chosen(bot, View(ctx.state, seat, offered=offered), ctx.options(seat))
        offer = choice.answer if choice is not None else None
        if not isinstance(offer, Offer) or not declines_always(
            ctx.session.controls[offer.to], offer
        ):
            return choice
        if offer in offered:
            return None
        offered.append(offer)
    return None


def _chosen(bot: str, seen: View, options: Options) -> Choice | None:
    """Return what a bot of the program would choose; None if the question is for another seat."""
    reply = BOTS[bot]().choose(seen, options)
    assert reply is None or isinstance(reply, Choice)
    return reply


def _short(ctx: ViewContext, ask: Ask, answer: Answer) -> str:
    """Return the advised answer in the fewest words, as the question has named the deed and its price."""
    if isinstance(answer, Offer) and answer.give and answer.get:
        parts = ctx.narrator.parts
        return parts._(
            "Offer {other} {give} for {get}",
            other=parts.seat(answer.to),
            give=parts.bundle(answer.give),
            get=parts.bundle(answer.get),
        )
    if isinstance(answer, Offer):
        return plain_text(ctx.narrator.offer(ask.seat, answer))
    if isinstance(answer, Buy):
        return ctx._("Buy it")
    return answer_labels.answer_label(ctx.narrator.parts, answer, ctx.state)


def _reason(
    ctx: ViewContext, ask: Ask, choice: Choice, where: Holdings, odds: Odds | None, last: str
) -> str:
    """Return the strongest reason for the advised answer; "" if it is a worth, or only the bot's own."""
    if isinstance(choice.answer, (End, Roll)) and ctx.state.jail[ask.seat] == FREE:
        worst, _at, average = _ahead(ctx, ask.seat, where)
        if not worst:
            return ctx._("Your next throw can’t cost you any rent or tax.")
        return ctx._(
            "Your next throw costs {average} on average and {worst} at worst.",
            average=ctx.money(average),
            worst=ctx.money(worst),
        )
    if odds is not None:
        if odds.chance == odds.other:
            return ctx._("It makes little difference.")
        percent = ctx.narrator.parts.numbers.percent
        if _lot(ctx.state, ask) is not None:
            # The odds at the price and those at a bid differ, so the sentence names the amounts.
            return odds.sentence
        return ctx._(
            "Chance of winning the game: {chance}, otherwise {other}.",
            chance=percent(odds.chance),
            other=percent(odds.other),
        )
    return last


class Odds(NamedTuple):
    """A chance of winning with the advised answer and without it, in percent, and a sentence about both."""

    chance: int
    other: int
    sentence: str


def _by_odds(ctx: ViewContext, ask: Ask) -> bool:
    """Return whether ``shark`` decides this question by the odds shown below its advice.

    In other questions it may think longer than a frame, ignore a pending debt, or take the seat's cash
    for the worth of a lot."""
    if ctx.worth_hidden or not weights_ready():
        return False
    if isinstance(ask, AskAnswer):
        return not any(isinstance(item, (AskDebt, Due)) for item in ctx.state.agenda)
    lot = _lot(ctx.state, ask)
    return lot is not None and ctx.state.cash[ask.seat] >= lot[1]


def _lot(state: State, ask: Ask) -> tuple[int, int] | None:
    """Return the deed that is for sale, and its lowest present price."""
    if isinstance(ask, AskBuy):
        return ask.space, state.rules.price[ask.space]
    if isinstance(ask, AskBid) and ask.lot >= 0:
        return ask.lot, lowest_bid(state.rules, ask)
    return None


def _in_odds(ctx: ViewContext, ask: Ask, answer: Answer | None, bot: str) -> Odds | None:
    """Return the odds with the advised answer and with its alternative, before further dice. If ``shark``
    advises about an offer, they are those of the trade model, by which it judges trades.

    Return None if the answer changes nothing at once, or if the odds would contradict it."""
    if answer is None or ctx.worth_hidden or isinstance(answer, (Roll, End)):
        return None
    state, seat = ctx.state, ask.seat
    trade = isinstance(ask, AskAnswer) and bot == "shark"
    try:
        lot = _lot(state, ask)
        if lot is not None:
            return _lot_in_odds(ctx, ask, answer, *lot)
        if isinstance(ask, AskBid):
            return None  # the model does not know the buildings that are for sale
        with_it = _percent(_odds_after(state, seat, answer, trade=trade))
        against: Answer | None = None
        if isinstance(answer, (Accept, Reject)):
            against = Reject() if isinstance(answer, Accept) else Accept()
        without = _percent(
            expected_odds(state).get(seat, 0)
            if against is None or violations(state, seat, against)
            else _odds_after(state, seat, against, trade=trade)
        )
    except WeightsNotReady:
        return None
    if with_it < without:
        return None
    percent = ctx.narrator.parts.numbers.percent
    shown = {"with_it": percent(with_it), "without": percent(without)}
    if trade:
        sentence = ctx._(
            "By a shark’s estimate for trades, your chance of winning is {with_it} if you do "
            "that, {without} if not.",
            **shown,
        )
    else:
        sentence = ctx._(
            "Your chance of winning: {with_it} if you do that, {without} if not.", **shown
        )
    return Odds(with_it, without, sentence)


def _lot_in_odds(ctx: ViewContext, ask: Ask, answer: Answer, lot: int, price: int) -> Odds | None:
    """Like :func:`_in_odds` for a deed that is for sale. A shark decides by these odds.

    They are the odds with the deed, and those if the keenest rival gets it at the same price."""
    state, seat = ctx.state, ask.seat
    price = answer.amount if isinstance(answer, Bid) else price
    rival = _rival(state, ask, lot, price)
    bought = _sold(state, lot, seat, price)
    if not bought.playing[seat]:
        return None  # the seat cannot raise the price
    paid = min(price, state.cash[rival]) if rival != NOBODY else 0
    lost = _sold(state, lot, rival, paid) if rival != NOBODY else Settled(state)
    with_it = _percent(expected_odds_after(state, bought)[seat])
    without = _percent(expected_odds_after(state, lost)[seat])
    leaves = isinstance(answer, (Decline, Pass))
    if with_it > without if leaves else with_it < without:
        return None
    numbers = ctx.narrator.parts.numbers
    shown = {
        "with_it": numbers.percent(with_it),
        "without": numbers.percent(without),
        "space": ctx.name(lot),
        "price": ctx.money(price),
    }
    if rival == NOBODY:
        sentence = ctx._(
            "Chance of winning the game: {with_it} with {space} for {price}, {without} if "
            "nobody gets it.",
            **shown,
        )
    else:
        sentence = ctx._(
            "Chance of winning the game: {with_it} with {space} for {price}, {without} if {seat} "
            "gets it for {paid}.",
            **shown,
            seat=ctx.seat(rival)["name"],
            paid=ctx.money(paid),
        )
    return Odds(without, with_it, sentence) if leaves else Odds(with_it, without, sentence)


def _rival(state: State, ask: Ask, lot: int, price: int) -> int:
    """Return the seat that a bot considers the rival, or ``NOBODY`` if there is none.

    It is the leader of the auction. Otherwise it is the seat that would gain most by the lot, among
    those that can pay for it."""
    if isinstance(ask, AskBid):
        if ask.leader not in (NOBODY, ask.seat):
            return ask.leader
        least, among = lowest_bid(state.rules, ask), list(ask.bidders)
    else:
        least, among = price // 2, [n for n, plays in enumerate(state.playing) if plays]
    where = holdings_of(View(state, ask.seat))
    cost = state.rules.price[lot]

    def gain(seat: int) -> float:
        cash = max(0, state.cash[seat] - cost)
        mine = where.with_deed(seat, lot)
        return where.worth(seat, cash, mine) - where.worth(seat, cash, where.holding(seat))

    able = [n for n in among if n != ask.seat and state.cash[n] >= least]
    return max(able, key=gain, default=NOBODY)


def _sold(state: State, lot: int, buyer: int, price: int) -> Settled:
    left = Settled(state)
    left.owner[lot] = buyer
    left.pay(buyer, BANK, price)
    return left


def _percent(odds: int) -> int:
    return round(100 * odds / WHOLE)


def _odds_after(state: State, seat: int, answer: Answer, *, trade: bool) -> int:
    then = state.copy()
    play_in_place(then, seat, answer)
    if isinstance(answer, Offer) and not violations(then, answer.to, Accept()):
        play_in_place(then, answer.to, Accept())  # assume that the offer is accepted
    if trade:
        return odds_for_trades(settle_position(then)).get(seat, 0)
    return expected_odds(then).get(seat, 0)


def _advice(ctx: ViewContext, ask: Ask, choice: Choice, name: str) -> str:
    narrator = ctx.narrator
    if isinstance(choice.answer, Offer):
        answer = plain_text(narrator.offer(ask.seat, choice.answer))
    else:
        answer = answer_labels.answer_label(narrator.parts, choice.answer, ctx.state)
    answer = answer if answer.endswith(".") else f"{answer}."
    if _says_another_sum(ctx.state, ask, choice):
        if name == "shark":
            return ctx._("The shark bot would choose: {answer}", answer=answer)
        return ctx._("The steady bot would choose: {answer}", answer=answer)
    thought = narrator.thought(choice.why, choice.facts)
    if name == "shark":
        return ctx._(
            "The shark bot would choose: {answer} “{thought}”", answer=answer, thought=thought
        )
    return ctx._(
        "The steady bot would choose: {answer} “{thought}”", answer=answer, thought=thought
    )


def _says_another_sum(state: State, ask: Ask, choice: Choice) -> bool:
    """Return whether the bot's reason states another worth of the lot than the sentence beside it."""
    if not isinstance(ask, (AskBuy, AskBid)) or _lot(state, ask) is None:
        return False
    if not _speaks_for(state, ask, choice.answer):
        return False
    key = "value" if isinstance(ask, AskBuy) else "limit"
    return f"{{{key}}}" in choice.why and choice.facts[key] != _worth(state, ask)


def _speaks_for(state: State, ask: AskBuy | AskBid, answer: Answer) -> bool:
    """Return whether the worth of the lot speaks for the advised answer.

    It does not if a deed worth more than its price is left to the others, because cash is short or an
    auction may be cheaper. The hint then leaves the worth out."""
    lot = _lot(state, ask)
    assert lot is not None
    worth = _worth(state, ask)
    if isinstance(answer, (Decline, Pass)):
        return worth < lot[1] or (isinstance(ask, AskBid) and state.cash[ask.seat] < lot[1])
    return worth >= lot[1]


def _has_worth(ctx: ViewContext, ask: AskBuy | AskBid, choice: Choice) -> bool:
    """Return whether the sums begin with the worth of what is for sale. That of buildings always fits the
    answer, since the bot has no other reason."""
    return _lot(ctx.state, ask) is None or _speaks_for(ctx.state, ask, choice.answer)


def _worth(state: State, ask: AskBuy | AskBid) -> int:
    """Return the worth of the lot to the seat, in money.

    A bot values nothing higher than what it can pay, so ask it here as if the seat had plenty of money."""
    lot = ask.space if isinstance(ask, AskBuy) else ask.lot
    rich = state.copy()
    rich.cash[ask.seat] = max(rich.cash[ask.seat], _PLENTY * state.rules.price[lot])
    choice = _chosen("steady", View(rich, ask.seat), Options(rich, ask.seat))
    assert choice is not None
    return choice.facts["value" if isinstance(ask, AskBuy) else "limit"]


# ---------------------------------------------------------------- by kind of ask


def _buy(ctx: ViewContext, ask: AskBuy, where: Holdings, choice: Choice) -> list[str]:
    price = ctx.rules.price[ask.space]
    left = ctx.state.cash[ask.seat] - price
    sentences = [
        ctx._("You would have {cash} left.", cash=ctx.money(left))
        if left >= 0
        else ctx._(
            "You have {cash}, so you’re {missing} short.",
            cash=ctx.money(left + price),
            missing=ctx.money(-left),
        ),
    ]
    if _has_worth(ctx, ask, choice):
        worth = ctx._(
            "{space} costs {price} and is worth about {value} to you: future rent, plus "
            "the advantage it denies the other players.",
            space=ctx.name(ask.space),
            price=ctx.money(price),
            value=ctx.money(_worth(ctx.state, ask)),
        )
        sentences.insert(0, worth)
    return sentences + _danger(ctx, ask.seat, where)


def _bid(ctx: ViewContext, ask: AskBid, where: Holdings, choice: Choice) -> list[str]:
    limit = choice.facts["limit"] if ask.lot < 0 else _worth(ctx.state, ask)
    cash = ctx.state.cash[ask.seat]
    sentences: list[str] = []
    if limit > cash and _has_worth(ctx, ask, choice):
        sentences = [
            ctx._(
                "It’s worth up to {limit} to you, but you have only {cash}.",
                limit=ctx.money(limit),
                cash=ctx.money(cash),
            )
        ]
    elif ask.lot < 0:
        sentences = [
            ctx._("One more building is worth only about {limit} to you.", limit=ctx.money(limit))
            if isinstance(choice.answer, Pass)
            else ctx._(
                "Stop at {limit}: one more building isn’t worth more to you.",
                limit=ctx.money(limit),
            )
        ]
    elif _has_worth(ctx, ask, choice):
        sentences = [ctx._("It’s worth up to {limit} to you.", limit=ctx.money(limit))]
    rivals = [
        n
        for n in ask.bidders
        if n != ask.seat and n != ask.leader and not ask.passed >> n & 1 and ctx.state.cash[n]
    ]
    if ask.leader >= 0 and ask.leader != ask.seat:
        rivals.append(ask.leader)
    if rivals:
        rich = max(rivals, key=lambda n: ctx.state.cash[n])
        sentences.append(
            ctx._(
                "Of the other bidders, {seat} has the most cash: {cash}.",
                seat=ctx.seat(rich)["name"],
                cash=ctx.money(ctx.state.cash[rich]),
            )
        )
    return sentences


def _answer(ctx: ViewContext, ask: AskAnswer, where: Holdings, choice: Choice) -> list[str]:
    if ctx.options(ask.seat).violations(Accept()):
        return []
    seen = View(ctx.state, ask.seat)
    facts = judge_offer(
        seen, ask.by, ask.give, ask.get, Standing(seen, where, TradeContext())
    ).facts
    other = ctx.seat(ask.by)["name"]
    gain, theirs = facts["gain"], facts["gain_theirs"]
    takes = isinstance(choice.answer, Accept)
    # A sum that speaks against the advice is left out, unless the other side's sum explains it.
    if (gain < 0) if takes else (gain >= 0 and theirs <= gain):
        return []
    return [
        ctx._("In money terms, the trade is worth about {gain} to you.", gain=ctx.money(gain))
        if gain >= 0
        else ctx._("In money terms, the trade costs you about {loss}.", loss=ctx.money(-gain)),
        ctx._("To {seat}, it’s worth about {gain}.", seat=other, gain=ctx.money(theirs))
        if theirs > 0
        else ctx._("To {seat}, it’s worth nothing.", seat=other),
    ]


def _roll(ctx: ViewContext, ask: AskRoll, where: Holdings, choice: Choice) -> list[str]:
    if ctx.state.jail[ask.seat] == FREE:
        return _danger(ctx, ask.seat, where)
    unsold = sum(ctx.state.owner[i] < 0 for i in ctx.rules.ownable)
    return [
        ctx._(
            "Outside {jail}, a throw costs {threat} in rent on average; inside, it costs nothing.",
            threat=ctx.money(round(where.threat(ask.seat))),
        ),
        ctx.n_(
            "{n} {deed} is still unsold.",
            "{Deeds} still unsold: {n}.",
            unsold,
        ),
    ]


def _end(ctx: ViewContext, ask: AskEnd, where: Holdings, choice: Choice) -> list[str]:
    return _danger(ctx, ask.seat, where)


def _debt(ctx: ViewContext, ask: AskDebt, where: Holdings, choice: Choice) -> list[str]:
    return [
        ctx._(
            "{Deeds} outside a complete group are the easiest to give up. Buildings sell "
            "for only half of what they cost."
        )
    ]


_WEIGH: Final[dict[type, Callable[[ViewContext, Any, Holdings, Choice], list[str]]]] = {
    AskBuy: _buy,
    AskBid: _bid,
    AskAnswer: _answer,
    AskRoll: _roll,
    AskEnd: _end,
    AskDebt: _debt,
}


def _ahead(ctx: ViewContext, seat: int, where: Holdings) -> tuple[int, int, int]:
    """Return the worst cost of the next throw in rent and tax, its space, and the average cost.

    Cards are left out."""
    at, rules = ctx.state.at[seat], ctx.rules
    worst = worst_at = 0
    average = 0.0
    for steps in range(2, 13):
        space = (at + steps) % 40
        kind = rules.kind[space]
        owner = ctx.state.owner[space]
        due = where.rent(space) if owner >= 0 and owner != seat else 0
        if kind == "income-tax":
            due = FLAT
        elif kind == "luxury-tax":
            due = rules.luxury_tax
        average += due * (6 - abs(steps - 7)) / _WAYS
        if due > worst:
            worst, worst_at = due, space
    return worst, worst_at, round(average)


def _danger(ctx: ViewContext, seat: int, where: Holdings) -> list[str]:
    """Return a sentence: the possible cost of the next throw in rent and tax, without cards."""
    worst, worst_at, average = _ahead(ctx, seat, where)
    if not worst:
        return [ctx._("No space within reach of your next throw costs rent or tax.")]
    return [
        ctx._(
            "Your next throw costs {average} on average, and at worst {worst} on {space}.",
            average=ctx.money(average),
            worst=ctx.money(worst),
            space=ctx.name(worst_at),
        )
    ]
