"""A board that a class makes, on fake pages: by codes and files, and over a live class."""

from __future__ import annotations

import json
import re
from typing import Any

from fake_page import FakePage, Table, disk
from maker_table import draft, fill, opened, shown
from several_pages import Room
from titledeed.board_maker import changes
from titledeed.storage.store import Store
from titledeed.ui.board_maker.actions import maker_storage
from titledeed.ui.page_port import Gesture


def submit(table: Table, do: str, **fields: str) -> None:
    table.hands.handle_gesture(Gesture("submit", where="lab", do=do, fields=fields))


def dealt(*names: str, store: Store | None = None) -> Table:
    """A teacher's page on which a board has been dealt out."""
    table = opened(store)
    table.do("maker-tab", "class")
    submit(table, "maker-deal", names="\n".join(names), which="all")
    return table


def student_of(teacher: Table, n: int, store: Store | None = None) -> Table:
    """A student's page that has opened its task from the link on the teacher's page."""
    teacher.do("maker-task", str(n))
    link = re.search(r'id="maker-task-address"[^>]*value="([^"]+)"', shown(teacher))
    assert link
    teacher.do("maker-task", str(n))
    table = Table(store or disk())
    table.hands.open_link("#" + link[1].partition("#")[2])
    return table


def press(table: Table, do: str, arg: str = "") -> None:
    """Press a button, and let no time pass: the tick of a class never ends."""
    table.hands.handle_gesture(Gesture("click", where="lab", do=do, arg=arg))


def rename(table: Table, at: int, name: str) -> None:
    press(table, "maker-tab", "squares")
    press(table, "maker-square", str(at))
    fill(table, "maker-space", name=name)


def code_of(student: Table) -> str:
    """What a student hands in, as the address in its code."""
    student.do("maker-tab", "class")
    student.do("maker-hand-in", "code")
    link = re.search(r'id="maker-task-address"[^>]*value="([^"]+)"', shown(student))
    assert link
    student.do("maker-hand-in", "code")
    return link[1]


def maker_of(table: Table) -> Any:
    maker: Any = table.app.lab
    return maker.maker


def test_students_hand_in_by_codes_and_the_teacher_decides_where_two_meet() -> None:
    disks = [disk() for _ in range(3)]
    teacher = dealt("Ada", "Ben", store=disks[0])
    assert "Handed in: 0 of 2." in shown(teacher)
    teacher.do("maker-hand", "2")  # a space of Ada’s for Ben too
    teacher.do("maker-square", "3")
    assert "dealt to Ada and Ben" in shown(teacher)
    board = shown(teacher)
    assert "A space with several numbers, such as 1+2, is shared" in board
    assert board.count(" is-picked") == 21, "the spaces of the chosen student"
    assert " is-here" not in board, "no other space has a frame"
    teacher.do("maker-hand", "2")
    assert " is-picked" not in shown(teacher)
    ada, ben = student_of(teacher, 1, disks[1]), student_of(teacher, 2, disks[2])
    press(ada, "maker-tab", "class")
    assert "You haven’t changed anything yet." in shown(ada)
    assert "Ada’s part · spaces 0–" in shown(ada), "without the board in sight, too"
    assert shown(ada).count(" is-mine") == len(ada.app.lab.maker.task.spaces)
    first = re.search(r'class="btn go" data-do="maker-square" data-arg="(\d+)"', shown(ada))
    assert first, "the main button leads to a space of the student’s own"
    assert int(first[1]) in ada.app.lab.maker.task.spaces
    rename(ada, 1, "Bakery Lane")
    rename(ada, 3, "Mill Street")
    press(ada, "maker-tab", "class")
    assert 'class="btn go" data-do="maker-hand-in"' in shown(ada)
    rename(ben, 39, "School Hill")
    rename(ben, 3, "Station Street")
    assert "You’ve made 2 changes." in (code_of(ada), shown(ada))[1]
    submit(teacher, "maker-read", code=code_of(ada))
    assert "Handed in: 1 of 2." in shown(teacher)
    assert draft(teacher).spaces[1].name == "Bakery Lane"
    teacher.hands.open_link("#" + code_of(ben).partition("#")[2])
    assert "Ada and Ben have made different changes here." in shown(teacher)
    top = shown(teacher).partition('<ol class="maker-team">')[0]
    assert "1 to decide" in top, "it is said above the list, below which a phone shows it"
    teacher.do("maker-questions")
    assert teacher.page.focused == "#maker-decide [data-do=maker-decide]"
    assert draft(teacher).spaces[3].name == "Mill Street"
    again = Table(disks[0])  # a reload
    again.do("board-maker")
    assert "made by a class" in shown(again)
    again.do("maker-saved", re.findall(r'maker-saved"\s+data-arg="(\w+)"', shown(again))[0])
    again.do("maker-tab", "class")
    assert "Handed in: 2 of 2." in shown(again)
    again.do("maker-decide", "0 2")
    assert draft(again).spaces[3].name == "Station Street"
    assert "Nothing." in shown(again)
    assert "to decide" not in shown(again).partition('<ol class="maker-team">')[0]
    again.do("maker-undo")
    assert draft(again).spaces[3].name == "Mill Street"
    again.do("maker-class-file")
    (name,) = [name for name in again.page.files if name.endswith(".class.json")]
    other = Table(disk())
    other.hands.imported(name, str(again.page.files[name]))
    assert draft(other) == draft(again)
    assert maker_of(other).klass == maker_of(again).klass
    again.do("maker-class-end")
    again.do("maker-class-end", "yes")
    assert maker_of(again).klass is None
    assert "Make the board with a class" in shown(again)


def test_a_student_changes_only_their_own_spaces_and_finds_them_after_a_reload() -> None:
    teacher, store = dealt("Ada", "Ben", "Cleo"), disk()
    student = student_of(teacher, 1, store)
    assert [space["data-arg"] for space in _tabs(student)] == ["squares", "cards", "fair", "class"]
    assert maker_of(student).at == 0
    student.do("maker-square", "39")
    assert "Somebody else is making this space." in shown(student)
    before = draft(student)
    fill(student, "maker-space", name="Mine")
    student.do("maker-exchange", "1 39")
    student.do("maker-tab", "words")
    assert maker_of(student).tab == "squares"
    fill(student, "maker-words", board="Mine")
    assert draft(student).spaces == before.spaces
    rename(student, 1, "Bakery Lane")
    student.do("maker-tab", "cards")
    assert shown(student).count('data-do="maker-card"') == 6  # a third of the deck of space 7
    first, last = _cards(student)[0], _cards(student)[-1]
    assert "1 of 6" in shown(student)
    for _ in range(5):  # the button leafs through these cards only, and ends with the last one
        student.do("maker-leaf", _leaf(student, "Next card"))
    assert "6 of 6" in shown(student)
    assert maker_of(student).card == int(last)
    assert _leaf(student, "Next card") == "-1"
    student.do("maker-leaf", "-1")
    assert maker_of(student).card == int(last)
    for _ in range(5):
        student.do("maker-leaf", _leaf(student, "Previous card"))
    assert maker_of(student).card == int(first)
    fill(student, "maker-card-text", text="The baker smiles.")
    assert draft(student).decks
    teacher.do("maker-task-file", "1")
    text = next(str(file) for name, file in teacher.page.files.items() if "part.json" in name)
    again = Table(store)
    again.hands.imported("task.json", text)
    assert draft(again).spaces[1].name == "Bakery Lane"
    assert len(again.app.boards) == 0
    again.do("maker-tab", "class")
    again.do("maker-hand-in", "file")
    (part,) = [str(file) for name, file in again.page.files.items() if "part.json" in name]
    assert set(json.loads(part)["values"]) == {"space 1 name", "card 0 0"}
    teacher.hands.imported("part.json", part)
    assert draft(teacher).spaces[1].name == "Bakery Lane"


def test_a_student_is_shown_only_the_faults_that_they_can_mend() -> None:
    teacher = dealt("Ada", "Ben")
    rename(teacher, 39, "")
    press(teacher, "maker-tab", "class")
    student = student_of(teacher, 1)
    student.do("maker-square", "1")
    assert 'aria-label="Show ' not in shown(student)
    rename(student, 3, "")
    student.do("maker-square", "1")
    assert 'aria-label="Show ' in shown(student)
    assert "space 3: The name is empty." in shown(student)


def _tabs(table: Table) -> list[dict[str, str]]:
    return [
        b.attributes
        for b in table.page.buttons("lab")
        if b.attributes.get("data-do") == "maker-tab"
    ]


def test_what_cannot_be_taken_is_said() -> None:
    teacher = dealt("Ada")
    student = student_of(teacher, 1)
    code = code_of(student)
    submit(teacher, "maker-read", code="no code")
    assert "This code doesn’t contain a part of a board." in shown(teacher)
    submit(teacher, "maker-read", code=code[:-9])
    assert "The link is damaged" in shown(teacher)
    other = Table(disk())
    other.hands.open_link("#" + code.partition("#")[2])
    assert "isn’t on this device" in shown(other)
    empty = opened()
    empty.do("maker-tab", "class")
    submit(empty, "maker-deal", names=" \n", which="all")
    assert "Enter at least one name." in shown(empty)


# ---------------------------------------------------------------- over a live class


def live(students: int, others: int = 0) -> Room:
    """A class with students in it, and other pages."""
    made = Room(1 + students + others)
    made.network.sealed = made.network.chooses = True
    made.do(0, "class")
    made.do(0, "class-open", fields={"name": "7B", "lesson": ""})
    made.run(1)
    for n in range(1, 1 + students):
        join(made, n, "#class=" + class_of(made, 0).shown.code)
    return made


def class_of(made: Room, n: int) -> Any:
    return made.tables[n].app.classroom


def join(made: Room, n: int, link: str) -> None:
    """Bring somebody into the class by its link and the code of their answer."""
    made.tables[n].hands.open_link(link)
    made.run(1)
    made.do(n, "class-join", fields={"name": f"Student {n}"})
    made.run(1)
    class_of(made, 0).teaching.do_read(
        Gesture("submit", do="class-read", fields={"code": class_of(made, n).shown.code})
    )
    made.run(1)


def test_a_class_gets_its_spaces_and_hands_in_over_its_connections() -> None:
    made = live(2)
    teacher, ada, ben = made.tables
    press(teacher, "class-tab", "overview")
    assert 'data-do="board-maker" data-arg="class"' in shown(teacher)
    made.do(0, "board-maker", arg="class")
    press(teacher, "maker-begin", "london")
    assert "Deal evenly to the class 7B: 2 students" in shown(teacher)
    press(teacher, "maker-deal", "live")
    made.run(1)
    assert "Your part of the board" in shown(ada)
    for n in (1, 2):
        made.do(n, "board-maker")
    assert maker_of(ada).task.name == "Student 1"
    assert maker_of(ben).task.spaces == tuple(range(20, 40))
    rename(ada, 1, "Bakery Lane")
    press(ada, "maker-tab", "class")
    press(ada, "maker-hand-in", "class")
    made.run(1)
    assert draft(teacher).spaces[1].name == "Bakery Lane"
    assert "Handed in: 1 of 2." in shown(teacher)
    rename(ada, 1, "Bakery Road")
    press(ada, "maker-tab", "class")
    press(ada, "maker-hand-in", "class")
    press(teacher, "maker-close")  # while the teacher does something else
    made.run(1)
    press(teacher, "maker-saved", re.findall(r'maker-saved"\s+data-arg="(\w+)"', shown(teacher))[0])
    assert draft(teacher).spaces[1].name == "Bakery Road"
    press(teacher, "maker-tab", "class")
    press(teacher, "maker-hand", "1")
    press(teacher, "maker-square", "30")  # dealt to both now
    made.run(1)
    assert 30 in maker_of(ada).task.spaces
    assert draft(ada).spaces[1].name == "Bakery Road"
    assert changes.word_of(draft(ada), "jail") == "jail"


def a_shared_board(students: int) -> Room:
    """A class whose teacher has dealt out a board, which the students have opened."""
    made = live(students)
    made.do(0, "board-maker")
    press(made.tables[0], "maker-begin", "london")
    press(made.tables[0], "maker-tab", "class")
    press(made.tables[0], "maker-deal", "live")
    made.run(1)
    for n in range(1, 1 + students):
        made.do(n, "board-maker")
    return made


def hand_in(made: Room, n: int) -> None:
    press(made.tables[n], "maker-tab", "class")
    press(made.tables[n], "maker-hand-in", "class")
    made.run(1)


def test_a_space_taken_back_leaves_the_others_to_be_changed() -> None:
    made = a_shared_board(2)
    teacher, ada, _ben = made.tables
    rename(ada, 3, "Mill Street")
    press(teacher, "maker-hand", "1")
    press(teacher, "maker-square", "3")
    made.run(1)
    assert 3 not in maker_of(ada).task.spaces
    rename(ada, 1, "Bakery Lane")
    assert draft(ada).spaces[1].name == "Bakery Lane"
    rename(ada, 3, "Mill Road")
    assert draft(ada).spaces[3].name == "Mill Street"


def test_a_part_that_comes_as_a_file_replaces_an_earlier_one_of_the_class() -> None:
    made = a_shared_board(2)
    teacher, ada, ben = made.tables
    rename(ada, 1, "Bakery Lane")
    hand_in(made, 1)
    rename(ada, 1, "Bakery Road")
    press(ada, "maker-tab", "class")
    press(ada, "maker-hand-in", "file")
    (part,) = [str(file) for name, file in ada.page.files.items() if "part.json" in name]
    teacher.hands.imported("part.json", part)
    assert draft(teacher).spaces[1].name == "Bakery Road"
    rename(ben, 39, "School Hill")
    hand_in(made, 2)
    assert draft(teacher).spaces[39].name == "School Hill"
    assert draft(teacher).spaces[1].name == "Bakery Road"


def reload(made: Room, n: int) -> Table:
    """Reload a page whose board maker was open; the others see a broken connection."""
    old = made.tables[n]
    transport = class_of(made, n).part.transport
    for conn_id in sorted(transport.left_open):
        transport.close(conn_id)
    page = FakePage(network=made.network)
    page.clock = old.page.clock
    made.tables[n] = Table(store=old.disk(), page=page)
    made.run(0.1)
    made.tables[n].hands.open_link("#board-maker")
    made.run(1)
    return made.tables[n]


def test_after_a_reload_one_press_leads_back_to_the_class_and_to_ones_board() -> None:
    made = a_shared_board(1)
    rename(made.tables[1], 1, "Bakery Lane")
    made.run(3)
    ada = reload(made, 1)
    assert "lost its connection to your class" in shown(ada)
    press(ada, "maker-rejoin")
    made.run(12)
    assert draft(ada).spaces[1].name == "Bakery Lane"
    assert ada.page.state["place"] == "board-maker"
    assert class_of(made, 1).present
    hand_in(made, 1)
    assert draft(made.tables[0]).spaces[1].name == "Bakery Lane"
    made.run(3)
    teacher = reload(made, 0)
    press(teacher, "maker-rejoin")
    made.run(12)
    assert "Handed in: 1 of 1." in shown(teacher)
    assert class_of(made, 1).present


def test_who_has_left_the_class_is_offered_no_way_back() -> None:
    made = a_shared_board(1)
    made.run(3)
    press(made.tables[1], "class")
    made.run(1)
    press(made.tables[1], "class-leave")
    made.run(1)
    ada = Table(store=made.tables[1].disk())
    ada.do("board-maker")
    assert "lost its connection to your class" not in shown(ada)


def test_the_way_back_from_an_open_board_keeps_its_place() -> None:
    made = a_shared_board(1)
    made.run(3)
    ada = reload(made, 1)
    press(ada, "maker-saved", re.findall(r'maker-saved"\s+data-arg="(\w+)"', shown(ada))[0])
    press(ada, "maker-square", "7")
    press(ada, "maker-tab", "class")
    assert "lost its connection to your class" in shown(ada)
    press(ada, "maker-rejoin")
    made.run(12)
    assert (maker_of(ada).tab, maker_of(ada).at) == ("class", 7)
    assert "Hand in to the class 7B" in shown(ada)


def test_a_part_with_a_wrong_number_belongs_to_the_device_that_sent_it() -> None:
    made = a_shared_board(1)
    teacher, ada = made.tables
    rename(ada, 1, "Bakery Lane")
    press(ada, "maker-tab", "class")
    press(ada, "maker-hand-in", "file")
    (part,) = [str(file) for name, file in ada.page.files.items() if "part.json" in name]
    here: Any = teacher.app.classroom
    (device,) = [device for device, _name, _present in here.students()]
    for sent in ({"hand": 999}, {"hand": 2}, {"id": "0" * 16}, {"values": {"space 40 name": 1}}):
        text = json.dumps({**json.loads(part), **sent})
        here.board_parts = lambda text=text: [(device, text), ("ff", text)]
        press(teacher, "maker-close")
        press(
            teacher,
            "maker-saved",
            re.findall(r'maker-saved"\s+data-arg="(\w+)"', shown(teacher))[0],
        )
        press(teacher, "maker-tab", "class")
        assert "Handed in: 1 of 1." in shown(teacher)
    assert draft(teacher).spaces[1].name == "Bakery Lane"


def test_fields_are_left_alone_while_something_comes_from_another_device() -> None:
    made = a_shared_board(1)
    teacher, ada = made.tables
    press(teacher, "maker-tab", "squares")
    before = teacher.page.around_fields
    fill(teacher, "maker-space", "type", name="Old Kent Lane")
    assert teacher.page.around_fields == before
    rename(ada, 3, "Bakery Lane")
    hand_in(made, 1)
    assert draft(teacher).spaces[3].name == "Bakery Lane"
    assert teacher.page.around_fields > before


def test_the_tab_of_the_class_follows_who_comes() -> None:
    made = live(0, 1)
    press(made.tables[0], "board-maker")
    press(made.tables[0], "maker-begin", "london")
    press(made.tables[0], "maker-tab", "class")
    assert "Nobody is in the class 7B yet." in shown(made.tables[0])
    join(made, 1, "#class=" + class_of(made, 0).shown.code)
    assert "Deal evenly to the class 7B: 1 student" in shown(made.tables[0])


def test_exchanged_spaces_stay_with_those_who_have_them() -> None:
    teacher = dealt("Ada", "Ben")
    press(teacher, "maker-tab", "squares")
    press(teacher, "maker-exchange", "1 39")
    press(teacher, "maker-tab", "class")
    teams = re.findall(r'class="quiet">([^<]*)</span><br>', shown(teacher))
    assert teams == ["spaces 0, 2–19, 39", "spaces 1, 20–38"]
    assert "dealt to Ben" in _square(teacher, 1)
    press(teacher, "maker-hand", "2")
    press(teacher, "maker-square", "39")  # Ada’s, at its new place
    assert maker_of(teacher).klass.owners(1) == [1, 2]
    assert "dealt to Ada and Ben" in _square(teacher, 39)


def _square(table: Table, at: int) -> str:
    found = re.search(rf'id="maker-square-{at}".*?</button>', shown(table), re.DOTALL)
    assert found
    return found[0]


def test_a_part_for_a_board_that_was_dealt_anew_is_not_handed_in() -> None:
    made = a_shared_board(1)
    teacher, ada = made.tables
    press(teacher, "maker-class-end")
    press(teacher, "maker-class-end", "yes")
    press(teacher, "maker-deal", "live")
    made.run(1)
    hand_in(made, 1)
    assert "has dealt out another board" in shown(ada)
    made.do(1, "class")
    made.do(1, "board-maker")
    hand_in(made, 1)
    assert "Handed in: 1 of 1." in shown(teacher)
    here: Any = ada.app.classroom
    here.shown.member.lost(here.shown.member.conn)
    press(ada, "maker-hand-in", "class")
    assert "as soon as this device is connected again" in shown(ada)
    made.run(20)


def test_a_part_that_came_while_the_board_maker_was_closed_is_taken_at_once() -> None:
    made = a_shared_board(1)
    teacher, ada = made.tables
    board = maker_of(teacher)
    here: Any = teacher.app.classroom
    here.heard = lambda: None  # as after a reload
    rename(ada, 1, "Bakery Lane")
    hand_in(made, 1)
    assert board.draft.spaces[1].name != "Bakery Lane"
    made.do(0, "class")
    made.do(0, "board-maker")
    assert board.draft.spaces[1].name == "Bakery Lane"


def test_no_room_for_what_a_class_makes_stays_said(monkeypatch: Any) -> None:
    monkeypatch.setattr(maker_storage, "save_class", lambda *_: False)
    teacher = dealt("Ada")
    assert "not saved: this browser’s storage is full" in shown(teacher)
    press(teacher, "maker-hand", "1")
    press(teacher, "maker-square", "3")
    assert "not saved: this browser’s storage is full" in shown(teacher)


def test_hidden_names_are_hidden_here_too() -> None:
    made = a_shared_board(2)
    teacher = made.tables[0]
    here: Any = teacher.app.classroom
    here.shown.hidden_names = True
    press(teacher, "maker-hand", "2")
    press(teacher, "maker-task", "1")
    assert "Pupil" not in shown(teacher)
    assert "Student 2" in shown(teacher)


def test_one_student_is_chosen_at_a_time() -> None:
    teacher = dealt("Ada", "Ben")
    together = maker_of(teacher).together
    press(teacher, "maker-hand", "1")
    press(teacher, "maker-task", "2")
    assert (together.dealt_to, together.code_of) == (0, 2)
    assert "Press spaces on the board" not in shown(teacher)
    press(teacher, "maker-hand", "1")
    assert (together.dealt_to, together.code_of) == (1, 0)
    assert "maker-task-address" not in shown(teacher)
    assert ">Hide code<" not in shown(teacher)
    press(teacher, "maker-task", "1")
    assert shown(teacher).count(">Hide code<") == 1, "the button of the open row closes it"
    assert teacher.page.scrolled == ".maker-team li:has(> .maker-code)", "the code is in the window"
    assert (together.dealt_to, together.code_of) == (1, 1), "both of one student"
    assert shown(teacher).count('<li class="is-chosen"') == 1


def test_a_students_code_opens_under_their_row_and_in_the_middle_of_the_board() -> None:
    teacher = dealt("Ada", "Ben", "Cleo")
    press(teacher, "maker-task", "2")
    maker_of(teacher).together.picture = (21, "M0 0h1v1H0z")
    press(teacher, "maker-tab", "class")
    board, _list, team = shown(teacher).partition('<ol class="maker-team">')
    rows = team.partition("</ol>")[0].split("<li")[1:]
    assert ['class="maker-code"' in row for row in rows] == [False, True, False]
    assert "For Ben" in rows[1]
    middle = board.partition('<div class="maker-shown">')[2]
    assert "Ben" in middle, "whose code it is"
    assert 'd="M0 0h1v1H0z"' in middle
    press(teacher, "maker-task", "2")
    assert "maker-shown" not in shown(teacher)
    assert 'class="maker-code"' not in shown(teacher)


def test_on_a_phone_the_rows_come_first_unless_spaces_are_dealt() -> None:
    teacher = dealt("Ada", "Ben")
    assert 'data-tab="class"' in shown(teacher)
    press(teacher, "maker-hand", "1")
    assert 'data-tab="class-deal"' in shown(teacher)


def test_a_student_sees_what_was_changed_and_whether_it_is_handed_in() -> None:
    made = a_shared_board(2)
    ada = made.tables[1]
    rename(ada, 1, "Bakery Lane")
    press(ada, "maker-tab", "class")
    assert shown(ada).count(" is-changed") == 1
    assert "yours, changed" in shown(ada)
    assert '<span class="badge">' not in shown(ada)
    hand_in(made, 1)
    assert re.search(r'<span class="badge">[^§]*?Handed in</span>', shown(ada))
    rename(ada, 3, "Mill Street")
    press(ada, "maker-tab", "class")
    assert '<span class="badge">' not in shown(ada)
    assert "What you have changed since isn’t handed in yet." in shown(ada)
    press(ada, "maker-hand-in", "code")
    assert "it shows “Handed in: Student 1”. This device can’t tell." in shown(ada)


def test_a_code_that_is_shown_follows_the_board() -> None:
    teacher = dealt("Ada", "Ben")
    press(teacher, "maker-task", "1")
    before = maker_of(teacher).together.address
    press(teacher, "maker-hand", "1")
    assert maker_of(teacher).together.address == before
    press(teacher, "maker-square", "30")
    assert maker_of(teacher).together.address != before
    assert maker_of(teacher).together.address in shown(teacher)


def test_a_refused_change_is_not_said_to_be_done() -> None:
    student = student_of(dealt("Ada", "Ben", "Cleo"), 2)
    press(student, "maker-square", "14")
    press(student, "maker-exchange", "14 19")
    assert "have changed places" not in shown(student)
    assert maker_of(student).at == 14
    press(student, "maker-go", "words 0 0")
    assert maker_of(student).tab == "squares"
    press(student, "maker-tab", "cards")
    press(student, "maker-deck", "1")
    assert maker_of(student).card == int(_cards(student)[0])


def _cards(table: Table) -> list[str]:
    buttons = [b.attributes for b in table.page.buttons("lab")]
    return [b["data-arg"] for b in buttons if b.get("data-do") == "maker-card"]


def _leaf(table: Table, label: str) -> str:
    """The number of the card to which the button with this label leads."""
    buttons = [b.attributes for b in table.page.buttons("lab")]
    (button,) = [b for b in buttons if b.get("aria-label") == label]
    assert ("aria-disabled" in button) == (button["data-arg"] == "-1")
    return str(button["data-arg"])


def test_a_camera_that_arrives_late_stays_off_and_the_way_back_turns_it_off() -> None:
    made = a_shared_board(1)
    teacher = made.tables[0]
    teacher.page.slow_part = "tables"
    press(teacher, "maker-look")
    press(teacher, "maker-tab", "squares")
    teacher.page.awaiting.pop()("")
    assert not maker_of(teacher).together.camera
    press(teacher, "maker-tab", "class")
    teacher.page.slow_part = ""
    press(teacher, "maker-look")
    assert maker_of(teacher).together.camera
    board = maker_of(teacher)
    teacher.hands.returned("")  # back in the browser
    made.run(1)
    assert teacher.app.lab is None
    assert not board.together.camera


def test_an_answer_to_a_question_that_is_gone_decides_nothing() -> None:
    teacher = dealt("Ada", "Ben")
    teacher.do("maker-hand", "2")
    teacher.do("maker-square", "3")
    for n in (1, 2):
        student = student_of(teacher, n)
        rename(student, 3, f"Street {n}")
        submit(teacher, "maker-read", code=code_of(student))
    press(teacher, "maker-decide", "0 7")
    assert "have made different changes here" in shown(teacher)


def test_what_is_wrong_with_one_file_stays_said_beside_the_next() -> None:
    teacher = dealt("Ada", "Ben")
    student = student_of(teacher, 1)
    press(student, "maker-tab", "class")
    press(student, "maker-hand-in", "file")
    (part,) = [str(file) for name, file in student.page.files.items() if "part.json" in name]
    teacher.hands.imported("broken.json", part[:-3])
    teacher.hands.imported("ada.json", part)
    assert "broken.json: " in maker_of(teacher).said
    assert maker_of(teacher).said.endswith("Handed in: Ada")
    press(teacher, "maker-tab", "class")
    assert not maker_of(teacher).said
