"""Asks: the questions for which a game waits. The one on top of the agenda is pending."""

from __future__ import annotations

from dataclasses import (
    dataclass,
)
from typing import (
    ClassVar,
    Final,
    TypeAlias,
    get_args,
)

from .answers import (
    Bundle,
)
from .special_seats_and_ids import CHANCE, NOBODY, Because


@dataclass(frozen=True, slots=True)
class AskOrder:
    """A starting throw. ``rest`` still have to throw; ``totals`` are (seat, sum) thrown so far."""

    seat: int
    rest: tuple[int, ...]
    totals: tuple[tuple[int, int], ...]
    kind: ClassVar[str] = "order"


@dataclass(frozen=True, slots=True)
class AskRoll:
    """``released``: the seat has just paid or played its way out of jail (jail.exit-throw-played)."""

    seat: int
    released: bool = False
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class AskRentRoll:
    """``seat``, which has landed on a utility, throws for the rent. ``owner`` gets ``times`` the sum."""

    seat: int
    owner: int
    space: int
    times: int
    clauses: Because
    kind: ClassVar[str] = "rent-roll"

    @property
    def because(self) -> Because:
        """The attribute's name before 0.1.0, for third-party bots."""
        return self.clauses


@dataclass(frozen=True, slots=True)
class AskDice:
    """Dice for ``mover``; ``purpose`` is "order", "move" or "rent"; ``released`` as in AskRoll."""

    mover: int
    purpose: str
    released: bool = False
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "dice"


@dataclass(frozen=True, slots=True)
class AskCard:
    """A card for ``mover``. ``salaried``: this move has passed or reached GO already."""

    mover: int
    deck: int
    salaried: bool
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class AskShuffle:
    """Shuffle the last ``count`` cards of a deck; the cards above them are known."""

    deck: int
    count: int
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class AskDeal:
    """The Short Game's deal: a deed for ``receiver``, then one for each of ``rest``."""

    receiver: int
    rest: tuple[int, ...]
    seat: ClassVar[int] = CHANCE
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class AskBuy:
    seat: int
    space: int
    by_card: bool
    kind: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class AskBid:
    """An auction. ``lot`` is a space, or -1 for a scarce building of the kind ``piece``. Before the first
    bid, ``bid`` is 0 and ``leader`` NOBODY. ``passed``: a bit for each seat that has passed since the
    standing bid."""

    seat: int
    lot: int
    piece: int
    bid: int
    leader: int
    passed: int
    bidders: tuple[int, ...]
    about: int
    kind: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class AskTax:
    seat: int
    kind: ClassVar[str] = "tax"


@dataclass(frozen=True, slots=True)
class AskCardChoice:
    """Pay ``amount`` or draw from ``deck``. ``salaried`` as in AskCard."""

    seat: int
    amount: int
    deck: int
    salaried: bool = False
    kind: ClassVar[str] = "card-choice"


@dataclass(frozen=True, slots=True)
class AskDebt:
    """``seat`` owes ``amount`` to ``creditor`` (a seat, BANK or POT) and has too little cash."""

    seat: int
    creditor: int
    amount: int
    clauses: Because
    what: str
    space: int
    kind: ClassVar[str] = "debt"

    @property
    def because(self) -> Because:
        """The attribute's name before 0.1.0, for third-party bots."""
        return self.clauses


@dataclass(frozen=True, slots=True)
class AskTransfer:
    """``seat`` has received a mortgaged deed. ``estate``: from a bankrupt player."""

    seat: int
    space: int
    estate: bool
    kind: ClassVar[str] = "transfer"


@dataclass(frozen=True, slots=True)
class AskAnswer:
    """``seat`` answers the offer of ``by``: it would receive ``give`` and hand over ``get``."""

    seat: int
    by: int
    give: Bundle
    get: Bundle
    kind: ClassVar[str] = "answer"


@dataclass(frozen=True, slots=True)
class AskClaim:
    """``orderer`` has ordered a scarce building, and ``seat`` may claim one. ``rest`` are asked after it."""

    seat: int
    piece: int
    orderer: int
    space: int
    rest: tuple[int, ...]
    wishes: tuple[int, ...]
    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class AskPlace:
    """``seat`` places a building. It has won and paid for it (``paid``), or claimed it and pays the
    printed cost now."""

    seat: int
    piece: int
    paid: bool
    kind: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class AskEnd:
    """``freed``: the seat left jail by doubles in this move, which earn no further throw."""

    seat: int
    freed: bool = False
    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over. ``winners``: in seat order, several after equal scores."""

    winners: tuple[int, ...]
    clauses: Because
    seat: ClassVar[int] = NOBODY
    kind: ClassVar[str] = "over"


Ask: TypeAlias = (
    AskOrder
    | AskRoll
    | AskRentRoll
    | AskDice
    | AskCard
    | AskShuffle
    | AskDeal
    | AskBuy
    | AskBid
    | AskTax
    | AskCardChoice
    | AskDebt
    | AskTransfer
    | AskAnswer
    | AskClaim
    | AskPlace
    | AskEnd
    | Over
)

ASKS: Final[tuple[type[Ask], ...]] = get_args(Ask)

QUIET: Final = (AskRoll, AskEnd)
