"""Each change to a signed game by somebody without the keys is refused or named."""

from __future__ import annotations

from collections import Counter

import pytest

from tampered_games import KINDS, LONG, WARNINGS, games, outcome, tampered
from titledeed.cli.check_record_expectations import check_table
from titledeed.peers import proof
from titledeed.peers.what_a_proof_shows import report


def outcomes(kind: str, seeds: range) -> Counter[str]:
    """Return how many changes of a kind were refused and named. Fails on a change that was neither."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        changed = tampered(kind, seed)
        if changed is not None:
            judged = outcome(*changed)
            assert judged != "passed", (kind, seed)
            counts[judged] += 1
    return counts


def test_unchanged_games_pass_without_a_warning() -> None:
    """If a game is not over, the referee says that more may have followed."""
    kinds: set[str] = set()
    for table in games():
        assert check_table(table) == proof.check_proof(table) == []
        kinds |= {entry["e"] for entry in table["x-proof"]["entries"]}
        warned = [line for line in report(table) if line.startswith(WARNINGS[:-1])]
        ended = any(entry["e"] == "end" for entry in table["x-proof"]["entries"])
        assert [line.split(" before")[0] for line in warned] == ["the file ends"] * (not ended)
    assert {"undo", "rest", "replace", "join", "end"} <= kinds


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_game_is_refused_or_the_change_is_named(kind: str) -> None:
    # Not every game has what a kind of change needs, such as an undo.
    assert any(outcomes(kind, range(first, first + 3)).total() for first in range(0, 30, 3))


@pytest.mark.long
def test_twelve_hundred_changed_games_are_refused_or_the_change_is_named() -> None:
    counts = {kind: outcomes(kind, range(LONG)) for kind in KINDS}
    assert sum(count.total() for count in counts.values()) >= 1200
    for kind in ("cut", "tail_changed", "signed_anew", "all_signatures_removed"):
        assert counts[kind]["named"] > LONG / 4  # nobody can refuse these
    for kind in ("signature_removed", "signature_copied", "signature_mirrored", "ids_raised"):
        assert counts[kind]["refused"] == counts[kind].total()
