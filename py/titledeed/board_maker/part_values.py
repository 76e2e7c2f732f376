"""The values of a board that one student of a class may change, each under a key.

A key is a text such as ``space 3 name``, ``group 1 color`` or ``card 0 5``. A value is plain data, as it
stands in a student's file. Sums that follow from others are None, so that two students who change prices of
one group don't both seem to change the cost of its houses.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.edition_parser import DEED_KINDS
from ..engine.parsing.untrusted_input import is_hidden
from ..engine.parsing.value_predicates import is_list, is_text, is_whole_number
from ..engine.special_seats_and_ids import DECKS, SPACES
from . import changes
from .draft import BoardDraft, DraftCard
from .draft_from_and_to_edition_table import (
    LONGEST,
    MOST_CARDS,
    MOST_SUM,
    card_of_table,
    card_table,
)
from .rents_and_costs_from_price import following_cost, following_rents

Value = Any
OF_SPACE: Final = ("name", "icon", "price")
OF_GROUP: Final = ("name", "color", "mark", "cost", "icon")
_CARD_NUMBERS: Final = ("to", "kind", "steps", "amount", "house", "hotel")


# ---------------------------------------------------------------- keys


def keys_of(draft: BoardDraft, spaces: Iterable[int]) -> tuple[str, ...]:
    """What somebody may change who has these spaces: the spaces, the color groups of their streets, and for
    a space of cards a third of its deck. The spaces of a deck have one name, under the key of the first."""
    own = sorted(set(spaces))
    keys = [
        f"space {_named_by(draft, at) if part == 'name' else at} {part}"
        for at in own
        for part in OF_SPACE
        if part != "price" or draft.spaces[at].kind in DEED_KINDS
    ]
    keys = list(dict.fromkeys(keys))
    groups = {draft.spaces[at].group for at in own if draft.spaces[at].kind == "street"}
    keys += [
        f"group {n} {part}"
        for n, group in enumerate(draft.groups)
        if group.id in groups
        for part in OF_GROUP
    ]
    for deck, kind in enumerate(DECKS):
        keys += [f"card {deck} {n}" for n in _cards_of(draft, deck, kind, own)]
    return tuple(keys)


def _named_by(draft: BoardDraft, at: int) -> int:
    """The space under whose key the name of a space is: for a deck's spaces that share it, the first."""
    space = draft.spaces[at]
    if space.kind not in DECKS:
        return at
    return next(
        n
        for n, other in enumerate(draft.spaces)
        if (other.kind, other.name) == (space.kind, space.name)
    )


def has_key(draft: BoardDraft, key: str) -> bool:
    """Whether a board has the place of a key."""
    what, n, deck = place_of(key)
    if what == "card":
        return n < len((draft.decks or changes.printed_decks())[deck])
    if what == "group":
        return n < len(draft.groups)
    return not key.endswith(" price") or draft.spaces[n].kind in DEED_KINDS


def all_keys(draft: BoardDraft) -> tuple[str, ...]:
    return keys_of(draft, range(SPACES))


def _cards_of(draft: BoardDraft, deck: int, kind: str, own: list[int]) -> list[int]:
    """The cards of a deck that come with some of its spaces, as each has an equal share."""
    places = [at for at, space in enumerate(draft.spaces) if space.kind == kind]
    count = len((draft.decks or changes.printed_decks())[deck])
    return [n for n in range(count) if places and places[n * len(places) // count] in own]


def place_of(key: str) -> tuple[str, int, int]:
    """What a key is about: "space", "group" or "card", its number, and the deck of a card."""
    words = key.split()
    return (
        (words[0], int(words[2]), int(words[1]))
        if words[0] == "card"
        else (
            words[0],
            int(words[1]),
            0,
        )
    )


# ---------------------------------------------------------------- values


def value_of(draft: BoardDraft, key: str) -> Value:
    """The value that a board has under a key."""
    match key.split():
        case ["space", n, part]:
            at = int(n)
            space = draft.spaces[at]
            if part == "name":
                return [space.name, space.short]
            if part == "icon":
                return space.icon
            follows = space.rents == following_rents(draft, at)
            return [space.price, None if follows else list(space.rents), space.own_mortgage]
        case ["group", n, part]:
            group = draft.groups[int(n)]
            if part == "cost":
                usual = following_cost(draft, group)
                return None if group.house_cost == usual else group.house_cost
            return getattr(group, part)
        case ["card", deck, n]:
            card = _card(draft, int(deck), int(n))
            row = card_table(replace(card, extra={}))
            del row["id"]
            return row
    raise KeyError(key)


def _card(draft: BoardDraft, deck: int, n: int) -> DraftCard:
    return (draft.decks or changes.printed_decks())[deck][n]


def with_value(draft: BoardDraft, key: str, value: Value) -> BoardDraft:
    """The board with another value under a key, and with what follows from it."""
    match key.split():
        case ["space", n, part]:
            at = int(n)
            if part == "icon":
                return changes.with_icon(draft, at, value)
            if part == "name":
                name, short = value
                draft = changes.with_space_name(draft, at, name)
                return _with_space(draft, at, short=short)
            price, rents, mortgage = value
            draft = changes.with_price(draft, at, price)
            usual = following_rents(draft, at)
            own = usual if rents is None else tuple(rents)
            return _with_space(draft, at, rents=own, own_mortgage=mortgage)
        case ["group", n, part]:
            id = draft.groups[int(n)].id
            if part == "icon":
                return changes.with_group_icon(draft, id, value)
            if part == "cost":
                if value is None:
                    return changes.with_following_cost(draft, id)
                return changes.with_group(draft, id, house_cost=value)
            return changes.with_group(draft, id, **{part: value})
        case ["card", deck, n]:
            return changes.with_card(draft, int(deck), int(n), lambda card: _changed(card, value))
    raise KeyError(key)


def _with_space(draft: BoardDraft, at: int, **values: Any) -> BoardDraft:
    space = replace(draft.spaces[at], **values)
    return replace(draft, spaces=(*draft.spaces[:at], space, *draft.spaces[at + 1 :]))


def _changed(card: DraftCard, row: dict[str, Any]) -> DraftCard:
    new = card_of_table({"id": card.id, **row}, "Card")
    numbers = {name: getattr(new, name) for name in _CARD_NUMBERS}
    return replace(card, do=new.do, text=new.text, **numbers)


def fits(draft: BoardDraft, key: str, value: Value) -> bool:
    """Whether a value from a file may stand under this key of the board, which has it."""
    match key.split():
        case ["space", n, part]:
            if part == "name":
                return is_list(value, 2, 2, lambda text: text is None or _is_line(text)) and (
                    value[0] is not None
                )
            return _is_line(value) if part == "icon" else _is_price(draft, int(n), value)
        case ["group", _, part]:
            if part == "cost":
                return value is None or _is_sum(value)
            most = {"color": 7, "mark": 4}.get(part, LONGEST)
            return _is_line(value) and len(value) <= most
        case _:
            return _is_card(value)


def _is_line(value: Value) -> bool:
    return is_text(value, LONGEST, lambda text: not any(is_hidden(c) for c in text))


def _is_sum(value: Value) -> bool:
    return is_whole_number(value, 0, MOST_SUM)


def _is_price(draft: BoardDraft, at: int, value: Value) -> bool:
    if not is_list(value, 3, 3, lambda part: True):
        return False
    price, rents, mortgage = value
    count = len(draft.spaces[at].rents)
    return (
        _is_sum(price)
        and (rents is None or is_list(rents, count, count, _is_sum))
        and (mortgage is None or _is_sum(mortgage))
    )


def _is_card(value: Value) -> bool:
    if not isinstance(value, dict) or "id" in value or any(key.startswith("x-") for key in value):
        return False
    try:
        card_of_table({"id": "card", **value}, "Card")
    except LoadError:
        return False
    return True


# ---------------------------------------------------------------- boards


def values_that_differ(base: BoardDraft, own: BoardDraft, keys: Iterable[str]) -> dict[str, Value]:
    """The values under these keys in which a board differs from another one."""
    return {key: value for key in keys if (value := value_of(own, key)) != value_of(base, key)}


def stays_within(base: BoardDraft, own: BoardDraft, spaces: Iterable[int]) -> bool:
    """Whether a board differs from another one only in what somebody with these spaces may change, and in
    what follows from it."""
    if len(own.groups) != len(base.groups):
        return False
    if any(
        (a.id, a.kind, a.group) != (b.id, b.kind, b.group)
        for a, b in zip(base.spaces, own.spaces, strict=True)
    ):
        return False
    sizes = [
        [len(deck) for deck in draft.decks or changes.printed_decks()] for draft in (base, own)
    ]
    if sizes[0] != sizes[1]:
        return False
    merged = base
    for key, value in values_that_differ(base, own, keys_of(base, spaces)).items():
        merged = with_value(merged, key, value)
    return not values_that_differ(merged, own, all_keys(base))


MOST_KEYS: Final = SPACES * len(OF_SPACE) + 12 * len(OF_GROUP) + 2 * MOST_CARDS
