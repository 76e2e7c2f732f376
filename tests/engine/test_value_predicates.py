"""The checks that all readers of untrusted values share."""

from __future__ import annotations

from typing import Any

import pytest

from titledeed.engine import asks
from titledeed.engine.parsing.value_predicates import (
    is_flag,
    is_hex,
    is_list,
    is_number,
    is_one_of,
    is_table,
    is_text,
    is_whole_number,
)

NAN = float("nan")


@pytest.mark.parametrize("value", [True, 1.0, "1", None, -1, 4, [], {}])
def test_a_whole_number_must_be_within_its_limits_and_not_a_boolean(value: Any) -> None:
    assert not is_whole_number(value, 0, 3)
    assert is_whole_number(0, 0, 3)
    assert is_whole_number(3, 0, 3)


@pytest.mark.parametrize("value", [NAN, float("inf"), -0.1, 1.1, True, "0", None])
def test_a_number_must_be_finite(value: Any) -> None:
    assert not is_number(value, 0, 1)
    assert is_number(0.5, 0, 1)
    assert is_number(1, 0, 1)


@pytest.mark.parametrize("value", [0, 1, None, "true"])
def test_a_flag_must_be_a_boolean_and_not_a_number(value: Any) -> None:
    assert not is_flag(value)
    assert is_flag(False)


def test_a_text_must_fit_its_length_limit_and_contain_only_allowed_characters() -> None:
    assert is_text("abc", 3, str.isalpha)
    assert not is_text("abcd", 3)
    assert not is_text("ab1", 3, str.isalpha)
    assert not is_text(b"abc", 3)


@pytest.mark.parametrize("value", [[], {}, None, 1, "c", ("a",)])
def test_a_choice_must_be_one_of_the_given_words(value: Any) -> None:
    assert not is_one_of(value, {"a": 1, "b": 2})
    assert is_one_of("a", {"a": 1, "b": 2})


@pytest.mark.parametrize("value", ["0A", "0", "0ab", "0g", "٠٠", 10, None])
def test_hexadecimal_text_must_be_lowercase_and_of_the_required_length(value: Any) -> None:
    assert not is_hex(value, 2)
    assert is_hex("0a", 2)


def test_a_list_has_the_required_number_of_valid_values() -> None:
    assert is_list([True, False], 2, 2, is_flag)
    for wrong in ([True], [True] * 3, [True, 1], (True, True), None):
        assert not is_list(wrong, 2, 2, is_flag)


def test_a_table_must_have_valid_keys_and_valid_values() -> None:
    assert is_table({"a": True}, 1, is_flag, str.islower)
    for wrong in ({"a": 1}, {"A": True}, {"a": True, "b": True}, [], None):
        assert not is_table(wrong, 1, is_flag, str.islower)


def test_the_list_of_asks_matches_the_union_type() -> None:
    assert {*asks.ASKS} == {
        thing for thing in vars(asks).values() if isinstance(thing, type) and "kind" in vars(thing)
    }
    assert asks.ASKS[-1] is asks.Over
