"""The view of many tables on one screen: for each a small board and the player whose turn it is.

One table can be enlarged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ....engine.asks import (
    Over,
)
from ....engine.rules import tax
from ....engine.special_seats_and_ids import CHANCE
from ....language import asks
from ....language.catalogue import Catalogue
from ....language.narrator_of_journal_and_refusals import Narrator
from ....peers.replicated_log_entry_rules import ReplicatedLog
from ....storage.save_models import BoardPicture
from ...views.board_thumbnail import thumbnail_box, thumbnail_view
from ...views.view_context_and_shared_parts import SIDE, tokens

if TYPE_CHECKING:
    from .types import BandPath, WatchedTableView, WatchTablesView


@dataclass(frozen=True)
class Watched:
    """A watched table.

    ``log``: None until it has arrived; ``silent``: seconds that a device has been silent."""

    log: ReplicatedLog | None
    silent: int


@dataclass(frozen=True)
class Row:
    """A player in the ranking of a table."""

    seat: int
    name: str
    worth: int
    place: int


def standing(log: ReplicatedLog) -> list[Row]:
    """Return the players of a table, the richest first. Bankrupt players come last, in the order of seats."""
    state, seats = log.state, log.game.record.seats
    worth = [tax.worth(state, n) if state.playing[n] else -1 for n in range(state.seats)]
    order = sorted(range(state.seats), key=lambda n: -worth[n])
    return [
        Row(n, seats[n].name, max(0, worth[n]), 1 + sum(other > worth[n] for other in worth))
        for n in order
    ]


def hall_view(_: Catalogue, tables: list[Watched], picked: int) -> WatchTablesView:
    """The view of the screen. ``picked``: index of the enlarged table, -1 for none."""
    shown = [_table(_, n, table) for n, table in enumerate(tables)]
    ledgers = [table.log for table in tables if table.log is not None]
    players = sum(
        sum(bool(holder.device or holder.bot) for holder in log.holders) for log in ledgers
    )
    begun = [log for log in ledgers if log.begun]
    waits = sum(table.silent >= 3 for table in tables)
    counted = _.count("{n} table", "{n} tables", len(tables)) if tables else ""
    if players:
        counted += " · " + _.count("{n} player", "{n} players", players)
    return {
        "tables": [table for n, table in enumerate(shown) if n != picked],
        "picked": shown[picked] if 0 <= picked < len(shown) else None,
        "counted": counted,
        "waits": _.count("{n} waiting for a device", "{n} waiting for a device", waits)
        if waits
        else "",
        "begun": bool(begun),
        "paused": bool(begun) and all(log.paused for log in begun),
        "full": len(tables) >= 8,
    }


def _table(_: Catalogue, n: int, table: Watched) -> WatchedTableView:
    log = table.log
    if log is None:
        text = _("Waiting for the host to enter the code")
        return {
            "n": n,
            "no": n + 1,
            "title": text,
            "text": "",
            "round": "",
            "away": False,
            "seat": None,
            "says": "",
            "seats": [],
            "picture": None,
            "bands": [],
        }
    state, seats = log.state, log.game.record.seats
    drawn = tokens([seat.token for seat in seats])
    picture = BoardPicture(
        tokens=tuple(seat.token for seat in seats),
        at=tuple(state.at),
        playing=tuple(map(int, state.playing)),
        owner=tuple(state.owner),
        level=tuple(state.level),
        mortgaged=tuple(map(int, state.mortgaged)),
    )
    round = _("round {n}", n=state.round)
    narrator = Narrator(state.rules, [seat.name for seat in seats], _)
    asked = asks.asking(narrator.parts, state)
    seat = state.ask.seat
    over = isinstance(state.ask, Over)
    if over:
        title, text = _("{name} wins", name=standing(log)[0].name), round
    elif not log.begun:
        title, text = _("before the first throw"), ""
    elif log.paused:
        title, text = _("paused"), round
    elif seat == CHANCE:
        title, text = _("The dice are rolling"), round
    else:
        title, text = asked["title"], round
    away = table.silent >= 3
    if away and not over:
        text = _("no response from one device for {n} s", n=table.silent)
    return {
        "n": n,
        "no": n + 1,
        "title": title,
        "text": text,
        "round": round,
        "away": away and not over,
        "seat": {"n": seat, "token": drawn[seat]} if seat >= 0 and log.begun else None,
        "says": asked["text"] if log.begun and seat >= 0 else "",
        "seats": [
            {
                "n": m,
                "name": seats[m].name,
                "token": drawn[m],
                "cash": narrator.parts.money(state.cash[m]) if state.playing[m] else _("out"),
            }
            for m in range(state.seats)
        ],
        "picture": thumbnail_view(picture),
        "bands": _bands(log),
    }


def _bands(log: ReplicatedLog) -> list[BandPath]:
    """The color bands of the streets, with an SVG path for each group."""
    out: list[BandPath] = []
    for group in log.state.rules.edition.groups:
        path = ""
        for i in group.members:
            x, y, wide, high = thumbnail_box(i)
            match i // SIDE:
                case 0:
                    path += f"M{x} {y}h{wide}v4h-{wide}z"
                case 1:
                    path += f"M{x + wide - 4} {y}h4v{high}h-4z"
                case 2:
                    path += f"M{x} {y + high - 4}h{wide}v4h-{wide}z"
                case _:
                    path += f"M{x} {y}h4v{high}h-4z"
        if path:
            out.append({"group": group.id, "path": path})
    return out
