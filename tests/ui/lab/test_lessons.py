"""Worksheets are filled in, handed out, collected and written; other files are refused."""

from __future__ import annotations

import copy
import html
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from fake_page import Box, FakePage, Table
from titledeed.engine.errors import LoadError
from titledeed.engine.record import record_checksum
from titledeed.lab import batch_games, compare, position_editor
from titledeed.lab.lessons import answer_files, builtin, lesson_format, loaded_die
from titledeed.language.catalogue import LANGUAGES, Catalogue
from titledeed.storage.store import Store
from titledeed.ui.lab.state.comparison_form import table_of
from titledeed.ui.page_port import Gesture
from titledeed.workshop import bot_file
from worksheets import for_teachers, handed_in, laboratory, linked, sheets, small, text, write

BARRED = "Answer the questions above first"
ROOT = Path(__file__).resolve().parents[3]
TOWN = tomllib.loads((ROOT / "docs" / "examples" / "my-town.toml").read_text("utf-8"))


def test_a_student_guesses_runs_answers_and_hands_in_a_worksheet() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    assert "Pots & pans <b>" in text(table)
    assert BARRED in text(table)
    table.do("lab-run")  # not possible before the guess
    assert sheets(table).folder.sheet.compare.played == [[], []]
    write(table, student="Äda", answer_0="more\r\nthan\tone")
    assert BARRED not in text(table)
    table.press("lab", "Play 10 games per side")
    assert "10 games on each side in" in text(table)
    assert "Locked: these answers" in text(table)
    write(table, answer_0="something else", answer_1="that", answer_2="7")
    sheet = handed_in(table)
    assert sheet["answers"] == ["more\nthan one", "that", "7"]
    assert (sheet["name"], sheet["title"], sheet["seed"]) == ("Äda", "Pots & pans <b>", 5)
    record = table_of(small()["run"]["sides"][0], Catalogue(), {})
    played = batch_games.run_games({"record": record, "seed": 5, "first": 0, "count": 10})
    assert sheet["tables"]["a"] == list(batch_games.games_csv(played, 2))
    assert sheet["figures"]["games"] == 10
    assert sheet["figures"]["a"] == sum(game["throws"] for game in played) / 10


def test_rows_that_are_handed_in_retain_the_numbers_of_their_games() -> None:
    """A run that was stopped may lack any game, because workers bring parts of it in any order."""
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, answer_0="more")
    table.press("lab", "Play 10 games per side")
    whole = handed_in(table)["tables"]
    comparison = sheets(table).folder.sheet.compare
    comparison.played[0][2] = comparison.played[1][5] = None
    comparison.state = "stopped"
    lines = [line for n, line in enumerate(whole["a"], -1) if n not in (2, 5)]
    assert [line.split(",")[0] for line in lines] == ["game", *"01346789"]
    assert handed_in(table)["tables"]["a"] == lines


def test_a_worksheet_hands_in_the_interval_that_it_shows() -> None:
    table = laboratory()
    side = {**small()["run"]["sides"][0], "house:limit-rounds": "8"}
    run = {**small()["run"], "sides": [small()["run"]["sides"][0], side], "measure": "worth_1"}
    table.hands.imported("a.json", lesson_format.write_lesson({**small(), "run": run}))
    write(table, answer_0="more")
    table.press("lab", "Play 10 games per side")
    figures = handed_in(table)["figures"]
    told = compare.verdict_of(*sheets(table).folder.sheet.compare.pairs, "worth_1")
    assert told.compared.difference.low != told.interval.low
    assert (figures["difference"], figures["low"], figures["high"]) == (
        told.compared.difference.value,
        *told.interval[1:],
    )
    # The sheet shows no interval for an incomplete run, or for a run whose games hardly differ.
    sheets(table).folder.sheet.compare.played[1][9] = None
    assert set(handed_in(table)["figures"]) == {"games", "a", "b", "difference"}
    equal = {**small(), "run": {**run, "sides": [side, side]}}
    table.hands.imported("a.json", lesson_format.write_lesson(equal))
    write(table, answer_0="more")
    table.press("lab", "Play 10 games per side")
    assert "too few" in text(table)
    assert set(handed_in(table)["figures"]) == {"games", "a", "b", "difference"}


def rest_of(table: Table) -> tuple[str, str]:
    """The text of a worksheet's results before *All measures*, and in this fold."""
    before, _, rest = table.page.regions["lab"].partition('id="lesson-rest"')
    told = [re.sub(r"<[^>]*>|\s+", " ", part) for part in (before, rest.partition("</details>")[0])]
    return told[0], told[1]


def test_a_worksheet_shows_the_measures_of_its_questions_and_folds_the_rest() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, answer_0="more")
    table.press("lab", "Play 10 games per side")
    shown, folded = rest_of(table)
    assert "B minus A, mean: " in shown
    assert "Seat 1 wins" not in shown
    assert "Inequality, round by round" not in shown
    for words in ("Seat 1 wins", "Dice throws", "Inequality, round by round"):
        assert words in folded
    # The same comparison as in a ready lesson: its questions also ask about the shares of income.
    run = {**builtin.builtin_lessons("en")["pot"]["run"], "size": 2}
    table.hands.imported("a.json", lesson_format.write_lesson({**small(), "run": run}))
    write(table, answer_0="more")
    table.press("lab", "Play 2 games per side")
    shown, folded = rest_of(table)
    for words in ("Rounds until the end", "Rent as a share of income"):
        assert words in shown
    assert "Seat 1 wins" not in shown
    assert "Seat 1 wins" in folded


def test_the_measures_that_ready_lessons_ask_about_exist() -> None:
    kinds = {measure.id.partition("_")[0] for measure in compare.measures_for(4)}
    lessons = builtin.builtin_lessons("en")
    asks = {
        name: builtin.asked_measures(lesson["run"])
        for name, lesson in lessons.items()
        if lesson["run"] and lesson["run"]["kind"] == "compare"
    }
    assert asks == {
        "pot": ["income"],
        "start": [],
        "classes": ["win", "inequality"],
        "money": ["win", "income"],
    }
    assert {kind for each in asks.values() for kind in each} <= kinds | {"inequality"}


def test_a_comparison_worksheet_shows_the_inequality_that_its_questions_need() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, answer_0="more")
    assert "Inequality, round by round" not in text(table)
    table.press("lab", "Play 10 games per side")
    assert "Inequality, round by round" in text(table)
    assert any(
        "round by round" in q["text"] for q in builtin.builtin_lessons("en")["classes"]["questions"]
    )


def test_the_share_of_fair_dice_is_beside_the_throws_where_it_shows_on_a_phone() -> None:
    table = laboratory()
    table.do("lab-lesson", "die")
    write(table, answer_0="120", answer_1="600")
    table.do("lab-die")
    heads = text(table).partition("Number of throws")[2]
    assert heads.lstrip().startswith(
        "fair dice at least this uneven (out of 1,000) 1 2 3 4 5 6 chi-square 30 "
    )


def asks_a_number() -> lesson_format.Lesson:
    """The small lesson, whose guess is a number."""
    return {**small(), "questions": [lesson_format.question_of("How many?", "number", "before")]}


def test_words_in_a_number_field_give_a_sentence_and_do_not_unlock_the_run() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(asks_a_number()))
    sentence = "Enter only a number, for example 12"
    write(table, answer_0="-5 bananas")
    assert sentence not in text(table)  # the person is still typing
    table.do("lab-answers", kind="change", fields={"answer-0": "-5 bananas"})
    assert sentence in text(table)
    assert 'aria-invalid="true"' in table.page.regions["lab"]
    assert 'value="-5 bananas"' in table.page.regions["lab"]  # no typed character is lost
    table.do("lab-run")
    assert sheets(table).folder.sheet.compare.played == [[], []]
    again = Table(table.disk(), FakePage())
    again.do("lab")
    again.hands.open_link("#lesson=" + lesson_format.pack_lesson(asks_a_number()))
    assert sentence in text(again)
    write(table, answer_0="-5")
    assert sentence not in text(table)
    table.press("lab", "Play 10 games per side")
    assert "10 games on each side in" in text(table)


def test_out_of_range_numbers_in_the_editor_give_a_sentence() -> None:
    table = laboratory()
    table.do("lab-write", "new")
    table.do("lab-attach", "die")
    table.do("lab-add")
    form = {"locked": "on", "guess": "on"}
    for name, typed, most in (
        ("minutes", "-5", 600),
        ("minutes", "", 600),
        ("lines-0", "13", 12),
        ("weight-5", "0", 100),
    ):
        says = f"Enter a whole number from 1 to {most}."
        before = copy.deepcopy(sheets(table).folder.draft)
        table.do("lab-draft", kind="change", fields={name: typed, **form})
        assert says in text(table)
        assert f'value="{typed}"' in table.page.regions["lab"]
        assert sheets(table).folder.draft == before
        table.do("lab-draft", kind="change", fields={name: "9", **form})
        assert says not in text(table)


def test_answers_survive_closing_the_page_and_worksheets_do_not_mix() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, student="Ada", answer_0="kept")
    table.press("lab", "All worksheets")
    table.do("lab-lesson", "die")
    table.do("lab-screen", "lessons")  # the second press leads to the list and loses nothing
    table.press("lab", "Continue: Is this die fair?")
    write(table, answer_0="120")
    seed = sheets(table).folder.sheet.filled.seed
    again = Table(table.store, FakePage())
    again.do("lab")
    again.hands.open_link("#lesson=" + lesson_format.pack_lesson(small()))
    assert 'value="Ada"' in again.page.regions["lab"]
    assert "kept</textarea>" in again.page.regions["lab"]
    again.hands.open_link("#lesson=ready.die")
    assert sheets(again).folder.sheet.answers[0] == "120"
    assert sheets(again).folder.sheet.filled.seed == seed  # the sheet keeps its own dice


def test_a_link_omits_the_teachers_page_and_the_file_includes_it() -> None:
    packed = lesson_format.pack_lesson(small())
    assert lesson_format.unpack_lesson(packed) == lesson_format.for_students(small())
    assert lesson_format.read_lesson(lesson_format.write_lesson(small())) == small()
    assert lesson_format.lesson_id(small()) == lesson_format.lesson_id(
        lesson_format.unpack_lesson(packed)
    )
    noise = "".join(chr(0x4E00 + i * i * 7919 % 20_000) for i in range(12_000))
    many = [lesson_format.question_of(noise[i * 600 : i * 600 + 600]) for i in range(20)]
    with pytest.raises(LoadError, match="too long for a link"):
        lesson_format.pack_lesson({**small(), "text": noise[:3000], "questions": many * 3})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", builtin.builtin_lessons("en"))
def test_each_built_in_lesson_opens_and_can_be_taught(name: str, language: str) -> None:
    lesson_file = builtin.builtin_lessons(language)[name]
    lesson_format.check_lesson(lesson_file)
    assert lesson_file["language"] == language  # otherwise its text is not written yet
    assert (lesson_file["minutes"], lesson_file["short"]) == (40, 20)
    for form in ("minutes", "short"):
        assert sum(step[form] for step in lesson_file["teacher"]["steps"]) == lesson_file[form]
    assert all(question["model"] for question in lesson_file["questions"])
    assert len(lesson_format.pack_lesson(lesson_file)) < 4000
    short = lesson_format.short_form(lesson_file)["questions"]
    assert (short[0]["when"], short[-1]["when"]) == ("before", "after")
    assert len(short) < len(lesson_file["questions"])
    table = laboratory(FakePage(speaks=language))
    table.do("lab-lesson", name)
    assert " ".join(lesson_file["title"].split()) in text(table)
    asked = lesson_file["questions"]
    assert asked[0]["when"] == "before"
    assert asked[-1]["when"] == "after"
    first, last, told = (
        " ".join(part.split())  # the page's text comes without spaces that do not break
        for part in (asked[0]["text"], asked[-1]["text"], for_teachers(lesson_file).splitlines()[0])
    )
    assert first in text(table)
    assert last not in text(table)  # that question comes after the run
    table.do("lab-teacher", name)
    assert told in text(table)
    assert last in text(table)
    table.do("lab-link")
    assert sheets(table).folder.address.endswith(f"#lesson=ready.{name}")


def with_short_form() -> lesson_format.Lesson:
    """The small lesson with a short form, which leaves out its second question and step."""
    first, second, third = small()["questions"]
    steps = [
        {**lesson_format.blank_step(), "text": "Guess.", "say": "Who says more?"},
        {**lesson_format.blank_step(), "text": "Discuss.", "short": 0},
    ]
    position = position_editor.empty_position("modern", "atlantic-city", [("Ada", ""), ("Bo", "")])
    return {
        **small(),
        "minutes": 10,
        "short": 5,
        "questions": [
            {**first, "model": "More."},
            {**second, "short": False, "model": "This.", "errors": "That."},
            third,
        ],
        "teacher": {
            **small()["teacher"],
            "aims": "Learn.\nAsk.",
            "steps": steps,
            "positions": [{"title": "An empty board", "record": position}],
        },
    }


def test_the_teachers_page_marks_what_the_short_form_leaves_out() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(with_short_form()))
    assert "More." not in text(table)  # on the students' sheet
    table.do("lab-teachers")
    table.press("lab", "Teacher’s page: Pots & pans <b>")
    assert text(table).count("leave out if you have 5 minutes") == 2
    for part in ("Learn.", "Who says more?", "Discuss.", "This.", "That.", "The secret is 42."):
        assert part in text(table)
    table.do("lab-link")
    full = sheets(table).folder.address
    table.press("lab", "5 minutes")
    assert "Discuss." in text(table)
    table.do("lab-link")
    short = sheets(table).folder.address
    questions = [
        [
            question["text"]
            for question in linked(address).app.lab.lessons.folder.sheet.lesson["questions"]
        ]  # type: ignore[union-attr, attr-defined]
        for address in ("#" + full.partition("#")[2], "#" + short.partition("#")[2])
    ]
    assert questions == [
        ["What do you guess?", "Which?", "How many?"],
        ["What do you guess?", "How many?"],
    ]
    assert "about 5 minutes" in text(linked("#" + short.partition("#")[2]))
    # The file has both forms, and a copy is edited as a whole.
    table.press("lab", "Download the worksheet")
    (name,) = (name for name in table.page.files if name.startswith("titledeed-lesson-"))
    assert lesson_format.read_lesson(table.page.files[name]) == with_short_form()
    table.press("lab", "An empty board")
    assert "Seats and turn" in text(table)
    table.back()
    table.press("lab", "Edit a copy")
    assert sheets(table).folder.draft == with_short_form()


def test_the_short_form_of_a_ready_lesson_has_a_link_that_opens_it() -> None:
    table = laboratory()
    table.do("lab-teacher", "pot")
    table.press("lab", "20 minutes")
    table.do("lab-link")
    assert sheets(table).folder.address.endswith("#lesson=ready.pot.short")
    assert table.page.state["place"] == "lab=teacher.pot.short"
    again = linked("#lab=teacher.pot.short")
    assert "leave out if you have 20 minutes" in text(again)
    student = linked("#lesson=ready.pot.short")
    assert "about 20 minutes" in text(student)
    assert "Why do you think so?" not in text(student)
    write(student, answer_0="longer")
    student.press("lab", "Continue on another device")
    other = linked("#" + sheets(student).folder.address.partition("#")[2])
    assert sheets(other).folder.sheet.answers[0] == "longer"
    assert sheets(other).folder.sheet.name == "pot.short"


def test_two_dice_are_thrown_and_their_totals_handed_in() -> None:
    table = linked("#lesson=ready.dice")
    assert "share of sevens" not in text(table)
    write(table, answer_0="7", answer_1="17")
    table.press("lab", "Throw two dice 3,600 times")
    assert "share of sevens" in text(table)
    figures = handed_in(table)["figures"]
    assert figures["throws"] == 3600 == sum(figures[f"total_{n}"] for n in range(2, 13))
    again = linked("#lesson=ready.dice", table.disk())
    assert handed_in(again)["figures"] == figures


def test_a_lesson_gives_the_program_of_a_bot_after_the_guess() -> None:
    run = {"kind": "bot", "seed": 1, "name": "Saver", "code": "KEEP = 0\n\nclass MyBot: ...\n"}
    lesson = {**asks_a_number(), "run": run}
    table = linked("#lesson=" + lesson_format.pack_lesson(lesson))
    assert "KEEP" not in text(table)
    table.do("lab-die")
    assert "KEEP" not in text(table)
    write(table, answer_0="100")
    table.press("lab", "Show the program")
    assert "KEEP = 0" in text(table)
    assert "Locked" in text(table)
    (link,) = re.findall(r'href="(#bot=[^"]*)"', table.page.regions["lab"])
    bot = bot_file.read_bot_link(link)
    assert (bot.name, bot.code) == (run["name"], run["code"])
    assert "KEEP = 0" in text(linked("#lesson=" + lesson_format.pack_lesson(lesson), table.disk()))
    for wrong in ({**run, "code": "x" * 20_001}, {**run, "name": 5}):
        with pytest.raises(LoadError):
            lesson_format.check_lesson({**lesson, "run": wrong})


def test_a_teacher_writes_plan_model_answers_and_short_form() -> None:
    table = laboratory()
    table.do("lab-write", "new")
    table.do("lab-add")
    table.press("lab", "Add a step")
    table.press("lab", "Add a step")
    table.press("lab", "Add the position from the position editor")
    table.do("lab-draft", kind="change", fields={"has_short": "on"})
    form = {"title": "Mine", "minutes": "40", "short": "20", "aims": "Learn.", "q-0": "Why?"}
    form |= {"has_short": "on", "step-in-0": "on"}
    form |= {"model-0": "Because.", "errors-0": "So.", "position-0": "Start"}
    form |= {"step-0": "Read.", "say-0": "Well?", "step-minutes-0": "15", "step-short-0": "10"}
    form |= {"step-1": "Talk.", "step-minutes-1": "700", "step-short-1": "5"}
    table.do("lab-draft", kind="change", fields=form)
    assert "Enter a whole number from 0 to 600." in text(table)
    assert "Saved, except for a number that isn’t valid" in text(table)
    draft = sheets(table).folder.draft
    assert (draft["short"], draft["questions"][0]["short"]) == (20, False)
    assert draft["questions"][0]["model"] == "Because."
    assert draft["teacher"]["steps"] == [
        {"text": "Read.", "say": "Well?", "minutes": 15, "short": 10},
        {"text": "Talk.", "say": "", "minutes": 5, "short": 0},
    ]
    assert draft["teacher"]["positions"][0]["title"] == "Start"
    lesson_format.check_lesson(draft)
    table.do("lab-step", "up 1")
    assert [step["text"] for step in draft["teacher"]["steps"]] == ["Talk.", "Read."]
    table.do("lab-step", "remove 0")
    table.do("lab-position", "0")
    assert (len(draft["teacher"]["steps"]), draft["teacher"]["positions"]) == (1, [])


def test_a_lesson_keeps_its_id_in_every_version() -> None:
    """The ids under which version 1 stored sheets, which students' answers name."""
    for name in ("pot", "first", "die"):
        file = ROOT / "tests" / "lab" / "lessons-0.1.0" / f"{name}.json"
        first = json.loads(file.read_text("utf-8"))
        earlier = record_checksum({**first, "teacher": ""})[:16]
        assert lesson_format.lesson_id(lesson_format.read_lesson(json.dumps(first))) == earlier


def test_the_short_form_is_a_switch_and_forgets_nothing_when_it_is_off() -> None:
    table = laboratory()
    table.do("lab-write", "new")
    table.do("lab-add")
    table.do("lab-add")
    table.press("lab", "Add a step")
    assert "Minutes of the short form" not in text(table)
    assert "The short form" not in text(table)
    form = {"q-0": "Why?", "q-1": "How?", "step-0": "Read.", "minutes": "45"}
    table.do("lab-draft", kind="change", fields=form)
    table.do("lab-draft", kind="change", fields={**form, "has_short": "on"})
    draft = sheets(table).folder.draft
    assert draft["short"] == 20  # about half of the lesson
    assert [question["short"] for question in draft["questions"]] == [True, True]
    assert "The short form asks this too" in text(table)
    form |= {"short": "25", "short-1": "on", "step-in-0": "on", "step-short-0": "3"}
    table.do("lab-draft", kind="change", fields={**form, "has_short": "on"})
    lesson_format.check_lesson({**draft, "title": "T"})
    known = copy.deepcopy(draft)
    assert (draft["short"], draft["teacher"]["steps"][0]["short"]) == (25, 3)
    assert [question["short"] for question in draft["questions"]] == [False, True]
    table.do("lab-draft", kind="change", fields=form)  # off
    assert draft == {**known, "short": 0}
    table.do("lab-draft", kind="type", fields={**form, "q-0": "Why not?"})
    table.do("lab-draft", kind="change", fields={**form, "has_short": "on"})
    assert draft == known
    # A step is left out by its own tick, not by a 0.
    del form["step-in-0"]
    table.do("lab-draft", kind="change", fields={**form, "has_short": "on"})
    assert draft["teacher"]["steps"][0]["short"] == 0
    assert "lesson-step-short-0" not in table.page.regions["lab"]


def test_the_page_says_whether_what_was_written_is_saved() -> None:
    table = laboratory(at="lessons")
    table.press("lab", "For teachers")
    table.press("lab", "Write a worksheet")
    assert "Nothing saved yet" in text(table)
    locks = {"locked": "on", "guess": "on"}
    table.do("lab-draft", kind="type", fields={"title": "M", **locks})
    assert "Saved in this browser" in table.page.regions["lesson-saved"]
    again = Table(table.store, FakePage())
    again.do("lab")
    again.do("lab-screen", "lessons")
    again.press("lab", "For teachers")
    again.press("lab", "Continue writing")
    assert "Saved in this browser" in text(again)
    again.do("lab-draft", kind="type", fields={"title": "M", "minutes": "", **locks})
    assert "Saved, except for a number" in again.page.regions["lesson-saved"]
    full = Table(Store(Box(room=10), None), FakePage())
    full.do("lab")
    full.do("lab-screen", "lessons")
    full.do("lab-write", "new")
    full.do("lab-draft", kind="type", fields={"title": "M", **locks})
    assert "Not saved: this browser’s storage is full" in full.page.regions["lab"]


def test_the_preview_follows_a_pause_in_typing_and_leaves_the_form_alone() -> None:
    table = laboratory()
    table.do("lab-write", "new")
    table.do("lab-add")
    table.do("lab-attach", "dice")
    drawn = table.page.patches.count("lab")
    for title in ("Ho", "How <b>fair"):
        form = {"title": title, "q-0": "Is it?", "when-0": "before", "guess": "on", "locked": "on"}
        table.hands.handle_gesture(Gesture("type", where="lab", do="lab-draft", fields=form))
    assert "lesson-preview" not in table.page.patches
    table.page.run()
    shown = table.page.regions["lesson-preview"]
    assert "How &lt;b&gt;fair" in shown
    assert table.page.patches.count("lesson-preview") == 1
    assert table.page.patches.count("lab") == drawn
    for part in ("First, your guess", "Is it?", "Throw two dice 3,600 times", "about 30 minutes"):
        assert part in shown
    assert "data-do" not in shown
    assert 'name="' not in shown
    # In a small window it takes the place of the form.
    table.press("lab", "Preview")
    assert "is-previewed" in table.page.regions["lab"]
    assert table.page.focused == "#lesson-preview-title"
    table.press("lab", "Write")
    assert "is-previewed" not in table.page.regions["lab"]
    assert table.page.places[-1].startswith("back")


def test_the_writer_asks_for_questions_first_and_says_what_each_experiment_and_the_short_form_are() -> (
    None
):
    table = laboratory(at="lessons")
    table.press("lab", "For teachers")
    table.press("lab", "Write a worksheet")
    table.press("lab", "Add a question")
    shown = text(table)
    assert "For a shorter lesson: it has only the questions and steps" in shown
    assert shown.index("Question text") < shown.index("Choose the experiment")
    assert "A die Fair or loaded: students find out" in shown
    signs = re.findall(
        r'data-do="lab-attach".*?lesson-kind-signs">(.*?)</span>',
        table.page.regions["lab"],
        re.DOTALL,
    )
    assert len(set(signs)) == len(signs) == 6


def test_a_teacher_writes_a_new_lesson() -> None:
    table = laboratory(at="compare")
    table.do("lab-question", kind="change", fields={"question": "salary"})
    table.do("lab-screen", "lessons")
    table.press("lab", "For teachers")
    table.press("lab", "Write a worksheet")
    table.do("lab-link")
    assert "The lesson needs a title first." in text(table)
    form = {"title": "Rich & poor", "minutes": "45", "text": "Read this.", "notes": "Mine."}
    table.do("lab-draft", kind="type", fields=form)
    table.press("lab", "The comparison")
    assert "$400" in text(table)
    table.do("lab-draft", kind="change", fields={**form, "measure": "win_2"})
    table.do("lab-draft", kind="change", fields={**form, "measure": "win_9"})
    assert sheets(table).folder.draft["run"]["measure"] == "win_2"
    table.press("lab", "Add a question")
    table.press("lab", "Add a question")
    more = {"q-0": "Is it so?", "when-0": "after", "q-1": "How long?", "kind-1": "choice"}
    more |= {"when-1": "before", "size": "100", "locked": "on", "guess": "on"}
    table.do("lab-draft", kind="change", fields={**form, **more})
    table.do("lab-link")
    assert "Question 1 needs two choices or more." in text(table)
    # Questions for before the run come first.
    choices = {
        "q-0": "How long?",
        "kind-0": "choice",
        "when-0": "before",
        "choices-0": "long\r\n\r\nshort",
    }
    choices |= {"q-1": "Is it so?", "size": "100", "locked": "on", "guess": "on"}
    table.do("lab-draft", kind="change", fields={**form, **choices})
    table.do("lab-link")
    address = sheets(table).folder.address
    written = lesson_format.unpack_lesson(address.partition("#lesson=")[2])
    assert table.page.clipboard == address
    assert [question["text"] for question in written["questions"]] == ["How long?", "Is it so?"]
    assert written["questions"][0]["choices"] == ["long", "short"]
    assert written["run"]["sides"][1]["house:salary"] == "400"
    assert written["run"]["measure"] == "win_2"
    assert (written["run"]["size"], written["minutes"]) == (100, 45)
    assert not lesson_format.has_teachers_page(written)
    table.press("lab", "Download the worksheet")
    saved = lesson_format.read_lesson(table.page.files["titledeed-lesson-rich-poor.json"])
    assert saved["teacher"]["notes"] == "Mine."
    table.do("lab-up", "1")
    assert sheets(table).folder.draft["questions"][0]["text"] == "Is it so?"
    table.do("lab-remove", "0")
    assert len(sheets(table).folder.draft["questions"]) == 1
    table.press("lab", "View as a student")
    assert "Rich & poor" in text(table)
    # A draft outlives the page.
    again = Table(table.store, FakePage())
    again.do("lab")
    again.do("lab-screen", "lessons")
    again.press("lab", "For teachers")
    again.press("lab", "Continue writing")
    assert 'value="Rich &amp; poor"' in again.page.regions["lab"]


@pytest.mark.parametrize("kind", ["compare", "position", "board", "houses", "die", "none"])
def test_a_lessons_attachment_returns_from_the_link(kind: str) -> None:
    table = laboratory()
    table.do("lab-write", "new")
    table.do("lab-attach", kind)
    sizes = {"position": "96", "compare": "100", "die": "600"}
    form = {"title": "T", "guess": "on", "size": sizes.get(kind, "")}
    table.do("lab-draft", kind="change", fields=form)
    table.do("lab-link")
    linked = lesson_format.unpack_lesson(sheets(table).folder.address.partition("#lesson=")[2])
    assert linked["run"] == sheets(table).folder.draft["run"]
    other = laboratory()
    other.hands.open_link("#lesson=" + lesson_format.pack_lesson(linked))
    other.page.run()
    assert sheets(other).folder.sheet.lesson == linked
    assert sheets(other).folder.trouble == ""
    if kind == "position":
        other.do("lab-square", "39")
        assert "Boardwalk" in text(other)
        other.do("lab-owner", "1")  # the student cannot change the contents of a square
        assert sheets(other).folder.sheet.position_editor.table == linked["run"]["record"]
        other.press("lab", "Play it out 96 times")
        assert sheets(other).folder.sheet.position_editor.state == "done"
        assert handed_in(other)["figures"]["games"] == 96
    elif kind == "die":
        other.press("lab", "Throw the die 600 times")
        figures = handed_in(other)["figures"]
        assert sum(figures[f"side_{n}"] for n in range(1, 7)) == figures["throws"] == 600
    elif kind == "board":
        other.press("lab", "Throw 20,000 times")
        assert "20,000 throws" in text(other)
    elif kind == "houses":
        other.press("lab", "Show the table")
        assert "How soon houses pay for themselves" in text(other)
        assert handed_in(other)["figures"]["throws"] == 20_000


def test_an_unlocked_lesson_continues_where_it_can_be_changed() -> None:
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    table.do("lab-onward")
    assert table.app.lab.at == "lessons"  # type: ignore[union-attr]
    free = {**small(), "locked": {"settings": False, "guess": False}}
    table.hands.imported("b.json", lesson_format.write_lesson(free))
    table.do("lab-run")
    table.press("lab", "Change the experiment")
    lab: Any = table.app.lab
    assert lab.at == "compare"
    assert lab.compare.comparison.done == 20
    table.press("lab", "Download games of A (CSV)")
    assert table.page.files["titledeed-lab-a.csv"].count("\n") == 11


def collected(table: Table, *sheets_: answer_files.Answers) -> None:
    for n, sheet in enumerate(sheets_):
        table.hands.imported(
            f"{n}.json",
            answer_files.write_answers({k: v for k, v in sheet.items() if k != "format"}),
        )


def sheet_of(name: str, *replies: str, **more: Any) -> answer_files.Answers:
    sheet = {
        "lesson": "0123456789abcdef",
        "title": "A lesson",
        "name": name,
        "questions": ["One?", "Two?"],
        "answers": list(replies),
        "seed": 3,
        "figures": {"difference": 1.5, "low": -1.0, "high": 4.0},
        "tables": {},
        **more,
    }
    return answer_files.read_answers(answer_files.write_answers(sheet))


def test_one_interval_contains_zero_and_two_contain_it() -> None:
    table = laboratory()
    apart = {"difference": 1.5, "low": 0.5, "high": 4.0}
    collected(table, sheet_of("Zoe", "yes", "2"), sheet_of("Ada", "no", "3", figures=apart))
    assert "2 intervals, one per worksheet. 1 of them contains zero." in text(table)


def test_answers_from_a_class_form_a_table() -> None:
    table = laboratory()
    collected(
        table,
        sheet_of("Zoe", "yes", "=1+1"),
        sheet_of("Ada", 'say "no"\nor not', "<script>", seed=4),
        sheet_of("Zoe", "yes", "=1+1"),
    )
    words = text(table)
    assert "These answers have already been added." in words
    assert words.index("Ada") < words.index("Zoe")
    assert "2 worksheets" in words
    assert "&lt;script&gt;" in table.page.regions["lab"]
    assert "B minus A 95% interval, low end 95% interval, high end" in words
    assert "2 intervals, one per worksheet. 2 of them contain zero." in words
    table.press("lab", "Download this table (CSV)")
    lines = table.page.files["titledeed-answers-012345.csv"].splitlines()
    assert lines[0] == "name,answer_1,answer_2,seed,difference,low,high"
    assert lines[1] == '"Ada","say ""no"" or not","<script>",4,1.5,-1.0,4.0'
    assert lines[2] == '"Zoe","yes","\'=1+1",3,1.5,-1.0,4.0'
    collected(table, sheet_of("Bo", "x", "y", lesson="fedcba9876543210", title="Another"))
    assert "1 worksheet" in text(table)


def changed(at: str, value: Any) -> lesson_format.Lesson:
    """Return the small lesson with one value replaced; ``at`` is its path, such as "run.seed"."""
    spoilt: Any = copy.deepcopy(small())
    *path, last = at.split(".")
    place = spoilt
    for step in path:
        place = place[int(step) if step.isdigit() else step]
    place[int(last) if last.isdigit() else last] = value
    return spoilt  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("at", "value", "sentence"),
    [
        ("format", "title-deed-lesson/3", "comes from a newer version of this program"),
        ("format", "title-deed-lesson/0", "another version"),
        ("title", "", "The worksheet’s title is missing"),
        (
            "title",
            "a\u202eb",
            "title is missing, too long, or contains characters that can’t be shown",
        ),
        (
            "title",
            "\ud800",
            "title is missing, too long, or contains characters that can’t be shown",
        ),
        ("minutes", True, "doesn’t contain a worksheet"),
        ("minutes", 10**30, "doesn’t contain a worksheet"),
        ("text", "x" * 3001, "doesn’t contain a worksheet"),
        ("language", "<b>", "doesn’t contain a worksheet"),
        ("more", 1, "doesn’t contain a worksheet"),
        ("questions", [lesson_format.question_of("?")] * 21, "doesn’t contain a worksheet"),
        ("questions.0.lines", 0, "doesn’t contain a worksheet"),
        ("questions.1.choices", ["one"], "doesn’t contain a worksheet"),
        ("run.seed", -1, "the worksheet’s experiment"),
        ("run.size", 10_001, "the worksheet’s experiment"),
        ("run.kind", "eval", "the worksheet’s experiment"),
        ("run.sides.0.rulebook", 7, "the worksheet’s experiment"),
        ("run.sides.1.seats", "3", "Both must have the same number of seats"),
        ("run.sides.1.bot-0", "/etc/passwd:x", "There is no bot"),
        ("run.sides.1.at-0", "nowhere", "nowhere"),
    ],
)
def test_an_invalid_lesson_is_refused_with_a_sentence_and_nothing_is_lost(
    at: str, value: Any, sentence: str
) -> None:
    table = laboratory()
    table.do("lab-lesson", "die")
    write(table, answer_0="mine")
    bad = json.dumps(changed(at, value))
    table.hands.imported("bad.json", bad)
    assert sentence in text(table)
    assert sheets(table).folder.sheet.name == "die"
    assert sheets(table).folder.sheet.answers[0] == "mine"


@pytest.mark.parametrize(
    "link", ["", "1.", "2.abc", "1.eJw", "ready.", "ready.nothing", "1.!!", "x" * 70_000]
)
def test_an_invalid_lesson_link_is_refused_with_a_sentence(link: str) -> None:
    table = Table()
    table.hands.open_link("#lesson=" + link)
    assert table.page.state["screen"] == "lab"
    assert sheets(table).folder.trouble
    assert sheets(table).folder.sheet is None


def test_damaged_answers_are_refused_with_a_sentence() -> None:
    table = laboratory()
    whole = answer_files.write_answers(
        {k: v for k, v in sheet_of("Ada", "a", "b").items() if k != "format"}
    )
    for bad, sentence in (
        (whole[:-20], "the answers in it can’t be read"),
        (whole.replace("answers/1", "answers/2"), "Its format is “title-deed-answers/2”"),
        (whole.replace("answers/1", "answers/0"), "from another version of this program"),
        (whole.replace('"Ada"', "7"), "doesn’t contain answers"),
        (whole.replace("1.5", "1e99"), "doesn’t contain answers"),
        (whole.replace("1.5", "NaN"), "the answers in it can’t be read"),
    ):
        table.hands.imported("a.json", bad)
        assert sentence in text(table)
        assert sheets(table).folder.collected.sheets == []


def test_the_test_exposes_a_loaded_die_but_not_a_fair_one() -> None:
    """The test calls about 5 in 100 of 200 fair dice odd, and nearly all of 200 loaded ones."""

    def odd(weights: list[int]) -> int:
        runs = [
            loaded_die.throws({"seed": n, "weights": weights, "size": 600})[-1] for n in range(200)
        ]
        return sum(run["p"] < 0.05 for run in runs)

    assert 3 <= odd([1] * 6) <= 20
    assert odd([4, 4, 4, 4, 4, 6]) > 170
    seen = loaded_die.throws({"seed": 1, "weights": [1] * 6, "size": 100})
    assert [step["throws"] for step in seen] == [30, 60, 100]
    assert sum(seen[-1]["counts"]) == 100


def test_the_answer_form_shows_only_what_was_typed() -> None:
    """Markup typed into a field comes out as text."""
    table = laboratory()
    table.hands.imported("a.json", lesson_format.write_lesson(small()))
    write(table, student="</textarea><script>alert(1)</script>", answer_0="</textarea><b>")
    table.do("lab-sheet")
    assert "<script>" not in table.page.regions["lab"]
    assert re.search(
        r"<textarea[^>]*>\n&lt;/textarea&gt;&lt;b&gt;</textarea>", table.page.regions["lab"]
    )


def on_a_board_from_a_file() -> Table:
    """Return a table with a comparison, and with a draft of a lesson that contains it.

    Side A is played on a board of this device."""
    table = laboratory(at="compare")
    table.app.boards[TOWN["id"]] = TOWN
    for side, board in (("a", TOWN["id"]), ("b", "atlantic-city")):
        fields = {"edition": board, "seats": "2", "house:limit-rounds": "3"}
        table.do("lab-side", side, kind="change", fields={"rulebook": "modern", **fields})
    table.do("lab-screen", "lessons")
    table.do("lab-write", "new")
    table.do("lab-attach", "compare")
    table.do("lab-draft", kind="type", fields={"title": "Our town", "guess": "on", "size": "10"})
    return table


@pytest.mark.parametrize("way", ["link", "file"])
def test_a_board_from_a_file_is_included_in_its_lesson(way: str) -> None:
    table = on_a_board_from_a_file()
    assert TOWN["name"] in html.unescape(table.page.regions["lab"])
    student = laboratory()
    if way == "link":
        table.do("lab-link")
        fragment = "#" + sheets(table).folder.address.partition("#")[2]
        assert len(fragment) < 6000
        student.hands.open_link(fragment)
    else:
        table.do("lab-save")
        student.hands.imported("a.json", table.page.files["titledeed-lesson-our-town.json"])
    assert TOWN["name"] in html.unescape(student.page.regions["lab"])
    student.do("lab-run")
    assert "10 games on each side in" in text(student)
    side = table.app.lab.compare.comparison.sides[0]  # type: ignore[union-attr]
    record = table_of(side, Catalogue(), {TOWN["id"]: TOWN})
    played = batch_games.run_games({"record": record, "seed": 11, "first": 0, "count": 10})
    assert handed_in(student)["tables"]["a"] == list(batch_games.games_csv(played, 2))
    # The board is in the sheet only: this device's own boards stay as they were.
    assert student.app.boards == {}
    # The answers are still there when the page is opened again.
    again = Table(student.store, FakePage())
    again.do("lab")
    again.hands.open_link(
        "#lesson=" + lesson_format.pack_lesson(sheets(student).folder.sheet.lesson)
    )
    assert TOWN["name"] in html.unescape(again.page.regions["lab"])


def test_a_student_changes_a_comparison_on_the_board_included_with_it() -> None:
    table = on_a_board_from_a_file()
    table.do("lab-draft", kind="type", fields={"title": "Our town", "size": "10"})  # not locked
    student = laboratory()
    student.hands.imported("a.json", lesson_format.write_lesson(sheets(table).folder.draft))
    student.do("lab-run")
    student.do("lab-onward")
    assert "Download" in text(student)
    assert TOWN["name"] in html.unescape(student.page.regions["lab"])
    student.do("lab-size", kind="change", fields={"size": "100"})
    student.do("lab-keep")
    assert TOWN["id"] in json.loads(student.page.files["titledeed-run.json"])["boards"]


@pytest.mark.parametrize(
    "boards",
    [
        [TOWN],
        {"town": TOWN},
        {TOWN["id"]: {**TOWN, "id": "other"}},
        {TOWN["id"]: {**TOWN, "space": TOWN["space"][:39]}},
        {TOWN["id"]: {**TOWN, "name": "<b>" * 9999}},
        {TOWN["id"]: None},
        {TOWN["id"]: TOWN, "village": {**TOWN, "id": "village"}},
        {"atlantic-city": {**TOWN, "id": "atlantic-city"}},
        {TOWN["id"]: {**TOWN, "x-more": "much " * 25_000}},
    ],
)
def test_an_invalid_board_in_a_lesson_is_refused_and_nothing_is_lost(boards: Any) -> None:
    run = {**small()["run"], "boards": {TOWN["id"]: TOWN}}
    run["sides"] = [{**run["sides"][0], "edition": TOWN["id"]}, run["sides"][1]]
    lesson_format.check_lesson({**small(), "run": run})
    with pytest.raises(LoadError, match="the worksheet’s experiment can’t be read"):
        lesson_format.check_lesson({**small(), "run": {**run, "boards": boards}})


def test_a_lesson_that_could_not_be_reopened_is_not_saved() -> None:
    table = on_a_board_from_a_file()
    sheets(table).folder.draft["run"]["boards"][TOWN["id"]]["x-more"] = "much " * 39_000
    with pytest.raises(LoadError, match="too large for a worksheet"):
        lesson_format.write_lesson(sheets(table).folder.draft)
    table.do("lab-save")
    assert table.page.files == {}
    assert sheets(table).folder.trouble
