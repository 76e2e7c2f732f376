"""Makes the golden games: whole bot games, written as records, with fingerprints along the way.

    python -m tools.golden            write the files under tests/golden/ again
    python -m tools.golden --check    say whether the bots would still play them so
    python -m tools.golden --plays    note how each bot plays now, after its number in the registry was raised

A replay reads only the lines, so a golden game fixes the rules, the notation and the record. It does
not fix the bots: no test asks whether they would play the same game again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "py"), str(ROOT / "tests" / "support")]

import plays  # noqa: E402
from titledeed.bots import BOTS  # noqa: E402
from titledeed.engine import rulebook_loader_and_rules_compiler as rules_compiler  # noqa: E402
from titledeed.engine.record import Record, Seat, record_checksum  # noqa: E402
from titledeed.game.session import Session  # noqa: E402
from titledeed.game.state_digest import state_digest  # noqa: E402

FOLDER = ROOT / "tests" / "golden"
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gwen", "Hugo")
MOST_ROUNDS = 60
EVERY = 100  # answers between two fingerprints


def games() -> Iterator[tuple[str, Record]]:
    """Every book on every edition, the Short Game, and rent that must be asked for."""
    bots = [name for name in ("steady", "simple") if name in BOTS]
    seed = 1
    for book in rules_compiler.BOOKS:
        for edition in rules_compiler.EDITIONS:
            variants = ["standard", "short"] if book == "parker1973" else ["standard"]
            for variant in variants:
                count = 2 + seed % 5
                seats = [Seat(NAMES[i], bots[i % len(bots)]) for i in range(count)]
                name = "-".join([book, edition, *(["short"] if variant == "short" else [])])
                rent = "asked" if seed % 2 else "automatic"
                yield name, Record(book, seats, edition, None, variant, seed, rent)
                seed += 1


def play(record: Record) -> dict[str, Any]:
    """The record of a game played to its end, with a fingerprint of the state every ``EVERY`` answers."""
    session = Session.start(record)
    record.program = ""
    digests = [state_digest(session.state)]
    while session.waiting().who != "over" and session.state.round <= MOST_ROUNDS:
        if session.step() is None:
            raise AssertionError(f"nobody answers {session.ask}")
        if len(session.entries) % EVERY == 0:
            digests.append(state_digest(session.state))
    digests.append(state_digest(session.state))
    table = session.game.to_dict()
    notation, state = session.game.notation, session.state
    table["step"][0]["expect"] = {
        "ask": notation.ask(state),
        "cash": {notation.seat_word(i): state.cash[i] for i in range(state.seats)},
        "at": {notation.seat_word(i): notation.space_id(state.at[i]) for i in range(state.seats)},
        "stock": {"houses": state.stock[0], "hotels": state.stock[1]},
    }
    table["x-digests"] = digests
    table["checksum"] = record_checksum(table)
    return table


def written(table: dict[str, Any]) -> str:
    """The record as JSON with a line of the file for each line of the game, so that diffs are readable."""
    return json.dumps(table, indent=1, ensure_ascii=False) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--plays", action="store_true")
    args = parser.parse_args()
    if args.plays:
        same = plays.write()
        if same:
            print(
                f"play differently: {', '.join(same)}; raise their play in bots/registry.py first"
            )
        return bool(same)
    FOLDER.mkdir(exist_ok=True)
    different = []
    for name, record in games():
        text = written(play(record))
        file = FOLDER / f"{name}.json"
        if not file.exists() or file.read_text("utf-8") != text:
            different.append(name)
            if not args.check:
                file.write_text(text, "utf-8")
    print(f"{'would change' if args.check else 'made'}: {', '.join(different) or 'none'}")
    return 1 if args.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
