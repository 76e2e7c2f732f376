"""Rent: how much, when it is owed, and until when it may be asked for. Clauses: rent.*."""

from __future__ import annotations

from typing import Final

from ..table import Table
from ..words import (
    FREE,
    HOTEL_RENT,
    NOBODY,
    THIRD_YELLOW,
    AskDice,
    AskRentRoll,
    Because,
    Cause,
    Claim,
    DemandRent,
    Roll,
    State,
)

_DUE: Final = ("rent.due", "setup.deed-data", "turn.space-decides")
_NONE: Final = ("rent.mortgaged-none", "mortgage.deed-face-down")


def fall_due(
    t: Table, seat: int, space: int, owner: int, dice: int, by_card: bool, factor: int, times: int
) -> None:
    """Charge the rent, or open a claim, after ``seat`` landed on ``owner``'s property. ``dice``: the throw
    that moved it; ``times``: a card's multiple for a utility, which takes a fresh throw; ``factor``: a card's
    multiple for a railroad."""
    s = t.s
    rules = t.rules
    if s.mortgaged[space]:
        t.tell("no-rent", _NONE, seat=seat, space=space, owner=owner)
        return
    if not rules.rent_in_jail and s.jail[owner] != FREE:
        t.tell("no-rent", ("house.rent-in-jail",), seat=seat, space=space, owner=owner)
        return
    amount = 0
    fresh = 0
    if rules.kind[space] == "utility":
        fresh = times or utility_times(s, space)
        # After a card, no throw has moved the token (rent.utility-dice).
        if not (rules.utility_fresh or by_card):
            amount, fresh = fresh * dice, 0
    else:
        amount = fixed_rent(s, space) * factor
    if not (fresh or s.rent_asked) and t.forgets(seat, amount):
        t.owe(seat, owner, amount, (), "rent", space)
        return
    because: Because = (*_DUE, "rent.by-card-move") if by_card else _DUE
    because += ("cards.obey",) if times else reasons(s, space)
    if factor > 1:
        because += ("cards.nearest-railroad",)
    if s.jail[owner] != FREE:
        because += ("jail.activities",)
    if s.rent_asked:
        claim = Claim(space, owner, seat, amount, fresh, 0, s.turns, because)
        t.open_claim(claim, (*because, "rent.claim-deadline"))
    elif fresh:
        t.push(AskRentRoll(seat, owner, space, fresh, because))
    else:
        t.owe(seat, owner, amount, because, "rent", space)


def fixed_rent(s: State, space: int) -> int:
    """The present rent of a street or railroad."""
    rules = s.rules
    owner = s.owner[space]
    rents = rules.rents[space]
    owners = s.owner
    if rules.kind[space] == "railroad":
        count = 0
        for i in rules.members[space]:
            count += owners[i] == owner
        return rents[count - 1]
    level = s.level[space]
    if level:
        return rents[level] if level < rules.top else rents[HOTEL_RENT]
    for i in rules.members[space]:
        if owners[i] != owner:
            return rents[0]
    return 2 * rents[0]


def utility_times(s: State, space: int) -> int:
    """The multiple of the dice that is a utility's rent."""
    rules = s.rules
    rents = rules.rents[space]
    owner = s.owner[space]
    for i in rules.members[space]:
        other = s.owner[i]
        if other < 0 or (other != owner and not rules.utility_by_anyone):
            return rents[0]
    return rents[1]


def reasons(s: State, space: int) -> Because:
    """The clauses that determine the rent of a property, but for those of a card."""
    rules = s.rules
    members = rules.members[space]
    others = [i for i in members if i != space]
    if rules.kind[space] == "utility":
        because: Because = ("rent.utility-multiplier", "rent.utility-dice")
        if any(s.mortgaged[i] for i in members):
            because += ("rent.holdings-count-mortgaged",)
        return because
    if rules.kind[space] == "railroad":
        counted = [i for i in others if s.owner[i] == s.owner[space]]
        if any(s.mortgaged[i] for i in counted):
            return (
                "rent.railroad-scale",
                "rent.holdings-count-mortgaged",
                "setup.transport-spaces",
            )
        return ("rent.railroad-scale", "setup.transport-spaces")
    because = ()
    mortgaged = any(s.mortgaged[i] for i in others)
    if mortgaged:
        because += ("rent.siblings-unmortgaged",)
    if s.level[space]:
        because += ("rent.buildings",)
        if s.level[space] == rules.top and rules.short:
            because += ("short-game.hotel-rent",)
        return because
    if all(s.owner[i] == s.owner[space] for i in members):
        because += ("rent.group-double",)
        if mortgaged:
            because += ("rent.group-double-mortgage",)
        if any(s.level[i] for i in others):
            because += ("rent.group-double-part-built",)
    if space == THIRD_YELLOW and rules.edition.source is None:
        because += ("rent.marvin-gardens",)
    return because


# ---------------------------------------------------------------- fresh throws


def roll(t: Table, ask: AskRentRoll, seat: int, answer: Roll) -> None:
    t.push(AskDice(seat, "rent"))


def thrown(t: Table, a: int, b: int) -> None:
    """Apply a fresh throw, which sets the rent and moves nobody, doubles or not."""
    ask = t.pop()
    assert isinstance(ask, AskRentRoll)
    t.tell(
        "throw", ("rent.utility-dice",), seat=ask.seat, a=a, b=b, purpose="rent", space=ask.space
    )
    t.owe(ask.seat, ask.owner, ask.times * (a + b), ask.because, "rent", ask.space)


# ---------------------------------------------------------------- rent that must be asked for


def find_claim(s: State, seat: int, answer: DemandRent) -> Claim | None:
    """The oldest open claim of ``seat`` that the answer names."""
    for claim in s.claims:
        if claim.by == seat and claim.space == answer.space and answer.of in (NOBODY, claim.of):
            return claim
    return None


def bar_ask(s: State, seat: int, answer: DemandRent) -> Because:
    if find_claim(s, seat, answer) is None:
        return ("rent.claim-deadline", "rent.due")
    return ()


def why_ask(s: State, seat: int, answer: DemandRent, clause: str) -> Cause | None:
    return Cause("no-claim", {"space": answer.space})


def ask(t: Table, seat: int, answer: DemandRent) -> None:
    claim = find_claim(t.s, seat, answer)
    assert claim is not None
    because: Because = (*claim.because, "rent.claim-deadline")
    t.close_claim(claim, because, lapsed=False)
    t.tell("ask-rent", because, seat=seat, of=claim.of, space=claim.space)
    if claim.times:
        t.push(AskRentRoll(claim.of, seat, claim.space, claim.times, because))
    else:
        t.owe(claim.of, seat, claim.amount, because, "rent", claim.space)


def age_claims(t: Table) -> None:
    """Age the open claims when another player than the debtor makes the first throw of a turn, and drop those
    that lapse.

    Repeat throws after doubles count once, and throws in the lander's own turn never (ruling:
    rent.claim-deadline).
    """
    s = t.s
    limit = t.rules.claim_limit
    for claim in list(s.claims):
        if claim.turn == s.turns:
            continue
        throws = claim.throws + 1
        if limit and throws >= limit:
            t.close_claim(claim, ("rent.claim-deadline",), lapsed=True)
        else:
            t.age_claim(
                claim,
                Claim(
                    claim.space,
                    claim.by,
                    claim.of,
                    claim.amount,
                    claim.times,
                    throws,
                    claim.turn,
                    claim.because,
                ),
            )


def lapses_by(s: State, claim: Claim) -> int:
    """The seat whose throw will end the time to ask for a rent; NOBODY if none will."""
    left = s.rules.claim_limit - claim.throws
    if not s.rules.claim_limit:
        return NOBODY
    seat = s.turn
    if claim.turn != s.turns and not s.thrown:
        left -= 1  # the mover has yet to make the first throw of this turn
    while left > 0:
        seat = (seat + s.rules.turn_step) % s.seats
        left -= s.playing[seat]
    return seat
