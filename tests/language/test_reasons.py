"""A refusal gives its true reason, and cites the rule that bars the answer in this game."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import cited_clauses
import mixed_games
import true_causes
import wild_games
from cited_clauses import Cited, misfits
from scene import BOOKS, Scene, table
from tellers import teller
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler
from titledeed.engine.errors import RefusedAnswer
from titledeed.engine.explain_refusal import explain_refusal
from titledeed.engine.reducer import play
from titledeed.engine.state import (
    State,
)
from titledeed.language import reasons, rule_clauses
from titledeed.language.asks import asking, claim_deadline
from titledeed.language.catalogue import Catalogue
from titledeed.language.sentence_parts import SentenceParts, plain_text
from true_causes import Refusal


def reason(scene: Scene, line: str) -> tuple[str, tuple[str, ...]]:
    """Return the sentence for a refused line, and the clauses that bar it."""
    game = scene.game
    name, *words = line.split()
    answer = game.notation.answer(words, game.state)
    with pytest.raises(RefusedAnswer) as refused:
        game.line(line)
    seat = game.names.index(name)
    sentence = teller(game.state).reason(seat, answer, refused.value.clauses, game.state)
    return sentence, refused.value.clauses


BLUE = "park-place boardwalk"


# ---------------------------------------------------------------- what was said falsely


def test_the_reason_mentions_a_house_auction_only_during_a_house_auction() -> None:
    """A hotel sale was barred by a lack of houses while a deed was being auctioned."""
    seats = {"Ben": {"deeds": "park-place:hotel boardwalk:hotel"}}
    t = table("modern", house={"stock": [3, 12]}, seats=seats)
    t.play("Ada roll", "chance dice 1 2", "Ada decline").ask("Ben bid")
    sentence, clauses = reason(t, "Ben sell boardwalk")
    assert sentence == "The Bank has 3 houses left, not enough to break up a hotel."
    assert clauses[0] == "selling-buildings.downgrade-stock"


def test_a_house_auction_is_not_mistaken_for_a_sale() -> None:
    orange = "st-james-place:hotel tennessee-avenue:4 new-york-avenue:4"
    seats = {
        "Ada": {"deeds": BLUE},
        "Ben": {"deeds": f"mediterranean-avenue baltic-avenue {orange}"},
    }
    t = table("modern", house={"stock": [9, 12]}, seats=seats)
    t.play("Ada build boardwalk", "Ben claim").ask("Ben bid").stock(1, 11)
    sentence, clauses = reason(t, "Ben sell-down orange 3")
    assert sentence == "This would take the house that is being auctioned."
    assert clauses == ("selling-buildings.downgrade-stock", "shortage.auction")
    sentence, _ = reason(t, "Ben sell st-james-place")
    assert sentence == "The Bank has 1 house left, not enough to break up a hotel."


def test_a_player_who_won_a_house_has_not_declined_the_next_one() -> None:
    seats = {
        "Ada": {"deeds": BLUE},
        "Ben": {"deeds": "mediterranean-avenue baltic-avenue"},
        "Cleo": {"deeds": "kentucky-avenue indiana-avenue illinois-avenue"},
    }
    t = table("modern", house={"stock": [2, 12]}, seats=seats)
    t.play("Ada build boardwalk", "Ben claim", "Cleo claim", "Ben pass", "Cleo pass", "Ada bid 10")
    t.play("Ben pass", "Cleo pass", "Ada place boardwalk").ask("Ben bid")
    sentence, clauses = reason(t, "Ada bid 10")
    assert sentence == "Ada has no claim to this building and so may not bid."
    assert clauses[0] == "shortage.auction"
    assert not {"purchase.no-second-thoughts", "auction.trigger"} & set(clauses)


@pytest.mark.parametrize("book", BOOKS)
def test_a_rule_set_by_a_house_rule_is_not_called_a_rule_of_this_book(book: str) -> None:
    house = {"auction.bidders": "all but decliner", "purchase.mortgage-same-move": "forbidden"}
    seats = {"Ada": {"deeds": "boardwalk"}}
    t = table(book, house=house, seats=seats).throw("Ada", 1, 2).play("Ada mortgage boardwalk")
    sentence, clauses = reason(t, "Ada buy")
    assert sentence == "Ada took out a mortgage after this throw and so may not buy this property."
    assert clauses == ("purchase.mortgage-same-move",)
    t.play("Ada decline")
    sentence, clauses = reason(t, "Ada bid 20")
    assert sentence == "Ada declined to buy this property and so may not bid on it."
    assert clauses[:2] == ("auction.bidders", "purchase.no-second-thoughts")
    sentences = [*reasons.PLAIN.values(), *map(str, reasons.SENTENCES.values())]
    assert not [sentence for sentence in sentences if "book" in sentence]


def test_the_reason_names_the_first_lap_when_it_bars_an_answer() -> None:
    t = table("modern", house={"lap-first": True}, seats={"Ben": {"laps": 1}}).throw("Ada", 1, 2)
    sentence, clauses = reason(t, "Ada buy")
    assert sentence == "Ada may not buy or bid on property during their first lap."
    assert clauses[0] == "house.lap-first"
    assert "purchase.no-second-thoughts" not in clauses
    t.play("Ada end").throw("Ben", 1, 2).play("Ben decline").ask("Ben bid").cites("house.lap-first")
    sentence, clauses = reason(t, "Cleo bid 20")
    assert sentence == "Cleo may not buy or bid on property during their first lap."
    assert clauses[:2] == ("house.lap-first", "auction.bidders")
    assert "purchase.no-second-thoughts" not in clauses


def test_what_has_to_be_decided_first_is_named() -> None:
    t = table("modern").throw("Ada", 1, 2)
    assert (
        reason(t, "Ada offer Ben give 10 get nothing")[0]
        == "First buy Baltic Avenue or decline it."
    )
    t.play("Ada decline").ask("Ben bid")
    assert reason(t, "Ben offer Ada give 10 get nothing")[0] == "First bid or pass."
    t = table("modern", seats={"Ada": {"at": "go"}}).play("Ada roll")
    assert reason(t, "Ada offer Ben give 10 get nothing")[0] == "A throw or a card comes first."


def test_money_on_both_sides_is_barred_by_a_rule_that_says_so() -> None:
    t = table("modern")
    sentence, clauses = reason(t, "Ada offer Ben give 10 get 20")
    assert sentence == "Only one side can add money."
    assert clauses[0] == "trading.assets"
    assert "Only one side adds money" in rules_compiler.clause_table()["trading.assets"]["play"]


@pytest.mark.parametrize("book", BOOKS)
def test_when_building_need_not_be_even_no_text_says_that_it_must_be(book: str) -> None:
    seats = {"Ada": {"deeds": "park-place boardwalk:3", "cash": 2000}}
    t = table(book, house={"build-evenly": False}, seats=seats)
    t.play("Ada build boardwalk").cites("house.build-evenly")
    t.is_silent_on("houses.even", "houses.free-choice")
    t.play("Ada sell boardwalk").cites("house.build-evenly").is_silent_on("selling-buildings.even")
    t.play("Ada sell-down dark-blue 1").cites("house.build-evenly")
    t.is_silent_on("selling-buildings.even").play("Ada build boardwalk", "Ada build boardwalk")
    t.play("Ada build boardwalk")
    sentence, clauses = reason(t, "Ada build boardwalk")
    assert sentence.startswith(
        "A hotel needs 4 houses on every street of the group. Build on Park Place first."
    )
    assert "houses.even" not in clauses


@pytest.mark.parametrize("book", BOOKS)
def test_every_value_of_a_rule_is_shown_in_words(book: str) -> None:
    rules = rules_compiler.make_rules(book)
    parts = SentenceParts(rules, [], Catalogue("en", rules.edition.words))
    for id, by_book in rules_compiler.parameter_table().items():
        for value in {*by_book.values(), *rules_compiler.MORE_VALUES.get(id, ())}:
            words = rule_clauses.value_in_words(parts, id, value)
            names = rule_clauses.parameter_words()[id]["names"]
            assert str(value) in names or id == "shortage.supply", (id, value)
            assert words, (id, value)
    rules = rules_compiler.make_rules(
        book,
        house_rules={
            "tax.income": "flat",
            "jail.exit-doubles-extra-throw": "yes",
            "setup.starting-player": "random",
        },
    )
    parts = SentenceParts(rules, [], Catalogue("en", rules.edition.words))
    assert list(rule_clauses.differences(parts).values()) == [
        "Income Tax: $200.",
        "After doubles that free you from jail: you throw again.",
        "First player: chosen by chance.",
    ]


@pytest.mark.parametrize("book", BOOKS)
def test_a_bankrupts_estate_cites_the_rule_on_estates(book: str) -> None:
    """The rule on selling buildings does not fit: it covers the Bank's earlier payment."""
    seats = {
        "Ada": {"cash": 5, "at": "short-line", "deeds": "mediterranean-avenue:1 baltic-avenue:1"},
        "Ben": {"deeds": "boardwalk:4 park-place:4"},
    }
    t = table(book, seats=seats).throw("Ada", 1, 1).play("Ada bankrupt")
    shown = {
        plain_text(line["text"]).split()[1]: line["clause"]
        for line in teller(t.game.state).events(t.last)
    }
    assert shown == {
        "is": "bankruptcy.condition",
        "Bank": "bankruptcy.buildings",
        "receives": "bankruptcy.to-player",
    }


@pytest.mark.parametrize("book", BOOKS)
def test_a_bankrupts_lots_are_not_described_as_declined(book: str) -> None:
    t = table(book, seats={"Ada": {"deeds": "boardwalk"}}).play("Ada resign")
    assert teller(t.game.state).events(t.last)[0]["clause"] == "bankruptcy.retire"
    t.cites("bankruptcy.bank-auction").is_silent_on("auction.trigger")
    _, clauses = reason(t, "Ben end")
    assert "bankruptcy.bank-auction" in clauses
    assert "auction.trigger" not in clauses
    t.play("Ben bid 10", "Cleo pass").cites("bankruptcy.bank-auction", "auction.winner-pays")
    t.is_silent_on("auction.trigger")


def test_money_paid_into_the_pot_is_not_described_as_paid_to_the_bank() -> None:
    seats = {
        "Ada": {"at": "short-line"},
        "Ben": {"jail": 0},
        "Cleo": {"at": "short-line", "cash": 5},
    }
    t = table("modern", house={"free-parking": "pot"}, seats=seats).throw("Ada", 1, 2)
    t.cites("tax.luxury", "house.free-parking").is_silent_on("bank.collects", "free-parking.no-pot")
    t.play("Ada end", "Ben fine").cites("jail.fine-amount", "house.free-parking")
    t.is_silent_on("bank.collects").throw("Ben", 1, 3).play("Ben decline", "Cleo pass", "Ada pass")
    t.play("Ben pass", "Ben end").throw("Cleo", 1, 2).ask("Cleo debt")
    t.cites("tax.luxury", "house.free-parking").is_silent_on("bank.collects")
    assert "bank.collects" not in asking(teller(t.game.state).parts, t.game.state)["clauses"]


def test_agreed_sums_and_stock_cite_their_clause() -> None:
    house = {"salary": 400, "stock": [1, 12]}
    seats = {"Ada": {"at": "short-line", "deeds": BLUE}}
    t = table("modern", house=house, seats=seats).throw("Ada", 3, 5)
    lines = teller(t.game.state).events(t.last)
    assert "house.salary" in [line["clause"] for line in lines]
    t.play("Ada decline", "Ben pass", "Cleo pass", "Ada pass", "Ada build boardwalk")
    sentence, clauses = reason(t, "Ada build park-place")
    assert sentence == "The Bank has no house left."
    assert clauses[:3] == ("shortage.wait", "shortage.supply", "house.stock")


def test_a_question_does_not_promise_an_action_that_a_house_rule_bars() -> None:
    def text(scene: Scene) -> str:
        return asking(teller(scene.game.state).parts, scene.game.state)["text"]

    t = table("modern", house={"lap-first": True}, seats={"Ada": {"laps": 1}}).throw("Ada", 1, 2)
    assert text(t).endswith(
        "it will be auctioned, starting at $10. Players on their first lap may not bid."
    )
    t = table("modern", house={"limit-rounds": 1}, players="Ada Ben").throw("Ada", 4, 6)
    assert text(t).endswith(" After that, it’s Ben’s turn.")
    t.play("Ada end").throw("Ben", 4, 6)
    assert text(t).endswith(" After that, the game is over.")
    t.play("Ben end").ask("over")
    t = table("modern", house={"limit-minutes": 9}, players="Ada Ben").throw("Ada", 4, 6)
    t.play("chance time-up")
    assert text(t).endswith(" After that, it’s Ben’s turn.")
    t.play("Ada end").throw("Ben", 4, 6)
    assert text(t).endswith(" After that, the game is over.")
    house = {"rent.claim-deadline": "none"}
    seats = {"Ben": {"deeds": "oriental-avenue"}}
    t = table("modern", rent="asked", house=house, seats=seats).throw("Ada", 2, 4)
    state = t.game.state
    assert claim_deadline(teller(state).parts, state, state.claims[0]) == "There’s no deadline."


# ---------------------------------------------------------------- whatever is cited


@cache
def played() -> tuple[list[Cited], list[State]]:
    """Return the events of mixed games, and states in which answers are refused."""
    events, states = [], []
    for book in BOOKS:
        for n in range(6):
            for k, moment in enumerate(mixed_games.moments(mixed_games.record(book, n), 200)):
                after, _ = play(moment.before, moment.seat, moment.answer)
                cited = (moment.before, after, moment.events, moment.answer)
                events += [Cited(event, *cited) for event in moment.events]
                if k % 20 == 0:
                    states.append(moment.before)
    return events, states


def refusals() -> Iterator[Refusal]:
    draw = random.Random(1)
    for state in played()[1]:
        for seat, answer, clauses in wild_games.refused(state, draw):
            cause = explain_refusal(state, seat, answer, clauses)
            yield Refusal(state, seat, answer, clauses, cause[0].facts if cause else {})


def test_an_event_cites_only_clauses_that_are_in_force_and_on_its_subject() -> None:
    events = played()[0]
    assert len(events) > 4000
    faults = Counter(
        fault.split(" {")[0]
        for cited in events
        for fault in (
            *misfits(cited.rules, cited.event.clauses),
            *cited_clauses.beside_the_point(cited),
        )
    )
    assert faults == Counter()


def test_a_refusal_cites_only_clauses_that_are_in_force_and_on_its_subject() -> None:
    faults: Counter[str] = Counter()
    count = 0
    for refusal in refusals():
        count += 1
        faults.update(misfits(refusal.state.rules, refusal.clauses))
        faults.update(true_causes.beside_the_point(refusal))
    assert count > 10_000
    assert faults == Counter()


def test_the_reason_given_for_a_refusal_is_true() -> None:
    false: Counter[str] = Counter()
    named: Counter[str] = Counter()
    for refusal in refusals():
        cause = explain_refusal(refusal.state, refusal.seat, refusal.answer, refusal.clauses)
        if cause is not None:
            named[cause[0].what] += 1
            false[cause[0].what] += not true_causes.TRUE[cause[0].what](refusal)
    assert +false == Counter()
    assert len(named) > 35


def test_the_check_covers_every_reason() -> None:
    assert set(true_causes.TRUE) == set(reasons.SENTENCES)


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
def test_the_cited_clauses_and_reasons_are_right_in_many_games(book: str) -> None:
    faults: Counter[str] = Counter()
    draw = random.Random(book)
    for n in range(40):
        for k, moment in enumerate(mixed_games.moments(mixed_games.record(book, n), 500)):
            before = moment.before
            after, _ = play(before, moment.seat, moment.answer)
            for event in moment.events:
                cited = Cited(event, before, after, moment.events, moment.answer)
                faults.update(misfits(before.rules, event.clauses))
                faults.update(cited_clauses.beside_the_point(cited))
            for seat, answer, clauses in wild_games.refused(before, draw) if k % 10 == 0 else ():
                cause = explain_refusal(before, seat, answer, clauses)
                refusal = Refusal(before, seat, answer, clauses, cause[0].facts if cause else {})
                faults.update(misfits(before.rules, clauses))
                faults.update(true_causes.beside_the_point(refusal))
                if cause is not None and not true_causes.TRUE[cause[0].what](refusal):
                    faults[f"{cause[0].what} is false"] += 1
    assert faults == Counter()


# ---------------------------------------------------------------- causes that hardly ever come up

RARE: dict[str, tuple[dict[str, Any], list[str], str]] = {
    "over": ({"players": "Ada Ben"}, ["Ben resign"], "Ada roll"),
    "to-oneself": ({}, [], "Ada offer Ada give 5 get nothing"),
    "deeds-not-owned": ({}, [], "Ada offer Ben give boardwalk get 5"),
    "not-held": ({}, [], "Ada offer Ben give card:chance get 5"),
    "which-card": (
        {"seats": {"Ada": {"jail": 0, "cards": ["chance", "community-chest"]}}},
        [],
        "Ada use-card",
    ),
    "can-pay-now": (
        {"seats": {"Ada": {"cash": 60, "at": "short-line"}, "Ben": {"cash": 900}}},
        ["Ada roll", "chance dice 1 2", "Ada offer Ben give nothing get 80", "Ben accept"],
        "Ada bankrupt",
    ),
    "bought-on-mortgage": (
        {"house": {"purchase.mortgage-same-move": "forbidden"}}
        | {"seats": {"Ada": {"deeds": "boardwalk"}}},
        ["Ada roll", "chance dice 1 2", "Ada mortgage boardwalk"],
        "Ada buy",
    ),
}


@pytest.mark.parametrize("cause", RARE)
def test_a_rare_reason_for_a_refusal_is_true(cause: str) -> None:
    setting, lines, barred = RARE[cause]
    t = table("modern", **setting).play(*lines)
    name, *words = barred.split()
    answer = t.game.notation.answer(words, t.game.state)
    _, clauses = reason(t, barred)
    seat = t.game.names.index(name)
    named = explain_refusal(t.game.state, seat, answer, clauses)
    assert named is not None
    assert named[0].what == cause
    assert true_causes.TRUE[cause](Refusal(t.game.state, seat, answer, clauses, named[0].facts))
    assert list(misfits(t.game.state.rules, clauses)) == []
