"""Drafts as the tables of files, and back.

:func:`draft_of_table` accepts what the rules cannot play, so that it can be repaired. It refuses what
the format does not know: an unknown key, a value of another type, or one beyond all limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.decks import EFFECTS
from ..engine.parsing.edition_parser import DEED_KINDS, RENTS, SCHEMA, SPACE_KINDS
from ..engine.parsing.untrusted_input import (
    DEEPEST,
    Table,
    is_hidden,
    nests_deeper,
    only_keys,
    quoted,
)
from ..engine.parsing.value_predicates import is_flag, is_whole_number
from ..engine.special_seats_and_ids import DECKS, SPACES
from .draft import (
    BoardDraft,
    DraftCard,
    DraftCurrency,
    DraftDecks,
    DraftGroup,
    DraftSpace,
    Extra,
)

LONGEST: Final = 80  # characters of a name in a draft; the rules allow half of that
LONGEST_TEXT: Final = 400  # characters of a card's sentence in a draft
MOST_SUM: Final = 1_000_000_000
MOST_GROUPS: Final = 12
MOST_CARDS: Final = 32  # in one deck

_TOP: Final = frozenset(
    {"schema", "id", "name", "currency", "words", "group", "space", "deck_names", *DECKS}
)
_CURRENCY: Final = frozenset({"sign", "after", "group"})
_GROUP: Final = frozenset({"id", "name", "color", "mark", "house_cost"})
_SPACE: Final = frozenset({"id", "name", "short", "kind"})
_DEED: Final = _SPACE | {"price", "mortgage", "rents"}
NUMBERS: Final = ("to", "steps", "amount", "house", "hotel")


def _extra(table: Table) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key.startswith("x-")}


# ---------------------------------------------------------------- to a table


def table_of(draft: BoardDraft) -> dict[str, Any]:
    """The table of an edition's file."""
    table: dict[str, Any] = {"schema": SCHEMA, "id": draft.id, "name": draft.name, **draft.extra}
    money = draft.currency
    table["currency"] = {"sign": money.sign}
    if money.after is not None:
        table["currency"]["after"] = money.after
    if money.group is not None:
        table["currency"]["group"] = money.group
    table["currency"].update(money.extra)
    if draft.words is not None:
        table["words"] = dict(draft.words)
    if draft.deck_names is not None:
        table["deck_names"] = dict(draft.deck_names)
    table["group"] = [
        {
            "id": group.id,
            "name": group.name,
            "color": group.color,
            "mark": group.mark,
            "house_cost": group.house_cost,
            **group.extra,
        }
        for group in draft.groups
    ]
    table["space"] = [_space_table(space) for space in draft.spaces]
    if draft.decks is not None:
        for deck, cards in zip(DECKS, draft.decks, strict=True):
            table[deck] = [card_table(card) for card in cards]
    return table


def _space_table(space: DraftSpace) -> dict[str, Any]:
    row: dict[str, Any] = {"id": space.id, "name": space.name}
    if space.short is not None:
        row["short"] = space.short
    row["kind"] = space.kind
    if space.kind == "street":
        row["group"] = space.group
    if space.kind in DEED_KINDS:
        row["price"] = space.price
        row["mortgage"] = space.mortgage
        row["rents"] = list(space.rents)
    return row | dict(space.extra)


def card_table(card: DraftCard) -> dict[str, Any]:
    """A card as a row of its deck, with the keys that its effect needs."""
    row: dict[str, Any] = {"id": card.id, "do": card.do}
    for key in EFFECTS.get(card.do, ()):
        row[key] = getattr(card, key)
    if card.do == "nearest":
        row["kind"] = card.kind
    row["text"] = card.text
    return row | dict(card.extra)


# ---------------------------------------------------------------- from a table


def draft_of_table(table: Mapping[str, Any], where: str = "Board file") -> BoardDraft:
    """The draft in a table, which may lack the schema. Raises :class:`LoadError` with a sentence."""
    if nests_deeper(table, DEEPEST - 1):
        raise LoadError("The board file is nested too deeply.")
    only_keys(table, _TOP, where)
    if table.get("schema", SCHEMA) != SCHEMA:
        raise LoadError(f"{where}: “schema” must be “{SCHEMA}”.")
    rows = _rows(table, "space", where, SPACES, SPACES)
    return BoardDraft(
        id=_text(table, "id", where, 40),
        name=_text(table, "name", where, LONGEST),
        currency=_currency(_part(table, "currency", where) or {}, f"{where}, currency"),
        words=_words(table, "words", where),
        deck_names=_words(table, "deck_names", where),
        groups=tuple(
            _group(row, f"{where}, group {n}")
            for n, row in enumerate(_rows(table, "group", where, 0, MOST_GROUPS), 1)
        ),
        spaces=tuple(_space(row, f"{where}, space {n}") for n, row in enumerate(rows)),
        decks=_decks(table, where),
        extra=_extra(table),
    )


def _part(table: Table, key: str, where: str) -> Table | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise LoadError(f"{where}: [{key}] must be a table.")
    return value


def _rows(table: Table, key: str, where: str, least: int, most: int) -> list[Table]:
    rows = table.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise LoadError(f"{where}: [[{key}]] is missing.")
    if not least <= len(rows) <= most:
        raise LoadError(f"{where}: there must be {most} [[{key}]] entries; there are {len(rows)}.")
    return rows


def _text(table: Table, key: str, where: str, most: int) -> str:
    value = table.get(key)
    if not isinstance(value, str) or len(value) > most:
        raise LoadError(f"{where}: “{key}” must be text of 1 to {most} characters.")
    if any(is_hidden(c) for c in value):
        raise LoadError(f"{where}: “{key}” contains a control character.")
    return value


def _number(table: Table, key: str, where: str) -> int:
    value = table.get(key)
    if not is_whole_number(value, 0, MOST_SUM):
        raise LoadError(f"{where}: “{key}” must be a whole number from {0} to {MOST_SUM}.")
    return value


def _words(table: Table, key: str, where: str) -> dict[str, str] | None:
    words = _part(table, key, where)
    if words is None:
        return None
    place = f"{where}, {key}"
    if len(words) > 60:
        raise LoadError(f"{where}: [{key}] has too many keys.")
    return {name: _text(words, name, place, LONGEST) for name in words if _is_key(name, place)}


def _is_key(name: str, where: str) -> bool:
    if len(name) > 40 or any(is_hidden(c) for c in name):
        raise LoadError(f"{where}: the key “{quoted(name)}” is unknown.")
    return True


def _currency(table: Table, where: str) -> DraftCurrency:
    only_keys(table, _CURRENCY, where)
    after = table.get("after")
    if after is not None and not is_flag(after):
        raise LoadError(f"{where}: “after” must be true or false.")
    group = _text(table, "group", where, 4) if "group" in table else None
    return DraftCurrency(_text(table, "sign", where, 8), after, group, _extra(table))


def _group(row: Table, where: str) -> DraftGroup:
    only_keys(row, _GROUP, where)
    return DraftGroup(
        id=_text(row, "id", where, 40),
        name=_text(row, "name", where, LONGEST),
        color=_text(row, "color", where, 7),
        mark=_text(row, "mark", where, 4),
        house_cost=_number(row, "house_cost", where),
        extra=_extra(row),
    )


def _space(row: Table, where: str) -> DraftSpace:
    kind = row.get("kind")
    if not isinstance(kind, str) or kind not in SPACE_KINDS:
        raise LoadError(f"{where}: “kind” must be one of {', '.join(SPACE_KINDS)}.")
    deed = kind in DEED_KINDS
    only_keys(row, (_DEED if deed else _SPACE) | ({"group"} if kind == "street" else set()), where)
    price = _number(row, "price", where) if deed else 0
    mortgage = _number(row, "mortgage", where) if "mortgage" in row else price // 2
    return DraftSpace(
        id=_text(row, "id", where, 40),
        name=_text(row, "name", where, LONGEST),
        short=_text(row, "short", where, LONGEST) if "short" in row else None,
        kind=kind,
        group=_text(row, "group", where, 40) if kind == "street" else "",
        price=price,
        rents=_rents(row, RENTS[kind], where) if deed else (),
        own_mortgage=None if mortgage == price // 2 else mortgage,
        extra=_extra(row),
    )


def _rents(row: Table, count: int, where: str) -> tuple[int, ...]:
    numbers = row.get("rents")
    if (
        not isinstance(numbers, list)
        or len(numbers) != count
        or not all(is_whole_number(n, 0, MOST_SUM) for n in numbers)
    ):
        raise LoadError(f"{where}: “rents” must be a list of {count} numbers.")
    return tuple(numbers)


def _decks(table: Table, where: str) -> DraftDecks | None:
    if not any(deck in table for deck in DECKS):
        return None
    decks = [
        tuple(
            card_of_table(row, f"{where}, {deck}, card {n}")
            for n, row in enumerate(_rows(table, deck, where, 0, MOST_CARDS), 1)
        )
        for deck in DECKS
    ]
    return decks[0], decks[1]


def card_of_table(row: Table, where: str) -> DraftCard:
    """The card in a row of its deck. Raises :class:`LoadError` with a sentence."""
    do = row.get("do")
    if not isinstance(do, str) or do not in EFFECTS:
        raise LoadError(f"{where}: “do” must be one of these: {', '.join(EFFECTS)}.")
    needs: Iterable[str] = EFFECTS[do]
    kinds = {"kind"} if do == "nearest" else set()
    only_keys(row, frozenset({"id", "do", "text", *needs, *kinds}), where)
    kind = row.get("kind", "")
    if kinds and kind not in ("railroad", "utility"):
        raise LoadError(f"{where}: “kind” must be one of {', '.join(RENTS)}.")
    return DraftCard(
        id=_text(row, "id", where, 40),
        do=do,
        text=_text(row, "text", where, LONGEST_TEXT),
        kind=kind if kinds else "",
        extra=_extra(row),
        **{key: _number(row, key, where) for key in needs},
    )


def extra_with(extra: Extra, key: str, value: object) -> Extra:
    """The ``x-`` keys with one of them changed; None or "" removes it."""
    left = {name: was for name, was in extra.items() if name != key}
    return left if value in (None, "", []) else {**left, key: value}
