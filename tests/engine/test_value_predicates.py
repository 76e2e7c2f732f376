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
def test_a_whole_number_is_no_flag_and_within_its_limits(value: Any) -> None:
    assert not is_whole_number(value, 0, 3)
    assert is_whole_number(0, 0, 3)
    assert is_whole_number(3, 0, 3)


@pytest.mark.parametrize("value", [NAN, float("inf"), -0.1, 1.1, True, "0", None])
def test_a_number_is_finite(value: Any) -> None:
    assert not is_number(value, 0, 1)
    assert is_number(0.5, 0, 1)
    assert is_number(1, 0, 1)


@pytest.mark.parametrize("value", [0, 1, None, "true"])
def test_a_flag_is_no_number(value: Any) -> None:
    assert not is_flag(value)
    assert is_flag(False)


def test_a_text_is_short_and_can_be_shown() -> None:
    assert is_text("abc", 3, str.isalpha)
    assert not is_text("abcd", 3)
    assert not is_text("ab1", 3, str.isalpha)
    assert not is_text(b"abc", 3)


@pytest.mark.parametrize("value", [[], {}, None, 1, "c", ("a",)])
def test_a_word_is_one_of_some_whatever_else_it_may_be(value: Any) -> None:
    assert not is_one_of(value, {"a": 1, "b": 2})
    assert is_one_of("a", {"a": 1, "b": 2})


@pytest.mark.parametrize("value", ["0A", "0", "0ab", "0g", "٠٠", 10, None])
def test_hexadecimal_digits_are_of_lower_case_and_as_many_as_asked(value: Any) -> None:
    assert not is_hex(value, 2)
    assert is_hex("0a", 2)


def test_a_list_has_as_many_values_as_asked_and_all_fit() -> None:
    assert is_list([True, False], 2, 2, is_flag)
    for wrong in ([True], [True] * 3, [True, 1], (True, True), None):
        assert not is_list(wrong, 2, 2, is_flag)


def test_a_table_has_values_that_fit_under_names_that_fit() -> None:
    assert is_table({"a": True}, 1, is_flag, str.islower)
    for wrong in ({"a": 1}, {"A": True}, {"a": True, "b": True}, [], None):
        assert not is_table(wrong, 1, is_flag, str.islower)


def test_the_asks_are_those_of_the_union() -> None:
    assert {*asks.ASKS} == {
        thing for thing in vars(asks).values() if isinstance(thing, type) and "kind" in vars(thing)
    }
    assert asks.ASKS[-1] is asks.Over
