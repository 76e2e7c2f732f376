"""The command line: ``titledeed referee FILE…``, ``arena``, ``lab``, also as ``python -m titledeed``. Needs
nothing but the standard library."""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from typing import NoReturn, get_args

from titledeed.lab import arena
from titledeed.lab.intervals import median
from titledeed.lab.landings import markov

from .cli import check_records
from .cli import lab_commands as laboratory
from .engine import rng
from .engine.errors import LoadError
from .lab.landings.simulation import Simulation, landings_csv, rules_for
from .peers import proof, what_a_proof_shows


class Parser(argparse.ArgumentParser):
    """A parser whose sentences are safe on any terminal, whatever was entered."""

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End the program with a sentence on the error output."""
        lines = (message or "").split("\n")
        super().exit(status, "\n".join(map(check_records.plain, lines)))


def main(argv: list[str] | None = None) -> int:
    """Run a command; returns the exit code."""
    parser = Parser(prog="titledeed", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    checking = commands.add_parser("referee", help="replay records and check what they expect")
    checking.add_argument("files", nargs="+", metavar="FILE")
    checking.add_argument(
        "--proof",
        action="store_true",
        help="also check the proof that a table of several devices keeps, and say what it shows",
    )
    _add_arena(commands.add_parser("arena", help="let bots play many games"))
    studying = commands.add_parser("lab", help="statistics")
    studies = studying.add_subparsers(dest="study", required=True)
    _add_landings(studies.add_parser("landings", help="where the token stands after each throw"))
    laboratory.add(studies, _seed)
    args = parser.parse_args(argv)
    for out in (sys.stdout, sys.stderr):
        if isinstance(out, io.TextIOWrapper):  # no sentence fails at what a terminal cannot show
            out.reconfigure(errors="backslashreplace")
    if args.command == "referee":
        checks = (proof.check_proof, what_a_proof_shows.report) if args.proof else ()
        return check_records.main(args.files, *checks)
    if args.command == "arena":
        return _arena(args)
    if args.command == "lab":
        return _landings(args) if args.study == "landings" else laboratory.run(args)
    return 2


def _add_arena(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", required=True, help="bots, by commas: simple,steady,my.py:Mine")
    parser.add_argument("--games", type=laboratory.count, default=100)
    parser.add_argument("--rulebook", default="modern")
    parser.add_argument("--edition", default="atlantic-city")
    parser.add_argument("--variant", default="standard")
    parser.add_argument("--seed", type=_seed, default=1)
    parser.add_argument(
        "--rounds",
        type=laboratory.count,
        default=arena.MOST_ROUNDS,
        help="stop a game after so many rounds",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def _arena(args: argparse.Namespace) -> int:
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
        print(check_records.plain(str(error)), file=sys.stderr)
        return 1
    table = tally.to_dict(any(arena.is_stranger(name) for name in names))
    if args.json:
        print(json.dumps(table))
    else:
        for name, wins in zip(names, tally.wins, strict=True):
            print(f"{check_records.plain(name):24} {wins} of {tally.games} games")
        print(
            f"{tally.finished} finished, {tally.rounds} rounds (median {median(tally.lengths):g}), "
            f"{tally.throws} throws"
        )
        if tally.seconds:
            print(f"{tally.throws / tally.seconds:,.0f} throws per CPU-second")
    return 0


def _add_landings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--rulebook", required=True)
    parser.add_argument("--jail", required=True, choices=get_args(markov.JailPolicy))
    parser.add_argument("--throws", type=laboratory.count, default=1_000_000)
    parser.add_argument("--seed", type=_seed, default=1)
    parser.add_argument("--edition", default="atlantic-city")
    parser.add_argument("--decks", help="us-1936, us-2008 or uk-classic; else the edition's")
    parser.add_argument(
        "--card-choice",
        default="pay",
        choices=get_args(markov.CardChoice),
        help="at the card that lets a player choose",
    )
    parser.add_argument("--exact", action="store_true", help="calculate, do not throw")


def _seed(text: str) -> int:
    """A seed that a record may have: what was played can be written down."""
    return laboratory.whole(text, 0, rng.MOST_SEED, "2^63 - 1")


def _landings(args: argparse.Namespace) -> int:
    try:
        rules = rules_for(args.rulebook, args.edition, args.decks)
    except LoadError as error:
        print(check_records.plain(str(error)), file=sys.stderr)
        return 1
    if args.exact:
        shares = markov.MarkovChain(rules, args.jail, args.card_choice).shares()
    else:
        simulation = Simulation(rules, args.seed, args.jail, args.card_choice)
        shares = [times / args.throws for times in simulation.throws(args.throws)]
    print("\n".join(landings_csv(shares)))
    return 0


def run_command() -> int:
    """What ``titledeed`` and ``python -m titledeed`` run; returns the exit code."""
    try:
        code = main()
        sys.stdout.flush()
    except OSError as error:
        # Python writes once more what is still in the buffer when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(
            error, BrokenPipeError
        ):  # a reader has enough of the lines, as "head" has
            print(check_records.plain(f"{error.strerror or error}."), file=sys.stderr)
        code = 1
    return code


if __name__ == "__main__":
    sys.exit(run_command())
