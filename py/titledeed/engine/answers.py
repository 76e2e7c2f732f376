"""Answers: the decisions of a seat, of chance and of the clock. Each class is one kind of answer."""

from __future__ import annotations

from dataclasses import (
    dataclass,
)
from typing import (
    ClassVar,
    TypeAlias,
)

from .special_seats_and_ids import NOBODY


@dataclass(frozen=True, slots=True)
class Roll:
    kind: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class Fine:
    kind: ClassVar[str] = "fine"


@dataclass(frozen=True, slots=True)
class UseCard:
    """Use a held jail card; ``deck`` is -1 if the seat holds only one."""

    deck: int = -1
    kind: ClassVar[str] = "use-card"


@dataclass(frozen=True, slots=True)
class Dice:
    a: int
    b: int
    kind: ClassVar[str] = "dice"


@dataclass(frozen=True, slots=True)
class CardIs:
    """The drawn card, by its index in ``Rules.decks``."""

    card: int
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class Shuffle:
    deck: int
    order: tuple[int, ...]
    kind: ClassVar[str] = "shuffle"


@dataclass(frozen=True, slots=True)
class Deal:
    seat: int
    space: int
    kind: ClassVar[str] = "deal"


@dataclass(frozen=True, slots=True)
class TimeUp:
    kind: ClassVar[str] = "time-up"


@dataclass(frozen=True, slots=True)
class Buy:
    kind: ClassVar[str] = "buy"


@dataclass(frozen=True, slots=True)
class Decline:
    kind: ClassVar[str] = "decline"


@dataclass(frozen=True, slots=True)
class Bid:
    amount: int
    kind: ClassVar[str] = "bid"


@dataclass(frozen=True, slots=True)
class Pass:
    kind: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Flat:
    kind: ClassVar[str] = "flat"


@dataclass(frozen=True, slots=True)
class Percent:
    kind: ClassVar[str] = "percent"


@dataclass(frozen=True, slots=True)
class Pay:
    kind: ClassVar[str] = "pay"


@dataclass(frozen=True, slots=True)
class TakeChance:
    kind: ClassVar[str] = "take-chance"


@dataclass(frozen=True, slots=True)
class GiveUp:
    kind: ClassVar[str] = "bankrupt"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the mortgage of a received deed. ``space`` is -1 for the deed of the pending ask."""

    space: int = -1
    kind: ClassVar[str] = "keep"


@dataclass(frozen=True, slots=True)
class Accept:
    kind: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Reject:
    kind: ClassVar[str] = "reject"


@dataclass(frozen=True, slots=True)
class ClaimIt:
    kind: ClassVar[str] = "claim"


@dataclass(frozen=True, slots=True)
class Place:
    space: int
    kind: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class End:
    kind: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Build:
    space: int
    kind: ClassVar[str] = "build"


@dataclass(frozen=True, slots=True)
class Sell:
    space: int
    kind: ClassVar[str] = "sell"


@dataclass(frozen=True, slots=True)
class SellDown:
    """Sell all buildings above ``level`` on every street of the group with index ``group``."""

    group: int
    level: int
    kind: ClassVar[str] = "sell-down"


@dataclass(frozen=True, slots=True)
class Mortgage:
    space: int
    kind: ClassVar[str] = "mortgage"


@dataclass(frozen=True, slots=True)
class Redeem:
    """Lift a mortgage. ``space`` is -1 for the deed of a pending transfer."""

    space: int = -1
    kind: ClassVar[str] = "redeem"


@dataclass(frozen=True, slots=True)
class Bundle:
    """One side of an offer: deeds by space index, ascending; cash; jail cards by deck index."""

    deeds: tuple[int, ...] = ()
    cash: int = 0
    cards: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.deeds or self.cash or self.cards)


@dataclass(frozen=True, slots=True)
class Offer:
    to: int
    give: Bundle
    get: Bundle
    kind: ClassVar[str] = "offer"


@dataclass(frozen=True, slots=True)
class DemandRent:
    """Demand the oldest open rent of ``space``; only from the seat ``of``, unless it is NOBODY."""

    space: int
    of: int = NOBODY
    kind: ClassVar[str] = "ask-rent"


AskRent = DemandRent  # its name before 0.1.0, which third-party bots import (docs/BOTS.md)


@dataclass(frozen=True, slots=True)
class Resign:
    kind: ClassVar[str] = "resign"


Answer: TypeAlias = (
    Roll
    | Fine
    | UseCard
    | Dice
    | CardIs
    | Shuffle
    | Deal
    | TimeUp
    | Buy
    | Decline
    | Bid
    | Pass
    | Flat
    | Percent
    | Pay
    | TakeChance
    | GiveUp
    | Keep
    | Accept
    | Reject
    | ClaimIt
    | Place
    | End
    | Build
    | Sell
    | SellDown
    | Mortgage
    | Redeem
    | Offer
    | DemandRent
    | Resign
)
