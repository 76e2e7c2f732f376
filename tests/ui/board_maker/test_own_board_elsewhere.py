"""A board from the board maker with a lesson and at several devices: the others have it only in what they are
sent."""

from __future__ import annotations

from typing import Any

from fake_page import FakePage, Table, disk
from maker_table import fill, shown
from several_pages import Room
from titledeed.ui.page_port import Gesture


def made(table: Table) -> None:
    """Make a board with a name and a street of its own, and put it on the list of boards."""
    hands = table.hands
    hands.handle_gesture(Gesture("click", do="board-maker"))
    hands.handle_gesture(Gesture("click", where="lab", do="maker-begin", arg="atlantic-city"))
    fill(table, "maker-words", board="Hedge End", sign="€")
    fill(table, "maker-space", name="Ada Street")
    hands.handle_gesture(Gesture("click", where="lab", do="maker-play"))


def test_a_host_plays_on_an_own_board_with_a_guest_who_does_not_have_it() -> None:
    room = Room(2)
    host, guest = room.tables
    made(host)
    assert host.app.setup["edition"] == "hedge-end"
    host.app.setup |= {"name-0": "Ada", "name-1": "Ben", "kind-0": "person", "kind-1": "person"}
    host.app.setup |= {f"kind-{n}": "none" for n in (2, 3)} | {"rulebook": "modern"}
    room.do(0, "devices")
    room.do(0, "devices-lay")
    room.do(1, "devices")
    guest.page.fields = {"name": "Zoë"}
    room.do(1, "devices-join", fields={"name": "Zoë", "code": room.devices(0).shown.code})
    room.do(0, "devices-let-in", fields={"code": room.devices(1).shown.code})
    room.run(1)
    room.do(0, "devices-begin")
    room.run(1)
    for table in (host, guest):
        session = table.app.session
        assert session is not None
        assert session.state.rules.edition.name == "Hedge End"
        assert "Ada Street" in table.page.regions["board"]
        assert "€60" in table.page.regions["board"]
    assert guest.app.boards == {}


def test_a_lesson_brings_an_own_board_to_a_student_who_does_not_have_it() -> None:
    teacher = Table(disk())
    made(teacher)
    teacher.do("lab")
    teacher.do("lab-screen", "compare")
    fields = {"rulebook": "modern", "seats": "2", "house:limit-rounds": "2"}
    for side, board in (("a", "hedge-end"), ("b", "atlantic-city")):
        teacher.do("lab-side", side, kind="change", fields=fields | {"edition": board})
    teacher.do("lab-screen", "lessons")
    teacher.do("lab-write", "new")
    teacher.do("lab-attach", "compare")
    teacher.do("lab-draft", kind="type", fields={"title": "Our town", "guess": "on", "size": "10"})
    teacher.do("lab-link")
    lab: Any = teacher.app.lab
    student = Table(disk(), FakePage())
    student.hands.open_link("#" + lab.lessons.folder.address.partition("#")[2])
    assert "Hedge End" in shown(student)
    assert student.app.boards == {}
