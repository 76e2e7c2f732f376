"""How states and rulings differed in earlier programs, so that a game that one of those saved opens,
or is refused for the true reason."""

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

# Until 24 November 2026, a state that an undo or a branch had replayed lacked these clauses in its debts and
# claims. The fingerprint in a game that was saved then is of that state.
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

_MOST_TRIED: Final = 10  # debts and claims, each of which may have kept its clauses or not


def saved_after_an_undo(saved: object, state: State) -> bool:
    """Whether the fingerprint may be of this state as it was after an undo then. Any of the debts and claims
    may lack its clauses. If they are too many to try, the game's checksum alone must vouch for it."""
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
    """The text of an ask, a step or a claim in such a state."""
    match row:
        case Claim() | Due() | AskDebt() | AskRentRoll():
            return digested(
                replace(row, clauses=tuple(id for id in row.clauses if id not in _ONCE_LOST))
            )
        case AskCardChoice():
            return digested(row).replace(f", salaried={row.salaried}", "")
    return digested(row)


RULINGS: Final = "2026-11-24"  # the day since when the rulings are those of now


class ChangedRuling(LoadError):
    """A game rests on a ruling that has changed. ``agree``: the number of its lines before that mattered."""

    def __init__(self, sentence: str, clauses: Because, agree: int) -> None:
        super().__init__(sentence, clauses)
        self.agree = agree


def changed_ruling(record: Record) -> ChangedRuling | None:
    """The error for a record that replays by the ruling that was in force before, and by it comes to another
    state than now; None for any other, also for one whose game cannot be laid out at all."""
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
        "the card that leads to GO itself now pays a second time in the same move.",
        ("go.second-salary-by-card",),
        agree,
    )
