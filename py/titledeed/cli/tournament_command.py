"""The command ``tournament``: shows a saved tournament, and plays it again."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from ..engine.errors import LoadError
from ..language.catalogue import Catalogue
from ..workshop.fence_answers import read_reply, table_of
from ..workshop.inside_fence import Inside
from ..workshop.refereed_game import RefereedGame
from ..workshop.tournament import (
    Result,
    Stage,
    Tournament,
    digest_of,
    read_tournament,
    standings,
)
from .check_record_expectations import plain
from .translated_argument_parser import Parser


def add_tournament(parser: Parser, catalogue: Catalogue) -> None:
    """Add the options of ``tournament``."""
    parser.add_argument(
        "file", metavar="FILE", help=catalogue("a tournament, as the page has saved it")
    )
    parser.add_argument(
        "--again",
        action="store_true",
        help=catalogue(
            "play all its games again and compare them; this runs the bots’ programs on this machine"
        ),
    )


def run_tournament(args: argparse.Namespace, catalogue: Catalogue) -> int:
    """Print the tables; returns the exit code, 1 if a game differs."""
    try:
        tournament = read_tournament(Path(args.file).read_text("utf-8"))
    except OSError as error:
        print(
            plain(catalogue.sentence(f"{args.file}: {error.strerror or error}.")), file=sys.stderr
        )
        return 1
    except UnicodeDecodeError:
        print(plain(catalogue("This file is damaged, or it’s no tournament.")), file=sys.stderr)
        return 1
    except LoadError as error:
        print(plain(catalogue.sentence(str(error))), file=sys.stderr)
        return 1
    differ = 0
    for n, stage in enumerate(filter(None, (tournament.league, tournament.final))):
        print(catalogue("Final") if n else catalogue("League"))
        print(f"  SHA-256 {stage.hash}")
        _print_table(tournament, stage)
        if args.again:
            different = play_again(tournament, stage)
            differ += len(different)
            for game in different:
                print("  " + catalogue("Game {n} is different.", n=game + 1))
            if not different:
                same = len(stage.results)
                print(
                    "  " + catalogue.count("{n} game is the same.", "{n} games are the same.", same)
                )
    return 1 if differ else 0


def _print_table(tournament: Tournament, stage: Stage) -> None:
    for place, row in enumerate(standings(stage, tournament.players), 1):
        low, high = round(100 * row.interval.low), round(100 * row.interval.high)
        name = plain(tournament.title(row.bot))
        print(f"  {place:2} {name:24} {row.won:6.1f}/{row.games} {low}-{high}% ({row.replaced})")


def play_again(tournament: Tournament, stage: Stage) -> list[int]:
    """Play the games that have a result again, and return the numbers of those that differ."""
    codes = tournament.codes()
    different = []
    for number, result in sorted(stage.results.items()):
        game = RefereedGame(tournament.record(stage, number), stage.seed(number))
        inside: dict[int, Inside] = {}
        while not game.over:
            wanted = game.advance()
            if wanted is None:
                continue
            seat = wanted.seat
            if seat not in inside:
                inside[seat] = Inside()
                code = codes[game.record.seats[seat].bot]
                inside[seat].answer(json.dumps(game.sitting(seat, code)))
            question = {"do": "ask", "lines": wanted.lines, "offered": wanted.offered}
            reply = (
                table_of(inside[seat].answer(json.dumps(question))) if inside[seat].guests else {}
            )
            text, _why, finding = read_reply(reply)
            if finding is not None or "reply" not in reply:
                game.replace(wanted)
            else:
                game.hear(wanted, text)
        if Result(game.winners, digest_of(game.lines), tuple(game.replaced)) != result:
            different.append(number)
    return different
