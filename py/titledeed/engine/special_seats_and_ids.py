"""The seats that are not players (the Bank, chance, nobody), the ids of decks and buildings, and the
fixed numbers of the board."""

from __future__ import annotations

from typing import (
    Final,
    TypeAlias,
)

BANK: Final = -2  # as an account: cash[BANK]; as an owner: the Bank has the deed

POT: Final = -1  # the account in the middle of the board; 0 unless a house rule uses it

CHANCE: Final = -3  # the pseudo-seat that answers for dice and cards

NOBODY: Final = -4  # no seat at all

FREE: Final = -1  # State.jail of a seat that is not in jail

DECKS: Final = ("chance", "community-chest")

PIECES: Final = ("house", "hotel")

HOUSE: Final = 0

HOTEL: Final = 1

SPACES: Final = 40  # on every board; a space is its index, with GO as 0

THIRD_YELLOW: Final = 29  # the street whose rent differs between printed boards

HOTEL_RENT: Final = (
    5  # the index of the rent with a hotel in ``Space.rents``, in the Short Game too
)

Because: TypeAlias = tuple[str, ...]
