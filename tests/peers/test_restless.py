"""Games on poor connections, with phones that sleep: nobody honest is accused, no answer is lost, and all
devices end with one list."""

from __future__ import annotations

import pytest

from simulated_tables import World, restless_game
from titledeed.cli import check_record_expectations
from titledeed.peers import proof

# What a device reports about another device or the host when something is wrong.
ACCUSES = frozenset({"stopped", "says-stop", "liar", "objects", "refused-list", "other-list"})


def lost_lines(world: World) -> list[str]:
    """Return the answers that their device has seen confirmed, but that are no longer in any list."""
    have = {
        (entry["id"], entry["line"])
        for log in world.everything()
        for entry in log.entries
        if entry["e"] == "line"
    }
    return [line for key, line in world.confirmed.items() if (key[2], line) not in have]


def check(seed: int) -> None:
    world = restless_game(seed)
    assert world.over(), seed  # with the same digest
    assert [news for news in world.told if news[1] in ACCUSES] == [], seed
    back = [facts for _, kind, facts in world.told if kind in ("sat-down", "explained")]
    assert not [facts for facts in back if facts["why"] == "left-out"], seed
    # No message says that dice are thrown again.
    assert not [1 for _, kind, facts in world.told if kind == "split" and facts["remade"]], seed
    assert lost_lines(world) == [], seed
    ended = proof.proof_to_dict(world.everything()[0])
    assert check_record_expectations.check_table(ended) == [], seed
    assert proof.check_proof(ended) == [], seed


@pytest.mark.parametrize(
    "seed",
    [1, 26, 111, *(pytest.param(seed, marks=pytest.mark.long) for seed in (28, 46, 62, 265, 344))],
)
def test_games_survive_sleeping_devices_and_lost_messages(seed: int) -> None:
    """In these games an honest device was once accused, or stuck."""
    check(seed)


@pytest.mark.long
@pytest.mark.parametrize("fifty", range(10))
def test_games_survive_sleeping_devices_and_lost_messages_five_hundred_times(fifty: int) -> None:
    for seed in range(fifty * 50, fifty * 50 + 50):
        check(seed)
