"""Chance by hand: real dice and cards on a real table, as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...engine.words import FREE, AskDice, AskOrder, AskRentRoll, AskRoll, State
from .bits import Data, Sight

FACES: Final = range(1, 7)
LONG: Final = 8  # a list with more entries can be searched


def pad(sight: Sight) -> Data | None:
    """Two rows of six faces, where a throw can be entered now; else None."""
    if sight.session.elsewhere is not None:  # the devices of a table draw together
        return None
    if not sight.state.by_hand or not isinstance(
        sight.state.ask, (AskDice, AskRoll, AskOrder, AskRentRoll)
    ):
        return None
    _ = sight._
    entered = sight.desk.entered().dice
    legends = (_("First die"), _("Second die"))
    return {
        "rows": [
            {
                "legend": legend,
                "faces": [
                    {
                        "n": n,
                        "arg": f"{row} {n}",
                        "chosen": n == entered[row],
                        "says": f"{legend}: {n}",
                    }
                    for n in FACES
                ],
            }
            for row, legend in enumerate(legends)
        ],
        "hint": _("Throw the real dice and tap both faces, or type the two digits."),
    }


def only_throws(state: State) -> bool:
    """Whether what is asked of a person now is to throw real dice and nothing else: in jail there is a
    choice before the throw. Whoever enters two dice under a name has not tapped by mistake."""
    ask = state.ask
    if isinstance(ask, AskRoll):
        return state.by_hand and state.jail[ask.seat] == FREE
    return state.by_hand and isinstance(ask, (AskOrder, AskRentRoll))


def found(sight: Sight, options: Sequence[Data]) -> Data:
    """A list that may be long, and how it is searched."""
    search = sight.desk.entered().search
    words = search.casefold().split()
    matching = [o for o in options if all(word in o["label"].casefold() for word in words)]
    return {
        "search": search if len(options) > LONG else None,
        "says": sight.n_(
            "{n} of {all} matches.", "{n} of {all} match.", len(matching), all=len(options)
        )
        if words
        else "",
        "matching": matching,
    }
