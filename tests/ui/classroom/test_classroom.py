"""A class on fake pages: opening and joining, the overview, what all see, reloads, files and relays."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fake_page import Database, FakePage, Table
from several_pages import Room
from titledeed.classroom.class_codes import unpack_invitation
from titledeed.lab.lessons.builtin import builtin_lessons
from titledeed.lab.lessons.lesson_format import write_lesson
from titledeed.language.catalogue import Catalogue
from titledeed.strategies.strategy_file import Strategy, write_strategy
from titledeed.ui.classroom.actions.class_screen import ClassScreen
from titledeed.ui.classroom.views.charts import chart_view
from titledeed.ui.lab.actions.lab_screens import LabScreens
from titledeed.workshop.bot_file import read_bot

KEPT = Path(__file__).parents[2] / "migrations" / "kept"
DIE = builtin_lessons("en")["die"]


def room(students: int = 1, chooses: bool = True) -> Room:
    made = Room(1 + students)
    made.network.sealed, made.network.chooses = True, chooses
    return made


def screen(made: Room, n: int) -> ClassScreen:
    shown = made.tables[n].app.lab
    assert isinstance(shown, ClassScreen)
    return shown


def text(made: Room, n: int) -> str:
    return made.tables[n].page.text("lab")


def press(made: Room, n: int, label: str, region: str = "lab") -> None:
    (button, *_others) = [b for b in made.tables[n].page.buttons(region) if label in b.text]
    attributes = button.attributes
    made.do(n, attributes["data-do"], arg=attributes.get("data-arg", ""))


def opened(students: int = 1, chooses: bool = True, lesson: str = "die") -> Room:
    """A class on the first page."""
    made = room(students, chooses)
    made.do(0, "class")
    made.do(0, "class-open", fields={"name": "7B", "lesson": lesson})
    made.run(1)
    return made


def reply(made: Room, n: int, name: str) -> str:
    """Let a student follow the link and enter a name; return the code on the student's screen."""
    link = made.tables[0].page.address() + "#class=" + screen(made, 0).shown.code
    made.tables[n].hands.open_link("#" + link.partition("#")[2])
    made.run(1)
    assert "Join the class 7B" in text(made, n)
    made.do(n, "class-join", fields={"name": name})
    made.run(1)
    assert "Show this code to your teacher’s camera" in text(made, n)
    return screen(made, n).shown.code


def join(made: Room, n: int, name: str) -> None:
    made.do(0, "class-read", fields={"code": reply(made, n, name)})
    made.run(1)
    assert "Connected" in text(made, n)


def write(made: Room, n: int, **fields: str) -> None:
    gesture: dict[str, Any] = {"fields": {k.replace("_", "-"): v for k, v in fields.items()}}
    made.do(n, "lab-answers", **gesture)
    made.run(1)


def answer_number(n: int, value: str) -> dict[str, str]:
    return {f"answer-{n}": value}


def test_a_student_joins_by_the_common_code_and_gets_the_worksheet() -> None:
    made = opened(2)
    assert "Class 7B" in text(made, 0)
    assert "nobody yet" in text(made, 0)
    assert unpack_invitation(screen(made, 0).shown.code).name == "7B"
    join(made, 1, "Ada")
    join(made, 2, "Ben")
    assert "2 of 2 connected" in text(made, 0)
    assert "Ben · Ada" in text(made, 0)
    for n in (1, 2):
        assert DIE["title"] in text(made, n)
    assert DIE["teacher"]["aims"][:40] not in text(made, 1)
    press(made, 0, "Overview")
    assert "Ada" in text(made, 0)
    assert "Remove Ada" in made.tables[0].page.regions["lab"]
    press(made, 0, "Hide names")
    assert "Ada" not in text(made, 0)
    assert "Student 1" in text(made, 0)


@pytest.mark.parametrize(
    ("address", "warned"),
    [
        ("http://127.0.0.1:8000/", True),
        ("http://localhost:8000/index.html", True),
        ("http://0.0.0.0:8000/", True),
        ("http://[::1]:8000/", True),
        ("file:///home/ada/title-deed/index.html", True),
        ("https://example.org/localhost/", False),
        ("http://192.168.1.5:8000/", False),
    ],
)
def test_a_link_that_leads_only_to_this_computer_is_said(address: str, warned: bool) -> None:
    made = room(0)
    made.tables[0].page.address = lambda: address  # type: ignore[method-assign]
    made.do(0, "class")
    made.do(0, "class-open", fields={"name": "7B", "lesson": "die"})
    made.run(1)
    assert ("Other devices can’t open this link" in text(made, 0)) == warned


def test_without_own_words_each_student_gets_a_code_of_their_own() -> None:
    made = opened(2, chooses=False)
    assert "one code for each student" in text(made, 0)
    first = screen(made, 0).shown.code
    join(made, 1, "Ada")
    assert screen(made, 0).shown.code != first
    join(made, 2, "Ben")
    assert "2 of 2 connected" in text(made, 0)


def test_answers_are_tallied_and_shown_to_all_without_names() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    join(made, 2, "Ben")
    n = next(n for n, q in enumerate(DIE["questions"]) if q["when"] == "before")
    question = DIE["questions"][n]
    given = question["choices"][0] if question["answer"] == "choice" else "3"
    made.do(1, "lab-answers", fields={f"answer-{n}": given})
    made.run(1)
    press(made, 0, "Answers")
    assert "1 of 2 have answered" in text(made, 0)
    made.do(0, "class-show", arg=str(n))
    made.run(1)
    assert "what the class answered" in text(made, 2)
    assert given in text(made, 2)
    assert "Ada" not in text(made, 2).partition("what the class answered")[2]
    bar = made.tables[2].page.regions["lab"].rpartition('<details class="class-news')[2]
    assert "Your teacher shows what the class answered" in bar
    assert given in bar, "the chart unfolds in the bar, below the worksheet"
    press(made, 0, "Look here")
    assert "What the class answered" in text(made, 2)
    assert 'class="class-news' not in made.tables[2].page.regions["lab"]
    press(made, 0, "Back to work")
    press(made, 0, "Stop showing it")
    assert "hat the class answered" not in text(made, 2)


def test_each_chart_that_the_teacher_shows_is_announced_once() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    text_of_bar = "Your teacher shows what the class answered"
    for n in (0, 1):
        made.do(0, "class-show", arg=str(n))
        made.run(1)
        write(made, 1, answer_0=f"{n + 3}")  # changes the chart only
        assert made.tables[1].page.said.count(text_of_bar) == n + 1


def test_look_here_and_wait_hold_for_all_and_later_ones() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    press(made, 0, "Look here")
    assert "Look at your teacher" in text(made, 1)
    assert DIE["title"] not in text(made, 1)
    join(made, 2, "Ben")
    assert "Look at your teacher" in text(made, 2)
    press(made, 0, "Back to work")
    press(made, 0, "Wait")
    assert "You can read your worksheet, but not change it" in text(made, 1)
    before = screen(made, 1).lab.lessons.folder.sheet
    assert before is not None
    write(made, 1, answer_0="late")
    assert before.answers[0] == ""
    assert "asked everyone to wait" in made.tables[1].page.said[-1]
    sheet = made.tables[1].page.regions["lab"]
    assert '<fieldset class="class-sheet" disabled>' in sheet
    assert "inert" not in sheet, "a screen reader reads on"
    press(made, 0, "End the pause")
    write(made, 1, answer_0="now")
    assert before.answers[0] == "now"


def test_after_looking_up_a_student_is_back_at_the_place() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    page = made.tables[1].page
    press(made, 0, "Look here")
    (kept,) = page.places
    assert kept.startswith("kept of")
    assert DIE["title"] in kept, "before the worksheet is covered"
    press(made, 0, "Wait")
    assert len(page.places) == 1
    press(made, 0, "Back to work")
    (_kept, back) = page.places
    assert back.startswith("back in")
    assert DIE["title"] in back


def test_what_holds_for_all_is_one_bar_below_the_tabs() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Look here")
    press(made, 0, "Wait")
    labels = [button.text.strip() for button in made.tables[0].page.buttons("lab")]
    assert labels.count("Back to work") == labels.count("End the pause") == 1
    shown = made.tables[0].page.regions["lab"]
    assert shown.count('class="note class-all"') == 1
    assert shown.index("</nav>") < shown.index('class="note class-all"'), "the tabs stay in place"
    assert "everyone looks here. After that, everyone waits." in text(made, 0)
    press(made, 0, "Back to work")
    assert "Everyone waits: the worksheets can be read but not changed." in text(made, 0)


def test_a_covered_worksheet_comes_back_when_the_connection_is_gone() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Look here")
    assert DIE["title"] not in text(made, 1)
    screen(made, 1).part.back.ways.clear()
    screen(made, 0).teaching.leave()
    made.run(5)
    assert "You are not connected" in text(made, 1)
    assert "Keep working" not in text(made, 1), "who looks up does not work"
    assert "Hand in my bot" not in text(made, 1)
    ways = [b.attributes["data-do"] for b in made.tables[1].page.buttons("lab")]
    assert ("class-exit" in ways, "class-leave" in ways) == (True, False), "one way out"
    made.run(15)
    assert "Keep working" in text(made, 1)
    assert "Look at your teacher" not in text(made, 1)
    assert "Keep working" in made.tables[1].page.said[-1]
    write(made, 1, answer_0="alone")
    assert 'value="alone"' in made.tables[1].page.regions["lab"]


def test_without_a_connection_the_connection_comes_before_looking() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    part = screen(made, 1).part
    part.back.ways.clear()
    part.member.look, part.member.conn = True, 0
    part.context.render()
    shown = made.tables[1].page.regions["lab"]
    assert "<h2>You are not connected</h2>" in shown
    assert "Look at your teacher" not in shown, "one message"
    assert "show your code to your teacher" in shown
    assert "you stay in the class" not in shown
    assert "Leave the class" not in shown


def test_who_joins_has_one_way_back() -> None:
    made = opened(1)
    reply(made, 1, "Ada")
    ways = [b for b in made.tables[1].page.buttons("lab") if "Back" in b.text]
    assert [b.attributes["data-do"] for b in ways] == ["class-start"]
    press(made, 1, "Back")
    assert "For teachers: open a class" in text(made, 1)


def test_a_student_in_class_stays_on_the_worksheet_of_the_class() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    other = builtin_lessons("en")["dice"]["title"]
    folder = screen(made, 1).lab.lessons.folder
    assert "All worksheets" not in text(made, 1)
    for do, arg in (("lab-sheets", ""), ("lab-lesson", "dice"), ("lab-teachers", "")):
        made.do(1, do, arg=arg)
        made.run(1)
        assert DIE["title"] in text(made, 1)
        assert other not in text(made, 1)
    # Through the laboratory another one can be opened, but the class has its own.
    made.tables[1].hands.open_link("#lesson=ready.dice")
    made.run(1)
    assert other in text(made, 1)
    made.do(1, "class")
    made.run(1)
    assert DIE["title"] in text(made, 1)
    assert other not in text(made, 1)
    write(made, 1, answer_0="3")
    teacher = screen(made, 0).teaching.teacher
    assert teacher.answers_to(teacher.at, 0) == ["3"]
    assert folder.sheet is not None
    assert folder.sheet.id == teacher.at


def test_without_a_worksheet_of_the_class_a_student_does_not_see_an_own_one() -> None:
    made = opened(1, lesson="")
    made.tables[1].hands.open_link("#lesson=ready.dice")
    made.run(1)
    assert builtin_lessons("en")["dice"]["title"] in text(made, 1)
    made.do(1, "class")
    join(made, 1, "Ada")
    assert "hasn’t given you a worksheet yet" in text(made, 1)
    assert builtin_lessons("en")["dice"]["title"] not in text(made, 1)


def test_what_was_written_on_an_earlier_worksheet_arrives_after_a_reload() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="2")
    made.run(3)
    cut(made, 1)
    write(made, 1, answer_0="4")
    made.do(0, "class-lesson", fields={"lesson": "dice"})
    first = next(iter(screen(made, 0).teaching.teacher.lessons))
    reload(made, 1, "class=pupil")
    made.do(1, "class-again")
    made.run(1)
    made.do(0, "class-read", fields={"code": screen(made, 1).shown.code})
    made.run(3)
    assert builtin_lessons("en")["dice"]["title"] in text(made, 1)
    assert screen(made, 0).teaching.teacher.answers_to(first, 0) == ["4"]
    # Once more, now that the first worksheet is not the one that is open.
    cut(made, 1)
    screen(made, 0).teaching.teacher.students[screen(made, 1).part.member.device].sheets.clear()
    reload(made, 1, "class=pupil")
    made.do(1, "class-again")
    made.run(1)
    made.do(0, "class-read", fields={"code": screen(made, 1).shown.code})
    made.run(3)
    assert screen(made, 0).teaching.teacher.answers_to(first, 0) == ["4"]


def test_questions_after_the_run_are_held_back_and_released() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    after = next(q["text"] for q in DIE["questions"] if q["when"] == "after")
    made.do(0, "class-after", fields={"after": "open"})
    made.run(1)
    assert after in text(made, 1)
    made.do(0, "class-after", fields={"after": "held"})
    made.run(1)
    assert after not in text(made, 1)


def test_a_list_of_choices_acts_by_its_button_and_keeps_the_choice() -> None:
    """Arrow keys report a change at every step: nothing may be handed out by them."""
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Overview")
    given = screen(made, 0).teaching.teacher
    name, other = next((n, one) for n, one in builtin_lessons("en").items() if n != "die")
    made.do(0, "class-lesson", kind="change", fields={"lesson": name})
    made.do(0, "class-after", kind="change", fields={"after": "open"})
    made.run(1)
    assert given.after == "run"
    assert DIE["title"] in text(made, 1)
    write(made, 1, answer_0="2")  # the teacher's screen is drawn again
    shown = made.tables[0].page.regions["lab"]
    assert f'<option value="{name}" selected>' in shown
    assert '<option value="open" selected>' in shown
    made.do(0, "class-lesson", kind="submit", fields={"lesson": name})
    made.run(1)
    assert other["title"] in text(made, 1)
    made.do(0, "class-lesson", kind="submit", fields={"lesson": name})
    assert "The class already has the worksheet" in text(made, 0)
    made.do(0, "class-after", kind="submit", fields={"after": "open"})
    assert given.after == "open"


def test_another_version_is_said_on_both_sides_and_the_way_back_stays() -> None:
    made = opened(1)
    code = reply(made, 1, "Ada")
    member = screen(made, 1).part.member
    hello = member.connect

    def older(conn_id: int, now: float) -> None:
        hello(conn_id, now)
        conn, sent = member.out[-1]
        member.out[-1] = conn, sent.replace("title-deed-class/1", "title-deed-class/0")

    member.connect = older  # type: ignore[method-assign]
    made.do(0, "class-read", fields={"code": code})
    made.run(2)
    assert "The teacher’s device has another version of this program" in text(made, 1)
    assert "Back to the class" in text(made, 1)
    assert "A student’s device can’t join because it has another version" in text(made, 0)
    said = made.tables[0].page.said
    assert len([words for words in said if "another version" in words]) == 1


def test_a_message_that_one_side_cannot_read_is_said_on_both_sides() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    part = screen(made, 1).part
    assert part.member.present
    screen(made, 0).teaching.transport.send(
        screen(made, 0).teaching.teacher.present()[0].conn, '{"m":"newer"}'
    )
    made.run(2)
    assert "The teacher’s device has another version of this program" in text(made, 1)
    assert "A student’s device can’t join because it has another version" in text(made, 0)


def test_answers_in_words_are_left_out_and_wait_for_the_teacher() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    join(made, 2, "Ben")
    made.do(0, "class-after", fields={"after": "open"})
    (n, *_others) = [
        n for n, q in enumerate(DIE["questions"]) if q["answer"] not in ("choice", "number")
    ]
    write(made, 1, **{f"answer_{n}": "because"})
    write(made, 2, **{f"answer_{n}": "an insult"})
    press(made, 0, "Answers")
    assert "an insult" in text(made, 0)
    buttons = [b for b in made.tables[0].page.buttons("lab") if "Leave out an insult" in b.text]
    made.do(0, "class-text", arg=buttons[0].attributes["data-arg"])
    assert "Show this one too" in text(made, 0)
    made.do(0, "class-show", arg=str(n))
    made.run(1)
    assert "because" in text(made, 1)
    assert "an insult" not in text(made, 1)
    write(made, 2, **{f"answer_{n}": "sorry"})
    made.run(1)
    assert "sorry" not in text(made, 1)
    made.do(0, "class-names")
    assert "sorry" not in text(made, 0), "this screen is on the wall"
    press(made, 0, "Show 1 new answer")
    made.run(1)
    assert "sorry" in text(made, 1)
    assert "sorry" in text(made, 0)
    # A reload of the teacher's page forgets nothing of it.
    made.run(3)
    reload(made, 0, "class=teach")
    assert screen(made, 0).teaching.teacher.chart()["texts"] == sorted(
        ["because", "sorry"], key=screen(made, 1).part.member.chart["texts"].index
    )


def test_the_numbers_of_hidden_students_stay() -> None:
    made = opened(3)
    join(made, 1, "Zoe")
    join(made, 2, "Ada")
    press(made, 0, "Overview")
    press(made, 0, "Hide names")
    before = screen(made, 0).numbers()
    join(made, 3, "Ben")
    assert {k: v for k, v in screen(made, 0).numbers().items() if k in before} == before
    shown = text(made, 0)
    assert shown.index("Student 1") < shown.index("Student 2") < shown.index("Student 3")
    assert before[screen(made, 1).part.member.device] == 1, "Zoe came first"
    after = screen(made, 0).numbers()
    made.run(3)
    reload(made, 0, "class=teach")
    assert screen(made, 0).numbers() == after


def test_who_is_to_be_removed_is_asked_for_and_can_be_kept() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    join(made, 2, "Ben")
    press(made, 0, "Overview")
    press(made, 0, "Remove Ada")
    assert "Really remove Ada?" in text(made, 0)
    press(made, 0, "Cancel")
    assert "Really remove Ada?" not in text(made, 0)
    device = screen(made, 1).part.member.device
    assert made.tables[0].page.focused == f'[data-do=class-remove][data-arg="{device}"]'
    press(made, 0, "Remove Ada")
    press(made, 0, "Answers")
    press(made, 0, "Overview")
    assert "Really remove Ada?" not in text(made, 0), "the question does not wait for a stray key"
    press(made, 0, "Remove Ada")
    press(made, 0, "Really remove Ada?")
    assert made.tables[0].page.focused == "#class-overview"
    assert "Ada" not in text(made, 0)


def test_the_focus_is_on_the_title_after_the_way_back() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    for n, label in ((0, "class-resume"), (1, "class-back")):
        reload(made, n, "class")
        made.tables[n].page.focused = ""
        made.do(n, label)
        made.run(1)
        assert made.tables[n].page.focused == "#lab h1"
    made = opened(1)
    join(made, 1, "Ada")
    made.tables[1].page.focused = ""
    made.do(0, "class-end", arg="yes")
    made.run(1)
    assert "The class has ended" in text(made, 1)
    assert made.tables[1].page.focused == "", "who is writing goes on"


def test_the_class_is_ended_from_the_header_and_the_front_page_says_that_it_is_open() -> None:
    made = opened(1)
    page = made.tables[0].page
    assert "For teachers: worksheets and a live class" in page.text("setup")
    press(made, 0, "Leave this screen")
    made.run(1)
    assert "Class 7B is open" in page.text("setup")
    made.do(0, "class")
    made.run(1)
    press(made, 0, "End the class…")  # on the first tab
    assert "End the class 7B?" in text(made, 0)
    press(made, 0, "Cancel")
    assert "End the class 7B?" not in text(made, 0)
    made.do(0, "class-end", arg="yes")
    press(made, 0, "Back")
    made.run(1)
    assert "Class 7B is open" not in page.text("setup")


def reopened(made: Room, n: int) -> Table:
    """The page of a device that is opened again, on its start page."""
    made.run(3)  # what is to be stored has been stored
    device = fresh(made, n)
    database(made, n).slow = False
    made.run(1)
    return device


@pytest.mark.parametrize("again", [False, True])
def test_the_start_page_leads_back_to_the_class_that_this_device_teaches(again: bool) -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Leave this screen")
    made.run(1)
    page = reopened(made, 0).page if again else made.tables[0].page
    assert "Class 7B is open" in page.text("setup")
    press(made, 0, "Class 7B is open", "setup")
    made.run(3)
    assert screen(made, 0).shown.at == "teach"
    assert [p.name for p in screen(made, 0).teaching.teacher.students.values()] == ["Ada"]


@pytest.mark.parametrize("again", [False, True])
def test_the_start_page_leads_a_student_back_to_the_worksheet(again: bool) -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="5")
    press(made, 1, "Leave this screen")
    made.run(1)
    page = reopened(made, 1).page if again else made.tables[1].page
    assert "Class 7B is open: your worksheet" in page.text("setup")
    press(made, 1, "Class 7B is open: your worksheet", "setup")
    made.run(3)
    assert screen(made, 1).shown.at == "student"
    assert DIE["title"] in text(made, 1)


@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("ended", [False, True])
def test_after_a_class_the_start_page_still_has_a_button_to_the_worksheet(
    again: bool, ended: bool
) -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="5")
    if ended:
        made.do(0, "class-end", arg="yes")
        made.run(1)
    press(made, 1, "Leave the class")
    press(made, 1, "Back")
    made.run(1)
    table = reopened(made, 1) if again else made.tables[1]
    assert "is open" not in table.page.text("setup")
    press(made, 1, f"Your worksheet: {DIE['title']}", "setup")
    made.run(1)
    assert DIE["title"] in table.page.text("lab")
    assert 'value="5"' in table.page.regions["lab"]
    # Once it is removed from this device, nothing leads to it.
    press(made, 1, "All worksheets")
    made.run(1)
    sheet = table.app.lab.lessons.folder.shelf[0].id  # type: ignore[union-attr]
    for do, arg in (("lab-forget", sheet), ("lab-leave", "")):
        made.do(1, do, arg=arg)
        made.run(1)
    assert "Your worksheet" not in table.page.text("setup")


def test_a_connected_student_has_nothing_to_hand_in_and_one_without_a_connection_a_file() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    assert "your teacher gets your answers as you write" in text(made, 1)
    assert "There’s nothing to hand in" in text(made, 1)
    assert 'data-do="lab-hand-in"' not in made.tables[1].page.regions["lab"]
    fold = made.tables[1].page.regions["lab"].partition('id="class-more"')[2]
    assert "Hand in my bot" in fold.partition("</details>")[0]
    cut(made, 1)
    made.run(3)
    assert "There’s nothing to hand in" not in text(made, 1)
    assert 'data-do="lab-hand-in"' in made.tables[1].page.regions["lab"]


def test_a_name_that_is_too_long_is_said_and_not_cut() -> None:
    made = room(0)
    made.do(0, "class")
    assert "allow about 5 seconds each" in text(made, 0), "before the class"
    # “For teachers” on the start page leads here.
    assert text(made, 0).index("For teachers") < text(made, 0).index("For students")
    made.do(0, "class-open", fields={"name": "Maths7bb10", "lesson": "die"})
    assert "at most 8 characters." in text(made, 0)
    assert 'value="Maths7bb10"' in made.tables[0].page.regions["lab"]
    made.do(0, "class-open", fields={"name": "Maths7bb", "lesson": "die"})
    assert "Class Maths7bb" in text(made, 0)


def test_what_has_been_copied_is_said_on_its_button() -> None:
    made = opened(1)
    press(made, 0, "Copy the link")
    assert "Copied" in text(made, 0)
    press(made, 0, "Overview")
    press(made, 0, "Let students in")
    assert "Copied" not in text(made, 0)
    code = reply(made, 1, "Ada")
    press(made, 1, "Copy my code")
    assert made.tables[1].page.clipboard == code
    assert "Copied" in text(made, 1)


def test_a_single_number_has_no_axis() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="117")
    press(made, 0, "Answers")
    shown = made.tables[0].page.regions["lab"]
    assert "<circle" in shown
    assert "class-axis" not in shown
    assert "class-middle" not in shown


def test_an_axis_has_round_numbers_and_equal_answers_are_counted() -> None:
    die = {"kind": "number", "question": "?", "labels": [], "counts": [], "texts": []}
    chart = {**die, "numbers": [90, 100, 117, 132], "answered": 4, "pupils": 4}
    view = chart_view(chart, "en", Catalogue("en"))
    assert view["median"] == "108.5"
    assert [tick["label"] for tick in view["ticks"]] == ["100", "110", "120", ""]
    assert all(0 < tick["x"] < 480 for tick in view["ticks"])
    words = {**chart, "kind": "text", "numbers": [], "texts": ["luck", "no idea", "luck"]}
    said = chart_view(words, "en", Catalogue("en"))["texts"]
    assert said == [{"text": "luck", "count": 2}, {"text": "no idea", "count": 1}]


def test_the_worksheet_stays_open_when_the_class_ends() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Look here")
    made.do(0, "class-end", arg="yes")
    made.run(3)
    ended = "The class has ended. You can finish your worksheet on this device."
    assert made.tables[1].page.said[-1] == ended
    assert ended in text(made, 1)
    assert DIE["title"] in text(made, 1)
    assert "Show my code again" not in text(made, 1)
    assert "you stay in the class" not in text(made, 1), "nobody can stay in a class that has ended"
    assert text(made, 1).count("Leave the class") == 1
    press(made, 1, "Save answers as a file")
    assert "titledeed-class-7b-ada.json" in made.tables[1].page.files
    write(made, 1, answer_0="after the end")
    sheet = screen(made, 1).lab.lessons.folder.sheet
    assert sheet is not None
    assert sheet.answers[0] == "after the end"
    assert DIE["title"] in text(made, 1)
    assert "you hand in a file" in text(made, 1), "there is no teacher’s device any more"
    assert screen(made, 1).place == "lesson=ready.die", "a reload opens the worksheet too"
    assert screen(made, 1).class_name == ""
    press(made, 1, "Leave the class")
    assert "For students: join a class" in text(made, 1)
    assert not any("7B" in stored for stored in database(made, 1).texts.values())


def test_a_link_to_the_next_class_replaces_the_one_that_has_ended() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.do(0, "class-end", arg="yes")
    made.run(1)
    made.do(0, "class-open", fields={"name": "8C", "lesson": "dice"})
    made.run(1)
    made.tables[1].hands.open_link("#class=" + screen(made, 0).shown.code)
    made.run(1)
    assert "Join the class 8C" in text(made, 1)


def test_a_file_that_cannot_be_read_leaves_an_ended_class_open() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.do(0, "class-save")
    saved = made.tables[0].page.files["titledeed-class-7b-all.json"]
    made.do(0, "class-end", arg="yes")
    made.run(1)
    ended = "The class has ended. You can finish your worksheet on this device."
    for broken in ("no file of ours", saved[:-40], write_lesson(DIE)[:-40]):
        made.tables[1].hands.imported("class.json", broken)
        made.run(1)
        assert ended in text(made, 1)
    made.tables[1].hands.imported("class.json", saved)
    made.run(1)
    assert ended not in text(made, 1)


def test_a_code_that_is_being_typed_stays_while_others_join() -> None:
    made = opened(2)
    made.do(0, "class-read", kind="type", fields={"code": "half a co"})
    join(made, 1, "Ada")
    screen(made, 0).render()
    assert "half a co" not in made.tables[0].page.regions["lab"], "it was sent"
    made.do(0, "class-read", kind="type", fields={"code": "half a co"})
    screen(made, 0).shown.joined.clear()
    screen(made, 0).render()
    assert "half a co</textarea>" in made.tables[0].page.regions["lab"]
    made.do(0, "class-read", fields={"code": "half a co"})
    assert "half a co</textarea>" in made.tables[0].page.regions["lab"], "to be mended"


def test_the_camera_is_off_when_another_screen_opens() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 0, "Read codes with the camera")
    assert screen(made, 0).part.transport.looks is not None
    shown = screen(made, 0).shown
    looks = screen(made, 0).part.transport
    made.do(0, "lab")
    made.run(1)
    assert not shown.camera
    assert looks.looks is None


def test_a_students_card_says_what_is_handed_in_and_lets_someone_in_above_the_worksheet() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    assert "Hand in a bot or a simulation" in text(made, 1)
    assert "Scan the code with the camera" not in text(made, 1)
    press(made, 1, "Let someone in")
    shown = made.tables[1].page.regions["lab"]
    card = shown.split('id="class-next"')[1].split("</section>")[0]
    for words in ("Your classmate scans the code", "Scan the code with the camera", "No camera?"):
        assert words in card
    # The button that opened it is pressed, and closes it on a phone, where its own head is not seen.
    assert [
        b.attributes.get("aria-pressed")
        for b in made.tables[1].page.buttons("lab")
        if b.text == "Let someone in"
    ] == ["true"]
    assert shown.index('id="class-next"') < shown.index('class="class-sheet')
    press(made, 1, "Let someone in")
    assert "Scan the code with the camera" not in text(made, 1)


def test_a_student_cannot_fill_the_class_with_codes() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    press(made, 1, "Let someone in")
    assert "Your classmate scans the code on your teacher’s screen." in text(made, 1)
    made.do(1, "class-carry", fields={"code": "w.AAAA"})
    made.run(1)
    assert "Only the teacher’s own camera takes them." in text(made, 1)
    assert len(screen(made, 0).teaching.teacher.students) == 1
    code = reply(made, 2, "Ben")
    teaching = screen(made, 0).teaching
    opened_before = len(made.network.ends)
    made.network.common.clear()
    for _ in range(40):
        made.do(1, "class-carry", fields={"code": code})
        made.run(0.1)
    assert "Others are just being let in." in text(made, 1)
    assert len(made.network.ends) - opened_before < 12
    assert not teaching._carried


def test_what_can_no_longer_be_read_is_removed() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    fresh(made, 0)
    found(made, 0)
    store = made.tables[0].store
    about = store.here("class/").get("teacher", {})
    store.put("class/teacher", {**about, "state": {}})
    made.tables[0].hands.open_link("#class")
    made.run(1)
    made.do(0, "class-resume")
    made.run(1)
    assert "can’t be read anymore" in text(made, 0)
    press(made, 0, "Remove it from this device")
    made.run(1)
    left: list[dict[str, Any]] = []
    store.fetch("class/", lambda tables: left.append(dict(tables)))
    assert left == [{}]


def test_a_class_that_could_not_be_stored_is_tried_again() -> None:
    made = opened(1)
    teaching = screen(made, 0).teaching
    store = teaching.context.store
    put = store.put
    store.put = lambda name, table, large=False: False  # type: ignore[method-assign]
    press(made, 0, "Look here")
    made.run(2)
    assert "" in teaching.teacher.dirty
    store.put = put  # type: ignore[method-assign]
    made.run(2)
    assert "" not in teaching.teacher.dirty
    assert store.here("class/")["teacher"]["state"]["look"]


def test_a_student_is_told_if_a_file_that_waits_cannot_be_stored() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    cut(made, 1)
    store = screen(made, 1).part.context.store
    put = store.put
    store.put = lambda name, table, large=False: False  # type: ignore[method-assign]
    hand(made, 1, "my.py", "# title-deed-bot/1 {}\nx = 1\n")
    assert "Keep this page open until your files have been handed in." in text(made, 1)
    store.put = put  # type: ignore[method-assign]
    made.run(2)
    assert "Keep this page open" not in text(made, 1)


def hand(made: Room, n: int, name: str, content: str) -> None:
    made.do(n, "class-hand")
    made.tables[n].page.choosing([(name, content.encode())])
    made.run(1)


def test_the_last_bot_of_each_student_enters_and_the_teacher_may_choose() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    join(made, 2, "Ben")
    for n in (1, 2, 3):
        hand(made, 1, "ada.py", f'# title-deed-bot/1 {{"name": "Magpie {n}"}}\nx = {n}\n')
    hand(made, 2, "rook.py", "x = 5\n")  # plain Python
    press(made, 0, "Handed in")
    teacher = screen(made, 0).teaching.teacher
    ada, ben = teacher.students.values()
    assert ben.handed[0].text.startswith("# title-deed-bot/")
    made.do(0, "class-enter", arg=ada.handed[0].id)
    made.do(0, "class-drop", arg=ada.handed[2].id)
    assert "Really remove?" in text(made, 0)
    made.do(0, "class-drop", arg=ada.handed[2].id)
    assert made.tables[0].page.focused == "#class-handed"
    made.do(0, "class-enter", arg=ada.handed[1].id)  # now the last one, so it is left out
    press(made, 0, "Enter the bots in the tournament")
    made.run(1)
    shown = text(made, 0)
    assert "2 bots entered." in shown
    assert "Magpie 1" in shown
    assert "Magpie 2" not in shown
    assert "rook" in shown


def test_a_player_of_the_strategy_desk_is_handed_in_as_a_bot() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    player = write_strategy(Strategy("Magpie"))
    hand(made, 1, "magpie.json", player)
    made.run(1)
    (ada,) = screen(made, 0).teaching.teacher.students.values()
    bot = read_bot(ada.handed[0].text)
    assert bot.name == "Magpie"
    assert "def " in bot.code
    hand(made, 1, "bad.json", '{"format": "title-deed-strategy/1", "rules": 5}')
    assert "bad.json: " in text(made, 1)


def test_the_sweeps_of_a_class_become_one_curve() -> None:
    made = opened(2)
    files = []
    for n, name in ((1, "Ada"), (2, "Ben")):
        join(made, n, name)
        table = json.loads((KEPT / "title-deed-sweep-1.json").read_text()) | {"seed": n}
        for game in (game for games in table["played"] for game in games):
            game["throws"] += n
        files.append(json.dumps(table))
        hand(made, n, "cash.json", files[-1])
    press(made, 0, "Handed in")
    assert "sweep" in text(made, 0)
    press(made, 0, "Make one curve of the sweeps")
    made.run(3)
    lab = made.tables[0].app.lab
    assert isinstance(lab, LabScreens)
    together = lab.curves.curves.together
    assert together.troubles == []
    assert [run.name for run in together.runs] == ["Ada cash", "Ben cash"]
    made.do(0, "class")
    made.run(1)
    press(made, 0, "Make one curve of the sweeps")
    made.run(3)
    assert len(together.runs) == 2
    assert together.troubles == []


def test_hidden_names_are_not_spoken_either() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    press(made, 0, "Overview")
    press(made, 0, "Hide names")
    page = made.tables[0].page
    before = len(page.said)
    join(made, 2, "Ben")
    made.do(1, "class-hand")
    made.tables[1].page.choosing([("ada.py", b"# title-deed-bot/1 Magpie\nx = 1\n")])
    made.run(1)
    for tab in ("Handed in", "Answers", "Overview", "Let students in"):
        press(made, 0, tab)
        # Whole words: a student's random key in hexadecimal digits may contain "ada".
        assert not re.search(r"\b(Ada|Ben|ada)\b", page.regions["lab"]), tab
    spoken = " ".join(page.said[before:])
    assert "Student 2 is in." in spoken
    assert "Student 1 has handed in a file." in spoken
    assert "Ada" not in spoken
    assert "Ben" not in spoken


def test_every_file_gets_a_sentence() -> None:
    made = room(1)
    made.do(0, "class")
    lesson = write_lesson(DIE)
    made.tables[0].hands.imported("die.json", lesson)
    assert f"Chosen for the class: {DIE['title']}" in text(made, 0)
    made.do(0, "class-open", kind="type", fields={"name": "7", "lesson": "open"})
    assert screen(made, 0).shown.teacher is None
    screen(made, 0).render()
    assert 'value="7"' in made.tables[0].page.regions["lab"]
    made.do(0, "class-open", fields={"name": "7B", "lesson": "open"})
    made.run(1)
    assert screen(made, 0).teaching.teacher.given is not None
    made.tables[0].hands.imported("die.json", lesson)
    assert "The class already has the worksheet" in text(made, 0)
    made.tables[0].hands.imported("run.json", '{"format": "title-deed-run/1"}')
    assert "This file is for the laboratory." in text(made, 0)
    made.tables[0].hands.imported("bad.json", '{"format": "title-deed-class/1"}')
    assert "bad.json: The file is damaged" in text(made, 0)
    join(made, 1, "Ada")
    made.tables[1].hands.imported("die.json", lesson)
    assert "In a class, the worksheets come from your teacher." in text(made, 1)
    made.do(1, "class-hand")
    made.tables[1].page.choosing([("a.png", b"x"), ("b.png", b"y"), ("a.png", b"x")])
    assert "“a.png and b.png” can’t be handed in here." in text(made, 1)


def test_a_student_who_is_in_lets_in_the_next() -> None:
    made = opened(2)
    join(made, 1, "Ada")
    code = reply(made, 2, "Ben")
    press(made, 1, "Let someone in")
    made.do(1, "class-carry", fields={"code": code})
    made.run(1)
    assert "The code has been passed on" in text(made, 1)
    assert "Connected" in text(made, 2)
    made.do(1, "class-carry", fields={"code": "nonsense"})
    made.run(1)
    assert "wrong, missing or in the wrong place" in text(made, 1)


def test_the_code_of_another_class_is_refused() -> None:
    made, other = opened(1), opened(1)
    code = reply(other, 1, "Ada")
    made.do(0, "class-read", fields={"code": code})
    assert "This code is for another class." in text(made, 0)
    made.tables[1].hands.open_link("#class=AAAA")
    made.run(1)
    assert "wrong, missing or in the wrong place" in text(made, 1)


def reload(made: Room, n: int, place: str) -> None:
    """Reload the page of one device; the others see a broken connection."""
    old = made.tables[n]
    assert old.app.classroom is not None
    transport = old.app.classroom.part.transport  # type: ignore[attr-defined]
    for conn_id in sorted(transport.left_open):
        transport.close(conn_id)
    page = FakePage(network=made.network)
    page.clock = old.page.clock
    made.tables[n] = Table(store=old.disk(), page=page)
    made.run(0.1)
    made.tables[n].hands.open_link("#" + place)
    made.run(12)


def test_after_a_reload_a_student_is_back_without_a_code() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="kept")
    place = made.tables[1].page.state["place"]
    assert place == "class=pupil"
    made.run(3)
    reload(made, 1, place)
    assert "Connected" in text(made, 1)
    assert "kept" in made.tables[1].page.regions["lab"]
    assert "1 of 1 connected" in text(made, 0)


def test_after_a_reload_the_teacher_has_the_class_and_reaches_the_students() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="kept")
    made.run(3)
    code = screen(made, 0).shown.code
    reload(made, 0, "class=teach")
    assert "Class 7B" in text(made, 0)
    assert screen(made, 0).shown.code == code
    assert "1 of 1 connected" in text(made, 0)
    assert screen(made, 0).teaching.teacher.answers_to(screen(made, 0).teaching.teacher.at, 0) == [
        "kept"
    ]
    write(made, 1, answer_0="later")
    assert "later" in str(
        screen(made, 0).teaching.teacher.answer_sheets(screen(made, 0).teaching.teacher.at)
    )


def test_a_reload_without_a_connection_keeps_the_answers_in_the_work_that_is_saved() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="kept")
    made.run(3)
    press(made, 0, "Handed in")
    transport = screen(made, 0).teaching.transport
    reload(made, 0, "class=other")
    reload(made, 1, "class=pupil")
    assert transport
    made.do(1, "class-work", arg="file")
    (work,) = [t for n, t in made.tables[1].page.files.items() if n.startswith("titledeed-class")]
    assert "kept" in work


def test_another_class_is_not_opened_while_one_is_stored() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    reload(made, 0, "class")
    made.do(0, "class-open", fields={"name": "8A", "lesson": "die"})
    assert "This device still teaches the class 7B." in text(made, 0)
    assert screen(made, 0).shown.teacher is None
    made.do(0, "class-resume")
    made.run(3)
    assert [student.name for student in screen(made, 0).teaching.teacher.students.values()] == [
        "Ada"
    ]


def test_a_class_from_a_file_survives_a_reload() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.do(0, "class-save")
    saved = made.tables[0].page.files["titledeed-class-7b-all.json"]
    made.do(0, "class-end", arg="yes")
    made.tables[0].hands.imported("class.json", saved)
    made.run(3)
    reload(made, 0, "class=teach")
    assert [student.name for student in screen(made, 0).teaching.teacher.students.values()] == [
        "Ada"
    ]


def saved_class(made: Room) -> str:
    made.do(0, "class-save")
    return next(t for n, t in made.tables[0].page.files.items() if n.endswith("-all.json"))


def fresh(made: Room, n: int) -> Table:
    """The page of a device that is opened again, while nothing that is stored has been read yet."""
    old = made.tables[n]
    assert old.app.classroom is not None
    transport = old.app.classroom.part.transport  # type: ignore[attr-defined]
    for conn_id in sorted(transport.left_open):
        transport.close(conn_id)
    page = FakePage(network=made.network)
    page.clock = old.page.clock
    made.tables[n] = Table(store=old.disk(), page=page)
    database(made, n).slow = True
    return made.tables[n]


def database(made: Room, n: int) -> Database:
    found = made.tables[n].store._queue.database
    assert isinstance(found, Database)
    return found


def found(made: Room, n: int) -> None:
    """What is stored on a fresh device has been read."""
    database(made, n).slow = False
    database(made, n).finish()
    made.run(3)


def cut(made: Room, n: int) -> None:
    """Break the connection of a student, who doesn't come back alone."""
    part = screen(made, n).part
    conn_id = part.member.conn
    teaching = screen(made, 0).teaching
    for side in (part, teaching):
        side.back.ways.clear()
    other = teaching.teacher.students[part.member.device].conn
    teaching.transport.close(other)
    teaching.closed(other)
    made.run(1)
    assert not part.member.conn
    assert conn_id


def test_a_file_that_is_opened_first_does_not_replace_the_stored_class() -> None:
    made, other = opened(1), opened(0)
    join(made, 1, "Ada")
    made.run(3)
    older = saved_class(other)
    device = fresh(made, 0)
    device.hands.imported("older.json", older)
    found(made, 0)
    assert "This device still teaches the class 7B." in text(made, 0)
    made.do(0, "class-resume")
    made.run(3)
    assert [p.name for p in screen(made, 0).teaching.teacher.students.values()] == ["Ada"]


def test_a_form_that_is_sent_first_does_not_replace_the_stored_class() -> None:
    made = opened(1)
    made.run(3)
    fresh(made, 0)
    made.do(0, "class")
    made.do(0, "class-open", fields={"name": "8A", "lesson": "die"})
    found(made, 0)
    assert screen(made, 0).shown.teacher is None
    assert "This device still teaches the class 7B." in text(made, 0)


def test_a_students_file_waits_for_the_class_that_is_stored() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="5")
    made.do(1, "class-work", arg="file")
    (work,) = [t for n, t in made.tables[1].page.files.items() if n.startswith("titledeed-class")]
    made.do(0, "class-remove", arg=screen(made, 1).part.member.device)
    made.do(0, "class-remove", arg=screen(made, 1).part.member.device)
    made.run(3)
    device = fresh(made, 0)
    device.hands.imported("ada.json", work)
    found(made, 0)
    assert "Choose “Back to the class” to add them." in text(made, 0)
    made.do(0, "class-resume")
    made.run(1)
    teacher = screen(made, 0).teaching.teacher
    assert teacher.answers_to(teacher.at, 0) == ["5"]
    assert "Answers added: Ada" in text(made, 0)


def test_an_invitation_file_that_is_opened_first_keeps_the_students_identity() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.do(0, "class-invitation")
    invitation = made.tables[0].page.files["titledeed-class-7b.json"]
    identity = screen(made, 1).part.member.device
    made.run(3)
    device = fresh(made, 1)
    device.hands.imported("class.json", invitation)
    found(made, 1)
    assert screen(made, 1).part.member.device == identity


@pytest.mark.parametrize(("name", "students"), [("ada", 1), ("Ben", 2)])
def test_who_leaves_and_joins_again_counts_once(name: str, students: int) -> None:
    """Somebody else on the same device is another student."""
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    made.do(1, "class-leave")
    made.run(1)
    assert "Back to the class" not in text(made, 1)
    join(made, 1, name)
    assert len(screen(made, 0).teaching.teacher.students) == students
    reload(made, 1, "class=pupil")
    assert "Connected" in text(made, 1)


def test_who_has_left_counts_once_after_a_reload_too() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    made.do(1, "class-leave")
    made.run(1)
    reload(made, 1, "class")
    assert "Back to the class" not in text(made, 1)
    join(made, 1, "Ada")
    assert len(screen(made, 0).teaching.teacher.students) == 1


def test_who_is_out_follows_the_new_code_of_the_same_class() -> None:
    made = opened(1, chooses=False)
    join(made, 1, "Ada")
    device = screen(made, 1).part.member.device
    cut(made, 1)
    link = "#class=" + screen(made, 0).shown.code
    made.tables[1].hands.open_link(link)
    made.run(1)
    assert "already in a class" not in text(made, 1)
    made.do(0, "class-read", fields={"code": screen(made, 1).shown.code})
    made.run(1)
    assert "Connected" in text(made, 1)
    assert list(screen(made, 0).teaching.teacher.students) == [device]
    made.tables[1].hands.open_link(link)
    made.run(1)
    assert "already in a class" in text(made, 1)


def test_who_has_left_does_not_come_back_by_itself() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.run(3)
    assert screen(made, 1).part.back.ways
    made.do(1, "class-leave")
    assert not screen(made, 1).part.back.ways


def test_a_full_class_says_so() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    screen(made, 1).part.member.refused = "full"
    made.run(1)
    assert "The class is full: it can have 40 students." in text(made, 1)


def test_bots_are_handed_in_and_saved() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    made.do(1, "class-hand")
    bot = "# title-deed-bot/1 Magpie\nx = 1\n"
    made.tables[1].page.choosing([("magpie.py", bot.encode()), ("photo.png", b"\x89PNG")])
    made.run(1)
    assert "“photo.png” can’t be handed in here" in text(made, 1)
    press(made, 0, "Handed in")
    assert "magpie" in text(made, 0)
    press(made, 0, "Save")
    assert made.tables[0].page.files["ada-magpie.py"] == bot
    press(made, 0, "Save all")
    assert made.tables[0].page.packed["titledeed-class-7b.zip"].startswith(b"PK")


def test_the_bot_of_the_workshop_is_handed_in_by_a_press() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    press(made, 1, "Hand in my bot")
    assert "Write a bot in the workshop first." in text(made, 1)
    made.do(1, "workshop")
    made.tables[1].page.editor.type("class Mine: pass\n")
    made.run(2)
    made.do(1, "class")
    press(made, 1, "Hand in my bot")
    made.run(1)
    assert "Handed in: MyBot" in text(made, 1)
    teacher = screen(made, 0).teaching.teacher
    (handed,) = next(iter(teacher.students.values())).handed
    assert handed.text == '# title-deed-bot/1 {"name": "MyBot"}\nclass Mine: pass\n'


def test_bots_that_were_handed_in_enter_the_tournament_by_a_press() -> None:
    made = opened(2)
    for n, name in ((1, "Ada"), (2, "Ben")):
        join(made, n, name)
        made.do(n, "class-hand")
        bot = f'# title-deed-bot/1 {{"name": "MyBot"}}\nx = {n}\n'
        made.tables[n].page.choosing([("my.py", bot.encode())])
        made.run(1)
    press(made, 0, "Handed in")
    press(made, 0, "Enter the bots in the tournament")
    made.run(1)
    shown = text(made, 0)
    assert "Tournament" in shown
    assert "2 bots entered." in shown
    assert "MyBot 2" in shown
    assert "Ben" in shown
    made.do(0, "class")
    made.run(1)
    assert "2 of 2 connected" in text(made, 0)
    press(made, 0, "Overview")
    press(made, 0, "Hide names")
    press(made, 0, "Handed in")
    press(made, 0, "Enter the bots in the tournament")
    made.run(1)
    assert "already in the tournament" in text(made, 0)
    assert "Ada" not in text(made, 0)


def test_without_a_network_files_and_codes_do_the_same() -> None:
    made = opened(1)
    made.do(0, "class-invitation")
    invitation = made.tables[0].page.files["titledeed-class-7b.json"]
    made.tables[1].hands.imported("class.json", invitation)
    made.run(1)
    made.do(1, "class-join", fields={"name": "Ada"})
    press(made, 1, "Work without a connection")
    assert DIE["title"] in text(made, 1)
    write(made, 1, answer_0="on paper")
    press(made, 1, "Save answers as a file")
    (work,) = [
        t for n, t in made.tables[1].page.files.items() if n.startswith("titledeed-class-7b-ada")
    ]
    made.tables[0].hands.imported("ada.json", work)
    made.run(1)
    press(made, 0, "Overview")
    assert "Ada" in text(made, 0)
    assert "not connected" in text(made, 0)
    write(made, 1, answer_0="by code")
    press(made, 1, "Show answers as a code")
    made.do(0, "class-read", fields={"code": "#class=" + screen(made, 1).shown.work_code})
    teacher = screen(made, 0).teaching.teacher
    assert teacher.answers_to(teacher.at, 0) == ["by code"]


def test_the_class_is_saved_and_ended() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    write(made, 1, answer_0="kept")
    press(made, 0, "Handed in")
    press(made, 0, "Save the class as a file")
    saved = made.tables[0].page.files["titledeed-class-7b-all.json"]
    assert json.loads(saved)["name"] == "7B"
    press(made, 0, "Save answers (CSV)")
    assert '"Ada"' in made.tables[0].page.files["titledeed-class-7b.csv"]
    press(made, 0, "End the class…")
    assert "End the class 7B?" in text(made, 0)
    made.do(0, "class-end", arg="yes")
    made.run(1)
    assert "For teachers: open a class" in text(made, 0)
    assert "The class has ended" in text(made, 1)
    made.tables[0].hands.imported("class.json", saved)
    made.run(1)
    assert "0 of 1 connected" in text(made, 0)
    # The student's worksheet is still on the device.
    made.tables[1].hands.open_link("#lab=sheets")
    made.run(1)
    assert DIE["title"] in text(made, 1)


def test_the_camera_reads_one_code_after_another() -> None:
    made = opened(2)
    codes = [reply(made, 1, "Ada"), reply(made, 2, "Ben")]
    press(made, 0, "Read codes with the camera")
    seen, _failed = screen(made, 0).part.transport.looks
    for code in codes:
        seen(code)
        made.run(1)
    assert "2 of 2 connected" in text(made, 0)
    assert "Turn off the camera" in text(made, 0)


def test_a_name_is_needed_on_both_sides() -> None:
    made = room(1)
    made.do(0, "class")
    made.do(0, "class-open", fields={"name": "  "})
    assert "Give the class a name first" in text(made, 0)
    made.do(0, "class-open", fields={"name": "7B"})
    made.run(1)
    code = screen(made, 0).shown.code
    made.tables[1].hands.open_link("#class=" + code)
    made.run(1)
    made.do(1, "class-join", fields={"name": " "})
    assert "Enter your name first." in text(made, 1)


@pytest.mark.parametrize("part", ["tables", "lab", "classroom"])
def test_a_part_that_cannot_be_fetched_is_reported(part: str) -> None:
    table = Table(page=FakePage(no_part="gone"))
    table.do("class")
    assert "The class couldn’t be loaded" in table.page.said[-1]
    assert part


def test_a_student_who_could_not_be_stored_is_tried_again_and_the_warning_stays() -> None:
    made = opened(1)
    join(made, 1, "Ada")
    teaching = screen(made, 0).teaching
    (device,) = teaching.teacher.students
    store = teaching.context.store
    put = store.put
    store.put = lambda name, table, large=False: not large and put(name, table)  # type: ignore[method-assign]
    write(made, 1, answer_0="new")
    made.run(3)
    assert device in teaching.teacher.dirty
    assert "no storage left" in text(made, 0)
    store.put = put  # type: ignore[method-assign]
    made.run(3)
    assert "no storage left" not in text(made, 0)
    assert device not in teaching.teacher.dirty
