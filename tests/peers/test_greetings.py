"""Lost and repeated greetings, names, and invitations to watch."""

from __future__ import annotations

import pytest

from simulated_tables import World, ledger_of, news, record
from titledeed.peers.device.model import GREETED_AGAIN, MOST_STRANGE


def open_table(seats: int = 3, bots: int = 0) -> World:
    """Return a host's table that has not begun; nobody answers."""
    world = World(3, ["Ada"], record(seats, bots=bots))
    world._act = lambda name, thought_over=False: None  # type: ignore[method-assign]
    host = world.device("Ada")
    host.open(world.record, [0], world.now)
    return world


def names(world: World) -> list[str]:
    return [seat.name for seat in ledger_of(world, "Ada").game.record.seats]


def seats(world: World, name: str) -> list[int]:
    return ledger_of(world, "Ada").seats_of(world.devices[name].id)


@pytest.mark.parametrize("loser", ["host", "guest", "both"])
def test_a_lost_greeting_is_repeated_and_both_devices_take_their_seats(loser: str) -> None:
    """Of 45 pairings in browsers, one failed: each end waited forever for the other's greeting."""
    world = open_table()
    lost = {"host": ["Ada"], "guest": ["Zoë"], "both": ["Ada", "Zoë"]}[loser]
    world.device("Zoë")
    carry = world._carry

    def losing(name: str) -> None:
        device = world.devices[name]
        if name in lost and any('"m":"hello"' in str(text) for _way, text in device.out):
            device.out = [
                (conn_id, text) for conn_id, text in device.out if '"m":"hello"' not in str(text)
            ]
            lost.remove(name)
        carry(name)

    world._carry = losing  # type: ignore[method-assign]
    world.connect("Zoë", "Ada", chosen=True)
    world.run(2 * GREETED_AGAIN)
    assert not lost
    assert seats(world, "Zoë") == [1]
    assert world.devices["Zoë"].log is not None
    assert ledger_of(world, "Zoë").digest == ledger_of(world, "Ada").digest
    assert news(world, "dropped") == news(world, "bye") == []


def test_a_repeated_greeting_changes_nothing() -> None:
    world = open_table()
    zoe = world.device("Zoë")
    world.connect("Zoë", "Ada", chosen=True)
    (conn,) = zoe.conns.values()
    for _ in range(3):
        zoe.out.append((conn.id, conn.greeting))
        world._carry("Zoë")
        world.run(1)
    assert seats(world, "Zoë") == [1]
    assert len(zoe.conns) == 1
    assert sum(entry["e"] == "seat" for entry in ledger_of(world, "Ada").entries) == 2
    assert news(world, "dropped") == []


def test_a_device_that_never_greets_is_disconnected_in_the_end() -> None:
    world = open_table()
    ada = world.devices["Ada"]
    ada.connect(900, world.now)
    still = '{"m":"still","ask":false,"beat":1,"here":[],"have":0,"digest":"","epoch":0}'
    for n in range(MOST_STRANGE + 1):
        assert 900 in ada.conns
        ada.receive(900, still, world.now + n)
    assert 900 not in ada.conns


def test_an_invited_spectator_gets_no_seat_even_beside_bots() -> None:
    world = open_table(3, bots=1)
    ada = world.devices["Ada"]
    zoe = world.device("Zoë")
    ada.connect(901, world.now, watch=True)
    zoe.connect(902, world.now, chosen=True)
    assert zoe.want == "seat"
    for _way, text in zoe.out:
        ada.receive(901, text, world.now)
    assert seats(world, "Zoë") == []
    assert ada.conns[901].joined


def test_a_spectator_may_take_a_seat_before_the_game_begins() -> None:
    world = open_table()
    zoe = world.device("Zoë")
    zoe.want = "watch"
    world.connect("Zoë", "Ada", chosen=True)
    world.run(1)
    assert seats(world, "Zoë") == []
    assert zoe.sit_down(world.now)
    world._carry("Zoë")
    world.run(1)
    assert seats(world, "Zoë") == [1] == list(zoe.mine)
    assert names(world)[1] == "Zoë"


def test_players_may_change_their_names_until_the_game_begins() -> None:
    world = open_table()
    ada, zoe = world.devices["Ada"], world.device("Zoë")
    world.connect("Zoë", "Ada", chosen=True)
    world.run(1)
    assert ada.rename("Ada L.", world.now)
    zoe.rename("Zoë B.", world.now)
    for name in ("Ada", "Zoë"):
        world._carry(name)
    world.run(1)
    assert names(world) == ["Ada L.", "Zoë B.", "Cleo"]
    assert [seat.name for seat in ledger_of(world, "Zoë").game.record.seats] == names(world)
    assert not ada.rename("zoë b.", world.now)  # another seat has this name
    zoe.rename("CLEO", world.now)
    world._carry("Zoë")
    world.run(1)
    assert names(world) == ["Ada L.", "Zoë B.", "Cleo"]
    world.device("Cleo")
    world.connect("Cleo", "Ada", chosen=True)
    world.run(1)
    ada.begin(world.now)
    assert not ada.rename("Augusta", world.now)
    zoe.rename("Zora", world.now)
    world._carry("Zoë")
    world.run(1)
    assert names(world) == ["Ada L.", "Zoë B.", "Cleo"]


def test_the_host_sees_the_name_of_a_guest_without_a_seat() -> None:
    world = open_table(2)
    for name in ("Zoë", "Eve"):
        world.device(name)
        world.connect(name, "Ada", chosen=True)
        world.run(1)
    assert [facts["name"] for _who, facts in news(world, "full")] == ["Eve"]
