"""Saves and reads a whole run as one JSON file, with its two settings, its plan, the guess, the seed and
every game.

Files may come from anybody, so every field is checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.edition_parser import LARGEST as LARGEST_BOARD
from ..engine.parsing.untrusted_input import DEEPEST, json_value, nests_deeper
from ..engine.parsing.value_predicates import (
    is_list,
    is_number,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)
from ..engine.rulebook_loader_and_rules_compiler import EDITIONS, own_faults
from ..migrations.run_format import RUN
from ..migrations.versioned_format import FileFormat, NewerFormat, OtherFormat
from .batch_games import ADDED, INCOMES, MOST_ROUNDS, Played
from .bot_play_versions import play_versions_fit
from .compare import measures_for

HEAD: Final = '{"format": "title-deed-run/'  # the first characters of every version of such a file
LARGEST: Final = 60_000_000  # characters, enough for 20,000 long games of eight seats
_MOST_GAMES: Final = 10_000
_MOST: Final = 10**9
_MOST_FIELDS: Final = 120
_LONGEST: Final = 300
_MOST_HANDS: Final = 999
_UNPLANNED: Final = ("", "version", "seen")
_KEYS: Final = frozenset({"format", "question", "sides", "guess", "seed", "size", "played"})
_PLAN: Final = frozenset({"measure", "planned", "unplanned", "plays"})


def write_run(table: dict[str, Any]) -> str:
    """The text of the file. ``table`` has these keys:

    ``question``; ``sides``: the fields of both settings' forms;
    ``measure`` and ``planned``: the verdict's subject, and the number of games of each side before it;
    ``unplanned``: why there can be no verdict ("version", "seen", or "");
    ``guess``: for that measure; ``seed``; ``size``: games of each side;
    ``plays``: the versions of the bots' play in these games (``play_versions``);
    ``played``: for both sides the list of games, with None for a game not yet played;
    ``boards``: from :func:`boards_of`, if there are any."""
    return json.dumps({"format": RUN.id, **table}, separators=(", ", ": ")) + "\n"


def read_run(text: str) -> dict[str, Any]:
    """The table that :func:`write_run` received. For a file of an earlier version ``unplanned`` says so,
    and its measure is "". Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("The file is too large for a simulation.")
    try:
        table = json_value(text, finite=True)
    except ValueError:
        raise LoadError("The file is damaged: it can’t be read as a simulation.") from None
    foreign = LoadError(
        "This simulation comes from another version of this program and can’t be opened here."
    )
    table = upgraded(RUN, table, foreign)
    if not _fits(table):
        raise LoadError("The file is damaged: it doesn’t contain a simulation.")
    if "boards" in table:
        table["boards"] = without_foreign_keys(table["boards"])
    return table


def upgraded(format: FileFormat, table: Any, foreign: LoadError) -> dict[str, Any]:
    """A file's table in the current version of its format. Raises ``foreign`` if the file has another
    format, and a :class:`LoadError` that names the format if it is newer."""
    try:
        if isinstance(table, dict):
            return format.upgrade(table)
    except NewerFormat as newer:
        raise LoadError(
            f"This file comes from a newer version of this program. Its format is “{newer}”; "
            f"this version reads “{format.id}”."
        ) from None
    except OtherFormat:
        pass
    raise foreign


def without_foreign_keys(value: Any) -> Any:
    """A board or boards without the keys of other programs (``x-…``), which may contain anything."""
    if isinstance(value, Mapping):
        return {
            key: without_foreign_keys(inner)
            for key, inner in value.items()
            if not key.startswith("x-")
        }
    return [without_foreign_keys(inner) for inner in value] if isinstance(value, list) else value


def boards_of(
    sides: Sequence[Mapping[str, str]], boards: Mapping[str, dict[str, Any]]
) -> dict[str, dict[str, Any]]:
    """The boards from files that these settings use, by id, as plain data that can be written as JSON."""
    used = {side.get("edition", "") for side in sides}
    return {
        id: json_value(json.dumps(without_foreign_keys(table), default=str, allow_nan=False))
        for id, table in boards.items()
        if id in used
    }


def boards_fit(boards: Any, sides: Sequence[Mapping[str, str]]) -> bool:
    """Whether :func:`boards_of` could return this for these settings: each board is used and valid."""
    used = {side.get("edition", "") for side in sides} - set(EDITIONS)
    return isinstance(boards, dict) and all(
        id in used
        and isinstance(table, dict)
        and table.get("id") == id
        and not nests_deeper(table, DEEPEST)
        and len(json.dumps(table, ensure_ascii=False, separators=(",", ":"))) <= LARGEST_BOARD
        and not own_faults(table)
        for id, table in boards.items()
    )


def _fits(table: dict[str, Any]) -> bool:
    sides, played = table.get("sides"), table.get("played")
    if not is_list(sides, 2, 2, fields_fit):
        return False
    return (
        set(table) - {"boards"} == _KEYS | _PLAN
        and is_text(table.get("question"), _LONGEST)
        and is_list(table.get("guess"), 3, 3, lambda n: is_whole_number(n, 0, _MOST_HANDS))
        and is_whole_number(table.get("seed"), 0, 999_999_999)
        and is_whole_number(table.get("size"), 1, _MOST_GAMES)
        and games_fit(played, 2, table["size"])
        and _planned(table)
        and play_versions_fit(table["plays"])
        and boards_fit(table.get("boards", {}), sides)
    )


def games_fit(played: Any, sides: int, size: int) -> bool:
    """Whether these are the games of so many sides. For each side it is a list of at most ``size``
    games, with None for one not yet played. All games have the same number of seats."""
    return (
        is_list(played, sides, sides, lambda side: is_list(side, 0, size, _game_or_none))
        and len({len(game["worth"]) for side in played for game in side if game}) <= 1
    )


def _planned(table: dict[str, Any]) -> bool:
    """Whether the plan is possible for these games."""
    games = [game for side in table["played"] for game in side if game]
    known = {measure.id for measure in measures_for(len(games[0]["worth"]) if games else 8)}
    unplanned, measure = table["unplanned"], table["measure"]
    return (
        is_one_of(unplanned, _UNPLANNED)
        and isinstance(measure, str)
        and (measure in known or (measure == "" and unplanned == "version"))
        and is_whole_number(table["planned"], 1, table["size"])
    )


def fields_fit(side: Any) -> bool:
    """Whether these could be the fields of a setting's form."""
    return is_table(side, _MOST_FIELDS, lambda value: is_text(value, _LONGEST))


def _game_or_none(game: Any) -> bool:
    return game is None or game_fits(game)


def game_fits(game: Any, rounds: bool = True) -> bool:
    """Whether this could be a game of a run. ``rounds``: it has its inequality at each round; otherwise at
    none."""
    fields = set(Played.__annotations__)
    if not isinstance(game, dict) or not fields - set(ADDED) <= set(game) <= fields:
        return False
    worth, ginis, income = game["worth"], game["ginis"], game["income"]
    if not is_list(worth, 2, 8, lambda n: is_whole_number(n, -_MOST, _MOST)):
        return False
    seats = len(worth)
    return (
        is_whole_number(game["rounds"], 0, MOST_ROUNDS)
        and is_whole_number(game["throws"], 0, _MOST)
        and is_list(game["winners"], 0, seats, lambda n: is_whole_number(n, 0, seats - 1))
        and _part(game["gini"])
        and (is_list(ginis, 1, MOST_ROUNDS + 2, _part) if rounds else ginis == [])
        and is_list(income, len(INCOMES), len(INCOMES), lambda row: _row(row, seats))
        and is_list(game["groups"], 0, 40, lambda n: is_whole_number(n, -1, seats - 1))
        and all(fits(game[name], seats) for name, fits in ADDED.items() if name in game)
    )


def _row(row: Any, seats: int) -> bool:
    return is_list(row, seats, seats, lambda n: is_whole_number(n, 0, _MOST))


def _part(value: Any) -> bool:
    return is_number(value, 0, 1)
