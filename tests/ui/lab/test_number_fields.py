"""Number fields of the laboratory: invalid input is refused with a sentence and stays in the field."""

from __future__ import annotations

import pytest

from titledeed.language.catalogue import Catalogue
from titledeed.ui.lab.state.number_fields import MOST_SEED, NumberFields, decimal, whole_number
from titledeed.ui.setup_form import FormError

ENGLISH = Catalogue()


@pytest.mark.parametrize(
    ("text", "value"),
    [("7", 7), (" 12 ", 12), ("0", 0), ("007", 7), ("+3", 3), ("-2", -2), ("−2", -2)],
)
def test_whole_numbers_are_accepted(text: str, value: int) -> None:
    assert whole_number(text, -5, 100, ENGLISH) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "-5 bananas",
        "5x",
        "1.5",
        "1,000",
        "1e3",
        "−",
        "--5",
        "٣",
        "²",
        "0x10",
        "-6",
        "101",
        "9" * 400,
    ],
)
def test_a_text_that_is_not_a_whole_number_is_refused(text: str) -> None:
    with pytest.raises(FormError, match=r"^Enter a whole number from −5 to 100\.$"):
        whole_number(text, -5, 100, ENGLISH)


def test_the_bounds_are_written_in_the_style_of_the_language() -> None:
    with pytest.raises(FormError, match="from 0 to 999,999,999"):
        whole_number("-3", 0, MOST_SEED, ENGLISH)
    with pytest.raises(FormError, match=r"von 0 bis 999\.999\.999"):
        whole_number("-3", 0, MOST_SEED, Catalogue("de"))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12.0),
        ("-3.5", -3.5),
        ("−3,5", -3.5),
        (" +0.25 ", 0.25),
        ("12 %", 12),
        ("1,000", 1000),
    ],
)
def test_decimal_numbers_are_accepted_with_a_point_or_a_comma(text: str, value: float) -> None:
    assert decimal(text, ENGLISH) == value


@pytest.mark.parametrize(
    "text", ["", "-5 bananas", "1,2,3", ".", "5.", "nan", "inf", "%", "1e9", "9" * 400]
)
def test_a_text_that_is_not_a_number_is_refused(text: str) -> None:
    with pytest.raises(FormError, match="Enter only a number"):
        decimal(text, ENGLISH)


def test_a_form_shows_the_typed_text_beside_the_error_until_it_is_right() -> None:
    form = NumberFields()
    assert form.whole("seed", "-3", 0, 9, ENGLISH) is None
    assert form.shown("seed", 4) == {"text": "-3", "fault": "Enter a whole number from 0 to 9."}
    assert form.shown("other", 4) == {"text": "4", "fault": ""}
    assert form.whole("seed", "3", 0, 9, ENGLISH) == 3
    assert form.shown("seed", 3) == {"text": "3", "fault": ""}
    assert form.decimal("answer", "-5 bananas", ENGLISH) is None
    assert form.shown("answer", "")["text"] == "-5 bananas"
    assert form.decimal("answer", "-5", ENGLISH) == -5
    assert not form.faults
