"""Recomputes published figures about landing shares, under the rules that their authors assumed."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

from .markov import JAIL, JAIL_SPACE, ChainState, MarkovChain
from .simulation import rules_for


class Puzzle84(MarkovChain):
    """The rules of Project Euler's problem 84. A token leaves jail at once, jail and visiting are one
    square, and the run of doubles is counted across turns. ``sides``: the sides of each of the two dice."""

    def __init__(self, sides: int) -> None:
        super().__init__(rules_for("classic", decks="us-1936"), "leave")
        self.sides = sides

    def after(self, before: ChainState) -> dict[ChainState, float]:
        place, run = before
        chances: defaultdict[ChainState, float] = defaultdict(float)
        for a, b in product(range(1, self.sides + 1), repeat=2):
            if a == b and run == 2:
                chances[ChainState(JAIL_SPACE, 0)] += 1.0
                continue
            for end, share in self.rest((place + a + b) % 40).items():
                at = JAIL_SPACE if end == JAIL else end
                chances[ChainState(at, run + 1 if a == b else 0)] += share
        return dict(chances)


def likeliest(shares: list[float]) -> list[int]:
    """The three likeliest spaces, the likeliest first."""
    return sorted(range(40), key=lambda place: -shares[place])[:3]


def figures(_job: object = None) -> dict[str, Any]:
    """The recomputed figures by name.

    ``euler_6`` and ``euler_4``: the puzzle's string of six digits for dice with that many sides. With
    ``_most``: the share of the likeliest space. ``stay_australian`` and ``stay_classic``: the share in
    jail of a player who stays there. In the first the doubles that free count as the first of a run
    (Collins' "long" table), in the second they do not."""
    values: dict[str, Any] = {}
    for sides in (6, 4):
        shares = Puzzle84(sides).shares()
        values[f"euler_{sides}"] = "".join(f"{place:02}" for place in likeliest(shares))
        values[f"euler_{sides}_most"] = max(shares)
    for book in ("australian", "classic"):
        chain = MarkovChain(rules_for(book, decks="us-1936"), "stay")
        values[f"stay_{book}"] = chain.shares()[JAIL]
    return values
