"""The command line: ``titledeed referee FILE…``, ``arena`` and ``lab``, also as ``python -m titledeed``.

It needs only the standard library."""

from __future__ import annotations

import io
import os
import sys

from .cli import arena_and_landings_commands, check_record_expectations
from .cli import lab_commands as laboratory
from .cli.tournament_command import add_tournament, run_tournament
from .cli.translated_argument_parser import Parser, add_command, chosen_catalogue
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
        help=catalogue("also check the proof of a game on several devices, and say what it shows"),
    )
    arena_and_landings_commands.add_arena(
        add_command(commands, "arena", catalogue, catalogue("let bots play many games")), catalogue
    )
    add_tournament(
        add_command(
            commands,
            "tournament",
            catalogue,
            catalogue("show a tournament of bots, or play it again"),
        ),
        catalogue,
    )
    studying = add_command(commands, "lab", catalogue, catalogue("statistics"))
    studies = studying.add_subparsers(dest="study", required=True)
    landings = catalogue("where the token stands after each throw")
    arena_and_landings_commands.add_landings(
        add_command(studies, "landings", catalogue, landings), catalogue
    )
    laboratory.add(studies, arena_and_landings_commands.seed, catalogue)
    args = parser.parse_args(words)
    if args.command == "referee":
        check, report = proof.check_proof, what_a_proof_shows.report
        if args.proof:
            return check_record_expectations.main(args.files, check, report, catalogue)
        return check_record_expectations.main(args.files, catalogue=catalogue)
    if args.command == "arena":
        return arena_and_landings_commands.run_arena(args, catalogue)
    if args.command == "tournament":
        return run_tournament(args, catalogue)
    if args.study == "landings":
        return arena_and_landings_commands.run_landings(args, catalogue)
    return laboratory.run(args, catalogue)


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
