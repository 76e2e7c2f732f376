"""Saves and reads a sweep as one JSON file, and pools the sweeps of a class.

Files may come from anybody, so every field is checked."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ...engine.errors import LoadError
from ...engine.parsing.untrusted_input import json_value
from ...engine.parsing.value_predicates import (
    is_list,
    is_number,
    is_one_of,
    is_text,
    is_whole_number,
)
from ...migrations.sweep_format import SWEEP
from ...strategies.playing_rules import table_of
from ...strategies.strategy_file import Strategy, read_strategy_table
from ..batch_games import Played, seed_of
from ..bot_play_versions import play_versions_fit
from ..compare import measures_for
from ..run_file import boards_fit, fields_fit, game_fits, upgraded, without_foreign_keys
from .sweep import AIMS
from .swept_settings import FEWEST_VALUES, MOST_VALUES

HEAD: Final = (
    '{"format": "title-deed-sweep/'  # the first characters of every version of such a file
)
LARGEST: Final = (
    20_000_000  # characters, enough for 20,000 games of eight seats without their rounds
)
MOST_GAMES: Final = 20_000  # of all values together
MOST_RUNS: Final = 60  # that can be pooled
_MOST: Final = 10**9
_LONGEST: Final = 300
_KEYS: Final = frozenset(
    {
        *("format", "setting", "vary", "values", "measure", "aim", "planned", "unplanned"),
        *("guess", "seed", "size", "plays", "played"),
    }
)
_UNPLANNED: Final = ("", "seen")


def write_sweep(table: Mapping[str, Any]) -> str:
    """The text of the file. ``table`` has these keys:

    ``setting``: the fields of the setting's form; ``vary``: the id of what is varied; ``values``;
    ``measure``, ``aim`` ("high" or "low") and ``planned``: what the result is about, and the number of
    games at each value for it; ``unplanned``: "seen" if the games had been seen before, or "";
    ``guess``: the place of the value that was guessed to be the best, or -1; ``seed``; ``size``: games
    at each value; ``plays``: the versions of the bots' play (``play_versions``); ``played``: for each
    value the list of games, with None for a game not yet played; ``boards``: from
    ``run_file.boards_of``, if there are any; ``player``: the table of the player whose rule is varied
    (``strategy_table``), without which it has the usual rules."""
    return json.dumps({"format": SWEEP.id, **table}, separators=(", ", ": ")) + "\n"


def read_sweep(text: str) -> dict[str, Any]:
    """The table that :func:`write_sweep` received. Raises :class:`LoadError` with a sentence."""
    if len(text) > LARGEST:
        raise LoadError("The file is too large for a sweep.")
    try:
        table = json_value(text, finite=True)
    except ValueError:
        raise LoadError("The file is damaged: it can’t be read as a sweep.") from None
    foreign = LoadError("This file isn’t a sweep that this version of the program can open.")
    table = upgraded(SWEEP, table, foreign)
    if not _fits(table):
        raise LoadError("The file is damaged: it doesn’t contain a sweep.")
    if "boards" in table:
        table["boards"] = without_foreign_keys(table["boards"])
    return table


def _fits(table: dict[str, Any]) -> bool:
    setting: Any = table.get("setting")
    values, size = table.get("values"), table.get("size")
    return (
        set(table) - {"boards", "player"} == _KEYS
        and fields_fit(setting)
        and is_text(table["vary"], _LONGEST)
        and is_list(values, FEWEST_VALUES, MOST_VALUES, lambda n: is_number(n, 0, _MOST))
        and values == sorted(set(values))
        and is_whole_number(size, 1, MOST_GAMES // len(values))
        and is_one_of(table["aim"], AIMS)
        and is_one_of(table["unplanned"], _UNPLANNED)
        and is_whole_number(table["planned"], 1, size)
        and is_whole_number(table["guess"], -1, len(values) - 1)
        and is_whole_number(table["seed"], 0, 999_999_999)
        and play_versions_fit(table["plays"])
        and _games_fit(table["played"], len(values), size)
        and _measure_fits(table)
        and boards_fit(table.get("boards", {}), [setting])
        and _player_fits(table.get("player", {}))
    )


def _player_fits(player: Any) -> bool:
    try:
        read_strategy_table(player)
    except LoadError:
        return False
    return set(player) <= {"name", "rules"}


def _games_fit(played: Any, values: int, size: int) -> bool:
    return (
        is_list(played, values, values, lambda games: is_list(games, 0, size, _game_or_none))
        and len({len(game["worth"]) for games in played for game in games if game}) <= 1
    )


def _game_or_none(game: Any) -> bool:
    return game is None or game_fits(game, rounds=False)


def _measure_fits(table: dict[str, Any]) -> bool:
    seats = next((len(game["worth"]) for games in table["played"] for game in games if game), 8)
    known = {measure.id for measure in measures_for(seats)}
    return isinstance(table["measure"], str) and table["measure"] in known


# ---------------------------------------------------------------- the sweeps of a class


class SweepRun(NamedTuple):
    """One sweep of a class. ``name``: of its file. ``played``: for each value the games that all values
    have."""

    name: str
    table: dict[str, Any]
    played: list[list[Played]]

    @property
    def seed(self) -> int:
        """The seed of its games."""
        seed: int = self.table["seed"]
        return seed


def sweep_run(name: str, table: dict[str, Any]) -> SweepRun:
    """A sweep with the games that have been played at every value. Their places stay together, so that the
    games of one place have the same seed."""
    rows = [row for row in zip(*table["played"], strict=False) if all(row)]
    played = [[row[n] for row in rows] for n in range(len(table["values"]))]
    return SweepRun(name, table, played)


def _seeds(run: SweepRun) -> set[int]:
    """The seeds of all of its games, at any value."""
    games = max((len(games) for games in run.table["played"]), default=0)
    return {seed_of(run.seed, n) for n in range(games)}


def player_of(table: Mapping[str, Any]) -> Strategy:
    """The player whose rule this sweep varies, if it varies a rule."""
    return read_strategy_table(table.get("player", {}))


def plain_setting(table: Mapping[str, Any]) -> str:
    """A text that the sweeps of one setting share."""
    fields = sorted((name, text) for name, text in table["setting"].items() if text.strip())
    return repr((fields, table_of(player_of(table).rules)))


def check_poolable(
    runs: Sequence[SweepRun],
    more: SweepRun,
    setting_key: Callable[[Mapping[str, Any]], str] = plain_setting,
) -> None:
    """Raise :class:`LoadError` with a sentence if a sweep cannot be pooled with these.

    All must vary the same thing in the same setting, for the same question, with bots that play the
    same way. No game may have the seed of another sweep's game: it would count twice."""
    if not any(more.played):
        raise LoadError(f"{more.name}: no game has been played at every value.")
    if len(runs) >= MOST_RUNS:
        raise LoadError(f"{more.name}: at most {MOST_RUNS} sweeps can be pooled.")
    for run in runs:
        if (more.table["vary"], more.table["values"]) != (run.table["vary"], run.table["values"]):
            raise LoadError(f"{more.name}: this sweep has other values than {run.name}.")
        if any(more.table[key] != run.table[key] for key in ("measure", "aim")):
            raise LoadError(f"{more.name}: this sweep asks for another measure than {run.name}.")
        if more.table["plays"] != run.table["plays"]:
            raise LoadError(f"{more.name}: the bots play differently than in {run.name}.")
        if setting_key(more.table) != setting_key(run.table):
            raise LoadError(f"{more.name}: this sweep has other settings than {run.name}.")
        if _seeds(run) & _seeds(more):
            raise LoadError(
                f"{more.name}: some of these games have the same seeds as games in {run.name} "
                f"(seed {more.seed}), so they would count twice. Each sweep needs a seed of its own."
            )


def pooled(runs: Sequence[SweepRun]) -> list[list[Played]]:
    """The games of all these sweeps by value. Games of one place have the same seed at every value."""
    return [
        [game for run in runs for game in run.played[n]]
        for n in range(len(runs[0].table["values"]) if runs else 0)
    ]
