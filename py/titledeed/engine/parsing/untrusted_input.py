"""Reads untrusted text: JSON, TOML, base64 and packed data within bounds, and tables key by key.

No other module parses text from a file, a link, a message or a storage
(``tests/test_architecture.py``). In a browser, a text that is nested too deeply overflows the stack and
crashes Python for good. Packed data may unpack to more than the memory holds. A fault in a table
becomes a sentence with its place.
"""

from __future__ import annotations

import base64
import json
import math
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple, NoReturn

from ..errors import LoadError
from ..special_seats_and_ids import Because
from .value_predicates import is_whole_number

Table = Mapping[str, Any]

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


# ---------------------------------------------------------------- faults and their places


class At(NamedTuple):
    """A place in an edition's file: the name of a table ("" for the top), its number among the tables of that
    name, from 0, and a key in it ("" for the whole table)."""

    section: str = ""
    n: int = 0
    key: str = ""


class Where(str):
    """A place in words, with which an error message begins. It also stores the place in the file."""

    at = At()

    @classmethod
    def entry(cls, words: str, section: str, n: int = 0) -> Where:
        """The place of the n-th table of the name ``section``, counted from 0."""
        place = cls(words)
        place.at = At(section, n)
        return place


class MisfitError(LoadError):
    """A fault of an edition. ``at`` is its place in the file."""

    def __init__(
        self, sentence: str, clauses: Because = (), where: str = "", key: str = ""
    ) -> None:
        super().__init__(sentence, clauses)
        self.at = (where.at if isinstance(where, Where) else At())._replace(key=key)


class Faults(list[MisfitError]):
    """The faults of an edition in the order in which they were found."""

    @contextmanager
    def collecting(self) -> Iterator[None]:
        """A context that a :class:`MisfitError` ends. The fault is added to the list, and execution
        continues after the block, so that further faults are found."""
        try:
            yield
        except MisfitError as fault:
            self.append(fault)


# ---------------------------------------------------------------- small readers

DEEPEST: Final = 12  # the deepest nesting of a record that contains the edition


def nests_deeper(value: Any, most: int) -> bool:
    """Whether a value is nested more than ``most`` levels deep; the innermost values count as a level."""
    level = [value]
    for _ in range(most):
        level = [inner for outer in level for inner in _inside(outer)]
        if not level:
            return False
    return True


def _inside(value: Any) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def is_id(text: object) -> bool:
    """Whether a value is an id: lowercase letters, digits and single hyphens, at most 40 characters."""
    return isinstance(text, str) and len(text) <= 40 and _ID.match(text) is not None


def quoted(value: object) -> str:
    """An untrusted value as an error message quotes it, cut to 40 characters."""
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


# A dotted TOML key of more than 16 parts. With thousands of parts tomllib runs for minutes. Each part
# is also a level. A few such keys inside one another create a table that overflows a browser's stack
# even when it is freed.
_LONG_KEY: Final = re.compile(r"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){16}""")
# Brackets, and text that may contain brackets without meaning: comments and strings of the four kinds.
# A string without an end extends as far as possible. Searching for its end again and again would take
# minutes.
_TOML_PART: Final = re.compile(
    r'''#[^\n]*+|"""(?:[^"\\]|\\[\s\S]|"{1,2}(?!"))*+(?:"{3,5})?'''
    r"""|'''(?:[^']|'{1,2}(?!'))*+(?:'{3,5})?"""
    r"""|"(?:[^"\\\n]|\\[^\n])*+"?|'[^'\n]*+'?|[][{}]"""
)


class TooDeepError(RecursionError, ValueError):
    """The text is nested too deeply."""


class EmptyFileError(ValueError):
    """The file is empty."""


class NotTextError(ValueError):
    """The file is not text in UTF-8; it may be a picture or an archive, for example."""


_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def text_of(text: str) -> str:
    """The text of an untrusted file without its byte order mark.

    Raises :class:`EmptyFileError` or :class:`NotTextError`.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise EmptyFileError
    if _CONTROL.search(text):
        raise NotTextError
    return text


def toml_table(text: str) -> dict[str, Any]:
    """The table in a TOML text, with only the types of JSON.

    Raises ``ValueError``: :class:`TooDeepError` if the text is nested too deeply or has a key of more
    than 16 parts."""
    import tomllib  # noqa: PLC0415 - only people write TOML; without it the program starts faster

    if _LONG_KEY.search(text) or _toml_depth(text) > _DEEPEST:
        raise TooDeepError
    parsed = tomllib.loads(text)
    # Headings and dotted keys nest without brackets, so only the result shows their depth.
    if nests_deeper(parsed, _DEEPEST):
        raise TooDeepError
    table: dict[str, Any] = _plain(parsed)
    return table


def _toml_depth(text: str) -> int:
    """The deepest nesting of brackets in a TOML text."""
    depth = deepest = 0
    for part in _TOML_PART.finditer(text):
        if part[0] in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif part[0] in "]}":
            depth = max(0, depth - 1)
    return deepest


def _plain(value: Any) -> Any:
    """The value with TOML's dates, times, inf and nan as text, since it will be saved as JSON. Raises
    ``ValueError`` for a huge integer: TOML's hexadecimal form allows integers that Python refuses to
    write in decimal."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, int) and value.bit_length() > 10_000:
        raise ValueError("a number has too many digits")
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value.isoformat() if hasattr(value, "isoformat") else value


def check_portable(value: Any) -> None:
    """Check that a value can be saved as JSON in UTF-8. Raises ``UnicodeError`` for a lone surrogate,
    which JSON can escape, and ``ValueError`` for NaN and infinity."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise UnicodeError("half a character stands in it") from None
    except ValueError:
        raise ValueError("“NaN” and “Infinity” are not numbers") from None


_NO_MARK: Final = bytes(set(range(256)) - set(b'[]{}"'))
_DEEPEST: Final = 64  # the deepest nesting of an untrusted JSON text
_DEEPER: Final = re.compile(rb"[\[{]{65}")


def json_value(text: str, *, finite: bool = False) -> Any:
    """The value in an untrusted JSON text. Raises ``ValueError``: :class:`TooDeepError` if it is nested
    too deeply.

    ``finite``: also refuse ``NaN`` and ``Infinity``. A number such as ``1e999`` is infinite too, but is
    not refused."""
    parse = _FINITE if finite else json.loads
    if text.count("[") + text.count("{") <= _DEEPEST:
        return parse(text)
    without = text.replace("\\\\", "").replace('\\"', "")
    marks = without.encode("utf-8", "surrogatepass").translate(None, _NO_MARK)
    brackets = b"".join(marks.replace(b'""', b"").split(b'"')[::2])  # the brackets outside strings
    for _ in range(_DEEPEST):  # each round removes the innermost pairs
        if not brackets or _DEEPER.search(brackets):
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if len(brackets) > _DEEPEST:
        raise TooDeepError
    return parse(text)


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


_FINITE: Final = json.JSONDecoder(parse_constant=_no_number).decode


class OverfullError(ValueError):
    """The data unpack to more bytes than allowed."""


class TornDataError(ValueError):
    """The end of the data is missing, or something follows it."""


def from_base64(text: str, most: int) -> bytes:
    """The bytes that at most ``most`` base64 characters encode, in the standard or the URL-safe
    alphabet, without padding. Raises ``ValueError``."""
    if len(text) > most:
        raise ValueError("the text is too long")
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def inflate_bytes(data: bytes, most: int, words: bytes = b"") -> bytes:
    """Unpack deflated data to at most ``most`` bytes. The data have a zlib header, or are raw if they
    were packed with a dictionary of ``words``. Raises :class:`OverfullError`, :class:`TornDataError` or
    another ``ValueError``."""
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS, words) if words else zlib.decompressobj()
    try:
        unpacked = unpacker.decompress(data, most)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if unpacker.unconsumed_tail:
        raise OverfullError("the data unpack to too much")
    if not unpacker.eof or unpacker.unused_data:
        raise TornDataError("the data are cut, or longer than they should be")
    return unpacked


def only_keys(row: Table, allowed: frozenset[str], where: str) -> None:
    """Check that a table has only the allowed keys, and keys of other programs (``x-…``). Raises
    :class:`MisfitError` that names the key."""
    for key in row:
        if key not in allowed and not str(key).startswith("x-"):
            raise MisfitError(f"{where}: the key “{quoted(key)}” is unknown.", (), where, str(key))


def number_of(row: Table, key: str, where: str, low: int = 0, high: int = 1_000_000) -> int:
    """The whole number under a key. Raises :class:`MisfitError` unless it is within the limits."""
    value = row.get(key)
    if not is_whole_number(value, low, high):
        raise MisfitError(
            f"{where}: “{key}” must be a whole number from {low} to {high}.", (), where, key
        )
    return value


def line_of_text(row: Table, key: str, where: str, most: int) -> str:
    """The one-line text under a key. Soft hyphens are the only invisible characters allowed. Raises
    :class:`MisfitError`."""
    value = row.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise MisfitError(
            f"{where}: “{key}” must be text of 1 to {most} characters.", (), where, key
        )
    if any(is_hidden(c) for c in value):
        raise MisfitError(f"{where}: “{key}” contains a control character.", (), where, key)
    return value


def is_hidden(c: str) -> bool:
    """Whether a character is a control or format character, or is not assigned."""
    bad = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return c not in ("", "\u00ad") and unicodedata.category(c) in bad


# Letters and signs without a shape. Unicode counts them as printable, so `is_hidden` does not find them.
SHAPELESS: Final = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0]")
# They only change the sign before them.
SELECTORS: Final = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def id_of(row: Table, where: str) -> str:
    """The id of a row. Raises :class:`MisfitError`."""
    value = row.get("id")
    if not is_id(value):
        raise MisfitError(
            f"{where}: “id” may contain only lowercase letters, digits and hyphens.",
            (),
            where,
            "id",
        )
    assert isinstance(value, str)
    return value


def rows_of(table: Table, key: str, count: int, where: str) -> list[Table]:
    """The tables of one name. Raises :class:`MisfitError` unless there are ``count``."""
    rows = table.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise MisfitError(f"{where}: [[{key}]] is missing.")
    if len(rows) != count:
        raise MisfitError(
            f"{where}: there must be {count} [[{key}]] entries; there are {len(rows)}.",
            (),
            Where.entry(where, key, len(rows) - 1),
        )
    return rows


def part_of(table: Table, key: str, where: str) -> Table:
    """The table under a key, empty if there is none. Raises :class:`MisfitError`."""
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise MisfitError(f"{where}: [{key}] must be a table.", (), Where(where), key)
    return value
