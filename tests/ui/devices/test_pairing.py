"""Two devices find each other by codes, lose each other, and come back; without a browser or a network."""

from __future__ import annotations

import json
import random

import pytest

from fake_page import FakePage, Table, Window
from several_pages import Room, goes_on, seated
from titledeed.peers.checksummed_codes import LONGEST
from titledeed.ui.devices.actions.controller import DevicesController
from titledeed.ui.devices.actions.pairing import code_in
from titledeed.ui.page_port import Gesture


@pytest.fixture(autouse=True)
def same_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make all secrets of the devices the same in each run: they decide which of two devices shows a code."""
    monkeypatch.setattr("os.urandom", random.Random(2).randbytes)


def test_an_error_says_what_is_wrong_and_what_helps() -> None:
    room = Room(1)
    room.do(0, "devices")
    room.do(0, "devices-join", fields={"code": ""})
    assert "No code found. Enter the code you were sent." in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-join", fields={"code": "nonsense"})
    assert "The code is damaged." in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-lay")
    devices = room.devices(0)
    devices.trouble(devices.pairing.offer, "apart")
    assert "hotspot" in room.tables[0].page.text("dlg-devices")


def test_the_dialog_begins_with_two_choices_before_any_form() -> None:
    room = Room(1)
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"}
    page = room.tables[0].page
    room.do(0, "devices")
    first = page.regions["dlg-devices"]
    assert first.index('data-do="devices-lay"') < first.index('data-do="devices-open-join"')
    assert 'name="code"' not in first
    assert 'name="name"' not in first
    for rarer in ("devices-letters", "devices-hall"):
        assert f'data-do="{rarer}"' in first
    room.do(0, "devices-open-join")
    join = page.regions["dlg-devices"]
    assert 'id="devices-form"' in join
    for field in ("name", "code", "watch"):
        assert f'name="{field}"' in join
    assert 'data-do="devices-camera"' in join
    assert "Join a table" in page.text("dlg-devices")
    assert page.focused == "#dlg-devices-title"  # the button that was pressed is gone
    room.do(0, "devices-leave")
    assert page.regions["dlg-devices"] == first
    room.do(0, "devices-lay")
    assert "Invite people" in page.text("dlg-devices")
    lobby = page.regions["dlg-devices"]
    assert lobby.index('id="devices-picture"') < lobby.index('id="devices-seats"')


def test_the_start_button_names_who_plays() -> None:
    room = Room(2)
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"} | {
        f"{key}-{n}": value
        for n in (2, 3)
        for key, value in (("name", f"Bot{n}"), ("kind", "steady"))
    }
    host = room.tables[0].page
    room.do(0, "devices")
    room.do(0, "devices-lay")
    assert "Start the game" in host.text("dlg-devices")
    room.do(1, "devices")
    room.tables[1].page.fields = {"name": "Zoë"}
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    room.run(1)
    assert "Start with Ada, Zoë and 2 bots" in host.text("dlg-devices")


def test_after_a_failure_the_guests_camera_is_on_again_if_it_read_the_first_code() -> None:
    for scans in (True, False):
        room = Room(2)
        room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"}
        room.do(0, "devices")
        room.do(0, "devices-lay")
        room.do(1, "devices")
        room.do(1, "devices-open-join")
        guest = room.devices(1)
        if scans:
            room.do(1, "devices-camera")
            guest.transport.looks[0](room.devices(0).transport.drawn)  # type: ignore[attr-defined]
            room.run(0.2)
        else:
            room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
        page = room.tables[1].page
        assert "Show your reply" in page.text("dlg-devices")
        assert "devices-video" not in page.regions["dlg-devices"]
        guest.trouble(guest.pairing.offer, "apart")
        room.run(0.2)
        assert "Not connected yet" in page.text("dlg-devices")
        assert guest.shown.code in page.regions["dlg-devices"]
        assert ("devices-video" in page.regions["dlg-devices"]) == scans
        assert "Turn on a phone’s hotspot" in page.text("dlg-devices")


def test_a_name_is_changed_without_pressing_anything() -> None:
    room = Room(1)
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"}
    page = room.tables[0].page
    room.do(0, "devices")
    room.do(0, "devices-lay")
    assert 'name="name" value="Ada"' in page.regions["dlg-devices"]
    page.fields = {"name": "Augusta"}
    gesture = Gesture(
        "change", where="dlg-devices", do="devices-rename", fields={"name": "Augusta"}
    )
    room.tables[0].hands.handle_gesture(gesture)
    room.run(0.2)
    assert "Augusta connected" in page.text("dlg-devices")


def test_the_camera_reads_codes_and_a_message_says_when_there_is_none() -> None:
    room = Room(2)
    room.tables[0].app.setup = {
        "name-0": "Ada",
        "kind-0": "person",
        "name-1": "Ben",
        "kind-1": "person",
    }
    host, guest = (table.page for table in room.tables)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    assert "The code as a picture" in host.regions["dlg-devices"]
    invitation = room.devices(0).transport.drawn  # type: ignore[attr-defined]
    assert invitation.startswith(host.address() + "#table=offer-")
    room.do(1, "devices")
    room.do(1, "devices-open-join")
    assert "devices-video" not in guest.regions["dlg-devices"]
    room.do(1, "devices-camera")
    assert "devices-video" in guest.regions["dlg-devices"]
    room.devices(1).transport.looks[0](invitation)  # type: ignore[attr-defined]
    room.run(0.2)
    assert "devices-video" not in guest.regions["dlg-devices"]
    room.do(0, "devices-camera")
    room.devices(0).transport.looks[1]()  # type: ignore[attr-defined]
    assert "This page can’t find a camera here" in host.text("dlg-devices")
    room.do(0, "devices-camera")
    room.devices(0).transport.looks[0](room.devices(1).transport.drawn)  # type: ignore[attr-defined]
    room.run(1)
    assert "free" not in host.text("dlg-devices")


def test_when_no_window_is_waiting_a_message_says_so_and_the_player_returns_to_the_start() -> None:
    room = Room(1)
    room.do(0, "devices")
    room.do(0, "devices-beside")
    assert "Looking for a game" in room.tables[0].page.text("dlg-devices")
    room.run(4)
    assert "No other window of this browser is hosting a game" in room.tables[0].page.text(
        "dlg-devices"
    )
    assert "Join a game in another window" in room.tables[0].page.text("dlg-devices")


def loaded_anew(room: Room, n: int) -> None:
    """Reload a device's page, and go back to its table."""
    room.run(6)  # the device has saved enough for that by now
    old = room.devices(n)
    text = old.transport.stored()
    room.tables[n].page._timers.clear()
    assert old.device is not None
    for conn_id in list(old.device.conns):
        old.transport.close(conn_id)
    old.sit_at(None)
    room.run(1)
    room.tables[n] = Table(page=FakePage(network=room.network, clock=room.tables[n].page.clock))
    room.tables[n].page.run()
    room.do(n, "devices")
    transport = room.devices(n).transport
    transport.keep(text)
    transport.windows = False  # type: ignore[attr-defined]
    room.do(n, "devices-again")


@pytest.mark.parametrize(
    "kept",
    ["5", "[]", "{", '{"at": 1' + "0" * 400 + "}", '{"at": {}}', '{"letters": 5}', "[" * 9999],
)
def test_unreadable_stored_table_data_is_reported(kept: str) -> None:
    room = seated()
    table = room.tables[0] = Table(page=FakePage(network=room.network))
    table.page.run()
    room.do(0, "devices")
    room.devices(0).transport.keep(kept)
    room.do(0, "devices-again")
    assert "can’t be read anymore" in " ".join(table.page.said) + table.page.text("dlg-devices")


def test_continue_leads_back_to_the_table_and_not_to_a_solo_game() -> None:
    room = seated()
    room.do(0, "devices-begin")
    for _ in range(50):
        room.run(0.02)
        if room.devices(1).on:
            break
    text = room.devices(1).transport.stored()  # stored from the game's first moment on
    game = room.tables[1].app.game_id
    assert game
    held = Window({})
    held.hold(game, False, lambda _: None)
    # another window plays this game, and this window has a copy of its storage
    copies = held.holders
    for id, holders, table in ((game, {}, True), ("another", {}, False), (game, copies, False)):
        page = FakePage(network=room.network, kept_table=text)
        fresh = Table(page=page, windows=Window(holders))
        page.run()
        fresh.hands.handle_gesture(Gesture("click", where="setup", do="continue", arg=id))
        for _ in range(20):  # a device at a table never comes to rest
            page.tick()
        # One press is enough: the dialog does not ask again.
        several = fresh.app.several
        assert (isinstance(several, DevicesController) and several.device is not None) == table
        assert "Back to that game" not in page.text("dlg-devices")
        assert ("open in another window" in page.text("setup")) == (holders is copies)


def test_a_table_without_a_game_names_none() -> None:
    room = seated()
    room.run(2)
    assert json.loads(room.devices(0).transport.stored())["desk"] == ""
    room.do(0, "devices-begin")
    room.run(3)
    before = room.tables[0].app.game_id
    assert json.loads(room.devices(0).transport.stored())["desk"] == before
    room.do(0, "leave")
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.run(3)
    assert room.tables[0].app.game_id == before
    assert json.loads(room.devices(0).transport.stored())["desk"] == ""


def test_a_reloaded_device_returns_without_a_code() -> None:
    for who in (0, 1):
        room = seated()
        room.do(0, "devices-begin")
        room.run(1)
        loaded_anew(room, who)
        room.run(3)
        device = room.devices(who).device
        assert device is not None
        assert [conn.trusted for conn in device.conns.values()] == [True]
        goes_on(room)


def back_by_letters() -> Room:
    """The guest's page was reloaded in browsers that do not let a page choose its words."""
    room = seated(chooses=False)
    room.do(0, "devices-begin")
    room.run(1)
    loaded_anew(room, 1)
    room.run(4)
    return room


def test_when_credentials_cannot_be_agreed_a_device_returns_with_32_characters_one_way() -> None:
    room = back_by_letters()
    page = room.tables[1].page  # the dialog has opened by itself
    assert "Send Ada this code" in page.text("dlg-devices")
    (letters,) = room.devices(1).dialog.mesh().return_codes.values()  # type: ignore[union-attr]
    assert letters in page.regions["dlg-devices"]
    assert len(letters) <= 32
    room.do(0, "devices")
    room.run(4)
    assert "Ask Zoë for a code" in room.tables[0].page.text("dlg-devices")
    # Without a code, nobody can be let in.
    for code, barred in (("", True), ("x", False), (" ", True)):
        room.do(0, "devices-let-in", arg="back", kind="type", fields={"code": code})
        shown = room.tables[0].page.regions["dlg-devices"]
        assert ('aria-describedby="devices-no-code"' in shown) is barred
    room.do(0, "devices-let-in", arg="back", kind="type", fields={"code": "nonsense"})
    room.do(0, "devices-let-in", fields={"code": "nonsense"})
    assert "This isn’t a code for reconnecting a device." in room.tables[0].page.text("dlg-devices")
    # The field is empty again.
    assert 'aria-describedby="devices-no-code"' in room.tables[0].page.regions["dlg-devices"]
    room.do(0, "devices-let-in", fields={"code": letters})
    room.run(2)
    assert "Ask Zoë for a code" not in room.tables[0].page.text("dlg-devices")
    goes_on(room)


def test_a_code_of_the_other_player_and_one_for_that_player_are_two_ways() -> None:
    room = back_by_letters()
    room.do(0, "devices")
    room.run(4)
    shown = room.devices(0).shown
    shown.return_codes = dict.fromkeys(shown.returning_by_code, "Awxyzz")
    room.devices(0).dialog.render()
    page = room.tables[0].page
    text = page.text("dlg-devices")
    for words in ("Does Zoë see a code for you?", "Yes: enter it here", "No: send Zoë this code"):
        assert words in text
    ways = page.regions["dlg-devices"].split('class="devices-both"')[1].split("</section>")[:2]
    assert "Let Zoë in" in ways[0]
    assert "Copy the code" in ways[1]
    # The ways have no order, and neither button is the main one.
    assert "1. " not in text
    assert not any("btn go" in way for way in ways)


def test_a_player_who_has_lost_everybody_may_invite_them_again() -> None:
    room = seated(chooses=False)
    room.do(0, "devices-begin")
    room.run(1)
    room.tables[1].page._timers.clear()
    guest = room.devices(1)
    assert guest.device is not None
    for conn_id in list(guest.device.conns):
        guest.transport.close(conn_id)
    guest.sit_at(None)
    room.run(3)
    room.do(0, "devices")
    host = room.tables[0].page
    name = room.devices(0).device.log.game.record.seats[1].name  # type: ignore[union-attr]
    assert f"Reconnecting to {name}" in host.text("dlg-devices")
    assert "Make an invitation" in host.text("dlg-devices")
    room.do(0, "devices-invite")
    room.run(0.5)
    assert "devices-answer" in host.regions["dlg-devices"]
    for words in (f"Let {name} scan this", f"Then scan {name}’s reply", f"Let {name} in"):
        assert words in host.text("dlg-devices")
    assert "Each guest gets their own code" not in host.text("dlg-devices")
    # Without a reply, nobody can be let in, and what was unfolded before is folded.
    assert 'id="devices-lost"' not in host.regions["dlg-devices"]
    for reply, barred in (("", True), ("x", False), (" ", True)):
        room.do(0, "devices-let-in", kind="type", fields={"code": reply})
        assert ('aria-describedby="devices-no-reply"' in host.regions["dlg-devices"]) is barred
    # After a refused one the field is empty again.
    room.do(0, "devices-let-in", kind="type", fields={"code": "nonsense"})
    room.do(0, "devices-let-in", kind="submit", fields={"code": "nonsense"})
    assert 'aria-describedby="devices-no-reply"' in host.regions["dlg-devices"]
    # One press leads back to what was tried first, and the invitation is void.
    open_before = len(room.devices(0).transport.left_open)  # type: ignore[attr-defined]
    room.do(0, "devices-withdraw")
    assert "devices-answer" not in host.regions["dlg-devices"]
    assert "Make an invitation" in host.text("dlg-devices")
    assert room.devices(0).shown.code == ""
    assert len(room.devices(0).transport.left_open) == open_before - 1  # type: ignore[attr-defined]


def test_two_devices_that_lose_each_other_reconnect_automatically() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(4)
    devices = [room.devices(n) for n in (0, 1)]
    for linked in devices:
        assert linked.device is not None
        for conn_id in list(linked.device.conns):
            linked.transport.close(conn_id)
    room.run(0.5)
    assert all(not linked.device.conns for linked in devices if linked.device)
    room.run(12)
    assert all(len(linked.device.conns) == 1 for linked in devices if linked.device)
    goes_on(room)


def test_nobody_else_can_use_a_devices_way_back() -> None:
    """A device may announce its way back only over its own link."""
    room = seated()
    mesh = room.devices(0).dialog.mesh()
    assert mesh is not None
    via_id = next(iter(mesh.device.conns))
    room.run(2)
    before = dict(mesh._spare_conns)
    mesh._signalled("f" * 16, via_id, "b" + "x" * 28)
    mesh._signalled("f" * 16, via_id, "s" + "held-1")
    assert mesh._spare_conns == before
    assert "f" * 16 not in mesh.offered_spares


def test_calls_with_invented_names_do_not_fill_the_connection_slots() -> None:
    room = seated()
    mesh = room.devices(0).dialog.mesh()
    assert mesh is not None
    via_id = next(iter(mesh.device.conns))
    before = len(room.network.ends) - len(room.network.closed)
    for n in range(80):
        mesh._signalled(f"{n:016x}", via_id, "ooffer-7")
        room.run(3)
    open_now = len(room.network.ends) - len(room.network.closed)
    assert open_now - before <= 24
    assert len(mesh._finding) <= 24
    # This does not cut off the device that is called last.
    assert f"{79:016x}" in mesh._finding


def laid() -> Room:
    """A table opened by one device; somebody wants to join from another one."""
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
    return room


def test_an_invalid_code_takes_no_seat_so_that_a_good_one_may_follow() -> None:
    room = laid()
    guest = room.devices(1)
    room.do(1, "devices-join", fields={"code": "nonsense"})
    assert guest.device is None
    assert guest.transport.known == ""  # type: ignore[attr-defined]
    guest.open(room.devices(0).shown.code)  # a link that is opened later
    room.run(0.5)
    assert guest.shown.stage == "guest"
    assert guest.shown.code.startswith("answer-")


def test_a_spectator_gets_no_certificate_for_a_seat() -> None:
    room = laid()
    room.tables[1].page.fields = {"name": "", "watch": "on"}
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    device = room.devices(1).device
    assert device is not None
    assert device.want == "watch"
    assert room.devices(1).transport.known == ""  # type: ignore[attr-defined]


def test_a_way_back_that_the_browser_rejects_is_tried_again() -> None:
    room = back_by_letters()
    guest = room.devices(1)
    assert guest.dialog.mesh() is not None
    ((other, conn_id),) = guest.dialog.mesh()._returning.items()
    guest.dialog.mesh().offered_spares[other] = (
        "held-0",
        "w" * 28,
    )  # of letters the lower name alone tells
    guest.trouble(conn_id, "damaged")
    assert other not in guest.dialog.mesh()._returning
    room.run(12)
    assert guest.dialog.mesh()._returning[other] != conn_id


def test_no_code_is_shortened_into_another_one() -> None:
    for count in (1001, 4095, LONGEST):
        assert len(code_in("x" * count)) == count
    assert len(code_in("x" * 100_000)) > LONGEST


def test_leaving_a_table_closes_all_connections_including_spare_ones() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(3)
    guest = room.devices(1)
    assert guest.dialog.mesh() is not None
    assert guest.dialog.mesh()._spare_conns
    assert len(guest.transport.left_open) >= 2  # type: ignore[attr-defined]
    guest.leave_table()
    room.run(1)
    assert guest.transport.left_open == set()  # type: ignore[attr-defined]


def test_a_window_that_has_left_its_table_answers_no_other_window() -> None:
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(0, "devices-leave")
    room.do(1, "devices")
    room.do(1, "devices-beside")
    room.run(4)
    assert "No other window of this browser is hosting a game" in room.tables[1].page.text(
        "dlg-devices"
    )


def test_a_replaced_code_leaves_no_connection_open() -> None:
    room = laid()
    host, guest = room.devices(0), room.devices(1)
    first = host.pairing.offer
    room.do(0, "devices-invite")
    assert host.pairing.offer != first
    assert host.transport.left_open == {host.pairing.offer}  # type: ignore[attr-defined]
    code = host.shown.code
    answers = set()
    for _ in range(9):
        room.do(1, "devices-join", fields={"code": code})
        answers.add(guest.pairing.offer)
    assert len(answers) == 9
    assert len(guest.transport.left_open) == 5  # type: ignore[attr-defined]
    room.do(0, "devices-let-in", fields={"code": guest.shown.code})
    room.run(1)
    assert guest.device is not None
    links = set(guest.device.conns)
    assert guest.transport.left_open == links | held(guest)  # type: ignore[attr-defined]


def test_devices_that_connect_late_take_their_seats_and_the_notice_disappears() -> None:
    room = laid()
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    joined = []
    join, room.network.join = room.network.join, lambda *both: joined.append(both)  # type: ignore[method-assign,assignment]
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    page = room.tables[0].page
    room.run(8)
    assert "can’t reach each other" not in page.text("dlg-devices")
    room.run(4)  # about 12 seconds in all, with the time to make both codes
    assert "can’t reach each other" in page.text("dlg-devices")
    assert "Play by codes" in page.text("dlg-devices")
    join(*joined[0])
    room.run(1)
    assert "can’t reach each other" not in page.text("dlg-devices")
    assert room.devices(1).device.log.seats_of(room.devices(1).device.id) == [1]  # type: ignore[union-attr]


def held(devices: DevicesController) -> set[int]:
    """The connections held ready for devices that come back."""
    assert devices.dialog.mesh() is not None
    return {conn_id for conn_id, _opens in devices.dialog.mesh()._spare_conns.values()}


def test_another_code_does_not_interrupt_a_guest_that_is_connecting() -> None:
    for later in (
        "devices-invite",
        "devices-join",
    ):  # the host asks for a code, or the guest enters one
        room = laid()
        host, guest = room.devices(0), room.devices(1)
        code = host.shown.code
        room.do(1, "devices-join", fields={"code": code})
        join, room.network.join = room.network.join, lambda *_: None  # type: ignore[method-assign]
        room.do(0, "devices-let-in", fields={"code": guest.shown.code})
        ends = (host.pairing.offer, guest.pairing.offer)
        room.do(0 if later == "devices-invite" else 1, later, fields={"code": code})
        assert not room.network.closed
        join(*ends)
        room.run(1)
        assert guest.device is not None
        assert host.device is not None
        assert host.device.log is not None
        assert host.device.log.seats_of(guest.device.id)
        assert all(conn.trusted for conn in guest.device.conns.values())
        assert guest.pairing.offer < 0


def dialog(room: Room, n: int) -> str:
    """The text of a device's dialog."""
    return room.tables[n].page.text("dlg-devices")


def answered() -> Room:
    """A guest has answered an invitation, and the host has not entered the answer yet."""
    room = laid()
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    return room


def test_after_a_failed_pairing_a_new_code_appears_and_the_dead_one_disappears() -> None:
    for cause in ("apart", "damaged"):
        room = answered()
        host = room.devices(0)
        first, offer = host.shown.code, host.pairing.offer
        room.network.join = lambda *_: None  # type: ignore[method-assign]
        room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
        assert "The devices are connecting" in dialog(room, 0)
        # the code is used up
        assert "devices-code" not in room.tables[0].page.regions["dlg-devices"]
        if cause == "apart":
            room.run(10)
        else:
            host.trouble(offer, cause)
            room.run(0.2)
        assert host.shown.code not in ("", first)
        assert host.shown.code in room.tables[0].page.regions["dlg-devices"]
        assert "A new code is shown here" in dialog(room, 0)
        del room.network.join  # the network works again
        room.do(1, "devices-join", fields={"code": host.shown.code})
        room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
        room.run(1)
        assert "free" not in dialog(room, 0)
        assert "can’t reach" not in dialog(room, 0)


def test_a_guest_whose_connection_fails_answers_the_invitation_again_automatically() -> None:
    room = answered()
    host, guest = room.devices(0), room.devices(1)
    first = guest.shown.code
    guest.trouble(guest.pairing.offer, "apart")
    room.run(0.2)
    assert guest.shown.code not in ("", first)
    shown = dialog(room, 1)
    assert shown.index("1. Scan the host’s new code") < shown.index(
        "2. Show the host your new reply"
    )
    assert shown.index("Does the host still show the same code?") < shown.index(guest.shown.code)
    room.do(0, "devices-let-in", fields={"code": guest.shown.code})
    room.run(1)
    assert host.device is not None
    assert host.device.log is not None
    assert host.device.log.seats_of(guest.device.id) == [1]  # type: ignore[union-attr]


def test_the_right_code_still_works_after_a_wrong_one() -> None:
    room = answered()
    answer = room.devices(1).shown.code
    for wrong in ("", "nonsense", f"answer-9-9{'-' * 30}", room.devices(0).shown.code):
        room.do(0, "devices-let-in", fields={"code": wrong})
        assert 'role="alert"' in room.tables[0].page.regions["dlg-devices"]
    room.do(0, "devices-let-in", fields={"code": answer})
    room.run(1)
    assert "free" not in dialog(room, 0)
    assert 'role="alert"' not in room.tables[0].page.regions["dlg-devices"]


def test_a_message_covers_the_wait_for_a_code_and_a_failed_attempt_is_repeated() -> None:
    room = Room(1)
    room.do(0, "devices")
    room.network.later = lambda *_: None  # type: ignore[method-assign]  # a browser that takes its time
    room.do(0, "devices-lay")
    assert "Making a code…" in dialog(room, 0)
    devices = room.devices(0)
    devices.trouble(devices.pairing.offer, "no-addresses")
    assert "Making a code…" not in dialog(room, 0)
    assert "the browser can’t find its address" in dialog(room, 0)
    assert 'data-do="devices-invite"' in room.tables[0].page.regions["dlg-devices"]
    del room.network.later
    room.do(0, "devices-invite")
    assert devices.shown.code
    assert "no address" not in dialog(room, 0)


def test_while_a_seat_is_free_the_next_code_appears_automatically() -> None:
    room = Room(3)
    room.tables[0].app.setup = {f"kind-{n}": "person" for n in range(3)} | {
        "name-0": "Ada",
        "name-1": "Ben",
        "name-2": "Cleo",
    }
    room.do(0, "devices")
    room.do(0, "devices-lay")
    codes = [room.devices(0).shown.code]
    for guest in (1, 2):
        room.do(guest, "devices")
        room.do(guest, "devices-join", fields={"code": codes[-1]})
        room.do(0, "devices-let-in", fields={"code": room.devices(guest).shown.code})
        room.run(3)
        codes.append(room.devices(0).shown.code)
    assert codes[1] not in ("", codes[0])
    assert codes[2] == ""  # all sit


def test_everybody_including_the_host_has_a_name_field() -> None:
    room = Room(2)
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"}
    room.do(0, "devices")
    room.tables[0].page.fields = {"name": "Augusta"}
    room.do(0, "devices-lay")
    assert "Augusta connected" in dialog(room, 0)
    # A link does not ask for a name, so there is a field beside the code.
    room.do(1, "devices")
    room.devices(1).open(room.devices(0).shown.code)
    room.run(0.2)
    assert 'name="name"' in room.tables[1].page.regions["dlg-devices"]
    assert 'name="watch"' in room.tables[1].page.regions["dlg-devices"]
    room.tables[1].page.fields = {"name": "Grace"}  # typed, but no button is pressed
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    room.run(1)
    assert "Grace connected" in dialog(room, 0)
    # Both may change their names until the game begins.
    room.tables[1].page.fields = {"name": "Zoë"}
    room.do(1, "devices-rename", fields={"name": "Zoë"})
    room.do(0, "devices-rename", fields={"name": "Ada B."})
    room.run(3)
    for n in (0, 1):
        assert "Ada B. connected" in dialog(room, n)
        assert "Zoë connected" in dialog(room, n)
        assert "can’t be used" not in dialog(room, n)
    room.do(1, "devices-rename", fields={"name": "ada b."})
    room.run(3)
    assert "This name is taken. Choose another one." in dialog(room, 1)
    room.do(0, "devices-rename", fields={"name": "ZOË"})
    assert "This name is taken. Choose another one." in dialog(room, 0)


def test_an_invited_spectator_takes_no_seat_and_reads_that_they_watch() -> None:
    room = Room(2)
    room.tables[0].app.setup = {"name-0": "Ada", "name-1": "Ben", "kind-1": "person"} | {
        "name-2": "Cleo",
        "kind-2": "steady",
    }
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(0, "devices-invite", arg="watch")
    assert "Let the next spectator scan this" in dialog(room, 0)
    room.do(1, "devices")
    host, guest = room.devices(0), room.devices(1)
    room.do(1, "devices-join", fields={"code": host.shown.code})
    assert "You’re invited to watch." in dialog(room, 1)
    room.do(0, "devices-let-in", fields={"code": guest.shown.code})
    room.run(1)
    assert "You’re watching. You’re not playing in this game." in dialog(room, 1)
    assert "Join in" not in dialog(room, 1)
    assert "1 person is watching" in dialog(room, 0)
    assert host.device.log.seats_of(guest.device.id) == []  # type: ignore[union-attr]
    assert host.device.log.holders[2].bot == "steady"  # type: ignore[union-attr]
    # During the game a watcher sees no controls that only players can use.
    room.do(0, "devices-begin")
    room.run(1)
    watcher = room.tables[1].page.regions
    assert "You’re watching" in room.tables[1].page.text("bar")
    assert "You’re watching." in room.tables[1].page.text("ask")
    assert "You’re watching." not in room.tables[0].page.text("ask")
    for do in ("undo", "open-manager", "open-trade"):
        assert f'data-do="{do}"' not in watcher["bar"] + watcher["tools"]
        assert (
            f'data-do="{do}"'
            in room.tables[0].page.regions["bar"] + room.tables[0].page.regions["tools"]
        )
    assert 'data-do="open-spaces"' in watcher["tools"]


def test_a_spectator_by_choice_may_play_until_the_game_begins() -> None:
    room = laid()
    room.tables[1].page.fields = {"name": "Zoë", "watch": "on"}
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    room.run(1)
    assert "You’re watching." in dialog(room, 1)
    room.do(1, "devices-play")
    room.run(1)
    assert "You’re watching." not in dialog(room, 1)
    assert "Zoë connected · this device" in dialog(room, 1)
    assert "Zoë connected" in dialog(room, 0)


def test_an_invitation_opened_during_a_game_says_why_nothing_happens() -> None:
    room = answered()
    room.devices(1).open("offer-99")
    assert "This device is already in a game." in dialog(room, 1)


def test_leaving_by_the_menu_is_not_reported_as_a_failure() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.do(1, "leave")
    room.run(5)
    host = room.tables[0]
    assert "Zoë left the game." in host.page.text("notices")
    room.do(0, "devices")
    assert "Zoë has left" in host.page.text("dlg-devices")
    assert "Zoë away" not in host.page.text("dlg-devices")


@pytest.mark.parametrize(
    ("address", "only_here"),
    [("http://127.0.0.1:8000/", True), ("https://example.org/play/", False)],
)
def test_an_invitation_says_if_its_link_leads_only_to_this_computer(
    monkeypatch: pytest.MonkeyPatch, address: str, only_here: bool
) -> None:
    monkeypatch.setattr(FakePage, "address", lambda page: address)
    room = Room(1)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    shown = room.tables[0].page.text("dlg-devices")
    assert ("its address leads only to this computer" in shown) is only_here
    assert ("camera app opens the code as a link" in shown) is not only_here
