"""The characters' expressions and occasions follow from what everybody at the table has seen."""

from __future__ import annotations

from typing import Any

import pytest

from playing import game
from tellers import teller
from titledeed.engine.record import Record, Seat
from titledeed.engine.special_seats_and_ids import CHANCE
from titledeed.game.character_reactions import OCCASIONS, CharacterReactions, Occasion
from titledeed.game.replay import Replay
from titledeed.game.session import Session
from titledeed.language.character_lines import character_line, character_lines

RED = ["kentucky-avenue", "indiana-avenue"]


def at_table(play: str = "", **seats: Any) -> Session:
    bots = {"Ben": "builder", "Cleo": "dealer"}
    return Session.load(game("Ada", "Ben", "Cleo", bots=bots, at_table=seats, play=play))


def played(session: Session, *lines: str) -> list[str]:
    """Play these lines, each given by its seat; return the expressions after them."""
    for line in lines:
        name, _, text = line.partition(" ")
        seat = CHANCE if name == "chance" else ["Ada", "Ben", "Cleo"].index(name)
        by = "hand" if seat == CHANCE else "bot" if session.controls[seat] else "person"
        session.give(seat, session.game.notation.answer(text.split(), session.state), by)
    return CharacterReactions().expressions(session)


def spoken(session: Session) -> list[Occasion]:
    reactions = CharacterReactions()
    found = [reactions.reaction(session, n).occasion for n in range(len(session.entries))]
    return [occasion for occasion in found if occasion is not None]


def by_hand(**seats: Any) -> Session:
    bots = {"Ben": "builder", "Cleo": "dealer"}
    record = game("Ada", "Ben", "Cleo", bots=bots, at_table=seats, turn="Ben", chance="by-hand")
    return Session.load(record)


def test_all_are_at_ease_at_first() -> None:
    assert CharacterReactions().expressions(at_table()) == ["", "", ""]


def test_a_purchase_pleases_and_a_complete_group_triumphs() -> None:
    session = by_hand(Ben={"deeds": RED, "at": "@12"})
    assert played(session, "Ben roll", "chance dice 3 4", "Ben buy") == ["", "pleased", ""]
    session = by_hand(Ben={"deeds": RED, "at": "@12"})
    assert played(session, "Ben roll", "chance dice 6 6", "Ben buy") == ["", "triumphant", ""]
    assert [(o.seat, o.kind) for o in spoken(session)] == [(1, "hello"), (1, "group")]
    assert spoken(session)[1].space == 24


def test_a_rent_above_a_third_of_the_cash_worries_and_pleases_its_owner() -> None:
    seats = {"Ben": {"at": "@12", "cash": 900}, "Cleo": {"deeds": [f"{r}:2" for r in RED]}}
    seats["Cleo"]["deeds"].append("illinois-avenue:3")
    session = by_hand(**seats)
    assert played(session, "Ben roll", "chance dice 6 6") == ["", "worried", "pleased"]
    assert [(o.seat, o.kind, o.amount) for o in spoken(session)] == [(1, "pays", 750)]


def test_a_small_rent_worries_nobody() -> None:
    session = by_hand(Ben={"at": "@12"}, Cleo={"deeds": ["illinois-avenue"]})
    assert played(session, "Ben roll", "chance dice 6 6") == ["", "", "pleased"]
    assert [o.kind for o in spoken(session)] == ["hello"]


def test_a_debtor_is_worried_until_the_debt_is_paid_or_nothing_is_left() -> None:
    seats = {"Ben": {"at": "@12", "cash": 90}, "Cleo": {"deeds": [f"{r}:3" for r in RED]}}
    seats["Cleo"]["deeds"].append("illinois-avenue:3")
    session = by_hand(**seats)
    assert played(session, "Ben roll", "chance dice 6 6")[1] == "worried"
    assert played(session, "Ben bankrupt")[1] == "out"
    assert spoken(session)[-1].kind == "out"


def test_an_expression_lasts_to_the_end_of_the_next_turn() -> None:
    session = by_hand(Ben={"at": "@12"})
    played(session, "Ben roll", "chance dice 5 4", "Ben buy", "Ben end")
    assert CharacterReactions().expressions(session)[1] == "pleased"
    played(session, "Cleo roll", "chance dice 4 6", "Cleo end")
    assert CharacterReactions().expressions(session)[1] == ""


def test_a_refused_offer_and_the_counter_offer_to_it_name_the_difference() -> None:
    session = by_hand(
        Ada={"deeds": ["boardwalk"]}, Ben={"deeds": ["park-place"]}, Cleo={"deeds": ["@5"]}
    )
    played(
        session,
        *("Ben offer Cleo give park-place 100 get reading-railroad", "Cleo reject"),
        "Cleo offer Ben give reading-railroad get park-place 160",
    )
    last = spoken(session)[-1]
    assert (last.seat, last.kind, last.amount) == (2, "counters", 60)
    # Another deed makes it a proposal of its own.
    session.undo()
    session = by_hand(Ben={"deeds": ["park-place", "@3"]}, Cleo={"deeds": ["@5"]})
    played(
        session,
        *("Ben offer Cleo give park-place 100 get reading-railroad", "Cleo reject"),
        "Cleo offer Ben give reading-railroad get park-place baltic-avenue",
    )
    assert spoken(session)[-1].kind == "proposes"


def test_people_say_nothing() -> None:
    session = at_table()
    for _ in range(300):
        if session.waiting().who == "person":
            seat = session.waiting().seat
            choice = session.players.plain(session.state, seat)
            session.give(seat, choice.answer)
        elif session.step() is None:
            break
    assert {occasion.seat for occasion in spoken(session)} == {1, 2}


def of_bots(names: tuple[str, ...], seed: int, count: int = 2000) -> Session:
    seats = [Seat(f"Player {n}", bot) for n, bot in enumerate(names)]
    session = Session.start(Record("modern", seats, seed=seed))
    while len(session.entries) < count and session.step() is not None:
        pass
    return session


QUICK = ("builder", "hermit", "novice", "simple")


@pytest.fixture(scope="module")
def finished() -> Session:
    return of_bots(QUICK, 3, 700)


def test_a_replay_and_a_reload_show_the_same(finished: Session) -> None:
    whole = spoken(finished)
    assert len(whole) > 30
    again = Session.load(finished.save("2026-01-01T00:00:00"))
    assert spoken(again) == whole
    replay, reactions = Replay(finished), CharacterReactions()
    for stop in (replay.last, 5, replay.last // 2, 40, replay.last):
        replay.go(stop)
        fresh = CharacterReactions()
        assert reactions.expressions(replay) == fresh.expressions(replay)
        assert [reactions.reaction(replay, n) for n in range(replay.count)] == [
            fresh.reaction(replay, n) for n in range(replay.count)
        ]


def test_an_undo_is_followed() -> None:
    session = of_bots(QUICK, 4, 200)
    reactions = CharacterReactions()
    reactions.expressions(session)
    session.go_back_to(100)
    while len(session.entries) < 150:
        session.step()
    assert [reactions.reaction(session, n).occasion for n in range(150)] == [
        CharacterReactions().reaction(session, n).occasion for n in range(150)
    ]


def test_nothing_hidden_is_shown(finished: Session) -> None:
    """Other decks, another seed and other reasons behind the same answers change nothing."""
    table = finished.save("2026-01-01T00:00:00")
    for entry in finished.entries[:400]:
        entry.reason, entry.facts = "I gain about {gain}.", {"gain": 1}
    hidden = CharacterReactions()
    shown = [hidden.reaction(finished, n) for n in range(400)]
    again = Session.load(table)
    state = again.at(0)
    for deck in state.decks:
        deck.reverse()
    again.game.record.seed += 1
    fresh = CharacterReactions()
    assert [fresh.reaction(again, n) for n in range(400)] == shown


def test_the_occasions_count_up(finished: Session) -> None:
    counts: dict[tuple[str, str], int] = {}
    for occasion in spoken(finished):
        key = finished.controls[occasion.seat], occasion.kind
        assert occasion.kind in OCCASIONS
        assert occasion.nth == counts.get(key, 0)
        counts[key] = occasion.nth + 1
    assert finished.waiting().who != "over" or spoken(finished)[-1].kind == "wins"


def test_a_character_in_several_seats_never_says_the_same_twice_in_succession() -> None:
    """Three greet with two lines; the third has that of the first."""
    session = of_bots(("novice", "novice", "novice"), 3, 250)
    names = teller(session.state, "en").parts
    last: dict[str, str] = {}
    greetings = []
    for occasion in spoken(session):
        line = character_line(
            names,
            "novice",
            occasion.kind,
            occasion.nth,
            amount=occasion.amount,
            space=occasion.space,
        )
        assert line, occasion
        assert line != last.get(occasion.kind), line
        last[occasion.kind] = line
        if occasion.kind == "hello":
            greetings.append(line)
    assert len(greetings) == 3
    assert len(set(greetings)) == 2


TABLES = (
    ("dealer", "builder", "hoarder", "hermit"),
    ("steady", "novice", "simple", "dealer"),
    ("novice", "novice"),
    ("hermit", "novice", "simple", "novice"),
    ("hoarder", "novice", "simple", "novice"),
    ("shark", "builder", "hoarder", "novice"),
)


def test_every_line_is_said_in_games_of_the_real_characters() -> None:
    """All occasions for which a character has lines come, and no others."""
    lines = character_lines()
    wanted = {(bot, occasion) for bot, occasions in lines.items() for occasion in occasions}
    reached: set[tuple[str, str]] = set()
    for seed in range(1, 25):
        for table in TABLES:
            if reached != wanted:
                session = of_bots(table, seed)
                reached |= {(session.controls[o.seat], o.kind) for o in spoken(session)}
    assert reached == wanted
