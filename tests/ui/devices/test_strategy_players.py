"""A player of the strategy desk at a table of several devices: every device has its rules."""

from __future__ import annotations

import json
import random

import pytest

from desk_players import FILES, MISER, TABLES, differing_moves
from fake_page import FakePage, Table
from several_pages import Room, answer_all, comes_late, gone, seated
from titledeed.bots.registry import BOTS
from titledeed.game.session import Session
from titledeed.game.strategy_seats import KEY
from titledeed.peers.device.device import Device


@pytest.fixture(autouse=True)
def same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all secrets of the devices, and so all throws and cards, the same in each run."""
    monkeypatch.setattr("os.urandom", random.Random(5).randbytes)


def three_devices() -> Room:
    """Three people, of whom only the host has stored the player, and the player; the game has begun."""
    room = Room(3)
    host = room.tables[0]
    host.app.written = dict(FILES)
    host.app.setup = {f"kind-{n}": "person" for n in range(3)} | {
        **{f"name-{n}": name for n, name in enumerate(("Ada", "Ben", "Cleo", "Miser"))},
        "kind-3": MISER.id,
        "rulebook": "modern",
        "house:limit-rounds": "12",
    }
    room.gather()
    room.do(0, "devices-begin")
    room.run(1)
    return room


def host_is_lost(room: Room, by: int) -> None:
    """Let the host disappear, and a bot play on for its person, as one of the others asks."""
    gone(room, 0)
    room.run(60)
    room.do(by, "devices-bot", arg="0")
    room.run(2)


def goes_on(room: Room, n: int, until: int) -> Session:
    """Answer for everybody until a device's game has so many lines."""
    for _ in range(400):
        session = room.tables[n].session
        if len(session.entries) >= until:
            return session
        room.run(0.5)
        answer_all(room)
    raise AssertionError("the game stands still")


def device(room: Room, n: int) -> Device:
    found = room.devices(n).device
    assert found is not None
    return found


def saved(room: Room, n: int) -> dict[str, object]:
    """The record that a device saves, as another program reads it."""
    table: dict[str, object] = json.loads(json.dumps(room.tables[n].session.save("", "")))
    return table


def test_a_new_host_plays_a_desk_player_by_its_rules_move_for_move() -> None:
    room = three_devices()
    goes_on(room, 0, 30)
    for n in range(3):
        assert saved(room, n)[KEY] == TABLES
    host_is_lost(room, 1)
    assert device(room, 1).hosting
    first = len(room.tables[1].session.entries)
    session = goes_on(room, 1, first + 80)
    assert sum(entry.seat == 3 for entry in session.entries[first:]) > 6
    assert differing_moves(session, first) > 0
    # The third device has followed, and would go on in the same way.
    assert saved(room, 2)[KEY] == saved(room, 1)[KEY] == TABLES


def test_a_guest_who_reloads_still_has_the_rules_and_can_become_host() -> None:
    room = seated(bot=MISER.id, written=FILES)
    room.do(0, "devices-begin")
    for _ in range(3000):
        session = room.tables[0].app.session
        if session is not None and session.ask.seat == 2 and len(session.entries) > 12:
            break
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    text = json.dumps(device(room, 1).stored())
    for n in (0, 1):
        gone(room, n)
    late = comes_back(room, text)
    assert saved(room, late)[KEY] == TABLES
    first = len(room.tables[1].session.entries)
    room.run(40)
    assert room.devices(late).leads
    session = room.tables[late].session
    assert session.entries[first].seat == 2
    differing_moves(session, first)


def comes_back(room: Room, text: str) -> int:
    """Open a new window of a device that has stored this; return its number."""
    room.tables.append(Table(page=FakePage(network=room.network)))
    late = len(room.tables) - 1
    room.tables[late].page.clock = room.tables[0].page.clock
    room.tables[late].page.run()
    room.do(late, "devices")
    room.devices(late).transport.text = text  # type: ignore[attr-defined]
    room.do(late, "devices-again", where="dlg-devices")
    room.run(5)
    return late


@pytest.mark.parametrize("invited", ["", "watch"])
def test_a_device_that_comes_late_or_watches_has_the_rules(invited: str) -> None:
    room = seated(bot=MISER.id, written=FILES)
    room.do(0, "devices-begin")
    room.run(1)
    late = comes_late(room, "Dora", invited)
    room.run(2)
    for n in (1, late):
        assert saved(room, n)[KEY] == TABLES


def test_a_table_whose_bots_are_built_in_has_no_such_key() -> None:
    room = seated(bot=next(iter(BOTS)))
    room.do(0, "devices-begin")
    room.run(1)
    assert KEY not in saved(room, 1)
    log = device(room, 1).log
    assert log is not None
    assert log.sent_head() == log.head()
