"""Plays the simulation that the laboratory's first page offers as an example.

``python -m tools.lab_example`` writes ``py/titledeed/ui/lab/state/example_simulation.json``: the ready
question about unequal starts, 100 games of each side with the frozen bot ``steady-1``, so the games never
change. The test ``tests/ui/lab/test_example_simulation.py`` plays its first games again and compares them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "py"))

from titledeed.lab import batch_games, run_file  # noqa: E402
from titledeed.language.catalogue import Catalogue  # noqa: E402
from titledeed.ui.lab.state.compare import CompareState  # noqa: E402
from titledeed.ui.lab.state.comparison_form import table_of  # noqa: E402

FILE: Final = ROOT / "py" / "titledeed" / "ui" / "lab" / "state" / "example_simulation.json"
QUESTION: Final = "classes"
SEED: Final = 11
GAMES: Final = 100  # of each side


def played_run(games: int = GAMES) -> dict[str, Any]:
    """The run as ``run_file.write_run`` takes it, with its first ``games`` games of each side played."""
    comparison = CompareState()
    comparison.ask(QUESTION)
    # Without the bots that the page names for new simulations: settings that name none have steady-1.
    sides = [
        {key: entry for key, entry in side.items() if not key.startswith("bot-")}
        for side in comparison.sides
    ]
    tables = [table_of(side, Catalogue(), {}) for side in sides]
    jobs = [batch_games.GamesJob(record=table, seed=SEED, first=0, count=games) for table in tables]
    return {
        "question": QUESTION,
        "sides": sides,
        "measure": comparison.measure,
        "planned": games,
        "unplanned": "",
        "guess": [0, 0, 0],
        "seed": SEED,
        "size": games,
        "plays": {},
        "played": [batch_games.run_games(job) for job in jobs],
    }


if __name__ == "__main__":
    FILE.write_text(run_file.write_run(played_run()), encoding="utf-8")
    print(FILE.relative_to(ROOT), FILE.stat().st_size, "bytes")
