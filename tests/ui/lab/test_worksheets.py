"""Worksheets lose no letter and no place on a reload, in two windows, or on a second device.

They show no answers before the run."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from fake_page import Box, Database, FakePage, Table, disk
from titledeed.lab.lessons import answer_files, builtin, lesson_format
from titledeed.lab.lessons import worksheet_answers_and_merging_two_copies as filling
from titledeed.migrations.lesson_and_worksheet_formats import LESSON
from titledeed.storage.store import Store
from worksheets import for_teachers, handed_in, laboratory, linked, sheets, small, text, write

EARLIER = Path(__file__).resolve().parents[2] / "lab" / "lessons-0.1.0"
SMALL = "#lesson=" + lesson_format.pack_lesson(small())
DIE = "#lesson=ready.die"


def given(table: Table) -> list[str]:
    return sheets(table).folder.sheet.answers  # type: ignore[no-any-return]


def labels(table: Table) -> list[str]:
    return [button.text for button in table.page.buttons("lab")]


def window(table: Table) -> Table:
    """Another window of the same browser."""
    here = table.store
    return Table(Store(here.box, here._queue.database), FakePage())


# ---------------------------------------------------------------- no answers before the run


@pytest.mark.parametrize("name", builtin.builtin_lessons("en"))
def test_a_students_link_does_not_lead_to_the_teachers_page(name: str) -> None:
    student = linked(f"#lesson=ready.{name}")
    secret = for_teachers(builtin.builtin_lessons("en")[name]).splitlines()

    def told() -> bool:
        page = student.page.regions["lab"]
        return "eacher" in page or any(line[:40] in text(student) for line in secret)

    assert not told()
    student.press("lab", "All worksheets")
    assert "Worksheets" in text(student)
    assert not told()
    student.do("lab-teachers")  # no button does that here
    student.do("lab-teacher", name)
    assert not told()
    student.press("lab", "Worksheets")
    assert not told()
    # A teacher opens the laboratory without a link.
    student.do("lab-leave")
    student.do("lab")
    student.do("lab-screen", "lessons")
    student.press("lab", "For teachers")
    assert told()


def test_the_list_of_all_worksheets_does_not_link_to_a_teachers_page() -> None:
    table = laboratory()
    assert not [label for label in labels(table) if "page" in label]
    table.press("lab", "For teachers")
    ready = len(builtin.builtin_lessons("en"))
    assert len([label for label in labels(table) if label == "The teacher’s page"]) == ready


@pytest.mark.parametrize(
    ("name", "guess", "press", "result"),
    [
        ("landings", {"answer_0": "GO", "answer_1": "3"}, "Throw 20,000 times", " throws, seed "),
        (
            "house",
            {"answer_0": "the first", "answer_1": "9"},
            "Show the table",
            "How soon houses pay for themselves",
        ),
    ],
)
def test_landings_show_no_result_before_the_guess(
    name: str, guess: dict[str, str], press: str, result: str
) -> None:
    table = linked(f"#lesson=ready.{name}")
    last = builtin.builtin_lessons("en")[name]["questions"][-1]["text"]
    assert result not in text(table)
    assert "In jail" not in text(table)
    table.do("lab-throw")  # its button cannot be pressed yet
    assert result not in text(table)
    write(table, **guess)
    assert result not in text(table)
    table.press("lab", press)
    assert result in text(table)
    assert last in text(table)
    assert "heat-list" not in table.page.regions["lab"]  # it would answer the questions
    # A guess that was locked stays, and a reload shows the results again.
    write(table, answer_1="77")
    again = linked(f"#lesson=ready.{name}", table.disk())
    assert given(again)[1] == guess["answer_1"]
    assert result in text(again)


def test_students_must_find_the_best_step_in_the_table_of_houses_themselves() -> None:
    table = linked("#lesson=ready.house")
    write(table, answer_0="the first", answer_1="9")
    table.do("lab-throw")
    assert "of 8 groups, the third house" not in text(table)
    assert "is-best" not in table.page.regions["lab"]
    table.do("lab-screen", "landings")
    assert "In 7 of 8 groups, the third house" in text(table)
    assert "is-best" in table.page.regions["lab"]


def test_questions_about_the_result_come_after_the_run() -> None:
    table = linked(SMALL)
    assert "After the experiment, 2 more questions will appear here." in text(table)
    assert "Which?" not in text(table)
    write(table, answer_0="more")
    table.do("lab-run")
    assert "Which?" in text(table)
    without = {**small(), "run": None}
    table = linked("#lesson=" + lesson_format.pack_lesson(without))
    assert "Which?" in text(table)  # there is nothing to run


def test_a_printed_worksheet_has_all_questions_and_no_answers() -> None:
    table = laboratory()
    table.do("lab-lesson", "die")
    write(table, student="Ada", answer_0="123")
    table.do("lab-teacher", "die")
    table.press("lab", "Print a blank worksheet")
    assert "printed" in table.page.said
    for question in builtin.builtin_lessons("en")["die"]["questions"]:
        assert question["text"] in text(table)
    assert "123" not in table.page.regions["lab"]
    assert "Ada" not in table.page.regions["lab"]


# ---------------------------------------------------------------- reload and Back


def test_the_address_of_a_worksheet_opens_it_again_with_every_letter() -> None:
    table = linked(SMALL)
    assert table.page.state["place"] == SMALL[1:]
    write(table, student="Ada", answer_0="more")
    table.do("lab-run")
    write(table, answer_2="7")
    again = linked("#" + table.page.state["place"], table.disk())
    assert sheets(again).folder.sheet.student == "Ada"
    assert given(again) == ["more", "", "7"]
    assert again.page.scrolled == "#lesson-a-2"  # where the student was
    # The games are there too, and are not played again.
    assert "10 games on each side" in text(again)
    assert handed_in(again)["tables"] == handed_in(table)["tables"]
    assert len(handed_in(again)["tables"]["a"]) == 11


def test_a_worksheet_from_a_file_has_an_address_too() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, answer_0="more")
    assert table.page.state["place"] == SMALL[1:]
    noise = "".join(chr(0x4E00 + i * i * 7919 % 20_000) for i in range(12_000))
    many = [lesson_format.question_of(noise[i * 600 : i * 600 + 600]) for i in range(20)]
    long = {**small(), "text": noise[:3000], "questions": many, "run": None}
    table.hands.imported("b.json", lesson_format.write_lesson(long))
    place = table.page.state["place"]
    assert place == f"lesson=here.{lesson_format.lesson_id(long)}"
    again = linked(f"#{place}", table.disk())
    assert sheets(again).folder.sheet.lesson["text"] == long["text"]
    elsewhere = linked(f"#{place}")
    assert "worksheet on another device" in text(elsewhere)


def test_back_goes_one_screen_back_and_never_leaves_the_page() -> None:
    table = Table()
    table.do("lab")
    table.do("lab-screen", "landings")
    table.do("lab-screen", "lessons")
    table.do("lab-lesson", "pot")
    table.do("lab-teachers")
    table.do("lab-teacher", "die")
    table.do("lab-write", "copy")
    table.do("lab-collect")
    table.do("lab-screen", "desk")
    assert table.page.history == [
        *("", "lab=compare", "lab=landings", "lab=lessons", "lesson=ready.pot", "lab=teachers"),
        *("lab=teacher.die", "lab=write", "lab=collect", "lab=desk"),
    ]
    shown = []
    while len(table.page.history) > 2:
        table.back()
        assert table.page.state["screen"] == "lab"
        shown.append(re.findall(r"<h2[^>]*>(.*?)</h2", table.page.regions["lab"])[0])
    assert shown[:6] == [
        *("Answers handed in", "Write a worksheet", "Is this die fair?", "For teachers"),
        *("Is the Free Parking pot a bad rule?", "Worksheets"),
    ]
    assert len(set(shown)) == len(shown) == 8
    table.back()
    assert table.page.state["screen"] == "setup"


def test_back_from_a_replayed_game_opens_the_run_with_its_games() -> None:
    table = linked(SMALL)
    write(table, answer_0="more")
    table.do("lab-run")
    table.do("lab-open-game", "a 3")
    assert table.page.state["screen"] == "table"
    assert table.page.history[-1] == ""
    table.back()
    assert table.page.state["screen"] == "lab"
    assert "10 games on each side" in text(table)


def test_going_back_during_the_download_does_not_open_the_laboratory() -> None:
    table = Table(page=FakePage(slow_part="lab"))
    table.do("lab")
    table.hands.returned("")
    for then in table.page.awaiting:
        then("")
    table.page.run()
    assert table.page.state["screen"] == "setup"


@pytest.mark.parametrize(
    "fragment",
    ["#lab=", "#lab=nowhere", "#lab=vote", "#lab=teacher.nothing", "#lab=<i>", "#lab=sheets.x"],
)
def test_an_unknown_screen_address_opens_the_laboratory(fragment: str) -> None:
    table = linked(fragment)
    assert table.page.state["screen"] == "lab"
    assert "<i>" not in table.page.regions["lab"]


# ---------------------------------------------------------------- two windows


def test_two_windows_lose_no_answer() -> None:
    first = linked(SMALL)
    second = window(first)
    second.hands.open_link(SMALL)
    write(first, answer_0="a long text in the first window")
    write(second, student="Ada")
    third = window(first)
    third.hands.open_link(SMALL)
    assert given(third)[0] == "a long text in the first window"
    assert sheets(third).folder.sheet.student == "Ada"
    # The second window shows the change as soon as it hears of it.
    second.hands.storage_changed("titledeed/1/sheet/…")
    assert "a long text in the first window" in text(second)


def test_an_unseen_answer_stays_beside_the_one_that_replaces_it() -> None:
    first = linked(SMALL)
    second = window(first)
    second.hands.open_link(SMALL)
    write(first, answer_0="from the first")
    write(second, answer_0="from the second")  # this window has not heard of the other answer
    assert given(second)[0] == "from the second"
    assert "from the first" in text(second)
    second.press("lab", "Use this answer instead")
    assert given(second)[0] == "from the first"
    assert "from the second" in text(second)
    second.press("lab", "Remove it")
    assert "from the second" not in text(second)
    third = window(first)
    third.hands.open_link(SMALL)
    assert given(third)[0] == "from the first"
    assert "another window" not in text(third)


def test_a_guess_locked_in_another_window_stays() -> None:
    first = linked(SMALL)
    second = window(first)
    second.hands.open_link(SMALL)
    write(first, answer_0="guessed")
    first.do("lab-run")
    write(second, answer_0="another guess")
    assert given(second)[0] == "guessed"
    assert "another guess" in text(second)  # not lost, but no button accepts it
    assert "Use this answer instead" not in text(second)
    assert "Which?" in text(second)


def test_the_last_letters_survive_a_crash_that_one_store_does_not() -> None:
    table = linked(SMALL)
    write(table, answer_0="before the crash")
    early = dict(table.store.box.texts)  # type: ignore[attr-defined]
    write(table, answer_0="before the crash, the last letters")
    database = table.store._queue.database
    assert isinstance(database, Database)
    again = linked(SMALL, Store(Box(texts=early), Database(dict(database.texts))))
    assert given(again)[0] == "before the crash, the last letters"
    lost = linked(SMALL, Store(Box(), Database(dict(database.texts))))
    assert given(lost)[0] == "before the crash, the last letters"
    alone = linked(SMALL, Store(Box(texts=dict(table.store.box.texts)), None))  # type: ignore[attr-defined]
    assert given(alone)[0] == "before the crash, the last letters"


def test_a_student_sees_a_message_when_there_is_no_storage_left() -> None:
    table = linked(SMALL, Store(Box(room=10), None))
    write(table, answer_0="more")
    assert "This device has no storage left" in text(table)
    assert given(table)[0] == "more"


def test_a_damaged_worksheet_on_this_device_is_left_out() -> None:
    table = linked(SMALL)
    write(table, answer_0="more")
    key_values = table.store.box
    key = next(name for name in key_values.names() if name.endswith("/written"))
    for bad in (
        "",
        "x",
        (key_values.read(key) or "")[:-1],
        (key_values.read(key) or "").replace("more", "less"),
    ):
        again = linked(SMALL, Store(Box(texts={**key_values.texts, key: bad}), None))  # type: ignore[attr-defined]
        assert given(again)[0] == ""


def test_worksheets_on_this_device_can_be_listed_opened_removed_and_restored() -> None:
    table = laboratory()
    assert "Worksheets on this device" not in text(table)
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, student="Ada", answer_0="more")
    table.do("lab-sheets")
    table.do("lab-lesson", "die")  # this sheet has no answers
    again = laboratory(store=table.disk())
    assert "Pots & pans <b> Ada · 1 of 3 answered" in text(again)
    assert text(again).count("answered") == 1
    again.press("lab", "Remove")
    assert "answered" not in text(again)
    assert "Removed from this device: Pots & pans <b>." in text(again)
    assert "answered" not in text(laboratory(store=again.disk()))
    again.press("lab", "Undo")
    assert "1 of 3 answered" in text(laboratory(store=again.disk()))
    again.do("lab-shelf", lesson_format.lesson_id(small()))
    assert given(again)[0] == "more"
    assert sheets(again).folder.sheet.lesson["teacher"]["notes"] == "The secret is 42."


# ---------------------------------------------------------------- another device


def carried(table: Table, way: str) -> Table:
    """The same sheet on another device."""
    if not sheets(table).folder.moving:
        table.press("lab", "Continue on another device")
    if way == "file":
        table.press("lab", "Save as a file")
        name = next(name for name in table.page.files if name.startswith("titledeed-sheet-"))
        other = Table(page=FakePage())
        other.hands.imported(name, table.page.files.pop(name))
        other.page.run()
        return other
    address = sheets(table).folder.address
    return linked("#" + address.partition("#")[2])


@pytest.mark.parametrize("way", ["file", "link"])
@pytest.mark.parametrize("start", [SMALL, DIE])
def test_a_second_device_continues_with_the_same_answers_and_at_the_same_place(
    start: str, way: str
) -> None:
    table = linked(start)
    write(table, student="Äda", answer_0="120")
    choose = "300" if start == DIE else ""
    write(table, **({"answer_1": choose} if choose else {}))
    table.do("lab-die" if start == DIE else "lab-run")
    write(table, answer_2="three\nlines\nlong" if start == DIE else "7")
    other = carried(table, way)
    assert sheets(other).folder.sheet.filled == sheets(table).folder.sheet.filled
    assert other.page.scrolled == "#lesson-a-2"
    assert "Copied from the other device" in text(other)
    assert "eacher" not in other.page.regions["lab"]
    assert other.page.state["place"] == start[1:]
    if start == DIE:
        assert handed_in(other)["figures"] == handed_in(table)["figures"]  # the same dice
    else:
        assert "Run it again to see the results" in text(other)
        other.do("lab-run")
        assert handed_in(other)["tables"] == handed_in(table)["tables"]
    # The sheet is on that device now, also after its browser is closed.
    again = linked(start, other.disk())
    assert given(again) == given(table)


def test_answers_from_both_devices_are_merged_when_a_worksheet_returns() -> None:
    table = linked(SMALL)
    write(table, answer_0="at school")
    other = carried(table, "link")
    other.page.when = table.page.when = "2026-11-20T22:00:00Z"
    write(other, answer_0="at home, and more")
    write(table, student="Ada")
    other.press("lab", "Continue on another device")
    table.hands.open_link("#" + sheets(other).folder.address.partition("#")[2])
    assert sheets(table).folder.sheet.student == "Ada"
    assert given(table)[0] == "at home, and more"
    assert "at school" in text(table)


def test_the_code_of_a_worksheet_is_shown_where_a_camera_can_read_it() -> None:
    table = linked(DIE)
    write(table, student="Ada", answer_0="120")
    table.press("lab", "Continue on another device")
    address = sheets(table).folder.address
    assert len(address) < 400
    assert f"code of {len(address)}" in table.page.regions["lab"]
    noise = "".join(chr(0x4E00 + i * i * 7919 % 20_000) for i in range(2000))
    write(table, answer_0=noise)
    table.do("lab-move")
    table.do("lab-move")
    assert "too long for a camera" in text(table)
    table.page.clipboard = ""
    table.press("lab", "Copy the link")
    assert table.page.clipboard == sheets(table).folder.address


@pytest.mark.parametrize("where", ["lesson", "written", "desk"])
def test_links_to_lessons_and_positions_have_a_qr_code(where: str) -> None:
    table = laboratory()
    if where == "desk":
        table.do("lab-screen", "desk")
        table.do("lab-share")
    elif where == "written":
        table.do("lab-write", "new")
        table.do("lab-attach", "die")
        table.do("lab-draft", kind="type", fields={"title": "Mine"})
        table.do("lab-link")
    else:
        table.do("lab-teacher", "die")
        table.do("lab-link")
    assert "QR code for this link" in table.page.regions["lab"]


def test_another_version_of_a_built_in_lesson_is_reported() -> None:
    die = builtin.builtin_lessons("en")["die"]
    packed = filling.pack_worksheet(
        {**die, "title": "Of another version"}, "die", filling.blank_worksheet(die)
    )
    table = linked("#sheet=" + packed)
    assert "The other device has a different version of this worksheet" in text(table)
    table.hands.imported(
        "a.json",
        filling.write_worksheet(
            {**die, "title": "Of another version"}, "die", filling.blank_worksheet(die)
        ),
    )
    assert "Of another version" in text(table)
    assert table.page.state["place"].startswith("lesson=1.")


@pytest.mark.parametrize(
    ("language", "jail", "former"),
    [
        ("en", "jail", "After how many of 100 throws will the token be in jail?"),
        ("de", "Gefängnis", "Nach wie vielen von 100 Würfen wird die Figur im Gefängnis sein?"),
    ],
)
def test_no_question_about_landings_gives_away_the_previous_answer(
    language: str, jail: str, former: str
) -> None:
    """The token is in jail most often, and students guess that.

    A sheet with the former question opens."""
    landings = builtin.builtin_lessons(language)["landings"]
    before = [q["text"] for q in landings["questions"] if q["when"] == "before"]
    assert len(before) == 2
    assert not [question for question in before if jail in question]
    assert landings["questions"][1]["answer"] == "number"
    questions = [*landings["questions"]]
    questions[1] = {**questions[1], "text": former}
    earlier = {**landings, "questions": questions}
    filled = filling.blank_worksheet(earlier)
    filled.answers[1] = filling.Text("12", 1)
    table = laboratory()
    table.hands.imported("a.json", filling.write_worksheet(earlier, "landings", filled))
    assert former in text(table)
    assert given(table)[1] == "12"
    again = Table(table.disk())
    again.hands.open_link("#" + table.page.state["place"])
    assert former in text(again)
    assert given(again)[1] == "12"


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_question_about_houses_gives_away_the_answer_to_another(language: str) -> None:
    """The third house pays back soonest. The questions for after the run are on one screen."""
    first, *others = builtin.builtin_lessons(language)["house"]["questions"]
    assert first["choices"][2] in ("the third", "das dritte")
    for question in others:
        assert not re.search("third house|three houses|dritte Haus|drei Häuser", question["text"])


@pytest.mark.parametrize("packed", ["", "1.", "2.abc", "1.eJw", "1.!!", "x" * 70_000])
def test_a_link_to_a_missing_worksheet_is_refused_with_a_sentence(packed: str) -> None:
    table = linked(DIE)
    write(table, answer_0="mine")
    table.hands.open_link("#sheet=" + packed)
    assert sheets(table).folder.trouble
    assert given(table)[0] == "mine"


# ---------------------------------------------------------------- what is not the sheet's own


def test_changes_in_compare_do_not_change_the_worksheet() -> None:
    free = {**small(), "locked": {"settings": False, "guess": False}}
    table = linked("#lesson=" + lesson_format.pack_lesson(free))
    table.do("lab-run")
    before = handed_in(table)
    table.page.files.clear()
    table.press("lab", "Change the experiment")
    table.do("lab-side", "a", kind="change", fields={"rulebook": "classic", "seats": "2"})
    table.back()
    assert handed_in(table) == before


def test_each_bad_file_is_named_and_the_good_files_are_added() -> None:
    table = laboratory()
    table.do("lab-collect")
    table.do("lab-open")
    good = (EARLIER / "answers.json").read_text("utf-8")
    for name, content in (
        ("one.json", good[:-30]),
        ("two.json", good),
        ("three.json", "no answers at all"),
        ("four.json", good),
    ):
        table.hands.imported(name, content)
    words = text(table)
    assert "3 files weren’t added:" in words
    assert "one.json: The file is damaged" in words
    assert "three.json: The file is damaged" in words
    assert "four.json: These answers have already been added." in words
    assert "1 worksheet" in words
    table.do("lab-open")
    assert sheets(table).folder.refused == []


def test_the_collected_table_survives_closing_the_page_until_it_is_removed() -> None:
    table = laboratory()
    table.hands.imported("ada.json", (EARLIER / "answers.json").read_text("utf-8"))
    assert "1 worksheet" in text(table)
    again = linked("#lab=collect", table.disk())
    assert "1 worksheet" in text(again)
    assert "Ada" in text(again)
    again.press("lab", "Remove these answers")
    assert "1 sheet" not in text(again)
    assert "1 sheet" not in text(linked("#lab=collect", again.disk()))
    again.press("lab", "Undo")
    assert "Ada" in text(again)
    assert "1 worksheet" in text(linked("#lab=collect", again.disk()))


def test_current_lessons_links_and_answers_still_open() -> None:
    table = laboratory()
    for name in ("pot", "first", "die"):
        file = (EARLIER / f"{name}.json").read_text("utf-8")
        table.hands.imported(f"{name}.json", file)
        assert json.loads(file)["title"] in text(table)
        assert sheets(table).folder.trouble == ""
        assert sheets(table).folder.sheet.lesson == LESSON.upgrade(json.loads(file))
    for packed in json.loads((EARLIER / "links.json").read_text("utf-8")).values():
        student = linked("#lesson=" + packed)
        assert sheets(student).folder.trouble == ""
        assert sheets(student).folder.sheet.lesson["questions"]
    handed = answer_files.read_answers((EARLIER / "answers.json").read_text("utf-8"))
    assert handed["name"] == "Ada"
    for name in ("pot", "landings", "house", "first", "classes", "die"):
        student = linked(f"#lesson=ready.{name}")
        assert sheets(student).folder.trouble == ""
        replaced = "Your link was for an older worksheet. This worksheet has replaced it." in text(
            student
        )
        assert replaced == (name == "first")
    assert student.page.state["place"] == "lesson=ready.die"


def test_worksheets_and_the_draft_from_version_0_1_0_are_imported() -> None:
    stored = json.loads((EARLIER / "stored.json").read_text("utf-8"))
    store = disk()
    for key, content in stored.items():
        store.box.write(key, content)
    table = laboratory(store=store)
    assert "Is this die fair? Ada · 4 of 5 answered" in text(table)
    assert "Does the first player win more? Ada · 1 of 5 answered" in text(table)
    table.do("lab-shelf", json.loads((EARLIER / "answers.json").read_text("utf-8"))["lesson"])
    assert given(table) == ["120", "300", "After 300.\nAt 30 it said nothing.", "", "No."]
    assert "Locked" in text(table)
    figures = json.loads((EARLIER / "answers.json").read_text("utf-8"))["figures"]
    assert handed_in(table)["figures"] == figures  # with the same dice
    table.do("lab-sheets")
    table.press("lab", "For teachers")
    table.press("lab", "Continue writing")
    assert 'value="My own die"' in table.page.regions["lab"]
    assert not [name for name in store.box.names() if "/note/" in name]
    again = laboratory(store=table.disk())
    assert text(again).count("answered") == 2


def test_the_picture_of_all_intervals_also_shows_the_ends_of_shares() -> None:
    table = laboratory()
    handed = answer_files.read_answers((EARLIER / "answers.json").read_text("utf-8"))
    del handed["format"]
    for name, ends in (("Ada", (-0.018, 0.035, 0.088)), ("Bo", (-0.031, 0.02, 0.071))):
        figures = dict(zip(("low", "difference", "high"), ends, strict=True))
        mine = {**handed, "name": name, "figures": figures}
        table.hands.imported(f"{name}.json", answer_files.write_answers(mine))
    assert "−0.031" in text(table)
    assert "+0.088" in text(table)


def test_a_draft_changed_in_another_window_is_shown() -> None:
    first = laboratory()
    first.do("lab-write", "new")
    second = window(first)
    second.hands.open_link("#lab=write")
    first.do("lab-draft", kind="type", fields={"title": "Mine", "notes": "A secret."})
    second.hands.storage_changed("titledeed/1/draft")
    assert 'value="Mine"' in second.page.regions["lab"]
