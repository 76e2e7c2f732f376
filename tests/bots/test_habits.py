"""Each player of ``tools/field/habits.py`` keeps the habit that its description states.

A few games are played once and watched; the tests look at what was seen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from titledeed.bots.protocol import Choice, View
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import Accept, Build, Bundle, Mortgage, Offer, Redeem
from titledeed.engine.asks import AskAnswer, AskBuy, AskEnd
from titledeed.engine.legal_answers import Options
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.special_seats_and_ids import BANK
from titledeed.engine.state import State
from titledeed.lab import arena
from tools import league
from tools.field import habits, halves

BOOKS = ("modern", "classic", "australian", "wikibooks", "parker1973")
NO_SALE = ("Heir", "Magpie", "Mason", "Miser", "Outbidder", "Spoiler", "Tycoon")
ROUNDS = 120


class Seen:
    """What one player did: each answer with what the tests need to know; None for a probe."""

    def __init__(self) -> None:
        self.answers: list[tuple[Any, dict[str, Any]]] = []


class Watched:
    """A player whose answers are noted. A new one gives the same answer with the decks in another order."""

    def __init__(self, name: str, seen: Seen) -> None:
        self.make = getattr(habits, name)
        self.bot = self.make()
        self.seen = seen
        self.asked = 0

    def choose(self, view: View, options: Options) -> Any:
        """Answer like the player, and note the facts."""
        choice = self.bot.choose(view, options)
        self.asked += 1
        if self.asked % 20 == 0:
            hidden = view._state.copy()
            order = random.Random(self.asked)
            hidden.decks = [order.sample(deck, len(deck)) for deck in hidden.decks]
            hidden.draws += 7
            again = View(hidden, view.seat, list(view.past), list(view.offered), view.purchases)
            assert self.make().choose(again, Options(hidden, view.seat)) == choice
        if choice is None:
            self.probe(view)
            return None
        assert type(choice) is Choice or choice in options.of(choice.kind)
        answer = getattr(choice, "answer", choice)
        if type(answer) in (Accept, Build, Redeem, Offer):
            self.note(view, answer)
        return choice

    def note(self, view: View, answer: Any) -> None:
        """Note an answer, with what the bot gives and gets in a deal."""
        facts: dict[str, Any] = {"round": view.round, "cash": view.cash[view.seat]}
        ask = view.ask
        if type(answer) is Accept and type(ask) is AskAnswer:
            facts["deal"] = ask.by, ask.give, ask.get
        elif type(answer) is Offer:
            facts["deal"] = answer.to, answer.get, answer.give
        if "deal" in facts:
            other, gain, loss = facts["deal"]
            facts["both"] = all(
                self.bot.completed(view, seat, got, lost)
                for seat, got, lost in (
                    (view.seat, gain.deeds, loss.deeds),
                    (other, loss.deeds, gain.deeds),
                )
            )
        if type(answer) is Build:
            facts["level"] = view.level[answer.space] + 1
            facts["cost"] = view.rules.cost[answer.space]
            facts["worst"] = self.bot.worst(view)
        elif type(answer) is Redeem and type(ask).__name__ != "AskTransfer":
            facts["cost"] = view.rules.lift_cost[answer.space]
        self.seen.answers.append((answer, facts))

    def probe(self, view: View) -> None:
        """Ask now and then what it would say to five thousand for one of its deeds."""
        if self.asked % 5 or not view.others():
            return
        for deed in view.deeds(view.seat)[:3]:
            by = view.others()[0]
            loss = Bundle((deed,))
            facts: dict[str, Any] = {
                "round": view.round,
                "rich": self.bot.agrees(view, by, Bundle((), 5000), loss),
                "list": self.bot.agrees(view, by, Bundle((), view.rules.price[deed] + 1), loss),
                "completes": bool(self.bot.completed(view, by, (deed,), ())),
                "breaks": self.bot.breaks(view, (deed,)),
            }
            self.seen.answers.append((None, facts))


@cache
def watched() -> dict[str, Seen]:
    """Twelve games, each with three of the players and one who trades with everybody."""
    seen = {name: Seen() for name in halves.NEW}
    rules = [rules_compiler.make_rules(book) for book in BOOKS]
    for game in range(12):
        names = [halves.NEW[(game + step) % 12] for step in (0, 3, 7)]
        bots: list[Any] = [Watched(name, seen[name]) for name in names]
        bots.insert(game % 4, league.make("Merchant" if game % 2 else "dealer"))
        arena.play_game(rules[game % 5], bots, rng.random_number(5, game) >> 1, ROUNDS)
    return seen


def deals(name: str) -> Iterator[tuple[Any, Bundle, Bundle, dict[str, Any]]]:
    """The deals that the player offered or accepted: the answer, what it gets, what it gives, the facts."""
    for answer, facts in watched()[name].answers:
        if "deal" in facts:
            yield answer, facts["deal"][1], facts["deal"][2], facts


def probes(name: str) -> list[dict[str, Any]]:
    return [facts for answer, facts in watched()[name].answers if answer is None]


def of(name: str, kind: type) -> list[dict[str, Any]]:
    return [facts for answer, facts in watched()[name].answers if type(answer) is kind]


def empty_board() -> State:
    """The start of a game of four."""
    rules = rules_compiler.make_rules("modern")
    return lay_out_state(rules, 4, asked=False, by_hand=False)


def test_the_draw_follows_its_rule_and_stays_as_it_was_made() -> None:
    assert halves.SEED == 30
    for names, tuning, held_out in (
        (halves.NEW, halves.NEW_TUNING, halves.NEW_HELD_OUT),
        (halves.OLD, halves.OLD_TUNING, halves.OLD_HELD_OUT),
    ):
        drawn = sorted(names)
        random.Random(30).shuffle(drawn)
        assert list(tuning + held_out) == drawn
        assert len(tuning) == len(held_out) == len(names) // 2
    assert halves.NEW_TUNING == ("Heir", "Miser", "Outbidder", "Stargazer", "Peddler", "Tycoon")
    old = ("Child", "Hammer", "Haggler", "Blitz", "Gullible", "Wall", "Merchant")
    assert old == halves.OLD_TUNING


def test_every_new_player_is_in_the_draw_and_describes_itself_in_a_sentence() -> None:
    classes = {
        name: kind
        for name, kind in vars(habits).items()
        if isinstance(kind, type) and issubclass(kind, habits.Habit) and kind.__name__ != "Habit"
    }
    assert sorted(classes) == sorted(halves.NEW)
    for kind in classes.values():
        assert kind.__doc__ is not None
        assert kind.__doc__.startswith("It ")
        assert kind.__doc__.endswith(".")
        assert kind.__doc__.count("\n") == 0


@pytest.mark.parametrize("name", NO_SALE)
def test_who_sells_nothing_never_gives_a_deed_in_a_deal(name: str) -> None:
    assert not [loss for _, _, loss, _ in deals(name) if loss.deeds]
    assert len(probes(name)) > 20
    assert not any(facts["rich"] for facts in probes(name))


def test_the_outbidder_makes_no_deals() -> None:
    assert not list(deals("Outbidder"))


def test_the_matchmaker_gives_deeds_only_where_both_sides_complete_a_set() -> None:
    assert all(facts["both"] for _, _, loss, facts in deals("Matchmaker") if loss.deeds)
    assert not any(facts["rich"] for facts in probes("Matchmaker"))


def test_the_peddler_sells_at_any_price_above_the_list_what_completes_nothing() -> None:
    free = [f for f in probes("Peddler") if not f["completes"] and not f["breaks"]]
    assert len(free) > 20
    assert all(facts["list"] for facts in free)
    assert not any(facts["rich"] for facts in probes("Peddler") if facts["completes"])


def test_the_miser_keeps_500_when_it_builds_lifts_or_offers() -> None:
    spent = [f for kind in (Build, Redeem) for f in of("Miser", kind) if "cost" in f]
    assert all(facts["cash"] - facts["cost"] >= 500 for facts in spent)
    for answer, _, loss, facts in deals("Miser"):
        assert type(answer) is Accept or facts["cash"] - loss.cash >= 500


def test_the_conductor_never_gives_a_railroad_and_bids_high_for_one() -> None:
    rules = rules_compiler.make_rules("modern")
    assert not [
        loss
        for _, _, loss, _ in deals("Conductor")
        if any(rules.kind[i] == "railroad" for i in loss.deeds)
    ]
    conductor = habits.Conductor()
    assert conductor.taste(rules, 5) * conductor.BID > 2.9


def test_the_sphinx_says_no_and_offers_nothing_for_60_rounds() -> None:
    assert all(facts["round"] > 60 for *_, facts in deals("Sphinx"))
    assert list(deals("Sphinx"))
    early = [facts for facts in probes("Sphinx") if facts["round"] <= 60]
    assert early
    assert not any(facts["rich"] for facts in early)


def test_the_heir_keeps_the_highest_rent_of_the_next_throw_when_it_builds() -> None:
    assert all(f["cash"] - f["cost"] >= f["worst"] for f in of("Heir", Build))


def test_the_mason_builds_three_houses_at_most() -> None:
    assert all(facts["level"] <= 3 for facts in of("Mason", Build))


def test_the_stargazer_gives_deeds_only_for_more_lucky_ones() -> None:
    for _, gain, loss, _ in deals("Stargazer"):
        if loss.deeds:
            assert sum(i % 3 == 0 for i in gain.deeds) > sum(i % 3 == 0 for i in loss.deeds)
    assert not any(facts["rich"] for facts in probes("Stargazer"))
    state = empty_board()
    state.owner[13], state.owner[15] = 0, 1
    state.changes += 1
    stargazer = habits.Stargazer()
    assert stargazer.agrees(View(state, 0), 1, Bundle((15,)), Bundle((13,)))
    assert not stargazer.agrees(View(state, 1), 0, Bundle((13,)), Bundle((15,)))


def test_the_miser_builds_only_with_what_it_has_beyond_500() -> None:
    state = empty_board()
    state.agenda[:] = [AskEnd(0)]
    state.owner[1] = state.owner[3] = 0
    state.changes += 1
    for cash, kind in ((549, "end"), (550, "build")):
        state.cash[0] = cash
        assert habits.Miser().choose(View(state, 0), Options(state, 0)).answer.kind == kind


def test_the_tycoon_builds_hotels_with_its_last_money() -> None:
    state = empty_board()
    state.agenda[:] = [AskEnd(0)]
    for i in (1, 3):
        state.owner[i] = 0
        state.level[i] = 4
    state.changes += 1
    state.cash[0] = 50
    assert habits.Tycoon().choose(View(state, 0), Options(state, 0)).answer == Build(3)


@pytest.mark.parametrize("name", halves.NEW)
def test_every_new_player_bids_far_above_the_list(name: str) -> None:
    """What it would pay on the empty board, for a deed that means nothing to it."""
    bot = getattr(habits, name)()
    view = View(empty_board(), 0)
    assert all(view.owner[i] == BANK for i in view.rules.ownable)
    for i in view.rules.ownable:
        assert 1.65 <= bot.worth(view, i) / view.rules.price[i] <= 3.0


@pytest.mark.parametrize("name", halves.NEW)
def test_every_new_player_buys_where_it_can_pay_and_borrows_for_it(name: str) -> None:
    state = empty_board()
    state.agenda[:] = [AskBuy(0, 39, False)]
    bot = getattr(habits, name)()
    assert bot.choose(View(state, 0), Options(state, 0)).answer.kind == "buy"
    state.cash[0] = 350
    for i in (5, 12):
        state.owner[i] = 0
    state.changes += 1
    assert bot.choose(View(state, 0), Options(state, 0)).answer in (Mortgage(5), Mortgage(12))


@pytest.mark.parametrize(
    ("name", "book"),
    [
        pytest.param(name, book, marks=[pytest.mark.long] if (n + m) % 5 else [])
        for n, name in enumerate(halves.NEW)
        for m, book in enumerate(BOOKS)
    ],
)
def test_each_new_player_plays_whole_games_by_the_rules(name: str, book: str) -> None:
    """The program would refuse an illegal answer, which would end the test."""
    row = league.play((name, book, "atlantic-city", "standard", halves.NEW, 4, 3, 1), 100)
    assert row.games == row.finished == 1
    assert row.rounds > 5


def test_a_limit_of_rounds_ends_the_games_of_the_league() -> None:
    rows = league.league(["Mason"], ["modern"], 3, halves.NEW_TUNING, limit_rounds=4)
    assert (rows[0].games, rows[0].finished) == (3, 3)
    assert rows[0].rounds <= 12
