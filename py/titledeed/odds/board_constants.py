"""The constants of the odds model for one set of rules: landing probabilities and building incomes.

Floats here and in ``features.py`` come only from the four basic operations and the square root, in a fixed
order, so that every Python computes the same bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Final, NamedTuple

from ..engine.board_and_rules_types import Card, Rules
from ..engine.special_seats_and_ids import BANK, HOTEL_RENT, NOBODY

SEVEN: Final = 7  # the mean of two dice
PLAIN_RAILROADS: Final = 2  # the plain rent of a railroad is that of an owner with so many
NEXT: Final = 6  # throws that the model looks ahead: about one lap
_SETTLED: Final = 30  # throws after which the landing odds no longer depend on the starting space
_KEPT: Final = 4  # board constants that are cached
_STATES: Final = 20_000  # states of sets that a board's constants cache
# color groups; the railroads and the utilities follow them in ``BoardConstants.sets``
COLOURS: Final = 8


class Stretch(NamedTuple):
    """A range of levels in one group over which each unit of money adds the same rent: a segment of the
    upper convex hull of income over cost."""

    slope: float  # added rent for one throw of one opponent, for each unit of money
    low: int
    high: int


class SetPart(NamedTuple):
    """The part of one set that one seat owns."""

    seat: int
    deeds: int
    pawned: int  # mortgaged deeds
    score: int  # as in ``short_game.score``
    income: float  # mean rent of one throw of one opponent, in the long run
    plain: float  # the same by the plain rents of ``SetOwners``
    loan: int  # mortgage loans available; none if there are buildings in the group
    whole: bool
    near: bool  # whether at most one deed is missing
    open: bool  # whether that deed is at the Bank, or none is missing
    rest: int  # the owner of the single missing deed, or ``BANK``; else ``NOBODY``
    levels: int  # of a complete color group: its buildings
    hotels: int
    built: int  # the Bank's price for them
    mean: float  # their number for each street
    lift: int  # the cost of lifting the mortgages of the deeds
    missing: float  # the cost of building up to three on each street, with the lifting
    features: tuple[float, ...]  # of the model, except ``features.PAID``
    trade_features: tuple[float, ...]  # of the trade model, except ``trade_features.PAID``


class SetOwners(NamedTuple):
    """The parts of one set at one moment, and the rents of its spaces.

    ``plain`` has them without the bonuses for owning several deeds of the set, except in a group with
    buildings. A deed that may be sold so costs its visitors the same, whoever has it."""

    parts: tuple[SetPart, ...]
    rents: tuple[int, ...]
    plain: tuple[int, ...]


class BoardConstants:
    """The constants of one rulebook on one edition.

    ``sets``: the spaces of the eight color groups, the railroads and the utilities.
    ``first[space]``: for a token on that space the probability of stopping on each property at its next
    throw; ``later[space]``: the expected number of stops in the five throws after that.
    ``usual``: the long-run probability of stopping on each space at one throw.
    ``whole[space][level]``: the rent of a street in a complete group.
    ``stretches[group]``: the order of building in a color group, steepest slope first.
    ``order``: the same for all groups together, each stretch with its group.
    """

    __slots__ = (
        *("costs", "first", "later", "order", "rules", "sets", "stretches", "usual", "whole"),
        *("_states", "_pick"),
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        groups = rules.edition.groups
        rails = tuple(i for i in rules.ownable if rules.kind[i] == "railroad")
        utilities = tuple(i for i in rules.ownable if rules.kind[i] == "utility")
        self.sets = [*(group.members for group in groups), rails, utilities]
        levels = range(rules.top + 1)
        self.whole = [
            [self._rent(i, n) for n in levels] if i in rules.streets else [] for i in range(40)
        ]
        self.costs = [len(g.members) * g.house_cost for g in groups]  # one level on every street
        moves = tuple([tuple(ends) for ends in throw_ends(rules)])
        self.first, self.later, self.usual = _visits(moves, rules.ownable)
        self.stretches = [self._stretches(g) for g in range(len(groups))]
        self.order = sorted(
            ((g, stretch) for g, part in enumerate(self.stretches) for stretch in part),
            key=lambda pair: (-pair[1].slope, pair[0], pair[1].low),
        )
        self._states: dict[tuple[Any, ...], SetOwners] = {}
        self._pick = [_picker(members) for members in self.sets]

    def owners_of(
        self, s: int, owner: Sequence[int], mortgaged: Sequence[bool], level: Sequence[int]
    ) -> SetOwners:
        """The set in this position; the arguments are by space. States are cached."""
        pick = self._pick[s]
        key = (s, pick(owner), pick(mortgaged), pick(level))
        state = self._states.get(key)
        if state is None:
            if len(self._states) >= _STATES:
                self._states.clear()
            state = self._states[key] = self._owners_of(*key)
        return state

    def _owners_of(
        self, s: int, owners: tuple[int, ...], mortgaged: tuple[bool, ...], levels: tuple[int, ...]
    ) -> SetOwners:
        rules = self.rules
        members = self.sets[s]
        size = len(members)
        built = sum(levels)
        rents = [0] * size
        plain = [0] * size
        parts = []
        for seat in dict.fromkeys(owners):
            if seat < 0:
                continue
            owned = owners.count(seat)
            whole = owned == size
            pawned = loan = score = lift = 0
            income = usual = 0.0
            for n, i in enumerate(members):
                if owners[n] != seat:
                    continue
                if mortgaged[n]:
                    pawned += 1
                    lift += rules.lift_cost[i]
                    score += rules.price[i] // 2
                    continue
                loan += rules.mortgage_value[i]
                score += rules.price[i]
                if s < COLOURS:
                    rent = self.whole[i][levels[n]] if whole else rules.rents[i][0]
                    base = rent if built else rules.rents[i][0]
                elif s == COLOURS:
                    rent = rules.rents[i][owned - 1]
                    base = rules.rents[i][PLAIN_RAILROADS - 1]
                else:
                    base = SEVEN * rules.rents[i][rules.utility_by_anyone]
                    rent = SEVEN * rules.rents[i][rules.utility_by_anyone or whole]
                rents[n] = rent
                plain[n] = base
                income += self.usual[i] * rent
                usual += self.usual[i] * base
            near = owned >= size - 1
            open_ = whole or (near and BANK in owners)
            features = [float(whole), float(near), float(open_), owned / size, -pawned / size]
            rest = NOBODY
            if owned == size - 1:
                rest = next(o for o in owners if o != seat)
            # Complete, one deed short (held by the Bank, by another seat), the part of an incomplete
            # set, mortgaged.
            short = rest != NOBODY
            trade = [float(whole), float(short and rest == BANK), float(short and rest != BANK)]
            trade += [0.0 if whole else owned / size, pawned / owned]
            levels_ = hotels = sold = 0
            mean = missing = 0.0
            if s < COLOURS:
                if whole:
                    spent = int(built * self.costs[s] / size)
                    levels_, sold = built, spent // 2
                    hotels = sum(n == rules.top for n in levels)
                    score += spent
                    mean = built / size
                    missing = max(0.0, (3 - mean) * self.costs[s]) + lift
                features += [mean / 5, mean * mean / 25]
                trade += features[-2:]
            else:
                features.append(float(2 * owned >= size))
            parts.append(
                SetPart(
                    seat,
                    deeds=owned,
                    pawned=pawned,
                    score=score,
                    income=income,
                    plain=usual,
                    loan=0 if built else loan,
                    whole=whole,
                    near=near,
                    open=open_,
                    rest=rest,
                    levels=levels_,
                    hotels=hotels,
                    built=sold,
                    mean=mean,
                    lift=lift,
                    missing=missing,
                    features=tuple(features),
                    trade_features=tuple(trade),
                )
            )
        return SetOwners(tuple(parts), tuple(rents), tuple(plain))

    def _rent(self, space: int, level: int) -> int:
        rents = self.rules.rents[space]
        if not level:
            return 2 * rents[0]
        return rents[HOTEL_RENT] if level >= self.rules.top else rents[level]

    def _stretches(self, g: int) -> list[Stretch]:
        """The stretches of a group, steepest first."""
        out = []
        incomes = []
        for level in range(self.rules.top + 1):
            income = 0.0
            for i in self.sets[g]:
                income += self.usual[i] * self.whole[i][level]
            incomes.append(income)
        low = 0
        while low < self.rules.top:
            slope, high = max(
                ((incomes[n] - incomes[low]) / (n - low), n)
                for n in range(low + 1, self.rules.top + 1)
            )
            out.append(Stretch(slope / self.costs[g], low, high))
            low = high
        return out


def _picker(spaces: Sequence[int]) -> Callable[[Sequence[Any]], tuple[Any, ...]]:
    """Return a function that picks the items of these spaces from a sequence by space."""
    if len(spaces) > 1:
        return itemgetter(*spaces)
    return lambda row: tuple([row[i] for i in spaces])


_grounds: list[BoardConstants] = []


def board_constants_of(rules: Rules) -> BoardConstants:
    """The constants for these rules; the last few are cached."""
    for constants in _grounds:
        if constants.rules is rules:
            return constants
    constants = BoardConstants(rules)
    _grounds.insert(0, constants)
    del _grounds[_KEPT:]
    return constants


# ---------------------------------------------------------------- where tokens come to rest

_Chances = list[tuple[int, float]]


# Every game has its own ``Rules``, but most games are on the same board.
@lru_cache(_KEPT)
def _visits(
    moves: tuple[tuple[tuple[int, float], ...], ...], ownable: tuple[int, ...]
) -> tuple[list[_Chances], list[_Chances], list[float]]:
    """Compute ``first``, ``later`` and ``usual`` by a Markov chain over the forty spaces with the cards'
    moves. In the chain a token leaves jail at once, and three doubles in a row have no effect."""
    first: list[_Chances] = []
    later: list[_Chances] = []
    usual = [0.0] * 40
    for start in range(40):
        here = [0.0] * 40
        here[start] = 1.0
        seen = [0.0] * 40
        for throw in range(NEXT):
            here = _thrown(here, moves)
            if throw:
                seen = [a + b for a, b in zip(seen, here, strict=True)]
            else:
                first.append([(i, p) for i, p in enumerate(here) if p and i in ownable])
        later.append([(i, p) for i, p in enumerate(seen) if p and i in ownable])
        if not start:
            for _ in range(_SETTLED - NEXT):
                here = _thrown(here, moves)
            usual = here
    return first, later, usual


def _thrown(here: list[float], moves: Sequence[Sequence[tuple[int, float]]]) -> list[float]:
    after = [0.0] * 40
    for start, p in enumerate(here):
        if p:
            for to, q in moves[start]:
                after[to] += p * q
    return after


def throw_ends(rules: Rules) -> list[_Chances]:
    """The spaces where a throw from each space may end, with probabilities. They include the cards' moves.
    A token leaves jail at once, and three doubles in a row have no effect."""
    ends = [_ends(rules, to, 0) for to in range(40)]
    moves = []
    for start in range(40):
        odds: dict[int, float] = {}
        for steps in range(2, 13):
            p = (6 - abs(steps - SEVEN)) / 36
            for to, q in ends[(start + steps) % 40]:
                odds[to] = odds.get(to, 0.0) + p * q
        moves.append(list(odds.items()))
    return moves


def _ends(rules: Rules, space: int, deep: int) -> _Chances:
    """The spaces where a token that reaches ``space`` may stop after cards, with probabilities."""
    kind = rules.kind[space]
    if kind == "go-to-jail":
        return [(rules.jail_at, 1.0)]
    if kind not in ("chance", "community-chest") or deep > 1:
        return [(space, 1.0)]
    cards = rules.decks[kind == "community-chest"]
    out: _Chances = []
    stays = 0
    for card in cards:
        to = _sent(rules, space, card)
        if to == space:
            stays += 1
        else:
            out += [(end, p / len(cards)) for end, p in _ends(rules, to, deep + 1)]
    out.append((space, stays / len(cards)))
    return out


def _sent(rules: Rules, space: int, card: Card) -> int:
    match card.do:
        case "advance" | "back-to":
            return card.to
        case "back":
            return (space - card.steps) % 40
        case "go-to-jail":
            return rules.jail_at
        case "nearest":
            ahead = (i % 40 for i in range(space + 1, space + 41))
            return next(i for i in ahead if rules.kind[i] == card.kind)
        case _:
            return space
