"""Two devices at one table, as their pages show it, without a browser and without a network."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from fake_page import FakePage, Table, Window
from several_pages import Room
from tables import TABLES
from titledeed import referee
from titledeed.engine.words import CHANCE, Over
from titledeed.front.desk import Draft, Notice, Sheet
from titledeed.front.hands.devices.devices import Devices
from titledeed.front.hands.devices.pairing import code_in
from titledeed.front.page import Gesture
from titledeed.peers import proof
from titledeed.peers.device.base import News
from titledeed.peers.letters import LONGEST


def seated(chooses: bool = True, bot: str = "steady") -> Room:
    """A host and a guest who has come by codes; the game has begun. ``chooses``: what their browsers let
    them do (:meth:`Ways.words`)."""
    room = Room(2)
    for table in room.tables:
        table.page.thinks = bot == "shark"
    room.network.chooses = chooses
    room.tables[0].desk.setup = {"name-0": "Ada", "name-1": "Ben", "kind-0": "person"} | {
        "kind-1": "person",
        "kind-2": bot,
        "name-2": "Cleo",
        "rulebook": "modern",
        "house:limit-rounds": "20",
    }
    room.do(0, "devices")
    room.do(0, "devices-lay")
    code = room.devices(0).shown.code
    assert code.startswith("offer-")
    room.do(1, "devices")
    room.tables[1].page.fields = {"name": "Zoë", "code": code}
    room.do(1, "devices-join", fields={"name": "Zoë", "code": f"TD1 {code}"})
    answer = room.devices(1).shown.code
    room.do(0, "devices-let-in", fields={"code": answer})
    room.run(1)
    return room


def play(room: Room, most: int = 4000) -> None:
    """Gives the first possible answer for everybody who is asked, as a person would, until the game is
    over."""
    for _ in range(most):
        room.run(0.5)
        if all(isinstance(t.desk.session and t.desk.session.ask, Over) for t in room.tables):
            return
        for table in room.tables:
            session = table.desk.session
            if session is None or table.desk.busy:
                continue
            waiting = session.waiting()
            if waiting.who == "person":
                plain = session.players.plain(session.state, waiting.seat).answer
                text = session.game.notation.text(plain, session.state)
                table.desk.handing = table.desk.settling = False
                table.hands.gesture(Gesture("click", where="ask", answer=text))
                if text == "bankrupt":  # it is asked about once more
                    table.hands.gesture(Gesture("click", where="dlg-confirm", answer=text))
    raise AssertionError("the game does not end")


def test_two_people_at_two_devices_play_a_whole_game() -> None:
    room = seated()
    host = room.devices(0).device
    assert host is not None
    assert host.ledger is not None
    names = [seat.name for seat in host.ledger.game.record.seats]
    assert names == ["Ada", "Zoë", "Cleo"]
    assert "Zoë" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-begin")
    room.run(1)
    assert room.tables[1].desk.table is not None
    assert room.tables[1].session.waiting().who in ("elsewhere", "person")
    play(room)
    for table in room.tables:
        assert table.session.game.lines == host.ledger.lines
        saved = table.session.save("", "")
        assert referee.check_table(saved) == []
        assert proof.check(saved) == []


def test_nobody_answers_for_another_device() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest, host = room.tables[1], room.tables[0]
    assert host.session.waiting().seat == 0
    before = list(host.session.game.lines)
    for answer in ("roll", "buy", "end"):
        guest.hands.gesture(Gesture("click", where="ask", answer=answer))
        room.run(0.5)
    assert host.session.game.lines == before
    # Who waits reads what the other one is asked.
    waits = "Ada throws to see who begins. The answer comes from another device."
    assert waits in guest.page.text("ask")
    assert not guest.session.is_person(0)
    assert guest.session.is_person(1)
    assert host.session.ask.seat != CHANCE


def test_an_undo_is_asked_of_the_other_device() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    host.hands.gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert len(guest.session.game.lines) > 1
    room.do(0, "undo", where="ask")
    assert "Ada would like to take something back" in guest.page.text("notices")
    assert host.session.game.lines
    room.do(1, "devices-agree", arg="yes")
    room.run(1)
    assert host.session.game.lines == guest.session.game.lines == []


def test_a_device_that_falls_silent_is_shown_as_away() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.do(0, "devices")
    room.tables[1].page._timers.clear()
    room.devices(1).device = None
    room.run(4.5)
    assert "away" in room.tables[0].page.text("dlg-devices")
    assert "Let a bot sit in" not in room.tables[0].page.text("dlg-devices")
    room.run(50)
    assert "Let a bot sit in" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-bot", arg="1")
    room.run(1)
    assert room.tables[0].session.controls[1] == "steady"


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


def test_dice_are_not_entered_where_devices_draw_them_and_it_is_said_who_is_waited_for() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    assert "real dice" not in host.page.text("ask")
    assert "Waiting for Ada" in guest.page.text("ask")
    assert "The answer comes from another device." in guest.page.text("ask")
    assert "Skip" not in guest.page.text("ask")
    for face in "33":
        host.hands.gesture(Gesture("digit", where="ask", arg=face))
    room.run(1)
    assert host.session.game.lines == []
    room.tables[0].page._timers.clear()  # Ada's device falls silent
    room.devices(0).device = None
    room.run(3.6)
    assert "Ada’s device does not answer." in guest.page.text("ask")


def test_the_next_seat_goes_on_where_the_host_has_left() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.devices(1).device
    assert guest is not None
    room.tables[0].page._timers.clear()
    room.devices(0).device = None
    room.run(10)
    assert guest.hosting
    assert "This device keeps the order now" in room.tables[1].page.text("notices")


def test_guests_are_linked_to_one_another_and_play_on_without_the_host() -> None:
    room = Room(3)
    room.tables[0].desk.setup = {f"kind-{n}": "person" for n in range(3)} | {
        "name-0": "Ada",
        "name-1": "Ben",
        "name-2": "Cleo",
        "rulebook": "modern",
        "house:limit-rounds": "3",
    }
    room.do(0, "devices")
    room.do(0, "devices-lay")
    for guest in (1, 2):
        if guest == 2:
            room.do(0, "devices-invite")
        room.do(guest, "devices")
        room.do(guest, "devices-join", fields={"code": room.devices(0).shown.code})
        room.do(0, "devices-let-in", fields={"code": room.devices(guest).shown.code})
        room.run(1)
    devices = [room.devices(n).device for n in range(3)]
    ben, cleo = devices[1], devices[2]
    assert ben is not None
    assert cleo is not None
    assert cleo.id in {link.device for link in ben.links.values()}
    assert ben.id in {link.device for link in cleo.links.values()}
    room.do(0, "devices-begin")
    room.run(1)
    host = room.tables[0]
    host.hands.gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    count = len(host.session.game.lines)
    assert count > 1
    # The host's device is gone without a word.
    host.page._timers.clear()
    room.devices(0).device = None
    room.run(10)
    assert ben.hosting
    assert not cleo.hosting
    for n in (1, 2):
        room.tables[n].hands.gesture(Gesture("click", where="ask", answer="roll"))
        room.run(25)
    lines = room.tables[1].session.game.lines
    assert len(lines) > count
    assert room.tables[2].session.game.lines == lines
    assert lines[:count] == host.session.game.lines


def test_the_starting_throws_are_each_ones_own_and_who_is_out_still_keeps_the_order() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    assert host.session.ask.kind == "order"
    assert guest.session.waiting().who == "elsewhere"
    for _ in range(20):
        for table in room.tables:
            if table.session.ask.kind == "order" and table.session.waiting().who == "person":
                table.hands.gesture(Gesture("click", where="ask", answer="roll"))
        room.run(1)
    assert host.session.ask.kind != "order"
    assert host.session.game.lines == guest.session.game.lines
    room.do(0, "open-seat", arg="0")
    host.hands.gesture(Gesture("click", where="dlg-seat", answer="resign"))
    host.hands.gesture(Gesture("click", where="dlg-confirm", answer="resign"))
    room.run(1)
    device = room.devices(0).device
    assert device is not None
    assert device.ledger is not None
    assert not device.ledger.state.playing[0]
    assert device.hosting
    # Zoë plays on against the bot, whose answers come from the device of the one who is out.
    for _ in range(60):
        room.run(0.5)
        if guest.session.waiting().who == "person":
            plain = guest.session.players.plain(guest.session.state, 1).answer
            text = guest.session.game.notation.text(plain, guest.session.state)
            guest.hands.gesture(Gesture("click", where="ask", answer=text))
    by = [line.split()[0] for line in guest.session.game.lines]
    assert by.count("Cleo") > 3
    assert host.session.game.lines == guest.session.game.lines


def goes_on(room: Room) -> None:
    """Both throw for the order, and see what the other has thrown."""
    for _ in range(12):
        for table in room.tables:
            if table.session.waiting().who == "person":
                table.desk.handing = table.desk.settling = False
                table.hands.gesture(Gesture("click", where="ask", answer="roll"))
        room.run(1)
    lines = room.tables[0].session.game.lines
    assert len(lines) >= 4
    assert room.tables[1].session.game.lines == lines


def loaded_anew(room: Room, n: int) -> None:
    """A device's page is loaded anew, and goes back to its table."""
    room.run(6)  # what is needed for that is kept by now
    old = room.devices(n)
    text = old.ways.kept()
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
    text = room.devices(1).ways.kept()  # from the game's first moment on
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
    assert json.loads(room.devices(0).ways.kept())["desk"] == ""
    room.do(0, "devices-begin")
    room.run(3)
    before = room.tables[0].desk.game_id
    assert json.loads(room.devices(0).ways.kept())["desk"] == before
    room.do(0, "leave")
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.run(3)
    assert room.tables[0].desk.game_id == before
    assert json.loads(room.devices(0).ways.kept())["desk"] == ""


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


def test_where_words_cannot_be_agreed_on_it_comes_back_by_30_letters_one_way() -> None:
    room = back_by_letters()
    page = room.tables[1].page  # the dialog has come by itself
    assert "Tell Ada these letters" in page.text("dlg-devices")
    (letters,) = room.devices(1)._linked.letters.values()  # type: ignore[union-attr]
    assert letters in page.regions["dlg-devices"]
    assert len(letters) <= 30
    room.do(0, "devices")
    room.run(4)
    assert "Does Zoë come back with letters?" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-let-in", fields={"code": "nonsense"})
    assert "These are no letters" in room.tables[0].page.text("dlg-devices")
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


def test_a_code_that_is_none_seats_nobody_so_that_a_good_one_may_follow() -> None:
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
    guest = room.devices(1)
    room.do(1, "devices-join", fields={"code": "nonsense"})
    assert guest.device is None
    assert guest.ways.known == ""  # type: ignore[attr-defined]
    guest.open(room.devices(0).shown.code)  # a link, later on
    room.run(0.5)
    assert guest.shown.stage == "guest"
    assert guest.shown.code.startswith("answer-")


def test_who_only_watches_takes_no_certificate_of_a_seat() -> None:
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
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


@pytest.mark.parametrize("n", [0, 1], ids=["host", "guest"])
def test_who_opens_another_game_has_left_the_table(n: int) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    mover, stayer = room.tables[n], room.tables[1 - n]
    assert mover.desk.table is not None
    common = list(stayer.session.game.lines)
    mover.hands.imported("game.json", json.dumps(TABLES["buy 0"]))
    room.run(1)
    assert mover.desk.table is None
    assert mover.session.ask.seat == 0
    mover.hands.gesture(Gesture("click", where="ask", answer="buy"))
    room.run(60)
    assert mover.session.game.lines[-1] == "Ada buy"
    assert "keeps the order" not in mover.page.text("notices")
    assert stayer.session.game.lines[: len(common)] == common
    assert "Ada buy" not in stayer.session.game.lines
    assert room.devices(n).device is None


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
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
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
    room = Room(2)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
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
        room = Room(2)
        room.do(0, "devices")
        room.do(0, "devices-lay")
        room.do(1, "devices")
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


def test_a_host_that_takes_back_unasked_is_named_at_the_guest() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host = room.devices(0)
    assert host.device is not None
    host.say(0, "roll")
    room.run(2)
    host.device._append({"e": "undo", "to": 0}, host.now)
    host._carry()
    room.run(2)
    shown = room.tables[1].page.text("notices")
    assert "Ada has taken something back without asking this device." in shown
    assert room.tables[1].session.game.lines == []


def auctioned(room: Room) -> None:
    """Both answer until a street is put up for auction and the guest is asked for a bid."""
    for _ in range(400):
        room.run(0.3)
        for table in room.tables:
            session = table.desk.session
            if session is None or table.desk.busy or session.waiting().who != "person":
                continue
            if session.ask.kind == "bid" and table is room.tables[1]:
                return
            plain = session.players.plain(session.state, session.ask.seat).answer
            text = {"buy": "decline", "bid": "bid 30"}.get(
                session.ask.kind, session.game.notation.text(plain, session.state)
            )
            if session.ask.kind == "bid" and session.game.refusal(f"Ada {text}") is not None:
                text = "pass"
            table.desk.handing = table.desk.settling = False
            table.hands.gesture(Gesture("click", where="ask", answer=text))
    raise AssertionError("no auction")


def own_lines(room: Room, name: str) -> list[str]:
    return [line for line in room.tables[0].session.game.lines if line.startswith(name)]


def test_a_guest_leaves_an_auction_for_good_or_bids_up_to_a_ceiling_by_itself() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    auctioned(room)
    guest = room.tables[1]
    before = len(own_lines(room, "Zoë"))
    room.do(1, "out")
    for _ in range(60):  # the others bid on, and nobody asks Zoë again
        room.run(0.3)
        assert guest.session.waiting().who != "person" or guest.session.ask.kind != "bid"
        host = room.tables[0]
        if host.session.ask.kind != "bid":
            break
        if host.session.waiting().who == "person":
            host.hands.gesture(Gesture("click", where="ask", answer="pass"))
    assert {line.split()[1] for line in own_lines(room, "Zoë")[before:]} == {"pass"}
    auctioned(room)
    before = len(own_lines(room, "Zoë"))
    guest.session.set_ceiling(1, 150)
    guest.hands.play.resume()
    room.run(3)
    assert own_lines(room, "Zoë")[before].split()[1] == "bid"
    assert room.tables[0].session.game.lines == guest.session.game.lines


def test_a_guest_with_a_ceiling_bids_anew_where_the_host_refuses_a_bid() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    auctioned(room)
    host, guest = room.devices(0).device, room.tables[1]
    assert host is not None
    answers, refused = host._say_for, ["stale", "malformed"]

    def refuses(m: dict[str, Any], now: float) -> tuple[str, str]:
        return (refused.pop(), "") if refused else answers(m, now)

    host._say_for = refuses  # type: ignore[method-assign]
    before = len(own_lines(room, "Zoë"))
    guest.session.set_ceiling(1, 150)
    guest.hands.play.resume()
    room.run(5)
    assert own_lines(room, "Zoë")[before].split()[1] == "bid"


@pytest.mark.parametrize("bot", ["steady", "shark"])
def test_a_host_that_is_lost_while_a_bot_is_to_answer_is_followed_by_one_that_asks_it(
    bot: str,
) -> None:
    room = seated(bot=bot)
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.tables[1]
    for _ in range(3000):
        if guest.desk.session and guest.session.ask.seat == 2 and len(guest.session.entries) > 12:
            break
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    assert guest.session.ask.seat == 2
    count = len(guest.session.entries)
    gone(room, 0)
    room.run(40)  # the draw goes on without the lost chain after 20 s
    device = room.devices(1).device
    assert device is not None
    assert device.hosting
    assert len(guest.session.entries) > count
    assert guest.session.entries[count].line.startswith("Cleo")
    assert not guest.desk.thinking


def bots_turn(room: Room) -> None:
    """All answer until the bot is asked."""
    for _ in range(3000):
        session = room.tables[0].desk.session
        if session is not None and session.ask.seat == 2 and len(session.entries) > 12:
            return
        room.network.run()
        answer_all(room)
        for table in room.tables:
            table.page.tick()
    raise AssertionError("the bot is not asked")


@pytest.mark.parametrize("halt", ["pause", "stop", "class"])
def test_a_bot_whose_turn_it_is_goes_on_after_a_pause_and_after_a_stop(halt: str) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    bots_turn(room)
    host = room.devices(0)
    device = host.device
    assert device is not None
    if halt == "stop":
        device._stop("Something is wrong.", 0, "")
    elif halt == "class":  # as from a screen that watches
        device._host_pause({"seat": 0, "on": True}, host.now)
    else:
        room.do(0, "devices-pause")
    host._carry()
    count = len(room.tables[0].session.entries)
    room.run(10)
    assert len(room.tables[0].session.entries) == count
    if halt == "stop":
        room.do(0, "devices-go-on")
    elif halt == "class":
        device._host_pause({"seat": 0, "on": False}, host.now)
        host._carry()
    else:
        room.do(0, "devices-pause")
    room.run(10)
    assert room.tables[0].session.game.lines[count].startswith("Cleo")


def test_a_pause_is_said_at_every_device_and_who_answers_hears_of_it() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(2)
    room.tables[0].desk.notice(Notice("older", "Something else."))
    room.do(1, "devices-pause")
    room.run(2)
    for table in room.tables:
        assert table.page.text("notices").startswith("The table is paused for all.")
    asked = room.tables[0]
    asked.desk.notices.clear()  # its people have put it away
    asked.hands.gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert "The table is paused for all." in asked.page.text("notices")
    assert "no such answer" not in asked.page.text("notices")
    assert asked.session.game.lines == []
    room.do(0, "devices-pause")
    room.run(1)
    for table in room.tables:
        assert "paused" not in table.page.text("notices")
    asked.hands.gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    assert asked.session.game.lines


def test_a_bot_has_its_say_in_a_persons_turn_also_after_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(2)
    host, step = room.devices(0), Devices.step
    assert room.tables[0].session.waiting().seat == 0
    room.do(0, "devices-pause")
    room.run(2)
    asked = []
    monkeypatch.setattr(Devices, "step", lambda me: asked.append((me, me._halted())) or step(me))
    room.do(0, "devices-pause")
    room.run(2)
    assert (host, False) in asked


def gone(room: Room, n: int) -> None:
    """A device is gone without a word."""
    room.tables[n].page._timers.clear()
    room.devices(n).device = None


def answer_all(room: Room) -> None:
    """Answers for everybody who is asked as the bot ``simple`` would."""
    for table in room.tables:
        session = table.desk.session
        if session is None or table.desk.busy or session.waiting().who != "person":
            continue
        plain = session.players.plain(session.state, session.ask.seat).answer
        text = session.game.notation.text(plain, session.state)
        table.desk.handing = table.desk.settling = False
        table.hands.gesture(Gesture("click", where="ask", answer=text))


def test_the_page_of_the_end_hides_no_question_and_closes_if_it_was_taken_back() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    host, guest = room.tables
    play(room)
    last = len(guest.session.game.lines)
    room.do(0, "undo", where="ask")
    assert "Ada would like to take something back" in guest.page.text("notices")
    room.run(6)
    assert host.page.opened == ["dlg-over"]
    assert guest.page.opened == []
    room.do(1, "devices-agree", arg="yes")
    room.run(1)
    assert len(guest.session.game.lines) < last
    assert host.page.opened == guest.page.opened == []


def test_an_offer_that_cannot_be_sent_in_a_pause_is_not_lost() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    goes_on(room)
    asked = next(t for t in room.tables if t.session.waiting().who == "person")
    seat = asked.session.waiting().seat
    room.do(0, "devices-pause")
    room.run(1)
    draft = Draft(seat, 2)
    asked.desk.draft = draft
    asked.hands.play.open(Sheet("trade", seat=seat))
    count = len(asked.session.entries)
    asked.hands.gesture(Gesture("click", where="dlg-trade", answer="offer Cleo give 1 get 2"))
    room.run(1)
    assert asked.desk.draft is draft
    assert asked.desk.sheet("trade") is not None
    assert "The table is paused for all." in asked.page.text("notices")
    assert len(asked.session.entries) == count


def test_who_opens_another_game_is_told_that_the_table_is_left_and_may_go_back() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    guest = room.tables[1]
    guest.hands.play.start(replace(guest.session.game.record, steps=[], extra={}))
    assert guest.desk.table is None
    assert "This device has left the table" in guest.page.text("notices")
    room.run(5)
    assert "This device has left the table" in guest.page.text("notices")
    room.do(1, "devices", where="notices")
    assert 'data-do="devices-again"' in guest.page.regions["dlg-devices"]
    room.do(1, "devices-again", where="dlg-devices")
    room.run(3)
    assert guest.desk.table is not None
    assert "has left the table" not in guest.page.text("notices")


def test_a_pause_and_a_vote_are_still_shown_after_a_replay() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.tables[0].hands.gesture(Gesture("click", where="ask", answer="roll"))
    room.run(1)
    room.do(0, "undo", where="ask")
    room.do(0, "devices-pause")
    room.run(1)
    guest = room.tables[1]
    guest.do("watch", arg=guest.desk.game_id)
    assert guest.desk.replaying is not None
    guest.do("replay-leave")
    room.run(1)
    assert "The table is paused for all." in guest.page.text("notices")
    assert 'data-do="devices-agree"' in guest.page.regions["notices"]


def test_a_pause_is_said_again_where_the_game_begins_anew() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    room.do(0, "devices-pause")
    room.run(1)
    room.devices(1).game.leave()  # as when it goes on with the other half's list
    room.run(2)
    assert room.devices(1).on
    assert "The table is paused for all." in room.tables[1].page.text("notices")


def test_a_split_is_announced_once_and_leads_to_the_newest_list() -> None:
    room = seated()
    room.do(0, "devices-begin")
    room.run(1)
    table, devices = room.tables[1], room.devices(1)

    def met(digest: str) -> None:
        facts = {"common": 1, "mine": 2, "theirs": 3, "digest": digest}
        devices._tell(News("split", facts))

    def said() -> int:
        return sum("halves of the table have met" in text for text in table.page.said)

    for digest in ("aa", "aa", "bb"):
        met(digest)
    assert said() == 1
    assert 'data-arg="bb"' in table.page.regions["notices"]
    assert 'data-arg="aa"' not in table.page.regions["notices"]
    table.desk.notices.clear()  # put away by its people
    met("bb")
    assert table.desk.notices == []
