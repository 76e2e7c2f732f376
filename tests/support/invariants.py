"""Checks what must be true of every state between two answers. All layers of tests call ``check``: scenes,
the Hypothesis machine, golden replays, bot games and browser games."""

from __future__ import annotations

import marshal
from collections.abc import Iterable
from operator import attrgetter
from typing import Final

from titledeed.engine.agenda_step_types import Settle, Wishes
from titledeed.engine.answers import (
    Answer,
    Mortgage,
    Roll,
)
from titledeed.engine.asks import (
    ASKS,
    QUIET,
    AskBid,
    AskDebt,
    AskEnd,
    AskOrder,
    AskRoll,
    AskTransfer,
    Over,
)
from titledeed.engine.generic_event import Event
from titledeed.engine.special_seats_and_ids import BANK, FREE, NOBODY, POT
from titledeed.engine.state import (
    State,
)

_RECORDS: Final = ("agenda", "claims")
_PLAIN: Final = attrgetter(*(name for name in State.__slots__ if name not in ("rules", *_RECORDS)))


def facts(state: State) -> tuple[bytes, str, str]:
    """Return the contents of a state except the rules, four times as fast as ``State.contents``.

    Version 2 of marshal tells 1 from True. It writes two references to one object like two equal
    objects."""
    return marshal.dumps(_PLAIN(state), 2), repr(state.agenda), repr(state.claims)


def check(state: State) -> None:
    """Check money, deeds, buildings, cards and the agenda. Raises AssertionError that names the fault."""
    rules = state.rules
    n = len(state.at)
    assert len(state.cash) == n + 2
    assert sum(state.cash) == 0, "money was made or lost"
    assert all(cash >= 0 for cash in state.cash[:n]), f"a seat is below zero: {state.cash}"
    assert state.cash[POT] >= 0
    assert state.cash[POT] == 0 or rules.pot, "money lies in the middle of the board"

    over = isinstance(state.agenda[-1], Over)
    spaces = zip(state.owner, state.level, state.mortgaged, rules.kind, strict=True)
    for i, (owner, level, mortgaged, kind) in enumerate(spaces):
        if owner == BANK:
            assert not mortgaged, f"the Bank holds a mortgage on its own deed {i}"
            assert not level, f"buildings stand on the Bank's {i}"
            continue
        assert 0 <= owner < n
        assert i in rules.ownable, f"space {i} has no deed"
        assert state.playing[owner] or over, "a retired seat owns a deed"
        assert 0 <= level <= (rules.top if kind == "street" else 0)
        assert not (mortgaged and level), f"{i} is mortgaged and built on"
    assert i == 39
    hotels = state.level.count(rules.top)
    houses = sum(state.level) - hotels * rules.top
    assert state.stock == [rules.stock[0] - houses, rules.stock[1] - hotels], "a building was lost"
    assert min(state.stock) >= 0
    for group in rules.edition.groups if houses or hotels else ():
        levels = [state.level[i] for i in group.members]
        if any(levels):
            assert len({state.owner[i] for i in group.members}) == 1, (
                f"{group.id} is built but divided"
            )
            if rules.even:
                assert max(levels) - min(levels) <= 1, f"{group.id} is uneven: {levels}"
            if rules.bare_group:
                assert not any(state.mortgaged[i] for i in group.members)

    for deck, cards in enumerate(rules.decks):
        own = list(state.decks[deck]) + [card for d, card in state.drawn if d == deck]
        if state.held[deck] != NOBODY:
            assert 0 <= state.held[deck] < n
            assert state.playing[state.held[deck]]
            own.append(next(i for i, card in enumerate(cards) if card.do == "jail-free"))
        assert sorted(own) == list(range(len(cards))), f"deck {deck} lost or doubled a card"

    for seat in range(n):
        assert 0 <= state.at[seat] < 40
        assert state.jail[seat] in (FREE, 0, 1, 2)
        assert state.jail[seat] == FREE or state.at[seat] == rules.jail_at
        assert rules.kind[state.at[seat]] != "go-to-jail", "a token rests on Go To Jail"
        if not state.playing[seat] and not over:
            assert state.cash[seat] == 0, "a retired seat has money"
    check_claims(state)
    check_agenda(state)
    check_time(state)


def check_claims(state: State) -> None:
    """Check the rents that may still be asked for."""
    limit = state.rules.claim_limit
    assert state.rent_asked or not state.claims, "a claim is open where rent is paid at once"
    for claim in state.claims:
        assert state.playing[claim.by]
        assert state.playing[claim.of]
        assert claim.by != claim.of
        assert (claim.amount > 0) != (claim.times > 0), "a claim is to nothing, or to two things"
        assert not limit or claim.throws < limit, "a claim has lapsed"
        assert not state.thrown or claim.throws or claim.of == state.turn, (
            "a throw did not age a claim"
        )
    ages = [claim.throws for claim in state.claims]
    assert ages == sorted(ages, reverse=True), "an older claim stands behind a younger one"


def check_time(state: State) -> None:
    """Check that the state before the first turn is fresh, and that the game is within its limit."""
    rules = state.rules
    if isinstance(state.agenda[0], AskOrder):
        assert (state.round, state.turns, state.doubles) == (1, 1, 0)
        assert not state.claims
        assert not state.cash[POT]
        assert not any(state.at)
        assert not any(state.laps)
        assert set(state.jail) == {FREE}
    assert not rules.limit_rounds or state.round <= rules.limit_rounds, (
        "the game has gone on for too long"
    )
    assert not state.doubles or state.thrown
    if isinstance(state.agenda[-1], AskRoll):
        assert state.doubles < 3
        assert state.jail[state.turn] == FREE or not state.doubles, (
            "a seat goes on after it was jailed"
        )


def check_agenda(state: State) -> None:
    """Check that an ask of a playing seat is on top of the agenda, above the move that it belongs to."""
    top = state.agenda[-1]
    assert isinstance(top, ASKS), f"the game stands at a step: {top}"
    if isinstance(top, Over):
        assert state.agenda == [top]
        assert top.winners
        assert not state.drawn, "the game is over, and a used card is not back"
        assert all(state.playing[w] for w in top.winners)
        return
    assert sum(state.playing) >= 2
    if top.seat >= 0:
        assert state.playing[top.seat], "a retired seat is asked"
    bottom = state.agenda[0]
    if isinstance(bottom, (AskRoll, AskEnd, Settle)):
        assert bottom.seat == state.turn
        assert state.playing[state.turn]
    if isinstance(top, (AskRoll, AskEnd)):
        assert len(state.agenda) == 1, f"quiet, but something is left to do: {state.agenda}"
        if not state.rules.card_returns_late:
            assert not state.drawn, "a used card is not back"
    if isinstance(top, AskDebt):
        assert top.amount > 0
    for item in state.agenda:
        assert not isinstance(item, Wishes) or item.seats, "nobody wishes for a building any more"
        if isinstance(item, AskTransfer):
            assert state.owner[item.space] == item.seat, "a deed of somebody else is transferred"
            assert state.mortgaged[item.space], "nothing is to be decided about this deed"
    if isinstance(top, AskBid):
        assert top.seat in top.bidders
        assert top.seat != top.leader
        if top.leader != NOBODY:
            assert state.cash[top.leader] >= top.bid, "the standing bid is not covered"


def mortgage_money(before: State, seat: int, answer: Answer, after: State) -> None:
    """Check the flag that the mover took a mortgage while a move was under way.

    The flag lasts until the next throw or turn (purchase.mortgage-same-move)."""
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
        assert event.clauses, f"{event.kind} happened for no reason"
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
