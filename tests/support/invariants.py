"""Checks what must be true of every state between two answers. All layers of tests call ``check``: scenes,
the Hypothesis machine, golden replays, bot games and browser games."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from titledeed.engine.words import (
    ASKS,
    BANK,
    FREE,
    NOBODY,
    POT,
    QUIET,
    Answer,
    AskBid,
    AskDebt,
    AskEnd,
    AskOrder,
    AskRoll,
    AskTransfer,
    Event,
    Mortgage,
    Over,
    Roll,
    Settle,
    State,
    Wishes,
)

_RECORDS: Final = ("agenda", "claims")
_PLAIN: Final = attrgetter(*(name for name in State.__slots__ if name not in ("rules", *_RECORDS)))


def facts(s: State) -> tuple[bytes, str, str]:
    """The contents of a state but for the rules, in a quarter of the time of ``State.contents``. Version 2 of
    marshal tells 1 from True, and writes an object that stands twice like two equal ones."""
    return marshal.dumps(_PLAIN(s), 2), repr(s.agenda), repr(s.claims)


def check(s: State) -> None:
    """Check money, deeds, buildings, cards and the agenda. Raises AssertionError that names the fault."""
    rules = s.rules
    n = len(s.at)
    assert len(s.cash) == n + 2
    assert sum(s.cash) == 0, "money was made or lost"
    assert all(cash >= 0 for cash in s.cash[:n]), f"a seat is below zero: {s.cash}"
    assert s.cash[POT] >= 0
    assert s.cash[POT] == 0 or rules.pot, "money lies in the middle of the board"

    over = isinstance(s.agenda[-1], Over)
    spaces = zip(s.owner, s.level, s.mortgaged, rules.kind, strict=True)
    for i, (owner, level, mortgaged, kind) in enumerate(spaces):
        if owner == BANK:
            assert not mortgaged, f"the Bank holds a mortgage on its own deed {i}"
            assert not level, f"buildings stand on the Bank's {i}"
            continue
        assert 0 <= owner < n
        assert i in rules.ownable, f"space {i} has no deed"
        assert s.playing[owner] or over, "a retired seat owns a deed"
        assert 0 <= level <= (rules.top if kind == "street" else 0)
        assert not (mortgaged and level), f"{i} is mortgaged and built on"
    assert i == 39
    hotels = s.level.count(rules.top)
    houses = sum(s.level) - hotels * rules.top
    assert s.stock == [rules.stock[0] - houses, rules.stock[1] - hotels], "a building was lost"
    assert min(s.stock) >= 0
    for group in rules.edition.groups if houses or hotels else ():
        levels = [s.level[i] for i in group.members]
        if any(levels):
            assert len({s.owner[i] for i in group.members}) == 1, f"{group.id} is built but divided"
            if rules.even:
                assert max(levels) - min(levels) <= 1, f"{group.id} is uneven: {levels}"
            if rules.bare_group:
                assert not any(s.mortgaged[i] for i in group.members)

    for deck, cards in enumerate(rules.decks):
        own = list(s.decks[deck]) + [card for d, card in s.drawn if d == deck]
        if s.held[deck] != NOBODY:
            assert 0 <= s.held[deck] < n
            assert s.playing[s.held[deck]]
            own.append(next(i for i, card in enumerate(cards) if card.do == "jail-free"))
        assert sorted(own) == list(range(len(cards))), f"deck {deck} lost or doubled a card"

    for seat in range(n):
        assert 0 <= s.at[seat] < 40
        assert s.jail[seat] in (FREE, 0, 1, 2)
        assert s.jail[seat] == FREE or s.at[seat] == rules.jail_at
        assert rules.kind[s.at[seat]] != "go-to-jail", "a token rests on Go To Jail"
        if not s.playing[seat] and not over:
            assert s.cash[seat] == 0, "a retired seat has money"
    check_claims(s)
    check_agenda(s)
    check_time(s)


def check_claims(s: State) -> None:
    """Check the rents that may still be asked for."""
    limit = s.rules.claim_limit
    assert s.rent_asked or not s.claims, "a claim is open where rent is paid at once"
    for claim in s.claims:
        assert s.playing[claim.by]
        assert s.playing[claim.of]
        assert claim.by != claim.of
        assert (claim.amount > 0) != (claim.times > 0), "a claim is to nothing, or to two things"
        assert not limit or claim.throws < limit, "a claim has lapsed"
        assert not s.thrown or claim.throws or claim.of == s.turn, "a throw did not age a claim"
    ages = [claim.throws for claim in s.claims]
    assert ages == sorted(ages, reverse=True), "an older claim stands behind a younger one"


def check_time(s: State) -> None:
    """Check that nothing has happened before the first turn that needs a turn, and that the game has not
    outlasted its limit."""
    rules = s.rules
    if isinstance(s.agenda[0], AskOrder):
        assert (s.round, s.turns, s.doubles) == (1, 1, 0)
        assert not s.claims
        assert not s.cash[POT]
        assert not any(s.at)
        assert not any(s.laps)
        assert set(s.jail) == {FREE}
    assert not rules.limit_rounds or s.round <= rules.limit_rounds, (
        "the game has gone on for too long"
    )
    assert not s.doubles or s.thrown
    if isinstance(s.agenda[-1], AskRoll):
        assert s.doubles < 3
        assert s.jail[s.turn] == FREE or not s.doubles, "a seat goes on after it was jailed"


def check_agenda(s: State) -> None:
    """Check that the top of the agenda is an ask of a playing seat, above the move that it belongs to."""
    top = s.agenda[-1]
    assert isinstance(top, ASKS), f"the game stands at a step: {top}"
    if isinstance(top, Over):
        assert s.agenda == [top]
        assert top.winners
        assert not s.drawn, "the game is over, and a used card is not back"
        assert all(s.playing[w] for w in top.winners)
        return
    assert sum(s.playing) >= 2
    if top.seat >= 0:
        assert s.playing[top.seat], "a retired seat is asked"
    bottom = s.agenda[0]
    if isinstance(bottom, (AskRoll, AskEnd, Settle)):
        assert bottom.seat == s.turn
        assert s.playing[s.turn]
    if isinstance(top, (AskRoll, AskEnd)):
        assert len(s.agenda) == 1, f"quiet, but something is left to do: {s.agenda}"
        if not s.rules.card_returns_late:
            assert not s.drawn, "a used card is not back"
    if isinstance(top, AskDebt):
        assert top.amount > 0
    for item in s.agenda:
        assert not isinstance(item, Wishes) or item.seats, "nobody wishes for a building any more"
        if isinstance(item, AskTransfer):
            assert s.owner[item.space] == item.seat, "a deed of somebody else is transferred"
            assert s.mortgaged[item.space], "nothing is to be decided about this deed"
    if isinstance(top, AskBid):
        assert top.seat in top.bidders
        assert top.seat != top.leader
        if top.leader != NOBODY:
            assert s.cash[top.leader] >= top.bid, "the standing bid is not covered"


def mortgage_money(before: State, seat: int, answer: Answer, after: State) -> None:
    """Check the note that the mover took a mortgage while a move was under way. It holds until the next throw
    or turn (purchase.mortgage-same-move)."""
    taken = isinstance(answer, Mortgage) and seat == before.turn
    if isinstance(before.ask, QUIET):
        taken = False
    thrown = isinstance(before.ask, AskRoll) and isinstance(answer, Roll)
    ended = thrown or after.turns != before.turns
    assert after.mortgage_money == (not ended and (before.mortgage_money or taken)), answer


def explained(before: State, after: State, events: Iterable[Event]) -> None:
    """Check that events explain every change of money, deeds, buildings, tokens and jail cards. Raises
    AssertionError for a change without an event."""
    cash = before.cash[:]
    owner, level, mortgaged = before.owner[:], before.level[:], before.mortgaged[:]
    at, jail, held, playing = before.at[:], before.jail[:], before.held[:], before.playing[:]
    for event in events:
        assert event.because, f"{event.kind} happened for no reason"
        facts = event.facts
        match event.kind:
            case "pay":
                cash[facts["payer"]] -= facts["amount"]
                cash[facts["payee"]] += facts["amount"]
            case "deed":
                assert owner[facts["space"]] == facts["giver"]
                owner[facts["space"]] = facts["to"]
            case "mortgage" | "redeem":
                mortgaged[facts["space"]] = event.kind == "mortgage"
            case "build" | "unbuild":
                assert level[facts["space"]] == facts["before"]
                level[facts["space"]] = facts["after"]
            case "move":
                assert at[facts["seat"]] == facts["before"]
                at[facts["seat"]] = facts["to"]
                if facts["how"] == "jail":
                    jail[facts["seat"]] = 0
            case "stay":
                jail[facts["seat"]] = facts["turns"]
            case "free":
                jail[facts["seat"]] = FREE
            case "hold":
                held[facts["deck"]] = facts["seat"]
            case "hand-card":
                assert held[facts["deck"]] == facts["giver"]
                held[facts["deck"]] = facts["to"]
            case "bankrupt":
                playing[facts["seat"]] = False
                jail[facts["seat"]] = FREE
    assert cash == after.cash, "money moved untold"
    assert owner == after.owner, "a deed changed hands untold"
    assert level == after.level, "a building came or went untold"
    assert mortgaged == after.mortgaged, "a mortgage came or went untold"
    assert (at, jail) == (after.at, after.jail), "a token moved untold"
    assert held == after.held, "a jail card changed hands untold"
    assert playing == after.playing, "somebody left untold"
