"""The commands ``lab games``, ``lab compare``, ``lab sweep``, ``lab rollouts`` and ``lab odds``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final

from ..engine.errors import LoadError, MalformedAnswer
from ..engine.parsing.untrusted_input import json_value
from ..engine.record import parse_record, read_record
from ..engine.rulebook_loader_and_rules_compiler import BOOKS, EDITIONS, VARIANTS
from ..lab import (
    arena,
    batch_games,
    compare,
    parallel_jobs,
    rollouts,
    run_summary,
    seat_odds_per_round_csv,
)
from ..lab import write_and_count_record_files as record_files
from ..lab.intervals import Interval, outward
from ..language.catalogue import Catalogue
from .check_record_expectations import plain
from .compare_text import compare_lines
from .sweep_command import add_sweep, run_sweep
from .translated_argument_parser import add_command


def _unreadable(file: str | Path, error: OSError) -> LoadError:
    """Return an error that says why a file cannot be used. ``SYSTEM_ERRORS`` has the usual reasons."""
    sentence = f"{file}: {error.strerror or error}."
    return LoadError(sentence)


def whole(text: str, least: int, most: int, words: str = "") -> int:
    """Read a whole number from the command line. ``words``: the name of ``most`` in an error message."""
    fits = text.isascii() and text.isdecimal() and len(text.lstrip("0")) <= len(str(most))
    if not fits or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(
            f"must be a whole number from {least} to {words or f'{most:,}'}"
        )
    return int(text)


def count(text: str) -> int:
    """Read a number of games, rounds or throws from the command line."""
    return whole(text, 1, 10**9)


def _processes(text: str) -> int:
    # An executor starts all of its processes at once, needed or not.
    return whole(text, 1, 256)


def clause(text: str) -> tuple[str, Any]:
    """Read ``clause=value``, a house rule and its value as JSON or as a plain word."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise argparse.ArgumentTypeError(f"“{text[:60]}” does not have the form clause=value")
    try:
        return key.strip(), json_value(value)
    except ValueError:
        return key.strip(), value.strip()


def settings_help(catalogue: Catalogue) -> dict[str, str]:
    """The help texts of options that several commands have."""
    decks = "us-1936, us-2008, uk-classic"
    return {
        "rulebook": catalogue("the rulebook: {values}", values=", ".join(BOOKS)),
        "edition": catalogue("the board: {values}", values=", ".join(EDITIONS)),
        "variant": catalogue("the variant: {values}", values=", ".join(VARIANTS)),
        "decks": catalogue("the decks of cards, if not the board’s: {values}", values=decks),
        "games": catalogue("how many games"),
        "seed": catalogue("the seed of all throws and cards"),
    }


def add(studies: Any, seed: Callable[[str], int], catalogue: Catalogue) -> None:
    """Add the commands to the parser of ``lab``. ``seed`` reads a seed. Each command sets ``run`` in its
    arguments."""
    by_commas = catalogue("bots in seat order, separated by commas")
    settings = settings_help(catalogue)
    as_json = catalogue("print one JSON object")
    playing = add_command(
        studies, "games", catalogue, catalogue("play many games, and print a row for each")
    )
    for name in ("rulebook", "edition", "variant", "decks"):
        playing.add_argument(f"--{name}", help=settings[name])
    playing.add_argument(
        "--house",
        metavar="CLAUSE=VALUE",
        type=clause,
        nargs="+",
        action="extend",
        default=[],
        help=catalogue("house rules, each a clause and its value"),
    )
    playing.add_argument("--seats", help=by_commas)
    playing.add_argument(
        "--records", metavar="DIR", help=catalogue("also write each game to a file in DIR")
    )
    playing.add_argument(
        "--from",
        dest="files",
        nargs="+",
        metavar="FILE",
        help=catalogue(
            "print the rows of records, or of a zip of records, instead of playing games"
        ),
    )
    playing.add_argument("--json", action="store_true", help=as_json)
    playing.set_defaults(run=_games)
    comparing = add_command(
        studies,
        "compare",
        catalogue,
        catalogue("compare two settings, game by game with the same seed"),
    )
    comparing.add_argument(
        "files", nargs=2, metavar="RECORD", help=catalogue("records with the two settings")
    )
    comparing.add_argument(
        "--measure",
        default="rounds",
        help=catalogue("the measure for the verdict, chosen before the simulation"),
    )
    comparing.add_argument("--json", action="store_true", help=as_json)
    comparing.set_defaults(run=_compare)
    sweeping = add_sweep(studies, catalogue)
    sweeping.set_defaults(run=_sweep)
    rolling = add_command(studies, "rollouts", catalogue, catalogue("who wins from a position"))
    rolling.add_argument("file", metavar="FILE", help=catalogue("a record with the position"))
    rolling.add_argument(
        "--policy",
        help=catalogue(
            "the bot for every seat (default: {bot} for each seat that has none)",
            bot=batch_games.POLICY,
        ),
    )
    rolling.add_argument("--json", action="store_true", help=as_json)
    rolling.set_defaults(run=_rollouts)
    likely = add_command(
        studies, "odds", catalogue, catalogue("each seat’s chance of winning, round by round")
    )
    likely.add_argument(
        "files",
        nargs="*",
        metavar="FILE",
        help=catalogue("records to read instead of playing games"),
    )
    likely.add_argument("--seats", help=by_commas)
    likely.add_argument("--rulebook", default="modern", help=settings["rulebook"])
    likely.add_argument("--edition", default="atlantic-city", help=settings["edition"])
    likely.add_argument("--variant", default="standard", help=settings["variant"])
    likely.add_argument(
        "--rounds",
        type=count,
        default=arena.MOST_ROUNDS,
        help=catalogue("stop a game after this many rounds"),
    )
    likely.add_argument("--games", type=count, default=100, help=settings["games"])
    likely.add_argument("--seed", type=seed, default=1, help=settings["seed"])
    likely.set_defaults(run=_odds)
    for parser in (playing, comparing, sweeping, rolling):
        parser.add_argument("--games", type=count, default=100, help=settings["games"])
        parser.add_argument("--seed", type=seed, default=1, help=settings["seed"])
        parser.add_argument(
            "--jobs",
            type=_processes,
            default=1,
            help=catalogue("number of processes that play games"),
        )
    # With --from the command plays nothing. An option for playing is then a mistake, which a default
    # would hide.
    playing.set_defaults(games=None, seed=None)
    sweeping.set_defaults(games=None, seed=None)


_OF_PLAYING: Final = (
    *("rulebook", "edition", "variant", "decks", "house", "seats", "records", "games", "seed"),
)


def _bots(seats: str) -> list[str]:
    """The bots that ``--seats`` names. Raises :class:`LoadError` if a seat has none."""
    bots = [bot.strip() for bot in seats.split(",")]
    if not all(bots):
        raise LoadError("--seats has a seat without a bot: name one for each, separated by commas.")
    return bots


@contextmanager
def _executor(processes: int) -> Iterator[parallel_jobs.Executor | None]:
    if processes == 1:
        yield None
        return
    with ProcessPoolExecutor(processes) as pool:
        try:
            yield pool
        except BaseException:  # after Ctrl-C or an error, do not play the rest of the games
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _table(file: str) -> dict[str, Any]:
    path = Path(file)
    try:
        text = path.read_text("utf-8")
    except OSError as error:
        raise _unreadable(file, error) from None
    except UnicodeDecodeError:
        raise LoadError(f"{file}: the file isn’t UTF-8 text.") from None
    return parse_record(text, toml=path.suffix == ".toml")


def run(args: argparse.Namespace, catalogue: Catalogue) -> int:
    """Run one of the commands; returns the exit code."""
    try:
        return int(args.run(args, catalogue))
    except (LoadError, MalformedAnswer) as error:
        print(plain(catalogue.sentence(str(error))), file=sys.stderr)
        return 1


def _games(args: argparse.Namespace, catalogue: Catalogue) -> int:
    if args.files:
        return _games_of_files(args)
    if not (args.rulebook and args.seats):
        raise LoadError("Games need --rulebook and --seats; rows of records need --from.")
    bots = _bots(args.seats)
    house = dict(args.house)
    edition, variant = args.edition or "atlantic-city", args.variant or "standard"
    table = batch_games.record_of(args.rulebook, bots, edition, variant, args.decks, house)
    seed = 1 if args.seed is None else args.seed
    games = args.games or 100
    strangers = any(":" in bot for bot in bots)
    # Check the setting here, so that an error appears once and before any output.
    batch_games.Setting(read_record(table), strangers)
    with _executor(args.jobs) as executor:
        if args.records:
            folder = _new_folder(args.records)
            write = (
                record_files.run_with_strangers if strangers else record_files.run_recorded_games
            )
            recorded = parallel_jobs.map_jobs(write, table, seed, games, executor)
            played = _written(recorded, folder, games)
        else:
            call = batch_games.run_with_strangers if strangers else batch_games.run_games
            played = parallel_jobs.play_jobs(table, seed, games, executor, call)
        _print_games(played, len(bots), args.json)
    return 0


def _print_games(played: Iterable[batch_games.Played], seats: int, as_json: bool) -> None:
    if as_json:
        print(json.dumps(run_summary.summary_to_dict(list(played))))
        return
    for line in batch_games.games_csv(played, seats):
        print(line)


def _new_folder(name: str) -> Path:
    """Return an empty folder, created if necessary. Old files would be taken for games of this run."""
    folder = Path(name)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        full = any(folder.iterdir())
    except OSError as error:
        raise _unreadable(name, error) from None
    if full:
        raise LoadError(f"{name}: the folder is not empty. Choose another one for the records.")
    return folder


def _written(
    recorded: Iterable[record_files.Recorded], folder: Path, count: int
) -> Iterator[batch_games.Played]:
    """Write the record of each game, and yield the games."""
    for n, game in enumerate(recorded):
        file = folder / record_files.record_name(n, count)
        try:
            file.write_text(game["record"], "utf-8", newline="\n")
        except OSError as error:
            raise _unreadable(file, error) from None
        yield game["played"]


def _games_of_files(args: argparse.Namespace) -> int:
    for name in _OF_PLAYING:
        if getattr(args, name) not in (None, []):
            raise LoadError(
                f"--{name} is only for playing games. It can’t be combined with --from, which "
                "reads records."
            )
    with _executor(args.jobs) as executor:
        played = record_files.count_records(_sources(args.files), executor)
        first = next(played, None)
        if first is None:
            raise LoadError("There is no record in these files.")
        _print_games(chain([first], played), len(first["worth"]), args.json)
    return 0


def _sources(files: Sequence[str]) -> Iterator[record_files.Source]:
    """The records in these files; a zip may hold many."""
    for file in files:
        try:
            data = Path(file).read_bytes()
        except OSError as error:
            raise _unreadable(file, error) from None
        yield from record_files.record_sources(file, data)


def _side(file: str) -> tuple[dict[str, Any], batch_games.Setting]:
    """One of two settings. An error message about it begins with its file name."""
    try:
        table = _table(file)
        return table, batch_games.Setting.of(table)
    except (LoadError, MalformedAnswer) as error:
        known = str(error).startswith(f"{file}: ")
        raise LoadError(str(error) if known else f"{file}: {error}") from None


def _compare(args: argparse.Namespace, catalogue: Catalogue) -> int:
    sides, settings = zip(*map(_side, args.files), strict=True)
    compare.check_alike(*settings)
    known = [measure.id for measure in compare.measures_for(len(settings[0].record.seats))]
    if args.measure not in known:
        raise LoadError(
            f"There is no measure “{args.measure[:40]}”. Choose one of: {', '.join(known)}."
        )
    with _executor(args.jobs) as executor:
        a, b = (
            list(parallel_jobs.play_jobs(side, args.seed, args.games, executor)) for side in sides
        )
    if args.json:
        print(json.dumps(compare.to_dict(a, b, args.measure)))
        return 0
    for line in compare_lines(a, b, args.measure, catalogue):
        print(line)
    return 0


def _sweep(args: argparse.Namespace, catalogue: Catalogue) -> int:
    return run_sweep(args, _table, _executor)


def _rollouts(args: argparse.Namespace, catalogue: Catalogue) -> int:
    start = rollouts.rollout_start(_table(args.file), args.policy)
    setting = batch_games.Setting.of(start.table)
    for seat, bot in zip(start.table["seats"], setting.bots, strict=True):
        seat["bot"] = bot
    with _executor(args.jobs) as executor:
        played = list(parallel_jobs.play_jobs(start.table, args.seed, args.games, executor))
    table = rollouts.rollouts_to_dict(played, [seat.name for seat in setting.record.seats], start)
    if start.of and start.lines < start.of:
        print(
            catalogue(
                "Starting from the beginning of the last turn, after {n} of {all} lines.",
                n=start.lines,
                all=start.of,
            ),
            file=sys.stderr,
        )
    if args.json:
        print(json.dumps(table))
        return 0
    for seat in table["seats"]:
        interval = outward(Interval(*(seat[key] for key in ("share", "low", "high"))), 3)
        share, low, high = (
            f"{100 * value:.1f}".replace(".", catalogue.conventions.decimal) for value in interval
        )
        span = catalogue("({low} to {high})", low=low, high=high)
        print(f"{plain(seat['name']):20} {share:>5} %   {span}, {seat['policy']}")
    if table["unfinished"]:
        print(
            catalogue(
                "Stopped games, which count for nobody: {n} of {all}.",
                n=table["unfinished"],
                all=table["games"],
            )
        )
    return 0


def _odds(args: argparse.Namespace, catalogue: Catalogue) -> int:
    if bool(args.files) == bool(args.seats):
        raise LoadError("For odds, name either records or --seats, not both.")
    if args.files:
        return _odds_of_files(args.files, catalogue)
    bots = _bots(args.seats)
    where = (args.rulebook, args.edition, args.variant)
    rows = seat_odds_per_round_csv.odds_rows(bots, args.games, args.seed, *where, args.rounds)
    for n, row in enumerate(rows):
        if not n:
            print(seat_odds_per_round_csv.csv_line(seat_odds_per_round_csv.HEAD))
        print(seat_odds_per_round_csv.csv_line(row))
    return 0


def _odds_of_files(files: list[str], catalogue: Catalogue) -> int:
    """Print the odds of each file. An unreadable file is reported and the others are still done."""
    faults = 0
    print(seat_odds_per_round_csv.csv_line(seat_odds_per_round_csv.FILE_HEAD))
    for file in files:
        try:
            for row in seat_odds_per_round_csv.of_record(_table(file)):
                print(seat_odds_per_round_csv.csv_line((plain(file), *row)))
        except (LoadError, MalformedAnswer) as error:
            print(plain(f"{file}: {catalogue.sentence(str(error))}"), file=sys.stderr)
            faults = 1
    return faults
