"""The view of the statistics: how the games played on this device ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ...bots.strategy_ids import is_strategy
from ...bots.written_bots import is_bot
from ...engine.rulebook_loader_and_rules_compiler import rule_texts
from ...language.catalogue import Catalogue
from ...language.numbers import Numbers
from ...storage.save_models import FinishedGame
from ..state import AppState
from .view_context_and_shared_parts import bot_name

if TYPE_CHECKING:
    from .dialogs.types import LastGame, ResultFact, ResultRow, ResultsView, ResultTable, WinRate

_LAST: Final = 20  # games whose results are shown one by one
_FEWEST: Final = 3  # games from which a share of wins, or a mean, says more than the number

Results = Sequence[FinishedGame]


class _Money(NamedTuple):
    """The format of a result's sums."""

    sign: str
    sign_after: bool
    separator: str


def results_view(app: AppState) -> ResultsView:
    """The view of all results. Wins are counted only in games with exactly one person."""
    _, n_ = app.catalogue, app.catalogue.count
    games: Results = app.results or []
    alone = [game for game in games if game["people"] == 1]
    return {
        "known": app.results is not None,
        "games": n_("{n} game", "{n} games", len(games)),
        "won": n_("{n} won", "{n} won", sum(bool(game["won"]) for game in alone)),
        "any": bool(games),
        "rate": _rate(_, alone) if alone else None,
        "last": [_last(app, game) for game in alone[-_LAST:]],
        "facts": _facts(app, games, alone),
        "tables": _tables(_, alone) if alone else [],
    }


def _rate(_: Catalogue, alone: Results) -> WinRate:
    """How often the person won, in large figures."""
    won = sum(bool(game["won"]) for game in alone)
    share = round(100 * won / len(alone))
    of = _.count("{won} of {n} game", "{won} of {n} games", len(alone), won=won)
    return {
        "value": _("{n}%", n=share) if len(alone) >= _FEWEST else f"{won}",
        "title": _("Games you won"),
        "text": of,
        "share": share,
    }


def _last(app: AppState, game: FinishedGame) -> LastGame:
    _ = app.catalogue
    when, rounds = app.date(game["when"], app.settings.language), game["rounds"]
    if game["won"]:
        return {"won": True, "says": _("Won in round {n}, {date}", n=rounds, date=when)}
    return {"won": False, "says": _("Lost in round {n}, {date}", n=rounds, date=when)}


def _facts(app: AppState, games: Results, alone: Results) -> list[ResultFact]:
    """Records of all games, and the longest series of wins."""
    _, n_ = app.catalogue, app.catalogue.count
    facts: list[ResultFact] = []
    if not games:
        return facts

    def add(icon: str, label: str, value: str, text: str = "") -> None:
        facts.append({"icon": icon, "label": label, "value": value, "text": text})

    def when(game: FinishedGame) -> str:
        return app.date(game["when"], app.settings.language)

    series = _longest_series(alone)
    if series > 1:
        add("u-crown", _("Longest winning streak"), n_("{n} game", "{n} games", series))
    high = max(games, key=lambda game: game["rent"])
    if high["rent"]:
        numbers = Numbers(_Money(*high["sign"]), app.settings.language)
        label = _("Highest rent you collected")
        add("u-coins", label, numbers.money(high["rent"]), high["street"])
    wins = [game for game in alone if game["won"]]
    if wins:
        fast = min(wins, key=lambda game: game["rounds"])
        rounds = n_("{n} round", "{n} rounds", fast["rounds"])
        add("u-skip", _("Fastest win"), rounds, when(fast))
    if len(games) >= _FEWEST:
        mean = round(sum(game["rounds"] for game in games) / len(games))
        add("u-bars", _("Average game"), n_("{n} round", "{n} rounds", mean))
    long = max(games, key=lambda game: game["rounds"])
    add("u-replay", _("Longest game"), n_("{n} round", "{n} rounds", long["rounds"]), when(long))
    hours, minutes = divmod(sum(game["seconds"] for game in games) // 60, 60)
    add("t-hourglass", _("Time played"), _("{n} h {m} min", n=hours, m=minutes))
    return facts


def _longest_series(alone: Results) -> int:
    """The greatest number of games won one after the other."""
    longest = series = 0
    for game in alone:
        series = series + 1 if game["won"] else 0
        longest = max(longest, series)
    return longest


def _tables(_: Catalogue, alone: Results) -> list[ResultTable]:
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    books = sorted({game["book"] for game in alone}, key=lambda id: (id not in names, id))
    bots = sorted({bot for game in alone for bot in game["bots"]})
    opponents = [
        _row(
            _,
            bot_name(_, bot) if is_bot(bot) or is_strategy(bot) else bot,
            [game for game in alone if bot in game["bots"]],
            bot,
        )
        for bot in bots
    ]
    return [
        {"head": _("By opponent"), "rows": opponents},
        {
            "head": _("By rulebook"),
            "rows": [
                _row(_, _(names.get(id, id)), [g for g in alone if g["book"] == id]) for id in books
            ],
        },
    ]


def _row(_: Catalogue, name: str, games: Results, bot: str = "") -> ResultRow:
    won = sum(bool(game["won"]) for game in games)
    share = round(100 * won / len(games))
    return {
        "name": name,
        "bot": bot,
        "games": str(len(games)),
        "won": str(won),
        "share": _("{n}%", n=share),
        "share_n": share,
    }
