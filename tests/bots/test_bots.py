"""Tests ``simple`` against its page, and that ``steady`` plays sensibly."""

from __future__ import annotations

import itertools
import re
import string
from typing import Any

import pytest

from boards_by_hand import board_by_hand
from data_files import ROOT
from scene import Scene, table
from titledeed.bots import BOTS, OFFERED
from titledeed.bots.protocol import AnsweredOffer, Choice, View
from titledeed.bots.registry import CHARACTERS
from titledeed.engine import rng
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.answers import (
    Bundle,
    End,
    Offer,
    Roll,
)
from titledeed.engine.asks import (
    Over,
)
from titledeed.engine.legal_answers import (
    Options,
)
from titledeed.engine.mutations import lay_out_state
from titledeed.engine.reducer import (
    play_in_place,
)
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.bot_scheduler import BotScheduler
from titledeed.lab import arena
from titledeed.lab.batch_games import GamesJob, run_games
from titledeed.lab.intervals import share_interval as share_of
from titledeed.language.catalogue import Vocabulary
from tools import messages


def says(bot: str, t: Scene, who: str = "Ada") -> str | None:
    """Returns the bot's answer at this table, as a line without its seat."""
    state = t.game.state
    seat = t.game.names.index(who)
    choice = BOTS[bot]().choose(View(state, seat), Options(state, seat))
    if choice is None:
        return None
    assert isinstance(choice, Choice)
    assert Options(state, seat).is_legal(choice.answer)
    return t.game.notation.text(choice.answer, state)


def landed(cash: int, **setting: Any) -> Scene:
    """Ada has landed on Oriental Avenue, price 100."""
    setting["seats"] = {"Ada": {"cash": cash}, **setting.get("seats", {})}
    return table("modern", **setting).throw("Ada", 2, 4).ask("Ada buy")


# ---------------------------------------------------------------- simple


@pytest.mark.parametrize(("cash", "answer"), [(300, "buy"), (299, "decline"), (50, "decline")])
def test_simple_buys_when_it_has_three_times_the_price(cash: int, answer: str) -> None:
    assert says("simple", landed(cash)) == answer


def test_simple_bids_up_to_the_printed_price_in_tenths() -> None:
    t = landed(1500).play("Ada decline")
    assert says("simple", t, "Ben") == "bid 10"
    t.play("Ben bid 85")
    assert says("simple", t, "Cleo") == "bid 95"
    t.play("Cleo bid 99", "Ada bid 100")
    assert says("simple", t, "Ben") == "pass"


def test_simple_builds_while_it_still_has_150_left() -> None:
    group = "mediterranean-avenue baltic-avenue"
    for cash, answer in ((200, "build baltic-avenue"), (199, None)):
        t = table("modern", turn="Ben", seats={"Ada": {"deeds": group, "cash": cash}})
        assert says("simple", t) == answer


def test_simple_raises_cash_where_it_loses_least() -> None:
    deeds = "mediterranean-avenue:1 baltic-avenue:1 reading-railroad electric-company"
    t = table("classic", seats={"Ada": {"at": "short-line", "cash": 0, "deeds": deeds}})
    t.throw("Ada", 1, 2).ask("Ada debt")  # luxury tax, 75
    assert says("simple", t) == "mortgage electric-company"
    t.play("Ada mortgage electric-company")
    assert says("simple", t) == "pay"


def test_simple_never_trades() -> None:
    t = table("modern", seats={"Ada": {"cash": 100}, "Ben": {"deeds": "boardwalk"}}, turn="Ben")
    t.play("Ben offer Ada give boardwalk get nothing")
    assert says("simple", t) == "reject"


# ---------------------------------------------------------------- steady


def test_steady_beats_three_simple() -> None:
    tally = arena.run_arena(["steady", "simple", "simple", "simple"], 12, 7, most_rounds=150)
    assert tally.wins[0] >= 8


def test_games_of_four_steady_bots_end() -> None:
    tally = arena.run_arena(["steady"] * 4, 8, 7)
    assert tally.finished == 8


@pytest.mark.long
def test_steady_wins_and_ends_its_games_in_a_longer_run_too() -> None:
    tally = arena.run_arena(["steady", "simple", "simple", "simple"], 40, 7, most_rounds=150)
    assert tally.wins[0] >= 24
    assert arena.run_arena(["steady"] * 4, 20, 7).finished == 20
    assert tally.rounds < 20 * 100


HOLDINGS = {
    "Ada": {"deeds": "boardwalk reading-railroad oriental-avenue kentucky-avenue", "cash": 600},
    "Ben": {"deeds": "park-place short-line vermont-avenue indiana-avenue", "cash": 600},
    "Cleo": {"deeds": "connecticut-avenue illinois-avenue", "cash": 600},
}


@pytest.mark.parametrize("deed", ["boardwalk", "reading-railroad", "kentucky-avenue"])
@pytest.mark.parametrize("price", [1, 50])
def test_a_bot_refuses_a_dollar_for_its_deed(deed: str, price: int) -> None:
    t = table("modern", turn="Ben", seats=HOLDINGS)
    t.play(f"Ben offer Ada give {price} get {deed}")
    assert says("steady", t) == "reject"


@pytest.mark.parametrize(
    "give", ["400", "vermont-avenue 100", "indiana-avenue", "short-line", "card:chance 100"]
)
def test_a_bot_does_not_sell_at_list_price_a_deed_that_completes_a_rivals_most_valuable_group(
    give: str,
) -> None:
    seats = {**HOLDINGS, "Ben": {**HOLDINGS["Ben"], "cards": ["chance"]}}
    t = table("modern", turn="Ben", seats=seats)
    t.play(f"Ben offer Ada give {give} get boardwalk")
    assert says("steady", t) == "reject"


def test_a_bot_does_not_treat_a_mortgaged_deed_as_a_gift() -> None:
    seats = {"Ada": {"cash": 400}, "Ben": {"deeds": "states-avenue:m"}}
    t = table("modern", turn="Ben", seats=seats)
    t.play("Ben offer Ada give states-avenue get 75")
    assert says("steady", t) == "reject"


def test_a_bot_buys_a_deed_that_completes_its_group_at_list_price() -> None:
    t = table("modern", turn="Cleo", seats={**HOLDINGS, "Cleo": {"deeds": "park-place"}, "Ben": {}})
    t.play("Cleo offer Ada give park-place get 350")
    assert says("steady", t) == "accept"


DIVIDED = {
    "Ada": {"deeds": "oriental-avenue vermont-avenue states-avenue", "at": "jail"},
    "Ben": {"deeds": "st-charles-place virginia-avenue connecticut-avenue"},
}


def offered(bot: str, t: Scene, past: list[AnsweredOffer]) -> Offer:
    """Return the offer that Ada's bot makes at the end of its turn, given these earlier offers."""
    state = t.game.state
    choice = BOTS[bot]().choose(View(state, 0, past), Options(state, 0))
    assert isinstance(choice, Choice)
    assert isinstance(choice.answer, Offer)
    return choice.answer


@pytest.mark.parametrize("bot", ["steady", "shark"])
def test_a_bot_offers_an_exchange_that_completes_a_group(bot: str) -> None:
    t = table("modern", players="Ada Ben", seats=DIVIDED)
    t.throw("Ada", 4, 6).ask("Ada end")
    offer = offered(bot, t, [])
    owned = {6, 8, 13, *offer.get.deeds} - set(offer.give.deeds)
    assert {6, 8, 9} <= owned or {11, 13, 14} <= owned


def test_a_bot_does_not_repeat_a_refused_offer_but_makes_a_better_one() -> None:
    t = table("modern", players="Ada Ben", seats=DIVIDED)
    t.throw("Ada", 4, 6).ask("Ada end")
    past: list[AnsweredOffer] = []
    seen = set()
    turns = t.game.state.turns
    for _ in range(6):
        offer = offered("shark", t, past)
        assert offer not in seen
        like = [
            d for d in past if (d.give.deeds, d.get.deeds) == (offer.give.deeds, offer.get.deeds)
        ]
        paid = offer.give.cash - offer.get.cash
        assert all(paid > d.give.cash - d.get.cash for d in like)
        seen.add(offer)
        past.append(AnsweredOffer(turns, 0, offer.to, offer.give, offer.get, False))


def test_a_bot_that_is_offered_too_little_names_its_price() -> None:
    seats = {"Ada": {"deeds": "oriental-avenue", "cash": 900}, "Ben": {"deeds": "boardwalk"}}
    t = table("modern", players="Ada Ben", turn="Ada", seats=seats)
    t.play("Ada offer Ben give 260 get boardwalk")
    assert says("shark", t, "Ben") == "reject"
    t.play("Ben reject")
    state = t.game.state
    past = [AnsweredOffer(state.turns, 0, 1, Bundle((), 260), Bundle((39,)), False)]
    choice = BOTS["shark"]().choose(View(state, 1, past), Options(state, 1))
    assert isinstance(choice, Choice)
    assert isinstance(choice.answer, Offer)
    assert choice.answer.get.cash > 260
    assert choice.facts["more"] == choice.answer.get.cash - 260
    after = [*past, AnsweredOffer(state.turns, 1, 0, choice.answer.give, choice.answer.get, False)]
    assert BOTS["shark"]().choose(View(state, 1, after), Options(state, 1)) is None


# ---------------------------------------------------------------- both


def test_the_names_and_descriptions_of_the_bots_are_messages() -> None:
    collected = {message.id for message in messages.read("de")}
    assert len({bot.id for bot in CHARACTERS}) == len(CHARACTERS)
    for bot in CHARACTERS:
        assert {bot.name, bot.description} <= collected, bot.id


@pytest.mark.parametrize("name", list(BOTS))
@pytest.mark.parametrize("book", ["classic", pytest.param("wikibooks", marks=pytest.mark.long)])
def test_each_decision_comes_with_a_sentence_that_names_its_reason(name: str, book: str) -> None:
    rules = rules_compiler.make_rules(book)
    words = Vocabulary(rules.edition.words)
    state = lay_out_state(rules, 4, asked=False, by_hand=False)
    players = BotScheduler([BOTS[name]() for _ in range(4)])
    while not isinstance(state.ask, Over) and state.round < 40:
        if state.ask.seat == CHANCE:
            play_in_place(state, CHANCE, rng.chance_answer(state, 3))
            continue
        move = players.next(state)
        assert move is not None
        seat, choice = move
        named = {field for _, field, _, _ in string.Formatter().parse(choice.why) if field}
        named = {field for field in named if field not in words}
        assert choice.why.endswith((".", "!"))  # a child exclaims
        assert named <= set(choice.facts)
        # Rolling, ending the turn and using the free card need no figure.
        assert named or isinstance(choice.answer, (Roll, End)) or choice.answer.kind == "use-card"
        play_in_place(state, seat, choice.answer)


# ---------------------------------------------------------------- strength


def test_the_strengths_shown_match_the_league_in_bots_md() -> None:
    """The page shows whole numbers; they and the intervals follow from the games in the bots' page."""
    page = (ROOT / "docs" / "BOTS.md").read_text("utf-8")
    row = r"^\| `([a-z]+)` \(([\d,]+)\) \| ([\d.]+) \| ([\d.]+)–([\d.]+) \|$"
    league = {}
    for name, games, share, low, high in re.findall(row, page, re.MULTILINE):
        n = int(games.replace(",", ""))
        _, *bounds = share_of(round(float(share) * n / 100), n)
        shown = [100 * bound for bound in bounds]
        assert shown == pytest.approx([float(low), float(high)], abs=0.11), name
        league[name] = float(share), float(low), float(high)
    assert {name: round(share) for name, (share, _, _) in league.items()} == {
        bot.id: bot.strength for bot in CHARACTERS if bot.strength is not None
    }
    ladder = sorted((league[name] for name in OFFERED), reverse=True)
    for (better, low, _), (worse, _, high) in itertools.pairwise(ladder):
        assert better - worse >= 5
        assert low > high


@pytest.mark.parametrize("bot", ["steady", "steady-1", "shark"])
def test_bots_play_a_board_whose_deeds_bring_no_loan(bot: str) -> None:
    record = {
        "format": "title-deed/1",
        "rulebook": "modern",
        "edition": board_by_hand("no-loans"),
        "seats": [{"name": f"P{n}", "bot": bot} for n in range(3)],
        "house_rules": {"limit-rounds": 25},
    }
    played = run_games(GamesJob(record=record, seed=5, first=0, count=2))
    assert all(game["rounds"] > 3 for game in played)
