"""The state of a game: everything that a record or a save has to restore."""

from __future__ import annotations

from collections.abc import (
    Sequence,
)
from dataclasses import (
    dataclass,
)

from .agenda_step_types import Step
from .asks import (
    ASKS,
    Ask,
)
from .board_and_rules_types import Rules
from .special_seats_and_ids import DECKS, FREE, HOTEL, HOUSE, POT, SPACES, Because


@dataclass(frozen=True, slots=True)
class Claim:
    """A rent that is due but not yet asked for: ``by`` may demand it from ``of``.

    ``amount`` was fixed on landing, or is 0 if the rent is ``times`` a fresh throw. ``turn``: the turn in
    which it arose. ``throws``: the throws of following players since then."""

    space: int
    by: int
    of: int
    amount: int
    times: int
    throws: int
    turn: int
    clauses: Because

    @property
    def because(self) -> Because:
        """The attribute's name before 0.1.0, for third-party bots."""
        return self.clauses


class State:
    """The whole state of a game. Only ``mutations.py`` writes to it. Lists are indexed by seat or by space.
    ``cash`` has two more accounts, ``cash[BANK]`` and ``cash[POT]``, and its sum is always zero."""

    __slots__ = (
        "again",
        "agenda",
        "at",
        "bankrupts",
        "bought",
        "by_hand",
        "cash",
        "changes",
        "claims",
        "decks",
        "doubles",
        "draws",
        "drawn",
        "held",
        "jail",
        "laps",
        "level",
        "mortgage_money",
        "mortgaged",
        "owner",
        "playing",
        "rent_asked",
        "round",
        "rules",
        "starter",
        "stock",
        "thrown",
        "time_up",
        "turn",
        "turns",
    )

    rules: Rules
    cash: list[int]
    at: list[int]
    jail: list[int]  # turns already spent in jail; FREE if not in jail
    laps: list[int]
    playing: list[bool]
    owner: list[int]  # BANK if the Bank holds the deed or the space has none
    level: list[int]
    mortgaged: list[bool]
    held: list[int]  # by deck: the seat that holds its jail card, or NOBODY
    bought: list[bool]  # by deck: whether the holder got its jail card from another player
    decks: list[list[int]]  # cards from the top
    drawn: list[tuple[int, int]]  # the (deck, card) of cards drawn and not yet put back
    stock: list[int]  # houses and hotels at the Bank
    agenda: list[Ask | Step]
    claims: list[Claim]
    turn: int
    starter: int
    round: int
    turns: int  # the number of turns begun
    doubles: int  # the number of doubles thrown in this turn
    again: bool  # another throw is owed
    thrown: bool  # a throw was made in this turn
    mortgage_money: bool  # the mover took a mortgage since the throw of this move
    draws: int  # the number of chance's answers so far
    bankrupts: int
    time_up: bool  # the agreed minutes are over
    rent_asked: bool  # owners get rent only if they ask for it
    by_hand: bool  # people enter dice and cards
    changes: int  # the number of changes of deeds, buildings and mortgages: a key for caches

    @property
    def seats(self) -> int:
        """The number of seats, including the retired ones."""
        return len(self.at)

    @property
    def ask(self) -> Ask:
        """The pending ask: between two answers it is always on top of the agenda."""
        top = self.agenda[-1]
        assert isinstance(top, ASKS)
        return top

    def copy(self) -> State:
        """An independent copy; rules and the frozen records on the agenda are shared."""
        new = State.__new__(State)
        new.rules = self.rules
        new.cash = self.cash[:]
        new.at = self.at[:]
        new.jail = self.jail[:]
        new.laps = self.laps[:]
        new.playing = self.playing[:]
        new.owner = self.owner[:]
        new.level = self.level[:]
        new.mortgaged = self.mortgaged[:]
        new.held = self.held[:]
        new.bought = self.bought[:]
        new.decks = [deck[:] for deck in self.decks]
        new.drawn = self.drawn[:]
        new.stock = self.stock[:]
        new.agenda = self.agenda[:]
        new.claims = self.claims[:]
        new.turn = self.turn
        new.starter = self.starter
        new.round = self.round
        new.turns = self.turns
        new.doubles = self.doubles
        new.again = self.again
        new.thrown = self.thrown
        new.mortgage_money = self.mortgage_money
        new.draws = self.draws
        new.bankrupts = self.bankrupts
        new.time_up = self.time_up
        new.rent_asked = self.rent_asked
        new.by_hand = self.by_hand
        new.changes = self.changes
        return new

    def __repr__(self) -> str:
        """A summary for failed tests. Spaces are written by index; ``:3`` is a building level, ``:m`` a
        mortgage."""
        seats = "; ".join(self._seat_in_short(seat) for seat in range(self.seats))
        waiting = " < ".join(repr(item) for item in reversed(self.agenda))
        pot = f", pot {self.cash[POT]}" if self.cash[POT] else ""
        stock = f"stock {self.stock[HOUSE]}/{self.stock[HOTEL]}{pot}"
        return (
            f"<State round {self.round}, turn of {self.turn}, {stock}; {seats}; waits on {waiting}>"
        )

    def _seat_in_short(self, seat: int) -> str:
        if not self.playing[seat]:
            return f"seat {seat} is out"
        text = f"seat {seat} has {self.cash[seat]} at @{self.at[seat]}"
        if self.jail[seat] != FREE:
            text += f" in jail {self.jail[seat]}"
        for space in range(SPACES):
            if self.owner[space] == seat:
                level = f":{self.level[space]}" if self.level[space] else ""
                text += f" @{space}{level}{':m' * self.mortgaged[space]}"
        return text + "".join(f" {DECKS[d]}-card" for d in (0, 1) if self.held[d] == seat)

    def contents(self) -> tuple[object, ...]:
        """The whole contents except the rules. Two states with the same rules are equal if and only if
        their contents are."""
        return tuple(digested(getattr(self, name)) for name in self.__slots__ if name != "rules")

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, State)
            and self.rules is other.rules
            and self.contents() == other.contents()
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes


def around(state: State, seat: int) -> Sequence[int]:
    """The seats still playing, from the left of ``seat`` on; ``seat`` itself is last if it plays."""
    n = len(state.at)
    playing = state.playing
    return [s for s in (*range(seat + 1, n), *range(seat + 1)) if playing[s]]


def digested(part: object) -> str:
    """A part of a state as text, for digests. Saved games and proofs contain such digests. So every
    field appears here under the name that it had when the first digests were made."""
    return repr(part).replace("clauses=(", "because=(")
