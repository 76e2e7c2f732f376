"""A class in one process: what a teacher sees, what all see, and what a lost connection loses: nothing."""

from __future__ import annotations

import json
import random

import pytest

from classes import ID, Classroom, invitation, lesson, where
from titledeed.classroom.class_codes import Invitation, pack_invitation
from titledeed.classroom.class_files import (
    SavedClass,
    WorkFile,
    read_class_file,
    write_class,
    write_work,
)
from titledeed.classroom.messages import (
    BOARD_TASK,
    LARGEST_HANDED,
    OF_STUDENT,
    OF_TEACHER,
    SWEEP,
    read_message,
)
from titledeed.classroom.student import ClassMember, member_from_dict
from titledeed.classroom.teacher import MOST_LESSONS, HandedIn
from titledeed.lab.curves.sweep_file import HEAD as HEAD_OF_SWEEPS
from titledeed.lab.lessons.answer_files import answers_csv
from titledeed.lab.lessons.lesson_format import lesson_id, question_of

ONE = lesson_id(lesson())


def classroom(*names: str) -> Classroom:
    room = Classroom()
    room.teacher.give(lesson())
    for name in names:
        room.join(name)
    return room


def write(room: Classroom, name: str, *texts: str, at: int = 1000, run: str = "before") -> None:
    member = room.members[name]
    answers = [(text, at + n if text else 0) for n, text in enumerate(texts)]
    member.write(ONE, answers, where(name, len(texts) - 1, run), {})
    room.run()


def test_a_student_gets_the_worksheet_without_the_teachers_page() -> None:
    room = classroom("Ada")
    member = room.members["Ada"]
    assert member.present
    assert member.lesson is not None
    assert member.lesson["title"] == "Dice"
    assert "The answer is 7" not in str(member.lesson)
    assert member.lesson_id == ONE
    room.teacher.give(lesson("Cards"))
    room.run()
    assert member.lesson["title"] == "Cards"


def test_the_teacher_sees_where_each_student_is() -> None:
    room = classroom("Ada", "Ben")
    write(room, "Ada", "7", "six", run="running")
    ada = room.teacher.students[room.members["Ada"].device]
    sheet = ada.sheets[ONE]
    assert (ada.name, sheet.place, sheet.run) == ("Ada", 1, "running")
    assert [sheet.answers[n].text for n in range(2)] == ["7", "six"]
    assert len(room.teacher.present()) == 2


def test_all_see_the_answers_of_the_class_without_names_and_as_they_come() -> None:
    room = classroom("Ada", "Ben")
    write(room, "Ada", "7", "6", "because")
    room.teacher.show(0)
    room.run()
    chart = room.members["Ben"].chart
    assert (chart["labels"], chart["counts"], chart["answered"], chart["pupils"]) == (
        ["6", "7"],
        [0, 1],
        1,
        2,
    )
    write(room, "Ben", "6", "6.5", "I guess")
    assert room.members["Ada"].chart["counts"] == [0, 1]
    room.wait(1)
    assert room.members["Ada"].chart["counts"] == [1, 1]
    room.teacher.show(1)
    room.run()
    assert room.members["Ada"].chart["numbers"] == [6, 6.5]
    room.teacher.show(2)
    room.run()
    assert room.members["Ada"].chart["answered"] == 2
    assert sorted(room.members["Ada"].chart["texts"]) == ["I guess", "because"]
    assert "Ada" not in str(room.members["Ada"].chart)
    room.teacher.show(None)
    room.run()
    assert room.members["Ada"].chart == {}


def test_texts_are_shown_as_they_were_when_the_teacher_let_them_pass() -> None:
    room = classroom("Ada", "Ben")
    write(room, "Ada", "7", "6", "because")
    room.teacher.show(2)
    room.run()
    ben = room.members["Ben"]
    assert ben.chart["texts"] == ["because"]
    write(room, "Ben", "6", "6", "an insult")
    room.wait(1)
    assert (ben.chart["texts"], ben.chart["answered"]) == (["because"], 2)
    (insult,) = [id for text, id in room.teacher.texts_of(ONE, 2) if text == "an insult"]
    room.teacher.leave_out(insult)
    room.teacher.show_new()
    room.run()
    assert ben.chart["texts"] == ["because"]
    write(room, "Ben", "6", "6", "another one", at=2000)
    room.wait(1)
    assert ben.chart["texts"] == ["because"], "who changes a text has written another"
    room.teacher.show_new()
    room.run()
    assert sorted(ben.chart["texts"]) == ["another one", "because"]
    write(room, "Ada", "7", "6", "so", at=2000)
    room.wait(1)
    assert ben.chart["texts"] == ["another one"]


def test_students_are_numbered_in_the_order_in_which_they_come() -> None:
    room = classroom("Zoe", "Ada")
    (zoe, ada) = room.teacher.students.values()
    room.join("Ben")
    assert (zoe.number, ada.number) == (1, 2)
    room.teacher.remove(ada.device)
    late = room.join("Cleo")
    assert room.teacher.students[late.device].number == 4
    saved = read_class_file(write_class(room.teacher, ""))
    assert isinstance(saved, SavedClass)
    assert [student.number for student in saved.teacher.students.values()] == [1, 2, 3]


def test_a_students_work_says_no_secret_and_opens_no_connection() -> None:
    room = classroom()
    away = ClassMember(pack_invitation(invitation()), invitation(), "a" * 16, "b" * 32)
    away.name = "Ada"
    away.take_lesson(lesson(), "")
    away.write(ONE, [("7", 1000)], where(), {})
    assert away.key not in write_work(away)
    found = read_class_file(write_work(away))
    assert isinstance(found, WorkFile)
    assert room.teacher.take_work(found.hello, found.messages)
    room.members["Ada"] = away
    room.link("Ada")
    assert away.present, "the first connection brings the key"
    other = ClassMember(away.code, away.invitation, away.device, "0" * 32)
    room.members["Eve"] = other
    room.link("Eve")
    assert (other.present, other.refused) == (False, "not-yours")
    assert away.present


def test_a_sweep_is_handed_in_and_a_file_can_be_removed() -> None:
    room = classroom("Ada")
    member = room.members["Ada"]
    text = SWEEP + '1", "seed": 1}'
    assert member.hand_in(HandedIn("1" * 16, "run", "Cash", text))
    room.run()
    (ada,) = room.teacher.students.values()
    assert [one.text for one in ada.handed] == [text]
    room.teacher.dirty.clear()
    room.teacher.drop_handed("1" * 16)
    assert not ada.handed
    assert room.teacher.dirty == {ada.device}
    assert SWEEP == HEAD_OF_SWEEPS


def test_look_here_wait_and_the_questions_after_the_run() -> None:
    room = classroom("Ada")
    room.teacher.set_look(True)
    room.teacher.set_wait(True)
    room.teacher.set_after("held")
    late = room.join("Ben")
    for member in (room.members["Ada"], late):
        assert (member.look, member.wait, member.after) == (True, True, "held")
    room.teacher.give(lesson("Cards"))
    room.run()
    assert late.after == "run"


def test_a_student_without_a_connection_works_on_until_the_teacher_is_back() -> None:
    room = classroom("Ada")
    ada = room.members["Ada"]
    room.teacher.set_look(True)
    room.teacher.set_wait(True)
    room.teacher.set_after("held")
    room.run()
    room.cut("Ada")
    room.wait(10)
    assert (ada.look, ada.wait, ada.after) == (True, True, "held")
    room.wait(6)
    assert (ada.look, ada.wait, ada.after) == (False, False, "run")
    room.link("Ada")
    assert (ada.look, ada.wait, ada.after) == (True, True, "held")
    room.teacher.set_after("open")
    room.run()
    room.cut("Ada")
    room.wait(16)
    assert ada.after == "open", "questions that were released stay"


@pytest.mark.parametrize("seed", range(12))
def test_nothing_is_lost_whatever_breaks(seed: int) -> None:
    """Connections break at random, pages are reloaded, and worksheets are handed out, also earlier ones."""
    chance = random.Random(seed)
    room = classroom("Ada", "Ben", "Cleo")
    lessons = {lesson_id(one): one for one in (lesson(), lesson("Cards"), lesson("Coins"))}
    wrote: dict[str, dict[str, list[tuple[str, int]]]] = {name: {} for name in room.members}
    time = 1000
    for _ in range(80):
        name = chance.choice(sorted(wrote))
        member = room.members[name]
        time += 1
        match chance.randrange(7):
            case 0:
                room.cut(name)
            case 1 if name not in room.conns.values():
                room.link(name)
            case 2:
                room.wait(chance.choice((0.5, 20)))
            case 3:
                _reload_student(room, name, wrote[name])
            case 4 if chance.random() < 0.3:
                _reload_teacher(room)
            case 5 if chance.random() < 0.5:
                room.teacher.give(chance.choice(list(lessons.values())))
                if chance.random() < 0.5:
                    room.run()
            case _ if member.lesson_id:
                sheet = wrote[name].setdefault(member.lesson_id, [("", 0)] * 3)
                sheet[chance.randrange(3)] = (f"text {time}", time)
                member.write(member.lesson_id, sheet, where(name), {})
                if chance.random() < 0.5:
                    room.run()
    for name in wrote:
        room.cut(name)
        room.link(name)
    room.wait(3)
    for name, sheets in wrote.items():
        member = room.members[name]
        assert member.all_told
        for id, answers in sheets.items():
            known = room.teacher.students[member.device].sheets.get(id)
            stored = {n: answer.text for n, answer in known.answers.items()} if known else {}
            assert stored == {n: text for n, (text, _at) in enumerate(answers) if text}


def _reload_student(
    room: Classroom, name: str, wrote: dict[str, list[tuple[str, int]]] | None = None
) -> ClassMember:
    """Reload a student's page: what was written stays on the device, and comes after the hello."""
    room.cut(name)
    back = member_from_dict(json.loads(json.dumps(room.members[name].to_dict())))
    assert back is not None
    room.members[name] = back
    room.link(name)
    for id in back.given:
        back.write(id, (wrote or {}).get(id, []), where(name), {})
    room.run()
    return back


def _reload_teacher(room: Classroom) -> None:
    for name in room.members:
        room.cut(name)
    saved = read_class_file(write_class(room.teacher, "words"))
    assert isinstance(saved, SavedClass)
    room.teacher = saved.teacher


def test_what_was_written_while_away_arrives_after_another_worksheet_was_handed_out() -> None:
    room = classroom("Ada")
    write(room, "Ada", "7")
    room.cut("Ada")
    write(room, "Ada", "7", "six", "because")
    room.teacher.give(lesson("Cards"))
    room.link("Ada")
    member = room.members["Ada"]
    assert member.lesson_id != ONE
    assert not member.all_told
    room.wait(2)
    assert member.all_told
    (sheet,) = room.teacher.answer_sheets(ONE)
    assert sheet["answers"] == ["7", "six", "because"]


def test_many_worksheets_that_were_written_on_arrive_without_flooding() -> None:
    room = Classroom()
    many = {**lesson(), "questions": [question_of(f"{n}?") for n in range(20)]}
    sheets = [{**many, "title": f"{n}"} for n in range(MOST_LESSONS)]
    room.join("Ada")
    for one in sheets:
        room.teacher.give(one)
        room.run()
    room.cut("Ada")
    member = room.members["Ada"]
    for one in sheets:
        member.write(lesson_id(one), [(f"{n}", 1000 + n) for n in range(20)], where(), {})
    room.link("Ada")
    room.wait(30)
    assert member.all_told
    assert not member.refused
    ada = room.teacher.students[member.device]
    assert [len(sheet.answers) for sheet in ada.sheets.values()] == [20] * MOST_LESSONS


def test_a_device_that_is_silent_is_away_and_comes_back() -> None:
    room = classroom("Ada", "Ben")
    ada = room.teacher.students[room.members["Ada"].device]
    room.wait(30)
    assert ada.conn
    silent = room.members["Ada"].conn
    del room.conns[silent]
    room.wait(13)
    assert not ada.conn
    assert not room.members["Ada"].conn
    assert len(room.teacher.present()) == 1
    write(room, "Ada", "7")
    assert not room.members["Ada"].all_told
    room.link("Ada")
    assert room.members["Ada"].all_told
    assert ada.sheets[ONE].answers[0].text == "7"


def test_a_second_connection_of_a_device_replaces_the_first() -> None:
    room = classroom("Ada")
    first = room.members["Ada"].conn
    second = room.link("Ada")
    assert first not in room.conns
    assert room.teacher.present()[0].conn == second
    assert len(room.teacher.students) == 1


def test_files_are_handed_in_once_and_again_after_a_lost_connection() -> None:
    room = classroom("Ada")
    member = room.members["Ada"]
    bot = "# title-deed-bot/1 Magpie\n" + "x = 1\n" * 20_000
    assert member.hand_in(HandedIn("0" * 16, "bot", "Magpie", bot))
    room.cut("Ada")
    assert member.hand_in(HandedIn("1" * 16, "bot", "Rook", "# title-deed-bot/1 Rook\n"))
    back = member_from_dict(member.to_dict())
    assert back is not None
    room.members["Ada"] = back
    room.link("Ada")
    ada = room.teacher.students[member.device]
    assert [(one.name, one.text == bot) for one in ada.handed] == [
        ("Magpie", True),
        ("Rook", False),
    ]
    assert back.handed == [("Magpie", ""), ("Rook", "")]
    assert not back.waiting
    assert not back.hand_in(HandedIn("2" * 16, "bot", "no", "print()"))
    assert not back.hand_in(HandedIn("2" * 16, "bot", "no", "# title-deed-bot/1\0"))
    long = "# title-deed-bot/1" + "x" * LARGEST_HANDED
    assert not back.hand_in(HandedIn("2" * 16, "bot", "no", long))


def test_a_part_of_a_board_is_given_again_after_a_reload_and_the_last_one_handed_in_counts() -> (
    None
):
    room = classroom("Ada", "Ben")
    ada, ben = room.members["Ada"], room.members["Ben"]
    task = BOARD_TASK + '1", "board": "' + "é" * 60_000 + '"}'
    room.teacher.deal_board({ada.device: task})
    room.run()
    assert (ada.task, ben.task) == (task, "")
    again = member_from_dict(ada.to_dict())
    assert again is not None
    assert again.task == task
    saved = read_class_file(write_class(room.teacher, ""))
    assert isinstance(saved, SavedClass)
    assert saved.teacher.students[ada.device].task == task
    part = '{"format": "title-deed-board-part/1", "values": %d}'
    for n in range(20):
        assert ada.hand_in(HandedIn(f"{n:016x}", "board", "Town", part % n))
        room.run()
    assert [one.text for one in room.teacher.students[ada.device].handed] == [part % 19]
    assert ada.handed[-1] == ("Town", "")
    room.cut("Ada")
    for n in range(20, 40):  # away, only the first can be under way and only the last counts
        assert ada.hand_in(HandedIn(f"{n:016x}", "board", "Town", part % n))
    assert [one.text for one in ada.waiting] == [part % 20, part % 39]
    room.teacher.deal_board({})
    room.link("Ada")
    assert ada.task == ""
    assert [one.text for one in room.teacher.students[ada.device].handed] == [part % 39]


def test_a_student_lets_in_the_next_one() -> None:
    room = classroom("Ada")
    room.members["Ada"].carry("a-code")
    room.run()
    news = [news for news in room.teacher.news if news.what == "carry"]
    assert [one.facts["code"] for one in news] == ["a-code"]
    assert room.members["Ada"].carrying
    room.teacher.carried(room.members["Ada"].device, "")
    room.run()
    assert (room.members["Ada"].carrying, room.members["Ada"].carried) == (False, "")


def test_a_student_that_was_removed_is_told_and_may_join_again() -> None:
    room = classroom("Ada")
    member = room.members["Ada"]
    room.teacher.remove(member.device)
    room.run()
    assert (member.present, member.refused) == (False, "removed")
    assert not room.teacher.students
    room.link("Ada")
    assert member.present


def test_when_the_class_ends_everybody_is_told() -> None:
    room = classroom("Ada")
    room.teacher.set_look(True)
    room.teacher.end()
    room.run()
    member = room.members["Ada"]
    assert (member.over, member.look, member.conn) == (True, False, 0)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"protocol": "title-deed-class/2"}, "version"),
        ({"class": "f" * 16}, "other-class"),
        ({"key": "f" * 32}, "not-yours"),
    ],
)
def test_a_foreign_device_is_refused(change: dict[str, str], why: str) -> None:
    room = classroom("Ada")
    hello = {
        "m": "hello",
        "protocol": "title-deed-class/1",
        "class": ID,
        "device": room.members["Ada"].device,
        "key": room.members["Ada"].key,
        "name": "Eve",
        "have": "",
        **change,
    }
    room.teacher.connect(99, room.now)
    room.teacher.receive(99, _json(hello), room.now)
    assert room.teacher.out[-2:] == [(99, _json({"m": "bye", "why": why})), (99, None)]
    assert len(room.teacher.present()) == 1


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_the_class_is_full_at_forty() -> None:
    room = classroom(*(f"Student {n}" for n in range(40)))
    assert len(room.teacher.present()) == 40
    late = room.join("Late")
    assert (late.present, late.refused) == (False, "full")


def test_a_device_that_floods_or_says_nothing_is_closed() -> None:
    room = classroom("Ada", "Ben")
    conn_id = room.members["Ada"].conn
    for _ in range(121):
        room.teacher.receive(conn_id, '{"m":"still"}', room.now)
    room.run()
    assert room.members["Ada"].refused == "Too many messages."
    room.teacher.connect(99, room.now)
    room.now += 11
    room.teacher.tick(room.now)
    assert (99, None) in room.teacher.out
    room.teacher.receive(room.members["Ben"].conn, "not JSON", room.now)
    room.run()
    assert "no JSON" in room.members["Ben"].refused


def test_the_answers_become_a_table() -> None:
    room = classroom("Ben", "Ada")
    write(room, "Ada", "7", "6", "because")
    write(room, "Ben", "6")
    lines = list(answers_csv(room.teacher.answer_sheets(ONE)))
    assert lines == [
        "name,answer_1,answer_2,answer_3,seed",
        '"Ada","7","6","because",11',
        '"Ben","6","","",11',
    ]


def test_a_class_has_a_limited_number_of_worksheets() -> None:
    room = classroom()
    for n in range(MOST_LESSONS - 1):
        assert room.teacher.give(lesson(f"{n}"))
    assert not room.teacher.give(lesson("one too many"))
    assert room.teacher.give(lesson())


def test_a_stored_member_that_is_damaged_is_none() -> None:
    member = classroom("Ada").members["Ada"]
    table = member.to_dict()
    for name in table:
        assert member_from_dict({**table, name: 5}) is None
    assert member_from_dict({**table, "code": "AAAA"}) is None
    assert member_from_dict(table) is not None


def test_every_message_is_read_by_the_other_end_only() -> None:
    room = classroom("Ada")
    seen: set[str] = set()
    teacher, member = room.teacher, room.members["Ada"]
    receive = teacher.receive

    def heard(conn_id: int, text: str, now: float) -> None:
        seen.add("p-" + read_message(text, OF_STUDENT)["m"])
        receive(conn_id, text, now)

    teacher.receive = heard  # type: ignore[method-assign]
    take = member.receive

    def told(conn_id: int, text: str, now: float) -> None:
        seen.add("t-" + read_message(text, OF_TEACHER)["m"])
        take(conn_id, text, now)

    member.receive = told  # type: ignore[method-assign]
    room.link("Ada")
    write(room, "Ada", "7")
    member.write(ONE, [("7", 1000)], where(), {"games": 100})
    member.hand_in(HandedIn("0" * 16, "bot", "Magpie", "# title-deed-bot/1\n"))
    member.carry("code")
    member.offer_words("words")
    member.offer_spare("code", opens=True)
    room.run()
    device = member.device
    teacher.carried(device, "")
    teacher.offer_words(device, "words")
    teacher.offer_spare(device, "code", opens=True)
    teacher.deal_board({device: BOARD_TASK + '1"}'})
    teacher.give(lesson("Cards"))
    teacher.set_look(True)
    room.wait(5)
    teacher.end()
    room.run()
    room.link("Ada")
    member.leave()
    room.run()
    teacher.connect(200, room.now)
    teacher.receive(200, '{"m":"still"}', room.now)
    assert seen == {"p-" + kind for kind in OF_STUDENT} | {"t-" + kind for kind in OF_TEACHER} - {
        "t-bye"
    }


def test_a_member_does_not_listen_to_another_class() -> None:
    room = classroom()
    other: Invitation = invitation(id="f" * 16)
    member: ClassMember = room.join("Ada", other)
    assert (member.present, member.refused) == (False, "other-class")


def test_a_file_that_is_too_large_is_refused() -> None:
    room = classroom("Ada")
    (ada,) = room.teacher.students.values()
    head = "# title-deed-bot/1 Magpie\n"
    room.teacher.hand_in(ada, HandedIn("0" * 16, "bot", "Magpie", head + "x" * LARGEST_HANDED))
    assert ada.handed == []
    for n in range(20):
        text = head + "x" * (LARGEST_HANDED - len(head))
        room.teacher.hand_in(ada, HandedIn(f"{n:016x}", "bot", "Magpie", text))
    assert len(ada.handed) == 16_000_000 // LARGEST_HANDED
