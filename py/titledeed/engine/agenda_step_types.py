"""Steps: items of the agenda that run by themselves, without an answer."""

from __future__ import annotations

from dataclasses import (
    dataclass,
)
from typing import (
    TypeAlias,
)

from .special_seats_and_ids import Because


@dataclass(frozen=True, slots=True)
class Settle:
    """The move is settled. Another throw or the end of the turn follows. ``freed`` as in AskEnd."""

    seat: int
    freed: bool = False


@dataclass(frozen=True, slots=True)
class Due:
    """``seat`` owes money. It is paid at once if the cash covers it; else an AskDebt follows."""

    seat: int
    creditor: int
    amount: int
    clauses: Because
    what: str
    space: int = -1


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put a drawn card under its deck."""

    deck: int
    card: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave jail after the forced fine, and move by ``steps``."""

    seat: int
    steps: int


@dataclass(frozen=True, slots=True)
class Lots:
    """Auction the deeds of the bankrupt seat ``about`` one by one."""

    about: int
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Wishes:
    """Distribute scarce buildings among the ``seats`` that want one, in order. The orderer is first if
    it is still waiting."""

    piece: int
    orderer: int
    space: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PassTurn:
    """Pass the turn to the seat after ``seat``."""

    seat: int


Step: TypeAlias = Settle | Due | PutBack | Leave | Lots | Wishes | PassTurn
