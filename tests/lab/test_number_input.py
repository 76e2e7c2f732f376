"""Typed numbers are read as people mean them; no other text counts as a number."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from titledeed.lab.number_input import parse_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("25", 25),
        (" 25 ", 25),
        ("−5", -5),
        ("- 5", -5),
        ("+1.1", 1.1),
        ("2,5", 2.5),
        (".5", 0.5),
        ("1,500", 1500),
        ("1,234,567.5", 1234567.5),
        ("1 500", 1500),
        ("1’500", 1500),
        ("25 %", 25),
        ("$300", 300),
        ("-$300", -300),
        ("300 €", 300),
        ("0", 0),
    ],
)
def test_numbers_are_read_in_the_ways_people_write_them(text: str, number: float) -> None:
    assert parse_number(text) == number


@pytest.mark.parametrize(
    ("text", "number"), [("1.500", 1500), ("1,500", 1.5), ("1.234.567,5", 1234567.5), ("2.5", 2.5)]
)
def test_points_and_commas_are_read_the_german_way(text: str, number: float) -> None:
    assert parse_number(text, "de") == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "-", "%", ".", ",", "$", "--5", "5-", "1e9", "NaN", "inf", "0x10", "½", "٣"),
        *("-5 bananas", "about 100", "5 or 6", "10–20", "1,2,3", "1.2.3", "9" * 41),
    ],
)
def test_a_text_without_a_number_gives_none(text: str) -> None:
    assert parse_number(text) is None


@given(st.text(max_size=60), st.sampled_from(["en", "de", "xx"]))
def test_any_text_is_read_without_an_error(text: str, language: str) -> None:
    number = parse_number(text, language)
    assert number is None or abs(number) < 1e40


@given(st.integers(-(10**9), 10**9), st.sampled_from(["en", "de"]))
def test_written_whole_numbers_are_read_back(number: int, language: str) -> None:
    assert parse_number(str(number), language) == number
    assert (
        parse_number(f"{number:,}".replace(",", "." if language == "de" else ","), language)
        == number
    )
