"""The bounded readers of untrusted text."""

from __future__ import annotations

import zlib
from tomllib import TOMLDecodeError
from typing import Any

import pytest

from titledeed.engine.parsing.untrusted_input import (
    OverfullError,
    TooDeepError,
    TornDataError,
    from_base64,
    inflate_bytes,
    json_value,
    nests_deeper,
    toml_table,
)


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ('a = "[[[["  # [[[[', {"a": "[[[["}),
        ("a = '[[[['", {"a": "[[[["}),
        ('a = """\n[[""[[""""\nb = 1', {"a": '[[""[["', "b": 1}),
        ("a = '''[[''[[''''\nb = 1", {"a": "[[''[['", "b": 1}),
        ('a = "\\"[["\nb = [[1]]', {"a": '"[[', "b": [[1]]}),
    ],
)
def test_brackets_in_strings_and_comments_do_not_count_as_nesting(
    text: str, table: dict[str, Any]
) -> None:
    assert toml_table(text) == table
    toml_table(text.replace("[[", "[" * 70, 1))  # in a string or a comment


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 65 + "]" * 65,
        "a = " + "{a = " * 65 + "1" + "}" * 65,
        'a = """""""\nb = ' + "[" * 65 + "]" * 65,
        ".".join("a" * 18) + " = 1",
        "a = " + ("{" + ".".join("a" * 15) + " = ") * 5 + "1" + "}" * 5,
        "\n".join(f"[{'.'.join('a' * n)}]" for n in range(1, 18)),
    ],
)
def test_toml_nested_too_deeply_is_refused(text: str) -> None:
    with pytest.raises(TooDeepError):
        toml_table(text)


def test_an_unterminated_string_is_scanned_only_once() -> None:
    """Scanning again from each quote would take hours for these."""
    for text in ('"\\' * 400_000, '"""' + '""a' * 300_000, "'''" + "''a" * 300_000):
        with pytest.raises(TOMLDecodeError):
            toml_table(text)


def test_json_is_refused_only_beyond_a_nesting_limit() -> None:
    assert not nests_deeper(json_value("[" * 60 + "]" * 60), 61)
    assert len(json_value("[" + '"' + "[" * 10_000 + '"]')[0]) == 10_000
    for text in ("[" * 200 + "]" * 200, "[" * 200, '{"a":' * 200, "[{" * 100):
        with pytest.raises(TooDeepError):
            json_value(text)


def test_json_readers_can_require_finite_numbers() -> None:
    assert json_value("NaN") != json_value("NaN")
    for text in ("NaN", "[Infinity]", '{"a": -Infinity}'):
        with pytest.raises(ValueError, match="is no number"):
            json_value(text, finite=True)


@pytest.mark.parametrize("words", [b"", b"words that both know"])
def test_packed_data_unpacks_up_to_a_size_limit(words: bytes) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, zdict=words) if words else zlib.compressobj()
    packed = packer.compress(b"a" * 1_000_000) + packer.flush()
    assert len(inflate_bytes(packed, 1_000_000, words)) == 1_000_000
    with pytest.raises(OverfullError):
        inflate_bytes(packed, 999_999, words)
    with pytest.raises(TornDataError):
        inflate_bytes(packed[:-9], 1_000_000, words)
    with pytest.raises(TornDataError):
        inflate_bytes(packed + b"x", 1_000_000, words)
    with pytest.raises(ValueError, match=r"Error -3|error -3"):
        inflate_bytes(b"\xff" * 9, 1_000_000, words)


def test_base64_is_read_in_both_alphabets_up_to_a_length_limit() -> None:
    assert from_base64("-_8", 3) == from_base64("+/8", 3) == b"\xfb\xff"
    for text in ("AAAA", "A", "A\nA", "é", "A="):
        with pytest.raises(ValueError, match=r"too long|[Dd]ata|characters|[Pp]adding"):
            from_base64(text, 3)
