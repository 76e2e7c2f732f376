"""Merging two versions of a worksheet loses no answer, and a transfer to another device is complete."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titledeed.engine.errors import LoadError
from titledeed.lab.lessons import builtin, lesson_format, worksheet_answers_and_merging_two_copies
from titledeed.lab.lessons.worksheet_answers_and_merging_two_copies import FilledWorksheet, Text

LESSON = {
    **lesson_format.blank_lesson(),
    "title": "Two questions",
    "questions": [
        lesson_format.question_of("Before?", when="before"),
        lesson_format.question_of("After?"),
    ],
}
# Few different texts and times, so that equal ones occur often.
texts = st.builds(
    Text,
    text=st.sampled_from(["", "a", "ab", "b", "c d"]),
    at=st.integers(0, 4),
    others=st.sampled_from([(), ("x",), ("ab",)]),
)
filled = st.builds(
    FilledWorksheet,
    answers=st.lists(texts, min_size=2, max_size=2),
    student=texts,
    seed=st.integers(0, 3),
    noted=st.integers(0, 3),
    ran=st.booleans(),
    place=st.integers(-1, 1),
)


def words(*sheets: FilledWorksheet) -> set[str]:
    """Return all texts in the worksheets."""
    return {
        word
        for filled_ in sheets
        for text in (*filled_.answers, filled_.student)
        for word in (text.text, *text.others)
        if word
    }


@given(filled, filled)
def test_merging_loses_no_text_and_does_not_depend_on_order(
    a: FilledWorksheet, b: FilledWorksheet
) -> None:
    both = worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, a, b)
    assert both == worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, b, a)
    for n in range(2):
        there = (both.answers[n].text, *both.answers[n].others)
        for version in (a.answers[n], b.answers[n]):
            for text in (version.text, *version.others):
                assert not text or any(text in other for other in there)
    for version in (a, b):
        assert (
            replace(
                worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, both, version),
                place=both.place,
            )
            == both
        )


@given(filled, filled, filled)
def test_three_versions_merge_into_one_in_any_order(
    a: FilledWorksheet, b: FilledWorksheet, c: FilledWorksheet
) -> None:
    left = worksheet_answers_and_merging_two_copies.merge_worksheets(
        LESSON, worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, a, b), c
    )
    right = worksheet_answers_and_merging_two_copies.merge_worksheets(
        LESSON, a, worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, b, c)
    )
    assert left.answers == right.answers
    assert left.student == right.student


@given(filled, filled)
def test_the_first_locked_guess_stays(a: FilledWorksheet, b: FilledWorksheet) -> None:
    both = worksheet_answers_and_merging_two_copies.merge_worksheets(LESSON, a, b)
    if a.noted and (a.noted < b.noted or not b.noted):
        assert both.answers[0].text == a.answers[0].text
        assert (both.noted, both.seed) == (a.noted, a.seed)


def test_the_last_letters_come_from_either_store() -> None:
    early = FilledWorksheet([Text("ab", 5), Text("x", 9)], Text("A", 1), seed=3, noted=0)
    late = FilledWorksheet([Text("abc", 7), Text("", 0)], Text("A", 1), seed=3, noted=6)
    for pair in ((early, late), (late, early)):
        newest = worksheet_answers_and_merging_two_copies.newest_answers(*pair)
        assert [text.text for text in newest.answers] == ["abc", "x"]
        assert newest.noted == 6
        assert words(newest) == {"abc", "x", "A"}  # an earlier state is not another answer


def test_a_change_over_an_unseen_version_stores_that_version_beside_it() -> None:
    seen = Text("ab", 5)
    stored = Text("written elsewhere", 8)
    assert worksheet_answers_and_merging_two_copies.replace_answer(seen, stored, "ab", 9) == stored
    # with a slow clock
    changed = worksheet_answers_and_merging_two_copies.replace_answer(seen, stored, "abc", 3)
    assert changed == Text("abc", 9, ("written elsewhere",))
    assert seen.then("abc", 3) == Text("abc", 6)


def test_times_in_the_future_are_corrected() -> None:
    hostile = FilledWorksheet([Text("x", 10**13), Text("y", 2)], Text("", 10**13), noted=10**13)
    tame = worksheet_answers_and_merging_two_copies.without_future_times(hostile, 1000)
    assert [text.at for text in tame.answers] == [1000, 2]
    assert (tame.student.at, tame.noted) == (1000, 1000)


def carried(
    way: str, of: lesson_format.Lesson, name: str, filled_: FilledWorksheet
) -> worksheet_answers_and_merging_two_copies.CarriedWorksheet:
    if way == "file":
        return worksheet_answers_and_merging_two_copies.read_worksheet(
            worksheet_answers_and_merging_two_copies.write_worksheet(of, name, filled_)
        )
    return worksheet_answers_and_merging_two_copies.unpack_worksheet(
        worksheet_answers_and_merging_two_copies.pack_worksheet(of, name, filled_)
    )


@pytest.mark.parametrize("way", ["file", "link"])
@given(filled)
def test_a_worksheet_returns_from_a_file_and_from_a_link(
    way: str, filled_: FilledWorksheet
) -> None:
    secret = {**lesson_format.blank_teacher(), "notes": "A secret."}
    other = carried(way, {**LESSON, "teacher": secret}, "", filled_)
    assert other.lesson == LESSON
    assert (
        worksheet_answers_and_merging_two_copies.worksheet_of_table(LESSON, other.table) == filled_
    )


def test_a_link_names_a_built_in_lesson_and_a_file_contains_all_of_it() -> None:
    die = builtin.builtin_lessons("en")["die"]
    mine = replace(
        worksheet_answers_and_merging_two_copies.blank_worksheet(die), student=Text("Ada", 1)
    )
    by_link = carried("link", die, "die", mine)
    assert (by_link.ready, by_link.lesson, by_link.language) == ("die", None, "en")
    assert by_link.id == lesson_format.lesson_id(die)
    assert worksheet_answers_and_merging_two_copies.worksheet_of_table(die, by_link.table) == mine
    assert len(worksheet_answers_and_merging_two_copies.pack_worksheet(die, "die", mine)) < 400
    by_file = carried("file", die, "die", mine)
    assert by_file.lesson == lesson_format.for_students(die)


def test_a_worksheet_too_long_for_any_link_is_offered_as_a_file() -> None:
    noise = "".join(map(chr, Random(1).choices(range(0x4E00, 0x9FFF), k=30_000)))
    answers = [Text(noise[i * 3000 : i * 3000 + 3000], 1) for i in range(10)]
    many = {**LESSON, "questions": [lesson_format.question_of("?")] * 10}
    with pytest.raises(LoadError, match="too long for a link"):
        worksheet_answers_and_merging_two_copies.pack_worksheet(many, "", FilledWorksheet(answers))
    assert worksheet_answers_and_merging_two_copies.worksheet_of_table(
        many,
        worksheet_answers_and_merging_two_copies.read_worksheet(
            worksheet_answers_and_merging_two_copies.write_worksheet(
                many, "", FilledWorksheet(answers)
            )
        ).table,
    )


GOOD: dict[str, Any] = json.loads(
    worksheet_answers_and_merging_two_copies.write_worksheet(
        LESSON, "", worksheet_answers_and_merging_two_copies.blank_worksheet(LESSON)
    )
)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "title-deed-sheet/2"}, "newer version"),
        ({"format": "title-deed-lesson/1"}, "another version"),
        ({"more": 1}, "doesn’t contain a filled-in worksheet"),
        ({"ready": 5}, "doesn’t contain a filled-in worksheet"),
        ({"lesson": None}, "doesn’t contain a filled-in worksheet"),
        ({"lesson": {"id": "0", "language": "en"}}, "doesn’t contain a filled-in worksheet"),
        ({"lesson": {**GOOD["lesson"], "minutes": -5}}, "doesn’t contain a worksheet"),
        ({"answers": []}, "doesn’t contain a filled-in worksheet"),
        ({"answers": [["a", 0, []]] * 3}, "doesn’t contain a filled-in worksheet"),
        ({"answers": [["a", -1, []], ["", 0, []]]}, "doesn’t contain a filled-in worksheet"),
        ({"answers": [["a", 10**15, []], ["", 0, []]]}, "doesn’t contain a filled-in worksheet"),
        ({"answers": [["\ud800", 0, []], ["", 0, []]]}, "doesn’t contain a filled-in worksheet"),
        ({"answers": [["a", 0, ["b"] * 6], ["", 0, []]]}, "doesn’t contain a filled-in worksheet"),
        ({"pupil": ["x" * 81, 0, []]}, "doesn’t contain a filled-in worksheet"),
        ({"seed": True}, "doesn’t contain a filled-in worksheet"),
        ({"noted": 1.5}, "doesn’t contain a filled-in worksheet"),
        ({"ran": 1}, "doesn’t contain a filled-in worksheet"),
        ({"place": 2}, "doesn’t contain a filled-in worksheet"),
    ],
)
def test_an_invalid_worksheet_is_refused_with_a_sentence(change: Any, sentence: str) -> None:
    assert worksheet_answers_and_merging_two_copies.read_worksheet(json.dumps(GOOD))
    with pytest.raises(LoadError, match=sentence):
        worksheet_answers_and_merging_two_copies.read_worksheet(json.dumps({**GOOD, **change}))


@pytest.mark.parametrize("text", ["", "[", "[]", "7", '{"format": "title-deed-sheet/1"}'])
def test_data_that_is_not_even_a_table_is_refused_too(text: str) -> None:
    with pytest.raises(LoadError, match=r"damaged|another version"):
        worksheet_answers_and_merging_two_copies.read_worksheet(text)
