"""Two devices find each other by codes, lose each other, and come back; without a browser or a network."""

from __future__ import annotations

import json

from fake_page import FakePage, Table, Window
from several_pages import Room, goes_on, seated
from titledeed.front.hands.devices.devices import Devices
from titledeed.front.hands.devices.pairing import code_in
from titledeed.peers.codes import LONGEST


def test_what_is_wrong_is_said_and_what_helps() -> None:
    room = Room(1)
    room.do(0, "devices")
    room.do(0, "devices-join", fields={"code": ""})
    assert "There is no code in this." in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-join", fields={"code": "nonsense"})
    assert "The code is damaged." in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-lay")
    devices = room.devices(0)
    devices.trouble(devices.pairing.offer, "apart")
    assert "hotspot" in room.tables[0].page.text("dlg-devices")


def test_codes_are_read_by_the_camera_and_without_one_it_says_so() -> None:
    room = Room(2)
    room.tables[0].desk.setup = {
        "name-0": "Ada",
        "kind-0": "person",
        "name-1": "Ben",
        "kind-1": "person",
    }
    host, guest = (table.page for table in room.tables)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    assert "The code as a picture" in host.regions["dlg-devices"]
    invitation = room.devices(0).ways.drawn  # type: ignore[attr-defined]
    assert invitation.startswith(host.address() + "#table=offer-")
    room.do(1, "devices")
    assert "devices-video" not in guest.regions["dlg-devices"]
    room.do(1, "devices-camera")
    assert "devices-video" in guest.regions["dlg-devices"]
    room.devices(1).ways.looks[0](invitation)  # type: ignore[attr-defined]
    room.run(0.2)
    assert "devices-video" not in guest.regions["dlg-devices"]
    room.do(0, "devices-camera")
    room.devices(0).ways.looks[1]()  # type: ignore[attr-defined]
    assert "This page gets no camera here" in host.text("dlg-devices")
    room.do(0, "devices-camera")
    room.devices(0).ways.looks[0](room.devices(1).ways.drawn)  # type: ignore[attr-defined]
    room.run(1)
    assert "free" not in host.text("dlg-devices")


def test_where_no_window_waits_it_is_said_and_one_is_back_at_the_start() -> None:
    room = Room(1)
    room.do(0, "devices")
    room.do(0, "devices-beside")
    assert "Looking for a table" in room.tables[0].page.text("dlg-devices")
    room.run(4)
    assert "No other window of this browser waits" in room.tables[0].page.text("dlg-devices")
    assert "Join a table" in room.tables[0].page.text("dlg-devices")


def loaded_anew(room: Room, n: int) -> None:
    """A device's page is loaded anew, and goes back to its table."""
    room.run(6)  # what is needed for that is kept by now
    old = room.devices(n)
    text = old.ways.stored()
    room.tables[n].page._timers.clear()
    assert old.device is not None
    for way in list(old.device.links):
        old.ways.close(way)
    old.device = None
    room.run(1)
    room.tables[n] = Table(page=FakePage(network=room.network, clock=room.tables[n].page.clock))
    room.tables[n].page.run()
    room.do(n, "devices")
    ways = room.devices(n).ways
    ways.keep(text)
    ways.windows = False  # type: ignore[attr-defined]
    room.do(n, "devices-again")


def test_continue_leads_back_to_the_table_and_not_into_the_game_alone() -> None:
    room = seated()
    room.do(0, "devices-begin")
    for _ in range(50):
        room.run(0.02)
        if room.devices(1).on:
            break
    text = room.devices(1).ways.stored()  # from the game's first moment on
    game = room.tables[1].desk.game_id
    assert game
    held = Window({})
    held.hold(game, False, lambda _: None)
    copies = held.holders  # another window plays this game: this one has copied its storage
    for id, holders, table in ((game, {}, True), ("another", {}, False), (game, copies, False)):
        page = FakePage(network=room.network, kept_table=text)
        fresh = Table(page=page, windows=Window(holders))
        page.run()
        fresh.do("continue", arg=id)
        page.run()
        assert (fresh.desk.sheet("devices") is not None) == table
        assert ("open in another window" in page.text("setup")) == (holders is copies)


def test_a_table_that_has_no_game_yet_names_none() -> None:
    room = seated()
    room.run(2)
    assert json.loads(room.devices(0).ways.stored())["desk"] == ""
    room.do(0, "devices-begin")
    room.run(3)
    before = room.tables[0].desk.game_id
    assert json.loads(room.devices(0).ways.stored())["desk"] == before
    room.do(0, "leave")
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.run(3)
    assert room.tables[0].desk.game_id == before
    assert json.loads(room.devices(0).ways.stored())["desk"] == ""


def test_a_device_that_is_loaded_anew_comes_back_without_a_code() -> None:
    for who in (0, 1):
        room = seated()
        room.do(0, "devices-begin")
        room.run(1)
        loaded_anew(room, who)
        room.run(3)
        device = room.devices(who).device
        assert device is not None
        assert [link.trusted for link in device.links.values()] == [True]
        goes_on(room)


def back_by_letters() -> Room:
    """The guest's page was loaded anew where browsers do not let a page choose its words."""
    room = seated(chooses=False)
    room.do(0, "devices-begin")
    room.run(1)
    loaded_anew(room, 1)
    room.run(4)
    return room


def test_where_words_cannot_be_agreed_on_it_comes_back_by_32_characters_one_way() -> None:
    room = back_by_letters()
    page = room.tables[1].page  # the dialog has come by itself
    assert "Tell Ada these letters" in page.text("dlg-devices")
    (letters,) = room.devices(1)._linked.letters.values()  # type: ignore[union-attr]
    assert letters in page.regions["dlg-devices"]
    assert len(letters) <= 32
    room.do(0, "devices")
    room.run(4)
    assert "Does Zoë come back with letters?" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-let-in", fields={"code": "nonsense"})
    assert "This isn’t the code of a device that comes back." in room.tables[0].page.text(
        "dlg-devices"
    )
    room.do(0, "devices-let-in", fields={"code": letters})
    room.run(2)
    assert "Does Zoë come back" not in room.tables[0].page.text("dlg-devices")
    goes_on(room)


def test_who_has_lost_all_others_may_invite_them_anew() -> None:
    room = seated(chooses=False)
    room.do(0, "devices-begin")
    room.run(1)
    room.tables[1].page._timers.clear()
    guest = room.devices(1)
    assert guest.device is not None
    for way in list(guest.device.links):
        guest.ways.close(way)
    guest.device = None
    room.run(3)
    room.do(0, "devices")
    host = room.tables[0].page
    assert "This device has lost the others" in host.text("dlg-devices")
    assert "Make a new code" in host.text("dlg-devices")
    room.do(0, "devices-invite")
    assert "devices-answer" in host.regions["dlg-devices"]


def test_two_devices_that_lose_each_other_find_each_other_again_by_themselves() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(4)
    devices = [room.devices(n) for n in (0, 1)]
    for linked in devices:
        assert linked.device is not None
        for way in list(linked.device.links):
            linked.ways.close(way)
    room.run(0.5)
    assert all(not linked.device.links for linked in devices if linked.device)
    room.run(12)
    assert all(len(linked.device.links) == 1 for linked in devices if linked.device)
    goes_on(room)


def test_nobody_else_may_take_the_way_back_of_a_device() -> None:
    """A device may announce its way back only over its own link."""
    room = seated()
    linked = room.devices(0)._linked
    assert linked is not None
    link = next(iter(linked.device.links))
    room.run(2)
    before = dict(linked._held)
    linked._signalled("f" * 16, link, "b" + "x" * 28)
    linked._signalled("f" * 16, link, "s" + "held-1")
    assert linked._held == before
    assert "f" * 16 not in linked.ready


def test_calls_of_names_that_are_made_up_do_not_fill_the_room_for_connections() -> None:
    room = seated()
    linked = room.devices(0)._linked
    assert linked is not None
    link = next(iter(linked.device.links))
    before = len(room.network.ends) - len(room.network.closed)
    for n in range(80):
        linked._signalled(f"{n:016x}", link, "ooffer-7")
        room.run(3)
    open_now = len(room.network.ends) - len(room.network.closed)
    assert open_now - before <= 24
    assert len(linked._finding) <= 24
    # Who is called last is not cut off by it.
    assert f"{79:016x}" in linked._finding


def laid() -> Room:
    """A table laid by one device; at another one somebody wants to join."""
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
    return room


def test_a_code_that_is_none_seats_nobody_so_that_a_good_one_may_follow() -> None:
    room = laid()
    guest = room.devices(1)
    room.do(1, "devices-join", fields={"code": "nonsense"})
    assert guest.device is None
    assert guest.ways.known == ""  # type: ignore[attr-defined]
    guest.open(room.devices(0).shown.code)  # a link, later on
    room.run(0.5)
    assert guest.shown.stage == "guest"
    assert guest.shown.code.startswith("answer-")


def test_who_only_watches_takes_no_certificate_of_a_seat() -> None:
    room = laid()
    room.tables[1].page.fields = {"watch": "on"}
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    device = room.devices(1).device
    assert device is not None
    assert device.want == "watch"
    assert room.devices(1).ways.known == ""  # type: ignore[attr-defined]


def test_a_way_back_that_the_browser_refuses_is_tried_again() -> None:
    room = back_by_letters()
    guest = room.devices(1)
    assert guest._linked is not None
    ((other, way),) = guest._linked._back.items()
    guest._linked.ready[other] = ("held-0", "w" * 28)  # of letters the lower name alone tells
    guest.trouble(way, "damaged")
    assert other not in guest._linked._back
    room.run(12)
    assert guest._linked._back[other] != way


def test_no_code_is_cut_to_another_one() -> None:
    for count in (1001, 4095, LONGEST):
        assert len(code_in("x" * count)) == count
    assert len(code_in("x" * 100_000)) > LONGEST


def test_who_leaves_a_table_closes_all_its_ways_also_those_held_ready() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(3)
    guest = room.devices(1)
    assert guest._linked is not None
    assert guest._linked._held
    assert len(guest.ways.left_open) >= 2  # type: ignore[attr-defined]
    guest.leave()
    room.run(1)
    assert guest.ways.left_open == set()  # type: ignore[attr-defined]


def test_who_has_left_the_own_table_answers_no_other_window() -> None:
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(0, "devices-leave")
    room.do(1, "devices")
    room.do(1, "devices-beside")
    room.run(4)
    assert "No other window of this browser waits" in room.tables[1].page.text("dlg-devices")


def test_a_code_that_is_replaced_keeps_no_connection_open() -> None:
    room = laid()
    host, guest = room.devices(0), room.devices(1)
    first = host.pairing.offer
    room.do(0, "devices-invite")
    assert host.pairing.offer != first
    assert host.ways.left_open == {host.pairing.offer}  # type: ignore[attr-defined]
    code = host.shown.code
    answers = set()
    for _ in range(9):
        room.do(1, "devices-join", fields={"code": code})
        answers.add(guest.pairing.offer)
    assert len(answers) == 9
    assert len(guest.ways.left_open) == 5  # type: ignore[attr-defined]
    room.do(0, "devices-let-in", fields={"code": guest.shown.code})
    room.run(1)
    assert guest.device is not None
    links = set(guest.device.links)
    assert guest.ways.left_open == links | held(guest)  # type: ignore[attr-defined]


def test_devices_that_find_each_other_late_sit_down_and_nothing_is_said_any_more() -> None:
    room = laid()
    room.do(1, "devices-join", fields={"code": room.devices(0).shown.code})
    joined = []
    join, room.network.join = room.network.join, lambda *both: joined.append(both)  # type: ignore[method-assign,assignment]
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    page = room.tables[0].page
    room.run(8)
    assert "cannot reach each other" not in page.text("dlg-devices")
    room.run(4)  # with the making of both codes some 12 seconds in all
    assert "cannot reach each other" in page.text("dlg-devices")
    assert "Play by codes" in page.text("dlg-devices")
    join(*joined[0])
    room.run(1)
    assert "cannot reach each other" not in page.text("dlg-devices")
    assert room.devices(1).device.ledger.seats_of(room.devices(1).device.id) == [1]  # type: ignore[union-attr]


def held(devices: Devices) -> set[int]:
    """The ways held ready for devices that come back."""
    assert devices._linked is not None
    return {way for way, _opens in devices._linked._held.values()}


def test_a_guest_that_is_connecting_is_not_cut_off_by_another_code() -> None:
    for later in (
        "devices-invite",
        "devices-join",
    ):  # the host asks for one, or the guest enters one
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
        assert host.device.ledger is not None
        assert host.device.ledger.seats_of(guest.device.id)
        assert all(link.trusted for link in guest.device.links.values())
        assert guest.pairing.offer < 0
