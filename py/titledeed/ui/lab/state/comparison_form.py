"""The form of one side of a comparison: the choices in its fields, the resulting record, and its faults."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from ....bots import BOTS as ALL_BOTS
from ....bots import CHOOSABLE
from ....engine.board_and_rules_types import Edition
from ....engine.errors import LoadError
from ....engine.record import FORMAT
from ....engine.rulebook_loader_and_rules_compiler import (
    DECK_SETS,
    EDITIONS,
    built_in_edition,
    make_rules,
)
from ....lab import batch_games
from ....language.catalogue import Catalogue
from ....storage.board_file_check import Boards
from ...setup_form import (
    PREFIX,
    Fields,
    FormError,
    board_of,
    book_of,
    house_rules_of_form,
    variant_of,
)
from .number_fields import whole_number

SEATS: Final = ("2", "3", "4", "5", "6", "7", "8")


BOTS: Final = (batch_games.POLICY, *CHOOSABLE)


_MOST: Final = {"cash": 999_999, "salary": 100_000}


_WHERE: Final = re.compile(r"^The position of seat-[0-9]: ")  # each fault is shown at its seat


PLAIN: Final = {"rulebook": "modern", "edition": "atlantic-city", "seats": "4"}

# The bot of every seat in a new simulation of the page. It is named there, because a seat without a name is
# played by ``POLICY``: so simulations and worksheets that name no bot always play the same games.
NEW_BOT: Final = "steady"
NEW: Final = {**PLAIN, **{f"bot-{n}": NEW_BOT for n in range(int(SEATS[-1]))}}


def with_new_seats(before: Fields, fields: Fields) -> dict[str, str]:
    """The changed fields of a form, with a bot for each seat that has been added."""
    added = range(seats_of(before), seats_of(fields))
    return {**{f"bot-{n}": NEW_BOT for n in added}, **fields}


def seats_of(fields: Fields) -> int:
    """The number of seats."""
    seats = fields.get("seats", "4")
    return int(seats) if seats in SEATS else 4


def bots_of(fields: Fields) -> list[str]:
    """The bots by seat."""
    return [fields.get(f"bot-{n}") or batch_games.POLICY for n in range(seats_of(fields))]


def edition_in(fields: Fields, boards: Boards) -> Edition:
    """The edition of the chosen board."""
    board = board_of(fields, boards)
    if isinstance(board, str):
        return built_in_edition(board)
    return make_rules(book_of(fields), board).edition


def table_of(fields: Fields, _: Catalogue, boards: Boards) -> dict[str, Any]:
    """Return the record that the fields make.

    Raises :class:`FormError` or :class:`LoadError` with a sentence."""
    if fields.get("edition", PLAIN["edition"]) not in (*EDITIONS, *boards):
        raise FormError(
            _(
                "These settings use a board from a file that isn’t on this device. Load "
                "that file first."
            )
        )
    count = seats_of(fields)
    book = book_of(fields)
    house = house_rules_of_form(fields, _, book)
    salaries = [_amount(fields, f"salary-{n}", _) for n in range(count)]
    if any(amount is not None for amount in salaries):
        usual = house.get("salary", 200)
        house["salary"] = [usual if amount is None else amount for amount in salaries]
    names = {space.name.casefold(): space.id for space in edition_in(fields, boards).spaces}
    seats: dict[str, Any] = {}
    for n in range(count):
        start: dict[str, Any] = {}
        cash = _amount(fields, f"cash-{n}", _)
        if cash is not None:
            start["cash"] = cash
        if fields.get(f"at-{n}"):
            start["at"] = fields[f"at-{n}"]
        deeds = deeds_of(fields.get(f"deeds-{n}", ""), names)
        if deeds:
            start["deeds"] = deeds
        if start:
            seats[f"seat-{n + 1}"] = start
    position: dict[str, Any] = {"seat": seats} if seats else {}
    first = fields.get("first", "")
    if first.isdigit() and int(first) < count:
        position["turn"] = f"seat-{int(first) + 1}"
    table = {
        "format": FORMAT,
        "rulebook": book,
        "edition": board_of(fields, boards),
        "variant": variant_of(fields),
        "seats": [
            {"name": f"seat-{n + 1}", "bot": fields.get(f"bot-{n}") or batch_games.POLICY}
            for n in range(count)
        ],
        "house_rules": house,
    }
    if fields.get("decks") in DECK_SETS:
        table["decks"] = fields["decks"]
    if position:
        table["position"] = position
    return table


def deeds_of(text: str, names: Mapping[str, str]) -> list[str]:
    """Return deeds in the form of a record, from a text with their ids or names, separated by commas.

    An example is "Park Place: 2, boardwalk". ``names``: ids by name in lower case."""
    deeds = []
    for part in text.split(","):
        name, _colon, level = (word.strip() for word in part.partition(":"))
        id = names.get(name.casefold())
        deeds += part.split() if id is None or " " in level else [f"{id}:{level}" if level else id]
    return deeds


def _amount(fields: Fields, name: str, _: Catalogue) -> int | None:
    text = fields.get(name, "").strip()
    return whole_number(text, 0, _MOST[name.partition("-")[0]], _) if text else None


def setting_faults(fields: Fields, _: Catalogue, boards: Boards) -> dict[str, str]:
    """Return why these settings cannot be played: a sentence by the name of each faulty field."""
    if fields.get("edition", "") in boards:
        return _faults(fields, _, boards)
    return dict(_usual_faults(tuple(sorted(fields.items())), _))


@lru_cache(maxsize=8)
def _usual_faults(fields: tuple[tuple[str, str], ...], _: Catalogue) -> dict[str, str]:
    return _faults(dict(fields), _, {})


def _faults(fields: Fields, _: Catalogue, boards: Boards) -> dict[str, str]:
    if fields.get("edition", PLAIN["edition"]) not in (*EDITIONS, *boards):
        return {
            "edition": _(
                "These settings use a board from a file that isn’t on this device. Load "
                "that file first."
            )
        }
    wrong = _wrong_rules(fields, _)
    starts: dict[str, str] = {}  # each seat's possessions at the beginning
    for n in range(seats_of(fields)):
        for kind in ("cash", "salary"):
            name = f"{kind}-{n}"
            try:
                _amount(fields, name, _)
            except FormError as fault:
                wrong[name] = str(fault)
        if bots_of(fields)[n] not in ALL_BOTS:
            wrong[f"bot-{n}"] = _("This bot doesn’t exist. Choose another one.")
        starts |= {
            name: fields[name]
            for name in (f"cash-{n}", f"at-{n}", f"deeds-{n}")
            if fields.get(name) and name not in wrong
        }
    rest = {name: text for name, text in fields.items() if name not in wrong and name not in starts}
    if not _trouble({**rest, **starts}, _, boards):
        return wrong
    trouble = _trouble(rest, _, boards)
    if trouble:
        return wrong or {"rulebook": trouble}
    # Place them one after the other: the first that does not fit is the faulty one.
    for name, text in starts.items():
        trouble = _trouble({**rest, name: text}, _, boards)
        if trouble and not fields.get("first") and name.startswith("at-"):
            wrong[name] = _(
                "Choose which seat moves first; otherwise, all {tokens} must start on {go}."
            )
        elif trouble:
            wrong[name] = trouble
        else:
            rest[name] = text
    return wrong


def _wrong_rules(fields: Fields, _: Catalogue) -> dict[str, str]:
    """The faults of house rules, one by one."""
    wrong = {}
    for name, text in fields.items():
        if name.startswith(PREFIX) and text:
            whole_rule = PREFIX + name.removeprefix(PREFIX).partition(":")[0]
            alone = {whole_rule: fields.get(whole_rule, ""), name: text}
            if fields.get(whole_rule) == "sum" and name == whole_rule:
                continue  # its sum has a field of its own
            try:
                house_rules_of_form(alone, _, book_of(fields))
            except FormError as fault:
                wrong[name] = str(fault)
    return wrong


def _trouble(fields: Fields, _: Catalogue, boards: Boards) -> str:
    """Why no game can begin with these fields, or ""."""
    try:
        batch_games.Setting.of(table_of(fields, _, boards))
    except FormError as fault:
        return str(fault)
    except LoadError as trouble:
        text = _WHERE.sub("", _.sentence(str(trouble).removeprefix("The position: ")))
        return text[:1].upper() + text[1:]
    return ""


def all_faults(sides: Sequence[Fields], _: Catalogue, boards: Boards) -> list[dict[str, str]]:
    """The faults of both sides, including conflicts between them."""
    wrong = [dict(setting_faults(side, _, boards)) for side in sides]
    counts = [seats_of(side) for side in sides]
    if counts[0] != counts[1]:
        for side in wrong:
            side["seats"] = _(
                "A has {a} seats and B has {b}. Give both the same number.",
                a=counts[0],
                b=counts[1],
            )
    return wrong
