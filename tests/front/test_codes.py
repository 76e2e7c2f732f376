"""A game by codes, as the pages of its devices show it: no network, nothing but what people paste."""

from __future__ import annotations

import json

from fake_page import FakePage, Table
from several_pages import Network, Room
from titledeed import referee
from titledeed.engine.words import Over
from titledeed.front.page import Gesture
from titledeed.peers import proof
from titledeed.peers.post import Post

SETUP = {
    "name-0": "Ada",
    "kind-0": "person",
    "name-1": "Ben",
    "kind-1": "person",
    "rulebook": "modern",
    "house:limit-rounds": "10",
}


def letters(room: Room, n: int) -> Post:
    post = room.devices(n).letters.post
    assert post is not None
    return post


def laid(setup: dict[str, str] = SETUP) -> Room:
    """Two devices that have exchanged an invitation and its answer."""
    room = Room(2)
    room.tables[0].desk.setup = dict(setup)
    room.do(0, "devices")
    room.do(0, "devices-letters")
    room.do(1, "devices")
    room.tables[1].page.fields = {"name": "Zoë"}
    room.do(1, "devices-join", fields={"code": letters(room, 0).code})
    room.do(0, "devices-read", fields={"code": letters(room, 1).code})
    return room


def answer(table: Table) -> None:
    session = table.session
    plain = session.players.plain(session.state, session.waiting().seat).answer
    text = session.game.notation.text(plain, session.state)
    table.hands.gesture(Gesture("click", where="ask", answer=text))


def play(room: Room) -> None:
    for _ in range(4000):
        if all(isinstance(table.session.ask, Over) for table in room.tables):
            return
        for n, table in enumerate(room.tables):
            before = letters(room, n).codes
            while table.session.waiting().who == "person":
                answer(table)
                room.run(0.5)
            if letters(room, n).codes > before:
                room.run(8)  # what came of it is shown, then the code to hand on
                assert "devices" in [sheet.id for sheet in table.desk.sheets]
                code = letters(room, n).code
                assert code in table.page.regions["dlg-devices"]
                room.do(1 - n, "devices-read", fields={"code": f" {code[:9]} {code[9:]}"})
                room.run(0.5)
    raise AssertionError("the game does not end")


def test_two_play_a_whole_game_by_codes_alone() -> None:
    room = laid()
    assert [s.name for s in room.tables[1].session.game.record.seats] == ["Ada", "Zoë"]
    assert room.tables[0].session.waiting().who == "person"
    assert "dlg-devices" not in room.tables[0].page.opened
    assert "Ada’s code comes next" in room.tables[1].page.text("dlg-devices")
    for n, table in enumerate(room.tables):  # where *Continue* leads back to
        assert json.loads(room.devices(n).ways.stored())["desk"] == table.desk.game_id != ""
    play(room)
    host, guest = room.tables
    assert host.session.state.round == 10
    assert host.session.game.lines == guest.session.game.lines
    for table in room.tables:
        saved = table.session.save("", "")
        assert referee.check_table(saved) == []
        assert proof.check(saved) == []


def test_an_invitation_is_a_link_too_and_its_picture_holds_that_link() -> None:
    room = Room(2)
    room.tables[0].desk.setup = dict(SETUP)
    room.do(0, "devices")
    room.do(0, "devices-letters")
    room.do(0, "devices-copy", arg="link")
    link = room.tables[0].page.clipboard
    assert link == room.devices(0).ways.drawn  # type: ignore[attr-defined]
    assert link is not None
    assert len(link) < 400
    room.do(1, "devices")
    room.devices(1).open(link.partition("#table=")[2])
    room.run(0.2)
    assert "Your answer to the invitation" not in room.tables[1].page.text("dlg-devices")
    assert letters(room, 1).pen is not None


def test_a_page_that_was_closed_goes_on_with_its_game() -> None:
    room = laid()
    answer(room.tables[0])
    room.run(8)
    code = letters(room, 0).code
    stored = room.devices(1).ways.text  # type: ignore[attr-defined]
    # The guest's page is closed; days later it is opened again.
    room.tables[1] = table = Table(page=FakePage(network=Network()))
    table.page.clock = room.tables[0].page.clock
    table.page.run()
    room.do(1, "devices")
    room.devices(1).ways.text = stored  # type: ignore[attr-defined]
    room.do(1, "devices")
    assert "A game by codes waits here." in table.page.text("dlg-devices")
    room.do(1, "devices-again")
    room.do(1, "devices-read", fields={"code": code})
    room.run(8)
    assert table.session.game.lines == room.tables[0].session.game.lines
    assert len(table.session.game.lines) > 1


def test_what_cannot_be_read_is_said_and_changes_nothing() -> None:
    room = laid()
    text = room.tables[1].page.text
    room.do(1, "devices-read", fields={"code": ""})
    assert "There is no code in this." in text("dlg-devices")
    room.do(1, "devices-read", fields={"code": "A" * 80})
    assert "A character of this code is wrong" in text("dlg-devices")
    room.do(1, "devices-read", fields={"code": letters(room, 1).code})
    assert "for another device" in text("dlg-devices")
    assert room.tables[1].session.game.lines == []
    guest = room.tables[1]
    guest.hands.play.answer(1, "roll")
    assert guest.session.game.lines == []
    guest.hands.play.undo()
    assert "By codes nothing can be taken back." in guest.page.said


def test_where_the_network_refuses_the_way_on_is_one_press() -> None:
    room = Room(1)
    room.tables[0].desk.setup = dict(SETUP)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    devices = room.devices(0)
    devices.trouble(devices.pairing.offer, "no-places")
    assert 'data-do="devices-letters"' in room.tables[0].page.regions["dlg-devices"]
    room.do(0, "devices-letters")
    assert devices.device is None
    assert "0 of 1 guests have answered" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-leave")
    assert "Join a table" in room.tables[0].page.text("dlg-devices")


def test_bots_do_not_play_by_codes() -> None:
    room = Room(1)
    room.tables[0].desk.setup = {**SETUP, "kind-1": "steady"}
    room.do(0, "devices")
    room.do(0, "devices-letters")
    assert "Play by codes is for people alone" in room.tables[0].page.text("dlg-devices")
