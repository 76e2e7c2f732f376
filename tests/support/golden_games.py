"""Replays golden games and reports differences. Tests import it, and it also runs in Pyodide unchanged.

python tests/support/golden_games.py [FILE…]
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from titledeed.cli import check_record_expectations
from titledeed.engine.record import Game, read_record, record_checksum
from titledeed.game.state_digest import state_digest

FOLDER = Path(__file__).resolve().parents[1] / "golden"
EVERY = 100


def faults(table: dict[str, Any]) -> list[str]:
    """Return the differences from the recorded game; [] if there are none."""
    if table["checksum"] != record_checksum(table):
        return ["the checksum does not fit"]
    game = Game(read_record(table))
    digests = [state_digest(game.state)]
    for n, line in enumerate(table["step"][0]["play"], 1):
        game.line(line)
        if game.lines[-1] != line or len(game.lines) != n:
            return [f"line {n} is written “{game.lines[-1]}”, not “{line}”"]
        if n % EVERY == 0:
            digests.append(state_digest(game.state))
    digests.append(state_digest(game.state))
    for n, (now, then) in enumerate(zip(digests, table["x-digests"], strict=True)):
        if now != then:
            return [f"the state differs at or before answer {n * EVERY}"]
    return check_record_expectations.check_table(table)


def main(paths: list[str]) -> int:
    files = [Path(path) for path in paths] or sorted(FOLDER.glob("*.json"))
    bad = {file.name: faults(json.loads(file.read_text("utf-8"))) for file in files}
    for name, differences in bad.items():
        print(f"{name}: {'; '.join(differences) or 'ok'}")
    print(f"{len(files)} games")
    return 1 if any(bad.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
