"""The command line: ``titledeed referee FILE…``, ``arena`` and ``lab``, also as ``python -m titledeed``.

It needs only the standard library."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from typing import get_args

from titledeed.lab import arena
from titledeed.lab.intervals import median
from titledeed.lab.landings import markov

from .cli import check_record_expectations
from .cli import lab_commands as laboratory
from .cli.parser import Parser, add_command, chosen_catalogue
from .engine import rng
from .engine.errors import LoadError
from .lab.landings.simulation import Simulation, landings_csv, rules_for
from .language.catalogue import Catalogue
from .peers import proof, what_a_proof_shows


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, io.TextIOWrapper):  # a terminal may lack some characters
            out.reconfigure(errors="backslashreplace")
    words = sys.argv[1:] if argv is None else argv
    catalogue = chosen_catalogue(words)
    parser = Parser(
        catalogue,
        prog="titledeed",
        description=catalogue("Replay game files, let bots play, and study many games."),
    )
    commands = parser.add_subparsers(dest="command", required=True)
    checking = add_command(
        commands, "referee", catalogue, catalogue("replay records and check what they expect")
    )
    checking.add_argument(
        "files", nargs="+", metavar="FILE", help=catalogue("records, as JSON or TOML")
    )
    checking.add_argument(
        "--proof",
        action="store_true",
        help=catalogue(
            "also check the proof that a table of several devices keeps, and say what it shows"
        ),
    )
    _add_arena(
        add_command(commands, "arena", catalogue, catalogue("let bots play many games")), catalogue
    )
    studying = add_command(commands, "lab", catalogue, catalogue("statistics"))
    studies = studying.add_subparsers(dest="study", required=True)
    landings = catalogue("where the token stands after each throw")
    _add_landings(add_command(studies, "landings", catalogue, landings), catalogue)
    laboratory.add(studies, _seed, catalogue)
    args = parser.parse_args(words)
    if args.command == "referee":
        check, report = proof.check_proof, what_a_proof_shows.report
        if args.proof:
            return check_record_expectations.main(args.files, check, report, catalogue)
        return check_record_expectations.main(args.files, catalogue=catalogue)
    if args.command == "arena":
        return _arena(args, catalogue)
    if args.study == "landings":
        return _landings(args, catalogue)
    return laboratory.run(args, catalogue)


def _add_arena(parser: Parser, catalogue: Catalogue) -> None:
    settings = laboratory.settings_help(catalogue)
    parser.add_argument(
        "--seats",
        required=True,
        help=catalogue("bots, by commas: {bot}", bot="simple,steady,my.py:Mine"),
    )
    parser.add_argument("--games", type=laboratory.count, default=100, help=settings["games"])
    parser.add_argument("--rulebook", default="modern", help=settings["rulebook"])
    parser.add_argument("--edition", default="atlantic-city", help=settings["edition"])
    parser.add_argument("--variant", default="standard", help=settings["variant"])
    parser.add_argument("--seed", type=_seed, default=1, help=settings["seed"])
    parser.add_argument(
        "--rounds",
        type=laboratory.count,
        default=arena.MOST_ROUNDS,
        help=catalogue("stop a game after so many rounds"),
    )
    parser.add_argument("--json", action="store_true", help=catalogue("print one JSON object"))


def _arena(args: argparse.Namespace, catalogue: Catalogue) -> int:
    names = args.seats.split(",")
    try:
        tally = arena.run_arena(
            names,
            args.games,
            args.seed,
            args.rulebook,
            args.edition,
            args.rounds,
            args.variant,
        )
    except LoadError as error:
        print(check_record_expectations.plain(catalogue.sentence(str(error))), file=sys.stderr)
        return 1
    table = tally.to_dict(any(arena.is_stranger(name) for name in names))
    if args.json:
        print(json.dumps(table))
    else:
        for name, wins in zip(names, tally.wins, strict=True):
            games = catalogue("{n} of {all} games", n=wins, all=tally.games)
            print(f"{check_record_expectations.plain(name):24} {games}")
        write = catalogue.conventions
        print(
            catalogue(
                "{n} finished, {rounds} rounds (median {median}), {throws} throws",
                n=tally.finished,
                rounds=tally.rounds,
                median=f"{median(tally.lengths):g}".replace(".", write.decimal),
                throws=tally.throws,
            )
        )
        if tally.seconds:
            speed = write.grouped(round(tally.throws / tally.seconds))
            print(catalogue("{n} throws per CPU-second", n=speed))
    return 0


def _add_landings(parser: Parser, catalogue: Catalogue) -> None:
    settings = laboratory.settings_help(catalogue)
    parser.add_argument("--rulebook", required=True, help=settings["rulebook"])
    parser.add_argument(
        "--jail",
        required=True,
        choices=get_args(markov.JailPolicy),
        help=catalogue("whether a jailed player leaves at once or waits for doubles"),
    )
    parser.add_argument(
        "--throws", type=laboratory.count, default=1_000_000, help=catalogue("how many throws")
    )
    parser.add_argument("--seed", type=_seed, default=1, help=settings["seed"])
    parser.add_argument("--edition", default="atlantic-city", help=settings["edition"])
    parser.add_argument("--decks", help=settings["decks"])
    parser.add_argument(
        "--card-choice",
        default="pay",
        choices=get_args(markov.CardChoice),
        help=catalogue("at the card that lets a player choose"),
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help=catalogue("calculate the exact values instead of simulating throws"),
    )


def _seed(text: str) -> int:
    """Read a seed. It must fit the record format, so that a record can repeat the run."""
    return laboratory.whole(text, 0, rng.MOST_SEED, "2^63 - 1")


def _landings(args: argparse.Namespace, catalogue: Catalogue) -> int:
    try:
        rules = rules_for(args.rulebook, args.edition, args.decks)
    except LoadError as error:
        print(check_record_expectations.plain(catalogue.sentence(str(error))), file=sys.stderr)
        return 1
    if args.exact:
        shares = markov.MarkovChain(rules, args.jail, args.card_choice).shares()
    else:
        simulation = Simulation(rules, args.seed, args.jail, args.card_choice)
        shares = [times / args.throws for times in simulation.throws(args.throws)]
    print("\n".join(landings_csv(shares)))
    return 0


def run_command() -> int:
    """Run the ``titledeed`` command or ``python -m titledeed``; returns the exit code."""
    try:
        code = main()
        sys.stdout.flush()
    except OSError as error:
        # Python flushes the buffer once more when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(
            error, BrokenPipeError
        ):  # the reader closed the pipe early, as "head" does
            told = chosen_catalogue(sys.argv[1:]).sentence(f"{error.strerror or error}.")
            print(check_record_expectations.plain(told), file=sys.stderr)
        code = 1
    return code


if __name__ == "__main__":
    sys.exit(run_command())
