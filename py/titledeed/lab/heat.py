"""Where tokens land, for a picture: exact shares and throws as jobs, and what groups earn by them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from ..engine import chance
from ..engine.rules import rent
from ..engine.table import Position, SeatAt, lay_out
from ..engine.words import Rules
from ..slices import at_once
from .intervals import Interval, of_mean
from .landings import Walk, rules_for
from .markov import PLACES, CardChoice, Chain, JailPolicy

THROWS: Final = 20_000  # of one job
BATCHES: Final = 20  # of a job: their spread says how far chance alone goes
MEAN_THROW: Final = 7


class Where(TypedDict):
    """Which chain: the rulebook, the board, its decks, what is done in jail and with the card that offers a
    Chance in place of a fine."""

    book: str
    edition: str
    decks: str
    jail: JailPolicy
    choice: CardChoice


class Throws(Where):
    """Throw ``THROWS`` times: the walk ``n`` of a seed."""

    seed: int
    n: int


def _rules(job: Where) -> Rules:
    return rules_for(job["book"], job["edition"], job["decks"] or None)


def exact(job: Where) -> list[float]:
    """The exact shares, jail last."""
    return Chain(_rules(job), job["jail"], job["choice"]).shares()


def seen(job: Throws) -> list[list[int]]:
    """How often the token stood where, by batches."""
    return at_once(seen_in_slices(job))


def seen_in_slices(job: Throws) -> Generator[None, None, list[list[int]]]:
    """As :func:`seen`, with pauses."""
    seed = chance.number(job["seed"], job["n"]) >> 1
    walk = Walk(_rules(job), seed, job["jail"], job["choice"])
    batches = []
    for _ in range(BATCHES):
        stood = [0] * PLACES
        for _part in range(10):
            for place, count in enumerate(walk.throws(THROWS // BATCHES // 10)):
                stood[place] += count
            yield
        batches.append(stood)
    return batches


def observed(batches: Sequence[Sequence[int]]) -> list[Interval]:
    """The share of throws on each place, with its 95 % interval from the spread of the batches: one throw
    depends on the last, so that throws cannot be counted as if they did not."""
    size = THROWS // BATCHES
    return [of_mean([batch[place] / size for batch in batches]) for place in range(PLACES)]


# ---------------------------------------------------------------- what it earns


class Step(NamedTuple):
    """A further house on every street of a group, from ``level - 1`` to ``level``. ``cost``: of all of them;
    ``earns``: what the group earns by a throw of one opponent at this level; ``payback``: throws of one
    opponent until the step has earned its cost."""

    level: int
    cost: int
    earns: float
    payback: float


class Earning(NamedTuple):
    """A colour group in one hand. ``bare``: what it earns by a throw without a building."""

    group: str
    members: tuple[int, ...]
    bare: float
    steps: tuple[Step, ...]


def rents(rules: Rules, members: Sequence[int], level: int) -> list[int]:
    """The rent of each of these deeds in one hand, by the engine."""
    seats = [SeatAt(deeds=dict.fromkeys(members, level)), SeatAt()]
    state = lay_out(rules, 2, Position(turn=0, seats=seats), asked=False, by_hand=True)
    return [rent.fixed_rent(state, space) for space in members]


def earnings(rules: Rules, shares: Sequence[float]) -> list[Earning]:
    """What each colour group earns by the exact shares. Rent while its owner sits in jail is taken as the
    book has it outside."""
    rows = []
    for group in sorted(rules.edition.groups, key=lambda g: g.members[0]):
        by_level = [
            sum(
                shares[space] * due
                for space, due in zip(
                    group.members, rents(rules, group.members, level), strict=True
                )
            )
            for level in range(rules.top + 1)
        ]
        cost = group.house_cost * len(group.members)
        steps = tuple(
            Step(level, cost, by_level[level], cost / (by_level[level] - by_level[level - 1]))
            for level in range(1, rules.top + 1)
        )
        rows.append(Earning(group.id, group.members, by_level[0], steps))
    return rows


def others(rules: Rules, shares: Sequence[float]) -> dict[str, Any]:
    """All railroads in one hand, and both utilities: what they earn by a throw of one opponent. Of a card
    that sends to the nearest one, its higher rent is left out; a utility takes the mean throw."""
    by_kind: dict[str, float] = {}
    for kind in ("railroad", "utility"):
        members = [i for i in rules.ownable if rules.kind[i] == kind]
        if kind == "railroad":
            due = rents(rules, members, 0)
        else:
            due = [rules.rents[i][1] * MEAN_THROW for i in members]
        by_kind[kind] = sum(shares[i] * amount for i, amount in zip(members, due, strict=True))
    return by_kind
