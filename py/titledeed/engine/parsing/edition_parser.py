"""Reads editions from the tables of their files, and checks every key; :mod:`.decks` reads their cards.

An edition may come from anybody, so every fault becomes a sentence with its place (docs/EDITIONS.md has the
schema). Loading stops at the first fault; :func:`faults_of` lists all of them for an edition's author. The
preface of the australian rulebook states ten facts that hold for every edition: ``_check_board`` and
``decks.check_decks`` check them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from ..board_and_rules_types import Edition, Group, Space
from ..special_seats_and_ids import DECKS, SPACES, Because
from .decks import check_decks, read_decks
from .untrusted_input import (
    DEEPEST,
    Faults,
    MisfitError,
    Table,
    Where,
    id_of,
    is_hidden,
    line_of_text,
    nests_deeper,
    number_of,
    only_keys,
    part_of,
    quoted,
    rows_of,
)

SCHEMA: Final = "title-deed-edition/1"
LARGEST: Final = 100_000  # bytes of an edition's file
BUILT_IN: Final = ("atlantic-city", "london", "australia")

SPACE_KINDS: Final = (
    "go",
    "street",
    "railroad",
    "utility",
    "chance",
    "community-chest",
    "income-tax",
    "luxury-tax",
    "jail",
    "free-parking",
    "go-to-jail",
)
DEED_KINDS: Final = ("street", "railroad", "utility")
RENTS: Final = {"street": 6, "railroad": 4, "utility": 2}

_EDITION_KEYS: Final = frozenset(
    {"schema", "id", "name", "currency", "words", "group", "space", "deck_names", *DECKS}
)
_CURRENCY_KEYS: Final = frozenset({"sign", "after", "group"})
_GROUP_KEYS: Final = frozenset({"id", "name", "color", "mark", "house_cost"})
_SPACE_KEYS: Final = frozenset({"id", "name", "short", "kind"})
_DEED_KEYS: Final = _SPACE_KEYS | {"price", "mortgage", "rents"}


# ---------------------------------------------------------------- editions


def edition_of(table: Table, words: Table, built_in: bool = False) -> Edition:
    """The edition in a table. ``words``: the vocabulary for the keys that the table does not set. Raises
    :class:`LoadError` with a sentence that names the place of the first fault."""
    faults = Faults()
    edition = _edition(table, words, built_in, faults)
    if faults:
        raise faults[0]
    assert edition is not None
    return edition


def faults_of(table: Table, words: Table) -> Faults:
    """All faults of a user's edition. As long as single rows are faulty, the relations between rows are
    not checked."""
    faults = Faults()
    _edition(table, words, False, faults)
    return faults


def _edition(table: Table, words: Table, built_in: bool, faults: Faults) -> Edition | None:
    """The edition; None if there is any fault. Adds the faults to ``faults``."""
    where = "Board file"
    if table.get("schema") != SCHEMA:
        faults.append(MisfitError(f"{where}: “schema” must be “{SCHEMA}”.", (), where, "schema"))
        return None
    # a saved game with this edition could never be opened again
    if nests_deeper(table, DEEPEST - 1):
        faults.append(MisfitError("The board file is nested too deeply."))
        return None
    id = name = sign = ""
    for key in table:
        with faults.collecting():
            only_keys({key: table[key]}, _EDITION_KEYS, where)
    with faults.collecting():
        id = id_of(table, where)
        if not built_in and id in BUILT_IN:
            raise MisfitError(
                f"{where}: the id “{id}” belongs to a built-in board.", (), where, "id"
            )
    with faults.collecting():
        name = line_of_text(table, "name", where, 40)
    currency: Table = {}
    with faults.collecting():
        currency = part_of(table, "currency", where)
        sign = _currency(currency, Where.entry(f"{where}, currency", "currency"))
    spoken = dict(words)
    with faults.collecting():
        own, place = part_of(table, "words", where), Where.entry(f"{where}, words", "words")
        known = frozenset(words) if words else frozenset(own)
        for key in own:
            with faults.collecting():
                only_keys({key: 0}, known, place)
                spoken[key] = line_of_text(own, key, place, 40)
    with faults.collecting():
        names = part_of(table, "deck_names", where)
        place = Where.entry(f"{where}, deck_names", "deck_names")
        for key in names:
            with faults.collecting():
                only_keys({key: 0}, frozenset(DECKS), place)
                spoken[key.replace("-", "_")] = line_of_text(names, key, place, 40)
    spaces: tuple[Space, ...] = ()
    groups: tuple[Group, ...] = ()
    before = len(faults)
    with faults.collecting():
        spaces = tuple(_spaces(rows_of(table, "space", SPACES, where), where, faults))
    with faults.collecting():
        rows = rows_of(table, "group", 8, where)
        groups = tuple(_groups(rows, spaces if len(spaces) == SPACES else (), where, faults))
    sound = len(faults) == before
    if sound:
        _check_board(spaces, groups, where, faults)
    if "chance" in table or "community-chest" in table:
        decks = read_decks(table, where, spoken, faults)
        if sound:
            check_decks(decks, spaces, where, faults)
    if faults:
        return None
    return Edition(
        id=id,
        name=name,
        sign=sign,
        sign_after=currency.get("after", False),
        separator=currency.get("group", ","),
        words=spoken,
        groups=groups,
        spaces=spaces,
        source=None if built_in else dict(table),
    )


def _currency(currency: Table, where: Where) -> str:
    """Check the currency's table, and return its money sign."""
    only_keys(currency, _CURRENCY_KEYS, where)
    whole = "Board file"
    sign = currency.get("group", ",")
    if not isinstance(sign, str) or len(sign) > 1 or sign.isalnum() or is_hidden(sign):
        raise MisfitError(
            f"{whole}: currency “group” must be empty or a single character that is not a "
            "letter or digit.",
            (),
            where,
            "group",
        )
    if type(currency.get("after", False)) is not bool:
        raise MisfitError(f"{whole}: currency “after” must be true or false.", (), where, "after")
    return line_of_text(currency, "sign", where, 4)


def _spaces(rows: list[Table], where: str, faults: Faults) -> Iterator[Space]:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        with faults.collecting():
            place = Where.entry(f"{where}, space {index}", "space", index)
            space = _space(row, index, place)
            if space.id in seen:
                raise MisfitError(f"{place}: the id “{space.id}” appears twice.", (), place, "id")
            seen.add(space.id)
            yield space


def _space(row: Table, index: int, place: Where) -> Space:
    id = id_of(row, place)
    kind = row.get("kind")
    if not isinstance(kind, str) or kind not in SPACE_KINDS:
        raise MisfitError(
            f"{place}: “kind” must be one of these: {', '.join(SPACE_KINDS)}.", (), place, "kind"
        )
    price = mortgage = 0
    rents: tuple[int, ...] = ()
    group = ""
    if kind in DEED_KINDS:
        only_keys(row, _DEED_KEYS | ({"group"} if kind == "street" else set()), place)
        price = number_of(row, "price", place, low=1, high=100_000)
        mortgage = number_of(row, "mortgage", place, low=0, high=100_000)
        if mortgage > price:
            raise MisfitError(
                f"{place}: the mortgage value must not be more than the price, {price}.",
                ("mortgage.value",),
                place,
                "mortgage",
            )
        rents = _rents(row, RENTS[kind], place)
        if kind == "street":
            group = line_of_text(row, "group", place, 40)
    else:
        only_keys(row, _SPACE_KEYS, place)
    name = line_of_text(row, "name", place, 40)
    short = line_of_text(row, "short", place, 12) if "short" in row else name[:12]
    return Space(index, id, name, short, kind, group, price, mortgage, rents)


def _rents(row: Table, count: int, where: Where) -> tuple[int, ...]:
    numbers = row.get("rents")
    if not isinstance(numbers, list) or len(numbers) != count:
        raise MisfitError(
            f"{where}: “rents” must be a list of {count} numbers.", (), where, "rents"
        )
    rents = tuple(number_of({"rents": rent}, "rents", where, low=1) for rent in numbers)
    if any(a > b for a, b in pairwise(rents)):
        raise MisfitError(
            f"{where}: no rent may be lower than the one before it.",
            ("rent.buildings",),
            where,
            "rents",
        )
    return rents


def _groups(
    rows: list[Table], spaces: tuple[Space, ...], where: str, faults: Faults
) -> Iterator[Group]:
    """The groups. Without ``spaces`` only the rows themselves are checked."""
    known: list[str] = []
    marks: list[str] = []
    for n, row in enumerate(rows):
        with faults.collecting():
            place = Where.entry(f"{where}, group {n + 1}", "group", n)
            group = _group(row, spaces, place)
            if group.id in known:
                raise MisfitError(f"{place}: the id “{group.id}” appears twice.", (), place, "id")
            known.append(group.id)
            if group.mark in marks:
                raise MisfitError(
                    f"{place}: the mark “{group.mark}” is used twice.", (), place, "mark"
                )
            marks.append(group.mark)
            yield group
    ids = [row.get("id") for row in rows]
    for space in spaces:
        if space.kind == "street" and space.group not in ids:
            place = Where.entry(f"{where}, space {space.index}", "space", space.index)
            faults.append(
                MisfitError(
                    f"{place}: there is no group “{quoted(space.group)}”.", (), place, "group"
                )
            )


def _group(row: Table, spaces: tuple[Space, ...], place: Where) -> Group:
    only_keys(row, _GROUP_KEYS, place)
    id = id_of(row, place)
    members = tuple(space.index for space in spaces if space.kind == "street" and space.group == id)
    if spaces and len(members) not in (2, 3):
        raise MisfitError(
            f"{place}: a color group has two or three streets; “{id}” has {len(members)}.",
            ("setup.street-groups",),
            place,
            "id",
        )
    color = row.get("color")
    if not isinstance(color, str) or not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
        raise MisfitError(f"{place}: “color” must look like #8b4a2b.", (), place, "color")
    mark = line_of_text(row, "mark", place, 2)
    cost = number_of(row, "house_cost", place, low=1, high=100_000)
    return Group(id, line_of_text(row, "name", place, 30), color, mark, cost, members)


# Facts 2 to 7 and 9: the kind of some spaces is the same on every board.
_FIXED: Final[Mapping[int, tuple[str, Because]]] = {
    0: ("go", ("setup.corners",)),
    10: ("jail", ("setup.corners",)),
    20: ("free-parking", ("setup.corners",)),
    30: ("go-to-jail", ("setup.corners",)),
    5: ("railroad", ("setup.transport-spaces",)),
    15: ("railroad", ("setup.transport-spaces",)),
    25: ("railroad", ("setup.transport-spaces",)),
    35: ("railroad", ("setup.transport-spaces",)),
    12: ("utility", ("setup.utility-spaces",)),
    28: ("utility", ("setup.utility-spaces",)),
    4: ("income-tax", ("setup.tax-spaces",)),
    38: ("luxury-tax", ("setup.tax-spaces",)),
}


def _check_board(
    spaces: tuple[Space, ...], groups: tuple[Group, ...], where: str, faults: Faults
) -> None:
    before = len(faults)
    for space in spaces:
        with faults.collecting():
            _check_fixed(space, Where.entry(f"{where}, space {space.index}", "space", space.index))
    if len(faults) > before:
        return
    with faults.collecting():
        _check_card_spaces(spaces, where)
    with faults.collecting():
        _check_streets(spaces, groups, where)


def _check_fixed(space: Space, place: Where) -> None:
    kind, clauses = _FIXED.get(space.index, ("", ()))
    if kind and space.kind != kind:
        raise MisfitError(
            f"{place}: this must be the {kind} space.",
            (*clauses, "setup.edition-theme"),
            place,
            "kind",
        )
    if not kind and space.kind not in ("street", *DECKS):
        raise MisfitError(
            f"{place}: only a street or a card space can be here.",
            ("setup.board-track",),
            place,
            "kind",
        )


def _check_card_spaces(spaces: tuple[Space, ...], where: str) -> None:
    # Fact 8.
    sides = {deck: [space.index // 10 for space in spaces if space.kind == deck] for deck in DECKS}
    for deck in DECKS:
        if len(sides[deck]) != 3 or sides[deck].count(0) != 1 or sides[deck].count(3) != 1:
            last = max((space.index for space in spaces if space.kind == deck), default=0)
            raise MisfitError(
                f"{where}: {deck} must have three spaces: one on the first side, one on the last "
                "and one in between.",
                ("setup.card-spaces",),
                Where.entry(where, "space", last),
                "kind",
            )
    if sorted(sides["chance"] + sides["community-chest"]) != [0, 0, 1, 2, 3, 3]:
        middle = next(
            space.index for space in spaces if space.kind in DECKS and space.index // 10 in (1, 2)
        )
        raise MisfitError(
            f"{where}: each of the two middle sides must have one card space.",
            ("setup.card-spaces",),
            Where.entry(where, "space", middle),
            "kind",
        )


def _check_streets(spaces: tuple[Space, ...], groups: tuple[Group, ...], where: str) -> None:
    # Fact 10.
    streets = [space for space in spaces if space.kind == "street"]
    for a, b in pairwise(streets):
        if a.price > b.price:
            raise MisfitError(
                f"{where}: street prices must not fall on the way around the board.",
                ("setup.street-order",),
                Where.entry(where, "space", b.index),
                "price",
            )
    order: list[str] = []
    for space in streets:
        if not order or order[-1] != space.group:
            order.append(space.group)
    listed = [group.id for group in groups]
    if order != listed:
        astray = next(a for a, b in zip(order, [*listed, ""], strict=False) if a != b)
        raise MisfitError(
            f"{where}: the streets of a color group must follow one another, and the groups "
            "must be listed in board order.",
            ("setup.street-groups",),
            Where.entry(where, "group", listed.index(astray)),
            "id",
        )
    for n, group in enumerate(groups):
        if len({i // 5 for i in group.members}) > 1:
            raise MisfitError(
                f"{where}: the group “{group.id}” reaches across a corner or the middle space of a "
                "side.",
                ("setup.street-groups",),
                Where.entry(where, "group", n),
                "id",
            )
