"""A saved game as text: damage is detected, and the newest valid state of all copies is loaded."""

from __future__ import annotations

import random

import pytest

from titledeed.migrations.versioned_format import NewerFormat
from titledeed.storage import checksummed_copies

RECORD = {"seats": ["Ada", "Ben"], "step": [{"play": ["Ada roll"]}]}


def made(age: tuple[int, int] = (1, 0), steps: int = 3) -> dict[str, str]:
    base = checksummed_copies.base_text(age, RECORD)
    tail = checksummed_copies.append_to_tail(
        checksummed_copies.empty_tail(base),
        age[1],
        [(f"line {n}", "person") for n in range(1, steps + 1)],
    )
    return {"base-0": base, "tail": tail}


def test_a_base_and_its_tail_are_unchanged_after_reading() -> None:
    good, damaged = checksummed_copies.read_copies([made()])
    assert not damaged
    assert [(copy.age, copy.place) for copy in good] == [((1, 3), 0)]
    assert good[0].table == RECORD
    assert [line for line, _ in good[0].since] == ["line 1", "line 2", "line 3"]


def test_a_tail_written_in_pieces_equals_a_tail_written_at_once() -> None:
    base = checksummed_copies.base_text((1, 0), RECORD)
    steps = [("a", "person"), ("b", ["bot", "why", {"n": 1}]), 1, ("c\nd", "hand")]
    tail = checksummed_copies.empty_tail(base)
    for n, step in enumerate(steps):
        tail = checksummed_copies.append_to_tail(tail, n, [step])
    assert tail == checksummed_copies.append_to_tail(checksummed_copies.empty_tail(base), 0, steps)
    good, _ = checksummed_copies.read_copies([{"base-0": base, "tail": tail}])
    assert list(good[0].since) == steps


def test_any_damaged_character_is_found_and_everything_before_it_stays_good() -> None:
    texts = made(steps=5)
    draw = random.Random(4)
    for _ in range(300):
        part = draw.choice(["base-0", "tail"])
        at = draw.randrange(len(texts[part]))
        wrong = chr(draw.choice([0, 7, 32, 48, 110, 0xD800, 0x1F600]))
        if texts[part][at] == wrong:
            continue
        hurt = {**texts, part: texts[part][:at] + wrong + texts[part][at + 1 :]}
        good, damaged = checksummed_copies.read_copies([hurt])
        assert damaged
        if part == "base-0":
            assert good == []
        else:
            lines = [line for copy in good for line, _ in copy.since]
            before = texts["tail"][:at].count("\n")
            assert lines == [f"line {n}" for n in range(1, before)]


@pytest.mark.parametrize("cut", [1, 40, 80, 10_000])
def test_a_truncated_tail_is_good_up_to_its_last_whole_line(cut: int) -> None:
    texts = made(steps=3)
    hurt = {**texts, "tail": texts["tail"][:-cut]}
    good, damaged = checksummed_copies.read_copies([hurt])
    assert damaged
    assert len(good[0].since) < 3


def test_lines_from_another_game_never_continue_this_one() -> None:
    here, there = made(steps=3), made((1, 1), steps=3)
    good, damaged = checksummed_copies.read_copies(
        [{"base-0": here["base-0"], "tail": there["tail"]}]
    )
    assert damaged
    assert [(copy.age, list(copy.since)) for copy in good] == [((1, 0), [])]


def test_a_base_in_one_store_matches_its_tail_in_the_other() -> None:
    texts = made(steps=4)
    good, damaged = checksummed_copies.read_copies(
        [{"tail": texts["tail"]}, {"base-0": texts["base-0"]}]
    )
    assert not damaged
    assert good[0].age == (1, 4)


@pytest.mark.parametrize("first", [0, 1])
def test_the_newest_copy_wins_in_either_store(first: int) -> None:
    older, newer = made((1, 0), steps=9), made((2, 0), steps=1)
    places = [older, newer] if first else [newer, older]
    good, _ = checksummed_copies.read_copies(places)
    assert [copy.age for copy in good] == [(2, 1), (1, 9)]


def test_data_from_a_later_version_is_not_mistaken_for_damage() -> None:
    text = checksummed_copies.dump_json({"save": 2, "age": [1, 0], "table": RECORD})
    with pytest.raises(NewerFormat):
        checksummed_copies.read_copies(
            [{"base-0": f"{checksummed_copies.text_digest(text)} {text}"}]
        )


@pytest.mark.parametrize(
    "stored",
    [
        "",
        " ",
        "0123456789abcdef",
        "{}",
        f"{checksummed_copies.text_digest('[')} [",
        f"{checksummed_copies.text_digest('[1]')} [1]",
    ],
)
def test_an_unsealed_table_is_rejected(stored: str) -> None:
    assert checksummed_copies.unseal_table(stored) is None


def test_a_deeply_nested_text_is_not_a_table() -> None:
    text = "[" * 200_000
    assert checksummed_copies.unseal_table(f"{checksummed_copies.text_digest(text)} {text}") is None


def test_data_nested_deeper_than_any_saved_data_is_not_a_table() -> None:
    """In a browser, reading it would end the program at every start."""
    for deep in ("[" * 100 + "]" * 100, '{"a":' * 100 + "1" + "}" * 100):
        text = f'{{"save":1,"a":{deep}}}'
        assert (
            checksummed_copies.unseal_table(f"{checksummed_copies.text_digest(text)} {text}")
            is None
        )


@pytest.mark.parametrize("stored", [None, "", "{", "[1]", "0123456789abcdef [1]", "{" * 200_000])
def test_data_that_is_not_a_table_has_no_readable_parts(stored: str | None) -> None:
    assert checksummed_copies.legible_table(stored) == {}


def test_a_table_is_readable_with_any_checksum_and_version() -> None:
    assert (
        checksummed_copies.legible_table('0123456789abcdef {"save":9,"theme":"night"}')["theme"]
        == "night"
    )
    assert (
        checksummed_copies.legible_table(checksummed_copies.seal_table({"theme": "night"}))["theme"]
        == "night"
    )


@pytest.mark.parametrize(
    "steps",
    [None, 5, {}, [5], [[]], [{"play": 5}], [{"play": [5]}], [{"play": {}}], [{"play": ["a"]}, 3]],
)
def test_a_base_with_wrong_types_is_damaged_even_if_the_checksum_is_right(steps: object) -> None:
    """Then an older copy is opened, because a tail's steps could not follow the base's lines."""
    older = made((1, 0))
    wrong = checksummed_copies.base_text((2, 0), {**RECORD, "step": steps})
    tail = checksummed_copies.append_to_tail(
        checksummed_copies.empty_tail(wrong), 0, [("line", "person")]
    )
    good, damaged = checksummed_copies.read_copies([older, {"base-1": wrong, "tail": tail}])
    assert damaged
    assert [copy.age for copy in good] == [(1, 3)]


@pytest.mark.parametrize("step", [-1, True, 0.5, None, [], {}])
def test_a_step_of_the_wrong_type_ends_its_tail(step: object) -> None:
    base = checksummed_copies.base_text((1, 0), RECORD)
    tail = checksummed_copies.append_to_tail(
        checksummed_copies.empty_tail(base), 0, [("line", "person")]
    )
    text = checksummed_copies.dump_json([2, step])
    tail += f"\n{checksummed_copies.text_digest(f'{_last(tail)} {text}')} {text}"
    good, damaged = checksummed_copies.read_copies([{"base-0": base, "tail": tail}])
    assert damaged
    assert list(good[0].since) == [("line", "person")]


def _last(tail: str) -> str:
    return tail.rpartition("\n")[2][:16]
