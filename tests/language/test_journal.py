"""No line of the journal is false: a checker that reads only the sentences finds no fault.

All 200 games per book: python -m pytest tests/language/test_journal.py --long
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import journal_checker
import mixed_games
from journal_alterations import altered
from journal_checker import Checker
from scene import BOOKS, record_of
from titledeed.engine import rng
from titledeed.engine.board_and_rules_types import Rules
from titledeed.engine.record import Game, read_record
from titledeed.engine.reducer import play
from titledeed.engine.special_seats_and_ids import CHANCE, NOBODY
from titledeed.language.catalogue import Catalogue
from titledeed.language.narrator_of_journal_and_refusals import Narrator
from titledeed.language.sentence_parts import plain_text
from wild_games import Moment

# The sentences about payments that occur alone only in the list of turning points.
ALONE = {
    "{seat} collect[s|] {amount} {salary}.",
    "{seat} pay[s|] the fine of {amount}.",
    "{seat} pay[s|] {amount} for {space}.",
    "{seat} sell[s|] buildings on {group} for {amount}.",
    "The {bank} gives {amount} for [{seat}’s|your] buildings on {space}.",
}


def teller(rules: Rules, you: int = NOBODY) -> Narrator:
    return Narrator(rules, mixed_games.NAMES, Catalogue("en", rules.edition.words), you=you)


def judged(moments: Iterator[Moment], you: int, seen: Counter[str]) -> list[str]:
    """Return the faults of the journal of these answers.

    ``you``: the seat that is called "you", or NOBODY. ``seen``: counts the forms of the sentences."""
    faults: list[str] = []
    checker: Checker | None = None
    for moment in moments:
        before = moment.before
        if checker is None:
            checker = Checker(before.rules, mixed_games.NAMES, you)
            tells = teller(before.rules, you)
        after, _ = play(before, moment.seat, moment.answer)
        told = [plain_text(line["text"]) for line in tells.events(moment.events, moment.answer)]
        for event in moment.events:
            if _is_told_alone(event.kind, event.facts):
                alone = plain_text(tells.event(event) or "")
                faults += checker.false_alone(before, moment.answer, after, told, alone)
        faults += checker.faults(before, moment.answer, after, told)
    if checker is not None:
        seen += checker.seen
    return faults


def _is_told_alone(kind: str, facts: Any) -> bool:
    return kind == "pay" and facts["what"] not in ("deal", "estate")


@cache
def of_games(book: str, count: int, most: int) -> tuple[list[str], Counter[str]]:
    """Return the faults of so many games of a book, and the forms that occurred.

    ``most``: the largest number of answers per game."""
    seen: Counter[str] = Counter()
    faults = []
    for n in range(count):
        table = mixed_games.record(book, n)
        you = n % 3 if n % 2 and n % 3 < len(table["seats"]) else NOBODY
        here = judged(mixed_games.moments(table, most), you, seen)
        faults += [f"{book} {n}: {fault}" for fault in here]
    return faults, seen


@pytest.mark.parametrize("book", BOOKS)
def test_no_journal_line_in_some_games_is_false(book: str) -> None:
    assert of_games(book, 5, 250)[0] == []


@pytest.mark.long
@pytest.mark.parametrize("book", BOOKS)
def test_no_journal_line_in_200_games_is_false(book: str) -> None:
    faults, seen = of_games(book, 200, 800)
    assert faults == []
    met = [form for form in journal_checker.forms() if form in seen]
    print(f"{book}: {seen.total()} sentences, {len(met)} forms of {len(journal_checker.forms())}")
    assert len(met) > 90


# ---------------------------------------------------------------- what is rare

FOUR = "park-place:4 boardwalk:4"
THREE_WANT = {
    "Ada": {"deeds": FOUR, "cash": 900},
    "Ben": {"deeds": "mediterranean-avenue:4 baltic-avenue:4", "cash": 900},
    "Cleo": {"deeds": "st-james-place:4 tennessee-avenue:4 new-york-avenue:4", "cash": 900},
}
HOTELS = {"house": {"stock": [60, 1]}, "seats": THREE_WANT}
HOUSES = {
    "house": {"stock": [2, 12]},
    "seats": {
        "Ada": {"deeds": "park-place boardwalk", "cash": 900},
        "Ben": {"deeds": "mediterranean-avenue baltic-avenue", "cash": 900},
        "Cleo": {"deeds": "st-james-place tennessee-avenue new-york-avenue", "cash": 900},
    },
}
UNEVEN = "st-james-place:3 tennessee-avenue new-york-avenue:2"

# Short games for rare cases. Each has a book, a setting of ``scene.record_of``, and lines. "…" means
# that chance answers by itself.
THREE = ("Ada", "Ben", "Cleo")
SCENES: dict[str, tuple[str, dict[str, Any], str]] = {
    "a second salary in one move that is not paid": (
        "australian",
        {
            "decks": "us-1936",
            "seats": {"Ada": {"at": "boardwalk"}},
            "deck": {"chance": ["advance-to-5"]},
        },
        "Ada roll/chance dice 3 5/chance card advance-to-5",
    ),
    "the last round is announced": (
        "modern",
        {"house": {"limit-rounds": 3}, "seats": {name: {"at": "jail"} for name in THREE}},
        "/".join(f"{who} roll/chance dice 4 6/{who} end" for who in THREE * 2),
    ),
    "hotels are auctioned": (
        "modern",
        HOTELS,
        (
            "Ada build boardwalk/Ben claim/Cleo claim/Ben bid 10/Cleo pass/Ada bid 11/Ben pass/Cleo pass"
            "/Ada place boardwalk"
        ),
    ),
    "nobody bids for a hotel": (
        "classic",
        HOTELS,
        "Ada build boardwalk/Ben claim/Cleo pass/Ben pass/Ada pass",
    ),
    "houses are auctioned": (
        "modern",
        HOUSES,
        (
            "Ada build boardwalk/Ben claim/Cleo claim/Ben bid 10/Cleo pass/Ada pass/Ben place baltic-avenue"
            "/Cleo pass/Ada pass"
        ),
    ),
    "houses run out": (
        "modern",
        HOUSES,
        (
            "Ada build boardwalk/Ben claim/Cleo claim/Ben bid 10/Cleo pass/Ada pass/Ben place baltic-avenue"
            "/Cleo bid 10/Ada pass/Cleo place st-james-place"
        ),
    ),
    "the debtor of the pot": (
        "classic",
        {"house": {"free-parking": "pot"}, "seats": {"Ada": {"cash": 20, "at": "short-line"}}},
        "Ada roll/chance dice 1 2/Ada bankrupt",
    ),
    "the pot fills and is taken": (
        "classic",
        {
            "house": {"free-parking": "pot"},
            "seats": {"Ada": {"at": "short-line"}, "Ben": {"at": "st-charles-place"}},
            "deck": {"chance": ["small-fine"]},
        },
        "Ada roll/chance dice 1 2/Ada end/Ben roll/chance dice 4 5",
    ),
    "a card is paid into the pot": (
        "classic",
        {"house": {"free-parking": "pot"}, "deck": {"chance": ["small-fine"]}},
        "Ada roll/chance dice 3 4/chance card small-fine",
    ),
    "parking pays": (
        "classic",
        {"house": {"free-parking": 500}, "seats": {"Ada": {"at": "st-charles-place"}}},
        "Ada roll/chance dice 4 5",
    ),
    "the time is up": ("modern", {"house": {"limit-minutes": 5}}, "chance time-up"),
    "equals share the win": (
        "modern",
        {"house": {"limit-rounds": 1}, "players": "Ada Ben"},
        "Ada roll/chance dice 4 6/Ada end/Ben roll/chance dice 4 6/Ben end",
    ),
    "the Short Game is dealt": (
        "parker1973",
        {"variant": "short", "turn": None, "seed": 3},
        "…/Ada roll/…/Ben roll/…/Cleo roll/…",
    ),
    "those who tie throw again": (
        "modern",
        {"turn": None},
        "…/Ada roll/chance dice 3 4/Ben roll/chance dice 5 2/Cleo roll/chance dice 1 1",
    ),
    "a card sends to the space that jails": (
        "modern",
        {"edition": mixed_games.own_town(), "deck": {"chance": ["to-class"]}},
        "Ada roll/chance dice 3 4/chance card to-class",
    ),
    "a card sends one space back": (
        "modern",
        {"edition": mixed_games.own_town(), "deck": {"chance": ["back-one"]}},
        "Ada roll/chance dice 3 4/chance card back-one",
    ),
    "a card sends back to the space that jails": (
        "modern",
        {
            "edition": "london",
            "deck": {"community-chest": ["fine-or-chance"], "chance": ["back-three"]},
            "seats": {"Ada": {"at": "@26"}},
        },
        "Ada roll/chance dice 3 4/chance card fine-or-chance/Ada take-chance/chance card back-three",
    ),
    "a card sends back to a tax": (
        "modern",
        {"edition": mixed_games.own_town(), "deck": {"chance": ["back-to-tax"]}},
        "Ada roll/chance dice 3 4/chance card back-to-tax",
    ),
    "a Chance card instead": (
        "classic",
        {
            "edition": "london",
            "deck": {"community-chest": ["fine-or-chance"], "chance": ["general-repairs"]},
        },
        (
            "Ada roll/chance dice 1 1/chance card fine-or-chance/Ada take-chance"
            "/chance card general-repairs"
        ),
    ),
    "no rent from jail": (
        "modern",
        {
            "house": {"rent-in-jail": False},
            "seats": {"Ben": {"deeds": "oriental-avenue", "jail": 0}},
        },
        "Ada roll/chance dice 2 4",
    ),
    "the first lap": ("modern", {"house": {"lap-first": True}}, "Ada roll/chance dice 2 4"),
    "nothing is auctioned": (
        "modern",
        {"house": {"auctions": False}},
        "Ada roll/chance dice 2 4/Ada decline",
    ),
    "nobody may bid": (
        "modern",
        {
            "house": {"lap-first": True, "auction.bidders": "all but decliner"},
            "seats": {"Ada": {"laps": 1}},
        },
        "Ada roll/chance dice 2 4/Ada decline",
    ),
    "rent is asked for": (
        "modern",
        {"rent": "asked", "seats": {"Ben": {"deeds": "oriental-avenue baltic-avenue"}}},
        "Ada roll/chance dice 2 4/Ben ask-rent oriental-avenue/Ada end/Ben roll/chance dice 4 6",
    ),
    "rent is not asked for": (
        "modern",
        {"rent": "asked", "seats": {"Ben": {"deeds": "oriental-avenue"}}},
        "Ada roll/chance dice 2 4/Ada end/Ben roll/chance dice 4 6",
    ),
    "rent of a throw is asked for": (
        "modern",
        {
            "rent": "asked",
            "seats": {"Ada": {"at": "reading-railroad"}, "Ben": {"deeds": "electric-company"}},
        },
        "Ada roll/chance dice 3 4/Ben ask-rent electric-company/Ada roll/chance dice 5 5",
    ),
    "a group is sold down": (
        "modern",
        {
            "house": {"build-evenly": False},
            "seats": {"Ada": {"deeds": UNEVEN}, "Ben": {"deeds": "park-place:3 boardwalk:3"}},
        },
        "Ada sell-down orange 2/Ada sell-down orange 1/Ben sell-down dark-blue 2",
    ),
    "an even group is sold down": (
        "modern",
        {"seats": {"Ben": {"deeds": "park-place:hotel boardwalk:hotel"}}},
        "Ben sell-down dark-blue 3/Ben sell-down dark-blue 1/Ben sell-down dark-blue 0",
    ),
    "a player leaves": (
        "modern",
        {"seats": {"Ada": {"deeds": "boardwalk:m park-place", "cards": ["chance"]}}},
        "Ada resign/Ben pass/Cleo pass/Ben bid 10/Cleo pass",
    ),
    "all is mortgaged for the creditor": (
        "modern",
        {
            "seats": {
                "Ada": {"cash": 20, "at": "pennsylvania-railroad", "cards": ["chance"]}
                | {"deeds": "short-line baltic-avenue:1 mediterranean-avenue:1"},
                "Ben": {"deeds": "kentucky-avenue:4 indiana-avenue:4 illinois-avenue:4"},
            },
        },
        "Ada roll/chance dice 4 2/Ada bankrupt",
    ),
    "gifts": (
        "modern",
        {"seats": {"Ada": {"deeds": "boardwalk"}, "Ben": {"cards": ["chance"]}}},
        (
            "Ada offer Ben give boardwalk get nothing/Ben accept"
            "/Ada offer Ben give nothing get 5 card:chance/Ben reject"
            "/Ada offer Ben give nothing get 5 card:chance/Ben accept"
        ),
    ),
    "a card of a moment and the third try": (
        "modern",
        {"seats": {"Ada": {"jail": 2, "cash": 20, "deeds": "boardwalk"}}},
        "Ada roll/chance dice 1 3/Ada mortgage boardwalk/Ada pay",
    ),
    "the card opens the jail": (
        "modern",
        {"seats": {"Ada": {"jail": 0, "cards": ["community-chest"]}}},
        "Ada use-card/Ada roll/chance dice 3 1",
    ),
    "the nearest railroad": (
        "modern",
        {
            "deck": {"chance": ["nearest-railroad"]},
            "seats": {"Ben": {"deeds": "pennsylvania-railroad short-line"}},
        },
        "Ada roll/chance dice 3 4/chance card nearest-railroad",
    ),
    "the richest wins": (
        "modern",
        {"house": {"limit-rounds": 1}, "players": "Ada Ben", "seats": {"Ada": {"cash": 900}}},
        "Ada roll/chance dice 4 6/Ada end/Ben roll/chance dice 4 6/Ben end",
    ),
    "three doubles": (
        "modern",
        {"doubles": 2, "seats": {"Ada": {"at": "short-line"}}},
        "Ada roll/chance dice 1 1",
    ),
    "to each": (
        "modern",
        {"deck": {"chance": ["chairman"]}, "seats": {"Ada": {"cash": 70, "deeds": "boardwalk"}}},
        "Ada roll/chance dice 3 4/chance card chairman/Ada mortgage boardwalk/Ada pay",
    ),
}


def moments_of(table: dict[str, Any], lines: str) -> Iterator[Moment]:
    """Yield the answers of a record with these lines."""
    game = Game(read_record(table))

    def by_chance() -> Iterator[Moment]:
        while game.state.ask.seat == CHANCE and not game.state.by_hand:
            yield given(CHANCE, rng.chance_answer(game.state, game.record.seed))

    def given(seat: int, answer: Any) -> Moment:
        before = game.state
        return Moment(before, seat, answer, list(game.give(seat, answer)))

    if "turn" in table["position"]:
        yield from by_chance()  # to shuffle the decks
    for line in lines.split("/"):
        if line == "…":
            yield from by_chance()
            continue
        who, *words = line.split()
        seat = CHANCE if who == "chance" else game.names.index(who)
        yield given(seat, game.notation.answer(words, game.state))


@cache
def of_scenes() -> tuple[list[str], Counter[str]]:
    seen: Counter[str] = Counter()
    faults: list[str] = []
    for name, (book, setting, lines) in SCENES.items():
        for you in (NOBODY, 0, 1):
            here = judged(moments_of(record_of(book, **setting), lines), you, seen)
            faults += [f"{name}: {fault}" for fault in here]
    return faults, seen


def test_no_journal_line_about_a_rare_event_is_false() -> None:
    assert of_scenes()[0] == []


def test_the_check_covers_every_form_of_a_sentence() -> None:
    met = set(of_scenes()[1])
    for book in BOOKS:
        met |= set(of_games(book, 5, 250)[1])
    assert set(journal_checker.forms()) - met == set()


# ---------------------------------------------------------------- the checker itself


@pytest.mark.parametrize("book", BOOKS)
def test_the_check_finds_an_altered_sentence(book: str) -> None:
    """Each alteration is false: another name, sum, space, number, throw or word.

    Sentences are also left out, repeated, or moved."""
    draw = random.Random(book)
    tried: Counter[str] = Counter()
    for n in range(3):
        checker: Checker | None = None
        earlier: list[str] = []
        for moment in mixed_games.moments(mixed_games.record(book, n), 200):
            before = moment.before
            if checker is None:
                checker = Checker(before.rules, mixed_games.NAMES)
                tells = teller(before.rules)
            after, _ = play(before, moment.seat, moment.answer)
            told = [plain_text(line["text"]) for line in tells.events(moment.events, moment.answer)]
            names = mixed_games.NAMES[: before.seats]
            change = None
            if told and earlier:
                change = altered(told, earlier, before.rules, names, draw)
            if change is not None:
                how, false = change
                tried[how] += 1
                assert checker.fork().faults(before, moment.answer, after, false), (
                    told,
                    false,
                )
            checker.faults(before, moment.answer, after, told)
            earlier += told
    assert tried.total() > 150
    assert len(tried) == 4


def test_the_check_finds_the_mistake_in_an_earlier_versions_journal() -> None:
    """It called a throw the third try in jail whenever a card went back before the move."""
    record = record_of("australian", deck={"community-chest": ["bank-error"]})
    lines = "Ada roll/chance dice 1 1/chance card bank-error/Ada roll/chance dice 1 3"
    *_, last = moments_of(record, lines)
    checker = Checker(last.before.rules, mixed_games.NAMES)
    after, _ = play(last.before, last.seat, last.answer)
    told = ["Ada throws 1 + 3: no doubles on the third try.", "Ada moves to Oriental Avenue."]
    assert checker.faults(last.before, last.answer, after, told) == [
        "“Ada throws 1 + 3: no doubles on the third try.”: it is not the third try"
    ]
