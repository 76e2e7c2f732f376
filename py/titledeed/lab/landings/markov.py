"""The exact landing shares of the 40 spaces and of jail, by a Markov chain.

The chain uses only the board, the cards and one parameter of the rulebook. It uses none of the engine's
rules, so that it can check the engine, which ``simulation.py`` simulates. docs/LANDINGS.md defines what
is counted and how the rules are read.

The transition counts are exact although they are floats: a row counts 36 throws, and card probabilities
are multiples of powers of 1/16. Only the solution of the chain is rounded.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import product
from typing import Final, Literal, NamedTuple, TypeAlias

from ...engine.board_and_rules_types import Card, Rules

JailPolicy: TypeAlias = Literal["leave", "stay"]
CardChoice: TypeAlias = Literal["pay", "take-chance"]

JAIL: Final = 40  # the place of a token in jail; on space 10 a token only visits
PLACES: Final = 41  # the 40 spaces and jail
JAIL_SPACE: Final = 10
_TURNS: Final = 3  # throws in jail before the fine must be paid


class ChainState(NamedTuple):
    """A state of the chain. ``run``: the doubles thrown so far in this turn, if they may earn another
    throw. In jail it is the number of failed throws."""

    place: int
    run: int


class MarkovChain:
    """The chain of one rulebook, board and pair of decks, with one policy in jail and one choice at the
    card that offers a Chance card instead of a fine."""

    def __init__(self, rules: Rules, jail: JailPolicy, choice: CardChoice = "pay") -> None:
        self.kind = rules.kind
        self.decks = dict(zip(("chance", "community-chest"), rules.decks, strict=True))
        self.freeing_doubles_count = rules.exit_doubles_again
        self.jail = jail
        self.choice = choice
        self.rest = cache(self._rest)

    # ------------------------------------------------------------ one throw

    def after(self, before: ChainState) -> dict[ChainState, float]:
        """The next states, each with the number of the 36 throws that lead there, cards included."""
        chances: defaultdict[ChainState, float] = defaultdict(float)
        for a, b in product(range(1, 7), repeat=2):
            for standing, share in self._thrown(before, a, b).items():
                chances[standing] += share
        return dict(chances)

    def _thrown(self, before: ChainState, a: int, b: int) -> dict[ChainState, float]:
        place, run = before
        double = a == b
        if place == JAIL and self.jail == "stay":
            if not double and run + 1 < _TURNS:
                return {ChainState(JAIL, run + 1): 1.0}
            # After doubles, or after the third failed throw and its fine, the token moves by this throw.
            return self._walked(JAIL_SPACE, a + b, int(double and self.freeing_doubles_count))
        if place == JAIL:  # the fine is paid, and the throw is an ordinary one
            place, run = JAIL_SPACE, 0
        if not double:
            return self._walked(place, a + b, 0)
        if run == 2:
            return {ChainState(JAIL, 0): 1.0}
        return self._walked(place, a + b, run + 1)

    def _walked(self, start: int, steps: int, doubles: int) -> dict[ChainState, float]:
        return {
            # A token sent to jail does not throw again in this turn.
            ChainState(place, 0 if place == JAIL else doubles): share
            for place, share in self.rest((start + steps) % 40).items()
        }

    # ------------------------------------------------------------ spaces and cards

    def _rest(self, space: int) -> Mapping[int, float]:
        """The places where a token that has reached a space stops after cards, with probabilities."""
        kind = self.kind[space]
        if kind == "go-to-jail":
            return {JAIL: 1.0}
        if kind in self.decks:
            return self._draw(space, kind)
        return {space: 1.0}

    def _draw(self, space: int, deck: str) -> Mapping[int, float]:
        chances: defaultdict[int, float] = defaultdict(float)
        cards = self.decks[deck]
        for card in cards:
            for place, share in self._obey(space, card).items():
                chances[place] += share / len(cards)
        return chances

    def _obey(self, space: int, card: Card) -> Mapping[int, float]:
        match card.do:
            case "advance" | "back-to":
                return self.rest(card.to)
            case "back":
                return self.rest((space - card.steps) % 40)
            case "nearest":
                to = space
                while self.kind[to] != card.kind:
                    to = (to + 1) % 40
                return self.rest(to)
            case "go-to-jail":
                return {JAIL: 1.0}
            case "pay-or-chance" if self.choice == "take-chance":
                return self._draw(space, "chance")
            case _:
                return {space: 1.0}

    # ------------------------------------------------------------ in the long run

    def transitions(self) -> dict[ChainState, dict[ChainState, float]]:
        """The rows of all states that can be reached from GO. Each row has the next states of one state,
        and its sum is 36."""
        rows: dict[ChainState, dict[ChainState, float]] = {}
        waiting = [ChainState(0, 0)]
        while waiting:
            before = waiting.pop()
            if before not in rows:
                rows[before] = self.after(before)
                waiting.extend(rows[before])
        return rows

    def shares(self) -> list[float]:
        """The share of throws after which the token is on each space; the last one is jail."""
        rows = self.transitions()
        order = list(rows)
        matrix = [[rows[here].get(there, 0.0) for there in order] for here in order]
        shares = [0.0] * PLACES
        for standing, share in zip(order, stationary(matrix), strict=True):
            shares[standing.place] += share
        return shares


def stationary(matrix: Sequence[Sequence[float]]) -> list[float]:
    """The stationary distribution of an irreducible chain. All rows must have the same sum, which need
    not be 1.

    It uses the elimination of Grassmann, Taksar and Heyman (1985), which never subtracts and so loses
    no digits by cancellation.
    """
    p = [list(row) for row in matrix]
    for k in range(len(p) - 1, 0, -1):
        last = p[k][:k]
        out = sum(last)
        for row in p[:k]:
            if row[k]:
                row[k] /= out
                into = row[k]
                row[:k] = [here + into * there for here, there in zip(row, last, strict=False)]
    weights = [1.0]
    for k in range(1, len(p)):
        weights.append(sum(weight * row[k] for weight, row in zip(weights, p, strict=False)))
    total = sum(weights)
    return [weight / total for weight in weights]
