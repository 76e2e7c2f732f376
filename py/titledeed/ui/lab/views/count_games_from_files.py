"""The view of the screen that counts games from files: a row for each, means and medians, winners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ....lab import run_summary
from ....lab.batch_games import winner_of
from ....lab.intervals import Interval
from ....language.catalogue import Catalogue
from ..state.games_from_files import GameFilesState
from .figure_format import FigureFormat

if TYPE_CHECKING:
    from .types import FileRow, GameFilesView, GamesSummary, WonRow

SHOWN: Final = 200  # rows; the saved table has all
TROUBLES: Final = 10  # sentences about files that cannot be counted


def games_from_files_view(files: GameFilesState, _: Catalogue) -> GameFilesView:
    """The view of the screen."""
    figures = FigureFormat(_, "atlantic-city")
    games = files.games
    number = figures.numbers.number
    counted = sum(game is not None for game in games)
    troubles = [row for row in files.rows if isinstance(row, str)]
    all_rows: list[FileRow] = [
        {
            "n": n,
            "name": files.sources[n].name[-60:],
            "rounds": number(game["rounds"]),
            "throws": number(game["throws"]),
            "winner": winner_of(game) or "–",
            "worths": [figures.numbers.money(worth) for worth in game["worth"]],
            "gini": figures.fixed(game["gini"], 3),
        }
        for n, game in enumerate(games[: 2 * SHOWN])
        if game is not None
    ]
    rows = all_rows[:SHOWN]
    return {
        "counting": files.counting,
        "total": len(files.rows),
        "done": sum(row is not None for row in files.rows),
        "trouble": files.trouble,
        "troubles": troubles[:TROUBLES],
        "more_troubles": max(0, len(troubles) - TROUBLES),
        "rows": rows,
        "more": counted - len(rows),
        "seats": range(1, files.seats + 1),
        "summary": _summary(files, figures) if counted and not files.counting else None,
    }


def _summary(files: GameFilesState, figures: FigureFormat) -> GamesSummary:
    """Means and medians, and the share of games that each seat won."""
    _ = figures._
    table = run_summary.summary_to_dict(files.games)
    names = {
        "rounds": (_("Rounds until the end"), 1),
        "throws": (_("Dice throws"), 1),
        "gini": (_("Inequality, mean over all rounds"), 3),
    }
    return {
        "games": _.count("{n} game counted.", "{n} games counted.", table["games"]),
        "unfinished": _.count(
            "{n} of them wasn’t finished: it was stopped, or its file ends early.",
            "{n} of them weren’t finished: they were stopped, or their files end early.",
            table["unfinished"],
        )
        if table["unfinished"]
        else "",
        "measures": [
            {
                "name": name,
                "mean": figures.fixed(table["measures"][id]["mean"], digits),
                "median": figures.fixed(table["measures"][id]["median"], digits),
            }
            for id, (name, digits) in names.items()
        ],
        "won": [_won(each, figures) for each in table["won"]],
    }


def _won(each: Mapping[str, Any], figures: FigureFormat) -> WonRow:
    _ = figures._
    low, high = figures.shares(Interval(each["share"], each["low"], each["high"]))
    return {
        "name": _("Seat {n} wins", n=each["seat"]),
        "share": figures.percent(figures.fixed(100 * each["share"], 1)),
        "span": _("{low} to {high}", low=low, high=figures.percent(high)),
    }
