"""Hints on demand: amounts, dangers, and no hidden information."""

from __future__ import annotations

import json
import re

import pytest

from fake_page import Table
from tables import TABLES
from titledeed.engine.agenda_step_types import Due
from titledeed.engine.answers import (
    Accept,
    Answer,
    Reject,
)
from titledeed.engine.asks import (
    AskBid,
)
from titledeed.engine.record import Record, Seat
from titledeed.engine.reducer import play_in_place
from titledeed.engine.rules.auction import lowest_bid
from titledeed.engine.special_seats_and_ids import BANK
from titledeed.engine.state import (
    State,
)
from titledeed.game.session import Session
from titledeed.odds import WHOLE, expected_odds, odds_for_trades, settle_position
from titledeed.ui.views import hints
from titledeed.ui.views.view_context_and_shared_parts import HINT_KINDS, ViewContext


def ask(table: Table) -> list[str]:
    table.do("hint", where="ask")
    view = table.hands.play.view()["ask"]
    return list(view["advice"]["lines"])


def buying(table: Table) -> None:
    """Ada is asked for Vermont Avenue, the last of her group."""
    record = Record(
        "modern",
        [Seat("Ada", ""), Seat("Ben", "")],
        seed=1,
        chance="by-hand",
        position={
            "turn": "Ada",
            "seat": {
                "Ada": {"cash": 700, "deeds": ["oriental-avenue", "connecticut-avenue"]},
                "Ben": {"deeds": ["st-charles-place", "states-avenue"]},
            },
        },
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(0, "roll")
    table.session.say(-3, "dice 3 5")
    table.hands.play.go_on()
    table.page.run()


def test_a_purchase_hint_gives_worth_price_remaining_cash_and_the_danger_ahead() -> None:
    table = Table()
    buying(table)
    line, *lines = ask(table)
    odds = (
        r"Chance of winning the game: \d+% with Vermont Avenue for \$100, \d+% if Ben gets it for "
        r"\$100\."
    )
    assert re.fullmatch(rf"Buy it\. {odds}", line)
    assert lines[0].startswith("Vermont Avenue costs $100 and is worth about $")
    worth = int(lines[0].split("about $")[1].split(" ")[0].rstrip(":").replace(",", ""))
    assert worth > 100  # it completes the group
    assert lines[1] == "You would have $600 left."
    assert lines[2] == "Your next throw costs $2 on average, and at worst $10 on St. Charles Place."
    assert lines[3].startswith("The shark bot would choose: Buy Vermont Avenue for $100.")


def test_a_hint_appears_only_on_demand_and_disappears_with_the_answer() -> None:
    table = Table()
    buying(table)
    assert "worth about" not in table.page.text("ask")
    table.press("ask", "")  # the first button of the card is the hint
    assert "worth about" in table.page.text("ask")
    assert "worth about" in table.page.said[-1]
    table.press("ask", "")
    assert "worth about" not in table.page.text("ask")
    table.press("ask", "")
    table.say("buy")
    assert table.app.session is not None
    assert "worth about" not in table.page.text("ask")


def test_the_choice_of_tax_is_not_calculated_for_anybody() -> None:
    table = Table()
    record = Record(
        "classic",
        [Seat("Ada", ""), Seat("Ben", "")],
        seed=1,
        chance="by-hand",
        position={"turn": "Ada", "seat": {"Ada": {"cash": 4321}}},
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(0, "roll")
    table.session.say(-3, "dice 1 3")
    table.hands.play.go_on()
    table.page.run()
    assert table.session.ask.kind == "tax"
    line, why = ask(table)
    assert why == "Under the rules, you must choose before anyone adds it up."
    assert "less than $200 if you’re worth less than $2,000" in line
    assert "4,321" not in line


def test_no_hint_depends_on_the_order_of_the_decks() -> None:
    sentences = []
    for top in ("chairman", "advance-to-go"):
        table = Table()
        table.play(
            "Ada",
            "Ben",
            position={"round": 7, "deck": {"chance": [top]}, "seat": {"Ada": {"at": "@16"}}},
        )
        sentences.append(ask(table))
    assert sentences[0] == sentences[1] != []


def test_every_kind_of_evaluated_question_exists() -> None:
    session = Session.start(Record("modern", [Seat("Ada", ""), Seat("Ben", "")], seed=1))
    assert session.ask.kind not in HINT_KINDS  # the throw for the order of play
    table = Table()
    table.play("Ada", "Ben")
    assert hints.hint_sentences(ViewContext(table.app))


DEALERS = ["Ada", "Ben", "Cleo", "Dan"]


def dealers() -> Table:
    """A table of four bots that make many offers."""
    table = Table()
    table.hands.play.start(Record("modern", [Seat(name, "dealer") for name in DEALERS], seed=4))
    return table


def agrees(line: str, advice: str, worth: str) -> None:
    """The line gives the same answer as the sentences behind it, and never odds that speak against it."""
    head = line.split(". ", maxsplit=1)[0]
    assert f"would choose: {head}" in advice or (
        head == "Buy it" and "would choose: Buy " in advice
    ), (line, advice)
    if "Chance of winning" in line:
        chance, other = shares(line)
        leaves = head in ("Pass", "Put it up for auction", "Don’t buy")  # "with" names the deed
        assert (chance < other) if leaves else (chance > other), line
        assert {chance, other} == set(shares(worth)), (line, worth)


def speaks_for(line: str, weighed: list[str], least: int) -> None:
    """No sum beside the advice speaks against it: a deed worth more than its price is not left to others."""
    for sentence in weighed:
        if "is worth about" in sentence or "worth up to" in sentence:
            worth = sums(sentence)[1 if "costs" in sentence else 0]
            leaves = line.startswith(("Put it up", "Don’t buy", "Pass"))
            short = "but you have only" in sentence
            assert worth < least or not leaves or short, (line, sentence)
            assert worth >= least or leaves, (line, sentence)


def test_no_hint_on_an_offer_contradicts_its_own_odds() -> None:
    """The advice and the odds below it once came from two players, and contradicted each other."""
    table = dealers()
    session = table.session
    accepted = refused = 0
    while session.state.round < 20 and session.step() is not None:
        if session.ask.kind != "answer":
            continue
        line, *_, advice, worth = hints.hint_sentences(ViewContext(table.app))
        if worth == "The bot wants a bigger gain.":
            now, then = (int(part) for part in re.findall(r"(\d+)", advice)[-2:])
            assert now < then <= now + 3, advice  # the bot wants three points for a group
            refused += 1
            continue
        assert worth.startswith("By a shark’s estimate for trades, your chance"), (advice, worth)
        agrees(line, advice, worth)
        state, seat = session.state, session.ask.seat
        odds = after_trade(state, seat, Accept()), after_trade(state, seat, Reject())
        if "would choose: Accept" in advice:
            accepted += 1
            assert odds[0] > odds[1] or "raises it a little" in advice, advice
            assert odds[0] >= odds[1], advice
        else:
            assert "would choose: Decline" in advice
            refused += 1
            assert odds[1] >= odds[0], advice
            odds = odds[::-1]
        assert shares(worth) == odds
    assert accepted
    assert refused > 5


def test_a_hint_gives_its_value_in_odds() -> None:
    table = Table()
    buying(table)
    state = table.session.state
    percents = []
    for buyer in (0, 1):
        then = state.copy()
        then.owner[8] = buyer
        then.cash[buyer] -= 100
        percents.append(round(100 * expected_odds(then)[0] / WHOLE))
    with_it, without = percents
    assert with_it > without
    line, *lines = ask(table)
    assert line == (
        f"Buy it. Chance of winning the game: {with_it}% with Vermont Avenue for $100, {without}% if "
        "Ben gets it for $100."
    )
    assert not any("Chance of winning" in each for each in lines)  # said once


def test_the_odds_of_a_purchase_and_of_the_auction_that_follows_name_their_prices() -> None:
    """They differ because the prices do, and "with" and "without" alone contradicted each other."""
    table = Table()
    buying(table)
    first, *_ = ask(table)
    table.say("decline")
    table.session.say(1, "bid 10")
    table.hands.play.go_on()
    table.page.run()
    assert isinstance(table.session.ask, AskBid)
    then, *_ = ask(table)
    assert re.search(r" for \$100, \d+% if Ben gets it for \$100\.$", first)
    (bid,) = re.findall(r"Bid \$(\d+)\. ", then)
    assert then.endswith(f"gets it for ${bid}.")
    assert f"with Vermont Avenue for ${bid}, " in then


def poor(cash: int, *, auction: bool = False) -> Table:
    """Return a table: Ada, with this cash, is asked for the last light blue deed.

    Her railroads could be mortgaged."""
    table = Table()
    deeds = ["oriental-avenue", "connecticut-avenue", "reading-railroad", "boardwalk", "short-line"]
    seats: dict[str, object] = {name: {"cash": 1500} for name in ("Ben", "Cleo")}
    record = Record(
        "modern",
        [Seat("Ada", ""), Seat("Ben", ""), Seat("Cleo", "")],
        seed=1,
        chance="by-hand",
        position={"turn": "Ada", "seat": {"Ada": {"cash": cash, "deeds": deeds}, **seats}},
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(0, "roll")
    table.session.say(-3, "dice 3 5")
    if auction:
        table.session.say(0, "decline")
        while table.session.ask.seat:
            table.session.say(table.session.ask.seat, "pass")
    table.hands.play.go_on()
    table.page.run()
    return table


def sums(line: str) -> list[int]:
    return [int(part.replace(",", "")) for part in re.findall(r"\$([\d,]+)", line)]


def after(state: State, seat: int, answer: Answer) -> int:
    """The odds of a seat, as a percentage, after it has given this answer."""
    then = state.copy()
    play_in_place(then, seat, answer)
    return round(100 * expected_odds(then)[seat] / WHOLE)


def after_trade(state: State, seat: int, answer: Answer) -> int:
    """The same by the trade model."""
    then = state.copy()
    play_in_place(then, seat, answer)
    return round(100 * odds_for_trades(settle_position(then))[seat] / WHOLE)


def sold(state: State, seat: int, lot: int, buyer: int, price: str) -> int:
    """The odds of a seat, as a percentage, if the lot that is offered goes to a buyer."""
    then = state.copy()
    then.owner[lot] = buyer
    then.agenda[-1] = Due(buyer, BANK, int(price.replace(",", "")), ("price",), "")
    return round(100 * expected_odds(then)[seat] / WHOLE)


def shares(line: str) -> tuple[int, int]:
    with_it, without = (int(part) for part in re.findall(r"(\d+)%", line))
    return with_it, without


@pytest.mark.parametrize("cash", [0, 50, 99])
def test_the_worth_of_a_deed_is_not_the_cash_of_the_player_asked(cash: int) -> None:
    line, *lines = ask(poor(cash))
    assert line.startswith("Mortgage ")
    assert sums(lines[0]) == [100, 400]
    assert lines[1] == f"You have ${cash}, so you’re ${100 - cash} short."
    assert lines[-1].startswith("The steady bot would choose: Mortgage ")
    with_it, without = shares(line.partition(": ")[2])
    assert with_it > without


def test_a_player_with_just_enough_cash_sees_one_figure_for_the_worth_of_a_deed() -> None:
    line, *lines = ask(poor(120))
    assert line.startswith("Buy it. Chance of winning the game: ")
    assert sums(lines[0]) == [100, 400]
    assert lines[-1] == "The shark bot would choose: Buy Vermont Avenue for $100."
    with_it, without = shares(line)
    assert with_it > without
    assert re.search(r"if (Ben|Cleo) gets it for \$100\.$", line)


@pytest.mark.parametrize("cash", [3, 30])
def test_a_player_short_of_cash_sees_one_figure_in_an_auction_too(cash: int) -> None:
    _line, *lines = ask(poor(cash, auction=True))
    assert lines[0] == f"It’s worth up to $400 to you, but you have only ${cash}."
    assert f"${cash} to me" not in lines[-2]


@pytest.mark.parametrize(
    ("moves", "line"),
    [
        ("", "Bid $10. Stop at $100: one more building isn’t worth more to you."),
        (
            "Ben bid 100\nCleo bid 200\nAda pass",
            "One more building is worth only about $100 to you.",
        ),
    ],
)
def test_a_hint_about_a_building_speaks_to_the_player(moves: str, line: str) -> None:
    table = Table()
    table.hands.imported("game.json", json.dumps(TABLES["bid 1 house"]))
    table.page.run()
    for move in moves.splitlines():
        name, answer = move.split(" ", 1)
        table.session.say(("Ada", "Ben", "Cleo").index(name), answer)
    table.hands.play.go_on()
    table.page.run()
    first, *lines = ask(table)
    assert first.endswith(line)
    assert not any(line in sentence for sentence in lines)  # said once


def test_a_bots_own_words_in_a_hint_have_a_speaker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "_in_odds", lambda *_: None)
    table = Table()
    table.hands.imported("game.json", json.dumps(TABLES["claim 1"]))
    table.page.run()
    line, *_ = ask(table)
    assert line.startswith("Claim a house. A bot would say: “I could ")


DEED_IN_ODDS = re.compile(
    r"Chance of winning the game: (\d+)% with [^$]+ for \$([\d,]+), (\d+)% if (\w+) gets it for \$([\d,]+)\."
)
UNSOLD_IN_ODDS = re.compile(
    r"Chance of winning the game: (\d+)% with [^$]+ for \$[\d,]+, (\d+)% if nobody gets it\."
)


def test_the_odds_of_a_purchase_are_those_behind_the_advice() -> None:
    """Compared with an unsold deed, a purchase that a shark advises once looked like a loss."""
    table = dealers()
    session = table.session
    for_it = against = 0
    while session.state.round < 12 and session.step() is not None:
        if session.ask.kind not in ("buy", "bid"):
            continue
        state, ask, seat = session.state, session.ask, session.ask.seat
        line, *weighed, advice = hints.hint_sentences(ViewContext(table.app))
        _head, found, worth = line.partition(" Chance of winning")
        worth = (found + worth).strip()
        if line.endswith("It makes little difference."):  # then the odds follow at the end
            *weighed, advice, worth = [*weighed, advice]
        lot = ask.lot if isinstance(ask, AskBid) else ask.space
        least = lowest_bid(state.rules, ask) if isinstance(ask, AskBid) else state.rules.price[lot]
        if not worth:
            assert advice.startswith("The steady bot would choose: Pass.")
            assert state.cash[seat] < least  # the deed would be worth more than the seat can pay
            continue
        agrees(line, advice, worth)
        speaks_for(line, weighed, least)
        alone = UNSOLD_IN_ODDS.fullmatch(worth)
        if alone:  # nobody else can pay for it
            bought, unsold = int(alone[1]), int(alone[2])
            advised = "would choose: Buy" in advice or "would choose: Bid" in advice
            assert bought >= unsold if advised else bought <= unsold, (advice, worth)
            for_it += advised
            against += not advised
            continue
        line = DEED_IN_ODDS.fullmatch(worth)
        assert line, worth
        with_it, price, without, rival, paid = line.groups()
        odds = (
            sold(state, seat, lot, seat, price),
            sold(state, seat, lot, DEALERS.index(rival), paid),
        )
        assert (int(with_it), int(without)) == odds, worth
        if "would choose: Buy" in advice or "would choose: Bid" in advice:
            for_it += 1
            assert odds[0] >= odds[1], (advice, worth)
        elif "would choose: Mortgage" not in advice:
            against += 1
            assert odds[0] <= odds[1], (advice, worth)
    assert for_it > 40
    assert against > 10


def test_an_offer_made_in_debt_shows_no_thought_that_ignores_the_debt_above_its_odds() -> None:
    table = Table()
    record = Record(
        "modern",
        [Seat("Ada", ""), Seat("Ben", "")],
        seed=1,
        chance="by-hand",
        position={
            "turn": "Ben",
            "seat": {
                "Ada": {
                    "cash": 600,
                    "deeds": ["boardwalk:2", "park-place:2", "reading-railroad"],
                },
                "Ben": {
                    "cash": 500,
                    "at": "short-line",
                    "deeds": ["st-james-place", "states-avenue"],
                },
            },
        },
    )
    table.hands.play.start(record)
    table.page.run()
    table.session.say(1, "roll")
    table.session.say(-3, "dice 1 3")
    assert table.session.ask.kind == "debt"
    table.session.say(1, "offer Ada give st-james-place get 110")
    assert table.session.ask.kind == "answer"
    *_, advice, worth = hints.hint_sentences(ViewContext(table.app))
    assert advice.startswith("The steady bot would choose: Accept the offer.")
    assert "%" not in advice
    state = table.session.state
    with_it, without = after(state, 0, Accept()), after(state, 0, Reject())
    assert with_it >= without
    assert worth == f"Your chance of winning: {with_it}% if you do that, {without}% if not."


@pytest.mark.parametrize("bot", ["hermit", "hoarder"])
def test_a_hint_advises_no_offer_that_is_always_declined(bot: str) -> None:
    """Steady would offer to buy the last street of the group."""
    seats = {
        "Ada": {"at": "@17", "deeds": ["oriental-avenue", "connecticut-avenue"], "cash": 1500},
        "Ben": {"deeds": ["vermont-avenue"], "cash": 300},
    }
    first: dict[str, str] = {}
    for control in ("builder", bot):
        table = Table()
        bots = {"Ben": control}
        table.play("Ada", "Ben", bots=bots, chance="by-hand", position={"seat": seats})
        table.say("roll")
        table.do("die", "0 1", where="ask")
        table.do("die", "1 2", where="ask")
        assert table.page.state["ask"] == "end 0"
        first[control] = ask(table)[0]
    assert first["builder"].startswith("Offer Ben $")  # advice, and no statement
    assert " for Vermont Avenue. " in first["builder"]
    assert first[bot].startswith("End the turn. ")
