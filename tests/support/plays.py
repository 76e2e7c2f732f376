"""The answers of each bot in a few games, as a digest: it changes when the bot plays differently.

    python -m tools.golden --plays

writes ``tests/bots/kept/plays.json``: for each bot the number of its play and the digest."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from titledeed.bots.registry import BY_ID, CHARACTERS
from titledeed.engine.record import Record, Seat
from titledeed.game.session import Session

FILE = Path(__file__).resolve().parents[1] / "bots" / "kept" / "plays.json"
ROUNDS = 25
# The rulebook, the limit of rounds, and the bots beside the one in question, which has the other seats.
TABLES = (
    ("modern", 0, ("steady-1", "simple")),
    ("classic", 0, ()),
    ("australian", 0, ("steady-1",)),
    ("modern", 12, ("steady-1",)),
)


def digest_of(bot: str) -> str:
    """The digest of the answers in a game at each table."""
    found = hashlib.sha256()
    for seed, (book, limit, others) in enumerate(TABLES, 3):
        names = [*others, *[bot] * (4 - len(others))]
        seats = [Seat(name, bot) for name, bot in zip("ABCD", names, strict=True)]
        house = {"limit-rounds": limit} if limit else {}
        session = Session.start(Record(book, seats, seed=seed, house_rules=house))
        while session.waiting().who != "over" and session.state.round <= ROUNDS:
            entry = session.step()
            assert entry is not None
            found.update(f"{entry.line}\n".encode())
    return found.hexdigest()[:16]


def kept() -> dict[str, dict[str, object]]:
    """What the file says."""
    found: dict[str, dict[str, object]] = json.loads(FILE.read_text("utf-8"))
    return found


def write() -> list[str]:
    """Bring the file up to date. Returns the bots that play differently though their number is the same:
    these stay as they are in the file."""
    known = kept() if FILE.exists() else {}
    same: list[str] = []
    table: dict[str, dict[str, object]] = {}
    for bot in (character.id for character in CHARACTERS):
        table[bot] = {"play": BY_ID[bot].play, "digest": digest_of(bot)}
        before = known.get(bot, table[bot])
        if before["play"] == table[bot]["play"] and before != table[bot]:
            same.append(bot)
            table[bot] = before
    FILE.write_text(json.dumps(table, indent=1) + "\n", "utf-8")
    return same
