"""The program withholds a bot's sentence that reveals its hand until the lot or the offer is closed."""

from __future__ import annotations

import json

import pytest

from titledeed.bots.protocol import COUNTER, Choice
from titledeed.engine.answers import (
    Bundle,
    Offer,
)
from titledeed.engine.asks import (
    AskAnswer,
    AskBid,
)
from titledeed.engine.record import Game, Record, Seat
from titledeed.game.bot_offer_inbox import PendingOffer
from titledeed.game.session import Session


def played(bots: str, people: int = 0) -> Session:
    seats = [Seat(f"P{n}", "" if n < people else bots) for n in range(3)]
    return Session(Game(Record(rulebook="modern", edition="atlantic-city", seed=3, seats=seats)))


def test_bid_limits_enter_the_record_only_after_the_auction_closes() -> None:
    session = played("steady-1")
    open_lots = closed = 0
    started = -1
    while closed < 3:
        assert session.step() is not None
        lot_open = isinstance(session.ask, (AskBid, AskAnswer))
        if lot_open and started < 0:
            started = len(session.entries) - 1
        if lot_open:
            open_lots += 1
            assert all(not entry.reason and not entry.facts for entry in session.entries[started:])
            saved = json.dumps(session.save("2026-11-22T00:00:00Z"))
            assert saved.count('"limit": ') == sum(
                "limit" in entry.facts for entry in session.entries[:started]
            )
        elif started >= 0:
            closed += 1
            assert all(entry.reason for entry in session.entries[started:] if entry.by == "bot")
            started = -1
    assert open_lots > 3


def test_an_offer_held_for_a_person_is_saved_without_its_sentence() -> None:
    session = played("steady", people=1)
    offer = Offer(0, Bundle((), 10), Bundle((), 0, ()))
    for reason, stored in (("This trade completes {group} for me.", ""), (COUNTER, COUNTER)):
        session.offers.waiting = [PendingOffer(1, 1, 0, offer, reason, {"group": 1}, 0)]
        assert session.aside()["held"][0][1] == stored


def test_a_sentence_shown_at_once_is_the_sentence_that_bots_say() -> None:
    assert Choice(None, COUNTER).why == "That’s not enough[, {seat}|]. For {more} more, I’d agree."  # type: ignore[arg-type]


def test_going_back_to_an_open_auction_shows_no_bid_limit_in_the_record() -> None:
    session = played("steady-1")
    into = 0  # answers until the middle of the first auction
    while not into or session._secret:
        assert session.step() is not None
        if session._secret and session.entries[-1].answer.kind == "bid":
            into = len(session.entries)
    first = next(n for n, entry in enumerate(session.entries) if entry.secret)
    told = [(entry.reason, entry.facts) for entry in session.entries]
    assert any("limit" in entry.facts for entry in session.entries[first:into])
    branch = session.branch(into)
    assert [(entry.reason, entry.facts) for entry in session.entries] == told
    session.go_back_to(into)
    for back in (session, branch):
        assert all(not entry.reason for entry in back.entries[first:into] if entry.by == "bot")
        assert '"limit"' not in json.dumps(back.save("2026-11-23T00:00:00Z")["x-by"])
        while back._secret:
            back.step()
        assert [(entry.reason, entry.facts) for entry in back.entries[:into]] == told[:into]


@pytest.mark.parametrize("lot_open", [False, True])
def test_reasons_return_on_redo_after_several_undos_into_an_auction(lot_open: bool) -> None:
    session = played("steady-1")
    into: list[int] = []  # answers up to bids of the first auction
    while len(into) < 3 or (session._secret and not lot_open):
        assert session.step() is not None
        if session._secret and session.entries[-1].answer.kind == "bid":
            into.append(len(session.entries))
    first = next(n for n, entry in enumerate(session.entries) if entry.secret)
    lines = [entry.line for entry in session.entries]
    for count in (into[1], into[0], first - 1):
        session.go_back_to(count)
        assert not any(entry.reason for entry in session.entries[first:])
    while session.can_redo():
        session.redo()
        if session._secret:
            assert not any(entry.reason or entry.facts for entry in session.entries[first:])
            assert '"limit"' not in json.dumps(session.save("2026-11-23T00:00:00Z")["x-by"])
    assert [entry.line for entry in session.entries] == lines
    while session._secret:
        session.step()
    assert all(entry.reason for entry in session.entries if entry.by == "bot")
