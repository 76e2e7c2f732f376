"""Writes saved games of this release for tests: ``python -m tools.saves``.

They go to ``tests/saves/<version>/``. Run it once for each release, before its publication, and never
again for that version. Each file has the data that both stores of a browser hold for a game, and the
expected result of opening it. ``tests/storage/test_old_saves.py`` opens all of them with the current
program.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests" / "support")]

from fake_page import Box, Database, Table  # noqa: E402
from titledeed import __version__  # noqa: E402
from titledeed.engine.record import Record, Seat  # noqa: E402
from titledeed.storage.store import FULL_EVERY, Store  # noqa: E402

FOLDER = ROOT / "tests" / "saves"


def played(record: Record, answers: int, speed: str = "instant") -> Table:
    """Return a table after this number of answers.

    Bots give their own answers, people the last answer offered."""
    table = Table(Store(Box(), Database()), speed=speed)
    table.hands.play.start(record)
    while len(table.session.entries) < answers and table.page.state["ask"] != "over":
        table.page.run(1) if table.page.state["ask"] == "bots" else _answer(table)
    return table


def _answer(table: Table) -> None:
    asked = table.page.state["ask"]
    if asked.startswith("handover"):
        table.press("ask", "I am")
    elif asked.endswith("chance"):
        table.gesture(kind="submit", where="ask", form="dice {a} {b}", fields={"a": "2", "b": "3"})
    else:
        table.say(table.answers()[-1])


def under_way() -> Table:
    """A game of a person and bots, stored as a full copy and a tail of answers."""
    seats = [Seat("Ada"), Seat("Ben", "simple"), Seat("Cleo", "steady")]
    return played(Record("modern", seats, seed=3), 60)


def long() -> Table:
    """A game stored as two full copies, with an undo in the tail."""
    seats = [Seat("Zoë"), Seat("李", "simple")]
    table = played(Record("wikibooks", seats, seed=8, edition="london"), FULL_EVERY + 40)
    table.do("undo")
    return table


def asked_rents() -> Table:
    """A game with house rules in which rent must be asked for."""
    seats = [Seat("Ada"), Seat("Ben")]
    rules = {"limit-minutes": 90}
    record = Record("classic", seats, seed=21, rent="asked", house_rules=rules)
    return played(record, 40)


def over() -> Table:
    """A game that has ended."""
    seats = [Seat("Ada"), Seat("Ben", "simple")]
    table = played(Record("parker1973", seats, seed=2), 30)
    table.do("open-seat", "0")
    table.say("resign", "dlg-seat")
    table.say("resign", "dlg-confirm")
    return table


GAMES: dict[str, Callable[[], Table]] = {
    "under-way": under_way,
    "long": long,
    "asked-rents": asked_rents,
    "over": over,
}


def fixture(table: Table) -> dict[str, Any]:
    """The stored texts of the game on a table, and the expected result of opening it."""
    state = table.session.state
    return {
        "quick": table.store.box.texts,  # type: ignore[attr-defined]
        "sure": table.store._queue.database.texts,  # type: ignore[union-attr]
        "expect": {
            "answers": len(table.session.entries),
            "last": table.session.entries[-1].line,
            "ask": f"{state.ask.kind} {state.ask.seat}",
            "cash": list(state.cash),
            "at": list(state.at),
            "owner": list(state.owner),
            "title": table.app.title,
        },
    }


def main() -> None:
    folder = FOLDER / __version__
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in GAMES.items():
        text = json.dumps(fixture(make()), ensure_ascii=False, indent=1)
        (folder / f"{name}.json").write_text(text + "\n", encoding="utf-8")
        print(f"{folder.relative_to(ROOT)}/{name}.json, {len(text) // 1000} kB")


if __name__ == "__main__":
    main()
