"""``shark`` and ``steady`` value things soundly, in random positions of every rulebook. And no bot makes
another offer to a seat that has refused everything, unless that seat has traded or made an offer since, or
the offer is a new one that completes a color group for each side.

What an answer is worth is computed here from the position: the Bank's loans, the values in money that the
bots share, and the odds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from random_positions import random_position
from scene import BOOKS
from titledeed import api as w
from titledeed.bots import BOTS, BY_ID
from titledeed.bots.protocol import AnsweredOffer, View
from titledeed.bots.registry import NEVER_DEAL
from titledeed.bots.shared_bot_strategy import PolicyBot
from titledeed.bots.shark_bot_by_odds import after, trades_by_money
from titledeed.bots.table_habits_and_game_length import (
    DEAF_AFTER,
    TableReader,
    has_stalled,
    others_buy,
    rounds_until_stop,
    stalled_throws,
)
from titledeed.bots.trading import Standing, Swap, TradeContext
from titledeed.bots.valuation import VALUES, far_sighted, holdings_of, near_the_end, stalled
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.legal_answers import Options
from titledeed.engine.state import State
from titledeed.lab import arena
from titledeed.odds import odds_for_trades
from tools.tempers import trade_in

EDITIONS = ("atlantic-city", "london", "australia")
SOUND = ("shark", "steady")
COUNTS = [100, pytest.param(2000, marks=pytest.mark.long)]
# How often each seat has bought and declined deeds: unknown, buying everything, and declining.
HABITS = ((0, 0), (6, 0), (2, 4))


@cache
def rules_of(book: str, edition: str) -> w.Rules:
    return rules_compiler.make_rules(book, edition)


def positions(book: str, kind: str, count: int) -> Iterator[tuple[State, random.Random]]:
    """Random positions at the start of a turn."""
    for n in range(count):
        draw = random.Random(f"{kind} {book} {n}")
        yield random_position(rules_of(book, EDITIONS[n % len(EDITIONS)]), draw), draw


def seats_of(state: State) -> list[int]:
    return [seat for seat, plays in enumerate(state.playing) if plays]


def habits(state: State, draw: random.Random) -> list[tuple[int, int]]:
    """All seats have the same habit, as far as anybody has seen."""
    habit = draw.choice(HABITS)
    return [habit for _ in range(state.seats)]


def free_deeds(state: State, seat: int) -> list[int]:
    """The deeds that the seat may trade."""
    rules = state.rules
    return [
        i
        for i in rules.ownable
        if state.owner[i] == seat and not any(state.level[j] for j in rules.members[i])
    ]


def loans(state: State, deeds: Sequence[int]) -> int:
    """The cash that the Bank lends on these deeds."""
    return sum(state.rules.mortgage_value[i] for i in deeds if not state.mortgaged[i])


# ---------------------------------------------------------------- buying


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_no_deed_is_valued_below_the_loan_on_it(book: str, count: int) -> None:
    """A bot bids, as long as its bid would be at most what the Bank lends on the deed."""
    asked = 0
    bad = []
    for state, draw in positions(book, "loan", count):
        unsold = [i for i in state.rules.ownable if state.owner[i] == w.BANK]
        if not unsold:
            continue
        seats = seats_of(state)
        seat, leader = draw.sample(seats, 2)
        lot = draw.choice(unsold)
        loan = state.rules.mortgage_value[lot]
        most = min(loan, state.cash[seat])
        bid = draw.randrange(most) if most else 0
        lead = leader if bid and state.cash[leader] >= bid else w.NOBODY
        if lead == w.NOBODY:
            bid = 0
        ask = w.AskBid(seat, lot, -1, bid, lead, 0, tuple(seats), state.turn)
        state.agenda = [w.AskEnd(state.turn), ask]
        if w.lowest_bid(state.rules, ask) > most:
            continue
        asked += 1
        view = View(state, seat, (), (), habits(state, draw))
        for name in SOUND:
            choice: Any = BOTS[name]().choose(view, Options(state, seat))
            if not isinstance(choice.answer, w.Bid):
                bad.append((name, lot, bid, loan, choice))
    assert bad == []
    assert asked > count / 5


def highest_due(view: View) -> int:
    """The highest rent or tax that the next throw of the seat can cost."""
    return max((due for due, _ in PolicyBot()._dues(view)), default=0)


def worth_its_price(view: View, space: int) -> bool:
    """Whether the deed is worth its price to anybody at the table who can pay it, by the values that the
    bots share."""
    position = holdings_of(view, far_sighted(VALUES, TableReader().patience(view)))
    price = view.rules.price[space]
    return any(
        position.worth(o, view.cash[o] - price, position.with_deed(o, space))
        >= position.now(o, view.cash[o])
        for o, plays in enumerate(view.playing)
        if plays and view.cash[o] >= price
    )


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_no_deed_is_declined_that_is_worth_its_price_to_anybody(book: str, count: int) -> None:
    """As long as the cash left covers the next throw. A bot may decline where it may bid instead, if the
    others have declined deeds, so that it may expect a lower price."""
    seen: Counter[str] = Counter()
    bad = []
    for state, draw in positions(book, "buy", count):
        unsold = [i for i in state.rules.ownable if state.owner[i] == w.BANK]
        if not unsold:
            continue
        seat, space = state.turn, draw.choice(unsold)
        state.at[seat], state.jail[seat] = space, w.FREE
        state.cash[seat] += draw.choice((0, 500, 2000))
        state.agenda = [w.AskEnd(seat), w.AskBuy(seat, space, False)]
        view = View(state, seat, (), (), habits(state, draw))
        left = view.cash[seat] - view.rules.price[space]
        bids = view.rules.auctions and view.rules.decliner_bids
        if left < highest_due(view) or (bids and not others_buy(view)):
            continue
        if not worth_its_price(view, space):
            continue
        for name in SOUND:
            choice: Any = BOTS[name]().choose(view, Options(state, seat))
            seen[name] += 1
            if not isinstance(choice.answer, w.Buy):
                bad.append((name, space, left, choice))
    assert bad == []
    assert min(seen[name] for name in SOUND) > count / 20


# ---------------------------------------------------------------- trades


def faults(name: str, view: View, state: State, answer: object) -> Iterator[str]:
    """Why a trade that the bot offers or accepts is not sound."""
    terms = trade_in(view, answer)
    if terms is None:
        return
    give, get = terms.give, terms.get
    if give.deeds and not get.deeds and not get.cards:
        lent = loans(state, give.deeds)
        if get.cash - give.cash < lent:
            yield f"sells {give.deeds} for {get.cash - give.cash}, and the Bank lends {lent}"
    if name == "shark" and not trades_by_money(view, TableReader()):
        now = odds_for_trades(view)[view.seat]  # type: ignore[arg-type]
        then = after(view, terms.other, give, get)
        if then >= now:
            return
        if give.deeds or give.cards or not has_stalled(view):
            yield f"takes its chance from {now} to {then} millionths"
            return
    values = far_sighted(VALUES, TableReader().patience(view))
    if name == "shark":
        values = stalled(values, stalled_throws(view))
        rounds, others = rounds_until_stop(view), len(view.others())
        if rounds is not None:
            values = near_the_end(values, others, rounds, rounds * others, view.last_round)
    standing = Standing(view, holdings_of(view, values), TradeContext())
    gain = Swap(standing, terms.other, give, get).gain(give.cash - get.cash)
    if gain < 0:
        yield f"gains {gain}"


def bundle(state: State, seat: int, draw: random.Random, *, pays: bool) -> w.Bundle:
    deeds = free_deeds(state, seat)
    some = draw.sample(deeds, min(len(deeds), draw.choice((0, 1, 1, 2))))
    cash = draw.randrange(state.cash[seat] + 1) if pays else 0
    return w.Bundle(tuple(sorted(some)), min(cash, draw.choice((20, 200, 1000, 5000))))


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_no_deed_is_sold_or_swapped_away_below_its_value(book: str, count: int) -> None:
    """Neither by an offer that a bot accepts, nor by its counter-offer or its own offers."""
    seen: Counter[str] = Counter()
    bad = []
    for state, draw in positions(book, "trade", count):
        by, to = draw.sample(seats_of(state), 2)
        pays = draw.random() < 0.7
        give = bundle(state, by, draw, pays=pays)
        get = bundle(state, to, draw, pays=not pays)
        counts = habits(state, draw)
        state.turn = by
        later = state.copy()
        later.agenda = [w.AskEnd(by)]
        state.agenda = [w.AskEnd(by), w.AskAnswer(to, by, give, get)]
        refused = (AnsweredOffer(state.turns, by, to, give, get, False),)
        asked = (
            (state, View(state, to, (), (), counts)),
            (later, View(later, to, refused, (), counts)),
            (later, View(later, by, (), (), counts)),
        )
        for name in SOUND:
            for here, view in asked:
                if here is state and not (give.deeds or get.deeds):
                    continue
                choice: Any = BOTS[name]().choose(view, Options(here, view.seat))
                answer = None if choice is None else choice.answer
                seen[type(answer).__name__] += 1
                bad += [(name, answer, fault) for fault in faults(name, view, here, answer)]
    assert bad == []
    assert min(seen["Accept"], seen["Offer"]) > count / 20


# ---------------------------------------------------------------- who refuses everything

TRADERS = tuple(name for name in BOTS if name not in NEVER_DEAL | {"steady-1", "novice"})


def deaf(past: Sequence[AnsweredOffer], seat: int) -> bool:
    """Whether the seat has refused ``DEAF_AFTER`` offers since it made one itself, if ever, and has never
    traded."""
    refused = 0
    for deal in past:
        if deal.accepted and seat in (deal.by, deal.to):
            return False
        if deal.by == seat:
            refused = 0
        elif deal.to == seat:
            refused += 1
    return refused >= DEAF_AFTER


def has_a_new_reason(view: View, offer: w.Offer) -> bool:
    """Whether the offer completes a color group for each side, and was not made to that seat in the last
    sixty rounds."""
    rules, owner = view.rules, view.owner
    for receiver, deeds, lost in (
        (view.seat, offer.get.deeds, offer.give.deeds),
        (offer.to, offer.give.deeds, offer.get.deeds),
    ):
        if not any(
            rules.kind[i] == "street"
            and all(
                j in deeds or (owner[j] == receiver and j not in lost) for j in rules.members[i]
            )
            for i in deeds
        ):
            return False
    terms = (offer.give.deeds, offer.get.deeds)
    return all(
        (deal.give.deeds, deal.get.deeds) != terms
        for deal in view.past
        if (deal.by, deal.to) == (view.seat, offer.to)
        and deal.turns >= view.turns - 60 * sum(view.playing)
    )


def some_past(state: State, draw: random.Random) -> list[AnsweredOffer]:
    """Offers that are nearly all refused. Some seats make none, and some of these never agree."""
    seats = seats_of(state)
    askers = draw.sample(seats, draw.randint(1, len(seats)))
    hard = [seat for seat in seats if draw.random() < 0.7]
    past = []
    for n in range(draw.choice((30, 60, 120))):
        by = draw.choice(askers)
        to = draw.choice([seat for seat in seats if seat != by])
        price = w.Bundle((), draw.randrange(10, 400))
        deed = w.Bundle((draw.choice(state.rules.ownable),))
        agreed = to not in hard and by not in hard and draw.random() < 0.1
        past.append(AnsweredOffer(n, by, to, price, deed, agreed))
    return past


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_who_refused_everything_is_asked_again(book: str, count: int) -> None:
    offers = silent = 0
    for n, (state, draw) in enumerate(positions(book, "deaf", count)):
        past = some_past(state, draw)
        state.turns = len(past) + draw.randrange(200)
        seat = state.turn
        state.agenda = [w.AskEnd(seat)]
        counts = habits(state, draw)
        for other in seats_of(state):
            silent += deaf(past, other)
        bot = BOTS[TRADERS[n % len(TRADERS)]]()
        view = View(state, seat, past, (), counts)
        choice: Any = bot.choose(view, Options(state, seat))
        if isinstance(choice.answer, w.Offer):
            offers += 1
            offer = choice.answer
            assert not deaf(past, offer.to) or has_a_new_reason(view, offer), (choice, past)
    assert silent > count / 10
    assert offers > count / 10


class Listening:
    """A bot whose offers are checked."""

    def __init__(self, name: str, counts: Counter[str]) -> None:
        self.bot, self.counts, self.name = BOTS[name](), counts, name

    def choose(self, view: View, options: Options) -> Any:
        choice = self.bot.choose(view, options)
        if choice is not None and isinstance(choice.answer, w.Offer):
            self.counts["offers"] += 1
            if deaf(view.past, choice.answer.to):
                assert has_a_new_reason(view, choice.answer), (self.name, view.round, choice)
        return choice


@pytest.mark.parametrize("games", [range(3), pytest.param(range(3, 103), marks=pytest.mark.long)])
def test_in_whole_games_nobody_who_refused_everything_is_asked_again(games: range) -> None:
    counts: Counter[str] = Counter()
    for game in games:
        draw = random.Random(game)
        names = [
            draw.choice(TRADERS),
            draw.choice(TRADERS),
            "hermit",
            draw.choice(("simple", "novice")),
        ]
        bots = [
            Listening(name, counts) if name in TRADERS and name in BY_ID else BOTS[name]()
            for name in names
        ]
        rules = rules_of(BOOKS[game % len(BOOKS)], "atlantic-city")
        arena.play_game(rules, bots, rng.random_number(30, game) >> 1, 120)
    assert counts["offers"] > 20 * len(games)
