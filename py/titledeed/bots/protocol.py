"""What a bot is told and what it says.

A bot is an object with ``choose(view, options)``. It is asked when an ask waits for its seat, and at
quiet moments when something that concerns it has changed; then ``None`` means that it wants nothing.
Its answer is a :class:`Choice`; a stranger's bot may also say the answer as text, alone or with a
sentence: ``"bid 120"`` or ``("bid 120", "The railroad is worth 150 to me.")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from ..engine.door import Options
from ..engine.words import BANK, Answer, Ask, Bundle, Claim, Offer, Rules, State


class Choice(NamedTuple):
    """An answer and the sentence behind it: ``why`` is a message with placeholders for ``facts``.

    The name of a placeholder says what it is: ``space…`` a space index, ``seat…`` a seat, ``group…``
    an index in the edition's groups, ``count…`` a plain number, anything else an amount of money.
    """

    answer: Answer
    why: str
    facts: Mapping[str, int] = {}


# The one sentence that goes with an offer and says no more than the offer does: it is told at once.
COUNTER: Final = "Not for that, {seat}; I would for {more} more."

Reply: TypeAlias = "Choice | Answer | str | tuple[str, str] | None"


class Deal(NamedTuple):
    """An offer that was answered: what ``by`` wanted to give to ``to``, and to get."""

    turns: int  # how many turns had begun
    by: int
    to: int
    give: Bundle
    get: Bundle
    accepted: bool


class Bot(Protocol):
    """Anything that chooses."""

    def choose(self, view: View, options: Options) -> Reply:
        """The answer for ``view.seat``; ``None`` only where the pending ask is not its own."""


class View:
    """What a player sees: read only, by seat and space index. No order of a deck and no seed."""

    __slots__ = ("_s", "offered", "past", "rules", "seat")

    def __init__(
        self,
        state: State,
        seat: int,
        past: Sequence[Deal] = (),
        offered: Sequence[Offer] = (),
    ) -> None:
        """``past``: the offers answered so far, oldest first; ``offered``: those that the seat has made
        in this turn, the unopened ones among them."""
        self._s = state
        self.seat = seat
        self.past = past
        self.offered = offered
        self.rules: Rules = state.rules

    @property
    def ask(self) -> Ask:
        """The pending ask."""
        return self._s.agenda[-1]  # type: ignore[return-value]

    @property
    def cash(self) -> Sequence[int]:
        """By seat; behind the seats the Bank's account and the pot."""
        return self._s.cash

    @property
    def at(self) -> Sequence[int]:
        return self._s.at

    @property
    def jail(self) -> Sequence[int]:
        """Turns already spent in jail; -1 outside."""
        return self._s.jail

    @property
    def playing(self) -> Sequence[bool]:
        return self._s.playing

    @property
    def owner(self) -> Sequence[int]:
        """By space; ``BANK`` where nobody owns it."""
        return self._s.owner

    @property
    def level(self) -> Sequence[int]:
        """By space; ``rules.top`` is a hotel."""
        return self._s.level

    @property
    def mortgaged(self) -> Sequence[bool]:
        return self._s.mortgaged

    @property
    def held(self) -> Sequence[int]:
        """By deck: who holds its jail card."""
        return self._s.held

    @property
    def stock(self) -> Sequence[int]:
        """Houses and hotels at the Bank."""
        return self._s.stock

    @property
    def claims(self) -> Sequence[Claim]:
        """Open rents; those that ``seat`` may ask for have ``by == seat``."""
        return self._s.claims

    @property
    def turn(self) -> int:
        return self._s.turn

    @property
    def turns(self) -> int:
        """How many turns have begun."""
        return self._s.turns

    @property
    def round(self) -> int:
        return self._s.round

    @property
    def changes(self) -> int:
        """Goes up whenever a deed, a building or a mortgage changes: a key for what one remembers."""
        return self._s.changes

    # ------------------------------------------------------------ common questions

    def deeds(self, seat: int) -> list[int]:
        """The spaces a seat owns, in board order."""
        owner = self._s.owner
        return [i for i in self.rules.ownable if owner[i] == seat]

    def complete(self, seat: int) -> list[int]:
        """The colour groups (indices) a seat owns wholly."""
        owner = self._s.owner
        return [
            g
            for g, group in enumerate(self.rules.edition.groups)
            if all(owner[i] == seat for i in group.members)
        ]

    def left_with_bank(self) -> int:
        """How many properties nobody owns."""
        return sum(self._s.owner[i] == BANK for i in self.rules.ownable)

    def others(self) -> list[int]:
        """The other seats still playing."""
        return [o for o, plays in enumerate(self._s.playing) if plays and o != self.seat]


def public(state: State) -> State:
    """A copy that gives nothing away: the decks lie in the order of their lists. For strangers."""
    copy = state.copy()
    copy.decks = [sorted(deck) for deck in copy.decks]
    copy.draws = 0
    return copy


__all__ = ["Bot", "Bundle", "Choice", "Deal", "Reply", "View", "public"]
