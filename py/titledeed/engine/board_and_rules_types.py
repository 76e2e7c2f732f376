"""Rules as data: board, cards, edition, and the rules of one game. The classes contain only data."""

from __future__ import annotations

from collections.abc import (
    Mapping,
    Sequence,
)
from dataclasses import (
    dataclass,
)

from .special_seats_and_ids import SPACES


@dataclass(frozen=True, slots=True)
class Space:
    """One of the 40 squares. Money is in whole units of the edition's currency, 0 if it does not apply."""

    index: int
    id: str
    name: str
    short: str
    kind: str
    group: str
    price: int
    mortgage: int
    rents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Card:
    """A card. ``do``: its effect, one of ``decks.EFFECTS``; unused fields are 0 or ""."""

    id: str
    do: str
    text: str
    to: int = 0
    kind: str = ""
    steps: int = 0
    amount: int = 0
    house: int = 0
    hotel: int = 0


@dataclass(frozen=True, slots=True)
class Group:
    """A color group: its streets in board order."""

    id: str
    name: str
    color: str
    mark: str
    house_cost: int
    members: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Edition:
    """Board, names, currency and vocabulary; changes no rule (setup.edition-theme)."""

    id: str
    name: str
    sign: str
    sign_after: bool
    separator: str
    words: Mapping[str, str]
    groups: tuple[Group, ...]
    spaces: tuple[Space, ...]
    source: Mapping[str, object] | None  # the table of its file; None for a built-in edition


@dataclass(frozen=True)
class Rules:
    """The rules of a game as plain values: one rulebook on one edition with one variant and any house rules.
    Tables are indexed by space (0-39). Only ``rulebook_loader_and_rules_compiler.py`` makes them."""

    book: str
    variant: str
    edition: Edition
    decks_id: str
    decks: tuple[tuple[Card, ...], tuple[Card, ...]]
    house_rules: Mapping[str, object]
    official: bool
    values: Mapping[str, object]  # the value in force of every parameter, by clause id

    kind: tuple[str, ...]
    price: tuple[int, ...]
    rents: tuple[tuple[int, ...], ...]
    mortgage_value: tuple[int, ...]
    lift_cost: tuple[int, ...]
    transfer_interest: tuple[int, ...]
    estate_interest: tuple[int, ...]
    cost: tuple[int, ...]  # of one house on a street
    # the spaces of the same group, also for railroads and utilities
    members: tuple[tuple[int, ...], ...]
    streets: tuple[int, ...]
    ownable: tuple[int, ...]
    jail_at: int

    starting_cash: int
    # by seat; all eight are equal unless a house rule sets one for each seat
    salary: tuple[int, ...]
    go_landing_double: bool
    salary_by_every_card: (
        bool  # a second one in the same move; else only by the card that leads to GO
    )
    lap_first: bool
    turn_step: int  # +1: the turn passes to the left; -1: to the right
    auctions: bool
    decliner_bids: bool
    mortgage_bars_purchase: bool
    opening_bid: int
    claim_limit: int  # a rent claim lapses at the throw of the n-th following player; 0: never
    utility_by_anyone: bool
    utility_fresh: bool
    rent_in_jail: bool
    card_returns_late: bool
    income_tax: str  # "choice" "min" "flat"
    luxury_tax: int
    jail_fine: int
    fine_turns: int
    exit_doubles_again: bool
    parking: int  # paid by the Bank on Free Parking
    pot: bool
    even: bool
    stock: tuple[int, int]
    building_opening_bid: int
    top: int
    bare_group: bool
    liquidated: bool
    short: bool
    limit_rounds: int
    limit_minutes: int

    def space_index(self, id: str) -> int | None:
        """The index of a space id, or None."""
        for space in self.edition.spaces:
            if space.id == id:
                return space.index
        return None


def next_of_kind(kinds: Sequence[str], at: int, kind: str) -> int:
    """The next space of a kind after ``at`` in the direction of play; ``at`` itself comes last."""
    return next(i % SPACES for i in range(at + 1, at + SPACES + 1) if kinds[i % SPACES] == kind)
