"""The draft of a board: everything that an edition's file can say, before it can be played.

A draft never changes. A change (:mod:`.changes`) makes a new one, which shares all other parts, so the
history of all changes takes little memory. A value of None means that the file leaves the key out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

Extra = Mapping[str, Any]  # the keys that begin with "x-", which every program keeps

ICON: Final = "x-icon"
TOKENS: Final = "x-tokens"
NOUNS: Final = "x-words"  # the board's own nouns with their grammar, by language (docs/EDITIONS.md)
SHORTEST: Final = 12  # characters of a name on a small picture


@dataclass(frozen=True, slots=True)
class DraftSpace:
    """A space. ``group``, ``price`` and ``rents`` are empty where the kind has none. ``own_mortgage``: a
    mortgage value that was set by hand; None if it is half the price."""

    id: str
    name: str
    short: str | None
    kind: str
    group: str = ""
    price: int = 0
    rents: tuple[int, ...] = ()
    own_mortgage: int | None = None
    extra: Extra = field(default_factory=dict)

    @property
    def mortgage(self) -> int:
        """What a mortgage brings."""
        return self.price // 2 if self.own_mortgage is None else self.own_mortgage

    @property
    def shown(self) -> str:
        """The name on a small picture of the space."""
        return self.short if self.short is not None else self.name[:SHORTEST]

    @property
    def icon(self) -> str:
        icon = self.extra.get(ICON)
        return icon if isinstance(icon, str) else ""


@dataclass(frozen=True, slots=True)
class DraftGroup:
    """A color group."""

    id: str
    name: str
    color: str
    mark: str
    house_cost: int
    extra: Extra = field(default_factory=dict)

    @property
    def icon(self) -> str:
        icon = self.extra.get(ICON)
        return icon if isinstance(icon, str) else ""


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A card. The numbers that its effect does not need are 0."""

    id: str
    do: str
    text: str
    to: int = 0
    kind: str = ""
    steps: int = 0
    amount: int = 0
    house: int = 0
    hotel: int = 0
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DraftCurrency:
    """The money sign, whether it follows the number, and the sign between thousands."""

    sign: str
    after: bool | None = None
    group: str | None = None
    extra: Extra = field(default_factory=dict)


DraftDecks = tuple[tuple[DraftCard, ...], tuple[DraftCard, ...]]


@dataclass(frozen=True, slots=True)
class BoardDraft:
    """A whole board. ``decks``: None if the rulebook's cards are used."""

    id: str
    name: str
    currency: DraftCurrency
    groups: tuple[DraftGroup, ...]
    spaces: tuple[DraftSpace, ...]
    words: Mapping[str, str] | None = None
    deck_names: Mapping[str, str] | None = None
    decks: DraftDecks | None = None
    extra: Extra = field(default_factory=dict)

    def group(self, id: str) -> DraftGroup | None:
        """The group with this id, or None."""
        return next((group for group in self.groups if group.id == id), None)

    def members(self, id: str) -> list[int]:
        """The streets of a group, in board order."""
        return [
            at
            for at, space in enumerate(self.spaces)
            if space.kind == "street" and space.group == id
        ]

    def streets(self) -> list[int]:
        """All streets, in board order."""
        return [at for at, space in enumerate(self.spaces) if space.kind == "street"]

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens that go with this board; empty if it names none."""
        named = self.extra.get(TOKENS)
        if not isinstance(named, list):
            return ()
        return tuple(token for token in named if isinstance(token, str))
