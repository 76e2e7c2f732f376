"""The command ``lab sweep``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, Final

from ..engine.errors import LoadError
from ..engine.parsing.untrusted_input import json_value
from ..lab import batch_games, parallel_jobs
from ..lab.batch_games import Played
from ..lab.compare import Measure, measures_for
from ..lab.curves import sweep_file
from ..lab.curves.sweep import (
    AIMS,
    best_of,
    curve,
    measure_named,
    slim,
    sweep_csv,
    sweep_to_dict,
    usual_aim,
)
from ..lab.curves.swept_rules import SWEPT_RULES, put_player, rule_id, rule_of, swept_named
from ..lab.curves.swept_settings import (
    SWEPT,
    Swept,
    Table,
    Value,
    check_values,
    even_values,
    table_with,
)
from ..language.catalogue import Catalogue
from ..strategies.strategy_file import read_strategy
from .translated_argument_parser import add_command

GAMES: Final = 200
_MOST_CHARACTERS: Final = 2000  # of the list of values

ReadTable = Callable[[str], Table]
Processes = Callable[[int], AbstractContextManager[parallel_jobs.Executor | None]]


def add_sweep(studies: Any, catalogue: Catalogue) -> argparse.ArgumentParser:
    """Add the command to the parser of ``lab``, without the options of playing."""
    parser = add_command(
        studies,
        "sweep",
        catalogue,
        catalogue("vary one setting over a range, and print a row for each value"),
    )
    parser.add_argument(
        "file", nargs="?", metavar="RECORD", help=catalogue("a record with the setting")
    )
    parser.add_argument(
        "--vary",
        help=catalogue(
            "what to vary: {values}, or a rule of the player on a seat ({rules})",
            values=", ".join(SWEPT),
            rules=", ".join(rule_id(key, 1) for key in SWEPT_RULES),
        ),
    )
    parser.add_argument(
        "--player",
        metavar="FILE",
        help=catalogue("a file from the strategy desk: the player whose rule is varied"),
    )
    parser.add_argument(
        "--values",
        metavar="N,N,…",
        help=catalogue("the values, in rising order and separated by commas"),
    )
    parser.add_argument(
        "--measure",
        help=catalogue("the measure for the verdict, chosen before the simulation"),
    )
    parser.add_argument(
        "--best",
        choices=AIMS,
        help=catalogue("whether a high or a low value of the measure is best"),
    )
    parser.add_argument(
        "--from",
        dest="files",
        nargs="+",
        metavar="FILE",
        help=catalogue("pool saved sweeps instead of playing games"),
    )
    parser.add_argument("--json", action="store_true", help=catalogue("print one JSON object"))
    return parser


def run_sweep(args: argparse.Namespace, read: ReadTable, processes: Processes) -> int:
    """Run the command. ``read`` reads a record's file; ``processes`` opens an executor.

    Raises :class:`LoadError` with a sentence."""
    if bool(args.file) == bool(args.files):
        raise LoadError("A sweep needs either a record to play or saved sweeps (--from).")
    if args.files:
        return _pooled(args)
    swept = swept_named(args.vary or "")
    if swept is None:
        known = ", ".join((*SWEPT, *(rule_id(key, 1) for key in SWEPT_RULES)))
        raise LoadError(f"--vary must be one of: {known}.")
    values = _values(swept, args.values)
    table = read(args.file)
    if args.player:
        if rule_of(swept.id) is None:
            raise LoadError("--player is only for varying a rule of a player (--vary rule-…).")
        put_player(table, swept.id, read_strategy(_text(args.player)))
    tables = [table_with(table, swept, value) for value in values]
    seats = {len(batch_games.Setting.of(each).record.seats) for each in tables}
    measure = _measure(args.measure or "rounds", seats.pop())
    games, seed = args.games or GAMES, 1 if args.seed is None else args.seed
    with processes(args.jobs) as executor:
        played = [
            [slim(game) for game in parallel_jobs.play_jobs(each, seed, games, executor)]
            for each in tables
        ]
    _print(args, swept.id, measure, args.best or usual_aim(measure.id), values, played)
    return 0


def _values(swept: Swept, text: str | None) -> list[Value]:
    if text is None:
        return even_values(swept, swept.first, swept.last, swept.points)
    try:
        values = json_value(f"[{text[:_MOST_CHARACTERS]}]", finite=True)
    except ValueError:
        values = [""]
    digits = swept.digits
    if not all(type(n) in (int, float) and n == round(n, digits) for n in values):
        raise LoadError("--values must be numbers separated by commas.")
    numbers: list[Value] = [n if digits else int(n) for n in values]
    check_values(swept, numbers)
    return numbers


def _measure(id: str, seats: int) -> Measure:
    measure = measure_named(seats, id)
    if measure is None:
        known = ", ".join(each.id for each in measures_for(seats))
        raise LoadError(f"There is no measure “{id[:40]}”. Choose one of: {known}.")
    return measure


def _pooled(args: argparse.Namespace) -> int:
    for name in ("vary", "player", "values", "measure", "best", "games", "seed"):
        if getattr(args, name) is not None:
            raise LoadError(
                f"--{name} is only for playing games. It can’t be combined with --from, which "
                "reads saved sweeps."
            )
    runs: list[sweep_file.SweepRun] = []
    for file in args.files:
        text = _text(file)
        try:
            table = sweep_file.read_sweep(text)
        except LoadError as error:
            raise LoadError(f"{file}: {error}") from None
        run = sweep_file.sweep_run(Path(file).name, table)
        sweep_file.check_poolable(runs, run)
        runs.append(run)
    first = runs[0].table
    played = sweep_file.pooled(runs)
    measure = _measure(first["measure"], len(played[0][0]["worth"]))
    _print(args, first["vary"], measure, first["aim"], first["values"], played)
    return 0


def _text(file: str) -> str:
    try:
        return Path(file).read_text("utf-8")
    except UnicodeDecodeError:
        raise LoadError(f"{file}: the file isn’t UTF-8 text.") from None
    except OSError as error:
        sentence = f"{file}: {error.strerror or error}."
        raise LoadError(sentence) from None


def _print(
    args: argparse.Namespace,
    vary: str,
    measure: Measure,
    aim: str,
    values: Sequence[Value],
    played: Sequence[Sequence[Played]],
) -> None:
    points = curve(values, played, measure)
    best = best_of(played, measure, aim)
    if args.json:
        print(json.dumps(sweep_to_dict(vary, measure, aim, points, best)))
        return
    for line in sweep_csv(points, best):
        print(line)
