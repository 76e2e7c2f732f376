"""Many tables on one screen, a guest who brings another one, and custom relay servers."""

from __future__ import annotations

import json

from several_pages import Room
from titledeed.cli import check_record_expectations
from titledeed.peers import proof
from titledeed.ui.page_port import Gesture

SETUP = {f"kind-{n}": "person" for n in range(3)} | {
    "name-0": "Ada",
    "name-1": "Ben",
    "name-2": "Cleo",
    "rulebook": "modern",
    "house:limit-rounds": "1",
}


def joined(room: Room, host: int, guest: int) -> None:
    """A guest comes to the device of ``host`` by codes."""
    if not room.devices(host).shown.code:
        room.do(host, "devices-invite")
    room.do(guest, "devices")
    room.do(guest, "devices-join", fields={"code": room.devices(host).shown.code})
    room.do(host, "devices-let-in", fields={"code": room.devices(guest).shown.code})
    room.run(2)


def laid(room: Room, host: int, setup: dict[str, str] = SETUP) -> None:
    room.tables[host].app.setup = dict(setup)
    room.do(host, "devices")
    room.do(host, "devices-lay")


def watched(room: Room, host: int, screen: int) -> None:
    """Let the screen watch a table, by an invitation and an answer."""
    if not room.devices(host).shown.code:
        room.do(host, "devices-invite")
    room.do(screen, "devices-hall-add", fields={"code": room.devices(host).shown.code})
    room.do(host, "devices-let-in", fields={"code": room.devices(screen).watch_tables.code_shown})
    room.run(2)


# ---------------------------------------------------------------- brought by a guest


def test_a_guest_introduces_the_next_one_who_takes_a_seat_at_the_host() -> None:
    room = Room(3)
    laid(room, 0)
    joined(room, 0, 1)
    assert "Invite a player" in room.tables[1].page.text("dlg-devices")
    joined(room, 1, 2)
    ada, ben, cleo = (room.devices(n).device for n in range(3))
    assert ada is not None
    assert ben is not None
    assert cleo is not None
    assert ada.log is not None
    assert ada.log.seats_of(cleo.id) == [2]
    assert set(cleo.mine) == {2}
    for here, there in ((ada, cleo), (cleo, ada), (ben, cleo), (cleo, ben)):
        assert there.id in {conn.device for conn in here.conns.values()}
    assert "Invite a player" not in room.tables[1].page.text("dlg-devices")
    room.do(0, "devices-begin")
    room.run(1)
    for n in range(3):
        room.tables[n].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
        room.run(2)
    lines = room.tables[0].session.game.lines
    assert [line for line in lines if line.endswith(" roll")][:3] == [
        "Ada roll",
        "Ben roll",
        "Cleo roll",
    ]
    assert all(table.session.game.lines == lines for table in room.tables)
    assert all(not drawn.missing for drawn in ada.log.draws)


def test_a_newcomer_cannot_pose_as_a_seated_player() -> None:
    room = Room(3)
    laid(room, 0)
    joined(room, 0, 1)
    ada, ben = room.devices(0).device, room.devices(1).device
    assert ada is not None
    assert ben is not None
    room.do(1, "devices-invite")
    room.do(2, "devices")
    room.do(2, "devices-join", fields={"code": room.devices(1).shown.code})
    thief = room.devices(2).device
    assert thief is not None
    thief.id = ada.id
    room.do(1, "devices-let-in", fields={"code": room.devices(2).shown.code})
    room.run(2)
    assert thief.log is None
    assert sum(conn.device == ada.id for conn in ben.conns.values()) == 1


# ---------------------------------------------------------------- many tables


def test_one_screen_watches_several_tables_pauses_them_and_collects_their_records() -> None:
    room = Room(5)
    screen = room.tables[4]
    room.do(4, "devices")
    room.do(4, "devices-hall")
    for host, guest in ((0, 1), (2, 3)):
        laid(room, host, {**SETUP, "kind-2": "steady"})
        joined(room, host, guest)
        watched(room, host, 4)
        room.do(host, "devices-begin")
        room.run(1)
    text = screen.page.text("dlg-devices")
    assert "2 tables · 6 players" in text
    watcher = room.devices(4).watch_tables
    for n, host in enumerate((0, 2)):
        device, there = watcher.tables[n].mesh.device, room.devices(host).device
        assert there is not None
        assert there.log is not None
        assert device.log is not None
        assert device.log.digest == there.log.digest
        assert len(device.conns) == 2  # the screen still has a connection if the host leaves
        assert len(there.log.awaited()) == 2  # the screen has no chain
    room.do(4, "devices-hall-pick", arg="1")
    assert "Table 2" in screen.page.text("dlg-devices")
    assert "Ada" in screen.page.text("dlg-devices")
    room.do(4, "devices-hall-pause")
    room.run(1)
    for n in range(4):
        before = list(room.tables[n].session.game.lines)
        room.tables[n].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
        room.run(0.5)
        assert room.tables[n].session.game.lines == before
    room.do(4, "devices-hall-pause")
    room.run(1)
    room.tables[0].hands.handle_gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert len(room.tables[0].session.game.lines) > 1
    room.do(4, "devices-hall-collect")
    file = json.loads(screen.page.files["title-deed-tables.json"])
    assert file["format"] == "title-deed-tables/1"
    assert [table["table"] for table in file["tables"]] == [1, 2]
    for table in file["tables"]:
        assert check_record_expectations.check_table(table["record"]) == []
        assert proof.check_proof(table["record"]) == []
        assert [row["place"] for row in table["result"]] == [1, 1, 1]
        assert {row["name"] for row in table["result"]} == {"Ada", "Ben", "Cleo"}


def test_the_screen_shows_a_silent_device_and_its_host_may_leave() -> None:
    room = Room(4)
    room.do(3, "devices")
    room.do(3, "devices-hall")
    laid(room, 0)
    joined(room, 0, 1)
    joined(room, 0, 2)
    watched(room, 0, 3)
    room.do(0, "devices-begin")
    room.run(1)
    room.tables[0].page._timers.clear()
    room.devices(0).sit_at(None)
    room.run(4.5)
    assert "no response from one device for" in room.tables[3].page.text("dlg-devices")
    room.run(8)
    device = room.devices(3).watch_tables.tables[0].mesh.device
    ben = room.devices(1).device
    assert ben is not None
    assert ben.hosting
    assert ben.log is not None
    assert device.log is not None
    assert device.log.digest == ben.log.digest
    assert device.log.host == 1


def test_a_screen_watches_at_most_eight_tables_and_reports_an_invalid_invitation() -> None:
    room = Room(2)
    room.do(1, "devices")
    room.do(1, "devices-hall")
    room.do(1, "devices-hall-add", fields={"code": "nonsense"})
    assert "The code is damaged." in room.tables[1].page.text("dlg-devices")
    laid(room, 0)
    for n in range(8):
        if n == 7:  # the answer is shown for the last table too
            room.do(0, "devices-invite")
            room.do(1, "devices-hall-add", fields={"code": room.devices(0).shown.code})
            text = room.tables[1].page.text("dlg-devices")
            assert "Hold this up to the host’s camera" in text
            assert "Another table" not in text
        watched(room, 0, 1)
        assert len(room.devices(1).watch_tables.tables) == n + 1
    text = room.tables[1].page.text("dlg-devices")
    assert "8 tables" in text
    assert "Another table" not in text
    room.do(1, "devices-hall-add", fields={"code": "offer-1"})
    assert "already showing eight tables" in room.tables[1].page.text("dlg-devices")
    room.do(1, "devices-leave")
    assert room.devices(1).watch_tables.tables == []


def test_an_invalid_code_does_not_disturb_the_table_being_joined() -> None:
    room = Room(2)
    room.do(1, "devices")
    room.do(1, "devices-hall")
    laid(room, 0)
    room.do(1, "devices-hall-add", fields={"code": room.devices(0).shown.code})
    watcher = room.devices(1).watch_tables
    answer = watcher.code_shown
    room.do(1, "devices-hall-add", fields={"code": "nonsense"})
    assert len(watcher.tables) == 1
    assert watcher.code_shown == answer
    room.do(0, "devices-let-in", fields={"code": answer})
    room.run(2)
    assert watcher.tables[0].mesh.device.log is not None


# ---------------------------------------------------------------- other networks


def test_a_custom_address_is_off_until_somebody_enters_it() -> None:
    room = Room(1)
    room.do(0, "devices")
    transport, page = room.devices(0).transport, room.tables[0].page
    assert "doesn’t contact any other server" in page.text("dlg-devices")
    assert transport.asked == []  # type: ignore[attr-defined]
    for bad, reason in (
        ("https://example.org", "must begin with stun: or turn:"),
        ("stun:", "The name of the server is missing"),
        ("stun:a b", "contains a space"),
        ("stun:ex.org:99999", "a number from 1 to 65535"),
        ("turn:example.org", "needs a user name and a password"),
    ):
        room.do(0, "devices-servers", fields={"address": bad})
        assert transport.asked == []  # type: ignore[attr-defined]
        form = page.regions["dlg-devices"].partition('id="devices-servers-form"')[2]
        assert reason in form  # beside its field, which still has the typed text
        assert f'value="{bad}"' in form
    room.do(0, "devices-servers", fields={"address": " stun:stun.example.org:3478 "})
    assert transport.asked == [{"urls": "stun:stun.example.org:3478"}]  # type: ignore[attr-defined]
    assert "This page uses stun:stun.example.org:3478" in page.text("dlg-devices")
    fields = {"address": "turn:turn.example.org", "user": "ada", "password": "open-sesame"}
    room.do(0, "devices-servers", fields=fields)
    assert transport.asked[0]["credential"] == "open-sesame"  # type: ignore[attr-defined]
    assert "open-sesame" not in page.regions["dlg-devices"]
    room.do(0, "devices-servers-off")
    assert transport.asked == []  # type: ignore[attr-defined]


def test_another_servers_address_renews_the_code_that_is_shown() -> None:
    room = Room(2)
    laid(room, 0, SETUP)
    shown, page = room.devices(0).shown, room.tables[0].page
    codes = [shown.code]
    stun = {"address": "stun:stun.example.org:3478"}
    room.do(0, "devices-servers", fields=stun)
    codes.append(shown.code)
    assert page.said[-1].startswith("A new code is shown here")
    room.do(0, "devices-servers", fields=stun)
    assert shown.code == codes[-1]  # the same server finds the same addresses
    room.do(0, "devices-servers", fields={"address": "stun:"})
    assert shown.code == codes[-1]
    room.do(1, "devices")
    room.do(1, "devices-join", fields={"code": shown.code})
    answer = room.devices(1).shown.code
    room.do(1, "devices-servers", fields=stun)
    assert room.devices(1).shown.code not in ("", answer)
    room.do(0, "devices-servers-off")
    codes.append(shown.code)
    assert "" not in codes
    assert len(set(codes)) == 3
    room.do(1, "devices-join", fields={"code": shown.code})
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    finding = shown.code
    room.do(0, "devices-servers", fields=stun)  # a code that has been entered may be connecting
    assert shown.code == finding
    room.run(2)
    assert room.devices(0).device.log.seats_of(room.devices(1).device.id) == [1]  # type: ignore[union-attr]
