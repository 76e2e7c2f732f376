"""Tests a game by codes, as its pages show it, without a network: people only paste codes."""

from __future__ import annotations

import json

import pytest

from fake_page import FakePage, Table
from several_pages import Network, Room
from titledeed.cli import check_record_expectations
from titledeed.engine.asks import (
    Over,
)
from titledeed.peers import proof
from titledeed.peers.correspondence.open_join_play_correspondence_game import CorrespondenceGame
from titledeed.ui.devices.actions.correspondence_table import correspondence_table
from titledeed.ui.page_port import Gesture

SETUP = {
    "name-0": "Ada",
    "kind-0": "person",
    "name-1": "Ben",
    "kind-1": "person",
    "rulebook": "modern",
    "house:limit-rounds": "10",
}


def letters(room: Room, n: int) -> CorrespondenceGame:
    table = correspondence_table(room.devices(n))
    assert table is not None
    return table.game


def laid(setup: dict[str, str] = SETUP, way: str = "fair") -> Room:
    """Two devices that have exchanged an invitation and its answer."""
    room = Room(2)
    room.tables[0].app.setup = dict(setup)
    room.do(0, "devices")
    room.do(0, "devices-letters")
    room.do(0, "devices-letters-lay", arg=way)
    room.do(1, "devices")
    room.tables[1].page.fields = {"name": "Zoë"}
    room.do(1, "devices-join", fields={"code": letters(room, 0).code})
    room.do(0, "devices-read", fields={"code": letters(room, 1).code})
    return room


def answer(table: Table) -> None:
    session = table.session
    plain = session.players.plain(session.state, session.waiting().seat).answer
    text = session.game.notation.text(plain, session.state)
    table.hands.handle_gesture(Gesture("click", where="ask", answer=text))


def play(room: Room) -> None:
    """Play to the end: answer for everybody who is asked, and pass on each new code."""
    handed = [letters(room, n).codes for n in (0, 1)]
    for _ in range(4000):
        if all(isinstance(table.session.ask, Over) for table in room.tables):
            return
        for n, table in enumerate(room.tables):
            while table.session.waiting().who == "person":
                answer(table)
                room.run(0.5)
            if letters(room, n).codes > handed[n]:
                handed[n] = letters(room, n).codes
                room.run(8)  # the page shows the effects, then the code to pass on
                assert "devices" in [dialog.id for dialog in table.app.open_dialogs]
                code = letters(room, n).code
                assert code in table.page.regions["dlg-devices"]
                room.do(1 - n, "devices-read", fields={"code": f" {code[:9]} {code[9:]}"})
            room.run(0.5)
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("way", ["fair", "fewer"])
def test_two_players_finish_a_whole_game_by_codes_alone(way: str) -> None:
    room = laid(way=way)
    assert [seat.name for seat in room.tables[1].session.game.record.seats] == ["Ada", "Zoë"]
    assert room.tables[0].session.waiting().who == "person"
    assert "dlg-devices" not in room.tables[0].page.opened
    assert "Next: a code from Ada" in room.tables[1].page.text("dlg-devices")
    for n, table in enumerate(room.tables):  # the game to which *Continue* leads back
        assert json.loads(room.devices(n).transport.stored())["desk"] == table.app.game_id != ""
    play(room)
    host, guest = room.tables
    assert host.session.state.round == 10
    assert host.session.game.lines == guest.session.game.lines
    for table in room.tables:
        saved = table.session.save("", "")
        assert check_record_expectations.check_table(saved) == []
        assert proof.check_proof(saved) == []


def test_players_choose_the_way_of_play_before_the_game_and_see_what_can_be_foreseen() -> None:
    room = Room(2)
    room.tables[0].app.setup = dict(SETUP)
    room.do(0, "devices")
    room.do(0, "devices-letters")
    text = room.tables[0].page.text
    assert "Nobody can foresee a throw or a card" in text("dlg-devices")
    assert "Fair throws recommended" in text("dlg-devices")
    assert "Each throw takes 2 codes: yours, then one from the other player." in text("dlg-devices")
    assert "could foresee the next 4 throws and cards, theirs and yours" in text("dlg-devices")
    room.do(0, "devices-leave")  # back
    assert "Invite people" in text("dlg-devices")
    for way, sentence in (
        ("fair", "Fair throws: the dice are thrown only after every earlier move"),
        ("fewer", "Fewer codes: someone with a modified program could foresee the next 4 throws"),
    ):
        room = laid(way=way)
        for table in room.tables:
            room.do(room.tables.index(table), "devices")
            assert sentence in table.page.text("dlg-devices")


def test_an_invitation_is_also_a_link_and_its_reader_enters_a_name_first() -> None:
    room = Room(2)
    room.tables[0].app.setup = dict(SETUP)
    room.tables[0].page.fields = {"name": "Augusta"}
    room.do(0, "devices")
    room.do(0, "devices-letters")
    room.do(0, "devices-letters-lay", arg="fewer")
    room.do(0, "devices-copy", arg="link")
    assert "Copied" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-copy", arg="")
    assert "Copy as a link" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-copy", arg="link")
    link = room.tables[0].page.clipboard
    assert link == room.devices(0).transport.drawn  # type: ignore[attr-defined]
    assert link is not None
    assert len(link) < 400
    room.do(1, "devices")
    guest = room.tables[1].page
    code = link.partition("#table=")[2]
    room.devices(1).open(code)
    assert "Augusta invites you to play by codes." in guest.text("dlg-devices")
    assert "could foresee the next 4 throws and cards" in guest.text("dlg-devices")
    assert room.devices(1).table is None
    guest.fields = {"name": "Grace"}
    room.do(1, "devices-join", fields={"name": "Grace", "code": code})
    room.do(0, "devices-read", fields={"code": letters(room, 1).code})
    for table in room.tables:
        assert [seat.name for seat in table.session.game.record.seats] == ["Augusta", "Grace"]


def test_a_closed_page_continues_its_game() -> None:
    room = laid()
    answer(room.tables[0])
    room.run(8)
    code = letters(room, 0).code
    stored = room.devices(1).transport.text  # type: ignore[attr-defined]
    # The guest's page is closed; days later it is opened again.
    room.tables[1] = table = Table(page=FakePage(network=Network()))
    table.page.clock = room.tables[0].page.clock
    table.page.run()
    room.do(1, "devices")
    room.devices(1).transport.text = stored  # type: ignore[attr-defined]
    room.do(1, "devices")
    assert "A game played by codes is waiting here." in table.page.text("dlg-devices")
    room.do(1, "devices-again")
    room.do(1, "devices-read", fields={"code": code})
    room.run(8)
    # The guest's code is the second one for the throw, so its page is the first to know the result.
    assert table.session.game.lines[:1] == room.tables[0].session.game.lines == ["Ada roll"]
    assert len(table.session.game.lines) > 1


def test_an_unreadable_code_is_reported_and_changes_nothing() -> None:
    room = laid()
    text = room.tables[1].page.text
    room.do(1, "devices-read", fields={"code": ""})
    assert "No code found. Enter the code you were sent." in text("dlg-devices")
    room.do(1, "devices-read", fields={"code": "A" * 80})
    assert "A character of this code is wrong" in text("dlg-devices")
    room.do(1, "devices-read", fields={"code": letters(room, 1).code})
    assert "for another device, or has already been entered" in text("dlg-devices")
    assert room.tables[1].session.game.lines == []
    guest = room.tables[1]
    guest.hands.play.answer(1, "roll")
    assert guest.session.game.lines == []
    guest.hands.play.undo()
    assert "You can’t undo anything when you play by codes." in guest.page.said


def test_when_the_network_blocks_play_the_alternative_is_one_press_away() -> None:
    room = Room(1)
    room.tables[0].app.setup = dict(SETUP)
    room.do(0, "devices")
    room.do(0, "devices-lay")
    devices = room.devices(0)
    devices.trouble(devices.pairing.offer, "no-addresses")
    assert 'data-do="devices-letters"' in room.tables[0].page.regions["dlg-devices"]
    room.do(0, "devices-letters")
    assert devices.device is not None  # the person can still leave this choice
    room.do(0, "devices-letters-lay", arg="fair")
    assert devices.device is None
    assert "Answers from guests: 0 of 1" in room.tables[0].page.text("dlg-devices")
    room.do(0, "devices-leave")
    assert "Join a table" in room.tables[0].page.text("dlg-devices")


def test_bots_play_on_the_hosts_device() -> None:
    room = laid({**SETUP, "kind-2": "steady", "name-2": "Cleo", "house:limit-rounds": "3"})
    play(room)
    lines = room.tables[0].session.game.lines
    assert room.tables[1].session.game.lines == lines
    assert sum(line.startswith("Cleo ") for line in lines) > 3


def test_with_only_one_person_a_guest_takes_the_first_bots_seat() -> None:
    room = laid({**SETUP, "kind-1": "steady", "kind-2": "steady", "name-2": "Cleo"})
    for table in room.tables:
        seats = table.session.game.record.seats
        assert [(seat.name, bool(seat.bot)) for seat in seats] == [
            ("Ada", False),
            ("Zoë", False),
            ("Cleo", True),
        ]


def test_a_lost_code_is_still_shown() -> None:
    room = laid()
    answer(room.tables[0])
    room.run(8)
    first = letters(room, 0).code
    room.do(1, "devices-read", fields={"code": first})
    room.run(8)
    answer(room.tables[1])
    room.run(8)
    room.do(0, "devices-read", fields={"code": letters(room, 1).code})
    while letters(room, 0).code == first:
        answer(room.tables[0])
        room.run(8)
    shown = room.tables[0].page.regions["dlg-devices"]
    assert "Did a code get lost?" in room.tables[0].page.text("dlg-devices")
    assert f'value="{first}"' in shown


def test_a_game_of_an_earlier_version_is_refused_with_advice() -> None:
    room = laid()
    stored = json.loads(room.devices(1).transport.text)  # type: ignore[attr-defined]
    del stored["form"]
    room.tables[1] = table = Table(page=FakePage(network=Network()))
    table.page.run()
    room.do(1, "devices")
    room.devices(1).transport.text = json.dumps(stored)  # type: ignore[attr-defined]
    room.do(1, "devices")
    room.do(1, "devices-again")
    assert "This game by codes comes from an earlier version of the program" in table.page.text(
        "dlg-devices"
    )
    assert "still in your saved games" in table.page.text("dlg-devices")
