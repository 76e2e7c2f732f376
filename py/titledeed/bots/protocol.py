"""The interface of a bot: the view that it gets and the choice that it returns.

A bot is an object with ``choose(view, options)``. The program calls it when an ask waits for its seat,
and between asks when something that concerns the seat has changed. ``None`` then means that the bot
does nothing. A bot returns a :class:`Choice`. A third-party bot may also return text, alone or with a
reason: ``"bid 120"`` or ``("bid 120", "The railroad is worth 150 to me.")``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol, TypeAlias

from ..engine.answers import (
    Answer,
    Bundle,
    Offer,
)
from ..engine.asks import (
    Ask,
    AskRoll,
)
from ..engine.board_and_rules_types import Rules
from ..engine.legal_answers import (
    Options,
)
from ..engine.special_seats_and_ids import BANK
from ..engine.state import (
    Claim,
    State,
)


class Choice(NamedTuple):
    """An answer and its reason: ``why`` is a message whose placeholders are filled from ``facts``.

    The prefix of a placeholder's name gives its type: ``space…`` is a space index, ``seat…`` a seat,
    ``group…`` an index in the edition's groups, ``count…`` a plain number, and anything else an amount
    of money.
    """

    answer: Answer
    why: str
    facts: Mapping[str, int] = {}


# The page delays a bot's reason for an offer, because it may reveal the bot's plans. This reason
# repeats only facts that the offer shows, so the page shows it at once.
COUNTER: Final = "That’s not enough[, {seat}|]. For {more} more, I’d agree."

Reply: TypeAlias = "Choice | Answer | str | tuple[str, str] | None"


class AnsweredOffer(NamedTuple):
    """An answered offer: ``by`` offered ``give`` to ``to`` and asked for ``get`` in return."""

    turns: int  # the number of turns begun at that time, as ``View.turns``
    by: int
    to: int
    give: Bundle
    get: Bundle
    accepted: bool


Deal = AnsweredOffer  # the name under which third-party bots import it


class Bot(Protocol):
    """The one method that the program needs of a bot."""

    def choose(self, view: View, options: Options) -> Reply:
        """Choose for ``view.seat``. ``None`` is allowed only if the pending ask is for another seat."""


class View:
    """The public part of a State, read only. Lists are indexed by seat or by space (0 to 39).

    The order of the decks and the seed are hidden."""

    __slots__ = (
        "_state",
        "at",
        "cash",
        "claims",
        "held",
        "jail",
        "level",
        "mortgaged",
        "offered",
        "owner",
        "past",
        "playing",
        "purchases",
        "rules",
        "seat",
        "stock",
    )

    # These are the lists of the State itself, so they show each change of a game that changes its State in
    # place. They are attributes, not properties, because bots read them so often.
    cash: Sequence[int]  # of each seat; the last two entries are the Bank's account and the pot
    at: Sequence[int]
    # The turns that each seat has spent in jail so far; FREE (-1) if it is not in jail.
    jail: Sequence[int]
    playing: Sequence[bool]
    owner: Sequence[int]  # of each space; BANK if nobody owns it
    level: Sequence[int]  # the houses on each space; ``rules.top`` means a hotel
    mortgaged: Sequence[bool]
    held: Sequence[int]  # for each deck the seat that holds its jail card
    stock: Sequence[int]  # the houses and the hotels that the Bank has left
    # The rents that are due but not yet asked for; ``seat`` may ask for those with ``by == seat``.
    claims: Sequence[Claim]

    def __init__(
        self,
        state: State,
        seat: int,
        past: Sequence[AnsweredOffer] = (),
        offered: Sequence[Offer] = (),
        purchases: Sequence[Sequence[int]] = (),
    ) -> None:
        """``past`` lists the answered offers, oldest first. ``offered`` lists the offers that the seat
        has made in this turn, including those that nobody has looked at yet. ``purchases`` has, for
        each seat, how often it bought a deed at the printed price and how often it declined one; it is
        empty where nobody has counted."""
        self._state = state
        self.seat = seat
        self.past = past
        self.offered = offered
        self.purchases = purchases
        self.rules: Rules = state.rules
        self.cash = state.cash
        self.at = state.at
        self.jail = state.jail
        self.playing = state.playing
        self.owner = state.owner
        self.level = state.level
        self.mortgaged = state.mortgaged
        self.held = state.held
        self.stock = state.stock
        self.claims = state.claims

    @property
    def ask(self) -> Ask:
        """The pending ask."""
        return self._state.agenda[-1]  # type: ignore[return-value]

    @property
    def turn(self) -> int:
        return self._state.turn

    @property
    def turns(self) -> int:
        """The number of turns begun so far."""
        return self._state.turns

    @property
    def round(self) -> int:
        return self._state.round

    @property
    def last_round(self) -> bool:
        """Whether an agreed limit ends the game with this round. A limit of minutes counts only once its
        time is up, because the record has no clock."""
        limit = self._state.rules.limit_rounds
        return self._state.time_up or bool(limit and self._state.round >= limit)

    @property
    def changes(self) -> int:
        """A counter that rises whenever a deed, a building or a mortgage changes. Bots use it as the key
        of their caches."""
        return self._state.changes

    def continues(self, earlier: View) -> bool:
        """Whether both views show the same State and the same list of answered offers. A counted game
        changes one State in place, so there ``changes`` and ``turns`` tell what is still as it was."""
        return self._state is earlier._state and self.past is earlier.past

    # ------------------------------------------------------------ common questions

    def deeds(self, seat: int) -> list[int]:
        """The spaces a seat owns, in board order."""
        owner = self.owner
        return [i for i in self.rules.ownable if owner[i] == seat]

    def complete(self, seat: int) -> list[int]:
        """The indices of the color groups that a seat owns completely."""
        owner = self.owner
        return [
            g
            for g, group in enumerate(self.rules.edition.groups)
            if all(owner[i] == seat for i in group.members)
        ]

    def turns_left(self, seat: int) -> int | None:
        """How many throws the seat still makes until an agreed limit ends the game, without extra throws
        for doubles; None without a limit of rounds, and before the time of a limit of minutes is up."""
        state = self._state
        rules = state.rules
        limit = state.round if state.time_up else rules.limit_rounds
        if not limit:
            return None
        n, step = state.seats, rules.turn_step
        rounds = max(0, limit - state.round)
        place = (seat - state.starter) * step % n
        now = (state.turn - state.starter) * step % n
        if place == now:
            return rounds + any(isinstance(ask, AskRoll) for ask in state.agenda)
        return rounds + (place > now)

    def name(self, space: int) -> str:
        """The id of a space, as it is written in an answer: ``"build " + view.name(39)``."""
        return self.rules.edition.spaces[space].id

    def left_with_bank(self) -> int:
        """The number of properties that nobody owns."""
        return sum(self.owner[i] == BANK for i in self.rules.ownable)

    def others(self) -> list[int]:
        """The other seats still playing."""
        seat = self.seat
        return [o for o, plays in enumerate(self.playing) if plays and o != seat]


def offer(
    to: int, give: int | Sequence[int] = 0, get: int | Sequence[int] = 0, cash: int = 0
) -> Offer:
    """An offer to the seat ``to``, which is counted from 0 as everywhere in a view.

    ``give`` and ``get`` are amounts of money or lists of spaces: ``offer(to=2, give=250, get=[39])``.
    ``cash`` comes on top of the deeds: it is paid if it is positive, and asked for if it is negative."""
    return Offer(to, _bundle(give, max(cash, 0)), _bundle(get, max(-cash, 0)))


def _bundle(what: int | Sequence[int], cash: int) -> Bundle:
    if isinstance(what, int):
        return Bundle(cash=what + cash)
    return Bundle(deeds=tuple(sorted(set(what))), cash=cash)


def public(state: State) -> State:
    """A copy without hidden information: its decks are in the order of the edition's lists.

    Third-party bots get this copy, since they can reach the State behind a View."""
    copy = state.copy()
    copy.decks = [sorted(deck) for deck in copy.decks]
    copy.draws = 0
    return copy


__all__ = ["AnsweredOffer", "Bot", "Bundle", "Choice", "Deal", "Reply", "View", "offer", "public"]
