"""Figures that others have published about where tokens land, found anew by the rules that make them."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import Any

from .landings import rules_for
from .markov import JAIL, JAIL_SPACE, Chain, Standing


class Puzzle84(Chain):
    """Project Euler's problem 84: nobody stays in jail, the prisoner and the visitor are one, and doubles in
    a row are counted beyond the end of a turn. ``sides``: of each of the two dice."""

    def __init__(self, sides: int) -> None:
        super().__init__(rules_for("classic", decks="us-1936"), "leave")
        self.sides = sides

    def after(self, before: Standing) -> dict[Standing, float]:
        place, run = before
        chances: defaultdict[Standing, float] = defaultdict(float)
        for a, b in product(range(1, self.sides + 1), repeat=2):
            if a == b and run == 2:
                chances[Standing(JAIL_SPACE, 0)] += 1.0
                continue
            for end, share in self.rest((place + a + b) % 40).items():
                at = JAIL_SPACE if end == JAIL else end
                chances[Standing(at, run + 1 if a == b else 0)] += share
        return dict(chances)


def likeliest(shares: list[float]) -> list[int]:
    """The three spaces that are stood on most, the likeliest first."""
    return sorted(range(40), key=lambda place: -shares[place])[:3]


def figures(_job: object = None) -> dict[str, Any]:
    """The puzzle's string of six digits with dice of six and of four sides; the share of its likeliest space;
    and the share in jail for whoever stays there, where the doubles that free count as the first of a run
    (Collins' "long" table) and where they do not."""
    values: dict[str, Any] = {}
    for sides in (6, 4):
        shares = Puzzle84(sides).shares()
        values[f"euler_{sides}"] = "".join(f"{place:02}" for place in likeliest(shares))
        values[f"euler_{sides}_most"] = max(shares)
    for book in ("australian", "classic"):
        chain = Chain(rules_for(book, decks="us-1936"), "stay")
        values[f"stay_{book}"] = chain.shares()[JAIL]
    return values
