"""Tables from files, which may come from a stranger: read key by key, and what is wrong is said in one
sentence with its place."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from .words import Because, Unloadable

Table = Mapping[str, Any]

_ID: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")


# ---------------------------------------------------------------- faults and their places


class At(NamedTuple):
    """A place in an edition's file: the table's name ("" for the head), which of that name counted
    from 0, and the key in it ("" for all of it)."""

    section: str = ""
    n: int = 0
    key: str = ""


class Where(str):
    """A place in words, as the sentence of a fault begins, that knows where in the file that is."""

    at = At()

    @classmethod
    def entry(cls, words: str, section: str, n: int = 0) -> Where:
        """The n-th table of that name, counted from 0."""
        place = cls(words)
        place.at = At(section, n)
        return place


class Misfit(Unloadable):
    """A fault of an edition; ``at`` says where in its file."""

    def __init__(
        self, sentence: str, because: Because = (), where: str = "", key: str = ""
    ) -> None:
        super().__init__(sentence, because)
        self.at = (where.at if isinstance(where, Where) else At())._replace(key=key)


class Faults(list[Misfit]):
    """What is wrong with an edition, in the order in which it was found."""

    @contextmanager
    def kept(self) -> Iterator[None]:
        """What is wrong inside ends the block and is kept; what comes after is looked at too."""
        try:
            yield
        except Misfit as fault:
            self.append(fault)


# ---------------------------------------------------------------- small readers

DEEPEST: Final = 12  # how deep a record nests, the edition in it among the rest


def nests_deeper(value: Any, most: int) -> bool:
    """Whether something is nested more than so many levels deep, its innermost values counted."""
    if most == 0:
        return True
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(nests_deeper(inner, most - 1) for inner in inside)


def is_id(text: object) -> bool:
    """Lower-case letters, digits and single hyphens, at most 40 characters."""
    return isinstance(text, str) and len(text) <= 40 and _ID.match(text) is not None


def shown(value: object) -> str:
    """A stranger's word in a sentence: at most 40 characters of it."""
    text = str(value)
    return text if len(text) <= 40 else text[:39] + "…"


# A key of so many parts that nobody has written it.
_LONG_KEY: Final = re.compile(r"""(?:\.[ \t]*+(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+){100}""")


class Empty(ValueError):
    """A file with nothing in it."""


class NotText(ValueError):
    """A file that holds something else than text in UTF-8: a picture, an archive, a part of a program."""


_CONTROL: Final = re.compile("[\x00-\x08\x0e-\x1f\x7f]")


def text_of(text: str) -> str:
    """The text of a stranger's file, without the mark that some editors write before it.

    Raises :class:`Empty` or :class:`NotText`.
    """
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise Empty
    if _CONTROL.search(text):
        raise NotText
    return text


def toml_table(text: str) -> dict[str, Any]:
    """The table in a TOML text, with what JSON can hold. Raises ValueError, or RecursionError where it is
    nested too deeply: tomllib would work for minutes at a key of some thousand parts."""
    import tomllib  # noqa: PLC0415 - people write TOML; the program, which starts faster so, JSON

    if _LONG_KEY.search(text):
        raise RecursionError
    table: dict[str, Any] = _plain(tomllib.loads(text))
    return table


def _plain(value: Any) -> Any:
    """TOML's dates and times, inf and nan as text: what is read is kept as JSON. Python writes no number of
    more than some 4,300 digits, but reads one that is not decimal."""
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
    """Raises where a file or a link cannot hold a value: UnicodeError for half a character (JSON may write
    one of the two parts of a character alone), else ValueError for a number that is none."""
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:
        raise UnicodeError("half a character stands in it") from None
    except ValueError:
        raise ValueError("“NaN” and “Infinity” are no numbers") from None


_NO_MARK: Final = bytes(set(range(256)) - set(b'[]{}"'))
_DEEPEST: Final = 64  # how deep a JSON text of a stranger may nest
_DEEPER: Final = re.compile(rb"[\[{]{65}")


def json_value(text: str) -> Any:
    """The value in a JSON text. Raises ValueError, or RecursionError where it is nested too deeply: in a
    browser the reader would not notice in time, and the whole program would be lost."""
    if text.count("[") + text.count("{") <= _DEEPEST:
        return json.loads(text)
    without = text.replace("\\\\", "").replace('\\"', "")
    marks = without.encode("utf-8", "surrogatepass").translate(None, _NO_MARK)
    brackets = b"".join(marks.replace(b'""', b"").split(b'"')[::2])  # those in no string
    for _ in range(_DEEPEST):  # each round takes the innermost pairs away
        if not brackets or _DEEPER.search(brackets):
            break
        brackets = brackets.replace(b"[]", b"").replace(b"{}", b"")
    if len(brackets) > _DEEPEST:
        raise RecursionError
    return json.loads(text)


def only(row: Table, allowed: frozenset[str], where: str) -> None:
    """No keys but these, and those of other programs. Raises :class:`Unloadable` that names the key."""
    for key in row:
        if key not in allowed and not str(key).startswith("x-"):
            raise Misfit(f"{where}: the key “{shown(key)}” is unknown.", (), where, str(key))


def number(row: Table, key: str, where: str, low: int = 0, high: int = 1_000_000) -> int:
    """A whole number within limits. Raises :class:`Unloadable` that names the place."""
    value = row.get(key)
    if type(value) is not int or not low <= value <= high:
        raise Misfit(
            f"{where}: “{key}” must be a whole number from {low} to {high}.", (), where, key
        )
    return value


def text(row: Table, key: str, where: str, most: int) -> str:
    """A text of one line. Soft hyphens are the only invisible characters that it may hold."""
    value = row.get(key)
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise Misfit(f"{where}: “{key}” must be a text of 1 to {most} characters.", (), where, key)
    if any(hidden(c) for c in value):
        raise Misfit(f"{where}: “{key}” holds a control character.", (), where, key)
    return value


def hidden(c: str) -> bool:
    """Whether a character controls how others are shown, or is none at all."""
    bad = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return c not in ("", "\u00ad") and unicodedata.category(c) in bad


def id_of(row: Table, where: str) -> str:
    """A row's id."""
    value = row.get("id")
    if not is_id(value):
        raise Misfit(
            f"{where}: “id” must be lower-case letters, digits and hyphens.", (), where, "id"
        )
    assert isinstance(value, str)
    return value


def rows_of(table: Table, key: str, count: int, where: str) -> list[Table]:
    """So many tables of one name."""
    rows = table.get(key)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Misfit(f"{where}: [[{key}]] is missing.")
    if len(rows) != count:
        raise Misfit(
            f"{where}: there must be {count} [[{key}]] entries; there are {len(rows)}.",
            (),
            Where.entry(where, key, len(rows) - 1),
        )
    return rows


def part_of(table: Table, key: str, where: str) -> Table:
    """A table inside, empty where there is none."""
    value = table.get(key, {})
    if not isinstance(value, dict):
        raise Misfit(f"{where}: [{key}] must be a table.", (), Where(where), key)
    return value
