"""The view of the statistics: how the games played on this device ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...bots import BOTS
from ...engine.rulebook_loader_and_rules_compiler import rule_texts
from ...language.catalogue import Catalogue
from ...language.numbers import Numbers
from ...storage.save_models import FinishedGame
from ..state import AppState
from .view_context_and_shared_parts import bot_name

if TYPE_CHECKING:
    from .types import ResultFact, ResultRow, ResultsView


class _Money(NamedTuple):
    """The format of a result's sums."""

    sign: str
    sign_after: bool
    separator: str


def results_view(app: AppState) -> ResultsView:
    """The view of all results. Wins are counted only in games with exactly one person."""
    _, n_ = app.catalogue, app.catalogue.count
    games: Sequence[FinishedGame] = app.results or []
    alone = [game for game in games if game["people"] == 1]
    facts: list[ResultFact] = []
    if games:
        long = max(games, key=lambda game: game["rounds"])
        facts.append(
            {
                "label": _("Longest game"),
                "value": n_("{n} round", "{n} rounds", long["rounds"]),
                "text": app.date(long["when"], app.settings.language),
            }
        )
        high = max(games, key=lambda game: game["rent"])
        if high["rent"]:
            numbers = Numbers(_Money(*high["sign"]), app.settings.language)
            facts.append(
                {
                    "label": _("Highest rent you collected"),
                    "value": numbers.money(high["rent"]),
                    "text": high["street"],
                }
            )
        hours, minutes = divmod(sum(game["seconds"] for game in games) // 60, 60)
        facts.append(
            {
                "label": _("Time played"),
                "value": _("{n} h {m} min", n=hours, m=minutes),
                "text": "",
            }
        )
    names = {row["id"]: row["name"] for row in rule_texts("books")["book"]}
    books = sorted({game["book"] for game in alone}, key=lambda id: (id not in names, id))
    bots = sorted({bot for game in alone for bot in game["bots"]})
    return {
        "known": app.results is not None,
        "games": n_("{n} game", "{n} games", len(games)),
        "won": n_("{n} won", "{n} won", sum(bool(game["won"]) for game in alone)),
        "any": bool(games),
        "facts": facts,
        "tables": [
            {
                "head": _("By rulebook"),
                "rows": [
                    _row(_, _(names.get(id, id)), [g for g in alone if g["book"] == id])
                    for id in books
                ],
            },
            {
                "head": _("By opponent"),
                "rows": [
                    _row(
                        _,
                        bot_name(_, bot) if bot in BOTS else bot,
                        [g for g in alone if bot in g["bots"]],
                    )
                    for bot in bots
                ],
            },
        ]
        if alone
        else [],
    }


def _row(_: Catalogue, name: str, games: Sequence[FinishedGame]) -> ResultRow:
    won = sum(bool(game["won"]) for game in games)
    return {
        "name": name,
        "games": str(len(games)),
        "won": str(won),
        "share": _("{n}%", n=round(100 * won / len(games))),
    }
