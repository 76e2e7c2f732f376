"""The commands ``titledeed arena``, in which bots play many games, and ``titledeed lab landings``, which
shows how often tokens stand on each space."""

from __future__ import annotations

import argparse
import json
import sys
from typing import get_args

from ..engine import rng
from ..engine.errors import LoadError
from ..lab import arena
from ..lab.intervals import median
from ..lab.landings import markov
from ..lab.landings.simulation import Simulation, landings_csv, rules_for
from ..language.catalogue import Catalogue
from . import check_record_expectations
from . import lab_commands as laboratory
from .translated_argument_parser import Parser


def add_arena(parser: Parser, catalogue: Catalogue) -> None:
    """Add the options of ``arena``."""
    settings = laboratory.settings_help(catalogue)
    parser.add_argument(
        "--seats",
        required=True,
        help=catalogue("bots, separated by commas: {bot}", bot="simple,steady,my.py:Mine"),
    )
    parser.add_argument("--games", type=laboratory.count, default=100, help=settings["games"])
    parser.add_argument("--rulebook", default="modern", help=settings["rulebook"])
    parser.add_argument("--edition", default="atlantic-city", help=settings["edition"])
    parser.add_argument("--variant", default="standard", help=settings["variant"])
    parser.add_argument("--seed", type=seed, default=1, help=settings["seed"])
    parser.add_argument(
        "--rounds",
        type=laboratory.count,
        default=arena.MOST_ROUNDS,
        help=catalogue("stop a game after this many rounds"),
    )
    parser.add_argument("--json", action="store_true", help=catalogue("print one JSON object"))


def run_arena(args: argparse.Namespace, catalogue: Catalogue) -> int:
    """Let bots play, and print the results; returns the exit code."""
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
            games = catalogue("games won: {n} of {all}", n=wins, all=tally.games)
            print(f"{check_record_expectations.plain(name):24} {games}")
        write = catalogue.conventions
        print(
            catalogue(
                "finished: {n}; rounds: {rounds} (median {median}); throws: {throws}",
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


def add_landings(parser: Parser, catalogue: Catalogue) -> None:
    """Add the options of ``lab landings``."""
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
    parser.add_argument("--seed", type=seed, default=1, help=settings["seed"])
    parser.add_argument("--edition", default="atlantic-city", help=settings["edition"])
    parser.add_argument("--decks", help=settings["decks"])
    parser.add_argument(
        "--card-choice",
        default="pay",
        choices=get_args(markov.CardChoice),
        help=catalogue("what players do with the card that lets them choose"),
    )
    parser.add_argument(
        "--exact",
        action="store_true",
        help=catalogue("calculate the exact values instead of simulating throws"),
    )


def seed(text: str) -> int:
    """Read a seed. It must fit the record format, so that a record can repeat the run."""
    return laboratory.whole(text, 0, rng.MOST_SEED, "2^63 - 1")


def run_landings(args: argparse.Namespace, catalogue: Catalogue) -> int:
    """Print the share of each space as CSV; returns the exit code."""
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
