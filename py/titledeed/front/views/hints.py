"""Hints: sums and dangers to weigh, and the answer that a bot would give.

Bots see only what a person at the table sees, so a hint reveals nothing hidden: no card of a deck, no dice,
no ceiling.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ...bots import BOTS, NEVER_DEAL
from ...bots.deals import Dealing, Standing, judge
from ...bots.protocol import Choice, View
from ...bots.value import Holdings, holdings_of
from ...engine.door import bar, play_in_place
from ...engine.rules.tax import FLAT
from ...engine.words import (
    FREE,
    Accept,
    Answer,
    AskAnswer,
    AskBid,
    AskBuy,
    AskDebt,
    AskEnd,
    AskRoll,
    AskTax,
    Bid,
    Buy,
    Decline,
    End,
    Offer,
    Pass,
    Reject,
    Roll,
    State,
)
from ...language import labels
from ...language.pieces import plain
from ...odds import WHOLE, Unready, expected
from .bits import Sight

# The kinds of ask for which there is a hint.
KINDS: Final = frozenset(
    {
        *("roll", "end", "buy", "bid", "debt", "answer", "claim", "place", "transfer", "tax"),
        "card-choice",
    }
)
_WAYS: Final = 36  # outcomes of two dice


def hint(sight: Sight) -> list[str]:
    """The sentences of the hint, the advice at the end; [] if there is nothing to weigh."""
    ask: Any = sight.state.ask
    if ask.kind not in KINDS or ask.seat < 0:
        return []
    if isinstance(ask, AskTax):
        # Nobody may count before the choice is made (tax.income-commit), so the hint must not either.
        return [
            sight._(
                "A tenth of all you own is less than {flat} while you are worth less than {worth}. "
                "The book wants the choice before anybody counts.",
                flat=sight.money(FLAT),
                worth=sight.money(10 * FLAT),
            )
        ]
    # ``shark`` decides these by the odds that stand below; elsewhere it may think longer than a frame.
    name = "shark" if isinstance(ask, (AskAnswer, AskBid, AskBuy)) else "steady"
    seen = View(sight.state, ask.seat)
    choice: Any = BOTS[name]().choose(seen, sight.options(ask.seat))
    if choice is None:
        return []
    weigh = _WEIGH.get(type(ask))
    sentences = weigh(sight, ask, holdings_of(seen), choice) if weigh else []
    offer = choice.answer
    if isinstance(offer, Offer) and sight.session.controls[offer.to] in NEVER_DEAL:
        return sentences
    worth = _in_odds(sight, ask.seat, choice.answer)
    return [*sentences, _advice(sight, ask.seat, choice, name), *([worth] if worth else [])]


# The alternative to an answer.
_AGAINST: Final[dict[type, Answer]] = {
    Buy: Decline(),
    Decline: Buy(),
    Accept: Reject(),
    Reject: Accept(),
    Bid: Pass(),
}


def _in_odds(sight: Sight, seat: int, answer: Answer | None) -> str:
    """A sentence: the odds with the advised answer and without it, before further dice; "" if the answer
    changes nothing at once."""
    if answer is None or sight.worth_hidden or isinstance(answer, (Roll, End)):
        return ""
    against = _AGAINST.get(type(answer))
    try:
        with_it = _odds_after(sight.state, seat, answer)
        without = (
            expected(sight.state).get(seat, 0)
            if against is None or bar(sight.state, seat, against)
            else _odds_after(sight.state, seat, against)
        )
    except Unready:
        return ""

    def percent(odds: int) -> str:
        return sight.teller.parts.numbers.percent(round(100 * odds / WHOLE))

    return sight._(
        "Your chance to win: {with_it} with that, {without} without.",
        with_it=percent(with_it),
        without=percent(without),
    )


def _odds_after(state: State, seat: int, answer: Answer) -> int:
    then = state.copy()
    play_in_place(then, seat, answer)
    if isinstance(answer, Offer) and not bar(then, answer.to, Accept()):
        play_in_place(then, answer.to, Accept())  # assume that the offer is accepted
    return expected(then).get(seat, 0)


def _advice(sight: Sight, seat: int, choice: Choice, name: str) -> str:
    teller = sight.teller
    if isinstance(choice.answer, Offer):
        answer = plain(teller.offer(seat, choice.answer))
    else:
        answer = labels.label(teller.parts, choice.answer, sight.state)
    answer = answer if answer.endswith(".") else f"{answer}."
    thought = teller.thought(choice.why, choice.facts)
    if name == "shark":
        return sight._("A shark in your seat: {answer} “{thought}”", answer=answer, thought=thought)
    return sight._(
        "The steady bot in your seat: {answer} “{thought}”", answer=answer, thought=thought
    )


# ---------------------------------------------------------------- by kind of ask


def _buy(sight: Sight, ask: AskBuy, where: Holdings, choice: Choice) -> list[str]:
    price = sight.rules.price[ask.space]
    left = sight.state.cash[ask.seat] - price
    sentences = [
        sight._(
            "{space} costs {price}, and is worth about {value} to you: its rents to come, and what it "
            "keeps from others.",
            space=sight.name(ask.space),
            price=sight.money(price),
            value=sight.money(choice.facts["value"]),
        )
    ]
    if left >= 0:
        sentences.append(sight._("You would have {cash} left.", cash=sight.money(left)))
    return sentences + _danger(sight, ask.seat, where)


def _bid(sight: Sight, ask: AskBid, where: Holdings, choice: Choice) -> list[str]:
    limit = choice.facts["limit"]
    sentences = [sight._("It is worth up to {limit} to you.", limit=sight.money(limit))]
    rivals = [
        n
        for n in ask.bidders
        if n != ask.seat and n != ask.leader and not ask.passed >> n & 1 and sight.state.cash[n]
    ]
    if ask.leader >= 0 and ask.leader != ask.seat:
        rivals.append(ask.leader)
    if rivals:
        rich = max(rivals, key=lambda n: sight.state.cash[n])
        sentences.append(
            sight._(
                "{seat} has the most cash of those who may still bid: {cash}.",
                seat=sight.seat(rich)["name"],
                cash=sight.money(sight.state.cash[rich]),
            )
        )
    return sentences


def _answer(sight: Sight, ask: AskAnswer, where: Holdings, choice: Choice) -> list[str]:
    if sight.options(ask.seat).allows(Accept()):
        return []
    seen = View(sight.state, ask.seat)
    facts = judge(seen, ask.by, ask.give, ask.get, Standing(seen, where, Dealing())).facts
    other = sight.seat(ask.by)["name"]
    gain, theirs = facts["gain"], facts["gain_theirs"]
    return [
        sight._("Counted in money, the deal is worth about {gain} to you.", gain=sight.money(gain))
        if gain >= 0
        else sight._("Counted in money, the deal costs you about {loss}.", loss=sight.money(-gain)),
        sight._("To {seat} it is worth about {gain}.", seat=other, gain=sight.money(theirs))
        if theirs > 0
        else sight._("To {seat} it is worth nothing.", seat=other),
    ]


def _roll(sight: Sight, ask: AskRoll, where: Holdings, choice: Choice) -> list[str]:
    if sight.state.jail[ask.seat] == FREE:
        return _danger(sight, ask.seat, where)
    unsold = sum(sight.state.owner[i] < 0 for i in sight.rules.ownable)
    return [
        sight._(
            "Outside, a throw costs {threat} in rent on average; in {jail} it costs nothing.",
            threat=sight.money(round(where.threat(ask.seat))),
        ),
        sight.n_(
            "The {bank} still has {n} {deed} for sale.",
            "The {bank} still has {n} {deeds} for sale.",
            unsold,
        ),
    ]


def _end(sight: Sight, ask: AskEnd, where: Holdings, choice: Choice) -> list[str]:
    return _danger(sight, ask.seat, where)


def _debt(sight: Sight, ask: AskDebt, where: Holdings, choice: Choice) -> list[str]:
    return [
        sight._(
            "{Deeds} outside a complete group are missed least; buildings bring back only half of what "
            "they cost."
        )
    ]


_WEIGH: Final[dict[type, Callable[[Sight, Any, Holdings, Choice], list[str]]]] = {
    AskBuy: _buy,
    AskBid: _bid,
    AskAnswer: _answer,
    AskRoll: _roll,
    AskEnd: _end,
    AskDebt: _debt,
}


def _danger(sight: Sight, seat: int, where: Holdings) -> list[str]:
    """A sentence: what the next throw may cost in rent and tax, without cards."""
    at, rules = sight.state.at[seat], sight.rules
    worst = worst_at = 0
    average = 0.0
    for steps in range(2, 13):
        space = (at + steps) % 40
        kind = rules.kind[space]
        owner = sight.state.owner[space]
        due = where.rent(space) if owner >= 0 and owner != seat else 0
        if kind == "income-tax":
            due = FLAT
        elif kind == "luxury-tax":
            due = rules.luxury_tax
        average += due * (6 - abs(steps - 7)) / _WAYS
        if due > worst:
            worst, worst_at = due, space
    if not worst:
        return [sight._("Nothing within reach of your next throw costs rent or tax.")]
    return [
        sight._(
            "Your next throw costs {average} on average, at worst {worst} on {space}.",
            average=sight.money(round(average)),
            worst=sight.money(worst),
            space=sight.name(worst_at),
        )
    ]
