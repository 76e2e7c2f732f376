"""Every bot plays as its description says, in all its answers, with and against the others.

``WORDS`` has the rule for each bot. It is an independent reading of the descriptions in
``bots/registry.py``: whoever changes a description changes its rule here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from random_positions import random_position
from titledeed import api as w
from titledeed.bots import BOTS, BY_ID, OFFERED
from titledeed.bots.novice_variant_of_simple_bot import Novice
from titledeed.bots.protocol import AnsweredOffer, View
from titledeed.bots.registry import NEVER_DEAL
from titledeed.bots.shared_bot_strategy import PolicyBot, PolicyParams
from titledeed.bots.shark_bot_by_odds import Shark, after, trades_by_money
from titledeed.bots.simple_bot_without_trades import Simple
from titledeed.bots.table_habits_and_game_length import (
    TableReader,
    others_buy,
    rounds_until_stop,
    stalled_throws,
)
from titledeed.bots.trading import Standing, Swap, TradeContext
from titledeed.bots.valuation import VALUES, far_sighted, holdings_of, near_the_end, stalled
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.legal_answers import Options
from titledeed.lab import arena
from titledeed.odds import odds_for_trades
from tools import league, tempers
from tools.field import exploits
from tools.tempers import Terms, spent, trade_in

EXPLOITS = str(Path(exploits.__file__))
STRANGERS = ("Magpie", "Peddler", "Spoiler", "Matchmaker", f"{EXPLOITS}:DollarTrader", "steady-1")
KEPT = 650  # what hoarder keeps in hand
FORGETS = 2  # rounds after which dealer may begin again with its first price
BOOKS = ("modern", "modern", "classic", "australian")


# ---------------------------------------------------------------- the words

Rule = Callable[[View, Options, Any], Iterator[str]]


def money_gain(view: View, terms: Terms, *, stalls: bool = False) -> float:
    """The money that the trade brings the bot, by the values that the bots share. ``stalls``: by those of
    ``shark``, which expects that a game without complete groups stays so, and that the arena stops it."""
    values = far_sighted(VALUES, TableReader().patience(view))
    if stalls:
        values = stalled(values, stalled_throws(view))
        rounds, others = rounds_until_stop(view), len(view.others())
        if rounds is not None:
            values = near_the_end(values, others, rounds, rounds * others, view.last_round)
    standing = Standing(view, holdings_of(view, values), TradeContext())
    return Swap(standing, terms.other, terms.give, terms.get).gain(terms.give.cash - terms.get.cash)


def shark(view: View, options: Options, choice: Any) -> Iterator[str]:
    """No trade lowers its chance by the trade model, or its wealth where it judges trades by money."""
    terms = trade_in(view, choice.answer)
    if terms is not None and trades_by_money(view, TableReader()):
        gain = money_gain(view, terms, stalls=True)
        if gain <= 0:
            yield f"a trade brings {gain}"
    elif terms is not None:
        now = odds_for_trades(view)[view.seat]  # type: ignore[arg-type]
        then = after(view, terms.other, terms.give, terms.get)
        if then < now:
            yield f"a trade takes its chance from {now} to {then} millionths"


def dealer(view: View, options: Options, choice: Any) -> Iterator[str]:
    """It comes back with a better price (and makes many offers: see the figures below)."""
    answer = choice.answer
    if not isinstance(answer, w.Offer):
        return
    price = answer.give.cash - answer.get.cash
    since = view.turns - FORGETS * sum(view.playing)
    for deal in view.past:
        same = (deal.to, deal.give.deeds, deal.get.deeds)
        if (
            deal.by == view.seat
            and deal.turns >= since
            and not deal.accepted
            and same == (answer.to, answer.give.deeds, answer.get.deeds)
            and price <= deal.give.cash - deal.get.cash
        ):
            yield f"offers {price} after {deal.give.cash - deal.get.cash} was declined"


def builder(view: View, options: Options, choice: Any) -> Iterator[str]:
    """It ends no turn while it could still build."""
    if isinstance(choice.answer, w.End) and view.ask.seat == view.seat:
        for build in options.of(w.Build):
            if view.cash[view.seat] >= view.rules.cost[build.space]:
                yield f"does not build on {build.space} with {view.cash[view.seat]} in hand"


def hoarder(view: View, options: Options, choice: Any) -> Iterator[str]:
    """It keeps ``KEPT`` in hand, sells nothing for cash alone, and borrows and sells to the Bank only to
    pay a debt."""
    answer, cash = choice.answer, view.cash[view.seat]
    pays = spent(view, answer)
    if pays > 0 and cash - pays < KEPT:
        yield f"spends {pays} of {cash}"
    terms = trade_in(view, answer)
    gives = terms is not None and (terms.give.deeds or terms.give.cards)
    if terms is not None and gives and not (terms.get.deeds or terms.get.cards):
        yield "sells for cash alone"
    if isinstance(answer, w.Mortgage | w.Sell | w.SellDown) and not isinstance(view.ask, w.AskDebt):
        yield "turns property into cash without a debt"


def hermit(view: View, options: Options, choice: Any) -> Iterator[str]:
    if isinstance(choice.answer, w.Offer | w.Accept):
        yield "trades"


def novice(view: View, options: Options, choice: Any) -> Iterator[str]:
    """It buys whatever it lands on and can pay for, and nothing else from the Bank."""
    asked_to_buy = isinstance(view.ask, w.AskBuy) and view.ask.seat == view.seat
    if asked_to_buy and options.is_legal(w.Buy()) and not isinstance(choice.answer, w.Buy):
        yield "does not buy what it landed on"
    if isinstance(choice.answer, w.Bid):
        yield "bids"
    if isinstance(choice.answer, w.Offer):
        yield "makes an offer"


def steady(view: View, options: Options, choice: Any) -> Iterator[str]:
    """It works out what a deed is worth, and pays no more, unless the others would take it."""
    answer, facts = choice.answer, choice.facts
    if (
        isinstance(answer, w.Buy)
        and facts.get("value", 0) < facts["price"]
        and not others_buy(view)
    ):
        yield f"pays {facts['price']} for a deed that is worth {facts.get('value')} to it"
    if isinstance(answer, w.Bid) and answer.amount > facts["limit"]:
        yield f"bids {answer.amount}, more than {facts['limit']}"
    terms = trade_in(view, answer)
    if terms is not None and money_gain(view, terms) <= 0:
        yield f"trades for a gain of {money_gain(view, terms)}"


WORDS: dict[str, tuple[str, Rule]] = {
    "shark": (BY_ID["shark"].description, shark),
    "dealer": (BY_ID["dealer"].description, dealer),
    "builder": (BY_ID["builder"].description, builder),
    "hoarder": (BY_ID["hoarder"].description, hoarder),
    "hermit": (BY_ID["hermit"].description, hermit),
    "novice": (BY_ID["novice"].description, novice),
    "steady": (BY_ID["steady"].description, steady),
    "simple": (BY_ID["simple"].description, hermit),
}


class Watched:
    """A bot whose answers are checked by the rule of ``name``."""

    def __init__(self, name: str, bot: Any, faults: list[str]) -> None:
        self.rule, self.bot, self.name, self.faults = WORDS[name][1], bot, name, faults

    def choose(self, view: View, options: Options) -> Any:
        choice = self.bot.choose(view, options)
        if choice is not None:
            for fault in self.rule(view, options, choice):
                self.faults.append(f"{self.name}, round {view.round}: {fault}")
        return choice


def faults_in(game: int, names: Sequence[str], most_rounds: int, **planted: Any) -> list[str]:
    """The answers of a game that break a bot's word. ``planted``: other bots under these names."""
    faults: list[str] = []
    made = [planted[name]() if name in planted else league.make(name) for name in names]
    bots = [
        Watched(name, bot, faults) if name in WORDS else bot
        for name, bot in zip(names, made, strict=True)
    ]
    rules = rules_compiler.make_rules(BOOKS[game % len(BOOKS)])
    arena.play_game(rules, bots, rng.random_number(77, game) >> 1, most_rounds)
    return faults


def table(game: int) -> list[str]:
    """Four seats: two bots in turn, another one, and a stranger."""
    draw = random.Random(game)
    words = list(WORDS)
    here = [words[game % 8], words[(game + 1 + game // 8) % 8], draw.choice(words)]
    here.append(draw.choice(STRANGERS))
    draw.shuffle(here)
    return here


@pytest.mark.parametrize(
    "games",
    [
        range(8),
        # each bot in 200 of them
        *(pytest.param(range(at, at + 40), marks=pytest.mark.long) for at in range(8, 648, 40)),
    ],
    ids=lambda games: f"{games.start}-{games.stop - 1}",
)
def test_every_bot_keeps_its_word_in_games_with_the_others(games: range) -> None:
    for game in games:
        assert faults_in(game, table(game), 40 if games.start == 0 else 150) == [], table(game)


def test_the_long_run_has_200_games_of_each_bot() -> None:
    counts = Counter(name for game in range(8, 648) for name in set(table(game)))
    assert min(counts[name] for name in WORDS) >= 200


def test_every_character_has_a_rule() -> None:
    assert set(WORDS) == {*OFFERED, "steady", "simple"}


# ---------------------------------------------------------------- planted violations


class TimidBuilder(PolicyBot):
    """It keeps 300 when it builds."""

    def __init__(self) -> None:
        super().__init__(PolicyParams(keep=300, dealing=TradeContext(most=0)))


class Stubborn(PolicyBot):
    """It offers the same again."""

    def __init__(self) -> None:
        super().__init__(PolicyParams(dealing=TradeContext(greed=0.0, guard=0.0, rungs=(0.4,))))

    def choose(self, view: View, options: Options) -> Any:
        choice = super().choose(view, options)
        if isinstance(view.ask, w.AskEnd) and isinstance(getattr(choice, "answer", None), w.End):
            for deal in reversed(view.past):
                again = w.Offer(deal.to, deal.give, deal.get)
                if (
                    deal.by == view.seat
                    and not deal.accepted
                    and again not in view.offered
                    and len(view.offered) < 3
                    and not options.violations(again)
                ):
                    return choice._replace(answer=again)
        return choice


class Seller(PolicyBot):
    """hoarder, but it sells for cash when asked."""

    def __init__(self) -> None:
        dealing = TradeContext(sells=False, most=1, keep=KEPT)
        super().__init__(PolicyParams(keep=KEPT, lends=False, caution=3.0, dealing=dealing))


class Spender(PolicyBot):
    """hoarder, but it pays for trades with all its cash."""

    def __init__(self) -> None:
        dealing = TradeContext(sells=False, most=3, refuses_cash=True)
        super().__init__(PolicyParams(keep=KEPT, lends=False, caution=3.0, dealing=dealing))


class ByMoney(Shark):
    """shark, but it trades by money."""

    _answer, _counter, _propose = PolicyBot._answer, PolicyBot._counter, PolicyBot._propose


class OverBidder(PolicyBot):
    """steady, but it bids more than a deed is worth to it."""

    def _bid(self, view: View, options: Options, ask: Any) -> Any:
        choice = super()._bid(view, options, ask)
        if isinstance(choice.answer, w.Bid) and view.cash[view.seat] > choice.facts["limit"]:
            return choice._replace(answer=w.Bid(choice.facts["limit"] + 1))
        return choice


@pytest.mark.parametrize(
    ("name", "planted", "says"),
    [
        ("shark", ByMoney, "a trade takes its chance"),
        ("dealer", Stubborn, "was declined"),
        ("builder", TimidBuilder, "does not build"),
        ("hoarder", Spender, "spends"),
        ("hoarder", BOTS["dealer"], "without a debt"),
        ("hermit", BOTS["dealer"], "trades"),
        ("novice", Simple, "does not buy"),
        ("steady", OverBidder, "more than"),
        ("simple", Novice, "trades"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_bot_that_breaks_its_word_is_found(name: str, planted: Any, says: str) -> None:
    for game in range(12):
        faults = faults_in(game, [name, "dealer", "steady", "dealer"], 60, **{name: planted})
        if any(says in fault for fault in faults if fault.startswith(name)):
            return
    pytest.fail(f"no fault of {planted.__name__} was found")


# ---------------------------------------------------------------- offers that no bot would make


def asked(many: int, book: str) -> Iterator[tuple[View, Options, View, Options]]:
    """Random positions in which a rival asks the seat for property, for cash alone, at any price.

    The views of the offer, and of the rival's turn after the seat has declined it."""
    rules = rules_compiler.make_rules(book)
    draw = random.Random(book)
    found = 0
    while found < many:
        state = random_position(rules, draw)
        seats = [seat for seat, plays in enumerate(state.playing) if plays]
        by, to = draw.sample(seats, 2)
        deeds = [
            i
            for i in rules.ownable
            if state.owner[i] == to and not any(state.level[j] for j in rules.members[i])
        ]
        cards: tuple[int, ...] = ()
        if draw.random() < 0.3:
            state.held[0], cards = to, (0,)
        if not deeds and not cards:
            continue
        found += 1
        state.turn = by
        state.cash[by] += draw.choice((10, 500, 5_000, 50_000))
        paid = draw.randrange(1, state.cash[by])
        wanted = tuple(sorted(draw.sample(deeds, min(len(deeds), draw.choice((0, 1, 1, 2))))))
        if not wanted and not cards:
            wanted = (deeds[0],)
        give, get = w.Bundle((), paid), w.Bundle(wanted, 0, cards)
        state.agenda = [w.AskEnd(by), w.AskAnswer(to, by, give, get)]
        later = state.copy()
        later.agenda = [w.AskEnd(by)]
        past = (AnsweredOffer(state.turns, by, to, give, get, False),)
        yield (
            View(state, to),
            Options(state, to),
            View(later, to, past),
            Options(later, to),
        )


@pytest.mark.parametrize("many", [60, pytest.param(2000, marks=pytest.mark.long)])
@pytest.mark.parametrize("book", sorted(rules_compiler.BOOKS))
def test_hoarder_sells_at_no_price_and_the_others_never_trade(book: str, many: int) -> None:
    """It neither accepts the offer nor answers it with one of its own."""
    faults: list[str] = []
    bots = {name: Watched(name, BOTS[name](), faults) for name in ("hoarder", *sorted(NEVER_DEAL))}
    sold = 0
    planted = Watched("hoarder", Seller(), [])
    for offered, options, declined, later in asked(many, book):
        for bot in (*bots.values(), planted):
            bot.choose(offered, options)
            bot.choose(declined, later)
        sold = sum("cash alone" in fault for fault in planted.faults)
    assert faults == []
    assert sold > many / 10  # a bot that would sell is found


# ---------------------------------------------------------------- figures


@pytest.mark.parametrize("games", [24, pytest.param(60, marks=pytest.mark.long)])
def test_the_figures_that_a_description_promises_are_the_extreme_ones(games: int) -> None:
    totals = [Counter[str]() for _ in OFFERED]
    for game in range(games):
        for total, counts in zip(totals, tempers.play_table(list(OFFERED), 5, game), strict=True):
            total.update(counts)
    figures = {
        name: tempers.figures(total, games) for name, total in zip(OFFERED, totals, strict=True)
    }

    # novice has more cash, but only because it never bids. shark can have more too, for it earns more and
    # sells deeds; it does not keep its cash, and its least cash is small.
    bidders = [name for name in OFFERED if name != "novice"]
    others = [name for name in bidders if name != "shark"]
    assert max(others, key=lambda name: figures[name]["cash"]) == "hoarder"
    assert figures["shark"]["left"] < KEPT / 2
    assert figures["hoarder"]["left"] >= KEPT
    assert max(bidders, key=lambda name: figures[name]["left"]) == "hoarder"
    assert figures["novice"]["bought"] == 100
    # Only shark offers as much, since it also offers swaps of deeds at equal printed prices.
    assert sorted(OFFERED, key=lambda name: figures[name]["offers"])[-2:] in (
        ["shark", "dealer"],
        ["dealer", "shark"],
    )
    assert figures["hermit"]["offers"] == figures["hermit"]["deals"] == 0
    assert figures["builder"]["idle"] == 0
