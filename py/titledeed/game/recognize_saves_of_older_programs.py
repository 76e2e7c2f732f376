"""The differences of states and rulings in earlier programs.

They let a game that such a program saved open, or be refused for the true reason."""

from __future__ import annotations

from dataclasses import (
    replace,
)
from itertools import (
    product,
)
from typing import (
    Any,
    Final,
)

from ..engine.agenda_step_types import Due
from ..engine.asks import (
    AskCardChoice,
    AskDebt,
    AskRentRoll,
)
from ..engine.errors import (
    LoadError,
    MalformedAnswer,
    RefusedAnswer,
)
from ..engine.record import (
    Game,
    Record,
)
from ..engine.special_seats_and_ids import Because
from ..engine.state import Claim, State, digested
from .state_digest import (
    _short,
)

# Until November 24, 2026, states that an undo or a branch had replayed lacked these clauses in their
# debts and claims. The fingerprint of a game saved in such a state is of the state without them.
_ONCE_LOST: Final = frozenset(
    {
        "rent.holdings-count-mortgaged",
        "rent.railroad-scale",
        "setup.transport-spaces",
        "rent.siblings-unmortgaged",
        "rent.buildings",
        "short-game.hotel-rent",
        "rent.group-double",
        "rent.group-double-mortgage",
        "rent.group-double-part-built",
        "rent.marvin-gardens",
        "jail.activities",
        "hotels.equals-five",
    }
)

_MOST_TRIED: Final = 10  # debts and claims, each with or without its clauses


def saved_after_an_undo(saved: object, state: State) -> bool:
    """Whether the fingerprint may be that of this state after an undo in such a program.

    Any of the debts and claims may lack its clauses. If there are too many to try, only the game's
    checksum is checked."""
    rows = (*state.agenda, *state.claims)
    choices = [tuple(dict.fromkeys((digested(row), _once(row)))) for row in rows]
    if sum(len(choice) > 1 for choice in choices) > _MOST_TRIED:
        return True
    names = [name for name in State.__slots__ if name != "rules"]
    contents = dict(zip(names, state.contents(), strict=True))
    count = len(state.agenda)
    for chosen in product(*choices):
        contents["agenda"] = f"[{', '.join(chosen[:count])}]"
        contents["claims"] = f"[{', '.join(chosen[count:])}]"
        if saved == _short(tuple(contents.values())):
            return True
    return False


def _once(row: Any) -> str:
    """Return the text of an ask, a step or a claim in such a state."""
    match row:
        case Claim() | Due() | AskDebt() | AskRentRoll():
            return digested(
                replace(row, clauses=tuple(id for id in row.clauses if id not in _ONCE_LOST))
            )
        case AskCardChoice():
            return digested(row).replace(f", salaried={row.salaried}", "")
    return digested(row)


RULINGS: Final = "2026-11-24"  # the first day of the present rulings


class ChangedRuling(LoadError):
    """A game depends on a ruling that has changed.

    ``agree``: the number of its lines before the change made a difference."""

    def __init__(self, sentence: str, clauses: Because, agree: int) -> None:
        super().__init__(sentence, clauses)
        self.agree = agree


def changed_ruling(record: Record) -> ChangedRuling | None:
    """Return the error for a record that depends on the ruling that was in force before.

    Such a record replays by the earlier ruling, and then reaches a different state than by the present
    one. Return None for any other record, also if its game cannot be set up at all."""
    try:
        now = Game(record)
    except LoadError:
        return None
    if now.rules.salary_by_every_card:
        return None
    then = Game(record, replace(now.rules, salary_by_every_card=True))
    agree: int | None = None
    lines = [line for step in record.steps for line in step.lines]
    for n, line in enumerate(lines):
        try:
            then.line(line)
        except (RefusedAnswer, MalformedAnswer):
            return None
        if agree is None:
            try:
                now.line(line)
            except (RefusedAnswer, MalformedAnswer):
                agree = n
            if now.state.cash != then.state.cash:
                agree = n
    if agree is None:
        return None
    return ChangedRuling(
        "This game was saved before a ruling changed. In the Australian rulebook, only "
        "the card that sends you to GO itself now pays a second time in the same move.",
        ("go.second-salary-by-card",),
        agree,
    )
