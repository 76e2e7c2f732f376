"""The results of games on this device, for its statistics: one table for each game, by its id.

When a game begins, its table says only that. When the game ends, the table becomes its result; if the
end is undone, the table says "begun" again. A game that did not begin on this device (an opened record,
a branch of a replay) has no table and is not counted. Only one window writes each table, so none is
overwritten.
"""

from __future__ import annotations

from typing import Any, Final, cast

from ...engine.asks import (
    Over,
)
from ...game.session import Session
from ...storage.save_models import FinishedGame
from ...storage.store import Store

PREFIX: Final = "result/"
_BEGUN: Final[dict[str, Any]] = {"begun": True}

Stored = dict[str, Any]  # a result, or a game that has begun


def begin_game(store: Store, id: str) -> None:
    """Note that this game counts when it ends."""
    store.put(PREFIX + id, _BEGUN)


def keep_result(store: Store, id: str, session: Session, seconds: int, when: str) -> None:
    """Store the game's result, or remove it if its end was undone. Does nothing for a game that does not
    count. ``when``: ISO time."""
    over = isinstance(session.ask, Over)

    def found(tables: dict[str, Stored]) -> None:
        table = tables.get("")
        if table is None or over == ("rounds" in table):
            return
        store.put(PREFIX + id, result_of(session, seconds, when) if over else _BEGUN)

    store.fetch(PREFIX + id, found)


def result_of(session: Session, seconds: int, when: str) -> FinishedGame:
    """The result of a game that is over."""
    state, record = session.state, session.game.record
    winners = session.ask.winners if isinstance(session.ask, Over) else ()
    # Only seats that a person played from the first answer to the last.
    people = [n for n, seat in enumerate(record.seats) if not seat.bot and not session.controls[n]]
    rent, street = 0, -1
    for entry in session.entries:
        for event in entry.events:
            facts: Any = event.facts
            if event.kind != "pay" or facts["what"] != "rent" or facts["payee"] not in people:
                continue
            if facts["amount"] > rent:
                rent, street = facts["amount"], facts["space"]
    edition = state.rules.edition
    return {
        "book": state.rules.book,
        "official": state.rules.official,
        "board": edition.name,
        "people": len(people),
        "won": len(people) == 1 and people[0] in winners,
        "bots": sorted({seat.bot for seat in record.seats if seat.bot}),
        "rounds": state.round,
        "seconds": seconds,
        "rent": rent,
        "street": edition.spaces[street].name if street >= 0 else "",
        "sign": [edition.sign, edition.sign_after, edition.separator],
        "when": when,
    }


def ended_games(tables: dict[str, Stored]) -> list[FinishedGame]:
    """The results among these tables, the oldest first, without damaged ones."""
    finished = [cast("FinishedGame", table) for table in tables.values() if _sound(table)]
    return sorted(finished, key=lambda game: game["when"])


def _sound(table: Stored) -> bool:
    numbers = all(
        isinstance(table.get(k), int) and 0 <= table[k] < 10**9
        for k in ("rounds", "seconds", "rent", "people")
    )
    texts = all(isinstance(table.get(k), str) for k in ("book", "board", "street", "when"))
    bots, sign = table.get("bots"), table.get("sign")
    lists = isinstance(bots, list) and all(isinstance(bot, str) for bot in bots)
    signed = isinstance(sign, list) and [type(part) for part in sign] == [str, bool, str]
    return numbers and texts and lists and signed and isinstance(table.get("won"), bool)
