"""Rent: its amount, the moment when it is due, and the deadline for asking. Clauses: rent.*."""

from __future__ import annotations

from typing import Final

from ..answers import (
    DemandRent,
    Roll,
)
from ..asks import (
    AskDice,
    AskRentRoll,
)
from ..errors import (
    Cause,
)
from ..mutations import Mutator
from ..special_seats_and_ids import FREE, HOTEL_RENT, NOBODY, THIRD_YELLOW, Because
from ..state import (
    Claim,
    State,
)

_DUE: Final = ("rent.due", "setup.deed-data", "turn.space-decides")
_NONE: Final = ("rent.mortgaged-none", "mortgage.deed-face-down")


def fall_due(
    tx: Mutator,
    seat: int,
    space: int,
    owner: int,
    dice: int,
    by_card: bool,
    factor: int,
    times: int,
) -> None:
    """Charge the rent, or open a claim, after ``seat`` landed on ``owner``'s property. ``dice``: the
    throw that moved it. ``times``: a card's multiple for a utility, which takes a fresh throw.
    ``factor``: a card's multiple for a railroad."""
    state = tx.state
    rules = tx.rules
    if state.mortgaged[space]:
        tx.tell("no-rent", _NONE, seat=seat, space=space, owner=owner)
        return
    if not rules.rent_in_jail and state.jail[owner] != FREE:
        tx.tell("no-rent", ("house.rent-in-jail",), seat=seat, space=space, owner=owner)
        return
    amount = 0
    fresh = 0
    if rules.kind[space] == "utility":
        fresh = times or utility_times(state, space)
        # After a card, no throw has moved the token (rent.utility-dice).
        if not (rules.utility_fresh or by_card):
            amount, fresh = fresh * dice, 0
    else:
        amount = fixed_rent(state, space) * factor
    if not (fresh or state.rent_asked) and tx.forgets(seat, amount):
        tx.owe(seat, owner, amount, (), "rent", space)
        return
    clauses: Because = (*_DUE, "rent.by-card-move") if by_card else _DUE
    clauses += ("cards.obey",) if times else reasons(state, space)
    if factor > 1:
        clauses += ("cards.nearest-railroad",)
    if state.jail[owner] != FREE:
        clauses += ("jail.activities",)
    if state.rent_asked:
        claim = Claim(space, owner, seat, amount, fresh, 0, state.turns, clauses)
        tx.open_claim(claim, (*clauses, "rent.claim-deadline"))
    elif fresh:
        tx.push(AskRentRoll(seat, owner, space, fresh, clauses))
    else:
        tx.owe(seat, owner, amount, clauses, "rent", space)


def fixed_rent(state: State, space: int) -> int:
    """The present rent of a street or railroad."""
    rules = state.rules
    owner = state.owner[space]
    rents = rules.rents[space]
    owners = state.owner
    if rules.kind[space] == "railroad":
        count = 0
        for i in rules.members[space]:
            count += owners[i] == owner
        return rents[count - 1]
    level = state.level[space]
    if level:
        return rents[level] if level < rules.top else rents[HOTEL_RENT]
    for i in rules.members[space]:
        if owners[i] != owner:
            return rents[0]
    return 2 * rents[0]


def utility_times(state: State, space: int) -> int:
    """The multiple of the dice that is a utility's rent."""
    rules = state.rules
    rents = rules.rents[space]
    owner = state.owner[space]
    for i in rules.members[space]:
        other = state.owner[i]
        if other < 0 or (other != owner and not rules.utility_by_anyone):
            return rents[0]
    return rents[1]


def reasons(state: State, space: int) -> Because:
    """The clauses that determine the rent of a property, except those of a card."""
    rules = state.rules
    members = rules.members[space]
    others = [i for i in members if i != space]
    if rules.kind[space] == "utility":
        clauses: Because = ("rent.utility-multiplier", "rent.utility-dice")
        if any(state.mortgaged[i] for i in members):
            clauses += ("rent.holdings-count-mortgaged",)
        return clauses
    if rules.kind[space] == "railroad":
        counted = [i for i in others if state.owner[i] == state.owner[space]]
        if any(state.mortgaged[i] for i in counted):
            return (
                "rent.railroad-scale",
                "rent.holdings-count-mortgaged",
                "setup.transport-spaces",
            )
        return ("rent.railroad-scale", "setup.transport-spaces")
    clauses = ()
    mortgaged = any(state.mortgaged[i] for i in others)
    if mortgaged:
        clauses += ("rent.siblings-unmortgaged",)
    if state.level[space]:
        clauses += ("rent.buildings",)
        if state.level[space] == rules.top and rules.short:
            clauses += ("short-game.hotel-rent",)
        return clauses
    if all(state.owner[i] == state.owner[space] for i in members):
        clauses += ("rent.group-double",)
        if mortgaged:
            clauses += ("rent.group-double-mortgage",)
        if any(state.level[i] for i in others):
            clauses += ("rent.group-double-part-built",)
    if space == THIRD_YELLOW and rules.edition.source is None:
        clauses += ("rent.marvin-gardens",)
    return clauses


# ---------------------------------------------------------------- fresh throws


def roll(tx: Mutator, ask: AskRentRoll, seat: int, answer: Roll) -> None:
    tx.push(AskDice(seat, "rent"))


def thrown(tx: Mutator, a: int, b: int) -> None:
    """Apply a fresh throw. It sets the rent and moves nobody, even if it is doubles."""
    ask = tx.pop()
    assert isinstance(ask, AskRentRoll)
    tx.tell(
        "throw", ("rent.utility-dice",), seat=ask.seat, a=a, b=b, purpose="rent", space=ask.space
    )
    tx.owe(ask.seat, ask.owner, ask.times * (a + b), ask.clauses, "rent", ask.space)


# ---------------------------------------------------------------- rent that must be asked for


def find_claim(state: State, seat: int, answer: DemandRent) -> Claim | None:
    """The oldest open claim of ``seat`` that the answer names."""
    for claim in state.claims:
        if claim.by == seat and claim.space == answer.space and answer.of in (NOBODY, claim.of):
            return claim
    return None


def ask_violations(state: State, seat: int, answer: DemandRent) -> Because:
    if find_claim(state, seat, answer) is None:
        return ("rent.claim-deadline", "rent.due")
    return ()


def explain_ask(state: State, seat: int, answer: DemandRent, clause: str) -> Cause | None:
    return Cause("no-claim", {"space": answer.space})


def ask(tx: Mutator, seat: int, answer: DemandRent) -> None:
    claim = find_claim(tx.state, seat, answer)
    assert claim is not None
    clauses: Because = (*claim.clauses, "rent.claim-deadline")
    tx.close_claim(claim, clauses, lapsed=False)
    tx.tell("ask-rent", clauses, seat=seat, of=claim.of, space=claim.space)
    if claim.times:
        tx.push(AskRentRoll(claim.of, seat, claim.space, claim.times, clauses))
    else:
        tx.owe(claim.of, seat, claim.amount, clauses, "rent", claim.space)


def age_claims(tx: Mutator) -> None:
    """Age the open claims when a player other than the debtor makes the first throw of a turn. Drop
    those that lapse.

    Repeat throws after doubles do not count again, and throws in the lander's own turn never count
    (ruling: rent.claim-deadline).
    """
    state = tx.state
    limit = tx.rules.claim_limit
    for claim in list(state.claims):
        if claim.turn == state.turns:
            continue
        throws = claim.throws + 1
        if limit and throws >= limit:
            tx.close_claim(claim, ("rent.claim-deadline",), lapsed=True)
        else:
            tx.age_claim(
                claim,
                Claim(
                    claim.space,
                    claim.by,
                    claim.of,
                    claim.amount,
                    claim.times,
                    throws,
                    claim.turn,
                    claim.clauses,
                ),
            )


def lapses_by(state: State, claim: Claim) -> int:
    """The seat whose throw will end the time to ask for a rent; NOBODY if none will."""
    left = state.rules.claim_limit - claim.throws
    if not state.rules.claim_limit:
        return NOBODY
    seat = state.turn
    if claim.turn != state.turns and not state.thrown:
        left -= 1  # the mover has yet to make the first throw of this turn
    while left > 0:
        seat = (seat + state.rules.turn_step) % state.seats
        left -= state.playing[seat]
    return seat
