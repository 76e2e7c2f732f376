"""Landing shares for the heat map: exact ones, simulated ones, and the rents that groups earn by them.
The functions that compute take a job of plain data, so that a worker can run them."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, Final, NamedTuple, TypedDict

from ...engine import rng
from ...engine.board_and_rules_types import Rules
from ...engine.mutations import Position, SeatAt, lay_out_state
from ...engine.rules import rent
from ...run_generator_to_end import at_once
from ..intervals import Interval, of_mean
from .markov import PLACES, CardChoice, JailPolicy, MarkovChain
from .simulation import Simulation, rules_for

THROWS: Final = 20_000  # throws of one job
BATCHES: Final = 20  # batches of a job, whose spread gives the confidence interval
MEAN_THROW: Final = 7  # the mean sum of two dice


class ChainParameters(TypedDict):
    """The parameters of a chain: the rulebook, the board, its decks ("" for the board's own), the policy
    in jail, and the choice at the card that offers a Chance card instead of a fine."""

    book: str
    edition: str
    decks: str
    jail: JailPolicy
    choice: CardChoice


class Throws(ChainParameters):
    """The job of simulating ``THROWS`` throws: the walk number ``n`` of a seed."""

    seed: int
    n: int


def _rules(job: ChainParameters) -> Rules:
    return rules_for(job["book"], job["edition"], job["decks"] or None)


def exact(job: ChainParameters) -> list[float]:
    """The exact share of throws that end on each space; the last one is jail."""
    return MarkovChain(_rules(job), job["jail"], job["choice"]).shares()


def seen(job: Throws) -> list[list[int]]:
    """Simulate: for each batch the number of throws that ended on each space, jail last."""
    return at_once(seen_in_slices(job))


def seen_in_slices(job: Throws) -> Generator[None, None, list[list[int]]]:
    """As :func:`seen`, as a generator that yields ten times in each batch."""
    seed = rng.random_number(job["seed"], job["n"]) >> 1
    simulation = Simulation(_rules(job), seed, job["jail"], job["choice"])
    batches = []
    for _ in range(BATCHES):
        stood = [0] * PLACES
        for _part in range(10):
            for place, count in enumerate(simulation.throws(THROWS // BATCHES // 10)):
                stood[place] += count
            yield
        batches.append(stood)
    return batches


def observed_landings(batches: Sequence[Sequence[int]]) -> list[Interval]:
    """The share of throws that ended on each space, with its 95 % interval by batch means.

    Successive throws are not independent, so an interval from single throws would be too narrow."""
    size = THROWS // BATCHES
    return [of_mean([batch[place] / size for batch in batches]) for place in range(PLACES)]


# ---------------------------------------------------------------- what it earns


class Step(NamedTuple):
    """One more building on every street of a group, from ``level - 1`` to ``level``. ``cost``: of all
    these buildings. ``earns``: the group's mean rent of one opponent's throw at this level.
    ``payback``: the number of opponent's throws until the added rent equals the cost."""

    level: int
    cost: int
    earns: float
    payback: float


class Earning(NamedTuple):
    """A color group with one owner. ``bare``: its mean rent of one opponent's throw without buildings."""

    group: str
    members: tuple[int, ...]
    bare: float
    steps: tuple[Step, ...]


def rents(rules: Rules, members: Sequence[int], level: int) -> list[int]:
    """The engine's rent of each of these deeds, if one seat owns all with this level on each."""
    seats = [SeatAt(deeds=dict.fromkeys(members, level)), SeatAt()]
    state = lay_out_state(rules, 2, Position(turn=0, seats=seats), asked=False, by_hand=True)
    return [rent.fixed_rent(state, space) for space in members]


def landing_earnings(rules: Rules, shares: Sequence[float]) -> list[Earning]:
    """The earnings of each color group by these landing shares, in board order. The owner is assumed to
    be outside jail."""
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
            Step(level, cost, by_level[level], _payback(cost, by_level, level))
            for level in range(1, rules.top + 1)
        )
        rows.append(Earning(group.id, group.members, by_level[0], steps))
    return rows


def _payback(cost: int, by_level: Sequence[float], level: int) -> float:
    """Infinite on a board from a file whose rent stays the same."""
    gain = by_level[level] - by_level[level - 1]
    return cost / gain if gain else float("inf")


def other_landings(rules: Rules, shares: Sequence[float]) -> dict[str, Any]:
    """The mean rent of one opponent's throw for all railroads with one owner, and for both utilities.

    The higher rent after a card that leads to the nearest one is left out. A utility's rent is for a
    throw of seven."""
    by_kind: dict[str, float] = {}
    for kind in ("railroad", "utility"):
        members = [i for i in rules.ownable if rules.kind[i] == kind]
        if kind == "railroad":
            due = rents(rules, members, 0)
        else:
            due = [rules.rents[i][1] * MEAN_THROW for i in members]
        by_kind[kind] = sum(shares[i] * amount for i, amount in zip(members, due, strict=True))
    return by_kind
